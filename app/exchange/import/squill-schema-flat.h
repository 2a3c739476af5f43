/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

#include "bson/squill-bson-type.h"

G_BEGIN_DECLS

/* A keyword of flat schemas: further lists of alternatives, of each of which one holds. */
#define SQUILL_SCHEMA_FURTHER "\n"

/**
 * SquillSchemaFlat:
 * @root: (nullable): the whole that references lead into
 * @targets: (element-type json_t): gets what references led to
 * @missing: (nullable): gets one that leads nowhere
 * @n_compared: bytes of values that were compared in the whole import
 * @lost: (nullable) (element-type utf8): gets keywords of which only one of several parts counts
 *
 * How a schema is put together.
 */
typedef struct
{
  const json_t *root;
  GPtrArray *targets;
  const char *missing;
  gsize *n_compared;
  GPtrArray *lost;
} SquillSchemaFlat;

gboolean _squill_schema_refers_to_itself (const json_t *root, json_t *schema);
json_t *_squill_schema_flatten (SquillSchemaFlat *self, json_t *schema);

/* squill-schema-conditions.c */
gboolean _squill_schema_is_of_any_type (const json_t *schema);
const char *_squill_schema_find_limit (const json_t *schema);
gboolean _squill_schema_fits_int (const json_t *bound);
SquillTypes _squill_schema_get_type_of_value (const json_t *value);
SquillTypes _squill_schema_get_wrapped_type (const json_t *schema);
gboolean _squill_schema_has_values (const json_t *values);
GPtrArray *_squill_schema_list_conditions (const json_t *schema);
gboolean _squill_schema_are_about_presence (const json_t *alternatives);

G_END_DECLS
