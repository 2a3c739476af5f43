/* SPDX-License-Identifier: Apache-2.0 */

/* What is seen of a diagram, what is where, and what those hear who cannot see it. */

#include "config.h"

#include <adwaita.h>

#include "canvas-fixture.h"
#include "model/squill-authoring.h"
#include "model/squill-model-file.h"
#include "model/squill-view.h"
#include "canvas/squill-canvas-private.h"

/* Of the canvas at rest. */
static guint
count_visible_children (Drawn *drawn)
{
  guint n = 0;

  _squill_canvas_update_objects (drawn->canvas);
  paint (drawn);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (drawn->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += SQUILL_IS_CARD_WIDGET (child) && gtk_widget_get_child_visible (child);
  return n;
}

/* Entities in rows of twenty, @dx and @dy apart. */
static void
show_grid (Drawn *drawn, guint n, double dx, double dy)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  squill_model_begin_step (model, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("entity%u", i);
      g_autofree char *id = squill_model_add_entity (model, name, i % 20 * dx, i / 20 * dy);
      g_autofree char *field = squill_model_add_field (model, id, NULL, "name", SQUILL_TYPE_STRING);
    }
  squill_model_end_step (model);
  drawn_show (drawn, model);
}

static void
test_only_what_is_in_sight (Drawn *drawn, gconstpointer data)
{
  show_grid (drawn, 400, 250, 150);
  g_assert_cmpuint (squill_canvas_get_n_shown (drawn->canvas), ==, 4 * 5);
  g_assert_cmpuint (count_visible_children (drawn), ==, 4 * 5);
  squill_viewport_scroll (drawn->viewport, 1000, 0);
  paint (drawn);
  g_assert_cmpuint (count_visible_children (drawn), ==, 4 * 5);
  /* What has the keyboard stays, wherever it is. */
  squill_canvas_focus_card (drawn->canvas, squill_diagram_get_card (drawn->diagram, 399)->id);
  squill_viewport_scroll (drawn->viewport, -20000, -20000);
  paint (drawn);
  g_assert_true (gtk_widget_has_focus (squill_canvas_get_card_widget (
      drawn->canvas, squill_diagram_get_card (drawn->diagram, 399)->id)));
}

static void
test_levels_of_detail (Drawn *drawn, gconstpointer data)
{
  static const struct
  {
    double zoom;
    SquillDetail detail;
  } levels[] = {
    { 1.0, SQUILL_DETAIL_FULL },  { 0.6, SQUILL_DETAIL_FULL }, { 0.5, SQUILL_DETAIL_NAME },
    { 0.25, SQUILL_DETAIL_NAME }, { 0.1, SQUILL_DETAIL_BOX },
  };

  show_grid (drawn, 400, 250, 150);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    {
      squill_viewport_zoom_at (drawn->viewport, levels[i].zoom, 0, 0);
      paint (drawn);
      g_assert_cmpint (squill_canvas_get_detail (drawn->canvas), ==, levels[i].detail);
      g_assert_cmpuint (squill_canvas_get_n_draws (drawn->canvas), <, 10000);
      if (levels[i].detail == SQUILL_DETAIL_BOX)
        g_assert_cmpuint (count_visible_children (drawn), ==, 0);
      else
        g_assert_cmpuint (count_visible_children (drawn), ==,
                          squill_canvas_get_n_shown (drawn->canvas));
    }
}

/* However much is in one place, the draws of a frame stay far below what GTK can take. */
static void
test_never_too_many_draws (Drawn *drawn, gconstpointer data)
{
  show_grid (drawn, 4000, 4, 2);
  g_assert_cmpuint (squill_canvas_get_n_shown (drawn->canvas), ==, 4000);
  g_assert_cmpint (squill_canvas_get_detail (drawn->canvas), ==, SQUILL_DETAIL_BOX);
  g_assert_cmpuint (squill_canvas_get_n_draws (drawn->canvas), <, 10000);
}

/* What draws texts sharp after a zoom is put off by the next zoom, and not while the view moves. */
static void
test_settles_on_its_way (Drawn *drawn, gconstpointer data)
{
  guint source;

  squill_viewport_zoom_at (drawn->viewport, 1.3, 0, 0);
  source = drawn->canvas->settle_source;
  g_assert_cmpuint (source, !=, 0);
  squill_viewport_scroll (drawn->viewport, 3, 2);
  g_assert_cmpuint (drawn->canvas->settle_source, ==, source);
  squill_viewport_zoom_at (drawn->viewport, 1.4, 0, 0);
  g_assert_cmpuint (drawn->canvas->settle_source, !=, source);
}

