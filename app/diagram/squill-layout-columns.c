/* SPDX-License-Identifier: Apache-2.0 */

/* Sets the boxes of one part of a graph into columns that fill a window's proportions, so that
 * lines are short, cross little, and run straight where they can. Lines leave boxes at their left
 * and right sides, at the height of a row: that is what the engines of Graphviz do not know. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-anneal.h"
#include "diagram/squill-layout-judge.h"
#include "diagram/squill-layout-layers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Width to height. */
#define PAGE_RATIO 1.5
#define MAX_PAGE_RATIO 1.8
/* Columns that an engine made are not kept beyond this, unless they are a row of a few small boxes:
 * that is what one expects. */
#define MAX_RATIO 2.0
#define MAX_ROW 4
#define WIDE 3500
/* With no more boxes than this the engine finds what is best. */
#define FEW 8
/* The usual gap has room for this many turning lines; for each one more it gets wider, in pixels:
 * about every third of them needs a channel of its own. */
#define USUAL_TURNS 20
#define TURN 4
/* Between columns of equal heights more lines turn than between those of an engine. */
#define MORE_TURNS 20
/* What has turned out to be a strip is tried with up to this many columns more, and less. */
#define MAX_MORE 2
/* How many times each box is tried elsewhere, if that takes no more than this many looks at pairs
 * of lines for each box of the whole diagram, or, for one that is large, for all of it. A hundred
 * million take about half a second. */
#define TRIES 4000
#define BOX_WORK 1e6
#define LARGE_WORK 100e6
#define LARGE_BOX_WORK 80e3
#define MAX_WORK 600e6
/* How much more than a new arrangement one that is there may cost, and how much wider it may be, to
 * be kept; and what it weighs
 * that a card stays where it is, beside 4 for a straight line to the next column. */
#define KEEP 1.7
/* An arrangement whose lines cross less may have longer ones: up to this many more crossings, or
 * this many by the number of lines, are accepted when something new comes; otherwise somebody wants
 * it to be better. */
#define KEEP_CROSSINGS 4.0
#define KEEP_SHARE 0.3
#define KEEP_BETTER 0.4
#define STAY 3.0
#define STAY_STILL 1000.0
/* Cards do not move for the lines to look better by no more than this, in crossings, or this for
 * each line. */
#define KEEP_STILL 2.0
#define KEEP_STILL_SHARE 0.05
/* What it costs that others are pushed away by a pixel, beside 1 for a line that is longer by one.
 */
#define PUSH 10.0
/* How much wider than usual a gap between columns may stay, in pixels. */
#define MAX_SLACK 320
/* Parts of up to this many boxes and lines are judged by how their lines are drawn. */
#define MAX_JUDGED 500
#define MAX_JUDGED_LINES 1000
/* How many arrangements in columns of equal heights are tried, and of how many boxes at most. With
 * no more boxes than that, it is better to begin anew than to look longer. */
#define SEEDS 4
#define TREE_SEEDS 2
#define MAX_QUICK 150
#define MAX_SEEDED 400
/* How many in layers are tried, by the number of boxes. Where lines cross this many times
 * as often as in the best, it is not drawn. */
#define STARTS 1200
#define MIN_STARTS 2
#define MAX_STARTS 40
#define TREE_STARTS 900
#define MIN_TREE_STARTS 8
#define FAR_MORE 2
/* Of a star of more boxes no layers are made: that takes too long. */
#define MAX_STAR 1500
/* What it may take to draw all that is tried for a diagram, if drawing one arrangement of a part
 * takes the number of its lines to the power of 1.5. The parts share it by their boxes. It is a
 * count, so that the same graph is arranged alike on each machine: a thousand boxes take about a
 * second. */
#define MAX_DRAWN 60000.0
/* One arrangement in columns of equal heights takes as long as this many in layers. */
#define SEED_TRIALS 3

/* Fills columns from left to right, each as high as the others. */
static void
fill_columns (SquillLayoutTable *table, const guint *order, guint n_columns, double total)
{
  double height = 0;

  squill_layout_table_add_columns (table, n_columns);
  for (guint i = 0; i < table->n_cards; i++)
    {
      int own = table->cards[order[i]].height;
      guint column = (guint)((height + own / 2.0) * n_columns / total);

      g_array_append_val (table->columns[MIN (column, n_columns - 1)].slots, order[i]);
      height += own;
    }
  for (guint i = 0; i < n_columns; i++)
    {
      g_array_sort_with_data (table->columns[i].slots, squill_layout_table_compare_y, table->cards);
      squill_layout_table_stack (table, i, 0);
    }
}

