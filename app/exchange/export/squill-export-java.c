/* SPDX-License-Identifier: Apache-2.0 */

/* Classes of documents in Java, as its driver reads and writes them: records, or classes with
 * getters and setters. Each is a file. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"

/* A constructor has no more than 255 arguments, where long and double count twice. */
#define MAX_COMPONENTS 127

enum
{
  CLASSES_RECORDS,
  CLASSES_BEANS,
};

/* How a value is written. */
typedef struct
{
  char *name;
  const char *primitive; /* the same where a value is always there; NULL if there is none */
} Type;

/* A component of a record, or a field of a class. */
typedef struct
{
  char *description;
  char *annotation; /* "@BsonProperty("a b")", or NULL */
  char *type;
  char *name;
} Member;

typedef struct
{
  SquillExport *export;
  GHashTable *taken;   /* names of classes */
  GHashTable *names;   /* shapes of objects -> their classes */
  GHashTable *imports; /* of the file that is written */
} Writer;

/* Those that the code below uses, and those that the programs of others miss first. */
static const char *const reserved[] = {
  "Binary",
  "Boolean",
  "BsonArray",
  "BsonDbPointer",
  "BsonExtraElements",
  "BsonId",
  "BsonProperty",
  "BsonRegularExpression",
  "BsonTimestamp",
  "BsonUndefined",
  "BsonValue",
  "Byte",
  "Character",
  "Class",
  "Code",
  "CodeWithScope",
  "Comparable",
  "Decimal128",
  "Deprecated",
  "Document",
  "Double",
  "Enum",
  "Error",
  "Exception",
  "Float",
  "Instant",
  "Integer",
  "Iterable",
  "List",
  "Long",
  "Map",
  "Math",
  "MaxKey",
  "MinKey",
  "Number",
  "Object",
  "ObjectId",
  "Override",
  "Package",
  "Process",
  "Record",
  "Runnable",
  "Runtime",
  "Short",
  "String",
  "Symbol",
  "System",
  "Thread",
  "Throwable",
  "Void",
};

/* What no variable can be called, and what no component of a record can. */
static const char *const keywords[] = {
  "abstract",     "assert", "boolean",    "break",    "byte",      "case",      "catch",
  "char",         "class",  "clone",      "const",    "continue",  "default",   "do",
  "double",       "else",   "enum",       "extends",  "false",     "final",     "finalize",
  "finally",      "float",  "for",        "getClass", "goto",      "hashCode",  "if",
  "implements",   "import", "instanceof", "int",      "interface", "long",      "native",
  "new",          "notify", "notifyAll",  "null",     "package",   "private",   "protected",
  "public",       "return", "short",      "static",   "strictfp",  "super",     "switch",
  "synchronized", "this",   "throw",      "throws",   "toString",  "transient", "true",
  "try",          "void",   "volatile",   "wait",     "while",     NULL,
};

static void
member_free (gpointer data)
{
  Member *member = data;

  g_free (member->description);
  g_free (member->annotation);
  g_free (member->type);
  g_free (member->name);
  g_free (member);
}

static const char *
name_object (Writer *self, const SquillShape *shape)
{
  return _squill_export_name_object (self->names, shape, _squill_export_make_class_name,
                                     self->taken);
}

static void
import (Writer *self, const char *name)
{
  if (name != NULL)
    g_hash_table_add (self->imports, (gpointer)name);
}

