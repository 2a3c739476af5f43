/* SPDX-License-Identifier: Apache-2.0 */

/* Moving what a line passes and what is written on it: by dragging, and by keys. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>

#include "canvas/squill-drag.h"

struct _SquillLineDrag
{
  SquillCanvas *canvas;
  char *edge;
  SquillLinePart part;
  SquillPoint grip; /* from the middle of the part to the pointer */
  SquillPoint to;   /* where it was dragged, as #SquillLinePlaces says */
  gboolean moved;
};

/* Sets where a part of a line is, as #SquillLinePlaces says. */
static gboolean
set_place (SquillCanvas *canvas,
           const SquillEdge *edge,
           SquillLinePart part,
           SquillPoint to,
           const char *tag)
{
  SquillModel *model = squill_canvas_get_model (canvas);
  gboolean done;

  if (squill_model_get_read_only (model))
    return FALSE;
  squill_model_begin_step (model, part == SQUILL_LINE_BEND ? _ ("Move line") : _ ("Move label"),
                           tag);
  done = squill_model_set_line_place (model, squill_diagram_get_view (canvas->diagram),
                                      edge->relationship, edge->line, part, to.x, to.y);
  squill_model_end_step (model);
  squill_canvas_update (canvas);
  return done;
}

/**
 * squill_line_drag_new:
 * @canvas: a canvas
 * @edge: id of a line
 * @part: what of it is dragged
 * @start: where on the diagram it was taken hold of
 *
 * Starts to drag a line or a label.
 *
 * Returns: (transfer full) (nullable): the drag; %NULL if the line has no such part
 */
SquillLineDrag *
squill_line_drag_new (SquillCanvas *canvas,
                      const char *edge,
                      SquillLinePart part,
                      SquillPoint start)
{
  const SquillEdge *line;
  SquillLineDrag *self;
  SquillPoint at;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);
  g_return_val_if_fail (edge != NULL, NULL);

  line = squill_diagram_find_edge (squill_canvas_get_diagram (canvas), edge);
  if (line == NULL ||
      !squill_diagram_get_line_part (squill_canvas_get_diagram (canvas), line, part, &at))
    return NULL;
  self = g_new0 (SquillLineDrag, 1);
  self->canvas = canvas;
  self->edge = g_strdup (edge);
  self->part = part;
  /* The line passes where the pointer is, a label stays under it as it was taken. */
  if (part != SQUILL_LINE_BEND)
    self->grip = SQUILL_POINT (start.x - at.x, start.y - at.y);
  return self;
}

/**
 * squill_line_drag_free:
 * @self: a drag
 *
 * Frees a drag that was finished or cancelled.
 */
void
squill_line_drag_free (SquillLineDrag *self)
{
  g_free (self->edge);
  g_free (self);
}

/**
 * squill_line_drag_move:
 * @self: a drag
 * @pointer: where the pointer is
 *
 * Shows the line or the label there; the model does not change yet.
 */
void
squill_line_drag_move (SquillLineDrag *self, const SquillPointer *pointer)
{
  SquillDiagram *diagram;
  const SquillEdge *edge;
  SquillPoint anchor;

  g_return_if_fail (self != NULL && pointer != NULL);

  diagram = squill_canvas_get_diagram (self->canvas);
  edge = squill_diagram_find_edge (diagram, self->edge);
  if (edge == NULL || squill_model_get_read_only (squill_canvas_get_model (self->canvas)))
    return;
  anchor = squill_diagram_get_line_anchor (diagram, edge, self->part);
  self->to = SQUILL_POINT (pointer->at.x - self->grip.x - anchor.x,
                           pointer->at.y - self->grip.y - anchor.y);
  self->moved = TRUE;
  squill_diagram_move_line_part (diagram, self->edge, self->part, self->to.x, self->to.y);
  squill_canvas_update (self->canvas);
}

/**
 * squill_line_drag_finish:
 * @self: a drag
 *
 * Drops the line or the label where it is, as one step to undo.
 */
void
squill_line_drag_finish (SquillLineDrag *self)
{
  const SquillEdge *edge;

  g_return_if_fail (self != NULL);

  edge = squill_diagram_find_edge (squill_canvas_get_diagram (self->canvas), self->edge);
  if (!self->moved || edge == NULL || !set_place (self->canvas, edge, self->part, self->to, NULL))
    squill_line_drag_cancel (self);
  self->moved = FALSE;
}

/**
 * squill_line_drag_cancel:
 * @self: a drag
 *
 * Takes back what was moved.
 */
void
squill_line_drag_cancel (SquillLineDrag *self)
{
  g_return_if_fail (self != NULL);

  self->moved = FALSE;
  squill_diagram_end_move (squill_canvas_get_diagram (self->canvas));
  squill_canvas_update (self->canvas);
}

/* The line of the selected relationship that keys move: the one that was clicked on, else the
 * first. */
