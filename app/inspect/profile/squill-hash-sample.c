/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-hash-sample.h"

#include <math.h>

#define FIRST_SLOTS 16u
/* A smaller table lies near enough. */
#define WAITING_SLOTS 1024u
/* When two are put together, so many places are asked for before they are needed. */
#define AHEAD 16u
/* In 99 of 100 cases what is drawn at random lies no more standard deviations away. */
#define DEVIATIONS 2.576
/* And where none was seen there are no more than so many. */
#define UNSEEN 4.6

typedef struct
{
  guint64 hash; /* 0: free */
  guint64 count;
} Slot;

struct _SquillHashSample
{
  Slot *slots;
  guint n_slots; /* a power of two */
  guint kept;
  guint level; /* leading zero bits that a hash needs to be kept */
  guint n_pending;
  guint64 *pending; /* hashes of values that came once, not looked up yet */
};

static gboolean
is_kept (guint64 hash, guint level)
{
  return level == 0 || (hash >> (64 - level)) == 0;
}

static Slot *
find_slot (Slot *slots, guint n_slots, guint64 hash)
{
  guint at = (guint)hash & (n_slots - 1);

  while (slots[at].hash != 0 && slots[at].hash != hash)
    at = (at + 1) & (n_slots - 1);
  return &slots[at];
}

/* Moves what may be kept at the level into a table of so many slots. */
static void
rebuild (SquillHashSample *self, guint n_slots, guint level)
{
  Slot *slots = g_new0 (Slot, n_slots);
  guint kept = 0;

  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0 && is_kept (self->slots[i].hash, level))
      {
        *find_slot (slots, n_slots, self->slots[i].hash) = self->slots[i];
        kept++;
      }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
  self->kept = kept;
  self->level = level;
}

/**
 * squill_hash_sample_new:
 *
 * Returns: (transfer full): an empty sample
 */
SquillHashSample *
squill_hash_sample_new (void)
{
  SquillHashSample *self = g_new0 (SquillHashSample, 1);

  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, self->n_slots);
  return self;
}

/**
 * squill_hash_sample_free:
 * @self: (nullable): a sample
 *
 * Frees it.
 */
void
squill_hash_sample_free (SquillHashSample *self)
{
  if (self == NULL)
    return;
  g_free (self->slots);
  g_free (self->pending);
  g_free (self);
}

static void
thin (SquillHashSample *self, guint max_kept)
{
  guint n_slots = FIRST_SLOTS;

  if (self->kept <= max_kept)
    return;
  while (n_slots / 4 * 3 < max_kept)
    n_slots *= 2;
  while (self->kept > max_kept && self->level < 63)
    {
      guint kept = 0;

      for (guint i = 0; i < self->n_slots; i++)
        kept += self->slots[i].hash != 0 && is_kept (self->slots[i].hash, self->level + 1);
      /* Until it fits the table is only looked through; then it is built once. */
      self->level++;
      if (kept <= max_kept)
        rebuild (self, n_slots, self->level);
    }
}

static void
add_now (SquillHashSample *self, guint64 hash, guint64 count)
{
  Slot *slot;

  if (!is_kept (hash, self->level))
    return;
  slot = find_slot (self->slots, self->n_slots, hash);
  if (slot->hash != 0)
    {
      slot->count += count;
      return;
    }
  slot->hash = hash;
  slot->count = count;
  self->kept++;
  if (self->kept > SQUILL_HASH_SAMPLE_MAX)
    thin (self, SQUILL_HASH_SAMPLE_MAX);
  else if (self->kept > self->n_slots / 4 * 3)
    rebuild (self, self->n_slots * (self->n_slots < WAITING_SLOTS ? 4 : 2), self->level);
}

/**
 * squill_hash_sample_settle:
 * @self: a sample
 *
 * Looks up all values that wait for it. Every other function does so itself, where it has to; one
 * that several threads are to read is settled before.
 */
void
squill_hash_sample_settle (SquillHashSample *self)
{
  guint n = self->n_pending;

  self->n_pending = 0;
  for (guint i = 0; i < n; i++)
    __builtin_prefetch (&self->slots[(guint)self->pending[i] & (self->n_slots - 1)], 1);
  for (guint i = 0; i < n; i++)
    add_now (self, self->pending[i], 1);
}

/* For readers: that values wait is not seen from outside. */
static void
settle (const SquillHashSample *self)
{
  if (self->n_pending > 0)
    squill_hash_sample_settle ((SquillHashSample *)self);
}

/**
 * squill_hash_sample_add:
 * @self: a sample
 * @hash: a value's hash, not 0
 * @count: how often it came
 *
 * Adds a value.
 *
 * Returns: whether the sample may take more or less memory than before
 */
gboolean
squill_hash_sample_add (SquillHashSample *self, guint64 hash, guint64 count)
{
  guint n_slots = self->n_slots;

  if (!is_kept (hash, self->level))
    return FALSE;
  if (count != 1 || n_slots < WAITING_SLOTS)
    {
      add_now (self, hash, count);
      return self->n_slots != n_slots;
    }
  if (self->pending == NULL)
    self->pending = g_new (guint64, SQUILL_HASH_SAMPLE_PENDING);
  self->pending[self->n_pending++] = hash;
  if (self->n_pending < SQUILL_HASH_SAMPLE_PENDING)
    return FALSE;
  squill_hash_sample_settle (self);
  return self->n_slots != n_slots;
}

