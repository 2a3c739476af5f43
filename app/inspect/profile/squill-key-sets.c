/* SPDX-License-Identifier: Apache-2.0 */

/* Which fields the objects at a path have together, as they grow with the paths of a collection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-key-sets.h"

#include "inspect/profile/squill-discriminator.h"
#include "inspect/profile/squill-path.h"

#include <string.h>

/* More sets than this are looked up by hash. */
#define FEW_SETS 8u
#define HASH_PLACES 1024u
#define NEST_PAIRS 4u
#define NEST_MAX_DEPTH 255u
#define REST_CELLS (2u * SQUILL_KEY_SLOTS * SQUILL_KEY_WORDS)

static guint
hash_place (const SquillKeyMask *fields, guint64 nest)
{
  guint64 hash = nest * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
    {
      hash ^= fields->words[i];
      hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  return (guint)(hash % HASH_PLACES);
}

static void
put_into_hash (SquillKeySets *self, guint index)
{
  guint place = hash_place (&self->sets[index].fields, self->sets[index].nest);

  while (self->by_fields[place] != 0)
    place = (place + 1) % HASH_PLACES;
  self->by_fields[place] = (guint16)(index + 1);
}

/* Allocates the summary of objects with unrecorded sets, if memory allows. */
static gboolean
ensure_rest (SquillKeyBudget *budget, SquillKeyRest *rest)
{
  if (rest->with != NULL)
    return TRUE;
  if (rest->blind || budget->cells + REST_CELLS > SQUILL_KEY_CELL_BUDGET)
    {
      rest->blind = TRUE;
      return FALSE;
    }
  budget->cells += REST_CELLS;
  rest->with = g_new0 (SquillKeyMask, SQUILL_KEY_SLOTS);
  rest->always = g_new (SquillKeyMask, SQUILL_KEY_SLOTS);
  memset (rest->always, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  return TRUE;
}

static void
relate (SquillKeyRest *rest, const SquillKeyMask *fields)
{
  guint at = 0, slot;

  for (guint i = rest->words; i < SQUILL_KEY_WORDS; i++)
    if (fields->words[i] != 0)
      rest->words = i + 1;
  while (squill_key_mask_next (fields, &at, &slot))
    {
      guint64 *with = rest->with[slot].words;
      guint64 *always = rest->always[slot].words;

      if ((with[slot / 64] >> (slot % 64) & 1) == 0)
        rest->always[slot] = *fields;
      for (guint i = 0; i < rest->words; i++)
        {
          with[i] |= fields->words[i];
          always[i] &= fields->words[i];
        }
    }
}

/* The sets of no objects. */
static SquillKeySets *
key_sets_new (void)
{
  SquillKeySets *self = g_new0 (SquillKeySets, 1);

  self->last = SQUILL_KEY_SET_NONE;
  return self;
}

/* The place of the set, or %SQUILL_KEY_SET_NONE. */
static guint
find_set (const SquillKeySets *self, const SquillKeyMask *fields, guint64 nest)
{
  if (self->by_fields == NULL)
    {
      for (guint i = 0; i < self->n_sets; i++)
        if (self->sets[i].nest == nest && squill_key_mask_equal (&self->sets[i].fields, fields))
          return i;
      return SQUILL_KEY_SET_NONE;
    }
  for (guint place = hash_place (fields, nest); self->by_fields[place] != 0;
       place = (place + 1) % HASH_PLACES)
    {
      guint index = self->by_fields[place] - 1u;

      if (self->sets[index].nest == nest &&
          squill_key_mask_equal (&self->sets[index].fields, fields))
        return index;
    }
  return SQUILL_KEY_SET_NONE;
}

/* Counts objects. When there are too many sets a new one is not kept, and only what was together
 * with what is known of it. Returns the place of the set, or %SQUILL_KEY_SET_NONE. */
static guint
add_set (SquillKeyBudget *budget,
         SquillKeySets *self,
         const SquillKeyMask *fields,
         guint64 nest,
         guint64 count)
{
  guint index = find_set (self, fields, nest);

  if (index != SQUILL_KEY_SET_NONE)
    {
      self->sets[index].count += count;
      return index;
    }
  if (self->n_sets == SQUILL_KEY_SET_MAX ||
      (self->n_sets > 0 && budget->sets >= SQUILL_KEY_SET_BUDGET))
    {
      self->rest.objects += count;
      if (ensure_rest (budget, &self->rest))
        relate (&self->rest, fields);
      return SQUILL_KEY_SET_NONE;
    }
  if (self->n_sets == self->room)
    {
      self->room = self->room == 0 ? 1 : self->room * 4;
      self->sets = g_renew (SquillKeySet, self->sets, self->room);
    }
  index = self->n_sets++;
  self->sets[index] = (SquillKeySet){ *fields, nest, count };
  budget->sets++;
  if (self->by_fields != NULL)
    {
      put_into_hash (self, index);
    }
  else if (self->n_sets > FEW_SETS)
    {
      self->by_fields = g_new0 (guint16, HASH_PLACES);
      for (guint i = 0; i < self->n_sets; i++)
        put_into_hash (self, i);
    }
  return index;
}

/* Counts objects with unrecorded sets. */
static void
add_rest (SquillKeyBudget *budget, SquillKeySets *self, const SquillKeyRest *rest, const guint *map)
{
  if (rest->objects == 0)
    return;
  self->rest.objects += rest->objects;
  self->rest.blind = self->rest.blind || rest->blind;
  if (rest->with == NULL || !ensure_rest (budget, &self->rest))
    return;
  self->rest.words = SQUILL_KEY_WORDS;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    {
      SquillKeyMask with = rest->with[slot];
      SquillKeyMask always = rest->always[slot];

      if (!squill_key_mask_has (&with, slot) || map[slot] >= SQUILL_KEY_SLOTS)
        continue;
      squill_key_mask_map (&with, map);
      squill_key_mask_map (&always, map);
      if (!squill_key_mask_has (&self->rest.with[map[slot]], map[slot]))
        self->rest.always[map[slot]] = always;
      for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
        {
          self->rest.with[map[slot]].words[i] |= with.words[i];
          self->rest.always[map[slot]].words[i] &= always.words[i];
        }
    }
}

/* Drops the summary of objects with unrecorded sets. */
static void
clear_rest (SquillKeyBudget *budget, SquillKeySets *self)
{
  if (self->rest.with != NULL)
    budget->cells -= REST_CELLS;
  g_free (self->rest.with);
  g_free (self->rest.always);
  self->rest = (SquillKeyRest){ 0 };
}

/**
 * squill_key_sets_get_objects:
 * @self: sets
 *
 * Returns: how many objects were counted
 */
guint64
squill_key_sets_get_objects (const SquillKeySets *self)
{
  guint64 objects = self->rest.objects;

  for (guint i = 0; i < self->n_sets; i++)
    objects += self->sets[i].count;
  return objects;
}

/**
 * squill_key_sets_relate:
 * @self: sets
 * @with: (out caller-allocates) (array fixed-size=256): by slot, the fields that stand beside that
 * field in some object
 * @always: (out caller-allocates) (array fixed-size=256): the fields that stand beside it in each
 * object
 *
 * Gets which fields occur together, in all objects, including those with unrecorded sets.
 */
void
squill_key_sets_relate (const SquillKeySets *self, SquillKeyMask *with, SquillKeyMask *always)
{
  SquillKeyRest all = { .with = with, .always = always };

  memset (with, 0, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  memset (always, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
  for (guint i = 0; i < self->n_sets; i++)
    relate (&all, &self->sets[i].fields);
  if (self->rest.blind)
    {
      memset (with, 0xff, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
      memset (always, 0, sizeof (SquillKeyMask) * SQUILL_KEY_SLOTS);
    }
  if (self->rest.with == NULL)
    return;
  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
      {
        with[slot].words[i] |= self->rest.with[slot].words[i];
        always[slot].words[i] &= self->rest.always[slot].words[i];
      }
}

/**
 * squill_key_nest_add:
 * @nest: pairs of slot and depth, ordered
 * @slot: of a field
 * @depth: how deep arrays are nested there, at least 2
 *
 * Returns: @nest with that pair; the same where there are four already
 */
guint64
squill_key_nest_add (guint64 nest, guint slot, guint depth)
{
  guint64 pair = (guint64)slot << 8 | MIN (depth, NEST_MAX_DEPTH);
  guint64 added = 0;
  guint pairs = 0;
  gboolean done = FALSE;

  if (slot >= SQUILL_KEY_SLOTS || nest >> (16 * (NEST_PAIRS - 1)) != 0)
    return nest;
  for (guint i = 0; i <= NEST_PAIRS; i++)
    {
      guint64 old = i < NEST_PAIRS ? nest >> (16 * i) & 0xffff : 0;

      if (!done && (old == 0 || old > pair))
        {
          added |= pair << (16 * pairs++);
          done = TRUE;
        }
      if (old == 0)
        break;
      added |= old << (16 * pairs++);
    }
  return added;
}

/**
 * squill_key_mask_map:
 * @fields: some fields
 * @map: (array fixed-size=256): the new slot of each
 *
 * Gives the fields other slots; a field whose new slot is not kept is left out.
 */
void
squill_key_mask_map (SquillKeyMask *fields, const guint *map)
{
  SquillKeyMask mapped = { { 0 } };
  guint at = 0, slot;

  while (squill_key_mask_next (fields, &at, &slot))
    squill_key_mask_add (&mapped, map[slot]);
  *fields = mapped;
}

/* The pairs with the new slots. */
static guint64
map_nest (guint64 nest, const guint *map)
{
  guint64 mapped = 0;

  for (; nest != 0; nest >>= 16)
    mapped = squill_key_nest_add (mapped, map[nest >> 8 & 0xff], (guint)(nest & 0xff));
  return mapped;
}

/* The most fields of an object of which the kinds of values are counted. */
#define MAX_MIXED 16u

/* Of maps that have no fields beside their keys there is nothing to know. */
static gboolean
is_map (const SquillPath *path)
{
  return path->values != NULL && path->n_fields == 0;
}

static void
ensure_sets (SquillPath *path)
{
  if (path->key_sets == NULL)
    path->key_sets = key_sets_new ();
}

static guint
count_mixed (const SquillKeySets *sets)
{
  return sets->mixed != NULL ? sets->mixed->len : 0;
}

static gboolean
differs (const SquillKeySets *sets)
{
  return sets != NULL && (sets->n_sets > 1 || sets->rest.objects > 0 || count_mixed (sets) > 0);
}

static void
add_mixed (SquillPath *field)
{
  SquillKeySets *sets;

  ensure_sets (field->parent);
  sets = field->parent->key_sets;
  if (sets->mixed == NULL)
    sets->mixed = g_ptr_array_new ();
  if (sets->mixed->len < MAX_MIXED && !g_ptr_array_find (sets->mixed, field, NULL))
    g_ptr_array_add (sets->mixed, field);
  if (sets->mixed->len > sets->n_mixed_known)
    sets->busy = TRUE;
}

/* The kinds of the values before the current object, or 0 if there are nulls among them: their
 * objects are unknown then. */
static guint
get_kinds_before (const SquillPath *field, guint64 object)
{
  guint types = (guint)squill_path_get_types (field);
  guint last = squill_type_index (field->last.type);

  if ((types & ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED)) != 0)
    return 0;
  if (object != 0 && field->last.object == object && field->types[last] == 1)
    types &= ~(1u << last);
  return squill_key_kinds_of (types);
}

/* Reports the kinds of the values in all earlier objects to the counters of the objects at a path.
 */
static void
report_kinds (SquillKeyBudget *budget, SquillPath *owner, SquillPath *path, guint64 object)
{
  const SquillKeySets *sets = path->key_sets;

  for (guint i = 0; i < count_mixed (sets); i++)
    {
      const SquillPath *field = g_ptr_array_index (sets->mixed, i);

      squill_discriminator_candidates_add_kinds (
          budget, owner, path, field,
          get_kinds_before (field, object != 0 ? sets->last_object : 0));
    }
}

/* Looks for what may decide, now that there are two sets here or in a field. */
static void
begin_candidates (SquillKeyBudget *budget, SquillPath *path, guint64 object)
{
  SquillKeySets *sets = path->key_sets;

  if (differs (sets))
    {
      squill_discriminator_candidates_add_target (budget, path, path, object);
      if (count_mixed (sets) > sets->n_mixed_known)
        report_kinds (budget, path, path, object);
      sets->n_mixed_known = count_mixed (sets);
    }
  if (!sets->below_differs)
    return;
  sets->below_differs = FALSE;
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    if (differs (field->key_sets))
      {
        squill_discriminator_candidates_add_target (budget, path, field, object);
        report_kinds (budget, path, field, object);
      }
}

/* An object in a field differs from the one before it, and what stands around it may tell why. */
static void
tell_parent (SquillPath *path)
{
  if (path->kind != SQUILL_PATH_FIELD)
    return;
  ensure_sets (path->parent);
  path->parent->key_sets->below_differs = TRUE;
  path->parent->key_sets->busy = TRUE;
}

void
squill_key_sets_free (SquillKeyBudget *budget, SquillKeySets *self)
{
  if (self == NULL)
    return;
  squill_discriminator_candidates_free (budget, self->candidates);
  clear_rest (budget, self);
  g_clear_pointer (&self->mixed, g_ptr_array_unref);
  budget->sets -= self->n_sets;
  g_free (self->sets);
  g_free (self->by_fields);
  g_free (self->moved_to);
  g_free (self);
}

/**
 * squill_key_sets_count_other:
 * @budget: counts the sets
 * @path: a path of objects
 * @fields: the fields that the object just read has
 * @nest: which of them hold arrays of arrays
 * @object: the number of that object
 *
 * Counts an object that is not just like the one before, or of which more is to be counted than
 * its fields; squill_key_sets_count_same() takes the others.
 */
void
squill_key_sets_count_other (SquillKeyBudget *budget,
                             SquillPath *path,
                             const SquillKeyMask *fields,
                             guint64 nest,
                             guint64 object)
{
  SquillKeySets *sets;
  guint n_sets;

  ensure_sets (path);
  sets = path->key_sets;
  n_sets = sets->n_sets;
  if (sets->last != SQUILL_KEY_SET_NONE && sets->last_nest == nest &&
      squill_key_mask_equal (&sets->last_fields, fields))
    sets->sets[sets->last].count++;
  else
    sets->last = add_set (budget, sets, fields, nest, 1);
  sets->last_fields = *fields;
  sets->last_nest = nest;
  sets->last_object = object;

  if ((sets->n_sets != n_sets && sets->n_sets > 1) || count_mixed (sets) > sets->n_mixed_known)
    {
      if (sets->n_sets == 2 || count_mixed (sets) > sets->n_mixed_known)
        tell_parent (path);
      begin_candidates (budget, path, object);
      squill_discriminator_candidates_add_candidates (budget, path, object);
    }
  else if (sets->below_differs)
    {
      begin_candidates (budget, path, object);
    }
  if (sets->candidates != NULL && sets->candidates->live != 0)
    squill_discriminator_candidates_count (budget, path, object);
}

/**
 * squill_key_kinds_of:
 * @types: bit set of #SquillTypes
 *
 * Returns: a bit for each kind of values; all numbers are one, null is none
 */
guint
squill_key_kinds_of (guint types)
{
  static const guint kinds[] = {
    (guint)SQUILL_TYPES_NUMERIC, (guint)SQUILL_TYPE_STRING,    (guint)SQUILL_TYPE_BOOL,
    (guint)SQUILL_TYPE_DATE,     (guint)SQUILL_TYPE_OBJECT_ID, (guint)SQUILL_TYPE_OBJECT,
    (guint)SQUILL_TYPE_ARRAY,
  };
  guint others = types & ~((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED);
  guint found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if ((types & kinds[i]) != 0)
        found |= 1u << i;
      others &= ~kinds[i];
    }
  return found | (others != 0 ? 1u << G_N_ELEMENTS (kinds) : 0);
}

/**
 * squill_key_kind_get_name:
 * @kind: the place of a bit of squill_key_kinds_of()
 *
 * Returns: (transfer none) (nullable): its name on the command line; %NULL for none
 */
const char *
squill_key_kind_get_name (guint kind)
{
  static const char *const names[] = { "number",   "string", "bool",  "date",
                                       "objectId", "object", "array", "other" };

  return kind < G_N_ELEMENTS (names) ? names[kind] : NULL;
}

/**
 * squill_key_sets_note_type:
 * @field: a field that was just met with a type for the first time
 *
 * Notes where its values are of several kinds now: something may tell of which.
 */
void
squill_key_sets_note_type (SquillPath *field)
{
  guint kinds = squill_key_kinds_of ((guint)squill_path_get_types (field));

  if (field->slot < SQUILL_KEY_SLOTS && (kinds & (kinds - 1)) != 0 && !is_map (field->parent))
    add_mixed (field);
}

/* Drops the sets of a path with objects that turned out to be maps, and what its parent counts of
 * it. */
static void
drop_key_sets (SquillKeyBudget *budget, SquillPath *path)
{
  SquillPath *parent = path->parent;

  squill_key_sets_free (budget, g_steal_pointer (&path->key_sets));
  if (path->kind == SQUILL_PATH_FIELD && parent->key_sets != NULL)
    squill_discriminator_candidates_forget (budget, parent, path);
}

/* Fields that become keys have no more to do with what is left. */
static void
remove_keys (SquillKeyBudget *budget, SquillPath *path, guint *map)
{
  SquillKeySets *sets = path->key_sets;
  SquillKeySets *above = path->parent != NULL ? path->parent->key_sets : NULL;
  guint next = 0;

  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    map[slot] = SQUILL_KEY_SET_NONE;
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    {
      if (!field->is_key)
        {
          if (field->slot < SQUILL_KEY_SLOTS)
            map[field->slot] = next;
          next++;
          continue;
        }
      if (sets->candidates != NULL)
        squill_discriminator_candidates_remove (budget, path, field);
      if (above != NULL && above->candidates != NULL)
        squill_discriminator_candidates_remove (budget, path->parent, field);
      if (sets->mixed != NULL)
        g_ptr_array_remove (sets->mixed, field);
    }
  sets->n_mixed_known = MIN (sets->n_mixed_known, count_mixed (sets));
}

/**
 * squill_key_sets_fold:
 * @budget: counted them
 * @path: a path of objects, some fields of which are marked as keys of a map, and are still there
 *
 * Leaves of its sets what the other fields are in, which will be numbered from 0 in their order.
 */
void
squill_key_sets_fold (SquillKeyBudget *budget, SquillPath *path)
{
  SquillKeySets *from = path->key_sets, *to;
  SquillKeySets *above =
      path->kind == SQUILL_PATH_FIELD && path->parent != NULL ? path->parent->key_sets : NULL;
  guint map[SQUILL_KEY_SLOTS];
  gboolean has_fields = FALSE;

  for (const SquillPath *field = path->first; field != NULL; field = field->next)
    has_fields = has_fields || !field->is_key;
  /* What was moved into those of another path already is counted there. */
  if (from == NULL || !has_fields || from->moved_to != NULL)
    {
      drop_key_sets (budget, path);
      return;
    }
  remove_keys (budget, path, map);
  to = key_sets_new ();
  from->moved_to = g_new (guint, MAX (from->n_sets, 1));
  for (guint i = 0; i < from->n_sets; i++)
    {
      SquillKeyMask fields = from->sets[i].fields;

      squill_key_mask_map (&fields, map);
      from->moved_to[i] =
          add_set (budget, to, &fields, map_nest (from->sets[i].nest, map), from->sets[i].count);
    }
  add_rest (budget, to, &from->rest, map);
  if (from->candidates != NULL)
    squill_discriminator_candidates_move (budget, from->candidates, path, from, map);
  if (above != NULL && above->candidates != NULL)
    squill_discriminator_candidates_move (budget, above->candidates, path, from, map);
  to->last_object = from->last_object;
  to->candidates = g_steal_pointer (&from->candidates);
  to->mixed = g_steal_pointer (&from->mixed);
  to->n_mixed_known = from->n_mixed_known;
  to->below_differs = from->below_differs;
  to->busy = from->busy;
  path->key_sets = to;
  squill_key_sets_free (budget, from);
}

/**
 * squill_key_slot_map:
 * @self: a path of objects
 * @other: the same of other documents
 * @map: (out caller-allocates) (array fixed-size=256): by slot in @other, the slot in @self
 *
 * Says where the fields of @other will be when they are merged, in their order, into those of
 * @self.
 */
void
squill_key_slot_map (const SquillPath *self, const SquillPath *other, guint *map)
{
  guint next = self->n_fields;

  for (guint slot = 0; slot < SQUILL_KEY_SLOTS; slot++)
    map[slot] = self == other ? slot : SQUILL_KEY_SET_NONE;
  if (self == other)
    return;
  for (const SquillPath *field = other->first; field != NULL; field = field->next)
    {
      const SquillPath *same =
          squill_path_find_field ((SquillPath *)self, field->name, field->name_length);
      guint slot = same != NULL ? same->slot : next++;

      if (field->slot < SQUILL_KEY_SLOTS)
        map[field->slot] = slot;
    }
}

/* Whether the objects of both together have more than one set of fields. */
static gboolean
differ_together (const SquillPath *self, const SquillPath *other)
{
  guint map[SQUILL_KEY_SLOTS];
  SquillKeyMask fields;

  if (differs (self->key_sets) || differs (other->key_sets))
    return TRUE;
  if (self->key_sets == NULL || other->key_sets == NULL || self->key_sets->n_sets == 0 ||
      other->key_sets->n_sets == 0)
    return FALSE;
  squill_key_slot_map (self, other, map);
  fields = other->key_sets->sets[0].fields;
  squill_key_mask_map (&fields, map);
  return !squill_key_mask_equal (&fields, &self->key_sets->sets[0].fields) ||
         map_nest (other->key_sets->sets[0].nest, map) != self->key_sets->sets[0].nest;
}

/* Targets that only @self has. */
static void
begin_targets_of (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  const SquillDiscriminatorCandidates *candidates = self->key_sets->candidates;

  for (guint i = 0; candidates != NULL && i < candidates->targets->len; i++)
    {
      SquillPath *target = g_ptr_array_index (candidates->targets, i);

      if (target->parent == self && target != self &&
          squill_path_find_field (other, target->name, target->name_length) == NULL)
        squill_discriminator_candidates_add_target (budget, other, target, 0);
    }
}

/* Fields that have values of several kinds only when both parts are combined. */
static void
add_mixed_of_both (SquillPath *self, SquillPath *other)
{
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);
      guint kinds;

      if (same == NULL || same->slot >= SQUILL_KEY_SLOTS || field->slot >= SQUILL_KEY_SLOTS)
        continue;
      kinds = squill_key_kinds_of ((guint)squill_path_get_types (same)) |
              squill_key_kinds_of ((guint)squill_path_get_types (field));
      if ((kinds & (kinds - 1)) == 0)
        continue;
      add_mixed (same);
      add_mixed (field);
    }
}

static void
tell_kinds_of_both (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillPath *owners[] = { self, other };

  for (guint i = 0; i < G_N_ELEMENTS (owners); i++)
    {
      SquillDiscriminatorCandidates *candidates = owners[i]->key_sets->candidates;

      for (guint t = 0; candidates != NULL && t < candidates->targets->len; t++)
        {
          SquillPath *target = g_ptr_array_index (candidates->targets, t);

          if (target->key_sets != NULL)
            report_kinds (budget, owners[i], target, 0);
        }
    }
}

static void
begin_candidates_of_both (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  if (self->key_sets == NULL && other->key_sets == NULL)
    return;
  ensure_sets (self);
  ensure_sets (other);
  add_mixed_of_both (self, other);
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && !is_map (same) && !is_map (field))
        add_mixed_of_both (same, field);
    }
  if (differ_together (self, other))
    {
      squill_discriminator_candidates_add_target (budget, self, self, 0);
      squill_discriminator_candidates_add_target (budget, other, other, 0);
    }
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && !is_map (same) && !is_map (field) && differ_together (same, field))
        {
          squill_discriminator_candidates_add_target (budget, self, same, 0);
          squill_discriminator_candidates_add_target (budget, other, field, 0);
        }
    }
  begin_targets_of (budget, self, other);
  begin_targets_of (budget, other, self);
  tell_kinds_of_both (budget, self, other);
}

