/* SPDX-License-Identifier: Apache-2.0 */

/* Lines that were found one by one run on top of each other where they share a gap between cards.
 * Here they are set side by side, in the order in which they cross each other least. Lines that
 * meet a card at the same point share a trunk, for as long as they take the same turns from there.
 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far a stretch may be moved from where it was found. */
#define REACH 300.0
/* Stretches that only meet end to end are in each other's way too: their corners would touch. */
#define MARGIN 8.0
/* Two lines at the same height, nearer than this, are read as one. */
#define SAME 3.0
/* More channels in one tangle than this keep the order in which they were found: there is no room
 * for them, nor could anybody follow them by eye. */
#define MAX_TANGLE 3000
/* A channel keeps its distance to this many neighbors at most. */
#define MAX_NEIGHBORS 1000
/* How many times each channel is tried at every place of the order: it hardly ever takes more than
 * three. */
#define MAX_ROUNDS 8
/* Where there is no room for all, those concerned come nearer to each other, by this factor each
 * time. */
#define NARROWER 0.75
#define MAX_NARROWER 12

/* A stretch of a line between two corners. "Position" is its x where it runs up or down and its y
 * where it runs across; "from" and "to" are its extent along the other axis. */
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
  guint trunk;      /* which trunk it may belong to, 0 for none; its end 0 is then the shared one */
  guint n_lines;    /* how many lines have that trunk */
  gboolean swapped; /* end 0 is at its later corner */
} Stretch;

/* What is moved as one: a stretch, or those of a trunk. */
typedef struct
{
  guint first; /* of its stretches */
  guint n_stretches;
  double position;
  double found; /* the position before it was moved */
  double from;
  double to;
  double low;
  double high;
  guint root;
  guint rank;
  double spacing; /* to its neighbors */
  double least;   /* the range that its neighbors leave it */
  double most;
  GArray *neighbors; /* Neighbor: those in its way */
} Channel;

/* There are millions of them where there are thousands of lines, so they are small. */
typedef struct
{
  guint channel;
  guint16 before; /* how many times the lines cross if the channel comes before this neighbor … */
  guint16 after;  /* … and after it */
} Neighbor;

/* A corner of lines, and how they got there from the point at which they meet a card: those that
 * took the same turns have it in common. */
typedef struct
{
  SquillPoint point;
  guint before; /* the number of the corner before it, 0 for where lines meet a card */
  guint number;
  guint n_lines;
} Corner;

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
  _squill_obstacles_find (obstacles, &around, found);
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
compare_stretches (gconstpointer a, gconstpointer b)
{
  const Stretch *left = a, *right = b;

  if (left->trunk != right->trunk)
    return left->trunk < right->trunk ? -1 : 1;
  if (left->position != right->position)
    return left->position < right->position ? -1 : 1;
  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  if (left->line != right->line)
    return left->line < right->line ? -1 : 1;
  return left->index < right->index ? -1 : left->index > right->index;
}

static int
compare_channels (gconstpointer a, gconstpointer b)
{
  const Channel *left = a, *right = b;

  if (left->position != right->position)
    return left->position < right->position ? -1 : 1;
  if (left->from != right->from)
    return left->from < right->from ? -1 : 1;
  return left->first < right->first ? -1 : left->first > right->first;
}

static guint
hash_corner (gconstpointer key)
{
  const Corner *corner = key;

  return (g_double_hash (&corner->point.x) * 31 + g_double_hash (&corner->point.y)) * 31 +
         corner->before;
}

static gboolean
corners_equal (gconstpointer a, gconstpointer b)
{
  const Corner *left = a, *right = b;

  return left->point.x == right->point.x && left->point.y == right->point.y &&
         left->before == right->before;
}

/* A corner of a line, counted from one of its ends. */
static const SquillPoint *
get_corner (GArray *points, guint end, guint number)
{
  return &g_array_index (points, SquillPoint, end == 0 ? number : points->len - 1 - number);
}

static Corner *
find_corner (GHashTable *corners, const SquillPoint *point, guint before)
{
  const Corner key = { *point, before, 0, 0 };

  return g_hash_table_lookup (corners, &key);
}

