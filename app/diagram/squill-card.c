/* SPDX-License-Identifier: Apache-2.0 */

/* Where things are on a card, and how it is painted. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-card.h"

#include "advice/squill-advice.h"
#include "diagram/squill-diagram-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Text smaller than this on the screen cannot be read: then the names alone are painted, larger. */
#define MIN_TEXT 7.0
/* How large a name should look from far away, and how large it may be on its card. */
#define FAR_NAME 13.0
#define MAX_FAR_NAME 44.0
#define MIN_FAR_NAME 7.0
#define BASELINE 17.0
#define HEADER_BASELINE 23.0
/* The dots under a size that is assumed. */
#define UNDERLINE (HEADER_BASELINE + 3.5)
#define HOT_HEIGHT 3.0
/* The line that shows a level, from where its parent's name starts. */
#define LEVEL_X 6.0
#define BLOCK_INSET 8.0
#define BLOCK_RADIUS 6.0
#define MARK_X 6.0
#define MARK_RADIUS 3.5
/* Over the lower corner of the head's icon, clear of the border and of the handle in its middle,
 * and of a ground that sets it off. */
#define HEAD_MARK_X SQUILL_CARD_ICON_X
#define HEAD_MARK_Y (SQUILL_CARD_HEADER - 9)
#define HEAD_MARK_GROUND (MARK_RADIUS + 2)
#define SIGN_SIZE 10.5

static double
row_top (guint row)
{
  return SQUILL_CARD_HEADER + SQUILL_CARD_ROW * row;
}

static void
paint_text (SquillPainter *painter,
            SquillFontRole role,
            double size,
            const SquillColor *color,
            SquillAlign align,
            double x,
            double y,
            const char *text)
{
  SquillText what = { text, role, size, *color, x, y, align };

  squill_painter_text (painter, &what);
}

/* Errors are filled dots, warnings triangles: color is not the only sign. */
static void
paint_mark (SquillPainter *painter, const SquillPalette *palette, int severity, double x, double y)
{
  if (severity == SQUILL_SEVERITY_ERROR)
    squill_painter_circle (painter, x, y, MARK_RADIUS, &palette->error, NULL, 0);
  else if (severity == SQUILL_SEVERITY_WARNING)
    {
      const SquillPoint corners[] = {
        { x, y - MARK_RADIUS - 0.5 },
        { x + MARK_RADIUS + 0.5, y + MARK_RADIUS - 0.5 },
        { x - MARK_RADIUS - 0.5, y + MARK_RADIUS - 0.5 },
      };

      squill_painter_polygon (painter, corners, G_N_ELEMENTS (corners), &palette->warning);
    }
}

/* What is said about a row or the head besides findings stands in their place. */
static void
paint_sign (
    SquillPainter *painter, const SquillPalette *palette, const char *sign, double x, double y)
{
  paint_text (painter, SQUILL_FONT_UI_BOLD, SIGN_SIZE, &palette->text, SQUILL_ALIGN_MIDDLE, x,
              y + SIGN_SIZE * 0.36, sign);
}

static void
paint_arrow (SquillPainter *painter, const SquillPalette *palette, double right, double y)
{
  squill_painter_stroke (painter, right - 9, y, right, y, 1.5, &palette->reference);
  squill_painter_stroke (painter, right - 4, y - 3.5, right, y, 1.5, &palette->reference);
  squill_painter_stroke (painter, right - 4, y + 3.5, right, y, 1.5, &palette->reference);
}

