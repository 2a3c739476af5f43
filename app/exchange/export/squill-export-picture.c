/* SPDX-License-Identifier: Apache-2.0 */

/* The diagram as a picture. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "diagram/squill-diagram-filter.h"
#include "diagram/squill-picture.h"
#include "exchange/export/squill-export-private.h"
#include "model/squill-view.h"

#include <glib/gi18n-lib.h>

/* Shows on a diagram what the view shows that was asked for. */
static gboolean
choose_view (SquillExport *self, SquillDiagram *diagram, GError **error)
{
  const char *name = self->options != NULL ? g_hash_table_lookup (self->options, "view") : NULL;
  SquillDiagramFilter filter = { .min_severity = -1 };
  const SquillView *view;
  g_autoptr (GHashTable) shown = NULL;

  if (name == NULL || *name == '\0')
    return TRUE;
  view = squill_model_get_view (self->model, name);
  if (view == NULL)
    view = squill_model_find_view_by_name (self->model, name);
  if (view == NULL)
    {
      g_set_error (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_NOT_FOUND,
                   _ ("There is no view “%s”"), name);
      return FALSE;
    }
  filter.view = view->item.id;
  shown = squill_diagram_filter_find (&filter, self->design, self->advice);
  squill_diagram_set_view (diagram, view->item.id);
  squill_diagram_set_shown (diagram, shown);
  return TRUE;
}

static gboolean
export_picture (SquillExport *self, SquillPictureFormat format, GError **error)
{
  const SquillPalette *const palettes[] = { NULL, squill_palette_get_dark (),
                                            squill_palette_get_print () };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (SquillDiagram) diagram = NULL;
  SquillPictureOptions options = {
    .scale = _squill_export_get_number (self, "scale"),
    .palette = palettes[_squill_export_get_choice (self, "palette")],
    .overlay = (SquillOverlay)_squill_export_get_choice (self, "overlay"),
    .rates = _squill_export_get_choice (self, "overlay") == SQUILL_OVERLAY_FREQUENCY,
  };
  GBytes *picture;

  if (format == SQUILL_PICTURE_PDF)
    {
      options.paper = (SquillPaper)_squill_export_get_choice (self, "paper");
      options.orientation = (SquillOrientation)_squill_export_get_choice (self, "orientation");
      options.tiled = _squill_export_get_choice (self, "pages") > 0;
    }
  diagram = squill_diagram_new (self->design);
  if (self->advice != NULL)
    squill_diagram_set_advice (diagram, self->advice);
  squill_diagram_set_notation (diagram,
                               (SquillNotation)_squill_export_get_choice (self, "notation"));
  if (!choose_view (self, diagram, error))
    return FALSE;
  picture = squill_picture_export (diagram, format, &options, self->cancellable, error);
  if (picture == NULL)
    return FALSE;
  _squill_export_add_file (self, info->name != NULL ? info->name : "diagram", picture);
  return TRUE;
}

gboolean
_squill_export_svg (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_SVG, error);
}

gboolean
_squill_export_pdf (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_PDF, error);
}

gboolean
_squill_export_png (SquillExport *self, GError **error)
{
  return export_picture (self, SQUILL_PICTURE_PNG, error);
}
