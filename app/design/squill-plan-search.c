/* SPDX-License-Identifier: Apache-2.0 */

/* What an operation looks for, collection by collection: first what its filter asks for, then what
 * it follows from there, as the placements of the relationships store it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/squill-found.h"
#include "design/squill-plan-private.h"
#include "model/squill-placement.h"

/* A filter that leads through more relationships than that is taken for a mistake. */
#define MOST_DEEP 4u

static const SquillSelectivity all = { .share = { 1, 1, 1 },
                                       .most = { INFINITY, INFINITY, INFINITY } };

static const char *
get_name (const SquillEntity *entity)
{
  return entity != NULL && entity->name != NULL ? entity->name : "";
}

/* Numbers. */

SquillTriple
_squill_planning_get_children (SquillPlanning *self, const SquillRelationship *r)
{
  const SquillTriple children = _squill_relationship_get_children (r);
  double usual = children.likely;

  if (isnan (usual) && squill_relationship_is_single (r))
    usual = 1;
  if (!isnan (usual))
    return _squill_plan_same (usual);
  _squill_planning_add_unknown (
      self,
      /* Translators: the names of two entities: comments per post */
      g_strdup_printf (_ ("How many “%s” per “%s”"),
                       get_name (squill_model_get_entity (self->model, r->child)),
                       get_name (squill_model_get_entity (self->model, r->parent))));
  return SQUILL_TRIPLE (isnan (children.min) ? 0 : children.min, NAN,
                        isnan (children.max) ? INFINITY : children.max);
}

/* How many parents a child has, likely; at least one. */
double
_squill_relationship_get_parents (const SquillRelationship *r)
{
  return r->parents.likely > 1 ? r->parents.likely : 1;
}

static SquillTriple
get_per (SquillPlanning *self, const SquillRelationship *r, gboolean from_parent)
{
  return from_parent ? _squill_planning_get_children (self, r)
                     : _squill_plan_same (_squill_relationship_get_parents (r));
}

static SquillSelectivity
leave (SquillTriple most)
{
  SquillSelectivity selectivity = all;

  selectivity.most = most;
  return selectivity;
}

/* Places. */

/* The site that stands for all: that of the entity's own collection, or else one that does not
 * depend on the order of the collections, which is a matter of layout. */
static const SquillShape *
choose_site (SquillPlanning *self, const GPtrArray *sites)
{
  const SquillShape *best = sites->pdata[0];
  const char *best_id;

  if (best->parent == NULL)
    return best;
  best_id = squill_design_get_collection_of_shape (self->design, best)->id;
  for (guint i = 1; i < sites->len; i++)
    {
      const char *id = squill_design_get_collection_of_shape (self->design, sites->pdata[i])->id;

      if (strcmp (id, best_id) < 0)
        {
          best = sites->pdata[i];
          best_id = id;
        }
    }
  return best;
}

/* Where an entity is follows from what embeds it, at any depth. */
static void
note_embedding (SquillPlanning *self, const SquillEntity *entity)
{
  SquillModel *model = squill_design_get_model (self->design);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();

  g_ptr_array_add (queue, (gpointer)entity);
  while (queue->len > 0)
    {
      const SquillEntity *one = g_ptr_array_steal_index_fast (queue, queue->len - 1);
      const SquillRelationship *const *relationships;
      guint n;

      if (one == NULL || !g_hash_table_add (seen, (gpointer)one))
        continue;
      _squill_planning_note_item (self, one->item.id);
      relationships = squill_entity_get_relationships (one, &n);
      for (guint i = 0; i < n; i++)
        if (g_str_equal (relationships[i]->child, one->item.id) &&
            squill_placement_embeds_any (relationships[i]->placement))
          {
            _squill_planning_note_item (self, relationships[i]->item.id);
            g_ptr_array_add (queue,
                             (gpointer)squill_model_get_entity (model, relationships[i]->parent));
          }
    }
}

/**
 * _squill_planning_find_place:
 * @self: a plan in the making
 * @entity: an entity
 * @place: (out): where its documents are; nothing of it is at hand
 *
 * Returns: %TRUE if they are anywhere
 */
