/* SPDX-License-Identifier: Apache-2.0 */

/* The tour: each step goes on when it is done, the last one with a warning mended; it can be
 * skipped, and is not offered again. */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "model/squill-authoring.h"
#include "shell/squill-window-private.h"
#include "window-fixture.h"

static gboolean
is_running (Fixture *f, gpointer data)
{
  return f->window->tour != NULL;
}

static gboolean
is_at (Fixture *f, gpointer step)
{
  return f->window->tour != NULL &&
         squill_tour_get_step (f->window->tour) == GPOINTER_TO_UINT (step);
}

static gboolean
is_mapped (Fixture *f, gpointer data)
{
  return gtk_widget_get_mapped (squill_tour_get_bubble (f->window->tour));
}

static gboolean
is_known (Fixture *f, gpointer data)
{
  return squill_preview_get_result (squill_session_get_preview (f->session)) != NULL;
}

static void
wait_for_step (Fixture *f, guint step)
{
  wait_for (f, is_at, GUINT_TO_POINTER (step), "the tour goes on");
  settle ();
}

static void
begin (Fixture *f)
{
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.tour", NULL);
  wait_for (f, is_running, NULL, "the tour begins");
  take_session (f);
  wait_for (f, is_mapped, NULL, "the bubble is there");
  settle ();
}

static const SquillRelationship *
find_comments (Fixture *f)
{
  SQUILL_FOR_EACH_CHILD (SquillRelationship, r, squill_model_get_info (f->model),
                         SQUILL_KIND_RELATIONSHIP)
    if (g_strcmp0 (r->name, "comments") == 0)
      return r;
  g_assert_not_reached ();
}

static const SquillFinding *
find_warning (Fixture *f)
{
  GPtrArray *findings = squill_advice_get_findings (squill_session_get_advice (f->session));

  for (guint i = 0; i < findings->len; i++)
    {
      const SquillFinding *finding = findings->pdata[i];

      if (finding->severity >= SQUILL_SEVERITY_WARNING && finding->fix != NULL)
        return finding;
    }
  g_assert_not_reached ();
}

static void
test_steps (Fixture *f, gconstpointer data)
{
  SquillSelection *selection;
  SquillTriple children = { 0, 35, 500 };
  g_autoptr (GError) error = NULL;

  g_assert_true (gtk_widget_get_visible (f->window->tour_button));
  begin (f);
  g_assert_true (is_at (f, GUINT_TO_POINTER (0)));
  selection = squill_session_get_selection (f->session);

  /* What is not asked for does not count. */
  squill_selection_set_single (selection, squill_model_find_entity (f->model, "users")->item.id);
  settle ();
  g_assert_true (is_at (f, GUINT_TO_POINTER (0)));
  squill_selection_set_single (selection, squill_model_find_entity (f->model, "posts")->item.id);
  wait_for_step (f, 1);
  squill_selection_set_single (selection, find_comments (f)->item.id);
  wait_for_step (f, 2);
  g_assert_true (squill_model_set (f->model, find_comments (f)->item.id, "children",
                                   squill_json_triple (children), &error));
  wait_for_step (f, 3);
  squill_preview_show_placement (squill_session_get_preview (f->session),
                                 find_comments (f)->item.id, SQUILL_PLACEMENT_PARENT_REFERENCE,
                                 FALSE);
  wait_for (f, is_known, NULL, "a placement is tried");
  settle ();
  g_assert_true (is_at (f, GUINT_TO_POINTER (3)));
  squill_preview_end (squill_session_get_preview (f->session));
  wait_for_step (f, 4);
  g_assert_true (squill_session_apply_fix (f->session, find_warning (f)->fix, &error));
  wait_for_step (f, SQUILL_TOUR_N_STEPS);

  g_assert_false (gtk_widget_get_visible (f->window->tour_button));
}

/* The next button of the bubble. */
static GtkWidget *
find_next (GtkWidget *bubble)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (bubble) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (bubble)), "_Next") == 0)
    return bubble;
  for (GtkWidget *child = gtk_widget_get_first_child (bubble); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_next (child);
  return found;
}

