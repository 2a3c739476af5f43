/* SPDX-License-Identifier: Apache-2.0 */

/* What a real server tells of its collections besides their documents, and what becomes of it where
 * it does not tell. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-inspect.h"

#include "inspect/profile/squill-profile.h"

#include <gio/gio.h>
#include <string.h>

#define DATABASE "squill_test_collections"
#define NO_SUCH_COMMAND "{\"ok\": 0, \"code\": 59, \"errmsg\": \"no such command\"}"
#define ROUTER                                                                                   \
  "{\"ok\": 1, \"isWritablePrimary\": true, \"msg\": \"isdbgrid\", \"minWireVersion\": 0,"       \
  " \"maxWireVersion\": 21, \"maxBsonObjectSize\": 16777216, \"maxMessageSizeBytes\": 48000000," \
  " \"maxWriteBatchSize\": 100000, \"logicalSessionTimeoutMinutes\": 30}"
#define NOT_ALLOWED "{\"ok\": 0, \"code\": 13, \"errmsg\": \"not authorized on it\"}"

/* Makes a collection with options. The server that test-server fetches takes none from outside, so
 * they are given to it by its back door. FALSE where it does not have such collections. */
static gboolean
create (LiveServer *server, mongoc_client_t *client, const char *command)
{
  const char *folder = live_server_get_folder (server);
  g_autofree char *why_not = NULL;
  g_autofree char *program = NULL;
  g_autofree char *data = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  data = folder != NULL ? g_build_filename (folder, "ferretdb.log", NULL) : NULL;
  if (data == NULL || !g_file_test (data, G_FILE_TEST_EXISTS))
    {
      if (live_data_try (client, DATABASE, command, &why_not))
        return TRUE;
      g_test_skip (why_not);
      return FALSE;
    }
  program =
      g_build_filename (g_getenv ("SQUILL_SOURCE_ROOT"), "tests", "server", "test-server", NULL);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              &error, program, "create", folder, DATABASE, command, NULL);
  g_assert_no_error (error);
  g_subprocess_wait (process, NULL, &error);
  g_assert_no_error (error);
  if (g_subprocess_get_successful (process))
    return TRUE;
  g_test_skip ("this server does not have such collections");
  return FALSE;
}

/* The server, with a collection of 500 books that has indexes and a validator. */
static LiveServer *
get_filled (void)
{
  static gboolean filled;
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  mongoc_client_t *client;

  if (server == NULL || filled)
    return server;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "books", 500, 100);
  live_data_insert (client, DATABASE, "authors", "[{\"_id\": \"ann\"}, {\"_id\": \"bob\"}]");
  live_data_settle (client, DATABASE, "books", 500);
  live_data_run (client, DATABASE,
                 "{\"createIndexes\": \"books\", \"indexes\": ["
                 " {\"key\": {\"n\": 1}, \"name\": \"by_number\", \"unique\": true},"
                 " {\"key\": {\"word\": -1, \"n\": 1}, \"name\": \"by_word\","
                 "  \"partialFilterExpression\": {\"n\": {\"$gt\": 10}}},"
                 " {\"key\": {\"padding\": \"hashed\"}, \"name\": \"hashed\"}]}");
  live_data_run (client, DATABASE,
                 "{\"collMod\": \"books\", \"validationLevel\": \"moderate\","
                 " \"validationAction\": \"error\", \"validator\": {\"$jsonSchema\":"
                 " {\"bsonType\": \"object\", \"required\": [\"n\"]}}}");
  mongoc_client_destroy (client);
  filled = TRUE;
  return server;
}

static const SquillMetadata *
get_metadata (LiveInspection *inspection, const char *name)
{
  GPtrArray *collections = squill_profile_get_collections (inspection->profile);

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      if (g_str_equal (collection->name, name))
        return collection->metadata;
    }
  g_error ("there is no collection %s", name);
}

