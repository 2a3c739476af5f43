/* SPDX-License-Identifier: Apache-2.0 */

/* Whole trees of paths: merging, copying, folding, and what is done when all was read.
 *
 * Objects whose names are data become maps: all their values one path. Large ones are folded while
 * reading, as a map of a million keys would be a million paths otherwise; small ones at the end,
 * and their fields are kept, in case a person decides otherwise. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

#include "inspect/profile/squill-map-choice.h"

#include <string.h>

/* Paths that are kept of one small map, at most. */
#define MAX_KEPT_PATHS 4096u
/* There is nearly no room left when less than one part in this many is. */
#define NEARLY_FULL 8u
/* A growing object is looked at when it has this many fields, and each time that it has twice as
 * many. */
#define LOOK_FIRST 16u
/* No look at the whole tree is worth fewer paths, nor fewer values that are lost. */
#define LEAST_STEP 512u

static void
free_distribution (SquillDistribution *distribution)
{
  if (distribution == NULL)
    return;
  squill_distribution_clear (distribution);
  g_free (distribution);
}

static void
merge_distribution (SquillDistribution **self, const SquillDistribution *other)
{
  if (other == NULL)
    return;
  if (*self == NULL)
    *self = g_new0 (SquillDistribution, 1);
  squill_distribution_merge (*self, other);
}

/* The place that was met first counts. */
static void
merge_origin (SquillPathOrigin *self, const SquillPathOrigin *other)
{
  if (other->document < self->document ||
      (other->document == self->document && other->offset < self->offset))
    *self = *other;
}

/* Adds all that is known of @other itself but its example documents, and nothing of what hangs
 * below it. */
static void
merge_own (SquillPathBudget *budget, SquillPath *self, const SquillPath *other)
{
  merge_origin (&self->origin, &other->origin);
  self->present += other->present;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    self->types[i] += other->types[i];
  if (other->subtypes != NULL)
    {
      if (self->subtypes == NULL)
        self->subtypes = g_new0 (guint64, 256);
      for (guint i = 0; i < 256; i++)
        self->subtypes[i] += other->subtypes[i];
    }
  self->bytes += other->bytes;
  self->name_bytes += other->name_bytes;
  merge_distribution (&self->lengths, other->lengths);
  if (other->tuple != NULL && self->tuple == NULL)
    self->tuple = g_memdup2 (other->tuple, sizeof *other->tuple);
  else if (other->tuple != NULL)
    squill_tuple_merge (self->tuple, other->tuple);
  merge_distribution (&self->entries, other->entries);
  merge_distribution (&self->dynamic, other->dynamic);
  squill_texts_merge (&self->text, &other->text);
  squill_numbers_merge (&self->numbers, &other->numbers);
  squill_dates_merge (&self->dates, &other->dates);
  self->equals_key += other->equals_key;
  if (other->map != NULL)
    {
      if (self->map == NULL)
        self->map = squill_map_keys_copy (other->map);
      else
        squill_map_keys_merge (self->map, other->map);
    }
  squill_scalars_merge (&self->scalars, &other->scalars);
  squill_path_count_bytes (budget, self);
}

/* Frees all that is kept of the path itself. */
static void
clear_own (SquillPathBudget *budget, SquillPath *self)
{
  g_clear_pointer (&self->map, squill_map_keys_free);
  g_clear_pointer (&self->lengths, free_distribution);
  g_clear_pointer (&self->entries, free_distribution);
  g_clear_pointer (&self->dynamic, free_distribution);
  squill_texts_clear (&self->text);
  g_clear_pointer (&self->subtypes, g_free);
  g_clear_pointer (&self->tuple, g_free);
  squill_scalars_clear (&self->scalars);
  squill_path_count_bytes (budget, self);
}

/* Frees all but what hangs below. */
static void
free_shell (SquillPathBudget *budget, SquillPath *self)
{
  squill_key_sets_free (&budget->keys, self->key_sets);
  squill_example_documents_clear (&self->example_documents);
  clear_own (budget, self);
  squill_server_count_free (self->server);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_free (self->name);
  g_free (self);
  budget->paths--;
}

