/* SPDX-License-Identifier: Apache-2.0 */

/* Routes that are found elsewhere, from a copy of what they depend on. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "../bench/layout-models.h"
#include "diagram-fixture.h"
#include "diagram/squill-router.h"

#include <string.h>

#define N_COLUMNS 6
#define N_CARDS 24

static SquillRouter *
create_router (void)
{
  SquillRouter *router = squill_router_new ();

  for (int i = 0; i < N_CARDS; i++)
    {
      g_autofree char *card = g_strdup_printf ("card%02d", i);
      g_autofree char *line = g_strdup_printf ("line%02d", i);
      g_autofree char *other = g_strdup_printf ("card%02d", (i * 7 + 5) % N_CARDS);
      SquillRouteEnd from = { card, 60 + 24 * (i % 3), 40, "0..5" }, to = { other, 22, 20, "1" };

      squill_router_set_card (
          router, card, &SQUILL_RECT (380 * (i % N_COLUMNS), 260 * (i / N_COLUMNS), 200, 160));
      squill_router_set_line (router, line, &from, &to, 50);
    }
  return router;
}

static void
move (SquillRouter *router)
{
  squill_router_set_card (router, "card08", &SQUILL_RECT (800, 300, 200, 160));
}

/* All routes as text. */
static char *
dump (SquillRouter *router)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < N_CARDS; i++)
    {
      g_autofree char *line = g_strdup_printf ("line%02d", i);
      const SquillRoute *route = squill_router_get_route (router, line);

      g_string_append (text, line);
      for (guint j = 0; route != NULL && j < route->n_points; j++)
        g_string_append_printf (text, " %g,%g", route->points[j].x, route->points[j].y);
      for (guint j = 0; route != NULL && j < route->n_hops; j++)
        g_string_append_printf (text, " ^%u:%g", route->hops[j].segment, route->hops[j].at);
      if (route != NULL)
        g_string_append_printf (text, " [%g,%g %g,%g %g,%g]", route->from_label.x,
                                route->from_label.y, route->to_label.x, route->to_label.y,
                                route->name_label.x, route->name_label.y);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

static char *
join (GPtrArray *ids)
{
  g_ptr_array_sort (ids, compare_ids);
  g_ptr_array_add (ids, NULL);
  return g_strjoinv (" ", (char **)ids->pdata);
}

/* What is taken is what an update finds, and nothing is left to do. */
static void
test_same (void)
{
  g_autoptr (SquillRouter) here = create_router (), there = create_router ();
  g_autoptr (SquillRouter) copy = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) taken = NULL;
  g_autoptr (GPtrArray) more = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *routes = NULL;

  g_ptr_array_unref (squill_router_update (here, FALSE));
  g_ptr_array_unref (squill_router_update (there, FALSE));
  move (here);
  move (there);
  found = squill_router_update (here, FALSE);
  copy = squill_router_copy (there);
  g_assert_true (squill_router_complete (copy, NULL));
  taken = squill_router_take (there, copy);
  g_assert_nonnull (taken);
  {
    g_autofree char *changed_here = join (found), *changed_there = join (taken);

    g_assert_cmpstr (changed_there, !=, "");
    g_assert_cmpstr (changed_there, ==, changed_here);
  }
  expected = dump (here);
  routes = dump (there);
  g_assert_cmpstr (routes, ==, expected);
  more = squill_router_update (there, FALSE);
  g_assert_cmpuint (more->len, ==, 0);
}

/* A rough update keeps what nothing touches, and gives the others some route. */
static void
test_rough (void)
{
  g_autoptr (SquillRouter) router = create_router ();
  g_autoptr (SquillRouter) copy = NULL;
  g_autoptr (GPtrArray) taken = NULL;
  g_autoptr (GPtrArray) rough = NULL;
  SquillRouteEnd from = { "card00", 60, 0, NULL }, to = { "card23", 60, 0, NULL };
  g_autoptr (SquillRouter) complete = create_router ();
  g_autofree char *expected = NULL;
  g_autofree char *routes = NULL;

  rough = squill_router_update (router, TRUE);
  g_assert_cmpuint (rough->len, ==, N_CARDS);
  g_assert_true (squill_router_is_rough (router));
  copy = squill_router_copy (router);
  g_assert_true (squill_router_complete (copy, NULL));
  taken = squill_router_take (router, copy);
  g_assert_false (squill_router_is_rough (router));
  g_ptr_array_unref (squill_router_update (complete, FALSE));
  expected = dump (complete);
  routes = dump (router);
  g_assert_cmpstr (routes, ==, expected);

  squill_router_set_line (router, "new", &from, &to, 0);
  g_clear_pointer (&rough, g_ptr_array_unref);
  rough = squill_router_update (router, TRUE);
  g_assert_cmpuint (rough->len, ==, 1);
  g_assert_cmpstr (rough->pdata[0], ==, "new");
  g_assert_nonnull (squill_router_get_route (router, "new"));
  g_free (routes);
  routes = dump (router);
  g_assert_cmpstr (routes, ==, expected);
  /* A card that grows moves no line that meets it above. */
  squill_router_set_card (router, "card07", &SQUILL_RECT (380, 260, 200, 180));
  g_clear_pointer (&rough, g_ptr_array_unref);
  rough = squill_router_update (router, TRUE);
  g_assert_cmpuint (rough->len, ==, 0);
  /* Once more, there is nothing to do for the line. */
  squill_router_set_card (router, "apart", &SQUILL_RECT (9000, 9000, 200, 100));
  g_clear_pointer (&rough, g_ptr_array_unref);
  rough = squill_router_update (router, TRUE);
  g_assert_cmpuint (rough->len, ==, 0);
}

