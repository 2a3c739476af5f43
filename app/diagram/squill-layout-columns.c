/* SPDX-License-Identifier: Apache-2.0 */

/* Sets the boxes of one part of a graph into columns that fill a window's proportions, so that
 * lines are short, cross little, and run straight where they can. Lines leave boxes at their left
 * and right sides, at the height of a row: that is what the engines of Graphviz do not know. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Width to height. */
#define PAGE_RATIO 1.5
#define MAX_PAGE_RATIO 1.8
/* Columns that an engine made are not kept beyond this, unless there are few and small boxes: two
 * by two are what one expects. */
#define MAX_RATIO 2.5
#define FEW 8
#define WIDE 3500
/* So many lines turn in a usual gap; for each more it gets wider, in pixels: about every third of
 * them needs a channel of its own. */
#define USUAL_TURNS 20
#define TURN 4
/* A column may be higher than the others by this factor. */
#define UNEVEN 1.15
/* What a line costs beside its height, in pixels: to turn back to its own column, and for each
 * column that it has to get past. */
#define SAME_COLUMN 160.0
#define PAST_COLUMN 350.0
#define CROSSING 600.0
/* How many times each box is tried elsewhere, if that takes no more than so many looks at pairs of
 * lines, and how many times the heights of all columns are found again. */
#define TRIES 400
#define MAX_WORK 20000000
#define SWEEPS 12
/* At first a place that is worse by so many pixels is taken now and then, in the end none. */
#define FIRST_HEAT 600.0
#define LAST_HEAT 3.0

typedef struct
{
  guint line;
  guint other;   /* the box at its other end */
  int offset;    /* how far below the top of this box … */
  int to_offset; /* … and of the other one it ends */
} Link;

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
  guint stamp;
} Card;

typedef struct
{
  GArray *slots; /* guint: cards from the top */
  GArray *lines; /* guint: those in the gap at its left */
  int height;
} Column;

/* Where a line is in one gap between columns: it comes from one height at the left side and goes to
 * another at the right side, unless it turns back to where it came from. */
typedef struct
{
  double from;
  double to;
  gboolean turns;
} Wire;

typedef struct
{
  Card *cards;
  guint n_cards;
  Link *links;
  const SquillLayoutEdge *lines;
  guint n_lines;
  guint *line_stamps;
  Column *columns; /* one more, for the gap at the right of the last */
  guint n_columns;
  int max_height;
  guint stamp;
  guint64 work; /* looks at pairs of lines so far */
} Table;

typedef struct
{
  double at;
  double weight;
} Wish;

/* Neighbors in a column that are to stand at the same place, but for those above them. */
typedef struct
{
  guint first; /* of the wishes of its cards */
  guint n_wishes;
  guint n_cards;
  double at;
} Block;

static guint
get_slot (const Column *column, guint slot)
{
  return g_array_index (column->slots, guint, slot);
}

static int
to_steps (int length)
{
  return (length + SQUILL_LAYOUT_GRID - 1) / SQUILL_LAYOUT_GRID * SQUILL_LAYOUT_GRID;
}

static void
clear_columns (Table *table)
{
  for (guint i = 0; table->columns != NULL && i <= table->n_columns; i++)
    {
      g_array_unref (table->columns[i].slots);
      g_array_unref (table->columns[i].lines);
    }
  g_clear_pointer (&table->columns, g_free);
  table->max_height = 0;
}

static void
table_clear (Table *table)
{
  clear_columns (table);
  g_free (table->line_stamps);
  g_free (table->cards);
  g_free (table->links);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Table, table_clear)

static void
set_links (Table *table, const SquillLayoutEdge *edges, guint n_edges)
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
  table->links = g_new (Link, MAX (n_links, 1));
  table->lines = edges;
  table->n_lines = n_edges;
  table->line_stamps = g_new0 (guint, MAX (n_edges, 1));
  for (guint i = 0; i < n_edges; i++)
    {
      const SquillLayoutEdge *edge = &edges[i];
      Card *from = &table->cards[edge->from], *to = &table->cards[edge->to];

      table->links[from->first_link + from->n_links++] =
          (Link){ i, edge->to, edge->from_offset, edge->to_offset };
      table->links[to->first_link + to->n_links++] =
          (Link){ i, edge->from, edge->to_offset, edge->from_offset };
    }
}

