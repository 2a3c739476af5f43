/* SPDX-License-Identifier: Apache-2.0 */

/* What a collection's documents are made of, beyond their paths, as `squill-cli infer` prints it.
 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/structure/squill-structure-json.h"

#include "inspect/structure/squill-field-group.h"
#include "inspect/structure/squill-outlier.h"
#include "inspect/structure/squill-shape.h"
#include "inspect/profile/squill-value-json.h"
#include "inspect/structure/squill-variant.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

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
    set (json, name, members);
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

  set (json, "value",
       each->value != NULL
           ? squill_value_to_json (each->value->type, each->value->bytes, each->value->length)
           : json_null ());
  set (json, "count", squill_count_to_json (each->count));
  for (guint i = 0; i < each->fields->len; i++)
    {
      const SquillVariantField *field = &g_array_index (each->fields, SquillVariantField, i);
      g_autofree char *name =
          g_utf8_make_valid (field->path->name, (gssize)field->path->name_length);

      json_array_append_new (fields, json_string (name));
      if (field->count < each->count)
        json_array_append_new (optional, json_string (name));
      if (field->depth > 0)
        set (depths, name, json_integer (field->depth));
      if (field->kinds != 0)
        set (types, name, kinds_to_json (field->kinds));
    }
  set (json, "fields", fields);
  set (json, "optional", optional);
  set_if_any (json, "depths", depths);
  set_if_any (json, "types", types);
  return json;
}

static json_t *
variant_to_json (const SquillVariant *variant)
{
  g_autofree char *tag = squill_path_to_text (variant->discriminator);
  json_t *json = json_object ();
  json_t *cases = json_array ();
  json_t *evidence = json_array ();

  set (json, "path", path_name_to_json (variant->path));
  set (json, "discriminator", json_string (tag));
  for (guint i = 0; i < variant->cases->len; i++)
    json_array_append_new (cases, case_to_json (g_ptr_array_index (variant->cases, i)));
  set (json, "cases", cases);
  set (json, "confidence", squill_json_number (variant->confidence));
  /* Translators: a field, how many objects have it, of how many. */
  add_evidence (evidence, g_strdup_printf (_ ("%s is told in %" PRIu64 " of %" PRIu64), tag,
                                           variant->told, variant->objects));
  add_evidence (evidence,
                g_strdup_printf (g_dngettext (NULL,
                                              "Its value decides whether %u field is there, or "
                                              "what is in it",
                                              "Its value decides whether %u fields are there, or "
                                              "what is in them",
                                              variant->decided->len),
                                 variant->decided->len));
  set (json, "evidence", evidence);
  return json;
}

static json_t *
group_to_json (const SquillFieldGroup *group)
{
  guint64 objects = squill_path_get_objects (group->parent);
  json_t *json = json_object ();
  json_t *evidence = json_array ();

  set (json, "kind", json_string (squill_field_group_kind_get_name (group->kind)));
  set (json, "paths", paths_to_json (group->fields));
  set (json, "count", squill_count_to_json (group->count));
  set (json, "of", squill_count_to_json (objects));
  set (json, "confidence", squill_json_number (group->confidence));
  if (group->kind == SQUILL_FIELD_GROUP_TOGETHER)
    add_evidence (evidence, g_strdup_printf (_ ("All of them are in the same %" PRIu64
                                                " of %" PRIu64 ", and in the others none"),
                                             group->count, objects));
  else
    add_evidence (
        evidence,
        g_strdup_printf (_ ("Each of %" PRIu64 " has one of them, and none has two"), objects));
  set (json, "evidence", evidence);
  return json;
}

static json_t *
shape_to_json (const SquillShape *shape)
{
  json_t *json = json_object ();
  json_t *evidence = json_array ();

  set (json, "paths", paths_to_json (shape->paths));
  set (json, "recursive", json_boolean (shape->recursive));
  set (json, "fields", json_integer (shape->fields));
  set (json, "common", json_integer (shape->common));
  set (json, "confidence", squill_json_number (shape->confidence));
  add_evidence (evidence, g_strdup_printf (_ ("%u of %u fields are at each of %u places"),
                                           shape->common, shape->fields, shape->paths->len));
  if (shape->recursive)
    add_evidence (evidence, g_strdup (_ ("One stands inside another of its kind")));
  set (json, "evidence", evidence);
  return json;
}