static const bson_t *
find_index (const SquillMetadata *metadata, const char *name)
{
  for (guint i = 0; i < metadata->indexes->len; i++)
    {
      const bson_t *index = g_ptr_array_index (metadata->indexes, i);
      bson_iter_t iter;

      if (bson_iter_init_find (&iter, index, "name") &&
          g_str_equal (bson_iter_utf8 (&iter, NULL), name))
        return index;
    }
  return NULL;
}

/* The text of an option, with dots on the way to it. */
static const char *
get_option (const SquillMetadata *metadata, const char *path)
{
  bson_iter_t iter;
  bson_iter_t found;

  if (metadata->options != NULL && bson_iter_init (&iter, metadata->options) &&
      bson_iter_find_descendant (&iter, path, &found) && BSON_ITER_HOLDS_UTF8 (&found))
    return bson_iter_utf8 (&found, NULL);
  return NULL;
}

static void
test_indexes (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  const SquillMetadata *metadata;
  bson_iter_t iter;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  live_inspection_run_fine (inspection);
  metadata = get_metadata (inspection, "books");
  g_assert_cmpuint (metadata->indexes->len, ==, 4);
  g_assert_nonnull (find_index (metadata, "_id_"));
  g_assert_nonnull (find_index (metadata, "hashed"));
  g_assert_true (bson_iter_init_find (&iter, find_index (metadata, "by_number"), "unique"));
  g_assert_true (bson_iter_as_bool (&iter));
  g_assert_true (
      bson_iter_init_find (&iter, find_index (metadata, "by_word"), "partialFilterExpression"));
  /* How they are used is told of each. */
  g_assert_cmpuint (metadata->index_use->len, ==, 4);
  for (guint i = 0; i < metadata->index_use->len; i++)
    {
      const SquillIndexUse *use = g_ptr_array_index (metadata->index_use, i);

      g_assert_nonnull (find_index (metadata, use->name));
      g_assert_cmpuint (use->operations, !=, G_MAXUINT64);
    }
}

static void
test_sizes (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  const SquillMetadata *metadata;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  live_inspection_run_fine (inspection);
  metadata = get_metadata (inspection, "books");
  g_assert_cmpuint (metadata->documents, ==, 500);
  g_assert_cmpuint (metadata->bytes, >, 0);
  g_assert_cmpuint (metadata->bytes, <, G_MAXUINT64);
  g_assert_cmpuint (metadata->index_bytes, <, G_MAXUINT64);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 0);
}

static void
test_validator (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  const SquillMetadata *metadata;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  live_inspection_run_fine (inspection);
  metadata = get_metadata (inspection, "books");
  g_assert_cmpstr (get_option (metadata, "validationLevel"), ==, "moderate");
  g_assert_cmpstr (get_option (metadata, "validationAction"), ==, "error");
  g_assert_cmpstr (get_option (metadata, "validator.$jsonSchema.required.0"), ==, "n");
}

/* A model of it has them. */
static void
test_model (void)
{
  LiveServer *server = get_filled ();
  const SquillProfileModelOptions options = { .references = TRUE };
  g_autoptr (LiveInspection) inspection = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  const SquillEntity *books;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  live_inspection_run_fine (inspection);
  model = squill_profile_to_model (inspection->profile, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (squill_model_get_info (model)->name, ==, DATABASE);
  books = squill_model_find_entity (model, "books");
  g_assert_nonnull (books);
  g_assert_cmpint (books->validation_level, ==, SQUILL_VALIDATION_MODERATE);
  g_assert_cmpint (books->validation_action, ==, SQUILL_VALIDATION_ERROR);
  g_assert_cmpfloat (books->count.likely, ==, 500);
}

/* What is in it is elsewhere, too: a view is read only when it is asked for. */
static void
test_view (void)
{
  static const char *const chosen[] = { "first_books", NULL };
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  g_autofree char *names = NULL;
  mongoc_client_t *client;
  const SquillMetadata *metadata;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  if (create (server, client,
              "{\"create\": \"first_books\", \"viewOn\": \"books\","
              " \"pipeline\": [{\"$match\": {\"n\": {\"$lt\": 7}}}]}"))
    {
      inspection = live_inspection_new (server, DATABASE);
      live_inspection_run_fine (inspection);
      names = live_inspection_name_collections (inspection);
      g_assert_cmpstr (names, ==, "authors books");

      inspection->options.collections = chosen;
      live_inspection_run_fine (inspection);
      metadata = get_metadata (inspection, "first_books");
      g_assert_cmpstr (metadata->type, ==, "view");
      g_assert_cmpstr (get_option (metadata, "viewOn"), ==, "books");
      g_assert_cmpint (live_inspection_get_number (inspection, "first_books", "documents"), ==, 7);
      /* A view has no indexes and no sizes; nobody asks for them. */
      g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 0);
      live_data_run (client, DATABASE, "{\"drop\": \"first_books\"}");
    }
  mongoc_client_destroy (client);
}

