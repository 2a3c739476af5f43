/* SPDX-License-Identifier: Apache-2.0 */

/* Fields that may decide which other fields an object has. They are counted from the moment that
 * an object has a second set of fields: all objects before had the first, and how often each value
 * came until then is known. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-discriminator.h"

#define KINDS_CELLS (SQUILL_KEY_SLOTS / 8)

static void
clear_row (SquillKeyBudget *budget, SquillDiscriminatorRow *row)
{
  budget->cells -= row->room + (row->rest != NULL ? SQUILL_KEY_SLOTS : 0) +
                   (row->kinds != NULL ? KINDS_CELLS : 0);
  g_free (row->sets);
  g_free (row->rest);
  g_free (row->kinds);
  *row = (SquillDiscriminatorRow){ 0 };
}

/* Frees the counters of the target. */
static void
clear_target (SquillKeyBudget *budget, SquillDiscriminatorTarget *target)
{
  for (guint i = 0; i < SQUILL_DISCRIMINATOR_MAX_VALUES; i++)
    clear_row (budget, &target->rows[i]);
  g_free (target->rows);
  budget->cells -= SQUILL_DISCRIMINATOR_MAX_VALUES;
}

static void
clear_candidate (SquillKeyBudget *budget, SquillDiscriminatorCandidate *self)
{
  for (guint i = 0; i < self->n_targets; i++)
    clear_target (budget, &self->targets[i]);
  g_clear_pointer (&self->targets, g_free);
  self->n_targets = 0;
  for (guint i = 0; i < self->n_values; i++)
    g_free (self->values[i].bytes);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->places, g_free);
  self->n_values = 0;
}

/* Nothing more is counted of it, but that it was tried is remembered. */
static void
give_up (SquillKeyBudget *budget, SquillDiscriminatorCandidate *self)
{
  clear_candidate (budget, self);
  self->overflowed = TRUE;
}

static void
candidate_free (SquillKeyBudget *budget, SquillDiscriminatorCandidate *self)
{
  clear_candidate (budget, self);
  g_free (self);
}

static gboolean
has_room (SquillKeyBudget *budget, SquillDiscriminatorCandidate *self, guint cells)
{
  if (budget->cells + cells <= SQUILL_KEY_CELL_BUDGET)
    {
      budget->cells += cells;
      return TRUE;
    }
  give_up (budget, self);
  return FALSE;
}