/* Counts the lines that meet at each point of a card, and at each corner that they come to by the
 * same turns, and numbers these. */
static GHashTable *
count_corners (GPtrArray *routes)
{
  GHashTable *corners = g_hash_table_new_full (hash_corner, corners_equal, g_free, NULL);

  for (guint line = 0; line < routes->len; line++)
    for (guint end = 0; end < 2; end++)
      {
        GArray *points = g_ptr_array_index (routes, line);
        guint before = 0;

        /* The other end and the corner before it are not moved. */
        for (guint i = 0; i == 0 || i + 2 < points->len; i++)
          {
            const SquillPoint *point = get_corner (points, end, i);
            Corner *corner = find_corner (corners, point, before);

            if (corner == NULL)
              {
                corner = g_new (Corner, 1);
                *corner = (Corner){ *point, before, g_hash_table_size (corners) + 1, 0 };
                g_hash_table_add (corners, corner);
              }
            corner->n_lines++;
            before = corner->number;
          }
      }
  return corners;
}

static void
swap_ends (Stretch *stretch)
{
  double along = stretch->ends[0];
  int direction = stretch->directions[0];

  stretch->ends[0] = stretch->ends[1];
  stretch->directions[0] = stretch->directions[1];
  stretch->ends[1] = along;
  stretch->directions[1] = direction;
}

/* The first stretch that can be moved belongs to a trunk if others begin at the same point, and so
 * does the next one if they turn in the same place. Between two such points it belongs to where
 * more do. */
static void
find_trunks (GHashTable *corners, Stretch *stretches, guint n_stretches, guint end)
{
  GArray *points = stretches->points;
  const Corner *corner = find_corner (corners, get_corner (points, end, 0), 0);

  for (guint i = 1; i + 2 < points->len && corner->n_lines > 1; i++)
    {
      const guint index = end == 0 ? i : points->len - 2 - i;
      const Corner *next = find_corner (corners, get_corner (points, end, i), corner->number);
      const guint n_lines = i == 1 ? corner->n_lines : next->n_lines;

      for (guint j = 0; j < n_stretches; j++)
        {
          Stretch *stretch = &stretches[j];

          if (stretch->index != index || n_lines <= MAX (stretch->n_lines, 1))
            continue;
          stretch->n_lines = n_lines;
          if ((end == 1) != stretch->swapped)
            {
              swap_ends (stretch);
              stretch->swapped = end == 1;
            }
          /* Where lines leave the card they are brought together, and so they turn at one place. */
          stretch->trunk =
              2 * (i == 1 ? corner : next)->number + (i == 1 && stretch->directions[0] > 0);
        }
      corner = next;
    }
}

static GArray *
list_stretches (SquillObstacles *obstacles,
                GPtrArray *routes,
                gboolean across,
                GCancellable *cancellable)
{
  GArray *stretches = g_array_new (FALSE, TRUE, sizeof (Stretch));
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autoptr (GHashTable) corners = count_corners (routes);

  for (guint line = 0; line < routes->len && !g_cancellable_is_cancelled (cancellable); line++)
    {
      GArray *points = g_ptr_array_index (routes, line);
      const guint first = stretches->len;

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
      for (guint end = 0; end < 2 && stretches->len > first; end++)
        find_trunks (corners, &g_array_index (stretches, Stretch, first), stretches->len - first,
                     end);
    }
  g_array_sort (stretches, compare_stretches);
  return stretches;
}

static void
channel_clear (gpointer data)
{
  Channel *channel = data;

  g_array_unref (channel->neighbors);
}

