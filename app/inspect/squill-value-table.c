/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-value-table.h"

static void
drop_values (SquillValueTable *self)
{
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
}

static gboolean
is_text (guint8 type)
{
  return type == SQUILL_BSON_STRING || type == SQUILL_BSON_SYMBOL;
}

static void
add_value (SquillValueTable *self,
           guint64 hash,
           guint64 count,
           guint8 type,
           const guint8 *bytes,
           gsize length)
{
  SquillValue *value;

  if (self->overflowed)
    return;
  for (guint i = 0; i < self->n_values; i++)
    /* 1 and "1" may name the same key, but they are two values. */
    if (self->values[i].hash == hash && is_text (self->values[i].type) == is_text (type))
      {
        self->values[i].count += count;
        return;
      }
  if (self->n_values == SQUILL_VALUE_TABLE_MAX || length > SQUILL_VALUE_MAX_BYTES)
    {
      drop_values (self);
      self->overflowed = TRUE;
      return;
    }
  if (self->values == NULL)
    self->values = g_new (SquillValue, SQUILL_VALUE_TABLE_MAX);
  value = &self->values[self->n_values++];
  value->hash = hash;
  value->count = count;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
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
 * @self: a table
 * @element: a scalar
 * @hash: squill_value_hash() of it
 *
 * Adds a value.
 */
void
squill_value_table_add (SquillValueTable *self, const SquillBsonElement *element, guint64 hash)
{
  add_value (self, hash, 1, element->type, element->value, element->value_length);
}

/**
 * squill_value_table_merge:
 * @self: a table
 * @other: another
 *
 * Adds all values of @other.
 */
void
squill_value_table_merge (SquillValueTable *self, const SquillValueTable *other)
{
  if (other->overflowed)
    {
      drop_values (self);
      self->overflowed = TRUE;
      return;
    }
  for (guint i = 0; i < other->n_values; i++)
    add_value (self, other->values[i].hash, other->values[i].count, other->values[i].type,
               other->values[i].bytes, other->values[i].length);
}
