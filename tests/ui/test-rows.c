/* SPDX-License-Identifier: Apache-2.0 */

/* Bringing a list of rows up to date. */

#include "config.h"

#include "session/squill-outline-row.h"
#include "session/squill-rows.h"

typedef struct
{
  guint signals;
  guint removed;
  guint added;
} Changes;

static void
on_items_changed (GListModel *rows, guint position, guint removed, guint added, Changes *changes)
{
  changes->signals++;
  changes->removed += removed;
  changes->added += added;
}

/* Makes the list have one row for each letter. */
static void
update (GListStore *rows, const char *letters)
{
  g_autoptr (GPtrArray) wanted = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; letters[i] != '\0'; i++)
    {
      const char key[] = { letters[i], '\0' };

      g_ptr_array_add (wanted, squill_outline_row_new (SQUILL_OUTLINE_FIELD, key, NULL, key));
    }
  squill_rows_update (rows, wanted, squill_outline_row_get_key, squill_outline_row_take, NULL);
}

static void
assert_rows (GListStore *rows, const char *letters)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    g_string_append (text, squill_outline_row_get_key (squill_rows_peek (G_LIST_MODEL (rows), i)));
  g_assert_cmpstr (text->str, ==, letters);
}

static void
test_touches_only_changes (void)
{
  static const struct
  {
    const char *before;
    const char *after;
    Changes changes;
  } cases[] = {
    { "", "", { 0, 0, 0 } },
    { "", "abc", { 1, 0, 3 } },
    { "abc", "", { 1, 3, 0 } },
    { "abc", "abc", { 0, 0, 0 } },
    { "abcdef", "abxyef", { 1, 2, 2 } },
    { "abcdef", "bcde", { 2, 2, 0 } },
    { "bcde", "abcdef", { 2, 0, 2 } },
    { "abcd", "dabc", { 2, 1, 1 } },
    { "ab", "aabb", { 2, 0, 2 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GListStore) rows = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
      Changes changes = { 0, 0, 0 };

      update (rows, cases[i].before);
      g_signal_connect (rows, "items-changed", G_CALLBACK (on_items_changed), &changes);
      update (rows, cases[i].after);
      assert_rows (rows, cases[i].after);
      g_assert_cmpuint (changes.signals, ==, cases[i].changes.signals);
      g_assert_cmpuint (changes.removed, ==, cases[i].changes.removed);
      g_assert_cmpuint (changes.added, ==, cases[i].changes.added);
    }
}

/* Rows that stay are the same objects, in any order. */
static void
test_keeps_rows (void)
{
  const char *const orders[] = { "abcdefghijklmnopqrstuvwxyz", "zyxwvutsrqponmlkjihgfedcba",
                                 "bdfhjlnprtvxzacegikmoqsuwy" };
  g_autoptr (GListStore) rows = g_list_store_new (SQUILL_TYPE_OUTLINE_ROW);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  update (rows, orders[0]);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    g_hash_table_add (known, squill_rows_peek (G_LIST_MODEL (rows), i));
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      update (rows, orders[i]);
      assert_rows (rows, orders[i]);
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (rows)); k++)
        g_assert_true (g_hash_table_contains (known, squill_rows_peek (G_LIST_MODEL (rows), k)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/rows/touches-only-changes", test_touches_only_changes);
  g_test_add_func ("/rows/keeps-rows", test_keeps_rows);

  return g_test_run ();
}
