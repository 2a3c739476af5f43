/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "inspect/profile/squill-profile.h"
#include "inspect/server/squill-server.h"
#include "inspect/squill-inspect.h"

#include "inspect-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* {"a": 1} as BSON. */
#define DOCUMENT "\x0c\x00\x00\x00\x10\x61\x00\x01\x00\x00\x00\x00"
#define DOCUMENT_LENGTH 12

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

static void
put (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = fixture_write (fixture->folder, name, text, -1);
}

static void
put_bson (Fixture *fixture, const char *name)
{
  g_autofree char *path = fixture_write (fixture->folder, name, DOCUMENT, DOCUMENT_LENGTH);
}

static SquillProfile *
inspect (const char *first, const char *second)
{
  const char *const sources[] = { first, second, NULL };
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

/* "NAME DOCUMENTS" of each collection, joined by commas. */
static char *
list_collections (SquillProfile *profile)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < squill_profile_get_collections (profile)->len; i++)
    {
      const SquillCollectionProfile *collection;

      collection = g_ptr_array_index (squill_profile_get_collections (profile), i);
      g_string_append_printf (list, "%s%s %" G_GUINT64_FORMAT, i > 0 ? ", " : "", collection->name,
                              collection->document_bytes.count);
    }
  return g_string_free (list, FALSE);
}

static void
test_dump (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;
  g_autofree char *packed = NULL;
  SquillCollectionProfile *collection;
  static const char metadata[] =
      "{\"options\":{},\"indexes\":[],\"uuid\":\"00\",\"collectionName\":\"a very long name\","
      "\"type\":\"collection\"}";

  put (fixture, "dump/prelude.json", "{\"ServerVersion\":\"8.0.0\",\"ToolVersion\":\"100\"}");
  put_bson (fixture, "dump/oplog.bson");
  put_bson (fixture, "dump/admin/system.users.bson");
  put_bson (fixture, "dump/shop/orders.bson");
  put (fixture, "dump/shop/orders.metadata.json", "{\"options\":{},\"indexes\":[]}");
  put_bson (fixture, "dump/shop/order+lines%2Fold.bson");
  put_bson (fixture, "dump/shop/hashed%24abc.bson");
  put_bson (fixture, "dump/shop/system.views.bson");
  put (fixture, "dump/shop/open.metadata.json",
       "{\"options\":{\"viewOn\":\"orders\",\"pipeline\":[]},\"indexes\":[],\"type\":\"view\"}");
  put (fixture, "dump/shop/empty.bson", "");
  packed = fixture_write_gzip (fixture->folder, "dump/shop/packed.bson.gz", DOCUMENT DOCUMENT,
                               2 * DOCUMENT_LENGTH);
  put (fixture, "dump/shop/README.txt", "nothing to read here");
  g_free (fixture_write_gzip (fixture->folder, "dump/shop/hashed%24abc.metadata.json.gz", metadata,
                              -1));

  g_free (packed);
  packed = g_build_filename (fixture->folder, "dump", NULL);
  profile = inspect (packed, NULL);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "empty 0, a very long name 1, order lines/old 1, orders 1, packed 2");
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  g_assert_cmpstr (squill_profile_get_name (profile), ==, "shop");
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 3);
  g_assert_cmpstr (collection->source, ==, "shop/orders.bson");
  g_assert_cmpstr (collection->database, ==, "shop");
  g_assert_nonnull (collection->metadata);
}

/* Files are named after the folder that all of them are in. */
static void
test_files_of_a_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (SquillProfile) apart = NULL;
  g_autoptr (SquillProfile) one = NULL;
  g_autofree char *orders = NULL, *people = NULL, *old = NULL;

  put_bson (fixture, "shop/orders.bson");
  put_bson (fixture, "shop/people.bson");
  put_bson (fixture, "shop/2025/orders.bson");
  orders = g_build_filename (fixture->folder, "shop", "orders.bson", NULL);
  people = g_build_filename (fixture->folder, "shop", "people.bson", NULL);
  old = g_build_filename (fixture->folder, "shop", "2025", "orders.bson", NULL);
  profile = inspect (orders, people);
  g_assert_cmpstr (squill_profile_get_name (profile), ==, "shop");
  apart = inspect (orders, old);
  g_assert_cmpstr (squill_profile_get_name (apart), ==, "shop");
  one = inspect (orders, NULL);
  g_assert_cmpstr (squill_profile_get_name (one), ==, "orders");
}

