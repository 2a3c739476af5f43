/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-router.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* With more changed cards than this it is quicker to search for all routes again than to ask which.
 */
#define MAX_CHANGED 64
/* Where lines have more stretches than this in all, none can be followed by eye: hops are left out,
 * and numbers and names are shown only of the line that is pointed at. */
#define MAX_DETAILED_STRETCHES 20000
/* Of more lines than this, those that cross others are not led another way. */
#define MAX_UNCROSSED 2000
/* With more lines than this an update takes longer than a few milliseconds, and so it does if their
 * routes cost more than this. */
#define MAX_QUICK_LINES 400
#define MAX_QUICK_COST 20000.0
/* More lines than this that follow a card under the pointer run plainly, also behind cards … */
#define MAX_ROUGH_SEARCHES 60
/* … and so do those that would have to be led among more places, where lines may turn, than these
 * for all of them: that takes a few milliseconds. */
#define MAX_ROUGH_PLACES 60000

struct _SquillRouter
{
  GObject parent_instance;

  SquillObstacles *cards;
  GHashTable *lines; /* char * -> SquillRoutedLine */
  GPtrArray *sorted; /* SquillRoutedLine, by id; NULL after a line came or went */
  GHashTable
      *by_card; /* char * -> GPtrArray of SquillRoutedLine; NULL after a line got another end */
  GHashTable
      *changed; /* char * -> SquillRect: where cards were that changed since the last update */
  GHashTable *touched; /* char *: cards that changed since the last update, be it a rough one */
  GHashTable *gone;    /* char *: lines that went since the last update */
  guint64 state;       /* another one after each change; a copy has that of its original */
  gboolean pending;
  gboolean rough;         /* the last update left things out */
  SquillTooMany too_many; /* what _squill_route_are_too_many() was when routes were found */
};

G_DEFINE_FINAL_TYPE (SquillRouter, squill_router, G_TYPE_OBJECT)

static void
line_free (gpointer data)
{
  SquillRoutedLine *line = data;

  _squill_route_clear (&line->route);
  g_array_unref (line->found);
  g_array_unref (line->points);
  for (guint end = 0; end < 2; end++)
    {
      g_clear_pointer (&line->ends[end].card, g_ref_string_release);
      g_clear_pointer (&line->ends[end].text, g_ref_string_release);
    }
  g_ref_string_release (line->id);
  g_free (line);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const SquillRoutedLine *left = *(SquillRoutedLine *const *)a,
                         *right = *(SquillRoutedLine *const *)b;

  return strcmp (left->id, right->id);
}

/* @room: as _squill_route_search() has it */
static void
find_route (SquillRouter *self, SquillRoutedLine *line, guint *room)
{
  SquillRouteTip tips[2];

  for (guint end = 0; end < 2; end++)
    {
      tips[end].card = _squill_obstacles_get (self->cards, line->ends[end].card);
      tips[end].y = line->ends[end].y;
      tips[end].side = line->ends[end].side;
      tips[end].reach = _squill_routed_end_get_reach (&line->ends[end]);
    }
  if (line->places.set[SQUILL_LINE_BEND])
    {
      _squill_line_bend (line, tips);
      /* Of the cards only its own change it. */
      line->region = squill_rect_union (&tips[0].card->rect, &tips[1].card->rect);
    }
  else
    line->region = _squill_route_search (self->cards, &tips[0], &tips[1], room, line->found);
  line->stale = FALSE;
}

/* Where cards were that changed, and where they are now. */
static GArray *
list_changed (SquillRouter *self)
{
  GArray *changed = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  GHashTableIter iter;
  gpointer id, before;

  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &id, &before))
    {
      const SquillObstacle *now = _squill_obstacles_get (self->cards, id);

      if (!squill_rect_is_empty (before))
        g_array_append_vals (changed, before, 1);
      if (now != NULL)
        g_array_append_val (changed, now->rect);
    }
  return changed;
}

