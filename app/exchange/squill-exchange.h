/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

#include "advice/squill-advice.h"
#include "samples/squill-samples.h"

G_BEGIN_DECLS

#define SQUILL_EXCHANGE_ERROR (squill_exchange_error_quark ())
GQuark squill_exchange_error_quark (void);

/**
 * SquillExchangeError:
 * @SQUILL_EXCHANGE_ERROR_OPTION: an option has a value that it cannot have
 * @SQUILL_EXCHANGE_ERROR_NOT_FOUND: the collection asked for is not there
 */
typedef enum
{
  SQUILL_EXCHANGE_ERROR_OPTION,
  SQUILL_EXCHANGE_ERROR_NOT_FOUND,
} SquillExchangeError;

/**
 * SquillExporter:
 * @id: its name on the command line: "svg", "json-schema"
 * @title: for dialogs; untranslated, pass it to gettext
 * @description: a sentence about what it is good for; untranslated too
 * @extension: of the file, without a dot
 * @mime_type: of the file
 * @many_files: it writes one file a collection, into a folder; otherwise one file
 * @text: what it writes is text that the Script panel can show
 *
 * A format that is written.
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

/**
 * SquillExportFile:
 * @name: its name, without folder; safe on any system
 * @content: what is in it
 *
 * One file of an export.
 */
typedef struct
{
  char *name;
  GBytes *content;
} SquillExportFile;

void squill_export_file_free (SquillExportFile *file);
const SquillExporter *squill_exporters_get (guint *n);
const SquillExporter *squill_exporters_find (const char *id);
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
