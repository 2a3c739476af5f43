/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-design"

#include "config.h"

#include "design/squill-size.h"

#include <string.h>

/**
 * squill_size_digits:
 * @k: a number of elements; may have a fraction or be infinite
 *
 * Counts the digits of the names "0", "1", … of an array's elements. Between two
 * whole numbers the result goes in a straight line.
 *
 * Returns: bytes
 */
double
squill_size_digits (double k)
{
  double digits = 0;
  double low = 0, high = 10;

  if (isinf (k))
    return k > 0 ? INFINITY : 0;
  for (int width = 1; k > low; width++)
    {
      digits += width * (MIN (k, high) - low);
      low = high;
      high *= 10;
    }
  return digits;
}

/**
 * squill_size_array:
 * @k: how many elements; may have a fraction or be infinite
 * @element: bytes of the value of one element
 *
 * Returns: the bytes of an array, without its type and name
 */
double
squill_size_array (double k, double element)
{
  if (!(k > 0))
    return SQUILL_SIZE_EMPTY;
  return SQUILL_SIZE_EMPTY + k * (SQUILL_SIZE_ELEMENT + element) + squill_size_digits (k);
}

/**
 * squill_size_capacity:
 * @limit: bytes that may not be passed
 * @base: bytes of all that is there besides the array
 * @element: bytes of the value of one element
 *
 * Finds how many elements fit.
 *
 * Returns: the largest number of elements; 0 where not even an empty array fits
 */
double
squill_size_capacity (double limit, double base, double element)
{
  double low = 0, high = 1;

  if (isnan (limit) || isnan (base) || isnan (element) || isinf (base) || isinf (element))
    return 0;
  if (isinf (limit))
    return limit > 0 ? INFINITY : 0;
  while (base + squill_size_array (high, element) <= limit)
    high *= 2;
  /* low fits, high does not. */
  while (high - low > 1)
    {
      double middle = floor ((low + high) / 2);

      if (base + squill_size_array (middle, element) <= limit)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * squill_size_years_to:
 * @limit: bytes that may not be passed
 * @base: bytes of all that is there besides the array
 * @element: bytes of the value of one element
 * @now: elements now
 * @growth: elements more each year
 *
 * Finds when a growing array reaches a limit.
 *
 * Returns: years from now; 0 if it is reached already, infinite if it never is
 */
double
squill_size_years_to (double limit, double base, double element, double now, double growth)
{
  double capacity = squill_size_capacity (limit, base, element);

  if (base + squill_size_array (now, element) > limit || now > capacity)
    return 0;
  if (!(growth > 0))
    return INFINITY;
  return (capacity - now) / growth;
}

/**
 * squill_size_of_name:
 * @name: (nullable): the name of an element
 *
 * Returns: the bytes of an element without its value: type, name, NUL
 */
double
squill_size_of_name (const char *name)
{
  return SQUILL_SIZE_ELEMENT + (name == NULL ? 0 : strlen (name));
}
