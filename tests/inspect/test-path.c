/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-map-evidence.h"
#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-profile.h"

#include <bson/bson.h>

static void
add_json (SquillCollectionProfile *collection, const char *json)
{
  bson_error_t error;
  bson_t *bson = bson_new_from_json ((const guint8 *)json, -1, &error);

  g_assert_nonnull (bson);
  squill_collection_profile_add (collection, bson_get_data (bson), bson->len, TRUE);
  bson_destroy (bson);
}

static SquillCollectionProfile *
profile_of (const char *const *documents)
{
  SquillCollectionProfile *collection = squill_collection_profile_new ("c", NULL, "c.json");

  for (; *documents != NULL; documents++)
    add_json (collection, *documents);
  return collection;
}

static void
list_below (const SquillPath *path, GString *list)
{
  if (path->kind != SQUILL_PATH_DOCUMENT)
    {
      g_autofree char *text = squill_path_to_text (path);

      g_string_append_printf (list, "%s%s %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                              list->len > 0 ? ", " : "", text, path->present,
                              squill_path_get_of (path));
    }
  if (path->elements != NULL)
    list_below (path->elements, list);
  if (path->values != NULL)
    list_below (path->values, list);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    list_below (field, list);
}

/* All paths in their order, each as "path present/of". */
static char *
list_paths (const SquillCollectionProfile *collection)
{
  GString *list = g_string_new (NULL);

  list_below (collection->root, list);
  return g_string_free (list, FALSE);
}

static void
assert_paths (const char *const *documents, const char *expected)
{
  g_autoptr (SquillCollectionProfile) collection = profile_of (documents);
  g_autofree char *paths = NULL;

  squill_collection_profile_finish (collection);
  paths = list_paths (collection);
  g_assert_cmpstr (paths, ==, expected);
}

static void
test_paths (void)
{
  static const char *const empty[] = { NULL };
  static const char *const flat[] = { "{\"a\":1,\"c\":2}", "{\"a\":1,\"b\":3,\"c\":2}", "{\"d\":1}",
                                      NULL };
  static const char *const nested[] = { "{\"a\":{\"b\":{\"c\":1}}}", "{\"a\":{}}", "{\"a\":5}",
                                        NULL };
  static const char *const arrays[] = { "{\"a\":[1,{\"b\":1},{\"b\":2,\"c\":3},[4,[5]]]}",
                                        "{\"a\":[]}", NULL };
  static const char *const twice[] = { "{\"a\":1,\"a\":{\"x\":1},\"b\":1}", NULL };
  static const char *const odd[] = { "{\"a.b\":{\"c[\":1,\"\\\\\":2,\"{}\":3,\"\":4}}", NULL };

  assert_paths (empty, "");
  /* A field that is met late stands where it stood in its document. */
  assert_paths (flat, "d 1/3, a 2/3, b 1/3, c 2/3");
  assert_paths (nested, "a 3/3, a.b 1/2, a.b.c 1/1");
  assert_paths (arrays, "a 2/2, a[] 4/4, a[][] 2/2, a[][][] 1/1, a[].b 2/2, a[].c 1/2");
  assert_paths (twice, "a 1/1, b 1/1");
  assert_paths (odd, "a\\.b 1/1, a\\.b.c\\[ 1/1, a\\.b.\\\\ 1/1, a\\.b.\\{\\} 1/1, a\\.b. 1/1");
}

