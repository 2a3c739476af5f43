/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-rule.h"

G_BEGIN_DECLS

/* Fixes that store something elsewhere. All of them keep indexes and operations in step, and make
 * a collection of what no longer is embedded. */

gboolean squill_placement_stores (SquillPlacement placement, gboolean at_parent);

SquillFix *squill_fix_new_placement (SquillRun *run,
                                     const SquillRelationship *r,
                                     SquillPlacement placement,
                                     double bound);
SquillFix *squill_fix_new_reference (SquillRun *run, const SquillRelationship *r);
SquillFix *squill_fix_new_embedding (SquillRun *run, const SquillRelationship *r);
SquillFix *squill_fix_new_smaller_array (SquillRun *run, const SquillRelationship *r);
SquillFix *squill_fix_new_reference_index (SquillRun *run, const SquillRelationship *r);
void squill_fix_place (SquillFix *self,
                       SquillRun *run,
                       const SquillRelationship *r,
                       SquillPlacement placement,
                       double bound);

/* squill-fix-split.c */
SquillFix *squill_fix_new_collection (SquillRun *run, const SquillField *array);
SquillFix *squill_fix_new_details (SquillRun *run,
                                   const SquillEntity *entity,
                                   const GPtrArray *fields);

G_END_DECLS
