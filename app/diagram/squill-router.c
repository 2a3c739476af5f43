/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-router.h"

#include "diagram/squill-route-channels.h"
#include "diagram/squill-route-search.h"
#include "diagram/squill-router-private.h"

#include <math.h>
#include <string.h>

/* Ends that meet at one row are spread over this much of its height; more than so many share one
 * place, as a trunk with branches. */
#define ROW_SPREAD 18.0
#define END_SPACING 12.0
#define MAX_SPREAD_ENDS 4
/* With more changed cards than this it is quicker to find all ways again than to ask which. */
#define MAX_CHANGED 64
/* Above this many lines none can be followed by eye; hops and places for names are left out. */
#define MAX_DETAILED_LINES 3000
/* What a pill needs beside its own width. */
#define LABEL_MARGIN 8.0
/* What a foot, half a line or an arrowhead adds to the sides of a line. */
#define LINE_MARGIN 12.0

struct _SquillRouter
{
  GObject parent_instance;

  SquillObstacles *cards;
  GHashTable *ways;    /* char * -> SquillWay */
  GPtrArray *sorted;   /* SquillWay, by id; NULL after a line came or went */
  GHashTable *by_card; /* char * -> GPtrArray of SquillWay; NULL after a line got another end */
  GHashTable
      *changed;     /* char * -> SquillRect: where cards were that changed since the last update */
  GHashTable *gone; /* char *: lines that went since the last update */
  gboolean pending;
  gboolean rough; /* the last update left things out */
};

typedef struct
{
  SquillWay *way;
  guint end;
} EndRef;

G_DEFINE_FINAL_TYPE (SquillRouter, squill_router, G_TYPE_OBJECT)

static void
route_clear (SquillRoute *route)
{
  g_clear_pointer (&route->points, g_free);
  g_clear_pointer (&route->hops, g_free);
  memset (route, 0, sizeof *route);
}

static void
way_free (gpointer data)
{
  SquillWay *way = data;

  route_clear (&way->route);
  g_array_unref (way->found);
  g_array_unref (way->points);
  for (guint end = 0; end < 2; end++)
    {
      g_free (way->ends[end].card);
      g_free (way->ends[end].text);
    }
  g_free (way->id);
  g_free (way);
}

static int
compare_ways (gconstpointer a, gconstpointer b)
{
  const SquillWay *left = *(SquillWay *const *)a, *right = *(SquillWay *const *)b;

  return strcmp (left->id, right->id);
}

static const SquillRect *
get_rect (SquillRouter *self, const SquillWayEnd *end)
{
  const SquillObstacle *card = squill_obstacles_get (self->cards, end->card);

  return card != NULL ? &card->rect : NULL;
}

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const EndRef *left = a, *right = b;
  const SquillWayEnd *left_end = &left->way->ends[left->end];
  const SquillWayEnd *right_end = &right->way->ends[right->end];
  const SquillWayEnd *left_other = &left->way->ends[1 - left->end];
  const SquillWayEnd *right_other = &right->way->ends[1 - right->end];
  int order = strcmp (left_end->card, right_end->card);

  if (order != 0)
    return order;
  if (left_end->side != right_end->side)
    return left_end->side < right_end->side ? -1 : 1;
  if (left_end->offset != right_end->offset)
    return left_end->offset < right_end->offset ? -1 : 1;
  if (left_other->y != right_other->y)
    return left_other->y < right_other->y ? -1 : 1;
  order = strcmp (left->way->id, right->way->id);
  return order != 0 ? order : (int)left->end - (int)right->end;
}

static gboolean
same_place (const SquillWayEnd *a, const SquillWayEnd *b)
{
  return a->side == b->side && a->offset == b->offset && strcmp (a->card, b->card) == 0;
}

/* Several lines that meet a card in one row are spread over the row, in the order in which their
 * other ends stand, so that they need not cross to get there. */
