/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bson/squill-bson-buffer.h"

G_BEGIN_DECLS

/**
 * SquillExtendedKind:
 * @SQUILL_EXTENDED_PLAIN: an ordinary object
 * @SQUILL_EXTENDED_VALUE: a typed value, now in the object's place
 * @SQUILL_EXTENDED_WRONG: it has the keys of a typed value, but not what that value needs; it stays
 *   an object
 *
 * What an object in Extended JSON turned out to be.
 */
typedef enum
{
  SQUILL_EXTENDED_PLAIN,
  SQUILL_EXTENDED_VALUE,
  SQUILL_EXTENDED_WRONG,
} SquillExtendedKind;

SquillExtendedKind squill_extended_json_fold (SquillBsonBuffer *buffer, gsize start, guint8 *type);

G_END_DECLS
