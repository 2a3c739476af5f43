/* SPDX-License-Identifier: Apache-2.0 */

/* Where the objects of a file of JSON begin. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "exchange/import/squill-json-places.h"

static json_t *
read_places (GHashTable *places, const char *text)
{
  json_t *root = json_loads (text, 0, NULL);

  g_assert_nonnull (root);
  _squill_json_places_find (places, text, strlen (text), root);
  return root;
}

static void
assert_place (GHashTable *places, const json_t *value, guint line, guint column)
{
  const SquillJsonPlace *place = g_hash_table_lookup (places, value);

  g_assert_nonnull (place);
  g_assert_cmpuint (place->line, ==, line);
  g_assert_cmpuint (place->column, ==, column);
}

/* Quotes and brackets in strings are no values, and of one name the last member counts. */
static void
test_find (void)
{
  g_autoptr (GHashTable) places = _squill_json_places_new ();
  json_auto_t *root =
      read_places (places, "{\"a\\\"}\": [1, \"]\\\\\", {}],\n"
                           " \"b\": {\"old\": {}}, \"é\": {}, \"b\": { \"c\": 2 }}");

  g_assert_cmpuint (g_hash_table_size (places), ==, 4);
  assert_place (places, root, 1, 1);
  assert_place (places, json_array_get (json_object_get (root, "a\"}"), 2), 1, 21);
  assert_place (places, json_object_get (root, "é"), 2, 25);
  assert_place (places, json_object_get (root, "b"), 2, 34);
}

/* A place is never that of another object, which is made when what was read is gone. */
static void
test_gone (void)
{
  g_autoptr (GHashTable) places = _squill_json_places_new ();
  json_t *root = read_places (places, "{\"a\": {}, \"b\": {}}");
  json_t *others[4];

  json_decref (root);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      others[i] = json_object ();
      g_assert_null (g_hash_table_lookup (places, others[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    json_decref (others[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-places/find", test_find);
  g_test_add_func ("/json-places/gone", test_gone);
  return g_test_run ();
}
