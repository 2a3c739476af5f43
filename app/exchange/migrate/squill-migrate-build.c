/* SPDX-License-Identifier: Apache-2.0 */

/* The documents of the new design: stages that work on `o`, the document as it is, `d`, what
 * becomes of it, and `i`, its id. What nobody drew stays in it. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "model/squill-placement.h"

static char *
make_scratch (SquillMigrator *self)
{
  return g_strdup_printf ("x%u", ++self->n_lookups);
}

/* Whether what a relationship stores is put together anew: what it embeds, and references that have
 * another form or lead by another key. */
static gboolean
is_refilled (SquillMigrator *self, const SquillShape *shape, const SquillShape *was)
{
  const SquillMigratorMove *move =
      shape->relationship == NULL ||
              (shape->origin != SQUILL_ORIGIN_EMBEDDED && shape->origin != SQUILL_ORIGIN_REFERENCE)
          ? NULL
          : _squill_migrator_find_move (self, shape->relationship);

  if (move == NULL)
    return FALSE;
  return shape->origin == SQUILL_ORIGIN_EMBEDDED || !_squill_shape_is_same (shape, was) ||
         g_strcmp0 (move->was->parent_key, move->r->parent_key) != 0 ||
         g_strcmp0 (move->was->child_key, move->r->child_key) != 0;
}

/** The move of what becomes the keys of a map (nullable). */
const SquillMigratorMove *
_squill_migrator_find_move_of_keys (SquillMigrator *self, const SquillShape *shape)
{
  return shape->map && shape->origin != SQUILL_ORIGIN_EMBEDDED && shape->key != NULL &&
                 shape->key->origin == SQUILL_ORIGIN_REFERENCE
             ? _squill_migrator_find_move (self, shape->key->relationship)
             : NULL;
}

/** Whether what is new in a shape, or stored in another way, has to be looked up in other
 * collections. */
gboolean
_squill_migrator_needs_lookups (SquillMigrator *self,
                                const SquillShape *shape,
                                const SquillShape *was)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *match = _squill_shape_match (child, was);

      if (_squill_migrator_find_move_of_keys (self, child) != NULL)
        return TRUE;
      if (match == NULL ? !_squill_shape_is_field (child) &&
                              squill_model_get_item (squill_design_get_model (self->from),
                                                     child->relationship) != NULL
                        : (!_squill_shape_is_field (child) && is_refilled (self, child, match)) ||
                              _squill_migrator_needs_lookups (self, child, match))
        return TRUE;
    }
  return FALSE;
}

/** The value of a key in `o`; NULL where it cannot be read. */
json_t *
_squill_migrator_get_key (const SquillShape *was, const char *field)
{
  const SquillShape *key = was == NULL ? NULL : _squill_shape_find_key (was, field);

  if (field == NULL)
    return json_string ("$i");
  return key == NULL ? NULL : _squill_expression_find (was, key, "$o");
}

/* The name of the key among the documents of a collection, as a query writes it; NULL where no
 * query can. */
static char *
get_key_path (SquillMigrator *self, const SquillCollection *collection, const char *field)
{
  const SquillShape *key = _squill_shape_find_key (collection->shape, field);
  char *path = NULL;

  if (field == NULL)
    return g_strdup ("_id");
  for (const SquillShape *shape = key; shape != NULL && shape->parent != NULL;
       shape = shape->parent)
    if (*shape->name == '\0' || strpbrk (shape->name, ".$") != NULL)
      return NULL;
  path = key == NULL ? NULL : squill_shape_get_query_path (key);
  if (path != NULL)
    {
      json_t *one = json_pack ("[s, s]", _squill_migrator_read (self, collection), path);
      gboolean known = FALSE;

      for (size_t i = 0; i < json_array_size (self->keys); i++)
        known |= json_equal (json_array_get (self->keys, i), one);
      if (known)
        json_decref (one);
      else
        json_array_append_new (self->keys, one);
    }
  return path;
}

/** Stages that put the document of one end of a pair into `o`; pairs without one are left out,
 * unless @keeps. */
