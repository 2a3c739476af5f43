/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SQUILL_TYPE_GALLERY_WINDOW (squill_gallery_window_get_type ())

/**
 * SquillGalleryWindow:
 *
 * The examples that come with the program, with their pictures.
 *
 * Signal "chosen" (const char *uri): one is to be opened; the window closes.
 */
G_DECLARE_FINAL_TYPE (SquillGalleryWindow, squill_gallery_window, SQUILL, GALLERY_WINDOW, AdwWindow)

SquillGalleryWindow *squill_gallery_window_new (GtkWindow *parent);

G_END_DECLS
