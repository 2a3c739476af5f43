/* SPDX-License-Identifier: Apache-2.0 */

/* The collections of a server as sources, and the metadata of each: indexes and their use, counts
 * and sizes, shards. All metadata is optional, and each kind is missing on some servers. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include "bson/squill-bson-walk.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The time limit of each command. */
#define MAX_MILLISECONDS 10000

/* At most this many documents of an answer are looked at. A server has fewer collections, and a
 * listing that does not end may come from a server that wants to fill the memory. */
#define MAX_LISTED 100000u

/* A message lists at most this many databases. */
#define MAX_NAMED 30u

/* What the server does not report; each is a problem once, and then the command is skipped. */
typedef struct
{
  gboolean is_router; /* of a sharded cluster */
  gboolean no_stats;
  gboolean no_index_use;
  gboolean no_indexes;
  gboolean no_sharding;
} Abilities;

typedef gboolean (*DocumentFunc) (const bson_t *document, gpointer data);

/* Data of the thread, which can outlive a canceled caller. */
typedef struct
{
  SquillServerConnection *connection;
  char **collections;
  SquillProblemList *problems;
  Abilities abilities;
} Request;

typedef struct
{
  GPtrArray *places;
  SquillProblemList *problems;
} Answer;

/* For the documents of listCollections. */
typedef struct
{
  Request *request;
  const char *database;
  GPtrArray *list;
} Listing;

static const char *const databases_of_the_server[] = { "admin", "config", "local", NULL };

/* A collection whose metadata is queried. */
typedef struct
{
  SquillServerClient *client;
  const char *database;
  const char *collection;
  SquillMetadata *metadata;
  Request *request;
} Target;

typedef struct
{
  SquillMetadata *metadata;
  gboolean has_size;
} Stats;

/* Names become titles and text: none is shown that is not UTF-8. */
static gboolean
is_text_valid (const bson_t *document, GError **error)
{
  g_autofree char *reason = NULL;
  gsize bad_text, bad_offset;

  if (squill_bson_check (bson_get_data (document), document->len, &bad_text, &bad_offset,
                         &reason) &&
      bad_text == SQUILL_BSON_TEXT_VALID)
    return TRUE;
  g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_COMMAND,
                       _ ("The server answered with text that is not valid UTF-8"));
  return FALSE;
}

/* Runs a command that returns a cursor, frees the command, and calls @func for each document until
 * @func returns FALSE. FALSE with @error set if reading failed. */
