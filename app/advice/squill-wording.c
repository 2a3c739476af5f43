/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-wording.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model/squill-item.h"
#include "model/squill-number.h"

#define THIN_SPACE "\u202f" /* and no line breaks at it */
#define MOST_NAMES 5

/* Digits in threes from the point on. */
static char *
group_digits (const char *number)
{
  gsize whole = strcspn (number, ".e");
  gsize sign = *number == '-' ? 1 : 0;
  GString *text = g_string_new_len (number, sign);

  for (gsize i = sign; i < whole; i++)
    {
      if (i > sign && (whole - i) % 3 == 0)
        g_string_append (text, THIN_SPACE);
      g_string_append_c (text, number[i]);
    }
  g_string_append (text, number + whole);
  return g_string_free (text, FALSE);
}

static double
round_to_digits (double value, int digits)
{
  double scale;

  if (value == 0 || !isfinite (value))
    return value;
  scale = pow (10, digits - 1 - floor (log10 (fabs (value))));
  return round (value * scale) / scale;
}

/**
 * squill_wording_count:
 * @count: how many of something
 *
 * Returns: (transfer full): the count with its digits in groups, with a fraction only where it is
 *   small: "1 051 200", "3.5"
 */
char *
squill_wording_count (double count)
{
  g_autofree char *number = NULL;

  if (isnan (count))
    return g_strdup (_ ("an unknown number"));
  if (isinf (count))
    return g_strdup ("∞");
  number =
      squill_number_to_string (fabs (count) >= 100 ? round (count) : round_to_digits (count, 3));
  return group_digits (number);
}

/**
 * squill_wording_bytes:
 * @bytes: a size
 *
 * Returns: (transfer full): the size in B, kB, MB, … with three digits, and the limit of documents
 *   as it is called: "52.9 kB", "16 MiB"
 */
char *
squill_wording_bytes (double bytes)
{
  static const struct
  {
    double unit;
    const char *name;
  } units[] = { { 1e15, "PB" }, { 1e12, "TB" }, { 1e9, "GB" }, { 1e6, "MB" }, { 1e3, "kB" } };
  g_autofree char *number = NULL;

  if (bytes == 16777216)
    return g_strdup ("16" THIN_SPACE "MiB");
  if (!isfinite (bytes))
    return squill_wording_count (bytes);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (bytes >= units[i].unit * 0.9995)
        {
          number = squill_number_to_string (round_to_digits (bytes / units[i].unit, 3));
          return g_strconcat (number, THIN_SPACE, units[i].name, NULL);
        }
    }
  number = squill_number_to_string (round (bytes));
  return g_strconcat (number, THIN_SPACE "B", NULL);
}

/**
 * squill_wording_share:
 * @share: 0 to 1
 *
 * Returns: (transfer full): the share in percent: "35 %", "<1 %"
 */
char *
squill_wording_share (double share)
{
  double percent = share * 100;
  g_autofree char *number = NULL;

  if (percent > 0 && percent < 1)
    return g_strdup ("<1" THIN_SPACE "%");
  number = squill_number_to_string (round (percent));
  return g_strconcat (number, THIN_SPACE "%", NULL);
}

/**
 * squill_wording_rate:
 * @per_second: how often something happens
 *
 * Returns: (transfer full): the rate in the unit that makes it a number to grasp: "120 per second",
 *   "2 per day"
 */
char *
squill_wording_rate (double per_second)
{
  double value = per_second;
  const char *format = _ ("%s per second");
  g_autofree char *number = NULL;
  g_auto (GStrv) parts = NULL;

  if (per_second < 1)
    {
      value = per_second * 60;
      format = _ ("%s per minute");
    }
  if (value < 1)
    {
      value = per_second * 3600;
      format = _ ("%s per hour");
    }
  if (value < 1)
    {
      value = per_second * 86400;
      format = _ ("%s per day");
    }
  number = squill_wording_count (value);
  parts = g_strsplit (format, "%s", 2);
  return g_strjoinv (number, parts);
}

/**
 * squill_wording_years:
 * @years: a time
 *
 * Returns: (transfer full): the time in years, months or days: "18 months"
 */
char *
squill_wording_years (double years)
{
  g_autofree char *number = NULL;
  double value;

  if (years >= 3)
    {
      value = round (years);
      number = squill_wording_count (value);
      /* Translators: a time; there are always more than two. */
      return g_strdup_printf (_ ("%s years"), number);
    }
  value = round (years * 12);
  if (value >= 2)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d month", "%d months", (gulong)value),
                            (int)value);
  value = fmax (round (years * 365), 0);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d day", "%d days", (gulong)value),
                          (int)value);
}

/**
 * squill_wording_name:
 * @item: an item of a model
 *
 * Returns: (transfer none): its name, or what stands for one where it has none
 */
const char *
squill_wording_name (gconstpointer item)
{
  const char *name = squill_item_get_name (item);

  return name == NULL ? _ ("unnamed") : name;
}

/**
 * squill_wording_list:
 * @names: (element-type utf8): names
 *
 * Returns: (transfer full): the names in quotation marks, no more than a few, and how many more
 *   there are: "“a”, “b”"
 */
char *
squill_wording_list (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);
  guint shown = names->len <= MOST_NAMES + 1 ? names->len : MOST_NAMES;

  for (guint i = 0; i < shown; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      g_string_append_printf (text, _ ("“%s”"), (const char *)names->pdata[i]);
    }
  if (names->len > shown)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", names->len - shown),
        names->len - shown);
  return g_string_free (text, FALSE);
}
