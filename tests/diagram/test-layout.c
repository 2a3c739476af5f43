/* SPDX-License-Identifier: Apache-2.0 */

/* Layouts of random graphs, and of what goes wrong with them. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include "diagram/squill-layout.h"
#include "diagram/squill-diagram-private.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  GArray *boxes; /* SquillLayoutBox */
  SquillLayoutGraph *graph;
} Sample;

static void
sample_clear (Sample *sample)
{
  g_array_unref (sample->boxes);
  squill_layout_graph_unref (sample->graph);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static void
add_box (Sample *sample, int width, int height, int group)
{
  SquillLayoutBox box = { 0, 0, width, height };

  g_array_append_val (sample->boxes, box);
  squill_layout_graph_add_box (sample->graph, width, height, group);
}

/* Cards of usual sizes, three lines for two cards, a few of them hubs, some without any line. */
static Sample
random_sample (guint n_boxes, gboolean grouped)
{
  Sample sample = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)),
                    squill_layout_graph_new () };
  g_autoptr (GRand) random = g_rand_new_with_seed (n_boxes);
  int n_linked = (int)n_boxes * 9 / 10;

  for (guint i = 0; i < n_boxes; i++)
    add_box (&sample, 180 + 20 * g_rand_int_range (random, 0, 8),
             36 + 24 * g_rand_int_range (random, 1, 24), grouped && i < 12 ? (int)i / 4 : -1);
  for (guint i = 0; i < n_boxes * 3 / 2; i++)
    {
      int from = g_rand_int_range (random, 0, n_linked);
      int to = g_rand_int_range (random, 0, i % 3 == 0 ? MIN (4, n_linked) : n_linked);

      squill_layout_graph_add_edge (sample.graph, (guint)from, 0, (guint)to, 0);
    }
  return sample;
}

static void
assert_well_placed (const Sample *sample, const SquillLayoutResult *result)
{
  int left = G_MAXINT, top = G_MAXINT;

  g_assert_nonnull (result);
  g_assert_cmpuint (result->n_boxes, ==, sample->boxes->len);
  for (guint i = 0; i < result->n_boxes; i++)
    {
      SquillLayoutPosition position = result->positions[i];

      g_assert_cmpint (position.x % SQUILL_LAYOUT_STEP, ==, 0);
      g_assert_cmpint (position.y % SQUILL_LAYOUT_STEP, ==, 0);
      left = MIN (left, position.x);
      top = MIN (top, position.y);
      for (guint j = 0; j < i; j++)
        {
          const SquillLayoutBox *a = &g_array_index (sample->boxes, SquillLayoutBox, i);
          const SquillLayoutBox *b = &g_array_index (sample->boxes, SquillLayoutBox, j);
          SquillLayoutPosition other = result->positions[j];

          g_assert_false (position.x < other.x + b->width && other.x < position.x + a->width &&
                          position.y < other.y + b->height && other.y < position.y + a->height);
        }
    }
  if (result->n_boxes > 0)
    {
      g_assert_cmpint (left, ==, 0);
      g_assert_cmpint (top, ==, 0);
    }
}

