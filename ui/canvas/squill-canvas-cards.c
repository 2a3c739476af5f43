/* SPDX-License-Identifier: Apache-2.0 */

/* How much is drawn of the cards, and which of their pictures are kept. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

/* GTK 4.8 aborts at 32,767 draws in a frame with its GL renderer, and is slow long before. */
#define MAX_DRAWS 10000
/* The most draws of a card (ground, border, header) and of each of its rows. */
#define DRAWS_OF_CARD 19
#define DRAWS_OF_ROW 4
#define DRAWS_OF_FAR_CARD 4

/* What is in one of two sets of cards and lines, or of items, and not in the other looks otherwise
 * from afar. FALSE if more does. */
static gboolean
drop_differing (SquillCanvas *self, GHashTable *ids, GHashTable *others, gboolean are_items)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillCard *card;
      const SquillEdge *edge;

      if (g_hash_table_contains (others, id))
        continue;
      card = squill_diagram_find_card (self->diagram, id);
      edge = squill_diagram_find_edge (self->diagram, id);
      if (card != NULL)
        _squill_far_picture_drop_part (self->far, &card->rect);
      if (edge != NULL)
        _squill_far_picture_drop_part (self->far, &edge->route->bounds);
      /* It has lines, wherever they are. */
      if (are_items && squill_model_get_relationship (squill_canvas_get_model (self), id) != NULL)
        return FALSE;
    }
  return TRUE;
}

void
_squill_canvas_update_lit (SquillCanvas *self)
{
  g_autoptr (GHashTable) old = g_steal_pointer (&self->lit);
  g_autoptr (GHashTable) old_near = g_steal_pointer (&self->near);
  const gboolean dimmed = self->dims;
  SquillSelection *selection = squill_canvas_get_selection (self);
  const char *const *preview = squill_preview_get_ids (squill_session_get_preview (self->session));
  GHashTableIter iter;
  gpointer id;

  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->near = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    g_hash_table_add (self->lit, g_strdup (squill_selection_get_nth (selection, i)));
  for (guint i = 0; preview != NULL && preview[i] != NULL; i++)
    g_hash_table_add (self->lit, g_strdup (preview[i]));
  _squill_canvas_update_steps (self);
  _squill_canvas_update_near (self);

  /* Only cards of items that are lit now or were before look different: the card itself, or both
   * ends. */
  for (guint pass = 0; pass < 2; pass++)
    {
      g_hash_table_iter_init (&iter, pass == 0 ? old : self->lit);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        {
          const SquillRelationship *r;
          const char *ids[3] = { id, NULL, NULL };

          if (g_hash_table_contains (pass == 0 ? self->lit : old, id))
            continue;
          r = squill_model_get_relationship (squill_canvas_get_model (self), id);
          if (r != NULL)
            {
              ids[1] = r->parent;
              ids[2] = r->child;
            }
          for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
            {
              int row;
              const SquillCard *card =
                  ids[i] != NULL ? squill_diagram_find_item (self->diagram, ids[i], &row) : NULL;
              SquillCardPicture *picture =
                  card != NULL ? g_hash_table_lookup (self->pictures, card->id) : NULL;
              SquillCardWidget *widget =
                  card != NULL ? g_hash_table_lookup (self->widgets, card->id) : NULL;

              if (picture != NULL)
                _squill_card_picture_change_lit (picture);
              if (widget != NULL)
                _squill_card_widget_set_selected (widget,
                                                  g_hash_table_contains (self->lit, card->item));
            }
        }
    }
  _squill_canvas_queue_objects (self);
  if (dimmed != self->dims || !drop_differing (self, old, self->lit, TRUE) ||
      !drop_differing (self, self->lit, old, TRUE) ||
      !drop_differing (self, old_near, self->near, FALSE) ||
      !drop_differing (self, self->near, old_near, FALSE))
    _squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_canvas_emit_changed (self, TRUE);
}

/* Whether a card or something on it is selected, or would change in the previewed fix. */
gboolean
_squill_canvas_is_card_lit (SquillCanvas *self, const SquillCard *card)
{
  if (g_hash_table_size (self->lit) == 0)
    return FALSE;
  if (g_hash_table_contains (self->lit, card->item))
    return TRUE;
  for (guint i = 0; i < card->n_rows; i++)
    if ((card->rows[i].item != NULL && g_hash_table_contains (self->lit, card->rows[i].item)) ||
        (card->rows[i].relationship != NULL &&
         g_hash_table_contains (self->lit, card->rows[i].relationship)))
      return TRUE;
  return FALSE;
}