/* Inspects with one answer of the server replaced; @command NULL for none. */
static LiveInspection *
inspect_without (const char *command, const char *with_key, const char *answer)
{
  LiveServer *server = get_filled ();
  LiveInspection *inspection;

  if (server == NULL)
    return NULL;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, command, with_key, answer);
  live_inspection_run_fine (inspection);
  return inspection;
}

/* All documents were read in spite of what the server lacks. */
static void
assert_all_read (LiveInspection *inspection)
{
  g_assert_cmpint (live_inspection_get_number (inspection, "books", "documents"), ==, 500);
  g_assert_cmpint (live_inspection_get_number (inspection, "authors", "documents"), ==, 2);
}

static void
test_lacks_index_use (void)
{
  g_autoptr (LiveInspection) inspection =
      inspect_without ("aggregate", "$indexStats", NO_SUCH_COMMAND);

  if (inspection == NULL)
    return;
  assert_all_read (inspection);
  g_assert_cmpuint (get_metadata (inspection, "books")->indexes->len, ==, 4);
  /* Said once, not for each collection. */
  g_assert_true (live_inspection_has_problem (inspection, "how indexes are used"));
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 1);
}

static void
test_lacks_indexes (void)
{
  g_autoptr (LiveInspection) inspection = inspect_without ("listIndexes", NULL, NO_SUCH_COMMAND);

  if (inspection == NULL)
    return;
  assert_all_read (inspection);
  g_assert_true (live_inspection_has_problem (inspection, "which indexes there are"));
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 1);
}

/* The older command tells the same. */
static void
test_lacks_stats_stage (void)
{
  g_autoptr (LiveInspection) inspection =
      inspect_without ("aggregate", "$collStats", NO_SUCH_COMMAND);

  if (inspection == NULL)
    return;
  assert_all_read (inspection);
  g_assert_cmpuint (get_metadata (inspection, "books")->documents, ==, 500);
  g_assert_cmpuint (get_metadata (inspection, "books")->bytes, <, G_MAXUINT64);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 0);
}

static void
test_lacks_stats (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "aggregate", "$collStats", NO_SUCH_COMMAND);
  wire_proxy_answer (inspection->proxy, "collStats", NULL, NO_SUCH_COMMAND);
  live_inspection_run_fine (inspection);
  assert_all_read (inspection);
  g_assert_true (live_inspection_has_problem (inspection, "how large collections are"));
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 1);
  g_assert_cmpint (live_inspection_get_number (inspection, "books", "documents_total"), ==, 500);
}

static void
test_lacks_count (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "aggregate", "$collStats", NO_SUCH_COMMAND);
  wire_proxy_answer (inspection->proxy, "collStats", NULL, NO_SUCH_COMMAND);
  wire_proxy_answer (inspection->proxy, "count", NULL, NO_SUCH_COMMAND);
  live_inspection_run_fine (inspection);
  assert_all_read (inspection);
}

