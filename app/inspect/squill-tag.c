/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that may decide which other fields an object has. They are counted from the moment that
 * an object has a second set of fields: all objects before had the first, and how often each value
 * came until then is known. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-tag.h"

/* No more fields than these of an object are tried, nor more objects in its fields. */
#define MAX_TAGS 32u
#define MAX_TARGETS 16u

#define TAG_TYPES                                                                 \
  ((guint)SQUILL_TYPE_STRING | (guint)SQUILL_TYPE_INT | (guint)SQUILL_TYPE_LONG | \
   (guint)SQUILL_TYPE_DOUBLE | (guint)SQUILL_TYPE_BOOL)
#define OTHER_TYPES                                                                     \
  ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED | (guint)SQUILL_TYPE_OBJECT | \
   (guint)SQUILL_TYPE_ARRAY)

static void
clear_row (SquillKeyBudget *budget, SquillTagRow *row)
{
  budget->cells -= row->room + (row->rest != NULL ? SQUILL_KEY_SLOTS : 0);
  g_free (row->sets);
  g_free (row->rest);
  *row = (SquillTagRow){ 0 };
}

static void
clear_target (SquillKeyBudget *budget, SquillTagTarget *target)
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
    clear_target (budget, &self->targets[i]);
  g_clear_pointer (&self->targets, g_free);
  self->n_targets = 0;
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  self->n_values = 0;
}

/* Nothing more is counted of it, but that it was tried is remembered. */
static void
give_up (SquillKeyBudget *budget, SquillTag *self)
{
  clear_tag (budget, self);
  self->overflowed = TRUE;
}

static void
tag_free (SquillKeyBudget *budget, SquillTag *self)
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
  give_up (budget, self);
  return FALSE;
}

