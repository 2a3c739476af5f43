/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

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
 * @max_documents: read at most this many documents of each collection; 0 for all
 * @max_seconds: stop after this many seconds: all that is asked of servers, reading and counting
 * together; 0 for no limit
 * @deadline: when that is, in monotonic time; 0 for none. The functions of squill-inspect.h set it
 * @keep_values: keep values of documents: the words of an enumeration, a constant. Without them,
 * only counts and sizes
 * @threads: number of threads; 0 for one per processor
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
  gint64 deadline;
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

G_END_DECLS
