/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-canvas-private.h"

#include <glib/gi18n.h>

#include "diagram/squill-arrangement.h"

typedef struct
{
  SquillCanvas *canvas;
  SquillModel *model;
  GCancellable *cancellable;
  SquillArrangement *arrangement;
  gboolean selection_only;
} Work;

static void
work_free (Work *work)
{
  g_object_unref (work->canvas);
  g_object_unref (work->model);
  g_object_unref (work->cancellable);
  squill_arrangement_free (work->arrangement);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

static void
show_failure (SquillCanvas *self, const GError *error)
{
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (error->message));
}

static void
on_arranged (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Work) work = user_data;
  SquillCanvas *self = work->canvas;
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) places = squill_layout_run_finish (result, &error);
  gboolean current = self->arranging == work->cancellable;

  if (current)
    {
      g_clear_object (&self->arranging);
      squill_work_bar_end (self->work_bar);
      _squill_canvas_update_actions (self);
    }
  if (places == NULL)
    {
      if (current && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        show_failure (self, error);
      return;
    }
  /* A result that comes after the button was pressed is not wanted any more. */
  if (!current || g_cancellable_is_cancelled (work->cancellable))
    return;
  if (!squill_layout_apply (work->arrangement, places, work->model, &error))
    {
      show_failure (self, error);
      return;
    }
  squill_plane_update (self->plane);
  if (work->selection_only)
    squill_plane_zoom_to_selection (self->plane);
  else
    squill_plane_zoom_to_fit (self->plane);
}

/* The cards of what is selected; %NULL for all. */
static char **
get_cards (SquillCanvas *self)
{
  g_autoptr (GArray) items = squill_plane_get_placed_selection (self->plane);
  SquillDiagram *diagram = squill_plane_get_diagram (self->plane);
  g_autoptr (GStrvBuilder) cards = g_strv_builder_new ();

  for (guint i = 0; i < items->len; i++)
    {
      const char *id = g_array_index (items, SquillPlacedItem, i).id;

      if (squill_diagram_find_card (diagram, id) != NULL)
        g_strv_builder_add (cards, id);
    }
  return g_strv_builder_end (cards);
}

/* Arranges the cards in the background. The view follows when it is done; until then, and if it is
 * cancelled, nothing has moved. */
void
_squill_canvas_arrange (SquillCanvas *self, SquillLayoutEngine engine, gboolean selection_only)
{
  g_auto (GStrv) cards = NULL;
  SquillLayoutGraph *graph;
  Work *work;

  if (self->session == NULL || self->arranging != NULL ||
      squill_model_get_read_only (squill_session_get_model (self->session)))
    return;
  squill_plane_cancel (self->plane);
  squill_plane_update (self->plane);
  if (selection_only)
    cards = get_cards (self);
  work = g_new0 (Work, 1);
  work->canvas = g_object_ref (self);
  work->model = g_object_ref (squill_session_get_model (self->session));
  work->cancellable = g_cancellable_new ();
  work->selection_only = selection_only;
  work->arrangement =
      squill_arrangement_new (squill_plane_get_diagram (self->plane), (const char *const *)cards);
  graph = squill_arrangement_get_graph (work->arrangement);
  if (squill_layout_graph_get_n_boxes (graph) < 2)
    {
      work_free (work);
      return;
    }
  self->arranging = g_object_ref (work->cancellable);
  squill_work_bar_begin (self->work_bar, _ ("Arranging the diagram…"), self->arranging);
  _squill_canvas_update_actions (self);
  squill_layout_run_async (graph, engine, work->cancellable, on_arranged, work);
}

void
_squill_canvas_cancel_arrange (SquillCanvas *self)
{
  if (self->arranging == NULL)
    return;
  g_cancellable_cancel (self->arranging);
  g_clear_object (&self->arranging);
  squill_work_bar_end (self->work_bar);
}