gboolean
_squill_migrator_look_up_end (SquillMigrator *self,
                              const SquillMigratorMove *move,
                              gboolean parent,
                              gboolean keeps,
                              json_t *stages,
                              const SquillShape **shape)
{
  const char *entity = parent ? move->was->parent : move->was->child;
  const SquillCollection *collection = squill_design_find_collection (self->from, entity);
  g_autofree char *path = NULL;

  if (!parent && move->pairs.document != NULL)
    {
      *shape = move->pairs.document;
      _squill_stages_append (stages, json_pack ("{s:{s:s}}", "$set", "o", "$d"));
      return TRUE;
    }
  if (collection == NULL)
    return FALSE;
  path = get_key_path (self, collection, parent ? move->was->parent_key : move->was->child_key);
  if (path == NULL)
    return FALSE;
  *shape = collection->shape;
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:s, s:s, s:s}}", "$lookup", "from",
                                            _squill_migrator_read (self, collection), "localField",
                                            parent ? "p" : "c", "foreignField", path, "as", "o"));
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:b}}", "$unwind", "path", "$o",
                                            "preserveNullAndEmptyArrays", keeps));
  return TRUE;
}

static gboolean
has_other_key (const SquillMigratorMove *move, gboolean parent)
{
  return parent ? g_strcmp0 (move->was->parent_key, move->r->parent_key) != 0
                : g_strcmp0 (move->was->child_key, move->r->child_key) != 0;
}

/**
 * _squill_migrator_find_end_key:
 * @self: a migration
 * @move: a relationship
 * @parent: which of the ends of its pairs
 * @stages: to which is added what looks up the document where that is needed; pairs of which the
 *   document is not there, or has no such key, are left out
 *
 * Returns: what references lead by from then on, for a pair; %NULL where that cannot be read
 */
json_t *
_squill_migrator_find_end_key (SquillMigrator *self,
                               const SquillMigratorMove *move,
                               gboolean parent,
                               json_t *stages)
{
  const char *field = parent ? move->r->parent_key : move->r->child_key;
  const SquillShape *was = NULL, *key;
  json_t *value;

  if (!has_other_key (move, parent))
    return json_string (parent ? "$p" : "$c");
  if (!_squill_migrator_look_up_end (self, move, parent, FALSE, stages, &was))
    return NULL;
  key = _squill_shape_find_key (was, field);
  value = key == NULL ? NULL : _squill_expression_find (was, key, "$o");
  if (value != NULL)
    {
      _squill_stages_append (stages, json_pack ("{s:{s:O}}", "$set", "key", value));
      _squill_stages_append (stages, json_pack ("{s:{s:{s:n}}}", "$match", "key", "$ne"));
    }
  return value;
}

/** The order of children in their parent, and no more of them than the bound. */
void
_squill_migrator_add_order (SquillMigrator *self,
                            const SquillMigratorMove *move,
                            const SquillShape *was,
                            gboolean bounded,
                            json_t *stages)
{
  const SquillRelationship *r = move->r;
  const SquillField *field = r->order_by == NULL
                                 ? NULL
                                 : squill_model_get_field (squill_design_get_model (self->to),
                                                           squill_key_path_get_last (r->order_by));
  const SquillShape *by =
      field == NULL || was == NULL ? NULL : _squill_shape_find_key (was, field->item.id);
  const int direction = r->ordering == SQUILL_ORDERING_TIME ? -1 : 1;

  if (by != NULL)
    {
      _squill_stages_append (
          stages, json_pack ("{s:{s:o}}", "$set", "s", _squill_expression_find (was, by, "$o")));
      _squill_stages_append (
          stages, json_pack ("{s:{s:i, s:i, s:i}}", "$sort", "s", direction, "n", 1, "_id", 1));
    }
  else
    _squill_stages_append (stages, json_pack ("{s:{s:i, s:i}}", "$sort", "n", 1, "_id", 1));
  if (bounded && r->placement == SQUILL_PLACEMENT_SUBSET && r->bound >= 1)
    _squill_stages_append (stages, json_pack ("{s:I}", "$limit", (json_int_t)r->bound));
}

/** Looks up the pairs of a document by its key at one end: @inner makes of each what is wanted. Its
 * last stage is no $project: compatible servers leave out the fields that stages before need. */
void
_squill_migrator_look_up_pairs (const SquillMigratorMove *move,
                                gboolean by_parent,
                                json_t *key,
                                const char *into,
                                json_t *inner,
                                json_t *stages)
{
  _squill_stages_append (stages, json_pack ("{s:{s:o}}", "$set", "key", key));
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:s, s:s, s:o, s:s}}", "$lookup", "from",
                                            move->name, "localField", "key", "foreignField",
                                            by_parent ? "p" : "c", "pipeline", inner, "as", into));
}

