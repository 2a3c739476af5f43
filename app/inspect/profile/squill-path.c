/* SPDX-License-Identifier: Apache-2.0 */

/* A path in the tree of paths of a collection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

#include <string.h>

/* Up to here names are compared one by one. */
#define FEW_FIELDS 8u

#define OBJECT_INDEX 2u
#define ARRAY_INDEX 3u

/* Makes the hash table of the fields' names, if they are too many to be compared one by one. */
void
squill_path_index_fields (SquillPath *self)
{
  if (self->n_fields <= FEW_FIELDS)
    return;
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (SquillPath *each = self->first; each != NULL; each = each->next)
    g_hash_table_insert (self->by_name, each->name, each);
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
  self->has_data_names = self->has_data_names || field->looks_like_data;
  if (self->by_name != NULL)
    {
      g_hash_table_insert (self->by_name, field->name, field);
    }
  else
    {
      squill_path_index_fields (self);
    }
}

static SquillPath *
next_child (const SquillPath *parent, const SquillPath *child, gboolean with_kept)
{
  if (child == NULL && parent->elements != NULL)
    return parent->elements;
  if ((child == NULL || child->kind == SQUILL_PATH_ELEMENTS) && parent->values != NULL)
    return parent->values;
  if (child != NULL && child->kind == SQUILL_PATH_FIELD)
    return child->next != NULL || child->is_kept || !with_kept ? child->next : parent->kept;
  return parent->first != NULL || !with_kept ? parent->first : parent->kept;
}

/**
 * squill_path_next:
 * @self: a path
 * @root: where the traversal began: @self or a path above it
 * @with_kept: whether to visit the fields, too, that became the values of a map
 *
 * Goes through a tree: a path before what is below it, of that elements first, then values, then
 * fields.
 *
 * Returns: (nullable): the next path; %NULL at the end
 */
