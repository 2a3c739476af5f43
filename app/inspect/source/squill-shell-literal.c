/* SPDX-License-Identifier: Apache-2.0 */

/* What mongosh and the shell before it print for values that JSON does not have: calls such as
 * ObjectId("…"), ISODate("…"), NumberLong(1). The arguments are read as an array first; when the
 * call ends they are put into the object that Extended JSON has for the same value, and that is
 * folded as if it had stood there. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-shell-literal.h"

#include "inspect/source/squill-bson-walk.h"
#include "inspect/source/squill-extended-json.h"

#include <string.h>

#define MAX_ARGUMENTS 3

typedef enum
{
  FORM_MEMBER,    /* { key: first } */
  FORM_TIMESTAMP, /* seconds and increment, or an object of them */
  FORM_REGEX,
  FORM_BINARY,      /* subtype and Base64 */
  FORM_BINARY_BACK, /* Base64 and subtype */
  FORM_HEX,         /* subtype and hexadecimal */
  FORM_MD5,
  FORM_LEGACY_UUID,
  FORM_BUFFER, /* text and how it is written */
  FORM_WRAP,   /* binary data and subtype */
  FORM_CODE,
  FORM_REFERENCE,
  FORM_POINTER,
  FORM_NOTHING,
} Form;

struct _SquillShellCall
{
  const char *name;
  Form form;
  const char *key;
};

static const SquillShellCall calls[] = {
  { "BSONRegExp", FORM_REGEX, NULL },
  { "BSONSymbol", FORM_MEMBER, "$symbol" },
  { "BinData", FORM_BINARY, NULL },
  { "Binary", FORM_WRAP, NULL },
  { "Binary.createFromBase64", FORM_BINARY_BACK, NULL },
  { "Buffer.from", FORM_BUFFER, NULL },
  { "CSUUID", FORM_LEGACY_UUID, NULL },
  { "Code", FORM_CODE, NULL },
  { "DBPointer", FORM_POINTER, NULL },
  { "DBRef", FORM_REFERENCE, NULL },
  { "Date", FORM_MEMBER, "$date" },
  { "Decimal128", FORM_MEMBER, "$numberDecimal" },
  { "Decimal128.fromString", FORM_MEMBER, "$numberDecimal" },
  { "Double", FORM_MEMBER, "$numberDouble" },
  { "HexData", FORM_HEX, NULL },
  { "ISODate", FORM_MEMBER, "$date" },
  { "Int32", FORM_MEMBER, "$numberInt" },
  { "JUUID", FORM_LEGACY_UUID, NULL },
  { "LUUID", FORM_LEGACY_UUID, NULL },
  { "Long", FORM_MEMBER, "$numberLong" },
  { "Long.fromNumber", FORM_MEMBER, "$numberLong" },
  { "Long.fromString", FORM_MEMBER, "$numberLong" },
  { "MD5", FORM_MD5, NULL },
  { "MaxKey", FORM_NOTHING, "$maxKey" },
  { "MinKey", FORM_NOTHING, "$minKey" },
  { "NUUID", FORM_LEGACY_UUID, NULL },
  { "NumberDecimal", FORM_MEMBER, "$numberDecimal" },
  { "NumberInt", FORM_MEMBER, "$numberInt" },
  { "NumberLong", FORM_MEMBER, "$numberLong" },
  { "ObjectID", FORM_MEMBER, "$oid" },
  { "ObjectId", FORM_MEMBER, "$oid" },
  { "PYUUID", FORM_LEGACY_UUID, NULL },
  { "RegExp", FORM_REGEX, NULL },
  { "Symbol", FORM_MEMBER, "$symbol" },
  { "Timestamp", FORM_TIMESTAMP, NULL },
  { "UUID", FORM_MEMBER, "$uuid" },
  { "undefined", FORM_NOTHING, "$undefined" },
};

static guint
read_arguments (const guint8 *array, SquillBsonElement *arguments)
{
  gsize end = (gsize)squill_bson_read_int32 (array);
  gsize position = 4;
  guint n = 0;

  while (n < MAX_ARGUMENTS &&
         squill_bson_step (array, end, &position, &arguments[n]) == SQUILL_BSON_STEP_ELEMENT)
    n++;
  return n;
}

static gsize
begin_object (SquillBsonBuffer *to)
{
  gsize start = to->length;

  squill_bson_buffer_append_int32 (to, 0);
  return start;
}

static void
end_object (SquillBsonBuffer *to, gsize start)
{
  squill_bson_buffer_append_byte (to, 0);
  squill_bson_buffer_patch_length (to, start, to->length - start);
}

static void
begin_member (SquillBsonBuffer *to, guint8 type, const char *key)
{
  squill_bson_buffer_append_byte (to, type);
  squill_bson_buffer_append (to, key, strlen (key) + 1);
}

