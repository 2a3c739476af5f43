/* SPDX-License-Identifier: Apache-2.0 */

/* The lowest layer of every file source: a window over a file, unpacked on the way. Damage is no
 * error: the bytes before it are given, then the stream ends and says why. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-byte-stream.h"
#include "model/squill-error-text.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Room for a few hundred ordinary documents, so that moving the rest of the last one costs nothing.
 */
#define WINDOW_BYTES ((gsize)256 * 1024)
#define PACKED_BYTES ((gsize)64 * 1024)

struct _SquillByteStream
{
  GInputStream *input;
  guint64 bytes_read;
  gboolean input_ended;

  guint8 *packed;
  gsize packed_begin;
  gsize packed_end;
  gboolean sniffed;
  const char *unreadable;
  z_stream zlib;
  gboolean inflating;
  gboolean in_member;

  guint8 *window;
  gsize window_size;
  gsize begin;
  gsize end;
  guint64 begin_offset;
  gboolean ended;
  char *damage;
};

static void
take_damage (SquillByteStream *self, char *reason)
{
  if (self->damage == NULL)
    self->damage = reason;
  else
    g_free (reason);
}

/* Reads from the file itself. A failed read ends the stream as damage does; only being cancelled is
 * an error. */
static gboolean
read_input (SquillByteStream *self,
            guint8 *into,
            gsize size,
            gsize *got,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GError) failure = NULL;
  gssize n;

  *got = 0;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->input_ended)
    return TRUE;

  n = g_input_stream_read (self->input, into, size, cancellable, &failure);
  if (n < 0)
    {
      if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      squill_file_error_explain (&failure);
      take_damage (self, g_strdup (failure->message));
      n = 0;
    }
  if (n == 0)
    self->input_ended = TRUE;

  self->bytes_read += (guint64)n;
  *got = (gsize)n;
  return TRUE;
}

/* How files are packed, by their first bytes and never by their names. */
static const struct
{
  guint8 length;
  guint8 magic[6];
  const char *unreadable; /* why it is not read */
} packings[] = {
  { 3, { 0x1f, 0x8b, 0x08 }, NULL },
  { 6,
    { 0xfd, '7', 'z', 'X', 'Z', 0x00 },
    N_ ("This file is packed with xz, which is not read; unpack it first") },
  { 4,
    { 0x28, 0xb5, 0x2f, 0xfd },
    N_ ("This file is packed with zstd, which is not read; unpack it first") },
  { 3,
    { 'B', 'Z', 'h' },
    N_ ("This file is packed with bzip2, which is not read; unpack it first") },
  { 4, { 'P', 'K', 0x03, 0x04 }, N_ ("This is a zip archive, which is not read; unpack it first") },
};
#define GZIP 0

static gboolean
is_packed_with (guint packing, const guint8 *bytes, gsize length)
{
  return length >= packings[packing].length &&
         memcmp (bytes, packings[packing].magic, packings[packing].length) == 0;
}

static gboolean
sniff (SquillByteStream *self, GCancellable *cancellable, GError **error)
{
  while (!self->input_ended && self->packed_end < 8)
    {
      gsize got;

      if (!read_input (self, self->packed + self->packed_end, PACKED_BYTES - self->packed_end, &got,
                       cancellable, error))
        return FALSE;
      self->packed_end += got;
    }

  self->sniffed = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    if (is_packed_with (i, self->packed, self->packed_end))
      self->unreadable = packings[i].unreadable;
  if (is_packed_with (GZIP, self->packed, self->packed_end))
    {
      /* 16: a gzip header and checksum, and nothing else, is accepted. */
      if (inflateInit2 (&self->zlib, 16 + MAX_WBITS) != Z_OK)
        g_error ("zlib cannot be started: %s",
                 self->zlib.msg != NULL ? self->zlib.msg : "no memory");
      self->inflating = TRUE;
      self->in_member = TRUE;
    }
  return TRUE;
}

static gboolean
refill_packed (SquillByteStream *self, GCancellable *cancellable, GError **error)
{
  gsize got;

  if (self->packed_begin > 0)
    {
      memmove (self->packed, self->packed + self->packed_begin,
               self->packed_end - self->packed_begin);
      self->packed_end -= self->packed_begin;
      self->packed_begin = 0;
    }
  if (!read_input (self, self->packed + self->packed_end, PACKED_BYTES - self->packed_end, &got,
                   cancellable, error))
    return FALSE;
  self->packed_end += got;
  return TRUE;
}

