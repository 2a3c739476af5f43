/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-count.h"

#include "inspect/reference/squill-reference-place.h"
#include "inspect/profile/squill-value-json.h"

#include <math.h>

/* Of one document; a list longer than this is counted in pieces. */
#define MAX_IN_DOCUMENT ((guint)1 << 20)
#define MAX_TEXT_EXAMPLE ((gsize)256)

static const SquillHashSample *
sample_of (const SquillPath *path, gboolean keys)
{
  return keys ? path->map->distinct : path->sample;
}

/* Whether the sample would have kept the value if it had met it. */
static gboolean
sample_knows (const SquillHashSample *sample, guint64 hash)
{
  const guint level = squill_hash_sample_get_level (sample);

  return level == 0 || (hash >> (64 - level)) == 0;
}

static void
add_example (json_t **examples, const SquillBsonElement *element, const char *text, gsize length)
{
  json_t *value;
  json_t *other;
  gsize i;

  if (*examples == NULL)
    *examples = json_array ();
  if (json_array_size (*examples) >= SQUILL_REFERENCE_MAX_EXAMPLES ||
      (element != NULL && element->value_length > MAX_TEXT_EXAMPLE) || length > MAX_TEXT_EXAMPLE)
    return;
  if (element != NULL)
    {
      value = squill_value_to_json (element->type, element->value, element->value_length);
    }
  else
    {
      g_autofree char *valid = g_utf8_make_valid (text, (gssize)length);

      value = json_string (valid);
    }
  json_array_foreach (*examples, i, other)
  {
    if (json_equal (other, value))
      {
        json_decref (value);
        return;
      }
  }
  json_array_append_new (*examples, value);
}

static gboolean
wants_example (const SquillReferenceCount *self, json_t *examples, guint64 there_are)
{
  return self->keep_values && there_are > 0 &&
         json_array_size (examples) < SQUILL_REFERENCE_MAX_EXAMPLES;
}

static guint64
hash_value (const SquillBsonElement *element, const char *text, gsize length)
{
  guint64 hash = element != NULL ? squill_value_hash (element) : squill_text_hash (text, length);

  return hash == squill_reference_empty_hash () ? 0 : hash;
}

static void
on_key (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  SquillReferenceCount *self = user_data;
  SquillReference *reference = self->reference;
  guint64 hash = hash_value (element, text, length);

  self->slot = -1;
  if (hash == 0)
    return;
  if (self->needs_keys)
    self->slot = squill_reference_keys_add (self->keys, hash);
  if (wants_example (self, reference->orphan_values, reference->orphans) &&
      reference->prefix == NULL && reference->when_path == NULL &&
      sample_knows (self->source_sample, hash) &&
      squill_hash_sample_lookup (self->source_sample, hash) == 0)
    add_example (&reference->orphan_values, element, text, length);
  if (wants_example (self, reference->duplicate_values, reference->duplicates) &&
      squill_hash_sample_lookup (self->target_sample, hash) > 1)
    add_example (&reference->duplicate_values, element, text, length);
}

static void
on_copied (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  SquillCopyColumn *column = user_data;

  column->count->row[column->index] = squill_value_hash (element);
}

static void
on_key_end (gpointer user_data)
{
  SquillReferenceCount *self = user_data;

  if (self->slot >= 0)
    for (guint i = 0; i < self->copies->len; i++)
      self->keys->rows[(gsize)self->slot * self->copies->len + i] = self->row[i];
  self->slot = -1;
  for (guint i = 0; i < self->copies->len; i++)
    self->row[i] = 0;
}

/* The part of a text behind the prefix; FALSE where it has another. */
static gboolean
skip_prefix (const char *prefix, const char **text, gsize *length)
{
  gsize prefix_length = strlen (prefix);

  if (*length <= prefix_length || memcmp (*text, prefix, prefix_length) != 0)
    return FALSE;
  *text += prefix_length;
  *length -= prefix_length;
  return TRUE;
}

static gboolean
leads_somewhere (const SquillReferenceCount *self, guint64 hash)
{
  if (self->needs_keys && self->target_read)
    return !squill_reference_keys_keeps (self->keys, hash) ||
           squill_reference_keys_find (self->keys, hash) >= 0;
  return !sample_knows (self->target_sample, hash) ||
         squill_hash_sample_lookup (self->target_sample, hash) > 0;
}

static void
on_value (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  SquillReferenceCount *self = user_data;
  SquillReference *reference = self->reference;
  guint64 hash;

  if (reference->prefix != NULL)
    {
      const char *part = text;
      gsize part_length = length;

      if (element != NULL)
        {
          if (element->type != SQUILL_BSON_STRING)
            return;
          part = (const char *)element->value + 4;
          part_length = element->value_length - 5;
        }
      if (!skip_prefix (reference->prefix, &part, &part_length))
        return;
      hash = hash_value (NULL, part, part_length);
    }
  else
    {
      hash = hash_value (element, text, length);
    }
  if (hash == 0 || self->pending->len >= MAX_IN_DOCUMENT)
    return;
  g_array_append_val (self->pending, hash);
  if ((self->when_hash == 0 || self->is_meant) && self->keep_values &&
      (reference->dangling_values == NULL ||
       json_array_size (reference->dangling_values) < SQUILL_REFERENCE_MAX_EXAMPLES) &&
      !leads_somewhere (self, hash))
    add_example (&reference->dangling_values, element, text, length);
}

