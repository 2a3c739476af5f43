/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* Side of a cell: somewhat larger than a card with its gaps. */
#define CELL 512.0
/* What is farther away counts as being in the last cell: column and row have 16 bits each. */
#define LIMIT (32000 * CELL)

/* Of a part of the canvas with more cells than this, all cards are looked at instead where they are
 * fewer: somebody's file may have a card that is very far from the others. */
#define MAX_CELLS 512

struct _SquillObstacles
{
  GHashTable *by_id; /* char * -> SquillObstacle */
  GHashTable *cells; /* column and row in one -> GPtrArray of SquillObstacle */
  guint stamp;
  SquillTooMany too_many;
};

static int
cell_at (double at)
{
  return (int)floor (CLAMP (at, -LIMIT, LIMIT) / CELL);
}

static GPtrArray *
get_cell (SquillObstacles *self, int column, int row, gboolean make)
{
  gpointer key = GUINT_TO_POINTER ((guint)(guint16)column << 16 | (guint16)row);
  GPtrArray *cell = g_hash_table_lookup (self->cells, key);

  if (cell == NULL && make)
    {
      cell = g_ptr_array_new ();
      g_hash_table_insert (self->cells, key, cell);
    }
  return cell;
}

static void
add_to_cells (SquillObstacles *self, SquillObstacle *obstacle)
{
  const SquillRect *rect = &obstacle->rect;

  for (int column = cell_at (rect->x); column <= cell_at (squill_rect_right (rect)); column++)
    for (int row = cell_at (rect->y); row <= cell_at (squill_rect_bottom (rect)); row++)
      g_ptr_array_add (get_cell (self, column, row, TRUE), obstacle);
}

static void
remove_from_cells (SquillObstacles *self, SquillObstacle *obstacle)
{
  const SquillRect *rect = &obstacle->rect;

  for (int column = cell_at (rect->x); column <= cell_at (squill_rect_right (rect)); column++)
    for (int row = cell_at (rect->y); row <= cell_at (squill_rect_bottom (rect)); row++)
      g_ptr_array_remove_fast (get_cell (self, column, row, TRUE), obstacle);
}

/* Makes it without any cards. Free it with _squill_obstacles_free(). */
SquillObstacles *
_squill_obstacles_new (void)
{
  SquillObstacles *self = g_new0 (SquillObstacles, 1);

  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->cells = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  return self;
}

/* (transfer full): the same cards, sharing nothing with @self, so that another thread may use it.
 */
SquillObstacles *
_squill_obstacles_copy (SquillObstacles *self)
{
  SquillObstacles *copy;
  GHashTableIter iter;
  gpointer id, obstacle;

  g_return_val_if_fail (self != NULL, NULL);

  copy = _squill_obstacles_new ();
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, &id, &obstacle))
    _squill_obstacles_set (copy, id, &((SquillObstacle *)obstacle)->rect);
  return copy;
}

void
_squill_obstacles_free (SquillObstacles *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->cells);
  g_hash_table_unref (self->by_id);
  g_free (self);
}

/* Adds a card, or moves it. */
void
_squill_obstacles_set (SquillObstacles *self, const char *id, const SquillRect *rect)
{
  SquillObstacle *obstacle;

  g_return_if_fail (self != NULL && id != NULL && rect != NULL);

  obstacle = g_hash_table_lookup (self->by_id, id);
  if (obstacle != NULL)
    remove_from_cells (self, obstacle);
  else
    {
      const gsize size = strlen (id) + 1;

      /* Thousands are made at a time: each with its id, in one piece of memory. */
      obstacle = g_malloc0 (sizeof *obstacle + size);
      obstacle->id = memcpy (obstacle + 1, id, size);
      g_hash_table_insert (self->by_id, obstacle->id, obstacle);
    }
  obstacle->rect = *rect;
  self->too_many = SQUILL_TOO_MANY_UNKNOWN;
  add_to_cells (self, obstacle);
}

/* Takes a card away, if it is there. */
void
_squill_obstacles_remove (SquillObstacles *self, const char *id)
{
  SquillObstacle *obstacle;

  g_return_if_fail (self != NULL && id != NULL);

  obstacle = g_hash_table_lookup (self->by_id, id);
  if (obstacle == NULL)
    return;
  self->too_many = SQUILL_TOO_MANY_UNKNOWN;
  remove_from_cells (self, obstacle);
  g_hash_table_remove (self->by_id, id);
}

