/* SPDX-License-Identifier: Apache-2.0 */

/* Sample documents stay as they are: with other designs, after edits of something else, and on any
 * system. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "design-fixture.h"
#include "model/squill-authoring.h"
#include "samples-fixture.h"

/* An edit changes what was edited and nothing else. */

/* All values of the world by where they come from, without names: id of the field -> values. */
static void
note_values (const SquillShape *shape, const bson_iter_t *value, GHashTable *values)
{
  bson_iter_t inner;
  const char *id = shape->field != NULL          ? shape->field
                   : shape->relationship != NULL ? shape->relationship
                                                 : shape->path;

  if ((shape->array || shape->map) && bson_iter_recurse (value, &inner))
    {
      SquillShape element = *shape;

      element.array = element.map = FALSE;
      while (bson_iter_next (&inner))
        note_values (&element, &inner, values);
      return;
    }
  if (BSON_ITER_HOLDS_DOCUMENT (value) && bson_iter_recurse (value, &inner))
    {
      while (bson_iter_next (&inner))
        for (guint i = 0; i < shape->children->len; i++)
          {
            const SquillShape *child = g_ptr_array_index (shape->children, i);

            if (g_str_equal (child->name, bson_iter_key (&inner)))
              note_values (child, &inner, values);
          }
      return;
    }
  {
    GString *all = g_hash_table_lookup (values, id);
    g_autofree char *text = NULL;
    bson_t one = BSON_INITIALIZER;

    if (all == NULL)
      {
        all = g_string_new (NULL);
        g_hash_table_insert (values, g_strdup (id), all);
      }
    bson_append_iter (&one, "", -1, value);
    text = squill_bson_to_text (&one, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
    g_string_append (all, text);
    bson_destroy (&one);
  }
}

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

static GHashTable *
get_values (World *world)
{
  GHashTable *values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_text);
  static const char *const collections[] = { "customer", "order" };

  for (guint i = 0; i < G_N_ELEMENTS (collections); i++)
    for (guint64 number = 0; number < 30; number++)
      {
        bson_t *document = get (world, collections[i], number);
        const SquillCollection *collection =
            squill_design_find_collection (world->design, collections[i]);
        bson_t around = BSON_INITIALIZER;
        bson_iter_t iter;

        bson_append_document (&around, "v", -1, document);
        bson_iter_init_find (&iter, &around, "v");
        note_values (collection->shape, &iter, values);
        bson_destroy (&around);
        bson_destroy (document);
      }
  return values;
}

typedef struct
{
  const char *id;
  const char *property;
  const char *value;
  const char *changed; /* id of the only field whose values may change; NULL for none */
} EditCase;

static void
test_edits (void)
{
  static const EditCase edits[] = {
    /* The name says what values are about: other words for the same change nothing. */
    { "customer.score", "name", "'stars'", NULL },
    { "customer.score", "name", "'karma'", "customer.score" },
    { "customer.email", "order", "'zz'", NULL },
    { "order", "name", "'purchase'", NULL },
    { "order", "order", "'1'", NULL },
    { "customer.score", "types", "['double']", "customer.score" },
    { "customer.score", "minimum", "500", "customer.score" },
    { "customer.name", "size", "{'min':30,'likely':30,'max':30}", "customer.name" },
    { "customer.addresses.zip", "name", "'text'", "customer.addresses.zip" },
    { "order.total", "required", "false", NULL },
    { "orders", "name", "'purchases'", NULL },
    { "orders", "child_name", "'buyer'", NULL },
    { "items", "name", "'lines'", NULL },
    { "items", "keep_id", "true", NULL },
    { "order.createdAt", "required", "false", NULL },
    { "item.qty", "unique", "true", "item.qty" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits) + 2; i++)
    {
      g_auto (World) world = { 0 };
      g_autoptr (GHashTable) before = NULL;
      g_autoptr (GHashTable) after = NULL;
      GHashTableIter iter;
      gpointer id, values;
      const char *changed = NULL;

      world_init (&world);
      draw_shop (world.model);
      before = get_values (&world);
      if (i < G_N_ELEMENTS (edits))
        {
          change (world.model, edits[i].id, edits[i].property, edits[i].value);
          changed = edits[i].changed;
        }
      else if (i == G_N_ELEMENTS (edits))
        {
          draw_field (world.model, "customer", "extra", "string[]3");
          draw_field (world.model, "item", "extra", "int?0.5");
        }
      else
        {
          const char *ids[] = { "customer.email", NULL };

          changed = "customer.email";
          squill_model_delete (world.model, ids);
        }
      after = get_values (&world);

      g_hash_table_iter_init (&iter, before);
      while (g_hash_table_iter_next (&iter, &id, &values))
        {
          const GString *now = g_hash_table_lookup (after, id);

          if (g_strcmp0 (id, changed) == 0)
            continue;
          g_assert_nonnull (now);
          if (!g_str_equal (((GString *)values)->str, now->str))
            g_error ("edit %u changed %s:\n%s\n%s", i, (char *)id, ((GString *)values)->str,
                     now->str);
        }
      if (changed != NULL && g_hash_table_contains (after, changed))
        g_assert_cmpstr (((GString *)g_hash_table_lookup (before, changed))->str, !=,
                         ((GString *)g_hash_table_lookup (after, changed))->str);
    }
}

