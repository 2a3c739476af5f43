/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-tables-private.h"

G_BEGIN_DECLS

/* squill-dbml-parser.c */
SquillTables *_squill_dbml_parse (const char *data, gsize length, SquillImportReport *report);

G_END_DECLS
