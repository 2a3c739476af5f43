/* SPDX-License-Identifier: Apache-2.0 */

/* Moving the view and the focus. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* The largest zoom at which the whole diagram, or the selection, is shown. */
#define MAX_FIT_ZOOM 1.0
#define MAX_SELECTION_ZOOM 1.5
/* How long an item is lit that was looked for. */
#define SHOW_MS 1000
/* Distance across the direction counts this many times as much as along it. */
#define ASIDE 2.0

/**
 * squill_canvas_focus_card:
 * @self: a canvas
 * @card: id of a card
 *
 * Selects and focuses a card, and scrolls it into view.
 */
void
squill_canvas_focus_card (SquillCanvas *self, const char *card)
{
  GtkWidget *widget;
  const SquillCard *shown;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (card != NULL);

  widget = squill_canvas_get_card_widget (self, card);
  if (widget == NULL)
    return;
  shown = _squill_card_widget_get_card (SQUILL_CARD_WIDGET (widget));
  squill_viewport_show (self->viewport, &shown->rect);
  squill_selection_set_single (squill_canvas_get_selection (self), shown->item);
  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_grab_focus (widget);
}

/**
 * squill_canvas_set_covered:
 * @self: a canvas
 * @top: pixels
 * @bottom: pixels
 *
 * Sets how much of the top and bottom of the canvas is covered by floating widgets.
 */
void
squill_canvas_set_covered (SquillCanvas *self, double top, double bottom)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->covered_top == top && self->covered_bottom == bottom)
    return;
  self->covered_top = top;
  self->covered_bottom = bottom;
  squill_viewport_set_covered (self->viewport, top, bottom);
  if (!self->fits)
    return;
  self->fitted_width = self->fitted_height = 0;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * squill_canvas_zoom_to_fit:
 * @self: a canvas
 *
 * Shows the whole diagram, and goes on to do so when the size of the canvas changes, until the view
 * is moved or something is selected.
 */
void
squill_canvas_zoom_to_fit (SquillCanvas *self)
{
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->diagram == NULL)
    return;
  self->fits = TRUE;
  if (squill_viewport_get_width (self->viewport) <= 0)
    return;
  if (!self->allocating)
    squill_canvas_update (self);
  squill_viewport_get_bounds (self->viewport, &bounds);
  self->fitting = TRUE;
  self->fitted_width = (int)squill_viewport_get_width (self->viewport);
  self->fitted_height = (int)squill_viewport_get_height (self->viewport);
  if (squill_rect_is_empty (&bounds))
    squill_viewport_zoom_at (self->viewport,
                             squill_viewport_get_zoom (self->viewport) /
                                 squill_viewport_get_shown_zoom (self->viewport),
                             0, 0);
  else
    squill_viewport_fit (self->viewport, &bounds, MAX_FIT_ZOOM);
  self->fitting = FALSE;
}

/**
 * squill_canvas_zoom_to_selection:
 * @self: a canvas
 *
 * Shows the selection, or the whole diagram if nothing is selected.
 */
void
squill_canvas_zoom_to_selection (SquillCanvas *self)
{
  SquillSelection *selection;
  SquillRect all = { 0 }, rect;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  selection = squill_canvas_get_selection (self);
  if (selection == NULL)
    return;
  squill_canvas_update (self);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    if (squill_canvas_get_item_rect (self, squill_selection_get_nth (selection, i), &rect))
      all = squill_rect_union (&all, &rect);
  if (squill_rect_is_empty (&all))
    squill_canvas_zoom_to_fit (self);
  else
    squill_viewport_fit (self->viewport, &all, MAX_SELECTION_ZOOM);
}

/* Where an item is on the diagram; one that is not there is shown by what it belongs to. */
static const char *
find_shown (SquillCanvas *self, const char *id, SquillRect *rect)
{
  SquillModel *model = squill_canvas_get_model (self);
  const SquillItem *item;

  if (squill_canvas_get_item_rect (self, id, rect))
    return id;
  for (item = squill_model_get_item (model, id); item != NULL; item = item->parent)
    {
      const char *place =
          item->kind == SQUILL_KIND_OPERATION ? ((const SquillOperation *)item)->entity : item->id;

      if (place != NULL && squill_canvas_get_item_rect (self, place, rect))
        return place;
    }
  return NULL;
}

