/* SPDX-License-Identifier: Apache-2.0 */

/* Several keys in one text, with a separator between them: "smith jones". Of the whole values only
 * those with one key are keys. A few texts that are kept as examples tell which separator it may
 * be; then the documents are read again, and the parts of all texts are compared with the keys as
 * any values are. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include <string.h>

/* What stands between keys; blanks around it belong to it. */
static const char separators[] = { ' ', ',', ';', '|' };

/* Fewer parts of examples, or texts with several, tell nothing. */
#define FEW_PARTS 4u
#define FEW_TEXTS 3u
#define TEXTS_SHARE 0.02
/* The share of the parts of the examples that must be keys, and of all parts. */
#define EXAMPLES_LEAD 0.8
#define ALL_LEAD 0.98
/* From this many different keys on it is no chance. */
#define FEW_VALUES 5u
/* Longer texts are prose. */
#define MAX_LENGTH 256u
#define KEY_QUALITY 0.75
/* Fewer of the whole values are not worth another reading. */
#define PARTLY_KNOWN 0.2
#define LENGTH_SLACK 2u

typedef struct
{
  const SquillReferencePlace *place;
  char separator;
  SquillHashSample *sample; /* of the parts */
  guint64 texts;
  guint64 texts_with_several;
  guint64 count;
  guint64 bytes;
  gsize min;
  gsize max;
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  squill_hash_sample_free (self->sample);
  g_free (self);
}

/**
 * _squill_reference_split:
 * @text: the rest of a text
 * @length: (inout): its length
 * @separator: what stands between the parts
 * @part_length: (out): the length of the first part, without blanks around it
 *
 * Takes the first part off a text.
 *
 * Returns: (nullable): where the part begins; %NULL where there is none left
 */
const char *
_squill_reference_split (const char **text, gsize *length, char separator, gsize *part_length)
{
  while (*length > 0)
    {
      const char *part = *text;
      const char *end = memchr (part, separator, *length);
      gsize n = end != NULL ? (gsize)(end - part) : *length;

      *length -= end != NULL ? n + 1 : n;
      *text = part + n + (end != NULL);
      for (; n > 0 && g_ascii_isspace (*part); part++)
        n--;
      while (n > 0 && g_ascii_isspace (part[n - 1]))
        n--;
      if (n > 0)
        {
          *part_length = n;
          return part;
        }
    }
  return NULL;
}

/* The text of a value that is kept; NULL where it is none. */
static const char *
get_text (guint8 type, const guint8 *bytes, gsize value_length, gsize *length)
{
  if (type != SQUILL_BSON_STRING || value_length <= 5)
    return NULL;
  *length = value_length - 5;
  return (const char *)bytes + 4;
}

/* The hashes of the parts of the examples; NULL where none has several. */
static GArray *
hash_examples (const SquillPath *path, char separator)
{
  const SquillValueSample *examples = &path->scalars.examples;
  GArray *hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint with_several = 0;

  for (guint i = 0; i < examples->n_values; i++)
    {
      gsize length, part_length;
      const char *text = get_text (examples->values[i].type, examples->values[i].bytes,
                                   examples->values[i].length, &length);
      const char *part;
      guint n = 0;

      while (text != NULL &&
             (part = _squill_reference_split (&text, &length, separator, &part_length)) != NULL)
        {
          const guint64 hash = squill_text_hash (part, part_length);

          g_array_append_val (hashes, hash);
          n++;
        }
      with_several += n > 1;
    }
  if (with_several == 0 || hashes->len < FEW_PARTS)
    g_clear_pointer (&hashes, g_array_unref);
  return hashes;
}

/* The share of the hashes that are keys, of those of which the sample knows. */
static double
count_keys (GArray *hashes, const SquillReferencePlace *target)
{
  const guint level = squill_hash_sample_get_level (target->sample);
  guint n = 0, hits = 0;

  for (guint i = 0; i < hashes->len; i++)
    {
      const guint64 hash = g_array_index (hashes, guint64, i);

      if (level > 0 && hash >> (64 - level) != 0)
        continue;
      n++;
      hits += squill_hash_sample_lookup (target->sample, hash) > 0;
    }
  return n > 0 ? (double)hits / (double)n : 0;
}