static GArray *
list_channels (const Stretch *stretches, guint n_stretches)
{
  GArray *channels = g_array_new (FALSE, TRUE, sizeof (Channel));

  g_array_set_clear_func (channels, channel_clear);
  for (guint first = 0, last; first < n_stretches; first = last)
    {
      Channel channel = { .first = first,
                          .position = stretches[first].position,
                          .from = stretches[first].from,
                          .to = stretches[first].to,
                          .low = stretches[first].low,
                          .high = stretches[first].high,
                          .spacing = SQUILL_CHANNEL_SPACING };

      for (last = first + 1; last < n_stretches && stretches[first].trunk != 0 &&
                             stretches[last].trunk == stretches[first].trunk;
           last++)
        {
          double low = MAX (channel.low, stretches[last].low);
          double high = MIN (channel.high, stretches[last].high);

          if (low > high)
            break;
          channel.low = low;
          channel.high = high;
          channel.from = MIN (channel.from, stretches[last].from);
          channel.to = MAX (channel.to, stretches[last].to);
        }
      channel.n_stretches = last - first;
      channel.position = CLAMP (channel.position, channel.low, channel.high);
      /* There is room for the numbers of the lines at both sides of a trunk. */
      if (channel.n_stretches > 1)
        channel.position = (channel.low + channel.high) / 2;
      channel.found = channel.position;
      channel.neighbors = g_array_new (FALSE, FALSE, sizeof (Neighbor));
      g_array_append_val (channels, channel);
    }
  g_array_sort (channels, compare_channels);
  return channels;
}

static gboolean
in_the_way (const Channel *a, const Channel *b)
{
  return a->from < b->to + MARGIN && b->from < a->to + MARGIN &&
         a->low < b->high + SQUILL_CHANNEL_SPACING && b->low < a->high + SQUILL_CHANNEL_SPACING;
}

/* How many times the lines of two channels cross if @a comes before @b; lines that would run on top
 * of each other count more. */
static int
count_crossings (const Stretch *stretches, const Channel *a, const Channel *b)
{
  int count = 0;

  for (guint end = 0; end < 2; end++)
    {
      /* What a trunk's stretches share is one line. */
      for (guint i = 0; i < (end == 0 ? 1 : b->n_stretches); i++)
        {
          const Stretch *stretch = &stretches[b->first + i];

          if (stretch->directions[end] < 0 && stretch->ends[end] > a->from - SAME &&
              stretch->ends[end] < a->to + SAME)
            count += 2;
        }
      for (guint i = 0; i < (end == 0 ? 1 : a->n_stretches); i++)
        {
          const Stretch *stretch = &stretches[a->first + i];

          if (stretch->directions[end] <= 0)
            continue;
          if (stretch->ends[end] > b->from - SAME && stretch->ends[end] < b->to + SAME)
            count += 2;
          for (guint j = 0; j < b->n_stretches; j++)
            for (guint other = 0; other < 2; other++)
              if (stretches[b->first + j].directions[other] < 0 &&
                  fabs (stretches[b->first + j].ends[other] - stretch->ends[end]) < SAME)
                count++;
        }
    }
  return count;
}

static guint
find_root (Channel *channels, guint index)
{
  while (channels[index].root != index)
    {
      channels[index].root = channels[channels[index].root].root;
      index = channels[index].root;
    }
  return index;
}

typedef struct
{
  double low;
  guint channel;
} Start;

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const Start *left = a, *right = b;

  if (left->low != right->low)
    return left->low < right->low ? -1 : 1;
  return left->channel < right->channel ? -1 : left->channel > right->channel;
}

/* Finds which channels are in each other's way; those that are, however indirectly, are a tangle.
 */
static void
find_neighbors (const Stretch *stretches,
                Channel *channels,
                guint n_channels,
                GCancellable *cancellable)
{
  g_autofree Start *starts = NULL;

  if (n_channels == 0)
    return;
  starts = g_new (Start, n_channels);
  for (guint i = 0; i < n_channels; i++)
    {
      channels[i].root = i;
      starts[i] = (Start){ channels[i].low, i };
    }
  qsort (starts, n_channels, sizeof *starts, compare_starts);
  for (guint i = 0; i < n_channels && !g_cancellable_is_cancelled (cancellable); i++)
    {
      guint a = starts[i].channel;

      for (guint j = i + 1;
           j < n_channels && starts[j].low < channels[a].high + SQUILL_CHANNEL_SPACING; j++)
        {
          guint b = starts[j].channel;
          guint16 before, after;
          Neighbor of_a, of_b;
          guint root_a, root_b;

          if (!in_the_way (&channels[a], &channels[b]) ||
              channels[a].neighbors->len >= MAX_NEIGHBORS ||
              channels[b].neighbors->len >= MAX_NEIGHBORS)
            continue;
          before =
              (guint16)MIN (count_crossings (stretches, &channels[a], &channels[b]), G_MAXUINT16);
          after =
              (guint16)MIN (count_crossings (stretches, &channels[b], &channels[a]), G_MAXUINT16);
          of_a = (Neighbor){ b, before, after };
          of_b = (Neighbor){ a, after, before };
          g_array_append_val (channels[a].neighbors, of_a);
          g_array_append_val (channels[b].neighbors, of_b);
          root_a = find_root (channels, a);
          root_b = find_root (channels, b);
          channels[MAX (root_a, root_b)].root = MIN (root_a, root_b);
        }
    }
}

