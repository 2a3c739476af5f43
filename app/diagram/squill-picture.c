/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-picture-private.h"

#include "diagram/squill-painter.h"

#include <cairo-pdf.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Around the diagram, in its pixels. */
#define MARGIN 24.0
#define PNG_SCALE 2.0
/* cairo's images end here; a PDF page ends at 200 inches, of 72 points each. */
#define MAX_PIXELS 32767.0
#define MAX_PNG_AREA 400e6
#define MAX_POINTS 14400.0
/* Around what is on a page of paper. */
#define PAGE_MARGIN (10 * SQUILL_MM)

G_DEFINE_QUARK (squill_picture_error, squill_picture_error)

/* (transfer none): the palette that is asked for, or that for white paper. */
const SquillPalette *
_squill_picture_get_palette (const SquillPictureOptions *options)
{
  return options != NULL && options->palette != NULL ? options->palette
                                                     : squill_palette_get_white ();
}

/**
 * squill_picture_get_title:
 * @diagram: a diagram
 *
 * Returns: (transfer full): what its pictures are called: the name of the model, where it has one
 */
char *
squill_picture_get_title (SquillDiagram *diagram)
{
  const SquillModelInfo *info;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), NULL);

  info = squill_model_get_info (squill_design_get_model (squill_diagram_get_design (diagram)));

  return g_strdup (info->name != NULL && *info->name != '\0' ? info->name : _ ("Diagram"));
}

static char *
get_description (SquillDiagram *diagram)
{
  SquillDesign *design = squill_diagram_get_design (diagram);
  guint n_collections = squill_design_get_n_collections (design), n_relationships;
  guint n_hidden = squill_diagram_count_hidden_labels (diagram);
  g_autofree char *collections = NULL;
  g_autofree char *relationships = NULL;
  g_autofree char *hidden = NULL;

  squill_item_get_children (squill_model_get_info (squill_design_get_model (design)),
                            SQUILL_KIND_RELATIONSHIP, &n_relationships);
  collections =
      g_strdup_printf (ngettext ("%u collection", "%u collections", n_collections), n_collections);
  relationships = g_strdup_printf (
      ngettext ("%u relationship", "%u relationships", n_relationships), n_relationships);
  if (n_hidden > 0)
    {
      hidden = g_strdup_printf (ngettext ("%u number or name of a line left out for lack of room",
                                          "%u numbers and names of lines left out for lack of room",
                                          n_hidden),
                                n_hidden);
      /* TRANSLATORS: "4 collections, 5 relationships, 2 numbers and names of lines left out …" */
      return g_strdup_printf (_ ("%s, %s, %s"), collections, relationships, hidden);
    }
  /* TRANSLATORS: "4 collections, 5 relationships" */
  return g_strdup_printf (_ ("%s, %s"), collections, relationships);
}

static SquillDiagramLook
get_look (const SquillPictureOptions *options)
{
  return (SquillDiagramLook){ .rates = options != NULL && options->rates,
                              .overlay = options != NULL ? options->overlay : SQUILL_OVERLAY_NONE };
}

/** The diagram without a legend, on its ground. */
void
_squill_picture_paint_diagram (SquillDiagram *diagram,
                               SquillPainter *painter,
                               const SquillRect *bounds,
                               const SquillPictureOptions *options)
{
  const SquillPalette *palette = _squill_picture_get_palette (options);
  const SquillDiagramLook look = get_look (options);

  if (options == NULL || !options->transparent)
    squill_painter_fill_rect (painter, bounds, 0, &palette->canvas);
  squill_diagram_paint (diagram, painter, palette, SQUILL_DETAIL_FULL, 1, &look);
}

static void
paint_with_legend (SquillDiagram *diagram,
                   SquillPainter *painter,
                   const SquillRect *bounds,
                   const SquillPictureOptions *options)
{
  const SquillDiagramLook look = get_look (options);
  SquillRect legend = squill_diagram_get_legend_rect (diagram, look.overlay, bounds->x + MARGIN,
                                                      squill_rect_bottom (bounds) - MARGIN);

  _squill_picture_paint_diagram (diagram, painter, bounds, options);
  squill_diagram_paint_legend (diagram, look.overlay, painter,
                               _squill_picture_get_palette (options), &legend);
}

static GBytes *
export_svg (SquillDiagram *diagram,
            const SquillRect *bounds,
            double scale,
            const SquillPictureOptions *options)
{
  g_autofree char *title = squill_picture_get_title (diagram);
  g_autofree char *description = get_description (diagram);
  g_autoptr (SquillPainter) painter = squill_svg_painter_new (squill_diagram_get_fonts (diagram),
                                                              bounds, scale, title, description);

  paint_with_legend (diagram, painter, bounds, options);
  return squill_svg_painter_finish (SQUILL_SVG_PAINTER (painter));
}

