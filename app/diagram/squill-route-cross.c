/* SPDX-License-Identifier: Apache-2.0 */

/* Lines that were found one by one know nothing of each other. Here those that cross others are led
 * another way, if one with fewer crossings is not much longer. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a crossing and a bend cost, in pixels of detour. */
#define CROSSING 150.0
#define BEND 60.0
/* Stretches nearer to each other than this are in the same gap between cards: which is at which
 * side is decided later, when all are set beside each other. */
#define SAME_GAP 40.0
/* Stretches are found by their place, in steps of this many pixels. */
#define BUCKET 64.0
/* How far beyond a card a line may be led round it, in a lane of its own later. */
#define ROUND 16.0
/* Not more ways than this are looked at for one line, nor are lines looked at more often. */
#define MAX_ROWS 40
#define ROUNDS 3
#define MAX_CARDS 400
/* At most this many ways of other lines in the same row are tried, those with no more corners. */
#define MAX_OTHERS 24
/* Among more lines than this they do not follow each other: there is no room in one gap for all. */
#define MAX_SHARING 600
/* Up to this many lines, those that are led another way leave room for the numbers at their ends.
 * Of more it is hard enough that they do not cross. */
#define MAX_PAST_NUMBERS 200
#define MAX_CORNERS 10

typedef struct
{
  SquillRoutedLine *line;
  guint order[2]; /* how many stretches there are before it, and after it */
  double at;      /* its y if it runs across, else its x */
  double from;    /* its extent along the other axis */
  double to;
  double left;  /* of one that runs up or down: where it is joined at its left … */
  double right; /* … and right, NAN where it is not; of another what of it has no corner near */
} Stretch;

typedef struct
{
  SquillObstacles *cards;
  GHashTable *buckets[2]; /* int -> GArray of Stretch: those up or down, and those across */
} Map;

static void
bucket_free (gpointer data)
{
  g_array_unref (data);
}

static int
get_bucket (double at)
{
  return (int)floor (at / BUCKET);
}

/* Lines that meet a card at the same point share a trunk there, which they do not cross. */
static gboolean
share_trunk (const Stretch *a, const Stretch *b)
{
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      {
        const SquillRoutedEnd *left = &a->line->ends[i], *right = &b->line->ends[j];

        if (a->order[i] <= 1 && b->order[j] <= 1 && left->y == right->y &&
            left->side == right->side && strcmp (left->card, right->card) == 0)
          return TRUE;
      }
  return FALSE;
}

/* Gives the stretch from one corner to the next. */
static Stretch
get_stretch (SquillRoutedLine *line, const SquillPoint *points, guint n_points, guint i)
{
  const SquillPoint *a = &points[i], *b = a + 1;
  gboolean across = a->y == b->y;
  Stretch stretch = { line,
                      { i, n_points - 2 - i },
                      across ? a->y : a->x,
                      across ? MIN (a->x, b->x) : MIN (a->y, b->y),
                      across ? MAX (a->x, b->x) : MAX (a->y, b->y),
                      NAN,
                      NAN };

  if (across)
    {
      gboolean is_left_tip = a->x < b->x ? i == 0 : i + 2 == n_points;
      gboolean is_right_tip = a->x < b->x ? i + 2 == n_points : i == 0;

      stretch.left = stretch.from + (is_left_tip ? 0 : SAME_GAP);
      stretch.right = stretch.to - (is_right_tip ? 0 : SAME_GAP);
    }
  for (guint end = 0; !across && end < 2; end++)
    {
      const SquillPoint *corner = end == 0 ? a : b;

      if (end == 0 ? i == 0 : i + 2 >= n_points)
        continue;
      if ((end == 0 ? a - 1 : b + 1)->x < corner->x)
        stretch.left = corner->y;
      else
        stretch.right = corner->y;
    }
  return stretch;
}

