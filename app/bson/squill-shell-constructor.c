/* SPDX-License-Identifier: Apache-2.0 */

/* What mongosh and the legacy shell print for values that JSON does not have: ObjectId("…"),
 * ISODate("…"), NumberLong(1). The arguments are read as an array first; at the closing parenthesis
 * they become members of the object that Extended JSON has for the same value, and that object is
 * folded. */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-shell-constructor.h"

#include <string.h>

#include "bson/squill-bson-walk.h"
#include "bson/squill-extended-json.h"

#define MAX_ARGUMENTS 3

/* What the object has beside the arguments: names, types, and lengths. */
#define MAX_GROWTH 128

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

struct _SquillShellConstructor
{
  const char *name;
  Form form;
  const char *key;
};

static const SquillShellConstructor constructors[] = {
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

static void
append_member (SquillBsonBuffer *to, const char *key, const SquillBsonElement *value)
{
  squill_bson_buffer_append_key (to, value->type, key);
  squill_bson_buffer_append (to, value->value, value->value_length);
}

static void
append_text (SquillBsonBuffer *to, const char *key, const char *text)
{
  squill_bson_buffer_append_key (to, SQUILL_BSON_STRING, key);
  squill_bson_buffer_append_string (to, text, strlen (text));
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
  squill_bson_buffer_append_key (to, SQUILL_BSON_INT, key);
  squill_bson_buffer_append_int32 (to, value);
}

static void
append_base64 (SquillBsonBuffer *to, const guint8 *bytes, gsize length)
{
  g_autofree char *base64 = g_base64_encode (bytes, length);

  append_text (to, "$binary", base64);
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
  squill_bson_buffer_append_key (to, SQUILL_BSON_OBJECT, "$timestamp");
  inner = squill_bson_buffer_begin (to);
  append_member (to, "t", &arguments[0]);
  append_member (to, "i", &arguments[1]);
  squill_bson_buffer_end (to, inner);
  return TRUE;
}

/* The members of the object that Extended JSON has for it. */
static gboolean
append_members (const SquillShellConstructor *self,
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
        append_text (to, "$options", "");
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
      squill_bson_buffer_append_key (to, SQUILL_BSON_OBJECT, "$dbPointer");
      inner = squill_bson_buffer_begin (to);
      append_member (to, "$ref", &arguments[0]);
      append_member (to, "$id", &arguments[1]);
      squill_bson_buffer_end (to, inner);
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

/**
 * squill_shell_constructor_find:
 * @name: a name, without `new`
 *
 * Returns: (transfer none) (nullable): the constructor of this name
 */
const SquillShellConstructor *
squill_shell_constructor_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (constructors); i++)
    if (strcmp (constructors[i].name, name) == 0)
      return &constructors[i];
  return NULL;
}

/**
 * squill_shell_constructor_needs_no_arguments:
 * @self: a constructor
 *
 * Returns: %TRUE if its name alone is a value, such as `MinKey`
 */
gboolean
squill_shell_constructor_needs_no_arguments (const SquillShellConstructor *self)
{
  return self->form == FORM_NOTHING;
}

/**
 * squill_shell_constructor_fold:
 * @self: a constructor
 * @buffer: ends with its arguments, as an array
 * @start: where that array begins
 * @type: (out): the type of the value in the place of the arguments
 *
 * Replaces the arguments by the value that the constructor makes of them; where it makes none, by
 * the first of them, or by null.
 *
 * Returns: %TRUE if the constructor takes these arguments
 */
gboolean
squill_shell_constructor_fold (const SquillShellConstructor *self,
                               SquillBsonBuffer *buffer,
                               gsize start,
                               guint8 *type)
{
  SquillBsonElement arguments[MAX_ARGUMENTS];
  gsize end = buffer->length;
  gsize at, length;
  gboolean folded;
  guint n_arguments;

  /* The object is written behind the arguments, which must not move meanwhile. Its longest form is
   * the Base64 of a text. */
  squill_bson_buffer_reserve (buffer, 2 * (end - start) + MAX_GROWTH);
  n_arguments = read_arguments (buffer->bytes + start, arguments);
  squill_bson_buffer_begin (buffer);
  folded = append_members (self, buffer, arguments, n_arguments);
  if (folded)
    {
      squill_bson_buffer_end (buffer, end);
      if (self->form == FORM_REFERENCE)
        *type = SQUILL_BSON_OBJECT;
      else
        folded = squill_extended_json_fold (buffer, end, type) == SQUILL_EXTENDED_VALUE;
    }

  if (folded)
    {
      at = end;
      length = buffer->length - end;
    }
  else if (read_arguments (buffer->bytes + start, arguments) > 0)
    {
      at = (gsize)(arguments[0].value - buffer->bytes);
      length = arguments[0].value_length;
      *type = arguments[0].type;
    }
  else
    {
      at = start;
      length = 0;
      *type = SQUILL_BSON_NULL;
    }
  memmove (buffer->bytes + start, buffer->bytes + at, length);
  buffer->length = start + length;
  return folded;
}
