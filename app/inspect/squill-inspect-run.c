/* SPDX-License-Identifier: Apache-2.0 */

/* Reads places into a profile, several side by side. The thread that asks for it tells of progress
 * and takes what is done in the order of the places, so that nothing depends on which thread was
 * faster. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-run.h"

#include <glib/gi18n.h>
#include <stdatomic.h>

/* Between two looks at the clock. */
#define DOCUMENTS_BETWEEN_LOOKS 64u
#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 20)

typedef struct _Run Run;

/* A place, while it is read and until it is taken into the profile. */
typedef struct
{
  Run *run;
  SquillPlace *place;
  SquillProblemList *problems;
  SquillCollectionProfile *collection;
  GError *error;
  gboolean cut_short; /* cancelled before all was read */
  gboolean done;

  /* Read for the progress meanwhile. */
  _Atomic gboolean active;
  _Atomic guint64 documents;
  _Atomic guint64 bytes_read;
} Job;

struct _Run
{
  SquillInspectOptions options;
  GCancellable *cancellable;
  gint64 begin;    /* monotonic */
  gint64 deadline; /* monotonic; 0: none */
  Job *jobs;
  guint n_jobs;
  _Atomic guint next_job;
  _Atomic gboolean failed;

  GMutex mutex; /* of Job.done */
  GCond cond;
};

static gboolean
time_is_over (const Run *run)
{
  return run->deadline != 0 && g_get_monotonic_time () >= run->deadline;
}

static gboolean
is_cancelled (const Run *run)
{
  return g_cancellable_is_cancelled (run->cancellable);
}

/* Whether one more document is wanted; there is one. */
static gboolean
may_read_more (Job *job)
{
  const Run *run = job->run;
  guint64 documents = job->collection->document_bytes.count;

  if (run->options.max_documents > 0 && !job->place->selects &&
      documents >= run->options.max_documents)
    return FALSE;
  return documents % DOCUMENTS_BETWEEN_LOOKS != 0 || (!time_is_over (run) && !is_cancelled (run));
}

/* What was read before it was cancelled stays. */
static void
read_documents (Job *job, SquillSource *source)
{
  SquillCollectionProfile *collection = job->collection;
  g_autoptr (GError) cancelled = NULL;
  const guint8 *document;
  gsize length;

  while (squill_source_next (source, &document, &length, job->run->cancellable, &cancelled))
    {
      /* One more than was wanted tells that there are more. */
      if (!may_read_more (job))
        {
          collection->complete = FALSE;
          job->cut_short = is_cancelled (job->run);
          return;
        }
      squill_collection_profile_add (collection, document, length, job->run->options.keep_values);
      atomic_store_explicit (&job->documents, collection->document_bytes.count,
                             memory_order_relaxed);
      atomic_store_explicit (&job->bytes_read, squill_source_get_bytes_read (source),
                             memory_order_relaxed);
    }
  if (cancelled != NULL || squill_source_broke_off (source))
    collection->complete = FALSE;
  job->cut_short = cancelled != NULL;
}

/* How the documents were chosen, where the place chose. */
static void
set_selection (Job *job, SquillSource *source)
{
  SquillCollectionProfile *collection = job->collection;
  guint64 total = squill_source_get_total (source);

  collection->method = squill_source_get_method (source);
  collection->total = total != G_MAXUINT64 ? total : job->place->documents;
  if (collection->method != NULL && !g_str_equal (collection->method, "full"))
    collection->complete = FALSE;
  /* What was to be all and is not, is what came first. */
  if (!collection->complete && g_strcmp0 (collection->method, "full") == 0)
    collection->method = NULL;
}

static void
read_job (Job *job)
{
  Run *run = job->run;
  SquillPlace *place = job->place;
  g_autoptr (SquillSource) source = NULL;
  g_autoptr (GError) failure = NULL;

  if (time_is_over (run))
    {
      squill_problem_list_add (job->problems, -1, 0, 0, _ ("Not read: the time was over"));
      return;
    }
  if (run->failed || is_cancelled (run))
    {
      job->cut_short = !run->failed;
      if (run->failed)
        squill_problem_list_add (job->problems, -1, 0, 0,
                                 _ ("Not read, because of what happened before"));
      return;
    }

  source = squill_place_open (place, &run->options, job->problems, run->cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      job->cut_short = TRUE;
      return;
    }
  if (failure != NULL)
    {
      squill_problem_list_add (job->problems, -1, 0, 0, failure->message);
      job->error = g_steal_pointer (&failure);
      run->failed = TRUE;
      return;
    }
  if (source == NULL || !squill_source_was_readable (source))
    return;

  job->collection = squill_collection_profile_new (place->collection, place->database, place->name);
  read_documents (job, source);
  if (job->cut_short && job->collection->document_bytes.count == 0)
    {
      g_clear_pointer (&job->collection, squill_collection_profile_free);
      return;
    }
  set_selection (job, source);
  job->collection->metadata = g_steal_pointer (&place->metadata);
  if (job->collection->budget.left_out > 0)
    squill_problem_list_add (
        job->problems, -1, 0, 0,
        _ ("There are too many different field names; those that came last are not described"));
  squill_collection_profile_finish (job->collection);
}

