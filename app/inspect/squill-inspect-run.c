/* SPDX-License-Identifier: Apache-2.0 */

/* Reads places into a profile, in several threads. The calling thread reports the progress and
 * takes the results in the order of the places, so that nothing depends on which thread was faster.
 */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-private.h"

#include "inspect/format/squill-bucket.h"
#include "inspect/source/squill-archive-collections.h"

#include <glib/gi18n-lib.h>
#include <stdatomic.h>

#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 20)
#define MAX_THREADS 64u
/* The clock and the cancellable are checked each time that this many documents have been read. */
#define DOCUMENTS_PER_CHECK 32u
/* In bytes: when the blocks of the collections of an archive hold more, the largest is submitted.
 */
#define MAX_GATHERED (4 * SQUILL_PROFILE_FEEDER_BLOCK_BYTES)

/* A collection of an archive, while it is read. */
typedef struct
{
  SquillSourceCollection *place;
  SquillProfileFeeder *feeder;
  SquillBucket *bucket;
  gboolean all_seen;
} Member;

typedef struct
{
  const SquillInspectOptions *options;
  GCancellable *cancellable;
  SquillProfileFeederPool *pool;
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
} Job;

typedef struct
{
  Job *job;
  gboolean done; /* under the mutex */
} Slot;

typedef struct
{
  SquillProfileFeederPool *pool;
  GHashTable *origins;
  gint64 begin; /* monotonic */
  Slot *slots;
  guint n_slots;
  _Atomic guint next_slot;

  GMutex mutex;
  GCond cond;
} Run;

static void
member_free (gpointer data)
{
  Member *self = data;

  if (self == NULL)
    return;
  _squill_profile_feeder_free (self->feeder);
  squill_bucket_free (self->bucket);
  g_free (self);
}

