/* SPDX-License-Identifier: Apache-2.0 */

/* A watch on a real server: it sees what comes, and nothing but reads goes over the wire. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-data.h"
#include "live-server.h"

#include "inspect/refresh/squill-refresh.h"
#include "session/squill-inspection.h"
#include "session/squill-watch.h"

#include <string.h>

#define DATABASE "squill_test_watch"
#define DEADLINE_SECONDS 60

typedef struct
{
  gboolean done;
  SquillModel *model;
} Reading;

static gboolean
on_deadline (gpointer data)
{
  g_error ("It was not read in time");
  return G_SOURCE_REMOVE;
}

static void
wait_for (const gboolean *done)
{
  const guint source = g_timeout_add_seconds (DEADLINE_SECONDS, on_deadline, NULL);

  while (!*done)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  squill_inspection_read_finish (SQUILL_INSPECTION (source), result, &error);
  g_assert_no_error (error);
  ((Reading *)data)->done = TRUE;
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = data;
  g_autoptr (GError) error = NULL;

  reading->model = squill_inspection_make_model_finish (SQUILL_INSPECTION (source), result, &error);
  g_assert_no_error (error);
  reading->done = TRUE;
}

static SquillModel *
make_model (const char *uri)
{
  g_autoptr (SquillInspection) inspection = squill_inspection_new ();
  const char *const sources[] = { uri, NULL };
  Reading reading = { 0 };

  squill_inspection_set_sources (inspection, sources);
  squill_inspection_read_async (inspection, on_read, &reading);
  wait_for (&reading.done);
  reading.done = FALSE;
  squill_inspection_make_model_async (inspection, on_made, &reading);
  wait_for (&reading.done);
  return reading.model;
}

static void
on_changed (SquillWatch *watch, gboolean *done)
{
  *done = !squill_watch_is_reading (watch);
}

static void
read_now (SquillWatch *watch)
{
  gboolean done = FALSE;
  const gulong handler = g_signal_connect (watch, "changed", G_CALLBACK (on_changed), &done);

  squill_watch_read (watch);
  wait_for (&done);
  g_signal_handler_disconnect (watch, handler);
  g_assert_no_error (squill_watch_get_error (watch));
}

static gboolean
says (SquillWatch *watch, const char *words)
{
  g_autoptr (GPtrArray) differences = squill_watch_get_differences (watch);

  for (guint i = 0; i < differences->len; i++)
    if (strstr (((const SquillDifference *)differences->pdata[i])->message, words) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_watch (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  mongoc_client_t *client;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillSession) session = NULL;
  g_autoptr (SquillWatch) watch = NULL;
  g_autoptr (GPtrArray) commands = NULL;
  g_autofree char *direct = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *harm = NULL;
  WireProxy *proxy;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_generate (client, DATABASE, "books", 300, 20);
  live_data_settle (client, DATABASE, "books", 300);
  proxy = live_server_proxy (server);
  direct = live_server_make_uri (server, "", DATABASE);
  uri = wire_proxy_make_uri (proxy, direct);
  model = make_model (uri);
  session = squill_session_new (model, NULL);
  watch = squill_watch_new (session, 0);

  wire_proxy_forget_commands (proxy);
  read_now (watch);
  g_assert_cmpuint (squill_watch_get_n_new (watch), ==, 0);
  live_data_insert (client, DATABASE, "authors", "[{\"_id\": \"ann\"}, {\"_id\": \"bob\"}]");
  live_data_insert (client, DATABASE, "books",
                    "[{\"_id\": \"~1\", \"shelf\": 1}, {\"_id\": \"~2\", \"shelf\": 2}]");
  live_data_settle (client, DATABASE, "books", 302);
  read_now (watch);
  g_assert_true (says (watch, "authors"));
  g_assert_true (says (watch, "shelf"));
  g_assert_cmpuint (squill_watch_get_n_new (watch), >=, 2);

  /* Only reads, and few. */
  commands = wire_proxy_get_commands (proxy);
  harm = wire_commands_describe_harm (commands);
  g_assert_cmpstr (harm, ==, NULL);
  g_assert_cmpuint (commands->len, <, 200);

  g_clear_object (&watch);
  wire_proxy_free (proxy);
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/watch", test_watch);
}

int
main (int argc, char **argv)
{
  return live_server_run (&argc, &argv, add_tests);
}
