/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *_squill_import_make_model (const json_t *file, GError **error);
/* Things that a sentence names; of more it says how many. */
#define SQUILL_IMPORT_LISTED 5u

char *_squill_import_list (const GPtrArray *names, gsize n);
char *_squill_import_describe_entity (const char *name, guint n_fields);
guint _squill_import_count_fields (const json_t *owner);
void _squill_import_refuse (const SquillImportReport *report, const char *text, GError **error);

G_END_DECLS