static void
test_record (void)
{
  static const char *const documents[] = {
    "{\"n\":1,\"s\":\"abc\",\"b\":{\"$binary\":{\"base64\":\"//"
    "8=\",\"subType\":\"04\"}},\"e\":[1,2]}",
    "{\"n\":{\"$numberLong\":\"5\"},\"s\":\"\",\"b\":null,\"e\":[]}",
    "{\"n\":-2.5,\"s\":\"äb\",\"e\":[1,2,3,4],\"d\":{\"$date\":{\"$numberLong\":\"-7\"}}}",
    NULL,
  };
  g_autoptr (SquillCollectionProfile) collection = profile_of (documents);
  SquillPath *path;

  squill_collection_profile_finish (collection);
  path = squill_collection_profile_find_path (collection, "n");
  g_assert_cmpint (squill_path_get_types (path), ==,
                   SQUILL_TYPE_INT | SQUILL_TYPE_LONG | SQUILL_TYPE_DOUBLE);
  g_assert_cmpuint (path->bytes, ==, 4 + 8 + 8);
  g_assert_cmpfloat (path->numbers.min, ==, -2.5);
  g_assert_cmpfloat (path->numbers.max, ==, 5);
  g_assert_cmpuint (path->numbers.fractions, ==, 1);
  g_assert_cmpuint (path->scalars.distinct, ==, 3);

  path = squill_collection_profile_find_path (collection, "s");
  g_assert_cmpuint (path->text.min, ==, 0);
  g_assert_cmpuint (path->text.max, ==, 3);
  g_assert_cmpuint (path->text.bytes, ==, 6);
  g_assert_cmpuint (path->text.empty, ==, 1);
  g_assert_cmpuint (path->bytes, ==, 6 + 3 * 5);

  path = squill_collection_profile_find_path (collection, "b");
  g_assert_cmpuint (path->subtypes[4], ==, 1);

  path = squill_collection_profile_find_path (collection, "e");
  g_assert_cmpuint (path->lengths->min, ==, 0);
  g_assert_cmpuint (path->lengths->max, ==, 4);
  g_assert_cmpuint (squill_distribution_count_of (path->lengths, 0), ==, 1);
  g_assert_cmpfloat (squill_distribution_get_mean (path->lengths), ==, 2);

  path = squill_collection_profile_find_path (collection, "d");
  g_assert_cmpint (path->dates.min, ==, -7);
  g_assert_null (squill_collection_profile_find_path (collection, "e.x"));
}

/* Numbers are equal across their types, as a server's match has it; a text is no number. */
static void
test_distinct (void)
{
  static const char *const documents[] = {
    "{\"a\":1}",   "{\"a\":{\"$numberLong\":\"1\"}}",
    "{\"a\":1.0}", "{\"a\":\"1\"}",
    "{\"a\":1.5}", "{\"a\":null}",
    NULL,
  };
  g_autoptr (SquillCollectionProfile) collection = profile_of (documents);
  SquillPath *path;

  squill_collection_profile_finish (collection);
  path = squill_collection_profile_find_path (collection, "a");
  g_assert_cmpuint (path->scalars.count, ==, 5);
  g_assert_cmpuint (path->scalars.distinct, ==, 3);
  g_assert_cmpuint (path->scalars.table.n_values, ==, 3);
}

static void
test_distribution (void)
{
  SquillDistribution distribution = { 0 };
  SquillDistribution other = { 0 };

  g_assert_cmpuint (squill_distribution_get_percentile (&distribution, 0.95), ==, 0);
  for (guint64 i = 1; i <= 100; i++)
    squill_distribution_add (i <= 50 ? &distribution : &other, i);
  squill_distribution_merge (&distribution, &other);
  g_assert_cmpuint (distribution.count, ==, 100);
  g_assert_cmpuint (distribution.min, ==, 1);
  g_assert_cmpuint (distribution.max, ==, 100);
  g_assert_cmpfloat (squill_distribution_get_mean (&distribution), ==, 50.5);
  g_assert_cmpuint (squill_distribution_get_percentile (&distribution, 0.95), ==, 95);
  g_assert_cmpuint (squill_distribution_get_percentile (&distribution, 0), ==, 1);
  g_assert_cmpuint (squill_distribution_get_percentile (&distribution, 1), ==, 100);
  squill_distribution_clear (&distribution);

  /* Above 255 the end of the bin is given: at most one part in 128 too much. */
  for (guint64 value = 256; value < (G_GUINT64_CONSTANT (1) << 62); value = value * 3 + 1)
    {
      guint64 percentile;

      squill_distribution_add (&distribution, value);
      squill_distribution_add (&distribution, G_MAXUINT64);
      percentile = squill_distribution_get_percentile (&distribution, 0.5);
      g_assert_cmpuint (percentile, >=, value);
      g_assert_cmpuint (percentile - value, <=, value / 128);
      squill_distribution_clear (&distribution);
    }
  squill_distribution_clear (&other);
}