/* Counts objects. Returns %FALSE where the candidate was given up. */
static gboolean
add_to_row (SquillKeyBudget *budget,
            SquillDiscriminatorCandidate *self,
            SquillDiscriminatorRow *row,
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

/* What is counted of these objects. */
static SquillDiscriminatorTarget *
find_target (SquillDiscriminatorCandidate *self, const SquillPath *path)
{
  for (guint i = 0; i < self->n_targets; i++)
    if (self->targets[i].path == path)
      return &self->targets[i];
  return NULL;
}

/* Begins to count these objects. Returns no objects yet; %NULL where the candidate was given up. */
static SquillDiscriminatorTarget *
add_target (SquillKeyBudget *budget, SquillDiscriminatorCandidate *self, SquillPath *path)
{
  SquillDiscriminatorTarget *target;

  if (!has_room (budget, self, SQUILL_DISCRIMINATOR_MAX_VALUES))
    return NULL;
  self->targets = g_renew (SquillDiscriminatorTarget, self->targets, self->n_targets + 1);
  target = &self->targets[self->n_targets++];
  target->path = path;
  target->rows = g_new0 (SquillDiscriminatorRow, SQUILL_DISCRIMINATOR_MAX_VALUES);
  return target;
}

/* The place of the value, new or not; %SQUILL_DISCRIMINATOR_MAX_VALUES where there are too many. */
static guint
find_value (SquillDiscriminatorCandidate *self, guint64 hash)
{
  guint place = (guint)(hash >> 32) % SQUILL_DISCRIMINATOR_PLACES;

  if (self->places == NULL)
    {
      self->places = g_new0 (guint8, SQUILL_DISCRIMINATOR_PLACES);
      self->values = g_new (SquillValue, SQUILL_DISCRIMINATOR_MAX_VALUES);
    }
  for (; self->places[place] != 0; place = (place + 1) % SQUILL_DISCRIMINATOR_PLACES)
    if (self->values[self->places[place] - 1].hash == hash)
      return self->places[place] - 1u;
  if (self->n_values == SQUILL_DISCRIMINATOR_MAX_VALUES)
    return SQUILL_DISCRIMINATOR_MAX_VALUES;
  self->places[place] = (guint8)(self->n_values + 1);
  self->values[self->n_values] = (SquillValue){ .hash = hash };
  return self->n_values++;
}

/* Says what the value is, where that is not known yet. */
static void
set_value_bytes (SquillValue *value, guint8 type, const guint8 *bytes, gsize length)
{
  if (value->bytes != NULL || bytes == NULL)
    return;
  value->type = type;
  value->bytes = g_memdup2 (bytes, length);
  value->length = length;
}

/* Notes that the field has values of these kinds. */
static void
add_kinds (SquillKeyBudget *budget,
           SquillDiscriminatorCandidate *self,
           SquillDiscriminatorRow *row,
           guint slot,
           guint kinds)
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

/* No more fields than these of an object are tried, nor more objects in its fields. */
#define MAX_CANDIDATES 32u
#define MAX_TARGETS 16u
/* After this many objects a candidate may be given up: where an object in ten has none of its
 * values, or where two values that came so often leave of all fields a share of what was open. */
#define LOOK_AT 1024u
#define LABELLED_SHARE 0.9
#define ENOUGH 50u
#define HOPELESS_SHARE 0.25

#define DISCRIMINATOR_TYPES                                                       \
  ((guint)SQUILL_TYPE_STRING | (guint)SQUILL_TYPE_INT | (guint)SQUILL_TYPE_LONG | \
   (guint)SQUILL_TYPE_DOUBLE | (guint)SQUILL_TYPE_BOOL)
#define OTHER_TYPES                                                                     \
  ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED | (guint)SQUILL_TYPE_OBJECT | \
   (guint)SQUILL_TYPE_ARRAY)

static gboolean
is_met (const SquillDiscriminatorCandidate *candidate, const SquillPath *owner, guint64 object)
{
  /* Objects are numbered as they begin, so what is inside one has a number above its own. */
  return candidate->path->parent == owner ? candidate->path->last.object == object
                                          : candidate->path->last.object > object;
}

/* The value of a candidate in the object that was just read, as an element. */
static gboolean
get_value (const SquillPath *path, SquillBsonElement *element)
{
  if ((DISCRIMINATOR_TYPES & 1u << squill_type_index (path->last.type)) == 0)
    return FALSE;
  element->type = path->last.type;
  element->value = path->last.value;
  element->value_length = path->last.length;
  return TRUE;
}

/* TRUE if the field has had few values so far, all of them recorded: only then can it become a
 * candidate now. */
static gboolean
is_candidate (const SquillPath *path)
{
  guint types = (guint)squill_path_get_types (path);

  if ((types & DISCRIMINATOR_TYPES) == 0 || (types & ~(DISCRIMINATOR_TYPES | OTHER_TYPES)) != 0 ||
      path->numbers.fractions > 0 || path->text.max > SQUILL_DISCRIMINATOR_MAX_BYTES)
    return FALSE;
  return path->scalars.sample == NULL ||
         (squill_hash_sample_is_exact (path->scalars.sample) &&
          squill_hash_sample_get_kept (path->scalars.sample) <= SQUILL_DISCRIMINATOR_MAX_VALUES);
}

static void
remember_value_cb (guint64 hash, guint64 count, gpointer user_data)
{
  SquillDiscriminatorCandidate *self = user_data;
  guint index = find_value (self, hash);

  self->values[index].count += count;
}

