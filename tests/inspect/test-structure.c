/* SPDX-License-Identifier: Apache-2.0 */

/* What documents are made of: variants, groups, shapes, tuples, places, outliers, on documents made
 * up for each. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/structure/squill-structure.h"

#include <bson/bson.h>
#include <jansson.h>

typedef char *(*MakeDocument) (guint i, guint n, GRand *chance);

static void
add_json (SquillCollectionProfile *collection, const char *json)
{
  bson_error_t error;
  bson_t *bson = bson_new_from_json ((const guint8 *)json, -1, &error);

  if (bson == NULL)
    g_error ("%s: %s", error.message, json);
  squill_collection_profile_add (collection, bson_get_data (bson), bson->len, TRUE);
  bson_destroy (bson);
}

static json_t *
structure_of (const SquillCollectionProfile *collection)
{
  return squill_collection_profile_to_json (collection, FALSE);
}

/* The documents in as many parts as wanted, put together in their order. */
static SquillCollectionProfile *
profile_in_parts (MakeDocument make, guint n, guint seed, guint n_parts)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed);
  SquillCollectionProfile *all = NULL;
  guint i = 0;

  for (guint part = 0; part < n_parts; part++)
    {
      SquillCollectionProfile *collection = squill_collection_profile_new ("c", NULL, "c.json");

      for (; i < n * (part + 1) / n_parts; i++)
        {
          g_autofree char *json = make (i, n, chance);

          add_json (collection, json);
        }
      if (all == NULL)
        all = collection;
      else
        squill_collection_profile_merge (all, collection);
    }
  squill_collection_profile_finish (all);
  return all;
}

static json_t *
structure_in_parts (MakeDocument make, guint n, guint n_parts)
{
  g_autoptr (SquillCollectionProfile) collection = profile_in_parts (make, n, 7, n_parts);

  return structure_of (collection);
}

/* All paths of the first case of the variants, each with the values that decide, in short. */
static char *
describe_variants (json_t *structure)
{
  GString *text = g_string_new (NULL);
  json_t *variant, *each, *field;
  size_t i, j, k;

  json_array_foreach (json_object_get (structure, "variants"), i, variant)
  {
    g_string_append_printf (text, "%s%s by %s:", i > 0 ? "; " : "",
                            json_string_value (json_object_get (variant, "path")),
                            json_string_value (json_object_get (variant, "discriminator")));
    json_array_foreach (json_object_get (variant, "cases"), j, each)
    {
      g_autofree char *value =
          json_dumps (json_object_get (each, "value"), JSON_ENCODE_ANY | JSON_COMPACT);

      g_string_append_printf (text, " %s %" JSON_INTEGER_FORMAT "(", value,
                              json_integer_value (json_object_get (each, "count")));
      json_array_foreach (json_object_get (each, "fields"), k, field)
          g_string_append_printf (text, "%s%s", k > 0 ? " " : "", json_string_value (field));
      g_string_append_c (text, ')');
    }
  }
  return g_string_free (text, FALSE);
}

/* Each list of paths under a name, in short. */
static char *
describe_paths (json_t *structure, const char *list, const char *kind)
{
  GString *text = g_string_new (NULL);
  json_t *entry, *path;
  size_t i, j;

  json_array_foreach (json_object_get (structure, list), i, entry)
  {
    g_string_append (text, i > 0 ? "; " : "");
    if (kind != NULL)
      g_string_append_printf (text, "%s:", json_string_value (json_object_get (entry, kind)));
    json_array_foreach (json_object_get (entry, "paths"), j, path) g_string_append_printf (
        text, "%s%s", j > 0 || kind != NULL ? " " : "", json_string_value (path));
  }
  return g_string_free (text, FALSE);
}

static void
assert_variants (MakeDocument make, guint n, const char *expected)
{
  json_t *structure = structure_in_parts (make, n, 1);
  g_autofree char *variants = describe_variants (structure);

  g_assert_cmpstr (variants, ==, expected);
  json_decref (structure);
}

