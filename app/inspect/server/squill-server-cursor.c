/* SPDX-License-Identifier: Apache-2.0 */

/* The documents of a collection on a server. A thread reads the cursor and leaves the documents in
 * parcels for whoever profiles them, so that the server, the network and this computer work at the
 * same time. The reader never waits in the driver and can always be cancelled; what the thread uses
 * belongs to both, and is freed by whoever is last. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A parcel is handed over when it has this many bytes, or at the end of a batch. */
#define PARCEL_BYTES ((gsize)256 * 1024)
/* With this many bytes in parcels the thread waits. */
#define MAX_WAITING ((gsize)8 * 1024 * 1024)
/* Batches grow by this factor: a slow connection delivers something soon, a fast one is used fully.
 */
#define BATCH_GROWTH 4u
/* Parcels that are kept for reuse. */
#define MAX_SPARE 4u
/* How long a thread that is no longer needed may finish what it waits for, and then (in
 * milliseconds) close its cursor and connection. */
#define PATIENCE (G_USEC_PER_SEC / 4)
#define CLOSE_GRACE 500u
/* The bytes of a batch, approximately. */
#define BATCH_BYTES (4.0 * 1024 * 1024)
/* The first batch is this much smaller, for an early start on a slow connection. */
#define FIRST_BATCH_PART 16u
#define MIN_BATCH 101u
#define MAX_BATCH 50000u
#define BATCH_OF_UNKNOWN_SIZE 1000u

/* How to read a collection. */
typedef struct
{
  const char *method; /* as the profile calls it */
  gboolean by_chance;
  gboolean newest;
  guint64 limit; /* 0: none */
} Plan;

typedef struct
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
  GCond filled;  /* there is a parcel, or the end, or it was cancelled */
  GCond emptied; /* there is room again */
  GQueue parcels;
  gsize waiting; /* bytes in them */
  GPtrArray *spare;
  SquillServerClient *client; /* while the thread uses it */
  gboolean stopping;          /* the reader has finished */
  gboolean cancelled;
  gboolean ended; /* no more parcels will come */
  gboolean done;  /* the thread no longer uses the server */
  GError *error;

  /* The reader's own. */
  GByteArray *parcel;
  gsize offset;
} Fetch;

static void
fetch_unref (Fetch *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  _squill_server_connection_unref (self->connection);
  g_free (self->database);
  bson_destroy (self->command);
  g_clear_object (&self->cancellable);
  g_queue_clear_full (&self->parcels, (GDestroyNotify)g_byte_array_unref);
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
take_spare (Fetch *self)
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

/* In the thread: hands a parcel over and waits until there is room for more. FALSE when the reader
 * has finished. */
static gboolean
hand_over (Fetch *self, GByteArray *parcel)
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
is_stopping (Fetch *self)
{
  gboolean stopping;

  g_mutex_lock (&self->mutex);
  stopping = self->stopping;
  g_mutex_unlock (&self->mutex);
  return stopping;
}

static void
read_cursor (Fetch *self, SquillServerClient *client, mongoc_cursor_t *cursor, GError **error)
{
  GByteArray *parcel = take_spare (self);
  const bson_t *document;
  guint batch = self->first_batch;
  guint left = batch;

  while (_squill_server_client_next (client, cursor, &document, error))
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
end (Fetch *self, GError *error)
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
  Fetch *self = data;
  GError *error = NULL;
  SquillServerClient *client = _squill_server_client_take (self->connection, &error);

  if (client != NULL)
    {
      mongoc_client_session_t *session = NULL;
      mongoc_cursor_t *cursor = NULL;

      g_mutex_lock (&self->mutex);
      self->client = client;
      g_mutex_unlock (&self->mutex);

      if (!is_stopping (self))
        cursor = _squill_server_client_open_cursor (client, self->database, self->command,
                                                    self->batch_size, &session, &error);
      if (cursor != NULL)
        read_cursor (self, client, cursor, &error);
      end (self, error);

      /* Closes the cursor on the server. */
      g_clear_pointer (&cursor, mongoc_cursor_destroy);
      g_clear_pointer (&session, mongoc_client_session_destroy);
      g_mutex_lock (&self->mutex);
      self->client = NULL;
      g_mutex_unlock (&self->mutex);
      _squill_server_client_give_back (client);
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
  Fetch *self = user_data;

  _squill_server_connection_hurry (self->connection);
  g_mutex_lock (&self->mutex);
  self->cancelled = TRUE;
  g_cond_signal (&self->filled);
  g_mutex_unlock (&self->mutex);
}

/* Waits for a parcel or the end. */
static gboolean
wait_for_parcel (Fetch *self, GCancellable *cancellable, GError **error)
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
                         _ ("The time limit was reached before all documents were read"));
  g_mutex_unlock (&self->mutex);

  g_cancellable_disconnect (cancellable, handler);
  return got;
}

/* The reader has finished its parcel and takes the next. */
static void
take_parcel (Fetch *self)
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

