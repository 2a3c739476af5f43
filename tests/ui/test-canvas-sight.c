/* SPDX-License-Identifier: Apache-2.0 */

/* What the canvas takes for being in sight, after changes of all kinds: what a look at every card
 * and every line gives. */

#define G_LOG_DOMAIN "squill-test"

#include "config.h"

#include <adwaita.h>

#include "../bench/layout-models.h"
#include "canvas-fixture.h"
#include "canvas/squill-canvas-private.h"
#include "model/squill-authoring.h"

#define N_CHANGES 120

static void
assert_found (const GPtrArray *found, const GPtrArray *wanted)
{
  g_assert_cmpuint (found->len, ==, wanted->len);
  for (guint i = 0; i < found->len; i++)
    g_assert_true (found->pdata[i] == wanted->pdata[i]);
}

static void
assert_cards_in (Drawn *drawn, const SquillRect *rect)
{
  g_autoptr (GPtrArray) found = _squill_canvas_list_cards_in (drawn->canvas, rect);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();

  for (guint i = 0; i < squill_diagram_get_n_cards (drawn->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (drawn->diagram, i);

      if (squill_rect_overlaps (&card->rect, rect))
        g_ptr_array_add (wanted, (gpointer)card);
    }
  assert_found (found, wanted);
}

static void
assert_lines_in (Drawn *drawn, const SquillRect *rect)
{
  g_autoptr (GPtrArray) found = _squill_canvas_list_lines_in (drawn->canvas, rect);
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();

  for (guint i = 0; i < squill_diagram_get_n_edges (drawn->diagram); i++)
    {
      const SquillEdge *edge = squill_diagram_get_edge (drawn->diagram, i);

      if (squill_rect_overlaps (&edge->route->bounds, rect))
        g_ptr_array_add (wanted, (gpointer)edge);
    }
  assert_found (found, wanted);
}

/* In sight is what the viewport shows, and only that can be a visible child. */
static void
assert_placed (Drawn *drawn)
{
  const SquillRect visible = squill_viewport_get_visible (drawn->viewport);
  guint n = 0;

  paint (drawn);
  _squill_canvas_update_objects (drawn->canvas);
  paint (drawn);
  for (guint i = 0; i < squill_diagram_get_n_cards (drawn->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (drawn->diagram, i);
      GtkWidget *widget = g_hash_table_lookup (drawn->canvas->widgets, card->id);
      const gboolean seen = squill_rect_overlaps (&card->rect, &visible);

      n += seen;
      g_assert_cmpint (widget != NULL && gtk_widget_get_child_visible (widget), ==,
                       seen && squill_canvas_get_detail (drawn->canvas) != SQUILL_DETAIL_BOX);
    }
  g_assert_cmpuint (squill_canvas_get_n_shown (drawn->canvas), ==, n);
}

static const SquillCard *
choose_card (Drawn *drawn)
{
  const gint32 n = (gint32)squill_diagram_get_n_cards (drawn->diagram);

  return squill_diagram_get_card (drawn->diagram, (guint)g_test_rand_int_range (0, n));
}

/* Any but those of junctions and buckets. */
static const char *
choose_entity (Drawn *drawn)
{
  const SquillCard *card = choose_card (drawn);

  while (card->kind != SQUILL_CARD_COLLECTION)
    card = choose_card (drawn);
  return card->item;
}

static void
move_card (Drawn *drawn)
{
  const double x = g_test_rand_double_range (-400, 4000), y = g_test_rand_double_range (-400, 4000);

  squill_diagram_move_card (drawn->diagram, choose_card (drawn)->id, x, y);
}

static void
change (Drawn *drawn)
{
  g_autofree char *made = NULL;

  switch (g_test_rand_int_range (0, 7))
    {
    case 0:
      made = squill_model_add_entity (drawn->model, "another", g_test_rand_double_range (0, 3000),
                                      g_test_rand_double_range (0, 3000));
      break;
    case 1:
      made =
          squill_model_add_relationship (drawn->model, choose_entity (drawn), choose_entity (drawn),
                                         "of", SQUILL_PLACEMENT_PARENT_REFERENCE);
      break;
    case 2:
      squill_model_undo (drawn->model);
      break;
    case 3:
      squill_diagram_end_move (drawn->diagram);
      break;
    case 4:
      squill_viewport_scroll (drawn->viewport, g_test_rand_double_range (-500, 500),
                              g_test_rand_double_range (-500, 500));
      break;
    case 5:
      squill_viewport_zoom_at (drawn->viewport, g_test_rand_double_range (0.1, 1.5), 300, 300);
      break;
    default:
      move_card (drawn);
      break;
    }
}

static void
show_model (Drawn *drawn, LayoutShape family, guint n)
{
  g_autoptr (SquillModel) model = layout_model_new (family, n, 1);

  drawn_show (drawn, model);
}

static void
test_sight (Drawn *drawn, gconstpointer data)
{
  show_model (drawn, LAYOUT_MODULES, 60);
  for (guint i = 0; i < N_CHANGES; i++)
    {
      const SquillRect rect =
          SQUILL_RECT (g_test_rand_double_range (-400, 3000), g_test_rand_double_range (-400, 3000),
                       g_test_rand_double_range (1, 2000), g_test_rand_double_range (1, 2000));

      change (drawn);
      squill_canvas_update (drawn->canvas);
      assert_cards_in (drawn, &rect);
      assert_lines_in (drawn, &rect);
      if (i % 4 == 0)
        assert_placed (drawn);
    }
}

/* Nothing of one model is left with another. */
static void
test_other_model (Drawn *drawn, gconstpointer data)
{
  const SquillRect all = SQUILL_RECT (-1e6, -1e6, 2e6, 2e6);

  show_model (drawn, LAYOUT_MODULES, 60);
  show_model (drawn, LAYOUT_STAR, 10);
  assert_cards_in (drawn, &all);
  assert_lines_in (drawn, &all);
  assert_placed (drawn);
  g_object_set (drawn->canvas_view, "session", NULL, NULL);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_shown (drawn->canvas), ==, 0);
}

static GskRenderNode *
draw_from_afar (Drawn *drawn)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  _squill_far_picture_snapshot (drawn->canvas->far, drawn->canvas, snapshot);
  return gtk_snapshot_free_to_node (snapshot);
}

