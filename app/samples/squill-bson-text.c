/* SPDX-License-Identifier: Apache-2.0 */

/* BSON as text: Extended JSON version 2 and the literals of mongosh. Not libbson's own writer: that
 * one writes 0.1 with twenty digits, and knows nothing of mongosh. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-bson-text.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/squill-number.h"

/* Deeper than any server takes (100) and any reader must (200); it guards the stack. What is
 * deeper is left out. */
#define MAX_DEPTH 1000

/* An array or object of plain values stands on one line if it is no longer. */
#define MAX_LINE 72

/* 10000-01-01T00:00:00Z, where four digits no longer hold the year. */
#define FIRST_LONG_YEAR G_GINT64_CONSTANT (253402300800000)

/* 0000-01-01T00:00:00Z */
#define FIRST_YEAR G_GINT64_CONSTANT (-62167219200000)

typedef struct
{
  GString *text;
  SquillSampleStyle style;
  guint indent;
  guint max_elements;
  GHashTable *left_out; /* of an excerpt: path of an array -> how many elements are missing */
  GPtrArray *path;      /* keys on the way to what is written */
} Writer;

static void append_members (Writer *self, bson_iter_t *iter, gboolean array, guint level);

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
 * @string: a text; it may contain NUL where @length is given, and faulty UTF-8
 * @length: its bytes, or -1 if it ends with a NUL
 *
 * Writes a text in quotes, as JSON and JavaScript take it. Bytes that are no UTF-8 become U+FFFD.
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
  if (self->style != SQUILL_SAMPLE_MONGOSH)
    {
      squill_bson_text_append_string (self->text, key, -1);
      g_string_append (self->text, self->indent == 0 ? ":" : ": ");
    }
  else if (g_str_equal (key, "__proto__"))
    {
      /* Any other way it sets the prototype and the field is lost. */
      g_string_append (self->text, "[\"__proto__\"]: ");
    }
  else if (is_identifier (key))
    {
      g_string_append_printf (self->text, "%s: ", key);
    }
  else
    {
      squill_bson_text_append_string (self->text, key, -1);
      g_string_append (self->text, ": ");
    }
}

static void
append_double (Writer *self, double value)
{
  g_autofree char *digits = NULL;

  if (isnan (value))
    digits = g_strdup ("NaN");
  else if (isinf (value))
    digits = g_strdup (value > 0 ? "Infinity" : "-Infinity");
  else if (value == 0 && signbit (value))
    digits = g_strdup (self->style == SQUILL_SAMPLE_MONGOSH ? "-0" : "-0.0");
  else
    digits = squill_number_to_string (value);

  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      /* A whole number would arrive as int. */
      if (value == floor (value) && !isinf (value) && !(value == 0 && signbit (value)))
        g_string_append_printf (self->text, "Double(%s)", digits);
      else
        g_string_append (self->text, digits);
      return;
    }

  if (isfinite (value) && strpbrk (digits, ".e") == NULL)
    {
      char *pointed = g_strconcat (digits, ".0", NULL);

      g_free (digits);
      digits = pointed;
    }
  if (self->style == SQUILL_SAMPLE_CANONICAL || !isfinite (value))
    g_string_append_printf (
        self->text,
        self->indent == 0 ? "{\"$numberDouble\":\"%s\"}" : "{ \"$numberDouble\": \"%s\" }", digits);
  else
    g_string_append (self->text, digits);
}

/* The civil date of a day, counted from 1970-01-01: the calendar repeats every 146,097 days, and
 * is simplest with years that begin in March. */
static void
day_to_date (gint64 day, gint64 *year, guint *month, guint *day_of_month)
{
  gint64 shifted = day + 719468;
  gint64 era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
  gint64 of_era = shifted - era * 146097;
  gint64 year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  gint64 of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  gint64 march_month = (5 * of_year + 2) / 153;

  *day_of_month = of_year - (153 * march_month + 2) / 5 + 1;
  *month = march_month < 10 ? march_month + 3 : march_month - 9;
  *year = year_of_era + era * 400 + (*month <= 2 ? 1 : 0);
}

/* ISO 8601 in UTC; @milliseconds lies in the years 0 to 9999. */
static char *
date_to_text (gint64 milliseconds, gboolean always_fraction)
{
  gint64 day = milliseconds / 86400000;
  gint64 rest = milliseconds % 86400000;
  gint64 year;
  guint month, day_of_month;
  GString *text = g_string_new (NULL);

  if (rest < 0)
    {
      rest += 86400000;
      day--;
    }
  day_to_date (day, &year, &month, &day_of_month);
  g_string_append_printf (text, "%04d-%02u-%02uT%02d:%02d:%02d", (int)year, month, day_of_month,
                          (int)(rest / 3600000), (int)(rest / 60000 % 60), (int)(rest / 1000 % 60));
  if (always_fraction || rest % 1000 != 0)
    g_string_append_printf (text, ".%03d", (int)(rest % 1000));
  g_string_append_c (text, 'Z');
  return g_string_free (text, FALSE);
}

