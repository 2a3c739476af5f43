/* SPDX-License-Identifier: Apache-2.0 */

/* Golden cases of sources, from the file to what is printed: time series in their buckets, files
 * that are broken or hostile, JSON as it really is. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/format/squill-json-reader.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <zlib.h>

typedef struct
{
  char *folder;
  SquillProfile *profile;
  json_t *json;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

static void
forget (Fixture *fixture)
{
  g_clear_object (&fixture->profile);
  g_clear_pointer (&fixture->json, json_decref);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  forget (fixture);
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static void
inspect (Fixture *fixture, const char *path)
{
  const char *const sources[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  forget (fixture);
  fixture->profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  text = squill_profile_to_json (fixture->profile);
  fixture->json = json_loads (text, JSON_DECODE_ANY, NULL);
  g_assert_nonnull (fixture->json);
}

static void
inspect_bytes (Fixture *fixture, const char *name, gconstpointer bytes, gsize length)
{
  g_autofree char *path = fixture_write (fixture->folder, name, bytes, (gssize)length);

  inspect (fixture, path);
}

static json_t *
get_collection (Fixture *fixture, const char *name)
{
  json_t *collection;
  size_t i;

  json_array_foreach (json_object_get (fixture->json, "collections"), i, collection)
  {
    if (g_str_equal (json_string_value (json_object_get (collection, "name")), name))
      return collection;
  }
  g_error ("There is no collection %s", name);
}

static gint64
get_documents (Fixture *fixture, const char *name)
{
  return json_integer_value (json_object_get (get_collection (fixture, name), "documents"));
}

/* Whether all of the file was read, as is printed. */
static gboolean
is_full (Fixture *fixture, const char *name)
{
  json_t *collection = get_collection (fixture, name);
  gboolean is_full =
      g_str_equal (json_string_value (json_object_get (collection, "method")), "full");

  g_assert_cmpint (json_object_get (collection, "documents_total") != NULL, ==, is_full);
  return is_full;
}

static json_t *
get_path (Fixture *fixture, const char *collection, const char *wanted)
{
  json_t *path;
  size_t i;

  json_array_foreach (json_object_get (get_collection (fixture, collection), "paths"), i, path)
  {
    if (g_str_equal (json_string_value (json_object_get (path, "path")), wanted))
      return path;
  }
  g_error ("There is no path %s", wanted);
}

static gint64
count_type (Fixture *fixture, const char *collection, const char *path, const char *type)
{
  json_t *types = json_object_get (get_path (fixture, collection, path), "types");

  return json_integer_value (json_object_get (types, type));
}

/* The one problem there is, as it is printed. */
static json_t *
only_problem (Fixture *fixture)
{
  json_t *problems = json_object_get (fixture->json, "problems");

  g_assert_cmpuint (json_array_size (problems), ==, 1);
  return json_array_get (problems, 0);
}

static gint64
get_offset (json_t *problem)
{
  return json_integer_value (json_object_get (problem, "offset"));
}

static gboolean
tells (json_t *problem, const char *words)
{
  return strstr (json_string_value (json_object_get (problem, "reason")), words) != NULL;
}

/* D16 */
static void
test_time_series (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/timeseries_test");
  json_t *document_bytes;

  if (path == NULL)
    return;
  inspect (fixture, path);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "collections")), ==, 1);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
  g_assert_cmpint (get_documents (fixture, "foo_ts"), ==, 1000);
  g_assert_cmpint (count_type (fixture, "foo_ts", "ts", "date"), ==, 1000);
  g_assert_cmpint (count_type (fixture, "foo_ts", "meta.device", "int"), ==, 1000);
  g_assert_cmpint (count_type (fixture, "foo_ts", "measurement", "int"), ==, 1000);
  g_assert_cmpint (count_type (fixture, "foo_ts", "_id", "objectId"), ==, 1000);
  document_bytes = json_object_get (get_collection (fixture, "foo_ts"), "document_bytes");
  g_assert_cmpint (json_integer_value (json_object_get (document_bytes, "max")), <, 100);
}

