/* SPDX-License-Identifier: Apache-2.0 */

/* A new entity at the pointer, or where the arrow keys moved it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "diagram/squill-layout.h"
#include "canvas/squill-canvas.h"
#include "session/squill-snap.h"
#include "canvas/tools/squill-tool.h"

struct _SquillToolEntity
{
  SquillTool parent_instance;

  SquillPoint at; /* the card's top left corner */
  gboolean shown;
};

G_DEFINE_FINAL_TYPE (SquillToolEntity, squill_tool_entity, SQUILL_TYPE_TOOL)

/* The pointer is in the middle of the card's header. */
static void
set_place (SquillToolEntity *self, SquillPoint pointer, gboolean snap)
{
  self->at =
      SQUILL_POINT (pointer.x - SQUILL_CARD_MIN_WIDTH / 2, pointer.y - SQUILL_CARD_HEADER / 2);
  if (snap)
    self->at = SQUILL_POINT (squill_snap_to_grid (self->at.x, SQUILL_LAYOUT_GRID),
                             squill_snap_to_grid (self->at.y, SQUILL_LAYOUT_GRID));
  self->shown = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (squill_tool_get_canvas (SQUILL_TOOL (self))));
}

static void
place (SquillToolEntity *self)
{
  SquillCanvas *canvas = squill_tool_get_canvas (SQUILL_TOOL (self));
  SquillPoint at = self->at;
  g_autofree char *id = NULL;

  squill_canvas_set_tool (canvas, "select");
  id = squill_canvas_add_entity (canvas, at.x, at.y);
}

static void
squill_tool_entity_chosen (SquillTool *tool)
{
  SquillToolEntity *self = SQUILL_TOOL_ENTITY (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);

  /* For the keyboard: where there is room, until the pointer moves. */
  if (squill_canvas_get_diagram (canvas) == NULL)
    return;
  self->at = squill_canvas_find_place (canvas);
  self->shown = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
squill_tool_entity_left (SquillTool *tool)
{
  SQUILL_TOOL_ENTITY (tool)->shown = FALSE;
}

static void
squill_tool_entity_moved (SquillTool *tool, const SquillPointer *pointer)
{
  set_place (SQUILL_TOOL_ENTITY (tool), pointer->at, (pointer->state & GDK_ALT_MASK) == 0);
}

static void
squill_tool_entity_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  squill_tool_entity_moved (tool, pointer);
  place (SQUILL_TOOL_ENTITY (tool));
}

static void
squill_tool_entity_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  squill_tool_entity_clicked (tool, pointer, 1);
}

static gboolean
squill_tool_entity_key (SquillTool *tool, guint keyval, GdkModifierType state)
{
  SquillToolEntity *self = SQUILL_TOOL_ENTITY (tool);
  double step = SQUILL_LAYOUT_GRID * ((state & GDK_SHIFT_MASK) != 0 ? 10 : 1);
  SquillRect rect;

  switch (keyval)
    {
    case GDK_KEY_Left:
      self->at.x -= step;
      break;
    case GDK_KEY_Right:
      self->at.x += step;
      break;
    case GDK_KEY_Up:
      self->at.y -= step;
      break;
    case GDK_KEY_Down:
      self->at.y += step;
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      place (self);
      return TRUE;
    default:
      return FALSE;
    }
  rect = SQUILL_RECT (self->at.x, self->at.y, SQUILL_CARD_MIN_WIDTH,
                      SQUILL_CARD_HEADER + SQUILL_CARD_ROW);
  squill_viewport_show (squill_canvas_get_viewport (squill_tool_get_canvas (tool)), &rect);
  gtk_widget_queue_draw (GTK_WIDGET (squill_tool_get_canvas (tool)));
  return TRUE;
}

static void
squill_tool_entity_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolEntity *self = SQUILL_TOOL_ENTITY (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillPalette *palette = squill_canvas_get_palette (canvas);
  SquillRect rect = SQUILL_RECT (self->at.x, self->at.y, SQUILL_CARD_MIN_WIDTH,
                                 SQUILL_CARD_HEADER + SQUILL_CARD_ROW + SQUILL_CARD_FOOTER);
  SquillRect rule = SQUILL_RECT (rect.x, rect.y + SQUILL_CARD_HEADER - 1, rect.width, 1);
  SquillPainter *painter;

  if (!self->shown)
    return;
  painter = SQUILL_PAINTER (squill_canvas_begin_paint (canvas, snapshot));
  squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, &palette->accent_ground);
  squill_painter_stroke_rect (painter, &rect, SQUILL_CARD_RADIUS, 1.5, &palette->accent);
  squill_painter_fill_rect (painter, &rule, 0, &palette->accent);
  squill_canvas_end_paint (canvas);
}

static void
squill_tool_entity_class_init (SquillToolEntityClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "copy";
  tool_class->chosen = squill_tool_entity_chosen;
  tool_class->left = squill_tool_entity_left;
  tool_class->moved = squill_tool_entity_moved;
  tool_class->clicked = squill_tool_entity_clicked;
  tool_class->drag_update = squill_tool_entity_moved;
  tool_class->drag_end = squill_tool_entity_drag_end;
  tool_class->key = squill_tool_entity_key;
  tool_class->snapshot = squill_tool_entity_snapshot;
}

static void
squill_tool_entity_init (SquillToolEntity *self)
{
}
