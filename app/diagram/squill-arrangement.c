/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout.h"

#include "diagram/squill-diagram-private.h"
#include "model/squill-property.h"
#include "model/squill-view.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _SquillArrangement
{
  SquillLayoutGraph *graph;
  GPtrArray *cards;       /* char *: the card of each box */
  SquillDiagram *diagram; /* nullable: where only some of its cards are arranged */
  double x;               /* where the arrangement starts */
  double y;
  char *view;     /* in which they are moved, or NULL */
  GArray *places; /* SquillPlace: where they go, with ids of @cards */
};

/* The numbers, from 1, of the groups that keep their cards together, by card. A card in several
 * belongs to the first. */
GHashTable *
_squill_diagram_index_groups (SquillModel *model)
{
  GHashTable *groups = g_hash_table_new (g_str_hash, g_str_equal);
  int number = 0;

  SQUILL_FOR_EACH_CHILD (SquillGroup, group, squill_model_get_info (model), SQUILL_KIND_GROUP)
    {
      for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
        if (!g_hash_table_contains (groups, group->members[i]))
          g_hash_table_insert (groups, group->members[i], GINT_TO_POINTER (number + 1));
      number++;
    }
  return groups;
}

/* Whether a card stands where a person or an arrangement set it, in the view that is shown. */
static gboolean
is_placed (SquillDiagram *diagram, const SquillCard *card)
{
  SquillModel *model = squill_design_get_model (squill_diagram_get_design (diagram));
  const SquillView *view = squill_model_get_view (model, squill_diagram_get_view (diagram));
  const SquillEntity *entity = squill_model_get_entity (model, card->id);
  const SquillRelationship *relationship = squill_model_get_relationship (model, card->id);
  double x, y;

  if (view != NULL && squill_view_get_place (view, card->id, &x, &y))
    return TRUE;
  return entity != NULL
             ? isfinite (entity->x) && isfinite (entity->y)
             : relationship != NULL && isfinite (relationship->x) && isfinite (relationship->y);
}

static int
get_offset (SquillDiagram *diagram, const char *card, int row)
{
  return (int)round (squill_card_get_row_offset (squill_diagram_find_card (diagram, card), row));
}

/* The cards that may be moved; NULL if all may. */
static char **
list_unlocked (SquillDiagram *diagram)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  gboolean is_any_locked = FALSE;

  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      is_any_locked |= card->locked;
      if (!card->locked)
        g_strv_builder_add (ids, card->id);
    }
  return is_any_locked ? g_strv_builder_end (ids) : NULL;
}

/**
 * squill_arrangement_new:
 * @diagram: a diagram, updated
 * @cards: (nullable) (array zero-terminated=1): ids of the cards to arrange, %NULL for all that are
 *   not locked
 *
 * Makes what a layout needs of a diagram: its cards as boxes, its lines, and its groups.
 *
 * Returns: (transfer full): the arrangement
 */