/* D17: what comes before the damage is analysed, and the rest is told: which file, where, why. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    gint64 documents;
    gboolean is_full;
    gint64 offset; /* of the problem; -1 where there is none */
    const char *words;
  } cases[] = {
    { "all_in_one_doc", 1, TRUE, -1, NULL },
    { "all_types", 20, TRUE, -1, NULL },
    { "broken_array", 20, TRUE, -1, NULL },
    { "deep_nested", 1, TRUE, -1, NULL },
    { "sample", 4, TRUE, -1, NULL },
    { "partial_file", 2, FALSE, 164, "ends in the middle of a document" },
    { "invalid_field_name", 4, FALSE, 283, "stray byte" },
    { "random_bytes", 0, FALSE, 0, "No document can be" },
    { "bad_type", 3, TRUE, 0, "Unknown type" },
    { "bad_cstring", 3, TRUE, 0, "damaged document" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file =
          g_strdup_printf ("mongo-tools-testdata/bsondump/%s.bson", cases[i].name);
      g_autofree char *path = fixture_dataset (file);
      json_t *problem;

      if (path == NULL)
        return;
      g_test_message ("%s", cases[i].name);
      inspect (fixture, path);
      g_assert_cmpint (get_documents (fixture, cases[i].name), ==, cases[i].documents);
      g_assert_cmpint (is_full (fixture, cases[i].name), ==, cases[i].is_full);
      if (cases[i].offset < 0)
        {
          g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
          continue;
        }
      problem = only_problem (fixture);
      g_assert_cmpstr (json_string_value (json_object_get (problem, "file")), ==, path);
      g_assert_cmpint (get_offset (problem), ==, cases[i].offset);
      g_assert_true (tells (problem, cases[i].words));
    }
}

/* D17: the types of BSON, deprecated ones among them, and documents five hundred levels deep. */
static void
test_all_types (Fixture *fixture, gconstpointer data)
{
  static const char *const types[] = { "double",    "string",     "object",    "array",
                                       "undefined", "objectId",   "bool",      "date",
                                       "null",      "regex",      "dbPointer", "long",
                                       "timestamp", "javascript", "minKey",    "maxKey" };
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/bsondump/all_types.bson");
  g_autofree char *deep = fixture_dataset ("mongo-tools-testdata/bsondump/deep_nested.bson");
  gsize deepest = 0;
  json_t *one;
  size_t index;

  if (path == NULL || deep == NULL)
    return;
  inspect (fixture, path);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_assert_cmpint (count_type (fixture, "all_types", "ex", types[i]), >, 0);
  /* These and binary data. */
  g_assert_cmpuint (
      json_object_size (json_object_get (get_path (fixture, "all_types", "ex"), "types")), ==,
      G_N_ELEMENTS (types) + 1);

  inspect (fixture, deep);
  json_array_foreach (json_object_get (get_collection (fixture, "deep_nested"), "paths"), index,
                      one)
  {
    const char *text = json_string_value (json_object_get (one, "path"));
    gsize levels = 1;

    for (; *text != '\0'; text++)
      levels += *text == '.';
    deepest = MAX (deepest, levels);
  }
  g_assert_cmpuint (deepest, ==, 500);
}

/* Several broken files of a folder: each is told of, and none keeps the others from being read. */
static void
test_folder_of_broken (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/bsondump");

  if (path == NULL)
    return;
  inspect (fixture, path);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "collections")), ==, 10);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 5);
  g_assert_cmpint (get_documents (fixture, "all_types"), ==, 20);
  g_assert_cmpint (get_documents (fixture, "partial_file"), ==, 2);
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  inspect_bytes (fixture, "empty.bson", "", 0);
  g_assert_cmpint (get_documents (fixture, "empty"), ==, 0);
  g_assert_true (is_full (fixture, "empty"));
  inspect_bytes (fixture, "empty.json", "", 0);
  g_assert_cmpint (get_documents (fixture, "empty"), ==, 0);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
}

