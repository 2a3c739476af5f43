/* SPDX-License-Identifier: Apache-2.0 */

/* The way from what a person names to a profile: find the files, read each once, keep what is known
 * of its paths. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect.h"

#include "inspect/squill-profile.h"
#include "inspect/squill-source-folder.h"
#include "inspect/squill-source.h"

#include <glib/gi18n.h>

/* Between two looks at the clock. */
#define DOCUMENTS_BETWEEN_LOOKS 64u
#define PROGRESS_INTERVAL (G_USEC_PER_SEC / 20)

typedef struct
{
  SquillProfile *profile;
  SquillInspectOptions options;
  SquillInspectProgressFunc on_progress;
  gpointer progress_data;
  gint64 deadline; /* monotonic; 0: none */
  gint64 next_progress;
  SquillInspectProgress progress;
  guint64 bytes_of_files_done;
} Run;

/* What an asynchronous run is given, and the progress that waits to be told to its caller. */
typedef struct
{
  char **sources;
  SquillInspectOptions options;
  SquillInspectProgressFunc on_progress;
  gpointer progress_data;
  GDestroyNotify progress_destroy;

  GMutex mutex;
  gboolean pending;
  SquillInspectProgress progress;
  char *collection;
} Request;

static void
tell_progress (Run *run, gboolean always)
{
  gint64 now = g_get_monotonic_time ();

  if (run->on_progress == NULL || (!always && now < run->next_progress))
    return;
  run->next_progress = now + PROGRESS_INTERVAL;
  run->on_progress (&run->progress, run->progress_data);
}

static gboolean
time_is_over (Run *run)
{
  return run->deadline != 0 && g_get_monotonic_time () >= run->deadline;
}

static gboolean
may_read_more (Run *run, const SquillCollectionProfile *collection)
{
  guint64 documents = collection->document_bytes.count;

  if (run->options.max_documents > 0 && documents >= run->options.max_documents)
    return FALSE;
  return documents % DOCUMENTS_BETWEEN_LOOKS != 0 || !time_is_over (run);
}

static gboolean
read_documents (Run *run,
                SquillSource *source,
                SquillCollectionProfile *collection,
                GCancellable *cancellable,
                GError **error)
{
  GError *failure = NULL;
  const guint8 *document;
  gsize length;

  while (squill_source_next (source, &document, &length, cancellable, &failure))
    {
      /* One more than was wanted tells that there are more. */
      if (!may_read_more (run, collection))
        {
          collection->complete = FALSE;
          break;
        }
      squill_collection_profile_add (collection, document, length, run->options.keep_values);
      run->progress.documents++;
      if (collection->document_bytes.count % DOCUMENTS_BETWEEN_LOOKS == 0)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          run->progress.bytes_read =
              run->bytes_of_files_done + squill_source_get_bytes_read (source);
          tell_progress (run, FALSE);
        }
    }
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

static void
set_buckets (SquillSource *source, const SquillMetadata *metadata)
{
  g_autofree char *time_field = NULL;
  g_autofree char *meta_field = NULL;

  if (metadata == NULL)
    return;
  time_field = squill_metadata_get_time_field (metadata);
  meta_field = squill_metadata_get_meta_field (metadata);
  if (time_field != NULL)
    squill_source_set_buckets (source, time_field, meta_field);
}

static gboolean
read_file (Run *run, SquillSourceFile *file, GCancellable *cancellable, GError **error)
{
  SquillProblemList *problems = squill_profile_get_problem_list (run->profile);
  g_autoptr (SquillCollectionProfile) collection =
      squill_collection_profile_new (file->collection, file->database, file->name);
  g_autoptr (SquillSource) source = NULL;
  GError *failure = NULL;

  collection->metadata = g_steal_pointer (&file->metadata);
  run->progress.collection = file->collection;
  squill_problem_list_begin_file (problems, file->label);
  if (time_is_over (run))
    {
      squill_problem_list_add (problems, -1, 0, 0, _ ("Not read: the time was over"));
      squill_problem_list_end_file (problems);
      return TRUE;
    }

  source = squill_source_open (file->file, file->label, problems, cancellable, &failure);
  if (source != NULL && squill_source_was_readable (source))
    {
      set_buckets (source, collection->metadata);
      if (!read_documents (run, source, collection, cancellable, error))
        return FALSE;
      if (collection->budget.left_out > 0)
        squill_problem_list_add (
            problems, -1, 0, 0,
            _ ("There are too many different field names; those that came last are not described"));
      squill_collection_profile_finish (collection);
      squill_profile_take_collection (run->profile, g_steal_pointer (&collection));
    }
  squill_problem_list_end_file (problems);
  run->bytes_of_files_done += file->bytes;
  run->progress.bytes_read = run->bytes_of_files_done;
  if (failure != NULL)
    g_propagate_error (error, failure);
  return failure == NULL;
}

