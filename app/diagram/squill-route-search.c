/* SPDX-License-Identifier: Apache-2.0 */

/* The route of one line, as if it were alone: the plain Z or C where that is free, and otherwise a
 * search over the few coordinates that matter, which are those next to cards in the way. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far around its two cards a route is searched for. */
#define REGION 160.0
/* Between a line that was led round a card and the card. */
#define DISTANCE 14.0
/* What a bend costs, in pixels of detour. */
#define BEND 60.0
/* With more cards than this around, or where a line spans more than this, in pixels of area, only
 * the bands are searched that run straight out of both cards and, near each of them, across: the
 * search grows with the square. */
#define MAX_OBSTACLES 40
#define MAX_REGION 40e6
/* How far bands reach to each side: past a card or two. If there is no way, they get wider, and in
 * the end all of the canvas is searched. */
#define BAND 360.0
#define MAX_BANDS 4
#define N_WIDENINGS 3
/* Among more cards than this, only so wide: what is looked at grows with the square of the width
 * and of the length of the line, and with so many cards lines are long. */
#define MAX_CARDS 1500
#define N_WIDENINGS_AMONG_MANY 2
/* Not among more places than this, where lines may turn: that would take too long. */
#define MAX_PLACES 600000
/* What the search came from where it began. */
#define FIRST G_MAXUINT
/* Farther than this no card is from another, in pixels. */
#define ANYWHERE 1e9
/* The least room between two cards for a line with two feet in it. */
#define FACING_GAP 56.0
#define NARROW_GAP 16.0

typedef struct
{
  double cost;
  guint state; /* the place on the grid, twice, plus 1 where it was reached up or down */
} Step;

typedef struct
{
  GArray *xs;             /* double */
  GArray *ys;             /* double */
  guint8 *blocked_across; /* whether from each place to the next on its right */
  guint8 *blocked_down;   /* whether from each place to the next below */
  guint start;            /* the places at the ends of the line */
  guint goal;
} Grid;

typedef enum
{
  ANY_WAY_NONE,
  ANY_WAY_THERE,
  ANY_WAY_UNKNOWN, /* among too many places */
} AnyWay;

static double
out_of (const SquillRouteTip *tip, double by)
{
  return tip->side == SQUILL_SIDE_RIGHT ? squill_rect_right (&tip->card->rect) + by
                                        : tip->card->rect.x - by;
}

static SquillRect
around (SquillPoint a, SquillPoint b)
{
  return SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), fabs (b.x - a.x), fabs (b.y - a.y));
}

static gboolean
is_clear (GPtrArray *cards, SquillPoint a, SquillPoint b, const SquillObstacle *own, double side)
{
  SquillRect stretch = around (a, b);

  stretch = squill_rect_grow (&stretch, SQUILL_ROUTE_CLEARANCE);
  if (a.x == b.x)
    stretch = SQUILL_RECT (a.x - side, stretch.y, 2 * side, stretch.height);
  for (guint i = 0; i < cards->len; i++)
    {
      const SquillObstacle *card = g_ptr_array_index (cards, i);

      if (card != own && squill_rect_overlaps (&card->rect, &stretch))
        return FALSE;
    }
  return TRUE;
}

static void
add_point (GArray *points, double x, double y)
{
  SquillPoint point = { x, y };

  if (points->len > 0)
    {
      const SquillPoint *last = &g_array_index (points, SquillPoint, points->len - 1);

      if (last->x == x && last->y == y)
        return;
    }
  /* Three in a row are two. */
  while (points->len > 1)
    {
      const SquillPoint *last = &g_array_index (points, SquillPoint, points->len - 1);
      const SquillPoint *before = last - 1;

      if (!((before->x == last->x && last->x == x) || (before->y == last->y && last->y == y)))
        break;
      g_array_set_size (points, points->len - 1);
    }
  g_array_append_val (points, point);
}

static void
set_plain (const SquillRouteTip *from, const SquillRouteTip *to, double x, GArray *points)
{
  g_array_set_size (points, 0);
  add_point (points, out_of (from, 0), from->y);
  add_point (points, x, from->y);
  add_point (points, x, to->y);
  add_point (points, out_of (to, 0), to->y);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *)a, right = *(const double *)b;

  return left < right ? -1 : left > right;
}

