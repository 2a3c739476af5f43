/* SPDX-License-Identifier: Apache-2.0 */

/* Where a line runs: compared, measured, and freed. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <string.h>

/* What a foot, half a line or an arrowhead adds to the sides of a line. */
#define LINE_MARGIN 12.0

/* Frees what a route has. */
void
_squill_route_clear (SquillRoute *route)
{
  g_clear_pointer (&route->points, g_free);
  g_clear_pointer (&route->hops, g_free);
  memset (route, 0, sizeof *route);
}

/* Whether two lines are drawn alike. */
gboolean
_squill_route_equal (const SquillRoute *a, const SquillRoute *b)
{
  if (a->n_points != b->n_points || a->n_hops != b->n_hops || a->from_side != b->from_side ||
      a->to_side != b->to_side || !squill_rect_equal (&a->from_label, &b->from_label) ||
      !squill_rect_equal (&a->to_label, &b->to_label) ||
      !squill_rect_equal (&a->name_label, &b->name_label) || a->from_hidden != b->from_hidden ||
      a->to_hidden != b->to_hidden || a->name_hidden != b->name_hidden)
    return FALSE;
  for (guint i = 0; i < a->n_points; i++)
    if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y)
      return FALSE;
  for (guint i = 0; i < a->n_hops; i++)
    if (a->hops[i].segment != b->hops[i].segment || a->hops[i].at != b->hops[i].at)
      return FALSE;
  return TRUE;
}

/* Sets what is around all of a route. */
void
_squill_route_set_bounds (SquillRoute *route)
{
  double left = G_MAXDOUBLE, right = -G_MAXDOUBLE, top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < route->n_points; i++)
    {
      left = MIN (left, route->points[i].x);
      right = MAX (right, route->points[i].x);
      top = MIN (top, route->points[i].y);
      bottom = MAX (bottom, route->points[i].y);
    }
  route->bounds = SQUILL_RECT (left - LINE_MARGIN, top - LINE_MARGIN,
                               right - left + 2 * LINE_MARGIN, bottom - top + 2 * LINE_MARGIN);
  if (!route->from_hidden)
    route->bounds = squill_rect_union (&route->bounds, &route->from_label);
  if (!route->to_hidden)
    route->bounds = squill_rect_union (&route->bounds, &route->to_label);
  if (!route->name_hidden)
    route->bounds = squill_rect_union (&route->bounds, &route->name_label);
}
