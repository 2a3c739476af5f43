/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "model/squill-item.h"

G_BEGIN_DECLS

/* Values of the model, which keeps them as JSON in Extended JSON (enumerations, bounds, defaults,
 * partial filters), as BSON. */

SquillTypes squill_json_get_bson_type (const json_t *value);
gboolean squill_json_get_bson_number (const json_t *value, double *number);
gboolean squill_bson_append_json (bson_t *document, const char *key, const json_t *value);
bson_t *squill_bson_new_from_json (const json_t *object);

G_END_DECLS
