/* SPDX-License-Identifier: Apache-2.0 */

/* Sets the boxes of one part of a graph into layers (Sugiyama, Tagawa and Toda, "Methods for Visual
 * Understanding of Hierarchical System Structures", 1981): each line leads from a layer to a later
 * one, and has a place in each that it passes. Where the layers would make a strip, boxes go to
 * later ones. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-layers.h"

#include <stdlib.h>
#include <string.h>

/* Width to height that is wanted, and how much lower layers get each time until it is reached. */
#define MIN_LAYERS_RATIO 0.8
#define LOWER 0.85
#define MAX_LOWER 24
/* How much higher than its highest layer a drawing may be, for lines to run straight. */
#define SLACK 1.25
#define ROUNDS 12
/* Layers of more boxes than this are made only for want of others, and become no strip: so many
 * times more straight segments are given up for that. */
#define MANY 500
#define MANY_LOOSENED 1500
/* Lines of this many that turn in a gap need a wider one. */
#define TURNS 12
#define TURN 6

typedef struct
{
  const SquillLayoutTable *table;
  guint *order;    /* cards: each line leads from an earlier to a later one */
  guint *position; /* of each card in the order */
  guint center;    /* where the order begins to count: layers go out from it to both sides */
  int *ranks;
  int *reach; /* how many layers follow a card outwards */
} Ranking;

static void
ranking_clear (Ranking *ranking)
{
  g_free (ranking->order);
  g_free (ranking->position);
  g_free (ranking->ranks);
  g_free (ranking->reach);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranking, ranking_clear)

static const SquillTableLink *
get_link (const SquillLayoutTable *table, guint card, guint number)
{
  return &table->links[table->cards[card].first_link + number];
}

static gboolean
is_forward (const SquillLayoutTable *table, guint card, const SquillTableLink *link)
{
  return table->lines[link->line].from == card;
}

/* The order in which the fewest lines go back (Eades, Lin and Smyth, "A Fast and Effective
 * Heuristic for the Feedback Arc Set Problem", 1993). */
static void
order_by_direction (Ranking *ranking)
{
  const SquillLayoutTable *table = ranking->table;
  g_autofree int *ins = g_new0 (int, table->n_cards);
  g_autofree int *outs = g_new0 (int, table->n_cards);
  g_autofree gboolean *done = g_new0 (gboolean, table->n_cards);
  guint first = 0, last = table->n_cards;

  for (guint i = 0; i < table->n_lines; i++)
    {
      outs[table->lines[i].from]++;
      ins[table->lines[i].to]++;
    }
  while (first < last)
    {
      guint best = G_MAXUINT;
      gboolean to_end = FALSE;

      for (guint i = 0; i < table->n_cards; i++)
        {
          if (done[i])
            continue;
          if (outs[i] == 0 || ins[i] == 0)
            {
              best = i;
              to_end = outs[i] == 0;
              break;
            }
          if (best == G_MAXUINT || outs[i] - ins[i] > outs[best] - ins[best])
            best = i;
        }
      done[best] = TRUE;
      ranking->order[to_end ? --last : first++] = best;
      for (guint i = 0; i < table->cards[best].n_links; i++)
        {
          const SquillTableLink *link = get_link (table, best, i);

          if (is_forward (table, best, link))
            ins[link->other]--;
          else
            outs[link->other]--;
        }
    }
  ranking->center = 0;
}

/* Walks the graph by breadth. Gives the last card; @depths: how far each is off, below 0 where not
 * joined; @before: (nullable): from where it was reached */
static guint
walk (const SquillLayoutTable *table, guint start, int *depths, guint *before, guint *queue)
{
  guint n_queued = 0;

  for (guint i = 0; i < table->n_cards; i++)
    depths[i] = -1;
  depths[start] = 0;
  if (before != NULL)
    before[start] = start;
  queue[n_queued++] = start;
  for (guint i = 0; i < n_queued; i++)
    for (guint j = 0; j < table->cards[queue[i]].n_links; j++)
      {
        guint other = get_link (table, queue[i], j)->other;

        if (depths[other] >= 0)
          continue;
        depths[other] = depths[queue[i]] + 1;
        if (before != NULL)
          before[other] = queue[i];
        queue[n_queued++] = other;
      }
  return queue[n_queued - 1];
}

