/* SPDX-License-Identifier: Apache-2.0 */

/* Ways of lines between cards. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram/squill-diagram-private.h"
#include "diagram/squill-router.h"

#include <math.h>
#include <string.h>

#define N_CARDS 30
#define N_LINES 45

typedef struct
{
  SquillRect cards[N_CARDS];
  int ends[N_LINES][2];
  int rows[N_LINES][2];
} Scene;

static const char *
card_id (int i)
{
  static char ids[N_CARDS][16];

  g_snprintf (ids[i], sizeof ids[i], "card%02d", i);
  return ids[i];
}

static const char *
line_id (int i)
{
  static char ids[N_LINES][16];

  g_snprintf (ids[i], sizeof ids[i], "line%02d", i);
  return ids[i];
}

static int
n_rows (const SquillRect *card)
{
  return (int)(card->height - 44) / 24;
}

/* Columns of cards with gaps as a layout leaves them. */
static Scene
make_scene (guint seed)
{
  Scene scene;
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double x = 0, y = 0;

  for (int i = 0; i < N_CARDS; i++)
    {
      scene.cards[i] = SQUILL_RECT (x, y, 180 + 20 * g_rand_int_range (random, 0, 8),
                                    44 + 24 * g_rand_int_range (random, 1, 12));
      y += scene.cards[i].height + 20 * g_rand_int_range (random, 2, 5);
      if (i % 6 == 5)
        {
          x += 340 + 20 * g_rand_int_range (random, 3, 9);
          y = 20 * g_rand_int_range (random, 0, 6);
        }
    }
  for (int i = 0; i < N_LINES; i++)
    for (int end = 0; end < 2; end++)
      {
        int card = g_rand_int_range (random, 0, i % 4 == 0 && end == 1 ? 3 : N_CARDS);

        scene.ends[i][end] = card;
        scene.rows[i][end] = g_rand_int_range (random, 0, n_rows (&scene.cards[card]));
      }
  return scene;
}

static void
set_line (SquillRouter *router, const Scene *scene, int i)
{
  SquillRouteEnd ends[2];

  for (int end = 0; end < 2; end++)
    ends[end] = (SquillRouteEnd){ card_id (scene->ends[i][end]), 36 + 24 * scene->rows[i][end] + 12,
                                  end == 0 ? 60 : 20, end == 0 ? "0..5..∞" : "1" };
  squill_router_set_line (router, line_id (i), &ends[0], &ends[1], 70);
}

static SquillRouter *
make_router (const Scene *scene, gboolean backwards)
{
  SquillRouter *router = squill_router_new ();

  for (int i = 0; i < N_CARDS; i++)
    {
      int card = backwards ? N_CARDS - 1 - i : i;

      squill_router_set_card (router, card_id (card), &scene->cards[card]);
    }
  for (int i = 0; i < N_LINES; i++)
    set_line (router, scene, backwards ? N_LINES - 1 - i : i);
  return router;
}

static void
assert_same (SquillRouter *a, SquillRouter *b)
{
  for (int i = 0; i < N_LINES; i++)
    {
      const SquillRoute *left = squill_router_get_route (a, line_id (i));
      const SquillRoute *right = squill_router_get_route (b, line_id (i));

      g_assert_cmpint (left == NULL, ==, right == NULL);
      if (left == NULL)
        continue;
      g_assert_cmpmem (left->points, left->n_points * sizeof *left->points, right->points,
                       right->n_points * sizeof *right->points);
      g_assert_cmpuint (left->n_hops, ==, right->n_hops);
      g_assert_cmpmem (&left->from_label, sizeof left->from_label, &right->from_label,
                       sizeof right->from_label);
      g_assert_cmpmem (&left->name_label, sizeof left->name_label, &right->name_label,
                       sizeof right->name_label);
    }
}

static void
assert_tip (const Scene *scene, int line, int end, SquillPoint tip, SquillSide side)
{
  const SquillRect *card = &scene->cards[scene->ends[line][end]];
  double middle = card->y + 36 + 24 * scene->rows[line][end] + 12;

  g_assert_cmpfloat (tip.x, ==, side == SQUILL_SIDE_RIGHT ? squill_rect_right (card) : card->x);
  /* In the row, and in its middle if nothing else meets it there. */
  g_assert_cmpfloat (fabs (tip.y - middle), <=, 9.0);
}

