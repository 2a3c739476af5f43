/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/tools/squill-tool.h"

#include <math.h>

#include "canvas/squill-canvas.h"

/* A drag this near to the canvas's edge scrolls the view, each frame by this share of how far the
 * pointer is beyond the margin. */
#define SCROLL_MARGIN 24.0
#define SCROLL_SHARE 0.4
#define MAX_SCROLL 40.0

typedef struct
{
  SquillCanvas *canvas;   /* owns the tool */
  GPtrArray *controllers; /* the canvas owns them */
  double start_x;
  double start_y;
  GdkModifierType start_state;
  double last_x;
  double last_y;
  GdkModifierType last_state;
  guint scroll_tick;
  int n_press;
  SquillPoint area_start;
  SquillRect area; /* what a drag with @area has drawn so far */
  guint pressed : 1;
  guint dragging : 1;
} SquillToolPrivate;

enum
{
  PROP_0,
  PROP_CANVAS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SquillTool, squill_tool, G_TYPE_OBJECT)

static SquillToolPrivate *
get_private (SquillTool *self)
{
  return squill_tool_get_instance_private (self);
}

static SquillPointer
make_pointer (SquillTool *self, double x, double y, GdkModifierType state)
{
  SquillViewport *viewport = squill_canvas_get_viewport (get_private (self)->canvas);

  return (SquillPointer){ x, y, squill_viewport_to_diagram (viewport, x, y), state };
}

/* How far to scroll for a pointer that is beyond the margin of a side of @size pixels. */
static double
get_excess (double at, double size)
{
  double margin = MIN (SCROLL_MARGIN, size / 4);
  double excess = at < margin ? at - margin : at > size - margin ? at - (size - margin) : 0;

  return CLAMP (excess * SCROLL_SHARE, -MAX_SCROLL, MAX_SCROLL);
}

static void
update_drag (SquillTool *self, const SquillPointer *pointer)
{
  SquillToolPrivate *priv = get_private (self);
  SquillToolClass *klass = SQUILL_TOOL_GET_CLASS (self);

  if (klass->area != NULL)
    {
      priv->area = squill_tool_make_area (priv->area_start, pointer->at);
      gtk_widget_queue_draw (GTK_WIDGET (priv->canvas));
    }
  else if (klass->drag_update != NULL)
    klass->drag_update (self, pointer);
}

static void
end_scroll (SquillTool *self)
{
  SquillToolPrivate *priv = get_private (self);

  if (priv->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (priv->canvas), priv->scroll_tick);
  priv->scroll_tick = 0;
}

static gboolean
on_scroll_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SquillTool *self = user_data;
  SquillToolPrivate *priv = get_private (self);
  double dx = get_excess (priv->last_x, gtk_widget_get_width (widget));
  double dy = get_excess (priv->last_y, gtk_widget_get_height (widget));
  SquillPointer pointer;

  if (dx == 0 && dy == 0)
    return G_SOURCE_CONTINUE;
  squill_viewport_scroll (squill_canvas_get_viewport (priv->canvas), dx, dy);
  pointer = make_pointer (self, priv->last_x, priv->last_y, priv->last_state);
  update_drag (self, &pointer);
  return G_SOURCE_CONTINUE;
}

static GdkModifierType
get_state (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (controller);
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y, SquillTool *self)
{
  /* The inline editor handles its own presses. */
  if (!squill_canvas_is_editor_at (get_private (self)->canvas, x, y))
    squill_tool_press (self, x, y, get_state (gesture), n_press);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, SquillTool *self)
{
  SquillToolPrivate *priv = get_private (self);

  /* A click may move by a few pixels. */
  if (!priv->pressed || (!priv->dragging && !gtk_drag_check_threshold (GTK_WIDGET (priv->canvas), 0,
                                                                       0, (int)dx, (int)dy)))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  squill_tool_drag (self, priv->start_x + dx, priv->start_y + dy, get_state (gesture));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, SquillTool *self)
{
  SquillToolPrivate *priv = get_private (self);

  if (priv->pressed)
    squill_tool_release (self, priv->start_x + dx, priv->start_y + dy, get_state (gesture));
}

