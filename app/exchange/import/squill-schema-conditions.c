/* SPDX-License-Identifier: Apache-2.0 */

/* What schemas say that fields of a model cannot have. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>

#include "bson/squill-bson-json.h"
#include "exchange/import/squill-schema-flat.h"

/* Whether a number is one that an int of 32 bits can have, or the bound of it. */
gboolean
_squill_schema_fits_int (const json_t *bound)
{
  return json_is_number (bound) && fabs (json_number_value (bound)) <= 2147483648.0;
}

/* Of which type a value is. */
SquillTypes
_squill_schema_get_type_of_value (const json_t *value)
{
  switch (json_typeof (value))
    {
    case JSON_STRING:
      return SQUILL_TYPE_STRING;
    case JSON_INTEGER:
      return _squill_schema_fits_int (value) ? SQUILL_TYPE_INT : SQUILL_TYPE_LONG;
    case JSON_REAL:
      return SQUILL_TYPE_DOUBLE;
    case JSON_TRUE:
    case JSON_FALSE:
      return SQUILL_TYPE_BOOL;
    case JSON_NULL:
      return SQUILL_TYPE_NULL;
    case JSON_OBJECT:
      return squill_json_get_bson_type (value);
    case JSON_ARRAY:
    default:
      return SQUILL_TYPE_NONE;
    }
}

static gboolean
has_names_by_pattern (const json_t *schema)
{
  return json_object_size (json_object_get (schema, "patternProperties")) > 0;
}

/* Of a map, the most properties are the most entries that it has. */
static gboolean
is_map (const json_t *schema)
{
  return json_is_object (json_object_get (schema, "additionalProperties")) ||
         (has_names_by_pattern (schema) &&
          json_object_size (json_object_get (schema, "properties")) == 0);
}

/* Whether the values of an enumeration are what a field can be told: there are some, and none is a
 * whole array, as a field of a model says what its elements are. */
gboolean
_squill_schema_has_values (const json_t *values)
{
  for (gsize i = 0; i < json_array_size (values); i++)
    if (json_is_array (json_array_get (values, i)))
      return FALSE;
  return json_array_size (values) > 0;
}

static gboolean
is_condition (const json_t *schema, const char *keyword)
{
  const json_t *value = json_object_get (schema, keyword);

  /* These may say that there is no condition. */
  if (g_str_has_prefix (keyword, "min"))
    return json_number_value (value) > 0;
  if (g_str_equal (keyword, "uniqueItems"))
    return json_is_true (value);
  if (g_str_equal (keyword, "maxProperties"))
    return value != NULL && !is_map (schema);
  if (g_str_equal (keyword, "enum"))
    return json_array_size (value) > 0 && !_squill_schema_has_values (value);
  if (g_str_equal (keyword, "const"))
    return json_is_array (value);
  if (g_str_equal (keyword, "multipleOf"))
    return json_is_number (value) && json_number_value (value) != 1;
  if (g_str_equal (keyword, "items"))
    return json_is_false (value);
  if (g_str_equal (keyword, "patternProperties"))
    return has_names_by_pattern (schema) && !is_map (schema) &&
           json_is_false (json_object_get (schema, "additionalProperties"));
  return value != NULL;
}

/* Whether an alternative leaves open of which type a value is. */
gboolean
_squill_schema_is_of_any_type (const json_t *schema)
{
  static const char *const silent[] = {
    "title",     "description", "default",          "examples",   "$comment",  "deprecated",
    "minimum",   "maximum",     "exclusiveMinimum", "multipleOf", "minLength", "exclusiveMaximum",
    "maxLength", "pattern",     "format",           NULL
  };
  const char *key;
  json_t *value;

  if (!json_is_object (schema))
    return json_is_true (schema);
  json_object_foreach ((json_t *)schema, key, value)
  {
    if (!g_strv_contains (silent, key))
      return FALSE;
  }
  return TRUE;
}

/* The keyword of a schema that is about values of one type; NULL where there is none. */
const char *
_squill_schema_find_limit (const json_t *schema)
{
  static const char *const keywords[] = { "minimum",   "maximum",   "exclusiveMinimum",
                                          "minLength", "maxLength", "exclusiveMaximum",
                                          "pattern",   "maxItems" };

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (json_object_get (schema, keywords[i]) != NULL)
      return keywords[i];
  return NULL;
}

/* The keywords of a schema that say what a field cannot have (transfer container) (element-type
 * utf8). */
GPtrArray *
_squill_schema_list_conditions (const json_t *schema)
{
  static const char *const keywords[] = {
    "not",
    "if",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "contains",
    "propertyNames",
    "$dynamicRef",
    "unevaluatedProperties",
    "unevaluatedItems",
    "minProperties",
    "maxProperties",
    "patternProperties",
    "minItems",
    "uniqueItems",
    "encrypt",
    "enum",
    "const",
    "multipleOf",
    "items",
  };
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (is_condition (schema, keywords[i]))
      g_ptr_array_add (found, (gpointer)keywords[i]);
  return found;
}

/* Whether alternatives say only which properties are there together, or not. */
gboolean
_squill_schema_are_about_presence (const json_t *alternatives)
{
  for (gsize i = 0; i < json_array_size (alternatives); i++)
    {
      const json_t *schema = json_array_get (alternatives, i);

      if (!json_is_object (schema) || json_object_get (schema, "properties") != NULL ||
          (json_object_get (schema, "required") == NULL && json_object_get (schema, "not") == NULL))
        return FALSE;
    }
  return json_array_size (alternatives) > 1;
}

/* What an object of Extended JSON stands for; NONE for any other. */
SquillTypes
_squill_schema_get_wrapped_type (const json_t *schema)
{
  static const struct
  {
    const char *key;
    SquillTypes type;
  } wrappers[] = {
    { "$oid", SQUILL_TYPE_OBJECT_ID },
    { "$date", SQUILL_TYPE_DATE },
    { "$numberDecimal", SQUILL_TYPE_DECIMAL },
    { "$numberLong", SQUILL_TYPE_LONG },
    { "$numberInt", SQUILL_TYPE_INT },
    { "$numberDouble", SQUILL_TYPE_DOUBLE },
    { "$binary", SQUILL_TYPE_BINARY },
    { "$uuid", SQUILL_TYPE_BINARY },
    { "$regularExpression", SQUILL_TYPE_REGEX },
    { "$timestamp", SQUILL_TYPE_TIMESTAMP },
    { "$scope", SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE },
    { "$code", SQUILL_TYPE_JAVASCRIPT },
    { "$symbol", SQUILL_TYPE_SYMBOL },
    { "$minKey", SQUILL_TYPE_MIN_KEY },
    { "$maxKey", SQUILL_TYPE_MAX_KEY },
    { "$undefined", SQUILL_TYPE_UNDEFINED },
    { "$dbPointer", SQUILL_TYPE_DB_POINTER },
  };
  const json_t *properties = json_object_get (schema, "properties");

  for (guint i = 0; json_object_size (properties) > 0 && i < G_N_ELEMENTS (wrappers); i++)
    if (json_object_get (properties, wrappers[i].key) != NULL)
      return wrappers[i].type;
  return SQUILL_TYPE_NONE;
}
