/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"
#include "samples/squill-samples.h"

G_BEGIN_DECLS

/**
 * SquillExporter:
 * @id: its name on the command line: "svg", "json-schema"
 * @title: for dialogs; untranslated, pass it to gettext
 * @extension: of the file, without a dot
 * @mime_type: of the file
 * @many_files: it writes one file a collection, into a folder; otherwise one file
 * @text: what it writes is text that the Script panel can show
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *description;
  const char *extension;
  const char *mime_type;
  gboolean many_files;
  gboolean text;
} SquillExporter;

/** One file of an export. */
typedef struct
{
  char *name; /* without folder */
  GBytes *content;
} SquillExportFile;

void squill_export_file_free (SquillExportFile *file);
const SquillExporter *squill_exporters_get (guint *n);
const SquillExporter *squill_exporters_find (const char *id);
/* (transfer full) (element-type SquillExportFile). options: name -> value, nullable: "scale",
 * "style", "count", "seed", "collection", "palette". */
GPtrArray *squill_export (const SquillExporter *exporter,
                          SquillDesign *design,
                          SquillAdvice *advice,
                          GHashTable *options,
                          GCancellable *cancellable,
                          GError **error);
gboolean squill_export_write (GPtrArray *files,
                              const SquillExporter *exporter,
                              GFile *target,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
