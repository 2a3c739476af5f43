/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <math.h>

#include "session/squill-viewport.h"

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon ((a), (b), 1e-6)

static void
count (SquillViewport *viewport, guint *n)
{
  (*n)++;
}

static SquillViewport *
create (double width, double height)
{
  SquillViewport *viewport = squill_viewport_new ();
  SquillRect bounds = SQUILL_RECT (0, 0, 2000, 1000);

  squill_viewport_set_size (viewport, width, height);
  squill_viewport_set_bounds (viewport, &bounds);
  return viewport;
}

static void
test_new (void)
{
  g_autoptr (SquillViewport) viewport = squill_viewport_new ();
  SquillRect rect = SQUILL_RECT (10, 10, 10, 10), visible;

  assert_near (squill_viewport_get_zoom (viewport), 1.0);
  assert_near (squill_viewport_get_origin (viewport).x, 0);
  /* Without a size there is nothing to divide by and nothing to show. */
  squill_viewport_show (viewport, &rect);
  squill_viewport_fit (viewport, &rect, 1.0);
  assert_near (squill_viewport_get_zoom (viewport), 1.0);
  visible = squill_viewport_get_visible (viewport);
  g_assert_true (squill_rect_is_empty (&visible));
}

static void
test_both_ways (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  const double zooms[] = { 0.05, 0.33, 1.0, 1.7, 4.0 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      SquillPoint there, back;

      squill_viewport_zoom_at (viewport, zooms[i], 123, 456);
      there = squill_viewport_to_diagram (viewport, 77, 99);
      back = squill_viewport_to_window (viewport, there.x, there.y);
      assert_near (back.x, 77);
      assert_near (back.y, 99);
    }
}

static void
test_zoom_keeps_place (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillPoint before = squill_viewport_to_diagram (viewport, 300, 200), after;

  squill_viewport_zoom_at (viewport, 2.0, 300, 200);
  after = squill_viewport_to_diagram (viewport, 300, 200);
  /* Up to the device pixel that the origin is moved to. */
  g_assert_cmpfloat_with_epsilon (after.x, before.x, 0.5);
  g_assert_cmpfloat_with_epsilon (after.y, before.y, 0.5);
}

static void
test_rounding_does_not_add_up (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillPoint before = squill_viewport_to_diagram (viewport, 333, 222), after;

  for (guint i = 0; i < 400; i++)
    squill_viewport_zoom_at (viewport, i % 2 == 0 ? 1.013 : 1.0, 333, 222);
  after = squill_viewport_to_diagram (viewport, 333, 222);
  g_assert_cmpfloat_with_epsilon (after.x, before.x, 0.5);
  g_assert_cmpfloat_with_epsilon (after.y, before.y, 0.5);
}

static void
test_origin_on_device_pixels (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  const double scales[] = { 1, 2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      SquillPoint origin;

      squill_viewport_set_scale (viewport, scales[i]);
      squill_viewport_scroll (viewport, 0.37, 12.21);
      squill_viewport_zoom_at (viewport, 0.731, 101, 57);
      origin = squill_viewport_get_origin (viewport);
      assert_near (origin.x * scales[i], round (origin.x * scales[i]));
      assert_near (origin.y * scales[i], round (origin.y * scales[i]));
    }
}

static void
test_zoom_limits (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect huge = SQUILL_RECT (0, 0, 100000, 100000);

  squill_viewport_set_zoom (viewport, 100);
  assert_near (squill_viewport_get_zoom (viewport), SQUILL_VIEWPORT_MAX_ZOOM);
  squill_viewport_set_zoom (viewport, 0.0001);
  assert_near (squill_viewport_get_zoom (viewport), SQUILL_VIEWPORT_MIN_ZOOM);

  /* Ten thousand cards have to fit, too. */
  squill_viewport_set_bounds (viewport, &huge);
  squill_viewport_set_zoom (viewport, 0.0001);
  assert_near (squill_viewport_get_zoom (viewport), (600 - 2 * SQUILL_VIEWPORT_MARGIN) / 100000);
}