/* What the sources are together: the one file or folder that was named, or the database in it. */
static char *
name_of_sources (const char *const *sources, GPtrArray *files)
{
  const SquillSourceFile *first = files->len > 0 ? g_ptr_array_index (files, 0) : NULL;
  g_autoptr (GFile) file = NULL;

  if (first == NULL)
    return g_strdup (_ ("Untitled"));
  if (files->len == 1 && first->database == NULL)
    return g_strdup (first->collection);
  for (guint i = 1; i < files->len; i++)
    {
      const SquillSourceFile *other = g_ptr_array_index (files, i);

      if (g_strcmp0 (first->database, other->database) != 0)
        first = NULL;
      if (first == NULL)
        break;
    }
  if (first != NULL && first->database != NULL)
    return g_utf8_make_valid (first->database, -1);
  file = g_file_new_for_commandline_arg (sources[0]);
  return g_file_get_basename (file);
}

static void
request_free (gpointer data)
{
  Request *self = data;

  g_strfreev (self->sources);
  g_mutex_clear (&self->mutex);
  g_free (self->collection);
  g_free (self);
}

static gboolean
deliver_progress_cb (gpointer user_data)
{
  GTask *task = user_data;
  Request *request = g_task_get_task_data (task);
  SquillInspectProgress progress;
  g_autofree char *collection = NULL;

  g_mutex_lock (&request->mutex);
  progress = request->progress;
  collection = g_steal_pointer (&request->collection);
  request->pending = FALSE;
  g_mutex_unlock (&request->mutex);

  progress.collection = collection;
  if (!g_task_get_completed (task))
    request->on_progress (&progress, request->progress_data);
  return G_SOURCE_REMOVE;
}

/* In the thread: leaves the progress for the caller's main context to fetch. */
static void
on_progress_in_thread (const SquillInspectProgress *progress, gpointer user_data)
{
  GTask *task = user_data;
  Request *request = g_task_get_task_data (task);
  gboolean was_pending;

  g_mutex_lock (&request->mutex);
  request->progress = *progress;
  g_free (request->collection);
  request->collection = g_strdup (progress->collection);
  was_pending = request->pending;
  request->pending = TRUE;
  g_mutex_unlock (&request->mutex);

  if (!was_pending)
    {
      /* Not g_main_context_invoke(): while nobody runs the context that would call back right here.
       */
      g_autoptr (GSource) source = g_idle_source_new ();

      g_source_set_priority (source, G_PRIORITY_DEFAULT);
      g_source_set_callback (source, deliver_progress_cb, g_object_ref (task), g_object_unref);
      g_source_attach (source, g_task_get_context (task));
    }
}

