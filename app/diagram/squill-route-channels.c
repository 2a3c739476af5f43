/* SPDX-License-Identifier: Apache-2.0 */

/* Lines that were found one by one run on top of each other where they share a gap between cards.
 * Here they are set side by side, in the order in which they cross each other least. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>

/* How far a stretch may be moved from where it was found. */
#define REACH 72.0
/* Stretches that only meet end to end are in each other's way too: their corners would touch. */
#define MARGIN 8.0
/* Two lines at the same height, nearer than this, are read as one. */
#define SAME 3.0
/* More stretches in one tangle than this are left as they are: nobody could follow them by eye. */
#define MAX_TANGLE 400
#define N_ROUNDS 60

/* A stretch between two corners. "Position" is its x where it runs up or down and its y where it
 * runs across; "from" and "to" are its extent along the other axis. */
typedef struct
{
  GArray *points;
  guint index;
  guint line; /* which line: the order of ids, to decide ties */
  double position;
  double from;
  double to;
  double low;
  double high;
  double ends[2];    /* where along the stretch its neighbors are … */
  int directions[2]; /* … and on which side: -1 before it, 1 after it */
  guint root;
  guint rank;
} Stretch;

typedef struct
{
  guint first;  /* the stretch before */
  guint second; /* the one after */
} Pair;

static double
get_position (const SquillPoint *point, gboolean across)
{
  return across ? point->y : point->x;
}

static double
get_along (const SquillPoint *point, gboolean across)
{
  return across ? point->x : point->y;
}

static void
find_limits (SquillObstacles *obstacles, Stretch *stretch, gboolean across, GPtrArray *found)
{
  const SquillPoint *points = (const SquillPoint *)(gpointer)stretch->points->data;
  double from = stretch->from - SQUILL_ROUTE_CLEARANCE, to = stretch->to + SQUILL_ROUTE_CLEARANCE;
  double low = stretch->position - REACH, high = stretch->position + REACH;
  /* Lines go round the feet at a card's sides, if there is room. */
  double keep = across ? SQUILL_ROUTE_CLEARANCE : SQUILL_ROUTE_SIDE;
  SquillRect around = across ? SQUILL_RECT (from, low, to - from, high - low)
                             : SQUILL_RECT (low, from, high - low, to - from);

  stretch->low = low;
  stretch->high = high;
  g_ptr_array_set_size (found, 0);
  squill_obstacles_find (obstacles, &around, found);
  for (guint i = 0; i < found->len; i++)
    {
      const SquillRect *rect = &((const SquillObstacle *)g_ptr_array_index (found, i))->rect;
      double start = across ? rect->y : rect->x;
      double end = across ? squill_rect_bottom (rect) : squill_rect_right (rect);

      if ((start + end) / 2 < stretch->position)
        stretch->low = MAX (stretch->low, end + keep);
      else
        stretch->high = MIN (stretch->high, start - keep);
    }
  for (guint side = 0; side < 2; side++)
    {
      guint corner = side == 0 ? stretch->index : stretch->index + 1;
      guint next = side == 0 ? corner - 1 : corner + 1;
      gboolean is_tip = next == 0 || next == stretch->points->len - 1;
      double there = get_position (&points[next], across);
      double distance = fabs (there - stretch->position);
      /* A foot stays straight; elsewhere a corner must not come past the next one. */
      double off = MIN (distance, is_tip ? SQUILL_ROUTE_STUB : MARGIN);

      stretch->ends[side] = get_along (&points[corner], across);
      stretch->directions[side] = there < stretch->position ? -1 : 1;
      if (there < stretch->position)
        stretch->low = MAX (stretch->low, there + off);
      else
        stretch->high = MIN (stretch->high, there - off);
    }
  /* Where it was found is always allowed. */
  stretch->low = MIN (stretch->low, stretch->position);
  stretch->high = MAX (stretch->high, stretch->position);
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  const Stretch *left = a, *right = b;

  if (left->position != right->position)
    return left->position < right->position ? -1 : 1;
  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  if (left->line != right->line)
    return left->line < right->line ? -1 : 1;
  return left->index < right->index ? -1 : left->index > right->index;
}

static gboolean
in_the_way (const Stretch *a, const Stretch *b)
{
  return a->from < b->to + MARGIN && b->from < a->to + MARGIN && a->low < b->high &&
         b->low < a->high;
}

/* How many times two stretches' lines cross if @a comes before @b; lines that would run on top of
 * each other count more. */
static int
count_crossings (const Stretch *a, const Stretch *b)
{
  int count = 0;

  for (guint i = 0; i < 2; i++)
    {
      if (b->directions[i] < 0 && b->ends[i] > a->from - SAME && b->ends[i] < a->to + SAME)
        count += 2;
      if (a->directions[i] > 0 && a->ends[i] > b->from - SAME && a->ends[i] < b->to + SAME)
        count += 2;
      for (guint j = 0; j < 2; j++)
        if (a->directions[i] > 0 && b->directions[j] < 0 && fabs (a->ends[i] - b->ends[j]) < SAME)
          count += 1;
    }
  return count;
}

static gboolean
comes_before (const Stretch *a, const Stretch *b)
{
  int before, after;

  if (!in_the_way (a, b))
    return compare_positions (a, b) < 0;
  before = count_crossings (a, b);
  after = count_crossings (b, a);
  if (before != after)
    return before < after;
  return compare_positions (a, b) < 0;
}

