/* SPDX-License-Identifier: Apache-2.0 */

/* Reading dumps and files of documents into a new model. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "diagram/squill-arrangement.h"
#include "inspect/squill-inspect.h"
#include "squill-compat.h"
#include "squill-window-private.h"

#define MAX_PROBLEMS_SHOWN 200

/* How far the reading is; told by the thread that reads, shown by the main one. */
typedef struct
{
  gatomicrefcount count;
  GMutex mutex;
  SquillWorkBar *bar;
  gint64 start;
  char *collection;
  guint64 documents;
  guint64 bytes_read;
  guint64 bytes_total;
  gboolean queued;
  gboolean over;
} Progress;

typedef struct
{
  SquillWindow *window;
  GCancellable *cancellable;
  Progress *progress;
  SquillSession *session;
  SquillArrangement *arrangement;
  GPtrArray *problems; /* of texts */
} Import;

static Progress *
progress_ref (Progress *progress)
{
  g_atomic_ref_count_inc (&progress->count);
  return progress;
}

static void
progress_unref (gpointer data)
{
  Progress *progress = data;

  if (!g_atomic_ref_count_dec (&progress->count))
    return;
  g_mutex_clear (&progress->mutex);
  g_free (progress->collection);
  g_free (progress);
}

static Progress *
progress_new (SquillWorkBar *bar)
{
  Progress *progress = g_new0 (Progress, 1);

  g_atomic_ref_count_init (&progress->count);
  g_mutex_init (&progress->mutex);
  progress->bar = bar;
  progress->start = g_get_monotonic_time ();
  return progress;
}

static gboolean
on_progress_shown (gpointer user_data)
{
  Progress *progress = user_data;
  g_autofree char *text = NULL;
  g_autofree char *speed = NULL;
  double fraction = -1;
  double seconds;

  g_mutex_lock (&progress->mutex);
  progress->queued = FALSE;
  if (!progress->over)
    {
      seconds = (double)(g_get_monotonic_time () - progress->start) / G_USEC_PER_SEC;
      if (progress->bytes_total > 0)
        fraction = (double)progress->bytes_read / (double)progress->bytes_total;
      speed = g_format_size ((guint64)((double)progress->bytes_read / MAX (seconds, 0.001)));
      /* Translators: a collection, a number of documents, and bytes a second. */
      text = g_strdup_printf (_ ("Reading %s: %'" PRIu64 " documents, %s a second"),
                              progress->collection != NULL ? progress->collection : "",
                              progress->documents, speed);
    }
  g_mutex_unlock (&progress->mutex);
  if (text != NULL)
    squill_work_bar_update (progress->bar, text, fraction);
  return G_SOURCE_REMOVE;
}

static void
on_progress (const SquillInspectProgress *now, gpointer user_data)
{
  Progress *progress = user_data;

  g_mutex_lock (&progress->mutex);
  if (g_strcmp0 (progress->collection, now->collection) != 0)
    {
      g_free (progress->collection);
      progress->collection = g_strdup (now->collection);
    }
  progress->documents = now->documents;
  progress->bytes_read = now->bytes_read;
  progress->bytes_total = now->bytes_total;
  if (!progress->queued)
    {
      progress->queued = TRUE;
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_progress_shown, progress_ref (progress),
                       progress_unref);
    }
  g_mutex_unlock (&progress->mutex);
}

static void
import_free (Import *import)
{
  g_mutex_lock (&import->progress->mutex);
  import->progress->over = TRUE;
  g_mutex_unlock (&import->progress->mutex);
  progress_unref (import->progress);
  g_clear_pointer (&import->arrangement, squill_arrangement_free);
  g_clear_pointer (&import->problems, g_ptr_array_unref);
  g_clear_object (&import->session);
  g_clear_object (&import->cancellable);
  g_clear_object (&import->window);
  g_free (import);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Import, import_free)

static void
on_problems_read (const char *response, gpointer user_data)
{
}

static void
show_problems (SquillWindow *self, GPtrArray *problems)
{
  const SquillResponse close = { "cancel", _ ("_Close"), ADW_RESPONSE_DEFAULT };
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *list = gtk_list_box_new ();
  g_autofree char *heading = NULL;

  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What could not be read"), -1);
  for (guint i = 0; i < problems->len && i < MAX_PROBLEMS_SHOWN; i++)
    {
      GtkWidget *label = gtk_label_new (problems->pdata[i]);

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_set_margin_top (label, 8);
      gtk_widget_set_margin_bottom (label, 8);
      gtk_widget_set_margin_start (label, 12);
      gtk_widget_set_margin_end (label, 12);
      gtk_list_box_append (GTK_LIST_BOX (list), label);
    }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 360);
  heading = g_strdup_printf (
      g_dngettext (NULL, "%u problem while reading", "%u problems while reading", problems->len),
      problems->len);
  squill_compat_ask (GTK_WINDOW (self), heading, _ ("All the rest was read."), scroller, &close, 1,
                     "cancel", on_problems_read, NULL, NULL);
}

static void
on_problems_wanted (AdwToast *toast, SquillWindow *self)
{
  show_problems (self, g_object_get_data (G_OBJECT (toast), "problems"));
}