static char *
make_shape (guint i, guint n, GRand *chance)
{
  switch (i % 3)
    {
    case 0:
      return g_strdup_printf ("{\"_id\":%u,\"type\":\"circle\",\"radius\":%u}", i, i % 9);
    case 1:
      return g_strdup_printf ("{\"_id\":%u,\"type\":\"box\",\"width\":1,\"height\":2%s}", i,
                              g_rand_boolean (chance) ? ",\"label\":\"x\"" : "");
    default:
      return g_strdup_printf ("{\"_id\":%u,\"type\":\"line\",\"points\":[1,2,3]}", i);
    }
}

/* All of a kind come one after the other, as they do where a collection was made by hand. */
static char *
make_sorted (guint i, guint n, GRand *chance)
{
  return make_shape (i * 3 / n, n, chance);
}

static char *
make_up (guint i, guint n, GRand *chance)
{
  return i % 2 == 0 ? g_strdup_printf ("{\"payload\":{\"a\":1,\"b\":2,\"c\":3},\"kind\":\"x\"}")
                    : g_strdup_printf ("{\"payload\":{\"d\":1,\"e\":2,\"f\":3},\"kind\":\"y\"}");
}

static char *
make_down (guint i, guint n, GRand *chance)
{
  return i % 2 == 0 ? g_strdup_printf ("{\"head\":{\"type\":1},\"a\":1,\"b\":2,\"c\":3}")
                    : g_strdup_printf ("{\"head\":{\"type\":2},\"d\":1,\"e\":2,\"f\":3}");
}

static char *
make_in_array (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"items\":[{\"t\":true,\"a\":1,\"b\":1,\"c\":1},"
                          "{\"t\":false,\"d\":1,\"e\":1,\"f\":1}]}");
}

static char *
make_nested (guint i, guint n, GRand *chance)
{
  return i % 4 == 0 ? g_strdup ("{\"g\":{\"type\":\"Point\",\"coordinates\":[1.5,2.5]}}")
                    : g_strdup ("{\"g\":{\"type\":\"LineString\","
                                "\"coordinates\":[[1.5,2.5],[3.5,4.5]]}}");
}

/* What is in a field depends on another; the fields are the same. */
static char *
make_typed (guint i, guint n, GRand *chance)
{
  static const char *const values[] = { "\"num\",\"value\":5", "\"text\",\"value\":\"x\"",
                                        "\"list\",\"value\":[1]", "\"none\",\"value\":null" };

  return g_strdup_printf ("{\"_id\":%u,\"a\":1,\"b\":1,\"c\":1,\"type\":%s}", i,
                          values[g_rand_int_range (chance, 0, 4)]);
}

static char *
make_typed_below (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"_id\":%u,\"type\":%u,\"data\":{\"v\":%s}}", i, i * 2 / n,
                          i * 2 / n == 0 ? "\"x\"" : "{\"p\":1}");
}

/* A field of several kinds that nothing tells of. */
static char *
make_untyped (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"_id\":%u,\"type\":%u,\"value\":%s}", i,
                          g_rand_int_range (chance, 0, 3), g_rand_boolean (chance) ? "1" : "\"x\"");
}

static void
test_typed_variants (void)
{
  json_t *structure = structure_in_parts (make_typed, 200, 1);
  json_t *variant = json_array_get (json_object_get (structure, "variants"), 0);
  json_t *each;
  size_t i;

  g_assert_cmpuint (json_array_size (json_object_get (structure, "variants")), ==, 1);
  g_assert_cmpstr (json_string_value (json_object_get (variant, "discriminator")), ==, "type");
  json_array_foreach (json_object_get (variant, "cases"), i, each)
  {
    const char *value = json_string_value (json_object_get (each, "value"));
    json_t *kinds = json_object_get (json_object_get (each, "types"), "value");
    const char *expected = strcmp (value, "num") == 0    ? "number"
                           : strcmp (value, "text") == 0 ? "string"
                           : strcmp (value, "list") == 0 ? "array"
                                                         : NULL;

    g_assert_cmpstr (json_string_value (json_array_get (kinds, 0)), ==, expected);
    g_assert_cmpuint (json_array_size (kinds), ==, expected != NULL);
  }
  json_decref (structure);

  assert_variants (make_typed_below, 60, "data by type: 0 30(v) 1 30(v)");
  assert_variants (make_untyped, 200, "");
}

