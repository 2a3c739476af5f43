/* SPDX-License-Identifier: Apache-2.0 */

/* What is written on lines covers nothing, or is hidden. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include "../bench/layout-models.h"

#include "model/squill-model-file.h"
#include "model/squill-triple.h"

#include <math.h>
#include <string.h>

static SquillRect
get_stretch (const SquillRoute *route, guint number)
{
  SquillPoint a = route->points[number], b = route->points[number + 1];

  return SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), MAX (fabs (a.x - b.x), 1),
                      MAX (fabs (a.y - b.y), 1));
}

/* Adds the labels of a line that are shown. */
static void
add_shown (GArray *labels, const SquillRoute *route)
{
  if (!squill_rect_is_empty (&route->from_label) && !route->from_hidden)
    g_array_append_val (labels, route->from_label);
  if (!squill_rect_is_empty (&route->to_label) && !route->to_hidden)
    g_array_append_val (labels, route->to_label);
  if (!squill_rect_is_empty (&route->name_label) && !route->name_hidden)
    g_array_append_val (labels, route->name_label);
}

/* Whether lines meet in a point and may run together there. */
static gboolean
share_tip (const SquillRoute *a, const SquillRoute *b)
{
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++)
      {
        SquillPoint left = a->points[i == 0 ? 0 : a->n_points - 1];
        SquillPoint right = b->points[j == 0 ? 0 : b->n_points - 1];

        if (left.x == right.x && left.y == right.y)
          return TRUE;
      }
  return FALSE;
}

/* Holds that what is shown covers neither cards nor other lines nor each other. Gives how many
 * labels are shown. */
static guint
check_labels (SquillDiagram *diagram)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SquillRect));
  SquillRect bounds = squill_diagram_get_bounds (diagram);

  for (guint i = 0; i < squill_diagram_get_n_edges (diagram); i++)
    {
      const SquillRoute *route = squill_diagram_get_edge (diagram, i)->route;
      g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (SquillRect));

      add_shown (own, route);
      for (guint j = 0; j < own->len; j++)
        {
          const SquillRect *label = &g_array_index (own, SquillRect, j);

          g_assert_true (label->x >= bounds.x && label->y >= bounds.y &&
                         squill_rect_right (label) <= squill_rect_right (&bounds) &&
                         squill_rect_bottom (label) <= squill_rect_bottom (&bounds));
          for (guint k = 0; k < squill_diagram_get_n_cards (diagram); k++)
            g_assert_false (
                squill_rect_overlaps (label, &squill_diagram_get_card (diagram, k)->rect));
          for (guint k = 0; k < squill_diagram_get_n_edges (diagram); k++)
            {
              const SquillRoute *other = squill_diagram_get_edge (diagram, k)->route;

              for (guint part = 0; part + 1 < other->n_points; part++)
                {
                  SquillRect stretch = get_stretch (other, part);

                  if (k != i && !share_tip (route, other))
                    g_assert_false (squill_rect_overlaps (label, &stretch));
                }
            }
          for (guint k = 0; k < all->len; k++)
            g_assert_false (squill_rect_overlaps (label, &g_array_index (all, SquillRect, k)));
          g_array_append_vals (all, label, 1);
        }
    }
  return all->len;
}

static SquillDiagram *
arrange (SquillModel *model)
{
  g_autoptr (SquillDesign) design = squill_design_new (model);
  SquillDiagram *diagram = squill_diagram_new (design);
  g_autoptr (SquillArrangement) arrangement = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  squill_diagram_change_free (squill_diagram_update (diagram));
  arrangement = squill_arrangement_new (diagram, NULL);
  result = squill_layout_run (squill_arrangement_get_graph (arrangement), SQUILL_LAYOUT_AUTO, NULL,
                              &error);
  g_assert_no_error (error);
  g_assert_true (squill_arrangement_apply (arrangement, result, model, &error));
  squill_diagram_change_free (squill_diagram_update (diagram));
  return diagram;
}