static void
append_member (SquillBsonBuffer *to, const char *key, const SquillBsonElement *value)
{
  begin_member (to, value->type, key);
  squill_bson_buffer_append (to, value->value, value->value_length);
}

static void
append_text (SquillBsonBuffer *to, const char *key, const char *text, gsize length)
{
  begin_member (to, SQUILL_BSON_STRING, key);
  squill_bson_buffer_append_string (to, text, length);
}

static gboolean
get_text (const SquillBsonElement *element, const char **text, gsize *length)
{
  if (element->type != SQUILL_BSON_STRING)
    return FALSE;
  *text = (const char *)element->value + 4;
  *length = element->value_length - 5;
  return TRUE;
}

static gboolean
text_is (const SquillBsonElement *element, const char *wanted)
{
  const char *text;
  gsize length;

  return get_text (element, &text, &length) && length == strlen (wanted) &&
         memcmp (text, wanted, length) == 0;
}

static void
append_int (SquillBsonBuffer *to, const char *key, gint32 value)
{
  begin_member (to, SQUILL_BSON_INT, key);
  squill_bson_buffer_append_int32 (to, value);
}

static void
append_base64 (SquillBsonBuffer *to, const guint8 *bytes, gsize length)
{
  g_autofree char *base64 = g_base64_encode (bytes, length);

  append_text (to, "$binary", base64, strlen (base64));
}

/* Hexadecimal digits, with or without the dashes of a UUID. */
static gboolean
append_hex (SquillBsonBuffer *to, const SquillBsonElement *digits)
{
  g_autofree guint8 *bytes = NULL;
  const char *text;
  gsize length, n = 0;

  if (!get_text (digits, &text, &length))
    return FALSE;
  bytes = g_malloc (length / 2 + 1);
  for (gsize i = 0; i < length; i++)
    {
      int high = g_ascii_xdigit_value (text[i]);
      int low = i + 1 < length ? g_ascii_xdigit_value (text[i + 1]) : -1;

      if (text[i] == '-')
        continue;
      if (high < 0 || low < 0)
        return FALSE;
      bytes[n++] = (guint8)(high << 4 | low);
      i++;
    }
  append_base64 (to, bytes, n);
  return TRUE;
}

static gboolean
append_binary (SquillBsonBuffer *to,
               Form form,
               const SquillBsonElement *arguments,
               guint n_arguments)
{
  const SquillBsonElement *first = &arguments[0];
  const SquillBsonElement *second = &arguments[1];

  switch (form)
    {
    case FORM_BINARY:
      if (n_arguments != 2)
        return FALSE;
      append_member (to, "$binary", second);
      append_member (to, "$type", first);
      return TRUE;
    case FORM_BINARY_BACK:
      append_member (to, "$binary", first);
      if (n_arguments == 2)
        append_member (to, "$type", second);
      else
        append_int (to, "$type", 0);
      return TRUE;
    case FORM_HEX:
      if (n_arguments != 2 || !append_hex (to, second))
        return FALSE;
      append_member (to, "$type", first);
      return TRUE;
    case FORM_MD5:
    case FORM_LEGACY_UUID:
      if (!append_hex (to, first))
        return FALSE;
      append_int (to, "$type", form == FORM_MD5 ? 5 : 3);
      return TRUE;
    case FORM_BUFFER:
      if (n_arguments == 2 && text_is (second, "base64"))
        append_member (to, "$binary", first);
      else if (n_arguments != 2 || !text_is (second, "hex") || !append_hex (to, first))
        return FALSE;
      append_int (to, "$type", 0);
      return TRUE;
    case FORM_WRAP:
      if (first->type != SQUILL_BSON_BINARY)
        return FALSE;
      append_base64 (to, first->value + 5, first->value_length - 5);
      if (n_arguments == 2)
        append_member (to, "$type", second);
      else
        append_int (to, "$type", 0);
      return TRUE;
    case FORM_MEMBER:
    case FORM_TIMESTAMP:
    case FORM_REGEX:
    case FORM_CODE:
    case FORM_REFERENCE:
    case FORM_POINTER:
    case FORM_NOTHING:
    default:
      return FALSE;
    }
}

static gboolean
append_timestamp (SquillBsonBuffer *to, const SquillBsonElement *arguments, guint n_arguments)
{
  gsize inner;

  if (n_arguments == 1)
    {
      append_member (to, "$timestamp", &arguments[0]);
      return TRUE;
    }
  if (n_arguments != 2)
    return FALSE;
  begin_member (to, SQUILL_BSON_OBJECT, "$timestamp");
  inner = begin_object (to);
  append_member (to, "t", &arguments[0]);
  append_member (to, "i", &arguments[1]);
  end_object (to, inner);
  return TRUE;
}

