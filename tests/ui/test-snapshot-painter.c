/* SPDX-License-Identifier: Apache-2.0 */

/* Needs no display: render nodes are drawn with cairo on a picture of 200 by 100 pixels. */

#include "config.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "canvas/squill-snapshot-painter.h"

#define WIDTH 200
#define HEIGHT 100

static const SquillColor red = { 1, 0, 0, 1 };
static const SquillColor white = { 1, 1, 1, 1 };

typedef struct
{
  SquillSnapshotPainter *painter;
  GtkSnapshot *snapshot;
  cairo_surface_t *picture;
  guint n_draws;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());

  fixture->painter = squill_snapshot_painter_new (context, 1.0);
  g_object_unref (context);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_pointer (&fixture->picture, cairo_surface_destroy);
  g_assert_finalize_object (fixture->painter);
}

static SquillPainter *
begin (Fixture *fixture, double x, double y, double zoom)
{
  fixture->snapshot = gtk_snapshot_new ();
  squill_snapshot_painter_begin (fixture->painter, fixture->snapshot, x, y, zoom,
                                 &GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT));
  return SQUILL_PAINTER (fixture->painter);
}

static void
end (Fixture *fixture)
{
  g_autoptr (GskRenderNode) node = NULL;
  cairo_t *cr;

  fixture->n_draws = squill_snapshot_painter_end (fixture->painter);
  node = gtk_snapshot_free_to_node (g_steal_pointer (&fixture->snapshot));
  g_clear_pointer (&fixture->picture, cairo_surface_destroy);
  fixture->picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cr = cairo_create (fixture->picture);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  if (node != NULL)
    gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (fixture->picture);
}

static guint32
get_pixel (Fixture *fixture, int x, int y)
{
  const guchar *data = cairo_image_surface_get_data (fixture->picture);
  const guint32 *row = (const void *)(data + y * cairo_image_surface_get_stride (fixture->picture));

  return row[x] & 0xffffff;
}

/* How many pixels are red, and how many are neither red nor white. */
static void
count (Fixture *fixture, guint *n_red, guint *n_between)
{
  *n_red = *n_between = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        guint32 pixel = get_pixel (fixture, x, y);

        if (pixel == 0xff0000)
          (*n_red)++;
        else if (pixel != 0xffffff)
          (*n_between)++;
      }
}

static SquillLine
make_line (const SquillPoint *points, guint n_points, double width)
{
  return (SquillLine){
    .points = points, .n_points = n_points, .radius = 6, .width = width, .color = red
  };
}

/* Wherever it is and whatever the zoom: a line is never smeared over two rows of pixels. */
static void
test_straight_is_sharp (Fixture *fixture, gconstpointer data)
{
  const double zooms[] = { 0.3, 0.55, 1.0, 1.37, 2.2 };
  const SquillPoint points[] = { { 10, 20.3 }, { 40, 20.3 } };
  SquillLine line = make_line (points, G_N_ELEMENTS (points), 1.5);

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      guint n_red, n_between;

      squill_painter_line (begin (fixture, 0.4, 0.7, zooms[i]), &line);
      end (fixture);
      count (fixture, &n_red, &n_between);
      g_assert_cmpuint (n_between, ==, 0);
      g_assert_cmpuint (n_red, >=, (guint)floor (30 * zooms[i]) - 1);
      g_assert_cmpuint (fixture->n_draws, ==, 1);
    }
}

/* The two stretches and the elbow hang together: each row and column on the way has red. */
static void
test_elbow_has_no_gap (Fixture *fixture, gconstpointer data)
{
  const double zooms[] = { 0.4, 1.0, 1.5 };
  const int directions[][2] = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint d = 0; d < G_N_ELEMENTS (directions); d++)
      {
        double zoom = zooms[i], dx = directions[d][0] * 30, dy = directions[d][1] * 20;
        const SquillPoint points[] = { { -dx, 0 }, { 0, 0 }, { 0, dy } };
        SquillLine line = make_line (points, G_N_ELEMENTS (points), 2);

        squill_painter_line (begin (fixture, 100, 50, zoom), &line);
        end (fixture);
        for (int x = 1; x < 30 * zoom - 1; x++)
          {
            gboolean met = FALSE;

            for (int y = 0; y < HEIGHT; y++)
              met |= get_pixel (fixture, 100 - x * directions[d][0], y) != 0xffffff;
            g_assert_true (met);
          }
        for (int y = 1; y < 20 * zoom - 1; y++)
          {
            gboolean met = FALSE;

            for (int x = 0; x < WIDTH; x++)
              met |= get_pixel (fixture, x, 50 + y * directions[d][1]) != 0xffffff;
            g_assert_true (met);
          }
        /* Nothing beyond the corner. */
        g_assert_cmphex (get_pixel (fixture, 100 + 4 * directions[d][0], 50), ==, 0xffffff);
        g_assert_cmphex (get_pixel (fixture, 100, 50 - 4 * directions[d][1]), ==, 0xffffff);
      }
}

