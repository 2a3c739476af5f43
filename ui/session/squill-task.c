/* SPDX-License-Identifier: Apache-2.0 */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "session/squill-task.h"

typedef struct
{
  GMainContext *context;
  GObject *source;
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  g_object_unref (self->source);
  g_main_context_unref (self->context);
  g_free (self);
}

static gboolean
on_idle (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* A task forgets what was set on it after its source object: this reference is the last one. */
static void
release (gpointer data)
{
  Source *self = data;
  g_autoptr (GSource) idle = NULL;

  if (g_main_context_is_owner (self->context))
    {
      source_free (self);
      return;
    }
  idle = g_idle_source_new ();
  g_source_set_callback (idle, on_idle, self, source_free);
  g_source_attach (idle, self->context);
}

/**
 * squill_task_run_in_thread:
 * @task: a task
 * @func: what runs in another thread
 *
 * Like g_task_run_in_thread(), but the last reference of the task to its source object is dropped
 * in the main context of the task. Otherwise that is in the other thread where this gets to it only
 * after the callback has ended, and a widget that was closed in between is finalized there.
 */
void
squill_task_run_in_thread (GTask *task, GTaskThreadFunc func)
{
  GObject *object;

  g_return_if_fail (G_IS_TASK (task));
  g_return_if_fail (func != NULL);

  object = g_task_get_source_object (task);
  if (object != NULL)
    {
      Source *source = g_new0 (Source, 1);

      source->source = g_object_ref (object);
      source->context = g_main_context_ref (g_task_get_context (task));
      g_object_set_data_full (G_OBJECT (task), "squill-source", source, release);
    }
  g_task_run_in_thread (task, func);
}
