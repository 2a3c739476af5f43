/* SPDX-License-Identifier: Apache-2.0 */

/* What a collection's documents are made of, beyond their paths, as `squill-cli infer` prints it.
 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-structure-json.h"

#include "inspect/squill-field-group.h"
#include "inspect/squill-outlier.h"
#include "inspect/squill-shape.h"
#include "inspect/squill-value-json.h"
#include "inspect/squill-variant.h"
#include "model/squill-json-text.h"
#include "model/squill-property.h"

#include <glib/gi18n.h>

static void
set (json_t *object, const char *name, json_t *value)
{
  json_object_set_new (object, name, value);
}

static json_t *
count_to_json (guint64 count)
{
  return json_integer ((json_int_t)MIN (count, (guint64)G_MAXINT64));
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
case_to_json (const SquillVariantCase *each)
{
  json_t *json = json_object ();
  json_t *fields = json_array ();
  json_t *optional = json_array ();
  json_t *depths = json_object ();

  set (json, "value",
       each->value != NULL
           ? squill_value_to_json (each->value->type, each->value->bytes, each->value->length)
           : json_null ());
  set (json, "count", count_to_json (each->count));
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
    }
  set (json, "fields", fields);
  set (json, "optional", optional);
  if (json_object_size (depths) > 0)
    set (json, "depths", depths);
  else
    json_decref (depths);
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
  add_evidence (evidence,
                g_strdup_printf (_ ("%s is told in %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT),
                                 tag, variant->told, variant->objects));
  add_evidence (evidence,
                g_strdup_printf (g_dngettext (NULL,
                                              "Its value decides whether %u field is there, or how "
                                              "deep its arrays are",
                                              "Its value decides whether %u fields are there, or "
                                              "how deep their arrays are",
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
  set (json, "count", count_to_json (group->count));
  set (json, "of", count_to_json (objects));
  set (json, "confidence", squill_json_number (group->confidence));
  if (group->kind == SQUILL_FIELD_GROUP_TOGETHER)
    add_evidence (evidence,
                  g_strdup_printf (_ ("All of them are in the same %" G_GUINT64_FORMAT
                                      " of %" G_GUINT64_FORMAT ", and in the others none"),
                                   group->count, objects));
  else
    add_evidence (evidence, g_strdup_printf (_ ("Each of %" G_GUINT64_FORMAT
                                                " has one of them, and none has two"),
                                             objects));
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
  set (json, "index", count_to_json (squill_witness_get_index (document)));
  for (guint i = 0; i < outlier->paths->len; i++)
    json_array_append_new (
        paths, path_name_to_json (g_array_index (outlier->paths, SquillOutlierPath, i).path));
  set (json, "paths", paths);
  set (json, "reason", json_string (reason));
  set (json, "confidence", squill_json_number (outlier->confidence));
  return json;
}

/**
 * squill_structure_to_json:
 * @collection: a collection, finished
 * @json: its object in the JSON of the profile
 *
 * Writes into @json what its documents are made of: variants, groups, shapes, outliers.
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
}