static void
free_fields (SquillPathBudget *budget, SquillPath *field)
{
  while (field != NULL)
    {
      SquillPath *next = field->next;

      squill_path_free (budget, field);
      field = next;
    }
}

static void
adopt (SquillPath *self, SquillPath *child)
{
  child->parent = self;
  child->next = NULL;
}

static void
merge_below (SquillPathBudget *budget, SquillPath *self, SquillPath **slot, SquillPath *other)
{
  if (other == NULL)
    return;
  if (*slot != NULL)
    {
      squill_path_merge (budget, *slot, other);
      return;
    }
  adopt (self, other);
  *slot = other;
}

static void
merge_fields (SquillPathBudget *budget, SquillPath *self, SquillPath *field)
{
  SquillPath *previous = NULL;

  while (field != NULL)
    {
      SquillPath *next = field->next;
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL)
        {
          squill_path_merge (budget, same, field);
          previous = same;
        }
      else
        {
          adopt (self, field);
          squill_path_insert_field (self, previous, field);
          previous = field;
        }
      field = next;
    }
}

/**
 * squill_path_new:
 * @budget: counts it
 * @parent: (nullable): what it hangs below
 * @kind: what it leads to
 * @name: (nullable): of a field
 * @name_length: its bytes
 *
 * Returns: (transfer full): a path that nothing was found at yet, not yet among its parent's fields
 */
SquillPath *
squill_path_new (SquillPathBudget *budget,
                 SquillPath *parent,
                 SquillPathKind kind,
                 const char *name,
                 gsize name_length)
{
  SquillPath *self = g_new0 (SquillPath, 1);

  self->kind = kind;
  self->parent = parent;
  self->name = name != NULL ? g_strndup (name, name_length) : NULL;
  self->name_length = name_length;
  self->consider_map_at = SQUILL_MAP_LARGE;
  self->looks_like_data =
      name != NULL && squill_key_pattern_is_data (squill_key_pattern_of (name, name_length));
  self->origin.document = G_MAXUINT64;
  budget->paths++;
  return self;
}

/**
 * squill_path_free:
 * @budget: counted it
 * @self: (nullable): a path
 *
 * Frees the path and all below it. Its depth is bounded by that of documents.
 */
void
squill_path_free (SquillPathBudget *budget, SquillPath *self)
{
  if (self == NULL)
    return;
  free_fields (budget, self->first);
  free_fields (budget, self->kept);
  squill_path_free (budget, self->elements);
  squill_path_free (budget, self->values);
  free_shell (budget, self);
}

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
  value->slot = SQUILL_KEY_SLOTS;
  g_clear_pointer (&value->name, g_free);
  value->name_length = 0;
}

/**
 * squill_path_add_map_key:
 * @budget: counts what is kept
 * @self: a map
 * @key: one of its keys
 * @length: its bytes
 * @pattern: what it looks like
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
                         SquillKeyPattern pattern,
                         guint64 count,
                         guint types)
{
  SquillMapKeys *map = self->map;
  const guint n_keys = map->n_keys;
  const gsize sample_bytes = squill_map_keys_get_sample_bytes (map);

  if (!map->overflowed &&
      (!budget->keep_values || budget->value_bytes >= SQUILL_PATH_MAX_VALUE_BYTES))
    squill_map_keys_overflow (map);
  squill_map_keys_add (map, key, length, pattern, count, types);
  if (map->n_keys != n_keys || squill_map_keys_get_sample_bytes (map) != sample_bytes)
    squill_path_count_bytes (budget, self);
}

/* Makes the fields that are marked as keys one: the values of a map. */
static void
fold_keys (SquillPathBudget *budget, SquillPath *self)
{
  SquillPath **end = &self->first;
  SquillPath *field;

  squill_key_sets_fold (&budget->keys, self);
  field = g_steal_pointer (&self->first);
  if (self->map == NULL)
    self->map = squill_map_keys_new ();
  self->n_fields = 0;
  g_clear_pointer (&self->by_name, g_hash_table_unref);

  while (field != NULL)
    {
      SquillPath *next = field->next;

      field->next = NULL;
      if (!field->is_key)
        {
          *end = field;
          end = &field->next;
          field->slot = self->n_fields++;
        }
      else
        {
          field->is_key = FALSE;
          squill_path_add_map_key (budget, self, field->name, field->name_length,
                                   squill_path_get_key_pattern (field), field->present,
                                   (guint)squill_path_get_types (field));
          put_values (budget, self, field);
        }
      field = next;
    }
  squill_path_index_fields (self);
  self->consider_map_at = MIN (MAX (SQUILL_MAP_LARGE, 2 * self->n_fields), SQUILL_PATH_MAX_NAMES);
}

