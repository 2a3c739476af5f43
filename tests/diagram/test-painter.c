/* SPDX-License-Identifier: Apache-2.0 */

/* Fonts, colors, and what the painters make of the pieces they are given. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram/squill-painter.h"

#include <math.h>
#include <string.h>

static const SquillColor red = { 1, 0, 0, 1 };
static const SquillColor shade = { 0, 0, 0, 0.5f };

static void
on_text (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error)
{
  const char *element = g_markup_parse_context_get_element (context);

  if (strcmp (element, "text") == 0)
    g_string_append_printf (user_data, "%s\n", text);
}

/* The texts of a picture, which must be well-formed. */
static char *
parse_texts (GBytes *bytes)
{
  const GMarkupParser parser = { .text = on_text };
  GString *texts = g_string_new (NULL);
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&parser, G_MARKUP_PREFIX_ERROR_POSITION, texts, NULL);
  g_autoptr (GError) error = NULL;

  g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL),
                                (gssize)g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  return g_string_free (texts, FALSE);
}

static void
paint_all (SquillPainter *painter)
{
  SquillRect rect = SQUILL_RECT (10, 10, 80, 40);
  const SquillPoint points[] = { { 10, 60 }, { 50, 60 }, { 50, 90 }, { 90, 90 } };
  const SquillHop hops[] = { { 0, 15 }, { 2, 20 } };
  SquillLine line = { .points = points,
                      .n_points = G_N_ELEMENTS (points),
                      .radius = 6,
                      .width = 1.5,
                      .color = red,
                      .hops = hops,
                      .n_hops = G_N_ELEMENTS (hops) };
  SquillText text = { "<a & b> \"c\" \x01", SQUILL_FONT_UI_BOLD, 13, red, 50, 30,
                      SQUILL_ALIGN_MIDDLE };

  squill_painter_begin_part (painter, "card", "an id/with \"odd\" <signs>", "Posts & <others>");
  squill_painter_shadow (painter, &rect, 8, &shade);
  squill_painter_fill_rect (painter, &rect, 8, &red);
  squill_painter_stroke_rect (painter, &rect, 8, 1, &shade);
  squill_painter_end_part (painter);
  squill_painter_save (painter);
  squill_painter_translate (painter, 5.5, 0);
  squill_painter_clip (painter, &rect, 4);
  squill_painter_circle (painter, 20, 20, 5, &red, &shade, 1);
  squill_painter_circle (painter, 20, 20, 5, NULL, &shade, 1);
  squill_painter_restore (painter);
  squill_painter_line (painter, &line);
  line.dash_on = 5;
  line.dash_off = 4;
  squill_painter_line (painter, &line);
  squill_painter_polygon (painter, points, 3, &shade);
  squill_painter_text (painter, &text);
  for (int kind = 0; kind < SQUILL_N_FOOT_KINDS; kind++)
    for (int side = 0; side < 4; side++)
      {
        SquillFoot foot = { kind, 50, 50, side, red, shade };

        squill_painter_foot (painter, &foot);
      }
}

static void
test_svg (void)
{
  g_autoptr (SquillFonts) fonts = squill_fonts_new ();
  g_autofree char *first = NULL;

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (SquillPainter) painter = squill_svg_painter_new (
          fonts, &SQUILL_RECT (0, -10, 100, 120.5), 1.5, "Blog & <more>", "4 collections");
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *texts = NULL;
      g_autofree char *svg = NULL;

      paint_all (painter);
      bytes = squill_svg_painter_finish (SQUILL_SVG_PAINTER (painter));
      texts = parse_texts (bytes);
      g_assert_cmpstr (texts, ==, "<a & b> \"c\" \xef\xbf\xbd\n");
      svg = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_assert_nonnull (
          strstr (svg, "width=\"150\" height=\"180.75\" viewBox=\"0 -10 100 120.5\""));
      g_assert_nonnull (strstr (svg, "<title id=\"title\">Blog &amp; &lt;more&gt;</title>"));
      g_assert_nonnull (strstr (svg, "<desc>4 collections</desc>"));
      g_assert_nonnull (strstr (svg, "<title>Posts &amp; &lt;others&gt;</title>"));
      g_assert_nonnull (strstr (svg, "id=\"card-an_20id_2fwith_20_22odd_22_20_3csigns_3e\""));
      g_assert_nonnull (strstr (svg, "textLength=\""));
      g_assert_nonnull (strstr (svg, "stroke-dasharray=\"5,4\""));
      if (i == 0)
        first = g_steal_pointer (&svg);
      else
        g_assert_cmpstr (svg, ==, first);
    }
}

