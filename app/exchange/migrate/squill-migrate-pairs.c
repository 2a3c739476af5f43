/* SPDX-License-Identifier: Apache-2.0 */

/* The pairs of a relationship, read from where a design stores them. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/migrate/squill-migrate-private.h"

#include "model/squill-placement.h"

/** The id in a reference that has more beside it; itself where it has not. */
const SquillShape *
_squill_shape_get_reference_id (const SquillShape *reference)
{
  for (guint i = 0; i < reference->children->len; i++)
    if (((const SquillShape *)reference->children->pdata[i])->origin == SQUILL_ORIGIN_REFERENCE)
      return reference->children->pdata[i];
  return reference;
}

/** What an attribute of the link is called in `l`; NULL where @r has none of this id. */
char *
_squill_get_link_name (const SquillRelationship *r, const char *field)
{
  guint position = 0;

  SQUILL_FOR_EACH_CHILD (SquillField, attribute, r, SQUILL_KIND_FIELD)
    {
      if (g_strcmp0 (attribute->item.id, field) == 0)
        return g_strdup_printf ("a%u", position);
      position++;
    }
  return NULL;
}

/* The attributes of the link among the fields of a shape, which the variable @base has. */
static void
add_links (json_t *links, const SquillRelationship *r, const SquillShape *around, const char *base)
{
  for (guint i = 0; around != NULL && i < around->children->len; i++)
    {
      const SquillShape *shape = around->children->pdata[i];
      g_autofree char *name = NULL;

      if (shape->origin != SQUILL_ORIGIN_LINK || g_strcmp0 (shape->relationship, r->item.id) != 0)
        continue;
      name = _squill_get_link_name (r, shape->field);
      if (name != NULL)
        json_object_set_new (links, name, _squill_expression_get (json_string (base), shape->name));
    }
}

/** Whether it is what the keys of a map are. */
gboolean
_squill_shape_is_key (const SquillShape *shape)
{
  return shape != NULL && shape->parent != NULL && shape->parent->key == shape;
}

/* The document that a shape is in. */
static const SquillShape *
get_owner (const SquillShape *shape)
{
  const SquillShape *owner = shape->parent;

  while (owner->parent != NULL && !owner->document)
    owner = owner->parent;
  return owner;
}

/* Whether all documents of an entity are where @owner is. */
static gboolean
is_only_site (SquillDesign *design, const SquillShape *owner, const char *entity)
{
  g_autoptr (GPtrArray) sites = squill_design_get_document_sites (design, entity);

  if (g_strcmp0 (owner->entity, entity) != 0)
    return FALSE;
  /* Documents that are embedded besides are copies of those. */
  return owner->parent == NULL || sites->len == 1;
}

/* What becomes `v` of an entry of a map, which has a key `k` and a value `v`. An object gets its
 * key as a field, by the name of its shape, which no field has. */
static json_t *
make_entry (const SquillShape *map, const SquillShape *target)
{
  if (target == map->key)
    return json_string ("$v.k");
  if (map->key == NULL || (map->types & SQUILL_TYPE_OBJECT) == 0)
    return json_string ("$v.v");
  return json_pack (
      "{s:[{s:[{s:s}, s]}, o, s]}", "$cond", "$eq", "$type", "$v.v", "object",
      _squill_expression_set (json_string ("$v.v"), map->key->name, json_string ("$v.k")), "$v.v");
}

/* The fields that stages keep, and `v`; takes its value. */
static void
append_projection (json_t *stages, const json_t *kept, json_t *value)
{
  json_t *projection = json_deep_copy (kept);

  json_object_set_new (projection, "v", value);
  _squill_stages_append (stages, json_pack ("{s:o}", "$project", projection));
}

/* Stages that go down to a shape: in the end `v` is its value, or one of its elements, and `o` the
 * document that it is in. Returns NULL where the way leads through what has no end, or a map
 * without an object of its own. */
