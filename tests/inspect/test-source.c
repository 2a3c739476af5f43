/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "bson/squill-bson-walk.h"
#include "inspect/source/squill-source.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <string.h>

typedef struct
{
  char *folder;
  SquillProblemList *problems;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
  fixture->problems = squill_problem_list_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
  squill_problem_list_free (fixture->problems);
}

static guint64
count_bytes (Fixture *fixture, const char *name, gconstpointer bytes, gsize length)
{
  g_autofree char *path = fixture_write (fixture->folder, name, bytes, (gssize)length);

  return fixture_count_documents (path, fixture->problems);
}

static const SquillProblem *
only_problem (Fixture *fixture)
{
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 1);
  return squill_problem_list_get (fixture->problems, 0);
}

/* The broken files of mongo-tools, and the sound ones beside them. */
static void
test_bsondump (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    guint64 documents;
    gint64 offset; /* of the one problem; -1 where there is none */
  } cases[] = {
    { "all_in_one_doc", 1, -1 },
    { "all_types", 20, -1 },
    { "broken_array", 20, -1 },
    { "deep_nested", 1, -1 },
    { "sample", 4, -1 },
    { "partial_file", 2, 164 },
    { "invalid_field_name", 4, 283 },
    { "random_bytes", 0, 0 },
    /* Only the first document is damaged; the three after it are sound. */
    { "bad_type", 3, 0 },
    { "bad_cstring", 3, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file =
          g_strdup_printf ("mongo-tools-testdata/bsondump/%s.bson", cases[i].name);
      g_autofree char *path = fixture_dataset (file);
      g_autoptr (SquillProblemList) problems = squill_problem_list_new ();

      if (path == NULL)
        return;
      g_test_message ("%s", cases[i].name);
      g_assert_cmpuint (fixture_count_documents (path, problems), ==, cases[i].documents);
      if (cases[i].offset < 0)
        {
          g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 0);
          continue;
        }
      g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 1);
      g_assert_cmpint (squill_problem_list_get (problems, 0)->offset, ==, cases[i].offset);
      g_assert_true (g_str_has_prefix (squill_problem_list_get (problems, 0)->file, cases[i].name));
    }
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (count_bytes (fixture, "empty.bson", "", 0), ==, 0);
  g_assert_cmpuint (count_bytes (fixture, "empty.json", "", 0), ==, 0);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);
}

/* A length that claims what is not there must cost neither time nor memory. */
static void
test_hostile_lengths (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *bytes;
    gsize length;
    guint64 documents;
    gint64 offset;
  } cases[] = {
    { "\xff\xff\xff\x03\x10", 5, 0, 0 },
    { "\xff\xff\xff\x7f\x10", 5, 0, 0 },
    { "\xff\xff\xff\xff\x00", 5, 0, 0 },
    { "\x00\x00\x00\x00", 4, 0, 0 },
    { "\x04\x00\x00\x00", 4, 0, 0 },
    { "\x05\x00\x00\x00\x00\x05\x00", 7, 1, 5 },
    /* A string, a nested document, binary, an array and code, each too long for its document. */
    { "\x0e\x00\x00\x00\x02\x61\x00\xff\xff\xff\x7f\x78\x00\x00", 14, 0, 0 },
    { "\x0e\x00\x00\x00\x02\x61\x00\x00\x00\x00\x00\x78\x00\x00", 14, 0, 0 },
    { "\x0e\x00\x00\x00\x03\x61\x00\x08\x00\x00\x00\x00\x00\x00", 14, 0, 0 },
    { "\x0e\x00\x00\x00\x05\x61\x00\xff\xff\xff\xff\x00\x00\x00", 14, 0, 0 },
    { "\x0e\x00\x00\x00\x04\x61\x00\x04\x00\x00\x00\x00\x00\x00", 14, 0, 0 },
    { "\x0e\x00\x00\x00\x0f\x61\x00\x07\x00\x00\x00\x00\x00\x00", 14, 0, 0 },
    { "\x0a\x00\x00\x00\x01\x61\x00\x00\x00\x00", 10, 0, 0 },
    /* A name and a regular expression that do not end; no closing NUL; one too early. */
    { "\x08\x00\x00\x00\x0a\x61\x61\x61", 8, 0, 0 },
    { "\x09\x00\x00\x00\x0b\x61\x00\x61\x00", 9, 0, 0 },
    { "\x08\x00\x00\x00\x0a\x61\x00\x0a", 8, 0, 0 },
    { "\x09\x00\x00\x00\x00\x0a\x61\x00\x00", 9, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          fixture_write (fixture->folder, "x.bson", cases[i].bytes, (gssize)cases[i].length);
      g_autoptr (SquillProblemList) problems = squill_problem_list_new ();

      g_test_message ("case %u", i);
      g_assert_cmpuint (fixture_count_documents (path, problems), ==, cases[i].documents);
      g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 1);
      g_assert_cmpint (squill_problem_list_get (problems, 0)->offset, ==, cases[i].offset);
    }
}

