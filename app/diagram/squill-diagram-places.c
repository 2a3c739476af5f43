/* SPDX-License-Identifier: Apache-2.0 */

/* Where cards stand, what lies behind them, and how busy they are. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"
#include "diagram/squill-layout.h"
#include "model/squill-view.h"

#include <math.h>
#include <string.h>

#define GRID ((double)SQUILL_LAYOUT_GRID)
#define GAP 40.0
#define SIDE_GAP 100.0
#define NOTE_WIDTH 200.0
#define NOTE_HEIGHT 100.0
/* How far around the middle between two cards a place is sought, in steps. */
#define MAX_SEARCH 20
#define MAX_SEARCH_FOR_NEW 100

/* At least this many new cards may stand beside their relatives, however few of these there are. */
#define MAX_BESIDE 50
#define SEARCH_STEP (2 * GRID)

/* No diagram is larger than this, and what looks lines up by where they run has few enough cells to
 * go through up to here. Floats distinguish positions ten times as far away. */
#define LIMIT 1000000.0
/* Where the name of a group stands in its frame. */
#define TITLE_X 16.0
#define TITLE_Y 6.0
#define TITLE_HEIGHT 20.0
/* Larger than any screen. */
#define MAX_NOTE 10000.0

static double
to_grid (double at)
{
  return round (at / GRID) * GRID;
}

static gboolean
get_place (SquillDiagram *self, const SquillCard *card, SquillPoint *place)
{
  const SquillPoint *moved = g_hash_table_lookup (self->moved, card->id);
  const SquillView *view;
  const SquillEntity *entity;
  const SquillRelationship *relationship;
  double x = NAN, y = NAN;

  if (moved != NULL)
    {
      *place = *moved;
      return TRUE;
    }
  view = squill_model_get_view (self->model, self->view);
  if (view != NULL && squill_view_get_place (view, card->id, &x, &y))
    {
      *place = SQUILL_POINT (CLAMP (x, -LIMIT, LIMIT), CLAMP (y, -LIMIT, LIMIT));
      return TRUE;
    }
  entity = squill_model_get_entity (self->model, card->id);
  relationship = squill_model_get_relationship (self->model, card->id);
  if (entity != NULL)
    {
      x = entity->x;
      y = entity->y;
    }
  else if (relationship != NULL)
    {
      x = relationship->x;
      y = relationship->y;
    }
  if (!isfinite (x) || !isfinite (y))
    return FALSE;
  *place = SQUILL_POINT (CLAMP (x, -LIMIT, LIMIT), CLAMP (y, -LIMIT, LIMIT));
  return TRUE;
}

static void
set_place (SquillCard *card, double x, double y, GPtrArray *changed)
{
  if (card->rect.x == x && card->rect.y == y)
    return;
  card->rect.x = x;
  card->rect.y = y;
  g_ptr_array_add (changed, g_strdup (card->id));
}

/* With the room that lines need, which is more at the sides, where they come and go. */
static SquillRect
with_room (const SquillRect *rect)
{
  return SQUILL_RECT (rect->x - SIDE_GAP, rect->y - GAP, rect->width + 2 * SIDE_GAP,
                      rect->height + 2 * GAP);
}

static gboolean
is_within (const SquillRect *rect, const SquillRect *outer)
{
  return squill_rect_contains (outer, rect->x, rect->y) &&
         squill_rect_contains (outer, squill_rect_right (rect), squill_rect_bottom (rect));
}

/* What stood in the way of one of the last steps mostly stands in the way of this one. A ring has
 * four sides, and several cards may stand along each. */
#define N_MET 16

static gboolean
is_in_the_way (const SquillObstacle *const *met, const SquillRect *wanted)
{
  for (guint i = 0; i < N_MET && met[i] != NULL; i++)
    if (squill_rect_overlaps (&met[i]->rect, wanted))
      return TRUE;
  return FALSE;
}