static gboolean
has_settled (gpointer data)
{
  return !squill_canvas_is_zooming (data);
}

static void
test_pictures_are_kept (Drawn *drawn, gconstpointer data)
{
  guint n = squill_canvas_get_n_pictures (drawn->canvas), zoomed;

  g_assert_cmpuint (n, >=, 3);
  squill_viewport_scroll (drawn->viewport, 5, 5);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n);

  /* A card that only moves looks as it did. */
  g_assert_true (squill_model_set (drawn->model, drawn->tags, "x", squill_json_number (480), NULL));
  squill_canvas_update (drawn->canvas);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n);

  /* One that does not is drawn again, and no other. */
  g_assert_true (squill_model_rename (drawn->model, drawn->tags, "labels", NULL));
  squill_canvas_update (drawn->canvas);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 1);

  /* While one zooms the pictures are stretched; then they are drawn as they should be. */
  squill_viewport_zoom_at (drawn->viewport, 1.2, 0, 0);
  paint (drawn);
  zoomed = squill_canvas_get_n_pictures (drawn->canvas);
  g_assert_cmpuint (zoomed, ==, n + 1);
  wait_until (has_settled, drawn->canvas);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, zoomed + 3);
}

/* What is selected is drawn anew, and what is not anymore looks as it did before. */
static void
test_pictures_of_unselected (Drawn *drawn, gconstpointer data)
{
  SquillSelection *selection = squill_canvas_get_selection (drawn->canvas);
  guint n = squill_canvas_get_n_pictures (drawn->canvas);

  squill_selection_set_single (selection, drawn->tags);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 1);
  squill_selection_clear (selection);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 1);
  squill_selection_set_single (selection, drawn->tags);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 2);

  /* But not if it changed meanwhile. */
  g_assert_true (squill_model_rename (drawn->model, drawn->tags, "labels", NULL));
  squill_canvas_update (drawn->canvas);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 3);
  squill_selection_clear (selection);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 4);
}

/* The selected operation lights what it touches, in its order, as the placements are now. */
static void
test_steps (Drawn *drawn, gconstpointer data)
{
  g_autofree char *id =
      squill_model_add_operation (drawn->model, "show user", SQUILL_OPERATION_FIND, drawn->users);

  g_assert_true (
      squill_model_set (drawn->model, id, "follows", json_pack ("[s]", drawn->authors), NULL));
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->users), ==, 0);
  squill_selection_set_single (drawn->selection, id);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->users), ==, 1);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->posts), ==, 2);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->tags), ==, 0);
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->posts));

  g_assert_true (squill_model_set (drawn->model, drawn->authors, "placement",
                                   json_string ("embed-many"), NULL));
  squill_canvas_update (drawn->canvas);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->users), ==, 1);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->posts), ==, 0);

  squill_selection_set_single (drawn->selection, drawn->tags);
  g_assert_cmpuint (squill_canvas_get_step (drawn->canvas, drawn->users), ==, 0);
}

static SquillHit
hit_at (Drawn *drawn, double x, double y)
{
  return squill_canvas_hit (drawn->canvas, x, y);
}

static void
test_hit (Drawn *drawn, gconstpointer data)
{
  const SquillCard *posts = card_of (drawn, drawn->posts);
  double right = squill_rect_right (&posts->rect), bottom = squill_rect_bottom (&posts->rect);
  SquillHit hit = hit_at (drawn, 5, 5);
  SquillRect line;

  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTHING);
  hit = hit_at (drawn, posts->rect.x + 50, posts->rect.y + 18);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_CARD);
  g_assert_cmpint (hit.part.kind, ==, SQUILL_CARD_PART_NAME);
  g_assert_cmpstr (hit.item, ==, drawn->posts);
  hit = hit_at (drawn, posts->rect.x + 50, posts->rect.y + SQUILL_CARD_HEADER + 30);
  g_assert_cmpint (hit.part.kind, ==, SQUILL_CARD_PART_ROW);
  g_assert_cmpstr (hit.item, ==, drawn->title);
  hit = hit_at (drawn, right - 20, posts->rect.y + SQUILL_CARD_HEADER + 30);
  g_assert_cmpint (hit.part.kind, ==, SQUILL_CARD_PART_TYPE);

  /* Handles and the row that adds a field are there only when the pointer is on the card. */
  hit = hit_at (drawn, right + 4, posts->rect.y + 18);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTHING);
  hit = hit_at (drawn, posts->rect.x + 40, bottom + 10);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTHING);
  squill_tool_move (get_tool (drawn), posts->rect.x + 50, posts->rect.y + 50, 0);
  hit = hit_at (drawn, right + 4, posts->rect.y + 18);
  g_assert_cmpint (hit.part.kind, ==, SQUILL_CARD_PART_HANDLE);
  hit = hit_at (drawn, posts->rect.x + 40, bottom + 10);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_ADD_FIELD);

  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, drawn->authors, &line));
  {
    const SquillEdge *edge = squill_diagram_get_edge (drawn->diagram, 0);
    SquillPoint a = edge->route->points[0], b = edge->route->points[1];

    hit = hit_at (drawn, (a.x + b.x) / 2, (a.y + b.y) / 2 + 3);
    g_assert_cmpint (hit.kind, >=, SQUILL_HIT_LINE);
    g_assert_cmpstr (hit.item, ==, drawn->authors);
  }
}

