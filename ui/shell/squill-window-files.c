/* SPDX-License-Identifier: Apache-2.0 */

/* Opening and saving models, and the menu of recent ones. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "diagram/squill-layout.h"
#include "model/squill-file-writer.h"
#include "session/squill-task.h"
#include "widgets/squill-compat.h"
#include "widgets/squill-typing.h"
#include "shell/squill-window-private.h"

#define MIME_TYPE "application/vnd.squill.model+json"
#define N_RECENT 10
/* From this many entities on, the search field gets the focus, as scanning the outline is hopeless.
 */
#define MANY_ENTITIES 1000

typedef void (*WindowFunc) (SquillWindow *self, gpointer data);

/* What to do when unsaved work is saved or discarded. */
typedef struct
{
  SquillWindow *window;
  WindowFunc function;
  gpointer data;
  GDestroyNotify destroy;
} Next;

typedef struct
{
  SquillWindow *window;
  GFile *file;
  gboolean keep_name; /* FALSE for an example: it is saved elsewhere */
  gboolean with_tour;
  GCancellable *cancellable;
  guint64 edits;              /* of what the window showed when it began */
  char *etag;                 /* of the file that was read */
  SquillSession *session;     /* once it is read */
  SquillImportReport *report; /* NULL for our own */
} Load;

typedef struct
{
  GApplication *application; /* held, so that it does not end while a file is written */
  SquillSession *session;
  GFile *file;
  gboolean force; /* whether it replaces what another program wrote */
  Next *next;
} Save;

static void save_to (SquillWindow *self, GFile *file, gboolean force, Next *next);
static void save_as (SquillWindow *self, Next *next);
static void ask_to_leave (SquillWindow *self, Next *next);

static Next *
next_new (SquillWindow *window, WindowFunc function, gpointer data, GDestroyNotify destroy)
{
  Next *next = g_new0 (Next, 1);

  next->window = g_object_ref (window);
  next->function = function;
  next->data = data;
  next->destroy = destroy;
  return next;
}

static void
next_free (Next *next)
{
  if (next == NULL)
    return;
  if (next->destroy != NULL && next->data != NULL)
    next->destroy (next->data);
  g_object_unref (next->window);
  g_free (next);
}

/* Takes next. */
static void
next_run (Next *next)
{
  if (next != NULL && next->function != NULL)
    next->function (next->window, next->data);
  next_free (next);
}

static void
load_free (Load *load)
{
  g_clear_object (&load->window);
  g_clear_object (&load->file);
  g_clear_object (&load->cancellable);
  g_free (load->etag);
  g_clear_object (&load->session);
  g_clear_pointer (&load->report, squill_import_report_free);
  g_free (load);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

static void
save_free (Save *save)
{
  if (save->application != NULL)
    g_application_release (save->application);
  g_clear_object (&save->application);
  g_clear_object (&save->session);
  g_clear_object (&save->file);
  next_free (save->next);
  g_free (save);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Save, save_free)

static void
remember (GFile *file)
{
  GtkRecentData data = { .mime_type = (char *)MIME_TYPE,
                         .app_name = (char *)"Squill",
                         .app_exec = (char *)"squill %u" };
  g_autofree char *uri = g_file_get_uri (file);

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

char *
_squill_file_get_shown_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base);
}

static gboolean
has_suffix (GFile *file, const char *suffix)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_str_has_suffix (lower, suffix);
}

/* Opening. */

static void
explain_failed_load (SquillWindow *self, GFile *file, const GError *error)
{
  g_autofree char *name = _squill_file_get_shown_name (file);
  g_autofree char *heading = NULL;
  g_autofree char *body = NULL;
  guint line, column;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
      _squill_window_offer_merge (self, file, error))
    return;
  heading = g_strdup_printf (_ ("“%s” could not be opened"), name);
  if (squill_model_parse_position (error, &line, &column))
    body = g_strdup_printf (_ ("Line %u, column %u: %s\n\nThe file and the open model were not "
                               "changed."),
                            line, column, strstr (error->message, ": ") + 2);
  else
    body = g_strdup_printf (_ ("%s\n\nThe open model was not changed."), error->message);
  _squill_window_show_error (self, heading, body);
}

