/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-drag.h"

#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "model/squill-authoring.h"
#include "session/squill-drawing.h"
#include "session/squill-snap.h"

#define TEXT_SIZE 12.5
#define HEIGHT 24.0
/* The share of a row at its upper and lower edge that stands for the places between rows. */
#define INTO_EDGE 0.25

struct _SquillFieldDrag
{
  SquillCanvas *canvas;
  char *item; /* a field, or the relationship of an embedded document */
  char *card; /* where it comes from */
  SquillPoint at;
  /* Its new place in its own entity; %NULL for none. */
  char *parent;
  char *after;
  SquillRect gap;
  gboolean into; /* @gap is the row of the field that it goes into */
};

static const SquillItem *
get_item (SquillFieldDrag *self)
{
  return squill_model_get_item (squill_canvas_get_model (self->canvas), self->item);
}

static void
clear_gap (SquillFieldDrag *self)
{
  g_clear_pointer (&self->parent, g_free);
  g_clear_pointer (&self->after, g_free);
  self->into = FALSE;
}

/* The field of a row, if the dragged one can follow it: it is of the same entity and not inside of
 * the dragged one. Where it is nested, the dragged one may be as well. */
static const SquillField *
find_field_before (SquillFieldDrag *self, const SquillCard *card, guint row)
{
  const char *item = card->rows[row].item;
  SquillModel *model = squill_canvas_get_model (self->canvas);
  const SquillField *field = item != NULL ? squill_model_get_field (model, item) : NULL;

  if (field == NULL || squill_item_is_within (field, self->item) ||
      g_strcmp0 (squill_item_get_owner (field)->id, card->item) != 0 ||
      (squill_field_is_id (squill_model_get_field (model, self->item)) &&
       field->item.parent->kind != SQUILL_KIND_ENTITY))
    return NULL;
  return field;
}

/* Finds the object that the pointer is on: in the middle of its row; above and below are the places
 * before and behind it. */
static gboolean
find_object (SquillFieldDrag *self, const SquillCard *card, SquillPoint at)
{
  const double below = (at.y - card->rect.y - SQUILL_CARD_HEADER) / SQUILL_CARD_ROW;
  const double part = below - floor (below);
  const SquillField *field, *dragged = (const SquillField *)get_item (self);

  if (below < 0 || below >= card->n_rows || part < INTO_EDGE || part > 1 - INTO_EDGE ||
      squill_field_is_id (dragged))
    return FALSE;
  field = find_field_before (self, card, (guint)below);
  if (field == NULL || (field->types & SQUILL_TYPE_OBJECT) == 0 ||
      dragged->item.parent == &field->item)
    return FALSE;
  self->into = TRUE;
  self->parent = g_strdup (field->item.id);
  self->gap = squill_card_get_row_rect (card, (guint)below);
  return TRUE;
}

/* Finds the new place among the fields of the same entity. */
static void
find_gap (SquillFieldDrag *self, const SquillCard *card, SquillPoint at)
{
  double below = at.y - card->rect.y - SQUILL_CARD_HEADER;
  int row = MIN ((int)floor (below / SQUILL_CARD_ROW + 0.5) - 1, (int)card->n_rows - 1);
  const SquillField *before = NULL;

  for (; row >= 0; row--)
    {
      before = find_field_before (self, card, (guint)row);
      if (before != NULL)
        break;
    }
  self->parent = g_strdup (before != NULL ? before->item.parent->id : card->item);
  self->after = g_strdup (before != NULL ? before->item.id : "");
  self->gap = SQUILL_RECT (card->rect.x + 8,
                           card->rect.y + SQUILL_CARD_HEADER + SQUILL_CARD_ROW * (row + 1) - 1,
                           card->rect.width - 16, 2);
}

/**
 * squill_field_drag_new:
 * @canvas: a canvas
 * @item: id of a field, or of the relationship that embeds a document
 * @card: id of the card it is on
 *
 * Starts to drag a row.
 *
 * Returns: (transfer full): the drag
 */
SquillFieldDrag *
squill_field_drag_new (SquillCanvas *canvas, const char *item, const char *card)
{
  SquillFieldDrag *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);
  g_return_val_if_fail (item != NULL && card != NULL, NULL);

  self = g_new0 (SquillFieldDrag, 1);
  self->canvas = canvas;
  self->item = g_strdup (item);
  self->card = g_strdup (card);
  return self;
}

/**
 * squill_field_drag_free:
 * @self: (nullable): a drag
 *
 * Ends a drag.
 */
void
squill_field_drag_free (SquillFieldDrag *self)
{
  if (self == NULL)
    return;
  squill_canvas_set_target (self->canvas, NULL, NULL);
  clear_gap (self);
  g_free (self->item);
  g_free (self->card);
  g_free (self);
}

/**
 * squill_field_drag_move:
 * @self: a drag
 * @pointer: where the pointer is
 *
 * Shows what a drop would do.
 */