/* A route stays as it was found while its ends stay and no card changes where it could matter. */
static gboolean
may_change (const SquillRoutedLine *line, const GArray *changed)
{
  if (line->stale || line->found->len == 0 || changed->len > MAX_CHANGED)
    return TRUE;
  for (guint i = 0; i < changed->len; i++)
    if (squill_rect_overlaps (&g_array_index (changed, SquillRect, i), &line->region))
      return TRUE;
  return FALSE;
}

static gboolean
find_routes (SquillRouter *self, GCancellable *cancellable)
{
  g_autoptr (GArray) changed = list_changed (self);
  const SquillTooMany too_many = _squill_route_are_too_many (self->cards);
  const gboolean all = self->too_many != SQUILL_TOO_MANY_UNKNOWN && self->too_many != too_many;

  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (self->sorted, i);
      const SquillPoint *points = (const SquillPoint *)(gpointer)line->found->data;

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!line->placed)
        {
          g_array_set_size (line->found, 0);
          g_array_set_size (line->points, 0);
          continue;
        }
      if (all || may_change (line, changed) || points[0].y != line->ends[0].y ||
          points[line->found->len - 1].y != line->ends[1].y)
        find_route (self, line, NULL);
      g_array_set_size (line->points, 0);
      g_array_append_vals (line->points, line->found->data, line->found->len);
    }
  self->too_many = too_many;
  return TRUE;
}

static void
sort_lines (SquillRouter *self)
{
  GHashTableIter iter;
  gpointer line;

  if (self->sorted != NULL)
    return;
  self->sorted = g_ptr_array_sized_new (g_hash_table_size (self->lines));
  g_hash_table_iter_init (&iter, self->lines);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    g_ptr_array_add (self->sorted, line);
  g_ptr_array_sort (self->sorted, compare_lines);
}

static void
index_lines (SquillRouter *self)
{
  if (self->by_card != NULL)
    return;
  self->by_card =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (self->sorted, i);

      for (guint end = 0; end < 2; end++)
        {
          const char *card = line->ends[end].card;
          GPtrArray *lines = g_hash_table_lookup (self->by_card, card);

          if (lines == NULL)
            {
              lines = g_ptr_array_new ();
              g_hash_table_insert (self->by_card, g_strdup (card), lines);
            }
          g_ptr_array_add (lines, line);
        }
    }
}

/* Whether a line still meets both its cards as it was last drawn. */
static gboolean
meets_cards (SquillRouter *self, const SquillRoutedLine *line)
{
  if (line->stale || line->route.n_points == 0)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    {
      const SquillRoutedEnd *end = &line->ends[i];
      const SquillPoint *tip = &line->route.points[i == 0 ? 0 : line->route.n_points - 1];
      const SquillRect *card = _squill_route_get_card (self->cards, end);

      if (card == NULL || tip->y != card->y + end->offset + end->spread ||
          tip->x != (end->side == SQUILL_SIDE_LEFT ? card->x : squill_rect_right (card)))
        return FALSE;
    }
  return TRUE;
}

/* The lines that meet a card which changed since the last update, and those that changed
 * themselves, but none that can stay for now. */
static GPtrArray *
list_touched (SquillRouter *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GPtrArray *touched = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer card;

  index_lines (self);
  g_hash_table_iter_init (&iter, self->touched);
  while (g_hash_table_iter_next (&iter, &card, NULL))
    {
      GPtrArray *lines = g_hash_table_lookup (self->by_card, card);

      for (guint i = 0; lines != NULL && i < lines->len; i++)
        if (!meets_cards (self, lines->pdata[i]) && g_hash_table_add (seen, lines->pdata[i]))
          g_ptr_array_add (touched, lines->pdata[i]);
    }
  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (self->sorted, i);

      if (line->touched && !meets_cards (self, line) && g_hash_table_add (seen, line))
        g_ptr_array_add (touched, line);
    }
  g_ptr_array_sort (touched, compare_lines);
  return touched;
}

