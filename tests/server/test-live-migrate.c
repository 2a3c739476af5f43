/* SPDX-License-Identifier: Apache-2.0 */

/* The script that moves the data of one design into another, run by the shell on a real server: who
 * belongs to whom stays, it can be stopped and run again, and there is a way back. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include <string.h>

#include "bson/squill-bson-json.h"
#include "design-fixture.h"
#include "exchange/migrate/squill-migration-script.h"
#include "live-data.h"
#include "live-members.h"
#include "live-samples.h"
#include "live-server.h"
#include "live-shell.h"
#include "team-model.h"

#define DATABASE "squill_test_migrate"

#define DOCUMENTS 2000
#define ELEMENTS 2000

typedef struct
{
  LiveServer *server;
  mongoc_client_t *client;
} Fixture;

static gboolean
set_up (Fixture *self)
{
  self->server = live_server_get (LIVE_SERVER_PLAIN);
  if (self->server == NULL || !live_shell_is_there ())
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

/* What is in a database, whatever the order of fields and of elements. */

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static char *
normalize (json_t *value, gboolean with_ids)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *inner = NULL;
  const char *key;
  json_t *member;
  size_t i;

  if (json_is_object (value) && !with_ids && json_object_get (value, "$oid") != NULL)
    return g_strdup ("an id");
  if (json_is_object (value))
    json_object_foreach (value, key, member)
    {
      g_autofree char *text = normalize (member, with_ids);

      g_ptr_array_add (parts, g_strdup_printf ("\"%s\": %s", key, text));
    }
  else if (json_is_array (value))
    json_array_foreach (value, i, member)
    {
      g_ptr_array_add (parts, normalize (member, with_ids));
    }
  else
    return json_dumps (value, JSON_ENCODE_ANY);
  g_ptr_array_sort (parts, compare_texts);
  g_ptr_array_add (parts, NULL);
  inner = g_strjoinv (", ", (char **)parts->pdata);
  return json_is_object (value) ? g_strdup_printf ("{%s}", inner) : g_strdup_printf ("[%s]", inner);
}

static char *
dump (mongoc_client_t *client, SquillDesign *design, gboolean with_ids)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const char *name = squill_design_get_collection (design, i)->name;
      g_autoptr (GPtrArray) documents = live_samples_read (client, DATABASE, name);

      for (guint j = 0; j < documents->len; j++)
        {
          const bson_t *document = documents->pdata[j];
          json_t *json = squill_document_to_json (bson_get_data (document), document->len);
          g_autofree char *text = normalize (json, with_ids);

          g_ptr_array_add (lines, g_strdup_printf ("%s %s", name, text));
          json_decref (json);
        }
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **)lines->pdata);
}

/* Scripts. */

static char *
replace (const char *text, const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);

  if (g_strv_length (parts) != 2)
    g_error ("“%s” is not there once in:\n%s", old, text);
  return g_strjoinv (new, parts);
}

static char *
set_constant (const char *script, const char *name, const char *before, const char *after)
{
  g_autofree char *old = g_strdup_printf ("const %s = %s;", name, before);
  g_autofree char *new = g_strdup_printf ("const %s = %s;", name, after);

  return replace (script, old, new);
}

static char *
write_script (SquillModel *now, SquillModel *then, gboolean is_whole)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillMigrationScript) script = squill_migration_script_new (before, after);

  if (is_whole && script->left->len > 0)
    g_error ("%s\n%s", (char *)script->left->pdata[0], script->text);
  return g_strdup (script->text);
}

/* A function that runs a script with other constants: NAME=VALUE, with what they are otherwise. */
static void
append_run (GString *all, const char *name, const char *script, const char *const (*settings)[3])
{
  g_autofree char *text = g_strdup (script);

  for (guint i = 0; settings[i][0] != NULL; i++)
    {
      char *changed = set_constant (text, settings[i][0], settings[i][1], settings[i][2]);

      g_free (text);
      text = changed;
    }
  g_string_append_printf (all, "function %s() {\n%s\n}\n", name, text);
}

static const char runs[] =
    "function look() {\n"
    "  const all = [];\n"
    "  for (const name of db.getCollectionNames().sort()) {\n"
    "    if (name === 'squill_migration') continue;\n"
    "    for (const one of db.getCollection(name).find().toArray()) {\n"
    "      all.push(name + ' ' + EJSON.stringify(one));\n"
    "    }\n"
    "  }\n"
    "  return all.sort().join('\\n');\n"
    "}\n"
    "function same(a, b, what) {\n"
    "  if (a !== b) throw new Error(what + ' differs:\\n' + a + '\\n' + b);\n"
    "}\n"
    "function fails(run, how) {\n"
    "  try { run(); } catch (error) {\n"
    "    if (error.message.includes(how)) return true;\n"
    "    throw error;\n"
    "  }\n"
    "  return false;\n"
    "}\n";

/* Runs a script step by step: stopped after each second batch, twice at the end of each step, and
 * back and forth between the old and the new collections. */
