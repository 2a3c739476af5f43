/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference-place.h"
#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

gboolean squill_reference_find_several (const SquillReferencePlace *source,
                                        GPtrArray *targets,
                                        GPtrArray *candidates);

G_END_DECLS