/* A gzip file may hold several members, one after the other; what follows the last one that is no
 * member is padding. */
static gboolean
begin_next_member (SquillByteStream *self, GCancellable *cancellable, GError **error)
{
  while (self->packed_end - self->packed_begin < 3 && !self->input_ended)
    if (!refill_packed (self, cancellable, error))
      return FALSE;

  if (!is_packed_with (GZIP, self->packed + self->packed_begin,
                       self->packed_end - self->packed_begin))
    {
      self->ended = TRUE;
      return TRUE;
    }
  inflateReset (&self->zlib);
  self->in_member = TRUE;
  return TRUE;
}

static gboolean
inflate_into_window (SquillByteStream *self, GCancellable *cancellable, GError **error)
{
  gsize before = self->end;

  while (self->end == before && !self->ended)
    {
      int status;

      if (!self->in_member)
        {
          if (!begin_next_member (self, cancellable, error))
            return FALSE;
          continue;
        }
      if (self->packed_begin == self->packed_end)
        {
          if (!refill_packed (self, cancellable, error))
            return FALSE;
          if (self->packed_begin == self->packed_end)
            {
              take_damage (self, g_strdup (_ ("The gzip file ends too early")));
              self->ended = TRUE;
              break;
            }
        }

      self->zlib.next_in = self->packed + self->packed_begin;
      self->zlib.avail_in = (uInt)(self->packed_end - self->packed_begin);
      self->zlib.next_out = self->window + self->end;
      self->zlib.avail_out = (uInt)MIN (self->window_size - self->end, G_MAXINT32);
      status = inflate (&self->zlib, Z_NO_FLUSH);
      self->packed_begin = (gsize)(self->zlib.next_in - self->packed);
      self->end = (gsize)(self->zlib.next_out - self->window);

      if (status == Z_STREAM_END)
        {
          self->in_member = FALSE;
        }
      else if (status != Z_OK && status != Z_BUF_ERROR)
        {
          take_damage (self, g_strdup (_ ("The gzip data is damaged")));
          self->ended = TRUE;
        }
    }
  return TRUE;
}

/* Puts at least one byte more into the window, or ends the stream. */
static gboolean
fill_window (SquillByteStream *self, GCancellable *cancellable, GError **error)
{
  gsize got;

  if (!self->sniffed && !sniff (self, cancellable, error))
    return FALSE;
  if (self->inflating)
    return inflate_into_window (self, cancellable, error);

  if (self->packed_begin < self->packed_end)
    {
      got = MIN (self->packed_end - self->packed_begin, self->window_size - self->end);
      memcpy (self->window + self->end, self->packed + self->packed_begin, got);
      self->packed_begin += got;
    }
  else if (!read_input (self, self->window + self->end, self->window_size - self->end, &got,
                        cancellable, error))
    {
      return FALSE;
    }
  self->end += got;
  if (got == 0)
    self->ended = TRUE;
  return TRUE;
}

/**
 * squill_byte_stream_new:
 * @input: where the bytes come from; a reference is kept
 *
 * Starts a stream. Nothing is read yet.
 *
 * Returns: (transfer full): the stream
 */
SquillByteStream *
squill_byte_stream_new (GInputStream *input)
{
  SquillByteStream *self;

  g_return_val_if_fail (G_IS_INPUT_STREAM (input), NULL);

  self = g_new0 (SquillByteStream, 1);
  self->input = g_object_ref (input);
  self->packed = g_malloc (PACKED_BYTES);
  self->window_size = WINDOW_BYTES;
  self->window = g_malloc (self->window_size);
  return self;
}

/**
 * squill_byte_stream_open:
 * @file: a file
 * @problems: takes why it cannot be opened; a file must have been begun in it
 * @cancellable: (nullable): stops it
 * @error: return location; set when cancelled and for nothing else
 *
 * Opens a file.
 *
 * Returns: (transfer full) (nullable): the stream; %NULL where it cannot be opened
 */
SquillByteStream *
squill_byte_stream_open (GFile *file,
                         SquillProblemList *problems,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GFileInputStream) input = NULL;
  g_autoptr (GError) failure = NULL;

  input = g_file_read (file, cancellable, &failure);
  if (input != NULL)
    return squill_byte_stream_new (G_INPUT_STREAM (input));
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    {
      squill_file_error_explain (&failure);
      squill_problem_list_add (problems, -1, 0, 0, failure->message);
    }
  return NULL;
}

