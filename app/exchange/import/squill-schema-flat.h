/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

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

json_t *_squill_schema_flatten (SquillSchemaFlat *self, json_t *schema);

G_END_DECLS
