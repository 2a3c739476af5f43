/* SPDX-License-Identifier: Apache-2.0 */

/* Finds references: values of one place that are keys in another. Samples of the values say which
 * pairs of places may be references, names and the kind of the keys which of them are; then the
 * collections are read once more to count what the samples leave open. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* References that lead to more than one collection. Either a field beside them says to which: a
 * type, or `$ref` of a DBRef; or the values are ids, of which each collection has some, and all of
 * them together nearly all. */

/* A type must be called nearly as a collection is. */
#define TYPE_FIT 0.85
/* Most of the types must be collections; others may be kept elsewhere. */
#define TYPES_SHARE 0.6
/* What names a collection fits it better than any name of a field. */
#define NAMED_BY_TYPE 0.95
/* The share of the values of one type that must be keys of its collection. */
#define LEADS 0.5
/* All together must have nearly all values, and each some. */
#define TOGETHER 0.9
#define EACH 0.03
#define KEY_QUALITY 0.8
#define ID_TEXT_LENGTH 10.0

typedef struct
{
  const SquillHashSample *keys;
  SquillHashSample *found; /* values that count already */
  guint64 added;
  guint64 references;
} Cover;

static gboolean
is_plain_type (const SquillReferenceName *name)
{
  return name->n_words <= 1;
}

/* The field beside the source that says what it leads to. */
static const SquillPath *
find_type (const SquillReferencePlace *source)
{
  g_autoptr (SquillReferenceName) own = NULL;
  const SquillPath *best = NULL;

  if (source->keys || source->is_key || source->path->kind != SQUILL_PATH_FIELD)
    return NULL;
  own = _squill_reference_name_new (source->path->name);
  if (!own->marked && source->ids <= 0.5)
    return NULL;
  for (const SquillPath *field = source->object->first; field != NULL; field = field->next)
    {
      g_autoptr (SquillReferenceName) name = NULL;

      if (field == source->path || field->text.count == 0 || field->scalars.table.overflowed ||
          field->scalars.table.n_values == 0)
        continue;
      name = _squill_reference_name_new (field->name);
      if (!_squill_reference_name_is_type (name))
        continue;
      /* ownerType beside ownerId; type and $ref beside anything. */
      if (is_plain_type (name))
        best = best == NULL && (source->ids > 0.5 || source->name->n_stem == 0 ||
                                _squill_reference_name_is_generic (own))
                   ? field
                   : best;
      else if (source->name->n_words > 0 &&
               g_str_equal (name->words[0].singular, source->name->words[0].singular))
        return field;
    }
  return best;
}

static char *
text_of (const SquillValue *value)
{
  if (value->type != SQUILL_BSON_STRING || value->length < 6)
    return NULL;
  return g_strndup ((const char *)value->bytes + 4, value->length - 5);
}

/* The key of the collection that the type names. */
static const SquillReferencePlace *
find_named_target (GPtrArray *targets, const char *type)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (type);
  const SquillReferencePlace *best = NULL;
  double best_fit = 0;

  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double fit;

      if (target->keys || !target->is_key || target->object->kind != SQUILL_PATH_DOCUMENT)
        continue;
      fit = g_str_equal (type, target->collection->name)
                ? 1
                : _squill_reference_name_fit (name, target->entity);
      fit *= target->quality;
      if (fit > best_fit)
        {
          best = target;
          best_fit = fit;
        }
    }
  return best_fit >= TYPE_FIT * KEY_QUALITY ? best : NULL;
}