/* The card in the middle of the graph. */
static guint
find_center (const SquillLayoutTable *table)
{
  g_autofree int *depths = g_new (int, table->n_cards);
  g_autofree guint *before = g_new (guint, table->n_cards);
  g_autofree guint *queue = g_new (guint, table->n_cards);
  guint end = walk (table, walk (table, 0, depths, NULL, queue), depths, before, queue), center;

  for (int half = depths[end] / 2; half > 0; half--)
    end = before[end];
  center = end;
  /* A hub beside it is more of a middle. */
  for (guint i = 0; i < table->cards[end].n_links; i++)
    {
      guint other = get_link (table, end, i)->other;

      if (table->cards[other].n_links > 2 * table->cards[center].n_links)
        center = other;
    }
  return center;
}

typedef struct
{
  guint card;
  int depth;
  guint at; /* in the walk */
} Seat;

static int
compare_seats (gconstpointer a, gconstpointer b)
{
  const Seat *left = a, *right = b;

  if (left->depth != right->depth)
    return left->depth < right->depth ? -1 : 1;
  return left->at < right->at ? -1 : left->at > right->at;
}

typedef struct
{
  guint root;
  int height;
} Branch;

static int
compare_branches (gconstpointer a, gconstpointer b)
{
  const Branch *left = a, *right = b;

  if (left->height != right->height)
    return left->height > right->height ? -1 : 1;
  return left->root < right->root ? -1 : left->root > right->root;
}

/* The order outwards from a card: about half of the branches go to each side, or all to one. */
static void
order_by_distance (Ranking *ranking, guint start, gboolean one_side)
{
  const SquillLayoutTable *table = ranking->table;
  guint n_cards = table->n_cards;
  g_autofree int *depths = g_new (int, n_cards);
  g_autofree guint *before = g_new (guint, n_cards);
  g_autofree guint *queue = g_new (guint, n_cards);
  g_autofree guint *roots = g_new (guint, n_cards);
  g_autofree int *heights = g_new0 (int, n_cards);
  g_autofree int *sides = g_new0 (int, n_cards);
  g_autofree Seat *seats = g_new (Seat, n_cards);
  g_autoptr (GArray) branches = g_array_new (FALSE, FALSE, sizeof (Branch));
  int balance = 0;

  walk (table, start, depths, before, queue);
  for (guint i = 0; i < n_cards; i++)
    {
      guint card = queue[i];

      roots[card] = depths[card] <= 1 ? card : roots[before[card]];
      heights[roots[card]] += table->cards[card].height;
    }
  for (guint i = 1; i < n_cards && depths[queue[i]] == 1; i++)
    {
      Branch branch = { queue[i], heights[queue[i]] };

      g_array_append_val (branches, branch);
    }
  g_array_sort (branches, compare_branches);
  for (guint i = 0; i < branches->len; i++)
    {
      const Branch *branch = &g_array_index (branches, Branch, i);

      sides[branch->root] = one_side || balance <= 0 ? 1 : -1;
      balance += sides[branch->root] * branch->height;
    }
  for (guint i = 0; i < n_cards; i++)
    {
      guint card = queue[i];

      seats[i] = (Seat){ card, depths[card] * sides[roots[card]], i };
    }
  qsort (seats, n_cards, sizeof *seats, compare_seats);
  ranking->center = n_cards;
  for (guint i = 0; i < n_cards; i++)
    {
      ranking->order[i] = seats[i].card;
      if (seats[i].card == start)
        ranking->center = i;
    }
}

