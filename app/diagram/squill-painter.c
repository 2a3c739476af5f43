/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-painter.h"

#include <math.h>

#define FOOT_WIDTH 1.5
/* Half of how far the prongs and the bars reach to the sides. */
#define FOOT_HALF 7.0
#define BAR_HALF 6.0
#define PRONG_LENGTH 12.0
#define RING_RADIUS 4.0
#define DIAMOND_LENGTH 16.0
#define DIAMOND_HALF 5.0

G_DEFINE_INTERFACE (SquillPainter, squill_painter, G_TYPE_OBJECT)

static void
squill_painter_default_init (SquillPainterInterface *iface)
{
}

/* A place @out from the card's edge along the line, @aside from it. */
static SquillPoint
foot_point (const SquillFoot *foot, double out, double aside)
{
  switch (foot->side)
    {
    case SQUILL_SIDE_LEFT:
      return SQUILL_POINT (foot->x - out, foot->y + aside);
    case SQUILL_SIDE_RIGHT:
      return SQUILL_POINT (foot->x + out, foot->y + aside);
    case SQUILL_SIDE_TOP:
      return SQUILL_POINT (foot->x + aside, foot->y - out);
    case SQUILL_SIDE_BOTTOM:
      return SQUILL_POINT (foot->x + aside, foot->y + out);
    default:
      g_assert_not_reached ();
    }
}

static void
foot_stroke (SquillPainter *self,
             const SquillFoot *foot,
             double out0,
             double aside0,
             double out1,
             double aside1)
{
  SquillPoint from = foot_point (foot, out0, aside0), to = foot_point (foot, out1, aside1);

  squill_painter_stroke (self, from.x, from.y, to.x, to.y, FOOT_WIDTH, &foot->color);
}

static void
foot_bar (SquillPainter *self, const SquillFoot *foot, double out)
{
  foot_stroke (self, foot, out, -BAR_HALF, out, BAR_HALF);
}

static void
foot_ring (SquillPainter *self, const SquillFoot *foot, double out)
{
  SquillPoint center = foot_point (foot, out, 0);

  squill_painter_circle (self, center.x, center.y, RING_RADIUS, &foot->fill, &foot->color,
                         FOOT_WIDTH);
}

/* The prongs spread towards the card; the line itself is the middle one of three. */
static void
foot_prongs (SquillPainter *self, const SquillFoot *foot, gboolean six)
{
  foot_stroke (self, foot, 0, -FOOT_HALF, PRONG_LENGTH, 0);
  foot_stroke (self, foot, 0, FOOT_HALF, PRONG_LENGTH, 0);
  if (!six)
    return;
  foot_stroke (self, foot, 0, -FOOT_HALF * 0.6, PRONG_LENGTH, 0);
  foot_stroke (self, foot, 0, FOOT_HALF * 0.6, PRONG_LENGTH, 0);
  foot_stroke (self, foot, 0, -FOOT_HALF * 0.2, PRONG_LENGTH, 0);
  foot_stroke (self, foot, 0, FOOT_HALF * 0.2, PRONG_LENGTH, 0);
}

static void
foot_diamond (SquillPainter *self, const SquillFoot *foot)
{
  SquillPoint points[] = {
    foot_point (foot, 0, 0),
    foot_point (foot, DIAMOND_LENGTH / 2, -DIAMOND_HALF),
    foot_point (foot, DIAMOND_LENGTH, 0),
    foot_point (foot, DIAMOND_LENGTH / 2, DIAMOND_HALF),
  };

  squill_painter_polygon (self, points, G_N_ELEMENTS (points), &foot->color);
}

static double
distance (SquillPoint a, SquillPoint b)
{
  return hypot (b.x - a.x, b.y - a.y);
}

static SquillPoint
towards (SquillPoint from, SquillPoint to, double by)
{
  double whole = distance (from, to);

  if (whole <= 0)
    return from;
  return SQUILL_POINT (from.x + (to.x - from.x) * by / whole,
                       from.y + (to.y - from.y) * by / whole);
}

static void
add_piece (GArray *pieces,
           SquillLinePieceKind kind,
           SquillPoint from,
           SquillPoint to,
           SquillPoint corner,
           double radius)
{
  SquillLinePiece piece = { kind, from, to, corner, radius };

  if (kind != SQUILL_LINE_STRAIGHT || distance (from, to) > 0)
    g_array_append_val (pieces, piece);
}

/**
 * squill_line_get_pieces:
 * @line: a line
 *
 * Takes a line apart into straight pieces, elbows and hops, for a back end that draws these one by
 * one. An elbow takes at most half of the shorter stretch it joins; a hop that would touch an
 * elbow or another hop is left out.
 *
 * Returns: (transfer full) (element-type SquillLinePiece): the pieces, from the start to the end
 */
