/* SPDX-License-Identifier: Apache-2.0 */

/* Which documents of a real server are read, and what is said of them. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-inspect.h"

#include "inspect/server/squill-server.h"

#include <string.h>

#define DATABASE "squill_test_reading"
#define THINGS 30000

/* The server, with 30,000 things of about 400 bytes and three orders of them. */
static LiveServer *
get_filled (void)
{
  static gboolean filled;
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  mongoc_client_t *client;

  if (server == NULL || filled)
    return server;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "things", THINGS, 350);
  live_data_insert (client, DATABASE, "orders",
                    "[{\"_id\": 1, \"things\": [1, 2], \"note\": \"a\"},"
                    " {\"_id\": 2, \"things\": [5, 99, 7], \"note\": null},"
                    " {\"_id\": 3, \"things\": []}]");
  live_data_settle (client, DATABASE, "things", THINGS);
  live_data_settle (client, DATABASE, "orders", 3);
  mongoc_client_destroy (client);
  filled = TRUE;
  return server;
}

static void
test_full (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  json_t *n;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  live_inspection_run_fine (inspection);

  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, THINGS);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents_total"), ==,
                   THINGS);
  g_assert_cmpint (live_inspection_get_number (inspection, "orders", "documents"), ==, 3);
  g_assert_cmpstr (json_string_value (json_object_get (
                       live_inspection_get_collection (inspection, "things"), "method")),
                   ==, "full");
  n = live_inspection_get_path (inspection, "things", "n");
  g_assert_cmpint (json_integer_value (json_object_get (n, "present")), ==, THINGS);
  g_assert_cmpint (json_integer_value (json_object_get (json_object_get (n, "types"), "int")), ==,
                   THINGS);
  n = live_inspection_get_path (inspection, "orders", "things[]");
  g_assert_cmpint (json_integer_value (json_object_get (n, "present")), ==, 5);
  g_assert_false (squill_profile_is_cut_short (inspection->profile));
}

/* k of N is said, and chance chooses: not simply the first. */
static void
test_sample (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  json_t *range;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.method = SQUILL_INSPECT_SAMPLE;
  inspection->options.max_documents = 500;
  live_inspection_run_fine (inspection);

  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, 500);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents_total"), ==,
                   THINGS);
  g_assert_cmpstr (json_string_value (json_object_get (
                       live_inspection_get_collection (inspection, "things"), "method")),
                   ==, "sample");
  /* Where there are no more than that, all are read. */
  g_assert_cmpint (live_inspection_get_number (inspection, "orders", "documents"), ==, 3);
  g_assert_cmpstr (json_string_value (json_object_get (
                       live_inspection_get_collection (inspection, "orders"), "method")),
                   ==, "full");
  /* Servers may choose pages, of which a few hold all 500, but hardly just the first of them. */
  range = json_object_get (live_inspection_get_path (inspection, "things", "n"), "range");
  g_assert_cmpint (json_integer_value (json_object_get (range, "max")), >=, 500);
}

static void
test_newest (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  json_t *range;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.method = SQUILL_INSPECT_NEWEST;
  inspection->options.max_documents = 100;
  live_inspection_run_fine (inspection);

  g_assert_cmpstr (json_string_value (json_object_get (
                       live_inspection_get_collection (inspection, "things"), "method")),
                   ==, "newest");
  range = json_object_get (live_inspection_get_path (inspection, "things", "_id"), "range");
  g_assert_cmpint (json_integer_value (json_object_get (range, "min")), ==, THINGS - 100);
  g_assert_cmpint (json_integer_value (json_object_get (range, "max")), ==, THINGS - 1);
}

static void
test_filter (void)
{
  LiveServer *server = get_filled ();
  static const char *const things[] = { "things", NULL };
  g_autoptr (LiveInspection) inspection = NULL;
  json_t *word;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.collections = things;
  inspection->options.filter = "{\"n\": {\"$gte\": 100, \"$lt\": 200}, \"word\": \"two\"}";
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, 14);
  word = live_inspection_get_path (inspection, "things", "word");
  g_assert_cmpint (json_integer_value (json_object_get (word, "distinct")), ==, 1);

  inspection->options.method = SQUILL_INSPECT_SAMPLE;
  inspection->options.max_documents = 5;
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, 5);
  word = live_inspection_get_path (inspection, "things", "word");
  g_assert_cmpint (json_integer_value (json_object_get (word, "present")), ==, 5);
  g_assert_cmpint (json_integer_value (json_object_get (word, "distinct")), ==, 1);
}

