/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-cli"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "advice/squill-wording.h"
#include "cli/squill-cli.h"
#include "inspect/squill-inspect.h"

static void
on_progress (const SquillInspectProgress *progress, gpointer data)
{
  SquillCli *cli = data;

  if (cli->progress_json)
    {
      json_t *line = json_pack ("{s:i, s:s, s:I, s:I, s:I}", "squill", 1, "collection",
                                progress->collection == NULL ? "" : progress->collection,
                                "documents", (json_int_t)progress->documents, "bytes_read",
                                (json_int_t)progress->bytes_read, "bytes_total",
                                (json_int_t)progress->bytes_total);
      char *text = json_dumps (line, JSON_COMPACT);

      g_printerr ("%s\n", text);
      free (text);
      json_decref (line);
    }
  else if (!cli->quiet && isatty (STDERR_FILENO))
    g_printerr ("\r\033[K%s: %" G_GUINT64_FORMAT " %s", progress->collection, progress->documents,
                _ ("documents"));
}

static void
report_problem (const SquillProblem *problem)
{
  const char *file = problem->file == NULL ? "" : problem->file;

  if (problem->line > 0)
    g_printerr ("squill-cli: %s:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ": %s\n", file,
                problem->line, problem->column, problem->reason);
  else if (problem->offset >= 0)
    g_printerr ("squill-cli: %s@%" G_GINT64_FORMAT ": %s\n", file, problem->offset,
                problem->reason);
  else
    g_printerr ("squill-cli: %s: %s\n", file, problem->reason);
}

static void
print_text (SquillProfile *profile)
{
  for (guint i = 0; i < squill_profile_get_n_collections (profile); i++)
    {
      SquillProfileCollection collection;
      g_autofree char *bytes = NULL;

      squill_profile_get_collection (profile, i, &collection);
      bytes = squill_wording_bytes (collection.bytes);
      if (collection.documents_total == G_MAXUINT64 ||
          collection.documents_total == collection.documents)
        g_print ("%-28s %10" G_GUINT64_FORMAT " %s, %u %s, %s\n", collection.name,
                 collection.documents, _ ("documents"), collection.paths, _ ("paths"), bytes);
      else
        g_print ("%-28s %10" G_GUINT64_FORMAT " / %" G_GUINT64_FORMAT " %s, %u %s, %s\n",
                 collection.name, collection.documents, collection.documents_total, _ ("documents"),
                 collection.paths, _ ("paths"), bytes);
    }
}

/**
 * squill_cli_infer:
 * @cli: the options
 * @argc: how many arguments
 * @argv: the arguments
 *
 * Reads sources, prints what is in them, and writes the model that describes it.
 *
 * Returns: how to end: %SQUILL_EXIT_UNREADABLE where something could not be read, although what
 *   could be is printed
 */
SquillExit
squill_cli_infer (SquillCli *cli, int argc, char **argv)
{
  g_autofree char *output = NULL;
  gboolean full = FALSE, no_values = FALSE;
  gint64 sample = 0;
  double limit_time = 0;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_ ("Write the model to this file"),
      N_ ("MODEL") },
    { "full", 0, 0, G_OPTION_ARG_NONE, &full, N_ ("Read all documents (what files do anyway)"),
      NULL },
    { "sample", 0, 0, G_OPTION_ARG_INT64, &sample, N_ ("Read so many of each collection"), "N" },
    { "limit-time", 0, 0, G_OPTION_ARG_DOUBLE, &limit_time, N_ ("Stop reading after this"),
      N_ ("SECONDS") },
    { "no-values", 0, 0, G_OPTION_ARG_NONE, &no_values, N_ ("Keep no values of documents"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  SquillExit exit_code;

  if (!squill_cli_parse (cli, squill_cli_find_command ("infer"), entries, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return squill_cli_usage (_ ("infer takes at least one source"));
  if (sample < 0 || limit_time < 0)
    return squill_cli_usage (_ ("a limit cannot be negative"));
  if (full && sample > 0)
    return squill_cli_usage (_ ("--full and --sample do not go together"));

  options.max_documents = sample;
  options.max_seconds = limit_time;
  options.keep_values = !no_values;
  profile = squill_inspect_sync ((const char *const *)argv + 1, &options, on_progress, cli,
                                 cli->cancellable, &error);
  if (!cli->quiet && !cli->progress_json && isatty (STDERR_FILENO))
    g_printerr ("\r\033[K");
  if (profile == NULL)
    return squill_cli_fail (argc == 2 ? argv[1] : NULL, error);

  if (squill_profile_get_n_problems (profile) > 0)
    exit_code = SQUILL_EXIT_UNREADABLE;
  else
    exit_code = SQUILL_EXIT_FINE;
  for (guint i = 0; i < squill_profile_get_n_problems (profile); i++)
    report_problem (squill_profile_get_problem (profile, i));

  if (output != NULL)
    {
      const SquillProfileModelOptions model_options = { .references = TRUE };
      g_autoptr (SquillModel) model = squill_profile_to_model (profile, &model_options, &error);
      SquillExit written;

      if (model == NULL)
        return squill_cli_fail (NULL, error);
      written = squill_cli_write_model (model, output);
      if (written != SQUILL_EXIT_FINE)
        return written;
    }
  /* With the model on standard output there is no room for the profile. */
  if (g_strcmp0 (output, "-") == 0)
    return exit_code;
  if (cli->json)
    {
      g_autofree char *text = squill_profile_to_json (profile);
      SquillExit written = squill_cli_write (NULL, text, strlen (text));

      return written != SQUILL_EXIT_FINE ? written : exit_code;
    }
  if (!cli->quiet)
    print_text (profile);
  return exit_code;
}
