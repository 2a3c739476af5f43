/* SPDX-License-Identifier: Apache-2.0 */

/* Which lines of a text are replaced. */

#include "config.h"

#include <string.h>

#include "text/squill-text-diff.h"

static void
assert_lines (const char *old_text, const char *new_text, const char *removed, const char *added)
{
  SquillTextDiff diff;
  g_autofree char *old_lines = NULL;
  g_autofree char *new_lines = NULL;

  g_assert_true (squill_text_diff (old_text, new_text, &diff));
  old_lines = g_strndup (old_text + diff.start, diff.old_end - diff.start);
  new_lines = g_strndup (new_text + diff.start, diff.new_end - diff.start);
  g_assert_cmpstr (old_lines, ==, removed);
  g_assert_cmpstr (new_lines, ==, added);
}

static void
test_same (void)
{
  SquillTextDiff diff;

  g_assert_false (squill_text_diff ("", "", &diff));
  g_assert_false (squill_text_diff ("a\nb\n", "a\nb\n", &diff));
}

static void
test_whole_lines (void)
{
  assert_lines ("", "a\n", "", "a\n");
  assert_lines ("a\n", "", "a\n", "");
  assert_lines ("a\nb\nc\n", "a\nx\nc\n", "b\n", "x\n");
  assert_lines ("a\nb\nc\n", "a\nbb\nc\n", "b\n", "bb\n");
  assert_lines ("a\nc\n", "a\nb\nc\n", "", "b\n");
  assert_lines ("a\nb\nc\n", "a\nc\n", "b\n", "");
  assert_lines ("a\na\n", "a\na\na\n", "", "a\n");
  assert_lines ("a\nb", "a\nc", "b", "c");
  assert_lines ("a", "a\n", "a", "a\n");
  /* A line that starts in one text only is no place to stop. */
  assert_lines ("xa\n", "\na\n", "xa\n", "\na\n");
}

static void
test_characters (void)
{
  SquillTextDiff diff;

  g_assert_true (squill_text_diff ("é\nü\nz\n", "é\nö\nz\n", &diff));
  g_assert_cmpuint (diff.start, ==, 3);
  g_assert_cmpuint (diff.old_end, ==, 6);
  g_assert_cmpint (diff.start_offset, ==, 2);
  g_assert_cmpint (diff.old_end_offset, ==, 4);
}

/* Whatever is replaced, what comes of it is the new text. */
static void
test_any (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      GString *texts[2] = { g_string_new (NULL), g_string_new (NULL) };
      SquillTextDiff diff;

      for (guint side = 0; side < 2; side++)
        for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
          g_string_append_c (texts[side], "ab\n"[g_test_rand_int_range (0, 3)]);
      if (squill_text_diff (texts[0]->str, texts[1]->str, &diff))
        {
          g_string_erase (texts[0], (gssize)diff.start, (gssize)(diff.old_end - diff.start));
          g_string_insert_len (texts[0], (gssize)diff.start, texts[1]->str + diff.start,
                               (gssize)(diff.new_end - diff.start));
        }
      g_assert_cmpstr (texts[0]->str, ==, texts[1]->str);
      g_string_free (texts[0], TRUE);
      g_string_free (texts[1], TRUE);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/diff/same", test_same);
  g_test_add_func ("/text/diff/whole-lines", test_whole_lines);
  g_test_add_func ("/text/diff/characters", test_characters);
  g_test_add_func ("/text/diff/any", test_any);
  return g_test_run ();
}
