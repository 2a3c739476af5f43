/* SPDX-License-Identifier: Apache-2.0 */

/* Keeps cards and lines in step with the model and its design. A change only notes what it
 * concerns; the work is done when the diagram is next updated. */

#define G_LOG_DOMAIN "squill-diagram"

#include "config.h"

#include "diagram/squill-diagram.h"

#include "advice/squill-advice.h"
#include "diagram/squill-diagram-private.h"

#include <math.h>
#include <string.h>

/* With more lines than this only those of a dragged card follow it. */
#define MAX_LIVE_EDGES 400

typedef struct
{
  const SquillCard *card;
  int row;
} ItemPlace;

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillDiagram, squill_diagram, G_TYPE_OBJECT)

static void
announce (SquillDiagram *self)
{
  if (self->announced)
    return;
  self->announced = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
mark (GHashTable *ids, const char *id)
{
  if (!g_hash_table_contains (ids, id))
    g_hash_table_add (ids, g_strdup (id));
}

/* What is embedded may be drawn within its parent or beside it. */
static void
mark_drawn_otherwise (SquillDiagram *self, const char *id)
{
  const SquillRelationship *relationship = squill_model_get_relationship (self->model, id);

  self->set_stale = TRUE;
  if (relationship != NULL)
    mark (self->stale_cards, relationship->parent);
}

/* The design says which documents are otherwise now. */
static void
on_design_changed (SquillDiagram *self, guint n_gone_or_new, char **collections)
{
  self->set_stale = self->set_stale || n_gone_or_new > 0;
  for (guint i = 0; collections != NULL && collections[i] != NULL; i++)
    mark (self->stale_cards, collections[i]);
  announce (self);
}

/* The model says what else there is on a diagram: places, colours, texts on lines. */
static void
on_model_changed (SquillDiagram *self, const SquillChange *change)
{
  const SquillAspects looks = SQUILL_ASPECT_NAME | SQUILL_ASPECT_SHAPE | SQUILL_ASPECT_STORAGE |
                              SQUILL_ASPECT_VALUES | SQUILL_ASPECT_CARDINALITY |
                              SQUILL_ASPECT_PLACEMENT;

  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = g_ptr_array_index (change->entries, i);

      switch (entry->kind)
        {
        case SQUILL_KIND_NOTE:
        case SQUILL_KIND_GROUP:
          self->frames_stale = TRUE;
          break;
        case SQUILL_KIND_RELATIONSHIP:
        case SQUILL_KIND_COPY:
          mark (self->stale_edges, entry->owner);
          if (entry->aspects & SQUILL_ASPECT_LAYOUT)
            mark_drawn_otherwise (self, entry->owner);
          break;
        case SQUILL_KIND_ENTITY:
        case SQUILL_KIND_FIELD:
        case SQUILL_KIND_INDEX:
          if (entry->aspects & (looks | SQUILL_ASPECT_LAYOUT))
            mark (self->stale_cards, entry->owner);
          self->set_stale = self->set_stale ||
                            (entry->kind == SQUILL_KIND_ENTITY && entry->type != SQUILL_EDIT_SET);
          break;
        case SQUILL_KIND_MODEL:
        case SQUILL_KIND_OPERATION:
        case SQUILL_KIND_DISMISSAL:
          break;
        default:
          g_assert_not_reached ();
        }
    }
  if (change->aspects & SQUILL_ASPECT_LAYOUT)
    {
      self->places_stale = self->frames_stale = TRUE;
      /* What was dragged stands where it was dropped. */
      g_hash_table_remove_all (self->moved);
    }
  if (change->aspects & ~(SQUILL_ASPECT_LAYOUT | SQUILL_ASPECT_TEXT))
    self->load_stale = TRUE;
  if (change->aspects & (SQUILL_ASPECT_WORKLOAD | SQUILL_ASPECT_ADVICE))
    self->edges_stale = TRUE;
  announce (self);
}