/* A filter that is none, or would make the server run code, is refused before anything is sent. */
static void
test_bad_filters (void)
{
  LiveServer *server = get_filled ();
  static const char *const filters[] = {
    "{\"n\": ",
    "{\"$where\": \"sleep(1000)\"}",
    "{\"$expr\": {\"$function\": {\"body\": \"x\", \"args\": [], \"lang\": \"js\"}}}",
  };

  if (server == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr (LiveInspection) inspection = live_inspection_new (server, DATABASE);
      g_autoptr (GPtrArray) commands = NULL;

      inspection->options.filter = filters[i];
      live_inspection_run (inspection);
      g_assert_nonnull (inspection->error);
      g_assert_true (inspection->error->domain == SQUILL_SERVER_ERROR);
      commands = wire_proxy_get_commands (inspection->proxy);
      g_assert_cmpuint (commands->len, ==, 0);
    }
}

static void
test_choice (void)
{
  LiveServer *server = get_filled ();
  static const char *const orders[] = { "orders", NULL };
  static const char *const full_name[] = { DATABASE ".orders", NULL };
  static const char *const elsewhere[] = { "elsewhere.orders", NULL };

  if (server == NULL)
    return;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LiveInspection) inspection = live_inspection_new (server, DATABASE);
      g_autofree char *names = NULL;

      inspection->options.collections = i == 0 ? orders : i == 1 ? full_name : elsewhere;
      live_inspection_run (inspection);
      if (inspection->profile != NULL)
        names = live_inspection_name_collections (inspection);
      g_assert_cmpstr (names != NULL ? names : "", ==, i < 2 ? "orders" : "");
    }
}

/* What could be read: without reading it. */
static void
test_list (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  g_autoptr (SquillProblemList) problems = squill_problem_list_new ();
  g_autoptr (GPtrArray) listed = NULL;
  g_autoptr (GPtrArray) commands = NULL;
  g_autoptr (GError) error = NULL;
  guint found = 0;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, "");
  {
    const char *const sources[] = { inspection->uri, NULL };

    listed = squill_inspect_list_sync (sources, &inspection->options, problems, NULL, &error);
  }
  g_assert_no_error (error);
  for (guint i = 0; i < listed->len; i++)
    {
      const SquillListedCollection *one = g_ptr_array_index (listed, i);

      if (g_strcmp0 (one->database, DATABASE) != 0)
        continue;
      found++;
      g_assert_cmpstr (one->kind, ==, "collection");
      g_assert_false (one->system);
      g_assert_cmpuint (one->documents, ==, g_str_equal (one->name, "things") ? THINGS : 3);
      g_assert_cmpuint (one->bytes, >, 0);
      g_assert_cmpuint (one->bytes, !=, G_MAXUINT64);
    }
  g_assert_cmpuint (found, ==, 2);
  live_inspection_assert_reads_only (inspection);
  commands = wire_proxy_get_commands (inspection->proxy);
  for (guint i = 0; i < commands->len; i++)
    g_assert_cmpstr (((WireCommand *)g_ptr_array_index (commands, i))->name, !=, "getMore");
}

/* Several databases make one model; of each name is told where it comes from. */
static void
test_databases (void)
{
  LiveServer *server = get_filled ();
  static const char *const both[] = { DATABASE ".orders", DATABASE "_2.orders", NULL };
  g_autoptr (LiveInspection) inspection = NULL;
  mongoc_client_t *client;
  json_t *collection;
  gsize i;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, DATABASE "_2", "{\"dropDatabase\": 1}");
  live_data_insert (client, DATABASE "_2", "orders", "[{\"_id\": \"x\"}]");
  mongoc_client_destroy (client);

  inspection = live_inspection_new (server, "");
  inspection->options.collections = both;
  live_inspection_run_fine (inspection);
  g_assert_cmpuint (json_array_size (json_object_get (inspection->json, "collections")), ==, 2);
  json_array_foreach (json_object_get (inspection->json, "collections"), i, collection)
      g_assert_cmpstr (json_string_value (json_object_get (collection, "source")), ==,
                       i == 0 ? DATABASE ".orders" : DATABASE "_2.orders");
}

