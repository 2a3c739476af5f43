/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

gboolean squill_json_schema_is_likely (const char *data, gsize length);
SquillModel *squill_json_schema_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error);

G_END_DECLS
