/* SPDX-License-Identifier: Apache-2.0 */

/* What an operation writes: the documents that it found, those that keep references to them or
 * copies of them, and the entries of indexes. An update reads the whole document and builds a new
 * one. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include <string.h>

#include "design/squill-index-size.h"
#include "design/squill-plan-private.h"
#include "design/squill-size.h"
#include "model/squill-placement.h"

/* What an update takes from an index and gives to it. */
#define MOVED_ENTRIES 2.0

static SquillTriple
times (SquillTriple n, double each)
{
  return _squill_plan_times (n, _squill_plan_same (each));
}

static double
usual_or (double number, double otherwise)
{
  return isnan (number) ? otherwise : number;
}

/* Indexes. */

static double
count_entries (SquillPlanning *self,
               const SquillCollection *collection,
               const SquillCollectionIndex *index)
{
  SquillIndexSize size;

  squill_design_measure_index (self->design, collection, index, &size);
  return usual_or (size.share * size.entries_of_document, 1);
}

/* The entries of one document in all indexes. */
static double
count_all_entries (SquillPlanning *self, const SquillCollection *collection)
{
  double entries = 0;

  for (guint i = 0; i < collection->indexes->len; i++)
    entries += count_entries (self, collection, collection->indexes->pdata[i]);
  return entries;
}

static gboolean
is_around (const char *path, const char *other)
{
  const gsize length = strlen (path);

  return strncmp (path, other, length) == 0 && (other[length] == '\0' || other[length] == '.');
}

static gboolean
has_key_at (const SquillCollectionIndex *index, const char *path)
{
  for (guint i = 0; i < index->keys->len; i++)
    {
      const char *key = ((const SquillKey *)index->keys->pdata[i])->path;

      if (is_around (path, key) || is_around (key, path))
        return TRUE;
    }
  return FALSE;
}

/* The indexes that have something at one of the paths. */
static double
count_indexes (const SquillCollection *collection, const GPtrArray *paths)
{
  double n = 0;

  for (guint i = 0; i < collection->indexes->len; i++)
    for (guint k = 0; k < paths->len; k++)
      if (has_key_at (collection->indexes->pdata[i], paths->pdata[k]))
        {
          n++;
          break;
        }
  return n;
}

static double
count_indexes_at (const SquillCollection *collection, const SquillShape *shape)
{
  g_autofree char *path = squill_shape_get_query_path (shape);
  gpointer data[] = { path };
  const GPtrArray paths = { data, 1 };

  return count_indexes (collection, &paths);
}

/* Documents. */

/* What a step found is changed: @logged bytes besides what an entry of the oplog always has, and
 * @keys entries of indexes, in each document. Others that were only looked at stay. */
static void
change_found (SquillPlanStep *step, double logged, double keys)
{
  step->written = _squill_plan_at_most (step->documents, step->returned);
  step->log_bytes =
      _squill_plan_add (step->log_bytes, times (step->written, SQUILL_COST_LOG_ENTRY + logged));
  step->written_keys = _squill_plan_add (step->written_keys, times (step->written, keys));
}

/* The same, but as a share of the runs. */
static void
change_sometimes (SquillPlanStep *step, double share)
{
  SquillTriple *const numbers[] = { &step->round_trips, &step->seeks,      &step->keys,
                                    &step->documents,   &step->bytes_read, &step->returned,
                                    &step->written,     &step->log_bytes,  &step->written_keys };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    *numbers[i] = times (*numbers[i], share);
}

/* One more change of the same documents by the same command. */
static void
change_more (SquillPlanStep *step, double logged, double keys)
{
  step->log_bytes = _squill_plan_add (step->log_bytes, times (step->written, logged));
  step->written_keys = _squill_plan_add (step->written_keys, times (step->written, keys));
}

static gboolean
has_changed (const SquillPlanStep *step)
{
  return step->written.likely > 0;
}

