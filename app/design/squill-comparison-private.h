/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-cost-private.h"
#include "design/squill-cost.h"

G_BEGIN_DECLS

/* A comparison in the making. */
typedef struct
{
  SquillDesign *design;
  SquillModel *model;
  const SquillRelationship *r;
  const SquillEntity *parent;
  const SquillEntity *child;
  SquillWorkload work;
  SquillTriple children; /* with what bounds them */
  double at_horizon;
  GPtrArray *drawn;    /* SquillCopy: all that are drawn */
  GPtrArray *to_child; /* SquillCopy: drawn, or else wanted */
  GPtrArray *to_parent;
  GPtrArray *made; /* SquillCopy that are not drawn */
  GPtrArray *none;
} SquillComparison;

double _squill_comparison_get_threshold (SquillComparison *self,
                                         const char *name,
                                         double otherwise);
gboolean _squill_comparison_is_single (SquillComparison *self);
char *_squill_comparison_find_reason (SquillComparison *self, const SquillPlacementOption *option);
char *_squill_comparison_check_limit (SquillComparison *self,
                                      const SquillShape *root,
                                      const SquillShape *stored);
void _squill_comparison_find_doubts (SquillComparison *self,
                                     SquillPlacementOption *option,
                                     const SquillStorage *storage,
                                     const SquillShape *root,
                                     const SquillShape *stored);
gboolean _squill_item_may_change (const SquillItem *owner);
gboolean _squill_placement_is_embedding (SquillPlacement placement);

G_END_DECLS
