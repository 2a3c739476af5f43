/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-painter.h"

G_BEGIN_DECLS

/**
 * SquillSvgPainter:
 *
 * Writes SVG in which text is text and every card and line has a name.
 */
#define SQUILL_TYPE_SVG_PAINTER (squill_svg_painter_get_type ())
G_DECLARE_FINAL_TYPE (SquillSvgPainter, squill_svg_painter, SQUILL, SVG_PAINTER, GObject)

SquillPainter *squill_svg_painter_new (SquillFonts *fonts,
                                       const SquillRect *bounds,
                                       double scale,
                                       const char *title,
                                       const char *description);
GBytes *squill_svg_painter_finish (SquillSvgPainter *self);

G_END_DECLS