gboolean
_squill_planning_find_place (SquillPlanning *self,
                             const SquillEntity *entity,
                             SquillPlanPlace *place)
{
  g_autoptr (GPtrArray) sites = NULL;
  const SquillShape *site;

  if (entity == NULL)
    return FALSE;
  note_embedding (self, entity);
  sites = squill_design_get_document_sites (self->design, entity->item.id);
  if (sites->len == 0)
    return FALSE;
  site = choose_site (self, sites);
  *place = (SquillPlanPlace){
    .entity = entity,
    .site = site,
    .collection = squill_design_get_collection_of_shape (self->design, site),
    .n = { 0, 0, 0 },
  };
  _squill_planning_note_collection (self, place->collection);
  return TRUE;
}

static SquillSearch *
search_place (SquillPlanning *self, const SquillPlanPlace *place)
{
  SquillSearch *search = squill_search_new (place->collection);
  const double count =
      squill_triple_get_usual (squill_design_get_count (self->design, place->entity->item.id));

  search->entity = place->entity;
  search->is_embedded = place->site->parent != NULL;
  if (search->is_embedded || isnan (search->count))
    search->count = count;
  if (search->is_embedded)
    search->per_document = fmax (count / squill_triple_get_usual (place->collection->count), 1);
  return search;
}

/* The dotted path of what a key leads to; NULL where the documents do not have it. */
static char *
resolve (SquillPlanning *self, const SquillPlanPlace *place, const char *path)
{
  const SquillShape *shape = squill_design_resolve (self->design, place->site, path);

  if (shape != NULL)
    return squill_shape_get_query_path (_squill_shape_get_reference (shape));
  if (*path == '=')
    {
      g_autofree char *around = squill_shape_get_query_path (place->site);

      return *around == '\0' ? g_strdup (path + 1) : g_strconcat (around, ".", path + 1, NULL);
    }
  return NULL;
}

/* What references to an entity name it by. */
static char *
get_key_path (SquillPlanning *self,
              const SquillPlanPlace *place,
              const SquillRelationship *r,
              gboolean is_parent)
{
  const char *key = is_parent ? r->parent_key : r->child_key;
  char *path = key != NULL ? resolve (self, place, key) : NULL;

  return path != NULL ? path : resolve (self, place, "=_id");
}

/* Reading. */

/* Reads what a search finds. */
static void
read_search (SquillPlanStep *step, SquillSearch *search)
{
  const double bytes = search->collection->shape->bytes.likely;
  SquillAccessPath *path = squill_search_choose_access (search);

  step->search = search;
  step->path = path;
  step->access = path->index == NULL                       ? SQUILL_PLAN_SCAN
                 : g_str_equal (path->index->name, "_id_") ? SQUILL_PLAN_BY_ID
                                                           : SQUILL_PLAN_BY_INDEX;
  step->keys = path->keys;
  step->documents = path->documents;
  step->seeks =
      path->index == NULL ? path->descents : _squill_plan_add (path->descents, path->documents);
  step->bytes_read = _squill_plan_times (path->documents, _squill_plan_same (bytes));
  step->returned = path->returned;
  step->round_trips = _squill_plan_same (1);
  step->round_trips.min += _squill_cost_of_batches (path->returned.min, bytes);
  step->round_trips.likely += _squill_cost_of_batches (path->returned.likely, bytes);
  step->round_trips.max += _squill_cost_of_batches (path->returned.max, bytes);
}

/* Looks for some that are known by the value of a key: @values of them, which @n have. */
static SquillPlanStep *
find_by (SquillPlanning *self,
         SquillPlanPlace *place,
         const char *path,
         SquillTriple values,
         SquillTriple n,
         const char *relationship)
{
  SquillSearch *search = search_place (self, place);
  const gboolean is_one = values.max <= 1;

  squill_search_add (search, path, is_one ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST,
                     values, leave (n));
  place->step = _squill_planning_add_step (self, place->collection, place->entity, relationship);
  read_search (place->step, search);
  place->n = place->step->path->found;
  return place->step;
}

/**
 * _squill_planning_find_by_key:
 * @self: a plan in the making
 * @entity: an entity
 * @r: the relationship that leads to it
 * @n: how many
 * @place: (out): where they are
 *
 * Finds some whose keys are known.
 *
 * Returns: %TRUE if they are anywhere
 */
gboolean
_squill_planning_find_by_key (SquillPlanning *self,
                              const SquillEntity *entity,
                              const SquillRelationship *r,
                              SquillTriple n,
                              SquillPlanPlace *place)
{
  g_autofree char *path = NULL;

  if (!_squill_planning_find_place (self, entity, place))
    return FALSE;
  path = get_key_path (self, place, r, g_str_equal (entity->item.id, r->parent));
  find_by (self, place, path, n, n, r->item.id);
  return TRUE;
}

