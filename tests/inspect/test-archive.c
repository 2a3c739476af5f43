/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/format/squill-archive.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <bson/bson.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *folder;
  GByteArray *archive;
  guint64 crc[4]; /* of the collections "a" to "d" */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = fixture_new_folder ();
  fixture->archive = g_byte_array_new ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  fixture_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_byte_array_unref (fixture->archive);
}

static void
put (Fixture *fixture, bson_t *document)
{
  g_byte_array_append (fixture->archive, bson_get_data (document), document->len);
  bson_destroy (document);
}

static void
put_end (Fixture *fixture)
{
  g_byte_array_append (fixture->archive, (const guint8 *)"\xff\xff\xff\xff", 4);
}

static void
put_begin (Fixture *fixture)
{
  g_byte_array_append (fixture->archive, (const guint8 *)"\x6d\xe2\x99\x81", 4);
  put (fixture,
       BCON_NEW ("concurrent_collections", BCON_INT32 (4), "version", BCON_UTF8 ("0.1"),
                 "server_version", BCON_UTF8 ("8.0.0"), "tool_version", BCON_UTF8 ("100.10.0")));
}

static void
put_collection (Fixture *fixture, const char *database, const char *name, const char *metadata)
{
  put (fixture, BCON_NEW ("db", BCON_UTF8 (database), "collection", BCON_UTF8 (name), "metadata",
                          BCON_UTF8 (metadata), "size", BCON_INT32 (0), "type", BCON_UTF8 ("")));
}

static void
put_header (Fixture *fixture, const char *database, const char *name, gboolean is_end, guint64 crc)
{
  put (fixture, BCON_NEW ("db", BCON_UTF8 (database), "collection", BCON_UTF8 (name), "EOF",
                          BCON_BOOL (is_end), "CRC", BCON_INT64 ((gint64)crc)));
}

static void
put_document (Fixture *fixture, const char *name, int value)
{
  bson_t *document = BCON_NEW ("n", BCON_INT32 (value));
  guint64 *crc = &fixture->crc[*name - 'a'];

  *crc = squill_crc64_add (*crc, bson_get_data (document), document->len);
  put (fixture, document);
}

static void
put_block (Fixture *fixture, const char *name, int first, int count)
{
  put_header (fixture, "shop", name, FALSE, 0);
  for (int i = 0; i < count; i++)
    put_document (fixture, name, first + i);
  put_end (fixture);
}

static void
put_eof (Fixture *fixture, const char *name)
{
  put_header (fixture, "shop", name, TRUE, fixture->crc[*name - 'a']);
  put_end (fixture);
}

/* Two collections in turns, one that is empty, and what nobody wants to see. */
static void
put_sound (Fixture *fixture)
{
  put_begin (fixture);
  put_collection (fixture, "shop", "a",
                  "{\"options\":{},\"indexes\":[{\"v\":{\"$numberInt\":\"2\"},\"key\":{\"_id\":{"
                  "\"$numberInt\":\"1\"}},\"name\":\"_id_\"}],\"type\":\"collection\"}");
  put_collection (fixture, "shop", "b", "");
  put_collection (fixture, "shop", "c", "");
  put_collection (fixture, "admin", "system.users", "");
  put_collection (fixture, "shop", "system.views", "");
  put_collection (fixture, "shop", "v",
                  "{\"options\":{\"viewOn\":\"a\",\"pipeline\":[]},\"type\":\"view\"}");
  put_end (fixture);
  put_block (fixture, "a", 0, 10);
  put_block (fixture, "b", 0, 5);
  put_header (fixture, "admin", "system.users", FALSE, 0);
  put (fixture, BCON_NEW ("_id", BCON_UTF8 ("admin.root")));
  put_end (fixture);
  put_header (fixture, "", "oplog", FALSE, 0);
  put (fixture, BCON_NEW ("op", BCON_UTF8 ("n")));
  put_end (fixture);
  put_block (fixture, "c", 0, 0);
  put_block (fixture, "a", 10, 10);
  put_eof (fixture, "a");
  put_eof (fixture, "c");
  put_block (fixture, "b", 5, 1);
  put_eof (fixture, "b");
}

