/* SPDX-License-Identifier: Apache-2.0 */

/* Going about on the plane. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <math.h>

/* How close all may be seen, and how close what is selected may be. */
#define MAX_FIT_ZOOM 1.0
#define MAX_SELECTION_ZOOM 1.5
/* What lies aside counts so much farther than what lies ahead. */
#define ASIDE 2.0

/**
 * squill_plane_focus_card:
 * @self: a plane
 * @card: id of a card
 *
 * Selects a card, brings it into sight and gives it the keyboard.
 */
void
squill_plane_focus_card (SquillPlane *self, const char *card)
{
  GtkWidget *widget;
  const SquillCard *shown;

  g_return_if_fail (SQUILL_IS_PLANE (self));
  g_return_if_fail (card != NULL);

  widget = squill_plane_get_card_widget (self, card);
  if (widget == NULL)
    return;
  shown = squill_card_widget_get_card (SQUILL_CARD_WIDGET (widget));
  squill_viewport_show (self->viewport, &shown->rect);
  squill_selection_set_single (squill_plane_get_selection (self), shown->item);
  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_grab_focus (widget);
}

/**
 * squill_plane_show_item:
 * @self: a plane
 * @item: id of an item
 *
 * Brings an item into sight, as far as it is on the diagram.
 */
void
squill_plane_show_item (SquillPlane *self, const char *item)
{
  SquillRect rect;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (squill_plane_get_item_rect (self, item, &rect))
    squill_viewport_show (self->viewport, &rect);
}

/**
 * squill_plane_set_covered:
 * @self: a plane
 * @bottom: pixels
 *
 * Says how much of the plane's bottom something floats over.
 */
void
squill_plane_set_covered (SquillPlane *self, double bottom)
{
  g_return_if_fail (SQUILL_IS_PLANE (self));

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
 * squill_plane_zoom_to_fit:
 * @self: a plane
 *
 * Shows all of the diagram, also when the plane gets another size, until the view is moved or
 * something is selected.
 */
void
squill_plane_zoom_to_fit (SquillPlane *self)
{
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  if (self->diagram == NULL)
    return;
  self->fits = TRUE;
  if (squill_viewport_get_width (self->viewport) <= 0)
    return;
  if (!self->allocating)
    squill_plane_update (self);
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
 * squill_plane_zoom_to_selection:
 * @self: a plane
 *
 * Shows what is selected; all, where nothing is.
 */
void
squill_plane_zoom_to_selection (SquillPlane *self)
{
  SquillSelection *selection;
  SquillRect all = { 0 }, rect;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  selection = squill_plane_get_selection (self);
  if (selection == NULL)
    return;
  squill_plane_update (self);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    if (squill_plane_get_item_rect (self, squill_selection_get_nth (selection, i), &rect))
      all = squill_rect_union (&all, &rect);
  if (squill_rect_is_empty (&all))
    squill_plane_zoom_to_fit (self);
  else
    squill_viewport_fit (self->viewport, &all, MAX_SELECTION_ZOOM);
}

static SquillPoint
get_middle (const SquillRect *rect)
{
  return SQUILL_POINT (rect->x + rect->width / 2, rect->y + rect->height / 2);
}

/* How far it is from one place to another if one goes in a direction; infinite if it is not there.
 */
static double
get_way (SquillPoint from, SquillPoint to, GtkDirectionType direction)
{
  double dx = to.x - from.x, dy = to.y - from.y;
  double ahead = direction == GTK_DIR_RIGHT  ? dx
                 : direction == GTK_DIR_LEFT ? -dx
                 : direction == GTK_DIR_DOWN ? dy
                                             : -dy;
  double aside = direction == GTK_DIR_RIGHT || direction == GTK_DIR_LEFT ? fabs (dy) : fabs (dx);

  /* Within a right angle around the direction. */
  if (ahead <= 0 || aside > ahead * ASIDE)
    return INFINITY;
  return ahead + ASIDE * aside;
}

/**
 * squill_plane_go:
 * @self: a plane
 * @direction: %GTK_DIR_LEFT, %GTK_DIR_RIGHT, %GTK_DIR_UP or %GTK_DIR_DOWN
 *
 * Goes from the card that is selected to the next one in a direction; from nowhere to the first.
 *
 * Returns: whether there is one
 */
gboolean
squill_plane_go (SquillPlane *self, GtkDirectionType direction)
{
  const char *id, *best = NULL;
  const SquillCard *from;
  double least = INFINITY;
  int row;

  g_return_val_if_fail (SQUILL_IS_PLANE (self), FALSE);

  if (self->diagram == NULL || self->order->len == 0)
    return FALSE;
  id = squill_selection_get_single (squill_plane_get_selection (self));
  from = id != NULL ? squill_diagram_find_item (self->diagram, id, &row) : NULL;
  if (from == NULL)
    best = squill_diagram_get_card (self->diagram, 0)->id;
  for (guint i = 0; from != NULL && i < self->order->len; i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      double way = card == from
                       ? INFINITY
                       : get_way (get_middle (&from->rect), get_middle (&card->rect), direction);

      if (way >= least)
        continue;
      least = way;
      best = card->id;
    }
  if (best == NULL)
    return FALSE;
  squill_plane_focus_card (self, best);
  return TRUE;
}