static gboolean
find_by_type (const SquillReferencePlace *source, GPtrArray *targets, GPtrArray *candidates)
{
  const SquillPath *type = find_type (source);
  g_autoptr (GPtrArray) found = NULL;
  guint64 known = 0;
  gboolean is_dbref;

  if (type == NULL)
    return FALSE;
  is_dbref = g_str_equal (type->name, "$ref") && g_str_equal (source->path->name, "$id");
  found = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  for (guint i = 0; i < type->scalars.table.n_values; i++)
    {
      const SquillValue *value = &type->scalars.table.values[i];
      g_autofree char *text = text_of (value);
      const SquillReferencePlace *target = text != NULL ? find_named_target (targets, text) : NULL;
      SquillReference *reference;

      if (target == NULL || target->path == source->path)
        continue;
      reference = _squill_reference_compare (source, target, NAMED_BY_TYPE, 0);
      if (reference == NULL)
        continue;
      reference->references = value->count;
      reference->inclusion =
          MIN (1, reference->inclusion * (double)source->count / (double)value->count);
      reference->dangling = (guint64)((1 - reference->inclusion) * (double)value->count);
      reference->exact = FALSE;
      reference->when_path = type;
      reference->when_value = g_steal_pointer (&text);
      reference->traits |= (guint)SQUILL_REFERENCE_POLYMORPHIC;
      if (is_dbref)
        reference->traits |= (guint)SQUILL_REFERENCE_DBREF;
      _squill_reference_rate (reference, source, target);
      if (reference->inclusion >= LEADS)
        known += value->count;
      g_ptr_array_add (found, reference);
    }
  if (found->len == 0 || (double)known < TYPES_SHARE * (double)source->count)
    return FALSE;
  if (found->len == 1 && type->scalars.table.n_values == 1)
    {
      SquillReference *only = g_ptr_array_index (found, 0);

      /* A type that is always the same tells nothing but the name. */
      if (!is_dbref)
        return FALSE;
      only->traits &= ~(guint)SQUILL_REFERENCE_POLYMORPHIC;
      only->when_path = NULL;
      g_clear_pointer (&only->when_value, g_free);
    }
  g_ptr_array_extend_and_steal (candidates, g_steal_pointer (&found));
  return TRUE;
}

static void
cover_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Cover *cover = user_data;

  if (_squill_reference_is_missing (hash))
    return;
  cover->references += count;
  if (squill_hash_sample_lookup (cover->keys, hash) == 0 ||
      squill_hash_sample_lookup (cover->found, hash) != 0)
    return;
  cover->added += count;
}

static void
keep_cb (guint64 hash, guint64 count, gpointer user_data)
{
  Cover *cover = user_data;

  if (squill_hash_sample_lookup (cover->keys, hash) != 0)
    squill_hash_sample_add (cover->found, hash, count);
}

static int
compare_inclusion (gconstpointer a, gconstpointer b)
{
  const SquillReference *first = *(const SquillReference *const *)a;
  const SquillReference *second = *(const SquillReference *const *)b;

  /* Better keys first: what a second collection has of the same ids adds nothing. */
  if (first->quality != second->quality)
    return first->quality > second->quality ? -1 : 1;
  return first->inclusion > second->inclusion ? -1 : first->inclusion < second->inclusion;
}

/* Whether its values are no words. Those with their kind before them are of several lengths. */
static gboolean
is_like_id (const SquillReferencePlace *place)
{
  return place->ids > 0.5 ||
         (place->texts > 0.5 && place->is_serial && place->text_length >= ID_TEXT_LENGTH);
}

static gboolean
find_by_ids (const SquillReferencePlace *source, GPtrArray *targets, GPtrArray *candidates)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();
  g_autoptr (SquillHashSample) covered = squill_hash_sample_new ();
  double together = 0;

  if (!is_like_id (source) || source->is_key)
    return FALSE;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReference *reference;

      if (!is_like_id (target) || target->quality < KEY_QUALITY ||
          !_squill_reference_place_has_met (source, i) ||
          !_squill_reference_may_refer (source, target))
        continue;
      reference = _squill_reference_compare (
          source, target,
          _squill_reference_fit_names (source, target,
                                       _squill_reference_name_fit (source->name, target->entity)),
          EACH);
      if (reference != NULL && reference->inclusion >= EACH && reference->inclusion < TOGETHER)
        g_ptr_array_add (found, reference);
      else
        g_clear_pointer (&reference, squill_reference_free);
    }
  if (found->len < 2)
    return FALSE;
  g_ptr_array_sort (found, compare_inclusion);
  for (guint i = 0; i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);
      const SquillHashSample *keys = reference->to_keys ? reference->to_path->map->distinct
                                                        : reference->to_path->scalars.sample;
      guint level =
          MAX (squill_hash_sample_get_level (source->sample), squill_hash_sample_get_level (keys));
      Cover cover = { .keys = keys, .found = covered };

      squill_hash_sample_foreach (source->sample, level, cover_cb, &cover);
      if (cover.references == 0 || (double)cover.added < EACH * (double)cover.references)
        continue;
      together += (double)cover.added / (double)cover.references;
      squill_hash_sample_foreach (source->sample, level, keep_cb, &cover);
      g_ptr_array_add (chosen, reference);
    }
  if (chosen->len < 2 || together < TOGETHER)
    return FALSE;
  for (guint i = 0; i < chosen->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (chosen, i);

      reference->traits |= (guint)SQUILL_REFERENCE_POLYMORPHIC;
      reference->score = MAX (reference->score, reference->proof * reference->quality * 0.8);
      g_ptr_array_add (candidates, squill_reference_copy (reference));
    }
  return TRUE;
}

