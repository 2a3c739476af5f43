/* SPDX-License-Identifier: Apache-2.0 */

/* A thread reads a cursor and leaves the documents in parcels for whoever profiles them. Who reads
 * never waits in the driver, so that it can always be cancelled; what the thread uses belongs to
 * both, and is freed by whoever is last. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-fetch.h"

#include "inspect/server/squill-server.h"

#include <glib/gi18n.h>
#include <string.h>

/* A parcel is handed over when it has so many bytes, or when all that was fetched at once is in
 * it. */
#define PARCEL_BYTES ((gsize)256 * 1024)
/* So much may lie there until the thread waits. */
#define MAX_WAITING ((gsize)8 * 1024 * 1024)
/* Batches grow by so much, so that a slow line soon shows something and a fast one is not held up.
 */
#define BATCH_GROWTH 4u
/* Parcels that are kept to be filled again. */
#define MAX_SPARE 4u
/* A thread that is not needed any more may so long finish what it waits for, and then so long say
 * good-bye to the server. */
#define PATIENCE (G_USEC_PER_SEC / 4)
#define GOODBYE 500u

struct _SquillServerFetch
{
  gatomicrefcount references;
  SquillServerConnection *connection;
  char *database;
  bson_t *command;
  guint first_batch;
  guint batch_size;
  gint64 deadline; /* monotonic; 0: none */
  GCancellable *cancellable;

  GMutex mutex;
  GCond filled;  /* there is something to read, or the end, or it was cancelled */
  GCond emptied; /* there is room again */
  GQueue parcels;
  gsize waiting; /* bytes in them */
  GPtrArray *spare;
  SquillServerClient *client; /* while the thread uses it */
  gboolean stopping;          /* nobody wants more */
  gboolean cancelled;
  gboolean ended; /* the thread puts in no more */
  gboolean done;  /* the thread uses the server no more */
  GError *error;

  /* The reader's own. */
  GByteArray *parcel;
  gsize offset;
};

static void
free_parcel (gpointer data)
{
  g_byte_array_unref (data);
}

static void
fetch_unref (SquillServerFetch *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  squill_server_connection_unref (self->connection);
  g_free (self->database);
  bson_destroy (self->command);
  g_clear_object (&self->cancellable);
  g_queue_clear_full (&self->parcels, free_parcel);
  g_ptr_array_unref (self->spare);
  g_clear_pointer (&self->parcel, g_byte_array_unref);
  g_clear_error (&self->error);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->filled);
  g_cond_clear (&self->emptied);
  g_free (self);
}

/* In the thread: an empty parcel. */
static GByteArray *
take_spare (SquillServerFetch *self)
{
  GByteArray *parcel = NULL;

  g_mutex_lock (&self->mutex);
  if (self->spare->len > 0)
    parcel = g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  g_mutex_unlock (&self->mutex);
  if (parcel == NULL)
    return g_byte_array_sized_new ((guint)PARCEL_BYTES);
  g_byte_array_set_size (parcel, 0);
  return parcel;
}

/* In the thread: hands a parcel over and waits until there is room for more. Returns FALSE when no
 * more is wanted. */
static gboolean
hand_over (SquillServerFetch *self, GByteArray *parcel)
{
  gboolean go_on;

  g_mutex_lock (&self->mutex);
  g_queue_push_tail (&self->parcels, parcel);
  self->waiting += parcel->len;
  g_cond_signal (&self->filled);
  while (self->waiting >= MAX_WAITING && !self->stopping)
    g_cond_wait (&self->emptied, &self->mutex);
  go_on = !self->stopping;
  g_mutex_unlock (&self->mutex);
  return go_on;
}

static gboolean
is_stopping (SquillServerFetch *self)
{
  gboolean stopping;

  g_mutex_lock (&self->mutex);
  stopping = self->stopping;
  g_mutex_unlock (&self->mutex);
  return stopping;
}

