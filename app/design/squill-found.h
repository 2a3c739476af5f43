/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

double squill_field_count_values (const SquillField *field);
SquillTriple squill_design_count_found (SquillDesign *design,
                                        const SquillOperation *operation,
                                        const char **unknown);

G_END_DECLS