static void
test_orthogonal (void)
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      Scene scene = make_scene (seed);
      g_autoptr (SquillRouter) router = make_router (&scene, FALSE);
      g_autoptr (GPtrArray) changed = squill_router_update (router, FALSE);

      g_assert_cmpuint (changed->len, ==, N_LINES);
      for (int i = 0; i < N_LINES; i++)
        {
          const SquillRoute *route = squill_router_get_route (router, line_id (i));

          g_assert_nonnull (route);
          g_assert_cmpuint (route->n_points, >=, 2);
          assert_tip (&scene, i, 0, route->points[0], route->from_side);
          assert_tip (&scene, i, 1, route->points[route->n_points - 1], route->to_side);
          g_assert_cmpfloat (route->points[0].y, ==, route->points[1].y);
          g_assert_cmpfloat (route->points[route->n_points - 1].y, ==,
                             route->points[route->n_points - 2].y);
          for (guint j = 0; j + 1 < route->n_points; j++)
            {
              SquillPoint a = route->points[j], b = route->points[j + 1];

              g_assert_true ((a.x == b.x) != (a.y == b.y));
              g_assert_true (squill_rect_contains (&route->bounds, a.x, a.y));
            }
        }
    }
}

static void
test_round_cards (void)
{
  for (guint seed = 1; seed <= 20; seed++)
    {
      Scene scene = make_scene (seed);
      g_autoptr (SquillRouter) router = make_router (&scene, FALSE);
      g_autoptr (GPtrArray) changed = squill_router_update (router, FALSE);

      for (int i = 0; i < N_LINES; i++)
        {
          const SquillRoute *route = squill_router_get_route (router, line_id (i));

          for (guint j = 0; j + 1 < route->n_points; j++)
            {
              SquillPoint a = route->points[j], b = route->points[j + 1];
              SquillRect stretch =
                  SQUILL_RECT (MIN (a.x, b.x), MIN (a.y, b.y), MAX (fabs (a.x - b.x), 0.01),
                               MAX (fabs (a.y - b.y), 0.01));

              stretch = squill_rect_grow (&stretch, -0.002);
              for (int k = 0; k < N_CARDS; k++)
                if (squill_rect_overlaps (&stretch, &scene.cards[k]))
                  g_error ("seed %u: %s runs through %s", seed, line_id (i), card_id (k));
            }
        }
      g_assert_cmpuint (changed->len, ==, N_LINES);
    }
}

static void
test_order_does_not_matter (void)
{
  Scene scene = make_scene (3);
  g_autoptr (SquillRouter) forwards = make_router (&scene, FALSE);
  g_autoptr (SquillRouter) backwards = make_router (&scene, TRUE);

  g_ptr_array_unref (squill_router_update (forwards, FALSE));
  g_ptr_array_unref (squill_router_update (backwards, FALSE));
  assert_same (forwards, backwards);
}

static void
test_incremental (void)
{
  Scene scene = make_scene (4);
  g_autoptr (SquillRouter) router = make_router (&scene, FALSE);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GPtrArray) unchanged = NULL;

  g_ptr_array_unref (squill_router_update (router, FALSE));
  unchanged = squill_router_update (router, FALSE);
  g_assert_cmpuint (unchanged->len, ==, 0);
  for (int step = 0; step < 60; step++)
    {
      int card = g_rand_int_range (random, 0, N_CARDS),
          line = g_rand_int_range (random, 0, N_LINES);
      g_autoptr (SquillRouter) again = NULL;

      switch (step % 3)
        {
        case 0:
          scene.cards[card].x += 20 * g_rand_int_range (random, -8, 9);
          scene.cards[card].y += 20 * g_rand_int_range (random, -8, 9);
          squill_router_set_card (router, card_id (card), &scene.cards[card]);
          break;
        case 1:
          scene.ends[line][0] = card;
          scene.rows[line][0] = 0;
          set_line (router, &scene, line);
          break;
        default:
          squill_router_remove_line (router, line_id (line));
          set_line (router, &scene, line);
          squill_router_remove_card (router, card_id (card));
          squill_router_set_card (router, card_id (card), &scene.cards[card]);
          break;
        }
      g_ptr_array_unref (squill_router_update (router, FALSE));
      again = make_router (&scene, FALSE);
      g_ptr_array_unref (squill_router_update (again, FALSE));
      assert_same (router, again);
    }
}

static void
test_coming_and_going (void)
{
  Scene scene = make_scene (5);
  g_autoptr (SquillRouter) router = make_router (&scene, FALSE);
  g_autoptr (GPtrArray) gone = NULL;
  g_autoptr (GPtrArray) without = NULL;

  g_ptr_array_unref (squill_router_update (router, FALSE));
  squill_router_remove_line (router, line_id (7));
  gone = squill_router_update (router, FALSE);
  g_assert_true (g_ptr_array_find_with_equal_func (gone, line_id (7), g_str_equal, NULL));
  g_assert_null (squill_router_get_route (router, line_id (7)));

  squill_router_remove_card (router, card_id (scene.ends[8][0]));
  without = squill_router_update (router, FALSE);
  g_assert_true (g_ptr_array_find_with_equal_func (without, line_id (8), g_str_equal, NULL));
  g_assert_null (squill_router_get_route (router, line_id (8)));
}

