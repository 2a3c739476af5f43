/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillSizesPage:
 *
 * Each collection with its number of documents and their bytes, now and at the horizon.
 */
#define SQUILL_TYPE_SIZES_PAGE (squill_sizes_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillSizesPage, squill_sizes_page, SQUILL, SIZES_PAGE, SquillPanelPage)

G_END_DECLS
