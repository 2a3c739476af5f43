/* SPDX-License-Identifier: Apache-2.0 */

/* Finds and aggregates. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "model/squill-placement.h"
#include "text/squill-text.h"

/* Places of an entity that has no collection of its own, each of which is a query. */
#define MAX_SITES 8

typedef struct
{
  SquillQueryBuilder *builder;
  SquillQueryReach *reach; /* what the operation starts from */
  GPtrArray *reaches;      /* SquillQueryReach: that, and what it has come to */
  bson_t *pipeline;        /* of an aggregate */
  guint n_stages;
  gboolean is_grouped; /* what was found stands under _id */
  GPtrArray *joined;   /* char *: paths under which a pipeline has put other documents */
} Read;

static gint32
get_direction (const SquillKey *key)
{
  return key->operator[0] == '-' ? -1 : 1;
}

/* Pipelines. */

static void
add_stage (Read *self, const bson_t *stage)
{
  g_autofree char *key = g_strdup_printf ("%u", self->n_stages++);

  bson_append_document (self->pipeline, key, -1, stage);
}

static void
add_document_stage (Read *self, const char *name, const bson_t *content)
{
  bson_t stage = BSON_INITIALIZER;

  bson_append_document (&stage, name, -1, content);
  add_stage (self, &stage);
  bson_destroy (&stage);
}

static void
add_text_stage (Read *self, const char *name, const char *text)
{
  bson_t stage = BSON_INITIALIZER;

  bson_append_utf8 (&stage, name, -1, text, -1);
  add_stage (self, &stage);
  bson_destroy (&stage);
}

static void
add_number_stage (Read *self, const char *name, double number)
{
  bson_t stage = BSON_INITIALIZER;

  if (number <= G_MAXINT32)
    bson_append_int32 (&stage, name, -1, (gint32)number);
  else
    bson_append_int64 (&stage, name, -1, (gint64)number);
  add_stage (self, &stage);
  bson_destroy (&stage);
}

/* Conditions on what is in one of the arrays that are unwound. */
static void
add_match_of_elements (Read *self, GPtrArray *conditions, const SquillShape *array)
{
  g_autoptr (GPtrArray) inner = g_ptr_array_new ();
  bson_t match = BSON_INITIALIZER;

  for (guint i = 0; i < conditions->len; i++)
    {
      const SquillQueryCondition *condition = conditions->pdata[i];

      if (condition->place != NULL && condition->place->shape != array &&
          g_ptr_array_find (condition->place->chain, array, NULL))
        g_ptr_array_add (inner, (gpointer)condition);
    }
  /* Unwound, the path of an element is that of the array. */
  for (guint i = 0; i < inner->len; i++)
    {
      const SquillQueryCondition *condition = inner->pdata[i];
      g_autofree char *path = _squill_query_place_get_path (condition->place, 0);
      bson_iter_t iter;

      if (bson_iter_init (&iter, condition->test) && bson_iter_next (&iter))
        bson_append_value (&match, path, -1, bson_iter_value (&iter));
    }
  if (inner->len > 0)
    add_document_stage (self, "$match", &match);
  bson_destroy (&match);
}

