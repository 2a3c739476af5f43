/* SPDX-License-Identifier: Apache-2.0 */

/* What is new in the source comes into the model, unless a person had taken it away. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-refresh-private.h"

#include "inspect/model/squill-model-evidence.h"
#include "model/squill-authoring.h"
#include "model/squill-rank.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
embeds (const SquillRelationship *r)
{
  return r->placement == SQUILL_PLACEMENT_EMBED_ONE || r->placement == SQUILL_PLACEMENT_EMBED_MANY;
}

static void
skip (SquillRefresh *self, const SquillItem *now)
{
  g_hash_table_add (self->skipped, g_strdup (now->id));
}

static gboolean
is_skipped (SquillRefresh *self, const char *now)
{
  return now == NULL || g_hash_table_contains (self->skipped, now);
}

/* What was an object and is an array of them now, or the other way round. */

static void
collect_matched (SquillRefresh *self, const SquillItem *mine, GPtrArray *ids)
{
  const char *now = squill_model_match_get_now (self->match, mine->id);

  if (now != NULL)
    g_ptr_array_add (ids, g_strdup (now));
  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    {
      guint n;
      gpointer const *children = squill_item_get_children (mine, kind, &n);

      for (guint i = 0; i < n; i++)
        collect_matched (self, children[i], ids);
    }
}

/* Takes away what has another form now, if nobody changed it. */
static gboolean
give_way (SquillRefresh *self, const SquillItem *mine)
{
  const SquillRelationship *r = (const SquillRelationship *)mine;
  const char *ids[] = { mine->id, mine->kind == SQUILL_KIND_RELATIONSHIP ? r->child : NULL, NULL };
  g_autoptr (GPtrArray) matched = g_ptr_array_new_with_free_func (g_free);

  if (squill_item_get_place (mine) == NULL || !squill_refresh_may_remove (self, ids))
    return FALSE;
  collect_matched (self, mine, matched);
  if (ids[1] != NULL)
    collect_matched (self, squill_model_get_item (self->mine, ids[1]), matched);
  for (guint i = 0; i < matched->len; i++)
    squill_model_match_unset (self->match, g_ptr_array_index (matched, i));
  squill_model_delete (self->mine, ids);
  self->changes++;
  return TRUE;
}

/**
 * squill_refresh_settle_kinds:
 * @self: a refresh
 *
 * Decides what becomes of places that had another form before: what nobody changed is made anew,
 * what somebody did change stays.
 */
void
squill_refresh_settle_kinds (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->now);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *now = g_ptr_array_index (items, i);
      const SquillItem *mine = squill_model_match_get_mine_item (self->match, now->id);

      if (mine == NULL || mine->kind == now->kind || give_way (self, mine))
        continue;
      if (now->kind == SQUILL_KIND_ENTITY)
        {
          squill_model_match_unset (self->match, now->id);
          continue;
        }
      skip (self, now);
      if (now->kind == SQUILL_KIND_RELATIONSHIP && embeds ((const SquillRelationship *)now))
        {
          /* What is new in the elements comes into the field that holds them. */
          const char *child = ((const SquillRelationship *)now)->child;

          g_hash_table_add (self->skipped, g_strdup (child));
          if (squill_model_match_get_mine (self->match, child) == NULL)
            squill_model_match_set (self->match, child, mine->id);
        }
    }
}

/* Whether it comes. */

static const SquillRelationship *
find_embedding (SquillModel *model, const char *entity)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (model),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (embeds (r) && g_str_equal (r->child, entity))
        return r;
    }
  return NULL;
}

static gboolean
is_entity_wanted (SquillRefresh *self, const SquillItem *now)
{
  const SquillRelationship *r = find_embedding (self->now, now->id);

  if (squill_refresh_was_there (self, now))
    return FALSE;
  return r == NULL || (!is_skipped (self, r->parent) && !is_skipped (self, r->item.id) &&
                       !squill_refresh_was_there (self, &r->item));
}

/* Where a person took away what it stood in, it stands where its neighbours went. */
static const char *
find_container (SquillRefresh *self, const SquillItem *now)
{
  const char *container = squill_model_match_get_container (self->match, now->parent->id);
  guint n;
  gpointer const *siblings;

  if (container != NULL)
    return container;
  siblings = squill_item_get_children (now->parent, now->kind, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillItem *sibling = siblings[i];
      const SquillItem *mine = squill_model_match_get_mine_item (self->match, sibling->id);

      if (mine != NULL && mine->kind == now->kind && !g_hash_table_contains (self->added, mine->id))
        return mine->parent->id;
    }
  return NULL;
}

