/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-bson-value.h"

#include <string.h>

/* As deep as a server stores. */
#define MAX_DEPTH 100

/* What an object in Extended JSON stands for. Its parts belong to the JSON. */
typedef struct
{
  SquillTypes type;
  gint64 integer; /* int, long, date in milliseconds */
  double number;
  guint32 increment; /* of a timestamp, whose seconds are in integer */
  const char *text;  /* string, code, pattern, symbol, decimal, base64 or hexadecimal digits */
  const char *options;
  guint subtype;
  gboolean uuid; /* text is a UUID in hexadecimal */
  const json_t *scope;
} TypedValue;

static gboolean
read_integer (const json_t *json, gint64 min, gint64 max, gint64 *value)
{
  const char *text = json_string_value (json);
  char *end = NULL;

  if (json_is_integer (json))
    *value = json_integer_value (json);
  else if (text != NULL && *text != '\0')
    *value = g_ascii_strtoll (text, &end, 10);
  else
    return FALSE;
  return (end == NULL || *end == '\0') && *value >= min && *value <= max;
}

static gboolean
read_double (const char *text, double *value)
{
  char *end = NULL;

  if (text == NULL || *text == '\0')
    return FALSE;
  if (g_str_equal (text, "Infinity") || g_str_equal (text, "-Infinity"))
    *value = *text == '-' ? -INFINITY : INFINITY;
  else if (g_str_equal (text, "NaN"))
    *value = NAN;
  else
    {
      *value = g_ascii_strtod (text, &end);
      return *end == '\0';
    }
  return TRUE;
}

static gboolean
read_date (const json_t *json, gint64 *milliseconds)
{
  g_autoptr (GTimeZone) utc = NULL;
  g_autoptr (GDateTime) date = NULL;

  if (json_is_object (json))
    return json_object_size (json) == 1 && read_integer (json_object_get (json, "$numberLong"),
                                                         G_MININT64, G_MAXINT64, milliseconds);
  if (json_is_integer (json))
    return read_integer (json, G_MININT64, G_MAXINT64, milliseconds);
  if (!json_is_string (json))
    return FALSE;
  utc = g_time_zone_new_utc ();
  date = g_date_time_new_from_iso8601 (json_string_value (json), utc);
  if (date == NULL && strlen (json_string_value (json)) == 10)
    {
      g_autofree char *midnight = g_strconcat (json_string_value (json), "T00:00:00Z", NULL);

      date = g_date_time_new_from_iso8601 (midnight, utc);
    }
  if (date == NULL)
    return FALSE;
  *milliseconds = g_date_time_to_unix (date) * 1000 + g_date_time_get_microsecond (date) / 1000;
  return TRUE;
}

static gboolean
is_hexadecimal (const char *text, gsize digits)
{
  gsize n = 0;

  for (const char *p = text; *p != '\0'; p++)
    if (g_ascii_isxdigit (*p))
      n++;
    else if (*p != '-' || digits != 32)
      return FALSE;
  return n == digits;
}

static gboolean
read_binary (const json_t *json, TypedValue *value)
{
  const char *subtype = json_string_value (json_object_get (json, "subType"));
  gint64 number;

  value->type = SQUILL_TYPE_BINARY;
  value->text = json_string_value (json_object_get (json, "base64"));
  if (value->text == NULL)
    return FALSE;
  if (subtype != NULL)
    value->subtype = g_ascii_strtoull (subtype, NULL, 16) & 0xff;
  else if (read_integer (json_object_get (json, "subType"), 0, 255, &number))
    value->subtype = number;
  return TRUE;
}

/* Whether an object is a typed value of Extended JSON. One that looks like it but is not stays the
 * object that it is: filters have keys such as "$gt". */
