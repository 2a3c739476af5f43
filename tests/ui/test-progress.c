/* SPDX-License-Identifier: Apache-2.0 */

/* What shows how far work is rests when that is over: a bar that goes on moving, though hidden,
 * asks for sixty frames a second as long as the window is open. */

#include "config.h"

#include "widgets/squill-progress.h"
#include "widgets/squill-work-bar.h"
#include "window-fixture.h"

/* While it moves, that part of the bar has a style of its own. */
static gboolean
is_moving (GtkWidget *widget)
{
  if (gtk_widget_has_css_class (widget, "pulse"))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_moving (child))
      return TRUE;
  return FALSE;
}

static gboolean
moves (Fixture *f, gpointer widget)
{
  return is_moving (widget);
}

static GtkWidget *
present (GtkWidget *child)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  return window;
}

static void
test_bar (void)
{
  GtkWidget *bar = gtk_progress_bar_new ();
  GtkWidget *window = present (bar);

  squill_progress_show (GTK_PROGRESS_BAR (bar), -1);
  wait_for (NULL, moves, bar, "it moves");
  squill_progress_show (GTK_PROGRESS_BAR (bar), 0.5);
  g_assert_false (is_moving (bar));
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)), ==, 0.5);
  squill_progress_show (GTK_PROGRESS_BAR (bar), -1);
  wait_for (NULL, moves, bar, "it moves again");
  squill_progress_end (GTK_PROGRESS_BAR (bar));
  g_assert_false (is_moving (bar));
  squill_progress_show (GTK_PROGRESS_BAR (bar), -1);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_work (void)
{
  SquillWorkBar *bar = g_object_new (SQUILL_TYPE_WORK_BAR, NULL);
  GtkWidget *window = present (GTK_WIDGET (bar));

  squill_work_bar_begin (bar, "Reading", NULL);
  wait_for (NULL, moves, bar, "it moves");
  squill_work_bar_end (bar);
  g_assert_false (is_moving (GTK_WIDGET (bar)));
  squill_work_bar_begin (bar, "Reading", NULL);
  wait_for (NULL, moves, bar, "it moves again");
  squill_work_bar_update (bar, NULL, 0.2);
  g_assert_false (is_moving (GTK_WIDGET (bar)));
  squill_work_bar_end (bar);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  load_style ();
  g_test_add_func ("/progress/bar", test_bar);
  g_test_add_func ("/progress/work", test_work);
  return g_test_run ();
}