void
squill_field_drag_move (SquillFieldDrag *self, const SquillPointer *pointer)
{
  const SquillItem *item;
  const SquillCard *card;
  g_autofree char *caption = NULL;

  g_return_if_fail (self != NULL && pointer != NULL);

  self->at = pointer->at;
  item = get_item (self);
  clear_gap (self);
  if (item == NULL || item->kind != SQUILL_KIND_FIELD)
    return;
  card = squill_canvas_find_card_at (self->canvas, pointer->at, NULL);
  if (card != NULL && g_str_equal (card->id, self->card))
    {
      if (!find_object (self, card, pointer->at))
        find_gap (self, card, pointer->at);
      card = NULL;
    }
  if (card == NULL ||
      squill_model_get_entity (squill_canvas_get_model (self->canvas), card->item) == NULL ||
      g_strcmp0 (squill_item_get_owner (item)->id, card->item) == 0)
    card = NULL;
  if (card != NULL)
    /* Translators: the name of a field and that of an entity. */
    caption = g_strdup_printf (_ ("%s for %s"), squill_item_get_name (item), card->full_name);
  squill_canvas_set_target (self->canvas, card != NULL ? card->id : NULL, caption);
}

static void
store_separately (SquillFieldDrag *self, SquillPoint at)
{
  SquillModel *model = squill_canvas_get_model (self->canvas);
  const SquillRelationship *r = squill_model_get_relationship (model, self->item);
  g_autofree char *child = NULL;
  SquillPlacedItem item;

  if (r == NULL || squill_canvas_find_card_at (self->canvas, at, NULL) != NULL)
    return;
  child = g_strdup (r->child);
  item = (SquillPlacedItem){ child, SQUILL_RECT (0, 0, 0, 0) };
  squill_model_begin_step (model, _ ("Store separately"), NULL);
  squill_drawing_set_embedded (model, self->item, FALSE);
  squill_drawing_move (
      model, squill_diagram_get_view (squill_canvas_get_diagram (self->canvas)), &item, 1,
      squill_snap_to_grid (at.x - SQUILL_CARD_MIN_WIDTH / 2, SQUILL_LAYOUT_GRID),
      squill_snap_to_grid (at.y - SQUILL_CARD_HEADER / 2, SQUILL_LAYOUT_GRID), NULL);
  squill_model_end_step (model);
  squill_canvas_update (self->canvas);
  squill_selection_set_single (squill_canvas_get_selection (self->canvas), self->item);
}

/**
 * squill_field_drag_finish:
 * @self: a drag
 * @pointer: where the pointer is
 *
 * Drops the row: moves a field inside its entity, asks what to do with it on another entity, or
 * stores an embedded document separately.
 */
void
squill_field_drag_finish (SquillFieldDrag *self, const SquillPointer *pointer)
{
  const SquillItem *item;
  const char *target;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (self != NULL && pointer != NULL);

  item = get_item (self);
  target = squill_canvas_get_target (self->canvas);
  if (item == NULL)
    return;
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    {
      store_separately (self, pointer->at);
    }
  else if (target != NULL)
    {
      const SquillCard *card =
          squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), target);

      squill_canvas_ask_about_field (self->canvas, self->item, card->item, pointer->x, pointer->y);
    }
  else if (self->parent != NULL && g_strcmp0 (self->after, self->item) != 0 &&
           !squill_model_reorder (squill_canvas_get_model (self->canvas), self->item, self->parent,
                                  self->after, &error))
    {
      gtk_widget_activate_action (GTK_WIDGET (self->canvas), "win.toast", "s", error->message);
    }
}

/**
 * squill_field_drag_snapshot:
 * @self: a drag
 * @snapshot: in pixels of the canvas
 *
 * Draws the row beside the pointer, and its new place.
 */
void
squill_field_drag_snapshot (SquillFieldDrag *self, GtkSnapshot *snapshot)
{
  const SquillPalette *palette;
  const SquillItem *item;
  const char *name;
  SquillPainter *painter;
  SquillRect rect;
  SquillText text;
  double width;

  g_return_if_fail (self != NULL);

  item = get_item (self);
  name = item != NULL ? squill_item_get_name (item) : NULL;
  if (name == NULL)
    return;
  palette = squill_canvas_get_palette (self->canvas);
  width = squill_fonts_measure (squill_diagram_get_fonts (squill_canvas_get_diagram (self->canvas)),
                                SQUILL_FONT_UI, TEXT_SIZE, name);
  rect = SQUILL_RECT (self->at.x + 12, self->at.y + 6, width + 20, HEIGHT);
  text = (SquillText){ name,        SQUILL_FONT_UI, TEXT_SIZE,         palette->text,
                       rect.x + 10, rect.y + 17,    SQUILL_ALIGN_START };
  painter = SQUILL_PAINTER (squill_canvas_begin_paint (self->canvas, snapshot));
  if (self->into)
    {
      squill_painter_fill_rect (painter, &self->gap, 0, &palette->accent_ground);
      squill_painter_stroke_rect (painter, &self->gap, 4, 2, &palette->accent);
    }
  else if (self->parent != NULL)
    squill_painter_fill_rect (painter, &self->gap, 1, &palette->accent);
  squill_painter_shadow (painter, &rect, 6, &palette->shadow);
  squill_painter_fill_rect (painter, &rect, 6, &palette->card);
  squill_painter_stroke_rect (painter, &rect, 6, 1, &palette->accent);
  squill_painter_text (painter, &text);
  squill_canvas_end_paint (self->canvas);
}