/* Another placement shows the same world. */
static void
test_placements (void)
{
  static const char *const placements[] = { "embed-many", "two-way", "subset", "bucket",
                                            "child-references" };
  g_autofree char *expected = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (placements); i++)
    {
      g_auto (World) world = { 0 };
      g_autofree char *text = NULL;

      world_init (&world);
      draw_tasks (world.model, placements[i], "4", "1");
      change (world.model, "tasks", "bound", "4");
      if (g_str_equal (placements[i], "embed-many") || g_str_equal (placements[i], "subset"))
        text = get_text (&world, "person", 3, "tasks.2.text");
      else if (g_str_equal (placements[i], "bucket"))
        text = get_text (&world, "tasks", 3, "tasks.2.text");
      else
        text = get_text (&world, "task", 14, "text");
      if (expected == NULL)
        expected = g_strdup (text);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_seed (void)
{
  g_auto (World) world = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  world_init (&world);
  draw_shop (world.model);
  first = get_text (&world, "customer", 0, "name");
  g_assert_cmpuint (squill_samples_get_seed (world.samples), ==, 0);
  change (world.model, SQUILL_MODEL_ID, "seed", "7");
  second = get_text (&world, "customer", 0, "name");
  g_assert_cmpuint (squill_samples_get_seed (world.samples), ==, 7);
  g_assert_cmpstr (first, !=, second);
  squill_samples_set_seed (world.samples, 0);
  third = get_text (&world, "customer", 0, "name");
  g_assert_cmpstr (first, ==, third);
}

/* The same bytes on every system and for ever. */
static void
test_golden (void)
{
  static const char customer[] =
      "{\"_id\":{\"$oid\":\"673e7a6b669a4457f5000000\"},\"name\":\"Daria "
      "Rivera\",\"email\":\"daria.rivera@example.org\",\"score\":1,\"addresses\":[{\"city\":"
      "\"Edinburgh\",\"zip\":\"EH3 2QC\"},{\"city\":\"Seattle\",\"zip\":\"98181\"}]}";
  static const char order[] =
      "{\"_id\":{\"$oid\":\"6765035d04be5e58de000029\"},\"total\":{\"$numberDecimal\":\"3.76\"},"
      "\"createdAt\":{\"$date\":\"2024-12-20T05:40:45Z\"},\"updatedAt\":{\"$date\":\"2025-09-22T11:"
      "46:32Z\"},\"customer\":{\"$oid\":\"67dd1a99669a4457f50000c6\"},\"items\":[{\"product\":"
      "\"Fine Charger\",\"qty\":20},{\"product\":\"Nimble Bowl\",\"qty\":20}]}";
  g_auto (World) world = { 0 };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  bson_t *document;

  world_init (&world);
  change (world.model, SQUILL_MODEL_ID, "reference_date", "'2026-11-21'");
  draw_shop (world.model);
  document = get (&world, "customer", 0);
  first = squill_bson_to_text (document, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  bson_destroy (document);
  document = get (&world, "order", 41);
  second = squill_bson_to_text (document, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  bson_destroy (document);
  g_assert_cmpstr (first, ==, customer);
  g_assert_cmpstr (second, ==, order);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/samples/stable/edits", test_edits);
  g_test_add_func ("/samples/stable/placements", test_placements);
  g_test_add_func ("/samples/stable/seed", test_seed);
  g_test_add_func ("/samples/stable/golden", test_golden);
  return g_test_run ();
}