static void
on_advice_changed (SquillDiagram *self)
{
  self->severities_stale = TRUE;
  announce (self);
}

static int
get_severity (SquillDiagram *self, const char *id)
{
  return self->severity_function != NULL && id != NULL
             ? self->severity_function (id, self->severity_data)
             : -1;
}

static int
get_worst_of_advice (const char *id, gpointer user_data)
{
  return squill_advice_get_worst (user_data, id);
}

/* The marks of a card; says whether they are others than before. */
static gboolean
set_severities (SquillDiagram *self, SquillCard *card)
{
  int severity = get_severity (self, card->item);
  gboolean differ = severity != card->severity;

  card->severity = severity;
  for (guint i = 0; i < card->n_rows; i++)
    {
      SquillCardRow *row = squill_card_edit_row (card, i);

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
    }
  else
    {
      places = squill_design_get_places (self->design, id);

      g_assert (entity != NULL);
      source.shape = places->len > 0 ? g_ptr_array_index (places, 0) : NULL;
    }
  if (source.name == NULL)
    source.name = entity != NULL && entity->name != NULL ? entity->name : "";
  source.collapsed = entity != NULL && entity->collapsed;
  card = squill_card_new (&source, self->fonts);
  if (entity != NULL)
    card->tint = g_intern_string (entity->color);
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
  places = squill_design_get_places (self->design, entity->item.id);
  return places->len == 0;
}

static GPtrArray *
list_cards (SquillDiagram *self)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);
  gconstpointer model = squill_model_get_info (self->model);

  for (guint i = 0; i < squill_design_get_n_collections (self->design); i++)
    g_ptr_array_add (ids, g_strdup (squill_design_get_collection_id (self->design, i)));
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, model, SQUILL_KIND_ENTITY)
    if (!squill_design_is_collection (self->design, entity->item.id) &&
        is_drawn_apart (self, entity))
      g_ptr_array_add (ids, g_strdup (entity->item.id));
  return ids;
}

static void
forget_edge (SquillDiagram *self, SquillOwnEdge *own, GHashTable *changed)
{
  mark (changed, own->edge.id);
  squill_router_remove_line (self->router, own->edge.id);
  g_hash_table_remove (self->edges, own->edge.id);
}

/* Which cards there are, in their order; those that went go with their lines. Says whether any
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
        forget_edge (self, g_ptr_array_index (leaving, j), changed_edges);
      g_hash_table_remove (self->leaving, card->id);
      squill_router_remove_card (self->router, card->id);
      g_ptr_array_add (changed, g_strdup (card->id));
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
          mark (self->stale_cards, id);
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
  if (squill_card_looks_like (before, card) && before->rect.width == card->rect.width &&
      before->rect.height == card->rect.height)
    return;
  g_ptr_array_find (self->cards, before, &position);
  self->cards->pdata[position] = card;
  g_hash_table_steal (self->by_id, id);
  squill_card_free (before);
  g_hash_table_insert (self->by_id, (gpointer)card->id, card);
  g_steal_pointer (&card);
  g_ptr_array_add (changed, g_strdup (id));
}

/* An entity's change may show on any card that has it in it. */
static GHashTable *
list_stale_cards (SquillDiagram *self)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer id;

  g_hash_table_iter_init (&iter, self->stale_cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      g_autoptr (GPtrArray) collections = squill_design_get_collections_of (self->design, id);

      mark (ids, id);
      for (guint i = 0; i < collections->len; i++)
        mark (ids, g_ptr_array_index (collections, i));
    }
  /* What is drawn beside its parent is a part of the parent's document. */
  for (guint i = 0; g_hash_table_size (ids) > 0 && i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);

      if (card->kind == SQUILL_CARD_EMBEDDED)
        mark (ids, card->id);
    }
  g_hash_table_remove_all (self->stale_cards);
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
}

