/* SPDX-License-Identifier: Apache-2.0 */

/* Files of other programs: read into a new model, never written. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "diagram/squill-layout.h"
#include "exchange/squill-import-folder.h"
#include "model/squill-error-text.h"
#include "session/squill-task.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"

#define REPORT_HEIGHT 360
#define REPORT_WIDTH 520
#define REPORT_MARGINS 72
/* Text that is longer takes seconds to lay out, and nobody reads it. */
#define SHOWN_PROBLEMS 500

/* The beginning of a file of this machine; what comes over a network is not waited for. */
static gsize
read_head (GFile *file, char *head)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GFileInputStream) stream = NULL;
  gsize length = 0;

  if (path == NULL || !g_file_is_native (file) || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return 0;
  stream = g_file_read (file, NULL, NULL);
  if (stream != NULL)
    g_input_stream_read_all (G_INPUT_STREAM (stream), head, SQUILL_IMPORT_HEAD, &length, NULL,
                             NULL);
  return length;
}

static const SquillImportFormat *
find_format (GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *head = NULL;
  const SquillImportFormat *format = squill_import_find_format_of (name, NULL, 0);
  gsize length;

  if (path != NULL && g_file_test (path, G_FILE_TEST_IS_DIR))
    return squill_import_find_format_of_folder (path, NULL);
  if (format != NULL || !squill_import_needs_head (name))
    return format;
  head = g_malloc (SQUILL_IMPORT_HEAD);
  length = read_head (file, head);
  return squill_import_find_format_of (name, head, length);
}

/* Whether another program's file, or folder of files that belong together, becomes a model. */
gboolean
_squill_window_is_foreign (GFile *file)
{
  return find_format (file) != NULL;
}

/* What the dialog to open shows beside our own files. */
void
_squill_window_add_foreign_patterns (GtkFileFilter *filter)
{
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *pattern = g_strconcat ("*", formats[i].suffix, NULL);

      gtk_file_filter_add_pattern (filter, pattern);
      if (formats[i].recognizes == NULL)
        {
          g_autofree char *packed = g_strconcat (pattern, ".gz", NULL);

          gtk_file_filter_add_pattern (filter, packed);
        }
      for (guint j = 0; formats[i].other_suffixes != NULL && formats[i].other_suffixes[j] != NULL;
           j++)
        {
          g_autofree char *other = g_strconcat ("*", formats[i].other_suffixes[j], NULL);

          gtk_file_filter_add_pattern (filter, other);
        }
    }
}

/* Gives what has no place yet one, as models that were written by hand or by programs without a
 * diagram; nothing is lost where that fails. May take seconds. */
void
_squill_window_arrange_new (SquillModel *model, GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (!squill_model_is_unplaced (model))
    return;
  if (!squill_model_arrange (model, SQUILL_LAYOUT_AUTO, NULL, cancellable, &error))
    g_debug ("The new model was not arranged: %s", error->message);
  squill_model_clear_history (model);
}

/* Runs in a thread. */
static void
read_file (GTask *task, gpointer source, gpointer report, GCancellable *cancellable)
{
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  const SquillImportFormat *format = find_format (source);
  g_autofree char *path = g_file_get_path (source);
  g_autofree char *name = g_file_get_basename (source);
  g_autofree char *data = NULL;
  gsize length;

  /* A folder can have changed since it was found to be one. */
  if (format == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("There is nothing in it that can be read"));
  else if (path != NULL && g_file_test (path, G_FILE_TEST_IS_DIR))
    model = squill_import_read_folder (format, path, report, &error);
  else if (squill_file_load (source, cancellable, &data, &length, &error))
    model = squill_import_read (format, name, data, length, report, &error);
  if (model != NULL)
    _squill_window_arrange_new (model, cancellable);
  if (model != NULL)
    g_task_return_pointer (task, g_steal_pointer (&model), g_object_unref);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* Reads a file or folder of another program. @report has to live until @callback is called, which
 * gets the model by g_task_propagate_pointer(). */
void
_squill_window_read_foreign (GFile *file,
                             SquillImportReport *report,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (file, cancellable, callback, user_data);

  g_task_set_task_data (task, report, NULL);
  squill_task_run_in_thread (task, read_file);
}

static void
add_part (GtkBox *box, const char *title, const char *text)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_bottom (label, 12);
  gtk_box_append (box, heading);
  gtk_box_append (box, label);
}

/* What is lost first: that is what has to be looked after. */
static GtkWidget *
make_report (SquillWindow *self, const SquillImportReport *report)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *problems = squill_import_problems_describe (report->problems, SHOWN_PROBLEMS);
  g_autoptr (GString) outcomes = g_string_new (NULL);

  for (guint i = 0; i < report->outcomes->len; i++)
    g_string_append_printf (outcomes, i > 0 ? "\n%s" : "%s",
                            (const char *)g_ptr_array_index (report->outcomes, i));
  if (report->problems->len > 0)
    add_part (GTK_BOX (box), _ ("Not taken over"), problems);
  if (report->outcomes->len > 0)
    add_part (GTK_BOX (box), _ ("What became of it"), outcomes->str);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), REPORT_HEIGHT);
  /* A message of its kind is as narrow as its heading, which breaks most of these lines. */
  gtk_widget_set_size_request (
      scroller, CLAMP (gtk_widget_get_width (GTK_WIDGET (self)) - REPORT_MARGINS, -1, REPORT_WIDTH),
      -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  return scroller;
}

/* Tells what became of a file, unless it was taken over without a word. */
void
_squill_window_show_import_report (SquillWindow *self,
                                   GFile *file,
                                   const SquillImportReport *report)
{
  g_autofree char *name = _squill_file_get_shown_name (file);
  g_autofree char *heading = NULL;

  if (report->problems->len + report->outcomes->len == 0)
    return;
  heading = g_strdup_printf (_ ("“%s” became a model"), name);
  squill_compat_tell (GTK_WINDOW (self), heading, NULL, make_report (self, report));
}