/* The separator with which most parts of the examples are keys; 0 where there is none. */
static char
find_separator (const SquillReferencePlace *source, GPtrArray *targets)
{
  double best = EXAMPLES_LEAD;
  char separator = 0;

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autoptr (GArray) hashes = hash_examples (source->path, separators[i]);

      for (guint k = 0; hashes != NULL && k < targets->len; k++)
        {
          const SquillReferencePlace *target = g_ptr_array_index (targets, k);
          const double share = target->quality >= KEY_QUALITY && target->path != source->path
                                   ? count_keys (hashes, target)
                                   : 0;

          if (share <= best && !(separator == 0 && share == best))
            continue;
          best = share;
          separator = separators[i];
        }
    }
  return separator;
}

/* Whether some of the whole values are keys of documents, and others are not: these may be several
 * keys each. */
static gboolean
is_partly_known (const SquillReferencePlace *source, GPtrArray *targets)
{
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      g_autoptr (SquillReference) reference = NULL;
      double met;

      if (!target->is_key || target->path == source->path ||
          target->collection->complete == FALSE ||
          !_squill_reference_place_has_met (source, target) ||
          !_squill_reference_may_refer (source, target))
        continue;
      reference = _squill_reference_compare (
          source, target, _squill_reference_name_fit (source->name, target->entity), PARTLY_KNOWN);
      met = reference != NULL ? _squill_reference_get_met (reference) : 0;
      if (met >= PARTLY_KNOWN && met < ALL_LEAD &&
          (reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED ||
           reference->proof >= SQUILL_REFERENCE_COVERED))
        return TRUE;
    }
  return FALSE;
}

/* Which separators are tried: the one that the examples have, or where these have one key each and
 * others may have more, all. */
static GString *
list_separators (const SquillReferencePlace *source, GPtrArray *targets)
{
  const char separator = find_separator (source, targets);

  if (separator != 0)
    return g_string_new_len (&separator, 1);
  return is_partly_known (source, targets)
             ? g_string_new_len (separators, G_N_ELEMENTS (separators))
             : g_string_new (NULL);
}

static Source *
source_new (const SquillReferencePlace *place, char separator)
{
  Source *self = g_new0 (Source, 1);

  self->place = place;
  self->separator = separator;
  self->sample = squill_hash_sample_new ();
  return self;
}

/**
 * _squill_reference_may_be_joined:
 * @source: where references may start
 *
 * Returns: whether its values are texts that may have several keys each
 */
gboolean
_squill_reference_may_be_joined (const SquillReferencePlace *source)
{
  return !source->keys && !source->is_key &&
         (double)source->path->text.count >= SQUILL_REFERENCE_NEARLY_ALL * (double)source->count &&
         source->path->text.max <= MAX_LENGTH && source->distinct >= SQUILL_REFERENCE_FEW_VALUES;
}

static void
on_value (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Source *self = user_data;
  gsize part_length;
  const char *part;
  guint n = 0;

  text = get_text (element->type, element->value, element->value_length, &length);
  while (text != NULL &&
         (part = _squill_reference_split (&text, &length, self->separator, &part_length)) != NULL)
    {
      squill_hash_sample_add (self->sample, squill_text_hash (part, part_length), 1);
      self->min = n == 0 && self->count == 0 ? part_length : MIN (self->min, part_length);
      self->max = MAX (self->max, part_length);
      self->bytes += part_length;
      self->count++;
      n++;
    }
  self->texts += n > 0;
  self->texts_with_several += n > 1;
}

/* The parts as the values of a place of their own. */
static void
describe_parts (const Source *self, const SquillReferencePlace *target, SquillReferencePlace *place)
{
  guint64 error;

  *place = *self->place;
  place->sample = self->sample;
  place->count = self->count;
  place->distinct = squill_hash_sample_count_distinct (self->sample, self->count, &error);
  place->text_length = (double)self->bytes / (double)self->count;
  place->fixed_length = self->max - self->min <= LENGTH_SLACK;
  /* What they are is what they are compared with. */
  place->numbers = target->numbers > 0.5;
  place->ids = target->ids > 0.5;
  place->texts = 1 - MAX (place->numbers, place->ids);
  place->has_range = FALSE;
  place->is_mixed = FALSE;
  place->is_list = TRUE;
  place->opposite = NULL;
  place->met = NULL;
  _squill_reference_place_find_probes (place);
}

