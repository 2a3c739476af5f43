/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-model"

#include "config.h"

#include "model/squill-item-table.h"

#include <glib/gi18n-lib.h>

#include "model/squill-model-private.h"

static void
entry_free (gpointer data)
{
  SquillItemEntry *entry = data;

  g_free (entry->id);
  g_free (entry->parent);
  json_decref (entry->members);
  g_free (entry);
}

/** A table without items. */
SquillItemTable *
_squill_item_table_new_empty (void)
{
  SquillItemTable *self = g_new0 (SquillItemTable, 1);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  self->by_id = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
_squill_item_table_free (SquillItemTable *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->by_id);
  g_ptr_array_unref (self->entries);
  g_free (self);
}

/** The item of an id; %NULL if there is none. */
SquillItemEntry *
_squill_item_table_find (const SquillItemTable *self, const char *id)
{
  return id == NULL ? NULL : g_hash_table_lookup (self->by_id, id);
}

/** Adds an item. Takes @members. */
SquillItemEntry *
_squill_item_table_add (
    SquillItemTable *self, SquillKind kind, const char *id, const char *parent, json_t *members)
{
  SquillItemEntry *entry = g_new0 (SquillItemEntry, 1);

  entry->kind = kind;
  entry->id = g_strdup (id);
  entry->parent = g_strdup (parent);
  entry->members = members;
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->by_id, entry->id, entry);
  return entry;
}

/** Takes out an item to which nothing belongs. */
void
_squill_item_table_remove (SquillItemTable *self, guint index)
{
  SquillItemEntry *entry = self->entries->pdata[index];

  g_hash_table_remove (self->by_id, entry->id);
  g_ptr_array_remove_index (self->entries, index);
}

/* Takes @json, the members of @item. */
static void
take (SquillItemTable *self, const SquillItem *item, const char *parent, json_t *json)
{
  json_t *maps[SQUILL_N_KINDS] = { NULL };

  for (guint kind = SQUILL_KIND_ENTITY; kind < SQUILL_N_KINDS; kind++)
    if (_squill_kind_fits (item->kind, kind))
      {
        const char *name = _squill_kind_get_map_name (kind);

        maps[kind] = json_incref (json_object_get (json, name));
        json_object_del (json, name);
      }
  _squill_item_table_add (self, item->kind, item->id, parent, json);
  for (guint i = 0; item->children != NULL && i < item->children->len; i++)
    {
      const SquillItem *child = item->children->pdata[i];

      take (self, child, item->id, json_incref (json_object_get (maps[child->kind], child->id)));
    }
  for (guint kind = 0; kind < SQUILL_N_KINDS; kind++)
    g_clear_pointer (&maps[kind], json_decref);
}

/** The items of a model, of which no two have the same id; @root stands for the model itself. */
SquillItemTable *
_squill_item_table_new (gconstpointer root)
{
  SquillItemTable *self = _squill_item_table_new_empty ();
  const SquillItem *item = root;

  take (self, item, NULL, _squill_item_to_json (item, TRUE));
  return self;
}

/** Whether @entry is the item of @id or belongs to it at any depth. */
gboolean
_squill_item_table_is_within (const SquillItemTable *self,
                              const SquillItemEntry *entry,
                              const char *id)
{
  for (guint i = 0; entry != NULL && i <= self->entries->len; i++)
    {
      if (g_str_equal (entry->id, id))
        return TRUE;
      entry = _squill_item_table_find (self, entry->parent);
    }
  return FALSE;
}

/* The model with all its items as JSON, the layout among the members of each. */
static json_t *
to_json (const SquillItemTable *self)
{
  json_t *root = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const SquillItemEntry *entry = self->entries->pdata[i];
      const SquillItemEntry *parent = _squill_item_table_find (self, entry->parent);
      const char *name = _squill_kind_get_map_name (entry->kind);
      json_t *map;

      if (entry->parent == NULL)
        {
          root = json_incref (entry->members);
          continue;
        }
      map = json_object_get (parent->members, name);
      if (map == NULL)
        {
          map = json_object ();
          json_object_set_new (parent->members, name, map);
        }
      json_object_set (map, entry->id, entry->members);
    }
  return root;
}

/* Whether each item has a place of its own in the model: what has not would be lost. */
static gboolean
check_places (const SquillItemTable *self, GError **error)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const SquillItemEntry *entry = self->entries->pdata[i];

      if (_squill_item_table_find (self, entry->id) != entry)
        {
          g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_EXISTS,
                       _ ("There are two items with the id “%s”"), entry->id);
          return FALSE;
        }
      if (!_squill_item_table_is_within (self, entry, SQUILL_MODEL_ID))
        {
          g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_INVALID,
                       _ ("What “%s” belongs to is not in the model"), entry->id);
          return FALSE;
        }
    }
  return TRUE;
}

/** Puts the items together, in any order but the model before the others. Fails where an item
 * would be lost, and where the result could not be written to a file and read again. Afterwards
 * the table is of no use but to be freed. */
SquillModel *
_squill_item_table_to_model (const SquillItemTable *self, GError **error)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  json_auto_t *root = check_places (self, error) ? to_json (self) : NULL;
  g_autoptr (SquillModel) model = NULL;
  SquillModelInfo *info;

  if (root == NULL || !_squill_json_check (root, error))
    return NULL;
  model = squill_model_new ();
  info = _squill_item_from_json (SQUILL_KIND_MODEL, SQUILL_MODEL_ID, root, path, NULL, error);
  if (info == NULL || !_squill_model_take_content (model, info, path, error))
    return NULL;
  return g_steal_pointer (&model);
}
