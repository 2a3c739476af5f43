/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/* Exact sizes in BSON (rules.md 6.1). Bytes are doubles, so that likely sizes may have fractions
 * and what has no bound may be infinite. */

#define SQUILL_SIZE_DOCUMENT_LIMIT 16777216.0 /* 16 MiB */

double squill_size_digits (double k);
double squill_size_array (double k, double element);
double squill_size_capacity (double limit, double base, double element);
double squill_size_years_to (double limit, double base, double element, double now,
                             double growth);
double squill_size_of_name (const char *name);

G_END_DECLS
