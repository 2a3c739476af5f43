/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>
#include <jansson.h>

#include "bson/squill-bson-type.h"

G_BEGIN_DECLS

/* Values between BSON and the JSON that the model, profiles, and the command line keep them in:
 * Extended JSON as a tree. */

SquillTypes squill_json_get_bson_type (const json_t *value);
gboolean squill_json_get_bson_number (const json_t *value, double *number);
gboolean squill_bson_append_json (bson_t *document, const char *key, const json_t *value);
bson_t *squill_bson_new_from_json (const json_t *object);
json_t *squill_value_to_json (guint8 type, const guint8 *bytes, gsize length);
json_t *squill_document_to_json (const guint8 *document, gsize length);
json_t *squill_count_to_json (guint64 count);

G_END_DECLS
