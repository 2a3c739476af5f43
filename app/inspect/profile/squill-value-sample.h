/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-walk.h"

G_BEGIN_DECLS

/* So many values are kept as examples, */
#define SQUILL_VALUE_SAMPLE_MAX 5u
/* and so many bytes of each; texts that are longer are cut, other values passed over. */
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
void squill_value_sample_add (
    SquillValueSample *self, guint8 type, const guint8 *bytes, gsize length, guint64 hash);
void squill_value_sample_add_text (SquillValueSample *self,
                                   const char *text,
                                   gsize length,
                                   guint64 hash);
void squill_value_sample_merge (SquillValueSample *self, const SquillValueSample *other);
gsize squill_value_sample_get_bytes (const SquillValueSample *self);

G_END_DECLS