static int
compare_x (gconstpointer a, gconstpointer b, gpointer cards)
{
  const Card *left = (const Card *)cards + *(const guint *)a;
  const Card *right = (const Card *)cards + *(const guint *)b;

  if (left->x != right->x)
    return left->x < right->x ? -1 : 1;
  return *(const guint *)a < *(const guint *)b ? -1 : 1;
}

static int
compare_y (gconstpointer a, gconstpointer b, gpointer cards)
{
  const Card *left = (const Card *)cards + *(const guint *)a;
  const Card *right = (const Card *)cards + *(const guint *)b;

  if (left->y != right->y)
    return left->y < right->y ? -1 : 1;
  return *(const guint *)a < *(const guint *)b ? -1 : 1;
}

/* The y of cards follows from those above them. */
static void
stack (Table *table, guint column, guint from)
{
  Column *own = &table->columns[column];
  double y = 0;

  if (from > 0)
    {
      const Card *above = &table->cards[get_slot (own, from - 1)];

      y = above->y + above->height;
    }
  for (guint slot = from; slot < own->slots->len; slot++)
    {
      Card *card = &table->cards[get_slot (own, slot)];

      card->column = column;
      card->slot = slot;
      card->y = y;
      y += card->height;
    }
  own->height = (int)y;
}

static void
add_columns (Table *table, guint n_columns)
{
  table->n_columns = n_columns;
  table->columns = g_new0 (Column, n_columns + 1);
  for (guint i = 0; i <= n_columns; i++)
    {
      table->columns[i].slots = g_array_new (FALSE, FALSE, sizeof (guint));
      table->columns[i].lines = g_array_new (FALSE, FALSE, sizeof (guint));
    }
}

/* Fills columns from left to right, each as high as the others. */
static void
fill_columns (Table *table, const guint *order, guint n_columns, double total)
{
  double height = 0;

  add_columns (table, n_columns);
  for (guint i = 0; i < table->n_cards; i++)
    {
      int own = table->cards[order[i]].height;
      guint column = (guint)((height + own / 2.0) * n_columns / total);

      g_array_append_val (table->columns[MIN (column, n_columns - 1)].slots, order[i]);
      height += own;
    }
  for (guint i = 0; i < n_columns; i++)
    {
      g_array_sort_with_data (table->columns[i].slots, compare_y, table->cards);
      stack (table, i, 0);
      table->max_height = MAX (table->max_height, table->columns[i].height);
    }
  table->max_height = (int)MAX (table->max_height, UNEVEN * total / n_columns);
}

static double
get_width (const Table *table, int column_gap)
{
  double width = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      int widest = 0;

      for (guint slot = 0; slot < table->columns[i].slots->len; slot++)
        widest = MAX (widest, table->cards[get_slot (&table->columns[i], slot)].width);
      width += widest + column_gap;
    }
  return width;
}

static double
get_height (const Table *table)
{
  int height = 0;

  for (guint i = 0; i < table->n_columns; i++)
    height = MAX (height, table->columns[i].height);
  return height;
}

/* Columns of equal heights, in the order that the engine found from left to right and from top to
 * bottom. */
static void
make_columns (Table *table, int column_gap)
{
  g_autofree guint *order = g_new (guint, table->n_cards);
  double total = 0, widths = 0;
  guint n_columns;

  for (guint i = 0; i < table->n_cards; i++)
    {
      order[i] = i;
      total += table->cards[i].height;
      widths += table->cards[i].width;
    }
  n_columns = (guint)round (sqrt (PAGE_RATIO * total / (widths / table->n_cards + column_gap)));
  n_columns = CLAMP (n_columns, 1, table->n_cards);
  g_qsort_with_data (order, (int)table->n_cards, sizeof *order, compare_x, table->cards);
  fill_columns (table, order, n_columns, total);
  /* A column is as wide as its widest box: groups among single boxes make it wider than thought. */
  while (n_columns > 1 && get_width (table, column_gap) > MAX_PAGE_RATIO * get_height (table))
    {
      clear_columns (table);
      fill_columns (table, order, --n_columns, total);
    }
}

