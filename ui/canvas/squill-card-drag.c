/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-drag.h"

#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "session/squill-drawing.h"
#include "session/squill-snap.h"

/* The distance at which a card snaps to the edge of a neighbor, in pixels of the canvas. */
#define SNAP_REACH 6.0
#define GUIDE_EXCESS 10.0

struct _SquillCardDrag
{
  SquillCanvas *canvas;
  SquillPoint start;
  GArray *items;     /* SquillPlacedItem */
  GPtrArray *ids;    /* of them */
  GStrv notes;       /* ids of those that are notes */
  GArray *neighbors; /* SquillRect */
  SquillRect around;
  SquillPoint by;
  SquillSnap snap;
  char *embed_in; /* id of an entity */
};

static const SquillPlacedItem *
get_item (SquillCardDrag *self, guint i)
{
  return &g_array_index (self->items, SquillPlacedItem, i);
}

static gboolean
is_entity_card (const SquillCard *card)
{
  return card != NULL &&
         (card->kind == SQUILL_CARD_COLLECTION || card->kind == SQUILL_CARD_EMBEDDED);
}

/* Copies the ids, because the diagram may change before the drop. */
static void
add_items (SquillCardDrag *self, GArray *selected)
{
  for (guint i = 0; i < selected->len; i++)
    {
      SquillPlacedItem item = g_array_index (selected, SquillPlacedItem, i);

      g_ptr_array_add (self->ids, g_strdup (item.id));
      item.id = self->ids->pdata[self->ids->len - 1];
      g_array_append_val (self->items, item);
      self->around = squill_rect_union (&self->around, &item.rect);
    }
}

static void
add_notes (SquillCardDrag *self)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (self->canvas);
  g_autoptr (GStrvBuilder) notes = g_strv_builder_new ();

  for (guint i = 0; i < self->items->len; i++)
    if (squill_diagram_find_card (diagram, get_item (self, i)->id) == NULL)
      g_strv_builder_add (notes, get_item (self, i)->id);
  self->notes = g_strv_builder_end (notes);
}

static void
add_neighbors (SquillCardDrag *self)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (self->canvas);
  SquillRect visible = squill_viewport_get_visible (squill_canvas_get_viewport (self->canvas));

  for (guint i = 0; i < squill_diagram_get_n_cards (diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (diagram, i);

      if (squill_rect_overlaps (&card->rect, &visible) &&
          !g_ptr_array_find_with_equal_func (self->ids, card->id, g_str_equal, NULL))
        g_array_append_val (self->neighbors, card->rect);
    }
}

static void
show (SquillCardDrag *self)
{
  SquillDiagram *diagram = squill_canvas_get_diagram (self->canvas);

  for (guint i = 0; i < self->items->len; i++)
    {
      const SquillPlacedItem *item = get_item (self, i);

      if (squill_diagram_find_card (diagram, item->id) != NULL)
        squill_diagram_move_card (diagram, item->id, item->rect.x + self->by.x,
                                  item->rect.y + self->by.y);
    }
  squill_canvas_shift_notes (self->canvas, (const char *const *)self->notes, self->by.x,
                             self->by.y);
  squill_canvas_update (self->canvas);
}

/* Finds the entity that a single dragged entity would be embedded in. */
static void
find_embedding (SquillCardDrag *self, const SquillPointer *pointer)
{
  const char *moved = get_item (self, 0)->id;
  const SquillCard *target = NULL, *card = NULL;
  g_autofree char *caption = NULL;

  if (self->items->len == 1 && (pointer->state & GDK_ALT_MASK) == 0)
    {
      card = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), moved);
      target = squill_canvas_find_card_at (self->canvas, pointer->at, moved);
    }
  if (!is_entity_card (card) || !is_entity_card (target))
    target = NULL;
  if (target != NULL)
    /* Translators: the names of two entities. */
    caption = g_strdup_printf (_ ("Embed %s in %s"), card->full_name, target->full_name);
  g_free (self->embed_in);
  self->embed_in = g_strdup (target != NULL ? target->item : NULL);
  squill_canvas_set_target (self->canvas, target != NULL ? target->id : NULL, caption);
}

/**
 * squill_card_drag_new:
 * @canvas: a canvas
 * @start: where the drag began, on the diagram
 *
 * Starts to drag the selection, and the members of selected groups.
 *
 * Returns: (transfer full) (nullable): the drag; %NULL if nothing that is selected has a place
 */
SquillCardDrag *
squill_card_drag_new (SquillCanvas *canvas, SquillPoint start)
{
  g_autoptr (GArray) selected = NULL;
  SquillCardDrag *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);

  selected = squill_canvas_get_placed_selection (canvas);
  if (selected->len == 0)
    return NULL;
  self = g_new0 (SquillCardDrag, 1);
  self->canvas = canvas;
  self->start = start;
  self->items = g_array_new (FALSE, FALSE, sizeof (SquillPlacedItem));
  self->ids = g_ptr_array_new_with_free_func (g_free);
  self->neighbors = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  add_items (self, selected);
  add_notes (self);
  add_neighbors (self);
  return self;
}

