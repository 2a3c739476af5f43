/* SPDX-License-Identifier: Apache-2.0 */

/* The stream that the driver is given. It stands before the connection, or before TLS, and lets a
 * reply through only when all of it is here and has been checked: the driver believes whatever a
 * server says. With the first reply that is not sound the stream is of no use any more. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/server/squill-server-private.h"
#include "inspect/server/squill-wire-check.h"

#include <errno.h>
#include <string.h>

/* The driver identifies types of streams by number; its own are below 10. */
#define STREAM_TYPE 78

/* Room for a reply grows as it arrives, whatever length it claims. */
#define CHUNK_BYTES ((gsize)256 * 1024)
/* More room than this is not kept for the next reply. */
#define MAX_KEPT ((gsize)1024 * 1024)

typedef struct
{
  mongoc_stream_t stream;
  mongoc_stream_t *base;
  SquillServerWire *wire;
  char *host;
  int failure; /* errno of the last call, 0 if it succeeded */

  /* What is sent. */
  guint8 header[SQUILL_WIRE_HEADER_BYTES];
  gsize header_length;
  gsize left; /* bytes of the message after its header */
  SquillWireHeader request;

  /* What is received. */
  GByteArray *reply;
  gsize given; /* bytes of it that the driver has; before @whole it gets none */
  gboolean whole;
  gboolean refused;
  gboolean spoken; /* a sound reply was received before */
} Guard;

/* --- what is sent ---------------------------------------------------------------------------- */

/* Follows the messages of the driver: its last is the one that is answered next. */
static void
note_sent (Guard *self, const guint8 *bytes, gsize length)
{
  while (length > 0)
    {
      gsize step;

      if (self->left > 0)
        {
          step = MIN (self->left, length);
          self->left -= step;
        }
      else
        {
          step = MIN (sizeof self->header - self->header_length, length);
          memcpy (self->header + self->header_length, bytes, step);
          self->header_length += step;
          if (self->header_length == sizeof self->header)
            {
              _squill_wire_read_header (self->header, &self->request);
              self->left = self->request.length - MIN (sizeof self->header, self->request.length);
              self->header_length = 0;
            }
        }
      bytes += step;
      length -= step;
    }
}

static ssize_t
guard_writev (mongoc_stream_t *stream, mongoc_iovec_t *vector, size_t count, int32_t timeout)
{
  Guard *self = (Guard *)stream;
  /* A stream may change the vector. */
  g_autofree mongoc_iovec_t *copy = g_memdup2 (vector, count * sizeof *vector);
  ssize_t sent = mongoc_stream_writev (self->base, vector, count, timeout);
  gsize left = sent > 0 ? (gsize)sent : 0;

  self->failure = sent < 0 ? errno : 0;
  for (gsize i = 0; i < count && left > 0; i++)
    {
      gsize part = MIN (copy[i].iov_len, left);

      note_sent (self, copy[i].iov_base, part);
      left -= part;
    }
  errno = self->failure;
  return sent;
}

/* --- what is received ------------------------------------------------------------------------ */

static void
refuse (Guard *self)
{
  self->refused = TRUE;
  self->failure = EPROTO;
  _squill_server_wire_set_reply_trouble (self->wire, self->host, self->spoken,
                                         (const char *)self->reply->data, self->reply->len);
}

/* Milliseconds until @deadline, as the driver wants them. */
static gint32
time_left (gint64 deadline, gint32 timeout)
{
  if (timeout <= 0)
    return timeout;
  return (gint32)MAX ((deadline - g_get_monotonic_time ()) / 1000, 1);
}

/* Receives some of the reply. FALSE with the failure set. */
static gboolean
receive (Guard *self, gsize wanted, gint32 timeout)
{
  const guint before = self->reply->len;
  ssize_t got;

  g_byte_array_set_size (self->reply, before + (guint)wanted);
  errno = 0;
  got = mongoc_stream_read (self->base, self->reply->data + before, wanted, 1, timeout);
  self->failure = got > 0 ? 0 : errno != 0 ? errno : ECONNRESET;
  g_byte_array_set_size (self->reply, before + (guint)CLAMP (got, 0, (ssize_t)wanted));
  return got > 0;
}

/* Waits until there is a whole reply, and checks it. FALSE with the failure set. */
static gboolean
receive_reply (Guard *self, gint32 timeout)
{
  const gint64 deadline = g_get_monotonic_time () + (gint64)timeout * 1000;

  while (!self->whole)
    {
      gsize length = SQUILL_WIRE_HEADER_BYTES;
      SquillWireHeader header;

      if (self->reply->len >= SQUILL_WIRE_HEADER_BYTES)
        {
          if (!_squill_wire_check_header (self->reply->data, &self->request))
            {
              refuse (self);
              return FALSE;
            }
          _squill_wire_read_header (self->reply->data, &header);
          length = header.length;
        }
      if (self->reply->len == length && length > SQUILL_WIRE_HEADER_BYTES)
        {
          if (!_squill_wire_check_reply (self->reply, &self->request))
            {
              refuse (self);
              return FALSE;
            }
          self->whole = TRUE;
          self->spoken = TRUE;
          break;
        }
      if (length == self->reply->len)
        {
          /* A message of a header only. */
          refuse (self);
          return FALSE;
        }
      if (!receive (self, MIN (length - self->reply->len, CHUNK_BYTES),
                    time_left (deadline, timeout)))
        {
          if (self->reply->len > 0 && !self->spoken && !mongoc_stream_should_retry (self->base) &&
              self->wire->trouble == SQUILL_SERVER_TROUBLE_CLOSED)
            refuse (self);
          return FALSE;
        }
    }
  return TRUE;
}

