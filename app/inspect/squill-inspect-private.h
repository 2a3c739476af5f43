/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <bson/bson.h>

#include "inspect/squill-inspect.h"
#include "inspect/source/squill-source-collection.h"

G_BEGIN_DECLS

/* squill-profile-feeder.c */

/* The bytes of documents in a block that one thread profiles. The result depends on it, so it must
 * not depend on the number of threads. */
#define SQUILL_PROFILE_FEEDER_BLOCK_BYTES ((gsize)4 * 1024 * 1024)

/**
 * SquillProfileFeederPool:
 *
 * Blocks of documents that wait for a thread to profile them.
 */
typedef struct _SquillProfileFeederPool SquillProfileFeederPool;

/**
 * SquillProfileFeeder:
 *
 * Feeds the documents of one collection into its profile: chosen documents are gathered in blocks,
 * the blocks are profiled by any thread, and their profiles are merged in order.
 */
typedef struct _SquillProfileFeeder SquillProfileFeeder;

SquillProfileFeederPool *_squill_profile_feeder_pool_new (guint max_waiting,
                                                          gboolean keep_values,
                                                          GCancellable *cancellable);
void _squill_profile_feeder_pool_free (SquillProfileFeederPool *self);
gboolean _squill_profile_feeder_pool_work (SquillProfileFeederPool *self);
gboolean _squill_profile_feeder_pool_wait (SquillProfileFeederPool *self);
void _squill_profile_feeder_pool_close (SquillProfileFeederPool *self);

SquillProfileFeeder *_squill_profile_feeder_new (SquillProfileFeederPool *pool,
                                                 const char *name,
                                                 const char *database,
                                                 const char *source);
void _squill_profile_feeder_free (SquillProfileFeeder *self);
void _squill_profile_feeder_choose (SquillProfileFeeder *self,
                                    SquillInspectMethod method,
                                    guint64 max_documents);
gboolean _squill_profile_feeder_wants_more (const SquillProfileFeeder *self);
void _squill_profile_feeder_add (SquillProfileFeeder *self, const guint8 *document, gsize length);
void _squill_profile_feeder_flush (SquillProfileFeeder *self);
gsize _squill_profile_feeder_get_gathered (const SquillProfileFeeder *self);
SquillCollectionProfile *_squill_profile_feeder_finish (SquillProfileFeeder *self,
                                                        gboolean all_seen);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillProfileFeederPool, _squill_profile_feeder_pool_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SquillProfileFeeder, _squill_profile_feeder_free)

/* squill-inspect-run.c */

gboolean _squill_inspect_run (SquillProfile *profile,
                              GPtrArray *places,
                              const SquillInspectOptions *options,
                              SquillInspectProgressFunc on_progress,
                              gpointer progress_data,
                              GHashTable *origins,
                              GCancellable *cancellable,
                              GError **error);

/* squill-server-counting.c */

/**
 * SquillServerField:
 * @path: the path
 * @name: its name in a pipeline, after the arrays above it were unwound: "a.b"
 * @parent: (nullable): the name of the object that contains it; %NULL for the document
 * @arrays: the arrays to unwind, the outermost first
 *
 * A path that a server can count.
 */
typedef struct
{
  SquillPath *path;
  char *name;
  char *parent;
  char **arrays;
} SquillServerField;

GPtrArray *_squill_server_fields_list (SquillPath *root, guint most);
gboolean _squill_server_field_is_beside (const SquillServerField *self,
                                         const SquillServerField *other);
void _squill_server_count_profile (SquillProfile *profile,
                                   GHashTable *places,
                                   const SquillInspectOptions *options,
                                   SquillInspectProgressFunc on_progress,
                                   gpointer progress_data,
                                   GCancellable *cancellable);

/* squill-inspect.c */
void _squill_inspect_tell_wait (const char *what,
                                SquillInspectProgressFunc on_progress,
                                gpointer progress_data);

/* squill-counting-pipeline.c */

/* Paths per pipeline. */
#define SQUILL_COUNTING_PIPELINE_PATHS 50u

bson_t *_squill_counting_pipeline_count (const char *collection,
                                         const SquillServerField *const *fields,
                                         guint n_fields,
                                         guint milliseconds);
gboolean _squill_counting_pipeline_take_counts (const bson_t *reply,
                                                const SquillServerField *const *fields,
                                                guint n_fields,
                                                guint64 *others);
bson_t *_squill_counting_pipeline_types (const char *collection,
                                         const SquillServerField *field,
                                         guint milliseconds);
bson_t *_squill_counting_pipeline_distinct (const char *collection,
                                            const SquillServerField *field,
                                            guint one_in,
                                            guint milliseconds);
bson_t *_squill_counting_pipeline_dangling (const char *collection,
                                            const SquillServerField *from,
                                            const char *to_collection,
                                            const SquillServerField *to,
                                            guint examples,
                                            guint milliseconds);

G_END_DECLS
