/* SPDX-License-Identifier: Apache-2.0 */

/* Writing files: all or nothing, near and far, and nothing left lying about. */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <grp.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/far-file.h"
#include "model/squill-file-writer.h"

#define LARGE (1 << 20)
/* What fits on the disk while it is full. */
#define ROOM (64 * 1024)
/* A user without rights, and a group that it is not in. */
#define NOBODY 65534
#define FOREIGN_GROUP 12345

typedef struct
{
  char *folder;
  gboolean is_far;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer is_far)
{
  fixture->folder = g_dir_make_tmp ("squill-writer-XXXXXX", NULL);
  fixture->is_far = is_far != NULL;
  far_file_can_move = TRUE;
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_all (fixture->folder);
  g_free (fixture->folder);
}

static char *
path_of (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static GFile *
file_of (Fixture *fixture, const char *name)
{
  g_autofree char *path = path_of (fixture, name);

  return fixture->is_far ? far_file_new (path) : g_file_new_for_path (path);
}

static void
put (Fixture *fixture, const char *name, const char *content)
{
  g_autofree char *path = path_of (fixture, name);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
}

static void
assert_content (Fixture *fixture, const char *name, const char *wanted)
{
  g_autofree char *path = path_of (fixture, name);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &content, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (content, ==, wanted);
}

static void
assert_n_files (Fixture *fixture, guint wanted)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, wanted);
}

static gboolean
write_text (GFile *file, const char *text, GError **error)
{
  return squill_file_write (file, text, strlen (text), SQUILL_FILE_ACCESS_USUAL, NULL, NULL, NULL,
                            error);
}

/* No file may grow beyond some size: what a full disk looks like to whoever writes. */
static void
fill_disk (gboolean full)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = full ? ROOM : limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static void
test_write (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autoptr (GError) error = NULL;
  g_autofree char *path = path_of (fixture, "a");
  GStatBuf status;

  write_text (file, "one", &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "one");
  g_chmod (path, 0604);
  write_text (file, "another", &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "another");
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 07777, ==, 0604);
  write_text (file, "", &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "");
  assert_n_files (fixture, 1);
}

static void
test_private (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autofree char *path = path_of (fixture, "a");
  GStatBuf status;

  g_assert_true (
      squill_file_write (file, "x", 1, SQUILL_FILE_ACCESS_PRIVATE, NULL, NULL, NULL, NULL));
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
}

/* Whoever writes a file, but is not in its group, cannot give it to that group; nobody else may
 * read it for that. */
static void
test_foreign_group (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    mode_t before, after;
  } cases[] = { { 0660, 0600 }, { 0664, 0644 }, { 0640, 0600 }, { 0606, 0606 }, { 0666, 0666 } };
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autofree char *path = path_of (fixture, "a");

  if (geteuid () != 0)
    {
      g_test_skip ("Only root can give a file to a group that its owner is not in");
      return;
    }
  g_assert_cmpint (chown (fixture->folder, NOBODY, NOBODY), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GStatBuf status;
      pid_t child;
      int how;

      g_remove (path);
      put (fixture, "a", "old");
      g_assert_cmpint (chown (path, NOBODY, FOREIGN_GROUP), ==, 0);
      g_assert_cmpint (g_chmod (path, (int)cases[i].before), ==, 0);
      child = fork ();
      if (child == 0)
        _exit (setgroups (0, NULL) == 0 && setgid (NOBODY) == 0 && setuid (NOBODY) == 0 &&
                       squill_file_write (file, "new", 3, SQUILL_FILE_ACCESS_USUAL, NULL, NULL,
                                          NULL, NULL)
                   ? 0
                   : 1);
      g_assert_cmpint (waitpid (child, &how, 0), ==, child);
      g_assert_cmpint (how, ==, 0);
      assert_content (fixture, "a", "new");
      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmpuint (status.st_gid, ==, NOBODY);
      g_assert_cmpuint (status.st_mode & 07777, ==, cases[i].after);
    }
}

static void
test_full_disk (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (LARGE, 'x');

  put (fixture, "a", "what was there");
  for (guint can_move = 0; can_move < 2; can_move++)
    {
      far_file_can_move = can_move == 1;
      fill_disk (TRUE);
      write_text (file, large, &error);
      fill_disk (FALSE);
      g_assert_nonnull (error);
      g_clear_error (&error);
      assert_content (fixture, "a", "what was there");
      assert_n_files (fixture, 1);
    }
}

