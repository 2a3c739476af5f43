/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-walk.h"

G_BEGIN_DECLS

/* More different values than these are no enumeration. */
#define SQUILL_VALUE_TABLE_MAX 20u
/* A longer value is no word of an enumeration either. */
#define SQUILL_VALUE_MAX_BYTES ((gsize)256)
/* A power of two, so much above the values that looking one up seldom takes a second look. */
#define SQUILL_VALUE_TABLE_PLACES 32u

/**
 * SquillValue:
 * @hash: squill_value_hash() of it
 * @count: how often it came
 * @type: its BSON type; where equal numbers came as more than one, that of the lowest code
 * @bytes: its BSON value
 * @length: bytes of that
 *
 * A value and how often it came.
 */
typedef struct
{
  guint64 hash;
  guint64 count;
  guint8 type;
  guint8 *bytes;
  gsize length;
} SquillValue;

/**
 * SquillValueTable:
 * @values: in the order they came
 * @n_values: how many
 * @overflowed: there were more, or longer ones; then none is kept
 * @places: where to look for a hash: the number of a value, from 1
 *
 * All different values of a path while they are few. Zero-filled it is empty.
 */
typedef struct
{
  SquillValue *values;
  guint n_values;
  gboolean overflowed;
  guint8 places[SQUILL_VALUE_TABLE_PLACES];
} SquillValueTable;

void squill_value_table_clear (SquillValueTable *self);
gboolean squill_value_table_add (SquillValueTable *self,
                                 guint8 type,
                                 const guint8 *bytes,
                                 gsize length,
                                 guint64 hash,
                                 guint64 count);
void squill_value_table_overflow (SquillValueTable *self);
gsize squill_value_table_get_bytes (const SquillValueTable *self);

G_END_DECLS