static void
set_tips (SquillRouter *self)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (EndRef));
  EndRef *all;

  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillWay *way = g_ptr_array_index (self->sorted, i);
      const SquillRect *from = get_rect (self, &way->ends[0]), *to = get_rect (self, &way->ends[1]);
      SquillSide from_side, to_side;

      way->placed = from != NULL && to != NULL;
      if (!way->placed)
        continue;
      squill_route_choose_sides (from, to, &from_side, &to_side);
      way->stale = way->stale || from_side != way->ends[0].side || to_side != way->ends[1].side;
      way->ends[0].side = from_side;
      way->ends[1].side = to_side;
      for (guint end = 0; end < 2; end++)
        {
          EndRef ref = { way, end };

          /* For now the middle of the row: what the order of the ends goes by. */
          way->ends[end].y = (end == 0 ? from : to)->y + way->ends[end].offset;
          way->ends[end].spread = 0;
          g_array_append_val (refs, ref);
        }
    }
  g_array_sort (refs, compare_ends);

  all = (EndRef *)(gpointer)refs->data;
  for (guint first = 0, last; first < refs->len; first = last)
    {
      const SquillWayEnd *place = &all[first].way->ends[all[first].end];
      guint count;
      double spacing;

      last = first + 1;
      while (last < refs->len && same_place (place, &all[last].way->ends[all[last].end]))
        last++;
      count = last - first;
      if (count == 1 || count > MAX_SPREAD_ENDS)
        continue;
      spacing = MIN (END_SPACING, ROW_SPREAD / (count - 1));
      for (guint i = first; i < last; i++)
        {
          SquillWayEnd *end = &all[i].way->ends[all[i].end];

          end->spread = spacing * (i - first - (count - 1) / 2.0);
          end->y += end->spread;
        }
    }
}

static void
find_way (SquillRouter *self, SquillWay *way)
{
  SquillRouteTip tips[2];

  for (guint end = 0; end < 2; end++)
    {
      tips[end].card = squill_obstacles_get (self->cards, way->ends[end].card);
      tips[end].y = way->ends[end].y;
      tips[end].side = way->ends[end].side;
      tips[end].reach = MAX (way->ends[end].label + LABEL_MARGIN, SQUILL_ROUTE_STUB);
    }
  squill_route_search (self->cards, &tips[0], &tips[1], way->found);
  way->stale = FALSE;
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
      const SquillObstacle *now = squill_obstacles_get (self->cards, id);

      if (!squill_rect_is_empty (before))
        g_array_append_vals (changed, before, 1);
      if (now != NULL)
        g_array_append_val (changed, now->rect);
    }
  return changed;
}

/* A way stays as it was found as long as its ends do and no card changed where it could matter. */
static void
find_ways (SquillRouter *self)
{
  g_autoptr (GArray) changed = list_changed (self);

  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillWay *way = g_ptr_array_index (self->sorted, i);
      const SquillPoint *points = (const SquillPoint *)(gpointer)way->found->data;
      gboolean stale = way->stale || way->found->len == 0 || changed->len > MAX_CHANGED;

      if (!way->placed)
        {
          g_array_set_size (way->found, 0);
          g_array_set_size (way->points, 0);
          continue;
        }
      stale =
          stale || points[0].y != way->ends[0].y || points[way->found->len - 1].y != way->ends[1].y;
      if (!stale)
        {
          SquillRect region = squill_route_get_region (get_rect (self, &way->ends[0]),
                                                       get_rect (self, &way->ends[1]));

          for (guint j = 0; j < changed->len && !stale; j++)
            stale = squill_rect_overlaps (&g_array_index (changed, SquillRect, j), &region);
        }
      if (stale)
        find_way (self, way);
      g_array_set_size (way->points, 0);
      g_array_append_vals (way->points, way->found->data, way->found->len);
    }
}

