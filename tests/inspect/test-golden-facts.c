/* SPDX-License-Identifier: Apache-2.0 */

/* Facts of real data, as the command line prints them, and which objects are maps. Every number was
 * counted over all documents by other means. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/squill-inspect.h"

#include "golden-fixture.h"
#include "inspect-fixture.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static void
assert_facts (GoldenFixture *fixture,
              const char *const *files,
              const GoldenFact *facts,
              guint n_facts)
{
  if (golden_read_files (fixture, files))
    golden_assert_facts (fixture, facts, n_facts);
}

/* D1, D2 */
static void
test_analytics (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "atlas-sample/dump/sample_analytics/accounts.bson.xz",
                                       "atlas-sample/dump/sample_analytics/customers.bson.xz",
                                       NULL };
  static const GoldenFact facts[] = {
    { "customers", NULL, "documents", "500" },
    { "customers", "tier_and_details", "map.entries", "456" },
    { "customers", "tier_and_details", "map.distinct_keys", "456" },
    { "customers", "tier_and_details", "map.length.min", "0" },
    { "customers", "tier_and_details", "map.length.mean", "0.912" },
    { "customers", "tier_and_details", "map.length.max", "3" },
    { "customers", "tier_and_details", "map.length.empty", "267" },
    { "customers", "tier_and_details", "map.key_pattern", "\"^[0-9a-f]{32}$\"" },
    { "customers", "tier_and_details", "map.key_field", "\"id\"" },
    { "customers", "tier_and_details{}", "of", "456" },
    { "customers", "tier_and_details{}", "types", "{\"object\":456}" },
    { "customers", "tier_and_details{}.tier", "of", "456" },
    { "customers", "tier_and_details{}.tier", "types", "{\"string\":456}" },
    { "customers", "tier_and_details{}.tier", "distinct", "4" },
    { "customers", "tier_and_details{}.tier", "enum",
      "[\"Bronze\",\"Gold\",\"Platinum\",\"Silver\"]" },
    { "customers", "tier_and_details{}.active", "types", "{\"bool\":456}" },
    { "customers", "tier_and_details{}.benefits", "types", "{\"array\":456}" },
    { "customers", "tier_and_details{}.benefits", "length.min", "1" },
    { "customers", "tier_and_details{}.benefits", "length.mean", "1.502" },
    { "customers", "tier_and_details{}.benefits", "length.max", "2" },
    { "customers", "tier_and_details{}.benefits[]", "distinct", "10" },
    { "customers", "active", "present", "1" },
    { "customers", "active", "of", "500" },
    { "customers", "active", "types", "{\"bool\":1}" },
    { "customers", "accounts", "length.min", "1" },
    { "customers", "accounts", "length.mean", "3.492" },
    { "customers", "accounts", "length.max", "6" },
    { "customers", "accounts[]", "of", "1746" },
    { "customers", "accounts[]", "bytes", "6984" },
    { "customers", "accounts[]", "distinct", "1745" },
    { "accounts", NULL, "documents", "1746" },
    { "accounts", "account_id", "present", "1746" },
    { "accounts", "account_id", "distinct", "1745" },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  if (fixture->json == NULL)
    return;
  g_assert_cmpuint (
      json_array_size (json_object_get (golden_get_collection (fixture, "customers"), "paths")), ==,
      16);
  g_assert_cmpuint (
      json_array_size (json_object_get (
          golden_find_path (fixture, "customers", "tier_and_details{}.benefits[]"), "enum")),
      ==, 10);
}