/* Opens, separates and closes the members of what a typed value is written as. */
static void
append_wrapped (Writer *self, const char *name, const char *raw)
{
  g_string_append_printf (self->text, self->indent == 0 ? "{\"%s\":%s}" : "{ \"%s\": %s }", name,
                          raw);
}

static void
append_date (Writer *self, gint64 milliseconds)
{
  g_autofree char *raw = NULL;

  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      if (milliseconds >= FIRST_YEAR && milliseconds < FIRST_LONG_YEAR)
        {
          g_autofree char *date = date_to_text (milliseconds, TRUE);

          g_string_append_printf (self->text, "ISODate(\"%s\")", date);
        }
      else
        {
          g_string_append_printf (self->text, "new Date(%" G_GINT64_FORMAT ")", milliseconds);
        }
      return;
    }

  if (self->style == SQUILL_SAMPLE_RELAXED && milliseconds >= 0 && milliseconds < FIRST_LONG_YEAR)
    {
      g_autofree char *date = date_to_text (milliseconds, FALSE);

      raw = g_strdup_printf ("\"%s\"", date);
    }
  else
    {
      raw = g_strdup_printf (self->indent == 0 ? "{\"$numberLong\":\"%" G_GINT64_FORMAT "\"}"
                                               : "{ \"$numberLong\": \"%" G_GINT64_FORMAT "\" }",
                             milliseconds);
    }
  append_wrapped (self, "$date", raw);
}

static void
append_binary (Writer *self, bson_subtype_t subtype, const guint8 *data, guint32 length)
{
  g_autofree char *base64 = g_base64_encode (data, length);

  if (self->style != SQUILL_SAMPLE_MONGOSH)
    {
      g_autofree char *raw =
          g_strdup_printf (self->indent == 0 ? "{\"base64\":\"%s\",\"subType\":\"%02x\"}"
                                             : "{ \"base64\": \"%s\", \"subType\": \"%02x\" }",
                           base64, (guint)subtype & 0xff);

      append_wrapped (self, "$binary", raw);
    }
  else if (subtype == BSON_SUBTYPE_UUID && length == 16)
    {
      g_string_append (self->text, "UUID(\"");
      for (guint i = 0; i < 16; i++)
        g_string_append_printf (self->text,
                                i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", data[i]);
      g_string_append (self->text, "\")");
    }
  else
    {
      g_string_append_printf (self->text, "Binary.createFromBase64(\"%s\", %u)", base64,
                              (guint)subtype & 0xff);
    }
}

static int
compare_characters (const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

static void
append_regex (Writer *self, const char *pattern, const char *options)
{
  g_autofree char *sorted = g_strdup (options);

  qsort (sorted, strlen (sorted), 1, compare_characters);
  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      /* RegExp() would lose options that JavaScript does not have. */
      g_string_append (self->text, "BSONRegExp(");
      squill_bson_text_append_string (self->text, pattern, -1);
      g_string_append (self->text, ", ");
      squill_bson_text_append_string (self->text, sorted, -1);
      g_string_append_c (self->text, ')');
    }
  else
    {
      g_autoptr (GString) raw =
          g_string_new (self->indent == 0 ? "{\"pattern\":" : "{ \"pattern\": ");

      squill_bson_text_append_string (raw, pattern, -1);
      g_string_append (raw, self->indent == 0 ? ",\"options\":" : ", \"options\": ");
      squill_bson_text_append_string (raw, sorted, -1);
      g_string_append (raw, self->indent == 0 ? "}" : " }");
      append_wrapped (self, "$regularExpression", raw->str);
    }
}

static void
append_code (Writer *self, const char *code, guint32 length, const bson_t *scope, guint level)
{
  gboolean shell = self->style == SQUILL_SAMPLE_MONGOSH;
  bson_iter_t iter;

  g_string_append (self->text, shell               ? "Code("
                               : self->indent == 0 ? "{\"$code\":"
                                                   : "{ \"$code\": ");
  squill_bson_text_append_string (self->text, code, length);
  if (scope != NULL && bson_iter_init (&iter, scope))
    {
      g_string_append (self->text, shell               ? ", "
                                   : self->indent == 0 ? ",\"$scope\":"
                                                       : ", \"$scope\": ");
      append_members (self, &iter, FALSE, level);
    }
  g_string_append (self->text, shell ? ")" : self->indent == 0 ? "}" : " }");
}

static void
append_db_pointer (Writer *self, const char *collection, guint32 length, const bson_oid_t *oid)
{
  g_autoptr (GString) raw = g_string_new ("{\"$ref\":");
  char hex[25];

  bson_oid_to_string (oid, hex);
  squill_bson_text_append_string (raw, collection, length);
  g_string_append_printf (raw, ",\"$id\":{\"$oid\":\"%s\"}}", hex);
  if (self->style != SQUILL_SAMPLE_MONGOSH)
    {
      append_wrapped (self, "$dbPointer", raw->str);
    }
  else
    {
      /* The shell has no literal for it. */
      g_string_prepend (raw, "{\"value\":{\"$dbPointer\":");
      g_string_append (raw, "}}");
      g_string_append (self->text, "EJSON.parse(");
      squill_bson_text_append_string (self->text, raw->str, raw->len);
      g_string_append (self->text, ", { relaxed: false }).value");
    }
}

/* Writes a value that is one token in the shell and one wrapped text in Extended JSON. */
static void
append_typed_text (
    Writer *self, const char *literal, const char *name, const char *text, gssize length)
{
  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      g_string_append_printf (self->text, "%s(", literal);
      squill_bson_text_append_string (self->text, text, length);
      g_string_append_c (self->text, ')');
    }
  else
    {
      g_autoptr (GString) raw = g_string_new (NULL);

      squill_bson_text_append_string (raw, text, length);
      append_wrapped (self, name, raw->str);
    }
}

