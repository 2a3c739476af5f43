/* SPDX-License-Identifier: Apache-2.0 */

/* What is a map and what a record, on data that was made up; that a person can decide otherwise;
 * and that maps of any size take little memory. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-path-traits.h"
#include "inspect/profile/squill-map-evidence.h"
#include "inspect/structure/squill-structure.h"
#include "inspect/profile/squill-profile.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <string.h>

static void
add_json (SquillCollectionProfile *collection, const char *json, gboolean keep_values)
{
  bson_error_t error;
  bson_t *bson = bson_new_from_json ((const guint8 *)json, -1, &error);

  g_assert_nonnull (bson);
  squill_collection_profile_add (collection, bson_get_data (bson), bson->len, keep_values);
  bson_destroy (bson);
}

static SquillCollectionProfile *
new_profile (void)
{
  return squill_collection_profile_new ("c", NULL, "c.json");
}

static char *
to_text (const SquillCollectionProfile *collection)
{
  json_t *json = squill_collection_profile_to_json (collection, TRUE);
  char *dumped = json_dumps (json, JSON_INDENT (1));
  char *text = g_strdup (dumped);

  free (dumped);
  json_decref (json);
  return text;
}

typedef struct
{
  const char *name;
  gboolean is_map;
  /* Objects, which are taken in turn so many times. */
  guint times;
  const char *objects[6];
} Case;

static void
test_decisions (void)
{
  static const Case cases[] = {
    /* Titles by language; only some have each. */
    { "languages",
      TRUE,
      4,
      { "{\"en\":\"a\"}", "{\"en\":\"a\",\"de\":\"b\"}", "{\"fr\":\"c\",\"it\":\"d\"}" } },
    { "locales", TRUE, 4, { "{\"en-GB\":1,\"de-DE\":2}", "{\"en-GB\":1}", "{\"fr-FR\":1}" } },
    { "versions",
      TRUE,
      1,
      { "{\"1.0.2\":{\"n\":1},\"1.1.0\":{\"n\":2},\"2.0.0-rc1\":{\"n\":1}}" } },
    { "addresses", TRUE, 3, { "{\"10.0.0.1\":5}", "{\"10.0.0.7\":2}", "{\"192.168.2.40\":1}" } },
    { "tokens", TRUE, 2, { "{\"-KrYz7bX9aQ0mN3vL2pT\":true}", "{\"-LsWq8cR4dE1fG5hJ6kZ\":true}" } },
    { "days", TRUE, 2, { "{\"2026-11-20\":1,\"2026-11-21\":4}", "{\"2026-11-22\":3}" } },
    { "mails", TRUE, 2, { "{\"a@example.org\":{\"r\":1}}", "{\"b@example.org\":{\"r\":1}}" } },
    /* Words, but each value says its name again. */
    { "values that repeat their key",
      TRUE,
      1,
      { "{\"ann\":{\"user\":\"ann\",\"n\":1},\"bob\":{\"user\":\"bob\",\"n\":2}}" } },
    { "kinds of media",
      TRUE,
      1,
      { "{\"text/plain\":1,\"text/html\":2,\"image/png\":1,\"image/jpeg\":2}" } },
    /* Records. */
    { "optional texts",
      FALSE,
      10,
      { "{\"phone\":\"1\"}", "{\"fax\":\"2\",\"mail\":\"x\"}", "{\"web\":\"y\"}",
        "{\"skype\":\"z\",\"phone\":\"3\"}", "{\"pager\":\"4\"}" } },
    { "sizes",
      FALSE,
      20,
      { "{\"small\":{\"w\":1,\"h\":1},\"medium\":{\"w\":2,\"h\":2},\"large\":{\"w\":3,\"h\":3}"
        "}" } },
    { "sizes in one document",
      FALSE,
      1,
      { "{\"small\":{\"w\":1,\"h\":1},\"medium\":{\"w\":2,\"h\":2},\"large\":{\"w\":3,\"h\":3}"
        "}" } },
    { "lines of an address",
      FALSE,
      10,
      { "{\"line1\":\"a\"}", "{\"line1\":\"a\",\"line2\":\"b\"}" } },
    { "numbered questions",
      FALSE,
      10,
      { "{\"q1\":1,\"q2\":2,\"q3\":1,\"q4\":4}", "{\"q1\":1,\"q2\":2,\"q3\":1}" } },
    { "ratings", FALSE, 20, { "{\"1\":3,\"2\":0,\"3\":5,\"4\":1,\"5\":9}" } },
    { "attributes of XML", FALSE, 5, { "{\"@id\":\"a\",\"@type\":\"b\",\"#text\":\"c\"}" } },
    { "a few titles in all languages",
      FALSE,
      4,
      { "{\"en\":\"a\",\"de\":\"b\",\"fr\":\"c\",\"pt-BR\":\"d\"}" } },
    { "titles in all languages", FALSE, 20, { "{\"en\":\"a\",\"de\":\"b\",\"fr\":\"c\"}" } },
    { "different kinds", FALSE, 5, { "{\"1\":\"a\",\"2\":5,\"3\":{\"x\":1},\"4\":[1]}" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillCollectionProfile) collection = new_profile ();
      const SquillPath *path;

      g_test_message ("%s", cases[i].name);
      for (guint time = 0; time < cases[i].times; time++)
        for (guint k = 0; k < G_N_ELEMENTS (cases[i].objects) && cases[i].objects[k] != NULL; k++)
          {
            g_autofree char *json = g_strdup_printf ("{\"m\":%s}", cases[i].objects[k]);

            add_json (collection, json, TRUE);
          }
      squill_collection_profile_finish (collection);
      path = squill_collection_profile_find_path (collection, "m");
      g_assert_cmpint (path->values != NULL, ==, cases[i].is_map);
      if (cases[i].is_map)
        {
          g_auto (GStrv) evidence = squill_map_evidence_list (path);

          g_assert_cmpuint (g_strv_length (evidence), >=, 2);
          g_assert_cmpfloat (squill_map_evidence_get_confidence (path), >=, 0.7);
          g_assert_true (squill_path_can_be_record (path));
        }
    }
}

/* One document with many objects by name, by ids or by names that have a slash, so many that they
 * are a map before all is read, and another after them. */
static char *
build_late (gboolean by_ids, gboolean repeat, const char *name, const char *value)
{
  GString *json = g_string_new ("{\"m\":{");

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *key =
          by_ids ? g_strdup_printf ("%024x", i) : g_strdup_printf ("Area/City %u", i);
      g_autofree char *place = repeat ? g_strdup_printf ("\"place\":\"%s\",", key) : g_strdup ("");

      g_string_append_printf (json, "\"%s\":{%s\"a\":%u,\"b\":true},", key, place, i);
    }
  g_string_append_printf (json, "\"%s\":%s}}", name, value);
  return g_string_free (json, FALSE);
}

