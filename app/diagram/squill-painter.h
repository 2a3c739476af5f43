/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cairo.h>
#include <glib-object.h>

#include "diagram/squill-fonts.h"
#include "diagram/squill-geometry.h"
#include "diagram/squill-palette.h"

G_BEGIN_DECLS

/**
 * SquillHop:
 * @segment: which stretch of the line, counted from 0: from that point to the next one
 * @at: how far from the stretch's first point, in pixels
 *
 * Where a line steps over another one. Hops come in the order they are met along the line.
 */
typedef struct
{
  guint segment;
  double at;
} SquillHop;

/** Half the width, and the height, of a hop. */
#define SQUILL_HOP_RADIUS 5.0

/**
 * SquillLine:
 * @points: (array length=n_points): its corners; at least two
 * @n_points: how many
 * @radius: how much its corners are rounded, at most; a short stretch leaves less room
 * @width: how thick it is
 * @color: its color
 * @dash_on: how long a dash is, 0 for a line without gaps
 * @dash_off: how long a gap is
 * @hops: (array length=n_hops) (nullable): where it steps over others
 * @n_hops: how many
 *
 * A line from point to point.
 */
typedef struct
{
  const SquillPoint *points;
  guint n_points;
  double radius;
  double width;
  SquillColor color;
  double dash_on;
  double dash_off;
  const SquillHop *hops;
  guint n_hops;
} SquillLine;

typedef enum
{
  SQUILL_ALIGN_START,
  SQUILL_ALIGN_MIDDLE,
  SQUILL_ALIGN_END,
} SquillAlign;

/**
 * SquillText:
 * @text: one line, already cut to its room
 * @role: its font
 * @size: the font's size in pixels
 * @color: its color
 * @x: where its start, its middle or its end stands, by @align
 * @y: its baseline
 * @align: what stands at @x
 *
 * A text.
 */
typedef struct
{
  const char *text;
  SquillFontRole role;
  double size;
  SquillColor color;
  double x;
  double y;
  SquillAlign align;
} SquillText;

/**
 * SquillFootKind:
 * @SQUILL_FOOT_NONE: nothing is known
 * @SQUILL_FOOT_ONE: exactly one: two bars
 * @SQUILL_FOOT_ZERO_OR_ONE: one or none: a bar and a ring
 * @SQUILL_FOOT_MANY: one or more: three prongs and a bar
 * @SQUILL_FOOT_ZERO_OR_MANY: none, one or more: three prongs and a ring
 * @SQUILL_FOOT_SQUILLIONS: as MANY, but more than an array can hold: six prongs
 * @SQUILL_FOOT_ZERO_OR_SQUILLIONS: as ZERO_OR_MANY, with six prongs
 * @SQUILL_FOOT_DIAMOND: contains the other end, which is drawn beside it
 *
 * What is drawn where a line meets a card.
 */
typedef enum
{
  SQUILL_FOOT_NONE,
  SQUILL_FOOT_ONE,
  SQUILL_FOOT_ZERO_OR_ONE,
  SQUILL_FOOT_MANY,
  SQUILL_FOOT_ZERO_OR_MANY,
  SQUILL_FOOT_SQUILLIONS,
  SQUILL_FOOT_ZERO_OR_SQUILLIONS,
  SQUILL_FOOT_DIAMOND,
} SquillFootKind;

#define SQUILL_N_FOOT_KINDS (SQUILL_FOOT_DIAMOND + 1)

/**
 * SquillSide:
 *
 * The side of a card on which a line leaves it, and so the direction in which a foot points.
 */
typedef enum
{
  SQUILL_SIDE_LEFT,
  SQUILL_SIDE_RIGHT,
  SQUILL_SIDE_TOP,
  SQUILL_SIDE_BOTTOM,
} SquillSide;

/** How far a foot reaches from the card's edge, at most. */
#define SQUILL_FOOT_LENGTH 24.0

/**
 * SquillFoot:
 * @kind: what is drawn
 * @x: where the line meets the card
 * @y: where the line meets the card
 * @side: of which side of the card
 * @color: of its strokes
 * @fill: within its ring
 *
 * The end of a line.
 */
typedef struct
{
  SquillFootKind kind;
  double x;
  double y;
  SquillSide side;
  SquillColor color;
  SquillColor fill;
} SquillFoot;

/**
 * SquillPainter:
 *
 * What a diagram is painted with. Everything is in pixels of the diagram, y grows downwards.
 *
 * The pieces are few, and such as GTK has a render node for: rectangles, their edges, lines with
 * right angles, circles, text. @shadow, @foot, @begin_part and @end_part need not be there: the
 * first two are then made of other pieces, and parts then have no name.
 */
