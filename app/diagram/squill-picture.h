/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "diagram/squill-diagram.h"

G_BEGIN_DECLS

/**
 * SquillPictureError:
 * @SQUILL_PICTURE_ERROR_EMPTY: there is nothing on the diagram
 * @SQUILL_PICTURE_ERROR_SIZE: the picture would be larger than its format can be
 * @SQUILL_PICTURE_ERROR_FAILED: it could not be drawn
 */
typedef enum
{
  SQUILL_PICTURE_ERROR_EMPTY,
  SQUILL_PICTURE_ERROR_SIZE,
  SQUILL_PICTURE_ERROR_FAILED,
} SquillPictureError;

#define SQUILL_PICTURE_ERROR (squill_picture_error_quark ())
GQuark squill_picture_error_quark (void);

typedef enum
{
  SQUILL_PICTURE_SVG,
  SQUILL_PICTURE_PNG,
  SQUILL_PICTURE_PDF,
} SquillPictureFormat;

/** The paper of a PDF. */
typedef enum
{
  SQUILL_PAPER_DIAGRAM, /* as large as the diagram */
  SQUILL_PAPER_A4,
  SQUILL_PAPER_A3,
  SQUILL_PAPER_A2,
  SQUILL_PAPER_A1,
  SQUILL_PAPER_A0,
} SquillPaper;

typedef enum
{
  SQUILL_ORIENTATION_AUTO, /* in which the diagram is larger, or takes fewer pages */
  SQUILL_ORIENTATION_PORTRAIT,
  SQUILL_ORIENTATION_LANDSCAPE,
} SquillOrientation;

/**
 * SquillPictureOptions:
 * @scale: pixels of the picture for a pixel of the diagram; 0 for 2 in a PNG, 1 elsewhere
 * @palette: (nullable): the colors; %NULL for the light ones on white
 * @transparent: nothing is painted behind the cards
 * @rates: lines are as thick as they are busy
 * @overlay: what the colors of cards show; a legend stands below the diagram
 * @paper: of a PDF; what follows is about pages of paper, which have a title, a date and the legend
 * @orientation: how pages are turned
 * @tiled: on as many pages as it takes at this scale; otherwise fitted to one, and no larger
 *
 * How a picture is made.
 */
typedef struct
{
  double scale;
  const SquillPalette *palette;
  gboolean transparent;
  gboolean rates;
  SquillOverlay overlay;
  SquillPaper paper;
  SquillOrientation orientation;
  gboolean tiled;
} SquillPictureOptions;

GBytes *squill_picture_export (SquillDiagram *diagram,
                               SquillPictureFormat format,
                               const SquillPictureOptions *options,
                               GCancellable *cancellable,
                               GError **error);
double squill_picture_find_scale (SquillDiagram *diagram,
                                  const SquillPictureOptions *options,
                                  double wanted,
                                  double max_pixels);

/**
 * SquillPicturePaper:
 * @width: what can be printed on, in points
 * @height: the same
 * @tiled: the diagram in full size on as many pages as that takes, instead of all of it on one
 *
 * What a diagram is printed on.
 */
typedef struct
{
  double width;
  double height;
  gboolean tiled;
} SquillPicturePaper;

char *squill_picture_get_title (SquillDiagram *diagram);
guint squill_picture_count_pages (SquillDiagram *diagram,
                                  const SquillPictureOptions *options,
                                  const SquillPicturePaper *paper,
                                  GError **error);
void squill_picture_draw_page (SquillDiagram *diagram,
                               cairo_t *cr,
                               const SquillPictureOptions *options,
                               const SquillPicturePaper *paper,
                               guint page);

G_END_DECLS
