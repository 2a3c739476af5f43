/* SPDX-License-Identifier: Apache-2.0 */

/* Extended JSON, version 2 canonical and relaxed, and the legacy forms before it:
 * https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md
 *
 * An object is read as an object first; when it closes and its first key begins with a dollar sign,
 * it is folded here into the value it stands for. Its members were folded before it, so
 * {"$date": {"$numberLong": "1"}} needs no special case: its member is a long by then. Objects with
 * other keys that begin with a dollar sign stay objects: filters and validators are full of them.
 */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-extended-json.h"

#include <bson/bson.h>
#include <math.h>
#include <stdlib.h>

#include "bson/squill-bson-walk.h"
#include "bson/squill-iso-date.h"

#define MAX_MEMBERS 3

/* A value is never longer than the object that stands for it by more than this. */
#define MAX_GROWTH 32

/* The text of a string element, in the element's own bytes. */
typedef struct
{
  const char *text;
  gsize length;
} Text;

static const SquillBsonElement *
find_member (const SquillBsonElement *members, guint n_members, const char *name)
{
  for (guint i = 0; i < n_members; i++)
    if (strcmp (members[i].key, name) == 0)
      return &members[i];
  return NULL;
}

static gboolean
get_text (const SquillBsonElement *element, Text *text)
{
  if (element == NULL || element->type != SQUILL_BSON_STRING)
    return FALSE;
  text->text = (const char *)element->value + 4;
  text->length = element->value_length - 5;
  return TRUE;
}

/* A text that is to be written or read with a NUL at its end. */
static gboolean
get_c_string (const SquillBsonElement *element, Text *text)
{
  return get_text (element, text) && strlen (text->text) == text->length;
}

static gboolean
get_integer (const SquillBsonElement *element, gint64 *value)
{
  double number;

  if (element == NULL)
    return FALSE;
  switch (element->type)
    {
    case SQUILL_BSON_INT:
      *value = squill_bson_read_int32 (element->value);
      return TRUE;
    case SQUILL_BSON_LONG:
      *value = squill_bson_read_int64 (element->value);
      return TRUE;
    case SQUILL_BSON_DOUBLE:
      number = squill_bson_read_double (element->value);
      if (!(number >= -9007199254740992.0 && number <= 9007199254740992.0) ||
          number != floor (number))
        return FALSE;
      *value = (gint64)number;
      return TRUE;
    default:
      return FALSE;
    }
}

/* An integer as a number or as a text. */
static gboolean
read_integer (const SquillBsonElement *element, gint64 min, gint64 max, gint64 *value)
{
  Text text;

  if (!get_text (element, &text))
    return get_integer (element, value) && *value >= min && *value <= max;
  return strlen (text.text) == text.length &&
         g_ascii_string_to_signed (text.text, 10, min, max, value, NULL);
}

static gboolean
parse_hex (const char *text, guint8 *bytes, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    {
      int high = g_ascii_xdigit_value (text[2 * i]);
      int low = high >= 0 ? g_ascii_xdigit_value (text[2 * i + 1]) : -1;

      if (low < 0)
        return FALSE;
      bytes[i] = (guint8)(high << 4 | low);
    }
  return TRUE;
}

