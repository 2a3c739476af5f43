/* SPDX-License-Identifier: Apache-2.0 */

/* Finds and aggregates. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/squill-found.h"
#include "design/squill-use.h"
#include "exchange/query/squill-query-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Places of an entity that has no collection of its own, each of which is a query. */
#define MAX_SITES 8

gint32
_squill_query_get_direction (const SquillKey *key)
{
  return key->operator[0] == '-' ? -1 : 1;
}

/* What the operation has come to. */

SquillQueryReach *
_squill_query_read_find_reach (SquillQueryRead *self, const char *entity)
{
  for (guint i = 0; i < self->reaches->len; i++)
    {
      SquillQueryReach *reach = self->reaches->pdata[i];

      if (g_str_equal (reach->entity, entity))
        return reach;
    }
  return NULL;
}

/* Whether the limit of the operation is that of the children of each parent. */
static gboolean
limits_children (SquillQueryBuilder *builder, const SquillRelationship *r, gboolean to_parent)
{
  return !to_parent && squill_operation_limits_children (builder->operation, builder->model, r);
}

/* The other end where it stands in the same document: embedded, or around. */
static const SquillShape *
find_in_document (SquillQueryBuilder *builder,
                  const SquillQueryReach *from,
                  const SquillRelationship *r,
                  gboolean to_parent)
{
  const SquillShape *found;

  if (to_parent)
    return from->site->parent != NULL && g_strcmp0 (from->site->relationship, r->item.id) == 0 &&
                   r->placement != SQUILL_PLACEMENT_BUCKET
               ? _squill_query_get_document_around (from->site)
               : NULL;
  /* The first children are not all, but may be all that is asked for. */
  if (!squill_placement_is_embedding (r->placement) &&
      !(r->placement == SQUILL_PLACEMENT_SUBSET &&
        squill_operation_fits_subset (builder->operation, builder->model, r)))
    return NULL;
  found = _squill_query_resolve (builder, from->site, r->item.id);
  return found != NULL && found->document ? found : NULL;
}

/* Whether all that is returned of the other end stands in the documents already, copied. */
static gboolean
has_copies (SquillQueryBuilder *builder, const SquillQueryReach *from, const char *relationship)
{
  const SquillKeys *returns = builder->operation->returns;
  const gsize length = strlen (relationship);
  guint n = 0;

  for (guint i = 0; returns != NULL && i < returns->len; i++)
    {
      const char *path = ((const SquillKey *)returns->pdata[i])->path;

      if (strncmp (path, relationship, length) != 0 || path[length] != '/')
        continue;
      if (_squill_query_resolve (builder, from->site, path) == NULL)
        return FALSE;
      n++;
    }
  return n > 0;
}

/** The relationships that lead to what is not in the documents: those that it follows, and those
 * through which it returns something. */
GPtrArray *
_squill_query_list_followed (SquillQueryBuilder *builder)
{
  const SquillKeys *returns = builder->operation->returns;
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; builder->operation->follows != NULL && builder->operation->follows[i] != NULL;
       i++)
    {
      const SquillRelationship *r =
          squill_model_get_relationship (builder->model, builder->operation->follows[i]);

      if (r != NULL && !g_ptr_array_find (list, r, NULL))
        g_ptr_array_add (list, (gpointer)r);
    }
  for (guint i = 0; returns != NULL && i < returns->len; i++)
    {
      g_auto (GStrv) ids = g_strsplit (((SquillKey *)returns->pdata[i])->path, "/", -1);

      for (guint j = 0; ids[j] != NULL && ids[j + 1] != NULL; j++)
        {
          const SquillRelationship *r = squill_model_get_relationship (builder->model, ids[j]);

          if (r != NULL && !g_ptr_array_find (list, r, NULL))
            g_ptr_array_add (list, (gpointer)r);
        }
    }
  return list;
}

