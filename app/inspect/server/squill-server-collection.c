/* SPDX-License-Identifier: Apache-2.0 */

/* What a server tells of a collection besides its documents: indexes and their use, counts and
 * sizes, shards. None of it is needed, and of each there are servers that do not tell it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-collection.h"

#include "inspect/server/squill-server-error.h"
#include "inspect/server/squill-server.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Each question may take the server so many milliseconds. */
#define MAX_MILLISECONDS 10000

typedef struct
{
  SquillMetadata *metadata;
  gboolean has_size;
} Stats;

/* A whole number, of whatever type the server sends it. */
static guint64
count_of (const bson_iter_t *iter)
{
  double number;

  if (!BSON_ITER_HOLDS_NUMBER (iter))
    return G_MAXUINT64;
  if (!BSON_ITER_HOLDS_DOUBLE (iter))
    return (guint64)MAX (bson_iter_as_int64 (iter), 0);
  number = bson_iter_double (iter);
  return isfinite (number) && number >= 0 && number < 1e18 ? (guint64)number : G_MAXUINT64;
}

/* Shards are added up. */
static void
add (guint64 *sum, guint64 number)
{
  if (number != G_MAXUINT64)
    *sum = *sum == G_MAXUINT64 ? number : *sum + number;
}

static bson_t *
new_command (const char *name, const char *collection)
{
  bson_t *command = bson_new ();

  BSON_APPEND_UTF8 (command, name, collection);
  return command;
}

/* An aggregation of one stage. */
static bson_t *
new_aggregation (const char *collection, const char *stage, const bson_t *arguments)
{
  bson_t *command = new_command ("aggregate", collection);
  bson_t pipeline, document, cursor;

  BSON_APPEND_ARRAY_BEGIN (command, "pipeline", &pipeline);
  BSON_APPEND_DOCUMENT_BEGIN (&pipeline, "0", &document);
  bson_append_document (&document, stage, -1, arguments);
  bson_append_document_end (&pipeline, &document);
  bson_append_array_end (command, &pipeline);
  BSON_APPEND_DOCUMENT_BEGIN (command, "cursor", &cursor);
  bson_append_document_end (command, &cursor);
  BSON_APPEND_INT32 (command, "maxTimeMS", MAX_MILLISECONDS);
  return command;
}

static gboolean
add_index_cb (const bson_t *document, gpointer data)
{
  g_ptr_array_add (((SquillMetadata *)data)->indexes, bson_copy (document));
  return TRUE;
}

static gboolean
add_index_use_cb (const bson_t *document, gpointer data)
{
  SquillIndexUse *use;
  bson_iter_t iter, inner;

  if (!bson_iter_init_find (&iter, document, "name") || !BSON_ITER_HOLDS_UTF8 (&iter))
    return TRUE;
  use = squill_metadata_ensure_index_use (data, bson_iter_utf8 (&iter, NULL));
  if (bson_iter_init (&iter, document) && bson_iter_find_descendant (&iter, "accesses.ops", &inner))
    add (&use->operations, count_of (&inner));
  /* Of several shards, the time since which all counted. */
  if (bson_iter_init (&iter, document) &&
      bson_iter_find_descendant (&iter, "accesses.since", &inner) &&
      BSON_ITER_HOLDS_DATE_TIME (&inner))
    use->since = MAX (use->since, bson_iter_date_time (&inner));
  return TRUE;
}

static void
add_index_sizes (SquillMetadata *metadata, const bson_iter_t *sizes)
{
  bson_iter_t size;

  if (!BSON_ITER_HOLDS_DOCUMENT (sizes) || !bson_iter_recurse (sizes, &size))
    return;
  while (bson_iter_next (&size))
    add (&squill_metadata_ensure_index_use (metadata, bson_iter_key (&size))->bytes,
         count_of (&size));
}

/* The members that both the command and the stage have. */
static void
add_stats (Stats *self, bson_iter_t *iter, SquillShardShare *share)
{
  SquillMetadata *metadata = self->metadata;

  while (bson_iter_next (iter))
    {
      const char *key = bson_iter_key (iter);
      guint64 number = count_of (iter);

      if (g_str_equal (key, "size"))
        {
          add (&metadata->bytes, number);
          self->has_size = TRUE;
          if (share != NULL)
            add (&share->bytes, number);
        }
      else if (g_str_equal (key, "storageSize"))
        add (&metadata->storage_bytes, number);
      else if (g_str_equal (key, "totalIndexSize"))
        add (&metadata->index_bytes, number);
      else if (g_str_equal (key, "indexSizes"))
        add_index_sizes (metadata, iter);
    }
}