static void
test_several_databases (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;
  g_autofree char *name = g_path_get_basename (fixture->folder);

  put_bson (fixture, "one/orders.bson");
  put_bson (fixture, "two/orders.bson");
  put_bson (fixture, "two/people.bson");
  profile = inspect (fixture->folder, NULL);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "orders 1, two.orders 1, people 1");
  g_assert_cmpstr (squill_profile_get_name (profile), ==, name);
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  g_autofree char *lines = fixture_write (fixture->folder, "people.ndjson", "{\"a\":1}\n{}\n", -1);
  g_autofree char *bson = fixture_write (fixture->folder, "orders.bson", DOCUMENT, DOCUMENT_LENGTH);
  g_autofree char *array = fixture_write_gzip (fixture->folder, "people.json.gz", "[{},{},{}]", -1);
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;

  put (fixture, "orders.metadata.json",
       "{\"options\":{},\"indexes\":[{\"v\":2,\"key\":{\"_id\":1},\"name\":\"_id_\"}]}");
  profile = inspect (lines, bson);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "people 2, orders 1");
  g_clear_object (&profile);
  g_free (list);

  /* The same file is read once, also when its folder is named, too. */
  profile = inspect (lines, fixture->folder);
  list = list_collections (profile);
  g_assert_true (g_str_has_prefix (list, "people 2, orders 1, "));
  g_assert_true (g_str_has_suffix (list, ".people 3"));
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 3);
}

/* Somebody who takes all files of a dump takes what describes it, too: that is no collection. */
static void
test_all_files (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "lost.metadata.json",  "open.metadata.json",
                                       "orders.bson",         "orders.metadata.json",
                                       "prelude.json",        "users.metadata.json",
                                       "notes.metadata.json", "series.metadata.json",
                                       "system.views.bson" };
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;
  const SquillProblem *problem;
  const SquillCollectionProfile *collection;
  g_autoptr (GError) error = NULL;

  put_bson (fixture, "orders.bson");
  put (fixture, "orders.metadata.json",
       "{\"options\":{},\"indexes\":[{\"key\":{\"a\":1},\"name\":\"a_1\"}]}");
  /* Named by its metadata alone. */
  g_free (fixture_write_gzip (fixture->folder, "users.bson.gz", DOCUMENT DOCUMENT,
                              2 * DOCUMENT_LENGTH));
  put (fixture, "users.metadata.json", "{\"options\":{},\"indexes\":[]}");
  put (fixture, "lost.metadata.json", "{\"options\":{},\"indexes\":[]}");
  put (fixture, "open.metadata.json",
       "{\"options\":{\"viewOn\":\"orders\",\"pipeline\":[]},\"indexes\":[],\"type\":\"view\"}");
  /* Those of a time series have another name. */
  put_bson (fixture, "system.buckets.series.bson");
  put (fixture, "series.metadata.json",
       "{\"options\":{\"timeseries\":{\"timeField\":\"at\"}},\"indexes\":[],\"type\":"
       "\"timeseries\"}");
  put_bson (fixture, "system.views.bson");
  put (fixture, "prelude.json", "{\"ServerVersion\":\"8.0.0\",\"ToolVersion\":\"100\"}");
  put (fixture, "notes.metadata.json", "{\"title\":\"documents, by that name\"}");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_ptr_array_add (sources, g_build_filename (fixture->folder, names[i], NULL));
  g_ptr_array_add (sources, NULL);
  profile =
      squill_inspect_sync ((const char *const *)sources->pdata, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);

  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "orders 1, users 2, notes 1, series 1");
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpuint (collection->metadata->indexes->len, ==, 1);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 1);
  problem = squill_profile_get_problem (profile, 0);
  g_assert_true (g_str_has_suffix (problem->file, "lost.metadata.json"));
}

static void
test_same_names (Fixture *fixture, gconstpointer data)
{
  g_autofree char *lines = fixture_write (fixture->folder, "people.ndjson", "{\"a\":1}\n{}\n", -1);
  g_autofree char *array = fixture_write_gzip (fixture->folder, "people.json.gz", "[{},{},{}]", -1);
  g_autoptr (SquillProfile) profile = inspect (lines, array);
  g_autofree char *list = list_collections (profile);

  g_assert_cmpstr (list, ==, "people 2, people 2 3");
}

/* The database says nothing of two collections that are both in it. */
static void
test_same_database (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;

  put_bson (fixture, "dump/shop/orders.bson");
  put (fixture, "export/shop/orders.json", "{\"a\": 1}\n{\"a\": 2}\n");
  put (fixture, "export/shop/orders.ndjson", "{}\n{}\n{}\n");
  profile = inspect (fixture->folder, NULL);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "orders 1, export.orders 2, orders 2 3");
}

