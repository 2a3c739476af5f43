/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "design/squill-design.h"

G_BEGIN_DECLS

/**
 * SquillPicking:
 *
 * Picking fields in the diagram instead of writing their paths: somebody begins it for an entity,
 * the diagram tells what was clicked, until either of them ends it.
 *
 * Property "entity" (nullable): id of the entity from which the paths lead; %NULL while nobody
 * picks.
 *
 * Signal "picked" (const char *path): a field was picked, by names as people write them.
 */
#define SQUILL_TYPE_PICKING (squill_picking_get_type ())
G_DECLARE_FINAL_TYPE (SquillPicking, squill_picking, SQUILL, PICKING, GObject)

SquillPicking *squill_picking_new (SquillDesign *design);
void squill_picking_begin (SquillPicking *self, const char *entity);
void squill_picking_end (SquillPicking *self);
const char *squill_picking_get_entity (SquillPicking *self);
char *squill_picking_get_path (SquillPicking *self, const char *item);
gboolean squill_picking_pick (SquillPicking *self, const char *item);

G_END_DECLS
