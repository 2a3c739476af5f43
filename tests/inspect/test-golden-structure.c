/* SPDX-License-Identifier: Apache-2.0 */

/* What real data is made of, counted over every document by other means; and that nothing is said
 * of data where there is nothing to say. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/squill-inspect.h"

#include "golden-fixture.h"
#include "inspect-fixture.h"

#include <jansson.h>
#include <string.h>

static json_t *
get_collection (GoldenFixture *fixture, const char *name)
{
  return (json_t *)golden_get_collection (fixture, name);
}

static gboolean
has_flag (json_t *collection, const char *name, const char *wanted)
{
  json_t *path, *flag;
  size_t i, j;

  json_array_foreach (json_object_get (collection, "paths"), i,
                      path) if (strcmp (json_string_value (json_object_get (path, "path")), name) ==
                                0)
  {
    json_array_foreach (json_object_get (path, "flags"), j,
                        flag) if (strcmp (json_string_value (flag), wanted) == 0) return TRUE;
    return FALSE;
  }
  g_error ("no path %s", name);
}

static guint
count (json_t *collection, const char *list)
{
  return (guint)json_array_size (json_object_get (collection, list));
}

static gboolean
array_has (json_t *array, const char *wanted)
{
  json_t *each;
  size_t i;

  json_array_foreach (array, i,
                      each) if (strcmp (json_string_value (each), wanted) == 0) return TRUE;
  return FALSE;
}

/* Whether an entry of the list is about all of the paths. */
static json_t *
find_with_paths (json_t *collection, const char *list, const char *const *paths)
{
  json_t *entry;
  size_t i;

  json_array_foreach (json_object_get (collection, list), i, entry)
  {
    gboolean all = TRUE;

    for (guint j = 0; paths[j] != NULL && all; j++)
      all = array_has (json_object_get (entry, "paths"), paths[j]);
    if (all)
      return entry;
  }
  return NULL;
}

static json_t *
find_case (json_t *variant, const char *value)
{
  json_t *each;
  size_t i;

  json_array_foreach (json_object_get (variant, "cases"), i,
                      each) if (g_strcmp0 (json_string_value (json_object_get (each, "value")),
                                           value) == 0) return each;
  g_error ("no case %s", value);
}

static void
assert_case (json_t *variant, const char *value, guint wanted, const char *fields)
{
  json_t *each = find_case (variant, value);
  json_t *found = json_object_get (each, "fields");
  g_auto (GStrv) names = g_strsplit (fields, " ", -1);

  g_test_message ("%s", value);
  g_assert_cmpint (json_integer_value (json_object_get (each, "count")), ==, wanted);
  g_assert_cmpuint (json_array_size (found), ==, g_strv_length (names));
  g_assert_cmpuint (json_array_size (json_object_get (each, "optional")), ==, 0);
  for (guint i = 0; names[i] != NULL; i++)
    g_assert_true (array_has (found, names[i]));
}

/* D12 */
static void
test_events (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/github_events.json", NULL };
  json_t *collection, *variant;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "github_events");
  g_assert_cmpuint (count (collection, "variants"), ==, 1);
  variant = json_array_get (json_object_get (collection, "variants"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "path")), ==, "payload");
  g_assert_cmpstr (json_string_value (json_object_get (variant, "discriminator")), ==, "type");
  g_assert_cmpuint (json_array_size (json_object_get (variant, "cases")), ==, 7);
  assert_case (variant, "PushEvent", 13, "before commits distinct_size head push_id ref size");
  assert_case (variant, "CreateEvent", 3, "description master_branch ref ref_type");
  assert_case (variant, "ForkEvent", 3, "forkee");
  assert_case (variant, "WatchEvent", 6, "action");
  assert_case (variant, "IssueCommentEvent", 2, "action comment issue");
  assert_case (variant, "IssuesEvent", 1, "action issue");
  assert_case (variant, "GollumEvent", 2, "pages");
  g_assert_cmpuint (count (collection, "groups"), ==, 0);
}