/* The members of the object that Extended JSON has for it. */
static gboolean
append_members (const SquillShellCall *self,
                SquillBsonBuffer *to,
                const SquillBsonElement *arguments,
                guint n_arguments)
{
  gsize inner;

  if (self->form == FORM_NOTHING)
    {
      append_int (to, self->key, 1);
      return TRUE;
    }
  if (n_arguments == 0)
    return FALSE;
  switch (self->form)
    {
    case FORM_MEMBER:
      append_member (to, self->key, &arguments[0]);
      return TRUE;
    case FORM_TIMESTAMP:
      return append_timestamp (to, arguments, n_arguments);
    case FORM_REGEX:
      append_member (to, "$regex", &arguments[0]);
      if (n_arguments > 1)
        append_member (to, "$options", &arguments[1]);
      else
        append_text (to, "$options", "", 0);
      return TRUE;
    case FORM_CODE:
      append_member (to, "$code", &arguments[0]);
      if (n_arguments > 1)
        append_member (to, "$scope", &arguments[1]);
      return TRUE;
    case FORM_REFERENCE:
      if (n_arguments < 2)
        return FALSE;
      append_member (to, "$ref", &arguments[0]);
      append_member (to, "$id", &arguments[1]);
      if (n_arguments > 2)
        append_member (to, "$db", &arguments[2]);
      return TRUE;
    case FORM_POINTER:
      if (n_arguments < 2)
        return FALSE;
      begin_member (to, SQUILL_BSON_OBJECT, "$dbPointer");
      inner = begin_object (to);
      append_member (to, "$ref", &arguments[0]);
      append_member (to, "$id", &arguments[1]);
      end_object (to, inner);
      return TRUE;
    case FORM_BINARY:
    case FORM_BINARY_BACK:
    case FORM_HEX:
    case FORM_MD5:
    case FORM_LEGACY_UUID:
    case FORM_BUFFER:
    case FORM_WRAP:
    case FORM_NOTHING:
    default:
      return append_binary (to, self->form, arguments, n_arguments);
    }
}

/* The call stays what it is called with, or nothing. */
static void
keep_argument (SquillBsonBuffer *buffer,
               gsize start,
               const SquillBsonElement *arguments,
               guint n_arguments,
               guint8 *type)
{
  gsize at;

  if (n_arguments == 0)
    {
      buffer->length = start;
      *type = SQUILL_BSON_NULL;
      return;
    }
  at = (gsize)(arguments[0].value - buffer->bytes);
  *type = arguments[0].type;
  memmove (buffer->bytes + start, buffer->bytes + at, arguments[0].value_length);
  buffer->length = start + arguments[0].value_length;
}

/**
 * squill_shell_call_find:
 * @name: the name of a function, without `new`
 *
 * Returns: (transfer none) (nullable): the function, where it is one that is known
 */
const SquillShellCall *
squill_shell_call_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    if (strcmp (calls[i].name, name) == 0)
      return &calls[i];
  return NULL;
}

/**
 * squill_shell_call_needs_no_arguments:
 * @self: a function
 *
 * Returns: whether its name alone is a value, as `MinKey`
 */
gboolean
squill_shell_call_needs_no_arguments (const SquillShellCall *self)
{
  return self->form == FORM_NOTHING;
}

/**
 * squill_shell_call_fold:
 * @self: a function
 * @buffer: ends with its arguments, as an array
 * @start: where that array begins
 * @type: (out): the type of the value that stands there now
 *
 * Replaces the arguments by the value that the call stands for.
 *
 * Returns: %FALSE where the arguments make no such value; then the first of them is the value
 */
gboolean
squill_shell_call_fold (const SquillShellCall *self,
                        SquillBsonBuffer *buffer,
                        gsize start,
                        guint8 *type)
{
  SquillBsonElement arguments[MAX_ARGUMENTS];
  guint n_arguments = read_arguments (buffer->bytes + start, arguments);
  SquillBsonBuffer object = { 0 };
  SquillExtendedKind kind = SQUILL_EXTENDED_WRONG;
  gsize begin = begin_object (&object);

  if (append_members (self, &object, arguments, n_arguments))
    {
      end_object (&object, begin);
      if (self->form == FORM_REFERENCE)
        {
          kind = SQUILL_EXTENDED_VALUE;
          *type = SQUILL_BSON_OBJECT;
        }
      else
        {
          kind = squill_extended_json_fold (&object, begin, type);
        }
    }
  if (kind == SQUILL_EXTENDED_VALUE)
    {
      buffer->length = start;
      squill_bson_buffer_append (buffer, object.bytes, object.length);
    }
  else
    {
      keep_argument (buffer, start, arguments, n_arguments, type);
    }
  g_free (object.bytes);
  return kind == SQUILL_EXTENDED_VALUE;
}
