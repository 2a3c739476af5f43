/* SPDX-License-Identifier: Apache-2.0 */

/* Whatever the threads, the profile is the same; and of a choice of documents. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/source/squill-document-choice.h"
#include "inspect/squill-inspect-private.h"
#include "inspect/profile/squill-profile.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <string.h>

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Documents of several shapes, with maps, enumerations and keys, more than one thread takes at a
 * time. */
static char *
write_documents (Fixture *fixture, const char *name, gsize bytes)
{
  g_autoptr (GByteArray) all = g_byte_array_sized_new ((guint)bytes);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree char *padding = g_strnfill (600, 'x');

  for (int i = 0; all->len < bytes; i++)
    {
      bson_t document = BSON_INITIALIZER;
      bson_t child;
      g_autofree char *key = g_strdup_printf ("%08x%08x", g_rand_int (random), g_rand_int (random));

      BSON_APPEND_INT32 (&document, "_id", i);
      BSON_APPEND_UTF8 (&document, "kind", i % 3 == 0 ? "even" : "odd");
      BSON_APPEND_DOUBLE (&document, "price", (double)(i % 1000) / 4);
      BSON_APPEND_INT32 (&document, "other", (int)g_rand_int_range (random, 0, 2000));
      bson_append_document_begin (&document, "by", -1, &child);
      BSON_APPEND_INT32 (&child, key, i);
      bson_append_document_end (&document, &child);
      bson_append_array_begin (&document, "tags", -1, &child);
      for (int j = 0; j < i % 4; j++)
        {
          g_autofree char *index = g_strdup_printf ("%d", j);

          BSON_APPEND_UTF8 (&child, index, j % 2 == 0 ? "a" : "b");
        }
      bson_append_array_end (&document, &child);
      if (i % 5000 == 4999)
        BSON_APPEND_NULL (&document, "rare");
      if (i > 20000)
        BSON_APPEND_UTF8 (&document, "late", key);
      BSON_APPEND_UTF8 (&document, "padding", padding);
      g_byte_array_append (all, bson_get_data (&document), document.len);
      bson_destroy (&document);
    }
  return fixture_write (fixture->folder, name, all->data, (gssize)all->len);
}

static char *
profile_with_threads (const char *const *sources, guint threads, SquillInspectMethod method)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;

  options.threads = threads;
  options.method = method;
  if (method != SQUILL_INSPECT_FULL)
    options.max_documents = 500;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  return squill_profile_to_json (profile);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  g_autofree char *big =
      write_documents (fixture, "big.bson", 7 * SQUILL_PROFILE_FEEDER_BLOCK_BYTES + 1000);
  g_autofree char *small = write_documents (fixture, "small.bson", 100000);
  g_autofree char *other = write_documents (fixture, "other.bson", 100000);
  const char *const sources[] = { small, big, other, NULL };

  for (int method = SQUILL_INSPECT_FULL; method <= SQUILL_INSPECT_NEWEST; method++)
    {
      g_autofree char *first = profile_with_threads (sources, 1, (SquillInspectMethod)method);

      for (guint threads = 2; threads <= 4; threads += 2)
        {
          g_autofree char *second =
              profile_with_threads (sources, threads, (SquillInspectMethod)method);

          g_assert_cmpstr (first, ==, second);
        }
    }
}

/* What the parts of a file tell together is what the file tells. */
static void
test_whole (Fixture *fixture, gconstpointer data)
{
  g_autofree char *big =
      write_documents (fixture, "big.bson", 7 * SQUILL_PROFILE_FEEDER_BLOCK_BYTES + 1000);
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (SquillCollectionProfile) whole =
      squill_collection_profile_new ("big", NULL, "big.bson");
  const char *const sources[] = { big, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillSource) source = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (big);
  const char *const paths[] = { "_id", "kind", "price", "by", "by{}", "tags[]", "rare", "late" };
  SquillCollectionProfile *parts;
  const guint8 *document;
  gsize length;

  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  parts = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  squill_problem_list_begin_file (problems, "big.bson");
  source = squill_source_open (file, "big.bson", problems, NULL, NULL);
  while (squill_source_next (source, &document, &length, NULL, NULL))
    squill_collection_profile_add (whole, document, length, TRUE);
  squill_problem_list_end_file (problems);
  squill_collection_profile_finish (whole);

  g_assert_cmpuint (parts->document_bytes.count, ==, whole->document_bytes.count);
  g_assert_cmpuint (parts->document_bytes.sum, ==, whole->document_bytes.sum);
  g_assert_cmpuint (parts->budget.paths, ==, whole->budget.paths);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      const SquillPath *a = squill_collection_profile_find_path (parts, paths[i]);
      const SquillPath *b = squill_collection_profile_find_path (whole, paths[i]);

      g_test_message ("%s", paths[i]);
      g_assert_cmpuint (a->present, ==, b->present);
      g_assert_cmpuint (a->bytes, ==, b->bytes);
      g_assert_cmpuint (a->scalars.distinct, ==, b->scalars.distinct);
      g_assert_cmpuint (squill_path_get_of (a), ==, squill_path_get_of (b));
    }
}

