/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-inspection.h"

#include <glib/gi18n.h>
#include <string.h>

#include "inspect/server/squill-server.h"
#include "session/squill-collection-choice.h"
#include "session/squill-task.h"

#define RECENT_KEY "recent-connections"
#define MAX_RECENT 10
/* Lines of what could not be listed. */
#define MAX_UNLISTED 3

struct _SquillInspection
{
  GObject parent_instance;

  char **sources;
  SquillInspectOptions options; /* collections, filter and password are owned */
  GListStore *choices;          /* SquillCollectionChoice */
  char *unlisted;
  GCancellable *cancellable; /* of what is running */
  SquillProfile *profile;
  SquillReview *review;
  SquillDecisions *decisions; /* what was decided earlier */
};

enum
{
  PROGRESS,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SquillInspection, squill_inspection, G_TYPE_OBJECT)

static void
wipe_password (SquillInspection *self)
{
  char *password = (char *)self->options.password;

  if (password != NULL)
    explicit_bzero (password, strlen (password));
  g_free (password);
  self->options.password = NULL;
}

static void
squill_inspection_dispose (GObject *object)
{
  SquillInspection *self = SQUILL_INSPECTION (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->choices);
  g_clear_object (&self->profile);
  g_clear_object (&self->review);

  G_OBJECT_CLASS (squill_inspection_parent_class)->dispose (object);
}

static void
squill_inspection_finalize (GObject *object)
{
  SquillInspection *self = SQUILL_INSPECTION (object);

  wipe_password (self);
  g_strfreev (self->sources);
  g_free (self->unlisted);
  g_strfreev ((char **)self->options.collections);
  g_free ((char *)self->options.filter);
  g_clear_pointer (&self->decisions, squill_decisions_free);

  G_OBJECT_CLASS (squill_inspection_parent_class)->finalize (object);
}

static void
squill_inspection_class_init (SquillInspectionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = squill_inspection_dispose;
  object_class->finalize = squill_inspection_finalize;

  signals[PROGRESS] = g_signal_new ("progress", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
squill_inspection_init (SquillInspection *self)
{
  const SquillInspectOptions options = SQUILL_INSPECT_OPTIONS_INIT;

  self->sources = g_new0 (char *, 1);
  self->options = options;
  self->choices = g_list_store_new (SQUILL_TYPE_COLLECTION_CHOICE);
}

/**
 * squill_inspection_new:
 *
 * Returns: (transfer full): an inspection of nothing yet
 */
SquillInspection *
squill_inspection_new (void)
{
  return g_object_new (SQUILL_TYPE_INSPECTION, NULL);
}

/**
 * squill_inspection_get_sources:
 * @self: an inspection
 *
 * Returns: (transfer none) (array zero-terminated=1): addresses without passwords, and paths
 */
const char *const *
squill_inspection_get_sources (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return (const char *const *)self->sources;
}

static void
forget_results (SquillInspection *self)
{
  squill_inspection_stop (self);
  g_clear_object (&self->profile);
  g_clear_object (&self->review);
}

/**
 * squill_inspection_set_sources:
 * @self: an inspection
 * @sources: (array zero-terminated=1): addresses without passwords, and paths
 *
 * Says where the database is. What was listed and read of another one is forgotten.
 */
void
squill_inspection_set_sources (SquillInspection *self, const char *const *sources)
{
  g_return_if_fail (SQUILL_IS_INSPECTION (self));
  g_return_if_fail (sources != NULL);

  if (g_strv_equal (sources, (const char *const *)self->sources))
    return;
  forget_results (self);
  g_list_store_remove_all (self->choices);
  g_clear_pointer ((char ***)&self->options.collections, g_strfreev);
  g_strfreev (self->sources);
  self->sources = g_strdupv ((char **)sources);
}

/**
 * squill_inspection_is_of_server:
 * @self: an inspection
 *
 * Returns: whether one of the sources is the address of a server
 */
gboolean
squill_inspection_is_of_server (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), FALSE);

  for (guint i = 0; self->sources[i] != NULL; i++)
    if (squill_server_is_address (self->sources[i]))
      return TRUE;
  return FALSE;
}

/**
 * squill_inspection_set_password:
 * @self: an inspection
 * @password: (nullable): for the server
 *
 * Keeps a password as long as the inspection lives, and nowhere else.
 */
void
squill_inspection_set_password (SquillInspection *self, const char *password)
{
  char *kept;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  kept = password != NULL && *password != '\0' ? g_strdup (password) : NULL;
  wipe_password (self);
  self->options.password = kept;
}

/**
 * squill_inspection_get_options:
 * @self: an inspection
 *
 * Returns: (transfer none): how the documents are read
 */
