/* SPDX-License-Identifier: Apache-2.0 */

/* What the metadata of a collection adds to its model: indexes, options, and of its validator what
 * the documents do not show: what fields are for, which are required although only some documents
 * were read, which values and bounds are allowed. Documents may be older than their validator: what
 * they contradict is left out. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/infer/squill-infer-private.h"

#include "bson/squill-bson-json.h"
#include "inspect/profile/squill-scalars.h"
#include "model/squill-json-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of a validator: a server stores up to 100 levels. */
#define MAX_LEVELS 100u

static const char *const granularities[] = { "seconds", "minutes", "hours", NULL };
static const char *const levels[] = { "strict", "moderate", "off", NULL };
static const char *const actions[] = { "error", "warn", NULL };

static json_t *
iter_to_json (const bson_iter_t *iter)
{
  const guint8 *data;
  guint32 length;

  if (BSON_ITER_HOLDS_DOCUMENT (iter))
    {
      bson_iter_document (iter, &length, &data);
      return squill_value_to_json (SQUILL_BSON_OBJECT, data, length);
    }
  if (BSON_ITER_HOLDS_ARRAY (iter))
    {
      bson_iter_array (iter, &length, &data);
      return squill_value_to_json (SQUILL_BSON_ARRAY, data, length);
    }
  if (BSON_ITER_HOLDS_UTF8 (iter))
    {
      const char *text = bson_iter_utf8 (iter, &length);

      /* No name has a NUL; a file may contain anything. */
      return memchr (text, 0, length) == NULL ? json_stringn (text, length) : NULL;
    }
  if (BSON_ITER_HOLDS_BOOL (iter))
    return json_boolean (bson_iter_bool (iter));
  /* Options are plain numbers, whatever type the server keeps them in. */
  if (BSON_ITER_HOLDS_INT32 (iter) || BSON_ITER_HOLDS_INT64 (iter) || BSON_ITER_HOLDS_DOUBLE (iter))
    return squill_json_number (bson_iter_as_double (iter));
  return NULL;
}

static void
set_iter (json_t *json, const char *name, const bson_iter_t *iter)
{
  json_t *value = iter_to_json (iter);

  if (value != NULL)
    json_object_set_new (json, name, value);
}

static void
set_choice (json_t *entity, const char *name, const char *const *known, const bson_iter_t *iter)
{
  json_auto_t *value = iter_to_json (iter);

  if (json_is_string (value) && g_strv_contains (known, json_string_value (value)))
    json_object_set (entity, name, value);
}

static void
set_time_series (SquillModelBuilder *self,
                 const SquillCollectionProfile *collection,
                 json_t *entity,
                 const bson_iter_t *options)
{
  bson_iter_t iter;

  if (!BSON_ITER_HOLDS_DOCUMENT (options) || !bson_iter_recurse (options, &iter))
    return;
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);
      g_autofree char *path = NULL;

      if (!BSON_ITER_HOLDS_UTF8 (&iter))
        continue;
      if (g_str_equal (key, "granularity"))
        {
          set_choice (entity, "granularity", granularities, &iter);
          continue;
        }
      path = _squill_model_builder_resolve (self, collection, bson_iter_utf8 (&iter, NULL));
      if (g_str_equal (key, "timeField"))
        json_object_set_new (entity, "time_field", json_string (path));
      else if (g_str_equal (key, "metaField"))
        json_object_set_new (entity, "meta_field", json_string (path));
    }
}

static void
add_key (SquillModelBuilder *self,
         const SquillCollectionProfile *collection,
         SquillKeys *keys,
         const char *dotted,
         const char *how)
{
  g_autofree char *path = _squill_model_builder_resolve (self, collection, dotted);

  g_ptr_array_add (keys, squill_key_new (path, how));
}

/* A text index names its fields in its weights. */
static void
add_text_keys (SquillModelBuilder *self,
               const SquillCollectionProfile *collection,
               SquillKeys *keys,
               const bson_t *index)
{
  bson_iter_t iter, weight;

  if (!bson_iter_init_find (&iter, index, "weights") || !BSON_ITER_HOLDS_DOCUMENT (&iter) ||
      !bson_iter_recurse (&iter, &weight))
    return;
  while (bson_iter_next (&weight))
    add_key (self, collection, keys, bson_iter_key (&weight), "text");
}

/* Keys as the server writes them: an object of path and direction. @index, for text keys, may be
 * NULL. */
