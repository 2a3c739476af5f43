/* SPDX-License-Identifier: Apache-2.0 */

/* Models of Hackolade as the schemas of collections, which the import of schemas reads. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-hackolade.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_DEPTH 100

static json_t *make_schema (const json_t *item, guint depth);

/* Its type as a server calls it; NULL where it has none. */
static const char *
get_type (const json_t *item)
{
  static const char *const types[][2] = {
    { "document", "object" },       { "boolean", "bool" },      { "binary", "binData" },
    { "minkey", "minKey" },         { "maxkey", "maxKey" },     { "regex", "regex" },
    { "JavaScript", "javascript" }, { "uniqueID", "objectId" },
  };
  static const char *const modes[][2] = {
    { "integer32", "int" },      { "int32", "int" },       { "int", "int" },
    { "integer64", "long" },     { "int64", "long" },      { "long", "long" },
    { "decimal128", "decimal" }, { "decimal", "decimal" }, { "double", "double" },
  };
  const char *type = json_string_value (json_object_get (item, "type"));
  const char *mode = json_string_value (json_object_get (item, "mode"));

  if (type == NULL || *type == '\0')
    return NULL;
  if (g_str_equal (type, "numeric") || g_str_equal (type, "number"))
    {
      for (guint i = 0; mode != NULL && i < G_N_ELEMENTS (modes); i++)
        if (g_str_equal (mode, modes[i][0]))
          return modes[i][1];
      return "number";
    }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (type, types[i][0]))
      return types[i][1];
  return type;
}

static gboolean
is_left_out (const json_t *item)
{
  return !json_is_object (item) || json_is_false (json_object_get (item, "isActivated"));
}

/* Fields of an object, which are a list there. */
static void
add_properties (json_t *schema, const json_t *list, guint depth)
{
  json_t *properties = json_object (), *required = json_array ();
  const json_t *item;
  size_t i;

  json_array_foreach (list, i, item)
  {
    const char *name = json_string_value (json_object_get (item, "name"));

    if (is_left_out (item) || name == NULL || *name == '\0')
      continue;
    json_object_set_new (properties, name, make_schema (item, depth + 1));
    if (json_is_true (json_object_get (item, "required")) ||
        json_is_true (json_object_get (item, "primaryKey")))
      json_array_append_new (required, json_string (name));
  }
  json_object_set_new (schema, "properties", properties);
  if (json_array_size (required) > 0)
    json_object_set_new (schema, "required", required);
  else
    json_decref (required);
}

/* What a field, or an element of an array, looks like (transfer full). */
static json_t *
make_schema (const json_t *item, guint depth)
{
  static const char *const kept[] = { "description", "enum",       "pattern",  "minLength",
                                      "maxLength",   "minItems",   "maxItems", "uniqueItems",
                                      "default",     "multipleOf", "minimum",  "maximum" };
  json_t *schema = json_object ();
  const json_t *types = json_object_get (item, "type");
  const json_t *list = json_object_get (item, "properties");
  const char *type = get_type (item);

  if (depth > MAX_DEPTH)
    return schema;
  if (json_is_array (types))
    json_object_set (schema, "bsonType", (json_t *)types);
  else if (type != NULL && !g_str_equal (type, "choice") && !g_str_equal (type, "reference"))
    json_object_set_new (schema, "bsonType", json_string (type));
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      json_t *value = json_object_get (item, kept[i]);

      /* Those that are not said are empty there. */
      if (value != NULL && !(json_is_string (value) && json_string_length (value) == 0) &&
          !(json_is_array (value) && json_array_size (value) == 0))
        json_object_set (schema, kept[i], value);
    }
  if (g_strcmp0 (type, "array") == 0 && json_array_size (list) > 0)
    {
      json_t *either = json_array ();
      const json_t *element;
      size_t i;

      json_array_foreach (list, i, element)
      {
        if (!is_left_out (element))
          json_array_append_new (either, make_schema (element, depth + 1));
      }
      json_object_set_new (schema, "items", json_pack ("{s:o}", "anyOf", either));
    }
  else if (g_strcmp0 (type, "object") == 0)
    add_properties (schema, list, depth);
  return schema;
}

/* Alternatives of which an object has the fields of one. */
static void
tell_choices (const json_t *list, const char *path, GPtrArray *notes, guint depth)
{
  const json_t *item;
  size_t i;

  json_array_foreach (list, i, item)
  {
    const char *name = json_string_value (json_object_get (item, "name"));
    g_autofree char *own =
        g_strconcat (path, ".", name != NULL && *name != '\0' ? name : "[]", NULL);
    const char *type = json_string_value (json_object_get (item, "type"));

    if (is_left_out (item))
      continue;
    if (g_strcmp0 (type, "choice") == 0 || g_strcmp0 (type, "reference") == 0)
      g_ptr_array_add (notes, g_strdup_printf (_ ("“%s” of “%s” is not taken over"), type, path));
    else if (depth < MAX_DEPTH)
      tell_choices (json_object_get (item, "properties"), own, notes, depth + 1);
  }
}

/* The collections of a model of Hackolade, as a server lists its own (transfer full); NULL where
 * @root is none. @notes: (element-type utf8): gets what is not taken over */
json_t *
_squill_hackolade_make_schemas (const json_t *root, GPtrArray *notes)
{
  const json_t *collections = json_object_get (root, "collections");
  json_t *infos;
  const json_t *collection;
  guint n_indexes = 0;
  size_t i;

  if (!json_is_string (json_object_get (root, "modelName")) || !json_is_array (collections))
    return NULL;
  infos = json_array ();
  json_array_foreach (collections, i, collection)
  {
    const char *name = json_string_value (json_object_get (collection, "collectionName"));
    json_t *schema;

    if (is_left_out (collection) || name == NULL || *name == '\0')
      continue;
    schema = json_pack ("{s:s}", "bsonType", "object");
    if (json_is_string (json_object_get (collection, "description")))
      json_object_set (schema, "description", json_object_get (collection, "description"));
    add_properties (schema, json_object_get (collection, "properties"), 0);
    tell_choices (json_object_get (collection, "properties"), name, notes, 0);
    n_indexes += (guint)json_array_size (json_object_get (collection, "indexes"));
    json_array_append_new (infos, json_pack ("{s:s, s:{s:{s:o}}}", "name", name, "options",
                                             "validator", "$jsonSchema", schema));
  }
  if (json_array_size (json_object_get (root, "relationships")) > 0)
    g_ptr_array_add (notes, g_strdup (_ ("Relationships are not taken over")));
  if (n_indexes > 0)
    g_ptr_array_add (notes, g_strdup (_ ("Indexes are not taken over")));
  return infos;
}
