/* SPDX-License-Identifier: Apache-2.0 */

/* Structs of documents in Go, as its driver reads and writes them, laid out as gofmt does. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"

/* The compiler of Go refuses it anywhere but at the beginning of a file. */
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

enum
{
  DRIVER_2,
  DRIVER_1,
};

/* A field of a struct: what stands before it, and its columns. */
typedef struct
{
  char *comment;
  char *name;
  char *type;
  char *tag;
} Row;

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *taken;   /* names of types */
  GHashTable *names;   /* shapes of objects -> their types */
  const char *package; /* in which the driver has its types */
  gboolean uses_package;
  gboolean uses_time;
} Writer;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->comment);
  g_free (row->name);
  g_free (row->type);
  g_free (row->tag);
  g_free (row);
}

/* "CustomerId" as "CustomerID": abbreviations keep their case, as Go's linters want it. */
static char *
raise_initialisms (const char *name)
{
  /* https://staticcheck.dev/docs/checks/#ST1003 */
  static const char *const known[] = {
    "Acl", "Api",  "Ascii", "Cpu", "Css", "Dns", "Eof",  "Guid", "Html", "Http", "Https",
    "Id",  "Ip",   "Json",  "Qps", "Ram", "Rpc", "Sla",  "Smtp", "Sql",  "Ssh",  "Tcp",
    "Tls", "Ttl",  "Udp",   "Ui",  "Gid", "Uid", "Uuid", "Uri",  "Url",  "Utf8", "Vm",
    "Xml", "Xmpp", "Xsrf",  "Xss", "Sip", "Rtp", "Amqp", "Db",   "Ts",   NULL
  };
  GString *raised = g_string_new (NULL);

  for (const char *p = name; *p != '\0';)
    {
      const char *end = p + 1;
      g_autofree char *word = NULL;

      while (*end != '\0' && !g_ascii_isupper (*end))
        end++;
      word = g_strndup (p, (gsize)(end - p));
      if (g_strv_contains (known, word))
        for (char *c = word; *c != '\0'; c++)
          *c = g_ascii_toupper (*c);
      g_string_append (raised, word);
      p = end;
    }
  return g_string_free (raised, FALSE);
}

/* A name that other packages see, which begins with a capital letter (transfer full). */
static char *
make_name (GHashTable *taken, const char *name)
{
  g_autoptr (GHashTable) none = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *camel = _squill_export_make_type_name (none, name);
  g_autofree char *plain = raise_initialisms (camel);
  g_autofree char *prefixed = g_strconcat ("X ", plain, NULL);

  return _squill_export_make_type_name (
      taken, g_unichar_isupper (g_utf8_get_char (plain)) ? plain : prefixed);
}

static const char *
name_object (Writer *self, const SquillShape *shape)
{
  return _squill_export_name_object (self->names, shape, make_name, self->taken);
}

/* The type of a value that is of these types and no object of which fields are known (transfer
 * full). */
static char *
make_plain_type (Writer *self, SquillTypes types)
{
  static const struct
  {
    SquillTypes types;
    const char *name;
    gboolean of_driver;
  } names[] = {
    { SQUILL_TYPE_STRING, "string", FALSE },
    { SQUILL_TYPE_STRING | SQUILL_TYPE_SYMBOL, "string", FALSE },
    { SQUILL_TYPE_BOOL, "bool", FALSE },
    { SQUILL_TYPE_INT, "int32", FALSE },
    { SQUILL_TYPE_LONG, "int64", FALSE },
    { SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "int64", FALSE },
    { SQUILL_TYPE_DOUBLE, "float64", FALSE },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT, "float64", FALSE },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_LONG, "float64", FALSE },
    { SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT | SQUILL_TYPE_LONG, "float64", FALSE },
    { SQUILL_TYPE_DATE, "time.Time", FALSE },
    { SQUILL_TYPE_OBJECT, "M", TRUE },
    { SQUILL_TYPE_ARRAY, "A", TRUE },
    { SQUILL_TYPE_OBJECT_ID, "ObjectID", TRUE },
    { SQUILL_TYPE_DECIMAL, "Decimal128", TRUE },
    { SQUILL_TYPE_BINARY, "Binary", TRUE },
    { SQUILL_TYPE_TIMESTAMP, "Timestamp", TRUE },
    { SQUILL_TYPE_REGEX, "Regex", TRUE },
    { SQUILL_TYPE_SYMBOL, "Symbol", TRUE },
    { SQUILL_TYPE_JAVASCRIPT, "JavaScript", TRUE },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "CodeWithScope", TRUE },
    { SQUILL_TYPE_DB_POINTER, "DBPointer", TRUE },
    { SQUILL_TYPE_UNDEFINED, "Undefined", TRUE },
    { SQUILL_TYPE_MIN_KEY, "MinKey", TRUE },
    { SQUILL_TYPE_MAX_KEY, "MaxKey", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].types == types)
      {
        self->uses_time |= types == SQUILL_TYPE_DATE;
        self->uses_package |= names[i].of_driver;
        return names[i].of_driver ? g_strdup_printf ("%s.%s", self->package, names[i].name)
                                  : g_strdup (names[i].name);
      }
  return g_strdup ("any");
}

