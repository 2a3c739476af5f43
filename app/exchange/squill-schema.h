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
 * SquillSchemaDraft:
 * @SQUILL_SCHEMA_2020_12: the latest
 * @SQUILL_SCHEMA_DRAFT_07: without "$defs", and nothing counts beside "$ref"
 * @SQUILL_SCHEMA_DRAFT_04: without "const" and "examples" as well, and "id" has no dollar sign
 *
 * A version of standard JSON Schema.
 */
typedef enum
{
  SQUILL_SCHEMA_2020_12,
  SQUILL_SCHEMA_DRAFT_07,
  SQUILL_SCHEMA_DRAFT_04,
} SquillSchemaDraft;

/**
 * SquillSchemaOptions:
 * @numbers: about numbers of another type; as set, int, long, and double pass for each other
 * @other_fields: about fields that are not drawn; as set, they pass
 * @compatible: a validator has no keyword that servers other than MongoDB refuse
 * @draft: the version of a standard schema
 * @canonical: a standard schema is of documents in canonical Extended JSON, rather than relaxed
 * @example: (nullable): a document that a standard schema gives as an example, if it is short
 *
 * How a schema is written; with all members 0, as usual.
 */
typedef struct
{
  SquillSchemaRule numbers;
  SquillSchemaRule other_fields;
  gboolean compatible;
  SquillSchemaDraft draft;
  gboolean canonical;
  const bson_t *example;
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
