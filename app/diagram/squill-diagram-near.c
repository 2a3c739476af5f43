/* SPDX-License-Identifier: Apache-2.0 */

/* What belongs to an item on a diagram: its own cards, the lines that meet them, and the cards at
 * the other ends of those. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "design/squill-plan.h"
#include "diagram/squill-diagram-private.h"

#include <string.h>

static void
add_card (SquillDiagram *self, const char *id, GHashTable *cards)
{
  const SquillCard *card = g_hash_table_lookup (self->by_id, id);

  if (card == NULL)
    card = squill_diagram_find_item (self, id, NULL);
  if (card != NULL)
    _squill_mark (cards, card->id);
}

static void
add_relationship (SquillDiagram *self, const char *id, GHashTable *cards)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, id);

  add_card (self, id, cards);
  if (r == NULL)
    return;
  add_card (self, r->parent, cards);
  add_card (self, r->child, cards);
}

static void
add_plan (SquillDiagram *self, const char *operation, GHashTable *cards)
{
  const SquillPlan *plan = squill_design_get_plan (self->design, operation);

  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = g_ptr_array_index (plan->steps, i);

      add_card (self, step->collection, cards);
    }
}

static void
add_members (SquillDiagram *self, const SquillGroup *group, GHashTable *cards)
{
  for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
    add_card (self, group->members[i], cards);
}

/* What is not on the diagram itself is shown by what it belongs to. */
static void
add_nearest (SquillDiagram *self, const SquillItem *item, GHashTable *cards)
{
  for (guint before = g_hash_table_size (cards);
       item != NULL && g_hash_table_size (cards) == before; item = item->parent)
    add_card (self, item->id, cards);
}

/* Adds the cards that an item is about. */
static void
add_cards_of (SquillDiagram *self, const SquillItem *item, GHashTable *cards)
{
  if (item->kind == SQUILL_KIND_GROUP)
    add_members (self, (const SquillGroup *)item, cards);
  else if (item->kind == SQUILL_KIND_RELATIONSHIP)
    add_relationship (self, item->id, cards);
  else if (item->kind == SQUILL_KIND_OPERATION)
    add_plan (self, item->id, cards);
  else
    add_nearest (self, item, cards);
}

static gboolean
has (GHashTable *cards, const char *id)
{
  return g_hash_table_contains (cards, id);
}

/* Adds a line and the cards at its ends. */
static void
add_line (const SquillEdge *edge, GHashTable *near)
{
  _squill_mark (near, edge->id);
  _squill_mark (near, edge->from_card);
  _squill_mark (near, edge->to_card);
}

static void
note_meeting (GHashTable *meeting, const char *card, const SquillEdge *edge)
{
  GPtrArray *lines = g_hash_table_lookup (meeting, card);

  if (lines == NULL)
    {
      lines = g_ptr_array_new ();
      g_hash_table_insert (meeting, (gpointer)card, lines);
    }
  g_ptr_array_add (lines, (gpointer)edge);
}

/* The lines that meet a card, or NULL. With each click they are asked for of a few cards among
 * thousands, so those of all cards are found once. */
static const GPtrArray *
get_meeting (SquillDiagram *self, const char *card)
{
  if (self->meeting == NULL)
    {
      self->meeting =
          g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
      for (guint i = 0; i < self->edge_order->len; i++)
        {
          const SquillEdge *edge = &((const SquillOwnEdge *)self->edge_order->pdata[i])->edge;

          note_meeting (self->meeting, edge->from_card, edge);
          if (strcmp (edge->from_card, edge->to_card) != 0)
            note_meeting (self->meeting, edge->to_card, edge);
        }
    }
  return g_hash_table_lookup (self->meeting, card);
}

/* Adds the lines that have one end, or only those that have both ends, among @cards. */
static void
add_lines (SquillDiagram *self, GHashTable *cards, gboolean both, GHashTable *near)
{
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const GPtrArray *lines = get_meeting (self, id);

      for (guint i = 0; lines != NULL && i < lines->len; i++)
        {
          const SquillEdge *edge = lines->pdata[i];

          if (!both || (has (cards, edge->from_card) && has (cards, edge->to_card)))
            add_line (edge, near);
        }
    }
}

static void
add_lines_of (SquillDiagram *self, const char *relationship, GHashTable *near)
{
  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = &((const SquillOwnEdge *)self->edge_order->pdata[i])->edge;

      if (strcmp (edge->relationship, relationship) == 0)
        add_line (edge, near);
    }
}

static void
add_lines_of_plan (SquillDiagram *self, const char *operation, GHashTable *near)
{
  const SquillPlan *plan = squill_design_get_plan (self->design, operation);

  for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
    {
      const SquillPlanStep *step = g_ptr_array_index (plan->steps, i);

      if (step->relationship != NULL)
        add_lines_of (self, step->relationship, near);
    }
}

static void
add_marked (gpointer key, gpointer value, gpointer user_data)
{
  _squill_mark (user_data, key);
}

/**
 * squill_diagram_add_connected:
 * @self: a diagram, updated
 * @id: id of an item of the model
 * @near: (element-type utf8 utf8): ids of cards, lines, and groups
 *
 * Adds what belongs to an item: of a card, or of what is on it, its lines and the cards at their
 * other ends; of a relationship its lines and both ends; of a group its members and the lines
 * between them; of an operation the collections it touches and the relationships it follows. A
 * card without lines adds nothing, nor does a note.
 */
void
squill_diagram_add_connected (SquillDiagram *self, const char *id, GHashTable *near)
{
  g_autoptr (GHashTable) cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const SquillItem *item;

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (id != NULL && near != NULL);

  item = squill_model_get_item (self->model, id);
  if (item == NULL || item->kind == SQUILL_KIND_MODEL)
    return;
  add_cards_of (self, item, cards);
  if (item->kind == SQUILL_KIND_GROUP)
    {
      if (g_hash_table_size (cards) > 0)
        _squill_mark (near, id);
      g_hash_table_foreach (cards, add_marked, near);
      add_lines (self, cards, TRUE, near);
    }
  else if (item->kind == SQUILL_KIND_RELATIONSHIP)
    {
      g_hash_table_foreach (cards, add_marked, near);
      add_lines_of (self, id, near);
    }
  else if (item->kind == SQUILL_KIND_OPERATION)
    {
      g_hash_table_foreach (cards, add_marked, near);
      add_lines_of_plan (self, id, near);
    }
  else
    {
      add_lines (self, cards, FALSE, near);
    }
}