static gboolean
for_each (SquillServerClient *client,
          const char *database,
          bson_t *command,
          DocumentFunc func,
          gpointer data,
          GError **error)
{
  mongoc_client_session_t *session;
  mongoc_cursor_t *cursor =
      _squill_server_client_open_cursor (client, database, command, 0, &session, error);
  const bson_t *document;
  GError *failure = NULL;
  guint n = 0;

  bson_destroy (command);
  if (cursor == NULL)
    return FALSE;
  while (n++ < MAX_LISTED && _squill_server_client_next (client, cursor, &document, &failure))
    if (!is_text_valid (document, &failure) || !func (document, data))
      break;
  mongoc_cursor_destroy (cursor);
  g_clear_pointer (&session, mongoc_client_session_destroy);
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

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

/* Adds the number of one shard to the sum. */
static void
add (guint64 *sum, guint64 number)
{
  if (number != G_MAXUINT64)
    *sum = *sum == G_MAXUINT64 ? number : *sum + number;
}

/* An aggregation of one stage. */
static bson_t *
new_aggregation (const char *collection, const char *stage, const bson_t *arguments)
{
  return BCON_NEW ("aggregate", BCON_UTF8 (collection), "pipeline", "[", "{", stage,
                   BCON_DOCUMENT (arguments), "}", "]", "cursor", "{", "}", "maxTimeMS",
                   BCON_INT32 (MAX_MILLISECONDS));
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
  /* With several shards, the time since which all of them have counted. */
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

/* The members that are common to the collStats command and the $collStats stage. */
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
count_documents (const Target *target, GError **error)
{
  bson_t *command = BCON_NEW ("count", BCON_UTF8 (target->collection), "maxTimeMS",
                              BCON_INT32 (MAX_MILLISECONDS));
  bson_iter_t iter;
  bson_t reply;
  gboolean fine =
      _squill_server_client_run (target->client, target->database, command, &reply, error);

  if (fine && bson_iter_init_find (&iter, &reply, "n"))
    target->metadata->documents = count_of (&iter);
  bson_destroy (&reply);
  bson_destroy (command);
  return fine;
}

/* The older command, for servers that do not have the stage. */
static gboolean
run_coll_stats (const Target *target, Stats *stats, GError **error)
{
  bson_t *command = BCON_NEW ("collStats", BCON_UTF8 (target->collection));
  bson_iter_t iter;
  bson_t reply;
  gboolean fine =
      _squill_server_client_run (target->client, target->database, command, &reply, error);

  if (fine && bson_iter_init_find (&iter, &reply, "count"))
    stats->metadata->documents = count_of (&iter);
  if (fine && bson_iter_init (&iter, &reply))
    add_stats (stats, &iter, NULL);
  bson_destroy (&reply);
  bson_destroy (command);
  return fine;
}

/* TRUE if other commands can succeed after this failure, which is freed then. */
static gboolean
may_go_on (GError *failure, GError **error)
{
  if (failure == NULL || squill_server_error_is_recoverable (failure))
    {
      g_clear_error (&failure);
      return TRUE;
    }
  g_propagate_error (error, failure);
  return FALSE;
}

/* Reports once per server what it does not provide. */
static void
report_once (const Target *target, gboolean *reported, const char *what)
{
  if (!*reported)
    squill_problem_list_add_for_file (
        target->request->problems, _squill_server_connection_get_text (target->client->connection),
        what);
  *reported = TRUE;
}

static gboolean
describe_sizes (const Target *target, GError **error)
{
  Abilities *abilities = &target->request->abilities;
  Stats stats = { .metadata = target->metadata };
  GError *failure = NULL;

  if (!abilities->no_stats)
    {
      bson_t *arguments = BCON_NEW ("storageStats", "{", "}", "count", "{", "}");

      for_each (target->client, target->database,
                new_aggregation (target->collection, "$collStats", arguments), add_stats_cb, &stats,
                &failure);
      bson_destroy (arguments);
      if (!may_go_on (g_steal_pointer (&failure), error))
        return FALSE;
      if (!stats.has_size)
        {
          run_coll_stats (target, &stats, &failure);
          if (!may_go_on (g_steal_pointer (&failure), error))
            return FALSE;
        }
      if (!stats.has_size)
        report_once (target, &abilities->no_stats,
                     _ ("The server does not report how large collections are"));
    }
  if (target->metadata->documents == G_MAXUINT64)
    count_documents (target, &failure);
  return may_go_on (failure, error);
}

static gboolean
describe_indexes (const Target *target, GError **error)
{
  Abilities *abilities = &target->request->abilities;
  bson_t empty = BSON_INITIALIZER;
  GError *failure = NULL;

  if (!for_each (target->client, target->database,
                 BCON_NEW ("listIndexes", BCON_UTF8 (target->collection)), add_index_cb,
                 target->metadata, &failure) &&
      squill_server_error_is_of_command (failure))
    report_once (target, &abilities->no_indexes,
                 _ ("The server does not report which indexes there are"));
  if (!may_go_on (failure, error))
    return FALSE;

  if (abilities->no_index_use)
    return TRUE;
  failure = NULL;
  if (!for_each (target->client, target->database,
                 new_aggregation (target->collection, "$indexStats", &empty), add_index_use_cb,
                 target->metadata, &failure) &&
      squill_server_error_is_of_command (failure))
    report_once (target, &abilities->no_index_use,
                 _ ("The server does not report how indexes are used"));
  return may_go_on (failure, error);
}

static gboolean
take_sharding_cb (const bson_t *document, gpointer data)
{
  SquillMetadata *metadata = data;
  bson_iter_t iter;
  const guint8 *key;
  guint32 length;

  /* Dropped collections keep their entry for a while. */
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

/* Counts the chunks of a collection per shard. Before MongoDB 5.0 chunks have the name of the
 * collection, since then its UUID; both are matched. */
static bson_t *
new_chunk_count (const char *name, const bson_t *entry)
{
  bson_t either = BSON_INITIALIZER;
  bson_iter_t uuid;
  bson_t *command;

  BCON_APPEND (&either, "0", "{", "ns", BCON_UTF8 (name), "}");
  if (bson_iter_init_find (&uuid, entry, "uuid"))
    BCON_APPEND (&either, "1", "{", "uuid", BCON_ITER (&uuid), "}");
  command = BCON_NEW ("aggregate", BCON_UTF8 ("chunks"), "pipeline", "[", "{", "$match", "{", "$or",
                      BCON_ARRAY (&either), "}", "}", "{", "$group", "{", "_id",
                      BCON_UTF8 ("$shard"), "n", "{", "$sum", BCON_INT32 (1), "}", "}", "}", "]",
                      "cursor", "{", "}", "maxTimeMS", BCON_INT32 (MAX_MILLISECONDS));
  bson_destroy (&either);
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
describe_sharding (const Target *target, GError **error)
{
  g_autofree char *name = g_strconcat (target->database, ".", target->collection, NULL);
  bson_t *entry = NULL;
  GError *failure = NULL;

  for_each (target->client, "config",
            BCON_NEW ("find", BCON_UTF8 ("collections"), "filter", "{", "_id", BCON_UTF8 (name),
                      "}", "maxTimeMS", BCON_INT32 (MAX_MILLISECONDS)),
            keep_entry_cb, &entry, &failure);
  if (entry != NULL)
    {
      take_sharding_cb (entry, target->metadata);
      for_each (target->client, "config", new_chunk_count (name, entry), add_chunks_cb,
                target->metadata, &failure);
      bson_destroy (entry);
    }
  if (failure != NULL && squill_server_error_is_of_command (failure))
    report_once (target, &target->request->abilities.no_sharding,
                 _ ("The server does not report how collections are spread over shards"));
  return may_go_on (failure, error);
}

/* Adds indexes, their use, counts, sizes and shards to the metadata. FALSE with @error set if
 * further commands would fail as well. */
static gboolean
describe_collection (const Target *target, GError **error)
{
  return describe_sizes (target, error) && describe_indexes (target, error) &&
         (!target->request->abilities.is_router || describe_sharding (target, error));
}

static void
request_free (gpointer data)
{
  Request *self = data;

  _squill_server_connection_unref (self->connection);
  g_strfreev (self->collections);
  squill_problem_list_free (self->problems);
  g_free (self);
}

static void
answer_free (gpointer data)
{
  Answer *self = data;

  g_ptr_array_unref (self->places);
  squill_problem_list_free (self->problems);
  g_free (self);
}

static gboolean
is_database_of_the_server (const char *database)
{
  return g_strv_contains (databases_of_the_server, database);
}

static void
query_abilities (SquillServerClient *client, Abilities *abilities)
{
  bson_t *command = BCON_NEW ("hello", BCON_INT32 (1));
  bson_iter_t iter;
  bson_t reply;

  if (_squill_server_client_run (client, "admin", command, &reply, NULL))
    abilities->is_router = bson_iter_init_find (&iter, &reply, "msg") &&
                           BSON_ITER_HOLDS_UTF8 (&iter) &&
                           g_str_equal (bson_iter_utf8 (&iter, NULL), "isdbgrid");
  bson_destroy (&reply);
  bson_destroy (command);
}

static gboolean
list_databases (SquillServerClient *client, GPtrArray *names, GError **error)
{
  bson_t command = BSON_INITIALIZER;
  bson_iter_t iter, database, name;
  bson_t reply;
  gboolean fine;

  BSON_APPEND_INT32 (&command, "listDatabases", 1);
  BSON_APPEND_BOOL (&command, "nameOnly", true);
  fine = _squill_server_client_run (client, "admin", &command, &reply, error) &&
         is_text_valid (&reply, error);
  if (fine && bson_iter_init_find (&iter, &reply, "databases") && BSON_ITER_HOLDS_ARRAY (&iter) &&
      bson_iter_recurse (&iter, &database))
    while (bson_iter_next (&database))
      if (BSON_ITER_HOLDS_DOCUMENT (&database) && bson_iter_recurse (&database, &name) &&
          bson_iter_find (&name, "name") && BSON_ITER_HOLDS_UTF8 (&name))
        g_ptr_array_add (names, g_strdup (bson_iter_utf8 (&name, NULL)));
  bson_destroy (&reply);
  bson_destroy (&command);
  if (!fine && error != NULL && _squill_server_connection_has_user (client->connection) &&
      g_error_matches (*error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS))
    {
      g_clear_error (error);
      g_set_error_literal (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS,
                           _ ("This user may not list the databases; add the database to the "
                              "address, after the slash"));
    }
  return fine;
}

/* A document of listCollections. */
static gboolean
add_collection_cb (const bson_t *document, gpointer data)
{
  Listing *listing = data;
  SquillMetadata *metadata;
  SquillSourceCollection *place;
  bson_iter_t iter;
  const char *name;
  g_autofree char *label = NULL;

  if (!bson_iter_init_find (&iter, document, "name") || !BSON_ITER_HOLDS_UTF8 (&iter))
    return TRUE;
  name = bson_iter_utf8 (&iter, NULL);
  label = g_strconcat (listing->database, ".", name, NULL);
  metadata = squill_metadata_new ();
  metadata->collection = g_strdup (name);
  metadata->type = g_strdup ("collection");
  if (bson_iter_init_find (&iter, document, "type") && BSON_ITER_HOLDS_UTF8 (&iter))
    {
      g_free (metadata->type);
      metadata->type = g_strdup (bson_iter_utf8 (&iter, NULL));
    }
  if (bson_iter_init_find (&iter, document, "options") && BSON_ITER_HOLDS_DOCUMENT (&iter))
    {
      const guint8 *options;
      guint32 length;

      bson_iter_document (&iter, &length, &options);
      metadata->options = bson_new_from_data (options, length);
    }

  place = squill_source_collection_new (label, listing->database, name);
  g_free (place->name);
  place->name = g_steal_pointer (&label);
  g_free (place->kind);
  place->kind = g_strdup (metadata->type);
  place->system =
      g_str_has_prefix (name, "system.") || is_database_of_the_server (listing->database);
  place->metadata = metadata;
  _squill_server_cursor_set_place (place, listing->request->connection);
  g_ptr_array_add (listing->list, place);
  return TRUE;
}

static gboolean
run_list_collections (SquillServerClient *client,
                      Listing *listing,
                      gboolean names_only,
                      GError **error)
{
  bson_t *command = BCON_NEW ("listCollections", BCON_INT32 (1), "cursor", "{", "}");

  if (names_only)
    BCON_APPEND (command, "nameOnly", BCON_BOOL (true), "authorizedCollections", BCON_BOOL (true));
  return for_each (client, listing->database, command, add_collection_cb, listing, error);
}

static gboolean
list_collections (SquillServerClient *client,
                  Request *request,
                  const char *database,
                  GPtrArray *places,
                  GError **error)
{
  Listing listing = { request, database, places };
  GError *failure = NULL;

  if (run_list_collections (client, &listing, FALSE, &failure))
    return TRUE;
  /* A user without that privilege may still list the names of the collections that he may read. */
  if (g_error_matches (failure, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_RIGHTS) &&
      !is_database_of_the_server (database))
    {
      g_clear_error (&failure);
      if (run_list_collections (client, &listing, TRUE, &failure))
        {
          squill_problem_list_add_for_file (
              request->problems, database,
              _ ("This user may see only the names of the collections, not their options"));
          return TRUE;
        }
    }
  if (!squill_server_error_is_of_command (failure))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (!is_database_of_the_server (database))
    squill_problem_list_add_for_file (request->problems, database, failure->message);
  g_error_free (failure);
  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillSourceCollection *one = *(SquillSourceCollection *const *)a;
  const SquillSourceCollection *other = *(SquillSourceCollection *const *)b;
  int order = strcmp (one->database, other->database);

  return order != 0 ? order : strcmp (one->collection, other->collection);
}

static gboolean
describe_places (SquillServerClient *client, Request *request, GPtrArray *places, GError **error)
{
  for (guint i = 0; i < places->len; i++)
    {
      SquillSourceCollection *place = g_ptr_array_index (places, i);
      SquillMetadata *metadata = place->metadata;
      Target target = { client, place->database, place->collection, metadata, request };

      if (g_str_equal (place->kind, "view") || (place->system && request->collections == NULL) ||
          !squill_source_collection_is_wanted (place, (const char *const *)request->collections))
        continue;
      if (!describe_collection (&target, error))
        return FALSE;
      place->documents = metadata->documents;
      place->bytes = metadata->bytes;
    }
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* Where a database has no collections, it may be another that was meant. FALSE with @error set
 * where the server has none of this name. A user who may not list them is believed. */
static gboolean
check_database (SquillServerClient *client, const char *database, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;

  if (!list_databases (client, names, NULL))
    return TRUE;
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (g_ptr_array_index (names, i), database))
      return TRUE;
  g_ptr_array_sort (names, compare_names);
  if (names->len == 0)
    {
      g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
                   _ ("There is no database “%s” on this server, nor any other"), database);
      return FALSE;
    }
  if (names->len > MAX_NAMED)
    {
      g_ptr_array_set_size (names, MAX_NAMED);
      g_ptr_array_add (names, g_strdup ("…"));
    }
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **)names->pdata);
  /* Translators: the name of a database, and those that there are, with commas. */
  g_set_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS,
               _ ("There is no database “%s” on this server. It has: %s"), database, list);
  return FALSE;
}

