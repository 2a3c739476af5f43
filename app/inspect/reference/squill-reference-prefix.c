/* SPDX-License-Identifier: Apache-2.0 */

/* References with something before the key: "user:123". What is known of the values does not tell
 * that, so the first documents are read again for examples; the rest is as ever, but for the part
 * behind the prefix. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <math.h>
#include <string.h>

/* The documents that are read for examples, and the examples that are kept. */
#define MAX_DOCUMENTS 512u
#define MAX_EXAMPLES 64u
#define MAX_LENGTH 256u
/* Fewer examples show nothing. */
#define FEW_EXAMPLES 3u
/* More different prefixes are no prefixes. */
#define MAX_PREFIXES 8u
#define MAX_PREFIX_LENGTH ((gsize)128)
/* A text has several ends of prefixes; more than these in all are not tried. */
#define MAX_TRIED 32u
/* A shorter text is no id. */
#define ID_LENGTH ((gsize)12)
/* After this many values that are no keys, none is expected to be one. */
#define ENOUGH_MISSES 8u
/* The share of the examples that must have one. */
#define WITH_PREFIX 0.9
/* The share of those that must be keys. */
#define HITS 0.5

/* What a prefix ends with, and one that says of what the key is, as in an address. */
static const char separators[] = ":/#|_-.=$";
static const char address_separators[] = ":/#$";

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
 * _squill_reference_may_have_prefix:
 * @source: where references may start
 *
 * Returns: whether its values are texts in which something may stand before a key
 */
gboolean
_squill_reference_may_have_prefix (const SquillReferencePlace *source)
{
  const SquillTexts *text = &source->path->text;

  return !source->keys && !source->is_mixed && (!source->is_key || source->is_part) &&
         text->count > 0 && text->count >= source->count / 2 && text->max <= MAX_LENGTH &&
         source->numbers < 0.5;
}

/**
 * _squill_reference_read_examples:
 * @places: (element-type SquillReferencePlace): where references may start, those of one collection
 * together
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Reads a few texts of each place.
 *
 * Returns: (transfer full) (nullable): place -> (element-type utf8) texts; %NULL with @error set
 * when cancelled, or where going on makes no sense
 */
GHashTable *
_squill_reference_read_examples (GPtrArray *places,
                                 const SquillReferenceOptions *options,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (GHashTable) examples =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);

  for (guint begin = 0, end; options->reopen != NULL && begin < places->len; begin = end)
    {
      const SquillReferencePlace *first = g_ptr_array_index (places, begin);
      g_autoptr (SquillReferenceReader) reader = _squill_reference_reader_new (first->collection);
      gboolean complete;

      for (end = begin; end < places->len; end++)
        {
          const SquillReferencePlace *place = g_ptr_array_index (places, end);
          GPtrArray *texts;

          if (place->collection != first->collection)
            break;
          texts = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (examples, (gpointer)place, texts);
          _squill_reference_reader_watch_values (reader, place->path, FALSE, on_example, texts);
        }
      if (!_squill_reference_reader_run (reader, options, MAX_DOCUMENTS, &complete, cancellable,
                                         error))
        return NULL;
    }
  return g_steal_pointer (&examples);
}

/* A prefix that several of the examples have, and what stands behind it in those. */
typedef struct
{
  char *text;
  GPtrArray *keys; /* what is behind it in the examples */
  GArray *hashes;  /* of those */
  guint distinct;  /* different ones among them */
  SquillReference *found;
} Prefix;

static void
prefix_free (gpointer data)
{
  Prefix *self = data;

  g_free (self->text);
  g_ptr_array_unref (self->keys);
  g_array_unref (self->hashes);
  squill_reference_free (self->found);
  g_free (self);
}

/* A path may end in a slash that is not part of the key. */
static gsize
trim_key (const char *key, gsize length)
{
  return length > 1 && key[length - 1] == '/' ? length - 1 : length;
}

static void
count_prefixes (const char *text, GHashTable *counts)
{
  gboolean has_letter = FALSE;

  for (gsize i = 0; text[i] != '\0' && text[i + 1] != '\0' && i < MAX_PREFIX_LENGTH; i++)
    {
      char *prefix;
      guint count;

      has_letter = has_letter || g_ascii_isalpha (text[i]);
      if (!has_letter || strchr (separators, text[i]) == NULL ||
          trim_key (text + i + 1, strlen (text + i + 1)) == 0)
        continue;
      prefix = g_strndup (text, i + 1);
      count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, prefix));
      g_hash_table_replace (counts, prefix, GUINT_TO_POINTER (count + 1));
    }
}

