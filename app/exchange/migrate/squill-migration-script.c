/* SPDX-License-Identifier: Apache-2.0 */

/* A script for the MongoDB Shell that moves the data of one design into another. Old documents are
 * never changed: collections whose documents become others are built beside them, take their place
 * in one step, and only a last step removes what was there. So it can be stopped at any time, goes
 * on where it was, and there is a way back until the last step. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migration-script.h"

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-text.h"
#include "exchange/export/squill-export-private.h"
#include "exchange/migrate/squill-migrate-private.h"
#include "exchange/squill-shell-text.h"

typedef struct
{
  SquillMigrationPlan plan;
  SquillExport export;
} Script;

/* Text. */

static void
append_json (GString *text, json_t *json, guint level)
{
  bson_t *document = squill_bson_new_from_json (json);

  squill_bson_text_append (text, document, SQUILL_BSON_STYLE_MONGOSH, 2, level);
  bson_destroy (document);
}

static void
append_list (GString *text, const char *name, json_t *list, guint level)
{
  size_t i;
  json_t *one;

  g_string_append_printf (text, "%*s%s[", (int)(2 * level), "", name);
  json_array_foreach (list, i, one)
  {
    g_string_append_printf (text, "\n%*s", (int)(2 * level + 2), "");
    if (json_is_string (one))
      squill_bson_text_append_string (text, json_string_value (one), -1);
    else if (json_is_array (one))
      {
        g_string_append_c (text, '[');
        for (size_t j = 0; j < json_array_size (one); j++)
          {
            g_string_append (text, j > 0 ? ", " : "");
            squill_bson_text_append_string (text, json_string_value (json_array_get (one, j)), -1);
          }
        g_string_append_c (text, ']');
      }
    else
      append_json (text, one, level + 1);
    g_string_append_c (text, ',');
  }
  if (json_array_size (list) > 0)
    g_string_append_printf (text, "\n%*s", (int)(2 * level), "");
  g_string_append_c (text, ']');
}

static void
append_string_or_null (GString *text, const char *string)
{
  if (string == NULL)
    g_string_append (text, "null");
  else
    squill_bson_text_append_string (text, string, -1);
}

/* A collection by its name, or by its database and name. */
static void
append_place (GString *text, const json_t *place)
{
  if (json_is_string (place))
    {
      squill_bson_text_append_string (text, json_string_value (place), -1);
      return;
    }
  g_string_append (text, "{ db: ");
  squill_bson_text_append_string (text, json_string_value (json_object_get (place, "db")), -1);
  g_string_append (text, ", coll: ");
  squill_bson_text_append_string (text, json_string_value (json_object_get (place, "coll")), -1);
  g_string_append (text, " }");
}

static void
append_calls (Script *self,
              GString *text,
              const char *member,
              const SquillCollection *collection,
              const char *name,
              gboolean complete)
{
  g_autoptr (GString) calls = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  _squill_export_append_collection (&self->export, calls, collection, name, complete);
  lines = g_strsplit (calls->str, "\n", -1);
  g_string_append_printf (text, "    %s: () => {\n", member);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_string_append_printf (text, "    %s\n", lines[i]);
  g_string_append (text, "    },\n");
}

static void
begin_collection (Script *self, GString *text, const SquillCollection *collection)
{
  g_string_append (text, "  {\n    name: ");
  squill_bson_text_append_string (text, collection->name, -1);
  g_string_append (text, ",\n    database: ");
  append_string_or_null (text, squill_collection_get_database (self->plan.migrator.to, collection));
}

static void
append_target (Script *self, GString *text, const SquillMigrationTarget *target)
{
  begin_collection (self, text, target->collection);
  g_string_append (text, ",\n    renamed: ");
  append_string_or_null (text, target->renamed);
  g_string_append (text, ",\n    built: ");
  append_string_or_null (text, target->built);
  g_string_append (text, ",\n");
  if (target->built != NULL)
    {
      append_calls (self, text, "create", target->collection, target->built, FALSE);
      append_calls (self, text, "complete", target->collection, target->built, TRUE);
    }
  g_string_append (text, "  },\n");
}

