/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "inspect/refresh/squill-refresh.h"

G_BEGIN_DECLS

/**
 * SquillDifferenceRow:
 *
 * Something that a model and a database do not agree in, or that was changed to make them agree.
 * It does not change.
 */
#define SQUILL_TYPE_DIFFERENCE_ROW (squill_difference_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillDifferenceRow, squill_difference_row, SQUILL, DIFFERENCE_ROW, GObject)

SquillDifferenceRow *squill_difference_row_new (const SquillDifference *difference);
const char *squill_difference_row_get_id (SquillDifferenceRow *self);
const char *squill_difference_row_get_message (SquillDifferenceRow *self);
const char *squill_difference_row_get_caption (SquillDifferenceRow *self);
const char *squill_difference_row_get_icon_name (SquillDifferenceRow *self);
const char *squill_difference_row_get_kind_name (SquillDifferenceRow *self);

G_END_DECLS
