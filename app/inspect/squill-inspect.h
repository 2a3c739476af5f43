/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>

#include "inspect/squill-problem.h"
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
 * SquillInspectOptions:
 * @max_documents: read at most so many documents of each collection; 0 for all
 * @max_seconds: stop reading after so many seconds; 0 for no limit
 * @keep_values: keep values of documents: the words of an enumeration, a constant. Without them,
 * only counts and sizes
 *
 * What to read. squill_inspect_options_init() fills in what is usual.
 */
typedef struct
{
  guint64 max_documents;
  double max_seconds;
  gboolean keep_values;
} SquillInspectOptions;

#define SQUILL_INSPECT_OPTIONS_INIT                           \
  {                                                           \
    .max_documents = 0, .max_seconds = 0, .keep_values = TRUE \
  }

/**
 * SquillInspectProgress:
 * @collection: (nullable): the collection that is being read; %NULL where there is none
 * @documents: documents read, of all collections so far
 * @bytes_read: bytes of the files read so far, as they lie on the disk
 * @bytes_total: bytes of all files
 *
 * How far the reading has come.
 */
typedef struct
{
  const char *collection;
  guint64 documents;
  guint64 bytes_read;
  guint64 bytes_total;
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
char *squill_profile_to_json (SquillProfile *self);

/**
 * SquillProfileModelOptions:
 * @name: (nullable): the model's name; %NULL for the name of the database
 * @references: whether to draw the references that were found
 *
 * How a model is made of a profile.
 */
typedef struct
{
  const char *name;
  gboolean references;
} SquillProfileModelOptions;

SquillModel *squill_profile_to_model (SquillProfile *self,
                                      const SquillProfileModelOptions *options,
                                      GError **error);

G_END_DECLS
