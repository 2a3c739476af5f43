/* SPDX-License-Identifier: Apache-2.0 */

/* The pages of the panel that list the whole model: warnings and sizes. */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "model/squill-authoring.h"
#include "session/squill-size-row.h"
#include "panel-fixture.h"

static void
set_up_warnings (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_WARNINGS_PAGE);
}

static void
set_up_sizes (Fixture *f, gconstpointer data)
{
  set_up (f, SQUILL_TYPE_SIZES_PAGE);
}

static const char *
get_summary (Fixture *f)
{
  return gtk_label_get_text (
      GTK_LABEL (gtk_widget_get_first_child (squill_panel_page_get_bar (f->page))));
}

static gboolean
says_counts (Fixture *f, gconstpointer data)
{
  const char *summary = get_summary (f);

  return *summary != '\0' && strstr (summary, "Checking") == NULL;
}

/* A large model is not checked while somebody waits. Until it is done nothing claims that there are
 * no warnings, and what is known is shown. */
static void
test_warnings_pending (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GtkStack *stack = GTK_STACK (find (f->page, GTK_TYPE_STACK, NULL));

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *name = g_strdup_printf ("system.%u", i);
      g_autofree char *id = squill_model_add_entity (model, name, 0, 0);

      g_free (squill_model_add_field (model, id, NULL, "name", SQUILL_TYPE_STRING));
    }
  show_model (f, model);
  g_assert_nonnull (strstr (get_summary (f), "Checking"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
  if (data != NULL)
    return; /* closed in the middle */
  wait_for (f, says_counts, NULL, "all is checked");
  g_assert_cmpuint (squill_advice_get_pending (squill_session_get_advice (f->session)), ==, 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
}

static void
test_warnings_small (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();

  g_free (squill_model_add_entity (model, "system.things", 0, 0));
  show_model (f, model);
  g_assert_true (says_counts (f, NULL));
}

static void
test_sizes_of_examples (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      SquillDesign *design;

      show_example (f, examples[i]);
      design = squill_session_get_design (f->session);
      g_assert_cmpuint (count_rows (f), ==, squill_design_get_n_collections (design));
      g_assert_cmpuint (count_rows (f), >, 0);
      for (guint c = 0; c < count_rows (f); c++)
        {
          const SquillCollection *collection = squill_design_get_collection (design, c);
          SquillSizeRow *row = get_row (f, c);
          g_autofree char *name = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_NAME);

          g_assert_cmpstr (squill_size_row_get_id (row), ==, collection->id);
          g_assert_cmpstr (name, ==, collection->name);
          g_assert_cmpfloat (squill_size_row_get_value (row, SQUILL_SIZE_COLUMN_LIKELY), ==,
                             collection->shape->bytes.likely);
          g_assert_cmpfloat (squill_size_row_get_value (row, SQUILL_SIZE_COLUMN_INDEXES), ==,
                             collection->indexes->len);
        }
      wait_for (f, shows_label, squill_design_get_collection (design, 0)->name, "a row is shown");
    }
}

static void
test_sizes_too_large (Fixture *f, gconstpointer data)
{
  SquillSizeRow *row;
  GtkWidget *label;

  /* Its posts have no bound. */
  show_example (f, "cms");
  row = get_row (f, 1);
  g_assert_true (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_MOST));
  g_assert_false (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_LIKELY));
  g_assert_false (squill_size_row_is_too_large (row, SQUILL_SIZE_COLUMN_DATA));
  wait_for (f, shows_label, "∞", "the size is shown");
  label = find (f->page, GTK_TYPE_LABEL, "∞");
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "✕\u202f∞");
  g_assert_true (gtk_widget_has_css_class (label, "error"));
  g_assert_nonnull (gtk_widget_get_tooltip_text (label));
}

