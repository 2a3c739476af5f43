/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-path.h"

#include <string.h>

/* Up to here names are compared one by one. */
#define FEW_FIELDS 8u

#define OBJECT_INDEX 2u
#define ARRAY_INDEX 3u

static void
drop_sample (SquillPathBudget *budget, SquillHashSample **sample)
{
  if (*sample == NULL)
    return;
  budget->hashes -= squill_hash_sample_get_kept (*sample);
  g_clear_pointer (sample, squill_hash_sample_free);
}

static void
free_map_keys (SquillPathBudget *budget, SquillMapKeys *map)
{
  if (map == NULL)
    return;
  drop_sample (budget, &map->distinct);
  g_free (map);
}

static void
free_spread (SquillSpread *spread)
{
  if (spread == NULL)
    return;
  squill_spread_clear (spread);
  g_free (spread);
}

/* Frees all but what hangs below. */
static void
free_shell (SquillPathBudget *budget, SquillPath *self)
{
  squill_key_sets_free (&budget->keys, self->key_sets);
  squill_witnesses_clear (&self->witnesses);
  drop_sample (budget, &self->sample);
  free_map_keys (budget, self->map);
  squill_value_table_clear (&self->table);
  g_free (self->tuple);
  free_spread (self->lengths);
  free_spread (self->entries);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_free (self->subtypes);
  g_free (self->name);
  g_free (self);
  budget->paths--;
}

static void
merge_spread (SquillSpread **self, const SquillSpread *other)
{
  if (other == NULL)
    return;
  if (*self == NULL)
    *self = g_new0 (SquillSpread, 1);
  squill_spread_merge (*self, other);
}

static void
merge_text (SquillPathText *self, const SquillPathText *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->count += other->count;
  self->bytes += other->bytes;
  self->empty += other->empty;
}

static void
merge_numbers (SquillPathNumbers *self, const SquillPathNumbers *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = self->count == 0 ? other->max : MAX (self->max, other->max);
  self->count += other->count;
  self->fractions += other->fractions;
  self->doubles += other->doubles;
}

static void
merge_dates (SquillPath *self, const SquillPath *other)
{
  if (other->dates == 0)
    return;
  self->date_min = self->dates == 0 ? other->date_min : MIN (self->date_min, other->date_min);
  self->date_max = self->dates == 0 ? other->date_max : MAX (self->date_max, other->date_max);
  self->dates += other->dates;
}

static void
merge_sample (SquillPathBudget *budget, SquillHashSample **self, const SquillHashSample *other)
{
  if (other == NULL)
    return;
  if (*self == NULL)
    *self = squill_hash_sample_new ();
  budget->hashes -= squill_hash_sample_get_kept (*self);
  squill_hash_sample_merge (*self, other);
  budget->hashes += squill_hash_sample_get_kept (*self);
}

static void
merge_map_keys (SquillPathBudget *budget, SquillPath *self, const SquillMapKeys *other)
{
  SquillMapKeys *map = self->map;

  if (other == NULL || map == NULL)
    return;
  map->reason = MIN (map->reason, other->reason);
  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    map->patterns[i] += other->patterns[i];
  map->bytes_min = MIN (map->bytes_min, other->bytes_min);
  map->bytes_max = MAX (map->bytes_max, other->bytes_max);
  map->bytes += other->bytes;
  map->number_min = MIN (map->number_min, other->number_min);
  map->number_max = MAX (map->number_max, other->number_max);
  merge_sample (budget, &map->distinct, other->distinct);
}