/**
 * squill_path_fold:
 * @budget: counted the paths
 * @self: a path of objects with fields
 *
 * Makes all fields one: the values of a map.
 */
void
squill_path_fold (SquillPathBudget *budget, SquillPath *self)
{
  g_assert (self->first != NULL);

  for (SquillPath *field = self->first; field != NULL; field = field->next)
    field->is_key = TRUE;
  fold_keys (budget, self);
}

/**
 * squill_path_consider_map:
 * @budget: counted the paths
 * @self: a path of objects with many fields
 *
 * Decides while reading which names of the objects are keys of a map, and folds them; if none are,
 * says when to look again.
 *
 * Returns: whether any are
 */
gboolean
squill_path_consider_map (SquillPathBudget *budget, SquillPath *self)
{
  if (squill_map_choose_keys (self, FALSE) > 0 ||
      (self->n_fields >= SQUILL_PATH_MAX_NAMES && squill_map_choose_most (self) > 0))
    fold_keys (budget, self);
  else
    self->consider_map_at = MIN (self->consider_map_at * 2, SQUILL_PATH_MAX_NAMES);
  return self->values != NULL;
}

/* Of two trees about to be merged, @other has a map: what is a field of @self alone, but may be
 * among its keys, becomes a key here, too. */
static void
fold_like (SquillPathBudget *budget, SquillPath *self, SquillPath *other)
{
  guint n_keys = 0;

  for (SquillPath *field = self->first; field != NULL; field = field->next)
    {
      field->is_key = squill_path_find_field (other, field->name, field->name_length) == NULL &&
                      (squill_map_keys_may_contain (other->map, field->name, field->name_length,
                                                    squill_path_get_key_pattern (field)) ||
                       field->looks_like_data);
      n_keys += field->is_key;
    }
  if (n_keys > 0)
    fold_keys (budget, self);
}

/* The same of the objects in their fields: which fields these have is counted with their own. */
static void
fold_like_below (SquillPathBudget *budget, SquillPath *self, SquillPath *other)
{
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && field->values != NULL)
        fold_like (budget, same, field);
      if (same != NULL && same->values != NULL)
        fold_like (budget, field, same);
    }
}

/**
 * squill_path_merge:
 * @budget: counts both
 * @self: a path
 * @other: (transfer full): another
 *
 * Adds all that is known of @other and below it. What is a map on one side is one on both. In which
 * order paths are merged makes no difference, but for the order of fields, which
 * squill_path_order_fields() puts right at the end.
 */
void
squill_path_merge (SquillPathBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillPath *fields, *elements, *values;

  if (other->values != NULL)
    fold_like (budget, self, other);
  if (self->values != NULL)
    fold_like (budget, other, self);
  fold_like_below (budget, self, other);

  squill_key_sets_merge (&budget->keys, self, other);
  squill_example_documents_merge (&self->example_documents, &other->example_documents);
  merge_own (budget, self, other);
  fields = g_steal_pointer (&other->first);
  elements = g_steal_pointer (&other->elements);
  values = g_steal_pointer (&other->values);
  merge_below (budget, self, &self->elements, elements);
  merge_below (budget, self, &self->values, values);
  merge_fields (budget, self, fields);
  free_fields (budget, g_steal_pointer (&other->kept));
  free_shell (budget, other);
  if (self->n_fields > self->consider_map_at)
    squill_path_consider_map (budget, self);
}

