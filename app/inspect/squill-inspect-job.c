/* SPDX-License-Identifier: Apache-2.0 */

/* Reads one file, archive or collection of a server, and hands its documents on. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect-job.h"

#include "inspect/source/squill-archive-place.h"
#include "inspect/source/squill-bucket.h"

#include <glib/gi18n.h>

/* Between two looks at the clock. */
#define DOCUMENTS_BETWEEN_LOOKS 32u
/* The collections of an archive together gather no more; then the one with most of it begins a new
 * block. */
#define MAX_GATHERED (4 * SQUILL_INTAKE_BLOCK_BYTES)

/* A collection of an archive, while it is read. */
typedef struct
{
  SquillPlace *place;
  SquillIntake *intake;
  SquillBucket *bucket;
  gboolean told_packed;
  gboolean all_seen;
} Member;

static void
member_free (gpointer data)
{
  Member *self = data;

  if (self == NULL)
    return;
  squill_intake_free (self->intake);
  squill_bucket_free (self->bucket);
  g_free (self);
}

static void
free_collection (gpointer data)
{
  /* What was taken left nothing behind. */
  squill_collection_profile_free (data);
}

static void
job_free (gpointer data)
{
  SquillInspectJob *self = data;

  g_free (self->label);
  g_ptr_array_unref (self->places);
  squill_problem_list_free (self->problems);
  g_ptr_array_unref (self->collections);
  g_ptr_array_unref (self->origins);
  g_clear_error (&self->error);
  g_free (self);
}

static gboolean
time_is_over (const SquillInspectJob *self)
{
  return self->deadline != 0 && g_get_monotonic_time () >= self->deadline;
}

static gboolean
is_cancelled (const SquillInspectJob *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

/* After a document: whether there is reason to read another one. */
static gboolean
go_on (SquillInspectJob *self, guint64 bytes_read)
{
  guint64 documents = atomic_load_explicit (&self->documents, memory_order_relaxed) + 1;

  atomic_store_explicit (&self->documents, documents, memory_order_relaxed);
  atomic_store_explicit (&self->bytes_read, bytes_read, memory_order_relaxed);
  if (documents % DOCUMENTS_BETWEEN_LOOKS != 0)
    return TRUE;
  if (is_cancelled (self))
    self->cut_short = TRUE;
  return !self->cut_short && !time_is_over (self);
}

static SquillIntake *
new_intake (SquillInspectJob *self, const SquillPlace *place)
{
  SquillIntake *intake =
      squill_intake_new (self->pool, place->collection, place->database, place->name);

  if (!place->selects)
    squill_intake_choose (intake, self->options->method, self->options->max_documents);
  return intake;
}

/* All that came of a place is profiled, or soon will be. */
static void
take_collection (SquillInspectJob *self,
                 SquillPlace *place,
                 SquillIntake *intake,
                 gboolean all_seen,
                 SquillSource *source)
{
  SquillCollectionProfile *collection = squill_intake_finish (intake, all_seen);

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
  g_ptr_array_add (self->collections, collection);
  g_ptr_array_add (self->origins, place);
}

static void
read_place (SquillInspectJob *self, SquillPlace *place)
{
  g_autoptr (SquillSource) source = NULL;
  g_autoptr (SquillIntake) intake = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean all_seen = TRUE;
  const guint8 *document;
  gsize length;

  self->collection = place->collection;
  source =
      squill_place_open (place, self->options, self->problems, self->cancellable, &self->error);
  if (source == NULL || !squill_source_was_readable (source))
    return;

  intake = new_intake (self, place);
  while (squill_source_next (source, &document, &length, self->cancellable, &failure))
    {
      /* One more than was wanted tells that there are more. */
      if (!squill_intake_wants_more (intake))
        {
          all_seen = FALSE;
          break;
        }
      squill_intake_add (intake, document, length);
      if (!go_on (self, squill_source_get_bytes_read (source)))
        {
          all_seen = FALSE;
          break;
        }
    }
  if (failure != NULL)
    self->cut_short = TRUE;
  take_collection (self, place, intake,
                   all_seen && failure == NULL && !squill_source_broke_off (source), source);
}

static void
add_to_member (Member *member, const guint8 *document, gsize length)
{
  if (!squill_intake_wants_more (member->intake))
    member->all_seen = FALSE;
  else
    squill_intake_add (member->intake, document, length);
}

static void
add_stored (SquillInspectJob *self, Member *member, const guint8 *document, gsize length)
{
  SquillBucketResult result = SQUILL_BUCKET_NONE;
  const guint8 *measurement;
  gsize measurement_length;

  if (member->bucket != NULL)
    result = squill_bucket_load (member->bucket, document, length);
  if (result == SQUILL_BUCKET_NONE)
    {
      add_to_member (member, document, length);
      return;
    }
  if (result == SQUILL_BUCKET_PACKED && !member->told_packed)
    {
      member->told_packed = TRUE;
      squill_problem_list_add (self->problems, -1, 0, 0, squill_source_packed_buckets_reason ());
    }
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
      gsize gathered = member != NULL ? squill_intake_get_gathered (member->intake) : 0;

      sum += gathered;
      if (gathered > 0 && (most == NULL || gathered > squill_intake_get_gathered (most->intake)))
        most = member;
    }
  if (sum > MAX_GATHERED)
    squill_intake_flush (most->intake);
}