static gboolean
read_typed_value (const json_t *object, TypedValue *value)
{
  const char *name;
  const json_t *content;
  void *iter = json_object_iter ((json_t *)object);

  memset (value, 0, sizeof *value);
  if (iter == NULL)
    return FALSE;
  name = json_object_iter_key (iter);
  content = json_object_iter_value (iter);
  value->text = json_string_value (content);

  if (json_object_get (object, "$code") != NULL)
    {
      value->text = json_string_value (json_object_get (object, "$code"));
      value->scope = json_object_get (object, "$scope");
      value->type =
          value->scope != NULL ? SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE : SQUILL_TYPE_JAVASCRIPT;
      return value->text != NULL && json_object_size (object) == (value->scope != NULL ? 2 : 1) &&
             (value->scope == NULL || json_is_object (value->scope));
    }
  if (json_object_size (object) != 1 || name[0] != '$')
    return FALSE;

  if (g_str_equal (name, "$oid"))
    {
      value->type = SQUILL_TYPE_OBJECT_ID;
      return value->text != NULL && strlen (value->text) == 24 && is_hexadecimal (value->text, 24);
    }
  if (g_str_equal (name, "$date"))
    {
      value->type = SQUILL_TYPE_DATE;
      return read_date (content, &value->integer);
    }
  if (g_str_equal (name, "$numberInt"))
    {
      value->type = SQUILL_TYPE_INT;
      return read_integer (content, G_MININT32, G_MAXINT32, &value->integer);
    }
  if (g_str_equal (name, "$numberLong"))
    {
      value->type = SQUILL_TYPE_LONG;
      return read_integer (content, G_MININT64, G_MAXINT64, &value->integer);
    }
  if (g_str_equal (name, "$numberDouble"))
    {
      value->type = SQUILL_TYPE_DOUBLE;
      return read_double (value->text, &value->number);
    }
  if (g_str_equal (name, "$numberDecimal"))
    {
      bson_decimal128_t decimal;

      value->type = SQUILL_TYPE_DECIMAL;
      return value->text != NULL && bson_decimal128_from_string (value->text, &decimal);
    }
  if (g_str_equal (name, "$binary"))
    return json_is_object (content) && read_binary (content, value);
  if (g_str_equal (name, "$uuid"))
    {
      value->type = SQUILL_TYPE_BINARY;
      value->uuid = TRUE;
      return value->text != NULL && is_hexadecimal (value->text, 32);
    }
  if (g_str_equal (name, "$regularExpression"))
    {
      value->type = SQUILL_TYPE_REGEX;
      value->text = json_string_value (json_object_get (content, "pattern"));
      value->options = json_string_value (json_object_get (content, "options"));
      return value->text != NULL && value->options != NULL;
    }
  if (g_str_equal (name, "$timestamp"))
    {
      gint64 increment = 0;

      value->type = SQUILL_TYPE_TIMESTAMP;
      if (!read_integer (json_object_get (content, "t"), 0, G_MAXUINT32, &value->integer) ||
          !read_integer (json_object_get (content, "i"), 0, G_MAXUINT32, &increment))
        return FALSE;
      value->increment = increment;
      return TRUE;
    }
  if (g_str_equal (name, "$symbol"))
    {
      value->type = SQUILL_TYPE_SYMBOL;
      return value->text != NULL;
    }
  if (g_str_equal (name, "$minKey") || g_str_equal (name, "$maxKey"))
    {
      value->type = name[2] == 'i' ? SQUILL_TYPE_MIN_KEY : SQUILL_TYPE_MAX_KEY;
      return json_integer_value (content) == 1;
    }
  if (g_str_equal (name, "$undefined"))
    {
      value->type = SQUILL_TYPE_UNDEFINED;
      return json_is_true (content);
    }
  return FALSE;
}

/**
 * squill_json_get_bson_type:
 * @value: a value in Extended JSON
 *
 * Returns: the type that it has as BSON; a whole number is the smallest of int and long that holds
 *   it
 */
