/* SPDX-License-Identifier: Apache-2.0 */

/* BSON documents back to back, as mongodump writes them. A document that is damaged inside is
 * passed over when its own length leads to something that can be a document again; when the lengths
 * are damaged reading ends. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/format/squill-byte-stream.h"

#include "bson/squill-bson-walk.h"

#include <glib/gi18n-lib.h>

static void
add_problem (SquillProblemList *problems, guint64 offset, const char *reason)
{
  squill_problem_list_add (problems, (gint64)offset, 0, 0, reason);
}

/* Looks at one document without taking it. @bad says that it is damaged and may be skipped. */
static gboolean
peek_document (SquillByteStream *stream,
               SquillProblemList *problems,
               const guint8 **document,
               gsize *length,
               gsize *bad_text,
               gboolean *bad,
               GCancellable *cancellable,
               GError **error)
{
  guint64 offset = squill_byte_stream_get_offset (stream);
  g_autofree char *why = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *at = NULL;
  gsize available, bad_offset;
  gint32 claimed;

  *bad = FALSE;
  if (!squill_byte_stream_peek (stream, 4, document, &available, cancellable, error))
    return FALSE;
  if (available == 0)
    return FALSE;
  if (available < 4)
    {
      reason = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u stray byte at the end, after the last document",
                       "%u stray bytes at the end, after the last document", (gulong)available),
          (guint)available);
      add_problem (problems, offset, reason);
      return FALSE;
    }

  claimed = squill_bson_read_int32 (*document);
  if (claimed < 5 || claimed > SQUILL_BSON_MAX_BYTES)
    {
      reason = g_strdup_printf (
          _ ("No document can be %d bytes long; nothing was read from here on"), claimed);
      add_problem (problems, offset, reason);
      return FALSE;
    }
  *length = (gsize)claimed;
  if (!squill_byte_stream_peek (stream, *length, document, &available, cancellable, error))
    return FALSE;
  if (available < *length)
    {
      reason = g_strdup_printf (
          _ ("The file ends in the middle of a document: %u of its %d bytes are there"),
          (guint)available, claimed);
      add_problem (problems, offset, reason);
      return FALSE;
    }
  if (squill_bson_check (*document, *length, bad_text, &bad_offset, &why))
    return TRUE;

  at = g_strdup_printf ("%" G_GUINT64_FORMAT, offset + bad_offset);
  /* Translators: what is wrong, and the number of the byte where it is wrong. */
  reason = g_strdup_printf (_ ("A damaged document was left out: %s (byte %s)"), why, at);
  add_problem (problems, offset, reason);
  *bad = (*document)[*length - 1] == 0;
  return FALSE;
}

/**
 * squill_byte_stream_next_bson:
 * @stream: the file
 * @problems: takes what is wrong
 * @document: (out) (transfer none): the next sound document; valid until the next call
 * @length: (out): its bytes
 * @cancellable: (nullable): stops the reading
 * @error: return location; set when cancelled and for nothing else
 *
 * Takes the next document from the file. One with text that is not UTF-8 is given, and the text is
 * reported.
 *
 * Returns: %FALSE at the end, where nothing more can be read, and when cancelled
 */
gboolean
squill_byte_stream_next_bson (SquillByteStream *stream,
                              SquillProblemList *problems,
                              const guint8 **document,
                              gsize *length,
                              GCancellable *cancellable,
                              GError **error)
{
  gboolean bad;
  gsize bad_text;

  while (!peek_document (stream, problems, document, length, &bad_text, &bad, cancellable, error))
    {
      if (!bad)
        return FALSE;
      squill_byte_stream_skip (stream, *length);
    }

  if (bad_text != SQUILL_BSON_TEXT_VALID)
    add_problem (problems, squill_byte_stream_get_offset (stream) + bad_text,
                 _ ("This text is not UTF-8"));
  squill_byte_stream_skip (stream, *length);
  return TRUE;
}
