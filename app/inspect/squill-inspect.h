/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/model/squill-decisions.h"
#include "inspect/source/squill-problem.h"
#include "inspect/server/squill-server-command.h"
#include "model/squill-model.h"

G_BEGIN_DECLS

/**
 * SQUILL_INSPECT_ERROR:
 *
 * What can go wrong as a whole. What goes wrong in a file is no error but a #SquillProblem: the
 * rest is still read.
 */
#define SQUILL_INSPECT_ERROR (squill_inspect_error_quark ())

/**
 * SquillInspectError:
 * @SQUILL_INSPECT_ERROR_UNSUPPORTED: a kind of source that is not read
 * @SQUILL_INSPECT_ERROR_EMPTY: nothing was found that a model could be made of
 */
typedef enum
{
  SQUILL_INSPECT_ERROR_UNSUPPORTED,
  SQUILL_INSPECT_ERROR_EMPTY,
} SquillInspectError;

GQuark squill_inspect_error_quark (void);

/**
 * SquillInspectMethod:
 * @SQUILL_INSPECT_FULL: all documents, as far as the limits allow
 * @SQUILL_INSPECT_SAMPLE: documents chosen by chance; of a file, which is read to its end, each has
 * the same chance, a server uses `$sample`, whose cursor may prefer some
 * @SQUILL_INSPECT_NEWEST: the last by `_id`; of a file, the last of it
 *
 * Which documents are read where not all are.
 */
typedef enum
{
  SQUILL_INSPECT_FULL,
  SQUILL_INSPECT_SAMPLE,
  SQUILL_INSPECT_NEWEST,
} SquillInspectMethod;

/**
 * SquillInspectOptions:
 * @method: which documents are read where not all are
 * @max_documents: read at most so many documents of each collection; 0 for all
 * @max_seconds: stop reading after so many seconds; 0 for no limit
 * @keep_values: keep values of documents: the words of an enumeration, a constant. Without them,
 * only counts and sizes
 * @threads: read with so many threads at once; 0 for as many as there are processors
 * @collections: (nullable) (array zero-terminated=1): read only these, each "collection" or
 * "database.collection"; %NULL for all
 * @filter: (nullable): of a server, read only documents that match: Extended JSON of a query
 * @password: (nullable): for a server whose address has none in it; it is kept nowhere
 * @count_on_server: let a server count types, presence, lengths and dangling references of what it
 * holds, where documents are only sampled
 *
 * What to read.
 */
typedef struct
{
  SquillInspectMethod method;
  guint64 max_documents;
  double max_seconds;
  gboolean keep_values;
  guint threads;
  const char *const *collections;
  const char *filter;
  const char *password;
  gboolean count_on_server;
} SquillInspectOptions;

#define SQUILL_INSPECT_OPTIONS_INIT \
  {                                 \
    .keep_values = TRUE             \
  }

/**
 * SquillInspectProgress:
 * @collection: (nullable): the collection that is being read; %NULL where there is none
 * @collections_done: collections that are read
 * @collections_total: collections to read
 * @documents: documents read, of all collections so far
 * @documents_total: documents to read, as far as it is known; %G_MAXUINT64 where it is not
 * @bytes_read: bytes of the files, or of the documents of a server, read so far
 * @bytes_total: bytes of all; %G_MAXUINT64 where it is not known
 * @seconds: since the begin
 *
 * How far the reading has come.
 */
typedef struct
{
  const char *collection;
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
 * @progress: how far it is; valid during the call
 * @user_data: as given
 *
 * Is told of progress, some twenty times a second at most.
 */
typedef void (*SquillInspectProgressFunc) (const SquillInspectProgress *progress,
                                           gpointer user_data);

#define SQUILL_TYPE_PROFILE (squill_profile_get_type ())

/**
 * SquillProfile:
 *
 * What is really there in a database: of each collection its documents, and of each path in them
 * presence, types, lengths and sizes. It does not change once it is made and may be read from any
 * thread.
 */
G_DECLARE_FINAL_TYPE (SquillProfile, squill_profile, SQUILL, PROFILE, GObject)

/**
 * SquillListedCollection:
 * @database: (nullable): the database, where it is told
 * @name: the collection
 * @kind: "collection", "view", "timeseries"
 * @system: it is the server's own, and not read unless it is asked for
 * @documents: how many there are, perhaps an estimate; %G_MAXUINT64 where nobody knows
 * @bytes: of its documents, or of its file; %G_MAXUINT64 where nobody knows
 *
 * A collection that could be read.
 */
typedef struct
{
  char *database;
  char *name;
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

/**
 * SquillProfileCollection:
 * @name: its name, unlike all others of the profile
 * @source: the file it was read from
 * @documents: documents read
 * @documents_total: documents there are; %G_MAXUINT64 where not all were read and nobody counted
 * @bytes: bytes of the documents read, as BSON
 * @paths: paths found in them
 *
 * A collection at a glance.
 */
typedef struct
{
  const char *name;
  const char *source;
  guint64 documents;
  guint64 documents_total;
  guint64 bytes;
  guint paths;
} SquillProfileCollection;

guint squill_profile_get_n_collections (SquillProfile *self);
void squill_profile_get_collection (SquillProfile *self,
                                    guint index,
                                    SquillProfileCollection *collection);
guint squill_profile_get_n_problems (SquillProfile *self);
const SquillProblem *squill_profile_get_problem (SquillProfile *self, guint index);
guint squill_profile_get_n_commands (SquillProfile *self);
const SquillServerCommand *squill_profile_get_command (SquillProfile *self, guint index);
guint64 squill_profile_get_unlisted_commands (SquillProfile *self);
gboolean squill_profile_is_cut_short (SquillProfile *self);
char *squill_profile_to_json (SquillProfile *self);

/**
 * SquillProfileModelOptions:
 * @name: (nullable): the model's name; %NULL for the name of the database
 * @references: whether to draw the references that were found
 * @decisions: (nullable): what a person decided otherwise than Squill would
 *
 * How a model is made of a profile.
 */
typedef struct
{
  const char *name;
  gboolean references;
  const SquillDecisions *decisions;
} SquillProfileModelOptions;

SquillModel *squill_profile_to_model (SquillProfile *self,
                                      const SquillProfileModelOptions *options,
                                      GError **error);

G_END_DECLS