static gboolean
is_shared (SquillQueryBuilder *builder, const SquillShape *site)
{
  for (const SquillShape *shape = site; shape->parent != NULL; shape = shape->parent)
    {
      const SquillRelationship *r =
          shape->document ? squill_model_get_relationship (builder->model, shape->relationship)
                          : NULL;

      if (r != NULL && squill_relationship_is_shared (r))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_in_array (const SquillShape *site)
{
  for (; site->parent != NULL; site = site->parent)
    if (site->array)
      return TRUE;
  return FALSE;
}

/* Where a place is in the documents of the pipeline. */
static char *
get_path (Read *self, const SquillQueryReach *reach, const SquillShape *shape)
{
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (
      _squill_query_get_document (self->builder, reach->collection, reach->number), shape);
  g_autofree char *path = NULL;

  if (reach == self->reach && self->is_grouped)
    {
      path =
          _squill_query_place_get_path (place, _squill_query_place_get_level (place, reach->site));
      return g_strconcat ("_id", *path == '\0' ? "" : ".", path, NULL);
    }
  path = _squill_query_place_get_path (place, _squill_query_place_get_level (place, reach->result));
  return reach->prefix == NULL ? g_steal_pointer (&path)
                               : g_strconcat (reach->prefix, ".", path, NULL);
}

/* A path that leads through the keys of a map, which no stage of a join can follow. */
static gboolean
is_in_map (const SquillShape *shape)
{
  if (shape->parent != NULL && shape->parent->key == shape)
    return TRUE;
  for (; shape->parent != NULL; shape = shape->parent)
    if (shape->map)
      return TRUE;
  return FALSE;
}

static gboolean
add_lookup (Read *self,
            const char *collection,
            const char *local,
            const SquillShape *foreign,
            const char *as)
{
  g_autoptr (SquillQueryPlace) place = NULL;
  g_autofree char *path = NULL;
  bson_t empty = BSON_INITIALIZER, lookup = BSON_INITIALIZER;

  place = _squill_query_place_new (&empty, foreign);
  path = _squill_query_place_get_path (place, 0);
  BSON_APPEND_UTF8 (&lookup, "from", collection);
  BSON_APPEND_UTF8 (&lookup, "localField", local);
  BSON_APPEND_UTF8 (&lookup, "foreignField", path);
  BSON_APPEND_UTF8 (&lookup, "as", as);
  add_document_stage (self, "$lookup", &lookup);
  bson_destroy (&lookup);
  bson_destroy (&empty);
  return TRUE;
}

static void
add_unwind (Read *self, const char *path, gboolean keep)
{
  bson_t unwind = BSON_INITIALIZER;
  g_autofree char *dollar = g_strconcat ("$", path, NULL);

  if (!keep)
    {
      add_text_stage (self, "$unwind", dollar);
      return;
    }
  BSON_APPEND_UTF8 (&unwind, "path", dollar);
  BSON_APPEND_BOOL (&unwind, "preserveNullAndEmptyArrays", TRUE);
  add_document_stage (self, "$unwind", &unwind);
  bson_destroy (&unwind);
}

/* A name for documents that are joined, which takes the place of nothing but the reference. */
static char *
make_join_name (Read *self, const SquillQueryReach *from, const char *entity, gboolean many)
{
  const SquillEntity *found = squill_model_get_entity (self->builder->model, entity);
  g_autofree char *name = _squill_query_make_name (found->name, many);

  for (gboolean taken = TRUE; taken;)
    {
      const SquillShape *result = from->prefix == NULL ? self->reach->result : from->site;

      taken = FALSE;
      for (guint i = 0; i < result->children->len && !taken; i++)
        {
          const SquillShape *child = result->children->pdata[i];

          taken = g_str_equal (child->name, name) && g_strcmp0 (child->target, entity) != 0;
        }
      taken |= g_ptr_array_find_with_equal_func (self->joined, name, g_str_equal, NULL);
      if (taken)
        {
          char *longer = g_strconcat (name, "_found", NULL);

          g_free (name);
          name = longer;
        }
    }
  return g_steal_pointer (&name);
}

/* Joins the other end of a relationship; the same cases as _squill_query_link(). */
static gboolean
add_join (Read *self,
          const SquillQueryReach *from,
          const SquillRelationship *r,
          SquillQueryReach *to,
          gboolean is_single)
{
  SquillQueryBuilder *builder = self->builder;
  const gboolean to_parent = !g_str_equal (to->entity, r->child);
  const SquillShape *near_document = from->site, *far_document = to->site;
  const SquillShape *own_key =
      _squill_query_find_key (builder, from->site, to_parent ? r->child_key : r->parent_key);
  const SquillShape *other_key =
      _squill_query_find_key (builder, to->site, to_parent ? r->parent_key : r->child_key);
  const SquillShape *local, *remote;
  g_autofree char *as = make_join_name (self, from, to->entity, !is_single);
  g_autofree char *path = NULL;

  if (r->placement == SQUILL_PLACEMENT_JUNCTION)
    {
      const SquillCollection *links = squill_design_find_collection (builder->design, r->item.id);
      g_autofree char *between = g_strconcat (as, "_links", NULL);
      g_autofree char *far_path = NULL;
      g_autofree char *through = NULL;

      remote = _squill_query_find_stored_reference (builder, links->shape, r, to_parent);
      local = _squill_query_find_stored_reference (builder, links->shape, r, !to_parent);
      if (own_key == NULL || other_key == NULL || remote == NULL || local == NULL ||
          is_in_map (own_key))
        return FALSE;
      path = get_path (self, from, own_key);
      add_lookup (self, links->name, path, remote, between);
      far_path = squill_shape_get_query_path (local);
      through = g_strconcat (between, ".", far_path, NULL);
      add_lookup (self, to->collection->name, through, other_key, as);
      add_text_stage (self, "$unset", between);
    }
  else
    {
      if (r->placement == SQUILL_PLACEMENT_BUCKET && to_parent &&
          g_strcmp0 (from->site->relationship, r->item.id) == 0)
        near_document = from->collection->shape;
      if (r->placement == SQUILL_PLACEMENT_BUCKET && !to_parent &&
          g_strcmp0 (to->site->relationship, r->item.id) == 0)
        far_document = to->collection->shape;
      local = _squill_query_find_stored_reference (builder, near_document, r, !to_parent);
      remote = _squill_query_find_stored_reference (builder, far_document, r, to_parent);
      if (remote != NULL && own_key != NULL && (local == NULL || !to_parent) &&
          !is_in_map (remote) && !is_in_map (own_key))
        {
          path = get_path (self, from, own_key);
          add_lookup (self, to->collection->name, path, remote, as);
        }
      else if (local != NULL && other_key != NULL && !is_in_map (local) && !is_in_map (other_key))
        {
          path = get_path (self, from, local);
          add_lookup (self, to->collection->name, path, other_key, as);
        }
      else
        return FALSE;
    }
  if (is_single)
    add_unwind (self, as, TRUE);
  g_ptr_array_add (self->joined, g_strdup (as));
  to->prefix = g_steal_pointer (&as);
  return TRUE;
}

/* What the operation has come to. */

static SquillQueryReach *
find_reach (Read *self, const char *entity)
{
  for (guint i = 0; i < self->reaches->len; i++)
    {
      SquillQueryReach *reach = self->reaches->pdata[i];

      if (g_str_equal (reach->entity, entity))
        return reach;
    }
  return NULL;
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
  /* The first children are not all. */
  if (!squill_placement_is_embedding (r->placement))
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

/* The relationships that lead to what is not in the documents: those that it follows, and those
 * through which it returns something. */
static GPtrArray *
list_followed (SquillQueryBuilder *builder)
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

static void
append_order (SquillQueryBuilder *builder,
              const SquillQueryReach *to,
              const SquillRelationship *r,
              SquillStatement *statement)
{
  const SquillShape *shape = r->order_by == NULL || !g_str_equal (to->entity, r->child)
                                 ? NULL
                                 : _squill_query_resolve (builder, to->site, r->order_by);
  g_autofree char *path = shape == NULL ? NULL : squill_shape_get_query_path (shape);

  if (path == NULL || !statement->many)
    return;
  statement->sort = bson_new ();
  _squill_query_append_path (statement->sort, path, r->ordering == SQUILL_ORDERING_TIME ? -1 : 1);
}

static const char *
get_entity_name (SquillQueryBuilder *builder, const char *entity)
{
  const char *name = squill_item_get_name (squill_model_get_item (builder->model, entity));

  return name != NULL ? name : "";
}

static void
follow (Read *self, const SquillRelationship *r)
{
  SquillQueryBuilder *builder = self->builder;
  SquillQueryReach *from = find_reach (self, r->parent);
  gboolean to_parent = from == NULL;
  const SquillShape *inside;
  SquillQueryReach *to;
  gboolean is_single;

  if (to_parent)
    from = find_reach (self, r->child);
  if (from == NULL)
    return;
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
      if (add_join (self, from, r, to, is_single))
        {
          g_ptr_array_add (self->reaches, to);
          return;
        }
    }
  else
    {
      g_autoptr (GPtrArray) conditions =
          g_ptr_array_new_with_free_func ((GDestroyNotify)_squill_query_condition_free);

      if (_squill_query_link (builder, from, r, to, conditions))
        {
          SquillStatement *statement;

          _squill_query_reach_read (builder, to, conditions);
          statement = builder->query->statements->pdata[to->statement];
          to->many = statement->many = from->many || !is_single;
          statement->projection = make_followed_projection (builder, to, r->item.id);
          append_order (builder, to, r, statement);
          g_ptr_array_add (self->reaches, to);
          return;
        }
    }
  _squill_query_add_note (builder, "Nothing stored tells which of “%s” belong to one of “%s”",
                          get_entity_name (builder, to->entity),
                          get_entity_name (builder, from->entity));
  _squill_query_reach_free (to);
}

/* What is returned of the documents themselves; %NULL for all of it. */
static bson_t *
make_projection (Read *self)
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
        path = get_path (self, self->reach, shape);
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
            path = get_path (self, reach, reach->site);
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
read_by_find (Read *self, GPtrArray *conditions, GPtrArray *unresolved)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  SquillQueryReach *reach = self->reach;
  g_autoptr (GPtrArray) followed = list_followed (builder);
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
      g_autofree char *path = shape == NULL ? NULL : get_path (self, reach, shape);

      if (path != NULL || key->path[0] == '=')
        _squill_query_append_path (sort, path != NULL ? path : key->path + 1, get_direction (key));
    }
  _squill_query_reach_read (builder, reach, conditions);
  statement = builder->query->statements->pdata[reach->statement];
  own = (guint)reach->statement;
  if (operation->limit == 1)
    statement->many = reach->many = FALSE;
  else if (statement->many)
    statement->limit = operation->limit;
  if (operation->skip > 0)
    statement->skip = operation->skip;
  /* One document that is known needs no order. */
  if (!bson_empty (sort) && (statement->many || operation->limit == 1))
    statement->sort = sort;
  else
    bson_destroy (sort);

  statement->projection = make_projection (self);
  for (guint i = 0; i < followed->len; i++)
    follow (self, followed->pdata[i]);
  /* What is embedded is asked for without what is around it. */
  if (reach->site->parent != NULL && operation->returns == NULL && self->reaches->len == 1)
    {
      g_autofree char *path = get_path (self, reach, reach->site);

      statement = builder->query->statements->pdata[own];
      statement->projection = bson_new ();
      _squill_query_append_path (statement->projection, path, 1);
    }
  if (self->reaches->len > 1 && operation->returns != NULL)
    {
      bson_t *projection = make_projection (self);
      bson_iter_t iter;

      statement = builder->query->statements->pdata[own];
      /* With the references by which it went on. */
      for (bson_iter_init (&iter, statement->projection); bson_iter_next (&iter);)
        _squill_query_append_path (projection, bson_iter_key (&iter), 1);
      bson_destroy (statement->projection);
      statement->projection = projection;
    }
}

