/* SPDX-License-Identifier: Apache-2.0 */

/* Facts of real data that were counted over every document by other means. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/reference/squill-reference.h"
#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <jansson.h>
#include <string.h>

typedef struct
{
  char *folder;
  SquillProfile *profile;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->profile);
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Unpacks files of the real data into a folder of their own and reads it; FALSE where they are not
 * here. */
static gboolean
read_files (Fixture *fixture, const char *const *files)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (GError) error = NULL;

  for (; *files != NULL; files++)
    {
      g_autofree char *name = g_path_get_basename (*files);
      g_autofree char *path = NULL;

      if (g_str_has_suffix (name, ".xz"))
        {
          name[strlen (name) - 3] = '\0';
          path = fixture_unpack (fixture->folder, *files, name);
        }
      else
        {
          g_autofree char *source = fixture_dataset (*files);
          g_autofree char *bytes = NULL;
          gsize length;

          if (source != NULL && g_file_get_contents (source, &bytes, &length, NULL))
            path = fixture_write (fixture->folder, name, bytes, (gssize)length);
        }
      if (path == NULL)
        return FALSE;
    }
  fixture->profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

static SquillCollectionProfile *
get_collection (Fixture *fixture, const char *name)
{
  GPtrArray *collections = squill_profile_get_collections (fixture->profile);

  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      if (g_str_equal (collection->name, name))
        return collection;
    }
  g_error ("no collection %s", name);
}

static const SquillPath *
get_path (Fixture *fixture, const char *collection, const char *path)
{
  const SquillPath *found =
      squill_collection_profile_find_path (get_collection (fixture, collection), path);

  if (found == NULL)
    g_error ("no path %s in %s", path, collection);
  return found;
}

static char *
describe_types (const SquillPath *path)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (path->types[i] > 0)
      g_string_append_printf (text, "%s%s %" G_GUINT64_FORMAT, text->len > 0 ? ", " : "",
                              squill_type_get_name ((SquillTypes)(1u << i)), path->types[i]);
  return g_string_free (text, FALSE);
}

/* Types in the order of their numbers. */
static void
assert_path (Fixture *fixture,
             const char *collection,
             const char *path,
             guint64 present,
             guint64 of,
             const char *types)
{
  const SquillPath *found = get_path (fixture, collection, path);
  g_autofree char *found_types = describe_types (found);

  g_test_message ("%s.%s", collection, path);
  g_assert_cmpuint (found->present, ==, present);
  g_assert_cmpuint (squill_path_get_of (found), ==, of);
  g_assert_cmpstr (found_types, ==, types);
}

static void
assert_length (Fixture *fixture,
               const char *collection,
               const char *path,
               guint64 min,
               double mean,
               guint64 max)
{
  const SquillPath *found = get_path (fixture, collection, path);
  const SquillDistribution *distribution = found->values != NULL ? found->entries : found->lengths;

  g_test_message ("%s.%s", collection, path);
  g_assert_cmpuint (distribution->min, ==, min);
  g_assert_cmpfloat_with_epsilon (squill_distribution_get_mean (distribution), mean, 0.0005);
  g_assert_cmpuint (distribution->max, ==, max);
}

static void
assert_documents (Fixture *fixture, const char *collection, guint64 documents)
{
  g_assert_cmpuint (get_collection (fixture, collection)->document_bytes.count, ==, documents);
}

/* All references that are claimed as "collection.path -> collection.path", in their order, joined
 * by commas. */
static char *
list_references (Fixture *fixture)
{
  GPtrArray *references = squill_profile_get_references (fixture->profile);
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);
      g_autofree char *from = squill_reference_get_from_text (reference);
      g_autofree char *to = squill_reference_get_to_text (reference);

      if (reference->proposed)
        g_string_append_printf (list, "%s%s -> %s", list->len > 0 ? ", " : "", from, to);
    }
  return g_string_free (list, FALSE);
}

static const SquillReference *
get_reference (Fixture *fixture, guint index)
{
  return g_ptr_array_index (squill_profile_get_references (fixture->profile), index);
}

