/* SPDX-License-Identifier: Apache-2.0 */

/* Betters an arrangement by moving single boxes, those that lines join straight, and groups, as
 * long as lines cross less by that or more of them run straight. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-layout-judge.h"
#include "diagram/squill-layout-table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is left between two boxes above each other, and beside each other. */
#define GAP SQUILL_LAYOUT_GAP
#define SIDE_GAP 120
/* Between a group's frame and what is outside of it. */
#define FRAME_GAP SQUILL_LAYOUT_STEP
/* Ends this near to each other in height can be joined by a straight line. */
#define LEVEL 7
/* At first a move is drawn if it seems to gain this much, in crossings; later if it seems to cost
 * no more than this: what it seems to cost is not what it does. */
#define HOPE 0.4
#define DOUBT 0.6
/* What a move must gain; and what if all stood there before, which is no more than this, or this
 * for each line. */
#define MIN_GAIN 0.1
#define KEPT_GAIN 2.0
#define KEPT_SHARE 0.05
/* What a card in the way of the shortest line seems to cost. */
#define IN_THE_WAY 1.0
/* Lines that turn this near to each other do so in the same gap. */
#define SAME_GAP 90
#define MAX_ROUNDS 6
/* No more boxes than this give way to one that moves. */
#define MAX_PUSHED 24
/* How many arrangements may be drawn, if one takes the number of lines to the power of 1.5. A
 * count, so that the same graph is arranged alike on each machine. */
#define MAX_DRAWN 500000.0
/* Of this many lines and more, where some cross, moves that seem good are made before anything is
 * drawn, a few each time, and taken back if the drawing is no better. */
#define MIN_SKETCHED 100
#define SKETCHED_MOVES 6
#define SKETCHED_ROUNDS 3
/* After this many moves in vain, or this share of all, hardly any improvement is left to find. */
#define MAX_IN_VAIN 120
#define IN_VAIN_SHARE 0.12
/* How many lines and boxes are looked at beside each other at most, to see what moves are good for:
 * for each line of a hub it is all others. */
#define MAX_WORK 60e6
/* Of more lines than this, too little could be drawn for it to be worth to begin. */
#define MAX_LINES 800
/* An arrangement may get higher by this factor, within the proportions of a window. */
#define HIGHER 1.1
/* What the boxes of a group take may get wider and higher by this factor: its frame would have
 * holes otherwise, from which some of its boxes have gone. */
#define LARGER 1.2

typedef struct
{
  SquillPoint points[4];
  guint n_points;
  gboolean turns; /* from its left to its right end, in a gap between them */
  double top;     /* of all of it */
  double bottom;
} Sketch;

typedef struct
{
  const SquillLayoutGraph *graph;
  guint n_boxes;
  const SquillLayoutEdge *edges;
  guint n_edges;
  const gboolean *fixed;
  GCancellable *cancellable;
  SquillLayoutJudge *judge;
  SquillLayoutBox *boxes; /* the best so far */
  SquillLayoutBox *tried;
  SquillLayoutBox *group_limits; /* by group: no larger may its bounds be */
  SquillLayoutBox *group_bounds; /* by group, of its boxes in what is tried */
  gboolean *straight;            /* of each line in the best */
  gboolean *moved;               /* of each box in what is tried */
  Sketch *sketches;              /* of each line in the best */
  Sketch *tried_sketches;
  double score;
  guint n_crossings;
  guint n_left;    /* to be drawn */
  double work;     /* looks at pairs so far */
  guint n_in_vain; /* drawn since the last that was better */
  guint max_in_vain;
  double doubt;
  double min_gain;
  gboolean sketching;
  guint n_sketched;       /* moves that were not drawn yet */
  SquillLayoutBox *drawn; /* the best that was drawn */
  int max_width;
  int max_height;
  double max_ratio;
} Refining;

