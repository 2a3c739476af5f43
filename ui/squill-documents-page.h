/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillDocumentsPage:
 *
 * A live sample document of the selection's collection, or of one that was picked.
 */
#define SQUILL_TYPE_DOCUMENTS_PAGE (squill_documents_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillDocumentsPage, squill_documents_page, SQUILL, DOCUMENTS_PAGE, SquillPanelPage)

G_END_DECLS
