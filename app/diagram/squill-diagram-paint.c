/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define LINE_WIDTH 1.5
#define MAX_LINE_WIDTH 6.0
/* The rate at which a line is as thick as it gets; each power of ten below is a step. */
#define MAX_RATE 10000.0
#define MIN_RATE 0.1
#define SELECTED_WIDTH 1.0
#define NAME_ALPHA 0.6f
#define BOX_ALPHA 0.3f
#define DASH_ON 5.0
#define DASH_OFF 4.0
#define LABEL_SIZE 11.5
#define LABEL_PADDING 8.0
#define LABEL_RADIUS 9.0
#define LABEL_BASELINE 14.0
#define FRAME_RADIUS 12.0
#define FRAME_TITLE_BASELINE 16.0
#define NOTE_RADIUS 6.0
#define NOTE_PADDING 12.0
#define NOTE_SIZE 12.5
#define NOTE_LINE 18.0

static gboolean
is_lit (const SquillDiagramLook *look, const char *item)
{
  return look != NULL && look->lit_items != NULL && item != NULL &&
         g_hash_table_contains (look->lit_items, item);
}

static gboolean
is_edge_lit (const SquillDiagramLook *look, const SquillEdge *edge)
{
  return is_lit (look, edge->relationship) ||
         (look != NULL && look->near != NULL && g_hash_table_contains (look->near, edge->id));
}

static void
paint_foot (SquillPainter *painter,
            const SquillPalette *palette,
            SquillFootKind kind,
            SquillPoint tip,
            SquillSide side,
            const SquillColor *color)
{
  SquillFoot foot = { kind, tip.x, tip.y, side, *color, palette->canvas };

  squill_painter_foot (painter, &foot);
}

static void
paint_pill (SquillPainter *painter,
            const SquillPalette *palette,
            const SquillRect *rect,
            const SquillColor *color,
            gboolean lit,
            const char *text)
{
  SquillText label = { text,
                       SQUILL_FONT_UI_BOLD,
                       LABEL_SIZE,
                       *color,
                       rect->x + rect->width / 2,
                       rect->y + LABEL_BASELINE,
                       SQUILL_ALIGN_MIDDLE };

  squill_painter_fill_rect (painter, rect, LABEL_RADIUS, &palette->pill);
  squill_painter_stroke_rect (painter, rect, LABEL_RADIUS, 1,
                              lit ? &palette->accent : &palette->pill_border);
  squill_painter_text (painter, &label);
}

/* What is written in the middle of a line, and where it is kept for it. */
static const char *
get_name (const SquillEdge *edge, const SquillDiagramLook *look)
{
  return look != NULL && look->rates && *edge->rate_name != '\0' ? edge->rate_name : edge->name;
}

/* A note's lines, broken between words where the next one has no room. */
static GPtrArray *
break_lines (SquillFonts *fonts, const char *text, double width)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) paragraphs = g_strsplit (text, "\n", -1);

  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (paragraphs[i], " ", -1);
      g_autoptr (GString) line = g_string_new (NULL);

      for (guint j = 0; words[j] != NULL; j++)
        {
          gsize before = line->len;

          if (line->len > 0)
            g_string_append_c (line, ' ');
          g_string_append (line, words[j]);
          if (before == 0 ||
              squill_fonts_measure (fonts, SQUILL_FONT_UI, NOTE_SIZE, line->str) <= width)
            continue;
          g_string_truncate (line, before);
          g_ptr_array_add (lines, g_strdup (line->str));
          g_string_assign (line, words[j]);
        }
      g_ptr_array_add (lines, g_strdup (line->str));
    }
  return lines;
}

