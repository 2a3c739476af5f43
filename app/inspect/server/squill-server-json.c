/* SPDX-License-Identifier: Apache-2.0 */

/* What only a server knows, as the member `server` of a collection or a path. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-json.h"

#include "inspect/server/squill-server-count.h"
#include "inspect/profile/squill-value-json.h"

static void
set_count (json_t *json, const char *name, guint64 count)
{
  if (count != G_MAXUINT64)
    json_object_set_new (json, name, squill_count_to_json (count));
}

static json_t *
text_to_json (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  return json_string (valid);
}

static json_t *
indexes_to_json (const SquillMetadata *metadata)
{
  json_t *json = json_array ();

  for (guint i = 0; i < metadata->index_use->len; i++)
    {
      const SquillIndexUse *use = g_ptr_array_index (metadata->index_use, i);
      g_autoptr (GDateTime) since = NULL;
      json_t *index = json_object ();

      json_object_set_new (index, "name", text_to_json (use->name));
      set_count (index, "operations", use->operations);
      if (use->since != G_MININT64)
        since = g_date_time_new_from_unix_utc (use->since / 1000);
      if (since != NULL)
        {
          g_autofree char *text = g_date_time_format_iso8601 (since);

          json_object_set_new (index, "since", json_string (text));
        }
      set_count (index, "bytes", use->bytes);
      json_array_append_new (json, index);
    }
  return json;
}

static json_t *
shards_to_json (const SquillMetadata *metadata)
{
  json_t *json = json_array ();

  for (guint i = 0; i < metadata->shards->len; i++)
    {
      const SquillShardShare *share = g_ptr_array_index (metadata->shards, i);
      json_t *shard = json_object ();

      json_object_set_new (shard, "name", text_to_json (share->shard));
      set_count (shard, "documents", share->documents);
      set_count (shard, "bytes", share->bytes);
      set_count (shard, "chunks", share->chunks);
      json_array_append_new (json, shard);
    }
  return json;
}

/**
 * squill_server_path_to_json:
 * @path: a path
 *
 * Returns: (transfer full) (nullable): what a server counted of it; %NULL where none did
 */
json_t *
squill_server_path_to_json (const SquillPath *path)
{
  const SquillServerCount *parent = path->parent != NULL ? path->parent->server : NULL;
  guint64 of = G_MAXUINT64;

  if (path->server == NULL)
    return NULL;
  if (path->kind == SQUILL_PATH_ELEMENTS)
    of = path->server->present;
  else if (parent != NULL)
    of = parent->types[g_bit_nth_lsf (SQUILL_TYPE_OBJECT, -1)];
  return squill_server_count_to_json (path->server, of);
}

/**
 * squill_server_collection_to_json:
 * @collection: a collection
 *
 * Returns: (transfer full) (nullable): what the server tells of it; %NULL where it is from none
 */
json_t *
squill_server_collection_to_json (const SquillCollectionProfile *collection)
{
  const SquillMetadata *metadata = collection->metadata;
  json_t *json = json_object ();

  if (collection->root->server != NULL)
    {
      set_count (json, "documents", collection->root->server->present);
      json_object_set_new (json, "exact", json_true ());
    }
  else if (metadata != NULL && metadata->documents != G_MAXUINT64)
    {
      set_count (json, "documents", metadata->documents);
      json_object_set_new (json, "exact", json_false ());
    }
  if (metadata != NULL)
    {
      set_count (json, "bytes", metadata->bytes);
      set_count (json, "storage_bytes", metadata->storage_bytes);
      set_count (json, "index_bytes", metadata->index_bytes);
      if (metadata->index_use->len > 0)
        json_object_set_new (json, "indexes", indexes_to_json (metadata));
      if (metadata->shard_key != NULL)
        {
          json_object_set_new (json, "shard_key",
                               squill_document_to_json (bson_get_data (metadata->shard_key),
                                                        metadata->shard_key->len));
          json_object_set_new (json, "shard_key_unique", json_boolean (metadata->shard_key_unique));
        }
      if (metadata->shards->len > 0)
        json_object_set_new (json, "shards", shards_to_json (metadata));
    }
  if (json_object_size (json) == 0)
    g_clear_pointer (&json, json_decref);
  return json;
}