SquillTypes
squill_json_get_bson_type (const json_t *value)
{
  TypedValue typed;

  g_return_val_if_fail (value != NULL, SQUILL_TYPE_NONE);

  switch (json_typeof (value))
    {
    case JSON_OBJECT:
      return read_typed_value (value, &typed) ? typed.type : SQUILL_TYPE_OBJECT;
    case JSON_ARRAY:
      return SQUILL_TYPE_ARRAY;
    case JSON_STRING:
      return SQUILL_TYPE_STRING;
    case JSON_INTEGER:
      return json_integer_value (value) >= G_MININT32 && json_integer_value (value) <= G_MAXINT32
                 ? SQUILL_TYPE_INT
                 : SQUILL_TYPE_LONG;
    case JSON_REAL:
      return SQUILL_TYPE_DOUBLE;
    case JSON_TRUE:
    case JSON_FALSE:
      return SQUILL_TYPE_BOOL;
    case JSON_NULL:
    default:
      return SQUILL_TYPE_NULL;
    }
}

/**
 * squill_json_get_bson_number:
 * @value: a value in Extended JSON
 * @number: (out): what it is as a number; of a date the milliseconds since 1970
 *
 * Returns: %TRUE if it is a number of any type, or a date
 */
gboolean
squill_json_get_bson_number (const json_t *value, double *number)
{
  TypedValue typed;

  g_return_val_if_fail (value != NULL, FALSE);
  g_return_val_if_fail (number != NULL, FALSE);

  if (json_is_number (value))
    {
      *number = json_number_value (value);
      return TRUE;
    }
  if (!json_is_object (value) || !read_typed_value (value, &typed))
    return FALSE;
  if (typed.type == SQUILL_TYPE_DOUBLE)
    *number = typed.number;
  else if (typed.type == SQUILL_TYPE_DECIMAL)
    return read_double (typed.text, number);
  else if ((typed.type & (SQUILL_TYPE_INT | SQUILL_TYPE_LONG | SQUILL_TYPE_DATE)) != 0)
    *number = typed.integer;
  else
    return FALSE;
  return TRUE;
}

static gboolean append_json (bson_t *document, const char *key, const json_t *value, guint level);

static gboolean
append_members (bson_t *document, const json_t *object, guint level)
{
  const char *name;
  json_t *member;

  json_object_foreach ((json_t *)object, name,
                       member) if (!append_json (document, name, member, level + 1)) return FALSE;
  return TRUE;
}

static gboolean
append_binary (bson_t *document, const char *key, const TypedValue *value)
{
  g_autofree guint8 *data = NULL;
  gsize length = 0;

  if (!value->uuid)
    {
      data = g_base64_decode (value->text, &length);
      return bson_append_binary (document, key, -1, value->subtype, data, length);
    }

  data = g_new (guint8, 16);
  for (const char *p = value->text; *p != '\0' && length < 32; p++)
    if (*p != '-')
      {
        data[length / 2] =
            (length % 2 == 0 ? 0 : data[length / 2] << 4) | g_ascii_xdigit_value (*p);
        length++;
      }
  return bson_append_binary (document, key, -1, BSON_SUBTYPE_UUID, data, 16);
}

static gboolean
append_typed_value (bson_t *document, const char *key, const TypedValue *value, guint level)
{
  switch (value->type)
    {
    case SQUILL_TYPE_OBJECT_ID:
      {
        bson_oid_t oid;

        bson_oid_init_from_string (&oid, value->text);
        return bson_append_oid (document, key, -1, &oid);
      }
    case SQUILL_TYPE_DATE:
      return bson_append_date_time (document, key, -1, value->integer);
    case SQUILL_TYPE_INT:
      return bson_append_int32 (document, key, -1, value->integer);
    case SQUILL_TYPE_LONG:
      return bson_append_int64 (document, key, -1, value->integer);
    case SQUILL_TYPE_DOUBLE:
      return bson_append_double (document, key, -1, value->number);
    case SQUILL_TYPE_DECIMAL:
      {
        bson_decimal128_t decimal;

        bson_decimal128_from_string (value->text, &decimal);
        return bson_append_decimal128 (document, key, -1, &decimal);
      }
    case SQUILL_TYPE_BINARY:
      return append_binary (document, key, value);
    case SQUILL_TYPE_REGEX:
      return bson_append_regex (document, key, -1, value->text, value->options);
    case SQUILL_TYPE_TIMESTAMP:
      return bson_append_timestamp (document, key, -1, value->integer, value->increment);
    case SQUILL_TYPE_SYMBOL:
      return bson_append_symbol (document, key, -1, value->text, -1);
    case SQUILL_TYPE_JAVASCRIPT:
      return bson_append_code (document, key, -1, value->text);
    case SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE:
      {
        bson_t scope = BSON_INITIALIZER;
        gboolean done = append_members (&scope, value->scope, level) &&
                        bson_append_code_with_scope (document, key, -1, value->text, &scope);

        bson_destroy (&scope);
        return done;
      }
    case SQUILL_TYPE_MIN_KEY:
      return bson_append_minkey (document, key, -1);
    case SQUILL_TYPE_MAX_KEY:
      return bson_append_maxkey (document, key, -1);
    case SQUILL_TYPE_UNDEFINED:
      return bson_append_undefined (document, key, -1);
    case SQUILL_TYPE_NONE:
    case SQUILL_TYPE_STRING:
    case SQUILL_TYPE_OBJECT:
    case SQUILL_TYPE_ARRAY:
    case SQUILL_TYPE_BOOL:
    case SQUILL_TYPE_NULL:
    case SQUILL_TYPE_DB_POINTER:
    default:
      return FALSE;
    }
}

