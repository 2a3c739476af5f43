/* SPDX-License-Identifier: Apache-2.0 */

/* squill-cli migrate: a script that moves the data of one design into another. */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli.h"
#include "exchange/migrate/squill-migration-script.h"
#include "model/squill-alternative.h"
#include "model/squill-file-writer.h"

/* A model with one of its designs shown, by the id or the name of that. */
static SquillModel *
load_design (SquillCli *cli, const char *file, const char *variant, SquillExit *exit_code)
{
  g_autoptr (SquillModel) model = squill_cli_load_model (cli, file, exit_code);
  g_autoptr (SquillModel) copy = NULL;
  g_autoptr (GError) error = NULL;

  if (model == NULL || variant == NULL)
    return g_steal_pointer (&model);
  copy = squill_model_copy (model);
  squill_model_set_read_only (copy, FALSE);
  SQUILL_FOR_EACH_CHILD (SquillAlternative, one, squill_model_get_info (model),
                         SQUILL_KIND_ALTERNATIVE)
    {
      if (!g_str_equal (one->item.id, variant) && g_strcmp0 (one->name, variant) != 0)
        continue;
      /* The one that is shown has nothing to be shown again. */
      if (one->content != NULL && !squill_model_show_alternative (copy, one->item.id, &error))
        {
          *exit_code = squill_cli_fail (file, error);
          return NULL;
        }
      return g_steal_pointer (&copy);
    }
  *exit_code = squill_cli_usage (_ ("%s has no variant “%s”"), file, variant);
  return NULL;
}

/* Whether something is the same thing in both. */
static gboolean
have_common_ids (SquillModel *from, SquillModel *to)
{
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (from), SQUILL_KIND_ENTITY)
    {
      if (squill_model_get_entity (to, entity->item.id) != NULL)
        return TRUE;
    }
  return FALSE;
}

static SquillExit
print_script (SquillCli *cli, const SquillMigrationScript *script, const char *output)
{
  if (cli->json)
    {
      json_t *left = json_array ();

      for (guint i = 0; i < script->left->len; i++)
        json_array_append_new (left, json_string (script->left->pdata[i]));
      return squill_cli_print_json (json_pack ("{s:i, s:i, s:o, s:s}", "squill", 1, "collections",
                                               (int)script->n_collections, "left", left, "script",
                                               script->text));
    }
  for (guint i = 0; i < script->left->len; i++)
    squill_cli_say (cli, "%s", (const char *)script->left->pdata[i]);
  if (output != NULL && !g_str_equal (output, "-"))
    {
      g_autoptr (GFile) target = g_file_new_for_commandline_arg (output);
      g_autoptr (GError) error = NULL;

      if (!squill_file_write (target, script->text, strlen (script->text), SQUILL_FILE_ACCESS_USUAL,
                              NULL, NULL, cli->cancellable, &error))
        return squill_cli_fail (output, error);
      return SQUILL_EXIT_FINE;
    }
  return squill_cli_write (script->text, strlen (script->text));
}

/* Writes the script, and says what it does not do. */
SquillExit
squill_cli_migrate (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_autofree char *from_variant = NULL;
  g_autofree char *to_variant = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("FILE") },
    { "from-variant", 0, 0, G_OPTION_ARG_STRING, &from_variant,
      N_ ("The design of FROM that the data has now, by its id or name"), N_ ("VARIANT") },
    { "to-variant", 0, 0, G_OPTION_ARG_STRING, &to_variant,
      N_ ("The design that it is to get, by its id or name"), N_ ("VARIANT") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) from = NULL, to = NULL;
  g_autoptr (SquillDesign) before = NULL, after = NULL;
  g_autoptr (SquillMigrationScript) script = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "migrate", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (argc == 2 && from_variant == NULL && to_variant == NULL)
    return squill_cli_usage (_ ("migrate takes two models, or variants of one"));
  from = load_design (cli, argv[1], from_variant, &exit_code);
  if (from == NULL)
    return exit_code;
  to = load_design (cli, argv[argc == 2 ? 1 : 2], to_variant, &exit_code);
  if (to == NULL)
    return exit_code;
  if (!have_common_ids (from, to))
    return squill_cli_usage (
        _ ("the models have nothing in common: what is the same thing has the same id in both"));
  before = squill_design_new (from);
  after = squill_design_new (to);
  script = squill_migration_script_new (before, after, cli->cancellable, &error);
  if (script == NULL)
    return squill_cli_fail (argv[1], error);
  return print_script (cli, script, output);
}