/* The place nearest to where @rect is that is free, no farther than a number of steps away. @lines:
 * (nullable): what it may not cover either, but may come close to; @sight: (nullable): what it must
 * be within. */
static gboolean
find_room (SquillObstacles *taken,
           SquillObstacles *lines,
           const SquillRect *sight,
           const SquillRect *rect,
           int max_steps,
           SquillPoint *place)
{
  const SquillObstacle *met[N_MET] = { NULL };
  guint n_met = 0;

  for (int ring = 0; ring <= max_steps; ring++)
    for (int dy = -ring; dy <= ring; dy++)
      for (int dx = -ring; dx <= ring; dx += ABS (dy) == ring || ring == 0 ? 1 : 2 * ring)
        {
          SquillRect here = { rect->x + dx * SEARCH_STEP, rect->y + dy * SEARCH_STEP, rect->width,
                              rect->height };
          SquillRect wanted = with_room (&here);
          const SquillObstacle *in_the_way;

          if (is_in_the_way (met, &wanted))
            continue;
          if (sight != NULL && !is_within (&here, sight))
            continue;
          in_the_way = _squill_obstacles_find_any (taken, &wanted);
          if (in_the_way != NULL)
            met[n_met++ % N_MET] = in_the_way;
          if (in_the_way != NULL ||
              (lines != NULL && _squill_obstacles_find_any (lines, &here) != NULL))
            continue;
          *place = SQUILL_POINT (here.x, here.y);
          return TRUE;
        }
  return FALSE;
}

/* The collections that come from a relationship stand between its two ends, as near to the middle
 * as there is room. */
static SquillPoint
find_place_between (SquillDiagram *self, SquillObstacles *taken, const SquillCard *card)
{
  const SquillRelationship *relationship = squill_model_get_relationship (self->model, card->item);
  const SquillObstacle *ends[2] = { NULL, NULL };
  SquillRect both, rect = card->rect;
  SquillPoint place;

  if (relationship != NULL)
    {
      ends[0] = _squill_obstacles_get (taken, relationship->parent);
      ends[1] = _squill_obstacles_get (taken, relationship->child);
    }
  if (ends[0] == NULL && ends[1] == NULL)
    both = SQUILL_RECT (0, 0, 1, 1);
  else
    both = squill_rect_union (&(ends[0] != NULL ? ends[0] : ends[1])->rect,
                              &(ends[1] != NULL ? ends[1] : ends[0])->rect);
  rect.x = to_grid (both.x + (both.width - rect.width) / 2);
  rect.y = to_grid (both.y + (both.height - rect.height) / 2);
  if (!find_room (taken, NULL, NULL, &rect, MAX_SEARCH, &place))
    place = SQUILL_POINT (rect.x, rect.y);
  return place;
}

/* A related collection that has a place. */
static const SquillCard *
find_relative (SquillDiagram *self, const char *id)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, id);
  guint n = 0;
  const SquillRelationship *const *relationships =
      entity != NULL ? squill_entity_get_relationships (entity, &n) : NULL;

  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      const SquillCard *card =
          g_hash_table_lookup (self->by_id, g_str_equal (r->parent, id) ? r->child : r->parent);
      SquillPoint place;

      if (card != NULL && card->kind == SQUILL_CARD_COLLECTION && get_place (self, card, &place))
        return card;
    }
  return NULL;
}

/* Free room at the right of another card, or as near to there as there is: if possible where no
 * line runs. */
static gboolean
find_room_beside (SquillObstacles *taken,
                  SquillObstacles *lines,
                  const SquillCard *neighbor,
                  const SquillCard *card,
                  SquillPoint *place)
{
  SquillRect rect = SQUILL_RECT (to_grid (squill_rect_right (&neighbor->rect) + SIDE_GAP),
                                 neighbor->rect.y, card->rect.width, card->rect.height);

  return (lines != NULL && find_room (taken, lines, NULL, &rect, MAX_SEARCH, place)) ||
         find_room (taken, NULL, NULL, &rect, MAX_SEARCH_FOR_NEW, place);
}