/* What was found for other places is not taken. */
static void
test_changed (void)
{
  g_autoptr (SquillRouter) router = create_router ();
  g_autoptr (SquillRouter) copy = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_ptr_array_unref (squill_router_update (router, FALSE));
  before = dump (router);
  move (router);
  copy = squill_router_copy (router);
  g_assert_true (squill_router_is_current (router, copy));
  g_assert_true (squill_router_complete (copy, NULL));
  squill_router_remove_line (router, "line00");
  g_assert_false (squill_router_is_current (router, copy));
  g_assert_null (squill_router_take (router, copy));
  {
    SquillRouteEnd from = { "card00", 60, 40, "0..5" }, to = { "card05", 22, 20, "1" };

    squill_router_set_line (router, "line00", &from, &to, 50);
  }
  squill_router_set_card (router, "card08", &SQUILL_RECT (760, 260, 200, 160));
  g_ptr_array_unref (squill_router_update (router, FALSE));
  after = dump (router);
  g_assert_cmpstr (after, ==, before);
}

static void
test_canceled (void)
{
  g_autoptr (SquillRouter) router = create_router ();
  g_autoptr (SquillRouter) copy = squill_router_copy (router);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_false (squill_router_complete (copy, cancellable));
}

/* The same line set again is no change. */
static void
test_unchanged (void)
{
  g_autoptr (SquillRouter) router = create_router ();
  g_autoptr (SquillRouter) copy = NULL;
  SquillRouteEnd from = { "card00", 60, 40, "0..5" }, to = { "card05", 22, 20, "1" };

  g_ptr_array_unref (squill_router_update (router, FALSE));
  copy = squill_router_copy (router);
  squill_router_set_line (router, "line00", &from, &to, 50);
  g_assert_true (squill_router_is_current (router, copy));
  squill_router_set_line (router, "line00", &from, &to, 60);
  g_assert_false (squill_router_is_current (router, copy));
}

/* Few lines take long where many cards are in their way, until they are found. */
static void
test_slow (void)
{
  g_autoptr (SquillRouter) quick = create_router (), slow = squill_router_new ();
  g_autoptr (SquillRouter) copy = NULL;

  g_assert_false (squill_router_is_slow (quick));
  for (int i = 0; i < 900; i++)
    {
      g_autofree char *card = g_strdup_printf ("card%d", i);

      squill_router_set_card (slow, card, &SQUILL_RECT (380 * (i % 30), 260 * (i / 30), 200, 160));
    }
  for (int i = 0; i < 60; i++)
    {
      g_autofree char *line = g_strdup_printf ("line%d", i);
      g_autofree char *card = g_strdup_printf ("card%d", i);
      g_autofree char *other = g_strdup_printf ("card%d", 899 - i);
      SquillRouteEnd from = { card, 60, 0, NULL }, to = { other, 22, 0, NULL };

      squill_router_set_line (slow, line, &from, &to, 0);
    }
  g_assert_true (squill_router_is_slow (slow));
  copy = squill_router_copy (slow);
  g_assert_true (squill_router_complete (copy, NULL));
  g_ptr_array_unref (squill_router_take (slow, copy));
  g_assert_false (squill_router_is_slow (slow));
  squill_router_set_card (slow, "new", &SQUILL_RECT (-900, -900, 200, 160));
  g_assert_false (squill_router_is_slow (slow));
}

static Shown
show_many (SquillModel *model, gboolean apart)
{
  Shown shown = { .model = squill_model_copy (model) };

  shown.design = squill_design_new (shown.model);
  shown.diagram = squill_diagram_new (shown.design);
  squill_diagram_set_routes_apart (shown.diagram, apart);
  squill_diagram_change_free (update (&shown));
  return shown;
}

