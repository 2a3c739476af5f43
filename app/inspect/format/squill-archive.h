/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/format/squill-byte-stream.h"
#include "inspect/format/squill-problem.h"

G_BEGIN_DECLS

/* An archive with more collections is not believed: the server suggests no more than 10,000. */
#define SQUILL_ARCHIVE_MAX_COLLECTIONS 20000u

/**
 * SquillArchive:
 *
 * What `mongodump --archive` writes: the collections of several databases in one stream, first what
 * there is, then the documents, a piece of one collection and a piece of another in turn.
 */
typedef struct _SquillArchive SquillArchive;

/**
 * SquillArchiveCollection:
 * @database: the database
 * @name: the collection
 * @system: it is the server's own
 * @metadata: (nullable): what mongodump writes into the .metadata.json of the collection
 * @type: (nullable): "collection", "view" or "timeseries", where it is known
 * @offset: where the two stand in the unpacked file
 *
 * A collection of an archive.
 */
typedef struct
{
  char *database;
  char *name;
  gboolean system;
  char *metadata;
  char *type;
  guint64 offset;
} SquillArchiveCollection;

guint64 squill_crc64_add (guint64 crc, const guint8 *bytes, gsize length);

gboolean squill_archive_looks_like_one (const guint8 *bytes, gsize length);
SquillArchive *squill_archive_new (SquillByteStream *stream,
                                   SquillProblemList *problems,
                                   GCancellable *cancellable,
                                   GError **error);
void squill_archive_free (SquillArchive *self);
void squill_archive_set_problems (SquillArchive *self, SquillProblemList *problems);
guint squill_archive_get_n_collections (SquillArchive *self);
const SquillArchiveCollection *squill_archive_get_collection (SquillArchive *self, guint index);
gboolean squill_archive_next (SquillArchive *self,
                              guint *collection,
                              const guint8 **document,
                              gsize *length,
                              GCancellable *cancellable,
                              GError **error);
gboolean squill_archive_is_whole (SquillArchive *self, guint index);
guint64 squill_archive_get_bytes_read (SquillArchive *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillArchive, squill_archive_free)

G_END_DECLS