/* Columns as the engine made them: boxes that stand above each other. */
static void
keep_columns (Table *table)
{
  g_autofree guint *order = g_new (guint, table->n_cards);
  g_autofree guint *columns = g_new (guint, table->n_cards);
  double right = -G_MAXDOUBLE;
  guint n_columns = 0;

  for (guint i = 0; i < table->n_cards; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)table->n_cards, sizeof *order, compare_x, table->cards);
  for (guint i = 0; i < table->n_cards; i++)
    {
      const Card *card = &table->cards[order[i]];

      n_columns += card->x >= right;
      right = card->x >= right ? card->x + card->width : MAX (right, card->x + card->width);
      columns[i] = n_columns - 1;
    }
  add_columns (table, n_columns);
  for (guint i = 0; i < table->n_cards; i++)
    g_array_append_val (table->columns[columns[i]].slots, order[i]);
  for (guint i = 0; i < table->n_columns; i++)
    {
      g_array_sort_with_data (table->columns[i].slots, compare_y, table->cards);
      stack (table, i, 0);
      table->max_height = MAX (table->max_height, table->columns[i].height);
    }
}

static double
get_cost (const Card *card, const Card *other, const Link *link)
{
  double height = fabs (card->y + link->offset - other->y - link->to_offset);
  guint columns =
      card->column > other->column ? card->column - other->column : other->column - card->column;

  return height + (columns == 0 ? SAME_COLUMN : (columns - 1) * PAST_COLUMN);
}

/* Adds up the cost of the lines of all cards from a slot of a column on, each line once. */
static double
add_costs (Table *table, guint column, guint from)
{
  const Column *own = &table->columns[column];
  double cost = 0;

  table->work += own->slots->len - from;
  for (guint slot = from; slot < own->slots->len; slot++)
    {
      Card *card = &table->cards[get_slot (own, slot)];

      card->stamp = table->stamp;
      for (guint i = 0; i < card->n_links; i++)
        {
          const Link *link = &table->links[card->first_link + i];
          const Card *other = &table->cards[link->other];

          if (other->stamp != table->stamp)
            cost += get_cost (card, other, link);
        }
    }
  return cost;
}

/* The gaps that a line is in: gap n is at the left of column n. In its own column it turns back at
 * the left, where all cards of a column begin, as the router does. */
static void
get_gaps (const Table *table, guint line, guint *first, guint *last)
{
  guint from = table->cards[table->lines[line].from].column;
  guint to = table->cards[table->lines[line].to].column;

  *first = from == to ? from : MIN (from, to) + 1;
  *last = MAX (from, to);
}

static Wire
get_wire (const Table *table, guint line, guint gap)
{
  const SquillLayoutEdge *edge = &table->lines[line];
  const Card *from = &table->cards[edge->from], *to = &table->cards[edge->to];
  double from_y = from->y + edge->from_offset, to_y = to->y + edge->to_offset;
  Wire wire = { .turns = from->column == to->column };

  if (from->column > to->column)
    {
      const Card *left = to;
      double left_y = to_y;

      to = from;
      to_y = from_y;
      from = left;
      from_y = left_y;
    }
  if (wire.turns)
    {
      wire.from = MIN (from_y, to_y);
      wire.to = MAX (from_y, to_y);
    }
  else
    {
      wire.from = from_y;
      wire.to = gap == to->column ? to_y : from_y;
    }
  return wire;
}

/* Whether two lines must cross in a gap. */
static gboolean
must_cross (const Wire *a, const Wire *b)
{
  /* One within the other need not. */
  if (a->turns && b->turns)
    return (a->from < b->from && b->from < a->to && a->to < b->to) ||
           (b->from < a->from && a->from < b->to && b->to < a->to);
  if (a->turns || b->turns)
    {
      const Wire *turning = a->turns ? a : b, *other = a->turns ? b : a;

      return other->to > turning->from && other->to < turning->to;
    }
  return (a->from < b->from && a->to > b->to) || (a->from > b->from && a->to < b->to);
}

