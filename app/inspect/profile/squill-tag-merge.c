/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-tag.h"

/* The same field on the other side; what is only on one side will be taken over as it is. */
static SquillPath *
find_same (SquillPath *self, SquillPath *path)
{
  SquillPath *same = squill_path_find_field (self, path->name, path->name_length);

  return same != NULL ? same : path;
}

/* NULL where the object that it stands in is a map by now, so that it goes. */
static SquillPath *
find_same_tag (SquillPath *self, SquillPath *other, SquillPath *path)
{
  SquillPath *parent;

  if (path->parent == other)
    return find_same (self, path);
  parent = find_same (self, path->parent);
  if (parent->values != NULL)
    return NULL;
  return parent == path->parent ? path : find_same (parent, path);
}

static void
merge_row (SquillKeyBudget *budget,
           SquillTag *self,
           SquillTagRow *row,
           const SquillTagRow *from,
           const SquillKeySets *from_sets,
           const guint *map)
{
  for (guint set = 0; set < MIN (from->room, from_sets->n_sets); set++)
    {
      SquillKeyMask fields = from_sets->sets[set].fields;

      if (from->sets[set] == 0)
        continue;
      squill_key_mask_map (&fields, map);
      if (!squill_tag_add_to_row (budget, self, row,
                                  from_sets->moved_to != NULL ? from_sets->moved_to[set] : set,
                                  &fields, from->sets[set]))
        return;
    }
  for (guint slot = 0; from->kinds != NULL && slot < SQUILL_KEY_SLOTS && !self->overflowed; slot++)
    squill_tag_add_kinds (budget, self, row, map[slot], from->kinds[slot]);
  if (from->rest == NULL || self->overflowed)
    return;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    {
      SquillKeyMask field = { { 0 } };

      if (from->rest[slot] == 0 || map[slot] >= SQUILL_KEY_SLOTS)
        continue;
      squill_key_mask_add (&field, map[slot]);
      if (!squill_tag_add_to_row (budget, self, row, SQUILL_KEY_SET_NONE, &field, from->rest[slot]))
        return;
      row->rest_objects -= from->rest[slot];
    }
  row->rest_objects += from->rest_objects;
}

/* Adds what @from knows of a target; its values have the places @places here. */
static void
merge_target (SquillKeyBudget *budget,
              SquillTag *self,
              SquillPath *path,
              const SquillTagTarget *from,
              const guint *places)
{
  SquillTagTarget *target = squill_tag_find_target (self, path);
  guint map[SQUILL_KEY_SLOTS];

  if (target == NULL)
    target = squill_tag_add_target (budget, self, path);
  if (target == NULL || from->path->key_sets == NULL)
    return;
  squill_key_slot_map (path, from->path, map);
  for (guint i = 0; i < SQUILL_TAG_MAX_VALUES && !self->overflowed; i++)
    if (places[i] != SQUILL_TAG_MAX_VALUES)
      merge_row (budget, self, &target->rows[places[i]], &from->rows[i], from->path->key_sets, map);
}

static void
merge_tag (SquillKeyBudget *budget,
           SquillTag *self,
           SquillPath *owner,
           SquillPath *other_owner,
           const SquillTag *from)
{
  guint places[SQUILL_TAG_MAX_VALUES];

  if (self->overflowed || from->overflowed)
    {
      squill_tag_give_up (budget, self);
      return;
    }
  for (guint i = 0; i < SQUILL_TAG_MAX_VALUES; i++)
    {
      places[i] = SQUILL_TAG_MAX_VALUES;
      if (i >= from->n_values)
        continue;
      places[i] = squill_tag_find_value (self, from->values[i].hash);
      if (places[i] == SQUILL_TAG_MAX_VALUES)
        {
          squill_tag_give_up (budget, self);
          return;
        }
      self->values[places[i]].count += from->values[i].count;
      squill_tag_set_value_bytes (&self->values[places[i]], from->values[i].type,
                                  from->values[i].bytes, from->values[i].length);
    }
  self->objects += from->objects;
  self->look_again_at = MAX (self->look_again_at, from->look_again_at);
  for (guint t = 0; t < from->n_targets && !self->overflowed; t++)
    {
      SquillPath *path = from->targets[t].path;

      merge_target (budget, self, path == other_owner ? owner : find_same (owner, path),
                    &from->targets[t], places);
    }
}

/* A field that is there but was no candidate had too many values. */
static gboolean
was_refused (const SquillTags *tags, const SquillPath *path)
{
  return path->scalars > 0 && squill_tags_find (tags, path) == NULL;
}

/**
 * squill_tags_merge:
 * @budget: counts them
 * @self: a path of objects
 * @other: the same of other documents; both have begun to count the same targets, and the sets of
 * fields of @other have been added to those of @self
 *
 * Adds what is counted of @other, which counts nothing more.
 */
void
squill_tags_merge (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillTags *tags = self->key_sets->tags;
  SquillTags *from = other->key_sets->tags;

  if (tags == NULL || from == NULL)
    return;
  for (guint i = 0; i < from->targets->len; i++)
    {
      SquillPath *target = g_ptr_array_index (from->targets, i);
      SquillPath *same = target == other ? self : find_same (self, target);

      if (!squill_tags_has_target (tags, same))
        g_ptr_array_add (tags->targets, same);
    }
  for (guint i = 0; i < tags->tags->len; i++)
    {
      SquillTag *tag = g_ptr_array_index (tags->tags, i);
      SquillPath *same = find_same_tag (other, self, tag->path);

      if (same == NULL || (same != tag->path && was_refused (from, same)))
        squill_tag_give_up (budget, tag);
    }
  for (guint i = 0; i < from->tags->len; i++)
    {
      const SquillTag *tag = g_ptr_array_index (from->tags, i);
      SquillPath *path = find_same_tag (self, other, tag->path);
      SquillTag *same;

      if (path == NULL)
        continue;
      same = squill_tags_find (tags, path);
      if (same == NULL)
        {
          same = g_new0 (SquillTag, 1);
          same->path = path;
          same->overflowed = path != tag->path && path->scalars > 0;
          g_ptr_array_add (tags->tags, same);
        }
      merge_tag (budget, same, self, other, tag);
    }
  squill_tags_look_who_lives (self);
  /* The fields it is about are merged, and freed, next. */
  squill_tags_free (budget, g_steal_pointer (&other->key_sets->tags));
}
