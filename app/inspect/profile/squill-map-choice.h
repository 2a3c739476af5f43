/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/* From so many names on an object is looked at while reading. */
#define SQUILL_MAP_LARGE 64u

/**
 * SquillMapSigns:
 * @names: different names
 * @objects: objects that have them
 * @completeness: 0 to 1: the share of the names that an object has, on average
 * @complete: there are enough objects, and nearly all have nearly all names: they are fields
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
  guint64 objects;
  double completeness;
  gboolean complete;
  gboolean alike;
  guint data_names;
  guint maybe_names;
  SquillKeyPattern pattern;
  gboolean same_prefix;
  gboolean share_fields;
  gboolean repeat_key;
} SquillMapSigns;

void squill_map_signs_collect (SquillMapSigns *self, const SquillPath *path);
guint squill_map_choose_keys (SquillPath *path);
guint squill_map_choose_most (SquillPath *path);
guint squill_map_choose_like_siblings (SquillPath *path);

G_END_DECLS
