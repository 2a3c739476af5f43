/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "model/squill-item-place.h"
#include "exchange/import/squill-operation-import.h"

/* What one file added to the workload, where results are JSON. */
typedef struct
{
  json_t *operations;
  json_t *measured;
  json_t *problems;
} Results;

static void
print_problems (const char *file, const SquillOperationImport *import, json_t *problems)
{
  for (guint i = 0; i < import->problems->len; i++)
    {
      const SquillImportProblem *problem = import->problems->pdata[i];

      g_printerr ("squill-cli: %s:%u:%u: %s\n", file, problem->line, problem->column,
                  problem->text);
      json_array_append_new (problems, json_pack ("{s:s, s:i, s:i, s:s}", "file", file, "line",
                                                  (int)problem->line, "column",
                                                  (int)problem->column, "reason", problem->text));
    }
}

/* Adds what is in a file to the model, and says what that is. */
static SquillExit
read_file (SquillCli *cli, SquillModel *model, const char *file, Results *results)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillOperationImport) import = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_name (file);
  g_auto (GStrv) ids = NULL;
  gsize length;

  if (!squill_cli_read_file (cli, file, &text, &length, &error))
    return squill_cli_fail (file, error);
  import = squill_operation_import_new (design, text, length);
  ids = squill_operation_import_apply (import, model);
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      const SquillItem *item = squill_model_get_item (model, ids[i]);
      const gboolean is_measured = i < import->measures->len;
      g_autofree char *subject = squill_model_describe_place (model, item);

      json_array_append_new (is_measured ? results->measured : results->operations,
                             json_pack ("{s:s, s:s}", "id", ids[i], "name", subject));
      if (!cli->json && is_measured)
        /* Translators: an index, or an operation */
        g_print (_ ("Measured: %s\n"), subject);
      else if (!cli->json)
        g_print ("%s\n", subject);
    }
  print_problems (name, import, results->problems);
  return import->problems->len > 0 ? SQUILL_EXIT_UNREADABLE : SQUILL_EXIT_FINE;
}

/* Reads commands, logs, and what a server measured, and adds them to the workload of a model. */
SquillExit
squill_cli_workload (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write the model to this file"),
      N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  Results results;
  SquillExit exit_code, result = SQUILL_EXIT_FINE;

  if (!squill_cli_parse (cli, "workload", entries, &argc, &argv, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  results = (Results){ json_array (), json_array (), json_array () };
  for (int i = 2; i < argc; i++)
    {
      exit_code = read_file (cli, model, argv[i], &results);
      if (exit_code != SQUILL_EXIT_FINE)
        result = exit_code;
    }
  if (cli->json)
    {
      json_t *printed =
          json_pack ("{s:i, s:o, s:o, s:o}", "squill", 1, "operations", results.operations,
                     "measured", results.measured, "problems", results.problems);

      exit_code = squill_cli_print_json (printed);
    }
  else
    {
      exit_code = SQUILL_EXIT_FINE;
      json_decref (results.operations);
      json_decref (results.measured);
      json_decref (results.problems);
    }
  if (exit_code == SQUILL_EXIT_FINE && output != NULL)
    exit_code = squill_cli_write_model (cli, model, output);
  return exit_code != SQUILL_EXIT_FINE ? exit_code : result;
}