static void
find_routes_roughly (SquillRouter *self, GPtrArray *lines)
{
  guint room = lines->len > MAX_ROUGH_SEARCHES ? 0 : MAX_ROUGH_PLACES;

  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);
      const SquillRect *from = _squill_route_get_card (self->cards, &line->ends[0]),
                       *to = _squill_route_get_card (self->cards, &line->ends[1]);
      SquillSide sides[2];

      line->placed = from != NULL && to != NULL;
      g_array_set_size (line->points, 0);
      if (!line->placed)
        continue;
      _squill_line_choose_sides (line, from, to, &sides[0], &sides[1]);
      /* As at the last update, rather than to and fro while a card is dragged. */
      if (line->turned && sides[0] == sides[1])
        sides[0] = sides[1] = sides[0] == SQUILL_SIDE_LEFT ? SQUILL_SIDE_RIGHT : SQUILL_SIDE_LEFT;
      for (guint end = 0; end < 2; end++)
        {
          if (sides[end] != line->ends[end].side)
            line->ends[end].spread = 0;
          line->ends[end].side = sides[end];
          line->ends[end].y =
              (end == 0 ? from : to)->y + line->ends[end].offset + line->ends[end].spread;
        }
      line->turned = line->turned && sides[0] == sides[1];
      find_route (self, line, &room);
      line->stale = TRUE;
      g_array_append_vals (line->points, line->found->data, line->found->len);
    }
}

/* Sets the routes that were found side by side. Gives the lines that have one. */
static GPtrArray *
set_routes (SquillRouter *self, GPtrArray *lines, gboolean rough, GCancellable *cancellable)
{
  GPtrArray *placed = g_ptr_array_new ();
  g_autoptr (GPtrArray) points = g_ptr_array_new ();

  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);

      if (!line->placed)
        continue;
      g_ptr_array_add (placed, line);
      /* What somebody put somewhere stays there. */
      if (!line->places.set[SQUILL_LINE_BEND])
        g_ptr_array_add (points, line->points);
    }
  if (!rough && placed->len <= MAX_UNCROSSED)
    _squill_route_uncross (self->cards, placed, cancellable);
  if (!rough)
    _squill_route_spread (self->cards, points, cancellable);
  for (guint i = 0; i < placed->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (placed, i);

      line->route.n_points = line->points->len;
      line->route.points = g_memdup2 (line->points->data, line->points->len * sizeof (SquillPoint));
      line->route.from_side = line->ends[0].side;
      line->route.to_side = line->ends[1].side;
    }
  return placed;
}

static guint
count_stretches (GPtrArray *lines)
{
  guint count = 0;

  for (guint i = 0; i < lines->len; i++)
    count += (guint)((SquillRoutedLine *)g_ptr_array_index (lines, i))->route.n_points - 1;
  return count;
}

/* Sets the routes, with labels and hops. */
static void
set_detailed_routes (SquillRouter *self,
                     GPtrArray *lines,
                     gboolean rough,
                     GCancellable *cancellable)
{
  g_autoptr (GPtrArray) placed = set_routes (self, lines, rough, cancellable);

  if (rough && placed->len <= MAX_ROUGH_SEARCHES)
    _squill_lines_set_labels (placed, self->cards, cancellable);
  else if (!rough && count_stretches (placed) <= MAX_DETAILED_STRETCHES)
    {
      _squill_lines_set_labels (placed, self->cards, cancellable);
      _squill_lines_set_hops (placed, cancellable);
    }
  else if (!rough)
    _squill_lines_set_hidden_labels (placed);
  for (guint i = 0; i < placed->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (placed, i);

      _squill_line_place_labels (line);
      _squill_route_set_bounds (&line->route);
    }
}

