/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/* A field with more different values than these decides nothing: it is more like an id. */
#define SQUILL_DISCRIMINATOR_MAX_VALUES 64u
/* And its values are words, not texts. */
#define SQUILL_DISCRIMINATOR_MAX_BYTES ((gsize)64)
/* A power of two, large enough that a lookup seldom takes a second probe. */
#define SQUILL_DISCRIMINATOR_PLACES 256u

/**
 * SquillDiscriminatorRow:
 * @sets: (array length=room): how many objects have each set of fields
 * @room: how many sets are counted
 * @rest_objects: objects with a set that is not recorded
 * @rest: (nullable) (array fixed-size=256): in how many of these each field is
 * @kinds: (nullable) (array fixed-size=256): of fields with values of several kinds, which of them
 * occur, as returned by squill_key_kinds_of()
 *
 * The objects where a candidate has a certain value.
 */
typedef struct
{
  guint64 *sets;
  guint room;
  guint64 rest_objects;
  guint64 *rest;
  guint8 *kinds;
} SquillDiscriminatorRow;

/**
 * SquillDiscriminatorTarget:
 * @path: the objects that may differ by the candidate
 * @rows: (array fixed-size=64): by value
 *
 * How the objects at a path go with the values of a candidate.
 */
typedef struct
{
  SquillPath *path;
  SquillDiscriminatorRow *rows;
} SquillDiscriminatorTarget;

/**
 * SquillDiscriminatorCandidate:
 * @path: a field that may decide
 * @values: (array length=n_values): its values; bytes are %NULL where they are not known
 * @n_values: how many
 * @last: of the last object
 * @places: (array fixed-size=256) (nullable): where to look for a hash: the number of a value, from
 * 1
 * @objects: objects that had one of the values
 * @look_again_at: the number of objects at which to check whether it may decide anything
 * @targets: what it may decide
 * @n_targets: how many
 * @overflowed: it has too many values, or there is no room; nothing more is counted
 *
 * A field with few values, and which fields go with each of them.
 */
typedef struct
{
  SquillPath *path;
  SquillValue *values;
  guint n_values;
  guint last;
  guint8 *places;
  guint64 objects;
  guint64 look_again_at;
  SquillDiscriminatorTarget *targets;
  guint n_targets;
  gboolean overflowed;
} SquillDiscriminatorCandidate;

/**
 * SquillDiscriminatorCandidates:
 * @list: (element-type SquillDiscriminatorCandidate): fields of the object, and of objects in its
 * fields
 * @targets: (element-type SquillPath): what they may decide: the object itself, objects in its
 * fields
 * @live: a bit for each of @candidates that was not given up
 *
 * What may decide about the fields of objects at a path and one level below it.
 */
struct _SquillDiscriminatorCandidates
{
  GPtrArray *list;
  GPtrArray *targets;
  guint64 live;
};

void squill_discriminator_candidates_add_kinds (SquillKeyBudget *budget,
                                                SquillPath *owner,
                                                const SquillPath *target,
                                                const SquillPath *field,
                                                guint kinds);
void squill_discriminator_candidates_free (SquillKeyBudget *budget,
                                           SquillDiscriminatorCandidates *self);
void squill_discriminator_candidates_add_target (SquillKeyBudget *budget,
                                                 SquillPath *owner,
                                                 SquillPath *target,
                                                 guint64 object);
void squill_discriminator_candidates_add_candidates (SquillKeyBudget *budget,
                                                     SquillPath *owner,
                                                     guint64 object);
void squill_discriminator_candidates_count (SquillKeyBudget *budget,
                                            SquillPath *owner,
                                            guint64 object);
void squill_discriminator_candidates_forget (SquillKeyBudget *budget,
                                             SquillPath *owner,
                                             const SquillPath *path);
void squill_discriminator_candidates_remove (SquillKeyBudget *budget,
                                             SquillPath *owner,
                                             const SquillPath *field);
void squill_discriminator_candidates_move (SquillKeyBudget *budget,
                                           SquillDiscriminatorCandidates *self,
                                           SquillPath *path,
                                           const SquillKeySets *from,
                                           const guint *map);
void squill_discriminator_candidates_merge (SquillKeyBudget *budget,
                                            SquillPath *self,
                                            SquillPath *other);

G_END_DECLS
