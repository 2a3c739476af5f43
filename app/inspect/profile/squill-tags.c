/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that may decide which other fields an object has. They are counted from the moment that
 * an object has a second set of fields: all objects before had the first, and how often each value
 * came until then is known. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-tag.h"

/* No more fields than these of an object are tried, nor more objects in its fields. */
#define MAX_TAGS 32u
#define MAX_TARGETS 16u
/* After so many objects a tag may be given up: where an object in ten has none of its values, or
 * where two values that came so often leave of all fields a share of what was open. */
#define LOOK_AT 1024u
#define TOLD_SHARE 0.9
#define ENOUGH 50u
#define HOPELESS_SHARE 0.25

#define TAG_TYPES                                                                 \
  ((guint)SQUILL_TYPE_STRING | (guint)SQUILL_TYPE_INT | (guint)SQUILL_TYPE_LONG | \
   (guint)SQUILL_TYPE_DOUBLE | (guint)SQUILL_TYPE_BOOL)
#define OTHER_TYPES                                                                     \
  ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED | (guint)SQUILL_TYPE_OBJECT | \
   (guint)SQUILL_TYPE_ARRAY)

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
  guint index = squill_tag_find_value (self, hash);

  self->values[index].count += count;
}

static SquillTag *
new_tag (const SquillPath *owner, SquillPath *path, guint64 object, gboolean keep_values)
{
  SquillTag *self = g_new0 (SquillTag, 1);
  SquillBsonElement element;

  self->path = path;
  self->look_again_at = LOOK_AT;
  /* While there are few values the table has all of them, and the sample none yet. */
  if (path->table.overflowed && path->sample != NULL)
    squill_hash_sample_foreach (path->sample, 0, remember_value_cb, self);
  for (guint i = 0; i < path->table.n_values; i++)
    {
      const SquillValue *value = &path->table.values[i];
      guint index = squill_tag_find_value (self, value->hash);

      self->values[index].count += value->count;
      if (keep_values)
        squill_tag_set_value_bytes (&self->values[index], value->type, value->bytes, value->length);
    }
  /* The object at hand is counted when all is set up. */
  if (object != 0 && is_met (self, owner, object) && get_value (path, &element))
    self->values[squill_tag_find_value (self, path->last_hash)].count--;
  return self;
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
  own = squill_tag_find_target (self, owner);
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
      squill_tag_find_target (self, path) != NULL)
    return;
  target = squill_tag_add_target (budget, self, path);
  for (guint i = 0; target != NULL && i < self->n_values; i++)
    {
      guint64 count = count_before (self, owner, path, i);

      if (count > 0 && path->key_sets != NULL && path->key_sets->n_sets > 0 &&
          !squill_tag_add_to_row (budget, self, &target->rows[i], 0, NULL, count))
        return;
    }
}

static void
add_candidate (SquillKeyBudget *budget, SquillPath *owner, SquillPath *path, guint64 object)
{
  SquillTags *tags = owner->key_sets->tags;
  SquillTag *tag;

  if (tags->tags->len >= MAX_TAGS || squill_tags_find (tags, path) != NULL || !is_candidate (path))
    return;
  tag = new_tag (owner, path, object, budget->keep_values);
  g_ptr_array_add (tags->tags, tag);
  for (guint i = 0; i < tags->targets->len; i++)
    relate (budget, tag, owner, g_ptr_array_index (tags->targets, i));
}

/**
 * squill_tags_look_who_lives:
 * @owner: a path of objects that has tags
 *
 * After tags were added, given up or forgotten: only those that are left are counted from now on.
 */
void
squill_tags_look_who_lives (SquillPath *owner)
{
  SquillKeySets *sets = owner->key_sets;
  SquillTags *self = sets->tags;

  self->live = 0;
  for (guint i = 0; i < self->tags->len && i < 64; i++)
    if (!((SquillTag *)g_ptr_array_index (self->tags, i))->overflowed)
      self->live |= G_GUINT64_CONSTANT (1) << i;
  sets->busy = self->live != 0 || sets->below_differs ||
               (sets->mixed != NULL && sets->mixed->len > sets->n_mixed_known);
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
    squill_tag_free (budget, g_ptr_array_index (self->tags, i));
  g_ptr_array_unref (self->tags);
  g_ptr_array_unref (self->targets);
  g_free (self);
}

