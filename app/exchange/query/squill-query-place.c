/* SPDX-License-Identifier: Apache-2.0 */

/* Where shapes are in sample documents, and which values stand there. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include <string.h>

#include "exchange/query/squill-query-private.h"

/* Elements of arrays that samples are made with: enough for a few different values. */
#define MAX_ELEMENTS 3

/* Among that many documents one is looked for that has what is asked for. */
#define MAX_TRIED 16

const bson_t *
_squill_query_get_document (SquillQueryBuilder *self,
                            const SquillCollection *collection,
                            guint64 number)
{
  g_autofree char *key = g_strdup_printf ("%" G_GUINT64_FORMAT " %s", number, collection->id);
  g_autoptr (GHashTable) left_out = NULL;
  bson_t *document = g_hash_table_lookup (self->documents, key);

  if (document != NULL)
    return document;
  document = squill_samples_get_excerpt (self->samples, collection->id, number, MAX_ELEMENTS,
                                         &left_out, NULL);
  /* One that no server takes: the query has no values then. */
  if (document == NULL)
    document = bson_new ();
  g_hash_table_insert (self->documents, g_steal_pointer (&key), document);
  return document;
}

static GPtrArray *
make_chain (const SquillShape *shape)
{
  GPtrArray *chain = g_ptr_array_new ();

  for (; shape != NULL; shape = shape->parent)
    g_ptr_array_insert (chain, 0, (gpointer)shape);
  return chain;
}

static void
add_name (SquillQueryPlace *self, const char *name, guint level)
{
  g_ptr_array_add (self->names, g_strdup (name));
  g_array_append_val (self->levels, level);
}

static gboolean
enter (bson_iter_t *iter)
{
  bson_iter_t inner;

  if (!(BSON_ITER_HOLDS_DOCUMENT (iter) || BSON_ITER_HOLDS_ARRAY (iter)) ||
      !bson_iter_recurse (iter, &inner))
    return FALSE;
  *iter = inner;
  return TRUE;
}

static gboolean
has_child (const SquillShape *shape, const char *name)
{
  for (guint i = 0; shape != NULL && i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (!child->rest && g_str_equal (child->name, name))
        return TRUE;
    }
  return FALSE;
}

/* Goes to the first key of a map; of one whose keys stand beside other fields, to the first that is
 * none of these. @iter is in the object. */
static gboolean
enter_key (const SquillShape *map, bson_iter_t *iter)
{
  while (bson_iter_next (iter))
    if (!map->rest || !has_child (map->parent, bson_iter_key (iter)))
      return TRUE;
  return FALSE;
}

/* The key of a map in @iter, which holds the map, or is in the object around its keys. */
static gboolean
go_to_key (SquillQueryPlace *self, const SquillShape *map, guint level, bson_iter_t *iter)
{
  const gboolean is_there = (map->rest || enter (iter)) && enter_key (map, iter);

  add_name (self, is_there ? bson_iter_key (iter) : "key", level);
  return is_there;
}

/* Goes from an object to one of its fields, and on into what stands in it: to the first element of
 * an array, to the first value of a map. @iter is in the object, and afterwards at the value. */
static gboolean
go_to (SquillQueryPlace *self,
       const SquillShape *shape,
       guint level,
       gboolean is_last,
       gboolean is_there,
       bson_iter_t *iter)
{
  const gboolean is_element = g_str_equal (shape->name, "[]") && level > 0 && shape->parent->array;

  if (!shape->rest && !is_element)
    {
      add_name (self, shape->name, level);
      is_there = is_there && bson_iter_find (iter, shape->name);
    }
  if (shape->array && is_there && BSON_ITER_HOLDS_ARRAY (iter))
    is_there = enter (iter) && bson_iter_next (iter);
  if (shape->map && !(is_last && !shape->rest))
    is_there = go_to_key (self, shape, level, iter) && is_there;
  return is_there;
}

/**
 * _squill_query_place_new:
 * @document: a sample document of the collection that @shape is in
 * @shape: what to look for
 *
 * Finds a shape in a document. Where the document does not have it, the path is that of others.
 *
 * Returns: (transfer full): where it is
 */
SquillQueryPlace *
_squill_query_place_new (const bson_t *document, const SquillShape *shape)
{
  SquillQueryPlace *self = g_new0 (SquillQueryPlace, 1);
  gboolean is_there;
  bson_iter_t iter;
  guint last;

  self->shape = shape;
  self->is_key = shape->parent != NULL && shape->parent->key == shape;
  self->chain = make_chain (self->is_key ? shape->parent : shape);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->levels = g_array_new (FALSE, FALSE, sizeof (guint));
  last = self->chain->len - 1;
  is_there = bson_iter_init (&iter, document);
  for (guint i = 1; i <= last; i++)
    {
      if (i > 1 && !g_str_equal (((const SquillShape *)self->chain->pdata[i])->name, "[]"))
        is_there = is_there && enter (&iter);
      is_there =
          go_to (self, self->chain->pdata[i], i, i == last && !self->is_key, is_there, &iter);
    }
  if (last == 0 || !is_there)
    return self;
  self->is_found = TRUE;
  if (self->is_key)
    {
      bson_value_t key = { 0 };
      const char *name = bson_iter_key (&iter);

      key.value_type = BSON_TYPE_UTF8;
      key.value.v_utf8.str = (char *)name;
      key.value.v_utf8.len = strlen (name);
      bson_value_copy (&key, &self->value);
    }
  else
    {
      bson_value_copy (bson_iter_value (&iter), &self->value);
    }
  return self;
}