static void
test_hash_sample (void)
{
  g_autoptr (SquillHashSample) all = squill_hash_sample_new ();
  g_autoptr (SquillHashSample) half = squill_hash_sample_new ();
  g_autoptr (SquillHashSample) rest = squill_hash_sample_new ();
  g_autoptr (SquillHashSample) later = squill_hash_sample_new ();
  const guint n = 3 * SQUILL_HASH_SAMPLE_MAX;
  guint64 estimate, error;

  for (guint i = 0; i < n; i++)
    {
      char text[16];
      guint64 hash;

      g_snprintf (text, sizeof text, "%u", i);
      hash = squill_text_hash (text, strlen (text));
      squill_hash_sample_add (all, hash, 1);
      squill_hash_sample_add (all, hash, 1);
      squill_hash_sample_add (i % 2 == 0 ? half : rest, hash, 2);
      if (i == 1000)
        {
          g_assert_true (squill_hash_sample_is_exact (all));
          g_assert_cmpuint (squill_hash_sample_count_distinct (all, 2002, &error), ==, 1001);
          g_assert_cmpuint (error, ==, 0);
          g_assert_cmpuint (squill_hash_sample_lookup (all, hash), ==, 2);
        }
    }
  g_assert_false (squill_hash_sample_is_exact (all));
  g_assert_cmpuint (squill_hash_sample_get_kept (all), <=, SQUILL_HASH_SAMPLE_MAX);
  estimate = squill_hash_sample_count_distinct (all, 2 * n, &error);
  g_assert_cmpuint (error, >, 0);
  g_assert_cmpuint (error, <, n / 40);
  g_assert_cmpuint (estimate, >=, n - error);
  g_assert_cmpuint (estimate, <=, n + error);

  /* What the parts before have dropped need not be kept first. */
  squill_hash_sample_raise_level (later, squill_hash_sample_get_level (all));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      const guint64 hash = squill_text_hash (text, strlen (text));

      squill_hash_sample_add (later, hash, 2);
      g_assert_cmpuint (squill_hash_sample_lookup (later, hash), ==,
                        squill_hash_sample_lookup (all, hash));
    }
  g_assert_cmpuint (squill_hash_sample_get_kept (later), ==, squill_hash_sample_get_kept (all));
  g_assert_cmpuint (squill_hash_sample_get_level (later), ==, squill_hash_sample_get_level (all));

  /* What is kept depends on the values alone: two halves make the whole. */
  squill_hash_sample_merge (half, rest);
  squill_hash_sample_thin (all, 1000);
  squill_hash_sample_thin (half, 1000);
  g_assert_cmpuint (squill_hash_sample_get_kept (all), <=, 1000);
  g_assert_cmpuint (squill_hash_sample_get_kept (all), ==, squill_hash_sample_get_kept (half));
  g_assert_cmpuint (squill_hash_sample_get_level (all), ==, squill_hash_sample_get_level (half));
}