static void
refining_clear (Refining *self)
{
  g_clear_pointer (&self->judge, squill_layout_judge_free);
  g_clear_pointer (&self->boxes, g_free);
  g_clear_pointer (&self->tried, g_free);
  g_clear_pointer (&self->group_bounds, g_free);
  g_clear_pointer (&self->group_limits, g_free);
  g_clear_pointer (&self->drawn, g_free);
  g_clear_pointer (&self->straight, g_free);
  g_clear_pointer (&self->moved, g_free);
  g_clear_pointer (&self->sketches, g_free);
  g_clear_pointer (&self->tried_sketches, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Refining, refining_clear)

static int
get_group (const Refining *self, guint box)
{
  return g_array_index (self->graph->nodes, SquillLayoutNode, box).group;
}

static guint
count_groups (const Refining *self)
{
  int last = -1;

  for (guint i = 0; i < self->n_boxes; i++)
    last = MAX (last, get_group (self, i));
  return (guint)(last + 1);
}

static int
to_grid (int at)
{
  return (int)floor ((double)at / SQUILL_LAYOUT_STEP + 0.5) * SQUILL_LAYOUT_STEP;
}

/* The shortest route of a line from left to right, whatever is in its way. */
static void
sketch_line (const SquillLayoutBox *boxes, const SquillLayoutEdge *edge, Sketch *sketch)
{
  gboolean forward = boxes[edge->from].x <= boxes[edge->to].x;
  const SquillLayoutBox *left = &boxes[forward ? edge->from : edge->to];
  const SquillLayoutBox *right = &boxes[forward ? edge->to : edge->from];
  double left_y = left->y + (forward ? edge->from_offset : edge->to_offset);
  double right_y = right->y + (forward ? edge->to_offset : edge->from_offset);
  double left_x = left->x, middle = left_x - SQUILL_ROUTE_STUB;

  sketch->turns = left->x + left->width <= right->x;
  if (sketch->turns)
    {
      left_x += left->width;
      middle = (left_x + right->x) / 2;
    }
  sketch->points[0] = SQUILL_POINT (left_x, left_y);
  sketch->points[1] = SQUILL_POINT (middle, left_y);
  sketch->points[2] = SQUILL_POINT (middle, right_y);
  sketch->points[3] = SQUILL_POINT (right->x, right_y);
  sketch->n_points = 4;
  sketch->top = MIN (left_y, right_y);
  sketch->bottom = MAX (left_y, right_y);
  if (!sketch->turns || fabs (left_y - right_y) > LEVEL)
    return;
  sketch->points[1] = SQUILL_POINT (right->x, left_y);
  sketch->n_points = 2;
  sketch->turns = FALSE;
  sketch->top = sketch->bottom = left_y;
}

static gboolean
do_cross (const SquillPoint *a, const SquillPoint *b)
{
  const SquillPoint *across = a[0].y == a[1].y ? a : b, *down = across == a ? b : a;

  return (a[0].y == a[1].y) != (b[0].y == b[1].y) && down->x > MIN (across[0].x, across[1].x) &&
         down->x < MAX (across[0].x, across[1].x) && across->y > MIN (down[0].y, down[1].y) &&
         across->y < MAX (down[0].y, down[1].y);
}

/* How many times two lines cross. Those that turn in the same gap between two cards are set side
 * by side there, and cross only if they must. */
static guint
count_crossings (const Sketch *a, const Sketch *b)
{
  guint count = 0;

  /* Most are nowhere near each other, and this is asked more often than all else. */
  if (a->top > b->bottom || b->top > a->bottom)
    return 0;
  if (a->turns && b->turns && fabs (a->points[1].x - b->points[1].x) < SAME_GAP)
    return (a->points[0].y < b->points[0].y && a->points[3].y > b->points[3].y) ||
           (a->points[0].y > b->points[0].y && a->points[3].y < b->points[3].y);
  for (guint i = 0; i + 1 < a->n_points; i++)
    for (guint j = 0; j + 1 < b->n_points; j++)
      count += do_cross (&a->points[i], &b->points[j]);
  return count;
}

static gboolean
is_in_the_way (const SquillLayoutBox *box, const SquillPoint *a, const SquillPoint *b)
{
  return MIN (a->x, b->x) < box->x + box->width - 2 && MAX (a->x, b->x) > box->x + 2 &&
         MIN (a->y, b->y) < box->y + box->height + SQUILL_ROUTE_CLEARANCE &&
         MAX (a->y, b->y) > box->y - SQUILL_ROUTE_CLEARANCE;
}

/* Whether two lines have an end in the same place. */
static gboolean
meet (const Sketch *a, const Sketch *b)
{
  const SquillPoint *own[] = { &a->points[0], &a->points[a->n_points - 1] };
  const SquillPoint *other[] = { &b->points[0], &b->points[b->n_points - 1] };

  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      if (own[i]->x == other[j]->x && own[i]->y == other[j]->y)
        return TRUE;
  return FALSE;
}

static gboolean
is_affected (const Refining *self, guint line)
{
  return self->moved[self->edges[line].from] || self->moved[self->edges[line].to];
}

static guint
count_in_the_way (const SquillLayoutBox *boxes, const Sketch *sketch, guint box)
{
  guint count = 0;

  if (sketch->top >= boxes[box].y + boxes[box].height + SQUILL_ROUTE_CLEARANCE ||
      sketch->bottom <= boxes[box].y - SQUILL_ROUTE_CLEARANCE)
    return 0;
  for (guint i = 0; i + 1 < sketch->n_points; i++)
    count += is_in_the_way (&boxes[box], &sketch->points[i], &sketch->points[i + 1]);
  return count;
}

/* What a line seems to cost beside others that do not move, and those that were looked at before
 * it. */
static double
estimate_line (const Refining *self,
               const SquillLayoutBox *boxes,
               const Sketch *sketches,
               guint line)
{
  const Sketch *sketch = &sketches[line];
  gboolean is_straight = sketch->n_points == 2;
  double cost = 0;

  for (guint i = 0; i < self->n_boxes; i++)
    if (i != self->edges[line].from && i != self->edges[line].to)
      cost += IN_THE_WAY * count_in_the_way (boxes, sketch, i);
  is_straight = is_straight && cost == 0;
  for (guint i = 0; i < self->n_edges; i++)
    {
      const Sketch *other = &sketches[i];

      if (i == line || (i > line && is_affected (self, i)))
        continue;
      /* Only one of those that share an end can be straight. */
      is_straight = is_straight && !(other->n_points == 2 && meet (sketch, other));
      cost += count_crossings (sketch, other);
    }
  return cost - (is_straight ? SQUILL_LAYOUT_STRAIGHT : 0);
}

/* What the lines that a move changes seem to cost, in crossings: as if each ran alone. */
static double
estimate (Refining *self, const SquillLayoutBox *boxes, const Sketch *sketches)
{
  g_autofree guint *moved = g_new (guint, self->n_boxes);
  guint n_moved = 0;
  double cost = 0;

  for (guint i = 0; i < self->n_boxes; i++)
    if (self->moved[i])
      moved[n_moved++] = i;
  for (guint i = 0; i < self->n_edges; i++)
    {
      self->work += n_moved;
      if (is_affected (self, i))
        {
          self->work += self->n_boxes + self->n_edges;
          cost += estimate_line (self, boxes, sketches, i);
          continue;
        }
      for (guint j = 0; j < n_moved; j++)
        cost += IN_THE_WAY * count_in_the_way (boxes, &sketches[i], moved[j]);
    }
  return cost;
}

/* Whether what is tried is so good that it is worth to be drawn. */
static gboolean
is_promising (Refining *self)
{
  memcpy (self->tried_sketches, self->sketches, self->n_edges * sizeof *self->sketches);
  for (guint i = 0; i < self->n_edges; i++)
    if (is_affected (self, i))
      sketch_line (self->tried, &self->edges[i], &self->tried_sketches[i]);
  return estimate (self, self->tried, self->tried_sketches) <=
         estimate (self, self->boxes, self->sketches) + self->doubt;
}

/* Whether two boxes come nearer to each other than they may. */
static gboolean
are_too_near (const SquillLayoutBox *a, const SquillLayoutBox *b, int side_gap, int gap)
{
  return a->x < b->x + b->width + side_gap && b->x < a->x + a->width + side_gap &&
         a->y < b->y + b->height + gap && b->y < a->y + a->height + gap;
}

/* Finds the rectangles of the boxes of each group in what is tried. */
static void
find_group_bounds (Refining *self)
{
  for (guint i = 0; i < self->n_boxes; i++)
    if (get_group (self, i) >= 0)
      self->group_bounds[get_group (self, i)].width = 0;
  for (guint i = 0; i < self->n_boxes; i++)
    {
      SquillLayoutBox *bounds;

      if (get_group (self, i) < 0)
        continue;
      bounds = &self->group_bounds[get_group (self, i)];
      *bounds = bounds->width == 0
                    ? self->tried[i]
                    : _squill_layout_bounds ((SquillLayoutBox[]){ *bounds, self->tried[i] }, 2);
    }
}

/* The frame of a box's group, or a box alone. */
static SquillLayoutBox
get_frame (const Refining *self, guint box)
{
  const int group = get_group (self, box);
  SquillLayoutBox frame;

  if (group < 0)
    return self->tried[box];
  frame = self->group_bounds[group];
  frame.x -= SQUILL_FRAME_PADDING;
  frame.y -= SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE;
  frame.width += 2 * SQUILL_FRAME_PADDING;
  frame.height += 2 * SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE;
  return frame;
}

/* Whether the boxes of a box's group have gone too far apart. */
static gboolean
is_group_too_large (const Refining *self, guint box)
{
  const int group = get_group (self, box);

  return group >= 0 && (self->group_bounds[group].width > self->group_limits[group].width ||
                        self->group_bounds[group].height > self->group_limits[group].height);
}

/* Whether what moved stands in nobody's way, and all of it has about the size that it had. */
static gboolean
fits (Refining *self)
{
  SquillLayoutBox bounds = _squill_layout_bounds (self->tried, self->n_boxes);

  if (bounds.width > self->max_width || bounds.height > self->max_height ||
      bounds.width > self->max_ratio * bounds.height)
    return FALSE;
  find_group_bounds (self);
  for (guint i = 0; i < self->n_boxes; i++)
    {
      int group = get_group (self, i);
      SquillLayoutBox frame;

      if (!self->moved[i])
        continue;
      if (is_group_too_large (self, i))
        return FALSE;
      frame = get_frame (self, i);
      for (guint j = 0; j < self->n_boxes; j++)
        {
          int other_group = get_group (self, j);

          if (j == i)
            continue;
          if (are_too_near (&self->tried[i], &self->tried[j], SIDE_GAP, GAP) &&
              !are_too_near (&self->boxes[i], &self->boxes[j], SIDE_GAP, GAP))
            return FALSE;
          if (are_too_near (&self->tried[i], &self->tried[j], GAP, GAP))
            return FALSE;
          if (other_group != group && (group >= 0 || other_group >= 0))
            {
              SquillLayoutBox other_frame = get_frame (self, j);

              if (are_too_near (&frame, &other_frame, FRAME_GAP, FRAME_GAP))
                return FALSE;
            }
        }
    }
  return TRUE;
}

static gboolean
is_over (const Refining *self)
{
  return self->n_left == 0 || self->work > MAX_WORK || self->n_in_vain >= self->max_in_vain ||
         g_cancellable_is_cancelled (self->cancellable);
}

/* Starts from the best again. */
static void
begin_move (Refining *self)
{
  memcpy (self->tried, self->boxes, self->n_boxes * sizeof *self->tried);
  memset (self->moved, 0, self->n_boxes * sizeof *self->moved);
}

static void
keep (Refining *self, const SquillLayoutVerdict *verdict)
{
  self->score = verdict->score;
  self->n_crossings = verdict->n_crossings;
  for (guint i = 0; i < self->n_edges; i++)
    self->straight[i] = squill_layout_judge_is_straight (self->judge, i);
}

static void
sketch_lines (Refining *self)
{
  for (guint i = 0; i < self->n_edges; i++)
    {
      sketch_line (self->boxes, &self->edges[i], &self->sketches[i]);
      self->straight[i] = self->sketches[i].n_points == 2;
    }
}

/* Draws what was moved since the last time, and takes it back if it is worse. */
static void
draw_sketched (Refining *self)
{
  SquillLayoutVerdict verdict;

  if (self->n_sketched == 0)
    return;
  self->n_sketched = 0;
  self->n_left--;
  verdict = squill_layout_judge_look (self->judge, self->boxes, self->cancellable);
  if (verdict.score < self->score)
    {
      memcpy (self->drawn, self->boxes, self->n_boxes * sizeof *self->boxes);
      keep (self, &verdict);
      return;
    }
  memcpy (self->boxes, self->drawn, self->n_boxes * sizeof *self->boxes);
  sketch_lines (self);
}

/* Takes what is tried, if it is better. */
static gboolean
end_move (Refining *self)
{
  SquillLayoutVerdict verdict;

  if (is_over (self) || !fits (self) || !is_promising (self))
    return FALSE;
  if (self->sketching)
    {
      memcpy (self->boxes, self->tried, self->n_boxes * sizeof *self->boxes);
      sketch_lines (self);
      if (++self->n_sketched >= SKETCHED_MOVES)
        draw_sketched (self);
      return TRUE;
    }
  self->n_left--;
  self->n_in_vain++;
  verdict = squill_layout_judge_look (self->judge, self->tried, self->cancellable);
  if (verdict.score > self->score - self->min_gain)
    return FALSE;
  memcpy (self->boxes, self->tried, self->n_boxes * sizeof *self->boxes);
  memcpy (self->sketches, self->tried_sketches, self->n_edges * sizeof *self->sketches);
  self->n_in_vain = 0;
  keep (self, &verdict);
  return TRUE;
}

/* Lets what is in the way of the boxes that moved give way, up or down. FALSE if it cannot. */
static gboolean
push (Refining *self, GArray *pushed)
{
  for (guint i = 0; i < pushed->len; i++)
    {
      guint box = g_array_index (pushed, guint, i);
      const SquillLayoutBox *own = &self->tried[box];

      for (guint j = 0; j < self->n_boxes; j++)
        {
          SquillLayoutBox *other = &self->tried[j];
          gboolean down = 2 * other->y + other->height >= 2 * own->y + own->height;

          if (j == box || !are_too_near (own, other, GAP, GAP))
            continue;
          if (self->moved[j] || self->fixed[j] || pushed->len >= MAX_PUSHED)
            return FALSE;
          if (down)
            other->y += squill_layout_table_to_steps (own->y + own->height + GAP - other->y);
          else
            other->y -= squill_layout_table_to_steps (other->y + other->height + GAP - own->y);
          self->moved[j] = TRUE;
          g_array_append_val (pushed, j);
        }
    }
  return TRUE;
}

/* Moves some boxes, and what is in their way. */
static gboolean
try_move (Refining *self, GArray *boxes, int dx, int dy)
{
  begin_move (self);
  for (guint i = 0; i < boxes->len; i++)
    {
      guint box = g_array_index (boxes, guint, i);

      if (self->fixed[box])
        return FALSE;
      self->tried[box].x += dx;
      self->tried[box].y += dy;
      self->moved[box] = TRUE;
    }
  return push (self, boxes) && end_move (self);
}

/* Lists a box with those that straight lines join it to, however indirectly. Gives whether that is
 * more than one, and not @except. */
static gboolean
collect_joined (const Refining *self, guint box, guint except, GArray *joined)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->n_boxes);

  g_array_set_size (joined, 0);
  g_array_append_val (joined, box);
  taken[box] = TRUE;
  for (guint i = 0; i < joined->len; i++)
    for (guint j = 0; j < self->n_edges; j++)
      {
        const SquillLayoutEdge *edge = &self->edges[j];
        guint own = g_array_index (joined, guint, i), other;

        if (!self->straight[j] || (edge->from != own && edge->to != own))
          continue;
        other = edge->from == own ? edge->to : edge->from;
        if (taken[other])
          continue;
        taken[other] = TRUE;
        g_array_append_val (joined, other);
      }
  return joined->len > 1 && !taken[except];
}

