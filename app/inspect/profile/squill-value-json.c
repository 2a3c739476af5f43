/* SPDX-License-Identifier: Apache-2.0 */

/* BSON values as Extended JSON: relaxed where that keeps the type, canonical where it does not, as
 * the command line and the model have them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-value-json.h"

#include "inspect/source/squill-bson-buffer.h"
#include "inspect/source/squill-bson-walk.h"

#include <bson/bson.h>
#include <math.h>

/* The years that the relaxed form of a date has: 1970 to 9999. */
#define LAST_RELAXED_DATE G_GINT64_CONSTANT (253402300799999)

static json_t *
text_to_json (const char *text, gsize length)
{
  json_t *json = json_stringn (text, length);

  if (json == NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (text, (gssize)length);

      json = json_string (valid);
    }
  return json;
}

static json_t *
date_to_json (gint64 milliseconds)
{
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *seconds = NULL;
  g_autofree char *text = NULL;

  if (milliseconds < 0 || milliseconds > LAST_RELAXED_DATE)
    {
      text = g_strdup_printf ("%" G_GINT64_FORMAT, milliseconds);
      return json_pack ("{s:{s:s}}", "$date", "$numberLong", text);
    }
  date = g_date_time_new_from_unix_utc (milliseconds / 1000);
  seconds = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");
  if (milliseconds % 1000 == 0)
    text = g_strconcat (seconds, "Z", NULL);
  else
    text = g_strdup_printf ("%s.%03dZ", seconds, (int)(milliseconds % 1000));
  return json_pack ("{s:s}", "$date", text);
}

static json_t *
double_to_json (double value)
{
  if (isfinite (value))
    return json_real (value);
  return json_pack ("{s:s}", "$numberDouble",
                    isnan (value) ? "NaN"
                    : value > 0   ? "Infinity"
                                  : "-Infinity");
}

/* Types that have one form only: libbson knows them all. */
static json_t *
other_to_json (guint8 type, const guint8 *bytes, gsize length)
{
  SquillBsonBuffer buffer = { 0 };
  json_t *document = NULL;
  json_t *json = NULL;
  bson_t bson;

  squill_bson_buffer_append_int32 (&buffer, 0);
  squill_bson_buffer_append_byte (&buffer, type);
  squill_bson_buffer_append (&buffer, "v", 2);
  squill_bson_buffer_append (&buffer, bytes, length);
  squill_bson_buffer_append_byte (&buffer, 0);
  squill_bson_buffer_patch_length (&buffer, 0, buffer.length);
  if (bson_init_static (&bson, buffer.bytes, buffer.length))
    {
      char *text = bson_as_canonical_extended_json (&bson, NULL);

      if (text != NULL)
        document = json_loads (text, JSON_ALLOW_NUL, NULL);
      bson_free (text);
    }
  json = json_incref (json_object_get (document, "v"));
  json_decref (document);
  g_free (buffer.bytes);
  return json != NULL ? json : json_null ();
}

static gboolean
get_number (const SquillValue *value, double *number)
{
  switch (value->type)
    {
    case SQUILL_BSON_INT:
      *number = squill_bson_read_int32 (value->bytes);
      return TRUE;
    case SQUILL_BSON_LONG:
      *number = (double)squill_bson_read_int64 (value->bytes);
      return TRUE;
    case SQUILL_BSON_DOUBLE:
      *number = squill_bson_read_double (value->bytes);
      return TRUE;
    default:
      return FALSE;
    }
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const SquillValue *left = *(const SquillValue *const *)a;
  const SquillValue *right = *(const SquillValue *const *)b;
  double left_number, right_number;
  gboolean left_is_number = get_number (left, &left_number);
  gboolean right_is_number = get_number (right, &right_number);
  gsize skip, common;
  int order;

  if (left_is_number != right_is_number)
    return left_is_number ? -1 : 1;
  if (left_is_number)
    return left_number < right_number ? -1 : left_number > right_number;
  if (left->type != right->type)
    return left->type < right->type ? -1 : 1;
  /* Texts have their length before them. */
  skip = left->type == SQUILL_BSON_STRING ? 4 : 0;
  common = MIN (left->length, right->length) - skip;
  order = memcmp (left->bytes + skip, right->bytes + skip, common);
  if (order != 0)
    return order;
  return left->length < right->length ? -1 : left->length > right->length;
}