static void
test_engines (gconstpointer data)
{
  SquillLayoutEngine engine = GPOINTER_TO_UINT (data);
  static const guint sizes[] = { 2, 20, 100, 300 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (Sample) sample = random_sample (sizes[i], i % 2 == 1);
      g_autoptr (GError) error = NULL;
      g_autoptr (SquillLayoutResult) first = NULL;
      g_autoptr (SquillLayoutResult) second = NULL;

      /* circo takes minutes for graphs of this size. */
      if (engine == SQUILL_LAYOUT_CIRCO && sizes[i] > 100)
        continue;
      first = squill_layout_run (sample.graph, engine, NULL, &error);
      g_assert_no_error (error);
      assert_well_placed (&sample, first);
      g_assert_cmpuint (first->n_fallbacks, ==, 0);
      second = squill_layout_run (sample.graph, engine, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (first->positions, first->n_boxes * sizeof *first->positions,
                       second->positions, second->n_boxes * sizeof *second->positions);
    }
}

static void
test_large_auto (void)
{
  g_auto (Sample) sample = random_sample (600, FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;

  for (guint i = 1; i < 600; i++)
    squill_layout_graph_add_edge (sample.graph, i / 2, 0, i, 0);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
}

static void
test_columns (void)
{
  g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  /* So high that a row of them is no strip. */
  for (int i = 0; i < 3; i++)
    squill_layout_graph_add_box (graph, 200, 600, -1);
  squill_layout_graph_add_edge (graph, 0, 0, 1, 0);
  squill_layout_graph_add_edge (graph, 1, 0, 2, 0);
  squill_layout_graph_add_edge (graph, 1, 0, 1, 0);
  result = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 2; i++)
    {
      /* Room for the line, its two numbers and its name. */
      g_assert_cmpint (result->positions[i + 1].x - result->positions[i].x, >=, 200 + 160);
      g_assert_cmpint (result->positions[i + 1].y, ==, result->positions[i].y);
    }
}

/* The same from top to bottom. */
static void
test_rows (void)
{
  g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 3; i++)
    squill_layout_graph_add_box (graph, 200, 100, -1);
  squill_layout_graph_add_edge (graph, 0, 0, 1, 0);
  squill_layout_graph_add_edge (graph, 1, 0, 2, 0);
  result = squill_layout_run (graph, SQUILL_LAYOUT_DOT_DOWN, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpint (result->positions[i + 1].x, ==, result->positions[i].x);
      g_assert_cmpint (result->positions[i + 1].y - result->positions[i].y, >=, 100 + 40);
    }
}

/* Boxes stay where they stand, unless their places are to be forgotten. */
static void
test_places (void)
{
  g_autoptr (SquillLayoutGraph) graph = squill_layout_graph_new ();
  g_autoptr (SquillLayoutResult) kept = NULL;
  g_autoptr (SquillLayoutResult) anew = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 3; i++)
    {
      squill_layout_graph_add_box (graph, 200, 600, -1);
      /* From right to left: as good as the other way round. */
      squill_layout_graph_set_place (graph, (guint)i, (42 - 16 * i) * SQUILL_LAYOUT_STEP,
                                     3 * SQUILL_LAYOUT_STEP);
    }
  squill_layout_graph_add_edge (graph, 0, 48, 1, 48);
  squill_layout_graph_add_edge (graph, 1, 48, 2, 48);
  kept = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (kept->kept);
  g_assert_cmpint (kept->origin.x, ==, 10 * SQUILL_LAYOUT_STEP);
  g_assert_cmpint (kept->origin.y, ==, 3 * SQUILL_LAYOUT_STEP);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (kept->positions[i].x, ==, (32 - 16 * i) * SQUILL_LAYOUT_STEP);

  squill_layout_graph_forget_places (graph);
  anew = squill_layout_run (graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (anew->kept);
  g_assert_cmpint (anew->positions[0].x, <, anew->positions[2].x);
}

static void
test_groups_stay_together (void)
{
  g_auto (Sample) sample = random_sample (40, TRUE);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_DOT, NULL, &error);
  g_assert_no_error (error);
  for (guint group = 0; group < 3; group++)
    {
      SquillLayoutBox frame[4];
      SquillLayoutBox bounds;

      for (guint i = 0; i < 4; i++)
        {
          frame[i] = g_array_index (sample.boxes, SquillLayoutBox, group * 4 + i);
          frame[i].x = result->positions[group * 4 + i].x;
          frame[i].y = result->positions[group * 4 + i].y;
        }
      bounds = _squill_layout_bounds (frame, 4);
      for (guint i = 0; i < sample.boxes->len; i++)
        {
          const SquillLayoutBox *box = &g_array_index (sample.boxes, SquillLayoutBox, i);
          SquillLayoutPosition at = result->positions[i];

          if (i / 4 == group)
            continue;
          g_assert_false (at.x < bounds.x + bounds.width && bounds.x < at.x + box->width &&
                          at.y < bounds.y + bounds.height && bounds.y < at.y + box->height);
        }
    }
}

