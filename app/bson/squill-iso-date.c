/* SPDX-License-Identifier: Apache-2.0 */

/* Dates as ISO 8601 writes them. GDateTime does not have the year 0, nor the zones that mongoexport
 * writes. */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-iso-date.h"

static gboolean
parse_digits (const char **at, const char *end, guint count, int *value)
{
  int sum = 0;

  if ((gsize)(end - *at) < count)
    return FALSE;
  for (guint i = 0; i < count; i++)
    {
      char c = (*at)[i];

      if (!g_ascii_isdigit (c))
        return FALSE;
      sum = sum * 10 + (c - '0');
    }
  *at += count;
  *value = sum;
  return TRUE;
}

static gboolean
parse_char (const char **at, const char *end, char c)
{
  if (*at == end || **at != c)
    return FALSE;
  (*at)++;
  return TRUE;
}

/* Days from 1970-01-01 in the Gregorian calendar: whole 400-year eras, with the year beginning in
 * March. */
static gint64
days_from_date (gint64 year, int month, int day)
{
  gint64 y = month <= 2 ? year - 1 : year;
  gint64 era = (y >= 0 ? y : y - 399) / 400;
  gint64 year_of_era = y - era * 400;
  gint64 day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719468;
}

static int
days_in_month (int year, int month)
{
  static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  if (month == 2 && ((year % 4 == 0 && year % 100 != 0) || year % 400 == 0))
    return 29;
  return days[month - 1];
}

/**
 * squill_iso_date_parse:
 * @text: an ISO 8601 date and time: `2009-04-01T00:00:00.000-0700`, `2009-04-01T07:00:00Z`
 * @length: its bytes
 * @milliseconds: (out): since 1970-01-01T00:00:00Z
 *
 * Reads a date as mongoexport and the drivers write it: the time, its seconds, and their fraction
 * may be missing; the zone is `Z`, `+hh`, `+hhmm`, or `+hh:mm`, and `Z` where it is missing. Digits
 * beyond milliseconds are dropped.
 *
 * Returns: %TRUE if it is one
 */
gboolean
squill_iso_date_parse (const char *text, gsize length, gint64 *milliseconds)
{
  const char *at = text;
  const char *end = text + length;
  int year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0, zone = 0;

  if (!parse_digits (&at, end, 4, &year) || !parse_char (&at, end, '-') ||
      !parse_digits (&at, end, 2, &month) || !parse_char (&at, end, '-') ||
      !parse_digits (&at, end, 2, &day))
    return FALSE;
  if (month < 1 || month > 12 || day < 1 || day > days_in_month (year, month))
    return FALSE;

  if (at < end)
    {
      if (!parse_char (&at, end, 'T') && !parse_char (&at, end, ' '))
        return FALSE;
      if (!parse_digits (&at, end, 2, &hour) || !parse_char (&at, end, ':') ||
          !parse_digits (&at, end, 2, &minute))
        return FALSE;
      if (parse_char (&at, end, ':') && !parse_digits (&at, end, 2, &second))
        return FALSE;
      if (hour > 24 || minute > 59 || second > 60)
        return FALSE;
      if (parse_char (&at, end, '.') || parse_char (&at, end, ','))
        {
          int weight = 100;

          if (at == end || !g_ascii_isdigit (*at))
            return FALSE;
          for (; at < end && g_ascii_isdigit (*at); at++, weight /= 10)
            millisecond += (*at - '0') * weight;
        }
    }

  if (at < end && !parse_char (&at, end, 'Z') && !parse_char (&at, end, 'z'))
    {
      int sign = *at == '+' ? 1 : *at == '-' ? -1 : 0;
      int zone_hour, zone_minute = 0;

      at++;
      if (sign == 0 || !parse_digits (&at, end, 2, &zone_hour))
        return FALSE;
      if (at < end)
        {
          parse_char (&at, end, ':');
          if (!parse_digits (&at, end, 2, &zone_minute))
            return FALSE;
        }
      if (zone_hour > 23 || zone_minute > 59)
        return FALSE;
      zone = sign * (zone_hour * 60 + zone_minute);
    }
  if (at != end)
    return FALSE;

  *milliseconds = ((days_from_date (year, month, day) * 24 + hour) * 60 + minute - zone) * 60000 +
                  second * 1000 + millisecond;
  return TRUE;
}

/* The date of a day counted from 1970-01-01, by the same eras. */
static void
date_from_days (gint64 days, int *year, int *month, int *day)
{
  gint64 shifted = days + 719468;
  gint64 era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  gint64 of_era = shifted - era * 146097;
  gint64 year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  gint64 of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  gint64 march_month = (5 * of_year + 2) / 153;

  *day = (int)(of_year - (153 * march_month + 2) / 5 + 1);
  *month = (int)(march_month < 10 ? march_month + 3 : march_month - 9);
  *year = (int)(year_of_era + era * 400 + (*month <= 2 ? 1 : 0));
}

/**
 * squill_iso_date_to_text:
 * @milliseconds: since 1970-01-01T00:00:00Z, from %SQUILL_ISO_DATE_MIN to %SQUILL_ISO_DATE_MAX
 * @always_fraction: with milliseconds even where they are 0
 *
 * Returns: (transfer full): the date in UTC: `2024-02-29T12:34:56.789Z`
 */
char *
squill_iso_date_to_text (gint64 milliseconds, gboolean always_fraction)
{
  gint64 days = milliseconds / 86400000;
  int rest = (int)(milliseconds % 86400000);
  int year, month, day;
  char fraction[8] = "";

  if (rest < 0)
    {
      rest += 86400000;
      days--;
    }
  date_from_days (days, &year, &month, &day);
  if (always_fraction || rest % 1000 != 0)
    g_snprintf (fraction, sizeof fraction, ".%03d", rest % 1000);
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d%sZ", year, month, day, rest / 3600000,
                          rest / 60000 % 60, rest / 1000 % 60, fraction);
}
