/* SPDX-License-Identifier: Apache-2.0 */

/* Selecting, moving, and what follows from dropping one thing on another. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "squill-drawing.h"
#include "squill-rubber-band.h"
#include "squill-rubber-line.h"
#include "squill-snap.h"
#include "squill-tool.h"

/* How near to a neighbour's edge something falls into line with it, in pixels of the plane. */
#define SNAP_REACH 6.0
#define LEAST_NOTE 40.0

typedef enum
{
  DRAG_NOTHING,
  DRAG_BAND,
  DRAG_MOVE,
  DRAG_FIELD,
  DRAG_BLOCK,
  DRAG_LINE,
  DRAG_CORNER,
} Drag;

struct _SquillToolSelect
{
  SquillTool parent_instance;

  /* What the button went down on. The diagram may be another one by the time it comes up. */
  SquillHitKind hit_kind;
  SquillCardPartKind hit_part;
  char *item;
  char *card;
  char *edge;
  char *row_item;
  char *row_relationship;
  gboolean row_is_block;
  SquillRect hit_rect;
  gboolean narrow; /* the click, if it is one, leaves only this selected */

  Drag drag;
  SquillPoint start;
  SquillPoint at;
  SquillRubberLine *line;
  /* Moving. */
  GArray *moving; /* SquillPlacedItem; the ids are the tool's */
  GPtrArray *moving_ids;
  GStrv moving_notes;
  GArray *neighbours; /* SquillRect */
  SquillRect around;
  SquillPoint by;
  SquillSnap snap;
  char *embed_in; /* id of an entity */
  /* A rubber band. */
  SquillRect band;
  GStrv before;
  /* A field that is to stand elsewhere in its own entity. */
  char *new_parent;
  char *new_after;
  SquillRect gap;
};

G_DEFINE_FINAL_TYPE (SquillToolSelect, squill_tool_select, SQUILL_TYPE_TOOL)

static SquillPlane *
get_plane (SquillToolSelect *self)
{
  return squill_tool_get_plane (SQUILL_TOOL (self));
}

static gboolean
is_read_only (SquillToolSelect *self)
{
  return squill_model_get_read_only (squill_plane_get_model (get_plane (self)));
}

static gboolean
is_entity_card (const SquillCard *card)
{
  return card != NULL &&
         (card->kind == SQUILL_CARD_COLLECTION || card->kind == SQUILL_CARD_EMBEDDED);
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

  if (hit->kind == SQUILL_HIT_CARD &&
      (hit->part.kind == SQUILL_CARD_PART_ROW || hit->part.kind == SQUILL_CARD_PART_TYPE))
    row = &hit->card->rows[hit->part.row];
  self->hit_kind = hit->kind;
  self->hit_part = hit->part.kind;
  self->hit_rect = hit->rect;
  set_text (&self->item, hit->item);
  set_text (&self->card, hit->card != NULL ? hit->card->id : NULL);
  set_text (&self->edge, hit->edge != NULL ? hit->edge->id : NULL);
  set_text (&self->row_item, row != NULL ? row->item : NULL);
  set_text (&self->row_relationship, row != NULL ? row->relationship : NULL);
  self->row_is_block = row != NULL && row->block;
}

static void
squill_tool_select_pressed (SquillTool *tool, const SquillPointer *pointer, int n_press)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillPlane *plane = get_plane (self);
  SquillSelection *selection = squill_plane_get_selection (plane);
  gboolean several = (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
  GtkWidget *focus = GTK_WIDGET (plane);
  SquillHit hit;

  if (selection == NULL)
    return;
  squill_plane_end_edit (plane, TRUE);
  squill_plane_update (plane);
  hit = squill_plane_hit (plane, pointer->x, pointer->y);
  remember_hit (self, &hit);
  self->narrow = FALSE;
  if (self->card != NULL && squill_plane_get_card_widget (plane, self->card) != NULL)
    focus = squill_plane_get_card_widget (plane, self->card);
  gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (plane)), focus);
  if (self->item == NULL || self->hit_kind == SQUILL_HIT_ADD_FIELD || n_press > 1)
    return;
  if (several)
    squill_selection_toggle (selection, self->item);
  else if (squill_selection_contains (selection, self->item))
    self->narrow = TRUE;
  else
    squill_selection_set_single (selection, self->item);
}

