/* SPDX-License-Identifier: Apache-2.0 */

/* Aggregates: what is embedded is taken out of the documents around it, and what stands in other
 * collections is joined. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"
#include "exchange/squill-shell-text.h"
#include "model/squill-dialect.h"
#include "model/squill-placement.h"

/* Pipelines. */

static void
add_stage (SquillQueryRead *self, const bson_t *stage)
{
  g_autofree char *key = g_strdup_printf ("%u", self->n_stages++);

  bson_append_document (self->pipeline, key, -1, stage);
}

static void
add_document_stage (SquillQueryRead *self, const char *name, const bson_t *content)
{
  bson_t stage = BSON_INITIALIZER;

  bson_append_document (&stage, name, -1, content);
  add_stage (self, &stage);
  bson_destroy (&stage);
}

static void
add_text_stage (SquillQueryRead *self, const char *name, const char *text)
{
  bson_t stage = BSON_INITIALIZER;

  bson_append_utf8 (&stage, name, -1, text, -1);
  add_stage (self, &stage);
  bson_destroy (&stage);
}

static void
add_number_stage (SquillQueryRead *self, const char *name, double number)
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
add_match_of_elements (SquillQueryRead *self, GPtrArray *conditions, const SquillShape *array)
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

gboolean
_squill_query_is_shared (SquillQueryBuilder *builder, const SquillShape *site)
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

/* Whether the shape, or one that it is part of, is an array. */
gboolean
_squill_query_is_in_array (const SquillShape *site)
{
  for (; site->parent != NULL; site = site->parent)
    if (site->array)
      return TRUE;
  return FALSE;
}

/** Where a place is in the documents of the pipeline. */
char *
_squill_query_read_get_path (SquillQueryRead *self,
                             const SquillQueryReach *reach,
                             const SquillShape *shape)
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

/* Where a value is in the documents of another collection. */
static char *
get_foreign_path (const SquillShape *shape)
{
  bson_t empty = BSON_INITIALIZER;
  g_autoptr (SquillQueryPlace) place = _squill_query_place_new (&empty, shape);
  char *path = _squill_query_place_get_path (place, 0);

  bson_destroy (&empty);
  return path;
}

/* What a join compares at one end. */
typedef struct
{
  const char *value; /* as expressions write it */
  gboolean is_list;
} JoinSide;

static void
append_operand (bson_t *operands, const char *key, const JoinSide *side)
{
  bson_t condition, parts, single;

  if (!side->is_list)
    {
      bson_append_utf8 (operands, key, -1, side->value, -1);
      return;
    }
  /* It may be missing, or a single value in the place of the array. */
  bson_append_document_begin (operands, key, -1, &condition);
  bson_append_array_begin (&condition, "$cond", -1, &parts);
  {
    bson_t is_array;

    bson_append_document_begin (&parts, "0", -1, &is_array);
    BSON_APPEND_UTF8 (&is_array, "$isArray", side->value);
    bson_append_document_end (&parts, &is_array);
  }
  BSON_APPEND_UTF8 (&parts, "1", side->value);
  bson_append_array_begin (&parts, "2", -1, &single);
  BSON_APPEND_UTF8 (&single, "0", side->value);
  bson_append_array_end (&parts, &single);
  bson_append_array_end (&condition, &parts);
  bson_append_document_end (operands, &condition);
}

/* That both are equal; of a list, one of its elements. */
static void
append_equality (bson_t *expression, const JoinSide *foreign, const JoinSide *local)
{
  bson_t operands, more, size, sets;

  if (foreign->is_list && local->is_list)
    {
      bson_append_array_begin (expression, "$gt", -1, &more);
      bson_append_document_begin (&more, "0", -1, &size);
      bson_append_document_begin (&size, "$size", -1, &sets);
      bson_append_array_begin (&sets, "$setIntersection", -1, &operands);
      append_operand (&operands, "0", foreign);
      append_operand (&operands, "1", local);
      bson_append_array_end (&sets, &operands);
      bson_append_document_end (&size, &sets);
      bson_append_document_end (&more, &size);
      BSON_APPEND_INT32 (&more, "1", 0);
      bson_append_array_end (expression, &more);
      return;
    }
  /* Of what is in a list, or in no list, the list comes second. */
  bson_append_array_begin (expression, foreign->is_list || local->is_list ? "$in" : "$eq", -1,
                           &operands);
  append_operand (&operands, "0", foreign->is_list ? local : foreign);
  append_operand (&operands, "1", foreign->is_list ? foreign : local);
  bson_append_array_end (expression, &operands);
}

