/* SPDX-License-Identifier: Apache-2.0 */

/* The routes of many lines, which the canvas finds in a thread. How far the thread is does not
 * matter for any of these: it is heard of only while the main loop runs. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include <adwaita.h>

#include "../bench/layout-models.h"
#include "canvas-fixture.h"
#include "model/squill-authoring.h"

static gboolean
has_routes (gpointer data)
{
  Drawn *drawn = data;

  return !squill_canvas_is_routing (drawn->canvas);
}

/* What is seen is what a diagram of the same model has that finds all routes itself. */
static void
assert_routed (Drawn *drawn)
{
  g_autoptr (SquillDesign) design = squill_design_new (drawn->model);
  g_autoptr (SquillDiagram) expected = squill_diagram_new (design);

  wait_until (has_routes, drawn);
  squill_diagram_change_free (squill_diagram_update (expected));
  g_assert_cmpuint (squill_diagram_get_n_edges (expected), >, 400);
  g_assert_cmpuint (squill_diagram_get_n_edges (drawn->diagram), ==,
                    squill_diagram_get_n_edges (expected));
  for (guint i = 0; i < squill_diagram_get_n_edges (expected); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (drawn->diagram, i);
      const SquillRoute *route = edge->route;
      const SquillRoute *wanted = squill_diagram_get_edge (expected, i)->route;

      g_assert_cmpuint (route->n_points, ==, wanted->n_points);
      g_assert_cmpmem (route->points, route->n_points * sizeof (SquillPoint), wanted->points,
                       wanted->n_points * sizeof (SquillPoint));
      g_assert_cmpmem (&route->bounds, sizeof route->bounds, &wanted->bounds,
                       sizeof wanted->bounds);
    }
}

/* Opens a model with many lines; their routes are being found. */
static void
open_many (Drawn *drawn)
{
  drawn->model = layout_model_new (LAYOUT_MODULES, 320, 1);
  g_clear_object (&drawn->session);
  drawn->session = squill_session_new (drawn->model, NULL);
  g_object_unref (drawn->model);
  drawn->selection = squill_session_get_selection (drawn->session);
  g_object_set (drawn->canvas_view, "session", drawn->session, NULL);
  drawn->diagram = squill_canvas_get_diagram (drawn->canvas);
  g_assert_true (squill_canvas_is_routing (drawn->canvas));
}

static const char *
get_some_card (Drawn *drawn)
{
  return squill_diagram_get_card (drawn->diagram, 20)->id;
}

static void
test_open (Drawn *drawn, gconstpointer data)
{
  g_assert_false (squill_canvas_is_routing (drawn->canvas));
  open_many (drawn);
  g_assert_cmpuint (squill_diagram_get_n_edges (drawn->diagram), >, 400);
  assert_routed (drawn);
}

static void
test_edit (Drawn *drawn, gconstpointer data)
{
  g_autofree char *id = NULL;

  open_many (drawn);
  id = g_strdup (get_some_card (drawn));
  squill_model_set (drawn->model, id, "x", squill_json_number (9000), NULL);
  squill_model_set (drawn->model, id, "y", squill_json_number (400), NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_is_routing (drawn->canvas));
  squill_model_delete (drawn->model, (const char *[]){ id, NULL });
  squill_canvas_update (drawn->canvas);
  assert_routed (drawn);
  while (squill_model_undo (drawn->model))
    squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_is_routing (drawn->canvas));
  assert_routed (drawn);
}

/* Lines follow a card while it is dragged, and are led round the others when it is dropped. */
static void
test_drag (Drawn *drawn, gconstpointer data)
{
  g_autofree char *id = NULL;

  open_many (drawn);
  id = g_strdup (get_some_card (drawn));
  squill_diagram_move_card (drawn->diagram, id, 5000, 4000);
  squill_canvas_update (drawn->canvas);
  g_assert_false (squill_canvas_is_routing (drawn->canvas));
  for (guint i = 0; i < squill_diagram_get_n_edges (drawn->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (drawn->diagram, i);

      if (g_str_equal (edge->from_card, id))
        g_assert_cmpfloat (edge->route->points[0].y, >=, 4000);
    }
  squill_diagram_end_move (drawn->diagram);
  squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_is_routing (drawn->canvas));
  assert_routed (drawn);
}

/* Another model is opened, and the window is closed, while the routes are found. */
static void
test_close (Drawn *drawn, gconstpointer data)
{
  open_many (drawn);
  open_many (drawn);
  assert_routed (drawn);
  open_many (drawn);
  g_object_set (drawn->canvas_view, "session", NULL, NULL);
  g_assert_false (squill_canvas_is_routing (drawn->canvas));
  open_many (drawn);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(name, function) \
  g_test_add ("/canvas-routes/" name, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  TEST ("open", test_open);
  TEST ("edit", test_edit);
  TEST ("drag", test_drag);
  TEST ("close", test_close);
#undef TEST

  return g_test_run ();
}
