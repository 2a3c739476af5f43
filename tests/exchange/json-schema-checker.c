/* SPDX-License-Identifier: Apache-2.0 */

/* A small validator of the keywords of JSON Schema that are used. What it does not know is a fault.
 */

#include "json-schema-checker.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static gboolean check (const json_t *root,
                       const json_t *schema,
                       const json_t *value,
                       GString *path);

static gboolean
has_type (const char *type, const json_t *value)
{
  if (g_str_equal (type, "object"))
    return json_is_object (value);
  if (g_str_equal (type, "array"))
    return json_is_array (value);
  if (g_str_equal (type, "string"))
    return json_is_string (value);
  if (g_str_equal (type, "boolean"))
    return json_is_boolean (value);
  if (g_str_equal (type, "null"))
    return json_is_null (value);
  if (g_str_equal (type, "number"))
    return json_is_number (value);
  if (g_str_equal (type, "integer"))
    return json_is_integer (value) ||
           (json_is_real (value) && json_real_value (value) == floor (json_real_value (value)));
  g_error ("unknown type %s", type);
}

static gboolean
check_type (const json_t *type, const json_t *value)
{
  size_t i;
  json_t *one;

  if (json_is_string (type))
    return has_type (json_string_value (type), value);
  g_assert_cmpuint (json_array_size (type), >, 0);
  json_array_foreach ((json_t *)type, i, one)
  {
    if (has_type (json_string_value (one), value))
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_in (const json_t *list, const json_t *value)
{
  size_t i;
  json_t *one;

  g_assert_cmpuint (json_array_size (list), >, 0);
  json_array_foreach ((json_t *)list, i, one)
  {
    if (json_equal (one, value) || (json_is_number (one) && json_is_number (value) &&
                                    json_number_value (one) == json_number_value (value)))
      return TRUE;
  }
  return FALSE;
}

static const json_t *
resolve (const json_t *root, const char *reference)
{
  const char *name = strrchr (reference, '/');
  const json_t *found;

  g_assert_true (g_str_has_prefix (reference, "#/$defs/") ||
                 g_str_has_prefix (reference, "#/definitions/"));
  found = json_object_get (json_object_get (root, reference[2] == '$' ? "$defs" : "definitions"),
                           name + 1);
  g_assert_nonnull (found);
  return found;
}

static gboolean
check_deeper (
    const json_t *root, const json_t *schema, const json_t *value, GString *path, const char *name)
{
  gsize length = path->len;

  g_string_append_printf (path, ".%s", name);
  if (!check (root, schema, value, path))
    return FALSE;
  g_string_truncate (path, length);
  return TRUE;
}

static gboolean
check_members (const json_t *root, const json_t *schema, const json_t *value, GString *path)
{
  const json_t *properties = json_object_get (schema, "properties");
  const json_t *others = json_object_get (schema, "additionalProperties");
  const char *name;
  json_t *member;

  json_object_foreach ((json_t *)value, name, member)
  {
    const json_t *own = json_object_get (properties, name);

    if (own == NULL)
      own = others;
    if (json_is_false (own))
      return FALSE;
    if (own != NULL && !check_deeper (root, own, member, path, name))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_keyword (const json_t *root,
               const json_t *schema,
               const char *keyword,
               const json_t *rule,
               const json_t *value,
               GString *path)
{
  static const char *const notes[] = { "$schema",  "$id",         "id",      "title",
                                       "examples", "description", "default", "format",
                                       "$defs",    "definitions", NULL };
  double number = json_number_value (rule);
  size_t i;
  json_t *one;

  if (g_strv_contains (notes, keyword))
    return TRUE;
  if (g_str_equal (keyword, "type"))
    return check_type (rule, value);
  if (g_str_equal (keyword, "$ref"))
    return check (root, resolve (root, json_string_value (rule)), value, path);
  if (g_str_equal (keyword, "enum"))
    return is_in (rule, value);
  if (g_str_equal (keyword, "const"))
    return json_equal (rule, value);
  if (g_str_equal (keyword, "anyOf"))
    {
      gsize length = path->len;

      json_array_foreach ((json_t *)rule, i, one)
      {
        if (check (root, one, value, path))
          return TRUE;
        g_string_truncate (path, length);
      }
      return FALSE;
    }
  if (g_str_equal (keyword, "allOf"))
    {
      json_array_foreach ((json_t *)rule, i, one)
      {
        if (!check (root, one, value, path))
          return FALSE;
      }
      return TRUE;
    }
  if (g_str_equal (keyword, "oneOf") || g_str_equal (keyword, "not"))
    {
      gsize length = path->len;
      guint passed = 0;

      if (json_is_object (rule))
        passed = check (root, rule, value, path);
      json_array_foreach ((json_t *)rule, i, one)
      {
        passed += check (root, one, value, path);
        g_string_truncate (path, length);
      }
      return passed == (g_str_equal (keyword, "oneOf") ? 1 : 0);
    }
  if (g_str_equal (keyword, "properties") || g_str_equal (keyword, "additionalProperties"))
    return !json_is_object (value) || check_members (root, schema, value, path);
  if (g_str_equal (keyword, "required"))
    {
      g_assert_cmpuint (json_array_size (rule), >, 0);
      json_array_foreach ((json_t *)rule, i, one)
      {
        if (json_is_object (value) && json_object_get (value, json_string_value (one)) == NULL)
          return FALSE;
      }
      return TRUE;
    }
  if (g_str_equal (keyword, "items"))
    {
      json_array_foreach ((json_t *)value, i, one)
      {
        if (!check_deeper (root, rule, one, path, "[]"))
          return FALSE;
      }
      return TRUE;
    }
  if (g_str_equal (keyword, "maxItems"))
    return json_array_size (value) <= number;
  if (g_str_equal (keyword, "maxProperties"))
    return json_object_size (value) <= number;
  if (g_str_equal (keyword, "minimum"))
    return !json_is_number (value) || json_number_value (value) >= number;
  if (g_str_equal (keyword, "maximum"))
    return !json_is_number (value) || json_number_value (value) <= number;
  if (g_str_equal (keyword, "minLength"))
    return !json_is_string (value) || g_utf8_strlen (json_string_value (value), -1) >= number;
  if (g_str_equal (keyword, "maxLength"))
    return !json_is_string (value) || g_utf8_strlen (json_string_value (value), -1) <= number;
  if (g_str_equal (keyword, "pattern"))
    return !json_is_string (value) ||
           g_regex_match_simple (json_string_value (rule), json_string_value (value), 0, 0);
  g_error ("unknown keyword %s", keyword);
}

static gboolean
check (const json_t *root, const json_t *schema, const json_t *value, GString *path)
{
  const char *keyword;
  json_t *rule;

  g_assert_true (json_is_object (schema));
  /* Before 2019-09 nothing counts beside a reference, so nothing must be there. */
  if (json_object_get (root, "$defs") == NULL && json_object_get (schema, "$ref") != NULL)
    g_assert_cmpuint (json_object_size (schema), ==, 1);
  json_object_foreach ((json_t *)schema, keyword, rule)
  {
    if (!check_keyword (root, schema, keyword, rule, value, path))
      {
        g_string_append_printf (path, " (%s)", keyword);
        return FALSE;
      }
  }
  return TRUE;
}

gboolean
json_schema_check (const json_t *schema, const json_t *value, GString *path)
{
  return check (schema, schema, value, path);
}
