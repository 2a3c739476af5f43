/* SPDX-License-Identifier: Apache-2.0 */

/* BSON as text, and the model's Extended JSON as BSON. */

#include "config.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "bson/squill-bson-text.h"
#include "bson/squill-bson-json.h"

typedef struct
{
  const char *name;
  const char *canonical; /* of the value; what is read too */
  const char *relaxed;
  const char *mongosh;
} TextCase;

/* Values by their canonical Extended JSON. */
static const TextCase cases[] = {
  { "int", "{\"$numberInt\":\"1\"}", "1", "1" },
  { "int-least", "{\"$numberInt\":\"-2147483648\"}", "-2147483648", "-2147483648" },
  { "long-small", "{\"$numberLong\":\"1\"}", "1", "Long(\"1\")" },
  { "long-large", "{\"$numberLong\":\"9007199254740993\"}", "9007199254740993",
    "Long(\"9007199254740993\")" },
  { "long-least", "{\"$numberLong\":\"-9223372036854775808\"}", "-9223372036854775808",
    "Long(\"-9223372036854775808\")" },
  { "double", "{\"$numberDouble\":\"0.1\"}", "0.1", "0.1" },
  { "double-whole", "{\"$numberDouble\":\"2.0\"}", "2.0", "Double(2)" },
  { "double-large", "{\"$numberDouble\":\"3000000000.0\"}", "3000000000.0", "Double(3000000000)" },
  { "double-huge", "{\"$numberDouble\":\"1e+300\"}", "1e+300", "Double(1e+300)" },
  { "double-digits", "{\"$numberDouble\":\"0.30000000000000004\"}", "0.30000000000000004",
    "0.30000000000000004" },
  { "double-negative-zero", "{\"$numberDouble\":\"-0.0\"}", "-0.0", "-0" },
  { "double-infinity", "{\"$numberDouble\":\"Infinity\"}", "{\"$numberDouble\":\"Infinity\"}",
    "Infinity" },
  { "double-minus-infinity", "{\"$numberDouble\":\"-Infinity\"}",
    "{\"$numberDouble\":\"-Infinity\"}", "-Infinity" },
  { "double-nan", "{\"$numberDouble\":\"NaN\"}", "{\"$numberDouble\":\"NaN\"}", "NaN" },
  { "decimal", "{\"$numberDecimal\":\"1.50\"}", "{\"$numberDecimal\":\"1.50\"}",
    "Decimal128(\"1.50\")" },
  { "string", "\"x\"", "\"x\"", "\"x\"" },
  { "string-escapes", "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028/é😀\"",
    "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028/é😀\"",
    "\"\\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u007f\\u2028/é😀\"" },
  { "object", "{}", "{}", "{}" },
  { "array", "[]", "[]", "[]" },
  { "object-id", "{\"$oid\":\"507f1f77bcf86cd799439011\"}",
    "{\"$oid\":\"507f1f77bcf86cd799439011\"}", "ObjectId(\"507f1f77bcf86cd799439011\")" },
  { "true", "true", "true", "true" },
  { "null", "null", "null", "null" },
  { "date", "{\"$date\":{\"$numberLong\":\"1704067200000\"}}",
    "{\"$date\":\"2024-01-01T00:00:00Z\"}", "ISODate(\"2024-01-01T00:00:00.000Z\")" },
  { "date-milliseconds", "{\"$date\":{\"$numberLong\":\"1709210096789\"}}",
    "{\"$date\":\"2024-02-29T12:34:56.789Z\"}", "ISODate(\"2024-02-29T12:34:56.789Z\")" },
  { "date-epoch", "{\"$date\":{\"$numberLong\":\"0\"}}", "{\"$date\":\"1970-01-01T00:00:00Z\"}",
    "ISODate(\"1970-01-01T00:00:00.000Z\")" },
  { "date-before-1970", "{\"$date\":{\"$numberLong\":\"-1\"}}",
    "{\"$date\":{\"$numberLong\":\"-1\"}}", "ISODate(\"1969-12-31T23:59:59.999Z\")" },
  { "date-last", "{\"$date\":{\"$numberLong\":\"253402300799999\"}}",
    "{\"$date\":\"9999-12-31T23:59:59.999Z\"}", "ISODate(\"9999-12-31T23:59:59.999Z\")" },
  { "date-after-9999", "{\"$date\":{\"$numberLong\":\"253402300800000\"}}",
    "{\"$date\":{\"$numberLong\":\"253402300800000\"}}", "new Date(253402300800000)" },
  { "binary", "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"80\"}}",
    "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"80\"}}",
    "Binary.createFromBase64(\"AQID\", 128)" },
  { "uuid", "{\"$binary\":{\"base64\":\"ASNFZ4mrze8BI0VniavN7w==\",\"subType\":\"04\"}}",
    "{\"$binary\":{\"base64\":\"ASNFZ4mrze8BI0VniavN7w==\",\"subType\":\"04\"}}",
    "UUID(\"01234567-89ab-cdef-0123-456789abcdef\")" },
  { "regex", "{\"$regularExpression\":{\"pattern\":\"^a/\\\"\",\"options\":\"is\"}}",
    "{\"$regularExpression\":{\"pattern\":\"^a/\\\"\",\"options\":\"is\"}}",
    "BSONRegExp(\"^a/\\\"\", \"is\")" },
  { "code", "{\"$code\":\"f()\"}", "{\"$code\":\"f()\"}", "Code(\"f()\")" },
  { "code-with-scope", "{\"$code\":\"f()\",\"$scope\":{\"a\":{\"$numberInt\":\"1\"}}}",
    "{\"$code\":\"f()\",\"$scope\":{\"a\":1}}", "Code(\"f()\", { a: 1 })" },
  { "symbol", "{\"$symbol\":\"s\"}", "{\"$symbol\":\"s\"}", "BSONSymbol(\"s\")" },
  { "timestamp", "{\"$timestamp\":{\"t\":4294967295,\"i\":2}}",
    "{\"$timestamp\":{\"t\":4294967295,\"i\":2}}", "Timestamp({ t: 4294967295, i: 2 })" },
  { "min-key", "{\"$minKey\":1}", "{\"$minKey\":1}", "MinKey()" },
  { "max-key", "{\"$maxKey\":1}", "{\"$maxKey\":1}", "MaxKey()" },
  { "undefined", "{\"$undefined\":true}", "{\"$undefined\":true}", "undefined" },
};