/* A set of ids, which is valid as long as they are; empty where there are none. */
GHashTable *
_squill_diagram_make_id_set (const char *const *ids)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    g_hash_table_add (set, (gpointer)ids[i]);
  return set;
}

/* The stretches of all lines but those of some cards. */
static SquillObstacles *
list_lines (SquillDiagram *self, GHashTable *except)
{
  SquillObstacles *lines = _squill_obstacles_new ();

  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = g_ptr_array_index (self->edge_order, i);

      if (g_hash_table_contains (except, edge->from_card) ||
          g_hash_table_contains (except, edge->to_card))
        continue;
      for (guint j = 0; j + 1 < edge->route->n_points; j++)
        {
          SquillPoint a = edge->route->points[j], b = edge->route->points[j + 1];
          SquillRect rect = SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), MAX (fabs (a.x - b.x), 1),
                                         MAX (fabs (a.y - b.y), 1));
          g_autofree char *id = g_strdup_printf ("%u/%u", i, j);

          _squill_obstacles_set (lines, id, &rect);
        }
    }
  return lines;
}

static void
add_notes (SquillDiagram *self, SquillObstacles *taken)
{
  for (guint i = 0; i < self->frames->len; i++)
    {
      const SquillFrame *frame = &g_array_index (self->frames, SquillFrame, i);

      if (frame->note)
        _squill_obstacles_set (taken, frame->id, &frame->rect);
    }
}

/**
 * squill_diagram_find_place:
 * @self: a diagram, updated
 * @wanted: where a card should stand
 * @sight: (nullable): the part of the diagram that is seen
 * @except: (nullable) (array zero-terminated=1): ids of cards that are not in the way, nor their
 *   lines
 *
 * Finds a free place for a card, with room for its lines, as near as can be to where it should
 * stand: if possible within @sight and where no line runs.
 *
 * Returns: its top left corner, on the grid
 */
SquillPoint
squill_diagram_find_place (SquillDiagram *self,
                           const SquillRect *wanted,
                           const SquillRect *sight,
                           const char *const *except)
{
  g_autoptr (SquillObstacles) taken = _squill_obstacles_new ();
  g_autoptr (SquillObstacles) lines = NULL;
  g_autoptr (GHashTable) ignored = NULL;
  SquillRect rect, bounds;
  SquillPoint place = { 0, 0 };

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), place);
  g_return_val_if_fail (wanted != NULL, place);

  ignored = _squill_diagram_make_id_set (except);
  rect = SQUILL_RECT (to_grid (wanted->x), to_grid (wanted->y), wanted->width, wanted->height);
  for (guint i = 0; i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);

      if (!g_hash_table_contains (ignored, card->id))
        _squill_obstacles_set (taken, card->id, &card->rect);
    }
  add_notes (self, taken);
  lines = list_lines (self, ignored);
  if ((sight != NULL && find_room (taken, lines, sight, &rect, MAX_SEARCH, &place)) ||
      (sight != NULL && find_room (taken, NULL, sight, &rect, MAX_SEARCH, &place)) ||
      find_room (taken, lines, NULL, &rect, MAX_SEARCH, &place) ||
      find_room (taken, NULL, NULL, &rect, MAX_SEARCH_FOR_NEW, &place))
    return place;
  bounds = squill_diagram_get_bounds (self);
  return SQUILL_POINT (rect.x, to_grid (squill_rect_bottom (&bounds) + 2 * GAP));
}

/* What is placed as one: the cards of a group, which have a frame around them, or a single card. */
typedef struct
{
  GPtrArray *cards;
  SquillLayoutBox *boxes; /* where each stands in it */
  gboolean framed;
} Block;

