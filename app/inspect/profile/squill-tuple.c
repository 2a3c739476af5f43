/* SPDX-License-Identifier: Apache-2.0 */

/* Arrays that are no lists: each position has a meaning of its own, as in [longitude, latitude],
 * [from, to] or ["euro", 5]. Such arrays are short and all of one length. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/profile/squill-tuple.h"

#include "inspect/profile/squill-hash-sample.h"
#include "inspect/profile/squill-path.h"

#include <math.h>

/* Fewer arrays prove nothing. */
#define MIN_ARRAYS 5u
#define MIN_ARRAYS_OF_ONE_TYPE 10u
/* Ranges that have less in common are not the same. */
#define OVERLAP 0.1

#define TYPES_NOTHING ((guint)SQUILL_TYPE_NULL | (guint)SQUILL_TYPE_UNDEFINED)

static void
add_number (SquillTuplePosition *self, double value)
{
  if (!isfinite (value))
    return;
  if ((self->types & (guint)SQUILL_TYPES_NUMERIC) == 0 || value < self->min)
    self->min = value;
  if ((self->types & (guint)SQUILL_TYPES_NUMERIC) == 0 || value > self->max)
    self->max = value;
  self->fractions += value != floor (value);
}

static void
add_text (SquillTuplePosition *self, guint64 hash)
{
  if (self->n_texts > SQUILL_TUPLE_MAX_TEXTS)
    return;
  for (guint i = 0; i < self->n_texts; i++)
    if (self->texts[i] == hash)
      return;
  if (self->n_texts < SQUILL_TUPLE_MAX_TEXTS)
    self->texts[self->n_texts] = hash;
  self->n_texts++;
}

static guint
kinds_of (const SquillTuplePosition *self)
{
  return (self->types & (guint)SQUILL_TYPES_NUMERIC) != 0
             ? self->types | (guint)SQUILL_TYPES_NUMERIC
             : self->types;
}

static gboolean
ranges_differ (const SquillTuplePosition *a, const SquillTuplePosition *b)
{
  double all = MAX (a->max, b->max) - MIN (a->min, b->min);
  double common = MIN (a->max, b->max) - MAX (a->min, b->min);

  return all > 0 && common < OVERLAP * all;
}

/* The same values in all arrays prove nothing of positions. */
static gboolean
is_constant (const SquillTuple *self)
{
  for (guint i = 0; i < self->length; i++)
    if (self->positions[i].n_texts > 1 || self->positions[i].max > self->positions[i].min)
      return FALSE;
  return TRUE;
}

/* Whether no text stands at both, or one is but a few words and the other anything. */
static gboolean
texts_differ (const SquillTuplePosition *a, const SquillTuplePosition *b)
{
  const guint many = SQUILL_TUPLE_MAX_TEXTS + 1;

  if (a->n_texts == 0 || b->n_texts == 0)
    return FALSE;
  if (a->n_texts == many || b->n_texts == many)
    return MIN (a->n_texts, b->n_texts) <= 2;
  for (guint i = 0; i < a->n_texts; i++)
    for (guint j = 0; j < b->n_texts; j++)
      if (a->texts[i] == b->texts[j])
        return FALSE;
  return TRUE;
}

/**
 * squill_tuple_add:
 * @self: what is known
 * @position: from 0
 * @element: what stands there
 *
 * Notes an element of an array.
 */
void
squill_tuple_add (SquillTuple *self, guint64 position, const SquillBsonElement *element)
{
  SquillTuplePosition *at;

  if (position >= SQUILL_TUPLE_MAX)
    {
      self->broken = TRUE;
      return;
    }
  at = &self->positions[position];
  switch (element->type)
    {
    case SQUILL_BSON_INT:
      add_number (at, squill_bson_read_int32 (element->value));
      break;
    case SQUILL_BSON_LONG:
      add_number (at, (double)squill_bson_read_int64 (element->value));
      break;
    case SQUILL_BSON_DOUBLE:
      add_number (at, squill_bson_read_double (element->value));
      break;
    case SQUILL_BSON_STRING:
      add_text (at, squill_value_hash (element));
      break;
    default:
      break;
    }
  at->types |= 1u << squill_type_index (element->type);
}

