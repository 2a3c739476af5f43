/* SPDX-License-Identifier: Apache-2.0 */

/* Packs boxes that have no lines, and separates boxes that still overlap. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>

/* Side of a cell of the index by place; about the size of a card. */
#define CELL 400
/* Width to height of a page that fills a window well. */
#define PAGE_RATIO 1.6

static guint64
cell_key (int column, int row)
{
  return ((guint64)(guint32)column << 32) | (guint32)row;
}

static int
cell_of (gint64 at)
{
  return (int)(at >= 0 ? at / CELL : -((-at + CELL - 1) / CELL));
}

/* Gives the first box among those already placed that comes nearer than @gap to @box. */
static const SquillLayoutBox *
find_neighbor (GHashTable *cells, const SquillLayoutBox *boxes, const SquillLayoutBox *box, int gap)
{
  int left = cell_of ((gint64)box->x - gap), right = cell_of ((gint64)box->x + box->width + gap);
  int top = cell_of ((gint64)box->y - gap), bottom = cell_of ((gint64)box->y + box->height + gap);

  for (int column = left; column <= right; column++)
    for (int row = top; row <= bottom; row++)
      {
        guint64 key = cell_key (column, row);
        GArray *indices = g_hash_table_lookup (cells, &key);

        for (guint i = 0; indices != NULL && i < indices->len; i++)
          {
            const SquillLayoutBox *other = &boxes[g_array_index (indices, guint, i)];

            if (box->x < other->x + other->width + gap && other->x < box->x + box->width + gap &&
                box->y < other->y + other->height + gap && other->y < box->y + box->height + gap)
              return other;
          }
      }
  return NULL;
}

static void
add_to_cells (GHashTable *cells, const SquillLayoutBox *box, guint index)
{
  for (int column = cell_of (box->x); column <= cell_of ((gint64)box->x + box->width); column++)
    for (int row = cell_of (box->y); row <= cell_of ((gint64)box->y + box->height); row++)
      {
        guint64 key = cell_key (column, row);
        GArray *indices = g_hash_table_lookup (cells, &key);

        if (indices == NULL)
          {
            indices = g_array_new (FALSE, FALSE, sizeof (guint));
            g_hash_table_insert (cells, g_memdup2 (&key, sizeof key), indices);
          }
        g_array_append_val (indices, index);
      }
}

static int
compare_by_place (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SquillLayoutBox *boxes = user_data;
  guint index_a = *(const guint *)a, index_b = *(const guint *)b;
  const SquillLayoutBox *box_a = &boxes[index_a], *box_b = &boxes[index_b];

  if (box_a->y != box_b->y)
    return box_a->y < box_b->y ? -1 : 1;
  if (box_a->x != box_b->x)
    return box_a->x < box_b->x ? -1 : 1;
  return index_a < index_b ? -1 : index_a > index_b;
}

/* The smallest box around all of them, or an empty one at 0, 0 if there is none. */
SquillLayoutBox
_squill_layout_bounds (const SquillLayoutBox *boxes, guint n_boxes)
{
  SquillLayoutBox bounds = { 0, 0, 0, 0 };

  g_return_val_if_fail (boxes != NULL || n_boxes == 0, bounds);

  for (guint i = 0; i < n_boxes; i++)
    {
      int right, bottom;

      if (i == 0)
        {
          bounds = boxes[0];
          continue;
        }
      right = MAX (bounds.x + bounds.width, boxes[i].x + boxes[i].width);
      bottom = MAX (bounds.y + bounds.height, boxes[i].y + boxes[i].height);
      bounds.x = MIN (bounds.x, boxes[i].x);
      bounds.y = MIN (bounds.y, boxes[i].y);
      bounds.width = right - bounds.x;
      bounds.height = bottom - bounds.y;
    }
  return bounds;
}

/* The longer side of a picture to the other one. */
double
_squill_layout_get_ratio (double width, double height)
{
  return MAX (width / MAX (height, 1), height / MAX (width, 1));
}

/* Gives the width that rows of the boxes need to fill a page of a window's proportions. Returns
 * the width in pixels, at least that of the widest box. @boxes: (array length=n_boxes): boxes, of
 * which only the sizes matter. */
int
_squill_layout_page_width (const SquillLayoutBox *boxes, guint n_boxes, int gap)
{
  double area = 0.0;
  int widest = 0;

  g_return_val_if_fail (boxes != NULL || n_boxes == 0, 0);

  for (guint i = 0; i < n_boxes; i++)
    {
      area += ((double)boxes[i].width + gap) * ((double)boxes[i].height + gap);
      widest = MAX (widest, boxes[i].width);
    }
  return MAX (widest, (int)MIN (ceil (sqrt (area * PAGE_RATIO)), G_MAXINT / 4));
}

/* Sets the boxes in rows from the top left, in their order, as words are set in lines. @boxes:
 * (array length=n_boxes): the boxes; their places are set. @width: how wide a row may be. */
void
_squill_layout_pack_rows (SquillLayoutBox *boxes, guint n_boxes, int width, int gap)
{
  int x = 0, y = 0, row_height = 0;

  g_return_if_fail (boxes != NULL || n_boxes == 0);

  for (guint i = 0; i < n_boxes; i++)
    {
      if (x > 0 && x + boxes[i].width > width)
        {
          y += row_height + gap;
          x = 0;
          row_height = 0;
        }
      boxes[i].x = x;
      boxes[i].y = y;
      x += boxes[i].width + gap;
      row_height = MAX (row_height, boxes[i].height);
    }
}

/* Parts boxes that overlap or come nearer than @gap. Goes from top to bottom; a box that finds its
 * place taken moves down until it fits, so that this ends, whatever is given. Returns how many
 * boxes were moved. @boxes: (array length=n_boxes): the boxes; those in the way of others are
 * moved down. @gap: pixels to keep between two boxes. @grid: the positions are multiples of this
 * already and stay so. */
guint
_squill_layout_part_boxes (SquillLayoutBox *boxes, guint n_boxes, int gap, int grid)
{
  g_autofree guint *order = NULL;
  g_autoptr (GHashTable) cells = NULL;
  guint n_moved = 0;

  g_return_val_if_fail (boxes != NULL || n_boxes == 0, 0);
  g_return_val_if_fail (grid > 0, 0);

  order = g_new (guint, n_boxes);
  for (guint i = 0; i < n_boxes; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)n_boxes, sizeof *order, compare_by_place, boxes);

  cells =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < n_boxes; i++)
    {
      SquillLayoutBox *box = &boxes[order[i]];
      const SquillLayoutBox *other;
      gboolean moved = FALSE;

      while ((other = find_neighbor (cells, boxes, box, gap)) != NULL)
        {
          int y = other->y + other->height + gap;

          box->y += (y - box->y + grid - 1) / grid * grid;
          moved = TRUE;
        }
      n_moved += moved;
      add_to_cells (cells, box, order[i]);
    }
  return n_moved;
}
