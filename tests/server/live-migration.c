/* SPDX-License-Identifier: Apache-2.0 */

/* Scripts that move data, run by the shell on a real server, and what is there then. The shell
 * takes longer to read a script than to do what it says: each stands once in what is run, as a
 * function of the constants at its beginning. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "live-migration.h"

#include <string.h>

#include "bson/squill-bson-json.h"
#include "live-samples.h"
#include "live-shell.h"

/* Scripts. */

/* The script that leads from one model to the other; @is_whole: there is nothing that it does not
 * do. */
char *
live_migration_write (SquillModel *now, SquillModel *then, gboolean is_whole)
{
  g_autoptr (SquillDesign) before = squill_design_new (now);
  g_autoptr (SquillDesign) after = squill_design_new (then);
  g_autoptr (SquillMigrationScript) script =
      squill_migration_script_new (before, after, NULL, NULL);

  if (is_whole && script->left->len > 0)
    g_error ("%s\n%s", (char *)script->left->pdata[0], script->text);
  return g_strdup (script->text);
}

static char *
replace (const char *text, const char *old, const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, -1);

  if (g_strv_length (parts) != 2)
    g_error ("“%s” is not there once in:\n%s", old, text);
  return g_strjoinv (new, parts);
}

/* The names that a pattern finds, each once, as “a, b, c”. */
static char *
list_names (const char *text, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  for (g_regex_match (regex, text, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      char *name = g_match_info_fetch (match, 1);

      if (!g_hash_table_contains (known, name))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      g_hash_table_add (known, name);
    }
  g_assert_cmpuint (names->len, >, 0);
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* A function that runs a script in a database, with constants that are other than in the script.
 * What is the same in all scripts, which the shell takes longest to read, becomes one function for
 * all of them: it gets what depends on the designs from the function of each. */
void
live_migration_append (GString *all, const char *name, const char *script)
{
  static const struct
  {
    const char *name;
    const char *value;
  } constants[] = {
    { "BATCH", "1000" },          { "STOP_AFTER", "0" },      { "START_OVER", "false" },
    { "ACCEPT_LOSSES", "false" }, { "SWITCH_OVER", "false" }, { "SWITCH_BACK", "false" },
    { "REALLY_REMOVE", "false" },
  };
  const char *same =
      strstr (script, "// What follows does it. Nothing in it depends on the designs.");
  g_autofree char *text = NULL, *constant_names = NULL, *function_names = NULL;
  g_autofree char *body = NULL, *sum = NULL, *opening = NULL;

  g_assert_nonnull (same);
  text = g_strndup (script, (gsize)(same - script));
  constant_names = list_names (text, "(?:^const |\\], )(\\w+) = ");
  function_names = list_names (same, "^function (\\w+)");
  for (guint i = 0; i < G_N_ELEMENTS (constants); i++)
    {
      g_autofree char *old =
          g_strdup_printf ("const %s = %s;", constants[i].name, constants[i].value);
      g_autofree char *new = g_strdup_printf ("const %s = settings.%s ?? %s;", constants[i].name,
                                              constants[i].name, constants[i].value);
      char *changed = replace (text, old, new);

      g_free (text);
      text = changed;
    }
  body = g_strdup_printf ("const { %s } = design({ %s });\n%s\n}\n", constant_names, function_names,
                          same);
  sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, body, -1);
  opening = g_strdup_printf ("function run_%s(db, design) {\n", sum);
  if (strstr (all->str, opening) == NULL)
    g_string_append_printf (all, "%s%s", opening, body);
  g_string_append_printf (all,
                          "function %s(db, settings) {\n"
                          "run_%s(db, ({ %s }) => {\n%s\nreturn { %s };\n});\n}\n",
                          name, sum, function_names, text, constant_names);
}

/* What is there, in the database that a test has beside it, too. */
static const char tools[] =
    "function look(db) {\n"
    "  const all = [];\n"
    "  for (const each of [db, db.getSiblingDB(db.getName() + '_other')]) {\n"
    "    for (const name of each.getCollectionNames().sort()) {\n"
    "      if (name === 'squill_migration') continue;\n"
    "      for (const one of each.getCollection(name).find().toArray()) {\n"
    "        all.push(each.getName() + ' ' + name + ' ' + EJSON.stringify(one));\n"
    "      }\n"
    "    }\n"
    "  }\n"
    "  return all.sort().join('\\n');\n"
    "}\n"
    "function keep(db, name) {\n"
    "  db.getSiblingDB(name).dropDatabase();\n"
    "  for (const each of db.getCollectionNames()) {\n"
    "    if (each === 'squill_migration') continue;\n"
    "    db.getCollection(each).aggregate([\n"
    "      { $merge: { into: { db: name, coll: each } } }]);\n"
    "  }\n"
    "}\n"
    "function same(a, b, what) {\n"
    "  if (a !== b) throw new Error(what + ' differs:\\n' + a + '\\n' + b);\n"
    "}\n"
    "function isMoved(before, now) {\n"
    "  if (/_before | squill_migration/m.test(now)) throw new Error(now);\n"
    "  if (now === before) throw new Error('Nothing is moved');\n"
    "}\n"
    "function stops(migrate, db, size, after) {\n"
    "  try { migrate(db, { BATCH: size, STOP_AFTER: after }); } catch (error) {\n"
    "    if (error.message.includes('Stopped after ' + after + ' batches')) return true;\n"
    "    throw error;\n"
    "  }\n"
    "  return false;\n"
    "}\n"
    "function goThereAndBack(there, back, db, size, kept) {\n"
    "  const over = { BATCH: size, SWITCH_OVER: true, REALLY_REMOVE: true };\n"
    "  const first = look(db);\n"
    "  if (!stops(there, db, size, 1)) throw new Error('not stopped');\n"
    "  there(db, over);\n"
    "  const moved = look(db);\n"
    "  there(db, over);\n"
    "  same(look(db), moved, 'A second run');\n"
    "  isMoved(first, moved);\n"
    "  keep(db, kept);\n"
    "  db.getCollection('squill_migration').drop();\n"
    "  back(db, over);\n"
    "  db.getCollection('squill_migration').drop();\n"
    "}\n"
    "function goStepwise(there, back, db, size, kept) {\n"
    "  const first = look(db);\n"
    "  if (!stops(there, db, size, 2)) throw new Error('not stopped');\n"
    "  stops(there, db, size, 2);\n"
    "  there(db, { BATCH: size });\n"
    "  const moved = look(db);\n"
    "  there(db, { BATCH: size });\n"
    "  same(look(db), moved, 'A second run');\n"
    "  there(db, { SWITCH_OVER: true });\n"
    "  const over = look(db);\n"
    "  there(db, { SWITCH_OVER: true });\n"
    "  same(look(db), over, 'A second run');\n"
    "  there(db, { SWITCH_BACK: true });\n"
    "  same(look(db), moved, 'The way back');\n"
    "  there(db, { START_OVER: true });\n"
    "  there(db, { SWITCH_OVER: true, REALLY_REMOVE: true });\n"
    "  const removed = look(db);\n"
    "  there(db, { SWITCH_OVER: true, REALLY_REMOVE: true });\n"
    "  same(look(db), removed, 'A second run');\n"
    "  isMoved(first, removed);\n"
    "  db.getCollection('squill_migration').drop();\n"
    "  keep(db, kept);\n"
    "  back(db, { SWITCH_OVER: true, REALLY_REMOVE: true });\n"
    "  db.getCollection('squill_migration').drop();\n"
    "}\n";

/* Functions that the others need. */
void
live_migration_append_tools (GString *all)
{
  g_string_append (all, tools);
}

static void
append_trip (GString *all,
             guint nth,
             const char *function,
             const char *database,
             const char *there,
             const char *back,
             guint batch,
             const char *kept)
{
  g_autofree char *there_name = g_strdup_printf ("there%u", nth);
  g_autofree char *back_name = g_strdup_printf ("back%u", nth);

  live_migration_append (all, there_name, there);
  live_migration_append (all, back_name, back);
  g_string_append_printf (all,
                          "print('# case %u');\n"
                          "%s(%s, %s, db.getSiblingDB('%s'), %u, '%s');\n",
                          nth, function, there_name, back_name, database, batch, kept);
}

/* Runs scripts in a database: stopped after the first batch, twice at the end, and back. What is
 * there before it is moved back is kept in another database. */
void
live_migration_append_trip (GString *all,
                            guint nth,
                            const char *database,
                            const char *there,
                            const char *back,
                            const char *kept)
{
  append_trip (all, nth, "goThereAndBack", database, there, back, 2, kept);
}

/* The same step by step: stopped after each second batch, twice at the end of each step, and back
 * and forth between the old and the new collections. */
void
live_migration_append_stepwise (GString *all,
                                guint nth,
                                const char *database,
                                const char *there,
                                const char *back,
                                guint batch,
                                const char *kept)
{
  append_trip (all, nth, "goStepwise", database, there, back, batch, kept);
}

/* Runs commands that move all that there is. */
void
live_migration_run (LiveServer *server, const char *database, const char *commands)
{
  g_autofree char *printed = live_shell_run (server, database, commands, TRUE);

  if (strstr (printed, "Left as it is: the old") != NULL ||
      strstr (printed, "All documents") == NULL)
    g_error ("%s\n%s", printed, commands);
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

/* Of all collections of a design, or of one. */
char *
live_migration_dump (mongoc_client_t *client,
                     const char *database,
                     SquillDesign *design,
                     const char *only,
                     gboolean with_ids)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < squill_design_get_n_collections (design); i++)
    {
      const SquillCollection *collection = squill_design_get_collection (design, i);
      const char *other = squill_collection_get_database (design, collection);
      g_autoptr (GPtrArray) documents = NULL;

      if (only != NULL && !g_str_equal (collection->name, only))
        continue;
      documents = live_samples_read (client, other != NULL ? other : database, collection->name);
      for (guint j = 0; j < documents->len; j++)
        {
          const bson_t *document = documents->pdata[j];
          json_t *json = squill_document_to_json (bson_get_data (document), document->len);
          g_autofree char *text = NULL;

          /* Links and buckets are made anew. */
          if (collection->kind != SQUILL_COLLECTION_ENTITY)
            json_object_del (json, "_id");
          text = normalize (json, with_ids);
          g_ptr_array_add (lines, g_strdup_printf ("%s %s", collection->name, text));
          json_decref (json);
        }
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **)lines->pdata);
}

/* Fails with the first line that is not the same. */
void
live_migration_assert_same (const char *before,
                            const char *after,
                            const char *what,
                            const char *script)
{
  g_auto (GStrv) old = g_strsplit (before, "\n", -1);
  g_auto (GStrv) new = g_strsplit (after, "\n", -1);
  guint i = 0;

  while (old[i] != NULL && g_strcmp0 (old[i], new[i]) == 0)
    i++;
  if (old[i] != NULL || g_strv_length (old) != g_strv_length (new))
    g_error ("%s:\n%s\nhas become\n%s\n%s", what, old[i], old[i] == NULL ? "more" : new[i], script);
}