static void
append_integer (Writer *self, bson_iter_t *iter)
{
  gboolean is_long = BSON_ITER_HOLDS_INT64 (iter);
  g_autofree char *digits =
      g_strdup_printf ("%" G_GINT64_FORMAT, (gint64)bson_iter_as_int64 (iter));

  if (self->style == SQUILL_SAMPLE_CANONICAL || (self->style == SQUILL_SAMPLE_MONGOSH && is_long))
    append_typed_text (self, "Long", is_long ? "$numberLong" : "$numberInt", digits, -1);
  else
    g_string_append (self->text, digits);
}

static void
append_timestamp (Writer *self, bson_iter_t *iter)
{
  guint32 seconds, increment;

  bson_iter_timestamp (iter, &seconds, &increment);
  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      g_string_append_printf (self->text, "Timestamp({ t: %u, i: %u })", seconds, increment);
    }
  else
    {
      g_autofree char *raw =
          g_strdup_printf (self->indent == 0 ? "{\"t\":%u,\"i\":%u}" : "{ \"t\": %u, \"i\": %u }",
                           seconds, increment);

      append_wrapped (self, "$timestamp", raw);
    }
}

static void
append_value (Writer *self, bson_iter_t *iter, guint level)
{
  gboolean shell = self->style == SQUILL_SAMPLE_MONGOSH;
  bson_type_t type = bson_iter_type (iter);
  bson_iter_t inner;
  const char *text;
  guint32 length = 0;

  switch (type)
    {
    case BSON_TYPE_DOUBLE:
      append_double (self, bson_iter_double (iter));
      break;
    case BSON_TYPE_UTF8:
      text = bson_iter_utf8 (iter, &length);
      squill_bson_text_append_string (self->text, text, length);
      break;
    case BSON_TYPE_DOCUMENT:
    case BSON_TYPE_ARRAY:
      if (level < MAX_DEPTH && bson_iter_recurse (iter, &inner))
        append_members (self, &inner, type == BSON_TYPE_ARRAY, level);
      else
        g_string_append (self->text, type == BSON_TYPE_ARRAY ? "[]" : "{}");
      break;
    case BSON_TYPE_BINARY:
      {
        bson_subtype_t subtype;
        const guint8 *data;

        bson_iter_binary (iter, &subtype, &length, &data);
        append_binary (self, subtype, data, length);
      }
      break;
    case BSON_TYPE_UNDEFINED:
      if (shell)
        g_string_append (self->text, "undefined");
      else
        append_wrapped (self, "$undefined", "true");
      break;
    case BSON_TYPE_OID:
      {
        char hex[25];

        bson_oid_to_string (bson_iter_oid (iter), hex);
        append_typed_text (self, "ObjectId", "$oid", hex, -1);
      }
      break;
    case BSON_TYPE_BOOL:
      g_string_append (self->text, bson_iter_bool (iter) ? "true" : "false");
      break;
    case BSON_TYPE_DATE_TIME:
      append_date (self, bson_iter_date_time (iter));
      break;
    case BSON_TYPE_REGEX:
      {
        const char *options = NULL;

        text = bson_iter_regex (iter, &options);
        append_regex (self, text, options);
      }
      break;
    case BSON_TYPE_DBPOINTER:
      {
        const bson_oid_t *oid = NULL;

        bson_iter_dbpointer (iter, &length, &text, &oid);
        append_db_pointer (self, text, length, oid);
      }
      break;
    case BSON_TYPE_CODE:
      text = bson_iter_code (iter, &length);
      append_code (self, text, length, NULL, level);
      break;
    case BSON_TYPE_CODEWSCOPE:
      {
        const guint8 *data = NULL;
        guint32 scope_length = 0;
        bson_t scope;

        text = bson_iter_codewscope (iter, &length, &scope_length, &data);
        /* Not all versions of libbson agree whether this counts the NUL. */
        if (length > 0 && text[length - 1] == '\0')
          length--;
        if (level < MAX_DEPTH && bson_init_static (&scope, data, scope_length))
          append_code (self, text, length, &scope, level);
        else
          append_code (self, text, length, NULL, level);
      }
      break;
    case BSON_TYPE_SYMBOL:
      text = bson_iter_symbol (iter, &length);
      append_typed_text (self, "BSONSymbol", "$symbol", text, length);
      break;
    case BSON_TYPE_INT32:
    case BSON_TYPE_INT64:
      append_integer (self, iter);
      break;
    case BSON_TYPE_TIMESTAMP:
      append_timestamp (self, iter);
      break;
    case BSON_TYPE_DECIMAL128:
      {
        bson_decimal128_t decimal;
        char digits[BSON_DECIMAL128_STRING];

        bson_iter_decimal128 (iter, &decimal);
        bson_decimal128_to_string (&decimal, digits);
        append_typed_text (self, "Decimal128", "$numberDecimal", digits, -1);
      }
      break;
    case BSON_TYPE_MINKEY:
    case BSON_TYPE_MAXKEY:
      if (shell)
        g_string_append (self->text, type == BSON_TYPE_MINKEY ? "MinKey()" : "MaxKey()");
      else
        append_wrapped (self, type == BSON_TYPE_MINKEY ? "$minKey" : "$maxKey", "1");
      break;
    case BSON_TYPE_NULL:
    case BSON_TYPE_EOD:
    default:
      g_string_append (self->text, "null");
      break;
    }
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
may_be_one_line (bson_iter_t iter)
{
  for (guint n = 0; bson_iter_next (&iter); n++)
    if (n >= MAX_LINE / 2 || BSON_ITER_HOLDS_DOCUMENT (&iter) || BSON_ITER_HOLDS_ARRAY (&iter))
      return FALSE;
  return TRUE;
}

/* Writes what says that @rest elements were left out. */
static void
append_rest (Writer *self, guint rest, gboolean one_line)
{
  g_autofree char *words = g_strdup_printf (ngettext ("… %u more", "… %u more", rest), rest);

  if (one_line)
    g_string_append_printf (self->text, "/* %s */", words);
  else
    g_string_append_printf (self->text, "// %s", words);
}

/* How many elements an excerpt has left out of the array that is written. */
static guint
get_left_out (Writer *self)
{
  g_autofree char *path = NULL;

  if (self->left_out == NULL)
    return 0;
  g_ptr_array_add (self->path, NULL);
  path = g_strjoinv (".", (char **)self->path->pdata);
  g_ptr_array_set_size (self->path, self->path->len - 1);
  return GPOINTER_TO_SIZE (g_hash_table_lookup (self->left_out, path));
}

static void
append_elements (Writer *self, bson_iter_t iter, gboolean array, gboolean one_line, guint level)
{
  gboolean spaced = one_line && (self->indent > 0 || self->style == SQUILL_SAMPLE_MONGOSH);
  guint limit = array && self->style == SQUILL_SAMPLE_MONGOSH ? self->max_elements : 0;
  guint n = 0;
  guint rest = array ? get_left_out (self) : 0;

  while (bson_iter_next (&iter))
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
      if (!array)
        append_key (self, bson_iter_key (&iter));
      if (self->path != NULL)
        g_ptr_array_add (self->path, g_strdup (bson_iter_key (&iter)));
      append_value (self, &iter, level + 1);
      if (self->path != NULL)
        g_ptr_array_set_size (self->path, self->path->len - 1);
      n++;
    }

  if (rest > 0)
    {
      if (!one_line)
        append_break (self, level + 1);
      else
        g_string_append_c (self->text, ' ');
      append_rest (self, rest, one_line);
    }
  if (!one_line)
    append_break (self, level);
  else if (spaced)
    g_string_append_c (self->text, ' ');
}

