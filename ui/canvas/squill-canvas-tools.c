/* SPDX-License-Identifier: Apache-2.0 */

/* The active tool, and input that does not depend on it. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include "diagram/squill-layout.h"
#include "session/squill-snap.h"

static const struct
{
  const char *name;
  GType (*get_type) (void);
} tools[SQUILL_N_TOOLS] = {
  { "select", squill_tool_select_get_type },
  { "entity", squill_tool_entity_get_type },
  { "relationship", squill_tool_relationship_get_type },
  { "note", squill_tool_note_get_type },
  { "group", squill_tool_group_get_type },
  { "pan", squill_tool_pan_get_type },
  { "pick", squill_tool_pick_get_type },
};

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                SquillCanvas *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  if (self->editor != NULL && focus == GTK_WIDGET (self->editor))
    return FALSE;
  if (squill_tool_press_key (self->tool, keyval, state))
    return TRUE;
  if (keyval == GDK_KEY_space && (state & gtk_accelerator_get_default_mod_mask ()) == 0 &&
      g_str_equal (self->tool_name, "select"))
    {
      squill_canvas_set_tool (self, "pan");
      return TRUE;
    }
  return FALSE;
}

static void
on_key_released (GtkEventControllerKey *controller,
                 guint keyval,
                 guint keycode,
                 GdkModifierType state,
                 SquillCanvas *self)
{
  if (keyval == GDK_KEY_space && g_str_equal (self->tool_name, "pan"))
    squill_canvas_set_tool (self, "select");
}

static void
open_menu_at (SquillCanvas *self, double x, double y)
{
  SquillSelection *selection = squill_canvas_get_selection (self);
  SquillHit hit;

  if (selection == NULL)
    return;
  squill_canvas_end_edit (self, TRUE);
  squill_canvas_cancel (self);
  squill_canvas_update (self);
  hit = squill_canvas_hit (self, x, y);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)),
                      hit.card != NULL ? squill_canvas_get_card_widget (self, hit.card->id)
                                       : GTK_WIDGET (self));
  if (hit.item == NULL)
    squill_selection_clear (selection);
  else if (!squill_selection_contains (selection, hit.item))
    squill_selection_set_single (selection, hit.item);
  /* Selecting may have updated the diagram, and with it what was hit. */
  hit = squill_canvas_hit (self, x, y);
  squill_canvas_show_menu (self, &hit, x, y);
}

static void
on_secondary_pressed (GtkGestureClick *gesture, int n_press, double x, double y, SquillCanvas *self)
{
  if (squill_canvas_is_editor_at (self, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu_at (self, x, y);
}

static void
on_long_pressed (GtkGestureLongPress *gesture, double x, double y, SquillCanvas *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu_at (self, x, y);
}

/* The entity tool, dragged from the bar. */
static gboolean
on_dropped (GtkDropTarget *target, const GValue *value, double x, double y, SquillCanvas *self)
{
  SquillPoint at = squill_viewport_to_diagram (self->viewport, x, y);
  g_autofree char *id = NULL;

  if (g_value_get_object (value) != squill_canvas_find_tool (self, "entity"))
    return FALSE;
  id = squill_canvas_add_entity (
      self, squill_snap_to_grid (at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID));
  return id != NULL;
}

static void
on_focus_left (GtkEventControllerFocus *controller, SquillCanvas *self)
{
  if (g_str_equal (self->tool_name, "pan"))
    squill_canvas_set_tool (self, "select");
}

void
_squill_canvas_add_tools (SquillCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *secondary = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();
  GtkDropTarget *drop = gtk_drop_target_new (SQUILL_TYPE_TOOL, GDK_ACTION_COPY);

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  g_signal_connect_object (keys, "key-released", G_CALLBACK (on_key_released), self, 0);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_focus_left), self, 0);
  gtk_widget_add_controller (widget, focus);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (secondary, "pressed", G_CALLBACK (on_secondary_pressed), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  g_signal_connect_object (hold, "pressed", G_CALLBACK (on_long_pressed), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (hold));
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_dropped), self, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drop));

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    self->tools[i] = g_object_new (tools[i].get_type (), "canvas", self, NULL);
  self->tool = self->tools[0];
  self->tool_name = tools[0].name;
  squill_tool_choose (self->tool);
  squill_tool_pan_attach (SQUILL_TOOL_PAN (squill_canvas_find_tool (self, "pan")));
}

/* Leaves the tool and frees all of them; for dispose(), so that it may come twice. */
void
_squill_canvas_dispose_tools (SquillCanvas *self)
{
  if (self->tool != NULL)
    squill_tool_leave (self->tool);
  self->tool = NULL;
  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    g_clear_object (&self->tools[i]);
}

/**
 * squill_canvas_set_hovered:
 * @self: a canvas
 * @hit: (nullable): what the pointer is over
 *
 * Shows handles on the card under the pointer, and the grip of the row; and all that is written on
 * the line under it.
 */