static void
show_loaded (SquillWindow *self, gpointer data)
{
  Load *load = data;
  SquillModel *model = squill_session_get_model (load->session);
  guint n;

  if (load->keep_name)
    remember (load->file);
  squill_window_set_session (self, load->session);
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  if (n >= MANY_ENTITIES)
    squill_outline_start_search (self->outline);
  if (load->keep_name)
    _squill_window_find_drafts_of (self, load->file);
  if (load->report != NULL)
    _squill_window_show_import_report (self, load->file, load->report);
  if (load->with_tour)
    _squill_window_begin_tour (self);
  _squill_window_offer_draft (self);
}

/* Takes @load. */
static void
finish_load (Load *load_data, SquillModel *model, const GError *error)
{
  g_autoptr (Load) load = load_data;
  SquillWindow *self = load->window;
  guint64 edits = load->edits;

  if (self->loading == load->file)
    g_clear_object (&self->loading);
  if (self->work == load->cancellable)
    _squill_window_end_work (self);
  if (model == NULL)
    {
      explain_failed_load (self, load->file, error);
      _squill_window_offer_draft (self);
      return;
    }
  load->session = squill_session_new (model, load->keep_name ? load->file : NULL);
  if (load->keep_name)
    squill_session_set_file (load->session, load->file, load->etag);
  else if (load->report != NULL)
    squill_session_set_unsaved (load->session, TRUE);
  _squill_window_replace (self, edits, show_loaded, g_steal_pointer (&load),
                          (GDestroyNotify)load_free);
}

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr (GError) error = NULL;
  const gboolean is_done = g_task_propagate_boolean (G_TASK (result), &error);

  finish_load (load, is_done ? SQUILL_MODEL (source) : NULL, error);
}

/* Runs in a thread. */
static void
arrange (GTask *task, gpointer model, gpointer load, GCancellable *cancellable)
{
  _squill_window_arrange_new (model, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Load *load = user_data;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;

  model = squill_model_load_finish (result, &load->etag, &error);
  if (model == NULL || !squill_model_is_unplaced (model))
    {
      finish_load (load, model, error);
      return;
    }
  task = g_task_new (model, load->cancellable, on_arranged, load);
  squill_task_run_in_thread (task, arrange);
}

static void
on_foreign_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = g_task_propagate_pointer (G_TASK (result), &error);

  finish_load (user_data, model, error);
}

/* What another program wrote is not written over. */
static void
load (SquillWindow *self, GFile *file, gboolean keep, gboolean with_tour)
{
  const gboolean is_foreign = _squill_window_is_foreign (file);
  const gboolean keep_name = keep && !is_foreign;
  g_autofree char *name = _squill_file_get_shown_name (file);
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”"), name);
  Load *load = g_new0 (Load, 1);

  load->window = g_object_ref (self);
  load->file = g_object_ref (file);
  load->keep_name = keep_name;
  load->with_tour = with_tour;
  load->edits = self->edits;
  load->cancellable = g_object_ref (_squill_window_begin_work (self, text));
  g_set_object (&self->loading, (keep_name ? file : NULL));
  if (is_foreign)
    {
      load->report = squill_import_report_new ();
      _squill_window_read_foreign (file, load->report, load->cancellable, on_foreign_read, load);
    }
  else
    squill_model_load_async (file, load->cancellable, on_loaded, load);
}

static void
on_leave_to_open (SquillWindow *self, gpointer data)
{
  GFile *file = data;

  if (squill_window_is_model_file (file))
    load (self, file, TRUE, FALSE);
  else
    squill_window_import (self, &file, 1);
}

static void
on_leave_to_open_example (SquillWindow *self, gpointer data)
{
  load (self, data, FALSE, FALSE);
}

static void
on_leave_to_tour (SquillWindow *self, gpointer data)
{
  load (self, data, FALSE, TRUE);
}

void
_squill_window_open_tour (SquillWindow *self, const char *uri)
{
  _squill_window_leave (self, on_leave_to_tour, g_file_new_for_uri (uri), g_object_unref);
}

static void
on_file_chosen (GFile *file, gpointer user_data)
{
  SquillWindow *self = user_data;

  if (file != NULL)
    _squill_window_leave (self, on_leave_to_open, g_object_ref (file), g_object_unref);
}

/* @opening: also those of other programs, which are never written. */
static GListModel *
make_filters (gboolean opening)
{
  return squill_compat_create_model_filters (opening ? _squill_window_add_foreign_patterns : NULL);
}

