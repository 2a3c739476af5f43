/* SPDX-License-Identifier: Apache-2.0 */

/* Fields whose values differ in all documents. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-unique-fields.h"

#include <string.h>

static void
add_unique (GHashTable *self, const char *id)
{
  if (id != NULL)
    g_hash_table_add (self, g_strdup (id));
}

static const SquillField *
find_plain_key (SquillModel *model, const SquillKey *key)
{
  return strchr (key->path, '/') == NULL ? squill_model_get_field (model, key->path) : NULL;
}

/* Of the fields of a unique index one is enough: the first that can have any number of values. */
static void
add_unique_of_keys (GHashTable *self, SquillModel *model, const SquillKeys *keys)
{
  const SquillField *best = NULL;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      const SquillField *field = find_plain_key (model, g_ptr_array_index (keys, i));

      if (field == NULL || (field->enumeration != NULL && keys->len > 1) ||
          ((field->types & ~(SQUILL_TYPE_BOOL | SQUILL_TYPE_NULL)) == 0 && keys->len > 1))
        continue;
      if (best == NULL || g_hash_table_contains (self, field->item.id))
        best = field;
    }
  if (best != NULL)
    add_unique (self, best->item.id);
}

static void
add_unique_fields (GHashTable *self, gconstpointer item)
{
  SQUILL_FOR_EACH_CHILD (SquillField, field, item, SQUILL_KIND_FIELD)
    {
      if (field->unique ||
          (g_strcmp0 (field->name, "_id") == 0 && field->item.parent->kind == SQUILL_KIND_ENTITY))
        add_unique (self, field->item.id);
      add_unique_fields (self, field);
    }
}

/**
 * squill_unique_fields_new:
 * @model: a model
 *
 * Finds the fields of which no two values may be equal: ids, what references go by, what is marked
 * so, and one field of each unique index and shard key.
 *
 * Returns: (transfer full) (element-type utf8 utf8): a set of ids of fields
 */
GHashTable *
squill_unique_fields_new (SquillModel *model)
{
  GHashTable *self = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const SquillModelInfo *info;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), self);

  info = squill_model_get_info (model);
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      add_unique_fields (self, entity);
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          if (index->unique)
            add_unique_of_keys (self, model, index->keys);
        }
      if (entity->shard_unique)
        add_unique_of_keys (self, model, entity->shard_key);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, relationship, info, SQUILL_KIND_RELATIONSHIP)
    {
      add_unique (self, relationship->parent_key);
      add_unique (self, relationship->child_key);
    }
  return self;
}
