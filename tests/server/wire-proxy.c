/* SPDX-License-Identifier: Apache-2.0 */

/* One thread takes connections; each connection has one thread a direction. What is read of the
 * client is forwarded by whole messages, so that a command is on record before the server can have
 * seen it; what the server says is forwarded as it comes. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "wire-proxy.h"

#include <gio/gio.h>
#include <string.h>

#define CHUNK_BYTES 65536u
/* When slow: so many portions a second. */
#define PORTIONS 50

typedef enum
{
  UNTIL_NOTHING,
  UNTIL_REPLIES,
  UNTIL_BYTES,
} Until;

struct _WireProxy
{
  char *host;
  guint16 port;
  GSocketListener *listener;
  guint16 own_port;
  GThread *taking;
  GCancellable *closing;

  GMutex mutex;
  GCond cond; /* whatever below is changed */
  GPtrArray *connections;
  GPtrArray *commands;
  guint64 reply_bytes;
  guint64 rate;
  guint held; /* directions that wait with bytes that a freeze holds back */
  gboolean frozen;
  gboolean cut;

  GPtrArray *answers;

  char *held_command; /* freezes it */

  GRand *damage; /* NULL: replies go through as they are */
  double damage_share;
  guint64 damaged;

  WireAction action;
  Until until;
  char *until_command;
  guint64 until_count;
  gboolean acted;
};

/* What is answered in the place of the server. */
typedef struct
{
  char *command;
  char *with_key;
  bson_t *body;
} Answer;

typedef struct
{
  WireProxy *proxy;
  GSocketConnection *client;
  GSocketConnection *server; /* NULL: there is none, all is answered here */
  GCancellable *ended;
  GMutex writing; /* one message after the other */
  GThread *client_thread;
  GThread *server_thread;
  GHashTable *asked; /* the number of a request -> its command; under the proxy's mutex */
} Connection;

/* How far the server's bytes are cut into messages. */
typedef struct
{
  guint8 header[WIRE_HEADER_BYTES];
  gsize header_length;
  guint64 left;
  gboolean lost;
} ReplyCounter;

static void
answer_free (Answer *self)
{
  g_free (self->command);
  g_free (self->with_key);
  bson_destroy (self->body);
  g_free (self);
}

static void
connection_free (Connection *self)
{
  g_cancellable_cancel (self->ended);
  g_clear_pointer (&self->client_thread, g_thread_join);
  g_clear_pointer (&self->server_thread, g_thread_join);
  g_io_stream_close (G_IO_STREAM (self->client), NULL, NULL);
  if (self->server != NULL)
    g_io_stream_close (G_IO_STREAM (self->server), NULL, NULL);
  g_object_unref (self->client);
  g_clear_object (&self->server);
  g_object_unref (self->ended);
  g_hash_table_unref (self->asked);
  g_mutex_clear (&self->writing);
  g_free (self);
}

/* Both ends learn of it at once; the threads end by themselves. */
static void
connection_end (Connection *self)
{
  g_cancellable_cancel (self->ended);
  g_socket_shutdown (g_socket_connection_get_socket (self->client), TRUE, TRUE, NULL);
  if (self->server != NULL)
    g_socket_shutdown (g_socket_connection_get_socket (self->server), TRUE, TRUE, NULL);
  g_cond_broadcast (&self->proxy->cond);
}

static void
cut_locked (WireProxy *self)
{
  self->cut = TRUE;
  for (guint i = 0; i < self->connections->len; i++)
    connection_end (g_ptr_array_index (self->connections, i));
  g_cond_broadcast (&self->cond);
}

static void
act_locked (WireProxy *self)
{
  self->until = UNTIL_NOTHING;
  if (self->action == WIRE_ACTION_FREEZE)
    self->frozen = TRUE;
  else
    cut_locked (self);
  self->acted = TRUE;
  g_cond_broadcast (&self->cond);
}