static const SquillEdge *
find_picked (SquillCanvas *self)
{
  SquillSelection *selection = squill_canvas_get_selection (self);
  const char *id = selection != NULL ? squill_selection_get_single (selection) : NULL;
  const SquillEdge *first = NULL;

  if (id == NULL || self->diagram == NULL)
    return NULL;
  for (guint i = 0; i < squill_diagram_get_n_edges (self->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (self->diagram, i);

      if (!g_str_equal (edge->relationship, id))
        continue;
      if (g_strcmp0 (edge->id, self->picked_line) == 0)
        return edge;
      if (first == NULL)
        first = edge;
    }
  return first;
}

/* The part that keys move; another line begins with its bend. */
static SquillLinePart
get_picked_part (SquillCanvas *self, const SquillEdge *edge)
{
  SquillPoint at;

  return g_strcmp0 (edge->id, self->picked_line) == 0 &&
                 squill_diagram_get_line_part (self->diagram, edge, self->picked_part, &at)
             ? self->picked_part
             : SQUILL_LINE_BEND;
}

/**
 * squill_canvas_pick_line_part:
 * @self: a canvas
 * @edge: id of a line
 * @part: what of it
 *
 * Chooses what of the selected relationship the arrow keys move.
 */
void
squill_canvas_pick_line_part (SquillCanvas *self, const char *edge, SquillLinePart part)
{
  char *copy;

  g_return_if_fail (SQUILL_IS_CANVAS (self));
  g_return_if_fail (edge != NULL && part < SQUILL_N_LINE_PARTS);

  copy = g_strdup (edge);
  g_free (self->picked_line);
  self->picked_line = copy;
  self->picked_part = part;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_canvas_pick_next_line_part:
 * @self: a canvas
 *
 * Chooses the next part of the line of the selected relationship: its bend, its name, the number
 * at its start, that at its end.
 *
 * Returns: %TRUE if a line is selected
 */
gboolean
squill_canvas_pick_next_line_part (SquillCanvas *self)
{
  const SquillEdge *edge;
  guint part;
  SquillPoint at;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  edge = find_picked (self);
  if (edge == NULL)
    return FALSE;
  part = get_picked_part (self, edge);
  do
    part = (part + 1) % SQUILL_N_LINE_PARTS;
  while (!squill_diagram_get_line_part (self->diagram, edge, part, &at));
  squill_canvas_pick_line_part (self, edge->id, part);
  return TRUE;
}

/**
 * squill_canvas_nudge_line:
 * @self: a canvas
 * @dx: how far to the right, on the diagram
 * @dy: how far down
 * @tag: moves with the same tag that follow each other are one step
 *
 * Moves the chosen part of the line of the selected relationship.
 *
 * Returns: %TRUE if it was moved
 */
gboolean
squill_canvas_nudge_line (SquillCanvas *self, double dx, double dy, const char *tag)
{
  const SquillEdge *edge;
  SquillLinePart part;
  SquillPoint at, anchor;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  edge = find_picked (self);
  if (edge == NULL)
    return FALSE;
  part = get_picked_part (self, edge);
  if (!squill_diagram_get_line_part (self->diagram, edge, part, &at))
    return FALSE;
  anchor = squill_diagram_get_line_anchor (self->diagram, edge, part);
  return set_place (self, edge, part, SQUILL_POINT (at.x + dx - anchor.x, at.y + dy - anchor.y),
                    tag);
}

/**
 * squill_canvas_can_reset_lines:
 * @self: a canvas
 *
 * Returns: %TRUE if anything was moved of the lines of what is selected
 */
gboolean
squill_canvas_can_reset_lines (SquillCanvas *self)
{
  SquillSelection *selection;
  SquillModel *model;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  selection = squill_canvas_get_selection (self);
  model = squill_canvas_get_model (self);
  for (guint i = 0; selection != NULL && i < squill_selection_get_size (selection); i++)
    if (squill_model_get_relationship (model, squill_selection_get_nth (selection, i)) != NULL &&
        squill_model_has_line_places (model, squill_diagram_get_view (self->diagram),
                                      squill_selection_get_nth (selection, i)))
      return TRUE;
  return FALSE;
}

/**
 * squill_canvas_reset_lines:
 * @self: a canvas
 *
 * Lets the lines of the selected relationships run as they would if nobody had moved them.
 */
void
squill_canvas_reset_lines (SquillCanvas *self)
{
  g_auto (GStrv) ids = NULL;
  SquillModel *model;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (!squill_canvas_can_reset_lines (self))
    return;
  model = squill_canvas_get_model (self);
  ids = squill_selection_get_ids (squill_canvas_get_selection (self));
  squill_model_begin_step (model, _ ("Reset line"), NULL);
  for (guint i = 0; ids[i] != NULL; i++)
    if (squill_model_get_relationship (model, ids[i]) != NULL)
      squill_model_reset_lines (model, squill_diagram_get_view (self->diagram), ids[i]);
  squill_model_end_step (model);
  squill_canvas_update (self);
}

/* Marks what the arrow keys move. */
void
_squill_canvas_paint_line_part (SquillCanvas *self, SquillPainter *painter)
{
  const SquillEdge *edge;
  SquillRect rect;
  SquillPoint at;
  SquillLinePart part;

  if (self->detail != SQUILL_DETAIL_FULL ||
      squill_model_get_read_only (squill_canvas_get_model (self)))
    return;
  edge = find_picked (self);
  if (edge == NULL)
    return;
  part = get_picked_part (self, edge);
  if (!squill_diagram_get_line_part (self->diagram, edge, part, &at))
    return;
  if (part == SQUILL_LINE_BEND)
    {
      rect = SQUILL_RECT (at.x - 4, at.y - 4, 8, 8);
      squill_painter_fill_rect (painter, &rect, 4, &self->palette.card);
      squill_painter_stroke_rect (painter, &rect, 4, 2, &self->palette.accent);
      return;
    }
  rect = part == SQUILL_LINE_NAME    ? edge->route->name_label
         : part == SQUILL_LINE_START ? edge->route->from_label
                                     : edge->route->to_label;
  rect = squill_rect_grow (&rect, 2);
  squill_painter_stroke_rect (painter, &rect, rect.height / 2, 2, &self->palette.accent);
}