static gboolean
rects_equal (const SquillRect *a, const SquillRect *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static gboolean
routes_equal (const SquillRoute *a, const SquillRoute *b)
{
  if (a->n_points != b->n_points || a->n_hops != b->n_hops || a->from_side != b->from_side ||
      a->to_side != b->to_side || !rects_equal (&a->from_label, &b->from_label) ||
      !rects_equal (&a->to_label, &b->to_label) || !rects_equal (&a->name_label, &b->name_label))
    return FALSE;
  for (guint i = 0; i < a->n_points; i++)
    if (a->points[i].x != b->points[i].x || a->points[i].y != b->points[i].y)
      return FALSE;
  for (guint i = 0; i < a->n_hops; i++)
    if (a->hops[i].segment != b->hops[i].segment || a->hops[i].at != b->hops[i].at)
      return FALSE;
  return TRUE;
}

static void
set_bounds (SquillRoute *route)
{
  double left = G_MAXDOUBLE, right = -G_MAXDOUBLE, top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < route->n_points; i++)
    {
      left = MIN (left, route->points[i].x);
      right = MAX (right, route->points[i].x);
      top = MIN (top, route->points[i].y);
      bottom = MAX (bottom, route->points[i].y);
    }
  route->bounds = SQUILL_RECT (left - LINE_MARGIN, top - LINE_MARGIN,
                               right - left + 2 * LINE_MARGIN, bottom - top + 2 * LINE_MARGIN);
  route->bounds = squill_rect_union (&route->bounds, &route->from_label);
  route->bounds = squill_rect_union (&route->bounds, &route->to_label);
  route->bounds = squill_rect_union (&route->bounds, &route->name_label);
}

static void
sort_ways (SquillRouter *self)
{
  GHashTableIter iter;
  gpointer way;

  if (self->sorted != NULL)
    return;
  self->sorted = g_ptr_array_sized_new (g_hash_table_size (self->ways));
  g_hash_table_iter_init (&iter, self->ways);
  while (g_hash_table_iter_next (&iter, NULL, &way))
    g_ptr_array_add (self->sorted, way);
  g_ptr_array_sort (self->sorted, compare_ways);
}

static void
index_ways (SquillRouter *self)
{
  if (self->by_card != NULL)
    return;
  self->by_card =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < self->sorted->len; i++)
    {
      SquillWay *way = g_ptr_array_index (self->sorted, i);

      for (guint end = 0; end < 2; end++)
        {
          const char *card = way->ends[end].card;
          GPtrArray *ways = g_hash_table_lookup (self->by_card, card);

          if (ways == NULL)
            {
              ways = g_ptr_array_new ();
              g_hash_table_insert (self->by_card, g_strdup (card), ways);
            }
          g_ptr_array_add (ways, way);
        }
    }
}

/* The lines that meet a card which changed. */
static GPtrArray *
list_attached (SquillRouter *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GPtrArray *attached = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer card;

  index_ways (self);
  g_hash_table_iter_init (&iter, self->changed);
  while (g_hash_table_iter_next (&iter, &card, NULL))
    {
      GPtrArray *ways = g_hash_table_lookup (self->by_card, card);

      for (guint i = 0; ways != NULL && i < ways->len; i++)
        if (g_hash_table_add (seen, ways->pdata[i]))
          g_ptr_array_add (attached, ways->pdata[i]);
    }
  g_ptr_array_sort (attached, compare_ways);
  return attached;
}

static void
find_ways_roughly (SquillRouter *self, GPtrArray *ways)
{
  for (guint i = 0; i < ways->len; i++)
    {
      SquillWay *way = g_ptr_array_index (ways, i);
      const SquillRect *from = get_rect (self, &way->ends[0]), *to = get_rect (self, &way->ends[1]);
      SquillSide sides[2];

      way->placed = from != NULL && to != NULL;
      g_array_set_size (way->points, 0);
      if (!way->placed)
        continue;
      squill_route_choose_sides (from, to, &sides[0], &sides[1]);
      for (guint end = 0; end < 2; end++)
        {
          if (sides[end] != way->ends[end].side)
            way->ends[end].spread = 0;
          way->ends[end].side = sides[end];
          way->ends[end].y =
              (end == 0 ? from : to)->y + way->ends[end].offset + way->ends[end].spread;
        }
      find_way (self, way);
      way->stale = TRUE;
      g_array_append_vals (way->points, way->found->data, way->found->len);
    }
}

