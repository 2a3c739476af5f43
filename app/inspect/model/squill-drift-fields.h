/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/model/squill-difference.h"
#include "inspect/squill-profile.h"

G_BEGIN_DECLS

void squill_drift_compare_fields (GPtrArray *differences,
                                  const SquillField *mine,
                                  const SquillField *now,
                                  const SquillPath *path,
                                  const char *place);

G_END_DECLS
