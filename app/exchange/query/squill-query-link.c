/* SPDX-License-Identifier: Apache-2.0 */

/* From documents of one end of a relationship to those of the other, by whatever its placement
 * stores: a reference at one end or the other, or links in a collection of their own. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "design/squill-use.h"
#include "exchange/query/squill-query-private.h"
#include "model/squill-placement.h"

void
_squill_query_reach_free (SquillQueryReach *self)
{
  if (self == NULL)
    return;
  g_free (self->prefix);
  g_free (self);
}

/** Documents of an entity where they are read; %NULL where none are stored. Nothing reads them. */
SquillQueryReach *
_squill_query_reach_new (SquillQueryBuilder *self, const char *entity)
{
  const SquillShape *site = _squill_query_get_site (self, entity);
  SquillQueryReach *reach;

  if (site == NULL)
    return NULL;
  reach = g_new0 (SquillQueryReach, 1);
  reach->entity = entity;
  reach->site = site;
  reach->collection = squill_design_get_collection_of_shape (self->design, site);
  reach->result = reach->collection->shape;
  reach->statement = -1;
  return reach;
}

/**
 * _squill_query_resolve_filter_key:
 * @self: a builder
 * @site: where documents of the operation's entity are
 * @key: a key of its filter
 * @comparison: (out): what is asked of the value
 *
 * Returns: (nullable): what the key is about there: what is embedded is meant by its key, and where
 *   it has none, by its being there
 */
const SquillShape *
_squill_query_resolve_filter_key (SquillQueryBuilder *self,
                                  const SquillShape *site,
                                  const SquillKey *key,
                                  const char **comparison)
{
  const SquillShape *shape = _squill_query_resolve (self, site, key->path);
  const SquillShape *id;

  *comparison = key->operator;
  if (shape == NULL || !shape->document)
    return _squill_query_get_reference_shape (shape);
  id = _squill_query_find_key (self, shape, NULL);
  if (id != NULL)
    return id;
  *comparison = "exists";
  return shape;
}

/** The operation's filter as conditions; what the documents do not have comes to @unresolved. */
GPtrArray *
_squill_query_make_conditions (SquillQueryBuilder *self,
                               const SquillCollection *collection,
                               const SquillShape *site,
                               guint64 *number,
                               GPtrArray *unresolved)
{
  const SquillKeys *filter = self->operation->filter;
  GPtrArray *conditions =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);
  g_autoptr (GPtrArray) shapes = g_ptr_array_new ();
  g_autoptr (GPtrArray) operators = g_ptr_array_new ();

  for (guint i = 0; filter != NULL && i < filter->len; i++)
    {
      const SquillKey *key = filter->pdata[i];
      const char *comparison;
      const SquillShape *shape = _squill_query_resolve_filter_key (self, site, key, &comparison);

      if (shape == NULL && key->path[0] == '=')
        {
          g_autoptr (SquillQueryPlace) place =
              _squill_query_place_new (_squill_query_get_document (self, collection, 0), site);
          g_autofree char *prefix = _squill_query_place_get_path (place, 0);
          g_autofree char *path =
              g_strconcat (prefix, *prefix == '\0' ? "" : ".", key->path + 1, NULL);

          g_ptr_array_add (conditions, _squill_query_condition_new_literal (path));
          continue;
        }
      if (shape == NULL)
        {
          g_ptr_array_add (unresolved, (gpointer)key);
          continue;
        }
      g_ptr_array_add (shapes, (gpointer)shape);
      g_ptr_array_add (operators, (gpointer)comparison);
    }
  if (site->parent != NULL)
    g_ptr_array_add (shapes, (gpointer)site);
  *number = _squill_query_choose_document (self, collection, shapes);
  for (guint i = 0; i < operators->len; i++)
    g_ptr_array_add (conditions, _squill_query_condition_new (self, collection, shapes->pdata[i],
                                                              operators->pdata[i], *number));
  return conditions;
}

/** Whether a condition is that a path has one value. */
gboolean
_squill_query_is_equality_on (const SquillQueryCondition *condition, const char *path)
{
  g_autofree char *own = condition->place == NULL
                             ? g_strdup (condition->path)
                             : _squill_query_place_get_path (condition->place, 0);
  bson_iter_t iter, inner;

  if (!g_str_equal (own, path) || !bson_iter_init (&iter, condition->test) ||
      !bson_iter_next (&iter) || BSON_ITER_HOLDS_NULL (&iter))
    return FALSE;
  return !(BSON_ITER_HOLDS_DOCUMENT (&iter) && bson_iter_recurse (&iter, &inner) &&
           bson_iter_next (&inner) && *bson_iter_key (&inner) == '$');
}