/**
 * squill_card_drag_free:
 * @self: (nullable): a drag
 *
 * Frees it.
 */
void
squill_card_drag_free (SquillCardDrag *self)
{
  if (self == NULL)
    return;
  squill_canvas_set_target (self->canvas, NULL, NULL);
  g_array_unref (self->items);
  g_ptr_array_unref (self->ids);
  g_array_unref (self->neighbors);
  g_strfreev (self->notes);
  g_free (self->embed_in);
  g_free (self);
}

/**
 * squill_card_drag_move:
 * @self: a drag
 * @pointer: where the pointer is; with Alt nothing snaps or is embedded
 *
 * Moves what is dragged, without a change of the model.
 */
void
squill_card_drag_move (SquillCardDrag *self, const SquillPointer *pointer)
{
  double dx, dy;
  SquillRect moved;

  g_return_if_fail (self != NULL && pointer != NULL);

  dx = pointer->at.x - self->start.x;
  dy = pointer->at.y - self->start.y;
  moved = SQUILL_RECT (self->around.x + dx, self->around.y + dy, self->around.width,
                       self->around.height);
  self->snap = (SquillSnap){ 0 };
  if ((pointer->state & GDK_ALT_MASK) == 0)
    self->snap = squill_snap_find (
        &moved, (const SquillRect *)(gpointer)self->neighbors->data, self->neighbors->len,
        SNAP_REACH / squill_viewport_get_zoom (squill_canvas_get_viewport (self->canvas)),
        SQUILL_LAYOUT_GRID);
  self->by = SQUILL_POINT (round (dx + self->snap.dx), round (dy + self->snap.dy));
  show (self);
  find_embedding (self, pointer);
}

/**
 * squill_card_drag_finish:
 * @self: a drag
 *
 * Drops the items where they are, in one step.
 */
void
squill_card_drag_finish (SquillCardDrag *self)
{
  SquillModel *model;

  g_return_if_fail (self != NULL);

  model = squill_canvas_get_model (self->canvas);
  if (self->embed_in != NULL)
    {
      g_autofree char *id = NULL;

      /* It keeps its place for when it is no longer embedded. */
      squill_card_drag_cancel (self);
      id = squill_drawing_embed (model, get_item (self, 0)->id, self->embed_in);
      squill_canvas_update (self->canvas);
      if (id != NULL)
        squill_selection_set_single (squill_canvas_get_selection (self->canvas), id);
      return;
    }
  squill_drawing_move (model, squill_diagram_get_view (squill_canvas_get_diagram (self->canvas)),
                       (const SquillPlacedItem *)(gpointer)self->items->data, self->items->len,
                       self->by.x, self->by.y, NULL);
  squill_canvas_update (self->canvas);
  squill_canvas_shift_notes (self->canvas, NULL, 0, 0);
}

/**
 * squill_card_drag_cancel:
 * @self: a drag
 *
 * Moves the items back.
 */
void
squill_card_drag_cancel (SquillCardDrag *self)
{
  g_return_if_fail (self != NULL);

  self->by = SQUILL_POINT (0, 0);
  show (self);
  squill_canvas_shift_notes (self->canvas, NULL, 0, 0);
}

/**
 * squill_card_drag_snapshot:
 * @self: a drag
 * @snapshot: in pixels of the canvas
 *
 * Draws the guides that it snaps to.
 */
void
squill_card_drag_snapshot (SquillCardDrag *self, GtkSnapshot *snapshot)
{
  const SquillPalette *palette;
  SquillPainter *painter;
  double zoom;

  g_return_if_fail (self != NULL);

  if (self->embed_in != NULL)
    return;
  palette = squill_canvas_get_palette (self->canvas);
  zoom = squill_viewport_get_zoom (squill_canvas_get_viewport (self->canvas));
  painter = SQUILL_PAINTER (squill_canvas_begin_paint (self->canvas, snapshot));
  for (guint i = 0; i < self->snap.n_guides; i++)
    {
      const SquillGuide *guide = &self->snap.guides[i];
      double from = guide->from - GUIDE_EXCESS / zoom, to = guide->to + GUIDE_EXCESS / zoom;

      if (guide->upright)
        squill_painter_stroke (painter, guide->at, from, guide->at, to, 1 / zoom, &palette->accent);
      else
        squill_painter_stroke (painter, from, guide->at, to, guide->at, 1 / zoom, &palette->accent);
    }
  squill_canvas_end_paint (self->canvas);
}