static void
test_analytics (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "atlas-sample/dump/sample_analytics/accounts.bson.xz",
    "atlas-sample/dump/sample_analytics/accounts.metadata.json",
    "atlas-sample/dump/sample_analytics/customers.bson.xz",
    "atlas-sample/dump/sample_analytics/customers.metadata.json",
    NULL,
  };
  const SquillReference *reference;
  const SquillPath *path;
  g_autofree char *references = NULL;
  const SquillCollectionProfile *collection;

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "accounts", 1746);
  assert_documents (fixture, "customers", 500);
  collection = g_ptr_array_index (squill_profile_get_collections (fixture->profile), 1);
  g_assert_cmpstr (collection->name, ==, "customers");
  g_assert_cmpuint (squill_collection_profile_count_paths (collection), ==, 16);

  path = get_path (fixture, "customers", "tier_and_details");
  g_assert_nonnull (path->values);
  g_assert_cmpuint (path->values->present, ==, 456);
  g_assert_cmpuint (path->map->distinct_count, ==, 456);
  g_assert_cmpuint (squill_distribution_count_of (path->entries, 0), ==, 267);
  g_assert_cmpint (squill_map_keys_get_pattern (path->map), ==, SQUILL_KEY_HEX_32);
  g_assert_cmpstr (squill_path_traits_get_key_field (path)->name, ==, "id");
  g_assert_cmpuint (squill_path_traits_get_key_field (path)->equals_key, ==, 456);
  assert_length (fixture, "customers", "tier_and_details", 0, 0.912, 3);
  assert_path (fixture, "customers", "tier_and_details{}.tier", 456, 456, "string 456");
  assert_path (fixture, "customers", "tier_and_details{}.active", 456, 456, "bool 456");
  assert_path (fixture, "customers", "tier_and_details{}.benefits", 456, 456, "array 456");
  assert_length (fixture, "customers", "tier_and_details{}.benefits", 1, 1.502, 2);
  path = get_path (fixture, "customers", "tier_and_details{}.tier");
  g_assert_true (squill_path_traits_is_enumeration (path));
  g_assert_cmpuint (path->scalars.table.n_values, ==, 4);
  path = get_path (fixture, "customers", "tier_and_details{}.benefits[]");
  g_assert_true (squill_path_traits_is_enumeration (path));
  g_assert_cmpuint (path->scalars.table.n_values, ==, 10);
  assert_path (fixture, "customers", "active", 1, 500, "bool 1");
  assert_length (fixture, "customers", "accounts", 1, 3.492, 6);

  references = list_references (fixture);
  g_assert_cmpstr (references, ==, "customers.accounts[] -> accounts.account_id");
  reference = get_reference (fixture, 0);
  g_assert_true (reference->exact);
  g_assert_cmpuint (reference->references, ==, 1746);
  g_assert_cmpuint (reference->distinct, ==, 1745);
  g_assert_cmpfloat (reference->inclusion, ==, 1);
  g_assert_cmpfloat (reference->coverage, ==, 1);
  g_assert_cmpuint (reference->dangling, ==, 0);
  g_assert_cmpuint (reference->orphans, ==, 0);
  g_assert_cmpuint (reference->per_key_min, ==, 1);
  g_assert_cmpuint (reference->per_key_max, ==, 2);
}

/* Read as it lies there: a dump packed with gzip. */
static void
test_order_example (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("dbkoda/OrderExample");
  const char *const sources[] = { path, NULL };
  g_autofree char *references = NULL;
  const SquillReference *reference;

  if (path == NULL)
    return;
  fixture->profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (squill_profile_get_n_problems (fixture->profile), ==, 0);
  assert_documents (fixture, "customers", 1000);
  assert_documents (fixture, "orders", 51393);
  assert_documents (fixture, "products", 1000);
  assert_path (fixture, "orders", "_id", 51393, 51393, "double 51393");
  assert_path (fixture, "orders", "customerId", 51393, 51393, "double 51393");
  assert_path (fixture, "customers", "_id", 1000, 1000, "int 1000");
  assert_path (fixture, "products", "_id", 1000, 1000, "int 1000");
  g_assert_true (squill_path_traits_is_enumeration (get_path (fixture, "orders", "orderStatus")));
  g_assert_cmpuint (get_path (fixture, "orders", "orderStatus")->scalars.table.n_values, ==, 10);
  g_assert_cmpint (squill_path_traits_get_flags (get_path (fixture, "orders", "orderStatus")), ==,
                   SQUILL_FLAG_INTEGRAL);

  /* Ten pairs of numbers contain one another; one is a reference. */
  references = list_references (fixture);
  g_assert_cmpstr (references, ==, "orders.customerId -> customers._id");
  reference = get_reference (fixture, 0);
  g_assert_cmpuint (reference->references, ==, 51393);
  g_assert_cmpuint (reference->distinct, ==, 1000);
  g_assert_cmpuint (reference->orphans, ==, 0);
  g_assert_cmpfloat_with_epsilon (reference->per_key_mean, 51.39, 0.005);
}

