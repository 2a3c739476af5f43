/* SPDX-License-Identifier: Apache-2.0 */

/* What is where on the canvas. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* In pixels of the canvas. */
#define LINE_REACH 6.0
#define FRAME_TITLE_HEIGHT 32.0
#define NOTE_CORNER 14.0
#define ADD_FIELD_HEIGHT 24.0
#define ADD_FIELD_TEXT_RIGHT 12.0

static void
set_row (SquillHit *hit, guint row)
{
  hit->rect = squill_card_get_row_rect (hit->card, row);
  /* A row that the placement adds stands for the card. */
  if (hit->card->rows[row].item != NULL)
    hit->item = hit->card->rows[row].item;
}

/**
 * squill_canvas_has_grip:
 * @self: a canvas
 * @row: a row of a card
 *
 * Returns: %TRUE if the row can be dragged: a field, or an embedded document
 */
gboolean
squill_canvas_has_grip (SquillCanvas *self, const SquillCardRow *row)
{
  SquillModel *model;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (row != NULL, FALSE);

  model = squill_canvas_get_model (self);
  if (row->item == NULL || squill_model_get_read_only (model))
    return FALSE;
  return squill_model_get_field (model, row->item) != NULL ||
         (row->block && squill_model_get_relationship (model, row->item) != NULL);
}

static gboolean
hit_card (SquillCanvas *self, const SquillCard *card, SquillPoint at, SquillHit *hit)
{
  SquillCardPart part = squill_card_hit (card, at.x, at.y);

  /* The handles are there while the pointer is on the card. */
  if (part.kind == SQUILL_CARD_PART_HANDLE && g_strcmp0 (self->hovered, card->id) != 0)
    {
      if (!squill_rect_contains (&card->rect, at.x, at.y))
        return FALSE;
      part.kind = SQUILL_CARD_PART_HEADER;
    }
  if (part.kind == SQUILL_CARD_PART_NONE)
    return FALSE;
  /* At a lower detail, parts of a card are not drawn. */
  if (self->detail != SQUILL_DETAIL_FULL)
    part.kind = SQUILL_CARD_PART_HEADER;
  if (part.kind == SQUILL_CARD_PART_GRIP && !squill_canvas_has_grip (self, &card->rows[part.row]))
    part.kind = SQUILL_CARD_PART_ROW;
  hit->kind = SQUILL_HIT_CARD;
  hit->card = card;
  hit->part = part;
  hit->item = card->item;
  hit->rect = card->rect;
  switch (part.kind)
    {
    case SQUILL_CARD_PART_ROW:
    case SQUILL_CARD_PART_TYPE:
    case SQUILL_CARD_PART_GRIP:
      set_row (hit, part.row);
      break;
    case SQUILL_CARD_PART_NAME:
      hit->rect = squill_card_get_name_rect (card);
      break;
    case SQUILL_CARD_PART_NONE:
    case SQUILL_CARD_PART_HEADER:
    case SQUILL_CARD_PART_FOOTER:
    case SQUILL_CARD_PART_HANDLE:
    default:
      break;
    }
  return TRUE;
}

static gboolean
hit_add_field (SquillCanvas *self, const char *id, SquillPoint at, SquillHit *hit)
{
  const SquillCard *card = id != NULL ? squill_diagram_find_card (self->diagram, id) : NULL;
  SquillRect rect;

  if (card == NULL || card->kind == SQUILL_CARD_BUCKET || self->detail != SQUILL_DETAIL_FULL ||
      squill_model_get_read_only (squill_canvas_get_model (self)))
    return FALSE;
  rect = squill_canvas_get_add_field_rect (self, card);
  if (!squill_rect_contains (&rect, at.x, at.y))
    return FALSE;
  hit->kind = SQUILL_HIT_ADD_FIELD;
  hit->card = card;
  hit->item = card->item;
  hit->rect = rect;
  return TRUE;
}

/* The card that is drawn last lies on top. */
static gboolean
hit_cards (SquillCanvas *self, SquillPoint at, SquillHit *hit)
{
  const SquillCard *hovered =
      self->hovered != NULL ? squill_diagram_find_card (self->diagram, self->hovered) : NULL;
  const SquillRect place = SQUILL_RECT (at.x, at.y, 0, 0);
  const SquillRect around = squill_rect_grow (&place, SQUILL_CARD_HANDLE_RADIUS);
  g_autoptr (GPtrArray) cards = _squill_canvas_list_cards_in (self, &around);

  if (hovered != NULL && hit_card (self, hovered, at, hit) &&
      hit->part.kind == SQUILL_CARD_PART_HANDLE)
    return TRUE;
  *hit = (SquillHit){ 0 };
  for (guint i = cards->len; i > 0; i--)
    if (hit_card (self, cards->pdata[i - 1], at, hit))
      return TRUE;
  return FALSE;
}