static void
insert_documents (SquillPlanning *self,
                  const SquillCollection *collection,
                  const SquillEntity *entity,
                  const char *relationship,
                  SquillTriple n)
{
  SquillPlanStep *step = _squill_planning_add_step (self, collection, entity, relationship);
  const double bytes = collection->shape->bytes.likely;

  _squill_planning_note_collection (self, collection);
  step->access = SQUILL_PLAN_INSERT;
  step->round_trips = _squill_plan_same (1);
  step->returned = step->written = n;
  step->log_bytes = times (n, SQUILL_COST_LOG_ENTRY + bytes);
  step->written_keys = times (n, count_all_entries (self, collection));
}

/* What is stored of a relationship in its parent: of all children, and of one. */
static void
measure_list (const SquillShape *stored, double *list, double *element)
{
  *list = *element = 0;
  if (stored == NULL)
    return;
  *list = stored->bytes.likely - squill_size_of_name (stored->name);
  *element = stored->payload.likely;
}

/* What a new element adds to the oplog: itself, or where the array is sorted and cut, all of it. */
static double
get_pushed (const SquillRelationship *r, double list, double element)
{
  if (r->placement == SQUILL_PLACEMENT_SUBSET)
    return list;
  return squill_placement_is_embedding (r->placement) ? element : SQUILL_COST_LOG_ID;
}

typedef enum
{
  LIST_ADD,
  LIST_REMOVE,
  LIST_TAKE, /* from one, to give it to another */
  LIST_CHANGE,
} ListChange;

/* How likely one child is among those that its parent has. One that comes is. */
static double
get_share_in_parent (const SquillRelationship *r, ListChange what)
{
  const double bound = _squill_relationship_get_bound (r);

  if (r->placement != SQUILL_PLACEMENT_SUBSET || what == LIST_ADD || what == LIST_TAKE ||
      !(r->children.likely > bound))
    return 1;
  return bound / r->children.likely;
}

/* Changes what parents have of some of their children. */
static void
change_parents (SquillPlanning *self, const SquillRelationship *r, SquillTriple n, ListChange what)
{
  const SquillEntity *entity = squill_model_get_entity (self->model, r->parent);
  const SquillShape *stored;
  SquillPlanPlace place;
  double list, element;

  if (!_squill_planning_find_by_key (self, entity, r, n, &place))
    return;
  stored = _squill_shape_find_stored (place.site, r->item.id, TRUE);
  measure_list (stored, &list, &element);
  change_found (
      place.step,
      what == LIST_CHANGE ? 0
      : what == LIST_ADD  ? get_pushed (r, list, element)
                          : list,
      stored == NULL || what == LIST_CHANGE ? 0 : count_indexes_at (place.collection, stored));
  change_sometimes (place.step, get_share_in_parent (r, what));
}

/* The bucket that one child is in. */
static void
change_bucket (SquillPlanning *self, const SquillRelationship *r, SquillTriple n, ListChange what)
{
  const SquillCollection *buckets = squill_design_find_collection (self->design, r->item.id);
  const SquillEntity *child = squill_model_get_entity (self->model, r->child);
  const SquillShape *items;
  const double bound = usual_or (_squill_relationship_get_bound (r), 1);
  SquillPlanStep *step;
  double list, element;

  if (buckets == NULL)
    return;
  _squill_planning_note_collection (self, buckets);
  items = _squill_shape_find_stored (buckets->shape, r->item.id, TRUE);
  measure_list (items, &list, &element);
  step = _squill_planning_add_step (self, buckets, child, r->item.id);
  step->access = SQUILL_PLAN_BY_INDEX;
  step->round_trips = _squill_plan_same (1);
  step->seeks = times (n, 2);
  step->documents = step->returned = n;
  /* The last bucket is half full in the mean. */
  step->bytes_read = times (n, buckets->shape->bytes.likely / (what == LIST_ADD ? 2 : 1));
  change_found (step,
                what == LIST_ADD      ? element
                : what == LIST_REMOVE ? buckets->shape->bytes.likely
                                      : 0,
                0);
  if (what == LIST_ADD)
    step->written_keys = times (n, count_all_entries (self, buckets) / bound);
}