static void
test_variants (void)
{
  assert_variants (make_shape, 60,
                   " by type: \"box\" 20(_id type width height label) "
                   "\"circle\" 20(_id type radius) \"line\" 20(_id type points)");
  assert_variants (make_up, 40, "payload by kind: \"x\" 20(a b c) \"y\" 20(d e f)");
  assert_variants (make_down, 40, " by head.type: 1 20(head a b c) 2 20(head d e f)");
  assert_variants (make_in_array, 20, "items[] by items[].t: false 20(t d e f) true 20(t a b c)");
  assert_variants (make_nested, 40,
                   "g by g.type: \"LineString\" 30(type coordinates) "
                   "\"Point\" 10(type coordinates)");
}

static void
test_sorted_variants (void)
{
  json_t *structure = structure_in_parts (make_sorted, 300, 1);
  json_t *cases =
      json_object_get (json_array_get (json_object_get (structure, "variants"), 0), "cases");

  g_assert_cmpuint (json_array_size (cases), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (json_integer_value (json_object_get (json_array_get (cases, i), "count")), ==,
                     100);
  json_decref (structure);
}

/* A field with few values, and others that are there or not, with which it has nothing to do. */
static char *
make_unrelated (guint i, guint n, GRand *chance)
{
  GString *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"type\":\"%c\",\"level\":%d",
                          'a' + g_rand_int_range (chance, 0, 5), g_rand_int_range (chance, 0, 3));
  for (guint k = 0; k < 6; k++)
    if (g_rand_boolean (chance))
      g_string_append_printf (json, ",\"f%c\":1", 'a' + k);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/* It goes with them often, but not always. */
static char *
make_correlated (guint i, guint n, GRand *chance)
{
  gboolean big = g_rand_boolean (chance);

  return g_strdup_printf ("{\"type\":\"%s\"%s%s}", big ? "big" : "small",
                          g_rand_double (chance) < (big ? 0.9 : 0.1) ? ",\"weight\":1" : "",
                          g_rand_double (chance) < (big ? 0.85 : 0.2) ? ",\"crane\":1" : "");
}

/* Nearly each value is one of its own: it tells all, and nothing. */
static char *
make_ids (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"type\":\"id%u\"%s}", i * 2 / 3,
                          g_rand_boolean (chance) ? ",\"a\":1,\"b\":2" : ",\"c\":1");
}

/* A field that comes with a state is no kind of document. */
static char *
make_state (guint i, guint n, GRand *chance)
{
  gboolean sent = i % 3 == 0;

  return g_strdup_printf ("{\"_id\":%u,\"name\":\"n\",\"total\":5,\"lines\":[1],\"to\":\"x\","
                          "\"sent\":%s%s}",
                          i, sent ? "true" : "false", sent ? ",\"sentOn\":5" : "");
}

/* An order that is paid, then sent, has ever more fields. */
static char *
make_states (guint i, guint n, GRand *chance)
{
  static const char *const states[] = { "new\"", "paid\",\"paidOn\":1,\"paidBy\":2",
                                        "sent\",\"paidOn\":1,\"paidBy\":2,\"sentOn\":3,\"to\":4" };

  return g_strdup_printf ("{\"_id\":%u,\"lines\":[1],\"status\":\"%s}", i,
                          states[g_rand_int_range (chance, 0, 3)]);
}