const SquillInspectOptions *
squill_inspection_get_options (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return &self->options;
}

/**
 * squill_inspection_set_options:
 * @self: an inspection
 * @options: how the documents are to be read; its collections and its password do not count
 *
 * Says how to read.
 */
void
squill_inspection_set_options (SquillInspection *self, const SquillInspectOptions *options)
{
  const char *const *collections;
  const char *password;
  char *filter;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));
  g_return_if_fail (options != NULL);

  collections = self->options.collections;
  password = self->options.password;
  filter = g_strdup (options->filter);
  g_free ((char *)self->options.filter);
  self->options = *options;
  self->options.collections = collections;
  self->options.password = password;
  self->options.filter = filter;
}

/* Preselects collections before they have been listed. */
static void
set_collections (SquillInspection *self, const char *const *collections)
{
  const char *const *kept;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  kept = (const char *const *)g_strdupv ((char **)collections);
  g_strfreev ((char **)self->options.collections);
  self->options.collections = kept;
}

static void
set_decisions (SquillInspection *self, SquillDecisions *decisions)
{
  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  g_clear_pointer (&self->decisions, squill_decisions_free);
  self->decisions = decisions;
}

static GCancellable *
begin (SquillInspection *self)
{
  squill_inspection_stop (self);
  self->cancellable = g_cancellable_new ();
  return self->cancellable;
}

/* Names of files can have any bytes in them. */
static char *
describe_problem (const SquillProblem *problem)
{
  g_autofree char *file = g_utf8_make_valid (problem->file, -1);

  return g_strdup_printf ("%s: %s", file, problem->reason);
}

/* NULL where there are none. */
static char *
describe_problems (SquillProblemList *problems)
{
  const guint n = squill_problem_list_get_length (problems);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, MAX_UNLISTED); i++)
    {
      g_autofree char *line = describe_problem (squill_problem_list_get (problems, i));

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  if (n > MAX_UNLISTED)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              g_dngettext (NULL, "and %u more", "and %u more", n - MAX_UNLISTED),
                              n - MAX_UNLISTED);
    }
  return n > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  SquillInspection *self = g_task_get_source_object (task);
  g_autoptr (SquillProblemList) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) listed = squill_inspect_list_finish (result, &problems, &error);

  if (listed == NULL || g_task_return_error_if_cancelled (task))
    {
      if (listed == NULL)
        g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  g_list_store_remove_all (self->choices);
  g_free (self->unlisted);
  self->unlisted = describe_problems (problems);
  for (guint i = 0; i < listed->len; i++)
    {
      g_autoptr (SquillCollectionChoice) choice = squill_collection_choice_new (listed->pdata[i]);

      if (self->options.collections != NULL)
        squill_collection_choice_set_chosen (
            choice, squill_collection_choice_is_among (choice, self->options.collections));
      g_list_store_append (self->choices, choice);
    }
  if (listed->len == 0 && squill_problem_list_get_length (problems) > 0)
    {
      g_autofree char *text = describe_problem (squill_problem_list_get (problems, 0));

      g_task_return_new_error (task, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY, "%s", text);
      return;
    }
  g_task_return_boolean (task, TRUE);
}

/**
 * squill_inspection_list_async:
 * @self: an inspection
 * @callback: is called when it is known
 * @user_data: for @callback
 *
 * Finds out what could be read.
 */
void
squill_inspection_list_async (SquillInspection *self,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task;
  GCancellable *cancellable;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  cancellable = begin (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_inspection_list_async);
  squill_inspect_list_async ((const char *const *)self->sources, &self->options, cancellable,
                             on_listed, task);
}

/**
 * squill_inspection_list_finish:
 * @self: an inspection
 * @result: what the callback was given
 * @error: as squill_inspect_list_finish()
 *
 * Returns: whether squill_inspection_get_choices() has what could be read
 */
gboolean
squill_inspection_list_finish (SquillInspection *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * squill_inspection_get_unlisted:
 * @self: an inspection
 *
 * Returns: (transfer none) (nullable): what could not be listed and why, a line each; %NULL where
 *   everything is among the choices
 */
const char *
squill_inspection_get_unlisted (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return self->unlisted;
}

/**
 * squill_inspection_get_choices:
 * @self: an inspection
 *
 * Returns: (transfer none): the #SquillCollectionChoice there are
 */
GListModel *
squill_inspection_get_choices (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return G_LIST_MODEL (self->choices);
}

static void
on_progress (const SquillInspectProgress *progress, gpointer user_data)
{
  g_signal_emit (user_data, signals[PROGRESS], 0, progress);
}

static void
review_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  g_task_return_pointer (task, squill_review_new (task_data), g_object_unref);
}

