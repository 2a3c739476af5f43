/* SPDX-License-Identifier: Apache-2.0 */

/* What a change would do, over the diagram as it is: what comes is green and has a plus, what goes
 * is red and crossed out, what changes has the accent color and a tilde. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "text/squill-text.h"

/* Of tints, which let through what is below. */
#define TINT_ALPHA 0.2f
/* In pixels of the window, at any zoom. */
#define EDGE_WIDTH 2.0
#define MARK_RADIUS 9.0
#define TEXT_SIZE 12.0
#define PILL_HEIGHT 22.0
/* Fields that a card gets and that are listed below it. */
#define MAX_NEW_ROWS 8
/* More would take too many draws, and nobody can look at them all. */
#define MAX_CARDS 100

typedef struct
{
  SquillCanvas *canvas;
  SquillPainter *painter;
  SquillFonts *fonts;
  const SquillPreviewResult *result;
  SquillRect visible;
  double pixel; /* of the window, in the diagram's */
} Work;

static SquillColor
get_color (const Work *work, SquillPreviewKind kind)
{
  const SquillPalette *palette = &work->canvas->palette;

  return kind == SQUILL_PREVIEW_NEW    ? palette->success
         : kind == SQUILL_PREVIEW_GONE ? palette->error
                                       : palette->accent;
}

static SquillColor
get_tint (const Work *work, SquillPreviewKind kind)
{
  SquillColor tint = get_color (work, kind);

  tint.alpha = TINT_ALPHA;
  return tint;
}

/* A disk with the sign of what becomes of something. */
static void
paint_mark (const Work *work, SquillPreviewKind kind, double x, double y, double radius)
{
  const SquillColor color = get_color (work, kind), ground = work->canvas->palette.card;
  const double arm = radius * 0.5, width = radius * 0.22;

  squill_painter_circle (work->painter, x, y, radius, &color, NULL, 0);
  if (kind == SQUILL_PREVIEW_CHANGED)
    {
      /* A tilde of three strokes. */
      squill_painter_stroke (work->painter, x - arm, y + width, x - arm, y - width, width, &ground);
      squill_painter_stroke (work->painter, x - arm, y - width, x, y - width, width, &ground);
      squill_painter_stroke (work->painter, x, y - width, x, y + width, width, &ground);
      squill_painter_stroke (work->painter, x, y + width, x + arm, y + width, width, &ground);
      return;
    }
  squill_painter_stroke (work->painter, x - arm, y, x + arm, y, width, &ground);
  if (kind == SQUILL_PREVIEW_NEW)
    squill_painter_stroke (work->painter, x, y - arm, x, y + arm, width, &ground);
}

static void
paint_around (const Work *work, const SquillRect *rect, SquillPreviewKind kind, gboolean tinted)
{
  const SquillColor color = get_color (work, kind), tint = get_tint (work, kind);
  const double width = EDGE_WIDTH * MAX (work->pixel, 1);

  if (tinted)
    squill_painter_fill_rect (work->painter, rect, SQUILL_CARD_RADIUS, &tint);
  squill_painter_stroke_rect (work->painter, rect, SQUILL_CARD_RADIUS, width, &color);
  paint_mark (work, kind, rect->x, rect->y, MARK_RADIUS * MAX (work->pixel, 1));
}

/* The bytes of a document before and after, over the card. */
static void
paint_sizes (const Work *work, const SquillCard *card, const SquillPreviewCollection *collection)
{
  const SquillPalette *palette = &work->canvas->palette;
  const SquillColor color = get_color (work, collection->kind);
  const double size = TEXT_SIZE * work->pixel, height = PILL_HEIGHT * work->pixel;
  g_autofree char *before = NULL, *after = NULL, *text = NULL;
  double width;
  SquillRect pill;

  if (isnan (collection->before) || isnan (collection->after))
    return;
  before = squill_text_bytes (collection->before);
  after = squill_text_bytes (collection->after);
  if (g_str_equal (before, after))
    return;
  text = g_strdup_printf ("%s → %s", before, after);
  width = squill_fonts_measure (work->fonts, SQUILL_FONT_UI_BOLD, size, text);
  pill = SQUILL_RECT (squill_rect_right (&card->rect) - width - 20 * work->pixel,
                      card->rect.y - height - 4 * work->pixel, width + 20 * work->pixel, height);
  squill_painter_fill_rect (work->painter, &pill, height / 2, &palette->card);
  squill_painter_stroke_rect (work->painter, &pill, height / 2, 1.5 * work->pixel, &color);
  squill_painter_text (work->painter,
                       &(SquillText){ text, SQUILL_FONT_UI_BOLD, size, palette->text,
                                      pill.x + pill.width / 2, pill.y + height / 2 + size * 0.36,
                                      SQUILL_ALIGN_MIDDLE });
}

