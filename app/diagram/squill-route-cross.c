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
#define MAX_LANES 24
#define ROUNDS 3
#define MAX_CARDS 120

typedef struct
{
  SquillRoutedLine *line;
  double at;   /* its y if it runs across, else its x */
  double from; /* its extent along the other axis */
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

static gboolean
share_tip (const SquillRoutedLine *a, const SquillRoutedLine *b)
{
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      if (a->ends[i].y == b->ends[j].y && a->ends[i].side == b->ends[j].side &&
          strcmp (a->ends[i].card, b->ends[j].card) == 0)
        return TRUE;
  return FALSE;
}

/* Gives the stretch from one corner to the next. */
static Stretch
get_stretch (SquillRoutedLine *line, const SquillPoint *points, guint n_points, guint i)
{
  const SquillPoint *a = &points[i], *b = a + 1;
  gboolean across = a->y == b->y;
  Stretch stretch = { line,
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

/* How many times a way crosses lines other than its own. */
static guint
count_crossings (const Map *map, SquillRoutedLine *line, const SquillPoint *points, guint n_points)
{
  guint count = 0;

  for (guint i = 0; i + 1 < n_points; i++)
    {
      gboolean across = points[i].y == points[i + 1].y;
      Stretch own = get_stretch (line, points, n_points, i);
      /* Corners in the same gap are looked at below. */
      double from = across ? own.left : own.from, to = across ? own.right : own.to;

      for (int key = get_bucket (from); key <= get_bucket (to); key++)
        {
          GArray *bucket = g_hash_table_lookup (map->buckets[!across], GINT_TO_POINTER (key));

          for (guint j = 0; bucket != NULL && j < bucket->len; j++)
            {
              const Stretch *other = &g_array_index (bucket, Stretch, j);

              if (other->line == line || other->at <= from || other->at >= to)
                continue;
              if (across ? own.at > other->from && own.at < other->to
                         : own.at > other->left && own.at < other->right)
                count += !share_tip (line, other->line);
            }
        }
      if (across)
        continue;
      for (int key = get_bucket (own.at - SAME_GAP); key <= get_bucket (own.at + SAME_GAP); key++)
        {
          GArray *bucket = g_hash_table_lookup (map->buckets[0], GINT_TO_POINTER (key));

          for (guint j = 0; bucket != NULL && j < bucket->len; j++)
            {
              const Stretch *other = &g_array_index (bucket, Stretch, j);

              if (other->line != line && fabs (other->at - own.at) <= SAME_GAP &&
                  !share_tip (line, other->line))
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

static gboolean
is_free (GPtrArray *cards, SquillPoint a, SquillPoint b, const char *except)
{
  double side = a.x == b.x ? SQUILL_ROUTE_SIDE : SQUILL_ROUTE_CLEARANCE;
  SquillRect stretch =
      SQUILL_RECT (MIN (a.x, b.x) - side, MIN (a.y, b.y) - SQUILL_ROUTE_CLEARANCE,
                   fabs (b.x - a.x) + 2 * side, fabs (b.y - a.y) + 2 * SQUILL_ROUTE_CLEARANCE);

  for (guint i = 0; i < cards->len; i++)
    {
      const SquillObstacle *card = g_ptr_array_index (cards, i);

      if ((except == NULL || strcmp (card->id, except) != 0) &&
          squill_rect_overlaps (&card->rect, &stretch))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_way_free (GPtrArray *cards,
             const SquillRoutedLine *line,
             const SquillPoint *points,
             guint n_points)
{
  for (guint i = 0; i + 1 < n_points; i++)
    if (!is_free (cards, points[i], points[i + 1],
                  i == 0              ? line->ends[0].card
                  : i + 2 == n_points ? line->ends[1].card
                                      : NULL))
      return FALSE;
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
  g_array_set_size (lanes, MIN (kept, MAX_LANES));
}

typedef struct
{
  const Map *map;
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
  if (cost >= choice->cost || !is_way_free (choice->cards, choice->line, points, n_points))
    return;
  cost += CROSSING * count_crossings (choice->map, choice->line, points, n_points);
  if (cost >= choice->cost)
    return;
  choice->cost = cost;
  g_array_set_size (choice->best, 0);
  g_array_append_vals (choice->best, points, n_points);
}

/* Looks at the ways of a line between sides that face each other: with one stretch up or down, and
 * with two and a lane between them. */
static void
try_ways (Choice *choice, SquillPoint start, SquillPoint end)
{
  double left = MIN (start.x, end.x) + SQUILL_ROUTE_STUB;
  double right = MAX (start.x, end.x) - SQUILL_ROUTE_STUB;
  double first = start.x < end.x ? left : right, last = start.x < end.x ? right : left;
  g_autoptr (GArray) xs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) ys = g_array_new (FALSE, FALSE, sizeof (double));

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
}

static gboolean
improve (Map *map, SquillRoutedLine *line, GArray *best)
{
  const SquillPoint *points = (const SquillPoint *)(gpointer)line->points->data;
  guint n_points = line->points->len;
  g_autoptr (GPtrArray) cards = g_ptr_array_new ();
  const SquillObstacle *from = squill_obstacles_get (map->cards, line->ends[0].card);
  const SquillObstacle *to = squill_obstacles_get (map->cards, line->ends[1].card);
  Choice choice = { map, line, cards, squill_route_get_region (&from->rect, &to->rect), best, 0 };
  guint n_crossings;

  /* What somebody put somewhere stays there. */
  if (line->places.set[SQUILL_LINE_BEND])
    return FALSE;
  if (n_points <= 2 || line->ends[0].side == line->ends[1].side)
    return FALSE;
  n_crossings = count_crossings (map, line, points, n_points);
  if (n_crossings == 0)
    return FALSE;
  squill_obstacles_find (map->cards, &choice.region, cards);
  if (cards->len > MAX_CARDS)
    return FALSE;
  g_array_set_size (best, 0);
  choice.cost = get_length_cost (points, n_points) + CROSSING * n_crossings;
  try_ways (&choice, points[0], points[n_points - 1]);
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
squill_route_uncross (SquillObstacles *cards, GPtrArray *lines, GCancellable *cancellable)
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
        moved = improve (&map, g_ptr_array_index (lines, i), best) || moved;
    }
  for (guint i = 0; i < G_N_ELEMENTS (map.buckets); i++)
    g_hash_table_unref (map.buckets[i]);
}