static void
on_reviewed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  SquillInspection *self = g_task_get_source_object (task);
  g_autoptr (SquillReview) review = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Another run was begun, or the place was changed. */
  if (g_task_get_cancellable (task) != self->cancellable)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return;
    }
  g_set_object (&self->profile, g_task_get_task_data (G_TASK (result)));
  /* What was decided when it was read the last time holds. */
  if (self->review != NULL)
    {
      g_clear_pointer (&self->decisions, squill_decisions_free);
      self->decisions = squill_review_get_decisions (self->review);
    }
  g_set_object (&self->review, review);
  if (self->decisions != NULL)
    squill_review_take_decisions (review, self->decisions);
  g_task_return_boolean (task, TRUE);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  SquillInspection *self = g_task_get_source_object (task);
  g_autoptr (GTask) reviewing = NULL;
  g_autoptr (GError) error = NULL;
  SquillProfile *profile = squill_inspect_finish (result, &error);

  if (profile == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  reviewing = g_task_new (self, NULL, on_reviewed, g_steal_pointer (&task));
  g_task_set_task_data (reviewing, profile, g_object_unref);
  squill_task_run_in_thread (reviewing, review_in_thread);
}

/* Those that are chosen, where anything was listed; NULL where all are. */
static void
choose (SquillInspection *self)
{
  GListModel *choices = G_LIST_MODEL (self->choices);
  g_autoptr (GStrvBuilder) keys = NULL;
  gboolean all = TRUE;

  if (g_list_model_get_n_items (choices) == 0)
    return;
  keys = g_strv_builder_new ();
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (SquillCollectionChoice) choice = g_list_model_get_item (choices, i);
      g_autofree char *key = squill_collection_choice_get_key (choice);

      if (squill_collection_choice_get_chosen (choice))
        g_strv_builder_add (keys, key);
      else
        all = FALSE;
    }
  g_clear_pointer ((char ***)&self->options.collections, g_strfreev);
  if (!all)
    self->options.collections = (const char *const *)g_strv_builder_end (keys);
}

/**
 * squill_inspection_read_async:
 * @self: an inspection
 * @callback: is called when everything is read, or as much as there was time for
 * @user_data: for @callback
 *
 * Reads the collections that are chosen.
 */
void
squill_inspection_read_async (SquillInspection *self,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task;
  GCancellable *cancellable;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  cancellable = begin (self);
  choose (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_inspection_read_async);
  /* What was read till it was stopped is a result. */
  g_task_set_check_cancellable (task, FALSE);
  squill_inspect_async ((const char *const *)self->sources, &self->options, on_progress,
                        g_object_ref (self), g_object_unref, cancellable, on_read, task);
}

/**
 * squill_inspection_read_finish:
 * @self: an inspection
 * @result: what the callback was given
 * @error: as squill_inspect_finish()
 *
 * Returns: whether there is a profile and a review now, perhaps of less than was asked for
 */
gboolean
squill_inspection_read_finish (SquillInspection *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * squill_inspection_halt:
 * @self: an inspection
 *
 * Ends the reading; what was read so far is the result.
 */
void
squill_inspection_halt (SquillInspection *self)
{
  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/**
 * squill_inspection_stop:
 * @self: an inspection
 *
 * Stops whatever is running; nobody wants its result.
 */
void
squill_inspection_stop (SquillInspection *self)
{
  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/**
 * squill_inspection_get_profile:
 * @self: an inspection
 *
 * Returns: (transfer none) (nullable): what was read
 */
SquillProfile *
squill_inspection_get_profile (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return self->profile;
}

/**
 * squill_inspection_get_review:
 * @self: an inspection
 *
 * Returns: (transfer none) (nullable): what was read, to decide on
 */
SquillReview *
squill_inspection_get_review (SquillInspection *self)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), NULL);

  return self->review;
}

/* As a model. */

/* What the thread that makes a model works with. */
typedef struct
{
  SquillProfile *profile;
  SquillDecisions *decisions;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  g_clear_object (&making->profile);
  g_clear_pointer (&making->decisions, squill_decisions_free);
  g_free (making);
}

