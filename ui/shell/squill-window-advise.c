/* SPDX-License-Identifier: Apache-2.0 */

/* Storing all relationships as is advised: what that changes is found in a thread, shown, and made
 * as one step. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-window-private.h"

#include <glib/gi18n.h>

#include "advice/squill-advised.h"
#include "session/squill-task.h"
#include "session/squill-terms.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-icon-button.h"

/* The list scrolls from this height on. */
#define LIST_HEIGHT 280
#define LIST_WIDTH 380

typedef struct
{
  SquillWindow *window;
  SquillModel *model; /* a copy: what the changes are found for */
  SquillAdvisedChanges *changes;
  guint64 edits; /* of the window's model when the copy was made */
} Advising;

static void
advising_free (gpointer data)
{
  Advising *self = data;

  g_object_unref (self->window);
  g_object_unref (self->model);
  squill_advised_changes_free (self->changes);
  g_free (self);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Advising *self = data;
  GError *error = NULL;
  SquillAdvisedChanges *changes =
      squill_advised_changes_find (self->model, NULL, cancellable, &error);

  if (changes != NULL)
    g_task_return_pointer (task, changes, (GDestroyNotify)squill_advised_changes_free);
  else
    g_task_return_error (task, error);
}

/* One line of the list: a relationship, and what becomes of it. */
static GtkWidget *
make_row (SquillModel *model, const char *relationship_id, const char *text)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *name = squill_term_for_item (model, relationship_id);
  g_autofree char *title = squill_text_fit (name);
  g_autofree char *subtitle = squill_text_fit (text);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  return row;
}

static char *
write_change (const SquillAdvisedChange *change)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < change->labels->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (char *)change->labels->pdata[i]);
  for (guint i = 0; i < change->losses->len; i++)
    g_string_append_printf (text, "\n⚠ %s", (char *)change->losses->pdata[i]);
  return g_string_free (text, FALSE);
}

static GtkWidget *
make_list (SquillModel *model, const SquillAdvisedChanges *changes)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_margin_start (list, 2);
  gtk_widget_set_margin_end (list, 2);
  gtk_widget_set_margin_top (list, 2);
  gtk_widget_set_margin_bottom (list, 2);
  squill_widget_set_name (list, _ ("Changes"));
  for (guint i = 0; i < changes->changes->len; i++)
    {
      const SquillAdvisedChange *change = changes->changes->pdata[i];
      g_autofree char *text = write_change (change);

      gtk_list_box_append (GTK_LIST_BOX (list), make_row (model, change->relationship, text));
    }
  for (guint i = 0; i < changes->pinned->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list),
                         make_row (model, changes->pinned->pdata[i],
                                   _ ("Stays as it is, because its placement is pinned")));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_widget_set_size_request (scrolled, LIST_WIDTH, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  return scrolled;
}

static void
toast (SquillWindow *self, const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

static void
on_answered (const char *response, gpointer data)
{
  const Advising *advising = data;
  SquillWindow *self = advising->window;
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (response, "apply"))
    return;
  /* What was shown is for the model as it was. */
  if (self->edits != advising->edits)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.advise", NULL);
  else if (!squill_advised_changes_apply (advising->changes,
                                          squill_session_get_model (self->session), &error))
    toast (self, error->message);
}

/* Takes the changes. */
static void
ask (SquillWindow *self, SquillModel *model, SquillAdvisedChanges *changes, guint64 edits)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "apply", _ ("_Apply"), ADW_RESPONSE_SUGGESTED },
  };
  Advising *advising = g_new0 (Advising, 1);
  const guint n = changes->changes->len;
  g_autofree char *body =
      g_strdup_printf (g_dngettext (NULL, "%u relationship would be stored in another way.",
                                    "%u relationships would be stored in another way.", n),
                       n);

  advising->window = g_object_ref (self);
  advising->model = g_object_ref (model);
  advising->changes = changes;
  advising->edits = edits;
  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = _ ("Store as Advised?"),
                         .body = body,
                         .extra = make_list (model, changes),
                         .responses = responses,
                         .n_responses = G_N_ELEMENTS (responses),
                         .default_response = "apply",
                     },
                     on_answered, advising, advising_free);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  SquillWindow *self = SQUILL_WINDOW (source);
  Advising *advising = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillAdvisedChanges) changes = g_task_propagate_pointer (G_TASK (result), &error);

  /* Something else is being done by now. */
  if (self->work != g_task_get_cancellable (G_TASK (result)))
    return;
  _squill_window_end_work (self);
  if (changes == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        toast (self, error->message);
      return;
    }
  if (self->edits != advising->edits)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.advise", NULL);
  else if (changes->changes->len > 0)
    ask (self, advising->model, g_steal_pointer (&changes), advising->edits);
  else if (changes->pinned->len > 0)
    {
      g_autofree char *text = g_strdup_printf (
          g_dngettext (
              NULL, "All is stored as advised, but for %u relationship whose placement is pinned",
              "All is stored as advised, but for %u relationships whose placement is pinned",
              changes->pinned->len),
          changes->pinned->len);

      toast (self, text);
    }
  else
    toast (self, _ ("All is stored as advised"));
}

static void
on_advise (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillModel *model = squill_session_get_model (self->session);
  Advising *advising;
  g_autoptr (GTask) task = NULL;

  if (squill_model_get_read_only (model))
    return;
  advising = g_new0 (Advising, 1);
  advising->window = g_object_ref (self);
  advising->model = squill_model_copy (model);
  advising->edits = self->edits;
  task = g_task_new (self, _squill_window_begin_work (self, _ ("Comparing placements")), on_found,
                     NULL);
  g_task_set_source_tag (task, on_advise);
  g_task_set_task_data (task, advising, advising_free);
  squill_task_run_in_thread (task, find_in_thread);
}

void
_squill_window_install_advise_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.advise", NULL, on_advise);
}
