/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "schema-checker.h"

#include <math.h>
#include <string.h>

/* All that the server's parser knows. */
static const char *const keywords[] = {
  "additionalItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "bsonType",
  "dependencies",
  "description",
  "encrypt",
  "encryptMetadata",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "items",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "not",
  "oneOf",
  "pattern",
  "patternProperties",
  "properties",
  "required",
  "title",
  "type",
  "uniqueItems",
  NULL,
};

static const struct
{
  const char *name;
  bson_type_t type;
} types[] = {
  { "double", BSON_TYPE_DOUBLE },
  { "string", BSON_TYPE_UTF8 },
  { "object", BSON_TYPE_DOCUMENT },
  { "array", BSON_TYPE_ARRAY },
  { "binData", BSON_TYPE_BINARY },
  { "undefined", BSON_TYPE_UNDEFINED },
  { "objectId", BSON_TYPE_OID },
  { "bool", BSON_TYPE_BOOL },
  { "date", BSON_TYPE_DATE_TIME },
  { "null", BSON_TYPE_NULL },
  { "regex", BSON_TYPE_REGEX },
  { "dbPointer", BSON_TYPE_DBPOINTER },
  { "javascript", BSON_TYPE_CODE },
  { "symbol", BSON_TYPE_SYMBOL },
  { "javascriptWithScope", BSON_TYPE_CODEWSCOPE },
  { "int", BSON_TYPE_INT32 },
  { "timestamp", BSON_TYPE_TIMESTAMP },
  { "long", BSON_TYPE_INT64 },
  { "decimal", BSON_TYPE_DECIMAL128 },
  { "minKey", BSON_TYPE_MINKEY },
  { "maxKey", BSON_TYPE_MAXKEY },
};

static gboolean
is_number (const bson_iter_t *iter)
{
  bson_type_t type = bson_iter_type (iter);

  return type == BSON_TYPE_DOUBLE || type == BSON_TYPE_INT32 || type == BSON_TYPE_INT64 ||
         type == BSON_TYPE_DECIMAL128;
}

static double
get_number (const bson_iter_t *iter)
{
  if (bson_iter_type (iter) == BSON_TYPE_DECIMAL128)
    {
      bson_decimal128_t decimal;
      char digits[BSON_DECIMAL128_STRING];

      bson_iter_decimal128 (iter, &decimal);
      bson_decimal128_to_string (&decimal, digits);
      return g_ascii_strtod (digits, NULL);
    }
  return bson_iter_type (iter) == BSON_TYPE_DOUBLE ? bson_iter_double (iter)
                                                   : (double)bson_iter_as_int64 (iter);
}

static gboolean
find_member (const bson_iter_t *object, const char *name, bson_iter_t *found)
{
  bson_iter_t inner;

  if (!bson_iter_recurse (object, &inner))
    return FALSE;
  while (bson_iter_next (&inner))
    if (g_str_equal (bson_iter_key (&inner), name))
      {
        *found = inner;
        return TRUE;
      }
  return FALSE;
}

/* As the query language compares: numbers by value, objects whatever the order of their fields. */
static gboolean
are_equal (const bson_iter_t *a, const bson_iter_t *b)
{
  bson_iter_t inner, other;

  if (is_number (a) && is_number (b))
    return get_number (a) == get_number (b) || (isnan (get_number (a)) && isnan (get_number (b)));
  if (bson_iter_type (a) != bson_iter_type (b))
    return FALSE;
  if (bson_iter_type (a) == BSON_TYPE_DOCUMENT || bson_iter_type (a) == BSON_TYPE_ARRAY)
    {
      guint n = 0, m = 0;

      bson_iter_recurse (b, &inner);
      while (bson_iter_next (&inner))
        m++;
      bson_iter_recurse (a, &inner);
      while (bson_iter_next (&inner))
        {
          n++;
          if (!find_member (b, bson_iter_key (&inner), &other) || !are_equal (&inner, &other))
            return FALSE;
        }
      return n == m;
    }
  {
    /* Everything else by its bytes. */
    bson_t first = BSON_INITIALIZER;
    bson_t second = BSON_INITIALIZER;
    gboolean equal;

    bson_append_iter (&first, "v", -1, a);
    bson_append_iter (&second, "v", -1, b);
    equal = bson_equal (&first, &second);
    bson_destroy (&first);
    bson_destroy (&second);
    return equal;
  }
}