static void
append_members (Writer *self, bson_iter_t *iter, gboolean array, guint level)
{
  bson_iter_t probe = *iter;
  gsize start = self->text->len;

  if (!bson_iter_next (&probe))
    {
      g_string_append (self->text, array ? "[]" : "{}");
      return;
    }

  g_string_append_c (self->text, array ? '[' : '{');
  if (self->indent == 0)
    {
      append_elements (self, *iter, array, TRUE, level);
    }
  else if (level > 0 && may_be_one_line (*iter))
    {
      append_elements (self, *iter, array, TRUE, level);
      if (self->text->len - start > MAX_LINE)
        {
          g_string_truncate (self->text, start + 1);
          append_elements (self, *iter, array, FALSE, level);
        }
    }
  else
    {
      append_elements (self, *iter, array, FALSE, level);
    }
  g_string_append_c (self->text, array ? ']' : '}');
}

/**
 * squill_bson_text_append:
 * @text: where to write
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @level: how many levels are around it: where its lines begin
 *
 * Writes a document into a text that has more around it.
 */
void
squill_bson_text_append (
    GString *text, const bson_t *document, SquillSampleStyle style, guint indent, guint level)
{
  Writer writer = { text, style, indent, 0, NULL, NULL };
  bson_iter_t iter;

  g_return_if_fail (text != NULL);
  g_return_if_fail (document != NULL);

  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, level);
  else
    g_string_append (text, "{}");
}

