/* SPDX-License-Identifier: Apache-2.0 */

/* Clients of the driver, and the threads that use them. Clients outside the driver's pool check the
 * servers themselves when they need to; they have no background threads that wait for a server that
 * is gone, and all their connections go through streams of ours, which can be stopped. So nothing
 * here blocks for long after it was cancelled, except for the driver's own pauses (half a second)
 * and the DNS lookup of a mongodb+srv name: those block only threads that nobody joins. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define APP_NAME "Squill"
#define COMPRESSOR "zlib"
/* Defaults, in milliseconds, for what the address does not set. */
#define SELECTION_TIMEOUT 10000
#define CONNECT_TIMEOUT 10000
#define SOCKET_TIMEOUT 60000
/* How long to wait for the thread after cancelling. */
#define CANCEL_PATIENCE (G_USEC_PER_SEC / 20)
/* How long the thread may take, after a time limit was reached, to hand over what it has. */
#define LATE_PATIENCE (G_USEC_PER_SEC / 5)
/* How long a client may take to close its sessions, in milliseconds. */
#define CLOSE_GRACE 500u

struct _SquillServerConnection
{
  gatomicrefcount references;
  mongoc_uri_t *uri;
  char *database;
  char *text;
  SquillServerMonitor *monitor;
  _Atomic gboolean hurried; /* it was cancelled */
  GMutex mutex;
  GPtrArray *idle; /* clients */
};

/* A function that runs in a thread. */
typedef struct
{
  gatomicrefcount references;
  SquillServerConnection *connection;
  SquillServerFunc func;
  gpointer data;
  GDestroyNotify destroy;
  GDestroyNotify destroy_result;
  gint64 deadline;
  GMutex mutex;
  GCond cond;
  SquillServerClient *client; /* while it runs */
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
      _squill_driver_counters_unlink (); /* libmongoc 2 makes them only here */
      mongoc_log_set_handler (log_cb, NULL);
      g_once_init_leave (&started, 1);
    }
}

