/* SPDX-License-Identifier: Apache-2.0 */

/* Boxes in columns with the lines between them: where each stands, what its lines cost and which of
 * them cross. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-table.h"

#include <math.h>

/* Removes the columns. Cards stay where they are. */
void
squill_layout_table_clear_columns (SquillLayoutTable *table)
{
  for (guint i = 0; table->columns != NULL && i <= table->n_columns; i++)
    {
      g_array_unref (table->columns[i].slots);
      g_array_unref (table->columns[i].lines);
    }
  g_clear_pointer (&table->columns, g_free);
}

void
squill_layout_table_clear (SquillLayoutTable *table)
{
  squill_layout_table_clear_columns (table);
  g_free (table->wires);
  g_free (table->cards);
  g_free (table->links);
}

static void
set_links (SquillLayoutTable *table, const SquillLayoutEdge *edges, guint n_edges)
{
  guint n_links = 0;

  for (guint i = 0; i < n_edges; i++)
    {
      table->cards[edges[i].from].n_links++;
      table->cards[edges[i].to].n_links++;
    }
  for (guint i = 0; i < table->n_cards; i++)
    {
      table->cards[i].first_link = n_links;
      n_links += table->cards[i].n_links;
      table->cards[i].n_links = 0;
    }
  table->links = g_new (SquillTableLink, MAX (n_links, 1));
  table->lines = edges;
  table->n_lines = n_edges;
  table->wires = g_new0 (SquillTableWire, MAX (n_edges, 1));
  for (guint i = 0; i < n_edges; i++)
    {
      const SquillLayoutEdge *edge = &edges[i];
      SquillTableCard *from = &table->cards[edge->from], *to = &table->cards[edge->to];

      table->links[from->first_link + from->n_links++] =
          (SquillTableLink){ i, edge->to, edge->from_offset, edge->to_offset };
      table->links[to->first_link + to->n_links++] =
          (SquillTableLink){ i, edge->from, edge->to_offset, edge->from_offset };
    }
}

/* A #GCompareDataFunc of two card numbers: from left to right, equal ones by their number. */
int
squill_layout_table_compare_x (gconstpointer a, gconstpointer b, gpointer cards)
{
  const SquillTableCard *left = (const SquillTableCard *)cards + *(const guint *)a;
  const SquillTableCard *right = (const SquillTableCard *)cards + *(const guint *)b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return *(const guint *)a < *(const guint *)b ? -1 : 1;
}

/* A #GCompareDataFunc of two card numbers: from top to bottom, equal ones by their number. */
int
squill_layout_table_compare_y (gconstpointer a, gconstpointer b, gpointer cards)
{
  const SquillTableCard *left = (const SquillTableCard *)cards + *(const guint *)a;
  const SquillTableCard *right = (const SquillTableCard *)cards + *(const guint *)b;

  if (left->y != right->y)
    return left->y < right->y ? -1 : 1;
  return *(const guint *)a < *(const guint *)b ? -1 : 1;
}

/* Where a line runs follows from where its cards stand. */
void
squill_layout_table_set_wire (SquillLayoutTable *table, guint line)
{
  const SquillLayoutEdge *edge = &table->lines[line];
  const SquillTableCard *from = &table->cards[edge->from], *to = &table->cards[edge->to];
  SquillTableWire *wire = &table->wires[line];
  float from_y = (float)(from->y + edge->from_offset), to_y = (float)(to->y + edge->to_offset);
  gboolean forward = from->column == to->column ? from_y <= to_y : from->column < to->column;

  wire->first = forward ? from_y : to_y;
  wire->last = forward ? to_y : from_y;
  wire->first_column = MIN (from->column, to->column);
  wire->last_column = MAX (from->column, to->column);
}

static void
set_wires (SquillLayoutTable *table, const SquillTableCard *card)
{
  for (guint i = 0; i < card->n_links; i++)
    squill_layout_table_set_wire (table, table->links[card->first_link + i].line);
}

