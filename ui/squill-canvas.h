/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A widget with the property "session" (SquillSession). */
GtkWidget *squill_canvas_new (void);

G_END_DECLS
