/* SPDX-License-Identifier: Apache-2.0 */

/* One value: of one of the declared types, of what the field means, within what it allows. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-value-maker.h"

#include <math.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "design/squill-assumption.h"
#include "samples/squill-text-maker.h"
#include "samples/squill-words.h"
#include "text/squill-text.h"

/* A field with no more different values than this repeats them. */
#define FEW_VALUES 1000

/* The largest number up to which doubles count one by one. */
#define LARGEST_EXACT 9007199254740992.0

static gboolean
append_number (const SquillValueContext *context,
               SquillTypes type,
               double value,
               gboolean money,
               bson_t *document,
               const char *key,
               int key_length)
{
  if (type == SQUILL_TYPE_INT)
    return bson_append_int32 (document, key, key_length, (gint32)value);
  if (type == SQUILL_TYPE_LONG)
    return bson_append_int64 (document, key, key_length, (gint64)value);
  if (type == SQUILL_TYPE_DECIMAL)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *digits = NULL;
      bson_decimal128_t decimal;

      if (money && fabs (value) < 1e15)
        digits = g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.2f", value));
      else
        digits = squill_text_number (value);
      bson_decimal128_from_string (digits, &decimal);
      return bson_append_decimal128 (document, key, key_length, &decimal);
    }
  return bson_append_double (document, key, key_length, value);
}

static gboolean
append_object_id (const SquillValueContext *context,
                  bson_t *document,
                  const char *key,
                  int key_length)
{
  guint32 seconds = (guint32)CLAMP (context->created / 1000, 0, (gint64)G_MAXUINT32);
  guint64 middle = squill_seed_add_number (context->family, context->number >> 24);
  bson_oid_t oid;

  /* Seconds, five bytes that stand for the field, a counter. */
  for (guint i = 0; i < 4; i++)
    oid.bytes[i] = seconds >> (24 - 8 * i);
  for (guint i = 0; i < 5; i++)
    oid.bytes[4 + i] = middle >> (8 * i);
  for (guint i = 0; i < 3; i++)
    oid.bytes[9 + i] = context->number >> (16 - 8 * i);
  return bson_append_oid (document, key, key_length, &oid);
}

static gboolean
append_binary (const SquillValueContext *context,
               SquillValueKind kind,
               bson_t *document,
               const char *key,
               int key_length)
{
  const SquillField *field = context->field;
  double subtype =
      field != NULL && field->subtype >= 0 && field->subtype <= 255 ? field->subtype : NAN;
  double size = NAN;
  g_autofree guint8 *data = NULL;
  SquillRandom random;
  gsize length;

  if (field != NULL && squill_triple_is_set (field->size))
    size = !isnan (field->size.likely) ? field->size.likely
           : !isnan (field->size.min)  ? field->size.min
                                       : MIN (field->size.max, SQUILL_ASSUMED_BINARY);
  if (isnan (subtype))
    subtype = kind == SQUILL_VALUE_UUID && isnan (size) ? BSON_SUBTYPE_UUID : BSON_SUBTYPE_BINARY;
  if (isnan (size) || subtype == BSON_SUBTYPE_UUID || subtype == BSON_SUBTYPE_UUID_DEPRECATED)
    size = SQUILL_ASSUMED_BINARY;

  /* One byte too many for any document is enough to tell. */
  length = MIN (size, 16777217.0);
  data = g_malloc (length + 8);
  squill_random_init (&random, context->seed);
  for (gsize i = 0; i < length; i += 8)
    {
      guint64 bytes = GUINT64_TO_LE (squill_random_next (&random));

      memcpy (data + i, &bytes, 8);
    }
  if (context->unique && length < 12)
    for (gsize i = 0; i < MIN (length, 8); i++)
      data[i] = context->number >> (8 * i);
  if (subtype == BSON_SUBTYPE_UUID && length == 16)
    {
      data[6] = (data[6] & 0x0f) | 0x40;
      data[8] = (data[8] & 0x3f) | 0x80;
    }
  return bson_append_binary (document, key, key_length, (bson_subtype_t)subtype, data, length);
}

static gboolean
append_bool (const SquillValueContext *context,
             SquillValueKind kind,
             bson_t *document,
             const char *key,
             int key_length)
{
  double share = kind == SQUILL_VALUE_RARE_FLAG || squill_value_kind_is_time (kind) ? 0.1 : 0.6;

  return bson_append_bool (document, key, key_length,
                           squill_seed_to_fraction (context->seed) < share);
}

static gboolean
append_regex (const SquillValueContext *context, bson_t *document, const char *key, int key_length)
{
  g_autofree char *text = squill_text_make (context, SQUILL_VALUE_LABEL);

  return bson_append_regex (document, key, key_length, text, "");
}

/* Appends to a document of its own, so that a value can be added under any key. */
static gboolean
append_json (const json_t *value, bson_t *document, const char *key, int key_length)
{
  g_autofree char *name = g_strndup (key, key_length < 0 ? strlen (key) : (gsize)key_length);

  return squill_bson_append_json (document, name, value);
}

