/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillSpread:
 * @count: values added
 * @sum: their sum; stays at its end instead of running over
 * @min: the smallest; only with @count above 0
 * @max: the largest; only with @count above 0
 * @bins: (array length=n_bins): how many values fell into each bin
 * @n_bins: bins there are
 *
 * How whole numbers, such as lengths and sizes, are spread. Zero-filled it is empty. Minimum, mean
 * and maximum are exact; percentiles are exact below 256 and at most one part in 128 too high
 * above.
 */
typedef struct
{
  guint64 count;
  guint64 sum;
  guint64 min;
  guint64 max;
  guint64 *bins;
  guint n_bins;
} SquillSpread;

/**
 * SquillSpreadBin:
 * @from: the smallest value that belongs to it
 * @to: the largest
 * @count: how many values do
 *
 * One bar of a histogram.
 */
typedef struct
{
  guint64 from;
  guint64 to;
  guint64 count;
} SquillSpreadBin;

void squill_spread_clear (SquillSpread *self);
void squill_spread_add (SquillSpread *self, guint64 value);
void squill_spread_merge (SquillSpread *self, const SquillSpread *other);
double squill_spread_get_mean (const SquillSpread *self);
guint64 squill_spread_get_percentile (const SquillSpread *self, double share);
guint64 squill_spread_count_of (const SquillSpread *self, guint64 value);
guint squill_spread_get_bins (const SquillSpread *self, SquillSpreadBin *bins, guint max_bins);

G_END_DECLS
