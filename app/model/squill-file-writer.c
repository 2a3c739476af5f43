/* SPDX-License-Identifier: Apache-2.0 */

/* The one way in which Squill writes files. What is there stays as it is until all that replaces it
 * is on the disk: a temporary file beside it is written, synced and given its name, and the folder
 * is synced. Full disks, lost connections and kills leave the old file or the new one. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-file-writer.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/squill-model-private.h"
#include "model/squill-error-text.h"

/* Links to links are followed this far, as by the kernel. */
#define MAX_LINKS 40
/* Between two looks whether somebody reads a pipe by now. */
#define PIPE_WAIT_US (20 * 1000)

static gboolean
fail (GError **error, int code)
{
  squill_file_error_set (error, code);
  return FALSE;
}

/* What GIO refused. */
static gboolean
fail_far (GError **error)
{
  squill_file_error_explain (error);
  return FALSE;
}

/* A path is written to by the kernel's rules. What a mounted share shows as a path is left to GIO,
 * which knows how to replace a file there. */
static const char *
get_local_path (GFile *file)
{
  return g_file_is_native (file) ? g_file_peek_path (file) : NULL;
}

/* What is written, and where to: see squill_file_write(). */
typedef struct
{
  GFile *file;
  const char *data;
  gsize length;
  SquillFileAccess access;
  const char *etag;
  char **new_etag;
  GCancellable *cancellable;
} Writing;

/* The state of a file. */

static char *
etag_of_status (const GStatBuf *status)
{
  if (!S_ISREG (status->st_mode))
    return NULL;
  /* The time of the last change alone does not tell: clocks tick slower than programs write. */
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%09ld %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT,
                          (gint64)status->st_mtim.tv_sec, (long)status->st_mtim.tv_nsec,
                          (gint64)status->st_size, (guint64)status->st_ino);
}

/**
 * squill_file_query_etag:
 * @file: a file
 * @cancellable: (nullable): to stop it
 *
 * Says which state a file is in: another text whenever somebody wrote it meanwhile.
 *
 * Returns: (transfer full) (nullable): the state; %NULL if there is no such file, or none that is
 *   replaced when it is written
 */
char *
squill_file_query_etag (GFile *file, GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = NULL;
  const char *etag;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  if (get_local_path (file) != NULL)
    {
      GStatBuf status;

      return g_stat (get_local_path (file), &status) == 0 ? etag_of_status (&status) : NULL;
    }
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                            G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  if (info == NULL)
    return NULL;
  /* An example, which is a resource, has no tag. */
  etag = g_file_info_get_attribute_string (info, G_FILE_ATTRIBUTE_ETAG_VALUE);
  return g_strdup_printf ("%s %" G_GINT64_FORMAT, etag != NULL ? etag : "",
                          g_file_info_get_size (info));
}

static gboolean
check_etag (const Writing *self, GError **error)
{
  g_autofree char *current =
      self->etag == NULL ? NULL : squill_file_query_etag (self->file, self->cancellable);

  if (current == NULL || g_str_equal (current, self->etag))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                       _ ("The file was changed by another program since it was opened"));
  return FALSE;
}

/* What is written to, not replaced: a device, a pipe, or what the program was started with. */

/* Gives the descriptor that a path is another name of, or -1. */
static int
find_descriptor (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
  guint64 number;

  if (g_str_equal (path, "/dev/stdout"))
    return STDOUT_FILENO;
  if (g_str_equal (path, "/dev/stderr"))
    return STDERR_FILENO;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (g_str_has_prefix (path, folders[i]) &&
        g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, INT_MAX, &number, NULL))
      return (int)number;
  return -1;
}

/* Waits for whoever reads a pipe, without being deaf to a cancel. */
static int
open_special (const char *path, GCancellable *cancellable)
{
  int file;

  while ((file = open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) < 0 && errno == ENXIO &&
         !g_cancellable_is_cancelled (cancellable))
    g_usleep (PIPE_WAIT_US);
  return file;
}

