/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "outline/squill-outline-model.h"

G_BEGIN_DECLS

/**
 * SquillOutlineCell:
 *
 * What shows one row of the outline: a name, which can be edited in place, and what there is to say
 * at the right.
 *
 * Signals "edited" (char *text): the user typed another name; the handler returns %NULL if it is
 * valid, or an error message to be freed; "edit-cancelled" ().
 */
#define SQUILL_TYPE_OUTLINE_CELL (squill_outline_cell_get_type ())
G_DECLARE_FINAL_TYPE (SquillOutlineCell, squill_outline_cell, SQUILL, OUTLINE_CELL, GtkWidget)

GtkWidget *squill_outline_cell_new (void);
void squill_outline_cell_show (SquillOutlineCell *self,
                               SquillOutlineModel *model,
                               SquillOutlineRow *row);
SquillOutlineRow *squill_outline_cell_get_row (SquillOutlineCell *self);
void squill_outline_cell_refresh (SquillOutlineCell *self);
const char *squill_outline_cell_get_typed (SquillOutlineCell *self);
gboolean squill_outline_cell_keep (SquillOutlineCell *self);
void squill_outline_cell_start_edit (SquillOutlineCell *self, const char *text);

G_END_DECLS