/* What is as it was keeps its documents; its indexes and its validator are made as they are to be
 * where the application changes. */
static void
append_changed (Script *self, GString *text, const SquillCollection *collection)
{
  json_t *indexes = _squill_migrator_list_unused_indexes (&self->plan.migrator, collection);

  begin_collection (self, text, collection);
  g_string_append (text, ",\n");
  append_list (text, "unused: ", indexes, 2);
  g_string_append (text, ",\n");
  append_calls (self, text, "complete", collection, collection->name, TRUE);
  g_string_append (text, "  },\n");
  json_decref (indexes);
}

static void
append_step (GString *text, const SquillMigrationStep *step)
{
  g_string_append (text, "  {\n    name: ");
  squill_bson_text_append_string (text, step->name, -1);
  g_string_append (text, ",\n    from: ");
  append_place (text, step->from);
  g_string_append (text, ",\n    into: ");
  append_place (text, step->into);
  if (step->on != NULL)
    g_string_append_printf (text, ",\n    on: \"%s\"", step->on);
  g_string_append_printf (text, ",\n    replaces: %s,\n", step->replaces ? "true" : "false");
  append_list (text, "pipeline: ", step->pipeline, 2);
  g_string_append (text, ",\n  },\n");
}

/* The script. */

static void
append_paragraph (GString *text, const char *const *lines)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (*lines[i] == '\0')
        g_string_append (text, "//\n");
      else
        squill_shell_append_comment (text, lines[i]);
    }
}

static void
append_head (GString *text, GPtrArray *left, GPtrArray *back)
{
  static const char *const how[] = {
    "Moves the data of one design into another, on the server itself.",
    "",
    "It never changes an old document. Collections whose documents change are built beside the old",
    "ones, in batches, in the order of their ids. You may stop the script at any time: run it "
    "again,",
    "and it continues where it stopped. Its progress is kept in the collection squill_migration of",
    "this database; the names of its other collections begin with squill_migration, too. While it",
    "runs, the server needs room for these collections twice.",
    "",
    "1. Run it as it is. The application continues with the old collections. The counts before and",
    "   after, which the script prints, must be equal.",
    "2. What was written since then is only in the old collections: stop the application, or its",
    "   writes, and run the script with START_OVER.",
    "3. Run it with SWITCH_OVER: the new collections take the names of the old ones, which are "
    "kept",
    "   under names that end in _before. Start the application for the new design.",
    "4. SWITCH_BACK undoes step 3; what was written in between stays in the new collections.",
    "5. When nothing needs the old collections any more, run it with REALLY_REMOVE. From then on,",
    "   the way back is the script from the new design to the old one.",
    NULL,
  };

  append_paragraph (text, how);
  if (left->len > 0)
    g_string_append (text, "//\n// WHAT IT DOES NOT DO:\n");
  for (guint i = 0; i < left->len; i++)
    {
      g_autofree char *line = g_strconcat ("- ", left->pdata[i], NULL);

      squill_shell_append_comment (text, line);
    }
  if (back->len > 0)
    g_string_append (text, "//\n// WHAT THE SCRIPT FOR THE WAY BACK DOES NOT DO:\n");
  for (guint i = 0; i < back->len; i++)
    {
      g_autofree char *line = g_strconcat ("- ", back->pdata[i], NULL);

      squill_shell_append_comment (text, line);
    }
  g_string_append (
      text,
      "\nconst BATCH = 1000; // documents at a time\n"
      "const STOP_AFTER = 0; // batches, for a trial or a pause; 0: none\n"
      "const START_OVER = false; // builds the new collections once more, from the beginning\n"
      "const ACCEPT_LOSSES = false; // goes on although not all of it is in the new collections\n"
      "const SWITCH_OVER = false; // the new collections take the names of the old ones\n"
      "const SWITCH_BACK = false; // the old collections take their names again\n"
      "const REALLY_REMOVE = false; // removes the old collections: there is no way back\n\n");
}

