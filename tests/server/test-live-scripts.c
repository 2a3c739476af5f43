/* SPDX-License-Identifier: Apache-2.0 */

/* The script for the MongoDB Shell, run by the shell on a real server: it makes what is missing,
 * changes what differs, and changes nothing where all is as wanted. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "design-fixture.h"
#include "exchange/squill-exchange.h"
#include "live-data.h"
#include "live-server.h"
#include "live-shell.h"
#include "query-command.h"

#define DATABASE "squill_test_scripts"
#define OTHER "squill_test_scripts_old"
#define SAMPLES "3"

typedef struct
{
  LiveServer *server;
  mongoc_client_t *client;
} Fixture;

/* FALSE where there is no server: the test is skipped then. */
static gboolean
set_up (Fixture *self)
{
  memset (self, 0, sizeof *self);
  self->server = live_server_get (LIVE_SERVER_PLAIN);
  if (self->server == NULL)
    return FALSE;
  self->client = live_server_connect (self->server);
  live_data_run (self->client, DATABASE, "{\"dropDatabase\": 1}");
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  live_data_run (self->client, DATABASE, "{\"dropDatabase\": 1}");
  mongoc_client_destroy (self->client);
}

static char *
export_script (SquillModel *model, const char *first_option, ...)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  const char *content;
  gsize length;
  va_list list;

  /* The server of the tests takes less than MongoDB. */
  g_hash_table_insert (options, (gpointer) "server", (gpointer) "compatible");
  va_start (list, first_option);
  for (const char *name = first_option; name != NULL; name = va_arg (list, const char *))
    g_hash_table_insert (options, (gpointer)name, va_arg (list, char *));
  va_end (list);
  files = squill_export (squill_exporters_find ("mongosh"), design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  content = g_bytes_get_data (((SquillExportFile *)files->pdata[0])->content, &length);
  return g_strndup (content, length);
}

static char *
run_script (Fixture *self, const char *script, gboolean succeeds)
{
  return live_shell_run (self->server, DATABASE, script, succeeds);
}

static void
assert_has (const char *output, const char *line)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  if (!g_strv_contains ((const char *const *)lines, line))
    g_error ("“%s” is not in:\n%s", line, output);
}

static void
test_examples (void)
{
  static const char *const names[] = { "cms", "movies", "tasks" };
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SquillModel) model = load_example (names[i]);
      g_autoptr (SquillDesign) design = squill_design_new (model);
      g_autofree char *script = export_script (model, "count", SAMPLES, NULL);
      g_autofree char *first = NULL, *second = NULL;

      if (!live_shell_runs ())
        continue;
      first = run_script (&self, script, TRUE);
      second = run_script (&self, script, TRUE);
      if (!g_str_has_prefix (second, "Nothing was changed.\n"))
        g_error ("%s: %s", names[i], second);
      for (guint j = 0; j < squill_design_get_n_collections (design); j++)
        {
          const char *name = squill_design_get_collection (design, j)->name;
          g_autofree char *created = g_strconcat (name, ": created", NULL);
          g_autofree char *kept = g_strconcat ("Left as it is: ", name,
                                               ": has documents, so it gets no sample data", NULL);

          assert_has (first, created);
          assert_has (second, kept);
          g_assert_cmpuint (live_data_count (self.client, DATABASE, name), ==,
                            g_ascii_strtoull (SAMPLES, NULL, 10));
        }
      live_data_run (self.client, DATABASE, "{\"dropDatabase\": 1}");
    }
  tear_down (&self);
}

