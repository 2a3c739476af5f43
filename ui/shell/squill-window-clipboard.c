/* SPDX-License-Identifier: Apache-2.0 */

/* Copying, duplicating, and pasting: parts of models, commands, and documents. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "exchange/import/squill-document-import.h"
#include "exchange/import/squill-operation-import.h"
#include "model/squill-authoring.h"
#include "model/squill-error-text.h"
#include "session/squill-pasted-documents.h"
#include "session/squill-task.h"
#include "shell/squill-window-private.h"
#include "text/squill-text.h"
#include "widgets/squill-typing.h"
#include "widgets/squill-compat.h"

/* Problems of pasted commands that are listed. */
#define SHOWN_PROBLEMS 10

/* How far copies are from their originals. */
#define PASTE_OFFSET 40

static char *
serialize_selection (SquillWindow *self)
{
  g_auto (GStrv) ids = squill_selection_get_ids (squill_session_get_selection (self->session));
  json_auto_t *items = NULL;

  if (ids[0] == NULL)
    return NULL;
  items =
      squill_model_copy_items (squill_session_get_model (self->session), (const char *const *)ids);
  return json_object_size (items) == 0 ? NULL : json_dumps (items, JSON_INDENT (2));
}

static gboolean
copy_selection (SquillWindow *self)
{
  g_autofree char *text = serialize_selection (self);

  if (text == NULL)
    return FALSE;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  return TRUE;
}

static void
on_copy (GtkWidget *widget, const char *name, GVariant *parameter)
{
  copy_selection (SQUILL_WINDOW (widget));
}

static void
on_cut (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  if (copy_selection (self))
    gtk_widget_activate_action (widget, "win.delete", NULL);
}

/* Without the clipboard, which keeps what it has. */
static void
on_duplicate (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillSelection *selection = squill_session_get_selection (self->session);
  g_auto (GStrv) ids = squill_selection_get_ids (selection);
  g_auto (GStrv) made = NULL;
  g_autoptr (GError) error = NULL;

  made =
      squill_model_duplicate_items (squill_session_get_model (self->session),
                                    (const char *const *)ids, PASTE_OFFSET, PASTE_OFFSET, &error);
  if (made != NULL)
    squill_selection_set_many (selection, (const char *const *)made);
  else
    _squill_window_show_toast (self, error->message);
}

/* Fields are pasted into the selected item if it can have fields. */
static const char *
find_paste_parent (SquillWindow *self)
{
  SquillModel *model = squill_session_get_model (self->session);
  const char *id = squill_selection_get_single (squill_session_get_selection (self->session));
  const SquillItem *item = id == NULL ? NULL : squill_model_get_item (model, id);

  if (item == NULL)
    return NULL;
  if (item->kind == SQUILL_KIND_ENTITY)
    return id;
  if (item->kind == SQUILL_KIND_FIELD)
    return (((const SquillField *)item)->types & SQUILL_TYPE_OBJECT) != 0 ? id : item->parent->id;
  return squill_item_get_owner (item)->kind == SQUILL_KIND_ENTITY ? squill_item_get_owner (item)->id
                                                                  : NULL;
}

/* Adds the operations to the model, and says how many there are and what was not understood. */
static void
add_operations (SquillWindow *self, SquillOperationImport *found)
{
  const gboolean only_measured = found->operations->len == 0 && found->measures->len > 0;
  g_auto (GStrv) ids = NULL;
  g_autofree char *heading = NULL;
  g_autofree char *n = NULL;
  g_autofree char *body = NULL;

  ids = squill_operation_import_apply (found, squill_session_get_model (self->session));
  if (ids != NULL)
    squill_selection_set_many (squill_session_get_selection (self->session),
                               (const char *const *)ids);
  n = squill_text_count (only_measured ? found->measures->len : found->operations->len);
  heading =
      only_measured
          ? g_strdup_printf (g_dngettext (NULL, "%s measurement was entered",
                                          "%s measurements were entered", found->measures->len),
                             n)
          : g_strdup_printf (g_dngettext (NULL, "%s operation was added",
                                          "%s operations were added", found->operations->len),
                             n);
  body = squill_import_problems_describe (found->problems, SHOWN_PROBLEMS);
  if (body == NULL)
    _squill_window_show_toast (self, heading);
  else
    squill_compat_tell (GTK_WINDOW (self), heading, body, NULL);
}

