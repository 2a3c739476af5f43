/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/squill-diagram.h"
#include "squill-viewport.h"

G_BEGIN_DECLS

/**
 * SquillFarPicture:
 *
 * Lines and cards from so far away that they are boxes: thousands of them, as one picture a little
 * larger than the window, which stays as long as the view only moves within it.
 */
typedef struct _SquillFarPicture SquillFarPicture;

SquillFarPicture *squill_far_picture_new (void);
void squill_far_picture_free (SquillFarPicture *self);
void squill_far_picture_drop (SquillFarPicture *self);
void squill_far_picture_snapshot (SquillFarPicture *self,
                                  GtkSnapshot *snapshot,
                                  SquillDiagram *diagram,
                                  SquillViewport *viewport,
                                  const SquillPalette *palette,
                                  GHashTable *lit);
guint squill_far_picture_get_n_made (SquillFarPicture *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillFarPicture, squill_far_picture_free)

G_END_DECLS
