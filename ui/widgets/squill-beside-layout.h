/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SquillBesideLayout:
 *
 * Places two children beside each other, or the second one below the first where it has no room
 * there: one that expands needs its minimum, another its natural width. One that is not visible
 * leaves all to the other. It has no baseline.
 */
#define SQUILL_TYPE_BESIDE_LAYOUT (squill_beside_layout_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillBesideLayout, squill_beside_layout, SQUILL, BESIDE_LAYOUT, GtkLayoutManager)

GtkLayoutManager *squill_beside_layout_new (int spacing);

G_END_DECLS
