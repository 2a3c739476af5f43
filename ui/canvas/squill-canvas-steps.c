/* SPDX-License-Identifier: Apache-2.0 */

/* What the selected operation touches: its collections are lit, and numbered in the order in which
 * it comes to them. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include "design/squill-plan.h"

/* Of the number on a card, in pixels. */
#define BADGE_RADIUS 11.0
#define TEXT_SIZE 12.0

static const SquillPlan *
get_plan (SquillCanvas *self)
{
  const char *id = squill_selection_get_single (squill_canvas_get_selection (self));

  return id == NULL ? NULL : squill_design_get_plan (squill_session_get_design (self->session), id);
}

/** Notes what the selected operation touches, and adds it to what is lit. */
void
_squill_canvas_update_steps (SquillCanvas *self)
{
  const SquillPlan *plan = get_plan (self);

  g_ptr_array_set_size (self->steps, 0);
  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = plan->steps->pdata[i];

      if (step->relationship != NULL)
        g_hash_table_add (self->lit, g_strdup (step->relationship));
      g_hash_table_add (self->lit, g_strdup (step->collection));
      if (!g_ptr_array_find_with_equal_func (self->steps, step->collection, g_str_equal, NULL))
        g_ptr_array_add (self->steps, g_strdup (step->collection));
    }
}

/** TRUE if what is lit depends on what an operation does. */
gboolean
_squill_canvas_shows_steps (SquillCanvas *self)
{
  return self->steps->len > 0 || get_plan (self) != NULL;
}

/** The numbers, on the corners of the cards. */
void
_squill_canvas_paint_steps (SquillCanvas *self, SquillPainter *painter)
{
  const double zoom = squill_viewport_get_zoom (self->viewport);
  const double radius = BADGE_RADIUS / zoom;

  for (guint i = 0; i < self->steps->len; i++)
    {
      int row;
      const SquillCard *card =
          squill_diagram_find_item (self->diagram, self->steps->pdata[i], &row);
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      SquillRect badge;
      SquillText text;

      if (card == NULL)
        continue;
      badge = SQUILL_RECT (card->rect.x - radius, card->rect.y - radius, 2 * radius, 2 * radius);
      text = (SquillText){ number,
                           SQUILL_FONT_UI_BOLD,
                           TEXT_SIZE / zoom,
                           { 1, 1, 1, 1 },
                           card->rect.x,
                           card->rect.y + TEXT_SIZE / zoom / 3,
                           SQUILL_ALIGN_MIDDLE };
      squill_painter_fill_rect (painter, &badge, radius, &self->palette.accent);
      squill_painter_text (painter, &text);
    }
}

/**
 * squill_canvas_get_step:
 * @self: a canvas
 * @collection: id of a collection
 *
 * Returns: at which place the selected operation comes to the collection, from 1; 0 if it does not
 */
guint
squill_canvas_get_step (SquillCanvas *self, const char *collection)
{
  guint at;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), 0);
  g_return_val_if_fail (collection != NULL, 0);

  return g_ptr_array_find_with_equal_func (self->steps, collection, g_str_equal, &at) ? at + 1 : 0;
}