/* Whether a value of the model can stand where these types are asked for, as it is or as a number
 * of another type; in @type then the one that it gets. */
static gboolean
fits_types (const json_t *value, SquillTypes types, SquillTypes *type)
{
  double number;

  *type = squill_json_get_bson_type (value);
  if ((*type & types) != 0)
    return TRUE;
  if ((*type & SQUILL_TYPES_NUMERIC) == 0 || !squill_json_get_bson_number (value, &number))
    return FALSE;
  if ((types & SQUILL_TYPE_INT) != 0 && number == floor (number) && number >= G_MININT32 &&
      number <= G_MAXINT32)
    *type = SQUILL_TYPE_INT;
  else if ((types & SQUILL_TYPE_LONG) != 0 && number == floor (number) &&
           fabs (number) <= LARGEST_EXACT)
    *type = SQUILL_TYPE_LONG;
  else if ((types & SQUILL_TYPE_DOUBLE) != 0)
    *type = SQUILL_TYPE_DOUBLE;
  else if ((types & SQUILL_TYPE_DECIMAL) != 0 && isfinite (number))
    *type = SQUILL_TYPE_DECIMAL;
  else
    return FALSE;
  return TRUE;
}

static gboolean
append_known (const SquillValueContext *context,
              const json_t *value,
              bson_t *document,
              const char *key,
              int key_length)
{
  SquillTypes type;
  double number;

  if (!fits_types (value, context->types, &type))
    return FALSE;
  if (type == squill_json_get_bson_type (value))
    return append_json (value, document, key, key_length);
  squill_json_get_bson_number (value, &number);
  return append_number (context, type, number, FALSE, document, key, key_length);
}

/* One of some values; FALSE if there are none of the types that are asked for. */
static gboolean
append_one_of (const SquillValueContext *context,
               const json_t *all,
               bson_t *document,
               const char *key,
               int key_length)
{
  g_autoptr (GPtrArray) fitting = g_ptr_array_new ();
  guint64 position;
  SquillTypes type;
  SquillRandom random;

  for (gsize i = 0; i < json_array_size (all); i++)
    if (fits_types (json_array_get (all, i), context->types, &type))
      g_ptr_array_add (fitting, json_array_get (all, i));
  if (fitting->len == 0)
    return FALSE;

  squill_random_init (&random, context->seed);
  position = context->unique ? context->number % fitting->len
                             : squill_random_below (&random, fitting->len);
  return append_known (context, g_ptr_array_index (fitting, position), document, key, key_length);
}

/**
 * squill_value_choose_type:
 * @types: what a value may be
 * @seed: of the value
 *
 * Returns: one of @types, each as likely as the others, but null only half so; none for none
 */
SquillTypes
squill_value_choose_type (SquillTypes types, guint64 seed)
{
  SquillTypes list[2 * SQUILL_N_TYPES];
  guint n = 0;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      SquillTypes type = 1u << i;

      if ((types & type) == 0)
        continue;
      if (type != SQUILL_TYPE_NULL)
        list[n++] = type;
      list[n++] = type;
    }
  if (n == 0)
    return SQUILL_TYPE_NONE;
  return list[(guint)(squill_seed_to_fraction (squill_seed_add_text (seed, "type")) * n)];
}

static gboolean
append_of_type (const SquillValueContext *context,
                SquillTypes type,
                SquillValueKind kind,
                bson_t *document,
                const char *key,
                int key_length)
{
  g_autofree char *text = NULL;

  switch (type)
    {
    case SQUILL_TYPE_DOUBLE:
    case SQUILL_TYPE_INT:
    case SQUILL_TYPE_LONG:
    case SQUILL_TYPE_DECIMAL:
      return append_number (context, type, squill_value_make_number (context, kind, type),
                            kind == SQUILL_VALUE_MONEY, document, key, key_length);
    case SQUILL_TYPE_STRING:
      text = squill_text_make (context, kind);
      return bson_append_utf8 (document, key, key_length, text, -1);
    case SQUILL_TYPE_OBJECT:
    case SQUILL_TYPE_ARRAY:
      {
        bson_t empty = BSON_INITIALIZER;

        return type == SQUILL_TYPE_OBJECT ? bson_append_document (document, key, key_length, &empty)
                                          : bson_append_array (document, key, key_length, &empty);
      }
    case SQUILL_TYPE_BINARY:
      return append_binary (context, kind, document, key, key_length);
    case SQUILL_TYPE_UNDEFINED:
      return bson_append_undefined (document, key, key_length);
    case SQUILL_TYPE_OBJECT_ID:
      return append_object_id (context, document, key, key_length);
    case SQUILL_TYPE_BOOL:
      return append_bool (context, kind, document, key, key_length);
    case SQUILL_TYPE_DATE:
      return bson_append_date_time (document, key, key_length,
                                    squill_value_make_date (context, kind));
    case SQUILL_TYPE_REGEX:
      return append_regex (context, document, key, key_length);
    case SQUILL_TYPE_DB_POINTER:
      {
        bson_oid_t oid = { { 0 } };

        text = squill_text_make (context, SQUILL_VALUE_LABEL);
        return bson_append_dbpointer (document, key, key_length, text, &oid);
      }
    case SQUILL_TYPE_JAVASCRIPT:
      text = squill_text_make (context, SQUILL_VALUE_ANY);
      return bson_append_code (document, key, key_length, text);
    case SQUILL_TYPE_SYMBOL:
      text = squill_text_make (context, kind);
      return bson_append_symbol (document, key, key_length, text, -1);
    case SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE:
      {
        bson_t scope = BSON_INITIALIZER;

        text = squill_text_make (context, SQUILL_VALUE_ANY);
        return bson_append_code_with_scope (document, key, key_length, text, &scope);
      }
    case SQUILL_TYPE_TIMESTAMP:
      return bson_append_timestamp (document, key, key_length, MAX (0, context->created / 1000),
                                    1 + (guint32)context->number);
    case SQUILL_TYPE_MIN_KEY:
      return bson_append_minkey (document, key, key_length);
    case SQUILL_TYPE_MAX_KEY:
      return bson_append_maxkey (document, key, key_length);
    case SQUILL_TYPE_NONE:
    case SQUILL_TYPE_NULL:
    default:
      return bson_append_null (document, key, key_length);
    }
}