static json_t *
go_down (const SquillShape *target, const SquillShape *owner, json_t **position, char **last)
{
  json_t *stages = json_pack ("[{s:{s:i, s:s, s:s, s:s}}]", "$project", "_id", 0, "r", "$_id", "o",
                              "$$ROOT", "v", "$$ROOT");
  g_autoptr (GPtrArray) way = g_ptr_array_new ();
  json_t *kept = json_pack ("{s:i, s:i}", "r", 1, "o", 1);
  json_t *parts = json_array ();
  guint n = 0;

  /* The keys of a map are in the map itself. */
  for (const SquillShape *shape = _squill_shape_is_key (target) ? target->parent : target;
       shape->parent != NULL; shape = shape->parent)
    g_ptr_array_insert (way, 0, (gpointer)shape);
  for (guint i = 0; i < way->len; i++)
    {
      const SquillShape *shape = way->pdata[i];

      if (shape->rest || shape->recursive)
        {
          json_decref (stages);
          json_decref (kept);
          json_decref (parts);
          return NULL;
        }
      append_projection (stages, kept, _squill_expression_get (json_string ("$v"), shape->name));
      if (shape->map)
        {
          _squill_stages_append (stages,
                                 json_pack ("{s:{s:{s:s}}}", "$match", "v", "$type", "object"));
          append_projection (stages, kept, json_pack ("{s:s}", "$objectToArray", "$v"));
        }
      if (shape->array || shape->map)
        {
          g_autofree char *name = g_strdup_printf ("n%u", n);
          g_autofree char *value = g_strdup_printf ("$n%u", n);

          n++;
          _squill_stages_append (stages, json_pack ("{s:{s:s, s:s}}", "$unwind", "path", "$v",
                                                    "includeArrayIndex", name));
          json_object_set_new (kept, name, json_integer (1));
          if (json_array_size (parts) > 0)
            json_array_append_new (parts, json_string ("."));
          json_array_append_new (parts,
                                 json_pack ("{s:{s:[s, i]}}", "$toString", "$ifNull", value, 0));
          if (shape == target || target == shape->key)
            *last = g_strdup (value);
        }
      if (shape->map)
        append_projection (stages, kept, make_entry (shape, target));
      /* What is no document there is an outlier. */
      if (shape != target && target != shape->key && (shape->types & SQUILL_TYPE_OBJECT) != 0)
        _squill_stages_append (stages,
                               json_pack ("{s:{s:{s:s}}}", "$match", "v", "$type", "object"));
      if (shape == owner)
        {
          json_t *projection = json_deep_copy (kept);

          json_object_set_new (projection, "o", json_string ("$v"));
          json_object_set_new (projection, "v", json_integer (1));
          _squill_stages_append (stages, json_pack ("{s:o}", "$project", projection));
        }
    }
  json_decref (kept);
  *position = json_pack ("{s:s, s:{s:o}}", "r", "$r", "at", "$concat", parts);
  if (n == 0)
    json_object_set_new (*position, "at", json_string (""));
  return stages;
}

static void
finish (SquillPairs *self,
        json_t *stages,
        json_t *parent,
        json_t *child,
        json_t *position,
        const char *n,
        json_t *links)
{
  json_t *projection = json_pack ("{s:o}", "p", parent);
  json_t *match = json_pack ("{s:{s:n}}", "p", "$ne");

  if (child != NULL)
    json_object_set_new (projection, "c", child);
  json_object_set_new (projection, "k", position);
  if (n != NULL)
    json_object_set_new (projection, "n", json_string (n));
  if (json_object_size (links) > 0)
    json_object_set (projection, "l", links);
  if (self->document != NULL)
    json_object_set_new (projection, "d", json_string ("$v"));
  json_decref (links);
  if (child != NULL && self->document == NULL)
    json_object_set_new (match, "c", json_pack ("{s:n}", "$ne"));
  _squill_stages_append (stages, json_pack ("{s:o}", "$project", projection));
  _squill_stages_append (stages, json_pack ("{s:o}", "$match", match));
  self->stages = stages;
}

