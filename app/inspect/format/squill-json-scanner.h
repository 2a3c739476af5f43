/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bson/squill-bson-buffer.h"
#include "inspect/format/squill-json-reader.h"

G_BEGIN_DECLS

/**
 * SquillJsonScanner:
 * @stream: the file
 * @flags: what is taken
 * @on_fault: called for each fault
 * @user_data: for @on_fault
 * @base: the window
 * @cursor: where it is in the window
 * @limit: the end of the window
 * @patience: the number of bytes without a document after which the text ends
 * @sound_offset: where the last document ended
 * @gave_up: there were as many
 * @line: the line, from 1
 * @line_offset: of the first byte of the line
 * @line_extra: bytes of the line that are no character of their own
 * @has_other_text: some text was not UTF-8, which was reported
 * @buffer: takes what is read, as BSON
 * @cancellable: (nullable): stops the reading
 * @cancelled: (nullable): set when it was stopped
 *
 * Takes JSON apart into tokens. The reader is its only user.
 */
typedef struct
{
  SquillByteStream *stream;
  SquillJsonFlags flags;
  SquillJsonFaultFunc on_fault;
  gpointer user_data;

  const guint8 *base;
  const guint8 *cursor;
  const guint8 *limit;
  guint64 patience;
  guint64 sound_offset;
  gboolean gave_up;
  guint64 line;
  guint64 line_offset;
  guint64 line_extra;
  gboolean has_other_text;

  SquillBsonBuffer buffer;

  GCancellable *cancellable;
  GError *cancelled;
} SquillJsonScanner;

guint64 squill_json_scanner_get_offset (SquillJsonScanner *self);
void squill_json_scanner_mark (SquillJsonScanner *self, SquillJsonFault *fault);
gboolean squill_json_scanner_fail (SquillJsonScanner *self, const char *reason);
gboolean squill_json_scanner_ensure (SquillJsonScanner *self, gsize count);
void squill_json_scanner_begin_line (SquillJsonScanner *self);
int squill_json_scanner_next_token (SquillJsonScanner *self);
gboolean squill_json_scanner_read_text (SquillJsonScanner *self, gboolean is_name);
gboolean squill_json_scanner_begins_word (SquillJsonScanner *self, int first);
gboolean squill_json_scanner_read_name (SquillJsonScanner *self);
gboolean squill_json_scanner_read_word (SquillJsonScanner *self, char *word, gsize room);
gboolean squill_json_scanner_read_scalar (SquillJsonScanner *self, int first, guint8 *type);

G_END_DECLS