/* One document of $collStats; a sharded collection has one of each shard. */
static gboolean
add_stats_cb (const bson_t *document, gpointer data)
{
  Stats *self = data;
  SquillShardShare *share = NULL;
  bson_iter_t iter, inner;

  if (bson_iter_init_find (&iter, document, "shard") && BSON_ITER_HOLDS_UTF8 (&iter))
    share = squill_metadata_ensure_shard (self->metadata, bson_iter_utf8 (&iter, NULL));
  if (bson_iter_init_find (&iter, document, "count") && BSON_ITER_HOLDS_NUMBER (&iter))
    {
      add (&self->metadata->documents, count_of (&iter));
      if (share != NULL)
        add (&share->documents, count_of (&iter));
    }
  if (bson_iter_init_find (&iter, document, "storageStats") && BSON_ITER_HOLDS_DOCUMENT (&iter) &&
      bson_iter_recurse (&iter, &inner))
    add_stats (self, &inner, share);
  return TRUE;
}

static gboolean
count_documents (SquillServerClient *client,
                 const char *database,
                 const char *collection,
                 SquillMetadata *metadata,
                 GError **error)
{
  bson_t *command = new_command ("count", collection);
  bson_iter_t iter;
  bson_t reply;
  gboolean fine;

  BSON_APPEND_INT32 (command, "maxTimeMS", MAX_MILLISECONDS);
  fine = squill_server_client_run (client, database, command, &reply, error);
  if (fine && bson_iter_init_find (&iter, &reply, "n"))
    metadata->documents = count_of (&iter);
  bson_destroy (&reply);
  bson_destroy (command);
  return fine;
}

/* The older way, which some servers know and not the newer one. */
static gboolean
run_coll_stats (SquillServerClient *client,
                const char *database,
                const char *collection,
                Stats *stats,
                GError **error)
{
  bson_t *command = new_command ("collStats", collection);
  bson_iter_t iter;
  bson_t reply;
  gboolean fine = squill_server_client_run (client, database, command, &reply, error);

  if (fine && bson_iter_init_find (&iter, &reply, "count"))
    stats->metadata->documents = count_of (&iter);
  if (fine && bson_iter_init (&iter, &reply))
    add_stats (stats, &iter, NULL);
  bson_destroy (&reply);
  bson_destroy (command);
  return fine;
}

/* Whether it makes sense to go on after a question was not answered. */
static gboolean
may_go_on (GError *failure, GError **error)
{
  if (failure == NULL || squill_server_error_is_of_command (failure) ||
      g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT))
    {
      g_clear_error (&failure);
      return TRUE;
    }
  g_propagate_error (error, failure);
  return FALSE;
}

/* Says once of a server what it does not tell. */
static void
tell_once (gboolean *told,
           SquillServerClient *client,
           SquillProblemList *problems,
           const char *what)
{
  if (!*told)
    squill_problem_list_add_for_file (problems,
                                      squill_server_connection_get_text (client->connection), what);
  *told = TRUE;
}

static gboolean
describe_sizes (SquillServerClient *client,
                const char *database,
                const char *collection,
                SquillMetadata *metadata,
                SquillServerAbilities *abilities,
                SquillProblemList *problems,
                GError **error)
{
  Stats stats = { .metadata = metadata };
  bson_t arguments = BSON_INITIALIZER;
  GError *failure = NULL;
  bson_t empty;
  bson_t *command;

  if (!abilities->no_stats)
    {
      BSON_APPEND_DOCUMENT_BEGIN (&arguments, "storageStats", &empty);
      bson_append_document_end (&arguments, &empty);
      BSON_APPEND_DOCUMENT_BEGIN (&arguments, "count", &empty);
      bson_append_document_end (&arguments, &empty);
      command = new_aggregation (collection, "$collStats", &arguments);
      squill_server_for_each (client, database, command, add_stats_cb, &stats, &failure);
      bson_destroy (command);
      bson_destroy (&arguments);
      if (!may_go_on (g_steal_pointer (&failure), error))
        return FALSE;
      if (!stats.has_size)
        {
          run_coll_stats (client, database, collection, &stats, &failure);
          if (!may_go_on (g_steal_pointer (&failure), error))
            return FALSE;
        }
      if (!stats.has_size)
        tell_once (&abilities->no_stats, client, problems,
                   _ ("The server does not tell how large collections are"));
    }
  if (metadata->documents == G_MAXUINT64)
    count_documents (client, database, collection, metadata, &failure);
  return may_go_on (failure, error);
}

