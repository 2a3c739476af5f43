/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void squill_closing_add_keys (GtkWidgetClass *widget_class);
void squill_closing_follow_search (GtkSearchEntry *search);

G_END_DECLS
