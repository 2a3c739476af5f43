/* SPDX-License-Identifier: Apache-2.0 */

/* Reads JSON from outside and writes BSON while reading. No library at hand does the job: libbson's
 * reader stops at a hundred levels and ignores what follows the first document, jansson loses the
 * text of numbers, and 1, 1.0 and 9007199254740993 must stay different here. There is no recursion,
 * one document is in memory at a time, and each fault has its line and column. After a fault the
 * next line that begins with an opening brace is where reading goes on: that is the next document
 * both in NDJSON and in pretty-printed documents, and inside none of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-json-reader.h"

#include "inspect/squill-bson-walk.h"
#include "inspect/squill-extended-json.h"
#include "inspect/squill-json-number.h"

#include <glib/gi18n.h>
#include <math.h>

/* A number whose text is longer than this is refused. */
#define MAX_NUMBER_BYTES ((gsize)64 * 1024)

/* An object or array that is being read. */
typedef struct
{
  gsize start;   /* of its bytes in the buffer */
  gsize type_at; /* of the type byte of its element */
  guint count;   /* members so far */
  gboolean is_array;
  gboolean has_dollar;   /* the first name begins with a dollar sign */
  SquillJsonFault place; /* where it opens */
} Frame;

typedef enum
{
  PLACE_STREAM, /* between values, at the top */
  PLACE_ARRAY,  /* between the elements of an array at the top */
  PLACE_END,
} Place;

struct _SquillJsonReader
{
  SquillByteStream *stream;
  SquillJsonFlags flags;
  SquillJsonFaultFunc on_fault;
  gpointer user_data;

  const guint8 *base;
  const guint8 *cursor;
  const guint8 *limit;
  guint64 line;
  guint64 line_offset; /* of the first byte of the line */
  guint64 line_extra;  /* bytes of the line that are no character of their own */

  Place place;
  gboolean begun;
  gboolean after_element;
  Frame *frames;
  guint depth;
  SquillBsonBuffer buffer;

  GCancellable *cancellable;
  GError *cancelled;
};

static guint64
current_offset (SquillJsonReader *self)
{
  return squill_byte_stream_get_offset (self->stream) + (guint64)(self->cursor - self->base);
}

static void
mark_here (SquillJsonReader *self, SquillJsonFault *fault)
{
  fault->offset = current_offset (self);
  fault->line = self->line;
  fault->column = fault->offset - self->line_offset - self->line_extra + 1;
}

static void
report (SquillJsonReader *self, const char *reason, gboolean document_lost)
{
  SquillJsonFault fault;

  if (self->cancelled != NULL)
    return;
  mark_here (self, &fault);
  fault.reason = reason;
  fault.document_lost = document_lost;
  self->on_fault (&fault, self->user_data);
}

static gboolean
fail (SquillJsonReader *self, const char *reason)
{
  report (self, reason, TRUE);
  return FALSE;
}

