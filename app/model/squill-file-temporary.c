/* SPDX-License-Identifier: Apache-2.0 */

/* Temporary files and folders beside what they are to replace. Each is locked by the program that
 * writes it for as long as it does, so that what a killed one left is told from what is in use. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-file-writer.h"
#include "model/squill-model-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* The name says nothing of the target: one that is as long as a name may be leaves no room. */
#define PREFIX ".squill-tmp-"
/* Where nothing can be locked, what is older than this many seconds is not being written any more:
 * no upload of a few megabytes takes a day. */
#define MAX_AGE (24 * 60 * 60)
/* How often a name is tried that is taken, or taken away between making and locking it. */
#define MAX_TRIES 100

/**
 * _squill_temporary_name:
 *
 * Returns: (transfer full): a name for a temporary file or folder
 */
char *
_squill_temporary_name (void)
{
  g_autofree char *random = g_uuid_string_random ();

  return g_strconcat (PREFIX, random, NULL);
}

/* Whether the lock is ours and what is locked is still there. */
static gboolean
hold (int file)
{
  GStatBuf status;

  /* Where files cannot be locked, nobody takes them for left over either. */
  if (flock (file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return FALSE;
  return fstat (file, &status) == 0 && status.st_nlink > 0;
}

static int
make_once (const char *path, gboolean is_folder, int mode)
{
  if (!is_folder)
    return open (path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
  if (g_mkdir (path, 0700) != 0)
    return -1;
  return open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/**
 * _squill_temporary_make:
 * @folder: where
 * @is_folder: whether a folder is wanted, not a file
 * @mode: of a file; the mask of the process takes bits off it
 * @path: (out): where it is
 *
 * Makes a temporary file or folder. It is in use until the descriptor is closed.
 *
 * Returns: a descriptor of it, for writing if it is a file, or -1 with errno set
 */
int
_squill_temporary_make (const char *folder, gboolean is_folder, int mode, char **path)
{
  for (guint i = 0; i < MAX_TRIES; i++)
    {
      g_autofree char *name = _squill_temporary_name ();
      g_autofree char *full = g_build_filename (folder, name, NULL);
      int file = make_once (full, is_folder, mode);

      if (file < 0 && errno == EEXIST)
        continue;
      if (file < 0)
        return -1;
      if (hold (file))
        {
          *path = g_steal_pointer (&full);
          return file;
        }
      /* Somebody who tidies up was faster. */
      close (file);
    }
  errno = EEXIST;
  return -1;
}

/**
 * squill_temporary_remove:
 * @path: a temporary file or folder
 *
 * Removes it, with the files in it.
 */
void
squill_temporary_remove (const char *path)
{
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (g_unlink (path) == 0)
    return;
  folder = g_dir_open (path, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      g_unlink (inside);
    }
  g_rmdir (path);
}

/* Links are not followed: what they lead to is not ours. */
static gboolean
is_left_over (const char *path)
{
  int file = open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  GStatBuf status;
  gboolean left_over;

  if (file < 0)
    return FALSE;
  left_over = fstat (file, &status) == 0 && status.st_uid == geteuid () &&
              (S_ISREG (status.st_mode) || S_ISDIR (status.st_mode)) &&
              flock (file, LOCK_EX | LOCK_NB) == 0;
  close (file);
  return left_over;
}

/**
 * _squill_temporary_tidy:
 * @folder: a folder
 *
 * Removes what programs that were killed while they wrote into @folder have left there.
 */
void
_squill_temporary_tidy (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;

      if (!g_str_has_prefix (name, PREFIX))
        continue;
      path = g_build_filename (folder, name, NULL);
      if (is_left_over (path))
        squill_temporary_remove (path);
    }
}

/**
 * _squill_temporary_remove_far:
 * @file: a temporary file or folder somewhere
 *
 * As squill_temporary_remove(), where there is no path.
 */
void
_squill_temporary_remove_far (GFile *file)
{
  g_autoptr (GFileEnumerator) children = NULL;
  GFile *child;

  if (g_file_delete (file, NULL, NULL))
    return;
  children = g_file_enumerate_children (file, G_FILE_ATTRIBUTE_STANDARD_NAME,
                                        G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  while (children != NULL && g_file_enumerator_iterate (children, NULL, &child, NULL, NULL) &&
         child != NULL)
    g_file_delete (child, NULL, NULL);
  g_file_delete (file, NULL, NULL);
}

/**
 * _squill_temporary_tidy_far:
 * @folder: a folder somewhere
 *
 * As _squill_temporary_tidy(), where nothing can be locked: what is old is left over.
 */
void
_squill_temporary_tidy_far (GFile *folder)
{
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (
      folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_TIME_MODIFIED,
      G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  GFileInfo *info;
  GFile *child;

  while (children != NULL && g_file_enumerator_iterate (children, &info, &child, NULL, NULL) &&
         info != NULL)
    {
      gint64 changed =
          (gint64)g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);

      if (g_str_has_prefix (g_file_info_get_name (info), PREFIX) && changed > 0 &&
          now - changed > MAX_AGE)
        _squill_temporary_remove_far (child);
    }
}
