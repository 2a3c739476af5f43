/* SPDX-License-Identifier: Apache-2.0 */

/* What speaks for names of objects being data, or being fields: what the names look like, which of
 * them the objects have, and what the values have in common. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-signs.h"

#include <string.h>

#define KEY_SHARE 0.99
/* An object has less than this share of the names. */
#define SPARSE_SHARE 0.2
#define SPARSE_OBJECTS 8u
/* All values together may have this many times the fields of one. */
#define LIKENESS 3.0

/**
 * squill_map_kind_of_type:
 * @index: the place of a type among #SquillTypes
 *
 * Returns: which kind of values has it
 */
SquillMapKind
squill_map_kind_of_type (guint index)
{
  switch (1u << index)
    {
    case SQUILL_TYPE_DOUBLE:
    case SQUILL_TYPE_INT:
    case SQUILL_TYPE_LONG:
    case SQUILL_TYPE_DECIMAL:
      return SQUILL_MAP_KIND_NUMBER;
    case SQUILL_TYPE_STRING:
    case SQUILL_TYPE_SYMBOL:
      return SQUILL_MAP_KIND_TEXT;
    case SQUILL_TYPE_OBJECT:
      return SQUILL_MAP_KIND_OBJECT;
    case SQUILL_TYPE_ARRAY:
      return SQUILL_MAP_KIND_ARRAY;
    case SQUILL_TYPE_NULL:
    case SQUILL_TYPE_UNDEFINED:
      return SQUILL_MAP_KIND_NONE;
    default:
      return SQUILL_MAP_KIND_OTHER;
    }
}

/* What most values at a path are; null says nothing. */
static SquillMapKind
get_own_kind (const SquillPath *path)
{
  guint64 counts[SQUILL_N_MAP_KINDS] = { 0 };
  guint best = SQUILL_MAP_KIND_NONE;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    counts[squill_map_kind_of_type (i)] += path->types[i];
  for (guint kind = SQUILL_MAP_KIND_NONE + 1; kind < SQUILL_N_MAP_KINDS; kind++)
    if (counts[kind] > 0 && (best == SQUILL_MAP_KIND_NONE || counts[kind] > counts[best]))
      best = kind;
  return (SquillMapKind)best;
}

/**
 * squill_map_get_single:
 * @path: (nullable): a path
 *
 * A value and an array of such values are one kind: one is written for the other where there is
 * only one. An empty array may be of any.
 *
 * Returns: (nullable): the path, or that of the elements of its arrays where most values are arrays
 */
const SquillPath *
squill_map_get_single (const SquillPath *path)
{
  while (path != NULL && get_own_kind (path) == SQUILL_MAP_KIND_ARRAY)
    path = path->elements;
  return path;
}

/**
 * squill_map_get_kind:
 * @path: (nullable): a path
 *
 * Returns: what most of its values are, or the elements where most are arrays
 */
SquillMapKind
squill_map_get_kind (const SquillPath *path)
{
  const SquillPath *single = squill_map_get_single (path);

  return single != NULL ? get_own_kind (single) : SQUILL_MAP_KIND_NONE;
}

/**
 * squill_map_find_main_kind:
 * @names: (element-type SquillPath): fields
 * @n_known: (out): how many of them have a value that is not null
 * @n_most: (out): how many of these are of the kind returned
 *
 * Returns: the kind of most of them
 */
SquillMapKind
squill_map_find_main_kind (const GPtrArray *names, guint *n_known, guint *n_most)
{
  guint counts[SQUILL_N_MAP_KINDS] = { 0 };
  guint best = SQUILL_MAP_KIND_NONE;

  *n_known = 0;
  for (guint i = 0; i < names->len; i++)
    counts[squill_map_get_kind (squill_map_get_name (names, i))]++;
  for (guint kind = SQUILL_MAP_KIND_NONE + 1; kind < SQUILL_N_MAP_KINDS; kind++)
    {
      *n_known += counts[kind];
      if (counts[kind] > 0 && (best == SQUILL_MAP_KIND_NONE || counts[kind] > counts[best]))
        best = kind;
    }
  *n_most = best != SQUILL_MAP_KIND_NONE ? counts[best] : 0;
  return (SquillMapKind)best;
}

/**
 * squill_map_count_shared:
 * @names: (element-type SquillPath): fields
 *
 * Returns: (transfer full) (element-type utf8 SquillMapShared): the fields of the objects that are
 * their values, by name
 */
