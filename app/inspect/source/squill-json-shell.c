/* SPDX-License-Identifier: Apache-2.0 */

/* The tokens that the shell has and JSON has not: words, regular expressions, comments. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-json-scanner.h"

#include "inspect/source/squill-bson-walk.h"

#include <glib/gi18n.h>
#include <string.h>

/* The flags of a regular expression, none of which stands twice. */
#define MAX_REGEX_FLAGS 16u

static gboolean
is_word_byte (guint8 byte)
{
  return g_ascii_isalnum (byte) || byte == '_' || byte == '$';
}

/**
 * squill_json_scanner_begins_word:
 * @self: a scanner
 * @first: the byte that follows, or -1
 *
 * Returns: whether a word begins there: a name without quotes, or the name of a function
 */
gboolean
squill_json_scanner_begins_word (SquillJsonScanner *self, int first)
{
  return (self->flags & SQUILL_JSON_SHELL) != 0 && first >= 0 &&
         (is_word_byte ((guint8)first) || first >= 0x80);
}

/**
 * squill_json_scanner_read_name:
 * @self: a scanner, where a word begins
 *
 * Takes the name of a field that is written without quotes, and appends its bytes to the buffer.
 *
 * Returns: %FALSE at a fault, which was told
 */
gboolean
squill_json_scanner_read_name (SquillJsonScanner *self)
{
  while (squill_json_scanner_ensure (self, 1))
    {
      if (*self->cursor >= 0x80)
        {
          if (!squill_json_scanner_read_wide_character (self))
            return FALSE;
        }
      else if (is_word_byte (*self->cursor))
        {
          squill_bson_buffer_append_byte (&self->buffer, *self->cursor++);
        }
      else
        {
          return TRUE;
        }
      if (self->buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
        return squill_json_scanner_fail (self, _ ("The document is too large"));
    }
  return squill_json_scanner_fail (self, _ ("The text ends too early"));
}

/**
 * squill_json_scanner_read_word:
 * @self: a scanner, where a word begins
 * @word: (out caller-allocates): takes the word, with the dots in it
 * @room: bytes of @word
 *
 * Takes a word that stands for a value.
 *
 * Returns: %FALSE where it is too long to be one that is known; then only a part was taken
 */
gboolean
squill_json_scanner_read_word (SquillJsonScanner *self, char *word, gsize room)
{
  gsize length = 0;

  while (squill_json_scanner_ensure (self, 1) &&
         (is_word_byte (*self->cursor) || *self->cursor == '.'))
    {
      if (length + 1 == room)
        return FALSE;
      word[length++] = (char)*self->cursor++;
    }
  word[length] = '\0';
  return length > 0;
}

/**
 * squill_json_scanner_read_regex:
 * @self: a scanner, at a slash
 *
 * Takes a regular expression as JavaScript writes it, and appends it to the buffer as BSON.
 *
 * Returns: %FALSE at a fault, which was told
 */
gboolean
squill_json_scanner_read_regex (SquillJsonScanner *self)
{
  char flags[MAX_REGEX_FLAGS + 1];
  gboolean in_class = FALSE;
  guint n_flags = 0;

  self->cursor++;
  for (;;)
    {
      guint8 byte;

      if (!squill_json_scanner_ensure (self, 1))
        return squill_json_scanner_fail (self, _ ("A regular expression does not end"));
      if (self->buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
        return squill_json_scanner_fail (self, _ ("The document is too large"));
      byte = *self->cursor;
      if (byte == '\\' && squill_json_scanner_ensure (self, 2) && self->cursor[1] == '/')
        {
          /* It is escaped only because of the slashes around the expression. */
          self->cursor += 2;
          squill_bson_buffer_append_byte (&self->buffer, '/');
          continue;
        }
      if (byte == '\\' && squill_json_scanner_ensure (self, 2) && self->cursor[1] >= 0x20 &&
          self->cursor[1] < 0x80)
        {
          squill_bson_buffer_append (&self->buffer, self->cursor, 2);
          self->cursor += 2;
          continue;
        }
      if (byte < 0x20)
        return squill_json_scanner_fail (self, _ ("A regular expression does not end"));
      if (byte >= 0x80)
        {
          if (!squill_json_scanner_read_wide_character (self))
            return FALSE;
          continue;
        }
      if (byte == '/' && !in_class)
        break;
      in_class = byte == '[' || (in_class && byte != ']');
      squill_bson_buffer_append_byte (&self->buffer, byte);
      self->cursor++;
    }

  self->cursor++;
  squill_bson_buffer_append_byte (&self->buffer, 0);
  while (squill_json_scanner_ensure (self, 1) && g_ascii_isalpha (*self->cursor))
    {
      if (n_flags == MAX_REGEX_FLAGS)
        return squill_json_scanner_fail (self, _ ("A regular expression has too many flags"));
      flags[n_flags++] = (char)*self->cursor++;
    }
  flags[n_flags] = '\0';
  squill_bson_buffer_append (&self->buffer, flags, n_flags + 1);
  return TRUE;
}

/**
 * squill_json_scanner_skip_comment:
 * @self: a scanner, at a slash
 *
 * Passes a comment.
 *
 * Returns: %FALSE where there is none; then nothing was taken
 */
gboolean
squill_json_scanner_skip_comment (SquillJsonScanner *self)
{
  gboolean is_block;

  if (!squill_json_scanner_ensure (self, 2) || (self->cursor[1] != '/' && self->cursor[1] != '*'))
    return FALSE;
  is_block = self->cursor[1] == '*';
  self->cursor += 2;
  while (squill_json_scanner_ensure (self, 1))
    {
      if (*self->cursor == '\n')
        {
          /* The line break itself is white space again. */
          if (!is_block)
            return TRUE;
          self->cursor++;
          squill_json_scanner_begin_line (self);
        }
      else if (is_block && *self->cursor == '*' && squill_json_scanner_ensure (self, 2) &&
               self->cursor[1] == '/')
        {
          self->cursor += 2;
          return TRUE;
        }
      else
        {
          /* A byte that continues a character is no column of its own. */
          if ((*self->cursor & 0xc0) == 0x80)
            self->line_extra++;
          self->cursor++;
        }
    }
  return TRUE;
}