/* In a thread of its own. */
static gpointer
list_cb (SquillServerClient *client, gpointer data, GError **error)
{
  Request *request = data;
  const char *only = _squill_server_connection_get_database (request->connection);
  g_autoptr (GPtrArray) databases = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) places =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_source_collection_free);
  Answer *answer;

  if (only != NULL)
    g_ptr_array_add (databases, g_strdup (only));
  else if (!list_databases (client, databases, error))
    return NULL;
  for (guint i = 0; i < databases->len; i++)
    if (!list_collections (client, request, g_ptr_array_index (databases, i), places, error))
      return NULL;
  if (only != NULL && places->len == 0 && !check_database (client, only, error))
    return NULL;
  if (places->len >= MAX_LISTED)
    squill_problem_list_add_for_file (request->problems,
                                      _squill_server_connection_get_text (request->connection),
                                      _ ("The server lists more collections than are shown here"));
  g_ptr_array_sort (places, compare_places);
  query_abilities (client, &request->abilities);
  if (!describe_places (client, request, places, error))
    return NULL;
  answer = g_new (Answer, 1);
  answer->places = g_steal_pointer (&places);
  answer->problems = request->problems;
  request->problems = squill_problem_list_new ();
  return answer;
}

/**
 * squill_server_list_places:
 * @address: the address of a server, with or without a password
 * @options: what to read; collections that are not chosen are listed with less detail
 * @monitor: records the commands that are sent to the server, now and when the places are read
 * @problems: takes what the server does not report
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Lists the collections of a server: those of the database in its address or, if it has none, of
 * all databases. Neither this nor reading the collections changes anything on the server.
 *
 * Returns: (transfer full) (element-type SquillSourceCollection) (nullable): what there is, by
 * names; %NULL with %SQUILL_SERVER_ERROR or when cancelled
 */
