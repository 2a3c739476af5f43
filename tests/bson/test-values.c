/* SPDX-License-Identifier: Apache-2.0 */

/* The same value in a dump and in a model is the same BSON, and is written as the same text. */

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"
#include "bson/squill-bson-walk.h"
#include "inspect/format/squill-json-reader.h"
#include "model/squill-model-file.h"
#include "model/squill-model.h"

/* A value as it stands in both; its type; and what it is written as. */
typedef struct
{
  const char *text;
  SquillBsonType type;
  const char *canonical;
} Case;

#define DATE(milliseconds) SQUILL_BSON_DATE, "{\"$date\":{\"$numberLong\":\"" milliseconds "\"}}"
#define PLAIN SQUILL_BSON_OBJECT, NULL

static const Case cases[] = {
  /* Numbers. */
  { "0", SQUILL_BSON_INT, "{\"$numberInt\":\"0\"}" },
  { "-0", SQUILL_BSON_INT, "{\"$numberInt\":\"0\"}" },
  { "2147483647", SQUILL_BSON_INT, "{\"$numberInt\":\"2147483647\"}" },
  { "-2147483648", SQUILL_BSON_INT, "{\"$numberInt\":\"-2147483648\"}" },
  { "2147483648", SQUILL_BSON_LONG, "{\"$numberLong\":\"2147483648\"}" },
  { "9223372036854775807", SQUILL_BSON_LONG, "{\"$numberLong\":\"9223372036854775807\"}" },
  { "-9223372036854775808", SQUILL_BSON_LONG, "{\"$numberLong\":\"-9223372036854775808\"}" },
  { "9007199254740993", SQUILL_BSON_LONG, "{\"$numberLong\":\"9007199254740993\"}" },
  { "0.1", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"0.1\"}" },
  { "1.0", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"1.0\"}" },
  { "1e2", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"100.0\"}" },
  { "-0.0", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"-0.0\"}" },
  { "5e-324", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"4.94065645841247e-324\"}" },
  { "1.7976931348623157e308", SQUILL_BSON_DOUBLE,
    "{\"$numberDouble\":\"1.7976931348623157e+308\"}" },
  { "{\"$numberInt\":\"-7\"}", SQUILL_BSON_INT, "{\"$numberInt\":\"-7\"}" },
  { "{\"$numberInt\":7}", SQUILL_BSON_INT, "{\"$numberInt\":\"7\"}" },
  { "{\"$numberInt\":\"2147483648\"}", PLAIN },
  { "{\"$numberInt\":\" 1\"}", PLAIN },
  { "{\"$numberLong\":\"1\"}", SQUILL_BSON_LONG, "{\"$numberLong\":\"1\"}" },
  { "{\"$numberLong\":1}", SQUILL_BSON_LONG, "{\"$numberLong\":\"1\"}" },
  { "{\"$numberLong\":\"9223372036854775807\"}", SQUILL_BSON_LONG,
    "{\"$numberLong\":\"9223372036854775807\"}" },
  { "{\"$numberLong\":\"9223372036854775808\"}", PLAIN },
  { "{\"$numberLong\":\"1x\"}", PLAIN },
  { "{\"$numberDouble\":\"2\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"2.0\"}" },
  { "{\"$numberDouble\":2}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"2.0\"}" },
  { "{\"$numberDouble\":\"-0.0\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"-0.0\"}" },
  { "{\"$numberDouble\":\"1e400\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"Infinity\"}" },
  { "{\"$numberDouble\":\"Infinity\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"Infinity\"}" },
  { "{\"$numberDouble\":\"-Infinity\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"-Infinity\"}" },
  { "{\"$numberDouble\":\"NaN\"}", SQUILL_BSON_DOUBLE, "{\"$numberDouble\":\"NaN\"}" },
  { "{\"$numberDouble\":\"many\"}", PLAIN },
  { "{\"$numberDecimal\":\"1.50\"}", SQUILL_BSON_DECIMAL, "{\"$numberDecimal\":\"1.50\"}" },
  { "{\"$numberDecimal\":\"-1E+6144\"}", SQUILL_BSON_DECIMAL,
    "{\"$numberDecimal\":\"-1.000000000000000000000000000000000E+6144\"}" },
  { "{\"$numberDecimal\":\"NaN\"}", SQUILL_BSON_DECIMAL, "{\"$numberDecimal\":\"NaN\"}" },
  { "{\"$numberDecimal\":\"x\"}", PLAIN },

  /* Dates. */
  { "{\"$date\":\"2024-02-29T12:34:56.789Z\"}", DATE ("1709210096789") },
  { "{\"$date\":\"2024-02-29T12:34:56Z\"}", DATE ("1709210096000") },
  { "{\"$date\":\"2024-02-29T12:34Z\"}", DATE ("1709210040000") },
  { "{\"$date\":\"2024-02-29\"}", DATE ("1709164800000") },
  { "{\"$date\":\"2024-02-29T12:34:56.7Z\"}", DATE ("1709210096700") },
  { "{\"$date\":\"2024-02-29T12:34:56.789123Z\"}", DATE ("1709210096789") },
  { "{\"$date\":\"2024-02-29T12:34:56.789\"}", DATE ("1709210096789") },
  { "{\"$date\":\"2024-02-29T12:34:56+02\"}", DATE ("1709202896000") },
  { "{\"$date\":\"2024-02-29T12:34:56+0200\"}", DATE ("1709202896000") },
  { "{\"$date\":\"2024-02-29T12:34:56+02:00\"}", DATE ("1709202896000") },
  { "{\"$date\":\"2024-02-29T12:34:56-05:30\"}", DATE ("1709229896000") },
  { "{\"$date\":\"1969-12-31T23:59:59.999Z\"}", DATE ("-1") },
  { "{\"$date\":\"0000-01-01T00:00:00Z\"}", DATE ("-62167219200000") },
  { "{\"$date\":\"0001-01-01T00:00:00Z\"}", DATE ("-62135596800000") },
  { "{\"$date\":\"9999-12-31T23:59:59.999Z\"}", DATE ("253402300799999") },
  { "{\"$date\":{\"$numberLong\":\"-9223372036854775808\"}}", DATE ("-9223372036854775808") },
  { "{\"$date\":{\"$numberLong\":\"253402300800000\"}}", DATE ("253402300800000") },
  { "{\"$date\":1500}", DATE ("1500") },
  { "{\"$date\":\"2023-02-29\"}", PLAIN },
  { "{\"$date\":\"20240229T123456Z\"}", PLAIN },
  { "{\"$date\":\"soon\"}", PLAIN },

  /* Everything else, with its legacy forms. */
  { "\"a\\u00e9\\u0001\\ud83d\\ude00\"", SQUILL_BSON_STRING, "\"aé\\u0001😀\"" },
  { "true", SQUILL_BSON_BOOL, "true" },
  { "null", SQUILL_BSON_NULL, "null" },
  { "{\"$oid\":\"507f1f77bcf86cd799439011\"}", SQUILL_BSON_OBJECT_ID,
    "{\"$oid\":\"507f1f77bcf86cd799439011\"}" },
  { "{\"$oid\":\"507F1F77BCF86CD799439011\"}", SQUILL_BSON_OBJECT_ID,
    "{\"$oid\":\"507f1f77bcf86cd799439011\"}" },
  { "{\"$oid\":\"507f1f77bcf86cd79943901\"}", PLAIN },
  { "{\"$uuid\":\"00112233-4455-6677-8899-aabbccddeeff\"}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"ABEiM0RVZneImaq7zN3u/w==\",\"subType\":\"04\"}}" },
  { "{\"$uuid\":\"00112233445566778899AABBCCDDEEFF\"}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"ABEiM0RVZneImaq7zN3u/w==\",\"subType\":\"04\"}}" },
  { "{\"$uuid\":\"0011-22334455-6677-8899-aabbccddeeff\"}", PLAIN },
  { "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"80\"}}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"80\"}}" },
  { "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"2\"}}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"02\"}}" },
  { "{\"$binary\":\"AQID\",\"$type\":\"05\"}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"05\"}}" },
  { "{\"$binary\":\"AQID\",\"$type\":0}", SQUILL_BSON_BINARY,
    "{\"$binary\":{\"base64\":\"AQID\",\"subType\":\"00\"}}" },
  { "{\"$binary\":{\"base64\":\"!\",\"subType\":\"00\"}}", PLAIN },
  { "{\"$regularExpression\":{\"pattern\":\"^a\",\"options\":\"si\"}}", SQUILL_BSON_REGEX,
    "{\"$regularExpression\":{\"pattern\":\"^a\",\"options\":\"is\"}}" },
  { "{\"$regex\":\"^a\",\"$options\":\"i\"}", SQUILL_BSON_REGEX,
    "{\"$regularExpression\":{\"pattern\":\"^a\",\"options\":\"i\"}}" },
  { "{\"$regex\":\"^a\"}", PLAIN },
  { "{\"$timestamp\":{\"t\":4294967295,\"i\":2}}", SQUILL_BSON_TIMESTAMP,
    "{\"$timestamp\":{\"t\":4294967295,\"i\":2}}" },
  { "{\"$timestamp\":{\"t\":-1,\"i\":2}}", PLAIN },
  { "{\"$code\":\"f()\"}", SQUILL_BSON_CODE, "{\"$code\":\"f()\"}" },
  { "{\"$code\":\"f()\",\"$scope\":{\"a\":{\"$numberLong\":\"1\"}}}", SQUILL_BSON_CODE_WITH_SCOPE,
    "{\"$code\":\"f()\",\"$scope\":{\"a\":{\"$numberLong\":\"1\"}}}" },
  { "{\"$symbol\":\"s\"}", SQUILL_BSON_SYMBOL, "{\"$symbol\":\"s\"}" },
  { "{\"$dbPointer\":{\"$ref\":\"c\",\"$id\":{\"$oid\":\"507f1f77bcf86cd799439011\"}}}",
    SQUILL_BSON_DB_POINTER,
    "{\"$dbPointer\":{\"$ref\":\"c\",\"$id\":{\"$oid\":\"507f1f77bcf86cd799439011\"}}}" },
  { "{\"$undefined\":true}", SQUILL_BSON_UNDEFINED, "{\"$undefined\":true}" },
  { "{\"$minKey\":1}", SQUILL_BSON_MIN_KEY, "{\"$minKey\":1}" },
  { "{\"$maxKey\":1}", SQUILL_BSON_MAX_KEY, "{\"$maxKey\":1}" },
  { "{\"$minKey\":{}}", PLAIN },
  { "{}", SQUILL_BSON_OBJECT, "{}" },
  { "{\"$gt\":5,\"$lt\":{\"$date\":1}}", SQUILL_BSON_OBJECT,
    "{\"$gt\":{\"$numberInt\":\"5\"},\"$lt\":{\"$date\":{\"$numberLong\":\"1\"}}}" },
  { "[1,{\"$oid\":\"507f1f77bcf86cd799439011\"},[]]", SQUILL_BSON_ARRAY,
    "[{\"$numberInt\":\"1\"},{\"$oid\":\"507f1f77bcf86cd799439011\"},[]]" },
};