/* Waits as long as bytes are to be held back. FALSE when the connection has ended. */
static gboolean
wait_for_way_locked (Connection *self)
{
  WireProxy *proxy = self->proxy;

  if (proxy->frozen)
    {
      proxy->held++;
      g_cond_broadcast (&proxy->cond);
      while (proxy->frozen && !g_cancellable_is_cancelled (self->ended))
        g_cond_wait (&proxy->cond, &proxy->mutex);
      proxy->held--;
    }
  return !g_cancellable_is_cancelled (self->ended);
}

/* --- damage
 * -------------------------------------------------------------------------------------- */

/* Changes 1 to 20 bytes of what a server says, most of them where lengths, types and names stand.
 * Returns FALSE where the client would now wait for more than there is. */
static gboolean
damage_locked (WireProxy *self, guint8 *bytes, gsize length)
{
  const guint changes = (guint)g_rand_int_range (self->damage, 1, 21);
  guint32 claimed;

  for (guint i = 0; i < changes; i++)
    {
      const gsize reach = g_rand_boolean (self->damage) ? MIN (length, 200) : length;
      guint8 *byte = &bytes[g_rand_int_range (self->damage, 0, (gint32)reach)];

      switch (g_rand_int_range (self->damage, 0, 6))
        {
        case 0:
          *byte = 0;
          break;
        case 1:
          *byte = 0xFF;
          break;
        case 2:
          *byte = (guint8)(*byte + 1);
          break;
        case 3:
          *byte = (guint8)(*byte - 1);
          break;
        case 4:
          *byte = (guint8)(*byte ^ (1u << g_rand_int_range (self->damage, 0, 8)));
          break;
        default:
          *byte = (guint8)g_rand_int_range (self->damage, 0, 256);
          break;
        }
    }
  self->damaged++;
  if (length < 4)
    return FALSE;
  memcpy (&claimed, bytes, sizeof claimed);
  return GUINT32_FROM_LE (claimed) <= length;
}

/* What goes to the client, changed if it is to be. FALSE when the connection is to end after it. */
static gboolean
maybe_damage (WireProxy *self, guint8 *bytes, gsize length)
{
  gboolean go_on = TRUE;

  g_mutex_lock (&self->mutex);
  if (self->damage != NULL && length > 0 && g_rand_double (self->damage) < self->damage_share)
    go_on = damage_locked (self, bytes, length);
  g_mutex_unlock (&self->mutex);
  return go_on;
}

static gboolean
forward (Connection *self, GSocketConnection *to, const guint8 *bytes, gsize length)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (to));
  gboolean fine;

  g_mutex_lock (&self->writing);
  fine = g_output_stream_write_all (output, bytes, length, NULL, self->ended, NULL);
  g_mutex_unlock (&self->writing);
  return fine;
}

/* --- what the client says ------------------------------------------------------------------------
 */

/* Gives what is to be said in the place of the server, if anything is. */
static GByteArray *
record (Connection *self, WireCommand *command)
{
  WireProxy *proxy = self->proxy;
  GByteArray *reply = NULL;

  g_mutex_lock (&proxy->mutex);
  g_hash_table_insert (self->asked, GINT_TO_POINTER (command->request), g_strdup (command->name));
  g_ptr_array_add (proxy->commands, command);
  if (g_strcmp0 (proxy->held_command, command->name) == 0)
    proxy->frozen = TRUE;
  for (guint i = proxy->answers->len; i > 0 && reply == NULL; i--)
    {
      const Answer *answer = g_ptr_array_index (proxy->answers, i - 1);

      if (g_str_equal (answer->command, command->name) &&
          (answer->with_key == NULL || wire_command_has_key (command, answer->with_key)))
        reply = wire_reply_new (command, answer->body);
    }
  g_cond_broadcast (&proxy->cond);
  g_mutex_unlock (&proxy->mutex);
  return reply;
}

static gboolean
forward_when_free (Connection *self, GSocketConnection *to, const guint8 *bytes, gsize length)
{
  gboolean free_way;

  g_mutex_lock (&self->proxy->mutex);
  free_way = wait_for_way_locked (self);
  g_mutex_unlock (&self->proxy->mutex);
  return free_way && forward (self, to, bytes, length);
}

