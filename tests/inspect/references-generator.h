/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "references-fixture.h"

G_BEGIN_DECLS

/**
 * GeneratedKeys:
 * @GENERATED_DENSE: 1 and up
 * @GENERATED_SPARSE: numbers far apart
 * @GENERATED_OBJECT_ID: ObjectIds, referred to as such
 * @GENERATED_HEX: ObjectIds, referred to by their text
 * @GENERATED_UUID: binary UUIDs, referred to by their text
 * @GENERATED_PREFIXED: texts such as "cus_9f3…", the same at both ends
 * @GENERATED_DOUBLE: ints, referred to as doubles
 *
 * What keys of a generated database are.
 */
typedef enum
{
  GENERATED_DENSE,
  GENERATED_SPARSE,
  GENERATED_OBJECT_ID,
  GENERATED_HEX,
  GENERATED_UUID,
  GENERATED_PREFIXED,
  GENERATED_DOUBLE,
} GeneratedKeys;

#define N_GENERATED_KEYS (GENERATED_DOUBLE + 1)

GHashTable *generate_database (Database *database, guint32 seed, GeneratedKeys keys);

G_END_DECLS
