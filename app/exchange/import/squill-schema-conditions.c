/* SPDX-License-Identifier: Apache-2.0 */

/* What schemas say that fields of a model cannot have. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-schema-flat.h"

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
  if (g_str_equal (keyword, "patternProperties"))
    return has_names_by_pattern (schema) && !is_map (schema) &&
           json_is_false (json_object_get (schema, "additionalProperties"));
  return value != NULL;
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
  };
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (is_condition (schema, keywords[i]))
      g_ptr_array_add (found, (gpointer)keywords[i]);
  return found;
}
