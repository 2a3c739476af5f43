/* SPDX-License-Identifier: Apache-2.0 */

/* Finds references that both their name and their values speak for: a field named like a collection
 * (`customerId`, `customer_id`, `customer` or `customers[]` for customers; `id` in an object of
 * that name) whose values are keys of it. A key is `_id`, or a field named like the collection with
 * `id` behind that is as good as unique. Names alone prove nothing, and values alone prove little:
 * small whole numbers are contained in every numeric key. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-reference.h"

#include <string.h>

/* So many of a hundred references must lead to a document. */
#define INCLUSION_WANTED 0.9
/* A key may have a few duplicates: real data has. */
#define KEY_DISTINCT_SHARE 0.995
#define KEY_PRESENCE_SHARE 0.99
/* Fewer numbers prove nothing; more values than these hardly agree by chance. */
#define FEW_VALUES 3u
#define ENOUGH_VALUES 20u

typedef struct
{
  const SquillCollectionProfile *collection;
  const SquillPath *path;
} Place;

typedef struct
{
  const SquillHashSample *keys;
  guint64 references;
  guint64 hits;
  guint64 distinct;
  guint64 distinct_hits;
  guint64 fewest;
  guint64 most;
} Comparison;

/* Small letters and digits only: `First Name`, `first_name` and `firstName` are the same name. */
static char *
normalize (const char *name)
{
  GString *text = g_string_new (NULL);

  for (const char *at = name; *at != '\0'; at++)
    if (g_ascii_isalnum (*at) || (guint8)*at >= 0x80)
      g_string_append_c (text, g_ascii_tolower (*at));
  return g_string_free (text, FALSE);
}

/* The singular, by the rules that nearly all English plurals follow; in place. */
static void
make_singular (char *name)
{
  gsize length = strlen (name);

  if (length > 4 && g_str_has_suffix (name, "ies"))
    {
      name[length - 3] = 'y';
      name[length - 2] = '\0';
    }
  else if (length > 4 && (g_str_has_suffix (name, "sses") || g_str_has_suffix (name, "xes") ||
                          g_str_has_suffix (name, "ches") || g_str_has_suffix (name, "shes")))
    {
      name[length - 2] = '\0';
    }
  else if (length > 2 && g_str_has_suffix (name, "s") && !g_str_has_suffix (name, "ss"))
    {
      name[length - 1] = '\0';
    }
}

static char *
singular_of (const char *name)
{
  char *text = normalize (name);

  make_singular (text);
  return text;
}

/* Cuts what says that the field is a reference; whether there was something. */
static gboolean
cut_reference_suffix (char *name)
{
  static const char *const suffixes[] = { "ids", "id", "refs", "ref" };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]) && strlen (name) > strlen (suffixes[i]))
      {
        name[strlen (name) - strlen (suffixes[i])] = '\0';
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_named_as (const char *singular, const char *collection)
{
  g_autofree char *whole = singular_of (collection);
  const char *last = strrchr (collection, '_');
  const char *dot = strrchr (collection, '.');
  g_autofree char *part = NULL;

  if (*singular == '\0')
    return FALSE;
  if (g_str_equal (singular, whole))
    return TRUE;
  /* shop_customers, shop.customers */
  if (last == NULL || (dot != NULL && dot > last))
    last = dot;
  if (last == NULL)
    return FALSE;
  part = singular_of (last + 1);
  return g_str_equal (singular, part);
}

/**
 * squill_reference_name_fits:
 * @field: the name of a field
 * @collection: the name of a collection
 *
 * Returns: whether the field is named as a reference to the collection would be
 */
gboolean
squill_reference_name_fits (const char *field, const char *collection)
{
  g_autofree char *base = normalize (field);
  g_autofree char *whole = singular_of (field);

  if (is_named_as (whole, collection))
    return TRUE;
  if (!cut_reference_suffix (base))
    return FALSE;
  make_singular (base);
  return is_named_as (base, collection);
}

/**
 * squill_reference_get_named_path:
 * @path: a path
 *
 * Returns: (nullable): the field that the path is named after: that of the array for its elements,
 * that of the object for an id in it; %NULL for the id of a document and for values of a map
 */
const SquillPath *
squill_reference_get_named_path (const SquillPath *path)
{
  while (path != NULL && path->kind == SQUILL_PATH_ELEMENTS)
    path = path->parent;
  if (path == NULL || path->kind != SQUILL_PATH_FIELD)
    return NULL;
  if (g_str_equal (path->name, "id") || g_str_equal (path->name, "_id"))
    return squill_reference_get_named_path (path->parent);
  return path;
}

static gboolean
is_key_like (const SquillCollectionProfile *collection, const SquillPath *path)
{
  const guint64 documents = collection->document_bytes.count;

  return path->scalars > 0 && path->sample != NULL && documents > 0 &&
         (double)path->scalars >= KEY_PRESENCE_SHARE * (double)documents &&
         (double)path->distinct >= KEY_DISTINCT_SHARE * (double)path->scalars;
}

/* `_id`, `id`, and what is named like the collection with an id behind. */
static gboolean
is_named_like_a_key (const SquillCollectionProfile *collection, const SquillPath *path)
{
  g_autofree char *base = NULL;

  if (g_str_equal (path->name, "_id") || g_str_equal (path->name, "id"))
    return TRUE;
  base = normalize (path->name);
  if (!cut_reference_suffix (base))
    return FALSE;
  make_singular (base);
  return is_named_as (base, collection->name);
}

static void
find_keys (const SquillCollectionProfile *collection, GArray *keys)
{
  for (const SquillPath *field = collection->root->first; field != NULL; field = field->next)
    if (is_named_like_a_key (collection, field) && is_key_like (collection, field))
      {
        Place key = { collection, field };

        g_array_append_val (keys, key);
      }
}

static void
find_sources (const SquillCollectionProfile *collection, const SquillPath *path, GArray *sources)
{
  const SquillPath *named = path->scalars > 0 ? squill_reference_get_named_path (path) : NULL;

  if (named != NULL)
    {
      Place source = { collection, path };

      g_array_append_val (sources, source);
    }
  if (path->elements != NULL)
    find_sources (collection, path->elements, sources);
  if (path->values != NULL)
    find_sources (collection, path->values, sources);
  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    find_sources (collection, field, sources);
}

static void
compare_source_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Comparison *comparison = user_data;

  comparison->references += count;
  comparison->distinct++;
  if (squill_hash_sample_lookup (comparison->keys, hash) == 0)
    return;
  comparison->hits += count;
  comparison->distinct_hits++;
  comparison->fewest = MIN (comparison->fewest, count);
  comparison->most = MAX (comparison->most, count);
}

