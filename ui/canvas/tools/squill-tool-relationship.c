/* SPDX-License-Identifier: Apache-2.0 */

/* From one entity to another: by dragging, or by a click on each. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-drag.h"
#include "canvas/tools/squill-tool.h"

struct _SquillToolRelationship
{
  SquillTool parent_instance;

  SquillRubberLine *line;
};

G_DEFINE_FINAL_TYPE (SquillToolRelationship, squill_tool_relationship, SQUILL_TYPE_TOOL)

static void
finish (SquillToolRelationship *self, const SquillPointer *pointer)
{
  SquillCanvas *canvas = squill_tool_get_canvas (SQUILL_TOOL (self));
  g_autoptr (SquillRubberLine) line = g_steal_pointer (&self->line);

  if (line == NULL)
    return;
  if (squill_rubber_line_finish (line, pointer->at))
    squill_canvas_set_tool (canvas, "select");
}

static void
squill_tool_relationship_pressed (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillCard *card;

  squill_canvas_end_edit (canvas, TRUE);
  if (self->line != NULL)
    return;
  card = squill_canvas_find_card_at (canvas, pointer->at, NULL);
  if (card != NULL)
    self->line = squill_rubber_line_new (canvas, card->id, NULL);
}

static void
squill_tool_relationship_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillCard *card = squill_canvas_find_card_at (canvas, pointer->at, NULL);

  if (self->line == NULL)
    return;
  /* After the first of two clicks, the line follows the pointer. */
  if (card != NULL && g_str_equal (card->id, squill_rubber_line_get_card (self->line)))
    squill_rubber_line_move (self->line, pointer->at);
  else
    finish (self, pointer);
}

static void
squill_tool_relationship_moved (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillCard *card;

  if (self->line != NULL)
    {
      squill_rubber_line_move (self->line, pointer->at);
      return;
    }
  card = squill_canvas_find_card_at (canvas, pointer->at, NULL);
  squill_canvas_set_target (canvas, card != NULL ? card->id : NULL, NULL);
}

/* A drag starts a new line where the button went down, even if a line follows the pointer. */
static void
squill_tool_relationship_drag_begin (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  const SquillCard *card = squill_canvas_find_card_at (canvas, pointer->at, NULL);

  if (self->line == NULL || card == NULL ||
      g_str_equal (card->id, squill_rubber_line_get_card (self->line)))
    return;
  squill_rubber_line_free (self->line);
  self->line = squill_rubber_line_new (canvas, card->id, NULL);
}

static void
squill_tool_relationship_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);

  if (self->line != NULL)
    squill_rubber_line_move (self->line, pointer->at);
}

static void
squill_tool_relationship_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  finish (SQUILL_TOOL_RELATIONSHIP (tool), pointer);
}

static void
squill_tool_relationship_gone (SquillTool *tool)
{
  if (SQUILL_TOOL_RELATIONSHIP (tool)->line == NULL)
    squill_canvas_set_target (squill_tool_get_canvas (tool), NULL, NULL);
}

static gboolean
squill_tool_relationship_cancel (SquillTool *tool)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  gboolean was = self->line != NULL;

  g_clear_pointer (&self->line, squill_rubber_line_free);
  return was;
}

/* Typing chooses the other end of a line. */
static gboolean
squill_tool_relationship_key (SquillTool *tool, guint keyval, GdkModifierType state)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);
  GtkWidget *canvas = GTK_WIDGET (squill_tool_get_canvas (tool));
  gunichar letter = gdk_keyval_to_unicode (keyval);
  char text[7] = { 0 };

  if (self->line == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_Down)
    return gtk_widget_activate_action (canvas, "canvas.choose-end", "s", "");
  if (letter == 0 || !g_unichar_isgraph (letter))
    return FALSE;
  g_unichar_to_utf8 (letter, text);
  return gtk_widget_activate_action (canvas, "canvas.choose-end", "s", text);
}

static void
squill_tool_relationship_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolRelationship *self = SQUILL_TOOL_RELATIONSHIP (tool);

  if (self->line != NULL)
    squill_rubber_line_snapshot (self->line, snapshot);
}

static void
squill_tool_relationship_class_init (SquillToolRelationshipClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  tool_class->cursor = "crosshair";
  tool_class->scrolls = TRUE;
  tool_class->pressed = squill_tool_relationship_pressed;
  tool_class->clicked = squill_tool_relationship_clicked;
  tool_class->moved = squill_tool_relationship_moved;
  tool_class->drag_begin = squill_tool_relationship_drag_begin;
  tool_class->drag_update = squill_tool_relationship_drag_update;
  tool_class->key = squill_tool_relationship_key;
  tool_class->drag_end = squill_tool_relationship_drag_end;
  tool_class->gone = squill_tool_relationship_gone;
  tool_class->cancel = squill_tool_relationship_cancel;
  tool_class->snapshot = squill_tool_relationship_snapshot;
}

static void
squill_tool_relationship_init (SquillToolRelationship *self)
{
}

/**
 * squill_tool_relationship_get_start:
 * @self: the tool
 *
 * Returns: (transfer none) (nullable): id of the card that a line starts at
 */
const char *
squill_tool_relationship_get_start (SquillToolRelationship *self)
{
  g_return_val_if_fail (SQUILL_IS_TOOL_RELATIONSHIP (self), NULL);

  return self->line != NULL ? squill_rubber_line_get_card (self->line) : NULL;
}

/**
 * squill_tool_relationship_get_field:
 * @self: the tool
 *
 * Returns: (transfer none) (nullable): id of the field that a line starts at
 */
const char *
squill_tool_relationship_get_field (SquillToolRelationship *self)
{
  g_return_val_if_fail (SQUILL_IS_TOOL_RELATIONSHIP (self), NULL);

  return self->line != NULL ? squill_rubber_line_get_field (self->line) : NULL;
}

/**
 * squill_tool_relationship_start:
 * @self: the tool, chosen
 * @card: id of a card
 * @field: (nullable): id of a field on it that shall refer to the other end
 *
 * Starts a line at a card, to be ended by a click on another one.
 */
void
squill_tool_relationship_start (SquillToolRelationship *self, const char *card, const char *field)
{
  g_return_if_fail (SQUILL_IS_TOOL_RELATIONSHIP (self));

  g_clear_pointer (&self->line, squill_rubber_line_free);
  self->line = squill_rubber_line_new (squill_tool_get_canvas (SQUILL_TOOL (self)), card, field);
}
