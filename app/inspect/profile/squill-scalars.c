/* SPDX-License-Identifier: Apache-2.0 */

/* The values at a path that are no objects and arrays. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-scalars.h"

#include "bson/squill-bson-json.h"
#include "bson/squill-bson-walk.h"

#define FIRST_ROOM 4u

static void
drop_values (SquillValueTable *self)
{
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
  memset (self->places, 0, sizeof self->places);
}

static gboolean
is_text (guint8 type)
{
  return type == SQUILL_BSON_STRING || type == SQUILL_BSON_SYMBOL;
}

/* There are 4, 8, 16 and then all places. */
static void
grow (SquillValueTable *self)
{
  const guint n = self->n_values;

  if (n == 0)
    self->values = g_new (SquillValue, FIRST_ROOM);
  else if (n >= FIRST_ROOM && (n & (n - 1)) == 0)
    self->values = g_renew (SquillValue, self->values, MIN (n * 2, SQUILL_VALUE_TABLE_MAX));
}

static void
value_table_clear (SquillValueTable *self)
{
  drop_values (self);
  self->overflowed = FALSE;
}

static gboolean
has_texts (const SquillValueTable *self)
{
  for (guint i = 0; i < self->n_values; i++)
    if (self->values[i].length > SQUILL_VALUE_WORD_BYTES)
      return TRUE;
  return FALSE;
}

/* FALSE if the table is full: nothing is changed then, and the caller calls
   value_table_overflow () once the values are stored elsewhere. @may_grow: there is memory for more
   than a few. */
static gboolean
value_table_add (SquillValueTable *self,
                 guint8 type,
                 const guint8 *bytes,
                 gsize length,
                 guint64 hash,
                 guint64 count,
                 gboolean may_grow)
{
  guint at = (guint)hash & (SQUILL_VALUE_TABLE_PLACES - 1);
  SquillValue *value;

  for (; self->places[at] != 0; at = (at + 1) & (SQUILL_VALUE_TABLE_PLACES - 1))
    {
      value = &self->values[self->places[at] - 1];
      /* 1 and "1" may name the same key, but they are two values. */
      if (value->hash != hash || is_text (value->type) != is_text (type))
        continue;
      value->count += count;
      if (type < value->type)
        {
          g_free (value->bytes);
          value->type = type;
          value->bytes = g_memdup2 (bytes, length);
          value->length = length;
        }
      return TRUE;
    }
  if (self->n_values == SQUILL_VALUE_TABLE_MAX || length > SQUILL_VALUE_MAX_BYTES)
    return FALSE;
  if (self->n_values >= SQUILL_VALUE_TABLE_FEW &&
      (!may_grow || length > SQUILL_VALUE_WORD_BYTES ||
       (self->n_values == SQUILL_VALUE_TABLE_FEW && has_texts (self))))
    return FALSE;
  grow (self);
  value = &self->values[self->n_values++];
  value->hash = hash;
  value->count = count;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
  self->places[at] = (guint8)self->n_values;
  return TRUE;
}

/* Marks the table as overflowed and drops its values. */
static void
value_table_overflow (SquillValueTable *self)
{
  drop_values (self);
  self->overflowed = TRUE;
}

static gsize
value_table_get_bytes (const SquillValueTable *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->n_values; i++)
    bytes += sizeof (SquillValue) + self->values[i].length;
  return bytes;
}

/* Where the value belongs; @found tells that it is there already. */
static guint
find_place (const SquillValueSample *self, guint64 hash, gboolean *found)
{
  guint at = 0;

  while (at < self->n_values && self->values[at].hash < hash)
    at++;
  *found = at < self->n_values && self->values[at].hash == hash;
  return at;
}

/* Takes the bytes. Values that are equal across types are shown as the type that comes first. */
static void
take (SquillValueSample *self, SquillExample *example)
{
  gboolean found;
  guint at = find_place (self, example->hash, &found);

  if (found)
    {
      if (example->type < self->values[at].type)
        {
          g_free (self->values[at].bytes);
          self->values[at] = *example;
        }
      else
        {
          g_free (example->bytes);
        }
      return;
    }
  if (at == SQUILL_VALUE_SAMPLE_MAX)
    {
      g_free (example->bytes);
      return;
    }
  if (self->n_values == SQUILL_VALUE_SAMPLE_MAX)
    {
      self->n_values--;
      g_free (self->values[self->n_values].bytes);
    }
  else
    {
      self->values = g_renew (SquillExample, self->values, self->n_values + 1);
    }
  memmove (self->values + at + 1, self->values + at,
           (self->n_values - at) * sizeof (SquillExample));
  self->values[at] = *example;
  self->n_values++;
}