GPtrArray *
squill_server_list_places (const char *address,
                           const SquillInspectOptions *options,
                           SquillServerMonitor *monitor,
                           SquillProblemList *problems,
                           GCancellable *cancellable,
                           GError **error)
{
  SquillServerConnection *connection;
  GPtrArray *places = NULL;
  Request *request;
  Answer *answer;

  g_return_val_if_fail (address != NULL, NULL);

  if (!_squill_server_cursor_check_filter (options->filter, error))
    return NULL;
  connection = _squill_server_connection_new (address, options->password, monitor, error);
  if (connection == NULL)
    return NULL;

  request = g_new0 (Request, 1);
  request->connection = connection;
  request->collections = g_strdupv ((char **)options->collections);
  request->problems = squill_problem_list_new ();
  answer = _squill_server_connection_run (connection, list_cb, request, request_free, answer_free,
                                          options->deadline, cancellable, error);
  if (answer == NULL && error != NULL && options->deadline != 0 &&
      g_get_monotonic_time () >= options->deadline &&
      g_error_matches (*error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT))
    {
      g_clear_error (error);
      g_set_error_literal (
          error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_TIMED_OUT,
          _ ("The time limit was reached before the server had listed its collections"));
    }
  if (answer != NULL)
    {
      places = g_ptr_array_ref (answer->places);
      squill_problem_list_move (problems, answer->problems);
      answer_free (answer);
    }
  return places;
}