/* Sets a card to the next layer outwards that all its lines inwards allow. */
static void
push_out (Ranking *ranking, guint card, gboolean right)
{
  const SquillLayoutTable *table = ranking->table;

  for (guint i = 0; i < table->cards[card].n_links; i++)
    {
      guint other = get_link (table, card, i)->other;

      if (right && ranking->position[other] < ranking->position[card] &&
          ranking->position[other] >= ranking->center)
        ranking->ranks[card] = MAX (ranking->ranks[card], ranking->ranks[other] + 1);
      else if (!right && ranking->position[other] > ranking->position[card])
        ranking->ranks[card] = MIN (ranking->ranks[card], ranking->ranks[other] - 1);
    }
}

/* Sets each card right outside of those further inwards. */
static void
push_all (Ranking *ranking)
{
  for (guint i = ranking->center; i < ranking->table->n_cards; i++)
    push_out (ranking, ranking->order[i], TRUE);
  for (guint i = ranking->center; i-- > 0;)
    push_out (ranking, ranking->order[i], FALSE);
}

/* Collects a card and all that must move with it, one layer up or down the order, because a line
 * of one layer's length leads there. Gives how much shorter all lines get by that. @slack: how far
 * they can move until others must, too */
static int
collect_tight (
    const Ranking *ranking, guint card, gboolean up, GArray *cards, gboolean *taken, int *slack)
{
  const SquillLayoutTable *table = ranking->table;
  int gain = 0;

  g_array_set_size (cards, 0);
  g_array_append_val (cards, card);
  taken[card] = TRUE;
  for (guint i = 0; i < cards->len; i++)
    {
      guint own = g_array_index (cards, guint, i);

      for (guint j = 0; j < table->cards[own].n_links; j++)
        {
          guint other = get_link (table, own, j)->other;
          gboolean ahead = (ranking->position[other] > ranking->position[own]) == up;

          if (taken[other] || !ahead || abs (ranking->ranks[other] - ranking->ranks[own]) > 1)
            continue;
          taken[other] = TRUE;
          g_array_append_val (cards, other);
        }
    }
  *slack = G_MAXINT;
  for (guint i = 0; i < cards->len; i++)
    {
      guint own = g_array_index (cards, guint, i);

      for (guint j = 0; j < table->cards[own].n_links; j++)
        {
          guint other = get_link (table, own, j)->other;
          gboolean ahead = (ranking->position[other] > ranking->position[own]) == up;

          if (taken[other])
            continue;
          gain += ahead ? 1 : -1;
          if (ahead)
            *slack = MIN (*slack, abs (ranking->ranks[other] - ranking->ranks[own]) - 1);
        }
    }
  for (guint i = 0; i < cards->len; i++)
    taken[g_array_index (cards, guint, i)] = FALSE;
  return gain;
}

/* Moves cards to where their lines are short. */
static void
tighten (Ranking *ranking)
{
  guint n_cards = ranking->table->n_cards;
  g_autoptr (GArray) cards = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *taken = g_new0 (gboolean, n_cards);
  gboolean moved = TRUE;

  for (guint round = 0; moved && round < ROUNDS; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < 2 * n_cards; i++)
        {
          gboolean up = i < n_cards;
          guint card = ranking->order[up ? n_cards - 1 - i : i - n_cards];
          int slack;

          if (collect_tight (ranking, card, up, cards, taken, &slack) <= 0)
            continue;
          for (guint j = 0; j < cards->len; j++)
            ranking->ranks[g_array_index (cards, guint, j)] += up ? slack : -slack;
          moved = TRUE;
        }
    }
}

/* The layers begin at 0. Gives how many there are. */
static guint
number_ranks (Ranking *ranking)
{
  int least = G_MAXINT, most = G_MININT;

  for (guint i = 0; i < ranking->table->n_cards; i++)
    {
      least = MIN (least, ranking->ranks[i]);
      most = MAX (most, ranking->ranks[i]);
    }
  for (guint i = 0; i < ranking->table->n_cards; i++)
    ranking->ranks[i] -= least;
  return (guint)(most - least) + 1;
}

