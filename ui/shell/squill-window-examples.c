/* SPDX-License-Identifier: Apache-2.0 */

/* The examples that come with the program, and the tour through one of them. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-gallery-window.h"
#include "shell/squill-window-private.h"

#define BLOG "resource:///io/github/squill/Squill/examples/cms.squill"

static void
on_chosen (SquillGalleryWindow *gallery, const char *uri, SquillWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-example", "s", uri);
}

static void
on_gallery (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillGalleryWindow *gallery = squill_gallery_window_new (GTK_WINDOW (widget));

  g_signal_connect_object (gallery, "chosen", G_CALLBACK (on_chosen), widget, 0);
  gtk_window_present (GTK_WINDOW (gallery));
}

/* The tour. */

static void
on_tour_ended (SquillTour *tour, SquillWindow *self)
{
  g_clear_object (&self->tour);
}

/* Ends the tour, if there is one. */
void
_squill_window_end_tour (SquillWindow *self)
{
  g_clear_object (&self->tour);
}

void
_squill_window_begin_tour (SquillWindow *self)
{
  const SquillTourPlaces places = { self->canvas_view, GTK_WIDGET (self->inspector),
                                    GTK_WIDGET (self->panel) };

  _squill_window_end_tour (self);
  self->tour = squill_tour_new (GTK_WIDGET (self), &places);
  g_signal_connect_object (self->tour, "ended", G_CALLBACK (on_tour_ended), self, 0);
}

static void
on_tour (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SquillWindow *self = SQUILL_WINDOW (widget);
  SquillWindow *target = _squill_window_get_target (self);

  /* It never comes unasked again, however it ends. */
  g_settings_set_boolean (self->settings, "tour-seen", TRUE);
  gtk_window_present (GTK_WINDOW (target));
  _squill_window_open_tour (target, BLOG);
}

void
_squill_window_install_example_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.gallery", NULL, on_gallery);
  gtk_widget_class_install_action (widget_class, "win.tour", NULL, on_tour);
}
