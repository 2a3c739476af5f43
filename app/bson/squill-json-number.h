/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillJsonNumberKind:
 * @SQUILL_JSON_NUMBER_INT: an integer of 32 bits
 * @SQUILL_JSON_NUMBER_LONG: an integer of 64 bits
 * @SQUILL_JSON_NUMBER_DOUBLE: has a fraction or an exponent, or is an integer of more than 64
 * bits
 *
 * The BSON type that a number has by its text.
 */
typedef enum
{
  SQUILL_JSON_NUMBER_INT,
  SQUILL_JSON_NUMBER_LONG,
  SQUILL_JSON_NUMBER_DOUBLE,
} SquillJsonNumberKind;

/**
 * SquillJsonNumber:
 * @kind: which of the two is set
 * @integer: the value of an int or a long
 * @real: the value of a double
 *
 * A number as its text says it.
 */
typedef struct
{
  SquillJsonNumberKind kind;
  gint64 integer;
  double real;
} SquillJsonNumber;

gboolean squill_json_number_parse (const char *text, gsize length, SquillJsonNumber *number);

G_END_DECLS
