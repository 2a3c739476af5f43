/* SPDX-License-Identifier: Apache-2.0 */

/* The indexes of a collection: those of its entity, and those of the entities embedded in it. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-design-private.h"

#include <string.h>

void
_squill_collection_index_free (SquillCollectionIndex *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->keys);
  g_ptr_array_unref (self->needed);
  g_free ((char *)self->index);
  g_free (self);
}

static SquillCollectionIndex *
new_index (const SquillIndex *index)
{
  SquillCollectionIndex *self = g_new0 (SquillCollectionIndex, 1);

  self->keys = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_key_free);
  self->needed = g_ptr_array_new_with_free_func (g_free);
  self->unique = index != NULL && index->unique;
  self->sparse = index != NULL && index->sparse;
  self->hidden = index != NULL && index->hidden;
  self->index = index == NULL ? NULL : g_strdup (index->item.id);
  return self;
}

/* The dotted path that a key has where documents of its entity stand at @place. */
static char *
get_dotted_path (const SquillShape *place, const char *key, gboolean *unresolved)
{
  g_autofree char *prefix = squill_shape_get_query_path (place);
  const SquillShape *found = _squill_shape_resolve (place, key);

  if (found != NULL)
    return squill_shape_get_query_path (_squill_shape_get_reference (found));
  if (key[0] != '=')
    *unresolved = TRUE;
  else
    key++; /* written out because it is not drawn */
  return *prefix == '\0' ? g_strdup (key) : g_strconcat (prefix, ".", key, NULL);
}

/* The name that the server gives to an index without one. */
static char *
make_name (const SquillKeys *keys)
{
  GString *name = g_string_new (NULL);

  for (guint i = 0; i < keys->len; i++)
    {
      const SquillKey *key = keys->pdata[i];

      if (i > 0)
        g_string_append_c (name, '_');
      g_string_append_printf (name, "%s_%s", key->path, key->operator);
    }
  return g_string_free (name, FALSE);
}

/* Embedded, children are found with their parent, and need no key for it. */
static gboolean
is_embedding (const SquillKey *key, const SquillShape *place, const SquillRelationship *by)
{
  if (by == NULL || by->placement == SQUILL_PLACEMENT_BUCKET)
    return FALSE;
  return g_strcmp0 (key->path, place->relationship) == 0 ||
         (g_strcmp0 (key->path, by->child_holder) == 0 &&
          _squill_shape_resolve (place, key->path) == NULL);
}

static SquillTypes
get_named_types (const char *name)
{
  return g_str_equal (name, "number") ? SQUILL_TYPES_NUMERIC : squill_type_from_name (name);
}

/* The types that a condition {$type: …} lets through; none where it is no such condition. */
static SquillTypes
get_asked_types (const json_t *condition)
{
  const json_t *asked = json_object_get (condition, "$type");
  SquillTypes types = SQUILL_TYPE_NONE;

  if (json_object_size (condition) != 1)
    return SQUILL_TYPE_NONE;
  if (json_is_string (asked))
    return get_named_types (json_string_value (asked));
  for (gsize i = 0; i < json_array_size (asked); i++)
    {
      const char *name = json_string_value (json_array_get (asked, i));

      if (name != NULL)
        types |= get_named_types (name);
    }
  return types;
}

/* {$gt: ""}, as the manual writes it, is true of every text that is not empty. */
static gboolean
asks_for_text (const json_t *condition)
{
  const char *least = json_string_value (json_object_get (condition, "$gt"));

  if (least == NULL)
    least = json_string_value (json_object_get (condition, "$gte"));
  return json_object_size (condition) == 1 && least != NULL && *least == '\0';
}

/* Whether a condition holds for whatever has a value there; an empty text is none. */
static gboolean
is_met_by_any (const json_t *condition, const SquillShape *shape)
{
  const SquillTypes has = shape == NULL ? SQUILL_TYPE_NONE : shape->types;
  const SquillTypes may = has & ~(SquillTypes)(SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED);

  if (json_object_size (condition) == 1 && json_is_true (json_object_get (condition, "$exists")))
    return TRUE;
  if (may == SQUILL_TYPE_STRING && asks_for_text (condition))
    return TRUE;
  return may != SQUILL_TYPE_NONE && (may & ~get_asked_types (condition)) == 0;
}

/* The paths by which the filter of the index leaves out documents that have its keys. One that only
 * asks for the keys to be there is no more than what sparse does. */
static void
add_needed (SquillCollectionIndex *self, const SquillIndex *index, const SquillShape *place)
{
  g_autofree char *prefix = squill_shape_get_query_path (place);
  const gsize skip = *prefix == '\0' ? 0 : strlen (prefix) + 1;
  const char *name;
  json_t *condition;

  json_object_foreach (index->partial, name, condition)
  {
    gboolean is_met = FALSE;

    for (guint i = 0; index->keys != NULL && i < index->keys->len && !is_met; i++)
      {
        const SquillKey *key = index->keys->pdata[i];
        const SquillShape *shape = _squill_shape_resolve (place, key->path);
        gboolean unresolved = FALSE;
        g_autofree char *path = get_dotted_path (place, key->path, &unresolved);

        is_met = !unresolved && strlen (path) > skip && g_str_equal (path + skip, name) &&
                 is_met_by_any (condition, shape);
      }
    if (!is_met)
      g_ptr_array_add (self->needed,
                       *prefix == '\0' ? g_strdup (name) : g_strconcat (prefix, ".", name, NULL));
  }
}

static gboolean
is_in_many (const SquillShape *shape)
{
  for (; shape != NULL; shape = shape->parent)
    if (shape->array || shape->map)
      return TRUE;
  return FALSE;
}

/* Whether it compares text otherwise than queries do, which take the collation of the collection.
 */
