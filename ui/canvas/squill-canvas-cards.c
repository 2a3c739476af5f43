/* SPDX-License-Identifier: Apache-2.0 */

/* The card widgets of the canvas: which there are, which are allocated, and how much they draw. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <math.h>

/* GTK 4.8 aborts at 32,767 draws in a frame with its GL renderer, and is slow long before. */
#define MAX_DRAWS 10000
/* The most draws of a card (ground, border, header) and of each of its rows. */
#define DRAWS_OF_CARD 19
#define DRAWS_OF_ROW 4
#define DRAWS_OF_FAR_CARD 4
#define FEW_CARDS 8

void
_squill_canvas_update_lit (SquillCanvas *self)
{
  g_autoptr (GHashTable) old = g_steal_pointer (&self->lit);
  SquillSelection *selection = squill_canvas_get_selection (self);
  const char *const *preview = squill_preview_get_ids (squill_session_get_preview (self->session));
  GHashTableIter iter;
  gpointer id;

  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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
              SquillCardWidget *widget =
                  card != NULL ? g_hash_table_lookup (self->widgets, card->id) : NULL;

              if (widget != NULL)
                {
                  _squill_card_widget_change_lit (widget);
                  _squill_card_widget_set_selected (widget,
                                                    g_hash_table_contains (self->lit, card->item));
                }
            }
        }
    }
  _squill_canvas_queue_objects (self);
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
  for (guint i = 0; i < self->order->len; i++)
    _squill_card_widget_drop_picture (self->order->pdata[i]);
  _squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static SquillCardWidget *
add_widget (SquillCanvas *self, const char *id)
{
  GtkWidget *widget = _squill_card_widget_new (id);

  gtk_widget_set_child_visible (widget, FALSE);
  gtk_widget_set_parent (widget, GTK_WIDGET (self));
  g_hash_table_insert (self->widgets, g_strdup (id), widget);
  return SQUILL_CARD_WIDGET (widget);
}

static void
remove_widget (SquillCanvas *self, SquillCardWidget *widget)
{
  gboolean had_focus = gtk_widget_has_focus (GTK_WIDGET (widget));

  g_ptr_array_remove (self->placed, widget);
  g_hash_table_remove (self->pictured, widget);
  g_hash_table_remove (self->widgets, _squill_card_widget_get_id (widget));
  gtk_widget_unparent (GTK_WIDGET (widget));
  /* The canvas keeps the focus. */
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Gives each card of the diagram its widget, and removes widgets without a card. */
static void
match_widgets (SquillCanvas *self)
{
  guint n = squill_diagram_get_n_cards (self->diagram);
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->order);

  self->order = g_ptr_array_sized_new (n);
  for (guint i = 0; i < old->len; i++)
    _squill_card_widget_set_card (old->pdata[i], NULL);
  for (guint i = 0; i < n; i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, card->id);

      if (widget == NULL)
        widget = add_widget (self, card->id);
      _squill_card_widget_set_card (widget, card);
      g_ptr_array_add (self->order, widget);
    }
  for (guint i = 0; i < old->len; i++)
    if (_squill_card_widget_get_card (old->pdata[i]) == NULL)
      remove_widget (self, old->pdata[i]);
}

/* Updates a few cards without a look at thousands of others, as while one is dragged. Returns FALSE
 * if more than those changed. */
static gboolean
renew_cards (SquillCanvas *self, const SquillDiagramChange *change)
{
  if (change->cards->len > FEW_CARDS ||
      self->order->len != squill_diagram_get_n_cards (self->diagram))
    return FALSE;
  for (guint i = 0; i < change->cards->len; i++)
    {
      const char *id = change->cards->pdata[i];
      const SquillCard *card = squill_diagram_find_card (self->diagram, id);
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, id);

      if (card == NULL || widget == NULL)
        return FALSE;
      _squill_card_widget_set_card (widget, card);
    }
  return TRUE;
}