static void
test_key_patterns (void)
{
  static const struct
  {
    const char *key;
    SquillKeyPattern pattern;
  } cases[] = {
    { "", SQUILL_KEY_WORD },
    { "name", SQUILL_KEY_WORD },
    { "First Name", SQUILL_KEY_WORD },
    { "größe", SQUILL_KEY_WORD },
    { "facade", SQUILL_KEY_WORD },
    { "address2", SQUILL_KEY_NUMBERED },
    { "0", SQUILL_KEY_DIGITS },
    { "20260", SQUILL_KEY_DIGITS },
    { "57e193d7a9cc81b4027498b5", SQUILL_KEY_OBJECT_ID },
    { "0df078f33aa74a2e9696e0520c1a828a", SQUILL_KEY_HEX_32 },
    { "c8edabc3-f738-4ca3-b68d-ab92a91478a3", SQUILL_KEY_UUID },
    { "C8EDABC3-F738-4CA3-B68D-AB92A91478A3", SQUILL_KEY_UUID },
    { "2026-11-21", SQUILL_KEY_DATE },
    { "2026/11/21", SQUILL_KEY_DATE_SLASHES },
    { "2026-11", SQUILL_KEY_MONTH },
    { "2026-47", SQUILL_KEY_YEAR_PART },
    { "2026-W47", SQUILL_KEY_WEEK },
    { "2026-11-21T10:00", SQUILL_KEY_TIME },
    { "2026-11-21T10:00:05.123+01:00", SQUILL_KEY_TIME },
    { "2026-11-21 10:00:05Z", SQUILL_KEY_TIME },
    { "2026-11-32", SQUILL_KEY_WORD },
    { "/users/{id}", SQUILL_KEY_PARTS },
    { "ann@example.com", SQUILL_KEY_EMAIL },
    { "text/plain", SQUILL_KEY_PARTS },
    { "a.b", SQUILL_KEY_PARTS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].key);
      g_assert_cmpint (squill_key_pattern_of (cases[i].key, strlen (cases[i].key)), ==,
                       cases[i].pattern);
    }
}

/* A document per row: {"m": {key: value, …}}. */
static SquillCollectionProfile *
profile_of_maps (
    guint n_documents, guint n_keys, const char *key_format, const char *value, gboolean same_keys)
{
  SquillCollectionProfile *collection = squill_collection_profile_new ("c", NULL, "c.json");

  for (guint d = 0; d < n_documents; d++)
    {
      g_autoptr (GString) json = g_string_new ("{\"m\":{");

      for (guint k = 0; k < n_keys; k++)
        {
          g_string_append (json, k > 0 ? ",\"" : "\"");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          g_string_append_printf (json, key_format, same_keys ? k : d * n_keys + k);
#pragma GCC diagnostic pop
          g_string_append_printf (json, "\":%s", value);
        }
      g_string_append (json, "}}");
      add_json (collection, json->str);
    }
  squill_collection_profile_finish (collection);
  return collection;
}

static void
test_maps (void)
{
  static const struct
  {
    guint documents, keys;
    const char *format, *value;
    gboolean same_keys, is_map;
  } cases[] = {
    /* Ids, dates and numbers: maps, even small ones. */
    { 1, 2, "%u", "1", TRUE, TRUE },
    { 50, 3, "%024x", "{\"q\":1}", FALSE, TRUE },
    { 300, 2, "2026-11-%02u", "1", FALSE, TRUE },
    { 1, 5000, "%u", "{\"q\":1}", TRUE, TRUE },
    /* The same numbers in each of many documents are a record: ratings from 1 to 5. */
    { 20, 5, "%u", "1", TRUE, FALSE },
    /* But not a hundred of them. */
    { 20, 100, "%u", "1", TRUE, TRUE },
    /* Words are fields, also when their values are alike. */
    { 1, 4, "size %u x", "{\"w\":1,\"h\":2}", TRUE, FALSE },
    { 100, 40, "word %u x", "1", TRUE, FALSE },
    /* Words of which each document has a few others. */
    { 100, 3, "word %u x", "1", FALSE, TRUE },
    /* Many columns that all documents have. */
    { 20, 300, "column %u x", "1", TRUE, FALSE },
    /* More names than can be kept. */
    { 1, 2000, "column %u x", "1", TRUE, TRUE },
    /* Many objects with the same fields in one document. */
    { 1, 200, "word %u x", "{\"w\":1,\"h\":2}", TRUE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillCollectionProfile) collection = profile_of_maps (
          cases[i].documents, cases[i].keys, cases[i].format, cases[i].value, cases[i].same_keys);
      SquillPath *map = squill_collection_profile_find_path (collection, "m");

      g_test_message ("case %u", i);
      g_assert_cmpint (map->values != NULL, ==, cases[i].is_map);
      g_assert_cmpuint (map->entries->max, ==, cases[i].keys);
      if (!cases[i].is_map)
        continue;
      g_assert_cmpuint (map->n_fields, ==, 0);
      g_assert_cmpuint (map->values->present, ==, cases[i].documents * cases[i].keys);
      g_assert_cmpuint (map->map->distinct_count, ==,
                        cases[i].same_keys ? cases[i].keys : cases[i].documents * cases[i].keys);
      g_assert_cmpfloat (squill_map_evidence_get_confidence (map), >=, 0.5);
    }
}

