/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cairo.h>

#include "diagram/squill-painter.h"

G_BEGIN_DECLS

/**
 * SquillCairoPainter:
 *
 * Paints on a cairo surface: PNG, PDF, paper.
 */
#define SQUILL_TYPE_CAIRO_PAINTER (squill_cairo_painter_get_type ())
G_DECLARE_FINAL_TYPE (SquillCairoPainter, squill_cairo_painter, SQUILL, CAIRO_PAINTER, GObject)

SquillPainter *squill_cairo_painter_new (cairo_t *cr, SquillFonts *fonts);

G_END_DECLS
