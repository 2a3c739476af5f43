/* SPDX-License-Identifier: Apache-2.0 */

/* A model that people worked on is brought up to date: what they did stays. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "diagram/squill-diagram.h"
#include "model/squill-authoring.h"

#include "inspect-fixture.h"
#include "refresh-fixture.h"

static const char orders[] =
    "{\"_id\":11,\"customer_id\":1,\"lines\":[{\"sku\":\"x\",\"n\":1}],\"open\":true}\n"
    "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":true}\n"
    "{\"_id\":13,\"customer_id\":3,\"lines\":[{\"sku\":\"z\",\"n\":3}],\"open\":false}\n"
    "{\"_id\":14,\"customer_id\":4,\"lines\":[],\"open\":false}\n";

static void
test_nothing_changed (RefreshFixture *fixture, gconstpointer data)
{
  refresh_begin (fixture);
  refresh_assert_fresh (fixture);
  g_assert_false (squill_model_get_can_undo (fixture->model));
}

/* A change of what was seen is told in words, not in names of properties and JSON. */
static void
test_words (RefreshFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);
  const SquillDifference *difference;

  for (guint i = 0; i < 100; i++)
    {
      g_string_append_printf (first, "{\"_id\":%u,\"total\":%u.5}\n", i, i);
      g_string_append_printf (second, "{\"_id\":%u,\"total\":%u.5}\n", i, i + 1000);
    }
  refresh_put (fixture, "db/orders.json", first->str);
  refresh_infer (fixture);
  refresh_put (fixture, "db/orders.json", second->str);
  refresh_again (fixture, NULL);
  difference = refresh_find_difference (fixture, "orders.total", "usual_range");
  g_assert_nonnull (difference);
  g_assert_cmpstr (difference->message, ==,
                   "“orders.total”: usual range changed from 0.5..99.5 to 1000.5..1099.5.");
}

/* Inside another step, as a caller may have one open: that step stays open. */
static void
test_nothing_changed_in_step (RefreshFixture *fixture, gconstpointer data)
{
  refresh_begin (fixture);
  squill_model_begin_step (fixture->model, "Outer", NULL);
  refresh_again (fixture, NULL);
  g_assert_cmpuint (fixture->differences->len, ==, 0);
  g_assert_true (
      squill_model_set (fixture->model, SQUILL_MODEL_ID, "name", json_string ("Renamed"), NULL));
  squill_model_end_step (fixture->model);
  g_assert_true (squill_model_get_can_undo (fixture->model));
  squill_model_undo (fixture->model);
  g_assert_cmpstr (squill_model_get_info (fixture->model)->name, !=, "Renamed");
  g_assert_false (squill_model_get_can_undo (fixture->model));
}