/* Chooses how much of the visible cards can be drawn within MAX_DRAWS. */
static void
choose_detail (SquillCanvas *self, const GPtrArray *seen)
{
  guint full = 0, far = 0;

  /* Who needs texts twice as large cannot read them at half the size that others can. */
  self->detail = squill_detail_for_zoom (squill_viewport_get_shown_zoom (self->viewport));
  self->n_shown = seen->len;
  for (guint i = 0; i < seen->len; i++)
    {
      full += DRAWS_OF_CARD + DRAWS_OF_ROW * _squill_card_widget_get_card (seen->pdata[i])->n_rows;
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
}

static void
place_card (SquillCanvas *self, GtkWidget *widget, const SquillCard *card)
{
  SquillRect rect = squill_viewport_rect_to_window (self->viewport, &card->rect);
  double scale = squill_viewport_get_scale (self->viewport);
  GskTransform *transform = gsk_transform_translate (
      NULL, &GRAPHENE_POINT_INIT ((float)(floor (rect.x * scale + 0.5) / scale),
                                  (float)(floor (rect.y * scale + 0.5) / scale)));

  gtk_widget_set_child_visible (widget, TRUE);
  gtk_widget_allocate (widget, MAX (1, (int)ceil (rect.width)), MAX (1, (int)ceil (rect.height)),
                       -1, transform);
}

/* The pictures of cards that are far from what is seen are dropped, and from far away all are. */
static void
drop_far_pictures (SquillCanvas *self, const SquillRect *visible)
{
  const SquillRect near = squill_rect_grow (visible, MAX (visible->width, visible->height));
  GHashTableIter iter;
  gpointer widget;

  g_hash_table_iter_init (&iter, self->pictured);
  while (g_hash_table_iter_next (&iter, &widget, NULL))
    {
      if (self->detail != SQUILL_DETAIL_BOX &&
          squill_rect_overlaps (&near, &_squill_card_widget_get_card (widget)->rect))
        continue;
      _squill_card_widget_drop_picture (widget);
      g_hash_table_iter_remove (&iter);
    }
}

/* Shows the cards that are in sight, in as much detail as the zoom and their number allow, and
 * hides all others. */
void
_squill_canvas_allocate_cards (SquillCanvas *self)
{
  const SquillRect visible = squill_viewport_get_visible (self->viewport);
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->placed);
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  self->placed = _squill_canvas_list_cards_in (self, &visible);
  choose_detail (self, self->placed);
  if (self->detail == SQUILL_DETAIL_BOX)
    g_ptr_array_set_size (self->placed, 0);
  else
    _squill_far_picture_drop (self->far);
  /* A widget that is not visible would lose the focus. */
  if (focus != NULL && SQUILL_IS_CARD_WIDGET (focus) && gtk_widget_has_focus (focus) &&
      !g_ptr_array_find (self->placed, focus, NULL))
    g_ptr_array_add (self->placed, focus);
  for (guint i = 0; i < self->placed->len; i++)
    {
      GtkWidget *child = self->placed->pdata[i];

      g_hash_table_add (kept, child);
      g_hash_table_add (self->pictured, child);
      place_card (self, child, _squill_card_widget_get_card (SQUILL_CARD_WIDGET (child)));
    }
  for (guint i = 0; i < before->len; i++)
    if (!g_hash_table_contains (kept, before->pdata[i]))
      gtk_widget_set_child_visible (before->pdata[i], FALSE);
  drop_far_pictures (self, &visible);
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
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  _squill_canvas_update_shown (self);
  change = squill_diagram_update (self->diagram);
  _squill_canvas_find_routes (self);
  if (!renew_cards (self, change))
    match_widgets (self);
  _squill_canvas_note_places (self, change);
  for (guint i = 0; i < change->looks->len; i++)
    {
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, change->looks->pdata[i]);

      if (widget == NULL)
        continue;
      _squill_card_widget_drop_picture (widget);
      _squill_card_widget_describe (widget);
    }
  if (change->looks->len > 0 || change->edges->len > 0)
    _squill_canvas_queue_objects (self);
  _squill_canvas_check_editor (self);
  if (_squill_canvas_shows_steps (self))
    _squill_canvas_update_lit (self);
  else if (change->looks->len > 0)
    _squill_canvas_update_near (self);
  if (change->cards->len == 0 && change->edges->len == 0 && !change->frames)
    return;
  _squill_far_picture_drop (self->far);
  bounds = squill_diagram_get_bounds (self->diagram);
  squill_viewport_set_bounds (self->viewport, &bounds);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_canvas_emit_changed (self, TRUE);
}

/**
 * squill_canvas_get_card_widget:
 * @self: a canvas
 * @card: id of a card
 *
 * Returns: (transfer none) (nullable): its widget
 */
GtkWidget *
squill_canvas_get_card_widget (SquillCanvas *self, const char *card)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);
  g_return_val_if_fail (card != NULL, NULL);

  return g_hash_table_lookup (self->widgets, card);
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
