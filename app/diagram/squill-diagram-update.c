/* SPDX-License-Identifier: Apache-2.0 */

/* Brings a diagram in step with its model: cards first, then where they stand, then lines. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram-private.h"
#include "model/squill-threshold.h"

#include <math.h>
#include <string.h>

/* With more lines than this only those of a dragged card follow it. */
#define MAX_LIVE_EDGES 400
/* … and with more than this that meet it: a hub's take longer than others to set side by side. */
#define MAX_LIVE_EDGES_OF_CARD 60
/* With more lines than this a dragged line is alone in following the pointer. */
#define MAX_LIVE_EDGES_BESIDE_LINE 60

/* What an update has done so far. */
typedef struct
{
  GHashTable *cards;     /* id: those that are otherwise */
  GHashTable *different; /* id: those of them that did more than move */
  GHashTable *edges;     /* id: those that are otherwise */
  GPtrArray *looks;      /* char *: cards that came, went or were made anew */
  gboolean all;          /* other cards than before */
  gboolean remade;       /* lines may be others */
  gboolean rough;        /* routes only of lines that changed, and not for good */
  gboolean frames;       /* groups or notes are otherwise */
} Update;

static void
mark_all (GHashTable *ids, GPtrArray *more)
{
  for (guint i = 0; i < more->len; i++)
    _squill_mark (ids, g_ptr_array_index (more, i));
}

static int
get_severity (SquillDiagram *self, const char *id)
{
  return self->severity_function != NULL && id != NULL
             ? self->severity_function (id, self->severity_data)
             : -1;
}

/* Sets the marks of a card; TRUE if they changed. */
static gboolean
set_severities (SquillDiagram *self, SquillCard *card)
{
  int severity = get_severity (self, card->item);
  gboolean differ = severity != card->severity;

  card->severity = severity;
  for (guint i = 0; i < card->n_rows; i++)
    {
      SquillCardRow *row = _squill_card_edit_row (card, i);

      severity = get_severity (self, row->item);
      if (row->relationship != NULL && (row->target != NULL || row->block))
        severity = MAX (severity, get_severity (self, row->relationship));
      differ = differ || severity != row->severity;
      row->severity = severity;
    }
  return differ;
}

/* The fields that are set in bold because documents are spread over shards by them. */
static GHashTable *
get_key_paths (SquillDiagram *self, const SquillCollection *collection, const SquillEntity *entity)
{
  GHashTable *paths;

  if (entity == NULL || entity->shard_key == NULL)
    return NULL;
  paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < entity->shard_key->len; i++)
    {
      const SquillKey *key = g_ptr_array_index (entity->shard_key, i);
      const SquillShape *shape = squill_design_resolve (self->design, collection->shape, key->path);

      if (shape != NULL)
        g_hash_table_add (paths, g_strdup (shape->path));
    }
  return paths;
}

static SquillCard *
make_card (SquillDiagram *self, const char *id)
{
  const SquillCollection *collection = squill_design_find_collection (self->design, id);
  const SquillEntity *entity = squill_model_get_entity (self->model, id);
  g_autoptr (GHashTable) keys = NULL;
  g_autoptr (GPtrArray) places = NULL;
  SquillCardSource source = { .kind = SQUILL_CARD_EMBEDDED,
                              .id = id,
                              .item = id,
                              .bytes = SQUILL_TRIPLE_UNSET,
                              .count = NAN,
                              .model = self->model };
  SquillCard *card;

  if (collection != NULL)
    {
      switch (collection->kind)
        {
        case SQUILL_COLLECTION_ENTITY:
          source.kind = SQUILL_CARD_COLLECTION;
          break;
        case SQUILL_COLLECTION_JUNCTION:
          source.kind = SQUILL_CARD_JUNCTION;
          break;
        case SQUILL_COLLECTION_BUCKET:
          source.kind = SQUILL_CARD_BUCKET;
          break;
        default:
          g_assert_not_reached ();
        }
      keys = get_key_paths (self, collection, entity);
      source.name = collection->name;
      source.shape = collection->shape;
      source.bytes = collection->shape->bytes;
      source.count = collection->count.likely;
      source.keys = keys;
      g_hash_table_remove (self->homes, id);
    }
  else
    {
      g_assert (entity != NULL);
      places = squill_design_get_document_sites (self->design, id);
      if (places->len > 0)
        {
          source.shape = g_ptr_array_index (places, 0);
          collection = squill_design_get_collection_of_shape (self->design, source.shape);
        }
      g_hash_table_replace (self->homes, g_strdup (id),
                            g_strdup (collection != NULL ? collection->id : ""));
    }
  if (source.name == NULL)
    source.name = entity != NULL && entity->name != NULL ? entity->name : "";
  source.fields = self->fields;
  source.collapsed =
      self->fields == SQUILL_CARD_FIELDS_NONE || (entity != NULL && entity->collapsed);
  card = _squill_card_new (&source, self->fonts);
  if (entity != NULL)
    {
      card->tint = g_intern_string (entity->color);
      card->locked = entity->locked;
    }
  set_severities (self, card);
  return card;
}

