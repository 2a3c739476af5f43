/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillShareBar:
 *
 * A share as a bar, for the eye; the numbers stand beside it as text.
 */
#define SQUILL_TYPE_SHARE_BAR (squill_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (SquillShareBar, squill_share_bar, SQUILL, SHARE_BAR, GtkWidget)

GtkWidget *squill_share_bar_new (double share);

G_END_DECLS
