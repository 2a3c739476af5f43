/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* SquillSourceCursor:
 * @position: the byte that is read next
 * @end: behind the last byte
 * @line: of @position, from 1
 * @column: of @position in characters, from 1
 *
 * A place in a text of UTF-8 that a schema language is read from. */
typedef struct
{
  const char *position;
  const char *end;
  guint line;
  guint column;
} SquillSourceCursor;

void _squill_source_cursor_skip_byte (SquillSourceCursor *self);
gboolean _squill_source_cursor_starts_with (const SquillSourceCursor *self, const char *text);
void _squill_source_cursor_skip_line (SquillSourceCursor *self);
void _squill_source_cursor_skip_comment (SquillSourceCursor *self);
void _squill_source_cursor_take_escape (SquillSourceCursor *self, GString *text);

G_END_DECLS