/* The links of a junction, by one of its ends. */
static SquillTriple
read_links (SquillPlanning *self,
            const SquillRelationship *r,
            gboolean from_parent,
            SquillTriple values,
            SquillTriple n)
{
  const SquillCollection *links = squill_design_find_collection (self->design, r->item.id);
  const SquillShape *stored = squill_design_get_stored (self->design, r->item.id, !from_parent);
  g_autofree char *path = NULL;
  SquillSearch *search;
  SquillPlanStep *step;

  if (links == NULL || stored == NULL)
    return n;
  _squill_planning_note_collection (self, links);
  path = squill_shape_get_query_path (_squill_shape_get_reference (stored));
  search = squill_search_new (links);
  squill_search_add (search, path,
                     values.max <= 1 ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST, values,
                     leave (n));
  step = _squill_planning_add_step (self, links, NULL, r->item.id);
  read_search (step, search);
  return n;
}

/* Following. */

static gboolean
holds_reference (SquillPlanning *self,
                 const SquillPlanPlace *place,
                 const SquillRelationship *r,
                 gboolean at_parent)
{
  const SquillShape *shape;

  if (!squill_placement_has_reference (r->placement, at_parent))
    return FALSE;
  shape = squill_design_resolve (self->design, place->site, r->item.id);
  return shape != NULL && !shape->document;
}

/* Where the other end is in the same document; NULL where it is not. */
static const SquillShape *
find_in_document (SquillPlanning *self,
                  const SquillPlanPlace *from,
                  const SquillRelationship *r,
                  gboolean from_parent)
{
  if (from_parent)
    {
      const SquillShape *shape = _squill_shape_find_stored (from->site, r->item.id, TRUE);

      return shape != NULL && shape->document ? shape : NULL;
    }
  if (g_strcmp0 (from->site->relationship, r->item.id) != 0 ||
      r->placement == SQUILL_PLACEMENT_BUCKET)
    return NULL;
  for (const SquillShape *around = from->site->parent; around != NULL; around = around->parent)
    if (around->document && g_strcmp0 (around->entity, r->parent) == 0)
      return around;
  return NULL;
}

/* Whether the limit is that of the children, of each parent. */
static gboolean
limits_children (const SquillPlanning *self, const SquillRelationship *r)
{
  return squill_operation_limits_children (self->operation, squill_design_get_model (self->design),
                                           r);
}

/* The sort of what is found there. */
static void
add_sort (SquillPlanning *self,
          const SquillPlanPlace *place,
          SquillSearch *search,
          const SquillRelationship *r)
{
  const SquillKeys *sort = self->operation->sort;

  for (guint i = 0; sort != NULL && i < sort->len; i++)
    {
      const SquillKey *key = sort->pdata[i];
      const char *slash = strchr (key->path, '/');
      g_autofree char *path = NULL;

      if (slash == NULL || !squill_key_goes_through (key, r->item.id))
        continue;
      path = resolve (self, place, slash + 1);
      if (path != NULL)
        squill_search_add_sort (search, path, *key->operator!= '\0' ? key->operator: "1");
    }
  if (search->sort->len == 0 && r->order_by != NULL && limits_children (self, r))
    {
      g_autofree char *path = resolve (self, place, r->order_by);

      if (path != NULL)
        squill_search_add_sort (search, path, "-1");
    }
}

/* Those that have references to what is at hand. */
static void
find_referring (SquillPlanning *self,
                const SquillPlanPlace *from,
                const SquillRelationship *r,
                gboolean from_parent,
                SquillPlanPlace *to)
{
  const SquillTriple n = _squill_plan_times (from->n, get_per (self, r, from_parent));
  const SquillShape *stored = squill_design_resolve (self->design, to->site, r->item.id);
  g_autofree char *path = squill_shape_get_query_path (_squill_shape_get_reference (stored));
  SquillSearch *search = search_place (self, to);

  squill_search_add (search, path,
                     from->n.max <= 1 ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST, from->n,
                     leave (n));
  if (from_parent)
    add_sort (self, to, search, r);
  /* The first ones of several parents are asked for one parent at a time, or all of them read. */
  if (from_parent && limits_children (self, r))
    search->limit = self->operation->limit * fmax (from->n.likely, 1);
  to->step = _squill_planning_add_step (self, to->collection, to->entity, r->item.id);
  read_search (to->step, search);
  to->n = to->step->returned;
}

