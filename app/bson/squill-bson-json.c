/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-bson-json.h"

#include "bson/squill-bson-buffer.h"
#include "bson/squill-bson-text.h"
#include "bson/squill-bson-walk.h"
#include "bson/squill-extended-json.h"

/* As deep as a server stores. */
#define MAX_DEPTH 100

/* Whether an object may stand for a typed value. */
static gboolean
has_dollar (const json_t *object)
{
  const char *key = json_object_iter_key (json_object_iter ((json_t *)object));

  return key != NULL && key[0] == '$';
}

/* Appends the bytes of a value and gives its type. FALSE where it is too deep. */
static gboolean
append_value (SquillBsonBuffer *to, const json_t *value, guint level, guint8 *type)
{
  gsize start, type_at;
  const char *name;
  json_t *member;
  guint8 member_type;

  if (level > MAX_DEPTH)
    return FALSE;
  switch (json_typeof (value))
    {
    case JSON_OBJECT:
      *type = SQUILL_BSON_OBJECT;
      start = squill_bson_buffer_begin (to);
      json_object_foreach ((json_t *)value, name, member)
      {
        type_at = to->length;
        squill_bson_buffer_append_key (to, 0, name);
        if (!append_value (to, member, level + 1, &member_type))
          return FALSE;
        to->bytes[type_at] = member_type;
      }
      squill_bson_buffer_end (to, start);
      /* The document itself is no value. */
      if (level > 0 && has_dollar (value))
        squill_extended_json_fold (to, start, type);
      return TRUE;
    case JSON_ARRAY:
      *type = SQUILL_BSON_ARRAY;
      start = squill_bson_buffer_begin (to);
      for (gsize i = 0; i < json_array_size (value); i++)
        {
          char index[24];

          g_snprintf (index, sizeof index, "%" G_GSIZE_FORMAT, i);
          type_at = to->length;
          squill_bson_buffer_append_key (to, 0, index);
          if (!append_value (to, json_array_get (value, i), level + 1, &member_type))
            return FALSE;
          to->bytes[type_at] = member_type;
        }
      squill_bson_buffer_end (to, start);
      return TRUE;
    case JSON_STRING:
      *type = SQUILL_BSON_STRING;
      squill_bson_buffer_append_string (to, json_string_value (value), json_string_length (value));
      return TRUE;
    case JSON_INTEGER:
      *type = json_integer_value (value) >= G_MININT32 && json_integer_value (value) <= G_MAXINT32
                  ? SQUILL_BSON_INT
                  : SQUILL_BSON_LONG;
      if (*type == SQUILL_BSON_INT)
        squill_bson_buffer_append_int32 (to, (gint32)json_integer_value (value));
      else
        squill_bson_buffer_append_int64 (to, json_integer_value (value));
      return TRUE;
    case JSON_REAL:
      *type = SQUILL_BSON_DOUBLE;
      squill_bson_buffer_append_double (to, json_real_value (value));
      return TRUE;
    case JSON_TRUE:
    case JSON_FALSE:
      *type = SQUILL_BSON_BOOL;
      squill_bson_buffer_append_byte (to, json_is_true (value));
      return TRUE;
    case JSON_NULL:
    default:
      *type = SQUILL_BSON_NULL;
      return TRUE;
    }
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
  g_auto (SquillBsonBuffer) buffer = { 0 };
  guint8 type;

  g_return_val_if_fail (value != NULL, SQUILL_TYPE_NONE);

  if (json_is_array (value))
    return SQUILL_TYPE_ARRAY;
  if (json_is_object (value) && !has_dollar (value))
    return SQUILL_TYPE_OBJECT;
  if (!append_value (&buffer, value, 1, &type))
    return SQUILL_TYPE_OBJECT;
  return 1u << squill_type_index (type);
}

static double
decimal_to_double (const guint8 *bytes)
{
  bson_decimal128_t decimal = squill_bson_read_decimal (bytes);
  char digits[BSON_DECIMAL128_STRING];

  bson_decimal128_to_string (&decimal, digits);
  return g_ascii_strtod (digits, NULL);
}

