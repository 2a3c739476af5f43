/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-picture.h"

G_BEGIN_DECLS

/* What pictures and pages share. */

/** A pixel is 1/96 of an inch. */
#define SQUILL_POINTS_PER_PIXEL 0.75
/** A millimeter in points. */
#define SQUILL_MM (72.0 / 25.4)

/**
 * SquillPages:
 * @bounds: what is drawn of the diagram
 * @content: where it is on a page, in points
 * @scale: points for a pixel of the diagram
 * @columns: pages beside each other
 * @rows: pages below each other
 *
 * How a diagram lies on pages.
 */
typedef struct
{
  SquillRect bounds;
  SquillRect content;
  double scale;
  guint columns;
  guint rows;
} SquillPages;

SquillPages _squill_pages_plan (SquillDiagram *diagram,
                                const SquillPictureOptions *options,
                                const SquillPicturePaper *paper);
const SquillPalette *_squill_picture_get_palette (const SquillPictureOptions *options);
SquillRect _squill_picture_get_bounds (SquillDiagram *diagram, const SquillPictureOptions *options);
void _squill_picture_paint_diagram (SquillDiagram *diagram,
                                    SquillPainter *painter,
                                    const SquillRect *bounds,
                                    const SquillPictureOptions *options);

G_END_DECLS
