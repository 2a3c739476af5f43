/* SPDX-License-Identifier: Apache-2.0 */

/* Types of documents in TypeScript, as the driver of Node.js gives and takes them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-text.h"

enum
{
  LONGS_LONG,
  LONGS_NUMBER,
  LONGS_BIGINT,
};

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *taken;    /* names of types */
  GHashTable *imported; /* of the driver */
  GHashTable *names;    /* shapes of objects -> their types */
  guint longs;
} Writer;

static const char *
import (Writer *self, const char *name)
{
  g_hash_table_add (self->imported, (gpointer)name);
  return name;
}

static const char *
get_type_name (Writer *self, SquillTypes type)
{
  static const struct
  {
    SquillTypes type;
    const char *name;
    gboolean imported;
  } names[] = {
    { SQUILL_TYPE_DOUBLE, "number", FALSE },
    { SQUILL_TYPE_INT, "number", FALSE },
    { SQUILL_TYPE_STRING, "string", FALSE },
    { SQUILL_TYPE_SYMBOL, "string", FALSE },
    { SQUILL_TYPE_BOOL, "boolean", FALSE },
    { SQUILL_TYPE_DATE, "Date", FALSE },
    { SQUILL_TYPE_NULL, "null", FALSE },
    { SQUILL_TYPE_UNDEFINED, "undefined", FALSE },
    { SQUILL_TYPE_REGEX, "RegExp", FALSE },
    { SQUILL_TYPE_ARRAY, "unknown[]", FALSE },
    { SQUILL_TYPE_OBJECT, "Record<string, unknown>", FALSE },
    { SQUILL_TYPE_BINARY, "Binary", TRUE },
    { SQUILL_TYPE_OBJECT_ID, "ObjectId", TRUE },
    { SQUILL_TYPE_DECIMAL, "Decimal128", TRUE },
    { SQUILL_TYPE_TIMESTAMP, "Timestamp", TRUE },
    { SQUILL_TYPE_JAVASCRIPT, "Code", TRUE },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "Code", TRUE },
    { SQUILL_TYPE_DB_POINTER, "DBRef", TRUE },
    { SQUILL_TYPE_MIN_KEY, "MinKey", TRUE },
    { SQUILL_TYPE_MAX_KEY, "MaxKey", TRUE },
  };

  if (type == SQUILL_TYPE_LONG)
    return self->longs == LONGS_LONG     ? import (self, "Long")
           : self->longs == LONGS_NUMBER ? "number"
                                         : "bigint";
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].type == type)
      return names[i].imported ? import (self, names[i].name) : names[i].name;
  return "unknown";
}

static char *
join (GPtrArray *members)
{
  if (members->len == 0)
    return g_strdup ("unknown");
  g_ptr_array_add (members, NULL);
  return g_strjoinv (" | ", (char **)members->pdata);
}

/* What the type of an object is called, which is written later (transfer none). */
static const char *
name_object (Writer *self, const SquillShape *shape)
{
  return _squill_export_name_object (self->names, shape, _squill_export_make_type_name,
                                     self->taken);
}

static char *make_type (Writer *self, const SquillShape *shape);

/* The type of one value, or one element (transfer full). */
static char *
make_value_type (Writer *self, const SquillShape *shape)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  const SquillShape *element = _squill_export_find_element (shape);
  const json_t *enumeration = _squill_export_get_enumeration (self->export, shape);
  gboolean listed = json_array_size (enumeration) > 0;
  SquillTypes types;

  for (gsize i = 0; listed && i < json_array_size (enumeration); i++)
    {
      g_autoptr (GString) literal = g_string_new (NULL);

      listed = _squill_export_append_literal (literal, json_array_get (enumeration, i));
      _squill_export_add_member (members, literal->str);
    }
  if (!listed)
    g_ptr_array_set_size (members, 0);
  if (element != NULL)
    {
      g_autofree char *type = make_type (self, element);

      _squill_export_add_member (members, type);
    }
  if (_squill_export_has_members (shape) || (shape->recursive && shape->document))
    _squill_export_add_member (members, name_object (self, shape));
  types = _squill_export_get_plain_types (
      shape, _squill_export_has_members (shape) || shape->recursive, listed);
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      _squill_export_add_member (members, get_type_name (self, 1u << i));
  return join (members);
}