static void
paint_note (const SquillFrame *frame,
            SquillPainter *painter,
            const SquillPalette *palette,
            SquillFonts *fonts,
            SquillDetail detail)
{
  const SquillTint *tint = squill_palette_get_tint (palette, frame->tint);
  g_autoptr (GPtrArray) lines = NULL;

  squill_painter_fill_rect (painter, &frame->rect, NOTE_RADIUS,
                            tint != NULL ? &tint->fill : &palette->note);
  squill_painter_stroke_rect (painter, &frame->rect, NOTE_RADIUS, 1,
                              tint != NULL ? &tint->border : &palette->note_border);
  if (detail != SQUILL_DETAIL_FULL)
    return;
  lines = break_lines (fonts, frame->name, frame->rect.width - 2 * NOTE_PADDING);
  for (guint i = 0; i < lines->len; i++)
    {
      double top = NOTE_PADDING + NOTE_LINE * i;
      gboolean last = top + 2 * NOTE_LINE > frame->rect.height - NOTE_PADDING / 2;
      const char *line = g_ptr_array_index (lines, i);
      g_autofree char *rest = last && i + 1 < lines->len ? g_strconcat (line, " …", NULL) : NULL;
      g_autofree char *cut =
          squill_fonts_fit (fonts, SQUILL_FONT_UI, NOTE_SIZE, rest != NULL ? rest : line,
                            frame->rect.width - 2 * NOTE_PADDING);
      SquillText text = { cut,
                          SQUILL_FONT_UI,
                          NOTE_SIZE,
                          palette->text,
                          frame->rect.x + NOTE_PADDING,
                          frame->rect.y + top + 13,
                          SQUILL_ALIGN_START };

      squill_painter_text (painter, &text);
      if (last)
        break;
    }
}

static void
paint_group (const SquillFrame *frame,
             SquillPainter *painter,
             const SquillPalette *palette,
             SquillFonts *fonts,
             SquillDetail detail,
             double zoom)
{
  const SquillTint *own = squill_palette_get_tint (palette, frame->tint);
  const SquillTint *tint = own != NULL ? own : &palette->frame;
  double size =
      detail == SQUILL_DETAIL_FULL ? SQUILL_FRAME_TITLE_SIZE : SQUILL_FRAME_TITLE_SIZE / zoom;
  g_autofree char *name = NULL;
  SquillText title;

  squill_painter_fill_rect (painter, &frame->rect, FRAME_RADIUS, &tint->fill);
  squill_painter_stroke_rect (painter, &frame->rect, FRAME_RADIUS, 1 / MIN (zoom, 1),
                              &tint->border);
  if (squill_rect_is_empty (&frame->title) ||
      (detail == SQUILL_DETAIL_BOX && size > frame->rect.height / 2))
    return;
  name = squill_fonts_fit (fonts, SQUILL_FONT_UI_BOLD, size, frame->name,
                           frame->rect.width - 2 * (frame->title.x - frame->rect.x));
  title = (SquillText){ name,
                        SQUILL_FONT_UI_BOLD,
                        size,
                        palette->dim,
                        frame->title.x,
                        frame->title.y + FRAME_TITLE_BASELINE,
                        SQUILL_ALIGN_START };
  /* From afar the name would lie on the cards: it stands on the frame then. */
  if (detail != SQUILL_DETAIL_FULL)
    title.y = frame->rect.y - size * 0.4;
  squill_painter_text (painter, &title);
}

/**
 * squill_edge_get_width:
 * @edge: a line
 * @look: (nullable): how it is painted
 *
 * Returns: how thick a line is: 1.5 to 6 pixels, by the logarithm of its rate, where rates are
 *   shown
 */
double
squill_edge_get_width (const SquillEdge *edge, const SquillDiagramLook *look)
{
  double share;

  g_return_val_if_fail (edge != NULL, LINE_WIDTH);

  if (look == NULL || !look->rates || edge->rate <= MIN_RATE)
    return LINE_WIDTH;
  share = log10 (edge->rate / MIN_RATE) / log10 (MAX_RATE / MIN_RATE);
  return LINE_WIDTH + (MAX_LINE_WIDTH - LINE_WIDTH) * MIN (share, 1);
}

/**
 * squill_edge_describe:
 * @edge: a line
 * @diagram: the diagram it is on
 *
 * Says in a sentence what a line shows, for screen readers and tooltips.
 *
 * Returns: (transfer full): the sentence
 */