/* FALSE where the tag was given up. */
static gboolean
add_to_row (SquillKeyBudget *budget,
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

static SquillTagTarget *
find_target (SquillTag *self, const SquillPath *path)
{
  for (guint i = 0; i < self->n_targets; i++)
    if (self->targets[i].path == path)
      return &self->targets[i];
  return NULL;
}

static SquillTagTarget *
add_target (SquillKeyBudget *budget, SquillTag *self, SquillPath *path)
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

/* The place of a value, new or not; %SQUILL_TAG_MAX_VALUES where there are too many. */
static guint
find_value (SquillTag *self, guint64 hash)
{
  if (self->last < self->n_values && self->values[self->last].hash == hash)
    return self->last;
  for (guint i = 0; i < self->n_values; i++)
    if (self->values[i].hash == hash)
      return i;
  if (self->n_values == SQUILL_TAG_MAX_VALUES)
    return SQUILL_TAG_MAX_VALUES;
  if (self->values == NULL)
    self->values = g_new (SquillValue, SQUILL_TAG_MAX_VALUES);
  self->values[self->n_values] = (SquillValue){ .hash = hash };
  return self->n_values++;
}

static void
set_value_bytes (SquillValue *value, guint8 type, const guint8 *bytes, gsize length)
{
  if (value->bytes != NULL || bytes == NULL)
    return;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
}

static gboolean
is_met (const SquillTag *tag, const SquillPath *owner, guint64 object)
{
  /* Objects are numbered as they begin, so what is inside one has a number above its own. */
  return tag->path->parent == owner ? tag->path->last_object == object
                                    : tag->path->last_object > object;
}

/* The value of a tag in the object that was just read, as an element. */
static gboolean
get_value (const SquillPath *path, SquillBsonElement *element)
{
  if ((TAG_TYPES & 1u << squill_type_index (path->last_type)) == 0)
    return FALSE;
  element->type = path->last_type;
  element->value = path->last_value;
  element->value_length = path->last_length;
  return TRUE;
}

/* Only a field whose values so far are few and known can be counted from now on. */
static gboolean
is_candidate (const SquillPath *path)
{
  guint types = (guint)squill_path_get_types (path);

  if ((types & TAG_TYPES) == 0 || (types & ~(TAG_TYPES | OTHER_TYPES)) != 0 ||
      path->numbers.fractions > 0 || path->text.max > SQUILL_TAG_MAX_BYTES)
    return FALSE;
  return path->sample == NULL ||
         (squill_hash_sample_is_exact (path->sample) &&
          squill_hash_sample_get_kept (path->sample) <= SQUILL_TAG_MAX_VALUES);
}

static void
remember_value_cb (guint64 hash, guint64 count, gpointer user_data)
{
  SquillTag *self = user_data;
  guint index = find_value (self, hash);

  self->values[index].count += count;
}

static SquillTag *
new_tag (const SquillPath *owner, SquillPath *path, guint64 object, gboolean keep_values)
{
  SquillTag *self = g_new0 (SquillTag, 1);
  SquillBsonElement element;

  self->path = path;
  /* While there are few values the table has all of them, and the sample none yet. */
  if (path->table.overflowed && path->sample != NULL)
    squill_hash_sample_foreach (path->sample, 0, remember_value_cb, self);
  for (guint i = 0; i < path->table.n_values; i++)
    {
      const SquillValue *value = &path->table.values[i];
      guint index = find_value (self, value->hash);

      self->values[index].count += value->count;
      if (keep_values)
        set_value_bytes (&self->values[index], value->type, value->bytes, value->length);
    }
  /* The object at hand is counted when all is set up. */
  if (object != 0 && is_met (self, owner, object) && get_value (path, &element))
    self->values[find_value (self, squill_value_hash (&element))].count--;
  return self;
}

static gboolean
has_tag (const SquillTags *self, const SquillPath *path)
{
  for (guint i = 0; i < self->tags->len; i++)
    if (((SquillTag *)g_ptr_array_index (self->tags, i))->path == path)
      return TRUE;
  return FALSE;
}

/* How many objects at the target had the value, when all of them had the same fields. */
static guint64
count_before (SquillTag *self, SquillPath *owner, const SquillPath *target, guint value)
{
  const SquillKeySets *sets = owner->key_sets;
  const SquillTagTarget *own;
  const SquillTagRow *row;
  guint64 count = 0;

  if (target == owner)
    return self->values[value].count;
  if (target->parent != owner)
    return 0;
  own = find_target (self, owner);
  if (own == NULL)
    return sets->n_sets > 0 && squill_key_mask_has (&sets->sets[0].fields, target->slot)
               ? self->values[value].count
               : 0;
  row = &own->rows[value];
  for (guint i = 0; i < MIN (row->room, sets->n_sets); i++)
    if (squill_key_mask_has (&sets->sets[i].fields, target->slot))
      count += row->sets[i];
  if (row->rest != NULL && target->slot < SQUILL_KEY_SLOTS)
    count += row->rest[target->slot];
  return count;
}

static void
relate (SquillKeyBudget *budget, SquillTag *self, SquillPath *owner, SquillPath *path)
{
  SquillTagTarget *target;

  if (self->overflowed || (self->path->parent != owner && path != owner) ||
      find_target (self, path) != NULL)
    return;
  target = add_target (budget, self, path);
  for (guint i = 0; target != NULL && i < self->n_values; i++)
    {
      guint64 count = count_before (self, owner, path, i);

      if (count > 0 && path->key_sets != NULL && path->key_sets->n_sets > 0 &&
          !add_to_row (budget, self, &target->rows[i], 0, NULL, count))
        return;
    }
}

static void
add_candidate (SquillKeyBudget *budget, SquillPath *owner, SquillPath *path, guint64 object)
{
  SquillTags *tags = owner->key_sets->tags;
  SquillTag *tag;

  if (tags->tags->len >= MAX_TAGS || has_tag (tags, path) || !is_candidate (path))
    return;
  tag = new_tag (owner, path, object, budget->keep_values);
  g_ptr_array_add (tags->tags, tag);
  for (guint i = 0; i < tags->targets->len; i++)
    relate (budget, tag, owner, g_ptr_array_index (tags->targets, i));
}

/**
 * squill_tags_free:
 * @budget: counted it
 * @self: (nullable): tags
 *
 * Frees them.
 */
void
squill_tags_free (SquillKeyBudget *budget, SquillTags *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->tags->len; i++)
    tag_free (budget, g_ptr_array_index (self->tags, i));
  g_ptr_array_unref (self->tags);
  g_ptr_array_unref (self->targets);
  g_free (self);
}