void
_squill_query_place_free (SquillQueryPlace *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->chain);
  g_ptr_array_unref (self->names);
  g_array_unref (self->levels);
  if (self->is_found)
    bson_value_destroy (&self->value);
  g_free (self);
}

/** The level of one of the shapes around it; 0, that of the document, where it is none of them. */
guint
_squill_query_place_get_level (const SquillQueryPlace *self, const SquillShape *shape)
{
  guint level = 0;

  return g_ptr_array_find (self->chain, shape, &level) ? level : 0;
}

/** The dotted path from the object at @level of the chain. */
char *
_squill_query_place_get_path (const SquillQueryPlace *self, guint level)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < self->names->len; i++)
    {
      if (g_array_index (self->levels, guint, i) <= level)
        continue;
      if (path->len > 0)
        g_string_append_c (path, '.');
      g_string_append (path, self->names->pdata[i]);
    }
  return g_string_free (path, FALSE);
}

/** Whether it is in elements of an array that is below @level. */
gboolean
_squill_query_place_is_in_array (const SquillQueryPlace *self, guint level)
{
  for (guint i = level + 1; i < self->chain->len; i++)
    {
      const SquillShape *shape = self->chain->pdata[i];

      if (shape->array && i + 1 < self->chain->len)
        return TRUE;
    }
  return FALSE;
}

/**
 * _squill_query_choose_document:
 * @self: a builder
 * @collection: a collection
 * @shapes: (element-type SquillShape): what the document should have
 *
 * Returns: the number of the first sample document that has all of the shapes, or else the most
 */
guint64
_squill_query_choose_document (SquillQueryBuilder *self,
                               const SquillCollection *collection,
                               GPtrArray *shapes)
{
  guint64 n = MIN (squill_samples_get_population (self->samples, collection->id), MAX_TRIED);
  guint64 chosen = 0;
  guint most = 0;

  for (guint64 number = 0; number < n && most < shapes->len; number++)
    {
      const bson_t *document = _squill_query_get_document (self, collection, number);
      guint found = 0;

      for (guint i = 0; i < shapes->len; i++)
        {
          g_autoptr (SquillQueryPlace) place = _squill_query_place_new (document, shapes->pdata[i]);

          found += place->is_found;
        }
      if (found > most)
        {
          most = found;
          chosen = number;
        }
    }
  return chosen;
}

static double
get_number (const bson_value_t *value)
{
  if (value->value_type == BSON_TYPE_INT32)
    return value->value.v_int32;
  if (value->value_type == BSON_TYPE_INT64)
    return (double)value->value.v_int64;
  if (value->value_type == BSON_TYPE_DATE_TIME)
    return (double)value->value.v_datetime;
  return value->value_type == BSON_TYPE_DOUBLE ? value->value.v_double : NAN;
}

/**
 * _squill_bson_value_compare:
 * @a: a value
 * @b: a value of the same type
 *
 * Returns: less than, equal to or more than 0, as the server orders them; 0 where it is not known
 */
int
_squill_bson_value_compare (const bson_value_t *a, const bson_value_t *b)
{
  const double left = get_number (a), right = get_number (b);

  if (!isnan (left) && !isnan (right))
    return left < right ? -1 : left > right;
  if (a->value_type != b->value_type)
    return 0;
  if (a->value_type == BSON_TYPE_UTF8)
    return strcmp (a->value.v_utf8.str, b->value.v_utf8.str);
  if (a->value_type == BSON_TYPE_OID)
    return bson_oid_compare (&a->value.v_oid, &b->value.v_oid);
  return 0;
}

/* Shapes of a design. */

/** The id in {id, copies…}, or @stored itself. */
const SquillShape *
_squill_query_get_reference_shape (const SquillShape *stored)
{
  if (stored == NULL || stored->origin != SQUILL_ORIGIN_REFERENCE || stored->document)
    return stored;
  for (guint i = 0; i < stored->children->len; i++)
    {
      const SquillShape *child = stored->children->pdata[i];

      if (child->origin == SQUILL_ORIGIN_REFERENCE && child->target != NULL &&
          g_strcmp0 (child->relationship, stored->relationship) == 0)
        return child;
    }
  return stored;
}

/** The document of an entity, or of a collection, that a shape belongs to. */
const SquillShape *
_squill_query_get_document_around (const SquillShape *shape)
{
  for (shape = shape->parent; shape->parent != NULL && !shape->document; shape = shape->parent)
    ;
  return shape;
}