static SquillDiscriminatorCandidate *
new_candidate (const SquillPath *owner, SquillPath *path, guint64 object, gboolean keep_values)
{
  SquillDiscriminatorCandidate *self = g_new0 (SquillDiscriminatorCandidate, 1);
  SquillBsonElement element;

  self->path = path;
  self->look_again_at = LOOK_AT;
  /* While there are few values the table has all of them, and the sample none yet. */
  if (path->scalars.table.overflowed && path->scalars.sample != NULL)
    squill_hash_sample_foreach (path->scalars.sample, 0, remember_value_cb, self);
  for (guint i = 0; i < path->scalars.table.n_values; i++)
    {
      const SquillValue *value = &path->scalars.table.values[i];
      guint index = find_value (self, value->hash);

      self->values[index].count += value->count;
      if (keep_values)
        set_value_bytes (&self->values[index], value->type, value->bytes, value->length);
    }
  /* The object at hand is counted when all is set up. */
  if (object != 0 && is_met (self, owner, object) && get_value (path, &element))
    self->values[find_value (self, path->last.hash)].count--;
  return self;
}

/* How many objects at the target had the value, when all of them had the same fields. */
static guint64
count_before (SquillDiscriminatorCandidate *self,
              SquillPath *owner,
              const SquillPath *target,
              guint value)
{
  const SquillKeySets *sets = owner->key_sets;
  const SquillDiscriminatorTarget *own;
  const SquillDiscriminatorRow *row;
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
count_all_before (SquillKeyBudget *budget,
                  SquillDiscriminatorCandidate *self,
                  SquillPath *owner,
                  SquillPath *path)
{
  SquillDiscriminatorTarget *target;

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

/* The candidate that the field is. */
static SquillDiscriminatorCandidate *
find_candidate (const SquillDiscriminatorCandidates *self, const SquillPath *path)
{
  for (guint i = 0; i < self->list->len; i++)
    if (((SquillDiscriminatorCandidate *)g_ptr_array_index (self->list, i))->path == path)
      return g_ptr_array_index (self->list, i);
  return NULL;
}

static void
add_candidate (SquillKeyBudget *budget, SquillPath *owner, SquillPath *path, guint64 object)
{
  SquillDiscriminatorCandidates *candidates = owner->key_sets->candidates;
  SquillDiscriminatorCandidate *candidate;

  if (candidates->list->len >= MAX_CANDIDATES || find_candidate (candidates, path) != NULL ||
      !is_candidate (path))
    return;
  candidate = new_candidate (owner, path, object, budget->keep_values);
  g_ptr_array_add (candidates->list, candidate);
  for (guint i = 0; i < candidates->targets->len; i++)
    count_all_before (budget, candidate, owner, g_ptr_array_index (candidates->targets, i));
}

/* After candidates were added, given up or forgotten: only those that are left are counted from now
 * on.
 */
static void
update_live (SquillPath *owner)
{
  SquillKeySets *sets = owner->key_sets;
  SquillDiscriminatorCandidates *self = sets->candidates;

  self->live = 0;
  for (guint i = 0; i < self->list->len && i < 64; i++)
    if (!((SquillDiscriminatorCandidate *)g_ptr_array_index (self->list, i))->overflowed)
      self->live |= G_GUINT64_CONSTANT (1) << i;
  sets->busy = self->live != 0 || sets->below_differs ||
               (sets->mixed != NULL && sets->mixed->len > sets->n_mixed_known);
}

void
squill_discriminator_candidates_free (SquillKeyBudget *budget, SquillDiscriminatorCandidates *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->list->len; i++)
    candidate_free (budget, g_ptr_array_index (self->list, i));
  g_ptr_array_unref (self->list);
  g_ptr_array_unref (self->targets);
  g_free (self);
}

/* Whether it is counted how these go with the candidates. */
static gboolean
has_target (const SquillDiscriminatorCandidates *self, const SquillPath *path)
{
  return self != NULL && g_ptr_array_find (self->targets, path, NULL);
}

/**
 * squill_discriminator_candidates_add_candidates:
 * @budget: counts it
 * @owner: a path of objects that has targets
 * @object: the number of the object that is being read, which is not counted; 0 for none
 *
 * Tries all fields of the objects, and of objects in their fields, that may decide something.
 */
void
squill_discriminator_candidates_add_candidates (SquillKeyBudget *budget,
                                                SquillPath *owner,
                                                guint64 object)
{
  SquillDiscriminatorCandidates *self = owner->key_sets->candidates;

  for (SquillPath *field = owner->first; field != NULL; field = field->next)
    add_candidate (budget, owner, field, object);
  for (SquillPath *field = has_target (self, owner) ? owner->first : NULL; field != NULL;
       field = field->next)
    for (SquillPath *below = field->first; below != NULL; below = below->next)
      add_candidate (budget, owner, below, object);
  update_live (owner);
}

/**
 * squill_discriminator_candidates_add_target:
 * @budget: counts it
 * @owner: a path of objects
 * @target: the same, or that of objects in one of its fields
 * @object: the number of the object that is being read, which is not counted; 0 for none
 *
 * Begins to count how the objects of @target go with values of @owner. Until now all of them had
 * the same fields.
 */
void
squill_discriminator_candidates_add_target (SquillKeyBudget *budget,
                                            SquillPath *owner,
                                            SquillPath *target,
                                            guint64 object)
{
  SquillDiscriminatorCandidates *self = owner->key_sets->candidates;

  if (self == NULL)
    {
      self = g_new0 (SquillDiscriminatorCandidates, 1);
      self->list = g_ptr_array_new ();
      self->targets = g_ptr_array_new ();
      owner->key_sets->candidates = self;
      owner->key_sets->busy = TRUE;
    }
  if (self->targets->len >= MAX_TARGETS || has_target (self, target))
    return;
  g_ptr_array_add (self->targets, target);
  for (guint i = 0; i < self->list->len; i++)
    count_all_before (budget, g_ptr_array_index (self->list, i), owner, target);
  squill_discriminator_candidates_add_candidates (budget, owner, object);
}

/* In how many objects of the row the field is. */
static guint64
count_in_row (const SquillDiscriminatorRow *row, const SquillKeySets *sets, guint slot)
{
  guint64 count = row->rest != NULL ? row->rest[slot] : 0;

  for (guint set = 0; set < MIN (row->room, sets->n_sets); set++)
    if (squill_key_mask_has (&sets->sets[set].fields, slot))
      count += row->sets[set];
  return count;
}

/**
 * squill_discriminator_candidates_add_kinds:
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
squill_discriminator_candidates_add_kinds (SquillKeyBudget *budget,
                                           SquillPath *owner,
                                           const SquillPath *target,
                                           const SquillPath *field,
                                           guint kinds)
{
  SquillDiscriminatorCandidates *self = owner->key_sets->candidates;

  if ((kinds & (kinds - 1)) != 0)
    return;
  for (guint i = 0; self != NULL && i < self->list->len; i++)
    {
      SquillDiscriminatorCandidate *candidate = g_ptr_array_index (self->list, i);
      SquillDiscriminatorTarget *found = find_target (candidate, target);

      for (guint value = 0; found != NULL && value < candidate->n_values; value++)
        {
          SquillDiscriminatorRow *row = &found->rows[value];

          if ((row->kinds == NULL || row->kinds[field->slot] == 0) &&
              count_in_row (row, target->key_sets, field->slot) > 0)
            add_kinds (budget, candidate, row, field->slot, kinds);
          if (candidate->overflowed)
            break;
        }
    }
}

/* Of which kinds the values are in the object that was just read. */
static void
count_kinds (SquillKeyBudget *budget,
             SquillDiscriminatorCandidate *self,
             SquillDiscriminatorRow *row,
             const SquillKeySets *sets)
{
  for (guint i = 0; i < sets->mixed->len && !self->overflowed; i++)
    {
      const SquillPath *field = g_ptr_array_index (sets->mixed, i);

      if (field->last.object == sets->last_object)
        add_kinds (budget, self, row, field->slot,
                   squill_key_kinds_of (1u << squill_type_index (field->last.type)));
    }
}

/* Whether the values leave it as open as before which fields there are, of each field that is not
 * always there. */
static gboolean
explains_nothing (const SquillDiscriminatorCandidate *self, const SquillDiscriminatorTarget *target)
{
  const SquillKeySets *sets = target->path->key_sets;
  g_autofree guint64 *counts = g_new0 (guint64, SQUILL_KEY_SLOTS);
  g_autofree guint64 *totals = g_new0 (guint64, SQUILL_KEY_SLOTS);
  g_autofree guint64 *errors = g_new0 (guint64, SQUILL_KEY_SLOTS);
  guint64 objects = 0;
  guint seen = 0;

  for (guint value = 0; value < self->n_values; value++)
    {
      const SquillDiscriminatorRow *row = &target->rows[value];
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
            SquillDiscriminatorCandidate *self,
            const SquillPath *owner,
            gboolean differs_much)
{
  self->look_again_at = self->objects * 4;
  if ((double)self->path->present < LABELLED_SHARE * (double)squill_path_get_objects (owner))
    {
      give_up (budget, self);
      return;
    }
  for (guint i = 0; i < self->n_targets; i++)
    if (!differs_much || !explains_nothing (self, &self->targets[i]))
      return;
  give_up (budget, self);
}

/**
 * squill_discriminator_candidates_count:
 * @budget: counts it
 * @owner: a path of objects
 * @object: the number of the one that was just read
 *
 * Counts the object.
 */
void
squill_discriminator_candidates_count (SquillKeyBudget *budget, SquillPath *owner, guint64 object)
{
  SquillDiscriminatorCandidates *self = owner->key_sets->candidates;
  gboolean lost = FALSE;

  for (guint64 live = self->live; live != 0; live &= live - 1)
    {
      SquillDiscriminatorCandidate *candidate =
          g_ptr_array_index (self->list, (guint)__builtin_ctzll (live));
      SquillBsonElement element;
      gboolean differs_much = FALSE;

      if (candidate->overflowed || !is_met (candidate, owner, object) ||
          !get_value (candidate->path, &element))
        continue;
      candidate->last = find_value (candidate, candidate->path->last.hash);
      if (candidate->last == SQUILL_DISCRIMINATOR_MAX_VALUES ||
          element.value_length > SQUILL_DISCRIMINATOR_MAX_BYTES)
        {
          give_up (budget, candidate);
          lost = TRUE;
          continue;
        }
      candidate->values[candidate->last].count++;
      if (budget->keep_values)
        set_value_bytes (&candidate->values[candidate->last], element.type, element.value,
                         element.value_length);
      for (guint t = 0; t < candidate->n_targets; t++)
        {
          const SquillDiscriminatorTarget *target = &candidate->targets[t];
          const SquillKeySets *sets = target->path->key_sets;

          if (sets == NULL || sets->last_object < object)
            continue;
          differs_much = differs_much || sets->rest.objects > 0;
          if (!add_to_row (budget, candidate, &target->rows[candidate->last], sets->last,
                           &sets->last_fields, 1))
            break;
          if (sets->mixed != NULL)
            count_kinds (budget, candidate, &target->rows[candidate->last], sets);
          if (candidate->overflowed)
            break;
        }
      if (++candidate->objects >= candidate->look_again_at && !candidate->overflowed)
        look_again (budget, candidate, owner, differs_much);
      lost = lost || candidate->overflowed;
    }
  if (lost)
    update_live (owner);
}

/**
 * squill_discriminator_candidates_forget:
 * @budget: counted it
 * @owner: a path of objects
 * @path: one of its fields, the objects of which are no longer records
 *
 * Drops the candidates below @path, and what is counted of it.
 */
void
squill_discriminator_candidates_forget (SquillKeyBudget *budget,
                                        SquillPath *owner,
                                        const SquillPath *path)
{
  SquillDiscriminatorCandidates *self = owner->key_sets->candidates;

  if (self == NULL)
    return;
  g_ptr_array_remove (self->targets, (gpointer)path);
  for (guint i = self->list->len; i-- > 0;)
    {
      SquillDiscriminatorCandidate *candidate = g_ptr_array_index (self->list, i);

      if (candidate->path->parent == path)
        {
          candidate_free (budget, candidate);
          g_ptr_array_remove_index (self->list, i);
          continue;
        }
      for (guint t = candidate->n_targets; t-- > 0;)
        if (candidate->targets[t].path == path)
          {
            clear_target (budget, &candidate->targets[t]);
            candidate->targets[t] = candidate->targets[--candidate->n_targets];
          }
    }
  update_live (owner);
}

/* The same field on the other side; what is only on one side will be taken over as it is. */
static SquillPath *
find_same (SquillPath *self, SquillPath *path)
{
  SquillPath *same = squill_path_find_field (self, path->name, path->name_length);

  return same != NULL ? same : path;
}

/* NULL where the object that it stands in is a map by now, and is dropped. */
static SquillPath *
find_same_candidate (SquillPath *self, SquillPath *other, SquillPath *path)
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
           SquillDiscriminatorCandidate *self,
           SquillDiscriminatorRow *row,
           const SquillDiscriminatorRow *from,
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
  for (guint slot = 0; from->kinds != NULL && slot < SQUILL_KEY_SLOTS && !self->overflowed; slot++)
    add_kinds (budget, self, row, map[slot], from->kinds[slot]);
  if (from->rest == NULL || self->overflowed)
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

/**
 * squill_discriminator_candidates_remove:
 * @budget: counted it
 * @owner: a path of objects
 * @field: a field of it, or of objects in its fields, that is none any more
 *
 * Drops it where it is a candidate, the candidates below it, and what is counted of it.
 */
void
squill_discriminator_candidates_remove (SquillKeyBudget *budget,
                                        SquillPath *owner,
                                        const SquillPath *field)
{
  GPtrArray *list = owner->key_sets->candidates->list;

  for (guint i = list->len; i-- > 0;)
    {
      SquillDiscriminatorCandidate *candidate = g_ptr_array_index (list, i);

      if (candidate->path != field)
        continue;
      candidate_free (budget, candidate);
      g_ptr_array_remove_index (list, i);
    }
  squill_discriminator_candidates_forget (budget, owner, field);
}

/**
 * squill_discriminator_candidates_move:
 * @budget: counts them
 * @self: what may decide about the objects at @path
 * @path: a path of objects, the sets of which moved
 * @from: its sets as they were, with where they went
 * @map: (array fixed-size=256): by slot in @from, the slot now
 *
 * Follows the sets.
 */
void
squill_discriminator_candidates_move (SquillKeyBudget *budget,
                                      SquillDiscriminatorCandidates *self,
                                      SquillPath *path,
                                      const SquillKeySets *from,
                                      const guint *map)
{
  for (guint i = 0; i < self->list->len; i++)
    {
      SquillDiscriminatorCandidate *candidate = g_ptr_array_index (self->list, i);
      SquillDiscriminatorTarget *target =
          candidate->overflowed ? NULL : find_target (candidate, path);
      SquillDiscriminatorRow *rows;

      if (target == NULL)
        continue;
      rows = target->rows;
      target->rows = g_new0 (SquillDiscriminatorRow, SQUILL_DISCRIMINATOR_MAX_VALUES);
      for (guint value = 0; value < SQUILL_DISCRIMINATOR_MAX_VALUES; value++)
        {
          if (!candidate->overflowed)
            merge_row (budget, candidate, &target->rows[value], &rows[value], from, map);
          clear_row (budget, &rows[value]);
        }
      g_free (rows);
    }
}

/* Adds the counts of @from to a target. @places maps its values to the values here. */
static void
merge_target (SquillKeyBudget *budget,
              SquillDiscriminatorCandidate *self,
              SquillPath *path,
              const SquillDiscriminatorTarget *from,
              const guint *places)
{
  SquillDiscriminatorTarget *target = find_target (self, path);
  guint map[SQUILL_KEY_SLOTS];

  if (target == NULL)
    target = add_target (budget, self, path);
  if (target == NULL || from->path->key_sets == NULL)
    return;
  squill_key_slot_map (path, from->path, map);
  for (guint i = 0; i < SQUILL_DISCRIMINATOR_MAX_VALUES && !self->overflowed; i++)
    if (places[i] != SQUILL_DISCRIMINATOR_MAX_VALUES)
      merge_row (budget, self, &target->rows[places[i]], &from->rows[i], from->path->key_sets, map);
}

static void
merge_candidate (SquillKeyBudget *budget,
                 SquillDiscriminatorCandidate *self,
                 SquillPath *owner,
                 SquillPath *other_owner,
                 const SquillDiscriminatorCandidate *from)
{
  guint places[SQUILL_DISCRIMINATOR_MAX_VALUES];

  if (self->overflowed || from->overflowed)
    {
      give_up (budget, self);
      return;
    }
  for (guint i = 0; i < SQUILL_DISCRIMINATOR_MAX_VALUES; i++)
    {
      places[i] = SQUILL_DISCRIMINATOR_MAX_VALUES;
      if (i >= from->n_values)
        continue;
      places[i] = find_value (self, from->values[i].hash);
      if (places[i] == SQUILL_DISCRIMINATOR_MAX_VALUES)
        {
          give_up (budget, self);
          return;
        }
      self->values[places[i]].count += from->values[i].count;
      set_value_bytes (&self->values[places[i]], from->values[i].type, from->values[i].bytes,
                       from->values[i].length);
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
was_refused (const SquillDiscriminatorCandidates *candidates, const SquillPath *path)
{
  return path->scalars.count > 0 && find_candidate (candidates, path) == NULL;
}

/**
 * squill_discriminator_candidates_merge:
 * @budget: counts them
 * @self: a path of objects
 * @other: the same of other documents; both have begun to count the same targets, and the sets of
 * fields of @other have been added to those of @self
 *
 * Adds what is counted of @other, which counts nothing more.
 */
void
squill_discriminator_candidates_merge (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillDiscriminatorCandidates *candidates = self->key_sets->candidates;
  SquillDiscriminatorCandidates *from = other->key_sets->candidates;

  if (candidates == NULL || from == NULL)
    return;
  for (guint i = 0; i < from->targets->len; i++)
    {
      SquillPath *target = g_ptr_array_index (from->targets, i);
      SquillPath *same = target == other ? self : find_same (self, target);

      if (!has_target (candidates, same))
        g_ptr_array_add (candidates->targets, same);
    }
  for (guint i = 0; i < candidates->list->len; i++)
    {
      SquillDiscriminatorCandidate *candidate = g_ptr_array_index (candidates->list, i);
      SquillPath *same = find_same_candidate (other, self, candidate->path);

      if (same == NULL || (same != candidate->path && was_refused (from, same)))
        give_up (budget, candidate);
    }
  for (guint i = 0; i < from->list->len; i++)
    {
      const SquillDiscriminatorCandidate *candidate = g_ptr_array_index (from->list, i);
      SquillPath *path = find_same_candidate (self, other, candidate->path);
      SquillDiscriminatorCandidate *same;

      if (path == NULL)
        continue;
      same = find_candidate (candidates, path);
      if (same == NULL)
        {
          same = g_new0 (SquillDiscriminatorCandidate, 1);
          same->path = path;
          same->overflowed = path != candidate->path && path->scalars.count > 0;
          g_ptr_array_add (candidates->list, same);
        }
      merge_candidate (budget, same, self, other, candidate);
    }
  update_live (self);
  /* The fields it is about are merged, and freed, next. */
  squill_discriminator_candidates_free (budget, g_steal_pointer (&other->key_sets->candidates));
}
