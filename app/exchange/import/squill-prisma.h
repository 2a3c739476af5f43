/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *squill_prisma_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error);

SquillModel *squill_prisma_import_all (const char *title,
                                       const SquillImportSource *sources,
                                       guint n_sources,
                                       SquillImportReport *report,
                                       GError **error);

G_END_DECLS
