/* SPDX-License-Identifier: Apache-2.0 */

/* Reads a database: into a new model, or again, to refresh a model or to compare it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "diagram/squill-layout.h"
#include "diagram/squill-diagram.h"
#include "inspect/refresh/squill-refresh.h"
#include "inspect/server/squill-keyring.h"
#include "inspect/server/squill-server.h"
#include "reading/squill-difference-window.h"
#include "reading/squill-inspect-dialog.h"
#include "reading/squill-review-list.h"
#include "session/squill-review-item.h"
#include "shell/squill-window-private.h"
#include "text/squill-text.h"
#include "widgets/squill-compat.h"

typedef struct
{
  SquillWindow *window;
  SquillInspectPurpose purpose;
  SquillInspection *inspection;
  SquillSession *session; /* the one to refresh or compare; or the new one, once it is made */
  GCancellable *cancellable;
  SquillArrangement *arrangement;
  guint64 edits;     /* of what the window showed when it began */
  gboolean reviewed; /* the user has seen the problems */
} Reading;

static void ask_where (Reading *reading, const GError *error);

static Reading *
reading_new (SquillWindow *window, SquillInspectPurpose purpose, SquillInspection *inspection)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->window = g_object_ref (window);
  reading->purpose = purpose;
  reading->edits = window->edits;
  reading->inspection = g_object_ref (inspection);
  if (purpose != SQUILL_INSPECT_TO_DRAW)
    reading->session = g_object_ref (window->session);
  return reading;
}

static void
on_cancelled (GCancellable *cancellable, Reading *reading)
{
  squill_inspection_stop (reading->inspection);
}

static void
begin_work (Reading *reading, const char *text)
{
  reading->cancellable = g_object_ref (_squill_window_begin_work (reading->window, text));
  g_signal_connect (reading->cancellable, "cancelled", G_CALLBACK (on_cancelled), reading);
}

/* The window may have begun something else meanwhile. */
static gboolean
is_working (Reading *reading)
{
  return reading->cancellable != NULL && reading->window->work == reading->cancellable;
}

static void
end_work (Reading *reading)
{
  if (is_working (reading))
    _squill_window_end_work (reading->window);
}

static void
reading_free (Reading *reading)
{
  end_work (reading);
  g_signal_handlers_disconnect_by_data (reading->inspection, reading);
  if (reading->cancellable != NULL)
    g_signal_handlers_disconnect_by_data (reading->cancellable, reading);
  g_clear_pointer (&reading->arrangement, squill_arrangement_free);
  g_clear_object (&reading->session);
  g_clear_object (&reading->inspection);
  g_clear_object (&reading->cancellable);
  g_clear_object (&reading->window);
  g_free (reading);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reading, reading_free)

static void
on_progress (SquillInspection *inspection, const SquillInspectProgress *now, Reading *reading)
{
  g_autofree char *documents = squill_text_count ((double)now->documents);
  g_autofree char *speed = squill_text_bytes ((double)now->bytes_read / MAX (now->seconds, 0.001));
  /* Translators: a collection, a number of documents, and bytes per second. */
  g_autofree char *text =
      g_strdup_printf (_ ("Reading %s: %s documents, %s per second"),
                       now->collection != NULL ? now->collection : "", documents, speed);
  double fraction = -1;

  if (!is_working (reading))
    return;
  if (now->bytes_total != G_MAXUINT64 && now->bytes_total > 0)
    fraction = (double)now->bytes_read / (double)now->bytes_total;
  squill_work_bar_update (reading->window->work_bar, text, fraction);
}

/* What could not be read. */

static char *
title_problems (guint n)
{
  return g_strdup_printf (
      g_dngettext (NULL, "%u problem while reading", "%u problems while reading", n), n);
}

static void
on_problems_wanted (AdwToast *toast, SquillWindow *self)
{
  GListModel *problems = g_object_get_data (G_OBJECT (toast), "problems");
  GtkWidget *list = squill_review_list_new (_ ("Problems"));
  g_autofree char *heading = title_problems (g_list_model_get_n_items (problems));

  squill_review_list_set_notes (SQUILL_REVIEW_LIST (list), problems);
  gtk_widget_set_size_request (list, -1, 300);
  squill_compat_tell (GTK_WINDOW (self), heading, _ ("Everything else was read."), list);
}

