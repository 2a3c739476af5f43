/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/**
 * SquillCardDrag:
 *
 * What is selected, on its way: it falls into line with what stands beside it, and into another
 * entity where it is dropped on one. Until it is dropped the model knows nothing of it.
 */
typedef struct _SquillCardDrag SquillCardDrag;

SquillCardDrag *squill_card_drag_new (SquillPlane *plane, SquillPoint start);
void squill_card_drag_free (SquillCardDrag *self);
void squill_card_drag_move (SquillCardDrag *self, const SquillPointer *pointer);
void squill_card_drag_finish (SquillCardDrag *self);
void squill_card_drag_cancel (SquillCardDrag *self);
void squill_card_drag_snapshot (SquillCardDrag *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillCardDrag, squill_card_drag_free)

G_END_DECLS