/* Looks whether the values lead to more than one collection, each to one of them. Returns whether
 * they do. */
static gboolean
find_several (const SquillReferencePlace *source, GPtrArray *targets, GPtrArray *candidates)
{
  return find_by_type (source, targets, candidates) || find_by_ids (source, targets, candidates);
}

/* References with something before the key: "user:123". What is known of the values does not tell
 * that, so the first documents are read again for examples; the rest is as ever, but for the part
 * behind the prefix. */

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
/* After so many that are no keys none will be. */
#define ENOUGH_MISSES 8u
/* The share of the examples that must have one. */
#define WITH_PREFIX 0.9
/* The share of those that must be keys. */
#define HITS 0.5

/* What a prefix ends with. */
static const char separators[] = ":/#|_-.=";

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

/* Whether its values are texts in which something may stand before a key. */
static gboolean
may_have_prefix (const SquillReferencePlace *source)
{
  const SquillTexts *text = &source->path->text;

  return !source->keys && (!source->is_key || source->is_part) && text->count > 0 &&
         text->count >= source->count / 2 && text->max <= MAX_LENGTH &&
         source->distinct >= FEW_EXAMPLES && source->numbers < 0.5;
}

/* Reads a few texts of each place. Returns place -> texts; %NULL with @error set when cancelled, or
 * where going on makes no sense. */
