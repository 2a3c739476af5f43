/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-source.h"

#include <glib/gi18n-lib.h>

#include "bson/squill-bson-walk.h"
#include "inspect/format/squill-bucket.h"
#include "inspect/format/squill-byte-stream.h"
#include "inspect/source/squill-source-format.h"

struct _SquillSource
{
  SquillByteStream *stream;
  SquillProblemList *problems;
  gboolean readable;
  gboolean ended;
  gboolean broke_off;
  gboolean lost_last; /* no document came after the last fault */
  const char *method;
  guint64 total;
  SquillSourceNextFunc next;
  gpointer next_data;
  GDestroyNotify next_destroy;
  guint64 cursor_documents;
  guint64 cursor_bytes;
  SquillBucket *bucket;
};

/* Finds out what the file is by what is in it; its name decides only where that says nothing. */
static gboolean
sniff (SquillSource *self, const char *label, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_strdup (label);
  const SquillSourceFormat *format;
  const char *reason;
  const guint8 *bytes;
  gsize available;

  if (!squill_byte_stream_peek (self->stream, SQUILL_SOURCE_FORMAT_BYTES, &bytes, &available,
                                cancellable, error))
    return FALSE;
  reason = squill_byte_stream_get_unreadable (self->stream);
  format = squill_source_format_from_bytes (bytes, available);
  if (reason == NULL && format != NULL && format->open == NULL)
    reason = _ (format->unreadable);
  if (reason != NULL)
    {
      squill_problem_list_add (self->problems, -1, 0, 0, reason);
      return TRUE;
    }

  if (format == NULL)
    {
      squill_strip_suffix (name, ".gz");
      format = squill_source_format_from_name (name);
      if (available > 0 && (format == NULL || format->open == NULL))
        {
          squill_problem_list_add (self->problems, 0, 0, 0,
                                   _ ("This is neither BSON nor JSON, so nothing was read"));
          return TRUE;
        }
    }
  self->readable = TRUE;
  if (format == NULL || format->open == NULL)
    return TRUE;
  self->next = format->next;
  self->next_data = format->open (self->stream, self->problems, &self->lost_last);
  self->next_destroy = format->close;
  return TRUE;
}

/* Whether nothing is left in the file. */
static gboolean
is_all_read (SquillSource *self)
{
  const guint8 *bytes;
  gsize available = 0;

  return self->stream == NULL || self->next == NULL ||
         (squill_byte_stream_peek (self->stream, 1, &bytes, &available, NULL, NULL) &&
          available == 0);
}

/* A server is not to be believed more than a file. */
static gboolean
next_of_cursor (SquillSource *self,
                const guint8 **document,
                gsize *length,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GError) failure = NULL;

  while (self->next (self->next_data, document, length, cancellable, &failure))
    {
      g_autofree char *why = NULL;
      g_autofree char *reason = NULL;
      g_autofree char *number = NULL;
      gsize bad_offset;

      self->cursor_documents++;
      self->cursor_bytes += *length;
      if (squill_bson_check (*document, *length, NULL, &bad_offset, &why))
        return TRUE;
      number = g_strdup_printf ("%" G_GUINT64_FORMAT, self->cursor_documents);
      /* Translators: the number of the document, as it came, and what is wrong with it. */
      reason = g_strdup_printf (_ ("Document %s is damaged and was left out: %s"), number, why);
      squill_problem_list_add (self->problems, -1, 0, 0, reason);
    }
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
    }
  else if (failure != NULL)
    {
      self->broke_off = TRUE;
      squill_problem_list_add (self->problems, -1, 0, 0, failure->message);
    }
  return FALSE;
}

