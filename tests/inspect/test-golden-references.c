/* SPDX-License-Identifier: Apache-2.0 */

/* References of real data, counted over every document by other means; and pairs of fields that
 * look like references and are none. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "references-fixture.h"

#include <string.h>

static void
assert_counts (const SquillReference *reference,
               guint64 references,
               guint64 distinct,
               guint64 dangling,
               guint64 orphans)
{
  g_assert_true (reference->exact);
  g_assert_cmpuint (reference->references, ==, references);
  g_assert_cmpuint (reference->distinct, ==, distinct);
  g_assert_cmpuint (reference->dangling, ==, dangling);
  g_assert_cmpuint (reference->orphans, ==, orphans);
}

static void
assert_per_key (const SquillReference *reference, guint64 min, double mean, guint64 max)
{
  g_assert_cmpuint (reference->per_key_min, ==, min);
  g_assert_cmpfloat_with_epsilon (reference->per_key_mean, mean, 0.005);
  g_assert_cmpuint (reference->per_key_max, ==, max);
}

static void
assert_per_holder (const SquillReference *reference, guint64 min, double mean, guint64 max)
{
  g_assert_cmpuint (reference->per_holder_min, ==, min);
  g_assert_cmpfloat_with_epsilon (reference->per_holder_mean, mean, 0.0005);
  g_assert_cmpuint (reference->per_holder_max, ==, max);
}

static void
assert_copy (
    const SquillReference *reference, const char *from, const char *to, guint64 equal, guint64 of)
{
  for (guint i = 0; i < reference->copies->len; i++)
    {
      const SquillCopiedField *copy = g_ptr_array_index (reference->copies, i);

      if (!g_str_equal (copy->from->name, from))
        continue;
      g_assert_cmpstr (copy->to->name, ==, to);
      g_assert_cmpuint (copy->equal, ==, equal);
      g_assert_cmpuint (copy->of, ==, of);
      g_assert_true (copy->exact);
      return;
    }
  g_error ("%s is no copy", from);
}

/* A key that is not `_id`, in an array, with a duplicate. */
static void
test_analytics (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "accounts",
                             "atlas-sample/dump/sample_analytics/accounts.bson.xz") ||
      !database_add_dataset (database, "customers",
                             "atlas-sample/dump/sample_analytics/customers.bson.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "customers.accounts[] -> accounts.account_id\n");
  database_assert_weak (database, "");
  reference = database_get (database, "customers.accounts[]", "accounts.account_id");
  assert_counts (reference, 1746, 1745, 0, 0);
  assert_per_key (reference, 1, 1.0006, 2);
  assert_per_holder (reference, 1, 3.492, 6);
  g_assert_cmpfloat (reference->inclusion, ==, 1);
  g_assert_cmpfloat (reference->coverage, ==, 1);
  g_assert_cmpuint (reference->duplicates, ==, 1);
  g_assert_true (
      database_has_evidence (reference, "The key is unique but for 1 duplicate: 627788"));
  g_assert_true (database_has_evidence (reference, "All 1\u202f746 values are keys of accounts"));
  g_assert_cmpfloat (reference->confidence, >, 0.9);
}

/* Doubles are keys that are ints; and everything contains everything. */
static void
test_orders (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "customers", "dbkoda/OrderExample/customers.bson.gz") ||
      !database_add_dataset (database, "orders", "dbkoda/OrderExample/orders.bson.gz") ||
      !database_add_dataset (database, "products", "dbkoda/OrderExample/products.bson.gz"))
    return;
  database_find (database);
  database_assert_proposed (database, "orders.customerId -> customers._id\n");
  database_assert_weak (database, "");
  reference = database_get (database, "orders.customerId", "customers._id");
  assert_counts (reference, 51393, 1000, 0, 0);
  g_assert_cmpfloat_with_epsilon (reference->per_key_mean, 51.39, 0.005);
  assert_per_holder (reference, 1, 1, 1);
  g_assert_true (database_has_evidence (reference, "Types differ: double here, int there"));
}

