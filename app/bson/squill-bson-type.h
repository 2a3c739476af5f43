/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillBsonType:
 *
 * The type byte of an element in a document (https://bsonspec.org/spec.html).
 */
typedef enum
{
  SQUILL_BSON_DOUBLE = 0x01,
  SQUILL_BSON_STRING = 0x02,
  SQUILL_BSON_OBJECT = 0x03,
  SQUILL_BSON_ARRAY = 0x04,
  SQUILL_BSON_BINARY = 0x05,
  SQUILL_BSON_UNDEFINED = 0x06,
  SQUILL_BSON_OBJECT_ID = 0x07,
  SQUILL_BSON_BOOL = 0x08,
  SQUILL_BSON_DATE = 0x09,
  SQUILL_BSON_NULL = 0x0a,
  SQUILL_BSON_REGEX = 0x0b,
  SQUILL_BSON_DB_POINTER = 0x0c,
  SQUILL_BSON_CODE = 0x0d,
  SQUILL_BSON_SYMBOL = 0x0e,
  SQUILL_BSON_CODE_WITH_SCOPE = 0x0f,
  SQUILL_BSON_INT = 0x10,
  SQUILL_BSON_TIMESTAMP = 0x11,
  SQUILL_BSON_LONG = 0x12,
  SQUILL_BSON_DECIMAL = 0x13,
  SQUILL_BSON_MAX_KEY = 0x7f,
  SQUILL_BSON_MIN_KEY = 0xff,
} SquillBsonType;

/**
 * SquillTypes:
 *
 * A set of BSON types. The order is that of the type bytes, but for the last two; the names are the
 * aliases that `$type` and `bsonType` take.
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

/* The bit of a type byte in #SquillTypes: its set is 1 << squill_type_index (type). The byte must
 * be one that squill_bson_step() accepts. */
static inline guint
squill_type_index (guint8 type)
{
  return type <= SQUILL_BSON_DECIMAL ? type - 1u : type == SQUILL_BSON_MIN_KEY ? 19u : 20u;
}

const char *squill_type_get_name (SquillTypes type);
SquillTypes squill_type_from_name (const char *name);
char *squill_types_to_text (SquillTypes types);
SquillTypes squill_types_from_text (const char *text);

G_END_DECLS