static void
test_hit_frames (Drawn *drawn, gconstpointer data)
{
  const char *members[] = { drawn->tags, NULL };
  g_autofree char *group = squill_model_add_group (drawn->model, "G", members);
  g_autofree char *note = squill_model_add_note (drawn->model, "hello", 40, 400);
  const SquillCard *tags = card_of (drawn, drawn->tags);
  SquillRect rect;
  SquillHit hit;

  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, group, &rect));
  hit = hit_at (drawn, rect.x + 10, rect.y + 10);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_FRAME);
  g_assert_cmpstr (hit.item, ==, group);
  /* Within it the canvas is as empty as elsewhere. */
  hit = hit_at (drawn, rect.x + 12, squill_rect_bottom (&tags->rect) - 10);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTHING);

  g_assert_true (squill_canvas_get_item_rect (drawn->canvas, note, &rect));
  hit = hit_at (drawn, rect.x + 10, rect.y + 10);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTE);
  hit = hit_at (drawn, squill_rect_right (&rect) - 4, squill_rect_bottom (&rect) - 4);
  g_assert_cmpint (hit.kind, ==, SQUILL_HIT_NOTE_CORNER);
}

static void
test_accessible (Drawn *drawn, gconstpointer data)
{
  GtkWidget *posts = squill_canvas_get_card_widget (drawn->canvas, drawn->posts);
  g_autofree char *description = squill_card_describe (card_of (drawn, drawn->posts));

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (posts), GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (posts), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "posts");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (posts), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       description);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (drawn->canvas),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Diagram");
  g_assert_true (gtk_widget_get_focusable (posts));

  g_assert_true (squill_model_rename (drawn->model, drawn->posts, "articles", NULL));
  squill_canvas_update (drawn->canvas);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (posts), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "articles");
  squill_selection_set_single (drawn->selection, drawn->posts);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (posts), GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
}

static void
test_tab_order (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  guint n = squill_diagram_get_n_cards (drawn->diagram);

  gtk_widget_grab_focus (canvas);
  for (guint i = 0; i < n; i++)
    {
      const SquillCard *card = squill_diagram_get_card (drawn->diagram, i);

      g_assert_true (gtk_widget_child_focus (canvas, GTK_DIR_TAB_FORWARD));
      g_assert_true (
          gtk_widget_has_focus (squill_canvas_get_card_widget (drawn->canvas, card->id)));
      g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, card->item);
    }
  g_assert_false (gtk_widget_child_focus (canvas, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_child_focus (canvas, GTK_DIR_TAB_BACKWARD));
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==,
                   squill_diagram_get_card (drawn->diagram, n - 2)->item);
}

static void
test_go (Drawn *drawn, gconstpointer data)
{
  squill_canvas_focus_card (drawn->canvas, drawn->posts);
  g_assert_false (squill_canvas_go (drawn->canvas, GTK_DIR_LEFT));
  g_assert_true (squill_canvas_go (drawn->canvas, GTK_DIR_RIGHT));
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, drawn->users);
  g_assert_true (squill_canvas_go (drawn->canvas, GTK_DIR_DOWN));
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, drawn->tags);
  g_assert_false (squill_canvas_go (drawn->canvas, GTK_DIR_DOWN));
}

