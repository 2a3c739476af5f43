/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/* The operations of a model, indexed by what they touch. It points at items of the model, and reads
 * them all again where any came or went. Where an operation or a field has changed its owner tells
 * it to read that again. What it returns is valid until the model changes. */

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

typedef struct _SquillOperationIndex SquillOperationIndex;

SquillOperationIndex *squill_operation_index_new (SquillModel *model,
                                                  double hot_rate,
                                                  double hot_share,
                                                  double hot_least);
void squill_operation_index_free (SquillOperationIndex *self);
void squill_operation_index_read_operations (SquillOperationIndex *self, GHashTable *changed);
void squill_operation_index_read_groups (SquillOperationIndex *self);
const GPtrArray *squill_operation_index_get_uses (SquillOperationIndex *self);
const SquillUse *squill_operation_index_find (SquillOperationIndex *self, const char *operation);
const GPtrArray *squill_operation_index_get_uses_from (SquillOperationIndex *self,
                                                       const char *entity);
const GPtrArray *squill_operation_index_get_uses_of (SquillOperationIndex *self,
                                                     const char *entity);
double squill_operation_index_get_hot_rate (SquillOperationIndex *self);
gboolean squill_operation_index_is_hot (SquillOperationIndex *self, double rate);
GHashTable *squill_operation_index_get_change_groups (SquillOperationIndex *self);
gboolean squill_use_follows (const SquillUse *use, const char *relationship);
gboolean squill_use_goes_through (const SquillUse *use, const char *relationship);
gboolean squill_use_comes_from_parent (const SquillUse *use,
                                       const SquillRelationship *relationship);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillOperationIndex, squill_operation_index_free)

/**
 * SquillAccess:
 * @together: reads of the parent that need its children
 * @parent_alone: reads of the parent that do not
 * @child_alone: operations on children that do not come from their parent
 * @by_parent: reads of children by the key of their parent
 * @write: writes of children that know the parent
 * @move: changes of parent
 * @rated: these are rates per second; otherwise nobody gave rates and operations are counted
 * @crosses: an operation filters, sorts or lists children of many parents
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
  gboolean rated;
  gboolean crosses;
  gboolean known;
} SquillAccess;

SquillAccess squill_access_read (SquillOperationIndex *operations,
                                 const SquillRelationship *relationship);
double squill_access_get_alone_share (const SquillAccess *access);
double squill_access_get_together_share (const SquillAccess *access);

G_END_DECLS