/* D3 */
static void
test_orders (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "dbkoda/OrderExample/customers.bson.gz",
                                       "dbkoda/OrderExample/orders.bson.gz",
                                       "dbkoda/OrderExample/products.bson.gz", NULL };
  static const GoldenFact facts[] = {
    { "orders", "_id", "types", "{\"double\":51393}" },
    { "orders", "customerId", "types", "{\"double\":51393}" },
    { "orders", "customerId", "distinct", "1000" },
    { "orders", "orderStatus", "types", "{\"double\":51393}" },
    { "orders", "orderStatus", "distinct", "10" },
    { "orders", "orderStatus", "enum", "[0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0]" },
    { "orders", "orderStatus", "+integral", NULL },
    { "customers", "_id", "types", "{\"int\":1000}" },
    { "products", "_id", "types", "{\"int\":1000}" },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
}

/* D4 */
static void
test_sakila (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "dbkoda/SampleCollections/Sakila_films.bson.xz",
                                       "dbkoda/SampleCollections/Sakila_actors.bson",
                                       "dbkoda/SampleCollections/Sakila_customers.bson.xz", NULL };
  static const GoldenFact facts[] = {
    { "Sakila_films", NULL, "documents", "1000" },
    { "Sakila_actors", NULL, "documents", "200" },
    { "Sakila_customers", NULL, "documents", "599" },
    { "Sakila_customers", NULL, "document_bytes.min", "3214" },
    { "Sakila_customers", NULL, "document_bytes.mean", "6934.3188" },
    { "Sakila_customers", NULL, "document_bytes.max", "11798" },
    { "Sakila_films", "Actors", "length.min", "0" },
    { "Sakila_films", "Actors", "length.mean", "5.462" },
    { "Sakila_films", "Actors", "length.max", "15" },
    { "Sakila_films", "Actors", "length.empty", "3" },
    { "Sakila_films", "Actors[].actorId", "types", "{\"int\":5462}" },
    { "Sakila_films", "Actors[].actorId", "distinct", "200" },
    { "Sakila_actors", "_id", "types", "{\"double\":200}" },
    { "Sakila_customers", "Rentals[].filmId", "present", "16044" },
    { "Sakila_customers", "Rentals[].filmId", "distinct", "958" },
    { "Sakila_customers", "Rentals[].Return Date", "types", "{\"string\":15861,\"null\":183}" },
    { "Sakila_customers", "Rentals[].Payments[].Amount", "types", "{\"double\":16020,\"int\":24}" },
    { "Sakila_customers", "Rentals", "length.min", "12" },
    { "Sakila_customers", "Rentals", "length.mean", "26.785" },
    { "Sakila_customers", "Rentals", "length.max", "46" },
    { "Sakila_customers", "Rentals[].Payments", "length.min", "1" },
    { "Sakila_customers", "Rentals[].Payments", "length.max", "1" },
    { "Sakila_films", "Length", "+number-as-string", NULL },
    { "Sakila_films", "Rental Duration", "+number-as-string", NULL },
    { "Sakila_films", "Replacement Cost", "+number-as-string", NULL },
    { "Sakila_customers", "Rentals[].Rental Date", "+date-as-string", NULL },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  if (fixture->json == NULL)
    return;
  for (guint i = 0; i < 2; i++)
    {
      const json_t *path =
          golden_find_path (fixture, "Sakila_actors", i == 0 ? "phone" : "address");

      g_assert_false (json_is_null (json_object_get (path, "constant")));
      g_assert_cmpint (json_integer_value (json_object_get (path, "distinct")), ==, 1);
    }
}