/* Cards follow the size of texts; where they stand in the diagram, and so pictures, do not. */
static void
test_text_scale (Drawn *drawn, gconstpointer data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  const SquillRect before = squill_diagram_get_card (drawn->diagram, 0)->rect;
  SquillRect shown, larger, after;
  int dpi;

  shown = squill_viewport_rect_to_window (drawn->viewport, &before);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * PANGO_SCALE, NULL);
  paint (drawn);
  after = squill_diagram_get_card (drawn->diagram, 0)->rect;
  larger = squill_viewport_rect_to_window (drawn->viewport, &after);
  /* Half the size of large texts is as hard to read as half of the usual one. */
  squill_viewport_set_zoom (drawn->viewport, 0.4);
  paint (drawn);
  g_assert_cmpint (squill_canvas_get_detail (drawn->canvas), ==, SQUILL_DETAIL_NAME);
  squill_viewport_set_zoom (drawn->viewport, 0.7);
  paint (drawn);
  g_assert_cmpint (squill_canvas_get_detail (drawn->canvas), ==, SQUILL_DETAIL_FULL);
  squill_viewport_set_zoom (drawn->viewport, 1.0);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  g_assert_cmpfloat (after.x, ==, before.x);
  g_assert_cmpfloat (after.width, ==, before.width);
  g_assert_cmpfloat (after.height, ==, before.height);
  g_assert_cmpfloat_with_epsilon (larger.width, 2 * shown.width, 0.01);
  g_assert_cmpfloat_with_epsilon (larger.height, 2 * shown.height, 0.01);
}

static void
test_zoom (Drawn *drawn, gconstpointer data)
{
  SquillRect bounds, visible;

  act (drawn, "canvas.zoom-in", NULL);
  g_assert_cmpfloat (squill_viewport_get_zoom (drawn->viewport), ==, 1.25);
  act (drawn, "canvas.zoom-out", NULL);
  act (drawn, "canvas.zoom-out", NULL);
  g_assert_cmpfloat (squill_viewport_get_zoom (drawn->viewport), ==, 0.8);
  act (drawn, "canvas.zoom-normal", NULL);
  g_assert_cmpfloat (squill_viewport_get_zoom (drawn->viewport), ==, 1.0);
  squill_viewport_scroll (drawn->viewport, 3000, 3000);
  act (drawn, "canvas.zoom-fit", NULL);
  bounds = squill_diagram_get_bounds (drawn->diagram);
  visible = squill_viewport_get_visible (drawn->viewport);
  g_assert_cmpfloat (visible.x, <=, bounds.x);
  g_assert_cmpfloat (squill_rect_bottom (&visible), >=, squill_rect_bottom (&bounds));
  squill_selection_set_single (drawn->selection, drawn->tags);
  act (drawn, "canvas.zoom-selection", NULL);
  visible = squill_viewport_get_visible (drawn->viewport);
  bounds = card_of (drawn, drawn->tags)->rect;
  g_assert_cmpfloat_with_epsilon (visible.x + visible.width / 2, bounds.x + bounds.width / 2, 2);
}

/* Whoever selects something elsewhere sees it here. */
static void
test_selection_comes_into_sight (Drawn *drawn, gconstpointer data)
{
  SquillRect visible, rect = card_of (drawn, drawn->tags)->rect;

  squill_viewport_scroll (drawn->viewport, -3000, -3000);
  squill_selection_set_single (drawn->selection, drawn->tags);
  visible = squill_viewport_get_visible (drawn->viewport);
  g_assert_true (squill_rect_overlaps (&visible, &rect));
}

static void
test_styles (Drawn *drawn, gconstpointer data)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  guint n = squill_canvas_get_n_pictures (drawn->canvas);

  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_cmpfloat (squill_canvas_get_palette (drawn->canvas)->canvas.red, <, 0.3);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), ==, n + 3);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_assert_cmpfloat (squill_canvas_get_palette (drawn->canvas)->canvas.red, >, 0.8);
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_DEFAULT);
}

static void
test_cards_come_and_go (Drawn *drawn, gconstpointer data)
{
  const char *ids[] = { drawn->users, NULL };

  squill_canvas_focus_card (drawn->canvas, drawn->users);
  squill_model_delete (drawn->model, ids);
  squill_canvas_update (drawn->canvas);
  g_assert_null (squill_canvas_get_card_widget (drawn->canvas, drawn->users));
  /* The keys are not lost. */
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (drawn->canvas)));
  paint (drawn);
  g_assert_true (squill_model_undo (drawn->model));
  squill_canvas_update (drawn->canvas);
  g_assert_nonnull (squill_canvas_get_card_widget (drawn->canvas, drawn->users));
  paint (drawn);
}

static const SquillEdge *
get_line (Drawn *drawn, const char *relationship)
{
  for (guint i = 0; i < squill_diagram_get_n_edges (drawn->diagram); i++)
    if (g_str_equal (squill_diagram_get_edge (drawn->diagram, i)->relationship, relationship))
      return squill_diagram_get_edge (drawn->diagram, i);
  g_assert_not_reached ();
}

