/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "comparison-fixture.h"

#include "design-fixture.h"
#include "model/squill-placement.h"

const SquillPlacementOption *
find_option (const GPtrArray *options, SquillPlacement placement, gboolean copied)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      if (option->placement == placement && option->copied == copied)
        return option;
    }
  return NULL;
}

/* The ways to store the relationship "r". */
GPtrArray *
compare_placements (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  GPtrArray *options = squill_placements_compare (design, "r");

  for (guint i = 0; i < options->len; i++)
    {
      const SquillPlacementOption *option = options->pdata[i];

      g_test_message ("%s%s%s: %.1f ms, %u drawbacks, %s", option->advised ? "* " : "",
                      squill_placement_get_name (option->placement), option->copied ? "+copy" : "",
                      option->cost.likely / 1000, option->drawbacks->len, option->summary);
      g_assert_nonnull (option->summary);
      g_assert_cmpint (option->feasible, ==, option->infeasible_reason == NULL);
      g_assert_true (!option->advised || (option->feasible && i == 0));
    }
  return options;
}

void
assert_advised (const GPtrArray *options, SquillPlacement placement, gboolean copied)
{
  const SquillPlacementOption *first = options->pdata[0];

  g_assert_true (first->advised);
  g_assert_cmpstr (squill_placement_get_name (first->placement), ==,
                   squill_placement_get_name (placement));
  g_assert_cmpint (first->copied, ==, copied);
}

/* Milliseconds of work each second. */
void
assert_cost (const GPtrArray *options,
             SquillPlacement placement,
             gboolean copied,
             double cost,
             double within)
{
  const SquillPlacementOption *option = find_option (options, placement, copied);

  g_assert_nonnull (option);
  g_assert_cmpfloat_with_epsilon (option->cost.likely / 1000, cost, within);
}

/* What one operation costs with an option. */
const SquillOperationCost *
get_operation_cost (const SquillPlacementOption *option, const char *operation)
{
  for (guint i = 0; i < option->costs->len; i++)
    {
      const SquillOperationCost *cost = &g_array_index (option->costs, SquillOperationCost, i);

      if (g_strcmp0 (cost->operation, operation) == 0)
        return cost;
    }
  return NULL;
}

void
draw_pair (SquillModel *model, const char *children, const char *parents)
{
  draw_relationship (model, "r", "p", "c", "parent-reference", children, parents);
}

/* A person with a few addresses. */
SquillModel *
draw_person (void)
{
  SquillModel *model = squill_model_new ();

  draw_entity (model, "p");
  draw_field (model, "p", "name", "string:12");
  draw_field (model, "p", "ssn", "string:11");
  draw_entity (model, "c");
  draw_field (model, "c", "street", "string:13");
  draw_field (model, "c", "city", "string:7..7.5..8");
  draw_field (model, "c", "cc", "string:3");
  draw_pair (model, "0..2..5", "1");
  change (model, "r", "parent_name", "'addresses'");
  draw_count (model, "p", 10000);
  return model;
}