/* The y of cards follows from those above them. */
void
squill_layout_table_stack (SquillLayoutTable *table, guint column, guint from)
{
  SquillTableColumn *own = &table->columns[column];
  double y = 0;

  if (from > 0)
    {
      const SquillTableCard *above = &table->cards[squill_layout_table_get_slot (own, from - 1)];

      y = above->y + above->height;
    }
  for (guint slot = from; slot < own->slots->len; slot++)
    {
      SquillTableCard *card = &table->cards[squill_layout_table_get_slot (own, slot)];

      card->column = column;
      card->slot = slot;
      card->y = y;
      y += card->height;
      set_wires (table, card);
    }
  own->height = (int)y;
}

/* Makes empty columns, and one more for the gap at the right of the last. There are none before. */
void
squill_layout_table_add_columns (SquillLayoutTable *table, guint n_columns)
{
  table->n_columns = n_columns;
  table->columns = g_new0 (SquillTableColumn, n_columns + 1);
  for (guint i = 0; i <= n_columns; i++)
    {
      table->columns[i].slots = g_array_new (FALSE, FALSE, sizeof (guint));
      table->columns[i].lines = g_array_new (FALSE, FALSE, sizeof (guint));
    }
}

/* Columns as the engine made them: boxes that stand above each other. @only: (nullable): which
 * boxes are set into columns */
void
squill_layout_table_keep_columns (SquillLayoutTable *table, const gboolean *only)
{
  g_autofree guint *order = g_new (guint, table->n_cards);
  g_autofree guint *columns = g_new (guint, table->n_cards);
  double right = -G_MAXDOUBLE;
  guint n_columns = 0, n_cards = 0;

  for (guint i = 0; i < table->n_cards; i++)
    if (only == NULL || only[i])
      order[n_cards++] = i;
  g_qsort_with_data (order, (int)n_cards, sizeof *order, squill_layout_table_compare_x,
                     table->cards);
  for (guint i = 0; i < n_cards; i++)
    {
      const SquillTableCard *card = &table->cards[order[i]];

      n_columns += card->x >= right;
      right = card->x >= right ? card->x + card->width : MAX (right, card->x + card->width);
      columns[i] = n_columns - 1;
    }
  /* What is new may need a column of its own. */
  squill_layout_table_add_columns (table, n_columns + (only != NULL ? 1 : 0));
  for (guint i = 0; i < n_cards; i++)
    g_array_append_val (table->columns[columns[i]].slots, order[i]);
  for (guint i = 0; i < table->n_columns; i++)
    {
      g_array_sort_with_data (table->columns[i].slots, squill_layout_table_compare_y, table->cards);
      squill_layout_table_stack (table, i, 0);
    }
}

/* How bad a line between two cards is: what it climbs, in pixels, and something for staying in its
 * column or passing others. */
double
squill_layout_table_get_cost (const SquillTableCard *card,
                              const SquillTableCard *other,
                              const SquillTableLink *link)
{
  double height = fabs (card->y + link->offset - other->y - link->to_offset);
  guint columns =
      card->column > other->column ? card->column - other->column : other->column - card->column;

  return height +
         (columns == 0 ? SQUILL_TABLE_SAME_COLUMN : (columns - 1) * SQUILL_TABLE_PAST_COLUMN);
}

/* The gaps that a line is in: gap n is at the left of column n. In its own column it turns back at
 * the left, where all cards of a column begin, as the router does. */
static void
get_gaps (const SquillTableWire *wire, guint *first, guint *last)
{
  *first = wire->first_column == wire->last_column ? wire->first_column : wire->first_column + 1;
  *last = wire->last_column;
}

/* Whether two lines must cross in a gap: each comes from one height at the left side and goes to
 * another at the right side, unless it turns back to where it came from. This is asked more often
 * than all else. */
