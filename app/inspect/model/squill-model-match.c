/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-match.h"

#include "inspect/model/squill-model-evidence.h"

#include <string.h>

/* An entity may embed itself; no document is deeper, and no model drawn by a person has more. */
#define MAX_LEVELS 32u
#define MAX_PATHS 200000u

struct _SquillModelMatch
{
  SquillModel *mine;
  SquillModel *now;
  GHashTable *to_mine; /* id now -> id in mine */
  GHashTable *to_now;
  GHashTable *by_place; /* "kind place" -> id in mine */
  GHashTable *by_path;  /* where it is stored: `collection.path` -> id in mine */
  GHashTable *paths;    /* the other way round; the first place of each */
  guint level;
};

static void
append_name (GString *path, const char *name)
{
  for (; name != NULL && *name != '\0'; name++)
    {
      if (strchr (".[]{}\\", *name) != NULL)
        g_string_append_c (path, '\\');
      g_string_append_c (path, *name);
    }
}

static char *
make_path (const char *around, const char *name)
{
  GString *path = g_string_new (around);

  /* The element of an array in an array, or of a map in a map, is only called so. */
  if (g_strcmp0 (name, "[]") == 0)
    return g_string_free (path, FALSE);
  g_string_append_c (path, '.');
  append_name (path, name);
  return g_string_free (path, FALSE);
}

static void
add_path (SquillModelMatch *self, const char *path, gconstpointer item)
{
  const SquillItem *added = item;

  if (g_hash_table_size (self->by_path) >= MAX_PATHS)
    return;
  if (!g_hash_table_contains (self->by_path, path))
    g_hash_table_insert (self->by_path, g_strdup (path), g_strdup (added->id));
  if (!g_hash_table_contains (self->paths, added->id))
    g_hash_table_insert (self->paths, g_strdup (added->id), g_strdup (path));
}

static void
add_fields (SquillModelMatch *self, gconstpointer around, const char *prefix)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, around, SQUILL_KIND_FIELD)
    {
      const char *place = squill_item_get_place (field);
      g_autofree char *path = place != NULL ? g_strdup (place) : make_path (prefix, field->name);
      g_autofree char *inner = NULL;

      add_path (self, path, field);
      inner = g_strconcat (path, field->array ? "[]" : field->map ? "{}" : "", NULL);
      add_fields (self, field, inner);
    }
}

static void add_entity (SquillModelMatch *self, const SquillEntity *entity, const char *prefix);

/* Where a relationship stands in the documents of one of its ends, and what stands in it. */
static void
add_stored (SquillModelMatch *self,
            const SquillRelationship *r,
            const SquillEntity *entity,
            const char *prefix)
{
  const SquillEntity *child = squill_model_get_entity (self->mine, r->child);
  const SquillEntity *parent = squill_model_get_entity (self->mine, r->parent);
  const char *place = squill_item_get_place (r);
  const char *name = r->parent_name != NULL ? r->parent_name : r->name;
  const gboolean is_parent = g_str_equal (r->parent, entity->item.id);
  const gboolean is_child = g_str_equal (r->child, entity->item.id);
  g_autofree char *path = NULL;
  g_autofree char *inner = NULL;

  if (name == NULL)
    name = child->name;
  switch (r->placement)
    {
    case SQUILL_PLACEMENT_EMBED_ONE:
    case SQUILL_PLACEMENT_EMBED_MANY:
    case SQUILL_PLACEMENT_SUBSET:
      if (!is_parent)
        break;
      path = place != NULL ? g_strdup (place) : make_path (prefix, name);
      inner = r->placement == SQUILL_PLACEMENT_EMBED_ONE ? g_strdup (path)
                                                         : g_strconcat (path, "[]", NULL);
      add_path (self, path, r);
      add_entity (self, child, inner);
      break;
    case SQUILL_PLACEMENT_CHILD_REFERENCES:
    case SQUILL_PLACEMENT_TWO_WAY:
      if (is_parent && r->parent_holder == NULL)
        {
          path = make_path (prefix, name);
          add_path (self, path, r);
        }
      break;
    case SQUILL_PLACEMENT_PARENT_REFERENCE:
    case SQUILL_PLACEMENT_JUNCTION:
    case SQUILL_PLACEMENT_BUCKET:
    default:
      break;
    }
  g_clear_pointer (&path, g_free);
  if (is_child && r->child_holder == NULL &&
      (r->placement == SQUILL_PLACEMENT_PARENT_REFERENCE ||
       r->placement == SQUILL_PLACEMENT_TWO_WAY || r->placement == SQUILL_PLACEMENT_SUBSET))
    {
      path = make_path (prefix, r->child_name != NULL ? r->child_name : parent->name);
      add_path (self, path, r);
    }
}