/* Faults of schemas. */

static char *find_fault (const bson_iter_t *schema, const char *path);

static char *
find_fault_of_list (const bson_iter_t *list, const char *keyword, gboolean strings)
{
  bson_iter_t inner, other;
  guint n = 0;

  if (bson_iter_type (list) != BSON_TYPE_ARRAY)
    return g_strdup_printf ("'%s' must be an array", keyword);
  bson_iter_recurse (list, &inner);
  while (bson_iter_next (&inner))
    {
      guint m = 0;

      if (strings && bson_iter_type (&inner) != BSON_TYPE_UTF8)
        return g_strdup_printf ("'%s' must be of strings", keyword);
      bson_iter_recurse (list, &other);
      while (m++ < n && bson_iter_next (&other))
        if (are_equal (&inner, &other))
          return g_strdup_printf ("'%s' has duplicates", keyword);
      n++;
    }
  return n == 0 ? g_strdup_printf ("'%s' must not be empty", keyword) : NULL;
}

static char *
find_fault_of_type (const char *name)
{
  if (g_str_equal (name, "number"))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (name, types[i].name))
      return NULL;
  return g_strdup_printf ("unknown type '%s'", name);
}

static char *
find_fault_of_types (const bson_iter_t *value)
{
  bson_iter_t inner;
  char *fault;

  if (bson_iter_type (value) == BSON_TYPE_UTF8)
    return find_fault_of_type (bson_iter_utf8 (value, NULL));
  fault = find_fault_of_list (value, "bsonType", TRUE);
  if (fault != NULL)
    return fault;
  bson_iter_recurse (value, &inner);
  while (bson_iter_next (&inner))
    {
      fault = find_fault_of_type (bson_iter_utf8 (&inner, NULL));
      if (fault != NULL)
        return fault;
    }
  return NULL;
}

static gboolean
allows_type (const bson_iter_t *schema, const char *name)
{
  bson_iter_t value, inner;

  if (!find_member (schema, "bsonType", &value))
    return TRUE;
  if (bson_iter_type (&value) == BSON_TYPE_UTF8)
    return g_str_equal (bson_iter_utf8 (&value, NULL), name);
  bson_iter_recurse (&value, &inner);
  while (bson_iter_next (&inner))
    if (g_str_equal (bson_iter_utf8 (&inner, NULL), name))
      return TRUE;
  return FALSE;
}

/* What a server takes but does nothing with: a rule for a type that the value cannot have. */
static char *
find_idle (const bson_iter_t *schema, const char *keyword)
{
  static const char *const of_strings[] = { "minLength", "maxLength", "pattern", NULL };
  static const char *const of_arrays[] = { "items", "minItems", "maxItems", NULL };
  static const char *const of_objects[] = { "properties", "required", "additionalProperties",
                                            "maxProperties", NULL };
  gboolean idle = FALSE;

  if (g_strv_contains (of_strings, keyword))
    idle = !allows_type (schema, "string");
  else if (g_strv_contains (of_arrays, keyword))
    idle = !allows_type (schema, "array");
  else if (g_strv_contains (of_objects, keyword))
    idle = !allows_type (schema, "object");
  else if (g_str_equal (keyword, "minimum") || g_str_equal (keyword, "maximum") ||
           g_str_equal (keyword, "multipleOf"))
    idle = !allows_type (schema, "int") && !allows_type (schema, "long") &&
           !allows_type (schema, "double") && !allows_type (schema, "decimal") &&
           !allows_type (schema, "number");
  return idle ? g_strdup_printf ("'%s' does nothing here", keyword) : NULL;
}

static gboolean
is_list_of_schemas (const char *keyword)
{
  return g_str_equal (keyword, "anyOf") || g_str_equal (keyword, "oneOf") ||
         g_str_equal (keyword, "allOf");
}

