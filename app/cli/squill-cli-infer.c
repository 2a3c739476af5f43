/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli/squill-cli-source.h"

/* Reads sources, prints what is in them, and writes the model that describes it. */
SquillExit
squill_cli_infer (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_auto (SquillCliSource) source = { 0 };
  const GOptionEntry own[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write the model to this file"),
      N_ ("MODEL") },
    G_OPTION_ENTRY_NULL,
  };
  g_autofree GOptionEntry *entries = squill_cli_source_get_entries (&source, own);
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "infer", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (!squill_cli_source_check (&source, &exit_code))
    return exit_code;
  profile = squill_cli_source_read (&source, cli, argv + 1, &exit_code);
  if (profile == NULL)
    return exit_code;

  if (output != NULL)
    {
      const SquillProfileModelOptions model_options = { .references = TRUE };
      g_autoptr (SquillModel) model = squill_profile_to_model (profile, &model_options, &error);
      SquillExit written;

      if (model == NULL || !squill_cli_source_remember (&source, model, argv + 1, &error))
        return squill_cli_fail (NULL, error);
      written = squill_cli_write_model (cli, model, output);
      if (written != SQUILL_EXIT_FINE)
        return written;
    }
  /* With the model on standard output there is no room for the profile. */
  if (g_strcmp0 (output, "-") == 0)
    return exit_code;
  if (cli->json)
    {
      g_autofree char *text = squill_profile_to_json (profile);
      SquillExit written = squill_cli_write (text, strlen (text));

      return written != SQUILL_EXIT_FINE ? written : exit_code;
    }
  if (!cli->quiet)
    squill_cli_print_profile (cli, profile);
  return exit_code;
}