static gboolean
is_there (SquillRefresh *self, const char *now)
{
  return now == NULL || squill_model_match_get_mine (self->match, now) != NULL;
}

static gboolean
is_wanted (SquillRefresh *self, const SquillItem *now)
{
  const SquillRelationship *r = (const SquillRelationship *)now;

  switch ((int)now->kind)
    {
    case SQUILL_KIND_ENTITY:
      return is_entity_wanted (self, now);
    case SQUILL_KIND_FIELD:
    case SQUILL_KIND_INDEX:
      return !squill_refresh_was_there (self, now) && find_container (self, now) != NULL;
    case SQUILL_KIND_RELATIONSHIP:
      return !squill_refresh_was_there (self, now) &&
             squill_model_get_entity (
                 self->mine, squill_model_match_get_container (self->match, r->parent)) != NULL &&
             is_there (self, r->child) && is_there (self, r->child_holder) &&
             is_there (self, r->parent_holder);
    default:
      return FALSE;
    }
}

/* Its place among its siblings. */

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

/* Fields share their ranks with what relationships store beside them. */
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

/* What stands before it in the source, and in the same container of mine. */
static const char *
find_rank_before (SquillRefresh *self, const SquillItem *now, const SquillItem *container)
{
  const char *own = get_rank (now), *best = NULL, *rank = NULL;
  g_autoptr (GPtrArray) before = g_ptr_array_new ();
  const SquillItem *around =
      now->kind == SQUILL_KIND_RELATIONSHIP
          ? squill_model_get_item (self->now, ((const SquillRelationship *)now)->parent)
          : now->parent;
  guint n;
  gpointer const *siblings = squill_item_get_children (around, SQUILL_KIND_FIELD, &n);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (before, siblings[i]);
  if (around->kind == SQUILL_KIND_ENTITY)
    {
      const SquillRelationship *const *relationships =
          squill_entity_get_relationships ((const SquillEntity *)around, &n);

      for (guint i = 0; i < n; i++)
        if (embeds (relationships[i]) && g_str_equal (relationships[i]->parent, around->id))
          g_ptr_array_add (before, (gpointer)relationships[i]);
    }
  for (guint i = 0; i < before->len; i++)
    {
      const SquillItem *sibling = g_ptr_array_index (before, i);
      const char *sibling_rank = get_rank (sibling);
      const SquillItem *mine = squill_model_match_get_mine_item (self->match, sibling->id);
      const gboolean inside =
          mine != NULL &&
          (mine->kind == SQUILL_KIND_RELATIONSHIP
               ? g_str_equal (((const SquillRelationship *)mine)->parent, container->id)
               : mine->parent == container);

      if (inside && g_strcmp0 (sibling_rank, own) < 0 && g_strcmp0 (sibling_rank, best) > 0 &&
          get_rank (mine) != NULL)
        {
          best = sibling_rank;
          rank = get_rank (mine);
        }
    }
  return rank;
}

static char *
make_rank (SquillRefresh *self, const SquillItem *now, const SquillItem *container, SquillKind kind)
{
  g_autoptr (GPtrArray) ranks = list_ranks (self->mine, container, kind);
  const char *before = kind == SQUILL_KIND_FIELD ? find_rank_before (self, now, container) : NULL;
  const char *after = NULL;

  if (before == NULL)
    before = ranks->len > 0 ? g_ptr_array_index (ranks, ranks->len - 1) : NULL;
  for (guint i = 0; i < ranks->len && after == NULL; i++)
    if (g_strcmp0 (g_ptr_array_index (ranks, i), before) > 0)
      after = g_ptr_array_index (ranks, i);
  return squill_rank_between (before, after);
}

/* How it comes. */

