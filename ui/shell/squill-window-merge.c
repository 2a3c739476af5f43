/* SPDX-License-Identifier: Apache-2.0 */

/* Merging: files that git marked, the conflicts that are left, and comparing with another file. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model/squill-error-text.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-difference.h"
#include "model/squill-model-file.h"
#include "model/squill-model-merge.h"
#include "reading/squill-merge-window.h"
#include "session/squill-task.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"

/* What is being read. */
typedef struct
{
  SquillWindow *window;
  GFile *file;
  GCancellable *cancellable;
  SquillSession *session; /* the one to compare, or the new one */
  guint64 edits;
} Reading;

static Reading *
reading_new (SquillWindow *self, GFile *file)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->window = g_object_ref (self);
  reading->file = g_object_ref (file);
  reading->edits = self->edits;
  return reading;
}

static void
reading_free (Reading *reading)
{
  if (reading->cancellable != NULL && reading->window->work == reading->cancellable)
    _squill_window_end_work (reading->window);
  g_clear_object (&reading->cancellable);
  g_clear_object (&reading->session);
  g_clear_object (&reading->file);
  g_clear_object (&reading->window);
  g_free (reading);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reading, reading_free)

static void
begin_work (Reading *reading)
{
  g_autofree char *name = _squill_file_get_shown_name (reading->file);
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”"), name);

  reading->cancellable = g_object_ref (_squill_window_begin_work (reading->window, text));
}

static void
explain_failure (Reading *reading, const GError *error)
{
  g_autofree char *name = _squill_file_get_shown_name (reading->file);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” could not be opened"), name);

  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _squill_window_show_error (reading->window, heading, error->message);
}

/* Conflicts. */

/* The list of conflicts that is open already. */
static GtkWindow *
find_conflicts (SquillWindow *self)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (SQUILL_IS_MERGE_WINDOW (l->data) && squill_merge_window_is_of_conflicts (l->data) &&
        gtk_window_get_transient_for (l->data) == GTK_WINDOW (self))
      return l->data;
  return NULL;
}

static void
show_conflicts (SquillWindow *self)
{
  GtkWindow *list = find_conflicts (self);

  if (list == NULL)
    list = GTK_WINDOW (squill_merge_window_new (GTK_WINDOW (self), self->session, NULL, NULL));
  gtk_window_present (list);
}

static void
on_resolve_conflicts (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_conflicts (SQUILL_WINDOW (widget));
}

/* How many conflicts of a merge the model has. */
guint
_squill_window_count_conflicts (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_autoptr (GPtrArray) conflicts = NULL;

  if (squill_model_get_info (model)->conflicts == NULL)
    return 0;
  conflicts = squill_model_list_conflicts (model);
  return conflicts->len;
}

/* Files that git marked. */

static void
read_marked (GTask *task, gpointer source, gpointer file, GCancellable *cancellable)
{
  g_autofree char *data = NULL;
  g_autofree char *etag = NULL;
  g_autoptr (GError) error = NULL;
  SquillModel *model = NULL;
  gsize length;

  /* Asked before reading: what changes in between is noticed when it is saved. */
  etag = squill_file_query_etag (file, cancellable);
  if (squill_file_load (file, cancellable, &data, &length, &error))
    model = squill_model_new_from_marked (data, length, NULL, &error);
  if (model == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_object_set_data_full (G_OBJECT (task), "squill-etag", g_steal_pointer (&etag), g_free);
  g_task_return_pointer (task, model, g_object_unref);
}

static void
show_merged (SquillWindow *self, gpointer data)
{
  Reading *reading = data;

  squill_window_set_session (self, reading->session);
  if (_squill_window_count_conflicts (self) > 0)
    show_conflicts (self);
  else
    _squill_window_show_toast (self, _ ("Both states were merged without conflicts"));
}

static void
on_marked_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = g_task_propagate_pointer (G_TASK (result), &error);
  SquillWindow *self = reading->window;
  const guint64 edits = reading->edits;

  if (model == NULL)
    {
      explain_failure (reading, error);
      return;
    }
  reading->session = squill_session_new (model, reading->file);
  squill_session_set_file (reading->session, reading->file,
                           g_object_get_data (G_OBJECT (result), "squill-etag"));
  /* It is not what the file holds. */
  squill_session_set_unsaved (reading->session, TRUE);
  if (self->work == reading->cancellable)
    _squill_window_end_work (self);
  _squill_window_replace (self, edits, show_merged, g_steal_pointer (&reading),
                          (GDestroyNotify)reading_free);
}

