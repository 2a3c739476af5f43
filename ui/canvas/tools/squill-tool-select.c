/* SPDX-License-Identifier: Apache-2.0 */

/* Selecting, moving, and dropping one thing on another. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "canvas/squill-drag.h"
#include "session/squill-snap.h"
#include "canvas/tools/squill-tool.h"

#define MIN_NOTE 40.0

struct _SquillToolSelect
{
  SquillTool parent_instance;

  /* What the button went down on. Ids, because the diagram may change before it comes up. */
  SquillHitKind hit_kind;
  SquillCardPartKind hit_part;
  char *item;
  char *card;
  char *edge;
  char *row_item;
  SquillRect hit_rect;
  gboolean narrow; /* a click selects only this item */

  /* What is being dragged: at most one of these is set. */
  SquillPoint start;
  SquillCardDrag *cards;
  SquillFieldDrag *field;
  SquillRubberLine *line;
  SquillLineDrag *part; /* of a line */
  GStrv before;         /* a rubber band: the selection before it */
  gboolean resizing;    /* a note */
  SquillRect band;
};

G_DEFINE_FINAL_TYPE (SquillToolSelect, squill_tool_select, SQUILL_TYPE_TOOL)

static SquillCanvas *
get_canvas (SquillToolSelect *self)
{
  return squill_tool_get_canvas (SQUILL_TOOL (self));
}

static gboolean
is_read_only (SquillToolSelect *self)
{
  return squill_model_get_read_only (squill_canvas_get_model (get_canvas (self)));
}

static void
set_text (char **member, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*member);
  *member = copy;
}

static void
remember_hit (SquillToolSelect *self, const SquillHit *hit)
{
  const SquillCardRow *row = NULL;

  if (squill_hit_is_row (hit))
    row = &hit->card->rows[hit->part.row];
  self->hit_kind = hit->kind;
  self->hit_part = hit->part.kind;
  self->hit_rect = hit->rect;
  set_text (&self->item, hit->item);
  set_text (&self->card, hit->card != NULL ? hit->card->id : NULL);
  set_text (&self->edge, hit->edge != NULL ? hit->edge->id : NULL);
  set_text (&self->row_item, row != NULL ? row->item : NULL);
}

static SquillLinePart
get_line_part (SquillHitKind kind)
{
  return kind == SQUILL_HIT_LINE_NAME    ? SQUILL_LINE_NAME
         : kind == SQUILL_HIT_LINE_START ? SQUILL_LINE_START
         : kind == SQUILL_HIT_LINE_END   ? SQUILL_LINE_END
                                         : SQUILL_LINE_BEND;
}

/* By each part of them, several selected cards are dragged together. */
static gboolean
is_on_one_of_many (SquillToolSelect *self, SquillSelection *selection)
{
  const SquillCard *card =
      self->card != NULL
          ? squill_diagram_find_card (squill_canvas_get_diagram (get_canvas (self)), self->card)
          : NULL;

  return card != NULL && squill_selection_get_size (selection) > 1 &&
         squill_selection_contains (selection, card->item);
}

static void
squill_tool_select_pressed (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillCanvas *canvas = get_canvas (self);
  SquillSelection *selection = squill_canvas_get_selection (canvas);
  gboolean several = (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
  GtkWidget *focus = GTK_WIDGET (canvas);
  SquillHit hit;

  if (selection == NULL)
    return;
  squill_canvas_end_edit (canvas, TRUE);
  squill_canvas_update (canvas);
  hit = squill_canvas_hit (canvas, pointer->x, pointer->y);
  remember_hit (self, &hit);
  self->narrow = FALSE;
  if (self->card != NULL && squill_canvas_get_card_widget (canvas, self->card) != NULL)
    focus = squill_canvas_get_card_widget (canvas, self->card);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (canvas)), focus);
  if (self->item == NULL || self->hit_kind == SQUILL_HIT_ADD_FIELD || n_press > 1)
    return;
  if (self->edge != NULL)
    squill_canvas_pick_line_part (canvas, self->edge, get_line_part (self->hit_kind));
  if (several)
    squill_selection_toggle (selection, self->item);
  else if (squill_selection_contains (selection, self->item) || is_on_one_of_many (self, selection))
    self->narrow = TRUE;
  else
    squill_selection_set_single (selection, self->item);
}