/* What was looked up, as the shape has it: an array, a map, the first, or nothing. */
static void
set_found (const SquillShape *shape, const char *found, const char *member, json_t *stages)
{
  g_autofree char *variable = g_strconcat ("$", found, NULL);
  json_t *list = shape->map ? json_pack ("{s:s}", "$arrayToObject", variable)
                 : member == NULL
                     ? json_string (variable)
                     : json_pack ("{s:{s:s, s:s}}", "$map", "input", variable, "in", member);

  if (!shape->array && !shape->map)
    list = json_pack ("{s:o}", "$first", list);
  else if (!shape->required)
    list = json_pack ("{s:[{s:[s, []]}, s, o]}", "$cond", "$eq", variable, "$$REMOVE", list);
  _squill_stages_set (stages, shape->name, list);
}

/** Attributes of the link into `d`, from `l`, for a shape that has them among its fields. */
void
_squill_migrator_set_links (const SquillMigratorMove *move,
                            const SquillShape *around,
                            const char *from,
                            json_t *stages)
{
  for (guint i = 0; i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *name = NULL;

      if (shape->origin != SQUILL_ORIGIN_LINK ||
          g_strcmp0 (shape->relationship, move->r->item.id) != 0)
        continue;
      name = _squill_get_link_name (move->was, shape->field);
      if (name != NULL)
        _squill_stages_set (stages, shape->name, _squill_expression_get (json_string (from), name));
    }
}

/** A child as it is embedded in its parent or in a bucket: stages for a pair. In a map it has a key
 * beside it. */
gboolean
_squill_migrator_build_child (SquillMigrator *self,
                              const SquillMigratorMove *move,
                              const SquillShape *shape,
                              gboolean bounded,
                              json_t *stages)
{
  const SquillShape *was = NULL, *key;

  if (!_squill_migrator_look_up_end (self, move, FALSE, FALSE, stages, &was))
    return FALSE;
  _squill_migrator_add_order (self, move, was, bounded, stages);
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:{s:[s, s]}}}", "$set", "d", "$o", "i",
                                            "$ifNull", "$o._id", "$c"));
  _squill_migrator_build (self, shape, was, move, stages);
  if (!shape->map)
    {
      _squill_stages_append (stages, json_pack ("{s:s}", "$replaceWith", "$d"));
      return TRUE;
    }
  key = shape->key == NULL ? NULL : _squill_shape_find_source (was, shape->key);
  if (key == NULL)
    return FALSE;
  /* Where there are several of one key, or none, the pairs that are counted afterwards differ. */
  _squill_stages_append (
      stages, json_pack ("{s:{s:{s:[{s:o}, s]}, s:s}}", "$replaceWith", "k", "$ifNull", "$toString",
                         _squill_expression_find (was, key, "$o"), "", "v", "$d"));
  return TRUE;
}

static gboolean
set_embedded (SquillMigrator *self,
              const SquillMigratorMove *move,
              const SquillShape *shape,
              const SquillShape *was,
              json_t *stages)
{
  g_autofree char *scratch = make_scratch (self);
  json_t *key = _squill_migrator_get_key (was, move->was->parent_key);
  json_t *inner = json_array ();

  if (key == NULL || shape->recursive ||
      !_squill_migrator_build_child (self, move, shape, TRUE, inner))
    {
      json_decref (key);
      json_decref (inner);
      return FALSE;
    }
  _squill_migrator_look_up_pairs (move, TRUE, key, scratch, inner, stages);
  set_found (shape, scratch, NULL, stages);
  return TRUE;
}