/* What belongs to the selection is lit at each zoom, and the rest is dimmed. */
static void
test_connections (Drawn *drawn, gconstpointer data)
{
  static const double zooms[] = { 1, 0.3, 0.05 };
  g_autofree char *group = NULL;
  guint n;

  squill_selection_set_single (drawn->selection, drawn->title);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      squill_viewport_zoom_at (drawn->viewport, zooms[i], 0, 0);
      paint (drawn);
      wait_until (has_settled, drawn->canvas);
      g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->posts));
      g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->users));
      g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
      g_assert_false (
          squill_canvas_is_dimmed (drawn->canvas, get_line (drawn, drawn->authors)->id));
    }

  /* From card to card no picture of a card is drawn again, except those that are lit. */
  squill_viewport_zoom_at (drawn->viewport, 1, 0, 0);
  wait_until (has_settled, drawn->canvas);
  paint (drawn);
  n = squill_canvas_get_n_pictures (drawn->canvas);
  squill_selection_set_single (drawn->selection, drawn->users);
  paint (drawn);
  g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), <=, n + 2);
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  squill_selection_set_single (drawn->selection, drawn->authors);
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->users));

  /* Nothing is connected with a card without lines, so nothing is dimmed. */
  squill_selection_set_single (drawn->selection, drawn->tags);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->posts));
  /* What is selected is never dimmed. */
  squill_selection_toggle (drawn->selection, drawn->posts);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  squill_selection_clear (drawn->selection);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->posts));

  group = squill_canvas_add_group (drawn->canvas,
                                   (const char *const[]){ drawn->posts, drawn->tags, NULL });
  squill_canvas_update (drawn->canvas);
  squill_selection_set_single (drawn->selection, group);
  paint (drawn);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->users));
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, get_line (drawn, drawn->authors)->id));

  gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "show.connections", NULL);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->users));
  paint (drawn);
}

/* A line that comes or goes changes what belongs to the selection. */
static void
test_connections_follow (Drawn *drawn, gconstpointer data)
{
  g_autofree char *id = NULL;

  squill_selection_set_single (drawn->selection, drawn->posts);
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  id = squill_model_add_relationship (drawn->model, drawn->tags, drawn->posts, "tag",
                                      SQUILL_PLACEMENT_PARENT_REFERENCE);
  squill_canvas_update (drawn->canvas);
  g_assert_false (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  g_assert_true (squill_model_undo (drawn->model));
  squill_canvas_update (drawn->canvas);
  g_assert_true (squill_canvas_is_dimmed (drawn->canvas, drawn->tags));
  paint (drawn);
}

static gboolean
is_shown (Drawn *drawn, const char *id)
{
  return squill_diagram_find_card (drawn->diagram, id) != NULL;
}

/* Only what is so many lines away from the selection is on the diagram. */
static void
test_neighborhood (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  g_autofree char *likes = squill_model_add_relationship (drawn->model, drawn->posts, drawn->tags,
                                                          "tag", SQUILL_PLACEMENT_PARENT_REFERENCE);
  g_autofree char *apart = squill_model_add_entity (drawn->model, "apart", 40, 440);
  g_autofree char *later = NULL;
  g_autofree char *text = NULL;
  guint n_steps;
  SquillDisplayOptions *options = squill_canvas_get_display_options (drawn->canvas);

  squill_canvas_update (drawn->canvas);
  squill_selection_set_single (drawn->selection, drawn->users);
  gtk_widget_activate_action (canvas, "show.neighborhood", NULL);
  paint (drawn);
  g_assert_true (is_shown (drawn, drawn->users));
  g_assert_true (is_shown (drawn, drawn->posts));
  g_assert_false (is_shown (drawn, drawn->tags));
  g_assert_false (is_shown (drawn, apart));
  text = squill_display_options_describe (options, drawn->model);
  g_assert_cmpstr (text, ==, "users and 1 step around");
  gtk_widget_activate_action (canvas, "show.more-steps", NULL);
  g_assert_true (is_shown (drawn, drawn->tags));
  g_assert_false (is_shown (drawn, apart));
  /* Held, the key does not go beyond what there can be. */
  for (guint i = 0; i < 120; i++)
    gtk_widget_activate_action (canvas, "show.more-steps", NULL);
  g_object_get (options, "steps", &n_steps, NULL);
  g_assert_cmpuint (n_steps, ==, 99);
  g_object_set (options, "steps", 2, NULL);
  gtk_widget_activate_action (canvas, "show.fewer-steps", NULL);
  gtk_widget_activate_action (canvas, "show.fewer-steps", NULL);
  gtk_widget_activate_action (canvas, "show.fewer-steps", NULL);
  g_assert_false (is_shown (drawn, drawn->posts));
  g_assert_true (is_shown (drawn, drawn->users));

  /* What is selected elsewhere is shown, and so is what is new. */
  squill_selection_set_single (drawn->selection, apart);
  g_assert_true (is_shown (drawn, apart));
  squill_selection_clear (drawn->selection);
  g_assert_false (is_shown (drawn, apart));
  later = squill_model_add_entity (drawn->model, "later", 40, 640);
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, later));

  gtk_widget_activate_action (canvas, "show.everything", NULL);
  paint (drawn);
  g_assert_cmpuint (squill_diagram_get_n_cards (drawn->diagram), ==, 5);

  /* A neighborhood of what is gone would hide all. */
  squill_selection_set_single (drawn->selection, apart);
  gtk_widget_activate_action (canvas, "show.neighborhood", NULL);
  g_assert_cmpuint (squill_diagram_get_n_cards (drawn->diagram), ==, 1);
  squill_canvas_delete_selection (drawn->canvas);
  squill_canvas_update (drawn->canvas);
  g_assert_cmpuint (squill_diagram_get_n_cards (drawn->diagram), ==, 4);
  paint (drawn);
}