/* Finds a card by its id. NULL where there is none. */
const SquillObstacle *
_squill_obstacles_get (SquillObstacles *self, const char *id)
{
  g_return_val_if_fail (self != NULL && id != NULL, NULL);

  return g_hash_table_lookup (self->by_id, id);
}

/* The cells that a part of the canvas reaches into. */
typedef struct
{
  int left;
  int right;
  int top;
  int bottom;
} Cells;

static Cells
get_cells (const SquillRect *rect)
{
  return (Cells){ cell_at (rect->x), cell_at (squill_rect_right (rect)), cell_at (rect->y),
                  cell_at (squill_rect_bottom (rect)) };
}

static gboolean
has_fewer_cards (SquillObstacles *self, const Cells *cells)
{
  const double n_cells = (cells->right - cells->left + 1.0) * (cells->bottom - cells->top + 1.0);

  return n_cells > MAX_CELLS && n_cells > g_hash_table_size (self->by_id);
}

static void
find_among_all (SquillObstacles *self, const SquillRect *rect, GPtrArray *found)
{
  GHashTableIter iter;
  gpointer obstacle;

  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &obstacle))
    if (squill_rect_overlaps (&((SquillObstacle *)obstacle)->rect, rect))
      g_ptr_array_add (found, obstacle);
}

/* Finds the cards in a part of the canvas. @found: (element-type SquillObstacle): the cards that
 * reach into @rect are added to it, each once, in no particular order. */
void
_squill_obstacles_find (SquillObstacles *self, const SquillRect *rect, GPtrArray *found)
{
  Cells cells;

  g_return_if_fail (self != NULL && rect != NULL && found != NULL);

  cells = get_cells (rect);
  if (has_fewer_cards (self, &cells))
    {
      find_among_all (self, rect, found);
      return;
    }
  /* A card that lies in several cells is met several times: the stamp marks it as met. */
  self->stamp++;
  for (int column = cells.left; column <= cells.right; column++)
    for (int row = cells.top; row <= cells.bottom; row++)
      {
        GPtrArray *cell = get_cell (self, column, row, FALSE);

        for (guint i = 0; cell != NULL && i < cell->len; i++)
          {
            SquillObstacle *obstacle = g_ptr_array_index (cell, i);

            if (obstacle->stamp == self->stamp || !squill_rect_overlaps (&obstacle->rect, rect))
              continue;
            obstacle->stamp = self->stamp;
            g_ptr_array_add (found, obstacle);
          }
      }
}

/* (transfer none): what is known of whether there are too many, which the caller may set; unknown
 * again after a card came, went or moved. */
SquillTooMany *
_squill_obstacles_get_too_many (SquillObstacles *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->too_many;
}

/* Around all cards. */
SquillRect
_squill_obstacles_get_bounds (SquillObstacles *self)
{
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);
  GHashTableIter iter;
  gpointer obstacle;

  g_return_val_if_fail (self != NULL, bounds);

  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &obstacle))
    bounds = squill_rect_union (&bounds, &((SquillObstacle *)obstacle)->rect);
  return bounds;
}

/* Looks whether a part of the canvas is free. Returns one of the cards that reach into @rect; NULL
 * where it is free. */
const SquillObstacle *
_squill_obstacles_find_any (SquillObstacles *self, const SquillRect *rect)
{
  Cells cells;

  g_return_val_if_fail (self != NULL && rect != NULL, NULL);

  cells = get_cells (rect);
  if (has_fewer_cards (self, &cells))
    {
      g_autoptr (GPtrArray) found = g_ptr_array_new ();

      find_among_all (self, rect, found);
      return found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
    }
  for (int column = cells.left; column <= cells.right; column++)
    for (int row = cells.top; row <= cells.bottom; row++)
      {
        GPtrArray *cell = get_cell (self, column, row, FALSE);

        for (guint i = 0; cell != NULL && i < cell->len; i++)
          {
            const SquillObstacle *obstacle = g_ptr_array_index (cell, i);

            if (squill_rect_overlaps (&obstacle->rect, rect))
              return obstacle;
          }
      }
  return NULL;
}
