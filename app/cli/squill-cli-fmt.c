/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"

/* Reads a model and writes its canonical form: the same bytes where it has it already. */
SquillExit
squill_cli_fmt (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillModel) model = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "fmt", entries, &argc, &argv, &exit_code))
    return exit_code;
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;
  return squill_cli_write_model (cli, model, output);
}
