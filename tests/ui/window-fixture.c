/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "window-fixture.h"

#include "deadline.h"

const char *const panel_pages[7] = { "documents", "warnings", "sizes",  "workload",
                                     "script",    "capacity", "compare" };

/* Lets the window work until something is so. */
void
wait_for (Fixture *f, Condition condition, gpointer data, const char *what)
{
  g_auto (Deadline) deadline = deadline_begin (what);

  while (!condition (f, data))
    g_main_context_iteration (NULL, TRUE);
}

void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* The first of a type below a widget; with a name, the one of that CSS name or label. */
GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* As a pointer that comes to a widget, or leaves it. */
void
point (GtkWidget *widget, const char *signal)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        continue;
      if (g_str_equal (signal, "enter"))
        g_signal_emit_by_name (controller, signal, 1.0, 1.0);
      else
        g_signal_emit_by_name (controller, signal);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
}

/* As the program does: what there is room for depends on it. */
void
load_style (void)
{
  GtkCssProvider *style = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (style, "/io/github/squill/Squill/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (style),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (style);
}

static gboolean
is_loaded (Fixture *f, gpointer data)
{
  return !squill_model_is_empty (squill_session_get_model (squill_window_get_session (f->window)));
}

void
take_session (Fixture *f)
{
  f->session = squill_window_get_session (f->window);
  f->model = squill_session_get_model (f->session);
}

void
set_up (Fixture *f, gconstpointer data)
{
  f->window = squill_window_new (NULL);
  f->inspector = SQUILL_INSPECTOR (find_type (GTK_WIDGET (f->window), SQUILL_TYPE_INSPECTOR));
  /* A window starts as the last one was closed. */
  g_object_set (f->window, "outline-visible", TRUE, "inspector-visible", TRUE, "panel-visible",
                TRUE, NULL);
  gtk_window_present (GTK_WINDOW (f->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  if (data != NULL)
    {
      g_autofree char *uri = g_strdup_printf (
          "resource:///io/github/squill/Squill/examples/%s.squill", (const char *)data);

      gtk_widget_activate_action (GTK_WIDGET (f->window), "win.open-example", "s", uri);
      wait_for (f, is_loaded, NULL, "the example is open");
    }
  take_session (f);
}

void
tear_down (Fixture *f, gconstpointer data)
{
  /* Its work is not wanted. */
  squill_model_set_saved (f->model);
  squill_session_set_unsaved (f->session, FALSE);
  gtk_window_close (GTK_WINDOW (f->window));
  settle ();
}

AdwMessageDialog *
find_question (Fixture *f)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data) && gtk_widget_get_visible (l->data))
      return l->data;
  return NULL;
}

gboolean
is_asked (Fixture *f, gpointer data)
{
  return find_question (f) != NULL;
}

void
answer (Fixture *f, const char *response)
{
  AdwMessageDialog *dialog = g_object_ref (find_question (f));

  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
  settle ();
}

gboolean
is_gone (Fixture *f, gpointer window)
{
  return *(gpointer *)window == NULL;
}