GArray *
squill_line_get_pieces (const SquillLine *line)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (SquillLinePiece));
  SquillPoint at;
  guint hop = 0;

  g_return_val_if_fail (line != NULL, pieces);
  g_return_val_if_fail (line->n_points >= 2, pieces);

  at = line->points[0];
  for (guint i = 0; i + 1 < line->n_points; i++)
    {
      SquillPoint from = line->points[i], to = line->points[i + 1], end = to, next = to;
      double length = distance (from, to), radius = 0;

      if (i + 2 < line->n_points)
        {
          next = line->points[i + 2];
          radius = MIN (line->radius, MIN (length, distance (to, next)) / 2);
          end = towards (to, from, radius);
        }
      for (; hop < line->n_hops && line->hops[hop].segment <= i; hop++)
        {
          double where = line->hops[hop].at;
          SquillPoint start = towards (from, to, where - SQUILL_HOP_RADIUS);
          SquillPoint stop = towards (from, to, where + SQUILL_HOP_RADIUS);

          if (line->hops[hop].segment < i || where - SQUILL_HOP_RADIUS < distance (from, at) ||
              where + SQUILL_HOP_RADIUS > length - radius)
            continue;
          add_piece (pieces, SQUILL_LINE_STRAIGHT, at, start, start, 0);
          add_piece (pieces, SQUILL_LINE_ARCH, start, stop, towards (from, to, where),
                     SQUILL_HOP_RADIUS);
          at = stop;
        }
      add_piece (pieces, SQUILL_LINE_STRAIGHT, at, end, end, 0);
      at = end;
      if (radius > 0)
        {
          SquillPoint out = towards (to, next, radius);

          add_piece (pieces, SQUILL_LINE_ELBOW, at, out, to, radius);
          at = out;
        }
    }
  return pieces;
}

/**
 * squill_painter_save:
 * @self: a painter
 *
 * Saves the offset and the clip until squill_painter_restore().
 */
void
squill_painter_save (SquillPainter *self)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));

  SQUILL_PAINTER_GET_IFACE (self)->save (self);
}

/**
 * squill_painter_restore:
 * @self: a painter
 *
 * Restores the state that the last squill_painter_save() saved.
 */
void
squill_painter_restore (SquillPainter *self)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));

  SQUILL_PAINTER_GET_IFACE (self)->restore (self);
}

/**
 * squill_painter_translate:
 * @self: a painter
 * @x: to the right
 * @y: down
 *
 * Moves all that follows.
 */
void
squill_painter_translate (SquillPainter *self, double x, double y)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));

  SQUILL_PAINTER_GET_IFACE (self)->translate (self, x, y);
}

/**
 * squill_painter_clip:
 * @self: a painter
 * @rect: the visible area
 * @radius: how much its corners are rounded
 *
 * Clips all further drawing to a rectangle, until squill_painter_restore().
 */
void
squill_painter_clip (SquillPainter *self, const SquillRect *rect, double radius)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (rect != NULL);

  SQUILL_PAINTER_GET_IFACE (self)->clip (self, rect, radius);
}

/**
 * squill_painter_fill_rect:
 * @self: a painter
 * @rect: a rectangle
 * @radius: how much its corners are rounded
 * @color: the color
 *
 * Fills a rectangle.
 */
void
squill_painter_fill_rect (SquillPainter *self,
                          const SquillRect *rect,
                          double radius,
                          const SquillColor *color)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (rect != NULL && color != NULL);

  SQUILL_PAINTER_GET_IFACE (self)->fill_rect (self, rect, radius, color);
}

/**
 * squill_painter_stroke_rect:
 * @self: a painter
 * @rect: a rectangle
 * @radius: how much its corners are rounded
 * @width: how thick the edge is
 * @color: the color
 *
 * Draws the edge of a rectangle. The edge lies inside it, as a border in CSS does.
 */
void
squill_painter_stroke_rect (SquillPainter *self,
                            const SquillRect *rect,
                            double radius,
                            double width,
                            const SquillColor *color)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (rect != NULL && color != NULL);

  SQUILL_PAINTER_GET_IFACE (self)->stroke_rect (self, rect, radius, width, color);
}

/**
 * squill_painter_shadow:
 * @self: a painter
 * @rect: the card that casts it
 * @radius: how much its corners are rounded
 * @color: the shadow where it is darkest
 *
 * Draws the shadow of a card, before the card itself. Without a shadow function in the back end,
 * three rectangles are drawn, which look soft enough and remain shapes in a file.
 */
void
squill_painter_shadow (SquillPainter *self,
                       const SquillRect *rect,
                       double radius,
                       const SquillColor *color)
{
  static const struct
  {
    double grow;
    float share;
  } layers[] = { { 3, 0.375f }, { 1, 0.625f }, { 0, 1.0f } };

  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (rect != NULL && color != NULL);

  if (SQUILL_PAINTER_GET_IFACE (self)->shadow != NULL)
    {
      SQUILL_PAINTER_GET_IFACE (self)->shadow (self, rect, radius, color);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    {
      SquillRect layer = squill_rect_grow (rect, layers[i].grow);
      SquillColor share = *color;

      layer.y += 2;
      share.alpha *= layers[i].share;
      squill_painter_fill_rect (self, &layer, radius + 1 + layers[i].grow, &share);
    }
}

/**
 * squill_painter_line:
 * @self: a painter
 * @line: a line
 *
 * Draws a line.
 */
void
squill_painter_line (SquillPainter *self, const SquillLine *line)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (line != NULL && line->n_points >= 2);

  SQUILL_PAINTER_GET_IFACE (self)->line (self, line);
}