static void
test_problems (Fixture *fixture, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (fixture->folder, "missing.bson", NULL);
  g_autoptr (SquillProfile) profile = NULL;
  const SquillProblem *problem;
  g_autofree char *list = NULL;
  g_autofree char *file = NULL;

  put_bson (fixture, "db/fine.bson");
  put (fixture, "db/packed.bson.xz",
       "\xfd"
       "7zXZ");
  g_free (fixture_write (fixture->folder, "db/packed.bson.xz",
                         "\xfd"
                         "7zXZ\0",
                         6));
  put (fixture, "db/packed.metadata.json", "{\"options\":{},\"indexes\":[]}");
  put (fixture, "db/lost.metadata.json", "{\"options\":{},\"indexes\":[]}");
  put (fixture, "db/torn.metadata.json", "{\"options\":");
  put_bson (fixture, "db/torn.bson");

  profile = inspect (missing, fixture->folder);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "fine 1, torn 1");
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 4);

  problem = squill_profile_get_problem (profile, 0);
  g_assert_cmpstr (problem->file, ==, missing);
  problem = squill_profile_get_problem (profile, 1);
  g_assert_true (g_str_has_suffix (problem->file, "packed.bson.xz"));
  g_assert_nonnull (strstr (problem->reason, "xz"));
  problem = squill_profile_get_problem (profile, 2);
  file = g_build_filename (fixture->folder, "db", "torn.metadata.json", NULL);
  g_assert_cmpstr (problem->file, ==, file);
  g_assert_cmpuint (problem->line, ==, 1);
  g_assert_cmpuint (problem->column, ==, 12);
  problem = squill_profile_get_problem (profile, 3);
  g_assert_true (g_str_has_suffix (problem->file, "lost.metadata.json"));
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SquillProfile) profile = inspect (fixture->folder, NULL);

  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 0);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 1);
}

static void
test_servers (Fixture *fixture, gconstpointer data)
{
  /* Nobody listens at this port. */
  const char *const sources[] = { "mongodb://127.0.0.1:1", NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (squill_inspect_sync (sources, NULL, NULL, NULL, NULL, &error));
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE);
}

static void
test_time_series (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_dataset ("mongo-tools-testdata/timeseries_test");
  g_autoptr (SquillProfile) profile = NULL;
  g_autofree char *list = NULL;
  SquillCollectionProfile *collection;

  if (path == NULL)
    return;
  profile = inspect (path, NULL);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "foo_ts 1000");
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpint (squill_path_get_types (squill_collection_profile_find_path (collection, "ts")),
                   ==, SQUILL_TYPE_DATE);
  g_assert_cmpint (
      squill_path_get_types (squill_collection_profile_find_path (collection, "meta.device")), ==,
      SQUILL_TYPE_INT);
}

static void
test_limits (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  const char *sources[] = { NULL, NULL };
  g_autoptr (SquillProfile) profile = NULL;
  const SquillCollectionProfile *collection;
  g_autofree char *path = NULL;

  for (int i = 0; i < 1000; i++)
    g_string_append_printf (text, "{\"a\":%d}\n", i);
  sources[0] = path = fixture_write (fixture->folder, "x.json", text->str, -1);

  options.max_documents = 100;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpuint (collection->document_bytes.count, ==, 100);
  g_assert_cmpuint (squill_collection_profile_get_total (collection), ==, G_MAXUINT64);
  g_clear_object (&profile);

  options.max_documents = 1000;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpuint (squill_collection_profile_get_total (collection), ==, 1000);
  g_clear_object (&profile);

  options.max_documents = 0;
  options.max_seconds = 1e-9;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 0);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 1);
}

typedef struct
{
  GMainLoop *loop;
  GThread *thread;
  GCancellable *cancellable;
  guint calls;
  guint64 documents;
  gboolean freed;
  SquillProfile *profile;
  GError *error;
} Watch;

static void
on_progress (const SquillInspectProgress *progress, gpointer user_data)
{
  Watch *watch = user_data;

  g_assert_true (g_thread_self () == watch->thread);
  g_assert_cmpuint (progress->documents, >=, watch->documents);
  g_assert_cmpuint (progress->bytes_read, <=, progress->bytes_total);
  watch->documents = progress->documents;
  watch->calls++;
}

static void
on_free (gpointer user_data)
{
  Watch *watch = user_data;

  watch->freed = TRUE;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Watch *watch = user_data;

  watch->profile = squill_inspect_finish (result, &watch->error);
  g_main_loop_quit (watch->loop);
}

