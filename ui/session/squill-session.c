/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-session.h"

#include <glib/gi18n.h>

#include "model/squill-alternative.h"
#include "model/squill-file-writer.h"
#include "session/squill-task.h"

struct _SquillSession
{
  GObject parent_instance;

  SquillModel *model;
  SquillDesign *design;
  SquillAdvice *advice;
  SquillSamples *samples;
  SquillSelection *selection;
  SquillPicking *picking;

  GFile *file;
  char *etag;
  char *title;
  char *subtitle;
  SquillPreview *preview;
  guint changes; /* counts changes, to find out whether the model changed during a save */
  guint title_source;
  GQueue saves;      /* of Save: the first one is being written, the others wait */
  guint unsaved : 1; /* not in a file although the model is unmodified: an import, a draft */
};

enum
{
  PROP_0,
  PROP_FILE,
  PROP_MODIFIED,
  PROP_SUBTITLE,
  PROP_TITLE,
  N_PROPS
};

enum
{
  CHANGED,
  SHOW,
  N_SIGNALS
};

typedef struct
{
  GTask *task; /* of who asked for it */
  GFile *file;
  gboolean force;
  /* When its turn has come. */
  SquillModel *copy;
  char *etag;
  char *new_etag;
  guint changes;
} Save;

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillSession, squill_session, G_TYPE_OBJECT)

static void
save_free (Save *save)
{
  g_clear_object (&save->task);
  g_clear_object (&save->copy);
  g_clear_object (&save->file);
  g_free (save->etag);
  g_free (save->new_etag);
  g_free (save);
}

static char *
make_title (SquillSession *self)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autofree char *base = NULL;
  char *dot;

  if (info->name != NULL && *info->name != '\0')
    return g_strdup (info->name);
  if (self->file == NULL)
    return g_strdup (_ ("Untitled model"));
  base = g_file_get_basename (self->file);
  dot = strrchr (base, '.');
  if (dot != NULL && dot != base)
    *dot = '\0';
  return g_filename_display_name (base);
}

static char *
make_subtitle (SquillSession *self)
{
  const SquillAlternative *alternative = squill_model_get_alternative (self->model);
  guint n = squill_design_get_n_collections (self->design);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->file != NULL)
    {
      g_autofree char *base = g_file_get_basename (self->file);
      g_autofree char *shown = g_filename_display_name (base);

      g_string_append_printf (text, "%s · ", shown);
    }
  if (alternative != NULL && alternative->name != NULL)
    g_string_append_printf (text, "%s · ", alternative->name);
  /* Translators: a number of collections, after the name of the file. */
  g_string_append_printf (text, g_dngettext (NULL, "%u collection", "%u collections", n), n);
  if (squill_model_get_read_only (self->model))
    g_string_append_printf (text, " · %s", _ ("read-only"));
  else if (squill_session_get_modified (self))
    g_string_append_printf (text, " · %s", _ ("edited"));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
take_text (SquillSession *self, char **member, char *text, guint property)
{
  if (g_strcmp0 (*member, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*member);
  *member = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static gboolean
on_title_due (gpointer user_data)
{
  SquillSession *self = user_data;

  self->title_source = 0;
  take_text (self, &self->title, make_title (self), PROP_TITLE);
  take_text (self, &self->subtitle, make_subtitle (self), PROP_SUBTITLE);
  return G_SOURCE_REMOVE;
}

/* In an idle, so that a series of edits makes one title. */
static void
queue_title (SquillSession *self)
{
  if (self->title_source == 0)
    self->title_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_title_due, self, NULL);
}

/* The order in which a change of the model spreads:
 *
 * 1. What is computed from the model (design, advice, samples, diagrams) connects to the model
 *    itself and notes what it has to compute again. Each is made from the one before it, and so is
 *    connected after it.
 * 2. The session connects with G_CONNECT_AFTER, so it comes after all of these, even those that are
 *    made later. It drops from the selection what is gone, and ends the preview.
 * 3. Views follow the session. Whatever they read is of the model as it is now. */
static void
on_model_changed (SquillModel *model, SquillChange *change, SquillSession *self)
{
  self->changes++;
  squill_selection_drop_missing (self->selection);
  squill_preview_forget (self->preview);
  g_signal_emit (self, signals[CHANGED], 0, change);
  queue_title (self);
}

static void
on_model_modified (SquillModel *model, GParamSpec *pspec, SquillSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  queue_title (self);
}

static void
squill_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillSession *self = SQUILL_SESSION (object);

  switch (id)
    {
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, squill_session_get_modified (self));
      break;
    case PROP_SUBTITLE:
      g_value_set_string (value, self->subtitle);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->title);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_session_dispose (GObject *object)
{
  SquillSession *self = SQUILL_SESSION (object);

  g_clear_handle_id (&self->title_source, g_source_remove);
  g_clear_object (&self->picking);
  g_clear_object (&self->preview);
  g_clear_object (&self->selection);
  g_clear_object (&self->samples);
  g_clear_object (&self->advice);
  g_clear_object (&self->design);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (squill_session_parent_class)->dispose (object);
}