static void
block_free (gpointer data)
{
  Block *self = data;

  g_ptr_array_unref (self->cards);
  g_free (self->boxes);
  g_free (self);
}

static Block *
add_block (GPtrArray *blocks, gboolean framed)
{
  Block *self = g_new0 (Block, 1);

  self->cards = g_ptr_array_new ();
  self->framed = framed;
  g_ptr_array_add (blocks, self);
  return self;
}

/* The cards of each group, and each of the others alone; in the order of the first card of each. */
static GPtrArray *
make_blocks (SquillDiagram *self, GPtrArray *cards)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  g_autoptr (GHashTable) groups = _squill_diagram_index_groups (self->model);
  g_autoptr (GHashTable) block_of_group = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (cards, i);
      gpointer group = g_hash_table_lookup (groups, card->id);
      Block *block = group != NULL ? g_hash_table_lookup (block_of_group, group) : NULL;

      if (block == NULL)
        block = add_block (blocks, group != NULL);
      if (group != NULL)
        g_hash_table_insert (block_of_group, group, block);
      g_ptr_array_add (block->cards, card);
    }
  return blocks;
}

static SquillLayoutBox
get_card_box (const SquillCard *card)
{
  return (SquillLayoutBox){ .width = (int)card->rect.width,
                            .height = (int)(ceil (card->rect.height / GRID) * GRID) };
}

/* Sets its cards in rows, and tells how much room it takes. */
static SquillLayoutBox
pack_block (Block *self)
{
  const guint n = self->cards->len;
  const int left = self->framed ? SQUILL_FRAME_PADDING : 0;
  const int top = self->framed ? SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE : 0;
  SquillLayoutBox box = { 0 };

  self->boxes = g_new0 (SquillLayoutBox, n);
  for (guint i = 0; i < n; i++)
    self->boxes[i] = get_card_box (g_ptr_array_index (self->cards, i));
  _squill_layout_pack_rows (self->boxes, n, _squill_layout_page_width (self->boxes, n, (int)GAP),
                            (int)GAP);
  for (guint i = 0; i < n; i++)
    {
      self->boxes[i].x += (int)(ceil (left / GRID) * GRID);
      self->boxes[i].y += (int)(ceil (top / GRID) * GRID);
      box.width = MAX (box.width, self->boxes[i].x + self->boxes[i].width + left);
      box.height = MAX (box.height, self->boxes[i].y + self->boxes[i].height + left);
    }
  return box;
}

/* Cards without a position stand in rows below the others, those of a group together. */
static void
place_rest (SquillDiagram *self, GPtrArray *rest, const SquillRect *bounds, GPtrArray *changed)
{
  g_autoptr (GPtrArray) blocks = make_blocks (self, rest);
  g_autofree SquillLayoutBox *boxes = g_new0 (SquillLayoutBox, blocks->len);
  double left = to_grid (bounds->x), top = 0;

  if (rest->len == 0)
    return;
  if (!squill_rect_is_empty (bounds))
    top = to_grid (squill_rect_bottom (bounds) + 2 * GAP);
  for (guint i = 0; i < blocks->len; i++)
    boxes[i] = pack_block (g_ptr_array_index (blocks, i));
  _squill_layout_pack_rows (
      boxes, blocks->len,
      MAX ((int)bounds->width, _squill_layout_page_width (boxes, blocks->len, (int)GAP)), (int)GAP);
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = g_ptr_array_index (blocks, i);

      for (guint j = 0; j < block->cards->len; j++)
        set_place (g_ptr_array_index (block->cards, j), left + boxes[i].x + block->boxes[j].x,
                   top + boxes[i].y + block->boxes[j].y, changed);
    }
}

/* Moves each card to its position in the model, or to free space if the model has none. Adds the
 * ids of the cards that moved to @changed. */
