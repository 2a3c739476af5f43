/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/refresh/squill-refresh-private.h"

#include "inspect/infer/squill-infer.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

#include <string.h>

/* An entity may embed itself. */
#define MAX_LEVELS 32u
#define MAX_PATHS 200000u

struct _SquillModelMatch
{
  SquillModel *current;
  SquillModel *observed;
  GHashTable *to_current; /* id in observed -> id in current */
  GHashTable *to_observed;
  GHashTable *by_place; /* "kind place" -> id in current */
  GHashTable *by_path;  /* where it is stored: `collection.path` -> id in current */
  GHashTable *paths;    /* id in current -> the first of its paths */
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

  /* The inner array of an array of arrays has no name in the documents. */
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

/* Of a map whose keys stand beside fields; of documents the path begins after a dot. */
static char *
make_rest_path (const char *around)
{
  return g_strconcat (around, strpbrk (around, ".[{") == NULL ? ".{}" : "{}", NULL);
}

static void
add_fields (SquillModelMatch *self, gconstpointer around, const char *prefix)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, around, SQUILL_KIND_FIELD)
    {
      const char *place = squill_item_get_place (field);
      const gboolean is_rest = squill_field_is_rest (field);
      g_autofree char *path = place != NULL ? g_strdup (place)
                              : is_rest     ? make_rest_path (prefix)
                                            : make_path (prefix, field->name);
      g_autofree char *inner = NULL;

      add_path (self, path, field);
      inner = g_strconcat (path, field->array ? "[]" : field->map && !is_rest ? "{}" : "", NULL);
      add_fields (self, field, inner);
    }
}

static void add_entity (SquillModelMatch *self, const SquillEntity *entity, const char *prefix);

/* Adds the path of a relationship in the documents of one of its ends, and the paths in it. */
static void
add_stored (SquillModelMatch *self,
            const SquillRelationship *r,
            const SquillEntity *entity,
            const char *prefix)
{
  const SquillEntity *child = squill_model_get_entity (self->current, r->child);
  const SquillEntity *parent = squill_model_get_entity (self->current, r->parent);
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
  if (is_child && r->child_holder == NULL && squill_placement_stores (r->placement, FALSE))
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

/* Whether @entity has a collection of its own. */
gboolean
_squill_entity_is_collection (const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);

  if (entity->standalone != SQUILL_STANDALONE_AUTO)
    return entity->standalone == SQUILL_STANDALONE_YES;
  for (guint i = 0; i < n; i++)
    if (g_str_equal (relationships[i]->child, entity->item.id) &&
        squill_placement_holds_children (relationships[i]->placement))
      return FALSE;
  return TRUE;
}

static void
collect_paths (SquillModelMatch *self)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->current),
                         SQUILL_KIND_ENTITY)
    {
      const char *place = squill_item_get_place (entity);
      const char *path = place != NULL ? place : entity->name;

      if (path != NULL && _squill_entity_is_collection (entity))
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
  g_autoptr (GPtrArray) items = squill_model_list_items (self->current);

  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *place = squill_item_get_place (item);
      g_autofree char *key = place != NULL ? make_key (item, place) : NULL;

      /* A pasted copy of an item has the same evidence; the first one counts. */
      if (key != NULL && !g_hash_table_contains (self->by_place, key))
        g_hash_table_insert (self->by_place, g_steal_pointer (&key), g_strdup (item->id));
    }
}

/* An index is found by its keys, whatever its name. */
static const char *
find_index (SquillModelMatch *self, const SquillIndex *observed)
{
  const SquillEntity *entity = squill_model_get_entity (
      self->current, _squill_model_match_get_current (self, observed->item.parent->id));
  json_auto_t *keys = _squill_model_match_map_value (
      self, squill_kind_find_property (SQUILL_KIND_INDEX, "keys"), observed, FALSE);
  const char *found = NULL;

  if (entity != NULL)
    SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
      {
        json_auto_t *own = squill_json_keys (index->keys);

        if (found == NULL && squill_item_get_place (index) == NULL && json_equal (own, keys))
          found = index->item.id;
      }
  return found;
}