static void
map_change (Map *map, SquillRoutedLine *line, gboolean add)
{
  const SquillPoint *points = (const SquillPoint *)(gpointer)line->points->data;

  for (guint i = 0; i + 1 < line->points->len; i++)
    {
      Stretch stretch = get_stretch (line, points, line->points->len, i);
      GHashTable *buckets = map->buckets[points[i].y == points[i + 1].y];
      gpointer key = GINT_TO_POINTER (get_bucket (stretch.at));
      GArray *bucket = g_hash_table_lookup (buckets, key);

      if (bucket == NULL)
        {
          bucket = g_array_new (FALSE, FALSE, sizeof (Stretch));
          g_hash_table_insert (buckets, key, bucket);
        }
      if (add)
        g_array_append_val (bucket, stretch);
      for (guint j = bucket->len; !add && j-- > 0;)
        if (g_array_index (bucket, Stretch, j).line == line)
          g_array_remove_index_fast (bucket, j);
    }
}

/* How many times two stretches in the same gap cross, wherever in it they are set. */
static guint
count_in_gap (const Stretch *a, const Stretch *b)
{
  guint count = 0;

  if (!isnan (a->left) && !isnan (a->right) && !isnan (b->left) && !isnan (b->right))
    return (a->left - b->left) * (a->right - b->right) < 0;
  /* One that turns back is crossed by what is joined between its ends at that side; one within the
   * other is not. */
  if (isnan (a->left) || isnan (a->right))
    {
      double side = isnan (a->left) ? b->right : b->left;

      count +=
          side > a->from && side < a->to && (side == b->from || side == b->to) &&
          !(b->from > a->from && b->to < a->to && isnan (isnan (a->left) ? b->left : b->right));
      return count;
    }
  return count_in_gap (b, a);
}

/* How many times a way crosses lines other than its own, or more than @most. */
static guint
count_crossings (
    const Map *map, SquillRoutedLine *line, const SquillPoint *points, guint n_points, guint most)
{
  guint count = 0;

  for (guint i = 0; i + 1 < n_points; i++)
    {
      gboolean across = points[i].y == points[i + 1].y;
      Stretch own = get_stretch (line, points, n_points, i);
      /* Corners in the same gap are looked at below. */
      double from = across ? own.left : own.from, to = across ? own.right : own.to;

      for (int key = get_bucket (from); key <= get_bucket (to) && count <= most; key++)
        {
          GArray *bucket = g_hash_table_lookup (map->buckets[!across], GINT_TO_POINTER (key));

          for (guint j = 0; bucket != NULL && j < bucket->len; j++)
            {
              const Stretch *other = &g_array_index (bucket, Stretch, j);

              if (other->line == line || other->at <= from || other->at >= to)
                continue;
              if (across ? own.at > other->from && own.at < other->to
                         : own.at > other->left && own.at < other->right)
                count += !share_trunk (&own, other);
            }
        }
      if (across)
        continue;
      for (int key = get_bucket (own.at - SAME_GAP);
           key <= get_bucket (own.at + SAME_GAP) && count <= most; key++)
        {
          GArray *bucket = g_hash_table_lookup (map->buckets[0], GINT_TO_POINTER (key));

          for (guint j = 0; bucket != NULL && j < bucket->len; j++)
            {
              const Stretch *other = &g_array_index (bucket, Stretch, j);

              if (other->line != line && fabs (other->at - own.at) <= SAME_GAP &&
                  !share_trunk (&own, other))
                count += count_in_gap (&own, other);
            }
        }
    }
  return count;
}

/* What a way costs without its crossings. */
static double
get_length_cost (const SquillPoint *points, guint n_points)
{
  double cost = BEND * n_points;

  for (guint i = 0; i + 1 < n_points; i++)
    cost += fabs (points[i + 1].x - points[i].x) + fabs (points[i + 1].y - points[i].y);
  return cost;
}

/* Whether no card is in the way of any stretch. A line begins and ends at the sides of its own
 * cards, which are not in its way there. */
static gboolean
is_way_free (SquillObstacles *cards, const SquillPoint *points, guint n_points)
{
  for (guint i = 0; i + 1 < n_points; i++)
    {
      const SquillPoint *a = &points[i], *b = a + 1, *left = a->x < b->x ? a : b;
      double side = a->x == b->x ? SQUILL_ROUTE_SIDE : SQUILL_ROUTE_CLEARANCE;
      double from = left->x - side, to = left->x + fabs (b->x - a->x) + side;
      double top = MIN (a->y, b->y) - SQUILL_ROUTE_CLEARANCE;

      if (left == points || left == &points[n_points - 1])
        from = left->x;
      if (i == 0 && left != a)
        to = a->x;
      if (i + 2 == n_points && left != b)
        to = b->x;
      if (_squill_obstacles_find_any (
              cards, &SQUILL_RECT (from, top, to - from,
                                   fabs (b->y - a->y) + 2 * SQUILL_ROUTE_CLEARANCE)) != NULL)
        return FALSE;
    }
  return TRUE;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double left = *(const double *)a, right = *(const double *)b;

  return left < right ? -1 : left > right;
}

