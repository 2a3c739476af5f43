/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-triple.h"

#include <math.h>
#include <string.h>

#include "text/squill-text.h"

static gboolean
same (double a, double b)
{
  return (isnan (a) && isnan (b)) || a == b;
}

/**
 * squill_triple_is_set:
 * @triple: a triple
 *
 * Returns: %TRUE if at least one of the three was said
 */
gboolean
squill_triple_is_set (SquillTriple triple)
{
  return !isnan (triple.min) || !isnan (triple.likely) || !isnan (triple.max);
}

/**
 * squill_triple_equal:
 * @a: a triple
 * @b: a triple
 *
 * Returns: %TRUE if all three are equal; what was not said equals only what was not said
 */
gboolean
squill_triple_equal (SquillTriple a, SquillTriple b)
{
  return same (a.min, b.min) && same (a.likely, b.likely) && same (a.max, b.max);
}

/**
 * squill_triple_is_valid:
 * @triple: a triple
 *
 * Returns: %TRUE if what was said is not negative and stands in order, and only the most is
 *   without bound
 */
gboolean
squill_triple_is_valid (SquillTriple triple)
{
  double values[3] = { triple.min, triple.likely, triple.max };
  double last = 0;

  for (guint i = 0; i < 3; i++)
    {
      if (isnan (values[i]))
        continue;
      if (values[i] < last || (i < 2 && isinf (values[i])))
        return FALSE;
      last = values[i];
    }
  return TRUE;
}

/**
 * squill_triple_or:
 * @triple: a triple, of which any part may not have been said
 * @min: what to take for the least where nothing else tells
 * @likely: what to take for the usual
 * @max: what to take for the most
 *
 * Fills what was not said, so that the result stands in order: what was said always stays, and a
 * gap takes the given value, moved between its neighbours.
 *
 * Returns: a triple with all three
 */
SquillTriple
squill_triple_or (SquillTriple triple, double min, double likely, double max)
{
  SquillTriple full = triple;

  if (isnan (full.likely))
    {
      full.likely = likely;
      if (!isnan (triple.max) && full.likely > triple.max)
        full.likely = triple.max;
      if (!isnan (triple.min) && full.likely < triple.min)
        full.likely = triple.min;
    }
  if (isnan (full.min))
    full.min = MIN (min, full.likely);
  if (isnan (full.max))
    full.max = MAX (max, full.likely);
  return full;
}

/**
 * squill_triple_to_text:
 * @triple: a triple
 *
 * Writes a triple as people type it: "0..35..∞"; "1" where all three are one number; "1..5" where
 * the usual was not said; "?" for a part that is missing otherwise; "" where nothing was said.
 * squill_triple_from_text() reads it back as the same triple.
 *
 * Returns: (transfer full): the text
 */