/**
 * squill_tags_find:
 * @self: tags
 * @path: a field
 *
 * Returns: (nullable): the tag that the field is
 */
SquillTag *
squill_tags_find (const SquillTags *self, const SquillPath *path)
{
  for (guint i = 0; i < self->tags->len; i++)
    if (((SquillTag *)g_ptr_array_index (self->tags, i))->path == path)
      return g_ptr_array_index (self->tags, i);
  return NULL;
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
  for (SquillPath *field = squill_tags_has_target (self, owner) ? owner->first : NULL;
       field != NULL; field = field->next)
    for (SquillPath *below = field->first; below != NULL; below = below->next)
      add_candidate (budget, owner, below, object);
  squill_tags_look_who_lives (owner);
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

/* In how many objects of the row the field is. */
static guint64
count_in_row (const SquillTagRow *row, const SquillKeySets *sets, guint slot)
{
  guint64 count = row->rest != NULL ? row->rest[slot] : 0;

  for (guint set = 0; set < MIN (row->room, sets->n_sets); set++)
    if (squill_key_mask_has (&sets->sets[set].fields, slot))
      count += row->sets[set];
  return count;
}

/**
 * squill_tags_add_kinds:
 * @budget: counts it
 * @owner: a path of objects
 * @target: one of its targets
 * @field: a field of that
 * @kinds: of which kinds its values were in all objects counted so far
 *
 * Begins to count of which kind the values are, where they were of one kind until now; where they
 * were of several that is counted already.
 */
void
squill_tags_add_kinds (SquillKeyBudget *budget,
                       SquillPath *owner,
                       const SquillPath *target,
                       const SquillPath *field,
                       guint kinds)
{
  SquillTags *self = owner->key_sets->tags;

  if ((kinds & (kinds - 1)) != 0)
    return;
  for (guint i = 0; self != NULL && i < self->tags->len; i++)
    {
      SquillTag *tag = g_ptr_array_index (self->tags, i);
      SquillTagTarget *found = squill_tag_find_target (tag, target);

      for (guint value = 0; found != NULL && value < tag->n_values; value++)
        {
          SquillTagRow *row = &found->rows[value];

          if ((row->kinds == NULL || row->kinds[field->slot] == 0) &&
              count_in_row (row, target->key_sets, field->slot) > 0)
            squill_tag_add_kinds (budget, tag, row, field->slot, kinds);
          if (tag->overflowed)
            break;
        }
    }
}

/* Of which kinds the values are in the object that was just read. */
static void
count_kinds (SquillKeyBudget *budget, SquillTag *self, SquillTagRow *row, const SquillKeySets *sets)
{
  for (guint i = 0; i < sets->mixed->len && !self->overflowed; i++)
    {
      const SquillPath *field = g_ptr_array_index (sets->mixed, i);

      if (field->last_object == sets->last_object)
        squill_tag_add_kinds (budget, self, row, field->slot,
                              squill_key_kinds_of (1u << squill_type_index (field->last_type)));
    }
}

/* Whether the values leave it as open as before which fields there are, of each field that is not
 * always there. */
static gboolean
explains_nothing (const SquillTag *self, const SquillTagTarget *target)
{
  const SquillKeySets *sets = target->path->key_sets;
  g_autofree guint64 *counts = g_new0 (guint64, SQUILL_KEY_SLOTS);
  g_autofree guint64 *totals = g_new0 (guint64, SQUILL_KEY_SLOTS);
  g_autofree guint64 *errors = g_new0 (guint64, SQUILL_KEY_SLOTS);
  guint64 objects = 0;
  guint seen = 0;

  for (guint value = 0; value < self->n_values; value++)
    {
      const SquillTagRow *row = &target->rows[value];
      guint64 of_value = row->rest_objects;

      memset (counts, 0, sizeof (guint64) * SQUILL_KEY_SLOTS);
      for (guint set = 0; set < MIN (row->room, sets->n_sets); set++)
        {
          guint at = 0, slot;

          of_value += row->sets[set];
          while (row->sets[set] > 0 && squill_key_mask_next (&sets->sets[set].fields, &at, &slot))
            counts[slot] += row->sets[set];
        }
      for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
        {
          guint64 count = counts[slot] + (row->rest != NULL ? row->rest[slot] : 0);

          totals[slot] += count;
          errors[slot] += MIN (count, of_value - MIN (count, of_value));
        }
      objects += of_value;
      seen += of_value >= ENOUGH;
    }
  if (seen < 2 || (sets->mixed != NULL && sets->mixed->len > 0))
    return FALSE;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    if (totals[slot] > 0 && totals[slot] < objects &&
        (double)errors[slot] < HOPELESS_SHARE * (double)MIN (totals[slot], objects - totals[slot]))
      return FALSE;
  return TRUE;
}

/* Most fields with few values decide nothing, and need not be counted for ever. Where there are few
 * sets it costs little to go on. */
static void
look_again (SquillKeyBudget *budget,
            SquillTag *self,
            const SquillPath *owner,
            gboolean differs_much)
{
  self->look_again_at = self->objects * 4;
  if ((double)self->path->present < TOLD_SHARE * (double)squill_path_get_objects (owner))
    {
      squill_tag_give_up (budget, self);
      return;
    }
  for (guint i = 0; i < self->n_targets; i++)
    if (!differs_much || !explains_nothing (self, &self->targets[i]))
      return;
  squill_tag_give_up (budget, self);
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
  gboolean lost = FALSE;

  for (guint64 live = self->live; live != 0; live &= live - 1)
    {
      SquillTag *tag = g_ptr_array_index (self->tags, (guint)__builtin_ctzll (live));
      SquillBsonElement element;
      gboolean differs_much = FALSE;

      if (tag->overflowed || !is_met (tag, owner, object) || !get_value (tag->path, &element))
        continue;
      tag->last = squill_tag_find_value (tag, tag->path->last_hash);
      if (tag->last == SQUILL_TAG_MAX_VALUES || element.value_length > SQUILL_TAG_MAX_BYTES)
        {
          squill_tag_give_up (budget, tag);
          lost = TRUE;
          continue;
        }
      tag->values[tag->last].count++;
      if (budget->keep_values)
        squill_tag_set_value_bytes (&tag->values[tag->last], element.type, element.value,
                                    element.value_length);
      for (guint t = 0; t < tag->n_targets; t++)
        {
          const SquillTagTarget *target = &tag->targets[t];
          const SquillKeySets *sets = target->path->key_sets;

          if (sets == NULL || sets->last_object < object)
            continue;
          differs_much = differs_much || sets->rest.objects > 0;
          if (!squill_tag_add_to_row (budget, tag, &target->rows[tag->last], sets->last,
                                      &sets->last_fields, 1))
            break;
          if (sets->mixed != NULL)
            count_kinds (budget, tag, &target->rows[tag->last], sets);
          if (tag->overflowed)
            break;
        }
      if (++tag->objects >= tag->look_again_at && !tag->overflowed)
        look_again (budget, tag, owner, differs_much);
      lost = lost || tag->overflowed;
    }
  if (lost)
    squill_tags_look_who_lives (owner);
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
          squill_tag_free (budget, tag);
          g_ptr_array_remove_index (self->tags, i);
          continue;
        }
      for (guint t = tag->n_targets; t-- > 0;)
        if (tag->targets[t].path == path)
          {
            squill_tag_clear_target (budget, &tag->targets[t]);
            tag->targets[t] = tag->targets[--tag->n_targets];
          }
    }
  squill_tags_look_who_lives (owner);
}
