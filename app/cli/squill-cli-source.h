/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/squill-cli.h"
#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/**
 * SquillCliSource:
 *
 * The options of commands that read sources. Zero-filled, all are at their defaults.
 */
typedef struct
{
  gboolean full;
  gint64 sample;
  gint64 newest;
  char *filter;
  char **collections;
  double limit_time;
  gboolean no_values;
  gint64 threads;
  gboolean count_on_server;
  GPtrArray *addresses; /* those with more secrets than a password */
} SquillCliSource;

GOptionEntry *squill_cli_source_get_entries (SquillCliSource *self, const GOptionEntry *others);
gboolean squill_cli_source_check (const SquillCliSource *self, SquillExit *exit_code);
SquillProfile *squill_cli_source_read (SquillCliSource *self,
                                       SquillCli *cli,
                                       char **sources,
                                       SquillExit *exit_code);
gboolean squill_cli_source_remember (const SquillCliSource *self,
                                     SquillModel *model,
                                     char **sources,
                                     GError **error);
void squill_cli_source_clear (SquillCliSource *self);

/* squill-cli-profile.c */
void squill_cli_print_profile (SquillCli *cli, SquillProfile *profile);

/* squill-cli-differences.c */
SquillExit squill_cli_print_differences (SquillCli *cli,
                                         GPtrArray *differences,
                                         const char *model_name);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillCliSource, squill_cli_source_clear)

G_END_DECLS
