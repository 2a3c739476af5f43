/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-json-number.h"

#include <math.h>
#include <string.h>

/* Powers of ten that a double holds exactly. */
static const double exact_powers[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static double
parse_slowly (const char *text, gsize length)
{
  char local[64];
  g_autofree char *copy = NULL;
  char *buffer = local;

  if (length >= sizeof local)
    buffer = copy = g_malloc (length + 1);
  memcpy (buffer, text, length);
  buffer[length] = '\0';
  return g_ascii_strtod (buffer, NULL);
}

/**
 * squill_json_number_parse:
 * @text: the number, not ending in NUL
 * @length: its bytes
 * @number: (out): its value
 *
 * Reads a number by the grammar of RFC 8259, section 6. `1` is an int, `1.0` and `1e0` are doubles,
 * `-0` is the int 0, and what does not fit into 64 bits is a double; one that is too large for a
 * double is infinite.
 *
 * Returns: whether all of the text is a number
 */
gboolean
squill_json_number_parse (const char *text, gsize length, SquillJsonNumber *number)
{
  const char *at = text;
  const char *end = text + length;
  gboolean negative = at < end && *at == '-';
  gboolean integral = TRUE, exact = TRUE;
  guint64 mantissa = 0;
  int scale = 0, exponent = 0;

  if (negative)
    at++;
  if (at == end || !g_ascii_isdigit (*at) ||
      (*at == '0' && at + 1 < end && g_ascii_isdigit (at[1])))
    return FALSE;
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      guint digit = (guint)(*at - '0');

      if (mantissa > (G_MAXUINT64 - digit) / 10)
        exact = FALSE;
      else
        mantissa = mantissa * 10 + digit;
    }

  if (at < end && *at == '.')
    {
      integral = FALSE;
      at++;
      if (at == end || !g_ascii_isdigit (*at))
        return FALSE;
      for (; at < end && g_ascii_isdigit (*at); at++)
        {
          guint digit = (guint)(*at - '0');

          if (mantissa > (G_MAXUINT64 - digit) / 10)
            {
              exact = FALSE;
            }
          else
            {
              mantissa = mantissa * 10 + digit;
              scale--;
            }
        }
    }

  if (at < end && (*at == 'e' || *at == 'E'))
    {
      gboolean down = FALSE;

      integral = FALSE;
      at++;
      if (at < end && (*at == '+' || *at == '-'))
        down = *at++ == '-';
      if (at == end || !g_ascii_isdigit (*at))
        return FALSE;
      for (; at < end && g_ascii_isdigit (*at); at++)
        exponent = MIN (exponent * 10 + (*at - '0'), 100000);
      if (down)
        exponent = -exponent;
    }
  if (at != end)
    return FALSE;

  if (integral && exact && mantissa <= (guint64)G_MAXINT64 + (negative ? 1 : 0))
    {
      number->integer = negative ? (gint64)(0 - mantissa) : (gint64)mantissa;
      number->kind = number->integer >= G_MININT32 && number->integer <= G_MAXINT32
                         ? SQUILL_JSON_NUMBER_INT
                         : SQUILL_JSON_NUMBER_LONG;
      return TRUE;
    }

  number->kind = SQUILL_JSON_NUMBER_DOUBLE;
  /* Both the digits and the power are exact doubles, so one operation rounds once: the nearest
   * double (Clinger 1990). */
  exponent += scale;
  if (exact && mantissa <= G_GUINT64_CONSTANT (9007199254740992) && exponent >= -22 &&
      exponent <= 22)
    {
      double value = (double)mantissa;

      value = exponent < 0 ? value / exact_powers[-exponent] : value * exact_powers[exponent];
      number->real = negative ? -value : value;
    }
  else
    {
      number->real = parse_slowly (text, length);
    }
  return TRUE;
}