/**
 * squill_tuple_end:
 * @self: what is known
 * @length: of an array whose elements were noted
 * @ascending: each of its elements is a number above the one before it
 *
 * An array ends.
 */
void
squill_tuple_end (SquillTuple *self, guint64 length, gboolean ascending)
{
  if (length == 0)
    return;
  if (length == 1 || length > SQUILL_TUPLE_MAX || (self->arrays > 0 && length != self->length))
    self->broken = TRUE;
  self->length = length;
  self->arrays++;
  self->ascending += ascending;
}

/**
 * squill_tuple_merge:
 * @self: what is known
 * @other: what is known of other arrays
 *
 * Adds what is known by @other.
 */
void
squill_tuple_merge (SquillTuple *self, const SquillTuple *other)
{
  if (other->arrays == 0 && !other->broken)
    return;
  if (self->arrays == 0 && !self->broken)
    {
      *self = *other;
      return;
    }
  if (self->broken || other->broken || self->length != other->length)
    {
      self->broken = TRUE;
      return;
    }
  self->arrays += other->arrays;
  self->ascending += other->ascending;
  for (guint i = 0; i < self->length; i++)
    {
      SquillTuplePosition *at = &self->positions[i];
      const SquillTuplePosition *from = &other->positions[i];

      if ((from->types & (guint)SQUILL_TYPES_NUMERIC) != 0)
        {
          gboolean first = (at->types & (guint)SQUILL_TYPES_NUMERIC) == 0;

          at->min = first ? from->min : MIN (at->min, from->min);
          at->max = first ? from->max : MAX (at->max, from->max);
          at->fractions += from->fractions;
        }
      for (guint j = 0; j < MIN (from->n_texts, SQUILL_TUPLE_MAX_TEXTS); j++)
        add_text (at, from->texts[j]);
      if (from->n_texts > SQUILL_TUPLE_MAX_TEXTS)
        at->n_texts = SQUILL_TUPLE_MAX_TEXTS + 1;
      at->types |= from->types;
    }
}

/**
 * squill_tuple_is_numeric:
 * @self: what is known
 *
 * Returns: whether there is nothing but numbers
 */
gboolean
squill_tuple_is_numeric (const SquillTuple *self)
{
  for (guint i = 0; i < self->length; i++)
    if (i >= SQUILL_TUPLE_MAX || self->positions[i].types == 0 ||
        (self->positions[i].types & ~(guint)SQUILL_TYPES_NUMERIC) != 0)
      return FALSE;
  return self->length > 0;
}

/**
 * squill_tuple_get_reason:
 * @self: what is known
 *
 * Returns: why the arrays are tuples; %SQUILL_TUPLE_NONE where they are not
 */
SquillTupleReason
squill_tuple_get_reason (const SquillTuple *self)
{
  gboolean types = FALSE, ranges = TRUE, texts = TRUE;

  if (self->broken || self->arrays < MIN_ARRAYS)
    return SQUILL_TUPLE_NONE;
  for (guint i = 1; i < self->length; i++)
    for (guint j = 0; j < i; j++)
      {
        const SquillTuplePosition *a = &self->positions[i], *b = &self->positions[j];

        types = types || ((kinds_of (a) & kinds_of (b) & ~TYPES_NOTHING) == 0 &&
                          (a->types & ~TYPES_NOTHING) != 0 && (b->types & ~TYPES_NOTHING) != 0);
        ranges = ranges && ranges_differ (a, b);
        texts = texts && texts_differ (a, b);
      }
  if (types)
    return SQUILL_TUPLE_TYPES;
  if (self->arrays < MIN_ARRAYS_OF_ONE_TYPE || is_constant (self))
    return SQUILL_TUPLE_NONE;
  if (!squill_tuple_is_numeric (self))
    return texts ? SQUILL_TUPLE_TEXTS : SQUILL_TUPLE_NONE;
  if (ranges)
    return SQUILL_TUPLE_RANGES;
  return self->ascending == self->arrays ? SQUILL_TUPLE_ORDER : SQUILL_TUPLE_NONE;
}
