/* SPDX-License-Identifier: Apache-2.0 */

/* References with something before the key: "user:123". What is known of the values does not tell
 * that, so the first documents are read again for examples; the rest is as ever, but for the part
 * behind the prefix. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-prefix.h"

#include "inspect/reference/squill-reference-compare.h"
#include "inspect/reference/squill-reference-read.h"

#include <string.h>

/* So many documents are read for examples, and so many examples are kept. */
#define MAX_DOCUMENTS 512u
#define MAX_EXAMPLES 64u
#define MAX_LENGTH 128u
/* Fewer examples show nothing. */
#define FEW_EXAMPLES 3u
/* More different prefixes are no prefixes. */
#define MAX_PREFIXES 8u
#define MAX_PREFIX_LENGTH ((gsize)48)
/* So many of the examples must have one. */
#define WITH_PREFIX 0.9
/* So many of those must lead to a key. */
#define HITS 0.5
#define NAMED 0.5
#define PROVED 0.8

/* What stands between a prefix and a key, the surest first. */
static const char *const separators[] = { ":", "/", "#", "|", "_", "-", "." };

static void
on_example (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  GPtrArray *examples = user_data;

  if (element != NULL && element->type == SQUILL_BSON_STRING)
    {
      text = (const char *)element->value + 4;
      length = element->value_length - 5;
    }
  if (text == NULL || examples->len >= MAX_EXAMPLES || length == 0 || length > MAX_LENGTH ||
      memchr (text, '\0', length) != NULL)
    return;
  g_ptr_array_add (examples, g_strndup (text, length));
}

/**
 * squill_reference_may_have_prefix:
 * @source: where a reference may start
 *
 * Returns: whether its values are texts in which something may stand before a key
 */
gboolean
squill_reference_may_have_prefix (const SquillReferencePlace *source)
{
  const SquillPathText *text = &source->path->text;

  return !source->keys && !source->is_key && text->count > 0 && text->count >= source->count / 2 &&
         text->min >= 3 && text->max <= MAX_LENGTH && source->distinct >= FEW_EXAMPLES &&
         source->numbers < 0.5;
}

/**
 * squill_reference_read_examples:
 * @places: (element-type SquillReferencePlace): places with texts, those of a collection together
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Reads a few texts of each place.
 *
 * Returns: (transfer full) (nullable) (element-type SquillReferencePlace GPtrArray): place ->
 * texts; %NULL with @error set when cancelled, or where going on makes no sense
 */
GHashTable *
squill_reference_read_examples (GPtrArray *places,
                                const SquillReferenceOptions *options,
                                GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (GHashTable) examples =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);

  for (guint begin = 0, end; options->reopen != NULL && begin < places->len; begin = end)
    {
      const SquillReferencePlace *first = g_ptr_array_index (places, begin);
      g_autoptr (SquillReferenceReader) reader = squill_reference_reader_new (first->collection);
      gboolean complete;

      for (end = begin; end < places->len; end++)
        {
          const SquillReferencePlace *place = g_ptr_array_index (places, end);
          GPtrArray *texts;

          if (place->collection != first->collection)
            break;
          texts = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (examples, (gpointer)place, texts);
          squill_reference_reader_watch_values (reader, place->path, FALSE, on_example, texts);
        }
      if (!squill_reference_reader_run (reader, options, MAX_DOCUMENTS, &complete, cancellable,
                                        error))
        return NULL;
    }
  return g_steal_pointer (&examples);
}

/* Up to and with the separator; %NULL where it has none. */
static char *
prefix_of (const char *text, const char *separator)
{
  const char *at = *separator == '.' || *separator == '-' ? strrchr (text, *separator)
                                                          : strstr (text, separator);
  gboolean has_letter = FALSE;

  if (at == NULL || at == text || at[1] == '\0' || (gsize)(at - text) > MAX_PREFIX_LENGTH)
    return NULL;
  for (const char *letter = text; letter < at; letter++)
    has_letter = has_letter || g_ascii_isalpha (*letter);
  return has_letter ? g_strndup (text, (gsize)(at - text) + 1) : NULL;
}

