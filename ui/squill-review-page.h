/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-inspection.h"

G_BEGIN_DECLS

/**
 * SquillReviewPage:
 *
 * Shows what was found in a database, with its evidence, and lets the user decide on the guesses.
 */
#define SQUILL_TYPE_REVIEW_PAGE (squill_review_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillReviewPage, squill_review_page, SQUILL, REVIEW_PAGE, GtkWidget)

void squill_review_page_show (SquillReviewPage *self, SquillInspection *inspection);

G_END_DECLS
