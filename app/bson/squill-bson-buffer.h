/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * SquillBsonBuffer:
 * @bytes: (nullable): what was written
 * @length: bytes written
 * @room: bytes that fit before it grows
 *
 * Bytes of a document that is being written. Zero-filled it is empty; it is freed by
 * squill_bson_buffer_clear(). Lengths are written as zero first and patched when they are known,
 * which is why libbson's writer is not used: it wants children of their own.
 */
typedef struct
{
  guint8 *bytes;
  gsize length;
  gsize room;
} SquillBsonBuffer;

static inline void
squill_bson_buffer_clear (SquillBsonBuffer *self)
{
  g_free (self->bytes);
  *self = (SquillBsonBuffer){ 0 };
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillBsonBuffer, squill_bson_buffer_clear)

/* Makes room for @count bytes, so that what points into the buffer stays valid until more are
 * written. */
static inline void
squill_bson_buffer_reserve (SquillBsonBuffer *self, gsize count)
{
  if (G_UNLIKELY (self->room - self->length < count))
    {
      self->room = MAX (self->room * 2, self->length + count + 256);
      self->bytes = (guint8 *)g_realloc (self->bytes, self->room);
    }
}

/* Appends @count bytes as they are; @bytes may be %NULL if there are none. */
static inline void
squill_bson_buffer_append (SquillBsonBuffer *self, gconstpointer bytes, gsize count)
{
  if (count == 0)
    return;
  squill_bson_buffer_reserve (self, count);
  memcpy (self->bytes + self->length, bytes, count);
  self->length += count;
}

/* Appends one byte, such as a type or a NUL. */
static inline void
squill_bson_buffer_append_byte (SquillBsonBuffer *self, guint8 byte)
{
  squill_bson_buffer_reserve (self, 1);
  self->bytes[self->length++] = byte;
}

/* Appends four bytes, the least significant first, as BSON has all numbers. */
static inline void
squill_bson_buffer_append_int32 (SquillBsonBuffer *self, gint32 value)
{
  guint32 raw = GUINT32_TO_LE ((guint32)value);

  squill_bson_buffer_append (self, &raw, 4);
}

/* Appends eight bytes, the least significant first. */
static inline void
squill_bson_buffer_append_int64 (SquillBsonBuffer *self, gint64 value)
{
  guint64 raw = GUINT64_TO_LE ((guint64)value);

  squill_bson_buffer_append (self, &raw, 8);
}

/* Appends an IEEE 754 double in eight bytes, the least significant first. */
static inline void
squill_bson_buffer_append_double (SquillBsonBuffer *self, double value)
{
  guint64 raw;

  memcpy (&raw, &value, 8);
  squill_bson_buffer_append_int64 (self, (gint64)raw);
}

/* A string as BSON has it: its length with the NUL, its bytes, the NUL. */
static inline void
squill_bson_buffer_append_string (SquillBsonBuffer *self, const char *text, gsize length)
{
  squill_bson_buffer_append_int32 (self, (gint32)length + 1);
  squill_bson_buffer_append (self, text, length);
  squill_bson_buffer_append_byte (self, 0);
}

/* The type and the name of an element, whose value follows. */
static inline void
squill_bson_buffer_append_key (SquillBsonBuffer *self, guint8 type, const char *key)
{
  squill_bson_buffer_append_byte (self, type);
  squill_bson_buffer_append (self, key, strlen (key) + 1);
}

/* Begins a document or an array. Returns where, for squill_bson_buffer_end(). */
static inline gsize
squill_bson_buffer_begin (SquillBsonBuffer *self)
{
  squill_bson_buffer_append_int32 (self, 0);
  return self->length - 4;
}

/* Writes the length that stands at @start and counts itself or not. */
static inline void
squill_bson_buffer_patch_length (SquillBsonBuffer *self, gsize start, gsize length)
{
  guint32 raw = GUINT32_TO_LE ((guint32)length);

  memcpy (self->bytes + start, &raw, 4);
}

/* Ends the document or the array that begins at @start. */
static inline void
squill_bson_buffer_end (SquillBsonBuffer *self, gsize start)
{
  squill_bson_buffer_append_byte (self, 0);
  squill_bson_buffer_patch_length (self, start, self->length - start);
}

G_END_DECLS