/* Finds all routes that may have changed. FALSE if it was canceled: they are of no use then. */
static gboolean
find_all (SquillRouter *self, GCancellable *cancellable)
{
  _squill_route_set_tips (self->cards, self->sorted);
  if (!find_routes (self, cancellable))
    return FALSE;
  set_detailed_routes (self, self->sorted, FALSE, cancellable);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Something changed that routes depend on. */
static void
set_pending (SquillRouter *self)
{
  self->pending = TRUE;
  self->state++;
}

static void
set_touched (SquillRouter *self, SquillRoutedLine *line)
{
  line->touched = TRUE;
  set_pending (self);
}

/* Keeps where a card was at the last update, however often it changes until the next one. */
static void
note_changed (SquillRouter *self, const char *id, const SquillObstacle *card)
{
  SquillRect before = card != NULL ? card->rect : SQUILL_RECT (0, 0, 0, 0);

  set_pending (self);
  _squill_mark (self->touched, id);
  if (!g_hash_table_contains (self->changed, id))
    g_hash_table_insert (self->changed, g_strdup (id), g_memdup2 (&before, sizeof before));
}

static void
on_gone (gpointer key, gpointer value, gpointer user_data)
{
  g_ptr_array_add (user_data, g_strdup (key));
}

/* The routes are as the cards and lines are; with @rough some are yet to be found. Adds the lines
 * that are gone to @changed. */
static void
end_update (SquillRouter *self, gboolean rough, GPtrArray *changed)
{
  g_hash_table_foreach (self->gone, on_gone, changed);
  g_hash_table_remove_all (self->gone);
  g_hash_table_remove_all (self->touched);
  for (guint i = 0; i < self->sorted->len; i++)
    ((SquillRoutedLine *)self->sorted->pdata[i])->touched = FALSE;
  self->rough = rough;
  self->pending = FALSE;
  if (!rough)
    g_hash_table_remove_all (self->changed);
}

/* A line came, went or got another end. */
static void
clear_order (SquillRouter *self)
{
  g_clear_pointer (&self->sorted, g_ptr_array_unref);
  g_clear_pointer (&self->by_card, g_hash_table_unref);
}

static void
squill_router_finalize (GObject *object)
{
  SquillRouter *self = SQUILL_ROUTER (object);

  clear_order (self);
  g_clear_pointer (&self->lines, g_hash_table_unref);
  g_clear_pointer (&self->gone, g_hash_table_unref);
  g_clear_pointer (&self->touched, g_hash_table_unref);
  g_clear_pointer (&self->changed, g_hash_table_unref);
  g_clear_pointer (&self->cards, _squill_obstacles_free);

  G_OBJECT_CLASS (squill_router_parent_class)->finalize (object);
}

static void
squill_router_class_init (SquillRouterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_router_finalize;
}

static void
squill_router_init (SquillRouter *self)
{
  self->cards = _squill_obstacles_new ();
  self->lines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, line_free);
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->touched = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/**
 * squill_router_new:
 *
 * Makes a router without cards.
 *
 * Returns: (transfer full): the router
 */
SquillRouter *
squill_router_new (void)
{
  return g_object_new (SQUILL_TYPE_ROUTER, NULL);
}

/**
 * squill_router_set_card:
 * @self: a router
 * @id: the card
 * @rect: where it stands
 *
 * Adds a card, or moves it.
 */
void
squill_router_set_card (SquillRouter *self, const char *id, const SquillRect *rect)
{
  const SquillObstacle *card;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL);
  g_return_if_fail (rect != NULL);

  card = _squill_obstacles_get (self->cards, id);
  if (card != NULL && squill_rect_equal (&card->rect, rect))
    return;
  note_changed (self, id, card);
  _squill_obstacles_set (self->cards, id, rect);
}

/**
 * squill_router_remove_card:
 * @self: a router
 * @id: the card
 *
 * Takes a card away. Lines that meet it have no route until it comes back.
 */