static gboolean
write_special (const Writing *self, int file, GError **error)
{
  g_autoptr (GOutputStream) stream = NULL;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (file < 0)
    return fail (error, errno);
  stream = g_unix_output_stream_new (file, TRUE);
  return (g_output_stream_write_all (stream, self->data, self->length, NULL, self->cancellable,
                                     error) &&
          g_output_stream_close (stream, self->cancellable, error)) ||
         fail_far (error);
}

/* What is replaced, where there is a path. */

/* Gives where links lead, also to a file that is not there yet. */
static char *
follow_links (const char *path)
{
  g_autofree char *at = g_strdup (path);
  char *real = realpath (path, NULL);

  if (real != NULL)
    {
      char *copy = g_strdup (real);

      free (real);
      return copy;
    }
  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *link = g_file_read_link (at, NULL);
      g_autofree char *folder = g_path_get_dirname (at);

      if (link == NULL)
        break;
      g_free (at);
      at = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
    }
  return g_steal_pointer (&at);
}

static gboolean
write_all (int file, const char *data, gsize length, GCancellable *cancellable, GError **error)
{
  while (length > 0)
    {
      gssize written;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      /* In parts, so that a cancel does not wait for all of a large file. */
      written = write (file, data, MIN (length, 1 << 20));
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return fail (error, written < 0 ? errno : ENOSPC);
      data += written;
      length -= (gsize)written;
    }
  return fsync (file) == 0 || fail (error, errno);
}

/* Gives a new file the owner and the mode of the one that it replaces. Where it cannot have the
 * same group, the members of its own group may do no more with it than everybody might. */
static void
take_rights (int file, const GStatBuf *old)
{
  mode_t mode = old->st_mode & 07777;

  if (fchown (file, old->st_uid, old->st_gid) != 0 && fchown (file, (uid_t)-1, old->st_gid) != 0)
    {
      g_debug ("An owner could not be kept: %s", g_strerror (errno));
      mode = (mode & 01707) | (mode & (mode << 3) & 0070);
    }
  if (fchmod (file, mode) != 0)
    g_debug ("A mode could not be kept: %s", g_strerror (errno));
}

/* The name of a file is on the disk when its folder is. */
static gboolean
sync_folder (const char *path, GError **error)
{
  int folder = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  gboolean done;

  /* One that may be written but not read cannot be synced, nor can those of some shares. */
  if (folder < 0)
    return TRUE;
  done = fsync (folder) == 0 || errno != EIO || fail (error, errno);
  close (folder);
  return done;
}

static gboolean
replace (const Writing *self, const char *target, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *temporary = NULL;
  GStatBuf old, now;
  gboolean exists = g_stat (target, &old) == 0;
  gboolean done;
  int mode = exists || self->access == SQUILL_FILE_ACCESS_PRIVATE ? 0600 : 0666;
  int out;

  if (exists && S_ISDIR (old.st_mode))
    return fail (error, EISDIR);
  /* Whoever may write to the folder could replace a file that is write-protected. */
  if (exists && access (target, W_OK) != 0)
    return fail (error, errno);
  _squill_temporary_tidy (folder);
  out = _squill_temporary_make (folder, FALSE, mode, &temporary);
  if (out < 0)
    return fail (error, errno);
  if (exists)
    take_rights (out, &old);
  done = write_all (out, self->data, self->length, self->cancellable, error) &&
         check_etag (self, error);
  if (done && rename (temporary, target) != 0)
    done = fail (error, errno);
  if (done && self->new_etag != NULL && fstat (out, &now) == 0)
    *self->new_etag = etag_of_status (&now);
  if (!done)
    g_unlink (temporary);
  close (out);
  return done && sync_folder (folder, error);
}

static gboolean
write_local (const Writing *self, const char *path, GError **error)
{
  g_autofree char *target = NULL;
  int descriptor = find_descriptor (path);
  GStatBuf status;

  if (descriptor >= 0)
    return write_special (self, fcntl (descriptor, F_DUPFD_CLOEXEC, 0), error);
  if (g_stat (path, &status) == 0 && !S_ISREG (status.st_mode) && !S_ISDIR (status.st_mode))
    return write_special (self, open_special (path, self->cancellable), error);
  target = follow_links (path);
  return replace (self, target, error);
}

