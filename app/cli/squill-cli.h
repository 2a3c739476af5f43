/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"
#include "exchange/squill-report.h"
#include "model/squill-model-file.h"

G_BEGIN_DECLS

/** How the program ends (a contract with scripts). */
typedef enum
{
  SQUILL_EXIT_FINE = 0,
  SQUILL_EXIT_FINDINGS = 1,
  SQUILL_EXIT_USAGE = 2,
  SQUILL_EXIT_UNREADABLE = 3,
  SQUILL_EXIT_CANCELLED = 4,
} SquillExit;

/**
 * SquillCli:
 * @json: print JSON, otherwise text for people
 * @format: the name of the format; "text" where none was asked for
 * @quiet: say nothing but errors
 * @verbose: say more
 * @progress_json: report progress as JSON lines on standard error
 * @cancellable: cancelled by an interrupt from the keyboard
 *
 * What all commands share.
 */
typedef struct
{
  gboolean json;
  const char *format;
  gboolean quiet;
  gboolean verbose;
  gboolean progress_json;
  GCancellable *cancellable;
} SquillCli;

/**
 * SquillCommand:
 * @name: what is typed
 * @arguments: shown behind it in the help
 * @min_arguments: how many it takes at least
 * @max_arguments: and at most
 * @summary: one line; translatable
 * @run: does it; gets its own arguments, @argv[0] is the command's name
 * @formats: (nullable): what --format takes, with "|" in between; %NULL: "text|json"
 *
 * One command of the program.
 */
typedef struct
{
  const char *name;
  const char *arguments;
  int min_arguments;
  int max_arguments;
  const char *summary;
  SquillExit (*run) (SquillCli *cli, int argc, char **argv);
  const char *formats;
} SquillCommand;

/* Each in a file of its name. */
SquillExit squill_cli_fmt (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_import (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_show (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_design (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_samples (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_capacity (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_compare (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_check (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_advise (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_rules (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_infer (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_diff (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_merge (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_git_setup (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_drift (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_refresh (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_layout (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_workload (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_migrate (SquillCli *cli, int argc, char **argv);
SquillExit squill_cli_export (SquillCli *cli, int argc, char **argv);

/* What they share: squill-cli-io.c. */
gboolean squill_cli_parse (SquillCli *cli,
                           const char *name,
                           const GOptionEntry *entries,
                           int *argc,
                           char ***argv,
                           SquillExit *exit_code);
const SquillCommand *squill_cli_find_command (const char *name);
SquillExit squill_cli_usage (const char *format, ...) G_GNUC_PRINTF (1, 2);
SquillExit squill_cli_fail (const char *file, const GError *error);
void squill_cli_say (SquillCli *cli, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean squill_cli_read_file (
    SquillCli *cli, const char *file, char **data, gsize *length, GError **error);
SquillModel *squill_cli_load_model (SquillCli *cli, const char *file, SquillExit *exit_code);
SquillExit squill_cli_write (const char *data, gsize length);
SquillExit squill_cli_write_model (SquillCli *cli, SquillModel *model, const char *target);
SquillExit squill_cli_print_json (json_t *json);
SquillExit squill_cli_print_report (SquillCli *cli, const SquillReport *report);
SquillExit squill_cli_print_list (const char *name, json_t *list);
json_t *squill_cli_keys_to_json (const SquillKeys *keys);
json_t *squill_cli_bytes_to_json (SquillTriple bytes);
json_t *squill_cli_collection_to_json (SquillDesign *design, const SquillCollection *collection);
json_t *squill_cli_subject_to_json (SquillModel *model,
                                    const char *id,
                                    const char *collection,
                                    const char *path);

G_END_DECLS