static void
job_free (gpointer data)
{
  Job *self = data;

  g_free (self->label);
  g_ptr_array_unref (self->places);
  squill_problem_list_free (self->problems);
  g_ptr_array_unref (self->collections);
  g_ptr_array_unref (self->origins);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
time_is_over (const Job *self)
{
  return self->options->deadline != 0 && g_get_monotonic_time () >= self->options->deadline;
}

static gboolean
is_cancelled (const Job *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* After a document: whether to read another one. */
static gboolean
go_on (Job *self, guint64 bytes_read)
{
  guint64 documents = atomic_load_explicit (&self->documents, memory_order_relaxed) + 1;

  atomic_store_explicit (&self->documents, documents, memory_order_relaxed);
  atomic_store_explicit (&self->bytes_read, bytes_read, memory_order_relaxed);
  if (documents % DOCUMENTS_PER_CHECK != 0)
    return TRUE;
  if (is_cancelled (self))
    self->cut_short = TRUE;
  return !self->cut_short && !time_is_over (self);
}

static SquillProfileFeeder *
new_feeder (Job *self, const SquillSourceCollection *place)
{
  SquillProfileFeeder *feeder =
      _squill_profile_feeder_new (self->pool, place->collection, place->database, place->name);

  if (!place->selects)
    _squill_profile_feeder_choose (feeder, self->options->method, self->options->max_documents);
  return feeder;
}

/* Says which objects became maps only because there was no room for more fields. */
static void
report_folded (Job *self, const SquillCollectionProfile *collection)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = NULL;
  g_autofree char *text = NULL;
  const guint shown = 5;

  for (const SquillPath *path = collection->root; path != NULL && places->len < shown;
       path = squill_path_next (path, collection->root, FALSE))
    if (path->map != NULL && path->map->for_room)
      {
        g_autofree char *below = squill_path_to_text (path);

        g_ptr_array_add (places, *below != '\0' ? g_strdup_printf ("%s.%s", collection->name, below)
                                                : g_strdup (collection->name));
      }
  if (places->len == 0)
    return;
  g_ptr_array_add (places, NULL);
  list = g_strjoinv (", ", (char **)places->pdata);
  text =
      g_strdup_printf (_ ("There are too many different field names; the objects with the most of "
                          "them were read as maps: %s"),
                       list);
  squill_problem_list_add (self->problems, -1, 0, 0, text);
}

/* All documents of a place have been read. */
static void
take_collection (Job *self,
                 SquillSourceCollection *place,
                 SquillProfileFeeder *feeder,
                 gboolean all_seen,
                 SquillSource *source)
{
  SquillCollectionProfile *collection = _squill_profile_feeder_finish (feeder, all_seen);

  if (self->cut_short && collection->document_bytes.count == 0)
    {
      squill_collection_profile_free (collection);
      return;
    }
  if (collection->total == G_MAXUINT64)
    collection->total = place->documents;
  if (source != NULL && squill_source_get_method (source) != NULL)
    {
      gboolean is_all = g_str_equal (squill_source_get_method (source), "full");

      collection->complete = collection->complete && is_all;
      collection->method = is_all ? NULL : squill_source_get_method (source);
      collection->total = squill_source_get_total (source);
    }
  collection->metadata = g_steal_pointer (&place->metadata);
  if (collection->budget.left_out > 0)
    squill_problem_list_add (
        self->problems, -1, 0, 0,
        _ ("There are too many different field names; those that came last are not described"));
  squill_collection_profile_finish (collection);
  report_folded (self, collection);
  g_ptr_array_add (self->collections, collection);
  g_ptr_array_add (self->origins, place);
}

static void
read_place (Job *self, SquillSourceCollection *place)
{
  g_autoptr (SquillSource) source = NULL;
  g_autoptr (SquillProfileFeeder) feeder = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean all_seen = TRUE;
  const guint8 *document;
  gsize length;

  self->collection = place->collection;
  source = squill_source_collection_open (place, self->options, self->problems, self->cancellable,
                                          &self->error);
  if (source == NULL || !squill_source_was_readable (source))
    return;

  feeder = new_feeder (self, place);
  while (squill_source_next (source, &document, &length, self->cancellable, &failure))
    {
      /* Reading one more than was wanted shows that there are more. */
      if (!_squill_profile_feeder_wants_more (feeder))
        {
          all_seen = FALSE;
          break;
        }
      _squill_profile_feeder_add (feeder, document, length);
      if (!go_on (self, squill_source_get_bytes_read (source)))
        {
          all_seen = FALSE;
          break;
        }
    }
  if (failure != NULL)
    self->cut_short = TRUE;
  take_collection (self, place, feeder,
                   all_seen && failure == NULL && !squill_source_broke_off (source), source);
}

static void
add_to_member (Member *member, const guint8 *document, gsize length)
{
  if (!_squill_profile_feeder_wants_more (member->feeder))
    member->all_seen = FALSE;
  else
    _squill_profile_feeder_add (member->feeder, document, length);
}

static void
add_stored (Job *self, Member *member, const guint8 *document, gsize length)
{
  const guint8 *measurement;
  gsize measurement_length;

  if (member->bucket == NULL)
    {
      add_to_member (member, document, length);
      return;
    }
  squill_bucket_add (member->bucket, document, length, self->problems);
  while (squill_bucket_next (member->bucket, &measurement, &measurement_length))
    add_to_member (member, measurement, measurement_length);
}

static void
bound_gathered (GPtrArray *members)
{
  Member *most = NULL;
  gsize sum = 0;

  for (guint i = 0; i < members->len; i++)
    {
      Member *member = g_ptr_array_index (members, i);
      gsize gathered = member != NULL ? _squill_profile_feeder_get_gathered (member->feeder) : 0;

      sum += gathered;
      if (gathered > 0 &&
          (most == NULL || gathered > _squill_profile_feeder_get_gathered (most->feeder)))
        most = member;
    }
  if (sum > MAX_GATHERED)
    _squill_profile_feeder_flush (most->feeder);
}

/* By the index of the collection in the archive; NULL for one that was not chosen. */
static GPtrArray *
new_members (Job *self, SquillArchive *archive)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (member_free);

  g_ptr_array_set_size (members, (int)squill_archive_get_n_collections (archive));
  for (guint i = 0; i < self->places->len; i++)
    {
      SquillSourceCollection *place = g_ptr_array_index (self->places, i);
      guint index = squill_archive_place_get_index (place);
      Member *member;

      if (index >= members->len)
        continue;
      member = g_new0 (Member, 1);
      member->place = place;
      member->feeder = new_feeder (self, place);
      member->all_seen = TRUE;
      member->bucket = squill_source_collection_new_bucket (place);
      members->pdata[index] = member;
    }
  return members;
}