static void
test_filter (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  g_autofree char *group = squill_canvas_add_group (
      drawn->canvas, (const char *const[]){ drawn->posts, drawn->users, NULL });
  g_autofree char *id = NULL;

  squill_selection_clear (drawn->selection);
  gtk_widget_activate_action (canvas, "show.group", "s", group);
  g_assert_true (is_shown (drawn, drawn->posts));
  g_assert_false (is_shown (drawn, drawn->tags));
  paint (drawn);
  squill_model_delete (drawn->model, (const char *const[]){ group, NULL });
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->tags));

  id = squill_model_add_field (drawn->model, drawn->tags, NULL, "image", SQUILL_TYPE_BINARY);
  g_assert_true (squill_model_set (
      drawn->model, id, "size",
      json_pack ("{s:i,s:i,s:i}", "min", 50000, "likely", 50000, "max", 50000), NULL));
  gtk_widget_activate_action (canvas, "show.min-bytes", "d", 10000.0);
  g_assert_true (is_shown (drawn, drawn->tags));
  g_assert_false (is_shown (drawn, drawn->posts));
  gtk_widget_activate_action (canvas, "show.min-bytes", "d", 0.0);
  g_assert_true (is_shown (drawn, drawn->posts));
  gtk_widget_activate_action (canvas, "show.min-severity", "i", SQUILL_SEVERITY_ERROR);
  g_assert_false (is_shown (drawn, drawn->posts));
  paint (drawn);
  /* Another model is shown whole. */
  show_grid (drawn, 3, 250, 150);
  g_assert_cmpuint (squill_diagram_get_n_cards (drawn->diagram), ==, 3);
}

/* Cards show all of their fields, only what holds documents together, or none. */
static void
test_fields (Drawn *drawn, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);
  const SquillCard *posts = card_of (drawn, drawn->posts);
  guint n_rows = posts->n_rows;
  const SquillEdge *line;

  g_assert_cmpuint (n_rows, ==, 3);
  gtk_widget_activate_action (canvas, "show.fields", "s", "keys");
  paint (drawn);
  posts = card_of (drawn, drawn->posts);
  line = get_line (drawn, drawn->authors);
  g_assert_cmpuint (posts->n_rows, ==, 2);
  g_assert_cmpstr (posts->rows[0].full_name, ==, "_id");
  g_assert_cmpstr (posts->rows[1].target, ==, drawn->users);
  g_assert_cmpstr (line->from_card, ==, drawn->posts);
  g_assert_cmpint (line->from_row, ==, 1);
  gtk_widget_activate_action (canvas, "show.fields", "s", "none");
  paint (drawn);
  g_assert_cmpuint (card_of (drawn, drawn->posts)->n_rows, ==, 0);
  g_assert_cmpint (get_line (drawn, drawn->authors)->from_row, ==, -1);
  gtk_widget_activate_action (canvas, "show.fields", "s", "all");
  g_assert_cmpuint (card_of (drawn, drawn->posts)->n_rows, ==, n_rows);
  /* It is a matter of what is seen, and no change of the model. */
  g_assert_false (squill_model_get_can_undo (drawn->model));

  g_assert_true (squill_model_set (drawn->model, drawn->authors, "placement",
                                   json_string ("embed-many"), NULL));
  squill_canvas_update (drawn->canvas);
  g_assert_false (is_shown (drawn, drawn->posts));
  gtk_widget_activate_action (canvas, "show.all-beside", NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_true (is_shown (drawn, drawn->posts));
  gtk_widget_activate_action (canvas, "show.all-inside", NULL);
  squill_canvas_update (drawn->canvas);
  g_assert_false (is_shown (drawn, drawn->posts));
  paint (drawn);
}