static GHashTable *
read_examples (GPtrArray *places,
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

/* The prefixes that enough of the examples have; the longer ones are among the shorter. NULL where
 * having one is no rule. */
static GPtrArray *
find_prefixes (GPtrArray *examples)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) prefixes = g_ptr_array_new_with_free_func (prefix_free);
  GHashTableIter iter;
  gpointer text, count;
  guint with_prefix = 0;

  if (examples->len < FEW_EXAMPLES)
    return NULL;
  for (guint i = 0; i < examples->len; i++)
    count_prefixes (g_ptr_array_index (examples, i), counts);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &text, &count))
    {
      Prefix *prefix;

      if (GPOINTER_TO_UINT (count) < FEW_EXAMPLES ||
          GPOINTER_TO_UINT (count) * MAX_PREFIXES < examples->len)
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
  return target->ids <= 0.5 || length >= ID_LENGTH;
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
  name_fit = MAX (_squill_reference_name_fit (name, target->entity),
                  _squill_reference_fit_names (
                      source, target, _squill_reference_name_fit (source->name, target->entity)));
  if (name_fit < SQUILL_REFERENCE_NAMED && proof < SQUILL_REFERENCE_PROVED)
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

/* Looks for keys behind a prefix, or behind several that each stand for another collection. Where a
 * text can be split in several places it is split where most of the rest is a key. */
static void
find_prefixed_keys (const SquillReferencePlace *source,
                    GPtrArray *examples,
                    GPtrArray *targets,
                    GPtrArray *candidates)
{
  g_autoptr (GPtrArray) prefixes = find_prefixes (examples);
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

/* The search itself. */

/* The best candidates that are kept of each place, in case a person rejects the first. */
#define MAX_CANDIDATES 6u
/* Less is not worth keeping. */
#define INCLUSION_KEPT 0.3
/* Where only copies may tell, nearly all values must be keys. */
#define INCLUSION_HINTED 0.9
/* Give up early where fewer of the values are keys. */
#define WANTED_NAMED 0.3
#define WANTED_UNNAMED 0.7
/* Nearly all values at both ends of connections are keys. */
#define CONNECTED_INCLUSION 0.8
/* What a field of the same name, or the other end of a connection, refers to is referred to by
 * fields of which this share of the values are keys. */
#define INCLUSION_FOLLOWED 0.98
#define FIT_FOLLOWED 0.85
#define FIT_SURE 0.7
#define SCORE_SURE 0.6
/* Of what has one name no more than these are followed. */
#define MAX_FOLLOWED 8u
/* Objects with more fields than this are not searched for connections. */
#define MAX_SIBLINGS 256u
/* Where nearly all lead to one collection there are not several. */
#define ALL_LEAD 0.9

static int
compare_score (gconstpointer a, gconstpointer b)
{
  const SquillReference *first = *(const SquillReference *const *)a;
  const SquillReference *second = *(const SquillReference *const *)b;

  return first->score > second->score ? -1 : first->score < second->score;
}

static gboolean
is_worth_keeping (const SquillReference *reference)
{
  /* What a sample cannot tell is counted later. */
  return (squill_reference_get_likely_inclusion (reference) >= INCLUSION_KEPT ||
          !reference->exact || reference->key_share < 1) &&
         (reference->name_fit >= SQUILL_REFERENCE_NAMED || reference->hinted ||
          reference->proof >= SQUILL_REFERENCE_COVERED);
}

/* Whether one continues the other by its name: user_settings and users. */
static gboolean
is_called_as_part (const SquillCollectionProfile *part, const SquillCollectionProfile *whole)
{
  g_autoptr (SquillReferenceName) name = _squill_reference_name_new (part->name);
  g_autoptr (SquillReferenceName) other = _squill_reference_name_new (whole->name);

  return *other->whole != '\0' && strlen (name->whole) > strlen (other->whole) &&
         g_str_has_prefix (name->whole, other->whole);
}

/* What was found out once and holds for many pairs: how well the name of the source fits each
 * entity, and, for each target, whether copies may tell in the object that the last source was in.
 */
typedef struct
{
  double *entity_fits;
  const SquillPath **holders;
  gboolean *may_tell;
} Memory;

static gboolean
may_copies_tell (const SquillReferencePlace *source,
                 const SquillReferencePlace *target,
                 guint number,
                 Memory *memory)
{
  if (target->keys || source->keys || _squill_reference_name_is_quantity (source->name) ||
      (source->numbers <= 0.5 && !_squill_reference_place_has_met (source, number)))
    return FALSE;
  /* A text may be the only one beside the others. */
  if (source->path->text.count > 0 || source->path->kind != SQUILL_PATH_FIELD)
    return _squill_copies_may_tell (source->path, target->path);
  if (memory->holders[number] != source->object)
    {
      memory->holders[number] = source->object;
      memory->may_tell[number] = _squill_copies_may_tell (source->path, target->path);
    }
  return memory->may_tell[number];
}

/* Whether both ends of connections have nearly nothing but keys. */
static gboolean
are_connected (const SquillReferencePlace *source, const SquillReferencePlace *target, guint number)
{
  const SquillReferencePlace *ends[] = { source, source->opposite };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autoptr (SquillReference) reference = NULL;

      if (!_squill_reference_place_has_met (ends[i], number) ||
          !_squill_reference_may_refer (ends[i], target))
        return FALSE;
      reference = _squill_reference_compare (ends[i], target, 0, CONNECTED_INCLUSION);
      if (reference == NULL || reference->inclusion < CONNECTED_INCLUSION)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_numbered_key (const SquillReferencePlace *place)
{
  return place->is_key && !place->is_part && place->numbers > 0.5;
}

static SquillReference *
try_pair (const SquillReferencePlace *source,
          const SquillReferencePlace *target,
          guint number,
          double entity_fit,
          Memory *memory)
{
  SquillReference *reference;
  gboolean hinted = FALSE;
  double name_fit;

  if (!_squill_reference_may_refer (source, target))
    return NULL;
  name_fit = _squill_reference_fit_names (source, target, entity_fit);
  if (source->opposite != NULL && name_fit < SQUILL_REFERENCE_WELL_NAMED &&
      are_connected (source, target, number))
    name_fit = MAX (name_fit, _squill_reference_fit_connection (source, target));
  if (name_fit < SQUILL_REFERENCE_WELL_NAMED || source->distinct < SQUILL_REFERENCE_FEW_VALUES ||
      is_numbered_key (source))
    hinted = may_copies_tell (source, target, number, memory);
  /* Numbered things continue others only where they repeat what these are called. */
  if (is_numbered_key (source) && !hinted)
    return NULL;
  if (name_fit < SQUILL_REFERENCE_PARTLY_NAMED && !hinted &&
      _squill_reference_can_prove (source, target) < SQUILL_REFERENCE_PROVED &&
      !_squill_reference_covers (source, target) && !_squill_reference_spans (source, target) &&
      _squill_reference_prove_range (source, target) < SQUILL_REFERENCE_COVERED)
    return NULL;
  /* A key of which only a sample is kept may have what the probes did not find. */
  if (!_squill_reference_place_has_met (source, number) &&
      (name_fit < SQUILL_REFERENCE_NAMED ||
       (squill_hash_sample_is_exact (target->sample) && target->collection->complete)))
    return NULL;
  reference = _squill_reference_compare (source, target, name_fit,
                                         name_fit >= SQUILL_REFERENCE_NAMED ||
                                                 _squill_reference_can_prove (source, target) == 1
                                             ? WANTED_NAMED
                                             : WANTED_UNNAMED);
  if (reference == NULL)
    return NULL;
  if (source->is_key && !source->is_part)
    {
      reference->traits |= (guint)SQUILL_REFERENCE_EXTENSION;
      /* The whole is that of which the other is called a part. */
      reference->name_fit = is_called_as_part (source->collection, target->collection) ? 1 : 0;
      squill_reference_score (reference);
    }
  reference->hinted = hinted && reference->inclusion >= INCLUSION_HINTED;
  if (!is_worth_keeping (reference))
    g_clear_pointer (&reference, squill_reference_free);
  return reference;
}

/* What is found from one place; a place that nothing is found from may have something before its
 * keys. */
typedef struct
{
  const SquillReferencePlace *source;
  GPtrArray *candidates;
  gboolean follows; /* the first candidate is that of another field */
} Findings;

static void
findings_free (gpointer data)
{
  Findings *self = data;

  g_ptr_array_unref (self->candidates);
  g_free (self);
}

/* An id that may as well be that of something else is told by nothing, unless it has all keys of
 * only one of them. */
static void
forget_unclear (GPtrArray *found)
{
  guint n = 0, n_covered = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const SquillReference *reference = g_ptr_array_index (found, i);

      n += _squill_reference_is_unnamed_id (reference);
      n_covered +=
          _squill_reference_is_unnamed_id (reference) && reference->coverage >= INCLUSION_FOLLOWED;
    }
  for (guint i = 0; n > 1 && i < found->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (found, i);

      if (!_squill_reference_is_unnamed_id (reference) ||
          (n_covered == 1 && reference->coverage >= INCLUSION_FOLLOWED))
        continue;
      reference->name_fit = 0;
      squill_reference_score (reference);
    }
}

static Findings *
find_from_source (const SquillReferencePlace *source, GPtrArray *targets, Memory *memory)
{
  g_autoptr (GPtrArray) found =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) several =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  Findings *findings = g_new0 (Findings, 1);
  const SquillReference *best;

  findings->source = source;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      double *fit = &memory->entity_fits[target->entity_number];
      SquillReference *reference;

      if (*fit < 0)
        *fit = _squill_reference_name_fit (source->name, target->entity);
      reference = try_pair (source, target, i, *fit, memory);

      if (reference != NULL)
        g_ptr_array_add (found, reference);
    }
  forget_unclear (found);
  g_ptr_array_sort (found, compare_score);
  best = found->len > 0 ? g_ptr_array_index (found, 0) : NULL;
  /* A DBRef says itself where it leads. */
  if ((best == NULL || best->inclusion < ALL_LEAD || best->proof < SQUILL_REFERENCE_PROVED ||
       g_strcmp0 (source->path->name, "$id") == 0) &&
      find_several (source, targets, several))
    {
      findings->candidates = g_steal_pointer (&several);
      return findings;
    }
  if (found->len > MAX_CANDIDATES)
    g_ptr_array_set_size (found, MAX_CANDIDATES);
  findings->candidates = g_steal_pointer (&found);
  return findings;
}

