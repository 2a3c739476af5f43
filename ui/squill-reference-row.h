/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-review-reference.h"

G_BEGIN_DECLS

/**
 * SquillReferenceRow:
 *
 * A reference that was found: where it leads, what was measured, and two buttons to decide.
 */
#define SQUILL_TYPE_REFERENCE_ROW (squill_reference_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillReferenceRow, squill_reference_row, SQUILL, REFERENCE_ROW, GtkWidget)

GtkWidget *squill_reference_row_new (void);
void squill_reference_row_show (SquillReferenceRow *self, SquillReviewReference *reference);

G_END_DECLS