/* Whether a value of a type can be missing or null without a pointer to it. */
static gboolean
can_be_nil (const char *type)
{
  return *type == '*' || g_str_equal (type, "any") || g_str_has_prefix (type, "[]") ||
         g_str_has_prefix (type, "map[") || g_str_has_suffix (type, ".M") ||
         g_str_has_suffix (type, ".A");
}

static char *make_type (Writer *self, const SquillShape *shape);

/* The type of one value, or one element (transfer full). */
static char *
make_value_type (Writer *self, const SquillShape *shape)
{
  g_autofree char *type = NULL;
  SquillTypes all;

  switch (_squill_export_get_value (shape, &all))
    {
    case SQUILL_EXPORT_VALUE_ARRAY:
      type = make_type (self, _squill_export_find_element (shape));
      break;
    case SQUILL_EXPORT_VALUE_OBJECT:
      type = g_strdup (name_object (self, shape));
      break;
    case SQUILL_EXPORT_VALUE_PLAIN:
      type = make_plain_type (self, all & ~SQUILL_TYPE_NULL);
      break;
    case SQUILL_EXPORT_VALUE_ANY:
    default:
      return g_strdup ("any");
    }
  return (all & SQUILL_TYPE_NULL) != 0 && !can_be_nil (type) ? g_strconcat ("*", type, NULL)
                                                             : g_steal_pointer (&type);
}

/* The type of a field (transfer full). */
static char *
make_type (Writer *self, const SquillShape *shape)
{
  g_autofree char *value = NULL;

  if (shape->single || shape->outlier_instead != SQUILL_TYPE_NONE)
    return g_strdup ("any");
  value = make_value_type (self, shape);
  if (shape->map)
    return g_strconcat ("map[string]", value, NULL);
  return shape->array ? g_strconcat ("[]", value, NULL) : g_steal_pointer (&value);
}

/* "`bson:\"name,omitempty\"`"; NULL where the driver cannot name the field (transfer full). */
static char *
make_tag (const char *name, gboolean can_be_omitted)
{
  g_autofree char *value = g_strconcat (name, can_be_omitted ? ",omitempty" : "", NULL);
  g_autoptr (GString) tag = g_string_new ("bson:");
  GString *text;

  if (*name == '\0' || strchr (name, ',') != NULL || g_str_equal (name, "-"))
    return NULL;
  squill_bson_text_append_string (tag, value, -1);
  if (strchr (tag->str, '`') == NULL && strstr (tag->str, BYTE_ORDER_MARK) == NULL)
    return g_strdup_printf ("`%s`", tag->str);
  text = g_string_new (NULL);
  squill_bson_text_append_string (text, tag->str, -1);
  g_string_replace (text, BYTE_ORDER_MARK, "\\ufeff", 0);
  return g_string_free (text, FALSE);
}

static void
append_comment (GString *text, const char *indent, const char *words)
{
  g_autoptr (GString) kept = g_string_new (words);
  g_auto (GStrv) lines = NULL;

  g_string_replace (kept, BYTE_ORDER_MARK, "", 0);
  if (kept->len == 0)
    return;
  lines = g_strsplit_set (kept->str, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, *g_strchomp (lines[i]) != '\0' ? "%s// %s\n" : "%s//\n", indent,
                            lines[i]);
}

static char *
make_comment (Writer *self, const SquillShape *shape)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  g_autofree char *values = _squill_export_describe_values (self->export, shape);
  GString *text = g_string_new (NULL);

  if (field != NULL && shape->copy == NULL)
    append_comment (text, "\t", field->description);
  append_comment (text, "\t", values);
  return g_string_free (text, FALSE);
}

/* Lines without a comment between them are aligned. */
static void
write_rows (GString *text, const GPtrArray *rows)
{
  for (guint i = 0, end; i < rows->len; i = end)
    {
      glong widths[2] = { 0, 0 };

      end = i;
      do
        {
          const Row *row = rows->pdata[end++];

          widths[0] = MAX (widths[0], g_utf8_strlen (row->name, -1));
          widths[1] = MAX (widths[1], g_utf8_strlen (row->type, -1));
        }
      while (end < rows->len && *((const Row *)rows->pdata[end])->comment == '\0');
      g_string_append (text, ((const Row *)rows->pdata[i])->comment);
      for (guint j = i; j < end; j++)
        {
          const Row *row = rows->pdata[j];

          g_string_append_printf (text, "\t%s%*s %s%*s %s\n", row->name,
                                  (int)(widths[0] - g_utf8_strlen (row->name, -1)), "", row->type,
                                  (int)(widths[1] - g_utf8_strlen (row->type, -1)), "", row->tag);
        }
    }
}