static cairo_surface_t *
get_pixels (GskRenderNode *node)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1000, 700);
  cairo_t *cr = cairo_create (surface);

  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  return surface;
}

static void
select_some (Drawn *drawn)
{
  const gint32 n = (gint32)squill_diagram_get_n_edges (drawn->diagram);

  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      squill_selection_clear (drawn->selection);
      break;
    case 1:
      squill_selection_set_single (
          drawn->selection,
          squill_diagram_get_edge (drawn->diagram, (guint)g_test_rand_int_range (0, n))
              ->relationship);
      break;
    default:
      squill_selection_set_single (drawn->selection, choose_entity (drawn));
    }
}

/* What is kept of the picture from far away is as if all of it was made anew. */
static void
test_far_picture (Drawn *drawn, gconstpointer data)
{
  show_model (drawn, LAYOUT_MODULES, 60);
  for (guint i = 0; i < N_CHANGES; i++)
    {
      g_autoptr (GskRenderNode) kept = NULL;
      g_autoptr (GskRenderNode) made = NULL;
      cairo_surface_t *pixels, *wanted;

      squill_viewport_set_zoom (drawn->viewport, 0.1);
      paint (drawn);
      if (g_test_rand_bit ())
        select_some (drawn);
      else
        change (drawn);
      squill_viewport_set_zoom (drawn->viewport, 0.1);
      squill_canvas_update (drawn->canvas);
      kept = draw_from_afar (drawn);
      _squill_far_picture_drop (drawn->canvas->far);
      made = draw_from_afar (drawn);
      pixels = get_pixels (kept);
      wanted = get_pixels (made);
      g_assert_cmpmem (cairo_image_surface_get_data (pixels), 1000 * 700 * 4,
                       cairo_image_surface_get_data (wanted), 1000 * 700 * 4);
      cairo_surface_destroy (pixels);
      cairo_surface_destroy (wanted);
    }
}

/* Only what a card leaves and comes to is drawn anew. */
static void
test_far_picture_is_kept (Drawn *drawn, gconstpointer data)
{
  g_autoptr (GskRenderNode) before = NULL;
  g_autoptr (GskRenderNode) after = NULL;
  guint n_kept = 0, n;

  squill_viewport_set_zoom (drawn->viewport, 0.1);
  paint (drawn);
  before = draw_from_afar (drawn);
  squill_diagram_move_card (drawn->diagram, drawn->tags, 460, 460);
  squill_canvas_update (drawn->canvas);
  after = draw_from_afar (drawn);
  n = gsk_container_node_get_n_children (before);
  g_assert_cmpuint (gsk_container_node_get_n_children (after), ==, n);
  for (guint i = 0; i < n; i++)
    n_kept += gsk_container_node_get_child (before, i) == gsk_container_node_get_child (after, i);
  g_assert_cmpuint (n_kept, >, 0);
  g_assert_cmpuint (n_kept, <, n);
}

/* Nobody can reach what is too small to be seen. */
static void
test_no_widgets_from_afar (Drawn *drawn, gconstpointer data)
{
  show_model (drawn, LAYOUT_MODULES, 60);
  squill_selection_clear (drawn->selection);
  squill_viewport_set_zoom (drawn->viewport, 0.1);
  paint (drawn);
  _squill_canvas_update_objects (drawn->canvas);
  /* One may have the focus. */
  g_assert_cmpuint (g_hash_table_size (drawn->canvas->widgets), <=, 1);
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/canvas/sight", Drawn, NULL, drawn_set_up, test_sight, drawn_tear_down);
  g_test_add ("/canvas/sight/other-model", Drawn, NULL, drawn_set_up, test_other_model,
              drawn_tear_down);
  g_test_add ("/canvas/sight/far", Drawn, NULL, drawn_set_up, test_far_picture, drawn_tear_down);
  g_test_add ("/canvas/sight/far-is-kept", Drawn, NULL, drawn_set_up, test_far_picture_is_kept,
              drawn_tear_down);
  g_test_add ("/canvas/sight/no-widgets-from-afar", Drawn, NULL, drawn_set_up,
              test_no_widgets_from_afar, drawn_tear_down);
  return g_test_run ();
}