static gboolean
hit_label (const SquillRect *label, gboolean hidden, const char *text, SquillPoint at)
{
  return !hidden && *text != '\0' && squill_rect_contains (label, at.x, at.y);
}

static void
hit_lines (SquillCanvas *self, SquillPoint at, SquillHit *hit)
{
  double zoom = squill_viewport_get_zoom (self->viewport);
  const SquillEdge *edge = squill_diagram_hit_edge (self->diagram, at.x, at.y, LINE_REACH / zoom);
  gboolean all;

  if (edge == NULL)
    return;
  hit->edge = edge;
  hit->item = edge->relationship;
  hit->kind = SQUILL_HIT_LINE;
  hit->rect = SQUILL_RECT (at.x - LINE_REACH / zoom, at.y - LINE_REACH / zoom,
                           2 * LINE_REACH / zoom, 2 * LINE_REACH / zoom);
  if (self->detail != SQUILL_DETAIL_FULL)
    return;
  all = g_strcmp0 (self->hovered_line, edge->id) == 0 ||
        g_hash_table_contains (self->lit, edge->relationship);
  if (hit_label (&edge->route->from_label, edge->route->from_hidden && !all, edge->from_text, at))
    {
      hit->kind = SQUILL_HIT_LINE_START;
      hit->rect = edge->route->from_label;
    }
  else if (hit_label (&edge->route->to_label, edge->route->to_hidden && !all, edge->to_text, at))
    {
      hit->kind = SQUILL_HIT_LINE_END;
      hit->rect = edge->route->to_label;
    }
  else if (hit_label (&edge->route->name_label, edge->route->name_hidden && !all, edge->name, at))
    {
      hit->kind = SQUILL_HIT_LINE_NAME;
      hit->rect = edge->route->name_label;
    }
}

static gboolean
hit_frame (SquillCanvas *self, const SquillFrame *frame, SquillPoint at, SquillHit *hit)
{
  double reach = LINE_REACH / squill_viewport_get_zoom (self->viewport);
  SquillRect outer = squill_rect_grow (&frame->rect, frame->note ? 0 : reach);
  SquillRect inner = squill_rect_grow (&frame->rect, -reach);

  if (!squill_rect_contains (&outer, at.x, at.y))
    return FALSE;
  hit->frame = frame;
  hit->item = frame->id;
  hit->rect = frame->rect;
  if (frame->note)
    {
      hit->kind = at.x > squill_rect_right (&frame->rect) - NOTE_CORNER &&
                          at.y > squill_rect_bottom (&frame->rect) - NOTE_CORNER
                      ? SQUILL_HIT_NOTE_CORNER
                      : SQUILL_HIT_NOTE;
      return TRUE;
    }
  hit->kind = SQUILL_HIT_FRAME;
  /* The inside of a group counts as empty canvas. */
  return at.y < frame->rect.y + FRAME_TITLE_HEIGHT || !squill_rect_contains (&inner, at.x, at.y);
}

/**
 * squill_hit_is_row:
 * @hit: what was hit
 *
 * Returns: %TRUE if it is a row of a card, whichever part of it
 */
gboolean
squill_hit_is_row (const SquillHit *hit)
{
  g_return_val_if_fail (hit != NULL, FALSE);

  return hit->kind == SQUILL_HIT_CARD &&
         (hit->part.kind == SQUILL_CARD_PART_ROW || hit->part.kind == SQUILL_CARD_PART_TYPE ||
          hit->part.kind == SQUILL_CARD_PART_GRIP);
}

/**
 * squill_canvas_get_add_field_rect:
 * @self: a canvas
 * @card: a card
 *
 * Returns: where the row is that adds a field, on the diagram: as wide as its text in the language
 *   of the person
 */
SquillRect
squill_canvas_get_add_field_rect (SquillCanvas *self, const SquillCard *card)
{
  double text;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), SQUILL_RECT (0, 0, 0, 0));
  g_return_val_if_fail (card != NULL, SQUILL_RECT (0, 0, 0, 0));

  text = squill_fonts_measure (squill_diagram_get_fonts (self->diagram), SQUILL_FONT_UI,
                               ADD_FIELD_TEXT_SIZE, _ ("Add field"));
  return SQUILL_RECT (card->rect.x + 8, squill_rect_bottom (&card->rect) - 1,
                      ADD_FIELD_TEXT_LEFT + text + ADD_FIELD_TEXT_RIGHT, ADD_FIELD_HEIGHT);
}

/**
 * squill_canvas_hit:
 * @self: a canvas
 * @x: in pixels of the canvas
 * @y: in pixels of the canvas
 *
 * Finds what is at a point; what is on top comes first.
 *
 * Returns: what is there; valid until the diagram is updated
 */