static void
edit_hit (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);

  switch (self->hit_kind)
    {
    case SQUILL_HIT_NOTHING:
      {
        g_autofree char *id = squill_plane_add_entity (
            plane,
            squill_snap_to_grid (pointer->at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
            squill_snap_to_grid (pointer->at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID));
        break;
      }
    case SQUILL_HIT_LINE_START:
    case SQUILL_HIT_LINE_END:
      squill_plane_edit_triple (plane, self->edge, self->hit_kind == SQUILL_HIT_LINE_END);
      break;
    case SQUILL_HIT_CARD:
      if (self->hit_part == SQUILL_CARD_PART_HANDLE)
        break;
      if (self->hit_part == SQUILL_CARD_PART_TYPE)
        squill_plane_edit_type (plane, self->item);
      else if (self->hit_part == SQUILL_CARD_PART_FOOTER)
        squill_plane_edit_new_field (plane, self->item, NULL);
      else
        squill_plane_edit_item (plane, self->item);
      break;
    case SQUILL_HIT_LINE:
    case SQUILL_HIT_LINE_NAME:
    case SQUILL_HIT_FRAME:
    case SQUILL_HIT_NOTE:
    case SQUILL_HIT_NOTE_CORNER:
      squill_plane_edit_item (plane, self->item);
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
  SquillPlane *plane = get_plane (self);
  SquillSelection *selection = squill_plane_get_selection (plane);

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
    squill_plane_edit_new_field (plane, self->item, NULL);
  else if (self->hit_kind == SQUILL_HIT_NOTHING &&
           (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) == 0)
    squill_selection_clear (selection);
  else if (self->narrow)
    squill_selection_set_single (selection, self->item);
}

static void
add_moving (SquillToolSelect *self, const char *id, const SquillRect *rect)
{
  SquillPlacedItem item = { NULL, *rect };

  for (guint i = 0; i < self->moving->len; i++)
    if (g_str_equal (g_array_index (self->moving, SquillPlacedItem, i).id, id))
      return;
  g_ptr_array_add (self->moving_ids, g_strdup (id));
  item.id = self->moving_ids->pdata[self->moving_ids->len - 1];
  g_array_append_val (self->moving, item);
  self->around = squill_rect_union (&self->around, rect);
}

static gboolean
is_moving (SquillToolSelect *self, const char *id)
{
  for (guint i = 0; i < self->moving->len; i++)
    if (g_str_equal (g_array_index (self->moving, SquillPlacedItem, i).id, id))
      return TRUE;
  return FALSE;
}

/* All that is selected moves; of a group, its members. */
static gboolean
begin_move (SquillToolSelect *self)
{
  SquillPlane *plane = get_plane (self);
  SquillDiagram *diagram = squill_plane_get_diagram (plane);
  SquillRect visible = squill_viewport_get_visible (squill_plane_get_viewport (plane));
  g_autoptr (GArray) selected = squill_plane_get_placed_selection (plane);
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();

  g_array_set_size (self->moving, 0);
  g_ptr_array_set_size (self->moving_ids, 0);
  g_array_set_size (self->neighbours, 0);
  self->around = SQUILL_RECT (0, 0, 0, 0);
  self->by = SQUILL_POINT (0, 0);
  for (guint i = 0; i < selected->len; i++)
    {
      const SquillPlacedItem *item = &g_array_index (selected, SquillPlacedItem, i);

      add_moving (self, item->id, &item->rect);
    }
  if (self->moving->len == 0)
    return FALSE;
  for (guint i = 0; i < self->moving->len; i++)
    {
      const char *id = g_array_index (self->moving, SquillPlacedItem, i).id;

      if (squill_diagram_find_card (diagram, id) == NULL)
        g_strv_builder_add (notes, id);
    }
  g_strfreev (self->moving_notes);
  self->moving_notes = g_strv_builder_end (notes);
  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (!is_moving (self, card->id) && squill_rect_overlaps (&card->rect, &visible))
        g_array_append_val (self->neighbours, card->rect);
    }
  return TRUE;
}

