/* SPDX-License-Identifier: Apache-2.0 */

/* What the canvas draws itself: everything except cards with readable text. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "diagram/squill-layout.h"
#include "widgets/squill-swatch.h"

/* The dots of the grid are never closer than this on the screen. */
#define MIN_GRID 14.0
/* The draws of a line with its ends, corners, and labels, and of one without. */
#define DRAWS_OF_LINE 14
#define DRAWS_OF_PLAIN_LINE 4
#define NOTE_RADIUS 6.0
#define LEGEND_MARGIN 12.0
#define FRAME_RADIUS 12.0
/* The focus ring: its distance from the card, and its width. */
#define RING_GAP 2.0f
#define RING_WIDTH 2.0f

static void
paint_background (SquillCanvas *self, GtkSnapshot *snapshot, float width, float height)
{
  gtk_snapshot_append_color (snapshot, (const GdkRGBA *)&self->palette.canvas,
                             &GRAPHENE_RECT_INIT (0, 0, width, height));
}

/* All dots in one fill: the cairo renderer makes one of each color node. */
static void
paint_dots (SquillCanvas *self,
            GtkSnapshot *snapshot,
            const graphene_rect_t *rect,
            const graphene_point_t *first,
            double step,
            double dot)
{
  const double scale = squill_viewport_get_scale (self->viewport);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, rect);

  gdk_cairo_set_source_rgba (cr, (const GdkRGBA *)&self->palette.grid);
  for (double y = first->y; y < rect->size.height; y += step)
    for (double x = first->x; x < rect->size.width; x += step)
      cairo_rectangle (cr, floor (x * scale + 0.5) / scale, floor (y * scale + 0.5) / scale, dot,
                       dot);
  cairo_fill (cr);
  cairo_destroy (cr);
}

/* Dots of the grid. At a small zoom only every second, fourth, … one is drawn. */
static void
paint_grid (SquillCanvas *self, GtkSnapshot *snapshot, float width, float height)
{
  double zoom = squill_viewport_get_zoom (self->viewport);
  double scale = squill_viewport_get_scale (self->viewport);
  SquillPoint origin = squill_viewport_get_origin (self->viewport);
  double step = SQUILL_LAYOUT_GRID * zoom, dot = MAX (1.0, round (scale)) / scale;
  double x, y;

  if (zoom < 0.2)
    return;
  while (step < MIN_GRID)
    step *= 2;
  x = fmod (origin.x, step);
  y = fmod (origin.y, step);
  x -= x > 0 ? step : 0;
  y -= y > 0 ? step : 0;
  if (step * scale == round (step * scale))
    {
      gtk_snapshot_push_repeat (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height),
                                &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)step, (float)step));
      gtk_snapshot_append_color (snapshot, (const GdkRGBA *)&self->palette.grid,
                                 &GRAPHENE_RECT_INIT ((float)x, (float)y, (float)dot, (float)dot));
      gtk_snapshot_pop (snapshot);
      return;
    }
  /* A repeat node would be blurred here. */
  if (GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (gtk_widget_get_native (GTK_WIDGET (self)))))
    {
      paint_dots (self, snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height),
                  &GRAPHENE_POINT_INIT ((float)x, (float)y), step, dot);
      return;
    }
  /* The other renderers batch dots of one color into one draw. */
  for (double at_y = y; at_y < height; at_y += step)
    for (double at_x = x; at_x < width; at_x += step)
      gtk_snapshot_append_color (snapshot, (const GdkRGBA *)&self->palette.grid,
                                 &GRAPHENE_RECT_INIT ((float)(floor (at_x * scale + 0.5) / scale),
                                                      (float)(floor (at_y * scale + 0.5) / scale),
                                                      (float)dot, (float)dot));
}

/* Groups and notes: all, or only those that belong to the selection or do not. Notes that are being
 * dragged are drawn at their new place. */
