/* SPDX-License-Identifier: Apache-2.0 */

/* Writing scripts, schemas and pictures. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "session/squill-task.h"
#include "shell/squill-export-dialog.h"
#include "shell/squill-window-private.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-typing.h"

typedef struct
{
  SquillWindow *window;
  const SquillExporter *exporter;
  GHashTable *options;
  SquillModel *model; /* a copy: it is written as it was when it was asked for */
  GFile *target;
} Export;

static void
export_free (Export *export)
{
  g_clear_object (&export->window);
  g_clear_object (&export->model);
  g_clear_object (&export->target);
  g_clear_pointer (&export->options, g_hash_table_unref);
  g_free (export);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Export, export_free)

static void
export_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Export *export = task_data;
  g_autoptr (SquillDesign) design = squill_design_new (export->model);
  g_autoptr (SquillAdvice) advice = squill_advice_new (design);
  g_autoptr (GPtrArray) files = NULL;
  GError *error = NULL;

  files = squill_export (export->exporter, design, advice, export->options, cancellable, &error);
  if (files != NULL &&
      squill_export_write (files, export->exporter, export->target, cancellable, &error))
    g_task_return_int (task, (gssize)files->len);
  else
    g_task_return_error (task, error);
}

static void
on_folder_wanted (AdwToast *toast, SquillWindow *self)
{
  squill_compat_launch_uri (GTK_WINDOW (self), g_object_get_data (G_OBJECT (toast), "uri"));
}

static void
on_exported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SquillWindow *self = SQUILL_WINDOW (source);
  Export *export = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gssize n = g_task_propagate_int (G_TASK (result), &error);
  g_autofree char *name = _squill_file_get_shown_name (export->target);
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;
  g_autoptr (GFile) folder = NULL;
  AdwToast *toast;

  if (self->work == g_task_get_cancellable (G_TASK (result)))
    _squill_window_end_work (self);
  if (n < 0)
    {
      text = g_strdup_printf (_ ("“%s” could not be written"), name);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        _squill_window_show_error (self, text, error->message);
      return;
    }
  if (export->exporter->many_files)
    text = g_strdup_printf (
        g_dngettext (NULL, "%d file written to “%s”", "%d files written to “%s”", (gulong)n),
        (int)n, name);
  else
    text = g_strdup_printf (_ ("“%s” written"), name);
  escaped = g_markup_escape_text (text, -1);
  folder = export->exporter->many_files ? g_object_ref (export->target)
                                        : g_file_get_parent (export->target);
  toast = adw_toast_new (escaped);
  if (folder != NULL)
    {
      g_object_set_data_full (G_OBJECT (toast), "uri", g_file_get_uri (folder), g_free);
      adw_toast_set_button_label (toast, _ ("Show _Folder"));
      g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_folder_wanted), self, 0);
    }
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
on_target_chosen (GFile *file, gpointer user_data)
{
  Export **pointer = user_data;
  Export *export = *pointer;
  g_autoptr (GTask) task = NULL;
  g_autofree char *text = NULL;
  SquillWindow *self = export->window;

  if (file == NULL)
    return;
  *pointer = NULL;
  export->target = g_object_ref (file);
  export->model = squill_model_copy (squill_session_get_model (self->session));
  text = g_strdup_printf (_ ("Exporting %s"), _ (export->exporter->title));
  task = g_task_new (self, _squill_window_begin_work (self, text), on_exported, NULL);
  g_task_set_source_tag (task, on_target_chosen);
  g_task_set_task_data (task, export, (GDestroyNotify)export_free);
  squill_task_run_in_thread (task, export_thread);
}

static void
free_export_pointer (gpointer data)
{
  Export **pointer = data;

  g_clear_pointer (pointer, export_free);
  g_free (pointer);
}

static void
on_chosen (SquillExportDialog *dialog, SquillWindow *self)
{
  const SquillExporter *exporter = squill_export_dialog_get_exporter (dialog);
  GFile *file = squill_session_get_file (self->session);
  g_autoptr (GFile) folder = file == NULL ? NULL : g_file_get_parent (file);
  g_autofree char *name = NULL, *suffix = NULL;
  Export **pointer;

  if (exporter == NULL)
    return;
  suffix = squill_exporter_get_suffix (exporter);
  name = g_strconcat (squill_session_get_title (self->session), suffix, NULL);
  g_strdelimit (name, "/", '-');
  pointer = g_new0 (Export *, 1);
  *pointer = g_new0 (Export, 1);
  (*pointer)->window = g_object_ref (self);
  (*pointer)->exporter = exporter;
  (*pointer)->options = squill_export_dialog_get_options (dialog);
  squill_compat_choose_file (
      GTK_WINDOW (self),
      &(SquillFileQuestion){
          .action = exporter->many_files ? SQUILL_CHOOSE_FOLDER : SQUILL_CHOOSE_SAVE,
          .title = _ (exporter->title),
          .accept_label = _ ("_Export"),
          .file = folder,
          .name = name,
      },
      on_target_chosen, pointer, free_export_pointer);
}

static void
on_export (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillExportDialog *dialog;

  squill_typing_keep (widget);
  dialog = squill_export_dialog_new (GTK_WINDOW (self));
  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_chosen), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
_squill_window_install_export_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.export", NULL, on_export);
}
