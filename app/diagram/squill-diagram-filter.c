/* SPDX-License-Identifier: Apache-2.0 */

/* Which cards are shown, found from the model: what is hidden is not on the diagram, and has to be
 * found all the same. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-filter.h"

#include "design/squill-plan.h"
#include "diagram/squill-diagram-private.h"
#include "model/squill-placement.h"
#include "model/squill-view.h"

#include <string.h>

static gboolean
is_embedded_by (const SquillRelationship *r, const char *child)
{
  return strcmp (r->child, child) == 0 && squill_placement_is_embedding (r->placement);
}

/* Adds the cards on which an entity is: its own, and those of what embeds it. */
static void
add_cards_of_entity (SquillDesign *design, const char *id, GHashTable *cards, GHashTable *visited)
{
  const SquillEntity *entity = squill_model_get_entity (squill_design_get_model (design), id);
  const SquillRelationship *const *relationships;
  gboolean own, beside = FALSE, inside = FALSE;
  guint n;

  if (entity == NULL || !g_hash_table_add (visited, (gpointer)entity->item.id))
    return;
  own = squill_design_is_collection (design, id);
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    {
      if (!is_embedded_by (relationships[i], id))
        continue;
      inside = TRUE;
      beside = beside || relationships[i]->beside;
      if (!own && !relationships[i]->beside)
        add_cards_of_entity (design, relationships[i]->parent, cards, visited);
    }
  if (own || beside || !inside)
    _squill_mark (cards, id);
}

/**
 * squill_diagram_filter_add_home:
 * @design: a design
 * @id: id of an item
 * @cards: (element-type utf8 utf8): ids of cards
 *
 * Adds the cards where an item would be shown if all cards were: of an entity its own card, or
 * those of what embeds it; of a relationship those of both ends; of a group those of its members;
 * of an operation those that it touches; of anything else those of what it belongs to.
 */
void
squill_diagram_filter_add_home (SquillDesign *design, const char *id, GHashTable *cards)
{
  g_autoptr (GHashTable) visited = g_hash_table_new (g_str_hash, g_str_equal);
  const SquillItem *item;

  g_return_if_fail (SQUILL_IS_DESIGN (design));
  g_return_if_fail (id != NULL && cards != NULL);

  item = squill_model_get_item (squill_design_get_model (design), id);
  if (item != NULL && item->kind == SQUILL_KIND_GROUP)
    {
      char **members = ((const SquillGroup *)item)->members;

      for (guint i = 0; members != NULL && members[i] != NULL; i++)
        add_cards_of_entity (design, members[i], cards, visited);
      return;
    }
  if (item != NULL && item->kind == SQUILL_KIND_OPERATION)
    {
      const SquillPlan *plan = squill_design_get_plan (design, id);

      for (guint i = 0; plan != NULL && i < plan->steps->len; i++)
        _squill_mark (cards, ((const SquillPlanStep *)plan->steps->pdata[i])->collection);
      return;
    }
  while (item != NULL && item->kind != SQUILL_KIND_ENTITY && item->kind != SQUILL_KIND_RELATIONSHIP)
    item = item->parent;
  if (item == NULL)
    return;
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    {
      add_cards_of_entity (design, ((const SquillRelationship *)item)->parent, cards, visited);
      add_cards_of_entity (design, ((const SquillRelationship *)item)->child, cards, visited);
      return;
    }
  add_cards_of_entity (design, item->id, cards, visited);
}

/* Adds the cards that lines lead to from a card, and from what is embedded in it. */
static void
add_neighbors (SquillDesign *design, const char *id, GHashTable *next, GHashTable *visited)
{
  const SquillEntity *entity = squill_model_get_entity (squill_design_get_model (design), id);
  const SquillRelationship *const *relationships;
  guint n;

  if (entity == NULL || !g_hash_table_add (visited, (gpointer)entity->item.id))
    return;
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      const char *other = strcmp (r->parent, id) == 0 ? r->child : r->parent;
      g_autoptr (GHashTable) climbed = NULL;

      if (squill_placement_is_embedding (r->placement) && !r->beside)
        {
          if (strcmp (r->parent, id) == 0)
            add_neighbors (design, r->child, next, visited);
          continue;
        }
      climbed = g_hash_table_new (g_str_hash, g_str_equal);
      add_cards_of_entity (design, other, next, climbed);
    }
}

static void
add_marked (gpointer key, gpointer value, gpointer user_data)
{
  _squill_mark (user_data, key);
}

static GHashTable *
find_around (SquillDesign *design, const char *const *around, guint n_steps)
{
  GHashTable *cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) visited = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; around[i] != NULL; i++)
    squill_diagram_filter_add_home (design, around[i], cards);
  for (guint step = 0; step < n_steps; step++)
    {
      g_autoptr (GHashTable) next = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      GHashTableIter iter;
      gpointer id;
      guint before = g_hash_table_size (cards);

      g_hash_table_iter_init (&iter, cards);
      while (g_hash_table_iter_next (&iter, &id, NULL))
        add_neighbors (design, id, next, visited);
      g_hash_table_foreach (next, add_marked, cards);
      if (g_hash_table_size (cards) == before)
        break;
    }
  return cards;
}

