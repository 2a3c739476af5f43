/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-shape.h"
#include "model/squill-value-kind.h"

G_BEGIN_DECLS

/* What is taken for the sizes that nobody said. Sample documents are made by the same numbers, so
 * that they and the sizes agree. */

/** Elements of an array, or keys of a map. */
#define SQUILL_ASSUMED_LENGTH 2.0

/** Bytes of binary data. */
#define SQUILL_ASSUMED_BINARY 16.0

SquillTypes squill_assume_type (const char *name, SquillValueKind kind);
double squill_assume_bytes (SquillTypes type, SquillValueKind kind);
char *squill_shape_describe_assumptions (const SquillShape *self);

G_END_DECLS