static json_t *
outlier_to_json (const SquillOutlier *outlier)
{
  const SquillWitness *document = outlier->document;
  g_autofree char *reason = squill_outlier_describe (outlier);
  json_t *json = json_object ();
  json_t *paths = json_array ();

  set (json, "_id",
       document->id_type != 0
           ? squill_value_to_json (document->id_type, document->id, document->id_length)
           : json_null ());
  set (json, "index", squill_count_to_json (squill_witness_get_index (document)));
  for (guint i = 0; i < outlier->paths->len; i++)
    json_array_append_new (
        paths, path_name_to_json (g_array_index (outlier->paths, SquillOutlierPath, i).path));
  set (json, "paths", paths);
  set (json, "reason", json_string (reason));
  set (json, "confidence", squill_json_number (outlier->confidence));
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
    set (json, name, json_string (bson_iter_utf8 (&found, NULL)));
  else if (BSON_ITER_HOLDS_NUMBER (&found))
    set (json, name, json_integer (bson_iter_as_int64 (&found)));
}

static void
set_time_series (json_t *json, const SquillMetadata *metadata)
{
  json_t *series = json_object ();

  if (metadata != NULL && metadata->options != NULL)
    {
      set_option (series, "time_field", metadata->options, "timeField");
      set_option (series, "meta_field", metadata->options, "metaField");
      set_option (series, "granularity", metadata->options, "granularity");
      set_option (series, "bucket_seconds", metadata->options, "bucketMaxSpanSeconds");
    }
  if (json_object_get (series, "time_field") != NULL)
    set (json, "timeseries", series);
  else
    json_decref (series);
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
  set (gridfs, "bucket", json_string (bucket));
  set (gridfs, "part", json_string (collection->gridfs_part));
  set (gridfs, "with", json_string (other));
  set (gridfs, "confidence", squill_json_number (0.98));
  add_evidence (evidence, g_strdup_printf (_ ("It has the fields that GridFS gives it, and %s is "
                                              "there as well"),
                                           other));
  set (gridfs, "evidence", evidence);
  set (json, "gridfs", gridfs);
}

/**
 * squill_structure_to_json:
 * @collection: a collection, finished
 * @json: its object in the JSON of the profile
 *
 * Writes into @json what its documents are made of: variants, groups, shapes, outliers; and
 * whether the server keeps it in a way of its own.
 */
void
squill_structure_to_json (const SquillCollectionProfile *collection, json_t *json)
{
  g_autoptr (GPtrArray) variants = squill_variants_find (collection->root);
  g_autoptr (GPtrArray) groups = squill_field_groups_find (collection->root, variants);
  g_autoptr (GPtrArray) shapes = squill_shapes_find (collection->root);
  g_autoptr (GPtrArray) outliers = squill_outliers_find (collection->root);
  json_t *list = json_array ();

  for (guint i = 0; i < variants->len; i++)
    json_array_append_new (list, variant_to_json (g_ptr_array_index (variants, i)));
  set (json, "variants", list);
  list = json_array ();
  for (guint i = 0; i < groups->len; i++)
    json_array_append_new (list, group_to_json (g_ptr_array_index (groups, i)));
  set (json, "groups", list);
  list = json_array ();
  for (guint i = 0; i < shapes->len; i++)
    json_array_append_new (list, shape_to_json (g_ptr_array_index (shapes, i)));
  set (json, "shapes", list);
  list = json_array ();
  for (guint i = 0; i < outliers->len; i++)
    json_array_append_new (list, outlier_to_json (g_ptr_array_index (outliers, i)));
  set (json, "outliers", list);
  set_time_series (json, collection->metadata);
  set_gridfs (json, collection);
}
