/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/format/squill-byte-stream.h"

G_BEGIN_DECLS

/* The largest document that is put together from JSON. A server takes 16 MiB; a JSON file may be
 * one big map. */
#define SQUILL_JSON_MAX_DOCUMENT_BYTES ((gsize)256 * 1024 * 1024)

/**
 * SquillJsonFlags:
 * @SQUILL_JSON_STRICT: RFC 8259 and nothing else
 * @SQUILL_JSON_NON_FINITE: the bare words NaN, Infinity and -Infinity are numbers, as old
 * versions of mongoexport wrote
 * @SQUILL_JSON_PLAIN: objects stay objects; no Extended JSON
 * @SQUILL_JSON_SHELL: what mongosh and the shell before it print and take, too: calls such as
 * `ObjectId("…")`, regular expressions, `undefined`, texts in single quotes, names without quotes,
 * commas before a closing bracket, comments
 * @SQUILL_JSON_WINDOWS_1252: what is not UTF-8 is read as Windows-1252, and reported once
 *
 * What a reader takes.
 */
typedef enum
{
  SQUILL_JSON_STRICT = 0,
  SQUILL_JSON_NON_FINITE = 1 << 0,
  SQUILL_JSON_PLAIN = 1 << 1,
  SQUILL_JSON_SHELL = 1 << 2,
  SQUILL_JSON_WINDOWS_1252 = 1 << 3,
} SquillJsonFlags;

/**
 * SquillJsonFault:
 * @offset: where in the unpacked file, in bytes from 0
 * @line: the line, from 1
 * @column: the character in the line, from 1
 * @reason: why, translated
 * @document_lost: whether the document it stands in is not given; else it is given and something
 * in it was set right
 *
 * Something that is wrong in the text.
 */
typedef struct
{
  guint64 offset;
  guint64 line;
  guint64 column;
  const char *reason;
  gboolean document_lost;
} SquillJsonFault;

/**
 * SquillJsonFaultFunc:
 * @fault: what is wrong; valid during the call
 * @user_data: as given
 *
 * Called for each fault.
 */
typedef void (*SquillJsonFaultFunc) (const SquillJsonFault *fault, gpointer user_data);

/**
 * SquillJsonReader:
 *
 * Reads a stream of JSON values, or arrays of them, as BSON documents.
 */
typedef struct _SquillJsonReader SquillJsonReader;

SquillJsonReader *squill_json_reader_new (SquillByteStream *stream,
                                          SquillJsonFlags flags,
                                          SquillJsonFaultFunc on_fault,
                                          gpointer user_data);
void squill_json_reader_set_patience (SquillJsonReader *self, guint64 bytes);
void squill_json_reader_free (SquillJsonReader *self);
gboolean squill_json_reader_next (SquillJsonReader *self,
                                  const guint8 **document,
                                  gsize *length,
                                  GCancellable *cancellable,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillJsonReader, squill_json_reader_free)

G_END_DECLS
