/* SPDX-License-Identifier: Apache-2.0 */

/* Classes of documents in C#, as the driver of .NET reads and writes them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"

/* How a value is written. */
typedef struct
{
  char *name;
  const char *initial; /* what a property of it begins with that is never null; NULL for a struct */
} Type;

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *taken; /* names of classes */
  GHashTable *names; /* shapes of objects -> their classes */
  gboolean uses_system;
  gboolean uses_collections;
} Writer;

/* What the code below uses, and the namespaces in which it is. */
static const char *const reserved[] = {
  "BsonArray",
  "BsonBinaryData",
  "BsonDocument",
  "BsonElement",
  "BsonElementAttribute",
  "BsonExtraElements",
  "BsonExtraElementsAttribute",
  "BsonId",
  "BsonIdAttribute",
  "BsonIgnoreExtraElements",
  "BsonIgnoreExtraElementsAttribute",
  "BsonIgnoreIfNull",
  "BsonIgnoreIfNullAttribute",
  "BsonJavaScript",
  "BsonJavaScriptWithScope",
  "BsonMaxKey",
  "BsonMinKey",
  "BsonNull",
  "BsonRegularExpression",
  "BsonSymbol",
  "BsonTimestamp",
  "BsonUndefined",
  "BsonValue",
  "DateTime",
  "Decimal128",
  "Dictionary",
  "List",
  "Models",
  "MongoDB",
  "ObjectId",
  "System",
};

/* Members of all classes, and what the driver takes for "_id". */
static const char *const members[] = {
  "CollectionName",  "Equals",          "Finalize", "GetHashCode", "GetType", "Id",
  "MemberwiseClone", "ReferenceEquals", "ToString",
};

static const char *
name_object (Writer *self, const SquillShape *shape)
{
  return _squill_export_name_object (self->names, shape, _squill_export_make_class_name,
                                     self->taken);
}

/* A value that is of these types and no object of which fields are known. */
static Type
make_plain_type (Writer *self, SquillTypes types)
{
  static const struct
  {
    SquillTypes types;
    const char *name;
    const char *initial;
  } names[] = {
    { SQUILL_TYPE_STRING, "string", "null!" },
    { SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL, "string", "null!" },
    { SQUILL_TYPE_BOOL, "bool", NULL },
    { SQUILL_TYPE_INT, "int", NULL },
    { SQUILL_TYPE_LONG, "long", NULL },
    { SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "long", NULL },
    { SQUILL_TYPE_DOUBLE, "double", NULL },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT, "double", NULL },
    { SQUILL_TYPE_DATE, "DateTime", NULL },
    { SQUILL_TYPE_OBJECT, "BsonDocument", "new()" },
    { SQUILL_TYPE_ARRAY, "BsonArray", "new()" },
    { SQUILL_TYPE_OBJECT_ID, "ObjectId", NULL },
    { SQUILL_TYPE_DECIMAL, "Decimal128", NULL },
    { SQUILL_TYPE_BINARY, "BsonBinaryData", "null!" },
    { SQUILL_TYPE_TIMESTAMP, "BsonTimestamp", "null!" },
    { SQUILL_TYPE_REGEX, "BsonRegularExpression", "null!" },
    { SQUILL_TYPE_SYMBOL, "BsonSymbol", "null!" },
    { SQUILL_TYPE_JAVASCRIPT, "BsonJavaScript", "null!" },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "BsonJavaScriptWithScope", "null!" },
    { SQUILL_TYPE_UNDEFINED, "BsonUndefined", "BsonUndefined.Value" },
    { SQUILL_TYPE_MIN_KEY, "BsonMinKey", "BsonMinKey.Value" },
    { SQUILL_TYPE_MAX_KEY, "BsonMaxKey", "BsonMaxKey.Value" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].types == types)
      {
        self->uses_system |= types == SQUILL_TYPE_DATE;
        return (Type){ g_strdup (names[i].name), names[i].initial };
      }
  /* A double does not hold each long, and a type is not one of several. */
  return (Type){ g_strdup ("BsonValue"), "BsonNull.Value" };
}

static Type make_type (Writer *self, const SquillShape *shape);

