/* SPDX-License-Identifier: Apache-2.0 */

/* Scripts for the MongoDB Shell, run on a real server. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "exchange/squill-exchange.h"
#include "live-data.h"
#include "live-server.h"
#include "query-command.h"
#include "shell-script.h"

#define DATABASE "squill_test_scripts"
#define OTHER "squill_test_scripts_old"

static char *
export_script (SquillDesign *design, const char *count)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  const SquillExportFile *file;
  gsize length;
  const char *content;

  g_hash_table_insert (options, (gpointer) "count", (gpointer)count);
  files = squill_export (squill_exporters_find ("mongosh"), design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);
  file = files->pdata[0];
  content = g_bytes_get_data (file->content, &length);
  return g_strndup (content, length);
}

/* Customers, their orders, and what was ordered long ago in another database. */
static SquillModel *
make_shop (void)
{
  SquillModel *model = squill_model_new ();

  change (model, SQUILL_MODEL_ID, "database", "'" DATABASE "'");
  draw_entity (model, "customers");
  draw_field (model, "customers", "name", "string");
  draw_index (model, "customers", "by name", "customers.name 1");
  draw_entity (model, "orders");
  draw_field (model, "orders", "date", "date");
  draw_entity (model, "archived");
  draw_field (model, "archived", "date", "date");
  draw_index (model, "archived", "by date", "archived.date 1");
  change (model, "archived", "database", "'" OTHER "'");
  draw_relationship (model, "buys", "customers", "orders", "parent-reference", "0..5..*", "1");
  draw_operation (model, "old", "find", "archived", 1,
                  "{'filter':[{'path':'archived.date','how':'eq'}]}");
  draw_relationship (model, "bought", "customers", "archived", "parent-reference", "0..5..*", "1");
  draw_count (model, "customers", 20);
  draw_count (model, "orders", 20);
  draw_count (model, "archived", 20);
  return model;
}

/* Collections are made, filled, and asked in the database that each of them is in. */
static void
test_databases (void)
{
  LiveServer *server = live_server_get (LIVE_SERVER_PLAIN);
  g_autoptr (SquillModel) model = make_shop ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (SquillQuery) query = NULL;
  g_autofree char *script = export_script (design, "20");
  g_autofree char *printed = NULL, *text = NULL;
  mongoc_client_t *client;
  bson_t *command;
  bson_t reply;
  bson_iter_t iter, batch, first;
  bson_error_t error;

  if (server == NULL)
    return;
  client = live_server_connect (server);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_run (client, OTHER, "{\"dropDatabase\": 1}");
  printed = shell_script_run (client, "test", script);
  g_assert_cmpstr (printed, ==, "");
  g_assert_cmpuint (live_data_count (client, DATABASE, "customers"), ==, 20);
  g_assert_cmpuint (live_data_count (client, DATABASE, "orders"), ==, 20);
  g_assert_cmpuint (live_data_count (client, DATABASE, "archived"), ==, 0);
  g_assert_cmpuint (live_data_count (client, OTHER, "archived"), ==, 20);
  g_assert_cmpuint (live_data_count (client, OTHER, "orders"), ==, 0);

  query = squill_query_new (samples, "old");
  g_assert_cmpuint (query->statements->len, ==, 1);
  g_assert_cmpstr (((SquillStatement *)query->statements->pdata[0])->database, ==, OTHER);
  text = squill_query_to_text (query);
  g_assert_nonnull (strstr (text, "db.getSiblingDB(\"" OTHER "\").getCollection(\"archived\")"));
  command = query_command_new (query, query->statements->pdata[0], results);
  if (!mongoc_client_command_simple (client, OTHER, command, NULL, &reply, &error))
    g_error ("%s", error.message);
  g_assert_true (bson_iter_init (&iter, &reply));
  g_assert_true (bson_iter_find_descendant (&iter, "cursor.firstBatch", &batch));
  g_assert_true (bson_iter_recurse (&batch, &first) && bson_iter_next (&first));
  bson_destroy (command);
  bson_destroy (&reply);
  live_data_run (client, DATABASE, "{\"dropDatabase\": 1}");
  live_data_run (client, OTHER, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (client);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/scripts/databases", test_databases);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
