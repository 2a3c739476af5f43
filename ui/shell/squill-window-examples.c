/* SPDX-License-Identifier: Apache-2.0 */

/* The examples that come with the program. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "shell/squill-gallery-window.h"
#include "shell/squill-window-private.h"

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

void
_squill_window_install_example_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.gallery", NULL, on_gallery);
}
