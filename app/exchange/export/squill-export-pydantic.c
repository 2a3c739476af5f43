/* SPDX-License-Identifier: Apache-2.0 */

/* Documents as classes of Pydantic 2, for what PyMongo gives and takes, or of Beanie, which reads
 * and writes them itself. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/squill-pattern.h"
#include "exchange/squill-shell-command.h"

/* In the order of the table. */
enum
{
  LIBRARY_PYDANTIC,
  LIBRARY_BEANIE,
};

typedef struct
{
  SquillExport *export;
  GString *text;
  GHashTable *taken; /* names of classes */
  GHashTable *names; /* shape of objects -> its class */
  GHashTable *used;  /* names that are imported */
  gboolean is_beanie;
} Writer;

/* A text of Python: what JSON has as one, but for what only Python reads otherwise. */
static void
append_string (GString *text, const char *words)
{
  squill_bson_text_append_string (text, words, -1);
}

static const char *
use (Writer *self, const char *name)
{
  g_hash_table_add (self->used, (gpointer)name);
  return name;
}

static void
append_value (GString *text, const json_t *value)
{
  const char *name;
  const json_t *member;
  gsize i;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  switch (json_typeof (value))
    {
    case JSON_STRING:
      append_string (text, json_string_value (value));
      return;
    case JSON_INTEGER:
      g_string_append_printf (text, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
      return;
    case JSON_REAL:
      g_string_append (text, g_ascii_dtostr (buffer, sizeof buffer, json_real_value (value)));
      return;
    case JSON_TRUE:
      g_string_append (text, "True");
      return;
    case JSON_FALSE:
      g_string_append (text, "False");
      return;
    case JSON_OBJECT:
      g_string_append_c (text, '{');
      json_object_foreach ((json_t *)value, name, member)
      {
        if (text->str[text->len - 1] != '{')
          g_string_append (text, ", ");
        append_string (text, name);
        g_string_append (text, ": ");
        append_value (text, member);
      }
      g_string_append_c (text, '}');
      return;
    case JSON_ARRAY:
      g_string_append_c (text, '[');
      json_array_foreach (value, i, member)
      {
        if (i > 0)
          g_string_append (text, ", ");
        append_value (text, member);
      }
      g_string_append_c (text, ']');
      return;
    case JSON_NULL:
    default:
      g_string_append (text, "None");
    }
}

/* --- names --- */

/* Words of Python, what classes of Pydantic have themselves, and what annotations name. */
static const char *const reserved_names[] = {
  "and",        "as",       "assert",      "async",
  "await",      "break",    "class",       "continue",
  "def",        "del",      "elif",        "else",
  "except",     "finally",  "for",         "from",
  "global",     "if",       "import",      "in",
  "is",         "lambda",   "nonlocal",    "not",
  "or",         "pass",     "raise",       "return",
  "try",        "while",    "with",        "yield",
  "str",        "int",      "float",       "bool",
  "bytes",      "list",     "dict",        "datetime",
  "copy",       "json",     "schema",      "construct",
  "validate",   "fields",   "parse_obj",   "parse_raw",
  "parse_file", "from_orm", "schema_json", "update_forward_refs",
  NULL
};

/* What documents of Beanie have besides. */
static const char *const document_members[] = { "aggregate",
                                                "all",
                                                "avg",
                                                "bulk_writer",
                                                "clear",
                                                "clone",
                                                "count",
                                                "create",
                                                "current_date",
                                                "delete",
                                                "delete_all",
                                                "distinct",
                                                "exists",
                                                "fetch_all_links",
                                                "fetch_link",
                                                "find",
                                                "find_all",
                                                "find_many",
                                                "find_one",
                                                "get",
                                                "get_settings",
                                                "hidden_fields",
                                                "inc",
                                                "init",
                                                "insert",
                                                "insert_many",
                                                "insert_one",
                                                "inspect_collection",
                                                "is_changed",
                                                "has_changed",
                                                "link_from_id",
                                                "max",
                                                "min",
                                                "project",
                                                "replace",
                                                "replace_many",
                                                "revision_id",
                                                "rollback",
                                                "run_hooks",
                                                "save",
                                                "save_changes",
                                                "set",
                                                "settings",
                                                "document_settings",
                                                "state_management_save_previous",
                                                "sum",
                                                "swap_revision",
                                                "sync",
                                                "to_ref",
                                                "unset",
                                                "update",
                                                "update_all",
                                                "upsert",
                                                "use_state_management",
                                                "validate_self",
                                                "watch",
                                                NULL };

static gboolean
is_reserved (const char *name, gboolean is_document)
{
  return g_strv_contains (reserved_names, name) || g_str_has_prefix (name, "model_") ||
         (is_document &&
          (g_strv_contains (document_members, name) || g_str_has_prefix (name, "get_") ||
           g_str_has_prefix (name, "update_") || g_str_has_prefix (name, "find_")));
}

/* Letters, digits and underscores, beginning with a small letter, which no class does (transfer
 * full). */
static char *
make_attribute (GHashTable *taken, const char *name, gboolean is_document)
{
  g_autoptr (GString) base = g_string_new (NULL);
  char *unique;

  for (const char *p = name; *p != '\0'; p = g_utf8_next_char (p))
    {
      const char c = (guchar)*p < 0x80 && g_ascii_isalnum (*p) ? *p : '_';

      if (base->len > 0 || g_ascii_isalpha (c))
        g_string_append_c (base, base->len == 0 ? g_ascii_tolower (c) : c);
    }
  if (base->len == 0)
    g_string_assign (base, "field");
  if (is_reserved (base->str, is_document))
    g_string_append_c (base, '_');
  unique = g_strdup (base->str);
  for (guint i = 2; !g_hash_table_add (taken, g_strdup (unique)); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s%u", base->str, i);
    }
  return unique;
}

static char *
make_class_name (GHashTable *taken, const char *words)
{
  g_autofree char *plain = g_str_to_ascii (words, "C");

  for (char *p = plain; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      *p = ' ';
  return _squill_export_make_type_name (taken, plain);
}

/* --- types --- */

static char *
join (Writer *self, GPtrArray *members)
{
  if (members->len == 0)
    return g_strdup (use (self, "Any"));
  /* As people write it: last. */
  for (guint i = 0; i + 1 < members->len; i++)
    if (g_str_equal (members->pdata[i], "None"))
      g_ptr_array_add (members, g_ptr_array_steal_index (members, i));
  g_ptr_array_add (members, NULL);
  return g_strjoinv (" | ", (char **)members->pdata);
}

static void
append_bound (GString *text, const char *name, double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (number))
    g_string_append_printf (text, "%s%s=%s", text->len > 0 ? ", " : "", name,
                            g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

static double
get_number (const json_t *value)
{
  return json_is_number (value) ? json_number_value (value) : NAN;
}

/* What is written as a whole number; NaN otherwise. */
static double
get_whole (double number)
{
  return fabs (number) < 1e15 ? number : NAN;
}

/* A type, with the bounds of its field (transfer full). */
static char *
add_rules (Writer *self, const char *type, const SquillField *field)
{
  g_autoptr (GString) rules = g_string_new (NULL);
  g_autofree char *pattern =
      field != NULL && field->pattern != NULL ? squill_pattern_to_python (field->pattern) : NULL;

  if (field != NULL && g_str_equal (type, "str"))
    {
      append_bound (rules, "min_length", field->min_length);
      append_bound (rules, "max_length", field->max_length);
      if (pattern != NULL && *pattern != '\0')
        {
          g_string_append (rules, rules->len > 0 ? ", pattern=" : "pattern=");
          append_string (rules, pattern);
        }
    }
  else if (field != NULL && g_str_equal (type, "float"))
    {
      append_bound (rules, "ge", get_number (field->minimum));
      append_bound (rules, "le", get_number (field->maximum));
    }
  else if (field != NULL && (g_str_equal (type, "int") || g_str_equal (type, "Long")))
    {
      append_bound (rules, "ge", get_whole (ceil (get_number (field->minimum))));
      append_bound (rules, "le", get_whole (floor (get_number (field->maximum))));
    }
  if (rules->len == 0)
    return g_strdup (type);
  use (self, "Annotated");
  use (self, "Field");
  return g_strdup_printf ("Annotated[%s, Field(%s)]", type, rules->str);
}

static void
add_type (Writer *self, GPtrArray *members, SquillTypes type, const SquillField *field)
{
  static const struct
  {
    SquillTypes type;
    const char *name;
    gboolean imported;
  } types[] = {
    { SQUILL_TYPE_DOUBLE, "float", FALSE },
    { SQUILL_TYPE_INT, "int", FALSE },
    { SQUILL_TYPE_LONG, "Long", TRUE },
    { SQUILL_TYPE_STRING, "str", FALSE },
    { SQUILL_TYPE_SYMBOL, "str", FALSE },
    { SQUILL_TYPE_BOOL, "bool", FALSE },
    { SQUILL_TYPE_DATE, "datetime", TRUE },
    { SQUILL_TYPE_NULL, "None", FALSE },
    { SQUILL_TYPE_UNDEFINED, "None", FALSE },
    { SQUILL_TYPE_REGEX, "Regex", TRUE },
    { SQUILL_TYPE_BINARY, "Binary", TRUE },
    { SQUILL_TYPE_BINARY, "bytes", FALSE },
    { SQUILL_TYPE_DECIMAL, "Decimal128", TRUE },
    { SQUILL_TYPE_TIMESTAMP, "Timestamp", TRUE },
    { SQUILL_TYPE_JAVASCRIPT, "Code", TRUE },
    { SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE, "Code", TRUE },
    { SQUILL_TYPE_DB_POINTER, "DBRef", TRUE },
    { SQUILL_TYPE_MIN_KEY, "MinKey", TRUE },
    { SQUILL_TYPE_MAX_KEY, "MaxKey", TRUE },
  };

  if (type == SQUILL_TYPE_OBJECT_ID)
    _squill_export_add_member (members,
                               use (self, self->is_beanie ? "PydanticObjectId" : "ObjectId"));
  else if (type == SQUILL_TYPE_ARRAY || type == SQUILL_TYPE_OBJECT)
    {
      use (self, "Any");
      _squill_export_add_member (members,
                                 type == SQUILL_TYPE_ARRAY ? "list[Any]" : "dict[str, Any]");
    }
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      {
        g_autofree char *text = add_rules (self, types[i].name, field);

        if (types[i].imported)
          use (self, types[i].name);
        _squill_export_add_member (members, text);
      }
}

/* "Literal[…]"; NULL where a value is of a type that it does not take (transfer full). */
static char *
make_enumeration (Writer *self, const SquillShape *shape)
{
  const json_t *values = _squill_export_get_enumeration (self->export, shape);
  g_autoptr (GString) text = g_string_new ("Literal[");

  if (json_array_size (values) == 0)
    return NULL;
  for (gsize i = 0; i < json_array_size (values); i++)
    {
      const json_t *value = json_array_get (values, i);

      if (!json_is_string (value) && !json_is_integer (value) && !json_is_boolean (value) &&
          !json_is_null (value))
        return NULL;
      g_string_append (text, i > 0 ? ", " : "");
      append_value (text, value);
    }
  use (self, "Literal");
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const char *write_class (Writer *self,
                                const SquillShape *shape,
                                const SquillCollection *collection);
static char *make_type (Writer *self, const SquillShape *shape);

/* One value, or one element (transfer full). */
static char *
make_value (Writer *self, const SquillShape *shape)
{
  const SquillField *field =
      shape->target == NULL ? squill_model_get_field (self->export->model, shape->field) : NULL;
  const SquillShape *element = _squill_export_find_element (shape);
  const SquillShape *repeated = _squill_export_find_repeated (shape);
  const char *around = repeated == NULL ? NULL : g_hash_table_lookup (self->names, repeated);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *enumeration = make_enumeration (self, shape);
  const SquillTypes types = _squill_export_get_plain_types (
      shape, _squill_export_has_members (shape) || around != NULL, enumeration != NULL);

  if (enumeration != NULL)
    _squill_export_add_member (members, enumeration);
  if (element != NULL)
    {
      g_autofree char *type = make_type (self, element);

      _squill_export_add_member (members, type);
    }
  if (around != NULL)
    _squill_export_add_member (members, around);
  else if (_squill_export_has_members (shape))
    _squill_export_add_member (members, write_class (self, shape, NULL));
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      add_type (self, members, 1u << i, field);
  return join (self, members);
}

/* A field, with its array or map, and what may stand in their place (transfer full). */
static char *
make_type (Writer *self, const SquillShape *shape)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *value = make_value (self, shape);
  g_autofree char *around = NULL;

  if (!shape->array && !shape->map)
    return g_steal_pointer (&value);
  around = g_strdup_printf (shape->map ? "dict[str, %s]" : "list[%s]", value);
  _squill_export_add_member (members, around);
  if (shape->single)
    _squill_export_add_member (members, value);
  if (shape->nullable)
    _squill_export_add_member (members, "None");
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((shape->outlier_instead & (1u << i)) != 0)
      add_type (self, members, 1u << i, NULL);
  return join (self, members);
}

/* --- classes --- */

/* A text in three quotes, as PEP 257 has them: what it has itself is escaped. */
static void
append_documentation (GString *text, const char *words)
{
  g_string_append (text, "\"\"");
  append_string (text, words);
  g_string_append (text, "\"\"");
}

static void
append_docstring (GString *text, const char *description)
{
  if (description == NULL || *description == '\0')
    return;
  g_string_append (text, "    ");
  append_documentation (text, description);
  g_string_append (text, "\n\n");
}

static void
append_comment (GString *text, const char *description)
{
  g_auto (GStrv) lines = NULL;

  if (description == NULL || *description == '\0')
    return;
  lines = g_strsplit_set (description, "\r\n\f", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    g_string_append_printf (text, *lines[i] != '\0' ? "    # %s\n" : "    #\n", lines[i]);
}

static void
append_field (Writer *self, GString *text, const SquillShape *shape, GHashTable *taken)
{
  const SquillField *field = squill_model_get_field (self->export->model, shape->field);
  g_autofree char *type = make_type (self, shape);
  g_autofree char *attribute =
      g_str_equal (shape->path, "_id")
          ? g_strdup ("id")
          : make_attribute (taken, shape->name, self->is_beanie && shape->parent->parent == NULL);
  const gboolean has_alias = !g_str_equal (attribute, shape->name);
  /* A new document has no key yet: with the application's own it can be referred to at once. */
  const gboolean is_made = g_str_equal (shape->path, "_id") &&
                           shape->types == SQUILL_TYPE_OBJECT_ID && shape->target == NULL;

  append_comment (text, field != NULL && shape->copy == NULL ? field->description : NULL);
  if (field != NULL && shape->target == NULL && field->pattern != NULL && *field->pattern != '\0' &&
      strstr (type, "str") != NULL && strstr (type, "pattern=") == NULL)
    {
      g_autofree char *comment = g_strconcat ("pattern of PCRE: ", field->pattern, NULL);

      append_comment (text, comment);
    }
  g_string_append_printf (text, "    %s: %s", attribute, type);
  if (!shape->required && !g_str_equal (type, "None") && !g_str_has_suffix (type, "| None") &&
      !g_str_equal (type, "Any"))
    g_string_append (text, " | None");
  if (has_alias)
    {
      use (self, "Field");
      g_string_append (text, is_made           ? " = Field(default_factory=ObjectId, alias="
                             : shape->required ? " = Field(alias="
                                               : " = Field(default=None, alias=");
      append_string (text, shape->name);
      g_string_append_c (text, ')');
    }
  else if (!shape->required)
    g_string_append (text, " = None");
  g_string_append_c (text, '\n');
}

static gboolean
is_keyword_argument (const char *name)
{
  static const char *const constants[] = { "None", "True", "False", NULL };

  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *at = name; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_')
      return FALSE;
  return !g_strv_contains (reserved_names, name) && !g_strv_contains (constants, name);
}

/* ", unique=True, sparse=True"; what is no name of Python, such as 2dsphereIndexVersion, stands in
 * a dictionary. */
static void
append_arguments (GString *text, const json_t *options)
{
  const char *name;
  json_t *value;

  json_object_foreach ((json_t *)options, name, value)
  {
    if (!is_keyword_argument (name))
      {
        g_string_append (text, ", **");
        append_value (text, options);
        return;
      }
  }
  json_object_foreach ((json_t *)options, name, value)
  {
    g_string_append_printf (text, ", %s=", name);
    append_value (text, value);
  }
}

/* What Beanie makes of the collection. */
static void
append_settings (Writer *self, GString *text, const SquillCollection *collection)
{
  gboolean any = FALSE;

  g_string_append (text, "\n    class Settings:\n        name = ");
  append_string (text, collection->name);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      const SquillIndex *drawn =
          squill_model_get_item_of_kind (self->export->model, index->index, SQUILL_KIND_INDEX);
      g_autoptr (GString) json = g_string_new (NULL);
      json_auto_t *options = NULL;
      bson_t document = BSON_INITIALIZER;

      if (index->unresolved || index->keys->len == 0 || g_str_equal (index->name, "_id_"))
        continue;
      g_string_append (text, any ? "" : "        indexes = [\n");
      any = TRUE;
      use (self, "IndexModel");
      g_string_append (text, "            IndexModel([");
      for (guint j = 0; j < index->keys->len; j++)
        {
          const SquillKey *key = index->keys->pdata[j];

          g_string_append (text, j > 0 ? ", (" : "(");
          append_string (text, key->path);
          g_string_append (text, ", ");
          if (g_str_equal (key->operator, "1") || g_str_equal (key->operator, "-1"))
            g_string_append (text, key->operator);
          else
            append_string (text, key->operator);
          g_string_append_c (text, ')');
        }
      squill_shell_append_index_options (&document, index, drawn, FALSE);
      squill_bson_text_append (json, &document, SQUILL_BSON_STYLE_RELAXED, 0, 0);
      options = json_loadb (json->str, json->len, 0, NULL);
      g_string_append (text, "], name=");
      append_string (text, index->name);
      if (bson_has_field (&document, "partialFilterExpression"))
        {
          /* Values in it may be of types that Python has no literals for. */
          g_string_append_printf (text, ", **%s.loads(", use (self, "json_util"));
          append_string (text, json->str);
          g_string_append_c (text, ')');
        }
      else
        append_arguments (text, options);
      bson_destroy (&document);
      g_string_append (text, "),\n");
    }
  if (any)
    g_string_append (text, "        ]\n");
}

/* The class of an object, after those of the objects in it; its name. */
static const char *
write_class (Writer *self, const SquillShape *shape, const SquillCollection *collection)
{
  const char *name = _squill_export_name_object (self->names, shape, make_class_name, self->taken);
  const SquillEntity *entity =
      shape->document ? squill_model_get_entity (self->export->model, shape->entity) : NULL;
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) fields = g_string_new (NULL);

  if (shape->parent == NULL)
    g_hash_table_add (taken, g_strdup ("id"));
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (squill_shape_is_element (child) || child->rest)
        continue;
      /* Beanie's documents have one. */
      if (collection != NULL && self->is_beanie && g_str_equal (child->path, "_id") &&
          child->types == SQUILL_TYPE_OBJECT_ID)
        continue;
      append_field (self, fields, child, taken);
    }
  g_string_append_printf (self->text, "\n\nclass %s(%s):\n", name,
                          collection != NULL && self->is_beanie ? use (self, "Document")
                                                                : use (self, "BaseModel"));
  append_docstring (self->text, entity != NULL ? entity->description : NULL);
  g_string_append (self->text, _squill_export_is_closed (self->export, shape)
                                   ? "    model_config = {**CONFIG, \"extra\": \"forbid\"}\n"
                                   : "    model_config = CONFIG\n");
  if (fields->len > 0)
    g_string_append_printf (self->text, "\n%s", fields->str);
  if (collection != NULL && self->is_beanie)
    append_settings (self, self->text, collection);
  return name;
}

static void
append_import (Writer *self, GString *text, const char *module, const char *const *names)
{
  gboolean any = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_hash_table_contains (self->used, names[i]))
      {
        g_string_append_printf (text, any ? ", %s" : "from %s import ", any ? names[i] : module);
        if (!any)
          g_string_append (text, names[i]);
        any = TRUE;
      }
  if (any)
    g_string_append_c (text, '\n');
}