void
squill_router_remove_card (SquillRouter *self, const char *id)
{
  const SquillObstacle *card;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL);

  card = _squill_obstacles_get (self->cards, id);
  if (card == NULL)
    return;
  note_changed (self, id, card);
  _squill_obstacles_remove (self->cards, id);
}

/**
 * squill_router_set_line:
 * @self: a router
 * @id: the line
 * @from: its start
 * @to: its end
 * @name_width: how wide the pill with its name is, 0 for none
 *
 * Adds or updates a line. Its cards can be added later.
 */
void
squill_router_set_line (SquillRouter *self,
                        const char *id,
                        const SquillRouteEnd *from,
                        const SquillRouteEnd *to,
                        double name_width)
{
  const SquillRouteEnd *ends[] = { from, to };
  SquillRoutedLine *line;
  gboolean differs;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL && from != NULL && to != NULL);
  g_return_if_fail (from->card != NULL && to->card != NULL);

  line = g_hash_table_lookup (self->lines, id);
  differs = line == NULL || line->name_width != name_width;
  if (line == NULL)
    {
      line = g_new0 (SquillRoutedLine, 1);
      line->id = g_ref_string_new (id);
      line->found = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
      line->points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
      g_hash_table_insert (self->lines, line->id, line);
      clear_order (self);
      g_hash_table_remove (self->gone, id);
    }
  for (guint end = 0; end < 2; end++)
    {
      if (g_strcmp0 (line->ends[end].card, ends[end]->card) != 0)
        {
          g_clear_pointer (&line->ends[end].card, g_ref_string_release);
          line->ends[end].card = g_ref_string_new (ends[end]->card);
          line->stale = differs = TRUE;
          g_clear_pointer (&self->by_card, g_hash_table_unref);
        }
      if (g_strcmp0 (line->ends[end].text, ends[end]->text) != 0)
        {
          g_clear_pointer (&line->ends[end].text, g_ref_string_release);
          line->ends[end].text =
              ends[end]->text != NULL ? g_ref_string_new (ends[end]->text) : NULL;
          differs = TRUE;
        }
      line->stale = line->stale || line->ends[end].label != ends[end]->label;
      differs = differs || line->ends[end].label != ends[end]->label ||
                line->ends[end].offset != ends[end]->offset;
      line->ends[end].offset = ends[end]->offset;
      line->ends[end].label = ends[end]->label;
    }
  line->name_width = name_width;
  if (differs)
    set_touched (self, line);
}

/**
 * squill_router_set_line_places:
 * @self: a router
 * @id: a line that was set
 * @places: what of it somebody moved
 *
 * Lets a line pass the point that somebody chose, and puts its labels where they were put.
 */
void
squill_router_set_line_places (SquillRouter *self, const char *id, const SquillLinePlaces *places)
{
  SquillRoutedLine *line;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL && places != NULL);

  line = g_hash_table_lookup (self->lines, id);
  if (line == NULL || squill_line_places_equal (&line->places, places))
    return;
  line->places = *places;
  line->stale = TRUE;
  set_touched (self, line);
}

/**
 * squill_router_remove_line:
 * @self: a router
 * @id: the line
 *
 * Takes a line away.
 */
void
squill_router_remove_line (SquillRouter *self, const char *id)
{
  SquillRoutedLine *line;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL);

  line = g_hash_table_lookup (self->lines, id);
  if (line == NULL)
    return;
  if (line->route.n_points > 0)
    g_hash_table_add (self->gone, g_strdup (id));
  clear_order (self);
  g_hash_table_remove (self->lines, id);
  set_pending (self);
}

/**
 * squill_router_update:
 * @self: a router
 * @rough: find routes only for lines that changed or meet cards which changed, and only as if they
 *   were alone: quick enough to follow a pointer among thousands of lines. The next update that is
 *   not rough makes up for it, or squill_router_take().
 *
 * Finds the routes that are missing or may have changed.
 *
 * Returns: (transfer full) (element-type utf8): ids of the lines that came, went or run elsewhere
 */
