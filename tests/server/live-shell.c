/* SPDX-License-Identifier: Apache-2.0 */

/* The MongoDB Shell, which runs scripts on a real server. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-shell.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

/* What tests/server/mongosh exits with where there is no shell. */
#define NO_SHELL 69

static char *
find_program (void)
{
  return g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "server", "mongosh", NULL);
}

/* FALSE where a script that was written is not run, and the test ends: in builds in which the
 * scripts of the other build are enough (SQUILL_TEST_SCRIPTS=write), and where there is no shell,
 * which marks the test as skipped. */
gboolean
live_shell_runs (void)
{
  g_autofree char *program = find_program ();
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (g_strcmp0 (g_getenv ("SQUILL_TEST_SCRIPTS"), "write") == 0)
    {
      g_test_message ("The script is written, and not run");
      return FALSE;
    }
  g_spawn_sync (NULL, (char *[]){ program, (char *)"find", NULL }, NULL, G_SPAWN_DEFAULT, NULL,
                NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != NO_SHELL)
    return TRUE;
  g_test_skip (g_strstrip (messages));
  return FALSE;
}

/* Runs a script; returns what it printed, with its complaint where it is to fail. */
char *
live_shell_run (LiveServer *server, const char *database, const char *script, gboolean succeeds)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *program = find_program ();
  g_autofree char *uri = live_server_make_uri (server, "", database);
  g_autofree char *output = NULL, *messages = NULL, *file = NULL;
  const int fd = g_file_open_tmp ("squill-XXXXXX.js", &file, &error);
  int status;

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (file, script, -1, &error);
  g_assert_no_error (error);
  g_spawn_sync (NULL,
                (char *[]){ program, (char *)"run", (char *)"--quiet", (char *)"--norc", uri,
                            (char *)"--file", file, NULL },
                NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, &messages, &status, &error);
  g_assert_no_error (error);
  g_unlink (file);
  if (g_spawn_check_wait_status (status, NULL) != succeeds)
    g_error ("%s\n%s\n%s", output, messages, script);
  return g_strconcat (output, messages, NULL);
}
