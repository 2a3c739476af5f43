/* SPDX-License-Identifier: Apache-2.0 */

/* Counts what samples of values do not tell: which keys each document refers to, which values lead
 * nowhere, which fields are copies. For that the collections at both ends are read once more: first
 * all that are referred to, then all that refer. When their keys do not fit into memory together it
 * is done in several turns, and where not even those of one fit, with a sample of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/reference/squill-reference-private.h"

#include "bson/squill-bson-json.h"

#include <math.h>

/* Where fewer of the values in an array lead where the single ones do, those lead elsewhere. */
#define OTHER_FORM_SHARE 0.5
/* More references of one object are not counted. */
#define MAX_IN_DOCUMENT ((guint)1 << 20)
/* Further keys of one object are not compared with what refers within it. */
#define MAX_OWN_KEYS ((guint)256)
/* Longer values are no examples. */
#define MAX_TEXT_EXAMPLE ((gsize)256)
/* The keys of all references of one turn take no more than this, and those of one no more than
 * that. */
#define TURN_BYTES ((gsize)48 * 1024 * 1024)
#define TABLE_BYTES ((gsize)24 * 1024 * 1024)

typedef struct _Count Count;

/**
 * CopyColumn:
 * @count: the reference's
 * @index: which of the fields that may be copied
 *
 * One field that may be copied.
 */
typedef struct
{
  Count *count;
  guint index;
} CopyColumn;

/**
 * Count:
 * @reference: what is counted for
 * @keep_values: examples may be given
 * @needs_keys: the keys are to be gathered
 * @keys: (nullable): the keys of the target
 * @target_sample: the keys as the profile knows them
 * @source_sample: the values as the profile knows them
 * @copies: (element-type SquillCopyCount): what may be copied
 * @target_read: the target was read again, all of it
 * @source_read: so was the source
 * @slot: of the key of the document that is being read; -1: none
 * @row: what of it may be copied
 * @beside: what stands beside the reference that is being read
 * @pending: values of the object that is being read
 * @in_document: references of the document that is being read
 * @holders: objects with any reference
 * @fewest_in_holder: the fewest references of one of them
 * @most_in_holder: the most
 * @other_form: (nullable): single values that stand instead of an array, or the elements of arrays
 * instead of single values, which are counted with it
 * @own_object: (nullable): the objects that both are in, where the references are within what has
 * the key, which they may repeat, or the keys are within what has the references
 * @own_keys: of what is being read
 * @own: references in what is being read
 * @when_hash: the value beside it that says that a reference is this one; 0: there is none
 * @is_meant: it is this one
 * @last_slot: the key that the reference before led to; -1: none
 * @scope: the number of the object that is being read, where references lead to keys of the same
 * @scopes: how many of these have any
 * @is_scope_used: this one has
 * @duplicates: keys that came before in the same
 * @compared_by_chance: references that were compared with the keys of the object before
 * @hits_by_chance: how many were keys there as well
 *
 * What is counted for a reference while the collections at its ends are read again.
 */
struct _Count
{
  SquillReference *reference;
  gboolean keep_values;
  gboolean needs_keys;
  SquillReferenceKeys *keys;
  const SquillHashSample *target_sample;
  const SquillHashSample *source_sample;
  GArray *copies;
  CopyColumn columns[SQUILL_COPIES_MAX];
  gboolean target_read;
  gboolean source_read;

  int slot;
  guint64 row[SQUILL_COPIES_MAX];
  guint64 beside[SQUILL_COPIES_MAX];
  GArray *pending;
  guint64 in_document;
  guint64 holders;
  guint64 fewest_in_holder;
  guint64 most_in_holder;
  const SquillPath *other_form;
  const SquillPath *own_object;
  GArray *own_keys;
  GArray *own;
  guint64 own_references;
  guint64 own_equal;
  guint64 when_hash;
  gboolean is_meant;
  int last_slot;

  guint64 scope;
  guint64 scopes;
  gboolean is_scope_used;
  guint64 duplicates;
  guint64 compared_by_chance;
  guint64 hits_by_chance;