/**
 * squill_json_get_bson_number:
 * @value: a value in Extended JSON
 * @number: (out): it as a number; of a date the milliseconds since 1970
 *
 * Returns: %TRUE if it is a number of any type, or a date
 */
gboolean
squill_json_get_bson_number (const json_t *value, double *number)
{
  g_auto (SquillBsonBuffer) buffer = { 0 };
  guint8 type;

  g_return_val_if_fail (value != NULL, FALSE);
  g_return_val_if_fail (number != NULL, FALSE);

  if (json_is_number (value))
    {
      *number = json_number_value (value);
      return TRUE;
    }
  if (!json_is_object (value) || !has_dollar (value) || !append_value (&buffer, value, 1, &type))
    return FALSE;
  if (type == SQUILL_BSON_INT)
    *number = squill_bson_read_int32 (buffer.bytes);
  else if (type == SQUILL_BSON_LONG || type == SQUILL_BSON_DATE)
    *number = (double)squill_bson_read_int64 (buffer.bytes);
  else if (type == SQUILL_BSON_DOUBLE)
    *number = squill_bson_read_double (buffer.bytes);
  else if (type == SQUILL_BSON_DECIMAL)
    *number = decimal_to_double (buffer.bytes);
  else
    return FALSE;
  return TRUE;
}

/**
 * squill_bson_append_json:
 * @document: a document
 * @key: the name of the new element
 * @value: a value in Extended JSON
 *
 * Adds a value of the model to a document, with the type that its Extended JSON has. Objects with
 * other keys that begin with "$" (the operators of a filter) stay as they are.
 *
 * Returns: %FALSE if it does not fit into a document: more than 100 levels
 */
gboolean
squill_bson_append_json (bson_t *document, const char *key, const json_t *value)
{
  g_auto (SquillBsonBuffer) buffer = { 0 };
  gsize start;
  guint8 type;
  bson_t element;

  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  start = squill_bson_buffer_begin (&buffer);
  squill_bson_buffer_append_key (&buffer, 0, key);
  if (!append_value (&buffer, value, 1, &type))
    return FALSE;
  buffer.bytes[start + 4] = type;
  squill_bson_buffer_end (&buffer, start);
  return bson_init_static (&element, buffer.bytes, buffer.length) &&
         bson_concat (document, &element);
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
  g_auto (SquillBsonBuffer) buffer = { 0 };
  guint8 type;

  g_return_val_if_fail (object != NULL, NULL);

  if (!json_is_object (object) || !append_value (&buffer, object, 0, &type))
    return NULL;
  return bson_new_from_data (buffer.bytes, buffer.length);
}

/**
 * squill_value_to_json:
 * @type: a type byte
 * @bytes: the value, sound
 * @length: its bytes
 *
 * Returns: (transfer full): the value as Extended JSON that keeps its type
 */
json_t *
squill_value_to_json (guint8 type, const guint8 *bytes, gsize length)
{
  g_autoptr (GString) text = g_string_new (NULL);
  json_t *json;

  squill_bson_text_append_value (text, type, bytes, length, SQUILL_BSON_STYLE_TYPED);
  json = json_loadb (text->str, text->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
  return json != NULL ? json : json_null ();
}

/**
 * squill_document_to_json:
 * @document: a sound document
 * @length: its bytes
 *
 * Returns: (transfer full): the document as Extended JSON, its names in their order
 */
json_t *
squill_document_to_json (const guint8 *document, gsize length)
{
  return squill_value_to_json (SQUILL_BSON_OBJECT, document, length);
}

/**
 * squill_count_to_json:
 * @count: a count
 *
 * Returns: (transfer full): it as a number; %G_MAXINT64 stands for larger ones, which jansson does
 *   not have
 */
json_t *
squill_count_to_json (guint64 count)
{
  return json_integer ((json_int_t)MIN (count, (guint64)G_MAXINT64));
}