/* Every way of cutting a sound file short gives whole documents and one problem, or none at a
 * border. */
static void
test_truncation (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/bsondump/sample.bson");
  g_autofree char *bytes = NULL;
  gsize length;
  static const gsize borders[] = { 0, 82, 164, 212, 283 };

  if (path == NULL)
    return;
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize cut = 0; cut <= length; cut++)
    {
      g_autoptr (GInputStream) input =
          g_memory_input_stream_new_from_data (bytes, (gssize)cut, NULL);
      g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
      g_autoptr (SquillSource) source = NULL;
      const guint8 *document;
      gsize document_length;
      guint documents = 0, expected = 0;
      gboolean at_border = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (borders); i++)
        {
          expected += i > 0 && borders[i] <= cut;
          at_border |= borders[i] == cut;
        }
      squill_problem_list_begin_file (problems, "cut.bson");
      source = squill_source_new_for_stream (input, "cut.bson", problems, NULL, NULL);
      while (squill_source_next (source, &document, &document_length, NULL, NULL))
        documents++;
      g_assert_cmpuint (documents, ==, expected);
      g_assert_cmpuint (squill_problem_list_get_length (problems), ==, at_border ? 0 : 1);
      if (!at_border)
        g_assert_cmpint (squill_problem_list_get (problems, 0)->offset, ==, borders[expected]);
    }
}

/* Reading without checks finds the same as reading with them. */
static void
assert_same_elements (const guint8 *document, gsize length, gsize checked, gsize end)
{
  SquillBsonElement a = { 0 }, b = { 0 };
  gsize unchecked = checked;

  for (;;)
    {
      const SquillBsonStep step = squill_bson_step (document, end, &checked, &a);

      g_assert_cmpint (step, !=, SQUILL_BSON_STEP_DAMAGED);
      g_assert_cmpint (squill_bson_next (document, length, &unchecked, &b), ==,
                       step == SQUILL_BSON_STEP_ELEMENT);
      g_assert_cmpuint (checked, ==, unchecked);
      if (step == SQUILL_BSON_STEP_END)
        return;
      g_assert_cmpint (a.type, ==, b.type);
      g_assert_true (a.key == b.key && a.key_length == b.key_length);
      g_assert_true (a.value == b.value && a.value_length == b.value_length);
      if (squill_bson_type_nests (a.type))
        assert_same_elements (document, length, (gsize)(a.value - document) + 4, checked);
    }
}

/* Any one byte changed: what is still given can be walked to its end. */
static void
test_flipped_bytes (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/bsondump/all_in_one_doc.bson");
  g_autofree char *bytes = NULL;
  gsize length;
  guint given = 0;

  if (path == NULL)
    return;
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize at = 0; at < length; at++)
    for (guint value = 0; value < 256; value += 5)
      {
        char kept = bytes[at];
        g_autoptr (GInputStream) input = NULL;
        g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
        g_autoptr (SquillSource) source = NULL;
        const guint8 *document;
        gsize document_length, bad_text, bad_offset;

        bytes[at] = (char)value;
        input = g_memory_input_stream_new_from_data (bytes, (gssize)length, NULL);
        squill_problem_list_begin_file (problems, "flipped.bson");
        source = squill_source_new_for_stream (input, "flipped.bson", problems, NULL, NULL);
        while (squill_source_next (source, &document, &document_length, NULL, NULL))
          {
            g_autofree char *reason = NULL;

            g_assert_true (
                squill_bson_check (document, document_length, &bad_text, &bad_offset, &reason));
            assert_same_elements (document, document_length, 4, document_length);
            g_assert_cmpuint (document_length, ==, length);
            given++;
          }
        bytes[at] = kept;
      }
  g_assert_cmpuint (given, >, 1000);
}