static SquillPath *
copy_fields (SquillPathBudget *budget, SquillPath *parent, const SquillPath *field)
{
  SquillPath *first = NULL;
  SquillPath **end = &first;

  for (; field != NULL; field = field->next)
    {
      *end = squill_path_copy (budget, parent, field);
      end = &(*end)->next;
    }
  return first;
}

/**
 * squill_path_copy:
 * @budget: counts it
 * @parent: (nullable): what the copy hangs below
 * @self: a path
 *
 * Returns: (transfer full): the same path with all below it; of a field, not yet among its parent's
 */
SquillPath *
squill_path_copy (SquillPathBudget *budget, SquillPath *parent, const SquillPath *self)
{
  SquillPath *copy = squill_path_new (budget, parent, self->kind, self->name, self->name_length);

  squill_example_documents_copy (&copy->example_documents, &self->example_documents);
  merge_own (budget, copy, self);
  copy->scalars.distinct = self->scalars.distinct;
  copy->scalars.distinct_error = self->scalars.distinct_error;
  copy->consider_map_at = self->consider_map_at;
  copy->slot = self->slot;
  copy->is_kept = self->is_kept;
  copy->has_data_names = self->has_data_names;
  copy->meanings = self->meanings;
  copy->has_geo_index = self->has_geo_index;
  copy->refers = self->refers;
  copy->n_fields = self->n_fields;
  copy->first = copy_fields (budget, copy, self->first);
  copy->kept = copy_fields (budget, copy, self->kept);
  if (self->by_name != NULL)
    squill_path_index_fields (copy);
  if (self->elements != NULL)
    copy->elements = squill_path_copy (budget, copy, self->elements);
  if (self->values != NULL)
    copy->values = squill_path_copy (budget, copy, self->values);
  return copy;
}

/* Keeps the fields that are marked as keys. */
static void
keep_fields (SquillPathBudget *budget, SquillPath *self)
{
  SquillPath **end = &self->kept;
  guint n_paths = 0;

  for (const SquillPath *path = self; path != NULL; path = squill_path_next (path, self, FALSE))
    if (++n_paths > MAX_KEPT_PATHS)
      return;
  for (const SquillPath *field = self->first; field != NULL; field = field->next)
    {
      if (!field->is_key)
        continue;
      *end = squill_path_copy (budget, self, field);
      (*end)->is_kept = TRUE;
      end = &(*end)->next;
    }
}

/* Whether a path leads to another, or is it. */
static gboolean
leads_to (const SquillPath *self, const SquillPath *other)
{
  while (other != NULL && other != self)
    other = other->parent;
  return other == self;
}

/* How the objects of a tree are decided from their names together.
 *
 * all_read: no more will come.
 * keep: the fields of small ones are kept, for squill_path_override_map().
 * at: (nullable): an object that is being walked: what it stands in is not touched. */
typedef struct
{
  gboolean all_read;
  gboolean keep;
  const SquillPath *at;
} Folding;

static void
fold_maps (SquillPathBudget *budget, SquillPath *root, const Folding *how)
{
  for (SquillPath *self = root; self != NULL; self = squill_path_next (self, root, TRUE))
    {
      if (self->n_fields < (self->values != NULL ? 1 : 2))
        continue;
      if (how->at != NULL)
        {
          if (self->n_looked_at == self->n_fields || (self != how->at && leads_to (self, how->at)))
            continue;
          self->n_looked_at = self->n_fields;
        }
      if (squill_map_choose_keys (self, how->all_read) == 0)
        continue;
      /* Of a map that has keys already, those would be only a part of them. */
      if (how->keep && self->values == NULL && self->n_fields < SQUILL_MAP_LARGE)
        keep_fields (budget, self);
      fold_keys (budget, self);
    }
}

/* Folds an object that was decided with others, and then what is in it. */
static void
fold_late (SquillPathBudget *budget, SquillPath *self)
{
  if (self->n_fields < SQUILL_MAP_LARGE)
    keep_fields (budget, self);
  fold_keys (budget, self);
  fold_maps (budget, self->values, &(Folding){ TRUE, TRUE, NULL });
}

