/* SPDX-License-Identifier: Apache-2.0 */

/* From the sources that a person names to a profile: find their collections, read each once, find
 * the references between them. */

#define G_LOG_DOMAIN "squill-inspect"

#include "config.h"

#include "inspect/squill-inspect.h"

#include "inspect/server/squill-server.h"
#include "inspect/source/squill-archive-collections.h"
#include "inspect/source/squill-source-folder.h"
#include "inspect/squill-inspect-private.h"
#include "inspect/structure/squill-structure.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* In bytes: collections of servers and archives are read a second time only up to this size. */
#define MAX_REREAD_BYTES ((guint64)256 * 1024 * 1024)

/* For reading some collections a second time. */
typedef struct
{
  GHashTable *origins;       /* collection -> place */
  GPtrArray *muted_problems; /* of SquillProblemList: already reported */
} Rereading;

/* The arguments of an asynchronous run, and the progress that its caller has not been given yet. */
typedef struct
{
  char **sources;
  SquillInspectOptions options;
  SquillProblemList *problems; /* of a list */
  SquillInspectProgressFunc on_progress;
  gpointer progress_data;
  GDestroyNotify progress_destroy;

  GMutex mutex;
  gboolean pending;
  SquillInspectProgress progress;
  char *collection;
  char *waiting_for;
} Request;

/* The folder that all sources are in; NULL where there is none, or where one is no file. */
static GFile *
find_common_folder (const char *const *sources)
{
  g_autoptr (GFile) common = NULL;

  for (guint i = 0; sources[i] != NULL; i++)
    {
      g_autoptr (GFile) file = NULL;
      g_autoptr (GFile) folder = NULL;

      if (g_str_equal (sources[i], "-") || squill_server_is_address (sources[i]))
        return NULL;
      file = g_file_new_for_commandline_arg (sources[i]);
      folder = g_file_get_parent (file);
      if (common == NULL)
        common = g_steal_pointer (&folder);
      while (common != NULL && !g_file_has_prefix (file, common))
        {
          GFile *around = g_file_get_parent (common);

          g_object_unref (common);
          common = around;
        }
    }
  /* All files are in the root. */
  return common != NULL && g_file_has_parent (common, NULL) ? g_steal_pointer (&common) : NULL;
}

/* A name for the sources together: their database, or else the one file, folder, or server, or the
 * folder that they are in. */
static char *
name_of_sources (const char *const *sources, GPtrArray *places)
{
  const SquillSourceCollection *first = places->len > 0 ? g_ptr_array_index (places, 0) : NULL;
  g_autoptr (GFile) file = NULL;

  if (first == NULL)
    return g_strdup (_ ("Untitled"));
  if (places->len == 1 && first->database == NULL)
    return g_strdup (first->collection);
  for (guint i = 1; i < places->len; i++)
    {
      const SquillSourceCollection *other = g_ptr_array_index (places, i);

      if (g_strcmp0 (first->database, other->database) != 0)
        first = NULL;
      if (first == NULL)
        break;
    }
  if (first != NULL && first->database != NULL)
    return g_utf8_make_valid (first->database, -1);
  if (squill_server_is_address (sources[0]))
    return squill_server_address_get_hosts (sources[0]);
  if (sources[1] != NULL)
    file = find_common_folder (sources);
  if (file == NULL)
    file = g_file_new_for_commandline_arg (sources[0]);
  return g_file_get_basename (file);
}

/* Tells what is waited for while no documents come. */
void
_squill_inspect_tell_wait (const char *what,
                           SquillInspectProgressFunc on_progress,
                           gpointer progress_data)
{
  const SquillInspectProgress progress = {
    .waiting_for = what,
    .documents_total = G_MAXUINT64,
    .bytes_total = G_MAXUINT64,
  };

  if (on_progress != NULL)
    on_progress (&progress, progress_data);
}

/* All collections of the sources, chosen or not; those of servers come after those of files. */
static GPtrArray *
find_places (const char *const *sources,
             const SquillInspectOptions *options,
             SquillProfile *record,
             SquillProblemList *problems,
             SquillInspectProgressFunc on_progress,
             gpointer progress_data,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GPtrArray) places = NULL;

  for (guint i = 0; sources[i] != NULL; i++)
    if (!squill_server_is_address (sources[i]))
      g_ptr_array_add (files, (gpointer)sources[i]);
  g_ptr_array_add (files, NULL);
  places =
      squill_source_folder_find ((const char *const *)files->pdata, problems, cancellable, error);
  for (guint i = 0; sources[i] != NULL && places != NULL; i++)
    if (squill_server_is_address (sources[i]))
      {
        g_autoptr (SquillServerMonitor) monitor = squill_server_monitor_new ();
        g_autoptr (GPtrArray) of_server = NULL;
        g_autofree char *hosts = squill_server_address_get_hosts (sources[i]);
        /* Translators: the address of a server. */
        g_autofree char *what = g_strdup_printf (_ ("%s lists its collections"), hosts);

        _squill_inspect_tell_wait (what, on_progress, progress_data);
        squill_profile_add_record (record, monitor);
        of_server =
            squill_server_list_places (sources[i], options, monitor, problems, cancellable, error);
        if (of_server == NULL)
          return NULL;
        g_ptr_array_extend_and_steal (places, g_steal_pointer (&of_server));
      }
  return g_steal_pointer (&places);
}