static void
read_cursor (SquillServerFetch *self,
             SquillServerClient *client,
             mongoc_cursor_t *cursor,
             GError **error)
{
  GByteArray *parcel = take_spare (self);
  const bson_t *document;
  guint batch = self->first_batch;
  guint left = batch;

  while (squill_server_client_next (client, cursor, &document, error))
    {
      g_byte_array_append (parcel, bson_get_data (document), document->len);
      left--;
      if (parcel->len < PARCEL_BYTES && left > 0)
        continue;
      if (left == 0)
        {
          batch = MIN (batch * BATCH_GROWTH, self->batch_size);
          left = batch;
          mongoc_cursor_set_batch_size (cursor, batch);
        }
      if (!hand_over (self, g_steal_pointer (&parcel)))
        return;
      parcel = take_spare (self);
    }
  if (parcel->len > 0)
    hand_over (self, parcel);
  else
    g_byte_array_unref (parcel);
}

static void
end (SquillServerFetch *self, GError *error)
{
  g_mutex_lock (&self->mutex);
  self->ended = TRUE;
  self->error = error;
  g_cond_signal (&self->filled);
  g_mutex_unlock (&self->mutex);
}

static gpointer
fetch_cb (gpointer data)
{
  SquillServerFetch *self = data;
  GError *error = NULL;
  SquillServerClient *client = squill_server_client_take (self->connection, &error);

  if (client != NULL)
    {
      mongoc_client_session_t *session = NULL;
      mongoc_cursor_t *cursor = NULL;

      g_mutex_lock (&self->mutex);
      self->client = client;
      g_mutex_unlock (&self->mutex);

      if (!is_stopping (self))
        cursor = squill_server_client_open_cursor (client, self->database, self->command,
                                                   self->batch_size, &session, &error);
      if (cursor != NULL)
        read_cursor (self, client, cursor, &error);
      end (self, error);

      /* The server is told that it is over, where it has more. */
      g_clear_pointer (&cursor, mongoc_cursor_destroy);
      g_clear_pointer (&session, mongoc_client_session_destroy);
      g_mutex_lock (&self->mutex);
      self->client = NULL;
      g_mutex_unlock (&self->mutex);
      squill_server_client_give_back (client);
    }
  else
    {
      end (self, error);
    }

  g_mutex_lock (&self->mutex);
  self->done = TRUE;
  g_cond_signal (&self->filled);
  g_mutex_unlock (&self->mutex);
  fetch_unref (self);
  return NULL;
}

static void
on_cancelled (GCancellable *cancellable, gpointer user_data)
{
  SquillServerFetch *self = user_data;

  squill_server_connection_hurry (self->connection);
  g_mutex_lock (&self->mutex);
  self->cancelled = TRUE;
  g_cond_signal (&self->filled);
  g_mutex_unlock (&self->mutex);
}

/* Waits until there is something to read, or the end. */
static gboolean
wait_for_parcel (SquillServerFetch *self, GCancellable *cancellable, GError **error)
{
  gulong handler = cancellable != NULL
                       ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), self, NULL)
                       : 0;
  gboolean late = FALSE;
  gboolean got = FALSE;

  g_mutex_lock (&self->mutex);
  while (self->parcels.length == 0 && !self->ended && !self->cancelled && !late)
    if (self->deadline == 0)
      g_cond_wait (&self->filled, &self->mutex);
    else
      late = !g_cond_wait_until (&self->filled, &self->mutex, self->deadline);

  if (self->cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("It was cancelled"));
  else if (self->parcels.length > 0)
    got = TRUE;
  else if (self->ended && self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else if (!self->ended)
    g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
                         _ ("The time was over before all documents were read"));
  g_mutex_unlock (&self->mutex);

  g_cancellable_disconnect (cancellable, handler);
  return got;
}

/* The reader is done with its parcel and takes the next. */
static void
take_parcel (SquillServerFetch *self)
{
  g_mutex_lock (&self->mutex);
  if (self->parcel != NULL && self->spare->len < MAX_SPARE)
    g_ptr_array_add (self->spare, g_steal_pointer (&self->parcel));
  g_clear_pointer (&self->parcel, g_byte_array_unref);
  self->parcel = g_queue_pop_head (&self->parcels);
  self->waiting -= self->parcel->len;
  self->offset = 0;
  g_cond_signal (&self->emptied);
  g_mutex_unlock (&self->mutex);
}