static void
test_dashes (Fixture *fixture, gconstpointer data)
{
  const SquillPoint points[] = { { 0, 50 }, { 120, 50 } };
  SquillLine line = make_line (points, G_N_ELEMENTS (points), 2);
  guint n_red, n_between;

  line.dash_on = 8;
  line.dash_off = 4;
  squill_painter_line (begin (fixture, 10, 0, 1), &line);
  end (fixture);
  count (fixture, &n_red, &n_between);
  g_assert_cmpuint (n_red, ==, 120 / 12 * 8 * 2);
  g_assert_cmpuint (n_between, ==, 0);
  /* However long it is, it is one draw. */
  g_assert_cmpuint (fixture->n_draws, ==, 1);
}

static void
test_hop_lifts_line (Fixture *fixture, gconstpointer data)
{
  const SquillPoint points[] = { { 10, 50 }, { 110, 50 } };
  const SquillHop hops[] = { { 0, 50 } };
  SquillLine line = make_line (points, G_N_ELEMENTS (points), 2);

  line.hops = hops;
  line.n_hops = 1;
  squill_painter_line (begin (fixture, 0, 0, 1), &line);
  end (fixture);
  g_assert_cmphex (get_pixel (fixture, 60, 50), ==, 0xffffff);
  g_assert_cmphex (get_pixel (fixture, 60, 45), !=, 0xffffff);
  g_assert_cmphex (get_pixel (fixture, 30, 50), ==, 0xff0000);

  /* Too small to be seen: straight on. */
  squill_painter_line (begin (fixture, 0, 0, 0.4), &line);
  end (fixture);
  g_assert_cmpuint (fixture->n_draws, ==, 1);
}

static void
test_nothing_out_of_sight (Fixture *fixture, gconstpointer data)
{
  const SquillPoint far[] = { { 1000, 1000 }, { 2000, 1000 } },
                    long_way[] = { { -1e6, 50 }, { 1e6, 50 } };
  SquillLine line = make_line (far, G_N_ELEMENTS (far), 2);
  SquillRect rect = SQUILL_RECT (500, 500, 50, 50);
  SquillFoot foot = { SQUILL_FOOT_MANY, 900, 10, SQUILL_SIDE_LEFT, red, white };
  SquillText text = { "a", SQUILL_FONT_UI, 13, red, 10, 900, SQUILL_ALIGN_START };
  SquillPainter *painter = begin (fixture, 0, 0, 1);

  squill_painter_line (painter, &line);
  squill_painter_fill_rect (painter, &rect, 4, &red);
  squill_painter_stroke_rect (painter, &rect, 4, 1, &red);
  squill_painter_shadow (painter, &rect, 4, &red);
  squill_painter_circle (painter, 500, 500, 5, &red, &red, 1);
  squill_painter_foot (painter, &foot);
  squill_painter_text (painter, &text);
  end (fixture);
  g_assert_cmpuint (fixture->n_draws, ==, 0);

  line = make_line (long_way, G_N_ELEMENTS (long_way), 2);
  squill_painter_line (begin (fixture, 0, 0, 1), &line);
  end (fixture);
  g_assert_cmpuint (fixture->n_draws, ==, 1);
  g_assert_cmphex (get_pixel (fixture, 100, 50), ==, 0xff0000);
}

static void
test_save_and_restore (Fixture *fixture, gconstpointer data)
{
  SquillPainter *painter = begin (fixture, 10, 10, 1);
  SquillRect rect = SQUILL_RECT (0, 0, 40, 40), part = SQUILL_RECT (0, 0, 5, 5);
  guint n_red, n_between;

  squill_painter_save (painter);
  squill_painter_translate (painter, 10, 0);
  squill_painter_clip (painter, &part, 0);
  squill_painter_fill_rect (painter, &rect, 0, &red);
  squill_painter_restore (painter);
  rect = SQUILL_RECT (0, 0, 1, 1);
  squill_painter_fill_rect (painter, &rect, 0, &red);
  end (fixture);
  count (fixture, &n_red, &n_between);
  g_assert_cmpuint (n_red, ==, 5 * 5 + 1);
  g_assert_cmpuint (n_between, ==, 0);
  g_assert_cmphex (get_pixel (fixture, 20, 10), ==, 0xff0000);
  g_assert_cmphex (get_pixel (fixture, 10, 10), ==, 0xff0000);
}

static void
test_unbalanced_is_closed (Fixture *fixture, gconstpointer data)
{
  SquillPainter *painter = begin (fixture, 0, 0, 1);
  SquillRect rect = SQUILL_RECT (0, 0, 40, 40);

  squill_painter_save (painter);
  squill_painter_clip (painter, &rect, 4);
  squill_painter_fill_rect (painter, &rect, 0, &red);
  end (fixture);
  g_assert_cmphex (get_pixel (fixture, 20, 20), ==, 0xff0000);
}

