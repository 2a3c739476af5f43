/* SPDX-License-Identifier: Apache-2.0 */

/* What rules read of a model and its design, and how they say what they found. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-advice-private.h"

#include <string.h>

#include "design/squill-size.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"

/** Its value for the model. */
double
_squill_run_get (const SquillRun *run, SquillThreshold threshold)
{
  return run->thresholds[threshold];
}

/** The children of one parent at the horizon; NaN where nobody said. */
double
_squill_run_get_children (SquillRun *run, const SquillRelationship *r)
{
  if (r->placement == SQUILL_PLACEMENT_EMBED_ONE)
    return 1;
  return squill_design_get_children_at_horizon (run->design, r);
}

/** The most children of any parent: what bounds them, infinite where nothing does; those at the
 * horizon where nobody said; NaN where nobody said that either. */
double
_squill_run_get_most_children (SquillRun *run, const SquillRelationship *r)
{
  double most = fmin (r->children.max, r->cap);

  return r->placement == SQUILL_PLACEMENT_EMBED_ONE || isnan (most)
             ? _squill_run_get_children (run, r)
             : most;
}

/** The most parents of any child, infinite where nothing bounds them; as many as are usual where
 * nobody said. */
double
_squill_run_get_most_parents (SquillRun *run, const SquillRelationship *r)
{
  return isnan (r->parents.max) ? _squill_run_get_parents (run, r) : r->parents.max;
}

/** The parents of one child, as many as are usual; one where nobody said. */
double
_squill_run_get_parents (SquillRun *run, const SquillRelationship *r)
{
  if (!isnan (r->parents.likely))
    return r->parents.likely;
  if (!isnan (r->parents.max))
    return r->parents.max;
  return 1;
}

/* Rule after rule asks the same of one relationship. */
static void
look_at (SquillRun *run, const SquillRelationship *r)
{
  if (run->last == r)
    return;
  run->last = r;
  run->parent = run->child = NULL;
  run->is_known[FALSE] = run->is_known[TRUE] = FALSE;
}

/** The entity at its parent's end. */
const SquillEntity *
_squill_run_get_parent (SquillRun *run, const SquillRelationship *r)
{
  look_at (run, r);
  if (run->parent == NULL)
    run->parent = squill_model_get_entity (run->model, r->parent);
  return run->parent;
}

/** The entity at its child's end. */
const SquillEntity *
_squill_run_get_child (SquillRun *run, const SquillRelationship *r)
{
  look_at (run, r);
  if (run->child == NULL)
    run->child = squill_model_get_entity (run->model, r->child);
  return run->child;
}

typedef struct
{
  const char *entity;
  const SquillShape *found;
} PlaceSearch;

static gboolean
is_no_place (const SquillShape *shape, gpointer user_data)
{
  PlaceSearch *search = user_data;

  if (shape->document && g_strcmp0 (shape->entity, search->entity) == 0)
    search->found = shape;
  return search->found == NULL;
}

static const SquillShape *
find_place (SquillRun *run, const char *entity)
{
  PlaceSearch search = { entity, NULL };
  const GPtrArray *near;
  const char *home = NULL;

  if (squill_design_is_collection (run->design, entity))
    return squill_design_find_collection (run->design, entity)->shape;
  /* One of them, whatever the order in which they are. */
  near = _squill_neighborhood_get_collections (run->neighborhood, entity);
  for (guint i = 0; i < near->len; i++)
    {
      const SquillCollection *collection =
          squill_design_find_collection (run->design, near->pdata[i]);

      if (collection != NULL && (home == NULL || strcmp (collection->id, home) < 0) &&
          g_ptr_array_find_with_equal_func (collection->entities, entity, g_str_equal, NULL))
        home = collection->id;
    }
  if (home != NULL)
    squill_shape_foreach (squill_design_find_collection (run->design, home)->shape, is_no_place,
                          &search);
  return search.found;
}

/** Where its documents are: in their own collection if they have one, or else in the first that has
 * them; %NULL if none has (nullable). */
const SquillShape *
_squill_run_get_place (SquillRun *run, const char *entity)
{
  gpointer place;

  if (g_hash_table_lookup_extended (run->places, entity, NULL, &place))
    return place;
  place = (gpointer)find_place (run, entity);
  g_hash_table_insert (run->places, (gpointer)entity, place);
  return place;
}