/* Leaves one of several lanes that are in the same gap. */
static void
merge_lanes (GArray *lanes, double apart)
{
  guint kept = 0;

  g_array_sort (lanes, compare_doubles);
  for (guint i = 0; i < lanes->len; i++)
    {
      double at = g_array_index (lanes, double, i);

      if (kept == 0 || at - g_array_index (lanes, double, kept - 1) > apart)
        g_array_index (lanes, double, kept++) = at;
    }
  g_array_set_size (lanes, kept);
}

static int
compare_detours (gconstpointer a, gconstpointer b, gpointer ends)
{
  const SquillPoint *both = ends;
  double left = *(const double *)a, right = *(const double *)b;
  double left_way = fabs (left - both[0].y) + fabs (left - both[1].y);
  double right_way = fabs (right - both[0].y) + fabs (right - both[1].y);

  if (left_way != right_way)
    return left_way < right_way ? -1 : 1;
  return left < right ? -1 : left > right;
}

typedef struct
{
  const Map *map;
  GPtrArray *lines;
  SquillRoutedLine *line;
  GPtrArray *cards;  /* those in … */
  SquillRect region; /* … this region */
  GArray *best;      /* SquillPoint */
  double cost;
} Choice;

static void
try_way (Choice *choice, const SquillPoint *points, guint n_points)
{
  double cost = get_length_cost (points, n_points);

  for (guint i = 0; i + 1 < n_points; i++)
    if (points[i].x == points[i + 1].x && points[i].y == points[i + 1].y)
      return;
  if (cost >= choice->cost || !is_way_free (choice->map->cards, points, n_points))
    return;
  cost += CROSSING * count_crossings (choice->map, choice->line, points, n_points,
                                      (guint)((choice->cost - cost) / CROSSING));
  if (cost >= choice->cost)
    return;
  choice->cost = cost;
  g_array_set_size (choice->best, 0);
  g_array_append_vals (choice->best, points, n_points);
}

/* Whether the end of a line meets the same row as an end of another one. */
static gboolean
share_tip (const SquillRoutedEnd *a, const SquillRoutedEnd *b)
{
  return a->y == b->y && a->side == b->side && strcmp (a->card, b->card) == 0;
}

static gboolean
contains_point (const GArray *points, const SquillPoint *point)
{
  for (guint i = 0; i < points->len; i++)
    if (g_array_index (points, SquillPoint, i).x == point->x &&
        g_array_index (points, SquillPoint, i).y == point->y)
      return TRUE;
  return FALSE;
}

static void
reverse_points (SquillPoint *points, guint n)
{
  for (guint i = 0; i < n / 2; i++)
    {
      SquillPoint kept = points[i];

      points[i] = points[n - 1 - i];
      points[n - 1 - i] = kept;
    }
}

/* Looks at the way of another line, whose points begin at its far end: from each lane over to it,
 * and along with it to the card that both meet. @own_end: where the line meets that card. @tried:
 * where the line went over to others before */
static void
try_way_of_other (Choice *choice,
                  const SquillPoint *points,
                  guint n_points,
                  guint own_end,
                  const double *lanes,
                  guint n_lanes,
                  GArray *tried)
{
  const GArray *own = choice->line->points;
  const SquillPoint start = g_array_index (own, SquillPoint, own_end == 0 ? own->len - 1 : 0);

  /* From the third corner on. */
  for (guint i = 2; i + 2 < n_points; i++)
    {
      const SquillPoint corner = points[i], next = points[i + 1];
      const SquillPoint key = { next.x, corner.y };

      if (corner.y != next.y || contains_point (tried, &key))
        continue;
      g_array_append_val (tried, key);
      for (guint lane = 0; lane < n_lanes; lane++)
        {
          SquillPoint way[MAX_CORNERS + 3];
          guint n = 0;

          /* Not past the next corner and back. */
          if ((lanes[lane] < next.x) != (start.x < next.x))
            continue;
          way[n++] = start;
          way[n++] = SQUILL_POINT (lanes[lane], start.y);
          way[n++] = SQUILL_POINT (lanes[lane], corner.y);
          for (guint k = i + 1; k < n_points; k++)
            way[n++] = points[k];
          if (own_end == 0)
            reverse_points (way, n);
          try_way (choice, way, n);
        }
    }
}

