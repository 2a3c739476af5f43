/* SPDX-License-Identifier: Apache-2.0 */

/* How the texts of a place are written, as far as those tell that are kept: all of them while they
 * are few, else a few. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* Texts of one length, from here on, that have letters and digits in any place are made by chance;
 * this number of examples shows that. */
#define SCRAMBLED_LENGTH 6u
#define SCRAMBLED_EXAMPLES 5u
/* Of a few examples so many series are enough, as others have one. */
#define MIN_SERIES 2u
/* A kind and an ObjectId. */
#define SHORTEST_MADE 25u
/* So many random letters and digits no two things have by chance. */
#define TOKEN_LENGTH 12u
/* A time of a day, with seconds. */
#define TIME_LENGTH 8u

typedef gboolean (*TextFunc) (const char *text, gsize length);

/* Whether any of the texts that are kept is such: all of them while they are few, else a few. */
static gboolean
has_text (const SquillPath *path, TextFunc is_such)
{
  const SquillValueTable *table = &path->scalars.table;

  for (guint i = 0; i < table->n_values; i++)
    if (table->values[i].type == SQUILL_BSON_STRING && table->values[i].length > 5 &&
        is_such ((const char *)table->values[i].bytes + 4, table->values[i].length - 5))
      return TRUE;
  for (guint i = 0; i < path->scalars.examples.n_values; i++)
    {
      const SquillExample *example = &path->scalars.examples.values[i];

      if (example->type == SQUILL_BSON_STRING && example->length > 5 &&
          is_such ((const char *)example->bytes + 4, example->length - 5))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_blank (const char *text, gsize length)
{
  return memchr (text, ' ', length) != NULL;
}

static gboolean
has_small_letter (const char *text, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (g_ascii_islower (text[i]))
      return TRUE;
  return FALSE;
}

static gboolean
is_one_word (const char *text, gsize length)
{
  for (gsize i = 1; i + 1 < length; i++)
    if (text[i] != '\0' && strchr ("_-./:", text[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* 9:30, 17:05:00 */
static gboolean
is_time (const char *text, gsize length)
{
  guint digits = 0, parts = 1;

  for (gsize i = 0; i < length; i++)
    if (g_ascii_isdigit (text[i]))
      digits++;
    else if (text[i] == ':' && digits >= 1 && digits <= 2)
      {
        digits = 0;
        parts++;
      }
    else
      return FALSE;
  return parts > 1 && digits == 2;
}

static gboolean
is_no_time (const char *text, gsize length)
{
  return !is_time (text, length);
}

/**
 * _squill_reference_text_has_blanks:
 * @path: a path with texts
 *
 * Returns: whether any of them has a blank
 */
gboolean
_squill_reference_text_has_blanks (const SquillPath *path)
{
  return has_text (path, has_blank);
}

/**
 * _squill_reference_text_has_small_letters:
 * @path: a path with texts
 *
 * Returns: whether any of them has a small letter
 */
gboolean
_squill_reference_text_has_small_letters (const SquillPath *path)
{
  return has_text (path, has_small_letter);
}

/**
 * _squill_reference_text_is_in_parts:
 * @path: a path with texts
 *
 * Returns: whether all have several parts, without blanks, as no words do: `shop/bakery`
 */
gboolean
_squill_reference_text_is_in_parts (const SquillPath *path)
{
  return !has_text (path, has_blank) && !has_text (path, is_one_word);
}

/**
 * _squill_reference_text_is_address:
 * @path: a path with texts
 *
 * Returns: whether nearly all are e-mail addresses, of which nobody has that of another
 */
gboolean
_squill_reference_text_is_address (const SquillPath *path)
{
  const SquillTextFormats *formats = path->text.formats;

  return formats != NULL && (double)formats->counts[SQUILL_TEXT_EMAIL] >=
                                SQUILL_REFERENCE_NEARLY_ALL * (double)path->text.count;
}

/* Not identity--8e4b… or user:64a0…: a kind, and behind it what is made for one thing alone. */
static gboolean
is_no_made_of_kind (const char *text, gsize length)
{
  static const gsize lengths[] = { 24, 36 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    if (length > lengths[i] + 1 && !g_ascii_isalnum (text[length - lengths[i] - 1]))
      {
        const SquillTextFormat format =
            squill_text_format_of (text + length - lengths[i], lengths[i]);

        if (format == SQUILL_TEXT_OBJECT_ID || format == SQUILL_TEXT_UUID)
          return FALSE;
      }
  return TRUE;
}

/**
 * _squill_reference_text_is_made:
 * @path: a path
 *
 * Returns: whether all of its values are made so that no two things have the same: ObjectIds and
 * UUIDs, be they texts, or behind a kind
 */
gboolean
_squill_reference_text_is_made (const SquillPath *path)
{
  const SquillTextFormats *formats = path->text.formats;
  guint64 n = squill_path_count_types (path, SQUILL_TYPE_OBJECT_ID);

  if (path->subtypes != NULL)
    n += path->subtypes[3] + path->subtypes[4];
  if (formats != NULL)
    n += formats->counts[SQUILL_TEXT_OBJECT_ID] + formats->counts[SQUILL_TEXT_UUID];
  if (n == 0 && path->text.count > 0 && path->text.count == path->scalars.count)
    return path->text.min > SHORTEST_MADE && !has_text (path, is_no_made_of_kind);
  return n > 0 && n == path->scalars.count;
}

/**
 * _squill_reference_text_is_serial:
 * @path: a path with texts
 *
 * Returns: whether most of those that are kept as examples have digits
 */
gboolean
_squill_reference_text_is_serial (const SquillPath *path)
{
  const SquillValueSample *examples = &path->scalars.examples;
  guint with_digits = 0;

  for (guint i = 0; i < examples->n_values; i++)
    {
      const SquillExample *example = &examples->values[i];

      if (example->type != SQUILL_BSON_STRING || example->length <= 5)
        continue;
      for (gsize k = 4; k + 1 < example->length; k++)
        if (g_ascii_isdigit (example->bytes[k]))
          {
            with_digits++;
            break;
          }
    }
  return with_digits * 2 > examples->n_values;
}

/* The letters of a text, without what is counted in it. */
static char *
drop_digits (const SquillExample *example)
{
  GString *rest = g_string_new (NULL);

  for (gsize i = 4; i + 1 < example->length; i++)
    if (!g_ascii_isdigit (example->bytes[i]))
      g_string_append_c (rest, (char)example->bytes[i]);
  return g_string_free (rest, FALSE);
}

/**
 * _squill_reference_text_has_series:
 * @path: a path with texts that have digits
 *
 * Returns: whether they are numbers of several series, math-101 and bio-204, so that two
 * collections have not the same ones because both count from 1
 */
gboolean
_squill_reference_text_has_series (const SquillPath *path)
{
  const SquillValueSample *examples = &path->scalars.examples;
  g_autoptr (GHashTable) series = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < examples->n_values; i++)
    if (examples->values[i].type == SQUILL_BSON_STRING && examples->values[i].length > 5)
      g_hash_table_add (series, drop_digits (&examples->values[i]));
  return g_hash_table_size (series) >= MIN_SERIES;
}

/* Whether texts have letters where others have digits, at half of the last @length places at least,
 * as those of base 36 and 62 have. */
static gboolean
is_mixed (const SquillValueSample *examples, guint length)
{
  guint n = 0, n_mixed = 0;

  for (guint at = 0; at < length; at++)
    {
      guint digits = 0, letters = 0;

      n = 0;
      for (guint i = 0; i < examples->n_values; i++)
        if (examples->values[i].type == SQUILL_BSON_STRING &&
            examples->values[i].length >= length + 5)
          {
            const char last = examples->values[i].bytes[examples->values[i].length - 2 - at];

            n++;
            digits += g_ascii_isdigit (last);
            letters += g_ascii_isalpha (last);
          }
      n_mixed += digits > 0 && letters > 0;
    }
  return n >= SCRAMBLED_EXAMPLES && n_mixed * 2 >= length;
}

/**
 * _squill_reference_text_is_scrambled:
 * @path: a path with texts
 *
 * Counted ones, dates and the like have letters and digits each at their place.
 *
 * Returns: whether texts of one length are made by chance
 */
gboolean
_squill_reference_text_is_scrambled (const SquillPath *path)
{
  const guint length = path->text.max;

  return path->text.min == length && length >= SCRAMBLED_LENGTH &&
         is_mixed (&path->scalars.examples, length);
}

/**
 * _squill_reference_text_is_token:
 * @path: a path with texts
 *
 * Returns: whether they end in a dozen of letters and digits that were made by chance, whatever
 * stands before these: stu_FaawsvP5Mp3x
 */
gboolean
_squill_reference_text_is_token (const SquillPath *path)
{
  return path->text.count >= path->scalars.count && path->text.min >= TOKEN_LENGTH &&
         is_mixed (&path->scalars.examples, TOKEN_LENGTH);
}

/**
 * _squill_reference_text_is_measured:
 * @path: a path
 * @is_key: it is called as a key
 *
 * What looks like a fraction, and is called as a key, is a code in parts: 11.01 of 11.
 *
 * Returns: whether most texts are points in time, times of a day or fractions, which many things
 * have in common
 */
gboolean
_squill_reference_text_is_measured (const SquillPath *path, gboolean is_key)
{
  const SquillTextFormats *formats = path->text.formats;

  if (path->text.count * 2 > path->scalars.count && path->text.max > 0 &&
      path->text.max <= TIME_LENGTH && has_text (path, is_time) && !has_text (path, is_no_time))
    return TRUE;
  return formats != NULL &&
         (formats->counts[SQUILL_TEXT_DATE] + formats->counts[SQUILL_TEXT_DATE_TIME] +
          formats->counts[SQUILL_TEXT_DATE_WORDS] +
          (is_key ? 0 : formats->counts[SQUILL_TEXT_DECIMAL])) *
                 2 >
             path->scalars.count - path->text.empty;
}