static void
squill_session_finalize (GObject *object)
{
  SquillSession *self = SQUILL_SESSION (object);

  g_clear_object (&self->model);
  g_free (self->etag);
  g_free (self->title);
  g_free (self->subtitle);

  G_OBJECT_CLASS (squill_session_parent_class)->finalize (object);
}

static void
squill_session_class_init (SquillSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = squill_session_get_property;
  object_class->dispose = squill_session_dispose;
  object_class->finalize = squill_session_finalize;

  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, flags);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[SHOW] = g_signal_new ("show", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
squill_session_init (SquillSession *self)
{
  g_queue_init (&self->saves);
}

static void
save_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Save *save = task_data;
  GError *error = NULL;

  if (squill_model_save (save->copy, save->file, save->etag, &save->new_etag, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Those who asked for the same while it could not be started get what the first of them gets. */
static void
answer (Save *save, const GError *error)
{
  if (error == NULL)
    g_task_return_boolean (save->task, TRUE);
  else
    g_task_return_error (save->task, g_error_copy (error));
  save_free (save);
}

static GList *
take_same (SquillSession *self, const Save *save)
{
  GList *same = NULL;

  for (GList *l = self->saves.head; l != NULL;)
    {
      GList *next = l->next;
      Save *other = l->data;

      if (other != save && other->force == save->force && g_file_equal (other->file, save->file))
        {
          g_queue_unlink (&self->saves, l);
          same = g_list_concat (same, l);
        }
      l = next;
    }
  return same;
}

static void start_save (SquillSession *self);

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SquillSession *self = SQUILL_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GList) same = NULL;
  Save *save = g_queue_peek_head (&self->saves);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      squill_session_set_file (self, save->file, save->new_etag);
      /* Changes made while it was written are not in the file. */
      if (save->changes == self->changes)
        {
          squill_model_set_saved (self->model);
          squill_session_set_unsaved (self, FALSE);
        }
    }
  /* What was asked for while it was written is in the file as well, or fails as it did. */
  if (error == NULL ? save->changes == self->changes
                    : !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    same = take_same (self, save);
  g_queue_pop_head (&self->saves);
  answer (save, error);
  for (GList *l = same; l != NULL; l = l->next)
    answer (l->data, error);
  start_save (self);
}

static void
start_save (SquillSession *self)
{
  Save *save = g_queue_peek_head (&self->saves);
  g_autoptr (GTask) task = NULL;

  if (save == NULL || save->copy != NULL)
    return;
  save->copy = squill_model_copy (self->model);
  save->changes = self->changes;
  /* What is in a file that nothing is known of is not what was read. */
  if (!save->force)
    save->etag =
        g_strdup (self->file != NULL && self->etag != NULL && g_file_equal (self->file, save->file)
                      ? self->etag
                      : SQUILL_FILE_ETAG_UNKNOWN);
  task = g_task_new (self, g_task_get_cancellable (save->task), on_written, NULL);
  g_task_set_task_data (task, save, NULL);
  squill_task_run_in_thread (task, save_thread);
}

/**
 * squill_session_new:
 * @model: the model
 * @file: (nullable): its file
 *
 * Returns: (transfer full): a session of @model, with nothing selected
 */
SquillSession *
squill_session_new (SquillModel *model, GFile *file)
{
  SquillSession *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (file == NULL || G_IS_FILE (file), NULL);

  self = g_object_new (SQUILL_TYPE_SESSION, NULL);
  self->model = g_object_ref (model);
  g_set_object (&self->file, file);
  self->design = squill_design_new (model);
  self->advice = squill_advice_new (self->design);
  squill_advice_set_incremental (self->advice, TRUE);
  self->samples = squill_samples_new (self->design);
  self->selection = squill_selection_new (model);
  self->picking = squill_picking_new (self->design);
  self->preview = squill_preview_new (self->advice, self->samples);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_model_changed), self, G_CONNECT_AFTER);
  g_signal_connect_object (model, "notify::modified", G_CALLBACK (on_model_modified), self, 0);
  self->title = make_title (self);
  self->subtitle = make_subtitle (self);
  return self;
}