static SquillRouter *
two_cards (const SquillRect *a, const SquillRect *b)
{
  SquillRouter *router = squill_router_new ();

  squill_router_set_card (router, "a", a);
  squill_router_set_card (router, "b", b);
  return router;
}

static void
join (SquillRouter *router, const char *id, double from, double to)
{
  SquillRouteEnd ends[] = { { "a", from, 50, "0..5" }, { "b", to, 20, "1" } };

  squill_router_set_line (router, id, &ends[0], &ends[1], 0);
}

static void
test_sides (void)
{
  static const struct
  {
    SquillRect to;
    SquillSide from_side;
    SquillSide to_side;
  } cases[] = {
    { { 400, 0, 200, 200 }, SQUILL_SIDE_RIGHT, SQUILL_SIDE_LEFT },
    { { -400, 300, 200, 200 }, SQUILL_SIDE_LEFT, SQUILL_SIDE_RIGHT },
    { { 0, 300, 240, 200 }, SQUILL_SIDE_LEFT, SQUILL_SIDE_LEFT },
    { { -40, 300, 240, 200 }, SQUILL_SIDE_RIGHT, SQUILL_SIDE_RIGHT },
    /* Side by side, but hardly any room between them. */
    { { 220, 20, 200, 200 }, SQUILL_SIDE_RIGHT, SQUILL_SIDE_LEFT },
    { { 220, 300, 200, 200 }, SQUILL_SIDE_RIGHT, SQUILL_SIDE_RIGHT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SquillRect from = SQUILL_RECT (0, 0, 200, 200);
      g_autoptr (SquillRouter) router = two_cards (&from, &cases[i].to);
      const SquillRoute *route;

      join (router, "line", 48, 72);
      g_ptr_array_unref (squill_router_update (router, FALSE));
      route = squill_router_get_route (router, "line");
      g_assert_cmpint (route->from_side, ==, cases[i].from_side);
      g_assert_cmpint (route->to_side, ==, cases[i].to_side);
      g_assert_cmpfloat (route->points[0].y, ==, 48);
      g_assert_cmpfloat (route->points[route->n_points - 1].y, ==, cases[i].to.y + 72);
    }
}

static void
test_spread_ends (void)
{
  SquillRect from = SQUILL_RECT (0, 0, 200, 400), to = SQUILL_RECT (500, 0, 200, 400);
  g_autoptr (SquillRouter) router = two_cards (&from, &to);
  const SquillRoute *upper, *lower;

  /* Named so that their order is not that of their rows. */
  join (router, "z", 48, 120);
  join (router, "y", 240, 120);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  upper = squill_router_get_route (router, "z");
  lower = squill_router_get_route (router, "y");
  g_assert_cmpfloat (upper->points[upper->n_points - 1].y, ==, 114);
  g_assert_cmpfloat (lower->points[lower->n_points - 1].y, ==, 126);
  g_assert_cmpuint (upper->n_hops + lower->n_hops, ==, 0);
  /* One "1" stands for both. */
  g_assert_true (squill_rect_is_empty (&upper->to_label) !=
                 squill_rect_is_empty (&lower->to_label));
  g_assert_false (squill_rect_is_empty (&upper->from_label));
  g_assert_false (squill_rect_is_empty (&lower->from_label));
}

static void
test_channel (void)
{
  SquillRect from = SQUILL_RECT (0, 0, 200, 400), to = SQUILL_RECT (500, 0, 200, 400);
  g_autoptr (SquillRouter) router = two_cards (&from, &to);
  const SquillRoute *routes[3];

  join (router, "l0", 48, 168);
  join (router, "l1", 72, 192);
  join (router, "l2", 96, 216);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (int i = 0; i < 3; i++)
    {
      char id[] = { 'l', (char)('0' + i), '\0' };

      routes[i] = squill_router_get_route (router, id);
      g_assert_cmpuint (routes[i]->n_points, ==, 4);
      /* All go down: the lower ones turn first, and none has to cross another. */
      g_assert_cmpuint (routes[i]->n_hops, ==, 0);
      if (i > 0)
        g_assert_cmpfloat (routes[i - 1]->points[1].x - routes[i]->points[1].x, >=, 11.5);
    }
}

/* Lines that lead to one row, and have to take the same way round a card, are drawn as one for as
 * long as they do. */
static void
test_trunk_goes_on (void)
{
  static const SquillRect wall = { 500, -3000, 200, 3500 }, hub = { 1000, -400, 200, 400 };
  g_autoptr (SquillRouter) router = squill_router_new ();
  double y = NAN;

  squill_router_set_card (router, "wall", &wall);
  squill_router_set_card (router, "hub", &hub);
  for (int i = 0; i < 7; i++)
    {
      const SquillRect card = SQUILL_RECT (0, -720 + 160 * i, 200, 100);
      const SquillRouteEnd from = { card_id (i), 48, 60, "0..5" }, to = { "hub", 48, 20, "1" };

      squill_router_set_card (router, card_id (i), &card);
      squill_router_set_line (router, line_id (i), &from, &to, 0);
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (int i = 0; i < 7; i++)
    {
      const SquillRoute *route = squill_router_get_route (router, line_id (i));
      const SquillPoint *last = &route->points[route->n_points - 1];

      g_assert_cmpuint (route->n_points, >=, 6);
      g_assert_cmpfloat (last[-2].y, >, squill_rect_bottom (&wall));
      g_assert_cmpfloat (last[-2].x, ==, last[-1].x);
      if (i > 0)
        g_assert_cmpfloat (last[-2].y, ==, y);
      y = last[-2].y;
    }
}

static void
test_hops (void)
{
  SquillRect from = SQUILL_RECT (0, 0, 200, 400), to = SQUILL_RECT (500, 0, 200, 400);
  g_autoptr (SquillRouter) router = two_cards (&from, &to);
  const SquillRoute *down, *across;

  join (router, "down", 48, 300);
  join (router, "across", 150, 150);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  down = squill_router_get_route (router, "down");
  across = squill_router_get_route (router, "across");
  g_assert_cmpuint (across->n_points, ==, 2);
  g_assert_cmpuint (across->n_hops, ==, 1);
  g_assert_cmpuint (across->hops[0].segment, ==, 0);
  g_assert_cmpfloat (across->hops[0].at, ==, down->points[1].x - 200);
  g_assert_cmpuint (down->n_hops, ==, 0);
}

static void
test_self (void)
{
  SquillRect card = SQUILL_RECT (0, 0, 200, 400);
  g_autoptr (SquillRouter) router = two_cards (&card, &SQUILL_RECT (600, 0, 10, 10));
  SquillRouteEnd ends[] = { { "a", 48, 0, NULL }, { "a", 48, 0, NULL }, { "a", 96, 0, NULL } };
  const SquillRoute *route;

  squill_router_set_line (router, "same", &ends[0], &ends[1], 0);
  squill_router_set_line (router, "other", &ends[0], &ends[2], 0);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (int i = 0; i < 2; i++)
    {
      route = squill_router_get_route (router, i == 0 ? "same" : "other");
      g_assert_cmpuint (route->n_points, ==, 4);
      g_assert_cmpfloat (route->points[1].x, >=, 200 + SQUILL_FOOT_LENGTH);
      g_assert_cmpfloat (route->points[0].y, !=, route->points[3].y);
    }
}

static void
test_line_pieces (void)
{
  const SquillPoint points[] = { { 0, 0 }, { 100, 0 }, { 100, 8 }, { 60, 8 } };
  const SquillHop hops[] = { { 0, 3 }, { 0, 50 }, { 0, 55 }, { 2, 20 } };
  SquillLine line = { .points = points, .n_points = 4, .radius = 6, .hops = hops, .n_hops = 4 };
  g_autoptr (GArray) pieces = squill_line_get_pieces (&line);
  SquillPoint at = { 0, 0 };
  guint arches = 0, elbows = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const SquillLinePiece *piece = &g_array_index (pieces, SquillLinePiece, i);

      g_assert_cmpfloat (piece->from.x, ==, at.x);
      g_assert_cmpfloat (piece->from.y, ==, at.y);
      at = piece->to;
      arches += piece->kind == SQUILL_LINE_ARCH;
      elbows += piece->kind == SQUILL_LINE_ELBOW;
      /* The short stretch in the middle leaves less room than asked for. */
      if (piece->kind == SQUILL_LINE_ELBOW)
        g_assert_cmpfloat (piece->radius, ==, 4);
    }
  g_assert_cmpfloat (at.x, ==, 60);
  g_assert_cmpuint (arches, ==, 2);
  g_assert_cmpuint (elbows, ==, 2);
}

/* A line that could turn in either of two gaps turns in the one where it crosses nothing. */
static void
test_uncrossed (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd long_ends[] = { { "a", 50, 0, NULL }, { "d", 50, 0, NULL } };
  const SquillRouteEnd short_ends[] = { { "b", 50, 0, NULL }, { "c", 50, 0, NULL } };
  const SquillRoute *route;

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 100));
  squill_router_set_card (router, "b", &SQUILL_RECT (0, 200, 200, 100));
  squill_router_set_card (router, "c", &SQUILL_RECT (800, 200, 200, 100));
  squill_router_set_card (router, "d", &SQUILL_RECT (1200, 400, 200, 100));
  squill_router_set_line (router, "long", &long_ends[0], &long_ends[1], 0);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  route = squill_router_get_route (router, "long");
  g_assert_cmpuint (route->n_points, ==, 4);
  g_assert_cmpfloat (route->points[1].x, <, 800);

  squill_router_set_line (router, "short", &short_ends[0], &short_ends[1], 0);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  route = squill_router_get_route (router, "long");
  g_assert_cmpuint (route->n_points, ==, 4);
  g_assert_cmpfloat (route->points[1].x, >, 1000);
  g_assert_cmpuint (squill_router_get_route (router, "short")->n_points, ==, 2);
}

