/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-key-sets.h"

#include <string.h>

/* From so many sets on they are looked up by hash. */
#define FEW_SETS 8u
#define HASH_PLACES 1024u
#define NEST_PAIRS 4u
#define NEST_MAX_DEPTH 255u
#define REST_CELLS (2u * SQUILL_KEY_SLOTS * SQUILL_KEY_WORDS)

static guint
hash_place (const SquillKeyMask *fields, guint64 nest)
{
  guint64 hash = nest * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
    {
      hash ^= fields->words[i];
      hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  return (guint)(hash % HASH_PLACES);
}

static void
put_into_hash (SquillKeySets *self, guint index)
{
  guint place = hash_place (&self->sets[index].fields, self->sets[index].nest);

  while (self->by_fields[place] != 0)
    place = (place + 1) % HASH_PLACES;
  self->by_fields[place] = (guint16)(index + 1);
}

/* Makes room for what is known of objects whose sets are not kept, if there is any. */
static gboolean
ensure_rest (SquillKeyBudget *budget, SquillKeyRest *rest)
{
  if (rest->with != NULL)
    return TRUE;
  if (rest->blind || budget->cells + REST_CELLS > SQUILL_KEY_CELL_BUDGET)
    {
      rest->blind = TRUE;
      return FALSE;
    }
  budget->cells += REST_CELLS;
  rest->with = g_new0 (SquillKeyMask, SQUILL_KEY_SLOTS);
  rest->always = g_new (SquillKeyMask, SQUILL_KEY_SLOTS);
  memset (rest->always, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  return TRUE;
}

static void
relate (SquillKeyRest *rest, const SquillKeyMask *fields)
{
  guint at = 0, slot;

  for (guint i = rest->words; i < SQUILL_KEY_WORDS; i++)
    if (fields->words[i] != 0)
      rest->words = i + 1;
  while (squill_key_mask_next (fields, &at, &slot))
    {
      guint64 *with = rest->with[slot].words;
      guint64 *always = rest->always[slot].words;

      if ((with[slot / 64] >> (slot % 64) & 1) == 0)
        rest->always[slot] = *fields;
      for (guint i = 0; i < rest->words; i++)
        {
          with[i] |= fields->words[i];
          always[i] &= fields->words[i];
        }
    }
}

/**
 * squill_key_sets_new:
 *
 * Returns: (transfer full): the sets of no objects
 */
SquillKeySets *
squill_key_sets_new (void)
{
  SquillKeySets *self = g_new0 (SquillKeySets, 1);

  self->last = SQUILL_KEY_SET_NONE;
  return self;
}

/**
 * squill_key_sets_find:
 * @self: sets
 * @fields: fields
 * @nest: which of them hold arrays of arrays
 *
 * Returns: the place of the set, or %SQUILL_KEY_SET_NONE
 */
guint
squill_key_sets_find (const SquillKeySets *self, const SquillKeyMask *fields, guint64 nest)
{
  if (self->by_fields == NULL)
    {
      for (guint i = 0; i < self->n_sets; i++)
        if (self->sets[i].nest == nest && squill_key_mask_equal (&self->sets[i].fields, fields))
          return i;
      return SQUILL_KEY_SET_NONE;
    }
  for (guint place = hash_place (fields, nest); self->by_fields[place] != 0;
       place = (place + 1) % HASH_PLACES)
    {
      guint index = self->by_fields[place] - 1u;

      if (self->sets[index].nest == nest &&
          squill_key_mask_equal (&self->sets[index].fields, fields))
        return index;
    }
  return SQUILL_KEY_SET_NONE;
}

/**
 * squill_key_sets_add:
 * @budget: counts the sets
 * @self: sets
 * @fields: fields that objects have
 * @nest: which of them hold arrays of arrays
 * @count: how many objects
 *
 * Counts objects. When there are too many sets a new one is not kept, and only what was together
 * with what is known of it.
 *
 * Returns: the place of the set, or %SQUILL_KEY_SET_NONE
 */
guint
squill_key_sets_add (SquillKeyBudget *budget,
                     SquillKeySets *self,
                     const SquillKeyMask *fields,
                     guint64 nest,
                     guint64 count)
{
  guint index = squill_key_sets_find (self, fields, nest);

  if (index != SQUILL_KEY_SET_NONE)
    {
      self->sets[index].count += count;
      return index;
    }
  if (self->n_sets == SQUILL_KEY_SET_MAX ||
      (self->n_sets > 0 && budget->sets >= SQUILL_KEY_SET_BUDGET))
    {
      self->rest.objects += count;
      if (ensure_rest (budget, &self->rest))
        relate (&self->rest, fields);
      return SQUILL_KEY_SET_NONE;
    }
  if (self->n_sets == self->room)
    {
      self->room = self->room == 0 ? 1 : self->room * 4;
      self->sets = g_renew (SquillKeySet, self->sets, self->room);
    }
  index = self->n_sets++;
  self->sets[index] = (SquillKeySet){ *fields, nest, count };
  budget->sets++;
  if (self->by_fields != NULL)
    {
      put_into_hash (self, index);
    }
  else if (self->n_sets > FEW_SETS)
    {
      self->by_fields = g_new0 (guint16, HASH_PLACES);
      for (guint i = 0; i < self->n_sets; i++)
        put_into_hash (self, i);
    }
  return index;
}

/**
 * squill_key_sets_add_rest:
 * @budget: counts what is kept
 * @self: sets
 * @rest: what is known of other objects, whose sets are not kept
 * @map: (array fixed-size=256): the slots their fields have here
 *
 * Counts objects whose sets nobody knows.
 */
void
squill_key_sets_add_rest (SquillKeyBudget *budget,
                          SquillKeySets *self,
                          const SquillKeyRest *rest,
                          const guint *map)
{
  if (rest->objects == 0)
    return;
  self->rest.objects += rest->objects;
  self->rest.blind = self->rest.blind || rest->blind;
  if (rest->with == NULL || !ensure_rest (budget, &self->rest))
    return;
  self->rest.words = SQUILL_KEY_WORDS;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    {
      SquillKeyMask with = rest->with[slot];
      SquillKeyMask always = rest->always[slot];

      if (!squill_key_mask_has (&with, slot) || map[slot] >= SQUILL_KEY_SLOTS)
        continue;
      squill_key_mask_map (&with, map);
      squill_key_mask_map (&always, map);
      if (!squill_key_mask_has (&self->rest.with[map[slot]], map[slot]))
        self->rest.always[map[slot]] = always;
      for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
        {
          self->rest.with[map[slot]].words[i] |= with.words[i];
          self->rest.always[map[slot]].words[i] &= always.words[i];
        }
    }
}

/**
 * squill_key_sets_clear_rest:
 * @budget: counted it
 * @self: sets
 *
 * Lets go of what is known of objects whose sets are not kept.
 */
void
squill_key_sets_clear_rest (SquillKeyBudget *budget, SquillKeySets *self)
{
  if (self->rest.with != NULL)
    budget->cells -= REST_CELLS;
  g_free (self->rest.with);
  g_free (self->rest.always);
  self->rest = (SquillKeyRest){ 0 };
}

/**
 * squill_key_sets_get_objects:
 * @self: sets
 *
 * Returns: how many objects were counted
 */
guint64
squill_key_sets_get_objects (const SquillKeySets *self)
{
  guint64 objects = self->rest.objects;

  for (guint i = 0; i < self->n_sets; i++)
    objects += self->sets[i].count;
  return objects;
}

/**
 * squill_key_sets_relate:
 * @self: sets
 * @with: (out caller-allocates) (array fixed-size=256): by slot, the fields that stand beside that
 * field in some object
 * @always: (out caller-allocates) (array fixed-size=256): the fields that stand beside it in each
 * object
 *
 * Says what is together with what, in all objects, also those whose sets are not kept.
 */
void
squill_key_sets_relate (const SquillKeySets *self, SquillKeyMask *with, SquillKeyMask *always)
{
  SquillKeyRest all = { .with = with, .always = always };

  memset (with, 0, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  memset (always, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  for (guint i = 0; i < self->n_sets; i++)
    relate (&all, &self->sets[i].fields);
  if (self->rest.blind)
    {
      memset (with, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
      memset (always, 0, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
    }
  if (self->rest.with == NULL)
    return;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
      {
        with[slot].words[i] |= self->rest.with[slot].words[i];
        always[slot].words[i] &= self->rest.always[slot].words[i];
      }
}

/**
 * squill_key_nest_add:
 * @nest: pairs of slot and depth, ordered
 * @slot: of a field
 * @depth: how deep arrays are nested there, at least 2
 *
 * Returns: @nest with that pair; the same where there are four already
 */
guint64
squill_key_nest_add (guint64 nest, guint slot, guint depth)
{
  guint64 pair = (guint64)slot << 8 | MIN (depth, NEST_MAX_DEPTH);
  guint64 added = 0;
  guint pairs = 0;
  gboolean done = FALSE;

  if (slot >= SQUILL_KEY_SLOTS || nest >> (16 * (NEST_PAIRS - 1)) != 0)
    return nest;
  for (guint i = 0; i <= NEST_PAIRS; i++)
    {
      guint64 old = i < NEST_PAIRS ? nest >> (16 * i) & 0xffff : 0;

      if (!done && (old == 0 || old > pair))
        {
          added |= pair << (16 * pairs++);
          done = TRUE;
        }
      if (old == 0)
        break;
      added |= old << (16 * pairs++);
    }
  return added;
}

/**
 * squill_key_nest_get:
 * @nest: pairs of slot and depth
 * @slot: of a field
 *
 * Returns: how deep arrays are nested in the field; 0 where there are no arrays of arrays
 */
guint
squill_key_nest_get (guint64 nest, guint slot)
{
  for (; nest != 0; nest >>= 16)
    if ((nest >> 8 & 0xff) == slot)
      return (guint)(nest & 0xff);
  return 0;
}

/**
 * squill_key_mask_map:
 * @fields: some fields
 * @map: (array fixed-size=256): the new slot of each
 *
 * Gives the fields other slots; a field whose new slot is not kept is left out.
 */
void
squill_key_mask_map (SquillKeyMask *fields, const guint *map)
{
  SquillKeyMask mapped = { { 0 } };
  guint at = 0, slot;

  while (squill_key_mask_next (fields, &at, &slot))
    squill_key_mask_add (&mapped, map[slot]);
  *fields = mapped;
}

/**
 * squill_key_nest_map:
 * @nest: pairs of slot and depth
 * @map: (array fixed-size=256): the new slot of each
 *
 * Returns: the pairs with the new slots
 */
guint64
squill_key_nest_map (guint64 nest, const guint *map)
{
  guint64 mapped = 0;

  for (; nest != 0; nest >>= 16)
    mapped = squill_key_nest_add (mapped, map[nest >> 8 & 0xff], (guint)(nest & 0xff));
  return mapped;
}