static char *
find_fault_of_keyword (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  const char *keyword = bson_iter_key (value);
  bson_type_t type = bson_iter_type (value);
  bson_iter_t inner;
  char *fault = find_idle (schema, keyword);

  if (fault != NULL)
    return fault;
  if (!g_strv_contains (keywords, keyword))
    return g_strdup_printf ("unknown keyword '%s'", keyword);
  if (g_str_equal (keyword, "bsonType"))
    return find_fault_of_types (value);
  if (g_str_equal (keyword, "required"))
    return find_fault_of_list (value, keyword, TRUE);
  if (g_str_equal (keyword, "enum"))
    return find_fault_of_list (value, keyword, FALSE);
  if (g_str_equal (keyword, "description") || g_str_equal (keyword, "title") ||
      g_str_equal (keyword, "pattern"))
    return type == BSON_TYPE_UTF8 ? NULL : g_strdup_printf ("'%s' must be a string", keyword);
  if (g_str_equal (keyword, "multipleOf"))
    return is_number (value) && get_number (value) > 0
               ? NULL
               : g_strdup_printf ("'%s' must be a positive number", keyword);
  if (g_str_equal (keyword, "additionalProperties") && type == BSON_TYPE_BOOL)
    return NULL;
  if (g_str_equal (keyword, "minimum") || g_str_equal (keyword, "maximum"))
    return is_number (value) ? NULL : g_strdup_printf ("'%s' must be a number", keyword);
  if (g_str_has_prefix (keyword, "min") || g_str_has_prefix (keyword, "max"))
    return is_number (value) && get_number (value) >= 0
               ? NULL
               : g_strdup_printf ("'%s' must not be negative", keyword);
  if (is_list_of_schemas (keyword))
    {
      fault = find_fault_of_list (value, keyword, FALSE);
      if (fault != NULL)
        return fault;
    }
  else if (type != BSON_TYPE_DOCUMENT)
    {
      return g_strdup_printf ("'%s' must be an object", keyword);
    }

  if (!is_list_of_schemas (keyword) && !g_str_equal (keyword, "properties"))
    return find_fault (value, path);
  bson_iter_recurse (value, &inner);
  while (bson_iter_next (&inner))
    {
      g_autofree char *deeper = g_strdup_printf ("%s.%s", path, bson_iter_key (&inner));

      fault = find_fault (&inner, deeper);
      if (fault != NULL)
        return fault;
    }
  return NULL;
}

static char *
find_fault (const bson_iter_t *schema, const char *path)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  bson_iter_t iter;

  if (bson_iter_type (schema) != BSON_TYPE_DOCUMENT)
    return g_strdup_printf ("%s: must be an object", path);
  bson_iter_recurse (schema, &iter);
  while (bson_iter_next (&iter))
    {
      g_autofree char *fault = NULL;

      if (!g_hash_table_add (seen, (gpointer)bson_iter_key (&iter)))
        return g_strdup_printf ("%s: '%s' stands twice", path, bson_iter_key (&iter));
      fault = find_fault_of_keyword (schema, &iter, path);
      if (fault == NULL)
        continue;
      /* One from deeper down says where it is. */
      return strchr (fault, ':') != NULL ? g_steal_pointer (&fault)
                                         : g_strdup_printf ("%s: %s", path, fault);
    }
  return NULL;
}

char *
schema_find_fault (const bson_t *schema)
{
  bson_t around = BSON_INITIALIZER;
  bson_iter_t iter, properties, id;
  char *fault;

  bson_append_document (&around, "schema", -1, schema);
  bson_iter_init_find (&iter, &around, "schema");
  fault = find_fault (&iter, "$");
  if (fault == NULL && !allows_type (&iter, "object"))
    fault = g_strdup ("$: no document is anything but an object");
  if (fault == NULL &&
      (!find_member (&iter, "properties", &properties) || !find_member (&properties, "_id", &id)))
    fault = g_strdup ("$: _id is not named");
  bson_destroy (&around);
  return fault;
}

/* Checking documents. */

