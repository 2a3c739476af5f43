/* SPDX-License-Identifier: Apache-2.0 */

/* A collection as `squill-cli infer` prints it. What is not known is left out. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure.h"

#include "bson/squill-bson-json.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"
#include "text/squill-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static json_t *
path_name_to_json (const SquillPath *path)
{
  g_autofree char *text = squill_path_to_text (path);

  return json_string (text);
}

static json_t *
paths_to_json (GPtrArray *paths)
{
  json_t *json = json_array ();

  for (guint i = 0; i < paths->len; i++)
    json_array_append_new (json, path_name_to_json (g_ptr_array_index (paths, i)));
  return json;
}

static void
add_evidence (json_t *list, char *text)
{
  json_array_append_new (list, json_string (text));
  g_free (text);
}

static json_t *
kinds_to_json (guint kinds)
{
  json_t *json = json_array ();

  for (guint kind = 0; squill_key_kind_get_name (kind) != NULL; kind++)
    if ((kinds & 1u << kind) != 0)
      json_array_append_new (json, json_string (squill_key_kind_get_name (kind)));
  return json;
}

static void
set_if_any (json_t *json, const char *name, json_t *members)
{
  if (json_object_size (members) > 0)
    json_object_set_new (json, name, members);
  else
    json_decref (members);
}

static json_t *
case_to_json (const SquillVariantCase *each)
{
  json_t *json = json_object ();
  json_t *fields = json_array ();
  json_t *optional = json_array ();
  json_t *depths = json_object ();
  json_t *types = json_object ();

  json_object_set_new (
      json, "value",
      each->value != NULL
          ? squill_value_to_json (each->value->type, each->value->bytes, each->value->length)
          : json_null ());
  json_object_set_new (json, "count", squill_count_to_json (each->count));
  for (guint i = 0; i < each->fields->len; i++)
    {
      const SquillVariantField *field = &g_array_index (each->fields, SquillVariantField, i);
      g_autofree char *name =
          g_utf8_make_valid (field->path->name, (gssize)field->path->name_length);

      json_array_append_new (fields, json_string (name));
      if (field->count < each->count)
        json_array_append_new (optional, json_string (name));
      if (field->depth > 0)
        json_object_set_new (depths, name, json_integer (field->depth));
      if (field->kinds != 0)
        json_object_set_new (types, name, kinds_to_json (field->kinds));
    }
  json_object_set_new (json, "fields", fields);
  json_object_set_new (json, "optional", optional);
  set_if_any (json, "depths", depths);
  set_if_any (json, "types", types);
  return json;
}

static json_t *
variant_to_json (const SquillVariant *variant)
{
  g_autofree char *discriminator = squill_path_to_text (variant->discriminator);
  g_autofree char *labelled = squill_text_count ((double)variant->labelled);
  g_autofree char *objects = squill_text_count ((double)variant->objects);
  json_t *json = json_object ();
  json_t *cases = json_array ();
  json_t *evidence = json_array ();

  json_object_set_new (json, "path", path_name_to_json (variant->path));
  json_object_set_new (json, "discriminator", json_string (discriminator));
  for (guint i = 0; i < variant->cases->len; i++)
    json_array_append_new (cases, case_to_json (g_ptr_array_index (variant->cases, i)));
  json_object_set_new (json, "cases", cases);
  json_object_set_new (json, "confidence", squill_json_number (variant->confidence));
  /* Translators: a field, how many objects have it, of how many. */
  add_evidence (evidence,
                g_strdup_printf (_ ("%s is in %s of %s"), discriminator, labelled, objects));
  add_evidence (evidence,
                g_strdup_printf (g_dngettext (NULL,
                                              "Its value decides whether %u field is there, or "
                                              "what is in it",
                                              "Its value decides whether %u fields are there, or "
                                              "what is in them",
                                              variant->decided->len),
                                 variant->decided->len));
  json_object_set_new (json, "evidence", evidence);
  return json;
}

static json_t *
group_to_json (const SquillFieldGroup *group)
{
  guint64 objects = squill_path_get_objects (group->parent);
  g_autofree char *count = squill_text_count ((double)group->count);
  g_autofree char *of = squill_text_count ((double)objects);
  json_t *json = json_object ();
  json_t *evidence = json_array ();

  json_object_set_new (json, "kind", json_string (squill_field_group_kind_get_name (group->kind)));
  json_object_set_new (json, "paths", paths_to_json (group->fields));
  json_object_set_new (json, "count", squill_count_to_json (group->count));
  json_object_set_new (json, "of", squill_count_to_json (objects));
  json_object_set_new (json, "confidence", squill_json_number (group->confidence));
  if (group->kind == SQUILL_FIELD_GROUP_TOGETHER)
    add_evidence (evidence, g_strdup_printf (
                                _ ("All of them are in the same %s of %s, and in the others none"),
                                count, of));
  else
    add_evidence (evidence, g_strdup_printf (_ ("Each of %s has exactly one of them"), of));
  json_object_set_new (json, "evidence", evidence);
  return json;
}