/* An archive is read once, for all its collections together. */
static void
read_archive (Job *self, SquillArchiveFile *file)
{
  g_autoptr (SquillArchive) archive =
      squill_archive_file_open (file, self->problems, self->cancellable, &self->error);
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean broke_off = FALSE;
  const guint8 *document;
  gsize length;
  gsize since = 0;
  guint index;

  if (archive == NULL)
    return;
  members = new_members (self, archive);
  while (squill_archive_next (archive, &index, &document, &length, self->cancellable, &failure))
    {
      Member *member = g_ptr_array_index (members, index);

      if (member == NULL)
        continue;
      self->collection = member->place->collection;
      add_stored (self, member, document, length);
      since += length;
      if (since > SQUILL_PROFILE_FEEDER_BLOCK_BYTES / 8)
        {
          bound_gathered (members);
          since = 0;
        }
      if (!go_on (self, squill_archive_get_bytes_read (archive)))
        {
          broke_off = TRUE;
          break;
        }
    }
  if (failure != NULL)
    self->cut_short = TRUE;
  for (guint i = 0; i < members->len; i++)
    {
      Member *member = g_ptr_array_index (members, i);

      if (member != NULL)
        take_collection (self, member->place, member->feeder,
                         !broke_off && member->all_seen && squill_archive_is_whole (archive, i),
                         NULL);
    }
}

/* Divides the work into jobs for one thread each: one place, or all places of an archive; in the
 * order of the places. */
static GPtrArray *
make_jobs (GPtrArray *places,
           const SquillInspectOptions *options,
           SquillProfileFeederPool *pool,
           GCancellable *cancellable)
{
  GPtrArray *jobs = g_ptr_array_new_with_free_func (job_free);
  SquillArchiveFile *last_archive = NULL;

  for (guint i = 0; i < places->len; i++)
    {
      SquillSourceCollection *place = g_ptr_array_index (places, i);
      SquillArchiveFile *archive = squill_archive_place_get_file (place);
      Job *job;

      if (archive != NULL && archive == last_archive)
        {
          job = g_ptr_array_index (jobs, jobs->len - 1);
          g_ptr_array_add (job->places, place);
          continue;
        }
      last_archive = archive;
      job = g_new0 (Job, 1);
      job->options = options;
      job->cancellable = cancellable;
      job->pool = pool;
      job->label = g_strdup (place->label);
      job->places = g_ptr_array_new ();
      g_ptr_array_add (job->places, place);
      job->problems = squill_problem_list_new ();
      job->collections =
          g_ptr_array_new_with_free_func ((GDestroyNotify)squill_collection_profile_free);
      job->origins = g_ptr_array_new ();
      g_ptr_array_add (jobs, job);
    }
  return jobs;
}

static void
run_job (Job *self)
{
  SquillSourceCollection *place = g_ptr_array_index (self->places, 0);
  SquillArchiveFile *archive = squill_archive_place_get_file (place);

  if (is_cancelled (self))
    {
      self->cut_short = TRUE;
      return;
    }
  squill_problem_list_begin_file (self->problems, self->label);
  if (time_is_over (self))
    squill_problem_list_add (self->problems, -1, 0, 0, _ ("Not read: the time limit was reached"));
  else if (archive != NULL)
    read_archive (self, archive);
  else
    read_place (self, place);

  if (g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      self->cut_short = TRUE;
      g_clear_error (&self->error);
    }
  if (self->error != NULL)
    squill_problem_list_add (self->problems, -1, 0, 0, self->error->message);
  squill_problem_list_end_file (self->problems);
  self->collection = NULL;
}

/* How many bytes there are to read; G_MAXUINT64 where it is not known. */
static guint64
get_bytes (const Job *self)
{
  const SquillSourceCollection *place = g_ptr_array_index (self->places, 0);
  const SquillArchiveFile *archive = squill_archive_place_get_file (place);

  return archive != NULL ? squill_archive_file_get_bytes (archive) : place->bytes;
}

