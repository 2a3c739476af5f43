/* SPDX-License-Identifier: Apache-2.0 */

/* What is set on lines once it is known where they run: numbers, names, hops. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* Between a card and a pill beside it, and between a line and a pill above or below it. */
#define LABEL_GAP 3.0
#define LABEL_DISTANCE 7.0
/* Half the height that a foot takes. */
#define FOOT_HALF 8.0
#define CELL 256.0

typedef struct
{
  SquillRoutedLine *line;
  guint end;
} EndRef;

/* A stretch up or down, for the lines that go across it. */
typedef struct
{
  guint line;
  double x;
  double from;
  double to;
} Wall;

static const SquillPoint *
get_tip (const SquillRoutedLine *line, guint end)
{
  const SquillRoute *route = &line->route;

  return end == 0 ? &route->points[0] : &route->points[route->n_points - 1];
}

static int
compare_tips (gconstpointer a, gconstpointer b)
{
  const EndRef *left = a, *right = b;
  const SquillRoutedEnd *left_end = &left->line->ends[left->end];
  const SquillRoutedEnd *right_end = &right->line->ends[right->end];
  int order = strcmp (left_end->card, right_end->card);

  if (order != 0)
    return order;
  if (left_end->side != right_end->side)
    return left_end->side < right_end->side ? -1 : 1;
  if (left_end->y != right_end->y)
    return left_end->y < right_end->y ? -1 : 1;
  order = strcmp (left->line->id, right->line->id);
  return order != 0 ? order : (int)left->end - (int)right->end;
}

/* The rectangle from @start to @start + @length out of the card. */
static SquillRect
beside_card (const EndRef *ref, double start, double length, double top, double height)
{
  double x = get_tip (ref->line, ref->end)->x;

  return ref->line->ends[ref->end].side == SQUILL_SIDE_RIGHT
             ? SQUILL_RECT (x + start, top, length, height)
             : SQUILL_RECT (x - start - length, top, length, height);
}

static gboolean
is_free (const SquillRect *rect,
         const EndRef *ref,
         const EndRef *others,
         guint n_others,
         GArray *placed,
         SquillObstacles *cards)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  squill_obstacles_find (cards, rect, found);
  if (found->len > 0)
    return FALSE;
  for (guint i = 0; i < placed->len; i++)
    if (squill_rect_overlaps (rect, &g_array_index (placed, SquillRect, i)))
      return FALSE;
  for (guint i = 0; i < n_others; i++)
    {
      double y = others[i].line->ends[others[i].end].y;
      SquillRect foot =
          beside_card (&others[i], 0, SQUILL_FOOT_LENGTH, y - FOOT_HALF, 2 * FOOT_HALF);

      if (y != ref->line->ends[ref->end].y && squill_rect_overlaps (rect, &foot))
        return FALSE;
    }
  return TRUE;
}

/* Above the line where that is free, else below it, else on it past the foot; away from where the
 * line turns, if it turns so early that the pill would cover that. */
static SquillRect
place_number (
    const EndRef *ref, const EndRef *others, guint n_others, GArray *placed, SquillObstacles *cards)
{
  const SquillRoutedEnd *end = &ref->line->ends[ref->end];
  const SquillPoint *tip = get_tip (ref->line, ref->end);
  const SquillPoint *turn = ref->end == 0 ? tip + 1 : tip - 1;
  const SquillPoint *next =
      ref->line->route.n_points > 2 ? (ref->end == 0 ? tip + 2 : tip - 2) : turn;
  gboolean early = fabs (turn->x - tip->x) < end->label + 2 * LABEL_GAP;
  SquillRect above =
      beside_card (ref, LABEL_GAP, end->label, end->y - LABEL_DISTANCE - SQUILL_LABEL_HEIGHT,
                   SQUILL_LABEL_HEIGHT);
  SquillRect below =
      beside_card (ref, LABEL_GAP, end->label, end->y + LABEL_DISTANCE, SQUILL_LABEL_HEIGHT);
  SquillRect on = beside_card (ref, SQUILL_FOOT_LENGTH + LABEL_GAP, end->label,
                               end->y - SQUILL_LABEL_HEIGHT / 2, SQUILL_LABEL_HEIGHT);
  gboolean upwards = next->y < turn->y;
  const SquillRect *choices[] = { early && upwards ? &below : &above,
                                  early && upwards ? &above : &below, &on };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (is_free (choices[i], ref, others, n_others, placed, cards))
      return *choices[i];
  return on;
}

