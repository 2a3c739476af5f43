/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-snap.h"

#include <math.h>

/* Start, middle and end of a rectangle in one direction. */
typedef struct
{
  double stops[3];
} Stops;

static Stops
get_stops (double start, double length)
{
  return (Stops){ { start, start + length / 2, start + length } };
}

/* Start with start, middle with middle, end with end: other pairs catch more than they help. The
 * nearest of those in reach wins, and of equals the first. */
static gboolean
find_stop (const SquillRect *moving,
           const SquillRect *others,
           guint n_others,
           gboolean upright,
           double reach,
           double *by,
           double *at)
{
  Stops own =
      upright ? get_stops (moving->x, moving->width) : get_stops (moving->y, moving->height);
  double best = reach;
  gboolean found = FALSE;

  for (guint i = 0; i < n_others; i++)
    {
      Stops other = upright ? get_stops (others[i].x, others[i].width)
                            : get_stops (others[i].y, others[i].height);

      for (guint s = 0; s < G_N_ELEMENTS (own.stops); s++)
        {
          double distance = other.stops[s] - own.stops[s];

          if (fabs (distance) > best || (found && fabs (distance) == best))
            continue;
          best = fabs (distance);
          *by = distance;
          *at = other.stops[s];
          found = TRUE;
        }
    }
  return found;
}

static gboolean
is_at (const SquillRect *rect, gboolean upright, double at)
{
  Stops stops = upright ? get_stops (rect->x, rect->width) : get_stops (rect->y, rect->height);

  for (guint i = 0; i < G_N_ELEMENTS (stops.stops); i++)
    if (fabs (stops.stops[i] - at) < 0.01)
      return TRUE;
  return FALSE;
}

/* The guide reaches over all that stands on it. */
static SquillGuide
make_guide (
    const SquillRect *moved, const SquillRect *others, guint n_others, gboolean upright, double at)
{
  SquillGuide guide = { upright, at, upright ? moved->y : moved->x,
                        upright ? squill_rect_bottom (moved) : squill_rect_right (moved) };

  for (guint i = 0; i < n_others; i++)
    {
      if (!is_at (&others[i], upright, at))
        continue;
      guide.from = MIN (guide.from, upright ? others[i].y : others[i].x);
      guide.to = MAX (guide.to,
                      upright ? squill_rect_bottom (&others[i]) : squill_rect_right (&others[i]));
    }
  return guide;
}

/**
 * squill_snap_to_grid:
 * @value: a place
 * @grid: the distance of two lines of the grid
 *
 * Returns: the nearest line of the grid
 */
double
squill_snap_to_grid (double value, double grid)
{
  g_return_val_if_fail (grid > 0, value);

  return floor (value / grid + 0.5) * grid;
}

/**
 * squill_snap_find:
 * @moving: where something would be
 * @others: (array length=n_others): what it may be aligned with
 * @n_others: how many
 * @reach: how far it may be moved for that
 * @grid: the distance of two lines of the grid that is left otherwise; 0 for none
 *
 * Finds where something that is dragged falls into place: at an edge or the middle of a neighbour,
 * else on the grid.
 *
 * Returns: how far to move it, and what shows why
 */
SquillSnap
squill_snap_find (
    const SquillRect *moving, const SquillRect *others, guint n_others, double reach, double grid)
{
  SquillSnap snap = { 0 };
  SquillRect moved;
  double x = 0, y = 0;
  gboolean across, down;

  g_return_val_if_fail (moving != NULL, snap);
  g_return_val_if_fail (others != NULL || n_others == 0, snap);

  across = find_stop (moving, others, n_others, TRUE, reach, &snap.dx, &x);
  down = find_stop (moving, others, n_others, FALSE, reach, &snap.dy, &y);
  if (!across && grid > 0)
    snap.dx = squill_snap_to_grid (moving->x, grid) - moving->x;
  if (!down && grid > 0)
    snap.dy = squill_snap_to_grid (moving->y, grid) - moving->y;
  moved = SQUILL_RECT (moving->x + snap.dx, moving->y + snap.dy, moving->width, moving->height);
  if (across)
    snap.guides[snap.n_guides++] = make_guide (&moved, others, n_others, TRUE, x);
  if (down)
    snap.guides[snap.n_guides++] = make_guide (&moved, others, n_others, FALSE, y);
  return snap;
}
