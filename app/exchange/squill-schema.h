/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillSchemaRule:
 * @SQUILL_SCHEMA_AS_SET: as the model says for each collection and field
 * @SQUILL_SCHEMA_LENIENT: what is in doubt passes, whatever the model says
 * @SQUILL_SCHEMA_STRICT: what is in doubt does not pass, whatever the model says
 *
 * How strict a schema is about one thing.
 */
typedef enum
{
  SQUILL_SCHEMA_AS_SET,
  SQUILL_SCHEMA_LENIENT,
  SQUILL_SCHEMA_STRICT,
} SquillSchemaRule;

/**
 * SquillSchemaOptions:
 * @numbers: about numbers of another type; as set, int, long, and double pass for each other
 * @other_fields: about fields that are not drawn; as set, they pass
 * @compatible: a validator has no keyword that servers other than MongoDB refuse
 *
 * How a schema is written; with all members 0, as usual.
 */
typedef struct
{
  SquillSchemaRule numbers;
  SquillSchemaRule other_fields;
  gboolean compatible;
} SquillSchemaOptions;

bson_t *squill_schema_new_validator (SquillDesign *design,
                                     const SquillCollection *collection,
                                     const SquillSchemaOptions *options);
bson_t *squill_schema_new_standard (SquillDesign *design,
                                    const SquillCollection *collection,
                                    const SquillSchemaOptions *options);
gboolean squill_collection_is_sampled (SquillDesign *design, const SquillCollection *collection);
gboolean squill_collection_is_time_series (SquillDesign *design,
                                           const SquillCollection *collection);
double squill_shape_get_cap (SquillModel *model, const SquillShape *shape);

G_END_DECLS