static void
squill_tool_select_drag_begin (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillPlane *plane = get_plane (self);
  SquillSelection *selection = squill_plane_get_selection (plane);

  self->start = self->at = pointer->at;
  self->drag = DRAG_NOTHING;
  if (selection == NULL)
    return;
  switch (self->hit_kind)
    {
    case SQUILL_HIT_NOTHING:
      self->drag = DRAG_BAND;
      g_strfreev (self->before);
      self->before = (pointer->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0
                         ? squill_selection_get_ids (selection)
                         : g_new0 (char *, 1);
      break;
    case SQUILL_HIT_CARD:
      if (is_read_only (self))
        break;
      if (self->hit_part == SQUILL_CARD_PART_HANDLE)
        {
          self->line = squill_rubber_line_new (plane, self->card);
          self->drag = self->line != NULL ? DRAG_LINE : DRAG_NOTHING;
        }
      else if (self->row_is_block && squill_selection_get_size (selection) <= 1)
        self->drag = DRAG_BLOCK;
      else if (self->row_item != NULL && squill_selection_get_size (selection) <= 1 &&
               squill_model_get_field (squill_plane_get_model (plane), self->row_item) != NULL)
        self->drag = DRAG_FIELD;
      else
        {
          /* By a row that cannot go anywhere alone the card itself is moved. */
          if (self->row_item != NULL && squill_selection_get_size (selection) <= 1)
            squill_selection_set_single (
                selection,
                squill_diagram_find_card (squill_plane_get_diagram (plane), self->card)->item);
          self->drag = begin_move (self) ? DRAG_MOVE : DRAG_NOTHING;
        }
      break;
    case SQUILL_HIT_FRAME:
    case SQUILL_HIT_NOTE:
      if (!is_read_only (self))
        self->drag = begin_move (self) ? DRAG_MOVE : DRAG_NOTHING;
      break;
    case SQUILL_HIT_NOTE_CORNER:
      if (!is_read_only (self))
        self->drag = DRAG_CORNER;
      break;
    case SQUILL_HIT_ADD_FIELD:
    case SQUILL_HIT_LINE:
    case SQUILL_HIT_LINE_NAME:
    case SQUILL_HIT_LINE_START:
    case SQUILL_HIT_LINE_END:
    default:
      break;
    }
  squill_plane_set_hovered (plane, NULL);
}

static void
show_move (SquillToolSelect *self)
{
  SquillPlane *plane = get_plane (self);
  SquillDiagram *diagram = squill_plane_get_diagram (plane);

  for (guint i = 0; i < self->moving->len; i++)
    {
      const SquillPlacedItem *item = &g_array_index (self->moving, SquillPlacedItem, i);

      if (squill_diagram_find_card (diagram, item->id) != NULL)
        squill_diagram_move_card (diagram, item->id, item->rect.x + self->by.x,
                                  item->rect.y + self->by.y);
    }
  squill_plane_shift_notes (plane, (const char *const *)self->moving_notes, self->by.x, self->by.y);
  squill_plane_update (plane);
}

/* The card that a single entity would be embedded in if it were dropped now. */
static void
find_embedding (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  const char *moved = g_array_index (self->moving, SquillPlacedItem, 0).id;
  const SquillCard *target = NULL, *card = NULL;
  g_autofree char *caption = NULL;

  if (self->moving->len == 1 && (pointer->state & GDK_ALT_MASK) == 0)
    {
      card = squill_diagram_find_card (squill_plane_get_diagram (plane), moved);
      target = squill_plane_find_card_at (plane, pointer->at, moved);
    }
  if (!is_entity_card (card) || !is_entity_card (target))
    target = NULL;
  if (target != NULL)
    /* Translators: the names of two entities. */
    caption = g_strdup_printf (_ ("Embed %s in %s"), card->full_name, target->full_name);
  set_text (&self->embed_in, target != NULL ? target->item : NULL);
  squill_plane_set_target (plane, target != NULL ? target->id : NULL, caption);
}

static void
update_move (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  double dx = pointer->at.x - self->start.x, dy = pointer->at.y - self->start.y;
  SquillRect moved = SQUILL_RECT (self->around.x + dx, self->around.y + dy, self->around.width,
                                  self->around.height);

  self->snap = (SquillSnap){ 0 };
  if ((pointer->state & GDK_ALT_MASK) == 0)
    self->snap = squill_snap_find (
        &moved, (const SquillRect *)(gpointer)self->neighbours->data, self->neighbours->len,
        SNAP_REACH / squill_viewport_get_zoom (squill_plane_get_viewport (plane)),
        SQUILL_LAYOUT_GRID);
  self->by = SQUILL_POINT (round (dx + self->snap.dx), round (dy + self->snap.dy));
  show_move (self);
  find_embedding (self, pointer);
}

static void
update_band (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  g_autoptr (GPtrArray) found = NULL;

  self->band = squill_rubber_band_get_rect (self->start, pointer->at);
  found = squill_rubber_band_find (plane, &self->band, FALSE);
  for (guint i = 0; self->before[i] != NULL; i++)
    g_ptr_array_add (found, g_strdup (self->before[i]));
  g_ptr_array_add (found, NULL);
  squill_selection_set_many (squill_plane_get_selection (plane), (const char *const *)found->pdata);
}

/* Where among the fields of its own entity the field would stand. */
static void
find_gap (SquillToolSelect *self, const SquillCard *card, SquillPoint at)
{
  SquillModel *model = squill_plane_get_model (get_plane (self));
  double below = at.y - card->rect.y - SQUILL_CARD_HEADER;
  int row = (int)floor (below / SQUILL_CARD_ROW + 0.5) - 1;
  const SquillField *before = NULL;

  g_clear_pointer (&self->new_parent, g_free);
  g_clear_pointer (&self->new_after, g_free);
  row = MIN (row, (int)card->n_rows - 1);
  for (; row >= 0 && before == NULL; row--)
    {
      const char *item = card->rows[row].item;

      before = item != NULL ? squill_model_get_field (model, item) : NULL;
      /* Not within itself, and not in another entity's documents. */
      if (before != NULL && (squill_item_is_within (before, self->row_item) ||
                             g_strcmp0 (squill_item_get_owner (before)->id, card->item) != 0))
        before = NULL;
    }
  if (before != NULL && row < 0 && g_str_equal (before->item.id, self->row_item))
    return;
  self->new_parent = g_strdup (before != NULL ? before->item.parent->id : card->item);
  self->new_after = g_strdup (before != NULL ? before->item.id : "");
  row = before != NULL ? row + 1 : -1;
  self->gap = SQUILL_RECT (card->rect.x + 8,
                           card->rect.y + SQUILL_CARD_HEADER + SQUILL_CARD_ROW * (row + 1) - 1,
                           card->rect.width - 16, 2);
}

static void
update_field (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  const SquillCard *card = squill_plane_find_card_at (plane, pointer->at, NULL);
  const SquillItem *field = squill_model_get_item (squill_plane_get_model (plane), self->row_item);
  g_autofree char *caption = NULL;

  g_clear_pointer (&self->new_parent, g_free);
  if (card != NULL && g_str_equal (card->id, self->card))
    {
      find_gap (self, card, pointer->at);
      card = NULL;
    }
  if (!is_entity_card (card) || field == NULL ||
      g_strcmp0 (squill_item_get_owner (field)->id, card->item) == 0)
    card = NULL;
  if (card != NULL)
    /* Translators: the name of a field and that of an entity. */
    caption = g_strdup_printf (_ ("%s for %s"), squill_item_get_name (field), card->full_name);
  squill_plane_set_target (plane, card != NULL ? card->id : NULL, caption);
}

static void
update_corner (SquillToolSelect *self)
{
  SquillPlane *plane = get_plane (self);
  SquillRect rect = self->hit_rect;

  rect.width = MAX (LEAST_NOTE, rect.width + self->at.x - self->start.x);
  rect.height = MAX (LEAST_NOTE, rect.height + self->at.y - self->start.y);
  self->band = rect;
  gtk_widget_queue_draw (GTK_WIDGET (plane));
}

static void
squill_tool_select_drag_update (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);

  self->at = pointer->at;
  switch (self->drag)
    {
    case DRAG_BAND:
      update_band (self, pointer);
      break;
    case DRAG_MOVE:
      update_move (self, pointer);
      break;
    case DRAG_FIELD:
      update_field (self, pointer);
      break;
    case DRAG_LINE:
      squill_rubber_line_move (self->line, pointer->at);
      break;
    case DRAG_CORNER:
      update_corner (self);
      break;
    case DRAG_BLOCK:
    case DRAG_NOTHING:
    default:
      break;
    }
  gtk_widget_queue_draw (GTK_WIDGET (get_plane (self)));
}