/* What was folded while reading adds up: maps of maps, with odd values among them. */
static void
test_fold_merges (void)
{
  g_autoptr (SquillCollectionProfile) collection = squill_collection_profile_new ("c", NULL, "c");
  SquillPath *path;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"m\":{\"%024x\":{\"id\":\"%024x\",\"tags\":[\"a\",\"b\"],\"by\":{\"%u\":%u}}}}", i, i,
          2000 + i, i % 7);

      add_json (collection, i == 500 ? "{\"m\":{\"x\":null}}" : json);
    }
  squill_collection_profile_finish (collection);

  path = squill_collection_profile_find_path (collection, "m");
  g_assert_cmpint (squill_map_keys_get_pattern (path->map), ==, SQUILL_KEY_OBJECT_ID);
  g_assert_cmpuint (path->values->present, ==, 999);
  g_assert_cmpuint (squill_path_get_objects (path->values), ==, 999);
  g_assert_cmpstr (squill_path_traits_get_key_field (path)->name, ==, "id");
  path = squill_collection_profile_find_path (collection, "m{}.tags");
  g_assert_cmpuint (path->present, ==, 999);
  g_assert_cmpuint (path->elements->present, ==, 1998);
  path = squill_collection_profile_find_path (collection, "m{}.by{}");
  g_assert_cmpuint (path->present, ==, 999);
  g_assert_cmpuint (path->scalars.distinct, ==, 7);
  /* A word among ids is a field beside them. */
  path = squill_collection_profile_find_path (collection, "m.x");
  g_assert_cmpuint (path->present, ==, 1);
  /* The document itself, m, its values, id, tags, their elements, by, its values, x. */
  g_assert_cmpuint (collection->budget.paths, ==, 9);
}

