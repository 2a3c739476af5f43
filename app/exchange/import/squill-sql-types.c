/* SPDX-License-Identifier: Apache-2.0 */

/* The types of SQL as those of MongoDB. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "exchange/import/squill-sql-private.h"

/* Longer chains of domains go in circles. */
#define MAX_DOMAINS 8

typedef struct
{
  const char *name; /* what the type is called, or begins with */
  SquillTypes type;
  const char *meaning;
} Type;

/* Of two that fit, the first counts. */
static const Type types[] = {
  { "tinyint", SQUILL_TYPE_INT, NULL },
  { "smallint", SQUILL_TYPE_INT, NULL },
  { "mediumint", SQUILL_TYPE_INT, NULL },
  { "bigint", SQUILL_TYPE_LONG, NULL },
  { "bigserial", SQUILL_TYPE_LONG, NULL },
  { "big int", SQUILL_TYPE_LONG, NULL },
  { "int8", SQUILL_TYPE_LONG, NULL },
  { "serial8", SQUILL_TYPE_LONG, NULL },
  { "interval", SQUILL_TYPE_STRING, NULL },
  { "int", SQUILL_TYPE_INT, NULL },
  { "serial", SQUILL_TYPE_INT, NULL },
  { "smallserial", SQUILL_TYPE_INT, NULL },
  { "counter", SQUILL_TYPE_INT, NULL },
  { "oid", SQUILL_TYPE_LONG, NULL },
  { "year", SQUILL_TYPE_INT, NULL },
  { "numeric", SQUILL_TYPE_DECIMAL, NULL },
  { "number", SQUILL_TYPE_DECIMAL, NULL },
  { "decimal", SQUILL_TYPE_DECIMAL, NULL },
  { "dec", SQUILL_TYPE_DECIMAL, NULL },
  { "fixed", SQUILL_TYPE_DECIMAL, NULL },
  { "money", SQUILL_TYPE_DECIMAL, "money" },
  { "smallmoney", SQUILL_TYPE_DECIMAL, "money" },
  { "real", SQUILL_TYPE_DOUBLE, NULL },
  { "double", SQUILL_TYPE_DOUBLE, NULL },
  { "float", SQUILL_TYPE_DOUBLE, NULL },
  { "binary_float", SQUILL_TYPE_DOUBLE, NULL },
  { "binary_double", SQUILL_TYPE_DOUBLE, NULL },
  { "bool", SQUILL_TYPE_BOOL, NULL },
  { "bit varying", SQUILL_TYPE_STRING, NULL },
  { "varbit", SQUILL_TYPE_STRING, NULL },
  { "bit", SQUILL_TYPE_BOOL, NULL },
  { "date", SQUILL_TYPE_DATE, NULL },
  { "smalldatetime", SQUILL_TYPE_DATE, NULL },
  { "timestamp", SQUILL_TYPE_DATE, NULL },
  { "uuid", SQUILL_TYPE_BINARY, NULL },
  { "uniqueidentifier", SQUILL_TYPE_BINARY, NULL },
  { "json", SQUILL_TYPE_OBJECT, NULL },
  { "hstore", SQUILL_TYPE_OBJECT, NULL },
  { "composite", SQUILL_TYPE_OBJECT, NULL },
  { "geo", SQUILL_TYPE_OBJECT, NULL },
  { "point", SQUILL_TYPE_OBJECT, NULL },
  { "linestring", SQUILL_TYPE_OBJECT, NULL },
  { "polygon", SQUILL_TYPE_OBJECT, NULL },
  { "multi", SQUILL_TYPE_OBJECT, NULL },
  { "bytea", SQUILL_TYPE_BINARY, NULL },
  { "binary", SQUILL_TYPE_BINARY, NULL },
  { "varbinary", SQUILL_TYPE_BINARY, NULL },
  { "blob", SQUILL_TYPE_BINARY, NULL },
  { "tinyblob", SQUILL_TYPE_BINARY, NULL },
  { "mediumblob", SQUILL_TYPE_BINARY, NULL },
  { "longblob", SQUILL_TYPE_BINARY, NULL },
  { "image", SQUILL_TYPE_BINARY, NULL },
  { "raw", SQUILL_TYPE_BINARY, NULL },
  { "long raw", SQUILL_TYPE_BINARY, NULL },
  { "bfile", SQUILL_TYPE_BINARY, NULL },
  { "rowversion", SQUILL_TYPE_BINARY, NULL },
};