/* Aggregates. */

/* The relationship of a key whose end is not embedded. */
static gboolean
join_for_key (Read *self,
              const SquillKey *key,
              char **path,
              const SquillShape **shape,
              SquillQueryReach **reach)
{
  SquillQueryBuilder *builder = self->builder;
  g_auto (GStrv) ids = g_strsplit (key->path, "/", -1);
  SquillQueryReach *from = self->reach;
  guint i = 0;

  for (; ids[i] != NULL; i++)
    {
      const SquillRelationship *r = squill_model_get_relationship (builder->model, ids[i]);
      const char *entity;
      SquillQueryReach *to;

      if (r == NULL)
        break;
      entity = g_str_equal (r->parent, from->entity) ? r->child : r->parent;
      to = find_reach (self, entity);
      if (to == NULL || to == from)
        {
          to = _squill_query_reach_new (builder, entity);
          if (to == NULL ||
              !add_join (self, from, r, to,
                         g_str_equal (entity, r->parent) ? !squill_relationship_is_shared (r)
                                                         : squill_relationship_is_single (r)))
            {
              _squill_query_reach_free (to);
              return FALSE;
            }
          g_ptr_array_add (self->reaches, to);
        }
      from = to;
    }
  *shape = ids[i] == NULL ? _squill_query_find_key (builder, from->site, NULL)
                          : _squill_query_resolve (builder, from->site, ids[i]);
  if (*shape == NULL)
    return FALSE;
  *path = get_path (self, from, *shape);
  *reach = from;
  return TRUE;
}

