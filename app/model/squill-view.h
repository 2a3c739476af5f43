/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "model/squill-model.h"

G_BEGIN_DECLS

/* Views are choices of what the diagram shows, each with positions of its own. What is moved while
 * a view is shown moves in it, and nowhere else. */

/**
 * SquillPlace:
 * @id: id of an entity, a relationship or a note
 * @x: its left edge on the diagram
 * @y: its top edge
 */
typedef struct
{
  const char *id;
  double x;
  double y;
} SquillPlace;

const SquillView *squill_model_get_view (SquillModel *self, const char *id);
const SquillView *squill_model_find_view_by_name (SquillModel *self, const char *name);
char *squill_model_add_view (SquillModel *self,
                             const char *name,
                             const char *const *members,
                             const SquillPlace *places,
                             guint n_places);
gboolean squill_model_set_places (
    SquillModel *self, const char *view, const SquillPlace *places, guint n_places, GError **error);
gboolean squill_model_set_members (SquillModel *self,
                                   const char *view,
                                   const char *const *ids,
                                   gboolean shown);
gboolean squill_view_get_place (const SquillView *view, const char *id, double *x, double *y);
gboolean squill_view_hides (const SquillView *view, const char *relationship);

G_END_DECLS