/* What is replaced elsewhere. */

static GFile *
follow_links_far (GFile *file, GCancellable *cancellable)
{
  g_autoptr (GFile) at = g_object_ref (file);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autoptr (GFileInfo) info = g_file_query_info (
          at, G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK "," G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET,
          G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, NULL);
      g_autoptr (GFile) folder = g_file_get_parent (at);
      const char *link = NULL;

      if (info != NULL &&
          g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_STANDARD_IS_SYMLINK))
        link =
            g_file_info_get_attribute_byte_string (info, G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET);
      if (link == NULL || folder == NULL)
        break;
      g_object_unref (at);
      at = g_file_resolve_relative_path (folder, link);
    }
  return g_steal_pointer (&at);
}

static gboolean
make_far (const Writing *self, GFile *file, GError **error)
{
  GFileCreateFlags flags =
      self->access == SQUILL_FILE_ACCESS_PRIVATE ? G_FILE_CREATE_PRIVATE : G_FILE_CREATE_NONE;
  g_autoptr (GFileOutputStream) stream = g_file_create (file, flags, self->cancellable, error);

  return (stream != NULL &&
          g_output_stream_write_all (G_OUTPUT_STREAM (stream), self->data, self->length, NULL,
                                     self->cancellable, error) &&
          g_output_stream_close (G_OUTPUT_STREAM (stream), self->cancellable, error)) ||
         fail_far (error);
}

static void
take_mode_far (GFile *file, GFile *old)
{
  g_autoptr (GFileInfo) info =
      g_file_query_info (old, G_FILE_ATTRIBUTE_UNIX_MODE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info != NULL && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_UNIX_MODE))
    g_file_set_attribute_uint32 (
        file, G_FILE_ATTRIBUTE_UNIX_MODE,
        g_file_info_get_attribute_uint32 (info, G_FILE_ATTRIBUTE_UNIX_MODE) & 07777,
        G_FILE_QUERY_INFO_NONE, NULL, NULL);
}

/* Where nothing can be moved, all of the new content is there under another name while the target
 * is overwritten, and stays there if that fails. */