static void
test_full_disk_many (Fixture *fixture, gconstpointer data)
{
  const char *names[] = { "a", "b", "c" };
  g_autofree char *large = g_strnfill (LARGE, 'x');
  g_autoptr (GBytes) small = g_bytes_new_static ("new", 3);
  g_autoptr (GBytes) much = g_bytes_new_static (large, LARGE);
  GBytes *contents[] = { small, much, small };
  const char *folders[] = { ".", "new/folder" };
  g_autoptr (GError) error = NULL;

  put (fixture, "a", "old a");
  put (fixture, "b", "old b");
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GFile) folder = file_of (fixture, folders[i]);

      fill_disk (TRUE);
      squill_file_write_many (folder, names, contents, 3, NULL, &error);
      fill_disk (FALSE);
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "b: "));
      g_clear_error (&error);
      assert_content (fixture, "a", "old a");
      assert_content (fixture, "b", "old b");
      assert_n_files (fixture, 2);
    }
}

static void
test_many (Fixture *fixture, gconstpointer data)
{
  const char *names[] = { "a", "b" };
  g_autoptr (GBytes) first = g_bytes_new_static ("1", 1);
  g_autoptr (GBytes) second = g_bytes_new_static ("2", 1);
  GBytes *contents[] = { first, second };
  g_autoptr (GFile) folder = file_of (fixture, ".");
  g_autoptr (GFile) deep = file_of (fixture, "in/a/folder");
  g_autofree char *link = path_of (fixture, "b");
  g_autoptr (GError) error = NULL;

  put (fixture, "a", "old a");
  put (fixture, "elsewhere", "old b");
  g_assert_cmpint (symlink ("elsewhere", link), ==, 0);
  squill_file_write_many (folder, names, contents, 2, NULL, &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "1");
  assert_content (fixture, "elsewhere", "2");
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_n_files (fixture, 3);

  squill_file_write_many (deep, names, contents, 2, NULL, &error);
  g_assert_no_error (error);
  assert_content (fixture, "in/a/folder/a", "1");
  assert_content (fixture, "in/a/folder/b", "2");
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "link");
  g_autofree char *link = path_of (fixture, "link");
  g_autofree char *second = path_of (fixture, "second");
  g_autofree char *folder = path_of (fixture, "folder");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (symlink ("second", link), ==, 0);
  g_assert_cmpint (symlink ("folder/target", second), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      write_text (file, i == 0 ? "to nothing yet" : "to something", &error);
      g_assert_no_error (error);
      assert_content (fixture, "folder/target", i == 0 ? "to nothing yet" : "to something");
      g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
      g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
    }
}