/* Before MongoDB 5.0 `$lookup` has either fields or a pipeline: one with a pipeline compares in its
 * first stage (MongoDB manual, "$lookup": correlated subqueries). */
static void
append_correlated (bson_t *lookup,
                   const JoinSide *foreign,
                   const JoinSide *local,
                   const bson_t *first)
{
  const JoinSide variable = { "$$key", local->is_list };
  bson_t let, stages, stage, match, expression;
  bson_iter_t iter;
  guint n = 1;

  bson_append_document_begin (lookup, "let", -1, &let);
  BSON_APPEND_UTF8 (&let, "key", local->value);
  bson_append_document_end (lookup, &let);
  bson_append_array_begin (lookup, "pipeline", -1, &stages);
  bson_append_document_begin (&stages, "0", -1, &stage);
  bson_append_document_begin (&stage, "$match", -1, &match);
  bson_append_document_begin (&match, "$expr", -1, &expression);
  append_equality (&expression, foreign, &variable);
  bson_append_document_end (&match, &expression);
  bson_append_document_end (&stage, &match);
  bson_append_document_end (&stages, &stage);
  for (bson_iter_init (&iter, first); bson_iter_next (&iter); n++)
    {
      char key[16];

      g_snprintf (key, sizeof key, "%u", n);
      bson_append_iter (&stages, key, -1, &iter);
    }
  bson_append_array_end (lookup, &stages);
}

/* @first: (nullable): stages for what is joined. @in_list: there may be several of what is joined
 * by. */
static void
add_lookup (SquillQueryRead *self,
            const char *collection,
            const char *local,
            gboolean in_list,
            const SquillShape *foreign,
            const char *as,
            const bson_t *first)
{
  g_autofree char *path = get_foreign_path (foreign);
  bson_t lookup = BSON_INITIALIZER;

  BSON_APPEND_UTF8 (&lookup, "from", collection);
  if (first != NULL && !squill_model_has_version (self->builder->model, 5, 0))
    {
      g_autofree char *far_value = g_strconcat ("$", path, NULL);
      g_autofree char *near_value = g_strconcat ("$", local, NULL);
      const JoinSide far_side = { far_value, squill_shape_get_array (foreign) != NULL };
      const JoinSide near_side = { near_value, in_list };

      append_correlated (&lookup, &far_side, &near_side, first);
    }
  else
    {
      BSON_APPEND_UTF8 (&lookup, "localField", local);
      BSON_APPEND_UTF8 (&lookup, "foreignField", path);
      if (first != NULL)
        BSON_APPEND_ARRAY (&lookup, "pipeline", first);
    }
  BSON_APPEND_UTF8 (&lookup, "as", as);
  add_document_stage (self, "$lookup", &lookup);
  bson_destroy (&lookup);
}

/* All levels of a relationship of an entity with itself: from each document that is found it goes
 * on by what @next holds. */
static void
add_graph_lookup (SquillQueryRead *self,
                  const char *collection,
                  const SquillRelationship *r,
                  const char *local,
                  const SquillShape *next,
                  const SquillShape *foreign,
                  const char *as)
{
  g_autofree char *start = g_strconcat ("$", local, NULL);
  g_autofree char *from = get_foreign_path (next);
  g_autofree char *to = get_foreign_path (foreign);
  bson_t lookup = BSON_INITIALIZER;

  BSON_APPEND_UTF8 (&lookup, "from", collection);
  BSON_APPEND_UTF8 (&lookup, "startWith", start);
  BSON_APPEND_UTF8 (&lookup, "connectFromField", from);
  BSON_APPEND_UTF8 (&lookup, "connectToField", to);
  BSON_APPEND_UTF8 (&lookup, "as", as);
  if (r->depth >= 1 && r->depth <= G_MAXINT32)
    BSON_APPEND_INT32 (&lookup, "maxDepth", (gint32)r->depth - 1);
  add_document_stage (self, "$graphLookup", &lookup);
  bson_destroy (&lookup);
}

