/* SPDX-License-Identifier: Apache-2.0 */

/* The patterns for what is selected: previewed, applied, taken back. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "shell/squill-pattern-window.h"
#include "window-fixture.h"

static guint
count_windows (void)
{
  g_autoptr (GListModel) all = G_LIST_MODEL (g_object_ref (gtk_window_get_toplevels ()));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (all, i);

      n += SQUILL_IS_PATTERN_WINDOW (window);
    }
  return n;
}

static GtkWidget *
find_window (Fixture *f)
{
  g_autoptr (GListModel) all = G_LIST_MODEL (g_object_ref (gtk_window_get_toplevels ()));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (all, i);

      if (SQUILL_IS_PATTERN_WINDOW (window))
        return window;
    }
  return NULL;
}

static gboolean
has_window (Fixture *f, gpointer data)
{
  return find_window (f) != NULL;
}

static gboolean
has_none (Fixture *f, gpointer data)
{
  return find_window (f) == NULL;
}

/* The row with this title. */
static GtkWidget *
find_row (GtkWidget *widget, const char *title)
{
  if (ADW_IS_PREFERENCES_ROW (widget) &&
      g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_previewed (Fixture *f, gpointer row)
{
  return strstr (adw_expander_row_get_subtitle (row), "per second") != NULL;
}

static gboolean
is_shown (Fixture *f, gpointer data)
{
  return squill_preview_get_result (squill_session_get_preview (f->session)) != NULL;
}

/* Whether what it shows is of the model as it is. */
static gboolean
has_followed (Fixture *f, gpointer window)
{
  return gtk_widget_is_sensitive (find_row (window, "Subset"));
}

/* The example without the pattern that it shows: 250 reviews each, all apart. */
static void
move_reviews (Fixture *f)
{
  g_assert_true (squill_model_set (f->model, "reviews-8v3d", "placement",
                                   json_string ("parent-reference"), NULL));
  g_assert_true (squill_model_set (f->model, "reviews-8v3d", "bound", NULL, NULL));
  g_assert_true (squill_model_set (f->model, "show-product-4r9h", "follows",
                                   json_pack ("[s]", "reviews-8v3d"), NULL));
  g_assert_true (
      squill_model_set (f->model, "show-product-4r9h", "limit", json_integer (10), NULL));
}

static GtkWidget *
open_patterns (Fixture *f, const char *id)
{
  squill_selection_set_single (squill_session_get_selection (f->session), id);
  settle ();
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.patterns", NULL));
  wait_for (f, has_window, NULL, "the patterns are shown");
  return find_window (f);
}

static void
test_subset (Fixture *f, gconstpointer data)
{
  GtkWidget *window, *row, *button;
  const SquillRelationship *r;

  move_reviews (f);
  /* That of a relationship is offered at its end, too. */
  window = open_patterns (f, "products-8k3x");
  row = find_row (window, "Subset · reviews");
  g_assert_nonnull (row);
  wait_for (f, is_previewed, row, "what it changes is computed");
  g_assert_nonnull (strstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), "times less"));
  g_assert_nonnull (find_label (row, "Documents"));
  g_assert_nonnull (find_label (row, "products"));
  g_assert_nonnull (find_label (row, "Commands for the MongoDB Shell"));
  point (row, "enter");
  wait_for (f, is_shown, NULL, "the diagram shows what would come");
  point (row, "leave");
  g_assert_false (is_shown (f, NULL));
  button = gtk_widget_get_ancestor (find_label (row, "Keep 10"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  wait_for (f, has_none, NULL, "the window closes");
  r = squill_model_get_relationship (f->model, "reviews-8v3d");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_SUBSET);
  g_assert_cmpfloat (r->bound, ==, 10);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.undo", NULL);
  r = squill_model_get_relationship (f->model, "reviews-8v3d");
  g_assert_cmpint (r->placement, ==, SQUILL_PLACEMENT_PARENT_REFERENCE);
}

/* What does not fit stands apart, with its reason. */
static void
test_others (Fixture *f, gconstpointer data)
{
  GtkWidget *window, *others, *row;

  move_reviews (f);
  window = open_patterns (f, "reviews-8v3d");
  g_assert_nonnull (find_row (window, "Subset"));
  others = find_row (window, "What does not fit, and why");
  g_assert_nonnull (others);
  g_assert_false (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (others)));
  row = find_row (others, "Embed one");
  g_assert_nonnull (row);
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "more than one"));
  /* Closed while previews are being computed. */
  gtk_window_close (GTK_WINDOW (window));
  wait_for (f, has_none, NULL, "the window closes");
}

/* Another edit, as one of a program, while the window is open. */
static void
test_change (Fixture *f, gconstpointer data)
{
  GtkWidget *window, *row;

  move_reviews (f);
  window = open_patterns (f, "reviews-8v3d");
  row = find_row (window, "Subset");
  g_assert_true (gtk_widget_is_sensitive (row));
  /* Once for many edits, and what was computed for the model before cannot be applied. */
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (
          squill_model_set (f->model, "show-product-4r9h", "limit", json_integer (20 + i), NULL));
      g_assert_true (find_row (window, "Subset") == row);
      g_assert_false (gtk_widget_is_sensitive (row));
    }
  g_assert_true (squill_model_set (f->model, "reviews-8v3d", "pinned", json_true (), NULL));
  wait_for (f, has_followed, window, "the patterns of the model as it is are shown");
  g_assert_true (gtk_widget_is_ancestor (find_row (window, "Subset"),
                                         find_row (window, "What does not fit, and why")));
  gtk_window_close (GTK_WINDOW (window));
  wait_for (f, has_none, NULL, "the window closes");
}

/* Work goes on beside the window: it follows, keeps open what is open, is there once, and goes with
 * what it is about. */
static void
test_beside (Fixture *f, gconstpointer data)
{
  GtkWidget *window, *row;

  move_reviews (f);
  window = open_patterns (f, "reviews-8v3d");
  g_assert_false (gtk_window_get_modal (GTK_WINDOW (window)));
  row = find_row (window, "Subset");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_assert_true (
      squill_model_set (f->model, "show-product-4r9h", "limit", json_integer (20), NULL));
  wait_for (f, has_followed, window, "the patterns of the model as it is are shown");
  g_assert_true (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (find_row (window, "Subset"))));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (f->window), "win.patterns", NULL));
  g_assert_cmpuint (count_windows (), ==, 1);
  squill_model_delete (f->model, (const char *[]){ "reviews-8v3d", NULL });
  wait_for (f, has_none, NULL, "the window closes");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  g_test_add ("/ui/patterns/subset", Fixture, "products", set_up, test_subset, tear_down);
  g_test_add ("/ui/patterns/others", Fixture, "products", set_up, test_others, tear_down);
  g_test_add ("/ui/patterns/change", Fixture, "products", set_up, test_change, tear_down);
  g_test_add ("/ui/patterns/beside", Fixture, "products", set_up, test_beside, tear_down);
  return g_test_run ();
}
