/* SPDX-License-Identifier: Apache-2.0 */

/* Every quantity and value in words, at the bounds where the words change. */

#include "config.h"

#include <libintl.h>
#include <locale.h>
#include <math.h>

#include "text/squill-locale.h"
#include "text/squill-text.h"

#define THIN SQUILL_TEXT_THIN_SPACE

static void
assert_text (char *text, const char *expected)
{
  g_autofree char *owned = text;

  g_assert_cmpstr (owned, ==, expected);
}

static void
test_number (void)
{
  assert_text (squill_text_number (0), "0");
  assert_text (squill_text_number (-3), "-3");
  assert_text (squill_text_number (0.1), "0.1");
  assert_text (squill_text_number (3.492), "3.492");
  assert_text (squill_text_number (1.0 / 3), "0.3333333333333333");
  assert_text (squill_text_number (1e21), "1e+21");
  assert_text (squill_text_number (9007199254740992), "9007199254740992");
  assert_text (squill_text_number (INFINITY), "inf");
  assert_text (squill_text_number (-INFINITY), "-inf");
  assert_text (squill_text_number (NAN), "nan");
}

static void
test_number_round_trip (void)
{
  for (guint i = 0; i < 10000; i++)
    {
      double value = g_test_rand_double_range (-1, 1) * pow (10, g_test_rand_int_range (-30, 30));
      g_autofree char *text = squill_text_number (value);

      g_assert_true (g_ascii_strtod (text, NULL) == value);
    }
}

static void
test_count (void)
{
  assert_text (squill_text_count (0), "0");
  assert_text (squill_text_count (0.04), "0.04");
  assert_text (squill_text_count (0.24), "0.2");
  assert_text (squill_text_count (0.94), "0.9");
  assert_text (squill_text_count (0.95), "1");
  assert_text (squill_text_count (1), "1");
  assert_text (squill_text_count (3.14159), "3.1");
  assert_text (squill_text_count (9.94), "9.9");
  assert_text (squill_text_count (9.95), "10");
  assert_text (squill_text_count (26.78), "27");
  assert_text (squill_text_count (999), "999");
  assert_text (squill_text_count (999.5), "1" THIN "000");
  assert_text (squill_text_count (1234.4), "1" THIN "234");
  assert_text (squill_text_count (1051200), "1" THIN "051" THIN "200");
  assert_text (squill_text_count (-5462), "-5" THIN "462");
  assert_text (squill_text_count (INFINITY), "∞");
  assert_text (squill_text_count (NAN), "an unknown number");

  assert_text (squill_text_documents (0), "0 documents");
  assert_text (squill_text_documents (1), "1 document");
  assert_text (squill_text_documents (0.2), "0.2 documents");
  assert_text (squill_text_documents (1051200), "1" THIN "051" THIN "200 documents");
}

static void
test_estimate (void)
{
  assert_text (squill_text_estimate (3.14159), "3.1");
  assert_text (squill_text_estimate (99.4), "99");
  assert_text (squill_text_estimate (174), "170");
  assert_text (squill_text_estimate (8640), "8" THIN "600");
  assert_text (squill_text_estimate (INFINITY), "∞");
}

static void
test_short_count (void)
{
  assert_text (squill_text_short_count (0), "0");
  assert_text (squill_text_short_count (3.492), "3.49");
  assert_text (squill_text_short_count (950), "950");
  assert_text (squill_text_short_count (999.4), "999");
  assert_text (squill_text_short_count (1000), "1k");
  assert_text (squill_text_short_count (10000), "10k");
  assert_text (squill_text_short_count (12345), "12.3k");
  assert_text (squill_text_short_count (999499), "999k");
  assert_text (squill_text_short_count (999500), "1M");
  assert_text (squill_text_short_count (3200000), "3.2M");
  assert_text (squill_text_short_count (1.5e9), "1.5G");
  assert_text (squill_text_short_count (2e12), "2T");
  assert_text (squill_text_short_count (INFINITY), "∞");
  assert_text (squill_text_short_count (NAN), "?");
}