static void
paint_frames (SquillCanvas *self, SquillPainter *painter, const SquillRect *visible, gboolean near)
{
  double zoom = squill_viewport_get_shown_zoom (self->viewport);

  for (guint i = 0; i < squill_diagram_get_n_frames (self->diagram); i++)
    {
      SquillFrame frame = *squill_diagram_get_frame (self->diagram, i);

      if (self->dims ? _squill_canvas_is_frame_near (self, &frame) != near : near)
        continue;
      if (self->shifted != NULL && g_hash_table_contains (self->shifted, frame.id))
        {
          frame.rect.x += self->shift.x;
          frame.rect.y += self->shift.y;
        }
      if (!squill_rect_overlaps (&frame.rect, visible))
        continue;
      squill_frame_paint (&frame, painter, &self->palette, squill_diagram_get_fonts (self->diagram),
                          self->detail, zoom);
      if (g_hash_table_contains (self->lit, frame.id))
        squill_painter_stroke_rect (painter, &frame.rect, frame.note ? NOTE_RADIUS : FRAME_RADIUS,
                                    2 / MIN (zoom, 1), &self->palette.accent);
    }
}

/* The visible lines, with the lit ones last, on top of the others. */
static GPtrArray *
collect_edges (SquillCanvas *self, const SquillRect *visible, guint *n_plain)
{
  g_autoptr (GPtrArray) seen = _squill_canvas_list_lines_in (self, visible);
  GPtrArray *edges = g_ptr_array_sized_new (seen->len);
  g_autoptr (GPtrArray) lit = g_ptr_array_new ();

  for (guint i = 0; i < seen->len; i++)
    {
      const SquillEdge *edge = seen->pdata[i];

      g_ptr_array_add (g_hash_table_contains (self->lit, edge->relationship) ||
                               g_hash_table_contains (self->near, edge->id)
                           ? lit
                           : edges,
                       (gpointer)edge);
    }
  *n_plain = edges->len;
  g_ptr_array_extend (edges, lit, NULL, NULL);
  return edges;
}

static SquillDetail
choose_line_detail (SquillCanvas *self, guint n_edges)
{
  if (n_edges * DRAWS_OF_LINE <= self->room_for_lines)
    return self->detail;
  return SQUILL_DETAIL_BOX;
}

static void
paint_ring (SquillCanvas *self, GtkSnapshot *snapshot, const SquillCard *card)
{
  const SquillRect rect = squill_viewport_rect_to_window (self->viewport, &card->rect);
  const SquillColor *accent = &self->palette.accent;
  const GdkRGBA color = { accent->red, accent->green, accent->blue, 0.5f };
  const GdkRGBA colors[] = { color, color, color, color };
  const float widths[] = { RING_WIDTH, RING_WIDTH, RING_WIDTH, RING_WIDTH };
  const float out = RING_GAP + RING_WIDTH;
  GskRoundedRect ring;

  gsk_rounded_rect_init_from_rect (
      &ring,
      &GRAPHENE_RECT_INIT ((float)rect.x - out, (float)rect.y - out, (float)rect.width + 2 * out,
                           (float)rect.height + 2 * out),
      (float)(SQUILL_CARD_RADIUS * squill_viewport_get_zoom (self->viewport)) + out);
  gtk_snapshot_append_border (snapshot, &ring, widths, colors);
}

/* All of these cards, or only those that belong to the selection or do not. */
static void
paint_cards (SquillCanvas *self, GtkSnapshot *snapshot, const GPtrArray *cards, gboolean near)
{
  GtkWidget *focus = gtk_widget_get_focus_child (GTK_WIDGET (self));
  const SquillCard *focused = squill_canvas_get_focused_card (self);
  const SquillCard *over[2] = { NULL, NULL };

  /* The card with the focus and the selected one are on top of the others. */
  for (guint i = 0; i < cards->len; i++)
    {
      const SquillCard *card = cards->pdata[i];

      if (self->dims && _squill_canvas_is_card_near (self, card) != near)
        continue;
      if (card == focused)
        over[0] = card;
      else if (over[1] == NULL && g_hash_table_contains (self->lit, card->item))
        over[1] = card;
      else
        _squill_canvas_snapshot_card (self, card, snapshot);
    }
  for (guint i = 0; i < G_N_ELEMENTS (over); i++)
    if (over[i] != NULL)
      {
        _squill_canvas_snapshot_card (self, over[i], snapshot);
        if (over[i] == focused && gtk_widget_has_visible_focus (focus))
          paint_ring (self, snapshot, focused);
      }
}

