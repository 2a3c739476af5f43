/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Several designs of one model: the same entities, fields and workload, stored in other ways. A
 * model shows one of them, whose placements, copies, indexes, shard keys and collection options are
 * those of its items. The others keep theirs in their property "content". Another one is shown by
 * edits, as one step, and all else follows as after any edit. */

gboolean squill_property_is_of_design (SquillKind kind, const char *name);

const SquillAlternative *squill_model_get_alternative (SquillModel *self);
char *squill_model_add_alternative (SquillModel *self, const char *name, GError **error);
gboolean squill_model_show_alternative (SquillModel *self, const char *id, GError **error);
gboolean squill_model_delete_alternative (SquillModel *self, const char *id, GError **error);

G_END_DECLS
