/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-canvas-private.h"

#include <glib/gi18n.h>

#include "squill-canvas-bar.h"
#include "squill-minimap.h"

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_TOOL,
  PROP_RATES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillCanvas, squill_canvas, GTK_TYPE_WIDGET)

static void
on_tool_changed (SquillPlane *plane, SquillCanvas *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOL]);
}

static void
on_selection_changed (SquillSelection *selection, SquillCanvas *self)
{
  _squill_canvas_update_actions (self);
}

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillCanvas *self)
{
  _squill_canvas_update_actions (self);
}

static GdkRectangle
measure_child (GtkWidget *child, int room)
{
  GdkRectangle rect = { 0 };
  int minimum;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &rect.width, NULL, NULL);
  rect.width = MAX (minimum, MIN (rect.width, room));
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, rect.width, NULL, &rect.height, NULL, NULL);
  return rect;
}

/* The bar in the middle, the map in the corner; above the bar where they would overlap. */
static gboolean
on_get_child_position (GtkOverlay *overlay,
                       GtkWidget *child,
                       GdkRectangle *allocation,
                       SquillCanvas *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (overlay));
  int height = gtk_widget_get_height (GTK_WIDGET (overlay));
  GdkRectangle bar = measure_child (self->bar, width);

  bar.x = (width - bar.width) / 2;
  bar.y = height - bar.height;
  if (child == self->bar)
    {
      *allocation = bar;
      return TRUE;
    }
  if (child != self->minimap)
    return FALSE;
  *allocation = measure_child (child, width);
  allocation->x = width - allocation->width;
  allocation->y = height - allocation->height;
  if (allocation->x < bar.x + bar.width)
    allocation->y -= bar.height - gtk_widget_get_margin_bottom (self->bar);
  return TRUE;
}

static gboolean
on_room_due (gpointer user_data)
{
  SquillCanvas *self = user_data;
  int height;

  self->room_source = 0;
  squill_canvas_bar_set_room (SQUILL_CANVAS_BAR (self->bar),
                              gtk_widget_get_width (GTK_WIDGET (self)));
  gtk_widget_measure (self->bar, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  squill_plane_set_covered (self->plane, height);
  return G_SOURCE_REMOVE;
}

/* The plane tells of its size while it is allocated: no time for the bar to want another one. */
static void
on_plane_changed (SquillPlane *plane, gboolean diagram, SquillCanvas *self)
{
  if (!diagram && self->room_source == 0)
    self->room_source = g_idle_add (on_room_due, self);
}

static gboolean
squill_canvas_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SQUILL_CANVAS (widget)->plane));
}

static void
squill_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillCanvas *self = SQUILL_CANVAS (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_TOOL:
      g_value_set_string (value, squill_plane_get_tool_name (self->plane));
      break;
    case PROP_RATES:
      g_value_set_boolean (value, squill_plane_get_rates (self->plane));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SquillCanvas *self = SQUILL_CANVAS (object);

  switch (id)
    {
    case PROP_SESSION:
      squill_canvas_set_session (self, g_value_get_object (value));
      break;
    case PROP_TOOL:
      if (g_value_get_string (value) != NULL)
        squill_plane_set_tool (self->plane, g_value_get_string (value));
      break;
    case PROP_RATES:
      if (squill_plane_get_rates (self->plane) == g_value_get_boolean (value))
        break;
      squill_plane_set_rates (self->plane, g_value_get_boolean (value));
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_canvas_dispose (GObject *object)
{
  SquillCanvas *self = SQUILL_CANVAS (object);

  if (self->plane != NULL)
    squill_canvas_set_session (self, NULL);
  g_clear_handle_id (&self->room_source, g_source_remove);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  if (self->toasts != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->toasts));
  self->toasts = NULL;
  self->plane = NULL;
  g_clear_pointer (&self->copied_field, g_free);

  G_OBJECT_CLASS (squill_canvas_parent_class)->dispose (object);
}

static void
squill_canvas_class_init (SquillCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = squill_canvas_get_property;
  object_class->set_property = squill_canvas_set_property;
  object_class->dispose = squill_canvas_dispose;
  widget_class->grab_focus = squill_canvas_grab_focus;

  /**
   * SquillCanvas:session:
   *
   * What is shown.
   */
  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SQUILL_TYPE_SESSION, flags);
  /**
   * SquillCanvas:tool:
   *
   * The name of the tool that has the pointer.
   */
  properties[PROP_TOOL] = g_param_spec_string ("tool", NULL, NULL, "select", flags);
  /**
   * SquillCanvas:rates:
   *
   * Whether lines show how busy they are.
   */
  properties[PROP_RATES] = g_param_spec_boolean ("rates", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_install_property_action (widget_class, "canvas.tool", "tool");
  gtk_widget_class_install_property_action (widget_class, "canvas.rates", "rates");
  _squill_canvas_install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "canvas");
}