static gboolean
has_other_collation (SquillModel *model, const SquillIndex *index, const SquillShape *place)
{
  const SquillEntity *entity;

  while (place->parent != NULL)
    place = place->parent;
  entity = place->entity != NULL ? squill_model_get_entity (model, place->entity) : NULL;
  return index->collation != NULL &&
         (entity == NULL || !json_equal (index->collation, entity->collation));
}

/* %NULL where nothing is left of it. */
static SquillCollectionIndex *
place_index (SquillModel *model,
             const SquillIndex *index,
             const SquillShape *place,
             const SquillRelationship *by)
{
  SquillCollectionIndex *self = new_index (index);

  add_needed (self, index, place);
  self->partial = self->needed->len > 0;
  self->collates = has_other_collation (model, index, place);
  for (guint i = 0; index->keys != NULL && i < index->keys->len; i++)
    {
      const SquillKey *key = index->keys->pdata[i];
      const SquillShape *shape;
      g_autofree char *path = NULL;

      /* What differs among the children of one parent is the same in many documents. */
      if (is_embedding (key, place, by))
        {
          self->unique = FALSE;
          continue;
        }
      path = get_dotted_path (place, key->path, &self->unresolved);
      shape = _squill_shape_resolve (place, key->path);
      if (shape != NULL && is_in_many (_squill_shape_get_reference (shape)) && self->keys->len < 32)
        self->multikey |= 1u << self->keys->len;
      g_ptr_array_add (self->keys,
                       squill_key_new (path, key->operator[0] == '\0' ? "1" : key->operator));
    }
  if (self->keys->len == 0 && index->keys != NULL && index->keys->len > 0)
    {
      _squill_collection_index_free (self);
      return NULL;
    }
  /* One name can stand once in a collection; embedded, the paths are others too. */
  if (index->name != NULL && place->parent == NULL)
    self->name = g_strdup (index->name);
  else
    self->name = make_name (self->keys);
  return self;
}

/* Links are looked for from both ends, and each is there once unless it has fields of its own. */
static void
add_link_indexes (SquillCollection *self)
{
  const GPtrArray *fields = self->shape->children;
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func (g_free);
  gboolean has_fields = FALSE;

  for (guint i = 0; i < fields->len; i++)
    {
      const SquillShape *shape = fields->pdata[i];

      has_fields |= shape->origin == SQUILL_ORIGIN_LINK;
      if (shape->origin == SQUILL_ORIGIN_REFERENCE)
        g_ptr_array_add (ends, squill_shape_get_query_path (_squill_shape_get_reference (shape)));
    }
  for (guint i = 0; ends->len == 2 && i < ends->len; i++)
    {
      SquillCollectionIndex *index = new_index (NULL);

      g_ptr_array_add (index->keys, squill_key_new (ends->pdata[i], "1"));
      g_ptr_array_add (index->keys, squill_key_new (ends->pdata[1 - i], "1"));
      index->unique = i == 0 && !has_fields;
      index->name = make_name (index->keys);
      g_ptr_array_add (self->indexes, index);
    }
}

static SquillCollectionIndex *
new_automatic_index (SquillCollection *self, const char *const *paths)
{
  SquillCollectionIndex *index = new_index (NULL);

  for (; *paths != NULL; paths++)
    {
      g_autofree char *path = get_dotted_path (self->shape, *paths, &index->unresolved);

      g_ptr_array_add (index->keys, squill_key_new (path, "1"));
    }
  return index;
}

/* The buckets of a time series are stored in the order of their ids, which begin with the time; on
 * meta field and time the server makes an index, from version 6.3 on. */
static void
add_automatic_indexes (SquillCollection *self, SquillModel *model)
{
  const SquillEntity *entity =
      self->kind == SQUILL_COLLECTION_ENTITY ? squill_model_get_entity (model, self->entity) : NULL;
  SquillCollectionIndex *index;

  if (entity == NULL || entity->time_field == NULL)
    return;
  index = new_automatic_index (self, (const char *const[]){ entity->time_field, NULL });
  index->name = g_strdup ("_id_");
  g_ptr_array_add (self->automatic, index);
  if (entity->meta_field == NULL)
    return;
  index = new_automatic_index (
      self, (const char *const[]){ entity->meta_field, entity->time_field, NULL });
  index->name = make_name (index->keys);
  g_ptr_array_add (self->automatic, index);
}

/** Adds all indexes, the one of `_id` first. */
void
_squill_collection_add_indexes (SquillCollection *self, SquillModel *model, SquillTree *tree)
{
  SquillCollectionIndex *id = new_index (NULL);
  GPtrArray *places = _squill_tree_get_places (tree);

  id->name = g_strdup ("_id_");
  id->unique = TRUE;
  g_ptr_array_add (id->keys, squill_key_new ("_id", "1"));
  g_ptr_array_add (self->indexes, id);
  if (self->kind == SQUILL_COLLECTION_JUNCTION)
    add_link_indexes (self);
  add_automatic_indexes (self, model);
  for (guint i = 0; i < places->len; i++)
    {
      const SquillShape *place = places->pdata[i];
      const SquillEntity *entity = squill_model_get_entity (model, place->entity);
      const SquillRelationship *by = squill_model_get_relationship (model, place->relationship);

      /* The first of a subset are found by their parent; the collection of all has the indexes. */
      if (by != NULL && by->placement == SQUILL_PLACEMENT_SUBSET)
        continue;
      SQUILL_FOR_EACH_CHILD (SquillIndex, index, entity, SQUILL_KIND_INDEX)
        {
          SquillCollectionIndex *placed = place_index (model, index, place, by);

          if (placed != NULL)
            g_ptr_array_add (self->indexes, placed);
        }
    }
}
