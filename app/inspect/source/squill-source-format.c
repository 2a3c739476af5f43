/* SPDX-License-Identifier: Apache-2.0 */

/* The formats that files are read in, in the order in which they are recognized. A new one is a row
 * of this table. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/source/squill-source-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "bson/squill-bson-walk.h"
#include "inspect/format/squill-archive.h"
#include "inspect/format/squill-json-reader.h"
#include "inspect/source/squill-archive-collections.h"

/* A file that is read. */
typedef struct
{
  SquillByteStream *stream;
  SquillProblemList *problems;
  gboolean *lost_last;
  SquillJsonReader *json;
} Reader;

static Reader *
reader_new (SquillByteStream *stream, SquillProblemList *problems, gboolean *lost_last)
{
  Reader *self = g_new0 (Reader, 1);

  self->stream = stream;
  self->problems = problems;
  self->lost_last = lost_last;
  return self;
}

static void
reader_free (gpointer data)
{
  Reader *self = data;

  squill_json_reader_free (self->json);
  g_free (self);
}

/* With a byte order mark, or with a zero in each of the first characters. BSON may begin like that,
 * too, but does not go on like text. */
static gboolean
looks_like_utf16 (const guint8 *bytes, gsize available)
{
  const gboolean is_marked = available >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) ||
                                                (bytes[0] == 0xfe && bytes[1] == 0xff));
  const gsize begin = is_marked ? 2 : 0;
  gboolean is_little;

  if (available < begin + 8)
    return FALSE;
  is_little = bytes[begin] != 0;
  for (gsize at = begin; at < begin + 8; at += 2)
    {
      guint8 character = bytes[at + (is_little ? 0 : 1)];

      if (bytes[at + (is_little ? 1 : 0)] != 0 ||
          !(g_ascii_isprint (character) || g_ascii_isspace (character)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
looks_like_bson (const guint8 *bytes, gsize available)
{
  gint32 length;

  if (available < 5)
    return FALSE;
  length = squill_bson_read_int32 (bytes);
  if (length < 5 || length > SQUILL_BSON_MAX_BYTES)
    return FALSE;
  return bytes[4] == 0 || squill_bson_type_is_known (bytes[4]);
}

static gpointer
open_bson (SquillByteStream *stream, SquillProblemList *problems, gboolean *lost_last)
{
  return reader_new (stream, problems, lost_last);
}

static gboolean
next_bson (gpointer data,
           const guint8 **document,
           gsize *length,
           GCancellable *cancellable,
           GError **error)
{
  Reader *self = data;

  return squill_byte_stream_next_bson (self->stream, self->problems, document, length, cancellable,
                                       error);
}

static gboolean
looks_like_json (const guint8 *bytes, gsize available)
{
  gsize at = 0;

  if (available >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0)
    at = 3;
  while (at < available && strchr (" \t\r\n", bytes[at]) != NULL && bytes[at] != 0)
    at++;
  return at < available && (bytes[at] == '{' || bytes[at] == '[');
}

static void
on_json_fault (const SquillJsonFault *fault, gpointer user_data)
{
  Reader *self = user_data;

  *self->lost_last = fault->document_lost;
  squill_problem_list_add (self->problems, (gint64)fault->offset, fault->line, fault->column,
                           fault->reason);
}

static gpointer
open_json (SquillByteStream *stream, SquillProblemList *problems, gboolean *lost_last)
{
  Reader *self = reader_new (stream, problems, lost_last);

  self->json = squill_json_reader_new (
      stream, SQUILL_JSON_NON_FINITE | SQUILL_JSON_SHELL | SQUILL_JSON_WINDOWS_1252, on_json_fault,
      self);
  return self;
}

static gboolean
next_json (gpointer data,
           const guint8 **document,
           gsize *length,
           GCancellable *cancellable,
           GError **error)
{
  return squill_json_reader_next (((Reader *)data)->json, document, length, cancellable, error);
}

static const SquillSourceFormat formats[] = {
  {
      .matches = looks_like_utf16,
      .unreadable = N_ ("This text is UTF-16; save it as UTF-8 first"),
  },
  {
      .suffixes = { ".archive" },
      .matches = squill_archive_looks_like_one,
      .unreadable = N_ ("This is an archive of mongodump, and holds more than one collection"),
      .list = squill_archive_list_collections,
  },
  {
      .suffixes = { ".bson" },
      .is_dump = TRUE,
      .matches = looks_like_bson,
      .open = open_bson,
      .next = next_bson,
      .close = reader_free,
  },
  {
      .suffixes = { ".json", ".ndjson", ".jsonl" },
      .matches = looks_like_json,
      .open = open_json,
      .next = next_json,
      .close = reader_free,
  },
};

/**
 * squill_strip_suffix:
 * @name: the name of a file; ends before @suffix afterwards
 * @suffix: an ending, in whatever case
 *
 * Returns: %TRUE if @name had the suffix and something before it
 */
gboolean
squill_strip_suffix (char *name, const char *suffix)
{
  gsize length = strlen (name);
  gsize suffix_length = strlen (suffix);

  if (length <= suffix_length || g_ascii_strcasecmp (name + length - suffix_length, suffix) != 0)
    return FALSE;
  name[length - suffix_length] = '\0';
  return TRUE;
}

/**
 * squill_source_format_from_name:
 * @name: the name of a file, without the suffix of how it is packed; loses its suffix where that is
 *   one of a format
 *
 * Returns: (transfer none) (nullable): the format that the suffix says
 */
const SquillSourceFormat *
squill_source_format_from_name (char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint k = 0; formats[i].suffixes[k] != NULL; k++)
      if (squill_strip_suffix (name, formats[i].suffixes[k]))
        return &formats[i];
  return NULL;
}

/**
 * squill_source_format_from_bytes:
 * @bytes: the first bytes of a file, unpacked
 * @available: how many; %SQUILL_SOURCE_FORMAT_BYTES are enough
 *
 * Returns: (transfer none) (nullable): the format that the bytes have
 */
const SquillSourceFormat *
squill_source_format_from_bytes (const guint8 *bytes, gsize available)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].matches != NULL && formats[i].matches (bytes, available))
      return &formats[i];
  return NULL;
}