static void
collect_group (const Refining *self, int group, GArray *members)
{
  g_array_set_size (members, 0);
  for (guint i = 0; i < self->n_boxes; i++)
    if (get_group (self, i) == group)
      g_array_append_val (members, i);
}

/* The column beside a box in which another one may stand, of those where others of its group do.
 * G_MAXINT if there is none. */
static int
find_column (const Refining *self, guint box, guint beside, gboolean right)
{
  const SquillLayoutBox *own = &self->boxes[box], *other = &self->boxes[beside];
  int best = G_MAXINT;

  for (guint i = 0; i < self->n_boxes; i++)
    {
      int x = self->boxes[i].x;

      if (get_group (self, i) != get_group (self, box))
        continue;
      if (right ? x < other->x + other->width + SIDE_GAP : x + own->width + SIDE_GAP > other->x)
        continue;
      if (best == G_MAXINT || (right ? x < best : x > best))
        best = x;
    }
  return best;
}

/* Tries all moves of one end of a line by which it could run straight. */
static gboolean
try_end (Refining *self, guint line, gboolean from)
{
  const SquillLayoutEdge *edge = &self->edges[line];
  guint box = from ? edge->from : edge->to, other = from ? edge->to : edge->from;
  const SquillLayoutBox *own = &self->boxes[box], *beside = &self->boxes[other];
  int dy = to_grid (beside->y + (from ? edge->to_offset : edge->from_offset) - own->y -
                    (from ? edge->from_offset : edge->to_offset));
  gboolean faces = own->x >= beside->x + beside->width || beside->x >= own->x + own->width;
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (guint));

  if (faces && dy != 0)
    {
      g_array_append_val (boxes, box);
      if (try_move (self, boxes, 0, dy))
        return TRUE;
      if (collect_joined (self, box, other, boxes) && try_move (self, boxes, 0, dy))
        return TRUE;
      if (get_group (self, box) >= 0 && get_group (self, box) != get_group (self, other))
        {
          collect_group (self, get_group (self, box), boxes);
          if (try_move (self, boxes, 0, dy))
            return TRUE;
        }
    }
  for (guint right = 0; right < 2; right++)
    {
      int x = find_column (self, box, other, right == 1);

      if (x == G_MAXINT || x == own->x)
        continue;
      g_array_set_size (boxes, 0);
      g_array_append_val (boxes, box);
      if (try_move (self, boxes, x - own->x, dy))
        return TRUE;
    }
  return FALSE;
}