static void
on_when (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  SquillReferenceCount *self = user_data;

  self->is_meant = squill_value_hash (element) == self->when_hash;
}

static void
on_beside (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  SquillCopyColumn *column = user_data;

  column->count->beside[column->index] = squill_value_hash (element);
}

static void
compare_copies (SquillReferenceCount *self)
{
  const guint n = self->copies->len;
  int slot = -1;

  if (self->pending->len == 1)
    slot = squill_reference_keys_find (self->keys, g_array_index (self->pending, guint64, 0));
  if (slot < 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      SquillCopyCount *copy = &g_array_index (self->copies, SquillCopyCount, i);
      guint64 other = self->keys->rows[(gsize)slot * n + i];
      guint64 last = self->last_slot >= 0 && self->last_slot != slot
                         ? self->keys->rows[(gsize)self->last_slot * n + i]
                         : 0;

      if (self->beside[i] == 0)
        continue;
      if (other != 0)
        {
          copy->of++;
          copy->equal += other == self->beside[i];
        }
      if (last != 0)
        {
          copy->of_by_chance++;
          copy->equal_by_chance += last == self->beside[i];
        }
    }
  self->last_slot = slot;
}

static void
on_holder_end (gpointer user_data)
{
  SquillReferenceCount *self = user_data;

  if (self->when_hash == 0 || self->is_meant)
    {
      if (self->copies->len > 0)
        compare_copies (self);
      g_array_append_vals (self->in_document, self->pending->data, self->pending->len);
    }
  g_array_set_size (self->pending, 0);
  self->is_meant = FALSE;
  for (guint i = 0; i < self->copies->len; i++)
    self->beside[i] = 0;
}

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  const guint64 first = *(const guint64 *)a, second = *(const guint64 *)b;

  return first < second ? -1 : first > second;
}

static void
on_document_end (gpointer user_data)
{
  SquillReferenceCount *self = user_data;
  guint64 different = 0;

  if (self->in_document->len > 1)
    g_array_sort (self->in_document, compare_hashes);
  for (guint i = 0, next; i < self->in_document->len; i = next)
    {
      guint64 hash = g_array_index (self->in_document, guint64, i);
      int slot;

      for (next = i + 1; next < self->in_document->len; next++)
        if (g_array_index (self->in_document, guint64, next) != hash)
          break;
      different++;
      self->references += next - i;
      if (self->keys == NULL || !squill_reference_keys_keeps (self->keys, hash))
        continue;
      self->compared += next - i;
      slot = squill_reference_keys_find (self->keys, hash);
      if (slot < 0)
        continue;
      self->hits += next - i;
      self->keys->counts[slot]++;
    }
  g_array_set_size (self->in_document, 0);
  self->holders_min = self->documents == 0 ? different : MIN (self->holders_min, different);
  self->holders_max = MAX (self->holders_max, different);
  self->holders_sum += different;
  self->documents++;
}

/**
 * squill_reference_count_new:
 * @reference: a reference
 * @keep_values: whether examples may be given
 * @max_bytes: take no more memory than this for keys
 *
 * Returns: (transfer full): a count of what is not known of the reference yet
 */
SquillReferenceCount *
squill_reference_count_new (SquillReference *reference, gboolean keep_values, gsize max_bytes)
{
  SquillReferenceCount *self = g_new0 (SquillReferenceCount, 1);
  const SquillPath *to = reference->to_path;

  self->reference = reference;
  self->keep_values = keep_values;
  self->source_sample = sample_of (reference->from_path, reference->from_keys);
  self->target_sample = sample_of (to, reference->to_keys);
  self->copies = squill_copies_find_candidates (reference);
  self->pending = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->in_document = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->slot = self->last_slot = -1;
  if (reference->when_path != NULL)
    self->when_hash = squill_text_hash (reference->when_value, strlen (reference->when_value));
  self->needs_keys = !reference->exact || reference->is_list || self->copies->len > 0 ||
                     reference->prefix != NULL || reference->when_path != NULL;
  if (self->needs_keys)
    self->keys = squill_reference_keys_new (
        reference->to_keys ? to->map->distinct_count : to->distinct, self->copies->len, max_bytes);
  for (guint i = 0; i < SQUILL_COPIES_MAX; i++)
    self->columns[i] = (SquillCopyColumn){ self, i };
  return self;
}

/**
 * squill_reference_count_free:
 * @self: (nullable): a count
 *
 * Frees it.
 */