static int
compare_prefixes (gconstpointer a, gconstpointer b)
{
  const Prefix *first = *(const Prefix *const *)a, *second = *(const Prefix *const *)b;

  if (first->keys->len != second->keys->len)
    return first->keys->len > second->keys->len ? -1 : 1;
  return strcmp (first->text, second->text);
}

static void
count_distinct (Prefix *self)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < self->hashes->len; i++)
    g_hash_table_add (hashes, &g_array_index (self->hashes, guint64, i));
  self->distinct = g_hash_table_size (hashes);
}

/* The prefixes that enough of the examples have; the longer ones are among the shorter. NULL where
 * having one is no rule. */
static GPtrArray *
find_prefixes (GPtrArray *examples, guint few)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) prefixes = g_ptr_array_new_with_free_func (prefix_free);
  GHashTableIter iter;
  gpointer text, count;
  guint with_prefix = 0;

  if (examples->len < few)
    return NULL;
  for (guint i = 0; i < examples->len; i++)
    count_prefixes (g_ptr_array_index (examples, i), counts);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &text, &count))
    {
      Prefix *prefix;

      if (GPOINTER_TO_UINT (count) < few || GPOINTER_TO_UINT (count) * MAX_PREFIXES < examples->len)
        continue;
      prefix = g_new0 (Prefix, 1);
      prefix->text = g_strdup (text);
      prefix->keys = g_ptr_array_new ();
      prefix->hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
      g_ptr_array_add (prefixes, prefix);
    }
  for (guint i = 0; i < examples->len; i++)
    {
      const char *example = g_ptr_array_index (examples, i);
      gboolean has_any = FALSE;

      for (guint k = 0; k < prefixes->len; k++)
        {
          Prefix *prefix = g_ptr_array_index (prefixes, k);
          const char *key = example + strlen (prefix->text);
          guint64 hash;

          if (!g_str_has_prefix (example, prefix->text) || *key == '\0')
            continue;
          has_any = TRUE;
          hash = squill_text_hash (key, trim_key (key, strlen (key)));
          g_ptr_array_add (prefix->keys, (gpointer)key);
          g_array_append_val (prefix->hashes, hash);
        }
      with_prefix += has_any;
    }
  if (with_prefix < WITH_PREFIX * examples->len)
    return NULL;
  for (guint i = 0; i < prefixes->len; i++)
    count_distinct (g_ptr_array_index (prefixes, i));
  g_ptr_array_sort (prefixes, compare_prefixes);
  if (prefixes->len > MAX_TRIED)
    g_ptr_array_set_size (prefixes, MAX_TRIED);
  return g_steal_pointer (&prefixes);
}

/* Whether what stands behind the prefix has the form of such keys. */
static gboolean
has_form_of (const char *key, const SquillReferencePlace *target)
{
  const gsize length = trim_key (key, strlen (key));

  if (target->numbers > 0.5)
    return strspn (key, "0123456789") == length;
  /* Those made by chance of base 36 are short; ObjectIds and binary UUIDs have no text of their
   * own.
   */
  return target->ids <= 0.5 || length >= ID_LENGTH ||
         (target->text_length > 0 && (double)length >= floor (target->text_length));
}

static gboolean
ends_as_address (const char *prefix)
{
  return strchr (address_separators, prefix[strlen (prefix) - 1]) != NULL;
}

/* Whether documents are known by ids that are made to be the only ones of their kind. */
static gboolean
is_made_key (const SquillReferencePlace *target)
{
  return target->is_key && !target->keys && target->ids > 0.5 &&
         _squill_reference_are_documents (target->object) &&
         _squill_reference_text_is_made (target->path);
}