/* {"a": N}, many of them. */
static GByteArray *
make_documents (guint n)
{
  GByteArray *bytes = g_byte_array_new ();

  for (guint i = 0; i < n; i++)
    {
      bson_t *document = BCON_NEW ("a", BCON_INT32 ((gint32)i), "text", BCON_UTF8 ("some words"));

      g_byte_array_append (bytes, bson_get_data (document), document->len);
      bson_destroy (document);
    }
  return bytes;
}

static void
test_huge_length (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = make_documents (10);
  const gint64 good = bytes->len;

  g_byte_array_append (bytes, (const guint8 *)"\xff\xff\xff\x7f\x10", 5);
  inspect_bytes (fixture, "huge.bson", bytes->data, bytes->len);
  g_assert_cmpint (get_documents (fixture, "huge"), ==, 10);
  g_assert_false (is_full (fixture, "huge"));
  g_assert_cmpint (get_offset (only_problem (fixture)), ==, good);
  g_assert_true (tells (only_problem (fixture), "No document can be 2147483647 bytes"));

  /* One that could be, were the file as long. */
  g_byte_array_set_size (bytes, (guint)good);
  g_byte_array_append (bytes, (const guint8 *)"\x00\x00\x00\x03\x10", 5);
  inspect_bytes (fixture, "huge.bson", bytes->data, bytes->len);
  g_assert_cmpint (get_documents (fixture, "huge"), ==, 10);
  g_assert_cmpint (get_offset (only_problem (fixture)), ==, good);
  g_assert_true (tells (only_problem (fixture), "ends in the middle"));
}

static void
test_gzip (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = make_documents (20000);
  g_autofree char *path =
      fixture_write_gzip (fixture->folder, "x.bson.gz", bytes->data, (gssize)bytes->len);
  g_autofree char *packed = NULL;
  gsize length;

  inspect (fixture, path);
  g_assert_cmpint (get_documents (fixture, "x"), ==, 20000);
  g_assert_true (is_full (fixture, "x"));
  g_assert_true (g_file_get_contents (path, &packed, &length, NULL));

  /* Cut off. */
  inspect_bytes (fixture, "x.bson.gz", packed, length / 2);
  g_assert_cmpint (get_documents (fixture, "x"), >, 5000);
  g_assert_cmpint (get_documents (fixture, "x"), <, 15000);
  g_assert_false (is_full (fixture, "x"));
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), >, 0);
  g_assert_true (
      tells (json_array_get (json_object_get (fixture->json, "problems"),
                             json_array_size (json_object_get (fixture->json, "problems")) - 1),
             "gzip file ends too early"));

  /* The checksum is wrong: all documents are there, but who knows. */
  packed[length - 8] ^= 1;
  inspect_bytes (fixture, "x.bson.gz", packed, length);
  g_assert_cmpint (get_documents (fixture, "x"), ==, 20000);
  g_assert_true (tells (only_problem (fixture), "gzip data is damaged"));
  g_assert_cmpint (get_offset (only_problem (fixture)), ==, (gint64)bytes->len);
}

static char *
write_bomb (Fixture *fixture, const char *name, char byte, guint mebibytes)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  gzFile file = gzopen (path, "wb1");
  g_autofree char *block = g_malloc (1024 * 1024);

  memset (block, byte, 1024 * 1024);
  gzwrite (file, "{\"a\":1}\n", 8);
  for (guint i = 0; i < mebibytes; i++)
    g_assert_cmpint (gzwrite (file, block, 1024 * 1024), ==, 1024 * 1024);
  gzclose (file);
  return path;
}