/* What is met when the map is known already is decided as if all had been known at once. */
static void
test_late_names (void)
{
  static const struct
  {
    gboolean by_ids;
    gboolean repeat;
    const char *value;
    gboolean is_key;
  } cases[] = {
    { FALSE, FALSE, "{\"a\":1,\"b\":false}", TRUE },
    { FALSE, TRUE, "{\"place\":\"Factory\",\"a\":1,\"b\":false}", TRUE },
    { FALSE, TRUE, "{\"place\":\"Factory\",\"a\":1,\"c\":[]}", TRUE },
    { TRUE, TRUE, "{\"place\":\"Factory\",\"a\":1,\"b\":false}", TRUE },
    /* What else stands there is a field: other things, and the sum of what is known by ids. */
    { FALSE, FALSE, "{\"version\":1,\"by\":\"x\"}", FALSE },
    { FALSE, TRUE, "{\"version\":1,\"by\":\"x\"}", FALSE },
    { FALSE, FALSE, "\"x\"", FALSE },
    { TRUE, FALSE, "{\"a\":1,\"b\":false}", FALSE },
    { TRUE, TRUE, "{\"place\":\"all\",\"a\":1,\"b\":false}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillCollectionProfile) collection = new_profile ();
      g_autofree char *json =
          build_late (cases[i].by_ids, cases[i].repeat, "Factory", cases[i].value);
      const SquillPath *path;

      g_test_message ("%u: %s", i, cases[i].value);
      add_json (collection, json, TRUE);
      squill_collection_profile_finish (collection);
      path = squill_collection_profile_find_path (collection, "m");
      g_assert_nonnull (path->values);
      g_assert_cmpuint (path->n_fields, ==, cases[i].is_key ? 0 : 1);
      g_assert_cmpuint (path->map->distinct_count, ==, cases[i].is_key ? 301 : 300);
    }
}

static char *
list_paths (const SquillCollectionProfile *collection)
{
  json_t *json = squill_collection_profile_to_json (collection, TRUE);
  GString *list = g_string_new (NULL);
  size_t i;
  const json_t *path;

  json_array_foreach (json_object_get (json, "paths"), i, path)
  {
    g_string_append_printf (list, "%s%s %d/%d", list->len > 0 ? ", " : "",
                            json_string_value (json_object_get (path, "path")),
                            (int)json_integer_value (json_object_get (path, "present")),
                            (int)json_integer_value (json_object_get (path, "of")));
  }
  json_decref (json);
  return g_string_free (list, FALSE);
}

static void
assert_paths (const SquillCollectionProfile *collection, const char *expected)
{
  g_autofree char *paths = list_paths (collection);

  g_assert_cmpstr (paths, ==, expected);
}

/* A small map is what it was; a record becomes a map; and what was read is not touched. */
static void
test_override_small (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  g_autoptr (SquillCollectionProfile) copy = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  add_json (collection, "{\"m\":{\"1\":{\"x\":1},\"2\":{\"x\":2,\"y\":\"a\"}}}", TRUE);
  add_json (collection, "{\"m\":{\"2\":{\"x\":2.5,\"y\":\"b\"}}}", TRUE);
  add_json (collection, "{\"r\":{\"a\":1,\"b\":2}}", TRUE);
  squill_collection_profile_finish (collection);
  before = to_text (collection);
  assert_paths (collection, "r 1/3, r.a 1/1, r.b 1/1, m 2/3, m{} 3/3, m{}.x 3/3, m{}.y 2/3");

  copy = squill_collection_profile_copy (collection);
  assert_paths (copy, "r 1/3, r.a 1/1, r.b 1/1, m 2/3, m{} 3/3, m{}.x 3/3, m{}.y 2/3");
  g_assert_true (squill_collection_profile_override_map (copy, "m", FALSE));
  assert_paths (copy, "r 1/3, r.a 1/1, r.b 1/1, m 2/3, m.1 1/2, m.1.x 1/1, m.2 2/2, m.2.x 2/2, "
                      "m.2.y 2/2");
  g_assert_cmpuint (squill_collection_profile_find_path (copy, "m.2.x")->numbers.fractions, ==, 1);
  g_assert_cmpuint (squill_collection_profile_find_path (copy, "m.1.x")->numbers.fractions, ==, 0);

  /* And back, by decision of a person. */
  g_assert_true (squill_collection_profile_override_map (copy, "m", TRUE));
  g_assert_cmpfloat (
      squill_map_evidence_get_confidence (squill_collection_profile_find_path (copy, "m")), ==, 1);
  g_assert_true (squill_collection_profile_override_map (copy, "r", TRUE));
  assert_paths (copy, "r 1/3, r{} 2/2, m 2/3, m{} 3/3, m{}.x 3/3, m{}.y 2/3");
  g_assert_true (squill_collection_profile_override_map (copy, "r", TRUE));
  g_assert_false (squill_collection_profile_override_map (copy, "nowhere", TRUE));
  g_assert_false (squill_collection_profile_override_map (copy, "m{}.x", TRUE));

  after = to_text (collection);
  g_assert_cmpstr (after, ==, before);
}

/* Of a map that was folded while reading each name has its presence and types; the rest is shared.
 */
static void
test_override_large (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  g_autoptr (SquillCollectionProfile) copy = NULL;
  const SquillPath *path;
  guint64 present = 0;

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *json =
          g_strdup_printf ("{\"m\":{\"%u\":{\"x\":%u%s},\"1000\":%s}}", i % 200, i,
                           i % 4 == 0 ? ",\"y\":1.5" : "", i % 2 == 0 ? "{\"x\":1}" : "null");

      add_json (collection, json, TRUE);
    }
  squill_collection_profile_finish (collection);
  path = squill_collection_profile_find_path (collection, "m");
  g_assert_nonnull (path->values);
  g_assert_null (path->kept);
  g_assert_cmpuint (path->map->distinct_count, ==, 201);

  copy = squill_collection_profile_copy (collection);
  g_assert_true (squill_collection_profile_override_map (copy, "m", FALSE));
  path = squill_collection_profile_find_path (copy, "m");
  g_assert_cmpuint (path->n_fields, ==, 201);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    {
      guint64 sum = 0;

      for (guint i = 0; i < SQUILL_N_TYPES; i++)
        sum += field->types[i];
      g_assert_cmpuint (sum, ==, field->present);
      g_assert_cmpuint (field->present, <=, squill_path_get_of (field));
      for (const SquillPath *below = field->first; below != NULL; below = below->next)
        g_assert_cmpuint (below->present, <=, squill_path_get_of (below));
      present += field->present;
    }
  g_assert_cmpuint (present, ==, 800);
  path = squill_collection_profile_find_path (copy, "m.1000");
  g_assert_cmpuint (path->present, ==, 400);
  g_assert_cmpint (squill_path_get_types (path), ==, SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL);
  path = squill_collection_profile_find_path (copy, "m.7");
  g_assert_cmpuint (path->present, ==, 2);
  g_assert_cmpint (squill_path_get_types (path), ==, SQUILL_TYPE_OBJECT);
  path = squill_collection_profile_find_path (copy, "m.7.x");
  g_assert_cmpuint (path->present, ==, squill_path_get_of (path));
}