/* Removes the collections that were not chosen. */
static void
choose_places (GPtrArray *places, const SquillInspectOptions *options, SquillProblemList *problems)
{
  for (guint i = 0; options->collections != NULL && options->collections[i] != NULL; i++)
    {
      const char *const wanted[] = { options->collections[i], NULL };
      gboolean found = FALSE;

      for (guint j = 0; j < places->len && !found; j++)
        found = squill_source_collection_is_wanted (g_ptr_array_index (places, j), wanted);
      if (!found)
        squill_problem_list_add_for_file (problems, wanted[0],
                                          _ ("There is no collection of this name"));
    }
  for (guint i = places->len; i > 0; i--)
    if (!squill_source_collection_is_wanted (g_ptr_array_index (places, i - 1),
                                             options->collections))
      g_ptr_array_remove_index (places, i - 1);
}

/* A file of its own, or a small collection of a server or an archive. */
static gboolean
is_cheap_to_reread (const SquillSourceCollection *place)
{
  const SquillArchiveFile *archive = squill_archive_place_get_file (place);

  if (!place->rereadable)
    return FALSE;
  if (archive != NULL)
    return squill_archive_file_get_bytes (archive) <= MAX_REREAD_BYTES;
  return !place->selects || place->bytes <= MAX_REREAD_BYTES;
}

/* Opens a collection a second time. Its problems have been reported before. */
static SquillSource *
reopen_cb (const SquillCollectionProfile *collection,
           gpointer user_data,
           GCancellable *cancellable,
           GError **error)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;
  Rereading *self = user_data;
  SquillSourceCollection *place = g_hash_table_lookup (self->origins, collection);
  SquillProblemList *problems;

  if (place == NULL || !is_cheap_to_reread (place))
    return NULL;
  problems = squill_problem_list_new ();
  g_ptr_array_add (self->muted_problems, problems);
  squill_problem_list_begin_file (problems, place->label);
  return squill_source_collection_open (place, &options, problems, cancellable, error);
}

/* When everything shall be over. */
static void
set_deadline (SquillInspectOptions *options)
{
  options->deadline =
      options->max_seconds > 0
          ? g_get_monotonic_time () + (gint64)(options->max_seconds * (double)G_USEC_PER_SEC)
          : 0;
}

static SquillListedCollection *
list_place (const SquillSourceCollection *place)
{
  SquillListedCollection *self = g_new (SquillListedCollection, 1);

  self->database = g_strdup (place->database);
  self->name = g_strdup (place->collection);
  self->path = NULL;
  self->kind = g_strdup (place->kind);
  self->system = place->system;
  self->documents = place->documents;
  self->bytes = place->bytes;
  return self;
}

static void
listed_collection_free (gpointer data)
{
  SquillListedCollection *self = data;

  g_free (self->database);
  g_free (self->name);
  g_free (self->path);
  g_free (self->kind);
  g_free (self);
}

/* How many of the places have each text that @get gives. */
static GHashTable *
count_places (GPtrArray *places, char *(*get) (const SquillSourceCollection *place))
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < places->len; i++)
    {
      char *text = get (places->pdata[i]);
      guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, text));

      g_hash_table_insert (counts, text, GUINT_TO_POINTER (count + 1));
    }
  return counts;
}

static char *
get_full_name (const SquillSourceCollection *place)
{
  return g_strconcat (place->database != NULL ? place->database : "", "/", place->collection, NULL);
}

static char *
get_path (const SquillSourceCollection *place)
{
  return g_strdup (place->name);
}

/* Collections of the same name, such as of a dump and of an export beside it, are told apart by
 * their files: by the shorter path, below the folder that was named, where that is enough. */
static void
tell_apart (GPtrArray *list, GPtrArray *places)
{
  g_autoptr (GHashTable) names = count_places (places, get_full_name);
  g_autoptr (GHashTable) paths = count_places (places, get_path);

  for (guint i = 0; i < list->len; i++)
    {
      SquillListedCollection *listed = list->pdata[i];
      const SquillSourceCollection *place = places->pdata[i];
      g_autofree char *name = get_full_name (place);

      if (GPOINTER_TO_UINT (g_hash_table_lookup (names, name)) > 1)
        listed->path = g_strdup (GPOINTER_TO_UINT (g_hash_table_lookup (paths, place->name)) > 1
                                     ? place->label
                                     : place->name);
    }
}