static gboolean
is_plain_clear (
    GPtrArray *cards, const SquillRouteTip *from, const SquillRouteTip *to, double x, double side)
{
  return is_clear (cards, SQUILL_POINT (out_of (from, 0), from->y), SQUILL_POINT (x, from->y),
                   from->card, side) &&
         is_clear (cards, SQUILL_POINT (x, from->y), SQUILL_POINT (x, to->y), NULL, side) &&
         is_clear (cards, SQUILL_POINT (x, to->y), SQUILL_POINT (out_of (to, 0), to->y), to->card,
                   side);
}

/* The plain routes differ in where they run up or down: where it is wanted, or, where cards stand
 * in the way, as near to it as there is room, on @side of each card. */
static gboolean
try_plain (GPtrArray *cards,
           const SquillRouteTip *from,
           const SquillRouteTip *to,
           double side,
           GArray *points)
{
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  double low, high, wanted;

  if (from->side != to->side)
    {
      const SquillRouteTip *left = from->side == SQUILL_SIDE_RIGHT ? from : to;
      const SquillRouteTip *right = left == from ? to : from;
      double stub;

      low = out_of (left, 0);
      high = out_of (right, 0);
      if (high <= low)
        return FALSE;
      stub = MIN (SQUILL_ROUTE_STUB, (high - low) / 2);
      low += stub;
      high -= stub;
      wanted = (low + MAX (left->reach - stub, 0) + high - MAX (right->reach - stub, 0)) / 2;
      wanted = CLAMP (wanted, low, high);
      side = MIN (side, stub);
    }
  else if (from->side == SQUILL_SIDE_RIGHT)
    {
      low = MAX (out_of (from, SQUILL_ROUTE_STUB), out_of (to, SQUILL_ROUTE_STUB));
      wanted = MAX (low, MAX (out_of (from, from->reach), out_of (to, to->reach)));
      high = low + REGION - 2 * DISTANCE;
    }
  else
    {
      high = MIN (out_of (from, SQUILL_ROUTE_STUB), out_of (to, SQUILL_ROUTE_STUB));
      wanted = MIN (high, MIN (out_of (from, from->reach), out_of (to, to->reach)));
      low = high - REGION + 2 * DISTANCE;
    }

  g_array_append_val (xs, wanted);
  for (guint i = 0; i < cards->len; i++)
    {
      const SquillRect *rect = &((const SquillObstacle *)g_ptr_array_index (cards, i))->rect;
      double left = rect->x - side - 2, right = squill_rect_right (rect) + side + 2;

      if (left > low && left < high)
        g_array_append_val (xs, left);
      if (right > low && right < high)
        g_array_append_val (xs, right);
    }
  g_array_sort (xs, compare_doubles);
  while (xs->len > 0)
    {
      guint best = 0;
      double x;

      for (guint i = 1; i < xs->len; i++)
        if (fabs (g_array_index (xs, double, i) - wanted) <
            fabs (g_array_index (xs, double, best) - wanted))
          best = i;
      x = g_array_index (xs, double, best);
      if (is_plain_clear (cards, from, to, x, side))
        {
          set_plain (from, to, x, points);
          return TRUE;
        }
      g_array_remove_index (xs, best);
    }
  return FALSE;
}

static void
sort_and_merge (GArray *values)
{
  guint kept = 0;

  g_array_sort (values, compare_doubles);
  for (guint i = 0; i < values->len; i++)
    {
      double value = g_array_index (values, double, i);

      if (kept == 0 || value != g_array_index (values, double, kept - 1))
        g_array_index (values, double, kept++) = value;
    }
  g_array_set_size (values, kept);
}