/* What is assumed is marked, with the reason, and what is known is not. */
static void
test_sizes_assumed (Fixture *f, gconstpointer data)
{
  g_autofree char *id = NULL, *text = NULL;
  g_autofree char *assumed = NULL, *known = NULL, *why = NULL, *none = NULL;
  SquillSizeRow *row;

  show_example (f, "cms");
  id = squill_model_add_entity (f->model, "tags", 0, 0);
  text = squill_model_add_field (f->model, id, NULL, "text", SQUILL_TYPE_STRING);
  update (f);
  row = get_row (f, count_rows (f) - 1);
  assumed = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (g_str_has_prefix (assumed, "≈"));
  why = squill_size_row_describe_mark (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_nonnull (strstr (why, "text 70"));

  g_assert_true (squill_model_set (f->model, text, "size",
                                   squill_json_triple (SQUILL_TRIPLE (1, 70, 90)), NULL));
  update (f);
  known = squill_size_row_get_text (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_cmpstr (known, ==, assumed + strlen ("≈\u202f"));
  none = squill_size_row_describe_mark (row, SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_null (none);
}

static void
count_change (guint *n)
{
  (*n)++;
}

static void
test_sizes_in_place (Fixture *f, gconstpointer data)
{
  SquillSizeRow *users, *posts, *added;
  guint changes[] = { 0, 0 }, splices = 0;
  g_autofree char *id = NULL;

  show_example (f, "cms");
  users = get_row (f, 0);
  posts = get_row (f, 1);
  g_signal_connect_swapped (users, "changed", G_CALLBACK (count_change), &changes[0]);
  g_signal_connect_swapped (posts, "changed", G_CALLBACK (count_change), &changes[1]);
  g_signal_connect_swapped (get_rows (f), "items-changed", G_CALLBACK (count_change), &splices);

  squill_model_set (f->model, squill_size_row_get_id (posts), "count",
                    squill_json_triple (SQUILL_TRIPLE (0, 20000, 1e6)), NULL);
  update (f);
  g_assert_cmpfloat (squill_size_row_get_value (posts, SQUILL_SIZE_COLUMN_COUNT), ==, 20000);
  g_assert_cmpuint (changes[0], ==, 0);
  g_assert_cmpuint (changes[1], ==, 1);
  g_assert_cmpuint (splices, ==, 0);

  g_assert_true (squill_model_rename (f->model, squill_size_row_get_id (users), "people", NULL));
  update (f);
  g_assert_cmpuint (changes[0], ==, 1);
  g_assert_cmpuint (splices, ==, 0);
  wait_for (f, shows_label, "people", "the new name is shown");

  id = squill_model_add_entity (f->model, "tags", 0, 0);
  update (f);
  g_assert_true (get_row (f, 0) == users);
  g_assert_true (get_row (f, 1) == posts);
  added = get_row (f, count_rows (f) - 1);
  g_assert_cmpstr (squill_size_row_get_id (added), ==, id);
  g_assert_cmpuint (splices, ==, 1);
  g_assert_true (squill_model_undo (f->model));
  update (f);
  g_assert_cmpuint (splices, ==, 2);
  g_assert_cmpuint (count_rows (f), ==, 2);

  g_signal_handlers_disconnect_by_data (users, &changes[0]);
  g_signal_handlers_disconnect_by_data (posts, &changes[1]);
  g_signal_handlers_disconnect_by_data (get_rows (f), &splices);
}

static void
test_sizes_selection (Fixture *f, gconstpointer data)
{
  GtkSelectionModel *rows;
  const SquillEntity *posts;
  const SquillField *field = NULL;

  show_example (f, "cms");
  rows = get_rows (f);
  posts = squill_model_find_entity (f->model, "posts");
  gtk_selection_model_select_item (rows, 1, TRUE);
  g_assert_cmpstr (get_selected (f), ==, posts->item.id);

  /* It follows, also where only something of the collection is selected. */
  squill_selection_set_single (squill_session_get_selection (f->session),
                               squill_model_find_entity (f->model, "users")->item.id);
  update (f);
  g_assert_true (gtk_selection_model_is_selected (rows, 0));
  SQUILL_FOR_EACH_CHILD (SquillField, child, posts, SQUILL_KIND_FIELD)
    field = child;
  squill_selection_set_single (squill_session_get_selection (f->session), field->item.id);
  update (f);
  g_assert_true (gtk_selection_model_is_selected (rows, 1));
  g_assert_cmpstr (get_selected (f), ==, field->item.id);

  /* Another order moves the row, not the selection. */
  gtk_widget_activate_action (squill_panel_page_get_bar (f->page), "sizes.sort", "u",
                              SQUILL_SIZE_COLUMN_DATA);
  g_assert_cmpstr (get_selected (f), ==, field->item.id);
  squill_selection_clear (squill_session_get_selection (f->session));
  update (f);
  g_assert_false (gtk_selection_model_is_selected (rows, 0));
  g_assert_false (gtk_selection_model_is_selected (rows, 1));
}

static void
test_sizes_order (Fixture *f, gconstpointer data)
{
  GtkWidget *bar = squill_panel_page_get_bar (f->page);
  SquillSizeRow *users, *posts;

  show_example (f, "cms");
  users = get_row (f, 0);
  posts = get_row (f, 1);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (get_row (f, 0) == posts);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_LIKELY);
  g_assert_true (get_row (f, 0) == users);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_COUNT);
  g_assert_true (get_row (f, 0) == users);
  /* The order holds when what it goes by changes. */
  squill_model_set (f->model, squill_size_row_get_id (posts), "count",
                    squill_json_triple (SQUILL_TRIPLE (0, 9e5, 1e6)), NULL);
  update (f);
  g_assert_true (get_row (f, 0) == posts);
  gtk_widget_activate_action (bar, "sizes.sort", "u", SQUILL_SIZE_COLUMN_NAME);
  g_assert_true (get_row (f, 0) == posts);
  g_assert_true (get_row (f, 1) == users);
}

static void
test_sizes_none (Fixture *f, gconstpointer data)
{
  g_autoptr (SquillModel) model = squill_model_new ();
  GtkStack *stack = GTK_STACK (find (f->page, GTK_TYPE_STACK, NULL));
  g_autofree char *id = NULL;

  show_model (f, model);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "none");
  id = squill_model_add_entity (model, "posts", 0, 0);
  update (f);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
}

