/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "bson/squill-bson-walk.h"
#include "bson/squill-iso-date.h"
#include "bson/squill-json-number.h"
#include "inspect/format/squill-json-reader.h"

#include <bson/bson.h>
#include <math.h>

/* An input that gives a few bytes at a time, so that every token is cut somewhere. */
#define TEST_TYPE_TRICKLE (test_trickle_get_type ())
G_DECLARE_FINAL_TYPE (TestTrickle, test_trickle, TEST, TRICKLE, GInputStream)

struct _TestTrickle
{
  GInputStream parent_instance;

  const char *bytes;
  gsize length;
  gsize step;
};

G_DEFINE_FINAL_TYPE (TestTrickle, test_trickle, G_TYPE_INPUT_STREAM)

static gssize
test_trickle_read (
    GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error)
{
  TestTrickle *self = TEST_TRICKLE (stream);
  gsize n = MIN (MIN (count, self->step), self->length);

  memcpy (buffer, self->bytes, n);
  self->bytes += n;
  self->length -= n;
  return (gssize)n;
}

static void
test_trickle_class_init (TestTrickleClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = test_trickle_read;
}

static void
test_trickle_init (TestTrickle *self)
{
}

static void
on_fault (const SquillJsonFault *fault, gpointer user_data)
{
  GString *faults = user_data;

  g_assert_nonnull (fault->reason);
  g_string_append_printf (faults, "%s%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT "%s",
                          faults->len > 0 ? " " : "", fault->line, fault->column,
                          fault->document_lost ? "" : "~");
}

#define MAX_VALIDATED 4000

