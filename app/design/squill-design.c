/* SPDX-License-Identifier: Apache-2.0 */

/* The collections that follow from a model: which there are, and computing one when it is read.
 * Questions about what stands where: squill-design-places.c. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include <string.h>

#include "design/squill-plan-private.h"
#include "model/squill-placement.h"

/* Of what relationships have collections of their own for: links and buckets. */
#define USUAL_N_SHAPES 8

typedef struct
{
  SquillDependent dependent; /* first, so that one leads to the other */
  SquillCollection collection;
  SquillTree *tree;
  guint position;
  gboolean stale;
  gboolean seen; /* while the list is made */
} Entry;

struct _SquillDesign
{
  GObject parent_instance;

  SquillModel *model;
  SquillDependence *dependence;
  SquillPlanCache *plans;
  gulong handler;
  double horizon;
  GPtrArray *list;          /* of Entry, in order */
  GHashTable *by_id;        /* id -> Entry; owns them */
  GHashTable *by_name;      /* name -> Entry; NULL: to be made */
  guint64 model_generation; /* of the model when it was read last */
  GPtrArray *unannounced;   /* ids for the next "changed" */
  guint n_unannounced;      /* how many collections came or went */
  GHashTable *roots;        /* the shape of a document -> Entry */
  GHashTable *sites; /* entity -> GPtrArray of its document sites, as far as somebody asked */
  guint64 generation;
  gboolean order_stale;
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillDesign, squill_design, G_TYPE_OBJECT)

static void
entry_free (Entry *entry)
{
  SquillCollection *collection = &entry->collection;

  /* The dependence forgets it before. */
  g_assert (entry->dependent.notes == NULL);
  _squill_tree_free (entry->tree);
  g_ptr_array_unref (collection->entities);
  g_ptr_array_unref (collection->relationships);
  g_ptr_array_unref (collection->indexes);
  g_ptr_array_unref (collection->automatic);
  g_free ((char *)collection->entity);
  g_free ((char *)collection->relationship);
  g_free (collection->id);
  g_free (collection->name);
  g_free (entry);
}

static Entry *
entry_new (SquillCollectionKind kind, const char *id)
{
  Entry *entry = g_new0 (Entry, 1);
  SquillCollection *collection = &entry->collection;

  _squill_dependent_init (&entry->dependent);
  entry->stale = TRUE;
  collection->kind = kind;
  collection->id = g_strdup (id);
  collection->count = SQUILL_TRIPLE_UNSET;
  collection->count_at_horizon = NAN;
  collection->entities = g_ptr_array_new ();
  collection->relationships = g_ptr_array_new ();
  collection->automatic =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_collection_index_free);
  collection->indexes =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_collection_index_free);
  return entry;
}

static void
drop_entry (SquillDesign *self, Entry *entry)
{
  _squill_dependent_clear (&entry->dependent, self->dependence);
  if (entry->collection.shape != NULL)
    g_hash_table_remove (self->roots, entry->collection.shape);
  g_hash_table_remove (self->by_id, entry->collection.id);
}

/* Which collections there are. */

static gboolean
list_collection (SquillDesign *self, SquillCollectionKind kind, const char *id)
{
  Entry *entry = g_hash_table_lookup (self->by_id, id);
  gboolean is_new = entry == NULL;

  if (entry != NULL && entry->collection.kind != kind)
    {
      drop_entry (self, entry);
      is_new = TRUE;
    }
  if (is_new)
    {
      entry = entry_new (kind, id);
      g_hash_table_insert (self->by_id, entry->collection.id, entry);
    }
  entry->seen = TRUE;
  entry->position = self->list->len;
  g_ptr_array_add (self->list, entry);
  return is_new;
}

static void
mark (SquillDependent *dependent, gpointer ids)
{
  Entry *entry = (Entry *)dependent;

  if (entry->stale)
    return;
  entry->stale = TRUE;
  if (ids != NULL)
    g_ptr_array_add (ids, g_strdup (entry->collection.id));
}