static gboolean
describe_indexes (SquillServerClient *client,
                  const char *database,
                  const char *collection,
                  SquillMetadata *metadata,
                  SquillServerAbilities *abilities,
                  SquillProblemList *problems,
                  GError **error)
{
  bson_t *command = new_command ("listIndexes", collection);
  bson_t empty = BSON_INITIALIZER;
  GError *failure = NULL;

  if (!squill_server_for_each (client, database, command, add_index_cb, metadata, &failure) &&
      squill_server_error_is_of_command (failure))
    tell_once (&abilities->no_indexes, client, problems,
               _ ("The server does not tell which indexes there are"));
  bson_destroy (command);
  if (!may_go_on (failure, error))
    return FALSE;

  if (abilities->no_index_use)
    return TRUE;
  failure = NULL;
  command = new_aggregation (collection, "$indexStats", &empty);
  if (!squill_server_for_each (client, database, command, add_index_use_cb, metadata, &failure) &&
      squill_server_error_is_of_command (failure))
    tell_once (&abilities->no_index_use, client, problems,
               _ ("The server does not tell how indexes are used"));
  bson_destroy (command);
  return may_go_on (failure, error);
}

static gboolean
take_sharding_cb (const bson_t *document, gpointer data)
{
  SquillMetadata *metadata = data;
  bson_iter_t iter;
  const guint8 *key;
  guint32 length;

  /* Collections that were dropped are kept for a while. */
  if (bson_iter_init_find (&iter, document, "dropped") && bson_iter_as_bool (&iter))
    return TRUE;
  if (bson_iter_init_find (&iter, document, "key") && BSON_ITER_HOLDS_DOCUMENT (&iter))
    {
      bson_iter_document (&iter, &length, &key);
      g_clear_pointer (&metadata->shard_key, bson_destroy);
      metadata->shard_key = bson_new_from_data (key, length);
    }
  if (bson_iter_init_find (&iter, document, "unique"))
    metadata->shard_key_unique = bson_iter_as_bool (&iter);
  return TRUE;
}

static gboolean
add_chunks_cb (const bson_t *document, gpointer data)
{
  bson_iter_t iter, n;

  if (bson_iter_init_find (&iter, document, "_id") && BSON_ITER_HOLDS_UTF8 (&iter) &&
      bson_iter_init_find (&n, document, "n"))
    add (&squill_metadata_ensure_shard (data, bson_iter_utf8 (&iter, NULL))->chunks, count_of (&n));
  return TRUE;
}

/* The entry of the collection in the cluster's own records. Until 5.0 chunks name the collection,
 * after that its UUID; both are asked for. */
static bson_t *
new_chunk_count (const char *name, const bson_t *entry)
{
  bson_t *command = new_command ("aggregate", "chunks");
  bson_t pipeline, stage, inner, either, member, cursor;
  bson_iter_t uuid;

  BSON_APPEND_ARRAY_BEGIN (command, "pipeline", &pipeline);
  BSON_APPEND_DOCUMENT_BEGIN (&pipeline, "0", &stage);
  BSON_APPEND_DOCUMENT_BEGIN (&stage, "$match", &inner);
  BSON_APPEND_ARRAY_BEGIN (&inner, "$or", &either);
  BSON_APPEND_DOCUMENT_BEGIN (&either, "0", &member);
  BSON_APPEND_UTF8 (&member, "ns", name);
  bson_append_document_end (&either, &member);
  if (bson_iter_init_find (&uuid, entry, "uuid"))
    {
      BSON_APPEND_DOCUMENT_BEGIN (&either, "1", &member);
      bson_append_iter (&member, "uuid", -1, &uuid);
      bson_append_document_end (&either, &member);
    }
  bson_append_array_end (&inner, &either);
  bson_append_document_end (&stage, &inner);
  bson_append_document_end (&pipeline, &stage);

  BSON_APPEND_DOCUMENT_BEGIN (&pipeline, "1", &stage);
  BSON_APPEND_DOCUMENT_BEGIN (&stage, "$group", &inner);
  BSON_APPEND_UTF8 (&inner, "_id", "$shard");
  BSON_APPEND_DOCUMENT_BEGIN (&inner, "n", &member);
  BSON_APPEND_INT32 (&member, "$sum", 1);
  bson_append_document_end (&inner, &member);
  bson_append_document_end (&stage, &inner);
  bson_append_document_end (&pipeline, &stage);
  bson_append_array_end (command, &pipeline);

  BSON_APPEND_DOCUMENT_BEGIN (command, "cursor", &cursor);
  bson_append_document_end (command, &cursor);
  BSON_APPEND_INT32 (command, "maxTimeMS", MAX_MILLISECONDS);
  return command;
}