/* An element of a reference that has more beside the id; takes that. */
static void
build_element (SquillMigrator *self,
               const SquillMigratorMove *move,
               const SquillShape *reference,
               gboolean at_parent,
               json_t *key,
               json_t *stages)
{
  const SquillShape *id = _squill_shape_get_reference_id (reference), *was = NULL;
  gboolean copies = FALSE;

  for (guint i = 0; i < reference->children->len; i++)
    copies |= ((const SquillShape *)reference->children->pdata[i])->origin == SQUILL_ORIGIN_COPY;
  copies = copies && _squill_migrator_look_up_end (self, move, !at_parent, TRUE, stages, &was);
  _squill_stages_append (
      stages, json_pack ("{s:{s:o}}", "$set", "d",
                         _squill_expression_set (json_pack ("{s:{}}", "$literal"), id->name, key)));
  for (guint i = 0; i < reference->children->len; i++)
    {
      const SquillShape *shape = reference->children->pdata[i];
      const SquillShape *source = copies && shape->origin == SQUILL_ORIGIN_COPY
                                      ? _squill_shape_find_source (was, shape)
                                      : NULL;

      if (source != NULL)
        _squill_stages_set (stages, shape->name, _squill_expression_find (was, source, "$o"));
      else if (shape->origin == SQUILL_ORIGIN_COPY)
        _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
    }
  _squill_migrator_set_links (move, reference, "$l", stages);
}

/* Where references go by another key than the id, several documents may have one: a reference leads
 * to all of them. So of pairs of one parent that have a key in common, those of the first document
 * are left. */
static void
leave_one_of_key (const SquillMigratorMove *move, json_t *stages)
{
  if (move->was->child_key == NULL || move->pairs.document == NULL || has_other_key (move, FALSE))
    return;
  _squill_stages_append (stages, json_pack ("{s:{s:s, s:{s:s}, s:{s:s}}}", "$group", "_id", "$c",
                                            "first", "$first", "$d._id", "all", "$push", "$$ROOT"));
  _squill_stages_append (stages, json_pack ("{s:s}", "$unwind", "$all"));
  _squill_stages_append (
      stages, json_pack ("{s:{s:{s:[s, s]}}}", "$match", "$expr", "$eq", "$all.d._id", "$first"));
  _squill_stages_append (stages, json_pack ("{s:s}", "$replaceWith", "$all"));
  _squill_stages_append (stages, json_pack ("{s:{s:i, s:i}}", "$sort", "n", 1, "_id", 1));
}

/* The reference, or the array of them, that a relationship stores at one end. */
static gboolean
set_reference (SquillMigrator *self,
               const SquillMigratorMove *move,
               const SquillShape *shape,
               const SquillShape *was,
               json_t *stages)
{
  const gboolean at_parent = g_strcmp0 (shape->target, move->r->child) == 0 &&
                             (g_strcmp0 (move->r->parent, move->r->child) != 0 || shape->array);
  const SquillShape *id = _squill_shape_get_reference_id (shape);
  g_autofree char *scratch = make_scratch (self);
  json_t *key =
      _squill_migrator_get_key (was, at_parent ? move->was->parent_key : move->was->child_key);
  json_t *inner = json_array (), *end;

  _squill_stages_append (inner, json_pack ("{s:{s:i, s:i}}", "$sort", "n", 1, "_id", 1));
  if (at_parent)
    leave_one_of_key (move, inner);
  end = _squill_migrator_find_end_key (self, move, !at_parent, inner);
  if (key == NULL || end == NULL || shape->map)
    {
      json_decref (key);
      json_decref (end);
      json_decref (inner);
      return FALSE;
    }
  if (id == shape)
    _squill_stages_append (inner, json_pack ("{s:{s:o}}", "$set", "d", end));
  else
    build_element (self, move, shape, at_parent, end, inner);
  _squill_stages_append (inner, json_pack ("{s:{s:s}}", "$replaceWith", "d", "$d"));
  _squill_migrator_look_up_pairs (move, at_parent, key, scratch, inner, stages);
  set_found (shape, scratch, "$$this.d", stages);
  return TRUE;
}

/* What stands under a key of a map that is new there; NULL where nobody can say. */
static json_t *
make_new_entry (const SquillShape *map)
{
  if ((map->types & SQUILL_TYPE_OBJECT) != 0)
    return json_pack ("{s:{}}", "$literal");
  if ((map->types & SQUILL_TYPE_BOOL) != 0)
    return json_true ();
  return (map->types & SQUILL_TYPE_NULL) != 0 ? json_null () : NULL;
}