void
squill_reference_count_free (SquillReferenceCount *self)
{
  if (self == NULL)
    return;
  squill_reference_keys_free (self->keys);
  g_array_unref (self->copies);
  g_array_unref (self->pending);
  g_array_unref (self->in_document);
  g_free (self);
}

/**
 * squill_reference_count_get_bytes:
 * @self: a count
 *
 * Returns: the memory its keys take
 */
gsize
squill_reference_count_get_bytes (const SquillReferenceCount *self)
{
  return self->keys != NULL ? squill_reference_keys_get_bytes (self->keys) : 0;
}

/**
 * squill_reference_count_wants_target:
 * @self: a count
 *
 * Returns: whether the collection that is referred to is to be read
 */
gboolean
squill_reference_count_wants_target (const SquillReferenceCount *self)
{
  return self->needs_keys || wants_example (self, NULL, self->reference->orphans) ||
         wants_example (self, NULL, self->reference->duplicates);
}

/**
 * squill_reference_count_wants_source:
 * @self: a count
 *
 * Returns: whether the collection that refers is to be read
 */
gboolean
squill_reference_count_wants_source (const SquillReferenceCount *self)
{
  return (self->needs_keys && self->target_read) ||
         wants_example (self, NULL, self->reference->dangling);
}

/**
 * squill_reference_count_watch_target:
 * @self: a count
 * @reader: reads the collection that is referred to
 *
 * Asks for the keys and for what may be copied.
 */
void
squill_reference_count_watch_target (SquillReferenceCount *self, SquillReferenceReader *reader)
{
  const SquillReference *reference = self->reference;
  const SquillPath *object = reference->to_keys ? reference->to_path->values
                                                : squill_reference_object_of (reference->to_path);

  squill_reference_reader_watch_values (reader, reference->to_path, reference->to_keys, on_key,
                                        self);
  for (guint i = 0; i < self->copies->len; i++)
    squill_reference_reader_watch_values (reader,
                                          g_array_index (self->copies, SquillCopyCount, i).to,
                                          FALSE, on_copied, &self->columns[i]);
  if (object != NULL)
    squill_reference_reader_watch_end (reader, object, on_key_end, self);
}

/**
 * squill_reference_count_watch_source:
 * @self: a count
 * @reader: reads the collection that refers
 *
 * Asks for the references and what stands beside them.
 */
void
squill_reference_count_watch_source (SquillReferenceCount *self, SquillReferenceReader *reader)
{
  const SquillReference *reference = self->reference;
  const SquillPath *object = reference->from_keys
                                 ? reference->from_path
                                 : squill_reference_object_of (reference->from_path);

  squill_reference_reader_watch_values (reader, reference->from_path, reference->from_keys,
                                        on_value, self);
  if (reference->when_path != NULL)
    squill_reference_reader_watch_values (reader, reference->when_path, FALSE, on_when, self);
  for (guint i = 0; i < self->copies->len; i++)
    squill_reference_reader_watch_values (reader,
                                          g_array_index (self->copies, SquillCopyCount, i).from,
                                          FALSE, on_beside, &self->columns[i]);
  squill_reference_reader_watch_end (reader, object, on_holder_end, self);
  squill_reference_reader_watch_end (reader, reference->from->root, on_document_end, self);
}

static void
finish_keys (SquillReferenceCount *self)
{
  SquillReference *reference = self->reference;
  const double scale = ldexp (1, (int)self->keys->level);
  guint64 used = 0, fewest = G_MAXUINT64, most = 0, sum = 0;

  for (guint i = 0; i < self->keys->n_slots; i++)
    if (self->keys->hashes[i] != 0)
      {
        guint64 count = self->keys->counts[i];

        used += count > 0;
        fewest = MIN (fewest, count);
        most = MAX (most, count);
        sum += count;
      }
  reference->exact = self->keys->level == 0;
  reference->references = self->references;
  if (self->compared > 0)
    reference->inclusion = (double)self->hits / (double)self->compared;
  reference->dangling = reference->exact
                            ? self->references - self->hits
                            : (guint64)((1 - reference->inclusion) * (double)self->references);
  reference->orphans = (guint64)((double)(self->keys->n_keys - used) * scale);
  if (self->keys->n_keys > 0)
    {
      reference->coverage = (double)used / (double)self->keys->n_keys;
      reference->per_key_min = fewest;
      reference->per_key_max = most;
      reference->per_key_mean = (double)sum / (double)self->keys->n_keys;
    }
}

/**
 * squill_reference_count_finish:
 * @self: a count, when all was read
 *
 * Writes what was counted into the reference. What could not be read again stays as it was.
 */
void
squill_reference_count_finish (SquillReferenceCount *self)
{
  SquillReference *reference = self->reference;

  if (!self->source_read || !self->target_read || !self->needs_keys || self->documents == 0)
    return;
  finish_keys (self);
  reference->counted = TRUE;
  reference->per_holder_min = self->holders_min;
  reference->per_holder_max = self->holders_max;
  reference->per_holder_mean = (double)self->holders_sum / (double)self->documents;
  squill_copies_judge (self->copies, reference, reference->exact);
}
