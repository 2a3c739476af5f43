/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "exchange/import/squill-compass.h"

/* Reads a model of another program and writes it as a model. What is not taken over is said. */
SquillExit
squill_cli_import (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL, *format = NULL, *data = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &format, N_ ("Read this format: compass"), N_ ("FORMAT") },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;
  gsize length;

  if (!squill_cli_parse (cli, "import", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (format != NULL && !g_str_equal (format, "compass"))
    return squill_cli_usage (_ ("there is no format “%s” to read; there is compass"), format);
  if (!squill_cli_read_file (cli, argv[1], &data, &length, &error))
    return squill_cli_fail (argv[1], error);
  model = squill_compass_import (data, length, notes, &error);
  if (model == NULL)
    return squill_cli_fail (argv[1], error);
  for (guint i = 0; i < notes->len; i++)
    squill_cli_say (cli, "%s: %s", argv[1], (const char *)g_ptr_array_index (notes, i));
  return squill_cli_write_model (cli, model, output);
}
