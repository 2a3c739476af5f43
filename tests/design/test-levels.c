/* SPDX-License-Identifier: Apache-2.0 */

/* Operations that go through all levels of a tree, and those that change or find what is embedded:
 * the plan and the comparison of placements count the same. */

#include "config.h"

#include "comparison-fixture.h"
#include "design-fixture.h"
#include "design/squill-use.h"

/* A thousand categories with ten below each but the last ones: three levels. */
static SquillModel *
draw_categories (const char *placement)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:20");
  draw_count (model, "p", 1000);
  draw_relationship (model, "r", "p", "p", placement, "0..10..40", "1");
  change (model, "r", "child_name", "'above'");
  change (model, "r", "parent_name", "'below'");
  draw_index (model, "p", "i", "r 1");
  return model;
}

static const SquillPlanStep *
get_last_step (SquillDesign *design, const char *operation)
{
  const SquillPlan *plan = squill_design_get_plan (design, operation);

  g_assert_cmpuint (plan->steps->len, >, 0);
  return plan->steps->pdata[plan->steps->len - 1];
}

static void
test_counted (void)
{
  g_autoptr (SquillModel) model = draw_categories ("parent-reference");
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillRelationship *r = squill_model_get_relationship (model, "r");
  SquillTriple levels, reached;

  g_assert_cmpfloat (squill_design_count_levels (design, r).likely, ==, 3);
  /* A chain of three above; a category has as many below it on average, on one level. */
  reached = squill_design_count_walk (design, r, FALSE, &levels);
  g_assert_cmpfloat (reached.likely, ==, 3);
  g_assert_cmpfloat (levels.likely, ==, 3);
  reached = squill_design_count_walk (design, r, TRUE, &levels);
  g_assert_cmpfloat (reached.likely, ==, 10);
  g_assert_cmpfloat (levels.likely, ==, 1);
  g_assert_cmpfloat (reached.max, ==, 1000);
  /* Where each has two parents as well, there is more above than a chain. */
  change (model, "r", "children", "{'min':0,'likely':2,'max':20}");
  change (model, "r", "parents", "{'min':0,'likely':2,'max':2}");
  reached = squill_design_count_walk (design, r, FALSE, &levels);
  g_assert_cmpfloat (reached.likely, ==, 10);
  g_assert_cmpfloat (levels.likely, ==, 3);

  /* Of those nobody counted, as many levels as is usual. */
  change (model, "r", "parents", "{'min':0,'likely':1,'max':1}");
  change (model, "p", "count", NULL);
  reached = squill_design_count_walk (design, r, FALSE, &levels);
  g_assert_cmpfloat (reached.likely, ==, 3);
  g_assert_cmpfloat (levels.likely, ==, 3);
  reached = squill_design_count_walk (design, r, TRUE, &levels);
  g_assert_cmpfloat (reached.likely, ==, 3);
  g_assert_true (isinf (reached.max));
}

/* One lookup for each document on the way; with a query for each level, where it comes from
 * elsewhere. */