static void
test_steps (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  double last;

  squill_viewport_step_zoom (viewport, 1);
  assert_near (squill_viewport_get_zoom (viewport), 1.25);
  squill_viewport_step_zoom (viewport, -1);
  assert_near (squill_viewport_get_zoom (viewport), 1.0);
  squill_viewport_step_zoom (viewport, -2);
  assert_near (squill_viewport_get_zoom (viewport), 0.67);
  /* From between two stops it goes to the next one. */
  squill_viewport_set_zoom (viewport, 0.9);
  squill_viewport_step_zoom (viewport, 1);
  assert_near (squill_viewport_get_zoom (viewport), 1.0);
  squill_viewport_set_zoom (viewport, 0.9);
  squill_viewport_step_zoom (viewport, -1);
  assert_near (squill_viewport_get_zoom (viewport), 0.8);
  do
    {
      last = squill_viewport_get_zoom (viewport);
      squill_viewport_step_zoom (viewport, 1);
    }
  while (squill_viewport_get_zoom (viewport) > last);
  assert_near (last, SQUILL_VIEWPORT_MAX_ZOOM);
  do
    {
      last = squill_viewport_get_zoom (viewport);
      squill_viewport_step_zoom (viewport, -1);
    }
  while (squill_viewport_get_zoom (viewport) < last);
  assert_near (last, SQUILL_VIEWPORT_MIN_ZOOM);
}

static void
test_scroll_limits (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect bounds, visible;

  squill_viewport_get_bounds (viewport, &bounds);
  for (int direction = 0; direction < 4; direction++)
    {
      squill_viewport_scroll (viewport,
                              direction == 0   ? 1e6
                              : direction == 1 ? -1e6
                                               : 0,
                              direction == 2   ? 1e6
                              : direction == 3 ? -1e6
                                               : 0);
      visible = squill_viewport_get_visible (viewport);
      g_assert_true (squill_rect_overlaps (&bounds, &visible));
    }

  /* An empty diagram has nothing to lose sight of. */
  bounds = SQUILL_RECT (0, 0, 0, 0);
  squill_viewport_set_bounds (viewport, &bounds);
  squill_viewport_center (viewport, 5000, 5000);
  visible = squill_viewport_get_visible (viewport);
  assert_near (visible.x + visible.width / 2, 5000);
}

static void
test_fit (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect all, visible, small = SQUILL_RECT (500, 500, 10, 10);

  squill_viewport_get_bounds (viewport, &all);
  squill_viewport_fit (viewport, &all, 1.0);
  visible = squill_viewport_get_visible (viewport);
  g_assert_cmpfloat (visible.x, <=, all.x);
  g_assert_cmpfloat (visible.y, <=, all.y);
  g_assert_cmpfloat (squill_rect_right (&visible), >=, squill_rect_right (&all));
  g_assert_cmpfloat (squill_rect_bottom (&visible), >=, squill_rect_bottom (&all));
  assert_near (squill_viewport_get_zoom (viewport), (800 - 2 * SQUILL_VIEWPORT_MARGIN) / 2000);

  squill_viewport_fit (viewport, &small, 1.0);
  assert_near (squill_viewport_get_zoom (viewport), 1.0);
  visible = squill_viewport_get_visible (viewport);
  g_assert_cmpfloat_with_epsilon (visible.x + visible.width / 2, 505, 1);
  g_assert_cmpfloat_with_epsilon (visible.y + visible.height / 2, 505, 1);
}

static void
test_show (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect inside = SQUILL_RECT (100, 100, 200, 200), right = SQUILL_RECT (1500, 100, 200, 200);
  SquillRect visible;
  guint n = 0;

  g_signal_connect (viewport, "changed", G_CALLBACK (count), &n);
  squill_viewport_show (viewport, &inside);
  g_assert_cmpuint (n, ==, 0);
  squill_viewport_show (viewport, &right);
  g_assert_cmpuint (n, ==, 1);
  visible = squill_viewport_get_visible (viewport);
  assert_near (squill_rect_right (&visible), 1700 + SQUILL_VIEWPORT_MARGIN);
  assert_near (visible.y, 0);
  /* What is larger than the window is shown from its start. */
  right.width = 2000;
  right.x = 300;
  squill_viewport_show (viewport, &right);
  visible = squill_viewport_get_visible (viewport);
  assert_near (visible.x, 300);
}

