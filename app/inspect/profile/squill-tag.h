/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-key-sets.h"
#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/* A field with more different values than these decides nothing: it is more like an id. */
#define SQUILL_TAG_MAX_VALUES 64u
/* And its values are words, not texts. */
#define SQUILL_TAG_MAX_BYTES ((gsize)64)
/* A power of two, so much above the values that looking one up seldom takes a second look. */
#define SQUILL_TAG_PLACES 256u

/**
 * SquillTagRow:
 * @sets: (array length=room): how many objects have each set of fields
 * @room: how many sets are counted
 * @rest_objects: objects whose set is not kept
 * @rest: (nullable) (array fixed-size=256): in how many of these each field is
 * @kinds: (nullable) (array fixed-size=256): of fields with values of several kinds, which of them
 * occur, as squill_key_kinds_of() tells them
 *
 * The objects where a tag has a certain value.
 */
typedef struct
{
  guint64 *sets;
  guint room;
  guint64 rest_objects;
  guint64 *rest;
  guint8 *kinds;
} SquillTagRow;

/**
 * SquillTagTarget:
 * @path: the objects that may differ by the tag
 * @rows: (array fixed-size=64): by value
 *
 * How the objects at a path go with the values of a tag.
 */
typedef struct
{
  SquillPath *path;
  SquillTagRow *rows;
} SquillTagTarget;

/**
 * SquillTag:
 * @path: a field that may decide
 * @values: (array length=n_values): its values; bytes are %NULL where they are not known
 * @n_values: how many
 * @last: of the last object
 * @places: (array fixed-size=256) (nullable): where to look for a hash: the number of a value, from
 * 1
 * @objects: objects that had one of the values
 * @look_again_at: so many objects make it worth to see whether it may decide anything
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
  SquillTagTarget *targets;
  guint n_targets;
  gboolean overflowed;
} SquillTag;

/**
 * SquillTags:
 * @tags: (element-type SquillTag): fields of the object, and of objects in its fields
 * @targets: (element-type SquillPath): what they may decide: the object itself, objects in its
 * fields
 * @live: a bit for each of @tags that was not given up
 *
 * What may decide about the fields of objects at a path and one level below it.
 */
struct _SquillTags
{
  GPtrArray *tags;
  GPtrArray *targets;
  guint64 live;
};

void squill_tag_free (SquillKeyBudget *budget, SquillTag *self);
void squill_tag_give_up (SquillKeyBudget *budget, SquillTag *self);
guint squill_tag_find_value (SquillTag *self, guint64 hash);
void squill_tag_set_value_bytes (SquillValue *value,
                                 guint8 type,
                                 const guint8 *bytes,
                                 gsize length);
SquillTagTarget *squill_tag_find_target (SquillTag *self, const SquillPath *path);
SquillTagTarget *squill_tag_add_target (SquillKeyBudget *budget, SquillTag *self, SquillPath *path);
void squill_tag_clear_target (SquillKeyBudget *budget, SquillTagTarget *target);
gboolean squill_tag_add_to_row (SquillKeyBudget *budget,
                                SquillTag *self,
                                SquillTagRow *row,
                                guint set,
                                const SquillKeyMask *fields,
                                guint64 count);

void squill_tag_add_kinds (
    SquillKeyBudget *budget, SquillTag *self, SquillTagRow *row, guint slot, guint kinds);

/* squill-tags.c */
void squill_tags_add_kinds (SquillKeyBudget *budget,
                            SquillPath *owner,
                            const SquillPath *target,
                            const SquillPath *field,
                            guint kinds);
void squill_tags_look_who_lives (SquillPath *owner);
void squill_tags_free (SquillKeyBudget *budget, SquillTags *self);
void squill_tags_add_target (SquillKeyBudget *budget,
                             SquillPath *owner,
                             SquillPath *target,
                             guint64 object);
void squill_tags_add_candidates (SquillKeyBudget *budget, SquillPath *owner, guint64 object);
void squill_tags_count (SquillKeyBudget *budget, SquillPath *owner, guint64 object);
void squill_tags_forget (SquillKeyBudget *budget, SquillPath *owner, const SquillPath *path);
SquillTag *squill_tags_find (const SquillTags *self, const SquillPath *path);
gboolean squill_tags_has_target (const SquillTags *self, const SquillPath *path);

/* squill-tag-merge.c */
void squill_tags_merge (SquillKeyBudget *budget, SquillPath *self, SquillPath *other);

/* squill-key-count.c */
void squill_key_slot_map (const SquillPath *self, const SquillPath *other, guint *map);

G_END_DECLS