static void
change_links (SquillPlanning *self, const SquillRelationship *r, SquillTriple n, double keys)
{
  const SquillCollection *links = squill_design_find_collection (self->design, r->item.id);
  SquillPlanStep *step;

  if (links == NULL)
    return;
  _squill_planning_note_collection (self, links);
  step = _squill_planning_add_step (self, links, NULL, r->item.id);
  step->access = SQUILL_PLAN_BY_INDEX;
  step->round_trips = _squill_plan_same (1);
  step->seeks = _squill_plan_add (_squill_plan_same (1), n);
  step->keys = step->documents = step->returned = n;
  step->bytes_read = times (n, links->shape->bytes.likely);
  change_found (step, 0, keys);
}

/* Whether the documents of an entity are in others, or in a collection of their own that others
 * refer to. */
static gboolean
is_in (const SquillPlanPlace *place, const SquillRelationship *r)
{
  return place->site->parent != NULL && g_strcmp0 (place->site->relationship, r->item.id) == 0;
}

/* What has to change besides the child itself when one comes or goes. */
static void
change_around (SquillPlanning *self,
               const SquillPlanPlace *place,
               const SquillRelationship *but,
               SquillTriple n,
               ListChange what)
{
  const SquillRelationship *const *relationships;
  guint n_relationships;

  relationships = squill_entity_get_relationships (place->entity, &n_relationships);
  for (guint i = 0; i < n_relationships; i++)
    {
      const SquillRelationship *r = relationships[i];
      const SquillTriple parents = times (n, _squill_relationship_get_parents (r));

      if (!g_str_equal (r->child, place->entity->item.id) || r == but || is_in (place, r))
        continue;
      _squill_planning_note_item (self, r->item.id);
      if (squill_placement_stores (r->placement, TRUE))
        change_parents (self, r, parents, what);
      else if (r->placement == SQUILL_PLACEMENT_BUCKET)
        change_bucket (self, r, n, what);
      else if (r->placement == SQUILL_PLACEMENT_JUNCTION && what == LIST_ADD)
        insert_documents (self, squill_design_find_collection (self->design, r->item.id), NULL,
                          r->item.id, parents);
      else if (r->placement == SQUILL_PLACEMENT_JUNCTION && what == LIST_REMOVE)
        change_links (
            self, r, parents,
            count_all_entries (self, squill_design_find_collection (self->design, r->item.id)));
    }
}

/* New ones of an entity, which @via, if any, has already put into its parent. */
static void
insert_of (SquillPlanning *self,
           const SquillEntity *entity,
           const SquillRelationship *via,
           SquillTriple n)
{
  SquillPlanPlace place;

  if (!_squill_planning_find_place (self, entity, &place))
    return;
  if (place.site->parent == NULL)
    insert_documents (self, place.collection, entity, via != NULL ? via->item.id : NULL, n);
  else
    {
      const SquillRelationship *r =
          squill_model_get_relationship (self->model, place.site->relationship);

      if (r == NULL || r == via)
        return;
      if (r->placement == SQUILL_PLACEMENT_BUCKET)
        change_bucket (self, r, n, LIST_ADD);
      else
        change_parents (self, r, times (n, _squill_relationship_get_parents (r)), LIST_ADD);
    }
  change_around (self, &place, via, n, LIST_ADD);
}

/* Copies. */

static gboolean
is_kept (const SquillCopy *copy, const SquillRelationship *r, const char *entity, const char *field)
{
  const char *source = copy->direction == SQUILL_COPY_TO_CHILD ? r->parent : r->child;

  return copy->mode == SQUILL_COPY_KEPT && g_str_equal (source, entity) &&
         g_strcmp0 (copy->field, field) == 0;
}