static void
client_free (gpointer data)
{
  SquillServerClient *self = data;

  _squill_server_wire_stop (&self->wire, self->connection->hurried ? 0 : CLOSE_GRACE);
  mongoc_client_destroy (self->driver);
  _squill_server_wire_clear (&self->wire);
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

/* Replies are unpacked before the driver sees them, which is done for this one only. */
static void
use_known_compressor (mongoc_uri_t *uri)
{
  gboolean wanted = bson_has_field (mongoc_uri_get_compressors (uri), COMPRESSOR);

  mongoc_uri_set_compressors (uri, wanted ? COMPRESSOR : NULL);
}

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
      /* The message of the driver repeats parts of the address, secrets included. */
      g_set_error_literal (
          error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
          _ ("The address is not valid: check the port, and the names and values of "
             "the options after the question mark"));
      return NULL;
    }
  set_default (uri, MONGOC_URI_SERVERSELECTIONTIMEOUTMS, SELECTION_TIMEOUT);
  set_default (uri, MONGOC_URI_CONNECTTIMEOUTMS, CONNECT_TIMEOUT);
  set_default (uri, MONGOC_URI_SOCKETTIMEOUTMS, SOCKET_TIMEOUT);
  use_known_compressor (uri);
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

      _squill_server_error_set (error, &failure, &wire, "hello");
      return NULL;
    }
  self = g_new0 (SquillServerClient, 1);
  self->connection = connection;
  self->driver = driver;
  _squill_server_wire_init (&self->wire);
  mongoc_client_set_error_api (driver, MONGOC_ERROR_API_VERSION_2);
  _squill_server_monitor_watch (connection->monitor, driver);
  mongoc_client_set_stream_initiator (driver, _squill_server_stream_connect, &self->wire);
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
  _squill_server_connection_unref (self->connection);
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

  client = _squill_server_client_take (self->connection, &error);
  if (client != NULL)
    {
      client->wire.deadline = self->deadline;
      g_mutex_lock (&self->mutex);
      self->client = client;
      cancelled = self->cancelled;
      g_mutex_unlock (&self->mutex);

      if (!cancelled)
        result = self->func (client, self->data, &error);

      g_mutex_lock (&self->mutex);
      self->client = NULL;
      g_mutex_unlock (&self->mutex);
      _squill_server_client_give_back (client);
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

/* Whoever asked does not wait any longer; what the thread does from now on is of no use. */
static void
give_up_locked (Question *self)
{
  self->cancelled = TRUE;
  if (self->client != NULL)
    _squill_server_wire_stop (&self->client->wire, 0);
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  Question *self = user_data;

  _squill_server_connection_hurry (self->connection);
  g_mutex_lock (&self->mutex);
  give_up_locked (self);
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * _squill_server_connection_new:
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
_squill_server_connection_new (const char *address,
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
    _squill_server_address_set_password (parts, password);
  if (_squill_server_address_needs_password (parts))
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_NEEDS_PASSWORD,
                           _ ("This user needs a password"));
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

SquillServerConnection *
_squill_server_connection_ref (SquillServerConnection *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

/**
 * _squill_server_connection_unref:
 * @self: a connection
 *
 * Closes it when nobody else uses it.
 */
void
_squill_server_connection_unref (SquillServerConnection *self)
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

/* (transfer none) (nullable): the database that the address names. */
const char *
_squill_server_connection_get_database (SquillServerConnection *self)
{
  return self->database;
}

/* Whether the server learns who connects. */
gboolean
_squill_server_connection_has_user (SquillServerConnection *self)
{
  return mongoc_uri_get_username (self->uri) != NULL ||
         mongoc_uri_get_auth_mechanism (self->uri) != NULL;
}

/* The address as it may be shown. */
const char *
_squill_server_connection_get_text (SquillServerConnection *self)
{
  return self->text;
}

/**
 * _squill_server_connection_hurry:
 * @self: a connection
 *
 * Notes that it was cancelled: sessions are not closed from now on, as that would wait for a reply.
 */
void
_squill_server_connection_hurry (SquillServerConnection *self)
{
  self->hurried = TRUE;
}

/**
 * _squill_server_connection_run:
 * @self: a connection
 * @func: uses the server, in another thread
 * @data: (transfer full): for @func, which may still use it after this has returned
 * @destroy: (nullable): frees @data
 * @destroy_result: (nullable): frees the result of @func if this was cancelled
 * @deadline: when all that it does shall be over, in monotonic time; 0 for no limit
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Runs @func in a thread and waits for it, but only some hundredths of a second after @cancellable
 * was cancelled or @deadline was reached (%SQUILL_SERVER_ERROR_TIMED_OUT).
 *
 * Returns: (nullable): the result of @func; %NULL with @error set
 */
gpointer
_squill_server_connection_run (SquillServerConnection *self,
                               SquillServerFunc func,
                               gpointer data,
                               GDestroyNotify destroy,
                               GDestroyNotify destroy_result,
                               gint64 deadline,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (Question) question = g_new0 (Question, 1);
  gpointer result = NULL;
  gulong handler = 0;
  gboolean late = FALSE;

  g_atomic_ref_count_init (&question->references);
  question->deadline = deadline;
  question->connection = _squill_server_connection_ref (self);
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
  while (!question->done && !question->cancelled && !late)
    if (deadline == 0)
      g_cond_wait (&question->cond, &question->mutex);
    else
      late = !g_cond_wait_until (&question->cond, &question->mutex, deadline + LATE_PATIENCE);
  if (late)
    give_up_locked (question);
  else if (question->cancelled)
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
  else if (late)
    {
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                           _ ("The time limit was reached"));
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
 * _squill_server_client_take:
 * @connection: a connection
 * @error: return location
 *
 * Takes an idle client, or makes one, which for a mongodb+srv address blocks for a DNS lookup.
 *
 * Returns: (transfer full) (nullable): the client; the connection must outlive it
 */
SquillServerClient *
_squill_server_client_take (SquillServerConnection *connection, GError **error)
{
  SquillServerClient *client = NULL;

  g_mutex_lock (&connection->mutex);
  if (connection->idle->len > 0)
    client = g_ptr_array_steal_index (connection->idle, connection->idle->len - 1);
  g_mutex_unlock (&connection->mutex);
  return client != NULL ? client : client_new (connection, error);
}

/**
 * _squill_server_client_give_back:
 * @self: (nullable) (transfer full): a client
 *
 * Makes a client available again, or closes it if it was stopped.
 */
void
_squill_server_client_give_back (SquillServerClient *self)
{
  if (self == NULL)
    return;
  self->wire.deadline = 0;
  if (g_cancellable_is_cancelled (self->wire.stop))
    {
      client_free (self);
      return;
    }
  g_mutex_lock (&self->connection->mutex);
  g_ptr_array_add (self->connection->idle, self);
  g_mutex_unlock (&self->connection->mutex);
}

/* Nothing is asked after the time limit: a server that always answers could go on for ever. */
static gboolean
check_time (SquillServerClient *self, GError **error)
{
  if (!_squill_server_wire_is_late (&self->wire))
    return TRUE;
  g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                       _ ("The time limit was reached"));
  return FALSE;
}

/* The only place that sends commands. @options, for a session and a server, are not checked. */
static gboolean
send_command (SquillServerClient *self,
              const char *database,
              const bson_t *command,
              const bson_t *options,
              bson_t *reply,
              GError **error)
{
  bson_error_t failure = { 0 };
  bson_iter_t iter;

  if (!_squill_server_gate_check (command, error) || !check_time (self, error))
    {
      bson_init (reply);
      return FALSE;
    }
  _squill_server_wire_clear_trouble (&self->wire);
  if (mongoc_client_read_command_with_opts (self->driver, database, command, NULL, options, reply,
                                            &failure))
    return TRUE;
  if (!bson_iter_init (&iter, command) || !bson_iter_next (&iter))
    g_assert_not_reached ();
  _squill_server_error_set (error, &failure, &self->wire, bson_iter_key (&iter));
  return FALSE;
}

/* Sends a command that the gate lets through and waits for the reply, which is to be destroyed in
 * any case. */
gboolean
_squill_server_client_run (SquillServerClient *self,
                           const char *database,
                           const bson_t *command,
                           bson_t *reply,
                           GError **error)
{
  return send_command (self, database, command, NULL, reply, error);
}

/* Sends a command that answers with a cursor. Everything is read from the same server, in one
 * session, as cursors want it; @session, which may be NULL, is destroyed after the cursor.
 * @batch_size: documents of each batch after the first; 0 leaves it to the server. */
mongoc_cursor_t *
_squill_server_client_open_cursor (SquillServerClient *self,
                                   const char *database,
                                   const bson_t *command,
                                   guint batch_size,
                                   mongoc_client_session_t **session,
                                   GError **error)
{
  mongoc_server_description_t *server;
  mongoc_cursor_t *cursor = NULL;
  bson_error_t failure = { 0 };
  bson_t options = BSON_INITIALIZER;
  bson_t reply;

  *session = NULL;
  if (!check_time (self, error))
    {
      bson_destroy (&options);
      return NULL;
    }
  _squill_server_wire_clear_trouble (&self->wire);
  server = mongoc_client_select_server (self->driver, false,
                                        mongoc_client_get_read_prefs (self->driver), &failure);
  if (server == NULL)
    {
      _squill_server_error_set (error, &failure, &self->wire, "hello");
      bson_destroy (&options);
      return NULL;
    }
  BSON_APPEND_INT32 (&options, "serverId", (gint32)mongoc_server_description_id (server));
  mongoc_server_description_destroy (server);

  /* Old servers have no sessions, which are optional. */
  *session = mongoc_client_start_session (self->driver, NULL, &failure);
  if (*session != NULL && !mongoc_client_session_append (*session, &options, &failure))
    g_clear_pointer (session, mongoc_client_session_destroy);

  if (send_command (self, database, command, &options, &reply, error))
    {
      if (batch_size > 0)
        BSON_APPEND_INT32 (&options, "batchSize", (gint32)MIN (batch_size, G_MAXINT32));
      /* It takes the reply. */
      cursor = mongoc_cursor_new_from_command_reply_with_opts (self->driver, &reply, &options);
      if (mongoc_cursor_error (cursor, &failure))
        {
          _squill_server_error_set (error, &failure, &self->wire, "getMore");
          g_clear_pointer (&cursor, mongoc_cursor_destroy);
        }
    }
  else
    {
      bson_destroy (&reply);
    }
  bson_destroy (&options);
  if (cursor == NULL)
    g_clear_pointer (session, mongoc_client_session_destroy);
  return cursor;
}

/* @document is valid until the next call. FALSE at the end, and with @error set where reading
 * failed. */
gboolean
_squill_server_client_next (SquillServerClient *self,
                            mongoc_cursor_t *cursor,
                            const bson_t **document,
                            GError **error)
{
  bson_error_t failure = { 0 };

  if (!check_time (self, error))
    return FALSE;
  _squill_server_wire_clear_trouble (&self->wire);
  if (mongoc_cursor_next (cursor, document))
    return TRUE;
  if (mongoc_cursor_error (cursor, &failure))
    _squill_server_error_set (error, &failure, &self->wire, "getMore");
  return FALSE;
}
