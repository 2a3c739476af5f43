/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/reference/squill-reference.h"

G_BEGIN_DECLS

/**
 * SquillReferenceReader:
 *
 * Goes through the documents of a collection once more, and looks at a few of its paths only.
 */
typedef struct _SquillReferenceReader SquillReferenceReader;

/**
 * SquillReferenceValueFunc:
 * @element: (nullable): a scalar at the path; of a key of a map %NULL
 * @text: (nullable): of a key: its bytes
 * @length: of @text
 * @user_data: as given
 */
typedef void (*SquillReferenceValueFunc) (const SquillBsonElement *element,
                                          const char *text,
                                          gsize length,
                                          gpointer user_data);

/**
 * SquillReferenceEndFunc:
 * @user_data: as given
 */
typedef void (*SquillReferenceEndFunc) (gpointer user_data);

SquillReferenceReader *squill_reference_reader_new (const SquillCollectionProfile *collection);
void squill_reference_reader_free (SquillReferenceReader *self);
void squill_reference_reader_watch_values (SquillReferenceReader *self,
                                           const SquillPath *path,
                                           gboolean keys,
                                           SquillReferenceValueFunc func,
                                           gpointer user_data);
void squill_reference_reader_watch_end (SquillReferenceReader *self,
                                        const SquillPath *path,
                                        SquillReferenceEndFunc func,
                                        gpointer user_data);
gboolean squill_reference_reader_run (SquillReferenceReader *self,
                                      const SquillReferenceOptions *options,
                                      guint64 max_documents,
                                      gboolean *complete,
                                      GCancellable *cancellable,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillReferenceReader, squill_reference_reader_free)

G_END_DECLS
