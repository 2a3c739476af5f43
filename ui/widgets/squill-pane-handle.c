/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-pane-handle.h"

#include <glib/gi18n.h>

#include "widgets/squill-compat.h"

#define MIN_WIDTH 180
#define MAX_WIDTH 640
#define KEY_STEP 20
#define REACH 4 /* pixels at both sides of the line where it can be taken */

struct _SquillPaneHandle
{
  GtkWidget parent_instance;

  GtkWidget *pane; /* unowned: a sibling */
  int width;       /* of the pane with text of the usual size: larger text needs as much more */
  int minimum;     /* of the width */
  gboolean reversed;
};

enum
{
  PROP_0,
  PROP_MINIMUM,
  PROP_PANE,
  PROP_REVERSED,
  PROP_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SquillPaneHandle, squill_pane_handle, GTK_TYPE_WIDGET)

static void
resize_pane (SquillPaneHandle *self)
{
  if (self->pane != NULL)
    gtk_widget_set_size_request (
        self->pane, (int)(self->width * squill_compat_get_text_scale (GTK_WIDGET (self))), -1);
}

static void
set_width (SquillPaneHandle *self, int width)
{
  width = CLAMP (width, self->minimum, MAX_WIDTH);
  if (self->width == width)
    return;
  self->width = width;
  resize_pane (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  (double)width, -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH]);
}

static gboolean
is_mirrored (SquillPaneHandle *self)
{
  return self->reversed != (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, SquillPaneHandle *self)
{
  const double scale = squill_compat_get_text_scale (GTK_WIDGET (self));
  graphene_point_t start, now;
  double x, y;

  /* The line moves with the pane: measure against what stays where it is. */
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  if (!gtk_widget_compute_point (GTK_WIDGET (self), gtk_widget_get_parent (GTK_WIDGET (self)),
                                 &GRAPHENE_POINT_INIT ((float)(x + dx), 0), &now) ||
      !gtk_widget_compute_point (self->pane, gtk_widget_get_parent (GTK_WIDGET (self)),
                                 &GRAPHENE_POINT_INIT (0, 0), &start))
    return;
  if (is_mirrored (self))
    set_width (self, (int)((start.x + (float)gtk_widget_get_width (self->pane) - now.x) / scale));
  else
    set_width (self, (int)((now.x - start.x) / scale));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SquillPaneHandle *self)
{
  int step = is_mirrored (self) ? -KEY_STEP : KEY_STEP;

  if (key == GDK_KEY_Left || key == GDK_KEY_KP_Left)
    set_width (self, self->width - step);
  else if (key == GDK_KEY_Right || key == GDK_KEY_KP_Right)
    set_width (self, self->width + step);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static gboolean
squill_pane_handle_contains (GtkWidget *widget, double x, double y)
{
  return x >= -REACH && x < gtk_widget_get_width (widget) + REACH && y >= 0 &&
         y < gtk_widget_get_height (widget);
}

static gboolean
squill_pane_handle_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if (gtk_widget_is_focus (widget))
    return FALSE;
  return gtk_widget_grab_focus (widget);
}

static void
squill_pane_handle_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SquillPaneHandle *self = SQUILL_PANE_HANDLE (object);

  switch (id)
    {
    case PROP_MINIMUM:
      g_value_set_int (value, self->minimum);
      break;
    case PROP_PANE:
      g_value_set_object (value, self->pane);
      break;
    case PROP_REVERSED:
      g_value_set_boolean (value, self->reversed);
      break;
    case PROP_WIDTH:
      g_value_set_int (value, self->width);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_pane_handle_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SquillPaneHandle *self = SQUILL_PANE_HANDLE (object);

  switch (id)
    {
    case PROP_MINIMUM:
      self->minimum = g_value_get_int (value);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                      (double)self->minimum, -1);
      set_width (self, self->width);
      break;
    case PROP_PANE:
      g_set_weak_pointer (&self->pane, g_value_get_object (value));
      resize_pane (self);
      break;
    case PROP_REVERSED:
      self->reversed = g_value_get_boolean (value);
      break;
    case PROP_WIDTH:
      set_width (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
squill_pane_handle_dispose (GObject *object)
{
  SquillPaneHandle *self = SQUILL_PANE_HANDLE (object);

  g_clear_weak_pointer (&self->pane);

  G_OBJECT_CLASS (squill_pane_handle_parent_class)->dispose (object);
}

static void
squill_pane_handle_class_init (SquillPaneHandleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = squill_pane_handle_get_property;
  object_class->set_property = squill_pane_handle_set_property;
  object_class->dispose = squill_pane_handle_dispose;
  widget_class->contains = squill_pane_handle_contains;
  widget_class->focus = squill_pane_handle_focus;

  properties[PROP_MINIMUM] =
      g_param_spec_int ("minimum", NULL, NULL, 0, MAX_WIDTH, MIN_WIDTH, flags);
  properties[PROP_PANE] = g_param_spec_object ("pane", NULL, NULL, GTK_TYPE_WIDGET, flags);
  properties[PROP_REVERSED] = g_param_spec_boolean ("reversed", NULL, NULL, FALSE, flags);
  properties[PROP_WIDTH] =
      g_param_spec_int ("width", NULL, NULL, 0, G_MAXINT, 240, flags | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "panehandle");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SEPARATOR);
}

static void
squill_pane_handle_init (SquillPaneHandle *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->width = 240;
  self->minimum = MIN_WIDTH;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "col-resize");
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Width of the pane"),
      GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, (double)MIN_WIDTH, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
      (double)MAX_WIDTH, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, (double)self->width, -1);

  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (resize_pane), self, G_CONNECT_SWAPPED);
}

/**
 * squill_pane_handle_get_width:
 * @self: a handle
 *
 * Returns: the width of the pane with text of the usual size, pixels
 */
int
squill_pane_handle_get_width (SquillPaneHandle *self)
{
  g_return_val_if_fail (SQUILL_IS_PANE_HANDLE (self), 0);

  return self->width;
}
