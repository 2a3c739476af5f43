/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

/* How many entries a menu has, those of its sections included. */
static inline guint
count_menu_items (GMenuModel *menu)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);

      n += section != NULL ? count_menu_items (section) : 1;
    }
  return n;
}
