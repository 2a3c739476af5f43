/* SPDX-License-Identifier: Apache-2.0 */

/* Written by hand rather than by cairo, which turns text into outlines and gives nothing a name.
 * The same picture always gives the same bytes: nothing in here depends on time or locale. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-painter.h"

#include <math.h>
#include <string.h>

struct _SquillSvgPainter
{
  GObject parent_instance;

  GString *out;
  SquillFonts *fonts;
  GArray *open; /* guint: for each save, how many <g> to close */
  guint n_clips;
};

static void squill_svg_painter_iface_init (SquillPainterInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SquillSvgPainter,
                               squill_svg_painter,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (SQUILL_TYPE_PAINTER,
                                                      squill_svg_painter_iface_init))

/* Two decimals, which is finer than any screen shows, and no more digits than needed. */
static void
append_number (GString *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  if (!isfinite (value))
    value = 0.0;
  value = round (value * 100.0) / 100.0;
  g_ascii_formatd (text, sizeof text, "%.2f", value);
  end = text + strlen (text);
  while (end[-1] == '0')
    *--end = '\0';
  if (end[-1] == '.')
    *--end = '\0';
  g_string_append (out, strcmp (text, "-0") == 0 ? "0" : text);
}

static void
append_attribute (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  append_number (out, value);
  g_string_append_c (out, '"');
}

static void
append_point (GString *out, char command, SquillPoint point)
{
  g_string_append_c (out, command);
  append_number (out, point.x);
  g_string_append_c (out, ',');
  append_number (out, point.y);
}

/* Characters that XML does not allow, even escaped, become U+FFFD. */
static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      switch (c)
        {
        case '&':
          g_string_append (out, "&amp;");
          break;
        case '<':
          g_string_append (out, "&lt;");
          break;
        case '>':
          g_string_append (out, "&gt;");
          break;
        case '"':
          g_string_append (out, "&quot;");
          break;
        case '\t':
        case '\n':
        case '\r':
          g_string_append_c (out, ' ');
          break;
        default:
          g_string_append_unichar (out, c < 0x20 || c == 0xfffe || c == 0xffff ? 0xfffd : c);
        }
    }
}

static void
append_color (GString *out, const char *name, const SquillColor *color)
{
  g_string_append_printf (out, " %s=\"#%02x%02x%02x\"", name,
                          (guint)lroundf (CLAMP (color->red, 0, 1) * 255),
                          (guint)lroundf (CLAMP (color->green, 0, 1) * 255),
                          (guint)lroundf (CLAMP (color->blue, 0, 1) * 255));
  if (color->alpha < 1)
    {
      g_string_append_printf (out, " %s-opacity=\"", name);
      append_number (out, color->alpha);
      g_string_append_c (out, '"');
    }
}

static void
append_rect (GString *out, const SquillRect *rect, double radius)
{
  append_attribute (out, "x", rect->x);
  append_attribute (out, "y", rect->y);
  append_attribute (out, "width", rect->width);
  append_attribute (out, "height", rect->height);
  if (radius > 0)
    append_attribute (out, "rx", radius);
}

static void
open_group (SquillSvgPainter *self)
{
  g_array_index (self->open, guint, self->open->len - 1)++;
}

static void
squill_svg_painter_save (SquillPainter *painter)
{
  guint none = 0;

  g_array_append_val (SQUILL_SVG_PAINTER (painter)->open, none);
}

static void
squill_svg_painter_restore (SquillPainter *painter)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (painter);
  guint n_open;

  g_return_if_fail (self->open->len > 1);

  n_open = g_array_index (self->open, guint, self->open->len - 1);
  for (guint i = 0; i < n_open; i++)
    g_string_append (self->out, "</g>\n");
  g_array_set_size (self->open, self->open->len - 1);
}

static void
squill_svg_painter_translate (SquillPainter *painter, double x, double y)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (painter);

  if (x == 0 && y == 0)
    return;
  g_string_append (self->out, "<g transform=\"translate(");
  append_number (self->out, x);
  g_string_append_c (self->out, ',');
  append_number (self->out, y);
  g_string_append (self->out, ")\">\n");
  open_group (self);
}

static void
squill_svg_painter_clip (SquillPainter *painter, const SquillRect *rect, double radius)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (painter);

  self->n_clips++;
  g_string_append_printf (self->out, "<clipPath id=\"clip-%u\"><rect", self->n_clips);
  append_rect (self->out, rect, radius);
  g_string_append_printf (self->out, "/></clipPath>\n<g clip-path=\"url(#clip-%u)\">\n",
                          self->n_clips);
  open_group (self);
}

static void
squill_svg_painter_fill_rect (SquillPainter *painter,
                              const SquillRect *rect,
                              double radius,
                              const SquillColor *color)
{
  GString *out = SQUILL_SVG_PAINTER (painter)->out;

  g_string_append (out, "<rect");
  append_rect (out, rect, radius);
  append_color (out, "fill", color);
  g_string_append (out, "/>\n");
}