/**
 * squill_byte_stream_open_pipe:
 * @path: (nullable): a pipe or a device; %NULL for standard input
 * @problems: takes why it cannot be opened; a file must have been begun in it
 *
 * Opens what may have nothing to give for long; reading from it can be cancelled meanwhile.
 *
 * Returns: (transfer full) (nullable): the stream; %NULL where it cannot be opened
 */
SquillByteStream *
squill_byte_stream_open_pipe (const char *path, SquillProblemList *problems)
{
  int descriptor =
      path != NULL ? open (path, O_RDONLY | O_CLOEXEC) : fcntl (STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  g_autoptr (GInputStream) input = NULL;

  if (descriptor < 0)
    {
      g_autoptr (GError) error = NULL;

      squill_file_error_set (&error, errno);
      squill_problem_list_add (problems, -1, 0, 0, error->message);
      return NULL;
    }
  input = g_unix_input_stream_new (descriptor, TRUE);
  return squill_byte_stream_new (input);
}

/**
 * squill_byte_stream_free:
 * @self: (nullable): a stream
 *
 * Frees the stream and releases its input.
 */
void
squill_byte_stream_free (SquillByteStream *self)
{
  if (self == NULL)
    return;
  if (self->inflating)
    inflateEnd (&self->zlib);
  g_object_unref (self->input);
  g_free (self->packed);
  g_free (self->window);
  g_free (self->damage);
  g_free (self);
}

/**
 * squill_byte_stream_peek:
 * @self: a stream
 * @wanted: how many bytes are wanted, at least 1
 * @bytes: (out) (transfer none): the bytes, valid until the next call
 * @available: (out): how many there are; more than @wanted may be, fewer only at the end of the
 * stream
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * Looks at the next bytes without taking them. The window grows with what was really read, never
 * with what is requested, so a length that a hostile file claims costs no memory.
 *
 * Returns: %FALSE when cancelled (%G_IO_ERROR_CANCELLED) and for nothing else
 */
gboolean
squill_byte_stream_peek (SquillByteStream *self,
                         gsize wanted,
                         const guint8 **bytes,
                         gsize *available,
                         GCancellable *cancellable,
                         GError **error)
{
  while (self->end - self->begin < wanted && !self->ended)
    {
      if (self->begin > 0 &&
          (self->begin == self->end || self->window_size - self->begin < wanted ||
           self->end == self->window_size))
        {
          memmove (self->window, self->window + self->begin, self->end - self->begin);
          self->end -= self->begin;
          self->begin = 0;
        }
      if (self->end == self->window_size)
        {
          self->window_size *= 2;
          self->window = g_realloc (self->window, self->window_size);
        }
      if (!fill_window (self, cancellable, error))
        return FALSE;
    }
  *bytes = self->window + self->begin;
  *available = self->end - self->begin;
  return TRUE;
}

/**
 * squill_byte_stream_skip:
 * @self: a stream
 * @count: bytes to take, at most as many as were last available
 *
 * Takes bytes that were looked at.
 */
void
squill_byte_stream_skip (SquillByteStream *self, gsize count)
{
  g_assert (count <= self->end - self->begin);
  self->begin += count;
  self->begin_offset += count;
}

/**
 * squill_byte_stream_get_offset:
 * @self: a stream
 *
 * Returns: how many unpacked bytes were taken so far
 */
guint64
squill_byte_stream_get_offset (SquillByteStream *self)
{
  return self->begin_offset;
}

/**
 * squill_byte_stream_get_bytes_read:
 * @self: a stream
 *
 * Returns: how many bytes of the file itself, packed as it is, were read so far; for progress
 */
guint64
squill_byte_stream_get_bytes_read (SquillByteStream *self)
{
  return self->bytes_read;
}

/**
 * squill_byte_stream_get_unreadable:
 * @self: a stream that was looked into
 *
 * Returns: (nullable) (transfer none): why the file is not read, translated, where it is packed
 * with anything but gzip; its bytes are given as they are then
 */
const char *
squill_byte_stream_get_unreadable (SquillByteStream *self)
{
  return self->unreadable != NULL ? _ (self->unreadable) : NULL;
}

/**
 * squill_byte_stream_get_damage:
 * @self: a stream
 *
 * Returns: (nullable) (transfer none): why the stream ended before its time, translated; %NULL
 * while all is well
 */
const char *
squill_byte_stream_get_damage (SquillByteStream *self)
{
  return self->damage;
}