static gboolean
writes_copy (const SquillOperation *operation, const SquillRelationship *r, gboolean to_child)
{
  SQUILL_FOR_EACH_CHILD (SquillCopy, copy, r, SQUILL_KIND_COPY)
    {
      for (guint i = 0; operation->writes != NULL && i < operation->writes->len; i++)
        if ((copy->direction == SQUILL_COPY_TO_CHILD) == to_child &&
            is_kept (copy, r, operation->entity,
                     ((const SquillKey *)operation->writes->pdata[i])->path))
          return TRUE;
    }
  return FALSE;
}

/* Whether an operation of its own keeps the copies in step. */
static gboolean
has_sync (SquillPlanning *self, const SquillRelationship *r)
{
  _squill_planning_note_operations (self);
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (self->model),
                         SQUILL_KIND_OPERATION)
    {
      if (squill_operation_updates_copies (operation, r))
        return TRUE;
    }
  return FALSE;
}

/* The documents with copies of what is written. */
static void
write_copies (SquillPlanning *self, const SquillPlanPlace *root)
{
  const SquillRelationship *const *relationships;
  guint n;

  relationships = squill_entity_get_relationships (root->entity, &n);
  for (guint i = 0; i < n; i++)
    {
      const SquillRelationship *r = relationships[i];
      SquillPlanPlace to;

      _squill_planning_note_item (self, r->item.id);
      if (squill_placement_is_embedding (r->placement))
        continue;
      if (g_str_equal (r->parent, root->entity->item.id) &&
          writes_copy (self->operation, r, TRUE) && !has_sync (self, r) &&
          _squill_planning_follow (self, root, r, TRUE, &to) && to.step != root->step)
        change_found (to.step, 0, 0);
      if (g_str_equal (r->child, root->entity->item.id) &&
          writes_copy (self->operation, r, FALSE) && !has_sync (self, r) &&
          _squill_planning_follow (self, root, r, FALSE, &to) && to.step != root->step)
        change_found (to.step, 0, 0);
    }
}

/* Updates. */

static const SquillRelationship *
get_first_relationship (SquillModel *model, const char *path)
{
  g_autofree char *first = g_strndup (path, strcspn (path, "/"));

  return squill_model_get_relationship (model, first);
}

static const SquillPlanPlace *
find_at (const GArray *places, const char *entity)
{
  for (guint i = 0; i < places->len; i++)
    {
      const SquillPlanPlace *place = &g_array_index (places, SquillPlanPlace, i);

      if (g_str_equal (place->entity->item.id, entity))
        return place;
    }
  return NULL;
}

/* A child that its parent is told of: it is pushed, or made and referred to. */
static gboolean
add_child (SquillPlanning *self, const SquillPlanPlace *root, const SquillRelationship *r)
{
  const SquillShape *stored = _squill_shape_find_stored (root->site, r->item.id, TRUE);
  const SquillEntity *child = squill_model_get_entity (self->model, r->child);
  double list, element;

  if (!squill_placement_is_embedding (r->placement))
    insert_of (self, child, r, root->n);
  if (r->placement == SQUILL_PLACEMENT_BUCKET)
    {
      change_bucket (self, r, root->n, LIST_ADD);
      return FALSE;
    }
  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    insert_documents (self, squill_design_find_collection (self->design, r->item.id), NULL,
                      r->item.id, root->n);
  if (stored == NULL)
    return FALSE;
  measure_list (stored, &list, &element);
  if (!has_changed (root->step))
    change_found (root->step, 0, 0);
  change_more (root->step, get_pushed (r, list, element),
               count_indexes_at (root->collection, stored));
  return TRUE;
}

/* The relationship whose other end has the field that a path leads to. */
static const SquillRelationship *
get_last_relationship (SquillModel *model, const char *path)
{
  g_auto (GStrv) ids = g_strsplit (path, "/", -1);
  const SquillRelationship *last = NULL;

  for (guint i = 0; ids[i] != NULL; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (model, ids[i]);

      if (r != NULL)
        last = r;
    }
  return last;
}