static void
find_buckets (SquillPlanning *self,
              const SquillPlanPlace *from,
              const SquillRelationship *r,
              SquillPlanPlace *to)
{
  const SquillCollection *buckets = squill_design_find_collection (self->design, r->item.id);
  const SquillShape *stored = squill_design_get_stored (self->design, r->item.id, FALSE);
  const SquillTriple children = _squill_plan_times (from->n, get_per (self, r, TRUE));
  const double bound = _squill_relationship_get_bound (r);
  SquillTriple each = _squill_planning_get_children (self, r);
  g_autofree char *path = NULL;
  SquillSearch *search;

  if (buckets == NULL || stored == NULL)
    return;
  if (limits_children (self, r))
    each = _squill_plan_at_most (each, _squill_plan_same (self->operation->limit));
  if (!isnan (bound))
    each = SQUILL_TRIPLE (ceil (each.min / bound), fmax (each.likely / bound, 1),
                          ceil (each.max / bound));
  _squill_planning_note_collection (self, buckets);
  path = squill_shape_get_query_path (_squill_shape_get_reference (stored));
  search = squill_search_new (buckets);
  squill_search_add (search, path,
                     from->n.max <= 1 ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST, from->n,
                     leave (_squill_plan_times (from->n, each)));
  to->collection = buckets;
  to->site = buckets->shape;
  to->step = _squill_planning_add_step (self, buckets, to->entity, r->item.id);
  read_search (to->step, search);
  to->n = children;
  to->step->returned = children;
}

/**
 * _squill_planning_follow:
 * @self: a plan in the making
 * @from: what is at hand
 * @r: a relationship of that
 * @from_parent: it is the parent
 * @to: (out): what is at the other end
 *
 * Reads what is at the other end, unless it is in the same documents.
 *
 * Returns: %TRUE if there is anything
 */
gboolean
_squill_planning_follow (SquillPlanning *self,
                         const SquillPlanPlace *from,
                         const SquillRelationship *r,
                         gboolean from_parent,
                         SquillPlanPlace *to)
{
  const SquillEntity *other =
      squill_model_get_entity (self->model, from_parent ? r->child : r->parent);
  const SquillShape *inside = find_in_document (self, from, r, from_parent);
  const SquillTriple n = _squill_plan_times (from->n, get_per (self, r, from_parent));
  double n_all;

  if (!_squill_planning_find_place (self, other, to))
    return FALSE;
  _squill_planning_note_item (self, r->item.id);
  n_all = squill_triple_get_usual (squill_design_get_count (self->design, other->item.id));
  if (inside != NULL && (r->placement != SQUILL_PLACEMENT_SUBSET ||
                         squill_operation_fits_subset (self->operation, self->model, r)))
    {
      *to = *from;
      to->entity = other;
      to->site = inside;
      to->n = n;
      return TRUE;
    }
  if (r->placement == SQUILL_PLACEMENT_BUCKET && from_parent)
    {
      find_buckets (self, from, r, to);
      return to->step != NULL;
    }
  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    {
      g_autofree char *path = get_key_path (self, to, r, !from_parent);
      const SquillTriple some = _squill_plan_at_most (read_links (self, r, from_parent, from->n, n),
                                                      _squill_plan_same (n_all));

      find_by (self, to, path, some, some, r->item.id);
      return TRUE;
    }
  /* A reference that is at hand leads to what has its key; what does not know it has to be found.
   * From a parent with references both ways the children are found in either way; the order of
   * theirs needs their own. */
  if (holds_reference (self, from, r, from_parent) &&
      !(from_parent && r->placement == SQUILL_PLACEMENT_TWO_WAY && limits_children (self, r)))
    {
      g_autofree char *path = get_key_path (self, to, r, !from_parent);
      SquillTriple some = _squill_plan_at_most (n, _squill_plan_same (n_all));

      if (from_parent && limits_children (self, r))
        some = _squill_plan_at_most (
            some, _squill_plan_times (from->n, _squill_plan_same (self->operation->limit)));
      find_by (self, to, path, some, some, r->item.id);
      return TRUE;
    }
  if (holds_reference (self, to, r, !from_parent))
    {
      find_referring (self, from, r, from_parent, to);
      return TRUE;
    }
  return FALSE;
}

/* What the filter asks for. */

