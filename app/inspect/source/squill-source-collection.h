/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/source/squill-inspect-options.h"
#include "inspect/source/squill-metadata.h"
#include "inspect/source/squill-source.h"

G_BEGIN_DECLS

typedef struct _SquillSourceCollection SquillSourceCollection;

/**
 * SquillSourceCollectionOpenFunc:
 * @place: the place
 * @options: what to read
 * @problems: takes what cannot be read; @place was begun in it as a file, and it outlives the
 * source
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Opens the documents of a place. May be called more than once, and from any thread; what it gives
 * belongs to that thread.
 *
 * Returns: (transfer full) (nullable): the documents; %NULL with @error set when cancelled or when
 * going on makes no sense; %NULL without it, and a problem, where only this place is lost
 */
typedef SquillSource *(*SquillSourceCollectionOpenFunc) (SquillSourceCollection *place,
                                                         const SquillInspectOptions *options,
                                                         SquillProblemList *problems,
                                                         GCancellable *cancellable,
                                                         GError **error);

/**
 * SquillSourceCollection:
 * @label: what to call it in problems: a file, or "database.collection" of a server
 * @name: what the profile calls its source
 * @database: (nullable): the database, where it is known
 * @collection: the collection's name
 * @kind: "collection", "view" or "timeseries"
 * @system: it is the server's own
 * @metadata: (nullable): indexes and options
 * @documents: documents there are, perhaps an estimate; %G_MAXUINT64 where it is not known
 * @bytes: of the file, or of the documents; %G_MAXUINT64 where it is not known
 * @rereadable: whether it can be opened more than once; standard input cannot
 * @selects: whether what it opens gives only the documents that the options ask for, as a server
 * does; of others all are read, and chosen from
 * @open: opens it
 * @data: for @open
 * @destroy: (nullable): frees @data
 * @time_field: (nullable): the time field, where the documents are the buckets of a time series
 * @meta_field: (nullable): its meta field
 *
 * A collection that can be read, wherever it lies: in a file, in an archive, on a server. All of
 * them are read in the same way.
 */
struct _SquillSourceCollection
{
  char *label;
  char *name;
  char *database;
  char *collection;
  char *kind;
  gboolean system;
  SquillMetadata *metadata;
  guint64 documents;
  guint64 bytes;
  gboolean rereadable;
  gboolean selects;
  SquillSourceCollectionOpenFunc open;
  gpointer data;
  GDestroyNotify destroy;
  char *time_field;
  char *meta_field;
};

SquillSourceCollection *squill_source_collection_new (const char *label,
                                                      const char *database,
                                                      const char *collection);
SquillSourceCollection *squill_source_collection_new_for_file (GFile *file,
                                                               const char *label,
                                                               const char *database,
                                                               const char *collection,
                                                               SquillMetadata *metadata);
void squill_source_collection_take_metadata (SquillSourceCollection *self,
                                             SquillMetadata *metadata);
SquillBucket *squill_source_collection_new_bucket (const SquillSourceCollection *self);
void squill_source_collection_set_stream (SquillSourceCollection *self, SquillByteStream *stream);
void squill_source_collection_free (SquillSourceCollection *self);
SquillSource *squill_source_collection_open (SquillSourceCollection *self,
                                             const SquillInspectOptions *options,
                                             SquillProblemList *problems,
                                             GCancellable *cancellable,
                                             GError **error);
gboolean squill_source_collection_is_wanted (const SquillSourceCollection *self,
                                             const char *const *collections);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillSourceCollection, squill_source_collection_free)

G_END_DECLS
