/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-dependence-private.h"
#include "design/squill-design.h"
#include "design/squill-tree-private.h"

G_BEGIN_DECLS

gboolean _squill_relationship_is_embedding (const SquillRelationship *relationship);
GHashTable *_squill_model_find_roots (SquillModel *model);
char *_squill_collection_make_name (const SquillCollection *collection, SquillDesign *design);
SquillDependence *_squill_design_get_dependence (SquillDesign *self);
SquillTree *_squill_design_get_tree (SquillDesign *self, const char *id);
gboolean _squill_design_find_position (SquillDesign *self, const char *id, guint *position);

G_END_DECLS
