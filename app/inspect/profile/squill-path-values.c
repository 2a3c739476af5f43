/* SPDX-License-Identifier: Apache-2.0 */

/* The values that are kept of a path. While they are few all are, with their counts; when they are
 * more, a sample of their hashes and a few examples. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

/* What the table holds goes where there is room for it. */
static void
overflow (SquillPath *self, gboolean keep_examples)
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
        squill_value_sample_add (&self->examples, value->type, value->bytes, value->length,
                                 value->hash);
    }
  squill_value_table_overflow (&self->table);
}

/**
 * squill_path_count_bytes:
 * @budget: a budget
 * @self: a path, some of which grew or shrank
 *
 * Tells the budget what the path takes now.
 */
void
squill_path_count_bytes (SquillPathBudget *budget, SquillPath *self)
{
  gsize sample_bytes = 0, value_bytes;

  if (self->sample != NULL)
    sample_bytes += squill_hash_sample_get_bytes (self->sample);
  value_bytes =
      squill_value_table_get_bytes (&self->table) + squill_value_sample_get_bytes (&self->examples);
  if (self->map != NULL)
    {
      sample_bytes += squill_map_keys_get_sample_bytes (self->map);
      value_bytes += squill_map_keys_get_bytes (self->map);
    }
  budget->sample_bytes += sample_bytes - self->counted_sample_bytes;
  budget->value_bytes += value_bytes - self->counted_value_bytes;
  self->counted_sample_bytes = sample_bytes;
  self->counted_value_bytes = value_bytes;
}

/**
 * squill_path_add_value:
 * @budget: counts what it takes
 * @self: a path
 * @element: a value that is no object, array, null or undefined
 * @hash: squill_value_hash() of it
 *
 * Adds a value.
 */
void
squill_path_add_value (SquillPathBudget *budget,
                       SquillPath *self,
                       const SquillBsonElement *element,
                       guint64 hash)
{
  gboolean grew = FALSE;

  self->scalars++;
  if (!self->table.overflowed)
    {
      guint n_values = self->table.n_values;

      if ((n_values > 0 ||
           (budget->keep_values && budget->value_bytes < SQUILL_PATH_MAX_VALUE_BYTES)) &&
          squill_value_table_add (&self->table, element->type, element->value,
                                  element->value_length, hash, 1))
        {
          if (self->table.n_values != n_values)
            squill_path_count_bytes (budget, self);
          return;
        }
      overflow (self, budget->keep_values);
      grew = TRUE;
    }

  grew |= squill_hash_sample_add (self->sample, hash, 1);
  if (squill_value_sample_wants (&self->examples, hash) && budget->keep_values)
    {
      squill_value_sample_add (&self->examples, element->type, element->value,
                               element->value_length, hash);
      grew = TRUE;
    }
  if (grew)
    squill_path_count_bytes (budget, self);
}

/**
 * squill_path_merge_values:
 * @self: a path
 * @other: another, left as it is
 *
 * Adds the values of @other.
 */
void
squill_path_merge_values (SquillPath *self, const SquillPath *other)
{
  const SquillValueTable *table = &other->table;
  const guint64 distinct = MAX (self->distinct, other->distinct);

  self->scalars += other->scalars;
  for (guint i = 0; i < table->n_values; i++)
    {
      const SquillValue *value = &table->values[i];

      if (!self->table.overflowed &&
          squill_value_table_add (&self->table, value->type, value->bytes, value->length,
                                  value->hash, value->count))
        continue;
      overflow (self, TRUE);
      squill_hash_sample_add (self->sample, value->hash, value->count);
      squill_value_sample_add (&self->examples, value->type, value->bytes, value->length,
                               value->hash);
    }
  if (table->overflowed)
    {
      overflow (self, TRUE);
      squill_value_sample_merge (&self->examples, &other->examples);
      if (other->sample != NULL)
        squill_hash_sample_merge (self->sample, other->sample);
    }
  /* What was finished before has no sample any more; then this is what is known. */
  self->distinct = self->table.overflowed ? distinct : self->table.n_values;
  self->distinct_error = MAX (self->distinct_error, other->distinct_error);
}

/**
 * squill_path_clear_values:
 * @self: a path
 *
 * Frees all that is kept of its values.
 */
void
squill_path_clear_values (SquillPath *self)
{
  g_clear_pointer (&self->sample, squill_hash_sample_free);
  squill_value_table_clear (&self->table);
  squill_value_sample_clear (&self->examples);
}

static void
count_distinct (SquillPath *self)
{
  self->distinct_error = 0;
  if (self->table.overflowed)
    {
      squill_hash_sample_settle (self->sample);
      self->distinct =
          squill_hash_sample_count_distinct (self->sample, self->scalars, &self->distinct_error);
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
      squill_value_sample_add (&self->examples, value->type, value->bytes, value->length,
                               value->hash);
    }
}

/**
 * squill_path_finish_values:
 * @budget: counts it
 * @self: a path; for all, the document's
 *
 * All values were added: counts the different ones, and has all paths give a sample and examples,
 * also those that have few values; likewise below.
 */
void
squill_path_finish_values (SquillPathBudget *budget, SquillPath *self)
{
  count_distinct (self);
  if (self->map != NULL)
    {
      squill_map_keys_finish (self->map);
      if (!budget->keep_values)
        squill_value_sample_clear (&self->map->examples);
    }
  squill_path_count_bytes (budget, self);

  if (self->elements != NULL)
    squill_path_finish_values (budget, self->elements);
  if (self->values != NULL)
    squill_path_finish_values (budget, self->values);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_finish_values (budget, field);
  for (SquillPath *field = self->kept; field != NULL; field = field->next)
    squill_path_finish_values (budget, field);
}

/**
 * squill_path_thin:
 * @budget: counted it
 * @self: a path
 * @max_kept: how many values each sample may keep
 *
 * Thins all samples, also those below.
 */
void
squill_path_thin (SquillPathBudget *budget, SquillPath *self, guint max_kept)
{
  if (self->sample != NULL)
    squill_hash_sample_thin (self->sample, max_kept);
  if (self->map != NULL && self->map->distinct != NULL)
    squill_hash_sample_thin (self->map->distinct, max_kept);
  squill_path_count_bytes (budget, self);

  if (self->elements != NULL)
    squill_path_thin (budget, self->elements, max_kept);
  if (self->values != NULL)
    squill_path_thin (budget, self->values, max_kept);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_thin (budget, field, max_kept);
}

/**
 * squill_path_drop_samples:
 * @budget: counted it
 * @self: a path
 *
 * Lets go of all samples, also those below; how many values differed is still known.
 */
void
squill_path_drop_samples (SquillPathBudget *budget, SquillPath *self)
{
  g_clear_pointer (&self->sample, squill_hash_sample_free);
  if (self->map != NULL)
    g_clear_pointer (&self->map->distinct, squill_hash_sample_free);
  squill_path_count_bytes (budget, self);

  if (self->elements != NULL)
    squill_path_drop_samples (budget, self->elements);
  if (self->values != NULL)
    squill_path_drop_samples (budget, self->values);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    squill_path_drop_samples (budget, field);
  for (SquillPath *field = self->kept; field != NULL; field = field->next)
    squill_path_drop_samples (budget, field);
}