/* The numbers on a line change the same end in each notation. */
static void
test_notations (Drawn *drawn, gconstpointer data)
{
  static const char *const names[] = { "crows-foot", "uml", "min-max" };
  GtkWidget *canvas = GTK_WIDGET (drawn->canvas);

  g_assert_true (squill_model_set (drawn->model, drawn->authors, "children",
                                   json_pack ("{s:i, s:i, s:i}", "min", 0, "likely", 5, "max", 9),
                                   NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const SquillEdge *line;

      gtk_widget_activate_action (canvas, "show.notation", "s", names[i]);
      paint (drawn);
      line = get_line (drawn, drawn->authors);
      g_assert_cmpstr (line->from_children ? line->from_text : line->to_text, ==,
                       i == 0   ? "0..5..9"
                       : i == 1 ? "0..9"
                                : "(0, 9)");
      g_assert_cmpint (line->from_children, ==, i != 2);
      g_assert_cmpint (line->from_foot == SQUILL_FOOT_NONE, ==, i != 0);
    }
}

/* Colors show something at each zoom; cards are drawn again for it. */
static void
test_overlays (Drawn *drawn, gconstpointer data)
{
  static const char *const names[] = {
    "frequency", "size", "findings", "evidence", "drift", "none"
  };
  static const double zooms[] = { 1, 0.3, 0.05 };
  const SquillPalette *palette = squill_canvas_get_palette (drawn->canvas);
  SquillCardMark mark;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (zooms); j++)
      {
        guint before = squill_canvas_get_n_pictures (drawn->canvas);

        squill_viewport_zoom_at (drawn->viewport, zooms[j], 0, 0);
        gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "show.overlay", "s", names[i]);
        wait_until (has_settled, drawn->canvas);
        paint (drawn);
        if (j == 0)
          g_assert_cmpuint (squill_canvas_get_n_pictures (drawn->canvas), >, before);
      }
  g_assert_false (squill_diagram_get_mark (drawn->diagram, card_of (drawn, drawn->posts),
                                           SQUILL_OVERLAY_NONE, palette, &mark));
  /* Nobody said how many posts there are. */
  g_assert_true (squill_diagram_get_mark (drawn->diagram, card_of (drawn, drawn->posts),
                                          SQUILL_OVERLAY_EVIDENCE, palette, &mark));
  g_assert_cmpfloat (mark.wash.red, ==, palette->warning.red);
}

static void
test_no_session (Drawn *drawn, gconstpointer data)
{
  g_object_set (drawn->canvas_view, "session", NULL, NULL);
  paint (drawn);
  click (drawn, SQUILL_POINT (100, 100), 0, 2);
  gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "canvas.zoom-fit", NULL);
  gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "canvas.cancel", NULL);
  gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "canvas.go", "s", "left");
  gtk_widget_activate_action (GTK_WIDGET (drawn->canvas), "canvas.nudge", "(ii)", 1, 0);
  g_assert_cmpint (hit_at (drawn, 100, 100).kind, ==, SQUILL_HIT_NOTHING);
}

static void
test_minimap (Drawn *drawn, gconstpointer data)
{
  GtkWidget *map = g_object_ref_sink (_squill_minimap_new (drawn->canvas));
  SquillRect bounds = squill_diagram_get_bounds (drawn->diagram);
  SquillPoint middle = _squill_minimap_to_diagram (SQUILL_MINIMAP (map), 80, 50);

  g_assert_cmpfloat_with_epsilon (middle.x, bounds.x + bounds.width / 2, 1);
  g_assert_cmpfloat_with_epsilon (middle.y, bounds.y + bounds.height / 2, 1);
  /* All is in sight: there is nothing to show. */
  g_assert_cmpfloat (gtk_widget_get_opacity (map), ==, 0);
  squill_viewport_zoom_at (drawn->viewport, 3, 0, 0);
  g_assert_cmpfloat (gtk_widget_get_opacity (map), ==, 1);
  /* On a narrow canvas it would cover what is looked at. */
  squill_viewport_set_size (drawn->viewport, 350, 320);
  g_assert_cmpfloat (gtk_widget_get_opacity (map), ==, 0);
  g_object_unref (map);
}

