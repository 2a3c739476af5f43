/* SPDX-License-Identifier: Apache-2.0 */

/* The patterns that fit an item, and what they would do: computed on copies of the model, in a
 * thread. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-transform-preview.h"

#include <glib/gi18n.h>

#include "advice/squill-comparison.h"
#include "exchange/migrate/squill-migration-script.h"
#include "session/squill-task.h"
#include "session/squill-terms.h"

static void
add_transforms (SquillAdvice *advice, const char *subject, gboolean fitting, GPtrArray *found)
{
  g_autoptr (GPtrArray) all = squill_advice_list_transforms (advice, subject);

  for (guint i = 0; i < all->len; i++)
    if ((((const SquillTransform *)all->pdata[i])->fix != NULL) == fitting)
      g_ptr_array_add (found, squill_transform_copy (all->pdata[i]));
}

static void
add_around (SquillSession *session, const SquillEntity *entity, GPtrArray *found)
{
  SquillModel *model = squill_session_get_model (session);
  SquillAdvice *advice = squill_session_get_advice (session);
  guint n;
  const SquillRelationship *const *all = squill_entity_get_relationships (entity, &n);

  for (guint i = 0; i < n; i++)
    add_transforms (advice, all[i]->item.id, TRUE, found);
  SQUILL_FOR_EACH_CHILD (SquillField, field, entity, SQUILL_KIND_FIELD)
    {
      add_transforms (advice, field->item.id, TRUE, found);
    }
  SQUILL_FOR_EACH_CHILD (SquillOperation, operation, squill_model_get_info (model),
                         SQUILL_KIND_OPERATION)
    {
      if (g_strcmp0 (operation->entity, entity->item.id) == 0)
        add_transforms (advice, operation->item.id, TRUE, found);
    }
}

/**
 * squill_session_list_transforms:
 * @session: a session
 * @subject: the id of an item of its model
 * @fitting: whether to list what can be applied, or what cannot
 *
 * Lists the patterns for an item. Of an entity, those that fit its fields, its relationships and
 * the operations that start from it are there as well.
 *
 * Returns: (transfer full) (element-type SquillTransform): the transforms
 */
GPtrArray *
squill_session_list_transforms (SquillSession *session, const char *subject, gboolean fitting)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify)squill_transform_free);
  const SquillItem *item;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), found);
  g_return_val_if_fail (subject != NULL, found);

  item = squill_model_get_item (squill_session_get_model (session), subject);
  if (item == NULL)
    return found;
  add_transforms (squill_session_get_advice (session), subject, fitting, found);
  if (fitting && item->kind == SQUILL_KIND_ENTITY)
    add_around (session, (const SquillEntity *)item, found);
  return found;
}

/**
 * squill_session_name_transform:
 * @session: a session
 * @subject: the item that the user asked about
 * @transform: a transform of it, or of something that belongs to it
 *
 * Returns: (transfer full): a title: the pattern, and what it is applied to where that is something
 *   else
 */
char *
squill_session_name_transform (SquillSession *session,
                               const char *subject,
                               const SquillTransform *transform)
{
  g_autofree char *of = NULL;

  g_return_val_if_fail (SQUILL_IS_SESSION (session), NULL);
  g_return_val_if_fail (transform != NULL, NULL);

  if (g_strcmp0 (subject, transform->subject) == 0)
    return g_strdup (_ (transform->pattern->title));
  of = squill_term_for_item (squill_session_get_model (session), transform->subject);
  return g_strdup_printf ("%s · %s", _ (transform->pattern->title), of);
}

/**
 * squill_transform_preview_free:
 * @self: (nullable): a preview
 *
 * Frees it.
 */
void
squill_transform_preview_free (SquillTransformPreview *self)
{
  if (self == NULL)
    return;
  squill_report_free (self->report);
  g_free (self->script);
  g_free (self);
}

typedef struct
{
  SquillModel *now;
  SquillModel *then;
} Models;

static void
models_free (gpointer data)
{
  Models *self = data;

  g_clear_object (&self->now);
  g_clear_object (&self->then);
  g_free (self);
}

static void
compute (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Models *models = data;
  g_autoptr (GPtrArray) designs =
      g_ptr_array_new_with_free_func ((GDestroyNotify)squill_compared_design_free);
  g_autoptr (SquillTransformPreview) preview = NULL;
  GError *error = NULL;

  g_ptr_array_add (designs, squill_compared_design_new (models->now, _ ("Now")));
  if (g_task_return_error_if_cancelled (task))
    return;
  g_ptr_array_add (designs, squill_compared_design_new (models->then, _ ("Then")));
  if (g_task_return_error_if_cancelled (task))
    return;
  preview = g_new0 (SquillTransformPreview, 1);
  preview->report = squill_report_new_change (designs);
  preview->script = squill_migration_script_preview (
      ((const SquillComparedDesign *)designs->pdata[0])->design,
      ((const SquillComparedDesign *)designs->pdata[1])->design, cancellable, &error);
  if (preview->script == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&preview),
                           (GDestroyNotify)squill_transform_preview_free);
}

/**
 * squill_transform_preview_async:
 * @session: a session
 * @transform: a transform that fits, of its model as it is now
 * @cancellable: (nullable): to stop it
 * @callback: called when it is done
 * @user_data: for @callback
 *
 * Computes what a transform would do. The model stays as it is, and may change meanwhile.
 */
void
squill_transform_preview_async (SquillSession *session,
                                const SquillTransform *transform,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  Models *models;

  g_return_if_fail (SQUILL_IS_SESSION (session));
  g_return_if_fail (transform != NULL && transform->fix != NULL);

  task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, squill_transform_preview_async);
  models = g_new0 (Models, 1);
  g_task_set_task_data (task, models, models_free);
  models->now = squill_model_copy (squill_session_get_model (session));
  models->then = squill_model_copy (models->now);
  squill_model_set_read_only (models->then, FALSE);
  if (!squill_fix_apply (transform->fix, models->then, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  squill_task_run_in_thread (task, compute);
}

/**
 * squill_transform_preview_finish:
 * @session: the session
 * @result: what the callback got
 * @error: it was stopped
 *
 * Returns: (transfer full): what the transform would do; %NULL with @error
 */
SquillTransformPreview *
squill_transform_preview_finish (SquillSession *session, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
