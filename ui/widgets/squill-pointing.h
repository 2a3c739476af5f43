/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "session/squill-preview.h"

G_BEGIN_DECLS

void squill_widget_follow_pointing (
    GtkWidget *widget, GtkWidget *focus, GCallback at, GCallback away, gpointer data);

void squill_widget_describe_preview (GtkWidget *widget, SquillPreview *preview);

G_END_DECLS