static void
test_value (gconstpointer data)
{
  const TextCase *test = data;
  g_autofree char *json = g_strdup_printf ("{\"v\":%s}", test->canonical);
  g_autofree char *relaxed = g_strdup_printf ("{\"v\":%s}", test->relaxed);
  g_autofree char *mongosh = g_strdup_printf ("{ v: %s }", test->mongosh);
  g_autofree char *canonical_text = NULL;
  g_autofree char *relaxed_text = NULL;
  g_autofree char *mongosh_text = NULL;
  json_t *parsed = json_loads (json, JSON_ALLOW_NUL, NULL);
  bson_t *document;

  g_assert_nonnull (parsed);
  document = squill_bson_new_from_json (parsed);
  g_assert_nonnull (document);
  g_assert_true (bson_validate (document, BSON_VALIDATE_UTF8, NULL));

  canonical_text = squill_bson_to_text (document, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
  relaxed_text = squill_bson_to_text (document, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  mongosh_text = squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 0, 0);
  g_assert_cmpstr (canonical_text, ==, json);
  g_assert_cmpstr (relaxed_text, ==, relaxed);
  g_assert_cmpstr (mongosh_text, ==, mongosh);

  bson_destroy (document);
  json_decref (parsed);
}

/* libbson reads our canonical text back as the same bytes. */
static void
test_round_trip (gconstpointer data)
{
  const TextCase *test = data;
  g_autofree char *json =
      g_strdup_printf ("{\"v\":%s,\"w\":{\"x\":%s}}", test->canonical, test->canonical);
  json_t *parsed = json_loads (json, JSON_ALLOW_NUL, NULL);
  bson_t *document = squill_bson_new_from_json (parsed);

  for (guint indent = 0; indent <= 2; indent += 2)
    {
      g_autofree char *text =
          squill_bson_to_text (document, SQUILL_BSON_STYLE_CANONICAL, indent, 0);
      bson_error_t error;
      bson_t *read = bson_new_from_json ((const guint8 *)text, -1, &error);

      if (read == NULL)
        g_error ("%s: %s", text, error.message);
      g_assert_true (bson_equal (document, read));
      bson_destroy (read);
    }
  bson_destroy (document);
  json_decref (parsed);
}

static void
test_layout (void)
{
  static const char expected[] =
      "{\n"
      "  _id: 1,\n"
      "  name: { first: \"a\" },\n"
      "  tags: [ \"x\", \"y\" ],\n"
      "  empty: [],\n"
      "  none: {},\n"
      "  items: [\n"
      "    { n: 1 },\n"
      "    {\n"
      "      n: 2,\n"
      "      text: \"one two three four five six seven eight nine ten eleven twelve thirteen\"\n"
      "    }\n"
      "  ]\n"
      "}";
  bson_t *document = BCON_NEW (
      "_id", BCON_INT32 (1), "name", "{", "first", "a", "}", "tags", "[", "x", "y", "]", "empty",
      "[", "]", "none", "{", "}", "items", "[", "{", "n", BCON_INT32 (1), "}", "{", "n",
      BCON_INT32 (2), "text",
      "one two three four five six seven eight nine ten eleven twelve thirteen", "}", "]");
  g_autofree char *text = squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 2, 0);

  g_assert_cmpstr (text, ==, expected);
  bson_destroy (document);
}

