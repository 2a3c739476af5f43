/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-bson-buffer.h"

G_BEGIN_DECLS

/**
 * SquillExtendedKind:
 * @SQUILL_EXTENDED_PLAIN: an ordinary object
 * @SQUILL_EXTENDED_VALUE: a typed value, now in the buffer in the object's place
 * @SQUILL_EXTENDED_WRONG: the keys of a typed value with something in them that it cannot hold;
 * left an object
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
