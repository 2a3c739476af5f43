/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

void squill_structure_to_json (const SquillCollectionProfile *collection, json_t *json);

G_END_DECLS
