/* SPDX-License-Identifier: Apache-2.0 */

/* Adds what is new in the source, unless a person had deleted it. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"

#include "inspect/infer/squill-infer.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
skip (SquillRefresh *self, const SquillItem *observed)
{
  g_hash_table_add (self->skipped, g_strdup (observed->id));
}

static gboolean
is_skipped (SquillRefresh *self, const char *observed)
{
  return observed == NULL || g_hash_table_contains (self->skipped, observed);
}

/* Objects that have become arrays of objects, and the other way round. */

static void
collect_matched (SquillRefresh *self, const SquillItem *current, GPtrArray *ids)
{
  const char *observed = _squill_model_match_get_observed (self->match, current->id);

  if (observed != NULL)
    g_ptr_array_add (ids, g_strdup (observed));
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (current, kind, &n);

      for (guint i = 0; i < n; i++)
        collect_matched (self, children[i], ids);
    }
}

/* Deletes what has another form now, unless a person changed it. */
static gboolean
delete_unedited (SquillRefresh *self, const SquillItem *current)
{
  const SquillRelationship *r = (const SquillRelationship *)current;
  const char *ids[] = { current->id, current->kind == SQUILL_KIND_RELATIONSHIP ? r->child : NULL,
                        NULL };
  g_autoptr (GPtrArray) matched = g_ptr_array_new_with_free_func (g_free);

  if (squill_item_get_place (current) == NULL || !_squill_refresh_may_remove (self, ids))
    return FALSE;
  collect_matched (self, current, matched);
  if (ids[1] != NULL)
    collect_matched (self, squill_model_get_item (self->current, ids[1]), matched);
  for (guint i = 0; i < matched->len; i++)
    {
      const char *id = g_ptr_array_index (matched, i);

      _squill_model_match_unset (self->match, id);
      _squill_refresh_forget (self, squill_model_get_item (self->observed, id));
    }
  squill_model_delete (self->current, ids);
  self->changes++;
  return TRUE;
}

/* Decides what happens to places that had another form before: what nobody changed is made anew,
 * what a person changed stays. */
void
_squill_refresh_settle_kinds (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->observed);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *observed = g_ptr_array_index (items, i);
      const SquillItem *current = _squill_model_match_get_current_item (self->match, observed->id);

      if (current == NULL || current->kind == observed->kind || delete_unedited (self, current))
        continue;
      if (observed->kind == SQUILL_KIND_ENTITY)
        {
          _squill_model_match_unset (self->match, observed->id);
          continue;
        }
      skip (self, observed);
      if (observed->kind == SQUILL_KIND_RELATIONSHIP &&
          squill_placement_is_embedding (((const SquillRelationship *)observed)->placement))
        {
          /* New fields of the elements are added to the field that holds them. */
          const char *child = ((const SquillRelationship *)observed)->child;

          g_hash_table_add (self->skipped, g_strdup (child));
          if (_squill_model_match_get_current (self->match, child) == NULL)
            _squill_model_match_set (self->match, child, current->id);
        }
    }
}

/* Whether to add an item. */

static const SquillRelationship *
find_embedding (SquillModel *model, const char *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (squill_placement_is_embedding (r->placement) && g_str_equal (r->child, entity))
        return r;
    }
  return NULL;
}

static gboolean
is_entity_wanted (SquillRefresh *self, const SquillItem *observed)
{
  const SquillRelationship *r = find_embedding (self->observed, observed->id);

  if (_squill_refresh_was_there (self, observed))
    return FALSE;
  return r == NULL || (!is_skipped (self, r->parent) && !is_skipped (self, r->item.id) &&
                       !_squill_refresh_was_there (self, &r->item));
}

/* If a person deleted what contained it, it follows its neighbors. */
static const char *
find_container (SquillRefresh *self, const SquillItem *observed)
{
  const char *container = _squill_model_match_get_container (self->match, observed->parent->id);
  guint n;
  gpointer const *siblings;

  if (container != NULL)
    return container;
  siblings = squill_item_get_children (observed->parent, observed->kind, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillItem *sibling = siblings[i];
      const SquillItem *current = _squill_model_match_get_current_item (self->match, sibling->id);

      if (current != NULL && current->kind == observed->kind &&
          !g_hash_table_contains (self->added, current->id))
        return current->parent->id;
    }
  return NULL;
}

static gboolean
is_there (SquillRefresh *self, const char *observed)
{
  return observed == NULL || _squill_model_match_get_current (self->match, observed) != NULL;
}

