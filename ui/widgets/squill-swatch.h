/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-palette.h"

G_BEGIN_DECLS

/* Colors of diagrams in the style of the window: light or dark, with high contrast or without. */

void squill_palette_follow_style (SquillPalette *palette);
GtkWidget *squill_swatch_new (guint tint);

G_END_DECLS