/**
 * _squill_query_resolve:
 * @self: a builder
 * @site: where documents of an entity are
 * @path: the path of a #SquillKey of that entity
 *
 * As squill_design_resolve(), but what is embedded also finds what the document around it has: it
 * is the other end of the relationship.
 *
 * Returns: (nullable): what the key means there
 */
const SquillShape *
_squill_query_resolve (SquillQueryBuilder *self, const SquillShape *site, const char *path)
{
  const SquillShape *found = squill_design_resolve (self->design, site, path);
  const SquillRelationship *r =
      found != NULL || site->parent == NULL
          ? NULL
          : squill_model_get_relationship (self->model, site->relationship);
  const gsize length = r == NULL ? 0 : strlen (r->item.id);

  if (r == NULL || r->placement == SQUILL_PLACEMENT_BUCKET ||
      strncmp (path, r->item.id, length) != 0 || path[length] != '/')
    return found;
  return _squill_query_resolve (self, _squill_query_get_document_around (site), path + length + 1);
}

/** The field by which references name a document; %NULL where it does not have it. */
const SquillShape *
_squill_query_find_key (SquillQueryBuilder *self, const SquillShape *site, const char *key)
{
  if (key != NULL)
    return squill_design_resolve (self->design, site, key);
  for (guint i = 0; i < site->children->len; i++)
    {
      const SquillShape *child = site->children->pdata[i];

      if (g_str_equal (child->name, "_id"))
        return child;
    }
  return NULL;
}

static const SquillShape *
find_reference (const SquillShape *place, const char *relationship, const char *target)
{
  if (place->key != NULL && g_strcmp0 (place->key->relationship, relationship) == 0)
    return place->key;
  for (guint i = 0; i < place->children->len; i++)
    {
      const SquillShape *child = place->children->pdata[i];
      const SquillShape *found;

      if (child->document)
        continue;
      if (child->origin == SQUILL_ORIGIN_REFERENCE &&
          g_strcmp0 (child->relationship, relationship) == 0 &&
          g_strcmp0 (child->target, target) == 0)
        return child;
      found = find_reference (child, relationship, target);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/**
 * _squill_query_find_stored_reference:
 * @self: a builder
 * @site: a document, or the root of a collection of links or buckets
 * @relationship: a relationship
 * @at_parent: at which of its ends the reference is
 *
 * Returns: (nullable): the reference to the other end; %NULL where there is none
 */
const SquillShape *
_squill_query_find_stored_reference (SquillQueryBuilder *self,
                                     const SquillShape *site,
                                     const SquillRelationship *relationship,
                                     gboolean at_parent)
{
  const SquillRelationship *r = relationship;
  const char *holder = at_parent ? r->parent_holder : r->child_holder;
  const SquillShape *found;

  /* Both ends are documents of one entity: the names of what they store tell them apart. */
  if (g_str_equal (r->parent, r->child))
    {
      found = squill_design_get_stored (self->design, r->item.id, at_parent);
      if (found == NULL || found->origin != SQUILL_ORIGIN_REFERENCE)
        return NULL;
      return _squill_query_get_reference_shape (squill_shape_find (site, found->path) != NULL
                                                    ? squill_shape_find (site, found->path)
                                                    : found);
    }
  if (holder != NULL && (found = squill_design_resolve (self->design, site, holder)) != NULL)
    {
      if (found->key != NULL)
        return found->key;
      if (found->origin == SQUILL_ORIGIN_REFERENCE)
        return _squill_query_get_reference_shape (found);
    }
  return _squill_query_get_reference_shape (
      find_reference (site, r->item.id, at_parent ? r->child : r->parent));
}

/**
 * _squill_query_list_sites:
 * @self: a builder
 * @entity: id of an entity
 *
 * Returns: (transfer container) (element-type SquillShape): where its documents are, one place each
 *   collection and path; that of its own collection first
 */
GPtrArray *
_squill_query_list_sites (SquillQueryBuilder *self, const char *entity)
{
  g_autoptr (GPtrArray) all = squill_design_get_document_sites (self->design, entity);
  GPtrArray *sites = g_ptr_array_new ();

  /* Of a tree within one document the root stands for all. */
  for (guint i = 0; i < all->len; i++)
    {
      const SquillShape *site = all->pdata[i];
      const SquillShape *around = site;
      gboolean is_nested = site->recursive;

      while (!is_nested && around->parent != NULL)
        {
          around = around->parent;
          is_nested = g_strcmp0 (around->entity, entity) == 0 && around->document;
        }
      if (!is_nested)
        g_ptr_array_add (sites, (gpointer)site);
    }
  return sites;
}

/** The place where documents of an entity are read; %NULL where there are none. */
const SquillShape *
_squill_query_get_site (SquillQueryBuilder *self, const char *entity)
{
  g_autoptr (GPtrArray) sites = _squill_query_list_sites (self, entity);

  return sites->len > 0 ? sites->pdata[0] : NULL;
}
