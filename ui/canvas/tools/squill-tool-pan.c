/* SPDX-License-Identifier: Apache-2.0 */

/* Moving the view. The wheel, pinching, and the middle button work with any tool, the main button
 * while the space bar is held. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas.h"
#include "canvas/tools/squill-tool.h"

#include <math.h>

/* What a click of the wheel scrolls, in pixels, and the factor by which it zooms with Ctrl. */
#define WHEEL_STEP 60.0
#define WHEEL_ZOOM 1.15
/* Pixels of a smooth scroll that count as one click of the wheel. */
#define SMOOTH_STEP 30.0

struct _SquillToolPan
{
  SquillTool parent_instance;

  double last_x;
  double last_y;
  double start_zoom;
  double pointer_x;
  double pointer_y;
};

G_DEFINE_FINAL_TYPE (SquillToolPan, squill_tool_pan, SQUILL_TYPE_TOOL)

static SquillViewport *
get_viewport (SquillToolPan *self)
{
  return squill_canvas_get_viewport (squill_tool_get_canvas (SQUILL_TOOL (self)));
}

static void
begin (SquillToolPan *self, double x, double y)
{
  self->last_x = x;
  self->last_y = y;
}

static void
follow (SquillToolPan *self, double x, double y)
{
  squill_viewport_scroll (get_viewport (self), self->last_x - x, self->last_y - y);
  begin (self, x, y);
}

static void
on_middle_begin (GtkGestureDrag *gesture, double x, double y, SquillToolPan *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  begin (self, x, y);
  squill_tool_set_cursor (squill_canvas_get_tool (squill_tool_get_canvas (SQUILL_TOOL (self))),
                          "grabbing");
}

static void
on_middle_update (GtkGestureDrag *gesture, double dx, double dy, SquillToolPan *self)
{
  double x, y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  follow (self, x + dx, y + dy);
}

static void
on_middle_end (GtkGestureDrag *gesture, double dx, double dy, SquillToolPan *self)
{
  squill_tool_set_cursor (squill_canvas_get_tool (squill_tool_get_canvas (SQUILL_TOOL (self))),
                          NULL);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, SquillToolPan *self)
{
  self->pointer_x = x;
  self->pointer_y = y;
}

static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, SquillToolPan *self)
{
  GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  SquillViewport *viewport = get_viewport (self);
  double step = smooth ? 1.0 : WHEEL_STEP;

  if ((state & GDK_CONTROL_MASK) != 0)
    {
      double clicks = smooth ? dy / SMOOTH_STEP : dy;

      squill_viewport_zoom_at (viewport,
                               squill_viewport_get_zoom (viewport) * pow (WHEEL_ZOOM, -clicks),
                               self->pointer_x, self->pointer_y);
      return TRUE;
    }
  if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  squill_viewport_scroll (viewport, dx * step, dy * step);
  return TRUE;
}

static void
on_zoom_begin (GtkGesture *gesture, GdkEventSequence *sequence, SquillToolPan *self)
{
  /* A second finger ends what the first one was dragging. */
  squill_tool_cancel (squill_canvas_get_tool (squill_tool_get_canvas (SQUILL_TOOL (self))));
  self->start_zoom = squill_viewport_get_zoom (get_viewport (self));
  gtk_gesture_get_bounding_box_center (gesture, &self->last_x, &self->last_y);
}

static void
on_zoom_changed (GtkGestureZoom *gesture, double factor, SquillToolPan *self)
{
  double x, y;

  if (!gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  follow (self, x, y);
  squill_viewport_zoom_at (get_viewport (self), self->start_zoom * factor, x, y);
}

static void
squill_tool_pan_pressed (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  begin (SQUILL_TOOL_PAN (tool), pointer->x, pointer->y);
  squill_tool_set_cursor (tool, "grabbing");
}

static void
squill_tool_pan_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  follow (SQUILL_TOOL_PAN (tool), pointer->x, pointer->y);
}

static void
squill_tool_pan_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  squill_tool_set_cursor (tool, NULL);
}

static void
squill_tool_pan_class_init (SquillToolPanClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "grab";
  tool_class->pressed = squill_tool_pan_pressed;
  tool_class->drag_update = squill_tool_pan_drag_update;
  tool_class->drag_end = squill_tool_pan_drag_end;
}

static void
squill_tool_pan_init (SquillToolPan *self)
{
}

/**
 * squill_tool_pan_attach:
 * @self: the tool of a canvas
 *
 * Adds the gestures that move the view with any tool.
 */
void
squill_tool_pan_attach (SquillToolPan *self)
{
  GtkWidget *canvas;
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *zoom = gtk_gesture_zoom_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_return_if_fail (SQUILL_IS_TOOL_PAN (self));

  canvas = GTK_WIDGET (squill_tool_get_canvas (SQUILL_TOOL (self)));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), GDK_BUTTON_MIDDLE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_middle_begin), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_middle_update), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (on_middle_end), self, 0);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (zoom, "begin", G_CALLBACK (on_zoom_begin), self, 0);
  g_signal_connect_object (zoom, "scale-changed", G_CALLBACK (on_zoom_changed), self, 0);
  gtk_widget_add_controller (canvas, GTK_EVENT_CONTROLLER (zoom));
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_object (motion, "enter", G_CALLBACK (on_motion), self, 0);
  g_signal_connect_object (motion, "motion", G_CALLBACK (on_motion), self, 0);
  gtk_widget_add_controller (canvas, motion);
  g_signal_connect_object (scroll, "scroll", G_CALLBACK (on_scroll), self, 0);
  gtk_widget_add_controller (canvas, scroll);
}