static gboolean
on_shown_long_enough (gpointer user_data)
{
  SquillCanvas *self = user_data;

  self->shown_source = 0;
  g_clear_pointer (&self->shown, g_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

void
_squill_canvas_end_show (SquillCanvas *self)
{
  g_clear_handle_id (&self->shown_source, g_source_remove);
  g_clear_pointer (&self->shown, g_free);
}

/**
 * squill_canvas_show_item:
 * @self: a canvas
 * @id: id of an item
 *
 * Scrolls to an item, comes close enough to read it, and lights it for a second.
 */
void
squill_canvas_show_item (SquillCanvas *self, const char *id)
{
  SquillRect rect, visible;
  const char *shown;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (id != NULL);

  if (self->diagram == NULL)
    return;
  squill_canvas_update (self);
  shown = find_shown (self, id, &rect);
  if (shown == NULL)
    return;
  self->fits = FALSE;
  if (squill_detail_for_zoom (squill_viewport_get_shown_zoom (self->viewport)) !=
      SQUILL_DETAIL_FULL)
    {
      squill_viewport_set_zoom (self->viewport, MAX_FIT_ZOOM);
      squill_viewport_center (self->viewport, rect.x + rect.width / 2, rect.y + rect.height / 2);
    }
  visible = squill_viewport_get_visible (self->viewport);
  if (rect.width > visible.width || rect.height > visible.height)
    squill_viewport_center (self->viewport, rect.x + rect.width / 2, rect.y + rect.height / 2);
  else
    squill_viewport_show (self->viewport, &rect);
  _squill_canvas_end_show (self);
  self->shown = g_strdup (shown);
  self->shown_source = g_timeout_add (SHOW_MS, on_shown_long_enough, self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_canvas_get_shown_item:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): id of the item that squill_canvas_show_item() lights now
 */
const char *
squill_canvas_get_shown_item (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->shown;
}

static SquillPoint
get_middle (const SquillRect *rect)
{
  return SQUILL_POINT (rect->x + rect->width / 2, rect->y + rect->height / 2);
}

/* How far a point is in a direction; infinite if it is not within a right angle around it. */
static double
get_distance (SquillPoint from, SquillPoint to, GtkDirectionType direction)
{
  double dx = to.x - from.x, dy = to.y - from.y;
  double ahead = direction == GTK_DIR_RIGHT  ? dx
                 : direction == GTK_DIR_LEFT ? -dx
                 : direction == GTK_DIR_DOWN ? dy
                                             : -dy;
  double aside = direction == GTK_DIR_RIGHT || direction == GTK_DIR_LEFT ? fabs (dy) : fabs (dx);

  if (ahead <= 0 || aside > ahead * ASIDE)
    return INFINITY;
  return ahead + ASIDE * aside;
}

/**
 * squill_canvas_go:
 * @self: a canvas
 * @direction: %GTK_DIR_LEFT, %GTK_DIR_RIGHT, %GTK_DIR_UP or %GTK_DIR_DOWN
 *
 * Focuses the next card in a direction from the selected one, or the first card if none is
 * selected.
 *
 * Returns: %TRUE if there is one
 */
gboolean
squill_canvas_go (SquillCanvas *self, GtkDirectionType direction)
{
  const char *id, *best = NULL;
  const SquillCard *from;
  double least = INFINITY;
  int row;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  if (self->diagram == NULL || squill_diagram_get_n_cards (self->diagram) == 0)
    return FALSE;
  id = squill_selection_get_single (squill_canvas_get_selection (self));
  from = id != NULL ? squill_diagram_find_item (self->diagram, id, &row) : NULL;
  if (from == NULL)
    best = squill_diagram_get_card (self->diagram, 0)->id;
  for (guint i = 0; from != NULL && i < squill_diagram_get_n_cards (self->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      double distance = card == from ? INFINITY
                                     : get_distance (get_middle (&from->rect),
                                                     get_middle (&card->rect), direction);

      if (distance >= least)
        continue;
      least = distance;
      best = card->id;
    }
  if (best == NULL)
    return FALSE;
  squill_canvas_focus_card (self, best);
  return TRUE;
}
