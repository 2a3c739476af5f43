/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-operation-index.h"

G_BEGIN_DECLS

/**
 * SquillAccess:
 * @together: reads of the parent that need its children
 * @parent_alone: reads of the parent that do not
 * @child_alone: operations on children that do not come from their parent
 * @by_parent: reads of children by the key of their parent
 * @write: writes of children that know the parent
 * @move: changes of parent
 * @unstated: what operations say of @child_alone beyond what the relationship says of it
 * @rated: these are rates per second; otherwise nobody gave rates and operations are counted
 * @crosses: (nullable): an operation that filters, sorts or lists children of many parents
 * @known: anything at all is known
 *
 * How a relationship is used: what the relationship itself says of it, or else what follows from
 * the operations.
 */
typedef struct
{
  double together;
  double parent_alone;
  double child_alone;
  double by_parent;
  double write;
  double move;
  double unstated;
  gboolean rated;
  const SquillOperation *crosses;
  gboolean known;
} SquillAccess;

SquillAccess squill_access_read_operations (SquillOperationIndex *operations,
                                            const SquillRelationship *relationship);
double squill_access_get (const SquillAccess *access, const char *property);
SquillAccess squill_access_read (SquillOperationIndex *operations,
                                 const SquillRelationship *relationship);
double squill_access_get_alone_share (const SquillAccess *access);
double squill_access_get_together_share (const SquillAccess *access);

G_END_DECLS
