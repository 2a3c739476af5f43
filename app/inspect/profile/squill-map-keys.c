/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-keys.h"

#define FIRST_PLACES 32u

static guint64
number_of (const char *key, gsize length)
{
  guint64 number = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (number > (G_MAXUINT64 - 9) / 10)
        return G_MAXUINT64;
      number = number * 10 + (guint64)(key[i] - '0');
    }
  return number;
}

static void
drop_keys (SquillMapKeys *self)
{
  for (guint i = 0; i < self->n_keys; i++)
    g_free (self->keys[i].name);
  g_clear_pointer (&self->keys, g_free);
  g_clear_pointer (&self->places, g_free);
  self->n_keys = 0;
  self->n_places = 0;
  self->name_bytes = 0;
}

static guint
find_place (const SquillMapKeys *self, guint64 hash)
{
  guint at = (guint)hash & (self->n_places - 1);

  while (self->places[at] != 0 && self->keys[self->places[at] - 1].hash != hash)
    at = (at + 1) & (self->n_places - 1);
  return at;
}

static void
grow (SquillMapKeys *self)
{
  g_free (self->places);
  self->n_places = MAX (FIRST_PLACES, self->n_places * 2);
  self->places = g_new0 (guint16, self->n_places);
  self->keys = g_renew (SquillMapKey, self->keys, self->n_places / 2);
  for (guint i = 0; i < self->n_keys; i++)
    self->places[find_place (self, self->keys[i].hash)] = (guint16)(i + 1);
}

/**
 * squill_map_keys_overflow:
 * @self: keys
 *
 * Says that there are too many names: from here on only hashes are kept, and a few examples.
 */
void
squill_map_keys_overflow (SquillMapKeys *self)
{
  if (self->overflowed)
    return;
  self->overflowed = TRUE;
  if (self->distinct == NULL)
    self->distinct = squill_hash_sample_new ();
  for (guint i = 0; i < self->n_keys; i++)
    {
      const SquillMapKey *key = &self->keys[i];

      squill_hash_sample_add (self->distinct, key->hash, key->count);
      squill_value_sample_add_text (&self->examples, key->name, key->length, key->hash);
    }
  drop_keys (self);
}

static void
add_name (
    SquillMapKeys *self, guint64 hash, const char *name, gsize length, guint64 count, guint types)
{
  if (!self->overflowed)
    {
      guint at = 0;

      if (self->n_keys == self->n_places / 2 && self->n_keys < SQUILL_MAP_MAX_NAMES)
        grow (self);
      at = find_place (self, hash);
      if (self->places[at] != 0)
        {
          self->keys[self->places[at] - 1].count += count;
          self->keys[self->places[at] - 1].types |= types;
          return;
        }
      if (self->n_keys < SQUILL_MAP_MAX_NAMES &&
          self->name_bytes + length <= SQUILL_MAP_MAX_NAME_BYTES)
        {
          SquillMapKey *key = &self->keys[self->n_keys++];

          key->hash = hash;
          key->name = g_strndup (name, length);
          key->length = length;
          key->count = count;
          key->types = types;
          self->name_bytes += length;
          self->places[at] = (guint16)self->n_keys;
          return;
        }
      squill_map_keys_overflow (self);
    }
  if (self->distinct != NULL)
    squill_hash_sample_add (self->distinct, hash, count);
  if (squill_value_sample_wants (&self->examples, hash))
    squill_value_sample_add_text (&self->examples, name, length, hash);
}

/**
 * squill_map_keys_new:
 *
 * Returns: (transfer full): no keys
 */
SquillMapKeys *
squill_map_keys_new (void)
{
  SquillMapKeys *self = g_new0 (SquillMapKeys, 1);

  self->bytes_min = G_MAXUINT64;
  self->number_min = G_MAXUINT64;
  return self;
}

/**
 * squill_map_keys_free:
 * @self: (nullable): keys
 *
 * Frees them.
 */
void
squill_map_keys_free (SquillMapKeys *self)
{
  if (self == NULL)
    return;
  drop_keys (self);
  squill_hash_sample_free (self->distinct);
  squill_value_sample_clear (&self->examples);
  g_free (self);
}

/**
 * squill_map_keys_add:
 * @self: keys
 * @key: a key
 * @length: its bytes
 * @count: in how many objects
 * @types: what its values are, a bit for each of #SquillTypes
 *
 * Adds a key.
 */