/**
 * squill_session_get_model:
 * @self: a session
 *
 * Returns: (transfer none): the model
 */
SquillModel *
squill_session_get_model (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->model;
}

/**
 * squill_session_get_design:
 * @self: a session
 *
 * Returns: (transfer none): what follows from the model
 */
SquillDesign *
squill_session_get_design (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->design;
}

/**
 * squill_session_get_advice:
 * @self: a session
 *
 * Returns: (transfer none): the findings about the design, which are computed in the main loop; see
 *   squill_advice_set_incremental()
 */
SquillAdvice *
squill_session_get_advice (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->advice;
}

/**
 * squill_session_get_samples:
 * @self: a session
 *
 * Returns: (transfer none): sample documents of the design
 */
SquillSamples *
squill_session_get_samples (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->samples;
}

/**
 * squill_session_get_selection:
 * @self: a session
 *
 * Returns: (transfer none): what is selected
 */
SquillSelection *
squill_session_get_selection (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->selection;
}

/**
 * squill_session_get_picking:
 * @self: a session
 *
 * Returns: (transfer none): by what fields are picked in its diagram
 */
SquillPicking *
squill_session_get_picking (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->picking;
}

/**
 * squill_session_get_file:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the file of the model
 */
GFile *
squill_session_get_file (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * squill_session_set_file:
 * @self: a session
 * @file: (nullable): the file of the model
 * @etag: (nullable): the state of the file that the work is based on; %NULL if it is not known
 *
 * Sets the file of the model; nothing is written.
 */
void
squill_session_set_file (SquillSession *self, GFile *file, const char *etag)
{
  g_return_if_fail (SQUILL_IS_SESSION (self));
  g_return_if_fail (file == NULL || G_IS_FILE (file));

  if (etag != self->etag)
    {
      g_free (self->etag);
      self->etag = g_strdup (etag);
    }
  if (g_set_object (&self->file, file))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILE]);
  queue_title (self);
}

/**
 * squill_session_get_title:
 * @self: a session
 *
 * Returns: (transfer none): the name of the model, else of its file
 */
const char *
squill_session_get_title (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->title;
}

/**
 * squill_session_get_subtitle:
 * @self: a session
 *
 * Returns: (transfer none): the file, how many collections, whether it was edited
 */
const char *
squill_session_get_subtitle (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->subtitle;
}

/**
 * squill_session_is_untouched:
 * @self: a session
 *
 * Returns: %TRUE if the model is empty and was never edited, so that another one may replace it
 */
gboolean
squill_session_is_untouched (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), FALSE);

  return self->file == NULL && !squill_session_get_modified (self) &&
         squill_model_is_empty (self->model) && !squill_model_get_can_undo (self->model);
}

/**
 * squill_session_set_unsaved:
 * @self: a session
 * @unsaved: whether work would be lost although the model was not changed since it was made
 *
 * Marks a model that did not come from its file: it was read from a database, or is a draft.
 */
