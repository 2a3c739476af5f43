/* SPDX-License-Identifier: Apache-2.0 */

/* What is set on lines once it is known where they run: numbers, names, hops. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* Between a card and a pill beside it, and between a line and a pill above or below it. */
#define LABEL_GAP 3.0
#define LABEL_DISTANCE 10.0
/* Half the height that a foot takes. */
#define FOOT_HALF 8.0
/* A number farther along its line than this is not taken for that of the line's end; in between
 * it is tried in steps of this many pixels. */
#define NUMBER_REACH 150.0
#define NUMBER_STEP 10.0
/* A name is tried along a stretch in such steps from its middle, not at its ends, nor far off. */
#define NAME_STEP 12.0
#define NAME_REACH 0.4
#define MAX_NAME_REACH 360.0
#define CELL 256.0
#define LABEL_CELL 128.0
/* A stretch through more cells than this is looked at by nothing that is set on lines: only a file
 * has such stretches, to a card that is far from all others. */
#define MAX_CELLS 1024

typedef enum
{
  MARK_LABEL,
  MARK_FOOT,
  MARK_STRETCH,
} MarkKind;

/* Something that no label may cover. */
typedef struct
{
  SquillRect rect;
  MarkKind kind;
  guint line;
  guint number; /* the stretch from the line's start, or the foot's end */
} Mark;

/* A mark in a cell. Most cells have few, and there are many cells. */
typedef struct
{
  guint mark;
  guint before; /* the entry before it in the same cell, from 1 on, or 0 */
} Entry;

/* Where labels can be. */
typedef struct
{
  GPtrArray *lines;       /* SquillRoutedLine */
  SquillObstacles *cards; /* NULL if nobody looks for what labels cover: none is shown */
  GArray *marks;          /* Mark */
  GArray *entries;        /* Entry */
  GHashTable *cells;      /* get_key () -> the last entry of the cell, from 1 on */
} Room;