static SquillPreviewKind
get_kind (const SquillPreviewCollection *collection, const SquillCardRow *row)
{
  return row->path == NULL ? SQUILL_PREVIEW_SAME
                           : (SquillPreviewKind)GPOINTER_TO_INT (
                                 g_hash_table_lookup (collection->paths, row->path));
}

static void
paint_rows (const Work *work, const SquillCard *card, const SquillPreviewCollection *collection)
{
  for (guint i = 0; i < card->n_rows; i++)
    {
      const SquillPreviewKind kind = get_kind (collection, &card->rows[i]);
      const SquillRect rect = squill_card_get_row_rect (card, i);
      const SquillColor color = get_color (work, kind), tint = get_tint (work, kind);
      const double middle = rect.y + rect.height / 2;

      if (kind != SQUILL_PREVIEW_GONE && kind != SQUILL_PREVIEW_CHANGED)
        continue;
      squill_painter_fill_rect (work->painter, &rect, 0, &tint);
      if (kind == SQUILL_PREVIEW_GONE)
        squill_painter_stroke (work->painter, rect.x + 14, middle, squill_rect_right (&rect) - 14,
                               middle, 1, &color);
      paint_mark (work, kind, rect.x + 7, middle, 5);
    }
}

static void
paint_new_row (const Work *work, const SquillRect *rect, const char *name, const char *type)
{
  const SquillPalette *palette = &work->canvas->palette;
  const double base = rect->y + 16;

  squill_painter_text (work->painter, &(SquillText){ name, SQUILL_FONT_UI, TEXT_SIZE, palette->text,
                                                     rect->x + 24, base, SQUILL_ALIGN_START });
  if (type != NULL)
    squill_painter_text (work->painter,
                         &(SquillText){ type, SQUILL_FONT_MONO, 11, palette->dim,
                                        squill_rect_right (rect) - 12, base, SQUILL_ALIGN_END });
  paint_mark (work, SQUILL_PREVIEW_NEW, rect->x + 12, rect->y + rect->height / 2, 5);
}

/* The fields that a card gets hang below it, as the diagram must not move under the pointer. */
static void
paint_new_rows (const Work *work,
                const SquillCard *card,
                const SquillCard *then,
                const SquillPreviewCollection *collection)
{
  const SquillColor color = get_color (work, SQUILL_PREVIEW_NEW);
  const SquillColor tint = get_tint (work, SQUILL_PREVIEW_NEW);
  guint n = 0, shown;
  SquillRect strip, row;

  for (guint i = 0; i < then->n_rows; i++)
    n += get_kind (collection, &then->rows[i]) == SQUILL_PREVIEW_NEW;
  if (n == 0)
    return;
  shown = MIN (n, MAX_NEW_ROWS);
  strip = SQUILL_RECT (card->rect.x, squill_rect_bottom (&card->rect) + 6, card->rect.width,
                       SQUILL_CARD_ROW * (shown + (n > shown)));
  squill_painter_fill_rect (work->painter, &strip, SQUILL_CARD_RADIUS, &work->canvas->palette.card);
  squill_painter_fill_rect (work->painter, &strip, SQUILL_CARD_RADIUS, &tint);
  squill_painter_stroke_rect (work->painter, &strip, SQUILL_CARD_RADIUS, 1, &color);
  row = SQUILL_RECT (strip.x, strip.y, strip.width, SQUILL_CARD_ROW);
  for (guint i = 0, at = 0; i < then->n_rows && at < shown; i++)
    if (get_kind (collection, &then->rows[i]) == SQUILL_PREVIEW_NEW)
      {
        paint_new_row (work, &row, then->rows[i].name, then->rows[i].type);
        row.y += SQUILL_CARD_ROW;
        at++;
      }
  if (n > shown)
    {
      g_autofree char *text = g_strdup_printf (
          g_dngettext (NULL, "%u more field", "%u more fields", n - shown), n - shown);

      paint_new_row (work, &row, text, NULL);
    }
}

