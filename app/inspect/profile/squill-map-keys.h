/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-hash-sample.h"
#include "inspect/profile/squill-scalars.h"

G_BEGIN_DECLS

/**
 * SquillKeyPattern:
 * @SQUILL_KEY_WORD: a name such as people give to fields
 * @SQUILL_KEY_NUMBERED: a word and a number: `item7`, `user_42`
 * @SQUILL_KEY_DIGITS: a whole number
 * @SQUILL_KEY_OBJECT_ID: 24 hexadecimal digits
 * @SQUILL_KEY_HEX_32: 32 hexadecimal digits, as MD5 and UUIDs without dashes have
 * @SQUILL_KEY_HEX_40: 40, as SHA-1
 * @SQUILL_KEY_HEX_64: 64, as SHA-256
 * @SQUILL_KEY_HEX: hexadecimal digits of another even number, 8 or more, letters and digits among
 * them
 * @SQUILL_KEY_UUID: a UUID with dashes
 * @SQUILL_KEY_DATE: a day: `2026-11-21`
 * @SQUILL_KEY_DATE_SLASHES: a day, `2026/11/21`
 * @SQUILL_KEY_TIME: a point in time that begins with a day
 * @SQUILL_KEY_MONTH: a month: `2026-11`
 * @SQUILL_KEY_YEAR_PART: a year and a part of it that is no month, such as a week: `2026-47`
 * @SQUILL_KEY_WEEK: a week, `2026-W47`
 * @SQUILL_KEY_DATES: dates of several of these forms; no single name looks so
 * @SQUILL_KEY_EMAIL: an e-mail address
 * @SQUILL_KEY_VERSION: numbers with dots between, a version or an IP address: `1.4.2-beta`
 * @SQUILL_KEY_TOKEN: 16 or more letters and digits that change so often that no person made them up
 * @SQUILL_KEY_LOCALE: a language with a region: `en-GB`, `zh_Hant`
 * @SQUILL_KEY_LANGUAGE: two letters that are the code of a language: `en`
 * @SQUILL_KEY_PARTS: words with slashes or dots between, without blanks: `text/html`, `org.gnome`,
 * or a path: `/users/{id}`
 * @SQUILL_KEY_SYMBOLS: has characters that field names have not: slashes, colons and the like
 *
 * What a name of an object looks like.
 */
typedef enum
{
  SQUILL_KEY_WORD,
  SQUILL_KEY_NUMBERED,
  SQUILL_KEY_DIGITS,
  SQUILL_KEY_OBJECT_ID,
  SQUILL_KEY_HEX_32,
  SQUILL_KEY_HEX_40,
  SQUILL_KEY_HEX_64,
  SQUILL_KEY_HEX,
  SQUILL_KEY_UUID,
  SQUILL_KEY_DATE,
  SQUILL_KEY_DATE_SLASHES,
  SQUILL_KEY_TIME,
  SQUILL_KEY_MONTH,
  SQUILL_KEY_YEAR_PART,
  SQUILL_KEY_WEEK,
  SQUILL_KEY_DATES,
  SQUILL_KEY_EMAIL,
  SQUILL_KEY_VERSION,
  SQUILL_KEY_TOKEN,
  SQUILL_KEY_LOCALE,
  SQUILL_KEY_LANGUAGE,
  SQUILL_KEY_PARTS,
  SQUILL_KEY_SYMBOLS,
} SquillKeyPattern;

#define SQUILL_N_KEY_PATTERNS (SQUILL_KEY_SYMBOLS + 1)

SquillKeyPattern squill_key_pattern_of (const char *key, gsize length);
gboolean squill_key_pattern_is_date (SquillKeyPattern pattern);
gboolean squill_key_pattern_is_data (SquillKeyPattern pattern);
gboolean squill_key_pattern_may_be_data (SquillKeyPattern pattern);
const char *squill_key_pattern_get_name (SquillKeyPattern pattern);
const char *squill_key_pattern_get_regex (SquillKeyPattern pattern);

/* The most names of a map that are kept, and their bytes; of larger maps only a few examples are.
 */
#define SQUILL_MAP_MAX_NAMES 1024u
#define SQUILL_MAP_MAX_NAME_BYTES ((gsize)65536)

/* Ids that are so long are as long as all others, but for those that are numbers. */
#define SQUILL_KEY_ID_LENGTH 12u

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
 * @for_room: it was made one where there was no room for more fields
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
  gboolean for_room;
} SquillMapKeys;

SquillMapKeys *squill_map_keys_new (void);
void squill_map_keys_free (SquillMapKeys *self);
void squill_map_keys_add (SquillMapKeys *self,
                          const char *key,
                          gsize length,
                          SquillKeyPattern pattern,
                          guint64 count,
                          guint types);
gboolean squill_map_keys_take (const SquillMapKeys *self, gsize length, SquillKeyPattern pattern);
gboolean squill_map_keys_may_contain (const SquillMapKeys *self,
                                      const char *key,
                                      gsize length,
                                      SquillKeyPattern pattern);
void squill_map_keys_overflow (SquillMapKeys *self);
void squill_map_keys_merge (SquillMapKeys *self, const SquillMapKeys *other);
void squill_map_keys_finish (SquillMapKeys *self);
SquillMapKeys *squill_map_keys_copy (const SquillMapKeys *self);
SquillKeyPattern squill_map_keys_get_pattern (const SquillMapKeys *self);
gsize squill_map_keys_get_sample_bytes (const SquillMapKeys *self);
gsize squill_map_keys_get_bytes (const SquillMapKeys *self);

G_END_DECLS