static SquillKeys *
read_keys (SquillModelBuilder *self,
           const SquillCollectionProfile *collection,
           bson_iter_t *key,
           const bson_t *index)
{
  SquillKeys *keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);

  while (bson_iter_next (key))
    {
      const char *name = bson_iter_key (key);

      if (g_str_equal (name, "_fts") && index != NULL)
        add_text_keys (self, collection, keys, index);
      else if (g_str_equal (name, "_ftsx"))
        continue;
      else if (BSON_ITER_HOLDS_UTF8 (key))
        add_key (self, collection, keys, name, bson_iter_utf8 (key, NULL));
      else
        add_key (self, collection, keys, name, bson_iter_as_double (key) < 0 ? "-1" : "1");
    }
  return keys;
}

static SquillKeys *
build_keys_of (SquillModelBuilder *self,
               const SquillCollectionProfile *collection,
               const bson_t *keys)
{
  bson_iter_t key;

  if (!bson_iter_init (&key, keys))
    return g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  return read_keys (self, collection, &key, NULL);
}

static SquillKeys *
build_keys (SquillModelBuilder *self,
            const SquillCollectionProfile *collection,
            const bson_t *index)
{
  bson_iter_t iter, key;

  if (!bson_iter_init_find (&iter, index, "key") || !BSON_ITER_HOLDS_DOCUMENT (&iter) ||
      !bson_iter_recurse (&iter, &key))
    return g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  return read_keys (self, collection, &key, index);
}

/* Only if it has the type that the model wants: a file may contain anything. */
static void
set_if_number (json_t *json, const char *name, const bson_iter_t *iter)
{
  json_auto_t *value = iter_to_json (iter);

  if (json_is_number (value))
    json_object_set (json, name, value);
}

static void
set_if_text (json_t *json, const char *name, const bson_iter_t *iter)
{
  if (BSON_ITER_HOLDS_UTF8 (iter))
    set_iter (json, name, iter);
}

static void
set_number (json_t *json, const char *name, guint64 number)
{
  if (number != G_MAXUINT64)
    json_object_set_new (json, name, squill_count_to_json (number));
}

static json_t *
shards_to_json (const SquillMetadata *metadata)
{
  json_t *shards = json_array ();

  for (guint i = 0; i < metadata->shards->len; i++)
    {
      const SquillShardShare *share = g_ptr_array_index (metadata->shards, i);
      json_t *json = json_pack ("{s:s}", "shard", share->shard);

      set_number (json, "documents", share->documents);
      set_number (json, "bytes", share->bytes);
      set_number (json, "chunks", share->chunks);
      json_array_append_new (shards, json);
    }
  return shards;
}

/* What only a server has. */
static void
set_server (SquillModelBuilder *self,
            const SquillCollectionProfile *collection,
            json_t *entity,
            json_t *evidence)
{
  const SquillMetadata *metadata = collection->metadata;

  set_number (evidence, "storage_bytes", metadata->storage_bytes);
  set_number (evidence, "index_bytes", metadata->index_bytes);
  if (metadata->shards != NULL && metadata->shards->len > 0)
    json_object_set_new (evidence, "shards", shards_to_json (metadata));
  if (metadata->shard_key != NULL)
    {
      g_autoptr (GPtrArray) keys = build_keys_of (self, collection, metadata->shard_key);

      if (keys->len > 0)
        json_object_set_new (entity, "shard_key", squill_json_keys (keys));
      if (metadata->shard_key_unique)
        json_object_set_new (entity, "shard_unique", json_true ());
    }
}

/* A view becomes an entity whose description names its source. */
static void
set_view (json_t *entity, const json_t *others)
{
  const char *on = json_string_value (json_object_get (others, "viewOn"));

  if (on != NULL)
    json_object_set_new (entity, "description", json_sprintf (_ ("A view of “%s”"), on));
}

/* Sets the options that the collection was created with on its entity. What the model has no
 * property for goes to @evidence, under "options". */
void
_squill_model_builder_set_options (SquillModelBuilder *self,
                                   const SquillCollectionProfile *collection,
                                   json_t *entity,
                                   json_t *evidence)
{
  json_auto_t *others = NULL;
  bson_iter_t iter;

  if (collection->metadata == NULL)
    return;
  set_server (self, collection, entity, evidence);
  if (collection->metadata->options == NULL ||
      !bson_iter_init (&iter, collection->metadata->options))
    return;
  others = json_object ();
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      if (g_str_equal (key, "capped"))
        {
          if (bson_iter_as_bool (&iter))
            json_object_set_new (entity, "capped", json_true ());
        }
      else if (g_str_equal (key, "size"))
        set_if_number (entity, "capped_size", &iter);
      else if (g_str_equal (key, "max"))
        set_if_number (entity, "capped_documents", &iter);
      else if (g_str_equal (key, "validationLevel"))
        set_choice (entity, "validation_level", levels, &iter);
      else if (g_str_equal (key, "validationAction"))
        set_choice (entity, "validation_action", actions, &iter);
      else if (g_str_equal (key, "timeseries"))
        set_time_series (self, collection, entity, &iter);
      else if (g_str_equal (key, "clusteredIndex"))
        json_object_set_new (entity, "clustered", json_true ());
      else if (g_str_equal (key, "expireAfterSeconds"))
        set_if_number (entity, "expire_after", &iter);
      else if (g_str_equal (key, "collation"))
        set_iter (entity, "collation", &iter);
      else if (!g_str_equal (key, "uuid"))
        set_iter (others, key, &iter);
    }
  set_view (entity, others);
  if (json_object_size (others) > 0)
    json_object_set (evidence, "options", others);
}