static char *check (const bson_iter_t *schema, const bson_iter_t *value, const char *path);

static gboolean
has_type (const char *name, const bson_iter_t *value)
{
  if (g_str_equal (name, "number"))
    return is_number (value);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].name, name))
      return types[i].type == bson_iter_type (value);
  return FALSE;
}

static gboolean
has_one_of_types (const bson_iter_t *names, const bson_iter_t *value)
{
  bson_iter_t inner;

  if (bson_iter_type (names) == BSON_TYPE_UTF8)
    return has_type (bson_iter_utf8 (names, NULL), value);
  bson_iter_recurse (names, &inner);
  while (bson_iter_next (&inner))
    if (has_type (bson_iter_utf8 (&inner, NULL), value))
      return TRUE;
  return FALSE;
}

static guint
count_members (const bson_iter_t *value)
{
  bson_iter_t inner;
  guint n = 0;

  bson_iter_recurse (value, &inner);
  while (bson_iter_next (&inner))
    n++;
  return n;
}

static char *
check_object (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  bson_iter_t rule, inner, properties, found;
  gboolean has_properties = find_member (schema, "properties", &properties);

  if (find_member (schema, "required", &rule))
    {
      bson_iter_recurse (&rule, &inner);
      while (bson_iter_next (&inner))
        if (!find_member (value, bson_iter_utf8 (&inner, NULL), &found))
          return g_strdup_printf ("%s: %s is missing", path, bson_iter_utf8 (&inner, NULL));
    }
  if (find_member (schema, "maxProperties", &rule) && count_members (value) > get_number (&rule))
    return g_strdup_printf ("%s: too many fields", path);

  bson_iter_recurse (value, &inner);
  while (bson_iter_next (&inner))
    {
      g_autofree char *deeper = g_strdup_printf ("%s.%s", path, bson_iter_key (&inner));
      char *fault = NULL;

      if (has_properties && find_member (&properties, bson_iter_key (&inner), &found))
        fault = check (&found, &inner, deeper);
      else if (find_member (schema, "additionalProperties", &rule) &&
               bson_iter_type (&rule) == BSON_TYPE_BOOL)
        fault = bson_iter_bool (&rule) ? NULL : g_strdup_printf ("%s: no such field", deeper);
      else if (find_member (schema, "additionalProperties", &rule))
        fault = check (&rule, &inner, deeper);
      if (fault != NULL)
        return fault;
    }
  return NULL;
}

static char *
check_array (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  bson_iter_t rule, inner;

  if (find_member (schema, "maxItems", &rule) && count_members (value) > get_number (&rule))
    return g_strdup_printf ("%s: too many elements", path);
  if (!find_member (schema, "items", &rule))
    return NULL;
  bson_iter_recurse (value, &inner);
  while (bson_iter_next (&inner))
    {
      g_autofree char *deeper = g_strdup_printf ("%s.%s", path, bson_iter_key (&inner));
      char *fault = check (&rule, &inner, deeper);

      if (fault != NULL)
        return fault;
    }
  return NULL;
}

static char *
check_string (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  const char *text = bson_iter_utf8 (value, NULL);
  glong length = g_utf8_strlen (text, -1);
  bson_iter_t rule;

  if (!g_utf8_validate (text, -1, NULL))
    return g_strdup_printf ("%s: no UTF-8", path);
  if (find_member (schema, "minLength", &rule) && length < get_number (&rule))
    return g_strdup_printf ("%s: “%s” is too short", path, text);
  if (find_member (schema, "maxLength", &rule) && length > get_number (&rule))
    return g_strdup_printf ("%s: “%s” is too long", path, text);
  if (find_member (schema, "pattern", &rule) &&
      !g_regex_match_simple (bson_iter_utf8 (&rule, NULL), text, 0, 0))
    return g_strdup_printf ("%s: “%s” does not match %s", path, text, bson_iter_utf8 (&rule, NULL));
  return NULL;
}

