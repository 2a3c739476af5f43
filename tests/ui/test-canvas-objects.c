/* SPDX-License-Identifier: Apache-2.0 */

/* The rows and lines of the diagram, as assistive technologies see them. */

#include "config.h"

#include <adwaita.h>

#include "canvas-fixture.h"
#include "canvas/squill-canvas-private.h"
#include "model/squill-authoring.h"

static gboolean
has_objects (gpointer data)
{
  Drawn *drawn = data;
  const SquillEdge *edge = squill_diagram_get_edge (drawn->diagram, 0);

  return squill_canvas_get_line_widget (drawn->canvas, edge->id) != NULL;
}

static GtkWidget *
find_row (Drawn *drawn, const char *card, const char *name)
{
  GtkWidget *widget = squill_canvas_get_card_widget (drawn->canvas, card);
  const SquillCard *shown = card_of (drawn, card);

  for (guint i = 0; i < shown->n_rows; i++)
    if (g_str_equal (shown->rows[i].full_name, name))
      return _squill_card_widget_get_row (SQUILL_CARD_WIDGET (widget), i);
  return NULL;
}

/* What cannot be read has no objects. */
static gboolean
has_no_rows (gpointer data)
{
  Drawn *drawn = data;

  return find_row (drawn, drawn->tags, "tag") == NULL;
}

static void
test_rows (Drawn *drawn, gconstpointer data)
{
  GtkWidget *row;
  graphene_rect_t bounds;
  SquillRect place;
  SquillPoint middle;

  wait_until (has_objects, drawn);
  row = find_row (drawn, drawn->posts, "title");
  g_assert_nonnull (row);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "title");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "string");

  /* It stands where it is drawn. */
  paint (drawn);
  middle = middle_of_row (drawn, drawn->title);
  g_assert_true (gtk_widget_compute_bounds (row, GTK_WIDGET (drawn->canvas), &bounds));
  place = SQUILL_RECT (bounds.origin.x, bounds.origin.y, bounds.size.width, bounds.size.height);
  g_assert_true (squill_rect_contains (&place, middle.x, middle.y));
  g_assert_cmpfloat (place.height, <=, SQUILL_CARD_ROW + 1);

  gtk_widget_activate_action (row, "select", NULL);
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, drawn->title);
  gtk_widget_activate_action (row, "edit", NULL);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  squill_canvas_end_edit (drawn->canvas, FALSE);

  /* What was read is renewed with the card. */
  g_assert_true (squill_model_rename (drawn->model, drawn->title, "headline", NULL));
  squill_selection_set_single (drawn->selection, drawn->posts);
  squill_canvas_update (drawn->canvas);
  squill_viewport_set_zoom (drawn->viewport, 0.2);
  wait_until (has_no_rows, drawn);
  row = find_row (drawn, drawn->posts, "headline");
  g_assert_nonnull (row);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "headline");
}

static void
test_lines (Drawn *drawn, gconstpointer data)
{
  g_autofree char *name = NULL;
  const SquillEdge *edge;
  GtkWidget *line;

  wait_until (has_objects, drawn);
  edge = squill_diagram_get_edge (drawn->diagram, 0);
  name = squill_edge_describe (edge, drawn->diagram);
  line = squill_canvas_get_line_widget (drawn->canvas, edge->id);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  gtk_widget_activate_action (line, "select", NULL);
  g_assert_cmpstr (squill_selection_get_single (drawn->selection), ==, drawn->authors);
  gtk_widget_activate_action (line, "edit-end", NULL);
  g_assert_true (squill_canvas_is_editing (drawn->canvas));
  squill_canvas_end_edit (drawn->canvas, FALSE);

  squill_model_delete (drawn->model, (const char *[]){ drawn->authors, NULL });
  /* An action on what is gone does nothing. */
  gtk_widget_activate_action (line, "edit-end", NULL);
  g_assert_false (squill_canvas_is_editing (drawn->canvas));
}

