/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

GHashTable *squill_unique_fields_new (SquillModel *model);

G_END_DECLS
