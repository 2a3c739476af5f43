/* SPDX-License-Identifier: Apache-2.0 */

/* However documents are split, what is known of the parts together is what is known of the whole:
 * the same JSON, letter by letter. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/structure/squill-structure.h"
#include "inspect/profile/squill-profile.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <string.h>

#define N_SPLITS 6u

static const char *const files[] = {
  "airports/airports.json.xz",
  "airports/countries.json",
  "atlas-sample/dump/sample_analytics/accounts.bson.xz",
  "atlas-sample/dump/sample_analytics/customers.bson.xz",
  "atlas-sample/dump/sample_geospatial/shipwrecks.bson.xz",
  "atlas-sample/dump/sample_mflix/theaters.bson.xz",
  "atlas-sample/dump/sample_mflix/users.bson",
  "atlas-sample/dump/sample_training/zips.bson.xz",
  "dbkoda/OrderExample/customers.bson.gz",
  "dbkoda/OrderExample/orders.bson.gz",
  "dbkoda/OrderExample/products.bson.gz",
  "dbkoda/SampleCollections/DBEnvyLoad_orders.bson.xz",
  "dbkoda/SampleCollections/Sakila_actors.bson",
  "dbkoda/SampleCollections/Sakila_customers.bson.xz",
  "dbkoda/SampleCollections/Sakila_films.bson.xz",
  "dbkoda/SampleCollections/mongomart_cart.bson",
  "dbkoda/SampleCollections/mongomart_item.bson",
  "dbkoda/SampleCollections/savedPlans.bson",
  "dbkoda/SampleCollections/video_movieDetails.bson.xz",
  "dbkoda/SampleCollections/video_movies.bson.xz",
  "dbkoda/SampleCollections/video_reviews.bson",
  "docs-assets-geospatial/neighborhoods.json.xz",
  "docs-assets-geospatial/restaurants.json.xz",
  "docs-assets-primer/air_airlines.json.xz",
  "docs-assets-primer/inventory.json.xz",
  "mongodb-json-files/books.json.xz",
  "mongodb-json-files/countries-small.json.xz",
  "mongodb-json-files/grades.json",
  "mongodb-json-files/images.json.xz",
  "mongodb-json-files/products.json",
  "mongodb-json-files/profiles.json.xz",
  "mongodb-json-files/students.json",
  "mongo-tools-testdata/bsondump/all_types.bson",
  "mongo-tools-testdata/timeseries_test/system.buckets.foo_ts.bson",
  "simdjson-data/github_events.json",
};

static SquillCollectionProfile *
new_profile (void)
{
  return squill_collection_profile_new ("c", NULL, "c.bson");
}

static void
add (SquillCollectionProfile *collection, GPtrArray *documents, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    {
      gsize length;
      const guint8 *document = g_bytes_get_data (g_ptr_array_index (documents, i), &length);

      squill_collection_profile_add (collection, document, length, TRUE);
    }
}

static char *
finish (SquillCollectionProfile *collection)
{
  json_t *json;
  char *dumped, *text;

  squill_collection_profile_finish (collection);
  json = squill_collection_profile_to_json (collection, TRUE);
  dumped = json_dumps (json, JSON_INDENT (1));
  text = g_strdup (dumped);
  free (dumped);
  json_decref (json);
  squill_collection_profile_free (collection);
  return text;
}

/* Says where two texts part before it fails. */
static void
assert_same (const char *actual, const char *expected, const char *what)
{
  gsize at = 0;

  if (g_str_equal (actual, expected))
    return;
  while (actual[at] == expected[at])
    at++;
  at = at > 300 ? at - 300 : 0;
  g_test_message ("expected: …%.600s", expected + at);
  g_test_message ("actual: …%.600s", actual + at);
  g_error ("%s: parts and whole differ", what);
}

/* Parts that follow each other, merged in their order. */
static char *
split_in_order (GPtrArray *documents, guint n_parts, guint64 *state)
{
  SquillCollectionProfile *merged = NULL;
  guint from = 0;

  for (guint part = 0; part < n_parts; part++)
    {
      guint left = documents->len - from;
      guint to = part + 1 == n_parts ? documents->len
                                     : from + (guint)(fixture_random (state) % (left + 1));
      SquillCollectionProfile *next = new_profile ();

      add (next, documents, from, to);
      from = to;
      if (merged == NULL)
        merged = next;
      else
        squill_collection_profile_merge (merged, next);
    }
  return finish (merged);
}