  guint64 documents;
  guint64 references;
  guint64 compared;
  guint64 hits;
  guint64 holders_min;
  guint64 holders_max;
  guint64 holders_sum;
};

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
  json_auto_t *value = NULL;
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
      return;
  }
  json_array_append (*examples, value);
}

static gboolean
wants_example (const Count *self, json_t *examples, guint64 there_are)
{
  return self->keep_values && there_are > 0 &&
         json_array_size (examples) < SQUILL_REFERENCE_MAX_EXAMPLES;
}

static guint64
hash_value (const SquillBsonElement *element, const char *text, gsize length)
{
  guint64 hash = element != NULL ? squill_value_hash (element) : squill_text_hash (text, length);

  return hash == _squill_reference_empty_hash () ? 0 : hash;
}

static guint64
hash_of_scope (guint64 hash, guint64 scope)
{
  const guint64 parts[] = { hash, scope };

  return squill_text_hash ((const char *)parts, sizeof parts);
}

/* A key is that of the object that it is in, where only these are referred to: both readings meet
 * the objects in the same order. */
static guint64
hash_in_scope (const Count *self, guint64 hash)
{
  return self->reference->scope != NULL && hash != 0 ? hash_of_scope (hash, self->scope) : hash;
}

static void
on_scope_end (gpointer user_data)
{
  Count *self = user_data;

  self->scope++;
  self->scopes += self->is_scope_used;
  self->is_scope_used = FALSE;
}

/* Whether a value would be a key in the object before its own as well. */
static void
count_chance (Count *self, guint64 hash)
{
  self->is_scope_used = TRUE;
  if (self->scope == 0)
    return;
  hash = hash_of_scope (hash, self->scope - 1);
  if (!_squill_reference_keys_would_keep (self->keys, hash))
    return;
  self->compared_by_chance++;
  self->hits_by_chance += _squill_reference_keys_find (self->keys, hash) >= 0;
}

