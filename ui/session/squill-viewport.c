/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-viewport.h"

#include <math.h>

/* How much of the diagram always stays visible, in pixels of the window. */
#define KEPT_IN_SIGHT 48.0

/* The zooms of the + and - keys, in steps that look equal. */
static const double stops[] = { 0.05, 0.07, 0.1, 0.15, 0.2, 0.25, 0.33, 0.5,
                                0.67, 0.8,  1.0, 1.25, 1.5, 2.0,  3.0,  4.0 };

struct _SquillViewport
{
  GObject parent_instance;

  double width;
  double height;
  double scale;
  double covered_top; /* by what floats over the window */
  double covered_bottom;
  double zoom;       /* pixels of the window per pixel of the diagram */
  double text_scale; /* how large texts are in the rest of the window: what 100 % is */
  /* Where the diagram's origin stands in the window, not rounded: rounding must not add up. */
  double x;
  double y;
  SquillRect bounds;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillViewport, squill_viewport, G_TYPE_OBJECT)

static double
snap (SquillViewport *self, double value)
{
  return round (value * self->scale) / self->scale;
}

/* Keeps a strip of what lies between @start and @end within a window of @size. */
static double
limit (double at, double start, double end, double size)
{
  double kept = MIN (KEPT_IN_SIGHT, size / 2);

  return CLAMP (at, kept - end, MAX (kept - end, size - kept - start));
}

/* The height that nothing covers. */
static double
get_free_height (SquillViewport *self)
{
  double covered = self->covered_top + self->covered_bottom;

  return covered < self->height / 2 ? self->height - covered : self->height;
}

/* Where what is free begins. */
static double
get_free_top (SquillViewport *self)
{
  return get_free_height (self) < self->height ? self->covered_top : 0;
}

static void
limit_place (SquillViewport *self)
{
  if (squill_rect_is_empty (&self->bounds) || self->width <= 0 || self->height <= 0)
    return;
  self->x = limit (self->x, self->bounds.x * self->zoom,
                   squill_rect_right (&self->bounds) * self->zoom, self->width);
  self->y = limit (self->y, self->bounds.y * self->zoom,
                   squill_rect_bottom (&self->bounds) * self->zoom, self->height);
}

/* At which a part of the diagram fills the window, with a margin; 1 if there is nothing to fit. */
static double
get_fit_zoom (SquillViewport *self, const SquillRect *rect)
{
  double width, height;

  if (squill_rect_is_empty (rect) || self->width <= 0 || self->height <= 0)
    return 1.0;
  width = MAX (self->width - 2 * SQUILL_VIEWPORT_MARGIN, self->width / 2);
  height = MAX (get_free_height (self) - 2 * SQUILL_VIEWPORT_MARGIN, get_free_height (self) / 2);
  return MIN (SQUILL_VIEWPORT_MAX_ZOOM, MIN (width / rect->width, height / rect->height));
}

/* Less than the usual minimum if the diagram does not fit otherwise. */
static double
get_min_zoom (SquillViewport *self)
{
  return MIN (SQUILL_VIEWPORT_MIN_ZOOM, get_fit_zoom (self, &self->bounds));
}

static double
get_max_zoom (SquillViewport *self)
{
  return SQUILL_VIEWPORT_MAX_ZOOM * self->text_scale;
}

static void
set (SquillViewport *self, double zoom, double x, double y)
{
  double old_zoom = self->zoom, old_x = snap (self, self->x), old_y = snap (self, self->y);

  self->zoom = CLAMP (zoom, get_min_zoom (self), get_max_zoom (self));
  self->x = x;
  self->y = y;
  limit_place (self);
  if (self->zoom != old_zoom || snap (self, self->x) != old_x || snap (self, self->y) != old_y)
    g_signal_emit (self, signals[CHANGED], 0);
}

static void
squill_viewport_class_init (SquillViewportClass *klass)
{
  /**
   * SquillViewport::changed:
   *
   * Zoom, position, or size changed.
   */
  signals[CHANGED] = g_signal_new ("changed", SQUILL_TYPE_VIEWPORT, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_viewport_init (SquillViewport *self)
{
  self->zoom = self->text_scale = 1.0;
  self->scale = 1.0;
}

/**
 * squill_viewport_new:
 *
 * Makes a viewport without size that looks at the diagram's origin at 100 %.
 *
 * Returns: (transfer full): the viewport
 */
SquillViewport *
squill_viewport_new (void)
{
  return g_object_new (SQUILL_TYPE_VIEWPORT, NULL);
}

/**
 * squill_viewport_set_size:
 * @self: a viewport
 * @width: pixels of the window
 * @height: pixels of the window
 *
 * Says how large the window is. What was at its top left stays there.
 */
void
squill_viewport_set_size (SquillViewport *self, double width, double height)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));

  if (self->width == width && self->height == height)
    return;
  self->width = MAX (width, 0);
  self->height = MAX (height, 0);
  limit_place (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_viewport_get_width:
 * @self: a viewport
 *
 * Returns: the width of the window, in its pixels
 */
double
squill_viewport_get_width (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), 0);

  return self->width;
}