/* All stretches of all lines, so that nothing is written on a line that it is not about. */
static SquillObstacles *
index_stretches (GPtrArray *lines)
{
  SquillObstacles *stretches = squill_obstacles_new ();

  for (guint i = 0; i < lines->len; i++)
    {
      const SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;

      for (guint j = 0; j + 1 < route->n_points; j++)
        {
          const SquillPoint *a = &route->points[j], *b = a + 1;
          SquillRect rect = SQUILL_RECT (MIN (a->x, b->x) - 1, MIN (a->y, b->y) - 1,
                                         fabs (b->x - a->x) + 2, fabs (b->y - a->y) + 2);
          g_autofree char *id = g_strdup_printf ("%u/%u", i, j);

          squill_obstacles_set (stretches, id, &rect);
        }
    }
  return stretches;
}

static gboolean
covers_others (SquillObstacles *stretches, const SquillRect *rect, guint line)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *own = g_strdup_printf ("%u/", line);

  squill_obstacles_find (stretches, rect, found);
  for (guint i = 0; i < found->len; i++)
    if (!g_str_has_prefix (((const SquillObstacle *)g_ptr_array_index (found, i))->id, own))
      return TRUE;
  return FALSE;
}

static void
place_numbers (GPtrArray *lines, SquillObstacles *cards, SquillObstacles *taken)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (EndRef));
  g_autoptr (GArray) placed = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  const EndRef *all;

  for (guint i = 0; i < lines->len; i++)
    for (guint end = 0; end < 2; end++)
      {
        EndRef ref = { g_ptr_array_index (lines, i), end };

        g_array_append_val (refs, ref);
      }
  g_array_sort (refs, compare_tips);
  all = (const EndRef *)(gpointer)refs->data;
  for (guint first = 0, last; first < refs->len; first = last)
    {
      const SquillRoutedEnd *place = &all[first].line->ends[all[first].end];

      last = first + 1;
      while (last < refs->len && all[last].line->ends[all[last].end].side == place->side &&
             strcmp (all[last].line->ends[all[last].end].card, place->card) == 0)
        last++;
      g_array_set_size (placed, 0);
      for (guint i = first; i < last; i++)
        {
          const SquillRoutedEnd *end = &all[i].line->ends[all[i].end];
          SquillRoute *route = &all[i].line->route;
          gboolean shared = FALSE;
          SquillRect label;

          if (end->label <= 0)
            continue;
          for (guint j = first; j < i && !shared; j++)
            {
              const SquillRoutedEnd *other = &all[j].line->ends[all[j].end];

              shared = other->label > 0 && other->offset == end->offset &&
                       g_strcmp0 (other->text, end->text) == 0;
            }
          if (shared)
            continue;
          label = place_number (&all[i], all + first, last - first, placed, cards);
          g_array_append_val (placed, label);
          if (all[i].end == 0)
            route->from_label = label;
          else
            route->to_label = label;
          {
            g_autofree char *id = g_strdup_printf ("%u %s", all[i].end, all[i].line->id);

            squill_obstacles_set (taken, id, &label);
          }
        }
    }
}

static gboolean
is_empty_at (SquillObstacles *plane, const SquillRect *rect)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  squill_obstacles_find (plane, rect, found);
  return found->len == 0;
}

static int
compare_lengths (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SquillPoint *points = user_data;
  guint left = *(const guint *)a, right = *(const guint *)b;
  double left_length =
      fabs (points[left + 1].x - points[left].x) + fabs (points[left + 1].y - points[left].y);
  double right_length =
      fabs (points[right + 1].x - points[right].x) + fabs (points[right + 1].y - points[right].y);

  if (left_length != right_length)
    return left_length > right_length ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Whether a name would lie on one of the line's feet. */
static gboolean
covers_foot (const SquillRoute *route, const SquillRect *rect)
{
  for (guint end = 0; end < 2; end++)
    {
      const SquillPoint *tip = end == 0 ? &route->points[0] : &route->points[route->n_points - 1];
      SquillSide side = end == 0 ? route->from_side : route->to_side;
      SquillRect foot =
          SQUILL_RECT (side == SQUILL_SIDE_RIGHT ? tip->x : tip->x - SQUILL_FOOT_LENGTH,
                       tip->y - FOOT_HALF, SQUILL_FOOT_LENGTH, 2 * FOOT_HALF);

      if (squill_rect_overlaps (rect, &foot))
        return TRUE;
    }
  return FALSE;
}

/* In the middle of the longest stretch, or as near to it as nothing else is written. If that is
 * nowhere it may @squeeze in: on another line, and close to the numbers. */
static gboolean
place_name (SquillRoutedLine *line,
            guint index,
            SquillObstacles *cards,
            SquillObstacles *taken,
            SquillObstacles *stretches,
            gboolean squeeze)
{
  static const double shares[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9 };
  SquillRoute *route = &line->route;
  g_autofree guint *order = g_new (guint, route->n_points - 1);

  for (guint i = 0; i + 1 < route->n_points; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)route->n_points - 1, sizeof *order, compare_lengths,
                     route->points);
  for (guint i = 0; i + 1 < route->n_points; i++)
    for (guint share = 0; share < G_N_ELEMENTS (shares); share++)
      {
        const SquillPoint *a = &route->points[order[i]], *b = a + 1;
        double x = a->x + (b->x - a->x) * shares[share], y = a->y + (b->y - a->y) * shares[share];
        SquillRect rect = SQUILL_RECT (x - line->name_width / 2, y - SQUILL_LABEL_HEIGHT / 2,
                                       line->name_width, SQUILL_LABEL_HEIGHT);
        SquillRect ground = squill_rect_grow (&rect, squeeze ? -LABEL_GAP : 0);

        if (covers_foot (route, &rect) || !is_empty_at (cards, &rect) ||
            !is_empty_at (taken, &ground) || (!squeeze && covers_others (stretches, &rect, index)))
          continue;
        {
          g_autofree char *id = g_strdup_printf ("n %s", line->id);

          route->name_label = rect;
          squill_obstacles_set (taken, id, &rect);
          return TRUE;
        }
      }
  return FALSE;
}

