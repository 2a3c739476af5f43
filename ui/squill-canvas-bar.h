/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/**
 * SquillCanvasBar:
 *
 * The bar that floats below the diagram: tools, arranging, zoom. All of it are actions of the
 * canvas.
 */
#define SQUILL_TYPE_CANVAS_BAR (squill_canvas_bar_get_type ())
G_DECLARE_FINAL_TYPE (SquillCanvasBar, squill_canvas_bar, SQUILL, CANVAS_BAR, GtkWidget)

GtkWidget *squill_canvas_bar_new (SquillPlane *plane);
void squill_canvas_bar_set_room (SquillCanvasBar *self, int width);

G_END_DECLS