/* What was mixed in @other is so here; what it alone has is taken over as it is. */
static void
merge_mixed (SquillPath *self, SquillPath *other)
{
  GPtrArray *mixed = other->key_sets != NULL ? other->key_sets->mixed : NULL;

  for (guint i = 0; mixed != NULL && i < mixed->len; i++)
    {
      SquillPath *field = g_ptr_array_index (mixed, i);
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (self->key_sets->mixed == NULL)
        self->key_sets->mixed = g_ptr_array_new ();
      if (same == NULL)
        same = field;
      if (!g_ptr_array_find (self->key_sets->mixed, same, NULL))
        g_ptr_array_add (self->key_sets->mixed, same);
    }
  self->key_sets->n_mixed_known = count_mixed (self->key_sets);
}

/* Adds the sets of @other; they stay there as well until its candidates are merged. */
static void
move_sets (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  SquillKeySets *from = other->key_sets;
  guint map[SQUILL_KEY_SLOTS];

  if (from == NULL || from->moved_to != NULL)
    return;
  ensure_sets (self);
  squill_key_slot_map (self, other, map);
  from->moved_to = g_new (guint, MAX (from->n_sets, 1));
  for (guint i = 0; i < from->n_sets; i++)
    {
      SquillKeyMask fields = from->sets[i].fields;

      squill_key_mask_map (&fields, map);
      from->moved_to[i] = add_set (budget, self->key_sets, &fields,
                                   map_nest (from->sets[i].nest, map), from->sets[i].count);
    }
  add_rest (budget, self->key_sets, &from->rest, map);
}

/**
 * squill_key_sets_merge:
 * @budget: counted both
 * @self: a path
 * @other: the same of other documents, about to be merged into @self
 *
 * Adds what is known of the sets of fields at @other. Both still have all their fields.
 */
void
squill_key_sets_merge (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  if (is_map (self) || is_map (other))
    {
      drop_key_sets (budget, self);
      drop_key_sets (budget, other);
      return;
    }
  if (self->key_sets == NULL && other->key_sets == NULL)
    return;
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same == NULL || (!is_map (same) && !is_map (field)))
        continue;
      drop_key_sets (budget, same);
      drop_key_sets (budget, field);
    }

  /* Candidates can begin with the values of a part with one set of fields, but only before values
   * and fields of both parts are merged. */
  begin_candidates_of_both (budget, self, other);
  move_sets (budget, self, other);
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && !is_map (same) && !is_map (field))
        {
          begin_candidates_of_both (budget, same, field);
          move_sets (budget, same, field);
        }
    }
  squill_discriminator_candidates_merge (budget, self, other);
  merge_mixed (self, other);
  self->key_sets->last = SQUILL_KEY_SET_NONE;
}