/* Sees to it that @count bytes can be looked at; FALSE when the text ends before. */
static gboolean
ensure (SquillJsonReader *self, gsize count)
{
  gsize available;

  if ((gsize)(self->limit - self->cursor) >= count)
    return TRUE;
  if (self->cancelled != NULL)
    return FALSE;

  squill_byte_stream_skip (self->stream, (gsize)(self->cursor - self->base));
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

static void
begin_line (SquillJsonReader *self)
{
  self->line++;
  self->line_offset = current_offset (self);
  self->line_extra = 0;
}

/* Passes white space. The byte that follows, or -1 at the end. */
static int
next_token (SquillJsonReader *self)
{
  for (;;)
    {
      if (self->cursor == self->limit && !ensure (self, 1))
        return -1;
      switch (*self->cursor)
        {
        case '\n':
          self->cursor++;
          begin_line (self);
          break;
        case ' ':
        case '\t':
        case '\r':
          self->cursor++;
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

static gboolean
read_hex4 (SquillJsonReader *self, guint *unit)
{
  guint sum = 0;

  if (!ensure (self, 4))
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
read_unicode_escape (SquillJsonReader *self, gunichar *character)
{
  guint unit, low;

  if (!read_hex4 (self, &unit))
    return fail (self, _ ("\\u wants four hexadecimal digits"));
  *character = unit;
  if (unit < 0xd800 || unit > 0xdfff)
    return TRUE;

  *character = 0xfffd;
  if (unit <= 0xdbff && ensure (self, 6) && self->cursor[0] == '\\' && self->cursor[1] == 'u')
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
append_character (SquillJsonReader *self, gunichar character)
{
  char bytes[6];
  int n = g_unichar_to_utf8 (character, bytes);

  squill_bson_buffer_append (&self->buffer, bytes, (gsize)n);
}

static gboolean
read_escape (SquillJsonReader *self, gboolean is_name)
{
  gunichar character;
  guint8 letter;

  if (!ensure (self, 2))
    return fail (self, _ ("A text does not end"));
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
      if (character == 0 && is_name)
        {
          report (self, _ ("A field name holds a NUL character, which no document can have"),
                  FALSE);
          character = 0xfffd;
        }
      append_character (self, character);
      return TRUE;
    default:
      return fail (self, _ ("Unknown escape in a text"));
    }
  self->cursor += 2;
  append_character (self, character);
  return TRUE;
}

/* One character of more than one byte. */
static gboolean
read_wide_character (SquillJsonReader *self)
{
  guint8 lead = *self->cursor;
  gsize length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  gsize valid;

  if (!ensure (self, length) || !squill_utf8_is_valid ((const char *)self->cursor, length, &valid))
    return fail (self, _ ("A text is not UTF-8"));
  squill_bson_buffer_append (&self->buffer, self->cursor, length);
  self->cursor += length;
  self->line_extra += length - 1;
  return TRUE;
}

/* A text, from its opening quote on, appended to the buffer without a length or a NUL. */
static gboolean
read_text (SquillJsonReader *self, gboolean is_name)
{
  self->cursor++;
  for (;;)
    {
      gsize plain = count_plain (self->cursor, self->limit);

      squill_bson_buffer_append (&self->buffer, self->cursor, plain);
      self->cursor += plain;
      if (self->cursor == self->limit)
        {
          if (self->buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
            return fail (self, _ ("The document is too large"));
          if (!ensure (self, 1))
            return fail (self, _ ("A text does not end"));
          continue;
        }
      switch (*self->cursor)
        {
        case '"':
          self->cursor++;
          return TRUE;
        case '\\':
          if (!read_escape (self, is_name))
            return FALSE;
          break;
        default:
          if (*self->cursor < 0x20)
            return fail (self, _ ("A control character or a line break in a text"));
          if (!read_wide_character (self))
            return FALSE;
        }
    }
}

static gboolean
read_string (SquillJsonReader *self)
{
  gsize at = self->buffer.length;

  squill_bson_buffer_append_int32 (&self->buffer, 0);
  if (!read_text (self, FALSE))
    return FALSE;
  squill_bson_buffer_append_byte (&self->buffer, 0);
  squill_bson_buffer_patch_length (&self->buffer, at, self->buffer.length - at - 4);
  return TRUE;
}

/* The text of a number, all of it in the window; its kind is told by squill_json_number_parse(). */
static gboolean
read_number (SquillJsonReader *self, guint8 *type)
{
  SquillJsonNumber number;
  gsize wanted = 32;
  gsize length;

  for (;;)
    {
      gboolean more = ensure (self, wanted);

      if (self->cancelled != NULL)
        return FALSE;
      length = 0;
      while (self->cursor + length < self->limit &&
             (g_ascii_isdigit (self->cursor[length]) || strchr ("+-.eE", self->cursor[length])))
        length++;
      if (self->cursor + length < self->limit || !more)
        break;
      if (length > MAX_NUMBER_BYTES)
        return fail (self, _ ("A number has too many digits"));
      wanted = length + 4096;
    }

  if (!squill_json_number_parse ((const char *)self->cursor, length, &number))
    return fail (self, _ ("This is not a number"));
  if (number.kind == SQUILL_JSON_NUMBER_DOUBLE && !isfinite (number.real))
    report (self, _ ("The number is too large; it is taken as infinite"), FALSE);
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
take_word (SquillJsonReader *self, const char *word)
{
  gsize length = strlen (word);

  if (!ensure (self, length) || memcmp (self->cursor, word, length) != 0)
    return FALSE;
  self->cursor += length;
  return TRUE;
}

static gboolean
read_non_finite (SquillJsonReader *self, guint8 *type)
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

/* A value that is no object and no array. */
static gboolean
read_scalar (SquillJsonReader *self, int first, guint8 *type)
{
  if (first == '"')
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
  return fail (self, first < 0 ? _ ("The text ends too early") : _ ("A value is expected here"));
}

static gboolean
open_frame (SquillJsonReader *self, gsize type_at, gboolean is_array)
{
  Frame *frame;

  if (self->depth == SQUILL_BSON_MAX_DEPTH)
    {
      g_autofree char *reason =
          g_strdup_printf (_ ("Nested deeper than %d levels"), SQUILL_BSON_MAX_DEPTH);

      return fail (self, reason);
    }
  frame = &self->frames[self->depth++];
  mark_here (self, &frame->place);
  self->cursor++;
  frame->start = self->buffer.length;
  frame->type_at = type_at;
  frame->count = 0;
  frame->is_array = is_array;
  frame->has_dollar = FALSE;
  squill_bson_buffer_append_int32 (&self->buffer, 0);
  return TRUE;
}

/* The document ends here; what was an Extended JSON object becomes its value, unless it is the
 * document itself. */
static void
close_frame (SquillJsonReader *self)
{
  Frame *frame = &self->frames[--self->depth];
  guint8 type;

  self->cursor++;
  squill_bson_buffer_append_byte (&self->buffer, 0);
  squill_bson_buffer_patch_length (&self->buffer, frame->start, self->buffer.length - frame->start);
  if (!frame->has_dollar || frame->is_array || self->depth == 0 ||
      (self->flags & SQUILL_JSON_PLAIN) != 0)
    return;

  switch (squill_extended_json_fold (&self->buffer, frame->start, &type))
    {
    case SQUILL_EXTENDED_VALUE:
      self->buffer.bytes[frame->type_at] = type;
      break;
    case SQUILL_EXTENDED_WRONG:
      frame->place.reason =
          _ ("A typed value ($…) does not hold what its type wants; it is kept as it is");
      frame->place.document_lost = FALSE;
      self->on_fault (&frame->place, self->user_data);
      break;
    case SQUILL_EXTENDED_PLAIN:
    default:
      break;
    }
}

static void
append_index (SquillJsonReader *self, guint index)
{
  char digits[12];
  guint at = sizeof digits;

  digits[--at] = '\0';
  do
    {
      digits[--at] = (char)('0' + index % 10);
      index /= 10;
    }
  while (index > 0);
  squill_bson_buffer_append (&self->buffer, digits + at, sizeof digits - at);
}

static gboolean
read_name (SquillJsonReader *self, Frame *frame, int token)
{
  gsize at = self->buffer.length;

  if (token != '"')
    return fail (self, token < 0 ? _ ("The text ends too early")
                                 : _ ("A field name in double quotes is expected here"));
  if (!read_text (self, TRUE))
    return FALSE;
  squill_bson_buffer_append_byte (&self->buffer, 0);
  if (frame->count == 0)
    frame->has_dollar = self->buffer.bytes[at] == '$';
  if (next_token (self) != ':')
    return fail (self, _ ("A colon is expected here"));
  self->cursor++;
  return TRUE;
}

/* After a value: closes what ends here. FALSE at a fault; *more tells whether another member
 * follows. */
static gboolean
finish_member (SquillJsonReader *self, gboolean *more)
{
  while (self->depth > 0)
    {
      Frame *frame = &self->frames[self->depth - 1];
      int token = next_token (self);

      if (token == ',')
        {
          self->cursor++;
          *more = TRUE;
          return TRUE;
        }
      if (token != (frame->is_array ? ']' : '}'))
        return fail (self, token < 0         ? _ ("The text ends too early")
                           : frame->is_array ? _ ("A comma or a closing bracket is expected here")
                                             : _ ("A comma or a closing brace is expected here"));
      close_frame (self);
    }
  *more = FALSE;
  return TRUE;
}

/* Reads an object or array, from its opening on, as a document. */
static gboolean
read_document (SquillJsonReader *self)
{
  gboolean more = TRUE;

  self->buffer.length = 0;
  self->depth = 0;
  if (!open_frame (self, 0, *self->cursor == '['))
    return FALSE;

  while (more)
    {
      Frame *frame = &self->frames[self->depth - 1];
      int token = next_token (self);
      gsize type_at;
      guint8 type;

      if (frame->count == 0 && token == (frame->is_array ? ']' : '}'))
        {
          close_frame (self);
          if (!finish_member (self, &more))
            return FALSE;
          continue;
        }
      if (self->buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
        return fail (self, _ ("The document is too large"));

      type_at = self->buffer.length;
      squill_bson_buffer_append_byte (&self->buffer, 0);
      if (frame->is_array)
        append_index (self, frame->count);
      else if (!read_name (self, frame, token))
        return FALSE;
      frame->count++;

      token = next_token (self);
      if (token == '{' || token == '[')
        {
          self->buffer.bytes[type_at] = token == '{' ? SQUILL_BSON_OBJECT : SQUILL_BSON_ARRAY;
          if (!open_frame (self, type_at, token == '['))
            return FALSE;
          continue;
        }
      if (!read_scalar (self, token, &type))
        return FALSE;
      self->buffer.bytes[type_at] = type;
      if (!finish_member (self, &more))
        return FALSE;
    }
  return TRUE;
}

/* Goes to where the next document can begin: a line that starts with a brace. */
static void
recover (SquillJsonReader *self, guint64 failed_at)
{
  if (self->place == PLACE_ARRAY)
    {
      self->place = PLACE_END;
      return;
    }
  for (;;)
    {
      const guint8 *newline;

      if (self->cursor == self->limit && !ensure (self, 1))
        {
          self->place = PLACE_END;
          return;
        }
      if (*self->cursor == '{' && current_offset (self) == self->line_offset &&
          current_offset (self) > failed_at)
        return;
      newline = memchr (self->cursor, '\n', (gsize)(self->limit - self->cursor));
      self->cursor = newline != NULL ? newline + 1 : self->limit;
      if (newline != NULL)
        begin_line (self);
    }
}

/* A value at the top that is no object is no document. It is read to get past it. */
static gboolean
skip_value (SquillJsonReader *self, int token)
{
  SquillJsonFault fault;
  guint8 type;

  mark_here (self, &fault);
  self->buffer.length = 0;
  if (token == '[' ? !read_document (self) : !read_scalar (self, token, &type))
    return FALSE;
  fault.reason = _ ("This value is not a document and was left out");
  fault.document_lost = TRUE;
  self->on_fault (&fault, self->user_data);
  return TRUE;
}

/* Between values. The byte a value begins with, 0 to look again, or -1 at the end. */
static int
next_value (SquillJsonReader *self)
{
  int token = next_token (self);

  if (self->place == PLACE_STREAM)
    {
      if (token != '[')
        return token;
      self->cursor++;
      self->place = PLACE_ARRAY;
      self->after_element = FALSE;
      return 0;
    }

  if (token < 0)
    {
      fail (self, _ ("The array does not end"));
      return -1;
    }
  if (token == ']')
    {
      self->cursor++;
      self->place = PLACE_STREAM;
      return 0;
    }
  if (!self->after_element)
    return token;
  if (token != ',')
    {
      fail (self, _ ("A comma or a closing bracket is expected here"));
      return -1;
    }
  self->cursor++;
  token = next_token (self);
  if (token < 0 || token == ']')
    {
      fail (self, _ ("A value is expected here"));
      return -1;
    }
  return token;
}

static void
skip_byte_order_mark (SquillJsonReader *self)
{
  self->begun = TRUE;
  if (ensure (self, 3) && memcmp (self->cursor, "\xef\xbb\xbf", 3) == 0)
    {
      self->cursor += 3;
      self->line_extra = 3;
    }
}

/**
 * squill_json_reader_new:
 * @stream: (transfer none): the text; must outlive the reader
 * @flags: what is taken
 * @on_fault: is told of faults
 * @user_data: for @on_fault
 *
 * Starts a reader. Integers become the smallest of int, long and double that holds them, numbers
 * with a fraction or an exponent doubles; Extended JSON of any age becomes what it stands for; the
 * order of members is kept, names that come twice too.
 *
 * Returns: (transfer full): the reader
 */
SquillJsonReader *
squill_json_reader_new (SquillByteStream *stream,
                        SquillJsonFlags flags,
                        SquillJsonFaultFunc on_fault,
                        gpointer user_data)
{
  SquillJsonReader *self;

  g_return_val_if_fail (stream != NULL, NULL);
  g_return_val_if_fail (on_fault != NULL, NULL);

  self = g_new0 (SquillJsonReader, 1);
  self->stream = stream;
  self->flags = flags;
  self->on_fault = on_fault;
  self->user_data = user_data;
  self->line = 1;
  self->frames = g_new (Frame, SQUILL_BSON_MAX_DEPTH);
  return self;
}

/**
 * squill_json_reader_free:
 * @self: (nullable): a reader
 *
 * Frees the reader, not its stream.
 */
void
squill_json_reader_free (SquillJsonReader *self)
{
  if (self == NULL)
    return;
  g_clear_error (&self->cancelled);
  g_free (self->frames);
  g_free (self->buffer.bytes);
  g_free (self);
}

/**
 * squill_json_reader_next:
 * @self: a reader
 * @document: (out) (transfer none): the next document as BSON, valid until the next call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Reads the next document; what is no document is reported and passed.
 *
 * Returns: %FALSE at the end, and when cancelled
 */
gboolean
squill_json_reader_next (SquillJsonReader *self,
                         const guint8 **document,
                         gsize *length,
                         GCancellable *cancellable,
                         GError **error)
{
  self->cancellable = cancellable;
  if (!self->begun)
    skip_byte_order_mark (self);

  while (self->place != PLACE_END && self->cancelled == NULL)
    {
      int token = next_value (self);
      guint64 began_at = current_offset (self);
      gboolean fine;

      if (token == 0)
        continue;
      if (token < 0)
        {
          self->place = PLACE_END;
          break;
        }
      fine = token == '{' ? read_document (self) : skip_value (self, token);
      self->after_element = TRUE;
      if (self->cancelled != NULL)
        break;
      if (!fine)
        {
          recover (self, began_at);
          continue;
        }
      if (token == '{')
        {
          *document = self->buffer.bytes;
          *length = self->buffer.length;
          return TRUE;
        }
    }

  if (self->cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&self->cancelled));
  self->place = PLACE_END;
  return FALSE;
}