/* Whether an entity that is no collection has a card: because it is drawn beside a parent, or
 * because it would be nowhere. */
static gboolean
is_drawn_apart (SquillDiagram *self, const SquillEntity *entity)
{
  guint n;
  const SquillRelationship *const *relationships = squill_entity_get_relationships (entity, &n);
  g_autoptr (GPtrArray) places = NULL;

  for (guint i = 0; i < n; i++)
    if (relationships[i]->beside && strcmp (relationships[i]->child, entity->item.id) == 0)
      return TRUE;
  places = squill_design_get_document_sites (self->design, entity->item.id);
  return places->len == 0;
}

static GPtrArray *
list_cards (SquillDiagram *self)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  gconstpointer model = squill_model_get_info (self->model);

  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    if (_squill_diagram_shows (self, squill_design_get_collection_id (self->design, i)))
      g_ptr_array_add (ids, g_strdup (squill_design_get_collection_id (self->design, i)));
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, model, SQUILL_KIND_ENTITY)
    if (_squill_diagram_shows (self, entity->item.id) &&
        !squill_design_is_collection (self->design, entity->item.id) &&
        is_drawn_apart (self, entity))
      g_ptr_array_add (ids, g_strdup (entity->item.id));
  return ids;
}

static void
remove_edge (SquillDiagram *self, SquillOwnEdge *own, GHashTable *changed)
{
  _squill_mark (changed, own->edge.id);
  squill_router_remove_line (self->router, own->edge.id);
  g_hash_table_remove (self->edges, own->edge.id);
}

/* Which cards there are, in their order; those that are gone lose their lines. TRUE if any
 * came or went. */
static gboolean
sync_cards (SquillDiagram *self, GPtrArray *changed, GHashTable *changed_edges)
{
  g_autoptr (GPtrArray) ids = list_cards (self);
  g_autoptr (GHashTable) wanted = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) before = self->cards;
  gboolean differ = FALSE;

  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (wanted, g_ptr_array_index (ids, i));
  for (guint i = 0; i < before->len; i++)
    {
      SquillCard *card = g_ptr_array_index (before, i);
      GPtrArray *leaving;

      if (g_hash_table_contains (wanted, card->id))
        continue;
      leaving = g_hash_table_lookup (self->leaving, card->id);
      for (guint j = 0; leaving != NULL && j < leaving->len; j++)
        remove_edge (self, g_ptr_array_index (leaving, j), changed_edges);
      g_hash_table_remove (self->leaving, card->id);
      squill_router_remove_card (self->router, card->id);
      g_ptr_array_add (changed, g_strdup (card->id));
      g_hash_table_remove (self->homes, card->id);
      g_hash_table_remove (self->by_id, card->id);
      differ = TRUE;
    }
  self->cards = g_ptr_array_new ();
  for (guint i = 0; i < ids->len; i++)
    {
      const char *id = g_ptr_array_index (ids, i);
      SquillCard *card = g_hash_table_lookup (self->by_id, id);

      if (card == NULL)
        {
          card = make_card (self, id);
          g_hash_table_insert (self->by_id, (gpointer)card->id, card);
          g_ptr_array_add (changed, g_strdup (id));
          g_hash_table_remove (self->stale_cards, id);
          differ = TRUE;
        }
      else if ((card->kind == SQUILL_CARD_EMBEDDED) !=
               (squill_design_find_collection (self->design, id) == NULL))
        {
          _squill_mark (self->stale_cards, id);
          differ = TRUE;
        }
      g_ptr_array_add (self->cards, card);
    }
  return differ;
}