static void
end_move (SquillToolSelect *self)
{
  SquillPlane *plane = get_plane (self);
  SquillModel *model = squill_plane_get_model (plane);
  SquillPoint by = self->by;

  if (self->embed_in != NULL)
    {
      g_autofree char *id = NULL;

      /* It goes into the other one; where it stood it will stand again when it is taken out. */
      self->by = SQUILL_POINT (0, 0);
      show_move (self);
      id = squill_drawing_embed (model, g_array_index (self->moving, SquillPlacedItem, 0).id,
                                 self->embed_in);
      squill_plane_update (plane);
      if (id != NULL)
        squill_selection_set_single (squill_plane_get_selection (plane), id);
    }
  else
    {
      squill_drawing_move (model, (const SquillPlacedItem *)(gpointer)self->moving->data,
                           self->moving->len, by.x, by.y, NULL);
      squill_plane_update (plane);
    }
  squill_plane_shift_notes (plane, NULL, 0, 0);
}

static void
end_field (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  SquillModel *model = squill_plane_get_model (plane);
  const char *target = squill_plane_get_target (plane);
  g_autoptr (GError) error = NULL;

  if (target != NULL)
    {
      const SquillCard *card = squill_diagram_find_card (squill_plane_get_diagram (plane), target);

      squill_plane_ask_about_field (plane, self->row_item, card->item, pointer->x, pointer->y);
    }
  else if (self->new_parent != NULL && g_strcmp0 (self->new_after, self->row_item) != 0)
    {
      if (!squill_model_reorder (model, self->row_item, self->new_parent, self->new_after, &error))
        g_debug ("%s", error->message);
    }
}

