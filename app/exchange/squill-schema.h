/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>

#include "design/squill-design.h"

G_BEGIN_DECLS

bson_t *squill_schema_new_validator (SquillDesign *design, const SquillCollection *collection);
bson_t *squill_schema_new_standard (SquillDesign *design, const SquillCollection *collection);
gboolean squill_collection_is_time_series (SquillDesign *design,
                                           const SquillCollection *collection);
double squill_shape_get_cap (SquillModel *model, const SquillShape *shape);

G_END_DECLS
