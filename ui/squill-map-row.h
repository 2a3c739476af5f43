/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-review-map.h"

G_BEGIN_DECLS

/**
 * SquillMapRow:
 *
 * An object whose keys may be data: what speaks for it, and the choice between map and record.
 */
#define SQUILL_TYPE_MAP_ROW (squill_map_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillMapRow, squill_map_row, SQUILL, MAP_ROW, GtkWidget)

GtkWidget *squill_map_row_new (void);
void squill_map_row_show (SquillMapRow *self, SquillReviewMap *map);

G_END_DECLS