SquillPath *
squill_path_next (const SquillPath *self, const SquillPath *root, gboolean with_kept)
{
  SquillPath *next = next_child (self, NULL, with_kept);

  for (; next == NULL && self != root; self = self->parent)
    next = next_child (self->parent, self, with_kept);
  return next;
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
 * squill_path_count_types:
 * @self: a path
 * @types: bit set of #SquillTypes
 *
 * Returns: how often it was met with one of the types
 */
guint64
squill_path_count_types (const SquillPath *self, guint types)
{
  guint64 count = 0;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((types & (1u << i)) != 0)
      count += self->types[i];
  return count;
}

/**
 * squill_path_get_key_pattern:
 * @self: the path of a field
 *
 * Returns: what its name looks like
 */
SquillKeyPattern
squill_path_get_key_pattern (const SquillPath *self)
{
  return squill_key_pattern_of (self->name, self->name_length);
}

/**
 * squill_path_get_last_word:
 * @self: the path of a field
 * @end: (nullable): where in its name to end; %NULL for its end
 *
 * Returns: where the last word of its name begins: behind a sign, or at the capital letter behind a
 * small one; TYPE has none before it
 */
const char *
squill_path_get_last_word (const SquillPath *self, const char *end)
{
  const char *last = end != NULL ? end : self->name + self->name_length;

  while (last > self->name && g_ascii_isalnum (last[-1]))
    {
      last--;
      if (g_ascii_isupper (last[0]) && last > self->name && g_ascii_islower (last[-1]))
        break;
    }
  return last;
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

/**
 * squill_path_count_bytes:
 * @budget: a budget
 * @self: a path that grew or shrank
 *
 * Counts its memory in the budget again.
 */
void
squill_path_count_bytes (SquillPathBudget *budget, SquillPath *self)
{
  gsize sample_bytes = squill_scalars_get_sample_bytes (&self->scalars);
  gsize value_bytes = squill_scalars_get_value_bytes (&self->scalars);

  if (self->map != NULL)
    {
      sample_bytes += squill_map_keys_get_sample_bytes (self->map);
      value_bytes += squill_map_keys_get_bytes (self->map);
    }
  budget->sample_bytes += sample_bytes - self->sample_bytes;
  budget->value_bytes += value_bytes - self->value_bytes;
  self->sample_bytes = sample_bytes;
  self->value_bytes = value_bytes;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SquillPath *left = *(const SquillPath *const *)a;
  const SquillPath *right = *(const SquillPath *const *)b;

  if (left->origin.document != right->origin.document)
    return left->origin.document < right->origin.document ? -1 : 1;
  if (left->origin.offset != right->origin.offset)
    return left->origin.offset < right->origin.offset ? -1 : 1;
  return strcmp (left->name, right->name);
}

static void
order_own_fields (SquillPath *self)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_sized_new (self->n_fields);
  g_autoptr (GHashTable) by_hash = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *hashes = g_new (guint64, self->n_fields);

  for (SquillPath *field = self->first; field != NULL; field = field->next)
    g_ptr_array_add (fields, field);
  g_ptr_array_sort (fields, compare_places);
  self->first = NULL;
  for (guint i = 0; i < fields->len; i++)
    {
      SquillPath *field = g_ptr_array_index (fields, i);
      SquillPath *before =
          field->origin.after != 0 ? g_hash_table_lookup (by_hash, &field->origin.after) : NULL;
      SquillPath **slot = before != NULL ? &before->next : &self->first;

      field->next = *slot;
      *slot = field;
      hashes[i] = squill_text_hash (field->name, field->name_length);
      g_hash_table_insert (by_hash, &hashes[i], field);
    }
}

/**
 * squill_path_number:
 * @self: a path; for all, the document's
 * @by: how many documents came before the first
 *
 * Numbers the documents in which paths were first met anew, also below.
 */
void
squill_path_number (SquillPath *self, guint64 by)
{
  for (SquillPath *path = self; path != NULL; path = squill_path_next (path, self, FALSE))
    if (path->origin.document != G_MAXUINT64)
      path->origin.document += by;
}

/**
 * squill_path_order_fields:
 * @self: a path; for all, the document's
 *
 * Puts the fields in the order in which they would be if all documents had been read in their
 * order, at the path and below it. A field that is first met between two others is put between
 * them, so the order depends on how documents followed each other; from the origin of each field
 * the same order results for documents that were read in parts, and for maps that were folded at
 * any time.
 */
void
squill_path_order_fields (SquillPath *self)
{
  for (SquillPath *path = self; path != NULL; path = squill_path_next (path, self, TRUE))
    if (path->n_fields > 1)
      order_own_fields (path);
}

static guint64
hash_path (const SquillPath *self)
{
  guint64 hash = self->kind + 1;

  for (const SquillPath *path = self; path != NULL; path = path->parent)
    {
      hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + path->kind;
      if (path->kind == SQUILL_PATH_FIELD)
        hash ^= squill_text_hash (path->name, path->name_length);
    }
  return hash;
}

/**
 * squill_path_get_sample_levels:
 * @self: the path of the documents
 *
 * Returns: (transfer full): the level of each sample that was halved, for the @sample_levels of the
 * #SquillPathBudget of a later part
 */
GHashTable *
squill_path_get_sample_levels (const SquillPath *self)
{
  GHashTable *levels = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (const SquillPath *path = self; path != NULL; path = squill_path_next (path, self, FALSE))
    {
      const SquillHashSample *sample = path->scalars.sample;
      guint64 hash;

      if (sample == NULL || squill_hash_sample_is_exact (sample))
        continue;
      hash = hash_path (path);
      g_hash_table_insert (levels, g_memdup2 (&hash, sizeof hash),
                           GUINT_TO_POINTER (squill_hash_sample_get_level (sample)));
    }
  return levels;
}

/**
 * squill_path_raise_sample_level:
 * @budget: a budget
 * @self: a path whose sample was just begun
 *
 * Lets the sample begin at the level that the parts before this one have reached.
 */
void
squill_path_raise_sample_level (const SquillPathBudget *budget, SquillPath *self)
{
  guint64 hash;

  if (budget->sample_levels == NULL || g_hash_table_size (budget->sample_levels) == 0)
    return;
  hash = hash_path (self);
  squill_hash_sample_raise_level (
      self->scalars.sample, GPOINTER_TO_UINT (g_hash_table_lookup (budget->sample_levels, &hash)));
}

/**
 * squill_path_get_last_new:
 * @self: a path; for all, the document's
 *
 * Returns: the last document, counted from 1, with something that none before it had; 0 where
 * there is nothing
 */
guint64
squill_path_get_last_new (const SquillPath *self)
{
  guint64 last = 0;

  for (const SquillPath *path = self; path != NULL; path = squill_path_next (path, self, FALSE))
    if (path->origin.document != G_MAXUINT64)
      last = MAX (last, path->origin.document + 1);
  return last;
}
