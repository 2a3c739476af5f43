/* SPDX-License-Identifier: Apache-2.0 */

/* The routes of many lines take long: they are found in a thread, from a copy of what they depend
 * on. Until then lines are drawn as they were, and new ones straight. */

#define G_LOG_DOMAIN "squill-ui"

#include "config.h"

#include "canvas/squill-canvas-private.h"
#include "session/squill-task.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const gboolean completed = squill_router_complete (data, cancellable);

  /* The search takes more memory than all that it finds, and this thread may not come back. */
#ifdef __GLIBC__
  malloc_trim (0);
#endif
  if (completed)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error_if_cancelled (task);
}

static void
set_routing (SquillCanvas *self, GCancellable *cancellable, SquillRouter *routed)
{
  const gboolean before = self->routing != NULL;

  g_set_object (&self->routing, cancellable);
  g_set_object (&self->routed, routed);
  if (before != (cancellable != NULL))
    _squill_canvas_notify_routing (self);
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SquillCanvas *self = SQUILL_CANVAS (source);
  SquillRouter *routed = g_task_get_task_data (G_TASK (result));

  /* Another one was begun meanwhile, or there is no need any more. */
  if (self->routed != routed)
    return;
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    squill_diagram_set_routes (self->diagram, routed);
  set_routing (self, NULL, NULL);
  squill_canvas_update (self);
}

/* Begins to find the routes that the last update of the diagram left out. One thread at most works
 * on what is of use. */
void
_squill_canvas_find_routes (SquillCanvas *self)
{
  g_autoptr (SquillRouter) routed = NULL;
  g_autoptr (GCancellable) cancellable = NULL;
  g_autoptr (GTask) task = NULL;

  if (self->routed != NULL)
    {
      if (squill_diagram_wants_routes (self->diagram, self->routed))
        return;
      g_cancellable_cancel (self->routing);
    }
  routed = squill_diagram_copy_unfinished_routes (self->diagram);
  if (routed != NULL)
    {
      cancellable = g_cancellable_new ();
      task = g_task_new (self, cancellable, on_found, NULL);
      g_task_set_source_tag (task, _squill_canvas_find_routes);
      g_task_set_task_data (task, g_object_ref (routed), g_object_unref);
      squill_task_run_in_thread (task, find_in_thread);
    }
  set_routing (self, cancellable, routed);
}

/* Ends it: nothing is shown of what it finds. */
void
_squill_canvas_stop_routes (SquillCanvas *self)
{
  if (self->routing == NULL)
    return;
  g_cancellable_cancel (self->routing);
  set_routing (self, NULL, NULL);
}

/**
 * squill_canvas_is_routing:
 * @self: a canvas
 *
 * Returns: %TRUE while routes of lines are being found; what is seen of them is not final
 */
gboolean
squill_canvas_is_routing (SquillCanvas *self)
{
  g_return_val_if_fail (SQUILL_IS_CANVAS (self), FALSE);

  return self->routing != NULL;
}