/* Keys are values, too. */
static void
test_no_values (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  g_autofree char *text = NULL;
  const SquillPath *path;

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"_id\":\"secret%u\",\"m\":{\"%024x\":{\"at\":{\"$date\":\"2026-11-21T00:00:00Z\"},"
          "\"n\":%u}}}",
          i, 0xabcdef + i, 777000 + i);

      add_json (collection, json, FALSE);
    }
  squill_collection_profile_finish (collection);
  path = squill_collection_profile_find_path (collection, "m");
  g_assert_cmpuint (path->map->distinct_count, ==, 100);
  g_assert_false (squill_path_can_be_record (path));
  text = to_text (collection);
  g_assert_null (strstr (text, "abcde"));
  g_assert_null (strstr (text, "secret"));
  g_assert_null (strstr (text, "777"));
  g_assert_null (strstr (text, "2026-11"));
}

static void
assert_small (const SquillCollectionProfile *collection, guint max_paths)
{
  g_test_message ("%u paths, %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " bytes",
                  collection->budget.paths, collection->budget.sample_bytes,
                  collection->budget.value_bytes);
  g_assert_cmpuint (collection->budget.paths, <=, max_paths);
  g_assert_cmpuint (collection->budget.sample_bytes, <=, SQUILL_PATH_MAX_SAMPLE_BYTES);
  g_assert_cmpuint (collection->budget.value_bytes, <=, SQUILL_PATH_MAX_VALUE_BYTES);
  g_assert_cmpuint (collection->budget.left_out, ==, 0);
}

