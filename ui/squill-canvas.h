/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "squill-session.h"

G_BEGIN_DECLS

/**
 * SquillCanvas:
 *
 * Where a model is drawn: the plane with its tools, the bar and the little map over it.
 *
 * Property "session" (#SquillSession): what is shown.
 *
 * Actions: "canvas.tool" (the name of a tool), "canvas.new-entity", "canvas.zoom-…",
 * "canvas.align", "canvas.arrange" and what else menus and keys ask for.
 */
#define SQUILL_TYPE_CANVAS (squill_canvas_get_type ())
G_DECLARE_FINAL_TYPE (SquillCanvas, squill_canvas, SQUILL, CANVAS, GtkWidget)

GtkWidget *squill_canvas_new (void);
void squill_canvas_set_session (SquillCanvas *self, SquillSession *session);
SquillSession *squill_canvas_get_session (SquillCanvas *self);
GtkWidget *squill_canvas_get_plane (SquillCanvas *self);
gboolean squill_canvas_is_arranging (SquillCanvas *self);

G_END_DECLS
