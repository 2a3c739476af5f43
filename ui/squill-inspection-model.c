/* SPDX-License-Identifier: Apache-2.0 */

/* What was read, as a model. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "squill-inspection.h"

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
  g_task_run_in_thread (task, make_in_thread);
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
