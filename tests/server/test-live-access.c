/* SPDX-License-Identifier: Apache-2.0 */

/* Users, passwords and secure connections, each with what Squill says of it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-inspect.h"

#include "inspect/server/squill-server.h"
#include "model/squill-model-file.h"

#include <string.h>

#define DATABASE "squill_test_access"

static void
fill (LiveServer *server)
{
  mongoc_client_t *client = live_server_connect (server);

  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "books", 300, 50);
  mongoc_client_destroy (client);
}

/* The server that knows users, with 300 books. */
static LiveServer *
get_closed (void)
{
  static gboolean filled;
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH);

  if (server != NULL && !filled)
    fill (server);
  filled = filled || server != NULL;
  return server;
}

static LiveServer *
get_secure (void)
{
  static gboolean filled;
  LiveServer *server = live_server_get (LIVE_SERVER_TLS);

  if (server != NULL && !filled)
    fill (server);
  filled = filled || server != NULL;
  return server;
}

/* Inspects by way of a proxy, as somebody. */
static LiveInspection *
inspect_as (LiveServer *server, const char *who, const char *rest, const char *password)
{
  LiveInspection *inspection = live_inspection_new (server, "");
  g_autofree char *direct = live_server_make_uri (server, who, rest);

  g_free (inspection->uri);
  inspection->uri = wire_proxy_make_uri (inspection->proxy, direct);
  inspection->options.password = password;
  live_inspection_run (inspection);
  return inspection;
}

/* No text that anybody may see has the secret in it. */
static void
assert_secret (LiveInspection *inspection, const char *secret)
{
  g_autofree char *shown = squill_server_address_for_people (inspection->uri);

  g_assert_null (strstr (shown, secret));
  if (inspection->error != NULL)
    g_assert_null (strstr (inspection->error->message, secret));
  if (inspection->profile != NULL)
    {
      const SquillProfileModelOptions options = { .references = TRUE };
      g_autofree char *json = squill_profile_to_json (inspection->profile);
      g_autoptr (SquillModel) model = NULL;
      g_autofree char *file = NULL;
      gsize length;

      g_assert_null (strstr (json, secret));
      for (guint i = 0; i < squill_profile_get_n_problems (inspection->profile); i++)
        {
          const SquillProblem *problem = squill_profile_get_problem (inspection->profile, i);

          g_assert_null (strstr (problem->reason, secret));
          g_assert_null (strstr (problem->file, secret));
        }
      for (guint i = 0; i < squill_profile_get_n_commands (inspection->profile); i++)
        {
          const SquillServerCommand *command = squill_profile_get_command (inspection->profile, i);

          g_assert_null (strstr (command->text, secret));
          g_assert_true (command->failure == NULL || strstr (command->failure, secret) == NULL);
        }
      model = squill_profile_to_model (inspection->profile, &options, NULL);
      g_assert_nonnull (model);
      file = squill_model_to_data (model, &length);
      g_assert_null (g_strstr_len (file, (gssize)length, secret));
    }
}

static void
test_password (void)
{
  LiveServer *server = get_closed ();
  g_autoptr (LiveInspection) in_address = NULL;
  g_autoptr (LiveInspection) typed = NULL;

  if (server == NULL)
    return;
  in_address = inspect_as (server, LIVE_SERVER_USER ":" LIVE_SERVER_PASSWORD "@",
                           DATABASE "?authSource=admin", NULL);
  g_assert_no_error (in_address->error);
  g_assert_cmpint (live_inspection_get_number (in_address, "books", "documents"), ==, 300);
  assert_secret (in_address, LIVE_SERVER_PASSWORD);

  typed =
      inspect_as (server, LIVE_SERVER_USER "@", DATABASE "?authSource=admin", LIVE_SERVER_PASSWORD);
  g_assert_no_error (typed->error);
  g_assert_cmpint (live_inspection_get_number (typed, "books", "documents"), ==, 300);
  assert_secret (typed, LIVE_SERVER_PASSWORD);
}

static void
test_wrong_password (void)
{
  LiveServer *server = get_closed ();
  g_autoptr (LiveInspection) wrong = NULL;
  g_autoptr (LiveInspection) unknown = NULL;
  g_autoptr (LiveInspection) missing = NULL;
  g_autoptr (GPtrArray) commands = NULL;

  if (server == NULL)
    return;
  wrong = inspect_as (server, LIVE_SERVER_USER ":gu3ss-it@", DATABASE "?authSource=admin", NULL);
  g_assert_error (wrong->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD);
  assert_secret (wrong, "gu3ss-it");

  unknown = inspect_as (server, "nobody@", DATABASE "?authSource=admin", "gu3ss-it");
  g_assert_error (unknown->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_PASSWORD);
  assert_secret (unknown, "gu3ss-it");

  /* Without one the server is not even asked. */
  missing = inspect_as (server, LIVE_SERVER_USER "@", DATABASE, NULL);
  g_assert_error (missing->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_NEEDS_PASSWORD);
  commands = wire_proxy_get_commands (missing->proxy);
  g_assert_cmpuint (commands->len, ==, 0);
}

/* Nobody in particular may do nothing. */
static void
test_no_rights (void)
{
  LiveServer *server = get_closed ();
  g_autoptr (LiveInspection) databases = NULL;
  g_autoptr (LiveInspection) collections = NULL;

  if (server == NULL)
    return;
  databases = inspect_as (server, "", "", NULL);
  g_assert_error (databases->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS);
  collections = inspect_as (server, "", DATABASE, NULL);
  if (collections->profile != NULL)
    g_assert_cmpuint (squill_profile_get_n_problems (collections->profile), >, 0);
  else
    g_assert_error (collections->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS);
}