static void
test_plan (gconstpointer data)
{
  const char *placement = data;
  g_autoptr (SquillModel) model = draw_categories (placement);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillPlanStep *step;
  double one;

  draw_operation (model, "direct", "find", "p", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r']}");
  draw_operation (model, "all", "aggregate", "p", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r']}");
  change (model, "r", "children", "{'min':0,'likely':2,'max':20}");
  one = get_last_step (design, "direct")->documents.likely;
  g_assert_cmpfloat (one, ==, 2);
  step = get_last_step (design, "all");
  g_assert_cmpfloat (step->documents.likely, ==, 10);
  g_assert_cmpfloat (step->outer.likely, ==, 11);
  g_assert_cmpfloat (squill_design_get_plan (design, "all")->round_trips.likely, ==, 1);

  /* Depth that was said bounds the levels. */
  change (model, "r", "depth", "1");
  g_assert_cmpfloat (get_last_step (design, "all")->documents.likely, ==, 1);
  change (model, "r", "depth", NULL);

  draw_entity (model, "product");
  draw_count (model, "product", 5000);
  draw_relationship (model, "in", "p", "product", "parent-reference", "5", "1");
  draw_operation (model, "from elsewhere", "find", "product", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['in','r']}");
  step = get_last_step (design, "from elsewhere");
  g_assert_cmpfloat (step->documents.likely, ==, 10);
  g_assert_cmpfloat (step->round_trips.likely, ==, 10);
}

/* The comparison says of the placement that is drawn what the plan says. */
static void
test_compared (void)
{
  static const struct
  {
    const char *name;
    SquillPlacement placement;
  } cases[] = {
    { "parent-reference", SQUILL_PLACEMENT_PARENT_REFERENCE },
    { "child-references", SQUILL_PLACEMENT_CHILD_REFERENCES },
    { "junction", SQUILL_PLACEMENT_JUNCTION },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SquillModel) model = draw_categories (cases[i].name);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autoptr (GPtrArray) options = NULL;
      const SquillOperationCost *cost;

      change (model, "r", "children", "{'min':0,'likely':2,'max':20}");
      draw_operation (model, "all", "aggregate", "p", 1,
                      "{'filter':[{'path':'=_id','how':'eq'}],'follows':['r']}");
      options = compare_placements (model);
      cost = get_operation_cost (find_option (options, cases[i].placement, FALSE), "all");
      g_test_message ("%s: %g and %g", cases[i].name, cost->cost.likely,
                      squill_design_get_plan (design, "all")->cost.likely);
      g_assert_cmpfloat_with_epsilon (cost->cost.likely,
                                      squill_design_get_plan (design, "all")->cost.likely,
                                      0.2 * cost->cost.likely);
    }
}

/* The same filter would find the parents of a document in place of its children. */
static void
test_turned (void)
{
  g_autoptr (SquillModel) model = draw_categories ("parent-reference");
  g_autoptr (GPtrArray) options = NULL;

  draw_operation (model, "below", "find", "p", 10, "{'filter':[{'path':'r','how':'eq'}]}");
  options = compare_placements (model);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->feasible);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_TWO_WAY, FALSE)->feasible);
  g_clear_pointer (&options, g_ptr_array_unref);

  change (model, "r", "placement", "'child-references'");
  options = compare_placements (model);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_CHILD_REFERENCES, FALSE)->feasible);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->feasible);
  g_assert_false (find_option (options, SQUILL_PLACEMENT_TWO_WAY, FALSE)->feasible);
  g_clear_pointer (&options, g_ptr_array_unref);

  change (model, "below", "filter", "[{'path':'=_id','how':'eq'}]");
  options = compare_placements (model);
  g_assert_true (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE)->feasible);
}

/* An update that does not say which of the embedded children it means changes all of them. */
static void
test_changed (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (GPtrArray) options = NULL;
  const SquillCounts *counts;

  draw_entity (model, "p");
  draw_entity (model, "c");
  draw_field (model, "c", "text", "string:100");
  draw_count (model, "p", 1000);
  draw_relationship (model, "r", "p", "c", "embed-many", "0..30..60", "1");
  draw_operation (
      model, "update", "update", "p", 1,
      "{'filter':[{'path':'=_id','how':'eq'}],'writes':[{'path':'r/c.text','how':''}]}");
  options = compare_placements (model);
  counts = &get_operation_cost (find_option (options, SQUILL_PLACEMENT_EMBED_MANY, FALSE), "update")
                ->counts;
  g_assert_cmpfloat (counts->written, ==, 1);
  counts = &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE),
                                "update")
                ->counts;
  g_assert_cmpfloat (counts->written, ==, 30);
  g_assert_cmpfloat (counts->commands, ==, 1);
  g_clear_pointer (&options, g_ptr_array_unref);

  /* One that does means one. */
  change (model, "update", "filter", "[{'path':'=_id','how':'eq'},{'path':'r/c.text','how':'eq'}]");
  options = compare_placements (model);
  counts = &get_operation_cost (find_option (options, SQUILL_PLACEMENT_PARENT_REFERENCE, FALSE),
                                "update")
                ->counts;
  g_assert_cmpfloat (counts->written, ==, 1);
}

static double
get_written (SquillModel *model, SquillPlacement placement)
{
  g_autoptr (GPtrArray) options = compare_placements (model);

  return get_operation_cost (find_option (options, placement, FALSE), "update")->counts.written;
}