/* Sheets for what is a collection, a diamond for what lives inside others. */
static void
paint_icon (const SquillCard *card, SquillPainter *painter, const SquillPalette *palette)
{
  double x = SQUILL_CARD_ICON_X, y = SQUILL_CARD_HEADER / 2 - 6.5;
  SquillRect sheet = SQUILL_RECT (x, y, 13, 13);

  switch (card->kind)
    {
    case SQUILL_CARD_EMBEDDED:
      {
        const SquillPoint outer[] = {
          { x + 6.5, y }, { x + 13, y + 6.5 }, { x + 6.5, y + 13 }, { x, y + 6.5 }
        };
        const SquillPoint inner[] = {
          { x + 6.5, y + 2 }, { x + 11, y + 6.5 }, { x + 6.5, y + 11 }, { x + 2, y + 6.5 }
        };

        squill_painter_polygon (painter, outer, G_N_ELEMENTS (outer), &palette->text);
        squill_painter_polygon (painter, inner, G_N_ELEMENTS (inner), &palette->card);
        break;
      }
    case SQUILL_CARD_COLLECTION:
    case SQUILL_CARD_JUNCTION:
    case SQUILL_CARD_BUCKET:
      squill_painter_stroke_rect (painter, &sheet, 1.5, 1, &palette->text);
      for (int i = 0; i < 3; i++)
        {
          SquillRect line = SQUILL_RECT (x + 1, y + 3 + 3 * i, 11, 1);

          squill_painter_fill_rect (painter, &line, 0, &palette->text);
        }
      break;
    default:
      g_assert_not_reached ();
    }
}

/* A padlock over the corner of the icon. */
static void
paint_lock (SquillPainter *painter, const SquillPalette *palette)
{
  const double x = SQUILL_CARD_ICON_X + 6, y = SQUILL_CARD_HEADER / 2 + 1;
  const SquillRect around = SQUILL_RECT (x - 1, y - 5, 11, 13);
  const SquillRect body = SQUILL_RECT (x, y, 9, 7);
  const SquillRect shackle = SQUILL_RECT (x + 2, y - 4, 5, 7);

  squill_painter_fill_rect (painter, &around, 2, &palette->card);
  squill_painter_stroke_rect (painter, &shackle, 2.5, 1.2, &palette->text);
  squill_painter_fill_rect (painter, &body, 1.5, &palette->text);
}

static void
paint_header (const SquillCard *card,
              SquillPainter *painter,
              const SquillPalette *palette,
              SquillFonts *fonts,
              const char *sign)
{
  double width = card->rect.width, right = width - SQUILL_CARD_ICON_X;
  int worst_row = -1;

  paint_icon (card, painter, palette);
  if (card->locked)
    paint_lock (painter, palette);
  paint_text (painter, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE, &palette->text,
              SQUILL_ALIGN_START, SQUILL_CARD_NAME_X, HEADER_BASELINE, card->name);
  paint_text (painter, SQUILL_FONT_UI, SQUILL_CARD_NUMBER_SIZE, &palette->dim, SQUILL_ALIGN_END,
              right, HEADER_BASELINE, card->count);
  right -= squill_fonts_measure (fonts, SQUILL_FONT_UI, SQUILL_CARD_NUMBER_SIZE, card->count) +
           SQUILL_CARD_GAP;
  right = MIN (right, width - SQUILL_CARD_SIZE_RIGHT);
  if (card->unbounded)
    {
      paint_text (painter, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE, &palette->error,
                  SQUILL_ALIGN_END, right, HEADER_BASELINE, "∞");
      right -= 4 + squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, SQUILL_CARD_NAME_SIZE, "∞");
    }
  paint_text (painter, SQUILL_FONT_UI, SQUILL_CARD_NUMBER_SIZE, &palette->dim, SQUILL_ALIGN_END,
              right, HEADER_BASELINE, card->size);
  if (card->size_assumed)
    {
      double size =
          squill_fonts_measure (fonts, SQUILL_FONT_UI, SQUILL_CARD_NUMBER_SIZE, card->size);
      const SquillPoint ends[] = { { right - size, UNDERLINE }, { right, UNDERLINE } };
      const SquillLine dots = { .points = ends,
                                .n_points = 2,
                                .width = 1,
                                .color = palette->dim,
                                .dash_on = 1,
                                .dash_off = 2 };

      squill_painter_line (painter, &dots);
    }

  for (guint i = 0; i < card->n_rows; i++)
    worst_row = MAX (worst_row, card->rows[i].severity);
  if (sign != NULL)
    paint_sign (painter, palette, sign, HEAD_MARK_X, HEAD_MARK_Y);
  else if (card->severity > worst_row && card->severity >= SQUILL_SEVERITY_WARNING)
    {
      squill_painter_circle (painter, HEAD_MARK_X, HEAD_MARK_Y, HEAD_MARK_GROUND, &palette->card,
                             NULL, 0);
      paint_mark (painter, palette, card->severity, HEAD_MARK_X, HEAD_MARK_Y);
    }
  if (card->n_rows > 0)
    {
      SquillRect rule = SQUILL_RECT (0, SQUILL_CARD_HEADER - 1, width, 1);

      squill_painter_fill_rect (painter, &rule, 0, &palette->card_border);
    }
  if (card->load > 0)
    {
      SquillRect bar = SQUILL_RECT (1, SQUILL_CARD_HEADER - 2,
                                    MAX (2, (width - 2) * MIN (card->load, 1)), HOT_HEIGHT);

      squill_painter_fill_rect (painter, &bar, 1, &palette->hot);
    }
}

