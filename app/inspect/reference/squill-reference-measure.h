/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

gboolean squill_references_measure (GPtrArray *references,
                                    const SquillReferenceOptions *options,
                                    GCancellable *cancellable,
                                    GError **error);
void squill_reference_estimate_holders (SquillReference *reference);

G_END_DECLS
