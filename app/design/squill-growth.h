/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-shape.h"

G_BEGIN_DECLS

/* Documents as they grow with the arrays and maps in them. What is likely, and no more than what
 * bounds it. Years count from the reference date of the model. */

double squill_shape_get_years_to_length (const SquillShape *shape, double length);
double squill_shape_get_bytes_after (const SquillShape *shape, double years);
double squill_shape_get_years_to_bytes (const SquillShape *shape, double bytes);

G_END_DECLS
