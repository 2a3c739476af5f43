/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

json_t *squill_path_to_json (const SquillPath *path);
json_t *squill_spread_to_json (const SquillSpread *spread, gboolean with_histogram);
json_t *squill_collection_profile_to_json (const SquillCollectionProfile *collection,
                                           gboolean with_paths);

G_END_DECLS