static void
draw_places (SquillModel *model)
{
  draw_entity (model, "places");
  draw_field (model, "places", "name", "string");
  draw_field (model, "places", "city", "string");
  draw_field (model, "places", "seen", "date");
  draw_field (model, "places", "where", "object");
  draw_field (model, "places.where", "type", "string");
  draw_field (model, "places.where", "coordinates", "double[]2");
  draw_index (model, "places", "i1", "places.city 1, places.name -1");
  draw_index (model, "places", "i2", "places.name text, places.city text");
  change (model, "i2", "options", "{'weights':{'name':3}}");
  draw_index (model, "places", "i3", "places.where 2dsphere");
  draw_index (model, "places", "i4", "places.seen 1");
  change (model, "i4", "expire_after", "3600");
  draw_index (model, "places", "i5", "places.city hashed");
  draw_index (model, "places", "i6", "places.name 1");
  change (model, "i6", "unique", "true");
  change (model, "i6", "partial", "{'seen':{'$gt':{'$date':'2020-01-01T00:00:00Z'}}}");
}

/* Kinds of indexes that a server says in words of its own. */
static void
test_indexes (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *script = NULL, *first = NULL, *second = NULL, *third = NULL, *fourth = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  draw_places (model);
  script = export_script (model, NULL);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  first = run_script (&self, script, TRUE);
  assert_has (first, "places: index city_1_name_-1 created");
  assert_has (first, "places: index name_text_city_text created");
  second = run_script (&self, script, TRUE);
  g_assert_cmpstr (second, ==, "Nothing was changed.\n");

  /* What somebody else changed. */
  live_data_run (self.client, DATABASE,
                 "{\"dropIndexes\": \"places\", \"index\": \"city_1_name_-1\"}");
  live_data_run (self.client, DATABASE, "{\"dropIndexes\": \"places\", \"index\": \"seen_1\"}");
  live_data_run (self.client, DATABASE,
                 "{\"createIndexes\": \"places\", \"indexes\": ["
                 "{\"key\": {\"city\": 1}, \"name\": \"city_1_name_-1\"},"
                 "{\"key\": {\"seen\": 1}, \"name\": \"old\", \"expireAfterSeconds\": 3600},"
                 "{\"key\": {\"other\": 1}, \"name\": \"other_1\"}]}");
  live_data_run (self.client, DATABASE,
                 "{\"collMod\": \"places\", \"validator\": {}, \"validationLevel\": \"off\"}");
  third = run_script (&self, script, TRUE);
  assert_has (third, "places: validator, validationLevel changed");
  assert_has (third, "places: index city_1_name_-1 changed");
  assert_has (third, "Left as it is: places: the index seen_1 is called old");
  assert_has (third, "Left as it is: places: index other_1 is not wanted");
  fourth = run_script (&self, script, TRUE);
  g_assert_true (g_str_has_prefix (fourth, "Nothing was changed.\n"));
  tear_down (&self);
}

/* A TTL of 0 lets documents go at their own times. */
static void
test_index_options (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *script = NULL, *first = NULL, *second = NULL, *third = NULL, *fourth = NULL;
  g_autofree char *without = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  draw_entity (model, "places");
  draw_field (model, "places", "until", "date");
  draw_index (model, "places", "i2", "places.until 1");
  change (model, "i2", "expire_after", "0");
  script = export_script (model, NULL);
  change (model, "i2", "expire_after", NULL);
  without = export_script (model, NULL);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  first = run_script (&self, script, TRUE);
  assert_has (first, "places: index until_1 created");
  second = run_script (&self, script, TRUE);
  g_assert_cmpstr (second, ==, "Nothing was changed.\n");
  third = run_script (&self, without, TRUE);
  g_assert_cmpstr (third, ==, "places: index until_1 changed\n");
  fourth = run_script (&self, without, TRUE);
  g_assert_cmpstr (fourth, ==, "Nothing was changed.\n");
  tear_down (&self);
}

/* What cannot be made is named, and the rest is made. */
static void
test_failures (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *script = NULL, *output = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  live_data_insert (self.client, DATABASE, "twice", "[{\"n\": 1}, {\"n\": 1}]");
  draw_entity (model, "twice");
  draw_field (model, "twice", "n", "int");
  draw_field (model, "twice", "m", "int");
  draw_index (model, "twice", "i1", "twice.n 1");
  change (model, "i1", "unique", "true");
  draw_index (model, "twice", "i2", "twice.m 1");
  draw_entity (model, "bad");
  change (model, "bad", "name", "'$bad'");
  draw_entity (model, "good");
  script = export_script (model, NULL);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  output = run_script (&self, script, FALSE);
  g_assert_nonnull (strstr (output, "Failed: twice, index n_1: "));
  assert_has (output, "twice: index m_1 created");
  g_assert_nonnull (strstr (output, "Failed: $bad: "));
  assert_has (output, "good: created");
  tear_down (&self);
}