static gboolean find (SquillPlanning *self,
                      const SquillEntity *entity,
                      const SquillKeys *filter,
                      const char *relationship,
                      guint depth,
                      SquillPlanPlace *place,
                      SquillSearch **search);

/* The keys of the filter that lead through a relationship, as those of its other end have them. */
static SquillKeys *
strip_keys (const SquillKeys *filter, const SquillRelationship *r, const char *other_key)
{
  SquillKeys *keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  const gsize length = strlen (r->item.id);

  for (guint i = 0; i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];

      if (strncmp (key->path, r->item.id, length) != 0)
        continue;
      if (key->path[length] == '/')
        g_ptr_array_add (keys, squill_key_new (key->path + length + 1, key->operator));
      else if (key->path[length] == '\0')
        g_ptr_array_add (keys,
                         squill_key_new (other_key != NULL ? other_key : "=_id", key->operator));
    }
  return keys;
}

/* What is searched for is known by what is at the other end of a relationship: that is read first,
 * and its keys, or the references in it, are then asked for. */
static gboolean
search_by_other (SquillPlanning *self,
                 const SquillPlanPlace *place,
                 const SquillRelationship *r,
                 const SquillKeys *filter,
                 guint depth,
                 SquillSearch *search)
{
  const gboolean is_parent =
      g_str_equal (place->entity->item.id, r->parent) && !(g_str_equal (r->parent, r->child));
  const SquillEntity *other =
      squill_model_get_entity (self->model, is_parent ? r->child : r->parent);
  g_autoptr (GPtrArray) keys = strip_keys (filter, r, is_parent ? r->child_key : r->parent_key);
  SquillPlanPlace from = { 0 };
  SquillTriple n;
  g_autofree char *path = NULL;

  _squill_planning_note_item (self, r->item.id);
  if (depth >= MOST_DEEP || !find (self, other, keys, r->item.id, depth + 1, &from, NULL))
    return FALSE;
  n = _squill_plan_times (from.n, get_per (self, r, !is_parent));
  if (holds_reference (self, place, r, is_parent))
    {
      const SquillShape *stored = squill_design_resolve (self->design, place->site, r->item.id);

      path = squill_shape_get_query_path (_squill_shape_get_reference (stored));
      squill_search_add (search, path,
                         from.n.max <= 1 ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST,
                         from.n, leave (n));
      return TRUE;
    }
  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    n = read_links (self, r, !is_parent, from.n, n);
  path = get_key_path (self, place, r, is_parent);
  squill_search_add (search, path, n.max <= 1 ? SQUILL_CONDITION_EQUALITY : SQUILL_CONDITION_LIST,
                     n, leave (n));
  return TRUE;
}

static const SquillRelationship *
get_first_relationship (SquillModel *model, const char *path)
{
  g_autofree char *first = g_strndup (path, strcspn (path, "/"));

  return squill_model_get_relationship (model, first);
}

/* Adds what the filter asks for; what the documents do not have is looked for where it is. */
static void
add_conditions (SquillPlanning *self,
                const SquillPlanPlace *place,
                const SquillKeys *filter,
                guint depth,
                SquillSearch *search)
{
  g_autoptr (GPtrArray) through = g_ptr_array_new ();

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];
      g_autofree char *path = resolve (self, place, key->path);
      const SquillRelationship *r;

      if (path != NULL)
        {
          squill_search_add_key (search, self->model, key, path)->of_document =
              g_strcmp0 (key->path, place->site->relationship) == 0;
          continue;
        }
      r = get_first_relationship (self->model, key->path);
      if (r != NULL && !g_ptr_array_find (through, r, NULL))
        g_ptr_array_add (through, (gpointer)r);
    }
  for (guint i = 0; i < through->len; i++)
    search_by_other (self, place, through->pdata[i], filter, depth, search);
}

static void
tell_unknown (SquillPlanning *self, const SquillSearch *search)
{
  const SquillCondition *condition = squill_search_get_unknown (search);

  if (condition != NULL)
    _squill_planning_add_unknown (
        self, g_strdup_printf (_ ("How many different values “%s” has"), condition->path));
  if (isnan (search->count) && isnan (squill_search_count (search).likely))
    _squill_planning_add_unknown (
        self, g_strdup_printf (_ ("How many “%s” there are"), search->collection->name));
}

/* Looks for documents of an entity. With @search they are not read yet, so that more can be asked
 * for. */