static void
run_stepwise (Fixture *self, const char *script)
{
  static const char *const stopping[][3] = { { "BATCH", "1000", "70" },
                                             { "STOP_AFTER", "0", "2" },
                                             { NULL } };
  static const char *const going_on[][3] = { { "BATCH", "1000", "70" }, { NULL } };
  static const char *const over[][3] = { { "SWITCH_OVER", "false", "true" }, { NULL } };
  static const char *const back[][3] = { { "SWITCH_BACK", "false", "true" }, { NULL } };
  static const char *const removing[][3] = { { "SWITCH_OVER", "false", "true" },
                                             { "REALLY_REMOVE", "false", "true" },
                                             { NULL } };
  static const char *const anew[][3] = { { "START_OVER", "false", "true" }, { NULL } };
  g_autoptr (GString) all = g_string_new (runs);
  g_autofree char *printed = NULL;

  append_run (all, "stop", script, stopping);
  append_run (all, "goOn", script, going_on);
  append_run (all, "switchOver", script, over);
  append_run (all, "switchBack", script, back);
  append_run (all, "remove", script, removing);
  append_run (all, "startOver", script, anew);
  g_string_append (all,
                   "if (!fails(stop, 'Stopped after 2 batches')) throw new Error('not stopped');\n"
                   "fails(stop, 'Stopped after 2 batches');\n"
                   "goOn();\n"
                   "const moved = look();\n"
                   "goOn();\n"
                   "same(look(), moved, 'A second run');\n"
                   "switchOver();\n"
                   "const over = look();\n"
                   "switchOver();\n"
                   "same(look(), over, 'A second run');\n"
                   "switchBack();\n"
                   "same(look(), moved, 'The way back');\n"
                   "startOver();\n"
                   "remove();\n"
                   "const removed = look();\n"
                   "remove();\n"
                   "same(look(), removed, 'A second run');\n"
                   "if (/_before |^squill_migration/m.test(removed)) throw new Error(removed);\n"
                   "db.getCollection('squill_migration').drop();\n");
  printed = live_shell_run (self->server, DATABASE, all->str, TRUE);
  if (strstr (printed, "Left as it is: the old") != NULL ||
      strstr (printed, "All documents") == NULL)
    g_error ("%s\n%s", printed, script);
}

static void
run_at_once (Fixture *self, const char *script)
{
  g_autofree char *switching = set_constant (script, "SWITCH_OVER", "false", "true");
  g_autofree char *removing = set_constant (switching, "REALLY_REMOVE", "false", "true");
  g_autofree char *printed = live_shell_run (self->server, DATABASE, removing, TRUE);

  if (strstr (printed, "Left as it is: the old") != NULL)
    g_error ("%s\n%s", printed, script);
  live_data_run (self->client, DATABASE, "{\"drop\": \"squill_migration\"}");
}

/* Placements. */

static void
place (SquillModel *model, const char *placement)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", placement);

  change (model, "members", "placement", quoted);
  if (g_str_equal (placement, "subset") || g_str_equal (placement, "bucket"))
    change (model, "members", "bound", "5");
}

static void
check_members (Fixture *self, const char *placement, const char *expected, const char *script)
{
  for (guint nth = 0;; nth++)
    {
      g_autofree char *members = live_members_read (self->client, DATABASE, placement, nth);

      if (members == NULL)
        break;
      if (!g_str_equal (members, expected))
        g_error ("%s: %s\nand not\n%s\n%s", placement, members, expected, script);
    }
}

static void
test_placements (gconstpointer data)
{
  const char *from = data;
  Fixture self;

  if (!set_up (&self))
    return;
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      const char *to = team_placements[i];
      g_autoptr (SquillModel) now = make_teams (from);
      g_autoptr (SquillModel) then = NULL;
      g_autoptr (SquillDesign) design = NULL;
      g_autoptr (SquillSamples) samples = NULL;
      g_autofree char *before = NULL, *members = NULL, *after = NULL, *there = NULL, *back = NULL;

      if (g_str_equal (from, to))
        continue;
      change (now, squill_model_get_info (now)->item.id, "dialect", "'ferretdb'");
      draw_count (now, "player", 360);
      if (g_str_equal (from, "embed-one") || g_str_equal (to, "embed-one"))
        {
          change (now, "members", "children", "{'min':1,'likely':1,'max':1}");
          draw_count (now, "team", 200);
          draw_count (now, "player", 200);
        }
      then = squill_model_copy (now);
      squill_model_set_read_only (then, FALSE);
      place (then, to);
      g_test_message ("to %s", to);
      design = squill_design_new (now);
      samples = squill_samples_new (design);
      live_samples_fill (self.client, DATABASE, design, samples, DOCUMENTS, ELEMENTS);
      members = live_members_read (self.client, DATABASE, from, 0);
      before = dump (self.client, design, FALSE);
      there = write_script (now, then, TRUE);
      back = write_script (then, now, TRUE);
      run_stepwise (&self, there);
      check_members (&self, to, members, there);
      run_at_once (&self, back);
      check_members (&self, from, members, back);
      after = dump (self.client, design, FALSE);
      /* How full buckets are is not the same. */
      if (!g_str_equal (from, "bucket") && !g_str_equal (before, after))
        g_error ("%s to %s and back:\n%.3000s\n\n%.3000s\n%s", from, to, before, after, back);
    }
  tear_down (&self);
}

static void
add_tests (void)
{
  for (guint i = 0; i < SQUILL_N_PLACEMENTS; i++)
    {
      g_autofree char *path = g_strconcat ("/server/migrate/from/", team_placements[i], NULL);

      g_test_add_data_func (path, team_placements[i], test_placements);
    }
}

int
main (int argc, char *argv[])
{
  return live_server_run (&argc, &argv, add_tests);
}