static void
squill_svg_painter_stroke_rect (SquillPainter *painter,
                                const SquillRect *rect,
                                double radius,
                                double width,
                                const SquillColor *color)
{
  GString *out = SQUILL_SVG_PAINTER (painter)->out;
  SquillRect middle = squill_rect_grow (rect, -width / 2);

  g_string_append (out, "<rect");
  append_rect (out, &middle, radius > 0 ? MAX (radius - width / 2, 0) : 0);
  g_string_append (out, " fill=\"none\"");
  append_color (out, "stroke", color);
  append_attribute (out, "stroke-width", width);
  g_string_append (out, "/>\n");
}

static void
append_arc (GString *out, const SquillLinePiece *piece, gboolean sweep)
{
  g_string_append_c (out, 'A');
  append_number (out, piece->radius);
  g_string_append_c (out, ',');
  append_number (out, piece->radius);
  g_string_append_printf (out, " 0 0 %d ", sweep);
  append_number (out, piece->to.x);
  g_string_append_c (out, ',');
  append_number (out, piece->to.y);
}

static void
squill_svg_painter_line (SquillPainter *painter, const SquillLine *line)
{
  GString *out = SQUILL_SVG_PAINTER (painter)->out;
  g_autoptr (GArray) pieces = squill_line_get_pieces (line);

  g_string_append (out, "<path d=\"");
  append_point (out, 'M', line->points[0]);
  for (guint i = 0; i < pieces->len; i++)
    {
      const SquillLinePiece *piece = &g_array_index (pieces, SquillLinePiece, i);
      double turn = (piece->corner.x - piece->from.x) * (piece->to.y - piece->corner.y) -
                    (piece->corner.y - piece->from.y) * (piece->to.x - piece->corner.x);

      if (piece->kind == SQUILL_LINE_STRAIGHT)
        append_point (out, 'L', piece->to);
      else if (piece->kind == SQUILL_LINE_ELBOW)
        append_arc (out, piece, turn > 0);
      else
        append_arc (out, piece, piece->to.x > piece->from.x || piece->to.y < piece->from.y);
    }
  g_string_append (out, "\" fill=\"none\" stroke-linejoin=\"round\"");
  append_color (out, "stroke", &line->color);
  append_attribute (out, "stroke-width", line->width);
  if (line->dash_on > 0)
    {
      g_string_append (out, " stroke-dasharray=\"");
      append_number (out, line->dash_on);
      g_string_append_c (out, ',');
      append_number (out, line->dash_off);
      g_string_append_c (out, '"');
    }
  g_string_append (out, "/>\n");
}

static void
squill_svg_painter_circle (SquillPainter *painter,
                           double x,
                           double y,
                           double radius,
                           const SquillColor *fill,
                           const SquillColor *edge,
                           double width)
{
  GString *out = SQUILL_SVG_PAINTER (painter)->out;

  g_string_append (out, "<circle");
  append_attribute (out, "cx", x);
  append_attribute (out, "cy", y);
  append_attribute (out, "r", radius);
  if (fill != NULL)
    append_color (out, "fill", fill);
  else
    g_string_append (out, " fill=\"none\"");
  if (edge != NULL)
    {
      append_color (out, "stroke", edge);
      append_attribute (out, "stroke-width", width);
    }
  g_string_append (out, "/>\n");
}

static void
squill_svg_painter_polygon (SquillPainter *painter,
                            const SquillPoint *points,
                            guint n_points,
                            const SquillColor *color)
{
  GString *out = SQUILL_SVG_PAINTER (painter)->out;

  g_string_append (out, "<path d=\"");
  for (guint i = 0; i < n_points; i++)
    append_point (out, i == 0 ? 'M' : 'L', points[i]);
  g_string_append (out, "Z\"");
  append_color (out, "fill", color);
  g_string_append (out, "/>\n");
}

static void
squill_svg_painter_text (SquillPainter *painter, const SquillText *text)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (painter);
  static const char *const anchors[] = { NULL, "middle", "end" };

  g_string_append (self->out, "<text");
  append_attribute (self->out, "x", text->x);
  append_attribute (self->out, "y", text->y);
  append_attribute (self->out, "font-size", text->size);
  if (text->role == SQUILL_FONT_UI_BOLD)
    g_string_append (self->out, " font-weight=\"bold\"");
  else if (text->role == SQUILL_FONT_MONO)
    g_string_append (self->out, " font-family=\"" SQUILL_FONT_MONO_FAMILIES "\"");
  if (anchors[text->align] != NULL)
    g_string_append_printf (self->out, " text-anchor=\"%s\"", anchors[text->align]);
  /* Without our font, the text of the fallback font must still fit the card. */
  append_attribute (self->out, "textLength",
                    squill_fonts_measure (self->fonts, text->role, text->size, text->text));
  g_string_append (self->out, " lengthAdjust=\"spacingAndGlyphs\"");
  append_color (self->out, "fill", &text->color);
  g_string_append_c (self->out, '>');
  append_escaped (self->out, text->text);
  g_string_append (self->out, "</text>\n");
}

