/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillNumbers:
 * @count: numbers that are finite, decimals not counted
 * @fractions: how many of them have a fraction
 * @doubles: how many of them are doubles
 * @min: the smallest
 * @max: the largest
 * @whole_min: the smallest of those that are not doubles, exactly
 * @whole_max: the largest of them
 *
 * The numbers at a path. Zero-filled there are none.
 */
typedef struct
{
  guint64 count;
  guint64 fractions;
  guint64 doubles;
  double min;
  double max;
  gint64 whole_min;
  gint64 whole_max;
} SquillNumbers;

/**
 * SquillDates:
 * @count: dates
 * @min: the first, milliseconds since 1970
 * @max: the last
 *
 * The dates at a path. Zero-filled there are none.
 */
typedef struct
{
  guint64 count;
  gint64 min;
  gint64 max;
} SquillDates;

void squill_numbers_merge (SquillNumbers *self, const SquillNumbers *other);
void squill_dates_merge (SquillDates *self, const SquillDates *other);

/* Counts a number that is whole, or whose fraction is counted elsewhere; not NaN. */
static inline void
squill_numbers_add (SquillNumbers *self, double value)
{
  if (self->count == 0 || value < self->min)
    self->min = value;
  if (self->count == 0 || value > self->max)
    self->max = value;
  self->count++;
}

/* Counts a double, and whether it has a fraction. NaN and the infinities are left out. */
static inline void
squill_numbers_add_double (SquillNumbers *self, double value)
{
  /* Neither NaN nor infinite. */
  if (value - value != 0)
    return;
  squill_numbers_add (self, value);
  self->doubles++;
  /* Beyond 2^53 no number has a fraction. */
  self->fractions +=
      value > -9007199254740992.0 && value < 9007199254740992.0 && value != (double)(gint64)value;
}

/* Counts an integer, and keeps the range exactly, which a double cannot from 2^53 on. */
static inline void
squill_numbers_add_whole (SquillNumbers *self, gint64 value)
{
  if (self->count == self->doubles || value < self->whole_min)
    self->whole_min = value;
  if (self->count == self->doubles || value > self->whole_max)
    self->whole_max = value;
  squill_numbers_add (self, (double)value);
}

/* Counts a date, in milliseconds since 1970 in UTC. */
static inline void
squill_dates_add (SquillDates *self, gint64 milliseconds)
{
  if (self->count == 0 || milliseconds < self->min)
    self->min = milliseconds;
  if (self->count == 0 || milliseconds > self->max)
    self->max = milliseconds;
  self->count++;
}

G_END_DECLS
