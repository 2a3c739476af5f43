/* SPDX-License-Identifier: Apache-2.0 */

/* BSON as text: Extended JSON version 2 and the constructors of mongosh. Not libbson's own writer:
 * that one writes 0.1 with twenty digits and has no style for mongosh. */

#define G_LOG_DOMAIN "squill-bson"

#include "config.h"

#include "bson/squill-bson-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bson/squill-bson-walk.h"
#include "bson/squill-iso-date.h"
#include "text/squill-text.h"

/* Deeper than any server takes (100) and any reader must (200); it guards the stack. What is
 * deeper is left out. */
#define MAX_DEPTH 1000

/* An array or object of plain values stands on one line if it is no longer. */
#define MAX_LINE 72

typedef struct
{
  GString *text;
  SquillBsonStyle style;
  guint indent;
  guint max_elements;
  const SquillBsonExcerpt *excerpt;
  GPtrArray *path; /* of an excerpt: keys of what is written */
  gsize counted;   /* of an excerpt: bytes of the text of which the characters are known */
  guint characters;
} Writer;

static void append_document (
    Writer *self, const guint8 *document, gsize end, gboolean is_array, guint level);

/* Writes one character of a string, which is valid or 0xfffd. */
static void
append_character (GString *text, gunichar c)
{
  switch (c)
    {
    case '"':
      g_string_append (text, "\\\"");
      break;
    case '\\':
      g_string_append (text, "\\\\");
      break;
    case '\b':
      g_string_append (text, "\\b");
      break;
    case '\f':
      g_string_append (text, "\\f");
      break;
    case '\n':
      g_string_append (text, "\\n");
      break;
    case '\r':
      g_string_append (text, "\\r");
      break;
    case '\t':
      g_string_append (text, "\\t");
      break;
    default:
      /* Line ends that editors show as such are escaped too. */
      if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029)
        g_string_append_printf (text, "\\u%04x", c);
      else
        g_string_append_unichar (text, c);
    }
}

/**
 * squill_bson_text_append_string:
 * @text: where to write
 * @string: a text; it may contain NUL where @length is given, and invalid UTF-8
 * @length: its bytes, or -1 if it ends with a NUL
 *
 * Writes a text in quotes, as JSON and JavaScript read it. Invalid bytes become U+FFFD.
 */
void
squill_bson_text_append_string (GString *text, const char *string, gssize length)
{
  const char *end;

  g_return_if_fail (text != NULL);
  g_return_if_fail (string != NULL);

  end = string + (length < 0 ? strlen (string) : (gsize)length);
  g_string_append_c (text, '"');
  while (string < end)
    {
      gunichar c = (guchar)*string;

      if (c >= 0x80)
        {
          c = g_utf8_get_char_validated (string, end - string);
          if (c == (gunichar)-1 || c == (gunichar)-2)
            {
              append_character (text, 0xfffd);
              string++;
              continue;
            }
        }
      append_character (text, c);
      string = c < 0x80 ? string + 1 : g_utf8_next_char (string);
    }
  g_string_append_c (text, '"');
}

static gboolean
is_shell (const Writer *self)
{
  return self->style == SQUILL_BSON_STYLE_MONGOSH;
}

/* Writes braces, names, and other parts of a typed value; the spaces only where lines are
 * indented. */
static void
append_syntax (Writer *self, const char *syntax)
{
  for (; *syntax != '\0'; syntax++)
    if (*syntax != ' ' || self->indent > 0)
      g_string_append_c (self->text, *syntax);
}

/* A value that is one text: {"$oid": "…"}, ObjectId("…"). */
static void
append_typed_text (
    Writer *self, const char *name, const char *constructor, const char *text, gssize length)
{
  if (is_shell (self))
    {
      g_string_append_printf (self->text, "%s(", constructor);
      squill_bson_text_append_string (self->text, text, length);
      g_string_append_c (self->text, ')');
      return;
    }
  append_syntax (self, "{ \"");
  g_string_append (self->text, name);
  append_syntax (self, "\": ");
  squill_bson_text_append_string (self->text, text, length);
  append_syntax (self, " }");
}