/* Where chance cannot choose, the newest are read, and that is said. */
static void
test_lacks_sample (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.method = SQUILL_INSPECT_SAMPLE;
  inspection->options.max_documents = 50;
  wire_proxy_answer (inspection->proxy, "aggregate", "$sample", NO_SUCH_COMMAND);
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "books", "documents"), ==, 50);
  g_assert_cmpstr (json_string_value (json_object_get (
                       live_inspection_get_collection (inspection, "books"), "method")),
                   ==, "newest");
  g_assert_true (live_inspection_has_problem (inspection, "by chance"));
}

/* A server that says it spreads collections, but not how. */
static void
test_lacks_sharding (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "hello", NULL, ROUTER);
  wire_proxy_answer (inspection->proxy, "find", "_id", NOT_ALLOWED);
  wire_proxy_answer (inspection->proxy, "listShards", NULL, NO_SUCH_COMMAND);
  wire_proxy_answer (inspection->proxy, "getShardMap", NULL, NO_SUCH_COMMAND);
  live_inspection_run_fine (inspection);
  assert_all_read (inspection);
  g_assert_true (live_inspection_has_problem (inspection, "spread over shards"));
}

/* The records of a cluster, as a router gives them. */
static void
test_sharding (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  const SquillMetadata *metadata;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "hello", NULL, ROUTER);
  wire_proxy_answer (inspection->proxy, "find", "_id",
                     "{\"ok\": 1, \"cursor\": {\"id\": {\"$numberLong\": \"0\"},"
                     " \"ns\": \"config.collections\", \"firstBatch\": [{\"_id\": \"x.y\","
                     " \"key\": {\"n\": 1}, \"unique\": true}]}}");
  wire_proxy_answer (inspection->proxy, "aggregate", "$group",
                     "{\"ok\": 1, \"cursor\": {\"id\": {\"$numberLong\": \"0\"},"
                     " \"ns\": \"config.chunks\", \"firstBatch\": [{\"_id\": \"east\","
                     " \"n\": 1}, {\"_id\": \"west\", \"n\": {\"$numberLong\": \"2\"}}]}}");
  live_inspection_run_fine (inspection);

  assert_all_read (inspection);
  metadata = get_metadata (inspection, "books");
  g_assert_nonnull (metadata->shard_key);
  g_assert_true (bson_has_field (metadata->shard_key, "n"));
  g_assert_true (metadata->shard_key_unique);
  g_assert_cmpuint (metadata->shards->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const SquillShardShare *share = g_ptr_array_index (metadata->shards, i);

      g_assert_cmpuint (share->chunks, ==, g_str_equal (share->shard, "west") ? 2 : 1);
    }
}

/* Commands that nothing here needs: whether a server has them is no matter. */
static void
test_lacks (gconstpointer data)
{
  const char *command = data;
  g_autoptr (LiveInspection) inspection = inspect_without (command, NULL, NO_SUCH_COMMAND);

  if (inspection == NULL)
    return;
  assert_all_read (inspection);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), ==, 0);
}

/* Who may not see the options is told the names. */
static void
test_only_names (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "listCollections", NULL, NOT_ALLOWED);
  wire_proxy_answer (
      inspection->proxy, "listCollections", "nameOnly",
      "{\"ok\": 1, \"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"" DATABASE
      ".$cmd.listCollections\", \"firstBatch\": [{\"name\": \"books\", \"type\": "
      "\"collection\"}]}}");
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "books", "documents"), ==, 500);
  g_assert_cmpuint (squill_profile_get_collections (inspection->profile)->len, ==, 1);
  g_assert_true (live_inspection_has_problem (inspection, "only the names"));
}

