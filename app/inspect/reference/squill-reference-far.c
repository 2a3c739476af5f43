/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers of things that begin so far from 0 that they are told apart from other numbers. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>

/* At most one of a thousand of all numbers up to the last key is one. */
#define FAR_DIGITS 3.0
/* What may be a day, and without its last two digits a month. */
#define FIRST_DAY 19000101
#define LAST_DAY 21001231

/* Days and months are written as numbers too, and mean the same wherever they stand. */
static gboolean
may_be_days (const SquillReferencePlace *target)
{
  return (target->min >= FIRST_DAY && target->max <= LAST_DAY) ||
         (target->min >= FIRST_DAY / 100 && target->max <= LAST_DAY / 100);
}

/* Whether other documents have keys among those at @target. */
static gboolean
are_numbered_alike (const SquillReferencePlace *target, const SquillReferencePlace *other)
{
  return !other->keys && other->is_key && other->object->kind == SQUILL_PATH_DOCUMENT &&
         other->collection != target->collection && other->numbers > 0 &&
         (_squill_reference_place_has_probe_of (target, other) ||
          (other->has_range && other->min <= target->max && other->max >= target->min &&
           (double)other->distinct >= SQUILL_REFERENCE_DENSE * (other->max - other->min + 1)));
}

static gboolean
has_own_numbers (const SquillReferencePlace *target, GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    if (are_numbered_alike (target, g_ptr_array_index (targets, i)))
      return FALSE;
  return TRUE;
}

/**
 * _squill_reference_places_find_far:
 * @targets: (element-type SquillReferencePlace): where references may end
 *
 * Keys without gaps that begin far from 0 (1000001, 1000002, …) are few of all the numbers up to
 * them. Where no other collection is numbered there, what meets them is no chance: their
 * @number_sparsity says so.
 */
void
_squill_reference_places_find_far (GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double sparsity;

      if (target->keys || !target->is_key || target->object->kind != SQUILL_PATH_DOCUMENT ||
          !_squill_reference_place_has_number_range (target) || target->min <= 0)
        continue;
      sparsity = log10 (target->max + 1) - target->log_distinct;
      if (sparsity >= FAR_DIGITS && sparsity > target->number_sparsity && !may_be_days (target) &&
          has_own_numbers (target, targets))
        target->number_sparsity = sparsity;
    }
}