static gboolean
overlap (const SquillLayoutBox *a, const SquillLayoutBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

/* At every size, by every method: the frame of a group is around its boxes and nothing else. */
static void
test_group_frames (void)
{
  static const struct
  {
    guint n_boxes;
    SquillLayoutEngine engine;
  } cases[] = { { 57, SQUILL_LAYOUT_AUTO },  { 57, SQUILL_LAYOUT_DOT },
                { 57, SQUILL_LAYOUT_CIRCO }, { 100, SQUILL_LAYOUT_AUTO },
                { 300, SQUILL_LAYOUT_AUTO }, { 300, SQUILL_LAYOUT_SFDP },
                { 1000, SQUILL_LAYOUT_AUTO } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = cases[i].n_boxes;
      g_auto (Sample) sample = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)),
                                 squill_layout_graph_new () };
      g_autoptr (GRand) random = g_rand_new_with_seed (n);
      g_autoptr (SquillLayoutResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree SquillLayoutBox *frames = g_new0 (SquillLayoutBox, n);

      /* Groups of ten, but every fourth ten stand alone. */
      for (guint j = 0; j < n; j++)
        add_box (&sample, 200, 60 + 24 * g_rand_int_range (random, 0, 12),
                 j / 10 % 4 == 3 ? -1 : (int)(j / 10));
      for (guint j = 0; j < n * 3 / 2; j++)
        {
          guint from = (guint)g_rand_int_range (random, 0, (int)n);
          guint to = j % 3 > 0 ? MIN (from / 10 * 10 + j % 10, n - 1)
                               : (guint)g_rand_int_range (random, 0, (int)n);

          squill_layout_graph_add_edge (sample.graph, from, 48, to, 48);
        }
      result = squill_layout_run (sample.graph, cases[i].engine, NULL, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < n; j++)
        {
          SquillLayoutBox *box = &g_array_index (sample.boxes, SquillLayoutBox, j);

          box->x = result->positions[j].x;
          box->y = result->positions[j].y;
        }
      for (guint group = 0; group * 10 < n; group++)
        {
          guint first = group * 10, last = MIN (first + 10, n);

          if (group % 4 == 3)
            continue;
          frames[group] = _squill_layout_bounds (
              &g_array_index (sample.boxes, SquillLayoutBox, first), last - first);
          frames[group].x -= SQUILL_FRAME_PADDING;
          frames[group].y -= SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE;
          frames[group].width += 2 * SQUILL_FRAME_PADDING;
          frames[group].height += 2 * SQUILL_FRAME_PADDING + SQUILL_FRAME_TITLE;
          for (guint j = 0; j < n; j++)
            g_assert_false (
                j / 10 != group &&
                overlap (&frames[group], &g_array_index (sample.boxes, SquillLayoutBox, j)));
          for (guint j = 0; j < group; j++)
            g_assert_false (j % 4 != 3 && overlap (&frames[group], &frames[j]));
        }
    }
}

static void
test_without_lines (void)
{
  Sample made = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)), squill_layout_graph_new () };
  g_auto (Sample) sample = made;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (SquillLayoutResult) none = NULL;
  g_autoptr (SquillLayoutGraph) empty = squill_layout_graph_new ();
  g_autoptr (GError) error = NULL;
  int right = 0, bottom = 0;

  for (int i = 0; i < 50; i++)
    add_box (&sample, 200, 100 + 24 * (i % 5), i < 6 ? 0 : -1);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
  for (guint i = 0; i < result->n_boxes; i++)
    {
      right = MAX (right, result->positions[i].x + 200);
      bottom = MAX (bottom, result->positions[i].y + 200);
    }
  /* A page, not a line. */
  g_assert_cmpint (right, <, 4 * bottom);
  g_assert_cmpint (bottom, <, 4 * right);

  none = squill_layout_run (empty, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->n_boxes, ==, 0);
}