/* The type of a field: with its array or map, and what may stand in their place (transfer full). */
static char *
make_type (Writer *self, const SquillShape *shape)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *value = make_value_type (self, shape);
  g_autofree char *around = NULL;

  if (!shape->array && !shape->map)
    return g_steal_pointer (&value);
  if (shape->map)
    around = g_strdup_printf ("Record<string, %s>", value);
  else
    around = g_strdup_printf (strstr (value, " | ") != NULL ? "(%s)[]" : "%s[]", value);
  _squill_export_add_member (members, around);
  if (shape->single)
    _squill_export_add_member (members, value);
  if (shape->nullable)
    _squill_export_add_member (members, "null");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((shape->outlier_instead & (1u << i)) != 0)
      _squill_export_add_member (members, get_type_name (self, 1u << i));
  return join (members);
}

static void
write_interface (Writer *self, const SquillShape *shape, const char *description)
{
  g_string_append_c (self->text, '\n');
  _squill_export_append_documentation (self->text, "", description);
  g_string_append_printf (self->text, "export interface %s {\n", name_object (self, shape));
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillField *field = squill_model_get_field (self->export->model, child->field);
      const SquillRelationship *r =
          squill_model_get_relationship (self->export->model, child->relationship);
      g_autofree char *type = NULL;

      if (squill_shape_is_element (child))
        continue;
      type = make_type (self, child);
      _squill_export_append_documentation (self->text, "  ",
                                           field != NULL && field->description != NULL
                                               ? field->description
                                           : r != NULL && child->target != NULL ? r->description
                                                                                : NULL);
      if (child->rest)
        {
          /* The other members have to be of its type as well. */
          g_string_append (self->text, "  [key: string]: unknown;\n");
          continue;
        }
      g_string_append (self->text, "  ");
      _squill_export_append_property (self->text, child->name);
      g_string_append_printf (self->text, "%s: %s;\n", child->required ? "" : "?", type);
    }
  g_string_append (self->text, "}\n");
}

gboolean
_squill_export_typescript (SquillExport *self, GError **error)
{
  static const char *const reserved[] = {
    "Binary", "ObjectId", "Decimal128", "Timestamp", "Code",   "DBRef",   "MinKey",  "MaxKey",
    "Long",   "Date",     "RegExp",     "Record",    "String", "Number",  "Boolean", "Object",
    "Array",  "Function", "Symbol",     "Map",       "Set",    "Promise", "Error",   "BigInt"
  };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) imported = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GString) types = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  Writer writer = {
    self, types, taken, imported, names, _squill_export_get_choice (self, "longs")
  };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (taken, g_strdup (reserved[i]));
  _squill_export_name_collections (names, collections, _squill_export_make_type_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      const SquillEntity *entity = squill_model_get_entity (self->model, collection->entity);
      g_autoptr (GPtrArray) objects = _squill_export_list_objects (collection->shape);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_interface (&writer, collection->shape, entity != NULL ? entity->description : NULL);
      for (guint j = 0; j < objects->len; j++)
        {
          const SquillShape *object = objects->pdata[j];

          entity = object->document ? squill_model_get_entity (self->model, object->entity) : NULL;
          write_interface (&writer, object, entity != NULL ? entity->description : NULL);
        }
    }
  text = g_string_new (NULL);
  squill_shell_append_comment (text, info->name != NULL ? info->name : "Squill");
  _squill_export_append_imports (text, "\nimport type", imported);
  g_string_append (text, types->str);
  _squill_export_add_text (self, info->name != NULL ? info->name : "types",
                           g_steal_pointer (&text));
  return TRUE;
}
