/* SPDX-License-Identifier: Apache-2.0 */

/* The counts that are kept of a path, and how those of two paths become one. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

static void
free_spread (SquillSpread *spread)
{
  if (spread == NULL)
    return;
  squill_spread_clear (spread);
  g_free (spread);
}

static void
merge_spread (SquillSpread **self, const SquillSpread *other)
{
  if (other == NULL)
    return;
  if (*self == NULL)
    *self = g_new0 (SquillSpread, 1);
  squill_spread_merge (*self, other);
}

static void
merge_text (SquillPathText *self, const SquillPathText *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = MAX (self->max, other->max);
  self->count += other->count;
  self->bytes += other->bytes;
  self->empty += other->empty;
}

static void
merge_numbers (SquillPathNumbers *self, const SquillPathNumbers *other)
{
  if (other->count == 0)
    return;
  self->min = self->count == 0 ? other->min : MIN (self->min, other->min);
  self->max = self->count == 0 ? other->max : MAX (self->max, other->max);
  if (other->count > other->doubles)
    {
      const gboolean none = self->count == self->doubles;

      self->whole_min = none ? other->whole_min : MIN (self->whole_min, other->whole_min);
      self->whole_max = none ? other->whole_max : MAX (self->whole_max, other->whole_max);
    }
  self->count += other->count;
  self->fractions += other->fractions;
  self->doubles += other->doubles;
}

static void
merge_dates (SquillPath *self, const SquillPath *other)
{
  if (other->dates == 0)
    return;
  self->date_min = self->dates == 0 ? other->date_min : MIN (self->date_min, other->date_min);
  self->date_max = self->dates == 0 ? other->date_max : MAX (self->date_max, other->date_max);
  self->dates += other->dates;
}

/* Of two places where a path was met first the one that came first counts. */
static void
merge_place (SquillPath *self, const SquillPath *other)
{
  if (other->first_document > self->first_document ||
      (other->first_document == self->first_document && other->first_offset >= self->first_offset))
    return;
  self->first_document = other->first_document;
  self->first_offset = other->first_offset;
  self->after = other->after;
}

/**
 * squill_path_merge_record:
 * @budget: counts @self
 * @self: a path
 * @other: another, left as it is
 *
 * Adds all that is known of @other itself but its witnesses, and nothing of what hangs below it.
 */
void
squill_path_merge_record (SquillPathBudget *budget, SquillPath *self, const SquillPath *other)
{
  merge_place (self, other);
  self->present += other->present;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    self->types[i] += other->types[i];
  if (other->subtypes != NULL)
    {
      if (self->subtypes == NULL)
        self->subtypes = g_new0 (guint64, 256);
      for (guint i = 0; i < 256; i++)
        self->subtypes[i] += other->subtypes[i];
    }
  self->bytes += other->bytes;
  self->name_bytes += other->name_bytes;
  merge_spread (&self->lengths, other->lengths);
  if (other->tuple != NULL && self->tuple == NULL)
    self->tuple = g_memdup2 (other->tuple, sizeof *other->tuple);
  else if (other->tuple != NULL)
    squill_tuple_merge (self->tuple, other->tuple);
  merge_spread (&self->entries, other->entries);
  merge_text (&self->text, &other->text);
  if (other->formats != NULL)
    {
      if (self->formats == NULL)
        self->formats = g_new0 (SquillTextFormats, 1);
      squill_text_formats_merge (self->formats, other->formats);
    }
  merge_numbers (&self->numbers, &other->numbers);
  merge_dates (self, other);
  self->equals_key += other->equals_key;
  if (other->map != NULL)
    {
      if (self->map == NULL)
        self->map = squill_map_keys_copy (other->map);
      else
        squill_map_keys_merge (self->map, other->map);
    }
  squill_path_merge_values (self, other);
  squill_path_count_bytes (budget, self);
}

/**
 * squill_path_clear_record:
 * @budget: counted @self
 * @self: a path
 *
 * Frees all that is kept of the path itself.
 */
void
squill_path_clear_record (SquillPathBudget *budget, SquillPath *self)
{
  g_clear_pointer (&self->map, squill_map_keys_free);
  g_clear_pointer (&self->lengths, free_spread);
  g_clear_pointer (&self->entries, free_spread);
  g_clear_pointer (&self->formats, g_free);
  g_clear_pointer (&self->subtypes, g_free);
  g_clear_pointer (&self->tuple, g_free);
  squill_path_clear_values (self);
  squill_path_count_bytes (budget, self);
}