/* prefix -> examples that begin with it; NULL where that is no rule. */
static GHashTable *
group_by_prefix (GPtrArray *examples, const char *separator)
{
  g_autoptr (GHashTable) groups =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  guint with_prefix = 0;

  for (guint i = 0; i < examples->len; i++)
    {
      const char *text = g_ptr_array_index (examples, i);
      g_autofree char *prefix = prefix_of (text, separator);
      GPtrArray *group;

      if (prefix == NULL)
        continue;
      with_prefix++;
      group = g_hash_table_lookup (groups, prefix);
      if (group == NULL)
        {
          if (g_hash_table_size (groups) == MAX_PREFIXES)
            return NULL;
          group = g_ptr_array_new ();
          g_hash_table_insert (groups, g_strdup (prefix), group);
        }
      g_ptr_array_add (group, (gpointer)(text + strlen (prefix)));
    }
  if (examples->len < FEW_EXAMPLES || with_prefix < WITH_PREFIX * examples->len ||
      g_hash_table_size (groups) * 2 > with_prefix)
    return NULL;
  return g_steal_pointer (&groups);
}

static SquillReference *
try_target (const SquillReferencePlace *source,
            const SquillReferencePlace *target,
            const char *prefix,
            GPtrArray *keys,
            guint n_examples)
{
  g_autoptr (SquillReferenceName) name = squill_reference_name_new (prefix);
  const guint level = squill_hash_sample_get_level (target->sample);
  SquillReference *reference;
  guint tried = 0, hits = 0;
  double name_fit, proof;

  name->marked = TRUE;
  name_fit = MAX (squill_reference_name_fit (name, target->entity),
                  squill_reference_fit_names (
                      source, target, squill_reference_name_fit (source->name, target->entity)));
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      guint64 hash = squill_text_hash (key, strlen (key));

      if (level > 0 && (hash >> (64 - level)) != 0)
        continue;
      tried++;
      hits += squill_hash_sample_lookup (target->sample, hash) > 0;
    }
  /* Ids are not the same by chance; numbers and words need a name. */
  proof = target->ids > 0.5 ? MIN (1, 0.7 + 0.1 * hits) : 0;
  if (tried == 0 || hits < HITS * tried || (name_fit < NAMED && proof < PROVED))
    return NULL;
  reference = squill_reference_new (source->collection, source->path, source->keys,
                                    target->collection, target->path, target->keys);
  reference->prefix = g_strdup (prefix);
  reference->references = source->count * keys->len / MAX (n_examples, 1);
  reference->distinct = source->distinct;
  reference->inclusion = (double)hits / tried;
  reference->name_fit = name_fit;
  reference->proof = proof;
  squill_reference_rate (reference, source, target);
  return reference;
}

static SquillReference *
find_target (const SquillReferencePlace *source,
             GPtrArray *targets,
             const char *prefix,
             GPtrArray *keys,
             guint n_examples)
{
  SquillReference *best = NULL;

  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReference *reference;

      if (target->path == source->path)
        continue;
      reference = try_target (source, target, prefix, keys, n_examples);
      if (reference != NULL && (best == NULL || reference->score > best->score))
        {
          squill_reference_free (best);
          best = g_steal_pointer (&reference);
        }
      g_clear_pointer (&reference, squill_reference_free);
    }
  return best;
}

/**
 * squill_reference_find_prefixed:
 * @source: where references may start
 * @examples: (element-type utf8): some of its texts
 * @targets: (element-type SquillReferencePlace): where they may end
 * @candidates: (element-type SquillReference): gets those that are found
 *
 * Looks for keys behind a prefix, or behind several that each stand for another collection.
 */
void
squill_reference_find_prefixed (const SquillReferencePlace *source,
                                GPtrArray *examples,
                                GPtrArray *targets,
                                GPtrArray *candidates)
{
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autoptr (GHashTable) groups = group_by_prefix (examples, separators[i]);
      g_autoptr (GList) prefixes = NULL;
      guint before = candidates->len;

      if (groups == NULL)
        continue;
      prefixes = g_list_sort (g_hash_table_get_keys (groups), (GCompareFunc)strcmp);
      for (const GList *prefix = prefixes; prefix != NULL; prefix = prefix->next)
        {
          SquillReference *found =
              find_target (source, targets, prefix->data,
                           g_hash_table_lookup (groups, prefix->data), examples->len);

          if (found != NULL)
            g_ptr_array_add (candidates, found);
        }
      for (guint k = before; k < candidates->len && candidates->len - before > 1; k++)
        ((SquillReference *)g_ptr_array_index (candidates, k))->traits |=
            (guint)SQUILL_REFERENCE_POLYMORPHIC;
      if (candidates->len > before)
        return;
    }
}