/* A value that is of these types and no object of which fields are known. */
static Type
make_plain_type (Writer *self, SquillTypes types)
{
  static const struct
  {
    SquillTypes types;
    const char *name;
    const char *primitive;
    const char *imported;
  } names[] = {
    { SQUILL_TYPE_STRING, "String", NULL, NULL },
    { SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL, "String", NULL, NULL },
    { SQUILL_TYPE_BOOL, "Boolean", "boolean", NULL },
    { SQUILL_TYPE_INT, "Integer", "int", NULL },
    { SQUILL_TYPE_LONG, "Long", "long", NULL },
    { SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "Long", "long", NULL },
    { SQUILL_TYPE_DOUBLE, "Double", "double", NULL },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT, "Double", "double", NULL },
    { SQUILL_TYPE_DATE, "Instant", NULL, "java.time.Instant" },
    { SQUILL_TYPE_OBJECT, "Document", NULL, "org.bson.Document" },
    { SQUILL_TYPE_ARRAY, "BsonArray", NULL, "org.bson.BsonArray" },
    { SQUILL_TYPE_OBJECT_ID, "ObjectId", NULL, "org.bson.types.ObjectId" },
    { SQUILL_TYPE_DECIMAL, "Decimal128", NULL, "org.bson.types.Decimal128" },
    { SQUILL_TYPE_BINARY, "Binary", NULL, "org.bson.types.Binary" },
    { SQUILL_TYPE_TIMESTAMP, "BsonTimestamp", NULL, "org.bson.BsonTimestamp" },
    { SQUILL_TYPE_REGEX, "BsonRegularExpression", NULL, "org.bson.BsonRegularExpression" },
    { SQUILL_TYPE_SYMBOL, "Symbol", NULL, "org.bson.types.Symbol" },
    { SQUILL_TYPE_JAVASCRIPT, "Code", NULL, "org.bson.types.Code" },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "CodeWithScope", NULL, "org.bson.types.CodeWithScope" },
    { SQUILL_TYPE_DB_POINTER, "BsonDbPointer", NULL, "org.bson.BsonDbPointer" },
    { SQUILL_TYPE_UNDEFINED, "BsonUndefined", NULL, "org.bson.BsonUndefined" },
    { SQUILL_TYPE_MIN_KEY, "MinKey", NULL, "org.bson.types.MinKey" },
    { SQUILL_TYPE_MAX_KEY, "MaxKey", NULL, "org.bson.types.MaxKey" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].types == types)
      {
        import (self, names[i].imported);
        return (Type){ g_strdup (names[i].name), names[i].primitive };
      }
  /* A double does not hold each long, and a type is not one of several. */
  import (self, "org.bson.BsonValue");
  return (Type){ g_strdup ("BsonValue"), NULL };
}

static Type make_type (Writer *self, const SquillShape *shape);

/* One value, or one element. */
static Type
make_value_type (Writer *self, const SquillShape *shape)
{
  SquillTypes types;
  Type type;

  switch (_squill_export_get_value (shape, &types))
    {
    case SQUILL_EXPORT_VALUE_ARRAY:
      return make_type (self, _squill_export_find_element (shape));
    case SQUILL_EXPORT_VALUE_OBJECT:
      return (Type){ g_strdup (name_object (self, shape)), NULL };
    case SQUILL_EXPORT_VALUE_PLAIN:
      type = make_plain_type (self, types & ~SQUILL_TYPE_NULL);
      return (Type){ type.name, (types & SQUILL_TYPE_NULL) != 0 ? NULL : type.primitive };
    case SQUILL_EXPORT_VALUE_ANY:
    default:
      return make_plain_type (self, SQUILL_TYPE_NONE);
    }
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
  import (self, shape->map ? "java.util.Map" : "java.util.List");
  return (Type){ g_strdup_printf (shape->map ? "Map<String, %s>" : "List<%s>", value), NULL };
}

/* Words in a comment, which are HTML there; a backslash before a letter u could be none. */
static void
append_words (GString *text, const char *words)
{
  for (const char *p = words; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c < 0x20)
        g_string_append_c (text, ' ');
      else if (strchr ("&<>@\\*", (int)c) != NULL && c < 0x80)
        g_string_append_printf (text, "&#%u;", c);
      else
        g_string_append_unichar (text, c);
    }
}

