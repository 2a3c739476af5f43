/* SPDX-License-Identifier: Apache-2.0 */

/* Reading shapes: paths, walks, and what the key paths of a model mean in them. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-shape.h"

#include <string.h>

#include "design/squill-design-private.h"

/**
 * squill_origin_get_name:
 * @origin: an origin
 *
 * Returns: (transfer none): its name in the output of the command line, such as "embedded"; not
 *   translated
 */
const char *
squill_origin_get_name (SquillOrigin origin)
{
  static const char *const names[] = { "own", "embedded", "reference", "copy", "link" };

  g_return_val_if_fail (origin < G_N_ELEMENTS (names), NULL);
  return names[origin];
}

/**
 * squill_shape_get_rest:
 * @self: a shape
 *
 * Returns: (transfer none) (nullable): the map whose keys are all names in its objects that are
 * none of its other fields
 */
const SquillShape *
squill_shape_get_rest (const SquillShape *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->children->len; i++)
    {
      const SquillShape *child = self->children->pdata[i];

      if (child->rest)
        return child;
    }
  return NULL;
}

/**
 * squill_shape_get_array:
 * @self: a shape
 *
 * Returns: (transfer none) (nullable): the innermost array that it is or is in; %NULL where each
 *   document has it once at most
 */
const SquillShape *
squill_shape_get_array (const SquillShape *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (const SquillShape *around = self; around != NULL; around = around->parent)
    if (around->array)
      return around;
  return NULL;
}

/**
 * squill_shape_is_element:
 * @self: a shape
 *
 * A field of an object may be called "[]" as well, and is none.
 *
 * Returns: whether it is what stands in an array or map that is itself one: the elements, or the
 * values, are arrays or maps
 */
gboolean
squill_shape_is_element (const SquillShape *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->parent != NULL && _squill_shape_is_element (self->parent, self->name);
}

/**
 * squill_shape_is_within:
 * @self: a shape
 * @outer: another
 *
 * Returns: %TRUE if it is @outer, or a part of it
 */
gboolean
squill_shape_is_within (const SquillShape *self, const SquillShape *outer)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (const SquillShape *around = self; around != NULL; around = around->parent)
    if (around == outer)
      return TRUE;
  return FALSE;
}

/**
 * squill_shape_find:
 * @self: a shape
 * @path: a path from the document, as in #SquillShape
 *
 * Finds a shape by its path. The path of the elements of an array or the values of a map, "a[]",
 * gives the array or map.
 *
 * Returns: (transfer none) (nullable): @self, or the shape below it with that path
 */
const SquillShape *
squill_shape_find (const SquillShape *self, const char *path)
{
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  length = strlen (self->path);
  if (strncmp (path, self->path, length) != 0)
    return NULL;
  if (path[length] == '\0')
    return self;
  if (length > 0 && strchr (".[{", path[length]) == NULL)
    return NULL;
  for (guint i = 0; i < self->children->len; i++)
    {
      const SquillShape *found = squill_shape_find (self->children->pdata[i], path);

      if (found != NULL)
        return found;
    }
  if ((self->array && g_str_equal (path + length, "[]")) ||
      (self->map && g_str_equal (path + length, "{}")))
    return self;
  return NULL;
}

/**
 * squill_shape_foreach:
 * @self: a shape
 * @function: (scope call): what to call
 * @user_data: for @function
 *
 * Calls a function for a shape and for all below it, parents first, until it returns %FALSE.
 *
 * Returns: %FALSE if @function did
 */
gboolean
squill_shape_foreach (const SquillShape *self, SquillShapeFunc function, gpointer user_data)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (function != NULL, FALSE);

  if (!function (self, user_data))
    return FALSE;
  for (guint i = 0; i < self->children->len; i++)
    if (!squill_shape_foreach (self->children->pdata[i], function, user_data))
      return FALSE;
  return TRUE;
}

static void
append_query_path (GString *path, const SquillShape *shape)
{
  if (shape->parent == NULL)
    return;
  append_query_path (path, shape->parent);
  if (g_str_has_suffix (path->str, "$**") ||
      (g_str_equal (shape->name, "[]") && shape->parent->array))
    return;
  if (path->len > 0)
    g_string_append_c (path, '.');
  g_string_append (path, shape->rest || shape->parent->map ? "$**" : shape->name);
}