static gboolean
move_far (const Writing *self, GFile *temporary, GFile *target, GError **error)
{
  g_autoptr (GError) own = NULL;
  g_autofree char *name = NULL;

  take_mode_far (temporary, target);
  if (g_file_move (temporary, target, G_FILE_COPY_OVERWRITE | G_FILE_COPY_NO_FALLBACK_FOR_MOVE,
                   self->cancellable, NULL, NULL, &own))
    return TRUE;
  if (!g_error_matches (own, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      squill_file_error_explain (&own);
      g_propagate_error (error, g_steal_pointer (&own));
      g_file_delete (temporary, NULL, NULL);
      return FALSE;
    }
  g_clear_error (&own);
  if (g_file_replace_contents (target, self->data, self->length, NULL, FALSE, G_FILE_CREATE_NONE,
                               NULL, self->cancellable, &own))
    {
      g_file_delete (temporary, NULL, NULL);
      return TRUE;
    }
  squill_file_error_explain (&own);
  name = g_file_get_basename (temporary);
  /* Translators: why a file could not be written, and the name of a file beside it */
  g_set_error (error, G_IO_ERROR, own->code, _ ("%s (All of it is in “%s”.)"), own->message, name);
  return FALSE;
}

static gboolean
write_far (const Writing *self, GError **error)
{
  g_autoptr (GFile) target = follow_links_far (self->file, self->cancellable);
  g_autoptr (GFile) folder = g_file_get_parent (target);
  g_autoptr (GFile) temporary = NULL;
  g_autofree char *name = _squill_temporary_name ();

  if (folder == NULL)
    return fail (error, EISDIR);
  _squill_temporary_tidy_far (folder);
  temporary = g_file_get_child (folder, name);
  if (!make_far (self, temporary, error) || !check_etag (self, error))
    {
      g_file_delete (temporary, NULL, NULL);
      return FALSE;
    }
  if (!move_far (self, temporary, target, error))
    return FALSE;
  if (self->new_etag != NULL)
    *self->new_etag = squill_file_query_etag (target, self->cancellable);
  return TRUE;
}

/**
 * squill_file_write:
 * @file: where to
 * @data: what
 * @length: its bytes
 * @access: who may read a file that is not there yet; the rights of one that is stay
 * @etag: (nullable): which state @file is replaced in, of squill_file_query_etag();
 *   %SQUILL_FILE_ETAG_UNKNOWN: it is not replaced at all; %NULL: in any
 * @new_etag: (out) (optional) (nullable): the state of @file now
 * @cancellable: (nullable): to stop it
 * @error: a #GIOError; %G_IO_ERROR_WRONG_ETAG if the file is in another state
 *
 * Writes a file: at every moment it is what it was or all of @data, and when this returns %TRUE it
 * is on the disk. Links are followed. A device or a pipe is written to. What killed programs have
 * left in the folder is removed.
 *
 * Returns: whether it was written
 */
gboolean
squill_file_write (GFile *file,
                   const char *data,
                   gsize length,
                   SquillFileAccess access,
                   const char *etag,
                   char **new_etag,
                   GCancellable *cancellable,
                   GError **error)
{
  const Writing writing = { file, data, length, access, etag, new_etag, cancellable };
  const char *path;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);
  g_return_val_if_fail (data != NULL || length == 0, FALSE);

  if (new_etag != NULL)
    *new_etag = NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_etag (&writing, error))
    return FALSE;
  path = get_local_path (file);
  if (path != NULL)
    return write_local (&writing, path, error);
  return write_far (&writing, error);
}

/* Many files. */

/* Says which of the files it was. */
static gboolean
prefix_name (GError **error, const char *name)
{
  g_autofree char *shown = g_filename_display_name (name);

  g_prefix_error (error, "%s: ", shown);
  return FALSE;
}

