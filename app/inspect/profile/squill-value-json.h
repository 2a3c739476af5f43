/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <jansson.h>

#include "inspect/profile/squill-value-table.h"

G_BEGIN_DECLS

json_t *squill_count_to_json (guint64 count);
json_t *squill_value_to_json (guint8 type, const guint8 *bytes, gsize length);
json_t *squill_value_table_to_json (const SquillValueTable *table);
json_t *squill_document_to_json (const guint8 *document, gsize length);

G_END_DECLS