static cairo_status_t
on_write (void *closure, const unsigned char *data, unsigned int length)
{
  GByteArray *bytes = closure;

  if (length > G_MAXUINT - bytes->len)
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_status_t
paint_on_surface (SquillDiagram *diagram,
                  cairo_surface_t *surface,
                  const SquillRect *bounds,
                  double scale,
                  const SquillPictureOptions *options)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;
  g_autoptr (SquillPainter) painter = NULL;

  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -bounds->x, -bounds->y);
  painter = squill_cairo_painter_new (cr, squill_diagram_get_fonts (diagram));
  paint_with_legend (diagram, painter, bounds, options);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static gboolean
check_size (double width, double height, double most, GError **error)
{
  if (width <= most && height <= most)
    return TRUE;
  g_set_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_SIZE,
               _ ("The picture would be %.0f × %.0f large, and this format ends at %.0f. Choose a "
                  "smaller scale, or SVG."),
               width, height, most);
  return FALSE;
}

static GBytes *
take_bytes (GByteArray *bytes, cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_FAILED,
               _ ("The picture could not be drawn: %s."), cairo_status_to_string (status));
  return NULL;
}

static GBytes *
export_png (SquillDiagram *diagram,
            const SquillRect *bounds,
            double scale,
            const SquillPictureOptions *options,
            GError **error)
{
  double width = ceil (bounds->width * scale), height = ceil (bounds->height * scale);
  GByteArray *bytes;
  cairo_surface_t *surface;
  cairo_status_t status;

  if (!check_size (width, height, MAX_PIXELS, error))
    return NULL;
  if (width * height > MAX_PNG_AREA)
    return check_size (width, height, sqrt (MAX_PNG_AREA), error), NULL;

  bytes = g_byte_array_new ();
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)width, (int)height);
  status = paint_on_surface (diagram, surface, bounds, scale, options);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream (surface, on_write, bytes);
  cairo_surface_destroy (surface);
  return take_bytes (bytes, status, error);
}

static cairo_surface_t *
begin_pdf (SquillDiagram *diagram, GByteArray *bytes, double width, double height)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (on_write, bytes, width, height);
  g_autofree char *title = squill_picture_get_title (diagram);
  g_autofree char *description = get_description (diagram);
  g_autoptr (GDateTime) day = squill_model_get_reference_date (
      squill_design_get_model (squill_diagram_get_design (diagram)));
  g_autofree char *date = g_date_time_format_iso8601 (day);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, description);
  /* Not the time of writing: the same model gives the same bytes. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  return surface;
}

static GBytes *
end_pdf (cairo_surface_t *surface, GByteArray *bytes, cairo_status_t status, GError **error)
{
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return take_bytes (bytes, status, error);
}

/* What is in the margins of paper of a size. */
static SquillPicturePaper
get_paper (const SquillPictureOptions *options, gboolean landscape)
{
  static const double sizes[][2] = {
    [SQUILL_PAPER_DIAGRAM] = { 0, 0 }, [SQUILL_PAPER_A4] = { 210, 297 },
    [SQUILL_PAPER_A3] = { 297, 420 },  [SQUILL_PAPER_A2] = { 420, 594 },
    [SQUILL_PAPER_A1] = { 594, 841 },  [SQUILL_PAPER_A0] = { 841, 1189 },
  };
  const double *size = sizes[options->paper];

  return (SquillPicturePaper){ .width = size[landscape ? 1 : 0] * SQUILL_MM - 2 * PAGE_MARGIN,
                               .height = size[landscape ? 0 : 1] * SQUILL_MM - 2 * PAGE_MARGIN,
                               .tiled = options->tiled };
}

/* Paper as it is to be turned, or as the diagram is larger on it, or takes fewer pages. */
static SquillPicturePaper
choose_paper (SquillDiagram *diagram, const SquillPictureOptions *options)
{
  const SquillPicturePaper portrait = get_paper (options, FALSE);
  const SquillPicturePaper landscape = get_paper (options, TRUE);
  const SquillPages upright = _squill_pages_plan (diagram, options, &portrait);
  const SquillPages turned = _squill_pages_plan (diagram, options, &landscape);

  if (options->orientation != SQUILL_ORIENTATION_AUTO)
    return options->orientation == SQUILL_ORIENTATION_LANDSCAPE ? landscape : portrait;
  return turned.scale > upright.scale ||
                 (double)turned.columns * turned.rows < (double)upright.columns * upright.rows
             ? landscape
             : portrait;
}

static GBytes *
export_pages (SquillDiagram *diagram, const SquillPictureOptions *options, GError **error)
{
  const SquillPalette *palette = _squill_picture_get_palette (options);
  const SquillPicturePaper paper = choose_paper (diagram, options);
  const SquillPages pages = _squill_pages_plan (diagram, options, &paper);
  cairo_surface_t *surface;
  cairo_status_t status;
  GByteArray *bytes;
  cairo_t *cr;

  if (squill_picture_count_pages (diagram, options, &paper, error) == 0)
    return NULL;
  bytes = g_byte_array_new ();
  surface =
      begin_pdf (diagram, bytes, paper.width + 2 * PAGE_MARGIN, paper.height + 2 * PAGE_MARGIN);
  cr = cairo_create (surface);
  for (guint page = 0; page < pages.columns * pages.rows; page++)
    {
      if (!options->transparent)
        {
          cairo_set_source_rgb (cr, palette->canvas.red, palette->canvas.green,
                                palette->canvas.blue);
          cairo_paint (cr);
        }
      cairo_save (cr);
      cairo_translate (cr, PAGE_MARGIN, PAGE_MARGIN);
      squill_picture_draw_page (diagram, cr, options, &paper, page);
      cairo_restore (cr);
      cairo_show_page (cr);
    }
  status = cairo_status (cr);
  cairo_destroy (cr);
  return end_pdf (surface, bytes, status, error);
}