static void
test_sakila (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "dbkoda/SampleCollections/Sakila_actors.bson",
    "dbkoda/SampleCollections/Sakila_customers.bson.xz",
    "dbkoda/SampleCollections/Sakila_films.bson.xz",
    NULL,
  };
  g_autofree char *references = NULL;
  const SquillReference *reference;
  SquillCollectionProfile *customers;

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "Sakila_films", 1000);
  assert_documents (fixture, "Sakila_actors", 200);
  assert_documents (fixture, "Sakila_customers", 599);
  assert_path (fixture, "Sakila_customers", "Rentals[].Return Date", 16044, 16044,
               "string 15861, null 183");
  assert_path (fixture, "Sakila_customers", "Rentals[].Payments[].Amount", 16044, 16044,
               "double 16020, int 24");
  assert_length (fixture, "Sakila_customers", "Rentals", 12, 26.785, 46);
  assert_length (fixture, "Sakila_customers", "Rentals[].Payments", 1, 1, 1);
  assert_length (fixture, "Sakila_films", "Actors", 0, 5.462, 15);
  customers = get_collection (fixture, "Sakila_customers");
  g_assert_cmpuint (customers->document_bytes.min, ==, 3214);
  g_assert_cmpuint (customers->document_bytes.max, ==, 11798);
  g_assert_cmpfloat_with_epsilon (squill_distribution_get_mean (&customers->document_bytes), 6934,
                                  0.5);
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "Sakila_actors", "phone")));
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "Sakila_actors", "address")));

  references = list_references (fixture);
  g_assert_cmpstr (references, ==,
                   "Sakila_customers.Rentals[].filmId -> Sakila_films._id, "
                   "Sakila_films.Actors[].actorId -> Sakila_actors._id");
  reference = get_reference (fixture, 0);
  g_assert_cmpuint (reference->references, ==, 16044);
  g_assert_cmpuint (reference->distinct, ==, 958);
  g_assert_cmpuint (reference->dangling, ==, 0);
  reference = get_reference (fixture, 1);
  g_assert_cmpuint (reference->references, ==, 5462);
  g_assert_cmpuint (reference->distinct, ==, 200);
  g_assert_cmpuint (reference->per_key_min, ==, 14);
  g_assert_cmpfloat_with_epsilon (reference->per_key_mean, 27.31, 0.005);
  g_assert_cmpuint (reference->per_key_max, ==, 42);
}

static void
test_movies (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "dbkoda/SampleCollections/video_movieDetails.bson.xz",
                                       NULL };

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "video_movieDetails", 2295);
  assert_path (fixture, "video_movieDetails", "year", 2295, 2295, "double 1, int 2294");
  assert_path (fixture, "video_movieDetails", "runtime", 2295, 2295,
               "double 1, null 432, int 1862");
  assert_path (fixture, "video_movieDetails", "awards.wins", 2295, 2295, "double 1, int 2294");
  assert_path (fixture, "video_movieDetails", "imdb.rating", 2295, 2295,
               "double 1528, null 584, int 183");
  assert_path (fixture, "video_movieDetails", "tomato", 376, 2295, "object 362, null 14");
  assert_path (fixture, "video_movieDetails", "metacritic", 376, 2295, "double 1, int 375");
  assert_path (fixture, "video_movieDetails", "awards.oscars", 1, 2295, "array 1");
  g_assert_cmpuint (get_path (fixture, "video_movieDetails", "imdb.id")->scalars.distinct, ==,
                    2294);
}

