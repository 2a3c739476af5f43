/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillSelection:
 *
 * What is selected: one thing, shared by outline, canvas, inspector and panel; each follows it and
 * each can set it. It holds ids of items in the order they were selected; the session drops those
 * of items that are deleted.
 *
 * Signal "changed" (): what is selected is now something else.
 */
#define SQUILL_TYPE_SELECTION (squill_selection_get_type ())
G_DECLARE_FINAL_TYPE (SquillSelection, squill_selection, SQUILL, SELECTION, GObject)

SquillSelection *squill_selection_new (SquillModel *model);
void squill_selection_drop_missing (SquillSelection *self);
guint squill_selection_get_size (SquillSelection *self);
const char *squill_selection_get_nth (SquillSelection *self, guint n);
const char *squill_selection_get_single (SquillSelection *self);
char **squill_selection_get_ids (SquillSelection *self);
gboolean squill_selection_contains (SquillSelection *self, const char *id);
void squill_selection_clear (SquillSelection *self);
void squill_selection_set_single (SquillSelection *self, const char *id);
void squill_selection_set_many (SquillSelection *self, const char *const *ids);
void squill_selection_toggle (SquillSelection *self, const char *id);

G_END_DECLS