static guint
find_value (GArray *values, double value)
{
  guint low = 0, high = values->len - 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (values, double, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
grid_clear (Grid *grid)
{
  g_clear_pointer (&grid->xs, g_array_unref);
  g_clear_pointer (&grid->ys, g_array_unref);
  g_free (grid->blocked_across);
  g_free (grid->blocked_down);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Grid, grid_clear)

/* How many of the values, from @first on, are no more than @limit; with @strictly less. */
static guint
count_up_to (GArray *values, guint first, double limit, gboolean strictly)
{
  guint n = 0;

  while (first + n < values->len && (strictly ? g_array_index (values, double, first + n) < limit
                                              : g_array_index (values, double, first + n) <= limit))
    n++;
  return n;
}

/* Opens what is inside a band. */
static void
grid_open (Grid *grid, const SquillRect *band)
{
  const guint width = grid->xs->len;
  guint column = find_value (grid->xs, band->x), first = find_value (grid->ys, band->y);
  guint n_columns, n_rows;

  /* The last value is found where all are less. */
  column += g_array_index (grid->xs, double, column) < band->x;
  first += g_array_index (grid->ys, double, first) < band->y;
  n_columns = count_up_to (grid->xs, column, squill_rect_right (band), FALSE);
  n_rows = count_up_to (grid->ys, first, squill_rect_bottom (band), FALSE);
  if (n_columns == 0)
    return;
  for (guint row = first; row < first + n_rows; row++)
    {
      memset (&grid->blocked_across[row * width + column], FALSE, n_columns - 1);
      if (row + 1 < first + n_rows)
        memset (&grid->blocked_down[row * width + column], FALSE, n_columns);
    }
}

static void
grid_block (Grid *grid, const SquillRect *rect, guint8 *blocked, gboolean down)
{
  const guint width = grid->xs->len;
  guint row = find_value (grid->ys, rect->y), column = find_value (grid->xs, rect->x);
  guint n_columns, n_rows;

  /* Those that lie inside, and of the axis along which lines run, the one before too: the way from
   * there leads inside. */
  while (column < width && g_array_index (grid->xs, double, column) <= rect->x)
    column++;
  while (row < grid->ys->len && g_array_index (grid->ys, double, row) <= rect->y)
    row++;
  n_columns = count_up_to (grid->xs, column, squill_rect_right (rect), TRUE);
  n_rows = count_up_to (grid->ys, row, squill_rect_bottom (rect), TRUE);
  if (down && row > 0 && row < grid->ys->len)
    {
      row--;
      n_rows++;
    }
  else if (!down && column > 0 && column < width)
    {
      column--;
      n_columns++;
    }
  for (guint i = row; i < row + n_rows; i++)
    memset (&blocked[i * width + column], TRUE, n_columns);
}

static inline gboolean
comes_before (const Step *a, const Step *b)
{
  return a->cost < b->cost || (a->cost == b->cost && a->state < b->state);
}

static void
heap_push (GArray *heap, Step step)
{
  Step *steps;
  guint at = heap->len;

  g_array_set_size (heap, at + 1);
  steps = (Step *)(gpointer)heap->data;
  while (at > 0 && comes_before (&step, &steps[(at - 1) / 2]))
    {
      steps[at] = steps[(at - 1) / 2];
      at = (at - 1) / 2;
    }
  steps[at] = step;
}

static Step
heap_pop (GArray *heap)
{
  Step *steps = (Step *)(gpointer)heap->data;
  const Step top = steps[0], last = steps[heap->len - 1];
  const guint n = heap->len - 1;
  guint at = 0;

  g_array_set_size (heap, n);
  for (guint below = 1; below < n; below = 2 * at + 1)
    {
      if (below + 1 < n && comes_before (&steps[below + 1], &steps[below]))
        below++;
      if (!comes_before (&steps[below], &last))
        break;
      steps[at] = steps[below];
      at = below;
    }
  steps[at] = last;
  return top;
}

/* Adds to @found where a line can get from a place in one step, and what was not @reached by the
 * same end. Gives whether that meets what the other end reached. */
static gboolean
flood (const Grid *grid, guint place, guint8 end, guint8 *reached, GArray *found)
{
  const guint width = grid->xs->len, column = place % width, row = place / width;
  guint next[4], n = 0;
  gboolean meets = FALSE;

  if (column + 1 < width && !grid->blocked_across[place])
    next[n++] = place + 1;
  if (column > 0 && !grid->blocked_across[place - 1])
    next[n++] = place - 1;
  if (row + 1 < grid->ys->len && !grid->blocked_down[place])
    next[n++] = place + width;
  if (row > 0 && !grid->blocked_down[place - width])
    next[n++] = place - width;
  for (guint i = 0; i < n; i++)
    {
      meets = meets || (reached[next[i]] != 0 && reached[next[i]] != end);
      if (reached[next[i]] != 0)
        continue;
      reached[next[i]] = end;
      g_array_append_val (found, next[i]);
    }
  return meets;
}

/* Whether there is any way. One place is looked at from each end in turn, so that it takes little
 * to learn that one of them is walled in, however large the grid is. */
static gboolean
is_reachable (const Grid *grid)
{
  g_autofree guint8 *reached = g_malloc0 ((gsize)grid->xs->len * grid->ys->len);
  g_autoptr (GArray) from_start = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) from_goal = g_array_new (FALSE, FALSE, sizeof (guint));
  GArray *found[] = { from_start, from_goal };

  if (grid->start == grid->goal)
    return TRUE;
  g_array_append_val (found[0], grid->start);
  g_array_append_val (found[1], grid->goal);
  reached[grid->start] = 1;
  reached[grid->goal] = 2;
  for (guint i = 0; i < found[0]->len && i < found[1]->len; i++)
    for (guint end = 0; end < 2; end++)
      if (flood (grid, g_array_index (found[end], guint, i), (guint8)(end + 1), reached,
                 found[end]))
        return TRUE;
  return FALSE;
}

/* How far it is at least from a place. */
static inline double
get_guess (const Grid *grid, guint column, guint row, double to_x, double to_y)
{
  return fabs (g_array_index (grid->xs, double, column) - to_x) +
         fabs (g_array_index (grid->ys, double, row) - to_y);
}

/* Dijkstra's search with a guess ahead, over places and the direction they were reached in. */
static gboolean
search_grid (const Grid *grid, GArray *places)
{
  const guint start = grid->start, goal = grid->goal;
  guint width = grid->xs->len, n_states = 2 * width * grid->ys->len;
  /* Of a state that was reached, what it cost; the place before it, and 1 added: 0 marks those that
   * were not, which are most. */
  g_autofree double *costs = g_new (double, n_states);
  g_autofree guint *from = g_new0 (guint, n_states);
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (Step));
  const double *xs = (const double *)(gpointer)grid->xs->data;
  const double *ys = (const double *)(gpointer)grid->ys->data;
  const double to_x = xs[goal % width], to_y = ys[goal / width];
  guint found = G_MAXUINT;

  costs[2 * start] = 0;
  from[2 * start] = FIRST;
  heap_push (heap, (Step){ 0, 2 * start });
  while (heap->len > 0)
    {
      Step step = heap_pop (heap);
      guint place = step.state / 2, down = step.state % 2;
      guint column = place % width, row = place / width;
      double cost = costs[step.state];

      if (step.cost > cost + get_guess (grid, column, row, to_x, to_y) + 0.001)
        continue;
      if (step.state == 2 * goal)
        {
          found = step.state;
          break;
        }
      for (guint direction = 0; direction < 4; direction++)
        {
          gboolean turned = (direction >= 2) != down;
          guint next_column = column, next_row = row, next, state;
          double length;

          if (direction == 0 && column + 1 < width && !grid->blocked_across[place])
            next_column++;
          else if (direction == 1 && column > 0 && !grid->blocked_across[place - 1])
            next_column--;
          else if (direction == 2 && row + 1 < grid->ys->len && !grid->blocked_down[place])
            next_row++;
          else if (direction == 3 && row > 0 && !grid->blocked_down[place - width])
            next_row--;
          else
            continue;
          next = next_row * width + next_column;
          length = fabs (xs[next_column] - xs[column]) + fabs (ys[next_row] - ys[row]);
          state = 2 * next + (direction >= 2);
          if (from[state] != 0 && cost + length + (turned ? BEND : 0) >= costs[state])
            continue;
          costs[state] = cost + length + (turned ? BEND : 0);
          from[state] = step.state + 1;
          heap_push (
              heap,
              (Step){ costs[state] + get_guess (grid, next_column, next_row, to_x, to_y), state });
        }
      /* Going straight on is part of the route, turning on the spot is part of it too: the goal is
       * to be left sidewards, so reaching it from above or below costs the bend. */
      if (place == goal && down && (from[2 * goal] == 0 || cost + BEND < costs[2 * goal]))
        {
          costs[2 * goal] = cost + BEND;
          from[2 * goal] = step.state + 1;
          heap_push (heap, (Step){ cost + BEND, 2 * goal });
        }
    }
  if (found == G_MAXUINT)
    return FALSE;
  for (guint state = found; state + 1 != FIRST; state = from[state] - 1)
    {
      guint place = state / 2;

      g_array_prepend_val (places, place);
    }
  return TRUE;
}

