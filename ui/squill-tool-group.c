/* SPDX-License-Identifier: Apache-2.0 */

/* A group: a drag around its cards, or a click on one of those that are selected. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-rubber-band.h"
#include "squill-tool.h"

struct _SquillToolGroup
{
  SquillTool parent_instance;

  SquillPoint start;
  SquillRect rect;
  gboolean drawing;
};

G_DEFINE_FINAL_TYPE (SquillToolGroup, squill_tool_group, SQUILL_TYPE_TOOL)

static void
group (SquillToolGroup *self, const SquillRect *rect)
{
  SquillPlane *plane = squill_tool_get_plane (SQUILL_TOOL (self));
  g_autoptr (GPtrArray) found = squill_rubber_band_find (plane, rect, TRUE);
  g_autofree char *id = NULL;

  g_ptr_array_add (found, NULL);
  squill_plane_set_tool (plane, "select");
  id = squill_plane_add_group (plane, (const char *const *)found->pdata);
}

static void
squill_tool_group_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillPlane *plane = squill_tool_get_plane (tool);
  const SquillCard *card = squill_plane_find_card_at (plane, pointer->at, NULL);
  SquillSelection *selection = squill_plane_get_selection (plane);
  g_auto (GStrv) selected = squill_selection_get_ids (selection);
  const char *alone[] = { card != NULL ? card->item : NULL, NULL };
  g_autofree char *id = NULL;

  if (card == NULL)
    return;
  squill_plane_set_tool (plane, "select");
  id = squill_plane_add_group (plane, squill_selection_contains (selection, card->item)
                                          ? (const char *const *)selected
                                          : alone);
}

static void
squill_tool_group_drag_begin (SquillTool *tool, const SquillPointer *pointer)
{
  SQUILL_TOOL_GROUP (tool)->start = pointer->at;
}

static void
squill_tool_group_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolGroup *self = SQUILL_TOOL_GROUP (tool);

  self->drawing = TRUE;
  self->rect = squill_rubber_band_get_rect (self->start, pointer->at);
  gtk_widget_queue_draw (GTK_WIDGET (squill_tool_get_plane (tool)));
}

static void
squill_tool_group_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolGroup *self = SQUILL_TOOL_GROUP (tool);
  SquillRect rect = squill_rubber_band_get_rect (self->start, pointer->at);

  self->drawing = FALSE;
  group (self, &rect);
}

static gboolean
squill_tool_group_cancel (SquillTool *tool)
{
  SquillToolGroup *self = SQUILL_TOOL_GROUP (tool);
  gboolean was = self->drawing;

  self->drawing = FALSE;
  return was;
}

static void
squill_tool_group_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolGroup *self = SQUILL_TOOL_GROUP (tool);

  if (self->drawing)
    squill_rubber_band_snapshot (squill_tool_get_plane (tool), &self->rect, snapshot);
}

static void
squill_tool_group_class_init (SquillToolGroupClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->clicked = squill_tool_group_clicked;
  tool_class->drag_begin = squill_tool_group_drag_begin;
  tool_class->drag_update = squill_tool_group_drag_update;
  tool_class->drag_end = squill_tool_group_drag_end;
  tool_class->cancel = squill_tool_group_cancel;
  tool_class->snapshot = squill_tool_group_snapshot;
}

static void
squill_tool_group_init (SquillToolGroup *self)
{
}