/* A file that unpacks to a thousand times its size takes no more memory than any other. */
static void
test_bomb (Fixture *fixture, gconstpointer data)
{
  static const char bytes[] = { ' ', '\0', '[', '\n' };
  struct rusage before, after;

  getrusage (RUSAGE_SELF, &before);
  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      g_autofree char *path = write_bomb (fixture, "bomb.json.gz", bytes[i], 200);

      inspect (fixture, path);
      g_assert_cmpint (get_documents (fixture, "bomb"), ==, 1);
      g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), <=,
                        SQUILL_PROBLEMS_PER_FILE + 1);
    }
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, 64 * 1024);
}

/* Deeper than anybody nests, in JSON. */
static void
test_deep_json (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("{\"a\":1}\n{\"b\":");

  for (int i = 0; i < 100000; i++)
    g_string_append (text, i % 2 == 0 ? "[" : "{\"c\":");
  g_string_append (text, "\n{\"a\":2}\n");
  inspect_bytes (fixture, "deep.json", text->str, text->len);
  g_assert_cmpint (get_documents (fixture, "deep"), ==, 2);
  g_assert_true (tells (only_problem (fixture), "Nested deeper than"));
  g_assert_cmpint (json_integer_value (json_object_get (only_problem (fixture), "line")), ==, 2);
}

static void
on_fault (const SquillJsonFault *fault, gpointer user_data)
{
  GString *lines = user_data;

  g_assert_true (fault->document_lost);
  g_string_append_printf (lines, "%" G_GUINT64_FORMAT " ", fault->line);
}

/* D18 */
static void
test_airlines (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_unpack (
      fixture->folder, "docs-assets-primer/air_airlines.json.xz", "air_airlines.json");
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (SquillByteStream) stream = NULL;
  g_autoptr (SquillJsonReader) reader = NULL;
  g_autoptr (GInputStream) input = NULL;
  g_autofree char *text = NULL;
  const guint8 *document;
  gsize length;
  guint documents = 0, numbers = 0;

  if (path == NULL)
    return;
  inspect (fixture, path);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
  g_assert_cmpint (get_documents (fixture, "air_airlines"), ==, 6048);
  g_assert_cmpint (count_type (fixture, "air_airlines", "base", "double"), ==, 4);
  g_assert_cmpint (count_type (fixture, "air_airlines", "base", "string"), ==, 6044);
  g_assert_cmpint (count_type (fixture, "air_airlines", "iata", "double"), ==, 1);
  g_assert_cmpint (count_type (fixture, "air_airlines", "iata", "int"), ==, 4);
  g_assert_cmpint (count_type (fixture, "air_airlines", "alias", "int"), ==, 18);
  g_assert_cmpint (count_type (fixture, "air_airlines", "name", "int"), ==, 1);
  g_assert_cmpint (json_integer_value (
                       json_object_get (get_path (fixture, "air_airlines", "active"), "distinct")),
                   ==, 3);

  /* Who takes the standard at its word loses five lines, and is told which. */
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  input = g_memory_input_stream_new_from_data (text, (gssize)length, NULL);
  stream = squill_byte_stream_new (input);
  reader = squill_json_reader_new (stream, SQUILL_JSON_STRICT, on_fault, lines);
  while (squill_json_reader_next (reader, &document, &length, NULL, NULL))
    {
      bson_iter_t iter;
      bson_t bson;

      documents++;
      numbers += bson_init_static (&bson, document, length) &&
                 bson_iter_init_find (&iter, &bson, "iata") && BSON_ITER_HOLDS_INT32 (&iter);
    }
  g_assert_cmpuint (documents, ==, 6043);
  g_assert_cmpuint (numbers, ==, 4);
  g_assert_cmpstr (lines->str, ==, "2109 2844 4910 5801 5870 ");
}

/* D18: objects over several lines, one after the other. */
static void
test_alliances (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("docs-assets-primer/air_alliances.json");

  if (path == NULL)
    return;
  inspect (fixture, path);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
  g_assert_cmpint (get_documents (fixture, "air_alliances"), ==, 3);
  g_assert_true (is_full (fixture, "air_alliances"));
  g_assert_cmpint (count_type (fixture, "air_alliances", "airlines[]", "string"), ==, 58);
}