/* Adds where lines may turn next to cards. @side: as search_round() has it */
static void
add_places (GPtrArray *cards, double side, GArray *xs, GArray *ys)
{
  const double distance = MAX (DISTANCE, side + 2);

  for (guint i = 0; i < cards->len; i++)
    {
      const SquillRect *rect = &((const SquillObstacle *)g_ptr_array_index (cards, i))->rect;
      const double across[] = { rect->x - distance, squill_rect_right (rect) + distance };
      const double down[] = { rect->y - DISTANCE, squill_rect_bottom (rect) + DISTANCE };

      g_array_append_vals (xs, across, G_N_ELEMENTS (across));
      g_array_append_vals (ys, down, G_N_ELEMENTS (down));
    }
  sort_and_merge (xs);
  sort_and_merge (ys);
}

static gsize
count_places (GPtrArray *cards, double side)
{
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ys = g_array_new (FALSE, FALSE, sizeof (double));

  add_places (cards, side, xs, ys);
  return (gsize)xs->len * ys->len;
}

/* The places next to cards where a line may turn. @side: how near the route may come to the sides
 * of cards other than those it meets. @bands: (array length=n_bands): what it must not leave, as
 * other cards are not among @cards. @room: as _squill_route_search() has it. FALSE if these are too
 * many.
 */