void
_squill_diagram_place_cards (SquillDiagram *self, GPtrArray *changed)
{
  g_autoptr (SquillObstacles) taken = _squill_obstacles_new ();
  g_autoptr (GPtrArray) between = g_ptr_array_new ();
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);
  guint n_placed = 0;

  for (guint i = 0; i < self->cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (self->cards, i);
      SquillPoint place;

      if (get_place (self, card, &place))
        {
          set_place (card, place.x, place.y, changed);
          bounds = squill_rect_union (&bounds, &card->rect);
          _squill_obstacles_set (taken, card->id, &card->rect);
          n_placed++;
        }
      else if (card->kind == SQUILL_CARD_JUNCTION || card->kind == SQUILL_CARD_BUCKET)
        g_ptr_array_add (between, card);
      else
        g_ptr_array_add (rest, card);
    }
  /* What is new stands beside what it is related to, in a diagram that was arranged. Where most is
   * new, it would be a crowd around the few that have a place. */
  for (guint i = 0; (rest->len <= MAX_BESIDE || rest->len <= n_placed) && i < rest->len;)
    {
      SquillCard *card = g_ptr_array_index (rest, i);
      const SquillCard *neighbor = find_relative (self, card->id);
      SquillPoint place;

      if (neighbor == NULL || !find_room_beside (taken, NULL, neighbor, card, &place))
        {
          i++;
          continue;
        }
      set_place (card, place.x, place.y, changed);
      bounds = squill_rect_union (&bounds, &card->rect);
      _squill_obstacles_set (taken, card->id, &card->rect);
      g_ptr_array_remove_index (rest, i);
    }
  place_rest (self, rest, &bounds, changed);
  for (guint i = 0; i < rest->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (rest, i);

      _squill_obstacles_set (taken, card->id, &card->rect);
    }
  for (guint i = 0; i < between->len; i++)
    {
      SquillCard *card = g_ptr_array_index (between, i);
      SquillPoint place = find_place_between (self, taken, card);

      set_place (card, place.x, place.y, changed);
      _squill_obstacles_set (taken, card->id, &card->rect);
    }
}

/* What a new collection belongs beside: one that it is related to, or else the last one. */
static const SquillCard *
find_neighbor (SquillDiagram *self, const char *id)
{
  const SquillCard *card = find_relative (self, id);
  SquillPoint place;

  if (card != NULL)
    return card;
  for (guint i = self->cards->len; i > 0; i--)
    {
      card = g_ptr_array_index (self->cards, i - 1);
      if (card->kind == SQUILL_CARD_COLLECTION && get_place (self, card, &place))
        return card;
    }
  return NULL;
}

/**
 * squill_diagram_place_few:
 * @model: a model of a few entities
 *
 * Places all its cards in two columns, with room for the lines between them: what is enough for a
 * picture of a small model, at once and without a layout.
 */
void
squill_diagram_place_few (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) self = squill_diagram_new (design);
  double left = 0, top[2] = { 0, 0 };

  squill_diagram_change_free (squill_diagram_update (self));
  for (guint i = 0; i < self->cards->len; i += 2)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);

      left = fmax (left, to_grid (card->rect.width + 1.5 * SIDE_GAP));
    }
  for (guint i = 0; i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);
      guint column = i % 2;

      squill_model_set (model, card->id, "x", squill_json_number (column == 0 ? 0 : left), NULL);
      squill_model_set (model, card->id, "y", squill_json_number (top[column]), NULL);
      top[column] += ceil ((card->rect.height + GAP) / GRID) * GRID;
    }
}

/**
 * squill_diagram_place_new:
 * @model: a model, also one with an open step
 * @ids: (array zero-terminated=1): ids of entities that are new in it
 *
 * Places new collections beside what they are related to, where nothing else stands. The others
 * stay. In a model that was never arranged nothing is placed.
 */
