/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * SquillBsonBuffer:
 * @bytes: (nullable): what was written
 * @length: how many bytes
 * @room: how many fit before it grows
 *
 * Bytes of a document that is being written. Zero-filled it is empty; g_free() @bytes at the end.
 * Lengths are written as zero first and patched when they are known, which is why libbson's
 * writer, that wants its children apart, is not used.
 */
typedef struct
{
  guint8 *bytes;
  gsize length;
  gsize room;
} SquillBsonBuffer;

static inline guint8 *
squill_bson_buffer_grow (SquillBsonBuffer *self, gsize count)
{
  guint8 *at;

  if (G_UNLIKELY (self->room - self->length < count))
    {
      self->room = MAX (self->room * 2, self->length + count + 256);
      self->bytes = (guint8 *)g_realloc (self->bytes, self->room);
    }
  at = self->bytes + self->length;
  self->length += count;
  return at;
}

static inline void
squill_bson_buffer_append (SquillBsonBuffer *self, gconstpointer bytes, gsize count)
{
  if (count > 0)
    memcpy (squill_bson_buffer_grow (self, count), bytes, count);
}

static inline void
squill_bson_buffer_append_byte (SquillBsonBuffer *self, guint8 byte)
{
  *squill_bson_buffer_grow (self, 1) = byte;
}

static inline void
squill_bson_buffer_append_int32 (SquillBsonBuffer *self, gint32 value)
{
  guint32 raw = GUINT32_TO_LE ((guint32)value);

  squill_bson_buffer_append (self, &raw, 4);
}

static inline void
squill_bson_buffer_append_int64 (SquillBsonBuffer *self, gint64 value)
{
  guint64 raw = GUINT64_TO_LE ((guint64)value);

  squill_bson_buffer_append (self, &raw, 8);
}

static inline void
squill_bson_buffer_append_double (SquillBsonBuffer *self, double value)
{
  guint64 raw;

  memcpy (&raw, &value, 8);
  raw = GUINT64_TO_LE (raw);
  squill_bson_buffer_append (self, &raw, 8);
}

/* A string as BSON has it: its length with the NUL, its bytes, the NUL. */
static inline void
squill_bson_buffer_append_string (SquillBsonBuffer *self, const char *text, gsize length)
{
  squill_bson_buffer_append_int32 (self, (gint32)length + 1);
  squill_bson_buffer_append (self, text, length);
  squill_bson_buffer_append_byte (self, 0);
}

/* Writes the length of what began at @start, now that it is known. */
static inline void
squill_bson_buffer_patch_length (SquillBsonBuffer *self, gsize start, gsize length)
{
  guint32 raw = GUINT32_TO_LE ((guint32)length);

  memcpy (self->bytes + start, &raw, 4);
}

G_END_DECLS
