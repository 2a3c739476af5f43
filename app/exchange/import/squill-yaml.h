/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"

G_BEGIN_DECLS

gboolean _squill_yaml_is_likely (const char *data, gsize length);
json_t *_squill_yaml_read (
    const char *data, gsize length, GHashTable *places, SquillImportReport *report, GError **error);

G_END_DECLS