static void
paint_new_card (const Work *work, const SquillCard *card)
{
  squill_painter_save (work->painter);
  squill_painter_translate (work->painter, card->rect.x, card->rect.y);
  squill_card_paint (card, work->painter, &work->canvas->palette, work->fonts, work->canvas->detail,
                     1 / work->pixel, NULL);
  squill_painter_restore (work->painter);
  paint_around (work, &card->rect, SQUILL_PREVIEW_NEW, TRUE);
}

static void
paint_collection (const Work *work, const SquillPreviewCollection *collection)
{
  const SquillCard *now = squill_diagram_find_card (work->canvas->diagram, collection->id);
  const SquillCard *then = squill_diagram_find_card (work->result->diagram, collection->id);

  if (now == NULL && then != NULL && squill_rect_overlaps (&work->visible, &then->rect))
    paint_new_card (work, then);
  if (now == NULL || !squill_rect_overlaps (&work->visible, &now->rect))
    return;
  if (work->canvas->detail == SQUILL_DETAIL_FULL && collection->kind == SQUILL_PREVIEW_CHANGED)
    {
      paint_rows (work, now, collection);
      if (then != NULL && !now->collapsed)
        paint_new_rows (work, now, then, collection);
    }
  paint_around (work, &now->rect, collection->kind, collection->kind == SQUILL_PREVIEW_GONE);
  paint_sizes (work, now, collection);
}

/* Lines that go, and lines that come. */

/* Whether a card stands where a line of the other diagram would meet it. */
static gboolean
stands (const Work *work, const char *id)
{
  const SquillCard *now = squill_diagram_find_card (work->canvas->diagram, id);
  const SquillCard *then = squill_diagram_find_card (work->result->diagram, id);

  return then != NULL &&
         (now == NULL || (now->rect.x == then->rect.x && now->rect.y == then->rect.y));
}

/* The middle of its longest stretch. */
static SquillPoint
get_middle (const SquillRoute *route)
{
  SquillPoint middle = route->points[0];
  double longest = -1;

  for (guint i = 0; i + 1 < route->n_points; i++)
    {
      const SquillPoint a = route->points[i], b = route->points[i + 1];
      const double length = fabs (a.x - b.x) + fabs (a.y - b.y);

      if (length <= longest)
        continue;
      longest = length;
      middle = SQUILL_POINT ((a.x + b.x) / 2, (a.y + b.y) / 2);
    }
  return middle;
}

static void
paint_edges (const Work *work, SquillPreviewKind kind)
{
  SquillDiagram *from = kind == SQUILL_PREVIEW_NEW ? work->result->diagram : work->canvas->diagram;
  SquillDiagram *other = kind == SQUILL_PREVIEW_NEW ? work->canvas->diagram : work->result->diagram;
  SquillPalette palette = work->canvas->palette;
  guint n = 0;

  palette.line = get_color (work, kind);
  for (guint i = 0; i < squill_diagram_get_n_edges (from) && n < MAX_CARDS; i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (from, i);
      SquillPoint middle;

      if (edge->route == NULL || !squill_rect_overlaps (&edge->route->bounds, &work->visible) ||
          squill_diagram_find_edge (other, edge->id) != NULL ||
          (kind == SQUILL_PREVIEW_NEW &&
           !(stands (work, edge->from_card) && stands (work, edge->to_card))))
        continue;
      squill_edge_paint_line (edge, work->painter, &palette, work->canvas->detail, 1 / work->pixel,
                              NULL);
      middle = get_middle (edge->route);
      paint_mark (work, kind, middle.x, middle.y, MARK_RADIUS * 0.75 * MAX (work->pixel, 1));
      n++;
    }
}

/** What somebody who points at a change would get. */
void
_squill_canvas_paint_preview (SquillCanvas *self, SquillPainter *painter)
{
  const SquillPreviewResult *result =
      squill_preview_get_result (squill_session_get_preview (self->session));
  const Work work = { self,
                      painter,
                      squill_diagram_get_fonts (self->diagram),
                      result,
                      squill_viewport_get_visible (self->viewport),
                      1 / squill_viewport_get_zoom (self->viewport) };

  if (result == NULL)
    return;
  paint_edges (&work, SQUILL_PREVIEW_GONE);
  paint_edges (&work, SQUILL_PREVIEW_NEW);
  for (guint i = 0; i < MIN (result->collections->len, MAX_CARDS); i++)
    paint_collection (&work, result->collections->pdata[i]);
}
