/* SPDX-License-Identifier: Apache-2.0 */

/* Single values of BSON as text, with what tells their type. */

#define G_LOG_DOMAIN "squill-samples"

#include "config.h"

#include "samples/squill-bson-literal-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/squill-number.h"

/* 10000-01-01T00:00:00Z, where four digits no longer hold the year. */
#define FIRST_LONG_YEAR G_GINT64_CONSTANT (253402300800000)

/* 0000-01-01T00:00:00Z */
#define FIRST_YEAR G_GINT64_CONSTANT (-62167219200000)

typedef struct
{
  GString *text;
  SquillSampleStyle style;
  gboolean spaced;
} Literal;

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

static void
append_double (Literal *self, double value)
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
        self->text, !self->spaced ? "{\"$numberDouble\":\"%s\"}" : "{ \"$numberDouble\": \"%s\" }",
        digits);
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
append_wrapped (Literal *self, const char *name, const char *raw)
{
  g_string_append_printf (self->text, !self->spaced ? "{\"%s\":%s}" : "{ \"%s\": %s }", name, raw);
}

static void
append_date (Literal *self, gint64 milliseconds)
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
      raw = g_strdup_printf (!self->spaced ? "{\"$numberLong\":\"%" G_GINT64_FORMAT "\"}"
                                           : "{ \"$numberLong\": \"%" G_GINT64_FORMAT "\" }",
                             milliseconds);
    }
  append_wrapped (self, "$date", raw);
}

static void
append_binary (Literal *self, bson_subtype_t subtype, const guint8 *data, guint32 length)
{
  g_autofree char *base64 = g_base64_encode (data, length);

  if (self->style != SQUILL_SAMPLE_MONGOSH)
    {
      g_autofree char *raw =
          g_strdup_printf (!self->spaced ? "{\"base64\":\"%s\",\"subType\":\"%02x\"}"
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
append_regex (Literal *self, const char *pattern, const char *options)
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
      g_autoptr (GString) raw = g_string_new (!self->spaced ? "{\"pattern\":" : "{ \"pattern\": ");

      squill_bson_text_append_string (raw, pattern, -1);
      g_string_append (raw, !self->spaced ? ",\"options\":" : ", \"options\": ");
      squill_bson_text_append_string (raw, sorted, -1);
      g_string_append (raw, !self->spaced ? "}" : " }");
      append_wrapped (self, "$regularExpression", raw->str);
    }
}

static void
append_code (Literal *self, const char *code, guint32 length)
{
  gboolean shell = self->style == SQUILL_SAMPLE_MONGOSH;

  g_string_append (self->text, shell ? "Code(" : !self->spaced ? "{\"$code\":" : "{ \"$code\": ");
  squill_bson_text_append_string (self->text, code, length);
  g_string_append (self->text, shell ? ")" : !self->spaced ? "}" : " }");
}

static void
append_db_pointer (Literal *self, const char *collection, guint32 length, const bson_oid_t *oid)
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
    Literal *self, const char *literal, const char *name, const char *text, gssize length)
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
append_integer (Literal *self, bson_iter_t *iter)
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
append_timestamp (Literal *self, bson_iter_t *iter)
{
  guint32 seconds, increment;

  bson_iter_timestamp (iter, &seconds, &increment);
  if (self->style == SQUILL_SAMPLE_MONGOSH)
    {
      g_string_append_printf (self->text, "Timestamp({ t: %u, i: %u })", seconds, increment);
    }
  else
    {
      g_autofree char *raw = g_strdup_printf (
          !self->spaced ? "{\"t\":%u,\"i\":%u}" : "{ \"t\": %u, \"i\": %u }", seconds, increment);

      append_wrapped (self, "$timestamp", raw);
    }
}

/**
 * _squill_bson_append_literal:
 * @out: where to write
 * @iter: a value that contains no documents
 * @style: how it looks
 * @spaced: with spaces inside the braces of typed values
 *
 * Writes a single value.
 */
void
_squill_bson_append_literal (GString *out,
                             bson_iter_t *iter,
                             SquillSampleStyle style,
                             gboolean spaced)
{
  Literal literal = { out, style, spaced };
  Literal *self = &literal;
  gboolean shell = style == SQUILL_SAMPLE_MONGOSH;
  bson_type_t type = bson_iter_type (iter);
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
      append_code (self, text, length);
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
    case BSON_TYPE_DOCUMENT:
    case BSON_TYPE_ARRAY:
    case BSON_TYPE_CODEWSCOPE:
    case BSON_TYPE_EOD:
    default:
      g_string_append (self->text, "null");
      break;
    }
}
