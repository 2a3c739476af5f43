/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/** So much of the beginning of a file tells its format. */
#define SQUILL_IMPORT_HEAD 4096

/* Models out of the files of other programs. Documents are not among them: those are read by
 * app/inspect. */

/**
 * SquillImportFormat:
 * @name: what `--from` takes
 * @title: what files of it are; translatable
 * @suffix: with which their names end, lower case
 * @recognizes: (nullable): whether the beginning of a file is of it, where the suffix does not tell
 * @read: makes a model of what is in one; @title is the name of the file without its suffix
 * @other_suffixes: (nullable): others with which they may end
 * @read_all: (nullable): makes one model of several, where these belong together
 *
 * One format of other programs.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *suffix;
  gboolean (*recognizes) (const char *data, gsize length);
  SquillModel *(*read) (const char *title,
                        const char *data,
                        gsize length,
                        SquillImportReport *report,
                        GError **error);
  const char *const *other_suffixes;
  SquillModel *(*read_all) (const char *title,
                            const SquillImportSource *sources,
                            guint n_sources,
                            SquillImportReport *report,
                            GError **error);
} SquillImportFormat;

const SquillImportFormat *squill_import_get_formats (guint *n_formats);
const SquillImportFormat *squill_import_find_format (const char *name);
const SquillImportFormat *squill_import_find_format_of (const char *file_name,
                                                        const char *data,
                                                        gsize length);
gboolean squill_import_has_suffix (const SquillImportFormat *format, const char *file_name);
const SquillImportFormat *squill_import_find_format_by_content (const char *data, gsize length);
gboolean squill_import_needs_head (const char *file_name);
SquillModel *squill_import_read (const SquillImportFormat *format,
                                 const char *file_name,
                                 const char *data,
                                 gsize length,
                                 SquillImportReport *report,
                                 GError **error);
SquillModel *squill_import_read_all (const SquillImportFormat *format,
                                     const char *name,
                                     const SquillImportSource *sources,
                                     guint n_sources,
                                     SquillImportReport *report,
                                     GError **error);

G_END_DECLS