static void
inspect_in_thread (GTask *task,
                   gpointer source_object,
                   gpointer task_data,
                   GCancellable *cancellable)
{
  Request *request = task_data;
  GError *error = NULL;
  SquillProfile *profile = squill_inspect_sync (
      (const char *const *)request->sources, &request->options,
      request->on_progress != NULL ? on_progress_in_thread : NULL, task, cancellable, &error);

  if (profile != NULL)
    g_task_return_pointer (task, profile, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* In the caller's main context, where what the caller gave is to be freed, too. The thread may hold
 * on to its task a little longer. */
static void
on_thread_done (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Request *request = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;
  SquillProfile *profile = g_task_propagate_pointer (G_TASK (result), &error);

  if (request->progress_destroy != NULL)
    request->progress_destroy (request->progress_data);
  if (profile != NULL)
    g_task_return_pointer (task, profile, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * squill_inspect_sync:
 * @sources: (array zero-terminated=1): paths or file URIs of mongodump folders, of BSON or JSON
 * files, or of folders of them, packed with gzip or not; "-" is standard input. All of them
 * together make one database
 * @options: (nullable): what to read; %NULL for all
 * @on_progress: (nullable) (scope call): is told of progress, in the calling thread
 * @progress_data: for @on_progress
 * @cancellable: (nullable): stops the reading within some hundredths of a second
 * @error: return location
 *
 * Reads the sources once, one document at a time, and says what is in them. What cannot be read, or
 * not wholly, is among the problems of the profile, and the rest is read.
 *
 * Returns: (transfer full) (nullable): the profile; %NULL when cancelled (%G_IO_ERROR_CANCELLED) or
 * when a source is of a kind that is not read (%SQUILL_INSPECT_ERROR_UNSUPPORTED)
 */
SquillProfile *
squill_inspect_sync (const char *const *sources,
                     const SquillInspectOptions *options,
                     SquillInspectProgressFunc on_progress,
                     gpointer progress_data,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SquillProblemList) search_problems = squill_problem_list_new ();
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *name = NULL;
  Run run = { .options = SQUILL_INSPECT_OPTIONS_INIT };

  g_return_val_if_fail (sources != NULL, NULL);

  for (guint i = 0; sources[i] != NULL; i++)
    if (g_str_has_prefix (sources[i], "mongodb://") ||
        g_str_has_prefix (sources[i], "mongodb+srv://"))
      {
        g_set_error (error, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_UNSUPPORTED,
                     _ ("Servers cannot be read yet; dump the database into a folder first"));
        return NULL;
      }

  files = squill_source_folder_find (sources, search_problems, cancellable, error);
  if (files == NULL)
    return NULL;
  name = name_of_sources (sources, files);
  if (options != NULL)
    run.options = *options;
  profile = squill_profile_new (name, run.options.keep_values);
  squill_problem_list_move (squill_profile_get_problem_list (profile), search_problems);
  run.profile = profile;
  run.on_progress = on_progress;
  run.progress_data = progress_data;
  if (run.options.max_seconds > 0)
    run.deadline =
        g_get_monotonic_time () + (gint64)(run.options.max_seconds * (double)G_USEC_PER_SEC);
  for (guint i = 0; i < files->len; i++)
    run.progress.bytes_total += ((SquillSourceFile *)g_ptr_array_index (files, i))->bytes;

  for (guint i = 0; i < files->len; i++)
    if (!read_file (&run, g_ptr_array_index (files, i), cancellable, error))
      return NULL;
  squill_profile_finish (profile);
  tell_progress (&run, TRUE);
  return g_steal_pointer (&profile);
}

/**
 * squill_inspect_async:
 * @sources: (array zero-terminated=1): as for squill_inspect_sync()
 * @options: (nullable): what to read; %NULL for all
 * @on_progress: (nullable) (scope notified): is told of progress, in the caller's main context, and
 * not after @callback
 * @progress_data: for @on_progress
 * @progress_destroy: (nullable): frees @progress_data
 * @cancellable: (nullable): stops the reading
 * @callback: is called when it is done
 * @user_data: for @callback
 *
 * Does what squill_inspect_sync() does in a thread of its own.
 */
void
squill_inspect_async (const char *const *sources,
                      const SquillInspectOptions *options,
                      SquillInspectProgressFunc on_progress,
                      gpointer progress_data,
                      GDestroyNotify progress_destroy,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  g_autoptr (GTask) in_thread = NULL;
  GTask *task;
  Request *request;

  g_return_if_fail (sources != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_inspect_async);
  in_thread = g_task_new (NULL, cancellable, on_thread_done, task);
  request = g_new0 (Request, 1);
  request->sources = g_strdupv ((char **)sources);
  request->options = options != NULL ? *options : (SquillInspectOptions)SQUILL_INSPECT_OPTIONS_INIT;
  request->on_progress = on_progress;
  request->progress_data = progress_data;
  request->progress_destroy = progress_destroy;
  g_mutex_init (&request->mutex);
  g_task_set_task_data (in_thread, request, request_free);
  g_task_run_in_thread (in_thread, inspect_in_thread);
}

/**
 * squill_inspect_finish:
 * @result: what the callback was given
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the profile; errors are those of squill_inspect_sync()
 */
SquillProfile *
squill_inspect_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}
