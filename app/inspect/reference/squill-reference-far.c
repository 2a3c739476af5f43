/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers of things that begin so far from 0 that they are told apart from other numbers, and those
 * near 0 that are not, as whatever is counted has them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include "text/squill-text.h"

#include <math.h>
#include <string.h>

/* At most one of a thousand of all numbers up to the last key is one; or one of fifty, where all
 * keys are within a tenth of these numbers. */
#define FAR_DIGITS 3.0
#define NARROW_DIGITS 1.7
#define NARROW 10
/* Numbers below this are looked at, if enough of them are keys. */
#define SMALL_NUMBERS 4096u
#define FIRST_NUMBERS 8u
#define FEW_KEYS 5u
/* What refers has nearly nothing but keys. */
#define INCLUDED 0.9
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

/* Whether a map says more of fewer things than the one at @target: it refers to that. */
static gboolean
is_part (const SquillReferencePlace *target, const SquillReferencePlace *other)
{
  return target->keys && other->distinct < target->distinct &&
         _squill_reference_get_inclusion (other->sample, target->sample, NULL) >= INCLUDED;
}

/* Whether it is a key, or an id beside it. */
static gboolean
is_known_by (const SquillReferencePlace *target)
{
  return target->is_key || target->quality >= SQUILL_REFERENCE_QUALITY_IDENTIFYING;
}

/* Whether other documents have keys among those at @target. */
static gboolean
are_numbered_alike (const SquillReferencePlace *target, const SquillReferencePlace *other)
{
  if (other == target || other->numbers <= 0 || !is_known_by (other))
    return FALSE;
  if (other->keys
          ? !target->keys || is_part (target, other)
          : !_squill_reference_is_of_collection (other->object) || other->object == target->object)
    return FALSE;
  return _squill_reference_place_has_probe_of (target, other) ||
         (other->has_range && other->min <= target->max && other->max >= target->min &&
          (double)other->distinct >= SQUILL_REFERENCE_DENSE * (other->max - other->min + 1));
}

/* Whether keys are few of all numbers up to them. */
static gboolean
are_far (const SquillReferencePlace *target, double sparsity)
{
  return sparsity >= FAR_DIGITS ||
         (sparsity >= NARROW_DIGITS && target->min >= NARROW * (target->max - target->min));
}

/* What documents are known by, or the things in a map, of which it says something. */
static gboolean
is_of_things (const SquillReferencePlace *target)
{
  return target->keys ? target->path->values != NULL && target->path->values->n_fields > 0
                      : _squill_reference_is_of_collection (target->object);
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
 * them, be they of documents or of a map. Where no other collection is numbered there, what meets
 * them is no chance: their
 * @number_sparsity says so.
 */
void
_squill_reference_places_find_far (GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double sparsity;

      if (!is_known_by (target) || !is_of_things (target) ||
          !_squill_reference_place_has_number_range (target) || target->min <= 0)
        continue;
      sparsity = MAX (log10 (target->max + 1) - target->log_distinct, target->number_sparsity);
      if (are_far (target, sparsity) && !may_be_days (target) && has_own_numbers (target, targets))
        target->number_sparsity = MAX (sparsity, FAR_DIGITS);
    }
}

/**
 * _squill_reference_hash_number:
 * @number: a whole number
 *
 * Returns: its hash, as that of a value or of a key of a map
 */
guint64
_squill_reference_hash_number (guint number)
{
  char digits[16];

  g_snprintf (digits, sizeof digits, "%u", number);
  return squill_text_hash (digits, strlen (digits));
}

/* Up to which power of two enough of all numbers are keys. */
static double
find_dense_end (const SquillReferencePlace *target)
{
  const guint level = squill_hash_sample_get_level (target->sample);
  guint n = 0, n_keys = 0;
  double end = 0;

  for (guint number = 0; number < SMALL_NUMBERS; number++)
    {
      const guint64 hash = _squill_reference_hash_number (number);

      if (level == 0 || hash >> (64 - level) == 0)
        {
          n++;
          n_keys += squill_hash_sample_lookup (target->sample, hash) > 0;
        }
      if (number + 1 >= FIRST_NUMBERS && (number & (number + 1)) == 0 && n_keys >= FEW_KEYS &&
          n_keys >= SQUILL_REFERENCE_DENSE * n)
        end = number + 1;
    }
  return end;
}

/**
 * _squill_reference_places_find_dense:
 * @targets: (element-type SquillReferencePlace): where references may end
 *
 * A few keys that are far away make all of them few of the numbers up to the last. What meets those
 * near 0 is chance all the same where these have no gaps: their @dense_end says so.
 */
void
_squill_reference_places_find_dense (GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    {
      SquillReferencePlace *target = g_ptr_array_index (targets, i);

      if (target->number_sparsity > 0 && _squill_reference_place_has_number_range (target) &&
          target->min < SMALL_NUMBERS)
        target->dense_end = find_dense_end (target);
    }
}
