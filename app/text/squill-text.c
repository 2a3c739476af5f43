/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-text"

#include "config.h"

#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define THIN_SPACE SQUILL_TEXT_THIN_SPACE
#define MAX_NAMES 5
#define MAX_VALUES 8
#define MAX_VALUE_CHARACTERS 80

/* Up to here every whole number is a double of its own. */
#define LARGEST_EXACT 9007199254740992.0

/* MongoDB's limit of a document, which its manual gives in MiB. */
#define DOCUMENT_LIMIT 16777216.0

/* Numbers. */

/**
 * squill_text_number:
 * @number: a number; infinities come out as "inf" and "-inf", what is no number as "nan"
 *
 * Writes a number exactly: in the fewest digits that read back as the same number, whole numbers
 * without a point.
 *
 * Returns: (transfer full): the text
 */
char *
squill_text_number (double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    return g_strdup ("nan");
  if (isinf (number))
    return g_strdup (number > 0 ? "inf" : "-inf");
  if (number == floor (number) && fabs (number) <= LARGEST_EXACT)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)number);

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, number);
      if (g_ascii_strtod (buffer, NULL) == number)
        break;
    }
  return g_strdup (buffer);
}

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
 * squill_text_count:
 * @count: a number of things, which may be an estimate
 *
 * Writes a count with its digits in groups. An estimate is rounded as a person would say it: to a
 * whole number from 10 on, to tenths below, to one digit below 1.
 *
 * Returns: (transfer full): the text: "1 051 200", "27", "3.5", "0.2"
 */
char *
squill_text_count (double count)
{
  g_autofree char *number = NULL;

  if (isnan (count))
    return g_strdup (_ ("an unknown number"));
  if (isinf (count))
    return g_strdup ("∞");
  if (fabs (count) >= 9.95)
    count = round (count);
  else
    count = fabs (count) >= 0.95 ? round (count * 10) / 10 : round_to_digits (count, 1);
  number = squill_text_number (count);
  return group_digits (number);
}

/**
 * squill_text_documents:
 * @count: a number of documents, which may be an estimate
 *
 * Returns: (transfer full): the number as squill_text_count() writes it, and what is counted: "1
 *   document", "1 051 200 documents"
 */
char *
squill_text_documents (double count)
{
  g_autofree char *number = squill_text_count (count);
  /* A part of one, as an estimate can be, is written as several are. */
  const gulong n = isfinite (count) && count == floor (count) ? CLAMP (count, 0, 1e9) : 2;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s document", "%s documents", n), number);
}

/**
 * squill_text_estimate:
 * @count: a number of things, estimated
 *
 * Writes a count behind a word like "about": with two digits, as more would promise what nobody
 * knows.
 *
 * Returns: (transfer full): the text: "170", "8 600", "27", "3.5"
 */
char *
squill_text_estimate (double count)
{
  return squill_text_count (fabs (count) >= 100 ? round_to_digits (count, 2) : count);
}

/**
 * squill_text_short_count:
 * @count: a count, not negative; infinity comes out as "∞"
 *
 * Writes a count for a place with little room.
 *
 * Returns: (transfer full): the text: "950", "10k", "3.2M", "1.5G"
 */
char *
squill_text_short_count (double count)
{
  static const struct
  {
    double unit;
    const char *letter;
  } units[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" } };

  if (isnan (count))
    return g_strdup ("?");
  if (isinf (count))
    return g_strdup ("∞");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      /* 999 500 rounds to a thousand of the unit below: that is one of this unit. */
      if (count >= units[i].unit * 0.9995)
        {
          double scaled = count / units[i].unit;
          double rounded = scaled < 99.95 ? round (scaled * 10) / 10 : round (scaled);
          g_autofree char *digits = squill_text_number (rounded);

          return g_strconcat (digits, units[i].letter, NULL);
        }
    }
  if (count >= 100 || count == floor (count))
    return squill_text_number (round (count));
  return squill_text_number (round (count * 100) / 100);
}

/**
 * squill_text_parse_count:
 * @text: a count as a person types it: "12", "5k", "1.2M", "3 000", "inf", "*", "∞"
 * @count: (out): the count, not negative; infinity where there is no bound
 *
 * Returns: %TRUE if all of @text was understood
 */