/* Returns how many came or went; @ids (nullable) gets those that have to be read again. */
static guint
list_collections (SquillDesign *self, GPtrArray *ids)
{
  const SquillModelInfo *info = squill_model_get_info (self->model);
  g_autoptr (GHashTable) roots = _squill_model_find_roots (self->model);
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();
  GHashTableIter iter;
  Entry *entry;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&entry))
    entry->seen = FALSE;
  g_ptr_array_set_size (self->list, 0);
  g_hash_table_remove_all (self->sites);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  self->order_stale = FALSE;

  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, info, SQUILL_KIND_ENTITY)
    {
      if (g_hash_table_contains (roots, entity))
        n += list_collection (self, SQUILL_COLLECTION_ENTITY, entity->item.id);
    }
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, info, SQUILL_KIND_RELATIONSHIP)
    {
      if (r->placement == SQUILL_PLACEMENT_JUNCTION)
        n += list_collection (self, SQUILL_COLLECTION_JUNCTION, r->item.id);
      else if (r->placement == SQUILL_PLACEMENT_BUCKET)
        n += list_collection (self, SQUILL_COLLECTION_BUCKET, r->item.id);
    }

  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *)&entry))
    if (!entry->seen)
      g_ptr_array_add (gone, entry);
  for (guint i = 0; i < gone->len; i++)
    drop_entry (self, gone->pdata[i]);

  /* The name of buckets depends on whether their items have a collection besides. */
  for (guint i = 0; i < self->list->len; i++)
    {
      g_autofree char *name = NULL;

      entry = self->list->pdata[i];
      if (entry->stale || entry->collection.kind != SQUILL_COLLECTION_BUCKET)
        continue;
      name = _squill_collection_make_name (&entry->collection, self);
      if (!g_str_equal (name, entry->collection.name))
        mark (&entry->dependent, ids);
    }
  return n + gone->len;
}

/* Something came or went in the model, and "changed" has not reached the design yet: nothing of
 * what it keeps may be followed. The handlers of the design's own signal hear of it in
 * on_model_changed(). */
static void
catch_up (SquillDesign *self)
{
  guint64 generation = squill_model_get_generation (self->model);

  if (self->model_generation == generation)
    return;
  self->model_generation = generation;
  g_hash_table_remove_all (self->sites);
  _squill_plan_cache_clear (self->plans);
  self->n_unannounced += list_collections (self, self->unannounced);
  for (guint i = 0; i < self->list->len; i++)
    mark (self->list->pdata[i], self->unannounced);
}

/* The order of entities is a matter of the diagram, of which nobody tells the design; it is
 * looked at when somebody reads the list after it may have changed. */
static void
check_order (SquillDesign *self)
{
  guint i = 0;

  catch_up (self);
  if (!self->order_stale)
    return;
  self->order_stale = FALSE;
  SQUILL_FOR_EACH_CHILD (SquillEntity, entity, squill_model_get_info (self->model),
                         SQUILL_KIND_ENTITY)
    {
      const Entry *entry;

      if (g_hash_table_lookup (self->by_id, entity->item.id) == NULL)
        continue;
      entry = self->list->pdata[i++];
      if (!g_str_equal (entry->collection.id, entity->item.id))
        {
          list_collections (self, NULL);
          return;
        }
    }
}

/* Computing one. */

static void
expand_entity (SquillDesign *self, SquillExpansion *expansion, SquillCollection *collection)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, collection->id);

  _squill_dependence_note_name (self->dependence, entity);
  _squill_expansion_add_entity (expansion, entity);
  collection->entity = g_strdup (collection->id);
  collection->count =
      _squill_count_entity (self->model, self->dependence, entity, &collection->count_at_horizon);
}

static void
expand_relationship (SquillDesign *self, SquillExpansion *expansion, SquillCollection *collection)
{
  const SquillRelationship *r = squill_model_get_relationship (self->model, collection->id);
  SquillDependence *dependence = self->dependence;

  _squill_dependence_note_name (dependence, squill_model_get_entity (self->model, r->parent));
  _squill_dependence_note_name (dependence, squill_model_get_entity (self->model, r->child));
  collection->relationship = g_strdup (collection->id);
  if (collection->kind == SQUILL_COLLECTION_JUNCTION)
    {
      _squill_expansion_add_junction (expansion, r);
      collection->count =
          _squill_count_junction (self->model, dependence, r, &collection->count_at_horizon);
      return;
    }
  collection->entity = g_strdup (r->child);
  _squill_expansion_add_bucket (expansion, r);
  collection->count =
      _squill_count_bucket (self->model, dependence, r, &collection->count_at_horizon);
}

static void
copy_ids (GPtrArray *to, const GPtrArray *from)
{
  g_ptr_array_set_size (to, 0);
  for (guint i = 0; i < from->len; i++)
    g_ptr_array_add (to, from->pdata[i]);
}

/* Of an entity's own fields and what its relationships store with them. */
static guint
guess_n_shapes (SquillDesign *self, const char *id)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, id);
  guint n = 0;

  if (entity == NULL)
    return USUAL_N_SHAPES;
  squill_entity_get_relationships (entity, &n);
  return 1 + n + (entity->item.children != NULL ? entity->item.children->len : 0);
}