static GBytes *
export_pdf (SquillDiagram *diagram,
            const SquillRect *bounds,
            double scale,
            const SquillPictureOptions *options,
            GError **error)
{
  double points = scale * SQUILL_POINTS_PER_PIXEL;
  double width = bounds->width * points, height = bounds->height * points;
  GByteArray *bytes;
  cairo_surface_t *surface;
  cairo_status_t status;

  if (!check_size (width, height, MAX_POINTS, error))
    return NULL;
  bytes = g_byte_array_new ();
  surface = begin_pdf (diagram, bytes, width, height);
  status = paint_on_surface (diagram, surface, bounds, points, options);
  return end_pdf (surface, bytes, status, error);
}

/* Makes room for the legend below the diagram. */
static void
add_legend (SquillDiagram *diagram, const SquillPictureOptions *options, SquillRect *bounds)
{
  SquillRect legend;

  if (options == NULL || options->overlay == SQUILL_OVERLAY_NONE)
    return;
  legend = squill_diagram_get_legend_rect (diagram, options->overlay, 0, 0);
  bounds->height += legend.height + MARGIN;
  bounds->width = MAX (bounds->width, legend.width + 2 * MARGIN);
}

/* What a picture shows of the diagram's plane. */
SquillRect
_squill_picture_get_bounds (SquillDiagram *diagram, const SquillPictureOptions *options)
{
  SquillRect bounds = squill_diagram_get_bounds (diagram);

  bounds = squill_rect_grow (&bounds, MARGIN);
  add_legend (diagram, options, &bounds);
  return bounds;
}

/**
 * squill_picture_export:
 * @diagram: what is drawn; it is updated first
 * @format: as what
 * @options: (nullable): how
 * @cancellable: (nullable): looked at before and after drawing, which takes well under a second
 *   for a thousand cards
 * @error: where an error goes
 *
 * Draws a whole diagram. An SVG of the same model is the same bytes as long as the same fonts are
 * there.
 *
 * Fails with a #SquillPictureError or %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the file
 */
GBytes *
squill_picture_export (SquillDiagram *diagram,
                       SquillPictureFormat format,
                       const SquillPictureOptions *options,
                       GCancellable *cancellable,
                       GError **error)
{
  double scale = options != NULL ? options->scale : 0;
  g_autoptr (GBytes) bytes = NULL;
  SquillRect bounds;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), NULL);
  g_return_val_if_fail (scale >= 0 && isfinite (scale), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  squill_diagram_change_free (squill_diagram_update (diagram));
  if (squill_diagram_is_empty (diagram))
    {
      g_set_error (error, SQUILL_PICTURE_ERROR, SQUILL_PICTURE_ERROR_EMPTY,
                   _ ("There is nothing on the diagram yet."));
      return NULL;
    }
  bounds = _squill_picture_get_bounds (diagram, options);
  if (scale == 0)
    scale = format == SQUILL_PICTURE_PNG ? PNG_SCALE : 1;
  switch (format)
    {
    case SQUILL_PICTURE_SVG:
      bytes = export_svg (diagram, &bounds, scale, options);
      break;
    case SQUILL_PICTURE_PNG:
      bytes = export_png (diagram, &bounds, scale, options, error);
      break;
    case SQUILL_PICTURE_PDF:
      bytes = options != NULL && options->paper != SQUILL_PAPER_DIAGRAM
                  ? export_pages (diagram, options, error)
                  : export_pdf (diagram, &bounds, scale, options, error);
      break;
    default:
      g_return_val_if_reached (NULL);
    }
  if (bytes == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&bytes);
}

/**
 * squill_picture_find_scale:
 * @diagram: what is drawn, updated
 * @options: (nullable): how; its scale does not matter
 * @wanted: a scale
 * @max_pixels: how many pixels the picture may have
 *
 * Returns: the largest scale up to @wanted at which a PNG has no more pixels and can be written
 */
double
squill_picture_find_scale (SquillDiagram *diagram,
                           const SquillPictureOptions *options,
                           double wanted,
                           double max_pixels)
{
  SquillRect bounds;
  double area, side;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), wanted);
  g_return_val_if_fail (wanted > 0 && max_pixels >= 1, wanted);

  bounds = _squill_picture_get_bounds (diagram, options);
  area = sqrt (MIN (max_pixels, MAX_PNG_AREA) / MAX (bounds.width * bounds.height, 1));
  side = MAX_PIXELS / MAX (MAX (bounds.width, bounds.height), 1);
  return MIN (wanted, MIN (area, side));
}
