/* SPDX-License-Identifier: Apache-2.0 */

/* The formats of other programs that become a model: one table. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-compass.h"
#include "exchange/import/squill-dbml.h"
#include "exchange/import/squill-document-import.h"
#include "exchange/import/squill-json-schema-import.h"
#include "exchange/import/squill-mongoose-import.h"
#include "exchange/import/squill-mongosh-import.h"
#include "exchange/import/squill-prisma.h"
#include "exchange/import/squill-sql.h"
#include "inspect/format/squill-byte-stream.h"
#include "text/squill-text.h"

#define PACKED_SUFFIX ".gz"
#define PACKED_HEAD 16
/* What is packed may be a thousand times as large. */
#define MAX_UNPACKED (1024u * 1024u * 1024u)

static SquillModel *
read_compass (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  SquillModel *model = squill_compass_import (data, length, notes, error);

  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (report->problems,
                     squill_import_problem_new (0, 0, g_strdup (g_ptr_array_index (notes, i))));
  return model;
}

static SquillModel *
read_mongosh (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  const SquillImportSource source = { title, data, length };

  return squill_mongosh_import (title, &source, 1, report, error);
}

static SquillModel *
read_mongoose (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error)
{
  const SquillImportSource source = { title, data, length };
  const guint n_problems = report->problems->len;
  g_autoptr (GError) refused = NULL;
  SquillModel *model = squill_mongoose_import (title, &source, 1, report, &refused);

  /* A migration may only borrow the connection of Mongoose. */
  if (model == NULL && report->problems->len == n_problems &&
      squill_mongosh_is_likely (data, length))
    return squill_mongosh_import (title, &source, 1, report, error);
  if (model == NULL)
    g_propagate_error (error, g_steal_pointer (&refused));
  return model;
}

/* Files of documents are read by app/inspect, unless somebody wants no more of them than what they
 * look like. */
static gboolean
is_asked_for (const char *data, gsize length)
{
  return FALSE;
}

static const char *const programs[] = { ".ts", ".mjs", ".cjs", ".mts", ".cts", NULL };

static const char *const yaml[] = { ".yaml", ".yml", NULL };

static const SquillImportFormat formats[] = {
  { "compass", N_ ("Data model of MongoDB Compass"), ".mdm", NULL, read_compass },
  { "sql", N_ ("Tables in SQL"), ".sql", NULL, squill_sql_import },
  { "dbml", N_ ("Tables in DBML"), ".dbml", NULL, squill_dbml_import },
  { "prisma", N_ ("Schema of Prisma"), ".prisma", NULL, squill_prisma_import, NULL,
    squill_prisma_import_all },
  { "json-schema", N_ ("JSON Schema or validator"), ".json", squill_json_schema_is_likely,
    squill_json_schema_import, yaml },
  { "mongoose", N_ ("Schemas of Mongoose"), ".js", squill_mongoose_is_likely, read_mongoose,
    programs, squill_mongoose_import },
  { "mongosh", N_ ("Script for the MongoDB Shell"), ".js", squill_mongosh_is_likely, read_mongosh,
    programs, squill_mongosh_import },
  { "json", N_ ("A document or several in JSON"), ".json", is_asked_for, squill_document_import },
};

/**
 * squill_import_get_formats:
 * @n_formats: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_formats): the formats of other programs
 */
const SquillImportFormat *
squill_import_get_formats (guint *n_formats)
{
  *n_formats = G_N_ELEMENTS (formats);
  return formats;
}

/**
 * squill_import_find_format:
 * @name: the name of a format
 *
 * Returns: (transfer none) (nullable): the format of this name
 */
const SquillImportFormat *
squill_import_find_format (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, name))
      return &formats[i];
  return NULL;
}

/* How many bytes of the name are a suffix of the format, also of a file that is packed; 0 where it
 * has another one. */
