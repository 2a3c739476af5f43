/* SPDX-License-Identifier: Apache-2.0 */

/* The tokens of JSON, read through a window over the file and written as BSON at once: strings,
 * numbers, words, and what the shell has besides them: names without quotes, regular expressions,
 * comments. Counts lines and characters on the way. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-json-scanner.h"

#include "bson/squill-bson-walk.h"
#include "bson/squill-json-number.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A number whose text is longer than this is refused. */
#define MAX_NUMBER_BYTES ((gsize)64 * 1024)

/* The flags of a regular expression, none of which stands twice. */
#define MAX_REGEX_FLAGS 16u

/**
 * squill_json_scanner_get_offset:
 * @self: a scanner
 *
 * Returns: where it is, in bytes of the unpacked file
 */
guint64
squill_json_scanner_get_offset (SquillJsonScanner *self)
{
  return squill_byte_stream_get_offset (self->stream) + (guint64)(self->cursor - self->base);
}

/**
 * squill_json_scanner_mark:
 * @self: a scanner
 * @place: (out): takes offset, line and column; the rest is left alone
 *
 * Says where it is.
 */
void
squill_json_scanner_mark (SquillJsonScanner *self, SquillJsonFault *fault)
{
  fault->offset = squill_json_scanner_get_offset (self);
  fault->line = self->line;
  fault->column = fault->offset - self->line_offset - self->line_extra + 1;
}

/* Reports a problem unless the reading was canceled: a canceled stream looks truncated. */
static void
report (SquillJsonScanner *self, const char *reason, gboolean document_lost)
{
  SquillJsonFault fault;

  if (self->cancelled != NULL)
    return;
  squill_json_scanner_mark (self, &fault);
  fault.reason = reason;
  fault.document_lost = document_lost;
  self->on_fault (&fault, self->user_data);
}

/**
 * squill_json_scanner_fail:
 * @self: a scanner
 * @reason: what is wrong here
 *
 * Reports a fault that loses the document.
 *
 * Returns: %FALSE
 */
gboolean
squill_json_scanner_fail (SquillJsonScanner *self, const char *reason)
{
  report (self, reason, TRUE);
  return FALSE;
}

/**
 * squill_json_scanner_ensure:
 * @self: a scanner
 * @count: bytes
 *
 * Makes @count bytes from the cursor on available.
 *
 * Returns: %FALSE where the text ends before, and when cancelled
 */
gboolean
squill_json_scanner_ensure (SquillJsonScanner *self, gsize count)
{
  gsize available;

  if ((gsize)(self->limit - self->cursor) >= count)
    return TRUE;
  if (self->cancelled != NULL)
    return FALSE;

  squill_byte_stream_skip (self->stream, (gsize)(self->cursor - self->base));
  self->base = self->cursor;
  if (!self->gave_up && squill_json_scanner_get_offset (self) - self->sound_offset > self->patience)
    {
      self->gave_up = TRUE;
      report (self, _ ("There is no document for too long; nothing was read from here on"), TRUE);
    }
  if (self->gave_up)
    {
      self->base = self->cursor = self->limit = NULL;
      return FALSE;
    }
  if (!squill_byte_stream_peek (self->stream, count, &self->base, &available, self->cancellable,
                                &self->cancelled))
    {
      self->base = self->cursor = self->limit = NULL;
      return FALSE;
    }
  self->cursor = self->base;
  self->limit = self->base + available;
  return available >= count;
}

/**
 * squill_json_scanner_begin_line:
 * @self: a scanner, behind a line break
 *
 * Counts a line.
 */
void
squill_json_scanner_begin_line (SquillJsonScanner *self)
{
  self->line++;
  self->line_offset = squill_json_scanner_get_offset (self);
  self->line_extra = 0;
}

/* Skips a comment. FALSE where there is none; then nothing was taken. */
static gboolean
skip_comment (SquillJsonScanner *self)
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

/**
 * squill_json_scanner_next_token:
 * @self: a scanner
 *
 * Passes white space, and comments where there may be some.
 *
 * Returns: the byte that follows, not taken; -1 at the end
 */
int
squill_json_scanner_next_token (SquillJsonScanner *self)
{
  for (;;)
    {
      if (self->cursor == self->limit && !squill_json_scanner_ensure (self, 1))
        return -1;
      switch (*self->cursor)
        {
        case '\n':
          self->cursor++;
          squill_json_scanner_begin_line (self);
          break;
        case ' ':
        case '\t':
        case '\r':
          self->cursor++;
          break;
        case '/':
          if ((self->flags & SQUILL_JSON_SHELL) == 0 || !skip_comment (self))
            return '/';
          break;
        default:
          return *self->cursor;
        }
    }
}

