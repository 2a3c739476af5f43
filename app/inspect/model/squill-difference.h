/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/model/squill-drift.h"

G_BEGIN_DECLS

GPtrArray *squill_differences_new (void);
SquillDifference *squill_differences_add (GPtrArray *differences,
                                          SquillDifferenceKind kind,
                                          const char *subject,
                                          const char *id,
                                          const char *place,
                                          const char *property);
void squill_difference_take_values (SquillDifference *self, char *in_model, char *in_source);
void squill_difference_take_message (SquillDifference *self, char *message);
char *squill_difference_types_to_text (guint types);
char *squill_difference_value_to_text (const json_t *value);

G_END_DECLS