char *
squill_edge_describe (const SquillEdge *edge, SquillDiagram *diagram)
{
  const SquillCard *from, *to;
  const SquillRelationship *relationship;
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (edge != NULL, NULL);
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (diagram), NULL);

  from = squill_diagram_find_card (diagram, edge->from_card);
  to = squill_diagram_find_card (diagram, edge->to_card);
  relationship = squill_model_get_relationship (diagram->model, edge->relationship);
  if (relationship != NULL && relationship->name != NULL)
    g_string_append_printf (text, "%s: ", relationship->name);
  g_string_append (text, from->full_name);
  if (edge->from_row >= 0)
    g_string_append_printf (text, ".%s", from->rows[edge->from_row].full_name);
  if (*edge->from_text != '\0')
    g_string_append_printf (text, " (%s)", edge->from_text);
  g_string_append_printf (text, " → %s", to->full_name);
  if (*edge->to_text != '\0')
    g_string_append_printf (text, " (%s)", edge->to_text);
  return g_string_free (text, FALSE);
}

/**
 * squill_edge_paint_line:
 * @edge: a line
 * @painter: what to paint with
 * @palette: the colors
 * @detail: how much
 * @zoom: how large it is seen, 1 for 100 %
 * @look: (nullable): how it is selected
 *
 * Paints a line and its feet, in the diagram's own coordinates.
 */
void
squill_edge_paint_line (const SquillEdge *edge,
                        SquillPainter *painter,
                        const SquillPalette *palette,
                        SquillDetail detail,
                        double zoom,
                        const SquillDiagramLook *look)
{
  const SquillRoute *route;
  gboolean lit;
  const SquillColor *color;
  SquillLine line = { 0 };

  g_return_if_fail (edge != NULL && edge->route != NULL);
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL);

  route = edge->route;
  lit = is_edge_lit (look, edge);
  color = lit ? &palette->accent : &palette->line;
  line.points = route->points;
  line.n_points = route->n_points;
  line.color = *color;
  line.width = squill_edge_get_width (edge, look) + (lit ? SELECTED_WIDTH : 0);
  if (detail == SQUILL_DETAIL_FULL)
    {
      line.radius = SQUILL_LINE_RADIUS;
      line.hops = route->hops;
      line.n_hops = route->n_hops;
    }
  else
    {
      /* From afar there are many lines, and what matters are the cards. */
      line.width = MAX (line.width, 1 / zoom);
      line.color.alpha *= lit ? 1 : detail == SQUILL_DETAIL_NAME ? NAME_ALPHA : BOX_ALPHA;
    }
  if (edge->kept)
    {
      line.dash_on = DASH_ON * line.width / LINE_WIDTH;
      line.dash_off = DASH_OFF * line.width / LINE_WIDTH;
    }
  squill_painter_line (painter, &line);
  if (detail != SQUILL_DETAIL_FULL)
    return;
  paint_foot (painter, palette, edge->from_foot, route->points[0], route->from_side, color);
  paint_foot (painter, palette, edge->to_foot, route->points[route->n_points - 1], route->to_side,
              color);
}

/**
 * squill_edge_paint_labels:
 * @edge: a line
 * @painter: what to paint with
 * @palette: the colors
 * @fonts: the fonts
 * @look: (nullable): how it is selected
 *
 * Paints what is written on a line: over all lines, so that none runs through a number. What has
 * no free place is left out, unless the line is selected or pointed at.
 */
void
squill_edge_paint_labels (const SquillEdge *edge,
                          SquillPainter *painter,
                          const SquillPalette *palette,
                          SquillFonts *fonts,
                          const SquillDiagramLook *look)
{
  const SquillRoute *route;
  const char *name;
  gboolean lit, all;

  g_return_if_fail (edge != NULL && edge->route != NULL);
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL);

  route = edge->route;
  lit = is_edge_lit (look, edge);
  all = lit || (look != NULL && g_strcmp0 (look->pointed_line, edge->id) == 0);
  name = get_name (edge, look);
  if (*name != '\0' && !squill_rect_is_empty (&route->name_label) && (all || !route->name_hidden))
    {
      SquillRect rect = route->name_label;
      double width = ceil (squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, LABEL_SIZE, name) +
                           2 * LABEL_PADDING);

      rect.x += (rect.width - width) / 2;
      rect.width = width;
      paint_pill (painter, palette, &rect, name == edge->rate_name ? &palette->hot : &palette->text,
                  lit, name);
    }
  if (!squill_rect_is_empty (&route->from_label) && (all || !route->from_hidden))
    paint_pill (painter, palette, &route->from_label, &palette->text, lit, edge->from_text);
  if (!squill_rect_is_empty (&route->to_label) && (all || !route->to_hidden))
    paint_pill (painter, palette, &route->to_label, &palette->text, lit, edge->to_text);
}