void
squill_map_keys_add (SquillMapKeys *self, const char *key, gsize length, guint64 count, guint types)
{
  SquillKeyPattern pattern = squill_key_pattern_of (key, length);

  self->patterns[pattern] += count;
  self->bytes_min = MIN (self->bytes_min, length);
  self->bytes_max = MAX (self->bytes_max, length);
  self->bytes += length * count;
  if (pattern == SQUILL_KEY_DIGITS)
    {
      guint64 number = number_of (key, length);

      self->number_min = MIN (self->number_min, number);
      self->number_max = MAX (self->number_max, number);
    }
  add_name (self, squill_text_hash (key, length), key, length, count, types);
}

/**
 * squill_map_keys_merge:
 * @self: keys
 * @other: others
 *
 * Adds the keys of @other.
 */
void
squill_map_keys_merge (SquillMapKeys *self, const SquillMapKeys *other)
{
  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    self->patterns[i] += other->patterns[i];
  self->bytes_min = MIN (self->bytes_min, other->bytes_min);
  self->bytes_max = MAX (self->bytes_max, other->bytes_max);
  self->bytes += other->bytes;
  self->number_min = MIN (self->number_min, other->number_min);
  self->number_max = MAX (self->number_max, other->number_max);
  self->by_user = self->by_user || other->by_user;
  for (guint i = 0; i < other->n_keys; i++)
    add_name (self, other->keys[i].hash, other->keys[i].name, other->keys[i].length,
              other->keys[i].count, other->keys[i].types);
  if (!other->overflowed)
    return;
  squill_map_keys_overflow (self);
  /* When samples were dropped already the larger map says how many there are at least. */
  if (self->distinct != NULL && other->distinct != NULL)
    squill_hash_sample_merge (self->distinct, other->distinct);
  self->distinct_count = MAX (self->distinct_count, other->distinct_count);
  squill_value_sample_merge (&self->examples, &other->examples);
}

/**
 * squill_map_keys_finish:
 * @self: keys
 *
 * All keys were added: counts the different ones and chooses examples.
 */
void
squill_map_keys_finish (SquillMapKeys *self)
{
  guint64 entries = 0;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    entries += self->patterns[i];
  if (!self->overflowed)
    {
      self->distinct_count = self->n_keys;
      if (self->distinct == NULL)
        self->distinct = squill_hash_sample_new ();
      for (guint i = 0; i < self->n_keys; i++)
        {
          const SquillMapKey *key = &self->keys[i];

          squill_hash_sample_add (self->distinct, key->hash, key->count);
          squill_value_sample_add_text (&self->examples, key->name, key->length, key->hash);
        }
      return;
    }
  if (self->distinct != NULL)
    self->distinct_count =
        squill_hash_sample_count_distinct (self->distinct, entries, &self->distinct_error);
}

/**
 * squill_map_keys_copy:
 * @self: finished keys
 *
 * Returns: (transfer full): the same keys
 */
SquillMapKeys *
squill_map_keys_copy (const SquillMapKeys *self)
{
  SquillMapKeys *copy = g_memdup2 (self, sizeof *self);

  copy->keys = g_new (SquillMapKey, self->n_places / 2);
  for (guint i = 0; i < self->n_keys; i++)
    {
      copy->keys[i] = self->keys[i];
      copy->keys[i].name = g_memdup2 (self->keys[i].name, self->keys[i].length + 1);
    }
  copy->places = g_memdup2 (self->places, self->n_places * sizeof *self->places);
  copy->distinct = self->distinct != NULL ? squill_hash_sample_copy (self->distinct) : NULL;
  copy->examples = (SquillValueSample){ 0 };
  squill_value_sample_merge (&copy->examples, &self->examples);
  return copy;
}

/**
 * squill_map_keys_get_sample_bytes:
 * @self: keys
 *
 * Returns: the memory that their sample takes
 */
gsize
squill_map_keys_get_sample_bytes (const SquillMapKeys *self)
{
  return self->distinct != NULL ? squill_hash_sample_get_bytes (self->distinct) : 0;
}

/**
 * squill_map_keys_get_bytes:
 * @self: keys
 *
 * Returns: the memory that their names take
 */
gsize
squill_map_keys_get_bytes (const SquillMapKeys *self)
{
  return self->n_keys * (sizeof (SquillMapKey) + 1 + 2 * sizeof (guint16)) + self->name_bytes;
}
