/* SPDX-License-Identifier: Apache-2.0 */

/* Feeds the documents of a reader into a profile, by several threads but always with the same
 * result: blocks end at a number of bytes, each has a profile of its own, and these are merged in
 * order. A reader that is faster than the profiling works on blocks itself, so memory is bounded,
 * and one thread is enough. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-private.h"

#include "bson/squill-bson-walk.h"
#include "inspect/source/squill-document-choice.h"

#include <stdatomic.h>
#include <string.h>

#define DOCUMENTS_PER_CHECK 32u
/* How long what was read is still profiled after cancelling. */
#define GRACE (G_USEC_PER_SEC / 50)

/* A block's samples begin at the levels that were reached this many blocks before it: most of the
 * values in a long collection are then never kept, and always the same ones, whatever the number of
 * threads. No more threads than this can work on one collection at a time. */
#define SAMPLE_LEVEL_LAG 4u

typedef struct
{
  SquillProfileFeeder *feeder;
  gsize number; /* of the block in its feeder, from 0 */
  guint8 *bytes;
  gsize length;
  gsize room;
} Block;

struct _SquillProfileFeederPool
{
  guint max_waiting;
  gboolean keep_values;
  GCancellable *cancellable;
  _Atomic gint64 last_moment; /* monotonic; 0 while it was not cancelled */

  GMutex mutex; /* of all of the below, and of what feeders share */
  GCond cond;   /* something waits, or something is done */
  GQueue waiting;
  GPtrArray *spare; /* of Block: their memory is used again */
  gboolean closed;
};

struct _SquillProfileFeeder
{
  SquillProfileFeederPool *pool;
  char *name;
  char *database;
  char *source;
  SquillInspectMethod method;
  guint64 max_documents; /* 0: all */
  SquillDocumentChoice *choice;
  guint64 seen;
  Block *block; /* that is being filled */
  gsize n_blocks;

  /* Under the pool's mutex. */
  gsize n_merged;
  GHashTable *results;                  /* number -> profile, of those that wait for their turn */
  GHashTable *levels[SAMPLE_LEVEL_LAG]; /* of the samples after each of the last blocks merged */
  gboolean merging;
  gboolean cut_short; /* not all was profiled */
  SquillCollectionProfile *collection;
};

static void
block_free (gpointer data)
{
  Block *self = data;

  g_free (self->bytes);
  g_free (self);
}

static SquillCollectionProfile *
new_profile (SquillProfileFeeder *self)
{
  return squill_collection_profile_new (self->name, self->database, self->source);
}

static Block *
take_spare (SquillProfileFeederPool *self)
{
  Block *block = NULL;

  g_mutex_lock (&self->mutex);
  if (self->spare->len > 0)
    block = g_ptr_array_steal_index_fast (self->spare, self->spare->len - 1);
  g_mutex_unlock (&self->mutex);
  if (block == NULL)
    block = g_new0 (Block, 1);
  block->length = 0;
  return block;
}

/* Whether it was cancelled and the grace period is over. */
static gboolean
is_over (SquillProfileFeederPool *self)
{
  gint64 last = self->last_moment;

  if (!g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (last == 0)
    {
      last = g_get_monotonic_time () + GRACE;
      self->last_moment = last;
    }
  return g_get_monotonic_time () > last;
}

/* FALSE if it was cancelled before the end of the block. */
static gboolean
profile_block (SquillProfileFeederPool *self, const Block *block, SquillCollectionProfile *profile)
{
  guint count = 0;

  for (gsize at = 0; at < block->length;)
    {
      gsize length = (gsize)squill_bson_read_int32 (block->bytes + at);

      if (count++ % DOCUMENTS_PER_CHECK == 0 && is_over (self))
        return FALSE;
      squill_collection_profile_add (profile, block->bytes + at, length, self->keep_values);
      at += length;
    }
  return TRUE;
}

/* Merges the profiles whose turn it is; called with the mutex held. */
static void
merge_in_order (SquillProfileFeeder *self)
{
  SquillProfileFeederPool *pool = self->pool;
  GHashTable **levels;
  gpointer next;

  if (self->merging)
    return;
  self->merging = TRUE;
  while (
      g_hash_table_steal_extended (self->results, GSIZE_TO_POINTER (self->n_merged), NULL, &next))
    {
      /* Only the thread that merges uses the collection. */
      if (self->collection == NULL)
        {
          self->collection = next;
        }
      else
        {
          g_mutex_unlock (&pool->mutex);
          squill_collection_profile_merge (self->collection, next);
          g_mutex_lock (&pool->mutex);
        }
      levels = &self->levels[self->n_merged % SAMPLE_LEVEL_LAG];
      g_clear_pointer (levels, g_hash_table_unref);
      *levels = squill_path_get_sample_levels (self->collection->root);
      self->n_merged++;
    }
  self->merging = FALSE;
  g_cond_broadcast (&pool->cond);
}

/* The levels at which the block's samples begin; waits until they are known. (nullable) */
static GHashTable *
get_levels (SquillProfileFeederPool *self, const Block *block)
{
  SquillProfileFeeder *feeder = block->feeder;
  GHashTable *levels;

  if (block->number < SAMPLE_LEVEL_LAG)
    return NULL;
  g_mutex_lock (&self->mutex);
  /* The blocks that it waits for were taken before this one. */
  while (feeder->n_merged + SAMPLE_LEVEL_LAG <= block->number)
    g_cond_wait (&self->cond, &self->mutex);
  levels = g_hash_table_ref (feeder->levels[block->number % SAMPLE_LEVEL_LAG]);
  g_mutex_unlock (&self->mutex);
  return levels;
}

static void
work_on (SquillProfileFeederPool *self, Block *block)
{
  SquillProfileFeeder *feeder = block->feeder;
  SquillCollectionProfile *profile = new_profile (feeder);
  g_autoptr (GHashTable) levels = get_levels (self, block);
  gpointer number = GSIZE_TO_POINTER (block->number);
  gboolean all;

  profile->budget.sample_levels = levels;
  all = profile_block (self, block, profile);
  profile->budget.sample_levels = NULL;

  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->spare, block);
  feeder->cut_short = feeder->cut_short || !all;
  g_hash_table_insert (feeder->results, number, profile);
  merge_in_order (feeder);
  g_mutex_unlock (&self->mutex);
}

