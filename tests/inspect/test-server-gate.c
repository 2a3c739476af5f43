/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/server/squill-server-private.h"

#include <string.h>

static gboolean
passes (const char *json)
{
  bson_error_t failure;
  bson_t *command = bson_new_from_json ((const guint8 *)json, -1, &failure);
  g_autoptr (GError) error = NULL;
  gboolean fine;

  if (command == NULL)
    g_error ("%s: %s", json, failure.message);
  fine = _squill_server_gate_check (command, &error);
  if (fine)
    g_assert_no_error (error);
  else
    g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_REFUSED);
  bson_destroy (command);
  return fine;
}

static void
test_reads (void)
{
  static const char *const cases[] = {
    "{'hello': 1}",
    "{'ping': 1}",
    "{'buildInfo': 1}",
    "{'listDatabases': 1, 'nameOnly': true}",
    "{'listCollections': 1, 'cursor': {}, 'maxTimeMS': 5}",
    "{'listIndexes': 'c'}",
    "{'count': 'c', 'query': {'a': 1}}",
    "{'find': 'c', 'filter': {'a.b': {'$gt': 1}}, 'sort': {'_id': -1}, 'limit': 3}",
    "{'find': 'c', 'filter': {'$expr': {'$gt': ['$a', '$b']}}}",
    "{'aggregate': 'c', 'pipeline': [], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$sample': {'size': 3}}], 'cursor': {'batchSize': 3}}",
    "{'aggregate': 'c', 'pipeline': [{'$collStats': {'count': {}}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$indexStats': {}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$lookup': {'from': 'd', 'as': 'x', 'let': {'a': '$a'}, "
    "'pipeline': [{'$match': {'b': 1}}]}}, {'$facet': {'a': [{'$count': 'n'}], 'b': []}}], "
    "'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$unionWith': 'd'}, {'$unionWith': {'coll': 'd', "
    "'pipeline': [{'$limit': 1}]}}], 'cursor': {}}",
    "{'collStats': 'c'}",
    "{'dbStats': 1}",
    "{'listShards': 1}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (cases[i]), "'", '"');

      if (!passes (json))
        g_error ("%s was refused", json);
    }
}

static void
test_others (void)
{
  static const char *const cases[] = {
    "{}",
    "{'insert': 'c', 'documents': [{}]}",
    "{'update': 'c', 'updates': []}",
    "{'delete': 'c', 'deletes': []}",
    "{'findAndModify': 'c', 'remove': true}",
    "{'FIND': 'c'}",
    "{'find ': 'c'}",
    "{'eval': '1'}",
    "{'mapReduce': 'c'}",
    "{'drop': 'c'}",
    "{'dropDatabase': 1}",
    "{'create': 'c'}",
    "{'collMod': 'c'}",
    "{'createIndexes': 'c', 'indexes': []}",
    "{'renameCollection': 'a.b', 'to': 'a.c'}",
    "{'setParameter': 1}",
    "{'shutdown': 1}",
    "{'killOp': 1}",
    "{'bulkWrite': 1}",
    "{'getParameter': 1, 'allParameters': true}",
    "{'compact': 'c'}",
    "{'validate': 'c'}",
    "{'find': 'c', 'writeConcern': {'w': 1}}",
    "{'find': 'c', 'tailable': true}",
    "{'find': 'c', 'insert': 'c'}",
    "{'find': 'c', 'filter': {'$where': '1'}}",
    "{'find': 'c', 'filter': {'a': {'$code': 'f()'}}}",
    "{'find': 'c', 'filter': {'a': {'$code': 'f()', '$scope': {}}}}",
    "{'find': 'c', 'filter': {'$or': [{'a': 1}, {'$and': [{'$where': '1'}]}]}}",
    "{'find': 'c', 'projection': {'a': {'$function': {'body': '', 'args': [], 'lang': 'js'}}}}",
    "{'count': 'c', 'query': {'$where': '1'}}",
    "{'aggregate': 'c', 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': {}, 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': ['$out'], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$out': 'd'}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$merge': {'into': 'd'}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$match': {}}, {'$out': 'd'}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$match': {}, '$out': 'd'}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [], 'pipeline': [{'$out': 'd'}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$lookup': {'from': 'd', 'as': 'x', 'pipeline': [{'$out': "
    "'e'}]}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$facet': {'a': [{'$unionWith': {'coll': 'd', 'pipeline': "
    "[{'$merge': 'e'}]}}]}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$facet': {'a': {}}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$changeStream': {}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$unheardOf': {}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$group': {'_id': 1, 'x': {'$accumulator': {}}}}], "
    "'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [{'$project': {'x': {'$function': {}}}}], 'cursor': {}}",
    "{'aggregate': 'c', 'pipeline': [], 'cursor': {}, 'bypassDocumentValidation': true}",
    "{'aggregate': 'c', 'pipeline': [], 'cursor': {}, 'writeConcern': {'w': 1}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (cases[i]), "'", '"');

      if (passes (json))
        g_error ("%s was let through", json);
    }
}

