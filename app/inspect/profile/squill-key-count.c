/* SPDX-License-Identifier: Apache-2.0 */

/* Key sets as they grow with the paths of a collection. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-key-sets.h"
#include "inspect/profile/squill-path.h"
#include "inspect/profile/squill-tag.h"

/* Of no more fields of an object it is told of which kind their values are. */
#define MAX_MIXED 16u

static gboolean
is_map (const SquillPath *path)
{
  return path->values != NULL;
}

static void
ensure_sets (SquillPath *path)
{
  if (path->key_sets == NULL)
    path->key_sets = squill_key_sets_new ();
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

/* The kinds that the values had until the object at hand. With null among them nobody knows of
 * which objects they were. */
static guint
get_kinds_before (const SquillPath *field, guint64 object)
{
  guint types = (guint)squill_path_get_types (field);
  guint last = squill_type_index (field->last_type);

  if ((types & ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED)) != 0)
    return 0;
  if (object != 0 && field->last_object == object && field->types[last] == 1)
    types &= ~(1u << last);
  return squill_key_kinds_of (types);
}

/* Tells those who count the objects at a path of what kinds the values were in all before. */
static void
tell_kinds (SquillKeyBudget *budget, SquillPath *owner, SquillPath *path, guint64 object)
{
  const SquillKeySets *sets = path->key_sets;

  for (guint i = 0; i < count_mixed (sets); i++)
    {
      const SquillPath *field = g_ptr_array_index (sets->mixed, i);

      squill_tags_add_kinds (budget, owner, path, field,
                             get_kinds_before (field, object != 0 ? sets->last_object : 0));
    }
}

/* Looks for what may decide, now that there are two sets here or in a field. */
static void
begin_tags (SquillKeyBudget *budget, SquillPath *path, guint64 object)
{
  SquillKeySets *sets = path->key_sets;

  if (differs (sets))
    {
      squill_tags_add_target (budget, path, path, object);
      if (count_mixed (sets) > sets->n_mixed_known)
        tell_kinds (budget, path, path, object);
      sets->n_mixed_known = count_mixed (sets);
    }
  if (!sets->below_differs)
    return;
  sets->below_differs = FALSE;
  for (SquillPath *field = path->first; field != NULL; field = field->next)
    if (differs (field->key_sets))
      {
        squill_tags_add_target (budget, path, field, object);
        tell_kinds (budget, path, field, object);
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

/**
 * squill_key_sets_free:
 * @budget: counted them
 * @self: (nullable): sets
 *
 * Frees them.
 */
void
squill_key_sets_free (SquillKeyBudget *budget, SquillKeySets *self)
{
  if (self == NULL)
    return;
  squill_tags_free (budget, self->tags);
  squill_key_sets_clear_rest (budget, self);
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
    sets->last = squill_key_sets_add (budget, sets, fields, nest, 1);
  sets->last_fields = *fields;
  sets->last_nest = nest;
  sets->last_object = object;

  if ((sets->n_sets != n_sets && sets->n_sets > 1) || count_mixed (sets) > sets->n_mixed_known)
    {
      if (sets->n_sets == 2 || count_mixed (sets) > sets->n_mixed_known)
        tell_parent (path);
      begin_tags (budget, path, object);
      squill_tags_add_candidates (budget, path, object);
    }
  else if (sets->below_differs)
    {
      begin_tags (budget, path, object);
    }
  if (sets->tags != NULL && sets->tags->live != 0)
    squill_tags_count (budget, path, object);
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

  if (field->slot < SQUILL_KEY_SLOTS && (kinds & (kinds - 1)) != 0)
    add_mixed (field);
}

/**
 * squill_key_sets_drop:
 * @budget: counted them
 * @path: a path whose objects turned out to be maps
 *
 * Lets go of its sets, and of what its parent counts of it.
 */
void
squill_key_sets_drop (SquillKeyBudget *budget, SquillPath *path)
{
  SquillPath *parent = path->parent;

  squill_key_sets_free (budget, g_steal_pointer (&path->key_sets));
  if (path->kind == SQUILL_PATH_FIELD && parent->key_sets != NULL)
    squill_tags_forget (budget, parent, path);
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
         squill_key_nest_map (other->key_sets->sets[0].nest, map) != self->key_sets->sets[0].nest;
}

/* Targets that only @self has. */
static void
begin_targets_of (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
{
  const SquillTags *tags = self->key_sets->tags;

  for (guint i = 0; tags != NULL && i < tags->targets->len; i++)
    {
      SquillPath *target = g_ptr_array_index (tags->targets, i);

      if (target->parent == self && target != self &&
          squill_path_find_field (other, target->name, target->name_length) == NULL)
        squill_tags_add_target (budget, other, target, 0);
    }
}

/* Fields whose values are of several kinds only when both are seen together. */
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
      SquillTags *tags = owners[i]->key_sets->tags;

      for (guint t = 0; tags != NULL && t < tags->targets->len; t++)
        {
          SquillPath *target = g_ptr_array_index (tags->targets, t);

          if (target->key_sets != NULL)
            tell_kinds (budget, owners[i], target, 0);
        }
    }
}

static void
begin_tags_of_both (SquillKeyBudget *budget, SquillPath *self, SquillPath *other)
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
      squill_tags_add_target (budget, self, self, 0);
      squill_tags_add_target (budget, other, other, 0);
    }
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && !is_map (same) && !is_map (field) && differ_together (same, field))
        {
          squill_tags_add_target (budget, self, same, 0);
          squill_tags_add_target (budget, other, field, 0);
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

/* Adds the sets of @other; they stay there as well until its tags are merged. */
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
      from->moved_to[i] =
          squill_key_sets_add (budget, self->key_sets, &fields,
                               squill_key_nest_map (from->sets[i].nest, map), from->sets[i].count);
    }
  squill_key_sets_add_rest (budget, self->key_sets, &from->rest, map);
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
      squill_key_sets_drop (budget, self);
      squill_key_sets_drop (budget, other);
      return;
    }
  if (self->key_sets == NULL && other->key_sets == NULL)
    return;
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same == NULL || (!is_map (same) && !is_map (field)))
        continue;
      squill_key_sets_drop (budget, same);
      squill_key_sets_drop (budget, field);
    }

  /* What a part that is all alike knows of values is enough to begin with, but only as long as
   * values and fields of both are apart. */
  begin_tags_of_both (budget, self, other);
  move_sets (budget, self, other);
  for (SquillPath *field = other->first; field != NULL; field = field->next)
    {
      SquillPath *same = squill_path_find_field (self, field->name, field->name_length);

      if (same != NULL && !is_map (same) && !is_map (field))
        {
          begin_tags_of_both (budget, same, field);
          move_sets (budget, same, field);
        }
    }
  squill_tags_merge (budget, self, other);
  merge_mixed (self, other);
  self->key_sets->last = SQUILL_KEY_SET_NONE;
}