/**
 * squill_value_append:
 * @context: what the value is for
 * @document: where it goes
 * @key: under which name
 * @key_length: the bytes of @key, or -1
 *
 * Makes a value. In this order count: the values that the field may have, its default (for every
 * other document), its meaning, its name, its type; all within what it allows. Objects and arrays
 * come out empty: what is in them is not one value.
 *
 * Returns: %FALSE if the document would grow past what libbson can hold
 */
gboolean
squill_value_append (const SquillValueContext *context,
                     bson_t *document,
                     const char *key,
                     int key_length)
{
  const SquillField *field;
  SquillValueContext own;
  SquillTypes type;

  g_return_val_if_fail (context != NULL, FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  field = context->field;
  own = *context;
  if (field != NULL && json_array_size (field->enumeration) > 0)
    {
      if ((context->types & SQUILL_TYPE_NULL) != 0 &&
          squill_value_choose_type (context->types, context->seed) == SQUILL_TYPE_NULL)
        return bson_append_null (document, key, key_length);
      if (append_one_of (context, field->enumeration, document, key, key_length))
        return TRUE;
    }
  if (field != NULL && field->default_value != NULL && !context->unique &&
      squill_seed_to_fraction (squill_seed_add_text (context->seed, "default")) < 0.5 &&
      append_known (context, field->default_value, document, key, key_length))
    return TRUE;

  type = squill_value_choose_type (context->types, context->seed);
  own.types = type;
  if (field != NULL && field->usual_values != NULL && !context->unique &&
      append_one_of (&own, field->usual_values, document, key, key_length))
    return TRUE;
  own.types = context->types;
  if (field != NULL && !context->unique && field->distinct >= 1 && field->distinct <= FEW_VALUES)
    {
      /* One of a few: what it is depends on which one, not on the document. */
      SquillRandom random;
      guint64 which = 0;

      squill_random_init (&random, context->seed);
      if (!(field->top > 0 && squill_random_fraction (&random) < field->top))
        which = squill_random_below (&random, floor (field->distinct));
      own.seed = squill_seed_add_number (context->family, which);
      own.identity = squill_seed_add_number (squill_seed_add_text (context->family, "few"), which);
      own.number = which;
    }
  return append_of_type (
      &own, type, squill_value_kind_of_field (context->field, context->name, context->container),
      document, key, key_length);
}

/**
 * squill_value_make_key:
 * @context: the map, as a field
 * @number: which of its keys
 *
 * Makes a key of a map whose keys are data, of the size that the field asks for. Keys of one map
 * differ.
 *
 * Returns: (transfer full): the key
 */
char *
squill_value_make_key (const SquillValueContext *context, guint number)
{
  SquillTriple size = context->field != NULL ? context->field->key_size : SQUILL_TRIPLE_UNSET;
  SquillField field = { 0 };
  SquillValueContext own = *context;
  SquillValueKind kind = SQUILL_VALUE_SLUG;

  field.size = size;
  field.pattern = context->field != NULL ? context->field->key_pattern : NULL;
  field.min_length = field.max_length = field.distinct = field.top = NAN;
  own.field = &field;
  own.seed = squill_seed_add_number (context->seed, number);
  own.identity = own.seed;
  own.number = number;
  own.unique = TRUE;
  /* Long keys are ids. */
  if (size.likely == 36)
    kind = SQUILL_VALUE_UUID;
  else if (size.likely >= 20)
    kind = SQUILL_VALUE_HEX;
  else if (size.likely <= 6)
    kind = SQUILL_VALUE_CODE;
  return squill_text_make (&own, kind);
}
