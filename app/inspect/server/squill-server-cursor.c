/* SPDX-License-Identifier: Apache-2.0 */

/* The documents of a collection on a server. A thread fetches them while those that came before are
 * being looked at, so that the server, the network and this computer work at the same time; a few
 * megabytes may wait between them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-cursor.h"

#include "inspect/server/squill-server-error.h"
#include "inspect/server/squill-server-fetch.h"
#include "inspect/server/squill-server-gate.h"
#include "inspect/server/squill-server.h"

#include <glib/gi18n.h>
#include <string.h>

/* What is fetched at once should be about so many bytes. */
#define BATCH_BYTES (4.0 * 1024 * 1024)
/* The first time only a part of that, so that something is there early on a slow line. */
#define FIRST_BATCH_PART 16u
#define MIN_BATCH 101u
#define MAX_BATCH 50000u
#define BATCH_OF_UNKNOWN_SIZE 1000u

/* How a collection is read. */
typedef struct
{
  const char *method; /* as the profile calls it */
  gboolean by_chance;
  gboolean newest;
  guint64 limit; /* 0: none */
} Plan;

typedef struct
{
  SquillServerConnection *connection;
} PlaceData;

static void
place_data_free (gpointer data)
{
  PlaceData *self = data;

  squill_server_connection_unref (self->connection);
  g_free (self);
}

static bson_t *
parse_filter (const char *text, GError **error)
{
  bson_error_t failure = { 0 };
  bson_t *filter = bson_new_from_json ((const guint8 *)text, -1, &failure);

  if (filter == NULL)
    g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                 _ ("The filter is not a query in JSON: %s"), failure.message);
  return filter;
}

static Plan
make_plan (const SquillPlace *place, const SquillInspectOptions *options)
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
choose_batch_size (const SquillPlace *place)
{
  if (place->bytes == G_MAXUINT64 || place->documents == G_MAXUINT64 || place->documents == 0 ||
      place->bytes == 0)
    return BATCH_OF_UNKNOWN_SIZE;
  return (guint)CLAMP (BATCH_BYTES * (double)place->documents / (double)place->bytes, MIN_BATCH,
                       MAX_BATCH);
}

static bson_t *
new_find (const SquillPlace *place, const Plan *plan, const bson_t *filter, guint batch_size)
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
      /* The ids of measurements are made when they are read, and have no order. */
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
new_sample (const SquillPlace *place, const Plan *plan, const bson_t *filter, guint batch_size)
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

static SquillServerFetch *
start (const SquillPlace *place,
       const Plan *plan,
       const bson_t *filter,
       const SquillInspectOptions *options,
       GCancellable *cancellable,
       GError **error)
{
  PlaceData *data = place->data;
  guint batch_size = choose_batch_size (place);
  guint first_batch = MAX (batch_size / FIRST_BATCH_PART, MIN_BATCH);
  bson_t *command;

  /* One more than there can be lets the server end it at once. */
  if (plan->limit > 0 && plan->limit < batch_size)
    batch_size = (guint)plan->limit + 1;
  first_batch = MIN (first_batch, batch_size);
  command = plan->by_chance ? new_sample (place, plan, filter, first_batch)
                            : new_find (place, plan, filter, first_batch);
  return squill_server_fetch_new (data->connection, place->database, command, first_batch,
                                  batch_size, options->max_seconds, cancellable, error);
}

static gboolean
next_cb (gpointer data,
         const guint8 **document,
         gsize *length,
         GCancellable *cancellable,
         GError **error)
{
  return squill_server_fetch_next (data, document, length, cancellable, error);
}

static void
free_fetch (gpointer data)
{
  squill_server_fetch_free (data);
}

static SquillSource *
open_place (SquillPlace *place,
            const SquillInspectOptions *options,
            SquillProblemList *problems,
            GCancellable *cancellable,
            GError **error)
{
  Plan plan = make_plan (place, options);
  SquillServerFetch *fetch;
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
      /* It has to sort all documents for that where many are wanted, and may not have the memory;
       * others do not know how at all. */
      g_clear_error (&failure);
      squill_problem_list_add (
          problems, -1, 0, 0,
          _ ("The server could not choose documents by chance; the newest were read"));
      plan.by_chance = FALSE;
      plan.newest = TRUE;
      plan.method = "newest";
      fetch = start (place, &plan, filter, options, cancellable, &failure);
    }
  g_clear_pointer (&filter, bson_destroy);
  if (fetch == NULL)
    {
      if (squill_server_error_is_of_command (failure) ||
          g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT))
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
  source = squill_source_new_for_cursor (next_cb, fetch, free_fetch, problems);
  squill_source_set_selection (source, plan.method, place->documents);
  return source;
}

/**
 * squill_server_cursor_set_place:
 * @place: a place on a server
 * @connection: the server
 *
 * Lets the place be opened.
 */
void
squill_server_cursor_set_place (SquillPlace *place, SquillServerConnection *connection)
{
  PlaceData *data = g_new (PlaceData, 1);

  data->connection = squill_server_connection_ref (connection);
  place->rereadable = TRUE;
  place->selects = TRUE;
  place->open = open_place;
  place->data = data;
  place->destroy = place_data_free;
}

/**
 * squill_server_cursor_get_connection:
 * @place: a place
 *
 * Returns: (transfer none) (nullable): the server it is on; %NULL where it is not on one
 */
SquillServerConnection *
squill_server_cursor_get_connection (const SquillPlace *place)
{
  return place->open == open_place ? ((PlaceData *)place->data)->connection : NULL;
}

/**
 * squill_server_cursor_check_filter:
 * @filter: (nullable): a query in Extended JSON
 * @error: return location
 *
 * Returns: %FALSE where it is none, or asks for more than reading
 */
gboolean
squill_server_cursor_check_filter (const char *filter, GError **error)
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
  fine = squill_server_gate_check (&command, error);
  bson_destroy (&command);
  bson_destroy (query);
  return fine;
}