/**
 * squill_server_fetch_new:
 * @connection: a server
 * @database: the database
 * @command: (transfer full): a command that answers with a cursor
 * @first_batch: how many documents @command asks for, at least 1
 * @batch_size: how many are to be fetched at once later, at least @first_batch
 * @max_seconds: it is over after so many seconds from now; 0 for no limit
 * @cancellable: (nullable): stops the waiting
 * @error: return location
 *
 * Begins to fetch and waits until the first documents are there, or until it is known that there
 * are none.
 *
 * Returns: (transfer full) (nullable): the documents; %NULL where it could not begin, or when
 * cancelled
 */
SquillServerFetch *
squill_server_fetch_new (SquillServerConnection *connection,
                         const char *database,
                         bson_t *command,
                         guint first_batch,
                         guint batch_size,
                         double max_seconds,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (SquillServerFetch) self = g_new0 (SquillServerFetch, 1);
  GError *failure = NULL;

  g_atomic_ref_count_init (&self->references);
  self->connection = squill_server_connection_ref (connection);
  self->database = g_strdup (database);
  self->command = command;
  self->first_batch = first_batch;
  self->batch_size = batch_size;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  if (max_seconds > 0)
    self->deadline = g_get_monotonic_time () + (gint64)(max_seconds * (double)G_USEC_PER_SEC);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->filled);
  g_cond_init (&self->emptied);
  g_queue_init (&self->parcels);
  self->spare = g_ptr_array_new_with_free_func (free_parcel);

  g_atomic_ref_count_inc (&self->references);
  g_thread_unref (g_thread_new ("fetch", fetch_cb, self));
  wait_for_parcel (self, cancellable, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * squill_server_fetch_next:
 * @self: documents
 * @document: (out) (transfer none): the next one, as the server sent it; valid until the next call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops the waiting
 * @error: return location
 *
 * Gives the next document.
 *
 * Returns: %FALSE at the end, when cancelled and where it broke
 */
gboolean
squill_server_fetch_next (SquillServerFetch *self,
                          const guint8 **document,
                          gsize *length,
                          GCancellable *cancellable,
                          GError **error)
{
  guint32 size;

  if (self->parcel == NULL || self->offset >= self->parcel->len)
    {
      if (!wait_for_parcel (self, cancellable, error))
        return FALSE;
      take_parcel (self);
    }
  memcpy (&size, self->parcel->data + self->offset, sizeof size);
  *document = self->parcel->data + self->offset;
  *length = GUINT32_FROM_LE (size);
  self->offset += *length;
  return TRUE;
}

/**
 * squill_server_fetch_free:
 * @self: (nullable) (transfer full): documents
 *
 * Ends it. Where it was not cancelled this waits until the server was told.
 */
void
squill_server_fetch_free (SquillServerFetch *self)
{
  gint64 until;

  if (self == NULL)
    return;
  if (g_cancellable_is_cancelled (self->cancellable))
    on_cancelled (self->cancellable, self);
  g_mutex_lock (&self->mutex);
  self->stopping = TRUE;
  g_cond_signal (&self->emptied);
  until = g_get_monotonic_time () + (self->cancelled ? 0 : PATIENCE);
  while (!self->done)
    if (!g_cond_wait_until (&self->filled, &self->mutex, until))
      break;
  if (!self->done && self->client != NULL)
    squill_server_wire_stop (&self->client->wire, GOODBYE);
  until = g_get_monotonic_time () + (self->cancelled ? 0 : (gint64)GOODBYE * 1000 + PATIENCE);
  while (!self->done)
    if (!g_cond_wait_until (&self->filled, &self->mutex, until))
      break;
  g_mutex_unlock (&self->mutex);
  fetch_unref (self);
}
