/* SPDX-License-Identifier: Apache-2.0 */

/* Facts of the small data in tests/data/inspect, which is always here. The documents are made up;
 * their structure is that of the data sets that the other golden tests read. Every number was
 * counted by other means. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "golden-fixture.h"

static void
read_small (GoldenFixture *fixture)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", "inspect", NULL);

  golden_read_folder (fixture, folder);
}

static void
test_facts (GoldenFixture *fixture, gconstpointer data)
{
  static const GoldenFact facts[] = {
    { "customers", NULL, "documents", "60" },
    { "customers", "tier_and_details", "map.entries", "60" },
    { "customers", "tier_and_details", "map.distinct_keys", "60" },
    { "customers", "tier_and_details", "map.length.min", "0" },
    { "customers", "tier_and_details", "map.length.mean", "1.0" },
    { "customers", "tier_and_details", "map.length.max", "3" },
    { "customers", "tier_and_details", "map.length.empty", "25" },
    { "customers", "tier_and_details", "map.key_pattern", "\"^[0-9a-f]{32}$\"" },
    { "customers", "tier_and_details", "map.key_field", "\"id\"" },
    { "customers", "tier_and_details{}.tier", "types", "{\"string\":60}" },
    { "customers", "tier_and_details{}.tier", "enum",
      "[\"Bronze\",\"Gold\",\"Platinum\",\"Silver\"]" },
    { "customers", "tier_and_details{}.active", "types", "{\"bool\":60}" },
    { "customers", "tier_and_details{}.benefits", "length.min", "1" },
    { "customers", "tier_and_details{}.benefits", "length.mean", "1.5333" },
    { "customers", "tier_and_details{}.benefits", "length.max", "2" },
    { "customers", "active", "present", "1" },
    { "customers", "active", "of", "60" },
    { "customers", "accounts", "length.min", "1" },
    { "customers", "accounts", "length.mean", "3.65" },
    { "customers", "accounts", "length.max", "6" },
    { "customers", "accounts[]", "of", "219" },
    { "customers", "accounts[]", "distinct", "118" },
    { "customers", "accounts[]", "bytes", "876" },
    { "accounts", "account_id", "present", "240" },
    { "accounts", "account_id", "distinct", "239" },
    { "accounts", "account_id", "range.min", "50000" },
    { "accounts", "limit", "enum", "[7000,9000,10000]" },
    { "films", NULL, "documents", "90" },
    { "films", "Actors", "length.min", "0" },
    { "films", "Actors", "length.mean", "3.3" },
    { "films", "Actors", "length.max", "6" },
    { "films", "Actors", "length.empty", "14" },
    { "films", "Actors[].actorId", "types", "{\"int\":297}" },
    { "films", "Actors[].actorId", "distinct", "28" },
    { "films", "Rating", "enum", "[\"G\",\"PG\",\"PG-13\",\"R\"]" },
    { "films", "Length", "+number-as-string", NULL },
    { "films", "Replacement Cost", "+number-as-string", NULL },
    { "actors", "_id", "types", "{\"double\":28}" },
    { "actors", "_id", "+integral", NULL },
    { "actors", "phone", "constant", "\"0\"" },
    { "events", "at", "+epoch-seconds", NULL },
    { "events", "type", "enum", "[\"click\",\"purchase\",\"signup\"]" },
    { "events", "total", "present", "44" },
    { "places", "location", "+geojson", NULL },
    { "places", "closed", "present", "1" },
    { "places", "grades", "length.min", "0" },
    { "places", "grades", "length.mean", "2.0" },
    { "places", "grades", "length.max", "4" },
    { "places", "grades", "length.empty", "16" },
    { "places", "grades[].grade", "enum", "[\"A\",\"B\",\"C\"]" },
    { "places", "grades[].score", "range.max", "30" },
  };

  read_small (fixture);
  golden_assert_facts (fixture, facts, G_N_ELEMENTS (facts));
}

static void
test_references (GoldenFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *from;
    const char *to;
    const char *copies;
  } expected[] = {
    { "actors.Films[].filmId", "films._id", "actors.Films[].Title = films.Title" },
    { "customers.accounts[]", "accounts.account_id", "" },
    { "films.Actors[].actorId", "actors._id",
      "films.Actors[].First name = actors.FirstName, films.Actors[].Last name = actors.LastName" },
  };
  const json_t *references;
  size_t i, k;
  const json_t *reference, *copy;
  guint found = 0;

  read_small (fixture);
  references = json_object_get (fixture->json, "references");
  json_array_foreach (references, i, reference)
  {
    g_autoptr (GString) copies = g_string_new (NULL);

    if (g_strcmp0 (json_string_value (json_object_get (reference, "verdict")), "proposed") != 0)
      continue;
    json_array_foreach (json_object_get (reference, "copies"), k, copy)
    {
      g_assert_true (json_equal (json_object_get (copy, "equal"), json_object_get (copy, "of")));
      g_string_append_printf (copies, "%s%s = %s", k > 0 ? ", " : "",
                              json_string_value (json_object_get (copy, "from")),
                              json_string_value (json_object_get (copy, "to")));
    }
    g_assert_cmpuint (found, <, G_N_ELEMENTS (expected));
    g_assert_cmpstr (json_string_value (json_object_get (reference, "from")), ==,
                     expected[found].from);
    g_assert_cmpstr (json_string_value (json_object_get (reference, "to")), ==, expected[found].to);
    g_assert_cmpstr (copies->str, ==, expected[found].copies);
    found++;
  }
  g_assert_cmpuint (found, ==, G_N_ELEMENTS (expected));
}

/* Three kinds of events, told apart by their type; nothing of the kind elsewhere. */
static void
test_structure (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const plain[] = { "accounts", "actors", "customers", "films", "places" };
  const json_t *variant;

  read_small (fixture);
  variant =
      json_array_get (json_object_get (golden_get_collection (fixture, "events"), "variants"), 0);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "discriminator")), ==, "type");
  g_assert_cmpuint (json_array_size (json_object_get (variant, "cases")), ==, 3);
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      const json_t *collection = golden_get_collection (fixture, plain[i]);

      g_assert_cmpuint (json_array_size (json_object_get (collection, "variants")), ==, 0);
      g_assert_cmpuint (json_array_size (json_object_get (collection, "groups")), ==, 0);
      g_assert_cmpuint (json_array_size (json_object_get (collection, "shapes")), ==, 0);
    }
}

/* One customer has a field that no other has, and one place. */
static void
test_outliers (GoldenFixture *fixture, gconstpointer data)
{
  static const char *const expected[][2] = { { "customers", "active" }, { "places", "closed" } };

  read_small (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const json_t *outliers =
          json_object_get (golden_get_collection (fixture, expected[i][0]), "outliers");
      const json_t *paths = json_object_get (json_array_get (outliers, 0), "paths");

      g_assert_cmpuint (json_array_size (outliers), ==, 1);
      g_assert_cmpuint (json_array_size (paths), ==, 1);
      g_assert_cmpstr (json_string_value (json_array_get (paths, 0)), ==, expected[i][1]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name)                                                                              \
  g_test_add ("/inspect/golden-small/" #name, GoldenFixture, NULL, golden_set_up, test_##name, \
              golden_tear_down)
  ADD (facts);
  ADD (references);
  ADD (structure);
  ADD (outliers);
#undef ADD
  return g_test_run ();
}
