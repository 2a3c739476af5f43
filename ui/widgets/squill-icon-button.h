/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Names of controls that show no text of their own. */

void squill_widget_set_name (gpointer widget, const char *name);
void squill_widget_show_tooltip (gpointer widget, const char *text);
void squill_label_show (gpointer label, const char *text);
void squill_widget_set_tooltip (gpointer widget, const char *name);
GtkWidget *squill_icon_button_new (const char *icon, const char *name);

G_END_DECLS
