/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

#include <string.h>

/* Up to here names are compared one by one. */
#define FEW_FIELDS 8u

#define OBJECT_INDEX 2u
#define ARRAY_INDEX 3u

/* Frees all but what hangs below. */
static void
free_shell (SquillPathBudget *budget, SquillPath *self)
{
  squill_key_sets_free (&budget->keys, self->key_sets);
  squill_witnesses_clear (&self->witnesses);
  squill_path_clear_record (budget, self);
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
index_fields (SquillPath *self)
{
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (SquillPath *each = self->first; each != NULL; each = each->next)
    g_hash_table_insert (self->by_name, each->name, each);
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
  self->first_document = G_MAXUINT64;
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
      index_fields (self);
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

  if (other->values != NULL && self->values == NULL && self->n_fields > 0)
    squill_path_fold (budget, self);
  if (self->values != NULL && other->values == NULL && other->n_fields > 0)
    squill_path_fold (budget, other);

  squill_key_sets_merge (&budget->keys, self, other);
  squill_witnesses_merge (&self->witnesses, &other->witnesses);
  squill_path_merge_record (budget, self, other);
  fields = g_steal_pointer (&other->first);
  elements = g_steal_pointer (&other->elements);
  values = g_steal_pointer (&other->values);
  merge_below (budget, self, &self->elements, elements);
  merge_below (budget, self, &self->values, values);
  merge_fields (budget, self, fields);
  free_fields (budget, g_steal_pointer (&other->kept));
  free_shell (budget, other);
  if (self->n_fields > self->look_again_at)
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

  squill_witnesses_copy (&copy->witnesses, &self->witnesses);
  squill_path_merge_record (budget, copy, self);
  copy->distinct = self->distinct;
  copy->distinct_error = self->distinct_error;
  copy->look_again_at = self->look_again_at;
  copy->slot = self->slot;
  copy->meanings = self->meanings;
  copy->has_geo_index = self->has_geo_index;
  copy->n_fields = self->n_fields;
  copy->first = copy_fields (budget, copy, self->first);
  copy->kept = copy_fields (budget, copy, self->kept);
  if (self->by_name != NULL)
    index_fields (copy);
  if (self->elements != NULL)
    copy->elements = squill_path_copy (budget, copy, self->elements);
  if (self->values != NULL)
    copy->values = squill_path_copy (budget, copy, self->values);
  return copy;
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