/* Draws everything anew, as colors or fonts have changed. */
void
_squill_canvas_drop_pictures (SquillCanvas *self)
{
  g_hash_table_remove_all (self->pictures);
  _squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The pictures of cards that are far from what is seen are dropped, and from far away all are. */
static void
drop_far_pictures (SquillCanvas *self, const SquillRect *visible)
{
  const SquillRect near = squill_rect_grow (visible, MAX (visible->width, visible->height));
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->pictures);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillCard *card = squill_diagram_find_card (self->diagram, id);

      if (self->detail == SQUILL_DETAIL_BOX || card == NULL ||
          !squill_rect_overlaps (&near, &card->rect))
        g_hash_table_iter_remove (&iter);
    }
}

/* Chooses how much of the visible cards can be drawn within MAX_DRAWS. */
void
_squill_canvas_choose_detail (SquillCanvas *self)
{
  const SquillRect visible = squill_viewport_get_visible (self->viewport);
  g_autoptr (GPtrArray) seen = _squill_canvas_list_cards_in (self, &visible);
  guint full = 0, far = 0;

  /* Who needs texts twice as large cannot read them at half the size that others can. */
  self->detail = squill_detail_for_zoom (squill_viewport_get_shown_zoom (self->viewport));
  self->n_shown = seen->len;
  for (guint i = 0; i < seen->len; i++)
    {
      full += DRAWS_OF_CARD + DRAWS_OF_ROW * ((const SquillCard *)seen->pdata[i])->n_rows;
      far += DRAWS_OF_FAR_CARD;
    }
  if (self->detail == SQUILL_DETAIL_FULL && full > MAX_DRAWS)
    self->detail = SQUILL_DETAIL_NAME;
  if (self->detail == SQUILL_DETAIL_NAME && far > MAX_DRAWS / 2)
    self->detail = SQUILL_DETAIL_BOX;
  switch (self->detail)
    {
    case SQUILL_DETAIL_FULL:
      self->room_for_lines = MAX_DRAWS - full;
      break;
    case SQUILL_DETAIL_NAME:
      self->room_for_lines = MAX_DRAWS - far;
      break;
    case SQUILL_DETAIL_BOX:
    default:
      /* Boxes join in one draw. */
      self->room_for_lines = MAX_DRAWS;
    }
  if (self->detail != SQUILL_DETAIL_BOX)
    _squill_far_picture_drop (self->far);
  if (self->diagram != NULL)
    drop_far_pictures (self, &visible);
}

/* Draws a card from its picture. */
void
_squill_canvas_snapshot_card (SquillCanvas *self, const SquillCard *card, GtkSnapshot *snapshot)
{
  SquillCardPicture *picture = g_hash_table_lookup (self->pictures, card->id);

  if (picture == NULL)
    {
      picture = _squill_card_picture_new ();
      g_hash_table_insert (self->pictures, g_strdup (card->id), picture);
    }
  _squill_card_picture_snapshot (picture, self, card, snapshot);
}

/**
 * squill_canvas_update:
 * @self: a canvas
 *
 * Updates the diagram now instead of before the next frame. Cards that look the same keep their
 * pictures.
 */
void
squill_canvas_update (SquillCanvas *self)
{
  g_autoptr (SquillDiagramChange) change = NULL;
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  gboolean is_known;
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  _squill_canvas_update_shown (self);
  change = squill_diagram_update (self->diagram);
  _squill_canvas_find_routes (self);
  /* What comes or goes changes what belongs to the selection. */
  is_known = _squill_canvas_note_places (self, change, touched) && change->looks->len == 0;
  for (guint i = 0; i < change->looks->len; i++)
    if (g_hash_table_remove (self->pictures, change->looks->pdata[i]))
      gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_canvas_match_objects (self, change);
  if (change->looks->len > 0 || change->edges->len > 0)
    _squill_canvas_queue_objects (self);
  _squill_canvas_check_editor (self);
  if (_squill_canvas_shows_steps (self))
    _squill_canvas_update_lit (self);
  else if (change->looks->len > 0)
    _squill_canvas_update_near (self);
  if (change->cards->len == 0 && change->edges->len == 0 && !change->frames)
    return;
  if (!is_known)
    _squill_far_picture_drop (self->far);
  for (guint i = 0; is_known && i < touched->len; i++)
    _squill_far_picture_drop_part (self->far, &g_array_index (touched, SquillRect, i));
  bounds = _squill_canvas_get_bounds (self);
  squill_viewport_set_bounds (self->viewport, &bounds);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_canvas_emit_changed (self, TRUE);
}

/**
 * squill_canvas_get_n_shown:
 * @self: a canvas
 *
 * Returns: how many cards are visible, as of the last allocation
 */
guint
squill_canvas_get_n_shown (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), 0);

  return self->n_shown;
}

/**
 * squill_canvas_get_detail:
 * @self: a canvas
 *
 * Returns: how much is drawn of each card
 */
SquillDetail
squill_canvas_get_detail (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), SQUILL_DETAIL_FULL);

  return self->detail;
}