/* How much of the page the boxes cover, with the gaps between them. */
static double
get_share (const Sample *sample, const SquillLayoutResult *result)
{
  int right = 0, bottom = 0;
  double area = 0;

  for (guint i = 0; i < result->n_boxes; i++)
    {
      const SquillLayoutBox *box = &g_array_index (sample->boxes, SquillLayoutBox, i);

      right = MAX (right, result->positions[i].x + box->width);
      bottom = MAX (bottom, result->positions[i].y + box->height);
      area += (box->width + 40.0) * (box->height + 40);
    }
  g_assert_cmpint (right, <=, 2 * bottom);
  g_assert_cmpint (bottom, <=, 2 * right);
  return area / ((right + 40.0) * (bottom + 40));
}

/* What no line joins fills what larger parts leave free, whatever the sizes are. */
static void
test_parts_without_holes (void)
{
  static const int sizes[][2] = { { 280, 1080 }, { 240, 148 }, { 280, 460 }, { 260, 364 },
                                  { 240, 196 },  { 260, 412 }, { 280, 268 }, { 260, 324 },
                                  { 220, 100 },  { 240, 148 } };

  for (guint order = 0; order < G_N_ELEMENTS (sizes); order++)
    {
      Sample made = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)),
                      squill_layout_graph_new () };
      g_auto (Sample) sample = made;
      g_autoptr (SquillLayoutResult) result = NULL;
      g_autoptr (GError) error = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          const int *size = sizes[(i + order) % G_N_ELEMENTS (sizes)];

          add_box (&sample, size[0], size[1], -1);
        }
      squill_layout_graph_add_edge (sample.graph, (10 - order) % 10, 400, (11 - order) % 10, 96);
      squill_layout_graph_add_edge (sample.graph, (12 - order) % 10, 240, (13 - order) % 10, 48);
      squill_layout_graph_add_edge (sample.graph, (13 - order) % 10, 96, (14 - order) % 10, 48);
      result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
      g_assert_no_error (error);
      assert_well_placed (&sample, result);
      g_test_message ("order %u: %.2f", order, get_share (&sample, result));
      g_assert_cmpfloat (get_share (&sample, result), >, 0.55);
    }
}

/* Nor do thousands of boxes of all sizes leave holes. */
static void
test_many_without_holes (void)
{
  Sample made = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)), squill_layout_graph_new () };
  g_auto (Sample) sample = made;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2000; i++)
    add_box (&sample, 180 + 20 * g_rand_int_range (random, 0, 9),
             76 + 24 * g_rand_int_range (random, 0, 40), -1);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
  g_test_message ("%.2f", get_share (&sample, result));
  g_assert_cmpfloat (get_share (&sample, result), >, 0.8);
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **out = user_data;

  *out = g_object_ref (result);
  g_main_context_wakeup (NULL);
}

static void
test_async (void)
{
  g_auto (Sample) sample = random_sample (30, FALSE);
  g_autoptr (GAsyncResult) outcome = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  squill_layout_run_async (sample.graph, SQUILL_LAYOUT_AUTO, NULL, on_done, &outcome);
  while (outcome == NULL)
    g_main_context_iteration (NULL, TRUE);
  result = squill_layout_run_finish (outcome, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
}

/* Makes a program that stands in for the layout program. */
static char *
write_program (const char *script)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("squill-layout-XXXXXX", &error);
  char *path;

  g_assert_no_error (error);
  path = g_build_filename (folder, "program", NULL);
  g_file_set_contents (path, script, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chmod (path, 0700), ==, 0);
  g_setenv ("SQUILL_LAYOUT_PROGRAM", path, TRUE);
  return path;
}

static void
remove_program (char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unsetenv ("SQUILL_LAYOUT_PROGRAM");
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (path);
}

