/* SPDX-License-Identifier: Apache-2.0 */

/* What the readers of schema languages have in common below their tokens. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/import/squill-source-cursor.h"

#include <string.h>

/* Passes a byte, which is there. */
void
_squill_source_cursor_skip_byte (SquillSourceCursor *self)
{
  const char byte = *self->position++;

  if (byte == '\n')
    {
      self->line++;
      self->column = 1;
    }
  else if (((guchar)byte & 0xc0) != 0x80)
    self->column++;
}

/* Whether what is read next is @text. */
gboolean
_squill_source_cursor_starts_with (const SquillSourceCursor *self, const char *text)
{
  const gsize length = strlen (text);

  return (gsize)(self->end - self->position) >= length &&
         memcmp (self->position, text, length) == 0;
}

/* To the end of the line, which is not passed. */
void
_squill_source_cursor_skip_line (SquillSourceCursor *self)
{
  while (self->position < self->end && *self->position != '\n')
    _squill_source_cursor_skip_byte (self);
}

/* From the slash that begins a comment to behind the one that ends it. */
void
_squill_source_cursor_skip_comment (SquillSourceCursor *self)
{
  while (self->position < self->end && !_squill_source_cursor_starts_with (self, "*/"))
    _squill_source_cursor_skip_byte (self);
  for (guint i = 0; i < 2 && self->position < self->end; i++)
    _squill_source_cursor_skip_byte (self);
}

/* Four digits after "\u". */
static gboolean
take_code (SquillSourceCursor *self, GString *text)
{
  gunichar code = 0;

  if (self->end - self->position < 5)
    return FALSE;
  for (guint i = 1; i <= 4; i++)
    {
      if (!g_ascii_isxdigit (self->position[i]))
        return FALSE;
      code = code * 16 + (gunichar)g_ascii_xdigit_value (self->position[i]);
    }
  if (code == 0 || !g_unichar_validate (code))
    return FALSE;
  g_string_append_unichar (text, code);
  for (guint i = 0; i < 5; i++)
    _squill_source_cursor_skip_byte (self);
  return TRUE;
}

/* Appends what is meant by the letter behind a backslash, and passes it: itself where it means
 * nothing else. */
void
_squill_source_cursor_take_escape (SquillSourceCursor *self, GString *text)
{
  static const char letters[] = "ntrbf", meant[] = "\n\t\r\b\f";
  const char *letter = *self->position != '\0' ? strchr (letters, *self->position) : NULL;

  if (*self->position == 'u' && take_code (self, text))
    return;
  g_string_append_c (text, letter != NULL ? meant[letter - letters] : *self->position);
  _squill_source_cursor_skip_byte (self);
}
