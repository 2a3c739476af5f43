/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <jansson.h>

#include "inspect/profile/squill-hash-sample.h"

G_BEGIN_DECLS

/* More different values than these are no enumeration. */
#define SQUILL_VALUE_TABLE_MAX 64u
/* A longer value is no word of an enumeration either. */
#define SQUILL_VALUE_MAX_BYTES ((gsize)256)
/* More values than these are an enumeration only if all are words, not longer than this as BSON. */
#define SQUILL_VALUE_TABLE_FEW 20u
#define SQUILL_VALUE_WORD_BYTES ((gsize)64)
/* A power of two, large enough that a lookup seldom takes a second probe. */
#define SQUILL_VALUE_TABLE_PLACES 128u

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

/* The number of examples that are kept, */
#define SQUILL_VALUE_SAMPLE_MAX 5u
/* and the most bytes of each; longer texts are cut, other values skipped. */
#define SQUILL_VALUE_SAMPLE_BYTES ((gsize)100)

/**
 * SquillExample:
 * @hash: squill_value_hash() of the value
 * @type: its BSON type
 * @cut: whether @bytes is only its beginning
 * @bytes: its BSON value
 * @length: bytes of that
 *
 * A value that was met.
 */
typedef struct
{
  guint64 hash;
  guint8 type;
  gboolean cut;
  guint8 *bytes;
  gsize length;
} SquillExample;

/**
 * SquillValueSample:
 * @values: (array length=n_values): by their hash
 * @n_values: how many
 *
 * A few values of a path: those with the smallest hashes, which is as good as by chance, yet the
 * same however the documents came. Zero-filled it is empty.
 */
typedef struct
{
  SquillExample *values;
  guint n_values;
} SquillValueSample;

/* Whether a value would be kept; most are not, and need not be looked at. */
static inline gboolean
squill_value_sample_wants (const SquillValueSample *self, guint64 hash)
{
  return self->n_values < SQUILL_VALUE_SAMPLE_MAX ||
         hash <= self->values[SQUILL_VALUE_SAMPLE_MAX - 1].hash;
}

void squill_value_sample_clear (SquillValueSample *self);
void squill_value_sample_add_text (SquillValueSample *self,
                                   const char *text,
                                   gsize length,
                                   guint64 hash);
void squill_value_sample_merge (SquillValueSample *self, const SquillValueSample *other);

/**
 * SquillScalars:
 * @count: values
 * @table: all different values, while they are few
 * @sample: (nullable): their hashes, when they are more; in the end either way, until
 * squill_scalars_drop_sample()
 * @examples: a few of them, likewise
 * @distinct: how many of them differ; counted at the end
 * @distinct_error: what to add to or subtract from @distinct at most in 99 of 100 cases; 0: exact
 *
 * The scalar values at a path. While they are few all are kept, with their counts; when they are
 * more, a sample of their hashes and a few examples. Zero-filled there are none.
 */
typedef struct
{
  guint64 count;
  SquillValueTable table;
  SquillHashSample *sample;
  SquillValueSample examples;
  guint64 distinct;
  guint64 distinct_error;
} SquillScalars;

gboolean squill_scalars_add (SquillScalars *self,
                             const SquillBsonElement *element,
                             guint64 hash,
                             gboolean may_begin_table,
                             gboolean keep_values);
void squill_scalars_merge (SquillScalars *self, const SquillScalars *other);
void squill_scalars_finish (SquillScalars *self);
void squill_scalars_clear (SquillScalars *self);
gsize squill_scalars_get_sample_bytes (const SquillScalars *self);
gsize squill_scalars_get_value_bytes (const SquillScalars *self);
json_t *squill_value_table_to_json (const SquillValueTable *table);

G_END_DECLS