GHashTable *
squill_map_count_shared (const GPtrArray *names)
{
  GHashTable *shared = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      for (const SquillPath *field = single != NULL ? single->first : NULL; field != NULL;
           field = field->next)
        {
          SquillMapShared *of_name = g_hash_table_lookup (shared, field->name);

          if (of_name == NULL)
            {
              of_name = g_new0 (SquillMapShared, 1);
              g_hash_table_insert (shared, field->name, of_name);
            }
          of_name->values++;
          of_name->equal += field->equals_key;
        }
    }
  return shared;
}

/* The values are objects that have their fields in common; one of these may repeat their names. */
static void
compare_values (SquillMapSigns *signs, const GPtrArray *names)
{
  g_autoptr (GHashTable) shared = NULL;
  guint64 members = 0;
  guint objects = 0, alone = 0, fields = 0;
  GHashTableIter iter;
  gpointer each;

  for (guint i = 0; i < names->len; i++)
    {
      const SquillPath *single = squill_map_get_single (squill_map_get_name (names, i));

      alone += squill_path_get_objects (squill_map_get_name (names, i)) > 0;

      members += squill_map_get_name (names, i)->present;
      if (single == NULL)
        continue;
      objects += squill_path_get_objects (single) > 0;
      fields += single->n_fields;
    }
  /* A record may have many arrays of objects that are alike. */
  if (objects < SQUILL_MAP_KIND_SHARE * signs->names || 2 * alone < objects)
    return;
  shared = squill_map_count_shared (names);
  signs->share_fields =
      fields >= 2 * objects && g_hash_table_size (shared) * (double)objects <= LIKENESS * fields;
  if (signs->names < 2)
    return;
  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if ((double)((SquillMapShared *)each)->equal >= KEY_SHARE * (double)members)
      signs->repeat_key = TRUE;
}

static gsize
get_prefix_length (const SquillPath *field)
{
  gsize length = field->name_length;

  while (length > 0 && g_ascii_isdigit (field->name[length - 1]))
    length--;
  return length;
}

static gboolean
names_have_one_prefix (const GPtrArray *names)
{
  const SquillPath *first = squill_map_get_name (names, 0);
  gsize length = get_prefix_length (first);

  for (guint i = 1; i < names->len; i++)
    if (get_prefix_length (squill_map_get_name (names, i)) != length ||
        memcmp (squill_map_get_name (names, i)->name, first->name, length) != 0)
      return FALSE;
  return TRUE;
}

/**
 * squill_map_signs_measure:
 * @self: (out caller-allocates): takes the signs
 * @names: (element-type SquillPath): fields
 * @objects: how many objects they are fields of
 *
 * Looks at some of the names of an object, and their values.
 */
void
squill_map_signs_measure (SquillMapSigns *self, const GPtrArray *names, guint64 objects)
{
  gboolean one_pattern = TRUE;
  guint n_known, n_most;

  *self = (SquillMapSigns){ .names = names->len, .objects = objects };
  if (names->len == 0)
    return;
  self->pattern = squill_path_get_key_pattern (squill_map_get_name (names, 0));
  for (guint i = 0; i < names->len; i++)
    {
      SquillKeyPattern pattern = squill_path_get_key_pattern (squill_map_get_name (names, i));

      self->members += squill_map_get_name (names, i)->present;
      self->data_names += squill_key_pattern_is_data (pattern);
      self->maybe_names += squill_key_pattern_may_be_data (pattern);
      one_pattern = one_pattern && pattern == self->pattern;
    }
  if (!one_pattern)
    self->pattern = SQUILL_KEY_WORD;
  self->completeness = (double)self->members / (double)self->objects / (double)self->names;
  self->complete =
      self->objects >= SQUILL_MAP_RECORD_OBJECTS && self->completeness >= SQUILL_MAP_RECORD_SHARE;
  self->kind = squill_map_find_main_kind (names, &n_known, &n_most);
  self->alike = n_known == 0 || n_most >= SQUILL_MAP_KIND_SHARE * n_known;
  self->same_prefix = self->pattern == SQUILL_KEY_NUMBERED && names_have_one_prefix (names);
  compare_values (self, names);
}

/**
 * squill_map_signs_collect:
 * @self: (out caller-allocates): takes the signs
 * @path: a path of objects with at least one field
 *
 * Looks at all names and values of an object.
 */
void
squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path)
{
  g_autoptr (GPtrArray) names = g_ptr_array_sized_new (path->n_fields);

  for (SquillPath *field = path->first; field != NULL; field = field->next)
    g_ptr_array_add (names, field);
  squill_map_signs_measure (self, names, squill_path_get_objects (path));
}

/**
 * squill_map_signs_are_sparse:
 * @self: signs
 *
 * Returns: whether each of several objects has few of many names
 */
gboolean
squill_map_signs_are_sparse (const SquillMapSigns *self)
{
  return self->objects >= SPARSE_OBJECTS && self->completeness < SPARSE_SHARE;
}
