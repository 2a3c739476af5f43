/* SPDX-License-Identifier: Apache-2.0 */

/* Sets a few boxes so that they are no strip. A row of two or three is what one expects, with its
 * lines straight, but alone it leaves most of a window empty. So few can be set into columns in
 * every way there is: the one is taken whose lines look best. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-judge.h"
#include "diagram/squill-layout-layers.h"

#include <math.h>
#include <string.h>

/* How many arrangements are drawn: those with the shortest lines. */
#define MAX_DRAWN 150
/* What a line from right to left costs, in crossings: as good as nothing, but dot sets the box it
 * starts at left of the other. */
#define BACKWARD 0.01
/* What it costs, in crossings, that all is wider or higher by a pixel: about half of that, for a
 * column more, is what a straight line is worth. */
#define LARGER 0.001
/* What it costs that lines reach so far that it is a strip. */
#define STRIP 10

typedef struct
{
  double cost;
  SquillLayoutBox boxes[SQUILL_LAYOUT_MAX_FEW];
} Candidate;

typedef struct
{
  SquillLayoutTable table;
  const SquillLayoutBox *given;
  GArray *candidates; /* Candidate */
} Search;

static void
search_clear (Search *search)
{
  squill_layout_table_clear (&search->table);
  g_clear_pointer (&search->candidates, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static void
swap (guint *order, guint a, guint b)
{
  guint other = order[a];

  order[a] = order[b];
  order[b] = other;
}

/* The next order of the numbers, as in a dictionary. FALSE after the last. */
static gboolean
permute (guint *order, guint n)
{
  guint from = n - 1, with = n - 1;

  while (from > 0 && order[from - 1] > order[from])
    from--;
  if (from == 0)
    return FALSE;
  while (order[with] < order[from - 1])
    with--;
  swap (order, from - 1, with);
  for (guint to = n - 1; from < to; from++, to--)
    swap (order, from, to);
  return TRUE;
}

/* Columns from left to right, each from the top. @breaks: a bit for each box after which a new
 * column begins */
static void
set_columns (SquillLayoutTable *table, const guint *order, guint breaks)
{
  guint n_columns = 1, column = 0;

  for (guint i = 0; i + 1 < table->n_cards; i++)
    n_columns += (breaks >> i) & 1;
  squill_layout_table_clear_columns (table);
  squill_layout_table_add_columns (table, n_columns);
  for (guint i = 0; i < table->n_cards; i++)
    {
      g_array_append_val (table->columns[column].slots, order[i]);
      column += (breaks >> i) & 1;
    }
  for (guint i = 0; i < n_columns; i++)
    squill_layout_table_stack (table, i, 0);
}

static SquillLayoutBox
place (const Search *search, SquillLayoutBox *boxes)
{
  const SquillLayoutTable *table = &search->table;
  int x = 0;

  memcpy (boxes, search->given, table->n_cards * sizeof *boxes);
  for (guint i = 0; i < table->n_columns; i++)
    {
      int width = 0;

      for (guint slot = 0; slot < table->columns[i].slots->len; slot++)
        {
          guint card = squill_layout_table_get_slot (&table->columns[i], slot);

          boxes[card].x = x;
          boxes[card].y = (int)table->cards[card].y;
          width = MAX (width, boxes[card].width);
        }
      x += squill_layout_table_to_steps (width + SQUILL_LAYOUT_RANK_GAP);
    }
  return _squill_layout_bounds (boxes, table->n_cards);
}

/* Takes the columns as they are, if they are no strip. */
static void
take (Search *search)
{
  Candidate candidate = { 0 };
  SquillLayoutBox bounds = place (search, candidate.boxes);

  if (_squill_layout_get_ratio (bounds.width, bounds.height) > SQUILL_LAYOUT_STRICT_RATIO)
    return;
  candidate.cost = squill_layout_table_get_total_cost (&search->table);
  g_array_append_val (search->candidates, candidate);
}

static void
shift_column (SquillLayoutTable *table, guint column, int by)
{
  for (guint slot = 0; slot < table->columns[column].slots->len; slot++)
    table->cards[squill_layout_table_get_slot (&table->columns[column], slot)].y += by;
}

/* Moves the boxes of each column away from each other until it is no strip. */
static void
loosen (Search *search, int by)
{
  SquillLayoutTable *table = &search->table;
  guint most = 1;

  for (guint i = 0; i < table->n_columns; i++)
    most = MAX (most, table->columns[i].slots->len);
  if (most == 1)
    return;
  by = squill_layout_table_to_steps (by / (int)(most - 1));
  for (int undo = 1; undo >= -1; undo -= 2)
    {
      for (guint i = 0; i < table->n_cards; i++)
        table->cards[i].y += undo * (int)table->cards[i].slot * by;
      if (undo > 0)
        take (search);
    }
}

/* Moves columns of a wide strip up and down until it is none: as stairs, or every other one. */
static void
spread (Search *search, int by)
{
  SquillLayoutTable *table = &search->table;

  for (int way = 0; way < 4; way++)
    {
      for (int undo = 1; undo >= -1; undo -= 2)
        {
          for (guint i = 0; i < table->n_columns; i++)
            {
              int step =
                  way < 2 ? (int)i * squill_layout_table_to_steps (by / (int)(table->n_columns - 1))
                          : (int)(i % 2) * by;

              shift_column (table, i, undo * (way % 2 == 0 ? step : -step));
            }
          if (undo > 0)
            take (search);
        }
    }
}

/* Moves columns of a high strip beside each other until it is none. */
static void
gather (Search *search, int top, int max_height)
{
  SquillLayoutTable *table = &search->table;

  for (guint i = 0; i < table->n_columns; i++)
    {
      const SquillTableColumn *column = &table->columns[i];
      const SquillTableCard *first = &table->cards[squill_layout_table_get_slot (column, 0)];
      const SquillTableCard *last =
          &table->cards[squill_layout_table_get_slot (column, column->slots->len - 1)];
      int over =
          squill_layout_table_to_steps (MAX (0, (int)(last->y + last->height) - top - max_height));

      shift_column (table, i, -MIN (over, MAX (0, (int)first->y - top)));
    }
  take (search);
}

static void
try_columns (Search *search)
{
  SquillLayoutBox boxes[SQUILL_LAYOUT_MAX_FEW], bounds;

  squill_layout_table_align (&search->table);
  bounds = place (search, boxes);
  if (_squill_layout_get_ratio (bounds.width, bounds.height) <= SQUILL_LAYOUT_STRICT_RATIO)
    take (search);
  else if (bounds.width > bounds.height && search->table.n_columns > 1)
    {
      int by = squill_layout_table_to_steps ((int)ceil (bounds.width / SQUILL_LAYOUT_STRICT_RATIO) -
                                             bounds.height);

      loosen (search, by);
      spread (search, by);
    }
  else if (bounds.height > bounds.width)
    gather (search, bounds.y, (int)(SQUILL_LAYOUT_STRICT_RATIO * bounds.width));
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *left = a, *right = b;

  return left->cost < right->cost ? -1 : left->cost > right->cost;
}

/* Draws the candidates, and sets the boxes as in the best. */
static gboolean
choose (Search *search,
        const SquillLayoutEdge *edges,
        guint n_edges,
        GCancellable *cancellable,
        SquillLayoutBox *boxes)
{
  guint n_boxes = search->table.n_cards;
  g_autoptr (SquillLayoutJudge) judge = squill_layout_judge_new (n_boxes, edges, n_edges);
  double best = G_MAXDOUBLE;

  g_array_sort (search->candidates, compare_candidates);
  for (guint i = 0; i < MIN (search->candidates->len, MAX_DRAWN); i++)
    {
      const Candidate *candidate = &g_array_index (search->candidates, Candidate, i);
      SquillLayoutVerdict verdict = squill_layout_judge_look (judge, candidate->boxes, cancellable);
      double width = verdict.bounds.width, height = verdict.bounds.height;
      double score = verdict.score + LARGER * (width + height);

      if (_squill_layout_get_ratio (width, height) > SQUILL_LAYOUT_STRICT_RATIO)
        score += STRIP;
      for (guint j = 0; j < n_edges; j++)
        score += BACKWARD * (candidate->boxes[edges[j].from].x > candidate->boxes[edges[j].to].x);
      if (score >= best)
        continue;
      best = score;
      memcpy (boxes, candidate->boxes, n_boxes * sizeof *boxes);
    }
  return best < G_MAXDOUBLE;
}

/* Sets the boxes of one small part into columns that are no strip, so that their lines look best.
 * @boxes: no more than %SQUILL_LAYOUT_MAX_FEW, and where they are set; @cancellable: (nullable): to
 * be done soon. Gives %FALSE, with all where they were, if there is no such way. */
gboolean
_squill_layout_few (SquillLayoutBox *boxes,
                    guint n_boxes,
                    const SquillLayoutEdge *edges,
                    guint n_edges,
                    GCancellable *cancellable)
{
  g_auto (Search) search = { .given = boxes };
  guint order[SQUILL_LAYOUT_MAX_FEW];

  g_return_val_if_fail (boxes != NULL && n_boxes > 1 && n_boxes <= SQUILL_LAYOUT_MAX_FEW, FALSE);

  search.candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  squill_layout_table_set_cards (&search.table, boxes, n_boxes, edges, n_edges, SQUILL_LAYOUT_GAP);
  for (guint i = 0; i < n_boxes; i++)
    order[i] = i;
  do
    for (guint breaks = 0; breaks < 1u << (n_boxes - 1); breaks++)
      {
        set_columns (&search.table, order, breaks);
        try_columns (&search);
      }
  while (permute (order, n_boxes));
  return choose (&search, edges, n_edges, cancellable, boxes);
}