/* References in objects in arrays, with copies of what they refer to. */
static void
test_sakila (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "Sakila_actors",
                             "dbkoda/SampleCollections/Sakila_actors.bson") ||
      !database_add_dataset (database, "Sakila_customers",
                             "dbkoda/SampleCollections/Sakila_customers.bson.xz") ||
      !database_add_dataset (database, "Sakila_films",
                             "dbkoda/SampleCollections/Sakila_films.bson.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "Sakila_customers.Rentals[].filmId -> Sakila_films._id\n"
                                      "Sakila_films.Actors[].actorId -> Sakila_actors._id\n");
  database_assert_weak (database, "");
  reference = database_get (database, "Sakila_films.Actors[].actorId", "Sakila_actors._id");
  assert_counts (reference, 5462, 200, 0, 0);
  assert_per_key (reference, 14, 27.31, 42);
  assert_per_holder (reference, 0, 5.462, 15);
  g_assert_cmpuint (reference->copies->len, ==, 2);
  assert_copy (reference, "First name", "FirstName", 5462, 5462);
  assert_copy (reference, "Last name", "LastName", 5462, 5462);
  reference = database_get (database, "Sakila_customers.Rentals[].filmId", "Sakila_films._id");
  assert_counts (reference, 16044, 958, 0, 42);
  g_assert_cmpuint (json_array_size (reference->orphan_values), ==, 5);
  g_assert_cmpuint (reference->copies->len, ==, 1);
  assert_copy (reference, "Film Title", "Title", 16044, 16044);
}

/* Few keys are used; and small numbers of another kind. */
static void
test_grades (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "grades", "mongodb-json-files/grades.json") ||
      !database_add_dataset (database, "students", "mongodb-json-files/students.json"))
    return;
  database_find (database);
  database_assert_proposed (database, "grades.student_id -> students._id\n");
  database_assert_weak (database, "");
  reference = database_get (database, "grades.student_id", "students._id");
  assert_counts (reference, 280, 50, 0, 150);
  g_assert_cmpfloat (reference->coverage, ==, 0.25);
  g_assert_cmpuint (reference->per_key_min, ==, 0);
}

/* An array of the keys of children. */
static void
test_albums (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "albums", "mongodb-json-files/albums.json.xz") ||
      !database_add_dataset (database, "images", "mongodb-json-files/images.json.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "albums.images[] -> images._id\n");
  database_assert_weak (database, "");
  reference = database_get (database, "albums.images[]", "images._id");
  assert_counts (reference, 89737, 89737, 0, 10263);
  assert_per_holder (reference, 48, 89.737, 120);
  assert_per_key (reference, 0, 0.89737, 1);
}