static void
test_covered (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect all, low = SQUILL_RECT (0, 540, 100, 40);
  SquillPoint bottom;

  squill_viewport_set_covered (viewport, 0, 100);
  squill_viewport_show (viewport, &low);
  bottom = squill_viewport_to_window (viewport, 0, 580);
  g_assert_cmpfloat (bottom.y, <=, 500);
  squill_viewport_get_bounds (viewport, &all);
  all.height = 4000;
  squill_viewport_fit (viewport, &all, 1.0);
  bottom = squill_viewport_to_window (viewport, 0, 4000);
  g_assert_cmpfloat (bottom.y, <=, 500);
  squill_viewport_set_covered (viewport, 60, 100);
  squill_viewport_fit (viewport, &all, 1.0);
  g_assert_cmpfloat (squill_viewport_to_window (viewport, 0, all.y).y, >=, 60);
  g_assert_cmpfloat (squill_viewport_to_window (viewport, 0, 4000).y, <=, 500);
  /* In a window that is hardly higher than the bar there is no room to be careful. */
  squill_viewport_set_size (viewport, 800, 150);
  squill_viewport_fit (viewport, &all, 1.0);
  bottom = squill_viewport_to_window (viewport, 0, 4000);
  g_assert_cmpfloat (bottom.y, >, 100);
}

static void
test_changed (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  guint n = 0;

  g_signal_connect (viewport, "changed", G_CALLBACK (count), &n);
  squill_viewport_set_size (viewport, 800, 600);
  squill_viewport_set_scale (viewport, 1);
  squill_viewport_set_zoom (viewport, 1.0);
  squill_viewport_scroll (viewport, 0, 0);
  g_assert_cmpuint (n, ==, 0);
  squill_viewport_set_size (viewport, 801, 600);
  g_assert_cmpuint (n, ==, 1);
  squill_viewport_scroll (viewport, 3, 0);
  g_assert_cmpuint (n, ==, 2);
  squill_viewport_zoom_at (viewport, 0.5, 0, 0);
  g_assert_cmpuint (n, ==, 3);
  squill_viewport_set_scale (viewport, 2);
  g_assert_cmpuint (n, ==, 4);
}

/* With larger texts all of the diagram is larger, and is still called 100 %. */
static void
test_text_scale (void)
{
  g_autoptr (SquillViewport) viewport = create (800, 600);
  SquillRect bounds = SQUILL_RECT (0, 0, 100, 100);
  SquillPoint middle, after;

  squill_viewport_set_zoom (viewport, 1.0);
  middle = squill_viewport_to_diagram (viewport, squill_viewport_get_width (viewport) / 2,
                                       squill_viewport_get_height (viewport) / 2);
  squill_viewport_set_text_scale (viewport, 2.0);
  assert_near (squill_viewport_get_zoom (viewport), 2.0);
  assert_near (squill_viewport_get_shown_zoom (viewport), 1.0);
  after = squill_viewport_to_diagram (viewport, squill_viewport_get_width (viewport) / 2,
                                      squill_viewport_get_height (viewport) / 2);
  g_assert_cmpfloat_with_epsilon (after.x, middle.x, 1);
  g_assert_cmpfloat_with_epsilon (after.y, middle.y, 1);
  squill_viewport_step_zoom (viewport, 1);
  assert_near (squill_viewport_get_shown_zoom (viewport), 1.25);
  squill_viewport_set_zoom (viewport, 1.0);
  assert_near (squill_viewport_get_zoom (viewport), 2.0);
  squill_viewport_fit (viewport, &bounds, 1.0);
  assert_near (squill_viewport_get_zoom (viewport), 2.0);
  squill_viewport_set_zoom (viewport, 100);
  assert_near (squill_viewport_get_shown_zoom (viewport), SQUILL_VIEWPORT_MAX_ZOOM);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/viewport/new", test_new);
  g_test_add_func ("/viewport/both-ways", test_both_ways);
  g_test_add_func ("/viewport/zoom-keeps-place", test_zoom_keeps_place);
  g_test_add_func ("/viewport/rounding-does-not-add-up", test_rounding_does_not_add_up);
  g_test_add_func ("/viewport/origin-on-device-pixels", test_origin_on_device_pixels);
  g_test_add_func ("/viewport/zoom-limits", test_zoom_limits);
  g_test_add_func ("/viewport/steps", test_steps);
  g_test_add_func ("/viewport/scroll-limits", test_scroll_limits);
  g_test_add_func ("/viewport/fit", test_fit);
  g_test_add_func ("/viewport/show", test_show);
  g_test_add_func ("/viewport/covered", test_covered);
  g_test_add_func ("/viewport/changed", test_changed);

  g_test_add_func ("/viewport/text-scale", test_text_scale);
  return g_test_run ();
}