static void
test_exact_sizes (void)
{
  static const struct
  {
    double bytes;
    const char *text;
  } rows[] = {
    { 16777216, "16" THIN "MiB" },
    { 10000000, "10" THIN "MB" },
    { 204800, "200" THIN "KiB" },
    { 125000, "125" THIN "kB" },
    { 63, "63" THIN "B" },
    { 0, "0" THIN "B" },
    { 3e12, "3" THIN "TB" },
    { 134217728, "128" THIN "MiB" },
    { 1234567, "1234567" THIN "B" },
    { 1500000, "1.5" THIN "MB" },
    { INFINITY, "∞" },
  };
  static const struct
  {
    double share;
    const char *text;
  } shares[] = { { 0.2, "20" THIN "%" }, { 0.07, "7" THIN "%" }, { 0.001, "0.1" THIN "%" },
                 { 1, "100" THIN "%" },  { 0, "0" THIN "%" },    { 1.0 / 3, NULL } };
  static const char *const bad[] = { "", "B", "MB", "-1 MB", "5 MiBs", "x kB", "5 MM" };
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      assert_text (squill_text_exact_bytes (rows[i].bytes), rows[i].text);
      g_assert_true (squill_text_parse_bytes (rows[i].text, &value));
      g_assert_true (value == rows[i].bytes);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (squill_text_parse_bytes (bad[i], &value));
  g_assert_true (squill_text_parse_bytes ("1.5 gib", &value));
  g_assert_true (value == 1610612736);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *text = squill_text_exact_share (shares[i].share);

      if (shares[i].text != NULL)
        g_assert_cmpstr (text, ==, shares[i].text);
      g_assert_true (squill_text_parse_share (text, &value));
      g_assert_true (value == shares[i].share);
    }
  g_assert_true (squill_text_parse_share ("0.2", &value));
  g_assert_true (value == 0.2);
  g_assert_false (squill_text_parse_share ("%", &value));
  g_assert_false (squill_text_parse_share ("∞", &value));
}

static void
test_parse_count (void)
{
  static const struct
  {
    const char *text;
    double count;
  } good[] = { { "12", 12 },        { "5k", 5000 },      { "1.2M", 1200000 },
               { "3 000", 3000 },   { "1_000", 1000 },   { "5" THIN "462", 5462 },
               { "2\u2009G", 2e9 }, { "1t", 1e12 },      { "∞", INFINITY },
               { "*", INFINITY },   { "inf", INFINITY }, { "n", INFINITY },
               { "1e3", 1000 },     { "0", 0 } };
  static const char *const bad[] = { "", "-1", "x", "5kk", "0x10", "nan", "+1", "1..2", "5 q" };
  double count;

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_assert_true (squill_text_parse_count (good[i].text, &count));
      g_assert_true (count == good[i].count);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (squill_text_parse_count (bad[i], &count));
}

static void
test_bytes (void)
{
  assert_text (squill_text_bytes (0), "0" THIN "B");
  assert_text (squill_text_bytes (999.4), "999" THIN "B");
  assert_text (squill_text_bytes (999.6), "1" THIN "kB");
  assert_text (squill_text_bytes (52895), "52.9" THIN "kB");
  assert_text (squill_text_bytes (999499), "999" THIN "kB");
  assert_text (squill_text_bytes (999500), "1" THIN "MB");
  assert_text (squill_text_bytes (16777215), "16.8" THIN "MB");
  assert_text (squill_text_bytes (16777216), "16" THIN "MiB");
  assert_text (squill_text_bytes (16777217), "16.8" THIN "MB");
  assert_text (squill_text_bytes (4e9), "4" THIN "GB");
  assert_text (squill_text_bytes (3e12), "3" THIN "TB");
  assert_text (squill_text_bytes (1e15), "1" THIN "PB");
  assert_text (squill_text_bytes (INFINITY), "∞");
}

static void
test_share (void)
{
  assert_text (squill_text_share (0), "0" THIN "%");
  assert_text (squill_text_share (0.00001), "less than 1" THIN "%");
  assert_text (squill_text_share (0.0099), "less than 1" THIN "%");
  assert_text (squill_text_share (0.01), "1" THIN "%");
  assert_text (squill_text_share (0.354), "35" THIN "%");
  assert_text (squill_text_share (0.355), "36" THIN "%");
  assert_text (squill_text_share (0.99), "99" THIN "%");
  assert_text (squill_text_share (0.9901), "more than 99" THIN "%");
  assert_text (squill_text_share (0.99999), "more than 99" THIN "%");
  assert_text (squill_text_share (1), "100" THIN "%");
  assert_text (squill_text_share (NAN), "an unknown number");
}

