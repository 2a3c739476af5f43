/* SPDX-License-Identifier: Apache-2.0 */

/* Picks fields for whoever asked for them, see SquillPicking. Nothing is selected meanwhile. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas.h"
#include "canvas/tools/squill-tool.h"

struct _SquillToolPick
{
  SquillTool parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillToolPick, squill_tool_pick, SQUILL_TYPE_TOOL)

static SquillPicking *
get_picking (SquillTool *tool)
{
  SquillSession *session = squill_canvas_get_session (squill_tool_get_canvas (tool));

  return session == NULL ? NULL : squill_session_get_picking (session);
}

static void
squill_tool_pick_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  SquillPicking *picking = get_picking (tool);
  SquillHit hit = squill_canvas_hit (canvas, pointer->x, pointer->y);

  if (picking == NULL || !squill_picking_pick (picking, hit.item))
    gtk_widget_error_bell (GTK_WIDGET (canvas));
}

static void
squill_tool_pick_moved (SquillTool *tool, const SquillPointer *pointer)
{
  SquillPicking *picking = get_picking (tool);
  SquillHit hit = squill_canvas_hit (squill_tool_get_canvas (tool), pointer->x, pointer->y);
  g_autofree char *path = picking == NULL ? NULL : squill_picking_get_path (picking, hit.item);

  squill_tool_set_cursor (tool, path != NULL ? "copy" : "crosshair");
}

static gboolean
squill_tool_pick_cancel (SquillTool *tool)
{
  SquillPicking *picking = get_picking (tool);

  if (picking == NULL || squill_picking_get_entity (picking) == NULL)
    return FALSE;
  squill_picking_end (picking);
  return TRUE;
}

/* Another tool was chosen. */
static void
squill_tool_pick_left (SquillTool *tool)
{
  SquillPicking *picking = get_picking (tool);

  if (picking != NULL)
    squill_picking_end (picking);
}

static void
squill_tool_pick_class_init (SquillToolPickClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->left = squill_tool_pick_left;
  tool_class->clicked = squill_tool_pick_clicked;
  tool_class->moved = squill_tool_pick_moved;
  tool_class->cancel = squill_tool_pick_cancel;
}

static void
squill_tool_pick_init (SquillToolPick *self)
{
}
