/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillWarningsPage:
 *
 * All findings about the model, worst first.
 */
#define SQUILL_TYPE_WARNINGS_PAGE (squill_warnings_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillWarningsPage, squill_warnings_page, SQUILL, WARNINGS_PAGE, SquillPanelPage)

G_END_DECLS