/* Looks at the ways on which others go that meet a card in the same row: from the first lanes on,
 * the line runs along with them. @lanes: where it may turn first */
static void
try_ways_of_others (Choice *choice, const double *lanes, guint n_lanes)
{
  const SquillRoutedLine *own = choice->line;
  g_autoptr (GArray) tried = g_array_new (FALSE, FALSE, sizeof (SquillPoint));

  for (guint i = 0; i < choice->lines->len && tried->len < MAX_OTHERS; i++)
    {
      const SquillRoutedLine *line = g_ptr_array_index (choice->lines, i);
      const guint n_points = line->points->len;

      if (line == own || n_points == 0 || n_points > MAX_CORNERS)
        continue;
      for (guint own_end = 0; own_end < 2; own_end++)
        for (guint other_end = 0; other_end < 2; other_end++)
          {
            SquillPoint points[MAX_CORNERS];

            if (!share_tip (&own->ends[own_end], &line->ends[other_end]))
              continue;
            memcpy (points, line->points->data, n_points * sizeof (SquillPoint));
            if (other_end == 0)
              reverse_points (points, n_points);
            try_way_of_other (choice, points, n_points, own_end, lanes, n_lanes, tried);
          }
    }
}

/* Looks at the ways of a line between sides that face each other: with one stretch up or down, and
 * with two and a lane between them. @reaches: how far from its ends it turns at least */
static void
try_ways (Choice *choice, SquillPoint start, SquillPoint end, const double *reaches)
{
  gboolean forward = start.x < end.x;
  double left = forward ? start.x + reaches[0] : end.x + reaches[1];
  double right = forward ? end.x - reaches[1] : start.x - reaches[0];
  double first = forward ? left : right, last = forward ? right : left;
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ys = g_array_new (FALSE, FALSE, sizeof (double));

  if (left > right)
    return;
  for (guint i = 0; i < choice->cards->len; i++)
    {
      const SquillRect *rect =
          &((const SquillObstacle *)g_ptr_array_index (choice->cards, i))->rect;
      double lanes[] = { rect->x - SQUILL_ROUTE_SIDE - 2,
                         squill_rect_right (rect) + SQUILL_ROUTE_SIDE + 2 };
      double rows[] = { rect->y - ROUND, squill_rect_bottom (rect) + ROUND };

      for (guint j = 0; j < 2; j++)
        {
          if (lanes[j] > left && lanes[j] < right)
            g_array_append_val (xs, lanes[j]);
          if (squill_rect_right (rect) > left && rect->x < right && rows[j] > choice->region.y &&
              rows[j] < squill_rect_bottom (&choice->region))
            g_array_append_val (ys, rows[j]);
        }
    }
  g_array_append_val (xs, first);
  g_array_append_val (xs, last);
  merge_lanes (xs, SAME_GAP);
  merge_lanes (ys, 1);
  g_array_sort_with_data (ys, compare_detours, (SquillPoint[]){ start, end });
  g_array_set_size (ys, MIN (ys->len, MAX_ROWS));
  for (guint i = 0; i < xs->len; i++)
    {
      double x = g_array_index (xs, double, i);
      const SquillPoint way[] = { start, { x, start.y }, { x, end.y }, end };

      if (start.y != end.y)
        try_way (choice, way, G_N_ELEMENTS (way));
    }
  if (fabs (last - first) <= SAME_GAP)
    return;
  for (guint i = 0; i < ys->len; i++)
    {
      double y = g_array_index (ys, double, i);
      const SquillPoint way[] = { start,       { first, start.y }, { first, y },
                                  { last, y }, { last, end.y },    end };

      try_way (choice, way, G_N_ELEMENTS (way));
    }
  if (xs->len > 3 && choice->lines->len <= MAX_SHARING)
    {
      /* The lanes next to both ends. */
      const double lanes[] = { left, g_array_index (xs, double, 1),
                               g_array_index (xs, double, xs->len - 2), right };

      try_ways_of_others (choice, lanes, G_N_ELEMENTS (lanes));
    }
}