/* Chunks that several readers take as they come, with their numbers, merged in any order. */
static char *
split_among_readers (GPtrArray *documents, guint n_readers, guint chunk, guint64 *state)
{
  g_autofree SquillCollectionProfile **readers = g_new0 (SquillCollectionProfile *, n_readers);
  SquillCollectionProfile *merged;

  for (guint i = 0; i < n_readers; i++)
    readers[i] = new_profile ();
  for (guint from = 0; from < documents->len; from += chunk)
    {
      SquillCollectionProfile *reader = readers[fixture_random (state) % n_readers];

      squill_collection_profile_set_next_document (reader, from);
      add (reader, documents, from, MIN (from + chunk, documents->len));
    }
  merged = readers[n_readers - 1];
  for (guint i = 0; i + 1 < n_readers; i++)
    squill_collection_profile_merge (merged, readers[i]);
  return finish (merged);
}

static void
check_documents (GPtrArray *documents, const char *what)
{
  SquillCollectionProfile *collection = new_profile ();
  guint64 state = documents->len;
  g_autofree char *whole = NULL;

  add (collection, documents, 0, documents->len);
  whole = finish (collection);
  for (guint i = 0; i < N_SPLITS; i++)
    {
      g_autofree char *in_order = split_in_order (documents, 2 + i * 2, &state);
      g_autofree char *among_readers =
          split_among_readers (documents, 2 + i, 1 + documents->len / (7 + 5 * i), &state);

      assert_same (in_order, whole, what);
      assert_same (among_readers, whole, what);
    }
}

static GPtrArray *
read_documents (const char *path)
{
  GPtrArray *documents = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillSource) source = NULL;
  const guint8 *document;
  gsize length;

  squill_problem_list_begin_file (problems, "file");
  source = squill_source_open (file, "file", problems, NULL, &error);
  g_assert_no_error (error);
  while (squill_source_next (source, &document, &length, NULL, &error))
    g_ptr_array_add (documents, g_bytes_new (document, length));
  g_assert_no_error (error);
  squill_problem_list_end_file (problems);
  return documents;
}

static void
test_dataset (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = fixture_new_folder ();
  g_autofree char *path = NULL;

  if (g_str_has_suffix (name, ".xz"))
    {
      g_autofree char *base = g_path_get_basename (name);

      base[strlen (base) - 3] = '\0';
      path = fixture_unpack (folder, name, base);
    }
  else
    {
      path = fixture_dataset (name);
    }
  if (path != NULL)
    {
      g_autoptr (GPtrArray) documents = read_documents (path);

      check_documents (documents, name);
    }
  fixture_remove_folder (folder);
}

/* Documents that are made to be hard: names that come and go, maps that only the whole shows,
 * values of many types, unions. */
static void
test_made_up (void)
{
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func ((GDestroyNotify)g_bytes_unref);
  guint64 state = 7;

  for (guint i = 0; i < 600; i++)
    {
      g_autoptr (GString) json = g_string_new ("{");
      bson_error_t error;
      bson_t *document;

      g_string_append_printf (json, "\"_id\":%u", i);
      for (guint k = 0; k < 8; k++)
        if (fixture_random (&state) % 3 == 0)
          g_string_append_printf (json, ",\"%c\":%s",
                                  (char)('a' + fixture_random (&state) % 8 + 8 * (k > 4)),
                                  k % 4 == 0   ? "1"
                                  : k % 4 == 1 ? "\"x\""
                                  : k % 4 == 2 ? "[1,\"y\",{\"z\":2}]"
                                               : "{\"q\":{\"r\":1.5}}");
      g_string_append_printf (json, ",\"m\":{\"%u\":{\"n\":%u},\"%u\":{\"n\":1,\"o\":\"p\"}}",
                              (guint)(fixture_random (&state) % 90), i, 200 + i % 7);
      g_string_append_printf (json, ",\"u\":{\"%08x-1111-4111-a111-%012x\":%u}", i * 7919, i, i);
      g_string_append (json, "}");
      document = bson_new_from_json ((const guint8 *)json->str, -1, &error);
      g_assert_nonnull (document);
      g_ptr_array_add (documents, g_bytes_new (bson_get_data (document), document->len));
      bson_destroy (document);
    }
  check_documents (documents, "made up");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/merge/made-up", test_made_up);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat ("/inspect/merge/", files[i], NULL);

      g_test_add_data_func (name, files[i], test_dataset);
    }
  return g_test_run ();
}