static void
squill_canvas_init (SquillCanvas *self)
{
  GtkOverlay *overlay;

  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->toasts), GTK_WIDGET (self));
  overlay = GTK_OVERLAY (gtk_overlay_new ());
  adw_toast_overlay_set_child (self->toasts, GTK_WIDGET (overlay));
  self->plane = SQUILL_PLANE (squill_plane_new ());
  gtk_overlay_set_child (overlay, GTK_WIDGET (self->plane));

  self->bar = squill_canvas_bar_new (self->plane);
  gtk_overlay_add_overlay (overlay, self->bar);

  self->minimap = squill_minimap_new (self->plane);
  gtk_overlay_add_overlay (overlay, self->minimap);

  self->work_bar = g_object_new (SQUILL_TYPE_WORK_BAR, "valign", GTK_ALIGN_START, NULL);
  gtk_overlay_add_overlay (overlay, GTK_WIDGET (self->work_bar));

  g_signal_connect_object (overlay, "get-child-position", G_CALLBACK (on_get_child_position), self,
                           0);
  g_signal_connect_object (self->plane, "changed", G_CALLBACK (on_plane_changed), self, 0);
  g_signal_connect_object (self->plane, "tool-changed", G_CALLBACK (on_tool_changed), self, 0);
  _squill_canvas_update_actions (self);
}

/**
 * squill_canvas_new:
 *
 * Makes a canvas that shows nothing yet.
 *
 * Returns: (transfer full): the canvas
 */
GtkWidget *
squill_canvas_new (void)
{
  return g_object_new (SQUILL_TYPE_CANVAS, NULL);
}

/**
 * squill_canvas_set_session:
 * @self: a canvas
 * @session: (nullable): what to show
 *
 * Shows another model.
 */
void
squill_canvas_set_session (SquillCanvas *self, SquillSession *session)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (session == NULL || SQUILL_IS_SESSION (session));

  if (self->session == session)
    return;
  _squill_canvas_cancel_arrange (self);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (squill_session_get_selection (self->session), self);
      g_signal_handlers_disconnect_by_data (squill_session_get_model (self->session), self);
    }
  g_clear_pointer (&self->copied_field, g_free);
  squill_plane_set_session (self->plane, session);
  g_set_object (&self->session, session);
  if (session != NULL)
    {
      g_signal_connect_object (squill_session_get_selection (session), "changed",
                               G_CALLBACK (on_selection_changed), self, 0);
      g_signal_connect_object (squill_session_get_model (session), "changed",
                               G_CALLBACK (on_model_changed), self, 0);
    }
  _squill_canvas_update_actions (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

/**
 * squill_canvas_get_session:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): what is shown
 */
SquillSession *
squill_canvas_get_session (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->session;
}

/**
 * squill_canvas_get_plane:
 * @self: a canvas
 *
 * Returns: (transfer none): the #SquillPlane that the diagram lies on
 */
GtkWidget *
squill_canvas_get_plane (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return GTK_WIDGET (self->plane);
}

/**
 * squill_canvas_is_arranging:
 * @self: a canvas
 *
 * Returns: whether the diagram is being arranged
 */
gboolean
squill_canvas_is_arranging (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  return self->arranging != NULL;
}