/* A document is read as a command that is not known. */
static gboolean
has_commands (const SquillOperationImport *found, const char *text, gsize length)
{
  return found->n_commands > 0 && (found->operations->len + found->measures->len > 0 ||
                                   !squill_document_is_likely (text, length));
}

/* Commands of the shell, a program, or a log become operations. Returns FALSE if there are none. */
static gboolean
paste_commands (SquillWindow *self, const char *text)
{
  g_autoptr (SquillOperationImport) found =
      squill_operation_import_new (squill_session_get_design (self->session), text, strlen (text));

  if (!has_commands (found, text, strlen (text)))
    return FALSE;
  add_operations (self, found);
  return TRUE;
}

/* Files of commands. They are read in a thread, for a copy of the model: logs are large. */

/* Bytes of all files together. */
#define MAX_COMMAND_BYTES (G_GUINT64_CONSTANT (64) << 20)

typedef struct
{
  SquillSession *session;
  SquillModel *model; /* a copy */
  guint64 edits;      /* of the window's model when the copy was made */
  char **uris;
  gboolean is_empty; /* of commands */
} CommandFiles;

static void
command_files_free (gpointer data)
{
  CommandFiles *self = data;

  g_object_unref (self->session);
  g_object_unref (self->model);
  g_strfreev (self->uris);
  g_free (self);
}

/* Appends a file to @text, which is not longer than MAX_COMMAND_BYTES then. */
static gboolean
read_command_file (const char *uri, GString *text, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFileInfo) info =
      g_file_query_info (file,
                         G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                                        "," G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME,
                         G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autofree char *data = NULL;
  g_autofree char *valid = NULL;
  gsize length;

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("“%s” is not a file"),
                   g_file_info_get_display_name (info));
      return FALSE;
    }
  if ((guint64)g_file_info_get_size (info) > MAX_COMMAND_BYTES - MIN (text->len, MAX_COMMAND_BYTES))
    {
      g_autofree char *most = squill_text_bytes ((double)MAX_COMMAND_BYTES);

      /* Translators: the %s is a number of bytes, such as "67 MB". */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                   _ ("The files are larger than %s together: take a part of them"), most);
      return FALSE;
    }
  if (!squill_file_load (file, cancellable, &data, &length, error))
    return FALSE;
  valid = g_utf8_make_valid (data, (gssize)length);
  g_string_append (text, valid);
  g_string_append_c (text, '\n');
  return TRUE;
}

static void
read_command_files (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  CommandFiles *files = data;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (SquillDesign) design = NULL;
  SquillOperationImport *found;
  GError *error = NULL;

  for (guint i = 0; files->uris[i] != NULL; i++)
    if (!read_command_file (files->uris[i], text, cancellable, &error))
      {
        g_task_return_error (task, error);
        return;
      }
  design = squill_design_new (files->model);
  found = squill_operation_import_new (design, text->str, text->len);
  files->is_empty = !has_commands (found, text->str, text->len);
  g_task_return_pointer (task, found, (GDestroyNotify)squill_operation_import_free);
}

static void add_operations_of_files (SquillWindow *self, char **uris);

static void
on_command_files_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SquillWindow *self = SQUILL_WINDOW (source);
  CommandFiles *files = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillOperationImport) found = g_task_propagate_pointer (G_TASK (result), &error);

  /* The window may show another model by now, or the same one to be read only. */
  if (self->session != files->session)
    return;
  _squill_window_end_work (self);
  if (squill_model_get_read_only (squill_session_get_model (self->session)))
    return;
  if (found == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        _squill_window_show_toast (self, error->message);
      return;
    }
  squill_typing_keep (GTK_WIDGET (self));
  if (self->edits != files->edits)
    add_operations_of_files (self, g_steal_pointer (&files->uris));
  else if (files->is_empty)
    _squill_window_show_toast (self, g_dngettext (NULL, "The file contains no commands",
                                                  "The files contain no commands",
                                                  g_strv_length (files->uris)));
  else
    add_operations (self, found);
}

