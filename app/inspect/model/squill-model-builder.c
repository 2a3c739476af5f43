/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/model/squill-model-builder.h"

#include "model/squill-rank.h"

#include <string.h>

#define SLUG_LENGTH 20u
#define SUFFIX_LENGTH 4u

static char *
get_slug (const char *name)
{
  GString *slug = g_string_new (NULL);
  g_autofree char *plain = g_str_to_ascii (name != NULL ? name : "", "C");

  for (const char *at = plain; *at != '\0' && slug->len < SLUG_LENGTH; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (slug, g_ascii_tolower (*at));
    else if (slug->len > 0 && slug->str[slug->len - 1] != '-')
      g_string_append_c (slug, '-');
  while (slug->len > 0 && slug->str[slug->len - 1] == '-')
    g_string_truncate (slug, slug->len - 1);
  if (slug->len == 0)
    g_string_append (slug, "item");
  return g_string_free (slug, FALSE);
}

/**
 * squill_model_builder_new_id:
 * @self: a builder
 * @name: (nullable): the name of the item to be
 * @place: what tells it from all others, such as its path
 *
 * Makes an id in the manner of squill_model_new_id(), but out of the place instead of by chance:
 * the same data give the same model.
 *
 * Returns: (transfer full): an id that was not made yet
 */
char *
squill_model_builder_new_id (SquillModelBuilder *self, const char *name, const char *place)
{
  static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
  g_autofree char *slug = get_slug (name);
  guint64 hash = squill_text_hash (place, strlen (place));

  for (;;)
    {
      char suffix[SUFFIX_LENGTH + 1] = { 0 };
      char *id;

      for (guint i = 0; i < SUFFIX_LENGTH; i++)
        suffix[i] = letters[(hash >> (5 * i)) & 31];
      id = g_strdup_printf ("%s-%s", slug, suffix);
      if (g_hash_table_add (self->ids, g_strdup (id)))
        return id;
      g_free (id);
      hash = hash * G_GUINT64_CONSTANT (6364136223846793005) + 1;
    }
}

/**
 * squill_model_builder_get_key_path:
 * @self: a builder
 * @path: a path that became a field or a relationship
 *
 * Returns: (transfer full) (nullable): where that is in the document of its collection, as keys of
 * indexes name it; %NULL where it is nothing in the model
 */
char *
squill_model_builder_get_key_path (SquillModelBuilder *self, const SquillPath *path)
{
  const char *id = g_hash_table_lookup (self->fields, path);
  GString *text;

  if (id == NULL)
    id = g_hash_table_lookup (self->relationships, path);
  if (id == NULL)
    return NULL;
  text = g_string_new (id);
  for (const SquillPath *around = path->parent; around != NULL; around = around->parent)
    {
      const char *via = g_hash_table_lookup (self->relationships, around);

      if (via == NULL)
        continue;
      g_string_prepend_c (text, '/');
      g_string_prepend (text, via);
    }
  return g_string_free (text, FALSE);
}

/* A query looks through arrays: `a.b` is b in the object a and in the elements of the array a. */
static const SquillPath *
find_member (const SquillPath *path, const char *name)
{
  for (; path != NULL; path = path->elements)
    {
      const SquillPath *field = squill_path_find_field ((SquillPath *)path, name, strlen (name));

      if (field != NULL)
        return field;
    }
  return NULL;
}

/**
 * squill_model_builder_resolve:
 * @self: a builder that knows the collection's fields and relationships
 * @collection: a collection
 * @dotted: a path as queries and indexes write it
 *
 * Returns: (transfer full): the same as a key path of the model; what no document has, and a path
 * into a map, stays a dotted path behind "="
 */
char *
squill_model_builder_resolve (SquillModelBuilder *self,
                              const SquillCollectionProfile *collection,
                              const char *dotted)
{
  g_auto (GStrv) names = g_strsplit (dotted, ".", -1);
  const SquillPath *path = collection->root;
  char *key_path = NULL;

  for (guint i = 0; names[i] != NULL && path != NULL; i++)
    path = find_member (path, names[i]);
  if (path != NULL && path != collection->root)
    key_path = squill_model_builder_get_key_path (self, path);
  return key_path != NULL ? key_path : g_strconcat ("=", dotted, NULL);
}

/**
 * squill_model_builder_apply:
 * @self: a builder
 * @edit: (transfer full): an edit
 * @error: return location
 *
 * Makes a change of the model.
 *
 * Returns: %TRUE if it was made
 */
gboolean
squill_model_builder_apply (SquillModelBuilder *self, SquillEdit *edit, GError **error)
{
  gboolean done = squill_model_apply (self->model, edit, error);

  squill_edit_unref (edit);
  return done;
}

/**
 * squill_model_builder_name_of:
 * @path: a field
 *
 * Returns: (transfer full): its name, as UTF-8 even where it is not
 */
char *
squill_model_builder_name_of (const SquillPath *path)
{
  return g_utf8_make_valid (path->name, (gssize)path->name_length);
}

/**
 * squill_model_builder_begin_relationship:
 * @self: a builder
 * @name: its name
 * @parent: id of an entity
 * @child: id of an entity
 * @placement: how it is stored
 *
 * Returns: (transfer full): a relationship behind those that there are, to be filled and added
 */
json_t *
squill_model_builder_begin_relationship (SquillModelBuilder *self,
                                         const char *name,
                                         const char *parent,
                                         const char *child,
                                         SquillPlacement placement)
{
  char *rank = squill_rank_between (self->relationship_rank, NULL);

  g_free (self->relationship_rank);
  self->relationship_rank = rank;
  return json_pack ("{s:s, s:s, s:s, s:s, s:s}", "name", name, "order", rank, "parent", parent,
                    "child", child, "placement", squill_placement_get_name (placement));
}

/**
 * squill_model_builder_count_children:
 * @array: an array
 *
 * Returns: how many elements each of the objects has that it stands in; one that has no array has
 *   none
 */
SquillTriple
squill_model_builder_count_children (const SquillPath *array)
{
  guint64 of = squill_path_get_of (array);
  const SquillSpread *lengths = array->lengths;

  return SQUILL_TRIPLE (lengths->count < of ? 0 : (double)lengths->min,
                        (double)lengths->sum / (double)of, (double)lengths->max);
}