/** Whether no two documents can keep the conditions. */
gboolean
_squill_query_is_unique (SquillQueryBuilder *self,
                         const SquillCollection *collection,
                         GPtrArray *conditions)
{
  for (guint i = 0; i < collection->indexes->len; i++)
    {
      const SquillCollectionIndex *index = collection->indexes->pdata[i];
      gboolean is_met = index->unique && !index->partial && index->keys->len > 0;

      for (guint j = 0; j < index->keys->len && is_met; j++)
        {
          gboolean is_there = FALSE;

          for (guint k = 0; k < conditions->len && !is_there; k++)
            is_there = _squill_query_is_equality_on (conditions->pdata[k],
                                                     ((SquillKey *)index->keys->pdata[j])->path);
          is_met = is_there;
        }
      if (is_met)
        return TRUE;
    }
  /* What the application keeps unique. */
  for (guint i = 0; i < conditions->len; i++)
    {
      const SquillQueryCondition *condition = conditions->pdata[i];
      const SquillShape *shape = condition->place == NULL ? NULL : condition->place->shape;
      const SquillField *field = shape == NULL || shape->field == NULL || shape->copy != NULL ||
                                         shape->origin != SQUILL_ORIGIN_OWN
                                     ? NULL
                                     : squill_model_get_field (self->model, shape->field);
      g_autofree char *path =
          shape == NULL ? NULL : _squill_query_place_get_path (condition->place, 0);

      if (field != NULL && field->unique && _squill_query_is_equality_on (condition, path))
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_query_reach_read:
 * @self: a builder
 * @reach: documents that nothing reads yet
 * @conditions: (element-type SquillQueryCondition): which of them are meant
 *
 * Adds a find of documents.
 */
void
_squill_query_reach_read (SquillQueryBuilder *self, SquillQueryReach *reach, GPtrArray *conditions)
{
  SquillStatement *statement = _squill_query_add (self, SQUILL_STATEMENT_FIND, reach->collection);

  _squill_query_append_conditions (statement->filter, conditions, 0);
  statement->collation = _squill_query_make_collation (self, reach->collection, conditions);
  reach->many = !_squill_query_is_unique (self, reach->collection, conditions);
  statement->many = reach->many;
  reach->statement = (int)self->query->statements->len - 1;
}

/* What names the document in which an entity is: where it is embedded without a key, the one
 * around it. */
static SquillQueryPlace *
place_in (SquillQueryBuilder *self, const SquillQueryReach *reach, const SquillShape *shape)
{
  return _squill_query_place_new (
      _squill_query_get_document (self, reach->collection, reach->number), shape);
}

/** The condition that something is what documents have, be it known or read before. */
gboolean
_squill_query_add_link (SquillQueryBuilder *self,
                        SquillQueryReach *from,
                        const SquillShape *source,
                        const SquillQueryReach *to,
                        const SquillShape *target,
                        GPtrArray *conditions)
{
  g_autoptr (SquillQueryPlace) place = place_in (self, from, source);
  SquillQueryPlace *target_place = place_in (self, to, target);
  SquillStatement *statement;
  guint level, reference;
  g_autofree char *path = NULL;

  if (from->statement < 0)
    {
      if (place->is_found)
        g_ptr_array_add (conditions,
                         _squill_query_condition_new_with_value (target_place, &place->value));
      else
        _squill_query_place_free (target_place);
      return place->is_found;
    }
  statement = self->query->statements->pdata[from->statement];
  level = _squill_query_place_get_level (place, from->result);
  _squill_query_name_result (
      self, (guint)from->statement,
      squill_item_get_name (squill_model_get_item (self->model, from->entity)), from->many);
  reference = _squill_query_add_reference (self, (guint)from->statement, from->many, place, level,
                                           target->types);
  path = _squill_query_place_get_path (place, level);
  /* A key of a map stands for the map. */
  if (place->is_key && strrchr (path, '.') != NULL)
    *strrchr (path, '.') = '\0';
  /* The _id comes along with other fields. */
  if (statement->projection != NULL && statement->kind == SQUILL_STATEMENT_FIND &&
      !(g_str_equal (path, "_id") && !bson_empty (statement->projection)))
    _squill_query_append_path (statement->projection, path, 1);
  g_ptr_array_add (conditions, _squill_query_condition_new_with_reference (target_place,
                                                                           self->query, reference));
  return TRUE;
}

/* One document of the sample, so that what it refers to can be read. */
static void
read_known (SquillQueryBuilder *self, SquillQueryReach *reach, const SquillShape *needed)
{
  g_autoptr (GPtrArray) conditions =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);
  const SquillShape *key = _squill_query_find_key (self, reach->collection->shape, NULL);
  g_autoptr (SquillQueryPlace) place = place_in (self, reach, needed);
  g_autofree char *path = _squill_query_place_get_path (place, 0);
  SquillStatement *statement;

  if (key != NULL)
    g_ptr_array_add (conditions, _squill_query_condition_new (self, reach->collection, key, "eq",
                                                              reach->number));
  _squill_query_reach_read (self, reach, conditions);
  statement = self->query->statements->pdata[reach->statement];
  statement->projection = bson_new ();
  _squill_query_append_path (statement->projection, path, 1);
}

static gboolean
link_by_junction (SquillQueryBuilder *self,
                  SquillQueryReach *from,
                  const SquillRelationship *r,
                  gboolean to_parent,
                  const SquillQueryReach *to,
                  GPtrArray *conditions)
{
  const SquillCollection *links = squill_design_find_collection (self->design, r->item.id);
  const SquillShape *own_key =
      _squill_query_find_key (self, from->site, to_parent ? r->child_key : r->parent_key);
  const SquillShape *other_key =
      _squill_query_find_key (self, to->site, to_parent ? r->parent_key : r->child_key);
  const SquillShape *near = _squill_query_find_stored_reference (self, links->shape, r, to_parent);
  const SquillShape *far = _squill_query_find_stored_reference (self, links->shape, r, !to_parent);
  SquillQueryReach reach = { .entity = r->item.id,
                             .collection = links,
                             .site = links->shape,
                             .result = links->shape,
                             .statement = -1 };
  g_autoptr (GPtrArray) link_conditions =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);

  if (own_key == NULL || other_key == NULL || near == NULL || far == NULL ||
      !_squill_query_add_link (self, from, own_key, &reach, near, link_conditions))
    return FALSE;
  _squill_query_reach_read (self, &reach, link_conditions);
  {
    SquillStatement *statement = self->query->statements->pdata[reach.statement];

    statement->projection = bson_new ();
  }
  return _squill_query_add_link (self, &reach, far, to, other_key, conditions);
}

