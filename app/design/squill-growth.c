/* SPDX-License-Identifier: Apache-2.0 */

/* How large documents are at any time, not only now and at the horizon. */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-growth.h"

#include "design/squill-design-private.h"
#include "design/squill-size.h"

/* What is not reached until then is never reached. */
#define FAR_YEARS 100000.0
#define MAX_HALVINGS 80u

/* The likely length of an array or map then; NaN where nobody said how long it is, and for what is
 * neither. */
static double
get_length_after (const SquillShape *shape, double years)
{
  double length;

  if (!shape->array && !shape->map)
    return NAN;
  length = shape->length.likely;
  if (shape->growth > 0)
    length += shape->growth * years;
  return length > shape->length.max ? shape->length.max : length;
}

/**
 * squill_shape_get_years_to_length:
 * @shape: an array or a map
 * @length: how many elements or keys
 *
 * Returns: when it is likely to have that many; 0 if it has them now, infinite if it never will,
 * NaN where nobody said how long it is
 */
double
squill_shape_get_years_to_length (const SquillShape *shape, double length)
{
  g_return_val_if_fail (shape != NULL, NAN);

  if (isnan (shape->length.likely))
    return NAN;
  if (shape->length.likely >= length)
    return 0;
  if (!(shape->growth > 0) || shape->length.max < length)
    return INFINITY;
  return (length - shape->length.likely) / shape->growth;
}

/* What nobody said counts as the least, as in all sizes. */
static double
get_likely (SquillTriple triple)
{
  if (!isnan (triple.likely))
    return triple.likely;
  return isnan (triple.min) ? 0 : triple.min;
}

/* Bytes of one value, without its type and name. */
static double
get_payload_after (const SquillShape *shape, double years)
{
  double more = 0;
  guint n_types = 0;

  for (guint i = 0; i < shape->children->len; i++)
    {
      const SquillShape *child = shape->children->pdata[i];

      more += squill_shape_get_bytes_after (child, years) - child->bytes.likely;
    }
  for (SquillTypes types = shape->types; types != 0; types &= types - 1)
    n_types++;
  /* Of several types each is as likely as the others. */
  return shape->payload.likely + (n_types > 1 ? more / n_types : more);
}

/**
 * squill_shape_get_bytes_after:
 * @shape: a shape
 * @years: when
 *
 * Returns: the likely bytes of it then: those of the shape now and at the horizon are its `bytes`
 *   and `bytes_at_horizon`
 */
double
squill_shape_get_bytes_after (const SquillShape *shape, double years)
{
  double payload, then, now, key;

  g_return_val_if_fail (shape != NULL, NAN);

  payload = get_payload_after (shape, years);
  if (!shape->array && !shape->map)
    return shape->bytes.likely + shape->presence * (payload - shape->payload.likely);

  now = get_likely (shape->length);
  then = get_length_after (shape, years);
  if (isnan (then))
    then = now;
  if (shape->array)
    return shape->bytes.likely + shape->presence * (squill_size_array (then, payload) -
                                                    squill_size_array (now, shape->payload.likely));
  key = SQUILL_SIZE_ELEMENT + get_likely (_squill_shape_get_basis (shape)->key_size);
  return shape->bytes.likely +
         shape->presence * (then * (key + payload) - now * (key + shape->payload.likely));
}

/**
 * squill_shape_get_years_to_bytes:
 * @shape: a shape
 * @bytes: a size
 *
 * Returns: when it is likely to be so large; 0 if it is now, infinite if it never will be
 */
double
squill_shape_get_years_to_bytes (const SquillShape *shape, double bytes)
{
  double before = 0, after = 1;

  g_return_val_if_fail (shape != NULL, NAN);

  if (shape->bytes.likely >= bytes)
    return 0;
  if (!(squill_shape_get_bytes_after (shape, FAR_YEARS) >= bytes))
    return INFINITY;
  while (squill_shape_get_bytes_after (shape, after) < bytes)
    after *= 2;
  for (guint i = 0; i < MAX_HALVINGS && after - before > 1e-9 * after; i++)
    {
      double middle = (before + after) / 2;

      *(squill_shape_get_bytes_after (shape, middle) < bytes ? &before : &after) = middle;
    }
  return after;
}
