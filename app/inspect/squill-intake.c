/* SPDX-License-Identifier: Apache-2.0 */

/* How documents come from a reader into a profile, by several threads and yet always the same way:
 * blocks end where the bytes say so, each has a profile of its own, and these are merged in order.
 * A reader that is faster than the rest lends a hand when enough blocks wait, so memory is bounded,
 * and one thread alone can do it all. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-intake.h"

#include "inspect/source/squill-bson-walk.h"
#include "inspect/source/squill-document-choice.h"

#include <stdatomic.h>
#include <string.h>

#define DOCUMENTS_BETWEEN_LOOKS 32u
/* So long what was read is still profiled when it was cancelled. */
#define GRACE (G_USEC_PER_SEC / 50)

typedef struct
{
  SquillIntake *intake;
  gsize number; /* of the block in its intake, from 0 */
  guint8 *bytes;
  gsize length;
  gsize room;
} Block;

struct _SquillIntakePool
{
  guint max_waiting;
  gboolean keep_values;
  GCancellable *cancellable;
  _Atomic gint64 last_moment; /* monotonic; 0 while it was not cancelled */

  GMutex mutex; /* of all of the below, and of what intakes share */
  GCond cond;   /* something waits, or something is done */
  GQueue waiting;
  GPtrArray *spare; /* of Block: their memory is used again */
  gboolean closed;
};

struct _SquillIntake
{
  SquillIntakePool *pool;
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
  GHashTable *results; /* number -> profile, of those that wait for their turn */
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

static void
free_collection (gpointer data)
{
  squill_collection_profile_free (data);
}

static SquillCollectionProfile *
new_profile (SquillIntake *self)
{
  return squill_collection_profile_new (self->name, self->database, self->source);
}

static Block *
take_spare (SquillIntakePool *self)
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

/* Whether there is no more time: it was cancelled a moment ago. */
static gboolean
is_over (SquillIntakePool *self)
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

/* FALSE where there was no time for all of it. */
static gboolean
profile_block (SquillIntakePool *self, const Block *block, SquillCollectionProfile *profile)
{
  guint count = 0;

  for (gsize at = 0; at < block->length;)
    {
      gsize length = (gsize)squill_bson_read_int32 (block->bytes + at);

      if (count++ % DOCUMENTS_BETWEEN_LOOKS == 0 && is_over (self))
        return FALSE;
      squill_collection_profile_add (profile, block->bytes + at, length, self->keep_values);
      at += length;
    }
  return TRUE;
}

/* Merges what is there, as far as it is the next; called and left with the mutex held. */
static void
merge_in_order (SquillIntake *self)
{
  SquillIntakePool *pool = self->pool;
  gpointer next;

  if (self->merging)
    return;
  self->merging = TRUE;
  while (
      g_hash_table_steal_extended (self->results, GSIZE_TO_POINTER (self->n_merged), NULL, &next))
    {
      /* Nobody else touches the collection meanwhile. */
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
      self->n_merged++;
    }
  self->merging = FALSE;
  g_cond_broadcast (&pool->cond);
}

static void
work_on (SquillIntakePool *self, Block *block)
{
  SquillIntake *intake = block->intake;
  SquillCollectionProfile *profile = new_profile (intake);
  gboolean all = profile_block (self, block, profile);
  gpointer number = GSIZE_TO_POINTER (block->number);

  g_mutex_lock (&self->mutex);
  g_ptr_array_add (self->spare, block);
  intake->cut_short = intake->cut_short || !all;
  g_hash_table_insert (intake->results, number, profile);
  merge_in_order (intake);
  g_mutex_unlock (&self->mutex);
}

/* Gives the block that was filled to whoever has time. */
static void
submit (SquillIntake *self)
{
  SquillIntakePool *pool = self->pool;
  gboolean full;

  self->block->intake = self;
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
        squill_intake_pool_work (pool);
    }
  while (full);
}

static void
gather (SquillIntake *self, const guint8 *document, gsize length)
{
  Block *block;

  if (self->block != NULL && self->block->length > 0 &&
      self->block->length + length > SQUILL_INTAKE_BLOCK_BYTES)
    submit (self);
  if (self->block == NULL)
    self->block = take_spare (self->pool);
  block = self->block;
  if (block->room - block->length < length)
    {
      block->room =
          MAX (block->length + length, MIN (2 * block->room + 65536, SQUILL_INTAKE_BLOCK_BYTES));
      block->bytes = g_realloc (block->bytes, block->room);
    }
  memcpy (block->bytes + block->length, document, length);
  block->length += length;
}

/* Works until all blocks of the intake are merged. */
static void
wait_until_merged (SquillIntake *self)
{
  SquillIntakePool *pool = self->pool;
  gboolean merged = FALSE;

  while (!merged)
    {
      if (squill_intake_pool_work (pool))
        continue;
      g_mutex_lock (&pool->mutex);
      while (self->n_merged < self->n_blocks && pool->waiting.length == 0)
        g_cond_wait (&pool->cond, &pool->mutex);
      merged = self->n_merged == self->n_blocks;
      g_mutex_unlock (&pool->mutex);
    }
}

/**
 * squill_intake_pool_new:
 * @max_waiting: so many blocks may wait, at least 1; a reader with another one works itself
 * @keep_values: whether values of documents may be kept
 * @cancellable: (nullable): what was read when it is cancelled is still profiled, as far as that
 * takes no time worth mentioning
 *
 * Returns: (transfer full): a pool, without work
 */
