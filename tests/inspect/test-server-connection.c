/* SPDX-License-Identifier: Apache-2.0 */

/* Servers that are none: they take a connection and then say nothing, or nothing that makes sense.
 * What real ones do is tested with real ones. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-inspect.h"
#include "inspect/squill-server.h"

#include <string.h>

typedef enum
{
  BEHAVIOUR_SILENT, /* keeps the connection and says nothing */
  BEHAVIOUR_MUTE,   /* ends it at once */
  BEHAVIOUR_BABBLE, /* answers what is no answer */
} Behaviour;

typedef struct
{
  GThreadedSocketService *service;
  Behaviour behaviour;
  guint16 port;
  GCancellable *stop;    /* the test is over */
  GCancellable *on_call; /* is cancelled when somebody calls */
} Server;

static gboolean
on_run (GThreadedSocketService *service,
        GSocketConnection *connection,
        GObject *source,
        gpointer user_data)
{
  static const char babble[] = "HTTP/1.0 400 Bad Request\r\n\r\n";
  Server *self = user_data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  char buffer[1024];

  if (self->behaviour == BEHAVIOUR_MUTE)
    return TRUE;
  while (g_input_stream_read (input, buffer, sizeof buffer, self->stop, NULL) > 0)
    {
      if (self->on_call != NULL)
        g_cancellable_cancel (self->on_call);
      if (self->behaviour == BEHAVIOUR_BABBLE)
        {
          g_output_stream_write_all (output, babble, strlen (babble), NULL, NULL, NULL);
          return TRUE;
        }
    }
  return TRUE;
}

static gpointer
serve_cb (gpointer data)
{
  GMainContext *context = g_main_context_new ();
  Server *self = data;

  g_main_context_push_thread_default (context);
  self->service = G_THREADED_SOCKET_SERVICE (g_threaded_socket_service_new (4));
  self->port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, NULL);
  g_signal_connect (self->service, "run", G_CALLBACK (on_run), self);
  g_socket_service_start (G_SOCKET_SERVICE (self->service));
  g_main_context_pop_thread_default (context);
  return context;
}

typedef struct
{
  Server server;
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
} Fixture;

static gpointer
loop_cb (gpointer data)
{
  g_main_loop_run (data);
  return NULL;
}

static void
fixture_begin (Fixture *fixture, Behaviour behaviour)
{
  memset (fixture, 0, sizeof *fixture);
  fixture->server.behaviour = behaviour;
  fixture->server.stop = g_cancellable_new ();
  fixture->context = serve_cb (&fixture->server);
  fixture->loop = g_main_loop_new (fixture->context, FALSE);
  fixture->thread = g_thread_new ("server", loop_cb, fixture->loop);
}

static gboolean
quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
fixture_end (Fixture *fixture)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_cancellable_cancel (fixture->server.stop);
  g_socket_service_stop (G_SOCKET_SERVICE (fixture->server.service));
  g_socket_listener_close (G_SOCKET_LISTENER (fixture->server.service));
  g_source_set_callback (source, quit_cb, fixture->loop, NULL);
  g_source_attach (source, fixture->context);
  g_thread_join (fixture->thread);
  g_main_loop_unref (fixture->loop);
  g_object_unref (fixture->server.service);
  g_main_context_unref (fixture->context);
  g_object_unref (fixture->server.stop);
}

static SquillProfile *
inspect (Fixture *fixture, const char *options, GCancellable *cancellable, GError **error)
{
  g_autofree char *address =
      g_strdup_printf ("mongodb://user:S3CR3T@127.0.0.1:%u/?%s", fixture->server.port, options);
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
  Fixture fixture;

  fixture_begin (&fixture, BEHAVIOUR_MUTE);
  g_assert_null (inspect (&fixture, "", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  g_clear_error (&error);
  g_assert_null (inspect (&fixture, "tls=true", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  fixture_end (&fixture);
}

static void
test_babble (void)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_begin (&fixture, BEHAVIOUR_BABBLE);
  g_assert_null (inspect (&fixture, "", NULL, &error));
  g_assert_true (error->domain == SQUILL_SERVER_ERROR);
  g_clear_error (&error);
  g_assert_null (inspect (&fixture, "tls=true", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TLS);
  fixture_end (&fixture);
}

static void
test_silent (void)
{
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_begin (&fixture, BEHAVIOUR_SILENT);
  g_assert_null (inspect (&fixture, "connectTimeoutMS=200", NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT);
  fixture_end (&fixture);
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
      Fixture fixture;

      fixture_begin (&fixture, BEHAVIOUR_SILENT);
      fixture.server.on_call = cancellable;
      g_assert_null (inspect (&fixture, options[i], cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      fixture_end (&fixture);
    }
}

static void
test_cancelled_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_begin (&fixture, BEHAVIOUR_SILENT);
  g_cancellable_cancel (cancellable);
  g_assert_null (inspect (&fixture, "", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fixture_end (&fixture);
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