static gboolean
is_wanted (SquillRefresh *self, const SquillItem *observed)
{
  const SquillRelationship *r = (const SquillRelationship *)observed;

  switch ((int)observed->kind)
    {
    case SQUILL_KIND_ENTITY:
      return is_entity_wanted (self, observed);
    case SQUILL_KIND_FIELD:
      /* A map that stays one has keys, but no field for them. */
      if (((const SquillField *)observed)->map_key &&
          squill_model_get_entity (self->current, find_container (self, observed)) == NULL)
        return FALSE;
      G_GNUC_FALLTHROUGH;
    case SQUILL_KIND_INDEX:
      return !_squill_refresh_was_there (self, observed) && find_container (self, observed) != NULL;
    case SQUILL_KIND_RELATIONSHIP:
      return !_squill_refresh_was_there (self, observed) &&
             squill_model_get_entity (self->current, _squill_model_match_get_container (
                                                         self->match, r->parent)) != NULL &&
             is_there (self, r->child) && is_there (self, r->child_holder) &&
             is_there (self, r->parent_holder);
    default:
      return FALSE;
    }
}

/* The rank of an item among its siblings. */

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *)a, *(const char *const *)b);
}

static void
add_rank (GPtrArray *ranks, const char *rank)
{
  if (rank != NULL)
    g_ptr_array_add (ranks, g_strdup (rank));
}

/* Fields share their ranks with what relationships store among them. */
static GPtrArray *
list_ranks (SquillModel *model, const SquillItem *container, SquillKind kind)
{
  GPtrArray *ranks = g_ptr_array_new_with_free_func (g_free);
  guint n;
  gpointer const *children = squill_item_get_children (container, kind, &n);
  const SquillProperty *order = squill_kind_find_property (kind, "order");

  for (guint i = 0; i < n; i++)
    add_rank (ranks, G_STRUCT_MEMBER (char *, children[i], order->offset));
  if (kind == SQUILL_KIND_FIELD && container->kind == SQUILL_KIND_ENTITY)
    {
      const SquillRelationship *const *relationships =
          squill_entity_get_relationships ((const SquillEntity *)container, &n);

      for (guint i = 0; i < n; i++)
        {
          if (g_str_equal (relationships[i]->parent, container->id))
            add_rank (ranks, relationships[i]->parent_order);
          if (g_str_equal (relationships[i]->child, container->id))
            add_rank (ranks, relationships[i]->child_order);
        }
    }
  g_ptr_array_sort (ranks, compare_ranks);
  return ranks;
}

static const char *
get_rank (const SquillItem *item)
{
  const SquillProperty *order = squill_kind_find_property (item->kind, "order");

  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    return ((const SquillRelationship *)item)->parent_order;
  return order != NULL ? G_STRUCT_MEMBER (char *, item, order->offset) : NULL;
}

/* The rank of what precedes it in the source and is in the same container of the current model. */
static const char *
find_rank_before (SquillRefresh *self, const SquillItem *observed, const SquillItem *container)
{
  const char *own = get_rank (observed), *best = NULL, *rank = NULL;
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  const SquillItem *around =
      observed->kind == SQUILL_KIND_RELATIONSHIP
          ? squill_model_get_item (self->observed, ((const SquillRelationship *)observed)->parent)
          : observed->parent;
  guint n;
  gpointer const *siblings = squill_item_get_children (around, SQUILL_KIND_FIELD, &n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (before, siblings[i]);
  if (around->kind == SQUILL_KIND_ENTITY)
    {
      const SquillRelationship *const *relationships =
          squill_entity_get_relationships ((const SquillEntity *)around, &n);

      for (guint i = 0; i < n; i++)
        if (squill_placement_is_embedding (relationships[i]->placement) &&
            g_str_equal (relationships[i]->parent, around->id))
          g_ptr_array_add (before, (gpointer)relationships[i]);
    }
  for (guint i = 0; i < before->len; i++)
    {
      const SquillItem *sibling = g_ptr_array_index (before, i);
      const char *sibling_rank = get_rank (sibling);
      const SquillItem *current = _squill_model_match_get_current_item (self->match, sibling->id);
      const gboolean inside =
          current != NULL &&
          (current->kind == SQUILL_KIND_RELATIONSHIP
               ? g_str_equal (((const SquillRelationship *)current)->parent, container->id)
               : current->parent == container);

      if (inside && g_strcmp0 (sibling_rank, own) < 0 && g_strcmp0 (sibling_rank, best) > 0 &&
          get_rank (current) != NULL)
        {
          best = sibling_rank;
          rank = get_rank (current);
        }
    }
  return rank;
}

static char *
make_rank (SquillRefresh *self,
           const SquillItem *observed,
           const SquillItem *container,
           SquillKind kind)
{
  g_autoptr (GPtrArray) ranks = list_ranks (self->current, container, kind);
  const char *before =
      kind == SQUILL_KIND_FIELD ? find_rank_before (self, observed, container) : NULL;
  const char *after = NULL;

  if (before == NULL)
    before = ranks->len > 0 ? g_ptr_array_index (ranks, ranks->len - 1) : NULL;
  for (guint i = 0; i < ranks->len && after == NULL; i++)
    if (g_strcmp0 (g_ptr_array_index (ranks, i), before) > 0)
      after = g_ptr_array_index (ranks, i);
  return squill_rank_between (before, after);
}

/* Adding an item. */

static json_t *
make_content (SquillRefresh *self, const SquillItem *observed, const SquillItem *container)
{
  json_t *json = json_object ();
  g_autofree char *rank = make_rank (self, observed, container, observed->kind);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (observed->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillProperty *property = &properties[i];
      json_t *value;

      if (property->in_layout || property->type == SQUILL_PROPERTY_RANK ||
          squill_property_is_default (property, observed))
        continue;
      value = g_str_equal (property->name, "evidence")
                  ? _squill_refresh_map_evidence (self, observed)
                  : _squill_model_match_map_value (self->match, property, observed, FALSE);
      if (value != NULL)
        json_object_set_new (json, property->name, value);
    }
  json_object_set_new (json, "order", json_string (rank));
  if (observed->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)observed;
      const SquillItem *parent = _squill_model_match_get_current_item (self->match, r->parent);
      g_autofree char *parent_rank =
          r->parent_order != NULL ? make_rank (self, observed, parent, SQUILL_KIND_FIELD) : NULL;

      if (parent_rank != NULL)
        json_object_set_new (json, "parent_order", json_string (parent_rank));
    }
  return json;
}