/**
 * squill_tags_has_target:
 * @self: (nullable): tags
 * @path: a path of objects
 *
 * Returns: whether it is counted how these go with the tags
 */
gboolean
squill_tags_has_target (const SquillTags *self, const SquillPath *path)
{
  return self != NULL && g_ptr_array_find (self->targets, path, NULL);
}

/**
 * squill_tags_add_candidates:
 * @budget: counts it
 * @owner: a path of objects that has targets
 * @object: the number of the object that is being read, which is not counted; 0 for none
 *
 * Tries all fields of the objects, and of objects in their fields, that may decide something.
 */
void
squill_tags_add_candidates (SquillKeyBudget *budget, SquillPath *owner, guint64 object)
{
  SquillTags *self = owner->key_sets->tags;

  for (SquillPath *field = owner->first; field != NULL; field = field->next)
    add_candidate (budget, owner, field, object);
  if (!squill_tags_has_target (self, owner))
    return;
  for (SquillPath *field = owner->first; field != NULL; field = field->next)
    for (SquillPath *below = field->first; below != NULL; below = below->next)
      add_candidate (budget, owner, below, object);
}

/**
 * squill_tags_add_target:
 * @budget: counts it
 * @owner: a path of objects
 * @target: the same, or that of objects in one of its fields
 * @object: the number of the object that is being read, which is not counted; 0 for none
 *
 * Begins to count how the objects of @target go with values of @owner. Until now all of them had
 * the same fields.
 */
void
squill_tags_add_target (SquillKeyBudget *budget,
                        SquillPath *owner,
                        SquillPath *target,
                        guint64 object)
{
  SquillTags *self = owner->key_sets->tags;

  if (self == NULL)
    {
      self = g_new0 (SquillTags, 1);
      self->tags = g_ptr_array_new ();
      self->targets = g_ptr_array_new ();
      owner->key_sets->tags = self;
      owner->key_sets->busy = TRUE;
    }
  if (self->targets->len >= MAX_TARGETS || squill_tags_has_target (self, target))
    return;
  g_ptr_array_add (self->targets, target);
  for (guint i = 0; i < self->tags->len; i++)
    relate (budget, g_ptr_array_index (self->tags, i), owner, target);
  squill_tags_add_candidates (budget, owner, object);
}

/**
 * squill_tags_count:
 * @budget: counts it
 * @owner: a path of objects
 * @object: the number of the one that was just read
 *
 * Counts the object.
 */
void
squill_tags_count (SquillKeyBudget *budget, SquillPath *owner, guint64 object)
{
  SquillTags *self = owner->key_sets->tags;

  for (guint i = 0; i < self->tags->len; i++)
    {
      SquillTag *tag = g_ptr_array_index (self->tags, i);
      SquillBsonElement element;

      if (tag->overflowed || !is_met (tag, owner, object) || !get_value (tag->path, &element))
        continue;
      tag->last = find_value (tag, squill_value_hash (&element));
      if (tag->last == SQUILL_TAG_MAX_VALUES || element.value_length > SQUILL_TAG_MAX_BYTES)
        {
          give_up (budget, tag);
          continue;
        }
      tag->values[tag->last].count++;
      if (budget->keep_values)
        set_value_bytes (&tag->values[tag->last], element.type, element.value,
                         element.value_length);
      for (guint t = 0; t < tag->n_targets; t++)
        {
          const SquillTagTarget *target = &tag->targets[t];
          const SquillKeySets *sets = target->path->key_sets;

          if (sets != NULL && sets->last_object >= object &&
              !add_to_row (budget, tag, &target->rows[tag->last], sets->last, &sets->last_fields,
                           1))
            break;
        }
    }
}