static void
add_entity (SquillModelMatch *self, const SquillEntity *entity, const char *prefix)
{
  const SquillRelationship *const *relationships;
  guint n;

  if (self->level == MAX_LEVELS || g_hash_table_size (self->by_path) >= MAX_PATHS)
    return;
  self->level++;
  if (!g_hash_table_contains (self->paths, entity->item.id))
    g_hash_table_insert (self->paths, g_strdup (entity->item.id), g_strdup (prefix));
  add_fields (self, entity, prefix);
  relationships = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    add_stored (self, relationships[i], entity, prefix);
  self->level--;
}

/**
 * squill_entity_is_collection:
 * @entity: an entity
 *
 * Returns: whether it has a collection of its own
 */
gboolean
squill_entity_is_collection (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  if (entity->standalone != SQUILL_STANDALONE_AUTO)
    return entity->standalone == SQUILL_STANDALONE_YES;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (relationships[i]->child, entity->item.id) &&
        (relationships[i]->placement == SQUILL_PLACEMENT_EMBED_ONE ||
         relationships[i]->placement == SQUILL_PLACEMENT_EMBED_MANY ||
         relationships[i]->placement == SQUILL_PLACEMENT_BUCKET))
      return FALSE;
  return TRUE;
}

static void
collect_paths (SquillModelMatch *self)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->mine),
                         SQUILL_KIND_ENTITY)
    {
      const char *place = squill_item_get_place (entity);
      const char *path = place != NULL ? place : entity->name;

      if (path != NULL && squill_entity_is_collection (entity))
        {
          add_path (self, path, entity);
          add_entity (self, entity, path);
        }
    }
}

static char *
make_key (const SquillItem *item, const char *place)
{
  return g_strdup_printf ("%u %s", item->kind, place);
}

static void
collect_places (SquillModelMatch *self)
{
  g_autoptr (GPtrArray) items = squill_model_list_items (self->mine);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *place = squill_item_get_place (item);
      g_autofree char *key = place != NULL ? make_key (item, place) : NULL;

      /* A copy of an item, pasted, has its evidence; the first one is it. */
      if (key != NULL && !g_hash_table_contains (self->by_place, key))
        g_hash_table_insert (self->by_place, g_steal_pointer (&key), g_strdup (item->id));
    }
}

/* An index by its keys: which is which does not depend on its name. */
static const char *
find_index (SquillModelMatch *self, const SquillIndex *now)
{
  const SquillEntity *entity = squill_model_get_entity (
      self->mine, squill_model_match_get_mine (self, now->item.parent->id));
  json_t *keys = squill_model_match_map_value (
      self, squill_kind_find_property (SQUILL_KIND_INDEX, "keys"), now, FALSE);
  const char *found = NULL;

  if (entity != NULL)
    SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
      {
        json_t *own = squill_json_keys (index->keys);

        if (found == NULL && squill_item_get_place (index) == NULL && json_equal (own, keys))
          found = index->item.id;
        json_decref (own);
      }
  json_decref (keys);
  return found;
}