/* How many rows of cards there are, and how many of them have an object. */
static guint
count_rows (Drawn *drawn, guint *n_objects)
{
  guint n = 0;

  *n_objects = 0;
  for (guint i = 0; i < squill_diagram_get_n_cards (drawn->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (drawn->diagram, i);
      SquillCardWidget *widget = g_hash_table_lookup (drawn->canvas->widgets, card->id);

      n += card->n_rows;
      if (card->n_rows > 0 && widget != NULL && _squill_card_widget_get_row (widget, 0) != NULL)
        *n_objects += card->n_rows;
    }
  return n;
}

/* However much is selected, only as much has objects as somebody can read. */
static void
test_all_selected (Drawn *drawn, gconstpointer data)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  guint n_objects;

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("one%u", i);
      g_autofree char *other = g_strdup_printf ("many%u", i);
      char *one = squill_model_add_entity (drawn->model, name, 20000, 300.0 * i);
      char *many = squill_model_add_entity (drawn->model, other, 20600, 300.0 * i);

      g_ptr_array_add (ids, one);
      g_ptr_array_add (ids, many);
      g_ptr_array_add (ids, squill_model_add_relationship (drawn->model, one, many, "one",
                                                           SQUILL_PLACEMENT_PARENT_REFERENCE));
    }
  g_ptr_array_add (ids, NULL);
  squill_selection_set_many (drawn->selection, (const char *const *)ids->pdata);
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 1500);
  _squill_canvas_update_objects (drawn->canvas);
  g_assert_cmpuint (count_rows (drawn, &n_objects), >, 1400);
  g_assert_cmpuint (n_objects, >, 300);
  g_assert_cmpuint (n_objects, <=, 1200);
  g_assert_cmpuint (g_hash_table_size (drawn->canvas->line_widgets), >, 100);
  g_assert_cmpuint (g_hash_table_size (drawn->canvas->line_widgets), <=, 300);

  /* What was taken out of the selection is not in it, and what is left still is. */
  squill_selection_toggle (drawn->selection, ids->pdata[0]);
  g_assert_false (squill_selection_contains (drawn->selection, ids->pdata[0]));
  g_assert_true (squill_selection_contains (drawn->selection, ids->pdata[1]));
  squill_model_delete (drawn->model, (const char *[]){ ids->pdata[1], NULL });
  g_assert_false (squill_selection_contains (drawn->selection, ids->pdata[1]));
  g_assert_cmpuint (squill_selection_get_size (drawn->selection), ==, 1497);
}

static gboolean
has_widget (Drawn *drawn, const char *card)
{
  return g_hash_table_contains (drawn->canvas->widgets, card);
}

/* Whether the widgets of cards are children of the canvas in the order of the cards. */
static void
assert_in_order (Drawn *drawn)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (drawn->canvas));

  for (guint i = 0; i < squill_diagram_get_n_cards (drawn->diagram); i++)
    {
      const SquillCard *card = squill_diagram_get_card (drawn->diagram, i);

      if (!has_widget (drawn, card->id))
        continue;
      g_assert_true (SQUILL_IS_CARD_WIDGET (child));
      g_assert_cmpstr (_squill_card_widget_get_id (SQUILL_CARD_WIDGET (child)), ==, card->id);
      child = gtk_widget_get_next_sibling (child);
    }
}

