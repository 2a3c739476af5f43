/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "diagram/squill-layout.h"

/* Arranges the diagram of a model and writes the model with the new positions. */
SquillExit
squill_cli_layout (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_autofree char *engine_name = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    { "engine", 0, 0, G_OPTION_ARG_STRING, &engine_name, N_ ("Arrange with this engine"),
      "dot|dot-down|neato|fdp|sfdp|twopi|circo" },
    G_OPTION_ENTRY_NULL,
  };
  SquillLayoutEngine engine = SQUILL_LAYOUT_AUTO;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;
  guint n_fallbacks = 0;

  if (!squill_cli_parse (cli, "layout", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (engine_name != NULL && !squill_layout_engine_from_string (engine_name, &engine))
    return squill_cli_usage (_ ("--engine takes a Graphviz engine, not “%s”"), engine_name);
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  if (!squill_model_arrange (model, engine, &n_fallbacks, cli->cancellable, &error))
    return squill_cli_fail (argv[1], error);
  if (n_fallbacks > 0)
    squill_cli_say (cli, "%s",
                    _ ("the method gave up on a part of the diagram, which was arranged "
                       "otherwise"));
  return squill_cli_write_model (cli, model, output);
}
