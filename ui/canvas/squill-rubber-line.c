/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-drag.h"

#include <glib/gi18n.h>

#include "session/squill-drawing.h"

#define DASH 6.0
#define END_RADIUS 4.0

struct _SquillRubberLine
{
  SquillCanvas *canvas;
  char *card;
  char *field; /* of that card, which shall refer to what the line ends at; or NULL */
  SquillPoint at;
  gboolean left; /* the pointer has left the first card, so that the line may end there */
};

static gboolean
is_entity (const SquillCard *card)
{
  return card->kind == SQUILL_CARD_COLLECTION || card->kind == SQUILL_CARD_EMBEDDED;
}

/* The card at which a line would end. A line to its own card has to leave it first. */
static const SquillCard *
find_end (SquillRubberLine *self, SquillPoint at)
{
  const SquillCard *card = squill_canvas_find_card_at (self->canvas, at, NULL);

  if (card == NULL || !is_entity (card))
    return NULL;
  return g_str_equal (card->id, self->card) && !self->left ? NULL : card;
}

/* At the handle of the card, or the middle of the field's row. */
static SquillPoint
get_start (SquillRubberLine *self, const SquillCard *card, SquillSide side)
{
  SquillPoint at = squill_card_get_handle (card, side);
  SquillRect rect;

  if (self->field != NULL && squill_canvas_get_item_rect (self->canvas, self->field, &rect))
    at.y = rect.y + rect.height / 2;
  return at;
}

/**
 * squill_rubber_line_new:
 * @canvas: a canvas
 * @card: id of the card it starts at
 * @field: (nullable): id of a field on it that shall refer to what the line ends at
 *
 * Starts a line.
 *
 * Returns: (transfer full) (nullable): the line; %NULL if no relationship can start there
 */
SquillRubberLine *
squill_rubber_line_new (SquillCanvas *canvas, const char *card, const char *field)
{
  const SquillCard *start;
  SquillRubberLine *self;

  g_return_val_if_fail (SQUILL_IS_CANVAS (canvas), NULL);
  g_return_val_if_fail (card != NULL, NULL);

  start = squill_diagram_find_card (squill_canvas_get_diagram (canvas), card);
  if (start == NULL || !is_entity (start) ||
      squill_model_get_read_only (squill_canvas_get_model (canvas)))
    return NULL;
  self = g_new0 (SquillRubberLine, 1);
  self->canvas = canvas;
  self->card = g_strdup (card);
  self->field = g_strdup (field);
  self->at = get_start (self, start, SQUILL_SIDE_RIGHT);
  return self;
}

/**
 * squill_rubber_line_free:
 * @self: (nullable): a line
 *
 * Removes a line.
 */
void
squill_rubber_line_free (SquillRubberLine *self)
{
  if (self == NULL)
    return;
  squill_canvas_set_target (self->canvas, NULL, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
  g_free (self->card);
  g_free (self->field);
  g_free (self);
}

/**
 * squill_rubber_line_get_card:
 * @self: a line
 *
 * Returns: (transfer none): id of the card it starts at
 */
const char *
squill_rubber_line_get_card (SquillRubberLine *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->card;
}

/**
 * squill_rubber_line_get_field:
 * @self: a line
 *
 * Returns: (transfer none) (nullable): id of the field it starts at
 */
const char *
squill_rubber_line_get_field (SquillRubberLine *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->field;
}

/**
 * squill_rubber_line_move:
 * @self: a line
 * @at: where the pointer is, on the diagram
 *
 * Moves its end.
 */
void
squill_rubber_line_move (SquillRubberLine *self, SquillPoint at)
{
  const SquillCard *start, *end;
  g_autofree char *caption = NULL;

  g_return_if_fail (self != NULL);

  start = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), self->card);
  if (start == NULL)
    return;
  self->at = at;
  if (!squill_rect_contains (&start->rect, at.x, at.y))
    self->left = TRUE;
  end = find_end (self, at);
  if (end != NULL)
    {
      const SquillField *field =
          self->field != NULL
              ? squill_model_get_field (squill_canvas_get_model (self->canvas), self->field)
              : NULL;

      /* Translators: names of two entities, or of a field and an entity: "posts → comments". */
      caption = g_strdup_printf (_ ("%s → %s"), field != NULL ? field->name : start->full_name,
                                 end->full_name);
    }
  squill_canvas_set_target (self->canvas, end != NULL ? end->id : NULL, caption);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/**
 * squill_rubber_line_finish:
 * @self: a line
 * @at: where the pointer is, on the diagram
 *
 * Adds a relationship to the card at the pointer, or on empty canvas to a new entity, whose name is
 * edited then.
 *
 * Returns: %TRUE if a relationship was added
 */
gboolean
squill_rubber_line_finish (SquillRubberLine *self, SquillPoint at)
{
  SquillModel *model;
  const SquillCard *start, *end;
  g_autofree char *entity = NULL;
  g_autofree char *relationship = NULL;

  g_return_val_if_fail (self != NULL, FALSE);

  model = squill_canvas_get_model (self->canvas);
  start = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), self->card);
  end = find_end (self, at);
  if (start == NULL)
    return FALSE;
  if (end != NULL)
    {
      g_autofree char *id =
          squill_canvas_connect (self->canvas, start->item, self->field, end->item);

      return id != NULL;
    }
  if (squill_canvas_find_card_at (self->canvas, at, NULL) != NULL)
    return FALSE;
  squill_model_begin_step (model, _ ("Draw relationship"), NULL);
  relationship = squill_drawing_connect_to_new (model, start->item, self->field,
                                                at.x - SQUILL_CARD_MIN_WIDTH / 2,
                                                at.y - SQUILL_CARD_HEADER / 2, &entity);
  if (entity != NULL)
    squill_canvas_add_to_view (self->canvas, entity);
  squill_model_end_step (model);
  if (relationship == NULL)
    return FALSE;
  squill_canvas_edit_added (self->canvas, entity);
  return TRUE;
}

/**
 * squill_rubber_line_snapshot:
 * @self: a line
 * @snapshot: in pixels of the canvas
 *
 * Draws it.
 */
void
squill_rubber_line_snapshot (SquillRubberLine *self, GtkSnapshot *snapshot)
{
  const SquillPalette *palette;
  const SquillCard *start;
  SquillPainter *painter;
  SquillPoint from, points[4];
  SquillLine line = { 0 };

  g_return_if_fail (self != NULL);

  start = squill_diagram_find_card (squill_canvas_get_diagram (self->canvas), self->card);
  if (start == NULL)
    return;
  palette = squill_canvas_get_palette (self->canvas);
  from = get_start (self, start,
                    self->at.x < start->rect.x + start->rect.width / 2 ? SQUILL_SIDE_LEFT
                                                                       : SQUILL_SIDE_RIGHT);
  points[0] = from;
  points[1] = SQUILL_POINT ((from.x + self->at.x) / 2, from.y);
  points[2] = SQUILL_POINT ((from.x + self->at.x) / 2, self->at.y);
  points[3] = self->at;
  line.points = points;
  line.n_points = G_N_ELEMENTS (points);
  line.radius = SQUILL_LINE_RADIUS;
  line.width = 2;
  line.color = palette->accent;
  line.dash_on = DASH;
  line.dash_off = DASH / 2;
  painter = SQUILL_PAINTER (squill_canvas_begin_paint (self->canvas, snapshot));
  squill_painter_line (painter, &line);
  squill_painter_circle (painter, self->at.x, self->at.y, END_RADIUS, &palette->card,
                         &palette->accent, 2);
  squill_canvas_end_paint (self->canvas);
}