/* Makes the lines that leave a card anew. */
static void
remake_edges (SquillDiagram *self, const SquillCard *card, GHashTable *changed)
{
  GPtrArray *before = g_hash_table_lookup (self->leaving, card->id);
  g_autoptr (GPtrArray) made = g_ptr_array_new ();
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *leaving = g_ptr_array_new ();

  squill_diagram_make_edges (self, card, made);
  for (guint i = 0; i < made->len; i++)
    {
      SquillOwnEdge *own = g_ptr_array_index (made, i);
      SquillOwnEdge *old = g_hash_table_lookup (self->edges, own->edge.id);

      /* Two rows that would make one line are one. */
      if (!g_hash_table_add (kept, (gpointer)own->edge.id))
        {
          squill_own_edge_free (own);
          continue;
        }
      if (old == NULL || !squill_own_edge_equal (old, own))
        mark (changed, own->edge.id);
      if (old != NULL && before != NULL)
        g_ptr_array_remove (before, old);
      g_hash_table_steal (self->edges, own->edge.id);
      g_hash_table_insert (self->edges, (gpointer)own->edge.id, own);
      g_clear_pointer (&old, squill_own_edge_free);
      route_edge (self, own);
      g_ptr_array_add (leaving, own);
    }
  for (guint i = 0; before != NULL && i < before->len; i++)
    forget_edge (self, g_ptr_array_index (before, i), changed);
  g_hash_table_insert (self->leaving, g_strdup (card->id), leaving);
}

/* The cards whose lines may be others: those that were made anew, those whose lines lead to such
 * cards, and those that lines of changed relationships leave. */
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

/* Edges whose card is not there have no route; nobody gets to see them. */
static void
sort_edges (SquillDiagram *self)
{
  GHashTableIter iter;
  gpointer value;

  g_ptr_array_set_size (self->edge_order, 0);
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
add_item (GHashTable *items, const char *id, const SquillCard *card, int row)
{
  ItemPlace *place;

  if (id == NULL || g_hash_table_contains (items, id))
    return;
  place = g_new (ItemPlace, 1);
  place->card = card;
  place->row = row;
  g_hash_table_insert (items, (gpointer)id, place);
}

static GHashTable *
index_items (SquillDiagram *self)
{
  GHashTable *items = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < self->cards->len; i++)
    {
      const SquillCard *card = g_ptr_array_index (self->cards, i);

      add_item (items, card->item, card, -1);
    }
  /* A row of the document itself comes before one in something embedded. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->cards->len; i++)
      {
        const SquillCard *card = g_ptr_array_index (self->cards, i);

        for (guint j = 0; j < card->n_rows; j++)
          if ((card->rows[j].depth == 0) == (pass == 0))
            {
              add_item (items, card->rows[j].item, card, (int)j);
              if (card->rows[j].target != NULL || card->rows[j].block)
                add_item (items, card->rows[j].relationship, card, (int)j);
            }
      }
  return items;
}

static void
add_taken (gpointer key, gpointer value, gpointer user_data)
{
  g_ptr_array_add (user_data, g_strdup (key));
}

static void
squill_diagram_dispose (GObject *object)
{
  SquillDiagram *self = SQUILL_DIAGRAM (object);

  if (self->design != NULL)
    g_signal_handlers_disconnect_by_data (self->design, self);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  squill_diagram_set_severity_func (self, NULL, NULL, NULL);
  g_clear_object (&self->design);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (squill_diagram_parent_class)->dispose (object);
}

static void
squill_diagram_finalize (GObject *object)
{
  SquillDiagram *self = SQUILL_DIAGRAM (object);

  g_clear_pointer (&self->items, g_hash_table_unref);
  g_clear_pointer (&self->workload, squill_workload_free);
  g_ptr_array_unref (self->edge_order);
  g_hash_table_unref (self->leaving);
  g_hash_table_unref (self->edges);
  g_ptr_array_unref (self->cards);
  g_hash_table_unref (self->by_id);
  g_array_unref (self->frames);
  g_string_chunk_free (self->frame_strings);
  g_hash_table_unref (self->moved);
  g_hash_table_unref (self->stale_cards);
  g_hash_table_unref (self->stale_edges);
  g_object_unref (self->router);
  g_object_unref (self->fonts);

  G_OBJECT_CLASS (squill_diagram_parent_class)->finalize (object);
}

static void
squill_diagram_class_init (SquillDiagramClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_diagram_dispose;
  object_class->finalize = squill_diagram_finalize;

  /**
   * SquillDiagram::changed:
   *
   * There is something to update. Emitted once, until squill_diagram_update() is called.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
squill_diagram_init (SquillDiagram *self)
{
  self->fonts = squill_fonts_new ();
  self->router = squill_router_new ();
  self->cards = g_ptr_array_new ();
  self->by_id =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)squill_card_free);
  self->edges = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, squill_own_edge_free);
  self->edge_order = g_ptr_array_new ();
  self->leaving =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  self->frames = g_array_new (FALSE, TRUE, sizeof (SquillFrame));
  self->frame_strings = g_string_chunk_new (64);
  self->moved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->stale_cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->stale_edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->set_stale = self->places_stale = self->frames_stale = self->load_stale = TRUE;
  self->announced = TRUE;
}

/**
 * squill_diagram_new:
 * @design: what follows from the model
 *
 * Makes the diagram of a model. Nothing is on it until squill_diagram_update() is called.
 *
 * Returns: (transfer full): the diagram
 */
SquillDiagram *
squill_diagram_new (SquillDesign *design)
{
  SquillDiagram *self;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);

  self = g_object_new (SQUILL_TYPE_DIAGRAM, NULL);
  self->design = g_object_ref (design);
  self->model = g_object_ref (squill_design_get_model (design));
  g_signal_connect_swapped (design, "changed", G_CALLBACK (on_design_changed), self);
  g_signal_connect_swapped (self->model, "changed", G_CALLBACK (on_model_changed), self);
  return self;
}

