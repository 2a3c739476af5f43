/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "exchange/squill-import-folder.h"

static void
print_report (SquillCli *cli, const char *file, const SquillImportReport *report)
{
  for (guint i = 0; i < report->outcomes->len; i++)
    squill_cli_say (cli, "%s: %s", file, (const char *)g_ptr_array_index (report->outcomes, i));
  for (guint i = 0; i < report->problems->len; i++)
    {
      const SquillImportProblem *problem = report->problems->pdata[i];

      if (problem->line == 0)
        squill_cli_say (cli, "%s: %s", file, problem->text);
      else
        squill_cli_say (cli, "%s:%u:%u: %s", file, problem->line, problem->column, problem->text);
    }
}

static char *
list_formats (void)
{
  guint n;
  const SquillImportFormat *formats = squill_import_get_formats (&n);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, i > 0 ? ", %s" : "%s", formats[i].name);
  return g_string_free (names, FALSE);
}

/* Reads what another program wrote and writes it as a model. What became of it is said, and what is
 * not taken over. */
SquillExit
squill_cli_import (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL, *name = NULL, *data = NULL;
  g_autofree char *names = list_formats ();
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write to this file"), N_ ("MODEL") },
    { "from", 0, 0, G_OPTION_ARG_STRING, &name, N_ ("Read this format"), names },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (SquillImportReport) report = squill_import_report_new ();
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (GError) error = NULL;
  const SquillImportFormat *format;
  SquillExit exit_code;
  gboolean is_folder;
  gsize length;

  if (!squill_cli_parse (cli, "import", entries, &argc, &argv, &exit_code))
    return exit_code;
  format = name != NULL ? squill_import_find_format (name) : NULL;
  if (format == NULL && name != NULL)
    return squill_cli_usage (_ ("there is no format “%s” to read; there are %s"), name, names);
  is_folder = g_file_test (argv[1], G_FILE_TEST_IS_DIR);
  if (is_folder && format != NULL && format->read_all == NULL)
    return squill_cli_usage (_ ("files of the format “%s” are read one by one"), name);
  if (!is_folder && !squill_cli_read_file (cli, argv[1], &data, &length, &error))
    return squill_cli_fail (argv[1], error);
  if (format == NULL && is_folder)
    {
      format = squill_import_find_format_of_folder (argv[1], &error);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
        {
          g_clear_error (&error);
          g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                       _ ("There are documents in it, which “%s” reads"), "squill-cli infer");
        }
    }
  else if (format == NULL)
    {
      format = g_str_equal (argv[1], "-") ? squill_import_find_format_by_content (data, length)
                                          : squill_import_find_format_of (argv[1], data, length);
      if (format == NULL)
        return squill_cli_usage (
            _ ("the name “%s” does not show the format; give it with --from: %s"), argv[1], names);
    }
  if (error != NULL)
    return squill_cli_fail (argv[1], error);
  model = is_folder ? squill_import_read_folder (format, argv[1], report, &error)
                    : squill_import_read (format, argv[1], data, length, report, &error);
  if (model == NULL)
    return squill_cli_fail (argv[1], error);
  print_report (cli, argv[1], report);
  return squill_cli_write_model (cli, model, output);
}