static void
run_async (Watch *watch, const char *path)
{
  const char *const sources[] = { path, NULL };

  watch->loop = g_main_loop_new (NULL, FALSE);
  watch->thread = g_thread_self ();
  squill_inspect_async (sources, NULL, on_progress, watch, on_free, watch->cancellable, on_done,
                        watch);
  g_main_loop_run (watch->loop);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_pointer (&watch->loop, g_main_loop_unref);
}

static void
test_async (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_write (fixture->folder, "x.json", "{\"a\":1}\n{\"a\":2}\n", -1);
  Watch watch = { 0 };

  run_async (&watch, path);
  g_assert_no_error (watch.error);
  g_assert_cmpuint (squill_profile_get_collections (watch.profile)->len, ==, 1);
  g_assert_cmpuint (watch.calls, >, 0);
  g_assert_cmpuint (watch.documents, ==, 2);
  g_assert_true (watch.freed);
  g_object_unref (watch.profile);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = fixture_write (fixture->folder, "x.json", "{\"a\":1}\n", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Watch watch = { .cancellable = cancellable };

  g_cancellable_cancel (cancellable);
  run_async (&watch, path);
  g_assert_error (watch.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (watch.profile);
  g_assert_true (watch.freed);
  g_clear_error (&watch.error);
}

/* A pipe that documents come from, and then nothing more until it is closed. */
typedef struct
{
  char *path;
  GCancellable *cancellable;
  GThread *thread;
} Pipe;

static gpointer
write_pipe (gpointer data)
{
  Pipe *pipe = data;
  g_autoptr (GString) text = g_string_new (NULL);
  GPollFD cancelled;
  int descriptor;

  for (int i = 0; i < 1000; i++)
    g_string_append_printf (text, "{\"a\":%d}\n", i);
  descriptor = g_open (pipe->path, O_WRONLY);
  g_assert_cmpint (descriptor, >=, 0);
  g_assert_cmpint (write (descriptor, text->str, text->len), ==, (gssize)text->len);
  g_assert_true (g_cancellable_make_pollfd (pipe->cancellable, &cancelled));
  g_poll (&cancelled, 1, -1);
  g_cancellable_release_fd (pipe->cancellable);
  close (descriptor);
  return NULL;
}

static void
cancel_on_progress (const SquillInspectProgress *progress, gpointer user_data)
{
  if (progress->documents > 0)
    g_cancellable_cancel (user_data);
}

/* What was read before it was cancelled is kept, and says so. */
static void
test_cancelled_meanwhile (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *whole = fixture_write (fixture->folder, "whole.json", "{\"a\":1}\n", -1);
  Pipe pipe = { .cancellable = cancellable };
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  const SquillCollectionProfile *collection;
  g_autofree char *json = NULL;
  const char *sources[] = { whole, NULL, NULL };

  sources[1] = pipe.path = g_build_filename (fixture->folder, "pipe.json", NULL);
  g_assert_cmpint (mkfifo (pipe.path, 0600), ==, 0);
  pipe.thread = g_thread_new ("pipe", write_pipe, &pipe);
  profile =
      squill_inspect_sync (sources, NULL, cancel_on_progress, cancellable, cancellable, &error);
  g_thread_join (pipe.thread);
  g_assert_no_error (error);
  g_assert_true (squill_profile_is_cut_short (profile));
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 2);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 0);
  g_assert_cmpuint (squill_collection_profile_get_total (collection), ==, 1);
  collection = g_ptr_array_index (squill_profile_get_collections (profile), 1);
  g_assert_cmpuint (collection->document_bytes.count, >, 900);
  g_assert_cmpuint (squill_collection_profile_get_total (collection), ==, G_MAXUINT64);
  json = squill_profile_to_json (profile);
  g_assert_nonnull (strstr (json, "\"method\": \"first\""));
  g_free (pipe.path);
}

static void
test_list (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (GPtrArray) list = NULL;
  const SquillListedCollection *listed;
  g_autoptr (GError) error = NULL;

  put_bson (fixture, "shop/orders.bson");
  put_bson (fixture, "shop/people.bson");
  list = squill_inspect_list_sync (sources, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  listed = g_ptr_array_index (list, 1);
  g_assert_cmpstr (listed->database, ==, "shop");
  g_assert_cmpstr (listed->name, ==, "people");
  g_assert_cmpstr (listed->kind, ==, "collection");
  g_assert_false (listed->system);
  g_assert_cmpuint (listed->documents, ==, G_MAXUINT64);
  g_assert_cmpuint (listed->bytes, ==, DOCUMENT_LENGTH);
}

/* A dump and an export beside it have the same collections: each is told, and chosen, by its file.
 */
static void
test_list_twins (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  const char *const one[] = { "export/shop/orders.json", NULL };
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  static const char *const paths[] = { "dump/shop/orders.bson", NULL, one[0] };

  put_bson (fixture, "dump/shop/orders.bson");
  put_bson (fixture, "dump/shop/people.bson");
  put (fixture, "export/shop/orders.json", "{\"a\": 1}\n{\"a\": 2}\n");
  list = squill_inspect_list_sync (sources, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 3);
  for (guint i = 0; i < list->len; i++)
    g_assert_cmpstr (((const SquillListedCollection *)list->pdata[i])->path, ==, paths[i]);

  options.collections = one;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 0);
  g_assert_cmpuint (squill_profile_get_collections (profile)->len, ==, 1);
}

