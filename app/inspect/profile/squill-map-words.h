/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-map-signs.h"

G_BEGIN_DECLS

/**
 * SquillMapPlace:
 * @path: the objects that have the names
 * @n_beside: how many other names stand in the same objects
 * @all_read: no more documents will come that could tell
 *
 * Where names are that may be data.
 */
typedef struct
{
  const SquillPath *path;
  guint n_beside;
  gboolean all_read;
} SquillMapPlace;

gboolean squill_map_words_are_data (const GPtrArray *names, const SquillMapPlace *place);
gboolean squill_map_words_are_keys_above (const SquillPath *path, const GPtrArray *names);
gboolean squill_map_words_are_rare_numbers (const SquillPath *path, const GPtrArray *names);
gboolean squill_map_words_are_codes (const GPtrArray *names);
gboolean squill_map_values_overlap (const GPtrArray *names);
gboolean squill_map_words_are_data_together (const GPtrArray *names, guint n_objects);

G_END_DECLS
