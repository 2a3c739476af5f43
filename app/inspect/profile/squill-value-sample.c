/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-value-sample.h"

/* Where the value belongs; @found tells that it is there already. */
static guint
find_place (const SquillValueSample *self, guint64 hash, gboolean *found)
{
  guint at = 0;

  while (at < self->n_values && self->values[at].hash < hash)
    at++;
  *found = at < self->n_values && self->values[at].hash == hash;
  return at;
}

/* Takes the bytes. Values that are equal across types are shown as the type that comes first. */
static void
take (SquillValueSample *self, SquillExample *example)
{
  gboolean found;
  guint at = find_place (self, example->hash, &found);

  if (found)
    {
      if (example->type < self->values[at].type)
        {
          g_free (self->values[at].bytes);
          self->values[at] = *example;
        }
      else
        {
          g_free (example->bytes);
        }
      return;
    }
  if (at == SQUILL_VALUE_SAMPLE_MAX)
    {
      g_free (example->bytes);
      return;
    }
  if (self->n_values == SQUILL_VALUE_SAMPLE_MAX)
    {
      self->n_values--;
      g_free (self->values[self->n_values].bytes);
    }
  else
    {
      self->values = g_renew (SquillExample, self->values, self->n_values + 1);
    }
  memmove (self->values + at + 1, self->values + at,
           (self->n_values - at) * sizeof (SquillExample));
  self->values[at] = *example;
  self->n_values++;
}

/* A string as BSON has it, cut where a character ends. */
static void
set_text (SquillExample *example, const char *text, gsize length)
{
  gsize kept = MIN (length, SQUILL_VALUE_SAMPLE_BYTES);
  guint32 raw;

  if (kept < length)
    {
      gsize end = kept;

      while (end > 0 && kept - end < 4 && ((guint8)text[end] & 0xc0) == 0x80)
        end--;
      kept = ((guint8)text[end] & 0xc0) == 0x80 ? kept : end;
    }
  raw = GUINT32_TO_LE ((guint32)kept + 1);
  example->cut = kept < length;
  example->length = kept + 5;
  example->bytes = g_malloc (example->length);
  memcpy (example->bytes, &raw, 4);
  memcpy (example->bytes + 4, text, kept);
  example->bytes[4 + kept] = '\0';
}

/**
 * squill_value_sample_clear:
 * @self: a sample
 *
 * Frees what it holds; it is empty again.
 */
void
squill_value_sample_clear (SquillValueSample *self)
{
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
}

/**
 * squill_value_sample_add:
 * @self: a sample
 * @type: a BSON type
 * @bytes: a value, sound
 * @length: its bytes
 * @hash: squill_value_hash() of it
 *
 * Adds a value.
 */
void
squill_value_sample_add (
    SquillValueSample *self, guint8 type, const guint8 *bytes, gsize length, guint64 hash)
{
  SquillExample example = { .hash = hash, .type = type };
  gboolean found;
  guint at = find_place (self, hash, &found);

  /* Mostly it is there already. */
  if (at == SQUILL_VALUE_SAMPLE_MAX || (found && self->values[at].type <= type))
    return;
  if (type == SQUILL_BSON_STRING || type == SQUILL_BSON_SYMBOL || type == SQUILL_BSON_CODE)
    {
      set_text (&example, (const char *)bytes + 4, length - 5);
    }
  else if (length <= SQUILL_VALUE_SAMPLE_BYTES)
    {
      example.bytes = g_memdup2 (bytes, length);
      example.length = length;
    }
  else
    {
      return;
    }
  take (self, &example);
}

/**
 * squill_value_sample_add_text:
 * @self: a sample
 * @text: a text
 * @length: its bytes
 * @hash: squill_text_hash() of it
 *
 * Adds a text, as a string.
 */
void
squill_value_sample_add_text (SquillValueSample *self, const char *text, gsize length, guint64 hash)
{
  SquillExample example = { .hash = hash, .type = SQUILL_BSON_STRING };

  set_text (&example, text, length);
  take (self, &example);
}

/**
 * squill_value_sample_merge:
 * @self: a sample
 * @other: another
 *
 * Adds the values of @other.
 */
void
squill_value_sample_merge (SquillValueSample *self, const SquillValueSample *other)
{
  for (guint i = 0; i < other->n_values; i++)
    {
      SquillExample example = other->values[i];

      example.bytes = g_memdup2 (example.bytes, example.length);
      take (self, &example);
    }
}

/**
 * squill_value_sample_get_bytes:
 * @self: a sample
 *
 * Returns: the memory it takes
 */
gsize
squill_value_sample_get_bytes (const SquillValueSample *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->n_values; i++)
    bytes += sizeof (SquillExample) + self->values[i].length;
  return bytes;
}
