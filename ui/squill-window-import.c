/* SPDX-License-Identifier: Apache-2.0 */

/* Reading databases into a new model. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "advice/squill-wording.h"
#include "diagram/squill-arrangement.h"
#include "squill-compat.h"
#include "squill-inspect-dialog.h"
#include "squill-note-list.h"
#include "squill-review-note.h"
#include "squill-window-private.h"

typedef struct
{
  SquillWindow *window;
  GCancellable *cancellable;
  SquillInspection *inspection;
  SquillSession *session;
  SquillArrangement *arrangement;
  gboolean reviewed; /* what went wrong was seen */
} Import;

static void
import_free (Import *import)
{
  g_signal_handlers_disconnect_by_data (import->inspection, import);
  g_signal_handlers_disconnect_by_data (import->cancellable, import);
  g_clear_pointer (&import->arrangement, squill_arrangement_free);
  g_clear_object (&import->session);
  g_clear_object (&import->inspection);
  g_clear_object (&import->cancellable);
  g_clear_object (&import->window);
  g_free (import);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Import, import_free)

static void
on_cancelled (GCancellable *cancellable, Import *import)
{
  squill_inspection_stop (import->inspection);
}

static Import *
import_new (SquillWindow *window, SquillInspection *inspection, const char *text)
{
  Import *import = g_new0 (Import, 1);

  import->window = g_object_ref (window);
  import->inspection = g_object_ref (inspection);
  import->cancellable = g_object_ref (_squill_window_begin_work (window, text));
  g_signal_connect (import->cancellable, "cancelled", G_CALLBACK (on_cancelled), import);
  return import;
}

static void
end_work (Import *import)
{
  if (import->window->work == import->cancellable)
    _squill_window_end_work (import->window);
}

void
_squill_window_show_progress (SquillWindow *self, const SquillInspectProgress *now)
{
  g_autofree char *documents = squill_wording_count ((double)now->documents);
  g_autofree char *speed =
      squill_wording_bytes ((double)now->bytes_read / MAX (now->seconds, 0.001));
  /* Translators: a collection, a number of documents, and bytes a second. */
  g_autofree char *text =
      g_strdup_printf (_ ("Reading %s: %s documents, %s a second"),
                       now->collection != NULL ? now->collection : "", documents, speed);
  double fraction = -1;

  if (now->bytes_total != G_MAXUINT64 && now->bytes_total > 0)
    fraction = (double)now->bytes_read / (double)now->bytes_total;
  squill_work_bar_update (self->work_bar, text, fraction);
}

static void
on_progress (SquillInspection *inspection, const SquillInspectProgress *now, Import *import)
{
  if (import->window->work == import->cancellable)
    _squill_window_show_progress (import->window, now);
}

static void
on_problems_read (const char *response, gpointer user_data)
{
}

static char *
title_problems (guint n)
{
  return g_strdup_printf (
      g_dngettext (NULL, "%u problem while reading", "%u problems while reading", n), n);
}

static void
on_problems_wanted (AdwToast *toast, SquillWindow *self)
{
  const SquillResponse close = { "cancel", _ ("_Close"), ADW_RESPONSE_DEFAULT };
  GListModel *problems = g_object_get_data (G_OBJECT (toast), "problems");
  GtkWidget *list = squill_note_list_new (_ ("What could not be read"), "");
  g_autofree char *heading = title_problems (g_list_model_get_n_items (problems));

  squill_note_list_set_notes (SQUILL_NOTE_LIST (list), problems);
  gtk_widget_set_size_request (list, -1, 300);
  squill_compat_ask (GTK_WINDOW (self), heading, _ ("All the rest was read."), list, &close, 1,
                     "cancel", on_problems_read, NULL, NULL);
}

void
_squill_window_tell_problems (SquillWindow *self, SquillInspection *inspection)
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