void
squill_lines_set_labels (GPtrArray *lines, SquillObstacles *cards)
{
  g_autoptr (SquillObstacles) taken = squill_obstacles_new ();
  g_autoptr (SquillObstacles) stretches = index_stretches (lines);

  place_numbers (lines, cards, taken);
  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);

      if (line->name_width > 0 && !place_name (line, i, cards, taken, stretches, FALSE))
        place_name (line, i, cards, taken, stretches, TRUE);
    }
}

static int
compare_hops (gconstpointer a, gconstpointer b)
{
  const SquillHop *left = a, *right = b;

  if (left->segment != right->segment)
    return left->segment < right->segment ? -1 : 1;
  return left->at < right->at ? -1 : left->at > right->at;
}

static void
add_wall (GHashTable *cells, guint line, const SquillPoint *a, const SquillPoint *b)
{
  Wall wall = { line, a->x, MIN (a->y, b->y), MAX (a->y, b->y) };
  int column = (int)floor (wall.x / CELL);

  for (int row = (int)floor (wall.from / CELL); row <= (int)floor (wall.to / CELL); row++)
    {
      gint64 key = (gint64)((guint64)(guint32)column << 32 | (guint32)row);
      GArray *cell = g_hash_table_lookup (cells, &key);

      if (cell == NULL)
        {
          cell = g_array_new (FALSE, FALSE, sizeof (Wall));
          g_hash_table_insert (cells, g_memdup2 (&key, sizeof key), cell);
        }
      g_array_append_val (cell, wall);
    }
}

void
squill_lines_set_hops (GPtrArray *lines)
{
  g_autoptr (GHashTable) cells =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);

  for (guint i = 0; i < lines->len; i++)
    {
      const SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;

      for (guint j = 0; j + 1 < route->n_points; j++)
        if (route->points[j].x == route->points[j + 1].x)
          add_wall (cells, i, &route->points[j], &route->points[j + 1]);
    }
  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;
      g_autoptr (GArray) hops = g_array_new (FALSE, FALSE, sizeof (SquillHop));

      for (guint j = 0; j + 1 < route->n_points; j++)
        {
          const SquillPoint *a = &route->points[j], *b = a + 1;
          double left = MIN (a->x, b->x), right = MAX (a->x, b->x);
          int row = (int)floor (a->y / CELL);

          if (a->y != b->y)
            continue;
          /* Feet stay whole. */
          if (j == 0 || j + 2 == route->n_points)
            {
              double foot = SQUILL_FOOT_LENGTH;

              if ((j == 0) == (a->x < b->x) || route->n_points == 2)
                left += foot;
              if ((j == 0) != (a->x < b->x) || route->n_points == 2)
                right -= foot;
            }
          for (int column = (int)floor (left / CELL); column <= (int)floor (right / CELL); column++)
            {
              gint64 key = (gint64)((guint64)(guint32)column << 32 | (guint32)row);
              GArray *cell = g_hash_table_lookup (cells, &key);

              for (guint k = 0; cell != NULL && k < cell->len; k++)
                {
                  const Wall *wall = &g_array_index (cell, Wall, k);
                  SquillHop hop = { j, fabs (wall->x - a->x) };

                  if (wall->line == i || wall->x <= left + SQUILL_HOP_RADIUS ||
                      wall->x >= right - SQUILL_HOP_RADIUS || a->y <= wall->from + 1 ||
                      a->y >= wall->to - 1)
                    continue;
                  g_array_append_val (hops, hop);
                }
            }
        }
      g_array_sort (hops, compare_hops);
      route->n_hops = hops->len;
      route->hops = g_memdup2 (hops->data, hops->len * sizeof (SquillHop));
    }
}