static gboolean
is_index_of_id (const SquillKeys *keys, const bson_t *index)
{
  bson_iter_t iter, key;

  return keys->len == 1 && bson_iter_init (&iter, index) &&
         bson_iter_find_descendant (&iter, "key._id", &key) && !BSON_ITER_HOLDS_UTF8 (&key);
}

static json_t *
build_index (SquillModelBuilder *self, const SquillKeys *keys, const bson_t *index)
{
  /* Members that the server adds, and obsolete options. */
  static const char *const dull[] = {
    "v", "key", "ns", "background", "dropDups", "clustered", NULL
  };
  json_t *json = json_object ();
  json_auto_t *others = json_object ();
  bson_iter_t iter;

  json_object_set_new (json, "keys", squill_json_keys (keys));
  if (!bson_iter_init (&iter, index))
    g_assert_not_reached ();
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      if (g_strv_contains (dull, key))
        continue;
      if (g_str_equal (key, "name"))
        set_if_text (json, "name", &iter);
      else if (g_str_equal (key, "unique") || g_str_equal (key, "sparse") ||
               g_str_equal (key, "hidden"))
        {
          if (bson_iter_as_bool (&iter))
            json_object_set_new (json, key, json_true ());
        }
      else if (g_str_equal (key, "expireAfterSeconds"))
        set_if_number (json, "expire_after", &iter);
      else if (g_str_equal (key, "partialFilterExpression"))
        set_iter (json, "partial", &iter);
      else if (g_str_equal (key, "collation"))
        set_iter (json, "collation", &iter);
      else
        set_iter (others, key, &iter);
    }
  if (json_object_size (others) > 0)
    json_object_set (json, "options", others);
  return json;
}

static json_t *
make_index_evidence (const SquillMetadata *metadata, const char *name, const char *place)
{
  json_t *evidence = json_pack ("{s:s}", "place", place);

  for (guint i = 0; metadata->index_use != NULL && i < metadata->index_use->len; i++)
    {
      const SquillIndexUse *use = g_ptr_array_index (metadata->index_use, i);

      if (g_strcmp0 (use->name, name) != 0)
        continue;
      set_number (evidence, "operations", use->operations);
      set_number (evidence, "bytes", use->bytes);
      if (use->since != G_MININT64)
        {
          g_autoptr (GDateTime) since = g_date_time_new_from_unix_utc (use->since / 1000);
          g_autofree char *day = since != NULL ? g_date_time_format_iso8601 (since) : NULL;

          if (day != NULL)
            json_object_set_new (evidence, "since", json_string (day));
        }
    }
  return evidence;
}

/* The indexes of a collection: an object of id and index, as in model files, without that of `_id`,
 * which every collection has. */
json_t *
_squill_model_builder_indexes (SquillModelBuilder *self, const SquillCollectionProfile *collection)
{
  json_t *indexes = json_object ();
  g_autofree char *rank = NULL;

  if (collection->metadata == NULL)
    return indexes;
  for (guint i = 0; i < collection->metadata->indexes->len; i++)
    {
      const bson_t *index = g_ptr_array_index (collection->metadata->indexes, i);
      g_autoptr (GPtrArray) keys = build_keys (self, collection, index);
      g_autofree char *place = NULL;
      g_autofree char *full = NULL;
      g_autofree char *id = NULL;
      const char *name;
      json_t *json;

      if (keys->len == 0 || is_index_of_id (keys, index))
        continue;
      json = build_index (self, keys, index);
      name = json_string_value (json_object_get (json, "name"));
      json_object_set_new (json, "order", json_string (_squill_model_builder_next_rank (&rank)));
      full = g_strdup_printf ("%s %s", collection->name, name != NULL ? name : "");
      json_object_set_new (json, "evidence",
                           make_index_evidence (collection->metadata, name, full));
      place = g_strdup_printf ("%s index %s %u", collection->name, name != NULL ? name : "", i);
      id = _squill_model_builder_new_id (self, name, place);
      json_object_set_new (indexes, id, json);
    }
  return indexes;
}

