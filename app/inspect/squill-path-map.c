/* SPDX-License-Identifier: Apache-2.0 */

/* Whether an object is a record, with names that are fields, or a map, with names that are data.
 * Maps are folded while reading, or else a map of a million keys would be a million paths. What
 * decides:
 *
 * - While reading, from 64 names on, where nine of ten values are of one kind: nine of ten names
 *   look like data; or the values are objects with the same fields; or each object has less than a
 *   fifth of all names. From 1,024 names on it is a map whatever they are.
 * - At the end, for maps that stayed small, from 2 names on: every name is of one pattern that no
 *   field name is of, and the values are of one kind.
 *
 * A set of names that nearly all of ten or more objects have in full is a record all the same,
 * unless it is large and looks like nothing but ids, dates or numbers. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-path.h"

#define DATA_SHARE 0.9
#define KIND_SHARE 0.9
#define SPARSE_SHARE 0.2
#define SPARSE_OBJECTS 8
#define RECORD_OBJECTS 10
/* All fields of the values together may be so many times those of one. */
#define LIKENESS 3.0
#define RECORD_SHARE 0.9

enum
{
  KIND_NONE,
  KIND_NUMBER,
  KIND_TEXT,
  KIND_OBJECT,
  KIND_ARRAY,
  KIND_OTHER,
  N_KINDS,
};

static guint
kind_of_type (guint index)
{
  switch (1u << index)
    {
    case SQUILL_TYPE_DOUBLE:
    case SQUILL_TYPE_INT:
    case SQUILL_TYPE_LONG:
    case SQUILL_TYPE_DECIMAL:
      return KIND_NUMBER;
    case SQUILL_TYPE_STRING:
    case SQUILL_TYPE_SYMBOL:
      return KIND_TEXT;
    case SQUILL_TYPE_OBJECT:
      return KIND_OBJECT;
    case SQUILL_TYPE_ARRAY:
      return KIND_ARRAY;
    case SQUILL_TYPE_NULL:
    case SQUILL_TYPE_UNDEFINED:
      return KIND_NONE;
    default:
      return KIND_OTHER;
    }
}

/* What most values at a path are; null says nothing. */
static guint
main_kind (const SquillPath *path)
{
  guint64 counts[N_KINDS] = { 0 };
  guint best = KIND_NONE;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    counts[kind_of_type (i)] += path->types[i];
  for (guint kind = KIND_NONE + 1; kind < N_KINDS; kind++)
    if (counts[kind] > 0 && (best == KIND_NONE || counts[kind] > counts[best]))
      best = kind;
  return best;
}

static gboolean
values_are_alike (const SquillPath *self)
{
  guint counts[N_KINDS] = { 0 };
  guint with_values = 0, most = 0;

  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    counts[main_kind (field)]++;
  for (guint kind = KIND_NONE + 1; kind < N_KINDS; kind++)
    {
      with_values += counts[kind];
      most = MAX (most, counts[kind]);
    }
  return with_values == 0 || most >= KIND_SHARE * with_values;
}

static guint64
count_members (const SquillPath *self)
{
  guint64 members = 0;

  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    members += field->present;
  return members;
}

/* Each object has few of all the names there are. */
static gboolean
is_sparse (const SquillPath *self)
{
  guint64 objects = squill_path_get_objects (self);

  return objects >= SPARSE_OBJECTS &&
         (double)count_members (self) < SPARSE_SHARE * (double)objects * (double)self->n_fields;
}

/* The values are objects that have their fields in common. */
static gboolean
values_share_fields (const SquillPath *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  guint objects = 0, fields = 0;

  for (const SquillPath *value = self->first; value != NULL; value = value->next)
    {
      objects += squill_path_get_objects (value) > 0;
      fields += value->n_fields;
      for (const SquillPath *field = value->first; field != NULL; field = field->next)
        g_hash_table_add (names, field->name);
    }
  return fields > 0 && objects >= KIND_SHARE * self->n_fields &&
         g_hash_table_size (names) * (double)objects <= LIKENESS * fields;
}

/* Nearly all names look like data: certainly, or perhaps. */
static gboolean
names_are_data (const SquillPath *self, gboolean certainly)
{
  guint data = 0;

  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    {
      SquillKeyPattern pattern = squill_key_pattern_of (field->name, field->name_length);

      data += squill_key_pattern_is_data (pattern) ||
              (!certainly && (pattern == SQUILL_KEY_SYMBOLS || pattern == SQUILL_KEY_NUMBERED));
    }
  return data >= DATA_SHARE * self->n_fields;
}

/* All names of one pattern, and a pattern of data at that. */
static gboolean
names_are_of_one_pattern (const SquillPath *self)
{
  SquillKeyPattern pattern = squill_key_pattern_of (self->first->name, self->first->name_length);

  if (!squill_key_pattern_is_data (pattern))
    return FALSE;
  for (const SquillPath *field = self->first->next; field != NULL; field = field->next)
    if (squill_key_pattern_of (field->name, field->name_length) != pattern)
      return FALSE;
  return TRUE;
}

static gboolean
is_complete_record (const SquillPath *self)
{
  guint64 objects = squill_path_get_objects (self);

  return objects >= RECORD_OBJECTS &&
         (double)count_members (self) >= RECORD_SHARE * (double)objects * (double)self->n_fields;
}

static guint64
key_number (const char *key, gsize length)
{
  guint64 number = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (number > (G_MAXUINT64 - 9) / 10)
        return G_MAXUINT64;
      number = number * 10 + (guint64)(key[i] - '0');
    }
  return number;
}

/**
 * squill_path_add_map_key:
 * @budget: counts hashes
 * @self: a map
 * @key: one of its keys
 * @length: its bytes
 * @count: in how many objects
 *
 * Notes a key of the map.
 */