/**
 * squill_shape_get_query_path:
 * @self: a shape
 *
 * Writes the path as queries and indexes do: arrays are not marked. What is below the keys of a
 * map has no such path; there the path is that of a wildcard index over the map, "map.$**".
 *
 * Returns: (transfer full): the path
 */
char *
squill_shape_get_query_path (const SquillShape *self)
{
  GString *path = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (path, FALSE));

  append_query_path (path, self);
  return g_string_free (path, FALSE);
}

/**
 * squill_shape_find_by_query_path:
 * @self: a document, or part of one
 * @path: a dotted path as queries and indexes write it, from @self
 *
 * Finds a shape the way that squill_shape_get_query_path() writes it: arrays are not marked, and a
 * wildcard, "map.$**", stands for the map or object around it.
 *
 * Returns: (transfer none) (nullable): the shape below @self with that path
 */
const SquillShape *
squill_shape_find_by_query_path (const SquillShape *self, const char *path)
{
  gsize length;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_equal (path, "$**"))
    return self;
  length = strcspn (path, ".");
  for (guint i = 0; i < self->children->len; i++)
    {
      const SquillShape *child = self->children->pdata[i];

      if (g_str_equal (child->name, "[]"))
        {
          const SquillShape *found = squill_shape_find_by_query_path (child, path);

          if (found != NULL)
            return found;
        }
      if (strncmp (child->name, path, length) != 0 || child->name[length] != '\0')
        continue;
      return path[length] == '\0' ? child
                                  : squill_shape_find_by_query_path (child, path + length + 1);
    }
  return NULL;
}

/* The element of an array in an array, or the value of a map in a map. */
static const SquillShape *
find_nested (const SquillShape *shape)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (g_str_equal (child->name, "[]") || g_str_equal (child->name, "{}"))
        return child;
    }
  return NULL;
}

static const SquillShape *
find_child (const SquillShape *shape, const char *name)
{
  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      if (!child->rest && g_str_equal (child->name, name))
        return child;
    }
  return NULL;
}

/**
 * squill_shape_find_by_keys:
 * @self: a document
 * @keys: keys on the way to a value in such a document, joined by dots: names, numbers of elements,
 *   and keys of maps
 *
 * Returns: (transfer none) (nullable): what that value is, an array or map also for what is in it;
 *   %NULL where no such value is expected
 */
const SquillShape *
squill_shape_find_by_keys (const SquillShape *self, const char *keys)
{
  g_auto (GStrv) names = NULL;
  gboolean inside = TRUE; /* past the number or key, where the shape is an array or map */

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (keys != NULL, NULL);

  names = g_strsplit (keys, ".", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      const SquillShape *child;

      if (!inside && (self->map || g_ascii_isdigit (*names[i])))
        {
          child = find_nested (self);
          inside = child == NULL || !(child->array || child->map);
          self = child != NULL ? child : self;
          continue;
        }
      child = find_child (self, names[i]);
      inside = child == NULL || !(child->array || child->map);
      self = child != NULL ? child : squill_shape_get_rest (self);
      if (self == NULL)
        return NULL;
    }
  return self;
}

typedef gboolean (*Fits) (const SquillShape *shape, const char *relationship, const char *id);

/* A field drawn in the entity, or a reference that takes its place. */
static gboolean
is_field (const SquillShape *shape, const char *relationship, const char *id)
{
  return shape->copy == NULL && g_strcmp0 (shape->field, id) == 0;
}

/* What a relationship stores: the reference, the array of them, the embedded document. */
static gboolean
is_stored (const SquillShape *shape, const char *relationship, const char *id)
{
  return (shape->origin == SQUILL_ORIGIN_REFERENCE || shape->document) && shape->copy == NULL &&
         g_strcmp0 (shape->relationship, id) == 0;
}

