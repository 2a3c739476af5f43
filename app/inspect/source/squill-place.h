/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-inspect.h"
#include "inspect/source/squill-metadata.h"
#include "inspect/source/squill-source.h"

G_BEGIN_DECLS

typedef struct _SquillPlace SquillPlace;

/**
 * SquillPlaceOpenFunc:
 * @place: the place
 * @options: what to read
 * @problems: is told what cannot be read; @place was begun in it as a file, and it outlives the
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
typedef SquillSource *(*SquillPlaceOpenFunc) (SquillPlace *place,
                                              const SquillInspectOptions *options,
                                              SquillProblemList *problems,
                                              GCancellable *cancellable,
                                              GError **error);

/**
 * SquillPlace:
 * @label: what to call it in problems: a file, or "database.collection" of a server
 * @name: what the profile calls its source
 * @database: (nullable): the database, where it is told
 * @collection: the collection's name
 * @kind: "collection", "view" or "timeseries"
 * @system: it is the server's own
 * @metadata: (nullable): indexes and options
 * @documents: documents there are, perhaps an estimate; %G_MAXUINT64 where nobody knows
 * @bytes: of the file, or of the documents; %G_MAXUINT64 where nobody knows
 * @rereadable: whether it can be opened more than once; standard input cannot
 * @selects: whether what it opens gives only the documents that the options ask for, as a server
 * does; of others all are read, and chosen from
 * @open: opens it
 * @data: for @open
 * @destroy: (nullable): frees @data
 *
 * A collection that can be read, wherever it lies: in a file, in an archive, on a server. All of
 * them are read in the same way.
 */
struct _SquillPlace
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
  SquillPlaceOpenFunc open;
  gpointer data;
  GDestroyNotify destroy;
};

SquillPlace *squill_place_new (const char *label, const char *database, const char *collection);
SquillPlace *squill_place_new_for_file (GFile *file,
                                        const char *label,
                                        const char *database,
                                        const char *collection,
                                        SquillMetadata *metadata);
void squill_place_set_stream (SquillPlace *self, SquillByteStream *stream);
void squill_place_free (SquillPlace *self);
SquillSource *squill_place_open (SquillPlace *self,
                                 const SquillInspectOptions *options,
                                 SquillProblemList *problems,
                                 GCancellable *cancellable,
                                 GError **error);
gboolean squill_place_is_wanted (const SquillPlace *self, const char *const *collections);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillPlace, squill_place_free)

G_END_DECLS
