/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/* From this number of names on an object is looked at while reading. */
#define SQUILL_MAP_LARGE 64u
/* The share of the values that are of one kind, where they are called alike. */
#define SQUILL_MAP_KIND_SHARE 0.9
/* The share of the names that are data, where they are taken for it. */
#define SQUILL_MAP_DATA_SHARE 0.9
/* The share of the objects that have a name which is a field, and of such names that an object has
 * on average. */
#define SQUILL_MAP_RECORD_SHARE 0.9
/* Fewer names that may be data, or be fields, prove nothing. */
#define SQUILL_MAP_FEW_NAMES 4u
#define SQUILL_MAP_SOME_NAMES 8u
/* From this number of objects on it is known which names they usually have. */
#define SQUILL_MAP_RECORD_OBJECTS 10u

/**
 * SquillMapKind:
 * @SQUILL_MAP_KIND_NONE: nothing, or null
 * @SQUILL_MAP_KIND_NUMBER: a number of any type
 * @SQUILL_MAP_KIND_TEXT: a string
 * @SQUILL_MAP_KIND_OBJECT: an object
 * @SQUILL_MAP_KIND_ARRAY: an array
 * @SQUILL_MAP_KIND_OTHER: anything else
 *
 * Values that are called alike.
 */
typedef enum
{
  SQUILL_MAP_KIND_NONE,
  SQUILL_MAP_KIND_NUMBER,
  SQUILL_MAP_KIND_TEXT,
  SQUILL_MAP_KIND_OBJECT,
  SQUILL_MAP_KIND_ARRAY,
  SQUILL_MAP_KIND_OTHER,
} SquillMapKind;

#define SQUILL_N_MAP_KINDS (SQUILL_MAP_KIND_OTHER + 1)

/**
 * SquillMapShared:
 * @values: how many of the values have it
 * @equal: in how many objects it is equal to the name of that object
 *
 * What is known of one name among the fields of the values.
 */
typedef struct
{
  guint values;
  guint64 equal;
} SquillMapShared;

/**
 * SquillMapSigns:
 * @names: different names
 * @members: how often any of them is there
 * @objects: objects that have them
 * @completeness: 0 to 1: the share of the names that an object has, on average
 * @complete: there are enough objects, and nearly all have nearly all names: they are fields
 * @kind: what most values are
 * @alike: the values are of one kind: numbers, texts, objects
 * @data_names: names that look like data
 * @maybe_names: names that are not just words
 * @pattern: what all names look like; %SQUILL_KEY_WORD where they differ
 * @same_prefix: all are the same word with a number behind
 * @share_fields: the values are objects with two or more fields, which most of them have
 * @repeat_key: a field of the values repeats their names
 *
 * What speaks for or against names being data.
 */
typedef struct
{
  guint names;
  guint64 members;
  guint64 objects;
  double completeness;
  gboolean complete;
  SquillMapKind kind;
  gboolean alike;
  guint data_names;
  guint maybe_names;
  SquillKeyPattern pattern;
  gboolean same_prefix;
  gboolean share_fields;
  gboolean repeat_key;
} SquillMapSigns;

/* (transfer none): one of the fields whose names may be keys of a map. */
static inline const SquillPath *
squill_map_get_name (const GPtrArray *names, guint i)
{
  return (const SquillPath *)g_ptr_array_index (names, i);
}

SquillMapKind squill_map_kind_of_type (guint index);
const SquillPath *squill_map_get_single (const SquillPath *path);
SquillMapKind squill_map_get_kind (const SquillPath *path);
SquillMapKind squill_map_find_main_kind (const GPtrArray *names, guint *n_known, guint *n_most);
GHashTable *squill_map_count_shared (const GPtrArray *names);
void squill_map_signs_measure (SquillMapSigns *self, const GPtrArray *names, guint64 objects);
void squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path);
gboolean squill_map_signs_are_sparse (const SquillMapSigns *self);

G_END_DECLS
