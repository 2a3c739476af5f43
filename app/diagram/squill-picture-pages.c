/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram on pages of paper. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-picture-private.h"

#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What the title takes at the top of a page, and texts, in points. */
#define TITLE_HEIGHT 24.0
#define TITLE_SIZE 10.0
#define SMALL_SIZE 8.0

/* Of several pages: what is on both of two neighbors, and the marks by which they are cut. */
#define OVERLAP (10 * SQUILL_MM)
#define MARK (5 * SQUILL_MM)

/* More paper than anybody puts together. */
#define MAX_PAGES 400

/* Stands above the legend. */
#define LEGEND_GAP 8.0

static SquillRect
get_legend (SquillDiagram *diagram, const SquillPictureOptions *options, double bottom)
{
  const SquillOverlay overlay = options != NULL ? options->overlay : SQUILL_OVERLAY_NONE;

  return squill_diagram_get_legend_rect (diagram, overlay, 0, bottom);
}

static guint
count_tiles (double length, double room)
{
  return length <= room ? 1 : (guint)ceil ((length - OVERLAP) / MAX (room - OVERLAP, 1));
}

/** How the diagram lies on pages: row after row. */
SquillPages
_squill_pages_plan (SquillDiagram *diagram,
                    const SquillPictureOptions *options,
                    const SquillPicturePaper *paper)
{
  const double asked = options != NULL && options->scale > 0 ? options->scale : 1;
  const double inset = paper->tiled ? MARK : 0;
  const SquillRect legend = get_legend (diagram, options, 0);
  const double footer =
      legend.height > 0 ? legend.height * SQUILL_POINTS_PER_PIXEL + LEGEND_GAP : 0;
  SquillPages pages = { .scale = asked * SQUILL_POINTS_PER_PIXEL, .columns = 1, .rows = 1 };

  pages.bounds = _squill_picture_get_bounds (diagram, NULL);
  pages.content = SQUILL_RECT (inset, TITLE_HEIGHT, MAX (paper->width - 2 * inset, 1),
                               MAX (paper->height - TITLE_HEIGHT - footer - inset, 1));
  if (paper->tiled)
    {
      pages.columns = count_tiles (pages.bounds.width * pages.scale, pages.content.width);
      pages.rows = count_tiles (pages.bounds.height * pages.scale, pages.content.height);
    }
  else
    /* Not larger than it is: a small model does not fill the page. */
    pages.scale = MIN (pages.scale, MIN (pages.content.width / pages.bounds.width,
                                         pages.content.height / pages.bounds.height));
  return pages;
}

/**
 * squill_picture_count_pages:
 * @diagram: what is drawn, updated
 * @options: (nullable): how
 * @paper: on what
 * @error: where an error goes
 *
 * Fails with %SQUILL_PICTURE_ERROR_SIZE where it is more paper than anybody wants.
 *
 * Returns: how many pages it takes; 0 on failure
 */
guint
squill_picture_count_pages (SquillDiagram *diagram,
                            const SquillPictureOptions *options,
                            const SquillPicturePaper *paper,
                            GError **error)
{
  SquillPages pages;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), 0);
  g_return_val_if_fail (paper != NULL && paper->width > 0 && paper->height > 0, 0);

  pages = _squill_pages_plan (diagram, options, paper);
  if ((double)pages.columns * pages.rows > MAX_PAGES)
    {
      g_set_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_SIZE,
                   _ ("The diagram would take %u × %u pages. Choose larger paper or a smaller "
                      "scale."),
                   pages.columns, pages.rows);
      return 0;
    }
  return pages.columns * pages.rows;
}