/* References that are the keys of a map: what stands under a key already stays there. */
static gboolean
set_keys (SquillMigrator *self,
          const SquillMigratorMove *move,
          const SquillShape *map,
          const SquillShape *was,
          json_t *stages)
{
  const gboolean at_parent =
      map->key == squill_design_get_stored (self->to, move->r->item.id, TRUE);
  g_autofree char *scratch = make_scratch (self);
  g_autofree char *variable = g_strconcat ("$", scratch, NULL);
  json_t *key =
      _squill_migrator_get_key (was, at_parent ? move->was->parent_key : move->was->child_key);
  json_t *inner = json_array (), *entry = make_new_entry (map), *end, *there, *entries;

  _squill_stages_append (inner, json_pack ("{s:{s:i, s:i}}", "$sort", "n", 1, "_id", 1));
  if (at_parent)
    leave_one_of_key (move, inner);
  end = _squill_migrator_find_end_key (self, move, !at_parent, inner);
  if (key == NULL || end == NULL || entry == NULL)
    {
      json_decref (key);
      json_decref (end);
      json_decref (entry);
      json_decref (inner);
      return FALSE;
    }
  _squill_stages_append (
      inner, json_pack ("{s:{s:{s:o}, s:o}}", "$replaceWith", "k", "$toString", end, "v", entry));
  _squill_migrator_look_up_pairs (move, at_parent, key, scratch, inner, stages);
  there = _squill_expression_get (json_string ("$d"), map->name);
  entries =
      json_pack ("{s:[{s:s}, {s:[{s:[{s:O}, s]}, O, {s:{}}]}]}", "$mergeObjects", "$arrayToObject",
                 variable, "$cond", "$eq", "$type", there, "object", there, "$literal");
  json_decref (there);
  if (!map->required)
    entries = json_pack ("{s:{s:{s:o}, s:{s:[{s:[s, {s:{}}]}, s, s]}}}", "$let", "vars", "map",
                         entries, "in", "$cond", "$eq", "$$map", "$literal", "$$REMOVE", "$$map");
  _squill_stages_set (stages, map->name, entries);
  return TRUE;
}

/* The reference in a document to one end of a relationship: in the document of the other end, or in
 * that of the relationship itself, which has first the parent. */
static const SquillShape *
find_stored_reference (SquillMigrator *self,
                       const SquillRelationship *r,
                       const SquillShape *was,
                       gboolean to_parent)
{
  const SquillRelationship *old =
      squill_model_get_relationship (squill_design_get_model (self->from), r->item.id);
  guint left = to_parent ? 0 : 1;

  if (old == NULL || !squill_placement_has_collection (old->placement))
    return old == NULL ? NULL : squill_design_get_stored (self->from, r->item.id, !to_parent);
  for (guint i = 0; i < was->children->len; i++)
    {
      const SquillShape *shape = was->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_REFERENCE && left-- == 0)
        return shape;
    }
  return NULL;
}

