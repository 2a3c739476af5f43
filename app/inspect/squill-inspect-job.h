/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <stdatomic.h>

#include "inspect/squill-intake.h"
#include "inspect/source/squill-place.h"

G_BEGIN_DECLS

/**
 * SquillInspectJob:
 * @options: what to read
 * @cancellable: (nullable): stops the reading
 * @pool: where documents are profiled
 * @deadline: when to stop, monotonic; 0 for never
 * @label: of the place, or of the archive
 * @places: what is read: one place, or several that lie in the same archive
 * @problems: what cannot be read
 * @collections: what was read, finished
 * @origins: the place of each of @collections
 * @error: why nothing else of the same kind can be read
 * @cut_short: it was cancelled before all was read
 * @collection: what is being read; points into @places
 * @documents: documents read so far
 * @bytes_read: bytes read so far
 *
 * Something that one thread reads from its begin to its end. The last three are looked at from
 * other threads.
 */
typedef struct
{
  const SquillInspectOptions *options;
  GCancellable *cancellable;
  SquillIntakePool *pool;
  gint64 deadline;
  char *label;
  GPtrArray *places;

  SquillProblemList *problems;
  GPtrArray *collections;
  GPtrArray *origins;
  GError *error;
  gboolean cut_short;

  const char *_Atomic collection;
  _Atomic guint64 documents;
  _Atomic guint64 bytes_read;
} SquillInspectJob;

GPtrArray *squill_inspect_jobs_new (GPtrArray *places,
                                    const SquillInspectOptions *options,
                                    SquillIntakePool *pool,
                                    gint64 deadline,
                                    GCancellable *cancellable);
void squill_inspect_job_run (SquillInspectJob *self);
guint64 squill_inspect_job_get_bytes (const SquillInspectJob *self);
guint64 squill_inspect_job_get_documents (const SquillInspectJob *self);

G_END_DECLS