static void
edit_hit (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillCanvas *canvas = get_canvas (self);

  switch (self->hit_kind)
    {
    case SQUILL_HIT_NOTHING:
      {
        g_autofree char *id = squill_canvas_add_entity (
            canvas,
            squill_snap_to_grid (pointer->at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
            squill_snap_to_grid (pointer->at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID));
        break;
      }
    case SQUILL_HIT_LINE_START:
    case SQUILL_HIT_LINE_END:
      squill_canvas_edit_triple (canvas, self->edge, self->hit_kind == SQUILL_HIT_LINE_END);
      break;
    case SQUILL_HIT_CARD:
      if (self->hit_part == SQUILL_CARD_PART_HANDLE)
        break;
      if (self->hit_part == SQUILL_CARD_PART_TYPE)
        squill_canvas_edit_type (canvas, self->item);
      else if (self->hit_part == SQUILL_CARD_PART_FOOTER)
        squill_canvas_edit_new_field (canvas, self->item, NULL);
      else
        squill_canvas_edit_item (canvas, self->item);
      break;
    case SQUILL_HIT_LINE:
    case SQUILL_HIT_LINE_NAME:
    case SQUILL_HIT_FRAME:
    case SQUILL_HIT_NOTE:
    case SQUILL_HIT_NOTE_CORNER:
      squill_canvas_edit_item (canvas, self->item);
      break;
    case SQUILL_HIT_ADD_FIELD:
    default:
      break;
    }
}

static void
squill_tool_select_clicked (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillCanvas *canvas = get_canvas (self);
  SquillSelection *selection = squill_canvas_get_selection (canvas);

  if (selection == NULL)
    return;
  if (n_press == 2)
    {
      edit_hit (self, pointer);
      return;
    }
  if (n_press > 2)
    return;
  if (self->hit_kind == SQUILL_HIT_ADD_FIELD)
    squill_canvas_edit_new_field (canvas, self->item, NULL);
  else if (self->hit_kind == SQUILL_HIT_NOTHING &&
           (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    squill_selection_clear (selection);
  else if (self->narrow)
    squill_selection_set_single (selection, self->item);
}

static void
begin_cards (SquillToolSelect *self)
{
  self->cards = squill_card_drag_new (get_canvas (self), self->start);
}

/* By its grip a row is dragged, by all else the card: or all cards, where several are selected. */
static void
begin_on_card (SquillToolSelect *self)
{
  SquillCanvas *canvas = get_canvas (self);
  SquillSelection *selection = squill_canvas_get_selection (canvas);

  if (self->hit_part == SQUILL_CARD_PART_HANDLE)
    {
      self->line = squill_rubber_line_new (canvas, self->card, NULL);
      return;
    }
  if (self->hit_part == SQUILL_CARD_PART_GRIP)
    {
      self->field = squill_field_drag_new (canvas, self->row_item, self->card);
      return;
    }
  if (self->row_item != NULL && !is_on_one_of_many (self, selection))
    squill_selection_set_single (
        selection, squill_diagram_find_card (squill_canvas_get_diagram (canvas), self->card)->item);
  begin_cards (self);
}

static void
squill_tool_select_drag_begin (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillCanvas *canvas = get_canvas (self);
  SquillSelection *selection = squill_canvas_get_selection (canvas);

  self->start = pointer->at;
  squill_canvas_set_hovered (canvas, NULL);
  if (selection == NULL)
    return;
  if (self->hit_kind == SQUILL_HIT_NOTHING)
    {
      self->band = SQUILL_RECT (pointer->at.x, pointer->at.y, 0, 0);
      self->before = (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0
                         ? squill_selection_get_ids (selection)
                         : g_new0 (char *, 1);
      return;
    }
  if (is_read_only (self))
    return;
  switch (self->hit_kind)
    {
    case SQUILL_HIT_CARD:
      begin_on_card (self);
      break;
    case SQUILL_HIT_FRAME:
    case SQUILL_HIT_NOTE:
      begin_cards (self);
      break;
    case SQUILL_HIT_NOTE_CORNER:
      self->resizing = TRUE;
      self->band = self->hit_rect;
      break;
    case SQUILL_HIT_LINE:
    case SQUILL_HIT_LINE_NAME:
    case SQUILL_HIT_LINE_START:
    case SQUILL_HIT_LINE_END:
      self->part =
          squill_line_drag_new (canvas, self->edge, get_line_part (self->hit_kind), self->start);
      break;
    case SQUILL_HIT_NOTHING:
    case SQUILL_HIT_ADD_FIELD:
    default:
      break;
    }
}

static void
update_band (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillCanvas *canvas = get_canvas (self);
  g_autoptr (GPtrArray) found = NULL;

  self->band = squill_tool_make_area (self->start, pointer->at);
  found = squill_canvas_find_in_area (canvas, &self->band, FALSE);
  for (guint i = 0; self->before[i] != NULL; i++)
    g_ptr_array_add (found, g_strdup (self->before[i]));
  g_ptr_array_add (found, NULL);
  squill_selection_set_many (squill_canvas_get_selection (canvas),
                             (const char *const *)found->pdata);
}

static void
squill_tool_select_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);

  if (self->cards != NULL)
    squill_card_drag_move (self->cards, pointer);
  else if (self->field != NULL)
    squill_field_drag_move (self->field, pointer);
  else if (self->line != NULL)
    squill_rubber_line_move (self->line, pointer->at);
  else if (self->part != NULL)
    squill_line_drag_move (self->part, pointer);
  else if (self->before != NULL)
    update_band (self, pointer);
  else if (self->resizing)
    self->band =
        SQUILL_RECT (self->hit_rect.x, self->hit_rect.y,
                     MAX (MIN_NOTE, self->hit_rect.width + pointer->at.x - self->start.x),
                     MAX (MIN_NOTE, self->hit_rect.height + pointer->at.y - self->start.y));
  gtk_widget_queue_draw (GTK_WIDGET (get_canvas (self)));
}

static void
set_note_size (SquillToolSelect *self)
{
  SquillModel *model = squill_canvas_get_model (get_canvas (self));

  squill_model_begin_step (model, _ ("Change size"), NULL);
  squill_model_set (model, self->item, "width", squill_json_number (round (self->band.width)),
                    NULL);
  squill_model_set (model, self->item, "height", squill_json_number (round (self->band.height)),
                    NULL);
  squill_model_end_step (model);
}

static void
clear_drag (SquillToolSelect *self)
{
  g_clear_pointer (&self->cards, squill_card_drag_free);
  g_clear_pointer (&self->field, squill_field_drag_free);
  g_clear_pointer (&self->line, squill_rubber_line_free);
  g_clear_pointer (&self->part, squill_line_drag_free);
  g_clear_pointer (&self->before, g_strfreev);
  self->resizing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (get_canvas (self)));
}

static void
squill_tool_select_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);

  if (self->cards != NULL)
    squill_card_drag_finish (self->cards);
  else if (self->field != NULL)
    squill_field_drag_finish (self->field, pointer);
  else if (self->line != NULL)
    squill_rubber_line_finish (self->line, pointer->at);
  else if (self->part != NULL)
    squill_line_drag_finish (self->part);
  else if (self->resizing)
    set_note_size (self);
  clear_drag (self);
}

