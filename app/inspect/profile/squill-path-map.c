/* SPDX-License-Identifier: Apache-2.0 */

/* Objects whose names are data become maps: all values one path. Large ones are folded while
 * reading, or else a map of a million keys would be a million paths; small ones at the end, and
 * what they were is kept, should a person decide otherwise. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-signs.h"

/* From here on an object is looked at while reading. */
#define LARGE_MAP 64u
/* What is kept of small maps may be so many paths in one map. */
#define MAX_KEPT_PATHS 4096u

static void
put_values (SquillPathBudget *budget, SquillPath *self, SquillPath *value)
{
  if (self->values != NULL)
    {
      squill_path_merge (budget, self->values, value);
      return;
    }
  self->values = value;
  value->next = NULL;
  value->kind = SQUILL_PATH_VALUES;
  g_clear_pointer (&value->name, g_free);
  value->name_length = 0;
}

/**
 * squill_path_add_map_key:
 * @budget: counts what is kept
 * @self: a map
 * @key: one of its keys
 * @length: its bytes
 * @count: in how many objects
 * @types: what its values are, a bit for each of #SquillTypes
 *
 * Notes a key of the map.
 */
void
squill_path_add_map_key (SquillPathBudget *budget,
                         SquillPath *self,
                         const char *key,
                         gsize length,
                         guint64 count,
                         guint types)
{
  SquillMapKeys *map = self->map;
  const guint n_keys = map->n_keys;
  const gsize sample_bytes = squill_map_keys_get_sample_bytes (map);

  if (!map->overflowed &&
      (!budget->keep_values || budget->value_bytes >= SQUILL_PATH_MAX_VALUE_BYTES))
    squill_map_keys_overflow (map);
  squill_map_keys_add (map, key, length, count, types);
  if (map->n_keys != n_keys || squill_map_keys_get_sample_bytes (map) != sample_bytes)
    squill_path_count_bytes (budget, self);
}

/**
 * squill_path_fold:
 * @budget: counted the paths
 * @self: a path of objects with fields
 *
 * Makes the fields one: the values of a map.
 */
void
squill_path_fold (SquillPathBudget *budget, SquillPath *self)
{
  SquillPath *field = g_steal_pointer (&self->first);

  g_assert (self->values == NULL && field != NULL);

  squill_key_sets_drop (&budget->keys, self);
  if (self->map == NULL)
    self->map = squill_map_keys_new ();
  self->n_fields = 0;
  g_clear_pointer (&self->by_name, g_hash_table_unref);

  while (field != NULL)
    {
      SquillPath *next = field->next;

      squill_path_add_map_key (budget, self, field->name, field->name_length, field->present,
                               (guint)squill_path_get_types (field));
      put_values (budget, self, field);
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
  SquillMapSigns signs;

  squill_map_signs_collect (&signs, self);
  if (squill_map_signs_are_of_large_map (&signs) || self->n_fields >= SQUILL_PATH_MAX_NAMES)
    squill_path_fold (budget, self);
  else
    self->look_again_at = MIN (self->look_again_at * 2, SQUILL_PATH_MAX_NAMES);
  return self->values != NULL;
}

static guint
count_paths (const SquillPath *self, guint most)
{
  guint n = 1;

  if (self->elements != NULL)
    n += count_paths (self->elements, most);
  if (self->values != NULL)
    n += count_paths (self->values, most);
  for (const SquillPath *field = self->first; field != NULL && n <= most; field = field->next)
    n += count_paths (field, most);
  return n;
}

static void
keep_fields (SquillPathBudget *budget, SquillPath *self)
{
  SquillPath **end = &self->kept;

  if (count_paths (self, MAX_KEPT_PATHS) > MAX_KEPT_PATHS)
    return;
  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    {
      *end = squill_path_copy (budget, self, field);
      end = &(*end)->next;
    }
}

/**
 * squill_path_fold_small_maps:
 * @budget: counted the paths
 * @self: a path; for all, the document's
 * @keep: whether to keep what they were, for squill_path_override_map()
 *
 * Decides, when all was read, of all objects with their names together whether they are maps, at
 * the path and below it.
 */
void
squill_path_fold_small_maps (SquillPathBudget *budget, SquillPath *self, gboolean keep)
{
  SquillMapSigns signs;

  if (self->n_fields >= LARGE_MAP)
    {
      squill_path_consider_map (budget, self);
    }
  else if (self->n_fields >= 2)
    {
      squill_map_signs_collect (&signs, self);
      if (squill_map_signs_are_of_small_map (&signs))
        {
          if (keep)
            keep_fields (budget, self);
          squill_path_fold (budget, self);
        }
    }

  if (self->elements != NULL)
    squill_path_fold_small_maps (budget, self->elements, keep);
  if (self->values != NULL)
    squill_path_fold_small_maps (budget, self->values, keep);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_fold_small_maps (budget, field, keep);
  for (SquillPath *field = self->kept; field != NULL; field = field->next)
    squill_path_fold_small_maps (budget, field, keep);
}

/**
 * squill_path_make_room:
 * @budget: counted the paths
 * @root: the document's path, between two documents
 *
 * Folds small maps before the end where there are many paths, so that thousands of small maps in
 * different places do not take the room of fields that come later.
 */
void
squill_path_make_room (SquillPathBudget *budget, SquillPath *root)
{
  const guint fold_at = budget->fold_at > 0 ? budget->fold_at : SQUILL_PATH_MAX_PATHS / 2;

  if (budget->paths < fold_at)
    return;
  squill_path_fold_small_maps (budget, root, FALSE);
  /* Half of what is left until it is worth another look. */
  budget->fold_at =
      budget->paths +
      MAX (16, (SQUILL_PATH_MAX_PATHS - MIN (budget->paths, SQUILL_PATH_MAX_PATHS)) / 2);
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
 * @self: a map, finished
 *
 * Returns: squill_map_evidence_get_confidence()
 */
double
squill_path_get_map_confidence (const SquillPath *self)
{
  return squill_map_evidence_get_confidence (self);
}