static json_t *
nested_to_json (const guint8 *document, gsize length, gboolean is_array)
{
  json_t *json = is_array ? json_array () : json_object ();
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document, length, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    {
      json_t *value = squill_value_to_json (element.type, element.value, element.value_length);

      if (is_array)
        {
          json_array_append_new (json, value);
        }
      else
        {
          g_autofree char *name = g_utf8_make_valid (element.key, (gssize)element.key_length);

          json_object_set_new (json, name, value);
        }
    }
  return json;
}

/**
 * squill_value_to_json:
 * @type: a BSON type
 * @bytes: the value, sound
 * @length: its bytes
 *
 * Returns: (transfer full): the value as Extended JSON
 */
json_t *
squill_value_to_json (guint8 type, const guint8 *bytes, gsize length)
{
  g_autofree char *text = NULL;

  switch ((SquillBsonType)type)
    {
    case SQUILL_BSON_STRING:
      return text_to_json ((const char *)bytes + 4, length - 5);
    case SQUILL_BSON_DOUBLE:
      return double_to_json (squill_bson_read_double (bytes));
    case SQUILL_BSON_INT:
      return json_integer (squill_bson_read_int32 (bytes));
    case SQUILL_BSON_LONG:
      text = g_strdup_printf ("%" G_GINT64_FORMAT, squill_bson_read_int64 (bytes));
      return json_pack ("{s:s}", "$numberLong", text);
    case SQUILL_BSON_DATE:
      return date_to_json (squill_bson_read_int64 (bytes));
    case SQUILL_BSON_BOOL:
      return json_boolean (bytes[0] != 0);
    case SQUILL_BSON_NULL:
      return json_null ();
    case SQUILL_BSON_OBJECT:
      return nested_to_json (bytes, length, FALSE);
    case SQUILL_BSON_ARRAY:
      return nested_to_json (bytes, length, TRUE);
    case SQUILL_BSON_BINARY:
    case SQUILL_BSON_UNDEFINED:
    case SQUILL_BSON_OBJECT_ID:
    case SQUILL_BSON_REGEX:
    case SQUILL_BSON_DB_POINTER:
    case SQUILL_BSON_CODE:
    case SQUILL_BSON_SYMBOL:
    case SQUILL_BSON_CODE_WITH_SCOPE:
    case SQUILL_BSON_TIMESTAMP:
    case SQUILL_BSON_DECIMAL:
    case SQUILL_BSON_MAX_KEY:
    case SQUILL_BSON_MIN_KEY:
    default:
      return other_to_json (type, bytes, length);
    }
}

/**
 * squill_value_table_to_json:
 * @table: values
 *
 * Returns: (transfer full): an array of them, numbers before texts, each in their order: the same
 * however the documents came
 */
json_t *
squill_value_table_to_json (const SquillValueTable *table)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  json_t *json = json_array ();

  for (guint i = 0; i < table->n_values; i++)
    g_ptr_array_add (sorted, &table->values[i]);
  g_ptr_array_sort (sorted, compare_values);
  for (guint i = 0; i < sorted->len; i++)
    {
      const SquillValue *value = g_ptr_array_index (sorted, i);

      json_array_append_new (json, squill_value_to_json (value->type, value->bytes, value->length));
    }
  return json;
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
  return nested_to_json (document, length, FALSE);
}

/**
 * squill_count_to_json:
 * @count: how many
 *
 * Returns: (transfer full): the number; JSON here knows none above %G_MAXINT64, which stands for
 * those
 */
json_t *
squill_count_to_json (guint64 count)
{
  return json_integer ((json_int_t)MIN (count, (guint64)G_MAXINT64));
}