/**
 * _squill_query_goes_to_parent:
 * @self: a builder
 * @relationship: a relationship
 * @entity: the entity at one of its ends
 *
 * Returns: whether the operation comes from documents of the entity to parents; both ends of a
 *   relationship of an entity with itself are alike, and the operation says which is meant
 */
gboolean
_squill_query_goes_to_parent (SquillQueryBuilder *self,
                              const SquillRelationship *relationship,
                              const char *entity)
{
  const SquillRelationship *r = relationship;
  g_autoptr (SquillUse) use = NULL;

  if (!g_str_equal (r->parent, r->child))
    return !g_str_equal (r->parent, entity);
  use = squill_use_new (self->model, self->operation);
  return !squill_use_comes_from_parent (use, r);
}

/**
 * _squill_query_link:
 * @self: a builder
 * @from: documents of one end
 * @relationship: a relationship
 * @to_parent: whether the parents are at the other end
 * @to: documents of its other end, of which nothing needs to be read
 * @conditions: (element-type SquillQueryCondition): which of them are meant by @from comes here
 *
 * Goes along a relationship. Links are read first; so is what holds the references where it is
 * known but has not been read.
 *
 * Returns: %FALSE where nothing is stored that tells
 */
gboolean
_squill_query_link (SquillQueryBuilder *self,
                    SquillQueryReach *from,
                    const SquillRelationship *relationship,
                    gboolean to_parent,
                    const SquillQueryReach *to,
                    GPtrArray *conditions)
{
  const SquillRelationship *r = relationship;
  const SquillShape *near_document = from->site, *far_document = to->site;
  const SquillShape *local, *remote, *key;

  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    return link_by_junction (self, from, r, to_parent, to, conditions);
  /* The reference of a bucket is its own, not that of what is in it. */
  if (r->placement == SQUILL_PLACEMENT_BUCKET && to_parent &&
      g_strcmp0 (from->site->relationship, r->item.id) == 0)
    near_document = from->collection->shape;
  if (r->placement == SQUILL_PLACEMENT_BUCKET && !to_parent &&
      g_strcmp0 (to->site->relationship, r->item.id) == 0)
    far_document = to->collection->shape;
  local = _squill_query_find_stored_reference (self, near_document, r, !to_parent);
  remote = _squill_query_find_stored_reference (self, far_document, r, to_parent);

  /* Children are found by their reference, which keeps their order; parents by that to them. */
  if (remote != NULL && (local == NULL || !to_parent))
    {
      key = _squill_query_find_key (self, from->site, to_parent ? r->child_key : r->parent_key);
      return key != NULL && _squill_query_add_link (self, from, key, to, remote, conditions);
    }
  if (local != NULL)
    {
      key = _squill_query_find_key (self, to->site, to_parent ? r->parent_key : r->child_key);
      if (key == NULL)
        return FALSE;
      if (from->statement < 0)
        read_known (self, from, local);
      return _squill_query_add_link (self, from, local, to, key, conditions);
    }
  return FALSE;
}