static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer channels)
{
  const Neighbor *left = a, *right = b;
  guint rank_a = ((const Channel *)channels)[left->channel].rank;
  guint rank_b = ((const Channel *)channels)[right->channel].rank;

  return rank_a < rank_b ? -1 : rank_a > rank_b;
}

/* Takes one channel out of the order and puts it back where the lines cross least; of places that
 * are as good, the nearest to where it was. Gives whether it moved. */
static gboolean
sift (Channel *channels, GArray *members, guint member)
{
  Channel *channel = &channels[member];
  guint *order = (guint *)(gpointer)members->data;
  const Neighbor *neighbors = (const Neighbor *)(gpointer)channel->neighbors->data;
  guint n = channel->neighbors->len, now = 0, best, to;
  int count = 0, best_count, now_count;

  g_array_sort_with_data (channel->neighbors, compare_ranks, channels);
  while (now < n && channels[neighbors[now].channel].rank < channel->rank)
    now++;
  /* "count": with the channel before neighbor i and those that follow. */
  for (guint i = 0; i < n; i++)
    count += i < now ? neighbors[i].after : neighbors[i].before;
  best = now;
  best_count = now_count = count;
  for (guint i = now; i < n; i++)
    {
      count += neighbors[i].after - neighbors[i].before;
      if (count < best_count)
        {
          best_count = count;
          best = i + 1;
        }
    }
  count = now_count;
  for (guint i = now; i > 0; i--)
    {
      count += neighbors[i - 1].before - neighbors[i - 1].after;
      if (count < best_count)
        {
          best_count = count;
          best = i - 1;
        }
    }
  if (best == now)
    return FALSE;
  if (best > now)
    {
      to = channels[neighbors[best - 1].channel].rank;
      for (guint i = channel->rank; i < to; i++)
        {
          order[i] = order[i + 1];
          channels[order[i]].rank = i;
        }
    }
  else
    {
      to = channels[neighbors[best].channel].rank;
      for (guint i = channel->rank; i > to; i--)
        {
          order[i] = order[i - 1];
          channels[order[i]].rank = i;
        }
    }
  order[to] = member;
  channel->rank = to;
  return TRUE;
}

static void
set_ranks (Channel *channels, const guint *order, guint n_members)
{
  for (guint i = 0; i < n_members; i++)
    channels[order[i]].rank = i;
}

/* How many times lines cross in an order. */
static gint64
count_in_order (const Channel *channels, const GArray *members)
{
  gint64 count = 0;

  for (guint i = 0; i < members->len; i++)
    {
      const Channel *channel = &channels[g_array_index (members, guint, i)];

      for (guint j = 0; j < channel->neighbors->len; j++)
        {
          const Neighbor *neighbor = &g_array_index (channel->neighbors, Neighbor, j);

          if (channels[neighbor->channel].rank > channel->rank)
            count += neighbor->before;
        }
    }
  return count;
}

/* Finds the order by sifting (Matuszewski, Schönfeld and Molitor, "Using Sifting for k-Layer
 * Straightline Crossing Minimization", 1999), beginning with the one that is given. */
static gint64
sift_all (Channel *channels, GArray *members, GCancellable *cancellable)
{
  g_autofree guint *first = g_memdup2 (members->data, members->len * sizeof (guint));
  gboolean moved = TRUE;

  set_ranks (channels, first, members->len);
  for (guint round = 0; moved && round < MAX_ROUNDS; round++)
    {
      moved = FALSE;
      for (guint i = 0; i < members->len && !g_cancellable_is_cancelled (cancellable); i++)
        moved = sift (channels, members, first[i]) || moved;
    }
  return count_in_order (channels, members);
}

