/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-number.h"

#include <math.h>
#include <string.h>

/* Up to here every whole number is a double of its own. */
#define LARGEST_EXACT 9007199254740992.0

/**
 * squill_number_to_string:
 * @value: a number; infinities come out as "inf" and "-inf", what is no number as "nan"
 *
 * Writes a number in the fewest digits that read back as the same number, whole numbers without
 * a point, and with a point whatever the locale says.
 *
 * Returns: (transfer full): the text
 */
char *
squill_number_to_string (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (value))
    return g_strdup ("nan");
  if (isinf (value))
    return g_strdup (value > 0 ? "inf" : "-inf");
  if (value == floor (value) && fabs (value) <= LARGEST_EXACT)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)value);

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  return g_strdup (buffer);
}

/**
 * squill_number_to_short:
 * @value: a count, not negative; infinity comes out as "∞"
 *
 * Writes a count for a place with little room: 950, 10k, 3.2M, 1.5G.
 *
 * Returns: (transfer full): the text
 */
char *
squill_number_to_short (double value)
{
  static const struct
  {
    double unit;
    const char *letter;
  } units[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

  if (isnan (value))
    return g_strdup ("?");
  if (isinf (value))
    return g_strdup ("∞");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      /* 999,950 rounds to a thousand of the unit below: that is one of this unit. */
      if (value >= units[i].unit * 0.99995)
        {
          double scaled = value / units[i].unit;
          double rounded = scaled < 99.95 ? round (scaled * 10) / 10 : round (scaled);
          g_autofree char *digits = squill_number_to_string (rounded);

          return g_strconcat (digits, units[i].letter, NULL);
        }
    }
  if (value >= 100 || value == floor (value))
    return squill_number_to_string (round (value));
  return squill_number_to_string (round (value * 100) / 100);
}

/**
 * squill_number_from_text:
 * @text: what a person typed: "12", "5k", "1.2M", "3 000", "inf", "*", "∞"
 * @value: (out): the number, not negative, infinity where there is no bound
 *
 * Reads a count as people write it.
 *
 * Returns: %TRUE if all of @text was understood
 */
gboolean
squill_number_from_text (const char *text, double *value)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  char *end = NULL;
  double unit = 1;
  double number;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  /* Spaces, thin ones too, and underscores group digits. */
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && c != '_' && c != 0x202f)
        g_string_append_unichar (digits, c);
    }

  if (digits->len == 0)
    return FALSE;
  if (g_ascii_strcasecmp (digits->str, "inf") == 0 || g_str_equal (digits->str, "∞") ||
      g_str_equal (digits->str, "*") || g_ascii_strcasecmp (digits->str, "n") == 0)
    {
      *value = INFINITY;
      return TRUE;
    }

  /* strtod would take hexadecimal, names and signs, none of which is a count. */
  if (strspn (digits->str, "0123456789.eE+") == 0 || digits->str[0] == '+' ||
      strpbrk (digits->str, "xX") != NULL)
    return FALSE;
  number = g_ascii_strtod (digits->str, &end);
  if (end == digits->str || !isfinite (number) || number < 0)
    return FALSE;

  switch (*end)
    {
    case 'k':
    case 'K':
      unit = 1e3;
      break;
    case 'm':
    case 'M':
      unit = 1e6;
      break;
    case 'g':
    case 'G':
    case 'b':
    case 'B':
      unit = 1e9;
      break;
    case 't':
    case 'T':
      unit = 1e12;
      break;
    case '\0':
      *value = number;
      return TRUE;
    default:
      return FALSE;
    }
  if (end[1] != '\0')
    return FALSE;
  *value = number * unit;
  return TRUE;
}
