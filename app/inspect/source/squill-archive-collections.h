/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/format/squill-archive.h"
#include "inspect/source/squill-source-collection.h"
#include "inspect/source/squill-source-format.h"

G_BEGIN_DECLS

/**
 * SquillArchiveFile:
 *
 * A file with an archive, shared by the places of the collections in it.
 */
typedef struct _SquillArchiveFile SquillArchiveFile;

gboolean squill_archive_list_collections (SquillByteStream *stream,
                                          const SquillSourceFile *file,
                                          GPtrArray *collections,
                                          SquillProblemList *problems,
                                          GCancellable *cancellable,
                                          GError **error);
SquillArchiveFile *squill_archive_place_get_file (const SquillSourceCollection *place);
guint squill_archive_place_get_index (const SquillSourceCollection *place);
SquillArchive *squill_archive_file_open (SquillArchiveFile *self,
                                         SquillProblemList *problems,
                                         GCancellable *cancellable,
                                         GError **error);
guint64 squill_archive_file_get_bytes (const SquillArchiveFile *self);

G_END_DECLS
