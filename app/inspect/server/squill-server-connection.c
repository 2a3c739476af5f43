/* SPDX-License-Identifier: Apache-2.0 */

/* Clients of the driver, and the threads that use them. A client of the driver that is not in its
 * pool looks at the servers itself, at once, when it is needed; it has no threads behind it that
 * wait for a server that is gone, and all its connections go through streams of ours, which can be
 * stopped. So nothing here can wait for long once it was told to stop, but for the driver's own
 * pauses (half a second) and its look for the servers behind a mongodb+srv name: those are waited
 * for by threads that nobody waits for. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-connection.h"

#include "inspect/server/squill-server-address.h"
#include "inspect/server/squill-server-error.h"
#include "inspect/server/squill-server.h"

#include <glib/gi18n.h>
#include <string.h>

#define APP_NAME "Squill"
/* Where the address does not say, in milliseconds. */
#define SELECTION_TIMEOUT 10000
#define CONNECT_TIMEOUT 10000
#define SOCKET_TIMEOUT 60000
/* Whoever cancelled waits so long for the thread to end, and no longer. */
#define CANCEL_PATIENCE (G_USEC_PER_SEC / 20)
/* A client that is done with gets so many milliseconds to say good-bye. */
#define GOODBYE 500u

struct _SquillServerConnection
{
  gatomicrefcount references;
  mongoc_uri_t *uri;
  char *database;
  char *text;
  SquillServerMonitor *monitor;
  _Atomic gboolean hurried; /* nobody waits for it any more */
  GMutex mutex;
  GPtrArray *idle; /* clients */
};

/* A question that is being asked. */
typedef struct
{
  gatomicrefcount references;
  SquillServerConnection *connection;
  SquillServerFunc func;
  gpointer data;
  GDestroyNotify destroy;
  GDestroyNotify destroy_result;
  GMutex mutex;
  GCond cond;
  SquillServerClient *client; /* while it is asked */
  gboolean cancelled;
  gboolean done;
  gpointer result;
  GError *error;
} Question;

static void
log_cb (mongoc_log_level_t level, const char *domain, const char *message, void *data)
{
  g_debug ("%s: %s", domain, message);
}

static void
start_driver (void)
{
  static gsize started = 0;

  if (g_once_init_enter (&started))
    {
      mongoc_init ();
      mongoc_log_set_handler (log_cb, NULL);
      g_once_init_leave (&started, 1);
    }
}

static void
client_free (gpointer data)
{
  SquillServerClient *self = data;

  squill_server_wire_stop (&self->wire, self->connection->hurried ? 0 : GOODBYE);
  mongoc_client_destroy (self->driver);
  squill_server_wire_clear (&self->wire);
  g_free (self);
}

static void
set_default (mongoc_uri_t *uri, const char *option, gint32 milliseconds)
{
  if (!mongoc_uri_has_option (uri, option))
    mongoc_uri_set_option_as_int32 (uri, option, milliseconds);
}

/* The driver frees the password, and does not wipe it. */
static void
uri_free (mongoc_uri_t *uri)
{
  char *password = uri != NULL ? (char *)mongoc_uri_get_password (uri) : NULL;

  if (password != NULL)
    explicit_bzero (password, strlen (password));
  if (uri != NULL)
    mongoc_uri_destroy (uri);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (mongoc_uri_t, uri_free)

static mongoc_uri_t *
make_uri (SquillServerAddress *address, GError **error)
{
  char *text = squill_server_address_to_string (address, TRUE);
  g_autoptr (mongoc_uri_t) uri = NULL;
  bson_error_t failure = { 0 };

  uri = mongoc_uri_new_with_error (text, &failure);
  squill_server_wipe (text);
  if (uri == NULL)
    {
      /* What the driver says repeats parts of the address, secrets among them. */
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                           _ ("The address is not right: look at the port, and at the names and "
                              "values of the options behind the question mark"));
      return NULL;
    }
  set_default (uri, MONGOC_URI_SERVERSELECTIONTIMEOUTMS, SELECTION_TIMEOUT);
  set_default (uri, MONGOC_URI_CONNECTTIMEOUTMS, CONNECT_TIMEOUT);
  set_default (uri, MONGOC_URI_SOCKETTIMEOUTMS, SOCKET_TIMEOUT);
  if (mongoc_uri_get_appname (uri) == NULL)
    mongoc_uri_set_appname (uri, APP_NAME);
  return g_steal_pointer (&uri);
}

