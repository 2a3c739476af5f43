/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

char *squill_model_describe_place (SquillModel *model, gconstpointer item);
char *squill_model_describe_within (SquillModel *model, gconstpointer item);
char *squill_range_to_text (const json_t *value);
char *squill_model_value_to_text (SquillModel *model,
                                  const SquillProperty *property,
                                  const json_t *value);

G_END_DECLS
