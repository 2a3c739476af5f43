/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-rows.h"

/* A list in another order is replaced at once; these few rows are moved one by one, so that what is
 * expanded, focused, or in view among the others stays. */
#define MAX_MOVES 16

static guint
get_n_rows (GListStore *rows)
{
  return g_list_model_get_n_items (G_LIST_MODEL (rows));
}

/**
 * squill_rows_peek:
 * @rows: a list that keeps its items, as a #GListStore does
 * @position: a position
 *
 * Returns: (transfer none) (nullable): the row there; the list owns it
 */
gpointer
squill_rows_peek (GListModel *rows, guint position)
{
  g_autoptr (GObject) row = NULL;

  g_return_val_if_fail (G_IS_LIST_MODEL (rows), NULL);

  row = g_list_model_get_item (rows, position);
  return row;
}

/**
 * squill_rows_find:
 * @rows: a list that keeps its items
 * @get_key: gives the key of a row
 * @key: (nullable): the key of the row to find
 * @position: (out) (optional): where it is
 *
 * Returns: %TRUE if there is such a row
 */
gboolean
squill_rows_find (GListModel *rows, SquillRowKeyFunc get_key, const char *key, guint *position)
{
  guint n;

  g_return_val_if_fail (G_IS_LIST_MODEL (rows), FALSE);

  n = g_list_model_get_n_items (rows);
  for (guint i = 0; key != NULL && i < n; i++)
    if (g_strcmp0 (get_key (squill_rows_peek (rows, i)), key) == 0)
      {
        if (position != NULL)
          *position = i;
        return TRUE;
      }
  return FALSE;
}

/* How many rows at the beginning are right already. */
static guint
count_right (GListStore *rows, const GPtrArray *wanted)
{
  const guint most = MIN (get_n_rows (rows), wanted->len);
  guint n = 0;

  while (n < most && squill_rows_peek (G_LIST_MODEL (rows), n) == wanted->pdata[n])
    n++;
  return n;
}

/* How many rows at the end are right already, of those that do not count at the beginning. */
static guint
count_right_at_end (GListStore *rows, const GPtrArray *wanted, guint from)
{
  const guint n_rows = get_n_rows (rows), most = MIN (n_rows, wanted->len) - from;
  guint n = 0;

  while (n < most && squill_rows_peek (G_LIST_MODEL (rows), n_rows - n - 1) ==
                         wanted->pdata[wanted->len - n - 1])
    n++;
  return n;
}

/* Puts rows that are shown already in the place of their equals, but for those at the beginning and
 * at the end that are right. Gives those rows. */
static GHashTable *
reuse_rows (GListStore *rows,
            GPtrArray *wanted,
            guint from,
            guint n_at_end,
            SquillRowKeyFunc get_key,
            SquillRowTakeFunc take,
            gpointer user_data)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  GHashTable *kept = g_hash_table_new (NULL, NULL);
  const guint end = get_n_rows (rows) - n_at_end, wanted_end = wanted->len - n_at_end;

  for (guint i = from; i < end; i++)
    g_hash_table_add (shown, squill_rows_peek (G_LIST_MODEL (rows), i));
  for (guint i = from; i < wanted_end; i++)
    if (g_hash_table_contains (shown, wanted->pdata[i]))
      g_hash_table_add (kept, wanted->pdata[i]);
  for (guint i = from; i < end; i++)
    {
      gpointer row = squill_rows_peek (G_LIST_MODEL (rows), i);

      if (!g_hash_table_contains (kept, row))
        g_hash_table_insert (known, (gpointer)get_key (row), row);
    }
  for (guint i = from; i < wanted_end; i++)
    {
      gpointer row;

      /* Two rows with one key are not the same row twice. */
      if (!g_hash_table_contains (kept, wanted->pdata[i]) &&
          g_hash_table_steal_extended (known, get_key (wanted->pdata[i]), NULL, &row) &&
          take (row, wanted->pdata[i], user_data))
        {
          g_object_unref (wanted->pdata[i]);
          wanted->pdata[i] = g_object_ref (row);
          g_hash_table_add (kept, row);
        }
    }
  return kept;
}

/* Replaces all rows from @from on, but for those at the end that are right. */
static void
replace_rows (GListStore *rows, GPtrArray *wanted, guint from)
{
  const guint tail = count_right_at_end (rows, wanted, from);

  g_list_store_splice (rows, from, get_n_rows (rows) - from - tail, wanted->pdata + from,
                       wanted->len - from - tail);
}

/**
 * squill_rows_update:
 * @rows: a list of rows
 * @wanted: (element-type GObject): the rows as they should be, with g_object_unref() as its free
 *   function; holds the rows of the list afterwards
 * @get_key: gives the key of a row
 * @take: makes a row look like another one
 * @user_data: for @take
 *
 * Brings a list up to date and touches only what is different: rows with a known key stay the same
 * objects, and rows that did not change are not part of any change of the list.
 */
void
squill_rows_update (GListStore *rows,
                    GPtrArray *wanted,
                    SquillRowKeyFunc get_key,
                    SquillRowTakeFunc take,
                    gpointer user_data)
{
  g_autoptr (GHashTable) kept = NULL;
  guint n_moves = 0, n_right, n_at_end;

  g_return_if_fail (G_IS_LIST_STORE (rows));
  g_return_if_fail (wanted != NULL && get_key != NULL && take != NULL);

  n_right = count_right (rows, wanted);
  if (n_right == wanted->len && n_right == get_n_rows (rows))
    return;
  n_at_end = count_right_at_end (rows, wanted, n_right);
  kept = reuse_rows (rows, wanted, n_right, n_at_end, get_key, take, user_data);
  for (guint i = n_right; i + n_at_end < MAX (wanted->len, get_n_rows (rows));)
    {
      guint removed = 0, added = 0, at;

      /* In one change, so that a view that starts with these rows still does. */
      while (i + removed + n_at_end < get_n_rows (rows) &&
             !g_hash_table_contains (kept, squill_rows_peek (G_LIST_MODEL (rows), i + removed)))
        removed++;
      while (i + added + n_at_end < wanted->len &&
             !g_hash_table_contains (kept, wanted->pdata[i + added]))
        added++;
      if (removed > 0 || added > 0)
        {
          g_list_store_splice (rows, i, removed, wanted->pdata + i, added);
          i += added;
          continue;
        }
      if (squill_rows_peek (G_LIST_MODEL (rows), i) != wanted->pdata[i])
        {
          if (n_moves++ >= MAX_MOVES)
            {
              replace_rows (rows, wanted, i);
              return;
            }
          if (g_list_store_find (rows, wanted->pdata[i], &at))
            g_list_store_remove (rows, at);
          g_list_store_insert (rows, i, wanted->pdata[i]);
        }
      i++;
    }
}