static void
on_key (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Count *self = user_data;
  SquillReference *reference = self->reference;
  guint64 hash = hash_value (element, text, length);

  self->slot = -1;
  if (hash == 0)
    return;
  if (self->needs_keys && reference->scope != NULL)
    self->duplicates += _squill_reference_keys_find (self->keys, hash_in_scope (self, hash)) >= 0;
  if (self->needs_keys)
    self->slot = _squill_reference_keys_add (self->keys, hash_in_scope (self, hash));
  if (wants_example (self, reference->orphan_values, reference->orphans) &&
      reference->prefix == NULL && reference->separator == 0 && reference->when_path == NULL &&
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
  CopyColumn *column = user_data;

  column->count->row[column->index] = squill_value_hash (element);
}

static void
on_key_end (gpointer user_data)
{
  Count *self = user_data;

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
  /* A path may end in a slash. */
  if (*length > 1 && (*text)[*length - 1] == '/')
    (*length)--;
  return TRUE;
}

static gboolean
leads_somewhere (const Count *self, guint64 hash)
{
  if (self->needs_keys && self->target_read)
    return !_squill_reference_keys_would_keep (self->keys, hash) ||
           _squill_reference_keys_find (self->keys, hash) >= 0;
  return !sample_knows (self->target_sample, hash) ||
         squill_hash_sample_lookup (self->target_sample, hash) > 0;
}

/* Whether it only says that there is none; of a key that was not kept nobody knows. */
static gboolean
is_no_reference (const Count *self, guint64 hash)
{
  if (!_squill_reference_is_missing (hash))
    return FALSE;
  if (self->needs_keys && self->target_read)
    return _squill_reference_keys_find (self->keys, hash) < 0;
  return squill_hash_sample_lookup (self->target_sample, hash) == 0;
}

static void
add_value (
    Count *self, guint64 hash, const SquillBsonElement *element, const char *text, gsize length)
{
  SquillReference *reference = self->reference;

  if (hash == 0 || self->pending->len >= MAX_IN_DOCUMENT || is_no_reference (self, hash))
    return;
  if (reference->scope != NULL && self->needs_keys && self->target_read)
    count_chance (self, hash);
  hash = hash_in_scope (self, hash);
  g_array_append_val (self->pending, hash);
  /* What stands beside a value, and says whether it is meant, may come after it. */
  if (self->own_object != NULL && self->when_hash == 0 && self->own->len < MAX_IN_DOCUMENT)
    g_array_append_val (self->own, hash);
  if ((self->when_hash == 0 || self->is_meant) && self->keep_values &&
      (reference->dangling_values == NULL ||
       json_array_size (reference->dangling_values) < SQUILL_REFERENCE_MAX_EXAMPLES) &&
      !leads_somewhere (self, hash))
    add_example (&reference->dangling_values, element, text, length);
}

/* Each of the keys in a text. */
static void
add_parts (Count *self, const SquillBsonElement *element)
{
  const char *text = (const char *)element->value + 4, *part;
  gsize length = element->value_length - 5, part_length;

  while ((part = _squill_reference_split (&text, &length, self->reference->separator,
                                          &part_length)) != NULL)
    add_value (self, hash_value (NULL, part, part_length), NULL, part, part_length);
}

static void
on_value (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Count *self = user_data;
  SquillReference *reference = self->reference;
  guint64 hash;

  if (reference->separator != 0 && element != NULL && element->type == SQUILL_BSON_STRING)
    {
      add_parts (self, element);
      return;
    }
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
  add_value (self, hash, element, text, length);
}

static void
on_own_key (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Count *self = user_data;
  const guint64 hash = hash_in_scope (self, hash_value (element, text, length));

  if (hash != 0 && self->own_keys->len < MAX_OWN_KEYS)
    g_array_append_val (self->own_keys, hash);
}

static gboolean
is_own_key (const Count *self, guint64 hash)
{
  for (guint i = 0; i < self->own_keys->len; i++)
    if (g_array_index (self->own_keys, guint64, i) == hash)
      return TRUE;
  return FALSE;
}

/* What has the key and the references ends here. */
static void
on_own_end (gpointer user_data)
{
  Count *self = user_data;

  for (guint i = 0; self->own_keys->len > 0 && i < self->own->len; i++)
    {
      self->own_references++;
      self->own_equal += is_own_key (self, g_array_index (self->own, guint64, i));
    }
  g_array_set_size (self->own, 0);
  g_array_set_size (self->own_keys, 0);
}

/* The value of a map may be a list, of which no end is told: it ends where the next key comes. */
static void
on_own_map_key (const SquillBsonElement *element,
                const char *text,
                gsize length,
                gpointer user_data)
{
  on_own_end (user_data);
  on_own_key (element, text, length, user_data);
}

static void
on_when (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  Count *self = user_data;

  self->is_meant = squill_value_hash (element) == self->when_hash;
}

static void
on_beside (const SquillBsonElement *element, const char *text, gsize length, gpointer user_data)
{
  CopyColumn *column = user_data;

  column->count->beside[column->index] = squill_value_hash (element);
}

static void
compare_copies (Count *self)
{
  const guint n = self->copies->len;
  int slot = -1;

  if (self->pending->len == 1)
    slot = _squill_reference_keys_find (self->keys, g_array_index (self->pending, guint64, 0));
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

static int
compare_hashes (gconstpointer a, gconstpointer b)
{
  const guint64 first = *(const guint64 *)a, second = *(const guint64 *)b;

  return first < second ? -1 : first > second;
}

/* Counts what one object refers to: a document, or an element of an array of objects, each of which
 * is one. The same key twice in a list of it is one reference. */
static void
count_holder (Count *self)
{
  guint64 different = 0;

  if (self->pending->len > 1)
    g_array_sort (self->pending, compare_hashes);
  for (guint i = 0, next; i < self->pending->len; i = next)
    {
      guint64 hash = g_array_index (self->pending, guint64, i);
      int slot;

      for (next = i + 1; next < self->pending->len; next++)
        if (g_array_index (self->pending, guint64, next) != hash)
          break;
      different++;
      self->references += next - i;
      if (self->keys == NULL || !_squill_reference_keys_would_keep (self->keys, hash))
        continue;
      self->compared += next - i;
      slot = _squill_reference_keys_find (self->keys, hash);
      if (slot < 0)
        continue;
      self->hits += next - i;
      self->keys->counts[slot]++;
    }
  self->in_document += different;
  if (different > 0)
    {
      self->fewest_in_holder =
          self->holders == 0 ? different : MIN (self->fewest_in_holder, different);
      self->most_in_holder = MAX (self->most_in_holder, different);
      self->holders++;
    }
}

static void
on_holder_end (gpointer user_data)
{
  Count *self = user_data;

  if (self->when_hash == 0 || self->is_meant)
    {
      if (self->copies->len > 0)
        compare_copies (self);
      count_holder (self);
      if (self->own_object != NULL && self->when_hash != 0 && self->pending->len > 0 &&
          self->own->len < MAX_IN_DOCUMENT)
        g_array_append_vals (self->own, self->pending->data, self->pending->len);
    }
  g_array_set_size (self->pending, 0);
  self->is_meant = FALSE;
  for (guint i = 0; i < self->copies->len; i++)
    self->beside[i] = 0;
}

static void
on_document_end (gpointer user_data)
{
  Count *self = user_data;

  self->holders_min =
      self->documents == 0 ? self->in_document : MIN (self->holders_min, self->in_document);
  self->holders_max = MAX (self->holders_max, self->in_document);
  self->holders_sum += self->in_document;
  self->in_document = 0;
  self->documents++;
}

/* Whether the values of the other form lead where the reference does: a word may be the key of one
 * thing, and a list beside it have keys of another. Of what has a prefix the samples know nothing.
 */
static gboolean
leads_there (const SquillReference *reference, const SquillPath *other)
{
  double inclusion;

  if (reference->prefix != NULL || reference->separator != 0)
    return TRUE;
  inclusion = _squill_reference_get_inclusion (
      _squill_reference_get_sample (other, FALSE),
      _squill_reference_get_sample (reference->to_path, reference->to_keys), NULL);
  return isnan (inclusion) || inclusion >= OTHER_FORM_SHARE;
}

/* Where single values stand instead of an array of them, or the other way round, both are
 * references of one field, which the model draws once: as far as they are of one type and lead to
 * the same. */
static const SquillPath *
find_other_form (const SquillReference *reference)
{
  const guint nothing =
      (guint)(SQUILL_TYPE_ARRAY | SQUILL_TYPE_OBJECT | SQUILL_TYPE_NULL | SQUILL_TYPE_UNDEFINED);
  const SquillPath *path = reference->from_path;
  const SquillPath *other = path->kind == SQUILL_PATH_ELEMENTS ? path->parent : path->elements;

  if (reference->from_keys || other == NULL || other->scalars.count == 0 ||
      (path->kind != SQUILL_PATH_FIELD && other->kind != SQUILL_PATH_FIELD) ||
      ((guint)squill_path_get_types (path) & (guint)squill_path_get_types (other) & ~nothing) == 0)
    return NULL;
  return leads_there (reference, other) ? other : NULL;
}

static guint64
count_entries (const SquillPath *map)
{
  guint64 entries = 0;

  for (guint i = 0; i < SQUILL_N_KEY_PATTERNS; i++)
    entries += map->map->patterns[i];
  return entries;
}

/* How many keys there may be: in several objects the same may mean several. */
static guint64
count_expected_keys (const SquillReference *reference)
{
  const SquillPath *to = reference->to_path;

  if (reference->to_keys)
    return reference->scope != NULL ? count_entries (to) : to->map->distinct_count;
  return reference->scope != NULL ? to->scalars.count : to->scalars.distinct;
}

/* A count of what is not known of the reference yet. */
static Count *
count_new (SquillReference *reference, gboolean keep_values, gsize max_bytes)
{
  Count *self = g_new0 (Count, 1);
  const SquillPath *to = reference->to_path;

  self->reference = reference;
  self->keep_values = keep_values;
  self->source_sample = _squill_reference_get_sample (reference->from_path, reference->from_keys);
  self->target_sample = _squill_reference_get_sample (to, reference->to_keys);
  self->copies = _squill_copies_find_candidates (reference);
  self->pending = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->own_keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->own = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->other_form = find_other_form (reference);
  self->own_object = _squill_reference_find_own_object (reference);
  self->slot = self->last_slot = -1;
  if (reference->when_path != NULL)
    self->when_hash = squill_text_hash (reference->when_value, strlen (reference->when_value));
  self->needs_keys = !reference->exact || reference->is_list || self->copies->len > 0 ||
                     self->own_object != NULL || reference->prefix != NULL ||
                     reference->separator != 0 || reference->when_path != NULL ||
                     self->other_form != NULL;
  if (self->needs_keys)
    self->keys =
        _squill_reference_keys_new (count_expected_keys (reference), self->copies->len, max_bytes);
  for (guint i = 0; i < SQUILL_COPIES_MAX; i++)
    self->columns[i] = (CopyColumn){ self, i };
  return self;
}

static void
count_free (Count *self)
{
  if (self == NULL)
    return;
  _squill_reference_keys_free (self->keys);
  g_array_unref (self->copies);
  g_array_unref (self->pending);
  g_array_unref (self->own_keys);
  g_array_unref (self->own);
  g_free (self);
}

/* The memory its keys take. */
static gsize
count_get_bytes (const Count *self)
{
  return self->keys != NULL ? _squill_reference_keys_get_bytes (self->keys) : 0;
}

/* Whether the collection that is referred to is to be read. */
static gboolean
wants_target (const Count *self)
{
  return self->needs_keys || wants_example (self, NULL, self->reference->orphans) ||
         wants_example (self, NULL, self->reference->duplicates);
}

/* Whether the collection that refers is to be read. */
static gboolean
wants_source (const Count *self)
{
  return (self->needs_keys && self->target_read) ||
         wants_example (self, NULL, self->reference->dangling);
}

/* Asks for the keys and for what may be copied. */
static void
watch_target (Count *self, SquillReferenceReader *reader)
{
  const SquillReference *reference = self->reference;
  const SquillPath *object = reference->to_keys ? reference->to_path->values
                                                : _squill_reference_object_of (reference->to_path);

  _squill_reference_reader_watch_values (reader, reference->to_path, reference->to_keys, on_key,
                                         self);
  for (guint i = 0; i < self->copies->len; i++)
    _squill_reference_reader_watch_values (reader,
                                           g_array_index (self->copies, SquillCopyCount, i).to,
                                           FALSE, on_copied, &self->columns[i]);
  if (object != NULL)
    _squill_reference_reader_watch_end (reader, object, on_key_end, self);
  if (reference->scope != NULL)
    {
      self->scope = 0;
      _squill_reference_reader_watch_end (reader, reference->scope, on_scope_end, self);
    }
}

/* The objects whose references are counted together. Values of a document that is one map, and
 * lists in it, are in no field of an object. */
static const SquillPath *
find_holder (const SquillReference *reference)
{
  const SquillPath *object = reference->from_keys
                                 ? reference->from_path
                                 : _squill_reference_object_of (reference->from_path);

  return object == reference->from_path && !reference->from_keys ? reference->from->root : object;
}

/* Asks for the references and what stands beside them. */
static void
watch_source (Count *self, SquillReferenceReader *reader)
{
  const SquillReference *reference = self->reference;
  const SquillPath *object = find_holder (reference);

  _squill_reference_reader_watch_values (reader, reference->from_path, reference->from_keys,
                                         on_value, self);
  if (self->other_form != NULL)
    _squill_reference_reader_watch_values (reader, self->other_form, FALSE, on_value, self);
  if (reference->when_path != NULL)
    _squill_reference_reader_watch_values (reader, reference->when_path, FALSE, on_when, self);
  for (guint i = 0; i < self->copies->len; i++)
    _squill_reference_reader_watch_values (reader,
                                           g_array_index (self->copies, SquillCopyCount, i).from,
                                           FALSE, on_beside, &self->columns[i]);
  _squill_reference_reader_watch_end (reader, object, on_holder_end, self);
  if (reference->scope != NULL)
    {
      self->scope = 0;
      _squill_reference_reader_watch_end (reader, reference->scope, on_scope_end, self);
    }
  if (self->own_object != NULL)
    {
      _squill_reference_reader_watch_values (reader, reference->to_path, reference->to_keys,
                                             reference->to_keys ? on_own_map_key : on_own_key,
                                             self);
      _squill_reference_reader_watch_end (reader, self->own_object, on_own_end, self);
    }
  _squill_reference_reader_watch_end (reader, reference->from->root, on_document_end, self);
}

/* The documents, elements or values of maps that may have the reference. */
static guint64
count_scopes (const SquillReference *reference)
{
  const SquillPath *path = find_holder (reference);

  while (path->kind == SQUILL_PATH_FIELD)
    path = path->parent;
  return squill_path_get_objects (path);
}

static void
finish_keys (Count *self)
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

/* How many references one document, element or value of a map has. */
static void
finish_holders (Count *self)
{
  SquillReference *reference = self->reference;
  const guint64 objects = count_scopes (reference);

  reference->per_holder_min = self->holders_min;
  reference->per_holder_max = self->holders_max;
  reference->per_holder_mean = (double)self->holders_sum / (double)self->documents;
  reference->per_object_min = self->holders < objects ? 0 : self->fewest_in_holder;
  reference->per_object_max = self->most_in_holder;
  reference->per_object_mean = objects > 0 ? (double)self->holders_sum / (double)objects : 0;
}

/* Writes what was counted into the reference. What could not be read again stays as it was. */
static void
count_finish (Count *self)
{
  SquillReference *reference = self->reference;

  if (!self->source_read || !self->target_read || !self->needs_keys || self->documents == 0)
    return;
  finish_keys (self);
  reference->counted = TRUE;
  finish_holders (self);
  if (reference->scope != NULL && !reference->to_keys)
    {
      reference->duplicates = self->duplicates;
      _squill_reference_judge_scope (reference, self->scopes,
                                     self->compared_by_chance > 0
                                         ? (double)self->hits_by_chance /
                                               (double)self->compared_by_chance
                                         : 1);
    }
  if (self->own_references > 0)
    reference->own_share = (double)self->own_equal / (double)self->own_references;
  _squill_copies_judge (self->copies, reference, reference->exact);
}

static gboolean
read_collections (GPtrArray *counts,
                  gboolean targets,
                  const SquillReferenceOptions *options,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (GHashTable) readers =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)_squill_reference_reader_free);
  GHashTableIter iter;
  gpointer collection, reader;

  for (guint i = 0; i < counts->len; i++)
    {
      Count *count = g_ptr_array_index (counts, i);
      const SquillCollectionProfile *of = targets ? count->reference->to : count->reference->from;

      if (targets ? !wants_target (count) : !wants_source (count))
        continue;
      reader = g_hash_table_lookup (readers, of);
      if (reader == NULL)
        {
          reader = _squill_reference_reader_new (of);
          g_hash_table_insert (readers, (gpointer)of, reader);
        }
      if (targets)
        watch_target (count, reader);
      else
        watch_source (count, reader);
    }
  g_hash_table_iter_init (&iter, readers);
  while (g_hash_table_iter_next (&iter, &collection, &reader))
    {
      gboolean complete;

      if (!_squill_reference_reader_run (reader, options, 0, &complete, cancellable, error))
        return FALSE;
      for (guint i = 0; i < counts->len; i++)
        {
          Count *count = g_ptr_array_index (counts, i);

          if (targets && count->reference->to == collection)
            count->target_read = complete && wants_target (count);
          else if (!targets && count->reference->from == collection)
            count->source_read = complete && wants_source (count);
        }
    }
  return TRUE;
}