static gboolean
has_text_or_id (const SquillReferencePlace *place)
{
  return place->numbers <= 0.5;
}

/* Connects what is called as the two ends of a connection. */
static void
find_opposites (GPtrArray *sources)
{
  for (guint i = 0; i < sources->len; i++)
    {
      SquillReferencePlace *source = g_ptr_array_index (sources, i);

      for (guint k = i + 1; k < sources->len && k - i < MAX_SIBLINGS; k++)
        {
          SquillReferencePlace *other = g_ptr_array_index (sources, k);

          if (other->collection != source->collection)
            break;
          if (other->object == source->object && !source->keys && !other->keys &&
              source->path->kind == other->path->kind && source->opposite == NULL &&
              other->opposite == NULL && has_text_or_id (source) == has_text_or_id (other) &&
              _squill_reference_name_is_opposite (source->name, other->name, source->numbers > 0.5))
            {
              source->opposite = other;
              other->opposite = source;
            }
        }
    }
}

/* The number of a target. */
static guint
find_number (GPtrArray *targets, const SquillReference *reference)
{
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);

      if (target->path == reference->to_path && target->keys == reference->to_keys)
        return i;
    }
  return targets->len;
}

/* What is surely found from a place; NULL where nothing is. Numbers prove nothing, so they must be
 * called as what they lead to is. */