/* A line between cards above each other goes round the side where it crosses nothing, whatever was
 * there before. */
static void
test_turned (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd turning_ends[] = { { "a", 50, 0, NULL }, { "b", 50, 0, NULL } };
  const SquillRouteEnd across_ends[] = { { "c", 50, 0, NULL }, { "d", 50, 0, NULL } };

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 100));
  squill_router_set_card (router, "c", &SQUILL_RECT (0, 200, 200, 100));
  squill_router_set_card (router, "b", &SQUILL_RECT (0, 400, 200, 100));
  squill_router_set_line (router, "turning", &turning_ends[0], &turning_ends[1], 0);
  squill_router_set_line (router, "across", &across_ends[0], &across_ends[1], 0);
  for (guint i = 0; i < 4; i++)
    {
      gboolean right = i % 2 == 0;
      const SquillRoute *route;

      squill_router_set_card (router, "d", &SQUILL_RECT (right ? 600 : -600, 200, 200, 100));
      g_ptr_array_unref (squill_router_update (router, FALSE));
      route = squill_router_get_route (router, "turning");
      g_assert_cmpint (route->from_side, ==, right ? SQUILL_SIDE_LEFT : SQUILL_SIDE_RIGHT);
      g_assert_cmpint (route->to_side, ==, route->from_side);
      g_assert_cmpuint (route->n_points, ==, 4);
      g_assert_cmpfloat (route->points[0].x, ==, right ? 0 : 200);
      g_assert_cmpfloat (route->points[3].x, ==, route->points[0].x);
    }
}

