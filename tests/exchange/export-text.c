/* SPDX-License-Identifier: Apache-2.0 */

/* What a format writes, as text, and what has to be in it. */

#define G_LOG_DOMAIN "squill-tests"

#include "config.h"

#include "export-text.h"

#include <string.h>

#include "exchange/squill-exchange.h"

/* Exports a model (transfer full); @option may be NULL. */
char *
export_text (SquillModel *model, const char *format, const char *option, const char *value)
{
  const SquillExporter *exporter = squill_exporters_find (format);
  g_autoptr (SquillDesign) design = squill_design_new (model);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *data;

  if (option != NULL)
    g_hash_table_insert (options, (gpointer)option, (gpointer)value);
  files = squill_export (exporter, design, NULL, options, NULL, &error);
  g_assert_no_error (error);
  if (!exporter->many_files)
    g_assert_cmpuint (files->len, ==, 1);
  bytes = squill_export_join (files, exporter);
  data = g_bytes_get_data (bytes, &length);
  return g_strndup (data, length);
}

void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("%s is not in\n%s", part, text);
}
