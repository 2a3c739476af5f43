/* SPDX-License-Identifier: Apache-2.0 */

/* Lines and labels that somebody moved: they are where they were put, whatever is there. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

/* In the middle between the rows that a line joins: it moves with both cards. */
static SquillPoint
get_middle (const SquillRect *from, double from_y, const SquillRect *to, double to_y)
{
  return SQUILL_POINT ((from->x + from->width / 2 + to->x + to->width / 2) / 2,
                       (from_y + to_y) / 2);
}

static SquillPoint
get_bend (const SquillRoutedLine *line, const SquillRect *from, const SquillRect *to)
{
  SquillPoint middle =
      get_middle (from, from->y + line->ends[0].offset, to, to->y + line->ends[1].offset);

  return SQUILL_POINT (middle.x + line->places.x[SQUILL_LINE_BEND],
                       middle.y + line->places.y[SQUILL_LINE_BEND]);
}

/* The side at which a line leaves a card to get to a point: as without it where it is above or
 * below the card, which gives FALSE. */
static gboolean
turn_to (const SquillRect *card, double x, SquillSide *side)
{
  if (x >= squill_rect_right (card) + SQUILL_ROUTE_STUB)
    *side = SQUILL_SIDE_RIGHT;
  else if (x <= card->x - SQUILL_ROUTE_STUB)
    *side = SQUILL_SIDE_LEFT;
  else
    return FALSE;
  return TRUE;
}

/* Lets a line leave and meet its cards at the other side of both. */
void
_squill_line_turn (SquillRoutedLine *line)
{
  for (guint end = 0; end < 2; end++)
    line->ends[end].side =
        line->ends[end].side == SQUILL_SIDE_LEFT ? SQUILL_SIDE_RIGHT : SQUILL_SIDE_LEFT;
  line->turned = !line->turned;
}

/* The sides at which a line leaves and meets its cards. */
void
_squill_line_choose_sides (const SquillRoutedLine *line,
                           const SquillRect *from,
                           const SquillRect *to,
                           SquillSide *from_side,
                           SquillSide *to_side)
{
  _squill_route_choose_sides (from, to, from_side, to_side);
  if (line->places.set[SQUILL_LINE_BEND])
    {
      double x = get_bend (line, from, to).x;

      gboolean from_turns = turn_to (from, x, from_side), to_turns = turn_to (to, x, to_side);

      /* Across between cards that stand above each other: in at one side, out at the other. */
      if (!from_turns && !to_turns)
        *to_side = *from_side == SQUILL_SIDE_RIGHT ? SQUILL_SIDE_LEFT : SQUILL_SIDE_RIGHT;
    }
}

static double
get_edge (const SquillRouteTip *tip)
{
  return tip->side == SQUILL_SIDE_RIGHT ? squill_rect_right (&tip->card->rect) : tip->card->rect.x;
}

static double
get_stub (const SquillRouteTip *tip)
{
  return get_edge (tip) + (tip->side == SQUILL_SIDE_RIGHT ? SQUILL_ROUTE_STUB : -SQUILL_ROUTE_STUB);
}

static gboolean
can_turn_at (const SquillRouteTip *tip, double x)
{
  return tip->side == SQUILL_SIDE_RIGHT ? x >= get_stub (tip) : x <= get_stub (tip);
}

/* Adds a point, but none twice, and none in the middle of a straight stretch. */
static void
add (GArray *points, double x, double y)
{
  const SquillPoint *all = (const SquillPoint *)(gpointer)points->data;
  const guint n = points->len;
  SquillPoint point = { x, y };

  if (n > 0 && all[n - 1].x == x && all[n - 1].y == y)
    return;
  if (n > 1 &&
      ((all[n - 1].x == x && all[n - 2].x == x) || (all[n - 1].y == y && all[n - 2].y == y)))
    g_array_set_size (points, n - 1);
  g_array_append_val (points, point);
}

/* Finds the route of a line that has to pass a point: up or down through it where both ends can
 * turn there and it is between their rows, otherwise across at its height. */
void
_squill_line_bend (SquillRoutedLine *line, const SquillRouteTip *tips)
{
  const SquillRouteTip *from = &tips[0], *to = &tips[1];
  const SquillPoint bend = get_bend (line, &from->card->rect, &to->card->rect);
  const gboolean between = bend.y >= MIN (from->y, to->y) && bend.y <= MAX (from->y, to->y);
  double first = can_turn_at (from, bend.x) ? bend.x : get_stub (from);
  double last = can_turn_at (to, bend.x) ? bend.x : get_stub (to);
  GArray *points = line->found;

  if (first == last && !between)
    {
      /* To and fro would be one stretch twice: the end that is farther away turns at its card, or
       * both do where the point is between them. */
      const double out = get_stub (from), in = get_stub (to);

      if (bend.x >= MIN (out, in) && bend.x <= MAX (out, in))
        {
          first = out;
          last = in;
        }
      else if (fabs (out - bend.x) < fabs (in - bend.x))
        last = in;
      else
        first = out;
    }
  g_array_set_size (points, 0);
  add (points, get_edge (from), from->y);
  add (points, first, from->y);
  add (points, first, bend.y);
  add (points, last, bend.y);
  add (points, last, to->y);
  add (points, get_edge (to), to->y);
}

