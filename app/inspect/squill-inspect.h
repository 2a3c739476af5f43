/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/infer/squill-infer.h"
#include "inspect/profile/squill-profile.h"
#include "inspect/source/squill-inspect-options.h"

G_BEGIN_DECLS

/**
 * SquillInspectProgress:
 * @collection: (nullable): the collection that is being read
 * @waiting_for: (nullable): what a server is asked for, where that is no document, in words; the
 *   rest says nothing then
 * @collections_done: collections that have been read
 * @collections_total: all collections to read
 * @documents: documents read so far, of all collections
 * @documents_total: documents to read; %G_MAXUINT64 where unknown
 * @bytes_read: bytes of the files, or of the documents of a server, read so far
 * @bytes_total: bytes to read; %G_MAXUINT64 where unknown
 * @seconds: the time since the start
 *
 * The progress of an inspection.
 */
typedef struct
{
  const char *collection;
  const char *waiting_for;
  guint collections_done;
  guint collections_total;
  guint64 documents;
  guint64 documents_total;
  guint64 bytes_read;
  guint64 bytes_total;
  double seconds;
} SquillInspectProgress;

/**
 * SquillInspectProgressFunc:
 * @progress: the progress; valid during the call
 * @user_data: the data that was given with the function
 *
 * Called with the progress, up to about twenty times a second.
 */
typedef void (*SquillInspectProgressFunc) (const SquillInspectProgress *progress,
                                           gpointer user_data);

/**
 * SquillListedCollection:
 * @database: (nullable): the database, where it is known
 * @name: the collection
 * @path: (nullable): where it is, if another one that is listed has the same name and database;
 * among the collections to read it stands for this one alone
 * @kind: "collection", "view", "timeseries"
 * @system: it belongs to the server, and is read only if it is chosen
 * @documents: how many there are, perhaps an estimate; %G_MAXUINT64 where unknown
 * @bytes: of its documents, or of its file; %G_MAXUINT64 where unknown
 *
 * A collection that can be read.
 */
typedef struct
{
  char *database;
  char *name;
  char *path;
  char *kind;
  gboolean system;
  guint64 documents;
  guint64 bytes;
} SquillListedCollection;

GPtrArray *squill_inspect_list_sync (const char *const *sources,
                                     const SquillInspectOptions *options,
                                     SquillProblemList *problems,
                                     GCancellable *cancellable,
                                     GError **error);
void squill_inspect_list_async (const char *const *sources,
                                const SquillInspectOptions *options,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
GPtrArray *squill_inspect_list_finish (GAsyncResult *result,
                                       SquillProblemList **problems,
                                       GError **error);

SquillProfile *squill_inspect_sync (const char *const *sources,
                                    const SquillInspectOptions *options,
                                    SquillInspectProgressFunc on_progress,
                                    gpointer progress_data,
                                    GCancellable *cancellable,
                                    GError **error);
void squill_inspect_async (const char *const *sources,
                           const SquillInspectOptions *options,
                           SquillInspectProgressFunc on_progress,
                           gpointer progress_data,
                           GDestroyNotify progress_destroy,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data);
SquillProfile *squill_inspect_finish (GAsyncResult *result, GError **error);

char *squill_profile_to_json (SquillProfile *self);

gboolean squill_reading_remember (SquillModel *model,
                                  const char *const *sources,
                                  const SquillInspectOptions *options,
                                  GError **error);
char **squill_reading_recall (SquillModel *model,
                              SquillInspectOptions *options,
                              char ***collections);

G_END_DECLS