/* Lists next what the most others are better before or after than the other way round (Eades, Lin
 * and Smyth, "A Fast and Effective Heuristic for the Feedback Arc Set Problem", 1993). Where there
 * is an order without a crossing, that is found. */
static void
order_greedily (const Channel *channels, GArray *members)
{
  guint *order = (guint *)(gpointer)members->data;
  g_autofree guint *left = g_memdup2 (order, members->len * sizeof *order);
  g_autofree gint64 *gains =
      g_new0 (gint64, members->len); /* of being before all that are left … */
  g_autofree gint64 *losses = g_new0 (gint64, members->len); /* … and what that costs */
  guint n_left = members->len, first = 0, last = members->len;

  for (guint i = 0; i < members->len; i++)
    {
      const Channel *channel = &channels[left[i]];

      for (guint j = 0; j < channel->neighbors->len; j++)
        {
          const Neighbor *neighbor = &g_array_index (channel->neighbors, Neighbor, j);

          gains[channel->rank] += MAX (0, neighbor->after - neighbor->before);
          losses[channel->rank] += MAX (0, neighbor->before - neighbor->after);
        }
    }
  while (n_left > 0)
    {
      guint best = 0;
      gboolean to_end = FALSE;
      const Channel *channel;

      for (guint i = 0; i < n_left; i++)
        {
          guint rank = channels[left[i]].rank, best_rank = channels[left[best]].rank;

          if (losses[rank] == 0 || gains[rank] == 0)
            {
              best = i;
              to_end = losses[rank] > 0;
              break;
            }
          if (gains[rank] - losses[rank] > gains[best_rank] - losses[best_rank])
            best = i;
        }
      channel = &channels[left[best]];
      order[to_end ? --last : first++] = left[best];
      n_left--;
      memmove (&left[best], &left[best + 1], (n_left - best) * sizeof *left);
      for (guint i = 0; i < channel->neighbors->len; i++)
        {
          const Neighbor *neighbor = &g_array_index (channel->neighbors, Neighbor, i);

          gains[channels[neighbor->channel].rank] -= MAX (0, neighbor->before - neighbor->after);
          losses[channels[neighbor->channel].rank] -= MAX (0, neighbor->after - neighbor->before);
        }
    }
}

/* Finds the order of a tangle in which its lines cross least, beginning with the one in which the
 * channels were found, and, if lines cross in that, with another one. */
static void
rank_tangle (Channel *channels, GArray *members, GCancellable *cancellable)
{
  g_autofree guint *found = g_memdup2 (members->data, members->len * sizeof (guint));
  g_autofree guint *sifted = NULL;
  gint64 count;

  set_ranks (channels, found, members->len);
  if (members->len > MAX_TANGLE)
    return;
  count = sift_all (channels, members, cancellable);
  if (count == 0)
    return;
  sifted = g_memdup2 (members->data, members->len * sizeof (guint));
  memcpy (members->data, found, members->len * sizeof (guint));
  set_ranks (channels, found, members->len);
  order_greedily (channels, members);
  if (sift_all (channels, members, cancellable) < count)
    return;
  memcpy (members->data, sifted, members->len * sizeof (guint));
  set_ranks (channels, sifted, members->len);
}

/* Finds the range that is left to each channel by its limits and by those before and after it.
 * Gives whether all have one; those without get less spacing. */
static gboolean
find_ranges (Channel *channels, GArray *members)
{
  const guint *order = (const guint *)(gpointer)members->data;
  gboolean fits = TRUE;

  for (guint i = 0; i < members->len; i++)
    {
      Channel *channel = &channels[order[i]];

      channel->least = channel->low;
      for (guint j = 0; j < channel->neighbors->len; j++)
        {
          const Channel *other = &channels[g_array_index (channel->neighbors, Neighbor, j).channel];

          if (other->rank < channel->rank)
            channel->least =
                MAX (channel->least, other->least + MIN (channel->spacing, other->spacing));
        }
    }
  for (guint i = members->len; i-- > 0;)
    {
      Channel *channel = &channels[order[i]];

      channel->most = channel->high;
      for (guint j = 0; j < channel->neighbors->len; j++)
        {
          const Channel *other = &channels[g_array_index (channel->neighbors, Neighbor, j).channel];

          if (other->rank > channel->rank)
            channel->most =
                MIN (channel->most, other->most - MIN (channel->spacing, other->spacing));
        }
    }
  for (guint i = 0; i < members->len; i++)
    {
      Channel *channel = &channels[order[i]];

      if (channel->least <= channel->most)
        continue;
      fits = FALSE;
      channel->spacing *= NARROWER;
    }
  return fits;
}