/* D15 */
static void
test_geometries (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "docs-assets-geospatial/neighborhoods.json.xz",
                                       "docs-assets-geospatial/restaurants.json.xz", NULL };
  json_t *collection, *variant;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "neighborhoods");
  g_assert_true (has_flag (collection, "geometry", "geojson"));
  g_assert_cmpuint (count (collection, "variants"), ==, 1);
  variant = json_array_get (json_object_get (collection, "variants"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "discriminator")), ==,
                   "geometry.type");
  assert_case (variant, "Polygon", 168, "type coordinates");
  assert_case (variant, "MultiPolygon", 27, "type coordinates");
  g_assert_cmpint (json_integer_value (json_object_get (
                       json_object_get (find_case (variant, "Polygon"), "depths"), "coordinates")),
                   ==, 3);
  g_assert_cmpint (
      json_integer_value (json_object_get (
          json_object_get (find_case (variant, "MultiPolygon"), "depths"), "coordinates")),
      ==, 4);

  collection = get_collection (fixture, "restaurants");
  g_assert_true (has_flag (collection, "location", "geojson"));
  g_assert_false (has_flag (collection, "location.coordinates", "legacy-coordinates"));
  g_assert_false (has_flag (collection, "location.coordinates", "tuple"));
  g_assert_cmpuint (count (collection, "variants"), ==, 0);
}

/* D14 */
static void
test_shipwrecks (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "atlas-sample/dump/sample_geospatial/shipwrecks.bson.xz",
    "atlas-sample/dump/sample_geospatial/shipwrecks.metadata.json", NULL
  };
  json_t *collection;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "shipwrecks");
  g_assert_true (has_flag (collection, "coordinates", "legacy-coordinates"));
  g_assert_cmpuint (count (collection, "variants"), ==, 0);
  g_assert_cmpuint (count (collection, "shapes"), ==, 0);
}

/* D8 */
static void
test_movies (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "dbkoda/SampleCollections/video_movieDetails.bson.xz",
                                       NULL };
  static const char *const together[] = { "tomato", "metacritic", NULL };
  static const char *const odd[] = { "year",
                                     "runtime",
                                     "imdb.votes",
                                     "tomato.meter",
                                     "tomato.reviews",
                                     "tomato.fresh",
                                     "metacritic",
                                     "tomato.userMeter",
                                     "tomato.userReviews",
                                     "awards.oscars",
                                     "awards.wins",
                                     "awards.nominations",
                                     NULL };
  json_t *collection, *group, *outlier;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "video_movieDetails");
  g_assert_cmpuint (count (collection, "groups"), ==, 1);
  group = find_with_paths (collection, "groups", together);
  g_assert_nonnull (group);
  g_assert_cmpstr (json_string_value (json_object_get (group, "kind")), ==, "together");
  g_assert_cmpint (json_integer_value (json_object_get (group, "count")), ==, 376);

  g_assert_cmpuint (count (collection, "outliers"), ==, 1);
  outlier = find_with_paths (collection, "outliers", odd);
  g_assert_nonnull (outlier);
  g_assert_cmpuint (json_array_size (json_object_get (outlier, "paths")), ==, 12);
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (outlier, "_id"), "$oid")),
                   ==, "569427c8bcb8793f83332494");
  g_assert_cmpint (json_integer_value (json_object_get (outlier, "index")), ==, 2293);
  g_assert_nonnull (strstr (json_string_value (json_object_get (outlier, "reason")), "double"));
  g_assert_cmpuint (count (collection, "variants"), ==, 0);
}

/* D1 */
static void
test_customers (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "atlas-sample/dump/sample_analytics/customers.bson.xz",
                                       NULL };
  static const char *const active[] = { "active", NULL };
  json_t *collection, *outlier;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "customers");
  g_assert_cmpuint (count (collection, "outliers"), ==, 1);
  outlier = find_with_paths (collection, "outliers", active);
  g_assert_nonnull (outlier);
  g_assert_cmpstr (json_string_value (json_object_get (outlier, "reason")), ==,
                   "the only one with active");
  g_assert_cmpuint (count (collection, "variants"), ==, 0);
  g_assert_cmpuint (count (collection, "groups"), ==, 0);
  g_assert_cmpuint (count (collection, "shapes"), ==, 0);
}