static gboolean
write_new (const char *path, GBytes *content, GCancellable *cancellable, GError **error)
{
  int file = open (path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  gsize length;
  const char *data = g_bytes_get_data (content, &length);
  gboolean done;

  if (file < 0)
    return fail (error, errno);
  done = write_all (file, data, length, cancellable, error);
  close (file);
  return done;
}

/* Gives a file that is written its name. */
static gboolean
put_in_place (const char *from, const char *to, GBytes *content, GError **error)
{
  GStatBuf old;

  if (g_lstat (to, &old) == 0)
    {
      int file;

      /* A link is followed, and a device is written to. */
      if (!S_ISREG (old.st_mode))
        {
          g_autoptr (GFile) target = g_file_new_for_path (to);
          gsize length;
          const char *data = g_bytes_get_data (content, &length);

          return squill_file_write (target, data, length, SQUILL_FILE_ACCESS_USUAL, NULL, NULL,
                                    NULL, error);
        }
      if (access (to, W_OK) != 0)
        return fail (error, errno);
      file = open (from, O_RDONLY | O_CLOEXEC);
      if (file >= 0)
        {
          take_rights (file, &old);
          close (file);
        }
    }
  return rename (from, to) == 0 || fail (error, errno);
}

static gboolean
write_many_local (const char *folder,
                  const char *const *names,
                  GBytes *const *contents,
                  guint n,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autofree char *temporary = NULL;
  gboolean done = TRUE;
  int held;

  _squill_temporary_tidy (folder);
  held = _squill_temporary_make (folder, TRUE, 0, &temporary);
  if (held < 0)
    return fail (error, errno);
  for (guint i = 0; done && i < n; i++)
    {
      g_autofree char *path = g_build_filename (temporary, names[i], NULL);

      done = write_new (path, contents[i], cancellable, error) || prefix_name (error, names[i]);
    }
  for (guint i = 0; done && i < n; i++)
    {
      g_autofree char *from = g_build_filename (temporary, names[i], NULL);
      g_autofree char *to = g_build_filename (folder, names[i], NULL);

      done = put_in_place (from, to, contents[i], error) || prefix_name (error, names[i]);
    }
  squill_temporary_remove (temporary);
  close (held);
  return done && sync_folder (folder, error);
}

static gboolean
write_many_far (GFile *folder,
                const char *const *names,
                GBytes *const *contents,
                guint n,
                GCancellable *cancellable,
                GError **error)
{
  g_autofree char *name = _squill_temporary_name ();
  g_autoptr (GFile) temporary = g_file_get_child (folder, name);
  gboolean done;

  _squill_temporary_tidy_far (folder);
  done = g_file_make_directory (temporary, cancellable, error);
  for (guint i = 0; done && i < n; i++)
    {
      g_autoptr (GFile) file = g_file_get_child (temporary, names[i]);
      Writing writing = { .access = SQUILL_FILE_ACCESS_USUAL, .cancellable = cancellable };

      writing.data = g_bytes_get_data (contents[i], &writing.length);
      done = make_far (&writing, file, error) || prefix_name (error, names[i]);
    }
  for (guint i = 0; done && i < n; i++)
    {
      g_autoptr (GFile) from = g_file_get_child (temporary, names[i]);
      g_autoptr (GFile) child = g_file_get_child (folder, names[i]);
      g_autoptr (GFile) to = follow_links_far (child, cancellable);
      Writing writing = { .cancellable = cancellable };

      writing.data = g_bytes_get_data (contents[i], &writing.length);
      done = move_far (&writing, from, to, error) || prefix_name (error, names[i]);
    }
  _squill_temporary_remove_far (temporary);
  return done;
}

/* Makes a folder with those above it. Gives which were made, the first one made first. */
static gboolean
make_folder (GFile *folder, GPtrArray *made, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) own = NULL;

  if (g_file_make_directory (folder, cancellable, &own))
    {
      g_ptr_array_add (made, g_object_ref (folder));
      return TRUE;
    }
  if (g_error_matches (own, G_IO_ERROR, G_IO_ERROR_EXISTS))
    return TRUE;
  if (g_error_matches (own, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_autoptr (GFile) parent = g_file_get_parent (folder);

      g_clear_error (&own);
      if (parent != NULL && !make_folder (parent, made, cancellable, error))
        return FALSE;
      if (g_file_make_directory (folder, cancellable, &own))
        {
          g_ptr_array_add (made, g_object_ref (folder));
          return TRUE;
        }
    }
  g_propagate_error (error, g_steal_pointer (&own));
  return FALSE;
}

/**
 * squill_file_write_many:
 * @folder: where to; it is made if it is not there
 * @names: (array length=n): names of files
 * @contents: (array length=n): what is in them
 * @n: how many
 * @cancellable: (nullable): to stop it
 * @error: a #GIOError, with the name of the file in front
 *
 * Writes files into a folder. None of those that are there is touched before all of the new ones
 * are written; then each takes the place of the one of its name.
 *
 * Returns: whether all were written
 */
gboolean
squill_file_write_many (GFile *folder,
                        const char *const *names,
                        GBytes *const *contents,
                        guint n,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func (g_object_unref);
  const char *path;
  gboolean done;

  g_return_val_if_fail (G_IS_FILE (folder), FALSE);
  g_return_val_if_fail (n == 0 || (names != NULL && contents != NULL), FALSE);

  path = get_local_path (folder);
  done = make_folder (folder, made, cancellable, error) &&
         (path != NULL ? write_many_local (path, names, contents, n, cancellable, error)
                       : write_many_far (folder, names, contents, n, cancellable, error));
  /* What was made for nothing goes again, unless somebody put something into it. */
  for (guint i = made->len; !done && i > 0; i--)
    g_file_delete (made->pdata[i - 1], NULL, NULL);
  return done;
}