static void
match_foreign (Read *self, const SquillKey *key)
{
  g_autofree char *path = NULL;
  g_autoptr (SquillQueryCondition) condition = NULL;
  SquillQueryReach *reach;
  const SquillShape *shape;
  bson_t match = BSON_INITIALIZER;
  bson_iter_t iter;

  if (!join_for_key (self, key, &path, &shape, &reach))
    {
      _squill_query_add_note (self->builder,
                              "A part of the filter is left out: nothing stored tells of it");
      bson_destroy (&match);
      return;
    }
  condition = _squill_query_condition_new (self->builder, reach->collection,
                                           _squill_query_get_reference_shape (shape), key->operator,
                                           reach->number);
  if (bson_iter_init (&iter, condition->test) && bson_iter_next (&iter))
    bson_append_value (&match, path, -1, bson_iter_value (&iter));
  add_document_stage (self, "$match", &match);
  bson_destroy (&match);
}

/* Takes what is embedded out of the documents around it. */
static void
take_out (Read *self, GPtrArray *conditions)
{
  const SquillShape *site = self->reach->site;
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (
      _squill_query_get_document (self->builder, self->reach->collection, self->reach->number),
      site);
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint level = 1; level < place->chain->len; level++)
    {
      const SquillShape *shape = place->chain->pdata[level];

      for (guint i = 0; i < place->names->len; i++)
        if (g_array_index (place->levels, guint, i) == level)
          g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "",
                                  (char *)place->names->pdata[i]);
      if (!shape->array)
        continue;
      add_unwind (self, path->str, FALSE);
      add_match_of_elements (self, conditions, shape);
    }
  if (is_shared (self->builder, site))
    {
      bson_t group = BSON_INITIALIZER;
      g_autofree char *dollar = g_strconcat ("$", path->str, NULL);

      BSON_APPEND_UTF8 (&group, "_id", dollar);
      add_document_stage (self, "$group", &group);
      bson_destroy (&group);
      self->is_grouped = TRUE;
    }
}

