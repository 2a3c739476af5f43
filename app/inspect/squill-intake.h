/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "inspect/squill-profile.h"

G_BEGIN_DECLS

/* So many bytes of documents are profiled in one go by one thread. It is a part of the result:
 * where one part ends and the next begins must not depend on the threads there are. */
#define SQUILL_INTAKE_BLOCK_BYTES ((gsize)8 * 1024 * 1024)

/**
 * SquillIntakePool:
 *
 * Work that waits for a thread that has time: blocks of documents that are to be profiled.
 */
typedef struct _SquillIntakePool SquillIntakePool;

/**
 * SquillIntake:
 *
 * The documents of one collection on their way into its profile: some of them are chosen, these are
 * gathered in blocks, each block is profiled by whatever thread has time, and what is known of the
 * blocks is merged in their order.
 */
typedef struct _SquillIntake SquillIntake;

SquillIntakePool *squill_intake_pool_new (guint max_waiting,
                                          gboolean keep_values,
                                          GCancellable *cancellable);
void squill_intake_pool_free (SquillIntakePool *self);
gboolean squill_intake_pool_work (SquillIntakePool *self);
gboolean squill_intake_pool_wait (SquillIntakePool *self);
void squill_intake_pool_close (SquillIntakePool *self);

SquillIntake *squill_intake_new (SquillIntakePool *pool,
                                 const char *name,
                                 const char *database,
                                 const char *source);
void squill_intake_free (SquillIntake *self);
void squill_intake_choose (SquillIntake *self, SquillInspectMethod method, guint64 max_documents);
gboolean squill_intake_wants_more (const SquillIntake *self);
void squill_intake_add (SquillIntake *self, const guint8 *document, gsize length);
void squill_intake_flush (SquillIntake *self);
guint64 squill_intake_get_seen (const SquillIntake *self);
gsize squill_intake_get_gathered (const SquillIntake *self);
SquillCollectionProfile *squill_intake_finish (SquillIntake *self, gboolean all_seen);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillIntakePool, squill_intake_pool_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillIntake, squill_intake_free)

G_END_DECLS