static void
test_rate (void)
{
  assert_text (squill_text_rate (2000), "2" THIN "000 per second");
  assert_text (squill_text_rate (1), "1 per second");
  assert_text (squill_text_rate (0.2), "12 per minute");
  assert_text (squill_text_rate (1 / 60.0), "1 per minute");
  assert_text (squill_text_rate (2 / 3600.0), "2 per hour");
  assert_text (squill_text_rate (2 / 86400.0), "2 per day");
  assert_text (squill_text_rate (0.2 / 86400.0), "0.2 per day");
}

static void
test_short_rate (void)
{
  assert_text (squill_text_short_rate (800), "800/s");
  assert_text (squill_text_short_rate (0.1), "0.1/s");
  assert_text (squill_text_short_rate (0.09), "5.4/min");
  assert_text (squill_text_short_rate (0.001), "3.6/h");
  assert_text (squill_text_short_rate (2 / 86400.0), "2/day");
}

static void
test_years (void)
{
  assert_text (squill_text_years (5), "5 years");
  assert_text (squill_text_years (3), "3 years");
  assert_text (squill_text_years (2.99), "36 months");
  assert_text (squill_text_years (1.5), "18 months");
  assert_text (squill_text_years (2 / 12.0), "2 months");
  assert_text (squill_text_years (30 / 365.0), "30 days");
  assert_text (squill_text_years (1 / 365.0), "1 day");
  assert_text (squill_text_years (0), "0 days");
  assert_text (squill_text_years (-1), "0 days");
}

static void
test_duration (void)
{
  assert_text (squill_text_duration (2592000), "30" THIN "d");
  assert_text (squill_text_duration (86399), "24" THIN "h");
  assert_text (squill_text_duration (43200), "12" THIN "h");
  assert_text (squill_text_duration (90), "1.5" THIN "min");
  assert_text (squill_text_duration (59), "59" THIN "s");
  assert_text (squill_text_duration (0.026), "26" THIN "ms");
  assert_text (squill_text_duration (0), "0" THIN "s");
}

static void
test_date (void)
{
  g_autoptr (GDateTime) first = g_date_time_new_utc (2027, 3, 5, 9, 5, 59);
  g_autoptr (GDateTime) last = g_date_time_new_utc (1999, 12, 31, 0, 0, 0);

  assert_text (squill_text_date (first), "5 March 2027");
  assert_text (squill_text_date_time (first), "5 March 2027, 09:05");
  assert_text (squill_text_date_time (last), "31 December 1999, 00:00");
  assert_text (squill_text_date (last), "31 December 1999");
}

static void
test_singular (void)
{
  assert_text (squill_text_singular ("posts"), "post");
  assert_text (squill_text_singular ("blogPosts"), "blogPost");
  assert_text (squill_text_singular ("categories"), "category");
  assert_text (squill_text_singular ("boxes"), "box");
  assert_text (squill_text_singular ("people"), "person");
  assert_text (squill_text_singular ("shelves"), "shelf");
  assert_text (squill_text_singular ("curves"), "curve");
  assert_text (squill_text_singular ("address"), "address");
  assert_text (squill_text_singular ("status"), "status");
  assert_text (squill_text_singular ("logmsg"), "logmsg");
  assert_text (squill_text_singular ("series"), "series");
  assert_text (squill_text_singular ("aliases"), "alias");
  assert_text (squill_text_singular ("alias"), "alias");
}

static void
test_names (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  assert_text (squill_text_names (names), "");
  g_ptr_array_add (names, (gpointer) "a");
  assert_text (squill_text_names (names), "“a”");
  g_ptr_array_add (names, (gpointer) "b");
  assert_text (squill_text_names (names), "“a” and “b”");
  g_ptr_array_add (names, (gpointer) "c");
  assert_text (squill_text_names (names), "“a”, “b”, and “c”");
  for (guint i = 0; i < 3; i++)
    g_ptr_array_add (names, (gpointer) "d");
  assert_text (squill_text_names (names), "“a”, “b”, “c”, “d”, “d”, and “d”");
  g_ptr_array_add (names, (gpointer) "e");
  assert_text (squill_text_names (names), "“a”, “b”, “c”, “d”, “d”, and 2 more");
}