GPtrArray *
squill_router_update (SquillRouter *self, gboolean rough)
{
  GPtrArray *changed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree SquillRoute *before = NULL;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), changed);

  if (!self->pending && (rough || !self->rough))
    return changed;
  sort_lines (self);
  lines = rough ? list_touched (self) : g_ptr_array_ref (self->sorted);
  before = g_new0 (SquillRoute, lines->len);
  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);

      before[i] = line->route;
      memset (&line->route, 0, sizeof line->route);
    }
  if (rough)
    {
      find_routes_roughly (self, lines);
      set_detailed_routes (self, lines, TRUE, NULL);
    }
  else
    find_all (self, NULL);
  for (guint i = 0; i < lines->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (lines, i);

      if (!_squill_route_equal (&before[i], &line->route))
        g_ptr_array_add (changed, g_strdup (line->id));
      _squill_route_clear (&before[i]);
    }
  end_update (self, rough, changed);
  return changed;
}

/* As squill_router_update(), but without labels and hops, and without telling what changed: where
 * lines run, to judge how cards stand. FALSE if it was canceled; the next call makes up for it. */
gboolean
_squill_router_run_lines (SquillRouter *self, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) placed = NULL;
  g_autoptr (GPtrArray) changed = g_ptr_array_new_with_free_func (g_free);

  sort_lines (self);
  _squill_route_set_tips (self->cards, self->sorted);
  if (!find_routes (self, cancellable))
    return FALSE;
  for (guint i = 0; i < self->sorted->len; i++)
    _squill_route_clear (&((SquillRoutedLine *)self->sorted->pdata[i])->route);
  placed = set_routes (self, self->sorted, FALSE, cancellable);
  for (guint i = 0; i < placed->len; i++)
    _squill_route_set_bounds (&((SquillRoutedLine *)placed->pdata[i])->route);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  end_update (self, FALSE, changed);
  return TRUE;
}

/**
 * squill_router_is_rough:
 * @self: a router
 *
 * Returns: %TRUE if the last update left something out
 */
gboolean
squill_router_is_rough (SquillRouter *self)
{
  g_return_val_if_fail (SQUILL_IS_ROUTER (self), FALSE);

  return self->rough;
}

/**
 * squill_router_is_slow:
 * @self: a router
 *
 * Estimates the next squill_router_update() that is not rough, the same on every machine.
 *
 * Returns: %TRUE if it takes longer than a few milliseconds
 */
gboolean
squill_router_is_slow (SquillRouter *self)
{
  g_autoptr (GArray) changed = NULL;
  double cost = 0;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), FALSE);

  if (g_hash_table_size (self->lines) > MAX_QUICK_LINES)
    return TRUE;
  sort_lines (self);
  changed = list_changed (self);
  for (guint i = 0; i < self->sorted->len && cost <= MAX_QUICK_COST; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (self->sorted, i);
      const SquillRect *from = _squill_route_get_card (self->cards, &line->ends[0]),
                       *to = _squill_route_get_card (self->cards, &line->ends[1]);

      if (from != NULL && to != NULL && may_change (line, changed))
        cost += _squill_route_estimate (self->cards, from, to);
    }
  return cost > MAX_QUICK_COST;
}

/**
 * squill_router_is_current:
 * @self: a router
 * @copy: what squill_router_copy() made of it
 *
 * Returns: %TRUE if nothing changed since then that routes depend on
 */
gboolean
squill_router_is_current (SquillRouter *self, SquillRouter *copy)
{
  g_return_val_if_fail (SQUILL_IS_ROUTER (self) && SQUILL_IS_ROUTER (copy), FALSE);

  return self->state == copy->state;
}

