/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillPlacementVerdict:
 * @SQUILL_VERDICT_NONE: it would do
 * @SQUILL_VERDICT_GOOD: it is the best
 * @SQUILL_VERDICT_DOUBTFUL: something speaks against it
 * @SQUILL_VERDICT_BAD: it would not do
 */
typedef enum
{
  SQUILL_VERDICT_NONE,
  SQUILL_VERDICT_GOOD,
  SQUILL_VERDICT_DOUBTFUL,
  SQUILL_VERDICT_BAD,
} SquillPlacementVerdict;

/**
 * SquillPlacementLine:
 * @text: (nullable): the one line that decides
 * @verdict: whether it would do
 * @advised: it is the one to take
 *
 * What speaks for or against a way to store a relationship.
 */
typedef struct
{
  char *text;
  SquillPlacementVerdict verdict;
  gboolean advised;
} SquillPlacementLine;

/**
 * SquillPlacementComparison:
 *
 * Works out the lines of all placements of a relationship, one after the other.
 */
typedef struct _SquillPlacementComparison SquillPlacementComparison;

SquillPlacementComparison *squill_placement_comparison_new (SquillSession *session,
                                                            const char *relationship);
void squill_placement_comparison_free (SquillPlacementComparison *self);
gboolean squill_placement_comparison_step (SquillPlacementComparison *self,
                                           SquillPlacement *placement,
                                           SquillPlacementLine *line);
void squill_placement_line_clear (SquillPlacementLine *line);

gboolean squill_placement_fits (const SquillRelationship *relationship, SquillPlacement placement);
void squill_placement_choose (SquillModel *model,
                              const char *relationship,
                              SquillPlacement placement);

G_END_DECLS