/* The box with the text and the buttons is as high as it has to be. */
static void
assert_whole (GtkWidget *next)
{
  GtkWidget *box = gtk_widget_get_parent (gtk_widget_get_parent (next));
  int height;

  gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (box), &height, NULL,
                      NULL, NULL);
  g_assert_cmpint (gtk_widget_get_height (box), >=, height);
}

/* Who passes a step over sees what the next one is about, beside the bubble. */
static void
test_next (Fixture *f, gconstpointer data)
{
  GtkWidget *next, *bubble;

  begin (f);
  next = find_next (f->window->canvas_view);
  bubble = gtk_widget_get_ancestor (next, GTK_TYPE_POPOVER);
  g_signal_emit_by_name (next, "clicked");
  wait_for_step (f, 1);
  g_assert_cmpstr (squill_selection_get_single (squill_session_get_selection (f->session)), ==,
                   squill_model_find_entity (f->model, "posts")->item.id);
  g_assert_cmpint (gtk_popover_get_position (GTK_POPOVER (bubble)), ==, GTK_POS_TOP);
  g_signal_emit_by_name (next, "clicked");
  wait_for_step (f, 2);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
  g_signal_emit_by_name (next, "clicked");
  wait_for_step (f, 3);
  g_assert_cmpint (gtk_popover_get_position (GTK_POPOVER (bubble)), ==, GTK_POS_LEFT);
}

/* What is beside the bubble measures itself alike with any width, also where text is large: GTK
 * would complain, which ends a test. And the bubble has room for its text, on each side of its
 * place. */
static void
check_room (Fixture *f, int percent)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *next;
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", percent * 96 * PANGO_SCALE / 100, NULL);
  begin (f);
  next = find_next (f->window->canvas_view);
  for (guint step = 0; step < SQUILL_TOUR_N_STEPS; step++)
    {
      g_signal_emit_by_name (next, "clicked");
      wait_for_step (f, step + 1);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (f->window));
      assert_whole (next);
    }
  g_signal_emit_by_name (next, "clicked");
  g_assert_false (is_running (f, NULL));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static void
test_room (Fixture *f, gconstpointer data)
{
  check_room (f, 100);
}

static void
test_room_of_large_text (Fixture *f, gconstpointer data)
{
  check_room (f, 200);
}

/* Another model ends it, as does its button; then it is in the menu only. */
static void
test_end (Fixture *f, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (SQUILL_APP_ID);
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);

  begin (f);
  g_assert_true (g_settings_get_boolean (settings, "tour-seen"));
  squill_window_set_session (f->window, session);
  g_assert_false (is_running (f, NULL));
  g_assert_false (gtk_widget_get_visible (f->window->tour_button));
  take_session (f);
  settle ();

  begin (f);
  g_signal_emit_by_name (f->window->tour, "ended");
  g_assert_false (is_running (f, NULL));
}

static gboolean
is_free (Fixture *f, gpointer data)
{
  return !squill_window_is_busy (f->window);
}

/* A tour whose model was not opened does not come with the next one. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  g_autoptr (SquillSession) session = squill_session_new (model, NULL);

  g_free (squill_model_add_entity (model, "posts", 0, 0));
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.tour", NULL);
  g_assert_nonnull (f->window->work);
  g_cancellable_cancel (f->window->work);
  wait_for (f, is_free, NULL, "it was given up");
  g_assert_false (is_running (f, NULL));
  squill_window_set_session (f->window, session);
  take_session (f);
  settle ();
  g_assert_false (is_running (f, NULL));
}

int
main (int argc, char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();
  load_style ();

  g_test_add ("/tour/steps", Fixture, NULL, set_up, test_steps, tear_down);
  g_test_add ("/tour/next", Fixture, NULL, set_up, test_next, tear_down);
  g_test_add ("/tour/room", Fixture, NULL, set_up, test_room, tear_down);
  g_test_add ("/tour/room-of-large-text", Fixture, NULL, set_up, test_room_of_large_text,
              tear_down);
  g_test_add ("/tour/end", Fixture, NULL, set_up, test_end, tear_down);
  g_test_add ("/tour/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  return g_test_run ();
}
