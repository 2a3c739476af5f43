/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-inspection.h"

G_BEGIN_DECLS

/**
 * SquillReadingPage:
 *
 * Shows how far the reading of a database is, and stops it.
 */
#define SQUILL_TYPE_READING_PAGE (squill_reading_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillReadingPage, squill_reading_page, SQUILL, READING_PAGE, GtkWidget)

void squill_reading_page_begin (SquillReadingPage *self, SquillInspection *inspection);
void squill_reading_page_end (SquillReadingPage *self, const GError *error);

G_END_DECLS