static void
test_etag (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autofree char *etag = NULL;
  g_autofree char *asked = NULL;
  g_autofree char *path = path_of (fixture, "a");
  g_autoptr (GError) error = NULL;

  /* Nothing is there: nothing can be lost. */
  g_assert_null (squill_file_query_etag (file, NULL));
  squill_file_write (file, "1", 1, SQUILL_FILE_ACCESS_USUAL, SQUILL_FILE_ETAG_UNKNOWN, &etag, NULL,
                     &error);
  g_assert_no_error (error);
  asked = squill_file_query_etag (file, NULL);
  g_assert_nonnull (etag);
  g_assert_cmpstr (etag, ==, asked);

  g_assert_false (squill_file_write (file, "2", 1, SQUILL_FILE_ACCESS_USUAL,
                                     SQUILL_FILE_ETAG_UNKNOWN, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  g_clear_error (&error);
  squill_file_write (file, "3", 1, SQUILL_FILE_ACCESS_USUAL, etag, NULL, NULL, &error);
  g_assert_no_error (error);
  put (fixture, "a", "somebody else's");
  g_assert_false (
      squill_file_write (file, "4", 1, SQUILL_FILE_ACCESS_USUAL, etag, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG);
  assert_content (fixture, "a", "somebody else's");
  assert_n_files (fixture, 1);
  g_unlink (path);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) missing = file_of (fixture, "no/such/folder");
  g_autoptr (GFile) folder = file_of (fixture, "folder");
  g_autoptr (GFile) protected = file_of (fixture, "protected");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *folder_path = path_of (fixture, "folder");
  g_autofree char *path = path_of (fixture, "protected");
  g_autoptr (GError) error = NULL;

  g_assert_false (write_text (missing, "x", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (g_mkdir (folder_path, 0700), ==, 0);
  g_assert_false (write_text (folder, "x", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  put (fixture, "protected", "old");
  g_assert_false (squill_file_write (protected, "x", 1, SQUILL_FILE_ACCESS_USUAL, NULL, NULL,
                                     cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_chmod (path, 0444);
  if (geteuid () != 0 && !fixture->is_far)
    {
      g_assert_false (write_text (protected, "x", &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
    }
  assert_content (fixture, "protected", "old");
  assert_n_files (fixture, 2);
}

static gpointer
read_all (gpointer path)
{
  char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  return content;
}

static void
test_pipes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = path_of (fixture, "fifo");
  g_autofree char *large = g_strnfill (LARGE, 'x');
  g_autofree char *name = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) end = NULL;
  g_autoptr (GFile) full = g_file_new_for_path ("/dev/full");
  g_autoptr (GError) error = NULL;
  GStatBuf status;
  GThread *reader;
  char part[4] = "";
  int ends[2];

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  reader = g_thread_new ("reader", read_all, path);
  write_text (file, large, &error);
  g_assert_no_error (error);
  content = g_thread_join (reader);
  g_assert_cmpstr (content, ==, large);
  g_assert_cmpint (g_lstat (path, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));
  assert_n_files (fixture, 1);

  g_assert_cmpint (pipe (ends), ==, 0);
  name = g_strdup_printf ("/dev/fd/%d", ends[1]);
  end = g_file_new_for_path (name);
  write_text (end, "abc", &error);
  g_assert_no_error (error);
  g_assert_cmpint (read (ends[0], part, 3), ==, 3);
  g_assert_cmpstr (part, ==, "abc");
  close (ends[0]);
  close (ends[1]);

  g_assert_false (write_text (full, "abc", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_cmpint (g_lstat ("/dev/full", &status), ==, 0);
  g_assert_true (S_ISCHR (status.st_mode));
}

static gpointer
cancel_it (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Nobody reads: the wait ends with a cancel. */
static void
test_pipe_cancel (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = path_of (fixture, "fifo");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *other;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  other = g_thread_new ("cancel", cancel_it, cancellable);
  g_assert_false (
      squill_file_write (file, "x", 1, SQUILL_FILE_ACCESS_USUAL, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (other);
}

static void
test_left_over (Fixture *fixture, gconstpointer data)
{
  g_autofree char *used = path_of (fixture, ".squill-tmp-in-use");
  g_autofree char *folder = path_of (fixture, ".squill-tmp-folder");
  g_autofree char *link = path_of (fixture, ".squill-tmp-link");
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autoptr (GError) error = NULL;
  int held;

  put (fixture, ".squill-tmp-dead", "cut");
  put (fixture, ".squill-tmp-in-use", "being written");
  put (fixture, "mine", "not of Squill");
  g_assert_cmpint (symlink ("mine", link), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  put (fixture, ".squill-tmp-folder/inside", "cut");
  held = open (used, O_RDONLY);
  g_assert_cmpint (flock (held, LOCK_EX), ==, 0);

  write_text (file, "new", &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "new");
  assert_content (fixture, "mine", "not of Squill");
  assert_content (fixture, ".squill-tmp-in-use", "being written");
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_n_files (fixture, 4);
  close (held);
  write_text (file, "newer", &error);
  g_assert_no_error (error);
  assert_n_files (fixture, 3);
}

/* Where nothing can be locked, only what is old is left over. */
static void
test_left_over_far (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autoptr (GFile) old = file_of (fixture, ".squill-tmp-old");
  g_autoptr (GError) error = NULL;
  g_autofree char *old_path = path_of (fixture, ".squill-tmp-old");
  g_autoptr (GFile) near = g_file_new_for_path (old_path);

  put (fixture, ".squill-tmp-old", "cut");
  put (fixture, ".squill-tmp-new", "being written");
  g_assert_true (g_file_set_attribute_uint64 (near, G_FILE_ATTRIBUTE_TIME_MODIFIED, 1000000,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  write_text (file, "new", &error);
  g_assert_no_error (error);
  g_assert_false (g_file_query_exists (old, NULL));
  assert_content (fixture, ".squill-tmp-new", "being written");
}

/* Where nothing can be moved, the content comes first under another name. */
static void
test_no_moves (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = file_of (fixture, "a");
  g_autoptr (GError) error = NULL;

  far_file_can_move = FALSE;
  put (fixture, "a", "old");
  write_text (file, "new", &error);
  g_assert_no_error (error);
  assert_content (fixture, "a", "new");
  assert_n_files (fixture, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
#define ADD_FAR(name, function) \
  g_test_add ("/model/writer/far" name, Fixture, "far", set_up, function, tear_down)
#define ADD_BOTH(name, function)             \
  ADD ("/model/writer/near" name, function); \
  ADD_FAR (name, function)
  ADD_BOTH ("/write", test_write);
  ADD_BOTH ("/private", test_private);
  ADD_BOTH ("/full-disk", test_full_disk);
  ADD_BOTH ("/full-disk-many", test_full_disk_many);
  ADD_BOTH ("/many", test_many);
  ADD_BOTH ("/links", test_links);
  ADD_BOTH ("/etag", test_etag);
  ADD_BOTH ("/refused", test_refused);
  ADD ("/model/writer/foreign-group", test_foreign_group);
  ADD ("/model/writer/pipes", test_pipes);
  ADD ("/model/writer/pipe-cancel", test_pipe_cancel);
  ADD ("/model/writer/left-over", test_left_over);
  ADD_FAR ("/left-over", test_left_over_far);
  ADD_FAR ("/no-moves", test_no_moves);

  return g_test_run ();
}