/* How many bytes from @at on are plain: no quote, backslash, control character, nor part of a
 * longer character. */
static gsize
count_plain (const guint8 *at, const guint8 *limit)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 tops = G_GUINT64_CONSTANT (0x8080808080808080);
  const guint8 *p = at;

  while (limit - p >= 8)
    {
      guint64 word, quote, backslash;

      memcpy (&word, p, 8);
      quote = word ^ (ones * '"');
      backslash = word ^ (ones * '\\');
      if (((word | (quote - ones) | (backslash - ones) | (word - ones * 0x20)) & tops) != 0)
        break;
      p += 8;
    }
  while (p < limit && *p >= 0x20 && *p < 0x80 && *p != '"' && *p != '\\')
    p++;
  return (gsize)(p - at);
}

static gsize
count_plain_in_single (const guint8 *at, const guint8 *limit)
{
  const guint8 *p = at;

  while (p < limit && *p >= 0x20 && *p < 0x80 && *p != '\'' && *p != '\\')
    p++;
  return (gsize)(p - at);
}

static gboolean
read_hex4 (SquillJsonScanner *self, guint *unit)
{
  guint sum = 0;

  if (!squill_json_scanner_ensure (self, 4))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value ((char)self->cursor[i]);

      if (digit < 0)
        return FALSE;
      sum = sum << 4 | (guint)digit;
    }
  self->cursor += 4;
  *unit = sum;
  return TRUE;
}

/* After the backslash and the u. Half of a surrogate pair is no character; U+FFFD stands in for it.
 */
static gboolean
read_unicode_escape (SquillJsonScanner *self, gunichar *character)
{
  guint unit, low;

  if (!read_hex4 (self, &unit))
    return squill_json_scanner_fail (self, _ ("\\u needs four hexadecimal digits"));
  *character = unit;
  if (unit < 0xd800 || unit > 0xdfff)
    return TRUE;

  *character = 0xfffd;
  if (unit <= 0xdbff && squill_json_scanner_ensure (self, 6) && self->cursor[0] == '\\' &&
      self->cursor[1] == 'u')
    {
      const guint8 *digits = self->cursor + 2;

      low = 0;
      for (guint i = 0; i < 4; i++)
        {
          int digit = g_ascii_xdigit_value ((char)digits[i]);

          low = low << 4 | (guint)MAX (digit, 0);
        }
      if (low >= 0xdc00 && low <= 0xdfff)
        {
          self->cursor += 6;
          *character = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        }
    }
  return TRUE;
}

static void
append_character (SquillJsonScanner *self, gunichar character)
{
  char bytes[6];
  int n = g_unichar_to_utf8 (character, bytes);

  squill_bson_buffer_append (&self->buffer, bytes, (gsize)n);
}

static void
append_escaped (SquillJsonScanner *self, gunichar character, gboolean is_name)
{
  if (character == 0 && is_name)
    {
      report (self, _ ("A field name has a NUL character, which BSON does not allow"), FALSE);
      character = 0xfffd;
    }
  append_character (self, character);
}

/* What JavaScript has beyond JSON. */
static gboolean
read_shell_escape (SquillJsonScanner *self, guint8 letter, gboolean is_name)
{
  int high, low;

  switch (letter)
    {
    case '\'':
      self->cursor += 2;
      append_character (self, letter);
      return TRUE;
    case 'v':
      self->cursor += 2;
      append_character (self, '\v');
      return TRUE;
    case '0':
      self->cursor += 2;
      append_escaped (self, 0, is_name);
      return TRUE;
    case 'x':
      if (!squill_json_scanner_ensure (self, 4))
        return squill_json_scanner_fail (self, _ ("This string does not end"));
      high = g_ascii_xdigit_value ((char)self->cursor[2]);
      low = g_ascii_xdigit_value ((char)self->cursor[3]);
      if (high < 0 || low < 0)
        return squill_json_scanner_fail (self, _ ("\\x needs two hexadecimal digits"));
      self->cursor += 4;
      append_escaped (self, (gunichar)(high << 4 | low), is_name);
      return TRUE;
    case '\n':
      self->cursor += 2;
      squill_json_scanner_begin_line (self);
      return TRUE;
    default:
      return squill_json_scanner_fail (self, _ ("Unknown escape sequence in a string"));
    }
}

