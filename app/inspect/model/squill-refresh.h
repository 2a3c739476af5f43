/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/model/squill-drift.h"

G_BEGIN_DECLS

/**
 * squill_refresh:
 * @model: the model, with what was observed when it was made kept in its evidence
 * @profile: what is there now
 * @decisions: (nullable): what a person decided now; what was decided before is in the model
 * @error: return location
 *
 * Brings a model up to date: three-way, of what was observed then, what is observed now, and what a
 * person changed since. What a person changed, moved or rejected stays; what is new is placed
 * beside its neighbours. All of it is one step that can be undone.
 *
 * Returns: (transfer full) (element-type SquillDifference) (nullable): what was changed in the
 * model, and what was not because a person had decided otherwise (its message says so); empty where
 * nothing was; %NULL with @error set
 */
GPtrArray *squill_refresh (SquillModel *model,
                           SquillProfile *profile,
                           const SquillDecisions *decisions,
                           GError **error);

G_END_DECLS
