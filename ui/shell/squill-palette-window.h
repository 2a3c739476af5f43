/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "session/squill-palette.h"

G_BEGIN_DECLS

/**
 * SquillPaletteWindow:
 *
 * All commands, and all that is in the model, found by typing words of their names.
 *
 * Signal "chosen" (SquillPaletteEntry *entry): what to do or to go to; the window is closed by
 * then.
 */
#define SQUILL_TYPE_PALETTE_WINDOW (squill_palette_window_get_type ())
G_DECLARE_FINAL_TYPE (SquillPaletteWindow, squill_palette_window, SQUILL, PALETTE_WINDOW, AdwWindow)

SquillPaletteWindow *squill_palette_window_new (GtkWindow *parent,
                                                SquillSession *session,
                                                SquillCommandAvailable is_available,
                                                gpointer data);

G_END_DECLS
