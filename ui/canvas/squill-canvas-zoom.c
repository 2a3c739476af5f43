/* SPDX-License-Identifier: Apache-2.0 */

/* Moving the view and the focus. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* The largest zoom at which the whole diagram, or the selection, is shown. */
#define MAX_FIT_ZOOM 1.0
#define MAX_SELECTION_ZOOM 1.5
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
  shown = squill_card_widget_get_card (SQUILL_CARD_WIDGET (widget));
  squill_viewport_show (self->viewport, &shown->rect);
  squill_selection_set_single (squill_canvas_get_selection (self), shown->item);
  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_grab_focus (widget);
}

/**
 * squill_canvas_set_covered:
 * @self: a canvas
 * @bottom: pixels
 *
 * Sets how much of the bottom of the canvas is covered by floating widgets.
 */
void
squill_canvas_set_covered (SquillCanvas *self, double bottom)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (self->covered == bottom)
    return;
  self->covered = bottom;
  squill_viewport_set_covered (self->viewport, bottom);
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
    squill_viewport_zoom_at (self->viewport, 1.0, 0, 0);
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

  if (self->diagram == NULL || self->order->len == 0)
    return FALSE;
  id = squill_selection_get_single (squill_canvas_get_selection (self));
  from = id != NULL ? squill_diagram_find_item (self->diagram, id, &row) : NULL;
  if (from == NULL)
    best = squill_diagram_get_card (self->diagram, 0)->id;
  for (guint i = 0; from != NULL && i < self->order->len; i++)
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