/* D5, D6 */
static void
test_grades_and_albums (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "mongodb-json-files/grades.json",
                                       "mongodb-json-files/students.json",
                                       "mongodb-json-files/albums.json.xz",
                                       "mongodb-json-files/images.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "grades", NULL, "documents", "280" },
    { "students", NULL, "documents", "200" },
    { "grades", "student_id", "distinct", "50" },
    { "grades", "class_id", "distinct", "31" },
    { "grades", "class_id", "enum", "null" },
    { "grades", "class_id", "range.min", "0" },
    { "grades", "class_id", "range.max", "30" },
    { "grades", "scores[].type", "enum", "[\"exam\",\"homework\",\"quiz\"]" },
    { "grades", "scores", "length.min", "3" },
    { "grades", "scores", "length.mean", "4.432" },
    { "grades", "scores", "length.max", "6" },
    { "students", "scores", "length.min", "3" },
    { "students", "scores", "length.max", "3" },
    { "albums", NULL, "documents", "1000" },
    { "images", NULL, "documents", "100000" },
    { "albums", "images", "length.min", "48" },
    { "albums", "images", "length.mean", "89.737" },
    { "albums", "images", "length.max", "120" },
    { "albums", "images[]", "present", "89737" },
    { "albums", "images[]", "distinct", "89737" },
    { "images", "_id", "distinct", "100000" },
    { "images", "height", "constant", "480" },
    { "images", "width", "constant", "640" },
    { "images", "tags[]", "distinct", "7" },
    { "images", "tags", "length.empty", "747" },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  if (fixture->json == NULL)
    return;
  g_assert_cmpuint (
      json_array_size (json_object_get (golden_find_path (fixture, "images", "tags[]"), "enum")),
      ==, 7);
}

/* D7 */
static void
test_airports (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "airports/airports.json.xz", "airports/countries.json",
                                       "airports/regions.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "airports", NULL, "documents", "5210" },
    { "countries", NULL, "documents", "248" },
    { "regions", NULL, "documents", "3901" },
    { "airports", "iso_country", "distinct", "236" },
    { "airports", "iso_region", "distinct", "1837" },
    { "regions", "iso_country", "distinct", "248" },
    { "airports", "latitude_deg", "+number-as-string", NULL },
    { "airports", "longitude_deg", "+number-as-string", NULL },
    { "airports", "elevation_ft", "+number-as-string", NULL },
    { "airports", "id", "+number-as-string", NULL },
    { "airports", "name", "-number-as-string", NULL },
    { "airports", "home_link", "text_bytes.empty", "3922" },
    { "airports", "local_code", "text_bytes.empty", "3854" },
    { "airports", "keywords", "text_bytes.empty", "3477" },
    { "airports", "wikipedia_link", "text_bytes.empty", "702" },
    { "airports", "iata_code", "text_bytes.empty", "693" },
    { "airports", "gps_code", "text_bytes.empty", "254" },
    { "airports", "municipality", "text_bytes.empty", "232" },
    { "airports", "elevation_ft", "text_bytes.empty", "176" },
    { "airports", "home_link", "text_bytes.empty_share", "0.7528" },
    { "airports", "home_link", "+empty-is-missing", NULL },
    { "airports", "local_code", "+empty-is-missing", NULL },
    { "airports", "keywords", "+empty-is-missing", NULL },
    { "airports", "wikipedia_link", "+empty-is-missing", NULL },
    { "airports", "iata_code", "+empty-is-missing", NULL },
    { "airports", "gps_code", "+empty-is-missing", NULL },
    { "airports", "municipality", "+empty-is-missing", NULL },
    { "airports", "elevation_ft", "+empty-is-missing", NULL },
    { "airports", "ident", "-empty-is-missing", NULL },
  };
  static const char *const collections[] = { "airports", "countries", "regions" };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  for (guint i = 0; fixture->json != NULL && i < G_N_ELEMENTS (collections); i++)
    {
      size_t at;
      const json_t *path;

      json_array_foreach (
          json_object_get (golden_get_collection (fixture, collections[i]), "paths"), at, path)
      {
        const json_t *types = json_object_get (path, "types");

        g_assert_cmpuint (json_object_size (types), ==, 1);
        g_assert_nonnull (json_object_get (types, "string"));
      }
    }
}

