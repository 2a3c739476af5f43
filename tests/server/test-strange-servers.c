/* SPDX-License-Identifier: Apache-2.0 */

/* Servers that are none, servers that never come to an end, and databases that are not there: each
 * is told as what it is, and in time. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "canned-server.h"

#include "inspect/server/squill-server.h"
#include "inspect/squill-inspect.h"

#include <gio/gio.h>
#include <string.h>

static SquillProfile *
read_at (guint16 port, const char *rest, const SquillInspectOptions *options, GError **error)
{
  g_autofree char *address = g_strdup_printf ("mongodb://" CANNED_SERVER_HOST ":%u/%s", port, rest);
  const char *const sources[] = { address, NULL };

  return squill_inspect_sync (sources, options, NULL, NULL, NULL, error);
}

/* --- servers of other kinds ------------------------------------------------------------------ */

/* Says one thing to whoever connects, at once or when it was spoken to. */
typedef struct
{
  const char *says;
  gsize length;
  gboolean waits;
  GSocketListener *listener;
  GCancellable *closing;
} Other;

static gpointer
talk (gpointer data)
{
  Other *self = data;
  GSocketConnection *client;

  while ((client = g_socket_listener_accept (self->listener, NULL, self->closing, NULL)) != NULL)
    {
      char heard[64];

      if (self->waits)
        g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (client)), heard,
                             sizeof heard, self->closing, NULL);
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (client)), self->says,
                                 self->length, NULL, self->closing, NULL);
      g_socket_shutdown (g_socket_connection_get_socket (client), FALSE, TRUE, NULL);
      /* Whoever closes while something is unread takes back what it said. */
      while (g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (client)), heard,
                                  sizeof heard, self->closing, NULL) > 0)
        ;
      g_object_unref (client);
    }
  return NULL;
}

static void
test_other_kind (void)
{
#define SAYS(text) text, sizeof text - 1
  static const struct
  {
    const char *says;
    gsize length;
    gboolean waits;
    const char *told;
  } cases[] = {
    { SAYS ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<html>"), TRUE,
      "web server" },
    { SAYS ("HTTP/1.0 400"), TRUE, "web server" },
    { SAYS ("<!DOCTYPE html><html><body>400</body></html>"), TRUE, "web server" },
    { SAYS ("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"), FALSE, "SSH server" },
    { SAYS ("SSH-2.0-x\r\n"), FALSE, "SSH server" },
    { SAYS ("220 mail.example ESMTP Postfix\r\n"), FALSE, "check the port" },
    { SAYS ("-ERR unknown command\r\n"), TRUE, "check the port" },
    { SAYS ("\x4a\0\0\0\x0a"
            "8.0.36\0\x08\0\0\0abcdefgh\0\xff\xf7\x08\x02"),
      FALSE, "check the port" },
    { SAYS ("\x15\x03\x01\0\x02\x02\x46"), TRUE, "tls=true" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
      g_autoptr (GSocketListener) listener = g_socket_listener_new ();
      g_autoptr (GCancellable) closing = g_cancellable_new ();
      Other other = { cases[i].says, cases[i].length, cases[i].waits, listener, closing };
      g_autoptr (SquillProfile) profile = NULL;
      g_autoptr (GError) error = NULL;
      const guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, NULL);
      GThread *thread = g_thread_new ("other", talk, &other);

      profile = read_at (port, "", &options, &error);
      g_assert_null (profile);
      g_assert_nonnull (error);
      if (error->domain != SQUILL_SERVER_ERROR || strstr (error->message, cases[i].told) == NULL)
        g_error ("%s: %s", cases[i].says, error->message);
      g_cancellable_cancel (closing);
      g_thread_join (thread);
    }
}

/* --- databases that are not there ------------------------------------------------------------ */

#define NOTHING                                                                                    \
  "{\"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"a.b\", \"firstBatch\": []}, \"ok\": " \
  "1}"

