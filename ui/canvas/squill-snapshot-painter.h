/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-painter.h"

G_BEGIN_DECLS

/**
 * SquillSnapshotPainter:
 *
 * Paints into a GtkSnapshot. It applies the zoom itself, so that lines are on device pixels and
 * text is laid out at its final size: both are sharp at any zoom.
 */
#define SQUILL_TYPE_SNAPSHOT_PAINTER (squill_snapshot_painter_get_type ())
G_DECLARE_FINAL_TYPE (
    SquillSnapshotPainter, squill_snapshot_painter, SQUILL, SNAPSHOT_PAINTER, GObject)

SquillSnapshotPainter *squill_snapshot_painter_new (PangoContext *context, double device_scale);
void squill_snapshot_painter_set_device (SquillSnapshotPainter *self,
                                         PangoContext *context,
                                         double device_scale);
void squill_snapshot_painter_begin (SquillSnapshotPainter *self,
                                    GtkSnapshot *snapshot,
                                    double x,
                                    double y,
                                    double zoom,
                                    const graphene_rect_t *seen);
guint squill_snapshot_painter_end (SquillSnapshotPainter *self);

G_END_DECLS
