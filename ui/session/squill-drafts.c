/* SPDX-License-Identifier: Apache-2.0 */

/* A draft is three files: ID.squill, the model; ID.ini, which file it comes from, and in which
 * state that was; ID.lock, on which the program that it belongs to holds a lock for as long as it
 * runs. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-drafts.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "model/squill-error-text.h"
#include "model/squill-file-writer.h"
#include "model/squill-model-file.h"
#include "session/squill-task.h"

#define GROUP "Draft"
#define ORIGINAL "Original"
#define ETAG "Etag"
#define NAME "Name"

struct _SquillDraft
{
  GObject parent_instance;

  char *base; /* path without the ending */
  int lock;
  GMutex mutex;    /* guards what follows: a write may run in a thread */
  guint64 written; /* serial number of the newest write */
  char *info;      /* as it was written last */
  gboolean discarded;
  guint64 serial;
};

typedef struct
{
  SquillModel *model;
  char *info; /* the content of ID.ini */
  guint64 serial;
} Write;

G_DEFINE_FINAL_TYPE (SquillDraft, squill_draft, G_TYPE_OBJECT)

static void
write_free (Write *write)
{
  g_clear_object (&write->model);
  g_free (write->info);
  g_free (write);
}

static char *
get_path (SquillDraft *self, const char *ending)
{
  return g_strconcat (self->base, ending, NULL);
}

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "squill", "drafts", NULL);
}

static gboolean
take_lock (SquillDraft *self)
{
  g_autofree char *path = get_path (self, ".lock");
  int code;

  for (;;)
    {
      GStatBuf status;

      self->lock = open (path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
      if (self->lock < 0)
        return FALSE;
      if (flock (self->lock, LOCK_EX | LOCK_NB) != 0)
        break;
      /* A program that looks for drafts removes a lock without a model, maybe between both calls:
       * what is locked then is a file that nobody will find. */
      if (fstat (self->lock, &status) == 0 && status.st_nlink > 0)
        return TRUE;
      close (self->lock);
    }
  code = errno;
  close (self->lock);
  self->lock = -1;
  errno = code;
  return FALSE;
}

static void
delete_files (SquillDraft *self)
{
  static const char *const endings[] = { ".squill", ".ini", ".lock" };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *path = get_path (self, endings[i]);

      g_unlink (path);
    }
}

static char *
make_info (SquillModel *model, GFile *file, const char *etag)
{
  const char *name = squill_model_get_info (model)->name;
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  g_key_file_set_string (keys, GROUP, ORIGINAL, uri != NULL ? uri : "");
  g_key_file_set_string (keys, GROUP, NAME, name != NULL ? name : "");
  g_key_file_set_string (keys, GROUP, ETAG, etag != NULL ? etag : SQUILL_FILE_ETAG_UNKNOWN);
  return g_key_file_to_data (keys, NULL, NULL);
}

static gboolean
write_file (SquillDraft *self, const char *ending, const char *data, gsize length, GError **error)
{
  g_autofree char *path = get_path (self, ending);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return squill_file_write (file, data, length, SQUILL_FILE_ACCESS_PRIVATE, NULL, NULL, NULL,
                            error);
}

static gboolean
write_info (SquillDraft *self, const char *info, GError **error)
{
  if (g_strcmp0 (self->info, info) == 0)
    return TRUE;
  if (!write_file (self, ".ini", info, strlen (info), error))
    return FALSE;
  g_free (self->info);
  self->info = g_strdup (info);
  return TRUE;
}

/* Called with the mutex held. */
static gboolean
write_files (SquillDraft *self, SquillModel *model, const char *info, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (self->base);
  g_autofree char *data = NULL;
  gsize length;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      squill_file_error_set (error, errno);
      g_prefix_error (error, "%s: ", folder);
      return FALSE;
    }
  if (self->lock < 0 && !take_lock (self))
    {
      squill_file_error_set (error, errno);
      return FALSE;
    }
  /* A model is never without its file, and the newer state of a file never with older work, which
   * would replace the file unasked. */
  if (self->info == NULL && !write_info (self, info, error))
    return FALSE;
  data = squill_model_to_data (model, &length);
  return write_file (self, ".squill", data, length, error) && write_info (self, info, error);
}

static gboolean
write_unless_newer (
    SquillDraft *self, SquillModel *model, const char *info, guint64 serial, GError **error)
{
  gboolean done = TRUE;

  g_mutex_lock (&self->mutex);
  if (!self->discarded && serial > self->written)
    {
      self->written = serial;
      done = write_files (self, model, info, error);
    }
  g_mutex_unlock (&self->mutex);
  return done;
}