/* Where a text ends, from the left of the page. */
static double
find_end (Fixture *f, GtkWidget *label)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (label, GTK_WIDGET (f->page), &bounds));
  return bounds.origin.x + bounds.size.width;
}

static gboolean
ends_below_its_title (Fixture *f, gconstpointer text)
{
  const double title = find_end (f, find (f->page, GTK_TYPE_LABEL, "Data"));

  return shows_label (f, text) && title > 0 &&
         ABS (title - find_end (f, find (f->page, GTK_TYPE_LABEL, text))) <= 1;
}

/* A title stands above the numbers of its column. */
static void
test_titles (Fixture *f, gconstpointer data)
{
  g_autofree char *text = NULL;

  show_example (f, "cms");
  text = squill_size_row_get_text (get_row (f, 0), SQUILL_SIZE_COLUMN_DATA);
  wait_for (f, ends_below_its_title, text, "the size of the data is below its title");
}

static gboolean
begins_with_the_first_column (Fixture *f, gconstpointer data)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_hadjustment (
      GTK_SCROLLED_WINDOW (find (f->page, GTK_TYPE_SCROLLED_WINDOW, NULL)));
  const double left =
      gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  return left > 0 && gtk_adjustment_get_value (adjustment) == left;
}

/* Where texts run to the left, the first column is at the right, and a narrow table shows that one
 * first. */
static void
test_right_to_left (Fixture *f, gconstpointer data)
{
  gtk_widget_set_direction (find (f->page, GTK_TYPE_SCROLLED_WINDOW, NULL), GTK_TEXT_DIR_RTL);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 300, 300);
  show_example (f, "cms");
  wait_for (f, begins_with_the_first_column, NULL, "the first column is in sight");
}

#define ADD(path, set_up, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();
  gtk_source_init ();

  ADD ("/panel/warnings/pending", set_up_warnings, test_warnings_pending);
  g_test_add ("/panel/warnings/closed", Fixture, "closed", set_up_warnings, test_warnings_pending,
              tear_down);
  ADD ("/panel/warnings/small", set_up_warnings, test_warnings_small);
  ADD ("/panel/sizes/examples", set_up_sizes, test_sizes_of_examples);
  ADD ("/panel/sizes/too-large", set_up_sizes, test_sizes_too_large);
  ADD ("/panel/sizes/assumed", set_up_sizes, test_sizes_assumed);
  ADD ("/panel/sizes/in-place", set_up_sizes, test_sizes_in_place);
  ADD ("/panel/sizes/selection", set_up_sizes, test_sizes_selection);
  ADD ("/panel/sizes/order", set_up_sizes, test_sizes_order);
  ADD ("/panel/sizes/none", set_up_sizes, test_sizes_none);
  ADD ("/panel/sizes/titles", set_up_sizes, test_titles);
  ADD ("/panel/sizes/right-to-left", set_up_sizes, test_right_to_left);

  return g_test_run ();
}