static void
test_cut (void)
{
  bson_t document = BSON_INITIALIZER;
  bson_t array;
  g_autofree char *short_text = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *json = NULL;

  bson_append_array_begin (&document, "n", -1, &array);
  for (guint i = 0; i < 37; i++)
    {
      char buffer[16];
      const char *key;

      bson_uint32_to_string (i, &key, buffer, sizeof buffer);
      bson_append_int32 (&array, key, -1, i);
    }
  bson_append_array_end (&document, &array);

  short_text = squill_bson_to_text (&document, SQUILL_BSON_STYLE_MONGOSH, 0, 3);
  g_assert_cmpstr (short_text, ==, "{ n: [ 0, 1, 2 /* … 34 more */ ] }");
  whole = squill_bson_to_text (&document, SQUILL_BSON_STYLE_MONGOSH, 0, 37);
  g_assert_null (strstr (whole, "more"));
  /* JSON has no comments. */
  json = squill_bson_to_text (&document, SQUILL_BSON_STYLE_RELAXED, 0, 3);
  g_assert_true (g_str_has_suffix (json, "35,36]}"));
  bson_destroy (&document);
}

static void
test_keys (void)
{
  static const struct
  {
    const char *key;
    const char *text;
  } keys[] = {
    { "name", "name: 1" },
    { "_id", "_id: 1" },
    { "$gt", "$gt: 1" },
    { "a.b", "\"a.b\": 1" },
    { "a-b", "\"a-b\": 1" },
    { "", "\"\": 1" },
    { "1", "\"1\": 1" },
    { "é", "\"é\": 1" },
    { "a\"b", "\"a\\\"b\": 1" },
    { "default", "default: 1" },
    { "__proto__", "[\"__proto__\"]: 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      bson_t *document = BCON_NEW (keys[i].key, BCON_INT32 (1));
      g_autofree char *text = squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 0, 0);
      g_autofree char *expected = g_strdup_printf ("{ %s }", keys[i].text);

      g_assert_cmpstr (text, ==, expected);
      bson_destroy (document);
    }
}

static void
test_integer_keys (void)
{
  bson_t *plain = BCON_NEW ("a", "[", BCON_INT32 (1), "]", "01", BCON_INT32 (1));
  bson_t *whole = BCON_NEW ("a", "[", "{", "10", BCON_INT32 (1), "}", "]");

  g_assert_false (squill_bson_has_integer_keys (plain));
  g_assert_true (squill_bson_has_integer_keys (whole));
  bson_destroy (plain);
  bson_destroy (whole);
}