/* Of lines that turn back to one row, those from farther away meet it outside of the others. */
static void
test_turning_ends (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd far_ends[] = { { "a", 50, 0, NULL }, { "b", 50, 0, NULL } };
  const SquillRouteEnd near_ends[] = { { "a", 74, 0, NULL }, { "b", 50, 0, NULL } };
  const SquillRoute *far_route, *near_route;

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 100));
  squill_router_set_card (router, "b", &SQUILL_RECT (0, 200, 200, 100));
  squill_router_set_line (router, "far", &far_ends[0], &far_ends[1], 0);
  squill_router_set_line (router, "near", &near_ends[0], &near_ends[1], 0);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  far_route = squill_router_get_route (router, "far");
  near_route = squill_router_get_route (router, "near");
  g_assert_cmpuint (far_route->n_points, ==, 4);
  g_assert_cmpuint (near_route->n_points, ==, 4);
  g_assert_cmpfloat (far_route->points[3].y, >, near_route->points[3].y);
  g_assert_cmpfloat (far_route->points[1].x, >, near_route->points[1].x);
}

/* A line that somebody moved stays where it was put, also where it crosses others, and where
 * another way would cross none. */
static void
test_moved_stays (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd long_ends[] = { { "a", 50, 0, NULL }, { "d", 50, 0, NULL } };
  const SquillRouteEnd short_ends[] = { { "b", 50, 0, NULL }, { "c", 50, 0, NULL } };
  SquillLinePlaces places = { 0 };
  const SquillRoute *route;

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 100));
  squill_router_set_card (router, "b", &SQUILL_RECT (0, 200, 200, 100));
  squill_router_set_card (router, "c", &SQUILL_RECT (800, 200, 200, 100));
  squill_router_set_card (router, "d", &SQUILL_RECT (1200, 400, 200, 100));
  squill_router_set_line (router, "long", &long_ends[0], &long_ends[1], 0);
  squill_router_set_line (router, "short", &short_ends[0], &short_ends[1], 0);
  /* From the middle between both cards' centers, 700. */
  places.set[SQUILL_LINE_BEND] = TRUE;
  places.x[SQUILL_LINE_BEND] = -200;
  squill_router_set_line_places (router, "long", &places);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  route = squill_router_get_route (router, "long");
  g_assert_cmpuint (route->n_points, ==, 4);
  g_assert_cmpfloat (route->points[1].x, ==, 500);
  g_assert_cmpfloat (route->points[2].x, ==, 500);
  g_assert_cmpuint (squill_router_get_route (router, "short")->n_points, ==, 2);
}

