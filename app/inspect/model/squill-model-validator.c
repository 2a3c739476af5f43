/* SPDX-License-Identifier: Apache-2.0 */

/* What a collection's validator says beyond what its documents show: what fields are for, which are
 * required although only some documents were read, which values and bounds there are. Documents may
 * be older than their validator: what they contradict is not taken over. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-builder.h"

#include "inspect/profile/squill-value-json.h"
#include "model/squill-json-text.h"

#include <math.h>
#include <string.h>

/* A validator that nests deeper is no schema of documents: a server stores no more levels. */
#define MAX_LEVELS 100u

static gboolean apply_properties (SquillModelBuilder *self,
                                  const json_t *schema,
                                  const SquillPath *path,
                                  guint level,
                                  GError **error);

static gboolean
set (SquillModelBuilder *self, const char *id, const char *name, json_t *value, GError **error)
{
  return squill_model_set (self->model, id, name, value, error);
}

/* "Title. Description" as one text. */
static json_t *
get_description (const json_t *schema)
{
  const char *title = json_string_value (json_object_get (schema, "title"));
  const char *description = json_string_value (json_object_get (schema, "description"));

  if (title != NULL && description != NULL)
    return json_sprintf ("%s: %s", title, description);
  return title != NULL || description != NULL ? json_string (title != NULL ? title : description)
                                              : NULL;
}

