/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram as a picture. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "diagram/squill-picture.h"
#include "exchange/export/squill-export-private.h"

static gboolean
export_picture (SquillExport *self, SquillPictureFormat format, GError **error)
{
  const SquillPalette *const palettes[] = { NULL, squill_palette_get_dark (),
                                            squill_palette_get_print () };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (SquillDiagram) diagram = NULL;
  SquillPictureOptions options = {
    .scale = squill_export_get_number (self, "scale"),
    .palette = palettes[squill_export_get_choice (self, "palette")],
  };
  GBytes *picture;

  diagram = squill_diagram_new (self->design);
  if (self->advice != NULL)
    squill_diagram_set_advice (diagram, self->advice);
  picture = squill_picture_export (diagram, format, &options, self->cancellable, error);
  if (picture == NULL)
    return FALSE;
  squill_export_add_file (self, info->name != NULL ? info->name : "diagram", picture);
  return TRUE;
}

gboolean
squill_export_svg (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_SVG, error);
}

gboolean
squill_export_pdf (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_PDF, error);
}

gboolean
squill_export_png (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_PNG, error);
}
