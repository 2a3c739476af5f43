/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "diagram/squill-diagram.h"

G_BEGIN_DECLS

/**
 * SQUILL_LAYOUT_GRID:
 *
 * The canvas' grid in pixels, for what is set by hand.
 */
#define SQUILL_LAYOUT_GRID 20

/**
 * SQUILL_LAYOUT_STEP:
 *
 * Every position a layout gives is a multiple of it, in pixels. It is as high as a row of a card:
 * so rows of cards that stand beside each other are at the same height, and lines between them can
 * run straight.
 */
#define SQUILL_LAYOUT_STEP 24

/**
 * SquillLayoutError:
 * @SQUILL_LAYOUT_ERROR_START: the layout program is missing or cannot be started
 * @SQUILL_LAYOUT_ERROR_ABORTED: the method gave up on this graph
 * @SQUILL_LAYOUT_ERROR_TIME: the method took longer than it may
 */
typedef enum
{
  SQUILL_LAYOUT_ERROR_START,
  SQUILL_LAYOUT_ERROR_ABORTED,
  SQUILL_LAYOUT_ERROR_TIME,
} SquillLayoutError;

#define SQUILL_LAYOUT_ERROR (squill_layout_error_quark ())
GQuark squill_layout_error_quark (void);

/**
 * SquillLayoutEngine:
 * @SQUILL_LAYOUT_AUTO: in columns that fill a window: those of dot for parts of up to 60 boxes,
 *   layers of its own, or columns of equal heights from what sfdp finds to be near to each other,
 *   whichever is best once lines are drawn; rows if the engines fail
 * @SQUILL_LAYOUT_DOT: in columns, along the direction of the lines
 * @SQUILL_LAYOUT_NEATO: by springs, for small graphs
 * @SQUILL_LAYOUT_FDP: by forces
 * @SQUILL_LAYOUT_SFDP: by forces, for large graphs
 * @SQUILL_LAYOUT_TWOPI: in rings around a center
 * @SQUILL_LAYOUT_CIRCO: in circles
 * @SQUILL_LAYOUT_DOT_DOWN: in rows, along the direction of the lines
 */
typedef enum
{
  SQUILL_LAYOUT_AUTO,
  SQUILL_LAYOUT_DOT,
  SQUILL_LAYOUT_NEATO,
  SQUILL_LAYOUT_FDP,
  SQUILL_LAYOUT_SFDP,
  SQUILL_LAYOUT_TWOPI,
  SQUILL_LAYOUT_CIRCO,
  SQUILL_LAYOUT_DOT_DOWN,
} SquillLayoutEngine;

#define SQUILL_LAYOUT_N_ENGINES (SQUILL_LAYOUT_DOT_DOWN + 1)

const char *squill_layout_engine_to_string (SquillLayoutEngine engine);
gboolean squill_layout_engine_from_string (const char *text, SquillLayoutEngine *engine);

/**
 * SquillLayoutPosition:
 * @x: the left edge in pixels
 * @y: the top edge in pixels, growing downwards
 */
typedef struct
{
  int x;
  int y;
} SquillLayoutPosition;

/**
 * SquillLayoutResult:
 * @n_boxes: how many boxes there are
 * @positions: (array length=n_boxes): where each box goes, in the order they were added
 * @kept: the boxes stand where they stood, but for a little
 * @origin: where 0, 0 of @positions is among the places that the boxes had, if @kept
 * @n_fallbacks: parts of the graph for which the first method failed and another one was taken
 */
typedef struct
{
  guint n_boxes;
  SquillLayoutPosition *positions;
  gboolean kept;
  SquillLayoutPosition origin;
  guint n_fallbacks;
} SquillLayoutResult;

void squill_layout_result_free (SquillLayoutResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillLayoutResult, squill_layout_result_free)

/**
 * SquillLayoutGraph:
 *
 * Boxes of known size and the lines between them: what a layout is made of. Reference counted;
 * it must not be changed while a layout of it runs.
 */
typedef struct _SquillLayoutGraph SquillLayoutGraph;

SquillLayoutGraph *squill_layout_graph_new (void);
SquillLayoutGraph *squill_layout_graph_ref (SquillLayoutGraph *graph);
void squill_layout_graph_unref (SquillLayoutGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillLayoutGraph, squill_layout_graph_unref)

guint squill_layout_graph_add_box (SquillLayoutGraph *graph, int width, int height, int group);
void squill_layout_graph_set_place (SquillLayoutGraph *graph, guint box, int x, int y);
void squill_layout_graph_forget_places (SquillLayoutGraph *graph);
void squill_layout_graph_add_edge (
    SquillLayoutGraph *graph, guint from, int from_offset, guint to, int to_offset);
guint squill_layout_graph_get_n_boxes (const SquillLayoutGraph *graph);

SquillLayoutResult *squill_layout_run (SquillLayoutGraph *graph,
                                       SquillLayoutEngine engine,
                                       GCancellable *cancellable,
                                       GError **error);
void squill_layout_run_async (SquillLayoutGraph *graph,
                              SquillLayoutEngine engine,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
SquillLayoutResult *squill_layout_run_finish (GAsyncResult *result, GError **error);

/**
 * SquillArrangement:
 *
 * Which cards a layout is about: the link between a diagram and a #SquillLayoutGraph.
 */
typedef struct _SquillArrangement SquillArrangement;

SquillArrangement *squill_arrangement_new (SquillDiagram *diagram, const char *const *cards);
void squill_arrangement_free (SquillArrangement *self);
SquillLayoutGraph *squill_arrangement_get_graph (SquillArrangement *self);
gboolean squill_arrangement_apply (SquillArrangement *self,
                                   const SquillLayoutResult *result,
                                   SquillModel *model,
                                   GError **error);

gboolean squill_model_is_unplaced (SquillModel *model);
gboolean squill_model_arrange (SquillModel *model,
                               SquillLayoutEngine engine,
                               guint *n_fallbacks,
                               GCancellable *cancellable,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillArrangement, squill_arrangement_free)

G_END_DECLS