static void
count_cb (guint64 hash, guint64 count, gpointer user_data)
{
  guint64 *n = user_data;

  (*n)++;
}

/* Compares the values; NULL where they do not bear out what the name says. */
static SquillReference *
compare (const Place *source, const Place *key)
{
  const SquillHashSample *values = source->path->sample;
  const SquillHashSample *keys = key->path->sample;
  guint level = MAX (squill_hash_sample_get_level (values), squill_hash_sample_get_level (keys));
  Comparison comparison = { .keys = keys, .fewest = G_MAXUINT64 };
  guint64 n_keys = 0;
  SquillReference *reference;

  squill_hash_sample_foreach (values, level, compare_source_cb, &comparison);
  squill_hash_sample_foreach (keys, level, count_cb, &n_keys);
  if (comparison.hits == 0 || n_keys == 0 ||
      (double)comparison.hits < INCLUSION_WANTED * (double)comparison.references)
    return NULL;

  reference = g_new0 (SquillReference, 1);
  reference->from = source->collection;
  reference->from_path = source->path;
  reference->to = key->collection;
  reference->to_path = key->path;
  reference->exact = level == 0;
  reference->references = source->path->scalars;
  reference->distinct = source->path->distinct;
  reference->inclusion = (double)comparison.hits / (double)comparison.references;
  reference->coverage = (double)comparison.distinct_hits / (double)n_keys;
  reference->dangling = reference->exact
                            ? comparison.references - comparison.hits
                            : (guint64)((1 - reference->inclusion) * (double)reference->references);
  reference->orphans = reference->exact
                           ? n_keys - comparison.distinct_hits
                           : (guint64)((1 - reference->coverage) * (double)key->path->distinct);
  reference->per_key_min = comparison.distinct_hits < n_keys ? 0 : comparison.fewest;
  reference->per_key_mean = (double)comparison.hits / (double)n_keys;
  reference->per_key_max = comparison.most;
  /* One or two small numbers are in every list of numbers, also where the name fits. */
  reference->proposed =
      reference->distinct >= FEW_VALUES || source->path->numbers.count < source->path->scalars;
  reference->confidence = reference->inclusion * (!reference->proposed                   ? 0.5
                                                  : reference->distinct >= ENOUGH_VALUES ? 0.98
                                                                                         : 0.9);
  return reference;
}

static gboolean
may_refer (const Place *source, const Place *key)
{
  const SquillPath *named = squill_reference_get_named_path (source->path);

  if (source->path == key->path)
    return FALSE;
  /* An id beside the key in the same documents says the same in another way. */
  if (source->collection == key->collection && source->path->parent == key->path->parent &&
      is_named_like_a_key (key->collection, source->path))
    return FALSE;
  return squill_reference_name_fits (named->name, key->collection->name);
}

/**
 * squill_references_find:
 * @collections: (element-type SquillCollectionProfile): finished profiles of the collections of a
 * database
 *
 * Finds references between the collections, at most one from each path.
 *
 * Returns: (transfer full) (element-type SquillReference): what was found, in the order of the
 * paths
 */
GPtrArray *
squill_references_find (GPtrArray *collections)
{
  GPtrArray *references = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < collections->len; i++)
    {
      const SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      find_keys (collection, keys);
      find_sources (collection, collection->root, sources);
    }
  for (guint i = 0; i < sources->len; i++)
    {
      const Place *source = &g_array_index (sources, Place, i);
      SquillReference *best = NULL;

      for (guint k = 0; k < keys->len; k++)
        {
          const Place *key = &g_array_index (keys, Place, k);
          SquillReference *found = may_refer (source, key) ? compare (source, key) : NULL;

          if (found != NULL && (best == NULL || found->inclusion > best->inclusion))
            {
              g_free (best);
              best = found;
            }
          else
            {
              g_free (found);
            }
        }
      if (best != NULL)
        g_ptr_array_add (references, best);
    }
  return references;
}