/**
 * squill_tags_forget:
 * @budget: counted it
 * @owner: a path of objects
 * @path: one of its fields, whose objects are no records any more
 *
 * Lets go of all that is below @path, and of what might decide about it.
 */
void
squill_tags_forget (SquillKeyBudget *budget, SquillPath *owner, const SquillPath *path)
{
  SquillTags *self = owner->key_sets->tags;

  if (self == NULL)
    return;
  g_ptr_array_remove (self->targets, (gpointer)path);
  for (guint i = self->tags->len; i-- > 0;)
    {
      SquillTag *tag = g_ptr_array_index (self->tags, i);

      if (tag->path->parent == path)
        {
          tag_free (budget, tag);
          g_ptr_array_remove_index (self->tags, i);
          continue;
        }
      for (guint t = tag->n_targets; t-- > 0;)
        if (tag->targets[t].path == path)
          {
            clear_target (budget, &tag->targets[t]);
            tag->targets[t] = tag->targets[--tag->n_targets];
          }
    }
}

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

static SquillTag *
find_tag (SquillTags *self, const SquillPath *path)
{
  for (guint i = 0; i < self->tags->len; i++)
    if (((SquillTag *)g_ptr_array_index (self->tags, i))->path == path)
      return g_ptr_array_index (self->tags, i);
  return NULL;
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
      if (!add_to_row (budget, self, row,
                       from_sets->moved_to != NULL ? from_sets->moved_to[set] : set, &fields,
                       from->sets[set]))
        return;
    }
  if (from->rest == NULL)
    return;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    {
      SquillKeyMask field = { { 0 } };

      if (from->rest[slot] == 0 || map[slot] >= SQUILL_KEY_SLOTS)
        continue;
      squill_key_mask_add (&field, map[slot]);
      if (!add_to_row (budget, self, row, SQUILL_KEY_SET_NONE, &field, from->rest[slot]))
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
  SquillTagTarget *target = find_target (self, path);
  guint map[SQUILL_KEY_SLOTS];

  if (target == NULL)
    target = add_target (budget, self, path);
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
      give_up (budget, self);
      return;
    }
  for (guint i = 0; i < SQUILL_TAG_MAX_VALUES; i++)
    {
      places[i] = SQUILL_TAG_MAX_VALUES;
      if (i >= from->n_values)
        continue;
      places[i] = find_value (self, from->values[i].hash);
      if (places[i] == SQUILL_TAG_MAX_VALUES)
        {
          give_up (budget, self);
          return;
        }
      self->values[places[i]].count += from->values[i].count;
      set_value_bytes (&self->values[places[i]], from->values[i].type, from->values[i].bytes,
                       from->values[i].length);
    }
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
  return path->scalars > 0 && !has_tag (tags, path);
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
        give_up (budget, tag);
    }
  for (guint i = 0; i < from->tags->len; i++)
    {
      const SquillTag *tag = g_ptr_array_index (from->tags, i);
      SquillPath *path = find_same_tag (self, other, tag->path);
      SquillTag *same;

      if (path == NULL)
        continue;
      same = find_tag (tags, path);
      if (same == NULL)
        {
          same = g_new0 (SquillTag, 1);
          same->path = path;
          same->overflowed = path != tag->path && path->scalars > 0;
          g_ptr_array_add (tags->tags, same);
        }
      merge_tag (budget, same, self, other, tag);
    }
  /* The fields it is about are merged, and freed, next. */
  squill_tags_free (budget, g_steal_pointer (&other->key_sets->tags));
}