/* What the script does, without how. */
static char *
write_plan (Script *self, GCancellable *cancellable)
{
  const SquillMigrationPlan *plan = &self->plan;
  GString *text = g_string_new (NULL);
  json_t *copies = json_array ();

  g_string_append (text, "// Collections that are built or renamed, and what they are now.\n"
                         "const collections = [\n");
  for (guint i = 0; i < plan->targets->len && !g_cancellable_is_cancelled (cancellable); i++)
    append_target (self, text, plan->targets->pdata[i]);
  g_string_append (text, "];\n\n// Collections whose documents stay as they are, and their indexes "
                         "that nothing wants any more.\nconst changed = [\n");
  for (guint i = 0; i < plan->changed->len && !g_cancellable_is_cancelled (cancellable); i++)
    append_changed (self, text, plan->changed->pdata[i]);
  g_string_append (text, "];\n\n");
  append_list (text, "// Collections that are not used any more.\nconst unused = ", plan->unused,
               0);
  append_list (text, ";\n\nconst work = ", plan->work, 0);
  for (guint i = 0; i < plan->migrator.copies->len; i++)
    json_array_append_new (
        copies, json_string (((SquillMigratorCopy *)plan->migrator.copies->pdata[i])->name));
  append_list (text, ";\nconst copies = ", copies, 0);
  append_list (text, ";\nconst lookups = ", plan->migrator.keys, 0);
  g_string_append (text, ";\n\nconst steps = [\n");
  for (guint i = 0; i < plan->steps->len; i++)
    append_step (text, plan->steps->pdata[i]);
  append_list (text,
               "];\n\n// Documents with what is embedded in them must not be too large.\nconst "
               "sizes = ",
               plan->sizes, 0);
  append_list (text, ";\n\n// What is counted before and after.\nconst checks = ", plan->checks, 0);
  append_list (text, ";\n\n// What would be lost.\nconst losses = ", plan->losses, 0);
  append_list (text, ";\n\nconst conversions = ", plan->conversions, 0);
  g_string_append (text, ";\n\n");
  json_decref (copies);
  return g_string_free (text, FALSE);
}

static void
script_init (Script *self, SquillDesign *from, SquillDesign *to, GCancellable *cancellable)
{
  *self = (Script){ 0 };
  self->export.exporter = squill_exporters_find ("mongosh");
  self->export.design = to;
  self->export.model = squill_design_get_model (to);
  _squill_migration_plan_init (&self->plan, from, to, cancellable);
}

/**
 * squill_migration_script_new:
 * @from: a design
 * @to: a design of a changed copy of its model: what has the same id is the same thing
 * @cancellable: (nullable): to stop it
 * @error: it was stopped
 *
 * Writes a script for the MongoDB Shell that moves the data of one design into the other: in
 * batches, from where it was when it was stopped, and without changing what is there before the
 * user switches over. It never runs by itself.
 *
 * Returns: (transfer full) (nullable): the script; %NULL with @error
 */
SquillMigrationScript *
squill_migration_script_new (SquillDesign *from,
                             SquillDesign *to,
                             GCancellable *cancellable,
                             GError **error)
{
  SquillMigrationScript *self = NULL;
  SquillMigrationPlan back;
  GString *text;
  Script script;
  g_autofree char *content = NULL;
  g_autofree char *id = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (from), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (to), NULL);

  script_init (&script, from, to, cancellable);
  _squill_migration_plan_init (&back, to, from, cancellable);
  content = g_cancellable_is_cancelled (cancellable) ? NULL : write_plan (&script, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      _squill_migration_plan_clear (&script.plan);
      _squill_migration_plan_clear (&back);
      return NULL;
    }
  id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
  id[16] = '\0';
  text = _squill_export_make_header (&script.export, FALSE, NULL);
  append_head (text, script.plan.migrator.left, back.migrator.left);
  g_string_append_printf (text,
                          "const MIGRATION = \"%s\";\nconst PROGRESS = "
                          "\"" SQUILL_MIGRATION_PROGRESS "\";\n"
                          "const done = [], left = [], failed = [];\n\n",
                          id);
  g_string_append (text, content);
  _squill_migrator_append_functions (text);
  _squill_export_append_functions (text);

  self = g_new0 (SquillMigrationScript, 1);
  self->n_collections = script.plan.targets->len + (guint)json_array_size (script.plan.unused);
  self->left = g_ptr_array_ref (script.plan.migrator.left);
  self->text = g_string_free (text, FALSE);
  _squill_migration_plan_clear (&script.plan);
  _squill_migration_plan_clear (&back);
  return self;
}

