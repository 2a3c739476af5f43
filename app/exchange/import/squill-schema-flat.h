/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* A keyword of flat schemas: further lists of alternatives, of each of which one holds. */
#define SQUILL_SCHEMA_FURTHER "\n"

/**
 * SquillSchemaFlat:
 * @root: (nullable): the whole that references lead into
 * @targets: (element-type json_t): gets what references led to
 * @missing: (nullable): gets one that leads nowhere
 *
 * How a schema is put together.
 */
typedef struct
{
  const json_t *root;
  GPtrArray *targets;
  const char *missing;
} SquillSchemaFlat;

gboolean _squill_schema_refers_to_itself (const json_t *root, json_t *schema);
json_t *_squill_schema_flatten (SquillSchemaFlat *self, json_t *schema);

/* squill-schema-conditions.c */
GPtrArray *_squill_schema_list_conditions (const json_t *schema);

G_END_DECLS
