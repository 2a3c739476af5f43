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

static void
assert_merged (const char *old_text, const char *new_text, const char *expected)
{
  g_autoptr (GArray) changes = NULL;
  g_autofree char *text = squill_text_merge_lines (old_text, new_text, ",", &changes);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_merge (void)
{
  assert_merged ("", "", "");
  assert_merged ("a\nb\n", "a\nb\n", "  a\n  b\n");
  assert_merged ("a\nb\nc\n", "a\nc\n", "  a\n- b\n  c\n");
  assert_merged ("a\nb\nc\nd\n", "a\nx\nc\ny\nd\n", "  a\n- b\n+ x\n  c\n+ y\n  d\n");
  assert_merged ("a\na\n", "a\na\na\n", "  a\n  a\n+ a\n");
  assert_merged ("a", "b", "- a\n+ b\n");
  assert_merged ("{\na,\nb\n}\n", "{\na\n}\n", "  {\n  a\n- b\n  }\n");
  assert_merged ("a\n", "b\na,\nc,\n", "+ b\n  a,\n+ c,\n");
}

/* The lines that are not removed are the new text, those that are not added the old one. */
static void
test_merge_any (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      GString *texts[2] = { g_string_new (NULL), g_string_new (NULL) };
      GString *merged[2] = { g_string_new (NULL), g_string_new (NULL) };
      g_autoptr (GArray) changes = NULL;
      g_autofree char *text = NULL;
      g_auto (GStrv) lines = NULL;

      for (guint side = 0; side < 2; side++)
        for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
          g_string_append_printf (texts[side], "%c\n", "abc"[g_test_rand_int_range (0, 3)]);
      text = squill_text_merge_lines (texts[0]->str, texts[1]->str, NULL, &changes);
      lines = g_strsplit (text, "\n", -1);
      g_assert_cmpuint (g_strv_length (lines), ==, *text == '\0' ? 0 : changes->len + 1);
      for (guint k = 0; k < changes->len; k++)
        for (guint side = 0; side < 2; side++)
          if (g_array_index (changes, SquillLineChange, k) !=
              (side == 0 ? SQUILL_LINE_ADDED : SQUILL_LINE_REMOVED))
            g_string_append_printf (merged[side], "%s\n", lines[k] + 2);
      for (guint side = 0; side < 2; side++)
        {
          g_assert_cmpstr (merged[side]->str, ==, texts[side]->str);
          g_string_free (merged[side], TRUE);
          g_string_free (texts[side], TRUE);
        }
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
  g_test_add_func ("/text/diff/merge", test_merge);
  g_test_add_func ("/text/diff/merge-any", test_merge_any);
  return g_test_run ();
}
