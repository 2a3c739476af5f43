/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli before a real server: into a model, compared, brought up to date; and what others on
 * the machine can see of it meanwhile. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "cli-run.h"
#include "live-data.h"
#include "live-server.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <signal.h>
#include <string.h>

#define DATABASE "squill_test_cli"

static GSubprocess *
start (const char *password, const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE |
                                 G_SUBPROCESS_FLAGS_STDIN_PIPE);
  g_autoptr (GPtrArray) argv = cli_run_make_argv (arguments);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  if (password != NULL)
    g_subprocess_launcher_setenv (launcher, "SQUILL_PASSWORD", password, TRUE);
  else
    g_subprocess_launcher_unsetenv (launcher, "SQUILL_PASSWORD");
  /* No keyring is asked. */
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", "disabled:", TRUE);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *)argv->pdata, &error);
  g_assert_no_error (error);
  return process;
}

static void
call (CliRun *run, const char *password, const char *const *arguments)
{
  g_autoptr (GSubprocess) process = start (password, arguments);

  cli_run_end (run, process, "");
}

#define CALL(run, ...) call (run, NULL, (const char *[]){ __VA_ARGS__, NULL })

/* People, their orders, and nothing else. */
static void
fill (mongoc_client_t *client)
{
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_insert (client, DATABASE, "people",
                    "[{\"_id\": \"ann\", \"born\": 1970}, {\"_id\": \"bob\", \"born\": 1980},"
                    " {\"_id\": \"cem\", \"born\": 1990}, {\"_id\": \"dan\", \"born\": 1991}]");
  live_data_insert (client, DATABASE, "orders",
                    "[{\"_id\": 1, \"people_id\": \"ann\", \"total\": 3.5},"
                    " {\"_id\": 2, \"people_id\": \"bob\", \"total\": 4.5},"
                    " {\"_id\": 3, \"people_id\": \"cem\", \"total\": 5.5},"
                    " {\"_id\": 4, \"people_id\": \"dan\", \"total\": 5.5},"
                    " {\"_id\": 5, \"people_id\": \"ann\", \"total\": 6.5}]");
}

static char *
new_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("squill-live-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static void
test_infer (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autofree char *folder = NULL;
  g_autofree char *model = NULL;
  g_autofree char *address = NULL;
  g_auto (CliRun) run = { 0 };
  mongoc_client_t *client;
  json_t *json;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  fill (client);
  address = live_server_make_uri (server, "", DATABASE);
  folder = new_folder ();
  model = g_build_filename (folder, "people.squill", NULL);

  CALL (&run, "infer", address, "--format", "json", "-o", model);
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_cmpstr (run.errors, ==, "");
  json = cli_run_parse (&run);
  g_assert_cmpuint (json_array_size (json_object_get (json, "collections")), ==, 2);
  g_assert_cmpuint (json_array_size (json_object_get (json, "problems")), ==, 0);
  json_decref (json);

  CALL (&run, "show", model, "--format", "json");
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  g_assert_cmpstr (json_string_value (json_object_get (json, "name")), ==, DATABASE);
  g_assert_cmpuint (json_array_size (json_object_get (json, "entities")), ==, 2);
  json_decref (json);

  /* Nothing differs, until something does. */
  CALL (&run, "drift", model, address);
  g_assert_cmpint (run.exit_code, ==, 0);
  live_data_insert (client, DATABASE, "people",
                    "[{\"_id\": \"eve\", \"born\": \"long ago\", \"nickname\": \"e\"}]");
  live_data_insert (client, DATABASE, "reviews", "[{\"_id\": 1, \"stars\": 5}]");
  CALL (&run, "drift", model, address);
  g_assert_cmpint (run.exit_code, ==, 1);
  g_assert_nonnull (strstr (run.output, "nickname"));
  g_assert_nonnull (strstr (run.output, "reviews"));

  CALL (&run, "refresh", model, address, "-o", model);
  g_assert_cmpint (run.exit_code, ==, 0);
  CALL (&run, "drift", model, address);
  g_assert_cmpstr (run.errors, ==, "");
  g_assert_cmpint (run.exit_code, ==, 0);

  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
  g_unlink (model);
  g_rmdir (folder);
}

/* The file of a running program that others may read. */
static gboolean
shows (GSubprocess *process, const char *file, const char *secret)
{
  g_autofree char *path =
      g_build_filename ("/proc", g_subprocess_get_identifier (process), file, NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, >, 0);
  for (gsize i = 0; i + strlen (secret) <= length; i++)
    if (memcmp (bytes + i, secret, strlen (secret)) == 0)
      return TRUE;
  return FALSE;
}

/* While it talks to the server, in the way that @by_environment says. */
static void
test_secret (gconstpointer data)
{
  gboolean by_environment = GPOINTER_TO_INT (data);
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH);
  g_autoptr (WireProxy) proxy = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *direct = NULL;
  g_autofree char *address = NULL;
  g_auto (CliRun) run = { 0 };
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  fill (client);
  mongoc_client_destroy (client);
  proxy = live_server_proxy (server);
  direct = live_server_make_uri (
      server, by_environment ? LIVE_SERVER_USER "@" : LIVE_SERVER_USER ":" LIVE_SERVER_PASSWORD "@",
      DATABASE "?authSource=admin");
  address = wire_proxy_make_uri (proxy, direct);
  wire_proxy_act_after_replies (proxy, WIRE_ACTION_FREEZE, "listCollections", 1);
  {
    const char *const arguments[] = { "infer", address, "--format", "json", "-v", NULL };

    process = start (by_environment ? LIVE_SERVER_PASSWORD : NULL, arguments);
  }
  wire_proxy_wait_until_held (proxy);
  g_assert_false (shows (process, "cmdline", LIVE_SERVER_PASSWORD));
  g_assert_false (shows (process, "environ", LIVE_SERVER_PASSWORD));
  g_assert_true (shows (process, "cmdline", LIVE_SERVER_USER));
  wire_proxy_thaw (proxy);
  cli_run_end (&run, process, "");
  g_assert_cmpint (run.exit_code, ==, 0);
  g_assert_null (strstr (run.output, LIVE_SERVER_PASSWORD));
  g_assert_null (strstr (run.errors, LIVE_SERVER_PASSWORD));
}