static void
append_double (Writer *self, double value)
{
  g_autofree char *digits = NULL;
  gboolean negative_zero = value == 0 && signbit (value);

  if (isnan (value))
    digits = g_strdup ("NaN");
  else if (isinf (value))
    digits = g_strdup (value > 0 ? "Infinity" : "-Infinity");
  else if (negative_zero)
    digits = g_strdup (is_shell (self) ? "-0" : "-0.0");
  else
    digits = squill_text_number (value);

  if (is_shell (self))
    {
      /* A whole number would arrive as int. */
      if (value == floor (value) && !isinf (value) && !negative_zero)
        g_string_append_printf (self->text, "Double(%s)", digits);
      else
        g_string_append (self->text, digits);
      return;
    }

  if (isfinite (value) && strpbrk (digits, ".e") == NULL)
    {
      char *with_point = g_strconcat (digits, ".0", NULL);

      g_free (digits);
      digits = with_point;
    }
  if (self->style == SQUILL_BSON_STYLE_CANONICAL || !isfinite (value))
    append_typed_text (self, "$numberDouble", NULL, digits, -1);
  else
    g_string_append (self->text, digits);
}

static void
append_integer (Writer *self, gboolean is_long, gint64 value)
{
  char digits[24];

  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, value);
  if (self->style == SQUILL_BSON_STYLE_CANONICAL ||
      (is_long && self->style != SQUILL_BSON_STYLE_RELAXED))
    append_typed_text (self, is_long ? "$numberLong" : "$numberInt", "Long", digits, -1);
  else
    g_string_append (self->text, digits);
}

static void
append_date (Writer *self, gint64 milliseconds)
{
  gboolean has_iso =
      is_shell (self) ? milliseconds >= SQUILL_ISO_DATE_MIN && milliseconds <= SQUILL_ISO_DATE_MAX
                      : self->style != SQUILL_BSON_STYLE_CANONICAL && milliseconds >= 0 &&
                            milliseconds <= SQUILL_ISO_DATE_MAX;

  if (has_iso)
    {
      g_autofree char *date = squill_iso_date_to_text (milliseconds, is_shell (self));

      append_typed_text (self, "$date", "ISODate", date, -1);
    }
  else if (is_shell (self))
    {
      g_string_append_printf (self->text, "new Date(%" G_GINT64_FORMAT ")", milliseconds);
    }
  else
    {
      append_syntax (self, "{ \"$date\": { \"$numberLong\": \"");
      g_string_append_printf (self->text, "%" G_GINT64_FORMAT, milliseconds);
      append_syntax (self, "\" } }");
    }
}