static void
test_json_files (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "mongodb-json-files/albums.json.xz",
    "mongodb-json-files/images.json.xz",
    "mongodb-json-files/grades.json",
    "mongodb-json-files/students.json",
    "mongodb-json-files/books.json.xz",
    "mongodb-json-files/products.json",
    NULL,
  };
  g_autofree char *references = NULL;
  const SquillReference *reference;

  if (!read_files (fixture, files))
    return;
  g_assert_cmpuint (squill_profile_get_n_problems (fixture->profile), ==, 0);
  assert_documents (fixture, "albums", 1000);
  assert_documents (fixture, "images", 100000);
  assert_documents (fixture, "grades", 280);
  assert_documents (fixture, "students", 200);
  assert_documents (fixture, "books", 431);
  assert_documents (fixture, "products", 11);

  g_assert_true (squill_path_traits_is_enumeration (get_path (fixture, "grades", "scores[].type")));
  g_assert_cmpuint (get_path (fixture, "grades", "scores[].type")->scalars.table.n_values, ==, 3);
  assert_length (fixture, "grades", "scores", 3, 4.432, 6);
  assert_length (fixture, "students", "scores", 3, 3, 3);
  assert_length (fixture, "albums", "images", 48, 89.737, 120);
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "images", "height")));
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "images", "width")));
  g_assert_cmpuint (get_path (fixture, "images", "tags[]")->scalars.table.n_values, ==, 7);
  g_assert_cmpuint (squill_distribution_count_of (get_path (fixture, "images", "tags")->lengths, 0),
                    ==, 747);

  assert_path (fixture, "books", "_id", 431, 431, "objectId 32, int 399");
  assert_path (fixture, "books", "publishedDate", 353, 431, "date 353");
  g_assert_cmpuint (get_path (fixture, "books", "isbn")->present, ==, 428);
  g_assert_cmpuint (get_path (fixture, "books", "isbn")->scalars.distinct, ==, 424);
  assert_length (fixture, "books", "authors", 0, 1.821, 8);
  g_assert_cmpuint (
      squill_distribution_count_of (get_path (fixture, "books", "authors")->lengths, 0), ==, 37);
  g_assert_cmpuint (get_path (fixture, "books", "status")->scalars.table.n_values, ==, 2);

  assert_path (fixture, "products", "_id", 11, 11, "string 2, objectId 9");
  assert_path (fixture, "products", "type", 11, 11, "string 7, array 4");
  g_assert_cmpint (squill_path_traits_get_flags (get_path (fixture, "products", "type")), ==,
                   SQUILL_FLAG_SINGLE_OR_ARRAY);
  assert_path (fixture, "products", "for", 4, 11, "string 2, array 2");
  assert_path (fixture, "products", "limits.data.n", 3, 3, "string 2, int 1");
  assert_path (fixture, "products", "additional_tarriffs[].amount", 2, 2, "double 1, object 1");

  references = list_references (fixture);
  g_assert_cmpstr (references, ==,
                   "albums.images[] -> images._id, grades.student_id -> students._id");
  reference = get_reference (fixture, 0);
  g_assert_true (reference->exact);
  g_assert_cmpuint (reference->references, ==, 89737);
  g_assert_cmpuint (reference->distinct, ==, 89737);
  g_assert_cmpuint (reference->orphans, ==, 10263);
  g_assert_cmpuint (reference->per_key_max, ==, 1);
  reference = get_reference (fixture, 1);
  g_assert_cmpuint (reference->references, ==, 280);
  g_assert_cmpuint (reference->distinct, ==, 50);
  g_assert_cmpfloat (reference->coverage, ==, 0.25);
}