/**
 * squill_frame_paint:
 * @frame: a group or a note
 * @painter: what to paint with
 * @palette: the colors
 * @fonts: the fonts
 * @detail: how much
 * @zoom: how large it is seen, 1 for 100 %
 *
 * Paints a frame, in the diagram's own coordinates.
 */
void
squill_frame_paint (const SquillFrame *frame,
                    SquillPainter *painter,
                    const SquillPalette *palette,
                    SquillFonts *fonts,
                    SquillDetail detail,
                    double zoom)
{
  g_return_if_fail (frame != NULL);
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL);
  g_return_if_fail (zoom > 0);

  if (frame->note)
    paint_note (frame, painter, palette, fonts, detail);
  else
    paint_group (frame, painter, palette, fonts, detail, zoom);
}

static void
paint_edges (SquillDiagram *self,
             SquillPainter *painter,
             const SquillPalette *palette,
             SquillDetail detail,
             double zoom,
             const SquillDiagramLook *look)
{
  for (guint i = 0; i < squill_diagram_get_n_edges (self); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (self, i);
      g_autofree char *title = squill_edge_describe (edge, self);

      squill_painter_begin_part (painter, "line", edge->id, title);
      squill_edge_paint_line (edge, painter, palette, detail, zoom, look);
      squill_painter_end_part (painter);
    }
  for (guint i = 0; detail == SQUILL_DETAIL_FULL && i < squill_diagram_get_n_edges (self); i++)
    squill_edge_paint_labels (squill_diagram_get_edge (self, i), painter, palette, self->fonts,
                              look);
}

/**
 * squill_diagram_paint:
 * @self: a diagram, updated
 * @painter: what to paint with
 * @palette: the colors
 * @detail: how much
 * @zoom: how large it is seen, 1 for 100 %
 * @look: (nullable): what is selected
 *
 * Paints all of a diagram: groups, notes, lines, cards. Nothing is painted behind them.
 */
void
squill_diagram_paint (SquillDiagram *self,
                      SquillPainter *painter,
                      const SquillPalette *palette,
                      SquillDetail detail,
                      double zoom,
                      const SquillDiagramLook *look)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL);
  g_return_if_fail (zoom > 0);

  for (guint i = 0; i < squill_diagram_get_n_frames (self); i++)
    {
      const SquillFrame *frame = squill_diagram_get_frame (self, i);

      squill_painter_begin_part (painter, frame->note ? "note" : "group", frame->id, frame->name);
      squill_frame_paint (frame, painter, palette, self->fonts, detail, zoom);
      squill_painter_end_part (painter);
    }
  paint_edges (self, painter, palette, detail, zoom, look);
  for (guint i = 0; i < squill_diagram_get_n_cards (self); i++)
    {
      const SquillCard *card = squill_diagram_get_card (self, i);
      SquillCardLook card_look = { is_lit (look, card->item),
                                   look != NULL ? look->lit_items : NULL };
      g_autofree char *title = squill_card_describe (card);
      g_autofree SquillCardMark *row_marks = NULL;
      SquillCardMark mark;

      if (look != NULL && squill_diagram_get_mark (self, card, look->overlay, palette, &mark))
        {
          card_look.wash = &mark.wash;
          card_look.sign = mark.sign;
        }
      if (look != NULL)
        card_look.row_marks = row_marks =
            squill_diagram_get_row_marks (self, card, look->overlay, palette);
      squill_painter_begin_part (painter, "card", card->id, title);
      squill_painter_save (painter);
      squill_painter_translate (painter, card->rect.x, card->rect.y);
      squill_card_paint (card, painter, palette, self->fonts, detail, zoom, &card_look);
      squill_painter_restore (painter);
      squill_painter_end_part (painter);
    }
}