/* The path of a line, as a reader of the file sees it. */
static void
test_svg_line (void)
{
  g_autoptr (SquillFonts) fonts = squill_fonts_new ();
  g_autoptr (SquillPainter) painter =
      squill_svg_painter_new (fonts, &SQUILL_RECT (0, 0, 100, 100), 1, "Line", NULL);
  const SquillPoint points[] = { { 0, 10 }, { 60, 10 }, { 60, 50 }, { 20, 50 } };
  const SquillHop hops[] = { { 0, 20 }, { 2, 15 } };
  SquillLine line = { .points = points,
                      .n_points = 4,
                      .radius = 6,
                      .width = 1.5,
                      .color = red,
                      .hops = hops,
                      .n_hops = 2 };
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *svg = NULL;

  squill_painter_line (painter, &line);
  bytes = squill_svg_painter_finish (SQUILL_SVG_PAINTER (painter));
  svg = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  /* Elbows turn clockwise, and hops go over the line in both directions. */
  g_assert_nonnull (strstr (svg, "d=\"M0,10L15,10A5,5 0 0 1 25,10L54,10A6,6 0 0 1 60,16L60,44"
                                 "A6,6 0 0 1 54,50L50,50A5,5 0 0 0 40,50L20,50\""));
}

static void
test_cairo (void)
{
  g_autoptr (SquillFonts) fonts = squill_fonts_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 100);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (SquillPainter) painter = squill_cairo_painter_new (cr, fonts);
  const guint32 *pixels;

  paint_all (painter);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_flush (surface);
  pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data (surface);
  /* Inside the filled rectangle, in its rounded corner, and far from everything. */
  g_assert_cmphex (pixels[15 * 100 + 20], ==, 0xffff0000);
  g_assert_cmphex (pixels[10 * 100 + 10] >> 24, <, 0x80);
  g_assert_cmphex (pixels[98 * 100 + 2], ==, 0);
  cairo_destroy (cr);
  g_clear_object (&painter);
  cairo_surface_destroy (surface);
}

/* A hop over a line that goes left stands above it, as one over a line that goes right. */
static void
test_cairo_hop (void)
{
  for (int backwards = 0; backwards < 2; backwards++)
    {
      g_autoptr (SquillFonts) fonts = squill_fonts_new ();
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 40);
      cairo_t *cr = cairo_create (surface);
      g_autoptr (SquillPainter) painter = squill_cairo_painter_new (cr, fonts);
      const SquillPoint points[] = { { backwards ? 90 : 10, 20.5 }, { backwards ? 10 : 90, 20.5 } };
      const SquillHop hop = { 0, 40 };
      SquillLine line = {
        .points = points, .n_points = 2, .width = 1, .color = red, .hops = &hop, .n_hops = 1
      };
      const guint32 *pixels;

      squill_painter_line (painter, &line);
      cairo_surface_flush (surface);
      pixels = (const guint32 *)(gpointer)cairo_image_surface_get_data (surface);
      g_assert_cmphex (pixels[15 * 100 + 50], !=, 0);
      g_assert_cmphex (pixels[25 * 100 + 50], ==, 0);
      g_assert_cmphex (pixels[20 * 100 + 50], ==, 0);
      g_assert_cmphex (pixels[20 * 100 + 30], !=, 0);
      cairo_destroy (cr);
      g_clear_object (&painter);
      cairo_surface_destroy (surface);
    }
}

static void
test_fonts (void)
{
  g_autoptr (SquillFonts) fonts = squill_fonts_new ();
  double name = squill_fonts_measure (fonts, SQUILL_FONT_UI, 12.5, "customer");
  double mono = squill_fonts_measure (fonts, SQUILL_FONT_MONO, 11.5, "iiii");

  g_assert_cmpfloat (name, >, 30);
  g_assert_cmpfloat (name, <, 80);
  g_assert_cmpfloat_with_epsilon (squill_fonts_measure (fonts, SQUILL_FONT_UI, 25, "customer"),
                                  2 * name, 0.01);
  g_assert_cmpfloat_with_epsilon (squill_fonts_measure (fonts, SQUILL_FONT_MONO, 11.5, "WWWW"),
                                  mono, 0.01);
  g_assert_cmpfloat (squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, 12.5, "customer"), >, name);
  g_assert_cmpfloat (squill_fonts_measure (fonts, SQUILL_FONT_UI, 12.5, ""), ==, 0);
  g_assert_cmpfloat (squill_fonts_measure (fonts, SQUILL_FONT_UI, 12.5, "0..35..∞"), >, 20);
}