/* An id in XML is a name: other characters are written as their codes. */
static void
append_id (GString *out, const char *kind, const char *id)
{
  g_string_append (out, kind);
  g_string_append_c (out, '-');
  for (const char *at = id; *at != '\0'; at++)
    if (g_ascii_isalnum (*at) || *at == '-' || *at == '.')
      g_string_append_c (out, *at);
    else
      g_string_append_printf (out, "_%02x", (guchar)*at);
}

static void
squill_svg_painter_begin_part (SquillPainter *painter,
                               const char *kind,
                               const char *id,
                               const char *title)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (painter);

  g_string_append (self->out, "<g id=\"");
  append_id (self->out, kind, id);
  g_string_append_printf (self->out, "\" class=\"%s\" role=\"group\" aria-label=\"", kind);
  append_escaped (self->out, title);
  g_string_append (self->out, "\">\n<title>");
  append_escaped (self->out, title);
  g_string_append (self->out, "</title>\n");
}

static void
squill_svg_painter_end_part (SquillPainter *painter)
{
  g_string_append (SQUILL_SVG_PAINTER (painter)->out, "</g>\n");
}

static void
squill_svg_painter_finalize (GObject *object)
{
  SquillSvgPainter *self = SQUILL_SVG_PAINTER (object);

  if (self->out != NULL)
    g_string_free (self->out, TRUE);
  g_array_unref (self->open);
  g_clear_object (&self->fonts);

  G_OBJECT_CLASS (squill_svg_painter_parent_class)->finalize (object);
}

static void
squill_svg_painter_iface_init (SquillPainterInterface *iface)
{
  iface->save = squill_svg_painter_save;
  iface->restore = squill_svg_painter_restore;
  iface->translate = squill_svg_painter_translate;
  iface->clip = squill_svg_painter_clip;
  iface->fill_rect = squill_svg_painter_fill_rect;
  iface->stroke_rect = squill_svg_painter_stroke_rect;
  iface->line = squill_svg_painter_line;
  iface->circle = squill_svg_painter_circle;
  iface->polygon = squill_svg_painter_polygon;
  iface->text = squill_svg_painter_text;
  iface->begin_part = squill_svg_painter_begin_part;
  iface->end_part = squill_svg_painter_end_part;
}

static void
squill_svg_painter_class_init (SquillSvgPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_svg_painter_finalize;
}

static void
squill_svg_painter_init (SquillSvgPainter *self)
{
  guint none = 0;

  self->out = g_string_new (NULL);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_val (self->open, none);
}

/**
 * squill_svg_painter_new:
 * @fonts: the fonts
 * @bounds: the visible part of the diagram
 * @scale: pixels of the picture per pixel of the diagram
 * @title: the picture's name, for screen readers and tooltips
 * @description: (nullable): a sentence that describes it
 *
 * Starts a picture.
 *
 * Returns: (transfer full): the painter
 */
SquillPainter *
squill_svg_painter_new (SquillFonts *fonts,
                        const SquillRect *bounds,
                        double scale,
                        const char *title,
                        const char *description)
{
  SquillSvgPainter *self;
  GString *out;

  g_return_val_if_fail (SQUILL_IS_FONTS (fonts), NULL);
  g_return_val_if_fail (bounds != NULL, NULL);
  g_return_val_if_fail (scale > 0, NULL);
  g_return_val_if_fail (title != NULL, NULL);

  self = g_object_new (SQUILL_TYPE_SVG_PAINTER, NULL);
  self->fonts = g_object_ref (fonts);
  out = self->out;
  g_string_append (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_attribute (out, "width", bounds->width * scale);
  append_attribute (out, "height", bounds->height * scale);
  g_string_append (out, " viewBox=\"");
  append_number (out, bounds->x);
  g_string_append_c (out, ' ');
  append_number (out, bounds->y);
  g_string_append_c (out, ' ');
  append_number (out, bounds->width);
  g_string_append_c (out, ' ');
  append_number (out, bounds->height);
  g_string_append (
      out, "\" role=\"img\" aria-labelledby=\"title\" font-family=\"" SQUILL_FONT_UI_FAMILIES
           "\">\n<title id=\"title\">");
  append_escaped (out, title);
  g_string_append (out, "</title>\n");
  if (description != NULL)
    {
      g_string_append (out, "<desc>");
      append_escaped (out, description);
      g_string_append (out, "</desc>\n");
    }
  return SQUILL_PAINTER (self);
}

/**
 * squill_svg_painter_finish:
 * @self: the painter; nothing can be painted with it afterwards
 *
 * Ends the picture.
 *
 * Returns: (transfer full): the file
 */
GBytes *
squill_svg_painter_finish (SquillSvgPainter *self)
{
  g_return_val_if_fail (SQUILL_IS_SVG_PAINTER (self), NULL);
  g_return_val_if_fail (self->out != NULL, NULL);

  while (self->open->len > 1)
    squill_svg_painter_restore (SQUILL_PAINTER (self));
  for (guint i = 0; i < g_array_index (self->open, guint, 0); i++)
    g_string_append (self->out, "</g>\n");
  g_string_append (self->out, "</svg>\n");
  return g_string_free_to_bytes (g_steal_pointer (&self->out));
}
