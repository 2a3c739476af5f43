/* SPDX-License-Identifier: Apache-2.0 */

/* Parts of a model as a text that can be pasted, here or into another model. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-placement.h"

/* The maps that hold other items inside an item's JSON. */
static const char *const maps[] = { "fields", "indexes", "copies", NULL };

/* The ids that were copied for their own sake, and not because they belong to another. */
#define ASKED "asked"

static void
put (json_t *all, const SquillItem *item)
{
  const char *kind = squill_kind_get_name (item->kind);
  json_t *map = json_object_get (all, kind);

  if (map == NULL)
    {
      map = json_object ();
      json_object_set_new (all, kind, map);
    }
  json_object_set_new (map, item->id, squill_item_to_json (item));
}

/* Whether each entity that holds @entity in its documents or in buckets is copied. */
static gboolean
is_held_only_by (const SquillEntity *entity, GHashTable *copied)
{
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->child, entity->item.id) &&
        squill_placement_holds_children (all[i]->placement) &&
        !g_hash_table_contains (copied, all[i]->parent))
      return FALSE;
  return TRUE;
}

/* Adds an entity with all that is embedded in it and nowhere else. What is embedded elsewhere, too,
 * is shared by its copies. */
static void
add_entity (SquillModel *self, const char *id, GHashTable *copied)
{
  const SquillEntity *entity = squill_model_get_entity (self, id);
  const SquillRelationship *const *all;
  guint n;

  if (entity == NULL || !g_hash_table_add (copied, (gpointer)entity->item.id))
    return;
  all = squill_entity_get_relationships (entity, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (all[i]->parent, id) && squill_placement_is_embedding (all[i]->placement) &&
        is_held_only_by (squill_model_get_entity (self, all[i]->child), copied))
      add_entity (self, all[i]->child, copied);
}

/* The entities that @ids stand for: themselves, members of groups, and what is embedded in them. */
static GHashTable *
find_entities (SquillModel *self, const char *const *ids)
{
  GHashTable *copied = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillGroup *group = squill_model_get_item_of_kind (self, ids[i], SQUILL_KIND_GROUP);

      add_entity (self, ids[i], copied);
      for (guint k = 0; group != NULL && group->members != NULL && group->members[k] != NULL; k++)
        add_entity (self, group->members[k], copied);
    }
  return copied;
}

/* Copies a relationship that stores something in an entity that is copied. Where the other end is
 * not copied, nothing is added to the documents of that end. */
static void
put_relationship (json_t *all, const SquillRelationship *r, GHashTable *copied)
{
  gboolean parent = g_hash_table_contains (copied, r->parent);
  gboolean child = g_hash_table_contains (copied, r->child);
  SquillPlacement placement = r->placement;

  if (parent != child && !squill_placement_stores (placement, parent))
    return;
  if (!parent && !child)
    return;
  put (all, &r->item);
  if (!parent)
    placement = SQUILL_PLACEMENT_PARENT_REFERENCE;
  else if (!child && squill_placement_is_reference (placement))
    placement = SQUILL_PLACEMENT_CHILD_REFERENCES;
  if (placement != r->placement)
    json_object_set_new (
        json_object_get (json_object_get (all, squill_kind_get_name (SQUILL_KIND_RELATIONSHIP)),
                         r->item.id),
        "placement", json_string (squill_placement_get_name (placement)));
}

/* What belongs to something that is copied comes with it. */
static gboolean
comes_with_another (const SquillItem *item, const char *const *ids, GHashTable *copied)
{
  for (const SquillItem *around = item->parent; around != NULL && around->kind != SQUILL_KIND_MODEL;
       around = around->parent)
    if (g_strv_contains (ids, around->id) || g_hash_table_contains (copied, around->id))
      return TRUE;
  return FALSE;
}

/**
 * squill_model_copy_items:
 * @self: a model
 * @ids: ids of entities, fields, groups, notes, …, %NULL at the end
 *
 * Takes items as data for squill_model_paste_items(). Entities come with what is embedded in them
 * and with the relationships that are stored in them, groups with their members.
 *
 * Returns: (transfer full): a map from kinds to maps from ids to items, and an array of the ids
 * that were asked for
 */
