/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_PANE_HANDLE (squill_pane_handle_get_type ())

/**
 * SquillPaneHandle:
 *
 * The line beside a pane at the side of the window, by which the pane is made wider: by dragging,
 * or with the left and right keys. Properties "pane" (#GtkWidget), "reversed" (the pane is at the
 * right of the line), "width" (of the pane, pixels).
 */
G_DECLARE_FINAL_TYPE (SquillPaneHandle, squill_pane_handle, SQUILL, PANE_HANDLE, GtkWidget)

int squill_pane_handle_get_width (SquillPaneHandle *self);

G_END_DECLS
