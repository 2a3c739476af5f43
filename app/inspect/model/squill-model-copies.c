/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that are repeated beside a reference become copies of its relationship, where the model
 * says the same of a copy as of the field: otherwise they stay fields, and only the evidence tells
 * of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-builder.h"

#include <string.h>

/* More stale copies than these were never meant to follow their source. */
#define KEPT_SHARE 0.99

/* What has a part in references already. */
static GHashTable *
collect_used (GPtrArray *references)
{
  GHashTable *used = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);

      g_hash_table_add (used, (gpointer)reference->from_path);
      g_hash_table_add (used, (gpointer)reference->to_path);
      if (reference->when_path != NULL)
        g_hash_table_add (used, (gpointer)reference->when_path);
      for (guint k = 0; k < reference->copies->len; k++)
        {
          const SquillCopiedField *copy = g_ptr_array_index (reference->copies, k);

          g_hash_table_add (used, (gpointer)copy->to);
        }
    }
  return used;
}

static const SquillField *
get_field (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = g_hash_table_lookup (self->fields, path);

  return id != NULL ? squill_model_get_field (self->model, id) : NULL;
}

/* Whether a copy of the source says all that the field says. */
static gboolean
is_faithful (const SquillReference *reference,
             const SquillCopiedField *copy,
             const SquillField *field,
             const SquillField *source,
             const SquillField *holder)
{
  guint n;

  squill_item_get_children (field, SQUILL_KIND_FIELD, &n);
  if (n > 0 || field->array || field->map || source->array || source->map ||
      field->types != source->types)
    return FALSE;
  /* Copies that went stale may have values that the source has no more. */
  if (source->enumeration != NULL && copy->equal < copy->of)
    return FALSE;
  return field->required || !source->required || !holder->required;
}

static char *
get_source_path (SquillModelBuilder *self, const SquillReference *reference, const SquillPath *path)
{
  /* It stands in the document that has the key, not deeper in an array of it. */
  for (const SquillPath *around = path->parent; around != NULL; around = around->parent)
    {
      if (g_hash_table_contains (self->entities, around))
        return squill_model_builder_get_key_path (self, path);
      if (around->kind != SQUILL_PATH_FIELD)
        return NULL;
    }
  return NULL;
}

static gboolean
add_copy (SquillModelBuilder *self,
          const SquillReference *reference,
          const char *relationship,
          const SquillCopiedField *copy,
          GError **error)
{
  const SquillField *field = get_field (self, copy->from);
  const SquillField *source = get_field (self, copy->to);
  const SquillField *holder = get_field (self, reference->from_path);
  const gboolean is_kept = (double)copy->equal >= KEPT_SHARE * (double)copy->of;
  g_autofree char *path = NULL;
  g_autofree char *place = NULL;
  g_autofree char *id = NULL;
  g_autofree char *field_id = NULL;
  json_t *json;

  if (field == NULL || source == NULL || holder == NULL || field == holder ||
      copy->from->parent != reference->from_path->parent ||
      !is_faithful (reference, copy, field, source, holder))
    return TRUE;
  path = get_source_path (self, reference, copy->to);
  if (path == NULL || strchr (path, '/') != NULL)
    return TRUE;
  json = json_pack ("{s:s, s:s, s:s}", "field", path, "direction", "to-child", "mode",
                    is_kept ? "kept" : "snapshot");
  if (g_strcmp0 (field->name, source->name) != 0)
    json_object_set_new (json, "name", json_string (field->name));
  if (field->order != NULL)
    json_object_set_new (json, "order", json_string (field->order));
  place = g_strdup_printf ("copy %s %s", relationship, field->item.id);
  id = squill_model_builder_new_id (self, field->name, place);
  field_id = g_strdup (field->item.id);
  g_hash_table_remove (self->fields, copy->from);
  return squill_model_builder_apply (self, squill_edit_new_remove (field_id), error) &&
         squill_model_builder_apply (
             self, squill_edit_new_add (SQUILL_KIND_COPY, id, relationship, json), error);
}

/**
 * squill_model_builder_add_copies:
 * @self: a builder that added @references
 * @references: (element-type SquillReference): all that are drawn
 * @error: return location
 *
 * Makes copies of the fields that are repeated beside references.
 *
 * Returns: %FALSE with @error set if it cannot be
 */
gboolean
squill_model_builder_add_copies (SquillModelBuilder *self, GPtrArray *references, GError **error)
{
  g_autoptr (GHashTable) used = collect_used (references);

  for (guint i = 0; i < references->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (references, i);
      const char *relationship = g_hash_table_lookup (self->references, reference);

      if (relationship == NULL || reference->from_path->kind != SQUILL_PATH_FIELD)
        continue;
      for (guint k = 0; k < reference->copies->len; k++)
        {
          const SquillCopiedField *copy = g_ptr_array_index (reference->copies, k);

          /* A field can be a copy of but one. */
          if (g_hash_table_contains (used, copy->from))
            continue;
          g_hash_table_add (used, (gpointer)copy->from);
          if (!add_copy (self, reference, relationship, copy, error))
            return FALSE;
        }
    }
  return TRUE;
}