static double
get_width (const SquillLayoutTable *table, int column_gap)
{
  double width = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      int widest = 0;

      for (guint slot = 0; slot < table->columns[i].slots->len; slot++)
        widest = MAX (widest,
                      table->cards[squill_layout_table_get_slot (&table->columns[i], slot)].width);
      width += widest + column_gap;
    }
  return width;
}

static double
get_height (const SquillLayoutTable *table)
{
  int height = 0;

  for (guint i = 0; i < table->n_columns; i++)
    height = MAX (height, table->columns[i].height);
  return height;
}

/* Columns of equal heights, in the order that the engine found from left to right and from top to
 * bottom. @more: how many more columns than seem right */
static void
make_columns (SquillLayoutTable *table, int column_gap, int more)
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
  n_columns = (guint)round (
      sqrt (PAGE_RATIO * SQUILL_ANNEAL_ROOM * total / (widths / table->n_cards + column_gap)));
  n_columns = CLAMP (n_columns, 1, table->n_cards);
  g_qsort_with_data (order, (int)table->n_cards, sizeof *order, squill_layout_table_compare_x,
                     table->cards);
  n_columns = (guint)CLAMP ((int)n_columns + more, 1, (int)table->n_cards);
  fill_columns (table, order, n_columns, total);
  /* A column is as wide as its widest box: groups among single boxes make it wider than thought. */
  while (n_columns > 1 && more <= 0 &&
         get_width (table, column_gap) > MAX_PAGE_RATIO * SQUILL_ANNEAL_ROOM * get_height (table))
    {
      squill_layout_table_clear_columns (table);
      fill_columns (table, order, --n_columns, total);
    }
}

/* Lines that turn in a gap need room beside each other there. */
static int
widen_gap (const SquillLayoutTable *table, guint column, int gap)
{
  int n_turning = 0;

  for (guint i = 0; i < table->n_lines; i++)
    n_turning += (int)MAX (table->cards[table->lines[i].from].column,
                           table->cards[table->lines[i].to].column) == (int)column;
  return gap + MAX (0, n_turning - USUAL_TURNS) * TURN;
}

/* Gives where the boxes are in @placed. */
static void
place (const SquillLayoutTable *table, int column_gap, SquillLayoutBox *placed)
{
  int x = 0;

  for (guint i = 0; i < table->n_columns; i++)
    {
      const SquillTableColumn *column = &table->columns[i];
      int width = 0;

      for (guint slot = 0; slot < column->slots->len; slot++)
        {
          guint card = squill_layout_table_get_slot (column, slot);

          placed[card].x = x;
          placed[card].y = (int)table->cards[card].y;
          width = MAX (width, table->cards[card].width);
        }
      x += squill_layout_table_to_steps (width + widen_gap (table, i + 1, column_gap));
    }
}

static gboolean
has_proportions (const SquillLayoutBox *boxes, guint n_boxes, double max_ratio)
{
  SquillLayoutBox bounds = _squill_layout_bounds (boxes, n_boxes);

  return (n_boxes <= MAX_ROW && bounds.width <= WIDE) ||
         _squill_layout_get_ratio (bounds.width, bounds.height) <= max_ratio;
}

/* How many arrangements of a part may be drawn to find the best one. @n_all: how many boxes the
 * whole diagram has */
static guint
count_trials (guint n_boxes, guint n_edges, guint n_all)
{
  if (n_boxes > MAX_JUDGED || n_edges > MAX_JUDGED_LINES)
    return 0;
  return (guint)(MAX_DRAWN * n_boxes / n_all / pow (MAX (n_edges, 1), 1.5));
}

/* How the lines of an arrangement look. */
static SquillLayoutVerdict
judge (const SquillLayoutBox *boxes,
       guint n_boxes,
       const SquillLayoutEdge *edges,
       guint n_edges,
       GCancellable *cancellable)
{
  g_autoptr (SquillLayoutJudge) self = squill_layout_judge_new (n_boxes, edges, n_edges);

  return squill_layout_judge_look (self, boxes, cancellable);
}