/* A field copied from the other end, beside a reference or alone. */
static gboolean
set_copy (SquillMigrator *self, const SquillShape *shape, const SquillShape *was, json_t *stages)
{
  SquillModel *model = squill_design_get_model (self->to);
  const SquillRelationship *r = squill_model_get_relationship (model, shape->relationship);
  const SquillCopy *copy = squill_model_get_item_of_kind (model, shape->copy, SQUILL_KIND_COPY);
  const SquillMigratorMove *move = r == NULL ? NULL : _squill_migrator_find_move (self, r->item.id);
  const gboolean of_parent = copy != NULL && copy->direction == SQUILL_COPY_TO_CHILD;
  g_autofree char *scratch = make_scratch (self);
  g_autofree char *variable = g_strdup_printf ("$%s.d", scratch);
  const SquillShape *source_document = NULL, *source;
  json_t *inner = json_array (), *key = NULL;

  if (r == NULL || copy == NULL)
    {
      json_decref (inner);
      return FALSE;
    }
  if (move != NULL)
    {
      key =
          _squill_migrator_get_key (was, of_parent ? move->was->child_key : move->was->parent_key);
      _squill_stages_append (inner, json_pack ("{s:{s:i, s:i}}", "$sort", "n", 1, "_id", 1));
      _squill_stages_append (inner, json_pack ("{s:i}", "$limit", 1));
      if (!_squill_migrator_look_up_end (self, move, of_parent, FALSE, inner, &source_document))
        g_clear_pointer (&key, json_decref);
    }
  else
    {
      const SquillShape *stored = find_stored_reference (self, r, was, of_parent);
      const SquillCollection *collection =
          squill_design_find_collection (self->from, of_parent ? r->parent : r->child);
      const SquillShape *id = stored == NULL ? NULL : _squill_shape_get_reference_id (stored);
      g_autofree char *path =
          collection == NULL
              ? NULL
              : get_key_path (self, collection, of_parent ? r->parent_key : r->child_key);

      if (id != NULL && path != NULL && !stored->array && id->parent != NULL)
        key = _squill_expression_find (was, id, "$o");
      source_document = collection == NULL ? NULL : collection->shape;
      if (key != NULL)
        {
          _squill_stages_append (stages, json_pack ("{s:{s:o}}", "$set", "key", json_incref (key)));
          _squill_stages_append (inner, json_pack ("{s:{s:s}}", "$set", "o", "$$ROOT"));
        }
      source = source_document == NULL ? NULL : _squill_shape_find_source (source_document, shape);
      if (key == NULL || source == NULL)
        {
          json_decref (key);
          json_decref (inner);
          return FALSE;
        }
      _squill_stages_append (inner,
                             json_pack ("{s:{s:o}}", "$replaceWith", "d",
                                        _squill_expression_find (source_document, source, "$o")));
      _squill_stages_append (stages, json_pack ("{s:{s:s, s:s, s:s, s:o, s:s}}", "$lookup", "from",
                                                _squill_migrator_read (self, collection),
                                                "localField", "key", "foreignField", path,
                                                "pipeline", inner, "as", scratch));
      json_decref (key);
      _squill_stages_set (stages, shape->name, json_pack ("{s:s}", "$first", variable));
      return TRUE;
    }
  source = source_document == NULL ? NULL : _squill_shape_find_source (source_document, shape);
  if (key == NULL || source == NULL)
    {
      json_decref (key);
      json_decref (inner);
      return FALSE;
    }
  _squill_stages_append (inner,
                         json_pack ("{s:{s:o}}", "$replaceWith", "d",
                                    _squill_expression_find (source_document, source, "$o")));
  _squill_migrator_look_up_pairs (move, !of_parent, key, scratch, inner, stages);
  _squill_stages_set (stages, shape->name, json_pack ("{s:s}", "$first", variable));
  return TRUE;
}

/* An attribute of the link that stands beside a single reference. */
static gboolean
set_link (SquillMigrator *self,
          const SquillMigratorMove *move,
          const SquillShape *shape,
          const SquillShape *was,
          gboolean at_parent,
          json_t *stages)
{
  g_autofree char *scratch = make_scratch (self);
  g_autofree char *name = _squill_get_link_name (move->was, shape->field);
  g_autofree char *variable = g_strdup_printf ("$%s.d", scratch);
  json_t *key =
      _squill_migrator_get_key (was, at_parent ? move->was->parent_key : move->was->child_key);

  if (name == NULL || key == NULL)
    {
      json_decref (key);
      return FALSE;
    }
  _squill_migrator_look_up_pairs (move, at_parent, key, scratch,
                                  json_pack ("[{s:{s:o}}]", "$replaceWith", "d",
                                             _squill_expression_get (json_string ("$l"), name)),
                                  stages);
  _squill_stages_set (stages, shape->name, json_pack ("{s:s}", "$first", variable));
  return TRUE;
}

/* Whether a shape can be read and set where it is: a field, and no array or map. */
static gboolean
is_plain_object (const SquillShape *shape)
{
  return _squill_shape_is_field (shape) && shape->children->len > 0 && !shape->array &&
         !shape->map && !shape->recursive;
}

/* Tells of what is not set. */
static void
leave_shape (SquillMigrator *self, const SquillShape *shape)
{
  if (!_squill_shape_is_field (shape))
    _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
  else if (shape->field == NULL)
    return;
  else if (squill_model_get_field (squill_design_get_model (self->from), shape->field) != NULL)
    _squill_migrator_leave (self, _ ("The field “%s” is not moved from where it was"), shape->path);
  else
    _squill_migrator_leave (
        self, _ ("The field “%s” is new: what it has is for the application to say"), shape->path);
}

/* Where else in the document a field was; NULL for nowhere. The `_id` of an object is never that of
 * the document, which is called so as well. */
static const SquillShape *
find_elsewhere (const SquillShape *shape, const SquillShape *was)
{
  const SquillShape *found = _squill_shape_find_match (shape, was);

  return found != NULL && g_str_equal (shape->name, "_id") &&
                 g_strcmp0 (shape->field, found->field) != 0
             ? NULL
             : found;
}