/* Two halves that were read apart are the whole. */
static void
test_merge (void)
{
  g_autoptr (SquillCollectionProfile) whole = squill_collection_profile_new ("c", NULL, "c");
  g_autoptr (SquillCollectionProfile) first = squill_collection_profile_new ("c", NULL, "c");
  SquillCollectionProfile *second = squill_collection_profile_new ("c", NULL, "c");
  g_autofree char *paths = NULL;
  g_autofree char *merged_paths = NULL;
  static const char *const names[] = { "n", "s", "m", "m{}", "list", "list[]", "list[].x", "o.p" };

  for (guint i = 0; i < 400; i++)
    {
      /* Only the second half has enough keys to see while reading that m is a map. */
      g_autofree char *json = g_strdup_printf (
          "{\"n\":%u,\"s\":\"%c\",\"m\":{\"%024x\":1},\"list\":[{\"x\":%u},{}]%s}", i, 'a' + i % 5,
          i < 50 ? i % 4 : i, i % 30, i % 2 == 0 ? ",\"o\":{\"p\":1.5}" : "");

      add_json (whole, json);
      add_json (i < 50 ? first : second, json);
    }
  squill_collection_profile_merge (first, second);
  squill_collection_profile_finish (whole);
  squill_collection_profile_finish (first);

  paths = list_paths (whole);
  merged_paths = list_paths (first);
  g_assert_cmpstr (merged_paths, ==, paths);
  g_assert_cmpuint (first->document_bytes.sum, ==, whole->document_bytes.sum);
  g_assert_cmpuint (first->budget.paths, ==, whole->budget.paths);
  g_assert_cmpuint (first->budget.value_bytes, ==, whole->budget.value_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const SquillPath *a = squill_collection_profile_find_path (whole, names[i]);
      const SquillPath *b = squill_collection_profile_find_path (first, names[i]);

      g_test_message ("%s", names[i]);
      g_assert_cmpmem (a->types, sizeof a->types, b->types, sizeof b->types);
      g_assert_cmpuint (a->bytes, ==, b->bytes);
      g_assert_cmpuint (a->scalars.distinct, ==, b->scalars.distinct);
      g_assert_cmpuint (a->scalars.count, ==, b->scalars.count);
      g_assert_cmpuint (a->scalars.table.n_values, ==, b->scalars.table.n_values);
      g_assert_cmpfloat (a->numbers.max, ==, b->numbers.max);
      g_assert_cmpuint (a->text.bytes, ==, b->text.bytes);
      if (a->lengths != NULL)
        g_assert_cmpuint (a->lengths->sum, ==, b->lengths->sum);
    }
}

static void
append_levels (GString *json, guint levels, guint *number)
{
  g_string_append_c (json, '{');
  for (guint i = 0; i < 24; i++)
    {
      g_string_append_printf (json, "%s\"%c\":", i > 0 ? "," : "", 'a' + i);
      if (levels > 0 && i % 2 == 0)
        append_levels (json, levels - 1, number);
      else
        g_string_append (json, ++*number % 2 == 0 ? "1" : "\"x\"");
    }
  g_string_append_c (json, '}');
}

/* However many names there are, there is an end to what is kept of them; and what is one field of
 * the documents leaves room for the others. */
static void
test_bounds (void)
{
  g_autoptr (SquillCollectionProfile) collection = squill_collection_profile_new ("c", NULL, "c");
  g_autoptr (GString) json = g_string_new ("{\"big\":");
  guint number = 0;

  /* Values of several kinds and the same names everywhere: nothing that could be a map. */
  append_levels (json, 3, &number);
  g_string_append (json, ",\"after\":{\"x\":1}}");
  for (guint i = 0; i < 2; i++)
    add_json (collection, json->str);
  squill_collection_profile_finish (collection);
  g_assert_cmpuint (collection->budget.paths, <=, SQUILL_PATH_MAX_PATHS + SQUILL_PATH_MAX_NAMES);
  g_assert_cmpuint (collection->budget.left_out, >, 0);
  g_assert_cmpuint (collection->document_bytes.count, ==, 2);
  g_assert_nonnull (squill_collection_profile_find_path (collection, "after"));
}

static void
test_enumerations (void)
{
  static const struct
  {
    guint values, different, once;
    gboolean is_enumeration;
  } cases[] = {
    { 100, 4, 0, TRUE },  { 10, 2, 0, FALSE },   { 100, 20, 0, TRUE }, { 100, 21, 0, FALSE },
    { 100, 1, 0, FALSE }, { 100, 10, 3, TRUE },  { 30, 4, 3, FALSE },  { 270, 30, 0, TRUE },
    { 640, 64, 0, TRUE }, { 999, 65, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillCollectionProfile) collection =
          squill_collection_profile_new ("c", NULL, "c");
      guint common = cases[i].different - cases[i].once;

      for (guint v = 0; v < cases[i].values; v++)
        {
          guint word = v < cases[i].once ? common + v : v % common;
          g_autofree char *json = g_strdup_printf ("{\"a\":\"word%u\"}", word);

          add_json (collection, json);
        }
      squill_collection_profile_finish (collection);
      g_test_message ("case %u", i);
      g_assert_cmpint (
          squill_path_traits_is_enumeration (squill_collection_profile_find_path (collection, "a")),
          ==, cases[i].is_enumeration);
    }
}