static gboolean
read_escape (SquillJsonScanner *self, gboolean is_name)
{
  gunichar character = 0;
  guint8 letter;

  if (!squill_json_scanner_ensure (self, 2))
    return squill_json_scanner_fail (self, _ ("This string does not end"));
  letter = self->cursor[1];
  switch (letter)
    {
    case '"':
    case '\\':
    case '/':
      character = letter;
      break;
    case 'b':
      character = '\b';
      break;
    case 'f':
      character = '\f';
      break;
    case 'n':
      character = '\n';
      break;
    case 'r':
      character = '\r';
      break;
    case 't':
      character = '\t';
      break;
    case 'u':
      self->cursor += 2;
      if (!read_unicode_escape (self, &character))
        return FALSE;
      append_escaped (self, character, is_name);
      return TRUE;
    default:
      if ((self->flags & SQUILL_JSON_SHELL) != 0)
        return read_shell_escape (self, letter, is_name);
      return squill_json_scanner_fail (self, _ ("Unknown escape sequence in a string"));
    }
  self->cursor += 2;
  append_character (self, character);
  return TRUE;
}

/* Takes one byte of a text that is not UTF-8, as most programs of Windows wrote it. To lose the
 * document, and in an array all that follow, for the umlaut in a name would be worse than a wrong
 * character. */
static void
read_windows_character (SquillJsonScanner *self)
{
  /* Where Windows-1252 is not Latin-1; what it leaves open is the control character. */
  static const gunichar others[] = {
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
  };
  const guint8 byte = *self->cursor;

  if (!self->has_other_text)
    report (self, _ ("This text is not UTF-8 and is read as Windows-1252"), FALSE);
  self->has_other_text = TRUE;
  append_character (self, byte < 0xa0 ? others[byte - 0x80] : byte);
  self->cursor++;
}

/* Takes one character of more than one byte, at its first, and appends it to the buffer. */
static gboolean
read_wide_character (SquillJsonScanner *self)
{
  guint8 lead = *self->cursor;
  gsize length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  gsize valid;

  if (!squill_json_scanner_ensure (self, length) ||
      !squill_utf8_is_valid ((const char *)self->cursor, length, &valid))
    {
      if ((self->flags & SQUILL_JSON_WINDOWS_1252) == 0)
        return squill_json_scanner_fail (self, _ ("This text is not UTF-8"));
      read_windows_character (self);
      return TRUE;
    }
  squill_bson_buffer_append (&self->buffer, self->cursor, length);
  self->cursor += length;
  self->line_extra += length - 1;
  return TRUE;
}

/**
 * squill_json_scanner_read_text:
 * @self: a scanner, at an opening quote, double or single
 * @is_name: it is the name of a field, in which BSON has no NUL
 *
 * Takes a text and appends its bytes to the buffer, without a length or a NUL.
 *
 * Returns: %FALSE at a fault, which was reported
 */