static SquillServerClient *
client_new (SquillServerConnection *connection, GError **error)
{
  SquillServerClient *self;
  mongoc_client_t *driver;
  bson_error_t failure = { 0 };

  driver = mongoc_client_new_from_uri_with_error (connection->uri, &failure);
  if (driver == NULL)
    {
      SquillServerWire wire = { 0 };

      squill_server_error_set (error, &failure, &wire, "hello");
      return NULL;
    }
  self = g_new0 (SquillServerClient, 1);
  self->connection = connection;
  self->driver = driver;
  squill_server_wire_init (&self->wire);
  mongoc_client_set_error_api (driver, MONGOC_ERROR_API_VERSION_2);
  squill_server_monitor_watch (connection->monitor, driver);
  mongoc_client_set_stream_initiator (driver, squill_server_stream_connect, &self->wire);
  return self;
}

static Question *
question_ref (Question *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

static void
question_unref (Question *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  if (self->destroy != NULL)
    self->destroy (self->data);
  if (self->result != NULL && self->destroy_result != NULL)
    self->destroy_result (self->result);
  g_clear_error (&self->error);
  squill_server_connection_unref (self->connection);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_unref)

static gpointer
ask_cb (gpointer data)
{
  Question *self = data;
  SquillServerClient *client;
  GError *error = NULL;
  gpointer result = NULL;
  gboolean cancelled;

  client = squill_server_client_take (self->connection, &error);
  if (client != NULL)
    {
      g_mutex_lock (&self->mutex);
      self->client = client;
      cancelled = self->cancelled;
      g_mutex_unlock (&self->mutex);

      if (!cancelled)
        result = self->func (client, self->data, &error);

      g_mutex_lock (&self->mutex);
      self->client = NULL;
      g_mutex_unlock (&self->mutex);
      squill_server_client_give_back (client);
    }

  g_mutex_lock (&self->mutex);
  self->result = result;
  self->error = error;
  self->done = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  question_unref (self);
  return NULL;
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  Question *self = user_data;

  squill_server_connection_hurry (self->connection);
  g_mutex_lock (&self->mutex);
  self->cancelled = TRUE;
  if (self->client != NULL)
    squill_server_wire_stop (&self->client->wire, 0);
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * squill_server_connection_new:
 * @address: an address, with or without a password
 * @password: (nullable): the password, where the address has none; it is kept as long as the
 * connection
 * @monitor: records what is sent
 * @error: return location
 *
 * Makes a connection ready. Nothing is sent yet.
 *
 * Returns: (transfer full) (nullable): the connection; %NULL with %SQUILL_SERVER_ERROR_ADDRESS or
 * %SQUILL_SERVER_ERROR_NEEDS_PASSWORD
 */
SquillServerConnection *
squill_server_connection_new (const char *address,
                              const char *password,
                              SquillServerMonitor *monitor,
                              GError **error)
{
  g_autoptr (SquillServerAddress) parts = squill_server_address_new (address, error);
  SquillServerConnection *self;
  mongoc_uri_t *uri;

  if (parts == NULL)
    return NULL;
  if (password != NULL && parts->password == NULL)
    squill_server_address_set_password (parts, password);
  if (squill_server_address_needs_password (parts))
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_NEEDS_PASSWORD,
                           _ ("The server wants a password for this user"));
      return NULL;
    }
  start_driver ();
  uri = make_uri (parts, error);
  if (uri == NULL)
    return NULL;

  self = g_new0 (SquillServerConnection, 1);
  g_atomic_ref_count_init (&self->references);
  self->uri = uri;
  self->database = g_strdup (parts->database);
  self->text = squill_server_address_for_people (address);
  self->monitor = squill_server_monitor_ref (monitor);
  g_mutex_init (&self->mutex);
  self->idle = g_ptr_array_new_with_free_func (client_free);
  return self;
}

/**
 * squill_server_connection_ref:
 * @self: a connection
 *
 * Returns: (transfer full): the same
 */
