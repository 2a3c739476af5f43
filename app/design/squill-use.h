/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillUse:
 * @operation: the operation
 * @root: (nullable): the entity it starts from
 * @rate: per second; 0 where nobody said
 * @reads: it is a find or an aggregation
 * @relationships: (element-type SquillRelationship): those it follows or goes through by a path
 * @from_parent: for each of those whether it comes from the parent, see
 * squill_use_comes_from_parent()
 * @entities: (element-type SquillEntity): the root and the ends of those
 *
 * An operation and what it touches.
 */
typedef struct
{
  const SquillOperation *operation;
  const SquillEntity *root;
  double rate;
  gboolean reads;
  GPtrArray *relationships;
  gboolean *from_parent;
  GPtrArray *entities;
} SquillUse;

SquillUse *squill_use_new (SquillModel *model, const SquillOperation *operation);
void squill_use_free (SquillUse *self);
gboolean squill_use_follows (const SquillUse *use, const char *relationship);
gboolean squill_use_goes_through (const SquillUse *use, const char *relationship);
gboolean squill_use_comes_from_parent (const SquillUse *use,
                                       const SquillRelationship *relationship);
gboolean squill_operation_names_children (const SquillOperation *operation,
                                          const SquillRelationship *r);
gboolean squill_use_goes_all_the_way (const SquillUse *use, const SquillRelationship *r);
SquillTriple squill_design_count_levels (SquillDesign *design, const SquillRelationship *r);
SquillTriple squill_design_count_walk (SquillDesign *design,
                                       const SquillRelationship *r,
                                       gboolean from_parent,
                                       SquillTriple *levels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillUse, squill_use_free)

G_END_DECLS
