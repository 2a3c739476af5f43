/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-painter.h"

#include <math.h>
#include <pango/pangocairo.h>

struct _SquillCairoPainter
{
  GObject parent_instance;

  cairo_t *cr;
  SquillFonts *fonts;
};

static void squill_cairo_painter_iface_init (SquillPainterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillCairoPainter,
                               squill_cairo_painter,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_PAINTER,
                                                      squill_cairo_painter_iface_init))

static void
set_color (cairo_t *cr, const SquillColor *color)
{
  cairo_set_source_rgba (cr, color->red, color->green, color->blue, color->alpha);
}

static void
add_rect (cairo_t *cr, const SquillRect *rect, double radius)
{
  double right = squill_rect_right (rect), bottom = squill_rect_bottom (rect);

  radius = MIN (radius, MIN (rect->width, rect->height) / 2);
  if (radius <= 0)
    {
      cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
      return;
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, rect->y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, right - radius, bottom - radius, radius, 0, G_PI_2);
  cairo_arc (cr, rect->x + radius, bottom - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, rect->x + radius, rect->y + radius, radius, G_PI, G_PI + G_PI_2);
  cairo_close_path (cr);
}

/* A quarter of a circle as a curve; the corner it rounds off need not be a right angle. */
static void
add_elbow (cairo_t *cr, const SquillLinePiece *piece)
{
  const double share = 0.5522847498;

  cairo_curve_to (cr, piece->from.x + (piece->corner.x - piece->from.x) * share,
                  piece->from.y + (piece->corner.y - piece->from.y) * share,
                  piece->to.x + (piece->corner.x - piece->to.x) * share,
                  piece->to.y + (piece->corner.y - piece->to.y) * share, piece->to.x, piece->to.y);
}

static void
add_arch (cairo_t *cr, const SquillLinePiece *piece)
{
  double start = atan2 (piece->from.y - piece->corner.y, piece->from.x - piece->corner.x);
  gboolean forward = piece->to.x > piece->from.x || piece->to.y < piece->from.y;

  /* Above the line, in either direction. */
  if (forward)
    cairo_arc (cr, piece->corner.x, piece->corner.y, piece->radius, start, start + G_PI);
  else
    cairo_arc_negative (cr, piece->corner.x, piece->corner.y, piece->radius, start, start - G_PI);
}

static void
squill_cairo_painter_save (SquillPainter *painter)
{
  cairo_save (SQUILL_CAIRO_PAINTER (painter)->cr);
}

static void
squill_cairo_painter_restore (SquillPainter *painter)
{
  cairo_restore (SQUILL_CAIRO_PAINTER (painter)->cr);
}

static void
squill_cairo_painter_translate (SquillPainter *painter, double x, double y)
{
  cairo_translate (SQUILL_CAIRO_PAINTER (painter)->cr, x, y);
}

static void
squill_cairo_painter_clip (SquillPainter *painter, const SquillRect *rect, double radius)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;

  add_rect (cr, rect, radius);
  cairo_clip (cr);
}

static void
squill_cairo_painter_fill_rect (SquillPainter *painter,
                                const SquillRect *rect,
                                double radius,
                                const SquillColor *color)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;

  add_rect (cr, rect, radius);
  set_color (cr, color);
  cairo_fill (cr);
}

static void
squill_cairo_painter_stroke_rect (SquillPainter *painter,
                                  const SquillRect *rect,
                                  double radius,
                                  double width,
                                  const SquillColor *color)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;
  SquillRect middle = squill_rect_grow (rect, -width / 2);

  add_rect (cr, &middle, radius > 0 ? MAX (radius - width / 2, 0) : 0);
  set_color (cr, color);
  cairo_set_line_width (cr, width);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
}

