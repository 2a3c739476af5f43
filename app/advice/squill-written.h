/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-rule.h"

G_BEGIN_DECLS

/* What a write touches. */

double squill_run_count_written (SquillRun *run, const SquillUse *use);
double squill_run_get_write_seconds (SquillRun *run, const SquillUse *use);
GPtrArray *squill_run_get_written_collections (SquillRun *run, const SquillUse *use);
gboolean squill_use_writes (const SquillUse *use, const char *field);
SquillFix *squill_fix_new_transaction (const SquillOperation *operation);

G_END_DECLS