/* One value, or one element; with "?" where it can be null. */
static Type
make_value_type (Writer *self, const SquillShape *shape)
{
  g_autofree char *name = NULL;
  SquillTypes types;
  Type type;

  switch (_squill_export_get_value (shape, &types))
    {
    case SQUILL_EXPORT_VALUE_ARRAY:
      type = make_type (self, _squill_export_find_element (shape));
      break;
    case SQUILL_EXPORT_VALUE_OBJECT:
      type = (Type){ g_strdup (name_object (self, shape)), "null!" };
      break;
    case SQUILL_EXPORT_VALUE_PLAIN:
      type = make_plain_type (self, types & ~SQUILL_TYPE_NULL);
      break;
    case SQUILL_EXPORT_VALUE_ANY:
    default:
      return make_plain_type (self, SQUILL_TYPE_NONE);
    }
  /* Null is a value of this one, and another than that of the language. */
  if ((types & SQUILL_TYPE_NULL) == 0 || g_str_equal (type.name, "BsonValue"))
    return type;
  name = type.name;
  return (Type){ g_strconcat (name, "?", NULL), NULL };
}

/* A field with its array or map. */
static Type
make_type (Writer *self, const SquillShape *shape)
{
  g_autofree char *value = NULL;
  Type type;

  if (shape->single || shape->outlier_instead != SQUILL_TYPE_NONE)
    return make_plain_type (self, SQUILL_TYPE_NONE);
  type = make_value_type (self, shape);
  if (!shape->map && !shape->array)
    return type;
  value = type.name;
  self->uses_collections = TRUE;
  type.name = g_strdup_printf (shape->map ? "Dictionary<string, %s>" : "List<%s>", value);
  if (shape->nullable)
    {
      char *name = g_strconcat (type.name, "?", NULL);

      g_free (type.name);
      return (Type){ name, NULL };
    }
  return (Type){ type.name, "new()" };
}

/* Lines end at more characters than elsewhere. */
static char *
mend_lines (const char *words)
{
  g_autoptr (GString) mended = g_string_new (words);

  g_string_replace (mended, "\r\n", "\n", 0);
  g_string_replace (mended, "\r", "\n", 0);
  g_string_replace (mended, "\302\205", "\n", 0);
  g_string_replace (mended, "\342\200\250", "\n", 0);
  g_string_replace (mended, "\342\200\251", "\n", 0);
  return g_strstrip (g_string_free (g_steal_pointer (&mended), FALSE));
}

/* A text in quotes. */
static void
append_string (GString *text, const char *string)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  squill_bson_text_append_string (quoted, string, -1);
  g_string_replace (quoted, "\302\205", "\\u0085", 0);
  g_string_append (text, quoted->str);
}

/* "/// <summary>…</summary>", on one line or several. */
static void
append_summary (GString *text, const char *indent, const char *words)
{
  g_autofree char *mended = mend_lines (words);
  g_auto (GStrv) lines = g_strsplit (mended, "\n", -1);

  if (*mended == '\0')
    return;
  if (lines[1] == NULL)
    {
      g_string_append_printf (text, "%s/// <summary>", indent);
      _squill_export_append_markup (text, mended);
      g_string_append (text, "</summary>\n");
      return;
    }
  g_string_append_printf (text, "%s/// <summary>\n", indent);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_string_append_printf (text, *lines[i] != '\0' ? "%s/// " : "%s///", indent);
      _squill_export_append_markup (text, lines[i]);
      g_string_append_c (text, '\n');
    }
  g_string_append_printf (text, "%s/// </summary>\n", indent);
}

