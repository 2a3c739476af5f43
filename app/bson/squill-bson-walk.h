/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <glib.h>
#include <string.h>

#include "bson/squill-bson-type.h"

G_BEGIN_DECLS

/* How deep documents may be nested. The server allows 100; files may hold what a server would
 * refuse. */
#define SQUILL_BSON_MAX_DEPTH 1000

/* The largest document that is believed. The server takes 16 MiB and a little for itself. */
#define SQUILL_BSON_MAX_BYTES ((gint32)64 * 1024 * 1024)

/* What squill_bson_check() gives where all text is UTF-8. */
#define SQUILL_BSON_TEXT_VALID G_MAXSIZE

/**
 * SquillBsonElement:
 * @type: the type byte, a known one
 * @key: the name, ending in NUL; not checked for UTF-8
 * @key_length: its bytes, without the NUL
 * @value: the value's bytes
 * @value_length: how many; key and type byte not counted
 *
 * One element of a document, lying in the document's own bytes.
 */
typedef struct
{
  guint8 type;
  const char *key;
  gsize key_length;
  const guint8 *value;
  gsize value_length;
} SquillBsonElement;

/**
 * SquillBsonStep:
 * @SQUILL_BSON_STEP_ELEMENT: an element was read
 * @SQUILL_BSON_STEP_END: the closing NUL was read
 * @SQUILL_BSON_STEP_DAMAGED: what comes next is no BSON
 *
 * What squill_bson_step() met.
 */
typedef enum
{
  SQUILL_BSON_STEP_ELEMENT,
  SQUILL_BSON_STEP_END,
  SQUILL_BSON_STEP_DAMAGED,
} SquillBsonStep;

SquillBsonStep squill_bson_step (const guint8 *data,
                                 gsize end,
                                 gsize *position,
                                 SquillBsonElement *element);
gboolean squill_bson_type_is_known (guint8 type);
gboolean squill_bson_check (
    const guint8 *data, gsize length, gsize *bad_text, gsize *bad_offset, char **reason);
gboolean squill_utf8_is_valid (const char *text, gsize length, gsize *valid_length);

/* Reads a number from four bytes, the least significant first; @bytes need not be aligned. */
static inline gint32
squill_bson_read_int32 (const guint8 *bytes)
{
  guint32 raw;

  memcpy (&raw, bytes, 4);
  return (gint32)GUINT32_FROM_LE (raw);
}

/* Reads a number from eight bytes, the least significant first; @bytes need not be aligned. */
static inline gint64
squill_bson_read_int64 (const guint8 *bytes)
{
  guint64 raw;

  memcpy (&raw, bytes, 8);
  return (gint64)GUINT64_FROM_LE (raw);
}

/* Reads an IEEE 754 double from eight bytes; @bytes need not be aligned. */
static inline double
squill_bson_read_double (const guint8 *bytes)
{
  guint64 raw;
  double value;

  memcpy (&raw, bytes, 8);
  raw = GUINT64_FROM_LE (raw);
  memcpy (&value, &raw, 8);
  return value;
}

/* Reads a decimal from 16 bytes: the lower half comes first. */
static inline bson_decimal128_t
squill_bson_read_decimal (const guint8 *bytes)
{
  return (bson_decimal128_t){ .low = (guint64)squill_bson_read_int64 (bytes),
                              .high = (guint64)squill_bson_read_int64 (bytes + 8) };
}

/* Bytes of a name up to its NUL, which must come within @room; @room where it does not. Names are
 * short, so a call of memchr() would take longer than this. */
static inline gsize
squill_bson_name_length (const guint8 *name, gsize room)
{
  gsize at = 0;

  for (; room - at >= 8; at += 8)
    {
      guint64 word;

      memcpy (&word, name + at, 8);
      word = GUINT64_FROM_LE (word);
      /* The lowest bit that is set is that of the first byte that is 0. */
      word = (word - G_GUINT64_CONSTANT (0x0101010101010101)) & ~word &
             G_GUINT64_CONSTANT (0x8080808080808080);
      if (word != 0)
        return at + (gsize)__builtin_ctzll (word) / 8;
    }
  while (at < room && name[at] != 0)
    at++;
  return at;
}

/* Whether a value of this type byte has elements of its own. */
static inline gboolean
squill_bson_type_nests (guint8 type)
{
  return type == SQUILL_BSON_OBJECT || type == SQUILL_BSON_ARRAY;
}

/* By type byte: the bytes of a value and one, SQUILL_BSON_SIZE_COUNTED, or 0 for a byte that is no
 * type. */
#define SQUILL_BSON_SIZE_COUNTED (-1)
extern const gint8 squill_bson_sizes[256];

/**
 * squill_bson_next:
 * @data: a document that squill_bson_check() found sound
 * @length: its bytes
 * @position: (inout): where to read; moved past what was read
 * @element: (out): what was read
 *
 * Does what squill_bson_step() does, without checking anything again.
 *
 * Returns: %FALSE at the end of the document, array or object that @position lies in
 */
static inline gboolean
squill_bson_next (const guint8 *data, gsize length, gsize *position, SquillBsonElement *element)
{
  const guint8 *at = data + *position;
  const guint8 type = *at++;
  const gint8 size = squill_bson_sizes[type];

  if (type == 0)
    {
      ++*position;
      return FALSE;
    }
  element->type = type;
  element->key = (const char *)at;
  element->key_length = squill_bson_name_length (at, (gsize)(data + length - at));
  at += element->key_length + 1;
  element->value = at;
  if (G_LIKELY (size > 0))
    {
      element->value_length = (gsize)size - 1;
    }
  else
    {
      switch (type)
        {
        case SQUILL_BSON_STRING:
        case SQUILL_BSON_SYMBOL:
        case SQUILL_BSON_CODE:
          element->value_length = 4 + (gsize)squill_bson_read_int32 (at);
          break;
        case SQUILL_BSON_BINARY:
          element->value_length = 5 + (gsize)squill_bson_read_int32 (at);
          break;
        case SQUILL_BSON_DB_POINTER:
          element->value_length = 16 + (gsize)squill_bson_read_int32 (at);
          break;
        case SQUILL_BSON_REGEX:
          element->value_length = strlen ((const char *)at) + 1;
          element->value_length += strlen ((const char *)at + element->value_length) + 1;
          break;
        default:
          element->value_length = (gsize)squill_bson_read_int32 (at);
          break;
        }
    }
  *position = (gsize)(at - data) + element->value_length;
  return TRUE;
}

G_END_DECLS
