/* SPDX-License-Identifier: Apache-2.0 */

/* From the model to its shapes: where the documents of an entity are, what a key means there, how
 * many there are. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include "model/squill-placement.h"

#include <string.h>

/* Adds the collections in whose documents those of an entity can be: its own, and those of all
 * that embed it at any depth. */
static void
add_collections_around (SquillDesign *self, const char *entity, GHashTable *found)
{
  SquillModel *model = squill_design_get_model (self);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();

  g_ptr_array_add (queue, (gpointer)entity);
  while (queue->len > 0)
    {
      const char *id = g_ptr_array_steal_index_fast (queue, queue->len - 1);
      const SquillEntity *one = squill_model_get_entity (model, id);
      const SquillRelationship *const *relationships;
      guint n;

      if (one == NULL || !g_hash_table_add (seen, (gpointer)id))
        continue;
      if (squill_design_is_collection (self, id))
        g_hash_table_add (found, one->item.id);
      relationships = squill_entity_get_relationships (one, &n);
      for (guint i = 0; i < n; i++)
        {
          const SquillRelationship *r = relationships[i];

          if (!g_str_equal (r->child, id))
            continue;
          if (squill_placement_embeds_any (r->placement))
            g_ptr_array_add (queue, r->parent);
          else if (r->placement == SQUILL_PLACEMENT_BUCKET)
            g_hash_table_add (found, r->item.id);
        }
    }
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  const guint left = *(const guint *)a, right = *(const guint *)b;

  return left < right ? -1 : left > right;
}

/* In the order of the list. */
static GPtrArray *
list_found (SquillDesign *self, GHashTable *found)
{
  GPtrArray *collections = g_ptr_array_new ();
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer id;
  guint position;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (_squill_design_find_position (self, id, &position))
      g_array_append_val (positions, position);
  g_array_sort (positions, compare_positions);
  for (guint i = 0; i < positions->len; i++)
    g_ptr_array_add (collections, (gpointer)squill_design_get_collection (
                                      self, g_array_index (positions, guint, i)));
  return collections;
}

static void
add_places (SquillDesign *self,
            const SquillCollection *collection,
            const char *entity,
            GPtrArray *places)
{
  GPtrArray *all = _squill_tree_get_places (_squill_design_get_tree (self, collection->id));

  for (guint i = 0; i < all->len; i++)
    {
      const SquillShape *place = all->pdata[i];

      if (g_strcmp0 (place->entity, entity) == 0)
        g_ptr_array_add (places, (gpointer)place);
    }
}

static GPtrArray *
find_sites (SquillDesign *self, const char *entity)
{
  GPtrArray *places = g_ptr_array_new ();
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) collections = NULL;

  add_collections_around (self, entity, found);
  if (g_hash_table_remove (found, entity))
    add_places (self, squill_design_find_collection (self, entity), entity, places);
  collections = list_found (self, found);
  for (guint i = 0; i < collections->len; i++)
    add_places (self, collections->pdata[i], entity, places);
  return places;
}

/**
 * squill_design_get_document_sites:
 * @self: a design
 * @entity: id of an entity
 *
 * Finds where documents of an entity are: as the root of its collection, which comes first, and
 * embedded, be it in a subset or in buckets. They are found once for all who ask until the model
 * changes: nobody changes the array.
 *
 * Returns: (transfer full) (element-type SquillShape): the shapes, valid until the model changes
 */
GPtrArray *
squill_design_get_document_sites (SquillDesign *self, const char *entity)
{
  GPtrArray *sites;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), g_ptr_array_new ());
  g_return_val_if_fail (entity != NULL, g_ptr_array_new ());

  sites = g_hash_table_lookup (_squill_design_get_sites (self), entity);
  if (sites == NULL)
    {
      sites = find_sites (self, entity);
      g_hash_table_insert (_squill_design_get_sites (self), g_strdup (entity), sites);
    }
  return g_ptr_array_ref (sites);
}

static gboolean
is_without (const SquillShape *shape, gpointer id)
{
  return !(shape->copy != NULL && g_strcmp0 (shape->entity, id) == 0);
}

static gboolean
has_any_of (const SquillCollection *collection, const char *id)
{
  return g_ptr_array_find_with_equal_func (collection->entities, id, g_str_equal, NULL) ||
         g_ptr_array_find_with_equal_func (collection->relationships, id, g_str_equal, NULL) ||
         !squill_shape_foreach (collection->shape, is_without, (gpointer)id);
}

/**
 * squill_design_get_collections_of:
 * @self: a design
 * @id: id of an entity or a relationship, or of something that belongs to one
 *
 * Finds the collections in whose documents anything of an entity is, copied fields too, or that a
 * relationship shapes.
 *
 * Returns: (transfer container) (element-type utf8): ids of collections, valid until the model
 *   changes
 */
GPtrArray *
squill_design_get_collections_of (SquillDesign *self, const char *id)
{
  GPtrArray *ids = g_ptr_array_new ();
  g_autoptr (GHashTable) found = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) collections = NULL;
  const SquillItem *item;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), ids);
  g_return_val_if_fail (id != NULL, ids);

  item = squill_model_get_item (squill_design_get_model (self), id);
  if (item == NULL)
    return ids;
  item = squill_item_get_owner (item);
  if (item->kind == SQUILL_KIND_RELATIONSHIP)
    {
      const SquillRelationship *r = (const SquillRelationship *)item;

      add_collections_around (self, r->parent, found);
      add_collections_around (self, r->child, found);
      if (squill_placement_has_collection (r->placement))
        g_hash_table_add (found, r->item.id);
    }
  else if (item->kind == SQUILL_KIND_ENTITY)
    {
      guint n;
      const SquillRelationship *const *relationships =
          squill_entity_get_relationships ((const SquillEntity *)item, &n);

      add_collections_around (self, item->id, found);
      for (guint i = 0; i < n; i++)
        {
          const SquillRelationship *r = relationships[i];
          guint n_copies;

          squill_item_get_children (r, SQUILL_KIND_COPY, &n_copies);
          if (n_copies == 0)
            continue;
          add_collections_around (self, r->parent, found);
          add_collections_around (self, r->child, found);
          if (squill_placement_has_collection (r->placement))
            g_hash_table_add (found, r->item.id);
        }
    }
  collections = list_found (self, found);
  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollection *collection = collections->pdata[i];

      if (has_any_of (collection, item->id))
        g_ptr_array_add (ids, collection->id);
    }
  return ids;
}