/**
 * squill_viewport_get_height:
 * @self: a viewport
 *
 * Returns: the height of the window, in its pixels
 */
double
squill_viewport_get_height (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), 0);

  return self->height;
}

/**
 * squill_viewport_set_scale:
 * @self: a viewport
 * @scale: device pixels for a pixel of the window; at least 1
 *
 * Says how fine the screen is.
 */
void
squill_viewport_set_scale (SquillViewport *self, double scale)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (scale >= 1.0);

  if (self->scale == scale)
    return;
  self->scale = scale;
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * squill_viewport_get_scale:
 * @self: a viewport
 *
 * Returns: device pixels for a pixel of the window
 */
double
squill_viewport_get_scale (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), 1.0);

  return self->scale;
}

/**
 * squill_viewport_set_covered:
 * @self: a viewport
 * @top: pixels of the window
 * @bottom: pixels of the window
 *
 * Says how much of the window's top and bottom something floats over. What is to be seen is shown
 * between them.
 */
void
squill_viewport_set_covered (SquillViewport *self, double top, double bottom)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));

  self->covered_top = MAX (top, 0);
  self->covered_bottom = MAX (bottom, 0);
}

/**
 * squill_viewport_set_bounds:
 * @self: a viewport
 * @bounds: what there is to see, in the diagram
 *
 * Says where the diagram's contents are. They limit how far one may scroll and how small all may
 * become, from the next move on: contents that shrink do not move the view by themselves.
 */
void
squill_viewport_set_bounds (SquillViewport *self, const SquillRect *bounds)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (bounds != NULL);

  self->bounds = *bounds;
}

/**
 * squill_viewport_get_bounds:
 * @self: a viewport
 * @bounds: (out): what there is to see
 *
 * Gives what squill_viewport_set_bounds() was told.
 */
void
squill_viewport_get_bounds (SquillViewport *self, SquillRect *bounds)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (bounds != NULL);

  *bounds = self->bounds;
}

/**
 * squill_viewport_get_zoom:
 * @self: a viewport
 *
 * Returns: pixels of the window for a pixel of the diagram
 */
double
squill_viewport_get_zoom (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), 1.0);

  return self->zoom;
}

/**
 * squill_viewport_set_text_scale:
 * @self: a viewport
 * @text_scale: how much larger texts are than usual: 2.0 where the user wants 200 %
 *
 * Sets what 100 % is. What was in the middle of the window stays there and becomes as much larger.
 */
void
squill_viewport_set_text_scale (SquillViewport *self, double text_scale)
{
  double zoom;

  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (text_scale > 0);

  zoom = squill_viewport_get_shown_zoom (self);
  if (text_scale == self->text_scale)
    return;
  self->text_scale = text_scale;
  squill_viewport_set_zoom (self, zoom);
}

/**
 * squill_viewport_get_shown_zoom:
 * @self: a viewport
 *
 * Returns: the zoom as people are told: 1.0 where the diagram's texts are as large as those of the
 *   rest of the window
 */
double
squill_viewport_get_shown_zoom (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), 1.0);

  return self->zoom / self->text_scale;
}

/**
 * squill_viewport_zoom_at:
 * @self: a viewport
 * @zoom: pixels of the window per pixel of the diagram
 * @x: a place in the window
 * @y: a place in the window
 *
 * Zooms so that what is under a place stays under it.
 */
void
squill_viewport_zoom_at (SquillViewport *self, double zoom, double x, double y)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (zoom > 0);

  zoom = CLAMP (zoom, get_min_zoom (self), get_max_zoom (self));
  set (self, zoom, x - (x - self->x) * zoom / self->zoom, y - (y - self->y) * zoom / self->zoom);
}

/**
 * squill_viewport_set_zoom:
 * @self: a viewport
 * @zoom: the zoom that is wanted, as squill_viewport_get_shown_zoom() gives it
 *
 * Zooms about the middle of the window.
 */
void
squill_viewport_set_zoom (SquillViewport *self, double zoom)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (zoom > 0);

  squill_viewport_zoom_at (self, zoom * self->text_scale, self->width / 2, self->height / 2);
}

/**
 * squill_viewport_step_zoom:
 * @self: a viewport
 * @steps: how many stops to go closer; farther where negative
 *
 * Goes to the next round zoom, about the middle of the window.
 */
void
squill_viewport_step_zoom (SquillViewport *self, int steps)
{
  double zoom;

  g_return_if_fail (SQUILL_IS_VIEWPORT (self));

  zoom = self->zoom / self->text_scale;
  for (; steps > 0; steps--)
    {
      guint i = 0;

      while (i + 1 < G_N_ELEMENTS (stops) && stops[i] <= zoom * 1.01)
        i++;
      zoom = stops[i];
    }
  for (; steps < 0; steps++)
    {
      int i = G_N_ELEMENTS (stops) - 1;

      while (i > 0 && stops[i] >= zoom * 0.99)
        i--;
      zoom = stops[i] < zoom ? stops[i] : zoom / 1.5;
    }
  squill_viewport_set_zoom (self, zoom);
}