/**
 * squill_migration_script_free:
 * @self: (nullable): a script
 *
 * Frees it.
 */
void
squill_migration_script_free (SquillMigrationScript *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->left);
  g_free (self->text);
  g_free (self);
}

/* The preview. */

static void
append_aggregation (GString *text, const SquillMigrationStep *step)
{
  json_t *stages = json_deep_copy (step->pipeline);
  json_t *merge = json_pack ("{s:O, s:s, s:s}", "into", step->into, "whenMatched",
                             step->replaces ? "replace" : "merge", "whenNotMatched", "insert");

  if (step->on != NULL)
    json_object_set_new (merge, "on", json_string (step->on));
  json_array_append_new (stages, json_pack ("{s:o}", "$merge", merge));
  squill_shell_append_comment (text, step->name);
  squill_shell_append_collection (text, json_string_value (json_object_get (step->from, "db")),
                                  json_is_string (step->from)
                                      ? json_string_value (step->from)
                                      : json_string_value (json_object_get (step->from, "coll")));
  append_list (text, ".aggregate(", stages, 0);
  g_string_append (text, ");\n\n");
  json_decref (stages);
}

static void
append_renaming (Script *self, GString *text, const SquillMigrationTarget *target)
{
  const char *database =
      squill_collection_get_database (self->plan.migrator.to, target->collection);
  const char *name = target->renamed != NULL ? target->renamed : target->built;

  if (g_str_equal (name, target->collection->name))
    return;
  if (target->renamed == NULL)
    {
      g_autofree char *before = g_strconcat (target->collection->name, "_before", NULL);

      squill_shell_append_collection (text, database, target->collection->name);
      g_string_append (text, ".renameCollection(");
      squill_bson_text_append_string (text, before, -1);
      g_string_append (text, ");\n");
    }
  squill_shell_append_collection (text, database, name);
  g_string_append (text, ".renameCollection(");
  squill_bson_text_append_string (text, target->collection->name, -1);
  g_string_append (text, ");\n");
}

/**
 * squill_migration_script_preview:
 * @from: a design
 * @to: a design of a changed copy of its model
 * @cancellable: (nullable): to stop it
 * @error: it was stopped
 *
 * Writes what the script of squill_migration_script_new() does to the data, without what makes it
 * work in batches, go on after it was stopped, and check what it did; and then the operations that
 * ask otherwise from then on. What it does not do is said first.
 *
 * Returns: (transfer full) (nullable): commands for the MongoDB Shell to read; an empty text where
 *   nothing changes; %NULL with @error
 */
char *
squill_migration_script_preview (SquillDesign *from,
                                 SquillDesign *to,
                                 GCancellable *cancellable,
                                 GError **error)
{
  GString *text;
  Script script;
  const SquillMigrationPlan *plan = &script.plan;

  g_return_val_if_fail (SQUILL_IS_DESIGN (from), NULL);
  g_return_val_if_fail (SQUILL_IS_DESIGN (to), NULL);

  script_init (&script, from, to, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      _squill_migration_plan_clear (&script.plan);
      return NULL;
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < plan->migrator.left->len; i++)
    squill_shell_append_comment (text, plan->migrator.left->pdata[i]);
  if (text->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < plan->steps->len; i++)
    append_aggregation (text, plan->steps->pdata[i]);
  for (guint i = 0; i < plan->targets->len; i++)
    append_renaming (&script, text, plan->targets->pdata[i]);
  _squill_migrator_append_indexes (&script.plan, text);
  _squill_migrator_append_queries (&script.plan.migrator, text);
  _squill_migration_plan_clear (&script.plan);
  return g_string_free (text, FALSE);
}