static void
test_big_objects (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "simdjson-data/citm_catalog.json.xz",
    "simdjson-data/gsoc-2018.json.xz",
    "docs-assets-primer/dataset.geo-coord-cache.json.xz",
    "mime-db/db.json.xz",
    "simdjson-data/twitter.json.xz",
    NULL,
  };
  static const struct
  {
    const char *path;
    guint64 keys;
  } maps[] = {
    { "areaNames", 17 },     { "events", 184 },   { "seatCategoryNames", 64 },
    { "subTopicNames", 19 }, { "topicNames", 4 }, { "topicSubTopics", 4 },
  };
  const SquillPath *path;

  if (!read_files (fixture, files))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      path = get_path (fixture, "citm_catalog", maps[i].path);
      g_test_message ("%s", maps[i].path);
      g_assert_nonnull (path->values);
      g_assert_cmpuint (path->map->distinct_count, ==, maps[i].keys);
      g_assert_cmpint (squill_map_keys_get_pattern (path->map), ==, SQUILL_KEY_DIGITS);
    }
  path = get_path (fixture, "citm_catalog", "events");
  g_assert_cmpstr (squill_path_traits_get_key_field (path)->name, ==, "id");
  g_assert_cmpuint (squill_path_traits_get_key_field (path)->equals_key, ==, 184);
  assert_path (fixture, "citm_catalog", "events{}.description", 184, 184, "null 184");
  g_assert_cmpint (
      squill_path_traits_get_flags (get_path (fixture, "citm_catalog", "events{}.description")), ==,
      SQUILL_FLAG_ALWAYS_NULL);
  assert_path (fixture, "citm_catalog", "events{}.logo", 184, 184, "string 94, null 90");
  assert_path (fixture, "citm_catalog", "performances[].start", 243, 243, "long 243");

  path = get_path (fixture, "gsoc-2018", "");
  g_assert_cmpuint (path->values->present, ==, 1264);
  g_assert_cmpint (squill_path_traits_get_flags (path), ==, SQUILL_FLAG_CONSECUTIVE_KEYS);
  path = get_path (fixture, "dataset.geo-coord-cache", "");
  g_assert_cmpuint (path->map->distinct_count, ==, 25359);
  assert_path (fixture, "dataset.geo-coord-cache", "{}.address", 25357, 25358, "string 25357");
  path = get_path (fixture, "db", "");
  g_assert_cmpuint (path->map->distinct_count, ==, 2522);

  /* Four names with values alike, and still a record. */
  path = get_path (fixture, "twitter", "statuses[].entities.media[].sizes");
  g_assert_null (path->values);
  g_assert_cmpuint (path->n_fields, ==, 4);
  assert_path (fixture, "twitter", "statuses[].id", 100, 100, "long 100");
  assert_path (fixture, "twitter", "statuses[].geo", 100, 100, "null 100");
  assert_path (fixture, "twitter", "statuses[].in_reply_to_status_id", 100, 100, "null 94, long 6");
  assert_path (fixture, "twitter", "statuses[].retweeted_status", 73, 100, "object 73");
}

static void
test_shipwrecks (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "atlas-sample/dump/sample_geospatial/shipwrecks.bson.xz",
                                       NULL };
  static const struct
  {
    const char *path;
    guint values;
  } enumerations[] = {
    { "watlev", 6 }, { "quasou", 7 }, { "sounding_type", 6 }, { "feature_type", 5 }
  };

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "shipwrecks", 11095);
  assert_path (fixture, "shipwrecks", "depth", 11095, 11095, "double 2339, string 8518, int 238");
  g_assert_true (squill_path_traits_get_flags (get_path (fixture, "shipwrecks", "depth")) &
                 SQUILL_FLAG_EMPTY_IS_MISSING);
  assert_path (fixture, "shipwrecks", "londec", 11095, 11095, "double 11094, int 1");
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "shipwrecks", "recrd")));
  g_assert_true (squill_path_traits_is_constant (get_path (fixture, "shipwrecks", "gp_quality")));
  for (guint i = 0; i < G_N_ELEMENTS (enumerations); i++)
    {
      const SquillPath *path = get_path (fixture, "shipwrecks", enumerations[i].path);

      g_assert_true (squill_path_traits_is_enumeration (path));
      g_assert_cmpuint (path->scalars.table.n_values, ==, enumerations[i].values);
    }
  assert_length (fixture, "shipwrecks", "coordinates", 2, 2, 2);
}

