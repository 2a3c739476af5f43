/* SPDX-License-Identifier: Apache-2.0 */

/* Sets the parts of a diagram that no line joins onto one page, so that small ones stand in what
 * larger ones leave free. What a part covers is known in cells, as in the packing of polyominoes
 * by Freivalds, Dogrusoz and Kikusts (2002), which Graphviz uses, too: each part stands in the
 * first row of cells, from the top, in which there is room for all of it, as far left as it can.
 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* Width to height of a page that fills a window well. */
#define PAGE_RATIO 1.6
/* What it costs that all is larger in the direction that has room left, beside 1 in the other. */
#define LARGER 0.2
/* So many pieces fill any page about as well, and each takes time. */
#define MANY 300
#define N_SCALES_OF_MANY 3
/* Side of a cell, in pixels. */
#define CELL SQUILL_LAYOUT_STEP

/* What is taken of a page, in rows of cells: of each cell 0, or the number of the cell right of
 * what stands there. */
typedef struct
{
  GArray *cells; /* guint */
  GArray *room;  /* guint: of each row, how many free cells there are beside each other at most */
  guint width;
} Page;

static int
to_cells (int pixels)
{
  return (pixels + CELL - 1) / CELL;
}

/* Whether a piece may stand there. Otherwise @skip is how many cells farther right it may. */
static gboolean
is_free (const Page *page, const SquillLayoutPiece *piece, guint left, guint top, guint *skip)
{
  for (guint i = 0; i < piece->boxes->len; i++)
    {
      const SquillLayoutBox *box = &g_array_index (piece->boxes, SquillLayoutBox, i);
      guint from = left + (guint)(box->x / CELL);
      guint to = MIN (left + (guint)to_cells (box->x + box->width + piece->gap), page->width);
      guint first = top + (guint)(box->y / CELL);
      guint end = top + (guint)to_cells (box->y + box->height + piece->gap);

      for (guint row = first; row < end && (row + 1) * page->width <= page->cells->len; row++)
        for (guint column = from; column < to; column++)
          {
            guint taken = g_array_index (page->cells, guint, row * page->width + column);

            if (taken == 0)
              continue;
            *skip = taken - from;
            return FALSE;
          }
    }
  return TRUE;
}

/* Whether rows have room for each box of a piece by itself: most that are looked at have not, and
 * there are many of them. */
static gboolean
may_be_free (const Page *page, const SquillLayoutPiece *piece, guint top)
{
  for (guint i = 0; i < piece->boxes->len; i++)
    {
      const SquillLayoutBox *box = &g_array_index (piece->boxes, SquillLayoutBox, i);
      guint from = (guint)(box->x / CELL);
      /* What is left free on its right may be past the end of the page. */
      guint columns = (guint)to_cells (box->x + box->width) - from;
      guint end = top + (guint)to_cells (box->y + box->height + piece->gap);

      for (guint row = top + (guint)(box->y / CELL); row < end && row < page->room->len; row++)
        if (g_array_index (page->room, guint, row) < columns)
          return FALSE;
    }
  return TRUE;
}

static void
find_room (Page *page, guint row)
{
  const guint *cells = &g_array_index (page->cells, guint, row * page->width);
  guint most = 0, now = 0;

  for (guint column = 0; column < page->width; column++)
    {
      now = cells[column] == 0 ? now + 1 : 0;
      most = MAX (most, now);
    }
  g_array_index (page->room, guint, row) = most;
}

static void
take (Page *page, const SquillLayoutPiece *piece, guint left, guint top)
{
  guint bottom = top;

  for (guint i = 0; i < piece->boxes->len; i++)
    {
      const SquillLayoutBox *box = &g_array_index (piece->boxes, SquillLayoutBox, i);
      guint from = left + (guint)(box->x / CELL);
      guint to = MIN (left + (guint)to_cells (box->x + box->width + piece->gap), page->width);
      guint end = top + (guint)to_cells (box->y + box->height + piece->gap);

      if (end * page->width > page->cells->len)
        {
          g_array_set_size (page->cells, end * page->width);
          while (page->room->len < end)
            g_array_append_val (page->room, page->width);
        }
      for (guint row = top + (guint)(box->y / CELL); row < end; row++)
        for (guint column = from; column < to; column++)
          {
            guint *cell = &g_array_index (page->cells, guint, row * page->width + column);

            *cell = MAX (*cell, to);
          }
      bottom = MAX (bottom, end);
    }
  for (guint row = top; row < bottom; row++)
    find_room (page, row);
}

static SquillLayoutBox
get_bounds (const SquillLayoutPiece *piece)
{
  return _squill_layout_bounds ((const SquillLayoutBox *)(gpointer)piece->boxes->data,
                                piece->boxes->len);
}