/* A string as BSON has it, cut where a character ends. */
static void
set_text (SquillExample *example, const char *text, gsize length)
{
  gsize kept = MIN (length, SQUILL_VALUE_SAMPLE_BYTES);
  guint32 raw;

  if (kept < length)
    {
      gsize end = kept;

      while (end > 0 && kept - end < 4 && ((guint8)text[end] & 0xc0) == 0x80)
        end--;
      kept = ((guint8)text[end] & 0xc0) == 0x80 ? kept : end;
    }
  raw = GUINT32_TO_LE ((guint32)kept + 1);
  example->cut = kept < length;
  example->length = kept + 5;
  example->bytes = g_malloc (example->length);
  memcpy (example->bytes, &raw, 4);
  memcpy (example->bytes + 4, text, kept);
  example->bytes[4 + kept] = '\0';
}

/**
 * squill_value_sample_clear:
 * @self: a sample
 *
 * Frees what it holds; it is empty again.
 */
void
squill_value_sample_clear (SquillValueSample *self)
{
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
}

static void
value_sample_add (
    SquillValueSample *self, guint8 type, const guint8 *bytes, gsize length, guint64 hash)
{
  SquillExample example = { .hash = hash, .type = type };
  gboolean found;
  guint at = find_place (self, hash, &found);

  /* Mostly it is there already. */
  if (at == SQUILL_VALUE_SAMPLE_MAX || (found && self->values[at].type <= type))
    return;
  if (type == SQUILL_BSON_STRING || type == SQUILL_BSON_SYMBOL || type == SQUILL_BSON_CODE)
    {
      set_text (&example, (const char *)bytes + 4, length - 5);
    }
  else if (length <= SQUILL_VALUE_SAMPLE_BYTES)
    {
      example.bytes = g_memdup2 (bytes, length);
      example.length = length;
    }
  else
    {
      return;
    }
  take (self, &example);
}

/**
 * squill_value_sample_add_text:
 * @self: a sample
 * @text: a text
 * @length: its bytes
 * @hash: squill_text_hash() of it
 *
 * Adds a text, as a string.
 */
void
squill_value_sample_add_text (SquillValueSample *self, const char *text, gsize length, guint64 hash)
{
  SquillExample example = { .hash = hash, .type = SQUILL_BSON_STRING };

  set_text (&example, text, length);
  take (self, &example);
}

/**
 * squill_value_sample_merge:
 * @self: a sample
 * @other: another
 *
 * Adds the values of @other.
 */
void
squill_value_sample_merge (SquillValueSample *self, const SquillValueSample *other)
{
  for (guint i = 0; i < other->n_values; i++)
    {
      SquillExample example = other->values[i];

      example.bytes = g_memdup2 (example.bytes, example.length);
      take (self, &example);
    }
}

static gsize
value_sample_get_bytes (const SquillValueSample *self)
{
  gsize bytes = 0;

  for (guint i = 0; i < self->n_values; i++)
    bytes += sizeof (SquillExample) + self->values[i].length;
  return bytes;
}

static gboolean
get_number (const SquillValue *value, double *number)
{
  switch (value->type)
    {
    case SQUILL_BSON_INT:
      *number = squill_bson_read_int32 (value->bytes);
      return TRUE;
    case SQUILL_BSON_LONG:
      *number = (double)squill_bson_read_int64 (value->bytes);
      return TRUE;
    case SQUILL_BSON_DOUBLE:
      *number = squill_bson_read_double (value->bytes);
      return TRUE;
    default:
      return FALSE;
    }
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const SquillValue *left = *(const SquillValue *const *)a;
  const SquillValue *right = *(const SquillValue *const *)b;
  double left_number, right_number;
  gboolean left_is_number = get_number (left, &left_number);
  gboolean right_is_number = get_number (right, &right_number);
  gsize skip, common;
  int order;

  if (left_is_number != right_is_number)
    return left_is_number ? -1 : 1;
  if (left_is_number)
    return left_number < right_number ? -1 : left_number > right_number;
  if (left->type != right->type)
    return left->type < right->type ? -1 : 1;
  /* Texts have their length before them. */
  skip = left->type == SQUILL_BSON_STRING ? 4 : 0;
  common = MIN (left->length, right->length) - skip;
  order = memcmp (left->bytes + skip, right->bytes + skip, common);
  if (order != 0)
    return order;
  return left->length < right->length ? -1 : left->length > right->length;
}

/**
 * squill_value_table_to_json:
 * @table: values
 *
 * Returns: (transfer full): an array of them, numbers before texts, each in their order: the same
 * however the documents came
 */
json_t *
squill_value_table_to_json (const SquillValueTable *table)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  json_t *json = json_array ();

  for (guint i = 0; i < table->n_values; i++)
    g_ptr_array_add (sorted, &table->values[i]);
  g_ptr_array_sort (sorted, compare_values);
  for (guint i = 0; i < sorted->len; i++)
    {
      const SquillValue *value = g_ptr_array_index (sorted, i);

      json_array_append_new (json, squill_value_to_json (value->type, value->bytes, value->length));
    }
  return json;
}