static void
show_problems (SquillWindow *self, SquillInspection *inspection)
{
  GListModel *problems = squill_review_get_problems (squill_inspection_get_review (inspection));
  const guint n = g_list_model_get_n_items (problems);
  g_autofree char *text = title_problems (n);
  AdwToast *toast;

  if (n == 0)
    return;
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _ ("_Show"));
  adw_toast_set_timeout (toast, 0);
  g_object_set_data_full (G_OBJECT (toast), "problems", g_object_ref (problems), g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_problems_wanted), self, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* Into a new model. */

static void
show_new (SquillWindow *self, gpointer data)
{
  Reading *reading = data;

  squill_window_set_session (self, reading->session);
  if (!reading->reviewed)
    show_problems (self, reading->inspection);
}

/* The window shows the new model when it is complete; there is nothing to undo. Takes the reading.
 */
static void
finish (Reading *reading)
{
  end_work (reading);
  squill_model_clear_history (squill_session_get_model (reading->session));
  squill_session_set_unsaved (reading->session, TRUE);
  _squill_window_replace (reading->window, reading->edits, show_new, reading,
                          (GDestroyNotify)reading_free);
}

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) layout = squill_layout_run_finish (result, &error);

  if (layout != NULL)
    squill_arrangement_apply (reading->arrangement, layout,
                              squill_session_get_model (reading->session), NULL);
  else
    g_debug ("The new model was not arranged: %s", error->message);
  finish (g_steal_pointer (&reading));
}

static void
arrange (Reading *reading)
{
  g_autoptr (SquillDiagram) diagram =
      squill_diagram_new (squill_session_get_design (reading->session));

  squill_work_bar_update (reading->window->work_bar, _ ("Arranging the collections"), -1);
  /* It only says how large cards are and which lines there are. */
  squill_diagram_set_routes_apart (diagram, TRUE);
  squill_diagram_change_free (squill_diagram_update (diagram));
  reading->arrangement = squill_arrangement_new (diagram, NULL);
  squill_layout_run_async (squill_arrangement_get_graph (reading->arrangement), SQUILL_LAYOUT_AUTO,
                           reading->cancellable, on_arranged, reading);
}

static void
explain_failure (Reading *reading, const GError *error)
{
  SquillReview *review = squill_inspection_get_review (reading->inspection);
  g_autoptr (GString) body = g_string_new (error->message);
  GListModel *problems;

  end_work (reading);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  problems = review != NULL ? squill_review_get_problems (review) : NULL;
  for (guint i = 0; problems != NULL && i < MIN (3, g_list_model_get_n_items (problems)); i++)
    {
      g_autoptr (SquillReviewItem) problem = g_list_model_get_item (problems, i);
      g_autofree char *place = squill_review_item_explain (problem);

      g_string_append_printf (body, "\n%s: %s", place, squill_review_item_get_title (problem));
    }
  g_string_append_printf (body, "\n\n%s", _ ("The open model was not changed."));
  _squill_window_show_error (reading->window, _ ("No model could be made"), body->str);
}

static void
on_model_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_inspection_make_model_finish (reading->inspection, result, &error);

  if (model == NULL)
    {
      explain_failure (reading, error);
      return;
    }
  reading->session = squill_session_new (model, NULL);
  arrange (g_steal_pointer (&reading));
}

/* Takes the reading. */
static void
make_model (Reading *reading)
{
  squill_work_bar_update (reading->window->work_bar, _ ("Making a model"), -1);
  squill_inspection_make_model_async (reading->inspection, on_model_made, reading);
}

/* Into the model it was read for. */

static void
show_differences (Reading *reading, const char *title, const char *none, GPtrArray *differences)
{
  SquillDifferenceWindow *list =
      squill_difference_window_new (GTK_WINDOW (reading->window), reading->session, title, none);

  squill_difference_window_show (list, differences);
  gtk_window_present (GTK_WINDOW (list));
}

