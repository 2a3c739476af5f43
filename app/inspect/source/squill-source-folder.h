/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-source-collection.h"

G_BEGIN_DECLS

GPtrArray *squill_source_folder_find (const char *const *sources,
                                      SquillProblemList *problems,
                                      GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