/* Every document as canonical Extended JSON, joined by bars. */
static char *
read_all (const char *text, gsize length, gsize step, SquillJsonFlags flags, GString *faults)
{
  g_autoptr (GInputStream) input = g_object_new (TEST_TYPE_TRICKLE, NULL);
  g_autoptr (SquillByteStream) stream = NULL;
  g_autoptr (SquillJsonReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  GString *all = g_string_new (NULL);
  const guint8 *document;
  gsize document_length;

  TEST_TRICKLE (input)->bytes = text;
  TEST_TRICKLE (input)->length = length;
  TEST_TRICKLE (input)->step = step;
  stream = squill_byte_stream_new (input);
  reader = squill_json_reader_new (stream, flags, on_fault, faults);
  while (squill_json_reader_next (reader, &document, &document_length, NULL, &error))
    {
      bson_t bson;
      gsize bad_text, bad_offset;
      char *json;

      g_assert_true (squill_bson_check (document, document_length, &bad_text, &bad_offset, NULL));
      g_assert_cmpuint (bad_text, ==, SQUILL_BSON_TEXT_VALID);
      g_assert_true (bson_init_static (&bson, document, document_length));
      /* libbson looks no deeper than 500 levels since 1.30. */
      if (document_length < MAX_VALIDATED)
        g_assert_true (bson_validate (&bson, BSON_VALIDATE_NONE, NULL));
      json = bson_as_canonical_extended_json (&bson, NULL);
      if (all->len > 0)
        g_string_append (all, " | ");
      g_string_append (all, json);
      bson_free (json);
    }
  g_assert_no_error (error);
  /* libbson 1 puts two blanks into what is empty, libbson 2 one. */
  g_string_replace (all, "  ", " ", 0);
  return g_string_free (all, FALSE);
}

typedef struct
{
  const char *text;
  const char *documents;
  const char *faults; /* LINE:COLUMN, with ~ where the document is given all the same */
} Case;

static void
check_cases (const Case *cases, gsize n_cases, SquillJsonFlags flags)
{
  static const gsize steps[] = { 1, 2, 3, 7, 4096 };

  for (gsize i = 0; i < n_cases; i++)
    for (gsize s = 0; s < G_N_ELEMENTS (steps); s++)
      {
        g_autoptr (GString) faults = g_string_new (NULL);
        g_autofree char *documents =
            read_all (cases[i].text, strlen (cases[i].text), steps[s], flags, faults);

        g_autofree char *escaped = g_strescape (cases[i].text, NULL);

        g_test_message ("%s", escaped);
        g_assert_cmpstr (documents, ==, cases[i].documents);
        g_assert_cmpstr (faults->str, ==, cases[i].faults);
      }
}

static void
test_values (void)
{
  static const Case cases[] = {
    { "", "", "" },
    { " \n\t ", "", "" },
    { "{}", "{ }", "" },
    { "{\"a\":1}", "{ \"a\" : { \"$numberInt\" : \"1\" } }", "" },
    { "{\"a\":2147483648,\"b\":-2147483648}",
      "{ \"a\" : { \"$numberLong\" : \"2147483648\" }, \"b\" : { \"$numberInt\" : \"-2147483648\" "
      "} }",
      "" },
    { "{\"a\":9223372036854775807,\"b\":-9223372036854775808}",
      "{ \"a\" : { \"$numberLong\" : \"9223372036854775807\" }, "
      "\"b\" : { \"$numberLong\" : \"-9223372036854775808\" } }",
      "" },
    { "{\"a\":9007199254740993}", "{ \"a\" : { \"$numberLong\" : \"9007199254740993\" } }", "" },
    { "{\"a\":1.5,\"b\":1e2}",
      "{ \"a\" : { \"$numberDouble\" : \"1.5\" }, \"b\" : { \"$numberDouble\" : \"100.0\" } }",
      "" },
    { "{\"a\":1.0}", "{ \"a\" : { \"$numberDouble\" : \"1.0\" } }", "" },
    { "{\"a\":true,\"b\":false,\"c\":null}", "{ \"a\" : true, \"b\" : false, \"c\" : null }", "" },
    { "{\"a\":[],\"b\":{},\"c\":[[{}],[]]}",
      "{ \"a\" : [ ], \"b\" : { }, \"c\" : [ [ { } ], [ ] ] }", "" },
    { "{\"a\":[1,\"x\",null]}", "{ \"a\" : [ { \"$numberInt\" : \"1\" }, \"x\", null ] }", "" },
    { "{\"b\":\"\",\"a\":\"\"}", "{ \"b\" : \"\", \"a\" : \"\" }", "" },
    { "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}", "{ \"a\" : \"\\\"\\\\/\\b\\f\\n\\r\\t\" }", "" },
    { "{\"\\u00e9\":\"\\u00E9\\ud83d\\ude00\"}", "{ \"é\" : \"é😀\" }", "" },
    { "{\"a\":\"\\ud83d\"}", "{ \"a\" : \"\xef\xbf\xbd\" }", "" },
    { "{\"a\":\"\\ude00\\ud83dx\"}", "{ \"a\" : \"\xef\xbf\xbd\xef\xbf\xbdx\" }", "" },
    { "\xef\xbb\xbf{\"a\":\"é€😀\"}", "{ \"a\" : \"é€😀\" }", "" },
    { "{\"a\":1e400}", "{ \"a\" : { \"$numberDouble\" : \"Infinity\" } }", "1:6~" },
    { "{\"a\\u0000b\":1}",
      "{ \"a\xef\xbf\xbd"
      "b\" : { \"$numberInt\" : \"1\" } }",
      "1:10~" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_STRICT);
}

static void
test_streams (void)
{
  static const Case cases[] = {
    { "{}{}\n{}", "{ } | { } | { }", "" },
    { "{\"a\":null}\n{\"b\":null}\n", "{ \"a\" : null } | { \"b\" : null }", "" },
    { "[{},{\"a\":null}]", "{ } | { \"a\" : null }", "" },
    { "[ ]\n[{}]", "{ }", "" },
    { "[]", "", "" },
    { "{\n  \"a\": {\n    \"b\": [\n    ]\n  }\n}\n{\n}\n", "{ \"a\" : { \"b\" : [ ] } } | { }",
      "" },
    { "1 \"x\" {}", "{ }", "1:1 1:3" },
    { "[1,[2],{}]", "{ }", "1:2 1:4" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_STRICT);
}

static void
test_faults (void)
{
  static const Case cases[] = {
    { "{", "", "1:2" },
    { "{\"a\"", "", "1:5" },
    { "{\"a\":", "", "1:6" },
    { "{\"a\":1", "", "1:7" },
    { "{\"a\":\"x", "", "1:8" },
    { "{\"a\":\"x\\", "", "1:8" },
    { "{\"a\":tru}", "", "1:6" },
    { "{\"a\":01}", "", "1:6" },
    { "{\"a\":1.}", "", "1:6" },
    { "{\"a\":.5}", "", "1:6" },
    { "{\"a\":-}", "", "1:6" },
    { "{\"a\":+1}", "", "1:6" },
    { "{\"a\":1e}", "", "1:6" },
    { "{\"a\":0x10}", "", "1:7" },
    { "{'a':1}", "", "1:2" },
    { "{a:1}", "", "1:2" },
    { "{\"a\":1,}", "", "1:8" },
    { "{\"a\":[1,]}", "", "1:9" },
    { "{,}", "", "1:2" },
    { "{\"a\" 1}", "", "1:6" },
    { "{\"a\":1 \"b\":2}", "", "1:8" },
    { "{\"a\":\"\\x\"}", "", "1:7" },
    { "{\"a\":\"\\u12g4\"}", "", "1:9" },
    { "{\"a\":\"\t\"}", "", "1:7" },
    { "{\"a\":\"\n\"}", "", "1:7" },
    { "{\"a\":\"\xff\"}", "", "1:7" },
    { "{\"a\":\"\xed\xa0\x80\"}", "", "1:7" },
    { "{\"a\":\"é€\xc0\x80\"}", "", "1:9" },
    { "{\"é\":x}", "", "1:6" },
    { "{]}", "", "1:2" },
    { "[{}", "{ }", "1:4" },
    { "[{},]", "{ }", "1:5" },
    { "[{}{}]", "{ }", "1:4" },
    { "hello", "", "1:1" },
    { "{\"a\":NaN}", "", "1:6" },
    /* What comes after a fault is read where a line begins a document. */
    { "{\"a\":NaN}\n{\"b\":null}\n{\"c\":x}\n{}", "{ \"b\" : null } | { }", "1:6 3:6" },
    { "{\"a\":1\n{\"b\":null}\n", "{ \"b\" : null }", "2:1" },
    { "{\n  \"a\": x,\n  \"b\": {\n  }\n}\n{\"c\":null}", "{ \"c\" : null }", "2:8" },
    { "oops\n{}", "{ }", "1:1" },
    { "{}}\n{}", "{ } | { }", "1:3" },
    { "[{},x,\n{}]", "{ }", "1:5" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_STRICT);
}

static void
test_non_finite (void)
{
  static const Case cases[] = {
    { "{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity,\"d\":-1}",
      "{ \"a\" : { \"$numberDouble\" : \"NaN\" }, \"b\" : { \"$numberDouble\" : \"Infinity\" }, "
      "\"c\" : { \"$numberDouble\" : \"-Infinity\" }, \"d\" : { \"$numberInt\" : \"-1\" } }",
      "" },
    { "{\"a\":Nan}", "", "1:6" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_NON_FINITE);
}

static void
test_extended (void)
{
  static const Case cases[] = {
    { "{\"a\":{\"$oid\":\"57E193D7a9cc81b4027498b5\"}}",
      "{ \"a\" : { \"$oid\" : \"57e193d7a9cc81b4027498b5\" } }", "" },
    { "{\"a\":{\"$numberInt\":\"-7\"},\"b\":{\"$numberLong\":\"7\"},\"c\":{\"$numberLong\":7}}",
      "{ \"a\" : { \"$numberInt\" : \"-7\" }, \"b\" : { \"$numberLong\" : \"7\" }, "
      "\"c\" : { \"$numberLong\" : \"7\" } }",
      "" },
    { "{\"a\":{\"$numberDouble\":\"-0.5\"},\"b\":{\"$numberDouble\":\"-Infinity\"}}",
      "{ \"a\" : { \"$numberDouble\" : \"-0.5\" }, \"b\" : { \"$numberDouble\" : \"-Infinity\" } }",
      "" },
    { "{\"a\":{\"$numberDecimal\":\"1.50\"}}", "{ \"a\" : { \"$numberDecimal\" : \"1.50\" } }",
      "" },
    { "{\"a\":{\"$date\":\"1970-01-01T00:00:01.5Z\"}}",
      "{ \"a\" : { \"$date\" : { \"$numberLong\" : \"1500\" } } }", "" },
    { "{\"a\":{\"$date\":\"2009-04-01T00:00:00.000-0700\"}}",
      "{ \"a\" : { \"$date\" : { \"$numberLong\" : \"1238569200000\" } } }", "" },
    { "{\"a\":{\"$date\":{\"$numberLong\":\"-1\"}},\"b\":{\"$date\":1500}}",
      "{ \"a\" : { \"$date\" : { \"$numberLong\" : \"-1\" } }, "
      "\"b\" : { \"$date\" : { \"$numberLong\" : \"1500\" } } }",
      "" },
    { "{\"a\":{\"$binary\":{\"base64\":\"//8=\",\"subType\":\"00\"}}}",
      "{ \"a\" : { \"$binary\" : { \"base64\" : \"//8=\", \"subType\" : \"00\" } } }", "" },
    { "{\"a\":{\"$type\":\"5\",\"$binary\":\"//8=\"}}",
      "{ \"a\" : { \"$binary\" : { \"base64\" : \"//8=\", \"subType\" : \"05\" } } }", "" },
    { "{\"a\":{\"$uuid\":\"c8edabc3-f738-4ca3-b68d-ab92a91478a3\"}}",
      "{ \"a\" : { \"$binary\" : { \"base64\" : \"yO2rw/c4TKO2jauSqRR4ow==\", \"subType\" : \"04\" "
      "} } }",
      "" },
    { "{\"a\":{\"$regularExpression\":{\"pattern\":\"^a\",\"options\":\"i\"}}}",
      "{ \"a\" : { \"$regularExpression\" : { \"pattern\" : \"^a\", \"options\" : \"i\" } } }",
      "" },
    { "{\"a\":{\"$regex\":\"^a\",\"$options\":\"\"}}",
      "{ \"a\" : { \"$regularExpression\" : { \"pattern\" : \"^a\", \"options\" : \"\" } } }", "" },
    /* Options are sorted as BSON wants it, but never the bytes of one letter; libbson writes those
     * that it knows. */
    { "{\"a\":{\"$regex\":\"^a\",\"$options\":\"xi\"}}",
      "{ \"a\" : { \"$regularExpression\" : { \"pattern\" : \"^a\", \"options\" : \"ix\" } } }",
      "" },
    { "{\"a\":{\"$regex\":\"^a\",\"$options\":\"xÄ\"}}",
      "{ \"a\" : { \"$regularExpression\" : { \"pattern\" : \"^a\", \"options\" : \"x\" } } }",
      "" },
    { "{\"a\":{\"$timestamp\":{\"t\":4294967295,\"i\":2}}}",
      "{ \"a\" : { \"$timestamp\" : { \"t\" : 4294967295, \"i\" : 2 } } }", "" },
    { "{\"a\":{\"$code\":\"f()\"},\"b\":{\"$scope\":{\"x\":null},\"$code\":\"g()\"}}",
      "{ \"a\" : { \"$code\" : \"f()\" }, \"b\" : { \"$code\" : \"g()\", \"$scope\" : { \"x\" : "
      "null } } }",
      "" },
    { "{\"a\":{\"$symbol\":\"s\"},\"b\":{\"$minKey\":1},\"c\":{\"$maxKey\":1},\"d\":{\"$"
      "undefined\":true}}",
      "{ \"a\" : { \"$symbol\" : \"s\" }, \"b\" : { \"$minKey\" : 1 }, \"c\" : { \"$maxKey\" : 1 "
      "}, "
      "\"d\" : { \"$undefined\" : true } }",
      "" },
    { "{\"a\":[{\"$oid\":\"57e193d7a9cc81b4027498b5\"},{\"$numberInt\":\"1\"}]}",
      "{ \"a\" : [ { \"$oid\" : \"57e193d7a9cc81b4027498b5\" }, { \"$numberInt\" : \"1\" } ] }",
      "" },
    /* Not typed values, and left alone. */
    { "{\"a\":{\"$gt\":5},\"b\":{\"$type\":\"string\"},\"c\":{\"$regex\":\"x\"}}",
      "{ \"a\" : { \"$gt\" : { \"$numberInt\" : \"5\" } }, \"b\" : { \"$type\" : \"string\" }, "
      "\"c\" : { \"$regex\" : \"x\" } }",
      "" },
    { "{\"a\":{\"$ref\":\"c\",\"$id\":null}}", "{ \"a\" : { \"$ref\" : \"c\", \"$id\" : null } }",
      "" },
    { "{\"$oid\":\"57e193d7a9cc81b4027498b5\"}", "{ \"$oid\" : \"57e193d7a9cc81b4027498b5\" }",
      "" },
    { "{\"a\":{\"$oid\":\"57e193d7a9cc81b4027498b5\",\"b\":null}}",
      "{ \"a\" : { \"$oid\" : \"57e193d7a9cc81b4027498b5\", \"b\" : null } }", "" },
    /* Wrong inside: told, and kept. */
    { "{\"a\":{\"$oid\":\"57e193\"}}", "{ \"a\" : { \"$oid\" : \"57e193\" } }", "1:6~" },
    { "{\"a\":{\"$numberInt\":\"2147483648\"}}", "{ \"a\" : { \"$numberInt\" : \"2147483648\" } }",
      "1:6~" },
    { "{\"a\":{\"$date\":\"yesterday\"}}", "{ \"a\" : { \"$date\" : \"yesterday\" } }", "1:6~" },
    { "{\"a\":{\"$numberDecimal\":\"x\"}}", "{ \"a\" : { \"$numberDecimal\" : \"x\" } }", "1:6~" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_STRICT);
}

/* A name that an object has twice is reported where it comes again; that of another object, of the
 * next document or within an array of such is another. */
static void
test_duplicates (void)
{
  static const Case cases[] = {
    { "{\"a\":null,\"b\":null,\"a\":true}", "{ \"a\" : null, \"b\" : null, \"a\" : true }",
      "1:20~" },
    { "{\"a\":null,\n  \"\\u0061\":null}", "{ \"a\" : null, \"a\" : null }", "2:3~" },
    { "{\"a\":{\"a\":{\"a\":null}},\"b\":{\"a\":null}}\n{\"a\":null}",
      "{ \"a\" : { \"a\" : { \"a\" : null } }, \"b\" : { \"a\" : null } } | { \"a\" : null }", "" },
    { "{\"a\":[{\"b\":{\"$minKey\":1}},{\"b\":{\"$minKey\":1}}],\"c\":[{\"$maxKey\":1},{\"b\":{}}]"
      "}",
      "{ \"a\" : [ { \"b\" : { \"$minKey\" : 1 } }, { \"b\" : { \"$minKey\" : 1 } } ], "
      "\"c\" : [ { \"$maxKey\" : 1 }, { \"b\" : { } } ] }",
      "" },
    /* What is written where a part of a value was that became shorter. */
    { "{\"a\":{\"$date\":{\"$numberLong\":\"0\"}},\"b\":{\"$numberLong\":\"1\"}}",
      "{ \"a\" : { \"$date\" : { \"$numberLong\" : \"0\" } }, \"b\" : { \"$numberLong\" : \"1\" } "
      "}",
      "" },
    { "{\"a\":[{\"b\":null,\"b\":null,\"b\":null}]}",
      "{ \"a\" : [ { \"b\" : null, \"b\" : null, \"b\" : null } ] }", "1:17~ 1:26~" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_STRICT);
}

/* Of many names, and after them of few, only the one that comes twice is reported. */
static void
test_duplicate_of_many (void)
{
  g_autoptr (GString) text = g_string_new ("{");
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autofree char *all = NULL;

  for (guint i = 0; i < 50000; i++)
    g_string_append_printf (text, "\"key-of-some-length-%u\":%u,\n", i, i);
  g_string_append (text, "\"key-of-some-length-31007\":0}\n{\"a\":1}\n{\"b\":1,\"c\":2,\"b\":3}");
  all = read_all (text->str, text->len, 4096, SQUILL_JSON_STRICT, faults);
  g_assert_true (g_str_has_suffix (all, "\"b\" : { \"$numberInt\" : \"3\" } }"));
  g_assert_cmpstr (faults->str, ==, "50001:1~ 50003:14~");
}

static void
test_plain (void)
{
  static const Case cases[] = {
    { "{\"a\":{\"$oid\":\"57e193d7a9cc81b4027498b5\"}}",
      "{ \"a\" : { \"$oid\" : \"57e193d7a9cc81b4027498b5\" } }", "" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_PLAIN);
}

static void
test_depth (void)
{
  for (int over = 0; over < 2; over++)
    {
      /* The document itself is the first level. */
      const int levels = SQUILL_BSON_MAX_DEPTH - 1 + over;
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) faults = g_string_new (NULL);
      g_autofree char *documents = NULL;

      for (int i = 0; i < levels; i++)
        g_string_append (text, "{\"a\":");
      g_string_append (text, "{}");
      for (int i = 0; i < levels; i++)
        g_string_append_c (text, '}');
      g_string_append (text, "\n{\"b\":null}");

      documents = read_all (text->str, text->len, 4096, SQUILL_JSON_STRICT, faults);
      if (over)
        {
          g_assert_cmpstr (documents, ==, "{ \"b\" : null }");
          g_assert_cmpstr (faults->str, ==, "1:5001");
        }
      else
        {
          g_assert_cmpstr (faults->str, ==, "");
        }
    }
}

/* A million opening brackets: nothing may recurse. */
static void
test_hostile_nesting (void)
{
  g_autofree char *text = g_malloc (1000001);
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autofree char *documents = NULL;

  memset (text, '[', 1000000);
  text[1000000] = '\0';
  documents = read_all (text, 1000000, 65536, SQUILL_JSON_STRICT, faults);
  g_assert_cmpstr (documents, ==, "");
  g_assert_cmpstr (faults->str, ==, "1:1002");
}

static void
test_nul_in_string (void)
{
  static const char text[] = "{\"a\":\"x\\u0000y\"}";
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autoptr (SquillJsonReader) reader =
      squill_json_reader_new (stream, SQUILL_JSON_STRICT, on_fault, faults);
  const guint8 *document;
  gsize length, position = 4;
  SquillBsonElement element;

  g_assert_true (squill_json_reader_next (reader, &document, &length, NULL, NULL));
  g_assert_cmpint (squill_bson_step (document, length, &position, &element), ==,
                   SQUILL_BSON_STEP_ELEMENT);
  g_assert_cmpmem (element.value, element.value_length, "\4\0\0\0x\0y", 8);
}

/* A NUL is a byte like any other that does not belong there. */
static void
test_nul_between (void)
{
  static const char text[] = "{}\0\n{}";
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autofree char *documents = read_all (text, sizeof text - 1, 4096, SQUILL_JSON_STRICT, faults);

  g_assert_cmpstr (documents, ==, "{ } | { }");
  g_assert_cmpstr (faults->str, ==, "1:3");
}

/* Longer than the window: tokens and documents cross its border everywhere. */
static void
test_long_document (void)
{
  g_autoptr (GString) text = g_string_new ("{\"long\":\"");
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autofree char *documents = NULL;

  for (int i = 0; i < 300000; i++)
    g_string_append (text, i % 7 == 0 ? "é" : "x");
  g_string_append (text, "\",\"digits\":1");
  for (int i = 0; i < 5000; i++)
    g_string_append_c (text, '0');
  g_string_append (text, "}\n{");

  documents = read_all (text->str, text->len, 100000, SQUILL_JSON_STRICT, faults);
  /* Too large a number is told where it begins, in characters; then the open brace. */
  g_assert_cmpstr (faults->str, ==, "1:300021~ 2:2");
  g_assert_true (
      g_str_has_suffix (documents, "\"digits\" : { \"$numberDouble\" : \"Infinity\" } }"));
}

static void
test_cancel (void)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data ("{} {}", -1, NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (GString) faults = g_string_new (NULL);
  g_autoptr (SquillJsonReader) reader =
      squill_json_reader_new (stream, SQUILL_JSON_STRICT, on_fault, faults);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const guint8 *document;
  gsize length;

  g_cancellable_cancel (cancellable);
  g_assert_false (squill_json_reader_next (reader, &document, &length, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpstr (faults->str, ==, "");
  g_assert_false (squill_json_reader_next (reader, &document, &length, NULL, NULL));
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    SquillJsonNumberKind kind;
    gint64 integer;
    double real;
  } cases[] = {
    { "0", SQUILL_JSON_NUMBER_INT, 0, 0 },
    { "-0", SQUILL_JSON_NUMBER_INT, 0, 0 },
    { "2147483647", SQUILL_JSON_NUMBER_INT, G_MAXINT32, 0 },
    { "-2147483649", SQUILL_JSON_NUMBER_LONG, (gint64)G_MININT32 - 1, 0 },
    { "505874924095815681", SQUILL_JSON_NUMBER_LONG, G_GINT64_CONSTANT (505874924095815681), 0 },
    { "9223372036854775808", SQUILL_JSON_NUMBER_DOUBLE, 0, 9223372036854775808.0 },
    { "18446744073709551616", SQUILL_JSON_NUMBER_DOUBLE, 0, 18446744073709551616.0 },
    { "0.1", SQUILL_JSON_NUMBER_DOUBLE, 0, 0.1 },
    { "-0.0", SQUILL_JSON_NUMBER_DOUBLE, 0, -0.0 },
    { "1e22", SQUILL_JSON_NUMBER_DOUBLE, 0, 1e22 },
    { "1e23", SQUILL_JSON_NUMBER_DOUBLE, 0, 1e23 },
    { "123456789012345678901234567890", SQUILL_JSON_NUMBER_DOUBLE, 0,
      123456789012345678901234567890.0 },
    { "5e-324", SQUILL_JSON_NUMBER_DOUBLE, 0, 5e-324 },
    { "2.2250738585072011e-308", SQUILL_JSON_NUMBER_DOUBLE, 0, 2.2250738585072011e-308 },
    { "0.000000000000000000000000000000000000000000000000000000000000000000000000001",
      SQUILL_JSON_NUMBER_DOUBLE, 0, 1e-75 },
    { "1e99999999999", SQUILL_JSON_NUMBER_DOUBLE, 0, (double)INFINITY },
    { "1E+2", SQUILL_JSON_NUMBER_DOUBLE, 0, 100 },
    { "11.78273309957772", SQUILL_JSON_NUMBER_DOUBLE, 0, 11.78273309957772 },
  };
  static const char *const wrong[] = {
    "", "-", "01", "-01", "1.", ".1", "1.e1", "1e", "1e+", "1-2"
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SquillJsonNumber number;

      g_assert_true (squill_json_number_parse (cases[i].text, strlen (cases[i].text), &number));
      g_assert_cmpint (number.kind, ==, cases[i].kind);
      if (number.kind == SQUILL_JSON_NUMBER_DOUBLE)
        g_assert_cmpmem (&number.real, sizeof (double), &cases[i].real, sizeof (double));
      else
        g_assert_cmpint (number.integer, ==, cases[i].integer);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      SquillJsonNumber number;

      g_assert_false (squill_json_number_parse (wrong[i], strlen (wrong[i]), &number));
    }
}

static void
test_dates (void)
{
  static const struct
  {
    const char *text;
    gint64 milliseconds;
  } cases[] = {
    { "1970-01-01T00:00:00Z", 0 },
    { "1970-01-01T00:00:00.001Z", 1 },
    { "1969-12-31T23:59:59.999Z", -1 },
    { "2000-02-29T12:00:00+02:00", G_GINT64_CONSTANT (951818400000) },
    { "2000-02-29T12:00:00+02", G_GINT64_CONSTANT (951818400000) },
    { "0001-01-01T00:00:00Z", G_GINT64_CONSTANT (-62135596800000) },
    { "9999-12-31T23:59:59.999Z", G_GINT64_CONSTANT (253402300799999) },
    { "2015-06-30T10:00Z", G_GINT64_CONSTANT (1435658400000) },
    { "2015-06-30", G_GINT64_CONSTANT (1435622400000) },
  };
  static const char *const wrong[] = {
    "",
    "2015",
    "2015-13-01T00:00:00Z",
    "2015-02-29T00:00:00Z",
    "2015-06-30T10",
    "2015-06-30T25:00:00Z",
    "2015-06-30T10:00:00x",
    "2015-06-30T10:00:00+2",
    "1.5",
    "2015-06-30T10:00:00.Z",
    "2015-06-30T10:00:00ZZ",
  };
  gint64 milliseconds;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (squill_iso_date_parse (cases[i].text, strlen (cases[i].text), &milliseconds));
      g_assert_cmpint (milliseconds, ==, cases[i].milliseconds);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (squill_iso_date_parse (wrong[i], strlen (wrong[i]), &milliseconds));
}

/* What the shells print and take. */
static void
test_shell (void)
{
  static const Case cases[] = {
    { "{_id:ObjectId(\"0123456789abcdef01234567\"),'it\\'s':1}",
      "{ \"_id\" : { \"$oid\" : \"0123456789abcdef01234567\" }, \"it's\" : { \"$numberInt\" : "
      "\"1\" } }",
      "" },
    { "{a:new Date(\"1970-01-01T00:00:01Z\"),b:ISODate('1970-01-01T00:00:02Z'),c:new Date(3)}",
      "{ \"a\" : { \"$date\" : { \"$numberLong\" : \"1000\" } }, \"b\" : { \"$date\" : { "
      "\"$numberLong\" : \"2000\" } }, \"c\" : { \"$date\" : { \"$numberLong\" : \"3\" } } }",
      "" },
    { "{a:NumberLong(5),b:NumberLong(\"9007199254740993\"),c:NumberInt(7),d:NumberDecimal('1.5'),"
      "e:Long('6'),f:Int32(8),g:Double(2),h:Decimal128('2.5'),i:Long.fromString('1')}",
      "{ \"a\" : { \"$numberLong\" : \"5\" }, \"b\" : { \"$numberLong\" : \"9007199254740993\" "
      "}, \"c\" : { \"$numberInt\" : \"7\" }, \"d\" : { \"$numberDecimal\" : \"1.5\" }, \"e\" : "
      "{ \"$numberLong\" : \"6\" }, \"f\" : { \"$numberInt\" : \"8\" }, \"g\" : { "
      "\"$numberDouble\" : \"2.0\" }, \"h\" : { \"$numberDecimal\" : \"2.5\" }, \"i\" : { "
      "\"$numberLong\" : \"1\" } }",
      "" },
    { "{a:UUID(\"00112233-4455-6677-8899-aabbccddeeff\"),b:BinData(0,\"AQID\"),"
      "c:HexData(5,'010203'),d:Binary.createFromBase64('AQID', 4),"
      "e:Binary(Buffer.from(\"010203\", \"hex\"), 2),f:MD5('0102')}",
      "{ \"a\" : { \"$binary\" : { \"base64\" : \"ABEiM0RVZneImaq7zN3u/w==\", \"subType\" : "
      "\"04\" } }, \"b\" : { \"$binary\" : { \"base64\" : \"AQID\", \"subType\" : \"00\" } }, "
      "\"c\" : { \"$binary\" : { \"base64\" : \"AQID\", \"subType\" : \"05\" } }, \"d\" : { "
      "\"$binary\" : { \"base64\" : \"AQID\", \"subType\" : \"04\" } }, \"e\" : { \"$binary\" : "
      "{ \"base64\" : \"AQID\", \"subType\" : \"02\" } }, \"f\" : { \"$binary\" : { \"base64\" "
      ": \"AQI=\", \"subType\" : \"05\" } } }",
      "" },
    { "{a:Timestamp(1,2),b:Timestamp({ t: 3, i: 4 }),c:/a\\/[/\"]+\\d/i,d:RegExp('x','m'),"
      "e:MinKey,f:MaxKey(),g:undefined,h:new MinKey()}",
      "{ \"a\" : { \"$timestamp\" : { \"t\" : 1, \"i\" : 2 } }, \"b\" : { \"$timestamp\" : { "
      "\"t\" : 3, \"i\" : 4 } }, \"c\" : { \"$regularExpression\" : { \"pattern\" : "
      "\"a/[/\\\"]+\\\\d\", \"options\" : \"i\" } }, \"d\" : { \"$regularExpression\" : { "
      "\"pattern\" : \"x\", \"options\" : \"m\" } }, \"e\" : { \"$minKey\" : 1 }, \"f\" : { "
      "\"$maxKey\" : 1 }, \"g\" : { \"$undefined\" : true }, \"h\" : { \"$minKey\" : 1 } }",
      "" },
    { "{a:Code('f()'),b:Code('g()', {x:1}),c:DBRef('people', ObjectId('0123456789abcdef01234567')),"
      "d:Symbol('s')}",
      "{ \"a\" : { \"$code\" : \"f()\" }, \"b\" : { \"$code\" : \"g()\", \"$scope\" : { \"x\" : "
      "{ \"$numberInt\" : \"1\" } } }, \"c\" : { \"$ref\" : \"people\", \"$id\" : { \"$oid\" : "
      "\"0123456789abcdef01234567\" } }, \"d\" : { \"$symbol\" : \"s\" } }",
      "" },
    /* Commas that close nothing, comments, and what stands between documents. */
    { "[{a:[1,2,],},]", "{ \"a\" : [ { \"$numberInt\" : \"1\" }, { \"$numberInt\" : \"2\" } ] }",
      "" },
    { "// first\n{/* in */a/**/:1// end\n}/* several\nlines */;{b:2},\n{c:3}",
      "{ \"a\" : { \"$numberInt\" : \"1\" } } | { \"b\" : { \"$numberInt\" : \"2\" } } | { \"c\" "
      ": { \"$numberInt\" : \"3\" } }",
      "" },
    { "{'a\"':'\\x41\\0\\v\\u00e9',\"b\":'\"',$c_1:\"'\",\xc3\xa9:1,7:true}",
      "{ \"a\\\"\" : \"A\\u0000\\u000b\xc3\xa9\", \"b\" : \"\\\"\", \"$c_1\" : \"'\", "
      "\"\xc3\xa9\" : { \"$numberInt\" : \"1\" }, \"7\" : true }",
      "" },
    /* What JSON has is what it was. */
    { "{\"a\":[true,false,null,NaN,-Infinity,1.5,\"/\",{\"$oid\":\"0123456789abcdef01234567\"}]}",
      "{ \"a\" : [ true, false, null, { \"$numberDouble\" : \"NaN\" }, { \"$numberDouble\" : "
      "\"-Infinity\" }, { \"$numberDouble\" : \"1.5\" }, \"/\", { \"$oid\" : "
      "\"0123456789abcdef01234567\" } ] }",
      "" },
    /* A call that makes no value leaves what it was called with. */
    { "{a:ObjectId('no'),b:NumberInt('x'),c:ISODate(),d:Timestamp(1,2,3)}",
      "{ \"a\" : \"no\", \"b\" : \"x\", \"c\" : null, \"d\" : { \"$numberInt\" : \"1\" } }",
      "1:12~ 1:30~ 1:45~ 1:59~" },
    { "{a:Unheard(1)}\n{b:1}", "{ \"b\" : { \"$numberInt\" : \"1\" } }", "1:4" },
    { "{a:ObjectId}\n{b:1}", "{ \"b\" : { \"$numberInt\" : \"1\" } }", "1:12" },
    { "{a:ObjectId('x'}\n{b:1}", "{ \"b\" : { \"$numberInt\" : \"1\" } }", "1:16" },
    { "{a:/x\n}\n{b:1}", "{ \"b\" : { \"$numberInt\" : \"1\" } }", "1:6" },
    { "{a:1,,b:2}\n{b:1}", "{ \"b\" : { \"$numberInt\" : \"1\" } }", "1:6" },
    { "{a:1 /* no end", "", "1:15" },
    { "{a:'no end", "", "1:11" },
    { "{a:/no end", "", "1:11" },
    { "{a:ObjectId(", "", "1:13" },
    { "{a:n", "", "1:4" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_NON_FINITE | SQUILL_JSON_SHELL);
}

/* Old exports are read as what most of them are; that is reported where it is first met. */
static void
test_windows_text (void)
{
  static const Case cases[] = {
    { "[{\"a\":\"K\xe4se\"},{\"\xfc\":\"\x80 5 \x96 \x81\"},\n{\"a\":\"K\xc3\xa4se\"}]",
      "{ \"a\" : \"K\xc3\xa4se\" } | { \"\xc3\xbc\" : \"\xe2\x82\xac 5 \xe2\x80\x93 \xc2\x81\" } | "
      "{ \"a\" : \"K\xc3\xa4se\" }",
      "1:9~" },
    { "{\"a\":\"\xff", "", "1:7~ 1:8" },
  };

  check_cases (cases, G_N_ELEMENTS (cases), SQUILL_JSON_WINDOWS_1252);
}

/* Texts that were put together keep their byte order marks. */
static void
test_byte_order_marks (void)
{
  static const char text[] = "\xef\xbb\xbf{\"a\":1}\n\xef\xbb\xbf{\"a\":2}\xef\xbb\xbf\n{\"a\":3}";

  for (gsize step = 1; step < sizeof text; step++)
    {
      g_autoptr (GString) faults = g_string_new (NULL);
      g_autofree char *all = read_all (text, sizeof text - 1, step, 0, faults);

      g_assert_cmpstr (faults->str, ==, "");
      g_assert_cmpstr (all, ==,
                       "{ \"a\" : { \"$numberInt\" : \"1\" } } | { \"a\" : { \"$numberInt\" : "
                       "\"2\" } } | { \"a\" : { \"$numberInt\" : \"3\" } }");
    }
}

/* What has nothing to say is left at a bound, and not before. */
static void
test_patience (void)
{
  static const char *const fillings[] = { " ", "\n", "x", "x\n", "[" };
  const gsize filled = 300000;

  for (guint i = 0; i < G_N_ELEMENTS (fillings); i++)
    for (guint enough = 0; enough < 2; enough++)
      {
        g_autoptr (GString) text = g_string_new ("{\"a\":1}\n");
        g_autoptr (GString) faults = g_string_new (NULL);
        g_autoptr (GInputStream) input = NULL;
        g_autoptr (SquillByteStream) stream = NULL;
        g_autoptr (SquillJsonReader) reader = NULL;
        const guint8 *document;
        gsize length;
        guint documents = 0;

        while (text->len < filled)
          g_string_append (text, fillings[i]);
        g_string_append (text, "\n{\"a\":2}\n");
        input = g_memory_input_stream_new_from_data (text->str, (gssize)text->len, NULL);
        stream = squill_byte_stream_new (input);
        reader = squill_json_reader_new (stream, 0, on_fault, faults);
        squill_json_reader_set_patience (reader, enough == 1 ? filled * 2 : filled / 3);
        while (squill_json_reader_next (reader, &document, &length, NULL, NULL))
          documents++;
        g_assert_cmpuint (documents, ==, enough == 1 && *fillings[i] != '[' ? 2 : documents);
        if (enough == 0)
          {
            g_assert_cmpuint (documents, ==, 1);
            g_assert_cmpstr (faults->str, !=, "");
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/json-reader/values", test_values);
  g_test_add_func ("/inspect/json-reader/streams", test_streams);
  g_test_add_func ("/inspect/json-reader/faults", test_faults);
  g_test_add_func ("/inspect/json-reader/duplicates", test_duplicates);
  g_test_add_func ("/inspect/json-reader/duplicate-of-many", test_duplicate_of_many);
  g_test_add_func ("/inspect/json-reader/non-finite", test_non_finite);
  g_test_add_func ("/inspect/json-reader/extended", test_extended);
  g_test_add_func ("/inspect/json-reader/plain", test_plain);
  g_test_add_func ("/inspect/json-reader/shell", test_shell);
  g_test_add_func ("/inspect/json-reader/depth", test_depth);
  g_test_add_func ("/inspect/json-reader/hostile-nesting", test_hostile_nesting);
  g_test_add_func ("/inspect/json-reader/nul-in-string", test_nul_in_string);
  g_test_add_func ("/inspect/json-reader/nul-between", test_nul_between);
  g_test_add_func ("/inspect/json-reader/long-document", test_long_document);
  g_test_add_func ("/inspect/json-reader/byte-order-marks", test_byte_order_marks);
  g_test_add_func ("/inspect/json-reader/windows-text", test_windows_text);
  g_test_add_func ("/inspect/json-reader/patience", test_patience);
  g_test_add_func ("/inspect/json-reader/cancel", test_cancel);
  g_test_add_func ("/inspect/json-reader/numbers", test_numbers);
  g_test_add_func ("/inspect/json-reader/dates", test_dates);
  return g_test_run ();
}