static void
add_unwind (SquillQueryRead *self, const char *path, gboolean keep)
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
make_join_name (SquillQueryRead *self,
                const SquillQueryReach *from,
                const char *entity,
                gboolean many)
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

/** Whether `$lookup` can join them, which it does within one database; a note says where it cannot.
 */
gboolean
_squill_query_read_can_join (SquillQueryRead *self,
                             const SquillQueryReach *from,
                             const SquillQueryReach *to)
{
  SquillDesign *design = self->builder->design;

  if (g_strcmp0 (squill_collection_get_database (design, from->collection),
                 squill_collection_get_database (design, to->collection)) == 0)
    return TRUE;
  _squill_query_add_note (self->builder,
                          "“%s” and “%s” are in two databases: $lookup joins within one",
                          from->collection->name, to->collection->name);
  return FALSE;
}

/* Joins the other end by a value that stands here: it alone, or all that are reached from it. */
static void
add_one_join (SquillQueryRead *self,
              const SquillRelationship *r,
              const SquillQueryReach *to,
              const char *local,
              gboolean in_list,
              const SquillShape *next,
              const SquillShape *foreign,
              const char *as,
              const bson_t *first)
{
  if (next != NULL && !is_in_map (next))
    add_graph_lookup (self, to->collection->name, r, local, next, foreign, as);
  else
    add_lookup (self, to->collection->name, local, in_list, foreign, as, first);
}

/* Whether a document may have several of it. */
static gboolean
is_list (const SquillQueryReach *from, const SquillShape *shape)
{
  return from->prefix != NULL || squill_shape_get_array (shape) != NULL;
}

/** Joins the other end of a relationship; the same cases as _squill_query_link(). What the
 * operation follows is joined with all levels, or only the first children, where it asks for these.
 */
gboolean
_squill_query_read_add_join (SquillQueryRead *self,
                             const SquillQueryReach *from,
                             const SquillRelationship *r,
                             gboolean to_parent,
                             SquillQueryReach *to,
                             gboolean is_single,
                             gboolean is_followed)
{
  SquillQueryBuilder *builder = self->builder;
  const gboolean all = is_followed && _squill_query_goes_all_the_way (builder, r);
  bson_t *first = is_followed && !all ? _squill_query_make_first (builder, to, r, to_parent) : NULL;
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
        {
          g_clear_pointer (&first, bson_destroy);
          return FALSE;
        }
      path = _squill_query_read_get_path (self, from, own_key);
      if (all)
        add_graph_lookup (self, links->name, r, path, local, remote, between);
      else
        add_lookup (self, links->name, path, FALSE, remote, between, NULL);
      far_path = squill_shape_get_query_path (local);
      through = g_strconcat (between, ".", far_path, NULL);
      add_lookup (self, to->collection->name, through, TRUE, other_key, as, first);
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
          path = _squill_query_read_get_path (self, from, own_key);
          add_one_join (self, r, to, path, is_list (from, own_key),
                        all ? _squill_query_find_key (builder, to->site,
                                                      to_parent ? r->child_key : r->parent_key)
                            : NULL,
                        remote, as, first);
        }
      else if (local != NULL && other_key != NULL && !is_in_map (local) && !is_in_map (other_key))
        {
          path = _squill_query_read_get_path (self, from, local);
          add_one_join (
              self, r, to, path, is_list (from, local),
              all ? _squill_query_find_stored_reference (builder, far_document, r, !to_parent)
                  : NULL,
              other_key, as, first);
        }
      else
        {
          g_clear_pointer (&first, bson_destroy);
          return FALSE;
        }
    }
  g_clear_pointer (&first, bson_destroy);
  if (is_single)
    add_unwind (self, as, TRUE);
  g_ptr_array_add (self->joined, g_strdup (as));
  to->prefix = g_steal_pointer (&as);
  return TRUE;
}

/* Aggregates. */