static gpointer
work_cb (gpointer data)
{
  Run *run = data;
  guint index;

  while ((index = run->next_job++) < run->n_jobs)
    {
      Job *job = &run->jobs[index];

      job->active = TRUE;
      squill_problem_list_begin_file (job->problems, job->place->label);
      read_job (job);
      squill_problem_list_end_file (job->problems);
      job->active = FALSE;

      g_mutex_lock (&run->mutex);
      job->done = TRUE;
      g_cond_signal (&run->cond);
      g_mutex_unlock (&run->mutex);
    }
  return NULL;
}

/* Adds where there is a number; one that is not known makes the sum not known. */
static void
add_known (guint64 *sum, guint64 number)
{
  *sum = *sum == G_MAXUINT64 || number == G_MAXUINT64 ? G_MAXUINT64 : *sum + number;
}

static guint64
get_wanted_documents (const Job *job)
{
  const Run *run = job->run;
  guint64 all = job->place->documents;

  if (run->options.max_documents == 0 || all == G_MAXUINT64)
    return all;
  return MIN (all, run->options.max_documents);
}

static void
tell_progress (Run *run, SquillInspectProgressFunc on_progress, gpointer progress_data)
{
  SquillInspectProgress progress = { .collections_total = run->n_jobs };
  guint64 most = 0;

  for (guint i = 0; i < run->n_jobs; i++)
    {
      Job *job = &run->jobs[i];
      gboolean done;
      guint64 documents = job->documents;
      guint64 bytes = job->bytes_read;

      g_mutex_lock (&run->mutex);
      done = job->done;
      g_mutex_unlock (&run->mutex);
      if (done)
        progress.collections_done++;
      if (job->active && (progress.collection == NULL || bytes > most))
        {
          progress.collection = job->place->collection;
          most = bytes;
        }
      progress.documents += documents;
      /* A file that grows meanwhile, and an estimate that was too low, are no reason to be past
       * the end. */
      progress.bytes_read += done && job->place->bytes != G_MAXUINT64
                                 ? job->place->bytes
                                 : MIN (bytes, job->place->bytes);
      add_known (&progress.bytes_total, job->place->bytes);
      add_known (&progress.documents_total,
                 done ? documents : MAX (get_wanted_documents (job), documents));
    }
  progress.seconds = (double)(g_get_monotonic_time () - run->begin) / (double)G_USEC_PER_SEC;
  on_progress (&progress, progress_data);
}

/* Takes what is done, as far as all before it is done. Returns how many there are now. */
static guint
take_done (Run *run, SquillProfile *profile, guint taken)
{
  for (; taken < run->n_jobs; taken++)
    {
      Job *job = &run->jobs[taken];
      gboolean done;

      g_mutex_lock (&run->mutex);
      done = job->done;
      g_mutex_unlock (&run->mutex);
      if (!done)
        break;
      squill_problem_list_move (squill_profile_get_problem_list (profile), job->problems);
      if (job->collection != NULL)
        squill_profile_take_collection (profile, g_steal_pointer (&job->collection));
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

  while ((taken = take_done (run, profile, taken)) < run->n_jobs)
    {
      g_mutex_lock (&run->mutex);
      while (!run->jobs[taken].done)
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
conclude (Run *run, SquillProfile *profile, GError **error)
{
  const GError *reason = NULL;
  guint64 documents = 0;
  gboolean cut_short = FALSE;

  for (guint i = 0; i < run->n_jobs; i++)
    {
      const Job *job = &run->jobs[i];

      documents += job->documents;
      cut_short = cut_short || job->cut_short;
      if (reason == NULL)
        reason = job->error;
    }
  if (cut_short && documents == 0)
    return !g_cancellable_set_error_if_cancelled (run->cancellable, error);
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
count_threads (const Run *run)
{
  guint threads = run->options.threads > 0 ? run->options.threads : g_get_num_processors ();

  return MIN (threads, run->n_jobs);
}

/**
 * squill_inspect_run:
 * @profile: takes the collections and the problems
 * @places: (element-type SquillPlace): what to read; all of them are read
 * @options: what to read of each
 * @on_progress: (nullable) (scope call): is told of progress, in the calling thread
 * @progress_data: for @on_progress
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
                    GCancellable *cancellable,
                    GError **error)
{
  Run run = { .options = *options, .cancellable = cancellable, .n_jobs = places->len };
  g_autofree Job *jobs = g_new0 (Job, MAX (places->len, 1));
  g_autofree GThread **threads = NULL;
  guint n_threads = count_threads (&run);
  gboolean fine;

  run.jobs = jobs;
  run.begin = g_get_monotonic_time ();
  if (options->max_seconds > 0)
    run.deadline = run.begin + (gint64)(options->max_seconds * (double)G_USEC_PER_SEC);
  g_mutex_init (&run.mutex);
  g_cond_init (&run.cond);
  for (guint i = 0; i < run.n_jobs; i++)
    {
      jobs[i].run = &run;
      jobs[i].place = g_ptr_array_index (places, i);
      jobs[i].problems = squill_problem_list_new ();
    }

  threads = g_new (GThread *, MAX (n_threads, 1));
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("inspect", work_cb, &run);
  wait_for_jobs (&run, profile, on_progress, progress_data);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  if (on_progress != NULL)
    tell_progress (&run, on_progress, progress_data);
  fine = conclude (&run, profile, error);

  for (guint i = 0; i < run.n_jobs; i++)
    {
      squill_problem_list_free (jobs[i].problems);
      g_clear_error (&jobs[i].error);
    }
  g_mutex_clear (&run.mutex);
  g_cond_clear (&run.cond);
  return fine;
}