static void
append_any (bson_t *to, GRand *random, const char *const *words, guint n_words, guint depth)
{
  int n = g_rand_int_range (random, 0, 4);

  for (int i = 0; i < n; i++)
    {
      const char *key = words[g_rand_int_range (random, 0, (int)n_words)];
      bson_t child;

      switch (depth < 6 ? g_rand_int_range (random, 0, 5) : 0)
        {
        case 1:
        case 2:
          BSON_APPEND_DOCUMENT_BEGIN (to, key, &child);
          append_any (&child, random, words, n_words, depth + 1);
          bson_append_document_end (to, &child);
          break;
        case 3:
          BSON_APPEND_ARRAY_BEGIN (to, key, &child);
          append_any (&child, random, words, n_words, depth + 1);
          bson_append_array_end (to, &child);
          break;
        case 4:
          {
            const char *value = words[g_rand_int_range (random, 0, (int)n_words)];

            BSON_APPEND_UTF8 (to, key, value);
          }
          break;
        default:
          BSON_APPEND_INT32 (to, key, 1);
          break;
        }
    }
}

/* What passes among made up commands never has one of these keys anywhere. */
static void
test_any_command (void)
{
  static const char *const words[] = {
    "find",    "aggregate", "pipeline",  "cursor",    "$match", "$out",   "$merge",
    "$lookup", "$facet",    "filter",    "insert",    "$where", "a",      "$function",
    "0",       "1",         "count",     "query",     "delete", "$group", "update",
    "comment", "$project",  "collStats", "maxTimeMS", "drop",
  };
  static const char *const never[] = { "\"$out\" :", "\"$merge\" :", "\"$where\" :",
                                       "\"$function\" :" };
  static const char *const firsts[] = { "find", "aggregate", "count", "collStats" };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  guint n_passed = 0;

  for (guint i = 0; i < 200000; i++)
    {
      bson_t command = BSON_INITIALIZER;
      g_autoptr (GError) error = NULL;

      /* The macros of libbson look at their arguments twice. */
      if (g_rand_boolean (random))
        {
          const char *first = firsts[g_rand_int_range (random, 0, G_N_ELEMENTS (firsts))];

          BSON_APPEND_UTF8 (&command, first, "c");
        }
      append_any (&command, random, words, G_N_ELEMENTS (words), 0);
      if (_squill_server_gate_check (&command, &error))
        {
          char *json = bson_as_relaxed_extended_json (&command, NULL);
          bson_iter_t iter;
          gboolean known = FALSE;

          n_passed++;
          for (guint j = 0; j < G_N_ELEMENTS (never); j++)
            g_assert_null (strstr (json, never[j]));
          g_assert_true (bson_iter_init (&iter, &command) && bson_iter_next (&iter));
          for (guint j = 0; j < G_N_ELEMENTS (firsts); j++)
            known = known || g_str_equal (bson_iter_key (&iter), firsts[j]);
          g_assert_true (known);
          bson_free (json);
        }
      else
        {
          g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_REFUSED);
        }
      bson_destroy (&command);
    }
  g_assert_cmpuint (n_passed, >, 100);
}

/* A command that is nested as deep as memory allows is refused, and nothing worse. */
static void
test_deep (void)
{
  bson_t *inner = bson_new ();
  bson_t command = BSON_INITIALIZER;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 500; i++)
    {
      bson_t *outer = bson_new ();

      BSON_APPEND_DOCUMENT (outer, "a", inner);
      bson_destroy (inner);
      inner = outer;
    }
  BSON_APPEND_UTF8 (&command, "find", "c");
  BSON_APPEND_DOCUMENT (&command, "filter", inner);
  g_assert_false (_squill_server_gate_check (&command, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_REFUSED);
  bson_destroy (inner);
  bson_destroy (&command);
}

static char *
describe (const char *name, const char *json)
{
  bson_t *command = bson_new_from_json ((const guint8 *)json, -1, NULL);
  char *text = _squill_server_monitor_describe (name, command);

  bson_destroy (command);
  return text;
}

static void
test_record (void)
{
  g_autofree char *find = describe (
      "find", "{\"find\": \"c\", \"filter\": {\"a\": 1}, \"lsid\": {\"id\": 1}, \"$clusterTime\": "
              "{\"clusterTime\": 1}, \"$db\": \"d\"}");
  g_autofree char *login =
      describe ("saslStart", "{\"saslStart\": 1, \"payload\": \"n,,n=u,r=SECRET\"}");
  g_autofree char *hello =
      describe ("hello", "{\"hello\": 1, \"speculativeAuthenticate\": {\"payload\": \"SECRET\"}}");
  g_autofree char *filler = g_strnfill (20000, 'x');
  g_autofree char *json = g_strdup_printf ("{\"find\": \"%s\"}", filler);
  g_autofree char *large = describe ("find", json);

  g_assert_cmpstr (find, ==, "{ \"find\" : \"c\", \"filter\" : { \"a\" : 1 } }");
  g_assert_cmpstr (login, ==, "");
  g_assert_cmpstr (hello, ==, "{ \"hello\" : 1 }");
  g_assert_cmpuint (strlen (large), <, 5000);
  g_assert_true (g_str_has_suffix (large, "…"));
  g_assert_true (g_utf8_validate (large, -1, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/server-gate/reads", test_reads);
  g_test_add_func ("/inspect/server-gate/others", test_others);
  g_test_add_func ("/inspect/server-gate/any-command", test_any_command);
  g_test_add_func ("/inspect/server-gate/deep", test_deep);
  g_test_add_func ("/inspect/server-gate/record", test_record);
  return g_test_run ();
}