static GHashTable *
find_all (SquillDesign *design)
{
  GHashTable *cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gconstpointer model = squill_model_get_info (squill_design_get_model (design));

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, model, SQUILL_KIND_ENTITY)
    _squill_mark (cards, entity->item.id);
  return cards;
}

static gboolean
passes (const SquillDiagramFilter *filter,
        SquillDesign *design,
        SquillAdvice *advice,
        const char *id)
{
  const SquillCollection *collection;

  if (filter->min_severity >= 0 &&
      (advice == NULL || squill_advice_get_worst (advice, id) < filter->min_severity))
    return FALSE;
  if (filter->min_bytes <= 0)
    return TRUE;
  collection = squill_design_find_collection (design, id);
  return collection != NULL && collection->shape->bytes.likely >= filter->min_bytes;
}

static gboolean
is_out (gpointer key, gpointer value, gpointer user_data)
{
  return !g_hash_table_contains (user_data, key);
}

static void
keep_group (SquillDesign *design, const char *group, GHashTable *cards)
{
  g_autoptr (GHashTable) members = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  squill_diagram_filter_add_home (design, group, members);
  g_hash_table_foreach_remove (cards, is_out, members);
}

static gboolean
has_any (char **ids)
{
  return ids != NULL && ids[0] != NULL;
}

/* What a view shows; NULL where it shows everything but what it hides. */
static GHashTable *
list_members (const SquillView *view)
{
  GHashTable *members;

  if (!has_any (view->members))
    return NULL;
  members = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; view->members[i] != NULL; i++)
    g_hash_table_add (members, view->members[i]);
  return members;
}

static void
keep_view (const SquillView *view, GHashTable *cards)
{
  g_autoptr (GHashTable) members = list_members (view);

  if (members != NULL)
    g_hash_table_foreach_remove (cards, is_out, members);
}

/* The view, where anything is not shown in it. */
static const SquillView *
get_choosing_view (const SquillDiagramFilter *filter, SquillDesign *design)
{
  const SquillView *view = squill_model_get_view (squill_design_get_model (design), filter->view);

  return view != NULL && (has_any (view->members) || has_any (view->hidden)) ? view : NULL;
}

/* Notes belong to a view, and to no other choice. */
static void
add_notes (const SquillView *view, SquillDesign *design, GHashTable *cards)
{
  g_autoptr (GHashTable) members = list_members (view);

  SQUILL_FOR_EACH_CHILD (SquillNote, note, squill_model_get_info (squill_design_get_model (design)),
                         SQUILL_KIND_NOTE)
    if (members == NULL || g_hash_table_contains (members, note->item.id))
      _squill_mark (cards, note->item.id);
}

/* A collection of links or buckets is shown where both of its ends are, unless the view hides it.
 */
static void
add_collections_between (SquillDesign *design, const SquillView *view, GHashTable *cards)
{
  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const char *id = squill_design_get_collection_id (design, i);
      const SquillRelationship *r =
          squill_model_get_relationship (squill_design_get_model (design), id);

      if (r != NULL && g_hash_table_contains (cards, r->parent) &&
          g_hash_table_contains (cards, r->child) &&
          (view == NULL || !squill_view_hides (view, id)))
        _squill_mark (cards, id);
    }
}

/**
 * squill_diagram_filter_is_empty:
 * @filter: a filter
 *
 * Returns: %TRUE if everything is shown
 */
gboolean
squill_diagram_filter_is_empty (const SquillDiagramFilter *filter)
{
  g_return_val_if_fail (filter != NULL, TRUE);

  return filter->around == NULL && filter->view == NULL && filter->group == NULL &&
         filter->min_bytes <= 0 && filter->min_severity < 0;
}

/**
 * squill_diagram_filter_find:
 * @filter: what is to be shown
 * @design: the design of the model
 * @advice: (nullable): its findings
 *
 * Finds the cards to show, for squill_diagram_set_shown().
 *
 * Returns: (transfer full) (nullable) (element-type utf8 utf8): their ids; %NULL for all
 */
GHashTable *
squill_diagram_filter_find (const SquillDiagramFilter *filter,
                            SquillDesign *design,
                            SquillAdvice *advice)
{
  SquillDiagramFilter rest;
  const SquillView *view;
  GHashTable *cards;
  GHashTableIter iter;
  gpointer id;

  g_return_val_if_fail (filter != NULL, NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  view = get_choosing_view (filter, design);
  rest = *filter;
  rest.view = NULL;
  if (view == NULL && squill_diagram_filter_is_empty (&rest))
    return NULL;
  cards = filter->around != NULL ? find_around (design, filter->around, filter->n_steps)
                                 : find_all (design);
  if (view != NULL)
    keep_view (view, cards);
  if (filter->group != NULL)
    keep_group (design, filter->group, cards);
  g_hash_table_iter_init (&iter, cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!passes (filter, design, advice, id))
      g_hash_table_iter_remove (&iter);
  add_collections_between (design, view, cards);
  if (view != NULL && squill_diagram_filter_is_empty (&rest))
    add_notes (view, design, cards);
  return cards;
}