/* D8 */
static void
test_movies (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "dbkoda/SampleCollections/video_movieDetails.bson.xz",
                                       NULL };
  static const GoldenFact facts[] = {
    { "video_movieDetails", NULL, "documents", "2295" },
    { "video_movieDetails", "year", "types", "{\"int\":2294,\"double\":1}" },
    { "video_movieDetails", "year", "+integral", NULL },
    { "video_movieDetails", "runtime", "types", "{\"int\":1862,\"null\":432,\"double\":1}" },
    { "video_movieDetails", "awards.wins", "types", "{\"int\":2294,\"double\":1}" },
    { "video_movieDetails", "imdb.rating", "types", "{\"double\":1528,\"null\":584,\"int\":183}" },
    { "video_movieDetails", "imdb.rating", "-integral", NULL },
    { "video_movieDetails", "tomato", "types", "{\"object\":362,\"null\":14}" },
    { "video_movieDetails", "tomato", "present", "376" },
    { "video_movieDetails", "tomato", "of", "2295" },
    { "video_movieDetails", "metacritic", "present", "376" },
    { "video_movieDetails", "awards.oscars", "present", "1" },
    { "video_movieDetails", "awards.oscars", "types", "{\"array\":1}" },
    { "video_movieDetails", "awards.oscars", "length.max", "5" },
    { "video_movieDetails", "awards.oscars[]", "types", "{\"object\":5}" },
    { "video_movieDetails", "imdb.id", "distinct", "2294" },
    { "video_movieDetails", "year", "rarest.type", "\"double\"" },
    { "video_movieDetails", "year", "rarest.count", "1" },
  };
  const json_t *year, *oscars;

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  if (fixture->json == NULL)
    return;
  /* The one document that has both. */
  year = json_object_get (golden_find_path (fixture, "video_movieDetails", "year"), "rarest");
  oscars =
      json_object_get (golden_find_path (fixture, "video_movieDetails", "awards.oscars"), "rarest");
  g_assert_true (
      json_equal (json_object_get (year, "documents"), json_object_get (oscars, "documents")));
  g_assert_cmpuint (json_array_size (json_object_get (year, "documents")), ==, 1);
}

/* D9 */
static void
test_unions (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "mongodb-json-files/books.json.xz",
                                       "mongodb-json-files/products.json", NULL };
  static const GoldenFact facts[] = {
    { "books", NULL, "documents", "431" },
    { "books", "_id", "types", "{\"int\":399,\"objectId\":32}" },
    { "books", "publishedDate", "types", "{\"date\":353}" },
    { "books", "publishedDate", "of", "431" },
    { "books", "isbn", "present", "428" },
    { "books", "isbn", "distinct", "424" },
    { "books", "authors", "length.min", "0" },
    { "books", "authors", "length.mean", "1.821" },
    { "books", "authors", "length.max", "8" },
    { "books", "authors", "length.empty", "37" },
    { "books", "status", "enum", "[\"MEAP\",\"PUBLISH\"]" },
    { "products", NULL, "documents", "11" },
    { "products", "_id", "types", "{\"objectId\":9,\"string\":2}" },
    { "products", "type", "types", "{\"string\":7,\"array\":4}" },
    { "products", "type", "+single-or-array", NULL },
    { "products", "for", "types", "{\"string\":2,\"array\":2}" },
    { "products", "for", "+single-or-array", NULL },
    { "products", "limits.data.n", "types", "{\"string\":2,\"int\":1}" },
    { "products", "limits.data.n", "-number-as-string", NULL },
    { "products", "additional_tarriffs[].amount", "types", "{\"double\":1,\"object\":1}" },
    { "products", "additional_tarriffs[].amount", "-single-or-array", NULL },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
}

