/* SPDX-License-Identifier: Apache-2.0 */

/* Servers that go away, freeze, crawl or lose a cursor: what was read is kept, and whoever waits
 * can stop waiting. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-inspect.h"

#include "inspect/server/squill-server.h"

#include <string.h>

#define DATABASE "squill_test_trouble"
#define THINGS 20000

static void
fill (LiveServer *server)
{
  mongoc_client_t *client = live_server_connect (server);

  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "things", THINGS, 500);
  live_data_settle (client, DATABASE, "things", THINGS);
  mongoc_client_destroy (client);
}

/* The server, with 20,000 things in 10 MB: more than fits into what is fetched at once. */
static LiveServer *
get_filled (void)
{
  static gboolean filled;
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);

  if (server != NULL && !filled)
    fill (server);
  filled = filled || server != NULL;
  return server;
}

/* Some were read and not all, and it is said how many there are. */
static void
assert_part (LiveInspection *inspection)
{
  gint64 documents;

  g_assert_no_error (inspection->error);
  documents = live_inspection_get_number (inspection, "things", "documents");
  g_assert_cmpint (documents, >, 0);
  g_assert_cmpint (documents, <, THINGS);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents_total"), ==,
                   THINGS);
  g_assert_cmpint (json_integer_value (json_object_get (
                       live_inspection_get_path (inspection, "things", "n"), "present")),
                   ==, documents);
}

static void
test_nobody_there (void)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  guint16 port;

  /* A port where somebody was a moment ago. */
  port = g_socket_listener_add_any_inet_port (listener, NULL, &error);
  g_assert_no_error (error);
  g_socket_listener_close (listener);
  address = g_strdup_printf ("mongodb://127.0.0.1:%u/", port);
  {
    const char *const sources[] = { address, NULL };

    profile = squill_inspect_sync (sources, &options, NULL, NULL, NULL, &error);
  }
  g_assert_null (profile);
  g_assert_error (error, SQUILL_SERVER_ERROR, SQUILL_SERVER_ERROR_UNREACHABLE);
}

static void
test_gone_before (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_cut (inspection->proxy);
  live_inspection_run (inspection);
  g_assert_nonnull (inspection->error);
  g_assert_true (inspection->error->domain == SQUILL_SERVER_ERROR);
}

static void
test_gone_while_listing (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_CUT, "listCollections", 1);
  live_inspection_run (inspection);
  g_assert_nonnull (inspection->error);
  g_assert_true (inspection->error->domain == SQUILL_SERVER_ERROR);
}

static void
test_gone_in_the_middle (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_CUT, "getMore", 2);
  live_inspection_run (inspection);
  assert_part (inspection);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), >, 0);
  g_assert_true (live_inspection_has_problem (inspection, "The connection to 127.0.0.1"));
}

/* In the middle of a document. */
static void
test_torn (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_act_after_bytes (inspection->proxy, WIRE_ACTION_CUT, 3000001);
  live_inspection_run (inspection);
  assert_part (inspection);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), >, 0);
}

/* The server itself ends while somebody reads it. */
static void
test_server_ends (void)
{
  g_autoptr (LiveServer) server = NULL;
  g_autoptr (LiveInspection) inspection = NULL;
  g_autofree char *why_not = NULL;

  if (get_filled () == NULL)
    return;
  server = live_server_start (LIVE_SERVER_PLAIN, &why_not);
  g_assert_cmpstr (why_not, ==, NULL);
  if (!live_server_is_ours (server))
    {
      g_test_skip ("the server is not ours to end");
      return;
    }
  fill (server);
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_FREEZE, "getMore", 1);
  live_inspection_begin (inspection);
  wire_proxy_wait_until_held (inspection->proxy);
  g_clear_pointer (&server, live_server_stop);
  wire_proxy_thaw (inspection->proxy);
  live_inspection_finish (inspection);
  assert_part (inspection);
  g_assert_cmpuint (squill_profile_get_n_problems (inspection->profile), >, 0);
}

/* Whoever cancels need not wait until the server comes to. */
static void
test_frozen (gconstpointer data)
{
  const char *command = data;
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  if (command == NULL)
    wire_proxy_freeze (inspection->proxy);
  else
    wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_FREEZE, command, 1);
  live_inspection_begin (inspection);
  wire_proxy_wait_until_held (inspection->proxy);
  g_cancellable_cancel (inspection->cancellable);
  live_inspection_finish (inspection);
  g_assert_true (wire_proxy_is_frozen (inspection->proxy));
  if (g_strcmp0 (command, "getMore") == 0)
    {
      assert_part (inspection);
      g_assert_true (squill_profile_is_cut_short (inspection->profile));
    }
  else
    {
      g_assert_error (inspection->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

/* The window waits in its main loop, which goes on. */
typedef struct
{
  LiveInspection *inspection;
  GMainLoop *loop;
  SquillProfile *profile;
  GError *error;
} Waiting;

static void
on_inspected (GObject *source, GAsyncResult *result, gpointer data)
{
  Waiting *waiting = data;

  waiting->profile = squill_inspect_finish (result, &waiting->error);
  g_main_loop_quit (waiting->loop);
}

static gpointer
cancel_when_held (gpointer data)
{
  Waiting *waiting = data;

  wire_proxy_wait_until_held (waiting->inspection->proxy);
  g_cancellable_cancel (waiting->inspection->cancellable);
  return NULL;
}

static void
test_frozen_window (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  g_autoptr (GMainLoop) loop = NULL;
  Waiting waiting = { NULL };
  GThread *thread;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  loop = g_main_loop_new (NULL, FALSE);
  waiting.inspection = inspection;
  waiting.loop = loop;
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_FREEZE, "getMore", 1);
  {
    const char *const sources[] = { inspection->uri, NULL };

    squill_inspect_async (sources, &inspection->options, NULL, NULL, NULL, inspection->cancellable,
                          on_inspected, &waiting);
  }
  thread = g_thread_new ("cancelling", cancel_when_held, &waiting);
  g_main_loop_run (loop);
  g_thread_join (thread);
  g_assert_true (wire_proxy_is_frozen (inspection->proxy));
  g_assert_no_error (waiting.error);
  g_assert_true (squill_profile_is_cut_short (waiting.profile));
  g_object_unref (waiting.profile);
}

/* A time budget holds even where nothing comes any more. */
static void
test_frozen_budget (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  inspection->options.max_seconds = 1;
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_FREEZE, "getMore", 1);
  live_inspection_run (inspection);
  g_assert_true (wire_proxy_is_frozen (inspection->proxy));
  assert_part (inspection);
}

