/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *squill_document_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error);
gboolean squill_document_is_likely (const char *data, gsize length);
void squill_document_forget_reading (json_t *json);

G_END_DECLS