/* What the source has more comes in, where it belongs, and one undo takes all of it away. */
static void
test_new_things (RefreshFixture *fixture, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const SquillRelationship *lines, *notes;

  refresh_begin (fixture);
  before = refresh_get_data (fixture->model);
  refresh_put (
      fixture, "db/orders.json",
      "{\"_id\":11,\"customer_id\":1,\"note\":\"n\",\"lines\":[{\"sku\":\"x\",\"price\":1.5,\"n\":"
      "1,"
      "\"tags\":[{\"t\":1}]}],\"open\":true}\n"
      "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":true}\n");
  refresh_put (fixture, "db/returns.json",
               "{\"_id\":1,\"why\":\"x\",\"notes\":[{\"text\":\"y\"}]}\n");
  refresh_put (fixture, "db/orders.metadata.json",
               "{\"options\":{},\"indexes\":[{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
               "{\"v\":2,\"key\":{\"lines.price\":1},\"name\":\"price\"}]}");
  refresh_again (fixture, NULL);

  g_assert_cmpstr (refresh_get_entity (fixture, "returns")->name, ==, "returns");
  refresh_assert_told (fixture, "returns", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  g_assert_null (refresh_find_difference (fixture, "returns.why", NULL));
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "returns.why"));
  notes = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                         "returns.notes");
  g_assert_cmpstr (notes->child, ==, refresh_get_entity (fixture, "returns.notes[]")->item.id);
  refresh_assert_told (fixture, "orders.note", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  refresh_assert_told (fixture, "orders.lines[].price", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  refresh_assert_told (fixture, "orders.lines[].tags", NULL, SQUILL_DIFFERENCE_ADDED, "added");
  refresh_assert_told (fixture, "orders", "count", SQUILL_DIFFERENCE_CHANGED, "orders");
  g_assert_cmpfloat (refresh_get_entity (fixture, "orders")->count.likely, ==, 2);

  /* As in the documents: behind customer_id, before lines. */
  lines = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                         "orders.lines");
  g_assert_cmpstr (refresh_get_field (fixture, "orders.customer_id")->order, <,
                   refresh_get_field (fixture, "orders.note")->order);
  g_assert_cmpstr (refresh_get_field (fixture, "orders.note")->order, <, lines->parent_order);
  g_assert_cmpstr (refresh_get_field (fixture, "orders.lines[].sku")->order, <,
                   refresh_get_field (fixture, "orders.lines[].price")->order);
  g_assert_cmpstr (refresh_get_field (fixture, "orders.lines[].price")->order, <,
                   refresh_get_field (fixture, "orders.lines[].n")->order);
  {
    const SquillIndex *index =
        (const SquillIndex *)refresh_get_place (fixture, SQUILL_KIND_INDEX, "orders price");
    const SquillKey *key = g_ptr_array_index (index->keys, 0);
    g_autofree char *path = g_strdup_printf (
        "%s/%s", lines->item.id, refresh_get_field (fixture, "orders.lines[].price")->item.id);

    g_assert_cmpstr (key->path, ==, path);
  }

  after = refresh_get_data (fixture->model);
  g_assert_true (squill_model_undo (fixture->model));
  {
    g_autofree char *undone = refresh_get_data (fixture->model);

    g_assert_cmpstr (undone, ==, before);
  }
  g_assert_false (squill_model_get_can_undo (fixture->model));
  g_assert_true (squill_model_redo (fixture->model));
  {
    g_autofree char *redone = refresh_get_data (fixture->model);

    g_assert_cmpstr (redone, ==, after);
  }
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
}

/* Everything that a person did to what came from the source is still so. */
static void
test_edits_stay (RefreshFixture *fixture, gconstpointer data)
{
  const SquillRelationship *reference, *lines;

  refresh_begin (fixture);
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "name",
                        json_string ("Order"));
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "x", json_real (120));
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "y", json_real (-40));
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "growth",
                        json_integer (10));
  refresh_set_property (fixture, refresh_get_field (fixture, "customers.name"), "description",
                        json_string ("What to call her"));
  refresh_set_property (fixture, refresh_get_field (fixture, "orders.open"), "types",
                        json_pack ("[s]", "int"));
  reference = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                             "orders.customer_id -> customers._id");
  refresh_set_property (fixture, reference, "name", json_string ("buyer"));
  refresh_set_property (fixture, reference, "together", json_integer (3));
  lines = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                         "orders.lines");
  refresh_set_property (fixture, lines, "placement", json_string ("parent-reference"));
  refresh_delete_item (fixture, refresh_get_field (fixture, "customers.at.zip"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);

  /* The source changes, too. */
  refresh_put (
      fixture, "db/orders.json",
      "{\"_id\":11,\"customer_id\":1,\"lines\":[{\"sku\":\"x\",\"n\":1.5}],\"open\":\"yes\"}\n"
      "{\"_id\":12,\"customer_id\":2,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
      "{\"_id\":13,\"customer_id\":3,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
      "{\"_id\":14,\"customer_id\":4,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n"
      "{\"_id\":15,\"customer_id\":4,\"lines\":[{\"sku\":\"y\",\"n\":2}],\"open\":\"no\"}\n");
  refresh_again (fixture, NULL);
  g_assert_cmpstr (refresh_get_entity (fixture, "orders")->name, ==, "Order");
  g_assert_cmpfloat (refresh_get_entity (fixture, "orders")->x, ==, 120);
  g_assert_cmpfloat (refresh_get_entity (fixture, "orders")->y, ==, -40);
  g_assert_cmpfloat (refresh_get_entity (fixture, "orders")->growth, ==, 10);
  g_assert_cmpfloat (refresh_get_entity (fixture, "orders")->count.likely, ==, 5);
  g_assert_cmpstr (refresh_get_field (fixture, "customers.name")->description, ==,
                   "What to call her");
  g_assert_cmpint (refresh_get_field (fixture, "orders.open")->types, ==, SQUILL_TYPE_INT);
  refresh_assert_told (fixture, "orders.open", "types", SQUILL_DIFFERENCE_CHANGED, "as you set it");
  g_assert_cmpint (refresh_get_field (fixture, "orders.lines[].n")->types, ==,
                   SQUILL_TYPE_INT | SQUILL_TYPE_DOUBLE);
  refresh_assert_told (fixture, "orders.lines[].n", "types", SQUILL_DIFFERENCE_CHANGED, "from");
  reference = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                             "orders.customer_id -> customers._id");
  g_assert_cmpstr (reference->name, ==, "buyer");
  g_assert_cmpfloat (reference->together, ==, 3);
  g_assert_cmpfloat (reference->children.max, ==, 2);
  lines = (const SquillRelationship *)refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                         "orders.lines");
  g_assert_cmpint (lines->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at.zip"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
}