/* Lines of a comment, each behind the same. */
static void
append_lines (GString *text, const char *before, const char *words)
{
  g_auto (GStrv) lines = words != NULL ? g_strsplit_set (words, "\r\n", -1) : NULL;

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      if (*g_strstrip (lines[i]) == '\0')
        continue;
      g_string_append (text, before);
      append_words (text, lines[i]);
      g_string_append_c (text, '\n');
    }
}

static void
append_annotation (GString *text, const char *name, const char *value)
{
  g_string_append_printf (text, "@%s(", name);
  squill_bson_text_append_string (text, value, -1);
  g_string_append_c (text, ')');
}

static char *
make_description (Writer *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  g_autofree char *values = _squill_export_describe_values (self->export, shape);
  GString *text = g_string_new (NULL);

  if (field != NULL && shape->copy == NULL && field->description != NULL)
    g_string_append (text, field->description);
  if (values != NULL)
    g_string_append_printf (text, text->len > 0 ? "\n%s" : "%s", values);
  return g_string_free (text, FALSE);
}

static Member *
make_member (Writer *self, const SquillShape *shape, GHashTable *taken)
{
  const gboolean is_id = g_str_equal (shape->name, "_id");
  Member *member = g_new0 (Member, 1);
  Type type = make_type (self, shape);

  member->description = make_description (self, shape);
  member->name = is_id ? g_strdup ("id")
                       : _squill_export_make_property_name (taken, keywords,
                                                            shape->rest ? "rest" : shape->name);
  if (shape->rest)
    {
      import (self, "org.bson.Document");
      import (self, "org.bson.codecs.pojo.annotations.BsonExtraElements");
      member->annotation = g_strdup ("@BsonExtraElements");
      member->type = g_strdup ("Document");
      g_free (type.name);
      return member;
    }
  if (is_id)
    {
      import (self, "org.bson.codecs.pojo.annotations.BsonId");
      member->annotation = g_strdup ("@BsonId");
    }
  else if (!g_str_equal (member->name, shape->name))
    {
      GString *text = g_string_new (NULL);

      import (self, "org.bson.codecs.pojo.annotations.BsonProperty");
      append_annotation (text, "BsonProperty", shape->name);
      member->annotation = g_string_free (text, FALSE);
    }
  if (shape->required && type.primitive != NULL)
    {
      g_free (type.name);
      type.name = g_strdup (type.primitive);
    }
  member->type = type.name;
  return member;
}

static void
append_constant (GString *text, const char *collection)
{
  if (collection == NULL)
    return;
  g_string_append (text, "  /** The name of the collection. */\n"
                         "  public static final String COLLECTION = ");
  squill_bson_text_append_string (text, collection, -1);
  g_string_append (text, ";\n");
}

static void
append_record (GString *text, const char *name, const GPtrArray *members, const char *collection)
{
  g_string_append_printf (text, "public record %s(", name);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];

      g_string_append (text, i > 0 ? ",\n    " : "\n    ");
      if (member->annotation != NULL)
        g_string_append_printf (text, "%s ", member->annotation);
      g_string_append_printf (text, "%s %s", member->type, member->name);
    }
  g_string_append (text, ") {\n");
  append_constant (text, collection);
  g_string_append (text, "}\n");
}

static void
append_bean (GString *text, const char *name, const GPtrArray *members, const char *collection)
{
  g_string_append_printf (text, "public class %s {\n", name);
  append_constant (text, collection);
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];

      g_string_append (text, i > 0 || collection != NULL ? "\n" : "");
      if (*member->description != '\0')
        {
          g_string_append (text, "  /**\n");
          append_lines (text, "   * ", member->description);
          g_string_append (text, "   */\n");
        }
      if (member->annotation != NULL)
        g_string_append_printf (text, "  %s\n", member->annotation);
      g_string_append_printf (text, "  private %s %s;\n", member->type, member->name);
    }
  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];
      const char *rest = g_utf8_next_char (member->name);
      const char *get = g_str_equal (member->type, "boolean") ? "is" : "get";
      char first[7] = "";

      g_unichar_to_utf8 (g_unichar_toupper (g_utf8_get_char (member->name)), first);
      g_string_append_printf (text,
                              "\n  public %s %s%s%s() {\n    return %s;\n  }\n"
                              "\n  public void set%s%s(%s %s) {\n    this.%s = %s;\n  }\n",
                              member->type, get, first, rest, member->name, first, rest,
                              member->type, member->name, member->name, member->name);
    }
  g_string_append (text, "}\n");
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *)a, *(const char *const *)b);
}