static void
on_fault (const SquillJsonFault *fault, gpointer user_data)
{
  g_assert_false (fault->document_lost);
}

/* {"v": value}, as it stands in a dump. */
static bson_t *
read_dump (const char *text)
{
  g_autofree char *json = g_strdup_printf ("{\"v\":%s}\n", text);
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (json, -1, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (SquillJsonReader) reader =
      squill_json_reader_new (stream, SQUILL_JSON_NON_FINITE | SQUILL_JSON_SHELL, on_fault, NULL);
  const guint8 *document;
  gsize length;

  g_assert_true (squill_json_reader_next (reader, &document, &length, NULL, NULL));
  return bson_new_from_data (document, length);
}

/* {"v": value} of the same value in a model: the default of a field, and the only value of its
 * enumeration. */
static bson_t *
read_model (const char *text)
{
  g_autofree char *file = g_strdup_printf (
      "{\"format\":\"squill/model\",\"version\":1,\"name\":\"m\",\"entities\":{\"e\":{\"name\":"
      "\"e\",\"order\":\"V\",\"fields\":{\"f\":{\"name\":\"v\",\"order\":\"V\",\"types\":"
      "[\"string\"],\"default\":%s,\"enum\":[%s]}}}}}",
      text, text);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = squill_model_new_from_data (file, strlen (file), &error);
  const SquillField *field;
  bson_t *document = bson_new ();
  bson_t of_enumeration = BSON_INITIALIZER;

  g_assert_no_error (error);
  field = squill_model_get_field (model, "f");
  g_assert_nonnull (field);
  g_assert_true (squill_bson_append_json (document, "v", field->default_value));
  g_assert_true (
      squill_bson_append_json (&of_enumeration, "v", json_array_get (field->enumeration, 0)));
  g_assert_true (bson_equal (document, &of_enumeration));
  bson_destroy (&of_enumeration);
  return document;
}

/* Reads what the document is written as, and expects the same bytes. */
static void
check_written (const bson_t *document, const char *canonical)
{
  g_autofree char *expected = g_strdup_printf ("{\"v\":%s}", canonical);
  g_autofree char *text = squill_bson_to_text (document, SQUILL_BSON_STYLE_CANONICAL, 0, 0);
  g_autofree char *typed = squill_bson_to_text (document, SQUILL_BSON_STYLE_TYPED, 0, 0);
  g_autofree char *shell = squill_bson_to_text (document, SQUILL_BSON_STYLE_MONGOSH, 0, 0);
  json_auto_t *as_json = squill_document_to_json (bson_get_data (document), document->len);
  const char *texts[] = { text, typed, shell };

  g_assert_cmpstr (text, ==, expected);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *written = g_strndup (texts[i] + 1, strlen (texts[i]) - 2);
      g_autofree char *value = g_strdup (strchr (written, ':') + 1);
      bson_t *again;

      /* The shell has no constructor for these: it calls EJSON.parse(), and its -0 is the int of
       * JSON in a dump. */
      if (texts[i] == shell &&
          (strstr (value, "EJSON.parse") != NULL || g_str_equal (value, " -0 ")))
        continue;
      again = read_dump (value);
      g_test_message ("%s", texts[i]);
      g_assert_true (bson_equal (document, again));
      bson_destroy (again);
    }

  {
    bson_t *again = squill_bson_new_from_json (as_json);

    g_assert_true (bson_equal (document, again));
    bson_destroy (again);
  }
}

