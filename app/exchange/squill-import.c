/* SPDX-License-Identifier: Apache-2.0 */

/* The formats of other programs that become a model: one table. */

#define G_LOG_DOMAIN "squill-exchange"

#include "config.h"

#include "exchange/squill-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "exchange/import/squill-compass.h"
#include "exchange/import/squill-dbml.h"
#include "exchange/import/squill-json-schema-import.h"
#include "exchange/import/squill-sql.h"

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

static const SquillImportFormat formats[] = {
  { "compass", N_ ("Data model of MongoDB Compass"), ".mdm", NULL, read_compass },
  { "sql", N_ ("Tables in SQL"), ".sql", NULL, squill_sql_import },
  { "dbml", N_ ("Tables in DBML"), ".dbml", NULL, squill_dbml_import },
  { "json-schema", N_ ("JSON Schema or validator"), ".json", squill_json_schema_is_likely,
    squill_json_schema_import },
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

static gboolean
has_suffix (const char *file_name, const SquillImportFormat *format)
{
  g_autofree char *lower = g_ascii_strdown (file_name, -1);

  return g_str_has_suffix (lower, format->suffix);
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
    if (has_suffix (file_name, &formats[i]) &&
        (formats[i].recognizes == NULL || (data != NULL && formats[i].recognizes (data, length))))
      return &formats[i];
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
    if (formats[i].recognizes != NULL && has_suffix (file_name, &formats[i]))
      return TRUE;
  return FALSE;
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
 * Makes a model of what another program wrote.
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
  g_autofree char *base = NULL, *title = NULL;
  gsize bytes;

  g_return_val_if_fail (format != NULL, NULL);
  g_return_val_if_fail (file_name != NULL, NULL);
  g_return_val_if_fail (data != NULL, NULL);
  g_return_val_if_fail (report != NULL, NULL);

  base = g_path_get_basename (file_name);
  bytes = strlen (base);
  if (has_suffix (base, format) && bytes > strlen (format->suffix))
    base[bytes - strlen (format->suffix)] = '\0';
  title = g_filename_display_name (base);
  return format->read (title, data, length, report, error);
}