/* A field of the other end: in the same document, or in its own. */
static gboolean
write_through (SquillPlanning *self,
               const SquillPlanPlace *root,
               const SquillRelationship *r,
               const GArray *places)
{
  const gboolean from_parent = squill_use_comes_from_parent (self->use, r);
  const SquillPlanPlace *at = find_at (places, from_parent ? r->child : r->parent);
  const SquillEntity *other =
      squill_model_get_entity (self->model, from_parent ? r->child : r->parent);
  SquillPlanPlace place;

  if (at != NULL && at->step == root->step)
    return TRUE;
  if (at != NULL && at->step != NULL)
    {
      if (!has_changed (at->step))
        change_found (at->step, 0, 0);
      return FALSE;
    }
  /* One child, whose key is known. */
  if (_squill_planning_find_by_key (self, other, r, root->n, &place))
    change_found (place.step, 0, 0);
  return FALSE;
}

static void
write_root (SquillPlanning *self, const SquillPlanPlace *root, const GArray *places)
{
  const SquillKeys *writes = self->operation->writes;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  gboolean is_written = writes == NULL || writes->len == 0;

  for (guint i = 0; writes != NULL && i < writes->len; i++)
    {
      const char *key = ((const SquillKey *)writes->pdata[i])->path;
      const SquillShape *shape = squill_design_resolve (self->design, root->site, key);
      const SquillRelationship *r = get_first_relationship (self->model, key);

      if (r != NULL && strchr (key, '/') == NULL && g_str_equal (r->parent, root->entity->item.id))
        add_child (self, root, r);
      else if (shape != NULL)
        {
          g_ptr_array_add (paths,
                           squill_shape_get_query_path (_squill_shape_get_reference (shape)));
          is_written = TRUE;
        }
      else if (r != NULL && strchr (key, '/') != NULL)
        is_written |= write_through (self, root, get_last_relationship (self->model, key), places);
      else
        is_written = TRUE;
    }
  if (!is_written)
    return;
  if (!has_changed (root->step))
    change_found (root->step, 0, 0);
  change_more (root->step, 0, MOVED_ENTRIES * count_indexes (root->collection, paths));
}

/* A child gets another parent. */
static void
move (SquillPlanning *self, const SquillPlanPlace *root, const SquillRelationship *r)
{
  const gboolean is_inside = is_in (root, r);
  const SquillShape *reference = squill_design_resolve (self->design, root->site, r->item.id);
  double list, element;

  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    {
      change_links (self, r, root->n, MOVED_ENTRIES);
      return;
    }
  if (is_inside)
    {
      const SquillShape *stored = root->site;

      while (stored->parent != NULL && stored->parent->document == FALSE)
        stored = stored->parent;
      measure_list (stored, &list, &element);
      change_found (root->step, list, count_indexes_at (root->collection, stored));
      if (r->placement == SQUILL_PLACEMENT_BUCKET)
        change_bucket (self, r, root->n, LIST_ADD);
      else
        change_parents (self, r, root->n, LIST_ADD);
      return;
    }
  if (squill_placement_has_reference (r->placement, FALSE))
    change_found (root->step, 0,
                  reference != NULL
                      ? MOVED_ENTRIES * count_indexes_at (root->collection,
                                                          _squill_shape_get_reference (reference))
                      : 0);
  if (squill_placement_stores (r->placement, TRUE))
    {
      change_parents (self, r, root->n, LIST_TAKE);
      change_parents (self, r, root->n, LIST_ADD);
    }
}

/* What is embedded besides standing in a collection of its own changes in both. */
static void
update_embedded (SquillPlanning *self, const SquillPlanPlace *root)
{
  const SquillRelationship *const *relationships;
  guint n;

  relationships = squill_entity_get_relationships (root->entity, &n);
  for (guint i = 0; i < n && root->site->parent == NULL; i++)
    {
      const SquillRelationship *r = relationships[i];

      if (!g_str_equal (r->child, root->entity->item.id))
        continue;
      _squill_planning_note_item (self, r->item.id);
      if (squill_placement_embeds_any (r->placement))
        change_parents (self, r, times (root->n, _squill_relationship_get_parents (r)),
                        LIST_CHANGE);
      else if (r->placement == SQUILL_PLACEMENT_BUCKET)
        change_bucket (self, r, root->n, LIST_CHANGE);
    }
}