/* Kinds that the fetched server does not have, as another tells of them. */
static void
test_kinds (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  const SquillMetadata *metadata;
  bson_iter_t iter;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (
      inspection->proxy, "listCollections", NULL,
      "{\"ok\": 1, \"cursor\": {\"id\": {\"$numberLong\": \"0\"}, \"ns\": \"" DATABASE
      ".$cmd.listCollections\", \"firstBatch\": ["
      " {\"name\": \"books\", \"type\": \"timeseries\", \"options\": {\"timeseries\":"
      "  {\"timeField\": \"n\", \"metaField\": \"word\", \"granularity\": \"hours\","
      "   \"bucketMaxSpanSeconds\": 2592000}}},"
      " {\"name\": \"system.buckets.books\", \"type\": \"collection\", \"options\": {}},"
      " {\"name\": \"authors\", \"type\": \"collection\","
      "  \"options\": {\"capped\": true, \"size\": 65536, \"max\": 100}}]}}");
  live_inspection_run_fine (inspection);
  g_assert_cmpuint (squill_profile_get_collections (inspection->profile)->len, ==, 2);
  metadata = get_metadata (inspection, "books");
  g_assert_cmpstr (metadata->type, ==, "timeseries");
  g_assert_cmpstr (get_option (metadata, "timeseries.timeField"), ==, "n");
  metadata = get_metadata (inspection, "authors");
  g_assert_true (bson_iter_init_find (&iter, metadata->options, "capped"));
  assert_all_read (inspection);
}

/* The same, where the server has them itself. */
static void
test_real_kind (gconstpointer data)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  mongoc_client_t *client;
  bson_iter_t iter;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  if (create (server, client, data))
    {
      inspection = live_inspection_new (server, DATABASE);
      live_inspection_run_fine (inspection);
      g_assert_true (bson_iter_init (&iter, get_metadata (inspection, "kind")->options));
      g_assert_true (bson_iter_find (&iter, strstr (data, "capped") != NULL ? "capped"
                                            : strstr (data, "timeseries") != NULL
                                                ? "timeseries"
                                                : "clusteredIndex"));
      live_data_run (client, DATABASE, "{\"drop\": \"kind\"}");
    }
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  static const char *const unneeded[] = {
    "listShards",   "rolesInfo",    "top",       "getShardMap", "usersInfo", "connectionStatus",
    "serverStatus", "getParameter", "buildInfo", "hostInfo",    "dbStats",
  };

  g_test_add_func ("/server/collections/indexes", test_indexes);
  g_test_add_func ("/server/collections/sizes", test_sizes);
  g_test_add_func ("/server/collections/validator", test_validator);
  g_test_add_func ("/server/collections/model", test_model);
  g_test_add_func ("/server/collections/view", test_view);
  g_test_add_func ("/server/collections/kinds", test_kinds);
  g_test_add_data_func ("/server/collections/capped",
                        "{\"create\": \"kind\", \"capped\": true, \"size\": 65536}",
                        test_real_kind);
  g_test_add_data_func ("/server/collections/time-series",
                        "{\"create\": \"kind\", \"timeseries\": {\"timeField\": \"at\"}}",
                        test_real_kind);
  g_test_add_data_func (
      "/server/collections/clustered",
      "{\"create\": \"kind\", \"clusteredIndex\": {\"key\": {\"_id\": 1}, \"unique\": true}}",
      test_real_kind);
  g_test_add_func ("/server/collections/sharding", test_sharding);
  g_test_add_func ("/server/collections/only-names", test_only_names);
  g_test_add_func ("/server/lacks/index-use", test_lacks_index_use);
  g_test_add_func ("/server/lacks/indexes", test_lacks_indexes);
  g_test_add_func ("/server/lacks/stats-stage", test_lacks_stats_stage);
  g_test_add_func ("/server/lacks/stats", test_lacks_stats);
  g_test_add_func ("/server/lacks/count", test_lacks_count);
  g_test_add_func ("/server/lacks/sample", test_lacks_sample);
  g_test_add_func ("/server/lacks/sharding", test_lacks_sharding);
  for (guint i = 0; i < G_N_ELEMENTS (unneeded); i++)
    {
      g_autofree char *path = g_strconcat ("/server/lacks/", unneeded[i], NULL);

      g_test_add_data_func (path, unneeded[i], test_lacks);
    }
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