/* The name of the model, the date, and which page it is. */
static void
draw_title (SquillDiagram *diagram,
            SquillPainter *painter,
            const SquillPalette *palette,
            const SquillPages *pages,
            guint page)
{
  SquillFonts *fonts = squill_diagram_get_fonts (diagram);
  g_autofree char *title = squill_picture_get_title (diagram);
  g_autoptr (GDateTime) day = squill_model_get_reference_date (
      squill_design_get_model (squill_diagram_get_design (diagram)));
  g_autofree char *date = squill_text_date (day);
  const guint n = pages->columns * pages->rows;
  const double right = squill_rect_right (&pages->content);
  g_autofree char *which =
      n == 1 ? g_strdup (date)
             /* TRANSLATORS: a date; the page is number 2 of 6, in row 1 and column 2 of them */
             : g_strdup_printf (_ ("%s · page %u of %u (row %u, column %u)"), date, page + 1, n,
                                page / pages->columns + 1, page % pages->columns + 1);
  const double used = squill_fonts_measure (fonts, SQUILL_FONT_UI, SMALL_SIZE, which);
  g_autofree char *shown =
      squill_fonts_fit (fonts, SQUILL_FONT_UI_BOLD, TITLE_SIZE, title,
                        MAX (pages->content.width - used - TITLE_SIZE, TITLE_SIZE));
  SquillText text = { .text = shown,
                      .x = pages->content.x,
                      .y = TITLE_SIZE + 2,
                      .color = palette->text,
                      .size = TITLE_SIZE,
                      .role = SQUILL_FONT_UI_BOLD,
                      .align = SQUILL_ALIGN_START };

  squill_painter_text (painter, &text);
  text.text = which;
  text.x = right;
  text.color = palette->dim;
  text.size = SMALL_SIZE;
  text.role = SQUILL_FONT_UI;
  text.align = SQUILL_ALIGN_END;
  squill_painter_text (painter, &text);
}

static void
draw_legend (SquillDiagram *diagram,
             cairo_t *cr,
             const SquillPictureOptions *options,
             const SquillPicturePaper *paper,
             const SquillPages *pages)
{
  SquillRect legend = get_legend (diagram, options, 0);
  g_autoptr (SquillPainter) painter = NULL;

  if (legend.height <= 0)
    return;
  cairo_save (cr);
  cairo_translate (cr, pages->content.x, paper->height);
  cairo_scale (cr, SQUILL_POINTS_PER_PIXEL, SQUILL_POINTS_PER_PIXEL);
  painter = squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));
  squill_diagram_paint_legend (diagram, options->overlay, painter,
                               _squill_picture_get_palette (options), &legend);
  cairo_restore (cr);
}

/* Where the paper is cut: at the corners of the content, outside of it. */
static void
draw_marks (cairo_t *cr, const SquillRect *content)
{
  cairo_save (cr);
  cairo_set_source_rgb (cr, 0.4, 0.4, 0.4);
  cairo_set_line_width (cr, 0.5);
  for (guint i = 0; i < 4; i++)
    {
      const double x = i % 2 == 0 ? content->x : squill_rect_right (content);
      const double y = i < 2 ? content->y : squill_rect_bottom (content);

      cairo_move_to (cr, x, y);
      cairo_rel_line_to (cr, i % 2 == 0 ? -MARK : MARK, 0);
      cairo_move_to (cr, x, y);
      cairo_rel_line_to (cr, 0, i < 2 ? -MARK : MARK);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/**
 * squill_picture_draw_page:
 * @diagram: what is drawn, updated
 * @cr: where, in points from the top left corner of what can be printed
 * @options: (nullable): how
 * @paper: on what
 * @page: which page, from 0 on
 *
 * Draws a page, with the name of the model and the date above the diagram and the legend below.
 * Several pages overlap, and have marks by which they are cut.
 */
void
squill_picture_draw_page (SquillDiagram *diagram,
                          cairo_t *cr,
                          const SquillPictureOptions *options,
                          const SquillPicturePaper *paper,
                          guint page)
{
  SquillPages pages;
  const SquillRect *content = &pages.content;

  g_return_if_fail (SQUILL_IS_DIAGRAM (diagram));
  g_return_if_fail (cr != NULL && paper != NULL && paper->width > 0 && paper->height > 0);

  pages = _squill_pages_plan (diagram, options, paper);
  {
    g_autoptr (SquillPainter) painter =
        squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));

    draw_title (diagram, painter, _squill_picture_get_palette (options), &pages, page);
  }
  draw_legend (diagram, cr, options, paper, &pages);
  if (pages.columns * pages.rows > 1)
    draw_marks (cr, content);
  cairo_save (cr);
  cairo_rectangle (cr, content->x, content->y, content->width, content->height);
  cairo_clip (cr);
  if (paper->tiled)
    cairo_translate (cr, content->x - page % pages.columns * (content->width - OVERLAP),
                     content->y - page / pages.columns * (content->height - OVERLAP));
  else
    cairo_translate (cr, content->x + (content->width - pages.bounds.width * pages.scale) / 2,
                     content->y);
  cairo_scale (cr, pages.scale, pages.scale);
  cairo_translate (cr, -pages.bounds.x, -pages.bounds.y);
  {
    g_autoptr (SquillPainter) painter =
        squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));

    _squill_picture_paint_diagram (diagram, painter, &pages.bounds, options);
  }
  cairo_restore (cr);
}