static void
test_no_variants (void)
{
  static const MakeDocument makers[] = { make_unrelated, make_correlated, make_ids, make_state,
                                         make_states };

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    for (guint n = 20; n <= 2000; n *= 10)
      {
        g_test_message ("maker %u, %u documents", i, n);
        assert_variants (makers[i], n, "");
      }
}

static char *
make_groups (guint i, guint n, GRand *chance)
{
  GString *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"_id\":%u,\"always\":1", i);
  if (g_rand_boolean (chance))
    g_string_append (json, ",\"lat\":1,\"lon\":2");
  if (g_rand_boolean (chance))
    g_string_append (json, ",\"alone\":2");
  switch (g_rand_int_range (chance, 0, 3))
    {
    case 0:
      g_string_append (json, ",\"card\":2");
      break;
    case 1:
      g_string_append (json, ",\"iban\":2,\"bic\":2");
      break;
    default:
      g_string_append (json, ",\"cash\":2");
      break;
    }
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

static void
test_groups (void)
{
  json_t *structure = structure_in_parts (make_groups, 200, 1);
  g_autofree char *groups = describe_paths (structure, "groups", "kind");

  g_assert_nonnull (strstr (groups, "together: lat lon"));
  g_assert_true (strstr (groups, "together: bic iban") != NULL ||
                 strstr (groups, "together: iban bic") != NULL);
  g_assert_nonnull (strstr (groups, "exclusive: "));
  g_assert_null (strstr (groups, "alone"));
  g_assert_null (strstr (groups, "always"));
  g_assert_cmpuint (json_array_size (json_object_get (structure, "groups")), ==, 3);
  json_decref (structure);

  /* Five documents prove nothing. */
  structure = structure_in_parts (make_groups, 5, 1);
  g_assert_cmpuint (json_array_size (json_object_get (structure, "groups")), ==, 0);
  json_decref (structure);
}

static char *
make_shapes (guint i, guint n, GRand *chance)
{
  g_autofree char *home = g_strdup ("{\"street\":\"s\",\"zip\":\"1\",\"city\":\"c\"}");
  g_autofree char *work = g_strdup_printf ("{\"street\":\"s\",\"zip\":\"1\",\"city\":\"c\"%s}",
                                           i % 2 == 0 ? ",\"floor\":3" : "");

  return g_strdup_printf (
      "{\"home\":%s,\"work\":[%s],\"size\":{\"w\":1,\"h\":1},\"box\":{\"size\":{\"w\":1,\"h\":2}},"
      "\"range\":{\"w\":1,\"h\":2},\"tree\":{\"value\":1,\"left\":null,\"right\":{\"value\":2,"
      "\"left\":null,\"right\":{\"value\":2,\"left\":null,\"right\":null}}}}",
      home, work);
}

static char *
make_tree (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"_id\":%u,\"text\":\"t\",\"by\":\"x\",\"likes\":1,\"replies\":"
                          "[{\"text\":\"t\",\"by\":\"x\",\"likes\":1,\"replies\":[]}]}",
                          i);
}

static void
test_shapes (void)
{
  json_t *structure = structure_in_parts (make_shapes, 30, 1);
  g_autofree char *shapes = describe_paths (structure, "shapes", NULL);

  g_assert_cmpstr (shapes, ==, "size box.size; tree tree.right tree.right.right");
  json_decref (structure);

  /* A comment has answers, which are comments: but only the first has an id. */
  structure = structure_in_parts (make_tree, 30, 1);
  g_assert_cmpuint (json_array_size (json_object_get (structure, "shapes")), ==, 1);
  g_assert_true (json_is_true (
      json_object_get (json_array_get (json_object_get (structure, "shapes"), 0), "recursive")));
  json_decref (structure);
}

