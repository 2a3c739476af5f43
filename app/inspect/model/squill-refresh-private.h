/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/model/squill-difference.h"
#include "inspect/model/squill-model-match.h"
#include "inspect/squill-profile.h"

G_BEGIN_DECLS

/**
 * SquillRefresh:
 * @mine: the person's model
 * @now: the model that the source would make
 * @profile: what is there now
 * @decisions: what a person decided, now and before
 * @match: which items of both are the same
 * @before: "kind place" of all that was there when the model was made or refreshed last
 * @drawn: the same of all that was in the model when the refresh began
 * @skipped: ids of items of @now that are to have no counterpart
 * @added: ids of items of @mine that are new
 * @counted: ids of entities of @mine whose numbers changed
 * @differences: what was changed, and what was not
 * @changes: how many edits were made
 *
 * A refresh under way. The parts: squill-refresh-add.c, -merge.c, -remove.c.
 */
typedef struct
{
  SquillModel *mine;
  SquillModel *now;
  SquillProfile *profile;
  const SquillDecisions *decisions;
  SquillModelMatch *match;
  GHashTable *before;
  GHashTable *drawn;
  GHashTable *skipped;
  GHashTable *added;
  GHashTable *counted;
  GPtrArray *differences;
  guint changes;
} SquillRefresh;

SquillDifference *squill_refresh_tell (SquillRefresh *self,
                                       SquillDifferenceKind kind,
                                       const SquillItem *item,
                                       const char *place,
                                       const char *property);
gboolean squill_refresh_was_there (SquillRefresh *self, const SquillItem *now);
json_t *squill_item_get_observed (gconstpointer item);
gboolean squill_item_is_edited (gconstpointer item);
gboolean squill_refresh_set (SquillRefresh *self, const char *id, const char *name, json_t *value);

/* squill-refresh-add.c */
void squill_refresh_settle_kinds (SquillRefresh *self);
void squill_refresh_add_items (SquillRefresh *self);

/* squill-refresh-merge.c */
void squill_refresh_merge_items (SquillRefresh *self);
json_t *squill_refresh_map_evidence (SquillRefresh *self, gconstpointer now);

/* squill-refresh-widen.c */
json_t *squill_refresh_widen (const SquillProperty *property,
                              const SquillItem *now,
                              const json_t *before,
                              const json_t *found);

/* squill-refresh-remove.c */
gboolean squill_refresh_was_all_read (SquillRefresh *self, const SquillItem *item);
gboolean squill_refresh_may_remove (SquillRefresh *self, const char *const *ids);
void squill_refresh_remove_items (SquillRefresh *self);

G_END_DECLS