/* Of many cards only those have widgets that somebody can come to. */
static void
test_few_widgets (Drawn *drawn, gconstpointer data)
{
  g_autofree char *far = NULL;
  GtkWidget *widget;

  for (guint i = 0; i < 1500; i++)
    {
      g_autofree char *name = g_strdup_printf ("more%u", i);

      g_free (far);
      far =
          squill_model_add_entity (drawn->model, name, 20000 + 300.0 * (i % 40), 300.0 * (i / 40));
    }
  squill_canvas_update (drawn->canvas);
  squill_viewport_set_zoom (drawn->viewport, 1);
  squill_viewport_show (drawn->viewport, &card_of (drawn, drawn->posts)->rect);
  paint (drawn);
  _squill_canvas_update_objects (drawn->canvas);
  g_assert_true (has_widget (drawn, drawn->posts));
  g_assert_false (has_widget (drawn, far));
  g_assert_cmpuint (g_hash_table_size (drawn->canvas->widgets), <, 50);

  /* What is selected or gone to has one, be it in sight or not. */
  squill_selection_set_single (drawn->selection, far);
  _squill_canvas_update_objects (drawn->canvas);
  widget = g_hash_table_lookup (drawn->canvas->widgets, far);
  g_assert_nonnull (widget);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_SELECTED, TRUE);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "more1499");
  assert_in_order (drawn);
  squill_canvas_focus_card (drawn->canvas, drawn->users);
  _squill_canvas_update_objects (drawn->canvas);
  g_assert_false (has_widget (drawn, far));

  /* The focus stays where it is while the view moves away from it, and when nothing is selected. */
  squill_viewport_center (drawn->viewport, card_of (drawn, far)->rect.x,
                          card_of (drawn, far)->rect.y);
  squill_selection_clear (drawn->selection);
  paint (drawn);
  _squill_canvas_update_objects (drawn->canvas);
  g_assert_true (has_widget (drawn, far));
  g_assert_false (has_widget (drawn, drawn->posts));
  g_assert_true (has_widget (drawn, drawn->users));
  g_assert_true (
      gtk_widget_has_focus (squill_canvas_get_card_widget (drawn->canvas, drawn->users)));
  assert_in_order (drawn);

  /* Tab goes on from there, to cards that had none. */
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (drawn->canvas), GTK_DIR_TAB_FORWARD));
  _squill_canvas_update_objects (drawn->canvas);
  assert_in_order (drawn);

  /* However small the cards are that are in sight, there is an end. */
  squill_canvas_zoom_to_fit (drawn->canvas);
  paint (drawn);
  _squill_canvas_update_objects (drawn->canvas);
  g_assert_cmpuint (squill_canvas_get_n_shown (drawn->canvas), >, 1500);
  g_assert_cmpuint (g_hash_table_size (drawn->canvas->widgets), <, 500);
}

static void
test_legend (Drawn *drawn, gconstpointer data)
{
  SquillDisplayOptions *options = squill_canvas_get_display_options (drawn->canvas);
  g_autofree char *legend = squill_diagram_describe_legend (
      squill_canvas_get_diagram (drawn->canvas), SQUILL_OVERLAY_SIZE);

  g_assert_nonnull (strstr (legend, "From 1 MB on"));
  g_object_set (options, "overlay", "size", NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (drawn->canvas),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, legend);
  g_object_set (options, "overlay", "none", NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (drawn->canvas),
                                       GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
}

/* Nothing is left to do once the diagram is at rest, whatever is selected: what an operation
 * touches is found again with each change, but not without one. */
static void
test_at_rest (Drawn *drawn, gconstpointer data)
{
  g_autofree char *show =
      squill_model_add_operation (drawn->model, "show user", SQUILL_OPERATION_FIND, drawn->users);
  const char *ids[] = { NULL, show, drawn->posts, drawn->title };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      squill_selection_set_single (drawn->selection, ids[i]);
      squill_canvas_update (drawn->canvas);
      paint (drawn);
      _squill_canvas_update_objects (drawn->canvas);
      g_assert_cmpuint (drawn->canvas->objects_source, ==, 0);
      g_assert_cmpuint (drawn->canvas->update_source, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, function) \
  g_test_add ("/canvas-objects/" path, Drawn, NULL, drawn_set_up, function, drawn_tear_down)
  ADD ("rows", test_rows);
  ADD ("lines", test_lines);
  ADD ("all-selected", test_all_selected);
  ADD ("few-widgets", test_few_widgets);
  ADD ("legend", test_legend);
  ADD ("at-rest", test_at_rest);
#undef ADD
  return g_test_run ();
}