static void
on_open (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  g_autoptr (GListModel) filters = make_filters (TRUE);
  GFile *file = squill_session_get_file (self->session);
  g_autoptr (GFile) folder = file == NULL ? NULL : g_file_get_parent (file);

  squill_compat_choose_file (GTK_WINDOW (self),
                             &(SquillFileQuestion){
                                 .action = SQUILL_CHOOSE_OPEN,
                                 .title = _ ("Open a Model"),
                                 .accept_label = _ ("_Open"),
                                 .file = folder,
                                 .filters = filters,
                             },
                             on_file_chosen, g_object_ref (self), g_object_unref);
}

static void
on_open_uri (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_window_leave (SQUILL_WINDOW (widget), on_leave_to_open,
                        g_file_new_for_uri (g_variant_get_string (parameter, NULL)),
                        g_object_unref);
}

static void
on_open_example (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_window_leave (SQUILL_WINDOW (widget), on_leave_to_open_example,
                        g_file_new_for_uri (g_variant_get_string (parameter, NULL)),
                        g_object_unref);
}

/* Saving. */

gboolean
_squill_window_has_unsaved (SquillWindow *self)
{
  return squill_session_get_modified (self->session) ||
         squill_typing_is_pending (GTK_WIDGET (self));
}

static void
on_conflict_answered (const char *response, gpointer user_data)
{
  Save *save = user_data;
  SquillWindow *self = save->next->window;

  self->save_explained = FALSE;
  if (g_str_equal (response, "overwrite"))
    save_to (self, save->file, TRUE, g_steal_pointer (&save->next));
  else if (g_str_equal (response, "save-as"))
    save_as (self, g_steal_pointer (&save->next));
}

/* Takes save. */
static void
explain_conflict (SquillWindow *self, Save *save)
{
  const SquillResponse answers[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "save-as", _ ("Save _As…"), ADW_RESPONSE_DEFAULT },
    { "overwrite", _ ("_Replace"), ADW_RESPONSE_DESTRUCTIVE },
  };
  g_autofree char *name = _squill_file_get_shown_name (save->file);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” changed on disk"), name);

  squill_compat_ask (
      GTK_WINDOW (self),
      &(SquillQuestion){
          .heading = heading,
          .body = _ ("Another program changed the file after you opened it. If you replace "
                     "it, those changes are lost."),
          .responses = answers,
          .n_responses = G_N_ELEMENTS (answers),
          .default_response = "save-as",
      },
      on_conflict_answered, save, (GDestroyNotify)save_free);
}

static void
on_failure_answered (const char *response, gpointer user_data)
{
  Save *save = user_data;
  SquillWindow *self = save->next->window;

  self->save_explained = FALSE;
  if (g_str_equal (response, "retry"))
    save_to (self, save->file, save->force, g_steal_pointer (&save->next));
  else if (g_str_equal (response, "save-as"))
    save_as (self, g_steal_pointer (&save->next));
}

/* What to do about a file that could not be written. */
static const char *
get_save_advice (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return _ ("Free some space and try again, or save the model on another disk.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY))
    return _ ("Save the model in a folder that you may write to.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED))
    return _ ("Its folder was moved, renamed, or removed. Save the model in another one.");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return _ ("Save the model under another name.");
  return _ ("Try again, or save the model in another place.");
}

/* Takes save. */
static void
explain_failed_save (SquillWindow *self, Save *save, const GError *error)
{
  const SquillResponse answers[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "retry", _ ("_Try Again"), ADW_RESPONSE_DEFAULT },
    { "save-as", _ ("Save _As…"), ADW_RESPONSE_SUGGESTED },
  };
  g_autofree char *name = _squill_file_get_shown_name (save->file);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” could not be saved"), name);
  /* Translators: what happened, what was kept, and what to do. */
  g_autofree char *body = g_strdup_printf (_ ("%s\n\nYour changes are still in this window. %s"),
                                           error->message, get_save_advice (error));

  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = heading,
                         .body = body,
                         .responses = answers,
                         .n_responses = G_N_ELEMENTS (answers),
                         .default_response = "save-as",
                     },
                     on_failure_answered, save, (GDestroyNotify)save_free);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Save) save = user_data;
  g_autoptr (GError) error = NULL;
  SquillWindow *self = save->next->window;
  gboolean current = save->session == self->session;

  if (squill_session_save_finish (save->session, result, &error))
    {
      remember (save->file);
      if (current && !_squill_window_has_unsaved (self))
        _squill_window_forget_draft (self);
      /* What was done meanwhile is not in the file. */
      if (current && save->next->function != NULL)
        ask_to_leave (self, g_steal_pointer (&save->next));
      return;
    }
  /* Several saves that fail for one reason are explained once. */
  if (self->save_explained)
    return;
  self->save_explained = TRUE;
  if (g_error_matches (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_CHANGED))
    explain_conflict (self, g_steal_pointer (&save));
  else
    explain_failed_save (self, g_steal_pointer (&save), error);
}