static void
merge_record (SquillPathBudget *budget, SquillPath *self, SquillPath *other)
{
  self->present += other->present;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    self->types[i] += other->types[i];
  squill_witnesses_merge (&self->witnesses, &other->witnesses);
  if (other->subtypes != NULL)
    {
      if (self->subtypes == NULL)
        self->subtypes = g_new0 (guint64, 256);
      for (guint i = 0; i < 256; i++)
        self->subtypes[i] += other->subtypes[i];
    }
  self->bytes += other->bytes;
  merge_spread (&self->lengths, other->lengths);
  if (self->tuple == NULL)
    self->tuple = g_steal_pointer (&other->tuple);
  else if (other->tuple != NULL)
    squill_tuple_merge (self->tuple, other->tuple);
  merge_spread (&self->entries, other->entries);
  merge_text (&self->text, &other->text);
  merge_numbers (&self->numbers, &other->numbers);
  merge_dates (self, other);
  self->equals_key += other->equals_key;
  squill_value_table_merge (&self->table, &other->table);
  merge_sample (budget, &self->sample, other->sample);
  self->scalars += other->scalars;
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

static void
append_escaped (GString *text, const char *name, gsize length)
{
  g_autofree char *valid = g_utf8_make_valid (name, (gssize)length);

  for (const char *at = valid; *at != '\0'; at++)
    {
      if (strchr (".[]{}\\", *at) != NULL)
        g_string_append_c (text, '\\');
      g_string_append_c (text, *at);
    }
}

static void
append_path (GString *text, const SquillPath *self)
{
  if (self->parent != NULL)
    append_path (text, self->parent);
  switch (self->kind)
    {
    case SQUILL_PATH_FIELD:
      if (self->parent != NULL && self->parent->kind != SQUILL_PATH_DOCUMENT)
        g_string_append_c (text, '.');
      append_escaped (text, self->name, self->name_length);
      break;
    case SQUILL_PATH_ELEMENTS:
      g_string_append (text, "[]");
      break;
    case SQUILL_PATH_VALUES:
      g_string_append (text, "{}");
      break;
    case SQUILL_PATH_DOCUMENT:
    default:
      break;
    }
}

/**
 * squill_type_index:
 * @type: a type byte that squill_bson_step() lets pass
 *
 * Returns: the place of the type in #SquillTypes: its bit is 1 shifted by this
 */
guint
squill_type_index (guint8 type)
{
  switch (type)
    {
    case SQUILL_BSON_MIN_KEY:
      return 19;
    case SQUILL_BSON_MAX_KEY:
      return 20;
    default:
      g_assert (type >= 1 && type <= 19);
      return (guint)type - 1;
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
  self->look_again_at = 64;
  budget->paths++;
  budget->last_new = budget->documents;
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
  for (SquillPath *field = self->first; field != NULL;)
    {
      SquillPath *next = field->next;

      squill_path_free (budget, field);
      field = next;
    }
  squill_path_free (budget, self->elements);
  squill_path_free (budget, self->values);
  free_shell (budget, self);
}

/**
 * squill_path_find_field:
 * @self: a path
 * @name: a name, ending in NUL
 * @name_length: its bytes
 *
 * Returns: (nullable): the field of that name
 */
SquillPath *
squill_path_find_field (SquillPath *self, const char *name, gsize name_length)
{
  if (self->by_name != NULL)
    return g_hash_table_lookup (self->by_name, name);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    if (field->name_length == name_length && memcmp (field->name, name, name_length) == 0)
      return field;
  return NULL;
}

/**
 * squill_path_insert_field:
 * @self: a path
 * @after: (nullable): one of its fields; %NULL for the begin
 * @field: (transfer full): a path of a field
 *
 * Puts a field after another. A field that is first met between two others so stays between them.
 */
void
squill_path_insert_field (SquillPath *self, SquillPath *after, SquillPath *field)
{
  SquillPath **slot = after != NULL ? &after->next : &self->first;

  field->next = *slot;
  *slot = field;
  field->slot = self->n_fields++;
  if (self->by_name != NULL)
    {
      g_hash_table_insert (self->by_name, field->name, field);
    }
  else if (self->n_fields > FEW_FIELDS)
    {
      self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
      for (SquillPath *each = self->first; each != NULL; each = each->next)
        g_hash_table_insert (self->by_name, each->name, each);
    }
}

/**
 * squill_path_ensure_elements:
 * @budget: counts it
 * @self: a path
 *
 * Returns: the path of the elements of the arrays here
 */
SquillPath *
squill_path_ensure_elements (SquillPathBudget *budget, SquillPath *self)
{
  if (self->elements == NULL)
    self->elements = squill_path_new (budget, self, SQUILL_PATH_ELEMENTS, NULL, 0);
  return self->elements;
}

/**
 * squill_path_merge:
 * @budget: counted both
 * @self: a path
 * @other: (transfer full): another
 *
 * Adds all that is known of @other and below it. What is a map on one side is one on both.
 */
void
squill_path_merge (SquillPathBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillPath *fields, *elements, *values;

  if (other->values != NULL && self->values == NULL && self->n_fields > 0)
    squill_path_fold (budget, self, other->map->reason);
  if (self->values != NULL && other->values == NULL && other->n_fields > 0)
    squill_path_fold (budget, other, self->map->reason);

  squill_key_sets_merge (&budget->keys, self, other);
  merge_record (budget, self, other);
  if (self->map == NULL)
    self->map = g_steal_pointer (&other->map);
  else
    merge_map_keys (budget, self, other->map);

  fields = g_steal_pointer (&other->first);
  elements = g_steal_pointer (&other->elements);
  values = g_steal_pointer (&other->values);
  merge_below (budget, self, &self->elements, elements);
  merge_below (budget, self, &self->values, values);
  merge_fields (budget, self, fields);
  free_shell (budget, other);
  if (self->n_fields > self->look_again_at)
    squill_path_consider_map (budget, self);
}

/**
 * squill_path_thin:
 * @budget: counted it
 * @self: a path
 * @max_kept: how many values each sample may keep
 *
 * Thins all samples, also those below.
 */
void
squill_path_thin (SquillPathBudget *budget, SquillPath *self, guint max_kept)
{
  SquillHashSample *samples[] = { self->sample, self->map != NULL ? self->map->distinct : NULL };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    if (samples[i] != NULL)
      {
        budget->hashes -= squill_hash_sample_get_kept (samples[i]);
        squill_hash_sample_thin (samples[i], max_kept);
        budget->hashes += squill_hash_sample_get_kept (samples[i]);
      }
  if (self->elements != NULL)
    squill_path_thin (budget, self->elements, max_kept);
  if (self->values != NULL)
    squill_path_thin (budget, self->values, max_kept);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_thin (budget, field, max_kept);
}

/**
 * squill_path_drop_samples:
 * @budget: counted it
 * @self: a path
 *
 * Lets go of all samples, also those below; how many values differed is still known.
 */
void
squill_path_drop_samples (SquillPathBudget *budget, SquillPath *self)
{
  drop_sample (budget, &self->sample);
  if (self->map != NULL)
    drop_sample (budget, &self->map->distinct);
  if (self->elements != NULL)
    squill_path_drop_samples (budget, self->elements);
  if (self->values != NULL)
    squill_path_drop_samples (budget, self->values);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_drop_samples (budget, field);
}

/**
 * squill_path_get_objects:
 * @self: a path
 *
 * Returns: how many objects were found here, maps among them
 */
guint64
squill_path_get_objects (const SquillPath *self)
{
  return self->types[OBJECT_INDEX];
}

/**
 * squill_path_get_arrays:
 * @self: a path
 *
 * Returns: how many arrays were found here
 */
guint64
squill_path_get_arrays (const SquillPath *self)
{
  return self->types[ARRAY_INDEX];
}

/**
 * squill_path_get_of:
 * @self: a path
 *
 * Returns: how many places there are where it could have been: the objects that a field stands in,
 * all elements of the arrays, all values of the maps
 */
guint64
squill_path_get_of (const SquillPath *self)
{
  return self->kind == SQUILL_PATH_FIELD ? squill_path_get_objects (self->parent) : self->present;
}

/**
 * squill_path_get_types:
 * @self: a path
 *
 * Returns: the types that were found here
 */
SquillTypes
squill_path_get_types (const SquillPath *self)
{
  guint types = SQUILL_TYPE_NONE;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if (self->types[i] > 0)
      types |= 1u << i;
  return (SquillTypes)types;
}

/**
 * squill_path_to_text:
 * @self: a path
 *
 * Returns: (transfer full): the path with dots, `[]` for elements and `{}` for values of maps;
 * dots, brackets, braces and backslashes in names have a backslash before them
 */
char *
squill_path_to_text (const SquillPath *self)
{
  GString *text = g_string_new (NULL);

  append_path (text, self);
  return g_string_free (text, FALSE);
}