/* What a person threw away does not come back, whatever kind it is; what is new in it has nowhere
 * to go. */
static void
test_thrown_away (RefreshFixture *fixture, gconstpointer data)
{
  refresh_begin (fixture);
  refresh_delete_item (fixture, refresh_get_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                                   "orders.customer_id -> customers._id"));
  refresh_delete_item (fixture, refresh_get_field (fixture, "customers.at"));
  refresh_delete_item (fixture, refresh_get_entity (fixture, "orders.lines[]"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
  refresh_put (
      fixture, "db/customers.json",
      "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n");
  refresh_again (fixture, NULL);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at.street"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_ENTITY, "orders.lines[]"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
}

/* Fields that went elsewhere are followed by their new neighbours. */
static void
test_moved_fields (RefreshFixture *fixture, gconstpointer data)
{
  g_autofree char *address = NULL;
  g_autoptr (GError) error = NULL;
  const SquillField *at;

  refresh_begin (fixture);
  address = squill_model_add_entity (fixture->model, "Address", 0, 0);
  squill_model_reorder (fixture->model, refresh_get_field (fixture, "customers.at.city")->item.id,
                        address, NULL, &error);
  g_assert_no_error (error);
  squill_model_reorder (fixture->model, refresh_get_field (fixture, "customers.at.zip")->item.id,
                        address, NULL, &error);
  g_assert_no_error (error);
  at = refresh_get_field (fixture, "customers.at");
  refresh_delete_item (fixture, at);
  refresh_put (
      fixture, "db/customers.json",
      "{\"_id\":1,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n"
      "{\"_id\":2,\"name\":\"a\",\"at\":{\"city\":\"X\",\"zip\":\"1\",\"street\":\"s\"}}\n");
  refresh_again (fixture, NULL);
  g_assert_cmpstr (refresh_get_field (fixture, "customers.at.street")->item.parent->id, ==,
                   address);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "customers.at"));
}

static void
test_decisions (RefreshFixture *fixture, gconstpointer data)
{
  static const char place[] = "orders.customer_id -> customers._id";
  g_autoptr (SquillDecisions) decisions = squill_decisions_new ();

  refresh_begin (fixture);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
  squill_decisions_set_reference (decisions, "orders.customer_id", "customers._id",
                                  SQUILL_DECISION_REJECTED);
  refresh_again (fixture, decisions);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
  squill_decisions_set_reference (decisions, "orders.customer_id", "customers._id",
                                  SQUILL_DECISION_ACCEPTED);
  refresh_again (fixture, decisions);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP, place));
}

/* No two cards stand on each other. */
static void
assert_apart (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) diagram = squill_diagram_new (design);
  guint n;

  squill_diagram_change_free (squill_diagram_update (diagram));
  n = squill_diagram_get_n_cards (diagram);
  g_assert_cmpuint (n, >, 3);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      g_assert_false (squill_rect_overlaps (&squill_diagram_get_card (diagram, i)->rect,
                                            &squill_diagram_get_card (diagram, k)->rect));
}

