/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-picture.h"

G_BEGIN_DECLS

/* What pictures and pages share. */

/** A pixel is 1/96 of an inch. */
#define SQUILL_POINTS_PER_PIXEL 0.75

const SquillPalette *_squill_picture_get_palette (const SquillPictureOptions *options);
SquillRect _squill_picture_get_bounds (SquillDiagram *diagram, const SquillPictureOptions *options);
void _squill_picture_paint (SquillDiagram *diagram,
                            SquillPainter *painter,
                            const SquillRect *bounds,
                            const SquillPictureOptions *options);

G_END_DECLS
