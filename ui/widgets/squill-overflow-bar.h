/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillOverflowBar:
 *
 * A row of controls. Those for which there is no room, from the last on, are in a menu at its end.
 */
#define SQUILL_TYPE_OVERFLOW_BAR (squill_overflow_bar_get_type ())
G_DECLARE_FINAL_TYPE (SquillOverflowBar, squill_overflow_bar, SQUILL, OVERFLOW_BAR, GtkWidget)

GtkWidget *squill_overflow_bar_new (void);
void squill_overflow_bar_append (SquillOverflowBar *self, GtkWidget *control);

G_END_DECLS
