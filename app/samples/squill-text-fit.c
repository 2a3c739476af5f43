/* SPDX-License-Identifier: Apache-2.0 */

/* Bringing texts to the size that their field asks for. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-text-private.h"

#include <math.h>
#include <string.h>

#include "samples/squill-words.h"

/* The bytes of a text may be as many as its field says; a field that only says what is usual leaves
 * a quarter of it free. */
SquillTextBounds
_squill_text_bounds_new (const SquillField *field)
{
  SquillTextBounds bounds = { 0, NAN, INFINITY, 0, INFINITY };

  if (field == NULL)
    return bounds;
  if (squill_triple_is_set (field->size))
    {
      SquillTriple size = field->size;

      if (isnan (size.likely))
        size.likely = !isnan (size.min) && isfinite (size.max) ? (size.min + size.max) / 2
                      : !isnan (size.min)                      ? size.min
                                                               : MIN (size.max, SQUILL_TEXT_USUAL);
      size = squill_triple_or (size, size.likely * 0.75, size.likely, size.likely * 1.25);
      bounds.min = floor (MIN (size.min, SQUILL_TEXT_LONGEST));
      bounds.likely = floor (MIN (size.likely, SQUILL_TEXT_LONGEST));
      bounds.max = MAX (bounds.min, floor (size.max));
    }
  if (field->min_length > 0)
    bounds.min_characters = MIN (ceil (field->min_length), SQUILL_TEXT_LONGEST);
  if (field->max_length >= 0)
    bounds.max_characters = MAX (bounds.min_characters, floor (field->max_length));
  /* A character takes a byte at least. */
  bounds.min = MAX (bounds.min, bounds.min_characters);
  bounds.max = MAX (bounds.max, bounds.min);
  if (bounds.likely < bounds.min)
    bounds.likely = bounds.min;
  return bounds;
}

/* How long free text is to be: so that the mean of many is the usual size. */
gsize
_squill_text_bounds_choose (const SquillTextBounds *bounds, SquillRandom *random)
{
  double likely = bounds->likely;
  double max = MIN (bounds->max, MAX (2 * likely - bounds->min, likely));
  double low = bounds->min;
  double share;

  if (isnan (likely))
    return MIN (MAX (low, 40 + squill_random_below (random, 60)), bounds->max_characters);
  max = MIN (max, bounds->max_characters);
  likely = MIN (likely, max);
  if (max - low < 1)
    return likely;
  share = (max - likely) / (max - low);
  if (squill_random_fraction (random) < share)
    return low + (likely - low) * squill_random_fraction (random);
  return likely + (max - likely) * squill_random_fraction (random);
}

/* Cuts a text after so many bytes, or before the character that would be cut in two. */
static void
cut (GString *text, gsize bytes)
{
  if (text->len <= bytes)
    return;
  while (bytes > 0 && ((guchar)text->str[bytes] & 0xc0) == 0x80)
    bytes--;
  g_string_truncate (text, bytes);
}

static void
stretch (GString *text, gsize bytes, SquillTextFill fill, SquillRandom *random)
{
  /* A space at the end looks like nothing. */
  while (text->len > 0 && text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);

  if (fill == SQUILL_TEXT_FILL_WORDS && bytes > text->len)
    {
      gboolean sentence = text->len > 0 && text->str[text->len - 1] == '.';
      gsize start = text->len;

      _squill_text_append_words (text, random, bytes - text->len, sentence, 0);
      /* More words of a name begin as its first does. */
      for (gsize i = start; !sentence && g_ascii_isupper (text->str[0]) && i + 1 < text->len; i++)
        if (text->str[i] == ' ')
          text->str[i + 1] = g_ascii_toupper (text->str[i + 1]);
      return;
    }
  while (text->len < bytes)
    {
      gsize room = bytes - text->len;
      g_autofree char *more = NULL;

      switch (fill)
        {
        case SQUILL_TEXT_FILL_DIGITS:
        case SQUILL_TEXT_FILL_FIXED:
          more = _squill_text_make_digits (random, room);
          break;
        case SQUILL_TEXT_FILL_HEX:
          more = _squill_text_make_hex (random, room);
          break;
        case SQUILL_TEXT_FILL_DOTTED:
          more = room == 1 ? g_strdup ("0")
                           : g_strdup_printf (".%d", (int)squill_random_below (random, 10));
          break;
        case SQUILL_TEXT_FILL_SLUG:
          if (room > 1 && text->len > 0)
            {
              g_string_append_c (text, '-');
              room--;
            }
          more = g_strdup (
              squill_words_pick_plain (random, MIN (room, (gsize)SQUILL_LONGEST_PLAIN_WORD)));
          break;
        case SQUILL_TEXT_FILL_LETTERS:
        case SQUILL_TEXT_FILL_WORDS:
        default:
          more = g_ascii_strdown (
              squill_words_pick_plain (random, MIN (room, (gsize)SQUILL_LONGEST_PLAIN_WORD)), -1);
          break;
        }
      g_string_append (text, more);
    }
}

