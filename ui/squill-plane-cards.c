/* SPDX-License-Identifier: Apache-2.0 */

/* The cards of the diagram as children of the plane: which there are, which of them are placed, and
 * how much of them is drawn. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-plane-private.h"

#include <math.h>

/* GTK 4.8 on GL ends the program at 32,767 draws in a frame; long before that it is slow. */
#define MAX_DRAWS 10000
/* What a card costs at most: ground, edge, head; and each of its rows. */
#define DRAWS_OF_CARD 12
#define DRAWS_OF_ROW 4
#define DRAWS_OF_FAR_CARD 4
#define FEW_CARDS 8

void
_squill_plane_update_lit (SquillPlane *self)
{
  g_autoptr (GHashTable) old = g_steal_pointer (&self->lit);
  SquillSelection *selection = squill_plane_get_selection (self);
  const char *const *preview = squill_session_get_preview (self->session);
  GHashTableIter iter;
  gpointer id;

  self->lit = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < squill_selection_get_size (selection); i++)
    g_hash_table_add (self->lit, g_strdup (squill_selection_get_nth (selection, i)));
  for (guint i = 0; preview != NULL && preview[i] != NULL; i++)
    g_hash_table_add (self->lit, g_strdup (preview[i]));

  /* Only what is lit now or was before looks different: its card, or both its ends. */
  for (guint pass = 0; pass < 2; pass++)
    {
      g_hash_table_iter_init (&iter, pass == 0 ? old : self->lit);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        {
          const SquillRelationship *r;
          const char *ids[3] = { id, NULL, NULL };

          if (g_hash_table_contains (pass == 0 ? self->lit : old, id))
            continue;
          r = squill_model_get_relationship (squill_plane_get_model (self), id);
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
                  squill_card_widget_drop_picture (widget);
                  squill_card_widget_set_selected (widget,
                                                   g_hash_table_contains (self->lit, card->item));
                }
            }
        }
    }
  squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_plane_tell_changed (self, TRUE);
}

void
_squill_plane_drop_pictures (SquillPlane *self)
{
  for (guint i = 0; i < self->order->len; i++)
    squill_card_widget_drop_picture (self->order->pdata[i]);
  squill_far_picture_drop (self->far);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static SquillCardWidget *
add_widget (SquillPlane *self, const char *id)
{
  GtkWidget *widget = squill_card_widget_new (id);

  gtk_widget_set_child_visible (widget, FALSE);
  gtk_widget_set_parent (widget, GTK_WIDGET (self));
  g_hash_table_insert (self->widgets, g_strdup (id), widget);
  return SQUILL_CARD_WIDGET (widget);
}

static void
remove_widget (SquillPlane *self, SquillCardWidget *widget)
{
  gboolean had_focus = gtk_widget_has_focus (GTK_WIDGET (widget));

  g_hash_table_remove (self->widgets, squill_card_widget_get_id (widget));
  gtk_widget_unparent (GTK_WIDGET (widget));
  /* The keys stay on the plane. */
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

/* Gives each card of the diagram its widget, makes those that are new and takes away the rest. */
static void
match_widgets (SquillPlane *self)
{
  guint n = squill_diagram_get_n_cards (self->diagram);
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->order);

  self->order = g_ptr_array_sized_new (n);
  for (guint i = 0; i < old->len; i++)
    squill_card_widget_set_card (old->pdata[i], NULL);
  for (guint i = 0; i < n; i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, card->id);

      if (widget == NULL)
        widget = add_widget (self, card->id);
      squill_card_widget_set_card (widget, card);
      g_ptr_array_add (self->order, widget);
    }
  for (guint i = 0; i < old->len; i++)
    if (squill_card_widget_get_card (old->pdata[i]) == NULL)
      remove_widget (self, old->pdata[i]);
}

/* Where only a few cards look different, as while one is dragged, thousands of others need not be
 * looked at. Gives whether that was all. */
static gboolean
renew_cards (SquillPlane *self, const SquillDiagramChange *change)
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
      squill_card_widget_set_card (widget, card);
    }
  return TRUE;
}

