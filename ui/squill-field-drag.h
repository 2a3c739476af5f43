/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/**
 * SquillFieldDrag:
 *
 * A row of a card on its way: a field to another place in its entity or to another entity, an
 * embedded document out of its card.
 */
typedef struct _SquillFieldDrag SquillFieldDrag;

SquillFieldDrag *squill_field_drag_new (SquillPlane *plane, const char *item, const char *card);
void squill_field_drag_free (SquillFieldDrag *self);
void squill_field_drag_move (SquillFieldDrag *self, const SquillPointer *pointer);
void squill_field_drag_finish (SquillFieldDrag *self, const SquillPointer *pointer);
void squill_field_drag_snapshot (SquillFieldDrag *self, GtkSnapshot *snapshot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFieldDrag, squill_field_drag_free)

G_END_DECLS
