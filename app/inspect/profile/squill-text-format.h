/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillTextFormat:
 * @SQUILL_TEXT_PLAIN: none of the others
 * @SQUILL_TEXT_INTEGER: a whole number as a program writes it: no zeros before it, up to 18 digits
 * @SQUILL_TEXT_DIGITS: other digits: zeros before, or too many for a number
 * @SQUILL_TEXT_DECIMAL: a number with a fraction or an exponent
 * @SQUILL_TEXT_OBJECT_ID: 24 hexadecimal digits
 * @SQUILL_TEXT_UUID: a UUID with dashes
 * @SQUILL_TEXT_HASH: 32, 40 or 64 hexadecimal digits
 * @SQUILL_TEXT_DATE: a day, ISO 8601
 * @SQUILL_TEXT_DATE_TIME: a point in time, ISO 8601
 * @SQUILL_TEXT_DATE_WORDS: a date in another way: `8/27/2008`, `Wed Aug 27 13:08:45 +0000 2008`
 * @SQUILL_TEXT_EMAIL: an e-mail address
 * @SQUILL_TEXT_URL: an address with a scheme
 * @SQUILL_TEXT_PREFIXED: letters or signs and a number behind: `tt0114709`, `user_42`
 *
 * What a text looks like.
 */
typedef enum
{
  SQUILL_TEXT_PLAIN,
  SQUILL_TEXT_INTEGER,
  SQUILL_TEXT_DIGITS,
  SQUILL_TEXT_DECIMAL,
  SQUILL_TEXT_OBJECT_ID,
  SQUILL_TEXT_UUID,
  SQUILL_TEXT_HASH,
  SQUILL_TEXT_DATE,
  SQUILL_TEXT_DATE_TIME,
  SQUILL_TEXT_DATE_WORDS,
  SQUILL_TEXT_EMAIL,
  SQUILL_TEXT_URL,
  SQUILL_TEXT_PREFIXED,
} SquillTextFormat;

#define SQUILL_N_TEXT_FORMATS (SQUILL_TEXT_PREFIXED + 1)

/* A longer prefix is no name of a kind of ids. */
#define SQUILL_TEXT_PREFIX_MAX 15u

/**
 * SquillTextPrefix:
 * @SQUILL_TEXT_PREFIX_NONE: none was met
 * @SQUILL_TEXT_PREFIX_ONE: all have the same
 * @SQUILL_TEXT_PREFIX_MIXED: there are different ones, or too long ones
 *
 * What is known of the prefix of texts with a number behind.
 */
typedef enum
{
  SQUILL_TEXT_PREFIX_NONE,
  SQUILL_TEXT_PREFIX_ONE,
  SQUILL_TEXT_PREFIX_MIXED,
} SquillTextPrefix;

/**
 * SquillTextFormats:
 * @counts: texts of each format; that of plain ones is not kept
 * @prefix_state: what is known of their prefix
 * @prefix: the prefix of all %SQUILL_TEXT_PREFIXED, where it is one
 *
 * How many texts look like what.
 */
typedef struct
{
  guint64 counts[SQUILL_N_TEXT_FORMATS];
  SquillTextPrefix prefix_state;
  char prefix[SQUILL_TEXT_PREFIX_MAX + 1];
} SquillTextFormats;

/**
 * SquillTexts:
 * @count: strings
 * @bytes: of all of them together, UTF-8, without length and NUL
 * @min: bytes of the shortest
 * @max: bytes of the longest
 * @empty: how many are ""
 * @formats: (nullable): %NULL while all are plain
 *
 * The strings at a path; also how long binary data is. Zero-filled there are none.
 */
typedef struct
{
  guint64 count;
  guint64 bytes;
  guint64 min;
  guint64 max;
  guint64 empty;
  SquillTextFormats *formats;
} SquillTexts;

SquillTextFormat squill_text_format_of (const char *text, gsize length);
const char *squill_text_format_get_name (SquillTextFormat format);
void squill_text_formats_add (SquillTextFormats *self,
                              SquillTextFormat format,
                              const char *text,
                              gsize length);
void squill_texts_add (SquillTexts *self, const char *text, gsize length);
void squill_texts_merge (SquillTexts *self, const SquillTexts *other);
void squill_texts_clear (SquillTexts *self);

/* Counts a length only. */
static inline void
squill_texts_add_length (SquillTexts *self, guint64 bytes)
{
  if (self->count == 0 || bytes < self->min)
    self->min = bytes;
  if (bytes > self->max)
    self->max = bytes;
  self->count++;
  self->bytes += bytes;
  self->empty += bytes == 0;
}

G_END_DECLS
