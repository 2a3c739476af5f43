/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-property.h"

G_BEGIN_DECLS

/* What only the model's own files need of items. `path` (nullable) gets the names of the members
 * on the way to what was wrong. */

gpointer _squill_item_new (SquillKind kind, const char *id);
void _squill_item_free (SquillItem *item);
gpointer _squill_item_from_json (SquillKind kind,
                                 const char *id,
                                 const json_t *json,
                                 GPtrArray *path,
                                 GPtrArray *warnings,
                                 GError **error);
json_t *_squill_item_to_json (const SquillItem *item, gboolean with_layout);
json_t *_squill_item_layout_to_json (const SquillItem *item);
gboolean _squill_item_set_layout (SquillItem *item,
                                  const json_t *layout,
                                  GPtrArray *path,
                                  GError **error);
const char *_squill_item_get_order (const SquillItem *item);
void _squill_item_sort_children (SquillItem *item);
void _squill_item_insert_child (SquillItem *item, SquillItem *child);
void _squill_item_steal_child (SquillItem *item, SquillItem *child);
void _squill_item_forget_extra (SquillItem *item, const char *name);
gboolean _squill_item_keep_choice (SquillItem *item,
                                   const SquillProperty *property,
                                   const json_t *value);
gboolean _squill_kind_fits (SquillKind parent, SquillKind child);
const char *_squill_kind_get_map_name (SquillKind kind);

G_END_DECLS
