/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "squill-plane.h"

G_BEGIN_DECLS

/**
 * SquillMinimap:
 *
 * All of the diagram, small, with the part that is in sight. Hidden while all is in sight.
 */
#define SQUILL_TYPE_MINIMAP (squill_minimap_get_type ())
G_DECLARE_FINAL_TYPE (SquillMinimap, squill_minimap, SQUILL, MINIMAP, GtkWidget)

GtkWidget *squill_minimap_new (SquillPlane *plane);
SquillPoint squill_minimap_to_diagram (SquillMinimap *self, double x, double y);

G_END_DECLS