static gboolean
append_array (bson_t *document, const char *key, const json_t *value, guint level)
{
  bson_t array;
  gboolean done = TRUE;

  if (!bson_append_array_begin (document, key, -1, &array))
    return FALSE;
  for (gsize i = 0; done && i < json_array_size (value); i++)
    {
      char buffer[16];
      const char *number;

      bson_uint32_to_string (i, &number, buffer, sizeof buffer);
      done = append_json (&array, number, json_array_get (value, i), level + 1);
    }
  return bson_append_array_end (document, &array) && done;
}

static gboolean
append_json (bson_t *document, const char *key, const json_t *value, guint level)
{
  TypedValue typed;

  if (level > MAX_DEPTH)
    return FALSE;

  switch (json_typeof (value))
    {
    case JSON_OBJECT:
      {
        bson_t object;
        gboolean done;

        if (read_typed_value (value, &typed))
          return append_typed_value (document, key, &typed, level);
        if (!bson_append_document_begin (document, key, -1, &object))
          return FALSE;
        done = append_members (&object, value, level);
        return bson_append_document_end (document, &object) && done;
      }
    case JSON_ARRAY:
      return append_array (document, key, value, level);
    case JSON_STRING:
      return bson_append_utf8 (document, key, -1, json_string_value (value),
                               json_string_length (value));
    case JSON_INTEGER:
      return squill_json_get_bson_type (value) == SQUILL_TYPE_INT
                 ? bson_append_int32 (document, key, -1, json_integer_value (value))
                 : bson_append_int64 (document, key, -1, json_integer_value (value));
    case JSON_REAL:
      return bson_append_double (document, key, -1, json_real_value (value));
    case JSON_TRUE:
    case JSON_FALSE:
      return bson_append_bool (document, key, -1, json_is_true (value));
    case JSON_NULL:
    default:
      return bson_append_null (document, key, -1);
    }
}

/**
 * squill_bson_append_json:
 * @document: a document
 * @key: the name of the new element
 * @value: a value in Extended JSON
 *
 * Adds a value of the model to a document, with the type that its Extended JSON says. Objects with
 * other keys that begin with "$" (the operators of a filter) stay as they are.
 *
 * Returns: %FALSE if it does not fit into a document: more than 100 levels
 */
gboolean
squill_bson_append_json (bson_t *document, const char *key, const json_t *value)
{
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  return append_json (document, key, value, 0);
}

/**
 * squill_bson_new_from_json:
 * @object: an object in Extended JSON
 *
 * Returns: (transfer full) (nullable): it as a document; %NULL if it is no object or too deep
 */
bson_t *
squill_bson_new_from_json (const json_t *object)
{
  bson_t *document;

  g_return_val_if_fail (object != NULL, NULL);

  if (!json_is_object (object))
    return NULL;
  document = bson_new ();
  if (append_members (document, object, 0))
    return document;
  bson_destroy (document);
  return NULL;
}