/**
 * squill_diagram_get_design:
 * @self: a diagram
 *
 * Gives the design that it shows.
 *
 * Returns: (transfer none): the design
 */
SquillDesign *
squill_diagram_get_design (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->design;
}

/**
 * squill_diagram_get_fonts:
 * @self: a diagram
 *
 * Gives the fonts that its cards are measured with.
 *
 * Returns: (transfer none): the fonts
 */
SquillFonts *
squill_diagram_get_fonts (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  return self->fonts;
}

/**
 * squill_diagram_set_advice:
 * @self: a diagram
 * @advice: (nullable): whose findings are marked, or %NULL for no marks
 *
 * Marks rows with the worst that is found about them.
 */
void
squill_diagram_set_advice (SquillDiagram *self, SquillAdvice *advice)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (advice == NULL || SQUILL_IS_ADVICE (advice));

  squill_diagram_set_severity_func (self, advice != NULL ? get_worst_of_advice : NULL, advice,
                                    NULL);
  if (advice == NULL)
    return;
  self->advice = g_object_ref (advice);
  self->advice_changed =
      g_signal_connect_swapped (advice, "changed", G_CALLBACK (on_advice_changed), self);
}

/**
 * squill_diagram_set_severity_func:
 * @self: a diagram
 * @function: (nullable): tells what is found about an item
 * @user_data: for @function
 * @destroy: (nullable): frees @user_data
 *
 * Marks rows with what a function says of them, instead of squill_diagram_set_advice().
 */