/* The columns that the engine made. Gives whether they fit a window. */
static gboolean
set_given_columns (const SquillLayoutBox *boxes,
                   guint n_boxes,
                   const SquillLayoutEdge *edges,
                   guint n_edges,
                   SquillLayoutBox *placed)
{
  g_auto (SquillLayoutTable) table = { 0 };

  squill_layout_table_set_cards (&table, boxes, n_boxes, edges, n_edges, SQUILL_LAYOUT_GAP);
  squill_layout_table_keep_columns (&table, NULL);
  for (guint i = 0; i < n_boxes; i++)
    table.cards[i].y = round ((double)boxes[i].y / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP;
  squill_layout_table_align (&table);
  place (&table, SQUILL_LAYOUT_RANK_GAP, placed);
  return has_proportions (placed, n_boxes, MAX_RATIO);
}

/* A part that is set into columns, and the best of the ways that were tried. */
typedef struct
{
  const SquillLayoutBox *given;
  guint n_boxes;
  const SquillLayoutEdge *edges;
  guint n_edges;
  guint n_all;    /* how many boxes the whole diagram has */
  guint n_trials; /* how many ways may be drawn */
  GCancellable *cancellable;
  SquillLayoutBox *placed; /* what is tried */
  SquillLayoutBox *best;
  double best_score;
  gboolean fits;     /* the best is no strip */
  gboolean no_strip; /* nor is it a row of a few boxes */
  double best_ratio; /* of its longer side to the other, if all is a strip */
  guint n_crossings; /* in the best */
} Trial;

/* Whether what is tried is no strip. @verdict: (nullable): how it looks with its lines */
static gboolean
check_proportions (const Trial *trial, const SquillLayoutVerdict *verdict, double *ratio)
{
  SquillLayoutBox bounds = _squill_layout_bounds (trial->placed, trial->n_boxes);

  *ratio = verdict != NULL
               ? _squill_layout_get_ratio (verdict->bounds.width, verdict->bounds.height)
               : _squill_layout_get_ratio (bounds.width, bounds.height);
  return trial->no_strip ? *ratio <= SQUILL_LAYOUT_STRICT_RATIO
                         : has_proportions (trial->placed, trial->n_boxes, MAX_RATIO);
}

static void
take_if_better (Trial *trial, gboolean even)
{
  SquillLayoutVerdict verdict = { 0 };
  gboolean judged = trial->n_trials > 0, fits, better;
  double ratio;

  if (judged)
    verdict =
        judge (trial->placed, trial->n_boxes, trial->edges, trial->n_edges, trial->cancellable);
  fits = check_proportions (trial, judged ? &verdict : NULL, &ratio);
  if (fits != trial->fits)
    better = fits;
  else if (!fits && trial->no_strip)
    better = ratio < trial->best_ratio;
  else
    better = verdict.score < trial->best_score;
  /* Strips are taken only from columns of equal heights, which are as good as can be had, and while
   * there is nothing else. */
  if (!better || (!fits && !even))
    return;
  trial->fits = fits;
  trial->best_score = verdict.score;
  trial->best_ratio = ratio;
  trial->n_crossings = verdict.n_crossings;
  memcpy (trial->best, trial->placed, trial->n_boxes * sizeof *trial->best);
}

static gboolean
is_tree (const Trial *trial)
{
  return trial->n_edges + 1 == trial->n_boxes;
}

static gboolean
is_without_crossing (const Trial *trial)
{
  return is_tree (trial) && trial->best_score < G_MAXDOUBLE && trial->n_crossings == 0;
}

/* Layers that begin in several ways. */
static void
try_layers (Trial *trial)
{
  guint n_starts = is_tree (trial)
                       ? CLAMP (TREE_STARTS / trial->n_boxes, MIN_TREE_STARTS, MAX_STARTS)
                       : CLAMP (STARTS / trial->n_boxes, MIN_STARTS, MAX_STARTS);
  guint64 least = G_MAXUINT32;

  for (guint start = 0;
       start < MIN (n_starts, trial->n_trials) && !g_cancellable_is_cancelled (trial->cancellable);
       start++)
    {
      g_auto (SquillLayoutTable) table = { 0 };
      guint64 count;

      squill_layout_table_set_cards (&table, trial->given, trial->n_boxes, trial->edges,
                                     trial->n_edges, SQUILL_LAYOUT_GAP);
      count = squill_layout_layers (&table, start, SQUILL_LAYOUT_RANK_GAP, trial->cancellable,
                                    trial->placed);
      if (count > FAR_MORE * least + FEW)
        continue;
      least = MIN (least, count);
      take_if_better (trial, FALSE);
      if (trial->n_boxes > MAX_QUICK && is_without_crossing (trial))
        return;
    }
}

/* Whether one box has most of the lines. */
static gboolean
is_star (const Trial *trial)
{
  g_autofree guint *n_lines = g_new0 (guint, trial->n_boxes);
  guint most = 0;

  for (guint i = 0; i < trial->n_edges; i++)
    {
      most = MAX (most, ++n_lines[trial->edges[i].from]);
      most = MAX (most, ++n_lines[trial->edges[i].to]);
    }
  return is_tree (trial) && 2 * most > trial->n_edges;
}

/* Layers around the middle of a star that is too large for its lines to be drawn: most of them run
 * straight through all layers, where columns of equal heights have no place for them. Gives whether
 * that is no strip, which is the best then. */
static gboolean
set_star_layers (Trial *trial)
{
  g_auto (SquillLayoutTable) table = { 0 };

  squill_layout_table_set_cards (&table, trial->given, trial->n_boxes, trial->edges, trial->n_edges,
                                 SQUILL_LAYOUT_GAP);
  squill_layout_layers (&table, SQUILL_LAYERS_FROM_CENTER, SQUILL_LAYOUT_RANK_GAP,
                        trial->cancellable, trial->placed);
  if (!has_proportions (trial->placed, trial->n_boxes, MAX_RATIO))
    return FALSE;
  memcpy (trial->best, trial->placed, trial->n_boxes * sizeof *trial->best);
  return TRUE;
}

/* Columns of equal heights. @table: empty; @more: how many more of them than seem right */
static void
set_even_columns (
    SquillLayoutTable *table, const Trial *trial, int more, guint seed, double work, int column_gap)
{
  squill_layout_table_set_cards (table, trial->given, trial->n_boxes, trial->edges, trial->n_edges,
                                 SQUILL_LAYOUT_GAP);
  for (guint i = 0; i < trial->n_boxes; i++)
    {
      table->cards[i].x += trial->given[i].width / 2.0;
      table->cards[i].y += trial->given[i].height / 2.0;
    }
  make_columns (table, column_gap, more);
  squill_layout_anneal (table, seed, trial->n_boxes * TRIES, (guint64)work, trial->cancellable);
}

/* Columns of equal heights, and the same once their lines are straightened. @more: how many more of
 * them than seem right */
static void
try_even_columns (Trial *trial, int more)
{
  guint n_seeds = trial->n_boxes <= MAX_SEEDED ? CLAMP (trial->n_trials / SEED_TRIALS, 1,
                                                        is_tree (trial) ? TREE_SEEDS : SEEDS)
                                               : 1;
  int column_gap = SQUILL_LAYOUT_RANK_GAP + MORE_TURNS;
  double large_work = CLAMP (LARGE_BOX_WORK * trial->n_all, LARGE_WORK, MAX_WORK);
  double work = trial->n_boxes * MIN (BOX_WORK, large_work / trial->n_all);

  for (guint seed = 1;
       seed == 1 || (seed <= n_seeds && !g_cancellable_is_cancelled (trial->cancellable)); seed++)
    {
      g_auto (SquillLayoutTable) table = { 0 };

      set_even_columns (&table, trial, more, seed, work / n_seeds, column_gap);
      if (trial->n_trials > 0)
        {
          place (&table, column_gap, trial->placed);
          take_if_better (trial, TRUE);
          squill_layout_straighten_columns (&table, column_gap, trial->cancellable, trial->placed);
          take_if_better (trial, FALSE);
        }
      squill_layout_table_align (&table);
      place (&table, column_gap, trial->placed);
      take_if_better (trial, TRUE);
    }
}

/* Sets boxes of one part into columns: those of the engine, if it made columns and they fit a
 * window, layers, or others of equal heights: whichever is best once its lines are drawn. @boxes:
 * where an engine set them, and where they are set; @in_columns: the engine made columns;
 * @no_strip: rather no row of a few boxes, either; @n_all: how many boxes the whole diagram has;
 * @cancellable: (nullable): to be done soon, in columns that are not good. */
void
_squill_layout_columns (SquillLayoutBox *boxes,
                        guint n_boxes,
                        const SquillLayoutEdge *edges,
                        guint n_edges,
                        gboolean in_columns,
                        gboolean no_strip,
                        guint n_all,
                        GCancellable *cancellable)
{
  g_autofree SquillLayoutBox *best = NULL;
  g_autofree SquillLayoutBox *placed = NULL;
  Trial trial = { .given = boxes,
                  .n_boxes = n_boxes,
                  .edges = edges,
                  .n_edges = n_edges,
                  .n_all = n_all,
                  .n_trials = count_trials (n_boxes, n_edges, n_all),
                  .no_strip = no_strip,
                  .cancellable = cancellable,
                  .best_score = G_MAXDOUBLE,
                  .best_ratio = G_MAXDOUBLE };

  g_return_if_fail (boxes != NULL && n_boxes > 0);

  if (no_strip && n_boxes <= SQUILL_LAYOUT_MAX_FEW &&
      _squill_layout_few (boxes, n_boxes, edges, n_edges, cancellable))
    return;
  trial.best = best = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  trial.placed = placed = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  if (in_columns)
    {
      gboolean fits = set_given_columns (boxes, n_boxes, edges, n_edges, placed);

      if (fits && n_boxes <= FEW && !no_strip)
        {
          memcpy (boxes, placed, n_boxes * sizeof *boxes);
          return;
        }
      take_if_better (&trial, FALSE);
    }
  if (trial.n_trials > 0)
    try_layers (&trial);
  else if (n_boxes <= MAX_STAR && is_star (&trial) && set_star_layers (&trial))
    {
      memcpy (boxes, best, n_boxes * sizeof *boxes);
      return;
    }
  /* In the layers of a tree no lines cross, and nothing is better than that. */
  if (!is_without_crossing (&trial))
    try_even_columns (&trial, 0);
  for (int i = 0; no_strip && !trial.fits && i < MAX_MORE; i++)
    {
      try_even_columns (&trial, -1 - i);
      try_even_columns (&trial, 1 + i);
    }
  memcpy (boxes, best, n_boxes * sizeof *boxes);
}

/* Sets where the cards of a column stand in it; their heights stay. */
static void
number_column (SquillLayoutTable *table, guint column)
{
  for (guint slot = 0; slot < table->columns[column].slots->len; slot++)
    {
      SquillTableCard *card =
          &table->cards[squill_layout_table_get_slot (&table->columns[column], slot)];

      card->column = column;
      card->slot = slot;
    }
}

/* How far others must move for a card to stand in a column at its height. */
static double
get_push (const SquillLayoutTable *table, const SquillTableCard *card)
{
  const SquillTableColumn *column = &table->columns[card->column];
  guint slot = squill_layout_table_find_slot (table, card->column, card->y + card->height / 2.0);
  double push = 0;

  if (slot > 0)
    {
      const SquillTableCard *above = &table->cards[squill_layout_table_get_slot (column, slot - 1)];

      push += MAX (0, above->y + above->height - card->y);
    }
  if (slot < column->slots->len)
    push += MAX (0, card->y + card->height -
                        table->cards[squill_layout_table_get_slot (column, slot)].y);
  return push;
}

/* What it costs to set a new card into a column at a height. */
static double
get_insertion_cost (
    SquillLayoutTable *table, SquillTableCard *card, guint column, double y, const gboolean *there)
{
  double cost;

  card->column = column;
  card->y = y;
  /* A new column makes the diagram wider. */
  cost = table->columns[column].slots->len == 0 ? SQUILL_TABLE_PAST_COLUMN
                                                : PUSH * get_push (table, card);
  for (guint i = 0; i < card->n_links; i++)
    {
      const SquillTableLink *link = &table->links[card->first_link + i];

      if (there[link->other])
        cost += squill_layout_table_get_cost (card, &table->cards[link->other], link);
    }
  return cost;
}

/* Sets a new card into the column beside one that it is joined to, where its lines are shortest and
 * others need not move far. */
static void
insert_card (SquillLayoutTable *table, guint index, gboolean *there)
{
  SquillTableCard *card = &table->cards[index];
  g_autoptr (GArray) heights = g_array_new (FALSE, FALSE, sizeof (double));
  guint best_column = 0, slot;
  double best = G_MAXDOUBLE, best_y = 0;

  for (guint i = 0; i < card->n_links; i++)
    {
      const SquillTableLink *link = &table->links[card->first_link + i];
      const SquillTableCard *other = &table->cards[link->other];

      if (!there[link->other])
        continue;
      for (int side = -1; side <= 1; side += 2)
        {
          const SquillTableColumn *column;
          double wish = other->y + link->to_offset - link->offset;

          if ((int)other->column + side < 0 || other->column + (guint)side >= table->n_columns)
            continue;
          column = &table->columns[(int)other->column + side];
          g_array_set_size (heights, 0);
          g_array_append_val (heights, wish);
          for (slot = 0; slot < column->slots->len; slot++)
            {
              const SquillTableCard *beside =
                  &table->cards[squill_layout_table_get_slot (column, slot)];
              double room[] = { beside->y - card->height, beside->y + beside->height };

              g_array_append_vals (heights, room, G_N_ELEMENTS (room));
            }
          for (guint j = 0; j < heights->len; j++)
            {
              double y = round (g_array_index (heights, double, j) / SQUILL_LAYOUT_STEP) *
                         SQUILL_LAYOUT_STEP;
              double cost = get_insertion_cost (table, card, other->column + (guint)side, y, there);

              if (cost >= best)
                continue;
              best = cost;
              best_column = card->column;
              best_y = y;
            }
        }
    }
  card->y = best_y;
  slot = squill_layout_table_find_slot (table, best_column, card->y + card->height / 2.0);
  g_array_insert_val (table->columns[best_column].slots, slot, index);
  number_column (table, best_column);
  there[index] = TRUE;
}

/* All cards that are not there yet: first those that are joined to one that is. */
static void
insert_cards (SquillLayoutTable *table, const gboolean *placed)
{
  g_autofree gboolean *there = g_memdup2 (placed, table->n_cards * sizeof *placed);
  gboolean found = TRUE;

  while (found)
    {
      found = FALSE;
      for (guint i = 0; i < table->n_cards; i++)
        {
          gboolean joined = FALSE;

          for (guint j = 0; !there[i] && !joined && j < table->cards[i].n_links; j++)
            joined = there[table->links[table->cards[i].first_link + j].other];
          if (!joined)
            continue;
          insert_card (table, i, there);
          found = TRUE;
        }
    }
}

/* Where columns stood, moved only as far as is needed: to the right for lack of room, and, to
 * @tighten, to the left where a gap is much wider than its lines need. */
static void
place_where_it_was (const SquillLayoutTable *table,
                    const gboolean *placed,
                    gboolean tighten,
                    SquillLayoutBox *boxes)
{
  int right = G_MININT, farthest = G_MAXINT;

  for (guint i = 0; i < table->n_columns; i++)
    {
      const SquillTableColumn *column = &table->columns[i];
      int x = G_MAXINT, width = 0;

      for (guint slot = 0; slot < column->slots->len; slot++)
        {
          guint card = squill_layout_table_get_slot (column, slot);

          width = MAX (width, table->cards[card].width);
          if (placed[card])
            x = MIN (x, boxes[card].x);
        }
      if (column->slots->len == 0)
        continue;
      x = x == G_MAXINT ? right : CLAMP (x, right, farthest);
      for (guint slot = 0; slot < column->slots->len; slot++)
        {
          boxes[squill_layout_table_get_slot (column, slot)].x = x;
          boxes[squill_layout_table_get_slot (column, slot)].y =
              (int)table->cards[squill_layout_table_get_slot (column, slot)].y;
        }
      right = squill_layout_table_to_steps (x + width + SQUILL_LAYOUT_RANK_GAP);
      if (tighten)
        farthest = squill_layout_table_to_steps (
            x + width + widen_gap (table, i + 1, SQUILL_LAYOUT_RANK_GAP) + MAX_SLACK);
    }
}

/* Sets what is new into the arrangement that is there, and straightens it. Gives what its lines
 * cost. @stay: what it weighs that a card stays where it is; @tighten: columns move to the left
 * where there is much room; @kept: where all are set */
static double
set_among_placed (const SquillLayoutBox *boxes,
                  const gboolean *placed,
                  guint n_boxes,
                  const SquillLayoutEdge *edges,
                  guint n_edges,
                  double stay,
                  gboolean tighten,
                  SquillLayoutBox *kept)
{
  g_auto (SquillLayoutTable) table = { 0 };

  squill_layout_table_set_cards (&table, boxes, n_boxes, edges, n_edges, SQUILL_LAYOUT_GAP);
  squill_layout_table_keep_columns (&table, placed);
  table.stay = stay;
  for (guint i = 0; i < n_boxes; i++)
    {
      table.cards[i].y = round ((double)boxes[i].y / SQUILL_LAYOUT_STEP) * SQUILL_LAYOUT_STEP;
      table.cards[i].placed = placed[i];
    }
  insert_cards (&table, placed);
  squill_layout_table_align (&table);
  memcpy (kept, boxes, n_boxes * sizeof *boxes);
  place_where_it_was (&table, placed, tighten, kept);
  return squill_layout_table_get_total_cost (&table);
}

/* Keeps the arrangement that is there, sets what is new into it and straightens it if that helps,
 * if that is about as good as a fresh one. Gives whether it is. @boxes: where those that are
 * @placed stand, and where all are set; @fresh: where they would stand otherwise; @n_all: how many
 * boxes the whole diagram has; @cancellable: (nullable): to be done soon. */
gboolean
_squill_layout_keep_columns (SquillLayoutBox *boxes,
                             const gboolean *placed,
                             const SquillLayoutBox *fresh,
                             guint n_boxes,
                             const SquillLayoutEdge *edges,
                             guint n_edges,
                             guint n_all,
                             GCancellable *cancellable)
{
  g_auto (SquillLayoutTable) other = { 0 };
  g_autofree SquillLayoutBox *kept = NULL;
  gboolean judged = count_trials (n_boxes, n_edges, n_all) > 0;
  gboolean any_new = FALSE;
  double times, cost, score = 0, allowed;

  g_return_val_if_fail (boxes != NULL && placed != NULL && fresh != NULL && n_boxes > 0, FALSE);

  squill_layout_table_set_cards (&other, fresh, n_boxes, edges, n_edges, SQUILL_LAYOUT_GAP);
  squill_layout_table_keep_columns (&other, NULL);
  for (guint i = 0; i < n_boxes; i++)
    other.cards[i].y = fresh[i].y;

  for (guint i = 0; i < n_boxes; i++)
    any_new = any_new || !placed[i];
  kept = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  /* Of what is too large to be drawn nobody knows whether it looks better for being moved. */
  cost = set_among_placed (boxes, placed, n_boxes, edges, n_edges,
                           any_new && !judged ? STAY_STILL : STAY, !any_new || judged, kept);
  if (judged)
    {
      g_autofree SquillLayoutBox *still = g_memdup2 (boxes, n_boxes * sizeof *boxes);
      double still_cost =
          set_among_placed (boxes, placed, n_boxes, edges, n_edges, STAY_STILL, TRUE, still);
      double still_score = judge (still, n_boxes, edges, n_edges, cancellable).score;
      score = judge (kept, n_boxes, edges, n_edges, cancellable).score;
      /* When something new comes, cards do not move for one line to be straight. */
      if (still_score <= score + MIN (KEEP_STILL, KEEP_STILL_SHARE * n_edges) +
                             (any_new ? SQUILL_LAYOUT_STRAIGHT : 0))
        {
          memcpy (kept, still, n_boxes * sizeof *kept);
          score = still_score;
          cost = still_cost;
        }
    }
  if (!has_proportions (kept, n_boxes, KEEP * MAX_RATIO) &&
      has_proportions (fresh, n_boxes, MAX_RATIO))
    return FALSE;
  allowed = MAX (KEEP_CROSSINGS, KEEP_SHARE * n_edges) * (any_new ? 1 : KEEP_BETTER);
  times = cost / (squill_layout_table_get_total_cost (&other) + SQUILL_TABLE_CROSSING);
  if (times > KEEP &&
      (!judged || score > judge (fresh, n_boxes, edges, n_edges, cancellable).score + allowed))
    return FALSE;
  memcpy (boxes, kept, n_boxes * sizeof *boxes);
  return TRUE;
}