static gboolean
find (SquillPlanning *self,
      const SquillEntity *entity,
      const SquillKeys *filter,
      const char *relationship,
      guint depth,
      SquillPlanPlace *place,
      SquillSearch **search)
{
  g_autoptr (SquillSearch) own = NULL;

  if (!_squill_planning_find_place (self, entity, place))
    return FALSE;
  own = search_place (self, place);
  add_conditions (self, place, filter, depth, own);
  tell_unknown (self, own);
  if (search != NULL)
    {
      *search = g_steal_pointer (&own);
      return TRUE;
    }
  place->step = _squill_planning_add_step (self, place->collection, entity, relationship);
  read_search (place->step, g_steal_pointer (&own));
  place->n = place->step->path->found;
  return TRUE;
}

/* Sorts what is found by the root's own keys. What another collection has is sorted when that has
 * been read. */
static gboolean
add_root_sort (SquillPlanning *self, const SquillPlanPlace *root, SquillSearch *search)
{
  const SquillKeys *sort = self->operation->sort;

  for (guint i = 0; sort != NULL && i < sort->len; i++)
    {
      const SquillKey *key = sort->pdata[i];
      g_autofree char *path = resolve (self, root, key->path);

      if (path == NULL)
        {
          g_ptr_array_set_size (search->sort, 0);
          return FALSE;
        }
      squill_search_add_sort (search, path, *key->operator!= '\0' ? key->operator: "1");
    }
  return TRUE;
}

/* The relationship whose children are sorted and limited; NULL where the root is. */
static const SquillRelationship *
find_limited (SquillPlanning *self)
{
  for (guint i = 0; i < self->use->relationships->len; i++)
    if (limits_children (self, self->use->relationships->pdata[i]))
      return self->use->relationships->pdata[i];
  return NULL;
}

static gboolean
is_for_one (const SquillOperation *operation)
{
  return (operation->operation == SQUILL_OPERATION_UPDATE ||
          operation->operation == SQUILL_OPERATION_DELETE) &&
         !operation->multi;
}

/* Nobody said which documents are asked for. An aggregate means all of them, or its
 * limit; a find of one does not. */
static gboolean
is_anything (const SquillOperation *operation)
{
  return (operation->filter == NULL || operation->filter->len == 0) &&
         operation->operation != SQUILL_OPERATION_AGGREGATE && !(operation->limit > 0) &&
         !operation->multi && (operation->sort == NULL || operation->sort->len == 0);
}

static void
read_one (SquillPlanning *self, SquillPlanPlace *root)
{
  SquillPlanStep *step = root->step;
  const SquillTriple n = SQUILL_TRIPLE (1, 1, fmax (root->n.max, 1));

  if (step->path->index != NULL || step->search->conditions->len > 0)
    return;
  _squill_planning_add_unknown (self, g_strdup (_ ("Which documents are asked for: no filter")));
  root->n = step->documents = step->returned = n;
  step->path->documents = step->path->found = step->path->returned = n;
  step->bytes_read =
      _squill_plan_times (n, _squill_plan_same (root->collection->shape->bytes.likely));
  step->round_trips.min = step->round_trips.likely = 1;
}

/**
 * _squill_planning_find_root:
 * @self: a plan in the making
 * @root: (out): what the operation starts from
 *
 * Reads what the filter asks for, in the order that is asked for, as far as the limit goes.
 *
 * Returns: %TRUE if it starts anywhere
 */
gboolean
_squill_planning_find_root (SquillPlanning *self, SquillPlanPlace *root)
{
  const SquillOperation *operation = self->operation;
  SquillSearch *search = NULL;
  gboolean sorts_here;

  if (!find (self, self->use->root, operation->filter, NULL, 0, root, &search))
    return FALSE;
  search->is_list = squill_operation_wants_list (operation);
  sorts_here = find_limited (self) != NULL || add_root_sort (self, root, search);
  if (is_for_one (operation))
    search->limit = 1;
  else if (operation->limit > 0 && find_limited (self) == NULL && sorts_here)
    search->limit = operation->limit + (operation->skip > 0 ? operation->skip : 0);
  root->step = _squill_planning_add_step (self, root->collection, root->entity, NULL);
  read_search (root->step, search);
  if (operation->skip > 0 && operation->limit > 0)
    root->step->returned =
        _squill_plan_at_most (root->step->returned, _squill_plan_same (operation->limit));
  self->plan->sorts_in_memory |= !sorts_here;
  root->n = root->step->returned;
  if (is_anything (operation))
    read_one (self, root);
  return TRUE;
}
