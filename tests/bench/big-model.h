/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* A model of n entities with 15 fields each and 1.5 n relationships of all placements, always the
 * same for the same n. With operations, a third of the entities also have an index. Large ones are
 * made as text, as a file has them. */
char *big_model_to_text (guint n_entities, guint n_operations, gsize *length);
SquillModel *big_model_new (guint n_entities, guint n_operations);

G_END_DECLS