/* Takes next. */
static void
save_to (SquillWindow *self, GFile *file, gboolean force, Next *next)
{
  Save *save = g_new0 (Save, 1);
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application != NULL)
    {
      save->application = g_object_ref (G_APPLICATION (application));
      g_application_hold (save->application);
    }
  save->session = g_object_ref (self->session);
  save->file = g_object_ref (file);
  save->force = force;
  save->next = next != NULL ? next : next_new (self, NULL, NULL, NULL);
  squill_session_save_async (self->session, file, force, NULL, on_saved, save);
}

static void
on_save_chosen (GFile *file, gpointer user_data)
{
  Next **next = user_data;
  SquillWindow *self = (*next)->window;

  if (file != NULL && _squill_window_is_foreign (file))
    {
      _squill_window_show_error (
          self, _ ("A model is not saved in the format of another program"),
          _ ("Choose a name that ends with “.squill”. Nothing was written."));
      return;
    }
  /* The dialog has already asked whether to replace an existing file. */
  if (file != NULL)
    save_to (self, file, TRUE, g_steal_pointer (next));
}

static void
free_next_pointer (gpointer data)
{
  Next **next = data;

  next_free (*next);
  g_free (next);
}

/* Takes next. */
static void
save_as (SquillWindow *self, Next *next)
{
  g_autoptr (GListModel) filters = make_filters (FALSE);
  g_autofree char *name = g_strdup_printf ("%s.squill", squill_session_get_title (self->session));
  Next **pointer = g_new0 (Next *, 1);

  squill_typing_keep (GTK_WIDGET (self));
  *pointer = next != NULL ? next : next_new (self, NULL, NULL, NULL);
  g_strdelimit (name, "/", '-');
  squill_compat_choose_file (GTK_WINDOW (self),
                             &(SquillFileQuestion){
                                 .action = SQUILL_CHOOSE_SAVE,
                                 .title = _ ("Save the Model"),
                                 .accept_label = _ ("_Save"),
                                 .file = squill_session_get_file (self->session),
                                 .name = name,
                                 .filters = filters,
                             },
                             on_save_chosen, pointer, free_next_pointer);
}

/* Takes next. */
static void
save (SquillWindow *self, Next *next)
{
  GFile *file = squill_session_get_file (self->session);

  squill_typing_keep (GTK_WIDGET (self));
  if (file == NULL || squill_model_get_read_only (squill_session_get_model (self->session)))
    save_as (self, next);
  else
    save_to (self, file, FALSE, next);
}

static void
on_save (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save (SQUILL_WINDOW (widget), NULL);
}

static void
on_typed (GtkWidget *widget, const char *name, GVariant *parameter)
{
  _squill_window_queue_draft (SQUILL_WINDOW (widget));
}

static void
on_save_as (GtkWidget *widget, const char *name, GVariant *parameter)
{
  save_as (SQUILL_WINDOW (widget), NULL);
}

/* Saves to a file that is given: for scripts that drive the window. */
static void
on_save_uri (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  squill_typing_keep (widget);
  save_to (SQUILL_WINDOW (widget), file, TRUE, NULL);
}

static void
on_leave_answered (const char *response, gpointer user_data)
{
  Next **next = user_data;
  SquillWindow *self = (*next)->window;

  if (g_str_equal (response, "discard"))
    {
      _squill_window_forget_draft (self);
      next_run (g_steal_pointer (next));
    }
  else if (g_str_equal (response, "save"))
    save (self, g_steal_pointer (next));
}