static void
test_flags (void)
{
  static const struct
  {
    const char *documents[4];
    SquillPathFlags flags;
  } cases[] = {
    { { "{\"a\":null}", "{\"a\":null}" }, SQUILL_FLAG_ALWAYS_NULL },
    { { "{\"a\":\"12\"}", "{\"a\":\"1.5\"}" }, SQUILL_FLAG_NUMBER_AS_STRING },
    { { "{\"a\":\"12\"}", "{\"a\":\"x\"}" }, 0 },
    { { "{\"a\":\"01001\"}", "{\"a\":\"90210\"}" }, 0 },
    { { "{\"a\":\"2026-11-21\"}", "{\"a\":\"2026-11-22\"}" }, SQUILL_FLAG_DATE_AS_STRING },
    { { "{\"a\":\"57e193d7a9cc81b4027498b5\"}", "{\"a\":\"57e193d7a9cc81b4027498b6\"}" },
      SQUILL_FLAG_ID_AS_STRING },
    { { "{\"a\":1387962000}" }, 0 },
    { { "{\"a\":1.0}", "{\"a\":2}" }, SQUILL_FLAG_INTEGRAL },
    { { "{\"a\":1.5}", "{\"a\":2.0}" }, 0 },
    { { "{\"a\":1}", "{\"a\":2}" }, 0 },
    { { "{\"a\":\"x\"}", "{\"a\":[\"x\"]}" }, SQUILL_FLAG_SINGLE_OR_ARRAY },
    { { "{\"a\":1}", "{\"a\":[\"x\"]}" }, 0 },
    { { "{\"a\":1}", "{\"a\":[2.5]}" }, SQUILL_FLAG_SINGLE_OR_ARRAY },
    { { "{\"a\":\"\"}", "{\"a\":\"x\"}" }, SQUILL_FLAG_EMPTY_IS_MISSING },
    { { "{\"a\":\"\"}", "{\"a\":\"\"}" }, 0 },
    { { "{\"a\":\"\"}", "{\"a\":2.5}" }, SQUILL_FLAG_EMPTY_IS_MISSING },
    { { "{\"a\":{\"0\":\"x\",\"1\":\"y\",\"2\":\"z\"}}" }, SQUILL_FLAG_CONSECUTIVE_KEYS },
    { { "{\"a\":{\"0\":\"x\",\"1\":\"y\",\"3\":\"z\"}}" }, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillCollectionProfile) collection = profile_of (cases[i].documents);

      squill_collection_profile_finish (collection);
      g_test_message ("case %u", i);
      g_assert_cmpint (
          squill_path_traits_get_flags (squill_collection_profile_find_path (collection, "a")), ==,
          cases[i].flags);
    }
}