/* Which fields of what it has come to are returned; %NULL for all. */
static bson_t *
make_followed_projection (SquillQueryBuilder *builder,
                          const SquillQueryReach *to,
                          const char *relationship)
{
  const SquillKeys *returns = builder->operation->returns;
  const gsize length = strlen (relationship);
  bson_t *projection = NULL;

  for (guint i = 0; returns != NULL && i < returns->len; i++)
    {
      const char *path = ((const SquillKey *)returns->pdata[i])->path;
      const char *found = g_strrstr (path, relationship);
      const SquillShape *shape;
      g_autofree char *dotted = NULL;

      if (found == NULL || found[length] != '/')
        continue;
      shape = _squill_query_resolve (builder, to->site, found + length + 1);
      if (shape == NULL)
        continue;
      if (projection == NULL)
        projection = bson_new ();
      dotted = squill_shape_get_query_path (shape);
      _squill_query_append_path (projection, dotted, 1);
    }
  return projection;
}

/* By what the children are in order; NULL where they have none that is stored. */
static bson_t *
make_order (SquillQueryBuilder *builder, const SquillQueryReach *to, const SquillRelationship *r)
{
  const SquillShape *shape = r->order_by == NULL || !g_str_equal (to->entity, r->child)
                                 ? NULL
                                 : _squill_query_resolve (builder, to->site, r->order_by);
  g_autofree char *path = shape == NULL ? NULL : squill_shape_get_query_path (shape);
  bson_t *sort = path == NULL ? NULL : bson_new ();

  if (path != NULL)
    _squill_query_append_path (sort, path, r->ordering == SQUILL_ORDERING_TIME ? -1 : 1);
  return sort;
}

static const char *
get_entity_name (SquillQueryBuilder *builder, const char *entity)
{
  const char *name = squill_item_get_name (squill_model_get_item (builder->model, entity));

  return name != NULL ? name : "";
}

/* How many documents the children that are asked for are in. */
static double
get_limit_of_documents (SquillQueryBuilder *builder, const SquillRelationship *r)
{
  const double limit = builder->operation->limit;

  return r->placement == SQUILL_PLACEMENT_BUCKET && r->bound >= 1 ? ceil (limit / r->bound) : limit;
}

bson_t *
_squill_query_make_first (SquillQueryBuilder *builder,
                          const SquillQueryReach *to,
                          const SquillRelationship *r,
                          gboolean to_parent)
{
  bson_t *stages, *sort;
  bson_t stage;
  guint n = 0;
  char key[16];

  if (!limits_children (builder, r, to_parent))
    return NULL;
  stages = bson_new ();
  sort = make_order (builder, to, r);
  if (sort != NULL)
    {
      bson_append_document_begin (stages, "0", -1, &stage);
      BSON_APPEND_DOCUMENT (&stage, "$sort", sort);
      bson_append_document_end (stages, &stage);
      bson_destroy (sort);
      n++;
    }
  g_snprintf (key, sizeof key, "%u", n);
  bson_append_document_begin (stages, key, -1, &stage);
  BSON_APPEND_INT32 (&stage, "$limit",
                     (gint32)fmin (get_limit_of_documents (builder, r), G_MAXINT32));
  bson_append_document_end (stages, &stage);
  return stages;
}

gboolean
_squill_query_goes_all_the_way (SquillQueryBuilder *builder, const SquillRelationship *r)
{
  g_autoptr (SquillUse) use = NULL;

  if (!g_str_equal (r->parent, r->child))
    return FALSE;
  use = squill_use_new (builder->model, builder->operation);
  return squill_use_goes_all_the_way (use, r);
}

gboolean
_squill_query_limits_followed (SquillQueryBuilder *builder, const GPtrArray *followed)
{
  for (guint i = 0; i < followed->len; i++)
    if (limits_children (builder, followed->pdata[i], FALSE))
      return TRUE;
  return FALSE;
}

