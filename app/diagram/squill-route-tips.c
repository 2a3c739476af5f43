/* SPDX-License-Identifier: Apache-2.0 */

/* Where lines meet their cards: at which side, and how far from the middle of their rows. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* Ends that meet at one row are spread over this much of its height; more than this number
 * share one point, as a trunk with branches. */
#define ROW_SPREAD 18.0
#define END_SPACING 12.0
#define MAX_SPREAD_ENDS 4
/* How far the end of a line may be from the middle of its row, for the line to run straight. */
#define NUDGE 7.0

typedef struct
{
  SquillRoutedLine *line;
  guint end;
} EndRef;

/* The card of an end (transfer none); NULL where there is none. */
const SquillRect *
_squill_route_get_card (SquillObstacles *cards, const SquillRoutedEnd *end)
{
  const SquillObstacle *card = _squill_obstacles_get (cards, end->card);

  return card != NULL ? &card->rect : NULL;
}

/* Where a line goes to from its end: -1 or 1 if it turns back to a card above or below, which it
 * meets at the same side, else 0. */
static int
get_turn (const SquillRoutedEnd *end, const SquillRoutedEnd *other)
{
  if (end->side != other->side)
    return 0;
  return other->y < end->y ? -1 : 1;
}

/* Those that turn back go outside of all others in the row, and outside of those to nearer cards.
 */
static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const EndRef *left = a, *right = b;
  const SquillRoutedEnd *left_end = &left->line->ends[left->end];
  const SquillRoutedEnd *right_end = &right->line->ends[right->end];
  const SquillRoutedEnd *left_other = &left->line->ends[1 - left->end];
  const SquillRoutedEnd *right_other = &right->line->ends[1 - right->end];
  int order = strcmp (left_end->card, right_end->card);

  if (order != 0)
    return order;
  if (left_end->side != right_end->side)
    return left_end->side < right_end->side ? -1 : 1;
  if (left_end->offset != right_end->offset)
    return left_end->offset < right_end->offset ? -1 : 1;
  order = get_turn (left_end, left_other);
  if (order != get_turn (right_end, right_other))
    return order - get_turn (right_end, right_other);
  if (left_other->y != right_other->y)
    return (left_other->y < right_other->y) == (order == 0) ? -1 : 1;
  order = strcmp (left->line->id, right->line->id);
  return order != 0 ? order : (int)left->end - (int)right->end;
}

static gboolean
same_place (const SquillRoutedEnd *a, const SquillRoutedEnd *b)
{
  return a->side == b->side && a->offset == b->offset && strcmp (a->card, b->card) == 0;
}

/* A line that would jog by a few pixels runs straight, if its ends have their rows to themselves.
 */
static void
straighten (SquillRoutedLine *line)
{
  SquillRoutedEnd *from = &line->ends[0], *to = &line->ends[1];
  double from_reach = from->alone ? NUDGE : 0, to_reach = to->alone ? NUDGE : 0;
  double way = to->y - from->y, from_way;

  if (from->side == to->side || fabs (way) > from_reach + to_reach || way == 0)
    return;
  from_way = from_reach + to_reach > 0 ? way * from_reach / (from_reach + to_reach) : 0;
  from->spread += from_way;
  from->y += from_way;
  to->spread += from->y - to->y;
  to->y = from->y;
}

/* Several lines that meet a card in one row are spread over the row, in the order in which their
 * other ends stand, so that they need not cross to get there. @lines: (element-type
 * SquillRoutedLine) */
void
_squill_route_set_tips (SquillObstacles *cards, GPtrArray *lines)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (EndRef));
  EndRef *all;

  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);
      const SquillRect *from = _squill_route_get_card (cards, &line->ends[0]),
                       *to = _squill_route_get_card (cards, &line->ends[1]);
      SquillSide from_side, to_side;

      line->placed = from != NULL && to != NULL;
      if (!line->placed)
        continue;
      _squill_line_choose_sides (line, from, to, &from_side, &to_side);
      if (line->turned)
        _squill_line_turn (line);
      line->stale = line->stale || from_side != line->ends[0].side || to_side != line->ends[1].side;
      line->ends[0].side = from_side;
      line->ends[1].side = to_side;
      for (guint end = 0; end < 2; end++)
        {
          EndRef ref = { line, end };

          /* For now the middle of the row: what the order of the ends goes by. */
          line->ends[end].y = (end == 0 ? from : to)->y + line->ends[end].offset;
          line->ends[end].spread = 0;
          line->ends[end].alone = TRUE;
          g_array_append_val (refs, ref);
        }
    }
  g_array_sort (refs, compare_ends);

  all = (EndRef *)(gpointer)refs->data;
  for (guint first = 0, last; first < refs->len; first = last)
    {
      const SquillRoutedEnd *place = &all[first].line->ends[all[first].end];
      guint count;
      double spacing;

      last = first + 1;
      while (last < refs->len && same_place (place, &all[last].line->ends[all[last].end]))
        last++;
      count = last - first;
      if (count == 1)
        continue;
      for (guint i = first; i < last; i++)
        all[i].line->ends[all[i].end].alone = FALSE;
      if (count > MAX_SPREAD_ENDS)
        continue;
      spacing = MIN (END_SPACING, ROW_SPREAD / (count - 1));
      for (guint i = first; i < last; i++)
        {
          SquillRoutedEnd *end = &all[i].line->ends[all[i].end];

          end->spread = spacing * (i - first - (count - 1) / 2.0);
          end->y += end->spread;
        }
    }
  for (guint i = 0; i < lines->len; i++)
    if (((SquillRoutedLine *)g_ptr_array_index (lines, i))->placed)
      straighten (g_ptr_array_index (lines, i));
}
