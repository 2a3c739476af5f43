/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"

G_BEGIN_DECLS

/* Relationships stored as is advised, with all that follows for indexes, operations and copies. */

/**
 * SquillAdvisedChange:
 * @relationship: id of a relationship
 * @labels: (element-type utf8): what would be done with it, as buttons say it; translated
 * @losses: (element-type utf8): what the new design no longer does, each a sentence; translated
 *
 * What becomes of one relationship.
 */
typedef struct
{
  char *relationship;
  GPtrArray *labels;
  GPtrArray *losses;
} SquillAdvisedChange;

/**
 * SquillAdvisedChanges:
 * @changes: (element-type SquillAdvisedChange): in the order of the model
 * @pinned: (element-type utf8): ids of relationships for which something else is advised, but whose
 *   placement is pinned
 * @edits: (element-type SquillEdit): what makes all of it
 *
 * What a model lacks to be stored as is advised.
 */
typedef struct
{
  GPtrArray *changes;
  GPtrArray *pinned;
  GPtrArray *edits;
} SquillAdvisedChanges;

SquillAdvisedChanges *squill_advised_changes_find (SquillModel *model,
                                                   const GPtrArray *relationship_ids,
                                                   GCancellable *cancellable,
                                                   GError **error);
void squill_advised_changes_free (SquillAdvisedChanges *self);
gboolean squill_advised_changes_apply (const SquillAdvisedChanges *self,
                                       SquillModel *model,
                                       GError **error);

gboolean squill_advice_place (SquillAdvice *self, const char *relationship_id, GError **error);
gboolean squill_advice_place_as (SquillAdvice *self,
                                 const char *relationship_id,
                                 SquillPlacement placement,
                                 gboolean copied,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillAdvisedChanges, squill_advised_changes_free)

G_END_DECLS