static void
add_uuid_keys (SquillCollectionProfile *collection, guint n_keys, guint64 *state)
{
  bson_t document = BSON_INITIALIZER;
  bson_t map, value;

  bson_append_document_begin (&document, "m", -1, &map);
  for (guint i = 0; i < n_keys; i++)
    {
      guint64 a = fixture_random (state), b = fixture_random (state);
      char key[40];

      g_snprintf (key, sizeof key, "%08x-%04x-4%03x-a%03x-%04x%08x", (guint32)a,
                  (guint)(a >> 32) & 0xffff, (guint)(a >> 48) & 0xfff, (guint)(b >> 48) & 0xfff,
                  (guint)(b >> 32) & 0xffff, (guint32)b);
      bson_append_document_begin (&map, key, -1, &value);
      bson_append_utf8 (&value, "id", -1, key, -1);
      bson_append_int64 (&value, "n", -1, (gint64)a);
      bson_append_document_end (&map, &value);
    }
  bson_append_document_end (&document, &map);
  squill_collection_profile_add (collection, bson_get_data (&document), document.len, TRUE);
  bson_destroy (&document);
}

static void
test_million_keys (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  const SquillPath *path;
  guint64 state = 1;

  for (guint i = 0; i < 20000; i++)
    add_uuid_keys (collection, 60, &state);
  squill_collection_profile_finish (collection);
  /* The document, m, its values, id, n. */
  assert_small (collection, 5);
  path = squill_collection_profile_find_path (collection, "m");
  g_assert_cmpuint (path->values->present, ==, 1200000);
  g_assert_cmpuint (path->map->distinct_count, ==, 1200000);
  g_assert_cmpstr (squill_path_traits_get_key_field (path)->name, ==, "id");
}