static char *
make_outlier (guint i, guint n, GRand *chance)
{
  return i == 123 ? g_strdup ("{\"_id\":123,\"a\":1.5,\"b\":\"x\",\"new\":{\"deep\":[1]}}")
                  : g_strdup_printf ("{\"_id\":%u,\"a\":%u,\"b\":\"x\"}", i, i % 7);
}

/* No two documents have the same names: that is how they are, not who is unlike. */
static char *
make_all_unlike (guint i, guint n, GRand *chance)
{
  return g_strdup_printf ("{\"_id\":%u,\"%c%c%c\":1}", i, 'a' + i % 26, 'a' + i / 26 % 26,
                          'a' + i % 7);
}

static void
test_outliers (void)
{
  json_t *structure = structure_in_parts (make_outlier, 400, 1);
  json_t *outliers = json_object_get (structure, "outliers");
  g_autofree char *paths = describe_paths (structure, "outliers", NULL);
  json_t *outlier = json_array_get (outliers, 0);

  g_assert_cmpuint (json_array_size (outliers), ==, 1);
  g_assert_cmpstr (paths, ==, "a new");
  g_assert_cmpint (json_integer_value (json_object_get (outlier, "_id")), ==, 123);
  g_assert_cmpint (json_integer_value (json_object_get (outlier, "index")), ==, 123);
  g_assert_cmpstr (json_string_value (json_object_get (outlier, "reason")), ==,
                   "the only one with type double at a; the only one with new");
  json_decref (structure);

  structure = structure_in_parts (make_all_unlike, 60, 1);
  g_assert_cmpuint (json_array_size (json_object_get (structure, "outliers")), ==, 0);
  json_decref (structure);
}

static guint
flags_of (const char *const *documents, guint times, const char *path)
{
  g_autoptr (SquillCollectionProfile) collection =
      squill_collection_profile_new ("c", NULL, "c.json");
  const SquillPath *found;

  for (guint i = 0; i < times; i++)
    for (const char *const *each = documents; *each != NULL; each++)
      add_json (collection, *each);
  squill_collection_profile_finish (collection);
  found = squill_collection_profile_find_path (collection, path);
  g_assert_nonnull (found);
  return squill_path_traits_get_flags (found);
}

