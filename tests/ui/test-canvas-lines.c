/* SPDX-License-Identifier: Apache-2.0 */

/* Lines and what is written on them, moved by hand and by keys. */

#include "config.h"

#include <adwaita.h>

#include "canvas-fixture.h"
#include "model/squill-authoring.h"
#include "model/squill-view.h"

static const SquillEdge *
get_line (Drawn *drawn)
{
  squill_canvas_update (drawn->canvas);
  return squill_diagram_get_edge (drawn->diagram, 0);
}

static SquillPoint
get_part (Drawn *drawn, SquillLinePart part)
{
  SquillPoint at;

  g_assert_true (squill_diagram_get_line_part (drawn->diagram, get_line (drawn), part, &at));
  return at;
}

static void
assert_at (SquillPoint a, SquillPoint b)
{
  g_assert_cmpfloat_with_epsilon (a.x, b.x, 1);
  g_assert_cmpfloat_with_epsilon (a.y, b.y, 1);
}

/* As a menu sees it. */
static gboolean
is_enabled (Drawn *drawn, const char *action)
{
  GtkWidget *button = gtk_button_new ();
  gboolean enabled;

  gtk_widget_set_parent (button, drawn->canvas_view);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  enabled = gtk_widget_get_sensitive (button);
  gtk_widget_unparent (button);
  return enabled;
}

