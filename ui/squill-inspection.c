/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-inspection.h"

#include <string.h>

#include "squill-collection-choice.h"

struct _SquillInspection
{
  GObject parent_instance;

  char **sources;
  SquillInspectOptions options; /* collections, filter and password are owned */
  GListStore *choices;          /* SquillCollectionChoice */
  GCancellable *cancellable;    /* of what is running */
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
    if (g_str_has_prefix (self->sources[i], "mongodb://") ||
        g_str_has_prefix (self->sources[i], "mongodb+srv://"))
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

/**
 * squill_inspection_set_collections:
 * @self: an inspection
 * @collections: (nullable) (array zero-terminated=1): those that are to be read; %NULL for all
 *
 * Says what to read, before it is known what there is. When that is known, these are chosen.
 */
void
squill_inspection_set_collections (SquillInspection *self, const char *const *collections)
{
  const char *const *kept;

  g_return_if_fail (SQUILL_IS_INSPECTION (self));

  kept = (const char *const *)g_strdupv ((char **)collections);
  g_strfreev ((char **)self->options.collections);
  self->options.collections = kept;
}

/**
 * squill_inspection_set_decisions:
 * @self: an inspection
 * @decisions: (transfer full) (nullable): what was decided earlier on what is there
 *
 * Has the review start with them.
 */
void
squill_inspection_set_decisions (SquillInspection *self, SquillDecisions *decisions)
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
  for (guint i = 0; i < listed->len; i++)
    {
      g_autoptr (SquillCollectionChoice) choice = squill_collection_choice_new (listed->pdata[i]);
      g_autofree char *name = squill_collection_choice_get_full_name (choice);

      if (self->options.collections != NULL)
        squill_collection_choice_set_chosen (choice,
                                             g_strv_contains (self->options.collections, name));
      g_list_store_append (self->choices, choice);
    }
  if (listed->len == 0 && squill_problem_list_get_length (problems) > 0)
    {
      const SquillProblem *problem = squill_problem_list_get (problems, 0);

      g_task_return_new_error (task, SQUILL_INSPECT_ERROR, SQUILL_INSPECT_ERROR_EMPTY, "%s: %s",
                               problem->file, problem->reason);
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
  g_task_run_in_thread (reviewing, review_in_thread);
}

/* Those that are chosen, where anything was listed; NULL where all are. */
static void
choose (SquillInspection *self)
{
  GListModel *choices = G_LIST_MODEL (self->choices);
  g_autoptr (GStrvBuilder) names = NULL;
  gboolean all = TRUE;

  if (g_list_model_get_n_items (choices) == 0)
    return;
  names = g_strv_builder_new ();
  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (SquillCollectionChoice) choice = g_list_model_get_item (choices, i);
      g_autofree char *name = squill_collection_choice_get_full_name (choice);

      if (squill_collection_choice_get_chosen (choice))
        g_strv_builder_add (names, name);
      else
        all = FALSE;
    }
  g_clear_pointer ((char ***)&self->options.collections, g_strfreev);
  if (!all)
    self->options.collections = (const char *const *)g_strv_builder_end (names);
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