static void
test_text_formats (void)
{
  static const struct
  {
    const char *text;
    SquillTextFormat format;
  } cases[] = {
    { "", SQUILL_TEXT_PLAIN },
    { "word", SQUILL_TEXT_PLAIN },
    { "0", SQUILL_TEXT_INTEGER },
    { "-12", SQUILL_TEXT_INTEGER },
    { "505874924095815681", SQUILL_TEXT_INTEGER },
    { "01001", SQUILL_TEXT_DIGITS },
    { "12345678901234567890", SQUILL_TEXT_DIGITS },
    { "0.5", SQUILL_TEXT_DECIMAL },
    { "-.5", SQUILL_TEXT_DECIMAL },
    { "1e-7", SQUILL_TEXT_DECIMAL },
    { "1e", SQUILL_TEXT_PLAIN },
    { "-", SQUILL_TEXT_PLAIN },
    { ".", SQUILL_TEXT_PLAIN },
    { "1.2.3", SQUILL_TEXT_PLAIN },
    { "57e193d7a9cc81b4027498b5", SQUILL_TEXT_OBJECT_ID },
    { "57e193d7a9cc81b4027498bx", SQUILL_TEXT_PLAIN },
    { "c8edabc3-f738-4ca3-b68d-ab92a91478a3", SQUILL_TEXT_UUID },
    { "0df078f33aa74a2e9696e0520c1a828a", SQUILL_TEXT_HASH },
    { "2026-11-21", SQUILL_TEXT_DATE },
    { "2026-13-21", SQUILL_TEXT_PLAIN },
    { "2005-05-24 22:53:30.0", SQUILL_TEXT_DATE_TIME },
    { "2013-01-10T07:58:18Z", SQUILL_TEXT_DATE_TIME },
    { "8/27/2008", SQUILL_TEXT_DATE_WORDS },
    { "27.8.2008 10:00", SQUILL_TEXT_DATE_WORDS },
    { "27.8.20", SQUILL_TEXT_PLAIN },
    { "Wed Aug 27 13:08:45 +0000 2008", SQUILL_TEXT_DATE_WORDS },
    { "Wed, 27 Aug 2008 13:08:45 GMT", SQUILL_TEXT_DATE_WORDS },
    { "Aug 27, 2008", SQUILL_TEXT_DATE_WORDS },
    { "Monday", SQUILL_TEXT_PLAIN },
    { "March 2008", SQUILL_TEXT_PLAIN },
    { "may be 27 in 2008", SQUILL_TEXT_DATE_WORDS },
    { "ann@example.org", SQUILL_TEXT_EMAIL },
    { "@example.org", SQUILL_TEXT_PLAIN },
    { "ann@example", SQUILL_TEXT_PLAIN },
    { "write to ann@example.org", SQUILL_TEXT_PLAIN },
    { "https://example.org/a?b=c", SQUILL_TEXT_URL },
    { "mongodb+srv://host", SQUILL_TEXT_URL },
    { "https://", SQUILL_TEXT_PLAIN },
    { "tt0114709", SQUILL_TEXT_PREFIXED },
    { "user_42", SQUILL_TEXT_PREFIXED },
    { "INV-000123", SQUILL_TEXT_PREFIXED },
    { "A1B2", SQUILL_TEXT_PLAIN },
    { "größe", SQUILL_TEXT_PLAIN },
  };
  SquillTextFormats formats = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (squill_text_format_of (cases[i].text, strlen (cases[i].text)), ==,
                       cases[i].format);
    }

  squill_text_formats_add (&formats, SQUILL_TEXT_PREFIXED, "tt12", 4);
  squill_text_formats_add (&formats, SQUILL_TEXT_PREFIXED, "tt7", 3);
  g_assert_cmpint (formats.prefix_state, ==, SQUILL_TEXT_PREFIX_ONE);
  g_assert_cmpstr (formats.prefix, ==, "tt");
  squill_text_formats_add (&formats, SQUILL_TEXT_PREFIXED, "nm7", 3);
  g_assert_cmpint (formats.prefix_state, ==, SQUILL_TEXT_PREFIX_MIXED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/path/paths", test_paths);
  g_test_add_func ("/inspect/path/record", test_record);
  g_test_add_func ("/inspect/path/distinct", test_distinct);
  g_test_add_func ("/inspect/path/distribution", test_distribution);
  g_test_add_func ("/inspect/path/hash-sample", test_hash_sample);
  g_test_add_func ("/inspect/path/key-patterns", test_key_patterns);
  g_test_add_func ("/inspect/path/maps", test_maps);
  g_test_add_func ("/inspect/path/fold-merges", test_fold_merges);
  g_test_add_func ("/inspect/path/merge", test_merge);
  g_test_add_func ("/inspect/path/bounds", test_bounds);
  g_test_add_func ("/inspect/path/enumerations", test_enumerations);
  g_test_add_func ("/inspect/path/flags", test_flags);
  g_test_add_func ("/inspect/path/text-formats", test_text_formats);
  return g_test_run ();
}