/* Unless it was cancelled, this waits until the cursor on the server is closed. */
static void
fetch_free (Fetch *self)
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
    _squill_server_wire_stop (&self->client->wire, CLOSE_GRACE);
  until = g_get_monotonic_time () + (self->cancelled ? 0 : (gint64)CLOSE_GRACE * 1000 + PATIENCE);
  while (!self->done)
    if (!g_cond_wait_until (&self->filled, &self->mutex, until))
      break;
  g_mutex_unlock (&self->mutex);
  fetch_unref (self);
}

/* Takes @command, which answers with a cursor and asks for @first_batch documents. Waits until the
 * first documents are there, or until it is known that there are none. */
static Fetch *
fetch_new (SquillServerConnection *connection,
           const char *database,
           bson_t *command,
           guint first_batch,
           guint batch_size,
           gint64 deadline,
           GCancellable *cancellable,
           GError **error)
{
  Fetch *self = g_new0 (Fetch, 1);
  GError *failure = NULL;

  g_atomic_ref_count_init (&self->references);
  self->connection = _squill_server_connection_ref (connection);
  self->database = g_strdup (database);
  self->command = command;
  self->first_batch = first_batch;
  self->batch_size = batch_size;
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->deadline = deadline;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->filled);
  g_cond_init (&self->emptied);
  g_queue_init (&self->parcels);
  self->spare = g_ptr_array_new_with_free_func ((GDestroyNotify)g_byte_array_unref);

  g_atomic_ref_count_inc (&self->references);
  g_thread_unref (g_thread_new ("fetch", fetch_cb, self));
  wait_for_parcel (self, cancellable, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      fetch_free (self);
      return NULL;
    }
  return self;
}

/* @document is valid until the next call. FALSE at the end, when cancelled, and where reading
 * failed. */
static gboolean
fetch_next (
    Fetch *self, const guint8 **document, gsize *length, GCancellable *cancellable, GError **error)
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

static bson_t *
parse_filter (const char *text, GError **error)
{
  bson_error_t failure = { 0 };
  bson_t *filter = bson_new_from_json ((const guint8 *)text, -1, &failure);

  if (filter == NULL)
    g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                 _ ("The filter is not a valid query in Extended JSON: %s"), failure.message);
  return filter;
}

static Plan
make_plan (const SquillSourceCollection *place, const SquillInspectOptions *options)
{
  guint64 wanted = options->max_documents;
  gboolean all = wanted == 0 || (place->documents != G_MAXUINT64 && place->documents <= wanted);
  Plan plan = { .method = options->filter != NULL ? "filter" : "full" };

  if (all)
    return plan;
  plan.limit = wanted;
  switch (options->method)
    {
    case SQUILL_INSPECT_SAMPLE:
      plan.method = "sample";
      plan.by_chance = TRUE;
      break;
    case SQUILL_INSPECT_NEWEST:
      plan.method = "newest";
      plan.newest = TRUE;
      break;
    case SQUILL_INSPECT_FULL:
    default:
      plan.method = options->filter != NULL ? "filter" : "first";
      break;
    }
  return plan;
}

static guint
choose_batch_size (const SquillSourceCollection *place)
{
  if (place->bytes == G_MAXUINT64 || place->documents == G_MAXUINT64 || place->documents == 0 ||
      place->bytes == 0)
    return BATCH_OF_UNKNOWN_SIZE;
  return (guint)CLAMP (BATCH_BYTES * (double)place->documents / (double)place->bytes, MIN_BATCH,
                       MAX_BATCH);
}

static bson_t *
new_find (const SquillSourceCollection *place,
          const Plan *plan,
          const bson_t *filter,
          guint batch_size)
{
  g_autofree char *time_field =
      place->metadata != NULL ? squill_metadata_get_time_field (place->metadata) : NULL;
  bson_t *command = bson_new ();
  bson_t sort;

  BSON_APPEND_UTF8 (command, "find", place->collection);
  if (filter != NULL)
    BSON_APPEND_DOCUMENT (command, "filter", filter);
  if (plan->newest)
    {
      /* Measurements of a time series get their ids when they are read, in no order. */
      BSON_APPEND_DOCUMENT_BEGIN (command, "sort", &sort);
      bson_append_int32 (&sort, time_field != NULL ? time_field : "_id", -1, -1);
      bson_append_document_end (command, &sort);
    }
  if (plan->limit > 0)
    BSON_APPEND_INT64 (command, "limit", (gint64)MIN (plan->limit, G_MAXINT64));
  BSON_APPEND_INT32 (command, "batchSize", (gint32)batch_size);
  return command;
}