static gboolean
grid_make (Grid *grid,
           GPtrArray *cards,
           const SquillRouteTip *from,
           const SquillRouteTip *to,
           double side,
           const SquillRect *bands,
           guint n_bands,
           guint *room)
{
  double start_x = out_of (from, SQUILL_ROUTE_STUB), goal_x = out_of (to, SQUILL_ROUTE_STUB);
  double middle = (start_x + goal_x) / 2;
  guint width;
  gsize n_places;

  grid->xs = g_array_new (FALSE, FALSE, sizeof (double));
  grid->ys = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (grid->xs, start_x);
  g_array_append_val (grid->xs, goal_x);
  g_array_append_val (grid->xs, middle);
  g_array_append_val (grid->ys, from->y);
  g_array_append_val (grid->ys, to->y);
  add_places (cards, side, grid->xs, grid->ys);
  width = grid->xs->len;
  n_places = (gsize)width * grid->ys->len;
  if (n_places > (room != NULL ? *room : MAX_PLACES))
    return FALSE;
  if (room != NULL)
    *room -= (guint)n_places;
  grid->blocked_across = g_malloc (n_places);
  grid->blocked_down = g_malloc (n_places);
  memset (grid->blocked_across, TRUE, n_places);
  memset (grid->blocked_down, TRUE, n_places);
  for (guint i = 0; i < n_bands; i++)
    grid_open (grid, &bands[i]);
  for (guint i = 0; i < cards->len; i++)
    {
      SquillRect rect = squill_rect_grow (
          &((const SquillObstacle *)g_ptr_array_index (cards, i))->rect, SQUILL_ROUTE_CLEARANCE);

      grid_block (grid, &rect, grid->blocked_across, FALSE);
      rect.x -= side - SQUILL_ROUTE_CLEARANCE;
      rect.width += 2 * (side - SQUILL_ROUTE_CLEARANCE);
      grid_block (grid, &rect, grid->blocked_down, TRUE);
    }
  grid->start = find_value (grid->ys, from->y) * width + find_value (grid->xs, start_x);
  grid->goal = find_value (grid->ys, to->y) * width + find_value (grid->xs, goal_x);
  return TRUE;
}

/* Parameters are those of grid_make(). */
static gboolean
search_round (GPtrArray *cards,
              const SquillRouteTip *from,
              const SquillRouteTip *to,
              double side,
              const SquillRect *bands,
              guint n_bands,
              guint *room,
              GArray *points)
{
  g_auto (Grid) grid = { 0 };
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!grid_make (&grid, cards, from, to, side, bands, n_bands, room) || !is_reachable (&grid) ||
      !search_grid (&grid, places))
    return FALSE;

  g_array_set_size (points, 0);
  add_point (points, out_of (from, 0), from->y);
  for (guint i = 0; i < places->len; i++)
    {
      guint place = g_array_index (places, guint, i);

      add_point (points, g_array_index (grid.xs, double, place % grid.xs->len),
                 g_array_index (grid.ys, double, place / grid.xs->len));
    }
  add_point (points, out_of (to, 0), to->y);
  return TRUE;
}

