/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/* The operations of a model, indexed by what they touch. It holds items of the model: where
 * entities or relationships came or went it has to be made anew, where an operation or field has
 * changed it can be told. */

/**
 * SquillUse:
 * @operation: the operation
 * @root: (nullable): the entity it starts from
 * @rate: per second; 0 where nobody said
 * @reads: it is a find or an aggregation
 * @relationships: (element-type SquillRelationship): those it follows or goes through by a path
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
  GPtrArray *entities;
} SquillUse;

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
 * the operations (rules.md 2).
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

typedef struct _SquillWorkload SquillWorkload;

SquillWorkload *squill_workload_new (SquillModel *model,
                                     double hot_rate,
                                     double hot_share,
                                     double hot_least);
void squill_workload_free (SquillWorkload *self);
void squill_workload_read_operations (SquillWorkload *self, GHashTable *changed);
void squill_workload_read_groups (SquillWorkload *self);
const GPtrArray *squill_workload_get_uses (const SquillWorkload *self);
const SquillUse *squill_workload_find (const SquillWorkload *self, const char *operation);
const GPtrArray *squill_workload_get_uses_from (const SquillWorkload *self, const char *entity);
const GPtrArray *squill_workload_get_uses_of (const SquillWorkload *self, const char *entity);
double squill_workload_get_hot_rate (const SquillWorkload *self);
gboolean squill_workload_is_hot (const SquillWorkload *self, double rate);
GHashTable *squill_workload_get_change_groups (const SquillWorkload *self);
SquillAccess squill_workload_get_access (const SquillWorkload *self,
                                         const SquillRelationship *relationship);

double squill_access_get_alone_share (const SquillAccess *access);
double squill_access_get_together_share (const SquillAccess *access);

gboolean squill_use_follows (const SquillUse *use, const char *relationship);
gboolean squill_use_goes_through (const SquillUse *use, const char *relationship);
gboolean squill_use_touches (const SquillUse *use, const SquillRelationship *relationship);

gboolean squill_key_is_at (const SquillKey *key, const char *id);
gboolean squill_key_goes_through (const SquillKey *key, const char *id);
gboolean squill_key_mentions (const SquillKey *key, const char *id);
gboolean squill_key_is_equality (const SquillKey *key);
const SquillKey *squill_keys_find (const SquillKeys *keys, const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillWorkload, squill_workload_free)

G_END_DECLS
