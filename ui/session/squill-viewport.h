/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

#include "diagram/squill-geometry.h"

G_BEGIN_DECLS

/** The range of zooms; a smaller one is possible only where the whole diagram would not fit
 * otherwise. */
#define SQUILL_VIEWPORT_MIN_ZOOM 0.05
#define SQUILL_VIEWPORT_MAX_ZOOM 4.0

/** What a fitted rectangle keeps free around it, in pixels of the window. */
#define SQUILL_VIEWPORT_MARGIN 32.0

/**
 * SquillViewport:
 *
 * Which part of the diagram is seen, and how large. Diagram coordinates are pixels at 100 %
 * where texts have their usual size;
 * window coordinates are pixels from the top left of what shows the diagram. The diagram's origin
 * lies on a whole device pixel, so that lines stay sharp while they move.
 *
 * Signal "changed": zoom, position, or size changed.
 */
#define SQUILL_TYPE_VIEWPORT (squill_viewport_get_type ())
G_DECLARE_FINAL_TYPE (SquillViewport, squill_viewport, SQUILL, VIEWPORT, GObject)

SquillViewport *squill_viewport_new (void);

void squill_viewport_set_size (SquillViewport *self, double width, double height);
double squill_viewport_get_width (SquillViewport *self);
double squill_viewport_get_height (SquillViewport *self);
void squill_viewport_set_scale (SquillViewport *self, double scale);
double squill_viewport_get_scale (SquillViewport *self);
void squill_viewport_set_covered (SquillViewport *self, double top, double bottom);
void squill_viewport_set_bounds (SquillViewport *self, const SquillRect *bounds);
void squill_viewport_get_bounds (SquillViewport *self, SquillRect *bounds);

void squill_viewport_set_text_scale (SquillViewport *self, double text_scale);
double squill_viewport_get_zoom (SquillViewport *self);
double squill_viewport_get_shown_zoom (SquillViewport *self);
void squill_viewport_zoom_at (SquillViewport *self, double zoom, double x, double y);
void squill_viewport_set_zoom (SquillViewport *self, double zoom);
void squill_viewport_step_zoom (SquillViewport *self, int steps);
void squill_viewport_fit (SquillViewport *self, const SquillRect *rect, double max_zoom);

SquillPoint squill_viewport_get_origin (SquillViewport *self);
void squill_viewport_scroll (SquillViewport *self, double dx, double dy);
void squill_viewport_center (SquillViewport *self, double x, double y);
void squill_viewport_show (SquillViewport *self, const SquillRect *rect);

SquillPoint squill_viewport_to_diagram (SquillViewport *self, double x, double y);
SquillPoint squill_viewport_to_window (SquillViewport *self, double x, double y);
SquillRect squill_viewport_rect_to_window (SquillViewport *self, const SquillRect *rect);
SquillRect squill_viewport_get_visible (SquillViewport *self);

G_END_DECLS