static void
paint_handles (SquillCanvas *self, SquillPainter *painter, const SquillCard *card)
{
  for (SquillSide side = SQUILL_SIDE_LEFT; side <= SQUILL_SIDE_RIGHT; side++)
    {
      SquillPoint at = squill_card_get_handle (card, side);

      squill_painter_circle (painter, at.x, at.y, 5, &self->palette.card, &self->palette.accent,
                             1.5);
    }
}

static void
paint_add_field (SquillCanvas *self, SquillPainter *painter, const SquillCard *card)
{
  SquillRect rect = squill_canvas_get_add_field_rect (self, card);
  SquillText text = { _ ("Add field"),
                      SQUILL_FONT_UI,
                      ADD_FIELD_TEXT_SIZE,
                      self->palette.dim,
                      rect.x + ADD_FIELD_TEXT_LEFT,
                      rect.y + 16,
                      SQUILL_ALIGN_START };
  double x = rect.x + 14, y = rect.y + rect.height / 2;

  squill_painter_fill_rect (painter, &rect, 6, &self->palette.card);
  squill_painter_stroke_rect (painter, &rect, 6, 1, &self->palette.card_border);
  squill_painter_stroke (painter, x - 4, y, x + 4, y, 1.5, &self->palette.dim);
  squill_painter_stroke (painter, x, y - 4, x, y + 4, 1.5, &self->palette.dim);
  squill_painter_text (painter, &text);
}

/* Six dots, as wherever things can be dragged by a grip. */
static void
paint_grip (SquillCanvas *self, SquillPainter *painter, const SquillCard *card, int row)
{
  SquillRect rect;

  if (row < 0 || row >= (int)card->n_rows || !squill_canvas_has_grip (self, &card->rows[row]))
    return;
  rect = squill_card_get_grip_rect (card, (guint)row);
  for (int column = -1; column <= 1; column += 2)
    for (int line = -1; line <= 1; line++)
      squill_painter_circle (painter, rect.x + rect.width / 2 + 2 * column,
                             rect.y + rect.height / 2 + 4 * line, 1, &self->palette.dim, NULL, 0);
}

static void
paint_selected_grip (SquillCanvas *self, SquillPainter *painter, const char *id)
{
  int row;
  const SquillCard *card = id != NULL ? squill_diagram_find_item (self->diagram, id, &row) : NULL;

  if (card != NULL && !card->collapsed)
    paint_grip (self, painter, card, row);
}

/* Handles, a grip, and “Add field” for the card under the pointer, and a grip or “Add field” for
 * what is selected. */
static void
paint_hints (SquillCanvas *self, SquillPainter *painter)
{
  const SquillCard *hovered =
      self->hovered != NULL ? squill_diagram_find_card (self->diagram, self->hovered) : NULL;
  const char *id = squill_selection_get_single (squill_canvas_get_selection (self));
  const SquillCard *selected = id != NULL ? squill_diagram_find_card (self->diagram, id) : NULL;

  if (self->detail != SQUILL_DETAIL_FULL || squill_tool_is_dragging (self->tool) ||
      self->editor != NULL || squill_model_get_read_only (squill_canvas_get_model (self)))
    return;
  if (selected != NULL && selected != hovered)
    paint_add_field (self, painter, selected);
  paint_selected_grip (self, painter, id);
  if (hovered != NULL && hovered->kind != SQUILL_CARD_BUCKET)
    {
      paint_add_field (self, painter, hovered);
      paint_grip (self, painter, hovered, self->hovered_row);
      if (hovered->kind == SQUILL_CARD_COLLECTION || hovered->kind == SQUILL_CARD_EMBEDDED)
        paint_handles (self, painter, hovered);
    }
}