/* Whether there is any way at all, however near to cards. Parameters are those of grid_make(). */
static AnyWay
look_for_any_way (GPtrArray *cards,
                  const SquillRouteTip *from,
                  const SquillRouteTip *to,
                  const SquillRect *bands,
                  guint n_bands)
{
  g_auto (Grid) grid = { 0 };

  if (!grid_make (&grid, cards, from, to, SQUILL_ROUTE_CLEARANCE, bands, n_bands, NULL))
    return ANY_WAY_UNKNOWN;
  return is_reachable (&grid) ? ANY_WAY_THERE : ANY_WAY_NONE;
}

/* The same, rather with room for the feet at the sides of cards. */
static gboolean
search_inside (GPtrArray *cards,
               const SquillRouteTip *from,
               const SquillRouteTip *to,
               const SquillRect *bands,
               guint n_bands,
               guint *room,
               GArray *points)
{
  return search_round (cards, from, to, SQUILL_ROUTE_SIDE, bands, n_bands, room, points) ||
         search_round (cards, from, to, SQUILL_ROUTE_CLEARANCE, bands, n_bands, room, points);
}

/* Whether there are so many cards that a line which finds no way near its ends is not led among all
 * of them, or not far round. Asked for each such line, and there may be thousands of those. */
SquillTooMany
_squill_route_are_too_many (SquillObstacles *obstacles)
{
  SquillTooMany *known;

  g_return_val_if_fail (obstacles != NULL, SQUILL_TOO_MANY_NO);

  known = _squill_obstacles_get_too_many (obstacles);
  if (*known == SQUILL_TOO_MANY_UNKNOWN)
    {
      const SquillRect bounds = _squill_obstacles_get_bounds (obstacles);
      g_autoptr (GPtrArray) cards = g_ptr_array_new ();

      _squill_obstacles_find (obstacles, &bounds, cards);
      /* Few need no count: each adds two places at most to each axis. */
      if (4.0 * cards->len * cards->len <= MAX_PLACES ||
          count_places (cards, SQUILL_ROUTE_CLEARANCE) <= MAX_PLACES ||
          count_places (cards, SQUILL_ROUTE_SIDE) <= MAX_PLACES)
        *known = SQUILL_TOO_MANY_NO;
      else
        *known = cards->len <= MAX_CARDS ? SQUILL_TOO_MANY_YES : SQUILL_TOO_MANY_BY_FAR;
    }
  return *known;
}

/* Sets the bands of a line, and lists the cards in them. @region: what was looked at grows by them
 */
static void
set_bands (SquillObstacles *obstacles,
           const SquillRouteTip *from,
           const SquillRouteTip *to,
           double reach,
           SquillRect *bands,
           GPtrArray *cards,
           SquillRect *region)
{
  double left = MIN (out_of (from, 0), out_of (to, 0)),
         right = MAX (out_of (from, 0), out_of (to, 0));
  double top = MIN (from->y, to->y), bottom = MAX (from->y, to->y);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  bands[0] = SQUILL_RECT (left - reach, from->y - reach, right - left + 2 * reach, 2 * reach);
  bands[1] = SQUILL_RECT (left - reach, to->y - reach, right - left + 2 * reach, 2 * reach);
  bands[2] =
      SQUILL_RECT (out_of (from, 0) - reach, top - reach, 2 * reach, bottom - top + 2 * reach);
  bands[3] = SQUILL_RECT (out_of (to, 0) - reach, top - reach, 2 * reach, bottom - top + 2 * reach);
  g_ptr_array_set_size (cards, 0);
  for (guint i = 0; i < MAX_BANDS; i++)
    {
      *region = squill_rect_union (region, &bands[i]);
      g_ptr_array_set_size (found, 0);
      _squill_obstacles_find (obstacles, &bands[i], found);
      for (guint j = 0; j < found->len; j++)
        if (g_hash_table_add (seen, found->pdata[j]))
          g_ptr_array_add (cards, found->pdata[j]);
    }
}