static void
test_cancel (void)
{
  g_auto (Sample) sample = random_sample (30, FALSE);
  /* It says where it is and then never ends by itself. */
  g_autofree char *marker = g_build_filename (g_get_tmp_dir (), "squill-layout-started", NULL);
  g_autofree char *script =
      g_strdup_printf ("#!/bin/sh\necho $$ > '%s'\nexec tail -f /dev/null\n", marker);
  char *program = write_program (script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) outcome = NULL;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *pid = NULL;
  g_autofree char *process = NULL;

  g_remove (marker);
  squill_layout_run_async (sample.graph, SQUILL_LAYOUT_DOT, cancellable, on_done, &outcome);
  while (pid == NULL || !g_str_has_suffix (pid, "\n"))
    {
      g_clear_pointer (&pid, g_free);
      g_file_get_contents (marker, &pid, NULL, NULL);
      g_thread_yield ();
    }
  g_cancellable_cancel (cancellable);
  while (outcome == NULL)
    g_main_context_iteration (NULL, TRUE);
  result = squill_layout_run_finish (outcome, &error);
  g_assert_null (result);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* Nothing goes on behind our back. */
  process = g_strdup_printf ("/proc/%s", g_strstrip (pid));
  g_assert_false (g_file_test (process, G_FILE_TEST_EXISTS));

  g_clear_error (&error);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_DOT, cancellable, &error);
  g_assert_null (result);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_remove (marker);
  remove_program (program);
}

static gboolean
on_cancel_due (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

/* Wherever in a large layout it comes to an end, there is no half of a result, and places that the
 * boxes had are as they were. */
static void
test_cancel_midway (void)
{
  g_auto (Sample) sample = random_sample (300, TRUE);
  guint n_cancelled = 0;

  for (guint i = 0; i < sample.boxes->len; i++)
    squill_layout_graph_set_place (sample.graph, i, 700 * (int)(i % 17), 500 * (int)(i / 17));
  for (guint ms = 1; ms <= 1024; ms *= 4)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (SquillLayoutResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GAsyncResult) outcome = NULL;

      g_timeout_add_full (G_PRIORITY_DEFAULT, ms, on_cancel_due, g_object_ref (cancellable),
                          g_object_unref);
      squill_layout_run_async (sample.graph, SQUILL_LAYOUT_AUTO, cancellable, on_done, &outcome);
      while (outcome == NULL)
        g_main_context_iteration (NULL, TRUE);
      result = squill_layout_run_finish (outcome, &error);
      /* A fast machine may be done before. */
      if (result != NULL)
        continue;
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      n_cancelled++;
      for (guint i = 0; i < sample.boxes->len; i++)
        {
          const SquillLayoutNode *node = &g_array_index (sample.graph->nodes, SquillLayoutNode, i);

          g_assert_cmpint (node->x, ==, 700 * (int)(i % 17));
          g_assert_cmpint (node->y, ==, 500 * (int)(i / 17));
        }
    }
  g_assert_cmpuint (n_cancelled, >, 0);
}

static void
assert_fails (const char *script, int code)
{
  g_auto (Sample) sample = random_sample (3000, FALSE);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *program = write_program (script);

  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_NEATO, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, SQUILL_LAYOUT_ERROR, code);
  g_assert_nonnull (strstr (error->message, "neato"));
  g_clear_error (&error);

  /* What nobody chose by name may give way to rows. */
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
  g_assert_cmpuint (result->n_fallbacks, >, 0);
  remove_program (program);
}

static void
test_abort (void)
{
  assert_fails ("#!/bin/sh\nkill -ABRT $$\n", SQUILL_LAYOUT_ERROR_ABORTED);
  assert_fails ("#!/bin/sh\nexit 2\n", SQUILL_LAYOUT_ERROR_ABORTED);
  assert_fails ("#!/bin/sh\ncat > /dev/null; echo graph 2; echo 1 x\n",
                SQUILL_LAYOUT_ERROR_ABORTED);
  assert_fails ("#!/bin/sh\ncat > /dev/null; printf 'graph'\n", SQUILL_LAYOUT_ERROR_ABORTED);
  assert_fails ("#!/bin/sh\ncat > /dev/null; kill -XCPU $$\n", SQUILL_LAYOUT_ERROR_TIME);
}

