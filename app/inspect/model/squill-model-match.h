/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillModelMatch:
 *
 * Which items of one model are which of another: of the person's model and of one that was just
 * made of a source. An item that came from a source is known by its place there, whatever it is
 * called by now and wherever it was moved; one that was drawn by where it would be stored.
 */
typedef struct _SquillModelMatch SquillModelMatch;

SquillModelMatch *squill_model_match_new (SquillModel *mine, SquillModel *now);
void squill_model_match_free (SquillModelMatch *self);
const char *squill_model_match_get_mine (SquillModelMatch *self, const char *now);
gconstpointer squill_model_match_get_mine_item (SquillModelMatch *self, const char *now);
const char *squill_model_match_get_now (SquillModelMatch *self, const char *mine);
SquillModel *squill_model_match_get_now_model (SquillModelMatch *self);
const char *squill_model_match_get_path (SquillModelMatch *self, const char *mine);
const char *squill_model_match_get_container (SquillModelMatch *self, const char *now);
void squill_model_match_set (SquillModelMatch *self, const char *now, const char *mine);
void squill_model_match_unset (SquillModelMatch *self, const char *now);
char *squill_model_match_map_path (SquillModelMatch *self,
                                   const char *key_path,
                                   gboolean with_unknown);
json_t *squill_model_match_map_value (SquillModelMatch *self,
                                      const SquillProperty *property,
                                      gconstpointer now,
                                      gboolean with_unknown);

gboolean squill_entity_is_collection (const SquillEntity *entity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillModelMatch, squill_model_match_free)

G_END_DECLS