/* Maps that no pattern shows, and maps in maps. */
static void
test_dynamic_keys (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  guint64 state = 2;

  for (guint i = 0; i < 30000; i++)
    {
      g_autoptr (GString) json = g_string_new ("{\"m\":{");

      for (guint k = 0; k < 10; k++)
        {
          char word[9] = { 0 };
          guint64 letters = fixture_random (&state);

          for (guint c = 0; c < 8; c++, letters /= 26)
            word[c] = (char)('a' + letters % 26);
          g_string_append_printf (json, "%s\"%s\":{\"%u\":{\"s\":%u}}", k > 0 ? "," : "", word,
                                  (guint)(letters % 1000), k);
        }
      g_string_append (json, "}}");
      add_json (collection, json->str, TRUE);
    }
  squill_collection_profile_finish (collection);
  assert_small (collection, 10);
  g_assert_cmpuint (squill_collection_profile_find_path (collection, "m{}{}.s")->present, ==,
                    300000);
}

/* Thousands of fields, each with many long texts. */
static void
test_wide_documents (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  guint64 state = 3;

  for (guint i = 0; i < 60; i++)
    {
      bson_t document = BSON_INITIALIZER;

      for (guint group = 0; group < 40; group++)
        {
          char name[24], text[240];
          bson_t inner;

          g_snprintf (name, sizeof name, "g%c%c", 'a' + group / 26, 'a' + group % 26);
          bson_append_document_begin (&document, name, -1, &inner);
          for (guint field = 0; field < 60; field++)
            {
              g_snprintf (name, sizeof name, "f%c%c", 'a' + field / 26, 'a' + field % 26);
              memset (text, 'x', sizeof text);
              g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, fixture_random (&state));
              text[strlen (text)] = 'x';
              bson_append_utf8 (&inner, name, -1, text, (int)sizeof text);
            }
          bson_append_document_end (&document, &inner);
        }
      squill_collection_profile_add (collection, bson_get_data (&document), document.len, TRUE);
      bson_destroy (&document);
    }
  squill_collection_profile_finish (collection);
  assert_small (collection, 2500);
}

static void
append_word (GString *json, guint64 *state)
{
  guint64 letters = fixture_random (state);

  g_string_append_c (json, '"');
  for (guint i = 0; i < 9; i++, letters /= 26)
    g_string_append_c (json, (char)('a' + letters % 26));
  g_string_append (json, "\":");
}

/* A description in one document: objects of several kinds by name, which have more fields together
 * than there may be. What comes after them is described, too. */
static void
test_huge_document (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  g_autoptr (GString) json = g_string_new ("{\"first\":1,\"definitions\":{");
  const SquillPath *path;
  guint64 state = 5;

  for (guint i = 0; i < 1200; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      append_word (json, &state);
      g_string_append_printf (json, "{\"kind\":\"%c\"", 'a' + i % 5);
      for (guint k = 0; k < 6; k++)
        g_string_append_printf (json, ",\"%c%c\":%u", 'a' + i % 5, 'p' + k, i);
      g_string_append (json, ",\"members\":{");
      for (guint k = 0; k < 10; k++)
        {
          if (k > 0)
            g_string_append_c (json, ',');
          append_word (json, &state);
          g_string_append (json, "{\"shape\":\"x\"}");
        }
      g_string_append (json, "}}");
    }
  g_string_append (json, "},\"after\":{\"a\":1,\"b\":\"x\"},\"last\":true}");
  add_json (collection, json->str, TRUE);
  squill_collection_profile_finish (collection);
  g_assert_cmpuint (collection->budget.left_out, ==, 0);
  path = squill_collection_profile_find_path (collection, "definitions");
  g_assert_nonnull (path->values);
  g_assert_cmpuint (path->map->distinct_count, ==, 1200);
  g_assert_false (path->map->for_room);
  path = squill_collection_profile_find_path (collection, "definitions{}.members{}.shape");
  g_assert_cmpuint (path->present, ==, 12000);
  g_assert_nonnull (squill_collection_profile_find_path (collection, "after.b"));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "last"));
}

static void
append_different (GString *json, guint levels, guint64 *state)
{
  static const char *const values[] = { "1", "\"x\"", "true", "[[1]]" };

  g_string_append_c (json, '{');
  for (guint i = 0; i < 200; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      append_word (json, state);
      if (levels > 0 && i % 10 == 0)
        append_different (json, levels - 1, state);
      else
        g_string_append (json, values[fixture_random (state) % G_N_ELEMENTS (values)]);
    }
  g_string_append_c (json, '}');
}