static gboolean
is_stored_at_parent (const SquillShape *shape, const char *relationship, const char *id)
{
  return is_stored (shape, relationship, id) && _squill_shape_get_basis (shape)->at_parent;
}

static gboolean
is_stored_at_child (const SquillShape *shape, const char *relationship, const char *id)
{
  return is_stored (shape, relationship, id) && !_squill_shape_get_basis (shape)->at_parent;
}

/* What a relationship copies, an attribute of it, or the key of its other end. */
static gboolean
is_carried (const SquillShape *shape, const char *relationship, const char *id)
{
  if (g_strcmp0 (shape->relationship, relationship) != 0)
    return FALSE;
  if (shape->copy != NULL || shape->origin == SQUILL_ORIGIN_LINK)
    return g_strcmp0 (shape->field, id) == 0;
  return shape->origin == SQUILL_ORIGIN_REFERENCE &&
         g_strcmp0 (_squill_shape_get_basis (shape)->key, id) == 0;
}

/* Looks in the document of one place only, not in what is embedded there. */
static const SquillShape *
find_within (const SquillShape *place, Fits fits, const char *relationship, const char *id)
{
  if (place->key != NULL && fits (place->key, relationship, id))
    return place->key;
  for (guint i = 0; i < place->children->len; i++)
    {
      const SquillShape *child = place->children->pdata[i];
      const SquillShape *found;

      if (fits (child, relationship, id))
        return child;
      if (child->document)
        continue;
      found = find_within (child, fits, relationship, id);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/**
 * _squill_shape_find_stored:
 * @place: a document
 * @relationship: id of a relationship
 * @at_parent: at which of its ends the document is
 *
 * Returns: (transfer none) (nullable): what the relationship stores there
 */
const SquillShape *
_squill_shape_find_stored (const SquillShape *place, const char *relationship, gboolean at_parent)
{
  return find_within (place, at_parent ? is_stored_at_parent : is_stored_at_child, NULL,
                      relationship);
}

/**
 * _squill_shape_get_reference:
 * @stored: what a relationship stores
 *
 * Returns: (transfer none): the reference itself: the id in {id, copies…}, or @stored
 */
const SquillShape *
_squill_shape_get_reference (const SquillShape *stored)
{
  if (stored->origin != SQUILL_ORIGIN_REFERENCE || stored->document)
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

/* What tells the parent of an embedded document: the reference of a bucket, the key of the
 * document around it. */
static const SquillShape *
find_parent_key (const SquillShape *place)
{
  const SquillShape *around = place->parent;
  const SquillShape *found;

  while (around->parent != NULL && !around->document)
    around = around->parent;
  found = _squill_shape_find_stored (around, place->relationship, FALSE);
  for (guint i = 0; found == NULL && i < around->children->len; i++)
    {
      const SquillShape *child = around->children->pdata[i];

      if (g_str_equal (child->name, "_id"))
        found = child;
    }
  return found;
}

/** See squill_design_resolve(). */
const SquillShape *
_squill_shape_resolve (const SquillShape *place, const char *key_path)
{
  g_auto (GStrv) ids = NULL;
  const SquillShape *found = NULL;

  if (key_path[0] == '=')
    return g_str_has_suffix (key_path, "$**")
               ? NULL
               : squill_shape_find_by_query_path (place, key_path + 1);

  ids = g_strsplit (key_path, "/", -1);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      if (ids[i + 1] == NULL)
        {
          found = find_within (place, is_field, NULL, ids[i]);
          if (found == NULL)
            found = find_within (place, is_stored, NULL, ids[i]);
          if (found == NULL && place->parent != NULL &&
              g_strcmp0 (place->relationship, ids[i]) == 0)
            found = find_parent_key (place);
          return found;
        }
      found = find_within (place, is_stored, NULL, ids[i]);
      if (ids[i + 2] == NULL)
        {
          const SquillShape *carried = find_within (
              found != NULL && found->document ? found : place, is_carried, ids[i], ids[i + 1]);

          if (carried != NULL)
            return carried;
        }
      /* Where the other end is not embedded, there is nothing more of it here. */
      if (found == NULL || !found->document)
        return NULL;
      place = found;
    }
  return NULL;
}