static guint
find_root (Stretch *stretches, guint index)
{
  while (stretches[index].root != index)
    {
      stretches[index].root = stretches[stretches[index].root].root;
      index = stretches[index].root;
    }
  return index;
}

/* Sorts by insertion: the relation is not a strict order, but this ends and depends on nothing but
 * the stretches. */
static void
rank_tangle (Stretch *stretches, GArray *members)
{
  for (guint i = 1; i < members->len; i++)
    {
      guint member = g_array_index (members, guint, i);
      guint at = i;

      while (at > 0 &&
             comes_before (&stretches[member], &stretches[g_array_index (members, guint, at - 1)]))
        {
          g_array_index (members, guint, at) = g_array_index (members, guint, at - 1);
          at--;
        }
      g_array_index (members, guint, at) = member;
    }
  for (guint i = 0; i < members->len; i++)
    stretches[g_array_index (members, guint, i)].rank = i;
}

/* Pushes stretches of a tangle apart, each as far as the other, until they have their distance or
 * no more room. */
static void
part_tangle (Stretch *stretches, GArray *members)
{
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (guint i = 0; i < members->len; i++)
    for (guint j = i + 1; j < members->len; j++)
      {
        Pair pair = { g_array_index (members, guint, i), g_array_index (members, guint, j) };

        if (in_the_way (&stretches[pair.first], &stretches[pair.second]))
          g_array_append_val (pairs, pair);
      }
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      double worst = 0;
      /* Where there is no room for all, they come nearer to each other. */
      double spacing = SQUILL_CHANNEL_SPACING * MIN (1, 2.0 * (N_ROUNDS - round) / N_ROUNDS);

      for (guint i = 0; i < pairs->len; i++)
        {
          const Pair *pair = &g_array_index (pairs, Pair, i);
          Stretch *a = &stretches[pair->first], *b = &stretches[pair->second];
          double missing = spacing - (b->position - a->position);
          double back, on;

          if (missing <= 0)
            continue;
          worst = MAX (worst, missing);
          back = MIN (missing / 2, a->position - a->low);
          on = MIN (missing - back, b->high - b->position);
          back = MIN (missing - on, a->position - a->low);
          a->position -= back;
          b->position += on;
        }
      if (worst < 0.5)
        return;
    }
}

static void
spread (SquillObstacles *obstacles, GPtrArray *routes, gboolean across)
{
  g_autoptr (GArray) stretches = g_array_new (FALSE, TRUE, sizeof (Stretch));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GHashTable) tangles = NULL;
  GHashTableIter iter;
  gpointer value;
  Stretch *all;

  for (guint line = 0; line < routes->len; line++)
    {
      GArray *points = g_ptr_array_index (routes, line);

      for (guint i = 1; i + 2 < points->len; i++)
        {
          const SquillPoint *a = &g_array_index (points, SquillPoint, i), *b = a + 1;
          Stretch stretch = { .points = points, .index = i, .line = line };

          if (get_position (a, across) != get_position (b, across))
            continue;
          stretch.position = get_position (a, across);
          stretch.from = MIN (get_along (a, across), get_along (b, across));
          stretch.to = MAX (get_along (a, across), get_along (b, across));
          find_limits (obstacles, &stretch, across, found);
          g_array_append_val (stretches, stretch);
        }
    }
  g_array_sort (stretches, compare_positions);
  all = (Stretch *)(gpointer)stretches->data;
  for (guint i = 0; i < stretches->len; i++)
    all[i].root = i;
  for (guint i = 0; i < stretches->len; i++)
    for (guint j = i + 1;
         j < stretches->len && all[j].position <= all[i].position + SQUILL_CHANNEL_SPACING * 3; j++)
      if (in_the_way (&all[i], &all[j]))
        {
          guint a = find_root (all, i), b = find_root (all, j);

          all[MAX (a, b)].root = MIN (a, b);
        }

  tangles = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < stretches->len; i++)
    {
      guint root = find_root (all, i);
      GArray *members = g_hash_table_lookup (tangles, GUINT_TO_POINTER (root));

      if (members == NULL)
        {
          members = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (tangles, GUINT_TO_POINTER (root), members);
        }
      g_array_append_val (members, i);
    }
  /* Tangles have nothing to do with each other, so their order does not matter. */
  g_hash_table_iter_init (&iter, tangles);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GArray *members = value;

      if (members->len < 2 || members->len > MAX_TANGLE)
        continue;
      rank_tangle (all, members);
      part_tangle (all, members);
    }
  for (guint i = 0; i < stretches->len; i++)
    {
      SquillPoint *a = &g_array_index (all[i].points, SquillPoint, all[i].index);
      double position = round (all[i].position * 2) / 2;

      if (across)
        a[0].y = a[1].y = position;
      else
        a[0].x = a[1].x = position;
    }
}

/* Sets stretches of lines that share a gap side by side, no nearer to cards than they may come.
 * Ends of lines stay where they are. @routes: (element-type GArray): the corners of each line, in
 * an order that does not depend on how the diagram came about; they are moved. */
void
squill_route_spread (SquillObstacles *obstacles, GPtrArray *routes)
{
  g_return_if_fail (obstacles != NULL);
  g_return_if_fail (routes != NULL);

  spread (obstacles, routes, FALSE);
  spread (obstacles, routes, TRUE);
}