/**
 * squill_viewport_fit:
 * @self: a viewport
 * @rect: a part of the diagram
 * @max_zoom: no closer than this, as squill_viewport_set_zoom()
 *
 * Shows a part of the diagram in the middle of the window, as large as it goes.
 */
void
squill_viewport_fit (SquillViewport *self, const SquillRect *rect, double max_zoom)
{
  double zoom;

  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (rect != NULL);

  zoom = MIN (get_fit_zoom (self, rect), max_zoom * self->text_scale);
  zoom = MAX (zoom, get_min_zoom (self));
  set (self, zoom, self->width / 2 - (rect->x + rect->width / 2) * zoom,
       get_free_top (self) + get_free_height (self) / 2 - (rect->y + rect->height / 2) * zoom);
}

/**
 * squill_viewport_get_origin:
 * @self: a viewport
 *
 * Gives where the diagram's origin stands in the window, on a whole device pixel.
 *
 * Returns: the place
 */
SquillPoint
squill_viewport_get_origin (SquillViewport *self)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), SQUILL_POINT (0, 0));

  return SQUILL_POINT (snap (self, self->x), snap (self, self->y));
}

/**
 * squill_viewport_scroll:
 * @self: a viewport
 * @dx: pixels of the window, to what is further right
 * @dy: pixels of the window, to what is further down
 *
 * Moves the view.
 */
void
squill_viewport_scroll (SquillViewport *self, double dx, double dy)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));

  set (self, self->zoom, self->x - dx, self->y - dy);
}

/**
 * squill_viewport_center:
 * @self: a viewport
 * @x: a place in the diagram
 * @y: a place in the diagram
 *
 * Moves the view so that a place is in its middle.
 */
void
squill_viewport_center (SquillViewport *self, double x, double y)
{
  g_return_if_fail (SQUILL_IS_VIEWPORT (self));

  set (self, self->zoom, self->width / 2 - x * self->zoom, self->height / 2 - y * self->zoom);
}

/* How far to move a stretch of @length at @at so that it is seen within @size. */
static double
reveal (double at, double length, double size)
{
  double margin = MIN (SQUILL_VIEWPORT_MARGIN, MAX (0, (size - length) / 2));

  if (at < margin || length > size)
    return at - margin;
  if (at + length > size - margin)
    return at + length - size + margin;
  return 0;
}

/**
 * squill_viewport_show:
 * @self: a viewport
 * @rect: a part of the diagram
 *
 * Moves the view as little as it takes to have a part in sight; not at all where it is.
 */
void
squill_viewport_show (SquillViewport *self, const SquillRect *rect)
{
  SquillRect at;

  g_return_if_fail (SQUILL_IS_VIEWPORT (self));
  g_return_if_fail (rect != NULL);

  if (self->width <= 0 || self->height <= 0)
    return;
  at = squill_viewport_rect_to_window (self, rect);
  squill_viewport_scroll (self, reveal (at.x, at.width, self->width),
                          reveal (at.y - get_free_top (self), at.height, get_free_height (self)));
}

/**
 * squill_viewport_to_diagram:
 * @self: a viewport
 * @x: a place in the window
 * @y: a place in the window
 *
 * Returns: the place in the diagram
 */
SquillPoint
squill_viewport_to_diagram (SquillViewport *self, double x, double y)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), SQUILL_POINT (0, 0));

  return SQUILL_POINT ((x - snap (self, self->x)) / self->zoom,
                       (y - snap (self, self->y)) / self->zoom);
}

/**
 * squill_viewport_to_window:
 * @self: a viewport
 * @x: a place in the diagram
 * @y: a place in the diagram
 *
 * Returns: the place in the window
 */
SquillPoint
squill_viewport_to_window (SquillViewport *self, double x, double y)
{
  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), SQUILL_POINT (0, 0));

  return SQUILL_POINT (snap (self, self->x) + x * self->zoom,
                       snap (self, self->y) + y * self->zoom);
}

/**
 * squill_viewport_rect_to_window:
 * @self: a viewport
 * @rect: a part of the diagram
 *
 * Returns: where it is in the window
 */
SquillRect
squill_viewport_rect_to_window (SquillViewport *self, const SquillRect *rect)
{
  SquillPoint start;

  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), SQUILL_RECT (0, 0, 0, 0));
  g_return_val_if_fail (rect != NULL, SQUILL_RECT (0, 0, 0, 0));

  start = squill_viewport_to_window (self, rect->x, rect->y);
  return SQUILL_RECT (start.x, start.y, rect->width * self->zoom, rect->height * self->zoom);
}

/**
 * squill_viewport_get_visible:
 * @self: a viewport
 *
 * Returns: the part of the diagram that is in sight
 */
SquillRect
squill_viewport_get_visible (SquillViewport *self)
{
  SquillPoint start;

  g_return_val_if_fail (SQUILL_IS_VIEWPORT (self), SQUILL_RECT (0, 0, 0, 0));

  start = squill_viewport_to_diagram (self, 0, 0);
  return SQUILL_RECT (start.x, start.y, self->width / self->zoom, self->height / self->zoom);
}
