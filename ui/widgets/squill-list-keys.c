/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-list-keys.h"

/**
 * squill_list_keys_move:
 * @list: a list with a #GtkSingleSelection
 * @key: a key that was pressed while something else has the focus, such as the entry that the list
 * is searched with
 *
 * Moves the selection by Up and Down, and keeps it in sight.
 *
 * Returns: whether it was one of these keys and the selection moved
 */
gboolean
squill_list_keys_move (GtkListView *list, guint key)
{
  GtkSingleSelection *selection;
  guint n, at;

  g_return_val_if_fail (GTK_IS_LIST_VIEW (list), FALSE);
  selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (list));
  n = g_list_model_get_n_items (G_LIST_MODEL (selection));
  at = gtk_single_selection_get_selected (selection);

  if ((key == GDK_KEY_Down || key == GDK_KEY_KP_Down) && at + 1 < n)
    at++;
  else if ((key == GDK_KEY_Up || key == GDK_KEY_KP_Up) && at > 0 && at < n)
    at--;
  else
    return FALSE;
  gtk_single_selection_set_selected (selection, at);
  gtk_widget_activate_action (GTK_WIDGET (list), "list.scroll-to-item", "u", at);
  return TRUE;
}
