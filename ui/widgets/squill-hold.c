/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "widgets/squill-hold.h"

struct _SquillHold
{
  GtkWidget *widget;
  GtkEventController *motion;
  GtkEventController *focus;
  double x, y; /* of the pointer, in the widget */
};

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, SquillHold *self)
{
  self->x = x;
  self->y = y;
}

/**
 * squill_hold_new:
 * @widget: a widget
 * @released: (type GObject.SwappedCallback): called with @user_data when the pointer or the focus
 *   has left
 * @user_data: a #GObject
 *
 * Returns: (transfer none): what says whether @widget is pointed at or focused
 */
SquillHold *
squill_hold_new (GtkWidget *widget, GCallback released, gpointer user_data)
{
  SquillHold *self;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);
  g_return_val_if_fail (G_IS_OBJECT (user_data), NULL);

  self = g_new0 (SquillHold, 1);
  self->widget = widget;
  self->motion = gtk_event_controller_motion_new ();
  self->focus = gtk_event_controller_focus_new ();
  g_signal_connect (self->motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (self->motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_object (self->motion, "leave", released, user_data, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->focus, "leave", released, user_data, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, self->motion);
  gtk_widget_add_controller (widget, self->focus);
  g_object_set_data_full (G_OBJECT (widget), "squill-hold", self, g_free);
  return self;
}

/**
 * squill_hold_is_held:
 * @self: a hold
 *
 * Returns: %TRUE if the pointer or the focus is in the widget
 */
gboolean
squill_hold_is_held (SquillHold *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return gtk_event_controller_motion_contains_pointer (
             GTK_EVENT_CONTROLLER_MOTION (self->motion)) ||
         gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (self->focus));
}

/**
 * squill_hold_get_target:
 * @self: a hold
 *
 * Returns: (transfer none) (nullable): what is pointed at, or else has the focus, in the widget
 */
GtkWidget *
squill_hold_get_target (SquillHold *self)
{
  GtkRoot *root;
  GtkWidget *focus;

  g_return_val_if_fail (self != NULL, NULL);

  if (gtk_event_controller_motion_contains_pointer (GTK_EVENT_CONTROLLER_MOTION (self->motion)))
    return gtk_widget_pick (self->widget, self->x, self->y, GTK_PICK_DEFAULT);
  root = gtk_widget_get_root (self->widget);
  focus = root == NULL ? NULL : gtk_root_get_focus (root);
  return focus != NULL && gtk_widget_is_ancestor (focus, self->widget) ? focus : NULL;
}
