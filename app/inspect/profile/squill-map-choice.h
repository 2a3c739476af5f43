/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-map-signs.h"

G_BEGIN_DECLS

guint squill_map_choose_keys (SquillPath *path, gboolean all_read);
guint squill_map_choose_most (SquillPath *path);
gboolean squill_map_is_uniform (const SquillPath *path);
guint squill_map_choose_like_siblings (SquillPath *path);
guint squill_map_choose_together (SquillPath *parent);

G_END_DECLS
