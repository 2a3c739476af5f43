/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-metadata.h"
#include "inspect/profile/squill-path.h"

G_BEGIN_DECLS

/**
 * SquillMeaning:
 * @SQUILL_MEANING_TUPLE: arrays of which each position has a meaning of its own
 * @SQUILL_MEANING_GEOJSON: a geometry, as RFC 7946 has it
 * @SQUILL_MEANING_LEGACY_COORDINATES: longitude and latitude, as an array or an embedded document
 * @SQUILL_MEANING_DBREF: `$ref`, `$id` and perhaps `$db`
 *
 * What values are beyond their types.
 */
typedef enum
{
  SQUILL_MEANING_TUPLE = 1 << 0,
  SQUILL_MEANING_GEOJSON = 1 << 1,
  SQUILL_MEANING_LEGACY_COORDINATES = 1 << 2,
  SQUILL_MEANING_DBREF = 1 << 3,
} SquillMeaning;

void squill_meaning_find (SquillPath *root, const SquillMetadata *metadata);

G_END_DECLS
