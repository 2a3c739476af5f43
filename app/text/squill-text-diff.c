/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-text"

#include "config.h"

#include "text/squill-text-diff.h"

#include <string.h>

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