/* Children that are in documents of their parents, or of buckets. */
static gboolean
find_held (SquillPairs *self,
           SquillDesign *design,
           const SquillRelationship *r,
           const SquillShape *list,
           const SquillShape *parent)
{
  const SquillShape *owner = get_owner (list);
  const SquillShape *parent_key = parent != NULL ? _squill_shape_get_reference_id (parent)
                                                 : _squill_shape_find_key (owner, r->parent_key);
  const SquillShape *child_key = _squill_shape_find_key (list, r->child_key);
  json_t *links = json_object (), *position = NULL, *stages, *key;
  g_autofree char *n = NULL;

  if (parent_key == NULL || (parent == NULL && !is_only_site (design, owner, r->parent)))
    {
      json_decref (links);
      return FALSE;
    }
  stages = go_down (list, owner, &position, &n);
  key = _squill_expression_find (owner, parent_key, "$o");
  if (stages == NULL || key == NULL)
    {
      json_decref (links);
      json_decref (stages);
      json_decref (position);
      json_decref (key);
      return FALSE;
    }
  _squill_stages_append (stages, json_pack ("{s:{s:{s:s}}}", "$match", "v", "$type", "object"));
  self->document = list;
  self->has_key = child_key != NULL;
  add_links (links, r, list, "$v");
  finish (self, stages, key,
          child_key == NULL ? NULL : _squill_expression_find (list, child_key, "$v"), position, n,
          links);
  return TRUE;
}

/* The key of a map as the value that it refers to: keys are texts. */
static json_t *
read_key (SquillDesign *design, const SquillRelationship *r, gboolean at_parent)
{
  const SquillCollection *collection =
      squill_design_find_collection (design, at_parent ? r->child : r->parent);
  const SquillShape *key =
      collection == NULL
          ? NULL
          : _squill_shape_find_key (collection->shape, at_parent ? r->child_key : r->parent_key);
  const char *type = key == NULL || (key->types & SQUILL_TYPE_STRING) != 0
                         ? NULL
                         : squill_type_get_name (key->types & -key->types);

  return type == NULL ? json_string ("$v")
                      : json_pack ("{s:{s:s, s:s, s:s}}", "$convert", "input", "$v", "to", type,
                                   "onError", "$v");
}

/* References at one end. */
static gboolean
find_referred (SquillPairs *self,
               SquillDesign *design,
               const SquillRelationship *r,
               const SquillShape *reference,
               gboolean at_parent)
{
  const SquillShape *owner = get_owner (reference);
  const SquillShape *key = _squill_shape_find_key (owner, at_parent ? r->parent_key : r->child_key);
  const SquillShape *id = _squill_shape_get_reference_id (reference);
  json_t *links = json_object (), *position = NULL, *stages = NULL, *own, *other;
  g_autofree char *n = NULL;

  if (key != NULL && is_only_site (design, owner, at_parent ? r->parent : r->child))
    stages = go_down (reference, owner, &position, &n);
  own = key == NULL ? NULL : _squill_expression_find (owner, key, "$o");
  if (stages == NULL || own == NULL)
    {
      json_decref (links);
      json_decref (stages);
      json_decref (position);
      json_decref (own);
      return FALSE;
    }
  other = _squill_shape_is_key (reference) ? read_key (design, r, at_parent)
          : id == reference                ? json_string ("$v")
                                           : _squill_expression_get (json_string ("$v"), id->name);
  add_links (links, r, id == reference ? reference->parent : reference,
             id == reference ? "$o" : "$v");
  self->has_key = TRUE;
  finish (self, stages, at_parent ? own : other, at_parent ? other : own, position, n, links);
  return TRUE;
}

/* The fields of a document that a relationship has of its own: the parent, and the child or those
 * that are in it. */