/**
 * squill_hash_sample_merge:
 * @self: a sample
 * @other: another
 *
 * Adds all values of @other.
 */
void
squill_hash_sample_merge (SquillHashSample *self, const SquillHashSample *other)
{
  settle (self);
  settle (other);
  if (other->level > self->level)
    rebuild (self, self->n_slots, other->level);
  for (guint i = 0; i < other->n_slots; i++)
    {
      const guint ahead = i + AHEAD;

      if (ahead < other->n_slots && other->slots[ahead].hash != 0)
        __builtin_prefetch (&self->slots[(guint)other->slots[ahead].hash & (self->n_slots - 1)], 1);
      if (other->slots[i].hash != 0)
        add_now (self, other->slots[i].hash, other->slots[i].count);
    }
}

/**
 * squill_hash_sample_thin:
 * @self: a sample
 * @max_kept: how many values may stay
 *
 * Lets values go until no more than @max_kept are kept.
 */
void
squill_hash_sample_thin (SquillHashSample *self, guint max_kept)
{
  settle (self);
  thin (self, max_kept);
}

/**
 * squill_hash_sample_get_kept:
 * @self: a sample
 *
 * Returns: how many values are kept
 */
guint
squill_hash_sample_get_kept (const SquillHashSample *self)
{
  settle (self);
  return self->kept;
}

/**
 * squill_hash_sample_is_exact:
 * @self: a sample
 *
 * Returns: whether all values are kept
 */
gboolean
squill_hash_sample_is_exact (const SquillHashSample *self)
{
  settle (self);
  return self->level == 0;
}

/**
 * squill_hash_sample_get_level:
 * @self: a sample
 *
 * Returns: how often it was halved
 */
guint
squill_hash_sample_get_level (const SquillHashSample *self)
{
  settle (self);
  return self->level;
}

/**
 * squill_hash_sample_count_distinct:
 * @self: a sample
 * @values: how many values were added
 * @error: (out): what to add or take away at most in 99 of 100 cases; 0 where the count is exact
 *
 * Each different value is kept with the same chance, whatever it is. Where those that are kept came
 * once as a rule, the share of different ones among them says more than how many they are: of
 * values that are all different it misses none.
 *
 * Returns: how many different values there were, exactly or about
 */
guint64
squill_hash_sample_count_distinct (const SquillHashSample *self, guint64 values, guint64 *error)
{
  guint64 sum = 0;
  double scale, chance, kept;

  settle (self);
  *error = 0;
  if (self->level == 0)
    return self->kept;
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0)
      sum += self->slots[i].count;
  kept = self->kept;
  chance = ldexp (1, -(int)self->level);
  if (2 * (guint64)self->kept > sum)
    {
      /* Of what is missing to the number of values, as it is this that is counted. */
      double repeated = (double)(sum - self->kept);

      *error = (guint64)ceil ((DEVIATIONS * sqrt (repeated * (1 - chance)) + UNSEEN) / chance);
      return sum == self->kept ? values : (guint64)((double)values * kept / (double)sum);
    }
  scale = ldexp (kept, (int)self->level);
  *error = (guint64)ceil (DEVIATIONS * sqrt (kept * (1 - chance)) / chance);
  return MIN ((guint64)scale, values);
}

/**
 * squill_hash_sample_get_bytes:
 * @self: a sample
 *
 * Returns: the memory it takes
 */
gsize
squill_hash_sample_get_bytes (const SquillHashSample *self)
{
  return sizeof *self + self->n_slots * sizeof (Slot) +
         (self->pending != NULL ? SQUILL_HASH_SAMPLE_PENDING * sizeof (guint64) : 0);
}

/**
 * squill_hash_sample_copy:
 * @self: a sample
 *
 * Returns: (transfer full): one of the same values
 */
SquillHashSample *
squill_hash_sample_copy (const SquillHashSample *self)
{
  SquillHashSample *copy = g_new0 (SquillHashSample, 1);

  settle (self);
  *copy = *self;
  copy->slots = g_memdup2 (self->slots, self->n_slots * sizeof (Slot));
  copy->pending = NULL;
  return copy;
}

/**
 * squill_hash_sample_lookup:
 * @self: a sample
 * @hash: a value's hash
 *
 * Returns: how often the value came; 0 when it is not kept
 */
guint64
squill_hash_sample_lookup (const SquillHashSample *self, guint64 hash)
{
  Slot *slot;

  settle (self);
  slot = find_slot (self->slots, self->n_slots, hash);
  return slot->hash != 0 ? slot->count : 0;
}

/**
 * squill_hash_sample_foreach:
 * @self: a sample
 * @level: only values that a sample of this level keeps; to compare two samples, the higher level
 * of both
 * @func: is given each value
 * @user_data: for @func
 *
 * Goes through the values, in no order.
 */
void
squill_hash_sample_foreach (const SquillHashSample *self,
                            guint level,
                            SquillHashSampleFunc func,
                            gpointer user_data)
{
  settle (self);
  for (guint i = 0; i < self->n_slots; i++)
    if (self->slots[i].hash != 0 && is_kept (self->slots[i].hash, level))
      func (self->slots[i].hash, self->slots[i].count, user_data);
}
