/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

/* More fields are not looked at for one reference. */
#define SQUILL_COPIES_MAX 8u

/**
 * SquillCopyCount:
 * @from: a field beside a reference
 * @to: the field of the document referred to that it may repeat
 * @named: the names fit
 * @equal: in so many places both were the same
 * @of: where both were there
 * @equal_by_chance: how often it was the same as that of the document referred to before
 * @of_by_chance: where that was there
 *
 * What is counted to see whether a field is a copy.
 */
typedef struct
{
  const SquillPath *from;
  const SquillPath *to;
  gboolean named;
  guint64 equal;
  guint64 of;
  guint64 equal_by_chance;
  guint64 of_by_chance;
} SquillCopyCount;

GArray *squill_copies_find_candidates (const SquillReference *reference);
void squill_copies_judge (GArray *counts, SquillReference *reference, gboolean exact);

G_END_DECLS
