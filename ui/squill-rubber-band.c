/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-rubber-band.h"

#include <math.h>

/**
 * squill_rubber_band_get_rect:
 * @start: one corner
 * @end: the one across
 *
 * Returns: the rectangle
 */
SquillRect
squill_rubber_band_get_rect (SquillPoint start, SquillPoint end)
{
  return SQUILL_RECT (MIN (start.x, end.x), MIN (start.y, end.y), fabs (end.x - start.x),
                      fabs (end.y - start.y));
}

/**
 * squill_rubber_band_snapshot:
 * @plane: a plane
 * @rect: on the diagram
 * @snapshot: in pixels of the plane
 *
 * Draws it.
 */
void
squill_rubber_band_snapshot (SquillPlane *plane, const SquillRect *rect, GtkSnapshot *snapshot)
{
  const SquillPalette *palette = squill_plane_get_palette (plane);
  SquillPainter *painter = SQUILL_PAINTER (squill_plane_begin_paint (plane, snapshot));

  squill_painter_fill_rect (painter, rect, 0, &palette->accent_ground);
  squill_painter_stroke_rect (painter, rect, 0,
                              1 / squill_viewport_get_zoom (squill_plane_get_viewport (plane)),
                              &palette->accent);
  squill_plane_end_paint (plane);
}

/**
 * squill_rubber_band_find:
 * @plane: a plane
 * @rect: on the diagram
 * @entities_only: whether notes and collections that are no entity do not count
 *
 * Finds what a rectangle touches.
 *
 * Returns: (transfer full) (element-type utf8): ids of items
 */
GPtrArray *
squill_rubber_band_find (SquillPlane *plane, const SquillRect *rect, gboolean entities_only)
{
  SquillDiagram *diagram = squill_plane_get_diagram (plane);
  SquillModel *model = squill_plane_get_model (plane);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (squill_rect_overlaps (rect, &card->rect) &&
          (!entities_only || squill_model_get_entity (model, card->item) != NULL))
        g_ptr_array_add (found, g_strdup (card->item));
    }
  for (guint i = 0; !entities_only && i < squill_diagram_get_n_frames (diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (diagram, i);

      if (frame->note && squill_rect_overlaps (rect, &frame->rect))
        g_ptr_array_add (found, g_strdup (frame->id));
    }
  return found;
}
