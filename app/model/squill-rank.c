/* SPDX-License-Identifier: Apache-2.0 */

/* Order kept as a rank: a text that sorts by its bytes and between any two of which another fits,
 * so that inserting changes one line of the file. A rank is read as the digits of a fraction. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-item.h"

#include <string.h>

static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
#define BASE 62

static int
digit_value (char c)
{
  const char *found = c == '\0' ? NULL : strchr (digits, c);

  return found == NULL ? -1 : (int)(found - digits);
}

/**
 * squill_rank_is_valid:
 * @rank: (nullable): a text
 *
 * Returns: %TRUE if @rank has only the digits of a rank and does not end in the lowest, below
 *   which nothing would fit
 */
gboolean
squill_rank_is_valid (const char *rank)
{
  gsize length = rank == NULL ? 0 : strlen (rank);

  if (length == 0 || rank[length - 1] == '0')
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (digit_value (rank[i]) < 0)
      return FALSE;
  return TRUE;
}

/**
 * squill_rank_between:
 * @before: (nullable): the rank that the new one follows, %NULL for the start
 * @after: (nullable): the rank that the new one precedes, %NULL for the end
 *
 * Makes a rank between two others. Ranks that are equal, turned round or not ours leave no room
 * between them: then the result follows @before.
 *
 * Returns: (transfer full): the rank
 */
char *
squill_rank_between (const char *before, const char *after)
{
  GString *rank = g_string_new (NULL);
  const char *low = before == NULL ? "" : before;
  gsize low_length = strlen (low);
  gboolean bounded = squill_rank_is_valid (after) && strcmp (low, after) < 0;

  for (gsize i = 0;; i++)
    {
      int l = i < low_length ? MAX (digit_value (low[i]), 0) : 0;
      int h = !bounded ? BASE : MAX (digit_value (after[i]), 0);

      if (h - l > 1)
        {
          /* At the open end one step is enough: things are mostly appended, and halving would
           * lengthen the ranks at every sixth. */
          int step = bounded ? (h - l) / 2 : (before == NULL ? BASE / 2 : 1);

          g_string_append_c (rank, digits[l + step]);
          return g_string_free (rank, FALSE);
        }
      g_string_append_c (rank, digits[l]);
      if (h - l == 1)
        bounded = FALSE;
    }
}