void
_squill_query_read_follow (SquillQueryRead *self, const SquillRelationship *r)
{
  SquillQueryBuilder *builder = self->builder;
  SquillQueryReach *from = _squill_query_read_find_reach (self, r->parent);
  gboolean to_parent = from == NULL;
  const SquillShape *inside;
  SquillQueryReach *to;
  gboolean is_single;

  if (to_parent)
    from = _squill_query_read_find_reach (self, r->child);
  if (from == NULL)
    return;
  to_parent = _squill_query_goes_to_parent (builder, r, from->entity);
  inside = find_in_document (builder, from, r, to_parent);
  if (inside != NULL)
    {
      to = g_new0 (SquillQueryReach, 1);
      *to = *from;
      to->prefix = g_strdup (from->prefix);
      to->entity = to_parent ? r->parent : r->child;
      to->site = inside;
      g_ptr_array_add (self->reaches, to);
      return;
    }
  if (has_copies (builder, from, r->item.id))
    return;
  to = _squill_query_reach_new (builder, to_parent ? r->parent : r->child);
  if (to == NULL)
    return;
  is_single = to_parent ? !squill_relationship_is_shared (r) : squill_relationship_is_single (r);
  if (self->pipeline != NULL)
    {
      if (!_squill_query_read_can_join (self, from, to))
        {
          _squill_query_reach_free (to);
          return;
        }
      if (_squill_query_read_add_join (self, from, r, to_parent, to,
                                       is_single && !_squill_query_goes_all_the_way (builder, r),
                                       TRUE))
        {
          g_ptr_array_add (self->reaches, to);
          return;
        }
    }
  else
    {
      g_autoptr (GPtrArray) conditions =
          g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);

      if (_squill_query_link (builder, from, r, to_parent, to, conditions))
        {
          SquillStatement *statement;

          _squill_query_reach_read (builder, to, conditions);
          statement = builder->query->statements->pdata[to->statement];
          to->many = statement->many = from->many || !is_single;
          if (limits_children (builder, r, to_parent) && !from->many)
            statement->limit = get_limit_of_documents (builder, r);
          statement->projection = make_followed_projection (builder, to, r->item.id);
          if (statement->many)
            statement->sort = make_order (builder, to, r);
          g_ptr_array_add (self->reaches, to);
          return;
        }
    }
  _squill_query_add_note (builder, "Nothing stored tells which of “%s” belong to one of “%s”",
                          get_entity_name (builder, to->entity),
                          get_entity_name (builder, from->entity));
  _squill_query_reach_free (to);
}

/** What is returned of the documents themselves; %NULL for all of it. */
bson_t *
_squill_query_read_make_projection (SquillQueryRead *self)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillKeys *returns = builder->operation->returns;
  bson_t *projection;

  if (returns == NULL || returns->len == 0)
    return NULL;
  projection = bson_new ();
  for (guint i = 0; i < returns->len; i++)
    {
      const SquillKey *key = returns->pdata[i];
      const SquillShape *shape = _squill_query_resolve (builder, self->reach->site, key->path);
      g_autofree char *path = NULL;

      if (shape != NULL)
        path = _squill_query_read_get_path (self, self->reach, shape);
      else if (key->path[0] == '=')
        path = g_strdup (key->path + 1);
      if (path != NULL)
        _squill_query_append_path (projection, path, 1);
    }
  /* What is embedded and followed is returned, too. */
  for (guint i = 1; i < self->reaches->len; i++)
    {
      const SquillQueryReach *reach = self->reaches->pdata[i];
      g_autofree char *path = NULL;
      bson_t *inner = NULL;

      if (reach->prefix == NULL && reach->collection == self->reach->collection &&
          reach->statement == self->reach->statement && reach->site->parent != NULL &&
          reach->site->relationship != NULL)
        {
          inner = make_followed_projection (builder, reach, reach->site->relationship);
          if (inner == NULL)
            path = _squill_query_read_get_path (self, reach, reach->site);
          else
            bson_destroy (inner);
        }
      else if (self->pipeline != NULL && reach->prefix != NULL)
        path = g_strdup (reach->prefix);
      if (path != NULL && *path != '\0')
        _squill_query_append_path (projection, path, 1);
    }
  return projection;
}

/* Finds. */