/* What is computed. */

/* Unwinds the arrays on the way to something, each once. */
static void
unwind_to (Read *self, const SquillQueryReach *reach, const SquillShape *shape, GHashTable *done)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();

  for (const SquillShape *around = shape; around->parent != NULL; around = around->parent)
    if (around->array && !(reach == self->reach && g_hash_table_contains (done, around)))
      g_ptr_array_insert (arrays, 0, (gpointer)around);
  for (guint i = 0; i < arrays->len; i++)
    if (g_hash_table_add (done, arrays->pdata[i]))
      {
        g_autofree char *path = get_path (self, reach, arrays->pdata[i]);

        add_unwind (self, path, FALSE);
      }
}

/* Where a key is in the documents of the pipeline; %NULL where it is nowhere. */
static char *
find_in_pipeline (Read *self,
                  const SquillKey *key,
                  const SquillShape **shape,
                  SquillQueryReach **reach)
{
  char *path = NULL;

  *reach = self->reach;
  *shape = _squill_query_resolve (self->builder, self->reach->site, key->path);
  if (*shape != NULL)
    return get_path (self, *reach, *shape);
  return key->path[0] != '=' && join_for_key (self, key, &path, shape, reach) ? path : NULL;
}

/* One result for each value of what is returned, or one for all. */
static void
group (Read *self)
{
  const SquillOperation *operation = self->builder->operation;
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  const guint n_groups = operation->returns == NULL ? 0 : operation->returns->len;
  bson_t content = BSON_INITIALIZER, ids = BSON_INITIALIZER;
  SquillQueryReach *reach;
  const SquillShape *shape;

  for (const SquillShape *around = self->reach->site; around->parent != NULL;
       around = around->parent)
    g_hash_table_add (done, (gpointer)around);
  for (guint i = 0; i < operation->computes->len; i++)
    {
      char *path = find_in_pipeline (self, operation->computes->pdata[i], &shape, &reach);

      if (path != NULL)
        unwind_to (self, reach, shape, done);
      g_ptr_array_add (values, path);
    }
  for (guint i = 0; i < n_groups; i++)
    {
      g_autofree char *path = find_in_pipeline (self, operation->returns->pdata[i], &shape, &reach);
      g_autofree char *dollar = path == NULL ? NULL : g_strconcat ("$", path, NULL);

      if (path == NULL)
        continue;
      unwind_to (self, reach, shape, done);
      bson_append_utf8 (&ids, shape->name, -1, dollar, -1);
    }
  if (bson_count_keys (&ids) > 1)
    BSON_APPEND_DOCUMENT (&content, "_id", &ids);
  else if (bson_empty (&ids))
    BSON_APPEND_NULL (&content, "_id");
  else
    {
      bson_iter_t iter;

      bson_iter_init (&iter, &ids);
      bson_iter_next (&iter);
      BSON_APPEND_VALUE (&content, "_id", bson_iter_value (&iter));
    }
  for (guint i = 0; i < values->len; i++)
    {
      const SquillKey *key = operation->computes->pdata[i];
      const char *path = values->pdata[i];
      const gboolean is_count = g_str_equal (key->operator, "count");
      const char *last = path == NULL ? NULL : strrchr (path, '.');
      g_autofree char *accumulator = g_strconcat ("$", is_count ? "sum" : key->operator, NULL);
      g_autofree char *dollar = g_strconcat ("$", path, NULL);
      g_autofree char *name =
          is_count ? g_strdup ("count")
                   : g_strdup_printf ("%s_%s", key->operator, last != NULL ? last + 1 : path);
      bson_t computed;

      if ((path == NULL && !is_count) || bson_has_field (&content, name))
        continue;
      bson_append_document_begin (&content, name, -1, &computed);
      if (is_count)
        bson_append_int32 (&computed, accumulator, -1, 1);
      else
        bson_append_utf8 (&computed, accumulator, -1, dollar, -1);
      bson_append_document_end (&content, &computed);
    }
  add_document_stage (self, "$group", &content);
  bson_destroy (&content);
  bson_destroy (&ids);
}