static SquillProfile *
inspect (Fixture *fixture, const char *name)
{
  g_autofree char *path =
      fixture_write (fixture->folder, name, fixture->archive->data, (gssize)fixture->archive->len);
  const char *const sources[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

/* "NAME DOCUMENTS" or "NAME DOCUMENTS of ?" of each collection, joined by commas. */
static char *
list_collections (SquillProfile *profile)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < squill_profile_get_collections (profile)->len; i++)
    {
      const SquillCollectionProfile *collection;

      collection = g_ptr_array_index (squill_profile_get_collections (profile), i);
      g_string_append_printf (list, "%s%s %" G_GUINT64_FORMAT "%s", i > 0 ? ", " : "",
                              collection->name, collection->document_bytes.count,
                              squill_collection_profile_get_total (collection) ==
                                      collection->document_bytes.count
                                  ? ""
                                  : " of ?");
    }
  return g_string_free (list, FALSE);
}

static void
check_sound (SquillProfile *profile)
{
  g_autofree char *list = list_collections (profile);
  const SquillCollectionProfile *first;
  const SquillPath *number;

  for (guint i = 0; i < squill_profile_get_n_problems (profile); i++)
    g_test_message ("%s", squill_profile_get_problem (profile, i)->reason);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  g_assert_cmpstr (list, ==, "a 20, b 6, c 0");
  g_assert_cmpstr (squill_profile_get_name (profile), ==, "shop");
  first = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpstr (first->database, ==, "shop");
  g_assert_nonnull (first->metadata);
  g_assert_cmpuint (first->metadata->indexes->len, ==, 1);
  number = squill_collection_profile_find_path (first, "n");
  g_assert_cmpfloat (number->numbers.min, ==, 0);
  g_assert_cmpfloat (number->numbers.max, ==, 19);
}

static void
test_crc (void)
{
  const guint8 *digits = (const guint8 *)"123456789";

  g_assert_cmphex (squill_crc64_add (0, digits, 9), ==, G_GUINT64_CONSTANT (0x995dc9bbdf1939fa));
  /* In pieces it is the same. */
  g_assert_cmphex (squill_crc64_add (squill_crc64_add (0, digits, 4), digits + 4, 5), ==,
                   G_GUINT64_CONSTANT (0x995dc9bbdf1939fa));
  g_assert_cmphex (squill_crc64_add (0, digits, 0), ==, 0);
}

static void
test_sound (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;

  put_sound (fixture);
  profile = inspect (fixture, "dump.archive");
  check_sound (profile);
  g_clear_object (&profile);

  /* The name does not matter, nor how it is packed, nor that it lies in a folder. */
  profile = inspect (fixture, "dump");
  check_sound (profile);
}

static void
test_packed_in_folder (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *path = NULL;

  put_sound (fixture);
  path = fixture_write_gzip (fixture->folder, "dump.archive.gz", fixture->archive->data,
                             (gssize)fixture->archive->len);
  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  check_sound (profile);
}

static void
test_list (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autofree char *path = NULL;
  const char *sources[] = { NULL, NULL };
  g_autoptr (GPtrArray) list = NULL;
  const char *kinds[] = { "collection", "collection", "collection",
                          "collection", "collection", "view" };

  put_sound (fixture);
  sources[0] = path =
      fixture_write (fixture->folder, "x", fixture->archive->data, (gssize)fixture->archive->len);
  list = squill_inspect_list_sync (sources, NULL, problems, NULL, NULL);
  g_assert_cmpuint (list->len, ==, 6);
  for (guint i = 0; i < list->len; i++)
    {
      const SquillListedCollection *listed = g_ptr_array_index (list, i);

      g_assert_cmpstr (listed->kind, ==, kinds[i]);
      g_assert_cmpint (listed->system, ==, i == 3 || i == 4);
    }
}

