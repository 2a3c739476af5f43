/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/**
 * SquillRubberLine:
 *
 * A relationship that is being drawn: from a card to the pointer.
 */
typedef struct _SquillRubberLine SquillRubberLine;

SquillRubberLine *squill_rubber_line_new (SquillPlane *plane, const char *card);
void squill_rubber_line_free (SquillRubberLine *self);
const char *squill_rubber_line_get_card (SquillRubberLine *self);
void squill_rubber_line_move (SquillRubberLine *self, SquillPoint at);
gboolean squill_rubber_line_finish (SquillRubberLine *self, SquillPoint at);
void squill_rubber_line_snapshot (SquillRubberLine *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillRubberLine, squill_rubber_line_free)

G_END_DECLS
