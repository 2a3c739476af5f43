/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

void squill_refresh_place_entities (SquillModel *model, GHashTable *added);

G_END_DECLS
