/* SPDX-License-Identifier: Apache-2.0 */

/* Reads JSON from outside and writes BSON while reading. No library at hand does the job: libbson's
 * reader stops at a hundred levels and ignores what follows the first document, jansson loses the
 * text of numbers, and 1, 1.0 and 9007199254740993 must stay different here. There is no recursion,
 * one document is in memory at a time, and each fault has its line and column. After a fault the
 * next line that begins with an opening brace is where reading goes on: that is the next document
 * both in NDJSON and in pretty-printed documents, and inside none of them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-json-reader.h"

#include "bson/squill-bson-walk.h"
#include "bson/squill-extended-json.h"
#include "inspect/format/squill-json-names.h"
#include "inspect/format/squill-json-scanner.h"
#include "bson/squill-shell-constructor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* An object or array that is being read. */
typedef struct
{
  gsize start;   /* of its bytes in the buffer */
  gsize type_at; /* of the type byte of its element */
  gsize number;  /* among those of the document */
  guint count;   /* members so far */
  gboolean is_array;
  const SquillShellConstructor *constructor; /* it is the arguments of one */
  gboolean has_dollar;                       /* the first name begins with a dollar sign */
  SquillJsonFault place;                     /* where it opens */
} Frame;

/* Instead of a byte. */
#define AGAIN (-2)

typedef enum
{
  PLACE_STREAM, /* between values, at the top */
  PLACE_ARRAY,  /* between the elements of an array at the top */
  PLACE_END,
} Place;

/* A file with no document in this many bytes has no more of them. The text of a document may be
 * longer than the document, by blanks and escapes. */
#define DEFAULT_PATIENCE (4 * (guint64)SQUILL_JSON_MAX_DOCUMENT_BYTES)

struct _SquillJsonReader
{
  SquillJsonScanner scan;
  Place place;
  gboolean begun;
  gboolean after_element;
  SquillJsonNames names;
  gsize n_opened; /* objects and arrays of the document */
  Frame *frames;
  guint depth;
};

static gboolean
is_shell (const SquillJsonReader *self)
{
  return (self->scan.flags & SQUILL_JSON_SHELL) != 0;
}

static int
closing_of (const Frame *frame)
{
  return frame->constructor != NULL ? ')' : frame->is_array ? ']' : '}';
}

static gboolean
open_frame (SquillJsonReader *self, gsize type_at, gboolean is_array)
{
  Frame *frame;

  if (self->depth == SQUILL_BSON_MAX_DEPTH)
    {
      g_autofree char *reason =
          g_strdup_printf (_ ("Nested deeper than %d levels"), SQUILL_BSON_MAX_DEPTH);

      return squill_json_scanner_fail (&self->scan, reason);
    }
  frame = &self->frames[self->depth++];
  squill_json_scanner_mark (&self->scan, &frame->place);
  self->scan.cursor++;
  frame->start = self->scan.buffer.length;
  frame->type_at = type_at;
  frame->number = self->n_opened++;
  frame->count = 0;
  frame->is_array = is_array;
  frame->constructor = NULL;
  frame->has_dollar = FALSE;
  squill_bson_buffer_append_int32 (&self->scan.buffer, 0);
  return TRUE;
}

static void
report_wrong (SquillJsonReader *self, Frame *frame)
{
  frame->place.reason =
      frame->constructor != NULL
          ? _ ("This constructor does not accept these arguments; the first one is kept as it is")
          : _ ("This typed value ($…) is not valid for its type; it is kept as an object");
  frame->place.document_lost = FALSE;
  self->scan.on_fault (&frame->place, self->scan.user_data);
}

/* The document ends here; what was an Extended JSON object becomes its value, unless it is the
 * document itself. */
