/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-panel-page.h"

G_BEGIN_DECLS

/**
 * SquillWorkloadPage:
 *
 * What the application does, and how often.
 */
#define SQUILL_TYPE_WORKLOAD_PAGE (squill_workload_page_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillWorkloadPage, squill_workload_page, SQUILL, WORKLOAD_PAGE, SquillPanelPage)

G_END_DECLS
