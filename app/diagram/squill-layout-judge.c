/* SPDX-License-Identifier: Apache-2.0 */

/* Tells how good an arrangement is by its lines, as they would be drawn. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-judge.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* What it is worth, in crossings, that a line does not run behind a card. */
#define BEHIND 10
/* What a line costs for each pixel, in crossings: as good as nothing, but of what is as good
 * otherwise the arrangement with short lines is taken. */
#define LENGTH_COST 1e-6

struct _SquillLayoutJudge
{
  SquillRouter *router;
  GPtrArray *ids; /* of boxes and lines, by their numbers */
  guint n_boxes;
  guint n_edges;
  const SquillRoute **routes; /* of each line in the last arrangement */
};

static gboolean
do_cross (SquillPoint a, SquillPoint b, SquillPoint c, SquillPoint d)
{
  if ((a.y == b.y) == (c.y == d.y))
    return FALSE;
  if (a.y != b.y)
    return do_cross (c, d, a, b);
  return c.x > MIN (a.x, b.x) && c.x < MAX (a.x, b.x) && a.y > MIN (c.y, d.y) &&
         a.y < MAX (c.y, d.y);
}

static guint
count_crossings (const SquillRoute *left, const SquillRoute *right)
{
  guint count = 0;

  if (!squill_rect_overlaps (&left->bounds, &right->bounds))
    return 0;
  for (guint i = 0; i + 1 < left->n_points; i++)
    for (guint j = 0; j + 1 < right->n_points; j++)
      count +=
          do_cross (left->points[i], left->points[i + 1], right->points[j], right->points[j + 1]);
  return count;
}

/* How many cards a line runs behind. */
static guint
count_behind (const SquillLayoutBox *boxes, guint n_boxes, const SquillRoute *route)
{
  guint count = 0;

  for (guint i = 0; i + 1 < route->n_points; i++)
    {
      const SquillPoint *a = &route->points[i], *b = a + 1;

      for (guint j = 0; j < n_boxes; j++)
        count += MIN (a->x, b->x) < boxes[j].x + boxes[j].width - 2 &&
                 MAX (a->x, b->x) > boxes[j].x + 2 &&
                 MIN (a->y, b->y) < boxes[j].y + boxes[j].height - 2 &&
                 MAX (a->y, b->y) > boxes[j].y + 2;
    }
  return count;
}

static double
get_length (const SquillRoute *route)
{
  double length = 0;

  for (guint i = 0; i + 1 < route->n_points; i++)
    length += fabs (route->points[i + 1].x - route->points[i].x) +
              fabs (route->points[i + 1].y - route->points[i].y);
  return length;
}

/* Makes a judge of arrangements of one graph. */
SquillLayoutJudge *
squill_layout_judge_new (guint n_boxes, const SquillLayoutEdge *edges, guint n_edges)
{
  SquillLayoutJudge *self = g_new0 (SquillLayoutJudge, 1);
  guint n_ids = MAX (n_boxes, n_edges);

  self->router = squill_router_new ();
  self->ids = g_ptr_array_new_full (n_ids, g_free);
  self->n_boxes = n_boxes;
  self->n_edges = n_edges;
  self->routes = g_new0 (const SquillRoute *, n_edges + 1);
  for (guint i = 0; i < n_ids; i++)
    g_ptr_array_add (self->ids, g_strdup_printf ("%u", i));
  for (guint i = 0; i < n_edges; i++)
    {
      SquillRouteEnd from = { self->ids->pdata[edges[i].from], edges[i].from_offset, 0, NULL };
      SquillRouteEnd to = { self->ids->pdata[edges[i].to], edges[i].to_offset, 0, NULL };

      squill_router_set_line (self->router, self->ids->pdata[i], &from, &to, 0);
    }
  return self;
}

void
squill_layout_judge_free (SquillLayoutJudge *self)
{
  g_free (self->routes);
  g_ptr_array_unref (self->ids);
  g_object_unref (self->router);
  g_free (self);
}

/* Judges an arrangement: crossings, cards in the way and length, less what is straight.
 * @cancellable: (nullable): to be done soon; it is the worst of all then. */
SquillLayoutVerdict
squill_layout_judge_look (SquillLayoutJudge *self,
                          const SquillLayoutBox *boxes,
                          GCancellable *cancellable)
{
  SquillLayoutVerdict verdict = { 0 };

  for (guint i = 0; i < self->n_boxes; i++)
    {
      SquillRect card = SQUILL_RECT (boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height);

      squill_router_set_card (self->router, self->ids->pdata[i], &card);
      verdict.bounds = i == 0 ? card : squill_rect_union (&verdict.bounds, &card);
    }
  if (!_squill_router_run_lines (self->router, cancellable))
    {
      memset (self->routes, 0, self->n_edges * sizeof *self->routes);
      verdict.score = G_MAXDOUBLE;
      return verdict;
    }
  for (guint i = 0; i < self->n_edges; i++)
    {
      const SquillRoute *route = squill_router_get_route (self->router, self->ids->pdata[i]);

      self->routes[i] = route;
      verdict.bounds = squill_rect_union (&verdict.bounds, &route->bounds);
      verdict.n_straight += route->n_points == 2;
      verdict.score += BEHIND * count_behind (boxes, self->n_boxes, route);
      verdict.score += LENGTH_COST * get_length (route);
      for (guint j = 0; j < i; j++)
        verdict.n_crossings += count_crossings (route, self->routes[j]);
    }
  verdict.score += verdict.n_crossings - SQUILL_LAYOUT_STRAIGHT * verdict.n_straight;
  return verdict;
}

/* Whether a line ran straight in the arrangement that was looked at last. */
gboolean
squill_layout_judge_is_straight (SquillLayoutJudge *self, guint edge)
{
  return self->routes[edge] != NULL && self->routes[edge]->n_points == 2;
}