/* The thin lines at the left of what is nested, one for each level, in one piece each. */
static void
paint_levels (const SquillCard *card, SquillPainter *painter, const SquillPalette *palette)
{
  guint deepest = 0;

  for (guint i = 0; i < card->n_rows; i++)
    deepest = MAX (deepest, card->rows[i].depth);
  for (guint level = 0; level < deepest; level++)
    for (guint first = 0, last; first < card->n_rows; first = last)
      {
        SquillRect line;

        last = first + 1;
        if (card->rows[first].depth <= level)
          continue;
        while (last < card->n_rows && card->rows[last].depth > level)
          last++;
        line = SQUILL_RECT (SQUILL_CARD_PADDING + _squill_card_get_indent (level) + LEVEL_X,
                            row_top (first), 1, SQUILL_CARD_ROW * (last - first) - 3);
        squill_painter_fill_rect (painter, &line, 0, &palette->embedded_border);
      }
}

static gboolean
is_lit (const SquillCardRow *row, const SquillCardLook *look)
{
  return look != NULL && look->lit_items != NULL &&
         ((row->item != NULL && g_hash_table_contains (look->lit_items, row->item)) ||
          (row->relationship != NULL && (row->block || row->target != NULL) &&
           g_hash_table_contains (look->lit_items, row->relationship)));
}

static void
paint_row (const SquillCard *card,
           guint index,
           SquillPainter *painter,
           const SquillPalette *palette,
           const char *sign)
{
  const SquillCardRow *row = &card->rows[index];
  double top = row_top (index), right = card->rect.width - SQUILL_CARD_PADDING;

  paint_text (painter, row->bold ? SQUILL_FONT_UI_BOLD : SQUILL_FONT_UI, SQUILL_CARD_FIELD_SIZE,
              row->optional ? &palette->dim : &palette->text, SQUILL_ALIGN_START,
              SQUILL_CARD_PADDING + _squill_card_get_indent (row->depth), top + BASELINE,
              row->name);
  paint_text (painter, SQUILL_FONT_MONO, SQUILL_CARD_TYPE_SIZE, &palette->dim, SQUILL_ALIGN_END,
              right, top + BASELINE, row->type);
  if (row->target != NULL)
    paint_arrow (painter, palette, right - row->type_width - 8, top + SQUILL_CARD_ROW / 2 + 0.5);
  if (sign != NULL)
    paint_sign (painter, palette, sign, MARK_X, top + SQUILL_CARD_ROW / 2);
  else
    paint_mark (painter, palette, row->severity, MARK_X, top + SQUILL_CARD_ROW / 2);
}

