/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-session.h"

G_BEGIN_DECLS

/**
 * SquillCanvasView:
 *
 * The canvas with its tools, and the bar and the minimap that float over it.
 *
 * Property "session" (#SquillSession): what is shown.
 *
 * Actions: "canvas.tool" (the name of a tool), "canvas.new-entity", "canvas.zoom-…",
 * "canvas.align", "canvas.arrange", and others for menus and keys.
 */
#define SQUILL_TYPE_CANVAS_VIEW (squill_canvas_view_get_type ())
G_DECLARE_FINAL_TYPE (SquillCanvasView, squill_canvas_view, SQUILL, CANVAS_VIEW, GtkWidget)

GtkWidget *squill_canvas_view_new (void);
GtkWidget *squill_canvas_view_get_canvas (SquillCanvasView *self);
gboolean squill_canvas_view_is_arranging (SquillCanvasView *self);

G_END_DECLS
