/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram on pages of paper. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-picture-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* What the title takes at the top of a page, and its size, in points. */
#define TITLE_HEIGHT 24.0
#define TITLE_SIZE 10.0

/* How the diagram lies on the pages: row after row. */
typedef struct
{
  SquillRect bounds; /* on the diagram */
  double scale;      /* points for a pixel of the diagram */
  guint columns;
  guint rows;
} Pages;

static Pages
get_pages (SquillDiagram *diagram,
           const SquillPictureOptions *options,
           const SquillPicturePaper *paper)
{
  const double height = MAX (paper->height - TITLE_HEIGHT, 1);
  Pages pages = { _squill_picture_get_bounds (diagram, options), SQUILL_POINTS_PER_PIXEL, 1, 1 };

  if (!paper->tiled)
    {
      /* Not larger than it is: a small model does not fill the page. */
      pages.scale =
          MIN (pages.scale, MIN (paper->width / pages.bounds.width, height / pages.bounds.height));
      return pages;
    }
  pages.columns = (guint)MAX (1, ceil (pages.bounds.width * pages.scale / paper->width));
  pages.rows = (guint)MAX (1, ceil (pages.bounds.height * pages.scale / height));
  return pages;
}

/**
 * squill_picture_count_pages:
 * @diagram: what is drawn, updated
 * @options: (nullable): how
 * @paper: on what
 *
 * Returns: how many pages it takes
 */
guint
squill_picture_count_pages (SquillDiagram *diagram,
                            const SquillPictureOptions *options,
                            const SquillPicturePaper *paper)
{
  Pages pages;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), 1);
  g_return_val_if_fail (paper != NULL && paper->width > 0 && paper->height > 0, 1);

  pages = get_pages (diagram, options, paper);
  return pages.columns * pages.rows;
}

static void
draw_title (SquillDiagram *diagram,
            SquillPainter *painter,
            const SquillPalette *palette,
            const SquillPicturePaper *paper,
            guint page,
            guint n_pages)
{
  g_autofree char *title = squill_picture_get_title (diagram);
  /* TRANSLATORS: a page and how many there are: "2 / 6" */
  g_autofree char *number = g_strdup_printf (_ ("%u / %u"), page + 1, n_pages);
  SquillText text = { .text = title,
                      .y = TITLE_SIZE + 2,
                      .color = palette->text,
                      .size = TITLE_SIZE,
                      .role = SQUILL_FONT_UI_BOLD,
                      .align = SQUILL_ALIGN_START };

  squill_painter_text (painter, &text);
  if (n_pages == 1)
    return;
  text.text = number;
  text.x = paper->width;
  text.role = SQUILL_FONT_UI;
  text.align = SQUILL_ALIGN_END;
  squill_painter_text (painter, &text);
}

/**
 * squill_picture_draw_page:
 * @diagram: what is drawn, updated
 * @cr: where, in points from the top left corner of what can be printed
 * @options: (nullable): how
 * @paper: on what
 * @page: which page, from 0 on
 *
 * Draws a page, with the name of the model above the diagram.
 */
void
squill_picture_draw_page (SquillDiagram *diagram,
                          cairo_t *cr,
                          const SquillPictureOptions *options,
                          const SquillPicturePaper *paper,
                          guint page)
{
  Pages pages;
  double x, y, height;

  g_return_if_fail (SQUILL_IS_DIAGRAM (diagram));
  g_return_if_fail (cr != NULL && paper != NULL && paper->width > 0 && paper->height > 0);

  pages = get_pages (diagram, options, paper);
  height = paper->height - TITLE_HEIGHT;
  {
    g_autoptr (SquillPainter) painter =
        squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));

    draw_title (diagram, painter, _squill_picture_get_palette (options), paper, page,
                pages.columns * pages.rows);
  }
  cairo_save (cr);
  cairo_rectangle (cr, 0, TITLE_HEIGHT, paper->width, height);
  cairo_clip (cr);
  x = paper->tiled ? -(double)(page % pages.columns) * paper->width
                   : (paper->width - pages.bounds.width * pages.scale) / 2;
  y = TITLE_HEIGHT - (paper->tiled ? page / pages.columns * height : 0);
  cairo_translate (cr, x, y);
  cairo_scale (cr, pages.scale, pages.scale);
  cairo_translate (cr, -pages.bounds.x, -pages.bounds.y);
  {
    g_autoptr (SquillPainter) painter =
        squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));

    _squill_picture_paint (diagram, painter, &pages.bounds, options);
  }
  cairo_restore (cr);
}