static void
test_value (void)
{
  static const struct
  {
    const char *json;
    const char *text;
  } cases[] = {
    { "null", "null" },
    { "true", "true" },
    { "5462", "5462" },
    { "0.1", "0.1" },
    { "-2.5", "-2.5" },
    { "\"\"", "\"\"" },
    { "\"a\\nb\"", "\"a\\nb\"" },
    { "[1, \"a\"]", "[1,\"a\"]" },
    { "{}", "{}" },
    { "{\"a\": 1, \"b\": 2}", "{\"a\":1,\"b\":2}" },
    { "{\"a\": 1}", "{\"a\":1}" },
    { "{\"$oid\": \"507f1f77bcf86cd799439011\"}", "507f1f77bcf86cd799439011" },
    { "{\"$date\": \"2027-03-05T00:00:00Z\"}", "2027-03-05T00:00:00Z" },
    { "{\"$date\": {\"$numberLong\": \"-1\"}}", "-1" },
    { "{\"$numberDecimal\": \"9.99\"}", "9.99" },
    { "{\"$regularExpression\": {\"pattern\": \"a\", \"options\": \"\"}}",
      "{\"$regularExpression\":{\"pattern\":\"a\",\"options\":\"\"}}" },
    { "{\"$minKey\": 1}", "{\"$minKey\":1}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      json_auto_t *value = json_loads (cases[i].json, JSON_DECODE_ANY, NULL);

      g_assert_nonnull (value);
      assert_text (squill_text_value (value), cases[i].text);
    }
}

/* Cut between characters, not between bytes. */
static void
test_long_value (void)
{
  GString *text = g_string_new (NULL);
  GString *expected = g_string_new ("\"");
  json_auto_t *fits = NULL;
  json_auto_t *is_cut = NULL;

  for (guint i = 0; i < 78; i++)
    g_string_append (text, "é");
  fits = json_string (text->str);
  g_string_append (expected, text->str);
  g_string_append (text, "éé");
  is_cut = json_string (text->str);
  g_string_append_c (expected, '"');
  assert_text (squill_text_value (fits), expected->str);
  g_string_truncate (expected, expected->len - 1);
  g_string_append (expected, "é…");
  assert_text (squill_text_value (is_cut), expected->str);
  g_string_free (text, TRUE);
  g_string_free (expected, TRUE);
}

static void
test_values (void)
{
  json_auto_t *values = json_array ();

  assert_text (squill_text_values (NULL, 0), "");
  assert_text (squill_text_values (values, 3), "");
  json_array_append_new (values, json_string ("a"));
  json_array_append_new (values, json_integer (2));
  assert_text (squill_text_values (values, 2), "\"a\", 2");
  assert_text (squill_text_values (values, 3), "\"a\", 2, …");
  for (guint i = 3; i <= 8; i++)
    json_array_append_new (values, json_integer (i));
  assert_text (squill_text_values (values, 8), "\"a\", 2, 3, 4, 5, 6, 7, 8");
  json_array_append_new (values, json_integer (9));
  assert_text (squill_text_values (values, 9), "\"a\", 2, 3, 4, 5, 6, 7, 8, …");
}

/* What a terminal would obey is written out, and all else stays as it is. Half of it by chance. */
static void
test_visible (void)
{
  static const struct
  {
    const char *text;
    const char *visible;
  } cases[] = {
    { "plain, żółw, 名前, 👍🏽", "plain, żółw, 名前, 👍🏽" },
    { "\033[2J\033]0;title\007", "\\u001b[2J\\u001b]0;title\\u0007" },
    { "a\rb\tc\177", "a\\u000db\\tc\\u007f" },
    { "\302\233m", "\\u009bm" },
    { "\342\200\256gpj.exe", "\\u202egpj.exe" },
    { "one\ntwo", "one\\ntwo" },
    { "\377", "\357\277\275" },
    { "", "" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree char *lines = squill_text_visible ("one\ntwo\033", TRUE);

  g_assert_cmpstr (lines, ==, "one\ntwo\\u001b");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *visible = squill_text_visible (cases[i].text, FALSE);

      g_assert_cmpstr (visible, ==, cases[i].visible);
    }
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) bytes = g_string_new (NULL);
      g_autofree char *visible = NULL;

      for (int n = g_rand_int_range (random, 0, 30); n > 0; n--)
        g_string_append_c (bytes, (char)g_rand_int_range (random, 1, 256));
      visible = squill_text_visible (bytes->str, FALSE);
      g_assert_true (g_utf8_validate (visible, -1, NULL));
      for (const char *at = visible; *at != '\0'; at = g_utf8_next_char (at))
        g_assert_false (g_unichar_iscntrl (g_utf8_get_char (at)));
    }
}