/* Turns what is in a group from left to right. */
static gboolean
try_mirror (Refining *self, int group)
{
  int left = G_MAXINT, right = G_MININT;

  begin_move (self);
  for (guint i = 0; i < self->n_boxes; i++)
    {
      if (get_group (self, i) != group)
        continue;
      if (self->fixed[i])
        return FALSE;
      left = MIN (left, self->boxes[i].x);
      right = MAX (right, self->boxes[i].x + self->boxes[i].width);
      self->moved[i] = TRUE;
    }
  for (guint i = 0; i < self->n_boxes; i++)
    if (self->moved[i])
      self->tried[i].x = to_grid (left + right - self->boxes[i].x - self->boxes[i].width);
  return end_move (self);
}

static gboolean
try_mirrors (Refining *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < self->n_boxes; i++)
    {
      int group = get_group (self, i);

      if (is_over (self))
        break;
      if (group >= 0 && g_hash_table_add (seen, GINT_TO_POINTER (group)))
        found = try_mirror (self, group) || found;
    }
  return found;
}

/* Tries the ends of all lines that are not straight. Gives whether any of them moved. */
static gboolean
try_ends (Refining *self)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->n_edges; i++)
    for (guint end = 0; end < 2 && !self->straight[i]; end++)
      {
        if (is_over (self))
          return FALSE;
        found = try_end (self, i, end == 0) || found;
      }
  return found;
}

