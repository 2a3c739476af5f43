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

/**
 * SquillPictureOptions:
 * @scale: pixels of the picture for a pixel of the diagram; 0 for 2 in a PNG, 1 elsewhere
 * @palette: (nullable): the colors; %NULL for the light ones on white
 * @transparent: nothing is painted behind the cards
 * @rates: lines are as thick as they are busy
 * @overlay: what the colors of cards show; a legend stands below the diagram
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
} SquillPictureOptions;

GBytes *squill_picture_export (SquillDiagram *diagram,
                               SquillPictureFormat format,
                               const SquillPictureOptions *options,
                               GCancellable *cancellable,
                               GError **error);

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
                                  const SquillPicturePaper *paper);
void squill_picture_draw_page (SquillDiagram *diagram,
                               cairo_t *cr,
                               const SquillPictureOptions *options,
                               const SquillPicturePaper *paper,
                               guint page);

G_END_DECLS
