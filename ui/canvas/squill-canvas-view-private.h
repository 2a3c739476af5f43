/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "canvas/squill-canvas-private.h"
#include "canvas/squill-canvas-view.h"
#include "diagram/squill-layout.h"
#include "widgets/squill-work-bar.h"

G_BEGIN_DECLS

struct _SquillCanvasView
{
  GtkWidget parent_instance;

  AdwToastOverlay *toasts;
  SquillCanvas *canvas;
  GtkWidget *bar;
  GtkWidget *shown_bar;
  GtkWidget *minimap;
  SquillWorkBar *work_bar;
  GtkWidget *preview_line;
  GtkWidget *chooser;
  guint room_source;

  SquillSession *session;
  GSignalGroup *session_signals;
  GSignalGroup *selection_signals;
  GCancellable *arranging; /* the layout that is running, or NULL */
  char *copied_field;      /* id of the field that was copied last */
};

void _squill_canvas_view_show_failure (SquillCanvasView *self, const GError *error);
void _squill_canvas_view_update_actions (SquillCanvasView *self);
void _squill_canvas_view_arrange (SquillCanvasView *self,
                                  SquillLayoutEngine engine,
                                  gboolean selection_only,
                                  gboolean anew);
void _squill_canvas_view_stop_arranging (SquillCanvasView *self);

G_END_DECLS
