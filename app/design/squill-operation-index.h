/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-use.h"

G_BEGIN_DECLS

/* The operations of a model, indexed by what they touch. It points at items of the model, and reads
 * them all again where any came or went. Where an operation or a field has changed its owner tells
 * it to read that again. What it returns is valid until the model changes. */

typedef struct _SquillOperationIndex SquillOperationIndex;

SquillOperationIndex *squill_operation_index_new (SquillModel *model,
                                                  double hot_rate,
                                                  double hot_share,
                                                  double hot_least);
SquillModel *squill_operation_index_get_model (const SquillOperationIndex *self);
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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillOperationIndex, squill_operation_index_free)

G_END_DECLS
