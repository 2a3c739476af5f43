/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

#include "inspect/reference/squill-decisions.h"

G_BEGIN_DECLS

/**
 * SquillReviewItem:
 *
 * Something that was found in a database: a note, which has a title and some sentences; a
 * reference; or an object that may be a map. The user accepts or rejects the last two.
 *
 * Signal "changed" (): it was decided on, or its evidence was opened or closed.
 */
#define SQUILL_TYPE_REVIEW_ITEM (squill_review_item_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewItem, squill_review_item, SQUILL, REVIEW_ITEM, GObject)

SquillReviewItem *squill_review_item_new_note (const char *title, const char *text);
SquillReviewItem *squill_review_item_new_reference (const json_t *json);
SquillReviewItem *squill_review_item_new_map (const char *collection, const json_t *path);

const char *squill_review_item_get_title (SquillReviewItem *self);
char *squill_review_item_explain (SquillReviewItem *self);
char *squill_review_item_summarize (SquillReviewItem *self);
const char *squill_review_item_get_from (SquillReviewItem *self);
const char *squill_review_item_get_to (SquillReviewItem *self);
double squill_review_item_get_confidence (SquillReviewItem *self);
gboolean squill_review_item_can_be_record (SquillReviewItem *self);

gboolean squill_review_item_is_proposed (SquillReviewItem *self);
gboolean squill_review_item_is_accepted (SquillReviewItem *self);
SquillDecision squill_review_item_get_decision (SquillReviewItem *self);
void squill_review_item_set_decision (SquillReviewItem *self, SquillDecision decision);
void squill_review_item_set_accepted (SquillReviewItem *self, gboolean accepted);
gboolean squill_review_item_get_expanded (SquillReviewItem *self);
void squill_review_item_set_expanded (SquillReviewItem *self, gboolean expanded);

G_END_DECLS
