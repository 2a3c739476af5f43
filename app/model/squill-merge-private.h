/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item-table.h"
#include "model/squill-model-merge.h"

G_BEGIN_DECLS

/* What the files of the merge share. */

json_t *_squill_merge_value (const SquillProperty *property,
                             const json_t *base,
                             const json_t *ours,
                             const json_t *theirs,
                             SquillMergeSide preferred,
                             gboolean *conflict);
SquillModel *_squill_item_tables_merge (const SquillItemTable *base,
                                        SquillItemTable *ours,
                                        SquillItemTable *theirs,
                                        guint *n_positions,
                                        GError **error);

G_END_DECLS
