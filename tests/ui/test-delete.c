/* SPDX-License-Identifier: Apache-2.0 */

/* Deletes, cuts and restores every item of every example in the window, one by one and all at once:
 * whatever follows from the model must not look at what is gone. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "deadline.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "shell/squill-window.h"

#define MAX_DELETED 25
#define EXAMPLES "/io/github/squill/Squill/examples/"

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static SquillWindow *
open_example (const char *name)
{
  SquillWindow *window = squill_window_new (NULL);
  g_autofree char *uri = g_strconcat ("resource://" EXAMPLES, name, NULL);
  g_auto (Deadline) deadline = deadline_begin (name);

  g_object_set (window, "outline-visible", TRUE, "inspector-visible", TRUE, "panel-visible", TRUE,
                NULL);
  /* Nobody looks at it: the less there is to draw, the faster it is. */
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 500);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-example", "s", uri);
  while (squill_window_is_busy (window) ||
         squill_model_is_empty (squill_session_get_model (squill_window_get_session (window))))
    g_main_context_iteration (NULL, TRUE);
  settle ();
  return window;
}

static void
collect_ids (GStrvBuilder *ids, gconstpointer item)
{
  const GPtrArray *children = ((const SquillItem *)item)->children;

  for (guint i = 0; children != NULL && i < children->len; i++)
    {
      const SquillItem *child = g_ptr_array_index (children, i);

      g_strv_builder_add (ids, child->id);
      collect_ids (ids, child);
    }
}

static void
check_restored (SquillModel *model, const char *before, const char *id)
{
  g_autofree char *after = squill_model_to_data (model, NULL);

  if (!g_str_equal (before, after))
    g_error ("Undo does not restore the model after %s was deleted", id);
}

static void
remove_selection (SquillWindow *window, const char *action)
{
  SquillSession *session = squill_window_get_session (window);

  g_assert_cmpuint (squill_selection_get_size (squill_session_get_selection (session)), >, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  g_assert_cmpuint (squill_selection_get_size (squill_session_get_selection (session)), ==, 0);
  g_assert_true (squill_model_get_can_undo (squill_session_get_model (session)));
}

/* The window shows the selection, then what is left without it, and then all of it again. */
static void
delete_and_undo (SquillWindow *window, const char *before, const char *id)
{
  settle ();
  remove_selection (window, "win.delete");
  settle ();
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL));
  settle ();
  check_restored (squill_session_get_model (squill_window_get_session (window)), before, id);
}

/* As fast as it can be done, before anything is drawn. */
static void
cut_and_undo (SquillWindow *window, const char *before, const char *id)
{
  remove_selection (window, "win.cut");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL));
  check_restored (squill_session_get_model (squill_window_get_session (window)), before, id);
}

static void
test_example (gconstpointer data)
{
  SquillWindow *window = open_example (data);
  SquillSession *session = squill_window_get_session (window);
  SquillSelection *selection = squill_session_get_selection (session);
  SquillModel *model = squill_session_get_model (session);
  g_autofree char *before = squill_model_to_data (model, NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  collect_ids (builder, squill_model_get_info (model));
  ids = g_strv_builder_end (builder);
  g_assert_cmpuint (g_strv_length (ids), >, 4);
  /* Of a large one every second, third, … item. */
  for (guint i = 0, n = g_strv_length (ids); i < n; i += 1 + n / MAX_DELETED)
    {
      json_auto_t *copied = NULL;
      const char *only[] = { ids[i], NULL };

      squill_selection_set_single (selection, ids[i]);
      delete_and_undo (window, before, ids[i]);
      squill_selection_set_single (selection, ids[i]);
      copied = squill_model_copy_items (model, only);
      if (json_object_size (copied) > 0)
        cut_and_undo (window, before, ids[i]);
    }
  squill_selection_set_many (selection, (const char *const *)ids);
  delete_and_undo (window, before, "everything");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.select-all", NULL));
  cut_and_undo (window, before, "every entity");

  squill_model_set_saved (model);
  gtk_window_close (GTK_WINDOW (window));
  settle ();
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;

  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  names = g_resources_enumerate_children (EXAMPLES, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_assert_nonnull (names);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/delete/%s", names[i]);

      g_test_add_data_func (path, names[i], test_example);
    }
  return g_test_run ();
}