static void
append_binary (Writer *self, const guint8 *value, gsize value_length)
{
  const guint8 subtype = value[4];
  const guint8 *data = value + 5;
  gsize length = value_length - 5;
  g_autofree char *base64 = NULL;

  /* Subtype 2 repeats its length inside. */
  if (subtype == 2 && length >= 4 && (gsize)squill_bson_read_int32 (data) == length - 4)
    {
      data += 4;
      length -= 4;
    }
  base64 = g_base64_encode (data, length);
  if (!is_shell (self))
    {
      append_syntax (self, "{ \"$binary\": { \"base64\": \"");
      g_string_append (self->text, base64);
      append_syntax (self, "\", \"subType\": \"");
      g_string_append_printf (self->text, "%02x", subtype);
      append_syntax (self, "\" } }");
    }
  else if (subtype == 4 && length == 16)
    {
      g_string_append (self->text, "UUID(\"");
      for (guint i = 0; i < 16; i++)
        g_string_append_printf (self->text,
                                i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", data[i]);
      g_string_append (self->text, "\")");
    }
  else
    {
      g_string_append_printf (self->text, "Binary.createFromBase64(\"%s\", %u)", base64, subtype);
    }
}

static int
compare_characters (const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

static void
append_regex (Writer *self, const char *pattern)
{
  g_autofree char *sorted = g_strdup (pattern + strlen (pattern) + 1);

  qsort (sorted, strlen (sorted), 1, compare_characters);
  /* RegExp() would lose options that JavaScript does not have. */
  if (is_shell (self))
    g_string_append (self->text, "BSONRegExp(");
  else
    append_syntax (self, "{ \"$regularExpression\": { \"pattern\": ");
  squill_bson_text_append_string (self->text, pattern, -1);
  if (is_shell (self))
    g_string_append (self->text, ", ");
  else
    append_syntax (self, ", \"options\": ");
  squill_bson_text_append_string (self->text, sorted, -1);
  if (is_shell (self))
    g_string_append_c (self->text, ')');
  else
    append_syntax (self, " } }");
}

/* What a type with a length before its text has as text. */
static const char *
get_text (const guint8 *value, gsize *length)
{
  *length = (gsize)squill_bson_read_int32 (value) - 1;
  return (const char *)value + 4;
}

static void
object_id_to_hex (const guint8 *bytes, char hex[24])
{
  for (guint i = 0; i < 24; i++)
    hex[i] = "0123456789abcdef"[i % 2 == 0 ? bytes[i / 2] >> 4 : bytes[i / 2] & 0xf];
}

static void
append_object_id (Writer *self, const guint8 *bytes)
{
  char hex[24];

  object_id_to_hex (bytes, hex);
  append_typed_text (self, "$oid", "ObjectId", hex, sizeof hex);
}

static void
append_db_pointer (Writer *self, const guint8 *value)
{
  g_autoptr (GString) raw = g_string_new ("{\"$ref\":");
  gsize length;
  const char *collection = get_text (value, &length);
  char hex[24];

  squill_bson_text_append_string (raw, collection, (gssize)length);
  g_string_append (raw, ",\"$id\":{\"$oid\":\"");
  object_id_to_hex (value + 4 + length + 1, hex);
  g_string_append_len (raw, hex, sizeof hex);
  g_string_append (raw, "\"}}");
  if (!is_shell (self))
    {
      append_syntax (self, "{ \"$dbPointer\": ");
      g_string_append (self->text, raw->str);
      append_syntax (self, " }");
    }
  else
    {
      /* The shell has no constructor for it. */
      g_string_prepend (raw, "{\"value\":{\"$dbPointer\":");
      g_string_append (raw, "}}");
      g_string_append (self->text, "EJSON.parse(");
      squill_bson_text_append_string (self->text, raw->str, (gssize)raw->len);
      g_string_append (self->text, ", { relaxed: false }).value");
    }
}

/* Code, perhaps with a scope. */
static void
append_code (Writer *self, const guint8 *code, const guint8 *scope, guint level)
{
  gsize length;
  const char *text = get_text (code, &length);

  if (is_shell (self))
    g_string_append (self->text, "Code(");
  else
    append_syntax (self, "{ \"$code\": ");
  squill_bson_text_append_string (self->text, text, (gssize)length);
  if (scope != NULL && level < MAX_DEPTH)
    {
      if (is_shell (self))
        g_string_append (self->text, ", ");
      else
        append_syntax (self, ", \"$scope\": ");
      append_document (self, scope, (gsize)squill_bson_read_int32 (scope), FALSE, level);
    }
  if (is_shell (self))
    g_string_append_c (self->text, ')');
  else
    append_syntax (self, " }");
}

static void
append_timestamp (Writer *self, guint64 value)
{
  const guint seconds = (guint)(value >> 32);
  const guint increment = (guint)value;

  if (is_shell (self))
    {
      g_string_append_printf (self->text, "Timestamp({ t: %u, i: %u })", seconds, increment);
      return;
    }
  append_syntax (self, "{ \"$timestamp\": { \"t\": ");
  g_string_append_printf (self->text, "%u", seconds);
  append_syntax (self, ", \"i\": ");
  g_string_append_printf (self->text, "%u", increment);
  append_syntax (self, " } }");
}

static void
append_decimal (Writer *self, const guint8 *value)
{
  bson_decimal128_t decimal = squill_bson_read_decimal (value);
  char digits[BSON_DECIMAL128_STRING];

  bson_decimal128_to_string (&decimal, digits);
  append_typed_text (self, "$numberDecimal", "Decimal128", digits, -1);
}

static void
append_value (Writer *self, guint8 type, const guint8 *value, gsize value_length, guint level)
{
  const char *text;
  gsize length;

  switch ((SquillBsonType)type)
    {
    case SQUILL_BSON_DOUBLE:
      append_double (self, squill_bson_read_double (value));
      break;
    case SQUILL_BSON_STRING:
      text = get_text (value, &length);
      squill_bson_text_append_string (self->text, text, (gssize)length);
      break;
    case SQUILL_BSON_OBJECT:
    case SQUILL_BSON_ARRAY:
      if (level < MAX_DEPTH)
        append_document (self, value, value_length, type == SQUILL_BSON_ARRAY, level);
      else
        g_string_append (self->text, type == SQUILL_BSON_ARRAY ? "[]" : "{}");
      break;
    case SQUILL_BSON_BINARY:
      append_binary (self, value, value_length);
      break;
    case SQUILL_BSON_UNDEFINED:
      append_syntax (self, is_shell (self) ? "undefined" : "{ \"$undefined\": true }");
      break;
    case SQUILL_BSON_OBJECT_ID:
      append_object_id (self, value);
      break;
    case SQUILL_BSON_BOOL:
      g_string_append (self->text, value[0] != 0 ? "true" : "false");
      break;
    case SQUILL_BSON_DATE:
      append_date (self, squill_bson_read_int64 (value));
      break;
    case SQUILL_BSON_REGEX:
      append_regex (self, (const char *)value);
      break;
    case SQUILL_BSON_DB_POINTER:
      append_db_pointer (self, value);
      break;
    case SQUILL_BSON_CODE:
      append_code (self, value, NULL, level);
      break;
    case SQUILL_BSON_SYMBOL:
      text = get_text (value, &length);
      append_typed_text (self, "$symbol", "BSONSymbol", text, (gssize)length);
      break;
    case SQUILL_BSON_CODE_WITH_SCOPE:
      get_text (value + 4, &length);
      append_code (self, value + 4, value + 8 + length + 1, level);
      break;
    case SQUILL_BSON_INT:
      append_integer (self, FALSE, squill_bson_read_int32 (value));
      break;
    case SQUILL_BSON_TIMESTAMP:
      append_timestamp (self, (guint64)squill_bson_read_int64 (value));
      break;
    case SQUILL_BSON_LONG:
      append_integer (self, TRUE, squill_bson_read_int64 (value));
      break;
    case SQUILL_BSON_DECIMAL:
      append_decimal (self, value);
      break;
    case SQUILL_BSON_MIN_KEY:
      append_syntax (self, is_shell (self) ? "MinKey()" : "{ \"$minKey\": 1 }");
      break;
    case SQUILL_BSON_MAX_KEY:
      append_syntax (self, is_shell (self) ? "MaxKey()" : "{ \"$maxKey\": 1 }");
      break;
    case SQUILL_BSON_NULL:
    default:
      g_string_append (self->text, "null");
      break;
    }
}

static gboolean
is_identifier (const char *key)
{
  if (!g_ascii_isalpha (*key) && *key != '_' && *key != '$')
    return FALSE;
  for (const char *p = key; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '$')
      return FALSE;
  return TRUE;
}

static void
append_key (Writer *self, const char *key)
{
  if (is_shell (self) && g_str_equal (key, "__proto__"))
    /* Written otherwise it sets the prototype, and the field is lost. */
    g_string_append (self->text, "[\"__proto__\"]");
  else if (is_shell (self) && is_identifier (key))
    g_string_append (self->text, key);
  else
    squill_bson_text_append_string (self->text, key, -1);
  g_string_append (self->text, self->indent > 0 || is_shell (self) ? ": " : ":");
}

static void
append_break (Writer *self, guint level)
{
  g_string_append_c (self->text, '\n');
  for (guint i = 0; i < level * self->indent; i++)
    g_string_append_c (self->text, ' ');
}

/* Whether all values are plain, and few enough to be tried on one line. */
static gboolean
may_be_one_line (const guint8 *document, gsize end)
{
  gsize position = 4;
  SquillBsonElement element;

  for (guint n = 0;
       squill_bson_step (document, end, &position, &element) == SQUILL_BSON_STEP_ELEMENT; n++)
    if (n >= MAX_LINE / 2 || squill_bson_type_nests (element.type))
      return FALSE;
  return TRUE;
}

/* Of an excerpt: the path of what is written. */
static char *
make_path (Writer *self)
{
  char *path;

  g_ptr_array_add (self->path, NULL);
  path = g_strjoinv (".", (char **)self->path->pdata);
  g_ptr_array_set_size (self->path, self->path->len - 1);
  return path;
}

/* How many elements an excerpt has left out of the array that is written. */
static guint
get_left_out (Writer *self)
{
  g_autofree char *path = NULL;

  if (self->excerpt == NULL || self->excerpt->left_out == NULL)
    return 0;
  path = make_path (self);
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->excerpt->left_out, path));
}