json_t *
squill_model_copy_items (SquillModel *self, const char *const *ids)
{
  g_autoptr (GHashTable) copied = NULL;
  json_t *all, *asked;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (ids != NULL, NULL);

  all = json_object ();
  asked = json_array ();
  copied = find_entities (self, ids);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (self, ids[i]);

      if (item == NULL || item->kind == SQUILL_KIND_MODEL || item->kind == SQUILL_KIND_RELATIONSHIP)
        continue;
      if (comes_with_another (item, ids, copied))
        continue;
      json_array_append_new (asked, json_string (item->id));
      if (item->kind != SQUILL_KIND_ENTITY)
        put (all, item);
    }
  /* In the order of the model, for entities are pasted one behind the other. */
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self), SQUILL_KIND_ENTITY)
    {
      if (g_hash_table_contains (copied, entity->item.id))
        put (all, &entity->item);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self),
                         SQUILL_KIND_RELATIONSHIP)
    {
      put_relationship (all, r, copied);
    }
  if (json_object_size (all) > 0)
    json_object_set_new (all, ASKED, asked);
  else
    json_decref (asked);
  return all;
}

/* New ids for an item and all that belongs to it. */
static void
rename_ids (SquillModel *self, const char *id, const json_t *item, GHashTable *names)
{
  const char *name = json_string_value (json_object_get (item, "name"));

  g_hash_table_insert (names, g_strdup (id), squill_model_new_id (self, name));
  for (guint i = 0; maps[i] != NULL; i++)
    {
      const char *child;
      json_t *value;

      json_object_foreach (json_object_get (item, maps[i]), child, value)
          rename_ids (self, child, value, names);
    }
}

static char *
new_path (const char *path, GHashTable *names)
{
  g_auto (GStrv) parts = NULL;

  if (*path == '=')
    return g_strdup (path);
  parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *name = g_hash_table_lookup (names, parts[i]);

      if (name != NULL)
        {
          g_free (parts[i]);
          parts[i] = g_strdup (name);
        }
    }
  return g_strjoinv ("/", parts);
}

/* The same value, with new ids where it has old ones. Other texts are not ids: new_path() leaves
 * what it does not know. */
static json_t *
translate (const json_t *json, GHashTable *names)
{
  json_t *result, *value;
  const char *key;
  size_t i;

  if (json_is_string (json))
    {
      g_autofree char *text = new_path (json_string_value (json), names);

      return json_string (text);
    }
  if (json_is_array (json))
    {
      result = json_array ();
      json_array_foreach (json, i, value) json_array_append_new (result, translate (value, names));
      return result;
    }
  if (json_is_object (json))
    {
      result = json_object ();
      json_object_foreach ((json_t *)json, key, value)
      {
        const char *name = g_hash_table_lookup (names, key);

        json_object_set_new (result, name != NULL ? name : key, translate (value, names));
      }
      return result;
    }
  return json_deep_copy (json);
}

static void
shift (json_t *item, const char *name, double by)
{
  const json_t *number = json_object_get (item, name);

  if (json_is_number (number))
    json_object_set_new (item, name, squill_json_number (round (json_number_value (number) + by)));
}

/* Where a pasted item is put. */
typedef struct
{
  const char *parent; /* of fields and indexes; NULL: that of their original */
  double dx;
  double dy;
} Target;

/* The item that gets a pasted one, and in @after which one is before it. */
static const char *
find_parent (
    SquillModel *self, const Target *target, SquillKind kind, const char *id, const char **after)
{
  const SquillItem *original;

  *after = NULL;
  if (kind != SQUILL_KIND_FIELD && kind != SQUILL_KIND_INDEX)
    return SQUILL_MODEL_ID;
  if (target->parent != NULL)
    return squill_model_get_item (self, target->parent) != NULL ? target->parent : NULL;
  original = squill_model_get_item_of_kind (self, id, kind);
  if (original == NULL)
    return NULL;
  *after = original->id;
  return original->parent->id;
}

static gboolean
paste_one (SquillModel *self,
           SquillKind kind,
           const char *id,
           const char *parent,
           const char *after,
           json_t *item,
           const Target *target,
           GError **error)
{
  g_autoptr (SquillEdit) edit = NULL;
  const char *name = json_string_value (json_object_get (item, "name"));

  shift (item, "x", target->dx);
  shift (item, "y", target->dy);
  if (name != NULL && (kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_FIELD))
    {
      g_autofree char *unique = squill_model_make_unique_name (self, parent, kind, name);

      json_object_set_new (item, "name", json_string (unique));
    }
  /* Where it stands is said by @after, or it is behind what is there. */
  if (kind == SQUILL_KIND_FIELD || kind == SQUILL_KIND_ENTITY)
    json_object_del (item, "order");
  edit = squill_edit_new_add (kind, id, parent, json_incref (item));
  if (!squill_model_apply (self, edit, error))
    return FALSE;
  if (kind == SQUILL_KIND_FIELD || kind == SQUILL_KIND_ENTITY)
    return squill_model_reorder (self, id, parent, after, error);
  return TRUE;
}

