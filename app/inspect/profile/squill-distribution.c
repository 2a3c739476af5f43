/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-distribution.h"

#include <math.h>

/* Values below this have a bin each; above, each power of two has half as many. */
#define EXACT_BINS 256u
#define HALF_BINS 128u

static guint
bin_of (guint64 value)
{
  guint top;

  if (value < EXACT_BINS)
    return (guint)value;
  top = 63u - (guint)__builtin_clzll (value);
  return EXACT_BINS + (top - 8) * HALF_BINS + (guint)((value >> (top - 7)) - HALF_BINS);
}

/* The largest value that falls into a bin. */
static guint64
bin_end (guint bin)
{
  guint power;
  guint64 part;

  if (bin < EXACT_BINS)
    return bin;
  power = (bin - EXACT_BINS) / HALF_BINS;
  part = (bin - EXACT_BINS) % HALF_BINS + HALF_BINS;
  return ((part + 1) << (power + 1)) - 1;
}

static void
grow (SquillDistribution *self, guint n_bins)
{
  guint room;

  if (self->n_bins >= n_bins)
    return;
  room = MAX (n_bins, MIN (self->n_bins * 2, EXACT_BINS));
  self->bins = g_renew (guint64, self->bins, room);
  for (guint i = self->n_bins; i < room; i++)
    self->bins[i] = 0;
  self->n_bins = room;
}

static void
add_to_sum (SquillDistribution *self, guint64 value)
{
  if (!g_uint64_checked_add (&self->sum, self->sum, value))
    self->sum = G_MAXUINT64;
}

/**
 * squill_distribution_clear:
 * @self: a distribution
 *
 * Frees what it holds; it is empty again.
 */
void
squill_distribution_clear (SquillDistribution *self)
{
  g_free (self->bins);
  *self = (SquillDistribution){ 0 };
}

/**
 * squill_distribution_add:
 * @self: a distribution
 * @value: a value
 *
 * Adds a value.
 */
void
squill_distribution_add (SquillDistribution *self, guint64 value)
{
  guint bin = bin_of (value);

  grow (self, bin + 1);
  self->bins[bin]++;
  if (self->count == 0 || value < self->min)
    self->min = value;
  if (self->count == 0 || value > self->max)
    self->max = value;
  self->count++;
  add_to_sum (self, value);
}

/**
 * squill_distribution_add_zeros:
 * @self: a distribution
 * @count: how many
 *
 * Adds 0 @count times.
 */
void
squill_distribution_add_zeros (SquillDistribution *self, guint64 count)
{
  if (count == 0)
    return;
  grow (self, 1);
  self->bins[0] += count;
  self->max = self->count == 0 ? 0 : self->max;
  self->min = 0;
  self->count += count;
}

/**
 * squill_distribution_lower:
 * @self: a distribution
 * @sum: what all values together are, less than now
 *
 * Makes each value smaller by the same whole number, but none below 0, so that their sum comes near
 * to @sum, and says that it is @sum.
 */
void
squill_distribution_lower (SquillDistribution *self, guint64 sum)
{
  SquillDistribution lower = { 0 };
  guint64 by;

  if (self->count == 0 || sum >= self->sum)
    return;
  by = (self->sum - sum + self->count / 2) / self->count;
  for (guint bin = 0; bin < self->n_bins; bin++)
    {
      const guint64 end = MIN (bin_end (bin), self->max);
      const guint64 value = end > by ? end - by : 0;

      if (self->bins[bin] == 0)
        continue;
      grow (&lower, bin_of (value) + 1);
      lower.bins[bin_of (value)] += self->bins[bin];
    }
  lower.count = self->count;
  /* What is rounded must not leave the mean outside. */
  lower.min = MIN (self->min > by ? self->min - by : 0, sum / self->count);
  lower.max = MAX (self->max > by ? self->max - by : 0, (sum + self->count - 1) / self->count);
  lower.sum = sum;
  squill_distribution_clear (self);
  *self = lower;
}

/**
 * squill_distribution_merge:
 * @self: a distribution
 * @other: another
 *
 * Adds all values of @other.
 */
void
squill_distribution_merge (SquillDistribution *self, const SquillDistribution *other)
{
  if (other->count == 0)
    return;
  grow (self, other->n_bins);
  for (guint i = 0; i < other->n_bins; i++)
    self->bins[i] += other->bins[i];
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = self->count == 0 ? other->max : MAX (self->max, other->max);
  self->count += other->count;
  add_to_sum (self, other->sum);
}

/**
 * squill_distribution_get_mean:
 * @self: a distribution
 *
 * Returns: the mean, 0 of nothing
 */
double
squill_distribution_get_mean (const SquillDistribution *self)
{
  return self->count > 0 ? (double)self->sum / (double)self->count : 0;
}

/**
 * squill_distribution_get_percentile:
 * @self: a distribution
 * @share: 0 to 1
 *
 * Returns: the smallest value that this share of the values does not exceed (nearest rank), rounded
 * up to its bin's end but not beyond the maximum; 0 of nothing
 */
guint64
squill_distribution_get_percentile (const SquillDistribution *self, double share)
{
  guint64 rank = (guint64)ceil (share * (double)self->count);
  guint64 seen = 0;

  if (self->count == 0)
    return 0;
  rank = CLAMP (rank, 1, self->count);
  for (guint bin = 0; bin < self->n_bins; bin++)
    {
      seen += self->bins[bin];
      if (seen >= rank)
        return CLAMP (bin_end (bin), self->min, self->max);
    }
  return self->max;
}

/**
 * squill_distribution_count_of:
 * @self: a distribution
 * @value: a value below 256
 *
 * Returns: how many values are exactly this one
 */
guint64
squill_distribution_count_of (const SquillDistribution *self, guint64 value)
{
  g_return_val_if_fail (value < EXACT_BINS, 0);
  return value < self->n_bins ? self->bins[value] : 0;
}

/* The smallest value that falls into a bin. */
static guint64
bin_begin (guint bin)
{
  return bin == 0 ? 0 : bin_end (bin - 1) + 1;
}

/**
 * squill_distribution_get_bins:
 * @self: a distribution
 * @bins: (out caller-allocates) (array length=max_bins): takes the bins
 * @max_bins: how many there may be, at least 1
 *
 * Makes a histogram: consecutive bins of equal width as far as possible that and hold
 * all values. Where the largest value is far from all others the bins grow by powers of two.
 *
 * Returns: how many bins there are; 0 of nothing
 */
guint
squill_distribution_get_bins (const SquillDistribution *self,
                              SquillDistributionBin *bins,
                              guint max_bins)
{
  const guint64 range = self->count > 0 ? self->max - self->min : 0;
  const gboolean even = range / 16 <= squill_distribution_get_percentile (self, 0.75);
  guint64 width = range / max_bins + 1;
  guint n = 0;

  g_return_val_if_fail (bins != NULL && max_bins > 0, 0);

  for (guint bin = 0; self->count > 0 && bin < self->n_bins; bin++)
    {
      guint64 begin = CLAMP (bin_begin (bin), self->min, self->max);

      if (self->bins[bin] == 0)
        continue;
      while (n == 0 || (begin > bins[n - 1].to && n < max_bins))
        {
          SquillDistributionBin *next = &bins[n];

          next->from = n == 0 ? self->min : bins[n - 1].to + 1;
          if (!even)
            width = MAX (1, next->from - self->min);
          next->to = n + 1 == max_bins || width > self->max - next->from ? self->max
                                                                         : next->from + width - 1;
          next->count = 0;
          n++;
        }
      bins[n - 1].count += self->bins[bin];
    }
  return n;
}