/* Types whose one argument is how many characters there are at most. */
static gboolean
has_length (const char *type)
{
  return strstr (type, "char") != NULL || g_str_has_prefix (type, "text") ||
         g_str_equal (type, "string");
}

static const Type *
find_type (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_prefix (name, types[i].name))
      return &types[i];
  return NULL;
}

/* Whether the values are numbers without a fraction, however large. */
gboolean
_squill_sql_is_whole_number (const SquillSqlColumn *column)
{
  const Type *type = column->type == NULL ? NULL : find_type (column->type);

  return type != NULL && (type->type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0;
}

static json_t *
make_number (const char *text, SquillTypes type)
{
  char *end;

  if ((type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0)
    {
      const gint64 number = g_ascii_strtoll (text, &end, 10);

      return *end == '\0' && end != text ? json_integer (number) : NULL;
    }
  if (type == SQUILL_TYPE_DOUBLE)
    {
      const double number = g_ascii_strtod (text, &end);

      return *end == '\0' && end != text && isfinite (number) ? json_real (number) : NULL;
    }
  g_ascii_strtod (text, &end);
  return *end == '\0' && end != text && strpbrk (text, "xXnN") == NULL
             ? json_pack ("{s:s}", "$numberDecimal", text)
             : NULL;
}

/* A literal of SQL as a value of this type (transfer full); NULL where it is none. */
static json_t *
make_value (const char *text, gboolean is_text, SquillTypes type)
{
  if (type == SQUILL_TYPE_STRING || (type == SQUILL_TYPE_NONE && is_text))
    return json_string (text);
  if (type == SQUILL_TYPE_BOOL)
    {
      static const char *const yes[] = { "true", "t", "1", "y", "yes", "on" };
      static const char *const no[] = { "false", "f", "0", "n", "no", "off" };

      for (guint i = 0; i < G_N_ELEMENTS (yes); i++)
        if (g_ascii_strcasecmp (text, yes[i]) == 0)
          return json_true ();
        else if (g_ascii_strcasecmp (text, no[i]) == 0)
          return json_false ();
      return NULL;
    }
  if ((type & SQUILL_TYPES_NUMERIC) != 0)
    return make_number (text, type);
  return NULL;
}

static void
set_literal (json_t *field, const char *property, const char *text, SquillTypes type)
{
  if (text != NULL && json_object_get (field, property) == NULL)
    {
      json_t *value = make_value (text, FALSE, type);

      if (value != NULL)
        json_object_set_new (field, property, value);
    }
}

static void
set_values (json_t *field, const GPtrArray *values, SquillTypes type, SquillImportReport *report)
{
  json_t *array;

  if (values == NULL || report == NULL || json_object_get (field, "enum") != NULL ||
      !squill_import_report_add_values (report, values->len, 0, 0))
    return;
  array = json_array ();
  for (guint i = 0; i < values->len; i++)
    {
      json_t *value = make_value (values->pdata[i], TRUE, type);

      if (value != NULL)
        json_array_append_new (array, value);
    }
  if (json_array_size (array) > 0)
    json_object_set (field, "enum", array);
  json_decref (array);
}

static guint64
get_argument (const SquillSqlColumn *column, guint i)
{
  return i < column->arguments->len ? g_ascii_strtoull (column->arguments->pdata[i], NULL, 10) : 0;
}

static SquillTypes
get_type (const SquillSqlColumn *column, json_t *field)
{
  const Type *type = find_type (column->type);
  const guint64 length = get_argument (column, 0);

  if (type == NULL)
    {
      if (has_length (column->type) && length > 0 && length <= G_MAXINT32)
        json_object_set_new (field, "max_length", json_integer ((json_int_t)length));
      return SQUILL_TYPE_STRING;
    }
  if (type->meaning != NULL)
    json_object_set_new (field, "meaning", json_string (type->meaning));
  if (g_str_equal (type->name, "uuid") || g_str_equal (type->name, "uniqueidentifier"))
    json_object_set_new (field, "subtype", json_integer (4));
  if (g_str_equal (type->name, "tinyint") && length == 1)
    return SQUILL_TYPE_BOOL;
  if (g_str_equal (type->name, "bit") && length > 1)
    return SQUILL_TYPE_STRING;
  if (type->type == SQUILL_TYPE_DECIMAL && type->meaning == NULL && length > 0 &&
      get_argument (column, 1) == 0)
    json_object_set_new (field, "whole", json_true ());
  if (column->is_unsigned && (type->type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG)) != 0)
    {
      json_object_set_new (field, "minimum", json_integer (0));
      /* Only the widest has numbers that an int has no room for. */
      return g_str_equal (type->name, "int") ? SQUILL_TYPE_LONG : type->type;
    }
  return type->type;
}

/* Sets the types of a field, and what its column allows. @report: (nullable): counts the values of
 * enumerations; without it they are left out */
void
_squill_sql_set_type (SquillSqlSchema *schema,
                      const SquillSqlColumn *column,
                      json_t *field,
                      SquillImportReport *report)
{
  const SquillSqlColumn *defined =
      column->type == NULL ? NULL : _squill_sql_schema_find_type (schema, column->type);
  const SquillSqlColumn *base = defined != NULL ? defined : column;
  const gboolean is_array =
      column->dimensions > 0 || base->dimensions > 0 || g_strcmp0 (base->type, "set") == 0;
  SquillTypes type = SQUILL_TYPE_NONE;

  /* A domain may be one of another domain. */
  for (guint i = 0; i < MAX_DOMAINS && defined != NULL && defined->type != NULL; i++)
    {
      base = defined;
      defined = _squill_sql_schema_find_type (schema, base->type);
    }
  if (base->type != NULL)
    type = get_type (base, field);
  if (type != SQUILL_TYPE_NONE)
    json_object_set_new (field, "types", json_pack ("[s]", squill_type_get_name (type)));
  if (column->dimensions > 1 || base->dimensions > 1)
    /* Arrays in arrays: of any values. */
    json_object_del (field, "types");
  if (is_array)
    json_object_set_new (field, "array", json_true ());
  set_values (field, column->values, type, report);
  defined = column->type == NULL ? NULL : _squill_sql_schema_find_type (schema, column->type);
  for (guint i = 0; i < MAX_DOMAINS && defined != NULL && defined->type != NULL; i++)
    {
      set_values (field, defined->values, type, report);
      defined = _squill_sql_schema_find_type (schema, defined->type);
    }
  set_literal (field, "minimum", column->minimum, type);
  set_literal (field, "maximum", column->maximum, type);
  set_literal (field, "minimum", base->minimum, type);
  set_literal (field, "maximum", base->maximum, type);
  if (column->default_value != NULL && !is_array)
    {
      json_t *value = make_value (column->default_value, column->default_is_text, type);

      if (value != NULL)
        json_object_set_new (field, "default", value);
    }
}

/* Gives a column what its domain, or the one of that, says of all columns of its type. */
static void
take_over_domain (SquillSqlSchema *schema, SquillSqlColumn *column)
{
  const SquillSqlColumn *domain = column;

  for (guint i = 0; i < MAX_DOMAINS && domain != NULL && domain->type != NULL; i++)
    {
      column->not_null |= domain->not_null;
      if (column->default_value == NULL && domain->default_value != NULL)
        {
          column->default_value = g_strdup (domain->default_value);
          column->default_is_text = domain->default_is_text;
        }
      domain = _squill_sql_schema_find_type (schema, domain->type);
    }
}

/* Gives all columns what their domains say, but for their types. */
void
_squill_sql_take_over_domains (SquillSqlSchema *schema)
{
  for (guint i = 0; schema->types->len > 0 && i < schema->tables->len; i++)
    {
      const SquillSqlTable *table = schema->tables->pdata[i];

      for (guint j = 0; j < table->columns->len; j++)
        take_over_domain (schema, table->columns->pdata[j]);
    }
}
