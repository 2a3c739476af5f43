/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillPanelHead:
 *
 * The tabs of the panel, with the controls of the visible page beside them. The controls shrink
 * until all tabs fit; where these cannot, one drop-down lists the pages.
 */
#define SQUILL_TYPE_PANEL_HEAD (squill_panel_head_get_type ())
G_DECLARE_FINAL_TYPE (SquillPanelHead, squill_panel_head, SQUILL, PANEL_HEAD, GtkWidget)

GtkWidget *squill_panel_head_new (GtkStack *pages, GtkWidget *bars);

G_END_DECLS