static void
test_positions (RefreshFixture *fixture, gconstpointer data)
{
  const SquillEntity *customer, *order, *payment, *stray;

  refresh_begin (fixture);
  refresh_set_property (fixture, refresh_get_entity (fixture, "customers"), "x", json_real (0));
  refresh_set_property (fixture, refresh_get_entity (fixture, "customers"), "y", json_real (0));
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "x", json_real (4000));
  refresh_set_property (fixture, refresh_get_entity (fixture, "orders"), "y", json_real (3000));
  refresh_put (
      fixture, "db/payments.json",
      "{\"_id\":1,\"order_id\":11}\n{\"_id\":2,\"order_id\":12}\n{\"_id\":3,\"order_id\":13}\n"
      "{\"_id\":4,\"order_id\":14}\n");
  refresh_put (fixture, "db/stray.json", "{\"_id\":1,\"what\":\"x\"}\n");
  refresh_again (fixture, NULL);
  customer = refresh_get_entity (fixture, "customers");
  order = refresh_get_entity (fixture, "orders");
  payment = refresh_get_entity (fixture, "payments");
  stray = refresh_get_entity (fixture, "stray");
  g_assert_cmpfloat (customer->x, ==, 0);
  g_assert_cmpfloat (order->x, ==, 4000);
  g_assert_cmpfloat (order->y, ==, 3000);
  g_assert_false (isnan (payment->x) || isnan (payment->y) || isnan (stray->x));
  /* Beside the orders that they are for. */
  g_assert_cmpfloat (hypot (payment->x - order->x, payment->y - order->y), <, 800);
  assert_apart (fixture->model);
}

/* Whatever people do, a refresh from the same source leaves it alone. */
static void
edit_by_chance (RefreshFixture *fixture, GRand *random)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (fixture->model);
  const SquillItem *item;
  g_autofree char *word = g_strdup_printf ("w%u", g_rand_int (random));
  g_autofree char *made = NULL;

  if (items->len == 0)
    return;
  item = g_ptr_array_index (items, (guint)g_rand_int_range (random, 0, (gint32)items->len));
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      refresh_delete_item (fixture, item);
      break;
    case 1:
      squill_model_rename (fixture->model, item->id, word, NULL);
      break;
    case 2:
      squill_model_set (fixture->model, item->id, "description", json_string (word), NULL);
      break;
    case 3:
      squill_model_set (fixture->model, item->id, "required",
                        json_boolean (g_rand_boolean (random)), NULL);
      break;
    case 4:
      squill_model_set (fixture->model, item->id, "placement", json_string ("child-references"),
                        NULL);
      break;
    case 5:
      squill_model_set (fixture->model, item->id, "x",
                        json_integer (g_rand_int_range (random, 0, 9)), NULL);
      break;
    case 6:
      if (item->kind == SQUILL_KIND_ENTITY || item->kind == SQUILL_KIND_FIELD ||
          item->kind == SQUILL_KIND_RELATIONSHIP)
        made = squill_model_add_field (fixture->model, item->id, NULL, word, SQUILL_TYPE_STRING);
      break;
    default:
      if (item->kind == SQUILL_KIND_FIELD)
        {
          const SquillItem *other =
              g_ptr_array_index (items, (guint)g_rand_int_range (random, 0, (gint32)items->len));

          if (other->kind == SQUILL_KIND_ENTITY)
            squill_model_reorder (fixture->model, item->id, other->id, NULL, NULL);
        }
      break;
    }
}

static void
test_by_chance (RefreshFixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (20261121);

  refresh_put (fixture, "db/customers.json", refresh_customers);
  refresh_put (fixture, "db/orders.json", orders);
  refresh_put (fixture, "db/orders.metadata.json",
               "{\"options\":{},\"indexes\":[{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"},"
               "{\"v\":2,\"key\":{\"lines.sku\":1,\"open\":-1},\"name\":\"sku\"}]}");
  profile = refresh_read_folder (fixture);
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) differences = NULL;
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;
      guint edits = (guint)g_rand_int_range (random, 1, 12);

      g_clear_object (&fixture->model);
      fixture->model = squill_profile_to_model (profile, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < edits; i++)
        edit_by_chance (fixture, random);
      refresh_reopen (fixture);
      before = refresh_get_data (fixture->model);
      differences =
          squill_refresh (fixture->model, profile, NULL, squill_diagram_place_new, &error);
      g_assert_no_error (error);
      after = refresh_get_data (fixture->model);
      refresh_assert_same (before, after);
      g_assert_cmpuint (differences->len, ==, 0);
    }
}

/* A model that was drawn is completed, and keeps what was drawn. */
static void
test_drawn (RefreshFixture *fixture, gconstpointer data)
{
  g_autofree char *customer = NULL;
  g_autofree char *field = NULL;

  refresh_put (fixture, "db/customers.json", refresh_customers);
  refresh_put (fixture, "db/orders.json", orders);
  fixture->model = squill_model_new ();
  customer = squill_model_add_entity (fixture->model, "customers", 10, 20);
  field = squill_model_add_field (fixture->model, customer, NULL, "name", SQUILL_TYPE_INT);
  refresh_again (fixture, NULL);
  g_assert_cmpstr (refresh_get_entity (fixture, "customers")->item.id, ==, customer);
  g_assert_cmpfloat (refresh_get_entity (fixture, "customers")->x, ==, 10);
  g_assert_cmpstr (refresh_get_field (fixture, "customers.name")->item.id, ==, field);
  g_assert_cmpint (refresh_get_field (fixture, "customers.name")->types, ==, SQUILL_TYPE_INT);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_RELATIONSHIP,
                                        "orders.customer_id -> customers._id"));
  refresh_reopen (fixture);
  refresh_assert_fresh (fixture);
}