/* How many times the lines of a card cross others. */
static int
count_crossings (Table *table, const Card *card)
{
  int count = 0;

  table->stamp++;
  for (guint i = 0; i < card->n_links; i++)
    {
      guint line = table->links[card->first_link + i].line, first, last;

      table->line_stamps[line] = table->stamp;
      get_gaps (table, line, &first, &last);
      for (guint gap = first; gap <= last; gap++)
        {
          GArray *lines = table->columns[gap].lines;
          Wire own = get_wire (table, line, gap);

          table->work += lines->len;
          for (guint j = 0; j < lines->len; j++)
            {
              guint other = g_array_index (lines, guint, j);
              Wire wire;

              if (table->line_stamps[other] == table->stamp)
                continue;
              wire = get_wire (table, other, gap);
              count += must_cross (&own, &wire);
            }
        }
    }
  return count;
}

static void
set_gaps (Table *table, const Card *card, gboolean add)
{
  for (guint i = 0; i < card->n_links; i++)
    {
      guint line = table->links[card->first_link + i].line, first, last;

      get_gaps (table, line, &first, &last);
      for (guint gap = first; gap <= last; gap++)
        {
          GArray *lines = table->columns[gap].lines;

          if (add)
            {
              g_array_append_val (lines, line);
              continue;
            }
          for (guint j = 0; j < lines->len; j++)
            if (g_array_index (lines, guint, j) == line)
              {
                g_array_remove_index_fast (lines, j);
                break;
              }
        }
    }
}

static void
move (Table *table, guint card, guint column, guint slot)
{
  guint from_column = table->cards[card].column, from_slot = table->cards[card].slot;

  if (from_column != column)
    set_gaps (table, &table->cards[card], FALSE);
  g_array_remove_index (table->columns[from_column].slots, from_slot);
  g_array_insert_val (table->columns[column].slots, slot, card);
  if (from_column == column)
    stack (table, column, MIN (from_slot, slot));
  else
    {
      stack (table, from_column, from_slot);
      stack (table, column, slot);
      set_gaps (table, &table->cards[card], TRUE);
    }
}

/* Tries a card at another place, and takes it back if that is worse by more than chance allows. */
static void
try_move (Table *table, guint card, guint column, guint slot, double allowance)
{
  guint from_column = table->cards[card].column, from_slot = table->cards[card].slot;
  guint first = from_column == column ? MIN (from_slot, slot) : from_slot;
  double before, after;

  if (from_column != column &&
      table->columns[column].height + table->cards[card].height > table->max_height)
    return;
  before = CROSSING * count_crossings (table, &table->cards[card]);
  table->stamp++;
  before += add_costs (table, from_column, first);
  if (from_column != column)
    before += add_costs (table, column, slot);
  move (table, card, column, slot);
  after = CROSSING * count_crossings (table, &table->cards[card]);
  table->stamp++;
  after += add_costs (table, from_column, first);
  if (from_column != column)
    after += add_costs (table, column, slot);
  if (after > before + allowance)
    move (table, card, from_column, from_slot);
}