/* Forwards the whole messages of @pending. What is no message is put on record and forwarded as it
 * is, for the server to judge. */
static gboolean
forward_messages (Connection *self, GByteArray *pending, gboolean *lost)
{
  while (pending->len > 0)
    {
      g_autoptr (GByteArray) reply = NULL;
      WireHeader header;
      guint length = pending->len;
      gboolean fine;

      if (!*lost)
        {
          if (pending->len < WIRE_HEADER_BYTES)
            return TRUE;
          *lost = !wire_header_read (pending->data, pending->len, &header);
          if (!*lost && pending->len < header.length)
            return TRUE;
          length = *lost ? pending->len : header.length;
          reply = record (self, wire_command_parse (pending->data, length));
        }
      /* Nothing else comes from the server while its answer is waited for. */
      if (reply != NULL)
        {
          gboolean go_on = maybe_damage (self->proxy, reply->data, reply->len);

          fine = forward_when_free (self, self->client, reply->data, reply->len) && go_on;
        }
      else
        fine =
            self->server != NULL && forward_when_free (self, self->server, pending->data, length);
      if (!fine)
        return FALSE;
      g_byte_array_remove_range (pending, 0, length);
    }
  return TRUE;
}

static gpointer
read_client (gpointer data)
{
  Connection *self = data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (self->client));
  g_autoptr (GByteArray) pending = g_byte_array_new ();
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  g_autoptr (GByteArray) reply = NULL;
  gboolean lost = FALSE;
  gssize n;

  while ((n = g_input_stream_read (input, chunk, CHUNK_BYTES, self->ended, NULL)) > 0)
    {
      g_byte_array_append (pending, chunk, (guint)n);
      if (!forward_messages (self, pending, &lost))
        {
          /* It is on record. */
          g_byte_array_set_size (pending, 0);
          break;
        }
    }
  /* A client that ends in the middle of a message has still sent something. */
  if (pending->len > 0 && !lost)
    reply = record (self, wire_command_parse (pending->data, pending->len));
  g_mutex_lock (&self->proxy->mutex);
  connection_end (self);
  g_mutex_unlock (&self->proxy->mutex);
  return NULL;
}

/* --- what the server answers
 * ---------------------------------------------------------------------- */

/* Whether the reply that ends here is one that was waited for. */
static gboolean
count_reply_locked (Connection *self, const WireHeader *header)
{
  WireProxy *proxy = self->proxy;
  gpointer number = GINT_TO_POINTER (header->response_to);
  const char *command = g_hash_table_lookup (self->asked, number);
  gboolean reached = FALSE;

  if (proxy->until == UNTIL_REPLIES &&
      (proxy->until_command == NULL || g_strcmp0 (proxy->until_command, command) == 0))
    reached = --proxy->until_count == 0;
  g_hash_table_remove (self->asked, number);
  return reached;
}

/* How many of the bytes may go on before something has to be done; @act when it has to. */
static gsize
look_at_replies_locked (
    Connection *self, ReplyCounter *counter, const guint8 *bytes, gsize length, gboolean *act)
{
  WireProxy *proxy = self->proxy;
  gsize at = 0;

  *act = FALSE;
  if (proxy->until == UNTIL_BYTES)
    {
      if (proxy->until_count <= length)
        {
          *act = TRUE;
          return (gsize)proxy->until_count;
        }
      proxy->until_count -= length;
    }
  while (at < length && !counter->lost)
    {
      WireHeader header;
      gsize step;

      if (counter->header_length < WIRE_HEADER_BYTES)
        {
          step = MIN (WIRE_HEADER_BYTES - counter->header_length, length - at);
          memcpy (counter->header + counter->header_length, bytes + at, step);
          counter->header_length += step;
          at += step;
          if (counter->header_length < WIRE_HEADER_BYTES)
            break;
          counter->lost = !wire_header_read (counter->header, WIRE_HEADER_BYTES, &header);
          counter->left = header.length - WIRE_HEADER_BYTES;
        }
      step = (gsize)MIN (counter->left, length - at);
      counter->left -= step;
      at += step;
      if (counter->left == 0 && !counter->lost)
        {
          wire_header_read (counter->header, WIRE_HEADER_BYTES, &header);
          counter->header_length = 0;
          if (count_reply_locked (self, &header))
            {
              *act = TRUE;
              return at;
            }
        }
    }
  return length;
}

