/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference-place.h"
#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

GHashTable *squill_reference_read_examples (GPtrArray *places,
                                            const SquillReferenceOptions *options,
                                            GCancellable *cancellable,
                                            GError **error);
gboolean squill_reference_may_have_prefix (const SquillReferencePlace *source);
void squill_reference_find_prefixed (const SquillReferencePlace *source,
                                     GPtrArray *examples,
                                     GPtrArray *targets,
                                     GPtrArray *candidates);

G_END_DECLS
