/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

json_t *squill_server_path_to_json (const SquillPath *path);
json_t *squill_server_collection_to_json (const SquillCollectionProfile *collection);

G_END_DECLS