/* A ring around what was looked for. */
static void
paint_shown (SquillCanvas *self, SquillPainter *painter)
{
  double zoom = squill_viewport_get_zoom (self->viewport);
  SquillRect rect;

  if (self->shown == NULL || !squill_canvas_get_item_rect (self, self->shown, &rect))
    return;
  squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, &self->palette.accent_ground);
  rect = squill_rect_grow (&rect, 4 / MIN (zoom, 1));
  squill_painter_stroke_rect (painter, &rect, SQUILL_CARD_RADIUS + 4, 3 / MIN (zoom, 1),
                              &self->palette.accent);
}

static void
paint_target (SquillCanvas *self, SquillPainter *painter)
{
  const SquillCard *card =
      self->target != NULL ? squill_diagram_find_card (self->diagram, self->target) : NULL;
  double zoom = squill_viewport_get_zoom (self->viewport);
  SquillRect around, pill;
  SquillText text;
  double size = 12 / zoom, width;

  if (card == NULL)
    return;
  around = squill_rect_grow (&card->rect, 3);
  squill_painter_fill_rect (painter, &card->rect, SQUILL_CARD_RADIUS, &self->palette.accent_ground);
  squill_painter_stroke_rect (painter, &around, SQUILL_CARD_RADIUS + 3, 3 / MIN (zoom, 1),
                              &self->palette.accent);
  if (self->caption == NULL)
    return;
  width = squill_fonts_measure (squill_diagram_get_fonts (self->diagram), SQUILL_FONT_UI_BOLD, size,
                                self->caption);
  pill = SQUILL_RECT (card->rect.x + card->rect.width / 2 - width / 2 - 10 / zoom,
                      card->rect.y - 34 / zoom, width + 20 / zoom, 24 / zoom);
  text = (SquillText){ self->caption,
                       SQUILL_FONT_UI_BOLD,
                       size,
                       { 1, 1, 1, 1 },
                       card->rect.x + card->rect.width / 2,
                       pill.y + 16 / zoom,
                       SQUILL_ALIGN_MIDDLE };
  squill_painter_fill_rect (painter, &pill, 12 / zoom, &self->palette.accent);
  squill_painter_text (painter, &text);
}

/* What is drawn of cards and lines in one frame. */
typedef struct
{
  GPtrArray *cards; /* SquillCard */
  GPtrArray *edges; /* SquillEdge */
  guint n_plain;    /* the first ones, which are not lit */
  SquillDetail detail;
  SquillDiagramLook look;
} Shown;

/* Lines and cards, all or those of one side of the veil. */
static void
paint_side (SquillCanvas *self, GtkSnapshot *snapshot, const Shown *shown, gboolean near)
{
  SquillPainter *painter = SQUILL_PAINTER (self->painter);
  SquillFonts *fonts = squill_diagram_get_fonts (self->diagram);
  double zoom = squill_viewport_get_zoom (self->viewport);
  guint first = self->dims && near ? shown->n_plain : 0;
  guint end = self->dims && !near ? shown->n_plain : shown->edges->len;

  squill_canvas_begin_paint (self, snapshot);
  for (guint i = first; i < end; i++)
    squill_edge_paint_line (shown->edges->pdata[i], painter, &self->palette, shown->detail, zoom,
                            &shown->look);
  squill_canvas_end_paint (self);
  paint_cards (self, snapshot, shown->cards, near);
  if (shown->detail != SQUILL_DETAIL_FULL)
    return;
  squill_canvas_begin_paint (self, snapshot);
  for (guint i = first; i < end; i++)
    squill_edge_paint_labels (shown->edges->pdata[i], painter, &self->palette, fonts, &shown->look);
  squill_canvas_end_paint (self);
}

/* One translucent rectangle costs less than to draw thousands of things paler, and what is drawn of
 * them is kept while the selection moves. */
