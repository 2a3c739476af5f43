/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* What a model says, by what a person sees of it and not by ids, so that two can be compared. */

GHashTable *model_facts_new (SquillModel *model);

G_END_DECLS