static gsize
measure_suffix (const char *file_name, const SquillImportFormat *format)
{
  g_autofree char *lower = g_ascii_strdown (file_name, -1);
  gsize packed = 0;

  if (g_str_has_suffix (lower, PACKED_SUFFIX))
    {
      packed = strlen (PACKED_SUFFIX);
      lower[strlen (lower) - packed] = '\0';
    }
  if (g_str_has_suffix (lower, format->suffix))
    return strlen (format->suffix) + packed;
  for (guint i = 0; format->other_suffixes != NULL && format->other_suffixes[i] != NULL; i++)
    if (g_str_has_suffix (lower, format->other_suffixes[i]))
      return strlen (format->other_suffixes[i]) + packed;
  return 0;
}

/**
 * squill_import_has_suffix:
 * @format: a format
 * @file_name: the name of a file, with or without its folder
 *
 * Returns: %TRUE if files of the format are called so, and are not packed
 */
gboolean
squill_import_has_suffix (const SquillImportFormat *format, const char *file_name)
{
  g_return_val_if_fail (format != NULL, FALSE);
  g_return_val_if_fail (file_name != NULL, FALSE);

  return measure_suffix (file_name, format) > 0 && !g_str_has_suffix (file_name, PACKED_SUFFIX);
}

/**
 * squill_import_find_format_of:
 * @file_name: the name of a file, with or without its folder
 * @data: (nullable): what is in it, or its beginning of at least %SQUILL_IMPORT_HEAD bytes
 * @length: how many bytes that are
 *
 * Returns: (transfer none) (nullable): the format that the suffix tells, and where several kinds of
 *   files have it, what is in the file
 */
const SquillImportFormat *
squill_import_find_format_of (const char *file_name, const char *data, gsize length)
{
  g_return_val_if_fail (file_name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (measure_suffix (file_name, &formats[i]) > 0 &&
        (formats[i].recognizes == NULL || (data != NULL && formats[i].recognizes (data, length))))
      return &formats[i];
  return NULL;
}

/**
 * squill_import_find_format_by_content:
 * @data: what came without a name, or its beginning
 * @length: how many bytes that are
 *
 * Returns: (transfer none) (nullable): the format that it looks like
 */
const SquillImportFormat *
squill_import_find_format_by_content (const char *data, gsize length)
{
  g_autofree char *head = NULL;

  g_return_val_if_fail (data != NULL, NULL);

  head = g_ascii_strdown (data, (gssize)MIN (length, SQUILL_IMPORT_HEAD));
  if (strstr (head, "compass data modeling diagram") != NULL)
    return squill_import_find_format ("compass");
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].recognizes != NULL && formats[i].recognizes (data, length))
      return &formats[i];
  if (squill_document_is_likely (data, length))
    return squill_import_find_format ("json");
  if (strstr (head, "datasource ") != NULL && strstr (head, "provider") != NULL)
    return squill_import_find_format ("prisma");
  if (strstr (head, "create table") != NULL)
    return squill_import_find_format ("sql");
  return NULL;
}

/**
 * squill_import_needs_head:
 * @file_name: the name of a file, with or without its folder
 *
 * Returns: %TRUE if the suffix alone does not tell whether the file has one of the formats
 */