/* D10 */
static void
test_catalog (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/citm_catalog.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "citm_catalog", NULL, "documents", "1" },
    { "citm_catalog", "areaNames", "map.entries", "17" },
    { "citm_catalog", "events", "map.entries", "184" },
    { "citm_catalog", "events", "map.key_field", "\"id\"" },
    { "citm_catalog", "seatCategoryNames", "map.entries", "64" },
    { "citm_catalog", "subTopicNames", "map.entries", "19" },
    { "citm_catalog", "topicNames", "map.entries", "4" },
    { "citm_catalog", "topicSubTopics", "map.entries", "4" },
    { "citm_catalog", "areaNames", "map.key_pattern", "\"^[0-9]+$\"" },
    { "citm_catalog", "events{}.description", "types", "{\"null\":184}" },
    { "citm_catalog", "events{}.description", "+always-null", NULL },
    { "citm_catalog", "events{}.subjectCode", "types", "{\"null\":184}" },
    { "citm_catalog", "events{}.subjectCode", "+always-null", NULL },
    { "citm_catalog", "events{}.subtitle", "types", "{\"null\":184}" },
    { "citm_catalog", "events{}.subtitle", "+always-null", NULL },
    { "citm_catalog", "events{}.logo", "types", "{\"string\":94,\"null\":90}" },
    { "citm_catalog", "events{}.logo", "-always-null", NULL },
    { "citm_catalog", "performances[].eventId", "present", "243" },
    { "citm_catalog", "performances[].eventId", "distinct", "184" },
    { "citm_catalog", "performances[].eventId", "-epoch-seconds", NULL },
    { "citm_catalog", "performances[].start", "types", "{\"long\":243}" },
    { "citm_catalog", "performances[].start", "+epoch-millis", NULL },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
}

/* D11 */
static void
test_large_maps (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/gsoc-2018.json.xz",
                                       "docs-assets-primer/dataset.geo-coord-cache.json.xz",
                                       "mime-db/db.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "gsoc-2018", "", "map.entries", "1264" },
    { "gsoc-2018", "", "map.distinct_keys", "1264" },
    { "gsoc-2018", "", "+consecutive-keys", NULL },
    { "gsoc-2018", "{}", "types", "{\"object\":1264}" },
    { "dataset.geo-coord-cache", "", "map.entries", "25359" },
    { "dataset.geo-coord-cache", "", "map.key_pattern", "\"^[0-9]+$\"" },
    { "dataset.geo-coord-cache", "", "-consecutive-keys", NULL },
    { "dataset.geo-coord-cache", "{}", "types", "{\"object\":25358,\"int\":1}" },
    { "dataset.geo-coord-cache", "{}.address", "present", "25357" },
    { "dataset.geo-coord-cache", "{}.lat", "present", "25357" },
    { "dataset.geo-coord-cache", "{}.long", "present", "25357" },
    { "db", "", "map.entries", "2522" },
    { "db", "{}", "types", "{\"object\":2522}" },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
}

/* D12, D13 */
static void
test_events_and_tweets (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/github_events.json",
                                       "simdjson-data/twitter.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "github_events", NULL, "documents", "30" },
    { "github_events", "org", "present", "6" },
    { "github_events", "id", "types", "{\"string\":30}" },
    { "github_events", "id", "formats.integer", "30" },
    { "github_events", "created_at", "types", "{\"string\":30}" },
    { "github_events", "created_at", "+date-as-string", NULL },
    { "github_events", "type", "distinct", "7" },
    { "twitter", "statuses", "length.max", "100" },
    { "twitter", "statuses[].id", "types", "{\"long\":100}" },
    { "twitter", "statuses[].id", "range.max", "505874924095815681" },
    { "twitter", "statuses[].id_str", "distinct", "100" },
    { "twitter", "statuses[].geo", "types", "{\"null\":100}" },
    { "twitter", "statuses[].geo", "+always-null", NULL },
    { "twitter", "statuses[].in_reply_to_status_id", "types", "{\"null\":94,\"long\":6}" },
    { "twitter", "statuses[].retweeted_status", "present", "73" },
    { "twitter", "statuses[].retweeted_status", "of", "100" },
  };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
}