/* Which cards are in sight, and how much of them may be drawn without too many draws. */
static void
choose_detail (SquillPlane *self, const SquillRect *visible)
{
  guint full = 0, far = 0;

  self->detail = squill_detail_for_zoom (squill_viewport_get_zoom (self->viewport));
  self->n_shown = 0;
  for (guint i = 0; i < self->order->len; i++)
    {
      const SquillCard *card = squill_card_widget_get_card (self->order->pdata[i]);

      if (!squill_rect_overlaps (visible, &card->rect))
        continue;
      self->n_shown++;
      full += DRAWS_OF_CARD + DRAWS_OF_ROW * card->n_rows;
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
place_card (SquillPlane *self, GtkWidget *widget, const SquillCard *card)
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

void
_squill_plane_allocate_cards (SquillPlane *self)
{
  SquillRect visible, near;

  visible = squill_viewport_get_visible (self->viewport);
  near = squill_rect_grow (&visible, MAX (visible.width, visible.height));
  choose_detail (self, &visible);
  if (self->detail != SQUILL_DETAIL_BOX)
    squill_far_picture_drop (self->far);
  for (guint i = 0; i < self->order->len; i++)
    {
      SquillCardWidget *child = self->order->pdata[i];
      const SquillCard *card = squill_card_widget_get_card (child);
      gboolean seen =
          self->detail != SQUILL_DETAIL_BOX && squill_rect_overlaps (&visible, &card->rect);

      /* One that is not there cannot keep the keys. */
      if (seen || gtk_widget_has_focus (GTK_WIDGET (child)))
        place_card (self, GTK_WIDGET (child), card);
      else
        gtk_widget_set_child_visible (GTK_WIDGET (child), FALSE);
      if (!seen &&
          (self->detail == SQUILL_DETAIL_BOX || !squill_rect_overlaps (&near, &card->rect)))
        squill_card_widget_drop_picture (child);
    }
}

/**
 * squill_plane_update:
 * @self: a plane
 *
 * Takes over what changed in the model since; it would happen before the next frame anyway.
 * Pictures are kept of all cards that look as they did.
 */
void
squill_plane_update (SquillPlane *self)
{
  g_autoptr (SquillDiagramChange) change = NULL;
  SquillRect bounds;

  g_return_if_fail (SQUILL_IS_PLANE (self));

  g_clear_handle_id (&self->update_source, g_source_remove);
  if (self->diagram == NULL)
    return;
  change = squill_diagram_update (self->diagram);
  if (!renew_cards (self, change))
    match_widgets (self);
  for (guint i = 0; i < change->looks->len; i++)
    {
      SquillCardWidget *widget = g_hash_table_lookup (self->widgets, change->looks->pdata[i]);

      if (widget == NULL)
        continue;
      squill_card_widget_drop_picture (widget);
      squill_card_widget_describe (widget);
    }
  _squill_plane_check_editor (self);
  if (change->cards->len == 0 && change->edges->len == 0 && !change->frames)
    return;
  squill_far_picture_drop (self->far);
  bounds = squill_diagram_get_bounds (self->diagram);
  squill_viewport_set_bounds (self->viewport, &bounds);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  _squill_plane_tell_changed (self, TRUE);
}

/**
 * squill_plane_get_card_widget:
 * @self: a plane
 * @card: id of a card
 *
 * Returns: (transfer none) (nullable): its widget
 */
GtkWidget *
squill_plane_get_card_widget (SquillPlane *self, const char *card)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), NULL);
  g_return_val_if_fail (card != NULL, NULL);

  return g_hash_table_lookup (self->widgets, card);
}

/**
 * squill_plane_get_n_shown:
 * @self: a plane
 *
 * Returns: how many cards are in sight, as of the last allocation
 */
guint
squill_plane_get_n_shown (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), 0);

  return self->n_shown;
}

/**
 * squill_plane_get_detail:
 * @self: a plane
 *
 * Returns: how much is drawn of each card
 */
SquillDetail
squill_plane_get_detail (SquillPlane *self)
{
  g_return_val_if_fail (SQUILL_IS_PLANE (self), SQUILL_DETAIL_FULL);

  return self->detail;
}