/**
 * squill_design_resolve:
 * @self: a design
 * @place: where documents of an entity are
 * @key_path: the path of a #SquillKey of that entity
 *
 * Finds what a key means in one of the places of its entity. A key that leads through a
 * relationship finds the field where the other end is embedded, or a copy of it.
 *
 * Returns: (transfer none) (nullable): the shape; %NULL where the documents do not have it
 */
const SquillShape *
squill_design_resolve (SquillDesign *self, const SquillShape *place, const char *key_path)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);
  g_return_val_if_fail (place != NULL, NULL);
  g_return_val_if_fail (key_path != NULL, NULL);

  return _squill_shape_resolve (place, key_path);
}

/* A field can hold the references of several relationships; it is one shape all the same. */
static const SquillShape *
find_held (const SquillShape *place, const SquillRelationship *r, gboolean at_parent)
{
  const char *holder = at_parent ? r->parent_holder : r->child_holder;
  const SquillShape *found = holder == NULL ? NULL : _squill_shape_resolve (place, holder);

  return found != NULL && found->origin == SQUILL_ORIGIN_REFERENCE ? found : NULL;
}

/**
 * squill_design_get_stored:
 * @self: a design
 * @relationship: id of a relationship
 * @at_parent: at which of its ends
 *
 * Finds what a relationship stores: in the parent the embedded child or children, the references
 * to them; in the child the reference to its parent. The documents of a junction and of buckets
 * have both: the reference or the items that the parent would have, and the reference that the
 * child would have.
 *
 * Returns: (transfer none) (nullable): the shape in the first of the places, valid until the model
 *   changes; %NULL where nothing is stored
 */
const SquillShape *
squill_design_get_stored (SquillDesign *self, const char *relationship, gboolean at_parent)
{
  const SquillRelationship *r;
  g_autoptr (GPtrArray) places = NULL;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NULL);
  g_return_val_if_fail (relationship != NULL, NULL);

  r = squill_model_get_relationship (squill_design_get_model (self), relationship);
  if (r == NULL)
    return NULL;
  if (squill_placement_has_collection (r->placement))
    {
      const SquillCollection *collection = squill_design_find_collection (self, relationship);

      return _squill_shape_find_stored (collection->shape, relationship, at_parent);
    }
  places = squill_design_get_document_sites (self, at_parent ? r->parent : r->child);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillShape *stored =
          _squill_shape_find_stored (places->pdata[i], relationship, at_parent);

      if (stored == NULL)
        stored = find_held (places->pdata[i], r, at_parent);
      if (stored != NULL)
        return stored;
    }
  return NULL;
}

/**
 * squill_design_get_children_at_horizon:
 * @self: a design
 * @r: a relationship of its model
 *
 * Returns: how many children one parent will have at the planning horizon: what is likely now and
 *   what comes by then, but no more than what bounds it; NaN where nobody said
 */
double
squill_design_get_children_at_horizon (SquillDesign *self, const SquillRelationship *r)
{
  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NAN);
  g_return_val_if_fail (r != NULL, NAN);

  return _squill_relationship_get_children_at (
      r, squill_model_get_horizon (squill_design_get_model (self)));
}

static SquillTriple
count (SquillDesign *self, const char *entity, double *at_horizon)
{
  SquillModel *model = squill_design_get_model (self);
  const SquillEntity *found = squill_model_get_entity (model, entity);

  *at_horizon = NAN;
  return found == NULL ? SQUILL_TRIPLE_UNSET
                       : _squill_count_entity (model, _squill_design_get_dependence (self), found,
                                               at_horizon);
}

/**
 * squill_design_get_count:
 * @self: a design
 * @entity: id of an entity
 *
 * Returns: how many there are: what was said, or for one that is embedded what follows from those
 *   that embed it; NaN for what nobody said
 */
SquillTriple
squill_design_get_count (SquillDesign *self, const char *entity)
{
  double at_horizon;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), SQUILL_TRIPLE_UNSET);

  return count (self, entity, &at_horizon);
}

/**
 * squill_design_get_count_at_horizon:
 * @self: a design
 * @entity: id of an entity
 *
 * Returns: the likely number at the planning horizon; NaN where nobody said
 */
double
squill_design_get_count_at_horizon (SquillDesign *self, const char *entity)
{
  double at_horizon;

  g_return_val_if_fail (SQUILL_IS_DESIGN (self), NAN);

  count (self, entity, &at_horizon);
  return at_horizon;
}

/**
 * squill_operation_get_rate:
 * @operation: an operation
 *
 * Returns: how often it runs, per second; 0 where nobody said
 */
double
squill_operation_get_rate (const SquillOperation *operation)
{
  static const double seconds[] = { 1, 60, 60 * 60, 24 * 60 * 60 };

  g_return_val_if_fail (operation != NULL, 0);

  if (isnan (operation->rate) || (guint)operation->rate_unit >= G_N_ELEMENTS (seconds))
    return 0;
  return operation->rate / seconds[operation->rate_unit];
}
