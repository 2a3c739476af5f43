/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillPlainRow:
 *
 * A row of a list that does nothing itself: the keys go to what is in it, forth and back.
 */
#define SQUILL_TYPE_PLAIN_ROW (squill_plain_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (SquillPlainRow, squill_plain_row, SQUILL, PLAIN_ROW, AdwPreferencesRow)

/**
 * SquillPlainRowClass:
 * @parent_class: the class of the rows of preferences
 *
 * The class of plain rows.
 */
struct _SquillPlainRowClass
{
  AdwPreferencesRowClass parent_class;
};

GtkWidget *squill_plain_row_new (void);

G_END_DECLS