static const SquillCollection *
compute (SquillDesign *self, Entry *entry)
{
  SquillCollection *collection = &entry->collection;
  SquillExpansion expansion;

  if (!entry->stale)
    return collection;

  g_hash_table_remove_all (self->sites);
  if (collection->shape != NULL)
    g_hash_table_remove (self->roots, collection->shape);
  g_clear_pointer (&entry->tree, _squill_tree_free);
  g_clear_pointer ((char **)&collection->entity, g_free);
  g_clear_pointer ((char **)&collection->relationship, g_free);
  g_ptr_array_set_size (collection->indexes, 0);
  g_ptr_array_set_size (collection->automatic, 0);
  g_free (collection->name);
  collection->name = _squill_collection_make_name (collection, self);

  entry->tree = _squill_tree_new (guess_n_shapes (self, collection->id));
  _squill_dependence_begin (self->dependence, &entry->dependent);
  _squill_expansion_init (&expansion, self->model, self->dependence, entry->tree);
  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    expand_entity (self, &expansion, collection);
  else
    expand_relationship (self, &expansion, collection);
  copy_ids (collection->entities, expansion.entities);
  copy_ids (collection->relationships, expansion.relationships);
  _squill_expansion_clear (&expansion);
  _squill_dependence_end (self->dependence);

  _squill_tree_measure (entry->tree, self->model,
                        collection->kind == SQUILL_COLLECTION_ENTITY
                            ? squill_model_get_entity (self->model, collection->entity)
                            : NULL);
  _squill_tree_find_discriminators (entry->tree, self->model);
  collection->shape = _squill_tree_get_root (entry->tree);
  g_hash_table_insert (self->roots, collection->shape, entry);
  _squill_collection_add_indexes (collection, self->model, entry->tree);
  collection->incompressible = _squill_shape_sum_incompressible (collection->shape);
  collection->generation = ++self->generation;
  entry->stale = FALSE;
  return collection;
}

/* Changes. */

static gboolean
changes_list (const SquillChangeEntry *entry)
{
  if (entry->kind == SQUILL_KIND_ENTITY)
    return (entry->aspects & SQUILL_ASPECT_PLACEMENT) != 0;
  /* The collections of relationships stand in the order of these. */
  return entry->kind == SQUILL_KIND_RELATIONSHIP &&
         (entry->aspects & (SQUILL_ASPECT_PLACEMENT | SQUILL_ASPECT_SHAPE)) != 0;
}

static void
on_model_changed (SquillModel *model, SquillChange *change, SquillDesign *self)
{
  g_autoptr (GPtrArray) ids = g_steal_pointer (&self->unannounced);
  double horizon = squill_model_get_horizon (model);
  gboolean list_changes = FALSE;
  guint n = self->n_unannounced;

  self->unannounced = g_ptr_array_new_with_free_func (g_free);
  self->n_unannounced = 0;
  self->model_generation = squill_model_get_generation (model);
  g_hash_table_remove_all (self->sites);
  for (guint i = 0; i < change->entries->len; i++)
    {
      const SquillChangeEntry *entry = change->entries->pdata[i];

      list_changes |= changes_list (entry);
      if (entry->kind == SQUILL_KIND_ENTITY && (entry->aspects & SQUILL_ASPECT_LAYOUT))
        self->order_stale = TRUE;
      if (entry->aspects & SQUILL_ASPECT_NAME)
        g_clear_pointer (&self->by_name, g_hash_table_unref);
    }
  _squill_plan_cache_touch (self->plans, model, change);
  if (list_changes)
    n += list_collections (self, ids);
  _squill_dependence_touch (self->dependence, change, mark, ids);
  if (horizon != self->horizon)
    {
      self->horizon = horizon;
      for (guint i = 0; i < self->list->len; i++)
        mark (self->list->pdata[i], ids);
    }
  if (n == 0 && ids->len == 0)
    return;
  g_ptr_array_add (ids, NULL);
  g_signal_emit (self, signals[CHANGED], 0, n, ids->pdata);
}

static void
squill_design_finalize (GObject *object)
{
  SquillDesign *self = SQUILL_DESIGN (object);

  g_signal_handler_disconnect (self->model, self->handler);
  g_clear_pointer (&self->plans, _squill_plan_cache_free);
  g_clear_pointer (&self->dependence, _squill_dependence_free);
  for (guint i = 0; i < self->list->len; i++)
    _squill_dependent_clear (&((Entry *)self->list->pdata[i])->dependent, NULL);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->roots, g_hash_table_unref);
  g_clear_pointer (&self->sites, g_hash_table_unref);
  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_clear_pointer (&self->list, g_ptr_array_unref);
  g_clear_pointer (&self->unannounced, g_ptr_array_unref);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (squill_design_parent_class)->finalize (object);
}