char *
squill_triple_to_text (SquillTriple triple)
{
  const double values[3] = { triple.min, triple.likely, triple.max };
  g_autoptr (GString) text = NULL;

  if (!squill_triple_is_set (triple))
    return g_strdup ("");
  if (triple.min == triple.likely && triple.likely == triple.max)
    return squill_text_number (triple.min);

  text = g_string_new (NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *number = NULL;

      if (i == 1 && isnan (triple.likely) && !isnan (triple.min) && !isnan (triple.max))
        continue;
      if (text->len > 0)
        g_string_append (text, "..");
      if (isnan (values[i]))
        {
          g_string_append_c (text, '?');
          continue;
        }
      number = isinf (values[i]) ? g_strdup ("∞") : squill_text_number (values[i]);
      g_string_append (text, number);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* As a person would say it: 27 for 26.78, 3.3 for 3.32, 0.2 for 0.19. */
static double
round_average (double average)
{
  double step;

  if (!isfinite (average) || average == floor (average))
    return average;
  if (average >= 10)
    return round (average);
  step = average >= 1 ? 0.1 : pow (10, floor (log10 (average)));
  return round (average / step) * step;
}

/* To thousandths; below one to four digits. */
static double
round_fraction (double number)
{
  double step;

  if (!isfinite (number) || number == floor (number))
    return number;
  step = fabs (number) >= 1 ? 1000 : pow (10, 3 - floor (log10 (fabs (number))));
  return round (number * step) / step;
}

/**
 * squill_triple_round:
 * @triple: a triple
 *
 * Rounds averages that were measured for a person who reads or changes them: 1.667 for
 * 1.6666666666666667. Whole numbers stay.
 *
 * Returns: the triple
 */
SquillTriple
squill_triple_round (SquillTriple triple)
{
  return SQUILL_TRIPLE (round_fraction (triple.min), round_fraction (triple.likely),
                        round_fraction (triple.max));
}

/**
 * squill_triple_to_short:
 * @triple: a triple
 *
 * Writes a triple for a place with little room, such as a line of the diagram: numbers are
 * rounded (squill_text_short_count(), and averages as a person would say them), "1" and "0..1"
 * stand for the simple ones.
 *
 * Returns: (transfer full): the text
 */
char *
squill_triple_to_short (SquillTriple triple)
{
  g_autofree char *min = NULL;
  g_autofree char *likely = NULL;
  g_autofree char *max = NULL;

  if (!squill_triple_is_set (triple))
    return g_strdup ("");
  min = squill_text_short_count (triple.min);
  likely = squill_text_short_count (round_average (triple.likely));
  max = squill_text_short_count (triple.max);
  if (triple.min == triple.max)
    return g_steal_pointer (&max);
  if (isnan (triple.likely) || (triple.min == 0 && triple.max == 1))
    return g_strdup_printf ("%s..%s", min, max);
  return g_strdup_printf ("%s..%s..%s", min, likely, max);
}

/**
 * squill_triple_from_text:
 * @text: what a person typed: "0..35..∞", "1..5", "12", "*", "1..?..5k"; "" says nothing
 * @triple: (out): the triple
 *
 * Reads a triple as people write it. One number stands for all three, two for the least and the
 * most, "*" alone for "any number".
 *
 * Returns: %TRUE if @text was understood and its numbers stand in order
 */
gboolean
squill_triple_from_text (const char *text, SquillTriple *triple)
{
  g_autofree char *stripped = NULL;
  g_auto (GStrv) parts = NULL;
  double values[3] = { NAN, NAN, NAN };
  guint n;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (triple != NULL, FALSE);

  stripped = g_strstrip (g_strdup (text));
  if (*stripped == '\0')
    {
      *triple = SQUILL_TRIPLE_UNSET;
      return TRUE;
    }

  parts = g_strsplit (stripped, "..", -1);
  n = g_strv_length (parts);
  if (n > 3)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_strstrip (parts[i]);
      if (!g_str_equal (parts[i], "?") && !squill_text_parse_count (parts[i], &values[i]))
        return FALSE;
    }

  if (n == 1)
    *triple = isinf (values[0]) ? SQUILL_TRIPLE (0, NAN, INFINITY)
                                : SQUILL_TRIPLE (values[0], values[0], values[0]);
  else if (n == 2)
    *triple = SQUILL_TRIPLE (values[0], NAN, values[1]);
  else
    *triple = SQUILL_TRIPLE (values[0], values[1], values[2]);
  return squill_triple_is_valid (*triple);
}

/**
 * squill_triple_get_most:
 * @triple: a triple
 *
 * Returns: the most that was said of it, NaN if nothing was
 */
double
squill_triple_get_most (SquillTriple triple)
{
  if (!isnan (triple.max))
    return triple.max;
  return isnan (triple.likely) ? triple.min : triple.likely;
}

/**
 * squill_triple_get_usual:
 * @triple: a triple
 *
 * Returns: what is usual, or the nearest to it that was said, finite; NaN if nothing was
 */
double
squill_triple_get_usual (SquillTriple triple)
{
  if (!isnan (triple.likely) && isfinite (triple.likely))
    return triple.likely;
  if (isfinite (triple.max))
    return triple.max;
  return triple.min;
}