gboolean
squill_text_parse_count (const char *text, double *count)
{
  g_autoptr (GString) digits = g_string_new (NULL);
  char *end = NULL;
  double unit = 1;
  double number;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (count != NULL, FALSE);

  /* Spaces, thin ones too, and underscores group digits. */
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && c != '_')
        g_string_append_unichar (digits, c);
    }

  if (digits->len == 0)
    return FALSE;
  if (g_ascii_strcasecmp (digits->str, "inf") == 0 || g_str_equal (digits->str, "∞") ||
      g_str_equal (digits->str, "*") || g_ascii_strcasecmp (digits->str, "n") == 0)
    {
      *count = INFINITY;
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
      *count = number;
      return TRUE;
    default:
      return FALSE;
    }
  if (end[1] != '\0')
    return FALSE;
  *count = number * unit;
  return TRUE;
}

/* From large to small. */
static const struct
{
  double bytes;
  const char *name;
  gboolean decimal;
} byte_units[] = {
  { 1e15, "PB", TRUE },
  { 1e12, "TB", TRUE },
  { 1099511627776.0, "TiB", FALSE },
  { 1e9, "GB", TRUE },
  { 1073741824.0, "GiB", FALSE },
  { 1e6, "MB", TRUE },
  { 1048576.0, "MiB", FALSE },
  { 1e3, "kB", TRUE },
  { 1024.0, "KiB", FALSE },
};

/**
 * squill_text_bytes:
 * @bytes: a size
 *
 * Writes a size in B, kB, MB, … with three digits, and only the limit of documents in MiB, as
 * MongoDB's manual does.
 *
 * Returns: (transfer full): the text: "52.9 kB", "16 MiB"
 */
char *
squill_text_bytes (double bytes)
{
  g_autofree char *number = NULL;

  if (bytes == DOCUMENT_LIMIT)
    return g_strdup ("16" THIN_SPACE "MiB");
  if (!isfinite (bytes))
    return squill_text_count (bytes);
  for (guint i = 0; i < G_N_ELEMENTS (byte_units); i++)
    {
      if (byte_units[i].decimal && bytes >= byte_units[i].bytes * 0.9995)
        {
          number = squill_text_number (round_to_digits (bytes / byte_units[i].bytes, 3));
          return g_strconcat (number, THIN_SPACE, byte_units[i].name, NULL);
        }
    }
  number = squill_text_number (round (bytes));
  return g_strconcat (number, THIN_SPACE "B", NULL);
}

/**
 * squill_text_exact_bytes:
 * @bytes: a size
 *
 * Writes a size so that squill_text_parse_bytes() reads the same number back: in the unit that
 * takes the fewest digits, and the largest of those.
 *
 * Returns: (transfer full): the text: "16 MiB", "10 MB", "63 B"
 */
char *
squill_text_exact_bytes (double bytes)
{
  g_autofree char *best = squill_text_number (bytes);
  const char *name = "B";

  if (!isfinite (bytes))
    return squill_text_count (bytes);
  for (guint i = 0; i < G_N_ELEMENTS (byte_units); i++)
    {
      g_autofree char *number = squill_text_number (bytes / byte_units[i].bytes);

      if (bytes < byte_units[i].bytes || strlen (number) >= strlen (best) ||
          g_ascii_strtod (number, NULL) * byte_units[i].bytes != bytes)
        continue;
      g_free (best);
      best = g_steal_pointer (&number);
      name = byte_units[i].name;
    }
  return g_strconcat (best, THIN_SPACE, name, NULL);
}

/* Whether a text ends in a suffix, in letters of any case; what stands before it goes into @rest.
 */
static gboolean
take_suffix (const char *text, const char *suffix, char **rest)
{
  const gsize length = strlen (text), n = strlen (suffix);

  if (length <= n || g_ascii_strcasecmp (text + length - n, suffix) != 0)
    return FALSE;
  *rest = g_strndup (text, length - n);
  return TRUE;
}

/**
 * squill_text_parse_bytes:
 * @text: a size as a person types it: "16 MiB", "10 MB", "300 B", and what
 *   squill_text_parse_count() takes
 * @bytes: (out): the size, not negative; infinity where there is no bound
 *
 * Returns: %TRUE if all of @text was understood
 */