static const SquillShape *
find_stored (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  const char *holder = at_parent ? r->parent_holder : r->child_holder;
  const SquillShape *place, *stored;

  /* One document has what both ends store. */
  if (g_str_equal (r->parent, r->child) || squill_placement_has_collection (r->placement))
    return squill_design_get_stored (run->design, r->item.id, at_parent);
  place = _squill_run_get_place (run, at_parent ? r->parent : r->child);
  if (place == NULL)
    return NULL;
  stored = squill_design_resolve (run->design, place, r->item.id);
  if (stored == NULL && holder != NULL)
    {
      stored = squill_design_resolve (run->design, place, holder);
      if (stored != NULL && stored->origin != SQUILL_ORIGIN_REFERENCE)
        stored = NULL;
    }
  return stored;
}

/**
 * _squill_run_get_stored:
 * @run: a run
 * @r: a relationship
 * @at_parent: at which of its ends
 *
 * Does what squill_design_get_stored() does, from the places that are known already.
 *
 * Returns: (nullable): what the relationship stores there
 */
const SquillShape *
_squill_run_get_stored (SquillRun *run, const SquillRelationship *r, gboolean at_parent)
{
  at_parent = !!at_parent;
  look_at (run, r);
  if (!run->is_known[at_parent])
    {
      run->stored[at_parent] = find_stored (run, r, at_parent);
      run->is_known[at_parent] = TRUE;
    }
  return run->stored[at_parent];
}

/** How it is used, see squill_access_read(). */
SquillAccess
_squill_run_get_access (SquillRun *run, const SquillRelationship *r)
{
  SquillAccess *access = g_hash_table_lookup (run->accesses, r->item.id);

  if (access == NULL)
    {
      access = g_new (SquillAccess, 1);
      *access = squill_access_read (run->operations, r);
      g_hash_table_insert (run->accesses, r->item.id, access);
    }
  return *access;
}

/**
 * _squill_run_get_advised:
 * @run: a run
 * @r: a relationship
 *
 * Gives what squill_placements_compare() advises. Fixes and rules that propose another placement
 * follow it, so that they say what the list of placements says.
 *
 * Returns: (nullable): the advised option, %NULL where none is
 */
const SquillPlacementOption *
_squill_run_get_advised (SquillRun *run, const SquillRelationship *r)
{
  SquillPlacementOption *advised = g_hash_table_lookup (run->options, r->item.id);

  if (advised == NULL && !g_hash_table_contains (run->options, r->item.id))
    {
      advised = squill_placements_find_advised (run->design, r->item.id);
      g_hash_table_insert (run->options, r->item.id, advised);
    }
  return advised;
}

/** All ways to store it, as squill_placements_compare() gives them. */
const GPtrArray *
_squill_run_compare (SquillRun *run, const SquillRelationship *r)
{
  GPtrArray *options = g_hash_table_lookup (run->comparisons, r->item.id);

  if (options == NULL)
    {
      options = squill_placements_compare (run->design, r->item.id);
      g_hash_table_insert (run->comparisons, r->item.id, options);
    }
  return options;
}

/** TRUE if its children are advised to be embedded in their parents. */
gboolean
_squill_run_advises_embedding (SquillRun *run, const SquillRelationship *r)
{
  const SquillPlacementOption *advised = _squill_run_get_advised (run, r);

  return advised != NULL && squill_placement_is_embedding (advised->placement);
}

/**
 * _squill_run_keep:
 * @run: a run, in which the other check of a rule of the model looks
 * @now: what the rule has to know of the subject
 *
 * Keeps it until the subject is looked at again. If it is something else than before, the model is.
 */
void
_squill_run_keep (SquillRun *run, SquillKept now)
{
  SquillKept *kept = g_hash_table_lookup (run->kept, run->subject);

  if (kept != NULL && memcmp (kept, &now, sizeof now) == 0)
    return;
  run->is_kept_new = TRUE;
  if (kept != NULL)
    *kept = now;
  else
    g_hash_table_insert (run->kept, g_strdup (run->subject), g_memdup2 (&now, sizeof now));
}

