/* SPDX-License-Identifier: Apache-2.0 */

/* Servers that are none: they take a connection and then say nothing, or nothing that makes sense.
 * What real ones do is tested with real ones. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-inspect.h"
#include "inspect/server/squill-server.h"

#include <string.h>

typedef enum
{
  BEHAVIOUR_SILENT, /* keeps the connection and says nothing */
  BEHAVIOUR_MUTE,   /* ends it at once */
  BEHAVIOUR_BABBLE, /* answers what is no answer */
} Behaviour;

typedef struct
{
  GSocketListener *listener;
  Behaviour behaviour;
  guint16 port;
  GCancellable *stop;    /* the test is over */
  GCancellable *on_call; /* (nullable): is cancelled when somebody says something */
  GThread *thread;
} Server;

static gpointer
serve_cb (gpointer data)
{
  static const char babble[] = "HTTP/1.0 400 Bad Request\r\n\r\n";
  Server *self = data;
  g_autoptr (GPtrArray) kept = g_ptr_array_new_with_free_func (g_object_unref);
  GSocketConnection *connection;
  char buffer[1024];

  while ((connection = g_socket_listener_accept (self->listener, NULL, self->stop, NULL)) != NULL)
    {
      GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
      GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));

      if (self->behaviour == BEHAVIOUR_MUTE)
        {
          g_object_unref (connection);
          continue;
        }
      g_ptr_array_add (kept, connection);
      if (self->behaviour == BEHAVIOUR_SILENT && self->on_call == NULL)
        continue;
      g_input_stream_read (input, buffer, sizeof buffer, self->stop, NULL);
      if (self->on_call != NULL)
        g_cancellable_cancel (self->on_call);
      if (self->behaviour == BEHAVIOUR_BABBLE)
        {
          g_output_stream_write_all (output, babble, strlen (babble), NULL, NULL, NULL);
          g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
        }
    }
  return NULL;
}

static void
server_begin (Server *self, Behaviour behaviour, GCancellable *on_call)
{
  memset (self, 0, sizeof *self);
  self->behaviour = behaviour;
  self->on_call = on_call;
  self->stop = g_cancellable_new ();
  self->listener = g_socket_listener_new ();
  self->port = g_socket_listener_add_any_inet_port (self->listener, NULL, NULL);
  g_assert_cmpuint (self->port, !=, 0);
  self->thread = g_thread_new ("server", serve_cb, self);
}

static void
server_end (Server *self)
{
  g_cancellable_cancel (self->stop);
  g_thread_join (self->thread);
  g_object_unref (self->listener);
  g_object_unref (self->stop);
}

static SquillProfile *
inspect (Server *server, const char *options, GCancellable *cancellable, GError **error)
{
  g_autofree char *address =
      g_strdup_printf ("mongodb://user:S3CR3T@127.0.0.1:%u/?%s", server->port, options);
  const char *const sources[] = { address, NULL };
  SquillProfile *profile = squill_inspect_sync (sources, NULL, NULL, NULL, cancellable, error);

  if (error != NULL && *error != NULL)
    g_assert_null (strstr ((*error)->message, "S3CR3T"));
  return profile;
}

static void
test_mute (void)
{
  g_autoptr (GError) error = NULL;
  Server server;

  server_begin (&server, BEHAVIOUR_MUTE, NULL);
  g_assert_null (inspect (&server, "", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  g_clear_error (&error);
  g_assert_null (inspect (&server, "tls=true", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  server_end (&server);
}

static void
test_babble (void)
{
  g_autoptr (GError) error = NULL;
  Server server;

  server_begin (&server, BEHAVIOUR_BABBLE, NULL);
  g_assert_null (inspect (&server, "", NULL, &error));
  g_assert_true (error->domain == SQUILL_SERVER_ERROR);
  g_clear_error (&error);
  g_assert_null (inspect (&server, "tls=true", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  server_end (&server);
}

static void
test_silent (void)
{
  g_autoptr (GError) error = NULL;
  Server server;

  server_begin (&server, BEHAVIOUR_SILENT, NULL);
  g_assert_null (inspect (&server, "connectTimeoutMS=200", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT);
  server_end (&server);
}

/* Without being cancelled these would wait for an hour. */
static void
test_cancel (void)
{
  static const char *const options[] = { "connectTimeoutMS=3600000",
                                         "connectTimeoutMS=3600000&tls=true" };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Server server;

      server_begin (&server, BEHAVIOUR_SILENT, cancellable);
      g_assert_null (inspect (&server, options[i], cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      server_end (&server);
    }
}

static void
test_cancelled_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Server server;

  server_begin (&server, BEHAVIOUR_SILENT, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_null (inspect (&server, "", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  server_end (&server);
}

static void
test_nobody (void)
{
  static const struct
  {
    const char *address;
    SquillServerError code;
  } cases[] = {
    { "mongodb://127.0.0.1:1/", SQUILL_SERVER_ERROR_UNREACHABLE },
    { "mongodb://%2Fno%2Fsuch%2Fsocket.sock/", SQUILL_SERVER_ERROR_UNREACHABLE },
    { "mongodb://somebody@127.0.0.1:1/", SQUILL_SERVER_ERROR_NEEDS_PASSWORD },
    { "mongodb://127.0.0.1:70000/", SQUILL_SERVER_ERROR_ADDRESS },
    { "mongodb://127.0.0.1:1/?tls=perhaps", SQUILL_SERVER_ERROR_ADDRESS },
    { "mongodb://127.0.0.1:1/?authMechanism=NONE-SUCH", SQUILL_SERVER_ERROR_ADDRESS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const sources[] = { cases[i].address, NULL };
      g_autoptr (GError) error = NULL;

      g_assert_null (squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error));
      g_assert_error (error, SQUILL_SERVER_ERROR, (int)cases[i].code);
    }
}

static void
test_filter (void)
{
  static const struct
  {
    const char *filter;
    SquillServerError code;
  } cases[] = {
    { "{\"a\": ", SQUILL_SERVER_ERROR_COMMAND },
    { "{\"$where\": \"1\"}", SQUILL_SERVER_ERROR_REFUSED },
    { "{\"$or\": [{\"$where\": \"1\"}]}", SQUILL_SERVER_ERROR_REFUSED },
    { "{\"a\": 1}", SQUILL_SERVER_ERROR_UNREACHABLE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const sources[] = { "mongodb://127.0.0.1:1/", NULL };
      SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;

      options.filter = cases[i].filter;
      g_assert_null (squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error));
      g_assert_error (error, SQUILL_SERVER_ERROR, (int)cases[i].code);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/server-connection/mute", test_mute);
  g_test_add_func ("/inspect/server-connection/babble", test_babble);
  g_test_add_func ("/inspect/server-connection/silent", test_silent);
  g_test_add_func ("/inspect/server-connection/cancel", test_cancel);
  g_test_add_func ("/inspect/server-connection/cancelled-before", test_cancelled_before);
  g_test_add_func ("/inspect/server-connection/nobody", test_nobody);
  g_test_add_func ("/inspect/server-connection/filter", test_filter);
  return g_test_run ();
}