gboolean
squill_json_scanner_read_text (SquillJsonScanner *self, gboolean is_name)
{
  const guint8 quote = *self->cursor;

  self->cursor++;
  for (;;)
    {
      gsize plain = quote == '"' ? count_plain (self->cursor, self->limit)
                                 : count_plain_in_single (self->cursor, self->limit);

      squill_bson_buffer_append (&self->buffer, self->cursor, plain);
      self->cursor += plain;
      if (self->cursor == self->limit)
        {
          if (self->buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
            return squill_json_scanner_fail (self, _ ("The document is too large"));
          if (!squill_json_scanner_ensure (self, 1))
            return squill_json_scanner_fail (self, _ ("This string does not end"));
          continue;
        }
      if (*self->cursor == quote)
        {
          self->cursor++;
          return TRUE;
        }
      if (*self->cursor == '\\')
        {
          if (!read_escape (self, is_name))
            return FALSE;
        }
      else if (*self->cursor < 0x20)
        {
          return squill_json_scanner_fail (self,
                                           _ ("A control character or a line break in a string"));
        }
      else if (!read_wide_character (self))
        {
          return FALSE;
        }
    }
}

static gboolean
read_string (SquillJsonScanner *self)
{
  gsize at = self->buffer.length;

  squill_bson_buffer_append_int32 (&self->buffer, 0);
  if (!squill_json_scanner_read_text (self, FALSE))
    return FALSE;
  squill_bson_buffer_append_byte (&self->buffer, 0);
  squill_bson_buffer_patch_length (&self->buffer, at, self->buffer.length - at - 4);
  return TRUE;
}

/* The text of a number, all of it in the window; squill_json_number_parse() gives its kind. */
static gboolean
read_number (SquillJsonScanner *self, guint8 *type)
{
  SquillJsonNumber number;
  gsize wanted = 32;
  gsize length;

  for (;;)
    {
      gboolean more = squill_json_scanner_ensure (self, wanted);

      if (self->cancelled != NULL)
        return FALSE;
      length = 0;
      while (self->cursor + length < self->limit &&
             (g_ascii_isdigit (self->cursor[length]) || strchr ("+-.eE", self->cursor[length])))
        length++;
      if (self->cursor + length < self->limit || !more)
        break;
      if (length > MAX_NUMBER_BYTES)
        return squill_json_scanner_fail (self, _ ("A number has too many digits"));
      wanted = length + 4096;
    }

  if (!squill_json_number_parse ((const char *)self->cursor, length, &number))
    return squill_json_scanner_fail (self, _ ("This is not a number"));
  if (number.kind == SQUILL_JSON_NUMBER_DOUBLE && !isfinite (number.real))
    report (self, _ ("This number is too large for a double and is read as infinite"), FALSE);
  self->cursor += length;

  switch (number.kind)
    {
    case SQUILL_JSON_NUMBER_INT:
      *type = SQUILL_BSON_INT;
      squill_bson_buffer_append_int32 (&self->buffer, (gint32)number.integer);
      break;
    case SQUILL_JSON_NUMBER_LONG:
      *type = SQUILL_BSON_LONG;
      squill_bson_buffer_append_int64 (&self->buffer, number.integer);
      break;
    case SQUILL_JSON_NUMBER_DOUBLE:
    default:
      *type = SQUILL_BSON_DOUBLE;
      squill_bson_buffer_append_double (&self->buffer, number.real);
      break;
    }
  return TRUE;
}

static gboolean
take_word (SquillJsonScanner *self, const char *word)
{
  gsize length = strlen (word);

  if (!squill_json_scanner_ensure (self, length) || memcmp (self->cursor, word, length) != 0)
    return FALSE;
  self->cursor += length;
  return TRUE;
}

static gboolean
read_non_finite (SquillJsonScanner *self, guint8 *type)
{
  double value;

  if (take_word (self, "NaN"))
    value = (double)NAN;
  else if (take_word (self, "Infinity"))
    value = (double)INFINITY;
  else if (take_word (self, "-Infinity"))
    value = -(double)INFINITY;
  else
    return FALSE;
  *type = SQUILL_BSON_DOUBLE;
  squill_bson_buffer_append_double (&self->buffer, value);
  return TRUE;
}

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
 * Returns: %FALSE at a fault, which was reported
 */
gboolean
squill_json_scanner_read_name (SquillJsonScanner *self)
{
  while (squill_json_scanner_ensure (self, 1))
    {
      if (*self->cursor >= 0x80)
        {
          if (!read_wide_character (self))
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
  return squill_json_scanner_fail (self, _ ("The file ends in the middle of a document"));
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

/* Takes a regular expression as JavaScript writes it, at its slash, and appends it as BSON. */
static gboolean
read_regex (SquillJsonScanner *self)
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
          if (!read_wide_character (self))
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
 * squill_json_scanner_read_scalar:
 * @self: a scanner
 * @first: the byte the value begins with, from squill_json_scanner_next_token()
 * @type: (out): its BSON type
 *
 * Takes a value that is no object and no array, and appends it to the buffer as BSON.
 *
 * Returns: %FALSE at a fault, which was reported
 */
gboolean
squill_json_scanner_read_scalar (SquillJsonScanner *self, int first, guint8 *type)
{
  gboolean is_shell = (self->flags & SQUILL_JSON_SHELL) != 0;

  if (first == '"' || (is_shell && first == '\''))
    {
      *type = SQUILL_BSON_STRING;
      return read_string (self);
    }
  if ((self->flags & SQUILL_JSON_NON_FINITE) != 0 &&
      (first == 'N' || first == 'I' || first == '-') && read_non_finite (self, type))
    return TRUE;
  if (first == '-' || g_ascii_isdigit (first))
    return read_number (self, type);
  if (first == 't' && take_word (self, "true"))
    {
      *type = SQUILL_BSON_BOOL;
      squill_bson_buffer_append_byte (&self->buffer, 1);
      return TRUE;
    }
  if (first == 'f' && take_word (self, "false"))
    {
      *type = SQUILL_BSON_BOOL;
      squill_bson_buffer_append_byte (&self->buffer, 0);
      return TRUE;
    }
  if (first == 'n' && take_word (self, "null"))
    {
      *type = SQUILL_BSON_NULL;
      return TRUE;
    }
  if (is_shell && first == '/')
    {
      *type = SQUILL_BSON_REGEX;
      return read_regex (self);
    }
  return squill_json_scanner_fail (self, first < 0 ? _ ("The file ends in the middle of a document")
                                                   : _ ("A value is expected here"));
}