gboolean
squill_text_parse_bytes (const char *text, double *bytes)
{
  double unit = 1;
  g_autofree char *rest = NULL;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (bytes != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (byte_units) && rest == NULL; i++)
    if (take_suffix (text, byte_units[i].name, &rest))
      unit = byte_units[i].bytes;
  if (rest == NULL)
    take_suffix (text, "B", &rest);
  if (!squill_text_parse_count (rest != NULL ? rest : text, bytes))
    return FALSE;
  *bytes *= unit;
  return TRUE;
}

/**
 * squill_text_likely_bytes:
 * @bytes: a size
 * @assumed: it is assumed, not known
 *
 * Returns: (transfer full): as squill_text_bytes(), marked where it is assumed: "≈ 52.9 kB"
 */
char *
squill_text_likely_bytes (double bytes, gboolean assumed)
{
  g_autofree char *text = squill_text_bytes (bytes);

  return assumed && isfinite (bytes) ? g_strconcat ("≈" THIN_SPACE, text, NULL)
                                     : g_steal_pointer (&text);
}

/**
 * squill_text_share:
 * @share: 0 to 1
 *
 * Writes a share in percent. What is not all is never 100 %, and what is something never 0 %.
 *
 * Returns: (transfer full): the text: "35 %", "less than 1 %", "more than 99 %"
 */
char *
squill_text_share (double share)
{
  double percent = share * 100;
  g_autofree char *number = NULL;

  if (isnan (share))
    return squill_text_count (share);
  if (percent > 0 && percent < 1)
    return g_strconcat (_ ("less than 1"), THIN_SPACE "%", NULL);
  if (percent > 99 && percent < 100)
    return g_strconcat (_ ("more than 99"), THIN_SPACE "%", NULL);
  number = squill_text_number (round (percent));
  return g_strconcat (number, THIN_SPACE "%", NULL);
}

/**
 * squill_text_exact_share:
 * @share: a share
 *
 * Writes a share so that squill_text_parse_share() reads the same number back: in percent, if that
 * can be exact.
 *
 * Returns: (transfer full): the text: "20 %", "0.1 %"
 */
char *
squill_text_exact_share (double share)
{
  if (!isfinite (share))
    return squill_text_count (share);
  /* 0.07 is 7.000000000000001 %; as many digits as are needed to come back to it. */
  for (int digits = 1; digits <= 17; digits++)
    {
      char percent[G_ASCII_DTOSTR_BUF_SIZE], format[8];
      double value;

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (percent, sizeof percent, format, share * 100);
      value = g_ascii_strtod (percent, NULL);
      if (value / 100 == share)
        {
          g_autofree char *number = squill_text_number (value);

          return g_strconcat (number, THIN_SPACE "%", NULL);
        }
    }
  return squill_text_number (share);
}

/**
 * squill_text_parse_share:
 * @text: a share as a person types it: "20 %", "0.2"
 * @share: (out): the share, not negative
 *
 * Returns: %TRUE if all of @text was understood
 */
gboolean
squill_text_parse_share (const char *text, double *share)
{
  g_autofree char *rest = NULL;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (share != NULL, FALSE);

  take_suffix (text, "%", &rest);
  if (!squill_text_parse_count (rest != NULL ? rest : text, share) || !isfinite (*share))
    return FALSE;
  if (rest != NULL)
    *share /= 100;
  return TRUE;
}

/* Times. */

/**
 * squill_text_rate:
 * @per_second: how often something happens
 *
 * Writes a rate in the largest unit in which it is at least 1.
 *
 * Returns: (transfer full): the text: "120 per second", "2 per day"
 */
char *
squill_text_rate (double per_second)
{
  g_autofree char *number = NULL;

  if (per_second >= 1 || isnan (per_second))
    {
      number = squill_text_count (per_second);
      return g_strdup_printf (_ ("%s per second"), number);
    }
  if (per_second * 60 >= 1)
    {
      number = squill_text_count (per_second * 60);
      return g_strdup_printf (_ ("%s per minute"), number);
    }
  if (per_second * 3600 >= 1)
    {
      number = squill_text_count (per_second * 3600);
      return g_strdup_printf (_ ("%s per hour"), number);
    }
  number = squill_text_count (per_second * 86400);
  return g_strdup_printf (_ ("%s per day"), number);
}

