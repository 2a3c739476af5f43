/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "exchange/squill-import.h"

G_BEGIN_DECLS

/* Folders of files that are one model. */

const SquillImportFormat *squill_import_find_format_of_folder (const char *path, GError **error);
SquillModel *squill_import_read_folder (const SquillImportFormat *format,
                                        const char *path,
                                        SquillImportReport *report,
                                        GError **error);

G_END_DECLS