/* Does what a thread would do. */
static void
complete (Shown *shown)
{
  g_autoptr (SquillRouter) routes = squill_diagram_copy_unfinished_routes (shown->diagram);

  g_assert_nonnull (routes);
  g_assert_true (squill_diagram_wants_routes (shown->diagram, routes));
  g_assert_true (squill_router_complete (routes, NULL));
  squill_diagram_set_routes (shown->diagram, routes);
}

static void
assert_finished (Shown *shown, Shown *expected)
{
  g_autofree char *lines = NULL;
  g_autofree char *expected_lines = NULL;

  g_assert_null (squill_diagram_copy_unfinished_routes (shown->diagram));
  lines = dump_diagram (shown->diagram);
  expected_lines = dump_diagram (expected->diagram);
  g_assert_cmpstr (lines, ==, expected_lines);
}

static void
on_changed (SquillDiagram *diagram, guint *n_changes)
{
  (*n_changes)++;
}

/* All lines are there at once, and run as they should once their routes are set. */
static void
test_diagram (void)
{
  g_autoptr (SquillModel) model = layout_model_new (LAYOUT_MODULES, 300, 1);
  g_auto (Shown) shown = show_many (model, TRUE), expected = show_many (model, FALSE);
  const guint n = squill_diagram_get_n_edges (expected.diagram);
  const char *id = squill_diagram_get_card (expected.diagram, 3)->id;
  g_autoptr (SquillDiagramChange) change = NULL;
  g_autoptr (SquillRouter) late = NULL;
  guint n_changes = 0;

  g_assert_cmpuint (n, >, 400);
  g_assert_cmpuint (squill_diagram_get_n_edges (shown.diagram), ==, n);
  complete (&shown);
  g_signal_connect (shown.diagram, "changed", G_CALLBACK (on_changed), &n_changes);
  change = update (&shown);
  g_assert_cmpuint (change->edges->len, >, n / 2);
  assert_finished (&shown, &expected);

  /* Not while a card is dragged, and what is found meanwhile is not shown. */
  set (&shown, id, "x", "4000");
  set (&shown, id, "y", "700");
  squill_diagram_change_free (update (&shown));
  late = squill_diagram_copy_unfinished_routes (shown.diagram);
  g_assert_true (squill_router_complete (late, NULL));
  squill_diagram_move_card (shown.diagram, id, 5000, 700);
  squill_diagram_change_free (update (&shown));
  g_assert_null (squill_diagram_copy_unfinished_routes (shown.diagram));
  g_assert_false (squill_diagram_wants_routes (shown.diagram, late));
  n_changes = 0;
  squill_diagram_set_routes (shown.diagram, late);
  g_assert_cmpuint (n_changes, ==, 1);
  squill_diagram_change_free (update (&shown));
  g_assert_cmpfloat (squill_diagram_find_card (shown.diagram, id)->rect.x, ==, 5000);
  set (&shown, id, "x", "5000");
  set (&expected, id, "x", "5000");
  set (&expected, id, "y", "700");
  squill_diagram_change_free (update (&shown));
  squill_diagram_change_free (update (&expected));
  complete (&shown);
  squill_diagram_change_free (update (&shown));
  assert_finished (&shown, &expected);

  /* Undone before the routes were found. */
  squill_model_undo (shown.model);
  squill_diagram_change_free (update (&shown));
  squill_model_redo (shown.model);
  squill_diagram_change_free (update (&shown));
  complete (&shown);
  squill_diagram_change_free (update (&shown));
  assert_finished (&shown, &expected);
}

/* A few lines are all right at once. */
static void
test_few (void)
{
  g_auto (Shown) shown = show_gallery ();
  g_auto (Shown) expected = show_gallery ();
  const char *id = squill_diagram_get_card (shown.diagram, 0)->id;

  squill_diagram_set_routes_apart (shown.diagram, TRUE);
  set (&shown, id, "x", "900");
  set (&expected, id, "x", "900");
  squill_diagram_change_free (update (&shown));
  squill_diagram_change_free (update (&expected));
  assert_finished (&shown, &expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/routes-apart/same", test_same);
  g_test_add_func ("/routes-apart/rough", test_rough);
  g_test_add_func ("/routes-apart/changed", test_changed);
  g_test_add_func ("/routes-apart/canceled", test_canceled);
  g_test_add_func ("/routes-apart/unchanged", test_unchanged);
  g_test_add_func ("/routes-apart/slow", test_slow);
  g_test_add_func ("/routes-apart/diagram", test_diagram);
  g_test_add_func ("/routes-apart/few", test_few);

  return g_test_run ();
}
