/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Fields of an object beyond these are in no set. */
#define SQUILL_KEY_SLOTS 256u
#define SQUILL_KEY_WORDS (SQUILL_KEY_SLOTS / 64u)
/* The most distinct sets that are kept of an object; later ones are only summed up, */
#define SQUILL_KEY_SET_MAX 256u
/* and of all objects of a collection. */
#define SQUILL_KEY_SET_BUDGET 65536u
/* The most counts that are kept in a collection for co-occurrence and for discriminators. */
#define SQUILL_KEY_CELL_BUDGET 1000000u
#define SQUILL_KEY_SET_NONE G_MAXUINT

typedef struct _SquillPath SquillPath;
typedef struct _SquillDiscriminatorCandidates SquillDiscriminatorCandidates;

/**
 * SquillKeyMask:
 * @words: a bit for each field, by its slot
 *
 * Some of the fields of an object.
 */
typedef struct
{
  guint64 words[SQUILL_KEY_WORDS];
} SquillKeyMask;

/**
 * SquillKeySet:
 * @fields: the fields that are there
 * @nest: fields that hold arrays of arrays, and how deep: up to four pairs of a byte with the slot
 * and a byte with the depth, ordered
 * @count: in how many objects just these are
 *
 * A set of fields that occurred together.
 */
typedef struct
{
  SquillKeyMask fields;
  guint64 nest;
  guint64 count;
} SquillKeySet;

/**
 * SquillKeyRest:
 * @objects: how many
 * @blind: there was no room for what follows
 * @words: of masks, that are in use
 * @with: (array fixed-size=256): by slot, the fields that were seen beside that field
 * @always: (array fixed-size=256): the fields that were never missing beside it
 *
 * The summary of objects with unrecorded sets.
 */
typedef struct
{
  guint64 objects;
  gboolean blind;
  guint words;
  SquillKeyMask *with;
  SquillKeyMask *always;
} SquillKeyRest;

/**
 * SquillKeySets:
 * @sets: (array length=n_sets): those that are kept, in the order they were met
 * @n_sets: how many
 * @room: how many fit
 * @last: of the last object, its place in @sets, or %SQUILL_KEY_SET_NONE
 * @last_fields: its fields
 * @last_nest: its arrays of arrays
 * @last_object: its number
 * @rest: the others
 * @by_fields: (nullable): where each set is, when they are many
 * @candidates: (nullable): what may decide between the sets, from the second on
 * @below_differs: an object in a field of these got a second set just now
 * @mixed: (element-type SquillPath) (nullable): fields with values of several kinds
 * @n_mixed_known: of how many of them the candidates know what was before
 * @busy: each object is to be looked at: there are @candidates, or @below_differs, or
 * more @mixed
 * @moved_to: (nullable): while two are merged: where the sets went
 *
 * Which sets of fields the objects at a path have, and how often. While there is but one set this
 * is one comparison an object.
 */
typedef struct
{
  SquillKeySet *sets;
  guint n_sets;
  guint room;
  guint last;
  SquillKeyMask last_fields;
  guint64 last_nest;
  guint64 last_object;
  SquillKeyRest rest;
  guint16 *by_fields;
  SquillDiscriminatorCandidates *candidates;
  gboolean below_differs;
  GPtrArray *mixed;
  guint n_mixed_known;
  gboolean busy;
  guint *moved_to;
} SquillKeySets;

/**
 * SquillKeyBudget:
 * @sets: sets that are kept
 * @cells: counts that are kept
 * @keep_values: whether values may be kept
 *
 * What key sets take in a collection.
 */
typedef struct
{
  guint sets;
  guint cells;
  gboolean keep_values;
} SquillKeyBudget;

guint64 squill_key_sets_get_objects (const SquillKeySets *self);
void squill_key_sets_relate (const SquillKeySets *self, SquillKeyMask *with, SquillKeyMask *always);
guint64 squill_key_nest_add (guint64 nest, guint slot, guint depth);
void squill_key_mask_map (SquillKeyMask *fields, const guint *map);

/* Adds a slot; those from %SQUILL_KEY_SLOTS on are not kept. */
static inline void
squill_key_mask_add (SquillKeyMask *self, guint slot)
{
  if (G_LIKELY (slot < SQUILL_KEY_SLOTS))
    self->words[slot / 64] |= G_GUINT64_CONSTANT (1) << (slot % 64);
}

/* Whether a slot is in the mask; those from %SQUILL_KEY_SLOTS on never are. */
static inline gboolean
squill_key_mask_has (const SquillKeyMask *self, guint slot)
{
  return slot < SQUILL_KEY_SLOTS && (self->words[slot / 64] >> (slot % 64) & 1) != 0;
}

/* Whether both have the same slots. */
static inline gboolean
squill_key_mask_equal (const SquillKeyMask *self, const SquillKeyMask *other)
{
  guint64 differ = 0;

  for (guint i = 0; i < SQUILL_KEY_WORDS; i++)
    differ |= self->words[i] ^ other->words[i];
  return differ == 0;
}

/* The next slot in the mask from *slot on; *slot begins with 0 and is one past what was found. */
static inline gboolean
squill_key_mask_next (const SquillKeyMask *self, guint *slot, guint *found)
{
  for (guint at = *slot; at < SQUILL_KEY_SLOTS; at = (at / 64 + 1) * 64)
    {
      guint64 word = self->words[at / 64] >> (at % 64);

      if (word != 0)
        {
          *found = at + (guint)__builtin_ctzll (word);
          *slot = *found + 1;
          return TRUE;
        }
    }
  return FALSE;
}

/* Counts an object where that is the same as counting the last once more. */
static inline gboolean
squill_key_sets_count_same (SquillKeySets *self,
                            const SquillKeyMask *fields,
                            guint64 nest,
                            guint64 object)
{
  if (G_UNLIKELY (self == NULL || self->busy || self->last == SQUILL_KEY_SET_NONE ||
                  self->last_nest != nest || !squill_key_mask_equal (&self->last_fields, fields)))
    return FALSE;
  self->sets[self->last].count++;
  self->last_object = object;
  return TRUE;
}

void squill_key_sets_free (SquillKeyBudget *budget, SquillKeySets *self);
void squill_key_sets_count_other (SquillKeyBudget *budget,
                                  SquillPath *path,
                                  const SquillKeyMask *fields,
                                  guint64 nest,
                                  guint64 object);
void squill_key_sets_note_type (SquillPath *field);
guint squill_key_kinds_of (guint types);
const char *squill_key_kind_get_name (guint kind);
void squill_key_sets_merge (SquillKeyBudget *budget, SquillPath *self, SquillPath *other);
void squill_key_sets_fold (SquillKeyBudget *budget, SquillPath *path);
void squill_key_slot_map (const SquillPath *self, const SquillPath *other, guint *map);

G_END_DECLS
