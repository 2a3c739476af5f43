/* SPDX-License-Identifier: Apache-2.0 */

/* Many lines and cards: what the router and the layout do for a reader who has to follow them. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram/squill-diagram-private.h"

#include <math.h>

#define ROW(row) (48.0 + 24 * (row))

static void
join (
    SquillRouter *router, const char *id, const char *from, double at, const char *to, double to_at)
{
  SquillRouteEnd ends[] = { { from, at, 0, NULL }, { to, to_at, 0, NULL } };

  squill_router_set_line (router, id, &ends[0], &ends[1], 0);
}

static gboolean
cross (SquillPoint a, SquillPoint b, SquillPoint c, SquillPoint d)
{
  if ((a.y == b.y) == (c.y == d.y))
    return FALSE;
  if (a.y != b.y)
    return cross (c, d, a, b);
  return c.x > MIN (a.x, b.x) && c.x < MAX (a.x, b.x) && a.y > MIN (c.y, d.y) &&
         a.y < MAX (c.y, d.y);
}

static guint
count_crossings (SquillRouter *router, guint n_lines)
{
  guint count = 0;

  for (guint i = 0; i < n_lines; i++)
    for (guint j = 0; j < i; j++)
      {
        g_autofree char *first = g_strdup_printf ("line%u", i);
        g_autofree char *second = g_strdup_printf ("line%u", j);
        const SquillRoute *a = squill_router_get_route (router, first);
        const SquillRoute *b = squill_router_get_route (router, second);

        for (guint k = 0; k + 1 < a->n_points; k++)
          for (guint l = 0; l + 1 < b->n_points; l++)
            count += cross (a->points[k], a->points[k + 1], b->points[l], b->points[l + 1]);
      }
  return count;
}

/* Lines from one card to another, in any order: two of them cross only if they must, and then
 * once. */
static void
test_order (void)
{
  guint more = 0, least = 0;

  for (guint seed = 1; seed <= 40; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (SquillRouter) router = squill_router_new ();
      int rows[10], inversions = 0;

      squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 800));
      squill_router_set_card (router, "b", &SQUILL_RECT (500, 0, 200, 800));
      for (int i = 0; i < 10; i++)
        {
          int other = g_rand_int_range (random, 0, i + 1);

          rows[i] = rows[other];
          rows[other] = i;
        }
      for (int i = 0; i < 10; i++)
        {
          g_autofree char *id = g_strdup_printf ("line%d", i);

          for (int j = 0; j < i; j++)
            inversions += rows[j] > rows[i];
          join (router, id, "a", ROW (2 * i), "b", ROW (2 * rows[i] + 1));
        }
      g_ptr_array_unref (squill_router_update (router, FALSE));
      g_assert_cmpuint (count_crossings (router, 10), >=, inversions);
      more += count_crossings (router, 10) - (guint)inversions;
      least += (guint)inversions;
    }
  /* Some lines go up and others down, and now and then that costs a crossing more. */
  g_assert_cmpuint (more * 20, <=, least);
}

/* Many lines that lead to one row come together. */
static void
test_trunk (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  double x = NAN;

  squill_router_set_card (router, "hub", &SQUILL_RECT (600, 2000, 200, 200));
  for (int i = 0; i < 40; i++)
    {
      g_autofree char *card = g_strdup_printf ("card%d", i);
      g_autofree char *id = g_strdup_printf ("line%d", i);

      squill_router_set_card (router, card, &SQUILL_RECT (0, 110 * i, 200, 68));
      join (router, id, card, ROW (0), "hub", ROW (0));
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpuint (count_crossings (router, 40), ==, 0);
  for (int i = 0; i < 40; i++)
    {
      g_autofree char *id = g_strdup_printf ("line%d", i);
      const SquillRoute *route = squill_router_get_route (router, id);

      g_assert_cmpuint (route->n_points, ==, 4);
      g_assert_true (isnan (x) || route->points[1].x == x);
      x = route->points[1].x;
    }
}

/* However many cards are between its ends, a line runs round them. */
static void
test_far (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 4; round++)
    {
      g_autoptr (SquillRouter) router = squill_router_new ();
      SquillRect cards[24][12];

      for (int column = 0; column < 24; column++)
        for (int row = 0; row < 12; row++)
          {
            g_autofree char *card = g_strdup_printf ("%d-%d", column, row);
            int y = row == 0 ? column % 3 * 80 : (int)squill_rect_bottom (&cards[column][row - 1]);

            cards[column][row] =
                SQUILL_RECT (400 * column, y + 20 + 24 * g_rand_int_range (random, 0, 4), 220,
                             140 + 24 * g_rand_int_range (random, 0, 12));
            squill_router_set_card (router, card, &cards[column][row]);
          }
      for (int i = 0; i < 60; i++)
        {
          g_autofree char *id = g_strdup_printf ("line%d", i);
          g_autofree char *from =
              g_strdup_printf ("%d-%d", g_rand_int_range (random, 0, 24), i % 12);
          g_autofree char *to = g_strdup_printf ("%d-%d", g_rand_int_range (random, 0, 24),
                                                 g_rand_int_range (random, 0, 12));

          join (router, id, from, ROW (g_rand_int_range (random, 0, 5)), to,
                ROW (g_rand_int_range (random, 0, 5)));
        }
      g_ptr_array_unref (squill_router_update (router, FALSE));
      for (int i = 0; i < 60; i++)
        {
          g_autofree char *id = g_strdup_printf ("line%d", i);
          const SquillRoute *route = squill_router_get_route (router, id);

          for (guint j = 0; j + 1 < route->n_points; j++)
            {
              SquillPoint a = route->points[j], b = route->points[j + 1];
              SquillRect part =
                  SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), fabs (a.x - b.x), fabs (a.y - b.y));

              part = squill_rect_grow (&part, 0.5);
              for (int column = 0; column < 24; column++)
                for (int row = 0; row < 12; row++)
                  {
                    SquillRect inside = squill_rect_grow (&cards[column][row], -1);

                    g_assert_false (squill_rect_overlaps (&part, &inside));
                  }
            }
        }
    }
}