static char *
problem_to_text (const SquillProblem *problem)
{
  if (problem->line > 0)
    return g_strdup_printf (_ ("%s, line %" PRIu64 ", column %" PRIu64 ": %s"), problem->file,
                            problem->line, problem->column, problem->reason);
  if (problem->offset >= 0)
    return g_strdup_printf (_ ("%s, byte %" PRId64 ": %s"), problem->file, problem->offset,
                            problem->reason);
  return g_strdup_printf ("%s: %s", problem->file, problem->reason);
}

/* The new model is complete: it comes into the window as one whole, without a history. */
static void
finish (Import *import)
{
  SquillWindow *self = import->window;
  SquillModel *model = squill_session_get_model (import->session);

  if (self->work == import->cancellable)
    _squill_window_end_work (self);
  squill_model_clear_history (model);
  squill_session_set_unsaved (import->session, TRUE);
  squill_window_set_session (self, import->session);
  if (import->problems->len > 0)
    {
      g_autofree char *text =
          g_strdup_printf (g_dngettext (NULL, "%u problem while reading",
                                        "%u problems while reading", import->problems->len),
                           import->problems->len);
      AdwToast *toast = adw_toast_new (text);

      adw_toast_set_button_label (toast, _ ("_Show"));
      adw_toast_set_timeout (toast, 0);
      g_object_set_data_full (G_OBJECT (toast), "problems", g_ptr_array_ref (import->problems),
                              (GDestroyNotify)g_ptr_array_unref);
      g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_problems_wanted), self, 0);
      adw_toast_overlay_add_toast (self->toasts, toast);
    }
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
  g_clear_pointer (&import->arrangement, squill_arrangement_free);
  squill_diagram_change_free (squill_diagram_update (diagram));
  import->arrangement = squill_arrangement_new (diagram, NULL);
  squill_layout_run_async (squill_arrangement_get_graph (import->arrangement), SQUILL_LAYOUT_AUTO,
                           import->cancellable, on_arranged, import);
}

static void
on_inspected (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Import) import = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillModel) model = NULL;
  const SquillProfileModelOptions options = { .references = TRUE };
  SquillWindow *self = import->window;

  profile = squill_inspect_finish (result, &error);
  for (guint i = 0; profile != NULL && i < squill_profile_get_n_problems (profile); i++)
    g_ptr_array_add (import->problems, problem_to_text (squill_profile_get_problem (profile, i)));
  if (profile != NULL)
    model = squill_profile_to_model (profile, &options, &error);
  if (model == NULL)
    {
      if (self->work == import->cancellable)
        _squill_window_end_work (self);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_autoptr (GString) body = g_string_new (error->message);

          for (guint i = 0; i < import->problems->len && i < 3; i++)
            g_string_append_printf (body, "\n%s", (char *)import->problems->pdata[i]);
          g_string_append_printf (body, "\n\n%s",
                                  _ ("The model that is open here stays as it is."));
          _squill_window_show_error (self, _ ("There is nothing to make a model of"), body->str);
        }
      return;
    }
  import->session = squill_session_new (model, NULL);
  arrange (g_steal_pointer (&import));
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
on_source_chosen (GFile *file, gpointer user_data)
{
  SquillWindow *self = user_data;

  if (file != NULL)
    squill_window_import (self, &file, 1);
}

static void
on_way_chosen (const char *response, gpointer user_data)
{
  SquillWindow *self = user_data;

  if (g_str_equal (response, "folder"))
    squill_compat_choose_file (GTK_WINDOW (self), SQUILL_CHOOSE_FOLDER, _ ("Inspect a Folder"),
                               _ ("_Inspect"), NULL, NULL, NULL, on_source_chosen,
                               g_object_ref (self), g_object_unref);
  else if (g_str_equal (response, "file"))
    squill_compat_choose_file (GTK_WINDOW (self), SQUILL_CHOOSE_OPEN, _ ("Inspect a File"),
                               _ ("_Inspect"), NULL, NULL, NULL, on_source_chosen,
                               g_object_ref (self), g_object_unref);
}

static void
on_inspect (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "folder", _ ("Choose a F_older…"), ADW_RESPONSE_DEFAULT },
    { "file", _ ("Choose a _File…"), ADW_RESPONSE_SUGGESTED },
  };

  squill_compat_ask (GTK_WINDOW (widget), _ ("Inspect a database"),
                     _ ("Squill reads what mongodump and mongoexport write: a folder, an archive, "
                        "BSON or JSON files. A new model shows what is in them. Nothing is "
                        "changed there."),
                     NULL, responses, G_N_ELEMENTS (responses), "file", on_way_chosen,
                     g_object_ref (widget), g_object_unref);
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
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
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

  self = get_target (self);
  name = g_file_get_basename (sources[0]);
  text = g_strdup_printf (_ ("Reading “%s”"), name);
  import = g_new0 (Import, 1);
  import->window = g_object_ref (self);
  import->cancellable = g_object_ref (_squill_window_begin_work (self, text));
  import->progress = progress_new (self->work_bar);
  import->problems = g_ptr_array_new_with_free_func (g_free);
  squill_inspect_async ((const char *const *)all, &options, on_progress,
                        progress_ref (import->progress), progress_unref, import->cancellable,
                        on_inspected, import);
}