void
squill_diagram_place_new (SquillModel *model, const char *const *ids)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (SquillDiagram) self = squill_diagram_new (design);
  g_autoptr (SquillObstacles) taken = _squill_obstacles_new ();
  g_autoptr (SquillObstacles) lines = NULL;
  g_autoptr (GHashTable) new_cards = _squill_diagram_make_id_set (ids);
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);

  squill_diagram_change_free (squill_diagram_update (self));
  lines = list_lines (self, new_cards);
  for (guint i = 0; i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);
      SquillPoint place;

      if (!get_place (self, card, &place))
        continue;
      _squill_obstacles_set (taken, card->id, &card->rect);
      bounds = squill_rect_union (&bounds, &card->rect);
    }
  add_notes (self, taken);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      SquillCard *card = g_hash_table_lookup (self->by_id, ids[i]);
      const SquillCard *neighbor;
      SquillPoint place;

      if (card == NULL || card->kind != SQUILL_CARD_COLLECTION || get_place (self, card, &place))
        continue;
      neighbor = find_neighbor (self, ids[i]);
      if (neighbor == NULL)
        return;
      if (!find_room_beside (taken, lines, neighbor, card, &place))
        place = SQUILL_POINT (neighbor->rect.x, to_grid (squill_rect_bottom (&bounds) + 2 * GAP));
      card->rect.x = place.x;
      card->rect.y = place.y;
      _squill_obstacles_set (taken, card->id, &card->rect);
      bounds = squill_rect_union (&bounds, &card->rect);
      squill_model_set (model, ids[i], "x", squill_json_number (place.x), NULL);
      squill_model_set (model, ids[i], "y", squill_json_number (place.y), NULL);
    }
}

/* Adds the rate to the collection whose documents the operation touches for an entity. */
static void
add_load (SquillDiagram *self, GHashTable *loads, GHashTable *seen, const char *entity, double rate)
{
  g_autoptr (GPtrArray) ids = NULL;

  if (squill_design_is_collection (self->design, entity))
    {
      ids = g_ptr_array_new ();
      g_ptr_array_add (ids, (gpointer)entity);
    }
  else
    ids = squill_design_get_collections_of (self->design, entity);
  for (guint i = 0; i < ids->len; i++)
    {
      const char *id = g_ptr_array_index (ids, i);
      double *load = g_hash_table_lookup (loads, id);

      if (load != NULL && g_hash_table_add (seen, (gpointer)id))
        *load += rate;
    }
}

static void
add_use (SquillDiagram *self, GHashTable *loads, const SquillUse *use, double rate)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  if (use->root != NULL)
    add_load (self, loads, seen, use->root->item.id, rate);
  for (guint i = 0; i < use->relationships->len; i++)
    {
      const SquillRelationship *relationship = g_ptr_array_index (use->relationships, i);

      switch (relationship->placement)
        {
        case SQUILL_PLACEMENT_EMBED_ONE:
        case SQUILL_PLACEMENT_EMBED_MANY:
        case SQUILL_PLACEMENT_SUBSET:
          /* It is there with the document that contains it. */
          add_load (self, loads, seen, relationship->parent, rate);
          break;
        case SQUILL_PLACEMENT_JUNCTION:
        case SQUILL_PLACEMENT_BUCKET:
          {
            double *load = g_hash_table_lookup (loads, relationship->item.id);

            if (load != NULL && g_hash_table_add (seen, relationship->item.id))
              *load += rate;
            if (relationship->placement == SQUILL_PLACEMENT_JUNCTION)
              add_load (self, loads, seen, relationship->child, rate);
            break;
          }
        case SQUILL_PLACEMENT_CHILD_REFERENCES:
        case SQUILL_PLACEMENT_PARENT_REFERENCE:
        case SQUILL_PLACEMENT_TWO_WAY:
          add_load (self, loads, seen, relationship->parent, rate);
          add_load (self, loads, seen, relationship->child, rate);
          break;
        default:
          g_assert_not_reached ();
        }
    }
}

/* Works out the share of all operations that touches each card. Where no operation has a rate they
 * count alike. Ids of the cards that changed are added to @changed. */