static SquillReference *
try_target (const SquillReferencePlace *source,
            const SquillReferencePlace *target,
            const Prefix *prefix,
            const SquillReferenceName *name,
            guint n_examples)
{
  const guint level = squill_hash_sample_get_level (target->sample);
  SquillReference *reference;
  guint tried = 0, hits = 0;
  double name_fit, proof;

  if (!has_form_of (g_ptr_array_index (prefix->keys, 0), target))
    return NULL;
  for (guint i = 0; i < prefix->hashes->len && (hits > 0 || tried < ENOUGH_MISSES); i++)
    {
      const guint64 hash = g_array_index (prefix->hashes, guint64, i);

      if (level > 0 && (hash >> (64 - level)) != 0)
        continue;
      tried++;
      hits += squill_hash_sample_lookup (target->sample, hash) > 0;
    }
  /* Ids are not the same by chance; numbers and words need a name. */
  proof = target->ids > 0.5 ? MIN (1, 0.7 + 0.1 * hits) : 0;
  if (tried == 0 || hits < HITS * tried)
    return NULL;
  /* One or two values are enough where all say what they are keys of, as Patient/7 does, or are
   * what no two things have. */
  if (prefix->distinct < FEW_EXAMPLES &&
      (hits < tried || !ends_as_address (prefix->text) ||
       (!is_made_key (target) &&
        _squill_reference_name_fit (name, target->entity) < SQUILL_REFERENCE_FIT_NAMESAKE)))
    return NULL;
  name_fit = MAX (_squill_reference_name_fit (name, target->entity),
                  _squill_reference_fit_names (
                      source, target, _squill_reference_name_fit (source->name, target->entity)));
  if (name_fit < SQUILL_REFERENCE_NAMED && proof < SQUILL_REFERENCE_PROVED)
    return NULL;
  /* What is numbered in series that are called otherwise, and of which others have letters, is no
   * key of anything: north_1, south_b. */
  if (proof < SQUILL_REFERENCE_PROVED && prefix->keys->len < WITH_PREFIX * n_examples &&
      _squill_reference_name_fit (name, target->entity) < SQUILL_REFERENCE_NAMED)
    return NULL;
  reference = squill_reference_new (source->collection, source->path, source->keys,
                                    target->collection, target->path, target->keys);
  reference->prefix = g_strdup (prefix->text);
  reference->references = source->count * prefix->keys->len / MAX (n_examples, 1);
  reference->distinct = source->distinct;
  reference->inclusion = (double)hits / tried;
  reference->name_fit = name_fit;
  reference->proof = proof;
  _squill_reference_rate (reference, source, target);
  return reference;
}

static SquillReference *
find_target (const SquillReferencePlace *source,
             GPtrArray *targets,
             const Prefix *prefix,
             guint n_examples)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (prefix->text);
  SquillReference *best = NULL;

  name->marked = TRUE;

  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReference *reference;

      if (target->path == source->path)
        continue;
      reference = try_target (source, target, prefix, name, n_examples);
      if (reference != NULL && (best == NULL || reference->score > best->score))
        {
          squill_reference_free (best);
          best = g_steal_pointer (&reference);
        }
      g_clear_pointer (&reference, squill_reference_free);
    }
  return best;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const Prefix *const *)a)->text, (*(const Prefix *const *)b)->text);
}

static gboolean
is_nested (const Prefix *a, const Prefix *b)
{
  return g_str_has_prefix (a->text, b->text) || g_str_has_prefix (b->text, a->text);
}

/**
 * _squill_reference_find_prefixed:
 * @source: where references may start
 * @examples: (element-type utf8): texts of it
 * @targets: (element-type SquillReferencePlace): where they may end
 * @candidates: (element-type SquillReference): takes what is found
 *
 * Looks for keys behind a prefix, or behind several that each stand for another collection. Where a
 * text can be split in several places it is split where most of the rest is a key.
 */
void
_squill_reference_find_prefixed (const SquillReferencePlace *source,
                                 GPtrArray *examples,
                                 GPtrArray *targets,
                                 GPtrArray *candidates)
{
  g_autoptr (GPtrArray) prefixes =
      find_prefixes (examples, source->distinct < FEW_EXAMPLES ? 1 : FEW_EXAMPLES);
  const guint before = candidates->len;

  if (prefixes == NULL)
    return;
  for (guint i = 0; i < prefixes->len; i++)
    {
      Prefix *prefix = g_ptr_array_index (prefixes, i);

      prefix->found = find_target (source, targets, prefix, examples->len);
    }
  g_ptr_array_sort (prefixes, compare_texts);
  for (guint i = 0; i < prefixes->len; i++)
    {
      Prefix *prefix = g_ptr_array_index (prefixes, i);
      gboolean is_best = prefix->found != NULL;

      for (guint k = 0; is_best && k < prefixes->len; k++)
        {
          const Prefix *other = g_ptr_array_index (prefixes, k);

          is_best = k == i || other->found == NULL || !is_nested (prefix, other) ||
                    other->found->inclusion < prefix->found->inclusion ||
                    (other->found->inclusion == prefix->found->inclusion && i < k);
        }
      if (is_best)
        g_ptr_array_add (candidates, squill_reference_copy (prefix->found));
    }
  for (guint k = before; k < candidates->len && candidates->len - before > 1; k++)
    ((SquillReference *)g_ptr_array_index (candidates, k))->traits |=
        (guint)SQUILL_REFERENCE_POLYMORPHIC;
}