static void
remake_card (SquillDiagram *self, const char *id, GPtrArray *changed)
{
  SquillCard *before = g_hash_table_lookup (self->by_id, id);
  g_autoptr (SquillCard) card = NULL;
  guint position;

  if (before == NULL)
    return;
  card = make_card (self, id);
  card->rect.x = before->rect.x;
  card->rect.y = before->rect.y;
  card->load = before->load;
  card->group_tint = before->group_tint;
  if (_squill_card_looks_like (before, card) && before->rect.width == card->rect.width &&
      before->rect.height == card->rect.height)
    return;
  g_ptr_array_find (self->cards, before, &position);
  self->cards->pdata[position] = card;
  g_hash_table_steal (self->by_id, id);
  _squill_card_free (before);
  g_hash_table_insert (self->by_id, (gpointer)card->id, card);
  g_steal_pointer (&card);
  g_ptr_array_add (changed, g_strdup (id));
}

/* An entity's change may show on any card that has it in it, and what is drawn beside others is a
 * part of some document. */
static GHashTable *
list_stale_cards (SquillDiagram *self, gboolean all)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer id, home;

  g_hash_table_iter_init (&iter, self->stale_cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      g_autoptr (GPtrArray) collections = squill_design_get_collections_of (self->design, id);

      _squill_mark (ids, id);
      mark_all (ids, collections);
    }
  g_hash_table_iter_init (&iter, self->homes);
  while (g_hash_table_iter_next (&iter, &id, &home))
    if (all || g_hash_table_contains (ids, home))
      _squill_mark (ids, id);
  g_hash_table_iter_init (&iter, self->restyled);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    _squill_mark (ids, id);
  g_hash_table_remove_all (self->stale_cards);
  g_hash_table_remove_all (self->restyled);
  return ids;
}

static void
route_edge (SquillDiagram *self, const SquillOwnEdge *own)
{
  const SquillEdge *edge = &own->edge;
  const SquillCard *from = g_hash_table_lookup (self->by_id, edge->from_card);
  const SquillCard *to = g_hash_table_lookup (self->by_id, edge->to_card);
  SquillRouteEnd ends[] = {
    { edge->from_card, squill_card_get_row_offset (from, edge->from_row), own->label_widths[0],
      edge->from_text },
    { edge->to_card, squill_card_get_row_offset (to, edge->to_row), own->label_widths[1],
      edge->to_text },
  };

  squill_router_set_line (self->router, edge->id, &ends[0], &ends[1], own->name_width);
  squill_router_set_line_places (self->router, edge->id, &edge->places);
}

/* Makes the lines that leave a card anew. */
static void
remake_edges (SquillDiagram *self, const SquillCard *card, GHashTable *changed)
{
  GPtrArray *before = g_hash_table_lookup (self->leaving, card->id);
  g_autoptr (GPtrArray) made = g_ptr_array_new ();
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *leaving = g_ptr_array_new ();

  _squill_diagram_make_edges (self, card, made);
  for (guint i = 0; i < made->len; i++)
    {
      SquillOwnEdge *own = g_ptr_array_index (made, i);
      SquillOwnEdge *old = g_hash_table_lookup (self->edges, own->edge.id);

      /* Two rows that would make one line are one. */
      if (!g_hash_table_add (kept, (gpointer)own->edge.id))
        {
          _squill_own_edge_free (own);
          continue;
        }
      if (old == NULL || !_squill_own_edge_equal (old, own))
        _squill_mark (changed, own->edge.id);
      if (old != NULL && before != NULL)
        g_ptr_array_remove (before, old);
      g_hash_table_steal (self->edges, own->edge.id);
      g_hash_table_insert (self->edges, (gpointer)own->edge.id, own);
      g_clear_pointer (&old, _squill_own_edge_free);
      route_edge (self, own);
      g_ptr_array_add (leaving, own);
    }
  for (guint i = 0; before != NULL && i < before->len; i++)
    remove_edge (self, g_ptr_array_index (before, i), changed);
  g_hash_table_insert (self->leaving, g_strdup (card->id), leaving);
}

/* Updates the lines of cards that were rebuilt, of cards with lines to rebuilt ones, and of cards
 * at the start of changed relationships. */