/* A line that somebody moved follows its cards, however far they are moved. */
static void
test_moved_follows (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd ends[] = { { "a", 50, 0, NULL }, { "b", 50, 0, NULL } };
  SquillLinePlaces places = { 0 };
  const SquillRoute *route;

  squill_router_set_card (router, "a", &SQUILL_RECT (600, 300, 200, 100));
  squill_router_set_card (router, "b", &SQUILL_RECT (1200, 500, 200, 100));
  squill_router_set_line (router, "line", &ends[0], &ends[1], 0);
  places.set[SQUILL_LINE_BEND] = TRUE;
  squill_router_set_line_places (router, "line", &places);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  for (int x = 1300; x < 6000; x += 700)
    {
      g_autoptr (GPtrArray) changed = NULL;

      /* At the same height: only the card says that it is elsewhere. */
      squill_router_set_card (router, "b", &SQUILL_RECT (x, 500, 200, 100));
      changed = squill_router_update (router, FALSE);
      g_assert_cmpuint (changed->len, ==, 1);
      route = squill_router_get_route (router, "line");
      g_assert_cmpfloat (route->points[route->n_points - 1].x, ==, x);
    }
}

/* Where a card stands where a line leaves another, as while one is dragged across the others, no
 * way is looked for on all of the canvas: cards far away cannot change the route. */
static void
test_covered (void)
{
  g_autoptr (SquillObstacles) cards = _squill_obstacles_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  SquillRouteTip from = { NULL, 60, SQUILL_SIDE_RIGHT, 30 };
  SquillRouteTip to = { NULL, 360, SQUILL_SIDE_LEFT, 30 };
  SquillRect near, region;

  for (int i = 0; i < 100; i++)
    {
      g_autofree char *id = g_strdup_printf ("%d", i);

      _squill_obstacles_set (cards, id, &SQUILL_RECT (400 * (i % 10), 300 * (i / 10), 200, 120));
    }
  from.card = _squill_obstacles_get (cards, "0");
  to.card = _squill_obstacles_get (cards, "12");
  near = _squill_route_get_region (&from.card->rect, &to.card->rect);
  _squill_obstacles_set (cards, "over", &SQUILL_RECT (150, 20, 200, 120));
  region = _squill_route_search (cards, &from, &to, NULL, points);
  g_assert_true (squill_rect_equal (&region, &near));
  _squill_route_plainly (&from, &to, plain);
  g_assert_cmpmem (points->data, points->len * sizeof (SquillPoint), plain->data,
                   plain->len * sizeof (SquillPoint));

  /* Once it has gone, the line is led round the others again. */
  _squill_obstacles_remove (cards, "over");
  _squill_obstacles_set (cards, "between", &SQUILL_RECT (280, 100, 60, 100));
  _squill_route_search (cards, &from, &to, NULL, points);
  _squill_route_plainly (&from, &to, plain);
  g_assert_cmpuint (points->len, >=, 4);
  g_assert_cmpfloat (g_array_index (points, SquillPoint, 1).x, !=,
                     g_array_index (plain, SquillPoint, 1).x);
}

/* What follows a pointer is not led round cards that are beyond what is near, nor among more places
 * than there is time for. */
static void
test_near (void)
{
  g_autoptr (SquillObstacles) cards = _squill_obstacles_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  SquillRouteTip from = { NULL, 60, SQUILL_SIDE_RIGHT, 30 };
  SquillRouteTip to = { NULL, 60, SQUILL_SIDE_LEFT, 30 };
  guint room = 40000, left;

  _squill_obstacles_set (cards, "a", &SQUILL_RECT (0, 0, 200, 120));
  _squill_obstacles_set (cards, "b", &SQUILL_RECT (800, 0, 200, 120));
  _squill_obstacles_set (cards, "wall", &SQUILL_RECT (480, -9000, 60, 19000));
  from.card = _squill_obstacles_get (cards, "a");
  to.card = _squill_obstacles_get (cards, "b");
  _squill_route_plainly (&from, &to, plain);
  _squill_route_search (cards, &from, &to, &room, points);
  g_assert_cmpmem (points->data, points->len * sizeof (SquillPoint), plain->data,
                   plain->len * sizeof (SquillPoint));
  _squill_route_search (cards, &from, &to, NULL, points);
  g_assert_cmpuint (points->len, >=, 4);
  g_assert_cmpfloat (fabs (g_array_index (points, SquillPoint, 2).y), >, 9000);

  /* What a search looks at is taken from the room for all of them. */
  _squill_obstacles_set (cards, "wall", &SQUILL_RECT (480, -50, 60, 300));
  left = room;
  _squill_route_search (cards, &from, &to, &left, points);
  g_assert_cmpfloat (fabs (g_array_index (points, SquillPoint, 2).y), >, 50);
  g_assert_cmpuint (left, <, room);
  room = room - left;
  left = room - 1;
  _squill_route_search (cards, &from, &to, &left, points);
  g_assert_cmpmem (points->data, points->len * sizeof (SquillPoint), plain->data,
                   plain->len * sizeof (SquillPoint));
  g_assert_cmpuint (left, ==, room - 1);
}