/* The file of one class. @collection is that whose documents it is, or NULL. */
static void
write_class (Writer *self,
             const SquillShape *shape,
             const SquillCollection *of,
             const char *collection)
{
  const SquillEntity *entity =
      collection != NULL || shape->document
          ? squill_model_get_entity (self->export->model,
                                     collection != NULL ? of->entity : shape->entity)
          : NULL;
  const char *name = name_object (self, shape);
  g_autofree char *file_name = g_strconcat (name, ".java", NULL);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) imports = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (member_free);
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autofree gpointer *imported = NULL;
  gboolean is_record = _squill_export_get_choice (self->export, "classes") == CLASSES_RECORDS &&
                       squill_shape_get_rest (shape) == NULL &&
                       shape->children->len <= MAX_COMPONENTS;
  GString *text = g_string_new ("package models;\n");
  guint n;

  self->imports = imports;
  /* The driver takes a property of this name for "_id", but in records. */
  for (guint i = 0; i < shape->children->len; i++)
    if (!is_record || g_str_equal (((const SquillShape *)shape->children->pdata[i])->name, "_id"))
      g_hash_table_add (taken, g_strdup ("id"));
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (squill_shape_is_element (child))
        continue;
      if (*child->name != '\0' || child->rest)
        g_ptr_array_add (members, make_member (self, child, taken));
      else
        g_string_assign (remarks, "The driver cannot name the field \"\".");
    }

  imported = g_hash_table_get_keys_as_array (imports, &n);
  qsort (imported, n, sizeof *imported, compare_names);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, i == 0 ? "\nimport %s;\n" : "import %s;\n",
                            (const char *)imported[i]);

  g_string_append (text, "\n/**\n * ");
  g_string_append (text, collection != NULL ? "A document of the collection " : "Embedded in ");
  append_words (text, collection != NULL ? collection : shape->path);
  g_string_append (text, ".\n");
  append_lines (text, " * ", entity != NULL ? entity->description : NULL);
  append_lines (text, " * ", remarks->str);
  if (is_record)
    {
      gboolean begins = TRUE;

      for (guint i = 0; i < members->len; i++)
        {
          const Member *member = members->pdata[i];
          g_autofree char *before = g_strdup_printf (" * @param %s ", member->name);
          g_autofree char *line = g_strdelimit (g_strdup (member->description), "\r\n", ' ');

          if (*g_strstrip (line) == '\0')
            continue;
          g_string_append (text, begins ? " *\n" : "");
          append_lines (text, before, line);
          begins = FALSE;
        }
    }
  g_string_append (text, " */\n");
  (is_record ? append_record : append_bean) (text, name, members, collection);
  _squill_export_add_named_file (self->export, of->name, file_name, g_string_free_to_bytes (text));
}

gboolean
_squill_export_java (SquillExport *self, GError **error)
{
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Writer writer = { self, taken, names, NULL };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    {
      g_autofree char *folded = g_utf8_casefold (reserved[i], -1);

      g_hash_table_add (taken, g_strdup (reserved[i]));
      g_hash_table_add (taken, g_strconcat ("/", folded, NULL));
    }
  _squill_export_name_collections (names, collections, _squill_export_make_class_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      g_autoptr (GPtrArray) objects = _squill_export_list_objects (collection->shape);

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_class (&writer, collection->shape, collection, collection->name);
      for (guint j = 0; j < objects->len; j++)
        write_class (&writer, objects->pdata[j], collection, NULL);
    }
  return TRUE;
}
