/* SPDX-License-Identifier: Apache-2.0 */

/* Reads places into a profile, in several threads. The thread that asks for it tells of progress
 * and takes what is done in the order of the places, so that nothing depends on which thread was
 * faster. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-run.h"

#include "inspect/squill-inspect-job.h"

#include <glib/gi18n.h>

#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 20)
#define MAX_THREADS 64u

typedef struct
{
  SquillInspectJob *job;
  gboolean done; /* under the mutex */
} Slot;

typedef struct
{
  SquillIntakePool *pool;
  GHashTable *origins;
  gint64 begin; /* monotonic */
  Slot *slots;
  guint n_slots;
  _Atomic guint next_slot;

  GMutex mutex;
  GCond cond;
} Run;

/* Blocks first: they are in memory. Then what nobody has begun. */
static gpointer
work_cb (gpointer data)
{
  Run *run = data;

  do
    {
      guint index;

      while (squill_intake_pool_work (run->pool))
        ;
      if (run->next_slot >= run->n_slots || (index = run->next_slot++) >= run->n_slots)
        continue;
      squill_inspect_job_run (run->slots[index].job);

      g_mutex_lock (&run->mutex);
      run->slots[index].done = TRUE;
      g_cond_signal (&run->cond);
      g_mutex_unlock (&run->mutex);
    }
  while (run->next_slot < run->n_slots || squill_intake_pool_wait (run->pool));
  return NULL;
}

/* Adds where there is a number; one that is not known makes the sum not known. */
static void
add_known (guint64 *sum, guint64 number)
{
  *sum = *sum == G_MAXUINT64 || number == G_MAXUINT64 ? G_MAXUINT64 : *sum + number;
}

static gboolean
is_done (Run *run, guint index)
{
  gboolean done;

  g_mutex_lock (&run->mutex);
  done = run->slots[index].done;
  g_mutex_unlock (&run->mutex);
  return done;
}

static void
tell_progress (Run *run, SquillInspectProgressFunc on_progress, gpointer progress_data)
{
  SquillInspectProgress progress = { 0 };
  guint64 most = 0;

  for (guint i = 0; i < run->n_slots; i++)
    {
      const SquillInspectJob *job = run->slots[i].job;
      gboolean done = is_done (run, i);
      const char *collection = job->collection;
      guint64 documents = job->documents;
      guint64 bytes = job->bytes_read;
      guint64 all_bytes = squill_inspect_job_get_bytes (job);
      guint64 all_documents = squill_inspect_job_get_documents (job);

      progress.collections_total += job->places->len;
      if (done)
        progress.collections_done += job->places->len;
      if (collection != NULL && (progress.collection == NULL || bytes > most))
        {
          progress.collection = collection;
          most = bytes;
        }
      /* A file that grows meanwhile, and a number that was an estimate, are no reason to be past
       * the end, or never to reach it. */
      if (done && all_bytes != G_MAXUINT64)
        bytes = all_bytes;
      if (done)
        all_documents = documents;
      progress.documents += documents;
      progress.bytes_read += MIN (bytes, all_bytes);
      add_known (&progress.bytes_total, all_bytes);
      add_known (&progress.documents_total, MAX (all_documents, documents));
    }
  progress.seconds = (double)(g_get_monotonic_time () - run->begin) / (double)G_USEC_PER_SEC;
  on_progress (&progress, progress_data);
}

/* Takes what is done, as far as all before it is done. Returns how many there are now. */
static guint
take_done (Run *run, SquillProfile *profile, guint taken)
{
  for (; taken < run->n_slots && is_done (run, taken); taken++)
    {
      SquillInspectJob *job = run->slots[taken].job;

      squill_problem_list_move (squill_profile_get_problem_list (profile), job->problems);
      for (guint i = 0; i < job->collections->len; i++)
        {
          gpointer collection = g_steal_pointer (&job->collections->pdata[i]);

          g_hash_table_insert (run->origins, collection, g_ptr_array_index (job->origins, i));
          squill_profile_take_collection (profile, collection);
        }
    }
  return taken;
}

static void
wait_for_jobs (Run *run,
               SquillProfile *profile,
               SquillInspectProgressFunc on_progress,
               gpointer progress_data)
{
  gint64 next_progress = g_get_monotonic_time () + PROGRESS_INTERVAL;
  guint taken = 0;

  while ((taken = take_done (run, profile, taken)) < run->n_slots)
    {
      g_mutex_lock (&run->mutex);
      while (!run->slots[taken].done)
        if (!g_cond_wait_until (&run->cond, &run->mutex, next_progress))
          break;
      g_mutex_unlock (&run->mutex);
      if (g_get_monotonic_time () >= next_progress)
        {
          if (on_progress != NULL)
            tell_progress (run, on_progress, progress_data);
          next_progress = g_get_monotonic_time () + PROGRESS_INTERVAL;
        }
    }
}

