/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-archive.h"
#include "inspect/source/squill-place.h"

G_BEGIN_DECLS

/**
 * SquillArchiveFile:
 *
 * A file with an archive, shared by the places of the collections in it.
 */
typedef struct _SquillArchiveFile SquillArchiveFile;

gboolean squill_archive_places_find (SquillByteStream *stream,
                                     GFile *file,
                                     const char *label,
                                     const char *name,
                                     guint64 bytes,
                                     GPtrArray *places,
                                     SquillProblemList *problems,
                                     GCancellable *cancellable,
                                     GError **error);
SquillArchiveFile *squill_archive_place_get_file (const SquillPlace *place);
guint squill_archive_place_get_index (const SquillPlace *place);
SquillArchive *squill_archive_file_open (SquillArchiveFile *self,
                                         SquillProblemList *problems,
                                         GCancellable *cancellable,
                                         GError **error);
guint64 squill_archive_file_get_bytes (const SquillArchiveFile *self);

G_END_DECLS