/* A reference is found by the field that holds it and its ends. */
static const char *
find_reference (SquillModelMatch *self, const SquillRelationship *observed)
{
  const gboolean in_parent = observed->placement == SQUILL_PLACEMENT_CHILD_REFERENCES;
  const char *observed_holder = in_parent ? observed->parent_holder : observed->child_holder;
  const char *holder =
      observed_holder != NULL ? _squill_model_match_get_current (self, observed_holder) : NULL;
  const char *parent = _squill_model_match_get_current (self, observed->parent);
  const char *child = _squill_model_match_get_current (self, observed->child);

  if (holder == NULL || parent == NULL || child == NULL)
    return NULL;
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self->current),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (squill_item_get_place (r) != NULL)
        continue;
      /* The relationship itself may be what stores the reference. */
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
  const char *current;

  if (place == NULL)
    return NULL;
  key = make_key (item, place);
  current = g_hash_table_lookup (self->by_place, key);
  if (current != NULL)
    return current;
  switch ((int)item->kind)
    {
    case SQUILL_KIND_INDEX:
      return find_index (self, (const SquillIndex *)item);
    case SQUILL_KIND_ENTITY:
      /* An embedded entity is matched with what embeds it. */
      return g_hash_table_lookup (self->by_path, place);
    case SQUILL_KIND_RELATIONSHIP:
      current = g_hash_table_lookup (self->by_path, place);
      return current != NULL ? current : find_reference (self, (const SquillRelationship *)item);
    default:
      return g_hash_table_lookup (self->by_path, place);
    }
}

/* Relationships that match embed the same entity. */
static void
match_embedded (SquillModelMatch *self, const SquillRelationship *observed)
{
  const SquillRelationship *current = squill_model_get_relationship (
      self->current, _squill_model_match_get_current (self, observed->item.id));

  if (current != NULL && squill_placement_is_embedding (observed->placement) &&
      _squill_model_match_get_current (self, observed->child) == NULL &&
      _squill_model_match_get_observed (self, current->child) == NULL)
    _squill_model_match_set (self, observed->child, current->child);
}

static void
match_kind (SquillModelMatch *self, GPtrArray *items, SquillKind kind)
{
  for (guint i = 0; i < items->len; i++)
    {
      const SquillItem *item = g_ptr_array_index (items, i);
      const char *current;

      if (item->kind != kind || _squill_model_match_get_current (self, item->id) != NULL)
        continue;
      current = find_item (self, item);
      if (current != NULL)
        _squill_model_match_set (self, item->id, current);
      if (kind == SQUILL_KIND_RELATIONSHIP)
        match_embedded (self, (const SquillRelationship *)item);
    }
}

/**
 * _squill_model_match_new:
 * @current: a model
 * @observed: a model that was made of a profile
 *
 * Pairs the items of two models, which must outlive the match.
 *
 * Returns: (transfer full): the match
 */
SquillModelMatch *
_squill_model_match_new (SquillModel *current, SquillModel *observed)
{
  SquillModelMatch *self = g_new0 (SquillModelMatch, 1);
  g_autoptr (GPtrArray) items = squill_model_list_items (observed);

  self->current = current;
  self->observed = observed;
  self->to_current = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->to_observed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
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

void
_squill_model_match_free (SquillModelMatch *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->to_current);
  g_hash_table_unref (self->to_observed);
  g_hash_table_unref (self->by_place);
  g_hash_table_unref (self->by_path);
  g_hash_table_unref (self->paths);
  g_free (self);
}

/* The id of the same item in the current model; NULL where there is none. It may be of another
 * kind: an object here may be an entity there. */
const char *
_squill_model_match_get_current (SquillModelMatch *self, const char *observed)
{
  return observed != NULL ? g_hash_table_lookup (self->to_current, observed) : NULL;
}

/* The same item in the current model; NULL where it is not there (yet). */
gconstpointer
_squill_model_match_get_current_item (SquillModelMatch *self, const char *observed)
{
  const char *current = _squill_model_match_get_current (self, observed);

  return current != NULL ? squill_model_get_item (self->current, current) : NULL;
}

/* (transfer none) (nullable): the id of the item in what was read that was matched with @current.
 * Where there are several, it is the first. @current: (nullable) */
const char *
_squill_model_match_get_observed (SquillModelMatch *self, const char *current)
{
  return current != NULL ? g_hash_table_lookup (self->to_observed, current) : NULL;
}

/* One of the paths, `collection.path`, at which an item of the current model is stored; NULL for
 * none. */
const char *
_squill_model_match_get_path (SquillModelMatch *self, const char *current)
{
  return g_hash_table_lookup (self->paths, current);
}

/* The item of the current model to which new fields of @observed, an entity or field, belong. */
const char *
_squill_model_match_get_container (SquillModelMatch *self, const char *observed)
{
  const char *current = _squill_model_match_get_current (self, observed);
  const SquillRelationship *r =
      current != NULL ? squill_model_get_relationship (self->current, current) : NULL;

  return r != NULL && squill_placement_is_embedding (r->placement) ? r->child : current;
}