/* D14, D15 */
static void
test_places (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "atlas-sample/dump/sample_geospatial/shipwrecks.bson.xz",
                                       "docs-assets-geospatial/neighborhoods.json.xz",
                                       "docs-assets-geospatial/restaurants.json.xz", NULL };
  static const GoldenFact facts[] = {
    { "shipwrecks", NULL, "documents", "11095" },
    { "shipwrecks", "depth", "types", "{\"string\":8518,\"double\":2339,\"int\":238}" },
    { "shipwrecks", "depth", "+empty-is-missing", NULL },
    { "shipwrecks", "depth", "text_bytes.empty", "8518" },
    { "shipwrecks", "depth", "-number-as-string", NULL },
    { "shipwrecks", "londec", "types", "{\"double\":11094,\"int\":1}" },
    { "shipwrecks", "recrd", "constant", "\"\"" },
    { "shipwrecks", "gp_quality", "constant", "\"\"" },
    { "shipwrecks", "watlev", "distinct", "6" },
    { "shipwrecks", "quasou", "distinct", "7" },
    { "shipwrecks", "sounding_type", "distinct", "6" },
    { "shipwrecks", "feature_type", "distinct", "5" },
    { "shipwrecks", "coordinates", "length.min", "2" },
    { "shipwrecks", "coordinates", "length.max", "2" },
    { "shipwrecks", "coordinates[]", "types", "{\"double\":22190}" },
    { "neighborhoods", NULL, "documents", "195" },
    { "neighborhoods", "geometry", "types", "{\"object\":195}" },
    { "neighborhoods", "geometry.coordinates[][][]", "-single-or-array", NULL },
    { "restaurants", NULL, "documents", "25359" },
    { "restaurants", "location", "present", "25359" },
    { "restaurants", "location.type", "constant", "\"Point\"" },
    { "restaurants", "location.coordinates", "length.min", "2" },
    { "restaurants", "location.coordinates", "length.max", "2" },
  };
  static const char *const enumerations[] = { "watlev", "quasou", "sounding_type", "feature_type" };

  assert_facts (fixture, files, facts, G_N_ELEMENTS (facts));
  for (guint i = 0; fixture->json != NULL && i < G_N_ELEMENTS (enumerations); i++)
    {
      const json_t *path = golden_find_path (fixture, "shipwrecks", enumerations[i]);
      const json_t *values = json_object_get (path, "enum");

      g_test_message ("%s", enumerations[i]);
      g_assert_cmpint (json_integer_value (json_object_get (path, "distinct")), ==,
                       (json_int_t)json_array_size (values));
      if (!g_str_equal (enumerations[i], "feature_type"))
        g_assert_cmpstr (json_string_value (json_array_get (values, 0)), ==, "");
    }
}