/* Forwards in portions as large as the rate allows. */
static gboolean
forward_reply (Connection *self, const guint8 *bytes, gsize length)
{
  WireProxy *proxy = self->proxy;
  gboolean fine = TRUE;

  while (fine && length > 0)
    {
      gsize portion = length;
      gint64 pause_until = 0;

      g_mutex_lock (&proxy->mutex);
      fine = wait_for_way_locked (self);
      if (proxy->rate > 0)
        {
          portion = (gsize)CLAMP (proxy->rate / PORTIONS, 1, length);
          pause_until = g_get_monotonic_time () + (gint64)(portion * G_USEC_PER_SEC / proxy->rate);
        }
      g_mutex_unlock (&proxy->mutex);
      fine = fine && forward (self, self->client, bytes, portion);

      g_mutex_lock (&proxy->mutex);
      proxy->reply_bytes += fine ? portion : 0;
      g_cond_broadcast (&proxy->cond);
      while (fine && pause_until > 0 && proxy->rate > 0 &&
             !g_cancellable_is_cancelled (self->ended) &&
             g_cond_wait_until (&proxy->cond, &proxy->mutex, pause_until))
        ;
      g_mutex_unlock (&proxy->mutex);
      bytes += portion;
      length -= portion;
    }
  return fine;
}

static gpointer
read_server (gpointer data)
{
  Connection *self = data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (self->server));
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);
  ReplyCounter counter = { .header_length = 0 };
  gssize n;

  while ((n = g_input_stream_read (input, chunk, CHUNK_BYTES, self->ended, NULL)) > 0)
    {
      gsize done = 0;

      while (done < (gsize)n)
        {
          gboolean act;
          gsize step;
          gboolean fine;

          g_mutex_lock (&self->proxy->mutex);
          step = look_at_replies_locked (self, &counter, chunk + done, (gsize)n - done, &act);
          g_mutex_unlock (&self->proxy->mutex);
          fine = maybe_damage (self->proxy, chunk + done, step);
          fine = forward_reply (self, chunk + done, step) && fine;
          done += step;
          if (fine && act)
            {
              g_mutex_lock (&self->proxy->mutex);
              act_locked (self->proxy);
              g_mutex_unlock (&self->proxy->mutex);
            }
          if (!fine)
            break;
        }
      if (done < (gsize)n || g_cancellable_is_cancelled (self->ended))
        break;
    }
  g_mutex_lock (&self->proxy->mutex);
  connection_end (self);
  g_mutex_unlock (&self->proxy->mutex);
  return NULL;
}

/* --- connections
 * ---------------------------------------------------------------------------------- */

static void
take_connection (WireProxy *self, GSocketConnection *client)
{
  g_autoptr (GSocketClient) dialing = g_socket_client_new ();
  g_autoptr (GSocketConnection) server = NULL;
  Connection *connection;

  g_mutex_lock (&self->mutex);
  if (self->cut)
    {
      g_mutex_unlock (&self->mutex);
      return;
    }
  g_mutex_unlock (&self->mutex);

  g_socket_set_option (g_socket_connection_get_socket (client), 6, 1, 1, NULL);
  if (self->host != NULL)
    {
      g_socket_client_set_enable_proxy (dialing, FALSE);
      server =
          g_socket_client_connect_to_host (dialing, self->host, self->port, self->closing, NULL);
      if (server == NULL)
        return;
      g_socket_set_option (g_socket_connection_get_socket (server), 6, 1, 1, NULL);
    }
  connection = g_new0 (Connection, 1);
  connection->proxy = self;
  connection->client = g_object_ref (client);
  connection->server = g_steal_pointer (&server);
  connection->ended = g_cancellable_new ();
  g_mutex_init (&connection->writing);
  connection->asked = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  g_mutex_lock (&self->mutex);
  connection->client_thread = g_thread_new ("wire-client", read_client, connection);
  if (connection->server != NULL)
    connection->server_thread = g_thread_new ("wire-server", read_server, connection);
  g_ptr_array_add (self->connections, connection);
  if (self->cut)
    connection_end (connection);
  g_mutex_unlock (&self->mutex);
}

