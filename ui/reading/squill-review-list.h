/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * SquillReviewList:
 *
 * Notes to read, one below the other, or a sentence that says there are none.
 */
#define SQUILL_TYPE_REVIEW_LIST (squill_review_list_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewList, squill_review_list, SQUILL, REVIEW_LIST, GtkWidget)

GtkWidget *squill_review_list_new (const char *name);
void squill_review_list_set_name (SquillReviewList *self, const char *name, const char *none);
void squill_review_list_set_notes (SquillReviewList *self, GListModel *notes);

G_END_DECLS