static void
close_frame (SquillJsonReader *self)
{
  Frame *frame = &self->frames[--self->depth];
  guint8 type;

  self->scan.cursor++;
  squill_bson_buffer_append_byte (&self->scan.buffer, 0);
  squill_bson_buffer_patch_length (&self->scan.buffer, frame->start,
                                   self->scan.buffer.length - frame->start);
  if (frame->constructor != NULL)
    {
      if (!squill_shell_constructor_fold (frame->constructor, &self->scan.buffer, frame->start,
                                          &type))
        report_wrong (self, frame);
      self->scan.buffer.bytes[frame->type_at] = type;
      return;
    }
  if (!frame->has_dollar || frame->is_array || self->depth == 0 ||
      (self->scan.flags & SQUILL_JSON_PLAIN) != 0)
    return;

  switch (squill_extended_json_fold (&self->scan.buffer, frame->start, &type))
    {
    case SQUILL_EXTENDED_VALUE:
      self->scan.buffer.bytes[frame->type_at] = type;
      break;
    case SQUILL_EXTENDED_WRONG:
      report_wrong (self, frame);
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
  squill_bson_buffer_append (&self->scan.buffer, digits + at, sizeof digits - at);
}

/* Both members are kept. */
static void
report_duplicate (SquillJsonReader *self, SquillJsonFault *place)
{
  place->reason = _ ("This object has another field of the same name; only one of them can be "
                     "read by that name");
  place->document_lost = FALSE;
  self->scan.on_fault (place, self->scan.user_data);
}

static gboolean
read_name (SquillJsonReader *self, Frame *frame, int token)
{
  gsize at = self->scan.buffer.length;
  SquillJsonFault place;

  squill_json_scanner_mark (&self->scan, &place);
  if (token == '"' || (token == '\'' && is_shell (self)))
    {
      if (!squill_json_scanner_read_text (&self->scan, TRUE))
        return FALSE;
    }
  else if (squill_json_scanner_begins_word (&self->scan, token))
    {
      if (!squill_json_scanner_read_name (&self->scan))
        return FALSE;
    }
  else
    {
      return squill_json_scanner_fail (
          &self->scan, token < 0         ? _ ("The file ends in the middle of a document")
                       : is_shell (self) ? _ ("A field name is expected here")
                                         : _ ("A field name in double quotes is expected here"));
    }
  /* Where an object begins in the buffer says nothing: what was a typed value ($…) leaves its bytes
   * to the next one. */
  if (!squill_json_names_add (&self->names, frame->number, self->scan.buffer.bytes + at,
                              self->scan.buffer.length - at))
    report_duplicate (self, &place);
  squill_bson_buffer_append_byte (&self->scan.buffer, 0);
  if (frame->count == 0)
    frame->has_dollar = self->scan.buffer.bytes[at] == '$';
  if (squill_json_scanner_next_token (&self->scan) != ':')
    return squill_json_scanner_fail (&self->scan, _ ("A colon is expected here"));
  self->scan.cursor++;
  return TRUE;
}

/* After a value: closes what ends here. FALSE at a fault; *more says whether another member
 * follows. */
static gboolean
finish_member (SquillJsonReader *self, gboolean *more)
{
  while (self->depth > 0)
    {
      Frame *frame = &self->frames[self->depth - 1];
      int token = squill_json_scanner_next_token (&self->scan);

      if (token == ',')
        {
          self->scan.cursor++;
          *more = TRUE;
          return TRUE;
        }
      if (token != closing_of (frame))
        return squill_json_scanner_fail (
            &self->scan, token < 0 ? _ ("The file ends in the middle of a document")
                         : frame->constructor != NULL
                             ? _ ("A comma or a closing parenthesis is expected here")
                         : frame->is_array ? _ ("A comma or a closing bracket is expected here")
                                           : _ ("A comma or a closing brace is expected here"));
      close_frame (self);
    }
  *more = FALSE;
  return TRUE;
}

/* Whether a word follows that is not one of JSON's. */
static gboolean
begins_constructor (SquillJsonReader *self, int token)
{
  static const char *const words[] = { "true", "false", "null", "NaN", "Infinity" };

  if (!squill_json_scanner_begins_word (&self->scan, token) || token >= 0x80 ||
      g_ascii_isdigit (token))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if (token == words[i][0] && squill_json_scanner_ensure (&self->scan, length) &&
          memcmp (self->scan.cursor, words[i], length) == 0)
        return FALSE;
    }
  return TRUE;
}

