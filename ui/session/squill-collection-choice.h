/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "inspect/squill-inspect.h"

G_BEGIN_DECLS

/**
 * SquillCollectionChoice:
 *
 * A collection that could be read, and whether it is to be.
 *
 * Property "chosen" (gboolean).
 */
#define SQUILL_TYPE_COLLECTION_CHOICE (squill_collection_choice_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillCollectionChoice, squill_collection_choice, SQUILL, COLLECTION_CHOICE, GObject)

SquillCollectionChoice *squill_collection_choice_new (const SquillListedCollection *listed);
const SquillListedCollection *squill_collection_choice_get_listed (SquillCollectionChoice *self);
gboolean squill_collection_choice_get_chosen (SquillCollectionChoice *self);
void squill_collection_choice_set_chosen (SquillCollectionChoice *self, gboolean chosen);
gboolean squill_collection_choice_matches (SquillCollectionChoice *self, const char *words);
char *squill_collection_choice_describe (SquillCollectionChoice *self);
char *squill_collection_choice_get_key (SquillCollectionChoice *self);
gboolean squill_collection_choice_is_among (SquillCollectionChoice *self, const char *const *keys);

G_END_DECLS