/* Whether a search in bands can succeed. Where cards wall in an end, there is no way in any of
 * them: that is soon seen in the widest, or, where it holds too many places to be searched, in the
 * widest of those that do not. Parameters are those of set_bands(). */
static gboolean
may_find_way (SquillObstacles *obstacles,
              const SquillRouteTip *from,
              const SquillRouteTip *to,
              guint n_widenings,
              SquillRect *bands,
              GPtrArray *cards,
              SquillRect *region)
{
  AnyWay any = ANY_WAY_UNKNOWN;

  for (guint widening = n_widenings; widening > 0 && any == ANY_WAY_UNKNOWN; widening--)
    {
      set_bands (obstacles, from, to, BAND * (1 << (widening - 1)), bands, cards, region);
      any = look_for_any_way (cards, from, to, bands, MAX_BANDS);
    }
  return any == ANY_WAY_THERE;
}

/* A line between cards that are far from each other, or that finds no way between them. @room: as
 * _squill_route_search() has it. @region: set to what was looked at */
static gboolean
search_bands (SquillObstacles *obstacles,
              const SquillRouteTip *from,
              const SquillRouteTip *to,
              guint *room,
              GPtrArray *cards,
              GArray *points,
              SquillRect *region)
{
  const guint n_widenings =
      room == NULL && _squill_route_are_too_many (obstacles) == SQUILL_TOO_MANY_BY_FAR
          ? N_WIDENINGS_AMONG_MANY
          : N_WIDENINGS;
  SquillRect bands[MAX_BANDS];

  for (guint widening = 0; widening < n_widenings; widening++)
    {
      set_bands (obstacles, from, to, BAND * (1 << widening), bands, cards, region);
      if (widening == 0 && room == NULL)
        {
          if (search_round (cards, from, to, SQUILL_ROUTE_SIDE, bands, MAX_BANDS, room, points))
            return TRUE;
          if (!may_find_way (obstacles, from, to, n_widenings, bands, cards, region))
            break;
          set_bands (obstacles, from, to, BAND, bands, cards, region);
          if (search_round (cards, from, to, SQUILL_ROUTE_CLEARANCE, bands, MAX_BANDS, room,
                            points))
            return TRUE;
        }
      else if (search_inside (cards, from, to, bands, MAX_BANDS, room, points))
        return TRUE;
    }
  if (room != NULL || _squill_route_are_too_many (obstacles) != SQUILL_TOO_MANY_NO)
    return FALSE;
  *region = _squill_obstacles_get_bounds (obstacles);
  *region = squill_rect_grow (region, REGION);
  g_ptr_array_set_size (cards, 0);
  _squill_obstacles_find (obstacles, region, cards);
  return search_inside (cards, from, to, region, 1, room, points);
}

/* Whether a card stands where a line leaves its own: then it has no way. */
static gboolean
is_covered (SquillObstacles *obstacles, const SquillRouteTip *tip)
{
  const SquillRect place = SQUILL_RECT (out_of (tip, SQUILL_ROUTE_STUB), tip->y, 0, 0);
  const SquillRect clear = squill_rect_grow (&place, SQUILL_ROUTE_CLEARANCE);

  return _squill_obstacles_find_any (obstacles, &clear) != NULL;
}

/* Chooses the sides of a line: those that face each other where there is room between the cards,
 * otherwise both on the side where the route is shorter. @to: the card it meets; may be @from. */
void
_squill_route_choose_sides (const SquillRect *from,
                            const SquillRect *to,
                            SquillSide *from_side,
                            SquillSide *to_side)
{
  double gap_right = to->x - squill_rect_right (from), gap_left = from->x - squill_rect_right (to);
  gboolean beside = from->y < squill_rect_bottom (to) && to->y < squill_rect_bottom (from);
  double room = beside ? NARROW_GAP : FACING_GAP;

  if (gap_right >= room)
    {
      *from_side = SQUILL_SIDE_RIGHT;
      *to_side = SQUILL_SIDE_LEFT;
    }
  else if (gap_left >= room)
    {
      *from_side = SQUILL_SIDE_LEFT;
      *to_side = SQUILL_SIDE_RIGHT;
    }
  else
    {
      double right = fabs (squill_rect_right (from) - squill_rect_right (to));
      double left = fabs (from->x - to->x);

      *from_side = *to_side = left < right ? SQUILL_SIDE_LEFT : SQUILL_SIDE_RIGHT;
    }
}

