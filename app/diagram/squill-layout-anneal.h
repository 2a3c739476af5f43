/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Boxes in columns are moved until their lines cross little. */

#include "diagram/squill-layout-table.h"

G_BEGIN_DECLS

/* How high the columns are, beside what stands in them. */
#define SQUILL_ANNEAL_ROOM 1.5

void squill_layout_anneal (SquillLayoutTable *table,
                           guint seed,
                           guint max_tries,
                           guint64 max_work,
                           GCancellable *cancellable);

G_END_DECLS
