/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost.h"

G_BEGIN_DECLS

/* The ways to store the relationship "r" between the parent "p" and the child "c". */

void draw_pair (SquillModel *model, const char *children, const char *parents);
SquillModel *draw_person (void);
GPtrArray *compare_placements (SquillModel *model);
const SquillPlacementOption *find_option (const GPtrArray *options,
                                          SquillPlacement placement,
                                          gboolean copied);
void assert_advised (const GPtrArray *options, SquillPlacement placement, gboolean copied);
void assert_cost (const GPtrArray *options,
                  SquillPlacement placement,
                  gboolean copied,
                  double cost,
                  double within);
const SquillOperationCost *get_operation_cost (const SquillPlacementOption *option,
                                               const char *operation);

G_END_DECLS