/* The new model is complete: it comes into the window as one whole, without a history. */
static void
finish (Import *import)
{
  SquillWindow *self = import->window;

  end_work (import);
  squill_model_clear_history (squill_session_get_model (import->session));
  squill_session_set_unsaved (import->session, TRUE);
  squill_window_set_session (self, import->session);
  if (!import->reviewed)
    _squill_window_tell_problems (self, import->inspection);
}

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Import) import = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) layout = squill_layout_run_finish (result, &error);

  if (layout != NULL)
    squill_layout_apply (import->arrangement, layout, squill_session_get_model (import->session),
                         NULL);
  else
    g_debug ("The new model was not arranged: %s", error->message);
  finish (import);
}

static void
arrange (Import *import)
{
  g_autoptr (SquillDiagram) diagram =
      squill_diagram_new (squill_session_get_design (import->session));

  squill_work_bar_update (import->window->work_bar, _ ("Arranging the collections"), -1);
  squill_diagram_change_free (squill_diagram_update (diagram));
  import->arrangement = squill_arrangement_new (diagram, NULL);
  squill_layout_run_async (squill_arrangement_get_graph (import->arrangement), SQUILL_LAYOUT_AUTO,
                           import->cancellable, on_arranged, import);
}

static void
explain_failure (Import *import, const GError *error)
{
  SquillReview *review = squill_inspection_get_review (import->inspection);
  g_autoptr (GString) body = g_string_new (error->message);
  GListModel *problems;

  end_work (import);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  problems = review != NULL ? squill_review_get_problems (review) : NULL;
  for (guint i = 0; problems != NULL && i < MIN (3, g_list_model_get_n_items (problems)); i++)
    {
      g_autoptr (SquillReviewNote) problem = g_list_model_get_item (problems, i);

      g_string_append_printf (body, "\n%s: %s", squill_review_note_get_body (problem),
                              squill_review_note_get_title (problem));
    }
  g_string_append_printf (body, "\n\n%s", _ ("The model that is open here stays as it is."));
  _squill_window_show_error (import->window, _ ("There is nothing to make a model of"), body->str);
}

static void
on_model_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Import) import = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model =
      squill_inspection_make_model_finish (import->inspection, result, &error);

  if (model == NULL)
    {
      explain_failure (import, error);
      return;
    }
  import->session = squill_session_new (model, NULL);
  arrange (g_steal_pointer (&import));
}

/* Takes import. */
static void
make_model (Import *import)
{
  squill_work_bar_update (import->window->work_bar, _ ("Making a model"), -1);
  squill_inspection_make_model_async (import->inspection, on_model_made, import);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Import) import = user_data;
  g_autoptr (GError) error = NULL;

  if (!squill_inspection_read_finish (import->inspection, result, &error))
    explain_failure (import, error);
  else
    make_model (g_steal_pointer (&import));
}

/* The model that is there stays: a new one comes into a window of its own. */
static SquillWindow *
get_target (SquillWindow *self)
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
  Import *import = import_new (get_target (self), squill_inspect_dialog_get_inspection (dialog),
                               _ ("Making a model"));

  import->reviewed = TRUE;
  make_model (import);
}

static void
on_inspect (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillInspectDialog *dialog =
      squill_inspect_dialog_new (GTK_WINDOW (widget), SQUILL_INSPECT_TO_DRAW, NULL);

  g_signal_connect_object (dialog, "finished", G_CALLBACK (on_finished), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
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
_squill_window_install_import_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.inspect", NULL, on_inspect);
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
  Import *import;

  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (n_sources > 0);

  for (guint i = 0; i < n_sources; i++)
    {
      g_autofree char *path = g_file_get_path (sources[i]);

      if (path == NULL)
        {
          g_autofree char *uri = g_file_get_uri (sources[i]);

          _squill_window_show_error (self, _ ("Only files of this computer can be inspected"), uri);
          return;
        }
      g_strv_builder_add (paths, path);
    }
  all = g_strv_builder_end (paths);

  name = g_file_get_basename (sources[0]);
  text = g_strdup_printf (_ ("Reading “%s”"), name);
  squill_inspection_set_sources (inspection, (const char *const *)all);
  import = import_new (get_target (self), inspection, text);
  g_signal_connect (inspection, "progress", G_CALLBACK (on_progress), import);
  squill_inspection_read_async (inspection, on_read, import);
}
