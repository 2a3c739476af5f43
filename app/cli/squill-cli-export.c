/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>

#include "cli/squill-cli.h"
#include "diagram/squill-layout.h"
#include "exchange/squill-exchange.h"

static json_t *
option_to_json (const SquillExportOption *option)
{
  g_autofree char *values = squill_export_option_describe (option);

  return json_pack ("{s:s, s:s, s:s}", "name", option->name, "description", _ (option->description),
                    "values", values);
}

static void
print_exporter (const SquillExporter *exporter)
{
  g_print ("%-14s %s\n", exporter->id, _ (exporter->title));
  for (const SquillExportOption *option = exporter->options; option->name != NULL; option++)
    {
      g_autofree char *values = squill_export_option_describe (option);

      g_print ("  %-12s %s: %s\n", option->name, _ (option->description), values);
    }
}

static SquillExit
print_list (SquillCli *cli)
{
  guint n;
  const SquillExporter *exporters = squill_exporters_get (&n);
  json_auto_t *list = json_array ();

  for (guint i = 0; !cli->json && i < n; i++)
    print_exporter (&exporters[i]);
  if (!cli->json)
    return SQUILL_EXIT_FINE;

  for (guint i = 0; i < n; i++)
    {
      json_t *options = json_array ();

      for (const SquillExportOption *option = exporters[i].options; option->name != NULL; option++)
        json_array_append_new (options, option_to_json (option));
      json_array_append_new (list,
                             json_pack ("{s:s, s:s, s:s, s:b, s:o}", "id", exporters[i].id, "title",
                                        _ (exporters[i].title), "extension", exporters[i].extension,
                                        "many_files", exporters[i].many_files, "options", options));
    }
  return squill_cli_print_list ("formats", list);
}

/* "scale=2" */
static gboolean
read_options (char **settings, GHashTable *options)
{
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      char *equals = strchr (settings[i], '=');

      if (equals == NULL || equals == settings[i])
        return FALSE;
      g_hash_table_insert (options, g_strndup (settings[i], equals - settings[i]),
                           g_strdup (equals + 1));
    }
  return TRUE;
}

static SquillExit
write_files (GPtrArray *files,
             const SquillExporter *exporter,
             const char *output,
             gboolean only_one,
             GCancellable *cancellable)
{
  g_autoptr (GFile) target = NULL;
  g_autoptr (GError) error = NULL;

  if (output == NULL || g_str_equal (output, "-"))
    {
      /* What is about one collection is that alone. */
      g_autoptr (GBytes) stream = only_one && files->len == 1
                                      ? g_bytes_ref (((SquillExportFile *)files->pdata[0])->content)
                                      : squill_export_join (files, exporter);
      gsize length;
      const char *data = g_bytes_get_data (stream, &length);

      return squill_cli_write (data, length);
    }
  target = g_file_new_for_commandline_arg (output);
  if (squill_export_write (files, exporter, target, cancellable, &error))
    return SQUILL_EXIT_FINE;
  return squill_cli_fail (output, error);
}

/* Writes a model in another format, or lists the formats. */
SquillExit
squill_cli_export (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_autofree char *format = NULL;
  g_auto (GStrv) settings = NULL;
  gboolean list = FALSE;
  const GOptionEntry entries[] = {
    { "to", 0, 0, G_OPTION_ARG_STRING, &format, N_ ("Write this format"), N_ ("FORMAT") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
      N_ ("Write to this file, or folder where a format makes several files"), N_ ("FILE") },
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, &settings,
      N_ ("Set an option of the format; --list names them"), N_ ("NAME=VALUE") },
    { "list", 0, 0, G_OPTION_ARG_NONE, &list, N_ ("List the formats and their options"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GHashTable) options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const SquillExporter *exporter;
  g_autoptr (SquillModel) model = NULL;
  g_autoptr (SquillDesign) design = NULL;
  g_autoptr (SquillAdvice) advice = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, "export", entries, &argc, &argv, &exit_code))
    return exit_code;
  if (list)
    return print_list (cli);
  if (argc != 2 || format == NULL)
    return squill_cli_usage (_ ("export takes one model and --to FORMAT"));
  exporter = squill_exporters_find (format);
  if (exporter == NULL)
    return squill_cli_usage (_ ("there is no format “%s”; --list names them"), format);
  if (!read_options (settings, options))
    return squill_cli_usage (_ ("--set takes NAME=VALUE"));
  model = squill_cli_load_model (cli, argv[1], &exit_code);
  if (model == NULL)
    return exit_code;

  /* As a window does that opens it. */
  if (exporter->drawn && squill_model_is_unplaced (model) &&
      !squill_model_arrange (model, SQUILL_LAYOUT_AUTO, NULL, cli->cancellable, &error))
    {
      squill_cli_say (cli, _ ("%s All stands in rows."), error->message);
      g_clear_error (&error);
    }
  design = squill_design_new (model);
  advice = squill_advice_new (design);
  files = squill_export (exporter, design, advice, options, cli->cancellable, &error);
  if (g_error_matches (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_OPTION) ||
      g_error_matches (error, SQUILL_EXCHANGE_ERROR, SQUILL_EXCHANGE_ERROR_NOT_FOUND))
    return squill_cli_usage ("%s", error->message);
  if (files == NULL)
    return squill_cli_fail (argv[1], error);
  return write_files (files, exporter, output, g_hash_table_contains (options, "collection"),
                      cli->cancellable);
}