static void
cancel_when_some (const SquillInspectProgress *progress, gpointer data)
{
  LiveInspection *inspection = data;

  if (progress->documents > 0)
    g_cancellable_cancel (inspection->cancellable);
}

/* There is progress long before all is there; what came is kept. */
static void
test_slow (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  /* Ten seconds' worth. */
  wire_proxy_set_rate (inspection->proxy, THINGS * 50);
  inspection->on_progress = cancel_when_some;
  inspection->progress_data = inspection;
  live_inspection_run (inspection);
  assert_part (inspection);
  g_assert_true (squill_profile_is_cut_short (inspection->profile));
  g_assert_cmpuint (wire_proxy_get_reply_bytes (inspection->proxy), <, THINGS * 500);
}

/* The number of the cursor that a getMore asked for last; 0 for none. */
static gint64
find_cursor (WireProxy *proxy)
{
  g_autoptr (GPtrArray) commands = wire_proxy_get_commands (proxy);
  gint64 cursor = 0;

  for (guint i = 0; i < commands->len; i++)
    {
      const WireCommand *command = g_ptr_array_index (commands, i);
      bson_iter_t iter;

      if (g_str_equal (command->name, "getMore") &&
          bson_iter_init_find (&iter, command->body, "getMore"))
        cursor = bson_iter_as_int64 (&iter);
    }
  return cursor;
}

static void
test_cursor_killed (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;
  g_autofree char *kill = NULL;
  mongoc_client_t *client;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_act_after_replies (inspection->proxy, WIRE_ACTION_FREEZE, "getMore", 1);
  live_inspection_begin (inspection);
  wire_proxy_wait_until_held (inspection->proxy);
  kill = g_strdup_printf ("{\"killCursors\": \"things\", \"cursors\": [{\"$numberLong\":"
                          " \"%" G_GINT64_FORMAT "\"}]}",
                          find_cursor (inspection->proxy));
  client = live_server_connect (server);
  live_data_run (client, DATABASE, kill);
  mongoc_client_destroy (client);
  wire_proxy_thaw (inspection->proxy);
  live_inspection_finish (inspection);
  assert_part (inspection);
  g_assert_true (live_inspection_has_problem (inspection, "The server ended the reading"));
}

/* The server says that itself: it is going away. */
static void
test_shut_down (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_answer (inspection->proxy, "getMore", NULL,
                     "{\"ok\": 0, \"code\": 91, \"errmsg\": \"shutdown in progress\"}");
  live_inspection_run (inspection);
  assert_part (inspection);
  g_assert_true (live_inspection_has_problem (inspection, "being shut down"));
}

/* After all that it can be read as before, by the same program. */
static void
test_mended (void)
{
  LiveServer *server = get_filled ();
  g_autoptr (LiveInspection) inspection = NULL;

  if (server == NULL)
    return;
  inspection = live_inspection_new (server, DATABASE);
  wire_proxy_cut (inspection->proxy);
  live_inspection_run (inspection);
  g_assert_nonnull (inspection->error);
  wire_proxy_mend (inspection->proxy);
  live_inspection_run_fine (inspection);
  g_assert_cmpint (live_inspection_get_number (inspection, "things", "documents"), ==, THINGS);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/trouble/nobody-there", test_nobody_there);
  g_test_add_func ("/server/trouble/gone-before", test_gone_before);
  g_test_add_func ("/server/trouble/gone-while-listing", test_gone_while_listing);
  g_test_add_func ("/server/trouble/gone-in-the-middle", test_gone_in_the_middle);
  g_test_add_func ("/server/trouble/torn", test_torn);
  g_test_add_func ("/server/trouble/server-ends", test_server_ends);
  g_test_add_data_func ("/server/trouble/frozen-greeting", NULL, test_frozen);
  g_test_add_data_func ("/server/trouble/frozen-list", "listCollections", test_frozen);
  g_test_add_data_func ("/server/trouble/frozen-indexes", "listIndexes", test_frozen);
  g_test_add_data_func ("/server/trouble/frozen-reading", "getMore", test_frozen);
  g_test_add_func ("/server/trouble/frozen-window", test_frozen_window);
  g_test_add_func ("/server/trouble/frozen-budget", test_frozen_budget);
  g_test_add_func ("/server/trouble/slow", test_slow);
  g_test_add_func ("/server/trouble/cursor-killed", test_cursor_killed);
  g_test_add_func ("/server/trouble/shut-down", test_shut_down);
  g_test_add_func ("/server/trouble/mended", test_mended);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