static void
append_header (Writer *self, GString *text)
{
  static const char *const typing[] = { "Annotated", "Any", "Literal", NULL };
  static const char *const beanie[] = { "Document", "PydanticObjectId", NULL };
  static const char *const pydantic[] = { "BaseModel", "BeforeValidator", "ConfigDict", "Field",
                                          NULL };
  static const char *const pymongo[] = { "IndexModel", NULL };
  static const char *const datetime[] = { "datetime", NULL };
  static const struct
  {
    const char *module;
    const char *name;
  } bson[] = {
    { "bson", "json_util" },
    { "bson.binary", "Binary" },
    { "bson.code", "Code" },
    { "bson.dbref", "DBRef" },
    { "bson.decimal128", "Decimal128" },
    { "bson.int64", "Int64" },
    { "bson.max_key", "MaxKey" },
    { "bson.min_key", "MinKey" },
    { "bson.objectid", "ObjectId" },
    { "bson.regex", "Regex" },
    { "bson.timestamp", "Timestamp" },
  };
  static const char config[] =
      "\n# With model_dump(by_alias=True, exclude_unset=True) a document is as it came.\n"
      "CONFIG = ConfigDict(\n    arbitrary_types_allowed=True,\n    extra=\"allow\",\n"
      "    populate_by_name=True,\n    protected_namespaces=(),\n"
      "    regex_engine=\"python-re\",\n)\n";
  const gboolean has_longs = g_hash_table_contains (self->used, "Long");

  use (self, "ConfigDict");

  if (has_longs)
    {
      use (self, "Annotated");
      use (self, "BeforeValidator");
      use (self, "Int64");
    }
  g_string_append (text, "from __future__ import annotations\n\n");
  append_import (self, text, "datetime", datetime);
  append_import (self, text, "typing", typing);
  g_string_append_c (text, '\n');
  append_import (self, text, "beanie", beanie);
  for (guint i = 0; i < G_N_ELEMENTS (bson); i++)
    {
      const char *const names[] = { bson[i].name, NULL };

      append_import (self, text, bson[i].module, names);
    }
  append_import (self, text, "pydantic", pydantic);
  append_import (self, text, "pymongo", pymongo);
  g_string_append (text, config);
  if (has_longs)
    g_string_append (
        text, "\n\ndef make_long(value: object) -> object:\n"
              "    \"\"\"PyMongo writes a plain int that fits one as an int of 32 bits.\"\"\"\n"
              "    return Int64(value) if type(value) is int else value\n\n\n"
              "Long = Annotated[Int64, BeforeValidator(make_long)]\n");
}