/* What became of it all. A part that was read is worth more than the reason why it is not all. */
static gboolean
conclude (Run *run, SquillProfile *profile, GCancellable *cancellable, GError **error)
{
  const GError *reason = NULL;
  guint64 documents = 0;
  gboolean cut_short = FALSE;

  for (guint i = 0; i < run->n_slots; i++)
    {
      const SquillInspectJob *job = run->slots[i].job;

      documents += job->documents;
      cut_short = cut_short || job->cut_short;
      if (reason == NULL)
        reason = job->error;
    }
  if (cut_short && documents == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (cut_short)
    squill_profile_set_cut_short (profile);
  if (reason != NULL && documents == 0)
    {
      g_propagate_error (error, g_error_copy (reason));
      return FALSE;
    }
  return TRUE;
}

static guint
count_threads (const SquillInspectOptions *options)
{
  guint threads = options->threads > 0 ? options->threads : g_get_num_processors ();

  return MIN (threads, MAX_THREADS);
}

/* No more than there can be work for. */
static guint
count_workers (const Run *run, guint threads)
{
  guint64 work = 0;

  for (guint i = 0; i < run->n_slots; i++)
    {
      guint64 bytes = squill_inspect_job_get_bytes (run->slots[i].job);

      /* Packed, it may hold more than one can see. */
      work += bytes == G_MAXUINT64 ? threads : 1 + bytes * 8 / SQUILL_INTAKE_BLOCK_BYTES;
    }
  return (guint)MIN (work, threads);
}

/**
 * squill_inspect_run:
 * @profile: takes the collections and the problems
 * @places: (element-type SquillPlace): what to read; all of them are read
 * @options: what to read of each
 * @on_progress: (nullable) (scope call): is told of progress, in the calling thread
 * @progress_data: for @on_progress
 * @origins: (element-type SquillCollectionProfile SquillPlace): takes which place each collection
 * is of
 * @cancellable: (nullable): stops the reading
 * @error: return location
 *
 * Reads places, in as many threads as @options say. When cancelled on the way what was read till
 * then is in @profile, which says so.
 *
 * Returns: %FALSE where nothing was read: when cancelled (%G_IO_ERROR_CANCELLED), and with the
 * error of a place that made going on senseless
 */
gboolean
squill_inspect_run (SquillProfile *profile,
                    GPtrArray *places,
                    const SquillInspectOptions *options,
                    SquillInspectProgressFunc on_progress,
                    gpointer progress_data,
                    GHashTable *origins,
                    GCancellable *cancellable,
                    GError **error)
{
  guint threads = count_threads (options);
  Run run = { .origins = origins, .begin = g_get_monotonic_time () };
  g_autoptr (GPtrArray) jobs = NULL;
  g_autofree Slot *slots = NULL;
  GThread *workers[MAX_THREADS];
  gint64 deadline = 0;
  guint n_workers;
  gboolean fine;

  if (options->max_seconds > 0)
    deadline = run.begin + (gint64)(options->max_seconds * (double)G_USEC_PER_SEC);
  run.pool = squill_intake_pool_new (threads, options->keep_values, cancellable);
  jobs = squill_inspect_jobs_new (places, options, run.pool, deadline, cancellable);
  slots = g_new0 (Slot, MAX (jobs->len, 1));
  run.slots = slots;
  run.n_slots = jobs->len;
  for (guint i = 0; i < jobs->len; i++)
    slots[i].job = g_ptr_array_index (jobs, i);
  g_mutex_init (&run.mutex);
  g_cond_init (&run.cond);

  n_workers = count_workers (&run, threads);
  for (guint i = 0; i < n_workers; i++)
    workers[i] = g_thread_new ("inspect", work_cb, &run);
  wait_for_jobs (&run, profile, on_progress, progress_data);
  squill_intake_pool_close (run.pool);
  for (guint i = 0; i < n_workers; i++)
    g_thread_join (workers[i]);
  if (on_progress != NULL)
    tell_progress (&run, on_progress, progress_data);
  fine = conclude (&run, profile, cancellable, error);

  squill_intake_pool_free (run.pool);
  g_mutex_clear (&run.mutex);
  g_cond_clear (&run.cond);
  return fine;
}
