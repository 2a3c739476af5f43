/* SPDX-License-Identifier: Apache-2.0 */

/* A group: a drag around its cards, or a click on one of the selected cards. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas.h"
#include "canvas/tools/squill-tool.h"

struct _SquillToolGroup
{
  SquillTool parent_instance;
};

G_DEFINE_FINAL_TYPE (SquillToolGroup, squill_tool_group, SQUILL_TYPE_TOOL)

static void
squill_tool_group_area (SquillTool *tool, const SquillRect *area)
{
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  g_autoptr (GPtrArray) found = squill_canvas_find_in_area (canvas, area, TRUE);
  g_autofree char *id = NULL;

  g_ptr_array_add (found, NULL);
  squill_canvas_set_tool (canvas, "select");
  id = squill_canvas_add_group (canvas, (const char *const *)found->pdata);
}

static void
squill_tool_group_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillCard *card = squill_canvas_find_card_at (canvas, pointer->at, NULL);
  SquillSelection *selection = squill_canvas_get_selection (canvas);
  g_auto (GStrv) selected = squill_selection_get_ids (selection);
  const char *alone[] = { card != NULL ? card->item : NULL, NULL };
  g_autofree char *id = NULL;

  if (card == NULL)
    return;
  squill_canvas_set_tool (canvas, "select");
  id = squill_canvas_add_group (canvas, squill_selection_contains (selection, card->item)
                                            ? (const char *const *)selected
                                            : alone);
}

static void
squill_tool_group_class_init (SquillToolGroupClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->clicked = squill_tool_group_clicked;
  tool_class->area = squill_tool_group_area;
}

static void
squill_tool_group_init (SquillToolGroup *self)
{
}
