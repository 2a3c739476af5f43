/* SPDX-License-Identifier: Apache-2.0 */

/* What shards and joins cost in the comparison of placements, and that plans say the same. */

#include "config.h"

#include "design-fixture.h"
#include "design/squill-cost.h"
#include "design/squill-plan.h"
#include "model/squill-placement.h"

/* Customers with twenty orders each, on ten shards. */
static SquillModel *
draw_customers (const char *kind, const char *customer_key, const char *order_key)
{
  SquillModel *model = squill_model_new ();
  g_autofree char *of_customers = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", customer_key);
  g_autofree char *of_orders = g_strdup_printf ("[{'path': '%s', 'how': '1'}]", order_key);

  draw_entity (model, "customer");
  draw_field (model, "customer", "_id", "objectId");
  draw_field (model, "customer", "region", "string:10");
  draw_entity (model, "order");
  draw_field (model, "order", "_id", "objectId");
  draw_field (model, "order", "text", "string:100");
  draw_relationship (model, "orders", "customer", "order", "parent-reference", "0..20..500", "1");
  change (model, "orders", "child_name", "'customer'");
  draw_index (model, "order", "by_customer", "orders 1");
  draw_count (model, "customer", 1e6);
  draw_count (model, "order", 2e7);
  draw_operation (model, "show", kind, "customer", 100,
                  "{'filter':[{'path':'customer._id','how':'eq'}],'follows':['orders']}");
  change (model, "customer", "shard_key", of_customers);
  change (model, "order", "shard_key", of_orders);
  return model;
}

static const SquillOperationCost *
get_cost (const GPtrArray *options, SquillPlacement placement)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == placement && !option->copied)
        return &g_array_index (option->costs, SquillOperationCost, 0);
    }
  g_assert_not_reached ();
}

static double
cost_of (SquillModel *model, SquillPlacement placement)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, "orders");

  return get_cost (options, placement)->cost.likely;
}

/* What the read costs by the placement depends on the shard keys: orders by their customer are
 * asked of one shard where that is their shard key, by their ids where these are. */
static void
test_shards (void)
{
  g_autoptr (SquillModel) by_customer = draw_customers ("find", "customer._id", "orders");
  g_autoptr (SquillModel) by_id = draw_customers ("find", "customer._id", "order._id");
  g_autoptr (SquillModel) by_region = draw_customers ("find", "customer.region", "orders");
  const SquillPlacement embed = SQUILL_PLACEMENT_EMBED_MANY;
  const SquillPlacement up = SQUILL_PLACEMENT_PARENT_REFERENCE;
  const SquillPlacement down = SQUILL_PLACEMENT_CHILD_REFERENCES;
  SquillModel *const models[] = { by_customer, by_id, by_region };
  double alone[3];

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    alone[i] = cost_of (models[i], up);
  /* Without shards their keys are nothing. */
  g_assert_cmpfloat (alone[0], ==, alone[1]);
  g_assert_cmpfloat (alone[0], ==, alone[2]);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    change (models[i], SQUILL_MODEL_ID, "shards", "10");

  g_assert_cmpfloat (cost_of (by_customer, up), ==, alone[0]);
  g_assert_cmpfloat (cost_of (by_id, up), >, 2 * alone[1]);
  g_assert_cmpfloat (cost_of (by_id, down), <, cost_of (by_id, up));
  g_assert_cmpfloat (cost_of (by_customer, down), >, 2 * cost_of (by_customer, up));
  /* Embedded, only the customer has to be found. */
  g_assert_cmpfloat (cost_of (by_customer, embed), ==, cost_of (by_id, embed));
  g_assert_cmpfloat (cost_of (by_region, embed), >, 2 * cost_of (by_customer, embed));
  g_assert_cmpfloat (cost_of (by_region, up), >, cost_of (by_customer, up));
}

/* A `$lookup` is part of the command before it. */
static void
test_join (void)
{
  g_autoptr (SquillModel) twice = draw_customers ("find", "customer._id", "orders");
  g_autoptr (SquillModel) once = draw_customers ("aggregate", "customer._id", "orders");
  g_autoptr (SquillDesign) design = squill_design_new (twice);
  g_autoptr (SquillDesign) joining = squill_design_new (once);
  g_autoptr (GPtrArray) options = squill_placements_compare (design, "orders");
  g_autoptr (GPtrArray) joined = squill_placements_compare (joining, "orders");
  const SquillOperationCost *apart = get_cost (options, SQUILL_PLACEMENT_PARENT_REFERENCE);
  const SquillOperationCost *together = get_cost (joined, SQUILL_PLACEMENT_PARENT_REFERENCE);

  g_assert_cmpfloat (apart->counts.commands, ==, 2);
  g_assert_cmpfloat (together->counts.commands, ==, 1);
  /* 100 times a command less, and 5 µs for the customer that orders are joined to. */
  g_assert_cmpfloat_with_epsilon (apart->cost.likely - together->cost.likely, 100 * (145 - 5),
                                  1e-6);
  g_assert_cmpfloat (get_cost (options, SQUILL_PLACEMENT_EMBED_MANY)->cost.likely, ==,
                     get_cost (joined, SQUILL_PLACEMENT_EMBED_MANY)->cost.likely);
}

/* Once it is stored so, the plan says what the comparison said. */
static void
test_plans (void)
{
  static const char *const kinds[] = { "find", "aggregate" };
  static const char *const customer_keys[] = { "customer._id", "customer.region" };
  static const char *const order_keys[] = { "orders", "order._id" };
  static const SquillPlacement placements[] = { SQUILL_PLACEMENT_EMBED_MANY,
                                                SQUILL_PLACEMENT_PARENT_REFERENCE,
                                                SQUILL_PLACEMENT_CHILD_REFERENCES };

  for (guint i = 0; i < 8 * G_N_ELEMENTS (placements); i++)
    {
      g_autoptr (SquillModel) model =
          draw_customers (kinds[i & 1], customer_keys[(i >> 1) & 1], order_keys[(i >> 2) & 1]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      const char *placement = squill_placement_get_name (placements[i / 8]);
      double cost, planned;

      change (model, SQUILL_MODEL_ID, "shards", "10");
      squill_model_set (model, "orders", "placement", json_string (placement), NULL);
      cost = cost_of (model, placements[i / 8]);
      planned = 100 * squill_design_get_plan (design, "show")->cost.likely;
      g_test_message ("%s %s %s %s: %g, planned %g", kinds[i & 1], customer_keys[(i >> 1) & 1],
                      order_keys[(i >> 2) & 1], placement, cost, planned);
      g_assert_cmpfloat_with_epsilon (cost, planned, 0.1 * planned);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/shards/shards", test_shards);
  g_test_add_func ("/design/shards/join", test_join);
  g_test_add_func ("/design/shards/plans", test_plans);
  return g_test_run ();
}