/* Takes next. */
static void
ask_to_leave (SquillWindow *self, Next *next)
{
  const SquillResponse responses[] = {
    { "cancel", _ ("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "discard", _ ("_Discard"), ADW_RESPONSE_DESTRUCTIVE },
    { "save", _ ("_Save"), ADW_RESPONSE_SUGGESTED },
  };
  g_autofree char *body = NULL;
  Next **pointer;

  squill_typing_keep (GTK_WIDGET (self));
  if (!_squill_window_has_unsaved (self))
    {
      next_run (next);
      return;
    }
  pointer = g_new0 (Next *, 1);
  *pointer = next;
  body = g_strdup_printf (_ ("“%s” has unsaved changes. Changes that are not saved are lost."),
                          squill_session_get_title (self->session));
  gtk_window_present (GTK_WINDOW (self));
  squill_compat_ask (GTK_WINDOW (self),
                     &(SquillQuestion){
                         .heading = _ ("Save Changes?"),
                         .body = body,
                         .responses = responses,
                         .n_responses = G_N_ELEMENTS (responses),
                         .default_response = "save",
                     },
                     on_leave_answered, pointer, free_next_pointer);
}

void
_squill_window_leave (SquillWindow *self,
                      void (*function) (SquillWindow *window, gpointer data),
                      gpointer data,
                      GDestroyNotify destroy)
{
  ask_to_leave (self, next_new (self, function, data, destroy));
}

void
_squill_window_replace (SquillWindow *self,
                        guint64 edits,
                        void (*function) (SquillWindow *window, gpointer data),
                        gpointer data,
                        GDestroyNotify destroy)
{
  Next *next = next_new (self, function, data, destroy);

  squill_typing_keep (GTK_WIDGET (self));
  if (self->edits == edits)
    next_run (next);
  else
    ask_to_leave (self, next);
}

/* Recent files. */

static int
compare_recent (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *)b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *)a));
}

static void
on_recent_changed (GtkRecentManager *recent, SquillWindow *self)
{
  _squill_window_update_recent (self);
}

void
_squill_window_update_recent (SquillWindow *self)
{
  GtkRecentManager *recent = gtk_recent_manager_get_default ();
  GList *items = g_list_sort (gtk_recent_manager_get_items (recent), compare_recent);
  guint n = 0;

  if (g_signal_handler_find (recent, G_SIGNAL_MATCH_FUNC | G_SIGNAL_MATCH_DATA, 0, 0, NULL,
                             on_recent_changed, self) == 0)
    g_signal_connect_object (recent, "changed", G_CALLBACK (on_recent_changed), self, 0);

  g_menu_remove_all (self->recent_menu);
  for (GList *l = items; l != NULL && n < N_RECENT; l = l->next)
    {
      g_autoptr (GMenuItem) item = NULL;
      g_autofree char *label = NULL;

      if (g_strcmp0 (gtk_recent_info_get_mime_type (l->data), MIME_TYPE) != 0 ||
          (gtk_recent_info_is_local (l->data) && !gtk_recent_info_exists (l->data)))
        continue;
      label = g_strdelimit (g_strdup (gtk_recent_info_get_display_name (l->data)), "_", ' ');
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s",
                                         gtk_recent_info_get_uri (l->data));
      g_menu_append_item (self->recent_menu, item);
      n++;
    }
  g_list_free_full (items, (GDestroyNotify)gtk_recent_info_unref);
}

void
_squill_window_install_file_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, on_open);
  gtk_widget_class_install_action (widget_class, "win.open-uri", "s", on_open_uri);
  gtk_widget_class_install_action (widget_class, "win.open-example", "s", on_open_example);
  gtk_widget_class_install_action (widget_class, "win.save", NULL, on_save);
  gtk_widget_class_install_action (widget_class, "win.typed", NULL, on_typed);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, on_save_as);
  gtk_widget_class_install_action (widget_class, "win.save-uri", "s", on_save_uri);
}

/**
 * squill_window_is_model_file:
 * @file: a file
 *
 * Returns: whether the file is a model, ours or one that another program wrote, by its name;
 * otherwise it is documents to read
 */
gboolean
squill_window_is_model_file (GFile *file)
{
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  return has_suffix (file, ".squill") || _squill_window_is_foreign (file);
}

/**
 * squill_window_get_file:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the model file that it shows, or is about to
 */
GFile *
squill_window_get_file (SquillWindow *self)
{
  g_return_val_if_fail (SQUILL_IS_WINDOW (self), NULL);

  return self->loading != NULL ? self->loading : squill_session_get_file (self->session);
}

/**
 * squill_window_load:
 * @self: a window in which nothing was done
 * @file: a model
 *
 * Opens a model in place of what the window shows; nothing is asked.
 */
void
squill_window_load (SquillWindow *self, GFile *file)
{
  g_return_if_fail (SQUILL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  load (self, file, TRUE, FALSE);
}