SquillArrangement *
squill_arrangement_new (SquillDiagram *diagram, const char *const *cards)
{
  SquillArrangement *self;
  g_autoptr (GHashTable) boxes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) groups = NULL;
  g_autoptr (GHashTable) wanted = NULL;
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE;
  g_auto (GStrv) unlocked = NULL;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), NULL);

  unlocked = list_unlocked (diagram);
  if (cards == NULL)
    cards = (const char *const *)unlocked;
  wanted = cards != NULL ? _squill_diagram_make_id_set (cards) : NULL;
  self = g_new0 (SquillArrangement, 1);
  self->graph = squill_layout_graph_new ();
  self->view = g_strdup (squill_diagram_get_view (diagram));
  self->places = g_array_new (FALSE, FALSE, sizeof (SquillPlace));
  self->cards = g_ptr_array_new_with_free_func (g_free);
  groups =
      _squill_diagram_index_groups (squill_design_get_model (squill_diagram_get_design (diagram)));
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);
      int group = GPOINTER_TO_INT (g_hash_table_lookup (groups, card->id)) - 1;
      guint box;

      if (wanted != NULL && !g_hash_table_contains (wanted, card->id))
        continue;
      box = squill_layout_graph_add_box (self->graph, (int)ceil (card->rect.width),
                                         (int)ceil (card->rect.height), group);
      if (is_placed (diagram, card))
        squill_layout_graph_set_place (self->graph, box, (int)round (card->rect.x),
                                       (int)round (card->rect.y));
      g_hash_table_insert (boxes, (gpointer)card->id, GUINT_TO_POINTER (box + 1));
      g_ptr_array_add (self->cards, g_strdup (card->id));
      left = MIN (left, card->rect.x);
      top = MIN (top, card->rect.y);
    }
  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (diagram, i);
      guint from = GPOINTER_TO_UINT (g_hash_table_lookup (boxes, edge->from_card));
      guint to = GPOINTER_TO_UINT (g_hash_table_lookup (boxes, edge->to_card));

      if (from > 0 && to > 0)
        squill_layout_graph_add_edge (self->graph, from - 1,
                                      get_offset (diagram, edge->from_card, edge->from_row), to - 1,
                                      get_offset (diagram, edge->to_card, edge->to_row));
    }
  /* All of it starts at 0; a part of it stays about where it is. */
  if (cards != NULL && self->cards->len > 0)
    {
      self->diagram = g_object_ref (diagram);
      self->x = round (left / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP;
      self->y = round (top / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP;
    }
  return self;
}

void
squill_arrangement_free (SquillArrangement *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->view);
  g_array_unref (self->places);
  squill_layout_graph_unref (self->graph);
  g_ptr_array_unref (self->cards);
  g_clear_object (&self->diagram);
  g_free (self);
}

/**
 * squill_arrangement_get_graph:
 * @self: an arrangement
 *
 * Returns: (transfer none): the graph to lay out
 */
SquillLayoutGraph *
squill_arrangement_get_graph (SquillArrangement *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->graph;
}

/* Whether no card that stays is where one goes. */
static gboolean
is_free (SquillArrangement *self, const SquillLayoutResult *result, double left, double top)
{
  g_autoptr (SquillObstacles) others = _squill_obstacles_new ();
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->cards->len; i++)
    g_hash_table_add (own, self->cards->pdata[i]);
  for (guint i = 0; i < squill_diagram_get_n_cards (self->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (self->diagram, i);

      if (!g_hash_table_contains (own, card->id))
        _squill_obstacles_set (others, card->id, &card->rect);
    }
  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillCard *card = squill_diagram_find_card (self->diagram, self->cards->pdata[i]);

      if (card != NULL &&
          _squill_obstacles_find_any (
              others, &SQUILL_RECT (left + result->positions[i].x, top + result->positions[i].y,
                                    card->rect.width, card->rect.height)) != NULL)
        return FALSE;
    }
  return TRUE;
}

/* Where there is room for some cards beside the others, as near as can be to where they are. */
static void
find_room (SquillArrangement *self, const SquillLayoutResult *result, double *left, double *top)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  SquillRect wanted = SQUILL_RECT (*left, *top, 0, 0);
  SquillPoint place;

  if (is_free (self, result, *left, *top))
    return;
  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillCard *card =
          squill_diagram_find_card (self->diagram, g_ptr_array_index (self->cards, i));

      g_ptr_array_add (ids, g_ptr_array_index (self->cards, i));
      if (card == NULL)
        continue;
      wanted.width = MAX (wanted.width, result->positions[i].x + card->rect.width);
      wanted.height = MAX (wanted.height, result->positions[i].y + card->rect.height);
    }
  g_ptr_array_add (ids, NULL);
  place = squill_diagram_find_place (self->diagram, &wanted, NULL,
                                     (const char *const *)(gpointer)ids->pdata);
  *left = place.x;
  *top = place.y;
}

static gboolean
was_placed (SquillArrangement *self, const char *id)
{
  for (guint i = 0; i < self->places->len; i++)
    if (g_str_equal (g_array_index (self->places, SquillPlace, i).id, id))
      return TRUE;
  return FALSE;
}

