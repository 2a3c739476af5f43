/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "import-text.h"

G_BEGIN_DECLS

/* Tables in SQL, of which a model without errors is made. */

SquillModel *import_tables_with_report (const char *sql, SquillImportReport *report);
SquillModel *import_tables (const char *sql);
void assert_no_errors (SquillModel *model);

G_END_DECLS
