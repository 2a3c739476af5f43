/* SPDX-License-Identifier: Apache-2.0 */

/* Names of objects that are data, as only other places show: they are what documents of another
 * collection are known by, or lists of the same things stand under them. What a collection alone
 * shows was decided when all of it was read. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-signs.h"
#include "inspect/profile/squill-map-words.h"
#include "inspect/reference/squill-reference-private.h"
#include "text/squill-text.h"

/* This many names are not keys of another collection by chance, */
#define FEW_NAMES SQUILL_MAP_FEW_NAMES
/* of which they are at least this share: a list of all words has any name. */
#define KEYS_SHARE 0.25
/* Names that all objects have are fields, unless so many are all the keys there are. */
#define MANY_NAMES 6u
#define ALL_SHARE 0.9
/* Of lists under names that are data each object has fewer than this share, and each name fewer
 * than this share of the objects. */
#define LISTS_SHARE 0.5
/* The values under one of the names that are under others, too. */
#define SHARED_VALUES 0.5
/* With fewer values it is not known which are under others. */
#define MANY_VALUES 8u

/* Whether the texts at a path are what documents are known by. */
static gboolean
is_key (const SquillPath *path)
{
  return path->kind == SQUILL_PATH_FIELD && path->parent->kind == SQUILL_PATH_DOCUMENT &&
         path->scalars.sample != NULL && path->text.count >= FEW_NAMES &&
         path->text.count == path->scalars.count && path->scalars.distinct == path->scalars.count &&
         path->present == squill_path_get_objects (path->parent) &&
         squill_hash_sample_is_exact (path->scalars.sample);
}

/* (element-type SquillPath): what documents of all collections are known by. */
static GPtrArray *
list_keys (GPtrArray *collections)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      for (SquillPath *field = collection->root->first; field != NULL; field = field->next)
        if (is_key (field))
          g_ptr_array_add (keys, field);
    }
  return keys;
}

static GPtrArray *
list_names (const SquillPath *object)
{
  GPtrArray *names = g_ptr_array_new ();

  for (SquillPath *field = object->first; field != NULL; field = field->next)
    g_ptr_array_add (names, field);
  return names;
}

static gboolean
are_keys_of (const GPtrArray *names, const SquillMapSigns *signs, const SquillPath *key)
{
  const double share = (double)names->len / (double)key->scalars.distinct;

  if (share < KEYS_SHARE || (signs->complete && (names->len < MANY_NAMES || share < ALL_SHARE)))
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *name = squill_map_get_name (names, i);

      if (squill_hash_sample_lookup (key->scalars.sample,
                                     squill_text_hash (name->name, name->name_length)) == 0)
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  const GPtrArray *lists;
  const SquillPath *own;
  guint n_values;
  guint n_shared;
} Sharing;

static void
count_shared_cb (guint64 hash, guint64 count G_GNUC_UNUSED, gpointer user_data)
{
  Sharing *self = user_data;

  self->n_values++;
  for (guint i = 0; i < self->lists->len; i++)
    {
      const SquillPath *other = g_ptr_array_index (self->lists, i);

      if (other == self->own || squill_hash_sample_lookup (other->scalars.sample, hash) == 0)
        continue;
      self->n_shared++;
      return;
    }
}

/* Where a value holds nothing but one list, that; else itself. */
static const SquillPath *
get_only_list (const SquillPath *value)
{
  return value->elements == NULL && value->values == NULL && value->n_fields == 1 ? value->first
                                                                                  : value;
}

/* Whether the values are lists of the same things: most of the ids under one of the names are under
 * others as well. The lists of a record are called as several things are. */
static gboolean
are_lists_of_same (const GPtrArray *names, const SquillMapSigns *signs)
{
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();
  Sharing sharing = { .lists = lists };
  guint n_plural = 0;

  if (signs->objects < SQUILL_MAP_RECORD_OBJECTS || signs->completeness >= LISTS_SHARE)
    return FALSE;
  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *value = squill_map_get_name (names, i);
      const SquillPath *list = get_only_list (value);
      g_autoptr (SquillReferenceName) name = _squill_reference_name_new (value->name);

      n_plural += name->plural || name->roles != 0;
      if ((double)value->present >= LISTS_SHARE * (double)signs->objects ||
          list->elements == NULL || squill_path_get_objects (list) > 0 ||
          list->elements->scalars.sample == NULL || list->elements->numbers.count > 0)
        return FALSE;
      g_ptr_array_add (lists, list->elements);
    }
  if (2 * n_plural >= names->len)
    return FALSE;
  for (guint i = 0; i < lists->len; i++)
    {
      sharing.own = g_ptr_array_index (lists, i);
      squill_hash_sample_foreach (sharing.own->scalars.sample, 0, count_shared_cb, &sharing);
    }
  return sharing.n_values >= MANY_VALUES * lists->len &&
         sharing.n_shared >= SHARED_VALUES * sharing.n_values;
}

static gboolean
is_map (const SquillPath *object, const GPtrArray *keys)
{
  g_autoptr (GPtrArray) names = NULL;
  SquillMapSigns signs;

  if (object->n_fields < FEW_NAMES || object->n_fields > SQUILL_MAP_LARGE ||
      object->values != NULL || object->kind == SQUILL_PATH_DOCUMENT || object->is_kept)
    return FALSE;
  names = list_names (object);
  squill_map_signs_measure (&signs, names, squill_path_get_objects (object));
  if (!signs.alike || (signs.kind == SQUILL_MAP_KIND_OBJECT && !squill_map_values_overlap (names)))
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    if (are_keys_of (names, &signs, g_ptr_array_index (keys, i)))
      return TRUE;
  return are_lists_of_same (names, &signs);
}

/**
 * squill_references_find_maps:
 * @collections: (element-type SquillCollectionProfile): finished profiles of the collections of a
 * database
 *
 * Looks for objects whose names are keys of documents of another collection, or have lists of the
 * same things under them, and makes maps of them.
 */
void
squill_references_find_maps (GPtrArray *collections)
{
  g_autoptr (GPtrArray) keys = list_keys (collections);

  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      for (SquillPath *path = collection->root; path != NULL;
           path = squill_path_next (path, collection->root, FALSE))
        if (is_map (path, keys))
          squill_collection_profile_fold (collection, path);
    }
}
