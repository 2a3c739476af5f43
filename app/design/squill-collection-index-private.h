/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"
#include "design/squill-tree-private.h"

G_BEGIN_DECLS

void _squill_collection_index_free (SquillCollectionIndex *self);
void _squill_collection_add_indexes (SquillCollection *self, SquillModel *model, SquillTree *tree);

G_END_DECLS