/* Decides like objects that stand beside each other together, when each was decided alone. */
static void
fold_like_siblings (SquillPathBudget *budget, SquillPath *root)
{
  for (SquillPath *self = root; self != NULL; self = squill_path_next (self, root, TRUE))
    {
      if (self->is_kept)
        continue;
      if (self->parent != NULL && squill_map_choose_like_siblings (self) > 0)
        fold_late (budget, self);
      if (self->n_fields >= 2 && squill_map_choose_together (self) > 0)
        for (SquillPath *field = self->first; field != NULL; field = field->next)
          if (field->values == NULL && field->first != NULL)
            fold_late (budget, field);
    }
}

/* How many keys the objects of a map have: of the members that were counted, those that are no
 * fields. */
static void
count_entries (SquillPath *self)
{
  const guint64 objects = squill_path_get_objects (self);
  const guint64 keys = self->values->present;
  SquillDistribution *dynamic = self->dynamic;

  if (self->n_fields == 0)
    return;
  /* What looks like data was counted from the first on; the objects before it had none. */
  if (dynamic != NULL && dynamic->sum == keys && dynamic->count <= objects)
    {
      squill_distribution_add_zeros (dynamic, objects - dynamic->count);
      free_distribution (self->entries);
      self->entries = g_steal_pointer (&self->dynamic);
      return;
    }
  /* Of words it is not known how many of the members of one object are fields: as many as on
   * average. */
  squill_distribution_lower (self->entries, keys);
}

/* Half of what is left until it is worth another look. */
static void
look_later (SquillPathBudget *budget)
{
  budget->fold_at =
      budget->paths +
      MAX (LEAST_STEP, (SQUILL_PATH_MAX_PATHS - MIN (budget->paths, SQUILL_PATH_MAX_PATHS)) / 2);
}

static gboolean
is_worth_a_look (const SquillPathBudget *budget)
{
  return budget->paths >= (budget->fold_at > 0 ? budget->fold_at : SQUILL_PATH_MAX_PATHS / 2);
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
  if (!is_worth_a_look (budget))
    return;
  fold_maps (budget, root, &(Folding){ FALSE, FALSE, NULL });
  look_later (budget);
}

static gboolean
can_be_folded (const SquillPath *self)
{
  return squill_map_is_uniform (self) &&
         squill_path_find_field ((SquillPath *)self, "_id", strlen ("_id")) == NULL;
}

/* The object with the most paths of those that have many fields with values that are alike; %NULL
 * where there is none. What @at stands in is left alone. */
static SquillPath *
find_largest_uniform (SquillPath *root, const SquillPath *at)
{
  SquillPath *largest = NULL;
  guint most = 0;

  for (SquillPath *self = root; self != NULL; self = squill_path_next (self, root, FALSE))
    {
      guint n = 0;

      if ((self != at && leads_to (self, at)) || !can_be_folded (self))
        continue;
      for (const SquillPath *path = self; path != NULL; path = squill_path_next (path, self, FALSE))
        n++;
      if (n > most)
        {
          most = n;
          largest = self;
        }
    }
  return largest;
}

static void
fold_for_room (SquillPathBudget *budget, SquillPath *self)
{
  squill_path_fold (budget, self);
  self->map->for_room = TRUE;
}

/**
 * squill_path_make_room_at:
 * @budget: counted the paths
 * @root: the document's path
 * @at: the object that is being walked and is about to have a new field
 *
 * One document may have more names than there may be. While it is read, maps are decided by what
 * is known of them so far; and when there is no more room what is uniform becomes a map, so that
 * the room goes to what is different. Nothing is done that is not worth it.
 *
 * Returns: whether fields may have become keys, of @at too
 */