/* The part of the canvas in which a line runs that is led round few cards. */
SquillRect
_squill_route_get_region (const SquillRect *from, const SquillRect *to)
{
  SquillRect both = squill_rect_union (from, to);

  return squill_rect_grow (&both, REGION);
}

/* What it costs to search for a route, in places of the grid that lines may turn at: that grows
 * with the square of the cards in the way. 20,000 of them take about 8 ms. */
double
_squill_route_estimate (SquillObstacles *obstacles, const SquillRect *from, const SquillRect *to)
{
  SquillRect region = _squill_route_get_region (from, to);
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();

  _squill_obstacles_find (obstacles, &region, cards);
  return (double)cards->len * cards->len;
}

/* Gives the plainest route from card to card, whatever is in its way. @points: (element-type
 * SquillPoint): set to the corners of the route, both ends included. */
void
_squill_route_plainly (const SquillRouteTip *from, const SquillRouteTip *to, GArray *points)
{
  g_return_if_fail (from != NULL && to != NULL && points != NULL);

  if (from->side != to->side)
    set_plain (from, to, (out_of (from, 0) + out_of (to, 0)) / 2, points);
  else if (from->side == SQUILL_SIDE_RIGHT)
    set_plain (from, to, MAX (out_of (from, SQUILL_ROUTE_STUB), out_of (to, SQUILL_ROUTE_STUB)),
               points);
  else
    set_plain (from, to, MIN (out_of (from, SQUILL_ROUTE_STUB), out_of (to, SQUILL_ROUTE_STUB)),
               points);
}

/* Finds a route from card to card that is short, has few bends, and avoids other cards. The same
 * cards give the same route. Where there is none, the route runs behind the cards. @room: (inout)
 * (nullable): for lines that follow a pointer: among how many places, where lines may turn, these
 * may still be led; the search takes what it looks at, and where there is too little, the route is
 * the plain one. NULL: there is time to look at all of the
 * canvas. @points: (element-type SquillPoint): set to the corners of the route, both ends included.
 * Returns the part of the canvas in which cards can change the route, as long as
 * _squill_route_are_too_many() stays as it is. */
SquillRect
_squill_route_search (SquillObstacles *obstacles,
                      const SquillRouteTip *from,
                      const SquillRouteTip *to,
                      guint *room,
                      GArray *points)
{
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();
  SquillRect region = SQUILL_RECT (0, 0, 0, 0);
  gboolean few, covered;

  g_return_val_if_fail (obstacles != NULL && from != NULL && to != NULL && points != NULL, region);

  region = _squill_route_get_region (&from->card->rect, &to->card->rect);
  if (room != NULL && *room == 0)
    {
      _squill_route_plainly (from, to, points);
      return region;
    }
  if (region.width * region.height <= MAX_REGION)
    _squill_obstacles_find (obstacles, &region, cards);
  few = cards->len > 0 && cards->len <= MAX_OBSTACLES;
  if (few && try_plain (cards, from, to, SQUILL_ROUTE_SIDE, points))
    return region;
  /* Cards are dragged across others: no search through all of the canvas then. */
  covered = is_covered (obstacles, from) || is_covered (obstacles, to);
  if (few &&
      ((!covered && search_round (cards, from, to, SQUILL_ROUTE_SIDE, &region, 1, room, points)) ||
       try_plain (cards, from, to, SQUILL_ROUTE_CLEARANCE, points) ||
       (!covered &&
        search_round (cards, from, to, SQUILL_ROUTE_CLEARANCE, &region, 1, room, points))))
    return region;
  if (covered)
    {
      _squill_route_plainly (from, to, points);
      return region;
    }
  if (search_bands (obstacles, from, to, room, cards, points, &region))
    return region;
  _squill_route_plainly (from, to, points);
  /* Nothing was looked at elsewhere where there are too many. */
  return room == NULL && _squill_route_are_too_many (obstacles) != SQUILL_TOO_MANY_NO
             ? region
             : squill_rect_grow (&region, ANYWHERE);
}
