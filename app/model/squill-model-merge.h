/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillMergeSide:
 *
 * The states of a model that a merge has to do with.
 */
typedef enum
{
  SQUILL_MERGE_OURS,
  SQUILL_MERGE_THEIRS,
  SQUILL_MERGE_BASE,
} SquillMergeSide;

#define SQUILL_N_MERGE_SIDES (SQUILL_MERGE_BASE + 1)

/**
 * SquillConflict:
 * @key: what it is called in the model
 * @id: the item
 * @kind: what the item is
 * @place: where it is, by names
 * @property: (nullable): which property both sides changed; %NULL: one side removed the item
 * @values: (nullable): the value on each side, as it stands in a file; without @property the texts
 *   "removed", "changed", and "used"
 * @texts: (nullable): the same for people; %NULL for a base that is not known, as git did not write
 *   it into the file
 * @message: one sentence for people
 *
 * What two people changed in different ways, so that somebody has to choose.
 */
typedef struct
{
  char *key;
  char *id;
  SquillKind kind;
  char *place;
  char *property;
  json_t *values[SQUILL_N_MERGE_SIDES];
  char *texts[SQUILL_N_MERGE_SIDES];
  char *message;
} SquillConflict;

SquillModel *squill_models_merge (
    SquillModel *base, SquillModel *ours, SquillModel *theirs, guint *n_positions, GError **error);
guint squill_model_find_conflict_marker (const char *data, gsize length);
SquillModel *squill_model_new_from_marked (const char *data,
                                           gsize length,
                                           guint *n_positions,
                                           GError **error);
GPtrArray *squill_model_list_conflicts (SquillModel *self);
gboolean squill_model_resolve_conflict (SquillModel *self,
                                        const char *key,
                                        SquillMergeSide side,
                                        GError **error);
GPtrArray *squill_model_list_dangling (SquillModel *self);

G_END_DECLS