/* Matches an item of what was read with one of the model. */
void
_squill_model_match_set (SquillModelMatch *self, const char *observed, const char *current)
{
  g_hash_table_insert (self->to_current, g_strdup (observed), g_strdup (current));
  if (!g_hash_table_contains (self->to_observed, current))
    g_hash_table_insert (self->to_observed, g_strdup (current), g_strdup (observed));
}

/* Takes a match back, if there is one. */
void
_squill_model_match_unset (SquillModelMatch *self, const char *observed)
{
  const char *current = g_hash_table_lookup (self->to_current, observed);

  if (current == NULL)
    return;
  if (g_strcmp0 (g_hash_table_lookup (self->to_observed, current), observed) == 0)
    g_hash_table_remove (self->to_observed, current);
  g_hash_table_remove (self->to_current, observed);
}

/* A path as queries write it: without the collection and the marks of arrays and maps. */
static char *
make_query_path (SquillModelMatch *self, const char *key_path)
{
  const char *id = strrchr (key_path, '/');
  const SquillItem *item = squill_model_get_item (self->observed, id != NULL ? id + 1 : key_path);
  const SquillItem *owner = item;
  const char *place = item != NULL ? squill_item_get_place (item) : NULL;
  GString *path = g_string_new ("=");
  const char *at;

  while (owner != NULL && owner->parent != NULL && owner->parent->parent != NULL)
    owner = owner->parent;
  if (place == NULL || owner == NULL)
    return g_string_free (path, FALSE);
  /* The name of a collection may contain dots. */
  at = place;
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->observed),
                         SQUILL_KIND_ENTITY)
    {
      const char *collection = squill_item_get_place (entity);

      if (collection != NULL && g_str_has_prefix (place, collection) &&
          place[strlen (collection)] == '.' && strstr (collection, "[]") == NULL &&
          place + strlen (collection) + 1 > at)
        at = place + strlen (collection) + 1;
    }
  for (; *at != '\0'; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
      else if (*at == '[' || *at == ']' || *at == '{' || *at == '}')
        continue;
      g_string_append_c (path, *at);
    }
  return g_string_free (path, FALSE);
}

/* @key_path with the ids of the current model. Where a part has no counterpart it keeps its id if
 * @with_unknown, and otherwise the result is the dotted path. */
static char *
map_path (SquillModelMatch *self, const char *key_path, gboolean with_unknown)
{
  g_auto (GStrv) ids = NULL;
  GString *path;

  if (*key_path == '=')
    return g_strdup (key_path);
  ids = g_strsplit (key_path, "/", -1);
  path = g_string_new (NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const char *current = _squill_model_match_get_current (self, ids[i]);
      const SquillItem *item =
          current != NULL ? squill_model_get_item (self->current, current) : NULL;

      if (current == NULL && with_unknown)
        current = ids[i];
      if (current == NULL)
        {
          g_string_free (path, TRUE);
          return make_query_path (self, key_path);
        }
      /* What was read as an entity may be a field with fields in the model, which lead nowhere. */
      if (item != NULL && item->kind == SQUILL_KIND_FIELD && ids[i + 1] != NULL)
        continue;
      if (path->len > 0)
        g_string_append_c (path, '/');
      g_string_append (path, current);
    }
  return g_string_free (path, FALSE);
}

/* The value of a property of @observed, with the ids of the current model; what has no counterpart
 * keeps its id if @with_unknown, as it is recorded. May be NULL. */
json_t *
_squill_model_match_map_value (SquillModelMatch *self,
                               const SquillProperty *property,
                               gconstpointer observed,
                               gboolean with_unknown)
{
  json_t *value = squill_property_get (property, observed);
  json_t *mapped = NULL;

  if (property->type == SQUILL_PROPERTY_ID && json_is_string (value))
    {
      const char *current = _squill_model_match_get_current (self, json_string_value (value));

      if (current == NULL && with_unknown)
        return value;
      mapped = current != NULL ? json_string (current) : json_null ();
    }
  else if (property->type == SQUILL_PROPERTY_PATH && json_is_string (value))
    {
      g_autofree char *path = map_path (self, json_string_value (value), with_unknown);

      mapped = json_string (path);
    }
  else if (property->type == SQUILL_PROPERTY_KEYS && json_is_array (value))
    {
      gsize i;
      json_t *key;

      mapped = json_deep_copy (value);
      json_array_foreach (mapped, i, key)
      {
        g_autofree char *path =
            map_path (self, json_string_value (json_object_get (key, "path")), with_unknown);

        json_object_set_new (key, "path", json_string (path));
      }
    }
  if (mapped == NULL)
    return value;
  json_decref (value);
  return json_is_null (mapped) ? (json_decref (mapped), NULL) : mapped;
}