static void
make_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Making *making = task_data;
  const SquillProfileModelOptions options = { .references = TRUE, .decisions = making->decisions };
  GError *error = NULL;
  SquillModel *model = squill_profile_to_model (making->profile, &options, &error);

  if (model != NULL)
    g_task_return_pointer (task, model, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * squill_inspection_make_model_async:
 * @self: an inspection that was read
 * @callback: is called when there is a model
 * @user_data: for @callback
 *
 * Makes a model of what was read, as it was decided.
 */
void
squill_inspection_make_model_async (SquillInspection *self,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Making *making;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));
  g_return_if_fail (squill_inspection_get_profile (self) != NULL);

  making = g_new0 (Making, 1);
  making->profile = g_object_ref (squill_inspection_get_profile (self));
  making->decisions = squill_review_get_decisions (squill_inspection_get_review (self));
  task = g_task_new (self, NULL, callback, user_data);
  g_task_set_source_tag (task, squill_inspection_make_model_async);
  g_task_set_task_data (task, making, making_free);
  squill_task_run_in_thread (task, make_in_thread);
}

/**
 * squill_inspection_make_model_finish:
 * @self: an inspection
 * @result: what the callback was given
 * @error: as squill_profile_to_model()
 *
 * Returns: (transfer full) (nullable): the model, which knows where it comes from
 */
SquillModel *
squill_inspection_make_model_finish (SquillInspection *self, GAsyncResult *result, GError **error)
{
  g_autoptr (SquillModel) model = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  model = g_task_propagate_pointer (G_TASK (result), error);
  if (model == NULL || !squill_inspection_remember_reading (self, model, error))
    return NULL;
  return g_steal_pointer (&model);
}

/* How a model was read is kept in its evidence, to read it that way again. */

/**
 * squill_inspection_new_for_model:
 * @model: a model
 *
 * Returns: (transfer full): an inspection of where the model was read from, in the same way; of
 *   nothing where it was drawn
 */
SquillInspection *
squill_inspection_new_for_model (SquillModel *model)
{
  SquillInspection *self = squill_inspection_new ();
  SquillInspectOptions options;
  const json_t *decisions;
  g_auto (GStrv) sources = NULL;
  g_auto (GStrv) collections = NULL;

  g_return_val_if_fail (SQUILL_IS_MODEL (model), self);

  sources = squill_reading_recall (model, &options, &collections);
  squill_inspection_set_sources (self, (const char *const *)sources);
  squill_inspection_set_options (self, &options);
  if (collections[0] != NULL)
    set_collections (self, (const char *const *)collections);
  decisions = json_object_get (squill_model_get_info (model)->evidence, "decisions");
  if (decisions != NULL)
    set_decisions (self, squill_decisions_new_from_json (decisions));
  return self;
}

/**
 * squill_inspection_remember_reading:
 * @self: an inspection
 * @model: the model that came of it
 * @error: return location
 *
 * Notes in the evidence of a model where it was read from and how, so that it can be read so again.
 * There is no password in it.
 *
 * Returns: whether it is noted
 */
gboolean
squill_inspection_remember_reading (SquillInspection *self, SquillModel *model, GError **error)
{
  g_return_val_if_fail (SQUILL_IS_INSPECTION (self), FALSE);

  return squill_reading_remember (model, squill_inspection_get_sources (self),
                                  squill_inspection_get_options (self), error);
}

/* What was read recently. */

/* A source as it may be kept. What looks like an address and is none is not. */
static char *
clean (const char *source)
{
  g_autoptr (SquillServerAddress) address = NULL;

  if (!squill_server_is_address (source))
    return g_strdup (source);
  address = squill_server_address_new_typed (source, NULL);
  if (address == NULL)
    return NULL;
  squill_server_address_forget_secrets (address);
  return squill_server_address_to_short_string (address);
}

static void
rewrite (GSettings *settings, const char *first, const char *without)
{
  g_auto (GStrv) old = g_settings_get_strv (settings, RECENT_KEY);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (first != NULL)
    g_ptr_array_add (list, (gpointer)first);
  for (guint i = 0; old[i] != NULL && list->len < MAX_RECENT; i++)
    if (g_strcmp0 (old[i], without) != 0)
      g_ptr_array_add (list, old[i]);
  g_ptr_array_add (list, NULL);
  g_settings_set_strv (settings, RECENT_KEY, (const char *const *)list->pdata);
}

/**
 * squill_recent_connections_add:
 * @settings: the program's settings
 * @source: an address, perhaps with a password, which is left out; or a path
 *
 * Makes it the first of the list.
 */
void
squill_recent_connections_add (GSettings *settings, const char *source)
{
  g_autofree char *kept = NULL;

  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (source != NULL);

  kept = clean (source);
  if (kept != NULL)
    rewrite (settings, kept, kept);
}

/**
 * squill_recent_connections_remove:
 * @settings: the program's settings
 * @source: one of the list
 *
 * Forgets it.
 */
void
squill_recent_connections_remove (GSettings *settings, const char *source)
{
  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (source != NULL);

  rewrite (settings, NULL, source);
}