/* How many layers follow each card. */
static void
find_reach (Ranking *ranking)
{
  const SquillLayoutTable *table = ranking->table;

  memset (ranking->reach, 0, table->n_cards * sizeof *ranking->reach);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < table->n_cards; i++)
      {
        guint at = side == 0 ? table->n_cards - 1 - i : i;
        guint card = ranking->order[at];

        if ((side == 0) != (at >= ranking->center))
          continue;
        for (guint j = 0; j < table->cards[card].n_links; j++)
          {
            guint other = get_link (table, card, j)->other;
            gboolean outside =
                side == 0 ? ranking->position[other] > at : ranking->position[other] < at;

            if (outside)
              ranking->reach[card] = MAX (ranking->reach[card], ranking->reach[other] + 1);
          }
      }
}

static int
compare_reach (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Ranking *ranking = user_data;
  guint left = *(const guint *)a, right = *(const guint *)b;

  if (ranking->reach[left] != ranking->reach[right])
    return ranking->reach[left] > ranking->reach[right] ? -1 : 1;
  return ranking->position[left] < ranking->position[right] ? -1 : 1;
}

/* Moves what does not fit into a layer to the next one outwards. Cards that the most others follow
 * stay. */
static void
lower_layers (Ranking *ranking, double max_height)
{
  const SquillLayoutTable *table = ranking->table;
  g_autoptr (GArray) cards = g_array_new (FALSE, FALSE, sizeof (guint));

  for (int side = 1; side >= -1; side -= 2)
    {
      gboolean any = TRUE;

      for (int level = side > 0 ? 0 : 1; any; level++)
        {
          double height = 0;

          any = FALSE;
          g_array_set_size (cards, 0);
          for (guint i = 0; i < table->n_cards; i++)
            {
              gboolean right = ranking->position[i] >= ranking->center;

              if (right != (side > 0))
                continue;
              any = any || side * ranking->ranks[i] >= level;
              if (side * ranking->ranks[i] == level)
                g_array_append_val (cards, i);
            }
          g_array_sort_with_data (cards, compare_reach, ranking);
          for (guint i = 0; i < cards->len; i++)
            {
              guint card = g_array_index (cards, guint, i);

              height += table->cards[card].height;
              if (i > 0 && height > max_height)
                ranking->ranks[card] += side;
            }
          push_all (ranking);
        }
    }
}

static double
get_highest (const SquillLayers *layers)
{
  double highest = 0;

  for (guint layer = 0; layer < layers->layers->len; layer++)
    {
      double height = 0;

      for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
        height += layers->nodes[squill_layers_get (layers, layer, slot)].height;
      highest = MAX (highest, height);
    }
  return highest;
}

static double
get_width (const SquillLayers *layers, const SquillLayoutTable *table, int column_gap)
{
  double width = 0;

  for (guint layer = 0; layer < layers->layers->len; layer++)
    {
      int widest = 0;

      for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
        {
          guint card = layers->nodes[squill_layers_get (layers, layer, slot)].card;

          if (card != SQUILL_LAYER_PASSING)
            widest = MAX (widest, table->cards[card].width);
        }
      width += widest + column_gap;
    }
  return width;
}

/* Makes layers that are no strip. */
static void
make_layers (Ranking *ranking, int column_gap, SquillLayers *layers)
{
  double max_height = G_MAXDOUBLE;

  memset (ranking->ranks, 0, ranking->table->n_cards * sizeof *ranking->ranks);
  /* The center is between both sides. */
  for (guint i = 0; i < ranking->center; i++)
    ranking->ranks[ranking->order[i]] = -1;
  push_all (ranking);
  if (ranking->center == 0)
    tighten (ranking);
  find_reach (ranking);
  for (guint i = 0; i < MAX_LOWER; i++)
    {
      double highest;
      g_autofree int *kept =
          g_memdup2 (ranking->ranks, ranking->table->n_cards * sizeof *ranking->ranks);

      number_ranks (ranking);
      squill_layers_clear (layers);
      squill_layers_build (layers, ranking->table, ranking->ranks);
      highest = get_highest (layers);
      if (highest * MIN_LAYERS_RATIO <= get_width (layers, ranking->table, column_gap))
        return;
      memcpy (ranking->ranks, kept, ranking->table->n_cards * sizeof *kept);
      max_height = MIN (max_height, highest) * LOWER;
      lower_layers (ranking, max_height);
    }
}