static json_t *
shape_to_json (const SquillSharedShape *shape)
{
  json_t *json = json_object ();
  json_t *evidence = json_array ();

  json_object_set_new (json, "paths", paths_to_json (shape->paths));
  json_object_set_new (json, "recursive", json_boolean (shape->recursive));
  json_object_set_new (json, "fields", json_integer (shape->fields));
  json_object_set_new (json, "common", json_integer (shape->common));
  json_object_set_new (json, "confidence", squill_json_number (shape->confidence));
  add_evidence (evidence, g_strdup_printf (_ ("%u of %u fields occur at each of %u places"),
                                           shape->common, shape->fields, shape->paths->len));
  if (shape->recursive)
    add_evidence (evidence, g_strdup (_ ("One is nested inside another")));
  json_object_set_new (json, "evidence", evidence);
  return json;
}

static json_t *
outlier_to_json (const SquillOutlier *outlier)
{
  const SquillExampleDocument *document = outlier->document;
  g_autofree char *reason = squill_outlier_describe (outlier);
  json_t *json = json_object ();
  json_t *paths = json_array ();

  json_object_set_new (
      json, "_id",
      document->id_type != 0
          ? squill_value_to_json (document->id_type, document->id, document->id_length)
          : json_null ());
  json_object_set_new (json, "index",
                       squill_count_to_json (squill_example_document_get_index (document)));
  for (guint i = 0; i < outlier->paths->len; i++)
    json_array_append_new (
        paths, path_name_to_json (g_array_index (outlier->paths, SquillOutlierPath, i).path));
  json_object_set_new (json, "paths", paths);
  json_object_set_new (json, "reason", json_string (reason));
  json_object_set_new (json, "confidence", squill_json_number (outlier->confidence));
  return json;
}

static void
set_option (json_t *json, const char *name, const bson_t *options, const char *option)
{
  g_autofree char *path = g_strconcat ("timeseries.", option, NULL);
  bson_iter_t iter, found;

  if (!bson_iter_init (&iter, options) || !bson_iter_find_descendant (&iter, path, &found))
    return;
  if (BSON_ITER_HOLDS_UTF8 (&found))
    json_object_set_new (json, name, json_string (bson_iter_utf8 (&found, NULL)));
  else if (BSON_ITER_HOLDS_NUMBER (&found))
    json_object_set_new (json, name, json_integer (bson_iter_as_int64 (&found)));
}

static void
set_time_series (json_t *json, const SquillMetadata *metadata)
{
  json_auto_t *series = json_object ();

  if (metadata != NULL && metadata->options != NULL)
    {
      set_option (series, "time_field", metadata->options, "timeField");
      set_option (series, "meta_field", metadata->options, "metaField");
      set_option (series, "granularity", metadata->options, "granularity");
      set_option (series, "bucket_seconds", metadata->options, "bucketMaxSpanSeconds");
    }
  if (json_object_get (series, "time_field") != NULL)
    json_object_set (json, "timeseries", series);
}

static void
set_gridfs (json_t *json, const SquillCollectionProfile *collection)
{
  gboolean is_files = g_strcmp0 (collection->gridfs_part, "files") == 0;
  g_autofree char *bucket = NULL;
  g_autofree char *other = NULL;
  json_t *gridfs, *evidence;

  if (collection->gridfs_part == NULL)
    return;
  gridfs = json_object ();
  evidence = json_array ();
  bucket = g_strndup (collection->name,
                      strlen (collection->name) - 1 - strlen (collection->gridfs_part));
  other = g_strconcat (bucket, is_files ? ".chunks" : ".files", NULL);
  json_object_set_new (gridfs, "bucket", json_string (bucket));
  json_object_set_new (gridfs, "part", json_string (collection->gridfs_part));
  json_object_set_new (gridfs, "with", json_string (other));
  json_object_set_new (gridfs, "confidence", squill_json_number (0.98));
  add_evidence (evidence, g_strdup_printf (_ ("It has the fields that GridFS gives it, and %s is "
                                              "there as well"),
                                           other));
  json_object_set_new (gridfs, "evidence", evidence);
  json_object_set_new (json, "gridfs", gridfs);
}

/* What its documents are made of: variants, groups, shapes and outliers; and the special ways in
 * which the server keeps them. */