/**
 * squill_text_short_rate:
 * @per_second: how often something happens
 *
 * Writes a rate for a place with little room, in the largest unit in which it is at least a tenth.
 *
 * Returns: (transfer full): the text: "800/s", "15/min"
 */
char *
squill_text_short_rate (double per_second)
{
  static const struct
  {
    double seconds;
    const char *name;
  } units[] = {
    { 1, N_ ("/s") }, { 60, N_ ("/min") }, { 3600, N_ ("/h") }, { 86400, N_ ("/day") }
  };
  guint unit = 0;
  g_autofree char *number = NULL;

  while (unit + 1 < G_N_ELEMENTS (units) && per_second * units[unit].seconds < 0.1)
    unit++;
  number = squill_text_short_count (per_second * units[unit].seconds);
  return g_strconcat (number, _ (units[unit].name), NULL);
}

/**
 * squill_text_years:
 * @years: a time
 *
 * Returns: (transfer full): the time in years, months or days: "18 months"
 */
char *
squill_text_years (double years)
{
  gulong value;

  if (years >= 3)
    {
      g_autofree char *number = squill_text_count (round (years));

      /* Translators: a time; there are always more than two. */
      return g_strdup_printf (_ ("%s years"), number);
    }
  value = (gulong)fmax (round (years * 12), 0);
  if (value >= 2)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu month", "%lu months", value), value);
  value = (gulong)fmax (round (years * 365), 0);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%lu day", "%lu days", value), value);
}

/**
 * squill_text_duration:
 * @seconds: a time
 *
 * Writes a time for a place with little room.
 *
 * Returns: (transfer full): the text: "30 d", "12 h", "90 s", "26 ms"
 */
char *
squill_text_duration (double seconds)
{
  static const struct
  {
    double seconds;
    const char *name;
  } units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" }, { 1e-3, "ms" } };
  guint unit = 0;
  g_autofree char *number = NULL;

  /* No time is 0 s. */
  while (unit + 1 < G_N_ELEMENTS (units) && seconds < units[unit].seconds &&
         (seconds > 0 || units[unit].seconds > 1))
    unit++;
  number = squill_text_count (seconds / units[unit].seconds);
  return g_strconcat (number, THIN_SPACE, units[unit].name, NULL);
}

/**
 * squill_text_date:
 * @date: a date
 *
 * Returns: (transfer full): the day: "5 March 2027"
 */
char *
squill_text_date (GDateTime *date)
{
  static const char *const months[] = {
    N_ ("January"),   N_ ("February"), N_ ("March"),    N_ ("April"),
    N_ ("May"),       N_ ("June"),     N_ ("July"),     N_ ("August"),
    N_ ("September"), N_ ("October"),  N_ ("November"), N_ ("December"),
  };

  g_return_val_if_fail (date != NULL, NULL);

  /* Translators: a date: day, month, year. */
  return g_strdup_printf (_ ("%d %s %d"), g_date_time_get_day_of_month (date),
                          _ (months[g_date_time_get_month (date) - 1]),
                          g_date_time_get_year (date));
}

/**
 * squill_text_date_time:
 * @time: a point in time
 *
 * Returns: (transfer full): the day and the minute, in the time zone of @time: "5 March 2027,
 * 09:05"
 */
char *
squill_text_date_time (GDateTime *time)
{
  g_autofree char *date = squill_text_date (time);

  /* Translators: a date, then hour and minute. */
  return g_strdup_printf (_ ("%s, %02d:%02d"), date, g_date_time_get_hour (time),
                          g_date_time_get_minute (time));
}

/* Words, lists, and values. */

/* What does not show itself, but moves the cursor, colors, hides or turns around what comes after
 * it: controls, the separators of lines and paragraphs, and the controls of the direction of text.
 */