/* Whether both ends of a relationship are here. In another model, an end that was not copied may be
 * missing. */
static gboolean
has_both_ends (SquillModel *self, const json_t *relationship)
{
  static const char *const ends[] = { "parent", "child" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *end = json_string_value (json_object_get (relationship, ends[i]));

      if (end == NULL || squill_model_get_entity (self, end) == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_asked_for (const json_t *items, const char *id)
{
  const json_t *asked = json_object_get (items, ASKED);
  const json_t *value;
  size_t i;

  if (!json_is_array (asked))
    return TRUE;
  json_array_foreach (asked, i, value)
  {
    if (g_strcmp0 (json_string_value (value), id) == 0)
      return TRUE;
  }
  return FALSE;
}

static char **
paste (
    SquillModel *self, const json_t *items, const Target *target, const char *label, GError **error)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY,    SQUILL_KIND_FIELD,
                                      SQUILL_KIND_INDEX,     SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_OPERATION, SQUILL_KIND_GROUP,
                                      SQUILL_KIND_NOTE };
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (GStrvBuilder) added = g_strv_builder_new ();
  guint n = 0;
  const char *id;
  json_t *item;

  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    json_object_foreach (json_object_get (items, squill_kind_get_name (kinds[k])), id, item)
        rename_ids (self, id, item, names);

  squill_model_begin_step (self, label, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    json_object_foreach (json_object_get (items, squill_kind_get_name (kinds[k])), id, item)
    {
      const char *name = g_hash_table_lookup (names, id), *after;
      const char *parent = find_parent (self, target, kinds[k], id, &after);
      json_auto_t *translated = translate (item, names);

      if (parent == NULL ||
          (kinds[k] == SQUILL_KIND_RELATIONSHIP && !has_both_ends (self, translated)))
        continue;
      if (!json_is_object (translated) ||
          !paste_one (self, kinds[k], name, parent, after, translated, target, error))
        {
          squill_model_cancel_step (self);
          if (error != NULL && *error == NULL)
            g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                                 _ ("This cannot be pasted here"));
          return NULL;
        }
      n++;
      if (kinds[k] != SQUILL_KIND_RELATIONSHIP && is_asked_for (items, id))
        g_strv_builder_add (added, name);
    }
  squill_model_end_step (self);
  if (n == 0)
    {
      g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                           _ ("There is nothing to paste here"));
      return NULL;
    }
  return g_strv_builder_end (added);
}

/**
 * squill_model_is_copied_items:
 * @json: (nullable): anything
 *
 * Returns: %TRUE if it is data of squill_model_copy_items(), wherever it can be pasted
 */
gboolean
squill_model_is_copied_items (const json_t *json)
{
  return json_is_array (json_object_get (json, ASKED));
}

/**
 * squill_model_paste_items:
 * @self: a model
 * @items: what squill_model_copy_items() gave, here or elsewhere
 * @parent: (nullable): id of the entity or field that gets pasted fields and indexes
 * @dx: how far to the right of their originals things are put, points
 * @dy: how far below them, points
 * @error: %SQUILL_MODEL_ERROR_INVALID if @items is something else; as squill_model_apply()
 *
 * Adds copies of items under new ids, and new names where theirs are taken, as one step. On failure
 * nothing is added. Relationships to entities that are not in this model are left out.
 *
 * Returns: (transfer full) (nullable): the ids of the copies of what was asked for when it was
 * copied
 */
char **
squill_model_paste_items (SquillModel *self,
                          const json_t *items,
                          const char *parent,
                          double dx,
                          double dy,
                          GError **error)
{
  /* An id that no item has: without a parent, fields are not pasted. */
  const Target target = { parent != NULL ? parent : "", dx, dy };

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  return paste (self, items, &target, _ ("Paste"), error);
}

/**
 * squill_model_duplicate_items:
 * @self: a model
 * @ids: ids of entities, fields, groups, notes, …, %NULL at the end
 * @dx: how far to the right of their originals things are put, points
 * @dy: how far below them, points
 * @error: as squill_model_paste_items()
 *
 * Copies items and pastes them at once: fields and indexes beside their originals.
 *
 * Returns: (transfer full) (nullable): the ids of the copies of @ids
 */
char **
squill_model_duplicate_items (
    SquillModel *self, const char *const *ids, double dx, double dy, GError **error)
{
  const Target target = { NULL, dx, dy };
  json_auto_t *items = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (ids != NULL, NULL);

  items = squill_model_copy_items (self, ids);
  return paste (self, items, &target, _ ("Duplicate"), error);
}