static guint
count_characters (Writer *self)
{
  self->characters += (guint)g_utf8_strlen (self->text->str + self->counted,
                                            (gssize)(self->text->len - self->counted));
  self->counted = self->text->len;
  return self->characters;
}

/* Of an array or document, its size and nothing else. */
static void
append_folded (Writer *self, const SquillBsonElement *value)
{
  gboolean is_array = value->type == SQUILL_BSON_ARRAY;
  guint n = is_array ? get_left_out (self) : 0;
  gsize position = 4;
  SquillBsonElement element;
  g_autofree char *words = NULL;

  while (squill_bson_step (value->value, value->value_length, &position, &element) ==
         SQUILL_BSON_STEP_ELEMENT)
    n++;
  words = is_array
              ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u element", "%u elements", n), n)
              : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u field", "%u fields", n), n);
  g_string_append_printf (self->text, is_array ? "[ /* %s */ ]" : "{ /* %s */ }", words);
}

/* The key and value of an element, and where they are. */
static void
append_part (Writer *self, const SquillBsonElement *element, gboolean is_array, guint level)
{
  GPtrArray *parts = self->excerpt != NULL ? self->excerpt->parts : NULL;
  SquillBsonPart *part = NULL;
  gboolean folded = FALSE;

  if (self->path != NULL)
    g_ptr_array_add (self->path, g_strdup (element->key));
  if (parts != NULL || (self->excerpt != NULL && self->excerpt->folded != NULL))
    {
      g_autofree char *path = make_path (self);

      folded = squill_bson_type_nests (element->type) && self->excerpt->folded != NULL &&
               g_hash_table_contains (self->excerpt->folded, path);
      if (parts != NULL)
        {
          part = g_new0 (SquillBsonPart, 1);
          part->path = g_steal_pointer (&path);
          part->start = count_characters (self);
          /* An empty one has five bytes. */
          part->nests = squill_bson_type_nests (element->type) && element->value_length > 5;
          part->folded = folded;
          g_ptr_array_add (parts, part);
        }
    }
  if (!is_array)
    append_key (self, element->key);
  if (folded)
    append_folded (self, element);
  else
    append_value (self, element->type, element->value, element->value_length, level);
  if (part != NULL)
    part->end = count_characters (self);
  if (self->path != NULL)
    g_ptr_array_set_size (self->path, self->path->len - 1);
}