static guint8 *
nested_document (guint levels, gsize *length)
{
  gsize size = 5 + (gsize)(levels - 1) * 8;
  guint8 *bytes = g_malloc0 (size);
  gsize at = 0;

  for (guint level = 0; level < levels; level++)
    {
      gint32 inner = (gint32)(5 + (levels - 1 - level) * 8);

      memcpy (bytes + at, &(gint32){ GINT32_TO_LE (inner) }, 4);
      at += 4;
      if (level + 1 < levels)
        {
          bytes[at++] = SQUILL_BSON_OBJECT;
          bytes[at++] = 'a';
          bytes[at++] = 0;
        }
    }
  *length = size;
  return bytes;
}

static void
test_depth (Fixture *fixture, gconstpointer data)
{
  gsize length;
  g_autofree guint8 *deepest = nested_document (SQUILL_BSON_MAX_DEPTH, &length);
  g_autofree guint8 *too_deep = NULL;

  g_assert_cmpuint (count_bytes (fixture, "deepest.bson", deepest, length), ==, 1);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);
  too_deep = nested_document (SQUILL_BSON_MAX_DEPTH + 1, &length);
  g_assert_cmpuint (count_bytes (fixture, "too-deep.bson", too_deep, length), ==, 0);
  g_assert_cmpint (only_problem (fixture)->offset, ==, 0);
}

static void
test_bad_text (Fixture *fixture, gconstpointer data)
{
  static const char bytes[] = "\x0e\x00\x00\x00\x02\x61\x00\x02\x00\x00\x00\xff\x00\x00"
                              "\x08\x00\x00\x00\x0a\xff\x00\x00";

  g_assert_cmpuint (count_bytes (fixture, "x.bson", bytes, sizeof bytes - 1), ==, 2);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 2);
  g_assert_cmpint (squill_problem_list_get (fixture->problems, 0)->offset, ==, 11);
  g_assert_cmpint (squill_problem_list_get (fixture->problems, 1)->offset, ==, 19);
}

/* Gzip is known by its bytes, whatever the name says; members may follow each other. */
static void
test_gzip (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = fixture_write_gzip (fixture->folder, "a.json", "{\"a\":1}\n{", -1);
  g_autofree char *second = fixture_write_gzip (fixture->folder, "b.json", "\"b\":2}\n", -1);
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GByteArray) both = g_byte_array_new ();
  gsize one_length, two_length;

  g_assert_true (g_file_get_contents (first, &one, &one_length, NULL));
  g_assert_true (g_file_get_contents (second, &two, &two_length, NULL));
  g_byte_array_append (both, (const guint8 *)one, (guint)one_length);
  g_byte_array_append (both, (const guint8 *)two, (guint)two_length);
  g_assert_cmpuint (count_bytes (fixture, "both.json", both->data, both->len), ==, 2);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);

  /* Zeros after the last member are padding, as on tapes. */
  g_byte_array_set_size (both, both->len + 64);
  memset (both->data + both->len - 64, 0, 64);
  g_assert_cmpuint (count_bytes (fixture, "padded.json", both->data, both->len), ==, 2);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);
}

static void
test_gzip_damage (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *path = NULL;
  g_autofree char *bytes = NULL;
  gsize length;
  guint64 documents;

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, "{\"n\":%u}\n", g_rand_int (random));
  path = fixture_write_gzip (fixture->folder, "numbers.json.gz", text->str, -1);
  g_assert_cmpuint (fixture_count_documents (path, fixture->problems), ==, 20000);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  documents = count_bytes (fixture, "cut.json.gz", bytes, length / 2);
  g_assert_cmpuint (documents, >, 5000);
  g_assert_cmpuint (documents, <, 15000);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), >, 0);

  memset (bytes + length / 2, 0xff, 100);
  documents = count_bytes (fixture, "hurt.json.gz", bytes, length);
  g_assert_cmpuint (documents, >, 5000);
  g_assert_cmpuint (documents, <, 15000);
}