/* Reads the name of a constructor and opens its arguments, where it has any. */
static gboolean
read_constructor (SquillJsonReader *self, gsize type_at, gboolean *opened)
{
  char word[SQUILL_SHELL_MAX_NAME + 1];
  const SquillShellConstructor *constructor = NULL;
  SquillJsonFault place;
  gsize start;
  guint8 type;

  squill_json_scanner_mark (&self->scan, &place);
  if (squill_json_scanner_read_word (&self->scan, word, sizeof word))
    {
      if (strcmp (word, "new") == 0 &&
          squill_json_scanner_begins_word (&self->scan,
                                           squill_json_scanner_next_token (&self->scan)) &&
          !squill_json_scanner_read_word (&self->scan, word, sizeof word))
        *word = '\0';
      constructor = squill_shell_constructor_find (word);
    }
  if (constructor == NULL)
    {
      if (self->scan.cancelled != NULL)
        return FALSE;
      place.reason = _ ("A value is expected here");
      place.document_lost = TRUE;
      self->scan.on_fault (&place, self->scan.user_data);
      return FALSE;
    }

  *opened = squill_json_scanner_next_token (&self->scan) == '(';
  if (*opened)
    {
      self->scan.buffer.bytes[type_at] = SQUILL_BSON_ARRAY;
      if (!open_frame (self, type_at, TRUE))
        return FALSE;
      self->frames[self->depth - 1].constructor = constructor;
      return TRUE;
    }
  if (!squill_shell_constructor_needs_no_arguments (constructor))
    return squill_json_scanner_fail (&self->scan, _ ("An opening parenthesis is expected here"));
  start = self->scan.buffer.length;
  squill_bson_buffer_append_int32 (&self->scan.buffer, 0);
  squill_bson_buffer_append_byte (&self->scan.buffer, 0);
  squill_bson_buffer_patch_length (&self->scan.buffer, start, 5);
  squill_shell_constructor_fold (constructor, &self->scan.buffer, start, &type);
  self->scan.buffer.bytes[type_at] = type;
  return TRUE;
}

/* Reads an object or array, from its opening on, as a document. */
static gboolean
read_document (SquillJsonReader *self)
{
  gboolean more = TRUE;

  self->scan.buffer.length = 0;
  self->depth = 0;
  self->n_opened = 0;
  squill_json_names_reset (&self->names);
  if (!open_frame (self, 0, *self->scan.cursor == '['))
    return FALSE;

  while (more)
    {
      Frame *frame = &self->frames[self->depth - 1];
      int token = squill_json_scanner_next_token (&self->scan);
      gsize type_at;
      guint8 type;

      if ((frame->count == 0 || is_shell (self)) && token == closing_of (frame))
        {
          close_frame (self);
          if (!finish_member (self, &more))
            return FALSE;
          continue;
        }
      if (self->scan.buffer.length > SQUILL_JSON_MAX_DOCUMENT_BYTES)
        return squill_json_scanner_fail (&self->scan, _ ("The document is too large"));

      type_at = self->scan.buffer.length;
      squill_bson_buffer_append_byte (&self->scan.buffer, 0);
      if (frame->is_array)
        append_index (self, frame->count);
      else if (!read_name (self, frame, token))
        return FALSE;
      frame->count++;

      token = squill_json_scanner_next_token (&self->scan);
      if (token == '{' || token == '[')
        {
          self->scan.buffer.bytes[type_at] = token == '{' ? SQUILL_BSON_OBJECT : SQUILL_BSON_ARRAY;
          if (!open_frame (self, type_at, token == '['))
            return FALSE;
          continue;
        }
      if (begins_constructor (self, token))
        {
          gboolean opened;

          if (!read_constructor (self, type_at, &opened))
            return FALSE;
          if (opened)
            continue;
          if (!finish_member (self, &more))
            return FALSE;
          continue;
        }
      if (!squill_json_scanner_read_scalar (&self->scan, token, &type))
        return FALSE;
      self->scan.buffer.bytes[type_at] = type;
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

      if (self->scan.cursor == self->scan.limit && !squill_json_scanner_ensure (&self->scan, 1))
        {
          self->place = PLACE_END;
          return;
        }
      if (*self->scan.cursor == '{' &&
          squill_json_scanner_get_offset (&self->scan) == self->scan.line_offset &&
          squill_json_scanner_get_offset (&self->scan) > failed_at)
        return;
      newline = memchr (self->scan.cursor, '\n', (gsize)(self->scan.limit - self->scan.cursor));
      self->scan.cursor = newline != NULL ? newline + 1 : self->scan.limit;
      if (newline != NULL)
        squill_json_scanner_begin_line (&self->scan);
    }
}

/* A value at the top that is no object is no document. It is read to get past it. */
static gboolean
skip_value (SquillJsonReader *self, int token)
{
  SquillJsonFault fault;
  guint8 type;

  squill_json_scanner_mark (&self->scan, &fault);
  self->scan.buffer.length = 0;
  if (token == '[' ? !read_document (self)
                   : !squill_json_scanner_read_scalar (&self->scan, token, &type))
    return FALSE;
  fault.reason = _ ("This value is not a document and was left out");
  fault.document_lost = TRUE;
  self->scan.on_fault (&fault, self->scan.user_data);
  return TRUE;
}