/* Rights to read are enough. */
static void
test_reader (void)
{
  LiveServer *server = get_closed ();
  g_autoptr (LiveInspection) inspection = NULL;
  g_autofree char *why_not = NULL;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  if (!live_data_try (client, "admin",
                      "{\"createUser\": \"reader\", \"pwd\": \"0nly-read\", \"roles\":"
                      " [{\"role\": \"readAnyDatabase\", \"db\": \"admin\"}]}",
                      &why_not))
    {
      g_test_skip (why_not);
      mongoc_client_destroy (client);
      return;
    }
  inspection = inspect_as (server, "reader:0nly-read@", DATABASE "?authSource=admin", NULL);
  g_assert_no_error (inspection->error);
  g_assert_cmpint (live_inspection_get_number (inspection, "books", "documents"), ==, 300);
  assert_secret (inspection, "0nly-read");
  live_data_run (client, "admin", "{\"dropUser\": \"reader\"}");
  mongoc_client_destroy (client);
}

/* A right that is missing for one collection only, as a server with roles says it. */
static void
test_one_forbidden (void)
{
  LiveServer *server = get_secure ();
  g_autoptr (LiveInspection) inspection = NULL;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_insert (client, DATABASE, "salaries", "[{\"_id\": 1}]");
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.filter = "{\"salaries_only\": null}";
  wire_proxy_answer (inspection->proxy, "find", "salaries_only",
                     "{\"ok\": 0, \"code\": 13, \"errmsg\": \"not authorized\"}");
  live_inspection_run (inspection);
  if (inspection->profile != NULL)
    g_assert_true (live_inspection_has_problem (inspection, "may not do that"));
  else
    g_assert_error (inspection->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS);
  live_data_run (client, DATABASE, "{\"drop\": \"salaries\"}");
  mongoc_client_destroy (client);
}

/* --- secure connections
 * --------------------------------------------------------------------------- */

static SquillProfile *
inspect_address (const char *address, GError **error)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *const sources[] = { address, NULL };

  return squill_inspect_sync (sources, &options, NULL, NULL, NULL, error);
}

/* The host and port of the secure address. */
static char *
get_secure_host (LiveServer *server)
{
  mongoc_uri_t *uri = mongoc_uri_new (live_server_get_tls_uri (server));
  char *host = g_strdup (mongoc_uri_get_hosts (uri)->host_and_port);

  mongoc_uri_destroy (uri);
  return host;
}

static void
test_tls (void)
{
  LiveServer *server = get_secure ();
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *host = NULL;
  g_autofree char *address = NULL;

  if (server == NULL)
    return;
  host = get_secure_host (server);
  address = g_strdup_printf ("mongodb://%s/" DATABASE "?tls=true&tlsCAFile=%s", host,
                             live_server_get_authority (server));
  profile = inspect_address (address, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 1);
}

static void
assert_tls_error (const char *address, const char *words)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  profile = inspect_address (address, &error);
  g_assert_null (profile);
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_tls_strange_authority (void)
{
  LiveServer *server = get_secure ();
  g_autofree char *host = NULL;
  g_autofree char *strange = NULL;
  g_autofree char *none = NULL;
  g_autofree char *unreadable = NULL;

  if (server == NULL)
    return;
  host = get_secure_host (server);
  strange = g_strdup_printf ("mongodb://%s/" DATABASE "?tls=true&tlsCAFile=%s", host,
                             live_server_get_strange_authority (server));
  assert_tls_error (strange, "tlsCAFile");
  none = g_strdup_printf ("mongodb://%s/" DATABASE "?tls=true", host);
  assert_tls_error (none, "tlsCAFile");
  unreadable =
      g_strdup_printf ("mongodb://%s/" DATABASE "?tls=true&tlsCAFile=/no/such/file.pem", host);
  assert_tls_error (unreadable, "could not be read");
}

/* Secure where the server is not, and the other way round. */
static void
test_tls_mismatch (void)
{
  LiveServer *server = get_secure ();
  g_autofree char *host = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *secure = NULL;

  if (server == NULL)
    return;
  host = get_secure_host (server);
  plain = g_strdup_printf ("mongodb://%s/" DATABASE, host);
  assert_tls_error (plain, "tls=true");
  secure = live_server_make_uri (server, "", DATABASE "?tls=true");
  assert_tls_error (secure, "remove tls=true");
}

static void
test_tls_with_password (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_AUTH | LIVE_SERVER_TLS);
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *host = NULL;
  g_autofree char *address = NULL;

  if (server == NULL)
    return;
  fill (server);
  host = get_secure_host (server);
  address = g_strdup_printf ("mongodb://" LIVE_SERVER_USER ":" LIVE_SERVER_PASSWORD "@%s/" DATABASE
                             "?authSource=admin&tls=true&tlsCAFile=%s",
                             host, live_server_get_authority (server));
  profile = inspect_address (address, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 1);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/access/password", test_password);
  g_test_add_func ("/server/access/wrong-password", test_wrong_password);
  g_test_add_func ("/server/access/no-rights", test_no_rights);
  g_test_add_func ("/server/access/reader", test_reader);
  g_test_add_func ("/server/access/one-forbidden", test_one_forbidden);
  g_test_add_func ("/server/access/tls", test_tls);
  g_test_add_func ("/server/access/tls-strange-authority", test_tls_strange_authority);
  g_test_add_func ("/server/access/tls-mismatch", test_tls_mismatch);
  g_test_add_func ("/server/access/tls-with-password", test_tls_with_password);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