/* The grounds of rows that are selected or set off. */
static void
paint_row_grounds (const SquillCard *card,
                   SquillPainter *painter,
                   const SquillPalette *palette,
                   const SquillCardLook *look)
{
  for (guint i = 0; i < card->n_rows; i++)
    {
      const SquillRect ground = SQUILL_RECT (1, row_top (i), card->rect.width - 2, SQUILL_CARD_ROW);

      if (is_lit (&card->rows[i], look))
        squill_painter_fill_rect (painter, &ground, 0, &palette->accent_ground);
      if (look != NULL && look->row_marks != NULL && look->row_marks[i].sign != NULL)
        squill_painter_fill_rect (painter, &ground, 0, &look->row_marks[i].wash);
    }
}

static void
paint_full (const SquillCard *card,
            SquillPainter *painter,
            const SquillPalette *palette,
            SquillFonts *fonts,
            const SquillCardLook *look)
{
  SquillRect rect = SQUILL_RECT (0, 0, card->rect.width, card->rect.height);
  const SquillTint *tint = squill_palette_get_tint (palette, card->tint);
  gboolean selected = look != NULL && look->selected;

  squill_painter_shadow (painter, &rect, SQUILL_CARD_RADIUS, &palette->shadow);
  squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, &palette->card);
  if (tint != NULL)
    {
      SquillRect head = SQUILL_RECT (0, 0, rect.width, SQUILL_CARD_HEADER - 1);

      squill_painter_save (painter);
      squill_painter_clip (painter, &rect, SQUILL_CARD_RADIUS);
      squill_painter_fill_rect (painter, &head, 0, &tint->fill);
      squill_painter_restore (painter);
    }
  for (guint i = 0; i < card->n_blocks; i++)
    {
      SquillRect block = squill_card_get_block_rect (card, &card->blocks[i]);

      block.x -= card->rect.x;
      block.y -= card->rect.y;
      squill_painter_fill_rect (painter, &block, BLOCK_RADIUS, &palette->embedded);
      squill_painter_stroke_rect (painter, &block, BLOCK_RADIUS, 1, &palette->embedded_border);
    }
  paint_row_grounds (card, painter, palette, look);
  if (look != NULL && look->wash != NULL)
    {
      SquillRect head = SQUILL_RECT (0, 0, rect.width, SQUILL_CARD_HEADER);

      squill_painter_save (painter);
      squill_painter_clip (painter, &rect, SQUILL_CARD_RADIUS);
      squill_painter_fill_rect (painter, &head, 0, look->wash);
      squill_painter_restore (painter);
    }
  paint_header (card, painter, palette, fonts, look != NULL ? look->sign : NULL);
  paint_levels (card, painter, palette);
  for (guint i = 0; i < card->n_rows; i++)
    paint_row (card, i, painter, palette,
               look != NULL && look->row_marks != NULL ? look->row_marks[i].sign : NULL);
  squill_painter_stroke_rect (painter, &rect, SQUILL_CARD_RADIUS, selected ? 2 : 1,
                              selected ? &palette->accent : &palette->card_border);
}

static void
paint_name (const SquillCard *card,
            SquillPainter *painter,
            const SquillPalette *palette,
            SquillFonts *fonts,
            double zoom,
            const SquillCardLook *look)
{
  SquillRect rect = SQUILL_RECT (0, 0, card->rect.width, card->rect.height);
  const SquillTint *tint =
      squill_palette_get_tint (palette, card->tint != NULL ? card->tint : card->group_tint);
  gboolean selected = look != NULL && look->selected;
  double room = rect.width - 2 * SQUILL_CARD_PADDING;
  double size = MIN (FAR_NAME / zoom, MIN (MAX_FAR_NAME, rect.height * 0.6));
  double width = squill_fonts_measure (fonts, SQUILL_FONT_UI_BOLD, size, card->full_name);
  g_autofree char *name = NULL;

  /* Rather smaller than cut, as long as it can be read. */
  if (width > room)
    size = MAX (size * room / width, MIN (size, MIN_FAR_NAME / zoom));
  name = squill_fonts_fit (fonts, SQUILL_FONT_UI_BOLD, size, card->full_name, room);
  squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, &palette->card);
  if (look != NULL && look->wash != NULL)
    squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, look->wash);
  else if (tint != NULL)
    squill_painter_fill_rect (painter, &rect, SQUILL_CARD_RADIUS, &tint->fill);
  squill_painter_stroke_rect (painter, &rect, SQUILL_CARD_RADIUS,
                              (selected ? 2 : 1) / MIN (zoom, 1),
                              selected       ? &palette->accent
                              : tint != NULL ? &tint->border
                                             : &palette->card_border);
  paint_text (painter, SQUILL_FONT_UI_BOLD, size, &palette->text, SQUILL_ALIGN_MIDDLE,
              rect.width / 2, rect.height / 2 + size * 0.36, name);
}