static void
compare (Reading *reading)
{
  g_autoptr (GPtrArray) differences =
      squill_drift_find (squill_session_get_model (reading->session),
                         squill_inspection_get_profile (reading->inspection));

  show_differences (reading, _ ("Model and Database"), _ ("The model matches the database"),
                    differences);
}

/* One step to undo, which includes how the database was read. */
static GPtrArray *
change_model (Reading *reading, GError **error)
{
  SquillModel *model = squill_session_get_model (reading->session);
  g_autoptr (SquillDecisions) decisions =
      squill_review_get_decisions (squill_inspection_get_review (reading->inspection));
  g_autoptr (GPtrArray) changes = NULL;

  squill_model_begin_step (model, _ ("Refresh from the database"), NULL);
  changes = squill_refresh (model, squill_inspection_get_profile (reading->inspection), decisions,
                            squill_diagram_place_new, error);
  if (changes == NULL || !squill_inspection_remember_reading (reading->inspection, model, error))
    {
      squill_model_cancel_step (model);
      return NULL;
    }
  squill_model_end_step (model);
  return g_steal_pointer (&changes);
}

static void
bring_up_to_date (Reading *reading)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) changes = change_model (reading, &error);

  if (changes == NULL)
    {
      g_autofree char *body =
          g_strdup_printf (_ ("%s\n\nThe model was not changed."), error->message);

      _squill_window_show_error (reading->window, _ ("The model could not be refreshed"), body);
      return;
    }
  show_differences (reading, _ ("What Changed"), _ ("No changes"), changes);
}

/* The user may have opened another model meanwhile. */
static void
apply (Reading *reading)
{
  if (reading->window->session != reading->session)
    return;
  show_problems (reading->window, reading->inspection);
  if (reading->purpose == SQUILL_INSPECT_TO_COMPARE)
    compare (reading);
  else
    bring_up_to_date (reading);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autoptr (GError) error = NULL;
  const gboolean done = squill_inspection_read_finish (reading->inspection, result, &error);

  if (reading->purpose == SQUILL_INSPECT_TO_DRAW && done)
    make_model (g_steal_pointer (&reading));
  else if (reading->purpose == SQUILL_INSPECT_TO_DRAW)
    explain_failure (reading, error);
  else if (done)
    apply (reading);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
           reading->window->session == reading->session)
    ask_where (reading, error);
}

/* Takes the reading. */
static void
read_documents (Reading *reading, const char *text)
{
  begin_work (reading, text);
  g_signal_connect (reading->inspection, "progress", G_CALLBACK (on_progress), reading);
  squill_inspection_read_async (reading->inspection, on_read, reading);
}

/* Where the database is. */

SquillWindow *
_squill_window_get_target (SquillWindow *self)
{
  SquillWindow *target;

  if (squill_session_is_untouched (self->session) && self->work == NULL)
    return self;
  target = squill_window_new (gtk_window_get_application (GTK_WINDOW (self)));
  gtk_window_present (GTK_WINDOW (target));
  return target;
}

static void
on_finished (SquillInspectDialog *dialog, SquillWindow *self)
{
  const SquillInspectPurpose purpose = squill_inspect_dialog_get_purpose (dialog);
  const gboolean draws = purpose == SQUILL_INSPECT_TO_DRAW;
  g_autoptr (Reading) reading =
      reading_new (draws ? _squill_window_get_target (self) : self, purpose,
                   squill_inspect_dialog_get_inspection (dialog));

  reading->reviewed = TRUE;
  if (draws)
    {
      begin_work (reading, _ ("Making a model"));
      make_model (g_steal_pointer (&reading));
    }
  else
    apply (reading);
}

