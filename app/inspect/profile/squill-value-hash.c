/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-value-hash.h"

#include <bson/bson.h>
#include <math.h>

/* So many digits fit a 64-bit number whatever they are. */
#define MAX_DIGITS 18u
#define OBJECT_ID_BYTES 12u
#define UUID_BYTES 16u
#define UUID_LENGTH 36u
#define BINARY_UUID_LEGACY 3
#define BINARY_UUID 4

/* Keys are written in more ways than one: 1, 1.0, NumberLong(1) and, where it is the name of a
 * member of a map, "1"; an ObjectId or UUID and the text of it. All of them have the same hash, so
 * that references are found whatever they are kept as. */
enum
{
  TAG_NUMBER = 1,
  TAG_TEXT,
  TAG_OBJECT_ID,
  TAG_UUID,
  TAG_BINARY,
  TAG_DATE,
  TAG_OTHER,
};

static guint64
mix (guint64 state, guint64 word)
{
  state ^= word;
  state *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return state ^ (state >> 29);
}

/* The finisher of SplitMix64: every bit of the state bears on every bit of the result. */
static guint64
finish (guint64 state)
{
  state = (state ^ (state >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  state = (state ^ (state >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  state ^= state >> 31;
  return state != 0 ? state : 1;
}

/* Tags far apart: or else a small number would be mistaken for a text of that length. */
static guint64
seed_of (guint tag)
{
  return tag * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
}

static guint64
hash_bytes (guint tag, const guint8 *bytes, gsize length)
{
  guint64 state = mix (seed_of (tag), length);

  while (length >= 8)
    {
      guint64 word;

      memcpy (&word, bytes, 8);
      state = mix (state, GUINT64_FROM_LE (word));
      bytes += 8;
      length -= 8;
    }
  if (length > 0)
    {
      guint64 word = 0;

      memcpy (&word, bytes, length);
      state = mix (state, GUINT64_FROM_LE (word));
    }
  return finish (state);
}

static guint64
hash_integer (gint64 value)
{
  return finish (mix (seed_of (TAG_NUMBER), (guint64)value));
}

/* A whole number as a person or a program writes it: no sign but minus, no zeros before it. */
static gboolean
parse_integer (const char *text, gsize length, gint64 *value)
{
  const gboolean negative = length > 1 && text[0] == '-';
  gint64 number = 0;

  if (negative)
    {
      text++;
      length--;
    }
  if (length == 0 || length > MAX_DIGITS || (text[0] == '0' && (length > 1 || negative)))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return FALSE;
      number = number * 10 + (text[i] - '0');
    }
  *value = negative ? -number : number;
  return TRUE;
}

/* Hexadecimal digits in small letters, as programs write ids; dashes where a UUID has them. */
static gboolean
parse_hex (const char *text, guint n_bytes, gboolean with_dashes, guint8 *bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = 0;

      if (with_dashes && (i == 4 || i == 6 || i == 8 || i == 10) && *text++ != '-')
        return FALSE;
      for (guint digit = 0; digit < 2; digit++, text++)
        {
          if (g_ascii_isdigit (*text))
            byte = (guint8)(byte << 4 | (*text - '0'));
          else if (*text >= 'a' && *text <= 'f')
            byte = (guint8)(byte << 4 | (*text - 'a' + 10));
          else
            return FALSE;
        }
      bytes[i] = byte;
    }
  return TRUE;
}

static guint64
hash_text (const char *text, gsize length)
{
  guint8 bytes[UUID_BYTES];
  gint64 number;

  if (length <= MAX_DIGITS + 1 && parse_integer (text, length, &number))
    return hash_integer (number);
  if (length == 2 * (gsize)OBJECT_ID_BYTES && parse_hex (text, OBJECT_ID_BYTES, FALSE, bytes))
    return hash_bytes (TAG_OBJECT_ID, bytes, OBJECT_ID_BYTES);
  if (length == UUID_LENGTH && parse_hex (text, UUID_BYTES, TRUE, bytes))
    return hash_bytes (TAG_UUID, bytes, UUID_BYTES);
  return hash_bytes (TAG_TEXT, (const guint8 *)text, length);
}

static guint64
hash_decimal (const guint8 *value)
{
  char text[BSON_DECIMAL128_STRING];
  bson_decimal128_t decimal;
  char *point;
  gint64 number;

  decimal.low = (guint64)squill_bson_read_int64 (value);
  decimal.high = (guint64)squill_bson_read_int64 (value + 8);
  bson_decimal128_to_string (&decimal, text);
  /* 5.00 is 5. */
  point = strchr (text, '.');
  if (point != NULL && strspn (point + 1, "0") == strlen (point + 1))
    *point = '\0';
  if (parse_integer (text, strlen (text), &number))
    return hash_integer (number);
  return hash_bytes (TAG_OTHER + SQUILL_BSON_DECIMAL, value, 16);
}

/**
 * squill_text_hash:
 * @text: bytes
 * @length: how many
 *
 * Returns: the hash of a string with these bytes, never 0; see squill_value_hash()
 */
guint64
squill_text_hash (const char *text, gsize length)
{
  return hash_text (text, length);
}

/**
 * squill_value_hash:
 * @element: a value that is no object, array, null or undefined
 *
 * Hashes a value so that values that name the same key have the same hash: numbers across int,
 * long, double and decimal, and whole numbers as text; strings and symbols; ObjectIds and UUIDs
 * (binary subtypes 3 and 4) and their text in small letters.
 *
 * Returns: the hash, never 0
 */
guint64
squill_value_hash (const SquillBsonElement *element)
{
  double number;

  switch (element->type)
    {
    case SQUILL_BSON_INT:
      return hash_integer (squill_bson_read_int32 (element->value));
    case SQUILL_BSON_LONG:
      return hash_integer (squill_bson_read_int64 (element->value));
    case SQUILL_BSON_DOUBLE:
      number = squill_bson_read_double (element->value);
      if (number >= -9223372036854775808.0 && number < 9223372036854775808.0 &&
          number == floor (number))
        return hash_integer ((gint64)number);
      return hash_bytes (TAG_NUMBER, element->value, 8);
    case SQUILL_BSON_STRING:
    case SQUILL_BSON_SYMBOL:
      return hash_text ((const char *)element->value + 4, element->value_length - 5);
    case SQUILL_BSON_OBJECT_ID:
      return hash_bytes (TAG_OBJECT_ID, element->value, OBJECT_ID_BYTES);
    case SQUILL_BSON_DECIMAL:
      return hash_decimal (element->value);
    case SQUILL_BSON_BINARY:
      if (element->value_length == 5 + UUID_BYTES &&
          (element->value[4] == BINARY_UUID_LEGACY || element->value[4] == BINARY_UUID))
        return hash_bytes (TAG_UUID, element->value + 5, UUID_BYTES);
      return hash_bytes (TAG_BINARY, element->value + 4, element->value_length - 4);
    case SQUILL_BSON_DATE:
      return hash_bytes (TAG_DATE, element->value, 8);
    default:
      return hash_bytes (TAG_OTHER + element->type, element->value, element->value_length);
    }
}
