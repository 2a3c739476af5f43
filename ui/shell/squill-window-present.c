/* SPDX-License-Identifier: Apache-2.0 */

/* Full screen, and showing nothing but the diagram to others. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-window-private.h"

#include "canvas/squill-canvas-view.h"
#include "canvas/squill-canvas.h"

static void
set_bare (SquillWindow *self, gboolean bare)
{
  GtkWidget *canvas = squill_canvas_view_get_canvas (SQUILL_CANVAS_VIEW (self->canvas_view));

  g_object_set (squill_canvas_get_display_options (SQUILL_CANVAS (canvas)), "bare", bare, NULL);
}

void
_squill_window_end_presentation (SquillWindow *self)
{
  if (!self->presenting)
    return;
  self->presenting = FALSE;
  gtk_widget_set_visible (self->header, TRUE);
  set_bare (self, FALSE);
  _squill_window_update_actions (self);
  g_object_set (self, "outline-visible", self->before.outline, "inspector-visible",
                self->before.inspector, "panel-visible", self->before.panel, NULL);
  if (!self->before.fullscreen)
    gtk_window_unfullscreen (GTK_WINDOW (self));
}

static void
begin_presentation (SquillWindow *self)
{
  self->before.outline = !!self->outline_visible;
  self->before.inspector = !!self->inspector_visible;
  self->before.panel = !!self->panel_visible;
  self->before.fullscreen = !!gtk_window_is_fullscreen (GTK_WINDOW (self));
  self->presenting = TRUE;
  g_object_set (self, "outline-visible", FALSE, "inspector-visible", FALSE, "panel-visible", FALSE,
                NULL);
  gtk_widget_set_visible (self->header, FALSE);
  set_bare (self, TRUE);
  _squill_window_update_actions (self);
  gtk_window_fullscreen (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->canvas_view);
  gtk_widget_activate_action (self->canvas_view, "canvas.zoom-fit", NULL);
}

static void
on_present (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  if (self->presenting)
    _squill_window_end_presentation (self);
  else if (self->session != NULL)
    begin_presentation (self);
}

static void
on_fullscreen (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);

  if (self->presenting)
    _squill_window_end_presentation (self);
  else if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
}

/* Keys with modifiers are commands; what is typed belongs to what it is typed into. */
static gboolean
is_for_others (SquillWindow *self, GdkModifierType state)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 ||
         GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus);
}

/* While it is shown to others, keys go through the views. The actions that edit are disabled. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        SquillWindow *self)
{
  if (!self->presenting || is_for_others (self, state))
    return GDK_EVENT_PROPAGATE;
  switch (keyval)
    {
    case GDK_KEY_Escape:
      _squill_window_end_presentation (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_Down:
    case GDK_KEY_Page_Down:
    case GDK_KEY_space:
      gtk_widget_activate_action (self->canvas_view, "show.next-view", NULL);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Up:
    case GDK_KEY_Page_Up:
    case GDK_KEY_BackSpace:
      gtk_widget_activate_action (self->canvas_view, "show.previous-view", NULL);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* The window manager has keys for it, too. */
static void
on_fullscreened (SquillWindow *self)
{
  if (self->presenting && !gtk_window_is_fullscreen (GTK_WINDOW (self)) && self->fullscreen_seen)
    _squill_window_end_presentation (self);
  self->fullscreen_seen = !!gtk_window_is_fullscreen (GTK_WINDOW (self));
}

/* Prepares the window to present its diagram on the whole screen. */
void
_squill_window_init_presentation (SquillWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (on_fullscreened), NULL);
}

void
_squill_window_install_presentation_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.present", NULL, on_present);
  gtk_widget_class_install_action (widget_class, "win.fullscreen", NULL, on_fullscreen);
}
