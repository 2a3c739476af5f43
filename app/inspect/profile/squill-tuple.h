/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bson/squill-bson-walk.h"

G_BEGIN_DECLS

/* Longer arrays are lists. */
#define SQUILL_TUPLE_MAX 4u
/* The most distinct texts that are kept of a position. */
#define SQUILL_TUPLE_MAX_TEXTS 8u

/**
 * SquillTuplePosition:
 * @types: bit set of #SquillTypes, as far as it is not null
 * @min: the smallest number
 * @max: the largest
 * @fractions: how many numbers have a fraction
 * @texts: (array length=n_texts): hashes of the texts
 * @n_texts: how many; one more than fit where there are more
 *
 * What stands at a position of arrays that are all of one length.
 */
typedef struct
{
  guint types;
  double min;
  double max;
  guint64 fractions;
  guint64 texts[SQUILL_TUPLE_MAX_TEXTS];
  guint n_texts;
} SquillTuplePosition;

/**
 * SquillTuple:
 * @broken: the arrays are of several lengths, or too long; nothing else is good then
 * @length: of each array that is not empty
 * @arrays: how many are not empty
 * @ascending: in how many each number is above the one before it
 * @positions: what stands where
 *
 * What is known of the positions of arrays, while they may be tuples.
 */
typedef struct
{
  gboolean broken;
  guint64 length;
  guint64 arrays;
  guint64 ascending;
  SquillTuplePosition positions[SQUILL_TUPLE_MAX];
} SquillTuple;

/**
 * SquillTupleReason:
 * @SQUILL_TUPLE_NONE: the arrays are lists
 * @SQUILL_TUPLE_TYPES: the types differ by position
 * @SQUILL_TUPLE_RANGES: the numbers are of other ranges by position
 * @SQUILL_TUPLE_ORDER: each number is above the one before it
 * @SQUILL_TUPLE_TEXTS: the texts differ by position
 *
 * Why arrays are tuples.
 */
typedef enum
{
  SQUILL_TUPLE_NONE,
  SQUILL_TUPLE_TYPES,
  SQUILL_TUPLE_RANGES,
  SQUILL_TUPLE_ORDER,
  SQUILL_TUPLE_TEXTS,
} SquillTupleReason;

void squill_tuple_add (SquillTuple *self, guint64 position, const SquillBsonElement *element);
void squill_tuple_end (SquillTuple *self, guint64 length, gboolean ascending);
void squill_tuple_merge (SquillTuple *self, const SquillTuple *other);
SquillTupleReason squill_tuple_get_reason (const SquillTuple *self);
gboolean squill_tuple_is_numeric (const SquillTuple *self);

G_END_DECLS