/* For a thread, which may outlive the caller. */
static void
copy_options (SquillInspectOptions *to, const SquillInspectOptions *from)
{
  *to = from != NULL ? *from : (SquillInspectOptions)SQUILL_INSPECT_OPTIONS_INIT;
  to->collections = (const char *const *)g_strdupv ((char **)to->collections);
  to->filter = g_strdup (to->filter);
  to->password = g_strdup (to->password);
}

static void
clear_options (SquillInspectOptions *options)
{
  g_strfreev ((char **)options->collections);
  g_free ((char *)options->filter);
  if (options->password != NULL)
    explicit_bzero ((char *)options->password, strlen (options->password));
  g_free ((char *)options->password);
}

static void
request_free (gpointer data)
{
  Request *self = data;

  g_strfreev (self->sources);
  clear_options (&self->options);
  squill_problem_list_free (self->problems);
  g_mutex_clear (&self->mutex);
  g_free (self->collection);
  g_free (self->waiting_for);
  g_free (self);
}

static gboolean
deliver_progress_cb (gpointer user_data)
{
  GTask *task = user_data;
  Request *request = g_task_get_task_data (task);
  SquillInspectProgress progress;
  g_autofree char *collection = NULL;
  g_autofree char *waiting_for = NULL;

  g_mutex_lock (&request->mutex);
  progress = request->progress;
  collection = g_steal_pointer (&request->collection);
  waiting_for = g_steal_pointer (&request->waiting_for);
  request->pending = FALSE;
  g_mutex_unlock (&request->mutex);

  progress.collection = collection;
  progress.waiting_for = waiting_for;
  if (!g_task_get_completed (task))
    request->on_progress (&progress, request->progress_data);
  return G_SOURCE_REMOVE;
}

