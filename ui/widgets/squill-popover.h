/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void squill_popover_point_to (GtkPopover *popover, GtkWidget *widget, const GdkRectangle *place);

G_END_DECLS