static void
squill_design_class_init (SquillDesignClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = squill_design_finalize;

  /**
   * SquillDesign::changed:
   * @self: the design
   * @n: how many collections came or went
   * @ids: ids of the collections to read again
   *
   * Emitted once after each change of the model on which what was read depends, before anything is
   * computed: a collection is computed when it is next read.
   */
  signals[CHANGED] =
      g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRV | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
squill_design_init (SquillDesign *self)
{
  self->list = g_ptr_array_new ();
  self->unannounced = g_ptr_array_new_with_free_func (g_free);
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)entry_free);
  self->roots = g_hash_table_new (NULL, NULL);
  self->sites =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
}

/**
 * squill_design_new:
 * @model: a model
 *
 * Makes the design of a model; it follows each change of the model.
 *
 * Returns: (transfer full): the design
 */
SquillDesign *
squill_design_new (SquillModel *model)
{
  SquillDesign *self;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), NULL);

  self = g_object_new (SQUILL_TYPE_DESIGN, NULL);
  self->model = g_object_ref (model);
  self->dependence = _squill_dependence_new (model);
  self->plans = _squill_plan_cache_new ();
  self->horizon = squill_model_get_horizon (model);
  self->model_generation = squill_model_get_generation (model);
  self->handler = g_signal_connect (model, "changed", G_CALLBACK (on_model_changed), self);
  list_collections (self, NULL);
  return self;
}

/**
 * squill_design_get_model:
 * @self: a design
 *
 * Returns: (transfer none): its model
 */
SquillModel *
squill_design_get_model (SquillDesign *self)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);

  return self->model;
}

/** What a count notes where nothing is computed, nobody hears. */
SquillDependence *
_squill_design_get_dependence (SquillDesign *self)
{
  return self->dependence;
}

/** What operations do with the collections (transfer none). */
SquillPlanCache *
_squill_design_get_plans (SquillDesign *self)
{
  catch_up (self);
  return self->plans;
}

static Entry *
find_entry (SquillDesign *self, const char *id)
{
  catch_up (self);
  return id == NULL ? NULL : g_hash_table_lookup (self->by_id, id);
}

/** The shapes of a collection. */
SquillTree *
_squill_design_get_tree (SquillDesign *self, const char *id)
{
  Entry *entry = find_entry (self, id);

  if (entry == NULL)
    return NULL;
  compute (self, entry);
  return entry->tree;
}

/** Entity -> where its documents are, as far as squill_design_get_document_sites() has found out;
 * empty again whenever something changes (transfer none). */
GHashTable *
_squill_design_get_sites (SquillDesign *self)
{
  catch_up (self);
  return self->sites;
}

/* Where in the list a collection stands, if there is one of this id. */
gboolean
_squill_design_find_position (SquillDesign *self, const char *id, guint *position)
{
  const Entry *entry;

  check_order (self);
  entry = g_hash_table_lookup (self->by_id, id);
  if (entry != NULL)
    *position = entry->position;
  return entry != NULL;
}

/**
 * squill_design_get_n_collections:
 * @self: a design
 *
 * Returns: how many collections there are
 */
guint
squill_design_get_n_collections (SquillDesign *self)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), 0);

  catch_up (self);
  return self->list->len;
}

/**
 * squill_design_get_collection:
 * @self: a design
 * @position: from 0: those of entities first, in the model's order, then those of relationships
 *
 * Returns: (transfer none) (nullable): the collection, valid until the model changes
 */
const SquillCollection *
squill_design_get_collection (SquillDesign *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);

  check_order (self);
  return position < self->list->len ? compute (self, self->list->pdata[position]) : NULL;
}

/**
 * squill_design_get_collection_id:
 * @self: a design
 * @position: as squill_design_get_collection()
 *
 * Returns: (transfer none) (nullable): the collection's id; nothing is computed for it
 */
const char *
squill_design_get_collection_id (SquillDesign *self, guint position)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);

  check_order (self);
  return position < self->list->len ? ((const Entry *)self->list->pdata[position])->collection.id
                                    : NULL;
}

/**
 * squill_design_find_collection:
 * @self: a design
 * @id: (nullable): the id of an entity or a relationship
 *
 * Returns: (transfer none) (nullable): the collection that comes from it, valid until the model
 *   changes
 */