static void
paint_veil (SquillCanvas *self, GtkSnapshot *snapshot)
{
  gtk_snapshot_append_color (
      snapshot, (const GdkRGBA *)&self->palette.veil,
      &GRAPHENE_RECT_INIT (0, 0, (float)gtk_widget_get_width (GTK_WIDGET (self)),
                           (float)gtk_widget_get_height (GTK_WIDGET (self))));
  self->n_draws++;
}

static void
paint_near_frames (SquillCanvas *self, GtkSnapshot *snapshot, const SquillRect *visible)
{
  paint_veil (self, snapshot);
  squill_canvas_begin_paint (self, snapshot);
  paint_frames (self, SQUILL_PAINTER (self->painter), visible, TRUE);
  squill_canvas_end_paint (self);
}

static void
paint_from_near_by (SquillCanvas *self, GtkSnapshot *snapshot, const SquillRect *visible)
{
  const SquillOverlay overlay = squill_display_options_get_overlay (self->options);
  Shown shown = { .look = { .lit_items = self->lit,
                            .near = self->near,
                            .rates = overlay == SQUILL_OVERLAY_FREQUENCY,
                            .pointed_line = self->hovered_line } };
  g_autoptr (GPtrArray) cards = _squill_canvas_list_cards_in (self, visible);
  g_autoptr (GPtrArray) edges = collect_edges (self, visible, &shown.n_plain);

  shown.cards = cards;
  shown.edges = edges;
  shown.detail = choose_line_detail (self, edges->len);
  if (self->dims)
    {
      paint_side (self, snapshot, &shown, FALSE);
      paint_near_frames (self, snapshot, visible);
    }
  paint_side (self, snapshot, &shown, TRUE);
}

static void
paint_from_afar (SquillCanvas *self, GtkSnapshot *snapshot, const SquillRect *visible)
{
  if (self->dims)
    paint_near_frames (self, snapshot, visible);
  _squill_far_picture_snapshot (self->far, self, snapshot);
  self->n_draws++;
}

/* In the corner, above what floats over the bottom. */
static void
paint_legend (SquillCanvas *self, GtkSnapshot *snapshot, double height)
{
  const SquillOverlay overlay = squill_display_options_get_overlay (self->options);
  SquillRect rect = squill_diagram_get_legend_rect (
      self->diagram, overlay, LEGEND_MARGIN, height - MAX (self->covered_bottom, LEGEND_MARGIN));

  if (overlay == SQUILL_OVERLAY_NONE)
    return;
  squill_snapshot_painter_begin (self->painter, snapshot, 0, 0, 1, NULL);
  squill_diagram_paint_legend (self->diagram, overlay, SQUILL_PAINTER (self->painter),
                               &self->palette, &rect);
  squill_canvas_end_paint (self);
}

void
_squill_canvas_paint (SquillCanvas *self, GtkSnapshot *snapshot)
{
  float width = (float)gtk_widget_get_width (GTK_WIDGET (self));
  float height = (float)gtk_widget_get_height (GTK_WIDGET (self));
  SquillPainter *painter = SQUILL_PAINTER (self->painter);
  SquillRect visible = squill_viewport_get_visible (self->viewport);

  paint_background (self, snapshot, width, height);
  self->n_draws = 1;
  if (self->diagram == NULL)
    return;
  paint_grid (self, snapshot, width, height);

  squill_canvas_begin_paint (self, snapshot);
  paint_frames (self, painter, &visible, FALSE);
  squill_canvas_end_paint (self);

  if (self->detail == SQUILL_DETAIL_BOX)
    paint_from_afar (self, snapshot, &visible);
  else
    paint_from_near_by (self, snapshot, &visible);

  squill_canvas_begin_paint (self, snapshot);
  paint_hints (self, painter);
  paint_shown (self, painter);
  paint_target (self, painter);
  _squill_canvas_paint_line_part (self, painter);
  _squill_canvas_paint_preview (self, painter);
  _squill_canvas_paint_steps (self, painter);
  squill_canvas_end_paint (self);

  paint_legend (self, snapshot, height);
  squill_tool_snapshot (self->tool, snapshot);
  if (self->editor != NULL)
    gtk_widget_snapshot_child (GTK_WIDGET (self), GTK_WIDGET (self->editor), snapshot);
}