static void
test_other_database (void)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (WireProxy) server = canned_server_new ("");
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  wire_proxy_answer (server, "listCollections", NULL, NOTHING);
  wire_proxy_answer (server, "listDatabases", NULL,
                     "{\"databases\": [{\"name\": \"shop\"}, {\"name\": \"blog\"}], \"ok\": 1}");
  profile = read_at (wire_proxy_get_port (server), "shpo", &options, &error);
  g_assert_null (profile);
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
  g_assert_nonnull (strstr (error->message, "“shpo”"));
  g_assert_nonnull (strstr (error->message, "blog, shop"));
}

/* One without collections is there all the same; and who may not list databases is believed. */
static void
test_empty_database (void)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (WireProxy) server = canned_server_new ("");

  wire_proxy_answer (server, "listCollections", NULL, NOTHING);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SquillProfile) profile = NULL;
      g_autoptr (GError) error = NULL;

      profile = read_at (wire_proxy_get_port (server), i == 0 ? "shop" : "other", &options, &error);
      g_assert_true (i == 0 || error == NULL);
      g_assert_no_error (error);
      g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 0);
      wire_proxy_answer (server, "listDatabases", NULL,
                         "{\"ok\": 0, \"code\": 13, \"errmsg\": \"not authorized\"}");
    }
}

/* A member of a replica set that is named by another and is not there is no reason to wait. */
static void
test_member_gone (void)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (WireProxy) server = canned_server_new (
      ", \"setName\": \"rs\", \"secondary\": false, \"hosts\": [\"HOST\", \"gone.test:1\"]");
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  profile = read_at (wire_proxy_get_port (server), "?replicaSet=rs", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 1);
}

/* --- what does not end ----------------------------------------------------------------------- */

/* The time limit, in seconds. */
#define LIMIT 0.5

/* A listing that always has another batch. */
#define ENDLESS(batch)                                                              \
  "{\"cursor\": {\"id\": {\"$numberLong\": \"7001\"}, \"ns\": \"shop.x\", \"" batch \
  "\": [{\"name\": \"a\"}]}, \"ok\": 1}"

static void
test_endless (void)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (WireProxy) server = canned_server_new ("");
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  options.max_seconds = LIMIT;
  wire_proxy_answer (server, "listCollections", NULL, ENDLESS ("firstBatch"));
  wire_proxy_answer (server, "getMore", NULL, ENDLESS ("nextBatch"));
  profile = read_at (wire_proxy_get_port (server), "shop", &options, &error);
  g_assert_null (profile);
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, "time limit"));
}

/* Frozen at each step: whatever is waited for, the limit ends it. Without it the driver would wait
 * for a minute, longer than this test may take. */
static void
test_frozen (gconstpointer data)
{
  const char *command = data;
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (WireProxy) server = canned_server_new ("");
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  options.max_seconds = LIMIT;
  options.max_documents = 3;
  options.count_on_server = TRUE;
  wire_proxy_hold (server, command);
  profile = read_at (wire_proxy_get_port (server), "shop", &options, &error);
  g_assert_true ((profile == NULL) == (error != NULL));
  if (error != NULL)
    g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT);
}

int
main (int argc, char **argv)
{
  static const char *const steps[] = { "isMaster", "listCollections", "listIndexes", "aggregate",
                                       "find",     "getMore" };

  g_test_init (&argc, &argv, NULL);
  canned_server_use_resolver ();
  g_test_add_func ("/server/strange/other-kind", test_other_kind);
  g_test_add_func ("/server/strange/other-database", test_other_database);
  g_test_add_func ("/server/strange/empty-database", test_empty_database);
  g_test_add_func ("/server/strange/member-gone", test_member_gone);
  g_test_add_func ("/server/strange/endless", test_endless);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *path = g_strconcat ("/server/strange/frozen/", steps[i], NULL);

      g_test_add_data_func (path, steps[i], test_frozen);
    }
  return g_test_run ();
}