/* D13 */
static void
test_statuses (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/twitter.json.xz", NULL };
  static const char *const statuses[] = { "statuses[]", "statuses[].retweeted_status", NULL };
  static const char *const users[] = { "statuses[].user", "statuses[].retweeted_status.user",
                                       NULL };
  json_t *collection, *shape;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "twitter");
  shape = find_with_paths (collection, "shapes", statuses);
  g_assert_nonnull (shape);
  g_assert_cmpint (json_integer_value (json_object_get (shape, "fields")), ==, 25);
  g_assert_cmpint (json_integer_value (json_object_get (shape, "common")), ==, 24);
  g_assert_true (json_is_true (json_object_get (shape, "recursive")));
  g_assert_nonnull (find_with_paths (collection, "shapes", users));
  g_assert_cmpuint (count (collection, "variants"), ==, 0);
}

/* D16 */
static void
test_buckets (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "mongo-tools-testdata/timeseries_test/system.buckets.foo_ts.bson",
    "mongo-tools-testdata/timeseries_test/foo_ts.metadata.json", NULL
  };
  json_t *collection, *series;

  if (!golden_read_files (fixture, files))
    return;
  collection = get_collection (fixture, "foo_ts");
  series = json_object_get (collection, "timeseries");
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents")), ==, 1000);
  g_assert_cmpstr (json_string_value (json_object_get (series, "time_field")), ==, "ts");
  g_assert_cmpstr (json_string_value (json_object_get (series, "meta_field")), ==, "meta");
  g_assert_cmpstr (json_string_value (json_object_get (series, "granularity")), ==, "seconds");
}

/* Data of which nothing of the kind is true: enumerations, optional fields and lists. */
static void
test_traps (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "mongodb-json-files/books.json.xz",
    "mongodb-json-files/grades.json",
    "mongodb-json-files/students.json",
    "mongodb-json-files/products.json",
    "mongodb-json-files/countries-small.json.xz",
    "dbkoda/SampleCollections/Sakila_films.bson.xz",
    "dbkoda/SampleCollections/Sakila_customers.bson.xz",
    "dbkoda/SampleCollections/mongomart_item.bson",
    "dbkoda/SampleCollections/video_movies.bson.xz",
    "airports/airports.json.xz",
    "docs-assets-primer/inventory.json.xz",
    "docs-assets-primer/air_airlines.json.xz",
    NULL,
  };
  static const char *const lists[] = { "variants", "groups", NULL };
  json_t *collection, *path;
  size_t i, j;

  if (!golden_read_files (fixture, files))
    return;
  json_array_foreach (json_object_get (fixture->json, "collections"), i, collection)
  {
    g_test_message ("%s", json_string_value (json_object_get (collection, "name")));
    for (guint k = 0; lists[k] != NULL; k++)
      g_assert_cmpuint (count (collection, lists[k]), ==, 0);
    json_array_foreach (json_object_get (collection, "paths"), j, path)
    {
      json_t *flags = json_object_get (path, "flags");

      g_test_message ("%s", json_string_value (json_object_get (path, "path")));
      g_assert_false (array_has (flags, "tuple"));
      g_assert_false (array_has (flags, "geojson"));
      g_assert_false (array_has (flags, "dbref"));
      g_assert_false (array_has (flags, "legacy-coordinates"));
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add (name, GoldenFixture, NULL, golden_set_up, function, golden_tear_down)
  ADD ("/golden-structure/customers", test_customers);
  ADD ("/golden-structure/movies", test_movies);
  ADD ("/golden-structure/events", test_events);
  ADD ("/golden-structure/statuses", test_statuses);
  ADD ("/golden-structure/shipwrecks", test_shipwrecks);
  ADD ("/golden-structure/geometries", test_geometries);
  ADD ("/golden-structure/buckets", test_buckets);
  ADD ("/golden-structure/traps", test_traps);
  return g_test_run ();
}