static void
test_airports (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "airports/airports.json.xz", "airports/countries.json",
                                       "airports/regions.json.xz", NULL };
  static const struct
  {
    const char *path;
    guint64 empty;
  } cases[] = {
    { "home_link", 3922 },     { "local_code", 3854 },  { "keywords", 3477 },
    { "wikipedia_link", 702 }, { "iata_code", 693 },    { "gps_code", 254 },
    { "municipality", 232 },   { "elevation_ft", 176 },
  };

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "airports", 5210);
  assert_documents (fixture, "countries", 248);
  assert_documents (fixture, "regions", 3901);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SquillPath *path = get_path (fixture, "airports", cases[i].path);

      g_assert_cmpuint (path->text.empty, ==, cases[i].empty);
      g_assert_true (squill_path_traits_get_flags (path) & SQUILL_FLAG_EMPTY_IS_MISSING);
    }
}

static void
test_events (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "simdjson-data/github_events.json", NULL };
  const SquillPath *path;

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "github_events", 30);
  assert_path (fixture, "github_events", "org", 6, 30, "object 6");
  path = get_path (fixture, "github_events", "type");
  g_assert_true (squill_path_traits_is_enumeration (path));
  g_assert_cmpuint (path->scalars.table.n_values, ==, 7);
}

/* Lines with NaN; names that are numbers now and then. */
static void
test_airlines (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "docs-assets-primer/air_airlines.json.xz", NULL };

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "air_airlines", 6048);
  assert_path (fixture, "air_airlines", "base", 6048, 6048, "double 4, string 6044");
  g_assert_cmpuint (get_path (fixture, "air_airlines", "active")->scalars.distinct, ==, 3);
}

static void
test_other_counts (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "atlas-sample/dump/sample_mflix/sessions.bson",
    "atlas-sample/dump/sample_mflix/theaters.bson.xz",
    "atlas-sample/dump/sample_mflix/users.bson",
    "atlas-sample/dump/sample_training/zips.bson.xz",
    "docs-assets-geospatial/neighborhoods.json.xz",
    "docs-assets-geospatial/restaurants.json.xz",
    "docs-assets-primer/inventory.json.xz",
    "mongodb-json-files/countries-small.json.xz",
    "mongodb-json-files/profiles.json.xz",
    NULL,
  };

  if (!read_files (fixture, files))
    return;
  assert_documents (fixture, "sessions", 1);
  assert_documents (fixture, "theaters", 1564);
  assert_documents (fixture, "users", 185);
  assert_documents (fixture, "zips", 29470);
  assert_documents (fixture, "neighborhoods", 195);
  assert_documents (fixture, "restaurants", 25359);
  assert_documents (fixture, "inventory", 3244);
  assert_documents (fixture, "countries-small", 248);
  assert_documents (fixture, "profiles", 1515);
  g_assert_cmpuint (squill_profile_get_n_problems (fixture->profile), ==, 0);
}

static const json_t *
find_named (const json_t *array, const char *member, const char *text)
{
  size_t i;
  const json_t *value;

  json_array_foreach (array, i, value)
  {
    if (g_strcmp0 (json_string_value (json_object_get (value, member)), text) == 0)
      return value;
  }
  g_error ("nothing with %s", text);
}

/* Others may be added. */
static void
assert_members (const json_t *actual, json_t *expected)
{
  const char *name;
  json_t *value;

  json_object_foreach (expected, name, value)
  {
    g_test_message ("%s", name);
    g_assert_true (json_equal (json_object_get (actual, name), value));
  }
  json_decref (expected);
}

