/* SPDX-License-Identifier: Apache-2.0 */

/* The command line is killed at random moments while it writes over files that are there: each of
 * them is as it was or as it should be, and the next call that ends leaves nothing else.
 *
 * SQUILL_KILLS says how often; few by default. */

#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <signal.h>
#include <string.h>

#define DEFAULT_KILLS 16
#define OLD "what was there before\n"

typedef struct
{
  const char *name;
  gboolean many; /* writes a folder of files */
  const char *arguments[6];
} Case;

/* IN is the model, JSON the documents, OUT what is written. */
static const Case cases[] = {
  { "fmt", FALSE, { "fmt", "IN" } },
  { "layout", FALSE, { "layout", "IN" } },
  { "infer", FALSE, { "infer", "JSON" } },
  { "svg", FALSE, { "export", "IN", "--to", "svg" } },
  { "mongosh", FALSE, { "export", "IN", "--to", "mongosh" } },
  { "json-schema", TRUE, { "export", "IN", "--to", "json-schema" } },
  { "validator", TRUE, { "export", "IN", "--to", "validator" } },
  { "samples", TRUE, { "export", "IN", "--to", "samples" } },
};

typedef struct
{
  char *folder;
  char *model;
  char *documents;
  GHashTable *wanted[G_N_ELEMENTS (cases)]; /* name -> content */
  gint64 length[G_N_ELEMENTS (cases)];      /* µs of a whole call */
} Fixture;

static GSubprocess *
start (Fixture *fixture, const Case *kind, const char *out)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (argv, (gpointer)g_getenv ("SQUILL_CLI"));
  for (guint i = 0; i < G_N_ELEMENTS (kind->arguments) && kind->arguments[i] != NULL; i++)
    g_ptr_array_add (argv, g_str_equal (kind->arguments[i], "IN") ? fixture->model
                           : g_str_equal (kind->arguments[i], "JSON")
                               ? fixture->documents
                               : (gpointer)kind->arguments[i]);
  g_ptr_array_add (argv, (gpointer) "-o");
  g_ptr_array_add (argv, (gpointer)out);
  g_ptr_array_add (argv, NULL);
  process = g_subprocess_newv (
      (const char *const *)argv->pdata,
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  g_assert_no_error (error);
  return process;
}

/* Gives what the files of a folder hold. */
static GHashTable *
read_folder (const char *folder)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *content = NULL;

      g_file_get_contents (path, &content, NULL, NULL);
      g_hash_table_insert (files, g_strdup (name), content);
    }
  return files;
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

static char *
get_place (Fixture *fixture, const Case *kind, gboolean target)
{
  return g_build_filename (fixture->folder, kind->name, target && !kind->many ? "out" : NULL, NULL);
}

static void
call_whole (Fixture *fixture, guint i)
{
  g_autofree char *place = get_place (fixture, &cases[i], FALSE);
  g_autofree char *target = get_place (fixture, &cases[i], TRUE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin = g_get_monotonic_time ();

  g_mkdir (place, 0700);
  process = start (fixture, &cases[i], target);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
  fixture->length[i] = g_get_monotonic_time () - begin;
}

/* All files hold what was there, or what should be, and else nothing but what is left over does. */
static void
check_files (Fixture *fixture, guint i, gboolean whole)
{
  g_autofree char *place = get_place (fixture, &cases[i], FALSE);
  g_autoptr (GHashTable) found = read_folder (place);
  GHashTableIter iter;
  gpointer name, content;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &name, &content))
    {
      const char *wanted = g_hash_table_lookup (fixture->wanted[i], name);

      if (!whole && g_str_has_prefix (name, ".squill-tmp-"))
        continue;
      if (wanted == NULL || content == NULL)
        g_error ("%s: %s should not be there", cases[i].name, (char *)name);
      if (!g_str_equal (content, wanted) && (whole || !g_str_equal (content, OLD)))
        g_error ("%s: %s is cut after %zu of %zu bytes", cases[i].name, (char *)name,
                 strlen (content), strlen (wanted));
    }
  g_hash_table_iter_init (&iter, fixture->wanted[i]);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (!g_hash_table_contains (found, name))
      g_error ("%s: %s is gone", cases[i].name, (char *)name);
}

static void
put_old (Fixture *fixture, guint i)
{
  g_autofree char *place = get_place (fixture, &cases[i], FALSE);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, fixture->wanted[i]);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_autofree char *path = g_build_filename (place, name, NULL);

      g_assert_true (g_file_set_contents (path, OLD, -1, NULL));
    }
}

static void
test_kills (void)
{
  const char *said = g_getenv ("SQUILL_KILLS");
  guint n = said != NULL ? (guint)g_ascii_strtoull (said, NULL, 10) : DEFAULT_KILLS;
  guint n_killed = 0, n_left = 0;
  Fixture fixture = { 0 };

  fixture.folder = g_dir_make_tmp ("squill-kills-XXXXXX", NULL);
  fixture.model =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "data", "examples", "cms.squill", NULL);
  fixture.documents = g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "data", "inspect",
                                        "films.json", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *place = get_place (&fixture, &cases[i], FALSE);

      call_whole (&fixture, i);
      fixture.wanted[i] = read_folder (place);
      g_assert_cmpuint (g_hash_table_size (fixture.wanted[i]), >, 0);
    }
  for (guint round = 0; round < n; round++)
    {
      guint i = round % G_N_ELEMENTS (cases);
      g_autofree char *target = get_place (&fixture, &cases[i], TRUE);
      g_autofree char *place = get_place (&fixture, &cases[i], FALSE);
      g_autoptr (GSubprocess) process = NULL;

      put_old (&fixture, i);
      process = start (&fixture, &cases[i], target);
      /* Mostly near the end, where it writes. This is no wait for anything: any moment will do. */
      g_usleep ((gulong)((double)fixture.length[i] * (1.0 - g_test_rand_double_range (0, 1) *
                                                                g_test_rand_double_range (0, 1))));
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      n_killed += g_subprocess_get_if_signaled (process);
      check_files (&fixture, i, FALSE);
      {
        g_autoptr (GHashTable) found = read_folder (place);

        n_left += g_hash_table_size (found) - g_hash_table_size (fixture.wanted[i]);
      }
    }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      call_whole (&fixture, i);
      check_files (&fixture, i, TRUE);
      g_hash_table_unref (fixture.wanted[i]);
    }
  g_test_message ("%u calls, %u killed before they ended, %u left a temporary file", n, n_killed,
                  n_left);
  remove_all (fixture.folder);
  g_free (fixture.folder);
  g_free (fixture.model);
  g_free (fixture.documents);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/kills", test_kills);
  return g_test_run ();
}