void
_squill_diagram_set_loads (SquillDiagram *self, GPtrArray *changed)
{
  const GPtrArray *uses = squill_operation_index_get_uses (_squill_diagram_get_operations (self));
  g_autoptr (GHashTable) loads = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  gboolean rated = FALSE;
  double total = 0;

  for (guint i = 0; i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);

      g_hash_table_insert (loads, (gpointer)card->id, g_new0 (double, 1));
    }
  for (guint i = 0; i < uses->len; i++)
    rated = rated || ((const SquillUse *)g_ptr_array_index (uses, i))->rate > 0;
  for (guint i = 0; i < uses->len; i++)
    {
      const SquillUse *use = g_ptr_array_index (uses, i);
      double rate = rated ? use->rate : 1;

      if (!(rate > 0))
        continue;
      add_use (self, loads, use, rate);
      total += rate;
    }
  for (guint i = 0; i < self->cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (self->cards, i);
      const double *load = g_hash_table_lookup (loads, card->id);
      double share = total > 0 ? *load / total : 0;

      if (card->load == share)
        continue;
      card->load = share;
      g_ptr_array_add (changed, g_strdup (card->id));
    }
}

/* At the top left of the frame. */
static void
set_title (SquillDiagram *self, const char *name, SquillFrame *frame)
{
  double most = frame->rect.width - 2 * TITLE_X;

  if (name == NULL || *name == '\0' || most <= 0)
    return;
  frame->title = SQUILL_RECT (
      frame->rect.x + TITLE_X, frame->rect.y + TITLE_Y,
      fmin (squill_fonts_measure (self->fonts, SQUILL_FONT_UI_BOLD, SQUILL_FRAME_TITLE_SIZE, name),
            most),
      TITLE_HEIGHT);
}

static gboolean
add_frame (SquillDiagram *self, const SquillGroup *group, SquillFrame *frame)
{
  SquillRect rect = SQUILL_RECT (0, 0, 0, 0);

  for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
    {
      const SquillCard *card = g_hash_table_lookup (self->by_id, group->members[i]);

      if (card != NULL)
        rect = squill_rect_union (&rect, &card->rect);
    }
  if (squill_rect_is_empty (&rect))
    return FALSE;
  frame->rect = squill_rect_grow (&rect, SQUILL_FRAME_PADDING);
  frame->rect.y -= SQUILL_FRAME_TITLE;
  frame->rect.height += SQUILL_FRAME_TITLE;
  set_title (self, group->name, frame);
  frame->id = g_string_chunk_insert (self->frame_strings, group->item.id);
  frame->name = g_string_chunk_insert (self->frame_strings, group->name != NULL ? group->name : "");
  frame->tint =
      group->color != NULL && squill_palette_get_tint (squill_palette_get_light (), group->color)
          ? g_string_chunk_insert (self->frame_strings, group->color)
          : NULL;
  return TRUE;
}

static void
add_note (SquillDiagram *self, const SquillNote *note, SquillFrame *frame)
{
  const SquillView *view = squill_model_get_view (self->model, self->view);
  double x = note->x, y = note->y;

  if (view != NULL)
    squill_view_get_place (view, note->item.id, &x, &y);
  x = isfinite (x) && isfinite (y) ? CLAMP (x, -LIMIT, LIMIT) : NAN;
  y = CLAMP (y, -LIMIT, LIMIT);
  frame->note = TRUE;
  frame->rect = SQUILL_RECT (x, y, note->width > 0 ? MIN (note->width, MAX_NOTE) : NOTE_WIDTH,
                             note->height > 0 ? MIN (note->height, MAX_NOTE) : NOTE_HEIGHT);
  frame->id = g_string_chunk_insert (self->frame_strings, note->item.id);
  frame->name = g_string_chunk_insert (self->frame_strings, note->text != NULL ? note->text : "");
  frame->tint =
      note->color != NULL && squill_palette_get_tint (squill_palette_get_light (), note->color)
          ? g_string_chunk_insert (self->frame_strings, note->color)
          : NULL;
}

