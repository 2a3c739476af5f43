/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "diagram/squill-layout.h"
#include "squill-canvas.h"
#include "squill-plane.h"
#include "squill-work-bar.h"

G_BEGIN_DECLS

/* What the files of the canvas share: squill-canvas.c, -actions.c, -arrange.c. */

struct _SquillCanvas
{
  GtkWidget parent_instance;

  AdwToastOverlay *toasts;
  SquillPlane *plane;
  GtkWidget *bar;
  GtkWidget *minimap;
  SquillWorkBar *work_bar;
  GtkWidget *chooser;
  guint room_source;

  SquillSession *session;
  GCancellable *arranging; /* what runs; %NULL where nothing does */
  char *copied_field;      /* id of the field that was copied last, for it to be pasted elsewhere */
};

/* squill-canvas-actions.c */
void _squill_canvas_install_actions (GtkWidgetClass *widget_class);
void _squill_canvas_update_actions (SquillCanvas *self);

/* squill-canvas-arrange.c */
void _squill_canvas_arrange (SquillCanvas *self,
                             SquillLayoutEngine engine,
                             gboolean selection_only);
void _squill_canvas_cancel_arrange (SquillCanvas *self);

G_END_DECLS
