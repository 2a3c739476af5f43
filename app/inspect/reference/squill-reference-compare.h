/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference-place.h"
#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

double squill_reference_fit_names (const SquillReferencePlace *source,
                                   const SquillReferencePlace *target,
                                   double entity_fit);
gboolean squill_reference_may_refer (const SquillReferencePlace *source,
                                     const SquillReferencePlace *target);
SquillReference *squill_reference_compare (const SquillReferencePlace *source,
                                           const SquillReferencePlace *target,
                                           double name_fit,
                                           double wanted);
double squill_reference_can_prove (const SquillReferencePlace *source,
                                   const SquillReferencePlace *target);
void squill_reference_score (SquillReference *reference);
void squill_reference_rate (SquillReference *reference,
                            const SquillReferencePlace *source,
                            const SquillReferencePlace *target);

G_END_DECLS
