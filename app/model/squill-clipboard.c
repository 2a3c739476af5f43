/* SPDX-License-Identifier: Apache-2.0 */

/* Parts of a model as a text that can be pasted, here or into another model. */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-model-file.h"

/* The maps that hold other items inside an item's JSON. */
static const char *const maps[] = { "fields", "indexes", "copies", NULL };

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

/**
 * squill_model_copy_items:
 * @self: a model
 * @ids: ids of entities, fields, notes, …, %NULL at the end
 *
 * Takes items as data for squill_model_paste_items(), with the relationships that run between them.
 *
 * Returns: (transfer full): a map from kinds to maps from ids to items
 */
json_t *
squill_model_copy_items (SquillModel *self, const char *const *ids)
{
  json_t *all;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);
  g_return_val_if_fail (ids != NULL, NULL);

  all = json_object ();
  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (self, ids[i]);

      if (item != NULL && item->kind != SQUILL_KIND_MODEL && item->kind != SQUILL_KIND_RELATIONSHIP)
        put (all, item);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (self),
                         SQUILL_KIND_RELATIONSHIP)
    {
      if (g_strv_contains (ids, r->parent) && g_strv_contains (ids, r->child))
        put (all, &r->item);
    }
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

static gboolean
paste_one (SquillModel *self,
           SquillKind kind,
           const char *id,
           const char *parent,
           json_t *item,
           double dx,
           double dy,
           GError **error)
{
  g_autoptr (SquillEdit) edit = NULL;
  const char *name = json_string_value (json_object_get (item, "name"));

  shift (item, "x", dx);
  shift (item, "y", dy);
  if (name != NULL && (kind == SQUILL_KIND_ENTITY || kind == SQUILL_KIND_FIELD))
    {
      g_autofree char *unique = squill_model_make_unique_name (self, parent, kind, name);

      json_object_set_new (item, "name", json_string (unique));
    }
  /* At the end, behind what is there. */
  if (kind == SQUILL_KIND_FIELD || kind == SQUILL_KIND_ENTITY)
    json_object_del (item, "order");
  edit = squill_edit_new_add (kind, id, parent, json_incref (item));
  if (!squill_model_apply (self, edit, error))
    return FALSE;
  if (kind == SQUILL_KIND_FIELD || kind == SQUILL_KIND_ENTITY)
    return squill_model_reorder (self, id, parent, NULL, error);
  return TRUE;
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
 * nothing is added.
 *
 * Returns: (transfer full) (nullable): the ids of what was added, but for relationships
 */
char **
squill_model_paste_items (SquillModel *self,
                          const json_t *items,
                          const char *parent,
                          double dx,
                          double dy,
                          GError **error)
{
  static const SquillKind kinds[] = { SQUILL_KIND_ENTITY,    SQUILL_KIND_FIELD,
                                      SQUILL_KIND_INDEX,     SQUILL_KIND_RELATIONSHIP,
                                      SQUILL_KIND_OPERATION, SQUILL_KIND_NOTE };
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (GStrvBuilder) added = g_strv_builder_new ();
  guint n = 0;
  const char *id;
  json_t *item;

  g_return_val_if_fail (SQUILL_IS_MODEL (self), NULL);

  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    json_object_foreach (json_object_get (items, squill_kind_get_name (kinds[k])), id, item)
        rename_ids (self, id, item, names);

  squill_model_begin_step (self, _ ("Paste"), NULL);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      gboolean nested = kinds[k] == SQUILL_KIND_FIELD || kinds[k] == SQUILL_KIND_INDEX;
      const char *place = nested ? parent : SQUILL_MODEL_ID;

      if (place == NULL || squill_model_get_item (self, place) == NULL)
        continue;
      json_object_foreach (json_object_get (items, squill_kind_get_name (kinds[k])), id, item)
      {
        const char *name = g_hash_table_lookup (names, id);
        json_t *translated = translate (item, names);
        gboolean done = json_is_object (translated) &&
                        paste_one (self, kinds[k], name, place, translated, dx, dy, error);

        json_decref (translated);
        if (!done)
          {
            squill_model_cancel_step (self);
            if (error != NULL && *error == NULL)
              g_set_error_literal (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                                   _ ("This cannot be pasted here"));
            return NULL;
          }
        n++;
        if (kinds[k] != SQUILL_KIND_RELATIONSHIP)
          g_strv_builder_add (added, name);
      }
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