static void
test_wrong_password (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH);
  g_autofree char *address = NULL;
  g_auto (CliRun) run = { 0 };

  if (server == NULL)
    return;
  address = live_server_make_uri (server, LIVE_SERVER_USER ":gu3ss-it@", DATABASE);
  CALL (&run, "infer", address);
  g_assert_cmpint (run.exit_code, ==, 3);
  g_assert_cmpstr (run.output, ==, "");
  g_assert_nonnull (strstr (run.errors, "password"));
  g_assert_null (strstr (run.errors, "gu3ss-it"));
}

/* Interrupted while the server is frozen, it ends all the same, with what it has. */
static void
test_interrupted (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (WireProxy) proxy = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *direct = NULL;
  g_autofree char *address = NULL;
  g_auto (CliRun) run = { 0 };
  mongoc_client_t *client;
  json_t *json;
  gint64 documents;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "things", 20000, 500);
  live_data_settle (client, DATABASE, "things", 20000);
  proxy = live_server_proxy (server);
  direct = live_server_make_uri (server, "", DATABASE);
  address = wire_proxy_make_uri (proxy, direct);
  wire_proxy_act_after_replies (proxy, WIRE_ACTION_FREEZE, "getMore", 1);
  {
    const char *const arguments[] = { "infer", address, "--full", "--format", "json", NULL };

    process = start (NULL, arguments);
  }
  wire_proxy_wait_until_held (proxy);
  g_subprocess_send_signal (process, SIGINT);
  cli_run_end (&run, process, "");
  g_assert_true (wire_proxy_is_frozen (proxy));
  g_assert_cmpint (run.exit_code, ==, 4);
  json = cli_run_parse (&run);
  documents = json_integer_value (
      json_object_get (json_array_get (json_object_get (json, "collections"), 0), "documents"));
  g_assert_cmpint (documents, >, 0);
  g_assert_cmpint (documents, <, 20000);
  json_decref (json);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

/* A thousand of each, as the command line says of servers. */
static void
test_sample (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autofree char *address = NULL;
  g_auto (CliRun) run = { 0 };
  mongoc_client_t *client;
  json_t *json;
  json_t *things;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "things", 3000, 50);
  live_data_settle (client, DATABASE, "things", 3000);
  address = live_server_make_uri (server, "", DATABASE);
  CALL (&run, "infer", address, "--format", "json");
  g_assert_cmpint (run.exit_code, ==, 0);
  json = cli_run_parse (&run);
  things = json_array_get (json_object_get (json, "collections"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (things, "documents")), ==, 1000);
  g_assert_cmpint (json_integer_value (json_object_get (things, "documents_total")), ==, 3000);
  g_assert_cmpstr (json_string_value (json_object_get (things, "method")), ==, "sample");
  json_decref (json);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/cli/infer", test_infer);
  g_test_add_func ("/server/cli/sample", test_sample);
  g_test_add_data_func ("/server/cli/secret-address", GINT_TO_POINTER (FALSE), test_secret);
  g_test_add_data_func ("/server/cli/secret-environment", GINT_TO_POINTER (TRUE), test_secret);
  g_test_add_func ("/server/cli/wrong-password", test_wrong_password);
  g_test_add_func ("/server/cli/interrupted", test_interrupted);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