static void
write_property (Writer *self, const SquillShape *shape, GHashTable *taken)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  const gboolean is_id = g_str_equal (shape->name, "_id");
  g_autofree char *values = _squill_export_describe_values (self->export, shape);
  g_autoptr (GString) summary = g_string_new (NULL);
  Type type = make_type (self, shape);
  g_autofree char *type_name = type.name;
  g_autofree char *name =
      is_id ? g_strdup ("Id")
            : _squill_export_make_class_name (taken, shape->rest ? "Rest" : shape->name);

  if (field != NULL && shape->copy == NULL && field->description != NULL)
    g_string_append (summary, field->description);
  if (values != NULL)
    g_string_append_printf (summary, summary->len > 0 ? "\n%s" : "%s", values);
  append_summary (self->text, "    ", summary->str);

  if (shape->rest)
    {
      g_string_append_printf (self->text,
                              "    [BsonExtraElements]\n"
                              "    public BsonDocument %s { get; set; } = new();\n",
                              name);
      return;
    }
  if (is_id)
    g_string_append (self->text, "    [BsonId]\n");
  else if (!g_str_equal (name, shape->name))
    {
      g_string_append (self->text, "    [BsonElement(");
      append_string (self->text, shape->name);
      g_string_append (self->text, ")]\n");
    }
  if (!shape->required && !is_id)
    {
      g_string_append (self->text, "    [BsonIgnoreIfNull]\n");
      if (!g_str_has_suffix (type_name, "?"))
        {
          char *optional = g_strconcat (type_name, "?", NULL);

          g_free (type_name);
          type_name = optional;
        }
      type.initial = NULL;
    }
  g_string_append_printf (self->text, "    public %s %s { get; set; }", type_name, name);
  if (type.initial != NULL)
    g_string_append_printf (self->text, " = %s;", type.initial);
  g_string_append_c (self->text, '\n');
}

/* One class. @of is the collection whose documents it is, or NULL. */
static void
write_class (Writer *self, const SquillShape *shape, const SquillCollection *of)
{
  const SquillEntity *entity =
      of != NULL || shape->document
          ? squill_model_get_entity (self->export->model, of != NULL ? of->entity : shape->entity)
          : NULL;
  const char *name = name_object (self, shape);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) summary = g_string_new (NULL);
  gboolean begins = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_hash_table_add (taken, g_strdup (members[i]));
  g_hash_table_add (taken, g_strdup (name));

  g_string_printf (summary, of != NULL ? "A document of the collection %s." : "Embedded in %s.",
                   of != NULL ? of->name : shape->path);
  if (entity != NULL && entity->description != NULL)
    g_string_append_printf (summary, "\n%s", entity->description);
  g_string_append_c (self->text, '\n');
  append_summary (self->text, "", summary->str);
  if (squill_shape_get_rest (shape) == NULL && !_squill_export_is_closed (self->export, shape))
    g_string_append (self->text, "[BsonIgnoreExtraElements]\n");
  g_string_append_printf (self->text, "public class %s\n{\n", name);
  if (of != NULL)
    {
      g_string_append (self->text, "    /// <summary>The name of the collection.</summary>\n"
                                   "    public const string CollectionName = ");
      append_string (self->text, of->name);
      g_string_append (self->text, ";\n");
      begins = FALSE;
    }
  for (guint i = 0; i < shape->children->len; i++)
    {
      if (squill_shape_is_element (shape->children->pdata[i]))
        continue;
      g_string_append (self->text, begins ? "" : "\n");
      write_property (self, shape->children->pdata[i], taken);
      begins = FALSE;
    }
  g_string_append (self->text, "}\n");
}

gboolean
_squill_export_csharp (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GString) classes = g_string_new (NULL);
  Writer writer = { self, classes, taken, names, FALSE, FALSE };
  GString *text;

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (taken, g_strdup (reserved[i]));
  _squill_export_name_collections (names, collections, _squill_export_make_class_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      g_autoptr (GPtrArray) objects = _squill_export_list_objects (collection->shape);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_class (&writer, collection->shape, collection);
      for (guint j = 0; j < objects->len; j++)
        write_class (&writer, objects->pdata[j], NULL);
    }
  text = g_string_new ("#nullable enable\n\n");
  if (writer.uses_system)
    g_string_append (text, "using System;\n");
  if (writer.uses_collections)
    g_string_append (text, "using System.Collections.Generic;\n");
  g_string_append (text, "using MongoDB.Bson;\nusing MongoDB.Bson.Serialization.Attributes;\n"
                         "\nnamespace Models;\n");
  g_string_append (text, classes->str);
  _squill_export_add_text (self, info->name != NULL ? info->name : "Models", text);
  return TRUE;
}