#define SQUILL_TYPE_PAINTER (squill_painter_get_type ())
G_DECLARE_INTERFACE (SquillPainter, squill_painter, SQUILL, PAINTER, GObject)

/* A back end; each function implements the squill_painter function of the same name. */
struct _SquillPainterInterface
{
  GTypeInterface parent_iface;

  void (*save) (SquillPainter *self);
  void (*restore) (SquillPainter *self);
  void (*translate) (SquillPainter *self, double x, double y);
  void (*clip) (SquillPainter *self, const SquillRect *rect, double radius);
  void (*fill_rect) (SquillPainter *self,
                     const SquillRect *rect,
                     double radius,
                     const SquillColor *color);
  void (*stroke_rect) (SquillPainter *self,
                       const SquillRect *rect,
                       double radius,
                       double width,
                       const SquillColor *color);
  void (*shadow) (SquillPainter *self,
                  const SquillRect *rect,
                  double radius,
                  const SquillColor *color);
  void (*line) (SquillPainter *self, const SquillLine *line);
  void (*circle) (SquillPainter *self,
                  double x,
                  double y,
                  double radius,
                  const SquillColor *fill,
                  const SquillColor *edge,
                  double width);
  void (*polygon) (SquillPainter *self,
                   const SquillPoint *points,
                   guint n_points,
                   const SquillColor *color);
  void (*foot) (SquillPainter *self, const SquillFoot *foot);
  void (*text) (SquillPainter *self, const SquillText *text);
  void (*begin_part) (SquillPainter *self, const char *kind, const char *id, const char *title);
  void (*end_part) (SquillPainter *self);
};

void squill_painter_save (SquillPainter *self);
void squill_painter_restore (SquillPainter *self);
void squill_painter_translate (SquillPainter *self, double x, double y);
void squill_painter_clip (SquillPainter *self, const SquillRect *rect, double radius);
void squill_painter_fill_rect (SquillPainter *self,
                               const SquillRect *rect,
                               double radius,
                               const SquillColor *color);
void squill_painter_stroke_rect (SquillPainter *self,
                                 const SquillRect *rect,
                                 double radius,
                                 double width,
                                 const SquillColor *color);
void squill_painter_shadow (SquillPainter *self,
                            const SquillRect *rect,
                            double radius,
                            const SquillColor *color);
void squill_painter_line (SquillPainter *self, const SquillLine *line);
void squill_painter_stroke (SquillPainter *self,
                            double x0,
                            double y0,
                            double x1,
                            double y1,
                            double width,
                            const SquillColor *color);
void squill_painter_circle (SquillPainter *self,
                            double x,
                            double y,
                            double radius,
                            const SquillColor *fill,
                            const SquillColor *edge,
                            double width);
void squill_painter_polygon (SquillPainter *self,
                             const SquillPoint *points,
                             guint n_points,
                             const SquillColor *color);
void squill_painter_foot (SquillPainter *self, const SquillFoot *foot);
void squill_painter_text (SquillPainter *self, const SquillText *text);
void squill_painter_begin_part (SquillPainter *self,
                                const char *kind,
                                const char *id,
                                const char *title);
void squill_painter_end_part (SquillPainter *self);

/**
 * SquillLinePieceKind:
 * @SQUILL_LINE_STRAIGHT: from @from to @to
 * @SQUILL_LINE_ELBOW: a quarter of a circle from @from to @to
 * @SQUILL_LINE_ARCH: half a circle from @from to @to; over the line where that goes across, left
 *   of it where it runs up or down
 *
 * The pieces that a line with round elbows and hops is made of.
 */
typedef enum
{
  SQUILL_LINE_STRAIGHT,
  SQUILL_LINE_ELBOW,
  SQUILL_LINE_ARCH,
} SquillLinePieceKind;

/**
 * SquillLinePiece:
 * @kind: what it is
 * @from: where it starts
 * @to: where it ends
 * @corner: of an elbow: the point that it rounds off; of an arch: its middle
 * @radius: of an elbow or an arch
 */
typedef struct
{
  SquillLinePieceKind kind;
  SquillPoint from;
  SquillPoint to;
  SquillPoint corner;
  double radius;
} SquillLinePiece;

GArray *squill_line_get_pieces (const SquillLine *line);

/**
 * SquillCairoPainter:
 *
 * Paints on a cairo surface: PNG, PDF, paper.
 */
#define SQUILL_TYPE_CAIRO_PAINTER (squill_cairo_painter_get_type ())
G_DECLARE_FINAL_TYPE (SquillCairoPainter, squill_cairo_painter, SQUILL, CAIRO_PAINTER, GObject)

SquillPainter *squill_cairo_painter_new (cairo_t *cr, SquillFonts *fonts);

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