/* What is said of an array that is cut. */
static char *
describe_rest (Writer *self, guint shown, guint rest)
{
  g_autofree char *more =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "… %u more", "… %u more", rest), rest);
  g_autofree char *path = NULL;
  g_autofree char *all = NULL;

  if (self->excerpt == NULL || self->excerpt->describe == NULL)
    return g_steal_pointer (&more);
  path = make_path (self);
  all = self->excerpt->describe (path, shown + rest, self->excerpt->user_data);
  return all == NULL ? g_steal_pointer (&more) : g_strdup_printf ("%s: %s", more, all);
}

static void
append_elements (Writer *self,
                 const guint8 *document,
                 gsize end,
                 gboolean is_array,
                 gboolean one_line,
                 guint level)
{
  gboolean spaced = one_line && (self->indent > 0 || is_shell (self));
  guint limit = is_array && is_shell (self) ? self->max_elements : 0;
  guint n = 0;
  guint rest = is_array ? get_left_out (self) : 0;
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document, end, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    {
      if (limit > 0 && n == limit)
        {
          rest++;
          continue;
        }
      if (n > 0)
        g_string_append_c (self->text, ',');
      if (!one_line)
        append_break (self, level + 1);
      else if (spaced)
        g_string_append_c (self->text, ' ');
      append_part (self, &element, is_array, level + 1);
      n++;
    }

  if (rest > 0)
    {
      g_autofree char *words = describe_rest (self, n, rest);

      if (one_line)
        {
          g_string_append_printf (self->text, " /* %s */", words);
        }
      else
        {
          append_break (self, level + 1);
          g_string_append_printf (self->text, "// %s", words);
        }
    }
  if (!one_line)
    append_break (self, level);
  else if (spaced)
    g_string_append_c (self->text, ' ');
}

static void
append_document (Writer *self, const guint8 *document, gsize end, gboolean is_array, guint level)
{
  gsize start = self->text->len;
  gboolean one_line = self->indent == 0 || (level > 0 && may_be_one_line (document, end));
  GPtrArray *parts = self->excerpt != NULL ? self->excerpt->parts : NULL;
  guint n_parts = parts != NULL ? parts->len : 0;
  guint characters = parts != NULL ? count_characters (self) : 0;
  gsize position = 4;
  SquillBsonElement element;

  if (squill_bson_step (document, end, &position, &element) != SQUILL_BSON_STEP_ELEMENT)
    {
      g_string_append (self->text, is_array ? "[]" : "{}");
      return;
    }

  g_string_append_c (self->text, is_array ? '[' : '{');
  append_elements (self, document, end, is_array, one_line, level);
  if (self->indent > 0 && one_line && self->text->len - start > MAX_LINE)
    {
      g_string_truncate (self->text, start + 1);
      if (parts != NULL)
        {
          g_ptr_array_set_size (parts, (int)n_parts);
          self->counted = start + 1;
          self->characters = characters + 1;
        }
      append_elements (self, document, end, is_array, FALSE, level);
    }
  g_string_append_c (self->text, is_array ? ']' : '}');
}

