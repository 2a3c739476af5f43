/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "session/squill-snap.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon ((a), (b), 1e-9)

static void
test_grid (void)
{
  SquillRect moving = SQUILL_RECT (33, -47, 100, 60);
  SquillSnap snap = squill_snap_find (&moving, NULL, 0, 6, 20);

  assert_near (moving.x + snap.dx, 40);
  assert_near (moving.y + snap.dy, -40);
  g_assert_cmpuint (snap.n_guides, ==, 0);

  snap = squill_snap_find (&moving, NULL, 0, 6, 0);
  assert_near (snap.dx, 0);
  assert_near (snap.dy, 0);
}

static void
test_neighbour_wins (void)
{
  SquillRect moving = SQUILL_RECT (33, 200, 100, 60);
  SquillRect others[] = { SQUILL_RECT (36, 0, 100, 50), SQUILL_RECT (500, 700, 10, 10) };
  SquillSnap snap = squill_snap_find (&moving, others, G_N_ELEMENTS (others), 6, 20);

  assert_near (snap.dx, 3);
  g_assert_cmpuint (snap.n_guides, ==, 1);
  g_assert_true (snap.guides[0].upright);
  assert_near (snap.guides[0].at, 36);
  assert_near (snap.guides[0].from, 0);
  assert_near (snap.guides[0].to, 260);
}

static void
test_middle_and_end (void)
{
  SquillRect moving = SQUILL_RECT (100, 100, 40, 20);
  SquillRect end = SQUILL_RECT (0, 0, 144, 10), middle = SQUILL_RECT (300, 81, 50, 60);
  SquillRect others[] = { end, middle };
  SquillSnap snap = squill_snap_find (&moving, others, G_N_ELEMENTS (others), 6, 0);

  assert_near (snap.dx, 4);
  assert_near (snap.dy, 1);
  g_assert_cmpuint (snap.n_guides, ==, 2);
  assert_near (snap.guides[1].at, 111);
  assert_near (snap.guides[1].to, 350);
}

static void
test_nearest_wins (void)
{
  SquillRect moving = SQUILL_RECT (100, 100, 40, 20);
  SquillRect others[] = { SQUILL_RECT (105, 500, 40, 20), SQUILL_RECT (98, 800, 40, 20) };
  SquillSnap snap = squill_snap_find (&moving, others, G_N_ELEMENTS (others), 6, 0);

  assert_near (snap.dx, -2);
  assert_near (snap.dy, 0);
}

static void
test_out_of_reach (void)
{
  SquillRect moving = SQUILL_RECT (100, 100, 40, 20), other = SQUILL_RECT (107, 500, 40, 20);
  SquillSnap snap = squill_snap_find (&moving, &other, 1, 6, 0);

  assert_near (snap.dx, 0);
  g_assert_cmpuint (snap.n_guides, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/snap/grid", test_grid);
  g_test_add_func ("/snap/neighbour-wins", test_neighbour_wins);
  g_test_add_func ("/snap/middle-and-end", test_middle_and_end);
  g_test_add_func ("/snap/nearest-wins", test_nearest_wins);
  g_test_add_func ("/snap/out-of-reach", test_out_of_reach);

  return g_test_run ();
}