static gboolean apply_properties (SquillModelBuilder *self,
                                  const json_t *schema,
                                  const SquillPath *path,
                                  guint level,
                                  GError **error);

static gboolean
set_property (
    SquillModelBuilder *self, const char *id, const char *name, json_t *value, GError **error)
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
has_only (const SquillPath *path, const json_t *values)
{
  json_auto_t *met = NULL;

  if (path->scalars.table.overflowed || path->scalars.count == 0)
    return FALSE;
  met = squill_value_table_to_json (&path->scalars.table);
  for (gsize i = 0; i < json_array_size (met); i++)
    if (!squill_values_contain (values, json_array_get (met, i)))
      return FALSE;
  return TRUE;
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
  const SquillNumbers *numbers = &value->numbers;

  if (json_array_size (values) > 0 && has_only (value, values) &&
      !set_property (self, id, "enum", json_deep_copy (values), error))
    return FALSE;
  if (json_is_number (minimum) && numbers->count > 0 &&
      numbers->min >= json_number_value (minimum) &&
      !json_is_true (json_object_get (schema, "exclusiveMinimum")) &&
      !set_property (self, id, "minimum", json_deep_copy (minimum), error))
    return FALSE;
  if (json_is_number (maximum) && numbers->count > 0 &&
      numbers->max <= json_number_value (maximum) &&
      !json_is_true (json_object_get (schema, "exclusiveMaximum")) &&
      !set_property (self, id, "maximum", json_deep_copy (maximum), error))
    return FALSE;
  /* A text has at least as many bytes as characters. */
  return !json_is_number (longest) || value->text.count == 0 ||
         (double)value->text.max > json_number_value (longest) ||
         set_property (self, id, "max_length", json_deep_copy (longest), error);
}

static gboolean
apply_cap (SquillModelBuilder *self,
           const json_t *schema,
           const char *name,
           const SquillDistribution *lengths,
           const char *id,
           GError **error)
{
  const json_t *most = json_object_get (schema, name);

  return !json_is_number (most) || lengths == NULL ||
         (double)lengths->max > json_number_value (most) ||
         set_property (self, id, "cap", json_deep_copy (most), error);
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
  if (description != NULL && !set_property (self, id, "description", description, error))
    return FALSE;
  if (!apply_cap (self, schema, "maxItems", path->lengths, id, error))
    return FALSE;
  if (relationship == NULL)
    {
      if (is_required && path->present == squill_path_get_of (path) &&
          (!set_property (self, id, "required", json_true (), error) ||
           !set_property (self, id, "presence", NULL, error)))
        return FALSE;
      if (path->values != NULL &&
          !apply_cap (self, schema, "maxProperties", path->entries, id, error))
        return FALSE;
      if (json_is_object (items) && path->elements != NULL)
        {
          schema = items;
          value = path->elements;
        }
      else if (json_is_object (others) && path->values != NULL && path->n_fields == 0)
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
      g_autofree char *name = _squill_model_builder_name_of (field);
      const json_t *property = json_object_get (properties, name);
      json_auto_t *nothing = json_object ();

      if ((property != NULL || json_array_size (names) > 0) &&
          !apply_schema (self, property != NULL ? property : nothing, field,
                         is_required (schema, name), level, error))
        return FALSE;
    }
  return TRUE;
}

/* The schema may be one of several conditions. */
static const json_t *
find_schema (const json_t *validator)
{
  const json_t *schema = json_object_get (validator, "$jsonSchema");
  const json_t *all = json_object_get (validator, "$and");

  for (gsize i = 0; schema == NULL && i < json_array_size (all); i++)
    schema = json_object_get (json_array_get (all, i), "$jsonSchema");
  return schema;
}

/* Applies what the validator of a collection states and its documents do not contradict. */
gboolean
_squill_model_builder_apply_validator (SquillModelBuilder *self,
                                       const SquillCollectionProfile *collection,
                                       GError **error)
{
  const char *entity = g_hash_table_lookup (self->entities, collection->root);
  const guint8 *bytes;
  guint32 length;
  bson_iter_t iter;
  json_auto_t *validator = NULL;
  json_t *description;
  const json_t *schema;

  if (entity == NULL || collection->metadata == NULL || collection->metadata->options == NULL ||
      !bson_iter_init_find (&iter, collection->metadata->options, "validator") ||
      !BSON_ITER_HOLDS_DOCUMENT (&iter))
    return TRUE;
  bson_iter_document (&iter, &length, &bytes);
  validator = squill_value_to_json (SQUILL_BSON_OBJECT, bytes, length);
  schema = find_schema (validator);
  if (schema == NULL)
    return TRUE;
  description = get_description (schema);
  return (description == NULL || set_property (self, entity, "description", description, error)) &&
         apply_properties (self, schema, collection->root, 0, error);
}
