/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillTypes:
 *
 * A set of BSON types. The order is that of the types' numbers in BSON; the names are the aliases
 * that `$type` and `bsonType` take.
 */
typedef enum
{
  SQUILL_TYPE_NONE = 0,
  SQUILL_TYPE_DOUBLE = 1 << 0,
  SQUILL_TYPE_STRING = 1 << 1,
  SQUILL_TYPE_OBJECT = 1 << 2,
  SQUILL_TYPE_ARRAY = 1 << 3,
  SQUILL_TYPE_BINARY = 1 << 4,
  SQUILL_TYPE_UNDEFINED = 1 << 5,
  SQUILL_TYPE_OBJECT_ID = 1 << 6,
  SQUILL_TYPE_BOOL = 1 << 7,
  SQUILL_TYPE_DATE = 1 << 8,
  SQUILL_TYPE_NULL = 1 << 9,
  SQUILL_TYPE_REGEX = 1 << 10,
  SQUILL_TYPE_DB_POINTER = 1 << 11,
  SQUILL_TYPE_JAVASCRIPT = 1 << 12,
  SQUILL_TYPE_SYMBOL = 1 << 13,
  SQUILL_TYPE_JAVASCRIPT_WITH_SCOPE = 1 << 14,
  SQUILL_TYPE_INT = 1 << 15,
  SQUILL_TYPE_TIMESTAMP = 1 << 16,
  SQUILL_TYPE_LONG = 1 << 17,
  SQUILL_TYPE_DECIMAL = 1 << 18,
  SQUILL_TYPE_MIN_KEY = 1 << 19,
  SQUILL_TYPE_MAX_KEY = 1 << 20,
} SquillTypes;

#define SQUILL_N_TYPES 21
#define SQUILL_TYPES_NUMERIC \
  (SQUILL_TYPE_DOUBLE | SQUILL_TYPE_INT | SQUILL_TYPE_LONG | SQUILL_TYPE_DECIMAL)

const char *squill_type_get_name (SquillTypes type);
SquillTypes squill_type_from_name (const char *name);
char *squill_types_to_text (SquillTypes types);
SquillTypes squill_types_from_text (const char *text);

G_END_DECLS
