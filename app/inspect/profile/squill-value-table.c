/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-value-table.h"

#define FIRST_ROOM 4u

static void
drop_values (SquillValueTable *self)
{
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
  memset (self->places, 0, sizeof self->places);
}

static gboolean
is_text (guint8 type)
{
  return type == SQUILL_BSON_STRING || type == SQUILL_BSON_SYMBOL;
}

/* There are 4, 8, 16 and then all places. */
static void
grow (SquillValueTable *self)
{
  const guint n = self->n_values;

  if (n == 0)
    self->values = g_new (SquillValue, FIRST_ROOM);
  else if (n >= FIRST_ROOM && (n & (n - 1)) == 0)
    self->values = g_renew (SquillValue, self->values, MIN (n * 2, SQUILL_VALUE_TABLE_MAX));
}

/**
 * squill_value_table_clear:
 * @self: a table
 *
 * Frees what it holds; it is empty again.
 */
void
squill_value_table_clear (SquillValueTable *self)
{
  drop_values (self);
  self->overflowed = FALSE;
}

/**
 * squill_value_table_add:
 * @self: a table that has not overflowed
 * @type: a BSON type
 * @bytes: a scalar
 * @length: its bytes
 * @hash: squill_value_hash() of it
 * @count: how often it came
 *
 * Adds a value.
 *
 * Returns: %FALSE where the table cannot take it; then nothing was changed, and
 * squill_value_table_overflow() is to be called when its values were put elsewhere
 */
gboolean
squill_value_table_add (SquillValueTable *self,
                        guint8 type,
                        const guint8 *bytes,
                        gsize length,
                        guint64 hash,
                        guint64 count)
{
  guint at = (guint)hash & (SQUILL_VALUE_TABLE_PLACES - 1);
  SquillValue *value;

  for (; self->places[at] != 0; at = (at + 1) & (SQUILL_VALUE_TABLE_PLACES - 1))
    {
      value = &self->values[self->places[at] - 1];
      /* 1 and "1" may name the same key, but they are two values. */
      if (value->hash != hash || is_text (value->type) != is_text (type))
        continue;
      value->count += count;
      if (type < value->type)
        {
          g_free (value->bytes);
          value->type = type;
          value->bytes = g_memdup2 (bytes, length);
          value->length = length;
        }
      return TRUE;
    }
  if (self->n_values == SQUILL_VALUE_TABLE_MAX || length > SQUILL_VALUE_MAX_BYTES)
    return FALSE;
  grow (self);
  value = &self->values[self->n_values++];
  value->hash = hash;
  value->count = count;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
  self->places[at] = (guint8)self->n_values;
  return TRUE;
}

/**
 * squill_value_table_overflow:
 * @self: a table
 *
 * Says that there are too many values, and lets go of those there are.
 */
void
squill_value_table_overflow (SquillValueTable *self)
{
  drop_values (self);
  self->overflowed = TRUE;
}

/**
 * squill_value_table_get_bytes:
 * @self: a table
 *
 * Returns: the memory that its values take
 */
gsize
squill_value_table_get_bytes (const SquillValueTable *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->n_values; i++)
    bytes += sizeof (SquillValue) + self->values[i].length;
  return bytes;
}