static void
append_bson (Writer *self, const bson_t *document, guint level)
{
  append_document (self, bson_get_data (document), document->len, FALSE, level);
}

/**
 * squill_bson_text_append:
 * @text: where to write
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @level: levels around it: where its lines begin
 *
 * Writes a document into a text that has more around it.
 */
void
squill_bson_text_append (
    GString *text, const bson_t *document, SquillBsonStyle style, guint indent, guint level)
{
  Writer writer = { .text = text, .style = style, .indent = indent };

  g_return_if_fail (text != NULL);
  g_return_if_fail (document != NULL);

  append_bson (&writer, document, level);
}

/**
 * squill_bson_text_append_value:
 * @text: where to write
 * @type: a type byte
 * @value: the value's bytes, sound
 * @length: how many
 * @style: how it looks
 *
 * Writes a single value, on one line.
 */
void
squill_bson_text_append_value (
    GString *text, guint8 type, const guint8 *value, gsize length, SquillBsonStyle style)
{
  Writer writer = { .text = text, .style = style };

  append_value (&writer, type, value, length, 0);
}

/**
 * squill_bson_to_text:
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @max_elements: where not 0, longer arrays are cut after this many elements, and a comment says
 *   how many were left out; in the style of mongosh only, as JSON has no comments
 *
 * Writes a document as text, deterministically: doubles in the fewest digits that read back as the
 * same, regular expressions with their options sorted, texts as JSON writes them. Relaxed and
 * canonical are those of Extended JSON version 2; mongosh's constructors are those that arrive at a
 * server with the type they have here. Only the order of keys that are whole numbers gets lost in
 * a shell (see squill_bson_has_integer_keys()).
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text (const bson_t *document,
                     SquillBsonStyle style,
                     guint indent,
                     guint max_elements)
{
  Writer writer = { .style = style, .indent = indent, .max_elements = max_elements };

  g_return_val_if_fail (document != NULL, NULL);

  writer.text = g_string_new (NULL);
  append_bson (&writer, document, 0);
  return g_string_free (writer.text, FALSE);
}

/**
 * squill_bson_to_text_excerpt:
 * @document: what squill_samples_get_excerpt() gave
 * @style: how typed values look
 * @indent: spaces for each level
 * @excerpt: what is left out and folded, and where to say what is where
 *
 * Writes an excerpt for a person to read: in every style a comment says how many elements of an
 * array are not shown.
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text_excerpt (const bson_t *document,
                             SquillBsonStyle style,
                             guint indent,
                             const SquillBsonExcerpt *excerpt)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  Writer writer = { .style = style, .indent = indent, .excerpt = excerpt, .path = path };

  g_return_val_if_fail (document != NULL, NULL);
  g_return_val_if_fail (excerpt != NULL, NULL);

  writer.text = g_string_new (NULL);
  append_bson (&writer, document, 0);
  return g_string_free (writer.text, FALSE);
}

/**
 * squill_bson_part_free:
 * @self: (transfer full): a part
 *
 * Frees a part.
 */
void
squill_bson_part_free (SquillBsonPart *self)
{
  g_free (self->path);
  g_free (self);
}

static gboolean
has_integer_keys (const guint8 *document, gsize end, gboolean is_array, guint level)
{
  gsize position = 4;
  SquillBsonElement element;

  while (squill_bson_step (document, end, &position, &element) == SQUILL_BSON_STEP_ELEMENT)
    {
      const char *key = element.key;

      if (!is_array && *key != '\0' && strspn (key, "0123456789") == element.key_length &&
          (key[0] != '0' || key[1] == '\0'))
        return TRUE;
      if (level < MAX_DEPTH && squill_bson_type_nests (element.type) &&
          has_integer_keys (element.value, element.value_length, element.type == SQUILL_BSON_ARRAY,
                            level + 1))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_bson_has_integer_keys:
 * @document: a document
 *
 * A shell in JavaScript puts keys that are whole numbers before all others, in documents and even
 * in the keys of an index, and nothing prevents it.
 *
 * Returns: %TRUE if @document or a document in it has such a key
 */
gboolean
squill_bson_has_integer_keys (const bson_t *document)
{
  g_return_val_if_fail (document != NULL, FALSE);

  return has_integer_keys (bson_get_data (document), document->len, FALSE, 0);
}
