/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-model-builder.h"

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
