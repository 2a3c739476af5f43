/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Boxes in columns, while a layout is made. */

#include "diagram/squill-diagram-private.h"

G_BEGIN_DECLS

/* What a line costs beside its height, in pixels: to turn back to its own column, and for each
 * column that it has to get past. */
#define SQUILL_TABLE_SAME_COLUMN 160.0
#define SQUILL_TABLE_PAST_COLUMN 350.0
#define SQUILL_TABLE_CROSSING 600.0

typedef struct
{
  guint line;
  guint other;   /* the box at its other end */
  int offset;    /* how far below the top of this box … */
  int to_offset; /* … and of the other one it ends */
} SquillTableLink;

typedef struct
{
  int width;
  int height; /* with the gap below it, in whole steps of the grid */
  double x;
  double y;
  guint column;
  guint slot;
  guint first_link;
  guint n_links;
  gboolean placed; /* it stays where it is, if it can */
} SquillTableCard;

/* Where a line runs: from its end in one column to that in a later one, or from the upper to the
 * lower one in the same. */
typedef struct
{
  float first; /* how far down it begins … */
  float last;  /* … and ends */
  guint first_column;
  guint last_column;
  guint stamp;
} SquillTableWire;

typedef struct
{
  GArray *slots; /* guint: cards from the top */
  GArray *lines; /* guint: those in the gap at its left */
  int height;
} SquillTableColumn;

typedef struct
{
  SquillTableCard *cards;
  guint n_cards;
  SquillTableLink *links;
  const SquillLayoutEdge *lines;
  guint n_lines;
  SquillTableWire *wires;     /* where each line runs */
  SquillTableColumn *columns; /* one more, for the gap at the right of the last */
  guint n_columns;
  guint stamp;
  double stay; /* what it weighs that a placed card stays, beside 4 for a straight line */
} SquillLayoutTable;

/* Which card stands at a place in its column, from the top; the place has to exist. */
static inline guint
squill_layout_table_get_slot (const SquillTableColumn *column, guint slot)
{
  return g_array_index (column->slots, guint, slot);
}

/* Rounds a length up to whole steps of the grid. */
static inline int
squill_layout_table_to_steps (int length)
{
  return (length + SQUILL_LAYOUT_STEP - 1) / SQUILL_LAYOUT_STEP * SQUILL_LAYOUT_STEP;
}

void squill_layout_table_clear (SquillLayoutTable *table);
void squill_layout_table_clear_columns (SquillLayoutTable *table);
int squill_layout_table_compare_x (gconstpointer a, gconstpointer b, gpointer cards);
int squill_layout_table_compare_y (gconstpointer a, gconstpointer b, gpointer cards);
void squill_layout_table_stack (SquillLayoutTable *table, guint column, guint from);
void squill_layout_table_add_columns (SquillLayoutTable *table, guint n_columns);
void squill_layout_table_keep_columns (SquillLayoutTable *table, const gboolean *only);
double squill_layout_table_get_cost (const SquillTableCard *card,
                                     const SquillTableCard *other,
                                     const SquillTableLink *link);
guint squill_layout_table_find_slot (const SquillLayoutTable *table, guint column, double y);
void squill_layout_table_set_wire (SquillLayoutTable *table, guint line);
void squill_layout_table_set_lines (SquillLayoutTable *table);
void squill_layout_table_set_cards (SquillLayoutTable *table,
                                    const SquillLayoutBox *boxes,
                                    guint n_boxes,
                                    const SquillLayoutEdge *edges,
                                    guint n_edges,
                                    int gap);
double squill_layout_table_get_total_cost (SquillLayoutTable *table);
void squill_layout_table_align (SquillLayoutTable *table);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillLayoutTable, squill_layout_table_clear)

G_END_DECLS