static const SquillReference *
get_sure (const Findings *findings)
{
  const SquillReference *best =
      findings->candidates->len > 0 ? g_ptr_array_index (findings->candidates, 0) : NULL;

  if (best == NULL || best->prefix != NULL || best->inclusion < CONNECTED_INCLUSION ||
      best->quality <= SQUILL_REFERENCE_QUALITY_FOREIGN ||
      (best->traits & (SQUILL_REFERENCE_POLYMORPHIC | SQUILL_REFERENCE_EXTENSION)) != 0)
    return NULL;
  if (!has_text_or_id (findings->source))
    return best->name_fit >= FIT_SURE && best->inclusion >= INCLUSION_FOLLOWED &&
                   best->distinct >= SQUILL_REFERENCE_FEW_VALUES && best->score >= SCORE_SURE
               ? best
               : NULL;
  return best->proof >= SQUILL_REFERENCE_PROVED || findings->follows ? best : NULL;
}

/* What a field refers to where @other refers to that. */
static SquillReference *
follow (const SquillReferencePlace *source, const Findings *other, GPtrArray *targets)
{
  const guint number = find_number (targets, get_sure (other));
  SquillReference *reference = NULL;

  if (number < targets->len && _squill_reference_place_has_met (source, number) &&
      _squill_reference_may_refer (source, g_ptr_array_index (targets, number)))
    reference = _squill_reference_compare (source, g_ptr_array_index (targets, number),
                                           FIT_FOLLOWED, INCLUSION_FOLLOWED);
  if (reference != NULL && reference->inclusion < INCLUSION_FOLLOWED)
    g_clear_pointer (&reference, squill_reference_free);
  return reference;
}

/* A few values prove nothing; but where another field of the same name, or that at the other end of
 * the same connection, refers to something, these do so too. */