static gboolean
is_not_arranging (gpointer data)
{
  return !squill_canvas_view_is_arranging (data);
}

static void
test_arrange (Drawn *drawn, gconstpointer data)
{
  double x = squill_model_get_entity (drawn->model, drawn->tags)->x;

  squill_model_set (drawn->model, drawn->tags, "x", squill_json_number (20000), NULL);
  squill_model_clear_history (drawn->model);
  act (drawn, "canvas.arrange-all", NULL);
  g_assert_true (squill_canvas_view_is_arranging (SQUILL_CANVAS_VIEW (drawn->canvas_view)));
  wait_until (is_not_arranging, drawn->canvas_view);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, <, 2000);
  /* One step back is where all was before. */
  g_assert_true (squill_model_undo (drawn->model));
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, ==, 20000);
  g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->users)->x, ==, 440);
  g_assert_false (squill_model_get_can_undo (drawn->model));
  g_assert_cmpfloat (x, ==, 440);
}

/* Each way in the menu of the bar has a picture and a name, and does something. */
static void
test_arrange_ways (Drawn *drawn, gconstpointer data)
{
  GtkWidget *grid = g_object_ref_sink (_squill_arrange_ways_new ());
  guint n_ways = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (grid); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkActionable *button = GTK_ACTIONABLE (child);
      GVariant *target = gtk_actionable_get_action_target_value (button);
      GtkWidget *picture = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (child)));

      g_assert_true (GTK_IS_DRAWING_AREA (picture));
      g_assert_true (GTK_IS_LABEL (gtk_widget_get_next_sibling (picture)));
      g_assert_nonnull (gtk_widget_get_tooltip_text (child));
      squill_model_set (drawn->model, drawn->tags, "x", squill_json_number (20000), NULL);
      squill_canvas_update (drawn->canvas);
      g_assert_true (gtk_widget_activate_action_variant (
          GTK_WIDGET (drawn->canvas), gtk_actionable_get_action_name (button), target));
      g_assert_true (squill_canvas_view_is_arranging (SQUILL_CANVAS_VIEW (drawn->canvas_view)));
      wait_until (is_not_arranging, drawn->canvas_view);
      g_assert_cmpfloat (squill_model_get_entity (drawn->model, drawn->tags)->x, <, 5000);
      n_ways++;
    }
  g_assert_cmpuint (n_ways, ==, 5);
  g_object_unref (grid);
}

static void
test_arrange_cancelled (Drawn *drawn, gconstpointer data)
{
  show_grid (drawn, 300, 250, 150);
  squill_model_clear_history (drawn->model);
  act (drawn, "canvas.arrange-all", NULL);
  act (drawn, "canvas.cancel", NULL);
  wait_until (is_not_arranging, drawn->canvas_view);
  g_assert_false (squill_model_get_can_undo (drawn->model));
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("only-what-is-in-sight", test_only_what_is_in_sight);
  ADD ("levels-of-detail", test_levels_of_detail);
  ADD ("never-too-many-draws", test_never_too_many_draws);
  ADD ("pictures-are-kept", test_pictures_are_kept);
  ADD ("pictures-of-unselected", test_pictures_of_unselected);
  ADD ("settles-on-its-way", test_settles_on_its_way);
  ADD ("steps", test_steps);
  ADD ("hit", test_hit);
  ADD ("hit-frames", test_hit_frames);
  ADD ("accessible", test_accessible);
  ADD ("tab-order", test_tab_order);
  ADD ("go", test_go);
  ADD ("zoom", test_zoom);
  ADD ("text-scale", test_text_scale);
  ADD ("selection-comes-into-sight", test_selection_comes_into_sight);
  ADD ("styles", test_styles);
  ADD ("cards-come-and-go", test_cards_come_and_go);
  ADD ("connections", test_connections);
  ADD ("connections-follow", test_connections_follow);
  ADD ("neighborhood", test_neighborhood);
  ADD ("filter", test_filter);
  ADD ("fields", test_fields);
  ADD ("notations", test_notations);
  ADD ("overlays", test_overlays);
  ADD ("no-session", test_no_session);
  ADD ("minimap", test_minimap);
  ADD ("arrange", test_arrange);
  ADD ("arrange-ways", test_arrange_ways);
  ADD ("arrange-cancelled", test_arrange_cancelled);

  return g_test_run ();
}
