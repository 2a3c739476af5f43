/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>
#include <jansson.h>

#include "inspect/model/squill-decisions.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SquillReviewReference:
 *
 * A reference that was found, to be accepted or rejected.
 *
 * Properties "decision" (#SquillDecision as guint) and "expanded" (gboolean, whether its evidence
 * is looked at).
 */
#define SQUILL_TYPE_REVIEW_REFERENCE (squill_review_reference_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillReviewReference, squill_review_reference, SQUILL, REVIEW_REFERENCE, GObject)

SquillReviewReference *squill_review_reference_new (const json_t *json);
const char *squill_review_reference_get_from (SquillReviewReference *self);
const char *squill_review_reference_get_to (SquillReviewReference *self);
double squill_review_reference_get_confidence (SquillReviewReference *self);
gboolean squill_review_reference_is_proposed (SquillReviewReference *self);
SquillDecision squill_review_reference_get_decision (SquillReviewReference *self);
void squill_review_reference_set_decision (SquillReviewReference *self, SquillDecision decision);
gboolean squill_review_reference_is_drawn (SquillReviewReference *self);
gboolean squill_review_reference_get_expanded (SquillReviewReference *self);
void squill_review_reference_set_expanded (SquillReviewReference *self, gboolean expanded);
char *squill_review_reference_summarize (SquillReviewReference *self);
char **squill_review_reference_explain (SquillReviewReference *self);

G_END_DECLS
