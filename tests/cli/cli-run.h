/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>
#include <jansson.h>

G_BEGIN_DECLS

/**
 * CliRun:
 *
 * What the last call of squill-cli printed, and how it ended. Begins as { 0 }; one serves any
 * number of calls.
 */
typedef struct
{
  int exit_code;
  char *output;
  char *errors;
} CliRun;

void cli_run_clear (CliRun *run);
/* Calls squill-cli with arguments that end with NULL, and input on its standard input. */
void cli_run_with_input (CliRun *run, const char *input, const char *const *arguments);
/* Waits for the end of a process that was started with pipes. */
void cli_run_end (CliRun *run, GSubprocess *process, const char *input);
/* The command as it is started, with arguments that end with NULL (transfer container). */
GPtrArray *cli_run_make_argv (const char *const *arguments);
/* The document of --format json (transfer full). */
json_t *cli_run_parse (const CliRun *run);

#define CLI_RUN(run, ...) cli_run_with_input (run, NULL, (const char *[]){ __VA_ARGS__, NULL })

/* The path of an example model (transfer full). */
char *cli_get_example (const char *name);
/* The source of squill-cli.1 (transfer full). */
char *cli_read_manual (void);
/* The first object of an array whose member has a text (transfer none); NULL if there is none. */
json_t *cli_find_named (json_t *list, const char *member, const char *name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliRun, cli_run_clear)

G_END_DECLS