/* The shapes that the command line promises. */
static void
test_json (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = {
    "atlas-sample/dump/sample_analytics/accounts.bson.xz",
    "atlas-sample/dump/sample_analytics/customers.bson.xz",
    "mongo-tools-testdata/bsondump/partial_file.bson",
    NULL,
  };
  g_autofree char *text = NULL;
  json_t *json, *expected, *part;
  const json_t *collection, *paths;

  if (!read_files (fixture, files))
    return;
  text = squill_profile_to_json (fixture->profile);
  json = json_loads (text, 0, NULL);
  g_assert_nonnull (json);
  g_assert_cmpint (json_integer_value (json_object_get (json, "squill")), ==, 1);

  collection = find_named (json_object_get (json, "collections"), "name", "customers");
  g_assert_cmpstr (json_string_value (json_object_get (collection, "source")), ==,
                   "customers.bson");
  g_assert_cmpint (json_integer_value (json_object_get (collection, "documents_total")), ==, 500);
  g_assert_cmpstr (json_string_value (json_object_get (collection, "method")), ==, "full");
  g_assert_true (json_is_true (json_object_get (collection, "saturated")));
  g_assert_cmpfloat (
      json_number_value (json_object_get (json_object_get (collection, "document_bytes"), "mean")),
      ==, 391.612);

  paths = json_object_get (collection, "paths");
  g_assert_cmpuint (json_array_size (paths), ==, 16);
  expected = json_pack ("{s:s, s:i, s:i, s:{s:i}, s:i, s:i, s:n, s:n, s:{s:i, s:i}, s:[]}", "path",
                        "accounts[]", "of", 1746, "present", 1746, "types", "int", 1746, "bytes",
                        6984, "distinct", 1745, "enum", "constant", "range", "min", 50948, "max",
                        999198, "flags");
  assert_members (find_named (paths, "path", "accounts[]"), expected);
  part = json_object_get (find_named (paths, "path", "tier_and_details"), "map");
  expected = json_pack ("{s:i, s:i, s:s, s:s, s:f}", "entries", 456, "distinct_keys", 456,
                        "key_pattern", "^[0-9a-f]{32}$", "key_field", "id", "confidence", 0.99);
  assert_members (part, expected);
  expected = json_pack ("{s:i, s:f, s:i, s:i, s:i}", "min", 0, "mean", 0.912, "p95", 3, "max", 3,
                        "empty", 267);
  assert_members (json_object_get (part, "length"), expected);
  expected = json_pack ("[s, s, s, s]", "Bronze", "Gold", "Platinum", "Silver");
  g_assert_true (json_equal (
      json_object_get (find_named (paths, "path", "tier_and_details{}.tier"), "enum"), expected));
  json_decref (expected);

  part = json_array_get (json_object_get (json, "references"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (part, "from")), ==, "customers.accounts[]");
  g_assert_cmpstr (json_string_value (json_object_get (part, "to")), ==, "accounts.account_id");
  g_assert_cmpstr (json_string_value (json_object_get (part, "verdict")), ==, "proposed");
  expected = json_pack ("{s:i, s:f, s:i}", "min", 1, "mean", 3.492, "max", 6);
  g_assert_true (json_equal (json_object_get (part, "children_per_parent"), expected));
  json_decref (expected);

  part = json_array_get (json_object_get (json, "problems"), 0);
  g_assert_cmpint (json_integer_value (json_object_get (part, "offset")), ==, 164);
  g_assert_true (json_is_null (json_object_get (part, "line")));
  g_assert_true (json_is_string (json_object_get (part, "reason")));
  json_decref (json);
}

/* No value of a document is kept. */
static void
test_no_values (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (GString) actors = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  for (int i = 0; i < 200; i++)
    g_string_append_printf (actors, "{\"_id\":%d,\"name\":\"n%d\",\"phone\":\"XXX-XXXX-XXX\"}\n", i,
                            i);
  path = fixture_write (fixture->folder, "actors.json", actors->str, -1);
  fixture->profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  text = squill_profile_to_json (fixture->profile);
  g_assert_nonnull (strstr (text, "XXX-XXXX-XXX"));
  g_free (text);
  g_clear_object (&fixture->profile);

  options.keep_values = FALSE;
  fixture->profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  text = squill_profile_to_json (fixture->profile);
  g_assert_null (strstr (text, "XXX-XXXX-XXX"));
  g_assert_nonnull (strstr (text, "\"distinct\": 1"));
}

#define ADD(name, test) \
  g_test_add ("/inspect/datasets/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("analytics", test_analytics);
  ADD ("order-example", test_order_example);
  ADD ("sakila", test_sakila);
  ADD ("movies", test_movies);
  ADD ("json-files", test_json_files);
  ADD ("big-objects", test_big_objects);
  ADD ("shipwrecks", test_shipwrecks);
  ADD ("airports", test_airports);
  ADD ("events", test_events);
  ADD ("airlines", test_airlines);
  ADD ("other-counts", test_other_counts);
  ADD ("json", test_json);
  ADD ("no-values", test_no_values);
  return g_test_run ();
}