static void
test_feet (Fixture *fixture, gconstpointer data)
{
  for (guint kind = SQUILL_FOOT_NONE; kind < SQUILL_N_FOOT_KINDS; kind++)
    for (guint side = 0; side < 4; side++)
      {
        SquillFoot foot = { kind, 100, 50, side, red, white };
        guint n_red, n_between;

        squill_painter_foot (begin (fixture, 0, 0, 1), &foot);
        end (fixture);
        count (fixture, &n_red, &n_between);
        g_assert_cmpuint (fixture->n_draws, ==, kind == SQUILL_FOOT_NONE ? 0 : 1);
        if (kind == SQUILL_FOOT_NONE)
          g_assert_cmpuint (n_red + n_between, ==, 0);
        else
          g_assert_cmpuint (n_red + n_between, >, 20);
      }
}

static void
collect_nodes (GskRenderNode *node, GHashTable *found)
{
  if (gsk_render_node_get_node_type (node) == GSK_CAIRO_NODE)
    g_hash_table_add (found, node);
  else if (gsk_render_node_get_node_type (node) == GSK_TRANSFORM_NODE)
    collect_nodes (gsk_transform_node_get_child (node), found);
  else if (gsk_render_node_get_node_type (node) == GSK_CONTAINER_NODE)
    for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
      collect_nodes (gsk_container_node_get_child (node, i), found);
}

/* A hundred ends of lines that look alike are one picture. */
static void
test_feet_are_shared (Fixture *fixture, gconstpointer data)
{
  SquillPainter *painter = begin (fixture, 0, 0, 1);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);
  g_autoptr (GskRenderNode) node = NULL;

  for (guint i = 0; i < 100; i++)
    {
      SquillFoot foot = {
        i % 2 == 0 ? SQUILL_FOOT_MANY : SQUILL_FOOT_ONE, 20 + i, 50, SQUILL_SIDE_RIGHT, red, white
      };

      squill_painter_foot (painter, &foot);
    }
  g_assert_cmpuint (squill_snapshot_painter_end (fixture->painter), ==, 100);
  node = gtk_snapshot_free_to_node (g_steal_pointer (&fixture->snapshot));
  collect_nodes (node, found);
  g_assert_cmpuint (g_hash_table_size (found), ==, 2);
}

static void
test_text (Fixture *fixture, gconstpointer data)
{
  SquillText text = { "entity", SQUILL_FONT_UI_BOLD, 13, red, 0, 0, SQUILL_ALIGN_START };
  const SquillAlign aligns[] = { SQUILL_ALIGN_START, SQUILL_ALIGN_MIDDLE, SQUILL_ALIGN_END };

  for (guint i = 0; i < G_N_ELEMENTS (aligns); i++)
    {
      guint left = 0, right = 0, below = 0;

      text.align = aligns[i];
      squill_painter_text (begin (fixture, 100, 50, 1), &text);
      end (fixture);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          if (get_pixel (fixture, x, y) != 0xffffff)
            {
              (x < 100 ? left++ : right++);
              below += y > 55;
            }
      g_assert_cmpuint (left + right, >, 20);
      g_assert_cmpuint (below, ==, 0);
      if (aligns[i] == SQUILL_ALIGN_START)
        g_assert_cmpuint (left, <, 4);
      else if (aligns[i] == SQUILL_ALIGN_END)
        g_assert_cmpuint (right, <, 4);
      else
        g_assert_true (left > 10 && right > 10);
    }

  /* Not even there where nobody could read it. */
  squill_painter_text (begin (fixture, 100, 50, 0.1), &text);
  end (fixture);
  g_assert_cmpuint (fixture->n_draws, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* Without a display it fails, but the types of render nodes are there after it. */
  gtk_init_check ();

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/snapshot-painter/straight-is-sharp", test_straight_is_sharp);
  ADD ("/snapshot-painter/elbow-has-no-gap", test_elbow_has_no_gap);
  ADD ("/snapshot-painter/dashes", test_dashes);
  ADD ("/snapshot-painter/hop-lifts-line", test_hop_lifts_line);
  ADD ("/snapshot-painter/nothing-out-of-sight", test_nothing_out_of_sight);
  ADD ("/snapshot-painter/save-and-restore", test_save_and_restore);
  ADD ("/snapshot-painter/unbalanced-is-closed", test_unbalanced_is_closed);
  ADD ("/snapshot-painter/feet", test_feet);
  ADD ("/snapshot-painter/feet-are-shared", test_feet_are_shared);
  ADD ("/snapshot-painter/text", test_text);

  return g_test_run ();
}