static gpointer
take_connections (gpointer data)
{
  WireProxy *self = data;

  while (!g_cancellable_is_cancelled (self->closing))
    {
      g_autoptr (GSocketConnection) client =
          g_socket_listener_accept (self->listener, NULL, self->closing, NULL);

      if (client != NULL)
        take_connection (self, client);
    }
  return NULL;
}

/* Listens on a port of loopback that is free, for what is to go to a server. Where @host is NULL
 * there is none: what wire_proxy_answer() does not answer ends the connection. */
WireProxy *
wire_proxy_new (const char *host, guint16 port)
{
  WireProxy *self = g_new0 (WireProxy, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  self->host = g_strdup (host);
  self->port = port;
  self->closing = g_cancellable_new ();
  self->connections = g_ptr_array_new_with_free_func ((GDestroyNotify)connection_free);
  self->commands = g_ptr_array_new_with_free_func ((GDestroyNotify)wire_command_free);
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify)answer_free);
  self->listener = g_socket_listener_new ();
  g_socket_listener_add_address (self->listener, address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error);
  g_assert_no_error (error);
  self->own_port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  self->taking = g_thread_new ("wire-proxy", take_connections, self);
  return self;
}

void
wire_proxy_free (WireProxy *self)
{
  if (self == NULL)
    return;
  g_cancellable_cancel (self->closing);
  g_thread_join (self->taking);
  wire_proxy_cut (self);
  g_ptr_array_unref (self->connections);
  g_ptr_array_unref (self->commands);
  g_ptr_array_unref (self->answers);
  g_socket_listener_close (self->listener);
  g_object_unref (self->listener);
  g_object_unref (self->closing);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_clear_pointer (&self->damage, g_rand_free);
  g_free (self->held_command);
  g_free (self->until_command);
  g_free (self->host);
  g_free (self);
}

guint16
wire_proxy_get_port (WireProxy *self)
{
  return self->own_port;
}

/* The address of a server, by way of the proxy. */
char *
wire_proxy_make_uri (WireProxy *self, const char *uri)
{
  const char *start = strstr (uri, "://");
  const char *end;
  const char *at;

  g_assert_nonnull (start);
  start += 3;
  end = start + strcspn (start, "/?");
  at = g_strrstr_len (start, end - start, "@");
  if (at != NULL)
    start = at + 1;
  return g_strdup_printf ("%.*s127.0.0.1:%u%s", (int)(start - uri), uri, self->own_port, end);
}

/* --- what can be done to it
 * ----------------------------------------------------------------------- */

void
wire_proxy_freeze (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  self->frozen = TRUE;
  g_mutex_unlock (&self->mutex);
}

