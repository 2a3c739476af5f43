/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "exchange/import/squill-import-report.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

SquillModel *squill_document_import (
    const char *title, const char *data, gsize length, SquillImportReport *report, GError **error);
gboolean squill_document_is_likely (const char *data, gsize length);
void squill_document_forget_reading (json_t *json);

typedef struct _SquillDocumentFile SquillDocumentFile;

SquillDocumentFile *squill_document_file_new (const char *name,
                                              const char *data,
                                              gsize length,
                                              GError **error);
const char *squill_document_file_get_path (const SquillDocumentFile *self);
void squill_document_file_free (SquillDocumentFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDocumentFile, squill_document_file_free)

G_END_DECLS
