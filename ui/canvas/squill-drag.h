/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "canvas/squill-canvas.h"

G_BEGIN_DECLS

/* What can be dragged on the canvas. */

/**
 * SquillCardDrag:
 *
 * A drag of the selection. It snaps to neighbors, and an entity that is dropped on another one is
 * embedded in it. The model changes only at the drop.
 */
typedef struct _SquillCardDrag SquillCardDrag;

SquillCardDrag *squill_card_drag_new (SquillCanvas *canvas, SquillPoint start);
void squill_card_drag_free (SquillCardDrag *self);
void squill_card_drag_move (SquillCardDrag *self, const SquillPointer *pointer);
void squill_card_drag_finish (SquillCardDrag *self);
void squill_card_drag_cancel (SquillCardDrag *self);
void squill_card_drag_snapshot (SquillCardDrag *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCardDrag, squill_card_drag_free)

/**
 * SquillFieldDrag:
 *
 * A drag of a row of a card: a field to another place in its entity or to another entity, or an
 * embedded document out of its card.
 */
typedef struct _SquillFieldDrag SquillFieldDrag;

SquillFieldDrag *squill_field_drag_new (SquillCanvas *canvas, const char *item, const char *card);
void squill_field_drag_free (SquillFieldDrag *self);
void squill_field_drag_move (SquillFieldDrag *self, const SquillPointer *pointer);
void squill_field_drag_finish (SquillFieldDrag *self, const SquillPointer *pointer);
void squill_field_drag_snapshot (SquillFieldDrag *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFieldDrag, squill_field_drag_free)

/**
 * SquillRubberLine:
 *
 * A relationship that is being drawn: from a card to the pointer.
 */
typedef struct _SquillRubberLine SquillRubberLine;

SquillRubberLine *squill_rubber_line_new (SquillCanvas *canvas,
                                          const char *card,
                                          const char *field);
void squill_rubber_line_free (SquillRubberLine *self);
const char *squill_rubber_line_get_card (SquillRubberLine *self);
const char *squill_rubber_line_get_field (SquillRubberLine *self);
void squill_rubber_line_move (SquillRubberLine *self, SquillPoint at);
gboolean squill_rubber_line_finish (SquillRubberLine *self, SquillPoint at);
void squill_rubber_line_snapshot (SquillRubberLine *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillRubberLine, squill_rubber_line_free)

/**
 * SquillLineDrag:
 *
 * A drag of a line, which then passes where it was dropped, or of a label on it.
 */
typedef struct _SquillLineDrag SquillLineDrag;

SquillLineDrag *squill_line_drag_new (SquillCanvas *canvas,
                                      const char *edge,
                                      SquillLinePart part,
                                      SquillPoint start);
void squill_line_drag_free (SquillLineDrag *self);
void squill_line_drag_move (SquillLineDrag *self, const SquillPointer *pointer);
void squill_line_drag_finish (SquillLineDrag *self);
void squill_line_drag_cancel (SquillLineDrag *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillLineDrag, squill_line_drag_free)

G_END_DECLS
