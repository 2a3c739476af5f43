/* SPDX-License-Identifier: Apache-2.0 */

/* Dates and times as texts. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include <math.h>
#include <string.h>

#include "samples/squill-text-maker.h"

/* The ways in which programs write a time by ISO 8601, in UTC, and how many digits of a second each
 * has. */
static const struct
{
  guint bytes;
  const char *begin;
  guint digits;
  const char *end;
} time_forms[] = {
  { 20, "%Y-%m-%dT%H:%M:%S", 0, "Z" },      { 10, "%Y-%m-%d", 0, "" },
  { 16, "%Y-%m-%dT%H:%M", 0, "" },          { 19, "%Y-%m-%dT%H:%M:%S", 0, "" },
  { 23, "%Y-%m-%dT%H:%M:%S", 3, "" },       { 24, "%Y-%m-%dT%H:%M:%S", 3, "Z" },
  { 25, "%Y-%m-%dT%H:%M:%S", 0, "+00:00" }, { 26, "%Y-%m-%dT%H:%M:%S", 6, "" },
  { 27, "%Y-%m-%dT%H:%M:%S", 6, "Z" },      { 29, "%Y-%m-%dT%H:%M:%S", 3, "+00:00" },
  { 32, "%Y-%m-%dT%H:%M:%S", 6, "+00:00" },
};

/* What a pattern may ask for; only forms with separators, as plain digits may be anything. */
static const struct
{
  const char *form;
  gboolean by_months; /* the next one is a month later, otherwise a day */
} pattern_forms[] = {
  { "%Y-%m-%d", FALSE },
  { "%Y-%m", TRUE },
  { "%Y-%m-%dT%H:%M:%SZ", FALSE },
  { "%Y-%m-%dT%H:%M:%S", FALSE },
  { "%Y-%m-%d %H:%M:%S", FALSE },
  { "%Y-%m-%dT%H:%M", FALSE },
  { "%Y-%m-%d %H:%M", FALSE },
  { "%Y/%m/%d", FALSE },
  { "%Y/%m", TRUE },
  { "%Y.%m.%d", FALSE },
  { "%d.%m.%Y", FALSE },
  { "%d/%m/%Y", FALSE },
  { "%m/%Y", TRUE },
  { "%Y_%m_%d", FALSE },
  { "%Y_%m", TRUE },
};

/**
 * squill_date_text_make:
 * @milliseconds: since 1970
 * @usual: how many bytes such texts usually have, or NaN
 * @random: where parts of a second come from
 *
 * Returns: (transfer full): the time by ISO 8601, in the form that is as long as such texts usually
 *   are, which is the first for what is NaN; empty where there is no such date
 */
char *
squill_date_text_make (gint64 milliseconds, double usual, SquillRandom *random)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (milliseconds / 1000);
  g_autofree char *begin = NULL, *fraction = NULL;
  guint best = 0;

  g_return_val_if_fail (random != NULL, NULL);

  if (date == NULL)
    return g_strdup ("");
  for (guint i = 0; i < G_N_ELEMENTS (time_forms); i++)
    if (fabs (usual - time_forms[i].bytes) < fabs (usual - time_forms[best].bytes))
      best = i;
  begin = g_date_time_format (date, time_forms[best].begin);
  fraction = squill_random_digits (random, time_forms[best].digits);
  return g_strconcat (begin, *fraction != '\0' ? "." : "", fraction, time_forms[best].end, NULL);
}

/* A pattern that takes more steps than this with a text as short as a date asks for none. */
#define MAX_STEPS "2000"

/* %NULL where it is no regular expression. */
static GRegex *
compile (const char *pattern)
{
  g_autofree char *limited = g_strconcat ("(*LIMIT_MATCH=" MAX_STEPS ")", pattern, NULL);

  return g_utf8_validate (pattern, -1, NULL) ? g_regex_new (limited, 0, 0, NULL) : NULL;
}

static gboolean
matches (const GRegex *regex, const char *text)
{
  return g_regex_match_full (regex, text, -1, 0, 0, NULL, NULL);
}

/* Whether a pattern asks for texts like this one, and does not only allow them: none of its digits
 * may be a letter or the digit of a hexadecimal number, and no separator a letter. */
static gboolean
is_asked_for (const GRegex *regex, const char *text)
{
  g_autofree char *other = g_strdup (text);

  if (!matches (regex, text))
    return FALSE;
  for (const char *letter = "xAa"; *letter != '\0'; letter++)
    {
      other[0] = *letter;
      if (matches (regex, other))
        return FALSE;
    }
  other[0] = text[0];
  other[strcspn (other, "-/._")] = 'x';
  return !matches (regex, other);
}

/**
 * squill_date_text_make_by_pattern:
 * @pattern: a regular expression
 * @milliseconds: since 1970
 * @ordinal: so many days or months before that, as the form has them: texts of different numbers
 *   differ
 *
 * Returns: (transfer full) (nullable): a date in the form that the pattern asks for; %NULL where it
 *   asks for none, or allows anything else, too, or there is no such date
 */
char *
squill_date_text_make_by_pattern (const char *pattern, gint64 milliseconds, guint64 ordinal)
{
  g_autoptr (GDateTime) last = g_date_time_new_from_unix_utc (milliseconds / 1000);
  g_autoptr (GRegex) regex = NULL;

  g_return_val_if_fail (pattern != NULL, NULL);

  regex = compile (pattern);
  if (regex == NULL || last == NULL || ordinal >= G_MAXINT)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (pattern_forms); i++)
    {
      g_autofree char *text = g_date_time_format (last, pattern_forms[i].form);
      g_autoptr (GDateTime) date = NULL;

      if (!is_asked_for (regex, text))
        continue;
      date = pattern_forms[i].by_months ? g_date_time_add_months (last, -(int)ordinal)
                                        : g_date_time_add_days (last, -(int)ordinal);
      if (date == NULL)
        return NULL;
      g_free (text);
      text = g_date_time_format (date, pattern_forms[i].form);
      return matches (regex, text) ? g_steal_pointer (&text) : NULL;
    }
  return NULL;
}