/* Makes routes of the ways that were found. */
static void
set_routes (SquillRouter *self, GPtrArray *ways, gboolean rough)
{
  g_autoptr (GPtrArray) placed = g_ptr_array_new ();
  g_autoptr (GPtrArray) points = g_ptr_array_new ();

  for (guint i = 0; i < ways->len; i++)
    {
      SquillWay *way = g_ptr_array_index (ways, i);

      if (!way->placed)
        continue;
      g_ptr_array_add (placed, way);
      g_ptr_array_add (points, way->points);
    }
  if (!rough)
    squill_route_spread (self->cards, points);
  for (guint i = 0; i < placed->len; i++)
    {
      SquillWay *way = g_ptr_array_index (placed, i);

      way->route.n_points = way->points->len;
      way->route.points = g_memdup2 (way->points->data, way->points->len * sizeof (SquillPoint));
      way->route.from_side = way->ends[0].side;
      way->route.to_side = way->ends[1].side;
    }
  if (placed->len <= MAX_DETAILED_LINES)
    {
      squill_way_set_labels (placed, self->cards);
      if (!rough)
        squill_way_set_hops (placed);
    }
  for (guint i = 0; i < placed->len; i++)
    set_bounds (&((SquillWay *)g_ptr_array_index (placed, i))->route);
}

/* Keeps where a card was at the last update, however often it changes until the next one. */
static void
note_changed (SquillRouter *self, const char *id, const SquillObstacle *card)
{
  SquillRect before = card != NULL ? card->rect : SQUILL_RECT (0, 0, 0, 0);

  if (!g_hash_table_contains (self->changed, id))
    g_hash_table_insert (self->changed, g_strdup (id), g_memdup2 (&before, sizeof before));
}

static void
on_gone (gpointer key, gpointer value, gpointer user_data)
{
  g_ptr_array_add (user_data, g_strdup (key));
}

/* A line came, went or got another end. */
static void
forget_order (SquillRouter *self)
{
  g_clear_pointer (&self->sorted, g_ptr_array_unref);
  g_clear_pointer (&self->by_card, g_hash_table_unref);
}

static void
squill_router_finalize (GObject *object)
{
  SquillRouter *self = SQUILL_ROUTER (object);

  forget_order (self);
  g_clear_pointer (&self->ways, g_hash_table_unref);
  g_clear_pointer (&self->gone, g_hash_table_unref);
  g_clear_pointer (&self->changed, g_hash_table_unref);
  g_clear_pointer (&self->cards, squill_obstacles_free);

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
  self->cards = squill_obstacles_new ();
  self->ways = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, way_free);
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
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

  card = squill_obstacles_get (self->cards, id);
  if (card != NULL && rects_equal (&card->rect, rect))
    return;
  note_changed (self, id, card);
  squill_obstacles_set (self->cards, id, rect);
  self->pending = TRUE;
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

  card = squill_obstacles_get (self->cards, id);
  if (card == NULL)
    return;
  note_changed (self, id, card);
  squill_obstacles_remove (self->cards, id);
  self->pending = TRUE;
}

/**
 * squill_router_set_line:
 * @self: a router
 * @id: the line
 * @from: its start
 * @to: its end
 * @name_width: how wide the pill with its name is, 0 for none
 *
 * Adds a line, or says that it is otherwise now. Its cards may come later.
 */