/* A line does not jog by less than the height of a row allows. */
static void
test_straight (void)
{
  for (int off = -20; off <= 20; off += 4)
    {
      g_autoptr (SquillRouter) router = squill_router_new ();
      const SquillRoute *route;

      squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 200));
      squill_router_set_card (router, "b", &SQUILL_RECT (500, off, 200, 200));
      join (router, "line", "a", ROW (1), "b", ROW (1));
      g_ptr_array_unref (squill_router_update (router, FALSE));
      route = squill_router_get_route (router, "line");
      g_assert_cmpuint (route->n_points, ==, ABS (off) <= 14 ? 2 : 4);
      g_assert_cmpfloat (fabs (route->points[0].y - ROW (1)), <=, 9);
      g_assert_cmpfloat (fabs (route->points[route->n_points - 1].y - off - ROW (1)), <=, 9);
    }
}

/* A graph of a size that dot makes a strip of fills a window's proportions. */
static void
test_proportions (void)
{
  for (guint kind = 0; kind < 3; kind++)
    {
      g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (kind + 1);
      g_autoptr (SquillLayoutResult) result = NULL;
      g_autoptr (GError) error = NULL;
      int heights[120], width = 0, height = 0;

      for (guint i = 0; i < 120; i++)
        {
          heights[i] = 44 + 24 * g_rand_int_range (random, 1, 14);
          squill_layout_graph_add_box (graph, 220, heights[i], -1);
        }
      for (guint i = 1; i < 120; i++)
        squill_layout_graph_add_edge (graph,
                                      kind == 0   ? 0
                                      : kind == 1 ? (i - 1) / 5
                                                  : (guint)g_rand_int_range (random, 0, (int)i),
                                      (int)ROW (0), i, (int)ROW (0));
      result = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < 120; i++)
        {
          width = MAX (width, result->positions[i].x + 220);
          height = MAX (height, result->positions[i].y + heights[i]);
        }
      g_assert_cmpint (width, <=, 2 * height);
      g_assert_cmpint (height, <=, 2 * width);
    }
}

/* Of several arrangements the one is taken whose lines cross least. */
static void
test_choice (void)
{
  guint count = 0;

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
      g_autoptr (SquillRouter) router = squill_router_new ();
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (SquillLayoutResult) result = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < 50; i++)
        squill_layout_graph_add_box (graph, 220, 44 + 24 * g_rand_int_range (random, 1, 14), -1);
      for (guint i = 0; i < 70; i++)
        {
          guint to = i % 49 + 1, from = (guint)g_rand_int_range (random, 0, (int)to);
          g_autofree char *id = g_strdup_printf ("line%u", i);
          g_autofree char *from_card = g_strdup_printf ("%u", from);
          g_autofree char *to_card = g_strdup_printf ("%u", to);

          squill_layout_graph_add_edge (graph, from, (int)ROW (0), to, (int)ROW (0));
          join (router, id, from_card, ROW (0), to_card, ROW (0));
        }
      result = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < 50; i++)
        {
          const SquillLayoutNode *node = &g_array_index (graph->nodes, SquillLayoutNode, i);
          g_autofree char *card = g_strdup_printf ("%u", i);

          squill_router_set_card (router, card,
                                  &SQUILL_RECT (result->positions[i].x, result->positions[i].y,
                                                node->width, node->height));
        }
      g_ptr_array_unref (squill_router_update (router, FALSE));
      count += count_crossings (router, 70);
    }
  g_test_message ("%u crossings", count);
  /* With the columns of dot alone 179. */
  g_assert_cmpuint (count, <=, 160);
}

