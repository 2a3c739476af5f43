/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-tool.h"

#include "squill-plane.h"

/* How near to the plane's edge a drag moves the view, and by how much of the way over it a frame.
 */
#define SCROLL_MARGIN 24.0
#define SCROLL_SHARE 0.4
#define MAX_SCROLL 40.0

typedef struct
{
  SquillPlane *plane;     /* owns the tool */
  GPtrArray *controllers; /* the plane owns them */
  double start_x;
  double start_y;
  GdkModifierType start_state;
  double last_x;
  double last_y;
  GdkModifierType last_state;
  guint scroll_tick;
  int n_press;
  guint pressed : 1;
  guint dragging : 1;
} SquillToolPrivate;

enum
{
  PROP_0,
  PROP_PLANE,
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
  SquillViewport *viewport = squill_plane_get_viewport (get_private (self)->plane);

  return (SquillPointer){ x, y, squill_viewport_to_diagram (viewport, x, y), state };
}

/* How far a place is over the edge of a margin within @size. */
static double
get_excess (double at, double size)
{
  double margin = MIN (SCROLL_MARGIN, size / 4);
  double excess = at < margin ? at - margin : at > size - margin ? at - (size - margin) : 0;

  return CLAMP (excess * SCROLL_SHARE, -MAX_SCROLL, MAX_SCROLL);
}

static void
end_scroll (SquillTool *self)
{
  SquillToolPrivate *priv = get_private (self);

  if (priv->scroll_tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (priv->plane), priv->scroll_tick);
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
  squill_viewport_scroll (squill_plane_get_viewport (priv->plane), dx, dy);
  pointer = make_pointer (self, priv->last_x, priv->last_y, priv->last_state);
  if (SQUILL_TOOL_GET_CLASS (self)->drag_update != NULL)
    SQUILL_TOOL_GET_CLASS (self)->drag_update (self, &pointer);
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
  /* What is edited in place has the pointer to itself. */
  if (!squill_plane_is_editor_at (get_private (self)->plane, x, y))
    squill_tool_press (self, x, y, get_state (gesture), n_press);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, SquillTool *self)
{
  SquillToolPrivate *priv = get_private (self);

  /* A hand is not still while it clicks. */
  if (!priv->pressed || (!priv->dragging && !gtk_drag_check_threshold (GTK_WIDGET (priv->plane), 0,
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
  gtk_widget_add_controller (GTK_WIDGET (priv->plane), controller);
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
  /* The press is told before the drag begins: controllers that came last are asked first. */
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
    case PROP_PLANE:
      get_private (SQUILL_TOOL (object))->plane = g_value_get_object (value);
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

  properties[PROP_PLANE] =
      g_param_spec_object ("plane", NULL, NULL, GTK_TYPE_WIDGET,
                           G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
squill_tool_init (SquillTool *self)
{
  get_private (self)->controllers = g_ptr_array_new ();
}

/**
 * squill_tool_get_plane:
 * @self: a tool
 *
 * Returns: (transfer none): what it works on
 */
SquillPlane *
squill_tool_get_plane (SquillTool *self)
{
  g_return_val_if_fail (SQUILL_IS_TOOL (self), NULL);

  return get_private (self)->plane;
}

/**
 * squill_tool_choose:
 * @self: a tool
 *
 * Gives the pointer to the tool, until squill_tool_leave().
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
 * Takes the pointer away from the tool; what is half done is given up.
 */
void
squill_tool_leave (SquillTool *self)
{
  SquillToolPrivate *priv;

  g_return_if_fail (SQUILL_IS_TOOL (self));

  priv = get_private (self);
  squill_tool_cancel (self);
  /* They stay on the plane: one of them may be what is being listened to right now. */
  for (guint i = 0; i < priv->controllers->len; i++)
    gtk_event_controller_set_propagation_phase (priv->controllers->pdata[i], GTK_PHASE_NONE);
  if (SQUILL_TOOL_GET_CLASS (self)->left != NULL)
    SQUILL_TOOL_GET_CLASS (self)->left (self);
}

/**
 * squill_tool_is_dragging:
 * @self: a tool
 *
 * Returns: whether the pointer moves with its button down
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
 * Shows what a press would do.
 */
void
squill_tool_set_cursor (SquillTool *self, const char *cursor)
{
  g_return_if_fail (SQUILL_IS_TOOL (self));

  gtk_widget_set_cursor_from_name (GTK_WIDGET (get_private (self)->plane),
                                   cursor != NULL ? cursor : SQUILL_TOOL_GET_CLASS (self)->cursor);
}

/**
 * squill_tool_press:
 * @self: a tool
 * @x: where, in pixels of the plane
 * @y: where, in pixels of the plane
 * @state: the keys that are held
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
 * @x: where, in pixels of the plane
 * @y: where, in pixels of the plane
 * @state: the keys that are held
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
        gtk_widget_add_tick_callback (GTK_WIDGET (priv->plane), on_scroll_tick, self, NULL);
  pointer = make_pointer (self, x, y, state);
  if (klass->drag_update != NULL)
    klass->drag_update (self, &pointer);
}

/**
 * squill_tool_release:
 * @self: a tool
 * @x: where, in pixels of the plane
 * @y: where, in pixels of the plane
 * @state: the keys that are held
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
  /* What it does may well choose another tool. */
  g_object_ref (self);
  if (dragging && klass->drag_end != NULL)
    klass->drag_end (self, &pointer);
  else if (!dragging && klass->clicked != NULL)
    klass->clicked (self, &pointer, priv->n_press);
  g_object_unref (self);
}

/**
 * squill_tool_move:
 * @self: a tool
 * @x: where, in pixels of the plane
 * @y: where, in pixels of the plane
 * @state: the keys that are held
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
 * Gives up what is half done; a button that is still down does no more.
 *
 * Returns: whether there was anything to give up
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
 * @state: the keys that are held
 *
 * A key goes down while the plane has the keyboard.
 *
 * Returns: whether the tool took it
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
 * @snapshot: in pixels of the plane
 *
 * Draws what the tool is about to do.
 */
void
squill_tool_snapshot (SquillTool *self, GtkSnapshot *snapshot)
{
  g_return_if_fail (SQUILL_IS_TOOL (self));

  if (SQUILL_TOOL_GET_CLASS (self)->snapshot != NULL)
    SQUILL_TOOL_GET_CLASS (self)->snapshot (self, snapshot);
}