static inline gboolean
must_cross (const SquillTableWire *a, const SquillTableWire *b, guint gap)
{
  float a_to = gap == a->last_column ? a->last : a->first;
  float b_to = gap == b->last_column ? b->last : b->first;
  gboolean a_turns = a->first_column == a->last_column;
  gboolean b_turns = b->first_column == b->last_column;

  if (G_LIKELY (!a_turns && !b_turns))
    return ((a->first < b->first) & (a_to > b_to)) | ((a->first > b->first) & (a_to < b_to));
  /* One within the other need not. */
  if (a_turns && b_turns)
    return (a->first < b->first && b->first < a_to && a_to < b_to) ||
           (b->first < a->first && a->first < b_to && b_to < a_to);
  return a_turns ? b_to > a->first && b_to < a_to : a_to > b->first && a_to < b_to;
}

/* How many times the lines of a card cross others. */
static int
count_crossings (SquillLayoutTable *table, const SquillTableCard *card)
{
  int count = 0;

  table->stamp++;
  for (guint i = 0; i < card->n_links; i++)
    {
      SquillTableWire *own = &table->wires[table->links[card->first_link + i].line];
      guint first, last;

      own->stamp = table->stamp;
      get_gaps (own, &first, &last);
      for (guint gap = first; gap <= last; gap++)
        {
          const GArray *lines = table->columns[gap].lines;

          for (guint j = 0; j < lines->len; j++)
            {
              const SquillTableWire *other = &table->wires[g_array_index (lines, guint, j)];

              count += (other->stamp != table->stamp) & must_cross (own, other, gap);
            }
        }
    }
  return count;
}

/* Where in the column a card would stand whose middle is at @y: behind all whose middle is
 * above. */
guint
squill_layout_table_find_slot (const SquillLayoutTable *table, guint column, double y)
{
  const SquillTableColumn *own = &table->columns[column];
  guint low = 0, high = own->slots->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const SquillTableCard *card = &table->cards[squill_layout_table_get_slot (own, middle)];

      if (card->y + card->height / 2.0 < y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Finds the gaps between columns that each line passes, anew. */
void
squill_layout_table_set_lines (SquillLayoutTable *table)
{
  for (guint i = 0; i <= table->n_columns; i++)
    g_array_set_size (table->columns[i].lines, 0);
  for (guint i = 0; i < table->n_lines; i++)
    {
      guint first, last;

      squill_layout_table_set_wire (table, i);
      get_gaps (&table->wires[i], &first, &last);
      for (guint gap = first; gap <= last; gap++)
        g_array_append_val (table->columns[gap].lines, i);
    }
}

/* Takes cards and lines from a diagram. Heights include @gap and are whole steps of the grid.
 * @edges: (transfer none): outlive the table */
void
squill_layout_table_set_cards (SquillLayoutTable *table,
                               const SquillLayoutBox *boxes,
                               guint n_boxes,
                               const SquillLayoutEdge *edges,
                               guint n_edges,
                               int gap)
{
  table->cards = g_new0 (SquillTableCard, n_boxes);
  table->n_cards = n_boxes;
  for (guint i = 0; i < n_boxes; i++)
    {
      SquillTableCard *card = &table->cards[i];

      card->width = boxes[i].width;
      card->height = squill_layout_table_to_steps (boxes[i].height + gap);
      card->x = boxes[i].x;
      card->y = boxes[i].y;
    }
  set_links (table, edges, n_edges);
}

/* How many times the lines of a whole arrangement cross. */
static double
count_all_crossings (SquillLayoutTable *table)
{
  double crossings = 0;

  squill_layout_table_set_lines (table);
  for (guint i = 0; i < table->n_cards; i++)
    crossings += count_crossings (table, &table->cards[i]);
  /* Each was met at both its ends. */
  return crossings / 2;
}

/* What the lines of a whole arrangement cost. */
double
squill_layout_table_get_total_cost (SquillLayoutTable *table)
{
  double cost = 0;

  for (guint i = 0; i < table->n_cards; i++)
    {
      const SquillTableCard *card = &table->cards[i];

      for (guint j = 0; j < card->n_links; j++)
        cost += squill_layout_table_get_cost (
            card, &table->cards[table->links[card->first_link + j].other],
            &table->links[card->first_link + j]);
    }
  return cost / 2 + SQUILL_TABLE_CROSSING * count_all_crossings (table);
}