/* So many cards far away that a line is not led among all of them, and so many of these less that
 * it is. */
#define N_TOO_MANY 400
#define N_GONE 24

/* A line that finds no way near its ends is not led among too many cards, and then none far away
 * changes it, so that it need not be looked for again whenever one moves. */
static void
test_too_many (void)
{
  g_autoptr (SquillObstacles) cards = _squill_obstacles_new ();
  g_autoptr (SquillRouter) router = squill_router_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  const SquillRect a = SQUILL_RECT (0, 0, 200, 120), b = SQUILL_RECT (800, 0, 200, 120);
  const SquillRect wall = SQUILL_RECT (480, -9000, 60, 19000), away = SQUILL_RECT (9e4, 9e4, 9, 9);
  const SquillRouteEnd ends[] = { { "a", 60, 0, NULL }, { "b", 60, 0, NULL } };
  SquillRouteTip from = { NULL, 60, SQUILL_SIDE_RIGHT, 30 };
  SquillRouteTip to = { NULL, 60, SQUILL_SIDE_LEFT, 30 };
  SquillRect region;

  _squill_obstacles_set (cards, "a", &a);
  _squill_obstacles_set (cards, "b", &b);
  _squill_obstacles_set (cards, "wall", &wall);
  squill_router_set_card (router, "a", &a);
  squill_router_set_card (router, "b", &b);
  squill_router_set_card (router, "wall", &wall);
  squill_router_set_line (router, "line", &ends[0], &ends[1], 0);
  from.card = _squill_obstacles_get (cards, "a");
  to.card = _squill_obstacles_get (cards, "b");
  _squill_route_search (cards, &from, &to, NULL, points);
  g_assert_cmpfloat (fabs (g_array_index (points, SquillPoint, 2).y), >, 9000);

  for (guint i = 0; i < N_TOO_MANY; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);
      const SquillRect rect = SQUILL_RECT (5000 + 137.0 * i, 9000 + 141.0 * i, 20, 20);

      _squill_obstacles_set (cards, id, &rect);
      squill_router_set_card (router, id, &rect);
    }
  region = _squill_route_search (cards, &from, &to, NULL, points);
  g_assert_false (squill_rect_overlaps (&region, &away));
  g_assert_cmpfloat (fabs (g_array_index (points, SquillPoint, 1).y), <, 9000);
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpfloat (squill_router_get_route (router, "line")->bounds.height, <, 9000);

  /* When they are no longer too many, the line is led round the wall, as if it had just come. */
  for (guint i = 0; i < N_GONE; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      squill_router_remove_card (router, id);
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpfloat (squill_router_get_route (router, "line")->bounds.height, >, 9000);
}

/* Among far more cards, a line is not led round a long wall either, even if it could be: that took
 * 25 s for all lines between 10,000 cards. */
#define N_BY_FAR 1600
#define N_NOT_BY_FAR 1400

