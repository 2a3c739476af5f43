/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/* What follows from the placement of a relationship alone. */

const char *squill_placement_get_name (SquillPlacement placement);

gboolean squill_placement_is_embedding (SquillPlacement placement);
gboolean squill_placement_is_reference (SquillPlacement placement);
gboolean squill_placement_embeds_any (SquillPlacement placement);
gboolean squill_placement_holds_children (SquillPlacement placement);
gboolean squill_placement_lists_children (SquillPlacement placement);
gboolean squill_placement_has_collection (SquillPlacement placement);
gboolean squill_placement_has_bound (SquillPlacement placement);
gboolean squill_placement_has_reference (SquillPlacement placement, gboolean at_parent);
gboolean squill_placement_stores (SquillPlacement placement, gboolean at_parent);

gboolean squill_relationship_is_single (const SquillRelationship *relationship);
gboolean squill_relationship_is_shared (const SquillRelationship *relationship);
SquillPlacement squill_relationship_get_embedding (const SquillRelationship *relationship);

G_END_DECLS
