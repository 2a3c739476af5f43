/* SPDX-License-Identifier: Apache-2.0 */

/* Whether the names in an object are fields or data. What the names look like says most; then
 * whether each object has all of them (fields) or a few of many (data), whether the values are
 * alike, and whether they repeat their name.
 *
 * A set of names that nearly all of ten or more objects have in full is a record, however alike the
 * values are; only where there are very many names that look like nothing but ids, dates or numbers
 * it is a map all the same. Words alone are fields, unless there are many of them and each object
 * has few: a record with many optional texts looks just like a map of texts, so what small objects
 * of scalars with words for names are is not guessed. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-map-signs.h"

#define DATA_SHARE 0.9
#define KIND_SHARE 0.9
#define KEY_SHARE 0.99
/* Each object has so few of the names. */
#define SPARSE_SHARE 0.2
#define SPARSE_OBJECTS 8u
#define RECORD_OBJECTS 10u
#define RECORD_SHARE 0.9
/* All fields of the values together may be so many times those of one. */
#define LIKENESS 3.0
/* Fewer names that may be data, or be fields, prove nothing. */
#define FEW_NAMES 4u
#define FEW_LANGUAGES 3u
#define SOME_NAMES 8u

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

/* What is known of one name among the fields of the values. */
typedef struct
{
  guint values; /* how many of the values have it */
  guint64 equal;
} Shared;

/* The values are objects that have their fields in common; one of these may repeat their names. */
static void
compare_values (SquillMapSigns *signs, const SquillPath *self)
{
  g_autoptr (GHashTable) shared = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  guint64 members = 0;
  guint objects = 0, fields = 0;
  GHashTableIter iter;
  gpointer each;

  for (const SquillPath *value = self->first; value != NULL; value = value->next)
    {
      members += value->present;
      objects += squill_path_get_objects (value) > 0;
      fields += value->n_fields;
      for (const SquillPath *field = value->first; field != NULL; field = field->next)
        {
          Shared *of_name = g_hash_table_lookup (shared, field->name);

          if (of_name == NULL)
            {
              of_name = g_new0 (Shared, 1);
              g_hash_table_insert (shared, field->name, of_name);
            }
          of_name->values++;
          of_name->equal += field->equals_key;
        }
    }
  signs->share_fields = fields >= 2 * objects && objects >= KIND_SHARE * signs->names &&
                        g_hash_table_size (shared) * (double)objects <= LIKENESS * fields;
  if (objects < KIND_SHARE * signs->names || signs->names < 2)
    return;
  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, NULL, &each))
    if ((double)((Shared *)each)->equal >= KEY_SHARE * (double)members)
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
names_have_one_prefix (const SquillPath *self)
{
  gsize length = get_prefix_length (self->first);

  for (const SquillPath *field = self->first->next; field != NULL; field = field->next)
    if (get_prefix_length (field) != length || memcmp (field->name, self->first->name, length) != 0)
      return FALSE;
  return TRUE;
}

/**
 * squill_map_signs_collect:
 * @self: (out caller-allocates): takes the signs
 * @path: a path of objects with at least one field
 *
 * Looks at the names and values of an object.
 */
void
squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path)
{
  guint64 members = 0;
  gboolean one_pattern = TRUE;

  *self = (SquillMapSigns){ .names = path->n_fields, .objects = squill_path_get_objects (path) };
  self->pattern = squill_key_pattern_of (path->first->name, path->first->name_length);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    {
      SquillKeyPattern pattern = squill_key_pattern_of (field->name, field->name_length);

      members += field->present;
      self->data_names += squill_key_pattern_is_data (pattern);
      self->maybe_names += squill_key_pattern_may_be_data (pattern);
      one_pattern = one_pattern && pattern == self->pattern;
    }
  if (!one_pattern)
    self->pattern = SQUILL_KEY_WORD;
  self->completeness = (double)members / (double)self->objects / (double)self->names;
  self->complete = self->objects >= RECORD_OBJECTS && self->completeness >= RECORD_SHARE;
  self->alike = values_are_alike (path);
  self->same_prefix = self->pattern == SQUILL_KEY_NUMBERED && names_have_one_prefix (path);
  compare_values (self, path);
}

static gboolean
is_sparse (const SquillMapSigns *self)
{
  return self->objects >= SPARSE_OBJECTS && self->completeness < SPARSE_SHARE;
}

/**
 * squill_map_signs_are_of_large_map:
 * @self: signs of an object with 64 names or more
 *
 * Returns: whether it is a map
 */
gboolean
squill_map_signs_are_of_large_map (const SquillMapSigns *self)
{
  if (!self->alike)
    return FALSE;
  if (self->data_names >= DATA_SHARE * self->names)
    return TRUE;
  if (self->complete)
    return FALSE;
  return self->maybe_names >= DATA_SHARE * self->names || self->share_fields || self->repeat_key ||
         is_sparse (self);
}

/**
 * squill_map_signs_are_of_small_map:
 * @self: signs of an object with fewer names
 *
 * Returns: whether it is a map
 */
gboolean
squill_map_signs_are_of_small_map (const SquillMapSigns *self)
{
  const gboolean few_of_many = is_sparse (self) && self->names >= SOME_NAMES;

  if (self->names < 2 || !self->alike || self->complete)
    return FALSE;
  if (self->data_names == self->names || self->repeat_key)
    return TRUE;
  if (self->pattern == SQUILL_KEY_LANGUAGE)
    return self->names >= FEW_LANGUAGES;
  if (self->pattern == SQUILL_KEY_PARTS)
    return self->names >= FEW_NAMES && (self->share_fields || few_of_many || self->objects == 1);
  if (self->same_prefix)
    return self->names >= FEW_NAMES && (self->share_fields || few_of_many);
  return few_of_many && self->share_fields;
}
