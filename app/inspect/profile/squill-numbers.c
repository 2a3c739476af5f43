/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-numbers.h"

/**
 * squill_numbers_merge:
 * @self: numbers
 * @other: others
 *
 * Adds the numbers of @other.
 */
void
squill_numbers_merge (SquillNumbers *self, const SquillNumbers *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = self->count == 0 ? other->max : MAX (self->max, other->max);
  if (other->count > other->doubles)
    {
      const gboolean none = self->count == self->doubles;

      self->whole_min = none ? other->whole_min : MIN (self->whole_min, other->whole_min);
      self->whole_max = none ? other->whole_max : MAX (self->whole_max, other->whole_max);
    }
  self->count += other->count;
  self->fractions += other->fractions;
  self->doubles += other->doubles;
}

/**
 * squill_dates_merge:
 * @self: dates
 * @other: others
 *
 * Adds the dates of @other.
 */
void
squill_dates_merge (SquillDates *self, const SquillDates *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = self->count == 0 ? other->max : MAX (self->max, other->max);
  self->count += other->count;
}