static void
put_map (RefreshFixture *fixture, const char *more)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 40; i++)
    g_string_append_printf (
        text, "{\"_id\":%u,\"by\":{\"%024x\":{\"stars\":%u%s},\"%024x\":{\"stars\":%u%s}}}\n", i,
        i * 977 + 5, i % 5, more, i * 977 + 11, (i + 2) % 5, more);
  refresh_put (fixture, "db/posts.json", text->str);
}

/* A map of objects that get several fields becomes an entity with all of them; one that a person
 * changed stays a map, without a field for its keys. */
static void
test_map_to_entity (RefreshFixture *fixture, gconstpointer data)
{
  put_map (fixture, "");
  refresh_infer (fixture);
  g_assert_true (refresh_get_field (fixture, "posts.by")->map);
  refresh_begin (fixture);
  refresh_set_property (fixture, refresh_get_field (fixture, "posts.by"), "cap", json_integer (9));
  put_map (fixture, ",\"said\":\"so\"");
  refresh_again (fixture, NULL);
  g_assert_true (refresh_get_field (fixture, "posts.by")->map);
  g_assert_nonnull (refresh_find_place (fixture, SQUILL_KIND_FIELD, "posts.by{}.said"));
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "posts.by{}"));

  put_map (fixture, "");
  refresh_infer (fixture);
  put_map (fixture, ",\"said\":\"so\"");
  refresh_again (fixture, NULL);
  g_assert_null (refresh_find_place (fixture, SQUILL_KIND_FIELD, "posts.by"));
  g_assert_true (refresh_get_field (fixture, "posts.by{}")->map_key);
  g_assert_cmpint (refresh_get_field (fixture, "posts.by{}.said")->types, ==, SQUILL_TYPE_STRING);
  g_assert_cmpint (refresh_get_field (fixture, "posts.by{}.stars")->types, ==, SQUILL_TYPE_INT);
}

#define ADD(path, function)                                                             \
  g_test_add ("/inspect/refresh/" path, RefreshFixture, NULL, refresh_set_up, function, \
              refresh_tear_down)

/* A field that came since and copies what is referred to is told, although it is no field of its
 * own. */
static void
test_new_copy (RefreshFixture *fixture, gconstpointer data)
{
  g_autoptr (GString) users = g_string_new (NULL);
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (users, "{\"_id\":\"u%02u\",\"name\":\"n%u\"}\n", i, i);
  for (guint i = 0; i < 60; i++)
    {
      g_string_append_printf (before, "{\"_id\":%u,\"author\":\"u%02u\"}\n", i, i % 30);
      g_string_append_printf (after, "{\"_id\":%u,\"author\":\"u%02u\",\"author_name\":\"n%u\"}\n",
                              i, i % 30, i % 30);
    }
  refresh_put (fixture, "db/users.json", users->str);
  refresh_put (fixture, "db/posts.json", before->str);
  refresh_infer (fixture);
  refresh_put (fixture, "db/posts.json", after->str);
  refresh_again (fixture, NULL);
  refresh_assert_told (fixture, "posts.author_name", NULL, SQUILL_DIFFERENCE_ADDED, "was added");
  refresh_assert_fresh (fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("nothing-changed", test_nothing_changed);
  ADD ("words", test_words);
  ADD ("nothing-changed-in-step", test_nothing_changed_in_step);
  ADD ("new-things", test_new_things);
  ADD ("edits-stay", test_edits_stay);
  ADD ("thrown-away", test_thrown_away);
  ADD ("moved-fields", test_moved_fields);
  ADD ("decisions", test_decisions);
  ADD ("positions", test_positions);
  ADD ("by-chance", test_by_chance);
  ADD ("drawn", test_drawn);
  ADD ("map-to-entity", test_map_to_entity);
  ADD ("new-copy", test_new_copy);
  return g_test_run ();
}
