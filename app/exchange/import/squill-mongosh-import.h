/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

gboolean squill_mongosh_is_likely (const char *data, gsize length);
SquillModel *squill_mongosh_import (const char *title,
                                    const SquillImportSource *sources,
                                    guint n_sources,
                                    SquillImportReport *report,
                                    GError **error);

G_END_DECLS