static void
set_structure (json_t *json, const SquillCollectionProfile *collection)
{
  g_autoptr (GPtrArray) variants = squill_variants_find (collection->root);
  g_autoptr (GPtrArray) groups = squill_field_groups_find (collection->root, variants);
  g_autoptr (GPtrArray) shapes = squill_shared_shapes_find (collection->root);
  g_autoptr (GPtrArray) outliers = squill_outliers_find (collection->root);
  json_t *list = json_array ();

  for (guint i = 0; i < variants->len; i++)
    json_array_append_new (list, variant_to_json (g_ptr_array_index (variants, i)));
  json_object_set_new (json, "variants", list);
  list = json_array ();
  for (guint i = 0; i < groups->len; i++)
    json_array_append_new (list, group_to_json (g_ptr_array_index (groups, i)));
  json_object_set_new (json, "groups", list);
  list = json_array ();
  for (guint i = 0; i < shapes->len; i++)
    json_array_append_new (list, shape_to_json (g_ptr_array_index (shapes, i)));
  json_object_set_new (json, "shapes", list);
  list = json_array ();
  for (guint i = 0; i < outliers->len; i++)
    json_array_append_new (list, outlier_to_json (g_ptr_array_index (outliers, i)));
  json_object_set_new (json, "outliers", list);
  set_time_series (json, collection->metadata);
  set_gridfs (json, collection);
}

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

/* What only a server knows of a collection; NULL where it was not read from one. */
static json_t *
server_to_json (const SquillCollectionProfile *collection)
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

/* Presence as it may be in all documents, where not all were read: the interval that Wilson's
 * formula gives with a confidence of 99 %. */
static json_t *
interval_to_json (const SquillPath *path)
{
  const double n = (double)squill_path_get_of (path);
  const double share = (double)path->present / n;
  const double z = 2.5758293035489;
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double reach = z / (1 + z * z / n) * sqrt (share * (1 - share) / n + z * z / (4 * n * n));
  json_t *json = json_object ();

  json_object_set_new (json, "min", squill_json_number (MAX (0, middle - reach)));
  json_object_set_new (json, "max", squill_json_number (MIN (1, middle + reach)));
  return json;
}

/* A document is a path only where its own names are data. */
static void
append_paths (json_t *array, const SquillPath *path, gboolean complete)
{
  if (path->kind != SQUILL_PATH_DOCUMENT || path->values != NULL)
    {
      json_t *json = squill_path_to_json (path);

      if (!complete && path->kind == SQUILL_PATH_FIELD && squill_path_get_of (path) > 0)
        json_object_set_new (json, "interval", interval_to_json (path));
      json_array_append_new (array, json);
    }
  if (path->elements != NULL)
    append_paths (array, path->elements, complete);
  if (path->values != NULL)
    append_paths (array, path->values, complete);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    append_paths (array, field, complete);
}

/**
 * squill_collection_profile_to_json:
 * @collection: a collection
 * @with_paths: whether to list its paths
 *
 * Returns: (transfer full): what is known of it, as `squill-cli infer` prints it
 */
json_t *
squill_collection_profile_to_json (const SquillCollectionProfile *collection, gboolean with_paths)
{
  const guint64 documents = collection->document_bytes.count;
  g_autofree char *source = g_utf8_make_valid (collection->source, -1);
  json_t *server = server_to_json (collection);
  json_t *json = json_object ();

  json_object_set_new (json, "name", json_string (collection->name));
  json_object_set_new (json, "source", json_string (source));
  json_object_set_new (json, "documents", squill_count_to_json (documents));
  if (squill_collection_profile_get_total (collection) != G_MAXUINT64)
    json_object_set_new (json, "documents_total",
                         squill_count_to_json (squill_collection_profile_get_total (collection)));
  json_object_set_new (json, "method",
                       json_string (squill_collection_profile_get_method (collection)));
  json_object_set_new (json, "bytes", squill_count_to_json (collection->document_bytes.sum));
  if (documents > 0)
    json_object_set_new (json, "document_bytes",
                         squill_distribution_to_json (&collection->document_bytes, FALSE));
  json_object_set_new (json, "saturated",
                       json_boolean (squill_collection_profile_is_saturated (collection)));
  /* Counted from 1: what came after it showed nothing new. */
  json_object_set_new (json, "last_new_document",
                       squill_count_to_json (collection->budget.last_new));
  if (with_paths)
    {
      json_t *paths = json_array ();

      append_paths (paths, collection->root, collection->complete);
      json_object_set_new (json, "paths", paths);
    }
  set_structure (json, collection);
  if (server != NULL)
    json_object_set_new (json, "server", server);
  return json;
}
