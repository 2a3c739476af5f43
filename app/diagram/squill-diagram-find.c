/* SPDX-License-Identifier: Apache-2.0 */

/* Finding what is where on a diagram. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const SquillCard *card;
  int row;
} ItemPlace;

static void
add_item (GHashTable *items, const char *id, const SquillCard *card, int row)
{
  ItemPlace *place;

  if (id == NULL || g_hash_table_contains (items, id))
    return;
  place = g_new (ItemPlace, 1);
  place->card = card;
  place->row = row;
  g_hash_table_insert (items, (gpointer)id, place);
}

/* Of rows; cards have the ids of their items. */
static GHashTable *
index_items (SquillDiagram *self)
{
  GHashTable *items = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  /* A row of the document itself comes before one in something embedded. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->cards->len; i++)
      {
        const SquillCard *card = g_ptr_array_index (self->cards, i);

        for (guint j = 0; j < card->n_rows; j++)
          if ((card->rows[j].depth == 0) == (pass == 0))
            {
              add_item (items, card->rows[j].item, card, (int)j);
              if (card->rows[j].target != NULL || card->rows[j].block)
                add_item (items, card->rows[j].relationship, card, (int)j);
            }
      }
  return items;
}

/**
 * squill_diagram_find_item:
 * @self: a diagram
 * @item: id of an entity, a field, a copy or a relationship
 * @row: (out) (optional): the row where it is, or -1 if it is the card's own
 *
 * Finds where an item of the model is shown: the card that is about it, or the row, of a document
 * itself rather than of something embedded.
 *
 * Returns: (transfer none) (nullable): the card; valid until the next update
 */
const SquillCard *
squill_diagram_find_item (SquillDiagram *self, const char *item, int *row)
{
  const ItemPlace *place;
  const SquillCard *card;
  int place_row;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (item != NULL, NULL);

  card = g_hash_table_lookup (self->by_id, item);
  if (card != NULL)
    {
      if (row != NULL)
        *row = -1;
      return card;
    }
  /* With thousands of cards this takes time and memory, and often nobody selects any of their rows.
   */
  if (self->items == NULL)
    self->items = index_items (self);
  place = g_hash_table_lookup (self->items, item);
  if (place != NULL)
    {
      if (row != NULL)
        *row = place->row;
      return place->card;
    }
  if (squill_model_get_entity (self->model, item) == NULL)
    return NULL;
  card = _squill_diagram_find_end (self, item, NULL, &place_row);
  if (row != NULL)
    *row = place_row;
  return card;
}

/**
 * squill_diagram_find_card:
 * @self: a diagram
 * @id: id of a card: of a collection, or of an entity drawn beside others
 *
 * Finds a card by its id.
 *
 * Returns: (transfer none) (nullable): the card; valid until the next update
 */
const SquillCard *
squill_diagram_find_card (SquillDiagram *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->by_id, id);
}

/**
 * squill_diagram_find_edge:
 * @self: a diagram
 * @id: id of a line
 *
 * Finds a line by its id.
 *
 * Returns: (transfer none) (nullable): the line; valid until the next update
 */
const SquillEdge *
squill_diagram_find_edge (SquillDiagram *self, const char *id)
{
  const SquillOwnEdge *own;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  own = g_hash_table_lookup (self->edges, id);
  return own != NULL && own->edge.route != NULL ? &own->edge : NULL;
}

/**
 * squill_diagram_get_bounds:
 * @self: a diagram
 *
 * Returns: the smallest rectangle around all that is on it; empty if there is nothing
 */
SquillRect
squill_diagram_get_bounds (SquillDiagram *self)
{
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), bounds);

  for (guint i = 0; i < self->cards->len; i++)
    bounds = squill_rect_union (&bounds, &((SquillCard *)g_ptr_array_index (self->cards, i))->rect);
  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillOwnEdge *own = g_ptr_array_index (self->edge_order, i);

      bounds = squill_rect_union (&bounds, &own->edge.route->bounds);
    }
  for (guint i = 0; i < self->frames->len; i++)
    bounds = squill_rect_union (&bounds, &g_array_index (self->frames, SquillFrame, i).rect);
  return bounds;
}

/**
 * squill_diagram_count_hidden_labels:
 * @self: a diagram, updated
 *
 * Returns: how many numbers and names of lines have no free place, and are shown only while their
 *   line is pointed at or selected
 */
guint
squill_diagram_count_hidden_labels (SquillDiagram *self)
{
  guint count = 0;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = g_ptr_array_index (self->edge_order, i);

      count += (guint)(edge->route->from_hidden + edge->route->to_hidden +
                       (edge->route->name_hidden && *edge->name != '\0'));
    }
  return count;
}

static double
distance_to_stretch (SquillPoint a, SquillPoint b, double x, double y)
{
  double dx = MAX (0, MAX (MIN (a.x, b.x) - x, x - MAX (a.x, b.x)));
  double dy = MAX (0, MAX (MIN (a.y, b.y) - y, y - MAX (a.y, b.y)));

  return hypot (dx, dy);
}

static double
distance_to_route (const SquillRoute *route, double x, double y)
{
  const SquillRect *labels[] = { &route->from_label, &route->to_label, &route->name_label };
  const gboolean hidden[] = { route->from_hidden, route->to_hidden, route->name_hidden };
  double nearest = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (!hidden[i] && !squill_rect_is_empty (labels[i]) && squill_rect_contains (labels[i], x, y))
      return 0;
  for (guint i = 0; i + 1 < route->n_points; i++)
    nearest = MIN (nearest, distance_to_stretch (route->points[i], route->points[i + 1], x, y));
  return nearest;
}

/**
 * squill_diagram_hit_edge:
 * @self: a diagram
 * @x: on the diagram
 * @y: on the diagram
 * @distance: how far off a line still counts
 *
 * Finds the line at a place: its stretches, its numbers and its name count.
 *
 * Returns: (transfer none) (nullable): the nearest line
 */
const SquillEdge *
squill_diagram_hit_edge (SquillDiagram *self, double x, double y, double distance)
{
  const SquillEdge *nearest = NULL;
  double least = distance;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = g_ptr_array_index (self->edge_order, i);
      SquillRect around = squill_rect_grow (&edge->route->bounds, distance);
      double there;

      if (!squill_rect_contains (&around, x, y))
        continue;
      there = distance_to_route (edge->route, x, y);
      /* Of two at the same distance the upper one is meant. */
      if (there > least)
        continue;
      least = there;
      nearest = edge;
    }
  return nearest;
}