/* In the thread: leaves the progress for the main context of the caller. */
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
  g_free (request->waiting_for);
  request->waiting_for = g_strdup (progress->waiting_for);
  was_pending = request->pending;
  request->pending = TRUE;
  g_mutex_unlock (&request->mutex);

  if (!was_pending)
    {
      /* g_main_context_invoke() would call back in this thread while nobody runs the context. */
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

static void
list_in_thread (GTask *task, gpointer source_object, gpointer task_data, GCancellable *cancellable)
{
  Request *request = task_data;
  GError *error = NULL;
  GPtrArray *list =
      squill_inspect_list_sync ((const char *const *)request->sources, &request->options,
                                request->problems, cancellable, &error);

  if (list != NULL)
    g_task_return_pointer (task, list, (GDestroyNotify)g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

/* In the main context of the caller, where its data is freed as well: the thread may keep its task
 * a little longer. */
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
 * squill_inspect_list_sync:
 * @sources: (array zero-terminated=1): as for squill_inspect_sync()
 * @options: (nullable): how to reach the sources; all collections are listed, chosen or not
 * @problems: takes what cannot be read
 * @cancellable: (nullable): stops it
 * @error: return location
 *
 * Lists the collections that can be read. A source that can be read only once, such as a pipe, is
 * opened for that, and its beginning is lost.
 *
 * Returns: (transfer full) (element-type SquillListedCollection) (nullable): the collections;
 * errors are those of squill_inspect_sync()
 */
GPtrArray *
squill_inspect_list_sync (const char *const *sources,
                          const SquillInspectOptions *options,
                          SquillProblemList *problems,
                          GCancellable *cancellable,
                          GError **error)
{
  SquillInspectOptions timed = SQUILL_INSPECT_OPTIONS_INIT;
  g_autoptr (SquillProfile) record = NULL;
  g_autoptr (GPtrArray) places = NULL;
  GPtrArray *list;

  g_return_val_if_fail (sources != NULL, NULL);
  g_return_val_if_fail (problems != NULL, NULL);

  if (options != NULL)
    timed = *options;
  set_deadline (&timed);
  record = squill_profile_new ("", FALSE);
  places = find_places (sources, &timed, record, problems, NULL, NULL, cancellable, error);
  if (places == NULL)
    return NULL;
  list = g_ptr_array_new_with_free_func (listed_collection_free);
  for (guint i = 0; i < places->len; i++)
    g_ptr_array_add (list, list_place (g_ptr_array_index (places, i)));
  tell_apart (list, places);
  return list;
}

/**
 * squill_inspect_list_async:
 * @sources: (array zero-terminated=1): as for squill_inspect_sync()
 * @options: (nullable): as for squill_inspect_list_sync()
 * @cancellable: (nullable): stops it
 * @callback: is called when it is done
 * @user_data: for @callback
 *
 * Does what squill_inspect_list_sync() does in a thread of its own.
 */
void
squill_inspect_list_async (const char *const *sources,
                           const SquillInspectOptions *options,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Request *request;

  g_return_if_fail (sources != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_inspect_list_async);
  request = g_new0 (Request, 1);
  request->sources = g_strdupv ((char **)sources);
  request->problems = squill_problem_list_new ();
  copy_options (&request->options, options);
  g_mutex_init (&request->mutex);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, list_in_thread);
}

/**
 * squill_inspect_list_finish:
 * @result: what the callback was given
 * @problems: (out) (optional) (transfer full): what is wrong; %NULL where there is no list
 * @error: return location
 *
 * Returns: (transfer full) (element-type SquillListedCollection) (nullable): the collections;
 * errors are those of squill_inspect_list_sync()
 */
GPtrArray *
squill_inspect_list_finish (GAsyncResult *result, SquillProblemList **problems, GError **error)
{
  Request *request;
  GPtrArray *list;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  request = g_task_get_task_data (G_TASK (result));
  list = g_task_propagate_pointer (G_TASK (result), error);
  if (problems != NULL)
    *problems = list != NULL ? g_steal_pointer (&request->problems) : NULL;
  return list;
}

/**
 * squill_inspect_sync:
 * @sources: (array zero-terminated=1): addresses of servers; paths or file URIs of mongodump
 * folders, of BSON or JSON files, or of folders of them, packed with gzip or not; "-" is standard
 * input. Together they are treated as one database
 * @options: (nullable): what to read; %NULL for all
 * @on_progress: (nullable) (scope call): called with the progress, in the calling thread
 * @progress_data: for @on_progress
 * @cancellable: (nullable): stops the reading within some hundredths of a second
 * @error: return location
 *
 * Reads the sources and profiles them. What cannot be read completely is among the problems of the
 * profile, and the rest is read. When cancelled while documents were being read, the result is what
 * was read until then; see squill_profile_is_cut_short().
 *
 * Returns: (transfer full) (nullable): the profile; %NULL when cancelled before a document was read
 * (%G_IO_ERROR_CANCELLED), or when a source is of a kind that is not read
 * (%SQUILL_INSPECT_ERROR_UNSUPPORTED); where nothing at all could be read of a server, the reason
 * (%SQUILL_SERVER_ERROR)
 */
SquillProfile *
squill_inspect_sync (const char *const *sources,
                     const SquillInspectOptions *options,
                     SquillInspectProgressFunc on_progress,
                     gpointer progress_data,
                     GCancellable *cancellable,
                     GError **error)
{
  SquillInspectOptions timed = SQUILL_INSPECT_OPTIONS_INIT;
  SquillReferenceOptions references = { .reopen = reopen_cb };
  g_autoptr (GHashTable) origins = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) muted_problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_problem_list_free);
  Rereading rereading = { origins, muted_problems };
  g_autoptr (SquillProfile) profile = NULL;
  g_autoptr (GPtrArray) places = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (sources != NULL, NULL);

  if (options != NULL)
    timed = *options;
  set_deadline (&timed);
  options = &timed;
  profile = squill_profile_new ("", options->keep_values);
  places = find_places (sources, options, profile, squill_profile_get_problem_list (profile),
                        on_progress, progress_data, cancellable, error);
  if (places == NULL)
    return NULL;
  choose_places (places, options, squill_profile_get_problem_list (profile));
  if (options->collections != NULL)
    squill_profile_set_is_selection (profile);
  name = name_of_sources (sources, places);
  squill_profile_set_name (profile, name);

  references.deadline = options->deadline;
  if (!_squill_inspect_run (profile, places, options, on_progress, progress_data, origins,
                            cancellable, error))
    return NULL;
  references.reopen_data = &rereading;
  references.keep_values = options->keep_values;
  squill_gridfs_find (squill_profile_get_collections (profile));
  squill_profile_find_references (profile, &references, cancellable);
  if (options->count_on_server)
    _squill_server_count_profile (profile, origins, options, on_progress, progress_data,
                                  cancellable);
  return g_steal_pointer (&profile);
}

/**
 * squill_inspect_async:
 * @sources: (array zero-terminated=1): as for squill_inspect_sync()
 * @options: (nullable): what to read; %NULL for all
 * @on_progress: (nullable) (scope notified): called with the progress, in the main context of the
 * caller and not after @callback
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
  /* What was read before it was cancelled is still a result. */
  g_task_set_check_cancellable (task, FALSE);
  in_thread = g_task_new (NULL, cancellable, on_thread_done, task);
  g_task_set_check_cancellable (in_thread, FALSE);
  request = g_new0 (Request, 1);
  request->sources = g_strdupv ((char **)sources);
  copy_options (&request->options, options);
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