static void
test_other_packings (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *bytes;
    gsize length;
    const char *word;
  } cases[] = {
    { "\xfd"
      "7zXZ\0\0",
      7, "xz" },
    { "\x28\xb5\x2f\xfd\x04\x00\x00\x00", 8, "zstd" },
    { "BZh91AY&SY", 10, "bzip2" },
    { "PK\x03\x04\x14\x00\x00\x00", 8, "zip" },
    { "\x6d\xe2\x99\x81\x00\x00\x00\x00", 8, "archive" },
    { "SELECT 1;", 9, "neither" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          fixture_write (fixture->folder, "x", cases[i].bytes, (gssize)cases[i].length);
      g_autoptr (SquillProblemList) problems = squill_problem_list_new ();

      g_assert_cmpuint (fixture_count_documents (path, problems), ==, 0);
      g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 1);
      g_assert_nonnull (strstr (squill_problem_list_get (problems, 0)->reason, cases[i].word));
    }
}

static void
test_missing_file (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpuint (fixture_count_documents ("/nonexistent/x.bson", fixture->problems), ==, 0);
  g_assert_cmpstr (only_problem (fixture)->file, ==, "x.bson");
}

static void
test_many_problems (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 1000; i++)
    g_string_append (text, "{\"a\":x}\n");
  g_assert_cmpuint (count_bytes (fixture, "x.json", text->str, text->len), ==, 0);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==,
                    SQUILL_PROBLEMS_PER_FILE + 1);
  g_assert_cmpstr (squill_problem_list_get (fixture->problems, SQUILL_PROBLEMS_PER_FILE)->reason,
                   ==, "950 more problems in this file");
}

/* Lines that old versions of mongoexport wrote, and objects one after the other over several lines.
 */
static void
test_json_as_it_is (Fixture *fixture, gconstpointer data)
{
  g_autofree char *alliances = fixture_dataset ("docs-assets-primer/air_alliances.json");
  g_autofree char *airlines = NULL;

  if (alliances == NULL)
    return;
  g_assert_cmpuint (fixture_count_documents (alliances, fixture->problems), ==, 3);
  airlines = fixture_unpack (fixture->folder, "docs-assets-primer/air_airlines.json.xz",
                             "air_airlines.json");
  if (airlines == NULL)
    return;
  g_assert_cmpuint (fixture_count_documents (airlines, fixture->problems), ==, 6048);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);
}

static void
test_buckets (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
      fixture_dataset ("mongo-tools-testdata/timeseries_test/system.buckets.foo_ts.bson");
  g_autoptr (GFile) file = NULL;
  g_autoptr (SquillSource) source = NULL;
  const guint8 *document;
  gsize length;
  guint measurements = 0;

  if (path == NULL)
    return;
  file = g_file_new_for_path (path);
  squill_problem_list_begin_file (fixture->problems, path);
  source = squill_source_open (file, path, fixture->problems, NULL, NULL);
  squill_source_set_buckets (source, squill_bucket_new ("ts", "meta"));
  while (squill_source_next (source, &document, &length, NULL, NULL))
    {
      bson_t bson;
      bson_iter_t iter;

      g_assert_true (bson_init_static (&bson, document, length));
      g_assert_cmpint (bson_count_keys (&bson), ==, 4);
      g_assert_true (bson_iter_init_find (&iter, &bson, "ts") && BSON_ITER_HOLDS_DATE_TIME (&iter));
      g_assert_true (bson_iter_init_find (&iter, &bson, "_id") && BSON_ITER_HOLDS_OID (&iter));
      g_assert_true (bson_iter_init_find (&iter, &bson, "measurement") &&
                     BSON_ITER_HOLDS_INT32 (&iter));
      g_assert_true (bson_iter_init (&iter, &bson) &&
                     bson_iter_find_descendant (&iter, "meta.device", &iter));
      measurements++;
    }
  g_assert_cmpuint (measurements, ==, 1000);
  g_assert_cmpuint (squill_problem_list_get_length (fixture->problems), ==, 0);
}

#define ADD(name, test) g_test_add ("/inspect/source/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("bsondump", test_bsondump);
  ADD ("empty", test_empty);
  ADD ("hostile-lengths", test_hostile_lengths);
  ADD ("truncation", test_truncation);
  ADD ("flipped-bytes", test_flipped_bytes);
  ADD ("depth", test_depth);
  ADD ("bad-text", test_bad_text);
  ADD ("gzip", test_gzip);
  ADD ("gzip-damage", test_gzip_damage);
  ADD ("other-packings", test_other_packings);
  ADD ("missing-file", test_missing_file);
  ADD ("many-problems", test_many_problems);
  ADD ("json-as-it-is", test_json_as_it_is);
  ADD ("buckets", test_buckets);
  return g_test_run ();
}
