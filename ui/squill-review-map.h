/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>
#include <jansson.h>

#include "inspect/model/squill-decisions.h"

G_BEGIN_DECLS

/**
 * SquillReviewMap:
 *
 * An object that was taken for a map, or that might be one.
 *
 * Property "decision" (#SquillDecision as guint): accepted = it is a map.
 */
#define SQUILL_TYPE_REVIEW_MAP (squill_review_map_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewMap, squill_review_map, SQUILL, REVIEW_MAP, GObject)

SquillReviewMap *squill_review_map_new (const char *collection, const json_t *path);
const char *squill_review_map_get_place (SquillReviewMap *self);
gboolean squill_review_map_is_guessed (SquillReviewMap *self);
gboolean squill_review_map_is_map (SquillReviewMap *self);
void squill_review_map_set_is_map (SquillReviewMap *self, gboolean is_map);
gboolean squill_review_map_can_be_record (SquillReviewMap *self);
SquillDecision squill_review_map_get_decision (SquillReviewMap *self);
void squill_review_map_set_decision (SquillReviewMap *self, SquillDecision decision);
char *squill_review_map_describe (SquillReviewMap *self);

G_END_DECLS