static void
update (SquillPlanning *self, const SquillPlanPlace *root, const GArray *places)
{
  const SquillRelationship *moves =
      self->operation->moves != NULL
          ? squill_model_get_relationship (self->model, self->operation->moves)
          : NULL;

  if (moves != NULL && g_str_equal (moves->child, root->entity->item.id))
    {
      move (self, root, moves);
      if (self->operation->writes == NULL || self->operation->writes->len == 0)
        return;
    }
  write_root (self, root, places);
  if (has_changed (root->step))
    update_embedded (self, root);
  write_copies (self, root);
  /* What it follows and does not read it writes. */
  for (guint i = 0; i < places->len; i++)
    {
      const SquillPlanPlace *place = &g_array_index (places, SquillPlanPlace, i);

      if (place->step != NULL && place->step != root->step && !has_changed (place->step))
        change_found (place->step, 0, 0);
    }
}

/* Deletes. */

static void
remove_root (SquillPlanning *self, const SquillPlanPlace *root)
{
  double list, element;

  if (root->site->parent == NULL)
    {
      change_found (root->step, 0, count_all_entries (self, root->collection));
      change_around (self, root, NULL, root->n, LIST_REMOVE);
      return;
    }
  measure_list (root->site, &list, &element);
  change_found (root->step,
                root->collection->kind == SQUILL_COLLECTION_BUCKET
                    ? root->collection->shape->bytes.likely
                    : list,
                count_indexes_at (root->collection, root->site));
}

static void delete (SquillPlanning *self, const SquillPlanPlace *root, const GArray *places)
{
  remove_root (self, root);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillPlanPlace *place = &g_array_index (places, SquillPlanPlace, i);

      if (place->step != NULL && place->step != root->step && !has_changed (place->step))
        change_found (place->step, 0, count_all_entries (self, place->collection));
    }
}

/* Inserts. */

static void
insert (SquillPlanning *self)
{
  const SquillOperation *operation = self->operation;
  const SquillTriple n = _squill_plan_same (operation->documents >= 1 ? operation->documents : 1);

  insert_of (self, self->use->root, NULL, n);
  for (guint i = 0; i < self->use->relationships->len; i++)
    {
      const SquillRelationship *r = self->use->relationships->pdata[i];
      SquillPlanPlace place;

      if (!squill_use_goes_through (self->use, r->item.id) ||
          squill_placement_is_embedding (r->placement) || self->use->root == NULL)
        continue;
      if (g_str_equal (r->parent, self->use->root->item.id))
        insert_of (self, squill_model_get_entity (self->model, r->child), r,
                   _squill_plan_times (n, _squill_planning_get_children (self, r)));
      /* Its parent is read for what is copied from it, or changed with it. */
      else if (g_str_equal (r->child, self->use->root->item.id) &&
               _squill_planning_find_by_key (self, squill_model_get_entity (self->model, r->parent),
                                             r, n, &place))
        for (guint k = 0; operation->writes != NULL && k < operation->writes->len; k++)
          if (squill_key_goes_through (operation->writes->pdata[k], r->item.id) &&
              !has_changed (place.step))
            change_found (place.step, 0, 0);
    }
}

/**
 * _squill_planning_write:
 * @self: a plan in the making
 * @places: (element-type SquillPlanPlace): what was found and followed, the root first; empty of an
 *   insert
 *
 * Adds what the operation writes.
 */
void
_squill_planning_write (SquillPlanning *self, GArray *places)
{
  const SquillPlanPlace *root =
      places->len > 0 ? &g_array_index (places, SquillPlanPlace, 0) : NULL;

  if (self->operation->operation == SQUILL_OPERATION_INSERT)
    insert (self);
  else if (root != NULL && self->operation->operation == SQUILL_OPERATION_UPDATE)
    update (self, root, places);
  else if (root != NULL && self->operation->operation == SQUILL_OPERATION_DELETE)
    delete (self, root, places);
}