SquillIntakePool *
squill_intake_pool_new (guint max_waiting, gboolean keep_values, GCancellable *cancellable)
{
  SquillIntakePool *self = g_new0 (SquillIntakePool, 1);

  self->max_waiting = MAX (max_waiting, 1);
  self->keep_values = keep_values;
  self->cancellable = cancellable;
  self->spare = g_ptr_array_new_with_free_func (block_free);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  g_queue_init (&self->waiting);
  return self;
}

/**
 * squill_intake_pool_free:
 * @self: (nullable): a pool, whose intakes are freed
 *
 * Frees it.
 */
void
squill_intake_pool_free (SquillIntakePool *self)
{
  if (self == NULL)
    return;
  g_queue_clear_full (&self->waiting, block_free);
  g_ptr_array_unref (self->spare);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/**
 * squill_intake_pool_work:
 * @self: a pool
 *
 * Profiles a block that waits.
 *
 * Returns: %FALSE where none does
 */
gboolean
squill_intake_pool_work (SquillIntakePool *self)
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

/**
 * squill_intake_pool_wait:
 * @self: a pool
 *
 * Waits for work.
 *
 * Returns: %FALSE where no more comes; see squill_intake_pool_close()
 */
gboolean
squill_intake_pool_wait (SquillIntakePool *self)
{
  gboolean closed;

  g_mutex_lock (&self->mutex);
  while (self->waiting.length == 0 && !self->closed)
    g_cond_wait (&self->cond, &self->mutex);
  closed = self->waiting.length == 0;
  g_mutex_unlock (&self->mutex);
  return !closed;
}

/**
 * squill_intake_pool_close:
 * @self: a pool
 *
 * Says that no more work comes.
 */
void
squill_intake_pool_close (SquillIntakePool *self)
{
  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * squill_intake_new:
 * @pool: where its blocks are profiled; must outlive it
 * @name: the collection's name
 * @database: (nullable): its database
 * @source: what it is read from
 *
 * Returns: (transfer full): an intake that takes all documents
 */
SquillIntake *
squill_intake_new (SquillIntakePool *pool,
                   const char *name,
                   const char *database,
                   const char *source)
{
  SquillIntake *self = g_new0 (SquillIntake, 1);

  self->pool = pool;
  self->name = g_strdup (name);
  self->database = g_strdup (database);
  self->source = g_strdup (source);
  self->results = g_hash_table_new_full (NULL, NULL, NULL, free_collection);
  return self;
}

/**
 * squill_intake_free:
 * @self: (nullable): an intake that is finished, or that nothing was added to
 *
 * Frees it.
 */
void
squill_intake_free (SquillIntake *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->block, block_free);
  g_hash_table_unref (self->results);
  squill_collection_profile_free (self->collection);
  squill_document_choice_free (self->choice);
  g_free (self->name);
  g_free (self->database);
  g_free (self->source);
  g_free (self);
}

/**
 * squill_intake_choose:
 * @self: an intake that nothing was added to
 * @method: which documents
 * @max_documents: how many; 0 for all
 *
 * Takes only some of the documents.
 */
void
squill_intake_choose (SquillIntake *self, SquillInspectMethod method, guint64 max_documents)
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

/**
 * squill_intake_wants_more:
 * @self: an intake
 *
 * Returns: whether one more document could be taken
 */
gboolean
squill_intake_wants_more (const SquillIntake *self)
{
  return self->max_documents == 0 || self->choice != NULL || self->seen < self->max_documents;
}

/**
 * squill_intake_add:
 * @self: an intake that wants more
 * @document: a sound document; copied
 * @length: its bytes
 *
 * Takes a document, or lets it pass. Called from one thread only.
 */
void
squill_intake_add (SquillIntake *self, const guint8 *document, gsize length)
{
  self->seen++;
  if (self->choice != NULL)
    squill_document_choice_add (self->choice, document, length);
  else
    gather (self, document, length);
}

/**
 * squill_intake_flush:
 * @self: an intake
 *
 * Ends the block that is being filled.
 */
void
squill_intake_flush (SquillIntake *self)
{
  if (self->block != NULL && self->block->length > 0)
    submit (self);
}

/**
 * squill_intake_get_seen:
 * @self: an intake
 *
 * Returns: how many documents came by
 */
guint64
squill_intake_get_seen (const SquillIntake *self)
{
  return self->seen;
}

/**
 * squill_intake_get_gathered:
 * @self: an intake
 *
 * Returns: bytes of the block that is being filled
 */
gsize
squill_intake_get_gathered (const SquillIntake *self)
{
  return self->block != NULL ? self->block->length : 0;
}

/**
 * squill_intake_finish:
 * @self: an intake
 * @all_seen: whether no document there is was left out
 *
 * No more documents come: waits until all are profiled, working meanwhile.
 *
 * Returns: (transfer full): the collection, not finished, with how its documents were chosen
 */
SquillCollectionProfile *
squill_intake_finish (SquillIntake *self, gboolean all_seen)
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
      /* Most collections are small: no other thread is asked. */
      self->collection = new_profile (self);
      if (self->block != NULL)
        self->cut_short = !profile_block (self->pool, self->block, self->collection);
    }
  else
    {
      squill_intake_flush (self);
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