static gboolean
is_invisible (gunichar c)
{
  return g_unichar_iscntrl (c) || c == 0x061C || (c >= 0x200E && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

/**
 * squill_text_visible:
 * @text: any text, such as a name from data
 * @keep_lines: whether a line feed stays
 *
 * Writes what a terminal would obey as an escape: a name in data may clear the screen, change the
 * title of the window or look like another.
 *
 * Returns: (transfer full): valid UTF-8 without controls
 */
char *
squill_text_visible (const char *text, gboolean keep_lines)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) visible = g_string_sized_new (strlen (valid) + 16);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar c = g_utf8_get_char (at);

      if (!is_invisible (c) || (c == '\n' && keep_lines))
        g_string_append_unichar (visible, c);
      else if (c == '\n')
        g_string_append (visible, "\\n");
      else if (c == '\t')
        g_string_append (visible, "\\t");
      else
        g_string_append_printf (visible, "\\u%04x", c);
    }
  return g_string_free (g_steal_pointer (&visible), FALSE);
}

/**
 * squill_text_singular:
 * @word: an English word, in lower case at least at its end: "blogPosts"
 *
 * Forms the singular by the rules that nearly all English words follow.
 *
 * Returns: (transfer full): the singular; the word itself if it is none of several
 */
char *
squill_text_singular (const char *word)
{
  static const struct
  {
    const char *singular;
    const char *plural;
  } irregulars[] = {
    { "child", "children" },     { "person", "people" },   { "man", "men" },
    { "shelf", "shelves" },      { "half", "halves" },     { "wolf", "wolves" },
    { "knife", "knives" },       { "wife", "wives" },      { "woman", "women" },
    { "mouse", "mice" },         { "foot", "feet" },       { "tooth", "teeth" },
    { "goose", "geese" },        { "datum", "data" },      { "medium", "media" },
    { "index", "indices" },      { "matrix", "matrices" }, { "vertex", "vertices" },
    { "criterion", "criteria" }, { "movie", "movies" },    { "cookie", "cookies" },
    { "calorie", "calories" },   { "cache", "caches" },    { "alias", "aliases" },
    { "quiz", "quizzes" },       { "hero", "heroes" },     { "echo", "echoes" },
  };
  /* Those that look as if they were several. */
  static const char *const unchanged[] = { "news",  "series", "species", "sms",   "gps",
                                           "dns",   "gas",    "bias",    "alias", "canvas",
                                           "atlas", "lens",   NULL };
  gsize length;

  g_return_val_if_fail (word != NULL, NULL);

  length = strlen (word);
  for (guint i = 0; i < G_N_ELEMENTS (irregulars); i++)
    if (g_str_equal (word, irregulars[i].plural))
      return g_strdup (irregulars[i].singular);
  if (g_strv_contains (unchanged, word))
    return g_strdup (word);
  if (length > 4 && g_str_has_suffix (word, "ies"))
    return g_strdup_printf ("%.*sy", (int)length - 3, word);
  if (length > 4 && (g_str_has_suffix (word, "sses") || g_str_has_suffix (word, "xes") ||
                     g_str_has_suffix (word, "ches") || g_str_has_suffix (word, "shes") ||
                     (g_str_has_suffix (word, "uses") && !g_str_has_suffix (word, "ouses") &&
                      !g_str_has_suffix (word, "auses"))))
    return g_strndup (word, length - 2);
  if (length > 2 && g_str_has_suffix (word, "s") && !g_str_has_suffix (word, "ss") &&
      !g_str_has_suffix (word, "us") && !g_str_has_suffix (word, "is"))
    return g_strndup (word, length - 1);
  return g_strdup (word);
}

/* A word that is longer is a name that nobody reads to its end, */
#define MAX_WORD_CHARACTERS 60
/* and a text that is longer would fill the window. Lines of it are found by trying, which takes
 * more than a second for some thousand characters. */
#define MAX_FIT_CHARACTERS 1000

/**
 * squill_text_fit:
 * @text: a text with names in it
 *
 * Cuts words of more than 60 characters and texts of more than 1,000, so that a label or a tooltip
 * with the text keeps its size, and does not keep the window waiting.
 *
 * Returns: (transfer full): the text, with "…" for what was cut
 */