static void
get_only (const char *path,
          SquillInspectMethod method,
          guint64 max_documents,
          guint64 *documents,
          guint64 *total,
          double *min,
          double *max,
          char **json)
{
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *const sources[] = { path, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  const SquillCollectionProfile *collection;
  const SquillPath *id;

  options.method = method;
  options.max_documents = max_documents;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  *documents = collection->document_bytes.count;
  *total = squill_collection_profile_get_total (collection);
  id = squill_collection_profile_find_path (collection, "_id");
  *min = id->numbers.min;
  *max = id->numbers.max;
  *json = squill_profile_to_json (profile);
}

static void
test_choice_of_file (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *json = NULL;
  guint64 documents, total;
  double min, max;

  for (int i = 0; i < 10000; i++)
    g_string_append_printf (text, "{\"_id\":%d}\n", i);
  path = fixture_write (fixture->folder, "x.json", text->str, -1);

  get_only (path, SQUILL_INSPECT_FULL, 100, &documents, &total, &min, &max, &json);
  g_assert_cmpuint (documents, ==, 100);
  g_assert_cmpuint (total, ==, G_MAXUINT64);
  g_assert_cmpfloat (max, ==, 99);
  g_assert_nonnull (strstr (json, "\"method\": \"first\""));
  g_clear_pointer (&json, g_free);

  get_only (path, SQUILL_INSPECT_SAMPLE, 100, &documents, &total, &min, &max, &json);
  g_assert_cmpuint (documents, ==, 100);
  g_assert_cmpuint (total, ==, 10000);
  /* Of a hundred chosen by chance one lies in the first and one in the last tenth. */
  g_assert_cmpfloat (min, <, 1000);
  g_assert_cmpfloat (max, >, 9000);
  g_assert_nonnull (strstr (json, "\"method\": \"sample\""));
  g_assert_nonnull (strstr (json, "\"documents_total\": 10000"));
  g_clear_pointer (&json, g_free);

  get_only (path, SQUILL_INSPECT_NEWEST, 100, &documents, &total, &min, &max, &json);
  g_assert_cmpuint (documents, ==, 100);
  g_assert_cmpuint (total, ==, 10000);
  g_assert_cmpfloat (min, ==, 9900);
  g_assert_cmpfloat (max, ==, 9999);
  g_assert_nonnull (strstr (json, "\"method\": \"newest\""));
  g_clear_pointer (&json, g_free);

  /* Where there are no more than wanted, they are all. */
  get_only (path, SQUILL_INSPECT_SAMPLE, 10000, &documents, &total, &min, &max, &json);
  g_assert_cmpuint (documents, ==, 10000);
  g_assert_nonnull (strstr (json, "\"method\": \"full\""));
}

static guint
take_number (SquillDocumentChoice *choice, gboolean *more)
{
  g_autofree guint8 *document = NULL;
  gsize length;
  guint number = 0;

  *more = squill_document_choice_take (choice, &document, &length);
  if (*more)
    memcpy (&number, document, sizeof number);
  return number;
}

/* Each document has the same chance: of many choices of a tenth, each comes about a tenth of the
 * time. Here it is the place in the stream that is chosen, so one choice is cut into windows. */
static void
test_sample_is_even (void)
{
  g_autoptr (SquillDocumentChoice) choice = squill_document_choice_new_sample (10000);
  guint counts[10] = { 0 };
  gboolean more;
  guint number, last = 0;

  for (guint i = 0; i < 100000; i++)
    squill_document_choice_add (choice, (const guint8 *)&i, sizeof i);
  g_assert_cmpuint (squill_document_choice_get_length (choice), ==, 10000);
  for (number = take_number (choice, &more); more; number = take_number (choice, &more))
    {
      g_assert_true (last <= number);
      last = number;
      counts[number / 10000]++;
    }
  /* Thirty is the standard deviation; five of them are not met by chance. */
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_assert_cmpuint (counts[i], >, 850);
      g_assert_cmpuint (counts[i], <, 1150);
    }
}

static void
test_newest_in_order (void)
{
  g_autoptr (SquillDocumentChoice) choice = squill_document_choice_new_newest (1000);
  gboolean more;

  for (guint i = 0; i < 12345; i++)
    squill_document_choice_add (choice, (const guint8 *)&i, sizeof i);
  for (guint i = 11345; i < 12345; i++)
    g_assert_cmpuint (take_number (choice, &more), ==, i);
  take_number (choice, &more);
  g_assert_false (more);
}

/* Large documents make the choice smaller, and never the memory larger. */
static void
test_choice_is_bounded (void)
{
  g_autoptr (SquillDocumentChoice) sample = squill_document_choice_new_sample (1000);
  g_autoptr (SquillDocumentChoice) newest = squill_document_choice_new_newest (1000);
  const gsize length = 1024 * 1024;
  g_autofree guint8 *document = g_malloc0 (length);
  gboolean more;

  for (guint i = 0; i < 100; i++)
    {
      memcpy (document, &i, sizeof i);
      squill_document_choice_add (sample, document, length);
      squill_document_choice_add (newest, document, length);
    }
  g_assert_cmpuint (squill_document_choice_get_length (sample), >=, 30);
  g_assert_cmpuint (squill_document_choice_get_length (sample), <=, 32);
  g_assert_cmpuint (squill_document_choice_get_length (newest), >=, 30);
  g_assert_cmpuint (take_number (newest, &more), ==,
                    99 - squill_document_choice_get_length (newest));
}

#define ADD(name, test) \
  g_test_add ("/inspect/threads/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("same", test_same);
  ADD ("whole", test_whole);
  ADD ("choice-of-file", test_choice_of_file);
  g_test_add_func ("/inspect/threads/sample-is-even", test_sample_is_even);
  g_test_add_func ("/inspect/threads/newest-in-order", test_newest_in_order);
  g_test_add_func ("/inspect/threads/choice-is-bounded", test_choice_is_bounded);
  return g_test_run ();
}