static gboolean
next_stored (SquillSource *self,
             const guint8 **document,
             gsize *length,
             GCancellable *cancellable,
             GError **error)
{
  gboolean got = FALSE;
  GError *failure = NULL;

  if (self->ended)
    return FALSE;
  if (self->stream == NULL)
    got = next_of_cursor (self, document, length, cancellable, &failure);
  else if (self->next != NULL)
    got = self->next (self->next_data, document, length, cancellable, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (got)
    {
      self->lost_last = FALSE;
    }
  else
    {
      const char *damage =
          self->stream != NULL ? squill_byte_stream_get_damage (self->stream) : NULL;

      self->ended = TRUE;
      self->broke_off = self->broke_off || self->lost_last || damage != NULL || !is_all_read (self);
      if (damage != NULL)
        squill_problem_list_add (
            self->problems, (gint64)squill_byte_stream_get_offset (self->stream), 0, 0, damage);
    }
  return got;
}

/**
 * squill_source_new_for_stream:
 * @input: the bytes; a reference is kept
 * @label: what to call it in problems
 * @problems: (transfer none): takes what is wrong; must outlive the source; a file must have been
 * begun in it
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * Begins to read @input and finds out what it is. Where it is nothing that can be read the problem
 * is noted, and the source gives no documents.
 *
 * Returns: (transfer full) (nullable): the source; %NULL when cancelled
 */
SquillSource *
squill_source_new_for_stream (GInputStream *input,
                              const char *label,
                              SquillProblemList *problems,
                              GCancellable *cancellable,
                              GError **error)
{
  return squill_source_new_for_bytes (squill_byte_stream_new (input), label, problems, cancellable,
                                      error);
}

/**
 * squill_source_new_for_bytes:
 * @stream: (transfer full): the bytes, looked at perhaps but none taken
 * @label: what to call it in problems
 * @problems: (transfer none): takes what is wrong; must outlive the source; a file must have been
 * begun in it
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * As squill_source_new_for_stream().
 *
 * Returns: (transfer full) (nullable): the source; %NULL when cancelled
 */
SquillSource *
squill_source_new_for_bytes (SquillByteStream *stream,
                             const char *label,
                             SquillProblemList *problems,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SquillSource) self = g_new0 (SquillSource, 1);

  self->total = G_MAXUINT64;
  self->stream = stream;
  self->problems = problems;
  if (!sniff (self, label, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * squill_source_open:
 * @file: a file
 * @label: what to call it in problems
 * @problems: (transfer none): takes what is wrong; must outlive the source; a file must have been
 * begun in it
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * As squill_source_new_for_stream(); a file that cannot be opened is a problem, too, and no error.
 *
 * Returns: (transfer full) (nullable): the source; %NULL when cancelled or when the file cannot be
 * opened
 */
SquillSource *
squill_source_open (GFile *file,
                    const char *label,
                    SquillProblemList *problems,
                    GCancellable *cancellable,
                    GError **error)
{
  SquillByteStream *stream = squill_byte_stream_open (file, problems, cancellable, error);

  if (stream == NULL)
    return NULL;
  return squill_source_new_for_bytes (stream, label, problems, cancellable, error);
}

/**
 * squill_source_new_for_cursor:
 * @next: gives the documents; it is called in the thread that reads the source
 * @data: for @next
 * @destroy: (nullable): frees @data
 * @problems: (transfer none): takes what is wrong; must outlive the source; a file must have been
 * begun in it
 *
 * Makes a source of a cursor. Where it breaks in the middle the reason is noted, and what was read
 * stays.
 *
 * Returns: (transfer full): the source
 */
SquillSource *
squill_source_new_for_cursor (SquillSourceNextFunc next,
                              gpointer data,
                              GDestroyNotify destroy,
                              SquillProblemList *problems)
{
  SquillSource *self;

  g_return_val_if_fail (next != NULL, NULL);

  self = g_new0 (SquillSource, 1);
  self->readable = TRUE;
  self->total = G_MAXUINT64;
  self->next = next;
  self->next_data = data;
  self->next_destroy = destroy;
  self->problems = problems;
  return self;
}

/**
 * squill_source_free:
 * @self: (nullable): a source
 *
 * Closes the source.
 */
void
squill_source_free (SquillSource *self)
{
  if (self == NULL)
    return;
  if (self->next_destroy != NULL)
    self->next_destroy (self->next_data);
  squill_bucket_free (self->bucket);
  squill_byte_stream_free (self->stream);
  g_free (self);
}

/**
 * squill_source_set_buckets:
 * @self: a source
 * @bucket: (nullable) (transfer full): what takes the buckets apart, of a time series
 *
 * Says that the documents are the buckets of a time series collection; measurements are given
 * instead.
 */
void
squill_source_set_buckets (SquillSource *self, SquillBucket *bucket)
{
  g_return_if_fail (self->bucket == NULL);
  self->bucket = bucket;
}

/**
 * squill_source_set_selection:
 * @self: a source
 * @method: (nullable): a static string: how its documents were chosen: "full", "sample", "newest",
 * "first"; %NULL where all are given
 * @total: how many there are to choose from; %G_MAXUINT64 where it is not known
 *
 * Says that the source gives a choice of documents only.
 */
void
squill_source_set_selection (SquillSource *self, const char *method, guint64 total)
{
  self->method = method;
  self->total = total;
}

/**
 * squill_source_next:
 * @self: a source
 * @document: (out) (transfer none): the next document, checked for soundness; valid until the next
 * call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Reads the next document.
 *
 * Returns: %FALSE at the end, and when cancelled
 */
gboolean
squill_source_next (SquillSource *self,
                    const guint8 **document,
                    gsize *length,
                    GCancellable *cancellable,
                    GError **error)
{
  if (self->bucket == NULL)
    return next_stored (self, document, length, cancellable, error);

  while (!squill_bucket_next (self->bucket, document, length))
    {
      const guint8 *stored;
      gsize stored_length;

      if (!next_stored (self, &stored, &stored_length, cancellable, error))
        return FALSE;
      squill_bucket_add (self->bucket, stored, stored_length, self->problems);
    }
  return TRUE;
}

/**
 * squill_source_get_bytes_read:
 * @self: a source
 *
 * Returns: bytes of the file that were read so far, as it lies on the disk, or of the documents of
 * a cursor; for progress
 */
guint64
squill_source_get_bytes_read (SquillSource *self)
{
  return self->stream != NULL ? squill_byte_stream_get_bytes_read (self->stream)
                              : self->cursor_bytes;
}

/**
 * squill_source_was_readable:
 * @self: a source
 *
 * Returns: whether it is of a kind that is read, damaged or not
 */
gboolean
squill_source_was_readable (SquillSource *self)
{
  return self->readable;
}

/**
 * squill_source_broke_off:
 * @self: a source that gave its last document
 *
 * Returns: whether it ended before its time, so that there may be more than was read
 */
gboolean
squill_source_broke_off (SquillSource *self)
{
  return self->broke_off;
}

/**
 * squill_source_get_method:
 * @self: a source
 *
 * Returns: (nullable): how its documents were chosen
 */
const char *
squill_source_get_method (SquillSource *self)
{
  return self->method;
}

/**
 * squill_source_get_total:
 * @self: a source
 *
 * Returns: how many documents there are to choose from; %G_MAXUINT64 where it is not known
 */
guint64
squill_source_get_total (SquillSource *self)
{
  return self->total;
}