static void
paint_box (const SquillCard *card,
           SquillPainter *painter,
           const SquillPalette *palette,
           const SquillCardLook *look)
{
  SquillRect rect = SQUILL_RECT (0, 0, card->rect.width, card->rect.height);
  const SquillTint *tint =
      squill_palette_get_tint (palette, card->tint != NULL ? card->tint : card->group_tint);

  squill_painter_fill_rect (painter, &rect, 0,
                            look != NULL && look->selected ? &palette->accent
                            : tint != NULL                 ? &tint->solid
                                                           : &palette->box);
}

/**
 * squill_detail_for_zoom:
 * @zoom: 1 for 100 %
 *
 * Returns: how much should be painted from how far away: everything as long as a card's text is 7
 *   pixels high at least, then names, and boxes where a name could not be read either
 */
SquillDetail
squill_detail_for_zoom (double zoom)
{
  if (zoom * SQUILL_CARD_FIELD_SIZE >= MIN_TEXT)
    return SQUILL_DETAIL_FULL;
  return zoom * MAX_FAR_NAME >= MIN_TEXT ? SQUILL_DETAIL_NAME : SQUILL_DETAIL_BOX;
}

/**
 * squill_card_fields_from_name:
 * @name: "all", "keys", or "none"
 * @fields: (out): what it stands for
 *
 * Returns: %TRUE if there is such a name
 */