static void
test_too_many_by_far (void)
{
  g_autoptr (SquillRouter) router = squill_router_new ();
  const SquillRouteEnd ends[] = { { "a", 60, 0, NULL }, { "b", 60, 0, NULL } };

  squill_router_set_card (router, "a", &SQUILL_RECT (0, 0, 200, 120));
  squill_router_set_card (router, "b", &SQUILL_RECT (800, 0, 200, 120));
  squill_router_set_card (router, "wall", &SQUILL_RECT (480, -1000, 60, 2200));
  squill_router_set_line (router, "line", &ends[0], &ends[1], 0);
  for (guint i = 0; i < N_NOT_BY_FAR; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      squill_router_set_card (router, id,
                              &SQUILL_RECT (5000 + 137.0 * i, 9000 + 141.0 * i, 20, 20));
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpfloat (squill_router_get_route (router, "line")->bounds.height, >, 1000);

  for (guint i = N_NOT_BY_FAR; i < N_BY_FAR; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      squill_router_set_card (router, id,
                              &SQUILL_RECT (5000 + 137.0 * i, 9000 + 141.0 * i, 20, 20));
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpfloat (squill_router_get_route (router, "line")->bounds.height, <, 1000);

  /* As if it had just come, once there are fewer. */
  for (guint i = N_NOT_BY_FAR; i < N_BY_FAR; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      squill_router_remove_card (router, id);
    }
  g_ptr_array_unref (squill_router_update (router, FALSE));
  g_assert_cmpfloat (squill_router_get_route (router, "line")->bounds.height, >, 1000);
}

/* A narrow way near the ends of a line is found, whatever stands farther off, where it is not known
 * for so many cards whether there is another one. */
static void
test_narrow_way (void)
{
  g_autoptr (SquillObstacles) cards = _squill_obstacles_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  SquillRouteTip from = { NULL, 60, SQUILL_SIDE_RIGHT, 30 };
  SquillRouteTip to = { NULL, 60, SQUILL_SIDE_LEFT, 30 };
  double top = 0, bottom = 0;

  _squill_obstacles_set (cards, "a", &SQUILL_RECT (0, 0, 200, 120));
  _squill_obstacles_set (cards, "b", &SQUILL_RECT (900, 0, 200, 120));
  /* Under the first wall, up between both, and over the second one. */
  _squill_obstacles_set (cards, "from-above", &SQUILL_RECT (480, -9000, 60, 9300));
  _squill_obstacles_set (cards, "from-below", &SQUILL_RECT (570, -200, 60, 9200));
  for (guint i = 0; i < N_TOO_MANY; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      _squill_obstacles_set (cards, id, &SQUILL_RECT (-1200 + 2.3 * i, 500 + 2.2 * i, 1, 1));
    }
  from.card = _squill_obstacles_get (cards, "a");
  to.card = _squill_obstacles_get (cards, "b");
  _squill_route_search (cards, &from, &to, NULL, points);
  for (guint i = 0; i < points->len; i++)
    {
      top = MIN (top, g_array_index (points, SquillPoint, i).y);
      bottom = MAX (bottom, g_array_index (points, SquillPoint, i).y);
    }
  g_assert_cmpfloat (bottom, >, 300);
  g_assert_cmpfloat (top, <, -200);
}

/* So many that the places between them, where lines may turn, are a little more than 2^32. */
#define N_WRAPPING 32766

static void
test_places_beyond_32_bits (void)
{
  g_autoptr (SquillObstacles) cards = _squill_obstacles_new ();
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (SquillPoint));
  SquillRouteTip from = { NULL, -330, SQUILL_SIDE_RIGHT, 30 };
  SquillRouteTip to = { NULL, -320, SQUILL_SIDE_LEFT, 30 };
  guint room = 40000;

  _squill_obstacles_set (cards, "a", &SQUILL_RECT (0, -350, 200, 40));
  _squill_obstacles_set (cards, "b", &SQUILL_RECT (1000, -345, 200, 40));
  for (guint i = 0; i < N_WRAPPING; i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i);

      _squill_obstacles_set (cards, id,
                             &SQUILL_RECT (300 + i / 64.0, -290 + i / 64.0, 1 / 256.0, 1 / 256.0));
    }
  from.card = _squill_obstacles_get (cards, "a");
  to.card = _squill_obstacles_get (cards, "b");
  _squill_route_plainly (&from, &to, plain);
  _squill_route_search (cards, &from, &to, &room, points);
  g_assert_cmpmem (points->data, points->len * sizeof (SquillPoint), plain->data,
                   plain->len * sizeof (SquillPoint));
  g_assert_cmpuint (room, ==, 40000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/route/orthogonal", test_orthogonal);
  g_test_add_func ("/route/round-cards", test_round_cards);
  g_test_add_func ("/route/order", test_order_does_not_matter);
  g_test_add_func ("/route/incremental", test_incremental);
  g_test_add_func ("/route/coming-and-going", test_coming_and_going);
  g_test_add_func ("/route/sides", test_sides);
  g_test_add_func ("/route/spread-ends", test_spread_ends);
  g_test_add_func ("/route/channel", test_channel);
  g_test_add_func ("/route/trunk-goes-on", test_trunk_goes_on);
  g_test_add_func ("/route/hops", test_hops);
  g_test_add_func ("/route/self", test_self);
  g_test_add_func ("/route/line-pieces", test_line_pieces);
  g_test_add_func ("/route/uncrossed", test_uncrossed);
  g_test_add_func ("/route/turned", test_turned);
  g_test_add_func ("/route/turning-ends", test_turning_ends);
  g_test_add_func ("/route/moved-stays", test_moved_stays);
  g_test_add_func ("/route/moved-follows", test_moved_follows);
  g_test_add_func ("/route/covered", test_covered);
  g_test_add_func ("/route/near", test_near);
  g_test_add_func ("/route/too-many", test_too_many);
  g_test_add_func ("/route/too-many-by-far", test_too_many_by_far);
  g_test_add_func ("/route/narrow-way", test_narrow_way);
  g_test_add_func ("/route/places-beyond-32-bits", test_places_beyond_32_bits);
  return g_test_run ();
}