/* Names that are all different on several levels, with values of all kinds. */
static void
test_different_names (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  g_autoptr (GString) json = g_string_new ("{\"first\":1,\"all\":");
  guint64 state = 6;
  guint n_folded = 0;

  append_different (json, 2, &state);
  g_string_append (json, ",\"after\":{\"a\":1,\"b\":\"x\"},\"last\":true}");
  add_json (collection, json->str, TRUE);
  squill_collection_profile_finish (collection);
  g_assert_cmpuint (collection->budget.paths, <=, SQUILL_PATH_MAX_PATHS + SQUILL_PATH_MAX_NAMES);
  for (const SquillPath *path = collection->root; path != NULL;
       path = squill_path_next (path, collection->root, FALSE))
    n_folded += path->map != NULL && path->map->for_room;
  g_assert_cmpuint (n_folded, >, 0);
  g_assert_nonnull (squill_collection_profile_find_path (collection, "first"));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "after.b"));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "last"));
}

/* Many small maps in different places, more keys than there may be paths. */
static void
test_small_maps_everywhere (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();
  guint64 state = 4;

  for (guint i = 0; i < 800; i++)
    for (guint k = 0; k < 4; k++)
      {
        g_autofree char *json = g_strdup_printf (
            "{\"%c\":[{\"%c\":[{\"%c\":{\"%08x%016" G_GINT64_MODIFIER "x\":{\"n\":%u}}}]}]}",
            'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676, (guint)fixture_random (&state),
            fixture_random (&state), i);

        for (guint repeat = 0; repeat < 8; repeat++)
          {
            json[22 + repeat] = (char)('0' + fixture_random (&state) % 10);
            add_json (collection, json, TRUE);
          }
      }
  squill_collection_profile_finish (collection);
  g_assert_cmpuint (collection->budget.left_out, ==, 0);
  g_assert_nonnull (squill_collection_profile_find_path (collection, "a[].a[].a{}.n"));
}

/* An object with few names, or with the same everywhere, is what those beside it are. */
static void
test_like_siblings (void)
{
  g_autoptr (SquillCollectionProfile) collection = new_profile ();

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *json = g_strdup_printf (
          "{\"stats\":{\"ie\":{\"8\":\"n\",\"9\":\"y\"},"
          "\"chrome\":{\"%u\":\"n\",\"%u\":\"y\",\"%u\":\"y\"},"
          "\"firefox\":{\"%u\":\"n\",\"%u\":\"y\"},\"about\":{\"title\":\"a\",\"by\":\"b\"}},"
          "\"alone\":{\"8\":\"n\",\"9\":\"y\"}}",
          4 + i, 44 + i, 84 + i, 2 + i, 102 + i);

      add_json (collection, json, TRUE);
    }
  squill_collection_profile_finish (collection);
  g_assert_nonnull (squill_collection_profile_find_path (collection, "stats.ie{}"));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "stats.chrome{}"));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "stats.about.title"));
  g_assert_null (squill_collection_profile_find_path (collection, "alone{}"));
  g_assert_true (squill_collection_profile_override_map (collection, "stats.ie", FALSE));
  g_assert_nonnull (squill_collection_profile_find_path (collection, "stats.ie.8"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/map/decisions", test_decisions);
  g_test_add_func ("/inspect/map/late-names", test_late_names);
  g_test_add_func ("/inspect/map/like-siblings", test_like_siblings);
  g_test_add_func ("/inspect/map/override-small", test_override_small);
  g_test_add_func ("/inspect/map/override-large", test_override_large);
  g_test_add_func ("/inspect/map/no-values", test_no_values);
  g_test_add_func ("/inspect/map/million-keys", test_million_keys);
  g_test_add_func ("/inspect/map/dynamic-keys", test_dynamic_keys);
  g_test_add_func ("/inspect/map/wide-documents", test_wide_documents);
  g_test_add_func ("/inspect/map/small-maps-everywhere", test_small_maps_everywhere);
  g_test_add_func ("/inspect/map/huge-document", test_huge_document);
  g_test_add_func ("/inspect/map/different-names", test_different_names);
  return g_test_run ();
}