/* Reports only what stands on its own: a new collection implies its fields. */
static void
report_added (SquillRefresh *self, const SquillItem *observed, const SquillItem *container)
{
  const char *place = squill_item_get_place (observed);
  const SquillItem *current = _squill_model_match_get_current_item (self->match, observed->id);
  const SquillRelationship *r = (const SquillRelationship *)observed;
  SquillDifference *difference;

  if (container->parent != NULL && g_hash_table_contains (self->added, container->id))
    return;
  if (observed->kind == SQUILL_KIND_ENTITY &&
      !_squill_entity_is_collection ((const SquillEntity *)observed))
    return;
  if (observed->kind == SQUILL_KIND_RELATIONSHIP && squill_placement_is_embedding (r->placement) &&
      g_hash_table_contains (self->added, _squill_model_match_get_current (self->match, r->parent)))
    return;
  difference = _squill_refresh_add_difference (self, SQUILL_DIFFERENCE_ADDED, current, place, NULL);
  _squill_difference_take_message (difference, g_strdup_printf (_ ("“%s” was added."), place));
}

static void
add_item (SquillRefresh *self, const SquillItem *observed)
{
  const char *container_id =
      observed->kind == SQUILL_KIND_ENTITY || observed->kind == SQUILL_KIND_RELATIONSHIP
          ? SQUILL_MODEL_ID
          : find_container (self, observed);
  const SquillItem *container = squill_model_get_item (self->current, container_id);
  const char *id = _squill_model_match_get_current (self->match, observed->id);
  g_autofree char *own_id = g_strdup (id);
  g_autofree char *name = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;
  json_t *json;

  if (container == NULL)
    return;
  json = make_content (self, observed, container);
  if (observed->kind != SQUILL_KIND_RELATIONSHIP && squill_item_get_name (observed) != NULL)
    {
      name = squill_model_make_unique_name (self->current, container_id, observed->kind,
                                            squill_item_get_name (observed));
      json_object_set_new (json, "name", json_string (name));
    }
  edit = squill_edit_new_add (observed->kind, own_id,
                              container->parent != NULL ? container_id : NULL, json);
  if (!squill_model_apply (self->current, edit, &error))
    {
      g_debug ("%s was not added: %s", own_id, error->message);
      _squill_model_match_unset (self->match, observed->id);
      skip (self, observed);
      return;
    }
  self->changes++;
  g_hash_table_add (self->added, g_strdup (own_id));
  report_added (self, observed, container);
}

static char *
find_free_id (SquillRefresh *self, const SquillItem *observed)
{
  if (squill_model_get_item (self->current, observed->id) == NULL)
    return g_strdup (observed->id);
  return squill_model_new_id (self->current, squill_item_get_name (observed));
}

static void
add_kind (SquillRefresh *self, GPtrArray *items, SquillKind kind)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *observed = g_ptr_array_index (items, i);
      g_autofree char *id = NULL;

      if (observed->kind != kind || squill_item_get_place (observed) == NULL ||
          _squill_model_match_get_current (self->match, observed->id) != NULL ||
          is_skipped (self, observed->id))
        continue;
      if (!is_wanted (self, observed))
        {
          skip (self, observed);
          continue;
        }
      id = find_free_id (self, observed);
      _squill_model_match_set (self->match, observed->id, id);
      add_item (self, observed);
    }
}

/* Adds entities, then fields, relationships, and indexes, each after what it needs. */
void
_squill_refresh_add_items (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->observed);

  add_kind (self, items, SQUILL_KIND_ENTITY);
  add_kind (self, items, SQUILL_KIND_FIELD);
  add_kind (self, items, SQUILL_KIND_RELATIONSHIP);
  add_kind (self, items, SQUILL_KIND_INDEX);
}