static json_t *
make_content (SquillRefresh *self, const SquillItem *now, const SquillItem *container)
{
  json_t *json = json_object ();
  g_autofree char *rank = make_rank (self, now, container, now->kind);
  guint n;
  const SquillProperty *properties = squill_kind_get_properties (now->kind, &n);

  for (guint i = 0; i < n; i++)
    {
      const SquillProperty *property = &properties[i];
      json_t *value;

      if (property->apart || property->type == SQUILL_PROPERTY_RANK ||
          squill_property_is_default (property, now))
        continue;
      value = g_str_equal (property->name, "evidence")
                  ? squill_refresh_map_evidence (self, now)
                  : squill_model_match_map_value (self->match, property, now, FALSE);
      if (value != NULL)
        json_object_set_new (json, property->name, value);
    }
  json_object_set_new (json, "order", json_string (rank));
  if (now->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)now;
      const SquillItem *parent = squill_model_match_get_mine_item (self->match, r->parent);
      g_autofree char *parent_rank =
          r->parent_order != NULL ? make_rank (self, now, parent, SQUILL_KIND_FIELD) : NULL;

      if (parent_rank != NULL)
        json_object_set_new (json, "parent_order", json_string (parent_rank));
    }
  return json;
}

/* Only what stands on its own is told: with a collection come its fields. */
static void
tell_added (SquillRefresh *self, const SquillItem *now, const SquillItem *container)
{
  const char *place = squill_item_get_place (now);
  const SquillItem *mine = squill_model_match_get_mine_item (self->match, now->id);
  const SquillRelationship *r = (const SquillRelationship *)now;
  SquillDifference *difference;

  if (container->parent != NULL && g_hash_table_contains (self->added, container->id))
    return;
  if (now->kind == SQUILL_KIND_ENTITY && !squill_entity_is_collection ((const SquillEntity *)now))
    return;
  if (now->kind == SQUILL_KIND_RELATIONSHIP && embeds (r) &&
      g_hash_table_contains (self->added, squill_model_match_get_mine (self->match, r->parent)))
    return;
  difference = squill_refresh_tell (self, SQUILL_DIFFERENCE_ADDED, mine, place, NULL);
  squill_difference_take_message (difference, g_strdup_printf (_ ("“%s” was added."), place));
}

static void
add_item (SquillRefresh *self, const SquillItem *now)
{
  const char *container_id =
      now->kind == SQUILL_KIND_ENTITY || now->kind == SQUILL_KIND_RELATIONSHIP
          ? SQUILL_MODEL_ID
          : find_container (self, now);
  const SquillItem *container = squill_model_get_item (self->mine, container_id);
  const char *id = squill_model_match_get_mine (self->match, now->id);
  g_autofree char *own_id = g_strdup (id);
  g_autofree char *name = NULL;
  g_autoptr (SquillEdit) edit = NULL;
  g_autoptr (GError) error = NULL;
  json_t *json;

  if (container == NULL)
    return;
  json = make_content (self, now, container);
  if (now->kind != SQUILL_KIND_RELATIONSHIP && squill_item_get_name (now) != NULL)
    {
      name =
          squill_model_free_name (self->mine, container_id, now->kind, squill_item_get_name (now));
      json_object_set_new (json, "name", json_string (name));
    }
  edit = squill_edit_new_add (now->kind, own_id, container->parent != NULL ? container_id : NULL,
                              json);
  if (!squill_model_apply (self->mine, edit, &error))
    {
      g_debug ("%s was not added: %s", own_id, error->message);
      squill_model_match_unset (self->match, now->id);
      skip (self, now);
      return;
    }
  self->changes++;
  g_hash_table_add (self->added, g_strdup (own_id));
  tell_added (self, now, container);
}

static char *
find_free_id (SquillRefresh *self, const SquillItem *now)
{
  if (squill_model_get_item (self->mine, now->id) == NULL)
    return g_strdup (now->id);
  return squill_model_new_id (self->mine, squill_item_get_name (now));
}

static void
add_kind (SquillRefresh *self, GPtrArray *items, SquillKind kind)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *now = g_ptr_array_index (items, i);
      g_autofree char *id = NULL;

      if (now->kind != kind || squill_item_get_place (now) == NULL ||
          squill_model_match_get_mine (self->match, now->id) != NULL || is_skipped (self, now->id))
        continue;
      if (!is_wanted (self, now))
        {
          skip (self, now);
          continue;
        }
      id = find_free_id (self, now);
      squill_model_match_set (self->match, now->id, id);
      add_item (self, now);
    }
}

/**
 * squill_refresh_add_items:
 * @self: a refresh
 *
 * Adds what is new: entities, then fields, relationships and indexes, each after what it needs.
 */
void
squill_refresh_add_items (SquillRefresh *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->now);

  add_kind (self, items, SQUILL_KIND_ENTITY);
  add_kind (self, items, SQUILL_KIND_FIELD);
  add_kind (self, items, SQUILL_KIND_RELATIONSHIP);
  add_kind (self, items, SQUILL_KIND_INDEX);
}