static void
on_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, SquillTool *self)
{
  squill_tool_cancel (self);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, SquillTool *self)
{
  if (!get_private (self)->pressed)
    squill_tool_move (self, x, y, get_state (controller));
}

static void
on_leave (GtkEventControllerMotion *controller, SquillTool *self)
{
  if (SQUILL_TOOL_GET_CLASS (self)->gone != NULL)
    SQUILL_TOOL_GET_CLASS (self)->gone (self);
}

static void
add_controller (SquillTool *self, gpointer controller)
{
  SquillToolPrivate *priv = get_private (self);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_NONE);
  g_ptr_array_add (priv->controllers, controller);
  gtk_widget_add_controller (GTK_WIDGET (priv->canvas), controller);
}

static void
squill_tool_constructed (GObject *object)
{
  SquillTool *self = SQUILL_TOOL (object);
  GtkGesture *click = gtk_gesture_click_new (), *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  G_OBJECT_CLASS (squill_tool_parent_class)->constructed (object);

  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (on_drag_update), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (on_drag_end), self, 0);
  g_signal_connect_object (drag, "cancel", G_CALLBACK (on_cancelled), self, 0);
  g_signal_connect_object (motion, "motion", G_CALLBACK (on_motion), self, 0);
  g_signal_connect_object (motion, "leave", G_CALLBACK (on_leave), self, 0);
  /* Controllers that are added last run first, so the press is handled before the drag begins. */
  add_controller (self, drag);
  add_controller (self, click);
  add_controller (self, motion);
  gtk_gesture_group (drag, click);
}

static void
squill_tool_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_CANVAS:
      get_private (SQUILL_TOOL (object))->canvas = g_value_get_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_tool_finalize (GObject *object)
{
  g_ptr_array_unref (get_private (SQUILL_TOOL (object))->controllers);

  G_OBJECT_CLASS (squill_tool_parent_class)->finalize (object);
}