/* What was cut is marked, and nothing else is changed. */
static void
test_fit (void)
{
  g_autofree char *word = g_strnfill (5000, 'w');
  g_autofree char *sentence = g_strdup_printf ("“%s” has no é", word);
  g_autofree char *cut = g_strnfill (59, 'w');
  g_autofree char *expected = g_strdup_printf ("“%s… has no é", cut);
  g_autoptr (GString) many = g_string_new (NULL);
  g_autofree char *short_text = squill_text_fit ("A few words,\nand ünïcode");
  g_autofree char *fit = squill_text_fit (sentence);
  g_autofree char *fit_many = NULL;

  g_assert_cmpstr (short_text, ==, "A few words,\nand ünïcode");
  g_assert_cmpstr (fit, ==, expected);
  for (guint i = 0; i < 2000; i++)
    g_string_append (many, "é ");
  fit_many = squill_text_fit (many->str);
  g_assert_cmpint (g_utf8_strlen (fit_many, -1), ==, 1001);
  g_assert_true (g_str_has_suffix (fit_many, "é …"));
  g_assert_true (g_utf8_validate (fit_many, -1, NULL));
}

/* A program that is not installed finds the translations that were built with it. */
static void
test_locale (void)
{
  g_setenv ("SQUILL_LOCALEDIR", "/nonexistent/locale", TRUE);
  squill_locale_init ();
  g_assert_cmpstr (textdomain (NULL), ==, GETTEXT_PACKAGE);
  g_assert_cmpstr (bindtextdomain (GETTEXT_PACKAGE, NULL), ==, "/nonexistent/locale");
  g_setenv ("SQUILL_LOCALEDIR", "", TRUE);
  squill_locale_init ();
  g_assert_cmpstr (bindtextdomain (GETTEXT_PACKAGE, NULL), ==, SQUILL_LOCALEDIR);
  g_unsetenv ("SQUILL_LOCALEDIR");
  squill_locale_init ();
  g_assert_cmpstr (bindtextdomain (GETTEXT_PACKAGE, NULL), ==, SQUILL_LOCALEDIR);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/number", test_number);
  g_test_add_func ("/text/number/round-trip", test_number_round_trip);
  g_test_add_func ("/text/count", test_count);
  g_test_add_func ("/text/estimate", test_estimate);
  g_test_add_func ("/text/short-count", test_short_count);
  g_test_add_func ("/text/parse-count", test_parse_count);
  g_test_add_func ("/text/exact-sizes", test_exact_sizes);
  g_test_add_func ("/text/bytes", test_bytes);
  g_test_add_func ("/text/share", test_share);
  g_test_add_func ("/text/rate", test_rate);
  g_test_add_func ("/text/short-rate", test_short_rate);
  g_test_add_func ("/text/years", test_years);
  g_test_add_func ("/text/duration", test_duration);
  g_test_add_func ("/text/date", test_date);
  g_test_add_func ("/text/singular", test_singular);
  g_test_add_func ("/text/names", test_names);
  g_test_add_func ("/text/visible", test_visible);
  g_test_add_func ("/text/value", test_value);
  g_test_add_func ("/text/value/long", test_long_value);
  g_test_add_func ("/text/values", test_values);
  g_test_add_func ("/text/fit", test_fit);
  g_test_add_func ("/text/locale", test_locale);
  return g_test_run ();
}