char *
squill_text_fit (const char *text)
{
  g_autoptr (GString) fit = g_string_new (NULL);
  guint n = 0, in_word = 0;

  g_return_val_if_fail (text != NULL, NULL);

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      in_word = g_unichar_isspace (g_utf8_get_char (at)) ? 0 : in_word + 1;
      if (in_word > MAX_WORD_CHARACTERS + 1)
        continue;
      if (++n > MAX_FIT_CHARACTERS || in_word == MAX_WORD_CHARACTERS + 1)
        g_string_append (fit, "…");
      else
        g_string_append_len (fit, at, g_utf8_next_char (at) - at);
      if (n > MAX_FIT_CHARACTERS)
        break;
    }
  return g_string_free (g_steal_pointer (&fit), FALSE);
}

/**
 * squill_text_names:
 * @names: (element-type utf8): names
 *
 * Writes names in quotation marks as a list. Of more than six, five are named.
 *
 * Returns: (transfer full): the text: "“a”", "“a” and “b”", "“a”, “b”, and 7 more"
 */
char *
squill_text_names (const GPtrArray *names)
{
  g_autoptr (GString) text = NULL;
  g_autofree char *last = NULL;
  guint shown;

  g_return_val_if_fail (names != NULL, NULL);

  if (names->len == 0)
    return g_strdup ("");
  shown = names->len <= MAX_NAMES + 1 ? names->len - 1 : MAX_NAMES;
  if (names->len - shown > 1)
    last = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more", "%u more", names->len - shown),
                            names->len - shown);
  else
    last = g_strdup_printf (_ ("“%s”"), (const char *)g_ptr_array_index (names, shown));
  if (shown == 0)
    return g_steal_pointer (&last);

  text = g_string_new (NULL);
  for (guint i = 0; i < shown; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      g_string_append_printf (text, _ ("“%s”"), (const char *)g_ptr_array_index (names, i));
    }
  /* Translators: the end of a list of two, and of more: "a and b", "a, b, and c". */
  return g_strdup_printf (shown == 1 ? _ ("%s and %s") : _ ("%s, and %s"), text->str, last);
}

/* What an Extended JSON wrapper such as {"$oid": "…"} holds, if it is one value. */
static const json_t *
unwrap (const json_t *value)
{
  while (json_object_size (value) == 1)
    {
      void *member = json_object_iter ((json_t *)value);
      const json_t *inside = json_object_iter_value (member);

      if (json_object_iter_key (member)[0] != '$' ||
          !(json_is_string (inside) || json_object_size (inside) == 1))
        break;
      value = inside;
    }
  return value;
}

/**
 * squill_text_value:
 * @value: a value of a document, as Extended JSON
 *
 * Writes a value in one line, no longer than 80 characters: text in quotation marks as in JSON,
 * ids, dates and numbers bare.
 *
 * Returns: (transfer full): the text
 */
char *
squill_text_value (const json_t *value)
{
  const json_t *bare = unwrap (value);
  g_autofree char *text = NULL;
  g_autofree char *cut = NULL;

  if (json_is_real (bare))
    text = squill_text_number (json_real_value (bare));
  else if (bare != value && json_is_string (bare))
    text = g_strdup (json_string_value (bare));
  else
    {
      char *dumped = json_dumps (bare, JSON_COMPACT | JSON_ENCODE_ANY);

      text = g_strdup (dumped != NULL ? dumped : "");
      free (dumped);
    }
  if (g_utf8_strlen (text, -1) <= MAX_VALUE_CHARACTERS)
    return g_steal_pointer (&text);
  cut = g_utf8_substring (text, 0, MAX_VALUE_CHARACTERS);
  return g_strconcat (cut, "…", NULL);
}

/**
 * squill_text_values:
 * @values: (nullable): an array of values of documents, as Extended JSON
 * @total: how many values there are, of which @values may be the first
 *
 * Returns: (transfer full): the values, no more than eight, and "…" if there are more
 */
char *
squill_text_values (const json_t *values, guint64 total)
{
  const gsize length = json_array_size (values), shown = MIN (length, MAX_VALUES);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < shown; i++)
    {
      g_autofree char *one = squill_text_value (json_array_get (values, i));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", one);
    }
  if (shown > 0 && (shown < length || shown < total))
    g_string_append (text, ", …");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