static void
add_row (Writer *self, const SquillShape *shape, GHashTable *taken, GPtrArray *rows)
{
  const gboolean is_id = g_str_equal (shape->path, "_id");
  Row *row = g_new0 (Row, 1);

  row->comment = make_comment (self, shape);
  row->type = make_type (self, shape);
  /* A struct is in itself by a pointer only. */
  if ((!shape->required || _squill_export_find_repeated (shape) != NULL) &&
      !can_be_nil (row->type) && !is_id)
    {
      char *type = g_strconcat ("*", row->type, NULL);

      g_free (row->type);
      row->type = type;
    }
  row->name = make_name (taken, shape->rest ? "Rest" : shape->name);
  /* A document without a key gets one, but 0 and "" are keys. */
  row->tag = shape->rest ? g_strdup ("`bson:\",inline\"`")
                         : make_tag (shape->name, is_id ? shape->types == SQUILL_TYPE_OBJECT_ID
                                                        : !shape->required);
  if (row->tag != NULL)
    g_ptr_array_add (rows, row);
  else
    row_free (row);
}

static void
write_struct (Writer *self, const SquillShape *shape, const char *what, const char *description)
{
  const char *name = name_object (self, shape);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  g_autoptr (GString) remarks = g_string_new (NULL);
  g_autofree char *begin = g_strdup_printf ("%s is %s.", name, what);

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const guint n = rows->len;

      if (squill_shape_is_element (child))
        continue;
      add_row (self, child, taken, rows);
      if (rows->len == n)
        {
          g_string_append (remarks, "The driver cannot name the field ");
          squill_bson_text_append_string (remarks, child->name, -1);
          g_string_append (remarks, ".\n");
        }
    }
  g_string_append_c (self->text, '\n');
  append_comment (self->text, "", begin);
  append_comment (self->text, "", description);
  if (remarks->len > 0)
    append_comment (self->text, "", g_strchomp (remarks->str));
  if (rows->len == 0)
    {
      g_string_append_printf (self->text, "type %s struct{}\n", name);
      return;
    }
  g_string_append_printf (self->text, "type %s struct {\n", name);
  write_rows (self->text, rows);
  g_string_append (self->text, "}\n");
}

static void
write_object (Writer *self, const SquillShape *shape)
{
  const SquillEntity *entity =
      shape->document ? squill_model_get_entity (self->export->model, shape->entity) : NULL;
  g_autoptr (GString) what = g_string_new ("embedded in ");

  squill_bson_text_append_string (what, shape->path, -1);
  write_struct (self, shape, what->str, entity != NULL ? entity->description : NULL);
}

gboolean
_squill_export_go (SquillExport *self, GError **error)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  const gboolean is_old = _squill_export_get_choice (self, "driver") == DRIVER_1;
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GString) types = g_string_new (NULL);
  Writer writer = { self, types, taken, names, is_old ? "primitive" : "bson", FALSE, FALSE };
  GString *text;

  if (collections == NULL)
    return FALSE;
  _squill_export_name_collections (names, collections, make_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];
      const SquillEntity *entity = squill_model_get_entity (self->model, collection->entity);
      g_autoptr (GPtrArray) objects = _squill_export_list_objects (collection->shape);
      g_autoptr (GString) what = g_string_new ("a document of the collection ");

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      squill_bson_text_append_string (what, collection->name, -1);
      write_struct (&writer, collection->shape, what->str,
                    entity != NULL ? entity->description : NULL);
      for (guint j = 0; j < objects->len; j++)
        write_object (&writer, objects->pdata[j]);
    }
  text = g_string_new ("// Package models has the documents of a database, as they are designed in "
                       "Squill.\npackage models\n");
  if (writer.uses_time && writer.uses_package)
    g_string_append_printf (text, "\nimport (\n\t\"time\"\n\n\t\"%s\"\n)\n",
                            is_old ? "go.mongodb.org/mongo-driver/bson/primitive"
                                   : "go.mongodb.org/mongo-driver/v2/bson");
  else if (writer.uses_package)
    g_string_append_printf (text, "\nimport \"%s\"\n",
                            is_old ? "go.mongodb.org/mongo-driver/bson/primitive"
                                   : "go.mongodb.org/mongo-driver/v2/bson");
  else if (writer.uses_time)
    g_string_append (text, "\nimport \"time\"\n");
  g_string_append (text, types->str);
  _squill_export_add_text (self, info->name != NULL ? info->name : "models", text);
  return TRUE;
}
