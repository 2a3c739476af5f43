/* SPDX-License-Identifier: Apache-2.0 */

/* A note: a click for one of the usual size, a drag for one of that size. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "squill-rubber-band.h"
#include "squill-tool.h"

#define LEAST_SIZE 40.0

struct _SquillToolNote
{
  SquillTool parent_instance;

  SquillPoint start;
  SquillRect rect;
  gboolean drawing;
};

G_DEFINE_FINAL_TYPE (SquillToolNote, squill_tool_note, SQUILL_TYPE_TOOL)

static void
add (SquillToolNote *self, SquillPoint at, double width, double height)
{
  SquillPlane *plane = squill_tool_get_plane (SQUILL_TOOL (self));
  SquillModel *model = squill_plane_get_model (plane);
  g_autofree char *id = NULL;

  squill_plane_set_tool (plane, "select");
  squill_model_begin_step (model, _ ("Add note"), NULL);
  id = squill_model_add_note (model, _ ("Note"), at.x, at.y);
  if (id != NULL && width > 0)
    {
      squill_model_set (model, id, "width", squill_json_number ((int)width), NULL);
      squill_model_set (model, id, "height", squill_json_number ((int)height), NULL);
    }
  squill_model_end_step (model);
  if (id == NULL)
    return;
  squill_plane_update (plane);
  squill_selection_set_single (squill_plane_get_selection (plane), id);
  squill_plane_edit_item (plane, id);
}

static void
squill_tool_note_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  add (SQUILL_TOOL_NOTE (tool), pointer->at, 0, 0);
}

static void
squill_tool_note_drag_begin (SquillTool *tool, const SquillPointer *pointer)
{
  SQUILL_TOOL_NOTE (tool)->start = pointer->at;
}

static void
squill_tool_note_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolNote *self = SQUILL_TOOL_NOTE (tool);

  self->drawing = TRUE;
  self->rect = squill_rubber_band_get_rect (self->start, pointer->at);
  gtk_widget_queue_draw (GTK_WIDGET (squill_tool_get_plane (tool)));
}

static void
squill_tool_note_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolNote *self = SQUILL_TOOL_NOTE (tool);
  SquillRect rect = squill_rubber_band_get_rect (self->start, pointer->at);

  self->drawing = FALSE;
  add (self, SQUILL_POINT (rect.x, rect.y), MAX (rect.width, LEAST_SIZE),
       MAX (rect.height, LEAST_SIZE));
}

static gboolean
squill_tool_note_cancel (SquillTool *tool)
{
  SquillToolNote *self = SQUILL_TOOL_NOTE (tool);
  gboolean was = self->drawing;

  self->drawing = FALSE;
  return was;
}

static void
squill_tool_note_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolNote *self = SQUILL_TOOL_NOTE (tool);

  if (self->drawing)
    squill_rubber_band_snapshot (squill_tool_get_plane (tool), &self->rect, snapshot);
}

static void
squill_tool_note_class_init (SquillToolNoteClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->clicked = squill_tool_note_clicked;
  tool_class->drag_begin = squill_tool_note_drag_begin;
  tool_class->drag_update = squill_tool_note_drag_update;
  tool_class->drag_end = squill_tool_note_drag_end;
  tool_class->cancel = squill_tool_note_cancel;
  tool_class->snapshot = squill_tool_note_snapshot;
}

static void
squill_tool_note_init (SquillToolNote *self)
{
}