static SquillInspectDialog *
present_dialog (SquillWindow *self, SquillInspectPurpose purpose, SquillInspection *inspection)
{
  SquillInspectDialog *dialog = squill_inspect_dialog_new (GTK_WINDOW (self), purpose, inspection);

  g_signal_connect_object (dialog, "finished", G_CALLBACK (on_finished), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* Where the database is, or how to connect to it, is unknown or no longer right. */
static void
ask_where (Reading *reading, const GError *error)
{
  SquillInspectDialog *dialog =
      present_dialog (reading->window, reading->purpose, reading->inspection);

  if (error != NULL)
    squill_inspect_dialog_show_error (dialog, error);
}

static void
on_password_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autofree char *password = squill_keyring_look_up_finish (result, NULL);

  if (reading->window->session != reading->session)
    return;
  if (password != NULL)
    {
      squill_inspection_set_password (reading->inspection, password);
      explicit_bzero (password, strlen (password));
    }
  read_documents (g_steal_pointer (&reading), _ ("Reading the database again"));
}

static void
read_again (SquillWindow *self, SquillInspectPurpose purpose)
{
  g_autoptr (SquillInspection) inspection =
      squill_inspection_new_for_model (squill_session_get_model (self->session));
  g_autoptr (Reading) reading = reading_new (self, purpose, inspection);
  const char *source = squill_inspection_get_sources (inspection)[0];

  if (source == NULL)
    ask_where (reading, NULL);
  else if (squill_server_address_has_user (source))
    squill_keyring_look_up_async (source, NULL, on_password_found, g_steal_pointer (&reading));
  else
    read_documents (g_steal_pointer (&reading), _ ("Reading the database again"));
}

static void
on_inspect (GtkWidget *widget, const char *name, GVariant *parameter)
{
  present_dialog (SQUILL_WINDOW (widget), SQUILL_INSPECT_TO_DRAW, NULL);
}

static void
on_refresh (GtkWidget *widget, const char *name, GVariant *parameter)
{
  read_again (SQUILL_WINDOW (widget), SQUILL_INSPECT_TO_REFRESH);
}

static void
on_compare (GtkWidget *widget, const char *name, GVariant *parameter)
{
  read_again (SQUILL_WINDOW (widget), SQUILL_INSPECT_TO_COMPARE);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, SquillWindow *self)
{
  GSList *files = g_value_get_boxed (value);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();

  for (GSList *l = files; l != NULL; l = l->next)
    {
      g_autofree char *uri = g_file_get_uri (l->data);

      if (squill_window_is_model_file (l->data))
        gtk_widget_activate_action (GTK_WIDGET (self), "win.open-uri", "s", uri);
      else
        g_ptr_array_add (sources, l->data);
    }
  if (sources->len > 0)
    squill_window_import (self, (GFile **)sources->pdata, sources->len);
  return files != NULL;
}

void
_squill_window_accept_drops (SquillWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

void
_squill_window_install_inspect_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.inspect", NULL, on_inspect);
  gtk_widget_class_install_action (widget_class, "win.refresh", NULL, on_refresh);
  gtk_widget_class_install_action (widget_class, "win.compare", NULL, on_compare);
}

/**
 * squill_window_import:
 * @self: a window
 * @sources: (array length=n_sources): dumps, BSON or JSON files, or folders of them; together they
 *   are one database
 * @n_sources: how many
 *
 * Reads a database into a new model. It comes into this window if nothing was done in it, otherwise
 * into a new one.
 */
void
squill_window_import (SquillWindow *self, GFile *const *sources, guint n_sources)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_autoptr (SquillInspection) inspection = squill_inspection_new ();
  g_auto (GStrv) all = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (n_sources > 0);

  for (guint i = 0; i < n_sources; i++)
    {
      g_autofree char *path = g_file_get_path (sources[i]);

      if (path == NULL)
        {
          g_autofree char *uri = g_file_get_uri (sources[i]);

          _squill_window_show_error (self, _ ("Only local files can be inspected"), uri);
          return;
        }
      g_strv_builder_add (paths, path);
    }
  all = g_strv_builder_end (paths);

  name = g_file_get_basename (sources[0]);
  text = g_strdup_printf (_ ("Reading “%s”"), name);
  squill_inspection_set_sources (inspection, (const char *const *)all);
  read_documents (
      reading_new (_squill_window_get_target (self), SQUILL_INSPECT_TO_DRAW, inspection), text);
}
