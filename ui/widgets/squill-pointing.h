/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void squill_widget_follow_pointing (
    GtkWidget *widget, GtkWidget *focus, GCallback at, GCallback away, gpointer data);

G_END_DECLS