void
squill_diagram_set_severity_func (SquillDiagram *self,
                                  SquillSeverityFunc function,
                                  gpointer user_data,
                                  GDestroyNotify destroy)
{
  g_return_if_fail (SQUILL_IS_DIAGRAM (self));

  g_clear_signal_handler (&self->advice_changed, self->advice);
  if (self->severity_destroy != NULL)
    self->severity_destroy (self->severity_data);
  g_clear_object (&self->advice);
  self->severity_function = function;
  self->severity_data = user_data;
  self->severity_destroy = destroy;
  self->severities_stale = TRUE;
  if (self->design != NULL)
    announce (self);
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
  SquillDiagramChange *change;
  g_autoptr (GHashTable) edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) stale = NULL;
  g_autoptr (GPtrArray) looks = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) moved = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) routed = NULL;
  gboolean all = FALSE, remade, rough;
  GHashTableIter iter;
  gpointer id;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  change = g_new0 (SquillDiagramChange, 1);
  change->cards = g_ptr_array_new_with_free_func (g_free);
  change->edges = g_ptr_array_new_with_free_func (g_free);
  self->announced = FALSE;

  if (self->load_stale)
    {
      g_clear_pointer (&self->workload, squill_workload_free);
      self->workload = squill_workload_new (self->model, 0, 0, 0);
      self->squillions = squill_threshold_get (self->model, "ref.max");
    }
  if (self->set_stale)
    all = sync_cards (self, looks, edges);
  stale = list_stale_cards (self);
  g_hash_table_iter_init (&iter, stale);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    remake_card (self, id, looks);

  /* Thousands of lines cannot all be set right while a card follows the pointer. */
  rough = !all && looks->len == 0 && !self->edges_stale && !self->load_stale &&
          g_hash_table_size (self->stale_edges) == 0 && g_hash_table_size (self->moved) > 0 &&
          self->edge_order->len > MAX_LIVE_EDGES;
  if (rough)
    move_cards (self, moved);
  else if (looks->len > 0 || self->places_stale)
    squill_diagram_place_cards (self, moved);
  for (guint i = 0; i < moved->len; i++)
    mark (cards, g_ptr_array_index (moved, i));
  for (guint i = 0; i < looks->len; i++)
    mark (cards, g_ptr_array_index (looks, i));
  g_hash_table_iter_init (&iter, cards);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      const SquillCard *card = g_hash_table_lookup (self->by_id, id);

      if (card != NULL)
        squill_router_set_card (self->router, card->id, &card->rect);
    }
  remade = all || self->edges_stale || looks->len > 0 || g_hash_table_size (self->stale_edges) > 0;
  if (remade)
    update_edges (self, looks, all || self->edges_stale, edges);
  routed = squill_router_update (self->router, rough);
  for (guint i = 0; i < routed->len; i++)
    mark (edges, g_ptr_array_index (routed, i));
  if (remade)
    sort_edges (self);

  g_ptr_array_set_size (looks, 0);
  if (self->load_stale || all)
    squill_diagram_set_loads (self, looks);
  if (self->frames_stale || g_hash_table_size (cards) > 0)
    change->frames = squill_diagram_make_frames (self, looks);
  for (guint i = 0; self->severities_stale && i < self->cards->len; i++)
    {
      SquillCard *card = g_ptr_array_index (self->cards, i);

      if (set_severities (self, card))
        g_ptr_array_add (looks, g_strdup (card->id));
    }
  for (guint i = 0; i < looks->len; i++)
    mark (cards, g_ptr_array_index (looks, i));

  self->set_stale = self->places_stale = self->frames_stale = FALSE;
  self->load_stale = self->edges_stale = self->severities_stale = FALSE;
  g_hash_table_remove_all (self->stale_edges);
  if (remade)
    g_clear_pointer (&self->items, g_hash_table_unref);
  g_hash_table_foreach (cards, add_taken, change->cards);
  g_hash_table_foreach (edges, add_taken, change->edges);
  return change;
}

/**
 * squill_diagram_change_free:
 * @change: (transfer full): what an update did
 *
 * Frees it.
 */
