/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli merge: two states of a model as one, for people and for git. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "model/squill-model-merge.h"
#include "text/squill-text.h"

static json_t *
conflicts_to_json (const GPtrArray *conflicts)
{
  json_t *list = json_array ();

  for (guint i = 0; i < conflicts->len; i++)
    {
      const SquillConflict *conflict = conflicts->pdata[i];

      json_array_append_new (
          list, json_pack ("{s:s, s:s, s:s, s:s?, s:O?, s:O?, s:O?, s:s}", "subject",
                           squill_kind_get_name (conflict->kind), "id", conflict->id, "place",
                           conflict->place, "property", conflict->property, "base",
                           conflict->values[SQUILL_MERGE_BASE], "ours",
                           conflict->values[SQUILL_MERGE_OURS], "theirs",
                           conflict->values[SQUILL_MERGE_THEIRS], "message", conflict->message));
    }
  return list;
}

static json_t *
texts_to_json (const GPtrArray *texts)
{
  json_t *list = json_array ();

  for (guint i = 0; i < texts->len; i++)
    json_array_append_new (list, json_string (texts->pdata[i]));
  return list;
}

static void
say (const char *text)
{
  g_autofree char *visible = squill_text_visible (text, FALSE);

  g_printerr ("squill-cli: %s\n", visible);
}

/* On standard error: the model may go to standard output, and git shows both. */
static void
say_conflicts (SquillCli *cli,
               const GPtrArray *conflicts,
               const GPtrArray *dangling,
               guint n_positions)
{
  for (guint i = 0; i < conflicts->len; i++)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("conflict: %s"), ((const SquillConflict *)conflicts->pdata[i])->message);

      say (text);
    }
  for (guint i = 0; i < dangling->len; i++)
    say (dangling->pdata[i]);
  if (n_positions > 0)
    squill_cli_say (
        cli,
        g_dngettext (NULL, "%u position on the diagram changed on both sides: that of ours is kept",
                     "%u positions on the diagram changed on both sides: those of ours are kept",
                     n_positions),
        n_positions);
}

/* Git gives an empty file where both sides added the model. */
static SquillModel *
load_base (SquillCli *cli, const char *file, SquillExit *exit_code)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (!squill_cli_read_file (cli, file, &data, &length, &error))
    {
      *exit_code = squill_cli_fail (file, error);
      return NULL;
    }
  return length == 0 ? squill_model_new () : squill_cli_load_model (cli, file, exit_code);
}

/* Merges the states that git wrote into one file. */
static SquillModel *
merge_marked (SquillCli *cli, const char *file, guint *n_positions, SquillExit *exit_code)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  SquillModel *merged = NULL;
  gsize length;

  if (squill_cli_read_file (cli, file, &data, &length, &error))
    merged = squill_model_find_conflict_marker (data, length) == 0
                 ? squill_model_new_from_data (data, length, &error)
                 : squill_model_new_from_marked (data, length, n_positions, &error);
  if (merged == NULL)
    *exit_code = squill_cli_fail (file, error);
  return merged;
}

static SquillModel *
merge_files (SquillCli *cli, char **files, guint *n_positions, SquillExit *exit_code)
{
  g_autoptr (SquillModel) base = load_base (cli, files[0], exit_code);
  g_autoptr (SquillModel) ours =
      base == NULL ? NULL : squill_cli_load_model (cli, files[1], exit_code);
  g_autoptr (SquillModel) theirs =
      ours == NULL ? NULL : squill_cli_load_model (cli, files[2], exit_code);
  g_autoptr (GError) error = NULL;
  SquillModel *merged;

  if (theirs == NULL)
    return NULL;
  merged = squill_models_merge (base, ours, theirs, n_positions, &error);
  if (merged == NULL)
    *exit_code = squill_cli_fail (NULL, error);
  return merged;
}

/* Merges states of a model and writes the result. */
SquillExit
squill_cli_merge (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) merged = NULL;
  g_autoptr (GPtrArray) conflicts = NULL;
  g_autoptr (GPtrArray) dangling = NULL;
  guint n_positions = 0;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "merge", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (cli->json && output == NULL)
    return squill_cli_usage (_ ("--format json needs --output for the model"));
  if (argc == 3)
    return squill_cli_usage (_ ("%s takes %s"), "merge", _ ("BASE OURS THEIRS"));
  merged = argc == 2 ? merge_marked (cli, argv[1], &n_positions, &exit_code)
                     : merge_files (cli, argv + 1, &n_positions, &exit_code);
  if (merged == NULL)
    return exit_code;
  conflicts = squill_model_list_conflicts (merged);
  dangling = squill_model_list_dangling (merged);
  exit_code = squill_cli_write_model (cli, merged, output);
  if (exit_code != SQUILL_EXIT_FINE)
    return exit_code;
  if (cli->json)
    exit_code = squill_cli_print_json (
        json_pack ("{s:i, s:o, s:o, s:i}", "squill", 1, "conflicts", conflicts_to_json (conflicts),
                   "dangling", texts_to_json (dangling), "positions", (int)n_positions));
  else
    say_conflicts (cli, conflicts, dangling, n_positions);
  if (exit_code == SQUILL_EXIT_FINE && conflicts->len > 0)
    return SQUILL_EXIT_FINDINGS;
  return exit_code;
}

/* Prints what makes git use Squill, as commands of a shell. */
SquillExit
squill_cli_git_setup (SquillCli *cli, int argc, char **argv)
{
  static const char attributes[] = "*.squill text eol=lf diff=squill merge=squill";
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "git-setup", NULL, &argc, &argv, &exit_code))
    return exit_code;
  g_print ("# %s\n#   squill-cli git-setup | sh\n",
           _ ("Run this in the folder of the repository:"));
  g_print ("grep -qsxF '%s' .gitattributes ||\n  echo '%s' >> .gitattributes\n", attributes,
           attributes);
  g_print ("git config diff.squill.textconv 'squill-cli diff --textconv'\n"
           "git config diff.squill.xfuncname '^(model|entity|relationship|operation|group) .*$'\n"
           "git config merge.squill.name 'Models of Squill'\n"
           "git config merge.squill.driver 'squill-cli merge %%O %%A %%B -o %%A'\n");
  return SQUILL_EXIT_FINE;
}