/* A command for squill_server_ask(), in the thread that runs it. */
typedef struct
{
  char *database;
  bson_t *command;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_free (self->database);
  bson_destroy (self->command);
  g_free (self);
}

static gboolean
add_document_cb (const bson_t *document, gpointer data)
{
  g_ptr_array_add (data, bson_copy (document));
  return TRUE;
}

static gpointer
ask_cb (SquillServerClient *client, gpointer data, GError **error)
{
  Question *question = data;
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func ((GDestroyNotify)bson_destroy);

  if (!for_each (client, question->database, g_steal_pointer (&question->command), add_document_cb,
                 documents, error))
    return NULL;
  return g_steal_pointer (&documents);
}

/**
 * squill_server_ask:
 * @place: a collection for which squill_server_has_collection() is %TRUE
 * @command: (transfer full): a command that answers with a cursor
 * @deadline: when it shall be over, in monotonic time; 0 for no limit
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Runs a command in the database of a collection.
 *
 * Returns: (transfer full) (element-type bson_t) (nullable): the documents of the answer; %NULL
 * with %SQUILL_SERVER_ERROR or when cancelled
 */
GPtrArray *
squill_server_ask (const SquillSourceCollection *place,
                   bson_t *command,
                   gint64 deadline,
                   GCancellable *cancellable,
                   GError **error)
{
  Question *question = g_new (Question, 1);

  question->database = g_strdup (place->database);
  question->command = command;
  return _squill_server_connection_run (_squill_server_cursor_get_connection (place), ask_cb,
                                        question, question_free, (GDestroyNotify)g_ptr_array_unref,
                                        deadline, cancellable, error);
}

/**
 * squill_server_has_collection:
 * @place: a collection
 *
 * Returns: %TRUE if it is on a server
 */
gboolean
squill_server_has_collection (const SquillSourceCollection *place)
{
  return _squill_server_cursor_get_connection (place) != NULL;
}

/**
 * squill_server_has_both:
 * @a: a collection
 * @b: another one
 *
 * Returns: %TRUE if both are in the same database of the same server, so that one command can read
 *   both
 */
gboolean
squill_server_has_both (const SquillSourceCollection *a, const SquillSourceCollection *b)
{
  SquillServerConnection *connection = _squill_server_cursor_get_connection (a);

  return connection != NULL && connection == _squill_server_cursor_get_connection (b) &&
         g_str_equal (a->database, b->database);
}