gboolean
squill_path_make_room_at (SquillPathBudget *budget, SquillPath *root, SquillPath *at)
{
  const gboolean is_full = budget->paths >= SQUILL_PATH_MAX_PATHS;
  const gboolean is_one = budget->documents == 1;

  if (is_full && at->values == NULL && !at->must_be_record)
    {
      at->must_be_record = TRUE;
      if (can_be_folded (at))
        {
          fold_for_room (budget, at);
          look_later (budget);
          return TRUE;
        }
    }
  /* As it grows: it is not the one that is walked when the number of paths is reached. */
  if (!is_full && is_one && at->values == NULL && at->n_fields >= LOOK_FIRST &&
      (at->n_fields & (at->n_fields - 1)) == 0 && squill_map_choose_keys (at, TRUE) > 0)
    {
      fold_keys (budget, at);
      return TRUE;
    }
  if (is_full ? budget->left_out < budget->look_at_left_out : !is_worth_a_look (budget))
    return FALSE;
  fold_maps (budget, root, &(Folding){ is_one, FALSE, at });
  if (budget->paths >= SQUILL_PATH_MAX_PATHS - SQUILL_PATH_MAX_PATHS / NEARLY_FULL)
    {
      SquillPath *largest = find_largest_uniform (root, at);

      if (largest != NULL)
        fold_for_room (budget, largest);
    }
  look_later (budget);
  budget->look_at_left_out = 2 * budget->left_out + LEAST_STEP;
  return TRUE;
}

static void
finish_path (SquillPathBudget *budget, SquillPath *path)
{
  squill_scalars_finish (&path->scalars);
  if (path->map != NULL)
    {
      count_entries (path);
      squill_map_keys_finish (path->map);
      if (!budget->keep_values)
        squill_value_sample_clear (&path->map->examples);
    }
  g_clear_pointer (&path->dynamic, free_distribution);
  squill_path_count_bytes (budget, path);
}

/**
 * squill_path_finish:
 * @budget: counts it
 * @root: the document's path, all documents added
 *
 * Folds what maps are left, orders the fields and counts the different values.
 */
void
squill_path_finish (SquillPathBudget *budget, SquillPath *root)
{
  fold_maps (budget, root, &(Folding){ TRUE, TRUE, NULL });
  fold_like_siblings (budget, root);
  squill_path_order_fields (root);
  for (SquillPath *path = root; path != NULL; path = squill_path_next (path, root, TRUE))
    finish_path (budget, path);
}

/**
 * squill_path_fold_finished:
 * @budget: counts it
 * @self: a finished path of objects with fields and no map, whose samples are still there
 *
 * Makes all fields one, the values of a map, as squill_path_fold() does, after other collections
 * have shown that their names are data. The fields are kept for squill_path_override_map().
 */
void
squill_path_fold_finished (SquillPathBudget *budget, SquillPath *self)
{
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    field->is_key = TRUE;
  fold_late (budget, self);
  finish_path (budget, self);
  for (SquillPath *path = self->values; path != NULL;
       path = squill_path_next (path, self->values, TRUE))
    finish_path (budget, path);
}

/**
 * squill_path_thin:
 * @budget: counted it
 * @root: a path
 * @max_kept: how many values each sample may keep
 *
 * Thins all samples, also those below.
 */
void
squill_path_thin (SquillPathBudget *budget, SquillPath *root, guint max_kept)
{
  for (SquillPath *path = root; path != NULL; path = squill_path_next (path, root, FALSE))
    {
      if (path->scalars.sample != NULL)
        squill_hash_sample_thin (path->scalars.sample, max_kept);
      if (path->map != NULL && path->map->distinct != NULL)
        squill_hash_sample_thin (path->map->distinct, max_kept);
      squill_path_count_bytes (budget, path);
    }
}

/**
 * squill_path_drop_samples:
 * @budget: counted it
 * @root: a path
 *
 * Frees all samples, also those below. The numbers of different values stay.
 */
void
squill_path_drop_samples (SquillPathBudget *budget, SquillPath *root)
{
  for (SquillPath *path = root; path != NULL; path = squill_path_next (path, root, TRUE))
    {
      g_clear_pointer (&path->scalars.sample, squill_hash_sample_free);
      if (path->map != NULL)
        g_clear_pointer (&path->map->distinct, squill_hash_sample_free);
      squill_path_count_bytes (budget, path);
    }
}