static guint
find_slot (const Table *table, guint column, double y)
{
  const Column *own = &table->columns[column];
  guint low = 0, high = own->slots->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      const Card *card = &table->cards[get_slot (own, middle)];

      if (card->y + card->height / 2.0 < y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
set_lines (Table *table)
{
  for (guint i = 0; i < table->n_lines; i++)
    {
      guint first, last;

      get_gaps (table, i, &first, &last);
      for (guint gap = first; gap <= last; gap++)
        g_array_append_val (table->columns[gap].lines, i);
    }
}

/* Simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) with moves to places near the other
 * ends of a card's lines. Always the same for the same graph. */
static void
improve (Table *table, GCancellable *cancellable)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint n_tries = table->n_cards * TRIES;

  set_lines (table);
  for (guint i = 0;
       i < n_tries && table->work < MAX_WORK && !g_cancellable_is_cancelled (cancellable); i++)
    {
      /* How much of it is over. */
      double over = MAX ((double)i / n_tries, (double)table->work / MAX_WORK);
      guint card = (guint)g_rand_int_range (random, 0, (gint32)table->n_cards);
      const Card *own = &table->cards[card];
      const Link *link;
      const Card *other;
      int column;
      guint slot, n_slots;
      double heat = FIRST_HEAT * pow (LAST_HEAT / FIRST_HEAT, over);

      if (own->n_links == 0)
        continue;
      link =
          &table
               ->links[own->first_link + (guint)g_rand_int_range (random, 0, (gint32)own->n_links)];
      other = &table->cards[link->other];
      column = (int)other->column + g_rand_int_range (random, 0, 3) - 1;
      if (column < 0 || column >= (int)table->n_columns)
        continue;
      slot = find_slot (table, (guint)column,
                        other->y + link->to_offset - link->offset + own->height / 2.0);
      slot = (guint)MAX (0, (int)slot + g_rand_int_range (random, 0, 3) - 1);
      n_slots = table->columns[column].slots->len - ((guint)column == own->column ? 1 : 0);
      slot = MIN (slot, n_slots);
      if ((guint)column == own->column && slot == own->slot)
        continue;
      try_move (table, card, (guint)column, slot, -heat * log (1 - g_rand_double (random)));
    }
}

static int
compare_wishes (gconstpointer a, gconstpointer b)
{
  const Wish *left = a, *right = b;

  return left->at < right->at ? -1 : left->at > right->at;
}

static double
find_median (const Wish *wishes, guint n_wishes)
{
  g_autofree Wish *sorted = g_memdup2 (wishes, n_wishes * sizeof *wishes);
  double total = 0, sum = 0;

  qsort (sorted, n_wishes, sizeof *sorted, compare_wishes);
  for (guint i = 0; i < n_wishes; i++)
    total += sorted[i].weight;
  for (guint i = 0; i < n_wishes; i++)
    {
      sum += sorted[i].weight;
      if (sum >= total / 2)
        return sorted[i].at;
    }
  return 0;
}

/* Sets the cards of a column where most of their lines run straight, in their order: isotonic
 * regression with medians (pool adjacent violators). */
static void
align_column (Table *table, guint column)
{
  const Column *own = &table->columns[column];
  g_autoptr (GArray) wishes = g_array_new (FALSE, FALSE, sizeof (Wish));
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  double above = 0;
  guint slot = 0;

  for (guint i = 0; i < own->slots->len; i++)
    {
      const Card *card = &table->cards[get_slot (own, i)];
      Block block = { wishes->len, 0, 1, 0 };
      Wish stay = { card->y - above, 0.1 };

      for (guint j = 0; j < card->n_links; j++)
        {
          const Link *link = &table->links[card->first_link + j];
          const Card *other = &table->cards[link->other];
          guint distance = card->column > other->column ? card->column - other->column
                                                        : other->column - card->column;
          Wish wish = { other->y + link->to_offset - link->offset - above,
                        distance == 1 ? 4.0 : 1.0 };

          if (distance > 0)
            g_array_append_val (wishes, wish);
        }
      if (wishes->len == block.first)
        g_array_append_val (wishes, stay);
      above += card->height;
      block.n_wishes = wishes->len - block.first;
      block.at = find_median (&g_array_index (wishes, Wish, block.first), block.n_wishes);
      g_array_append_val (blocks, block);
      while (blocks->len > 1)
        {
          Block *last = &g_array_index (blocks, Block, blocks->len - 1), *before = last - 1;

          if (before->at <= last->at)
            break;
          before->n_wishes += last->n_wishes;
          before->n_cards += last->n_cards;
          before->at = find_median (&g_array_index (wishes, Wish, before->first), before->n_wishes);
          g_array_set_size (blocks, blocks->len - 1);
        }
    }
  above = 0;
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = &g_array_index (blocks, Block, i);
      double at = ceil (block->at / SQUILL_LAYOUT_GRID - 0.5) * SQUILL_LAYOUT_GRID;

      for (guint j = 0; j < block->n_cards; j++)
        {
          Card *card = &table->cards[get_slot (own, slot++)];

          card->y = at + above;
          above += card->height;
        }
    }
}