static gboolean
contains (const json_t *values, const json_t *value)
{
  g_autofree char *wanted = squill_json_to_text (value);

  for (gsize i = 0; i < json_array_size (values); i++)
    {
      g_autofree char *text = squill_json_to_text (json_array_get (values, i));

      if (g_str_equal (text, wanted))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_only (const SquillPath *path, const json_t *values)
{
  json_t *met;
  gboolean only = TRUE;

  if (path->table.overflowed || path->scalars == 0)
    return FALSE;
  met = squill_value_table_to_json (&path->table);
  for (gsize i = 0; i < json_array_size (met) && only; i++)
    only = contains (values, json_array_get (met, i));
  json_decref (met);
  return only;
}

static gboolean
apply_limits (SquillModelBuilder *self,
              const json_t *schema,
              const SquillPath *value,
              const char *id,
              GError **error)
{
  const json_t *values = json_object_get (schema, "enum");
  const json_t *minimum = json_object_get (schema, "minimum");
  const json_t *maximum = json_object_get (schema, "maximum");
  const json_t *longest = json_object_get (schema, "maxLength");
  const SquillPathNumbers *numbers = &value->numbers;

  if (json_array_size (values) > 0 && has_only (value, values) &&
      !set (self, id, "enum", json_deep_copy (values), error))
    return FALSE;
  if (json_is_number (minimum) && numbers->count > 0 &&
      numbers->min >= json_number_value (minimum) &&
      !json_is_true (json_object_get (schema, "exclusiveMinimum")) &&
      !set (self, id, "minimum", json_deep_copy (minimum), error))
    return FALSE;
  if (json_is_number (maximum) && numbers->count > 0 &&
      numbers->max <= json_number_value (maximum) &&
      !json_is_true (json_object_get (schema, "exclusiveMaximum")) &&
      !set (self, id, "maximum", json_deep_copy (maximum), error))
    return FALSE;
  /* There are at least as many bytes as characters. */
  return !json_is_number (longest) || value->text.count == 0 ||
         (double)value->text.max > json_number_value (longest) ||
         set (self, id, "max_length", json_deep_copy (longest), error);
}

static gboolean
apply_cap (SquillModelBuilder *self,
           const json_t *schema,
           const char *name,
           const SquillSpread *lengths,
           const char *id,
           GError **error)
{
  const json_t *most = json_object_get (schema, name);

  return !json_is_number (most) || lengths == NULL ||
         (double)lengths->max > json_number_value (most) ||
         set (self, id, "cap", json_deep_copy (most), error);
}

static gboolean
apply_schema (SquillModelBuilder *self,
              const json_t *schema,
              const SquillPath *path,
              gboolean is_required,
              guint level,
              GError **error)
{
  const char *id = g_hash_table_lookup (self->fields, path);
  const char *relationship = g_hash_table_lookup (self->relationships, path);
  const json_t *items = json_object_get (schema, "items");
  const json_t *others = json_object_get (schema, "additionalProperties");
  const SquillPath *value = path;
  json_t *description;

  if (id == NULL)
    id = relationship;
  if (id == NULL || !json_is_object (schema))
    return TRUE;
  description = get_description (schema);
  if (description != NULL && !set (self, id, "description", description, error))
    return FALSE;
  if (!apply_cap (self, schema, "maxItems", path->lengths, id, error))
    return FALSE;
  if (relationship == NULL)
    {
      if (is_required && path->present == squill_path_get_of (path) &&
          (!set (self, id, "required", json_true (), error) ||
           !set (self, id, "presence", NULL, error)))
        return FALSE;
      if (path->values != NULL &&
          !apply_cap (self, schema, "maxProperties", path->entries, id, error))
        return FALSE;
      if (json_is_object (items) && path->elements != NULL)
        {
          schema = items;
          value = path->elements;
        }
      else if (json_is_object (others) && path->values != NULL)
        {
          schema = others;
          value = path->values;
        }
      if (!apply_limits (self, schema, value, id, error))
        return FALSE;
    }
  else if (json_is_object (items))
    {
      schema = items;
      value = path->elements;
    }
  return apply_properties (self, schema, value, level + 1, error);
}

static gboolean
is_required (const json_t *schema, const char *name)
{
  const json_t *names = json_object_get (schema, "required");

  for (gsize i = 0; i < json_array_size (names); i++)
    if (g_strcmp0 (json_string_value (json_array_get (names, i)), name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
apply_properties (SquillModelBuilder *self,
                  const json_t *schema,
                  const SquillPath *path,
                  guint level,
                  GError **error)
{
  const json_t *properties = json_object_get (schema, "properties");
  const json_t *names = json_object_get (schema, "required");

  if (level == MAX_LEVELS || path == NULL)
    return TRUE;
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    {
      g_autofree char *name = squill_model_builder_name_of (field);
      const json_t *property = json_object_get (properties, name);
      json_t *nothing = json_object ();
      gboolean done = TRUE;

      if (property != NULL || json_array_size (names) > 0)
        done = apply_schema (self, property != NULL ? property : nothing, field,
                             is_required (schema, name), level, error);
      json_decref (nothing);
      if (!done)
        return FALSE;
    }
  return TRUE;
}

/* The schema may stand beside other conditions. */
static const json_t *
find_schema (const json_t *validator)
{
  const json_t *schema = json_object_get (validator, "$jsonSchema");
  const json_t *all = json_object_get (validator, "$and");

  for (gsize i = 0; schema == NULL && i < json_array_size (all); i++)
    schema = json_object_get (json_array_get (all, i), "$jsonSchema");
  return schema;
}

/**
 * squill_model_builder_apply_validator:
 * @self: a builder that knows the collection's fields and relationships
 * @collection: a collection
 * @error: return location
 *
 * Takes over what the collection's validator says and its documents do not contradict.
 *
 * Returns: %FALSE with @error set if it cannot be
 */
gboolean
squill_model_builder_apply_validator (SquillModelBuilder *self,
                                      const SquillCollectionProfile *collection,
                                      GError **error)
{
  const char *entity = g_hash_table_lookup (self->entities, collection->root);
  const guint8 *bytes;
  guint32 length;
  bson_iter_t iter;
  json_t *validator;
  json_t *description;
  const json_t *schema;
  gboolean done = TRUE;

  if (entity == NULL || collection->metadata == NULL || collection->metadata->options == NULL ||
      !bson_iter_init_find (&iter, collection->metadata->options, "validator") ||
      !BSON_ITER_HOLDS_DOCUMENT (&iter))
    return TRUE;
  bson_iter_document (&iter, &length, &bytes);
  validator = squill_value_to_json (SQUILL_BSON_OBJECT, bytes, length);
  schema = find_schema (validator);
  if (schema != NULL)
    {
      description = get_description (schema);
      done = (description == NULL || set (self, entity, "description", description, error)) &&
             apply_properties (self, schema, collection->root, 0, error);
    }
  json_decref (validator);
  return done;
}