static void
test_meanings (void)
{
  const struct
  {
    const char *documents[4];
    const char *path;
    guint flags;
  } cases[] = {
    { { "{\"p\":{\"type\":\"Point\",\"coordinates\":[1.5,2.5]}}",
        "{\"p\":{\"type\":\"Polygon\",\"coordinates\":[[[1,2],[1,3],[1,2]]]}}", NULL },
      "p",
      SQUILL_FLAG_GEOJSON },
    { { "{\"p\":{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\","
        "\"coordinates\":[1,2]}]}}",
        NULL },
      "p",
      SQUILL_FLAG_GEOJSON },
    /* What is below a geometry is said by it. */
    { { "{\"p\":{\"type\":\"Point\",\"coordinates\":[1.5,2.5]}}", NULL }, "p.coordinates", 0 },
    { { "{\"p\":{\"type\":\"Spot\",\"coordinates\":[1.5,2.5]}}", NULL }, "p", 0 },
    { { "{\"p\":{\"type\":\"Point\",\"coordinates\":[[1.5,2.5]]}}", NULL }, "p", 0 },
    { { "{\"p\":{\"type\":\"Point\",\"coordinates\":\"1,2\"}}", NULL }, "p", 0 },
    { { "{\"loc\":[-70.5,40.5]}", "{\"loc\":[-71.25,41]}", NULL },
      "loc",
      SQUILL_FLAG_LEGACY_COORDINATES },
    /* Nobody puts a place so far north. */
    { { "{\"loc\":[-70.5,140.5]}", "{\"loc\":[-71.25,41]}", NULL }, "loc", SQUILL_FLAG_TUPLE },
    { { "{\"span\":[0.5,1.5]}", "{\"span\":[0.25,0.75]}", NULL }, "span", SQUILL_FLAG_TUPLE },
    { { "{\"at\":{\"lng\":-70.5,\"lat\":40.5}}", NULL }, "at", SQUILL_FLAG_LEGACY_COORDINATES },
    { { "{\"at\":{\"lng\":-70.5,\"lat\":40.5,\"name\":\"x\"}}", NULL }, "at", 0 },
    { { "{\"r\":{\"$ref\":\"c\",\"$id\":5}}", NULL }, "r", SQUILL_FLAG_DBREF },
    { { "{\"t\":[\"euro\",5]}", "{\"t\":[\"dollar\",6]}", NULL }, "t", SQUILL_FLAG_TUPLE },
    { { "{\"t\":[\"x\",\"y\"]}", "{\"t\":[\"y\",\"x\"]}", NULL }, "t", 0 },
    { { "{\"t\":[\"x\",1]}", "{\"t\":[\"y\",2,3]}", NULL }, "t", 0 },
    { { "{\"t\":[5,1]}", "{\"t\":[2,8]}", NULL }, "t", 0 },
    /* Always the same. */
    { { "{\"t\":[1,2]}", NULL }, "t", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("case %u", i);
      g_assert_cmpuint (flags_of (cases[i].documents, 10, cases[i].path), ==, cases[i].flags);
    }
}

/* Everything at once: kinds of documents one after the other, maps that are seen as such only by
 * one part, arrays of arrays, fields that come late, odd documents. */
static char *
make_mixture (guint i, guint n, GRand *chance)
{
  g_autofree char *shape = make_shape (i * 3 / n, n, chance);
  g_autofree char *groups = make_groups (i, n, chance);
  g_autofree char *up = i % 5 == 0 ? make_up (i, n, chance) : make_up (i * 2 / n, n, chance);
  g_autofree char *nested = make_nested (i * 4 / n, n, chance);
  GString *json = g_string_new (NULL);

  g_string_append_printf (json, "{\"_id\":%u,\"shape\":%s,\"pay\":%s,\"event\":%s,\"where\":%s", i,
                          shape, groups, up, nested);
  if (i > n / 2)
    g_string_append_printf (json, ",\"late\":{\"k\":\"%c\",%s}", 'a' + i % 2,
                            i % 2 == 0 ? "\"x\":1,\"y\":2,\"z\":3" : "\"u\":1,\"v\":2,\"w\":3");
  g_string_append_printf (json, ",\"map\":{\"%024x\":{\"n\":1%s}}", i < n / 3 ? i % 7 : i,
                          i % 3 == 0 ? ",\"m\":2" : "");
  g_string_append_printf (json, ",\"pair\":[%u,%u]", i % 9, i % 9 + 1 + i % 4);
  if (i == n * 2 / 3)
    g_string_append (json, ",\"odd\":true");
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

static char *
make_many_sets (guint i, guint n, GRand *chance)
{
  GString *json = g_string_new (NULL);
  gboolean first = i % 2 == 0;

  g_string_append_printf (json, "{\"_id\":%u,\"type\":\"%s\"", i, first ? "a" : "b");
  for (guint k = 0; k < 12; k++)
    if (g_rand_boolean (chance))
      g_string_append_printf (json, ",\"f%c\":1", 'a' + k);
  if (g_rand_boolean (chance))
    g_string_append (json, ",\"g\":1,\"h\":1");
  g_string_append_printf (json, first ? ",\"p\":1,\"q\":1,\"r\":1,\"s\":1,\"t\":1}"
                                      : ",\"u\":1,\"v\":1,\"w\":1,\"x\":1,\"y\":1}");
  return g_string_free (json, FALSE);
}

static void
assert_parts_are_whole (MakeDocument make, guint n, guint n_parts)
{
  g_autoptr (SquillCollectionProfile) whole = profile_in_parts (make, n, 11, 1);
  g_autoptr (SquillCollectionProfile) parts = profile_in_parts (make, n, 11, n_parts);
  json_t *expected = structure_of (whole);
  json_t *found = structure_of (parts);
  g_autofree char *expected_text = json_dumps (expected, JSON_INDENT (1) | JSON_SORT_KEYS);
  g_autofree char *found_text = json_dumps (found, JSON_INDENT (1) | JSON_SORT_KEYS);

  g_assert_cmpstr (found_text, ==, expected_text);
  g_assert_cmpuint (whole->budget.keys.sets, ==, parts->budget.keys.sets);
  json_decref (expected);
  json_decref (found);
}

static void
test_parts (void)
{
  static const MakeDocument makers[] = { make_shape,   make_sorted,      make_up,
                                         make_down,    make_in_array,    make_nested,
                                         make_groups,  make_shapes,      make_outlier,
                                         make_mixture, make_many_sets,   make_correlated,
                                         make_typed,   make_typed_below, make_untyped };

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    for (guint n_parts = 2; n_parts <= 7; n_parts++)
      {
        g_test_message ("maker %u, %u parts", i, n_parts);
        assert_parts_are_whole (makers[i], 900, n_parts);
      }
}

/* As threads read: each part has some stretches of the documents, and the parts are put together in
 * the order in which the threads end. */
static SquillCollectionProfile *
profile_in_stretches (MakeDocument make, guint n, guint n_parts)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (11);
  SquillCollectionProfile *parts[8];
  SquillCollectionProfile *all;

  for (guint part = 0; part < n_parts; part++)
    parts[part] = squill_collection_profile_new ("c", NULL, "c.json");
  for (guint i = 0; i < n; i++)
    {
      SquillCollectionProfile *part = parts[i / 37 * 5 % n_parts];
      g_autofree char *json = make (i, n, chance);

      if (i % 37 == 0)
        squill_collection_profile_set_next_document (part, i);
      add_json (part, json);
    }
  all = parts[n_parts - 1];
  for (guint part = n_parts - 1; part-- > 0;)
    squill_collection_profile_merge (all, parts[part]);
  squill_collection_profile_finish (all);
  return all;
}

static void
test_stretches (void)
{
  static const MakeDocument makers[] = { make_shape,   make_sorted,   make_up,        make_down,
                                         make_nested,  make_in_array, make_groups,    make_shapes,
                                         make_outlier, make_mixture,  make_correlated };

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    for (guint n_parts = 2; n_parts <= 4; n_parts++)
      {
        g_autoptr (SquillCollectionProfile) whole = profile_in_parts (makers[i], 900, 11, 1);
        g_autoptr (SquillCollectionProfile) parts = profile_in_stretches (makers[i], 900, n_parts);
        json_t *expected = structure_of (whole);
        json_t *found = structure_of (parts);
        g_autofree char *expected_text = json_dumps (expected, JSON_INDENT (1) | JSON_SORT_KEYS);
        g_autofree char *found_text = json_dumps (found, JSON_INDENT (1) | JSON_SORT_KEYS);

        g_test_message ("maker %u, %u parts", i, n_parts);
        g_assert_cmpstr (found_text, ==, expected_text);
        json_decref (expected);
        json_decref (found);
      }
}

/* With more sets of fields than are kept all that is said of them is still right. */
static void
test_many_sets (void)
{
  json_t *structure = structure_in_parts (make_many_sets, 5000, 1);
  json_t *variant = json_array_get (json_object_get (structure, "variants"), 0);
  g_autofree char *groups = describe_paths (structure, "groups", "kind");

  g_assert_cmpstr (json_string_value (json_object_get (variant, "discriminator")), ==, "type");
  g_assert_cmpuint (json_array_size (json_object_get (variant, "cases")), ==, 2);
  g_assert_cmpstr (groups, ==, "together: g h");
  json_decref (structure);
}

/* However hostile, there is an end to what is kept. */
static void
test_bounds (void)
{
  g_autoptr (SquillCollectionProfile) collection =
      squill_collection_profile_new ("c", NULL, "c.json");
  g_autoptr (GRand) chance = g_rand_new_with_seed (3);

  for (guint i = 0; i < 4000; i++)
    {
      g_autoptr (GString) json = g_string_new ("{");

      for (guint k = 0; k < 40; k++)
        {
          g_string_append_printf (json, "%s\"o%c%c\":{\"t\":%d", k > 0 ? "," : "", 'a' + k % 26,
                                  'a' + k / 26, g_rand_int_range (chance, 0, 40));
          for (guint f = 0; f < 10; f++)
            if (g_rand_boolean (chance))
              g_string_append_printf (json, ",\"f%c\":%d", 'a' + f,
                                      g_rand_int_range (chance, 0, 9));
          g_string_append_c (json, '}');
        }
      g_string_append_c (json, '}');
      add_json (collection, json->str);
    }
  g_assert_cmpuint (collection->budget.keys.sets, <=, SQUILL_KEY_SET_BUDGET);
  g_assert_cmpuint (collection->budget.keys.cells, <=, SQUILL_KEY_CELL_BUDGET);
  squill_collection_profile_finish (collection);
  json_decref (structure_of (collection));
}

static SquillCollectionProfile *
collection_of (const char *name, const char *json)
{
  SquillCollectionProfile *collection = squill_collection_profile_new (name, "db", name);

  for (guint i = 0; i < 3; i++)
    add_json (collection, json);
  squill_collection_profile_finish (collection);
  return collection;
}

static void
test_gridfs (void)
{
  static const char files[] = "{\"_id\":1,\"length\":5,\"chunkSize\":261120,\"uploadDate\":"
                              "{\"$date\":{\"$numberLong\":\"5\"}},\"filename\":\"x\"}";
  static const char chunks[] = "{\"_id\":1,\"files_id\":1,\"n\":0,\"data\":"
                               "{\"$binary\":{\"base64\":\"AAAA\",\"subType\":\"00\"}}}";
  g_autoptr (SquillProfile) profile = squill_profile_new ("db", TRUE);
  static const struct
  {
    const char *name, *json, *part;
  } collections[] = {
    { "fs.files", files, "files" },  { "fs.chunks", chunks, "chunks" },
    { "photos.files", files, NULL }, { "log.files", "{\"_id\":1,\"length\":5}", NULL },
    { "log.chunks", chunks, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (collections); i++)
    squill_profile_take_collection (profile,
                                    collection_of (collections[i].name, collections[i].json));
  squill_gridfs_find (squill_profile_get_collections (profile));
  for (guint i = 0; i < G_N_ELEMENTS (collections); i++)
    {
      json_t *json = structure_of (g_ptr_array_index (squill_profile_get_collections (profile), i));
      json_t *gridfs = json_object_get (json, "gridfs");

      g_test_message ("%s", collections[i].name);
      g_assert_cmpstr (json_string_value (json_object_get (gridfs, "part")), ==,
                       collections[i].part);
      json_decref (json);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/structure/variants", test_variants);
  g_test_add_func ("/structure/variants/sorted", test_sorted_variants);
  g_test_add_func ("/structure/variants/typed", test_typed_variants);
  g_test_add_func ("/structure/variants/none", test_no_variants);
  g_test_add_func ("/structure/groups", test_groups);
  g_test_add_func ("/structure/shapes", test_shapes);
  g_test_add_func ("/structure/outliers", test_outliers);
  g_test_add_func ("/structure/meanings", test_meanings);
  g_test_add_func ("/structure/gridfs", test_gridfs);
  g_test_add_func ("/structure/parts", test_parts);
  g_test_add_func ("/structure/stretches", test_stretches);
  g_test_add_func ("/structure/many-sets", test_many_sets);
  g_test_add_func ("/structure/bounds", test_bounds);
  return g_test_run ();
}