static void
test_value (gconstpointer data)
{
  const Case *test = data;
  bson_t *dump = read_dump (test->text);
  bson_t *model = read_model (test->text);
  bson_iter_t iter;

  g_assert_true (bson_equal (dump, model));
  g_assert_true (bson_validate (dump, BSON_VALIDATE_UTF8, NULL));
  g_assert_true (bson_iter_init_find (&iter, dump, "v"));
  g_assert_cmpint (bson_iter_type (&iter), ==, (int)test->type);
  if (test->canonical != NULL)
    check_written (dump, test->canonical);
  bson_destroy (dump);
  bson_destroy (model);
}

/* A number beyond what a double holds is infinite in a dump, with a problem; the file of a model
 * has none. */
static void
test_overflow (void)
{
  const char *file =
      "{\"format\":\"squill/model\",\"version\":1,\"name\":\"m\",\"entities\":{\"e\":"
      "{\"name\":\"e\",\"order\":\"V\",\"fields\":{\"f\":{\"name\":\"v\",\"order\":"
      "\"V\",\"default\":1e400}}}}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillModel) model = NULL;
  g_autofree char *text = NULL;
  bson_t *dump = read_dump ("1e400");

  text = squill_bson_to_text (dump, SQUILL_BSON_STYLE_RELAXED, 0, 0);
  g_assert_cmpstr (text, ==, "{\"v\":{\"$numberDouble\":\"Infinity\"}}");
  bson_destroy (dump);
  model = squill_model_new_from_data (file, strlen (file), &error);
  g_assert_null (model);
  g_assert_nonnull (error);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/bson/values/%03u", i);

      g_test_add_data_func (path, &cases[i], test_value);
    }
  g_test_add_func ("/bson/values/overflow", test_overflow);
  return g_test_run ();
}