/* Where a line was put made sense for where its cards stood. */
static void
reset_lines (SquillArrangement *self, SquillModel *model)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    if (squill_model_has_line_places (model, self->view, r->item.id) &&
        was_placed (self, r->parent) && was_placed (self, r->child))
      squill_model_reset_lines (model, self->view, r->item.id);
}

/**
 * squill_arrangement_apply:
 * @self: an arrangement
 * @result: where its boxes go
 * @model: the model of its diagram
 * @error: where an error goes
 *
 * Moves the entities of a model, and the collections of its relationships, to where a layout put
 * their cards, in the view that was shown, as one step to undo. What went meanwhile is passed over.
 *
 * Fails if the model may not be changed; then nothing was moved.
 *
 * Returns: %TRUE if it was done
 */
gboolean
squill_arrangement_apply (SquillArrangement *self,
                          const SquillLayoutResult *result,
                          SquillModel *model,
                          GError **error)
{
  double left, top;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (result != NULL && result->n_boxes == self->cards->len, FALSE);
  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  left = result->kept ? result->origin.x : self->x;
  top = result->kept ? result->origin.y : self->y;
  if (self->diagram != NULL)
    find_room (self, result, &left, &top);
  squill_model_begin_step (model, _ ("Arrange"), NULL);
  g_array_set_size (self->places, 0);
  for (guint i = 0; i < result->n_boxes; i++)
    {
      const char *id = g_ptr_array_index (self->cards, i);
      double x = left + result->positions[i].x, y = top + result->positions[i].y;

      if (squill_model_get_entity (model, id) == NULL &&
          squill_model_get_relationship (model, id) == NULL)
        continue;
      g_array_append_vals (self->places, &(SquillPlace){ id, x, y }, 1);
    }
  if (!squill_model_set_places (model, self->view,
                                (const SquillPlace *)(gpointer)self->places->data,
                                self->places->len, error))
    {
      squill_model_cancel_step (model);
      return FALSE;
    }
  reset_lines (self, model);
  squill_model_end_step (model);
  return TRUE;
}

/**
 * squill_model_is_unplaced:
 * @model: a model
 *
 * Returns: whether it has entities, and none of them has a place in the diagram
 */
gboolean
squill_model_is_unplaced (SquillModel *model)
{
  guint n;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (model), SQUILL_KIND_ENTITY)
    {
      if (!isnan (entity->x))
        return FALSE;
    }
  squill_item_get_children (squill_model_get_info (model), SQUILL_KIND_ENTITY, &n);
  return n > 0;
}

/**
 * squill_model_arrange:
 * @model: a model that nothing else looks at meanwhile
 * @engine: how
 * @n_fallbacks: (out) (optional): as in #SquillLayoutResult
 * @cancellable: (nullable): may be triggered from another thread
 * @error: where an error goes
 *
 * Gives all that a model draws a place, as one step to undo. May take seconds.
 *
 * Fails where the layout is cancelled, no method manages it, or the model may not be changed.
 *
 * Returns: %TRUE if it was done
 */
gboolean
squill_model_arrange (SquillModel *model,
                      SquillLayoutEngine engine,
                      guint *n_fallbacks,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillDiagram) diagram = NULL;
  g_autoptr (SquillArrangement) arrangement = NULL;
  g_autoptr (SquillLayoutResult) layout = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), FALSE);

  design = squill_design_new (model);
  diagram = squill_diagram_new (design);
  /* It only says how large cards are and which lines there are. */
  squill_diagram_set_routes_apart (diagram, TRUE);
  squill_diagram_change_free (squill_diagram_update (diagram));
  arrangement = squill_arrangement_new (diagram, NULL);
  layout =
      squill_layout_run (squill_arrangement_get_graph (arrangement), engine, cancellable, error);
  if (layout == NULL || !squill_arrangement_apply (arrangement, layout, model, error))
    return FALSE;
  if (n_fallbacks != NULL)
    *n_fallbacks = layout->n_fallbacks;
  return TRUE;
}
