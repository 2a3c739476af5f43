/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-text"

#include "config.h"

#include "text/squill-text-diff.h"

#include <string.h>

/* Cells of the table of two texts that are compared line by line. */
#define MAX_CELLS 4000000

static gboolean
is_line_start (const char *text, gsize at)
{
  return at == 0 || text[at - 1] == '\n';
}

/**
 * squill_text_diff:
 * @old_text: a text
 * @new_text: what it becomes
 * @diff: (out): the first to the last line that differ
 *
 * Compares two texts from both ends, in time linear to their length.
 *
 * Returns: %TRUE if the texts differ
 */
gboolean
squill_text_diff (const char *old_text, const char *new_text, SquillTextDiff *diff)
{
  gsize old_length, new_length, shorter, start = 0, same = 0;

  g_return_val_if_fail (old_text != NULL, FALSE);
  g_return_val_if_fail (new_text != NULL, FALSE);
  g_return_val_if_fail (diff != NULL, FALSE);

  old_length = strlen (old_text);
  new_length = strlen (new_text);
  shorter = MIN (old_length, new_length);
  while (start < shorter && old_text[start] == new_text[start])
    start++;
  if (start == old_length && start == new_length)
    return FALSE;
  while (!is_line_start (new_text, start))
    start--;

  while (same < shorter - start &&
         old_text[old_length - same - 1] == new_text[new_length - same - 1])
    same++;
  while (same > 0 && !(is_line_start (old_text, old_length - same) &&
                       is_line_start (new_text, new_length - same)))
    same--;

  diff->start = start;
  diff->old_end = old_length - same;
  diff->new_end = new_length - same;
  diff->start_offset = (int)g_utf8_strlen (old_text, (gssize)start);
  diff->old_end_offset =
      diff->start_offset + (int)g_utf8_strlen (old_text + start, (gssize)(diff->old_end - start));
  return TRUE;
}

/* Lines of two texts, and what is written of them. */
typedef struct
{
  char **old_lines;
  char **new_lines;
  const char *ignored_end; /* what a line may end with, or not */
  GString *text;
  GArray *changes;
} Merge;

/* The length of a line without the end that does not count. */
static gsize
measure (const Merge *merge, const char *line)
{
  return merge->ignored_end != NULL && g_str_has_suffix (line, merge->ignored_end)
             ? strlen (line) - strlen (merge->ignored_end)
             : strlen (line);
}

static gboolean
is_same (const Merge *merge, const char *a, const char *b)
{
  const gsize length = measure (merge, a);

  return length == measure (merge, b) && memcmp (a, b, length) == 0;
}

static void
add_line (Merge *merge, SquillLineChange change, const char *line)
{
  static const char *const marks[] = { "  ", "- ", "+ " };

  g_string_append (merge->text, marks[change]);
  g_string_append (merge->text, line);
  g_string_append_c (merge->text, '\n');
  g_array_append_val (merge->changes, change);
}

static void
add_lines (Merge *merge, SquillLineChange change, char **lines, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    add_line (merge, change, lines[i]);
}

/* What differs: by the longest sequence of lines that both have, or, where that would take too
 * long, the old lines and then the new ones. */
static void
merge_middle (Merge *merge, guint from, guint old_end, guint new_end)
{
  const gsize n = old_end - from, m = new_end - from;
  g_autofree guint32 *longest = NULL;
  guint i = 0, j = 0;

  if (n * m <= MAX_CELLS)
    {
      char **a = merge->old_lines + from, **b = merge->new_lines + from;

      longest = g_new0 (guint32, (n + 1) * (m + 1));
      for (gsize y = n; y-- > 0;)
        for (gsize x = m; x-- > 0;)
          longest[y * (m + 1) + x] =
              is_same (merge, a[y], b[x])
                  ? longest[(y + 1) * (m + 1) + x + 1] + 1
                  : MAX (longest[(y + 1) * (m + 1) + x], longest[y * (m + 1) + x + 1]);
      while (i < n && j < m)
        if (is_same (merge, a[i], b[j]))
          {
            add_line (merge, SQUILL_LINE_KEPT, b[j++]);
            i++;
          }
        else if (longest[(i + 1) * (m + 1) + j] >= longest[i * (m + 1) + j + 1])
          add_line (merge, SQUILL_LINE_REMOVED, a[i++]);
        else
          add_line (merge, SQUILL_LINE_ADDED, b[j++]);
    }
  add_lines (merge, SQUILL_LINE_REMOVED, merge->old_lines, from + i, old_end);
  add_lines (merge, SQUILL_LINE_ADDED, merge->new_lines, from + j, new_end);
}

/* Without the empty one after the last newline. */
static guint
count_lines (char **lines)
{
  guint n = g_strv_length (lines);

  return n > 0 && *lines[n - 1] == '\0' ? n - 1 : n;
}

/**
 * squill_text_merge_lines:
 * @old_text: a text
 * @new_text: what it becomes
 * @ignored_end: (nullable): lines that differ only in whether they end with this are the same
 * @changes: (out) (transfer full) (element-type SquillLineChange): what becomes of each line of
 *   what is returned
 *
 * Writes all lines of both texts, those that both have once and as the new one has them, each after
 * "+ ", "- " or two spaces.
 *
 * Returns: (transfer full): the text
 */
char *
squill_text_merge_lines (const char *old_text,
                         const char *new_text,
                         const char *ignored_end,
                         GArray **changes)
{
  g_auto (GStrv) old_lines = NULL;
  g_auto (GStrv) new_lines = NULL;
  guint n_old, n_new, start = 0, same = 0;
  Merge merge;

  g_return_val_if_fail (old_text != NULL, NULL);
  g_return_val_if_fail (new_text != NULL, NULL);
  g_return_val_if_fail (changes != NULL, NULL);

  old_lines = g_strsplit (old_text, "\n", -1);
  new_lines = g_strsplit (new_text, "\n", -1);
  n_old = count_lines (old_lines);
  n_new = count_lines (new_lines);
  merge = (Merge){ old_lines, new_lines, ignored_end, g_string_new (NULL),
                   g_array_new (FALSE, FALSE, sizeof (SquillLineChange)) };
  while (start < MIN (n_old, n_new) && is_same (&merge, old_lines[start], new_lines[start]))
    start++;
  while (same < MIN (n_old, n_new) - start &&
         is_same (&merge, old_lines[n_old - same - 1], new_lines[n_new - same - 1]))
    same++;
  add_lines (&merge, SQUILL_LINE_KEPT, new_lines, 0, start);
  merge_middle (&merge, start, n_old - same, n_new - same);
  add_lines (&merge, SQUILL_LINE_KEPT, new_lines, n_new - same, n_new);
  *changes = merge.changes;
  return g_string_free (merge.text, FALSE);
}