/** What was kept of a subject, see _squill_run_keep(); nothing where that is 0. */
SquillKept
_squill_run_get_kept (const SquillRun *run, const char *id)
{
  const SquillKept *kept = g_hash_table_lookup (run->kept, id);

  return kept != NULL ? *kept : (SquillKept){ { 0 } };
}

/** The collection of which the entity is the root (nullable). */
const SquillCollection *
_squill_run_get_own_collection (SquillRun *run, const char *entity)
{
  if (!squill_design_is_collection (run->design, entity))
    return NULL;
  return squill_design_find_collection (run->design, entity);
}

/** The collection that has its documents: its own, or the first in which it is embedded (nullable).
 */
const SquillCollection *
_squill_run_get_root_collection (SquillRun *run, const char *entity)
{
  const SquillShape *place = _squill_run_get_place (run, entity);

  return place == NULL ? NULL : squill_design_get_collection_of_shape (run->design, place);
}

/** The entity whose options the collection has; %NULL for links and buckets (nullable). */
const SquillEntity *
_squill_run_get_root_entity (SquillRun *run, const SquillCollection *collection)
{
  return collection->kind == SQUILL_COLLECTION_ENTITY
             ? squill_model_get_entity (run->model, collection->entity)
             : NULL;
}

/* The part of a path that is left below a shape; NULL if the path does not lead there. What is in
 * an array has its path, and what is below the keys of a map that of all of them. */
static const char *
skip_name (const SquillShape *shape, const char *path)
{
  const SquillShape *parent = shape->parent;
  const char *name = shape->rest || parent->map ? "$**" : shape->name;
  gsize length;

  if (parent->array && g_str_equal (shape->name, "[]"))
    return path;
  length = strlen (name);
  if (strncmp (path, name, length) != 0)
    return NULL;
  return path[length] == '\0' ? path + length : path[length] == '.' ? path + length + 1 : NULL;
}