void
wire_proxy_thaw (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  self->frozen = FALSE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

gboolean
wire_proxy_is_frozen (WireProxy *self)
{
  gboolean frozen;

  g_mutex_lock (&self->mutex);
  frozen = self->frozen;
  g_mutex_unlock (&self->mutex);
  return frozen;
}

void
wire_proxy_cut (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  cut_locked (self);
  g_mutex_unlock (&self->mutex);
}

/* New connections are taken again after a cut. */
void
wire_proxy_mend (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  self->cut = FALSE;
  g_mutex_unlock (&self->mutex);
}

/* Lets so many bytes of replies through in a second on each connection; all at once for 0. */
void
wire_proxy_set_rate (WireProxy *self, guint64 bytes_per_second)
{
  g_mutex_lock (&self->mutex);
  self->rate = bytes_per_second;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

static void
act_after (WireProxy *self, WireAction action, Until until, const char *command, guint64 count)
{
  g_assert_cmpuint (count, >, 0);
  g_mutex_lock (&self->mutex);
  self->action = action;
  self->until = until;
  g_free (self->until_command);
  self->until_command = g_strdup (command);
  self->until_count = count;
  self->acted = FALSE;
  g_mutex_unlock (&self->mutex);
}

/* Acts once, as soon as so many replies (to a command; of any, for NULL) have gone through whole.
 */
void
wire_proxy_act_after_replies (WireProxy *self,
                              WireAction action,
                              const char *command,
                              guint replies)
{
  act_after (self, action, UNTIL_REPLIES, command, replies);
}

/* Acts once, as soon as so many bytes of replies have gone through. */
void
wire_proxy_act_after_bytes (WireProxy *self, WireAction action, guint64 bytes)
{
  act_after (self, action, UNTIL_BYTES, NULL, bytes);
}

/* From now on such a command (with a key somewhere in it, or any, for NULL) does not reach the
 * server, but is answered with this, in Extended JSON. The last that fits holds. */
void
wire_proxy_answer (WireProxy *self, const char *command, const char *with_key, const char *answer)
{
  Answer *new = g_new0 (Answer, 1);
  bson_error_t error;

  new->command = g_strdup (command);
  new->with_key = g_strdup (with_key);
  new->body = bson_new_from_json ((const uint8_t *)answer, -1, &error);
  if (new->body == NULL)
    g_error ("%s: %s", answer, error.message);
  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->answers, new);
  g_mutex_unlock (&self->mutex);
}

/* Freezes as soon as a client has sent such a command. */
void
wire_proxy_hold (WireProxy *self, const char *command)
{
  g_mutex_lock (&self->mutex);
  g_free (self->held_command);
  self->held_command = g_strdup (command);
  g_mutex_unlock (&self->mutex);
}

/* From now on this share of what a server says is changed, in 1 to 20 bytes; each seed has its own
 * changes. */
void
wire_proxy_damage (WireProxy *self, guint32 seed, double share)
{
  g_mutex_lock (&self->mutex);
  g_clear_pointer (&self->damage, g_rand_free);
  self->damage = share > 0 ? g_rand_new_with_seed (seed) : NULL;
  self->damage_share = share;
  g_mutex_unlock (&self->mutex);
}

/* How many replies, or parts of them, were changed. */
guint64
wire_proxy_get_damaged (WireProxy *self)
{
  guint64 damaged;

  g_mutex_lock (&self->mutex);
  damaged = self->damaged;
  g_mutex_unlock (&self->mutex);
  return damaged;
}

void
wire_proxy_wait_until_acted (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  while (!self->acted)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/* Waits until there is something that does not go on because all is frozen. */
void
wire_proxy_wait_until_held (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  while (self->held == 0)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/* What was said so far, in the order it came, as copies. */
GPtrArray *
wire_proxy_get_commands (WireProxy *self)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify)wire_command_free);

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->commands->len; i++)
    g_ptr_array_add (copies, wire_command_copy (g_ptr_array_index (self->commands, i)));
  g_mutex_unlock (&self->mutex);
  return copies;
}

void
wire_proxy_forget_commands (WireProxy *self)
{
  g_mutex_lock (&self->mutex);
  g_ptr_array_set_size (self->commands, 0);
  g_mutex_unlock (&self->mutex);
}

/* Bytes of replies that went through. */
guint64
wire_proxy_get_reply_bytes (WireProxy *self)
{
  guint64 bytes;

  g_mutex_lock (&self->mutex);
  bytes = self->reply_bytes;
  g_mutex_unlock (&self->mutex);
  return bytes;
}