static void
follow_others (GPtrArray *all, GPtrArray *targets)
{
  g_autoptr (GHashTable) by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr (GHashTable) by_place = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      GPtrArray *same;

      if (get_sure (findings) == NULL)
        continue;
      g_hash_table_insert (by_place, (gpointer)findings->source, findings);
      if (findings->source->keys)
        continue;
      same = g_hash_table_lookup (by_name, findings->source->name->whole);
      if (same == NULL)
        {
          same = g_ptr_array_new ();
          g_hash_table_insert (by_name, findings->source->name->whole, same);
        }
      if (same->len < MAX_FOLLOWED)
        g_ptr_array_add (same, findings);
    }
  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      const SquillReferencePlace *source = findings->source;
      const Findings *opposite = g_hash_table_lookup (by_place, source->opposite);
      const GPtrArray *same = g_hash_table_lookup (by_name, source->name->whole);
      SquillReference *reference = NULL;

      if (source->keys || source->is_key || source->name->n_words == 0 || source->name->plural ||
          get_sure (findings) != NULL)
        continue;
      if (opposite != NULL && has_text_or_id (source))
        reference = follow (source, opposite, targets);
      for (guint k = 0; same != NULL && k < same->len && reference == NULL; k++)
        {
          const Findings *other = g_ptr_array_index (same, k);

          if (other->source->path->kind == source->path->kind &&
              has_text_or_id (other->source) == has_text_or_id (source) &&
              g_str_equal (other->source->name->digits, source->name->digits))
            reference = follow (source, other, targets);
        }
      if (reference == NULL)
        continue;
      g_ptr_array_insert (findings->candidates, 0, reference);
      findings->follows = TRUE;
    }
}

static gboolean
find_prefixed (GPtrArray *all,
               GPtrArray *targets,
               const SquillReferenceOptions *options,
               GCancellable *cancellable,
               GError **error)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new ();
  g_autoptr (GHashTable) examples = NULL;

  for (guint i = 0; i < all->len; i++)
    {
      const Findings *findings = g_ptr_array_index (all, i);

      if (findings->candidates->len == 0 && may_have_prefix (findings->source))
        g_ptr_array_add (places, (gpointer)findings->source);
    }
  examples = read_examples (places, options, cancellable, error);
  if (examples == NULL)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      GPtrArray *texts = g_hash_table_lookup (examples, findings->source);

      if (texts != NULL)
        find_prefixed_keys (findings->source, texts, targets, findings->candidates);
    }
  return TRUE;
}

/* Candidates that would be claimed now and are not measured yet; the rest is not worth a second
 * reading. */
static GPtrArray *
choose_worthy (GPtrArray *candidates, GHashTable *measured)
{
  g_autoptr (GPtrArray) decided = squill_references_decide (candidates, NULL);
  GPtrArray *worthy = g_ptr_array_new ();

  for (guint i = 0, k = 0; i < candidates->len && k < decided->len; i++)
    {
      SquillReference *candidate = g_ptr_array_index (candidates, i);
      const SquillReference *reference = g_ptr_array_index (decided, k);

      if (candidate->from_path != reference->from_path ||
          candidate->from_keys != reference->from_keys ||
          candidate->to_path != reference->to_path || candidate->to_keys != reference->to_keys ||
          g_strcmp0 (candidate->when_value, reference->when_value) != 0 ||
          g_strcmp0 (candidate->prefix, reference->prefix) != 0)
        continue;
      k++;
      if (g_hash_table_add (measured, candidate))
        g_ptr_array_add (worthy, candidate);
    }
  return worthy;
}

static gboolean
measure_worthy (GPtrArray *candidates,
                const SquillReferenceOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GHashTable) measured = g_hash_table_new (NULL, NULL);

  /* What was counted may let others come before; that is seldom. */
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GPtrArray) worthy = choose_worthy (candidates, measured);

      if (!_squill_references_measure (worthy, options, cancellable, error))
        return FALSE;
      for (guint i = 0; i < worthy->len; i++)
        {
          SquillReference *reference = g_ptr_array_index (worthy, i);

          if (reference->counted && (reference->traits & SQUILL_REFERENCE_POLYMORPHIC) == 0)
            squill_reference_score (reference);
        }
    }
  /* What was not read again gets no benefit of the doubt. */
  for (guint i = 0; i < candidates->len; i++)
    ((SquillReference *)g_ptr_array_index (candidates, i))->hinted = FALSE;
  return TRUE;
}

