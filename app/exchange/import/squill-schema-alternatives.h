/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "model/squill-item.h"

G_BEGIN_DECLS

/**
 * SquillSchemaBranch:
 * @schemas: (element-type json_t): what is said of a value, each beside the others
 * @types: the types it may have; none where any
 * @is_array: whether it may be an array
 *
 * One of several alternatives.
 */
typedef struct
{
  GPtrArray *schemas;
  SquillTypes types;
  gboolean is_array;
} SquillSchemaBranch;

gboolean _squill_schema_requires (const json_t *schema, const char *name);
json_t *_squill_schema_combine (const GArray *branches);

G_END_DECLS
