/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillMergeWindow:
 *
 * A list of what has several values: the conflicts of a merge, or the differences of the model from
 * another. Each value beside the others can be chosen; each choice is a step that can be undone,
 * and the list follows the model.
 */
#define SQUILL_TYPE_MERGE_WINDOW (squill_merge_window_get_type ())
G_DECLARE_FINAL_TYPE (SquillMergeWindow, squill_merge_window, SQUILL, MERGE_WINDOW, AdwWindow)

SquillMergeWindow *squill_merge_window_new (GtkWindow *parent,
                                            SquillSession *session,
                                            SquillModel *other,
                                            const char *other_name);
gboolean squill_merge_window_is_of_conflicts (SquillMergeWindow *self);
GListModel *squill_merge_window_get_rows (SquillMergeWindow *self);
void squill_merge_window_choose (SquillMergeWindow *self, const char *key, guint side);
void squill_merge_window_choose_all (SquillMergeWindow *self, guint side);

G_END_DECLS