/* The canvas shows the diagram at 100 %, from its origin. */
static void
test_drag_line (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = get_part (drawn, SQUILL_LINE_BEND);
  SquillPoint to = SQUILL_POINT (from.x + 24, from.y + 120);

  drag (drawn, from, to, 0);
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, drawn->authors);
  assert_at (get_part (drawn, SQUILL_LINE_BEND), to);
  /* All of the way is one step. */
  g_assert_true (squill_model_undo (drawn->model));
  g_assert_false (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
  g_assert_false (squill_model_undo (drawn->model));

  g_assert_false (is_enabled (drawn, "canvas.reset-line"));
  drag (drawn, from, to, 0);
  g_assert_true (is_enabled (drawn, "canvas.reset-line"));
  squill_selection_clear (drawn->selection);
  g_assert_false (is_enabled (drawn, "canvas.reset-line"));
  squill_selection_set_single (drawn->selection, drawn->authors);
  g_assert_true (is_enabled (drawn, "canvas.reset-line"));
  act (drawn, "canvas.reset-line", NULL);
  g_assert_false (is_enabled (drawn, "canvas.reset-line"));
  g_assert_false (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
  g_assert_true (squill_model_undo (drawn->model));
  assert_at (get_part (drawn, SQUILL_LINE_BEND), to);
}

static void
test_cancel_drag (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = get_part (drawn, SQUILL_LINE_BEND);

  start_drag (drawn, from, SQUILL_POINT (from.x, from.y + 150), 0);
  g_assert_true (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
  assert_at (get_part (drawn, SQUILL_LINE_BEND), SQUILL_POINT (from.x, from.y + 150));
  act (drawn, "canvas.cancel", NULL);
  g_assert_false (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
  assert_at (get_part (drawn, SQUILL_LINE_BEND), from);
}

static void
count_change (guint *n)
{
  *n += 1;
}

/* All that follows from the model is worked out again when it changes: not at each step of the
 * pointer. */
static void
test_drag_without_edits (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = get_part (drawn, SQUILL_LINE_BEND);
  guint n = 0;

  g_signal_connect_swapped (drawn->model, "changed", G_CALLBACK (count_change), &n);
  start_drag (drawn, from, SQUILL_POINT (from.x, from.y + 150), 0);
  g_assert_cmpuint (n, ==, 0);
  /* Lines are made anew meanwhile, as when somebody else changes the model. */
  squill_model_begin_step (drawn->model, "Rename", NULL);
  g_assert_true (squill_model_set (drawn->model, drawn->authors, "description",
                                   json_string ("Who wrote what"), NULL));
  squill_model_end_step (drawn->model);
  squill_canvas_update (drawn->canvas);
  assert_at (get_part (drawn, SQUILL_LINE_BEND), SQUILL_POINT (from.x, from.y + 150));
  n = 0;
  squill_tool_release (get_tool (drawn), from.x, from.y + 150, 0);
  g_assert_cmpuint (n, ==, 1);
  assert_at (get_part (drawn, SQUILL_LINE_BEND), SQUILL_POINT (from.x, from.y + 150));
}

static void
test_drag_label (Drawn *drawn, gconstpointer data)
{
  SquillPoint from, to;

  squill_model_begin_step (drawn->model, "Count", NULL);
  g_assert_true (squill_model_set (drawn->model, drawn->authors, "children",
                                   json_pack ("{s:i, s:i, s:i}", "min", 0, "likely", 5, "max", 90),
                                   NULL));
  squill_model_end_step (drawn->model);
  from = get_part (drawn, SQUILL_LINE_START);
  to = SQUILL_POINT (from.x + 10, from.y + 60);
  /* It keeps its distance to the pointer, which need not be in its middle. */
  drag (drawn, SQUILL_POINT (from.x + 3, from.y + 2), SQUILL_POINT (to.x + 3, to.y + 2), 0);
  assert_at (get_part (drawn, SQUILL_LINE_START), to);

  /* It was clicked on, so it is what the arrows move. */
  act (drawn, "canvas.nudge", "(0, 1)");
  assert_at (get_part (drawn, SQUILL_LINE_START),
             SQUILL_POINT (to.x, to.y + get_part (drawn, SQUILL_LINE_START).y - to.y));
  g_assert_cmpfloat (get_part (drawn, SQUILL_LINE_START).y, >, to.y + 1);
  g_assert_false (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
}

static void
test_keys (Drawn *drawn, gconstpointer data)
{
  SquillPoint card = middle_of_header (drawn, drawn->posts), before;

  squill_selection_set_single (drawn->selection, drawn->authors);
  before = get_part (drawn, SQUILL_LINE_BEND);
  act (drawn, "canvas.nudge", "(0, 5)");
  g_assert_true (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
  g_assert_cmpfloat (get_part (drawn, SQUILL_LINE_BEND).y, >, before.y);
  g_assert_cmpfloat (get_part (drawn, SQUILL_LINE_BEND).x, ==, before.x);
  /* Cards stay where they are. */
  assert_at (middle_of_header (drawn, drawn->posts), card);

  squill_model_begin_step (drawn->model, "Count", NULL);
  g_assert_true (squill_model_set (drawn->model, drawn->authors, "parents",
                                   json_pack ("{s:i, s:i, s:i}", "min", 1, "likely", 1, "max", 1),
                                   NULL));
  squill_model_end_step (drawn->model);
  get_line (drawn);
  /* One after the other, and again the first; what a line does not have is passed over. */
  for (guint i = 1; i <= SQUILL_N_LINE_PARTS; i++)
    {
      SquillLinePart part = i % SQUILL_N_LINE_PARTS;
      SquillPoint at;

      if (!squill_diagram_get_line_part (drawn->diagram, get_line (drawn), part, &at))
        continue;
      act (drawn, "canvas.line-part", NULL);
      act (drawn, "canvas.nudge", "(1, 0)");
      g_assert_true (get_line (drawn)->places.set[part]);
      g_assert_cmpfloat (get_part (drawn, part).x, >, at.x);
    }
  paint (drawn);
}

static void
test_read_only (Drawn *drawn, gconstpointer data)
{
  SquillPoint from = get_part (drawn, SQUILL_LINE_BEND);

  squill_model_set_read_only (drawn->model, TRUE);
  drag (drawn, from, SQUILL_POINT (from.x, from.y + 100), 0);
  act (drawn, "canvas.nudge", "(0, 5)");
  g_assert_false (get_line (drawn)->places.set[SQUILL_LINE_BEND]);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas-lines/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("drag-line", test_drag_line);
  ADD ("cancel-drag", test_cancel_drag);
  ADD ("drag-without-edits", test_drag_without_edits);
  ADD ("drag-label", test_drag_label);
  ADD ("keys", test_keys);
  ADD ("read-only", test_read_only);
#undef ADD
  return g_test_run ();
}