/* Between values. The byte a value begins with, AGAIN to look again, or -1 at the end. */
static int
next_value (SquillJsonReader *self)
{
  int token = squill_json_scanner_next_token (&self->scan);

  if (self->place == PLACE_STREAM)
    {
      if (is_shell (self) && self->after_element && (token == ',' || token == ';'))
        {
          self->scan.cursor++;
          return AGAIN;
        }
      if (token != '[')
        return token;
      self->scan.cursor++;
      self->place = PLACE_ARRAY;
      self->after_element = FALSE;
      return AGAIN;
    }

  if (token < 0)
    {
      squill_json_scanner_fail (&self->scan, _ ("The array does not end"));
      return -1;
    }
  if (token == ']')
    {
      self->scan.cursor++;
      self->place = PLACE_STREAM;
      return AGAIN;
    }
  if (!self->after_element)
    return token;
  if (token != ',')
    {
      squill_json_scanner_fail (&self->scan, _ ("A comma or a closing bracket is expected here"));
      return -1;
    }
  self->scan.cursor++;
  token = squill_json_scanner_next_token (&self->scan);
  if (token == ']' && is_shell (self))
    return AGAIN;
  if (token < 0 || token == ']')
    {
      squill_json_scanner_fail (&self->scan, _ ("A value is expected here"));
      return -1;
    }
  return token;
}

/* At the begin of the text and, where texts were put together, between documents. */
static void
skip_byte_order_mark (SquillJsonReader *self)
{
  if (squill_json_scanner_ensure (&self->scan, 3) &&
      memcmp (self->scan.cursor, "\xef\xbb\xbf", 3) == 0)
    {
      self->scan.cursor += 3;
      self->scan.line_extra += 3;
    }
}

/**
 * squill_json_reader_new:
 * @stream: (transfer none): the text; must outlive the reader
 * @flags: what is taken
 * @on_fault: called for each fault
 * @user_data: for @on_fault
 *
 * Starts a reader. Integers become the smallest of int, long and double that holds them, numbers
 * with a fraction or an exponent doubles; Extended JSON of any age becomes what it stands for; the
 * order of members is kept; those of a name that comes twice are both kept, and reported.
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
  self->scan.stream = stream;
  self->scan.flags = flags;
  self->scan.on_fault = on_fault;
  self->scan.user_data = user_data;
  self->scan.line = 1;
  self->scan.patience = DEFAULT_PATIENCE;
  self->frames = g_new (Frame, SQUILL_BSON_MAX_DEPTH);
  return self;
}

/**
 * squill_json_reader_set_patience:
 * @self: a reader
 * @bytes: how many may be read without a document
 *
 * Sets the bound at which a text that has nothing more to say is taken to end. A small compressed
 * file may hold terabytes of blanks.
 */
void
squill_json_reader_set_patience (SquillJsonReader *self, guint64 bytes)
{
  g_return_if_fail (self != NULL);
  self->scan.patience = bytes;
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
  g_clear_error (&self->scan.cancelled);
  squill_json_names_clear (&self->names);
  g_free (self->frames);
  g_free (self->scan.buffer.bytes);
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
  self->scan.cancellable = cancellable;
  if (!self->begun)
    skip_byte_order_mark (self);
  self->begun = TRUE;

  while (self->place != PLACE_END && self->scan.cancelled == NULL)
    {
      int token = next_value (self);
      guint64 began_at = squill_json_scanner_get_offset (&self->scan);
      gboolean fine;

      if (token == AGAIN)
        continue;
      if (token == 0xEF && self->place == PLACE_STREAM)
        {
          const guint8 *mark = self->scan.cursor;

          skip_byte_order_mark (self);
          if (self->scan.cursor != mark)
            continue;
        }
      if (token < 0)
        {
          self->place = PLACE_END;
          break;
        }
      fine = token == '{' ? read_document (self) : skip_value (self, token);
      self->after_element = TRUE;
      if (self->scan.cancelled != NULL)
        break;
      if (!fine)
        {
          recover (self, began_at);
          continue;
        }
      if (token == '{')
        {
          self->scan.sound_offset = squill_json_scanner_get_offset (&self->scan);
          *document = self->scan.buffer.bytes;
          *length = self->scan.buffer.length;
          return TRUE;
        }
    }

  if (self->scan.cancelled != NULL)
    g_propagate_error (error, g_steal_pointer (&self->scan.cancelled));
  self->place = PLACE_END;
  return FALSE;
}