/* A reference by the field that holds it, and what it leads to. */
static const char *
find_reference (SquillModelMatch *self, const SquillRelationship *now)
{
  const gboolean in_parent = now->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const char *holder_now = in_parent ? now->parent_holder : now->child_holder;
  const char *holder = holder_now != NULL ? squill_model_match_get_mine (self, holder_now) : NULL;
  const char *parent = squill_model_match_get_mine (self, now->parent);
  const char *child = squill_model_match_get_mine (self, now->child);

  if (holder == NULL || parent == NULL || child == NULL)
    return NULL;
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self->mine),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (squill_item_get_place (r) != NULL)
        continue;
      /* The field may be none of its own, but what the relationship stores. */
      if ((g_str_equal (r->item.id, holder) || g_strcmp0 (r->parent_holder, holder) == 0 ||
           g_strcmp0 (r->child_holder, holder) == 0) &&
          ((g_str_equal (r->parent, parent) && g_str_equal (r->child, child)) ||
           (g_str_equal (r->parent, child) && g_str_equal (r->child, parent))))
        return r->item.id;
    }
  return NULL;
}

static const char *
find_item (SquillModelMatch *self, const SquillItem *item)
{
  const char *place = squill_item_get_place (item);
  g_autofree char *key = NULL;
  const char *mine;

  if (place == NULL)
    return NULL;
  key = make_key (item, place);
  mine = g_hash_table_lookup (self->by_place, key);
  if (mine != NULL)
    return mine;
  switch ((int)item->kind)
    {
    case SQUILL_KIND_INDEX:
      return find_index (self, (const SquillIndex *)item);
    case SQUILL_KIND_ENTITY:
      /* An embedded one comes with what embeds it. */
      return g_hash_table_lookup (self->by_path, place);
    case SQUILL_KIND_RELATIONSHIP:
      mine = g_hash_table_lookup (self->by_path, place);
      return mine != NULL ? mine : find_reference (self, (const SquillRelationship *)item);
    default:
      return g_hash_table_lookup (self->by_path, place);
    }
}

static gboolean
embeds (const SquillRelationship *r)
{
  return r->placement == SQUILL_PLACEMENT_EMBED_ONE || r->placement == SQUILL_PLACEMENT_EMBED_MANY;
}

/* The entity that a relationship of mine embeds is the one that is embedded now. */
static void
match_embedded (SquillModelMatch *self, const SquillRelationship *now)
{
  const SquillRelationship *mine =
      squill_model_get_relationship (self->mine, squill_model_match_get_mine (self, now->item.id));

  if (mine != NULL && embeds (now) && squill_model_match_get_mine (self, now->child) == NULL &&
      squill_model_match_get_now (self, mine->child) == NULL)
    squill_model_match_set (self, now->child, mine->child);
}

static void
match_kind (SquillModelMatch *self, GPtrArray *items, SquillKind kind)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *mine;

      if (item->kind != kind || squill_model_match_get_mine (self, item->id) != NULL)
        continue;
      mine = find_item (self, item);
      if (mine != NULL)
        squill_model_match_set (self, item->id, mine);
      if (kind == SQUILL_KIND_RELATIONSHIP)
        match_embedded (self, (const SquillRelationship *)item);
    }
}

/**
 * squill_model_match_new:
 * @mine: a model
 * @now: one that was made of a profile
 *
 * Finds out which items are the same. Both models must not go before the match does.
 *
 * Returns: (transfer full): the match
 */
SquillModelMatch *
squill_model_match_new (SquillModel *mine, SquillModel *now)
{
  SquillModelMatch *self = g_new0 (SquillModelMatch, 1);
  g_autoptr (GPtrArray) items = squill_model_list_items (now);

  self->mine = mine;
  self->now = now;
  self->to_mine = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->to_now = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->by_place = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  collect_places (self);
  collect_paths (self);

  match_kind (self, items, SQUILL_KIND_ENTITY);
  match_kind (self, items, SQUILL_KIND_FIELD);
  match_kind (self, items, SQUILL_KIND_RELATIONSHIP);
  match_kind (self, items, SQUILL_KIND_INDEX);
  return self;
}

