/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "squill-inspection.h"

G_BEGIN_DECLS

/**
 * SquillCollectionsPage:
 *
 * Asks which collections are to be read, and how.
 *
 * Signal "changed" (): something was chosen.
 */
#define SQUILL_TYPE_COLLECTIONS_PAGE (squill_collections_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillCollectionsPage, squill_collections_page, SQUILL, COLLECTIONS_PAGE, GtkWidget)

void squill_collections_page_show (SquillCollectionsPage *self, SquillInspection *inspection);
guint squill_collections_page_count_chosen (SquillCollectionsPage *self);
gboolean squill_collections_page_apply (SquillCollectionsPage *self);

G_END_DECLS