static void
on_merge_answered (const char *response, gpointer user_data)
{
  Reading *reading = user_data;
  Reading *next;
  g_autoptr (GTask) task = NULL;

  if (!g_str_equal (response, "resolve"))
    return;
  next = reading_new (reading->window, reading->file);
  begin_work (next);
  task = g_task_new (NULL, next->cancellable, on_marked_read, next);
  g_task_set_task_data (task, g_object_ref (next->file), g_object_unref);
  squill_task_run_in_thread (task, read_marked);
}

/* Offers to merge the states that git wrote into a file. Returns FALSE if that is not what is wrong
 * with it. */
gboolean
_squill_window_offer_merge (SquillWindow *self, GFile *file, const GError *error)
{
  const SquillResponse answers[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "resolve", _ ("_Resolve…"), ADW_RESPONSE_SUGGESTED },
  };
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  g_autofree char *body = NULL;
  guint line, column;

  if (!g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_MARKED) ||
      !squill_model_parse_position (error, &line, &column))
    return FALSE;
  name = _squill_file_get_shown_name (file);
  heading = g_strdup_printf (_ ("“%s” holds two states of a model"), name);
  body = g_strdup_printf (
      _ ("Git could not merge them by lines, and wrote both into the file from line %u on. Squill "
         "can merge them by entities and fields, and asks only where both changed the same thing. "
         "The "
         "file stays as it is until you save."),
      line);
  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = heading,
                         .body = body,
                         .responses = answers,
                         .n_responses = G_N_ELEMENTS (answers),
                         .default_response = "resolve",
                     },
                     on_merge_answered, reading_new (self, file), (GDestroyNotify)reading_free);
  return TRUE;
}

/* Comparing with a file. */

static void
show_differences (Reading *reading, SquillModel *other)
{
  SquillModel *model = squill_session_get_model (reading->session);
  g_autofree char *name = _squill_file_get_shown_name (reading->file);
  g_autoptr (SquillModel) adopted = NULL;

  if (!squill_models_are_related (model, other))
    adopted = squill_model_adopt_ids (other, model, NULL);
  gtk_window_present (GTK_WINDOW (squill_merge_window_new (
      GTK_WINDOW (reading->window), reading->session, adopted != NULL ? adopted : other, name)));
}

static void
on_other_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) other = squill_model_load_finish (result, NULL, &error);

  if (other == NULL)
    explain_failure (reading, error);
  /* The user may have opened another model meanwhile. */
  else if (reading->window->session == reading->session)
    show_differences (reading, other);
}

/* Reads another model in a thread, and then shows how it differs from that of the window. */
void
_squill_window_compare_with_file (SquillWindow *self, GFile *file)
{
  Reading *reading = reading_new (self, file);

  reading->session = g_object_ref (self->session);
  begin_work (reading);
  squill_model_load_async (file, reading->cancellable, on_other_read, reading);
}

static void
on_file_chosen (GFile *file, gpointer user_data)
{
  if (file != NULL)
    _squill_window_compare_with_file (user_data, file);
}

static void
on_compare_file (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  g_autoptr (GListModel) filters = squill_compat_create_model_filters (NULL);
  GFile *file = squill_session_get_file (self->session);
  g_autoptr (GFile) folder = file == NULL ? NULL : g_file_get_parent (file);

  squill_compat_choose_file (GTK_WINDOW (self),
                             &(SquillFileQuestion){
                                 .action = SQUILL_CHOOSE_OPEN,
                                 .title = _ ("Compare with a Model"),
                                 .accept_label = _ ("_Compare"),
                                 .file = folder,
                                 .filters = filters,
                             },
                             on_file_chosen, g_object_ref (self), g_object_unref);
}

static void
on_compare_saved (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  GFile *file = squill_session_get_file (self->session);

  if (file != NULL)
    _squill_window_compare_with_file (self, file);
  else
    _squill_window_show_toast (self, _ ("This model was not saved yet"));
}

void
_squill_window_install_merge_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.resolve-conflicts", NULL,
                                   on_resolve_conflicts);
  gtk_widget_class_install_action (widget_class, "win.compare-file", NULL, on_compare_file);
  gtk_widget_class_install_action (widget_class, "win.compare-saved", NULL, on_compare_saved);
}