/* From a child it comes to its parent, from a parent to all children, each with theirs. */
static void
test_changed_from_afar (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  draw_entity (model, "order");
  draw_entity (model, "p");
  draw_entity (model, "c");
  draw_entity (model, "region");
  draw_field (model, "c", "text", "string:100");
  draw_count (model, "order", 100000);
  draw_count (model, "p", 1000);
  draw_count (model, "region", 200);
  draw_relationship (model, "orders", "p", "order", "parent-reference", "100", "1");
  draw_relationship (model, "of", "region", "p", "parent-reference", "5", "1");
  draw_relationship (model, "r", "p", "c", "embed-many", "0..30..60", "1");
  draw_operation (
      model, "update", "update", "order", 1,
      "{'filter':[{'path':'=_id','how':'eq'}],'writes':[{'path':'orders/r/c.text','how':''}]}");
  g_assert_cmpfloat (get_written (model, SQUILL_PLACEMENT_EMBED_MANY), ==, 1);
  g_assert_cmpfloat (get_written (model, SQUILL_PLACEMENT_PARENT_REFERENCE), ==, 30);

  change (model, "update", "entity", "'region'");
  change (model, "update", "writes", "[{'path':'of/r/c.text','how':''}]");
  g_assert_cmpfloat (get_written (model, SQUILL_PLACEMENT_EMBED_MANY), ==, 5);
  g_assert_cmpfloat (get_written (model, SQUILL_PLACEMENT_PARENT_REFERENCE), ==, 150);
}

/* What is written behind what is embedded is reached through it. */
static void
test_behind (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillPlanStep *step;

  draw_entity (model, "guild");
  draw_entity (model, "squad");
  draw_entity (model, "gear");
  draw_field (model, "gear", "wear", "int");
  draw_count (model, "guild", 1000);
  draw_count (model, "gear", 48000);
  draw_relationship (model, "squads", "guild", "squad", "embed-many", "8", "1");
  draw_relationship (model, "gears", "squad", "gear", "parent-reference", "6", "1");
  draw_index (model, "gear", "i", "gears 1");
  draw_operation (model, "update", "update", "guild", 1,
                  "{'filter':[{'path':'=_id','how':'eq'}],'follows':['gears'],"
                  "'writes':[{'path':'squads/gears/gear.wear','how':''}]}");
  step = get_last_step (design, "update");
  g_assert_cmpstr (step->entity, ==, "gear");
  g_assert_cmpint (step->access, ==, SQUILL_PLAN_BY_INDEX);
  g_assert_cmpfloat (step->written.likely, ==, 48);
}

/* Those of one parent are in its buckets, however many are asked for. */
static void
test_buckets (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  const SquillPlanStep *step;

  draw_entity (model, "vessel");
  draw_entity (model, "position");
  draw_field (model, "position", "at", "date");
  draw_count (model, "vessel", 100);
  draw_count (model, "position", 1000000);
  draw_relationship (model, "of", "vessel", "position", "bucket", "10000", "1");
  change (model, "of", "ordering", "'time'");
  change (model, "of", "bound", "1000");
  draw_index (model, "position", "i", "of 1, position.at -1");
  draw_operation (model, "track", "find", "position", 1,
                  "{'filter':[{'path':'of','how':'eq'},{'path':'position.at','how':'range'}]}");
  step = get_last_step (design, "track");
  g_assert_cmpfloat (step->returned.likely, ==, 1000);
  g_assert_cmpfloat (step->documents.likely, ==, 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/levels/counted", test_counted);
  g_test_add_data_func ("/levels/plan/parent-reference", "parent-reference", test_plan);
  g_test_add_data_func ("/levels/plan/child-references", "child-references", test_plan);
  g_test_add_func ("/levels/compared", test_compared);
  g_test_add_func ("/levels/turned", test_turned);
  g_test_add_func ("/levels/changed", test_changed);
  g_test_add_func ("/levels/changed-from-afar", test_changed_from_afar);
  g_test_add_func ("/levels/behind", test_behind);
  g_test_add_func ("/levels/buckets", test_buckets);
  return g_test_run ();
}
