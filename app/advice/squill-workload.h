/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-key.h"
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
gboolean squill_use_follows (const SquillUse *use, const char *relationship);
gboolean squill_use_goes_through (const SquillUse *use, const char *relationship);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillWorkload, squill_workload_free)

G_END_DECLS