/* As editors of other systems save it. */
static void
test_encodings (Fixture *fixture, gconstpointer data)
{
  static const char marked[] = "\xef\xbb\xbf{\"a\":1}\r\n{\"a\":2}\r\n";
  static const char *const charsets[] = { "UTF-16LE", "UTF-16BE", "UTF-16" };

  inspect_bytes (fixture, "marked.json", marked, sizeof marked - 1);
  g_assert_cmpint (get_documents (fixture, "marked"), ==, 2);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (charsets); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *wide = NULL;
      gsize length;

      wide = g_convert ("{\"name\":1}\n{\"name\":2}\n", -1, charsets[i], "UTF-8", NULL, &length,
                        &error);
      g_assert_no_error (error);
      inspect_bytes (fixture, "wide.json", wide, length);
      g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "collections")), ==, 0);
      g_assert_true (tells (only_problem (fixture), "UTF-16"));
    }
}

/* What a person copied out of the shell. */
static void
test_shell (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "[\n  {\n    _id: ObjectId('0123456789abcdef01234567'),\n"
                             "    at: ISODate('2020-01-01T00:00:00.000Z'),\n"
                             "    n: Long('9007199254740993'), // too large for JavaScript\n"
                             "  },\n]\n";

  inspect_bytes (fixture, "shell.json", text, sizeof text - 1);
  g_assert_cmpuint (json_array_size (json_object_get (fixture->json, "problems")), ==, 0);
  g_assert_cmpint (get_documents (fixture, "shell"), ==, 1);
  g_assert_cmpint (count_type (fixture, "shell", "_id", "objectId"), ==, 1);
  g_assert_cmpint (count_type (fixture, "shell", "at", "date"), ==, 1);
  g_assert_cmpint (count_type (fixture, "shell", "n", "long"), ==, 1);
}

/* JSON that ends in the middle is not all there is. */
static void
test_cut_json (Fixture *fixture, gconstpointer data)
{
  inspect_bytes (fixture, "lines.json", "{\"a\":1}\n{\"a\":2}\n{\"a\":", 21);
  g_assert_cmpint (get_documents (fixture, "lines"), ==, 2);
  g_assert_false (is_full (fixture, "lines"));
  g_assert_cmpint (json_integer_value (json_object_get (only_problem (fixture), "line")), ==, 3);

  inspect_bytes (fixture, "array.json", "[{\"a\":1},{\"a\":2}", 16);
  g_assert_cmpint (get_documents (fixture, "array"), ==, 2);
  g_assert_false (is_full (fixture, "array"));

  /* A line that is wrong, with others behind it, is told, and what is behind it read. */
  inspect_bytes (fixture, "wrong.json", "{\"a\":1}\n{\"a\":?}\n{\"a\":2}\n", 24);
  g_assert_cmpint (get_documents (fixture, "wrong"), ==, 2);
  g_assert_true (is_full (fixture, "wrong"));
  g_assert_cmpint (json_integer_value (json_object_get (only_problem (fixture), "column")), ==, 6);
}

#define ADD(name, test) \
  g_test_add ("/inspect/golden-sources/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("time-series", test_time_series);
  ADD ("broken", test_broken);
  ADD ("all-types", test_all_types);
  ADD ("folder-of-broken", test_folder_of_broken);
  ADD ("empty", test_empty);
  ADD ("huge-length", test_huge_length);
  ADD ("gzip", test_gzip);
  ADD ("bomb", test_bomb);
  ADD ("deep-json", test_deep_json);
  ADD ("airlines", test_airlines);
  ADD ("alliances", test_alliances);
  ADD ("encodings", test_encodings);
  ADD ("shell", test_shell);
  ADD ("cut-json", test_cut_json);
  return g_test_run ();
}