static void
squill_tool_select_moved (SquillTool *tool, const SquillPointer *pointer)
{
  SquillCanvas *canvas = squill_tool_get_canvas (tool);
  SquillHit hit = squill_canvas_hit (canvas, pointer->x, pointer->y);
  const char *cursor = NULL;

  squill_canvas_set_hovered (canvas, &hit);
  switch (hit.kind)
    {
    case SQUILL_HIT_CARD:
      if (hit.part.kind == SQUILL_CARD_PART_HANDLE)
        cursor = "crosshair";
      else if (hit.part.kind == SQUILL_CARD_PART_GRIP)
        cursor = "grab";
      break;
    case SQUILL_HIT_ADD_FIELD:
      cursor = "pointer";
      break;
    case SQUILL_HIT_LINE_START:
    case SQUILL_HIT_LINE_END:
    case SQUILL_HIT_LINE_NAME:
    case SQUILL_HIT_LINE:
      cursor = "pointer";
      break;
    case SQUILL_HIT_NOTE_CORNER:
      cursor = "se-resize";
      break;
    case SQUILL_HIT_FRAME:
    case SQUILL_HIT_NOTE:
    case SQUILL_HIT_NOTHING:
    default:
      break;
    }
  squill_tool_set_cursor (tool, cursor);
}

static void
squill_tool_select_gone (SquillTool *tool)
{
  if (!squill_tool_is_dragging (tool))
    squill_canvas_set_hovered (squill_tool_get_canvas (tool), NULL);
}

static gboolean
squill_tool_select_cancel (SquillTool *tool)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillCanvas *canvas = get_canvas (self);
  gboolean was = self->cards != NULL || self->field != NULL || self->line != NULL ||
                 self->part != NULL || self->before != NULL || self->resizing;

  if (squill_canvas_get_selection (canvas) == NULL)
    return FALSE;
  if (self->cards != NULL)
    squill_card_drag_cancel (self->cards);
  else if (self->part != NULL)
    squill_line_drag_cancel (self->part);
  else if (self->before != NULL)
    squill_selection_set_many (squill_canvas_get_selection (canvas),
                               (const char *const *)self->before);
  clear_drag (self);
  return was;
}

static void
squill_tool_select_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);

  if (self->cards != NULL)
    squill_card_drag_snapshot (self->cards, snapshot);
  else if (self->field != NULL)
    squill_field_drag_snapshot (self->field, snapshot);
  else if (self->line != NULL)
    squill_rubber_line_snapshot (self->line, snapshot);
  else if (self->before != NULL || self->resizing)
    squill_tool_snapshot_area (tool, &self->band, snapshot);
}

static void
squill_tool_select_finalize (GObject *object)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (object);

  g_free (self->item);
  g_free (self->card);
  g_free (self->edge);
  g_free (self->row_item);
  g_strfreev (self->before);

  G_OBJECT_CLASS (squill_tool_select_parent_class)->finalize (object);
}

static void
squill_tool_select_class_init (SquillToolSelectClass *klass)
{
  SquillToolClass *tool_class = SQUILL_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = squill_tool_select_finalize;
  tool_class->scrolls = TRUE;
  tool_class->pressed = squill_tool_select_pressed;
  tool_class->clicked = squill_tool_select_clicked;
  tool_class->drag_begin = squill_tool_select_drag_begin;
  tool_class->drag_update = squill_tool_select_drag_update;
  tool_class->drag_end = squill_tool_select_drag_end;
  tool_class->moved = squill_tool_select_moved;
  tool_class->gone = squill_tool_select_gone;
  tool_class->cancel = squill_tool_select_cancel;
  tool_class->snapshot = squill_tool_select_snapshot;
}

static void
squill_tool_select_init (SquillToolSelect *self)
{
}