/* D16, as a reader sees it that knows nothing of time series. */
static void
test_buckets (GoldenFixture *fixture, gconstpointer data)
{
  static const GoldenFact facts[] = {
    { "buckets", "data.ts", "map.entries", "1000" },
    { "buckets", "data.ts", "map.distinct_keys", "100" },
    { "buckets", "data.ts", "+consecutive-keys", NULL },
    { "buckets", "data._id", "map.distinct_keys", "100" },
    { "buckets", "data._id", "+consecutive-keys", NULL },
    { "buckets", "data.measurement", "map.distinct_keys", "100" },
    { "buckets", "data.measurement", "+consecutive-keys", NULL },
  };
  g_autofree char *source =
      fixture_dataset ("mongo-tools-testdata/timeseries_test/system.buckets.foo_ts.bson");
  const char *const sources[] = { fixture->folder, NULL };
  g_autofree char *bytes = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  gsize length;

  if (source == NULL)
    return;
  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  path = fixture_write (fixture->folder, "buckets.bson", bytes, (gssize)length);
  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  text = squill_profile_to_json (profile);
  fixture->json = json_loads (text, 0, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    golden_assert_facts (fixture, &facts[i], 1);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* All objects of all data that are taken for maps, and no others. Of a map with one key nobody can
 * know; such are not listed. */
static void
test_maps (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "airports/airports.json.xz",
    "airports/countries.json",
    "airports/regions.json.xz",
    "atlas-sample/dump/sample_analytics/accounts.bson.xz",
    "atlas-sample/dump/sample_analytics/customers.bson.xz",
    "atlas-sample/dump/sample_geospatial/shipwrecks.bson.xz",
    "atlas-sample/dump/sample_mflix/sessions.bson",
    "atlas-sample/dump/sample_mflix/theaters.bson.xz",
    "atlas-sample/dump/sample_mflix/users.bson",
    "atlas-sample/dump/sample_training/zips.bson.xz",
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
    "docs-assets-primer/air_alliances.json",
    "docs-assets-primer/dataset.geo-coord-cache.json.xz",
    "docs-assets-primer/inventory.json.xz",
    "mime-db/db.json.xz",
    "mongodb-json-files/books.json.xz",
    "mongodb-json-files/countries-small.json.xz",
    "mongodb-json-files/grades.json",
    "mongodb-json-files/products.json",
    "mongodb-json-files/profiles.json.xz",
    "mongodb-json-files/students.json",
    "simdjson-data/citm_catalog.json.xz",
    "simdjson-data/github_events.json",
    "simdjson-data/gsoc-2018.json.xz",
    "simdjson-data/twitter.json.xz",
    "simdjson-data/update-center.json.xz",
    NULL,
  };
  static const char *const maps[] = {
    "citm_catalog areaNames",
    "citm_catalog events",
    "citm_catalog seatCategoryNames",
    "citm_catalog subTopicNames",
    "citm_catalog topicNames",
    "citm_catalog topicSubTopics",
    "countries-small languages",
    "countries-small name.native",
    "customers tier_and_details",
    "dataset.geo-coord-cache ",
    "db ",
    "gsoc-2018 ",
    "update-center plugins",
    NULL,
  };
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autofree char *expected = g_strjoinv (", ", (char **)maps);
  size_t i, k;
  const json_t *collection, *path;

  if (!golden_read_files (fixture, files))
    return;
  json_array_foreach (json_object_get (fixture->json, "collections"), i, collection)
  {
    json_array_foreach (json_object_get (collection, "paths"), k, path)
    {
      if (json_object_get (path, "map") != NULL)
        g_ptr_array_add (found,
                         g_strdup_printf ("%s %s",
                                          json_string_value (json_object_get (collection, "name")),
                                          json_string_value (json_object_get (path, "path"))));
    }
  }
  g_ptr_array_sort (found, compare_texts);
  g_ptr_array_add (found, NULL);
  text = g_strjoinv (", ", (char **)found->pdata);
  g_assert_cmpstr (text, ==, expected);

  /* Four names with values alike, and still a record; why is told. */
  path = golden_find_path (fixture, "twitter", "statuses[].entities.media[].sizes");
  g_assert_nonnull (json_object_get (path, "record"));
  g_assert_cmpuint (
      json_array_size (json_object_get (json_object_get (path, "record"), "evidence")), >, 0);
  /* An array kept as an object is told in the reasons. */
  path = golden_find_path (fixture, "gsoc-2018", "");
  g_assert_true (golden_has_flag (path, "consecutive-keys"));
  g_assert_cmpuint (json_array_size (json_object_get (json_object_get (path, "map"), "evidence")),
                    >, 1);
}

#define ADD(name, test)                                                                \
  g_test_add ("/inspect/golden-facts/" name, GoldenFixture, NULL, golden_set_up, test, \
              golden_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("analytics", test_analytics);
  ADD ("orders", test_orders);
  ADD ("sakila", test_sakila);
  ADD ("grades-and-albums", test_grades_and_albums);
  ADD ("airports", test_airports);
  ADD ("movies", test_movies);
  ADD ("unions", test_unions);
  ADD ("catalog", test_catalog);
  ADD ("large-maps", test_large_maps);
  ADD ("events-and-tweets", test_events_and_tweets);
  ADD ("places", test_places);
  ADD ("buckets", test_buckets);
  ADD ("maps", test_maps);
  return g_test_run ();
}