/* Natural keys. */
static void
test_airports (Database *database, gconstpointer data)
{
  if (!database_add_dataset (database, "airports", "airports/airports.json.xz") ||
      !database_add_dataset (database, "countries", "airports/countries.json") ||
      !database_add_dataset (database, "regions", "airports/regions.json.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "airports.iso_country -> countries.code\n"
                                      "airports.iso_region -> regions.code\n"
                                      "regions.iso_country -> countries.code\n");
  database_assert_weak (database, "");
  assert_counts (database_get (database, "airports.iso_country", "countries.code"), 5210, 236, 0,
                 12);
  assert_counts (database_get (database, "airports.iso_region", "regions.code"), 5210, 1837, 0,
                 2064);
  assert_counts (database_get (database, "regions.iso_country", "countries.code"), 3901, 248, 0, 0);
}

static void
test_movies (Database *database, gconstpointer data)
{
  const SquillReference *reference;

  if (!database_add_dataset (database, "video_movieDetails",
                             "dbkoda/SampleCollections/video_movieDetails.bson.xz") ||
      !database_add_dataset (database, "video_movies",
                             "dbkoda/SampleCollections/video_movies.bson.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "video_movieDetails.imdb.id -> video_movies.imdb\n");
  reference = database_get (database, "video_movieDetails.imdb.id", "video_movies.imdb");
  /* One document was entered by hand. */
  assert_counts (reference, 2295, 2294, 1, 1072);
  g_assert_cmpstr (json_string_value (json_array_get (reference->dangling_values, 0)), ==,
                   "tt3659388");
}

/* Keys that differ in type are not claimed to be of another collection. */
static void
test_books (Database *database, gconstpointer data)
{
  if (!database_add_dataset (database, "books", "mongodb-json-files/books.json.xz") ||
      !database_add_dataset (database, "products", "mongodb-json-files/products.json"))
    return;
  database_find (database);
  database_assert_proposed (database, "");
}

/* Numbers that are names of members of maps, all in one document. */
static void
test_catalog (Database *database, gconstpointer data)
{
  static const char *const expected[] = {
    "catalog.events{}.subTopicIds[] -> catalog.subTopicNames{key}\n",
    "catalog.events{}.topicIds[] -> catalog.topicNames{key}\n",
    "catalog.performances[].eventId -> catalog.events{key}\n",
    "catalog.performances[].prices[].seatCategoryId -> catalog.seatCategoryNames{key}\n",
    "catalog.performances[].seatCategories[].areas[].areaId -> catalog.areaNames{key}\n",
  };
  /* Also true: the same ids in another list, and in its keys. */
  static const char *const allowed[] = {
    "catalog.performances[].seatCategories[].seatCategoryId -> catalog.seatCategoryNames{key}\n",
    "catalog.topicSubTopics{key} -> catalog.topicNames{key}\n",
    "catalog.topicSubTopics{}[] -> catalog.subTopicNames{key}\n",
  };
  g_autofree char *list = NULL;
  g_auto (GStrv) lines = NULL;
  const SquillReference *reference;

  if (!database_add_dataset (database, "catalog", "simdjson-data/citm_catalog.json.xz"))
    return;
  database_find (database);
  list = database_list (database, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    if (strstr (list, expected[i]) == NULL)
      g_error ("not found: %s of %s", expected[i], list);
  lines = g_strsplit (list, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autofree char *line = g_strconcat (lines[i], "\n", NULL);
      gboolean is_true = FALSE;

      for (guint k = 0; k < G_N_ELEMENTS (expected); k++)
        is_true = is_true || g_str_equal (line, expected[k]);
      for (guint k = 0; k < G_N_ELEMENTS (allowed); k++)
        is_true = is_true || g_str_equal (line, allowed[k]);
      if (!is_true)
        g_error ("not true: %s", line);
    }
  reference = database_get (database, "catalog.performances[].eventId", "catalog.events{key}");
  assert_counts (reference, 243, 184, 0, 0);
  g_assert_cmpuint (reference->per_key_min, ==, 1);
}

static void
test_airlines (Database *database, gconstpointer data)
{
  if (!database_add_dataset (database, "air_alliances", "docs-assets-primer/air_alliances.json") ||
      !database_add_dataset (database, "air_airlines", "docs-assets-primer/air_airlines.json.xz"))
    return;
  database_find (database);
  database_assert_proposed (database, "");
}

/* Collections that have nothing to do with each other. */
static void
test_strangers (Database *database, gconstpointer data)
{
  if (!database_add_dataset (database, "tweets", "simdjson-data/twitter.json.xz") ||
      !database_add_dataset (database, "events", "simdjson-data/github_events.json") ||
      !database_add_dataset (database, "zips", "atlas-sample/dump/sample_training/zips.bson.xz") ||
      !database_add_dataset (database, "theaters",
                             "atlas-sample/dump/sample_mflix/theaters.bson.xz") ||
      !database_add_dataset (database, "profiles", "mongodb-json-files/profiles.json.xz"))
    return;
  database_find (database);
  for (guint i = 0; i < database->references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (database->references, i);

      if (reference->proposed)
        g_assert_true (reference->from == reference->to);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func)                                                                  \
  g_test_add ("/inspect/golden-references/" name, Database, NULL, database_set_up, func, \
              database_tear_down)
  ADD ("analytics", test_analytics);
  ADD ("orders", test_orders);
  ADD ("sakila", test_sakila);
  ADD ("grades", test_grades);
  ADD ("albums", test_albums);
  ADD ("airports", test_airports);
  ADD ("movies", test_movies);
  ADD ("books", test_books);
  ADD ("catalog", test_catalog);
  ADD ("airlines", test_airlines);
  ADD ("strangers", test_strangers);
#undef ADD
  return g_test_run ();
}