/* Whatever is broken, what came before it is there and the problem says where. */
static void
check_broken (Fixture *fixture, const char *expected, gint64 offset, const char *words)
{
  g_autoptr (SquillProfile) profile = inspect (fixture, "broken.archive");
  g_autofree char *list = list_collections (profile);
  const SquillProblem *problem;

  g_assert_cmpstr (list, ==, expected);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 1);
  problem = squill_profile_get_problem (profile, 0);
  g_test_message ("%" G_GINT64_FORMAT ": %s", problem->offset, problem->reason);
  g_assert_cmpint (problem->offset, ==, offset);
  g_assert_nonnull (strstr (problem->reason, words));
  g_assert_true (g_str_has_suffix (problem->file, "broken.archive"));
  g_byte_array_set_size (fixture->archive, 0);
  memset (fixture->crc, 0, sizeof fixture->crc);
}

static void
put_beginning (Fixture *fixture)
{
  put_begin (fixture);
  put_collection (fixture, "shop", "a", "");
  put_collection (fixture, "shop", "b", "");
  put_end (fixture);
  put_block (fixture, "a", 0, 3);
  put_eof (fixture, "a");
}

static void
test_broken (Fixture *fixture, gconstpointer data)
{
  gint64 offset;

  put_beginning (fixture);
  offset = fixture->archive->len;
  put_end (fixture);
  check_broken (fixture, "a 3, b 0 of ?", offset, "has not begun");

  put_beginning (fixture);
  offset = fixture->archive->len;
  g_byte_array_append (fixture->archive, (const guint8 *)"\x04\x00\x00\x00zzzz", 8);
  check_broken (fixture, "a 3, b 0 of ?", offset, "4 is neither");

  put_beginning (fixture);
  put_header (fixture, "shop", "b", FALSE, 0);
  put_document (fixture, "b", 1);
  offset = fixture->archive->len;
  put_document (fixture, "b", 2);
  g_byte_array_set_size (fixture->archive, fixture->archive->len - 3);
  check_broken (fixture, "a 3, b 1 of ?", offset, "middle of a document");

  put_beginning (fixture);
  put_header (fixture, "shop", "b", FALSE, 0);
  put_document (fixture, "b", 1);
  offset = fixture->archive->len;
  check_broken (fixture, "a 3, b 1 of ?", offset, "too early");

  put_beginning (fixture);
  put_block (fixture, "b", 0, 2);
  offset = fixture->archive->len;
  check_broken (fixture, "a 3, b 2 of ?", offset, "shop.b has not ended");

  put_beginning (fixture);
  put_block (fixture, "b", 0, 2);
  offset = fixture->archive->len;
  put_header (fixture, "shop", "b", TRUE, 12345);
  put_end (fixture);
  check_broken (fixture, "a 3, b 2", offset, "checksum");

  put_beginning (fixture);
  put_block (fixture, "b", 0, 2);
  put_eof (fixture, "b");
  put_header (fixture, "shop", "a", FALSE, 0);
  offset = fixture->archive->len;
  put_document (fixture, "a", 1);
  put_document (fixture, "a", 1);
  put_end (fixture);
  check_broken (fixture, "a 3, b 2", offset, "after the end");

  put_beginning (fixture);
  put_block (fixture, "b", 0, 2);
  put_eof (fixture, "b");
  offset = fixture->archive->len;
  put_header (fixture, "shop", "unheard-of", FALSE, 0);
  put_document (fixture, "c", 1);
  put_end (fixture);
  check_broken (fixture, "a 3, b 2", offset, "does not list");

  put_begin (fixture);
  offset = fixture->archive->len;
  put_collection (fixture, "shop", "a", "{\"options\":{");
  put_end (fixture);
  put_block (fixture, "a", 0, 1);
  put_eof (fixture, "a");
  check_broken (fixture, "a 1", offset, "The metadata of shop.a");

  /* The begin is cut off in the middle: what is told of is there, without documents. */
  put_begin (fixture);
  put_collection (fixture, "shop", "a", "");
  offset = fixture->archive->len;
  check_broken (fixture, "a 0 of ?", offset, "too early");
}