static SquillRoutedLine *
line_copy (const SquillRoutedLine *line)
{
  SquillRoutedLine *copy = g_memdup2 (line, sizeof *line);

  g_ref_string_acquire (copy->id);
  for (guint end = 0; end < 2; end++)
    {
      g_ref_string_acquire (copy->ends[end].card);
      if (copy->ends[end].text != NULL)
        g_ref_string_acquire (copy->ends[end].text);
    }
  copy->found = g_array_copy (line->found);
  copy->points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  memset (&copy->route, 0, sizeof copy->route);
  return copy;
}

/**
 * squill_router_copy:
 * @self: a router
 *
 * Copies the cards, the lines, and what is known of where they run. The copy has no routes; those
 * are found by squill_router_complete(), which may be called in another thread.
 *
 * Returns: (transfer full): the copy
 */
SquillRouter *
squill_router_copy (SquillRouter *self)
{
  SquillRouter *copy;
  GHashTableIter iter;
  gpointer id, value;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), NULL);

  sort_lines (self);
  copy = squill_router_new ();
  _squill_obstacles_free (copy->cards);
  copy->cards = _squill_obstacles_copy (self->cards);
  copy->sorted = g_ptr_array_sized_new (self->sorted->len);
  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillRoutedLine *line = line_copy (self->sorted->pdata[i]);

      g_hash_table_insert (copy->lines, line->id, line);
      g_ptr_array_add (copy->sorted, line);
    }
  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &id, &value))
    g_hash_table_insert (copy->changed, g_strdup (id), g_memdup2 (value, sizeof (SquillRect)));
  copy->state = self->state;
  copy->too_many = self->too_many;
  return copy;
}

/**
 * squill_router_complete:
 * @self: a router from squill_router_copy()
 * @cancellable: (nullable): stops it
 *
 * Finds all routes. May be called in any thread, once.
 *
 * Returns: %TRUE if it was not canceled
 */
gboolean
squill_router_complete (SquillRouter *self, GCancellable *cancellable)
{
  g_return_val_if_fail (SQUILL_IS_ROUTER (self), FALSE);
  g_return_val_if_fail (self->sorted != NULL, FALSE);

  return find_all (self, cancellable);
}

/**
 * squill_router_take:
 * @self: a router
 * @completed: a copy of it that squill_router_complete() has completed; it is of no use afterwards
 *
 * Takes the routes that were found elsewhere, unless something changed meanwhile. It has the same
 * effect as squill_router_update().
 *
 * Returns: (transfer full) (nullable) (element-type utf8): ids of the lines that came, went or run
 *   elsewhere; %NULL if something changed and nothing was taken
 */
GPtrArray *
squill_router_take (SquillRouter *self, SquillRouter *completed)
{
  GPtrArray *changed;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self) && SQUILL_IS_ROUTER (completed), NULL);

  if (!squill_router_is_current (self, completed))
    return NULL;
  changed = g_ptr_array_new_with_free_func (g_free);
  self->too_many = completed->too_many;
  sort_lines (self);
  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillRoutedLine *line = g_ptr_array_index (self->sorted, i);
      SquillRoutedLine *found = g_ptr_array_index (completed->sorted, i);
      const SquillRoutedLine before = *line;
      GRefString *id = found->id;

      if (!_squill_route_equal (&before.route, &found->route))
        g_ptr_array_add (changed, g_strdup (line->id));
      /* All but the ids, which are keys of tables. */
      *line = *found;
      *found = before;
      found->id = id;
      line->id = before.id;
    }
  end_update (self, FALSE, changed);
  return changed;
}

/**
 * squill_router_get_route:
 * @self: a router
 * @id: a line
 *
 * Returns: (transfer none) (nullable): the route that the last squill_router_update() found; valid
 *   until the next update
 */
const SquillRoute *
squill_router_get_route (SquillRouter *self, const char *id)
{
  SquillRoutedLine *line;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  line = g_hash_table_lookup (self->lines, id);
  return line != NULL && line->route.n_points >= 2 ? &line->route : NULL;
}
