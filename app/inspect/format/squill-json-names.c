/* SPDX-License-Identifier: Apache-2.0 */

/* Finds names that an object of JSON has twice. Most readers keep the last of the values and drop
 * the others without a word, so somebody should hear of it. Only hashes are kept: of 64 bits two
 * different ones are never the same in one document. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-json-names.h"

#include <string.h>

#define FEW_SLOTS ((gsize)128)
/* Odd numbers that spread bits well: those of SplitMix64. */
#define SPREAD_FIRST G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9)
#define SPREAD_SECOND G_GUINT64_CONSTANT (0x94d049bb133111eb)

/* Takes in the next eight bytes. */
static guint64
mix (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * SPREAD_FIRST;
  return hash ^ (hash >> 29);
}

/* Never 0. */
static guint64
hash_name (gsize object, const guint8 *name, gsize length)
{
  guint64 hash = (guint64)object * SPREAD_SECOND + length, word;

  for (; length >= sizeof word; length -= sizeof word, name += sizeof word)
    {
      memcpy (&word, name, sizeof word);
      hash = mix (hash, word);
    }
  word = 0;
  for (gsize i = 0; i < length; i++)
    word = word << 8 | name[i];
  hash = mix (hash, word) * SPREAD_SECOND;
  return MAX (hash ^ (hash >> 31), 1);
}

/* The slot of the hash, or the free one that it would take. */
static gsize
find_slot (const SquillJsonNames *self, guint64 hash)
{
  gsize at = (gsize)hash & (self->n_slots - 1);

  while (self->slots[at] != 0 && self->slots[at] != hash)
    at = (at + 1) & (self->n_slots - 1);
  return at;
}

static void
grow (SquillJsonNames *self)
{
  SquillJsonNames larger = { .n_slots = MAX (FEW_SLOTS, 2 * self->n_slots), .n = self->n };

  larger.slots = g_new0 (guint64, larger.n_slots);
  for (gsize i = 0; i < self->n_slots; i++)
    if (self->slots[i] != 0)
      larger.slots[find_slot (&larger, self->slots[i])] = self->slots[i];
  g_free (self->slots);
  *self = larger;
}

/**
 * squill_json_names_reset:
 * @self: names
 *
 * Forgets all, for the next document.
 */
void
squill_json_names_reset (SquillJsonNames *self)
{
  /* What one large document needed is not cleared for each of many small ones. */
  if (self->n_slots > FEW_SLOTS && self->n < self->n_slots / 8)
    squill_json_names_clear (self);
  else if (self->n > 0)
    memset (self->slots, 0, self->n_slots * sizeof *self->slots);
  self->n = 0;
}

/**
 * squill_json_names_clear:
 * @self: names
 *
 * Frees what they take.
 */
void
squill_json_names_clear (SquillJsonNames *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->n_slots = 0;
  self->n = 0;
}

/**
 * squill_json_names_add:
 * @self: names
 * @object: a number that no other object of the document has
 * @name: the bytes of a name in it
 * @length: how many
 *
 * Returns: %FALSE if the object has a member of that name already
 */
gboolean
squill_json_names_add (SquillJsonNames *self, gsize object, const guint8 *name, gsize length)
{
  const guint64 hash = hash_name (object, name, length);
  gsize slot;

  if (2 * (self->n + 1) > self->n_slots)
    grow (self);
  slot = find_slot (self, hash);
  if (self->slots[slot] != 0)
    return FALSE;
  self->slots[slot] = hash;
  self->n++;
  return TRUE;
}