/* The parts answered before an abort are kept, and only the one at fault gets another method. */
static void
test_fall_back_of_a_part (void)
{
  Sample made = { g_array_new (FALSE, TRUE, sizeof (SquillLayoutBox)), squill_layout_graph_new () };
  g_auto (Sample) sample = made;
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *program = write_program ("#!/bin/sh\n"
                                 "input=$(cat)\n"
                                 "case $input in\n"
                                 "  *'graph sfdp'*) printf 'graph 2\\n0 0\\n0 900\\nend\\n' ;;\n"
                                 "  *) printf 'graph 2\\n0 0\\n700 0\\nend\\n'; kill -ABRT $$ ;;\n"
                                 "esac\n");

  for (int i = 0; i < 4; i++)
    add_box (&sample, 200, 100, -1);
  squill_layout_graph_add_edge (sample.graph, 0, 0, 1, 0);
  squill_layout_graph_add_edge (sample.graph, 2, 0, 3, 0);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  assert_well_placed (&sample, result);
  g_assert_cmpuint (result->n_fallbacks, ==, 1);
  /* In columns, as dot said, and not as sfdp did. */
  g_assert_cmpint (result->positions[1].x, >, result->positions[0].x);
  remove_program (program);
}

static void
test_missing_program (void)
{
  g_auto (Sample) sample = random_sample (4, FALSE);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("SQUILL_LAYOUT_PROGRAM", "/nonexistent/squill-layout", TRUE);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_unsetenv ("SQUILL_LAYOUT_PROGRAM");
  g_assert_null (result);
  g_assert_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_START);
}

/* One that never stops talking is ended, and what it says is not kept. */
static void
test_endless_output (void)
{
  g_auto (Sample) sample = random_sample (40, FALSE);
  g_autoptr (SquillLayoutResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *program = write_program ("#!/bin/sh\nexec yes 'graph 40'\n");

  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_DOT, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, SQUILL_LAYOUT_ERROR, SQUILL_LAYOUT_ERROR_TIME);
  g_clear_error (&error);
  result = squill_layout_run (sample.graph, SQUILL_LAYOUT_AUTO, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result);
  remove_program (program);
}

/* The program takes nothing on trust. */
static void
test_program_refuses (void)
{
  static const char *const inputs[] = {
    "graph nope 1 0 1 1\nbox 1 1\nend\n",
    "graph dot -1 0 1 1\nend\n",
    "graph dot 999999999 0 1 1\n",
    "graph dot 1 0 1 1\nbox 0 1\nend\n",
    "graph dot 1 0 1 1\nbox 1 -1\nend\n",
    "graph dot 1 1 1 1\nbox 1 1\nedge 0 1\nend\n",
    "graph dot 1 0 1 1\nbox 1 1\n",
    "graph dot 1 0 1 1\nbox 1 1\nend",
    "rubbish\n",
    "graph dot 1 0 1 1 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    "\n",
  };
  g_autofree char *program =
      g_build_filename (g_getenv ("SQUILL_BUILD_ROOT"), "app", "diagram", "squill-layout", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *output = NULL;
      g_autofree char *message = NULL;
      g_autoptr (GSubprocess) process =
          g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE |
                                G_SUBPROCESS_FLAGS_STDERR_PIPE,
                            &error, program, "5", NULL);

      g_assert_no_error (error);
      g_subprocess_communicate_utf8 (process, inputs[i], NULL, &output, &message, &error);
      g_assert_no_error (error);
      g_assert_true (g_subprocess_get_if_exited (process));
      g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 2);
      g_assert_cmpstr (output, ==, "");
      g_assert_true (g_str_has_prefix (message, "squill-layout: "));
    }
}

