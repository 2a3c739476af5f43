/* SPDX-License-Identifier: Apache-2.0 */

/* Where the source object of a task is finalized. */

#include "config.h"

#include "session/squill-task.h"

typedef struct
{
  GMutex mutex;
  GCond cond;
  GThread *main;
  GThread *late;   /* holds the task longer than anybody else */
  gboolean let_go; /* says that it may drop it */
  gboolean done;   /* the callback was called */
  gboolean ended;  /* the source object is finalized */
  GThread *finalized_in;
} Case;

static void
on_finalized (gpointer data, GObject *object)
{
  Case *c = data;

  g_mutex_lock (&c->mutex);
  c->finalized_in = g_thread_self ();
  c->ended = TRUE;
  g_mutex_unlock (&c->mutex);
  g_main_context_wakeup (NULL);
}

/* Stands for the thread of the task, where that gets to its last line only now. */
static gpointer
drop_late (gpointer data)
{
  GTask *task = data;
  Case *c = g_task_get_task_data (task);

  g_mutex_lock (&c->mutex);
  while (!c->let_go)
    g_cond_wait (&c->cond, &c->mutex);
  g_mutex_unlock (&c->mutex);
  g_object_unref (task);
  return NULL;
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Case *c = data;

  g_assert_true (g_thread_self () != c->main);
  c->late = g_thread_new ("late", drop_late, g_object_ref (task));
  g_task_return_boolean (task, TRUE);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Case *c = data;

  g_assert_true (g_thread_self () == c->main);
  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  c->done = TRUE;
}

static void
test_source (void)
{
  Case c = { .main = g_thread_self () };
  GObject *source = G_OBJECT (g_simple_action_group_new ());
  GTask *task = g_task_new (source, NULL, on_done, &c);

  g_mutex_init (&c.mutex);
  g_cond_init (&c.cond);
  g_object_weak_ref (source, on_finalized, &c);
  g_task_set_task_data (task, &c, NULL);
  squill_task_run_in_thread (task, work);
  g_object_unref (task);
  g_object_unref (source);
  while (!c.done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (c.ended);

  g_mutex_lock (&c.mutex);
  c.let_go = TRUE;
  g_cond_signal (&c.cond);
  g_mutex_unlock (&c.mutex);
  g_thread_join (c.late);
  while (!c.ended)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (c.finalized_in == c.main);
  g_cond_clear (&c.cond);
  g_mutex_clear (&c.mutex);
}

static void
test_no_source (void)
{
  Case c = { .main = g_thread_self (), .let_go = TRUE };
  GTask *task = g_task_new (NULL, NULL, on_done, &c);

  g_mutex_init (&c.mutex);
  g_cond_init (&c.cond);
  g_task_set_task_data (task, &c, NULL);
  squill_task_run_in_thread (task, work);
  g_object_unref (task);
  while (!c.done)
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (c.late);
  g_cond_clear (&c.cond);
  g_mutex_clear (&c.mutex);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/source", test_source);
  g_test_add_func ("/task/no-source", test_no_source);
  return g_test_run ();
}
