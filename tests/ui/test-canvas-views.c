/* SPDX-License-Identifier: Apache-2.0 */

/* Views: choices of cards, each with places of its own. */

#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "canvas-fixture.h"
#include "model/squill-authoring.h"
#include "model/squill-placement.h"
#include "model/squill-view.h"

static gboolean
is_shown (Drawn *drawn, const char *id)
{
  return squill_diagram_find_card (drawn->diagram, id) != NULL;
}

static const SquillRect *
get_rect (Drawn *drawn, const char *id)
{
  return &squill_diagram_find_card (drawn->diagram, id)->rect;
}

/* A view shows what was seen when it was made, each card where it was moved to in it. */
static void
test_views (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  g_autofree char *note = squill_model_add_note (drawn->model, "of all", 900, 40);
  g_autofree char *view = NULL;
  g_autofree char *new_entity = NULL;
  g_autofree char *text = NULL;
  g_autoptr (SquillModel) copy = NULL;
  const SquillView *item;
  double x, y;

  squill_selection_set_single (drawn->selection, drawn->posts);
  gtk_widget_activate_action (canvas, "show.neighborhood", NULL);
  gtk_widget_activate_action (canvas, "show.new-view", NULL);
  paint (drawn);
  view = g_strdup (squill_diagram_get_view (drawn->diagram));
  g_assert_nonnull (view);
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, view);
  squill_selection_set_single (drawn->selection, drawn->posts);
  g_assert_false (is_shown (drawn, drawn->tags));
  g_assert_cmpuint (squill_diagram_get_n_frames (drawn->diagram), ==, 0);

  /* What is moved in it stays where it was elsewhere. */
  g_assert_true (squill_canvas_move_selection (drawn->canvas, 120, 240, NULL));
  g_assert_cmpfloat (get_rect (drawn, drawn->posts)->x, ==, 160);
  g_assert_cmpfloat (get_rect (drawn, drawn->posts)->y, ==, 280);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->posts)->x, ==, 40);
  gtk_widget_activate_action (canvas, "show.view", "s", "");
  g_assert_cmpfloat (get_rect (drawn, drawn->posts)->x, ==, 40);
  g_assert_true (is_shown (drawn, drawn->tags));
  g_assert_cmpuint (squill_diagram_get_n_frames (drawn->diagram), ==, 1);
  gtk_widget_activate_action (canvas, "show.next-view", NULL);
  g_assert_cmpfloat (get_rect (drawn, drawn->posts)->x, ==, 160);
  g_assert_true (squill_model_undo (drawn->model));
  squill_canvas_update (drawn->canvas);
  g_assert_cmpfloat (get_rect (drawn, drawn->posts)->x, ==, 40);
  g_assert_true (squill_model_redo (drawn->model));
  squill_canvas_update (drawn->canvas);

  /* What is selected can be added to it and taken out. */
  squill_selection_set_single (drawn->selection, drawn->tags);
  gtk_widget_activate_action (canvas, "show.add-to-view", NULL);
  squill_selection_clear (drawn->selection);
  g_assert_true (is_shown (drawn, drawn->tags));
  squill_selection_set_single (drawn->selection, drawn->tags);
  gtk_widget_activate_action (canvas, "show.remove-from-view", NULL);
  g_assert_false (is_shown (drawn, drawn->tags));

  /* What is drawn in it belongs to it. */
  new_entity = squill_canvas_add_entity (drawn->canvas, 480, 480);
  squill_canvas_end_edit (drawn->canvas, TRUE);
  squill_selection_clear (drawn->selection);
  gtk_widget_activate_action (canvas, "show.everything", NULL);
  gtk_widget_activate_action (canvas, "show.previous-view", NULL);
  g_assert_true (is_shown (drawn, new_entity));
  g_assert_false (is_shown (drawn, drawn->tags));

  /* It is kept in the file. */
  text = squill_model_to_data (drawn->model, NULL);
  copy = squill_model_new_from_data (text, strlen (text), NULL);
  item = squill_model_get_view (copy, view);
  g_assert_nonnull (item);
  g_assert_true (squill_view_get_place (item, drawn->posts, &x, &y));
  g_assert_cmpfloat (x, ==, 160);
  g_assert_true (g_strv_contains ((const char *const *)item->members, drawn->users));
  g_assert_false (g_strv_contains ((const char *const *)item->members, drawn->tags));

  gtk_widget_activate_action (canvas, "show.delete-view", NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_null (squill_diagram_get_view (drawn->diagram));
  g_assert_true (is_shown (drawn, drawn->tags));
  paint (drawn);
}