static void
place (SquillRect *label, SquillPoint from, double dx, double dy, gboolean *hidden)
{
  if (squill_rect_is_empty (label))
    return;
  label->x = from.x + dx - label->width / 2;
  label->y = from.y + dy - label->height / 2;
  *hidden = FALSE;
}

/* Puts the labels of a line that has a route where somebody put them. */
void
_squill_line_place_labels (SquillRoutedLine *line)
{
  const SquillLinePlaces *places = &line->places;
  SquillRoute *route = &line->route;
  SquillPoint start = route->points[0], end = route->points[route->n_points - 1];

  if (places->set[SQUILL_LINE_NAME])
    place (&route->name_label, SQUILL_POINT ((start.x + end.x) / 2, (start.y + end.y) / 2),
           places->x[SQUILL_LINE_NAME], places->y[SQUILL_LINE_NAME], &route->name_hidden);
  if (places->set[SQUILL_LINE_START])
    place (&route->from_label, start, places->x[SQUILL_LINE_START], places->y[SQUILL_LINE_START],
           &route->from_hidden);
  if (places->set[SQUILL_LINE_END])
    place (&route->to_label, end, places->x[SQUILL_LINE_END], places->y[SQUILL_LINE_END],
           &route->to_hidden);
}

/**
 * squill_diagram_get_line_anchor:
 * @self: a diagram
 * @edge: one of its lines
 * @part: what of it
 *
 * Returns: where on the diagram the place of a part of a line is counted from, as
 *   #SquillLinePlaces says
 */
SquillPoint
squill_diagram_get_line_anchor (SquillDiagram *self, const SquillEdge *edge, SquillLinePart part)
{
  const SquillRoute *route;
  const SquillCard *from, *to;
  SquillPoint start, end;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), SQUILL_POINT (0, 0));
  g_return_val_if_fail (edge != NULL && edge->route != NULL, SQUILL_POINT (0, 0));

  route = edge->route;
  start = route->points[0];
  end = route->points[route->n_points - 1];
  switch (part)
    {
    case SQUILL_LINE_BEND:
      from = squill_diagram_find_card (self, edge->from_card);
      to = squill_diagram_find_card (self, edge->to_card);
      return get_middle (&from->rect,
                         from->rect.y + squill_card_get_row_offset (from, edge->from_row),
                         &to->rect, to->rect.y + squill_card_get_row_offset (to, edge->to_row));
    case SQUILL_LINE_START:
      return start;
    case SQUILL_LINE_END:
      return end;
    case SQUILL_LINE_NAME:
    case SQUILL_N_LINE_PARTS:
    default:
      return SQUILL_POINT ((start.x + end.x) / 2, (start.y + end.y) / 2);
    }
}

/* The middle of the longest stretch that goes up or down, else of the one in the middle: what
 * one would take hold of. */
static SquillPoint
find_bend (const SquillRoute *route)
{
  guint best = (route->n_points - 1) / 2;
  double longest = 0;

  for (guint i = 0; i + 1 < route->n_points; i++)
    if (route->points[i].x == route->points[i + 1].x &&
        fabs (route->points[i].y - route->points[i + 1].y) > longest)
      {
        best = i;
        longest = fabs (route->points[i].y - route->points[i + 1].y);
      }
  return SQUILL_POINT ((route->points[best].x + route->points[best + 1].x) / 2,
                       (route->points[best].y + route->points[best + 1].y) / 2);
}

/**
 * squill_diagram_get_line_part:
 * @self: a diagram
 * @edge: one of its lines
 * @part: what of it
 * @at: (out): where on the diagram it is: the bend, or the middle of a label
 *
 * Returns: %TRUE if the line has that
 */
gboolean
squill_diagram_get_line_part (SquillDiagram *self,
                              const SquillEdge *edge,
                              SquillLinePart part,
                              SquillPoint *at)
{
  const SquillRect *label;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), FALSE);
  g_return_val_if_fail (edge != NULL && edge->route != NULL && at != NULL, FALSE);

  if (part == SQUILL_LINE_BEND)
    {
      SquillPoint anchor = squill_diagram_get_line_anchor (self, edge, part);

      *at = edge->places.set[part]
                ? SQUILL_POINT (anchor.x + edge->places.x[part], anchor.y + edge->places.y[part])
                : find_bend (edge->route);
      return TRUE;
    }
  label = part == SQUILL_LINE_NAME    ? &edge->route->name_label
          : part == SQUILL_LINE_START ? &edge->route->from_label
                                      : &edge->route->to_label;
  *at = SQUILL_POINT (label->x + label->width / 2, label->y + label->height / 2);
  return !squill_rect_is_empty (label);
}
