/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "widgets/squill-triple-entry.h"

static const struct
{
  const char *text;
  int cursor;
  int step;
  const char *result; /* NULL: nothing is stepped */
  int result_cursor;
} cases[] = {
  /* The number under the cursor, by its leading digit. */
  { "0..35..∞", 4, 1, "0..40..∞", 5 },
  { "0..35..∞", 4, -1, "0..30..∞", 5 },
  { "0..35..∞", 0, 1, "1..35..∞", 1 },
  { "1..35..∞", 1, -1, "0..35..∞", 1 },
  { "0..35..900", 10, 1, "0..35..1000", 11 },
  { "0..35..1000", 9, -1, "0..35..900", 10 },
  { "0..1000..∞", 5, 1, "0..2000..∞", 7 },
  /* At the points the cursor still belongs to the number before them. */
  { "0..35..900", 5, 1, "0..40..900", 5 },
  { "0..35..900", 1, 1, "1..35..900", 1 },
  /* Nothing comes after ∞ or before it. */
  { "0..35..∞", 8, 1, NULL, 8 },
  { "0..35..∞", 8, -1, NULL, 8 },
  /* A lone number, and none. */
  { "9", 1, 1, "10", 2 },
  { "10", 2, -1, "9", 1 },
  { "1", 0, -1, "0", 1 },
  { "0", 0, -1, "0", 1 },
  { "", 0, 1, NULL, 0 },
  { "many", 2, 1, NULL, 2 },
  /* Units and fractions are numbers too. */
  { "5k", 1, 1, "6000", 4 },
  { "0.2", 3, 1, "0.3", 3 },
  { "0.2", 3, -1, "0.1", 3 },
  /* A cursor behind the end is at the end. */
  { "7", 99, 1, "8", 1 },
};

static void
test_step (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int cursor = cases[i].cursor;
      g_autofree char *result = squill_triple_text_step (cases[i].text, &cursor, cases[i].step);

      g_test_message ("“%s” at %d, %+d", cases[i].text, cases[i].cursor, cases[i].step);
      g_assert_cmpstr (result, ==, cases[i].result);
      g_assert_cmpint (cursor, ==, cases[i].result_cursor);
    }
}

/* Up and down lead back to where one was, from 1 to a million. */
static void
test_round_trip (void)
{
  g_autofree char *text = g_strdup ("1");
  int cursor = 1;

  for (guint i = 0; i < 54; i++)
    {
      char *next = squill_triple_text_step (text, &cursor, 1);

      g_free (text);
      text = next;
    }
  g_assert_cmpstr (text, ==, "1000000");
  for (guint i = 0; i < 54; i++)
    {
      char *next = squill_triple_text_step (text, &cursor, -1);

      g_free (text);
      text = next;
    }
  g_assert_cmpstr (text, ==, "1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/triple-text/step", test_step);
  g_test_add_func ("/triple-text/round-trip", test_round_trip);
  return g_test_run ();
}