/* What is drawn while a view is shown belongs to it, in the step that draws it. */
static void
test_draw_in_view (Drawn *drawn, gconstpointer data)
{
  const char *const members[] = { drawn->posts, NULL };
  g_autofree char *view = squill_model_add_view (drawn->model, "Own", members, NULL, 0);
  guint n_members;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "show.view", "s", view));
  squill_canvas_update (drawn->canvas);
  g_assert_null (squill_diagram_find_card (drawn->diagram, drawn->tags));
  g_assert_true (squill_canvas_set_tool (drawn->canvas, "relationship"));
  drag (drawn, middle_of_header (drawn, drawn->posts), SQUILL_POINT (900, 600), 0);
  squill_canvas_end_edit (drawn->canvas, TRUE);
  n_members = g_strv_length (squill_model_get_view (drawn->model, view)->members);
  g_assert_cmpuint (n_members, ==, 2);

  g_assert_true (squill_canvas_set_tool (drawn->canvas, "note"));
  click (drawn, SQUILL_POINT (100, 600), 0, 1);
  squill_canvas_end_edit (drawn->canvas, TRUE);
  n_members = g_strv_length (squill_model_get_view (drawn->model, view)->members);
  g_assert_cmpuint (n_members, ==, 3);
  g_assert_true (squill_model_undo (drawn->model));
  n_members = g_strv_length (squill_model_get_view (drawn->model, view)->members);
  g_assert_cmpuint (n_members, ==, 2);
}

/* The collection of links between two cards can be hidden without them, and comes back. */
static void
test_hide_links (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  const char *const members[] = { drawn->posts, drawn->users, NULL };
  g_autofree char *view = squill_model_add_view (drawn->model, "Own", members, NULL, 0);

  g_assert_true (
      squill_model_set (drawn->model, drawn->authors, "placement", json_string ("junction"), NULL));
  gtk_widget_activate_action (canvas, "show.view", "s", view);
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->authors));

  squill_selection_set_single (drawn->selection, drawn->authors);
  gtk_widget_activate_action (canvas, "show.remove-from-view", NULL);
  g_assert_false (is_shown (drawn, drawn->authors));
  g_assert_true (is_shown (drawn, drawn->posts));
  g_assert_true (is_shown (drawn, drawn->users));
  g_assert_true (squill_view_hides (squill_model_get_view (drawn->model, view), drawn->authors));
  /* Elsewhere it stays. */
  gtk_widget_activate_action (canvas, "show.view", "s", "");
  g_assert_true (is_shown (drawn, drawn->authors));
  gtk_widget_activate_action (canvas, "show.view", "s", view);
  g_assert_false (is_shown (drawn, drawn->authors));

  g_assert_true (squill_model_undo (drawn->model));
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->authors));
  g_assert_true (squill_model_redo (drawn->model));
  squill_selection_set_single (drawn->selection, drawn->authors);
  gtk_widget_activate_action (canvas, "show.add-to-view", NULL);
  squill_selection_clear (drawn->selection);
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->authors));
  g_assert_false (squill_view_hides (squill_model_get_view (drawn->model, view), drawn->authors));
}

/* A view of everything shows everything but what is hidden in it: links, and an entity. */
static void
test_hide_of_everything (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  g_autofree char *note = squill_model_add_note (drawn->model, "of all", 900, 40);

  g_assert_nonnull (note);
  squill_model_set (drawn->model, drawn->authors, "placement",
                    json_string (squill_placement_get_name (SQUILL_PLACEMENT_JUNCTION)), NULL);
  gtk_widget_activate_action (canvas, "show.new-view", NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->authors));
  squill_selection_set_single (drawn->selection, drawn->authors);
  gtk_widget_activate_action (canvas, "show.remove-from-view", NULL);
  g_assert_false (is_shown (drawn, drawn->authors));
  g_assert_true (is_shown (drawn, drawn->posts));
  g_assert_true (is_shown (drawn, drawn->users));
  g_assert_true (is_shown (drawn, drawn->tags));
  /* That of the note. */
  g_assert_cmpuint (squill_diagram_get_n_frames (drawn->diagram), ==, 1);
  squill_selection_set_single (drawn->selection, drawn->tags);
  gtk_widget_activate_action (canvas, "show.remove-from-view", NULL);
  g_assert_false (is_shown (drawn, drawn->tags));
  g_assert_true (is_shown (drawn, drawn->posts));
  g_assert_true (is_shown (drawn, drawn->users));
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas-views/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("views", test_views);
  ADD ("draw-in-view", test_draw_in_view);
  ADD ("hide-links", test_hide_links);
  ADD ("hide-of-everything", test_hide_of_everything);
#undef ADD
  return g_test_run ();
}