static const SquillShape *
find_below (const SquillShape *shape, const char *path)
{
  for (guint i = shape->children->len; i-- > 0;)
    {
      const SquillShape *child = shape->children->pdata[i];
      const char *left = skip_name (child, path);
      const SquillShape *found;

      if (left == NULL)
        continue;
      if (*left == '\0')
        return child;
      found = find_below (child, left);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/**
 * _squill_collection_find_shape:
 * @collection: a collection
 * @path: a dotted path, as queries and indexes write it
 *
 * Returns: (nullable): the part of its documents that is there
 */
const SquillShape *
_squill_collection_find_shape (const SquillCollection *collection, const char *path)
{
  return find_below (collection->shape, path);
}

/** The likely bytes of one of its documents, with what is embedded in it; 0 if it is nowhere. */
double
_squill_run_get_bytes (SquillRun *run, const char *entity)
{
  const SquillShape *place = _squill_run_get_place (run, entity);

  if (place == NULL)
    return 0;
  if (place->parent == NULL)
    return place->bytes.likely;
  return isfinite (place->payload.likely) ? place->payload.likely : 0;
}

/**
 * _squill_run_make_entity_name:
 * @run: a run
 * @base: the name to begin with
 *
 * Chooses the name of an entity that a fix makes. When that is no longer free, or @base is free
 * again, the rule is asked again.
 *
 * Returns: (transfer full): @base, with a number behind it where an entity has that name
 */
char *
_squill_run_make_entity_name (SquillRun *run, const char *base)
{
  char *name =
      squill_model_make_unique_name (run->model, SQUILL_MODEL_ID, SQUILL_KIND_ENTITY, base);

  if (run->new_names != NULL)
    _squill_new_names_add (run->new_names, run->subject, run->finder, base, name);
  return name;
}

/* What is read again and again where every read takes only the first few in the order of time. */
#define RECENT_SHARE 0.1

static gboolean
reads_recent (SquillRun *run, const SquillUse *use)
{
  const SquillKey *first = use->operation->sort == NULL ? NULL : use->operation->sort->pdata[0];
  const SquillField *field =
      first == NULL ? NULL : squill_model_get_field (run->model, first->path);

  return use->operation->limit >= 1 && first != NULL && g_str_equal (first->operator, "-1") &&
         field != NULL && (field->types & SQUILL_TYPE_DATE) != 0;
}

/**
 * _squill_run_get_hot_share:
 * @run: a run
 * @collection: a collection
 * @assumed: (out): nobody said so: it is as much as there may be
 *
 * Returns: 0 to 1: the share of its documents that operations look for again and again: what the
 *   model says, or else all, unless every read takes only the newest; 0 if there are no operations
 */
double
_squill_run_get_hot_share (SquillRun *run, const SquillCollection *collection, gboolean *assumed)
{
  const SquillEntity *entity = squill_model_get_entity (run->model, collection->entity);
  double share = 0;

  for (guint i = 0; i < collection->entities->len; i++)
    {
      const GPtrArray *uses =
          squill_operation_index_get_uses_of (run->operations, collection->entities->pdata[i]);

      for (guint j = 0; j < uses->len; j++)
        {
          const SquillUse *use = uses->pdata[j];

          /* Nothing is more than all of them. */
          if (use->rate > 0 && share < 1)
            share = fmax (share, reads_recent (run, use) ? RECENT_SHARE : 1);
        }
    }
  /* NaN is no bound. */
  if (collection->kind == SQUILL_COLLECTION_ENTITY)
    share = fmin (share, entity->hot_share);
  *assumed =
      share == 1 && (collection->kind != SQUILL_COLLECTION_ENTITY || isnan (entity->hot_share));
  return share;
}

/**
 * _squill_field_has_many:
 * @field: a field
 *
 * Returns: %TRUE if one document may have several values of it: it is, or is in, an array or a map,
 *   or is the keys of one
 */
gboolean
_squill_field_has_many (const SquillField *field)
{
  for (const SquillItem *item = &field->item; item != NULL && item->kind == SQUILL_KIND_FIELD;
       item = item->parent)
    {
      const SquillField *around = (const SquillField *)item;

      if (around->array || around->map || around->map_key)
        return TRUE;
    }
  return FALSE;
}

/* Of {id, …} the id is what queries ask for. */
static const SquillShape *
get_reference (const SquillShape *stored)
{
  if (stored->origin != SQUILL_ORIGIN_REFERENCE || stored->document)
    return stored;
  for (guint i = 0; i < stored->children->len; i++)
    {
      const SquillShape *child = stored->children->pdata[i];

      if (child->origin == SQUILL_ORIGIN_REFERENCE && child->target != NULL)
        return child;
    }
  return stored;
}

/**
 * _squill_index_serves_queries:
 * @index: an index of a collection
 *
 * Returns: %TRUE if a query by its keys can use it, whatever else it asks for
 */
gboolean
_squill_index_serves_queries (const SquillCollectionIndex *index)
{
  return !index->unresolved && !index->partial && !index->hidden;
}

static gboolean
leads (const SquillCollectionIndex *index, const char *path)
{
  return _squill_index_serves_queries (index) && index->keys->len > 0 &&
         g_str_equal (((const SquillKey *)index->keys->pdata[0])->path, path);
}

/**
 * _squill_run_has_index_led_by:
 * @run: a run
 * @shape: (nullable): part of a document
 *
 * Returns: %TRUE if the collection has an index whose first key is this part: then it is found
 *   without a scan
 */
gboolean
_squill_run_has_index_led_by (SquillRun *run, const SquillShape *shape)
{
  const SquillCollection *collection;
  g_autofree char *path = NULL;

  if (shape == NULL)
    return FALSE;
  collection = squill_design_get_collection_of_shape (run->design, shape);
  if (collection == NULL)
    return FALSE;
  path = squill_shape_get_query_path (get_reference (shape));
  for (guint i = 0; i < collection->indexes->len; i++)
    if (leads (collection->indexes->pdata[i], path))
      return TRUE;
  return FALSE;
}

/** The dotted path that queries write for the key, in the collection of
 * _squill_run_get_root_collection(); %NULL if documents have no such place (transfer full)
 * (nullable). */
char *
_squill_run_resolve (SquillRun *run, const char *entity, const SquillKey *key)
{
  const SquillShape *place = _squill_run_get_place (run, entity);
  const SquillShape *shape;

  if (place == NULL)
    return NULL;
  shape = squill_design_resolve (run->design, place, key->path);
  if (shape != NULL)
    return squill_shape_get_query_path (get_reference (shape));
  if (*key->path != '=')
    return NULL;
  if (place->parent != NULL)
    {
      g_autofree char *around = squill_shape_get_query_path (place);

      return g_strconcat (around, ".", key->path + 1, NULL);
    }
  return g_strdup (key->path + 1);
}

/**
 * _squill_run_is_unique:
 * @run: a run
 * @entity: the id of an entity
 * @keys: keys of it
 *
 * Returns: %TRUE if a unique index of all documents has none but these keys, so that no two of them
 *   have the same values of them
 */
gboolean
_squill_run_is_unique (SquillRun *run, const char *entity, const SquillKeys *keys)
{
  const SquillCollection *collection = _squill_run_get_root_collection (run, entity);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);

  if (collection == NULL)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      char *path = _squill_run_resolve (run, entity, keys->pdata[i]);

      if (path != NULL)
        g_ptr_array_add (paths, path);
    }
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      gboolean covers =
          index->unique && !index->partial && !index->unresolved && index->keys->len > 0;

      for (guint j = 0; j < index->keys->len && covers; j++)
        covers = g_ptr_array_find_with_equal_func (
            paths, ((const SquillKey *)index->keys->pdata[j])->path, g_str_equal, NULL);
      if (covers)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_shape_get_times:
 * @shape: part of a document
 *
 * Returns: how often it is likely to be in one document: more than once inside of arrays
 */
double
_squill_shape_get_times (const SquillShape *shape)
{
  double times = 1;

  for (const SquillShape *around = shape->parent; around != NULL; around = around->parent)
    {
      times *= around->presence;
      if (around->array || around->map)
        times *= isfinite (around->length.likely) ? around->length.likely : 1;
    }
  return times;
}

static double
sum_most_bytes (const SquillShape *shape)
{
  double bytes = SQUILL_SIZE_EMPTY;

  for (guint i = 0; i < shape->children->len; i++)
    bytes += _squill_shape_get_most_bytes (shape->children->pdata[i]);
  return bytes;
}

/**
 * _squill_shape_get_most_bytes:
 * @shape: part of a document, or all of it
 *
 * Gives the most bytes that it may have where everything is bounded that somebody bounded; what
 * has no bound counts as it likely is at the horizon, and as one where that is not known.
 *
 * Returns: bytes, finite
 */
double
_squill_shape_get_most_bytes (const SquillShape *shape)
{
  double name, element, count;

  if (isfinite (shape->bytes.max))
    return shape->bytes.max;
  if (shape->parent == NULL)
    return sum_most_bytes (shape);
  name = g_str_equal (shape->name, "[]") ? 0 : squill_size_of_name (shape->name);
  if (isfinite (shape->payload.max))
    element = shape->payload.max;
  else if (shape->children->len > 0)
    element = sum_most_bytes (shape);
  else
    element = isfinite (shape->payload.likely) ? shape->payload.likely : 0;
  if (!shape->array && !shape->map)
    return name + element;
  count = shape->length.max;
  /* Nobody may know how many there are, but there may be one. */
  if (!isfinite (count))
    count = isfinite (shape->length_at_horizon) ? fmax (shape->length_at_horizon, 1) : 1;
  /* Keys of maps are as long as they are likely to be: names of an array are no shorter. */
  return name + squill_size_array (count, element);
}

/**
 * _squill_run_report:
 * @run: a run
 * @severity: how bad it is
 * @subject: the item of the model that it is about
 * @weight: orders findings of one severity: the larger the worse
 * @message: (transfer full): the sentence, translated
 *
 * Leaves a finding, under the title of the rule.
 *
 * Returns: (transfer none): the finding, for its numbers, place and fix
 */
SquillFinding *
_squill_run_report (
    SquillRun *run, SquillSeverity severity, gconstpointer subject, double weight, char *message)
{
  SquillFinding *finding = _squill_finding_new (&run->rule->info, severity, subject, message);

  finding->weight = isfinite (weight) ? weight : 0;
  g_ptr_array_add (run->findings, finding);
  return finding;
}
