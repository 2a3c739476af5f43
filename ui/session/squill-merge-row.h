/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model-difference.h"
#include "model/squill-model-merge.h"

G_BEGIN_DECLS

/**
 * SquillMergeRow:
 *
 * Something of a model of which there are several values: a conflict of a merge, or a difference
 * from another model. It does not change.
 */
#define SQUILL_TYPE_MERGE_ROW (squill_merge_row_get_type ())
G_DECLARE_FINAL_TYPE (SquillMergeRow, squill_merge_row, SQUILL, MERGE_ROW, GObject)

SquillMergeRow *squill_merge_row_new_conflict (SquillModel *model, const SquillConflict *conflict);
SquillMergeRow *squill_merge_row_new_difference (SquillModel *model,
                                                 const SquillModelDifference *difference);
const char *squill_merge_row_get_key (gpointer row);
gboolean squill_merge_row_take (gpointer row, gpointer wanted, gpointer user_data);
const char *squill_merge_row_get_id (SquillMergeRow *self);
const char *squill_merge_row_get_title (SquillMergeRow *self);
const char *squill_merge_row_get_text (SquillMergeRow *self, SquillMergeSide side);

G_END_DECLS