static gboolean
take_turn (GPtrArray *counts,
           const SquillReferenceOptions *options,
           GCancellable *cancellable,
           GError **error)
{
  if (!read_collections (counts, TRUE, options, cancellable, error) ||
      !read_collections (counts, FALSE, options, cancellable, error))
    return FALSE;
  for (guint i = 0; i < counts->len; i++)
    count_finish (g_ptr_array_index (counts, i));
  g_ptr_array_set_size (counts, 0);
  return TRUE;
}

/**
 * _squill_reference_estimate_holders:
 * @reference: a reference
 *
 * Says how many references a document has as far as the profile tells, without reading: exactly,
 * but for keys that stand twice in the same document, where there is at most one list on the way.
 */
void
_squill_reference_estimate_holders (SquillReference *reference)
{
  const guint64 documents = MAX (reference->from->document_bytes.count, 1);
  double min = 1, max = 1;

  reference->is_list = reference->from_keys;
  if (reference->from_keys && reference->from_path->entries != NULL)
    {
      min = (double)reference->from_path->entries->min;
      max = (double)reference->from_path->entries->max;
    }
  for (const SquillPath *path = reference->from_path; path->parent != NULL; path = path->parent)
    {
      const SquillDistribution *distribution =
          path->kind == SQUILL_PATH_ELEMENTS ? path->parent->lengths
          : path->kind == SQUILL_PATH_VALUES ? path->parent->entries
                                             : NULL;

      if (path->kind != SQUILL_PATH_FIELD)
        {
          reference->is_list = TRUE;
          min *= distribution != NULL ? (double)distribution->min : 0;
          max *= distribution != NULL ? (double)distribution->max : 1;
        }
      else if (squill_path_get_of (path) > path->present ||
               (path == reference->from_path && path->scalars.count < path->present) ||
               (path->lengths != NULL && squill_path_get_arrays (path) < path->present))
        {
          min = 0;
        }
    }
  /* "" and the like are none. */
  if (reference->references < reference->from_path->scalars.count)
    min = 0;
  reference->per_holder_min = (guint64)MIN (min, 1e18);
  reference->per_holder_max = (guint64)MIN (max, 1e18);
  reference->per_holder_mean = (double)reference->references / (double)documents;
  if (reference->from_path->kind == SQUILL_PATH_FIELD && !reference->from_keys)
    {
      const guint64 objects = count_scopes (reference);

      reference->per_object_min = reference->references >= objects;
      reference->per_object_max = 1;
      reference->per_object_mean =
          objects > 0 ? MIN (1, (double)reference->references / (double)objects) : 0;
    }
}

/**
 * _squill_references_measure:
 * @references: (element-type SquillReference): references that are worth it
 * @options: how to read again
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Counts what the samples of the profiles leave open, as far as the collections can be read again.
 *
 * Returns: %FALSE with @error set when cancelled, or where going on makes no sense
 */
gboolean
_squill_references_measure (GPtrArray *references,
                            const SquillReferenceOptions *options,
                            GCancellable *cancellable,
                            GError **error)
{
  g_autoptr (GPtrArray) counts = g_ptr_array_new_with_free_func ((GDestroyNotify)count_free);
  gsize bytes = 0;

  if (options->reopen == NULL)
    return TRUE;
  for (guint i = 0; i < references->len; i++)
    {
      SquillReference *reference = g_ptr_array_index (references, i);
      Count *count = count_new (reference, options->keep_values, TABLE_BYTES);
      gsize needed = count_get_bytes (count);

      if (counts->len > 0 && bytes + needed > TURN_BYTES)
        {
          if (!take_turn (counts, options, cancellable, error))
            {
              count_free (count);
              return FALSE;
            }
          bytes = 0;
        }
      bytes += needed;
      g_ptr_array_add (counts, count);
    }
  return take_turn (counts, options, cancellable, error);
}