void
squill_diagram_change_free (SquillDiagramChange *change)
{
  g_return_if_fail (change != NULL);

  g_ptr_array_unref (change->cards);
  g_ptr_array_unref (change->edges);
  g_free (change);
}

/**
 * squill_diagram_is_empty:
 * @self: a diagram
 *
 * Tells whether there is nothing on it.
 *
 * Returns: %TRUE if there is neither a card nor a note
 */
gboolean
squill_diagram_is_empty (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), TRUE);

  return self->cards->len == 0 && self->frames->len == 0;
}

/**
 * squill_diagram_get_n_cards:
 * @self: a diagram
 *
 * Gives the number of cards.
 *
 * Returns: the number
 */
guint
squill_diagram_get_n_cards (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->cards->len;
}

/**
 * squill_diagram_get_card:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Gives a card, in the order of painting.
 *
 * Returns: (transfer none): the card; valid until the next update
 */
const SquillCard *
squill_diagram_get_card (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->cards->len, NULL);

  return g_ptr_array_index (self->cards, position);
}

/**
 * squill_diagram_find_card:
 * @self: a diagram
 * @id: id of a card: of a collection, or of an entity drawn beside others
 *
 * Finds a card by its id.
 *
 * Returns: (transfer none) (nullable): the card; valid until the next update
 */
const SquillCard *
squill_diagram_find_card (SquillDiagram *self, const char *id)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->by_id, id);
}

/**
 * squill_diagram_find_item:
 * @self: a diagram
 * @item: id of an entity, a field, a copy or a relationship
 * @row: (out) (optional): the row where it is, or -1 if it is the card's own
 *
 * Finds where an item of the model is shown: the card that is about it, or the row, of a document
 * itself rather than of something embedded.
 *
 * Returns: (transfer none) (nullable): the card; valid until the next update
 */
const SquillCard *
squill_diagram_find_item (SquillDiagram *self, const char *item, int *row)
{
  const ItemPlace *place;
  const SquillCard *card;
  int place_row;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (item != NULL, NULL);

  if (self->items == NULL)
    self->items = index_items (self);
  place = g_hash_table_lookup (self->items, item);
  if (place != NULL)
    {
      if (row != NULL)
        *row = place->row;
      return place->card;
    }
  if (squill_model_get_entity (self->model, item) == NULL)
    return NULL;
  card = squill_diagram_find_end (self, item, NULL, &place_row);
  if (row != NULL)
    *row = place_row;
  return card;
}

/**
 * squill_diagram_get_n_edges:
 * @self: a diagram
 *
 * Gives the number of lines.
 *
 * Returns: the number
 */
guint
squill_diagram_get_n_edges (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->edge_order->len;
}

/**
 * squill_diagram_get_edge:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Gives a line, in the order of painting.
 *
 * Returns: (transfer none): the line; valid until the next update
 */
const SquillEdge *
squill_diagram_get_edge (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->edge_order->len, NULL);

  return g_ptr_array_index (self->edge_order, position);
}

/**
 * squill_diagram_find_edge:
 * @self: a diagram
 * @id: id of a line
 *
 * Finds a line by its id.
 *
 * Returns: (transfer none) (nullable): the line; valid until the next update
 */
const SquillEdge *
squill_diagram_find_edge (SquillDiagram *self, const char *id)
{
  const SquillOwnEdge *own;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  own = g_hash_table_lookup (self->edges, id);
  return own != NULL && own->edge.route != NULL ? &own->edge : NULL;
}

/**
 * squill_diagram_get_n_frames:
 * @self: a diagram
 *
 * Gives the number of groups and notes.
 *
 * Returns: the number
 */
guint
squill_diagram_get_n_frames (SquillDiagram *self)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), 0);

  return self->frames->len;
}

/**
 * squill_diagram_get_frame:
 * @self: a diagram
 * @position: which one, from 0
 *
 * Gives a group or a note, in the order of painting: first the groups.
 *
 * Returns: (transfer none): the frame; valid until the next update
 */
