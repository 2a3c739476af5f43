/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-bson-walk.h"

G_BEGIN_DECLS

/* More different values than these are no enumeration. */
#define SQUILL_VALUE_TABLE_MAX 20u
/* A longer value is no word of an enumeration either. */
#define SQUILL_VALUE_MAX_BYTES ((gsize)256)

/**
 * SquillValue:
 * @hash: squill_value_hash() of it
 * @count: how often it came
 * @type: its BSON type, of the first that came
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
 *
 * All different values of a path while they are few. Zero-filled it is empty.
 */
typedef struct
{
  SquillValue *values;
  guint n_values;
  gboolean overflowed;
} SquillValueTable;

void squill_value_table_clear (SquillValueTable *self);
void squill_value_table_add (SquillValueTable *self,
                             const SquillBsonElement *element,
                             guint64 hash);
void squill_value_table_merge (SquillValueTable *self, const SquillValueTable *other);

G_END_DECLS