/* Looks at the way of a line whose cards stand above each other round the side that it has now.
 * Gives whether it is better. @reaches: how far from its ends it turns at least */
static gboolean
try_other_side (Choice *choice, const SquillRect *from, const SquillRect *to, const double *reaches)
{
  const SquillRoutedEnd *ends = choice->line->ends;
  gboolean right = ends[0].side == SQUILL_SIDE_RIGHT;
  double start = right ? squill_rect_right (from) : from->x;
  double end = right ? squill_rect_right (to) : to->x;
  double x = right ? MAX (start + reaches[0], end + reaches[1])
                   : MIN (start - reaches[0], end - reaches[1]);
  const SquillPoint way[] = {
    { start, ends[0].y }, { x, ends[0].y }, { x, ends[1].y }, { end, ends[1].y }
  };
  double before = choice->cost;

  try_way (choice, way, G_N_ELEMENTS (way));
  return choice->cost < before;
}

static gboolean
improve (Map *map, GPtrArray *lines, SquillRoutedLine *line, GArray *best)
{
  const SquillPoint *points = (const SquillPoint *)(gpointer)line->points->data;
  guint n_points = line->points->len;
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();
  const SquillObstacle *from = _squill_obstacles_get (map->cards, line->ends[0].card);
  const SquillObstacle *to = _squill_obstacles_get (map->cards, line->ends[1].card);
  Choice choice = { map,  lines, line, cards, _squill_route_get_region (&from->rect, &to->rect),
                    best, 0 };
  guint n_crossings;
  double reaches[2];

  /* What somebody put somewhere stays there. */
  if (line->places.set[SQUILL_LINE_BEND])
    return FALSE;
  if (n_points <= 2)
    return FALSE;
  n_crossings = count_crossings (map, line, points, n_points, G_MAXUINT - 1);
  if (n_crossings == 0)
    return FALSE;
  _squill_obstacles_find (map->cards, &choice.region, cards);
  if (cards->len > MAX_CARDS)
    return FALSE;
  g_array_set_size (best, 0);
  choice.cost = get_length_cost (points, n_points) + CROSSING * n_crossings;
  /* Rather past the numbers at both ends. */
  for (guint end = 0; end < 2; end++)
    reaches[end] = _squill_routed_end_get_reach (&line->ends[end]);
  if (line->ends[0].side == line->ends[1].side)
    {
      _squill_line_turn (line);
      if (!try_other_side (&choice, &from->rect, &to->rect, reaches))
        {
          _squill_line_turn (line);
          return FALSE;
        }
    }
  else if (lines->len <= MAX_PAST_NUMBERS)
    try_ways (&choice, points[0], points[n_points - 1], reaches);
  try_ways (&choice, points[0], points[n_points - 1],
            (const double[]){ SQUILL_ROUTE_STUB, SQUILL_ROUTE_STUB });
  if (best->len == 0)
    return FALSE;
  map_change (map, line, FALSE);
  g_array_set_size (line->points, 0);
  g_array_append_vals (line->points, best->data, best->len);
  map_change (map, line, TRUE);
  return TRUE;
}

/* Leads lines that cross others another way. Gives the same for the same lines. @lines:
 * (element-type SquillRoutedLine): with the points of each as if it were alone. Once it is
 * canceled, the others stay as they are. */
void
_squill_route_uncross (SquillObstacles *cards, GPtrArray *lines, GCancellable *cancellable)
{
  Map map = { cards,
              { g_hash_table_new_full (NULL, NULL, NULL, bucket_free),
                g_hash_table_new_full (NULL, NULL, NULL, bucket_free) } };
  g_autoptr (GArray) best = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  gboolean moved = TRUE;

  for (guint i = 0; i < lines->len; i++)
    map_change (&map, g_ptr_array_index (lines, i), TRUE);
  for (guint round = 0; moved && round < ROUNDS; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < lines->len && !g_cancellable_is_cancelled (cancellable); i++)
        moved = improve (&map, lines, g_ptr_array_index (lines, i), best) || moved;
    }
  for (guint i = 0; i < G_N_ELEMENTS (map.buckets); i++)
    g_hash_table_unref (map.buckets[i]);
}