static void
read_by_find (SquillQueryRead *self, GPtrArray *conditions, GPtrArray *unresolved)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  SquillQueryReach *reach = self->reach;
  g_autoptr (GPtrArray) followed = _squill_query_list_followed (builder);
  bson_t *sort = bson_new ();
  SquillStatement *statement;
  guint own;

  for (guint i = 0; i < unresolved->len; i++)
    if (!_squill_query_add_foreign_condition (builder, reach, unresolved->pdata[i], conditions))
      _squill_query_add_note (builder,
                              "A part of the filter is left out: nothing stored tells of it");
  for (guint i = 0; operation->sort != NULL && i < operation->sort->len; i++)
    {
      const SquillKey *key = operation->sort->pdata[i];
      const SquillShape *shape = _squill_query_resolve (builder, reach->site, key->path);
      g_autofree char *path =
          shape == NULL ? NULL : _squill_query_read_get_path (self, reach, shape);

      if (path != NULL || key->path[0] == '=')
        _squill_query_append_path (sort, path != NULL ? path : key->path + 1,
                                   _squill_query_get_direction (key));
    }
  _squill_query_reach_read (builder, reach, conditions);
  statement = builder->query->statements->pdata[reach->statement];
  own = (guint)reach->statement;
  if (!_squill_query_limits_followed (builder, followed))
    {
      if (operation->limit == 1)
        statement->many = reach->many = FALSE;
      else if (statement->many)
        statement->limit = operation->limit;
    }
  if (operation->skip > 0)
    statement->skip = operation->skip;
  /* One document that is known needs no order. */
  if (!bson_empty (sort) && (statement->many || operation->limit == 1))
    statement->sort = sort;
  else
    bson_destroy (sort);

  statement->projection = _squill_query_read_make_projection (self);
  for (guint i = 0; i < followed->len; i++)
    _squill_query_read_follow (self, followed->pdata[i]);
  /* What is embedded is asked for without what is around it. */
  if (reach->site->parent != NULL && operation->returns == NULL && self->reaches->len == 1)
    {
      g_autofree char *path = _squill_query_read_get_path (self, reach, reach->site);

      statement = builder->query->statements->pdata[own];
      statement->projection = bson_new ();
      _squill_query_append_path (statement->projection, path, 1);
    }
  if (self->reaches->len > 1 && operation->returns != NULL)
    {
      bson_t *projection = _squill_query_read_make_projection (self);
      bson_iter_t iter;

      statement = builder->query->statements->pdata[own];
      /* With the references by which it went on. */
      for (bson_iter_init (&iter, statement->projection); bson_iter_next (&iter);)
        _squill_query_append_path (projection, bson_iter_key (&iter), 1);
      bson_destroy (statement->projection);
      statement->projection = projection;
    }
}

static gboolean
has_foreign_sort (SquillQueryBuilder *builder, const SquillShape *site)
{
  const SquillKeys *sort = builder->operation->sort;

  for (guint i = 0; sort != NULL && i < sort->len; i++)
    {
      const char *path = ((SquillKey *)sort->pdata[i])->path;

      if (path[0] != '=' && _squill_query_resolve (builder, site, path) == NULL)
        return TRUE;
    }
  return FALSE;
}

static void
read_site (SquillQueryBuilder *builder, const SquillShape *site)
{
  SquillQueryRead read = { 0 };
  SquillQueryReach *reach = g_new0 (SquillQueryReach, 1);
  g_autoptr (GPtrArray) reaches =
      g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_reach_free);
  g_autoptr (GPtrArray) joined = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) unresolved = g_ptr_array_new ();
  g_autoptr (GPtrArray) conditions = NULL;

  reach->entity = builder->operation->entity;
  reach->collection = squill_design_get_collection_of_shape (builder->design, site);
  reach->site = site;
  reach->result = reach->collection->shape;
  reach->statement = -1;
  conditions =
      _squill_query_make_conditions (builder, reach->collection, site, &reach->number, unresolved);
  g_ptr_array_add (reaches, reach);
  read.builder = builder;
  read.reach = reach;
  read.reaches = reaches;
  read.joined = joined;
  if (builder->operation->operation == SQUILL_OPERATION_AGGREGATE ||
      _squill_query_is_in_array (site) || _squill_query_is_shared (builder, site) ||
      has_foreign_sort (builder, site))
    _squill_query_read_by_pipeline (&read, conditions, unresolved);
  else
    read_by_find (&read, conditions, unresolved);
}

/** The commands of a find or an aggregate. */
void
_squill_query_build_read (SquillQueryBuilder *self)
{
  g_autoptr (GPtrArray) sites = _squill_query_list_sites (self, self->operation->entity);
  guint n = MIN (sites->len, MAX_SITES);

  /* All of them are in their own collection, if there is one. */
  if (n > 0 && ((SquillShape *)sites->pdata[0])->parent == NULL)
    n = 1;
  for (guint i = 0; i < n; i++)
    read_site (self, sites->pdata[i]);
  if (n == 0)
    _squill_query_add_note (self, "Nothing of it is stored");
}