/* Bytes that are no UTF-8, NULs, and nesting beyond any reason. */
static void
test_hostile (void)
{
  bson_t document = BSON_INITIALIZER;
  bson_t *nested = bson_new ();
  g_autofree char *text = NULL;
  g_autofree char *deep = NULL;

  bson_append_utf8 (&document, "s", -1, "a\0b\xff\xc3", 5);
  text = squill_bson_to_text (&document, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  g_assert_cmpstr (text, ==, "{\"s\":\"a\\u0000b\xef\xbf\xbd\xef\xbf\xbd\"}");

  for (guint i = 0; i < 5000; i++)
    {
      bson_t *around = bson_new ();

      bson_append_document (around, "a", -1, nested);
      bson_destroy (nested);
      nested = around;
    }
  deep = squill_bson_to_text (nested, SQUILL_BSON_STYLE_MONGOSH, 0, 0);
  g_assert_true (g_str_has_suffix (deep, "{} } } }" + 3));
  g_assert_false (squill_bson_has_integer_keys (nested));
  bson_destroy (nested);
  bson_destroy (&document);
}

static void
test_data_sets (gconstpointer data)
{
  const char *name = data;
  const char *folder = g_getenv ("SQUILL_DATASETS");
  g_autofree char *path =
      folder != NULL ? g_build_filename (folder, "mongo-tools-testdata", "bsondump", name, NULL)
                     : NULL;
  g_autofree char *content = NULL;
  gsize length;
  bson_reader_t *reader;
  const bson_t *document;
  guint n = 0;

  if (path == NULL || !g_file_get_contents (path, &content, &length, NULL))
    {
      g_test_skip ("the data sets are not here");
      return;
    }
  reader = bson_reader_new_from_data ((const guint8 *)content, length);
  while ((document = bson_reader_read (reader, NULL)) != NULL)
    {
      g_autofree char *text = squill_bson_to_text (document, SQUILL_BSON_STYLE_CANONICAL, 2, 0);
      g_autofree char *shell = squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 2, 0);
      bson_error_t error;
      bson_t *read = bson_new_from_json ((const guint8 *)text, -1, &error);

      if (read == NULL)
        g_error ("%s: %s", text, error.message);
      g_assert_true (bson_equal (document, read));
      g_assert_nonnull (shell);
      bson_destroy (read);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  bson_reader_destroy (reader);
}

static void
test_types (void)
{
  static const struct
  {
    const char *json;
    SquillTypes type;
    double number;
  } values[] = {
    { "1", SQUILL_TYPE_INT, 1 },
    { "2147483648", SQUILL_TYPE_LONG, 2147483648.0 },
    { "1.0", SQUILL_TYPE_DOUBLE, 1 },
    { "{\"$numberLong\": \"5\"}", SQUILL_TYPE_LONG, 5 },
    { "{\"$numberDecimal\": \"5.5\"}", SQUILL_TYPE_DECIMAL, 5.5 },
    { "{\"$date\": \"1970-01-01T00:00:01Z\"}", SQUILL_TYPE_DATE, 1000 },
    { "{\"$date\": \"1970-01-02\"}", SQUILL_TYPE_DATE, 86400000 },
    { "{\"$uuid\": \"01234567-89ab-cdef-0123-456789abcdef\"}", SQUILL_TYPE_BINARY, NAN },
    /* Things that only look like typed values. */
    { "{\"$oid\": \"abc\"}", SQUILL_TYPE_OBJECT, NAN },
    { "{\"$numberInt\": \"2147483648\"}", SQUILL_TYPE_OBJECT, NAN },
    { "{\"$date\": \"soon\"}", SQUILL_TYPE_OBJECT, NAN },
    { "{\"$gt\": 5}", SQUILL_TYPE_OBJECT, NAN },
    { "{\"$oid\": \"507f1f77bcf86cd799439011\", \"a\": 1}", SQUILL_TYPE_OBJECT, NAN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      json_t *json = json_loads (values[i].json, JSON_DECODE_ANY, NULL);
      double number = NAN;

      g_assert_cmpint (squill_json_get_bson_type (json), ==, values[i].type);
      g_assert_true (squill_json_get_bson_number (json, &number) == !isnan (values[i].number));
      if (!isnan (values[i].number))
        g_assert_cmpfloat (number, ==, values[i].number);
      json_decref (json);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *value = g_strconcat ("/bson/text/value/", cases[i].name, NULL);
      g_autofree char *trip = g_strconcat ("/bson/text/round-trip/", cases[i].name, NULL);

      g_test_add_data_func (value, &cases[i], test_value);
      g_test_add_data_func (trip, &cases[i], test_round_trip);
    }
  g_test_add_func ("/bson/text/layout", test_layout);
  g_test_add_func ("/bson/text/cut", test_cut);
  g_test_add_func ("/bson/text/keys", test_keys);
  g_test_add_func ("/bson/text/integer-keys", test_integer_keys);
  g_test_add_func ("/bson/text/hostile", test_hostile);
  g_test_add_func ("/bson/text/types", test_types);
  g_test_add_data_func ("/bson/text/data-sets/all-types", "all_types.bson", test_data_sets);
  g_test_add_data_func ("/bson/text/data-sets/sample", "sample.bson", test_data_sets);

  return g_test_run ();
}