#define N_PART 40
#define N_PART_LINES 60

/* Sets a part of a diagram of so many boxes into columns. Gives how many lines cross. */
static guint
set_part (guint seed, guint n_all, SquillLayoutBox *boxes)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  SquillLayoutEdge edges[N_PART_LINES];

  for (guint i = 0; i < N_PART; i++)
    boxes[i] =
        (SquillLayoutBox){ g_rand_int_range (random, 0, 2000), g_rand_int_range (random, 0, 2000),
                           220, 44 + 24 * g_rand_int_range (random, 1, 14) };
  for (guint i = 0; i < N_PART_LINES; i++)
    {
      guint to = i % (N_PART - 1) + 1, from = (guint)g_rand_int_range (random, 0, (int)to);
      g_autofree char *id = g_strdup_printf ("line%u", i);
      g_autofree char *from_card = g_strdup_printf ("%u", from);
      g_autofree char *to_card = g_strdup_printf ("%u", to);

      edges[i] = (SquillLayoutEdge){ from, to, (int)ROW (0), (int)ROW (0) };
      join (router, id, from_card, ROW (0), to_card, ROW (0));
    }
  _squill_layout_columns (boxes, N_PART, edges, N_PART_LINES, FALSE, FALSE, n_all, NULL);
  for (guint i = 0; i < N_PART; i++)
    {
      g_autofree char *card = g_strdup_printf ("%u", i);

      squill_router_set_card (
          router, card, &SQUILL_RECT (boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height));
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  return count_crossings (router, N_PART_LINES);
}

/* All is tried for a part of a diagram that is not large, and little for one of very many. */
static void
test_effort (void)
{
  guint count = 0, quick_count = 0;

  for (guint seed = 1; seed <= 3; seed++)
    {
      SquillLayoutBox alone[N_PART], among[N_PART], quick[N_PART];

      count += set_part (seed, N_PART, alone);
      set_part (seed, 100, among);
      quick_count += set_part (seed, 1000000, quick);
      for (guint i = 0; i < N_PART; i++)
        {
          g_assert_cmpint (among[i].x, ==, alone[i].x);
          g_assert_cmpint (among[i].y, ==, alone[i].y);
        }
    }
  g_test_message ("%u crossings, and %u", count, quick_count);
  g_assert_cmpuint (count, <, quick_count);
}

/* Two columns whose lines can all be straight. */
static void
test_aligned (void)
{
  SquillLayoutBox boxes[] = {
    { 0, 0, 200, 200 },   { 0, 240, 200, 200 },   { 0, 480, 200, 200 },
    { 400, 0, 200, 500 }, { 400, 540, 200, 100 }, { 400, 680, 200, 140 }
  };
  const SquillLayoutEdge edges[] = { { 0, 3, 60, 84 }, { 1, 4, 60, 60 }, { 2, 5, 132, 60 } };

  _squill_layout_columns (boxes, G_N_ELEMENTS (boxes), edges, G_N_ELEMENTS (edges), TRUE, FALSE,
                          G_N_ELEMENTS (boxes), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    g_assert_cmpint (boxes[edges[i].from].y + edges[i].from_offset, ==,
                     boxes[edges[i].to].y + edges[i].to_offset);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (boxes[i].x, ==, boxes[0].x);
      g_assert_cmpint (boxes[i + 3].x, >=, boxes[0].x + 200 + 180);
    }
  for (guint i = 1; i < G_N_ELEMENTS (boxes); i++)
    if (i != 3)
      g_assert_cmpint (boxes[i].y, >=, boxes[i - 1].y + boxes[i - 1].height + 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crowd/order", test_order);
  g_test_add_func ("/crowd/trunk", test_trunk);
  g_test_add_func ("/crowd/far", test_far);
  g_test_add_func ("/crowd/straight", test_straight);
  g_test_add_func ("/crowd/proportions", test_proportions);
  g_test_add_func ("/crowd/choice", test_choice);
  g_test_add_func ("/crowd/effort", test_effort);
  g_test_add_func ("/crowd/aligned", test_aligned);
  return g_test_run ();
}
