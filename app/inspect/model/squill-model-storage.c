/* SPDX-License-Identifier: Apache-2.0 */

/* Indexes and options of a collection, as its metadata tells them, for the model. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-builder.h"

#include "inspect/profile/squill-value-json.h"
#include "model/squill-rank.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const granularities[] = { "seconds", "minutes", "hours", NULL };
static const char *const levels[] = { "strict", "moderate", "off", NULL };
static const char *const actions[] = { "error", "warn", NULL };

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

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

      return json_stringn (text, length);
    }
  if (BSON_ITER_HOLDS_BOOL (iter))
    return json_boolean (bson_iter_bool (iter));
  /* Options are numbers to people, of whatever type the server keeps them. */
  if (BSON_ITER_HOLDS_INT32 (iter) || BSON_ITER_HOLDS_INT64 (iter) || BSON_ITER_HOLDS_DOUBLE (iter))
    return squill_json_number (bson_iter_as_double (iter));
  return NULL;
}

static void
set_iter (json_t *json, const char *name, const bson_iter_t *iter)
{
  json_t *value = iter_to_json (iter);

  if (value != NULL)
    set (json, name, value);
}

static gboolean
is_one_of (const char *name, const char *const *names)
{
  return g_strv_contains (names, name);
}

static void
set_choice (json_t *entity, const char *name, const char *const *known, const bson_iter_t *iter)
{
  if (BSON_ITER_HOLDS_UTF8 (iter) && is_one_of (bson_iter_utf8 (iter, NULL), known))
    set_iter (entity, name, iter);
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
      path = squill_model_builder_resolve (self, collection, bson_iter_utf8 (&iter, NULL));
      if (g_str_equal (key, "timeField"))
        set (entity, "time_field", json_string (path));
      else if (g_str_equal (key, "metaField"))
        set (entity, "meta_field", json_string (path));
    }
}

static void
add_key (SquillModelBuilder *self,
         const SquillCollectionProfile *collection,
         SquillKeys *keys,
         const char *dotted,
         const char *how)
{
  g_autofree char *path = squill_model_builder_resolve (self, collection, dotted);

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

/* Keys as the server writes them: an object of path and direction. @index tells of texts. */
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

/* Only what the model takes for it: a file may say anything. */
static void
set_if_number (json_t *json, const char *name, const bson_iter_t *iter)
{
  json_t *value = iter_to_json (iter);

  if (json_is_number (value))
    set (json, name, value);
  else
    json_decref (value);
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
    set (json, name, squill_count_to_json (number));
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

/* What only a server knows. */
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
    set (evidence, "shards", shards_to_json (metadata));
  if (metadata->shard_key != NULL)
    {
      g_autoptr (GPtrArray) keys = build_keys_of (self, collection, metadata->shard_key);

      if (keys->len > 0)
        set (entity, "shard_key", squill_json_keys (keys));
      if (metadata->shard_key_unique)
        set (entity, "shard_unique", json_true ());
    }
}

/* A view is drawn as an entity that says what it is made of. */
static void
set_view (json_t *entity, const json_t *others)
{
  const char *on = json_string_value (json_object_get (others, "viewOn"));

  if (on != NULL)
    set (entity, "description", json_sprintf (_ ("A view of “%s”"), on));
}

/**
 * squill_model_builder_set_options:
 * @self: a builder that knows the collection's fields
 * @collection: a collection
 * @entity: the entity that it becomes
 * @evidence: takes what the model has no place for, under "options"
 *
 * Sets on the entity what the collection was created with.
 */
void
squill_model_builder_set_options (SquillModelBuilder *self,
                                  const SquillCollectionProfile *collection,
                                  json_t *entity,
                                  json_t *evidence)
{
  json_t *others;
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
            set (entity, "capped", json_true ());
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
        set (entity, "clustered", json_true ());
      else if (g_str_equal (key, "expireAfterSeconds"))
        set_if_number (entity, "expire_after", &iter);
      else if (g_str_equal (key, "collation"))
        set_iter (entity, "collation", &iter);
      else if (!g_str_equal (key, "uuid"))
        set_iter (others, key, &iter);
    }
  set_view (entity, others);
  if (json_object_size (others) > 0)
    set (evidence, "options", others);
  else
    json_decref (others);
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
  /* What the server writes by itself, and what is no option any more. */
  static const char *const dull[] = {
    "v", "key", "ns", "background", "dropDups", "clustered", NULL
  };
  json_t *json = json_object ();
  json_t *others = json_object ();
  bson_iter_t iter;

  set (json, "keys", squill_json_keys (keys));
  if (!bson_iter_init (&iter, index))
    g_assert_not_reached ();
  while (bson_iter_next (&iter))
    {
      const char *key = bson_iter_key (&iter);

      if (is_one_of (key, dull))
        continue;
      if (g_str_equal (key, "name"))
        set_if_text (json, "name", &iter);
      else if (g_str_equal (key, "unique") || g_str_equal (key, "sparse") ||
               g_str_equal (key, "hidden"))
        {
          if (bson_iter_as_bool (&iter))
            set (json, key, json_true ());
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
    set (json, "options", others);
  else
    json_decref (others);
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
            set (evidence, "since", json_string (day));
        }
    }
  return evidence;
}

/**
 * squill_model_builder_indexes:
 * @self: a builder that knows the collection's fields and relationships
 * @collection: a collection
 *
 * Returns: (transfer full): the indexes of its entity: an object of id and index, as model files
 * have it, without that of
 * `_id`, which every collection has
 */
json_t *
squill_model_builder_indexes (SquillModelBuilder *self, const SquillCollectionProfile *collection)
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
      char *next;

      if (keys->len == 0 || is_index_of_id (keys, index))
        continue;
      json = build_index (self, keys, index);
      name = json_string_value (json_object_get (json, "name"));
      next = squill_rank_between (rank, NULL);
      g_free (rank);
      rank = next;
      set (json, "order", json_string (rank));
      full = g_strdup_printf ("%s %s", collection->name, name != NULL ? name : "");
      set (json, "evidence", make_index_evidence (collection->metadata, name, full));
      place = g_strdup_printf ("%s index %s %u", collection->name, name != NULL ? name : "", i);
      id = squill_model_builder_new_id (self, name, place);
      set (indexes, id, json);
    }
  return indexes;
}