gboolean
squill_card_fields_from_name (const char *name, SquillCardFields *fields)
{
  static const char *const names[] = { "all", "keys", "none" };

  g_return_val_if_fail (name != NULL && fields != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      {
        *fields = (SquillCardFields)i;
        return TRUE;
      }
  return FALSE;
}

/**
 * squill_card_hit:
 * @card: a card
 * @x: on the diagram
 * @y: on the diagram
 *
 * Finds what of a card is at a place.
 *
 * Returns: the part
 */
SquillCardPart
squill_card_hit (const SquillCard *card, double x, double y)
{
  SquillCardPart part = { SQUILL_CARD_PART_NONE, 0 };
  SquillRect name;

  g_return_val_if_fail (card != NULL, part);

  for (SquillSide side = SQUILL_SIDE_LEFT; side <= SQUILL_SIDE_RIGHT; side++)
    {
      SquillPoint handle = squill_card_get_handle (card, side);

      if (hypot (handle.x - x, handle.y - y) <= SQUILL_CARD_HANDLE_RADIUS)
        {
          part.kind = SQUILL_CARD_PART_HANDLE;
          return part;
        }
    }
  if (!squill_rect_contains (&card->rect, x, y))
    return part;
  x -= card->rect.x;
  y -= card->rect.y;
  if (y < SQUILL_CARD_HEADER)
    {
      name = squill_card_get_name_rect (card);
      name.x -= card->rect.x;
      name.y -= card->rect.y;
      part.kind =
          squill_rect_contains (&name, x, y) ? SQUILL_CARD_PART_NAME : SQUILL_CARD_PART_HEADER;
      return part;
    }
  part.row = (guint)((y - SQUILL_CARD_HEADER) / SQUILL_CARD_ROW);
  if (part.row >= card->n_rows)
    part = (SquillCardPart){ SQUILL_CARD_PART_FOOTER, 0 };
  else if (x >= card->rect.width - SQUILL_CARD_PADDING)
    part.kind = SQUILL_CARD_PART_GRIP;
  else if (x >= card->rect.width - SQUILL_CARD_PADDING - card->rows[part.row].type_width - 4)
    part.kind = SQUILL_CARD_PART_TYPE;
  else
    part.kind = SQUILL_CARD_PART_ROW;
  return part;
}

/**
 * squill_card_get_grip_rect:
 * @card: a card
 * @row: a row
 *
 * Returns: where the grip of a row is on the diagram
 */
SquillRect
squill_card_get_grip_rect (const SquillCard *card, guint row)
{
  g_return_val_if_fail (card != NULL && row < card->n_rows, SQUILL_RECT (0, 0, 0, 0));

  return SQUILL_RECT (squill_rect_right (&card->rect) - SQUILL_CARD_PADDING,
                      card->rect.y + row_top (row), SQUILL_CARD_PADDING, SQUILL_CARD_ROW);
}

/**
 * squill_card_get_row_rect:
 * @card: a card
 * @row: a row
 *
 * Returns: where a row is on the diagram
 */
SquillRect
squill_card_get_row_rect (const SquillCard *card, guint row)
{
  g_return_val_if_fail (card != NULL && row < card->n_rows, SQUILL_RECT (0, 0, 0, 0));

  return SQUILL_RECT (card->rect.x, card->rect.y + row_top (row), card->rect.width,
                      SQUILL_CARD_ROW);
}

/**
 * squill_card_get_name_rect:
 * @card: a card
 *
 * Returns: where a card's name is on the diagram, with all the room it may take: where it is edited
 */
SquillRect
squill_card_get_name_rect (const SquillCard *card)
{
  g_return_val_if_fail (card != NULL, SQUILL_RECT (0, 0, 0, 0));

  return SQUILL_RECT (card->rect.x + SQUILL_CARD_NAME_X - 4, card->rect.y + 4,
                      card->rect.width - SQUILL_CARD_NAME_X -
                          (*card->size != '\0' ? SQUILL_CARD_SIZE_RIGHT + 40 : 44),
                      SQUILL_CARD_HEADER - 8);
}

/**
 * squill_card_get_block_rect:
 * @card: a card
 * @block: one of its blocks
 *
 * Returns: where an embedded document is on the diagram
 */
SquillRect
squill_card_get_block_rect (const SquillCard *card, const SquillCardBlock *block)
{
  double left, right;

  g_return_val_if_fail (card != NULL && block != NULL, SQUILL_RECT (0, 0, 0, 0));

  left = BLOCK_INSET + _squill_card_get_indent (card->rows[block->first_row].depth);
  right = card->rect.width - BLOCK_INSET - (block->level > 0 ? 2.0 * MIN (block->level, 2) : 0);
  /* A block that ends with the one around it leaves that one its edge. */
  return SQUILL_RECT (card->rect.x + left, card->rect.y + row_top (block->first_row) + 1,
                      MAX (right - left, 0),
                      SQUILL_CARD_ROW * block->n_rows - 2 - 2.0 * MIN (block->level, 3));
}

/**
 * squill_card_get_handle:
 * @card: a card
 * @side: left or right
 *
 * Returns: where the handle is from which a relationship can be drawn
 */
SquillPoint
squill_card_get_handle (const SquillCard *card, SquillSide side)
{
  g_return_val_if_fail (card != NULL, SQUILL_POINT (0, 0));

  return SQUILL_POINT (side == SQUILL_SIDE_LEFT ? card->rect.x : squill_rect_right (&card->rect),
                       card->rect.y + SQUILL_CARD_HEADER / 2);
}

/**
 * squill_card_get_row_offset:
 * @card: a card
 * @row: a row, or -1 for the head
 *
 * Returns: how far below a card's top a line meets a row: its middle
 */
double
squill_card_get_row_offset (const SquillCard *card, int row)
{
  g_return_val_if_fail (card != NULL, 0);

  if (row < 0 || (guint)row >= card->n_rows)
    return SQUILL_CARD_HEADER / 2;
  return row_top ((guint)row) + SQUILL_CARD_ROW / 2;
}

/**
 * squill_card_describe:
 * @card: a card
 *
 * Says in a sentence what a card shows, for screen readers and tooltips.
 *
 * Returns: (transfer full): the sentence
 */
char *
squill_card_describe (const SquillCard *card)
{
  GString *text;
  guint n_fields = 0;

  g_return_val_if_fail (card != NULL, NULL);

  for (guint i = 0; i < card->n_rows; i++)
    n_fields += card->rows[i].depth == 0;
  text = g_string_new (card->full_name);
  switch (card->kind)
    {
    case SQUILL_CARD_COLLECTION:
    case SQUILL_CARD_JUNCTION:
    case SQUILL_CARD_BUCKET:
      g_string_append_printf (text, ", %s", _ ("collection"));
      break;
    case SQUILL_CARD_EMBEDDED:
      g_string_append_printf (text, ", %s", _ ("only inside others"));
      break;
    default:
      g_assert_not_reached ();
    }
  if (*card->count != '\0')
    {
      g_string_append (text, ", ");
      g_string_append_printf (text,
                              g_dngettext (GETTEXT_PACKAGE, "%s document", "%s documents",
                                           g_str_equal (card->count, "1") ? 1 : 2),
                              card->count);
    }
  if (*card->size != '\0')
    {
      g_string_append (text, ", ");
      /* TRANSLATORS: %s is a size: "8.1 kB each" */
      g_string_append_printf (text, _ ("%s each"), card->size);
    }
  if (card->unbounded)
    g_string_append_printf (text, ", %s", _ ("no upper bound"));
  if (card->locked)
    g_string_append_printf (text, ", %s", _ ("locked"));
  if (n_fields > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u field", "%u fields", n_fields), n_fields);
    }
  return g_string_free (text, FALSE);
}

/**
 * squill_card_paint:
 * @card: a card
 * @painter: what to paint with
 * @palette: the colors
 * @fonts: the fonts the card was measured with
 * @detail: how much
 * @zoom: how large it is seen, 1 for 100 %: only for the size of names from far away
 * @look: (nullable): how it is selected
 *
 * Paints a card with its top left corner at 0, 0; translate to its place before.
 */
void
squill_card_paint (const SquillCard *card,
                   SquillPainter *painter,
                   const SquillPalette *palette,
                   SquillFonts *fonts,
                   SquillDetail detail,
                   double zoom,
                   const SquillCardLook *look)
{
  g_return_if_fail (card != NULL);
  g_return_if_fail (SQUILL_IS_PAINTER (painter));
  g_return_if_fail (palette != NULL);
  g_return_if_fail (zoom > 0);

  switch (detail)
    {
    case SQUILL_DETAIL_FULL:
      paint_full (card, painter, palette, fonts, look);
      break;
    case SQUILL_DETAIL_NAME:
      paint_name (card, painter, palette, fonts, zoom, look);
      break;
    case SQUILL_DETAIL_BOX:
      paint_box (card, painter, palette, look);
      break;
    default:
      g_assert_not_reached ();
    }
}

/**
 * squill_card_row_describe:
 * @row: a row of a card
 *
 * Says what a row shows besides its name, for screen readers.
 *
 * Returns: (transfer full): its type, and what its looks say; "" for nothing
 */
char *
squill_card_row_describe (const SquillCardRow *row)
{
  GString *text;

  g_return_val_if_fail (row != NULL, NULL);

  text = g_string_new (row->full_type);
  if (row->block)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("embedded"));
  if (row->target != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("reference"));
  if (row->optional)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("optional"));
  return g_string_free (text, FALSE);
}