static void
refine (Refining *self)
{
  gboolean found = TRUE;

  self->doubt = -HOPE;
  self->sketching = self->n_edges >= MIN_SKETCHED && self->n_crossings > 0;
  for (guint round = 0; self->sketching && found && round < SKETCHED_ROUNDS; round++)
    found = try_ends (self);
  draw_sketched (self);
  self->sketching = FALSE;
  found = TRUE;
  for (guint round = 0; found && round < MAX_ROUNDS; round++)
    {
      gboolean turned = try_mirrors (self);

      found = try_ends (self) || turned || round == 0;
      self->doubt = DOUBT;
    }
}

/* Betters where the boxes of a graph stand. @boxes: where they stand, on the grid, and where they
 * are set; @fixed: those that stay; @kept: all stood there before; @cancellable: (nullable): to be
 * done soon, with what is the best so far. */
void
_squill_layout_refine (const SquillLayoutGraph *graph,
                       SquillLayoutBox *boxes,
                       const gboolean *fixed,
                       gboolean kept,
                       GCancellable *cancellable)
{
  guint n_boxes = graph->nodes->len, n_edges = graph->edges->len;
  guint n_drawn = (guint)(MAX_DRAWN / pow (MAX (n_edges, 1), 1.5));
  g_auto (Refining)
      self = { .graph = graph,
               .n_boxes = n_boxes,
               .edges = (const SquillLayoutEdge *)(gpointer)graph->edges->data,
               .n_edges = n_edges,
               .fixed = fixed,
               .cancellable = cancellable,
               .min_gain = MAX (MIN_GAIN, kept ? MIN (KEPT_GAIN, KEPT_SHARE * n_edges) : 0),
               .n_left = n_drawn,
               .max_in_vain = (guint)MIN (MAX_IN_VAIN, IN_VAIN_SHARE * n_drawn) };
  SquillLayoutBox bounds = _squill_layout_bounds (boxes, n_boxes);
  SquillLayoutVerdict verdict;

  if (n_edges == 0 || n_edges > MAX_LINES)
    return;
  self.judge = squill_layout_judge_new (n_boxes, self.edges, n_edges);
  self.boxes = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  self.tried = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  self.group_bounds = g_new0 (SquillLayoutBox, count_groups (&self));
  find_group_bounds (&self);
  self.group_limits =
      g_memdup2 (self.group_bounds, count_groups (&self) * sizeof *self.group_bounds);
  for (guint i = 0; i < count_groups (&self); i++)
    {
      self.group_limits[i].width = (int)(LARGER * self.group_limits[i].width);
      self.group_limits[i].height = (int)(LARGER * self.group_limits[i].height);
    }
  self.straight = g_new0 (gboolean, n_edges);
  self.moved = g_new0 (gboolean, n_boxes);
  self.sketches = g_new0 (Sketch, n_edges);
  self.tried_sketches = g_new0 (Sketch, n_edges);
  self.max_width = bounds.width;
  self.max_height = (int)MAX (
      bounds.height, MIN (HIGHER * bounds.height, SQUILL_LAYOUT_STRICT_RATIO * bounds.width));
  self.max_ratio = MAX (SQUILL_LAYOUT_STRICT_RATIO, (double)bounds.width / MAX (bounds.height, 1));
  self.drawn = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  sketch_lines (&self);
  verdict = squill_layout_judge_look (self.judge, boxes, cancellable);
  keep (&self, &verdict);
  refine (&self);
  memcpy (boxes, self.boxes, n_boxes * sizeof *boxes);
  g_debug ("refined from %.2f to %.2f, drew %u", verdict.score, self.score, n_drawn - self.n_left);
}