gboolean
squill_import_needs_head (const char *file_name)
{
  g_return_val_if_fail (file_name != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (formats[i].recognizes != NULL && measure_suffix (file_name, &formats[i]) > 0)
      return TRUE;
  return FALSE;
}

/* The name of a file without its suffix, to be read (transfer full). */
static char *
make_title (const SquillImportFormat *format, const char *file_name)
{
  g_autofree char *base = g_path_get_basename (file_name);
  const gsize bytes = strlen (base), suffix = measure_suffix (base, format);

  if (bytes > suffix)
    base[bytes - suffix] = '\0';
  return g_filename_display_name (base);
}

static gboolean
fail_packed (const char *text, GError **error)
{
  g_set_error (error, SQUILL_MODEL_ERROR, SQUILL_MODEL_ERROR_SYNTAX, "1:1: %s", text);
  return FALSE;
}

/* What a file packed with gzip has in it, as @unpacked; %NULL where it is not packed. */
static gboolean
unpack (const char *data, gsize length, GByteArray **unpacked, GError **error)
{
  static const guint8 gzip[] = { 0x1f, 0x8b };
  const gboolean is_gzip = length > sizeof gzip && memcmp (data, gzip, sizeof gzip) == 0;
  /* Of others, the beginning tells what they are packed with. */
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (
      data, (gssize)(is_gzip ? length : MIN (length, PACKED_HEAD)), NULL);
  g_autoptr (SquillByteStream) stream = squill_byte_stream_new (input);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint8 *some;
  gsize available;

  do
    {
      if (!squill_byte_stream_peek (stream, 1, &some, &available, NULL, error))
        return FALSE;
      if (squill_byte_stream_get_unreadable (stream) != NULL)
        return fail_packed (squill_byte_stream_get_unreadable (stream), error);
      if (!is_gzip)
        return TRUE;
      if (bytes->len + available > MAX_UNPACKED)
        {
          g_autofree char *most = squill_text_bytes (MAX_UNPACKED);
          /* Translators: a number of bytes */
          g_autofree char *text =
              g_strdup_printf (_ ("There is more in this packed file than %s"), most);

          return fail_packed (text, error);
        }
      g_byte_array_append (bytes, some, (guint)available);
      squill_byte_stream_skip (stream, available);
    }
  while (available > 0);
  if (squill_byte_stream_get_damage (stream) != NULL)
    return fail_packed (squill_byte_stream_get_damage (stream), error);
  *unpacked = g_steal_pointer (&bytes);
  return TRUE;
}

/**
 * squill_import_read:
 * @format: what the file is
 * @file_name: its name, of which a model without one of its own takes its name
 * @data: what is in it
 * @length: how many bytes that are
 * @report: (out caller-allocates): gets what became of it and what was not taken over
 * @error: what went wrong, with line and column where there is a place
 *
 * Makes a model of what another program wrote. What is packed with gzip is unpacked, up to 1 GiB.
 *
 * Returns: (transfer full) (nullable): the model; undo takes nothing of it back
 */
SquillModel *
squill_import_read (const SquillImportFormat *format,
                    const char *file_name,
                    const char *data,
                    gsize length,
                    SquillImportReport *report,
                    GError **error)
{
  g_autofree char *title = NULL;
  g_autoptr (GByteArray) unpacked = NULL;

  g_return_val_if_fail (format != NULL, NULL);
  g_return_val_if_fail (file_name != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  if (!unpack (data, length, &unpacked, error))
    return NULL;
  if (unpacked != NULL)
    {
      length = unpacked->len;
      /* Texts end with a zero behind them. */
      g_byte_array_append (unpacked, (const guint8 *)"", 1);
      data = (const char *)unpacked->data;
    }
  title = make_title (format, file_name);
  return format->read (title, data, length, report, error);
}

/**
 * squill_import_read_all:
 * @format: what the files are: one whose files belong together
 * @name: that of the folder, of which a model without one of its own takes its name
 * @sources: (array length=n_sources): what is in them
 * @n_sources: how many there are
 * @report: (out caller-allocates): gets what became of it and what was not taken over
 * @error: what went wrong
 *
 * Makes one model of several files.
 *
 * Returns: (transfer full) (nullable): the model; undo takes nothing of it back
 */
SquillModel *
squill_import_read_all (const SquillImportFormat *format,
                        const char *name,
                        const SquillImportSource *sources,
                        guint n_sources,
                        SquillImportReport *report,
                        GError **error)
{
  g_autofree char *title = NULL;

  g_return_val_if_fail (format != NULL && format->read_all != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  title = make_title (format, name);
  return format->read_all (title, sources, n_sources, report, error);
}