/**
 * squill_model_match_free:
 * @self: (nullable): a match
 *
 * Frees it.
 */
void
squill_model_match_free (SquillModelMatch *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->to_mine);
  g_hash_table_unref (self->to_now);
  g_hash_table_unref (self->by_place);
  g_hash_table_unref (self->by_path);
  g_hash_table_unref (self->paths);
  g_free (self);
}

/**
 * squill_model_match_get_mine:
 * @self: a match
 * @now: id of an item of the model of now
 *
 * Returns: (transfer none) (nullable): id of the same item of mine; it may be of another kind: what
 *   is an object here may be an entity there
 */
const char *
squill_model_match_get_mine (SquillModelMatch *self, const char *now)
{
  return now != NULL ? g_hash_table_lookup (self->to_mine, now) : NULL;
}

/**
 * squill_model_match_get_mine_item:
 * @self: a match
 * @now: (nullable): id of an item of the model of now
 *
 * Returns: (transfer none) (nullable): the same item of mine, if it is there already
 */
gconstpointer
squill_model_match_get_mine_item (SquillModelMatch *self, const char *now)
{
  const char *mine = squill_model_match_get_mine (self, now);

  return mine != NULL ? squill_model_get_item (self->mine, mine) : NULL;
}

/**
 * squill_model_match_get_now:
 * @self: a match
 * @mine: id of an item of mine
 *
 * Returns: (transfer none) (nullable): id of the same item now
 */
const char *
squill_model_match_get_now (SquillModelMatch *self, const char *mine)
{
  return mine != NULL ? g_hash_table_lookup (self->to_now, mine) : NULL;
}

/**
 * squill_model_match_get_now_model:
 * @self: a match
 *
 * Returns: (transfer none): the model of now
 */
SquillModel *
squill_model_match_get_now_model (SquillModelMatch *self)
{
  return self->now;
}

/**
 * squill_model_match_get_path:
 * @self: a match
 * @mine: id of an item of mine
 *
 * Returns: (transfer none) (nullable): where it is stored: `collection.path`; where in several
 *   places, one of them. %NULL for what is stored nowhere
 */
const char *
squill_model_match_get_path (SquillModelMatch *self, const char *mine)
{
  return g_hash_table_lookup (self->paths, mine);
}

/**
 * squill_model_match_get_container:
 * @self: a match
 * @now: id of an entity or field now
 *
 * Returns: (transfer none) (nullable): id of the item of mine that the fields of that belong to
 */
const char *
squill_model_match_get_container (SquillModelMatch *self, const char *now)
{
  const char *mine = squill_model_match_get_mine (self, now);
  const SquillRelationship *r =
      mine != NULL ? squill_model_get_relationship (self->mine, mine) : NULL;

  return r != NULL && embeds (r) ? r->child : mine;
}

/**
 * squill_model_match_set:
 * @self: a match
 * @now: id of an item now
 * @mine: id of an item of mine
 *
 * Says that they are the same.
 */
void
squill_model_match_set (SquillModelMatch *self, const char *now, const char *mine)
{
  g_hash_table_insert (self->to_mine, g_strdup (now), g_strdup (mine));
  if (!g_hash_table_contains (self->to_now, mine))
    g_hash_table_insert (self->to_now, g_strdup (mine), g_strdup (now));
}

/**
 * squill_model_match_unset:
 * @self: a match
 * @now: id of an item now
 *
 * Says that there is no such item in mine.
 */
void
squill_model_match_unset (SquillModelMatch *self, const char *now)
{
  const char *mine = g_hash_table_lookup (self->to_mine, now);

  if (mine == NULL)
    return;
  if (g_strcmp0 (g_hash_table_lookup (self->to_now, mine), now) == 0)
    g_hash_table_remove (self->to_now, mine);
  g_hash_table_remove (self->to_mine, now);
}
