/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-item.h"

G_BEGIN_DECLS

/* Exact sizes in BSON. Bytes are doubles, so that likely sizes may have fractions
 * and what has no bound may be infinite. */

/** The most bytes that a document may have: 16 MiB. */
#define SQUILL_SIZE_DOCUMENT_LIMIT 16777216.0

/** What a document or array has besides its elements: its length and the NUL at its end. */
#define SQUILL_SIZE_EMPTY 5.0

/** What an element has besides its name and its value: its type and the NUL after its name. */
#define SQUILL_SIZE_ELEMENT 2.0

double squill_size_digits (double k);
double squill_size_array (double k, double element);
double squill_size_capacity (double limit, double base, double element);
double squill_size_years_to (double limit, double base, double element, double now, double growth);
double squill_size_of_name (const char *name);

G_END_DECLS