SquillHit
squill_canvas_hit (SquillCanvas *self, double x, double y)
{
  SquillHit hit = { 0 }, line = { 0 };
  SquillPoint at;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), hit);

  if (self->diagram == NULL)
    return hit;
  at = squill_viewport_to_diagram (self->viewport, x, y);
  /* Its labels lie on top of cards, the line itself behind them. */
  hit_lines (self, at, &line);
  if (line.kind != SQUILL_HIT_NOTHING && line.kind != SQUILL_HIT_LINE)
    return line;
  if (hit_cards (self, at, &hit))
    return hit;
  hit = (SquillHit){ 0 };
  if (hit_add_field (self, self->hovered, at, &hit) ||
      hit_add_field (self, squill_selection_get_single (squill_canvas_get_selection (self)), at,
                     &hit))
    return hit;
  if (line.kind != SQUILL_HIT_NOTHING)
    return line;
  hit = (SquillHit){ 0 };
  for (guint i = squill_diagram_get_n_frames (self->diagram); i > 0; i--)
    {
      if (hit_frame (self, squill_diagram_get_frame (self->diagram, i - 1), at, &hit))
        return hit;
      hit = (SquillHit){ 0 };
    }
  return hit;
}

/**
 * squill_canvas_find_card_at:
 * @self: a canvas
 * @at: a place on the diagram
 * @except: (nullable): id of a card that does not count: the one that is being dragged
 *
 * Finds the card that something would be dropped on.
 *
 * Returns: (nullable): the card
 */
const SquillCard *
squill_canvas_find_card_at (SquillCanvas *self, SquillPoint at, const char *except)
{
  const SquillRect place = SQUILL_RECT (at.x, at.y, 0, 0);
  const SquillRect around = squill_rect_grow (&place, 1);
  g_autoptr (GPtrArray) cards = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  cards = _squill_canvas_list_cards_in (self, &around);
  for (guint i = cards->len; i > 0; i--)
    {
      const SquillCard *card = cards->pdata[i - 1];

      if (squill_rect_contains (&card->rect, at.x, at.y) && g_strcmp0 (card->id, except) != 0)
        return card;
    }
  return NULL;
}

/**
 * squill_canvas_get_item_rect:
 * @self: a canvas
 * @item: id of an item
 * @rect: (out): where it is on the diagram: its card, its row, its line, its note
 *
 * Finds an item on the diagram.
 *
 * Returns: %TRUE if it is there
 */
gboolean
squill_canvas_get_item_rect (SquillCanvas *self, const char *item, SquillRect *rect)
{
  const SquillCard *card;
  int row;
  gboolean found = FALSE;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (item != NULL && rect != NULL, FALSE);

  if (self->diagram == NULL)
    return FALSE;
  *rect = SQUILL_RECT (0, 0, 0, 0);
  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (self->diagram, i);

      if (!g_str_equal (frame->id, item))
        continue;
      *rect = frame->rect;
      return TRUE;
    }
  if (squill_model_get_relationship (squill_canvas_get_model (self), item) != NULL)
    for (guint i = 0; i < squill_diagram_get_n_edges (self->diagram); i++)
      {
        const SquillEdge *edge = squill_diagram_get_edge (self->diagram, i);

        if (!g_str_equal (edge->relationship, item))
          continue;
        *rect = squill_rect_union (rect, &edge->route->bounds);
        found = TRUE;
      }
  if (found)
    return TRUE;
  card = squill_diagram_find_item (self->diagram, item, &row);
  if (card == NULL)
    return FALSE;
  *rect = row < 0 || (guint)row >= card->n_rows ? card->rect
                                                : squill_card_get_row_rect (card, (guint)row);
  return TRUE;
}

/**
 * squill_canvas_find_in_area:
 * @self: a canvas
 * @area: on the diagram
 * @entities_only: leaves out notes, and collections that are not entities
 *
 * Finds the cards and notes that a rectangle touches.
 *
 * Returns: (transfer full) (element-type utf8): ids of items
 */
GPtrArray *
squill_canvas_find_in_area (SquillCanvas *self, const SquillRect *area, gboolean entities_only)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (self);
  SquillModel *model = squill_canvas_get_model (self);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (squill_rect_overlaps (area, &card->rect) &&
          (!entities_only || squill_model_get_entity (model, card->item) != NULL))
        g_ptr_array_add (found, g_strdup (card->item));
    }
  for (guint i = 0; !entities_only && i < squill_diagram_get_n_frames (diagram); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (diagram, i);

      if (frame->note && squill_rect_overlaps (area, &frame->rect))
        g_ptr_array_add (found, g_strdup (frame->id));
    }
  return found;
}
