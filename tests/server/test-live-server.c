/* SPDX-License-Identifier: Apache-2.0 */

/* The server of the live tests itself: there, empty, closed to strangers, and gone in the end. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-server.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>

static const char *program;

static gboolean
pings (const char *uri, bson_error_t *error)
{
  mongoc_client_t *client = mongoc_client_new (uri);
  bson_t *ping = BCON_NEW ("listDatabases", BCON_INT32 (1));
  gboolean fine;

  g_assert_nonnull (client);
  fine = mongoc_client_command_simple (client, "admin", ping, NULL, NULL, error);
  bson_destroy (ping);
  mongoc_client_destroy (client);
  return fine;
}

static void
test_answers (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_generate (client, "squill_test_server", "things", 25000, 10);
  g_assert_cmpuint (live_data_count (client, "squill_test_server", "things"), ==, 25000);
  live_data_run (client, "squill_test_server", "{\"dropDatabase\": 1}");
  g_assert_cmpuint (live_data_count (client, "squill_test_server", "things"), ==, 0);
  mongoc_client_destroy (client);
}

static void
test_users (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH);
  g_autofree char *nobody = NULL;
  g_autofree char *stranger = NULL;
  bson_error_t error;

  if (server == NULL)
    return;
  nobody = live_server_make_uri (server, "", "");
  stranger = live_server_make_uri (server, "squill:guess@", "");
  g_assert_true (pings (live_server_get_uri (server), &error));
  g_assert_false (pings (nobody, &error));
  g_assert_false (pings (stranger, &error));
  g_assert_cmpuint (error.domain, ==, MONGOC_ERROR_CLIENT);
  g_assert_cmpuint (error.code, ==, MONGOC_ERROR_CLIENT_AUTHENTICATE);
}

static void
test_tls (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_TLS);
  g_autofree char *wrong = NULL;
  char *options;
  bson_error_t error;

  if (server == NULL)
    return;
  g_assert_true (pings (live_server_get_tls_uri (server), &error));
  wrong = g_strdup (live_server_get_tls_uri (server));
  options = strchr (wrong, '?');
  g_assert_nonnull (options);
  *options = '\0';
  options = g_strdup_printf ("%s?tls=true&serverSelectionTryOnce=true&tlsCAFile=%s", wrong,
                             live_server_get_strange_authority (server));
  g_assert_false (pings (options, &error));
  g_free (options);
}

/* By way of the proxy all is as without it, and on record. */
static void
test_proxy (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH);
  g_autoptr (WireProxy) proxy = NULL;
  g_autoptr (GPtrArray) commands = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *harm = NULL;
  bson_error_t error;
  gboolean found = FALSE;

  if (server == NULL)
    return;
  proxy = live_server_proxy (server);
  uri = wire_proxy_make_uri (proxy, live_server_get_uri (server));
  g_assert_true (pings (uri, &error));
  commands = wire_proxy_get_commands (proxy);
  for (guint i = 0; i < commands->len; i++)
    found = found ||
            g_str_equal (((WireCommand *)g_ptr_array_index (commands, i))->name, "listDatabases");
  g_assert_true (found);
  harm = wire_commands_describe_harm (commands);
  g_assert_cmpstr (harm, ==, NULL);
}

typedef struct
{
  GMainLoop *loop;
  GFile *folder;
} Wait;

static void
on_folder_changed (
    GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
  Wait *wait = data;

  if (!g_file_query_exists (wait->folder, NULL))
    g_main_loop_quit (wait->loop);
}

/* A program that is killed leaves nothing behind. */
static void
test_killed (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GMainLoop) loop = NULL;
  g_autoptr (GFile) folder = NULL;
  g_autoptr (GFile) parent = NULL;
  g_autoptr (GFileMonitor) monitor = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  Wait wait;

  if (server == NULL)
    return;
  if (!live_server_is_ours (server))
    {
      g_test_skip ("the server was there before");
      return;
    }
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--be-killed", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, SIGKILL);
  g_assert_true (g_str_has_prefix (said, "/tmp/squill-server."));

  folder = g_file_new_for_path (g_strstrip (said));
  loop = g_main_loop_new (NULL, FALSE);
  parent = g_file_get_parent (folder);
  monitor = g_file_monitor_directory (parent, G_FILE_MONITOR_NONE, NULL, &error);
  g_assert_no_error (error);
  wait = (Wait){ loop, folder };
  g_signal_connect (monitor, "changed", G_CALLBACK (on_folder_changed), &wait);
  if (g_file_query_exists (folder, NULL))
    g_main_loop_run (loop);
  g_assert_false (g_file_query_exists (folder, NULL));
}

static int
be_killed (void)
{
  g_autofree char *why_not = NULL;
  LiveServer *server = live_server_start (LIVE_SERVER_PLAIN, &why_not);

  if (server == NULL)
    return 1;
  g_print ("%s\n", live_server_get_folder (server));
  fflush (stdout);
  raise (SIGKILL);
  return 0;
}

static void
add_tests (void)
{
  g_test_add_func ("/server/live/answers", test_answers);
  g_test_add_func ("/server/live/users", test_users);
  g_test_add_func ("/server/live/tls", test_tls);
  g_test_add_func ("/server/live/proxy", test_proxy);
  g_test_add_func ("/server/live/killed", test_killed);
}

int
main (int argc, char *argv[])
{
  program = argv[0];
  if (argc == 2 && g_str_equal (argv[1], "--be-killed"))
    return be_killed ();
  return live_server_run (&argc, &argv, add_tests);
}