/* Sets the channels of a tangle at their distances, as near as can be to where they were found:
 * halfway between setting each after those before it, and before those after it. Both keep all
 * distances, and so does what is between them. */
static void
part_tangle (Channel *channels, GArray *members, GCancellable *cancellable)
{
  const guint *order = (const guint *)(gpointer)members->data;
  g_autofree double *forward = g_new (double, members->len);

  for (guint i = 0; i < MAX_NARROWER && !g_cancellable_is_cancelled (cancellable) &&
                    !find_ranges (channels, members);
       i++)
    ;
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint step = 0; step < members->len; step++)
        {
          Channel *channel = &channels[order[pass == 0 ? step : members->len - 1 - step]];
          double low = channel->least, high = channel->most;

          for (guint j = 0; j < channel->neighbors->len; j++)
            {
              const Channel *other =
                  &channels[g_array_index (channel->neighbors, Neighbor, j).channel];
              double spacing = MIN (channel->spacing, other->spacing);

              if (pass == 0 && other->rank < channel->rank)
                low = MAX (low, other->position + spacing);
              else if (pass == 1 && other->rank > channel->rank)
                high = MIN (high, other->position - spacing);
            }
          channel->position = low > high ? CLAMP ((low + high) / 2, channel->low, channel->high)
                                         : CLAMP (channel->found, low, high);
        }
      for (guint i = 0; pass == 0 && i < members->len; i++)
        forward[i] = channels[order[i]].position;
    }
  for (guint i = 0; i < members->len; i++)
    channels[order[i]].position = (channels[order[i]].position + forward[i]) / 2;
}

static void
spread (SquillObstacles *obstacles, GPtrArray *routes, gboolean across, GCancellable *cancellable)
{
  g_autoptr (GArray) stretches = list_stretches (obstacles, routes, across, cancellable);
  const Stretch *all = (const Stretch *)(gpointer)stretches->data;
  g_autoptr (GArray) channels = list_channels (all, stretches->len);
  Channel *each = (Channel *)(gpointer)channels->data;
  g_autoptr (GHashTable) tangles =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  GHashTableIter iter;
  gpointer value;

  find_neighbors (all, each, channels->len, cancellable);
  for (guint i = 0; i < channels->len; i++)
    {
      guint root = find_root (each, i);
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

      if (members->len < 2 || g_cancellable_is_cancelled (cancellable))
        continue;
      rank_tangle (each, members, cancellable);
      part_tangle (each, members, cancellable);
    }
  for (guint i = 0; i < channels->len; i++)
    {
      double position = round (each[i].position * 2) / 2;

      for (guint j = 0; j < each[i].n_stretches; j++)
        {
          const Stretch *stretch = &all[each[i].first + j];
          SquillPoint *a = &g_array_index (stretch->points, SquillPoint, stretch->index);

          if (across)
            a[0].y = a[1].y = position;
          else
            a[0].x = a[1].x = position;
        }
    }
}

/* Sets stretches of lines that share a gap side by side, no nearer to cards than they may come.
 * Ends of lines stay where they are. @routes: (element-type GArray): the corners of each line, in
 * an order that does not depend on how the diagram came about; they are moved, some of them where
 * it is canceled. */
void
_squill_route_spread (SquillObstacles *obstacles, GPtrArray *routes, GCancellable *cancellable)
{
  g_return_if_fail (obstacles != NULL);
  g_return_if_fail (routes != NULL);

  spread (obstacles, routes, FALSE, cancellable);
  spread (obstacles, routes, TRUE, cancellable);
}