void
squill_path_add_map_key (
    SquillPathBudget *budget, SquillPath *self, const char *key, gsize length, guint64 count)
{
  SquillMapKeys *map = self->map;
  SquillKeyPattern pattern = squill_key_pattern_of (key, length);

  map->patterns[pattern] += count;
  map->bytes_min = MIN (map->bytes_min, length);
  map->bytes_max = MAX (map->bytes_max, length);
  map->bytes += length * count;
  if (pattern == SQUILL_KEY_DIGITS)
    {
      guint64 number = key_number (key, length);

      map->number_min = MIN (map->number_min, number);
      map->number_max = MAX (map->number_max, number);
    }
  budget->hashes -= squill_hash_sample_get_kept (map->distinct);
  squill_hash_sample_add (map->distinct, squill_text_hash (key, length), count);
  budget->hashes += squill_hash_sample_get_kept (map->distinct);
}

/**
 * squill_path_fold:
 * @budget: counted the paths
 * @self: a path of objects with fields
 * @reason: why it is a map
 *
 * Makes the fields one: the values of a map.
 */
void
squill_path_fold (SquillPathBudget *budget, SquillPath *self, SquillMapReason reason)
{
  SquillPath *field = g_steal_pointer (&self->first);

  g_assert (self->values == NULL && field != NULL);

  squill_key_sets_drop (&budget->keys, self);
  self->map = g_new0 (SquillMapKeys, 1);
  self->map->reason = reason;
  self->map->distinct = squill_hash_sample_new ();
  self->map->bytes_min = G_MAXUINT64;
  self->map->number_min = G_MAXUINT64;
  self->n_fields = 0;
  g_clear_pointer (&self->by_name, g_hash_table_unref);

  while (field != NULL)
    {
      SquillPath *next = field->next;

      squill_path_add_map_key (budget, self, field->name, field->name_length, field->present);
      if (self->values == NULL)
        {
          self->values = field;
          field->next = NULL;
          field->kind = SQUILL_PATH_VALUES;
          g_clear_pointer (&field->name, g_free);
          field->name_length = 0;
        }
      else
        {
          squill_path_merge (budget, self->values, field);
        }
      field = next;
    }
}

/**
 * squill_path_consider_map:
 * @budget: counted the paths
 * @self: a path of objects with many fields
 *
 * Decides while reading whether the objects are maps, and folds them if so; if not, says when to
 * look again.
 *
 * Returns: whether they are maps now
 */
gboolean
squill_path_consider_map (SquillPathBudget *budget, SquillPath *self)
{
  gboolean alike = values_are_alike (self);
  gboolean possible = alike && !is_complete_record (self);

  if ((alike && names_are_data (self, TRUE)) || (possible && names_are_data (self, FALSE)))
    squill_path_fold (budget, self, SQUILL_MAP_BY_PATTERN);
  else if (possible && values_share_fields (self))
    squill_path_fold (budget, self, SQUILL_MAP_BY_LIKENESS);
  else if (possible && is_sparse (self))
    squill_path_fold (budget, self, SQUILL_MAP_BY_SPARSENESS);
  else if (self->n_fields >= SQUILL_PATH_MAX_NAMES)
    squill_path_fold (budget, self, SQUILL_MAP_BY_FORCE);
  else
    self->look_again_at = MIN (self->look_again_at * 2, SQUILL_PATH_MAX_NAMES);
  return self->values != NULL;
}

/**
 * squill_path_fold_small_maps:
 * @budget: counted the paths
 * @self: a path; for all, the document's
 *
 * Decides, when all was read, of objects with few names whether they are maps, at the path and
 * below it.
 */
void
squill_path_fold_small_maps (SquillPathBudget *budget, SquillPath *self)
{
  if (self->n_fields >= 2 && names_are_of_one_pattern (self) && values_are_alike (self) &&
      !is_complete_record (self))
    squill_path_fold (budget, self, SQUILL_MAP_BY_PATTERN);

  if (self->elements != NULL)
    squill_path_fold_small_maps (budget, self->elements);
  if (self->values != NULL)
    squill_path_fold_small_maps (budget, self->values);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_fold_small_maps (budget, field);
}

/**
 * squill_path_get_key_pattern:
 * @self: a map
 *
 * Returns: the pattern that all its keys have, but for one in a hundred; %SQUILL_KEY_WORD where
 * there is none
 */
SquillKeyPattern
squill_path_get_key_pattern (const SquillPath *self)
{
  guint64 entries = 0;
  guint best = SQUILL_KEY_WORD;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    {
      entries += self->map->patterns[i];
      if (self->map->patterns[i] > self->map->patterns[best])
        best = i;
    }
  if (self->map->patterns[best] < entries - entries / 100)
    return SQUILL_KEY_WORD;
  return (SquillKeyPattern)best;
}

/**
 * squill_path_get_map_confidence:
 * @self: a map
 *
 * Returns: 0 to 1: how sure it is that this is a map: 0.99 for keys of a pattern of data, 0.9 for
 * many keys of another pattern, 0.85 for many values with the same fields, 0.8 for many keys of
 * which each object has few, 0.5 where there were just too many
 */
double
squill_path_get_map_confidence (const SquillPath *self)
{
  switch (self->map->reason)
    {
    case SQUILL_MAP_BY_PATTERN:
      return squill_key_pattern_is_data (squill_path_get_key_pattern (self)) ? 0.99 : 0.9;
    case SQUILL_MAP_BY_LIKENESS:
      return 0.85;
    case SQUILL_MAP_BY_SPARSENESS:
      return 0.8;
    case SQUILL_MAP_BY_FORCE:
    default:
      return 0.5;
    }
}