static void
end_block (SquillToolSelect *self, const SquillPointer *pointer)
{
  SquillPlane *plane = get_plane (self);
  SquillModel *model = squill_plane_get_model (plane);
  const SquillRelationship *r = squill_model_get_relationship (model, self->row_relationship);
  g_autofree char *child = NULL;
  SquillPlacedItem item;

  if (r == NULL || squill_plane_find_card_at (plane, pointer->at, NULL) != NULL)
    return;
  child = g_strdup (r->child);
  item = (SquillPlacedItem){ child, SQUILL_RECT (0, 0, 0, 0) };
  squill_model_begin_step (model, _ ("Take out"), NULL);
  squill_drawing_set_embedded (model, self->row_relationship, FALSE);
  squill_drawing_move (
      model, &item, 1,
      squill_snap_to_grid (pointer->at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (pointer->at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID), NULL);
  squill_model_end_step (model);
  squill_plane_update (plane);
  squill_selection_set_single (squill_plane_get_selection (plane), self->row_relationship);
}

static void
end_corner (SquillToolSelect *self)
{
  SquillModel *model = squill_plane_get_model (get_plane (self));

  squill_model_begin_step (model, _ ("Change size"), NULL);
  squill_model_set (model, self->item, "width", squill_json_number (round (self->band.width)),
                    NULL);
  squill_model_set (model, self->item, "height", squill_json_number (round (self->band.height)),
                    NULL);
  squill_model_end_step (model);
}

static void
finish (SquillToolSelect *self)
{
  g_clear_pointer (&self->line, squill_rubber_line_free);
  g_clear_pointer (&self->embed_in, g_free);
  g_clear_pointer (&self->new_parent, g_free);
  g_clear_pointer (&self->new_after, g_free);
  self->drag = DRAG_NOTHING;
  self->snap = (SquillSnap){ 0 };
  squill_plane_set_target (get_plane (self), NULL, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (get_plane (self)));
}

static void
squill_tool_select_drag_end (SquillTool *tool, const SquillPointer *pointer)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);

  switch (self->drag)
    {
    case DRAG_MOVE:
      end_move (self);
      break;
    case DRAG_FIELD:
      end_field (self, pointer);
      break;
    case DRAG_BLOCK:
      end_block (self, pointer);
      break;
    case DRAG_LINE:
      squill_rubber_line_finish (self->line, pointer->at);
      break;
    case DRAG_CORNER:
      end_corner (self);
      break;
    case DRAG_BAND:
    case DRAG_NOTHING:
    default:
      break;
    }
  finish (self);
}

static void
squill_tool_select_moved (SquillTool *tool, const SquillPointer *pointer)
{
  SquillPlane *plane = squill_tool_get_plane (tool);
  SquillHit hit = squill_plane_hit (plane, pointer->x, pointer->y);
  const char *cursor = NULL;

  squill_plane_set_hovered (plane, &hit);
  switch (hit.kind)
    {
    case SQUILL_HIT_CARD:
      if (hit.part.kind == SQUILL_CARD_PART_HANDLE)
        cursor = "crosshair";
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
    squill_plane_set_hovered (squill_tool_get_plane (tool), NULL);
}

static gboolean
squill_tool_select_cancel (SquillTool *tool)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillPlane *plane = get_plane (self);
  gboolean was = self->drag != DRAG_NOTHING;

  if (squill_plane_get_selection (plane) == NULL)
    return FALSE;
  if (self->drag == DRAG_MOVE)
    {
      self->by = SQUILL_POINT (0, 0);
      show_move (self);
      squill_plane_shift_notes (plane, NULL, 0, 0);
    }
  else if (self->drag == DRAG_BAND)
    {
      squill_selection_set_many (squill_plane_get_selection (plane),
                                 (const char *const *)self->before);
    }
  finish (self);
  return was;
}

