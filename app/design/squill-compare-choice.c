/* SPDX-License-Identifier: Apache-2.0 */

/* Which of the ways to store a relationship to take. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "model/squill-placement.h"
#include "model/squill-threshold.h"

/* What is left to the simpler way when another is cheaper. */
#define SIMPLER 0.2
/* Nor is a thousandth of a processor worth a second place that stores the same: µs of work each
 * second. */
#define NOTICED 1000.0
/* The choice makes no difference to an operation whose costs differ by no more, and one where they
 * differ by so much. */
#define SAME 0.01
#define DIFFERENT 0.02

/* Whether a list of children is what is looked for first: where each child has several parents, or
 * a place that somebody chose, and no field that says which: the array has it. */
static gboolean
prefers_list (const SquillComparison *self)
{
  const double fine = squill_model_get_threshold (self->model, SQUILL_THRESHOLD_REF_MAX);

  if (self->r->parents.max > 1)
    return !(self->children.max > fine && self->r->parents.max <= fine);
  return self->r->ordering == SQUILL_ORDERING_RANK && self->r->order_by == NULL &&
         !self->load.sorted;
}

/* The simpler first. */
static int
get_rank (const SquillComparison *self, const SquillPlacementOption *option)
{
  switch (option->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
      return 0;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
      return option->copied ? 4 : prefers_list (self) ? 3 : 1;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
      return option->copied ? 5 : 2;
    case SQUILL_PLACEMENT_SUBSET:
      return 6;
    case SQUILL_PLACEMENT_BUCKET:
      return 7;
    case SQUILL_PLACEMENT_TWO_WAY:
      return 8;
    case SQUILL_PLACEMENT_JUNCTION:
    default:
      return 9;
    }
}

/* Whether an option costs noticeably more than another, more than a fifth of the operations that it
 * makes a difference to: what costs the same whatever is chosen says nothing of the choice. In
 * between they count in part, so that none begins to count all at once. */
static gboolean
is_dearer (const SquillPlacementOption *option, const SquillPlacementOption *than)
{
  double sum = 0, other_sum = 0;

  if (option->served - than->served < NOTICED)
    return FALSE;
  for (guint i = 0; i < option->costs->len; i++)
    {
      const double cost = g_array_index (option->costs, SquillOperationCost, i).served;
      const double other = g_array_index (than->costs, SquillOperationCost, i).served;
      const double most = MAX (cost, other);
      const double difference = most > 0 ? fabs (cost - other) / most : 0;
      const double weight = CLAMP ((difference - SAME) / (DIFFERENT - SAME), 0, 1);

      sum += weight * cost;
      other_sum += weight * other;
    }
  return other_sum < (1 - SIMPLER) * sum;
}

static SquillPlacementOption *
find_cheapest (SquillComparison *self, const GPtrArray *options)
{
  SquillPlacementOption *best = NULL;
  SquillPlacementOption *simplest = NULL;

  for (guint i = 0; i < options->len; i++)
    {
      SquillPlacementOption *option = options->pdata[i];

      if (!option->feasible || isnan (option->served))
        continue;
      if (best == NULL || option->drawbacks->len < best->drawbacks->len ||
          (option->drawbacks->len == best->drawbacks->len && option->served < best->served))
        best = option;
    }
  for (guint i = 0; best != NULL && i < options->len; i++)
    {
      SquillPlacementOption *option = options->pdata[i];

      if (option->feasible && option->drawbacks->len == best->drawbacks->len &&
          !is_dearer (option, best) &&
          (simplest == NULL || get_rank (self, option) < get_rank (self, simplest)))
        simplest = option;
    }
  return simplest;
}

static SquillPlacementOption *
find_option (const GPtrArray *options, SquillPlacement placement)
{
  for (guint i = 0; i < options->len; i++)
    {
      SquillPlacementOption *option = options->pdata[i];

      if (option->feasible && !option->copied && option->placement == placement)
        return option;
    }
  return NULL;
}

/* The rules of thumb, where nobody said how often anything happens: of those with the fewest
 * drawbacks the first in this order. */
static SquillPlacementOption *
find_by_number (SquillComparison *self, const GPtrArray *options)
{
  const gboolean is_shared = self->r->parents.max > 1;
  const gboolean is_single = _squill_comparison_is_single (self);
  const SquillPlacement embedding = _squill_comparison_get_embedding (self);
  SquillPlacement order[6];
  guint n = 0;
  SquillPlacementOption *best = NULL;

  if (!is_single && isnan (self->most))
    return NULL;
  if ((is_single && !is_shared) ||
      (self->most <= squill_model_get_threshold (self->model, SQUILL_THRESHOLD_EMBED_MAX) &&
       !(is_shared && squill_item_may_change (self->child))))
    order[n++] = embedding;
  if (self->most <= squill_model_get_threshold (self->model, SQUILL_THRESHOLD_REF_MAX) &&
      (is_shared || self->r->ordering != SQUILL_ORDERING_NONE))
    order[n++] = SQUILL_PLACEMENT_CHILD_REFERENCES;
  order[n++] = SQUILL_PLACEMENT_PARENT_REFERENCE;
  order[n++] = SQUILL_PLACEMENT_CHILD_REFERENCES;
  order[n++] = SQUILL_PLACEMENT_JUNCTION;
  order[n++] = embedding;
  for (guint i = 0; i < n; i++)
    {
      SquillPlacementOption *option = find_option (options, order[i]);

      if (option != NULL && (best == NULL || option->drawbacks->len < best->drawbacks->len))
        best = option;
    }
  return best;
}

/** The option to take (transfer none) (nullable): by what the operations cost, or else by how many
 * children there are. */
SquillPlacementOption *
_squill_comparison_find_advised (SquillComparison *self, const GPtrArray *options)
{
  SquillPlacementOption *advised = self->load.known ? find_cheapest (self, options) : NULL;

  return advised != NULL ? advised : find_by_number (self, options);
}

/** The order of options: that which is advised first, then by drawbacks and cost; @user_data is the
 * comparison. */
int
_squill_comparison_compare_options (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SquillPlacementOption *one = *(const SquillPlacementOption *const *)a;
  const SquillPlacementOption *other = *(const SquillPlacementOption *const *)b;

  if (one->advised != other->advised)
    return one->advised ? -1 : 1;
  if (one->feasible != other->feasible)
    return one->feasible ? -1 : 1;
  if (one->drawbacks->len != other->drawbacks->len)
    return one->drawbacks->len < other->drawbacks->len ? -1 : 1;
  if (one->feasible && one->cost.likely != other->cost.likely && !isnan (one->cost.likely) &&
      !isnan (other->cost.likely))
    return one->cost.likely < other->cost.likely ? -1 : 1;
  return get_rank (user_data, one) - get_rank (user_data, other);
}