const SquillFrame *
squill_diagram_get_frame (SquillDiagram *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);
  g_return_val_if_fail (position < self->frames->len, NULL);

  return &g_array_index (self->frames, SquillFrame, position);
}

/**
 * squill_diagram_get_bounds:
 * @self: a diagram
 *
 * Gives the smallest rectangle around all that is on it.
 *
 * Returns: the rectangle; empty if there is nothing
 */
SquillRect
squill_diagram_get_bounds (SquillDiagram *self)
{
  SquillRect bounds = SQUILL_RECT (0, 0, 0, 0);

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), bounds);

  for (guint i = 0; i < self->cards->len; i++)
    bounds = squill_rect_union (&bounds, &((SquillCard *)g_ptr_array_index (self->cards, i))->rect);
  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillOwnEdge *own = g_ptr_array_index (self->edge_order, i);

      bounds = squill_rect_union (&bounds, &own->edge.route->bounds);
    }
  for (guint i = 0; i < self->frames->len; i++)
    bounds = squill_rect_union (&bounds, &g_array_index (self->frames, SquillFrame, i).rect);
  return bounds;
}

static double
distance_to_stretch (SquillPoint a, SquillPoint b, double x, double y)
{
  double dx = MAX (0, MAX (MIN (a.x, b.x) - x, x - MAX (a.x, b.x)));
  double dy = MAX (0, MAX (MIN (a.y, b.y) - y, y - MAX (a.y, b.y)));

  return hypot (dx, dy);
}

static double
distance_to_route (const SquillRoute *route, double x, double y)
{
  const SquillRect *labels[] = { &route->from_label, &route->to_label, &route->name_label };
  double nearest = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (!squill_rect_is_empty (labels[i]) && squill_rect_contains (labels[i], x, y))
      return 0;
  for (guint i = 0; i + 1 < route->n_points; i++)
    nearest = MIN (nearest, distance_to_stretch (route->points[i], route->points[i + 1], x, y));
  return nearest;
}

/**
 * squill_diagram_hit_edge:
 * @self: a diagram
 * @x: on the diagram
 * @y: on the diagram
 * @distance: how far off a line still counts
 *
 * Finds the line at a place: its stretches, its numbers and its name count.
 *
 * Returns: (transfer none) (nullable): the nearest line
 */
const SquillEdge *
squill_diagram_hit_edge (SquillDiagram *self, double x, double y, double distance)
{
  const SquillEdge *nearest = NULL;
  double least = distance;

  g_return_val_if_fail (SQUILL_IS_DIAGRAM (self), NULL);

  for (guint i = 0; i < self->edge_order->len; i++)
    {
      const SquillEdge *edge = g_ptr_array_index (self->edge_order, i);
      SquillRect around = squill_rect_grow (&edge->route->bounds, distance);
      double there;

      if (!squill_rect_contains (&around, x, y))
        continue;
      there = distance_to_route (edge->route, x, y);
      /* Of two at the same distance the upper one is meant. */
      if (there > least)
        continue;
      least = there;
      nearest = edge;
    }
  return nearest;
}

/**
 * squill_diagram_move_card:
 * @self: a diagram
 * @id: id of a card
 * @x: where its left edge should be
 * @y: where its top edge should be
 *
 * Shows a card somewhere else while it is dragged, without an edit of the model. The next change
 * of any place in the model ends it. Call squill_diagram_update() afterwards.
 */
void
squill_diagram_move_card (SquillDiagram *self, const char *id, double x, double y)
{
  SquillPoint place = { x, y };

  g_return_if_fail (SQUILL_IS_DIAGRAM (self));
  g_return_if_fail (id != NULL);
  g_return_if_fail (isfinite (x) && isfinite (y));

  g_hash_table_replace (self->moved, g_strdup (id), g_memdup2 (&place, sizeof place));
  self->places_stale = TRUE;
  announce (self);
}