static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Write *write = task_data;
  GError *error = NULL;

  if (write_unless_newer (source, write->model, write->info, write->serial, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
squill_draft_finalize (GObject *object)
{
  SquillDraft *self = SQUILL_DRAFT (object);

  if (self->lock >= 0)
    close (self->lock);
  g_mutex_clear (&self->mutex);
  g_free (self->info);
  g_free (self->base);

  G_OBJECT_CLASS (squill_draft_parent_class)->finalize (object);
}

static void
squill_draft_class_init (SquillDraftClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_draft_finalize;
}

static void
squill_draft_init (SquillDraft *self)
{
  g_mutex_init (&self->mutex);
  self->lock = -1;
}

/**
 * squill_draft_new:
 *
 * Returns: (transfer full): a draft of which nothing was written yet
 */
SquillDraft *
squill_draft_new (void)
{
  SquillDraft *self = g_object_new (SQUILL_TYPE_DRAFT, NULL);
  g_autofree char *folder = get_folder ();
  g_autofree char *id = g_uuid_string_random ();

  self->base = g_build_filename (folder, id, NULL);
  return self;
}

/**
 * squill_draft_write:
 * @self: a draft
 * @model: the work
 * @file: (nullable): the file it will be saved to
 * @etag: (nullable): the state of @file that the work is based on
 * @error: a #GIOError or #GFileError
 *
 * Writes the model as it is now, at once.
 *
 * Returns: whether it was written
 */
gboolean
squill_draft_write (
    SquillDraft *self, SquillModel *model, GFile *file, const char *etag, GError **error)
{
  g_autofree char *info = NULL;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  info = make_info (model, file, etag);
  return write_unless_newer (self, model, info, ++self->serial, error);
}

/**
 * squill_draft_write_async:
 * @self: a draft
 * @copy: (transfer full): a copy of the work, that nobody else has
 * @file: (nullable): the file it will be saved to
 * @etag: (nullable): the state of @file that the work is based on
 * @callback: called when done
 * @user_data: for @callback
 *
 * Writes the work in the background.
 */
void
squill_draft_write_async (SquillDraft *self,
                          SquillModel *copy,
                          GFile *file,
                          const char *etag,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Write *write;

  g_return_if_fail (SQUILL_IS_DRAFT (self));
  g_return_if_fail (SQUILL_IS_MODEL (copy));

  write = g_new0 (Write, 1);
  write->model = copy;
  write->info = make_info (copy, file, etag);
  write->serial = ++self->serial;
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, squill_draft_write_async);
  g_task_set_task_data (task, write, (GDestroyNotify)write_free);
  squill_task_run_in_thread (task, write_thread);
}

/**
 * squill_draft_write_finish:
 * @self: a draft
 * @result: as the callback got it
 * @error: a #GIOError or #GFileError
 *
 * Returns: whether it was written
 */
gboolean
squill_draft_write_finish (SquillDraft *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * squill_draft_discard:
 * @self: a draft
 *
 * Takes the draft away: the work is saved, or not wanted. It cannot be written again.
 */
void
squill_draft_discard (SquillDraft *self)
{
  g_return_if_fail (SQUILL_IS_DRAFT (self));

  g_mutex_lock (&self->mutex);
  self->discarded = TRUE;
  delete_files (self);
  g_mutex_unlock (&self->mutex);
}

/**
 * squill_draft_load:
 * @self: a draft
 * @error: as squill_model_load()
 *
 * Returns: (transfer full) (nullable): the work as it was written last
 */
SquillModel *
squill_draft_load (SquillDraft *self, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), NULL);

  path = get_path (self, ".squill");
  file = g_file_new_for_path (path);
  return squill_model_load (file, NULL, NULL, error);
}

static char *
read_info (SquillDraft *self, const char *key)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char *path = get_path (self, ".ini");

  if (!g_key_file_load_from_file (keys, path, G_KEY_FILE_NONE, NULL))
    return NULL;
  return g_key_file_get_string (keys, GROUP, key, NULL);
}

/**
 * squill_draft_get_original:
 * @self: a draft
 *
 * Returns: (transfer full) (nullable): the file the work was to be saved to
 */
GFile *
squill_draft_get_original (SquillDraft *self)
{
  g_autofree char *uri = NULL;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), NULL);

  uri = read_info (self, ORIGINAL);
  return uri == NULL || *uri == '\0' ? NULL : g_file_new_for_uri (uri);
}

/**
 * squill_draft_get_name:
 * @self: a draft
 *
 * Returns: (transfer full) (nullable): what the model calls itself
 */
char *
squill_draft_get_name (SquillDraft *self)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), NULL);

  name = read_info (self, NAME);
  return name == NULL || *name == '\0' ? NULL : g_steal_pointer (&name);
}

/**
 * squill_draft_get_etag:
 * @self: a draft
 *
 * Returns: (transfer full): the state of its file that the work is based on;
 *   %SQUILL_FILE_ETAG_UNKNOWN if that was not kept
 */
char *
squill_draft_get_etag (SquillDraft *self)
{
  char *etag;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), NULL);

  etag = read_info (self, ETAG);
  return etag != NULL ? etag : g_strdup (SQUILL_FILE_ETAG_UNKNOWN);
}

/**
 * squill_draft_get_time:
 * @self: a draft
 *
 * Returns: (transfer full) (nullable): when it was written last, local time
 */
GDateTime *
squill_draft_get_time (SquillDraft *self)
{
  g_autofree char *path = NULL;
  GStatBuf status;

  g_return_val_if_fail (SQUILL_IS_DRAFT (self), NULL);

  path = get_path (self, ".squill");
  if (g_stat (path, &status) != 0)
    return NULL;
  return g_date_time_new_from_unix_local (status.st_mtime);
}

/**
 * squill_drafts_find_orphans:
 *
 * Returns: (transfer full) (element-type SquillDraft): drafts of programs that ended without taking
 *   them away; from now on they belong to this one
 */
GPtrArray *
squill_drafts_find_orphans (void)
{
  GPtrArray *orphans = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (SquillDraft) draft = NULL;
      g_autofree char *id = NULL;
      g_autofree char *model = NULL;

      if (!g_str_has_suffix (name, ".lock"))
        continue;
      id = g_strndup (name, strlen (name) - strlen (".lock"));
      draft = g_object_new (SQUILL_TYPE_DRAFT, NULL);
      draft->base = g_build_filename (folder, id, NULL);
      if (!take_lock (draft))
        continue;
      model = get_path (draft, ".squill");
      if (g_file_test (model, G_FILE_TEST_EXISTS))
        g_ptr_array_add (orphans, g_steal_pointer (&draft));
      else
        /* Its program was killed before there was anything to keep. */
        delete_files (draft);
    }
  return orphans;
}
