/* SPDX-License-Identifier: Apache-2.0 */

/* Quantities in sentences. */

#include "config.h"

#include <glib.h>
#include <math.h>

#include "advice/squill-wording.h"

#define THIN "\u202f"

static void
assert_text (char *text, const char *expected)
{
  g_autofree char *owned = text;

  g_assert_cmpstr (owned, ==, expected);
}

static void
test_counts (void)
{
  assert_text (squill_wording_count (0), "0");
  assert_text (squill_wording_count (3.14159), "3.14");
  assert_text (squill_wording_count (99.96), "100");
  assert_text (squill_wording_count (1234.4), "1" THIN "234");
  assert_text (squill_wording_count (1051200), "1" THIN "051" THIN "200");
  assert_text (squill_wording_count (INFINITY), "∞");
}

static void
test_bytes (void)
{
  assert_text (squill_wording_bytes (0), "0" THIN "B");
  assert_text (squill_wording_bytes (999.4), "999" THIN "B");
  assert_text (squill_wording_bytes (999.6), "1" THIN "kB");
  assert_text (squill_wording_bytes (52895), "52.9" THIN "kB");
  assert_text (squill_wording_bytes (16777216), "16" THIN "MiB");
  assert_text (squill_wording_bytes (16777217), "16.8" THIN "MB");
  assert_text (squill_wording_bytes (3e12), "3" THIN "TB");
  assert_text (squill_wording_bytes (INFINITY), "∞");
}

static void
test_shares (void)
{
  assert_text (squill_wording_share (0), "0" THIN "%");
  assert_text (squill_wording_share (0.004), "<1" THIN "%");
  assert_text (squill_wording_share (0.354), "35" THIN "%");
  assert_text (squill_wording_share (1), "100" THIN "%");
}

static void
test_rates (void)
{
  assert_text (squill_wording_rate (2000), "2" THIN "000 per second");
  assert_text (squill_wording_rate (1), "1 per second");
  assert_text (squill_wording_rate (0.2), "12 per minute");
  assert_text (squill_wording_rate (2 / 3600.0), "2 per hour");
  assert_text (squill_wording_rate (2 / 86400.0), "2 per day");
}

static void
test_years (void)
{
  assert_text (squill_wording_years (5), "5 years");
  assert_text (squill_wording_years (1.5), "18 months");
  assert_text (squill_wording_years (30 / 365.0), "30 days");
  assert_text (squill_wording_years (0), "0 days");
}

static void
test_lists (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  assert_text (squill_wording_list (names), "");
  g_ptr_array_add (names, (gpointer) "a");
  assert_text (squill_wording_list (names), "“a”");
  g_ptr_array_add (names, (gpointer) "b");
  assert_text (squill_wording_list (names), "“a”, “b”");
  for (guint i = 0; i < 5; i++)
    g_ptr_array_add (names, (gpointer) "c");
  assert_text (squill_wording_list (names), "“a”, “b”, “c”, “c”, “c” and 2 more");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/advice/wording/counts", test_counts);
  g_test_add_func ("/advice/wording/bytes", test_bytes);
  g_test_add_func ("/advice/wording/shares", test_shares);
  g_test_add_func ("/advice/wording/rates", test_rates);
  g_test_add_func ("/advice/wording/years", test_years);
  g_test_add_func ("/advice/wording/lists", test_lists);
  return g_test_run ();
}
