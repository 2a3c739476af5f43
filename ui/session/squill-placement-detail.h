/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost.h"
#include "design/squill-flip.h"

G_BEGIN_DECLS

/**
 * SquillPlacementDetailKind:
 * @SQUILL_PLACEMENT_DETAIL_REASON: rules the option out
 * @SQUILL_PLACEMENT_DETAIL_DRAWBACK: speaks against it
 * @SQUILL_PLACEMENT_DETAIL_FACT: follows from it
 * @SQUILL_PLACEMENT_DETAIL_UNKNOWN: its cost depends on it and nobody said
 * @SQUILL_PLACEMENT_DETAIL_OPERATION: what an operation does and costs
 * @SQUILL_PLACEMENT_DETAIL_FLIP: when the advice changes
 *
 * What a #SquillPlacementDetail is about.
 */
typedef enum
{
  SQUILL_PLACEMENT_DETAIL_REASON,
  SQUILL_PLACEMENT_DETAIL_DRAWBACK,
  SQUILL_PLACEMENT_DETAIL_FACT,
  SQUILL_PLACEMENT_DETAIL_UNKNOWN,
  SQUILL_PLACEMENT_DETAIL_OPERATION,
  SQUILL_PLACEMENT_DETAIL_FLIP,
} SquillPlacementDetailKind;

/**
 * SquillPlacementDetail:
 * @kind: what it is about
 * @text: a line; of an operation its name, rate and cost
 * @counts: (nullable): of an operation: what one run does
 * @formula: (nullable): of an operation: how its cost follows from that
 *
 * A line about one way to store a relationship. Texts are translated.
 */
typedef struct
{
  SquillPlacementDetailKind kind;
  char *text;
  char *counts;
  char *formula;
} SquillPlacementDetail;

GPtrArray *squill_placement_details_list (SquillModel *model,
                                          const SquillRelationship *relationship,
                                          const GPtrArray *options,
                                          const SquillPlacementOption *option);
GPtrArray *squill_placement_details_list_flips (SquillModel *model,
                                                const SquillRelationship *relationship,
                                                const GPtrArray *options,
                                                const GPtrArray *flips,
                                                const SquillPlacementOption *option);

G_END_DECLS