static void
test_fit (void)
{
  static const char *const texts[] = { "a_rather_long_name_for_a_field",
                                       "ένα μάλλον μακρύ όνομα για ένα πεδίο",
                                       "字字字字字字字字字字字字" };
  g_autoptr (SquillFonts) fonts = squill_fonts_new ();
  g_autofree char *whole = squill_fonts_fit (fonts, SQUILL_FONT_UI, 12.5, "short", 100);
  g_autofree char *none = squill_fonts_fit (fonts, SQUILL_FONT_UI, 12.5, "short", 0);
  g_autofree char *huge = g_strnfill (1000000, 'x');
  g_autofree char *cut = squill_fonts_fit (fonts, SQUILL_FONT_UI, 12.5, huge, 100);

  g_assert_cmpstr (whole, ==, "short");
  g_assert_cmpstr (none, ==, "…");
  g_assert_cmpuint (strlen (cut), <, 60);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    for (double width = 20; width < 120; width += 10)
      {
        g_autofree char *fitted = squill_fonts_fit (fonts, SQUILL_FONT_UI, 12.5, texts[i], width);

        g_assert_true (g_utf8_validate (fitted, -1, NULL));
        g_assert_cmpfloat (squill_fonts_measure (fonts, SQUILL_FONT_UI, 12.5, fitted), <=, width);
        g_assert_true (g_str_has_suffix (fitted, "…") || strcmp (fitted, texts[i]) == 0);
        g_assert_true (strncmp (fitted, texts[i], strlen (fitted) - strlen ("…")) == 0);
      }
}

/* Relative luminance and contrast as in WCAG 2.1. */
static double
luminance (const SquillColor *color)
{
  const float channels[] = { color->red, color->green, color->blue };
  static const double shares[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (int i = 0; i < 3; i++)
    sum += shares[i] * (channels[i] <= 0.03928 ? channels[i] / 12.92
                                               : pow ((channels[i] + 0.055) / 1.055, 2.4));
  return sum;
}

static double
contrast (const SquillColor *a, const SquillColor *b)
{
  double light = luminance (a), dark = luminance (b);

  return (MAX (light, dark) + 0.05) / (MIN (light, dark) + 0.05);
}

static SquillColor
over (const SquillColor *color, const SquillColor *ground)
{
  return (SquillColor){ color->red * color->alpha + ground->red * (1 - color->alpha),
                        color->green * color->alpha + ground->green * (1 - color->alpha),
                        color->blue * color->alpha + ground->blue * (1 - color->alpha), 1 };
}

static void
test_palettes (void)
{
  SquillPalette strong_light = *squill_palette_get_light (),
                strong_dark = *squill_palette_get_dark ();
  const SquillPalette *palettes[] = { squill_palette_get_light (),
                                      squill_palette_get_dark (),
                                      squill_palette_get_white (),
                                      squill_palette_get_print (),
                                      &strong_light,
                                      &strong_dark };

  squill_palette_raise_contrast (&strong_light, FALSE);
  squill_palette_raise_contrast (&strong_dark, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
    {
      const SquillPalette *palette = palettes[i];

      g_assert_cmpfloat (contrast (&palette->text, &palette->card), >=, 7);
      g_assert_cmpfloat (contrast (&palette->dim, &palette->card), >=, i < 3 ? 4.5 : 7);
      g_assert_cmpfloat (contrast (&palette->dim, &palette->embedded), >=, 4);
      g_assert_cmpfloat (contrast (&palette->line, &palette->canvas), >=, 4.5);
      g_assert_cmpfloat (contrast (&palette->error, &palette->card), >=, 3);
      g_assert_cmpfloat (contrast (&palette->warning, &palette->card), >=, 3);
      for (int tint = 0; tint < SQUILL_N_TINTS; tint++)
        {
          char name[] = { (char)('1' + tint), '\0' };
          const SquillTint *found = squill_palette_get_tint (palette, name);
          SquillColor ground = over (&found->fill, &palette->canvas);

          g_assert_true (found == &palette->tints[tint]);
          /* Lines and names are read on it as well. */
          g_assert_cmpfloat (contrast (&palette->line, &ground), >=, 4);
          g_assert_cmpfloat (contrast (&palette->text, &ground), >=, 7);
        }
    }
  g_assert_null (squill_palette_get_tint (palettes[0], NULL));
  g_assert_null (squill_palette_get_tint (palettes[0], ""));
  g_assert_null (squill_palette_get_tint (palettes[0], "0"));
  g_assert_null (squill_palette_get_tint (palettes[0], "9"));
  g_assert_null (squill_palette_get_tint (palettes[0], "12"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/painter/svg", test_svg);
  g_test_add_func ("/painter/svg-line", test_svg_line);
  g_test_add_func ("/painter/cairo", test_cairo);
  g_test_add_func ("/painter/cairo-hop", test_cairo_hop);
  g_test_add_func ("/painter/fonts", test_fonts);
  g_test_add_func ("/painter/fit", test_fit);
  g_test_add_func ("/painter/palettes", test_palettes);
  return g_test_run ();
}
