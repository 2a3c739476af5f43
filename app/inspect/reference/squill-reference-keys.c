/* SPDX-License-Identifier: Apache-2.0 */

/* The keys of a collection, by their hashes, with what is known of the documents that have them;
 * where they do not fit into memory, a sample of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#define FIRST_SLOTS 64u
#define MAX_SLOTS ((guint64)1 << 28)

static gsize
bytes_of_slot (guint n_columns)
{
  return sizeof (guint64) * (1 + n_columns) + sizeof (guint32);
}

/**
 * _squill_reference_keys_new:
 * @expected: about how many keys there are
 * @n_columns: how many fields of each may be copied
 * @max_bytes: the table takes no more
 *
 * Makes a table that has room for that number of keys, or for as many as fit.
 *
 * Returns: (transfer full): the table, without keys
 */
SquillReferenceKeys *
_squill_reference_keys_new (guint64 expected, guint n_columns, gsize max_bytes)
{
  SquillReferenceKeys *self = g_new0 (SquillReferenceKeys, 1);
  guint64 n_slots = FIRST_SLOTS;

  /* An estimate may be a few percent too low. */
  expected += expected / 8 + 16;
  while (n_slots < MAX_SLOTS && n_slots < expected + expected / 2)
    n_slots *= 2;
  while (n_slots > FIRST_SLOTS && n_slots * bytes_of_slot (n_columns) > max_bytes)
    {
      n_slots /= 2;
      self->level++;
    }
  self->n_slots = (guint)n_slots;
  self->n_columns = n_columns;
  self->hashes = g_new0 (guint64, n_slots);
  self->counts = g_new0 (guint32, n_slots);
  self->rows = g_new0 (guint64, n_slots * n_columns);
  return self;
}

void
_squill_reference_keys_free (SquillReferenceKeys *self)
{
  if (self == NULL)
    return;
  g_free (self->hashes);
  g_free (self->counts);
  g_free (self->rows);
  g_free (self);
}

/**
 * _squill_reference_keys_get_bytes:
 * @self: keys
 *
 * Returns: the memory that the table takes
 */
gsize
_squill_reference_keys_get_bytes (const SquillReferenceKeys *self)
{
  return self->n_slots * bytes_of_slot (self->n_columns);
}

/**
 * _squill_reference_keys_would_keep:
 * @self: keys
 * @hash: the hash of a key
 *
 * Returns: whether it would be kept
 */
gboolean
_squill_reference_keys_would_keep (const SquillReferenceKeys *self, guint64 hash)
{
  return self->level == 0 || (hash >> (64 - self->level)) == 0;
}

static guint
slot_of (const SquillReferenceKeys *self, guint64 hash)
{
  guint at = (guint)hash & (self->n_slots - 1);

  while (self->hashes[at] != 0 && self->hashes[at] != hash)
    at = (at + 1) & (self->n_slots - 1);
  return at;
}

/**
 * _squill_reference_keys_find:
 * @self: keys
 * @hash: the hash of a key
 *
 * Returns: the slot of the key, until the next is added; -1 where there is none
 */
int
_squill_reference_keys_find (const SquillReferenceKeys *self, guint64 hash)
{
  guint at = slot_of (self, hash);

  return self->hashes[at] != 0 ? (int)at : -1;
}

/* Every key that the next level would not keep goes; what is left is put in anew. */
static void
thin (SquillReferenceKeys *self)
{
  g_autofree guint64 *hashes = self->hashes;
  g_autofree guint32 *counts = self->counts;
  g_autofree guint64 *rows = self->rows;

  self->level++;
  self->n_keys = 0;
  self->hashes = g_new0 (guint64, self->n_slots);
  self->counts = g_new0 (guint32, self->n_slots);
  self->rows = g_new0 (guint64, (gsize)self->n_slots * self->n_columns);
  for (guint i = 0; i < self->n_slots; i++)
    if (hashes[i] != 0 && _squill_reference_keys_would_keep (self, hashes[i]))
      {
        guint at = slot_of (self, hashes[i]);

        self->hashes[at] = hashes[i];
        self->counts[at] = counts[i];
        for (guint k = 0; k < self->n_columns; k++)
          self->rows[(gsize)at * self->n_columns + k] = rows[(gsize)i * self->n_columns + k];
        self->n_keys++;
      }
}

/**
 * _squill_reference_keys_add:
 * @self: keys
 * @hash: the hash of a key
 *
 * Adds a key. Where there is no room any more, half of all keys go.
 *
 * Returns: its slot, until the next is added; -1 where it is not kept
 */
int
_squill_reference_keys_add (SquillReferenceKeys *self, guint64 hash)
{
  guint at;

  while (self->n_keys >= self->n_slots / 8 * 7 && self->level < 63)
    thin (self);
  if (!_squill_reference_keys_would_keep (self, hash))
    return -1;
  at = slot_of (self, hash);
  if (self->hashes[at] == 0)
    {
      self->hashes[at] = hash;
      self->n_keys++;
    }
  return (int)at;
}
