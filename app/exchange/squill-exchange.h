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
 * @SQUILL_EXCHANGE_ERROR_OPTION: the format does not have an option, or not with that value
 * @SQUILL_EXCHANGE_ERROR_NOT_FOUND: the collection asked for is not there
 * @SQUILL_EXCHANGE_ERROR_FORMAT: what is imported is not of the format
 */
typedef enum
{
  SQUILL_EXCHANGE_ERROR_OPTION,
  SQUILL_EXCHANGE_ERROR_NOT_FOUND,
  SQUILL_EXCHANGE_ERROR_FORMAT,
} SquillExchangeError;

/**
 * SquillExportOptionKind:
 * @SQUILL_EXPORT_OPTION_TEXT: any text
 * @SQUILL_EXPORT_OPTION_NUMBER: a number within bounds
 * @SQUILL_EXPORT_OPTION_CHOICE: one of a few words
 *
 * What values an option takes.
 */
typedef enum
{
  SQUILL_EXPORT_OPTION_TEXT,
  SQUILL_EXPORT_OPTION_NUMBER,
  SQUILL_EXPORT_OPTION_CHOICE,
} SquillExportOptionKind;

typedef struct
{
  const char *name;
  const char *title; /* untranslated */
} SquillExportChoice;

/**
 * SquillExportOption:
 * @name: its name on the command line
 * @kind: what values it takes
 * @title: (nullable): for dialogs; %NULL where they do not offer it. Untranslated
 * @description: a few words on it; untranslated
 * @choices: (nullable): the words that it takes, and after them one without a name; the first is
 *   the default
 * @min: the least that a number can be
 * @max: the most that a number can be
 * @otherwise: the default of a number; NaN where it follows from the model
 * @suggested: what a dialog starts with: a number, or the position of a choice
 *
 * An option of a format.
 */
typedef struct
{
  const char *name;
  SquillExportOptionKind kind;
  const char *title;
  const char *description;
  const SquillExportChoice *choices;
  double min;
  double max;
  double otherwise;
  double suggested;
} SquillExportOption;

typedef struct _SquillExport SquillExport;

/**
 * SquillExporter:
 * @id: its name on the command line: "svg", "json-schema"
 * @title: for dialogs; untranslated, pass it to gettext
 * @description: a sentence about what it is good for; untranslated too
 * @extension: of the file, without a dot
 * @mime_type: of the file
 * @many_files: it writes one file a collection, into a folder; otherwise one file
 * @text: what it writes is text that the Script panel can show
 * @options: its options, and after them one without a name
 * @function: adds the files to an export; %FALSE with @error if it cannot
 * @drawn: where things stand in the diagram is in it
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
  const SquillExportOption *options;
  gboolean (*function) (SquillExport *self, GError **error);
  gboolean drawn;
} SquillExporter;

/**
 * SquillExportFile:
 * @stem: the name of the collection or of the model that it is about
 * @name: its name, without folder; safe on any system
 * @content: what is in it
 *
 * One file of an export.
 */
typedef struct
{
  char *stem;
  char *name;
  GBytes *content;
} SquillExportFile;

void squill_export_file_free (SquillExportFile *file);
const SquillExporter *squill_exporters_get (guint *n);
const SquillExporter *squill_exporters_find (const char *id);
char *squill_exporter_get_suffix (const SquillExporter *exporter);
GBytes *squill_export_join (GPtrArray *files, const SquillExporter *exporter);
char *squill_export_option_describe (const SquillExportOption *option);
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