typedef struct
{
  SquillRoutedLine *line;
  guint index; /* of the line */
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

static int
label_cell_at (double at)
{
  return (int)floor (at / LABEL_CELL);
}

/* A cell as a key that needs no memory of its own. Cells that are 65,536 of them apart share one:
 * what is in them is looked at more closely all the same. */
static gpointer
get_key (int column, int row)
{
  return GUINT_TO_POINTER ((guint)(guint16)column << 16 | (guint16)row);
}

static void
add_mark (Room *room, SquillRect rect, MarkKind kind, guint line, guint number)
{
  Mark mark = { rect, kind, line, number };
  const int left = label_cell_at (rect.x), right = label_cell_at (squill_rect_right (&rect));
  const int top = label_cell_at (rect.y), bottom = label_cell_at (squill_rect_bottom (&rect));

  if (right - left > MAX_CELLS || bottom - top > MAX_CELLS)
    return;
  for (int column = left; column <= right; column++)
    for (int row = top; row <= bottom; row++)
      {
        gpointer key = get_key (column, row);
        Entry entry = { room->marks->len,
                        GPOINTER_TO_UINT (g_hash_table_lookup (room->cells, key)) };

        g_array_append_val (room->entries, entry);
        g_hash_table_insert (room->cells, key, GUINT_TO_POINTER (room->entries->len));
      }
  g_array_append_val (room->marks, mark);
}

static SquillRect
get_stretch (const SquillRoute *route, guint number)
{
  const SquillPoint *a = &route->points[number], *b = a + 1;

  return SQUILL_RECT (MIN (a->x, b->x) - 1, MIN (a->y, b->y) - 1, fabs (b->x - a->x) + 2,
                      fabs (b->y - a->y) + 2);
}

static SquillRect
get_foot (const SquillRoute *route, guint end)
{
  const SquillPoint *tip = end == 0 ? &route->points[0] : &route->points[route->n_points - 1];
  SquillSide side = end == 0 ? route->from_side : route->to_side;

  return SQUILL_RECT (side == SQUILL_SIDE_RIGHT ? tip->x : tip->x - SQUILL_FOOT_LENGTH,
                      tip->y - FOOT_HALF, SQUILL_FOOT_LENGTH, 2 * FOOT_HALF);
}

static void
room_init (Room *room, GPtrArray *lines, SquillObstacles *cards)
{
  room->lines = lines;
  room->cards = cards;
  room->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  room->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  room->cells = g_hash_table_new (NULL, NULL);
  for (guint i = 0; cards != NULL && i < lines->len; i++)
    {
      const SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;

      for (guint j = 0; j + 1 < route->n_points; j++)
        add_mark (room, get_stretch (route, j), MARK_STRETCH, i, j);
      for (guint end = 0; end < 2; end++)
        add_mark (room, get_foot (route, end), MARK_FOOT, i, end);
    }
}

static void
room_clear (Room *room)
{
  g_hash_table_unref (room->cells);
  g_array_unref (room->entries);
  g_array_unref (room->marks);
}

/* Whether a line leaves the card where @tip is, and thus runs together with others that do. */
static gboolean
has_tip (const SquillRoutedLine *line, const SquillPoint *tip)
{
  for (guint end = 0; end < 2; end++)
    if (get_tip (line, end)->x == tip->x && get_tip (line, end)->y == tip->y)
      return TRUE;
  return FALSE;
}

/* Whether a label of a line may cover a mark: the stretch that it is set on, and those of other
 * lines that run together with it there from @tip on. */
static gboolean
may_cover (Room *room, const Mark *mark, guint line, const SquillPoint *tip, int on)
{
  const SquillRoute *route;

  if (mark->kind != MARK_STRETCH || on < 0)
    return FALSE;
  if (mark->line == line)
    return (int)mark->number == on;
  if (tip == NULL || !has_tip (g_ptr_array_index (room->lines, mark->line), tip))
    return FALSE;
  route = &((SquillRoutedLine *)g_ptr_array_index (room->lines, mark->line))->route;
  return route->points[mark->number].y == tip->y && route->points[mark->number + 1].y == tip->y;
}

static gboolean
is_on_card (Room *room, const SquillRect *rect)
{
  return _squill_obstacles_find_any (room->cards, rect) != NULL;
}

/* @labels_only: lines and feet may be covered. */
static gboolean
covers_marks (Room *room,
              const SquillRect *rect,
              guint line,
              const SquillPoint *tip,
              int on,
              gboolean labels_only)
{
  for (int column = label_cell_at (rect->x); column <= label_cell_at (squill_rect_right (rect));
       column++)
    for (int row = label_cell_at (rect->y); row <= label_cell_at (squill_rect_bottom (rect)); row++)
      {
        guint last = GPOINTER_TO_UINT (g_hash_table_lookup (room->cells, get_key (column, row)));

        for (const Entry *entry; last > 0; last = entry->before)
          {
            const Mark *mark;

            entry = &g_array_index (room->entries, Entry, last - 1);
            mark = &g_array_index (room->marks, Mark, entry->mark);

            if (labels_only && mark->kind != MARK_LABEL)
              continue;
            if (squill_rect_overlaps (&mark->rect, rect) && !may_cover (room, mark, line, tip, on))
              return TRUE;
          }
      }
  return FALSE;
}

/* A search for the place of one label: the first one that is free is taken. */
typedef struct
{
  Room *room;
  guint line;
  const SquillPoint *tip; /* nullable: the end that it belongs to */
  SquillRect place;
  guint spoilt; /* 0: it covers nothing, 1: lines, 2: other labels, 3: a card */
} Search;

/* Looks at a place; TRUE if nothing better need be sought. @on: the stretch that it lies on, or
 * -1. */
static gboolean
try_place (Search *search, SquillRect rect, int on)
{
  guint spoilt = 0;

  if (search->room->cards == NULL)
    {
      search->place = rect;
      search->spoilt = 1;
      return TRUE;
    }
  if (is_on_card (search->room, &rect))
    spoilt = 3;
  else if (covers_marks (search->room, &rect, search->line, search->tip, on, FALSE))
    spoilt = covers_marks (search->room, &rect, search->line, search->tip, on, TRUE) ? 2 : 1;
  if (squill_rect_is_empty (&search->place) || spoilt < search->spoilt)
    {
      search->place = rect;
      search->spoilt = spoilt;
    }
  return search->spoilt == 0;
}

/* Above the line beside the card where that is free, else below it, else on it past the foot; then
 * farther along its first stretch, and along the next one up or down, as far as it still is at the
 * line's end. */
static void
search_number (Search *search, const SquillRoutedLine *line, guint end)
{
  const SquillRoute *route = &line->route;
  const SquillPoint *tip = get_tip (line, end);
  const SquillPoint *turn = end == 0 ? tip + 1 : tip - 1;
  double width = line->ends[end].label, along = fabs (turn->x - tip->x), x, y;
  int first = end == 0 ? 0 : (int)route->n_points - 2;
  gboolean rightwards = line->ends[end].side == SQUILL_SIDE_RIGHT;

  for (double start = LABEL_GAP; start == LABEL_GAP || start + width <= MIN (along, NUMBER_REACH);
       start += NUMBER_STEP)
    {
      double on = MAX (start, SQUILL_FOOT_LENGTH + LABEL_GAP);

      x = rightwards ? tip->x + start : tip->x - start - width;
      if (try_place (search,
                     SQUILL_RECT (x, tip->y - LABEL_DISTANCE - SQUILL_LABEL_HEIGHT, width,
                                  SQUILL_LABEL_HEIGHT),
                     -1) ||
          try_place (search, SQUILL_RECT (x, tip->y + LABEL_DISTANCE, width, SQUILL_LABEL_HEIGHT),
                     -1))
        return;
      x = rightwards ? tip->x + on : tip->x - on - width;
      if (on + width <= along &&
          try_place (search,
                     SQUILL_RECT (x, tip->y - SQUILL_LABEL_HEIGHT / 2, width, SQUILL_LABEL_HEIGHT),
                     first))
        return;
    }
  if (route->n_points > 2 && along < NUMBER_REACH)
    {
      const SquillPoint *next = end == 0 ? turn + 1 : turn - 1;
      double down = fabs (next->y - turn->y), step = next->y > turn->y ? 1 : -1;

      for (double at = LABEL_DISTANCE; at + SQUILL_LABEL_HEIGHT <= MIN (down, NUMBER_REACH - along);
           at += NUMBER_STEP)
        {
          y = turn->y + step * (at + SQUILL_LABEL_HEIGHT / 2);
          if (try_place (search,
                         SQUILL_RECT (turn->x - width / 2, y - SQUILL_LABEL_HEIGHT / 2, width,
                                      SQUILL_LABEL_HEIGHT),
                         end == 0 ? 1 : first - 1))
            return;
        }
    }
}

/* Two lines that meet a card in one row, and have the same number there, share one. */
static gboolean
is_said_already (const EndRef *refs, guint first, guint index)
{
  const SquillRoutedEnd *end = &refs[index].line->ends[refs[index].end];

  for (guint i = first; i < index; i++)
    {
      const SquillRoutedEnd *other = &refs[i].line->ends[refs[i].end];

      if (other->label > 0 && other->offset == end->offset &&
          g_strcmp0 (other->text, end->text) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
place_number (Room *room, const EndRef *ref)
{
  SquillRoute *route = &ref->line->route;
  Search search = { room, ref->index, get_tip (ref->line, ref->end), { 0 }, G_MAXUINT };

  search_number (&search, ref->line, ref->end);
  if (ref->end == 0)
    {
      route->from_label = search.place;
      route->from_hidden = search.spoilt > 0;
    }
  else
    {
      route->to_label = search.place;
      route->to_hidden = search.spoilt > 0;
    }
  if (search.spoilt == 0)
    add_mark (room, search.place, MARK_LABEL, ref->index, ref->end);
}

static void
place_numbers (Room *room)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (EndRef));
  const EndRef *all;

  for (guint i = 0; i < room->lines->len; i++)
    for (guint end = 0; end < 2; end++)
      {
        EndRef ref = { g_ptr_array_index (room->lines, i), i, end };

        g_array_append_val (refs, ref);
      }
  g_array_sort (refs, compare_tips);
  all = (const EndRef *)(gpointer)refs->data;
  for (guint first = 0, last; first < refs->len; first = last)
    {
      const SquillRoutedEnd *place = &all[first].line->ends[all[first].end];

      for (last = first;
           last < refs->len && all[last].line->ends[all[last].end].side == place->side &&
           strcmp (all[last].line->ends[all[last].end].card, place->card) == 0;
           last++)
        if (all[last].line->ends[all[last].end].label > 0 && !is_said_already (all, first, last))
          place_number (room, &all[last]);
    }
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

/* Looks at places for a name around a point of a stretch: on it, else beside it. */
static gboolean
try_name (Search *search, double x, double y, double width, gboolean across, guint stretch)
{
  double aside = across ? SQUILL_LABEL_HEIGHT / 2 + LABEL_GAP : width / 2 + LABEL_DISTANCE;

  if (try_place (
          search,
          SQUILL_RECT (x - width / 2, y - SQUILL_LABEL_HEIGHT / 2, width, SQUILL_LABEL_HEIGHT),
          (int)stretch))
    return TRUE;
  for (int side = -1; side <= 1; side += 2)
    if (try_place (search,
                   SQUILL_RECT (x - width / 2 + (across ? 0 : side * aside),
                                y - SQUILL_LABEL_HEIGHT / 2 + (across ? side * aside : 0), width,
                                SQUILL_LABEL_HEIGHT),
                   -1))
      return TRUE;
  return FALSE;
}

/* In the middle of the longest stretch, or as near to it as nothing else is. */
static void
search_name (Search *search, const SquillRoutedLine *line)
{
  const SquillRoute *route = &line->route;
  g_autofree guint *order = g_new (guint, route->n_points - 1);

  for (guint i = 0; i + 1 < route->n_points; i++)
    order[i] = i;
  g_qsort_with_data (order, (int)route->n_points - 1, sizeof *order, compare_lengths,
                     route->points);
  for (guint i = 0; i + 1 < route->n_points; i++)
    {
      const SquillPoint *a = &route->points[order[i]], *b = a + 1;
      double length = fabs (b->x - a->x) + fabs (b->y - a->y);

      /* Outwards from the middle, to both sides in turn. */
      for (double off = 0; off <= NAME_REACH * length && off <= MAX_NAME_REACH; off += NAME_STEP)
        for (int side = -1; side <= (off > 0 ? 1 : -1); side += 2)
          {
            double share = 0.5 + side * off / MAX (length, 1);

            if (try_name (search, a->x + (b->x - a->x) * share, a->y + (b->y - a->y) * share,
                          line->name_width, a->y == b->y, order[i]))
              return;
          }
    }
}

static void
set_labels (GPtrArray *lines, SquillObstacles *cards, GCancellable *cancellable)
{
  Room room;

  room_init (&room, lines, cards);
  place_numbers (&room);
  for (guint i = 0; i < lines->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);
      Search search = { &room, i, NULL, { 0 }, G_MAXUINT };

      if (line->name_width <= 0)
        continue;
      search_name (&search, line);
      line->route.name_label = search.place;
      line->route.name_hidden = search.spoilt > 0;
      if (search.spoilt == 0)
        add_mark (&room, search.place, MARK_LABEL, i, 2);
    }
  room_clear (&room);
}

/* Sets the labels of lines where they cover neither cards nor lines nor each other. Those that
 * have no such place are marked as hidden, and have the place where they cover least. Once it is
 * canceled, the others have none. */
void
_squill_lines_set_labels (GPtrArray *lines, SquillObstacles *cards, GCancellable *cancellable)
{
  set_labels (lines, cards, cancellable);
}

/* Sets the labels of lines beside them, whatever they cover, and hides them: they are shown of the
 * line that is pointed at. */
void
_squill_lines_set_hidden_labels (GPtrArray *lines)
{
  set_labels (lines, NULL, NULL);
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
  const int column = (int)floor (wall.x / CELL);
  const int top = (int)floor (wall.from / CELL), bottom = (int)floor (wall.to / CELL);

  if (bottom - top > MAX_CELLS)
    return;
  for (int row = top; row <= bottom; row++)
    {
      gpointer key = get_key (column, row);
      GArray *cell = g_hash_table_lookup (cells, key);

      if (cell == NULL)
        {
          cell = g_array_new (FALSE, FALSE, sizeof (Wall));
          g_hash_table_insert (cells, key, cell);
        }
      g_array_append_val (cell, wall);
    }
}

/* Adds the hops of a level stretch of a line over the walls of others. */
static void
find_hops (GHashTable *cells, guint line, const SquillRoute *route, guint segment, GArray *hops)
{
  const SquillPoint *a = &route->points[segment], *b = a + 1;
  const gboolean is_first = segment == 0, is_last = segment + 2 == route->n_points;
  const gboolean goes_right = a->x < b->x;
  const int row = (int)floor (a->y / CELL);
  double left = MIN (a->x, b->x), right = MAX (a->x, b->x);

  /* Feet stay whole. */
  if (goes_right ? is_first : is_last)
    left += SQUILL_FOOT_LENGTH;
  if (goes_right ? is_last : is_first)
    right -= SQUILL_FOOT_LENGTH;
  for (int column = (int)floor (left / CELL); column <= (int)floor (right / CELL); column++)
    {
      GArray *cell = g_hash_table_lookup (cells, get_key (column, row));

      for (guint i = 0; cell != NULL && i < cell->len; i++)
        {
          const Wall *wall = &g_array_index (cell, Wall, i);
          SquillHop hop = { segment, fabs (wall->x - a->x) };

          if (wall->line != line && wall->x > left + SQUILL_HOP_RADIUS &&
              wall->x < right - SQUILL_HOP_RADIUS && a->y > wall->from + 1 && a->y < wall->to - 1)
            g_array_append_val (hops, hop);
        }
    }
}

/* Finds where a level part of a line crosses an upright part of another one, and draws a hop there.
 * Lines have no hops before. @lines: (element-type SquillRoutedLine) */
void
_squill_lines_set_hops (GPtrArray *lines, GCancellable *cancellable)
{
  g_autoptr (GHashTable) cells =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_array_unref);

  for (guint i = 0; i < lines->len; i++)
    {
      const SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;

      for (guint j = 0; j + 1 < route->n_points; j++)
        if (route->points[j].x == route->points[j + 1].x)
          add_wall (cells, i, &route->points[j], &route->points[j + 1]);
    }
  for (guint i = 0; i < lines->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      SquillRoute *route = &((SquillRoutedLine *)g_ptr_array_index (lines, i))->route;
      g_autoptr (GArray) hops = g_array_new (FALSE, FALSE, sizeof (SquillHop));

      for (guint j = 0; j + 1 < route->n_points; j++)
        if (route->points[j].y == route->points[j + 1].y)
          find_hops (cells, i, route, j, hops);
      g_array_sort (hops, compare_hops);
      route->n_hops = hops->len;
      route->hops = g_memdup2 (hops->data, hops->len * sizeof (SquillHop));
    }
}