/* Where a piece of one box was set. */
typedef struct
{
  guint columns; /* how many cells it is wide, and high */
  guint rows;
  guint top;
} Found;

/* The first row in which there may be room: what is no smaller found none above it. */
static guint
get_first_row (GArray *found, const Found *piece)
{
  guint top = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const Found *other = &g_array_index (found, Found, i);

      if (other->columns <= piece->columns && other->rows <= piece->rows)
        top = MAX (top, other->top);
    }
  return top;
}

static void
set_found (GArray *found, const Found *piece)
{
  for (guint i = 0; i < found->len; i++)
    {
      Found *other = &g_array_index (found, Found, i);

      if (other->columns != piece->columns || other->rows != piece->rows)
        continue;
      *other = *piece;
      return;
    }
  g_array_append_vals (found, piece, 1);
}

/* Gives the smallest box around all of them. @width: of the page, in cells */
static SquillLayoutBox
pack (SquillLayoutPiece *pieces, guint n_pieces, guint width, GCancellable *cancellable)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  g_autoptr (GArray) cells = g_array_new (FALSE, TRUE, sizeof (guint));
  g_autoptr (GArray) room = g_array_new (FALSE, FALSE, sizeof (guint));
  Page page = { cells, room, width };
  SquillLayoutBox all = { 0, 0, 0, 0 };

  for (guint i = 0; i < n_pieces && !g_cancellable_is_cancelled (cancellable); i++)
    {
      SquillLayoutPiece *piece = &pieces[i];
      const SquillLayoutBox bounds = get_bounds (piece);
      Found size = { (guint)to_cells (bounds.width + piece->gap),
                     (guint)to_cells (bounds.height + piece->gap), 0 };
      guint own = (guint)to_cells (bounds.width), left = 0, skip = 0;
      guint top = piece->boxes->len == 1 ? get_first_row (found, &size) : 0;

      while (TRUE)
        {
          while (left == 0 && !may_be_free (&page, piece, top))
            top++;
          if (is_free (&page, piece, left, top, &skip))
            break;
          left += skip;
          if (left + own <= width)
            continue;
          left = 0;
          top++;
        }
      take (&page, piece, left, top);
      size.top = top;
      if (piece->boxes->len == 1)
        set_found (found, &size);
      piece->x = (int)left * CELL;
      piece->y = (int)top * CELL;
      all.width = MAX (all.width, piece->x + bounds.width);
      all.height = MAX (all.height, piece->y + bounds.height);
    }
  return all;
}

/* Sets pieces onto a page of which no side is much longer than the other, and which fills a window
 * well. They are set in their order: those that leave the most room for others come first. @pieces:
 * (array length=n_pieces): what each covers, from 0, 0 on; their places are set. @cancellable:
 * (nullable): to be done soon, with pieces on each other */
void
_squill_layout_pack_pieces (SquillLayoutPiece *pieces, guint n_pieces, GCancellable *cancellable)
{
  static const double scales[] = { 1, 1.1, 0.9, 1.2, 0.8, 1.35, 0.7, 1.5, 0.6 };
  double area = 0, best = G_MAXDOUBLE;
  guint best_width = 1, widest = 1;
  gboolean best_fits = FALSE;

  g_return_if_fail (pieces != NULL || n_pieces == 0);

  for (guint i = 0; i < n_pieces; i++)
    {
      widest = MAX (widest, (guint)to_cells (get_bounds (&pieces[i]).width));
      for (guint j = 0; j < pieces[i].boxes->len; j++)
        {
          const SquillLayoutBox *box = &g_array_index (pieces[i].boxes, SquillLayoutBox, j);

          area += (double)(box->width + pieces[i].gap) * (box->height + pieces[i].gap);
        }
    }
  for (guint i = 0; i < (n_pieces > MANY ? N_SCALES_OF_MANY : G_N_ELEMENTS (scales)); i++)
    {
      guint width = MAX (widest, (guint)ceil (scales[i] * sqrt (area * PAGE_RATIO) / CELL));
      SquillLayoutBox bounds = pack (pieces, n_pieces, width, cancellable);
      double ratio = _squill_layout_get_ratio (bounds.width, bounds.height);
      gboolean fits = ratio <= SQUILL_LAYOUT_STRICT_RATIO;
      double across = bounds.width / PAGE_RATIO, down = bounds.height;
      /* How small it is drawn when all of it is to be seen. */
      double cost = fits ? MAX (across, down) + LARGER * MIN (across, down) : ratio;

      if (fits == best_fits ? cost >= best : best_fits)
        continue;
      best = cost;
      best_fits = fits;
      best_width = width;
    }
  pack (pieces, n_pieces, best_width, cancellable);
}