/* What a field had elsewhere in the document, or what is in it; NULL where that is nothing. What is
 * nowhere in a document stays missing. */
static json_t *
gather_field (SquillMigrator *self, const SquillShape *shape, const SquillShape *was)
{
  const SquillShape *elsewhere = find_elsewhere (shape, was);
  g_autoptr (GPtrArray) missing = NULL;
  json_t *object = NULL;

  if (elsewhere != NULL)
    return _squill_expression_convert (shape, elsewhere,
                                       _squill_expression_find (was, elsewhere, "$o"), 0);
  missing = g_ptr_array_new ();
  for (guint i = 0; is_plain_object (shape) && i < shape->children->len; i++)
    {
      SquillShape *child = shape->children->pdata[i];
      json_t *value = gather_field (self, child, was);

      if (value == NULL)
        g_ptr_array_add (missing, child);
      else
        object = _squill_expression_set (object != NULL ? object : json_pack ("{s:{}}", "$literal"),
                                         child->name, value);
    }
  if (object == NULL)
    return NULL;
  for (guint i = 0; i < missing->len; i++)
    leave_shape (self, missing->pdata[i]);
  return json_pack ("{s:{s:{s:o}, s:{s:[{s:[s, {s:{}}]}, s, s]}}}", "$let", "vars", "object",
                    object, "in", "$cond", "$eq", "$$object", "$literal", "$$REMOVE", "$$object");
}

/* An object, and what is added to it, if anything is: where there was none, it is made. Takes both.
 */
static json_t *
merge_objects (json_t *object, json_t *more)
{
  return json_pack ("{s:{s:{s:o}, s:{s:[{s:[{s:[s, {s:{}}]}, {s:[{s:[{s:O}, [s, s, s]]}]}]}, O, "
                    "{s:[o, s]}]}}}",
                    "$let", "vars", "more", more, "in", "$cond", "$or", "$eq", "$$more", "$literal",
                    "$not", "$in", "$type", object, "missing", "null", "object", object,
                    "$mergeObjects", object, "$$more");
}

/* What is new in @value, an object that was there: fields that were elsewhere in the document. All
 * others are told. NULL where nothing is to be added. @is_set: whether it is in no array or map */
static json_t *
gather_nested (SquillMigrator *self,
               const SquillShape *shape,
               const SquillShape *old,
               const SquillShape *was,
               const json_t *value,
               gboolean is_set)
{
  json_t *more = NULL;

  is_set = is_set && is_plain_object (shape) && is_plain_object (old);
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];
      const SquillShape *match = _squill_shape_match (child, old);
      json_t *inner = NULL;

      if (match != NULL)
        {
          json_t *there = _squill_expression_get (json_deep_copy (value), child->name);

          inner = gather_nested (self, child, match, was, there, is_set);
          if (inner != NULL)
            inner = merge_objects (there, inner);
          else
            json_decref (there);
        }
      else if (is_set)
        inner = gather_field (self, child, was);
      if (inner != NULL)
        more = _squill_expression_set (more != NULL ? more : json_pack ("{s:{}}", "$literal"),
                                       child->name, inner);
      else if (match == NULL)
        leave_shape (self, child);
    }
  return more;
}

