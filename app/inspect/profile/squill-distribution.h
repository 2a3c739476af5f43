/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillDistribution:
 * @count: values added
 * @sum: their sum; stays at its end instead of running over
 * @min: the smallest; only with @count above 0
 * @max: the largest; only with @count above 0
 * @bins: (array length=n_bins): how many values fell into each bin
 * @n_bins: bins there are
 *
 * How whole numbers, such as lengths and sizes, are distribution. Zero-filled it is empty. Minimum,
 * mean and maximum are exact; percentiles are exact below 256 and at most one part in 128 too high
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
} SquillDistribution;

/**
 * SquillDistributionBin:
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
} SquillDistributionBin;

void squill_distribution_clear (SquillDistribution *self);
void squill_distribution_add (SquillDistribution *self, guint64 value);
void squill_distribution_add_zeros (SquillDistribution *self, guint64 count);
void squill_distribution_lower (SquillDistribution *self, guint64 sum);
void squill_distribution_merge (SquillDistribution *self, const SquillDistribution *other);
double squill_distribution_get_mean (const SquillDistribution *self);
guint64 squill_distribution_get_percentile (const SquillDistribution *self, double share);
guint64 squill_distribution_count_of (const SquillDistribution *self, guint64 value);
guint squill_distribution_get_bins (const SquillDistribution *self,
                                    SquillDistributionBin *bins,
                                    guint max_bins);

G_END_DECLS
