/* SPDX-License-Identifier: Apache-2.0 */

/* What is still to be looked at, and why. It names subjects by their ids, so that it lasts while
 * the model changes: what is marked again meanwhile is looked at once, for all reasons together. */

#define G_LOG_DOMAIN "squill-advice"

#include "config.h"

#include "advice/squill-check-queue.h"

struct _SquillCheckQueue
{
  GHashTable *tasks[SQUILL_N_SCOPES]; /* id -> SquillCheckTask */
  GQueue order;
};

/** Nothing to look at (transfer full). */
SquillCheckQueue *
_squill_check_queue_new (void)
{
  SquillCheckQueue *self = g_new0 (SquillCheckQueue, 1);

  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    self->tasks[i] = g_hash_table_new (g_str_hash, g_str_equal);
  g_queue_init (&self->order);
  return self;
}

/** Frees a task. */
void
_squill_check_task_free (SquillCheckTask *task)
{
  g_free (task->id);
  g_free (task);
}

/** Frees a queue with all that is in it. */
void
_squill_check_queue_free (SquillCheckQueue *self)
{
  for (guint i = 0; i < SQUILL_N_SCOPES; i++)
    g_hash_table_unref (self->tasks[i]);
  g_queue_clear_full (&self->order, (GDestroyNotify)_squill_check_task_free);
  g_free (self);
}

/**
 * _squill_check_queue_add:
 * @self: a queue
 * @why: what to look at, and why; of fields, the entity or relationship that has them
 *
 * Adds a subject, or more reasons to look at it. Nothing happens if there is no reason.
 */
void
_squill_check_queue_add (SquillCheckQueue *self, const SquillCheckTask *why)
{
  GHashTable *tasks = self->tasks[why->scope];
  SquillCheckTask *task;

  if (why->aspects == 0 && why->plans == 0 && why->reasons == 0)
    return;
  task = g_hash_table_lookup (tasks, why->id);
  if (task == NULL)
    {
      task = g_new0 (SquillCheckTask, 1);
      task->scope = why->scope;
      task->id = g_strdup (why->id);
      g_hash_table_insert (tasks, task->id, task);
      g_queue_push_tail (&self->order, task);
    }
  task->aspects |= why->aspects;
  task->everywhere |= why->everywhere;
  task->plans |= why->plans;
  task->reasons |= why->reasons;
}

/** Takes the subject that waits longest (transfer full) (nullable). */
SquillCheckTask *
_squill_check_queue_pop (SquillCheckQueue *self)
{
  SquillCheckTask *task = g_queue_pop_head (&self->order);

  if (task != NULL)
    g_hash_table_remove (self->tasks[task->scope], task->id);
  return task;
}

/** How many subjects wait. */
guint
_squill_check_queue_get_length (const SquillCheckQueue *self)
{
  return self->order.length;
}