/* Takes @uris. */
static void
add_operations_of_files (SquillWindow *self, char **uris)
{
  CommandFiles *files = g_new0 (CommandFiles, 1);
  g_autoptr (GTask) task = NULL;

  files->session = g_object_ref (self->session);
  files->model = squill_model_copy (squill_session_get_model (self->session));
  files->edits = self->edits;
  files->uris = uris;
  task = g_task_new (self, _squill_window_begin_work (self, _ ("Reading commands")),
                     on_command_files_read, NULL);
  g_task_set_source_tag (task, add_operations_of_files);
  g_task_set_task_data (task, files, command_files_free);
  squill_task_run_in_thread (task, read_command_files);
}

static void
on_add_operations (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  g_autofree const char **uris = g_variant_get_strv (parameter, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  gboolean is_any = FALSE;

  for (guint i = 0; uris[i] != NULL; i++)
    {
      /* Models are opened wherever they are dropped. What other programs call a schema may be a
       * script here. */
      if (g_str_has_suffix (uris[i], ".squill"))
        gtk_widget_activate_action (widget, "win.open-uri", "s", uris[i]);
      else
        {
          g_strv_builder_add (builder, uris[i]);
          is_any = TRUE;
        }
    }
  if (is_any)
    add_operations_of_files (self, g_strv_builder_end (builder));
}

/* Adds items and shows them. Returns FALSE if there are none. */
static gboolean
paste_items (SquillWindow *self, const json_t *items, GError **error)
{
  SquillModel *model = squill_session_get_model (self->session);
  g_auto (GStrv) ids = squill_model_paste_items (model, items, find_paste_parent (self),
                                                 PASTE_OFFSET, PASTE_OFFSET, error);

  if (ids == NULL)
    return FALSE;
  squill_selection_set_many (squill_session_get_selection (self->session),
                             (const char *const *)ids);
  if (g_strv_length (ids) == 1)
    squill_session_show_item (self->session, ids[0]);
  return TRUE;
}

typedef struct
{
  SquillWindow *window;
  SquillSession *session;
} DocumentPaste;

/* The entity has no name of its own yet, so that is edited. */
static void
on_documents_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  DocumentPaste *pasting = user_data;
  g_autoptr (SquillWindow) self = pasting->window;
  g_autoptr (SquillSession) session = pasting->session;
  g_autoptr (GError) error = NULL;
  json_auto_t *items = squill_pasted_documents_read_finish (result, &error);

  g_free (pasting);
  /* The window may show another model by now. */
  if (self->session != session)
    return;
  squill_typing_keep (GTK_WIDGET (self));
  if (items == NULL || !paste_items (self, items, &error))
    _squill_window_show_toast (self, error->message);
  else if (squill_selection_get_single (squill_session_get_selection (session)) != NULL)
    gtk_widget_activate_action (self->canvas_view, "canvas.rename", NULL);
}

static void
paste_text (SquillWindow *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  json_auto_t *items = json_loads (text, 0, NULL);
  DocumentPaste *pasting;

  if (items != NULL && paste_items (self, items, &error))
    return;
  if (squill_model_is_copied_items (items))
    {
      _squill_window_show_toast (self, error->message);
      return;
    }
  /* A line of a log is JSON, too. */
  if (paste_commands (self, text))
    return;
  if (!squill_document_is_likely (text, strlen (text)))
    {
      _squill_window_show_toast (
          self, _ ("The clipboard contains nothing that can be pasted into a model"));
      return;
    }
  pasting = g_new0 (DocumentPaste, 1);
  pasting->window = g_object_ref (self);
  pasting->session = g_object_ref (self->session);
  squill_pasted_documents_read_async (text, NULL, on_documents_read, pasting);
}

static void
on_text_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SquillWindow) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (text != NULL)
    paste_text (self, text);
  else
    _squill_window_show_toast (
        self, _ ("The clipboard contains nothing that can be pasted into a model"));
}

static void
on_paste (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_text_read,
                                 g_object_ref (widget));
}

void
_squill_window_install_clipboard_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.copy", NULL, on_copy);
  gtk_widget_class_install_action (widget_class, "win.cut", NULL, on_cut);
  gtk_widget_class_install_action (widget_class, "win.duplicate", NULL, on_duplicate);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, on_paste);
  gtk_widget_class_install_action (widget_class, "win.add-operations", "as", on_add_operations);
}