static guint
read_members (const guint8 *document, SquillBsonElement *members)
{
  gsize end = (gsize)squill_bson_read_int32 (document);
  gsize position = 4;
  guint n_members = 0;
  SquillBsonElement element;

  while (squill_bson_step (document, end, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    {
      if (n_members == MAX_MEMBERS)
        return MAX_MEMBERS + 1;
      members[n_members++] = element;
    }
  return n_members;
}

/* Finds the two members of an object that has no others. */
static gboolean
get_pair (const SquillBsonElement *object,
          const char *first_name,
          const char *second_name,
          const SquillBsonElement **first,
          const SquillBsonElement **second,
          SquillBsonElement *members)
{
  if (object->type != SQUILL_BSON_OBJECT || read_members (object->value, members) != 2)
    return FALSE;
  *first = find_member (members, 2, first_name);
  *second = find_member (members, 2, second_name);
  return *first != NULL && *second != NULL;
}

static gboolean
put_text (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  Text text;

  if (!get_text (member, &text))
    return FALSE;
  squill_bson_buffer_append_string (to, text.text, text.length);
  return TRUE;
}

static gboolean
put_object_id (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  guint8 bytes[12];
  Text text;

  if (!get_text (member, &text) || text.length != 24 || !parse_hex (text.text, bytes, 12))
    return FALSE;
  squill_bson_buffer_append (to, bytes, sizeof bytes);
  return TRUE;
}

static gboolean
put_int (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  gint64 value;

  if (!read_integer (member, G_MININT32, G_MAXINT32, &value))
    return FALSE;
  squill_bson_buffer_append_int32 (to, (gint32)value);
  return TRUE;
}

static gboolean
put_long (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  gint64 value;

  if (!read_integer (member, G_MININT64, G_MAXINT64, &value))
    return FALSE;
  squill_bson_buffer_append_int64 (to, value);
  return TRUE;
}

static gboolean
put_double (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  double value;
  gint64 integer;
  Text text;

  if (get_text (member, &text))
    {
      char *end;

      value = g_ascii_strtod (text.text, &end);
      if (text.length == 0 || end != text.text + text.length || g_ascii_isspace (*text.text))
        return FALSE;
    }
  else if (member->type == SQUILL_BSON_DOUBLE)
    {
      value = squill_bson_read_double (member->value);
    }
  else if (get_integer (member, &integer))
    {
      value = (double)integer;
    }
  else
    {
      return FALSE;
    }
  squill_bson_buffer_append_double (to, value);
  return TRUE;
}

static gboolean
put_decimal (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  bson_decimal128_t decimal;
  Text text;

  if (!get_c_string (member, &text) || !bson_decimal128_from_string (text.text, &decimal))
    return FALSE;
  squill_bson_buffer_append_int64 (to, (gint64)decimal.low);
  squill_bson_buffer_append_int64 (to, (gint64)decimal.high);
  return TRUE;
}

static gboolean
put_date (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  gint64 milliseconds;
  Text text;

  if (get_text (member, &text) ? !squill_iso_date_parse (text.text, text.length, &milliseconds)
                               : !get_integer (member, &milliseconds))
    return FALSE;
  squill_bson_buffer_append_int64 (to, milliseconds);
  return TRUE;
}

static void
put_binary_bytes (SquillBsonBuffer *to, const guint8 *bytes, gsize length, guint8 subtype)
{
  /* Subtype 2 repeats its length inside. */
  squill_bson_buffer_append_int32 (to, (gint32)length + (subtype == 2 ? 4 : 0));
  squill_bson_buffer_append_byte (to, subtype);
  if (subtype == 2)
    squill_bson_buffer_append_int32 (to, (gint32)length);
  squill_bson_buffer_append (to, bytes, length);
}

static gboolean
parse_subtype (const SquillBsonElement *member, guint8 *subtype)
{
  gint64 number;
  Text text;

  if (get_text (member, &text))
    {
      char padded[2] = { '0', '0' };

      if (text.length < 1 || text.length > 2)
        return FALSE;
      memcpy (padded + 2 - text.length, text.text, text.length);
      return parse_hex (padded, subtype, 1);
    }
  if (!get_integer (member, &number) || number < 0 || number > 255)
    return FALSE;
  *subtype = (guint8)number;
  return TRUE;
}

/* {"$binary": {"base64": …, "subType": …}}, or {"$binary": …, "$type": …} before version 2. */
static gboolean
put_binary (SquillBsonBuffer *to, const SquillBsonElement *members, guint n_members)
{
  const SquillBsonElement *binary = find_member (members, n_members, "$binary");
  const SquillBsonElement *type = find_member (members, n_members, "$type");
  SquillBsonElement inner[MAX_MEMBERS];
  g_autofree guint8 *bytes = NULL;
  guint8 subtype;
  gsize length;
  Text base64;

  if (type == NULL &&
      (n_members != 1 || !get_pair (binary, "base64", "subType", &binary, &type, inner)))
    return FALSE;
  if (!get_text (binary, &base64) || !parse_subtype (type, &subtype) ||
      strspn (base64.text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") !=
          base64.length)
    return FALSE;
  bytes = g_base64_decode (base64.text, &length);
  put_binary_bytes (to, bytes, length, subtype);
  return TRUE;
}

/* With its four hyphens, or without any as the shell takes it. */
static gboolean
put_uuid (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  char hex[32];
  guint8 bytes[16];
  gsize n = 0;
  Text text;

  if (!get_text (member, &text) || (text.length != 36 && text.length != 32))
    return FALSE;
  for (gsize i = 0; i < text.length; i++)
    if (text.length == 32 || (i != 8 && i != 13 && i != 18 && i != 23))
      hex[n++] = text.text[i];
    else if (text.text[i] != '-')
      return FALSE;
  if (!parse_hex (hex, bytes, sizeof bytes))
    return FALSE;
  put_binary_bytes (to, bytes, sizeof bytes, 4);
  return TRUE;
}

static gboolean
put_code_with_scope (SquillBsonBuffer *to, const SquillBsonElement *members)
{
  const SquillBsonElement *scope = find_member (members, 2, "$scope");
  Text text;

  if (scope == NULL || scope->type != SQUILL_BSON_OBJECT ||
      !get_text (find_member (members, 2, "$code"), &text))
    return FALSE;
  squill_bson_buffer_append_int32 (to, (gint32)(4 + 4 + text.length + 1 + scope->value_length));
  squill_bson_buffer_append_string (to, text.text, text.length);
  squill_bson_buffer_append (to, scope->value, scope->value_length);
  return TRUE;
}

static gboolean
put_timestamp (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];
  const SquillBsonElement *t, *i;
  gint64 seconds, increment;

  if (!get_pair (member, "t", "i", &t, &i, inner) || !get_integer (t, &seconds) ||
      !get_integer (i, &increment) || seconds < 0 || seconds > G_MAXUINT32 || increment < 0 ||
      increment > G_MAXUINT32)
    return FALSE;
  squill_bson_buffer_append_int64 (to, (gint64)((guint64)seconds << 32 | (guint64)increment));
  return TRUE;
}

static int
compare_characters (const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

static gboolean
put_regex (SquillBsonBuffer *to,
           const SquillBsonElement *pattern_member,
           const SquillBsonElement *options_member)
{
  Text pattern, options;

  if (!get_c_string (pattern_member, &pattern) || !get_c_string (options_member, &options))
    return FALSE;
  squill_bson_buffer_append (to, pattern.text, pattern.length + 1);
  squill_bson_buffer_append (to, options.text, options.length + 1);
  /* BSON wants the options in order; they are letters of ASCII, and the bytes of others must stay
   * together. */
  if (g_str_is_ascii (options.text))
    qsort (to->bytes + to->length - options.length - 1, options.length, 1, compare_characters);
  return TRUE;
}

static gboolean
put_regular_expression (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];
  const SquillBsonElement *pattern, *options;

  return get_pair (member, "pattern", "options", &pattern, &options, inner) &&
         put_regex (to, pattern, options);
}

static gboolean
put_db_pointer (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];
  const SquillBsonElement *collection, *id;

  if (!get_pair (member, "$ref", "$id", &collection, &id, inner) ||
      id->type != SQUILL_BSON_OBJECT_ID || !put_text (to, collection))
    return FALSE;
  squill_bson_buffer_append (to, id->value, 12);
  return TRUE;
}

/* A type without a value. A schema that describes Extended JSON has these names, too, and objects
 * in them. */
static gboolean
put_nothing (SquillBsonBuffer *to, const SquillBsonElement *member)
{
  return !squill_bson_type_nests (member->type);
}

/* Objects with one member. */
static const struct
{
  const char *key;
  SquillBsonType type;
  gboolean (*put) (SquillBsonBuffer *to, const SquillBsonElement *member);
} singles[] = {
  { "$oid", SQUILL_BSON_OBJECT_ID, put_object_id },
  { "$date", SQUILL_BSON_DATE, put_date },
  { "$numberInt", SQUILL_BSON_INT, put_int },
  { "$numberLong", SQUILL_BSON_LONG, put_long },
  { "$numberDouble", SQUILL_BSON_DOUBLE, put_double },
  { "$numberDecimal", SQUILL_BSON_DECIMAL, put_decimal },
  { "$uuid", SQUILL_BSON_BINARY, put_uuid },
  { "$code", SQUILL_BSON_CODE, put_text },
  { "$symbol", SQUILL_BSON_SYMBOL, put_text },
  { "$timestamp", SQUILL_BSON_TIMESTAMP, put_timestamp },
  { "$regularExpression", SQUILL_BSON_REGEX, put_regular_expression },
  { "$dbPointer", SQUILL_BSON_DB_POINTER, put_db_pointer },
  { "$undefined", SQUILL_BSON_UNDEFINED, put_nothing },
  { "$minKey", SQUILL_BSON_MIN_KEY, put_nothing },
  { "$maxKey", SQUILL_BSON_MAX_KEY, put_nothing },
};

/* Appends the value that an object with these members stands for. */
static SquillExtendedKind
put_value (SquillBsonBuffer *to, const SquillBsonElement *members, guint n_members, guint8 *type)
{
  const SquillBsonElement *pattern;
  gboolean done;

  if (n_members == 0 || n_members > 2)
    return SQUILL_EXTENDED_PLAIN;
  if (find_member (members, n_members, "$binary") != NULL)
    {
      *type = SQUILL_BSON_BINARY;
      done = put_binary (to, members, n_members);
      return done ? SQUILL_EXTENDED_VALUE : SQUILL_EXTENDED_WRONG;
    }
  if (n_members == 1)
    {
      for (guint i = 0; i < G_N_ELEMENTS (singles); i++)
        if (strcmp (members->key, singles[i].key) == 0)
          {
            *type = (guint8)singles[i].type;
            done = singles[i].put (to, members);
            return done ? SQUILL_EXTENDED_VALUE : SQUILL_EXTENDED_WRONG;
          }
      return SQUILL_EXTENDED_PLAIN;
    }
  if (find_member (members, 2, "$code") != NULL)
    {
      *type = SQUILL_BSON_CODE_WITH_SCOPE;
      done = put_code_with_scope (to, members);
      return done ? SQUILL_EXTENDED_VALUE : SQUILL_EXTENDED_WRONG;
    }
  /* Before version 2 a regular expression was written like this. The query operator of the same
   * name may hold a typed pattern and is no regular expression then. */
  pattern = find_member (members, 2, "$regex");
  if (pattern == NULL || pattern->type != SQUILL_BSON_STRING ||
      find_member (members, 2, "$options") == NULL)
    return SQUILL_EXTENDED_PLAIN;
  *type = SQUILL_BSON_REGEX;
  done = put_regex (to, pattern, find_member (members, 2, "$options"));
  return done ? SQUILL_EXTENDED_VALUE : SQUILL_EXTENDED_WRONG;
}

/**
 * squill_extended_json_fold:
 * @buffer: ends with a whole, sound document
 * @start: where that document begins
 * @type: (out): the type of the value in the document's place, where it is one
 *
 * Replaces an object that stands for a typed value by the value.
 *
 * Returns: what the object was
 */
SquillExtendedKind
squill_extended_json_fold (SquillBsonBuffer *buffer, gsize start, guint8 *type)
{
  const gsize end = buffer->length;
  SquillBsonElement members[MAX_MEMBERS];
  SquillExtendedKind kind;
  guint n_members;
  guint8 value_type;

  /* The value is written behind the object it is made of, which must not move meanwhile. */
  squill_bson_buffer_reserve (buffer, end - start + MAX_GROWTH);
  n_members = read_members (buffer->bytes + start, members);
  kind = put_value (buffer, members, n_members, &value_type);
  if (kind == SQUILL_EXTENDED_VALUE)
    {
      memmove (buffer->bytes + start, buffer->bytes + end, buffer->length - end);
      buffer->length = start + buffer->length - end;
      *type = value_type;
    }
  else
    {
      buffer->length = end;
    }
  return kind;
}
