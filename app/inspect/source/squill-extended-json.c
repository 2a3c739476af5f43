/* SPDX-License-Identifier: Apache-2.0 */

/* Extended JSON, version 2 canonical and relaxed, and the forms that came before it:
 * https://github.com/mongodb/specifications/blob/master/source/extended-json/extended-json.md
 *
 * An object is read as an object first; when it closes and its first key begins with a dollar sign
 * it is looked at here and replaced by the value it stands for. What is inside was replaced before,
 * so {"$date": {"$numberLong": "1"}} needs no special case: its inside is a long by then. Objects
 * with other keys that begin with a dollar sign are left alone, as the filters and validators in
 * metadata files are full of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-extended-json.h"

#include "inspect/source/squill-bson-walk.h"
#include "inspect/source/squill-iso-date.h"

#include <bson/bson.h>
#include <math.h>

#define MAX_MEMBERS 3

/* A text member; its bytes outlive the object that is being replaced because they are copied before
 * that. */
typedef struct
{
  const char *text;
  gsize length;
} Text;

static gboolean
key_is (const SquillBsonElement *element, const char *name)
{
  return strcmp (element->key, name) == 0;
}

static const SquillBsonElement *
find_member (const SquillBsonElement *members, guint n_members, const char *name)
{
  for (guint i = 0; i < n_members; i++)
    if (key_is (&members[i], name))
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

static gboolean
parse_integer (const char *text, gsize length, gint64 *value)
{
  char buffer[24];

  if (length == 0 || length >= sizeof buffer)
    return FALSE;
  memcpy (buffer, text, length);
  buffer[length] = '\0';
  return g_ascii_string_to_signed (buffer, 10, G_MININT64, G_MAXINT64, value, NULL);
}

static gboolean
parse_hex (const char *text, gsize length, guint8 *bytes, gsize n_bytes)
{
  if (length != n_bytes * 2)
    return FALSE;
  for (gsize i = 0; i < n_bytes; i++)
    {
      int high = g_ascii_xdigit_value (text[2 * i]);
      int low = g_ascii_xdigit_value (text[2 * i + 1]);

      if (high < 0 || low < 0)
        return FALSE;
      bytes[i] = (guint8)(high << 4 | low);
    }
  return TRUE;
}

/* The object is dropped from the buffer and its value follows. */
static void
begin_value (SquillBsonBuffer *buffer, gsize start, guint8 *type, SquillBsonType value_type)
{
  buffer->length = start;
  *type = (guint8)value_type;
}

static SquillExtendedKind
put_text (SquillBsonBuffer *buffer,
          gsize start,
          guint8 *type,
          SquillBsonType value_type,
          const SquillBsonElement *member)
{
  g_autofree char *copy = NULL;
  Text text;

  if (!get_text (member, &text))
    return SQUILL_EXTENDED_WRONG;
  copy = g_memdup2 (text.text, text.length);
  begin_value (buffer, start, type, value_type);
  squill_bson_buffer_append_string (buffer, copy, text.length);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_object_id (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  guint8 bytes[12];
  Text text;

  if (!get_text (member, &text) || !parse_hex (text.text, text.length, bytes, sizeof bytes))
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_OBJECT_ID);
  squill_bson_buffer_append (buffer, bytes, sizeof bytes);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_int (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  gint64 value;
  Text text;

  if (get_text (member, &text) ? !parse_integer (text.text, text.length, &value)
                               : !get_integer (member, &value))
    return SQUILL_EXTENDED_WRONG;
  if (value < G_MININT32 || value > G_MAXINT32)
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_INT);
  squill_bson_buffer_append_int32 (buffer, (gint32)value);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_long (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  gint64 value;
  Text text;

  if (get_text (member, &text) ? !parse_integer (text.text, text.length, &value)
                               : !get_integer (member, &value))
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_LONG);
  squill_bson_buffer_append_int64 (buffer, value);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_double (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  double value;
  gint64 integer;
  Text text;

  if (get_text (member, &text))
    {
      g_autofree char *copy = g_strndup (text.text, text.length);
      char *end;

      value = g_ascii_strtod (copy, &end);
      if (text.length == 0 || end != copy + text.length || g_ascii_isspace (*copy))
        return SQUILL_EXTENDED_WRONG;
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
      return SQUILL_EXTENDED_WRONG;
    }
  begin_value (buffer, start, type, SQUILL_BSON_DOUBLE);
  squill_bson_buffer_append_double (buffer, value);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_decimal (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  g_autofree char *copy = NULL;
  bson_decimal128_t decimal;
  Text text;

  if (!get_text (member, &text))
    return SQUILL_EXTENDED_WRONG;
  copy = g_strndup (text.text, text.length);
  if (strlen (copy) != text.length || !bson_decimal128_from_string (copy, &decimal))
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_DECIMAL);
  squill_bson_buffer_append_int64 (buffer, (gint64)decimal.low);
  squill_bson_buffer_append_int64 (buffer, (gint64)decimal.high);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_date (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  gint64 milliseconds;
  Text text;

  if (get_text (member, &text) ? !squill_iso_date_parse (text.text, text.length, &milliseconds)
                               : !get_integer (member, &milliseconds))
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_DATE);
  squill_bson_buffer_append_int64 (buffer, milliseconds);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_binary_bytes (
    SquillBsonBuffer *buffer, gsize start, guint8 *type, const Text *base64, guint8 subtype)
{
  g_autofree char *copy = g_strndup (base64->text, base64->length);
  g_autofree guint8 *bytes = NULL;
  gsize length;

  if (strlen (copy) != base64->length ||
      strspn (copy, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") !=
          base64->length)
    return SQUILL_EXTENDED_WRONG;
  bytes = g_base64_decode (copy, &length);
  begin_value (buffer, start, type, SQUILL_BSON_BINARY);
  /* The old kind has its length once more inside. */
  squill_bson_buffer_append_int32 (buffer, (gint32)length + (subtype == 2 ? 4 : 0));
  squill_bson_buffer_append_byte (buffer, subtype);
  if (subtype == 2)
    squill_bson_buffer_append_int32 (buffer, (gint32)length);
  squill_bson_buffer_append (buffer, bytes, length);
  return SQUILL_EXTENDED_VALUE;
}

static gboolean
parse_subtype (const SquillBsonElement *member, guint8 *subtype)
{
  gint64 number;
  Text text;

  if (get_text (member, &text))
    {
      char padded[3] = "00";

      if (text.length < 1 || text.length > 2)
        return FALSE;
      memcpy (padded + 2 - text.length, text.text, text.length);
      return parse_hex (padded, 2, subtype, 1);
    }
  if (!get_integer (member, &number) || number < 0 || number > 255)
    return FALSE;
  *subtype = (guint8)number;
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

static SquillExtendedKind
put_binary (SquillBsonBuffer *buffer,
            gsize start,
            guint8 *type,
            const SquillBsonElement *members,
            guint n_members)
{
  const SquillBsonElement *binary = find_member (members, n_members, "$binary");
  const SquillBsonElement *legacy_type = find_member (members, n_members, "$type");
  SquillBsonElement inner[MAX_MEMBERS];
  guint8 subtype;
  Text base64;

  if (legacy_type != NULL)
    {
      if (!get_text (binary, &base64) || !parse_subtype (legacy_type, &subtype))
        return SQUILL_EXTENDED_WRONG;
      return put_binary_bytes (buffer, start, type, &base64, subtype);
    }
  if (n_members != 1 || binary->type != SQUILL_BSON_OBJECT ||
      read_members (binary->value, inner) != 2 ||
      !get_text (find_member (inner, 2, "base64"), &base64) ||
      !parse_subtype (find_member (inner, 2, "subType"), &subtype))
    return SQUILL_EXTENDED_WRONG;
  return put_binary_bytes (buffer, start, type, &base64, subtype);
}

static SquillExtendedKind
put_uuid (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  char hex[32];
  guint8 bytes[16];
  gsize n = 0;
  Text text;

  if (!get_text (member, &text) || text.length != 36)
    return SQUILL_EXTENDED_WRONG;
  for (gsize i = 0; i < 36; i++)
    {
      if (i == 8 || i == 13 || i == 18 || i == 23)
        {
          if (text.text[i] != '-')
            return SQUILL_EXTENDED_WRONG;
          continue;
        }
      hex[n++] = text.text[i];
    }
  if (!parse_hex (hex, sizeof hex, bytes, sizeof bytes))
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_BINARY);
  squill_bson_buffer_append_int32 (buffer, sizeof bytes);
  squill_bson_buffer_append_byte (buffer, 4);
  squill_bson_buffer_append (buffer, bytes, sizeof bytes);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_code (SquillBsonBuffer *buffer,
          gsize start,
          guint8 *type,
          const SquillBsonElement *members,
          guint n_members)
{
  const SquillBsonElement *code = find_member (members, n_members, "$code");
  const SquillBsonElement *scope = find_member (members, n_members, "$scope");
  g_autofree char *text_copy = NULL;
  g_autofree guint8 *scope_copy = NULL;
  gsize scope_length;
  Text text;

  if (n_members == 1)
    return put_text (buffer, start, type, SQUILL_BSON_CODE, code);
  if (n_members != 2 || scope == NULL || scope->type != SQUILL_BSON_OBJECT ||
      !get_text (code, &text))
    return SQUILL_EXTENDED_WRONG;

  text_copy = g_memdup2 (text.text, text.length);
  scope_length = scope->value_length;
  scope_copy = g_memdup2 (scope->value, scope_length);
  begin_value (buffer, start, type, SQUILL_BSON_CODE_WITH_SCOPE);
  squill_bson_buffer_append_int32 (buffer, (gint32)(4 + 4 + text.length + 1 + scope_length));
  squill_bson_buffer_append_string (buffer, text_copy, text.length);
  squill_bson_buffer_append (buffer, scope_copy, scope_length);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_timestamp (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];
  gint64 seconds, increment;

  if (member->type != SQUILL_BSON_OBJECT || read_members (member->value, inner) != 2 ||
      !get_integer (find_member (inner, 2, "t"), &seconds) ||
      !get_integer (find_member (inner, 2, "i"), &increment) || seconds < 0 ||
      seconds > G_MAXUINT32 || increment < 0 || increment > G_MAXUINT32)
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_TIMESTAMP);
  squill_bson_buffer_append_int64 (buffer, (gint64)((guint64)seconds << 32 | (guint64)increment));
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_regex (SquillBsonBuffer *buffer,
           gsize start,
           guint8 *type,
           const SquillBsonElement *pattern_member,
           const SquillBsonElement *options_member)
{
  g_autofree char *pattern_copy = NULL;
  g_autofree char *options_copy = NULL;
  Text pattern, options;

  if (!get_text (pattern_member, &pattern) || !get_text (options_member, &options))
    return SQUILL_EXTENDED_WRONG;
  pattern_copy = g_strndup (pattern.text, pattern.length);
  options_copy = g_strndup (options.text, options.length);
  if (strlen (pattern_copy) != pattern.length || strlen (options_copy) != options.length)
    return SQUILL_EXTENDED_WRONG;
  begin_value (buffer, start, type, SQUILL_BSON_REGEX);
  squill_bson_buffer_append (buffer, pattern_copy, pattern.length + 1);
  squill_bson_buffer_append (buffer, options_copy, options.length + 1);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_regular_expression (SquillBsonBuffer *buffer,
                        gsize start,
                        guint8 *type,
                        const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];

  if (member->type != SQUILL_BSON_OBJECT || read_members (member->value, inner) != 2)
    return SQUILL_EXTENDED_WRONG;
  return put_regex (buffer, start, type, find_member (inner, 2, "pattern"),
                    find_member (inner, 2, "options"));
}

static SquillExtendedKind
put_db_pointer (SquillBsonBuffer *buffer,
                gsize start,
                guint8 *type,
                const SquillBsonElement *member)
{
  SquillBsonElement inner[MAX_MEMBERS];
  const SquillBsonElement *id;
  g_autofree char *copy = NULL;
  guint8 bytes[12];
  Text text;

  if (member->type != SQUILL_BSON_OBJECT || read_members (member->value, inner) != 2)
    return SQUILL_EXTENDED_WRONG;
  id = find_member (inner, 2, "$id");
  if (!get_text (find_member (inner, 2, "$ref"), &text) || id == NULL ||
      id->type != SQUILL_BSON_OBJECT_ID)
    return SQUILL_EXTENDED_WRONG;
  copy = g_memdup2 (text.text, text.length);
  memcpy (bytes, id->value, sizeof bytes);
  begin_value (buffer, start, type, SQUILL_BSON_DB_POINTER);
  squill_bson_buffer_append_string (buffer, copy, text.length);
  squill_bson_buffer_append (buffer, bytes, sizeof bytes);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
put_nothing (SquillBsonBuffer *buffer, gsize start, guint8 *type, SquillBsonType value_type)
{
  begin_value (buffer, start, type, value_type);
  return SQUILL_EXTENDED_VALUE;
}

static SquillExtendedKind
fold_single (SquillBsonBuffer *buffer, gsize start, guint8 *type, const SquillBsonElement *member)
{
  if (key_is (member, "$oid"))
    return put_object_id (buffer, start, type, member);
  if (key_is (member, "$date"))
    return put_date (buffer, start, type, member);
  if (key_is (member, "$numberInt"))
    return put_int (buffer, start, type, member);
  if (key_is (member, "$numberLong"))
    return put_long (buffer, start, type, member);
  if (key_is (member, "$numberDouble"))
    return put_double (buffer, start, type, member);
  if (key_is (member, "$numberDecimal"))
    return put_decimal (buffer, start, type, member);
  if (key_is (member, "$uuid"))
    return put_uuid (buffer, start, type, member);
  if (key_is (member, "$symbol"))
    return put_text (buffer, start, type, SQUILL_BSON_SYMBOL, member);
  if (key_is (member, "$timestamp"))
    return put_timestamp (buffer, start, type, member);
  if (key_is (member, "$regularExpression"))
    return put_regular_expression (buffer, start, type, member);
  if (key_is (member, "$dbPointer"))
    return put_db_pointer (buffer, start, type, member);
  if (key_is (member, "$undefined"))
    return put_nothing (buffer, start, type, SQUILL_BSON_UNDEFINED);
  if (key_is (member, "$minKey"))
    return put_nothing (buffer, start, type, SQUILL_BSON_MIN_KEY);
  if (key_is (member, "$maxKey"))
    return put_nothing (buffer, start, type, SQUILL_BSON_MAX_KEY);
  return SQUILL_EXTENDED_PLAIN;
}

/**
 * squill_extended_json_fold:
 * @buffer: ends with a whole, sound document
 * @start: where that document begins
 * @type: (out): the type of the value that stands there now, where it is one
 *
 * Replaces an object that stands for a typed value by the value.
 *
 * Returns: what the object was
 */
SquillExtendedKind
squill_extended_json_fold (SquillBsonBuffer *buffer, gsize start, guint8 *type)
{
  SquillBsonElement members[MAX_MEMBERS];
  guint n_members = read_members (buffer->bytes + start, members);

  if (n_members == 0 || n_members > 2)
    return SQUILL_EXTENDED_PLAIN;
  if (find_member (members, n_members, "$binary") != NULL)
    return put_binary (buffer, start, type, members, n_members);
  if (find_member (members, n_members, "$code") != NULL)
    return put_code (buffer, start, type, members, n_members);
  if (n_members == 2)
    {
      const SquillBsonElement *pattern = find_member (members, 2, "$regex");
      const SquillBsonElement *options = find_member (members, 2, "$options");

      /* The query operator of the same name may hold a typed pattern; that one is no regular
       * expression itself. */
      if (pattern == NULL || options == NULL || pattern->type != SQUILL_BSON_STRING)
        return SQUILL_EXTENDED_PLAIN;
      return put_regex (buffer, start, type, pattern, options);
    }
  return fold_single (buffer, start, type, &members[0]);
}
