/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/profile/squill-path.h"
#include "inspect/source/squill-metadata.h"

G_BEGIN_DECLS

/**
 * SquillPathFlags:
 * @SQUILL_FLAG_EMPTY_IS_MISSING: the empty string stands among other values, as if to say that
 * there is none
 * @SQUILL_FLAG_ALWAYS_NULL: there is nothing but null
 * @SQUILL_FLAG_INTEGRAL: doubles, and none with a fraction
 * @SQUILL_FLAG_SINGLE_OR_ARRAY: an array, or a lone value of the kind of its elements
 * @SQUILL_FLAG_CONSECUTIVE_KEYS: a map whose keys count up: an array kept as an object
 * @SQUILL_FLAG_TUPLE: arrays of which each position has a meaning of its own
 * @SQUILL_FLAG_GEOJSON: a geometry, as RFC 7946 has it
 * @SQUILL_FLAG_LEGACY_COORDINATES: longitude and latitude, as an array or an embedded document
 * @SQUILL_FLAG_DBREF: `$ref`, `$id` and perhaps `$db`
 * @SQUILL_FLAG_NUMBER_AS_STRING: texts that are numbers, but for empty ones
 * @SQUILL_FLAG_DATE_AS_STRING: texts that are dates
 * @SQUILL_FLAG_ID_AS_STRING: texts that are ObjectIds or UUIDs
 * @SQUILL_FLAG_EPOCH_SECONDS: numbers that are seconds since 1970
 * @SQUILL_FLAG_EPOCH_MILLIS: numbers that are milliseconds since 1970
 *
 * What is noteworthy of a path.
 */
typedef enum
{
  SQUILL_FLAG_EMPTY_IS_MISSING = 1 << 0,
  SQUILL_FLAG_ALWAYS_NULL = 1 << 1,
  SQUILL_FLAG_INTEGRAL = 1 << 2,
  SQUILL_FLAG_SINGLE_OR_ARRAY = 1 << 3,
  SQUILL_FLAG_CONSECUTIVE_KEYS = 1 << 4,
  SQUILL_FLAG_TUPLE = 1 << 5,
  SQUILL_FLAG_GEOJSON = 1 << 6,
  SQUILL_FLAG_LEGACY_COORDINATES = 1 << 7,
  SQUILL_FLAG_DBREF = 1 << 8,
  SQUILL_FLAG_NUMBER_AS_STRING = 1 << 9,
  SQUILL_FLAG_DATE_AS_STRING = 1 << 10,
  SQUILL_FLAG_ID_AS_STRING = 1 << 11,
  SQUILL_FLAG_EPOCH_SECONDS = 1 << 12,
  SQUILL_FLAG_EPOCH_MILLIS = 1 << 13,
} SquillPathFlags;

#define SQUILL_N_PATH_FLAGS 14u

gboolean squill_path_traits_is_enumeration (const SquillPath *path);
gboolean squill_path_traits_is_constant (const SquillPath *path);
const SquillPath *squill_path_traits_get_key_field (const SquillPath *map);
void squill_path_traits_find (SquillPath *root, const SquillMetadata *metadata);
SquillPathFlags squill_path_traits_get_flags (const SquillPath *path);
const char *squill_path_flag_get_name (SquillPathFlags flag);

G_END_DECLS