/* How many documents there are to read; G_MAXUINT64 where it is not known. */
static guint64
get_documents (const Job *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->places->len; i++)
    {
      const SquillSourceCollection *place = g_ptr_array_index (self->places, i);

      if (place->documents == G_MAXUINT64)
        return G_MAXUINT64;
      if (self->options->max_documents > 0 && place->selects)
        sum += MIN (place->documents, self->options->max_documents);
      else
        sum += place->documents;
    }
  return sum;
}

/* Blocks first, as they are in memory. Then the next job. */
static gpointer
work_cb (gpointer data)
{
  Run *run = data;

  do
    {
      guint index;

      while (_squill_profile_feeder_pool_work (run->pool))
        ;
      if (run->next_slot >= run->n_slots || (index = run->next_slot++) >= run->n_slots)
        continue;
      run_job (run->slots[index].job);

      g_mutex_lock (&run->mutex);
      run->slots[index].done = TRUE;
      g_cond_signal (&run->cond);
      g_mutex_unlock (&run->mutex);
    }
  while (run->next_slot < run->n_slots || _squill_profile_feeder_pool_wait (run->pool));
  return NULL;
}

/* G_MAXUINT64, unknown, makes the sum unknown. */
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
report_progress (Run *run, SquillInspectProgressFunc on_progress, gpointer progress_data)
{
  SquillInspectProgress progress = { 0 };
  guint64 most = 0;

  for (guint i = 0; i < run->n_slots; i++)
    {
      const Job *job = run->slots[i].job;
      gboolean done = is_done (run, i);
      const char *collection = job->collection;
      guint64 documents = job->documents;
      guint64 bytes = job->bytes_read;
      guint64 all_bytes = get_bytes (job);
      guint64 all_documents = get_documents (job);

      progress.collections_total += job->places->len;
      if (done)
        progress.collections_done += job->places->len;
      if (collection != NULL && (progress.collection == NULL || bytes > most))
        {
          progress.collection = collection;
          most = bytes;
        }
      /* A file may grow meanwhile, and counts may be estimates: the progress still ends at 100 %.
       */
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

/* Takes finished jobs up to the first unfinished one. Returns how many have been taken. */
static guint
take_done (Run *run, SquillProfile *profile, guint taken)
{
  for (; taken < run->n_slots && is_done (run, taken); taken++)
    {
      Job *job = run->slots[taken].job;

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
            report_progress (run, on_progress, progress_data);
          next_progress = g_get_monotonic_time () + PROGRESS_INTERVAL;
        }
    }
}

/* Sets @error only if nothing was read: a part is more useful than the reason why it is not all. */
static gboolean
conclude (Run *run, SquillProfile *profile, GCancellable *cancellable, GError **error)
{
  const GError *reason = NULL;
  guint64 documents = 0;
  gboolean cut_short = FALSE;

  for (guint i = 0; i < run->n_slots; i++)
    {
      const Job *job = run->slots[i].job;

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

/* No more threads than there is work for. */
static guint
count_workers (const Run *run, guint threads)
{
  guint64 work = 0;

  for (guint i = 0; i < run->n_slots; i++)
    {
      guint64 bytes = get_bytes (run->slots[i].job);

      /* A compressed file may hold much more than its size. */
      work += bytes == G_MAXUINT64 ? threads : 1 + bytes * 8 / SQUILL_PROFILE_FEEDER_BLOCK_BYTES;
    }
  return (guint)MIN (work, threads);
}

/* Reads @places into @profile. @origins takes the place of each collection. When cancelled the
 * profile keeps what was read until then. FALSE where nothing was read: when cancelled
 * (G_IO_ERROR_CANCELLED), and with the error of a place that ended the reading. */
gboolean
_squill_inspect_run (SquillProfile *profile,
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
  guint n_workers;
  gboolean fine;

  run.pool = _squill_profile_feeder_pool_new (threads, options->keep_values, cancellable);
  jobs = make_jobs (places, options, run.pool, cancellable);
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
  _squill_profile_feeder_pool_close (run.pool);
  for (guint i = 0; i < n_workers; i++)
    g_thread_join (workers[i]);
  if (on_progress != NULL)
    report_progress (&run, on_progress, progress_data);
  fine = conclude (&run, profile, cancellable, error);

  _squill_profile_feeder_pool_free (run.pool);
  g_mutex_clear (&run.mutex);
  g_cond_clear (&run.cond);
  return fine;
}
