/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli-source.h"
#include "inspect/refresh/squill-refresh.h"

/* Prints what a model and a source do not agree in. */
SquillExit
squill_cli_drift (SquillCli *cli, int argc, char **argv)
{
  g_auto (SquillCliSource) source = { 0 };
  const GOptionEntry own[] = { G_OPTION_ENTRY_NULL };
  g_autofree GOptionEntry *entries = squill_cli_source_get_entries (&source, own);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GPtrArray) differences = NULL;
  SquillExit exit_code, written;

  if (!squill_cli_parse (cli, "drift", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (!squill_cli_source_check (&source, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  profile = squill_cli_source_read (&source, cli, argv + 2, &exit_code);
  if (profile == NULL)
    return exit_code;
  /* Of a source of which nothing could be read, nothing is known to be gone. */
  if (exit_code != SQUILL_EXIT_FINE && squill_profile_get_collections (profile)->len == 0)
    return exit_code;

  differences = squill_drift_find (model, profile);
  written = squill_cli_print_differences (cli, differences, argv[1]);
  if (written != SQUILL_EXIT_FINE)
    return written;
  if (!cli->json && !cli->quiet && differences->len == 0)
    g_print ("%s\n", _ ("The model and the source agree."));
  if (exit_code == SQUILL_EXIT_FINE && differences->len > 0)
    return SQUILL_EXIT_FINDINGS;
  return exit_code;
}