/* Notes without a position stand in a row below all else. */
static void
place_notes (SquillDiagram *self)
{
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);
  double x, y;

  for (guint i = 0; i < self->cards->len; i++)
    bounds = squill_rect_union (&bounds, &((SquillCard *)self->cards->pdata[i])->rect);
  for (guint i = 0; i < self->frames->len; i++)
    if (!isnan (g_array_index (self->frames, SquillFrame, i).rect.x))
      bounds = squill_rect_union (&bounds, &g_array_index (self->frames, SquillFrame, i).rect);
  x = to_grid (bounds.x);
  y = squill_rect_is_empty (&bounds) ? 0 : to_grid (squill_rect_bottom (&bounds) + GAP);
  for (guint i = 0; i < self->frames->len; i++)
    {
      SquillFrame *frame = &g_array_index (self->frames, SquillFrame, i);

      if (!isnan (frame->rect.x))
        continue;
      frame->rect.x = x;
      frame->rect.y = y;
      x += to_grid (frame->rect.width + GAP);
    }
}

static gboolean
frames_equal (GArray *a, GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const SquillFrame *left = &g_array_index (a, SquillFrame, i);
      const SquillFrame *right = &g_array_index (b, SquillFrame, i);

      if (left->note != right->note || strcmp (left->id, right->id) != 0 ||
          strcmp (left->name, right->name) != 0 || g_strcmp0 (left->tint, right->tint) != 0 ||
          memcmp (&left->rect, &right->rect, sizeof left->rect) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
set_group_tints (SquillDiagram *self, GPtrArray *changed)
{
  g_autoptr (GHashTable) tints = g_hash_table_new (g_str_hash, g_str_equal);
  gconstpointer model = squill_model_get_info (self->model);

  SQUILL_FOR_EACH_CHILD (SquillGroup, group, model, SQUILL_KIND_GROUP)
    for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
      g_hash_table_insert (tints, group->members[i], group->color);
  if (g_hash_table_size (tints) == 0 && !self->tinted)
    return;
  self->tinted = g_hash_table_size (tints) > 0;
  for (guint i = 0; i < self->cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (self->cards, i);
      const char *tint = g_hash_table_lookup (tints, card->id);

      if (g_strcmp0 (card->group_tint, tint) == 0)
        continue;
      card->group_tint = g_intern_string (tint);
      g_ptr_array_add (changed, g_strdup (card->id));
    }
}

/* Makes the frames of groups, then those of notes; TRUE if they changed. Ids
 * of the cards whose group has another color now are added to @changed. */
gboolean
_squill_diagram_make_frames (SquillDiagram *self, GPtrArray *changed)
{
  g_autoptr (GArray) before = self->frames;
  GStringChunk *strings = self->frame_strings;
  gconstpointer model = squill_model_get_info (self->model);
  gboolean differ;

  self->frames = g_array_new (FALSE, TRUE, sizeof (SquillFrame));
  self->frame_strings = g_string_chunk_new (256);
  SQUILL_FOR_EACH_CHILD (SquillGroup, group, model, SQUILL_KIND_GROUP)
    {
      SquillFrame frame = { 0 };

      if (add_frame (self, group, &frame))
        g_array_append_val (self->frames, frame);
    }
  SQUILL_FOR_EACH_CHILD (SquillNote, note, model, SQUILL_KIND_NOTE)
    {
      SquillFrame frame = { 0 };

      if (!_squill_diagram_shows (self, note->item.id))
        continue;
      add_note (self, note, &frame);
      g_array_append_val (self->frames, frame);
    }
  place_notes (self);
  set_group_tints (self, changed);
  differ = !frames_equal (before, self->frames);
  g_string_chunk_free (strings);
  return differ;
}
