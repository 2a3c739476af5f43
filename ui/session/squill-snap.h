/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-geometry.h"

G_BEGIN_DECLS

/**
 * SquillGuide:
 * @upright: it runs up and down
 * @at: where: an x if @upright, else a y
 * @from: where it begins, along it
 * @to: where it ends
 *
 * A line that shows what something is aligned with.
 */
typedef struct
{
  gboolean upright;
  double at;
  double from;
  double to;
} SquillGuide;

/**
 * SquillSnap:
 * @dx: how far to move, so that it is aligned
 * @dy: how far to move
 * @guides: (array length=n_guides): what it is aligned with then
 * @n_guides: how many
 */
typedef struct
{
  double dx;
  double dy;
  SquillGuide guides[2];
  guint n_guides;
} SquillSnap;

SquillSnap squill_snap_find (
    const SquillRect *moving, const SquillRect *others, guint n_others, double reach, double grid);
double squill_snap_to_grid (double value, double grid);

G_END_DECLS
