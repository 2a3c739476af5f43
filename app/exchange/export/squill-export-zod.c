/* SPDX-License-Identifier: Apache-2.0 */

/* Documents as schemas of Zod 4, for what the driver of Node.js gives and takes. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/export/squill-export-private.h"
#include "exchange/squill-shell-text.h"

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *taken;    /* names of schemas */
  GHashTable *names;    /* shape of objects -> its schema */
  GHashTable *imported; /* of the driver */
} Writer;

static char *
join (GPtrArray *members)
{
  GString *text;

  if (members->len == 0)
    return g_strdup ("z.unknown()");
  if (members->len == 1)
    return g_strdup (members->pdata[0]);
  text = g_string_new ("z.union([");
  for (guint i = 0; i < members->len; i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s", (const char *)members->pdata[i]);
  g_string_append (text, "])");
  return g_string_free (text, FALSE);
}

/* What the driver gives for a type, and what it takes besides. */
static void
add_type (Writer *self, GPtrArray *members, SquillTypes type)
{
  static const struct
  {
    SquillTypes type;
    const char *plain;
    const char *class;
  } types[] = {
    { SQUILL_TYPE_DOUBLE, "z.number()", NULL },
    { SQUILL_TYPE_INT, "z.int32()", NULL },
    { SQUILL_TYPE_LONG, "z.int()", "Long" },
    { SQUILL_TYPE_STRING, "z.string()", NULL },
    { SQUILL_TYPE_SYMBOL, "z.string()", "BSONSymbol" },
    { SQUILL_TYPE_BOOL, "z.boolean()", NULL },
    { SQUILL_TYPE_DATE, "z.date()", NULL },
    { SQUILL_TYPE_NULL, "z.null()", NULL },
    { SQUILL_TYPE_UNDEFINED, "z.undefined()", NULL },
    { SQUILL_TYPE_REGEX, "z.instanceof(RegExp)", "BSONRegExp" },
    { SQUILL_TYPE_ARRAY, "z.array(z.unknown())", NULL },
    { SQUILL_TYPE_OBJECT, "z.record(z.string(), z.unknown())", NULL },
    { SQUILL_TYPE_BINARY, "z.instanceof(Uint8Array)", "Binary" },
    { SQUILL_TYPE_OBJECT_ID, NULL, "ObjectId" },
    { SQUILL_TYPE_DECIMAL, NULL, "Decimal128" },
    { SQUILL_TYPE_TIMESTAMP, NULL, "Timestamp" },
    { SQUILL_TYPE_JAVASCRIPT, NULL, "Code" },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, NULL, "Code" },
    { SQUILL_TYPE_DB_POINTER, NULL, "DBRef" },
    { SQUILL_TYPE_MIN_KEY, NULL, "MinKey" },
    { SQUILL_TYPE_MAX_KEY, NULL, "MaxKey" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      {
        if (types[i].plain != NULL)
          _squill_export_add_member (members, types[i].plain);
        if (types[i].class != NULL)
          {
            g_autofree char *text = g_strdup_printf ("z.instanceof(%s)", types[i].class);

            g_hash_table_add (self->imported, (gpointer)types[i].class);
            _squill_export_add_member (members, text);
          }
        /* A whole number that is out of the range of numbers. */
        if (type == SQUILL_TYPE_LONG)
          _squill_export_add_member (members, "z.bigint()");
      }
}

/* "z.literal([…])"; NULL where a value is none that JavaScript has (transfer full). */
static char *
make_enumeration (Writer *self, const SquillShape *shape)
{
  const json_t *values = _squill_export_get_enumeration (self->export, shape);
  g_autoptr (GString) text = g_string_new ("z.literal([");

  if (json_array_size (values) == 0)
    return NULL;
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      if (!_squill_export_append_literal (text, json_array_get (values, i)))
        return NULL;
    }
  g_string_append (text, "])");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
append_call (GString *text, const char *name, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append_printf (text, ".%s(%s)", name,
                            g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

/* Bounds, for each member that has them. */
static char *
add_rules (const char *member, const SquillField *field)
{
  GString *text = g_string_new (member);

  if (g_str_equal (member, "z.string()"))
    {
      append_call (text, "min", field->min_length);
      append_call (text, "max", field->max_length);
      _squill_export_append_pattern (text, ".regex(", field->pattern, ")");
    }
  else if (g_str_equal (member, "z.number()") || g_str_equal (member, "z.int32()") ||
           g_str_equal (member, "z.int()"))
    {
      if (json_is_number (field->minimum))
        append_call (text, "min", json_number_value (field->minimum));
      if (json_is_number (field->maximum))
        append_call (text, "max", json_number_value (field->maximum));
    }
  return g_string_free (text, FALSE);
}

static const char *write_object (Writer *self, const SquillShape *shape);
static char *make_schema (Writer *self, const SquillShape *shape);

/* An entity that contains itself: the schema of the one around it, which is not complete yet. */
static char *
make_lazy (Writer *self, const SquillShape *shape)
{
  const SquillShape *repeated = _squill_export_find_repeated (shape);
  const char *name = repeated == NULL ? NULL : g_hash_table_lookup (self->names, repeated);

  if (name == NULL)
    return g_strdup ("z.record(z.string(), z.unknown())");
  return g_strdup_printf ("z.lazy((): z.ZodType => %s)", name);
}

/* One value, or one element (transfer full). */
static char *
make_value (Writer *self, const SquillShape *shape)
{
  const SquillField *field =
      shape->target == NULL ? squill_model_get_field (self->export->model, shape->field) : NULL;
  const SquillShape *element = _squill_export_find_element (shape);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *enumeration = make_enumeration (self, shape);
  const SquillTypes types = _squill_export_get_plain_types (
      shape, _squill_export_has_members (shape) || shape->recursive, enumeration != NULL);

  if (enumeration != NULL)
    _squill_export_add_member (members, enumeration);
  if (element != NULL)
    {
      g_autofree char *schema = make_schema (self, element);

      _squill_export_add_member (members, schema);
    }
  if (shape->recursive && shape->document)
    {
      g_autofree char *lazy = make_lazy (self, shape);

      _squill_export_add_member (members, lazy);
    }
  else if (_squill_export_has_members (shape))
    _squill_export_add_member (members, write_object (self, shape));
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      add_type (self, members, 1u << i);
  for (guint i = 0; field != NULL && i < members->len; i++)
    {
      char *bounded = add_rules (members->pdata[i], field);

      g_free (members->pdata[i]);
      members->pdata[i] = bounded;
    }
  return join (members);
}

/* A field, with its array or map, and what may stand in their place (transfer full). */
static char *
make_schema (Writer *self, const SquillShape *shape)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *value = make_value (self, shape);
  g_autofree char *around = NULL;

  if (!shape->array && !shape->map)
    return g_steal_pointer (&value);
  around = g_strdup_printf (shape->map ? "z.record(z.string(), %s)" : "z.array(%s)", value);
  _squill_export_add_member (members, around);
  if (shape->single)
    _squill_export_add_member (members, value);
  if (shape->nullable)
    _squill_export_add_member (members, "z.null()");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((shape->outlier_instead & (1u << i)) != 0)
      add_type (self, members, 1u << i);
  return join (members);
}

/* The schema of an object, after those of the objects in it; its name. */
static const char *
write_object (Writer *self, const SquillShape *shape)
{
  const char *name =
      _squill_export_name_object (self->names, shape, _squill_export_make_type_name, self->taken);
  const SquillEntity *entity =
      shape->document ? squill_model_get_entity (self->export->model, shape->entity) : NULL;
  g_autoptr (GString) fields = g_string_new (NULL);

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillField *field = squill_model_get_field (self->export->model, child->field);
      g_autofree char *schema = NULL;

      if (squill_shape_is_element (child) || child->rest)
        continue;
      schema = make_schema (self, child);
      _squill_export_append_documentation (
          fields, "  ", field != NULL && child->copy == NULL ? field->description : NULL);
      if (field != NULL && child->target == NULL && field->pattern != NULL &&
          *field->pattern != '\0' && strstr (schema, "z.string()") != NULL &&
          strstr (schema, ".regex(") == NULL)
        {
          g_autofree char *comment = g_strconcat ("pattern of PCRE: ", field->pattern, NULL);

          g_string_append (fields, "  ");
          squill_shell_append_comment (fields, comment);
        }
      g_string_append (fields, "  ");
      _squill_export_append_property (fields, child->name);
      g_string_append_printf (fields, ": %s%s,\n", schema, child->required ? "" : ".optional()");
    }
  g_string_append_c (self->text, '\n');
  _squill_export_append_documentation (self->text, "", entity != NULL ? entity->description : NULL);
  g_string_append_printf (
      self->text, "export const %s = z.%s({\n%s});\n", name,
      _squill_export_is_closed (self->export, shape) ? "strictObject" : "looseObject", fields->str);
  g_string_append_printf (self->text, "export type %s = z.infer<typeof %s>;\n", name, name);
  return name;
}

gboolean
_squill_export_zod (SquillExport *self, GError **error)
{
  static const char *const reserved[] = { "Binary",     "ObjectId",   "Decimal128", "Timestamp",
                                          "Code",       "DBRef",      "MinKey",     "MaxKey",
                                          "Long",       "Date",       "RegExp",     "Record",
                                          "BSONRegExp", "BSONSymbol", "String",     "Uint8Array",
                                          "Object",     "Symbol",     "Array",      "Collections" };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) imported = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) schemas = g_string_new (NULL);
  g_autoptr (GString) text = NULL;
  Writer writer = { self, schemas, taken, names, imported };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (taken, g_strdup (reserved[i]));
  _squill_export_name_collections (names, collections, _squill_export_make_type_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_object (&writer, ((const SquillCollection *)collections->pdata[i])->shape);
    }
  text = g_string_new (NULL);
  squill_shell_append_comment (text, info->name != NULL ? info->name : "Squill");
  g_string_append (text, "\nimport { z } from 'zod';\n");
  _squill_export_append_imports (text, "import", imported);
  g_string_append (text, schemas->str);
  g_string_append (text, "\n/** The schema of the documents of each collection. */\n"
                         "export const collections = {\n");
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      g_string_append (text, "  ");
      _squill_export_append_property (text, collection->name);
      g_string_append_printf (text, ": %s,\n",
                              (const char *)g_hash_table_lookup (names, collection->shape));
    }
  g_string_append (text, "};\n");
  _squill_export_add_text (self, info->name != NULL ? info->name : "schemas",
                           g_steal_pointer (&text));
  return TRUE;
}