void
squill_session_set_unsaved (SquillSession *self, gboolean unsaved)
{
  g_return_if_fail (SQUILL_IS_SESSION (self));

  unsaved = !!unsaved;
  if (self->unsaved == unsaved)
    return;
  self->unsaved = unsaved;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
  queue_title (self);
}

/**
 * squill_session_get_modified:
 * @self: a session
 *
 * Returns: %TRUE if there are unsaved changes
 */
gboolean
squill_session_get_modified (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), FALSE);

  return self->unsaved || squill_model_get_modified (self->model);
}

/**
 * squill_session_get_etag:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the state of the file that the work is based on
 */
const char *
squill_session_get_etag (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->etag;
}

/**
 * squill_session_save_async:
 * @self: a session
 * @file: where to
 * @force: write although the file is not the one that was read
 * @cancellable: (nullable): to stop it
 * @callback: called when done
 * @user_data: for @callback
 *
 * Writes the model in the background. After that @file is the session's file. One save runs at a
 * time; another one waits for it, and writes the model as it is then.
 */
void
squill_session_save_async (SquillSession *self,
                           GFile *file,
                           gboolean force,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  Save *save;

  g_return_if_fail (SQUILL_IS_SESSION (self));
  g_return_if_fail (G_IS_FILE (file));

  save = g_new0 (Save, 1);
  save->task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (save->task, squill_session_save_async);
  save->file = g_object_ref (file);
  save->force = !!force;
  g_queue_push_tail (&self->saves, save);
  start_save (self);
}

/**
 * squill_session_save_finish:
 * @self: a session
 * @result: as the callback got it
 * @error: %SQUILL_MODEL_ERROR_CHANGED if somebody else wrote the file meanwhile, or a #GIOError
 *
 * Returns: whether it was written
 */
gboolean
squill_session_save_finish (SquillSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * squill_session_get_preview:
 * @self: a session
 *
 * Returns: (transfer none): what a change would do, while somebody points at it
 */
SquillPreview *
squill_session_get_preview (SquillSession *self)
{
  g_return_val_if_fail (SQUILL_IS_SESSION (self), NULL);

  return self->preview;
}

/* The first collection that is not in @before. */
static const char *
find_new_collection (SquillSession *self, GHashTable *before)
{
  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    {
      const char *id = squill_design_get_collection_id (self->design, i);

      if (!g_hash_table_contains (before, id))
        return id;
    }
  return NULL;
}

/**
 * squill_session_apply_fix:
 * @self: a session
 * @fix: the fix of a finding, or of a pattern
 * @error: as squill_fix_apply()
 *
 * Applies a fix, and shows the collection that it makes. What is selected stays selected.
 *
 * Returns: %TRUE if it was applied
 */
gboolean
squill_session_apply_fix (SquillSession *self, const SquillFix *fix, GError **error)
{
  g_autoptr (GHashTable) before = NULL;
  g_autofree char *made = NULL;

  g_return_val_if_fail (SQUILL_IS_SESSION (self), FALSE);
  g_return_val_if_fail (fix != NULL, FALSE);

  before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    g_hash_table_add (before, g_strdup (squill_design_get_collection_id (self->design, i)));
  if (!squill_fix_apply (fix, self->model, error))
    return FALSE;
  made = g_strdup (find_new_collection (self, before));
  if (made != NULL)
    g_signal_emit (self, signals[SHOW], 0, made);
  return TRUE;
}

/**
 * squill_session_show_item:
 * @self: a session
 * @id: id of an item
 *
 * Selects an item and has it shown: what a search found, what a finding is about.
 */
void
squill_session_show_item (SquillSession *self, const char *id)
{
  g_autofree char *copy = g_strdup (id);

  g_return_if_fail (SQUILL_IS_SESSION (self));
  g_return_if_fail (id != NULL);

  if (squill_model_get_item (self->model, copy) == NULL)
    return;
  squill_selection_set_single (self->selection, copy);
  g_signal_emit (self, signals[SHOW], 0, copy);
}