static void
test_no_archive (Fixture *fixture, gconstpointer data)
{
  g_byte_array_append (fixture->archive, (const guint8 *)"\x6d\xe2\x99\x81", 4);
  check_broken (fixture, "", 4, "too early");
  g_byte_array_append (fixture->archive, (const guint8 *)"\x6d\xe2\x99\x81\xff\xff\xff\xff", 8);
  check_broken (fixture, "", 4, "does not begin");
}

/* A damaged document whose length is sound is left out, and no other. */
static void
test_damaged_document (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;
  gsize at;

  put_beginning (fixture);
  put_header (fixture, "shop", "b", FALSE, 0);
  at = fixture->archive->len;
  put_document (fixture, "b", 1);
  fixture->archive->data[at + 4] = 0x66;
  put_document (fixture, "b", 2);
  put_end (fixture);
  put_eof (fixture, "b");
  profile = inspect (fixture, "damaged.archive");
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "a 3, b 1");
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 2);
  g_assert_cmpint (squill_profile_get_problem (profile, 0)->offset, ==, (gint64)at);
  g_assert_nonnull (strstr (squill_profile_get_problem (profile, 1)->reason, "checksum"));
}

static void
test_time_series (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;

  put_begin (fixture);
  put_collection (fixture, "shop", "t",
                  "{\"options\":{\"timeseries\":{\"timeField\":\"at\",\"metaField\":\"who\"}},"
                  "\"indexes\":[],\"type\":\"timeseries\"}");
  put_end (fixture);
  put_header (fixture, "shop", "system.buckets.t", FALSE, 0);
  put (fixture, BCON_NEW ("meta", BCON_INT32 (7), "control", "{", "version", BCON_INT32 (1), "}",
                          "data", "{", "at", "{", "0", BCON_DATE_TIME (1000), "1",
                          BCON_DATE_TIME (2000), "}", "value", "{", "0", BCON_INT32 (3), "}", "}"));
  put_end (fixture);
  profile = inspect (fixture, "series.archive");
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "t 2 of ?");
  g_assert_nonnull (squill_collection_profile_find_path (
      g_ptr_array_index (squill_profile_get_collections (profile), 0), "who"));
}

/* Only what was chosen is read, and a place of an archive can be read alone again. */
static void
test_chosen (Fixture *fixture, gconstpointer data)
{
  const char *const collections[] = { "b", NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *path = NULL;
  g_autofree char *list = NULL;
  const char *sources[] = { NULL, NULL };

  put_sound (fixture);
  sources[0] = path =
      fixture_write (fixture->folder, "x", fixture->archive->data, (gssize)fixture->archive->len);
  options.collections = collections;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "b 6");
}

static gpointer
write_pipe (gpointer data)
{
  Fixture *fixture = data;
  g_autofree char *path = g_build_filename (fixture->folder, "pipe", NULL);
  int descriptor = g_open (path, O_WRONLY);

  g_assert_cmpint (descriptor, >=, 0);
  g_assert_cmpint (write (descriptor, fixture->archive->data, fixture->archive->len), ==,
                   (gssize)fixture->archive->len);
  close (descriptor);
  return NULL;
}

/* From a pipe, as from standard input, it is read once and nothing is lost. */
static void
test_pipe (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "pipe", NULL);
  const char *const sources[] = { path, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  GThread *thread;

  put_sound (fixture);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  thread = g_thread_new ("pipe", write_pipe, fixture);
  profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, NULL);
  g_thread_join (thread);
  check_sound (profile);
}

#define ADD(name, test) \
  g_test_add ("/inspect/archive/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inspect/archive/crc", test_crc);
  ADD ("sound", test_sound);
  ADD ("packed-in-folder", test_packed_in_folder);
  ADD ("list", test_list);
  ADD ("broken", test_broken);
  ADD ("no-archive", test_no_archive);
  ADD ("damaged-document", test_damaged_document);
  ADD ("time-series", test_time_series);
  ADD ("chosen", test_chosen);
  ADD ("pipe", test_pipe);
  return g_test_run ();
}
