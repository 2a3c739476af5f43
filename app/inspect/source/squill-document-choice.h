/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Chosen documents are in memory until the last was seen. They never take more than this: fewer are
 * chosen then, by the same rule. */
#define SQUILL_DOCUMENT_CHOICE_MAX_BYTES ((gsize)32 * 1024 * 1024)

/**
 * SquillDocumentChoice:
 *
 * Some of the documents that come by: a number of them by chance, each with the same chance, or the
 * last. The same documents always give the same choice.
 */
typedef struct _SquillDocumentChoice SquillDocumentChoice;

SquillDocumentChoice *squill_document_choice_new_sample (guint64 max_documents);
SquillDocumentChoice *squill_document_choice_new_newest (guint64 max_documents);
void squill_document_choice_free (SquillDocumentChoice *self);
void squill_document_choice_add (SquillDocumentChoice *self, const guint8 *document, gsize length);
gboolean squill_document_choice_take (SquillDocumentChoice *self, guint8 **document, gsize *length);
guint64 squill_document_choice_get_length (const SquillDocumentChoice *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillDocumentChoice, squill_document_choice_free)

G_END_DECLS