static void
place (const SquillLayers *layers,
       const SquillLayoutTable *table,
       int column_gap,
       SquillLayoutBox *placed)
{
  int x = 0;

  for (guint layer = 0; layer < layers->layers->len; layer++)
    {
      int width = 0, n_turning = 0;

      for (guint slot = 0; slot < squill_layers_get_length (layers, layer); slot++)
        {
          const SquillLayerNode *node = &layers->nodes[squill_layers_get (layers, layer, slot)];

          for (guint i = 0; i < node->n_out; i++)
            n_turning += !layers->segments[layers->outs[node->first_out + i]].straight;
          if (node->card == SQUILL_LAYER_PASSING)
            continue;
          placed[node->card].x = x;
          placed[node->card].y = (int)node->offset;
          width = MAX (width, table->cards[node->card].width);
        }
      x += squill_layout_table_to_steps (width + column_gap + MAX (0, n_turning - TURNS) * TURN);
    }
  for (guint i = 0; i < table->n_cards; i++)
    placed[i].y = (placed[i].y + SQUILL_LAYOUT_STEP / 2) / SQUILL_LAYOUT_STEP * SQUILL_LAYOUT_STEP;
}

/* Sets boxes into layers. Gives how many lines cross in that order. @table: the boxes and their
 * lines; @placed: where they are set */
guint64
squill_layout_layers (const SquillLayoutTable *table,
                      SquillLayersStart start,
                      int column_gap,
                      GCancellable *cancellable,
                      SquillLayoutBox *placed)
{
  g_auto (Ranking) ranking = { .table = table,
                               .order = g_new (guint, table->n_cards),
                               .position = g_new (guint, table->n_cards),
                               .ranks = g_new0 (int, table->n_cards),
                               .reach = g_new0 (int, table->n_cards) };
  g_auto (SquillLayers) layers = { 0 };
  guint64 count;

  if (start == SQUILL_LAYERS_FROM_CENTER)
    order_by_distance (&ranking, find_center (table), FALSE);
  else if (start >= SQUILL_LAYERS_FROM_END)
    order_by_distance (&ranking, (start - SQUILL_LAYERS_FROM_END) * 7919 % table->n_cards, TRUE);
  else
    order_by_direction (&ranking);
  for (guint i = 0; i < table->n_cards; i++)
    ranking.position[ranking.order[i]] = i;
  make_layers (&ranking, column_gap, &layers);
  count = squill_layers_order (&layers, ranking.order[ranking.center], cancellable);
  squill_layers_straighten (&layers, SLACK * get_highest (&layers),
                            table->n_cards > MANY ? MANY_LOOSENED : 0);
  place (&layers, table, column_gap, placed);
  return count;
}

/* Takes the columns of a table as layers, and sets the boxes so that lines in them cross less and
 * run straight. @placed: where they are set */
void
squill_layout_straighten_columns (const SquillLayoutTable *table,
                                  int column_gap,
                                  GCancellable *cancellable,
                                  SquillLayoutBox *placed)
{
  g_auto (SquillLayers) layers = { 0 };
  g_autofree int *ranks = g_new (int, table->n_cards);

  for (guint i = 0; i < table->n_cards; i++)
    ranks[i] = (int)table->cards[i].column;
  squill_layers_build (&layers, table, ranks);
  squill_layers_order_again (&layers, table, cancellable);
  squill_layers_straighten (&layers, SLACK * get_highest (&layers), 0);
  place (&layers, table, column_gap, placed);
}