SquillServerConnection *
squill_server_connection_ref (SquillServerConnection *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * squill_server_connection_unref:
 * @self: a connection
 *
 * Closes it when nobody else uses it.
 */
void
squill_server_connection_unref (SquillServerConnection *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_ptr_array_unref (self->idle);
  uri_free (self->uri);
  g_free (self->database);
  g_free (self->text);
  squill_server_monitor_unref (self->monitor);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/**
 * squill_server_connection_get_database:
 * @self: a connection
 *
 * Returns: (transfer none) (nullable): the database that the address names
 */
const char *
squill_server_connection_get_database (SquillServerConnection *self)
{
  return self->database;
}

/**
 * squill_server_connection_has_user:
 * @self: a connection
 *
 * Returns: whether the server is told who asks
 */
gboolean
squill_server_connection_has_user (SquillServerConnection *self)
{
  return mongoc_uri_get_username (self->uri) != NULL ||
         mongoc_uri_get_auth_mechanism (self->uri) != NULL;
}

/**
 * squill_server_connection_get_text:
 * @self: a connection
 *
 * Returns: (transfer none): the address as it may be shown
 */
const char *
squill_server_connection_get_text (SquillServerConnection *self)
{
  return self->text;
}

/**
 * squill_server_connection_hurry:
 * @self: a connection
 *
 * It was cancelled: from now on nothing is said to the server for the sake of politeness, where an
 * answer would have to be waited for.
 */
void
squill_server_connection_hurry (SquillServerConnection *self)
{
  self->hurried = TRUE;
}

/**
 * squill_server_connection_run:
 * @self: a connection
 * @func: asks the server, in another thread
 * @data: (transfer full): for @func, which may still use it after this has returned
 * @destroy: (nullable): frees @data
 * @destroy_result: (nullable): frees what @func gives when nobody waits for it any more
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Asks and waits for the answer, but not longer than some hundredths of a second after it was
 * cancelled.
 *
 * Returns: (nullable): what @func gives; %NULL with @error set
 */
gpointer
squill_server_connection_run (SquillServerConnection *self,
                              SquillServerFunc func,
                              gpointer data,
                              GDestroyNotify destroy,
                              GDestroyNotify destroy_result,
                              GCancellable *cancellable,
                              GError **error)
{
  g_autoptr (Question) question = g_new0 (Question, 1);
  gpointer result = NULL;
  gulong handler = 0;

  g_atomic_ref_count_init (&question->references);
  question->connection = squill_server_connection_ref (self);
  question->func = func;
  question->data = data;
  question->destroy = destroy;
  question->destroy_result = destroy_result;
  g_mutex_init (&question->mutex);
  g_cond_init (&question->cond);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  g_thread_unref (g_thread_new ("server", ask_cb, question_ref (question)));
  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), question, NULL);

  g_mutex_lock (&question->mutex);
  while (!question->done && !question->cancelled)
    g_cond_wait (&question->cond, &question->mutex);
  if (question->cancelled)
    {
      gint64 until = g_get_monotonic_time () + CANCEL_PATIENCE;

      while (!question->done)
        if (!g_cond_wait_until (&question->cond, &question->mutex, until))
          break;
    }
  if (question->done && !question->cancelled)
    {
      result = g_steal_pointer (&question->result);
      if (question->error != NULL)
        g_propagate_error (error, g_steal_pointer (&question->error));
    }
  else
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("It was cancelled"));
    }
  g_mutex_unlock (&question->mutex);

  g_cancellable_disconnect (cancellable, handler);
  return result;
}

/**
 * squill_server_client_take:
 * @connection: a connection
 * @error: return location
 *
 * Takes a client out of those that wait, or makes one. With a mongodb+srv address that waits for
 * the network.
 *
 * Returns: (transfer full) (nullable): the client; the connection must outlive it
 */
SquillServerClient *
squill_server_client_take (SquillServerConnection *connection, GError **error)
{
  SquillServerClient *client = NULL;

  g_mutex_lock (&connection->mutex);
  if (connection->idle->len > 0)
    client = g_ptr_array_steal_index (connection->idle, connection->idle->len - 1);
  g_mutex_unlock (&connection->mutex);
  return client != NULL ? client : client_new (connection, error);
}

/**
 * squill_server_client_give_back:
 * @self: (nullable) (transfer full): a client
 *
 * Lets others use it; one that was stopped is of no more use, and is closed.
 */
void
squill_server_client_give_back (SquillServerClient *self)
{
  if (self == NULL)
    return;
  if (g_cancellable_is_cancelled (self->wire.stop))
    {
      client_free (self);
      return;
    }
  g_mutex_lock (&self->connection->mutex);
  g_ptr_array_add (self->connection->idle, self);
  g_mutex_unlock (&self->connection->mutex);
}