const SquillCollection *
squill_design_find_collection (SquillDesign *self, const char *id)
{
  Entry *entry;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);

  entry = find_entry (self, id);
  return entry == NULL ? NULL : compute (self, entry);
}

/**
 * squill_design_find_collection_by_name:
 * @self: a design
 * @name: a name
 *
 * Returns: (transfer none) (nullable): the first collection of that name, valid until the model
 *   changes
 */
const SquillCollection *
squill_design_find_collection_by_name (SquillDesign *self, const char *name)
{
  Entry *entry;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  check_order (self);
  if (self->by_name == NULL)
    {
      self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < self->list->len; i++)
        {
          g_autofree char *its_name = _squill_collection_make_name (
              &((const Entry *)self->list->pdata[i])->collection, self);

          if (!g_hash_table_contains (self->by_name, its_name))
            g_hash_table_insert (self->by_name, g_steal_pointer (&its_name), self->list->pdata[i]);
        }
    }
  entry = g_hash_table_lookup (self->by_name, name);
  return entry == NULL ? NULL : compute (self, entry);
}

/**
 * squill_design_is_collection:
 * @self: a design
 * @entity: (nullable): id of an entity
 *
 * Returns: %TRUE if the entity has a collection of its own
 */
gboolean
squill_design_is_collection (SquillDesign *self, const char *entity)
{
  const Entry *entry;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), FALSE);

  entry = find_entry (self, entity);
  return entry != NULL && entry->collection.kind == SQUILL_COLLECTION_ENTITY;
}

/**
 * squill_design_is_embedded:
 * @self: a design
 * @entity: (nullable): id of an entity
 *
 * Returns: %TRUE if documents of the entity stand in others, be there a collection of it or not;
 *   the first of a subset are only copies and do not count
 */
gboolean
squill_design_is_embedded (SquillDesign *self, const char *entity)
{
  const SquillEntity *found;
  const SquillRelationship *const *relationships;
  guint n;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), FALSE);

  found = squill_model_get_entity (self->model, entity);
  if (found == NULL)
    return FALSE;
  relationships = squill_entity_get_relationships (found, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_equal (relationships[i]->child, entity) &&
        squill_placement_holds_children (relationships[i]->placement))
      return TRUE;
  return FALSE;
}

/**
 * squill_design_get_generation:
 * @self: a design
 * @collection: (nullable): id of a collection
 *
 * Tells whether a collection is still the one that was read: then it has the same generation.
 *
 * Returns: its generation; 0 if there is no such collection
 */
guint64
squill_design_get_generation (SquillDesign *self, const char *collection)
{
  const SquillCollection *found = squill_design_find_collection (self, collection);

  return found == NULL ? 0 : found->generation;
}

/**
 * squill_design_get_collection_of_shape:
 * @self: a design
 * @shape: one of its shapes
 *
 * Returns: (transfer none) (nullable): the collection whose document @shape is part of
 */
const SquillCollection *
squill_design_get_collection_of_shape (SquillDesign *self, const SquillShape *shape)
{
  const Entry *entry;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);
  g_return_val_if_fail (shape != NULL, NULL);

  while (shape->parent != NULL)
    shape = shape->parent;
  entry = g_hash_table_lookup (self->roots, shape);
  return entry == NULL ? NULL : &entry->collection;
}

/**
 * squill_collection_get_database:
 * @design: a design
 * @collection: one of its collections
 *
 * Links of a relationship are stored with its parents, buckets with what is in them.
 *
 * Returns: (transfer none) (nullable): the database that the collection is in, where that is
 *   another one than that of the model; %NULL where it is that, or nothing is known
 */
const char *
squill_collection_get_database (SquillDesign *design, const SquillCollection *collection)
{
  SquillModel *model;
  const SquillRelationship *r;
  const SquillEntity *entity;
  const char *usual;

  g_return_val_if_fail (SQUILL_IS_DESIGN (design), NULL);
  g_return_val_if_fail (collection != NULL, NULL);

  model = squill_design_get_model (design);
  usual = squill_model_get_info (model)->database;
  r = collection->kind == SQUILL_COLLECTION_JUNCTION
          ? squill_model_get_relationship (model, collection->relationship)
          : NULL;
  entity = squill_model_get_entity (model, r != NULL ? r->parent : collection->entity);
  if (entity == NULL || entity->database == NULL || *entity->database == '\0' ||
      g_strcmp0 (entity->database, usual) == 0)
    return NULL;
  return entity->database;
}
