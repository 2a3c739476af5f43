/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-tag.h"

#define KINDS_CELLS (SQUILL_KEY_SLOTS / 8)

static void
clear_row (SquillKeyBudget *budget, SquillTagRow *row)
{
  budget->cells -= row->room + (row->rest != NULL ? SQUILL_KEY_SLOTS : 0) +
                   (row->kinds != NULL ? KINDS_CELLS : 0);
  g_free (row->sets);
  g_free (row->rest);
  g_free (row->kinds);
  *row = (SquillTagRow){ 0 };
}

/**
 * squill_tag_clear_target:
 * @budget: counted it
 * @target: what a tag may decide
 *
 * Frees what is counted of it.
 */
void
squill_tag_clear_target (SquillKeyBudget *budget, SquillTagTarget *target)
{
  for (guint i = 0; i < SQUILL_TAG_MAX_VALUES; i++)
    clear_row (budget, &target->rows[i]);
  g_free (target->rows);
  budget->cells -= SQUILL_TAG_MAX_VALUES;
}

static void
clear_tag (SquillKeyBudget *budget, SquillTag *self)
{
  for (guint i = 0; i < self->n_targets; i++)
    squill_tag_clear_target (budget, &self->targets[i]);
  g_clear_pointer (&self->targets, g_free);
  self->n_targets = 0;
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->places, g_free);
  self->n_values = 0;
}

/**
 * squill_tag_give_up:
 * @budget: counted it
 * @self: a tag
 *
 * Nothing more is counted of it, but that it was tried is remembered.
 */
void
squill_tag_give_up (SquillKeyBudget *budget, SquillTag *self)
{
  clear_tag (budget, self);
  self->overflowed = TRUE;
}

/**
 * squill_tag_free:
 * @budget: counted it
 * @self: a tag
 *
 * Frees it.
 */
void
squill_tag_free (SquillKeyBudget *budget, SquillTag *self)
{
  clear_tag (budget, self);
  g_free (self);
}

static gboolean
has_room (SquillKeyBudget *budget, SquillTag *self, guint cells)
{
  if (budget->cells + cells <= SQUILL_KEY_CELL_BUDGET)
    {
      budget->cells += cells;
      return TRUE;
    }
  squill_tag_give_up (budget, self);
  return FALSE;
}

/**
 * squill_tag_add_to_row:
 * @budget: counts it
 * @self: a tag
 * @row: of one of its values
 * @set: the place of the fields that objects have, or %SQUILL_KEY_SET_NONE
 * @fields: (nullable): these fields, where the set is not kept
 * @count: how many objects
 *
 * Counts objects.
 *
 * Returns: %FALSE where the tag was given up
 */
gboolean
squill_tag_add_to_row (SquillKeyBudget *budget,
                       SquillTag *self,
                       SquillTagRow *row,
                       guint set,
                       const SquillKeyMask *fields,
                       guint64 count)
{
  guint at = 0, slot;

  if (set != SQUILL_KEY_SET_NONE)
    {
      if (set >= row->room)
        {
          guint room = MAX (row->room, 4);

          while (room <= set)
            room *= 4;
          if (!has_room (budget, self, room - row->room))
            return FALSE;
          row->sets = g_renew (guint64, row->sets, room);
          memset (row->sets + row->room, 0, sizeof (guint64) * (room - row->room));
          row->room = room;
        }
      row->sets[set] += count;
      return TRUE;
    }
  if (row->rest == NULL)
    {
      if (!has_room (budget, self, SQUILL_KEY_SLOTS))
        return FALSE;
      row->rest = g_new0 (guint64, SQUILL_KEY_SLOTS);
    }
  row->rest_objects += count;
  while (squill_key_mask_next (fields, &at, &slot))
    row->rest[slot] += count;
  return TRUE;
}

/**
 * squill_tag_find_target:
 * @self: a tag
 * @path: objects
 *
 * Returns: (nullable): what is counted of these objects
 */
SquillTagTarget *
squill_tag_find_target (SquillTag *self, const SquillPath *path)
{
  for (guint i = 0; i < self->n_targets; i++)
    if (self->targets[i].path == path)
      return &self->targets[i];
  return NULL;
}

/**
 * squill_tag_add_target:
 * @budget: counts it
 * @self: a tag
 * @path: objects
 *
 * Begins to count these objects.
 *
 * Returns: (nullable): no objects yet; %NULL where the tag was given up
 */
SquillTagTarget *
squill_tag_add_target (SquillKeyBudget *budget, SquillTag *self, SquillPath *path)
{
  SquillTagTarget *target;

  if (!has_room (budget, self, SQUILL_TAG_MAX_VALUES))
    return NULL;
  self->targets = g_renew (SquillTagTarget, self->targets, self->n_targets + 1);
  target = &self->targets[self->n_targets++];
  target->path = path;
  target->rows = g_new0 (SquillTagRow, SQUILL_TAG_MAX_VALUES);
  return target;
}

/**
 * squill_tag_find_value:
 * @self: a tag
 * @hash: squill_value_hash() of a value
 *
 * Returns: the place of the value, new or not; %SQUILL_TAG_MAX_VALUES where there are too many
 */
guint
squill_tag_find_value (SquillTag *self, guint64 hash)
{
  guint place = (guint)(hash >> 32) % SQUILL_TAG_PLACES;

  if (self->places == NULL)
    {
      self->places = g_new0 (guint8, SQUILL_TAG_PLACES);
      self->values = g_new (SquillValue, SQUILL_TAG_MAX_VALUES);
    }
  for (; self->places[place] != 0; place = (place + 1) % SQUILL_TAG_PLACES)
    if (self->values[self->places[place] - 1].hash == hash)
      return self->places[place] - 1u;
  if (self->n_values == SQUILL_TAG_MAX_VALUES)
    return SQUILL_TAG_MAX_VALUES;
  self->places[place] = (guint8)(self->n_values + 1);
  self->values[self->n_values] = (SquillValue){ .hash = hash };
  return self->n_values++;
}

/**
 * squill_tag_set_value_bytes:
 * @value: a value of a tag
 * @type: its BSON type
 * @bytes: (nullable): its BSON value
 * @length: bytes of that
 *
 * Says what the value is, where that is not known yet.
 */
void
squill_tag_set_value_bytes (SquillValue *value, guint8 type, const guint8 *bytes, gsize length)
{
  if (value->bytes != NULL || bytes == NULL)
    return;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
}

/**
 * squill_tag_add_kinds:
 * @budget: counts it
 * @self: a tag
 * @row: of one of its values
 * @slot: a field of the objects
 * @kinds: kinds of values
 *
 * Notes that the field has values of these kinds.
 */
void
squill_tag_add_kinds (
    SquillKeyBudget *budget, SquillTag *self, SquillTagRow *row, guint slot, guint kinds)
{
  if (slot >= SQUILL_KEY_SLOTS || kinds == 0)
    return;
  if (row->kinds == NULL)
    {
      if (!has_room (budget, self, KINDS_CELLS))
        return;
      row->kinds = g_new0 (guint8, SQUILL_KEY_SLOTS);
    }
  row->kinds[slot] |= (guint8)kinds;
}