/* What was not in the document. */
static void
set_new (SquillMigrator *self,
         const SquillShape *document,
         const SquillShape *shape,
         const SquillShape *was,
         const SquillMigratorMove *via,
         json_t *stages)
{
  SquillModel *model = squill_design_get_model (self->from);
  const SquillMigratorMove *move =
      shape->relationship == NULL ? NULL : _squill_migrator_find_move (self, shape->relationship);
  json_t *gathered = move == NULL ? gather_field (self, shape, was) : NULL;
  gboolean is_set = FALSE;

  if (gathered != NULL)
    {
      _squill_stages_set (stages, shape->name, gathered);
      return;
    }
  switch (_squill_shape_is_field (shape) ? SQUILL_ORIGIN_OWN : shape->origin)
    {
    case SQUILL_ORIGIN_EMBEDDED:
      is_set = move != NULL ? set_embedded (self, move, shape, was, stages)
                            : _squill_migrator_set_split (self, document, shape, was, stages);
      break;
    case SQUILL_ORIGIN_REFERENCE:
      is_set = move != NULL ? set_reference (self, move, shape, was, stages)
                            : _squill_migrator_set_split (self, document, shape, was, stages);
      break;
    case SQUILL_ORIGIN_COPY:
      is_set = set_copy (self, shape, was, stages);
      break;
    case SQUILL_ORIGIN_LINK:
      /* Those of the embedded child come with the pair. */
      is_set =
          move != NULL &&
          (move == via || set_link (self, move, shape, was,
                                    g_strcmp0 (document->entity, move->r->parent) == 0, stages));
      if (move != NULL && move == via)
        {
          g_autofree char *name = _squill_get_link_name (move->was, shape->field);

          if (name != NULL)
            _squill_stages_set (stages, shape->name,
                                _squill_expression_get (json_string ("$l"), name));
        }
      break;
    case SQUILL_ORIGIN_OWN:
    default:
      if (shape->field == NULL || _squill_migrator_set_attributes (self, shape, was, stages))
        return;
      if (squill_model_get_field (model, shape->field) != NULL)
        {
          g_autofree char *scratch = make_scratch (self);

          if (_squill_migrator_set_merged (self, document, shape, scratch, stages))
            return;
        }
      leave_shape (self, shape);
      return;
    }
  if (!is_set)
    _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
}

/**
 * _squill_migrator_build:
 * @self: a migration
 * @document: the shape that documents get
 * @was: that which they have
 * @via: (nullable): the relationship that embeds them, of which the stage has a pair
 * @stages: to which what makes `d` of `o` is added
 *
 * Writes what changes a document.
 */
void
_squill_migrator_build (SquillMigrator *self,
                        const SquillShape *document,
                        const SquillShape *was,
                        const SquillMigratorMove *via,
                        json_t *stages)
{
  json_t *rest = json_string ("$d");

  for (guint i = 0; i < was->children->len; i++)
    {
      const SquillShape *old = was->children->pdata[i];
      gboolean stays = document->parent == NULL && g_str_equal (old->name, "_id");

      for (guint j = 0; !stays && j < document->children->len; j++)
        {
          const SquillShape *shape = document->children->pdata[j];

          stays = g_str_equal (shape->name, old->name) && _squill_shape_match (shape, was) == old;
        }
      if (!stays)
        rest = _squill_expression_unset (rest, old->name);
    }
  if (was->map && was->key != NULL)
    rest = _squill_expression_unset (rest, was->key->name);
  if (json_is_string (rest))
    json_decref (rest);
  else
    _squill_stages_append (stages, json_pack ("{s:{s:o}}", "$set", "d", rest));
  for (guint i = 0; i < document->children->len; i++)
    {
      const SquillShape *shape = document->children->pdata[i];
      const SquillShape *old = _squill_shape_match (shape, was);
      const gboolean is_via = via != NULL && g_strcmp0 (shape->relationship, via->r->item.id) == 0;
      const SquillMigratorMove *of_keys = _squill_migrator_find_move_of_keys (self, shape);

      if (of_keys != NULL && old == NULL)
        {
          if (!set_keys (self, of_keys, shape, was, stages))
            _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
          continue;
        }
      if (g_str_equal (shape->name, "_id") && _squill_shape_is_field (shape) && old == NULL)
        {
          /* At the root it is there already. */
          if (document->parent != NULL)
            _squill_stages_set (stages, shape->name, json_string ("$i"));
          continue;
        }
      if (old == NULL || (!is_via && is_refilled (self, shape, old)))
        set_new (self, document, shape, was, via, stages);
      else if (!_squill_shape_is_same (shape, old) || !g_str_equal (shape->name, old->name))
        {
          json_t *value = _squill_expression_find (was, old, "$o");
          json_t *there = _squill_expression_get (json_string ("$d"), shape->name), *more;

          _squill_stages_set (stages, shape->name,
                              _squill_expression_convert (shape, old, value, 0));
          more = gather_nested (self, shape, old, was, there, TRUE);
          if (more != NULL)
            _squill_stages_set (stages, shape->name, merge_objects (there, more));
          else
            json_decref (there);
        }
      if (of_keys != NULL && !set_keys (self, of_keys, shape, was, stages))
        _squill_migrator_leave (self, _ ("“%s” is not filled"), shape->path);
    }
}
