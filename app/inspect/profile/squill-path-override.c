/* SPDX-License-Identifier: Apache-2.0 */

/* A person knows better whether names are fields or data. What was read is not read again for that:
 * small maps still have the fields they were made of; of larger ones the names are known, with the
 * number of objects that have them and the types of their values, and everything else is what all
 * values together are like. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-path.h"

#include <math.h>

/* What share of all values a name has. */
typedef struct
{
  double share;
} Part;

static guint64
part_of (const Part *part, guint64 count)
{
  return (guint64)floor (part->share * (double)count + 0.5);
}

/* Keeps the whole of its parts: what is everywhere stays so, and nothing else becomes so. */
static guint64
part_within (const Part *part, guint64 count, guint64 of, guint64 part_of_of)
{
  guint64 scaled = part_of (part, count);

  if (count == of)
    return part_of_of;
  return part_of_of > 0 ? MIN (scaled, part_of_of - 1) : 0;
}

static void
scale_types (SquillPath *self, guint64 present)
{
  const guint64 before = self->present;
  guint most = 0;
  guint64 sum = 0;

  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    {
      if (self->types[i] > self->types[most])
        most = i;
      if (self->types[i] == 0 || before == 0)
        continue;
      self->types[i] = (guint64)floor ((double)self->types[i] * (double)present / (double)before);
      sum += self->types[i];
    }
  /* What rounding left over. */
  self->types[most] += present - MIN (sum, present);
  self->present = present;
}

static void
scale_record (SquillPath *self, const Part *part)
{
  self->bytes = part_of (part, self->bytes);
  self->name_bytes = part_of (part, self->name_bytes);
  self->text.count = part_of (part, self->text.count);
  self->text.bytes = part_of (part, self->text.bytes);
  self->text.empty = part_of (part, self->text.empty);
  self->numbers.count = part_of (part, self->numbers.count);
  self->numbers.fractions = part_of (part, self->numbers.fractions);
  self->numbers.doubles = part_of (part, self->numbers.doubles);
  self->dates.count = part_of (part, self->dates.count);
  self->equals_key = part_of (part, self->equals_key);
  self->scalars.count = part_of (part, self->scalars.count);
  self->scalars.distinct = MIN (self->scalars.distinct, self->scalars.count);
  for (guint i = 0; self->text.formats != NULL && i < SQUILL_N_TEXT_FORMATS; i++)
    self->text.formats->counts[i] = part_of (part, self->text.formats->counts[i]);
  for (guint i = 0; i < self->scalars.table.n_values; i++)
    self->scalars.table.values[i].count = part_of (part, self->scalars.table.values[i].count);
}

/* @objects and @scaled_objects: how many objects a field stands in, before and after. */
static void
scale (SquillPath *self, const Part *part, guint64 objects, guint64 scaled_objects)
{
  const guint64 own_objects = squill_path_get_objects (self);
  guint64 present = self->kind == SQUILL_PATH_FIELD
                        ? part_within (part, self->present, objects, scaled_objects)
                        : part_of (part, self->present);

  scale_types (self, present);
  scale_record (self, part);
  if (self->elements != NULL)
    scale (self->elements, part, 0, 0);
  if (self->values != NULL)
    scale (self->values, part, 0, 0);
  for (SquillPath *field = self->first; field != NULL; field = field->next)
    scale (field, part, own_objects, squill_path_get_objects (self));
}

/* A field as one of the names has it: like all values, but for what is known of the name. */
static SquillPath *
make_field (SquillPathBudget *budget, SquillPath *self, const SquillMapKey *key)
{
  SquillPath *field = squill_path_copy (budget, self, self->values);
  const guint64 objects = squill_path_get_objects (field);
  Part part = { (double)key->count / (double)MAX (1, self->values->present) };

  field->kind = SQUILL_PATH_FIELD;
  field->name = g_strndup (key->name, key->length);
  field->name_length = key->length;
  for (guint i = 0; i < SQUILL_N_TYPES; i++)
    if ((key->types & (1u << i)) == 0)
      {
        field->present -= field->types[i];
        field->types[i] = 0;
      }
  scale_types (field, key->count);
  scale_record (field, &part);
  for (SquillPath *each = field->first; each != NULL; each = each->next)
    scale (each, &part, objects, squill_path_get_objects (field));
  if (field->elements != NULL)
    scale (field->elements, &part, 0, 0);
  if (field->values != NULL)
    scale (field->values, &part, 0, 0);
  return field;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const SquillMapKey *left = *(const SquillMapKey *const *)a;
  const SquillMapKey *right = *(const SquillMapKey *const *)b;

  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  return strcmp (left->name, right->name);
}

static SquillPath *
find_last (const SquillPath *self)
{
  SquillPath *last = self->first;

  while (last != NULL && last->next != NULL)
    last = last->next;
  return last;
}

/* Names in the order of how many objects have them, after the fields that are none. */
static void
make_fields (SquillPathBudget *budget, SquillPath *self)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  SquillPath *last = find_last (self);

  for (guint i = 0; i < self->map->n_keys; i++)
    g_ptr_array_add (keys, &self->map->keys[i]);
  g_ptr_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++)
    {
      SquillPath *field = make_field (budget, self, g_ptr_array_index (keys, i));

      squill_path_insert_field (self, last, field);
      last = field;
    }
}

static void
restore_fields (SquillPath *self)
{
  SquillPath *field = g_steal_pointer (&self->kept);
  SquillPath *last = find_last (self);

  while (field != NULL)
    {
      SquillPath *next = field->next;

      field->next = NULL;
      field->is_kept = FALSE;
      squill_path_insert_field (self, last, field);
      last = field;
      field = next;
    }
  squill_path_order_fields (self);
}

/**
 * squill_path_can_be_record:
 * @self: a path, finished
 *
 * Returns: whether it is a map of which enough is known to make a record of it: its names
 */
gboolean
squill_path_can_be_record (const SquillPath *self)
{
  return self->map != NULL && self->values != NULL && (self->kept != NULL || self->map->n_keys > 0);
}

/* TRUE if the path is an object whose fields can be read as the keys of a map. */
static gboolean
can_be_map (const SquillPath *self)
{
  return self->values == NULL && self->n_fields > 0;
}

/**
 * squill_path_override_map:
 * @budget: counts the paths
 * @self: a path of a copy of a finished profile: squill_collection_profile_copy()
 * @is_map: whether its names are data
 *
 * Makes a map of a record or a record of a map, as a person decided. A record that is made of a map
 * of up to 64 names is what was read; of one with more names each field has its own presence and
 * types, and is like all values else. Paths below are others afterwards: `m{}.x` becomes `m.a.x`
 * and the like.
 *
 * Returns: whether it is now as wanted; %FALSE where nothing was changed, as there is no object, or
 * the names of a map were too many to be kept
 */
gboolean
squill_path_override_map (SquillPathBudget *budget, SquillPath *self, gboolean is_map)
{
  if (is_map)
    {
      if (can_be_map (self))
        {
          squill_path_fold (budget, self);
          squill_map_keys_finish (self->map);
          self->map->by_user = TRUE;
        }
      return self->values != NULL;
    }
  if (self->values == NULL)
    return self->n_fields > 0;
  if (!squill_path_can_be_record (self))
    return FALSE;

  if (self->kept != NULL)
    restore_fields (self);
  else
    make_fields (budget, self);
  squill_path_free (budget, g_steal_pointer (&self->values));
  g_clear_pointer (&self->map, squill_map_keys_free);
  squill_path_count_bytes (budget, self);
  return TRUE;
}