static void
align (Table *table)
{
  for (guint sweep = 0; sweep < SWEEPS; sweep++)
    for (guint i = 0; i < table->n_columns; i++)
      align_column (table, sweep % 2 == 0 ? i : table->n_columns - 1 - i);
}

static void
set_cards (Table *table,
           const SquillLayoutBox *boxes,
           guint n_boxes,
           const SquillLayoutEdge *edges,
           guint n_edges,
           int gap)
{
  table->cards = g_new0 (Card, n_boxes);
  table->n_cards = n_boxes;
  for (guint i = 0; i < n_boxes; i++)
    {
      Card *card = &table->cards[i];

      card->width = boxes[i].width;
      card->height = to_steps (boxes[i].height + gap);
      card->x = boxes[i].x;
      card->y = boxes[i].y;
    }
  set_links (table, edges, n_edges);
}

/* Lines that turn in a gap need room beside each other there. */
static int
widen_gap (const Table *table, guint column, int gap)
{
  int n_turning = 0;

  for (guint i = 0; i < table->n_lines; i++)
    n_turning += (int)MAX (table->cards[table->lines[i].from].column,
                           table->cards[table->lines[i].to].column) == (int)column;
  return gap + MAX (0, n_turning - USUAL_TURNS) * TURN;
}

/* Gives where the boxes are in @placed. */
static void
place (const Table *table, int column_gap, SquillLayoutBox *placed)
{
  int x = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      const Column *column = &table->columns[i];
      int width = 0;

      for (guint slot = 0; slot < column->slots->len; slot++)
        {
          guint card = get_slot (column, slot);

          placed[card].x = x;
          placed[card].y = (int)table->cards[card].y;
          width = MAX (width, table->cards[card].width);
        }
      x += to_steps (width + widen_gap (table, i + 1, column_gap));
    }
}

static gboolean
has_proportions (const SquillLayoutBox *boxes, guint n_boxes)
{
  SquillLayoutBox bounds = squill_layout_bounds (boxes, n_boxes);

  return (n_boxes <= FEW && bounds.width <= WIDE) ||
         (bounds.width <= MAX_RATIO * bounds.height && bounds.height <= MAX_RATIO * bounds.width);
}

/* Sets boxes of one part into columns: those of the engine, if it made columns and they fit a
 * window, otherwise others of equal heights. @boxes: where an engine
 * set them, and where they are set; @in_columns: the engine made columns; @cancellable: (nullable):
 * to be done soon, in columns that are not good. */
void
squill_layout_columns (SquillLayoutBox *boxes,
                       guint n_boxes,
                       const SquillLayoutEdge *edges,
                       guint n_edges,
                       gboolean in_columns,
                       int gap,
                       int column_gap,
                       GCancellable *cancellable)
{
  g_autofree SquillLayoutBox *placed = NULL;

  g_return_if_fail (boxes != NULL && n_boxes > 0);

  placed = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  if (in_columns)
    {
      g_auto (Table) table = { 0 };

      set_cards (&table, boxes, n_boxes, edges, n_edges, gap);
      keep_columns (&table);
      for (guint i = 0; i < n_boxes; i++)
        table.cards[i].y = round ((double)boxes[i].y / SQUILL_LAYOUT_GRID) * SQUILL_LAYOUT_GRID;
      align (&table);
      place (&table, column_gap, placed);
    }
  if (!in_columns || !has_proportions (placed, n_boxes))
    {
      g_auto (Table) table = { 0 };

      set_cards (&table, boxes, n_boxes, edges, n_edges, gap);
      for (guint i = 0; i < n_boxes; i++)
        {
          table.cards[i].x += boxes[i].width / 2.0;
          table.cards[i].y += boxes[i].height / 2.0;
        }
      make_columns (&table, column_gap);
      improve (&table, cancellable);
      align (&table);
      place (&table, column_gap, placed);
    }
  memcpy (boxes, placed, n_boxes * sizeof *boxes);
}