static void
update_edges (SquillDiagram *self, GPtrArray *changed_cards, gboolean all, GHashTable *changed)
{
  g_autoptr (GHashTable) cards = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) touched = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < changed_cards->len; i++)
    g_hash_table_add (touched, g_ptr_array_index (changed_cards, i));
  g_hash_table_iter_init (&iter, self->edges);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const SquillOwnEdge *own = value;

      if (g_hash_table_contains (touched, own->edge.to_card) ||
          g_hash_table_contains (self->stale_edges, own->edge.relationship))
        g_hash_table_add (cards, (gpointer)own->edge.from_card);
    }
  g_ptr_array_set_size (self->edge_order, 0);
  g_clear_pointer (&self->meeting, g_hash_table_unref);
  {
    /* The ids in @cards belong to edges that are about to go. */
    g_autoptr (GPtrArray) remade = g_ptr_array_new ();

    for (guint i = 0; i < self->cards->len; i++)
      {
        const SquillCard *card = g_ptr_array_index (self->cards, i);

        if (all || g_hash_table_contains (cards, card->id) ||
            g_hash_table_contains (touched, card->id))
          g_ptr_array_add (remade, (gpointer)card);
      }
    for (guint i = 0; i < remade->len; i++)
      remake_edges (self, g_ptr_array_index (remade, i), changed);
  }
}

static int
compare_edges (gconstpointer a, gconstpointer b)
{
  const SquillOwnEdge *left = *(SquillOwnEdge *const *)a, *right = *(SquillOwnEdge *const *)b;

  return strcmp (left->edge.id, right->edge.id);
}

/* Edges without one of their cards have no route and are not shown. */
static void
sort_edges (SquillDiagram *self)
{
  GHashTableIter iter;
  gpointer value;

  g_ptr_array_set_size (self->edge_order, 0);
  g_clear_pointer (&self->meeting, g_hash_table_unref);
  g_hash_table_iter_init (&iter, self->edges);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      SquillOwnEdge *own = value;

      own->edge.route = squill_router_get_route (self->router, own->edge.id);
      if (own->edge.route != NULL)
        g_ptr_array_add (self->edge_order, own);
    }
  g_ptr_array_sort (self->edge_order, compare_edges);
}

/* Sets only those cards that are being dragged. */
static void
move_cards (SquillDiagram *self, GPtrArray *changed)
{
  GHashTableIter iter;
  gpointer id, place;

  g_hash_table_iter_init (&iter, self->moved);
  while (g_hash_table_iter_next (&iter, &id, &place))
    {
      SquillCard *card = g_hash_table_lookup (self->by_id, id);
      const SquillPoint *to = place;

      if (card == NULL || (card->rect.x == to->x && card->rect.y == to->y))
        continue;
      card->rect.x = to->x;
      card->rect.y = to->y;
      g_ptr_array_add (changed, g_strdup (id));
    }
}

static void
add_taken (gpointer key, gpointer value, gpointer user_data)
{
  g_ptr_array_add (user_data, g_strdup (key));
}

/* Cards come, go and are made anew. */
static void
update_cards (SquillDiagram *self, Update *update)
{
  g_autoptr (GHashTable) stale = NULL;
  GHashTableIter iter;
  gpointer id;

  if (self->set_stale)
    update->all = sync_cards (self, update->looks, update->edges);
  stale = list_stale_cards (self, update->all);
  g_hash_table_iter_init (&iter, stale);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    remake_card (self, id, update->looks);
  update->remade = update->all || self->edges_stale || update->looks->len > 0 ||
                   g_hash_table_size (self->stale_edges) > 0;
  mark_all (update->cards, update->looks);
  mark_all (update->different, update->looks);
}

/* Whether lines are too many to be all set right while a card follows the pointer. */
static gboolean
has_many_lines (SquillDiagram *self)
{
  guint n_attached = 0;

  if (self->edge_order->len > MAX_LIVE_EDGES)
    return TRUE;
  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = g_ptr_array_index (self->edge_order, i);

      n_attached += g_hash_table_contains (self->moved, edge->from_card) ||
                    g_hash_table_contains (self->moved, edge->to_card);
    }
  return n_attached > MAX_LIVE_EDGES_OF_CARD;
}

/* Frames follow their cards. No line runs across the name of a group: it is in the way like a card.
 */
static void
update_frames (SquillDiagram *self, Update *update)
{
  g_autoptr (GPtrArray) looks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) titled = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer id;

  if (!self->frames_stale && g_hash_table_size (update->cards) == 0)
    return;
  for (guint i = 0; i < self->frames->len; i++)
    g_hash_table_add (titled, g_strdup (g_array_index (self->frames, SquillFrame, i).id));
  update->frames = _squill_diagram_make_frames (self, looks);
  mark_all (update->cards, looks);
  mark_all (update->different, looks);
  for (guint i = 0; i < self->frames->len; i++)
    {
      const SquillFrame *frame = &g_array_index (self->frames, SquillFrame, i);

      if (!squill_rect_is_empty (&frame->title))
        {
          squill_router_set_card (self->router, frame->id, &frame->title);
          g_hash_table_remove (titled, frame->id);
        }
    }
  g_hash_table_iter_init (&iter, titled);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    squill_router_remove_card (self->router, id);
}