static void
snapshot_guides (SquillToolSelect *self, SquillPainter *painter, double zoom)
{
  const SquillPalette *palette = squill_plane_get_palette (get_plane (self));

  for (guint i = 0; i < self->snap.n_guides; i++)
    {
      const SquillGuide *guide = &self->snap.guides[i];
      double from = guide->from - 10 / zoom, to = guide->to + 10 / zoom;

      if (guide->upright)
        squill_painter_stroke (painter, guide->at, from, guide->at, to, 1 / zoom, &palette->accent);
      else
        squill_painter_stroke (painter, from, guide->at, to, guide->at, 1 / zoom, &palette->accent);
    }
}

/* What is carried, beside the pointer. */
static void
snapshot_carried (SquillToolSelect *self, SquillPainter *painter)
{
  SquillPlane *plane = get_plane (self);
  const SquillPalette *palette = squill_plane_get_palette (plane);
  const SquillItem *item = squill_model_get_item (squill_plane_get_model (plane), self->row_item);
  const char *name = item != NULL ? squill_item_get_name (item) : NULL;
  double width;
  SquillRect rect;
  SquillText text;

  if (name == NULL)
    return;
  width = squill_fonts_measure (squill_diagram_get_fonts (squill_plane_get_diagram (plane)),
                                SQUILL_FONT_UI, 12.5, name);
  rect = SQUILL_RECT (self->at.x + 12, self->at.y + 6, width + 20, 24);
  text = (SquillText){ name,        SQUILL_FONT_UI,    12.5, palette->text, rect.x + 10,
                       rect.y + 17, SQUILL_ALIGN_START };
  squill_painter_shadow (painter, &rect, 6, &palette->shadow);
  squill_painter_fill_rect (painter, &rect, 6, &palette->card);
  squill_painter_stroke_rect (painter, &rect, 6, 1, &palette->accent);
  squill_painter_text (painter, &text);
}

static void
squill_tool_select_snapshot (SquillTool *tool, GtkSnapshot *snapshot)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (tool);
  SquillPlane *plane = get_plane (self);
  double zoom = squill_viewport_get_zoom (squill_plane_get_viewport (plane));
  SquillPainter *painter;

  if (self->drag == DRAG_BAND || self->drag == DRAG_CORNER)
    squill_rubber_band_snapshot (plane, &self->band, snapshot);
  if (self->drag == DRAG_LINE)
    squill_rubber_line_snapshot (self->line, snapshot);
  painter = SQUILL_PAINTER (squill_plane_begin_paint (plane, snapshot));
  if (self->drag == DRAG_MOVE && self->embed_in == NULL)
    snapshot_guides (self, painter, zoom);
  if (self->drag == DRAG_FIELD && self->new_parent != NULL)
    squill_painter_fill_rect (painter, &self->gap, 1, &squill_plane_get_palette (plane)->accent);
  if (self->drag == DRAG_FIELD || self->drag == DRAG_BLOCK)
    snapshot_carried (self, painter);
  squill_plane_end_paint (plane);
}

static void
squill_tool_select_finalize (GObject *object)
{
  SquillToolSelect *self = SQUILL_TOOL_SELECT (object);

  g_free (self->item);
  g_free (self->card);
  g_free (self->edge);
  g_free (self->row_item);
  g_free (self->row_relationship);
  g_free (self->embed_in);
  g_free (self->new_parent);
  g_free (self->new_after);
  g_strfreev (self->before);
  g_strfreev (self->moving_notes);
  g_array_unref (self->moving);
  g_array_unref (self->neighbours);
  g_ptr_array_unref (self->moving_ids);

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
  self->moving = g_array_new (FALSE, FALSE, sizeof (SquillPlacedItem));
  self->moving_ids = g_ptr_array_new_with_free_func (g_free);
  self->neighbours = g_array_new (FALSE, FALSE, sizeof (SquillRect));
}
