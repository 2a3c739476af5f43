/* SPDX-License-Identifier: Apache-2.0 */

/* A note: a click adds one of the usual size, a drag one of the size of the drag. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>

#include "model/squill-authoring.h"
#include "canvas/squill-canvas.h"
#include "canvas/tools/squill-tool.h"

#define MIN_SIZE 40.0

struct _SquillToolNote
{
  SquillTool parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillToolNote, squill_tool_note, SQUILL_TYPE_TOOL)

static void
add (SquillToolNote *self, SquillPoint at, double width, double height)
{
  SquillCanvas *canvas = squill_tool_get_canvas (SQUILL_TOOL (self));
  SquillModel *model = squill_canvas_get_model (canvas);
  g_autofree char *id = NULL;

  squill_canvas_set_tool (canvas, "select");
  squill_model_begin_step (model, _ ("Add note"), NULL);
  id = squill_model_add_note (model, _ ("Note"), at.x, at.y);
  if (id != NULL && width > 0)
    {
      squill_model_set (model, id, "width", squill_json_number ((int)width), NULL);
      squill_model_set (model, id, "height", squill_json_number ((int)height), NULL);
    }
  if (id != NULL)
    squill_canvas_add_to_view (canvas, id);
  squill_model_end_step (model);
  if (id != NULL)
    squill_canvas_edit_added (canvas, id);
}

static void
squill_tool_note_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  add (SQUILL_TOOL_NOTE (tool), pointer->at, 0, 0);
}

static void
squill_tool_note_area (SquillTool *tool, const SquillRect *area)
{
  add (SQUILL_TOOL_NOTE (tool), SQUILL_POINT (area->x, area->y), MAX (area->width, MIN_SIZE),
       MAX (area->height, MIN_SIZE));
}

static void
squill_tool_note_class_init (SquillToolNoteClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->clicked = squill_tool_note_clicked;
  tool_class->area = squill_tool_note_area;
}

static void
squill_tool_note_init (SquillToolNote *self)
{
}
