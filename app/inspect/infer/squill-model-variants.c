/* SPDX-License-Identifier: Apache-2.0 */

/* Objects of several kinds: the item that they became names its discriminator, and the fields that
 * only some of them have name the values with which they are there. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "bson/squill-bson-json.h"
#include "inspect/structure/squill-structure.h"

#include <math.h>

/* A field in fewer of the objects with a value is an outlier there. */
#define MEMBER_SHARE 0.02
/* A field that is not always there may be missing with a value by chance, as long as this is more
 * likely. */
#define CHANCE 0.001

/* The item that the objects at a path became; NULL for none. */
static const char *
find_objects (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = g_hash_table_lookup (self->entities, path);

  for (; id == NULL && path != NULL; path = path->parent)
    {
      id = g_hash_table_lookup (self->fields, path);
      /* The elements of an array go by its name. Single objects among them have other fields. */
      if (path->kind == SQUILL_PATH_FIELD || path->kind == SQUILL_PATH_DOCUMENT)
        break;
      if (path->parent != NULL && squill_path_get_objects (path->parent) > 0 &&
          path->kind == SQUILL_PATH_ELEMENTS)
        return NULL;
    }
  return id;
}

static guint64
count_in_case (const SquillVariantCase *each, const SquillPath *field)
{
  for (guint i = 0; i < each->fields->len; i++)
    {
      const SquillVariantField *one = &g_array_index (each->fields, SquillVariantField, i);

      if (one->path == field)
        return one->count;
    }
  return 0;
}

/* Whether the objects with a value may have the field, seen or not. @share: of those that have it
 * with some value, how many do. */
static gboolean
may_have (const SquillVariantCase *each, const SquillPath *field, gboolean decided, double share)
{
  const double count = (double)count_in_case (each, field);

  if (decided)
    return count > 0 && count >= MEMBER_SHARE * (double)each->count;
  return count > 0 || (double)each->count * log1p (-MIN (share, 1 - 1e-9)) > log (CHANCE);
}

/* The values with which the field is there; NULL for all. @is_required: all of these objects have
 * it. */
static json_t *
list_variants (const SquillVariant *variant, const SquillPath *field, gboolean *is_required)
{
  const gboolean decided = squill_variant_decides (variant, field);
  json_t *values = json_array ();
  guint64 having = 0, of = 0;

  *is_required = TRUE;
  for (guint i = 0; i < variant->cases->len; i++)
    {
      const SquillVariantCase *each = g_ptr_array_index (variant->cases, i);
      guint64 count = count_in_case (each, field);

      having += count;
      of += count > 0 ? each->count : 0;
    }
  for (guint i = 0; i < variant->cases->len && of > 0; i++)
    {
      const SquillVariantCase *each = g_ptr_array_index (variant->cases, i);

      if (!may_have (each, field, decided, (double)having / (double)of))
        continue;
      json_array_append_new (values, squill_value_to_json (each->value->type, each->value->bytes,
                                                           each->value->length));
      *is_required = *is_required && count_in_case (each, field) == each->count;
    }
  if (json_array_size (values) > 0 && json_array_size (values) < variant->cases->len)
    return values;
  json_decref (values);
  return NULL;
}

static gboolean
has_all_values (const SquillVariant *variant)
{
  for (guint i = 0; i < variant->cases->len; i++)
    if (((const SquillVariantCase *)g_ptr_array_index (variant->cases, i))->value == NULL)
      return FALSE;
  return TRUE;
}

/* How many of the objects that have a value have each. */
static json_t *
list_shares (const SquillVariant *variant)
{
  json_t *shares = json_array ();
  double sum = 0;

  for (guint i = 0; i < variant->cases->len; i++)
    sum += (double)((const SquillVariantCase *)g_ptr_array_index (variant->cases, i))->count;
  for (guint i = 0; i < variant->cases->len && sum > 0; i++)
    {
      const SquillVariantCase *each = g_ptr_array_index (variant->cases, i);

      json_array_append_new (shares,
                             json_pack ("{s:o, s:o}", "value",
                                        squill_value_to_json (each->value->type, each->value->bytes,
                                                              each->value->length),
                                        "share", squill_json_number ((double)each->count / sum)));
    }
  return shares;
}

static gboolean
set (SquillModelBuilder *self, const char *id, const char *property, json_t *value, GError **error)
{
  return _squill_model_builder_apply (self, squill_edit_new_set (id, property, value), error);
}

/* @path: of the original, which has the counts, or of what a person changed of it. */
static const SquillPath *
find_changed (const SquillCollectionProfile *collection,
              const SquillCollectionProfile *original,
              const SquillPath *path)
{
  g_autofree char *text = NULL;

  if (collection == original)
    return path;
  if (path->kind == SQUILL_PATH_DOCUMENT)
    return collection->root;
  text = squill_path_to_text (path);
  return squill_collection_profile_find_path (collection, text);
}

static gboolean
add_variant (SquillModelBuilder *self,
             const SquillCollectionProfile *collection,
             const SquillCollectionProfile *original,
             const SquillVariant *variant,
             GError **error)
{
  const SquillPath *path = find_changed (collection, original, variant->path);
  const SquillPath *value = find_changed (collection, original, variant->discriminator);
  const char *objects = path != NULL ? find_objects (self, path) : NULL;
  const char *discriminator = value != NULL ? g_hash_table_lookup (self->fields, value) : NULL;
  guint n = 0;

  /* What tells the kinds of some apart need not tell those of all. */
  if (path != NULL && _squill_model_builder_get_shared (self, collection, path) != NULL)
    return TRUE;
  if (objects == NULL || discriminator == NULL || path->values != NULL || !has_all_values (variant))
    return TRUE;
  for (const SquillPath *field = variant->path->first; field != NULL; field = field->next)
    {
      const SquillPath *changed = find_changed (collection, original, field);
      const char *id = changed != NULL ? g_hash_table_lookup (self->fields, changed) : NULL;
      gboolean is_required;
      json_t *variants;

      if (id == NULL && changed != NULL)
        id = g_hash_table_lookup (self->relationships, changed);
      if (id == NULL || field == variant->discriminator ||
          field->present == squill_path_get_of (field))
        continue;
      variants = list_variants (variant, field, &is_required);
      if (variants == NULL)
        continue;
      n++;
      if (!set (self, id, "variants", variants, error) ||
          (is_required && original->complete && squill_model_get_field (self->model, id) != NULL &&
           !set (self, id, "required", json_true (), error)))
        return FALSE;
    }
  return n == 0 || (set (self, objects, "discriminator", json_string (discriminator), error) &&
                    set (self, discriminator, "value_shares", list_shares (variant), error));
}

/**
 * _squill_model_builder_add_variants:
 * @self: a builder with all entities and fields
 * @collection: a collection
 * @original: the same, before a person decided anything
 * @error: return location
 *
 * Returns: %FALSE with @error set if the model refuses something
 */
gboolean
_squill_model_builder_add_variants (SquillModelBuilder *self,
                                    const SquillCollectionProfile *collection,
                                    const SquillCollectionProfile *original,
                                    GError **error)
{
  g_autoptr (GPtrArray) variants = squill_variants_find (original->root);

  for (guint i = 0; i < variants->len; i++)
    if (!add_variant (self, collection, original, g_ptr_array_index (variants, i), error))
      return FALSE;
  return TRUE;
}