static gboolean
is_grouping (const SquillOperation *operation)
{
  return operation->computes != NULL && operation->computes->len > 0;
}

static gboolean
is_within (const SquillShape *shape, const SquillShape *site)
{
  for (; shape != NULL; shape = shape->parent)
    if (shape == site)
      return TRUE;
  return FALSE;
}

/* Whether something of the documents around what is embedded is returned. */
static gboolean
returns_surroundings (Read *self)
{
  const SquillKeys *returns = self->builder->operation->returns;

  for (guint i = 1; i < self->reaches->len; i++)
    {
      const SquillQueryReach *other = self->reaches->pdata[i];

      if (other->collection == self->reach->collection &&
          !is_within (other->site, self->reach->site))
        return TRUE;
    }
  for (guint i = 0; returns != NULL && i < returns->len; i++)
    {
      const SquillShape *shape = _squill_query_resolve (self->builder, self->reach->site,
                                                        ((SquillKey *)returns->pdata[i])->path);

      if (shape != NULL && !is_within (shape, self->reach->site))
        return TRUE;
    }
  return FALSE;
}

static void
read_by_pipeline (Read *self, GPtrArray *conditions, GPtrArray *unresolved)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  SquillQueryReach *reach = self->reach;
  SquillStatement *statement =
      _squill_query_add (builder, SQUILL_STATEMENT_AGGREGATE, reach->collection->name);
  g_autoptr (GPtrArray) followed = list_followed (builder);
  bson_t match = BSON_INITIALIZER, sort = BSON_INITIALIZER;
  bson_t *projection;

  reach->statement = (int)builder->query->statements->len - 1;
  statement->many = reach->many = TRUE;
  statement->collation = _squill_query_make_collation (builder, reach->collection, conditions);
  self->pipeline = statement->filter;
  _squill_query_append_conditions (&match, conditions, 0);
  if (!bson_empty (&match))
    add_document_stage (self, "$match", &match);
  bson_destroy (&match);
  if (reach->site->parent != NULL)
    take_out (self, conditions);
  for (guint i = 0; i < unresolved->len; i++)
    match_foreign (self, unresolved->pdata[i]);
  if (is_grouping (operation))
    {
      group (self);
      if (operation->limit > 0)
        add_number_stage (self, "$limit", operation->limit);
      return;
    }

  for (guint i = 0; operation->sort != NULL && i < operation->sort->len; i++)
    {
      const SquillKey *key = operation->sort->pdata[i];
      const SquillShape *shape = _squill_query_resolve (builder, reach->site, key->path);
      SquillQueryReach *other;
      g_autofree char *path = NULL;

      if (shape != NULL)
        path = get_path (self, reach, shape);
      else if (key->path[0] == '=')
        path = g_strdup (key->path + 1);
      else
        join_for_key (self, key, &path, &shape, &other);
      if (path != NULL)
        _squill_query_append_path (&sort, path, get_direction (key));
    }
  if (!bson_empty (&sort))
    add_document_stage (self, "$sort", &sort);
  bson_destroy (&sort);
  if (operation->skip > 0)
    add_number_stage (self, "$skip", operation->skip);
  if (operation->limit > 0)
    add_number_stage (self, "$limit", operation->limit);

  for (guint i = 0; i < followed->len; i++)
    {
      const SquillRelationship *r = followed->pdata[i];

      if (find_reach (self, r->parent) == NULL || find_reach (self, r->child) == NULL ||
          g_str_equal (r->parent, r->child))
        follow (self, r);
    }
  projection = make_projection (self);
  if (projection != NULL && !bson_empty (projection))
    add_document_stage (self, "$project", projection);
  if (projection != NULL)
    bson_destroy (projection);
  /* With other documents beside it, it stays where it is. */
  if (reach->site->parent != NULL && self->joined->len == 0 && !returns_surroundings (self))
    {
      g_autofree char *path = get_path (self, reach, reach->site);
      g_autofree char *dollar = g_strconcat ("$", path, NULL);
      bson_t root = BSON_INITIALIZER;

      BSON_APPEND_UTF8 (&root, "newRoot", dollar);
      add_document_stage (self, "$replaceRoot", &root);
      bson_destroy (&root);
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
  Read read = { 0 };
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
  if (builder->operation->operation == SQUILL_OPERATION_AGGREGATE || is_in_array (site) ||
      is_shared (builder, site) || has_foreign_sort (builder, site))
    read_by_pipeline (&read, conditions, unresolved);
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