static char *
check_number (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  bson_iter_t rule;

  if (find_member (schema, "minimum", &rule) && !(get_number (value) >= get_number (&rule)))
    return g_strdup_printf ("%s: %g is too small", path, get_number (value));
  if (find_member (schema, "maximum", &rule) && !(get_number (value) <= get_number (&rule)))
    return g_strdup_printf ("%s: %g is too large", path, get_number (value));
  if (find_member (schema, "multipleOf", &rule) &&
      !(fmod (get_number (value), get_number (&rule)) == 0))
    return g_strdup_printf ("%s: %g is no multiple", path, get_number (value));
  return NULL;
}

static char *
check_any (const bson_iter_t *schemas, const bson_iter_t *value, const char *path)
{
  bson_iter_t inner;
  g_autofree char *last = NULL;

  bson_iter_recurse (schemas, &inner);
  while (bson_iter_next (&inner))
    {
      g_free (last);
      last = check (&inner, value, path);
      if (last == NULL)
        return NULL;
    }
  return g_steal_pointer (&last);
}

/* All of the schemas, or exactly one of them. */
static char *
check_each (const bson_iter_t *schemas, const bson_iter_t *value, const char *path, gboolean all)
{
  g_autoptr (GString) faults = g_string_new (NULL);
  guint passed = 0, n = 0;
  bson_iter_t inner;

  bson_iter_recurse (schemas, &inner);
  for (; bson_iter_next (&inner); n++)
    {
      g_autofree char *fault = check (&inner, value, path);

      passed += fault == NULL;
      if (fault != NULL)
        g_string_append_printf (faults, "; %s", fault);
    }
  if (all ? passed == n : passed == 1)
    return NULL;
  return g_strdup_printf ("%s: %u of %u schemas let it pass%s", path, passed, n, faults->str);
}

static char *
check (const bson_iter_t *schema, const bson_iter_t *value, const char *path)
{
  bson_iter_t rule, inner;
  char *fault = NULL;

  if (find_member (schema, "bsonType", &rule) && !has_one_of_types (&rule, value))
    return g_strdup_printf ("%s: wrong type 0x%02x", path, bson_iter_type (value));
  if (find_member (schema, "enum", &rule))
    {
      gboolean found = FALSE;

      bson_iter_recurse (&rule, &inner);
      while (!found && bson_iter_next (&inner))
        found = are_equal (&inner, value);
      if (!found)
        return g_strdup_printf ("%s: not one of the values", path);
    }
  if (find_member (schema, "anyOf", &rule))
    fault = check_any (&rule, value, path);
  if (fault == NULL && find_member (schema, "oneOf", &rule))
    fault = check_each (&rule, value, path, FALSE);
  if (fault == NULL && find_member (schema, "allOf", &rule))
    fault = check_each (&rule, value, path, TRUE);
  if (fault == NULL && find_member (schema, "not", &rule))
    {
      g_autofree char *inside = check (&rule, value, path);

      if (inside == NULL)
        fault = g_strdup_printf ("%s: what must not be", path);
    }
  if (fault != NULL)
    return fault;

  if (bson_iter_type (value) == BSON_TYPE_DOCUMENT)
    return check_object (schema, value, path);
  if (bson_iter_type (value) == BSON_TYPE_ARRAY)
    return check_array (schema, value, path);
  if (bson_iter_type (value) == BSON_TYPE_UTF8)
    return check_string (schema, value, path);
  return is_number (value) ? check_number (schema, value, path) : NULL;
}

char *
schema_check (const bson_t *schema, const bson_t *document)
{
  bson_t around = BSON_INITIALIZER;
  bson_iter_t rule, value;
  char *fault;

  bson_append_document (&around, "schema", -1, schema);
  bson_append_document (&around, "document", -1, document);
  bson_iter_init_find (&rule, &around, "schema");
  bson_iter_init_find (&value, &around, "document");
  fault = check (&rule, &value, "$");
  bson_destroy (&around);
  return fault;
}

bson_t *
schema_parse (const char *text)
{
  bson_error_t error;
  bson_t *document = bson_new_from_json ((const guint8 *)text, -1, &error);

  if (document == NULL)
    g_error ("%s: %.200s", error.message, text);
  return document;
}