static gboolean
find_own (const SquillCollection *collection, const SquillShape **parent, const SquillShape **child)
{
  for (guint i = 0; i < collection->shape->children->len; i++)
    {
      const SquillShape *shape = collection->shape->children->pdata[i];

      if (shape->origin == SQUILL_ORIGIN_REFERENCE && *parent == NULL)
        *parent = shape;
      else if (shape->origin == SQUILL_ORIGIN_REFERENCE ||
               (shape->origin == SQUILL_ORIGIN_EMBEDDED && shape->document))
        *child = shape;
    }
  return *parent != NULL && *child != NULL;
}

static void
find_linked (SquillPairs *self,
             const SquillRelationship *r,
             const SquillShape *parent,
             const SquillShape *child)
{
  const SquillShape *root = self->collection->shape;
  json_t *stages =
      json_pack ("[{s:{s:i, s:s, s:s}}]", "$project", "_id", 0, "r", "$_id", "o", "$$ROOT");
  json_t *links = json_object ();

  add_links (links, r, root, "$o");
  self->has_key = TRUE;
  finish (self, stages,
          _squill_expression_find (root, _squill_shape_get_reference_id (parent), "$o"),
          _squill_expression_find (root, _squill_shape_get_reference_id (child), "$o"),
          json_pack ("{s:s, s:s}", "r", "$r", "at", ""), NULL, links);
}

/**
 * _squill_pairs_find:
 * @design: a design
 * @r: a relationship of its model
 * @pairs: (out): how its pairs are read; to be cleared
 *
 * Returns: %FALSE where they cannot be read: they stand in several places, in a map without an
 *   object of its own, or have no keys
 */
gboolean
_squill_pairs_find (SquillDesign *design, const SquillRelationship *r, SquillPairs *pairs)
{
  const SquillShape *at_parent = NULL, *at_child = NULL;

  *pairs = (SquillPairs){ 0 };
  if (squill_placement_has_collection (r->placement))
    {
      pairs->collection = squill_design_find_collection (design, r->item.id);
      if (pairs->collection == NULL || !find_own (pairs->collection, &at_parent, &at_child))
        return FALSE;
      if (r->placement == SQUILL_PLACEMENT_BUCKET)
        return find_held (pairs, design, r, at_child, at_parent);
      find_linked (pairs, r, at_parent, at_child);
      return TRUE;
    }
  at_parent = squill_placement_stores (r->placement, TRUE)
                  ? squill_design_get_stored (design, r->item.id, TRUE)
                  : NULL;
  at_child = squill_placement_stores (r->placement, FALSE)
                 ? squill_design_get_stored (design, r->item.id, FALSE)
                 : NULL;
  /* A subset has not all of them, and references at both ends have an order at the parent. */
  if (r->placement == SQUILL_PLACEMENT_SUBSET)
    at_parent = NULL;
  if (at_parent == NULL && at_child == NULL)
    return FALSE;
  pairs->collection =
      squill_design_get_collection_of_shape (design, at_parent != NULL ? at_parent : at_child);
  if (pairs->collection == NULL)
    return FALSE;
  if (squill_placement_is_embedding (r->placement))
    return find_held (pairs, design, r, at_parent, NULL);
  return find_referred (pairs, design, r, at_parent != NULL ? at_parent : at_child,
                        at_parent != NULL);
}

/** The pairs of which a subset holds the children, all of which are in a collection of their own,
 * too. FALSE where they cannot be read. */
gboolean
_squill_pairs_find_subset (SquillDesign *design, const SquillRelationship *r, SquillPairs *pairs)
{
  const SquillShape *list = squill_design_get_stored (design, r->item.id, TRUE);

  *pairs = (SquillPairs){ 0 };
  pairs->collection = list == NULL ? NULL : squill_design_get_collection_of_shape (design, list);
  return pairs->collection != NULL && find_held (pairs, design, r, list, NULL);
}

void
_squill_pairs_clear (SquillPairs *pairs)
{
  g_clear_pointer (&pairs->stages, json_decref);
}