/* Takes over the colors of the window: light, dark, or high contrast. */
void
_squill_canvas_update_palette (SquillCanvas *self)
{
  squill_palette_follow_style (&self->palette);
}

/**
 * squill_canvas_begin_paint:
 * @self: a canvas
 * @snapshot: in pixels of the canvas
 *
 * Starts painting the visible part of the diagram, until squill_canvas_end_paint().
 *
 * Returns: (transfer none): the painter
 */
SquillSnapshotPainter *
squill_canvas_begin_paint (SquillCanvas *self, GtkSnapshot *snapshot)
{
  SquillPoint origin;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);

  origin = squill_viewport_get_origin (self->viewport);
  squill_snapshot_painter_begin (
      self->painter, snapshot, origin.x, origin.y, squill_viewport_get_zoom (self->viewport),
      &GRAPHENE_RECT_INIT (0, 0, (float)gtk_widget_get_width (GTK_WIDGET (self)),
                           (float)gtk_widget_get_height (GTK_WIDGET (self))));
  return self->painter;
}

/**
 * squill_canvas_end_paint:
 * @self: a canvas
 *
 * Ends what squill_canvas_begin_paint() began.
 */
void
squill_canvas_end_paint (SquillCanvas *self)
{
  g_return_if_fail (SQUILL_IS_CANVAS (self));

  self->n_draws += squill_snapshot_painter_end (self->painter);
}

/**
 * squill_canvas_get_n_draws:
 * @self: a canvas
 *
 * Returns: how many draws of the last frame were the canvas's own, at most; boxes and dots, which
 *   join, are not counted
 */
guint
squill_canvas_get_n_draws (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), 0);

  return self->n_draws;
}

/**
 * squill_canvas_get_n_pictures:
 * @self: a canvas
 *
 * Returns: how many pictures of cards were drawn so far
 */
guint
squill_canvas_get_n_pictures (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), 0);

  return self->n_pictures;
}

/**
 * squill_canvas_create_card_node:
 * @self: a canvas
 * @card: a card
 * @zoom: (out): the zoom it is drawn for
 *
 * Draws a card, its top left corner at the origin.
 *
 * Returns: (transfer full) (nullable): what was drawn
 */
GskRenderNode *
squill_canvas_create_card_node (SquillCanvas *self, const SquillCard *card, double *zoom)
{
  GtkSnapshot *snapshot;
  SquillCardLook look = { 0 };
  SquillCardMark mark;
  SquillOverlay overlay;
  g_autofree SquillCardMark *row_marks = NULL;

  g_return_val_if_fail (SQUILL_IS_CANVAS (self), NULL);
  g_return_val_if_fail (card != NULL && zoom != NULL, NULL);

  snapshot = gtk_snapshot_new ();
  look.selected = g_hash_table_contains (self->lit, card->item);
  look.lit_items = self->lit;
  overlay = squill_display_options_get_overlay (self->options);
  if (squill_diagram_get_mark (self->diagram, card, overlay, &self->palette, &mark))
    {
      look.wash = &mark.wash;
      look.sign = mark.sign;
    }
  look.row_marks = row_marks =
      squill_diagram_get_row_marks (self->diagram, card, overlay, &self->palette);
  *zoom = squill_viewport_get_zoom (self->viewport);
  squill_snapshot_painter_begin (self->painter, snapshot, 0, 0, *zoom, NULL);
  squill_card_paint (card, SQUILL_PAINTER (self->painter), &self->palette,
                     squill_diagram_get_fonts (self->diagram), self->detail,
                     squill_viewport_get_shown_zoom (self->viewport), &look);
  self->n_draws += squill_snapshot_painter_end (self->painter);
  self->n_pictures++;
  return gtk_snapshot_free_to_node (snapshot);
}