/* The number of a value with what parts it from the stem, or NULL if there is no room for it and a
 * letter of the stem. */
static char *
make_suffix (guint64 number, SquillTextFill fill, gsize room)
{
  const char *before = fill == SQUILL_TEXT_FILL_WORDS  ? " "
                       : fill == SQUILL_TEXT_FILL_SLUG ? "-"
                                                       : "";
  g_autofree char *suffix = g_strdup_printf ("%s%" G_GUINT64_FORMAT, before, number + 1);

  return strlen (suffix) < room ? g_steal_pointer (&suffix) : NULL;
}

/* The number of a value in so many digits, of which there are enough or all of @room is filled. */
static char *
make_counted (guint64 number, SquillTextFill fill, gsize width, gsize room)
{
  static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  guint base = fill == SQUILL_TEXT_FILL_DIGITS ? 10 : fill == SQUILL_TEXT_FILL_HEX ? 16 : 62;
  GString *digits = g_string_new (NULL);

  while ((number > 0 || digits->len < width) && digits->len < room)
    {
      g_string_append_c (digits, letters[number % base]);
      number /= base;
    }
  g_strreverse (digits->str);
  return g_string_free (digits, FALSE);
}

/* Brings the stem to a size with which the whole is within bounds. */
char *
_squill_text_parts_fit (SquillTextParts *self,
                        const SquillValueContext *context,
                        const SquillTextBounds *bounds,
                        SquillRandom *random)
{
  gsize around = (self->head != NULL ? strlen (self->head) : 0) +
                 (self->tail != NULL ? strlen (self->tail) : 0);
  double max = MIN (bounds->max, bounds->max_characters);
  g_autoptr (GString) stem = NULL;
  g_autofree char *suffix = NULL;
  gboolean unique, counted;
  gsize length;

  /* No room for "https://" or "@example.com": the stem alone. */
  if (around > 0 && (isnan (bounds->likely) ? max : MIN (max, bounds->likely)) < around + 2)
    {
      g_clear_pointer (&self->head, g_free);
      g_clear_pointer (&self->tail, g_free);
      around = 0;
    }

  stem = g_string_new (self->stem);
  /* Enough random digits are unique by themselves. */
  unique = context->unique && self->fill != SQUILL_TEXT_FILL_FIXED &&
           !(self->fill == SQUILL_TEXT_FILL_HEX && MIN (MAX (stem->len, bounds->min), max) >= 20);
  counted = unique && (self->fill == SQUILL_TEXT_FILL_DIGITS || self->fill == SQUILL_TEXT_FILL_HEX);
  if (unique && !counted)
    {
      suffix = make_suffix (context->number, self->fill, MIN (max - around, SQUILL_TEXT_LONGEST));
      counted = suffix == NULL;
    }
  length = around + (suffix != NULL ? strlen (suffix) : 0);

  /* Characters of more than one byte count as bytes here: then both bounds hold. */
  if (length + stem->len > max)
    {
      gsize wanted = isnan (bounds->likely) ? (gsize)max : (gsize)MIN (max, bounds->likely);

      cut (stem, wanted > length ? wanted - length : 0);
      /* Better no half word at the end. */
      if (stem->len > 0 && strchr (" -.", stem->str[stem->len - 1]) != NULL)
        stem->str[stem->len - 1] = self->fill == SQUILL_TEXT_FILL_DIGITS ? '0' : 's';
    }
  if (length + stem->len < bounds->min)
    {
      gsize wanted = isnan (bounds->likely) ? (gsize)bounds->min : (gsize)bounds->likely;

      wanted = MIN (wanted, MIN (max, SQUILL_TEXT_LONGEST));
      stretch (stem, wanted > length ? wanted - length : 0, self->fill, random);
    }
  if (counted)
    {
      g_autofree char *digits = make_counted (context->number, self->fill, stem->len,
                                              MIN (max - around, SQUILL_TEXT_LONGEST));

      g_string_assign (stem, digits);
    }
  return g_strconcat (self->head != NULL ? self->head : "", stem->str, suffix != NULL ? suffix : "",
                      self->tail != NULL ? self->tail : "", NULL);
}
