/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli-source.h"
#include "diagram/squill-diagram.h"
#include "inspect/refresh/squill-refresh.h"

/* Brings a model up to date with a source, and prints what was changed. */
SquillExit
squill_cli_refresh (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_auto (SquillCliSource) source = { 0 };
  const GOptionEntry own[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Write the model to this file instead of its own"), N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree GOptionEntry *entries = squill_cli_source_get_entries (&source, own);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GPtrArray) differences = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code, written;
  const char *target;

  if (!squill_cli_parse (cli, "refresh", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (!squill_cli_source_check (&source, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  profile = squill_cli_source_read (&source, cli, argv + 2, &exit_code);
  if (profile == NULL)
    return exit_code;

  differences = squill_refresh (model, profile, NULL, squill_diagram_place_new, &error);
  if (differences == NULL)
    return squill_cli_fail (argv[1], error);
  target = output != NULL ? output : argv[1];
  written = squill_cli_write_model (cli, model, target);
  if (written != SQUILL_EXIT_FINE)
    return written;
  /* With the model on standard output there is no room for more. */
  if (g_str_equal (target, "-"))
    return exit_code;
  written = squill_cli_print_differences (cli, differences, argv[1]);
  if (written != SQUILL_EXIT_FINE)
    return written;
  if (!cli->json && !cli->quiet && differences->len == 0)
    g_print ("%s\n", _ ("Nothing has changed."));
  return exit_code;
}