/* Queues the block that was filled. */
static void
submit (SquillProfileFeeder *self)
{
  SquillProfileFeederPool *pool = self->pool;
  gboolean full;

  self->block->feeder = self;
  self->block->number = self->n_blocks++;
  do
    {
      g_mutex_lock (&pool->mutex);
      full = pool->waiting.length >= pool->max_waiting;
      if (!full)
        {
          g_queue_push_tail (&pool->waiting, g_steal_pointer (&self->block));
          g_cond_broadcast (&pool->cond);
        }
      g_mutex_unlock (&pool->mutex);
      if (full)
        _squill_profile_feeder_pool_work (pool);
    }
  while (full);
}

static void
gather (SquillProfileFeeder *self, const guint8 *document, gsize length)
{
  Block *block;

  if (self->block != NULL && self->block->length > 0 &&
      self->block->length + length > SQUILL_PROFILE_FEEDER_BLOCK_BYTES)
    submit (self);
  if (self->block == NULL)
    self->block = take_spare (self->pool);
  block = self->block;
  if (block->room - block->length < length)
    {
      block->room = MAX (block->length + length,
                         MIN (2 * block->room + 65536, SQUILL_PROFILE_FEEDER_BLOCK_BYTES));
      block->bytes = g_realloc (block->bytes, block->room);
    }
  memcpy (block->bytes + block->length, document, length);
  block->length += length;
}

/* Works until all blocks of the feeder are merged. */
static void
wait_until_merged (SquillProfileFeeder *self)
{
  SquillProfileFeederPool *pool = self->pool;
  gboolean merged = FALSE;

  while (!merged)
    {
      if (_squill_profile_feeder_pool_work (pool))
        continue;
      g_mutex_lock (&pool->mutex);
      while (self->n_merged < self->n_blocks && pool->waiting.length == 0)
        g_cond_wait (&pool->cond, &pool->mutex);
      merged = self->n_merged == self->n_blocks;
      g_mutex_unlock (&pool->mutex);
    }
}

/* With @max_waiting blocks in the queue a reader works itself. When @cancellable is cancelled, what
 * was read is still profiled, for a moment. */
