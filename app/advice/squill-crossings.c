/* SPDX-License-Identifier: Apache-2.0 */

/* At which multiples of a number another design of the model costs least. The number is changed in
 * each design, step by step, and where the ranking changes the step is halved: so it is the costs
 * themselves that say it. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-comparison.h"

#include "model/squill-alternative.h"
#include "model/squill-placement.h"

/* So many steps for each power of ten. */
#define STEPS 4
/* A crossing is found as exactly as this, in powers of ten. */
#define PRECISION 0.005

typedef struct
{
  GPtrArray *designs; /* SquillDesign, each of a model of its own */
  const char *id;
  double number; /* as the model has it */
  SquillTriple children;
} Search;

/**
 * squill_designs_get_number:
 * @item: an item of a model
 *
 * Returns: the number that designs can be compared with another of: the rate of an operation as it
 *   is given, or the likely number of children of a relationship; NaN where there is none
 */
double
squill_designs_get_number (const SquillItem *item)
{
  g_return_val_if_fail (item != NULL, NAN);

  if (item->kind == SQUILL_KIND_OPERATION)
    return ((const SquillOperation *)item)->rate;
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    return ((const SquillRelationship *)item)->children.likely;
  return NAN;
}

/**
 * squill_designs_set_number:
 * @model: a model
 * @id: the id of an operation or a relationship of it
 * @number: a number
 *
 * Gives it another number, see squill_designs_get_number(), and the least and the most number of
 * children the nearest that do not contradict it.
 *
 * Returns: whether the model can have that
 */
gboolean
squill_designs_set_number (SquillModel *model, const char *id, double number)
{
  const SquillItem *item;
  SquillTriple children;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  item = squill_model_get_item (model, id);
  if (item == NULL)
    return FALSE;
  if (item->kind == SQUILL_KIND_OPERATION)
    return squill_model_set (model, id, "rate", json_real (number), NULL);
  if (item->kind != SQUILL_KIND_RELATIONSHIP)
    return FALSE;
  children = ((const SquillRelationship *)item)->children;
  children = SQUILL_TRIPLE (children.min > number ? number : children.min, number,
                            children.max < number ? number : children.max);
  return squill_model_set (model, id, "children", squill_json_triple (children), NULL);
}

/* What all operations cost whose cost is known. */
static double
add_costs (SquillDesign *design)
{
  double sum = 0;

  SQUILL_FOR_EACH_CHILD (SquillOperation, operation,
                         squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_OPERATION)
    {
      const SquillPlan *plan = squill_design_get_plan (design, operation->item.id);
      const double load = plan != NULL ? squill_plan_get_load (plan, operation).likely : NAN;

      if (!isnan (load))
        sum += load;
    }
  return sum;
}

/* Gives a design a multiple of the number. */
static void
set_power (Search *self, SquillDesign *design, double power)
{
  SquillModel *model = squill_design_get_model (design);

  /* The least and the most follow from what they are, and not from the number before. */
  if (!isnan (self->children.likely))
    squill_model_set (model, self->id, "children", squill_json_triple (self->children), NULL);
  squill_designs_set_number (model, self->id, self->number * pow (10, power));
}

/* The design that costs least with a multiple of the number. */
static guint
find_cheapest (Search *self, double power)
{
  guint cheapest = 0;
  double least = INFINITY;

  for (guint i = 0; i < self->designs->len; i++)
    {
      SquillDesign *design = self->designs->pdata[i];
      double cost;

      set_power (self, design, power);
      cost = add_costs (design);
      if (cost < least)
        {
          least = cost;
          cheapest = i;
        }
    }
  return cheapest;
}

/* The errors of a design with a multiple of the number. */
static guint
count_errors (Search *self, guint position, double power)
{
  g_autoptr (SquillAdvice) advice = NULL;
  const GPtrArray *findings;
  guint n = 0;

  set_power (self, self->designs->pdata[position], power);
  advice = squill_advice_new (self->designs->pdata[position]);
  findings = squill_advice_get_findings (advice);
  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      n += !finding->dismissed && finding->severity == SQUILL_SEVERITY_ERROR;
    }
  return n;
}

/* Between two powers at which different designs cost least, the first that is not the first. */
static SquillRankCrossing
narrow (Search *self, double from, guint cheapest, double to, guint next)
{
  while (to - from > PRECISION)
    {
      const double middle = (from + to) / 2;
      const guint there = find_cheapest (self, middle);

      if (there == cheapest)
        from = middle;
      else
        {
          to = middle;
          next = there;
        }
    }
  return (SquillRankCrossing){
    .power = to, .below = cheapest, .above = next, .n_errors = count_errors (self, next, to)
  };
}

/* All designs of the model, in their order. */
static GPtrArray *
open_designs (SquillModel *model, GError **error)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);

  SQUILL_FOR_EACH_CHILD (SquillAlternative, alternative, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    {
      g_autoptr (SquillModel) copy = squill_model_copy (model);

      squill_model_set_read_only (copy, FALSE);
      if (!squill_model_show_alternative (copy, alternative->item.id, error))
        return NULL;
      g_ptr_array_add (designs, squill_design_new (copy));
    }
  return g_steal_pointer (&designs);
}

/**
 * squill_designs_find_crossings:
 * @model: a model; it stays as it is
 * @id: the id of an operation or a relationship of it
 * @max_power: how many powers of ten to look in either direction
 * @cancellable: (nullable): to stop it
 * @error: what a design keeps does not fit, or it was stopped
 *
 * Finds at which multiples of a number, see squill_designs_get_number(), another design of the
 * model costs least.
 *
 * Returns: (transfer full) (element-type SquillRankCrossing) (nullable): the crossings, from the
 *   smallest on; none where there are fewer than two designs, or no such number; %NULL with @error
 */
GArray *
squill_designs_find_crossings (
    SquillModel *model, const char *id, double max_power, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) crossings = g_array_new (FALSE, FALSE, sizeof (SquillRankCrossing));
  g_autoptr (GPtrArray) designs = NULL;
  const SquillItem *item;
  Search search = { .id = id, .children = SQUILL_TRIPLE_UNSET };
  const int steps = (int)ceil (max_power * STEPS);
  guint cheapest;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  item = squill_model_get_item (model, id);
  search.number = item != NULL ? squill_designs_get_number (item) : NAN;
  if (!(search.number > 0) || !isfinite (search.number))
    return g_steal_pointer (&crossings);
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    search.children = ((const SquillRelationship *)item)->children;
  designs = open_designs (model, error);
  if (designs == NULL)
    return NULL;
  if (designs->len < 2)
    return g_steal_pointer (&crossings);
  search.designs = designs;
  cheapest = find_cheapest (&search, -max_power);
  for (int i = 1 - steps; i <= steps; i++)
    {
      const double power = max_power * i / steps;
      const guint next = find_cheapest (&search, power);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (next != cheapest)
        {
          const SquillRankCrossing crossing =
              narrow (&search, max_power * (i - 1) / steps, cheapest, power, next);

          g_array_append_val (crossings, crossing);
        }
      cheapest = next;
    }
  return g_steal_pointer (&crossings);
}