static void
forget_reply (Guard *self)
{
  if (self->reply->len > MAX_KEPT)
    {
      g_byte_array_unref (self->reply);
      self->reply = g_byte_array_new ();
    }
  g_byte_array_set_size (self->reply, 0);
  self->given = 0;
  self->whole = FALSE;
}

static ssize_t
guard_readv (mongoc_stream_t *stream,
             mongoc_iovec_t *vector,
             size_t count,
             size_t min_bytes,
             int32_t timeout)
{
  Guard *self = (Guard *)stream;
  gsize total = 0;

  self->failure = self->refused ? EPROTO : 0;
  for (gsize i = 0; i < count && self->failure == 0; i++)
    {
      gsize filled = 0;

      while (filled < vector[i].iov_len)
        {
          gsize step;

          if (total > 0 && total >= min_bytes && !self->whole)
            return (ssize_t)total;
          if (!receive_reply (self, timeout))
            break;
          step = MIN (vector[i].iov_len - filled, self->reply->len - self->given);
          memcpy ((guint8 *)vector[i].iov_base + filled, self->reply->data + self->given, step);
          self->given += step;
          filled += step;
          total += step;
          if (self->given == self->reply->len)
            forget_reply (self);
        }
    }
  errno = self->failure;
  return total > 0 && total >= min_bytes ? (ssize_t)total : self->failure != 0 ? -1 : 0;
}

/* --- the rest of a stream -------------------------------------------------------------------- */

static int
guard_close (mongoc_stream_t *stream)
{
  return mongoc_stream_close (((Guard *)stream)->base);
}

static void
guard_destroy (mongoc_stream_t *stream)
{
  Guard *self = (Guard *)stream;

  mongoc_stream_destroy (self->base);
  g_byte_array_unref (self->reply);
  g_free (self->host);
  g_free (self);
}

static void
guard_failed (mongoc_stream_t *stream)
{
  Guard *self = (Guard *)stream;

  mongoc_stream_failed (self->base);
  g_byte_array_unref (self->reply);
  g_free (self->host);
  g_free (self);
}

static int
guard_flush (mongoc_stream_t *stream)
{
  return mongoc_stream_flush (((Guard *)stream)->base);
}

static int
guard_setsockopt (
    mongoc_stream_t *stream, int level, int name, void *value, mongoc_socklen_t length)
{
  return mongoc_stream_setsockopt (((Guard *)stream)->base, level, name, value, length);
}

/* The driver polls the connection itself. */
static mongoc_stream_t *
guard_get_base (mongoc_stream_t *stream)
{
  return ((Guard *)stream)->base;
}

static bool
guard_check_closed (mongoc_stream_t *stream)
{
  Guard *self = (Guard *)stream;

  return self->refused || mongoc_stream_check_closed (self->base);
}

static bool
guard_timed_out (mongoc_stream_t *stream)
{
  Guard *self = (Guard *)stream;

  return !self->refused && mongoc_stream_timed_out (self->base);
}

static bool
guard_should_retry (mongoc_stream_t *stream)
{
  Guard *self = (Guard *)stream;

  return !self->refused && mongoc_stream_should_retry (self->base);
}

/**
 * _squill_server_guard_new:
 * @base: (transfer full): a connection
 * @wire: its common state
 * @host: who is at the other end
 *
 * Returns: a stream that gives the driver only replies that were checked
 */
mongoc_stream_t *
_squill_server_guard_new (mongoc_stream_t *base, SquillServerWire *wire, const char *host)
{
  Guard *self = g_new0 (Guard, 1);

  self->stream = (mongoc_stream_t){
    .type = STREAM_TYPE,
    .destroy = guard_destroy,
    .close = guard_close,
    .flush = guard_flush,
    .writev = guard_writev,
    .readv = guard_readv,
    .setsockopt = guard_setsockopt,
    .get_base_stream = guard_get_base,
    .check_closed = guard_check_closed,
    .failed = guard_failed,
    .timed_out = guard_timed_out,
    .should_retry = guard_should_retry,
  };
  self->base = base;
  self->wire = wire;
  self->host = g_strdup (host);
  self->reply = g_byte_array_new ();
  return (mongoc_stream_t *)self;
}