/* A database that is not there may be mistyped: those that there are stand in the message. */
static void
test_nothing (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, "squill_test_nothing");
  live_inspection_run (inspection);
  g_assert_error (inspection->error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_ADDRESS);
  g_assert_nonnull (strstr (inspection->error->message, "squill_test_nothing"));
  g_assert_nonnull (strstr (inspection->error->message, DATABASE));
}

static void
on_progress (const SquillInspectProgress *progress, gpointer data)
{
  SquillInspectProgress *last = data;

  g_assert_cmpuint (progress->documents, >=, last->documents);
  g_assert_cmpuint (progress->bytes_read, >=, last->bytes_read);
  g_assert_cmpuint (progress->collections_done, <=, progress->collections_total);
  *last = *progress;
  last->collection = NULL;
}

static void
test_progress (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  SquillInspectProgress last = { 0 };

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->on_progress = on_progress;
  inspection->progress_data = &last;
  live_inspection_run_fine (inspection);
  g_assert_cmpuint (last.documents, ==, THINGS + 3);
  g_assert_cmpuint (last.documents_total, ==, THINGS + 3);
  g_assert_cmpuint (last.collections_total, ==, 2);
  g_assert_cmpuint (last.bytes_read, >, THINGS * 350);
}

/* With no time at all, what was read is still a profile that says so. */
static void
test_time_budget (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  static const char *const things[] = { "things", NULL };

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.collections = things;
  inspection->options.max_seconds = 1;
  /* Ten seconds' worth. */
  wire_proxy_set_rate (inspection->proxy, THINGS * 40);
  live_inspection_run (inspection);
  g_assert_no_error (inspection->error);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), <, THINGS);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents_total"), ==,
                   THINGS);
}

static void
test_many_collections (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (LiveInspection) inspection = NULL;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, "squill_test_many", "{\"dropDatabase\": 1}");
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = g_strdup_printf ("collection%02u", i);

      live_data_generate (client, "squill_test_many", name, i + 1, 0);
    }
  inspection = live_inspection_new (server, "squill_test_many");
  live_inspection_run_fine (inspection);
  g_assert_cmpuint (squill_profile_get_collections (inspection->profile)->len, ==, 60);
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *name = g_strdup_printf ("collection%02u", i);

      g_assert_cmpint (live_inspection_get_number (inspection, name, "documents"), ==, i + 1);
    }
  live_data_run (client, "squill_test_many", "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

static void
test_hundred_databases (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (LiveInspection) inspection = NULL;
  mongoc_client_t *client;
  guint found = 0;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("squill_test_db%02u", i);

      live_data_run (client, name, "{\"dropDatabase\": 1}");
      live_data_insert (client, name, "one", "[{\"_id\": 1}]");
    }
  inspection = live_inspection_new (server, "");
  live_inspection_run_fine (inspection);
  for (guint i = 0; i < squill_profile_get_collections (inspection->profile)->len; i++)
    {
      const SquillCollectionProfile *collection;

      collection = g_ptr_array_index (squill_profile_get_collections (inspection->profile), i);
      found += g_str_has_prefix (collection->source, "squill_test_db");
      g_assert_false (g_str_has_prefix (collection->source, "admin."));
    }
  g_assert_cmpuint (found, ==, 100);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("squill_test_db%02u", i);

      live_data_run (client, name, "{\"dropDatabase\": 1}");
    }
  mongoc_client_destroy (client);
}

/* The rules of the gate hold for everything that inspecting can ask for. */
static void
test_counting (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.method = SQUILL_INSPECT_SAMPLE;
  inspection->options.max_documents = 200;
  inspection->options.count_on_server = TRUE;
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, 200);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/reading/full", test_full);
  g_test_add_func ("/server/reading/sample", test_sample);
  g_test_add_func ("/server/reading/newest", test_newest);
  g_test_add_func ("/server/reading/filter", test_filter);
  g_test_add_func ("/server/reading/bad-filters", test_bad_filters);
  g_test_add_func ("/server/reading/choice", test_choice);
  g_test_add_func ("/server/reading/list", test_list);
  g_test_add_func ("/server/reading/databases", test_databases);
  g_test_add_func ("/server/reading/nothing", test_nothing);
  g_test_add_func ("/server/reading/progress", test_progress);
  g_test_add_func ("/server/reading/time-budget", test_time_budget);
  g_test_add_func ("/server/reading/counting", test_counting);
  g_test_add_func ("/server/reading/many-collections", test_many_collections);
  g_test_add_func ("/server/reading/hundred-databases", test_hundred_databases);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
