/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/refresh/squill-refresh.h"

G_BEGIN_DECLS

/* squill-difference.c */
GPtrArray *_squill_differences_new (void);
SquillDifference *_squill_differences_add (GPtrArray *differences,
                                           SquillDifferenceKind kind,
                                           const char *subject,
                                           const char *id,
                                           const char *place,
                                           const char *property);
void _squill_difference_take_values (SquillDifference *self, char *in_model, char *in_source);
void _squill_difference_take_message (SquillDifference *self, char *message);
char *_squill_difference_types_to_text (guint types);
char *_squill_difference_value_to_text (const json_t *value);
const char *_squill_copy_find_place (const SquillCopy *observed);

/* squill-model-match.c */

/**
 * SquillModelMatch:
 *
 * Pairs the items of the current model with those of the model that the source would make. An item
 * that came from a source is found by its place there, even if it was renamed or moved since; one
 * that was drawn, by the path at which it would be stored.
 */
typedef struct _SquillModelMatch SquillModelMatch;

SquillModelMatch *_squill_model_match_new (SquillModel *current, SquillModel *observed);
void _squill_model_match_free (SquillModelMatch *self);
const char *_squill_model_match_get_current (SquillModelMatch *self, const char *observed);
gconstpointer _squill_model_match_get_current_item (SquillModelMatch *self, const char *observed);
const char *_squill_model_match_get_observed (SquillModelMatch *self, const char *current);
const char *_squill_model_match_get_path (SquillModelMatch *self, const char *current);
const char *_squill_model_match_get_container (SquillModelMatch *self, const char *observed);
void _squill_model_match_set (SquillModelMatch *self, const char *observed, const char *current);
void _squill_model_match_unset (SquillModelMatch *self, const char *observed);
json_t *_squill_model_match_map_value (SquillModelMatch *self,
                                       const SquillProperty *property,
                                       gconstpointer observed,
                                       gboolean with_unknown);

gboolean _squill_entity_is_collection (const SquillEntity *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillModelMatch, _squill_model_match_free)

/**
 * SquillRefresh:
 * @current: the model to bring up to date
 * @observed: the model that the source would make
 * @profile: what was read
 * @decisions: all decisions of the person, those in the model included
 * @match: pairs the items of @current and @observed
 * @before: "kind place" of everything that was in the source at the last refresh
 * @drawn: the same, of everything that was in the model when this refresh began
 * @skipped: ids of items of @observed that get no counterpart
 * @added: ids of items of @current that this refresh added
 * @counted: ids of entities of @current with new counts
 * @differences: what was changed, and what was kept
 * @changes: the number of edits so far
 *
 * A refresh in progress.
 */
typedef struct
{
  SquillModel *current;
  SquillModel *observed;
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

SquillDifference *_squill_refresh_add_difference (SquillRefresh *self,
                                                  SquillDifferenceKind kind,
                                                  const SquillItem *item,
                                                  const char *place,
                                                  const char *property);
gboolean _squill_refresh_was_there (SquillRefresh *self, const SquillItem *observed);
void _squill_refresh_forget (SquillRefresh *self, const SquillItem *observed);
json_t *_squill_item_get_recorded (gconstpointer item);
gboolean _squill_item_is_edited (gconstpointer item);
gboolean _squill_refresh_set (SquillRefresh *self, const char *id, const char *name, json_t *value);

/* squill-refresh-add.c */
void _squill_refresh_settle_kinds (SquillRefresh *self);
void _squill_refresh_add_items (SquillRefresh *self);

/* squill-refresh-merge.c */
void _squill_refresh_merge_items (SquillRefresh *self);
json_t *_squill_refresh_map_evidence (SquillRefresh *self, gconstpointer observed);

/* squill-refresh-remove.c */
gboolean _squill_refresh_was_all_read (SquillRefresh *self, const SquillItem *item);
gboolean _squill_refresh_may_remove (SquillRefresh *self, const char *const *ids);
void _squill_refresh_remove_items (SquillRefresh *self);
G_END_DECLS