/**
 * squill_painter_stroke:
 * @self: a painter
 * @x0: the start
 * @y0: the start
 * @x1: the end
 * @y1: the end
 * @width: how thick
 * @color: the color
 *
 * Draws a straight line.
 */
void
squill_painter_stroke (SquillPainter *self,
                       double x0,
                       double y0,
                       double x1,
                       double y1,
                       double width,
                       const SquillColor *color)
{
  const SquillPoint points[] = { { x0, y0 }, { x1, y1 } };
  SquillLine line = { .points = points, .n_points = 2, .width = width };

  g_return_if_fail (color != NULL);

  line.color = *color;
  squill_painter_line (self, &line);
}

/**
 * squill_painter_circle:
 * @self: a painter
 * @x: its middle
 * @y: its middle
 * @radius: its radius
 * @fill: (nullable): the color within
 * @edge: (nullable): the color of its edge
 * @width: how thick the edge is, half of it to each side
 *
 * Draws a circle.
 */
void
squill_painter_circle (SquillPainter *self,
                       double x,
                       double y,
                       double radius,
                       const SquillColor *fill,
                       const SquillColor *edge,
                       double width)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));

  SQUILL_PAINTER_GET_IFACE (self)->circle (self, x, y, radius, fill, edge, width);
}

/**
 * squill_painter_polygon:
 * @self: a painter
 * @points: (array length=n_points): its corners
 * @n_points: how many, at least three
 * @color: the color
 *
 * Fills a polygon.
 */
void
squill_painter_polygon (SquillPainter *self,
                        const SquillPoint *points,
                        guint n_points,
                        const SquillColor *color)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (points != NULL && n_points >= 3 && color != NULL);

  SQUILL_PAINTER_GET_IFACE (self)->polygon (self, points, n_points, color);
}

/**
 * squill_painter_foot:
 * @self: a painter
 * @foot: the end of a line
 *
 * Draws the end of a line at a card. It reaches %SQUILL_FOOT_LENGTH from the card's edge
 * at most; the line itself is drawn up to the edge by whoever draws the line.
 */
void
squill_painter_foot (SquillPainter *self, const SquillFoot *foot)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (foot != NULL);

  if (SQUILL_PAINTER_GET_IFACE (self)->foot != NULL)
    {
      SQUILL_PAINTER_GET_IFACE (self)->foot (self, foot);
      return;
    }
  switch (foot->kind)
    {
    case SQUILL_FOOT_NONE:
      break;
    case SQUILL_FOOT_ONE:
      foot_bar (self, foot, 8);
      foot_bar (self, foot, 13);
      break;
    case SQUILL_FOOT_ZERO_OR_ONE:
      foot_bar (self, foot, 8);
      foot_ring (self, foot, 15);
      break;
    case SQUILL_FOOT_MANY:
    case SQUILL_FOOT_SQUILLIONS:
      foot_prongs (self, foot, foot->kind == SQUILL_FOOT_SQUILLIONS);
      foot_bar (self, foot, PRONG_LENGTH + 4);
      break;
    case SQUILL_FOOT_ZERO_OR_MANY:
    case SQUILL_FOOT_ZERO_OR_SQUILLIONS:
      foot_prongs (self, foot, foot->kind == SQUILL_FOOT_ZERO_OR_SQUILLIONS);
      foot_ring (self, foot, PRONG_LENGTH + 7);
      break;
    case SQUILL_FOOT_DIAMOND:
      foot_diamond (self, foot);
      break;
    default:
      g_assert_not_reached ();
    }
}

/**
 * squill_painter_text:
 * @self: a painter
 * @text: a text
 *
 * Writes a text in one line.
 */
void
squill_painter_text (SquillPainter *self, const SquillText *text)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (text != NULL && text->text != NULL);

  if (*text->text != '\0')
    SQUILL_PAINTER_GET_IFACE (self)->text (self, text);
}

/**
 * squill_painter_begin_part:
 * @self: a painter
 * @kind: what it is: "card", "line", "group", "note"
 * @id: its id in the model
 * @title: its accessible label
 *
 * Starts a part of the picture that has a name. Parts lie side by side, not within each other.
 */
void
squill_painter_begin_part (SquillPainter *self, const char *kind, const char *id, const char *title)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));
  g_return_if_fail (kind != NULL && id != NULL && title != NULL);

  if (SQUILL_PAINTER_GET_IFACE (self)->begin_part != NULL)
    SQUILL_PAINTER_GET_IFACE (self)->begin_part (self, kind, id, title);
}

/**
 * squill_painter_end_part:
 * @self: a painter
 *
 * Ends what squill_painter_begin_part() started.
 */
void
squill_painter_end_part (SquillPainter *self)
{
  g_return_if_fail (SQUILL_IS_PAINTER (self));

  if (SQUILL_PAINTER_GET_IFACE (self)->end_part != NULL)
    SQUILL_PAINTER_GET_IFACE (self)->end_part (self);
}