/* Whether nearly all parts are keys, and that is no chance, or is called so. */
static gboolean
is_convincing (const SquillReference *reference)
{
  return reference->key_share == 1 && reference->distinct >= FEW_VALUES &&
         _squill_reference_get_met (reference) >= ALL_LEAD &&
         reference->quality > SQUILL_REFERENCE_QUALITY_FOREIGN &&
         (reference->proof >= SQUILL_REFERENCE_PROVED ||
          reference->name_fit >= SQUILL_REFERENCE_WELL_NAMED);
}

/* The reference of the parts of all texts; NULL where there is none. */
static SquillReference *
find_reference (const Source *self, GPtrArray *targets)
{
  SquillReference *best = NULL;

  if (self->texts_with_several < FEW_TEXTS ||
      (double)self->texts_with_several < TEXTS_SHARE * (double)self->texts)
    return NULL;
  for (guint i = 0; i < targets->len; i++)
    {
      const SquillReferencePlace *target = g_ptr_array_index (targets, i);
      SquillReferencePlace place;
      SquillReference *reference;

      if (target->quality < KEY_QUALITY)
        continue;
      describe_parts (self, target, &place);
      if (!_squill_reference_may_refer (&place, target))
        continue;
      reference = _squill_reference_compare (
          &place, target,
          _squill_reference_fit_names (&place, target,
                                       _squill_reference_name_fit (place.name, target->entity)),
          ALL_LEAD);
      if (reference != NULL && is_convincing (reference) &&
          (best == NULL || reference->score > best->score))
        {
          squill_reference_free (best);
          best = g_steal_pointer (&reference);
          best->separator = self->separator;
        }
      g_clear_pointer (&reference, squill_reference_free);
    }
  return best;
}

/**
 * _squill_reference_find_joined:
 * @places: (element-type SquillReferencePlace): where references may start of which
 * _squill_reference_may_be_joined() says so, those of one collection together
 * @targets: (element-type SquillReferencePlace): where they may end
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Looks for texts that have several keys each.
 *
 * Returns: (transfer full) (nullable): place -> #SquillReference; %NULL with @error set when
 * cancelled, or where going on makes no sense
 */
GHashTable *
_squill_reference_find_joined (GPtrArray *places,
                               GPtrArray *targets,
                               const SquillReferenceOptions *options,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (GHashTable) found =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)squill_reference_free);

  for (guint begin = 0, end; options->reopen != NULL && begin < places->len; begin = end)
    {
      const SquillReferencePlace *first = g_ptr_array_index (places, begin);
      g_autoptr (SquillReferenceReader) reader = NULL;
      g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (source_free);
      gboolean complete;

      for (end = begin; end < places->len; end++)
        {
          const SquillReferencePlace *place = g_ptr_array_index (places, end);
          g_autoptr (GString) tried = NULL;

          if (place->collection != first->collection)
            break;
          tried = list_separators (place, targets);
          if (tried->len > 0 && reader == NULL)
            reader = _squill_reference_reader_new (first->collection);
          for (gsize i = 0; i < tried->len; i++)
            {
              Source *source = source_new (place, tried->str[i]);

              g_ptr_array_add (sources, source);
              _squill_reference_reader_watch_values (reader, place->path, FALSE, on_value, source);
            }
        }
      if (reader == NULL)
        continue;
      if (!_squill_reference_reader_run (reader, options, 0, &complete, cancellable, error))
        return NULL;
      for (guint i = 0; complete && i < sources->len; i++)
        {
          const Source *source = g_ptr_array_index (sources, i);
          const SquillReference *other = g_hash_table_lookup (found, source->place);
          SquillReference *reference = find_reference (source, targets);

          if (reference != NULL && (other == NULL || reference->score > other->score))
            g_hash_table_insert (found, (gpointer)source->place, reference);
          else
            squill_reference_free (reference);
        }
    }
  return g_steal_pointer (&found);
}
