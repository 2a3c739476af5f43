/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/**
 * SquillReview:
 *
 * What was found in a database, as lists for people to look at and to decide on. It is made in any
 * thread and then used in the main one.
 *
 * Signal "changed" (): something was decided.
 */
#define SQUILL_TYPE_REVIEW (squill_review_get_type ())
G_DECLARE_FINAL_TYPE (SquillReview, squill_review, SQUILL, REVIEW, GObject)

SquillReview *squill_review_new (SquillProfile *profile);
SquillReview *squill_review_new_from_json (const char *text, GError **error);
GListModel *squill_review_get_references (SquillReview *self);
GListModel *squill_review_get_weak_references (SquillReview *self);
GListModel *squill_review_get_maps (SquillReview *self);
GListModel *squill_review_get_collections (SquillReview *self);
GListModel *squill_review_get_findings (SquillReview *self);
GListModel *squill_review_get_problems (SquillReview *self);
guint squill_review_count_drawn (SquillReview *self);
void squill_review_take_decisions (SquillReview *self, const SquillDecisions *decisions);
SquillDecisions *squill_review_get_decisions (SquillReview *self);
guint squill_review_accept_above (SquillReview *self, double confidence);

G_END_DECLS
