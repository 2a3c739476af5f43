/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost.h"

G_BEGIN_DECLS

char *squill_placement_describe (SquillModel *model,
                                 const SquillRelationship *relationship,
                                 SquillPlacement placement);
char *squill_placement_option_describe (SquillModel *model,
                                        const SquillRelationship *relationship,
                                        const SquillPlacementOption *option);
char *squill_placement_option_describe_cost (const SquillPlacementOption *option);
char *squill_operation_describe_price (const char *name,
                                       double work,
                                       const SquillCounts *counts,
                                       double work_before,
                                       const SquillCounts *counts_before);
char *squill_placements_explain (SquillModel *model,
                                 const SquillRelationship *relationship,
                                 const GPtrArray *options);

G_END_DECLS
