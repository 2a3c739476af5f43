/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

bson_t *squill_validator_new (SquillDesign *design, const SquillCollection *collection);
gboolean squill_collection_is_time_series (SquillDesign *design,
                                           const SquillCollection *collection);
double squill_shape_get_cap (SquillModel *model, const SquillShape *shape);
const char *squill_shape_get_description (SquillModel *model, const SquillShape *shape);
char *squill_entity_get_schema_description (const SquillEntity *entity);
const SquillField *squill_shape_get_constraints (SquillModel *model, const SquillShape *shape);
gboolean squill_validator_append_enumeration (bson_t *schema,
                                              const json_t *enumeration,
                                              SquillTypes types);

G_END_DECLS
