/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <bson/bson.h>
#include <glib.h>

G_BEGIN_DECLS

/**
 * SquillScannedCall:
 * @method: its name
 * @arguments: (nullable): the arguments, as a document with one array "a", and an object "named" of
 *   those that are given by name, if any are; %NULL where they could not be read
 *
 * One call in a chain: `find({…})`, `sort({…})`.
 */
typedef struct
{
  char *method;
  bson_t *arguments;
} SquillScannedCall;

/**
 * SquillScannedCommand:
 * @start: where it begins in the text, in bytes
 * @end: where it ends
 * @collection: (nullable): what its first call is made on; %NULL for a document
 * @calls: (element-type SquillScannedCall): the calls on a collection, in order
 * @document: (nullable): a document that stands alone: a line of a log, of `system.profile`, a
 *   command as drivers log it
 *
 * One command in a text.
 */
typedef struct
{
  gsize start;
  gsize end;
  char *collection;
  GPtrArray *calls;
  bson_t *document;
} SquillScannedCommand;

/**
 * SquillScanFaultFunc:
 * @offset: where in the text, in bytes
 * @reason: why, translated
 * @user_data: as given
 *
 * Called for what could not be read.
 */
typedef void (*SquillScanFaultFunc) (gsize offset, const char *reason, gpointer user_data);

GPtrArray *squill_commands_scan (const char *text,
                                 gsize length,
                                 SquillScanFaultFunc on_fault,
                                 gpointer user_data);

G_END_DECLS
