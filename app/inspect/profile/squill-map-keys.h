/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-hash-sample.h"
#include "inspect/profile/squill-key-pattern.h"
#include "inspect/profile/squill-value-sample.h"

G_BEGIN_DECLS

/* So many names of a map are kept, and so many bytes of them; of larger maps only a few examples
 * are. */
#define SQUILL_MAP_MAX_NAMES 1024u
#define SQUILL_MAP_MAX_NAME_BYTES ((gsize)65536)

/**
 * SquillMapKey:
 * @hash: squill_text_hash() of the name
 * @name: the name, UTF-8 or not, ending in NUL
 * @length: its bytes
 * @count: in how many objects it stands
 * @types: what its values are, a bit for each of #SquillTypes
 *
 * A name in a map that has few.
 */
typedef struct
{
  guint64 hash;
  char *name;
  gsize length;
  guint64 count;
  guint types;
} SquillMapKey;

/**
 * SquillMapKeys:
 * @patterns: how many entries have a key of which pattern
 * @keys: (array length=n_keys) (nullable): all names, in no order, while they are few
 * @n_keys: how many
 * @places: (nullable): where to look for a name: its number in @keys, from 1
 * @n_places: how many, a power of two
 * @overflowed: there are too many names to keep them
 * @name_bytes: what the names take
 * @distinct: (nullable): the keys, when they are too many to be kept, or at the end
 * @examples: a few of them
 * @distinct_count: how many different ones; counted at the end
 * @distinct_error: what to add or take away at most in 99 of 100 cases; 0: exact
 * @bytes_min: bytes of the shortest key
 * @bytes_max: bytes of the longest
 * @bytes: of all keys, of all entries
 * @number_min: the smallest key of those that are numbers
 * @number_max: the largest of them
 * @by_user: a person says that this is a map
 *
 * The keys of a map.
 */
typedef struct
{
  guint64 patterns[SQUILL_N_KEY_PATTERNS];
  SquillMapKey *keys;
  guint n_keys;
  guint16 *places;
  guint n_places;
  gboolean overflowed;
  gsize name_bytes;
  SquillHashSample *distinct;
  SquillValueSample examples;
  guint64 distinct_count;
  guint64 distinct_error;
  guint64 bytes_min;
  guint64 bytes_max;
  guint64 bytes;
  guint64 number_min;
  guint64 number_max;
  gboolean by_user;
} SquillMapKeys;

SquillMapKeys *squill_map_keys_new (void);
void squill_map_keys_free (SquillMapKeys *self);
void squill_map_keys_add (
    SquillMapKeys *self, const char *key, gsize length, guint64 count, guint types);
void squill_map_keys_overflow (SquillMapKeys *self);
void squill_map_keys_merge (SquillMapKeys *self, const SquillMapKeys *other);
void squill_map_keys_finish (SquillMapKeys *self);
SquillMapKeys *squill_map_keys_copy (const SquillMapKeys *self);
gsize squill_map_keys_get_sample_bytes (const SquillMapKeys *self);
gsize squill_map_keys_get_bytes (const SquillMapKeys *self);

G_END_DECLS