/* The relationship of a key whose end is not embedded. */
static gboolean
join_for_key (SquillQueryRead *self,
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
      gboolean to_parent;
      SquillQueryReach *to;

      if (r == NULL)
        break;
      to_parent = _squill_query_goes_to_parent (builder, r, from->entity);
      entity = to_parent ? r->parent : r->child;
      to = _squill_query_read_find_reach (self, entity);
      if (to == NULL || to == from)
        {
          to = _squill_query_reach_new (builder, entity);
          if (to == NULL || !_squill_query_read_can_join (self, from, to) ||
              !_squill_query_read_add_join (self, from, r, to_parent, to,
                                            to_parent ? !squill_relationship_is_shared (r)
                                                      : squill_relationship_is_single (r),
                                            FALSE))
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
  *path = _squill_query_read_get_path (self, from, *shape);
  *reach = from;
  return TRUE;
}

static void
match_foreign (SquillQueryRead *self, const SquillKey *key)
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
take_out (SquillQueryRead *self, GPtrArray *conditions)
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
  if (_squill_query_is_shared (self->builder, site))
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
unwind_to (SquillQueryRead *self,
           const SquillQueryReach *reach,
           const SquillShape *shape,
           GHashTable *done)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();

  for (const SquillShape *around = shape; around->parent != NULL; around = around->parent)
    if (around->array && !(reach == self->reach && g_hash_table_contains (done, around)))
      g_ptr_array_insert (arrays, 0, (gpointer)around);
  for (guint i = 0; i < arrays->len; i++)
    if (g_hash_table_add (done, arrays->pdata[i]))
      {
        g_autofree char *path = _squill_query_read_get_path (self, reach, arrays->pdata[i]);

        add_unwind (self, path, FALSE);
      }
}

/* Where a key is in the documents of the pipeline; %NULL where it is nowhere. */
static char *
find_in_pipeline (SquillQueryRead *self,
                  const SquillKey *key,
                  const SquillShape **shape,
                  SquillQueryReach **reach)
{
  char *path = NULL;

  *reach = self->reach;
  *shape = _squill_query_resolve (self->builder, self->reach->site, key->path);
  if (*shape != NULL)
    return _squill_query_read_get_path (self, *reach, *shape);
  return key->path[0] != '=' && join_for_key (self, key, &path, shape, reach) ? path : NULL;
}

/* One result for each value of what is returned, or one for all. */
static void
group (SquillQueryRead *self)
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
returns_surroundings (SquillQueryRead *self)
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

void
_squill_query_read_by_pipeline (SquillQueryRead *self, GPtrArray *conditions, GPtrArray *unresolved)
{
  SquillQueryBuilder *builder = self->builder;
  const SquillOperation *operation = builder->operation;
  SquillQueryReach *reach = self->reach;
  SquillStatement *statement =
      _squill_query_add (builder, SQUILL_STATEMENT_AGGREGATE, reach->collection);
  g_autoptr (GPtrArray) followed = _squill_query_list_followed (builder);
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
        path = _squill_query_read_get_path (self, reach, shape);
      else if (key->path[0] == '=')
        path = g_strdup (key->path + 1);
      else
        join_for_key (self, key, &path, &shape, &other);
      if (path != NULL)
        _squill_query_append_path (&sort, path, _squill_query_get_direction (key));
    }
  if (!bson_empty (&sort))
    add_document_stage (self, "$sort", &sort);
  bson_destroy (&sort);
  if (!_squill_query_limits_followed (builder, followed))
    {
      if (operation->skip > 0)
        add_number_stage (self, "$skip", operation->skip);
      if (operation->limit > 0)
        add_number_stage (self, "$limit", operation->limit);
    }

  for (guint i = 0; i < followed->len; i++)
    {
      const SquillRelationship *r = followed->pdata[i];

      if (_squill_query_read_find_reach (self, r->parent) == NULL ||
          _squill_query_read_find_reach (self, r->child) == NULL ||
          g_str_equal (r->parent, r->child))
        _squill_query_read_follow (self, r);
    }
  projection = _squill_query_read_make_projection (self);
  if (projection != NULL && !bson_empty (projection))
    add_document_stage (self, "$project", projection);
  if (projection != NULL)
    bson_destroy (projection);
  /* With other documents beside it, it stays where it is. */
  if (reach->site->parent != NULL && self->joined->len == 0 && !returns_surroundings (self))
    {
      g_autofree char *path = _squill_query_read_get_path (self, reach, reach->site);
      g_autofree char *dollar = g_strconcat ("$", path, NULL);
      bson_t root = BSON_INITIALIZER;

      BSON_APPEND_UTF8 (&root, "newRoot", dollar);
      add_document_stage (self, "$replaceRoot", &root);
      bson_destroy (&root);
    }
}