/**
 * _squill_query_add_foreign_condition:
 * @self: a builder
 * @reach: what the operation starts from
 * @key: a key of its filter that leads to other documents
 * @conditions: (element-type SquillQueryCondition): what follows from it for @reach comes here
 *
 * Adds the finds that come first: of what the key names, and on from there.
 *
 * Returns: %FALSE where the key leads nowhere
 */
gboolean
_squill_query_add_foreign_condition (SquillQueryBuilder *self,
                                     const SquillQueryReach *reach,
                                     const SquillKey *key,
                                     GPtrArray *conditions)
{
  g_auto (GStrv) ids = g_strsplit (key->path, "/", -1);
  g_autoptr (GPtrArray) relationships = g_ptr_array_new ();
  g_autoptr (GPtrArray) entities = g_ptr_array_new ();
  g_autoptr (SquillQueryReach) from = NULL;
  const char *entity = reach->entity;
  const SquillShape *shape;
  guint n = 0;

  for (; ids[n] != NULL; n++)
    {
      const SquillRelationship *r = squill_model_get_relationship (self->model, ids[n]);

      if (r == NULL)
        break;
      entity = g_str_equal (r->parent, entity) ? r->child : r->parent;
      g_ptr_array_add (relationships, (gpointer)r);
      g_ptr_array_add (entities, (gpointer)entity);
    }
  if (n == 0 || (ids[n] != NULL && ids[n + 1] != NULL))
    return FALSE;
  from = _squill_query_reach_new (self, entities->pdata[n - 1]);
  if (from == NULL)
    return FALSE;
  if (ids[n] != NULL)
    {
      g_autoptr (GPtrArray) first =
          g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);

      shape = _squill_query_resolve (self, from->site, ids[n]);
      if (shape == NULL)
        return FALSE;
      g_ptr_array_add (first, _squill_query_condition_new (
                                  self, from->collection, _squill_query_get_reference_shape (shape),
                                  key->operator, 0));
      _squill_query_reach_read (self, from, first);
      ((SquillStatement *)self->query->statements->pdata[from->statement])->projection =
          bson_new ();
    }
  for (guint i = n; i > 0; i--)
    {
      const SquillRelationship *r = relationships->pdata[i - 1];
      g_autoptr (SquillQueryReach) next = NULL;
      g_autoptr (GPtrArray) inner = NULL;
      /* The way back from what the key names. */
      const gboolean to_parent = !_squill_query_goes_to_parent (
          self, r, i == 1 ? reach->entity : (const char *)entities->pdata[i - 2]);

      if (i == 1)
        return _squill_query_link (self, from, r, to_parent, reach, conditions);
      next = _squill_query_reach_new (self, entities->pdata[i - 2]);
      inner = g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);
      if (next == NULL || !_squill_query_link (self, from, r, to_parent, next, inner))
        return FALSE;
      _squill_query_reach_read (self, next, inner);
      ((SquillStatement *)self->query->statements->pdata[next->statement])->projection =
          bson_new ();
      _squill_query_reach_free (from);
      from = g_steal_pointer (&next);
    }
  return FALSE;
}