/**
 * squill_bson_to_text:
 * @document: a document
 * @style: how typed values look
 * @indent: spaces for each level; 0 for one line
 * @max_elements: where not 0, longer arrays are cut after so many elements, and a comment says how
 *   many were left out; in the style of mongosh only, as JSON has no comments
 *
 * Writes a document as text, deterministically: doubles in the fewest digits that read back as the
 * same, regular expressions with their options sorted, texts as JSON writes them. Relaxed and
 * canonical are those of Extended JSON version 2; mongosh's literals are those that arrive at a
 * server with the type they have here. Only the order of keys that are whole numbers gets lost in
 * a shell (see squill_bson_has_integer_keys()).
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text (const bson_t *document,
                     SquillSampleStyle style,
                     guint indent,
                     guint max_elements)
{
  Writer writer = { NULL, style, indent, max_elements, NULL, NULL };
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, NULL);

  writer.text = g_string_new (NULL);
  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, 0);
  else
    g_string_append (writer.text, "{}");
  return g_string_free (writer.text, FALSE);
}

/**
 * squill_bson_to_text_excerpt:
 * @document: what squill_samples_get_excerpt() gave
 * @style: how typed values look
 * @indent: spaces for each level
 * @left_out: (nullable): what is missing, as it gave it
 *
 * Writes an excerpt for somebody to look at: in every style a comment says how many elements of an
 * array are not shown.
 *
 * Returns: (transfer full): the text
 */
char *
squill_bson_to_text_excerpt (const bson_t *document,
                             SquillSampleStyle style,
                             guint indent,
                             GHashTable *left_out)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);
  Writer writer = { NULL, style, indent, 0, left_out, path };
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, NULL);

  writer.text = g_string_new (NULL);
  if (bson_iter_init (&iter, document))
    append_members (&writer, &iter, FALSE, 0);
  return g_string_free (writer.text, FALSE);
}

static gboolean
has_integer_keys (bson_iter_t *iter, gboolean array, guint level)
{
  while (bson_iter_next (iter))
    {
      const char *key = bson_iter_key (iter);
      bson_iter_t inner;

      if (!array && *key != '\0' && strspn (key, "0123456789") == strlen (key) &&
          (key[0] != '0' || key[1] == '\0'))
        return TRUE;
      if (level < MAX_DEPTH && (BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) &&
          bson_iter_recurse (iter, &inner) &&
          has_integer_keys (&inner, BSON_ITER_HOLDS_ARRAY (iter), level + 1))
        return TRUE;
    }
  return FALSE;
}

/**
 * squill_bson_has_integer_keys:
 * @document: a document
 *
 * A shell in JavaScript puts keys that are whole numbers before all others, in documents and even
 * in the keys of an index, and there is no way round it.
 *
 * Returns: %TRUE if @document or a document in it has such a key
 */
gboolean
squill_bson_has_integer_keys (const bson_t *document)
{
  bson_iter_t iter;

  g_return_val_if_fail (document != NULL, FALSE);

  return bson_iter_init (&iter, document) && has_integer_keys (&iter, FALSE, 0);
}