static gboolean
keep_entry_cb (const bson_t *document, gpointer data)
{
  bson_t **entry = data;

  g_clear_pointer (entry, bson_destroy);
  *entry = bson_copy (document);
  return TRUE;
}

static gboolean
describe_sharding (SquillServerClient *client,
                   const char *database,
                   const char *collection,
                   SquillMetadata *metadata,
                   SquillServerAbilities *abilities,
                   SquillProblemList *problems,
                   GError **error)
{
  g_autofree char *name = g_strconcat (database, ".", collection, NULL);
  bson_t *command = new_command ("find", "collections");
  bson_t *entry = NULL;
  GError *failure = NULL;
  bson_t filter;

  BSON_APPEND_DOCUMENT_BEGIN (command, "filter", &filter);
  BSON_APPEND_UTF8 (&filter, "_id", name);
  bson_append_document_end (command, &filter);
  BSON_APPEND_INT32 (command, "maxTimeMS", MAX_MILLISECONDS);
  squill_server_for_each (client, "config", command, keep_entry_cb, &entry, &failure);
  bson_destroy (command);
  if (entry != NULL)
    {
      take_sharding_cb (entry, metadata);
      command = new_chunk_count (name, entry);
      squill_server_for_each (client, "config", command, add_chunks_cb, metadata, &failure);
      bson_destroy (command);
      bson_destroy (entry);
    }
  if (failure != NULL && squill_server_error_is_of_command (failure))
    tell_once (&abilities->no_sharding, client, problems,
               _ ("The server does not tell how collections are spread over shards"));
  return may_go_on (failure, error);
}

/**
 * squill_server_for_each:
 * @client: talks to the server
 * @database: the database
 * @command: a command that answers with a cursor
 * @func: (scope call): is given each document; stops when it returns %FALSE
 * @data: for @func
 * @error: return location
 *
 * Runs a command and goes through all of its answer.
 *
 * Returns: %FALSE with @error set where it was not all
 */
gboolean
squill_server_for_each (SquillServerClient *client,
                        const char *database,
                        const bson_t *command,
                        SquillServerDocumentFunc func,
                        gpointer data,
                        GError **error)
{
  mongoc_client_session_t *session;
  mongoc_cursor_t *cursor =
      squill_server_client_open_cursor (client, database, command, 0, &session, error);
  const bson_t *document;
  GError *failure = NULL;

  if (cursor == NULL)
    return FALSE;
  while (squill_server_client_next (client, cursor, &document, &failure))
    if (!func (document, data))
      break;
  mongoc_cursor_destroy (cursor);
  g_clear_pointer (&session, mongoc_client_session_destroy);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/**
 * squill_server_collection_describe:
 * @client: talks to the server
 * @database: the database
 * @collection: a collection, no view
 * @metadata: is told what the server says
 * @abilities: what the server can do, as far as it is known
 * @problems: is told what the server does not tell
 * @error: return location
 *
 * Asks for indexes, their use, counts, sizes and shards.
 *
 * Returns: %FALSE with @error set where asking more makes no sense
 */
gboolean
squill_server_collection_describe (SquillServerClient *client,
                                   const char *database,
                                   const char *collection,
                                   SquillMetadata *metadata,
                                   SquillServerAbilities *abilities,
                                   SquillProblemList *problems,
                                   GError **error)
{
  return describe_sizes (client, database, collection, metadata, abilities, problems, error) &&
         describe_indexes (client, database, collection, metadata, abilities, problems, error) &&
         (!abilities->is_router ||
          describe_sharding (client, database, collection, metadata, abilities, problems, error));
}