/* What is packed in another way than with gzip is no collection that can be chosen. */
static void
test_list_packed (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *packed = NULL;

  packed = fixture_write (fixture->folder, "shop/old.json.xz",
                          "\xfd"
                          "7zXZ\0\0\4",
                          8);
  put_bson (fixture, "shop/people.bson");
  list = squill_inspect_list_sync (sources, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 1);
  g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 1);
  g_assert_nonnull (strstr (squill_problem_list_get (problems, 0)->reason, "xz"));
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GMainLoop *loop = user_data;
  g_autoptr (SquillProblemList) problems = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;

  list = squill_inspect_list_finish (result, &problems, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 0);
  g_assert_cmpuint (squill_problem_list_get_length (problems), ==, 1);
  g_main_loop_quit (loop);
}

static void
test_list_async (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  const char *const sources[] = { "no-such-file.bson", NULL };

  squill_inspect_list_async (sources, NULL, NULL, on_listed, loop);
  g_main_loop_run (loop);
}

static void
test_chosen_collections (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  const char *const collections[] = { "people", "two.orders", "nobody", NULL };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *list = NULL;

  put_bson (fixture, "one/orders.bson");
  put_bson (fixture, "two/orders.bson");
  put_bson (fixture, "two/people.bson");
  put_bson (fixture, "two/places.bson");
  options.collections = collections;
  profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  list = list_collections (profile);
  g_assert_cmpstr (list, ==, "orders 1, people 1");
  g_assert_cmpuint (squill_profile_get_n_problems (profile), ==, 1);
  g_assert_cmpstr (squill_profile_get_problem (profile, 0)->file, ==, "nobody");
}

static void
on_any_progress (const SquillInspectProgress *progress, gpointer user_data)
{
  *(SquillInspectProgress *)user_data = *progress;
}

/* The last word on progress tells it all. */
static void
test_progress (Fixture *fixture, gconstpointer data)
{
  const char *const sources[] = { fixture->folder, NULL };
  SquillInspectProgress progress = { .collection = "" };
  g_autoptr (SquillProfile) profile = NULL;

  put_bson (fixture, "one/orders.bson");
  put (fixture, "one/people.json", "{}{}{}");
  profile = squill_inspect_sync (sources, NULL, on_any_progress, &progress, NULL, NULL);
  g_assert_null (progress.collection);
  g_assert_cmpuint (progress.collections_done, ==, 2);
  g_assert_cmpuint (progress.collections_total, ==, 2);
  g_assert_cmpuint (progress.documents, ==, 4);
  g_assert_cmpuint (progress.documents_total, ==, 4);
  g_assert_cmpuint (progress.bytes_read, ==, DOCUMENT_LENGTH + 6);
  g_assert_cmpuint (progress.bytes_total, ==, DOCUMENT_LENGTH + 6);
  g_assert_cmpfloat (progress.seconds, >, 0);
}

#define ADD(name, test) g_test_add ("/inspect/folder/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("dump", test_dump);
  ADD ("files-of-a-folder", test_files_of_a_folder);
  ADD ("several-databases", test_several_databases);
  ADD ("files", test_files);
  ADD ("all-files", test_all_files);
  ADD ("same-names", test_same_names);
  ADD ("same-database", test_same_database);
  ADD ("problems", test_problems);
  ADD ("nothing", test_nothing);
  ADD ("servers", test_servers);
  ADD ("time-series", test_time_series);
  ADD ("limits", test_limits);
  ADD ("async", test_async);
  ADD ("cancelled", test_cancelled);
  ADD ("cancelled-meanwhile", test_cancelled_meanwhile);
  ADD ("list", test_list);
  ADD ("list-twins", test_list_twins);
  ADD ("list-packed", test_list_packed);
  ADD ("list-async", test_list_async);
  ADD ("chosen-collections", test_chosen_collections);
  ADD ("progress", test_progress);
  return g_test_run ();
}