static void
squill_cairo_painter_line (SquillPainter *painter, const SquillLine *line)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;
  g_autoptr (GArray) pieces = squill_line_get_pieces (line);
  double dashes[] = { line->dash_on, line->dash_off };

  cairo_move_to (cr, line->points[0].x, line->points[0].y);
  for (guint i = 0; i < pieces->len; i++)
    {
      const SquillLinePiece *piece = &g_array_index (pieces, SquillLinePiece, i);

      switch (piece->kind)
        {
        case SQUILL_LINE_STRAIGHT:
          cairo_line_to (cr, piece->to.x, piece->to.y);
          break;
        case SQUILL_LINE_ELBOW:
          add_elbow (cr, piece);
          break;
        case SQUILL_LINE_ARCH:
          add_arch (cr, piece);
          break;
        default:
          g_assert_not_reached ();
        }
    }
  set_color (cr, &line->color);
  cairo_set_line_width (cr, line->width);
  cairo_set_dash (cr, dashes, line->dash_on > 0 ? 2 : 0, 0);
  cairo_stroke (cr);
}

static void
squill_cairo_painter_circle (SquillPainter *painter,
                             double x,
                             double y,
                             double radius,
                             const SquillColor *fill,
                             const SquillColor *edge,
                             double width)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  if (fill != NULL)
    {
      set_color (cr, fill);
      cairo_fill_preserve (cr);
    }
  if (edge != NULL)
    {
      set_color (cr, edge);
      cairo_set_line_width (cr, width);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_stroke_preserve (cr);
    }
  cairo_new_path (cr);
}

static void
squill_cairo_painter_polygon (SquillPainter *painter,
                              const SquillPoint *points,
                              guint n_points,
                              const SquillColor *color)
{
  cairo_t *cr = SQUILL_CAIRO_PAINTER (painter)->cr;

  for (guint i = 0; i < n_points; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_close_path (cr);
  set_color (cr, color);
  cairo_fill (cr);
}

static void
squill_cairo_painter_text (SquillPainter *painter, const SquillText *text)
{
  SquillCairoPainter *self = SQUILL_CAIRO_PAINTER (painter);
  g_autoptr (PangoLayout) layout =
      squill_fonts_create_layout (self->fonts, text->role, text->size, text->text);
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);
  PangoRectangle logical;
  double x = text->x;

  pango_layout_line_get_extents (line, NULL, &logical);
  if (text->align == SQUILL_ALIGN_MIDDLE)
    x -= (double)logical.width / PANGO_SCALE / 2;
  else if (text->align == SQUILL_ALIGN_END)
    x -= (double)logical.width / PANGO_SCALE;
  set_color (self->cr, &text->color);
  cairo_move_to (self->cr, x, text->y);
  pango_cairo_show_layout_line (self->cr, line);
  cairo_new_path (self->cr);
}

static void
squill_cairo_painter_finalize (GObject *object)
{
  SquillCairoPainter *self = SQUILL_CAIRO_PAINTER (object);

  g_clear_pointer (&self->cr, cairo_destroy);
  g_clear_object (&self->fonts);

  G_OBJECT_CLASS (squill_cairo_painter_parent_class)->finalize (object);
}

static void
squill_cairo_painter_iface_init (SquillPainterInterface *iface)
{
  iface->save = squill_cairo_painter_save;
  iface->restore = squill_cairo_painter_restore;
  iface->translate = squill_cairo_painter_translate;
  iface->clip = squill_cairo_painter_clip;
  iface->fill_rect = squill_cairo_painter_fill_rect;
  iface->stroke_rect = squill_cairo_painter_stroke_rect;
  iface->line = squill_cairo_painter_line;
  iface->circle = squill_cairo_painter_circle;
  iface->polygon = squill_cairo_painter_polygon;
  iface->text = squill_cairo_painter_text;
}

static void
squill_cairo_painter_class_init (SquillCairoPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_cairo_painter_finalize;
}

static void
squill_cairo_painter_init (SquillCairoPainter *self)
{
}

/**
 * squill_cairo_painter_new:
 * @cr: where to paint; one unit of it is a pixel of the diagram
 * @fonts: the fonts
 *
 * Makes a painter on a cairo surface.
 *
 * Returns: (transfer full): the painter
 */
SquillPainter *
squill_cairo_painter_new (cairo_t *cr, SquillFonts *fonts)
{
  SquillCairoPainter *self;

  g_return_val_if_fail (cr != NULL, NULL);
  g_return_val_if_fail (SQUILL_IS_FONTS (fonts), NULL);

  self = g_object_new (SQUILL_TYPE_CAIRO_PAINTER, NULL);
  self->cr = cairo_reference (cr);
  self->fonts = g_object_ref (fonts);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  return SQUILL_PAINTER (self);
}
