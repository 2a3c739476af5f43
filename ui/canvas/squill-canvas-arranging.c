/* SPDX-License-Identifier: Apache-2.0 */

/* Arranging the cards of the diagram while it can be looked at. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-view-private.h"

#include <glib/gi18n.h>

typedef struct
{
  SquillCanvasView *canvas_view;
  SquillModel *model;
  GCancellable *cancellable;
  SquillArrangement *arrangement;
  gboolean selection_only;
} Work;

static void
work_free (Work *work)
{
  g_object_unref (work->canvas_view);
  g_object_unref (work->model);
  g_object_unref (work->cancellable);
  squill_arrangement_free (work->arrangement);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Work) work = user_data;
  SquillCanvasView *self = work->canvas_view;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) places = squill_layout_run_finish (result, &error);
  gboolean current = self->arranging == work->cancellable;

  if (current)
    {
      g_clear_object (&self->arranging);
      squill_work_bar_end (self->work_bar);
      _squill_canvas_view_update_actions (self);
    }
  if (places == NULL)
    {
      if (current && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        _squill_canvas_view_show_failure (self, error);
      return;
    }
  /* It may have finished just before it was canceled. */
  if (!current || g_cancellable_is_cancelled (work->cancellable))
    return;
  squill_canvas_end_edit (self->canvas, TRUE);
  if (!squill_arrangement_apply (work->arrangement, places, work->model, &error))
    {
      _squill_canvas_view_show_failure (self, error);
      return;
    }
  squill_canvas_update (self->canvas);
  if (work->selection_only)
    squill_canvas_zoom_to_selection (self->canvas);
  else
    squill_canvas_zoom_to_fit (self->canvas);
}

/**
 * _squill_canvas_view_arrange:
 * @self: a view
 * @engine: how
 * @selection_only: only the cards that are selected
 * @anew: wherever they stand now
 *
 * Arranges the cards in the background. Nothing moves before it is done, or if it is canceled.
 */
void
_squill_canvas_view_arrange (SquillCanvasView *self,
                             SquillLayoutEngine engine,
                             gboolean selection_only,
                             gboolean anew)
{
  g_auto (GStrv) cards = NULL;
  SquillLayoutGraph *graph;
  Work *work;

  if (self->session == NULL || self->arranging != NULL ||
      squill_model_get_read_only (squill_session_get_model (self->session)))
    return;
  squill_canvas_end_edit (self->canvas, TRUE);
  squill_canvas_cancel (self->canvas);
  squill_canvas_update (self->canvas);
  if (selection_only)
    cards = squill_canvas_get_selected_cards (self->canvas);
  work = g_new0 (Work, 1);
  work->canvas_view = g_object_ref (self);
  work->model = g_object_ref (squill_session_get_model (self->session));
  work->cancellable = g_cancellable_new ();
  work->selection_only = selection_only;
  work->arrangement =
      squill_arrangement_new (squill_canvas_get_diagram (self->canvas), (const char *const *)cards);
  graph = squill_arrangement_get_graph (work->arrangement);
  if (anew)
    squill_layout_graph_forget_places (graph);
  if (squill_layout_graph_get_n_boxes (graph) < 2)
    {
      work_free (work);
      return;
    }
  self->arranging = g_object_ref (work->cancellable);
  squill_work_bar_begin (self->work_bar, _ ("Arranging the diagram…"), self->arranging);
  _squill_canvas_view_update_actions (self);
  squill_layout_run_async (graph, engine, work->cancellable, on_arranged, work);
}

/** Ends an arrangement that is being computed. */
void
_squill_canvas_view_stop_arranging (SquillCanvasView *self)
{
  if (self->arranging == NULL)
    return;
  g_cancellable_cancel (self->arranging);
  g_clear_object (&self->arranging);
  squill_work_bar_end (self->work_bar);
}