static void
test_part_boxes (void)
{
  SquillLayoutBox boxes[200];
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      boxes[i].width = 180 + 20 * g_rand_int_range (random, 0, 8);
      boxes[i].height = 60 + 24 * g_rand_int_range (random, 0, 20);
      boxes[i].x = 20 * g_rand_int_range (random, -50, 50);
      boxes[i].y = 20 * g_rand_int_range (random, -50, 50);
    }
  g_assert_cmpuint (_squill_layout_part_boxes (boxes, G_N_ELEMENTS (boxes), 20, 20), >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    for (guint j = 0; j < i; j++)
      {
        const SquillLayoutBox *a = &boxes[i], *b = &boxes[j];

        g_assert_false (a->x < b->x + b->width + 20 && b->x < a->x + a->width + 20 &&
                        a->y < b->y + b->height + 20 && b->y < a->y + a->height + 20);
      }
  g_assert_cmpuint (_squill_layout_part_boxes (boxes, G_N_ELEMENTS (boxes), 20, 20), ==, 0);
}

/* A star among so many boxes that nothing is drawn. Its columns fit a window, and layers around its
 * middle would not: so the columns stay. */
static void
test_star_in_columns (void)
{
  SquillLayoutBox boxes[6];
  SquillLayoutEdge edges[G_N_ELEMENTS (boxes) - 1];
  SquillLayoutBox bounds;

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    boxes[i] = (SquillLayoutBox){ (int)(i / 2) * 362, (int)(i % 2) * 120, 202, 60 };
  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    edges[i] = (SquillLayoutEdge){ 0, i + 1, (int)i * 10, 40 };
  _squill_layout_columns (boxes, G_N_ELEMENTS (boxes), edges, G_N_ELEMENTS (edges), TRUE, TRUE,
                          100000, NULL);
  bounds = _squill_layout_bounds (boxes, G_N_ELEMENTS (boxes));
  g_assert_cmpint (bounds.width, <=, 2 * bounds.height);
  g_assert_cmpint (bounds.height, <=, 2 * bounds.width);
}

static void
test_engine_names (void)
{
  for (guint i = 0; i < SQUILL_LAYOUT_N_ENGINES; i++)
    {
      SquillLayoutEngine engine;

      g_assert_true (
          squill_layout_engine_from_string (squill_layout_engine_to_string (i), &engine));
      g_assert_cmpint (engine, ==, i);
    }
  g_assert_false (squill_layout_engine_from_string ("osage", &(SquillLayoutEngine){ 0 }));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < SQUILL_LAYOUT_N_ENGINES; i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/layout/engine/%s", squill_layout_engine_to_string (i));

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_engines);
    }
  g_test_add_func ("/layout/large-auto", test_large_auto);
  g_test_add_func ("/layout/columns", test_columns);
  g_test_add_func ("/layout/rows", test_rows);
  g_test_add_func ("/layout/places", test_places);
  g_test_add_func ("/layout/groups", test_groups_stay_together);
  g_test_add_func ("/layout/group-frames", test_group_frames);
  g_test_add_func ("/layout/without-lines", test_without_lines);
  g_test_add_func ("/layout/parts-without-holes", test_parts_without_holes);
  g_test_add_func ("/layout/many-without-holes", test_many_without_holes);
  g_test_add_func ("/layout/async", test_async);
  g_test_add_func ("/layout/cancel", test_cancel);
  g_test_add_func ("/layout/cancel-midway", test_cancel_midway);
  g_test_add_func ("/layout/abort", test_abort);
  g_test_add_func ("/layout/fall-back", test_fall_back_of_a_part);
  g_test_add_func ("/layout/missing-program", test_missing_program);
  g_test_add_func ("/layout/endless-output", test_endless_output);
  g_test_add_func ("/layout/program-refuses", test_program_refuses);
  g_test_add_func ("/layout/part-boxes", test_part_boxes);
  g_test_add_func ("/layout/star-in-columns", test_star_in_columns);
  g_test_add_func ("/layout/engine-names", test_engine_names);
  return g_test_run ();
}