SquillProfileFeederPool *
_squill_profile_feeder_pool_new (guint max_waiting, gboolean keep_values, GCancellable *cancellable)
{
  SquillProfileFeederPool *self = g_new0 (SquillProfileFeederPool, 1);

  self->max_waiting = MAX (max_waiting, 1);
  self->keep_values = keep_values;
  self->cancellable = cancellable;
  self->spare = g_ptr_array_new_with_free_func (block_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  g_queue_init (&self->waiting);
  return self;
}

/* Its feeders must have been freed. */
void
_squill_profile_feeder_pool_free (SquillProfileFeederPool *self)
{
  if (self == NULL)
    return;
  g_queue_clear_full (&self->waiting, block_free);
  g_ptr_array_unref (self->spare);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/* Profiles a waiting block. FALSE where there is none. */
gboolean
_squill_profile_feeder_pool_work (SquillProfileFeederPool *self)
{
  Block *block;

  g_mutex_lock (&self->mutex);
  block = g_queue_pop_head (&self->waiting);
  g_mutex_unlock (&self->mutex);
  if (block == NULL)
    return FALSE;
  work_on (self, block);
  return TRUE;
}

/* Waits for a block. FALSE when the pool is closed and none is left. */
gboolean
_squill_profile_feeder_pool_wait (SquillProfileFeederPool *self)
{
  gboolean closed;

  g_mutex_lock (&self->mutex);
  while (self->waiting.length == 0 && !self->closed)
    g_cond_wait (&self->cond, &self->mutex);
  closed = self->waiting.length == 0;
  g_mutex_unlock (&self->mutex);
  return !closed;
}

/* No more blocks will come. */
void
_squill_profile_feeder_pool_close (SquillProfileFeederPool *self)
{
  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/* Feeds all documents; @pool must outlive it. */
SquillProfileFeeder *
_squill_profile_feeder_new (SquillProfileFeederPool *pool,
                            const char *name,
                            const char *database,
                            const char *source)
{
  SquillProfileFeeder *self = g_new0 (SquillProfileFeeder, 1);

  self->pool = pool;
  self->name = g_strdup (name);
  self->database = g_strdup (database);
  self->source = g_strdup (source);
  self->results =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)squill_collection_profile_free);
  return self;
}

/* It must be finished, or nothing added to it. */
void
_squill_profile_feeder_free (SquillProfileFeeder *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->block, block_free);
  g_hash_table_unref (self->results);
  for (guint i = 0; i < SAMPLE_LEVEL_LAG; i++)
    g_clear_pointer (&self->levels[i], g_hash_table_unref);
  squill_collection_profile_free (self->collection);
  squill_document_choice_free (self->choice);
  g_free (self->name);
  g_free (self->database);
  g_free (self->source);
  g_free (self);
}

/* Feeds only @max_documents, chosen by @method; 0 for all. To be called before anything is added.
 */
void
_squill_profile_feeder_choose (SquillProfileFeeder *self,
                               SquillInspectMethod method,
                               guint64 max_documents)
{
  self->method = method;
  self->max_documents = max_documents;
  if (max_documents == 0)
    return;
  if (method == SQUILL_INSPECT_SAMPLE)
    self->choice = squill_document_choice_new_sample (max_documents);
  else if (method == SQUILL_INSPECT_NEWEST)
    self->choice = squill_document_choice_new_newest (max_documents);
}

/* Whether another document would count. Where a sample or the newest are chosen from all, every one
 * does. */
gboolean
_squill_profile_feeder_wants_more (const SquillProfileFeeder *self)
{
  return self->max_documents == 0 || self->choice != NULL || self->seen < self->max_documents;
}

/* Takes a valid document, or skips it; copies it. Called from one thread only. */
void
_squill_profile_feeder_add (SquillProfileFeeder *self, const guint8 *document, gsize length)
{
  self->seen++;
  if (self->choice != NULL)
    squill_document_choice_add (self->choice, document, length);
  else
    gather (self, document, length);
}

/* Ends the block that is being filled. */
void
_squill_profile_feeder_flush (SquillProfileFeeder *self)
{
  if (self->block != NULL && self->block->length > 0)
    submit (self);
}

/* The bytes of the block that is being filled. */
gsize
_squill_profile_feeder_get_gathered (const SquillProfileFeeder *self)
{
  return self->block != NULL ? self->block->length : 0;
}

/* Waits until all documents are profiled, working meanwhile. @all_seen: no document was left out by
 * the reader. The collection is not finished, and has the method by which its documents were
 * chosen. */
SquillCollectionProfile *
_squill_profile_feeder_finish (SquillProfileFeeder *self, gboolean all_seen)
{
  SquillCollectionProfile *collection;
  gboolean all_chosen = TRUE;

  if (self->choice != NULL)
    {
      guint8 *document;
      gsize length;

      all_chosen = squill_document_choice_get_length (self->choice) == self->seen;
      while (squill_document_choice_take (self->choice, &document, &length))
        {
          gather (self, document, length);
          g_free (document);
        }
    }

  if (self->n_blocks == 0)
    {
      /* Most collections are small and need no other thread. */
      self->collection = new_profile (self);
      if (self->block != NULL)
        self->cut_short = !profile_block (self->pool, self->block, self->collection);
    }
  else
    {
      _squill_profile_feeder_flush (self);
      wait_until_merged (self);
    }

  collection = g_steal_pointer (&self->collection);
  collection->complete = all_seen && all_chosen && !self->cut_short;
  if (all_seen)
    collection->total = self->seen;
  if (all_seen && !all_chosen && !self->cut_short)
    collection->method = self->method == SQUILL_INSPECT_SAMPLE ? "sample" : "newest";
  return collection;
}