/* By the number of the collection in the archive; NULL for one that is not wanted. */
static GPtrArray *
new_members (SquillInspectJob *self, SquillArchive *archive)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (member_free);

  g_ptr_array_set_size (members, (int)squill_archive_get_n_collections (archive));
  for (guint i = 0; i < self->places->len; i++)
    {
      SquillPlace *place = g_ptr_array_index (self->places, i);
      guint index = squill_archive_place_get_index (place);
      Member *member;

      if (index >= members->len)
        continue;
      member = g_new0 (Member, 1);
      member->place = place;
      member->intake = new_intake (self, place);
      member->all_seen = TRUE;
      if (place->metadata != NULL)
        {
          g_autofree char *time_field = squill_metadata_get_time_field (place->metadata);
          g_autofree char *meta_field = squill_metadata_get_meta_field (place->metadata);

          if (time_field != NULL)
            member->bucket = squill_bucket_new (time_field, meta_field);
        }
      members->pdata[index] = member;
    }
  return members;
}

/* An archive is read once, and all its profiles grow side by side. */
static void
read_archive (SquillInspectJob *self, SquillArchiveFile *file)
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
      if (since > SQUILL_INTAKE_BLOCK_BYTES / 8)
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
        take_collection (self, member->place, member->intake,
                         !broke_off && member->all_seen && squill_archive_is_whole (archive, i),
                         NULL);
    }
}

/**
 * squill_inspect_jobs_new:
 * @places: (element-type SquillPlace): what to read
 * @options: (transfer none): what to read of each; must outlive the jobs, as the next two
 * @pool: (transfer none): where documents are profiled
 * @deadline: when to stop, monotonic; 0 for never
 * @cancellable: (nullable) (transfer none): stops the reading
 *
 * Parts the work into what one thread has to do from its begin to its end: a place each, and all
 * places of an archive together.
 *
 * Returns: (transfer full) (element-type SquillInspectJob): the jobs, in the order of the places
 */
GPtrArray *
squill_inspect_jobs_new (GPtrArray *places,
                         const SquillInspectOptions *options,
                         SquillIntakePool *pool,
                         gint64 deadline,
                         GCancellable *cancellable)
{
  GPtrArray *jobs = g_ptr_array_new_with_free_func (job_free);
  SquillArchiveFile *last_archive = NULL;

  for (guint i = 0; i < places->len; i++)
    {
      SquillPlace *place = g_ptr_array_index (places, i);
      SquillArchiveFile *archive = squill_archive_place_get_file (place);
      SquillInspectJob *job;

      if (archive != NULL && archive == last_archive)
        {
          job = g_ptr_array_index (jobs, jobs->len - 1);
          g_ptr_array_add (job->places, place);
          continue;
        }
      last_archive = archive;
      job = g_new0 (SquillInspectJob, 1);
      job->options = options;
      job->cancellable = cancellable;
      job->pool = pool;
      job->deadline = deadline;
      job->label = g_strdup (place->label);
      job->places = g_ptr_array_new ();
      g_ptr_array_add (job->places, place);
      job->problems = squill_problem_list_new ();
      job->collections = g_ptr_array_new_with_free_func (free_collection);
      job->origins = g_ptr_array_new ();
      g_ptr_array_add (jobs, job);
    }
  return jobs;
}

/**
 * squill_inspect_job_run:
 * @self: a job
 *
 * Does it.
 */
void
squill_inspect_job_run (SquillInspectJob *self)
{
  SquillPlace *place = g_ptr_array_index (self->places, 0);
  SquillArchiveFile *archive = squill_archive_place_get_file (place);

  if (is_cancelled (self))
    {
      self->cut_short = TRUE;
      return;
    }
  squill_problem_list_begin_file (self->problems, self->label);
  if (time_is_over (self))
    squill_problem_list_add (self->problems, -1, 0, 0, _ ("Not read: the time was over"));
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

/**
 * squill_inspect_job_get_bytes:
 * @self: a job
 *
 * Returns: how many bytes there are to read; %G_MAXUINT64 where nobody knows
 */
guint64
squill_inspect_job_get_bytes (const SquillInspectJob *self)
{
  const SquillPlace *place = g_ptr_array_index (self->places, 0);
  const SquillArchiveFile *archive = squill_archive_place_get_file (place);

  return archive != NULL ? squill_archive_file_get_bytes (archive) : place->bytes;
}

/**
 * squill_inspect_job_get_documents:
 * @self: a job
 *
 * Returns: how many documents there are to read; %G_MAXUINT64 where nobody knows
 */
guint64
squill_inspect_job_get_documents (const SquillInspectJob *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->places->len; i++)
    {
      const SquillPlace *place = g_ptr_array_index (self->places, i);

      if (place->documents == G_MAXUINT64)
        return G_MAXUINT64;
      if (self->options->max_documents > 0 && place->selects)
        sum += MIN (place->documents, self->options->max_documents);
      else
        sum += place->documents;
    }
  return sum;
}
