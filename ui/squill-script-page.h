/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillScriptPage:
 *
 * The model in one of the formats that are text.
 */
#define SQUILL_TYPE_SCRIPT_PAGE (squill_script_page_get_type ())
G_DECLARE_FINAL_TYPE (SquillScriptPage, squill_script_page, SQUILL, SCRIPT_PAGE, SquillPanelPage)

G_END_DECLS