static void
test_replace (void)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autofree char *script = NULL, *refused = NULL, *done = NULL;
  g_autoptr (GString) confirmed = NULL;
  Fixture self;

  if (!set_up (&self))
    return;
  live_data_insert (self.client, DATABASE, "e", "[{\"n\": 1}, {\"n\": 2}]");
  draw_entity (model, "e");
  script = export_script (model, "mode", "replace", NULL);
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  refused = run_script (&self, script, FALSE);
  g_assert_true (g_str_has_prefix (refused, "Error: Nothing was done: set REALLY_DROP"));
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "e"), ==, 2);
  confirmed = g_string_new (script);
  g_assert_cmpuint (
      g_string_replace (confirmed, "const REALLY_DROP = false;", "const REALLY_DROP = true;", 0),
      ==, 1);
  done = run_script (&self, confirmed->str, TRUE);
  assert_has (done, "e: created");
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "e"), ==, 0);
  tear_down (&self);
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
  g_autoptr (SquillModel) model = make_shop ();
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillSamples) samples = squill_samples_new (design);
  g_autoptr (GPtrArray) results =
      g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  g_autoptr (SquillQuery) query = NULL;
  g_autofree char *script = export_script (model, "database", "model", "count", "20", NULL);
  g_autofree char *printed = NULL, *text = NULL;
  Fixture self;
  bson_t *command;
  bson_t reply;
  bson_iter_t iter, batch, first;
  bson_error_t error;

  if (!set_up (&self))
    return;
  query = squill_query_new (samples, "old");
  g_assert_cmpuint (query->statements->len, ==, 1);
  g_assert_cmpstr (((SquillStatement *)query->statements->pdata[0])->database, ==, OTHER);
  text = squill_query_to_text (query);
  g_assert_nonnull (strstr (text, "db.getSiblingDB(\"" OTHER "\").getCollection(\"archived\")"));
  live_data_run (self.client, OTHER, "{\"dropDatabase\": 1}");
  if (!live_shell_runs ())
    {
      tear_down (&self);
      return;
    }
  printed = run_script (&self, script, TRUE);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "customers"), ==, 20);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "orders"), ==, 20);
  g_assert_cmpuint (live_data_count (self.client, DATABASE, "archived"), ==, 0);
  g_assert_cmpuint (live_data_count (self.client, OTHER, "archived"), ==, 20);
  g_assert_cmpuint (live_data_count (self.client, OTHER, "orders"), ==, 0);
  command = query_command_new (query, query->statements->pdata[0], results);
  if (!mongoc_client_command_simple (self.client, OTHER, command, NULL, &reply, &error))
    g_error ("%s", error.message);
  g_assert_true (bson_iter_init (&iter, &reply));
  g_assert_true (bson_iter_find_descendant (&iter, "cursor.firstBatch", &batch));
  g_assert_true (bson_iter_recurse (&batch, &first) && bson_iter_next (&first));
  bson_destroy (command);
  bson_destroy (&reply);
  live_data_run (self.client, OTHER, "{\"dropDatabase\": 1}");
  tear_down (&self);
}

static void
add_tests (void)
{
  g_test_add_func ("/server/scripts/examples", test_examples);
  g_test_add_func ("/server/scripts/indexes", test_indexes);
  g_test_add_func ("/server/scripts/index-options", test_index_options);
  g_test_add_func ("/server/scripts/databases", test_databases);
  g_test_add_func ("/server/scripts/failures", test_failures);
  g_test_add_func ("/server/scripts/replace", test_replace);
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
