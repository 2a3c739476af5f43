/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-place.h"
#include "inspect/squill-profile.h"

G_BEGIN_DECLS

gboolean squill_inspect_run (SquillProfile *profile,
                             GPtrArray *places,
                             const SquillInspectOptions *options,
                             SquillInspectProgressFunc on_progress,
                             gpointer progress_data,
                             GHashTable *origins,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