gboolean
_squill_export_pydantic (SquillExport *self, GError **error)
{
  static const char *const reserved[] = {
    "Annotated",       "Any",        "Literal",  "Document",   "PydanticObjectId",
    "BaseModel",       "ConfigDict", "Field",    "IndexModel", "Binary",
    "BeforeValidator", "Code",       "DBRef",    "Int64",      "Decimal128",
    "MaxKey",          "MinKey",     "ObjectId", "Regex",      "Long",
    "Timestamp",       "None",       "True",     "False",      "Settings",
    "COLLECTIONS"
  };
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GPtrArray) collections = _squill_export_get_collections (self, error);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) classes = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  Writer writer = { self,  classes, taken,
                    names, used,    _squill_export_get_choice (self, "library") == LIBRARY_BEANIE };

  if (collections == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reserved); i++)
    g_hash_table_add (taken, g_strdup (reserved[i]));
  _squill_export_name_collections (names, collections, make_class_name, taken);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      write_class (&writer, collection->shape, collection);
    }
  append_documentation (text, info->name != NULL ? info->name : "Squill");
  g_string_append (text, "\n\n");
  append_header (&writer, text);
  g_string_append (text, classes->str);
  g_string_append (text, "\n\n# The class of the documents of each collection.\nCOLLECTIONS = {\n");
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      g_string_append (text, "    ");
      append_string (text, collection->name);
      g_string_append_printf (text, ": %s,\n",
                              (const char *)g_hash_table_lookup (names, collection->shape));
    }
  g_string_append (text, "}\n");
  _squill_export_add_text (self, info->name != NULL ? info->name : "models",
                           g_steal_pointer (&text));
  return TRUE;
}