/* Cards move. */
static void
update_places (SquillDiagram *self, Update *update)
{
  g_autoptr (GPtrArray) moved = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer id;

  /* While something is dragged. */
  update->rough = !update->remade && !self->load_stale && g_hash_table_size (self->moved) > 0 &&
                  has_many_lines (self);
  if (update->rough)
    move_cards (self, moved);
  else if (update->looks->len > 0 || self->places_stale)
    _squill_diagram_place_cards (self, moved);
  mark_all (update->cards, moved);
  g_hash_table_iter_init (&iter, update->cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillCard *card = g_hash_table_lookup (self->by_id, id);

      if (card != NULL)
        squill_router_set_card (self->router, card->id, &card->rect);
    }
}

/* The routes that were found elsewhere, if they are still true. */
static void
take_routes (SquillDiagram *self, Update *update)
{
  g_autoptr (SquillRouter) completed = g_steal_pointer (&self->completed);
  g_autoptr (GPtrArray) routed = squill_router_take (self->router, completed);

  if (routed != NULL)
    mark_all (update->edges, routed);
}

/* Lines come, go and run elsewhere. */
static void
update_lines (SquillDiagram *self, Update *update)
{
  g_autoptr (GPtrArray) routed = NULL;

  if (update->remade)
    update_edges (self, update->looks, update->all || self->edges_stale, update->edges);
  if (self->completed != NULL)
    take_routes (self, update);
  if (self->moved_line != NULL && !update->remade &&
      self->edge_order->len > MAX_LIVE_EDGES_BESIDE_LINE)
    update->rough = TRUE;
  if (self->routes_apart && !update->rough && squill_router_is_slow (self->router))
    update->rough = TRUE;
  routed = squill_router_update (self->router, update->rough);
  mark_all (update->edges, routed);
  if (!update->remade)
    return;
  sort_edges (self);
  g_clear_pointer (&self->items, g_hash_table_unref);
}

/* Bars and marks, which neither cards nor lines are measured by. */
static void
update_looks (SquillDiagram *self, Update *update)
{
  g_autoptr (GPtrArray) looks = g_ptr_array_new_with_free_func (g_free);

  if (self->load_stale || update->all)
    _squill_diagram_set_loads (self, looks);
  for (guint i = 0; self->severities_stale && i < self->cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (self->cards, i);

      if (set_severities (self, card))
        g_ptr_array_add (looks, g_strdup (card->id));
    }
  mark_all (update->cards, looks);
  mark_all (update->different, looks);
}

SquillOperationIndex *
_squill_diagram_get_operations (SquillDiagram *self)
{
  if (self->operations == NULL)
    self->operations = squill_operation_index_new (self->model, 0, 0, 0);
  return self->operations;
}

/**
 * squill_diagram_update:
 * @self: a diagram
 *
 * Brings the diagram in step with its model. Cards, lines and frames that were got before may be
 * gone afterwards.
 *
 * Returns: (transfer full): what is otherwise than before
 */
SquillDiagramChange *
squill_diagram_update (SquillDiagram *self)
{
  g_autoptr (GHashTable) cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) looks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) different = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Update update = { cards, different, edges, looks, FALSE, FALSE, FALSE, FALSE };
  SquillDiagramChange *change;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  self->announced = FALSE;
  if (self->load_stale)
    self->squillions = squill_threshold_get (self->model, "ref.max");
  change = g_new0 (SquillDiagramChange, 1);
  change->cards = g_ptr_array_new_with_free_func (g_free);
  change->looks = g_ptr_array_new_with_free_func (g_free);
  change->edges = g_ptr_array_new_with_free_func (g_free);
  update_cards (self, &update);
  update_places (self, &update);
  update_frames (self, &update);
  update_lines (self, &update);
  update_looks (self, &update);
  change->frames = update.frames;
  g_hash_table_foreach (cards, add_taken, change->cards);
  g_hash_table_foreach (different, add_taken, change->looks);
  g_hash_table_foreach (edges, add_taken, change->edges);

  g_clear_pointer (&self->operations, squill_operation_index_free);
  self->set_stale = self->places_stale = self->frames_stale = FALSE;
  self->load_stale = self->edges_stale = self->severities_stale = FALSE;
  g_hash_table_remove_all (self->stale_edges);
  return change;
}