/**
 * squill_references_find:
 * @collections: (element-type SquillCollectionProfile): finished profiles of the collections of a
 * database
 * @options: (nullable): how; %NULL for what the profiles alone tell, without examples
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Looks for all that may be a reference between the collections or within one, a few from each
 * path. squill_references_decide() says which of them are.
 *
 * Returns: (transfer full) (nullable) (element-type SquillReference): candidates, in the order of
 * the paths, those of the same path together; %NULL when cancelled or where going on makes no sense
 */
GPtrArray *
squill_references_find (GPtrArray *collections,
                        const SquillReferenceOptions *options,
                        GCancellable *cancellable,
                        GError **error)
{
  static const SquillReferenceOptions usual = { 0 };
  g_autoptr (GPtrArray) candidates =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_reference_free);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (findings_free);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GPtrArray) targets = NULL;
  g_autofree double *entity_fits = NULL;
  g_autofree const SquillPath **holders = NULL;
  g_autofree gboolean *may_tell = NULL;
  Memory memory;
  guint n_entities;

  if (options == NULL)
    options = &usual;
  n_entities = _squill_reference_places_find (collections, &sources, &targets);
  _squill_reference_places_probe (sources, targets);
  find_opposites (sources);
  entity_fits = g_new (double, n_entities + 1);
  holders = g_new0 (const SquillPath *, targets->len + 1);
  may_tell = g_new0 (gboolean, targets->len + 1);
  memory = (Memory){ entity_fits, holders, may_tell };
  for (guint i = 0; i < sources->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (guint k = 0; k < n_entities; k++)
        entity_fits[k] = -1;
      g_ptr_array_add (all, find_from_source (g_ptr_array_index (sources, i), targets, &memory));
    }
  /* The other end of a connection, and then what is called as that. */
  follow_others (all, targets);
  follow_others (all, targets);
  if (!find_prefixed (all, targets, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < all->len; i++)
    {
      Findings *findings = g_ptr_array_index (all, i);
      g_autoptr (GPtrArray) found = findings->candidates;

      findings->candidates = g_ptr_array_new ();
      g_ptr_array_extend_and_steal (candidates, g_steal_pointer (&found));
    }
  for (guint i = 0; i < candidates->len; i++)
    _squill_reference_estimate_holders (g_ptr_array_index (candidates, i));
  if (!measure_worthy (candidates, options, cancellable, error))
    return NULL;
  for (guint i = 0; i < candidates->len; i++)
    squill_reference_write_evidence (g_ptr_array_index (candidates, i));
  return g_steal_pointer (&candidates);
}

/**
 * squill_profile_find_references:
 * @profile: a profile with all its collections, each finished
 * @options: (nullable): how references are looked for; %NULL to use only what is in the profile
 * @cancellable: (nullable): stops reading the documents a second time; the profile keeps the
 *   references that can be found without that
 *
 * Finds the references between the collections of a profile, and drops the samples of values that
 * only this needs.
 */
void
squill_profile_find_references (SquillProfile *profile,
                                const SquillReferenceOptions *options,
                                GCancellable *cancellable)
{
  GPtrArray *collections = squill_profile_get_collections (profile);
  GPtrArray *candidates = squill_references_find (collections, options, cancellable, NULL);

  if (candidates == NULL)
    candidates = squill_references_find (collections, NULL, NULL, NULL);
  squill_profile_take_references (profile, candidates, squill_references_decide (candidates, NULL));
  for (guint i = 0; i < collections->len; i++)
    {
      SquillCollectionProfile *collection = g_ptr_array_index (collections, i);

      squill_path_drop_samples (&collection->budget, collection->root);
    }
}

/**
 * squill_profile_decide_references:
 * @profile: a profile
 *
 * Decides again which candidates are references, after one of them has changed.
 */
void
squill_profile_decide_references (SquillProfile *profile)
{
  GPtrArray *candidates = g_ptr_array_ref (squill_profile_get_candidates (profile));

  squill_profile_take_references (profile, candidates, squill_references_decide (candidates, NULL));
}