void
squill_canvas_set_hovered (SquillCanvas *self, const SquillHit *hit)
{
  const char *card = hit != NULL && hit->card != NULL ? hit->card->id : NULL;
  const char *line = hit != NULL && hit->edge != NULL ? hit->edge->id : NULL;
  int row = hit != NULL && squill_hit_is_row (hit) ? (int)hit->part.row : -1;

  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (g_strcmp0 (self->hovered, card) == 0 && self->hovered_row == row &&
      g_strcmp0 (self->hovered_line, line) == 0)
    return;
  if (g_strcmp0 (self->hovered_line, line) != 0)
    {
      g_free (self->hovered_line);
      self->hovered_line = g_strdup (line);
    }
  if (g_strcmp0 (self->hovered, card) != 0)
    {
      g_free (self->hovered);
      self->hovered = g_strdup (card);
    }
  self->hovered_row = row;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_canvas_set_target:
 * @self: a canvas
 * @card: (nullable): id of the card that something would be dropped on
 * @caption: (nullable): what would happen then
 *
 * Highlights the card that something would be dropped on.
 */
void
squill_canvas_set_target (SquillCanvas *self, const char *card, const char *caption)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  if (g_strcmp0 (self->target, card) == 0 && g_strcmp0 (self->caption, caption) == 0)
    return;
  g_free (self->target);
  g_free (self->caption);
  self->target = g_strdup (card);
  self->caption = g_strdup (caption);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_canvas_get_target:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): id of the card that something would be dropped on
 */
const char *
squill_canvas_get_target (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->target;
}

/**
 * squill_canvas_shift_notes:
 * @self: a canvas
 * @notes: (nullable): ids of notes, %NULL at the end; %NULL for none
 * @dx: how far to the right
 * @dy: how far down
 *
 * Shows notes somewhere else while they are dragged, without an edit of the model.
 */
void
squill_canvas_shift_notes (SquillCanvas *self, const char *const *notes, double dx, double dy)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  g_clear_pointer (&self->shifted, g_hash_table_unref);
  self->shift = SQUILL_POINT (dx, dy);
  if (notes != NULL && notes[0] != NULL)
    self->shifted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; notes != NULL && notes[i] != NULL; i++)
    g_hash_table_add (self->shifted, g_strdup (notes[i]));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * squill_canvas_find_tool:
 * @self: a canvas
 * @name: "select", "entity", "relationship", "note", "group" or "pan"
 *
 * Returns: (transfer none) (nullable): the tool
 */
SquillTool *
squill_canvas_find_tool (SquillCanvas *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    if (g_str_equal (tools[i].name, name))
      return self->tools[i];
  return NULL;
}

/**
 * squill_canvas_set_tool:
 * @self: a canvas
 * @name: as squill_canvas_find_tool() has it
 *
 * Activates a tool, and cancels what another one was doing.
 *
 * Returns: %TRUE if there is a tool with that name
 */
gboolean
squill_canvas_set_tool (SquillCanvas *self, const char *name)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);

  for (guint i = 0; i < SQUILL_N_TOOLS; i++)
    {
      if (!g_str_equal (tools[i].name, name))
        continue;
      if (self->tool != self->tools[i])
        {
          squill_tool_leave (self->tool);
          squill_canvas_set_target (self, NULL, NULL);
          self->tool = self->tools[i];
          self->tool_name = tools[i].name;
          squill_tool_choose (self->tool);
          gtk_widget_queue_draw (GTK_WIDGET (self));
          _squill_canvas_emit_tool_changed (self);
        }
      return TRUE;
    }
  return FALSE;
}

/**
 * squill_canvas_get_tool:
 * @self: a canvas
 *
 * Returns: (transfer none): the active tool
 */
SquillTool *
squill_canvas_get_tool (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->tool;
}

/**
 * squill_canvas_get_tool_name:
 * @self: a canvas
 *
 * Returns: (transfer none): the name of the active tool
 */
const char *
squill_canvas_get_tool_name (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  return self->tool_name;
}

/**
 * squill_canvas_cancel:
 * @self: a canvas
 *
 * Cancels what is in progress and returns to the select tool, as Escape does.
 *
 * Returns: %TRUE if something was canceled
 */
gboolean
squill_canvas_cancel (SquillCanvas *self)
{
  gboolean was;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  was = squill_canvas_end_edit (self, FALSE);
  was |= squill_tool_cancel (self->tool);
  squill_canvas_set_target (self, NULL, NULL);
  if (!g_str_equal (self->tool_name, "select"))
    {
      squill_canvas_set_tool (self, "select");
      was = TRUE;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return was;
}

/**
 * squill_canvas_find_place:
 * @self: a canvas with a diagram
 *
 * Returns: where the top left corner of a new card can be: in sight, where nothing is in its way,
 *   or in the middle where there is no such place; in units of the diagram
 */
SquillPoint
squill_canvas_find_place (SquillCanvas *self)
{
  const SquillRect visible = squill_viewport_get_visible (squill_canvas_get_viewport (self));
  const SquillRect rect = SQUILL_RECT (
      squill_snap_to_grid (visible.x + visible.width / 2 - SQUILL_CARD_MIN_WIDTH / 2,
                           SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (visible.y + visible.height / 3, SQUILL_LAYOUT_GRID),
      SQUILL_CARD_MIN_WIDTH, SQUILL_CARD_HEADER + SQUILL_CARD_ROW + SQUILL_CARD_FOOTER);

  return squill_diagram_find_place (squill_canvas_get_diagram (self), &rect, &visible, NULL);
}

/**
 * squill_canvas_get_focused_card:
 * @self: a canvas
 *
 * Returns: (transfer none) (nullable): the card that has the keys, be it selected or not
 */
const SquillCard *
squill_canvas_get_focused_card (SquillCanvas *self)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));

  return SQUILL_IS_CARD_WIDGET (focus)
             ? squill_diagram_find_card (squill_canvas_get_diagram (self),
                                         _squill_card_widget_get_id (SQUILL_CARD_WIDGET (focus)))
             : NULL;
}
