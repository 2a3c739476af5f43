/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "advice/squill-advice-private.h"
#include "design/squill-plan.h"

G_BEGIN_DECLS

/* A shard key, one that a collection has or one that it could have, and how well it distributes. */

/**
 * SquillShardKey:
 * @collection: the collection
 * @entity: the entity it belongs to
 * @keys: (element-type SquillKey): dotted paths and "1", "hashed", or what else was said
 * @shapes: the part of the documents that each is; %NULL where it is not drawn
 * @shards: how many shards there are; NaN where nobody said
 *
 * A shard key.
 */
typedef struct
{
  const SquillCollection *collection;
  const SquillEntity *entity;
  SquillKeys *keys;
  GPtrArray *shapes;
  double shards;
} SquillShardKey;

gboolean _squill_shard_key_init (SquillShardKey *self,
                                 SquillRun *run,
                                 const SquillCollection *collection);
void _squill_shard_key_init_keys (SquillShardKey *self,
                                  SquillRun *run,
                                  const SquillCollection *collection,
                                  const SquillKeys *keys);
void _squill_shard_key_clear (SquillShardKey *self);
char *_squill_shard_key_to_text (const SquillShardKey *self);
gboolean _squill_shard_key_is_hashed (const SquillShardKey *self);
gboolean _squill_shard_key_is_monotonic (const SquillShardKey *self);
gboolean _squill_shard_key_is_prefix (const SquillShardKey *self,
                                      const SquillCollectionIndex *index);
gboolean _squill_shard_key_is_written (const SquillShardKey *self,
                                       SquillRun *run,
                                       const SquillOperation *operation);
double _squill_shard_key_count_values (const SquillShardKey *self, SquillRun *run);
double _squill_shard_key_get_largest_share (const SquillShardKey *self, SquillRun *run);

/**
 * SquillShardUse:
 * @use: an operation
 * @step: what it does in the collection
 *
 * One way in which an operation looks for documents of a collection.
 */
typedef struct
{
  const SquillUse *use;
  const SquillPlanStep *step;
} SquillShardUse;

gboolean _squill_run_may_need_shards (SquillRun *run, const SquillCollection *collection);
GArray *_squill_run_get_shard_uses (SquillRun *run, const SquillCollection *collection);
double _squill_run_get_collection_writes (SquillRun *run, const SquillCollection *collection);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SquillShardKey, _squill_shard_key_clear)

G_END_DECLS