/* What the table holds moves to the sample and the examples. */
static void
overflow (SquillScalars *self, gboolean keep_examples)
{
  if (self->table.overflowed)
    return;
  if (self->sample == NULL)
    self->sample = squill_hash_sample_new ();
  for (guint i = 0; i < self->table.n_values; i++)
    {
      const SquillValue *value = &self->table.values[i];

      squill_hash_sample_add (self->sample, value->hash, value->count);
      if (keep_examples)
        value_sample_add (&self->examples, value->type, value->bytes, value->length, value->hash);
    }
  value_table_overflow (&self->table);
}

/**
 * squill_scalars_add:
 * @self: values
 * @element: a value that is no object, array, null or undefined
 * @hash: squill_value_hash() of it
 * @may_begin_table: whether there is memory left for values of one more path
 * @keep_values: whether values may be kept
 *
 * Adds a value.
 *
 * Returns: whether the memory in use may have changed
 */
gboolean
squill_scalars_add (SquillScalars *self,
                    const SquillBsonElement *element,
                    guint64 hash,
                    gboolean may_begin_table,
                    gboolean keep_values)
{
  gboolean grew = FALSE;

  self->count++;
  if (!self->table.overflowed)
    {
      guint n_values = self->table.n_values;

      if ((n_values > 0 || may_begin_table) &&
          value_table_add (&self->table, element->type, element->value, element->value_length, hash,
                           1, may_begin_table))
        return self->table.n_values != n_values;
      overflow (self, keep_values);
      grew = TRUE;
    }

  grew |= squill_hash_sample_add (self->sample, hash, 1);
  if (squill_value_sample_wants (&self->examples, hash) && keep_values)
    {
      value_sample_add (&self->examples, element->type, element->value, element->value_length,
                        hash);
      grew = TRUE;
    }
  return grew;
}

/* As long as the table has all values, finishing makes the sample of them, each time anew. */
static void
drop_finished_sample (SquillScalars *self)
{
  if (!self->table.overflowed)
    g_clear_pointer (&self->sample, squill_hash_sample_free);
}

/**
 * squill_scalars_merge:
 * @self: values
 * @other: others, left as they are
 *
 * Adds the values of @other.
 */
void
squill_scalars_merge (SquillScalars *self, const SquillScalars *other)
{
  const SquillValueTable *table = &other->table;
  const guint64 distinct = MAX (self->distinct, other->distinct);

  drop_finished_sample (self);
  self->count += other->count;
  for (guint i = 0; i < table->n_values; i++)
    {
      const SquillValue *value = &table->values[i];

      if (!self->table.overflowed &&
          value_table_add (&self->table, value->type, value->bytes, value->length, value->hash,
                           value->count, TRUE))
        continue;
      overflow (self, TRUE);
      squill_hash_sample_add (self->sample, value->hash, value->count);
      value_sample_add (&self->examples, value->type, value->bytes, value->length, value->hash);
    }
  if (table->overflowed)
    {
      overflow (self, TRUE);
      squill_value_sample_merge (&self->examples, &other->examples);
      if (other->sample != NULL)
        squill_hash_sample_merge (self->sample, other->sample);
    }
  /* A finished path has no sample any more; its count of different values is all there is. */
  self->distinct = self->table.overflowed ? distinct : self->table.n_values;
  self->distinct_error = MAX (self->distinct_error, other->distinct_error);
}

/**
 * squill_scalars_finish:
 * @self: values, all of them added
 *
 * Counts the different values. Afterwards there are a sample and examples in any case. More values
 * may be merged then, after which it is finished again.
 */
void
squill_scalars_finish (SquillScalars *self)
{
  self->distinct_error = 0;
  drop_finished_sample (self);
  if (self->table.overflowed)
    {
      squill_hash_sample_settle (self->sample);
      self->distinct =
          squill_hash_sample_count_distinct (self->sample, self->count, &self->distinct_error);
      return;
    }
  /* The sample takes 1 and "1" for the same key, the table does not. */
  self->distinct = self->table.n_values;
  if (self->table.n_values == 0)
    return;
  self->sample = squill_hash_sample_new ();
  for (guint i = 0; i < self->table.n_values; i++)
    {
      const SquillValue *value = &self->table.values[i];

      squill_hash_sample_add (self->sample, value->hash, value->count);
      value_sample_add (&self->examples, value->type, value->bytes, value->length, value->hash);
    }
}

/**
 * squill_scalars_clear:
 * @self: values
 *
 * Frees what it holds.
 */
void
squill_scalars_clear (SquillScalars *self)
{
  g_clear_pointer (&self->sample, squill_hash_sample_free);
  value_table_clear (&self->table);
  squill_value_sample_clear (&self->examples);
}

/**
 * squill_scalars_get_sample_bytes:
 * @self: values
 *
 * Returns: the memory of their sample
 */
gsize
squill_scalars_get_sample_bytes (const SquillScalars *self)
{
  return self->sample != NULL ? squill_hash_sample_get_bytes (self->sample) : 0;
}

/**
 * squill_scalars_get_value_bytes:
 * @self: values
 *
 * Returns: the memory of the values that are kept themselves
 */
gsize
squill_scalars_get_value_bytes (const SquillScalars *self)
{
  return value_table_get_bytes (&self->table) + value_sample_get_bytes (&self->examples);
}