static bson_t *
new_sample (const SquillSourceCollection *place,
            const Plan *plan,
            const bson_t *filter,
            guint batch_size)
{
  bson_t *command = bson_new ();
  bson_t pipeline, stage, inner, cursor;

  BSON_APPEND_UTF8 (command, "aggregate", place->collection);
  BSON_APPEND_ARRAY_BEGIN (command, "pipeline", &pipeline);
  if (filter != NULL)
    {
      BSON_APPEND_DOCUMENT_BEGIN (&pipeline, "0", &stage);
      BSON_APPEND_DOCUMENT (&stage, "$match", filter);
      bson_append_document_end (&pipeline, &stage);
    }
  bson_append_document_begin (&pipeline, filter != NULL ? "1" : "0", -1, &stage);
  BSON_APPEND_DOCUMENT_BEGIN (&stage, "$sample", &inner);
  BSON_APPEND_INT64 (&inner, "size", (gint64)MIN (plan->limit, G_MAXINT64));
  bson_append_document_end (&stage, &inner);
  bson_append_document_end (&pipeline, &stage);
  bson_append_array_end (command, &pipeline);
  BSON_APPEND_DOCUMENT_BEGIN (command, "cursor", &cursor);
  BSON_APPEND_INT32 (&cursor, "batchSize", (gint32)batch_size);
  bson_append_document_end (command, &cursor);
  return command;
}

static Fetch *
start (const SquillSourceCollection *place,
       const Plan *plan,
       const bson_t *filter,
       const SquillInspectOptions *options,
       GCancellable *cancellable,
       GError **error)
{
  guint batch_size = choose_batch_size (place);
  guint first_batch = MAX (batch_size / FIRST_BATCH_PART, MIN_BATCH);
  bson_t *command;

  /* With one more than the limit the server closes the cursor with the first batch. */
  if (plan->limit > 0 && plan->limit < batch_size)
    batch_size = (guint)plan->limit + 1;
  first_batch = MIN (first_batch, batch_size);
  command = plan->by_chance ? new_sample (place, plan, filter, first_batch)
                            : new_find (place, plan, filter, first_batch);
  return fetch_new (place->data, place->database, command, first_batch, batch_size,
                    options->deadline, cancellable, error);
}

static gboolean
next_cb (gpointer data,
         const guint8 **document,
         gsize *length,
         GCancellable *cancellable,
         GError **error)
{
  return fetch_next (data, document, length, cancellable, error);
}

static SquillSource *
open_place (SquillSourceCollection *place,
            const SquillInspectOptions *options,
            SquillProblemList *problems,
            GCancellable *cancellable,
            GError **error)
{
  Plan plan = make_plan (place, options);
  Fetch *fetch;
  SquillSource *source;
  GError *failure = NULL;
  bson_t *filter = NULL;

  if (options->filter != NULL)
    {
      filter = parse_filter (options->filter, error);
      if (filter == NULL)
        return NULL;
    }
  fetch = start (place, &plan, filter, options, cancellable, &failure);
  if (fetch == NULL && plan.by_chance &&
      g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND))
    {
      /* For large samples the server sorts all documents, and may lack the memory; some servers
       * have no $sample at all. */
      g_clear_error (&failure);
      squill_problem_list_add (
          problems, -1, 0, 0,
          _ ("The server could not choose documents by chance; the newest were read instead"));
      plan.by_chance = FALSE;
      plan.newest = TRUE;
      plan.method = "newest";
      fetch = start (place, &plan, filter, options, cancellable, &failure);
    }
  g_clear_pointer (&filter, bson_destroy);
  if (fetch == NULL)
    {
      if (squill_server_error_is_recoverable (failure))
        {
          squill_problem_list_add (problems, -1, 0, 0, failure->message);
          g_error_free (failure);
        }
      else
        {
          g_propagate_error (error, failure);
        }
      return NULL;
    }
  source = squill_source_new_for_cursor (next_cb, fetch, (GDestroyNotify)fetch_free, problems);
  squill_source_set_selection (source, plan.method, place->documents);
  return source;
}

/* Lets @place, a collection of a server, be opened. */
void
_squill_server_cursor_set_place (SquillSourceCollection *place, SquillServerConnection *connection)
{
  place->rereadable = TRUE;
  place->selects = TRUE;
  place->open = open_place;
  place->data = _squill_server_connection_ref (connection);
  place->destroy = (GDestroyNotify)_squill_server_connection_unref;
}

/* NULL where @place is not on a server. */
SquillServerConnection *
_squill_server_cursor_get_connection (const SquillSourceCollection *place)
{
  return place->open == open_place ? place->data : NULL;
}

/* FALSE where @filter is not a query in Extended JSON, or does more than select; it may be NULL. */
gboolean
_squill_server_cursor_check_filter (const char *filter, GError **error)
{
  bson_t command = BSON_INITIALIZER;
  bson_t *query;
  gboolean fine;

  if (filter == NULL)
    return TRUE;
  query = parse_filter (filter, error);
  if (query == NULL)
    return FALSE;
  BSON_APPEND_UTF8 (&command, "find", "collection");
  BSON_APPEND_DOCUMENT (&command, "filter", query);
  fine = _squill_server_gate_check (&command, error);
  bson_destroy (&command);
  bson_destroy (query);
  return fine;
}