static void
squill_tool_class_init (SquillToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->set_property = squill_tool_set_property;
  object_class->constructed = squill_tool_constructed;
  object_class->finalize = squill_tool_finalize;
  klass->cursor = "default";

  properties[PROP_CANVAS] =
      g_param_spec_object ("canvas", NULL, NULL, GTK_TYPE_WIDGET,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_tool_init (SquillTool *self)
{
  get_private (self)->controllers = g_ptr_array_new ();
}

/**
 * squill_tool_get_canvas:
 * @self: a tool
 *
 * Returns: (transfer none): what it works on
 */
SquillCanvas *
squill_tool_get_canvas (SquillTool *self)
{
  g_return_val_if_fail (SQUILL_IS_TOOL (self), NULL);

  return get_private (self)->canvas;
}

/**
 * squill_tool_choose:
 * @self: a tool
 *
 * Activates the tool, until squill_tool_leave().
 */
void
squill_tool_choose (SquillTool *self)
{
  SquillToolPrivate *priv;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  for (guint i = 0; i < priv->controllers->len; i++)
    gtk_event_controller_set_propagation_phase (priv->controllers->pdata[i], GTK_PHASE_BUBBLE);
  squill_tool_set_cursor (self, NULL);
  if (SQUILL_TOOL_GET_CLASS (self)->chosen != NULL)
    SQUILL_TOOL_GET_CLASS (self)->chosen (self);
}

/**
 * squill_tool_leave:
 * @self: a tool
 *
 * Deactivates the tool, and cancels what it was doing.
 */
void
squill_tool_leave (SquillTool *self)
{
  SquillToolPrivate *priv;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  squill_tool_cancel (self);
  /* They stay on the canvas, because one of them may be emitting a signal. */
  for (guint i = 0; i < priv->controllers->len; i++)
    gtk_event_controller_set_propagation_phase (priv->controllers->pdata[i], GTK_PHASE_NONE);
  if (SQUILL_TOOL_GET_CLASS (self)->left != NULL)
    SQUILL_TOOL_GET_CLASS (self)->left (self);
}

/**
 * squill_tool_is_dragging:
 * @self: a tool
 *
 * Returns: %TRUE while the pointer moves with its button down
 */
gboolean
squill_tool_is_dragging (SquillTool *self)
{
  g_return_val_if_fail (SQUILL_IS_TOOL (self), FALSE);

  return get_private (self)->dragging;
}

/**
 * squill_tool_set_cursor:
 * @self: a tool
 * @cursor: (nullable): the name of the pointer's shape; %NULL for that of the tool
 *
 * Sets the cursor of the canvas.
 */
void
squill_tool_set_cursor (SquillTool *self, const char *cursor)
{
  g_return_if_fail (SQUILL_IS_TOOL (self));

  gtk_widget_set_cursor_from_name (GTK_WIDGET (get_private (self)->canvas),
                                   cursor != NULL ? cursor : SQUILL_TOOL_GET_CLASS (self)->cursor);
}

/**
 * squill_tool_press:
 * @self: a tool
 * @x: where, in pixels of the canvas
 * @y: where, in pixels of the canvas
 * @state: the modifiers
 * @n_press: 1 for a click, 2 for the second of a double click, …
 *
 * The main button goes down.
 */
void
squill_tool_press (SquillTool *self, double x, double y, GdkModifierType state, int n_press)
{
  SquillToolPrivate *priv;
  SquillPointer pointer;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  pointer = make_pointer (self, x, y, state);
  priv->pressed = TRUE;
  priv->dragging = FALSE;
  priv->start_x = x;
  priv->start_y = y;
  priv->start_state = state;
  priv->n_press = n_press;
  if (SQUILL_TOOL_GET_CLASS (self)->pressed != NULL)
    SQUILL_TOOL_GET_CLASS (self)->pressed (self, &pointer, n_press);
}

/**
 * squill_tool_drag:
 * @self: a tool
 * @x: where, in pixels of the canvas
 * @y: where, in pixels of the canvas
 * @state: the modifiers
 *
 * The pointer moves with the main button down.
 */
void
squill_tool_drag (SquillTool *self, double x, double y, GdkModifierType state)
{
  SquillToolPrivate *priv;
  SquillToolClass *klass;
  SquillPointer pointer;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  klass = SQUILL_TOOL_GET_CLASS (self);
  if (!priv->pressed)
    return;
  if (!priv->dragging)
    {
      pointer = make_pointer (self, priv->start_x, priv->start_y, priv->start_state);
      priv->dragging = TRUE;
      priv->area_start = pointer.at;
      if (klass->drag_begin != NULL)
        klass->drag_begin (self, &pointer);
    }
  if (!priv->dragging)
    return;
  priv->last_x = x;
  priv->last_y = y;
  priv->last_state = state;
  if (klass->scrolls && priv->scroll_tick == 0)
    priv->scroll_tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (priv->canvas), on_scroll_tick, self, NULL);
  pointer = make_pointer (self, x, y, state);
  update_drag (self, &pointer);
}

/**
 * squill_tool_release:
 * @self: a tool
 * @x: where, in pixels of the canvas
 * @y: where, in pixels of the canvas
 * @state: the modifiers
 *
 * The main button comes up.
 */
void
squill_tool_release (SquillTool *self, double x, double y, GdkModifierType state)
{
  SquillToolPrivate *priv;
  SquillToolClass *klass;
  SquillPointer pointer;
  gboolean dragging;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  klass = SQUILL_TOOL_GET_CLASS (self);
  if (!priv->pressed)
    return;
  pointer = make_pointer (self, x, y, state);
  dragging = priv->dragging;
  priv->pressed = FALSE;
  priv->dragging = FALSE;
  end_scroll (self);
  /* The tool may be replaced while it runs. */
  g_object_ref (self);
  if (dragging && klass->area != NULL)
    {
      SquillRect area = squill_tool_make_area (priv->area_start, pointer.at);

      klass->area (self, &area);
    }
  else if (dragging && klass->drag_end != NULL)
    klass->drag_end (self, &pointer);
  else if (!dragging && klass->clicked != NULL)
    klass->clicked (self, &pointer, priv->n_press);
  g_object_unref (self);
}

/**
 * squill_tool_move:
 * @self: a tool
 * @x: where, in pixels of the canvas
 * @y: where, in pixels of the canvas
 * @state: the modifiers
 *
 * The pointer moves while no button is down.
 */
void
squill_tool_move (SquillTool *self, double x, double y, GdkModifierType state)
{
  SquillPointer pointer;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  pointer = make_pointer (self, x, y, state);
  if (SQUILL_TOOL_GET_CLASS (self)->moved != NULL)
    SQUILL_TOOL_GET_CLASS (self)->moved (self, &pointer);
}

/**
 * squill_tool_cancel:
 * @self: a tool
 *
 * Cancels what is in progress. A button that is still down has no more effect.
 *
 * Returns: %TRUE if something was canceled
 */
gboolean
squill_tool_cancel (SquillTool *self)
{
  SquillToolPrivate *priv;
  gboolean was_dragging;

  g_return_val_if_fail (SQUILL_IS_TOOL (self), FALSE);

  priv = get_private (self);
  was_dragging = priv->dragging;
  priv->pressed = FALSE;
  priv->dragging = FALSE;
  end_scroll (self);
  if (SQUILL_TOOL_GET_CLASS (self)->cancel == NULL)
    return was_dragging;
  return SQUILL_TOOL_GET_CLASS (self)->cancel (self) || was_dragging;
}

/**
 * squill_tool_press_key:
 * @self: a tool
 * @keyval: the key
 * @state: the modifiers
 *
 * A key goes down while the canvas has the keyboard.
 *
 * Returns: %TRUE if the tool handled it
 */
gboolean
squill_tool_press_key (SquillTool *self, guint keyval, GdkModifierType state)
{
  g_return_val_if_fail (SQUILL_IS_TOOL (self), FALSE);

  return SQUILL_TOOL_GET_CLASS (self)->key != NULL &&
         SQUILL_TOOL_GET_CLASS (self)->key (self, keyval, state);
}

/**
 * squill_tool_snapshot:
 * @self: a tool
 * @snapshot: in pixels of the canvas
 *
 * Draws a preview of what the tool does.
 */
void
squill_tool_snapshot (SquillTool *self, GtkSnapshot *snapshot)
{
  g_return_if_fail (SQUILL_IS_TOOL (self));

  if (SQUILL_TOOL_GET_CLASS (self)->area != NULL && get_private (self)->dragging)
    squill_tool_snapshot_area (self, &get_private (self)->area, snapshot);
  else if (SQUILL_TOOL_GET_CLASS (self)->snapshot != NULL)
    SQUILL_TOOL_GET_CLASS (self)->snapshot (self, snapshot);
}

/**
 * squill_tool_make_area:
 * @start: one corner
 * @end: the opposite corner
 *
 * Returns: the rectangle between two points, whichever comes first
 */
SquillRect
squill_tool_make_area (SquillPoint start, SquillPoint end)
{
  return SQUILL_RECT (MIN (start.x, end.x), MIN (start.y, end.y), fabs (end.x - start.x),
                      fabs (end.y - start.y));
}

/**
 * squill_tool_snapshot_area:
 * @self: a tool
 * @area: on the diagram
 * @snapshot: in pixels of the canvas
 *
 * Draws a rubber band.
 */
void
squill_tool_snapshot_area (SquillTool *self, const SquillRect *area, GtkSnapshot *snapshot)
{
  SquillCanvas *canvas = squill_tool_get_canvas (self);
  const SquillPalette *palette = squill_canvas_get_palette (canvas);
  SquillPainter *painter = SQUILL_PAINTER (squill_canvas_begin_paint (canvas, snapshot));

  squill_painter_fill_rect (painter, area, 0, &palette->accent_ground);
  squill_painter_stroke_rect (painter, area, 0,
                              1 / squill_viewport_get_zoom (squill_canvas_get_viewport (canvas)),
                              &palette->accent);
  squill_canvas_end_paint (canvas);
}