void
squill_router_set_line (SquillRouter *self,
                        const char *id,
                        const SquillRouteEnd *from,
                        const SquillRouteEnd *to,
                        double name_width)
{
  const SquillRouteEnd *ends[] = { from, to };
  SquillWay *way;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL && from != NULL && to != NULL);
  g_return_if_fail (from->card != NULL && to->card != NULL);

  way = g_hash_table_lookup (self->ways, id);
  if (way == NULL)
    {
      way = g_new0 (SquillWay, 1);
      way->id = g_strdup (id);
      way->found = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
      way->points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
      g_hash_table_insert (self->ways, way->id, way);
      forget_order (self);
      g_hash_table_remove (self->gone, id);
    }
  for (guint end = 0; end < 2; end++)
    {
      if (g_strcmp0 (way->ends[end].card, ends[end]->card) != 0)
        {
          g_free (way->ends[end].card);
          way->ends[end].card = g_strdup (ends[end]->card);
          way->stale = TRUE;
          g_clear_pointer (&self->by_card, g_hash_table_unref);
        }
      if (g_strcmp0 (way->ends[end].text, ends[end]->text) != 0)
        {
          g_free (way->ends[end].text);
          way->ends[end].text = g_strdup (ends[end]->text);
        }
      way->stale = way->stale || way->ends[end].label != ends[end]->label;
      way->ends[end].offset = ends[end]->offset;
      way->ends[end].label = ends[end]->label;
    }
  way->name_width = name_width;
  self->pending = TRUE;
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
  SquillWay *way;

  g_return_if_fail (SQUILL_IS_ROUTER (self));
  g_return_if_fail (id != NULL);

  way = g_hash_table_lookup (self->ways, id);
  if (way == NULL)
    return;
  if (way->route.n_points > 0)
    g_hash_table_add (self->gone, g_strdup (id));
  forget_order (self);
  g_hash_table_remove (self->ways, id);
  self->pending = TRUE;
}

/**
 * squill_router_update:
 * @self: a router
 * @rough: find ways only for the lines that meet cards which changed, and only as if they were
 *   alone: quick enough to follow a pointer among thousands of lines. The next update that is not
 *   rough makes up for it.
 *
 * Finds the ways that are not known or may be others now.
 *
 * Returns: (transfer full) (element-type utf8): ids of the lines that came, went or run elsewhere
 */
GPtrArray *
squill_router_update (SquillRouter *self, gboolean rough)
{
  GPtrArray *changed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ways = NULL;
  g_autofree SquillRoute *before = NULL;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), changed);

  if (!self->pending && (rough || !self->rough))
    return changed;
  rough = rough && self->sorted != NULL;
  sort_ways (self);
  ways = rough ? list_attached (self) : g_ptr_array_ref (self->sorted);
  before = g_new0 (SquillRoute, ways->len);
  for (guint i = 0; i < ways->len; i++)
    {
      SquillWay *way = g_ptr_array_index (ways, i);

      before[i] = way->route;
      memset (&way->route, 0, sizeof way->route);
    }
  if (rough)
    find_ways_roughly (self, ways);
  else
    {
      set_tips (self);
      find_ways (self);
    }
  set_routes (self, ways, rough);
  for (guint i = 0; i < ways->len; i++)
    {
      SquillWay *way = g_ptr_array_index (ways, i);

      if (!routes_equal (&before[i], &way->route))
        g_ptr_array_add (changed, g_strdup (way->id));
      route_clear (&before[i]);
    }
  g_hash_table_foreach (self->gone, on_gone, changed);
  g_hash_table_remove_all (self->gone);
  self->rough = rough;
  self->pending = FALSE;
  if (!rough)
    g_hash_table_remove_all (self->changed);
  return changed;
}

/**
 * squill_router_get_route:
 * @self: a router
 * @id: a line
 *
 * Gives the way that the last squill_router_update() found.
 *
 * Returns: (transfer none) (nullable): the route, or %NULL if there is no such line or one of its
 *   cards is missing; valid until the next update
 */
const SquillRoute *
squill_router_get_route (SquillRouter *self, const char *id)
{
  SquillWay *way;

  g_return_val_if_fail (SQUILL_IS_ROUTER (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  way = g_hash_table_lookup (self->ways, id);
  return way != NULL && way->route.n_points >= 2 ? &way->route : NULL;
}