static void
test_generated (void)
{
  for (LayoutShape shape = 0; shape < LAYOUT_N_SHAPES; shape++)
    {
      g_autoptr (SquillModel) model = layout_model_new (shape, 57, 57);
      g_autoptr (SquillDiagram) diagram = arrange (model);
      guint n_shown = check_labels (diagram);

      /* Most have a place. */
      g_assert_cmpuint (n_shown, >=, 4 * squill_diagram_count_hidden_labels (diagram));
    }
}

/* As they come, and with all cards where they cannot stay. */
static void
test_examples (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  g_assert_nonnull (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillModel) model = NULL;
      g_autoptr (SquillDesign) design = NULL;
      g_autoptr (SquillDiagram) diagram = NULL;
      g_autoptr (SquillDiagram) arranged = NULL;
      guint n_shown, n_hidden;

      if (!g_str_has_suffix (name, ".squill"))
        continue;
      model = squill_model_load (file, NULL, NULL, &error);
      g_assert_no_error (error);
      design = squill_design_new (model);
      diagram = squill_diagram_new (design);
      squill_diagram_change_free (squill_diagram_update (diagram));
      check_labels (diagram);
      arranged = arrange (model);
      n_shown = check_labels (arranged);
      n_hidden = squill_diagram_count_hidden_labels (arranged);
      g_test_message ("%s: %u shown, %u hidden", name, n_shown, n_hidden);
      /* Where lines are few all have a place. */
      g_assert_cmpuint (8 * n_hidden, <=, n_shown + n_hidden);
      n_files++;
    }
  g_assert_cmpuint (n_files, >=, 10);
}

/* Between two cards that nearly touch there is room for none; a line that is pointed at or selected
 * shows all the same. */
static void
test_hidden (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd ends[] = { { "a", 60, 60, "0..35" }, { "b", 60, 20, "1" } };
  const SquillRoute *route;

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 200));
  squill_router_set_card (router, "b", &SQUILL_RECT (240, 0, 200, 200));
  squill_router_set_line (router, "line", &ends[0], &ends[1], 120);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  route = squill_router_get_route (router, "line");
  g_assert_true (route->from_hidden && route->name_hidden);
  g_assert_false (route->to_hidden);
  g_assert_false (squill_rect_is_empty (&route->from_label));
  g_assert_false (squill_rect_is_empty (&route->name_label));
  /* Nothing grows by what is not shown. */
  g_assert_cmpfloat (route->bounds.height, <, 50);

  squill_router_set_card (router, "b", &SQUILL_RECT (480, 0, 200, 200));
  g_ptr_array_unref (squill_router_update (router, FALSE));
  route = squill_router_get_route (router, "line");
  g_assert_false (route->from_hidden || route->to_hidden || route->name_hidden);
}

/* What is written on a line does not depend on how many others there are. */
static void
test_thousands_of_lines (void)
{
  const guint n_lines = 3100, n_columns = 50;
  g_autoptr (SquillRouter) router = squill_router_new ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n_lines; i++)
    {
      const double x = 1000 * (i % n_columns), y = 200 * (i / n_columns);
      char *from = g_strdup_printf ("from%u", i), *to = g_strdup_printf ("to%u", i);
      const SquillRouteEnd ends[] = { { from, 60, 60, "0..35" }, { to, 60, 20, "1" } };

      g_ptr_array_add (ids, from);
      g_ptr_array_add (ids, to);
      squill_router_set_card (router, from, &SQUILL_RECT (x, y, 200, 100));
      squill_router_set_card (router, to, &SQUILL_RECT (x + 600, y, 200, 100));
      squill_router_set_line (router, from, &ends[0], &ends[1], 100);
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (guint i = 0; i < n_lines; i++)
    {
      const SquillRoute *route = squill_router_get_route (router, g_ptr_array_index (ids, 2 * i));

      g_assert_false (squill_rect_is_empty (&route->from_label));
      g_assert_false (squill_rect_is_empty (&route->to_label));
      g_assert_false (squill_rect_is_empty (&route->name_label));
      g_assert_false (route->from_hidden || route->to_hidden || route->name_hidden);
    }
}

