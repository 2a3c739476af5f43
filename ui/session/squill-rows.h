/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * SquillRowKeyFunc:
 * @row: a row
 *
 * Returns: (transfer none): what tells the row from the others of its list, however it looks
 */
typedef const char *(*SquillRowKeyFunc) (gpointer row);

/**
 * SquillRowTakeFunc:
 * @row: a row of the list
 * @wanted: a row with the same key that looks as @row should; it may be used up
 * @user_data: as given
 *
 * Makes a row look like another one, and tells those that show it if that made a difference.
 *
 * Returns: %FALSE if it cannot: @wanted itself is put in its place then
 */
typedef gboolean (*SquillRowTakeFunc) (gpointer row, gpointer wanted, gpointer user_data);

gpointer squill_rows_peek (GListModel *rows, guint position);
gboolean squill_rows_find (GListModel *rows,
                           SquillRowKeyFunc get_key,
                           const char *key,
                           guint *position);
void squill_rows_update (GListStore *rows,
                         GPtrArray *wanted,
                         SquillRowKeyFunc get_key,
                         SquillRowTakeFunc take,
                         gpointer user_data);

G_END_DECLS
