/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "diagram/squill-geometry.h"

G_BEGIN_DECLS

/**
 * SquillObstacle:
 * @rect: what is in the way
 *
 * A card, as something that lines run round.
 */
typedef struct
{
  SquillRect rect;
  /*< private >*/
  char *id;
  guint stamp;
} SquillObstacle;

/**
 * SquillObstacles:
 *
 * Cards by place: finds those near a line without looking at all of them.
 */
typedef struct _SquillObstacles SquillObstacles;

SquillObstacles *squill_obstacles_new (void);
void squill_obstacles_free (SquillObstacles *self);
void squill_obstacles_set (SquillObstacles *self, const char *id, const SquillRect *rect);
void squill_obstacles_remove (SquillObstacles *self, const char *id);
const SquillObstacle *squill_obstacles_get (SquillObstacles *self, const char *id);
void squill_obstacles_find (SquillObstacles *self, const SquillRect *rect, GPtrArray *found);
const SquillObstacle *squill_obstacles_find_any (SquillObstacles *self, const SquillRect *rect);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillObstacles, squill_obstacles_free)

G_END_DECLS