/* Where lines are a tangle, nobody looks for room, but what is pointed at still has its labels. */
static void
test_hidden_labels (void)
{
  char card[] = "card", other[] = "other", one[] = "1", id[] = "line";
  SquillPoint points[] = { { 200, 60 }, { 400, 60 }, { 400, 300 }, { 600, 300 } };
  SquillRoutedLine line = { .id = id,
                            .ends = { { .card = card, .text = one, .label = 20, .y = 60 },
                                      { .card = other, .text = one, .label = 20, .y = 300 } },
                            .name_width = 100,
                            .route = { .n_points = 4, .points = points } };
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  line.ends[0].side = line.route.from_side = SQUILL_SIDE_RIGHT;
  line.ends[1].side = line.route.to_side = SQUILL_SIDE_LEFT;
  g_ptr_array_add (lines, &line);
  _squill_lines_set_hidden_labels (lines);
  g_assert_true (line.route.from_hidden && line.route.to_hidden && line.route.name_hidden);
  g_assert_cmpfloat (line.route.from_label.x, >, 200);
  g_assert_cmpfloat (squill_rect_right (&line.route.to_label), <, 600);
  g_assert_cmpfloat (line.route.name_label.width, ==, 100);
}

/* A card's lines to itself have room beside it, and keep apart. */
static void
test_own_lines (void)
{
  g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (SquillRouter) router = squill_router_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    squill_layout_graph_add_box (graph, 200, 400, -1);
  for (guint i = 0; i < 5; i++)
    squill_layout_graph_add_edge (graph, 0, (int)(60 + 24 * i), 0, (int)(240 + 24 * i));
  result = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      squill_router_set_card (
          router, id, &SQUILL_RECT (result->positions[i].x, result->positions[i].y, 200, 400));
    }
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *id = g_strdup_printf ("line%u", i);
      SquillRouteEnd ends[] = { { "0", 60 + 24 * i, 40, "1" }, { "0", 240 + 24 * i, 40, "1" } };

      squill_router_set_line (router, id, &ends[0], &ends[1], 0);
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (guint i = 0; i < 5; i++)
    for (guint j = 0; j < i; j++)
      {
        g_autofree char *first = g_strdup_printf ("line%u", i);
        g_autofree char *second = g_strdup_printf ("line%u", j);
        const SquillRoute *a = squill_router_get_route (router, first);
        const SquillRoute *b = squill_router_get_route (router, second);

        g_assert_cmpfloat (fabs (a->points[1].x - b->points[1].x), >=, 10);
      }
}

/* Averages are said as a person says them. */
static void
test_averages (void)
{
  static const struct
  {
    SquillTriple triple;
    const char *text;
  } cases[] = {
    { { 0, 0.19, 900 }, "0..0.2..900" }, { { 1, 1.32, 8 }, "1..1.3..8" },
    { { 1, 32.16, 177 }, "1..32..177" }, { { 0, 0.046, 3 }, "0..0.05..3" },
    { { 0, 35, 5000 }, "0..35..5k" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = squill_triple_to_short (cases[i].triple);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/generated", test_generated);
  g_test_add_func ("/labels/examples", test_examples);
  g_test_add_func ("/labels/hidden", test_hidden);
  g_test_add_func ("/labels/thousands-of-lines", test_thousands_of_lines);
  g_test_add_func ("/labels/hidden-labels", test_hidden_labels);
  g_test_add_func ("/labels/own-lines", test_own_lines);
  g_test_add_func ("/labels/averages", test_averages);
  return g_test_run ();
}
