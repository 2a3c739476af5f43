/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillHold:
 *
 * Whether somebody points at a widget or has the keyboard focus in it, so that what it contains
 * must not move. Belongs to the widget.
 */
typedef struct _SquillHold SquillHold;

SquillHold *squill_hold_new (GtkWidget *widget, GCallback released, gpointer user_data);
gboolean squill_hold_is_held (SquillHold *self);
GtkWidget *squill_hold_get_target (SquillHold *self);

G_END_DECLS
